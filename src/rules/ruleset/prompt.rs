//! A question of a ruleset as a type: what can be chosen, what that leads to, what is chosen by default, and how it is told.

use super::Question;
use crate::rules::{
    account::RuleId,
    choosing::{AnswerStage, Briefing, Cause, Choice, Offer, Refusal, Role, SeenRoll, StageState, Window, Wording},
    flow::StepContext,
    ids::{CombatantId, ItemId},
    state::{Battle, Decision},
};

/// What comes of an answer besides its outcome: nothing, or the rule that forbids it after all.
pub type Answered = Result<(), Refusal>;

/// Everything about one question. The battle given for offers is what the asker knows.
pub trait RulesetPrompt {
    /// All offers in answer; at least one is open.
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer>;

    /// The offers of some verbs, and others if that is less work than to leave them out.
    fn offers_of(&self, battle: &Battle, who: CombatantId, _verbs: &[&str]) -> Vec<Offer> {
        self.offers(battle, who)
    }

    /// What a choice, which has passed [`Choice::check`] against the offers, leads to.
    fn answer(&self, _: &Battle, _: CombatantId, _: &Choice, _: &mut StepContext<'_>) {}

    /// The same where a rule may forbid it after all.
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

    /// The answer that forecasts assume: the one the catalogue names, spending nothing that does not come back. Where it
    /// names none, nothing is done about it; if something must be, it is the first on offer.
    fn default_answer(&self, battle: &Battle, who: CombatantId) -> Choice {
        let offers = self.offers(battle, who);
        let passes = offers.iter().find(|offer| offer.role == Role::Pass);
        Choice::of(passes.unwrap_or(&offers[0]))
    }

    /// The question in words, with when it comes and why.
    fn told(&self, battle: &Battle, who: CombatantId) -> Told;

    /// Who else of the same side will be asked the same right after, so that a person can settle it for all at once.
    fn asked_with(&self, _: &Battle, _: CombatantId) -> Vec<CombatantId> {
        Vec::new()
    }

    /// Which results of its dice make an answer come off, as far as the one who is asked knows: "10 to 60" where a success must
    /// be higher than another roll. `None` where [`Definition::roll`](super::Definition::roll) says it all.
    fn needs(&self, _: &Battle, _: CombatantId, _: &Choice) -> Option<String> {
        None
    }

    /// An offer in words, from those that its data alone give.
    fn describe(&self, _: &Battle, _: CombatantId, _: &Offer, wording: Wording) -> Wording {
        wording
    }
}

/// What is told about a question: its words, when it comes and why.
#[derive(Clone, Debug)]
pub struct Told {
    question: Question,
    window: Window,
    /// Whose doing it is, and with what.
    doing: Option<(CombatantId, Option<ItemId>)>,
    /// The rolls so far.
    rolls: Vec<SeenRoll>,
    stages: Vec<AnswerStage>,
    recurs: bool,
}

impl Told {
    /// What somebody is asked by a rule, in answer to what happens: words that go on from their name, and what they know.
    pub fn new(battle: &Battle, who: CombatantId, words: &str, about: impl Into<String>, rule: RuleId) -> Self {
        Self::titled(format!("{} {words}", battle.combatant(who).identity.name), about, rule)
    }

    /// The same under a title of its own.
    pub fn titled(title: String, about: impl Into<String>, rule: RuleId) -> Self {
        let question = Question { title, about: about.into(), rule, on: None };
        Self { question, window: Window::Answer, doing: None, rolls: Vec::new(), stages: Vec::new(), recurs: true }
    }

    /// The same about somebody, for the board.
    #[must_use]
    pub fn on(mut self, whom: impl Into<Option<CombatantId>>) -> Self {
        self.question.on = whom.into();
        self
    }

    /// The same, caused by somebody with something.
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

    /// The same with the rolls so far written with so many figures at least.
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

    /// The same at another time than in answer to what happens.
    #[must_use]
    pub const fn at(mut self, window: Window) -> Self {
        self.window = window;
        self
    }

    /// The same asked once in a battle, so that no answer can stand.
    #[must_use]
    pub const fn once(mut self) -> Self {
        self.recurs = false;
        self
    }

    /// The words.
    pub fn question(self) -> Question {
        self.question
    }

    /// When and why.
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

/// The questions of a ruleset, by type: the enum that decisions hold, and the way from it to each.
macro_rules! prompts {
    ($($(#[doc = $doc:literal])* $variant:ident($prompt:ty);)*) => {
        /// A question to a combatant.
        #[derive(
            Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
        )]
        pub enum Prompt { $($(#[doc = $doc])* $variant($prompt),)* }

        impl Prompt {
            /// The question as what it can do.
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
