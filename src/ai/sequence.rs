//! Sequences of choices: the positions they lead through, and the plans they make.

use super::{
    Depth,
    evaluation::Gain,
    fork::{Fork, after_costs},
    options::is_enemy,
    ranking::Account,
    turn_context::TurnContext,
};
use crate::rules::{Battle, Choice, CombatantId};

/// A sequence of choices.
pub(super) struct Plan {
    /// Its first choice.
    pub(super) first: Choice,
    /// The value of the whole sequence.
    pub(super) account: Account,
    /// Where it leaves everybody; `None` if nobody looks further ahead.
    pub(super) end: Option<PlanEnd>,
}

/// Where a plan leaves everybody, as far as is known without dice.
pub(super) struct PlanEnd {
    /// The position, with everything paid that the plan costs.
    pub(super) battle: Battle,
    /// What the plan gains by itself, in hundredths of a point.
    pub(super) gain: i32,
    /// From whom that is taken; nobody in particular, if it is not an attack.
    pub(super) from: Option<CombatantId>,
    /// Whether the turn goes on from there with further attacks.
    pub(super) goes_on: bool,
}

/// A position within a sequence, with the choices that led there.
pub(super) struct Node {
    /// The position.
    pub(super) battle: Battle,
    /// The first choice that led there.
    pub(super) first: Choice,
    /// The value of what was done on the way.
    pub(super) account: Account,
}

impl TurnContext<'_> {
    /// The end of a plan in the position that `at` returns, with what the plan gains by itself and from whom. Only at
    /// full depth does anybody look further ahead.
    fn end(&self, at: impl FnOnce() -> Option<Battle>, (gain, from): (i32, Option<CombatantId>)) -> Option<PlanEnd> {
        if self.depth != Depth::Full {
            return None;
        }
        Some(PlanEnd { battle: at()?, gain, from, goes_on: false })
    }

    /// The end of a plan in a known position.
    pub(super) fn end_at(&self, at: &Battle, gained: (i32, Option<CombatantId>)) -> Option<PlanEnd> {
        self.end(|| Some(at.clone()), gained)
    }

    /// The end of a plan with an attack that is made `from` one position and leads to another one, `at`.
    pub(super) fn end_after(
        &self,
        (from, at): (&Battle, &Battle),
        attack: &Choice,
        (on, gain): (CombatantId, Gain),
    ) -> Option<PlanEnd> {
        self.end(|| after_costs(from, at, self.decision, attack), (gain.value, Some(on)))
    }

    /// The end of a plan that consists of an act after which others or dice decide.
    pub(super) fn end_of_act(&self, fork: &Fork, choice: &Choice, gain: i32) -> Option<PlanEnd> {
        match fork {
            Fork::Again(after) | Fork::Away(after) => self.end_at(after, (gain, None)),
            Fork::Dice => {
                let from = choice.on.filter(|on| is_enemy(self.battle, self.me, *on));
                self.end(|| after_costs(self.battle, self.battle, self.decision, choice), (gain, from))
            }
        }
    }

    /// What a [weighed](Self::weighed) gain counts before it is weighed.
    pub(super) fn unweighed(&self, on: CombatantId, value: i32) -> i32 {
        let weight = self.foes.iter().find(|foe| foe.id == on).map_or(100, |foe| foe.weight);
        value * 100 / weight.max(1)
    }
}
