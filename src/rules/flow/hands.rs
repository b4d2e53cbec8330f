//! Taking items in hand: which hand, what is in the way there, and what is used up.

use super::StepContext;
use crate::rules::{
    choosing::ParameterValue,
    ids::{CombatantId, ItemId},
    state::{Battle, Effect, Location},
};

/// The main hand or the off hand, for an item that either can hold.
pub fn either_hand() -> Vec<ParameterValue> {
    vec![ParameterValue::new(0, "main", "Main hand"), ParameterValue::new(1, "off", "Off hand")]
}

/// The held items that must leave the hands before another can be held at `to`: the one in that hand, any that takes
/// both hands, and all if `to` needs both.
pub fn in_the_way(battle: &Battle, who: CombatantId, to: Location) -> impl Iterator<Item = ItemId> + '_ {
    let takes_both = |at: Location| matches!(at, Location::Both(_));
    battle.combatant(who).hands.held().filter(move |held| {
        let at = battle.item(*held).at;
        takes_both(at) || takes_both(to) || at == to
    })
}

/// Takes an item in hand at `to`. Items in the way are put away; `before` is called for each before it leaves the hand.
pub fn take(
    battle: &Battle,
    (who, item): (CombatantId, ItemId),
    to: Location,
    context: &mut StepContext<'_>,
    before: impl Fn(ItemId, &mut StepContext<'_>),
) {
    for held in in_the_way(battle, who, to) {
        before(held, context);
        context.effect(Effect::Move(held, Location::Stowed(who)));
    }
    context.effect(Effect::Move(item, to));
}

impl StepContext<'_> {
    /// Held items fall to the ground; `before` is called for each before it leaves the hand.
    pub fn drop_held(&mut self, battle: &Battle, who: CombatantId, before: impl Fn(ItemId, &mut Self)) {
        let fighter = battle.combatant(who);
        for held in fighter.hands.held() {
            before(held, self);
            self.effect(Effect::Move(held, Location::Ground(fighter.placement.anchor())));
        }
    }
}

/// Uses up one of an item: the last one, or an item that is not counted, is gone.
pub fn use_up(battle: &Battle, item: ItemId, context: &mut StepContext<'_>) {
    match battle.item(item).count {
        Some(left) if left > 1 => context.effect(Effect::Count(item, left - 1)),
        _ => context.effect(Effect::Move(item, Location::Gone)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::Square,
        rules::{
            state::{Battlefield, Effect},
            testing,
        },
    };

    #[test]
    fn what_is_in_the_way_is_what_takes_the_same_hands() {
        let mut battle = testing::example(Battlefield::new(2, 1), &[Square::new(0, 0), Square::new(1, 0)]);
        let (who, sword, shield) = (CombatantId(0), ItemId(0), ItemId(1));
        battle.apply(&Effect::Move(sword, Location::Main(who)));
        battle.apply(&Effect::Move(shield, Location::Off(who)));
        let found = |battle: &Battle, to| in_the_way(battle, who, to).collect::<Vec<_>>();
        assert_eq!(found(&battle, Location::Main(who)), [sword]);
        assert_eq!(found(&battle, Location::Off(who)), [shield]);
        assert_eq!(found(&battle, Location::Both(who)), [sword, shield]);
        battle.apply(&Effect::Move(shield, Location::Stowed(who)));
        battle.apply(&Effect::Move(sword, Location::Both(who)));
        assert_eq!(found(&battle, Location::Off(who)), [sword]);
    }
}
