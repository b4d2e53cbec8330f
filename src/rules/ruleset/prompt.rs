//! A question of a ruleset as a type: what can be chosen, what that leads to, the default answer, and the words.

use super::Question;
use crate::rules::{
    account::RuleId,
    choosing::{AnswerStage, Briefing, Cause, Choice, Offer, Refusal, Role, SeenRoll, StageState, Window, Wording},
    flow::StepContext,
    ids::{CombatantId, ItemId},
    state::{Battle, Decision},
};

/// The result of an answer besides its outcome: nothing, or the rule that forbids it after all.
pub type Answered = Result<(), Refusal>;

/// Everything about one question. Offers are made from the battle as the asker's side knows it.
pub trait RulesetPrompt {
    /// All offers for the question; at least one is open.
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer>;

    /// The offers of some verbs, and others if leaving them out would be more work.
    fn offers_of(&self, battle: &Battle, who: CombatantId, _verbs: &[&str]) -> Vec<Offer> {
        self.offers(battle, who)
    }

    /// Carries out a choice that has passed [`Choice::check`] against the offers.
    fn answer(&self, _: &Battle, _: CombatantId, _: &Choice, _: &mut StepContext<'_>) {}

    /// Like [`Self::answer`], for choices that a rule may forbid after all.
    ///
    /// # Errors
    /// The rule that forbids it, such as a way that cannot be walked.
    fn try_answer(
        &self,
        battle: &Battle,
        who: CombatantId,
        choice: &Choice,
        context: &mut StepContext<'_>,
    ) -> Answered {
        self.answer(battle, who, choice, context);
        Ok(())
    }

    /// The answer that forecasts assume: the one the rules name, spending nothing that does not come back. If they name
    /// none, it is to pass, or the first offer if passing is not possible.
    fn default_answer(&self, battle: &Battle, who: CombatantId) -> Choice {
        let offers = self.offers(battle, who);
        let passes = offers.iter().find(|offer| offer.role == Role::Pass);
        Choice::of(passes.unwrap_or(&offers[0]))
    }

    /// The question in words, with when it comes and why.
    fn told(&self, battle: &Battle, who: CombatantId) -> Told;

    /// Who else on the same side will be asked the same right after, so that a player can settle it for all at once.
    fn asked_with(&self, _: &Battle, _: CombatantId) -> Vec<CombatantId> {
        Vec::new()
    }

    /// Which results of its dice make an answer succeed, as far as the combatant who is asked knows: "10 to 60" if a
    /// success must be higher than another roll. `None` if [`Definition::roll`](super::Definition::roll) says it all.
    fn needs(&self, _: &Battle, _: CombatantId, _: &Choice) -> Option<String> {
        None
    }

    /// An offer in words, starting from those that its data alone give.
    fn describe(&self, _: &Battle, _: CombatantId, _: &Offer, wording: Wording) -> Wording {
        wording
    }
}

/// A question as told: its words, when it comes and why.
#[derive(Clone, Debug)]
pub struct Told {
    question: Question,
    window: Window,
    /// Who caused it, and with what.
    doing: Option<(CombatantId, Option<ItemId>)>,
    /// The rolls so far.
    rolls: Vec<SeenRoll>,
    stages: Vec<AnswerStage>,
    recurs: bool,
}

impl Told {
    /// A question to `who` under a rule, in answer to what happens: words that continue from their name, and what they
    /// know.
    pub fn new(battle: &Battle, who: CombatantId, words: &str, about: impl Into<String>, rule: RuleId) -> Self {
        Self::titled(format!("{} {words}", battle.combatant(who).identity.name), about, rule)
    }

    /// The same under a title of its own.
    pub fn titled(title: String, about: impl Into<String>, rule: RuleId) -> Self {
        let question = Question { title, about: about.into(), rule, on: None };
        Self { question, window: Window::Answer, doing: None, rolls: Vec::new(), stages: Vec::new(), recurs: true }
    }

    /// The same about a combatant, for the board.
    #[must_use]
    pub fn on(mut self, whom: impl Into<Option<CombatantId>>) -> Self {
        self.question.on = whom.into();
        self
    }

    /// The same, caused by a combatant, with an item if any.
    #[must_use]
    pub fn by(mut self, who: CombatantId, with: impl Into<Option<ItemId>>) -> Self {
        self.doing = Some((who, with.into()));
        self
    }

    /// The same after a roll.
    #[must_use]
    pub fn rolled(mut self, words: &'static str, value: impl Into<i32>, against: Option<i32>) -> Self {
        self.rolls.push(SeenRoll { words, value: value.into(), against, figures: 1 });
        self
    }

    /// The same with the rolls so far written with at least this many digits.
    #[must_use]
    pub fn figures(mut self, figures: u8) -> Self {
        self.rolls.iter_mut().for_each(|roll| roll.figures = figures);
        self
    }

    /// The same with the parts of the answer, if there are several.
    #[must_use]
    pub fn staged(mut self, stages: impl IntoIterator<Item = (&'static str, StageState)>) -> Self {
        self.stages = stages.into_iter().map(|(name, state)| AnswerStage { name, state }).collect();
        self
    }

    /// The same in another window than [`Window::Answer`].
    #[must_use]
    pub const fn at(mut self, window: Window) -> Self {
        self.window = window;
        self
    }

    /// The same, asked only once in a battle, so that no answer can stand.
    #[must_use]
    pub const fn once(mut self) -> Self {
        self.recurs = false;
        self
    }

    /// The words.
    pub fn question(self) -> Question {
        self.question
    }

    /// When it comes and why.
    pub fn briefing(self, battle: &Battle, decision: &Decision) -> Briefing {
        let cause = self.doing.map(|(by, with)| {
            let cause = Cause::by(battle, by, with, decision.who);
            self.rolls.into_iter().fold(cause, Cause::rolled)
        });
        let by = self.doing.map(|(by, _)| by);
        let (stages, recurs) = (self.stages, self.recurs);
        Briefing { cause, stages, recurs, ..Briefing::new(battle, decision, self.window, by) }
    }
}

/// Types of questions.
macro_rules! asks {
    ($($(#[doc = $doc:literal])* $prompt:ident($($field:ty),*);)*) => {$(
        $(#[doc = $doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        pub struct $prompt($(pub $field),*);
    )*};
}

/// The questions of a ruleset: the enum that decisions hold, with conversions from each type.
macro_rules! prompts {
    ($($(#[doc = $doc:literal])* $variant:ident($prompt:ty);)*) => {
        /// A question to a combatant.
        #[derive(
            Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
        )]
        pub enum Prompt { $($(#[doc = $doc])* $variant($prompt),)* }

        impl Prompt {
            /// The question as a trait object.
            pub fn asked(&self) -> &dyn $crate::rules::ruleset::RulesetPrompt {
                match self { $(Self::$variant(prompt) => prompt,)* }
            }
        }

        $(
            impl From<$prompt> for Prompt {
                fn from(prompt: $prompt) -> Self {
                    Self::$variant(prompt)
                }
            }

            impl From<$prompt> for $crate::rules::table::Prompt {
                fn from(prompt: $prompt) -> Self {
                    Prompt::$variant(prompt).into()
                }
            }
        )*
    };
}

pub(in crate::rules) use {asks, prompts};
