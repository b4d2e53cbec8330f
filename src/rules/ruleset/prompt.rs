//! A question of a ruleset as a type: what can be chosen, what that leads to, what is chosen by default, and how it is told.

use super::Question;
use crate::rules::{
    choosing::{Briefing, Cause, Choice, Offer, Refusal, Window, Wording},
    flow::StepContext,
    ids::CombatantId,
    state::{Battle, Decision},
};

/// What comes of an answer besides its outcome: nothing, or the rule that forbids it after all.
pub type Answered = Result<(), Refusal>;

/// Everything about one question. The battle given for offers is what the asker knows.
pub trait RulesetPrompt {
    /// All offers in answer; at least one is open.
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer>;
    /// The offers of one verb, and others if that is less work than to leave them out.
    fn offers_of(&self, battle: &Battle, who: CombatantId, _verb: &str) -> Vec<Offer> {
        self.offers(battle, who)
    }
    /// What a choice, which has passed [`Choice::check`] against the offers, leads to.
    ///
    /// # Errors
    /// The rule that forbids it after all, such as a way that cannot be walked.
    fn answer(&self, battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) -> Answered;
    /// The answer that forecasts assume: the one the catalogue names, spending nothing that does not come back.
    fn default_answer(&self, battle: &Battle, who: CombatantId) -> Choice;
    /// The question in words.
    fn question(&self, battle: &Battle, who: CombatantId) -> Question;
    /// When it comes and why. By default whoever's turn it is decides by [`turn_question`](super::Play::turn_question)
    /// what to do in it and by other questions how that goes on, and anybody else answers the one whom the question is
    /// about.
    fn briefing(&self, battle: &Battle, decision: &Decision) -> Briefing {
        if battle.scene.acting == Some(decision.who) {
            let is_turn = battle.ruleset.rules().turn_question(decision.who) == *decision;
            return Briefing::new(battle, decision, if is_turn { Window::Turn } else { Window::Midway }, None);
        }
        let by = self.question(battle, decision.who).on;
        let cause = by.map(|by| Cause::by(battle, by, None, decision.who));
        Briefing::new(battle, decision, Window::Answer, by).because(cause)
    }
    /// An offer in words, from those that its data alone give.
    fn describe(&self, _: &Battle, _: CombatantId, _: &Offer, wording: Wording) -> Wording {
        wording
    }
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

pub(in crate::rules) use prompts;
