//! How a question is put: what is told about it, and the way from a question with few answers to the kernel. PCT-ATK-02,
//! PCT-CHK-12, PCT-REA-01.

use super::{step::Exchange, to_hit};
use crate::rules::{Cause, prelude::*};

/// What is told about a question: its words, when it comes and why.
pub struct Told {
    question: Question,
    window: Window,
    /// Whose doing it is, and with what.
    doing: Option<(CombatantId, Option<ItemId>)>,
    /// The rolls so far: what for, the result, the number if it is known.
    rolls: Vec<(&'static str, i32, Option<i32>)>,
}

impl Told {
    /// What somebody is asked by a rule: what happens to them, in words that go on from their name, and what they know.
    pub fn new(battle: &Battle, who: CombatantId, words: &str, about: impl Into<String>, rule: RuleId) -> Self {
        let title = format!("{} {words}", battle.combatant(who).identity.name);
        let question = Question { title, about: about.into(), rule, on: None };
        Self { question, window: Window::Answer, doing: None, rolls: Vec::new() }
    }

    /// The same about somebody, for the board.
    pub const fn on(mut self, whom: Option<CombatantId>) -> Self {
        self.question.on = whom;
        self
    }

    /// The same, caused by somebody with something.
    pub const fn by(mut self, who: CombatantId, with: Option<ItemId>) -> Self {
        self.doing = Some((who, with));
        self
    }

    /// The same after a roll.
    pub fn rolled(mut self, words: &'static str, value: impl Into<i32>, against: Option<i32>) -> Self {
        self.rolls.push((words, value.into(), against));
        self
    }

    /// The same in answer to an attack and its roll. Whoever attacks knows the number; whoever is attacked knows only what
    /// was rolled.
    pub fn after_roll(self, battle: &Battle, who: CombatantId, exchange: &Exchange, face: u8) -> Self {
        let number = (exchange.by == who).then(|| to_hit::attack_number(battle, exchange));
        self.by(exchange.by, Some(exchange.item)).rolled("To hit", face, number)
    }

    /// The same at another time than in answer to what happens.
    pub const fn at(mut self, window: Window) -> Self {
        self.window = window;
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
            self.rolls.into_iter().fold(cause, |cause, (words, value, against)| cause.rolled(words, value, against))
        });
        Briefing::new(battle, decision, self.window, self.doing.map(|(by, _)| by)).because(cause)
    }
}

/// What has become of a choice.
pub type Tried = Result<(), Refusal>;

/// A question of which the words and the reason are told together.
pub trait Asking {
    /// The verb of the default answer.
    const DEFAULT: &'static str = "keep";
    /// All offers in answer.
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer>;
    /// What a choice leads to.
    fn answer(&self, _: &Battle, _: CombatantId, _: &Choice, _: &mut StepContext<'_>) {}
    /// The same where it can still be refused.
    ///
    /// # Errors
    /// The rule that forbids it after all.
    fn try_answer(&self, battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) -> Tried {
        self.answer(battle, who, choice, context);
        Ok(())
    }
    /// The default answer.
    fn default_answer(&self, _: &Battle, _: CombatantId) -> Choice {
        Choice::new(Self::DEFAULT)
    }
    /// What is told about it.
    fn told(&self, battle: &Battle, who: CombatantId) -> Told;
    /// An offer in words.
    fn describe(&self, _: &Battle, _: CombatantId, _: &Offer, wording: Wording) -> Wording {
        wording
    }
}

/// Questions that are [`Asking`]: their types, and what the kernel asks of them.
macro_rules! asks {
    ($($(#[doc = $doc:literal])* $prompt:ident($($field:ty),*);)*) => {$(
        $(#[doc = $doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        pub struct $prompt($(pub $field),*);

        impl $crate::rules::RulesetPrompt for $prompt {
            fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<$crate::rules::Offer> {
                Asking::offers(self, battle, who)
            }

            fn answer(
                &self,
                battle: &Battle,
                who: CombatantId,
                choice: &$crate::rules::Choice,
                context: &mut StepContext<'_>,
            ) -> Result<(), $crate::rules::Refusal> {
                self.try_answer(battle, who, choice, context)
            }

            fn default_answer(&self, battle: &Battle, who: CombatantId) -> $crate::rules::Choice {
                Asking::default_answer(self, battle, who)
            }

            fn question(&self, battle: &Battle, who: CombatantId) -> $crate::rules::Question {
                self.told(battle, who).question()
            }

            fn briefing(&self, battle: &Battle, decision: &$crate::rules::Decision) -> $crate::rules::Briefing {
                self.told(battle, decision.who).briefing(battle, decision)
            }

            fn describe(
                &self,
                battle: &Battle,
                who: CombatantId,
                offer: &$crate::rules::Offer,
                wording: $crate::rules::Wording,
            ) -> $crate::rules::Wording {
                Asking::describe(self, battle, who, offer, wording)
            }
        }
    )*};
}

pub(super) use asks;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::Square,
        rules::{
            Battlefield, ItemRow, Location, RulesetId, SeenRoll, Team,
            percentile::{answer::OwnTurn, defence::Defend, reactions::React, sheet::Sheet, step::Event},
            testing::armed,
        },
    };

    const A: CombatantId = CombatantId(0);
    const B: CombatantId = CombatantId(1);

    fn duel() -> Battle {
        let body = |team, x| (Team(team), Square::new(x, 1), Sheet::default().into());
        let weapon = ItemRow::new(ItemId(0), Location::Main(A));
        armed(RulesetId::Percentile, Battlefield::new(4, 4), &[body(0, 1), body(1, 2)], vec![weapon])
    }

    fn of(battle: &Battle, who: CombatantId, prompt: impl Into<crate::rules::Prompt>) -> Briefing {
        let decision = Decision { who, prompt: prompt.into() };
        decision.prompt.asked().briefing(battle, &decision)
    }

    #[test]
    fn whoever_defends_knows_the_roll_and_the_attacker_he_perceives() {
        let mut battle = duel();
        let blow = Exchange::new(A, B, ItemId(0), 0);
        let told = of(&battle, B, Defend(blow, 9));
        assert_eq!((told.window, told.level), (Window::Answer, 1));
        let cause = told.cause.unwrap();
        assert_eq!((cause.who, cause.from, cause.with), (Some(A), Some(Square::new(1, 1)), Some(ItemId(0))));
        assert_eq!(cause.rolls, [SeenRoll { words: "To hit", value: 9, against: None }]);
        battle.combatant_mut(B).aware = crate::rules::Awareness::default();
        let told = of(&battle, B, Defend(blow, 9)).cause.unwrap();
        assert_eq!((told.who, told.from, told.with), (None, None, None));
        assert_eq!(told.rolls.len(), 1);
    }

    #[test]
    fn each_doing_that_is_interrupted_is_a_level() {
        let battle = duel();
        assert_eq!(of(&battle, A, OwnTurn).level, 0);
        assert_eq!(of(&battle, B, React(Event::Leaves(A, Square::new(1, 2)))).level, 1);
        let back = of(&battle, A, Defend(Exchange::new(B, A, ItemId(0), 0), 9));
        assert_eq!(back.level, 2, "A defends against a blow of B in A's own turn");
    }
}
