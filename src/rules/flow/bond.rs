//! Bonds between two combatants: rider and mount, held and holder. Each half is a condition of one that names the
//! other.

use super::StepContext;
use crate::{
    geometry::Square,
    rules::{
        ids::CombatantId,
        state::{Battle, Combatant, Condition, ConditionKind, Effect, Until},
    },
};

/// A kind of bond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bond {
    /// The condition of the first: in the saddle of the second, held by the second.
    pub first: ConditionKind,
    /// The condition of the second.
    pub second: ConditionKind,
}

impl Bond {
    /// The bond seen from the other side.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { first: self.second, second: self.first }
    }

    /// The combatant that `first` is bound to, if any; the oldest bond if there are several.
    #[inline]
    pub fn second_of(self, battle: &Battle, first: CombatantId) -> Option<CombatantId> {
        battle.combatant(first).conditions.find(self.first)?.whom
    }

    /// The combatant bound to `second`, if any.
    #[inline]
    pub fn first_of(self, battle: &Battle, second: CombatantId) -> Option<CombatantId> {
        self.reversed().second_of(battle, second)
    }

    /// The second of the bond, or `first` itself without a bond: who walks when a rider moves.
    #[inline]
    pub fn end_of(self, battle: &Battle, first: CombatantId) -> Combatant<'_> {
        battle.combatant(self.second_of(battle, first).unwrap_or(first))
    }

    /// Whether two are bound to each other, either way round.
    pub fn binds(self, battle: &Battle, one: CombatantId, other: CombatantId) -> bool {
        self.second_of(battle, one) == Some(other) || self.second_of(battle, other) == Some(one)
    }

    /// The two halves as effects; they last until they are ended.
    pub const fn begin(self, first: CombatantId, second: CombatantId) -> [Effect; 2] {
        let mut halves =
            [Condition::new(self.first, Until::Indefinite), Condition::new(self.second, Until::Indefinite)];
        (halves[0].whom, halves[1].whom) = (Some(second), Some(first));
        [Effect::AddCondition(first, halves[0]), Effect::AddCondition(second, halves[1])]
    }

    /// Puts the first where the second is and begins the bond, as when a rider mounts.
    pub fn join(self, battle: &Battle, first: CombatantId, second: CombatantId, context: &mut StepContext<'_>) {
        let at = battle.combatant(second).placement.anchor();
        context.effect(Effect::Place(first, battle.combatant(first).placement.at(at)));
        self.begin(first, second).into_iter().for_each(|effect| context.effect(effect));
    }

    /// Ends all bonds in which `first` is the first, and moves it to a square of its own, if one is given.
    pub fn part(self, battle: &Battle, first: CombatantId, to: Option<Square>, context: &mut StepContext<'_>) {
        self.end(battle, first, context);
        if let Some(to) = to {
            context.effect(Effect::Place(first, battle.combatant(first).placement.at(to)));
        }
    }

    /// Whether the first is bound to the second, even if it is bound to others too.
    pub fn joins(self, battle: &Battle, first: CombatantId, second: CombatantId) -> bool {
        let is_half = |condition: &Condition| condition.kind == self.first && condition.whom == Some(second);
        battle.combatant(first).conditions.0.iter().any(is_half)
    }

    /// Ends both halves of each bond in which `first` is the first.
    pub fn end(self, battle: &Battle, first: CombatantId, context: &mut StepContext<'_>) {
        self.end_where(battle, first, |_| true, context);
    }

    /// Ends both halves of the bond between these two only.
    pub fn end_with(self, battle: &Battle, first: CombatantId, second: CombatantId, context: &mut StepContext<'_>) {
        self.end_where(battle, first, |half| half.whom == Some(second), context);
    }

    fn end_where(
        self,
        battle: &Battle,
        first: CombatantId,
        is_meant: impl Fn(&Condition) -> bool,
        context: &mut StepContext<'_>,
    ) {
        let halves = battle.combatant(first).conditions.0.iter().filter(|condition| condition.kind == self.first);
        for half in halves.filter(|half| is_meant(half)) {
            context.effect(Effect::replaced(first, *half, None));
            let Some(second) = half.whom else { continue };
            let back = |condition: &&Condition| condition.kind == self.second && condition.whom == Some(first);
            if let Some(back) = battle.combatant(second).conditions.0.iter().find(back) {
                context.effect(Effect::replaced(second, *back, None));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::Square,
        rules::{Battlefield, play, testing::example},
    };

    #[test]
    fn both_halves_begin_and_end_together() {
        let [a, b, c] = [0, 1, 2].map(CombatantId);
        let bond = Bond { first: ConditionKind(0), second: ConditionKind(1) };
        let mut battle = example(Battlefield::new(6, 1), &[0, 2, 4].map(|x| Square::new(x, 0)));
        let free = battle.clone();
        bond.begin(a, b).iter().for_each(|half| battle.apply(half));
        assert_eq!((bond.second_of(&battle, a), bond.first_of(&battle, b)), (Some(b), Some(a)));
        assert_eq!((bond.first_of(&battle, a), bond.second_of(&battle, c)), (None, None));
        assert_eq!((bond.end_of(&battle, a).id, bond.end_of(&battle, b).id), (b, b));
        assert!(bond.binds(&battle, b, a) && !bond.binds(&battle, a, c));
        assert!(bond.joins(&battle, a, b) && !bond.joins(&battle, b, a) && !bond.joins(&battle, a, c));
        let ended = |battle: &Battle, end: &dyn Fn(&Battle, &mut StepContext<'_>)| {
            let (mut context, mut after) = (StepContext::without_chance(true), battle.clone());
            end(battle, &mut context);
            play::write(&mut after, context.into_outcome());
            after
        };
        assert_eq!(ended(&battle, &|battle, context| bond.end(battle, a, context)), free);
        assert_eq!(ended(&battle, &|battle, context| bond.reversed().end(battle, b, context)), free);
        assert_eq!(ended(&battle, &|battle, context| bond.end(battle, b, context)), battle);
        // With two bonds, only the one named is ended.
        let mut two = battle.clone();
        bond.begin(a, c).iter().for_each(|half| two.apply(half));
        assert!(bond.joins(&two, a, c));
        assert_eq!(ended(&two, &|battle, context| bond.end_with(battle, a, c, context)), battle);
        assert_eq!(ended(&two, &|battle, context| bond.end_with(battle, b, c, context)), two);
        let joined = ended(&free, &|battle, context| bond.join(battle, a, c, context));
        assert_eq!((bond.second_of(&joined, a), joined.combatant(a).placement.anchor()), (Some(c), Square::new(4, 0)));
        let apart = ended(&joined, &|battle, context| bond.part(battle, a, Some(Square::new(5, 0)), context));
        assert_eq!((bond.second_of(&apart, a), apart.combatant(a).placement.anchor()), (None, Square::new(5, 0)));
    }
}
