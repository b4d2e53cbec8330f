//! Everything that can change in a battle, and the one function that changes it.

use std::{mem, ops::Range, sync::Arc};

use serde::{Deserialize, Serialize};

use super::{
    Awareness, Budget, Claim, Condition, ConditionKind, Conditions, Declaration, Explosive, Facing, Feature, Footing,
    Hands, ItemNumber, ItemRow, Location, Placement, Posture, Scene, Sighting, Sightings, Site, StandingOrder,
    StandingOrders, Status, Veil, Vital,
};
use crate::{
    geometry::{Edge, Square},
    rules::ids::{CombatantId, ItemId, Team},
};

/// One change. Effects carry the value after the change, so that different ways to the same result have equal effects.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Effect {
    /// A combatant moves to another place.
    Place(CombatantId, Placement),
    /// A late arrival comes onto the board and into the fight.
    Arrive(CombatantId, Placement),
    /// A combatant takes a posture.
    Posture(CombatantId, Posture),
    /// A combatant faces another way.
    Facing(CombatantId, Facing),
    /// A combatant leaves the fight, or is back in it.
    Status(CombatantId, Status),
    /// A running total takes a value.
    Vital(CombatantId, Vital, i16),
    /// An allowance takes a value.
    Budget(CombatantId, Budget, i16),
    /// A condition begins.
    AddCondition(CombatantId, Condition),
    /// Exactly this condition is replaced by another, or ends.
    ReplaceCondition(CombatantId, Box<Condition>, Option<Box<Condition>>),
    /// All conditions of a kind end.
    Clear(CombatantId, ConditionKind),
    /// The first becomes aware of the second, or loses track of them.
    Awareness(CombatantId, CombatantId, bool),
    /// An item moves elsewhere.
    Move(ItemId, Location),
    /// An item is loaded or not.
    Load(ItemId, bool),
    /// An item has this many uses left.
    Count(ItemId, u16),
    /// One of the ruleset's own numbers of an item takes a value.
    ItemNumber(ItemId, ItemNumber, i16),
    /// An item has another condition, or none.
    Imbue(ItemId, Option<Condition>),
    /// The order of turns.
    Order(Vec<CombatantId>),
    /// A round begins.
    Round(u16),
    /// A turn begins, or nobody is acting.
    Acting(Option<CombatantId>),
    /// These turns are interrupted, the outermost first.
    Interrupt(Vec<CombatantId>),
    /// The innermost interrupted turn goes on.
    Resume(CombatantId),
    /// A combatant gives standing orders for a kind of claim.
    StandingOrder(CombatantId, Claim, StandingOrder),
    /// Where a side last knew a combatant to be.
    Sighting(CombatantId, Team, Sighting),
    /// Something is declared in secret.
    Declare(Declaration),
    /// All secret declarations are shown.
    Disclose,
    /// The feature on an edge changes; the new one is unworn.
    Edge(Edge, Option<Feature>),
    /// The feature in a square changes; the new one is unworn.
    Feature(Square, Option<Feature>),
    /// The footing in a square changes: rubble, a pit.
    Footing(Square, Footing),
    /// A keg or a charge is put into a square, changes, or is gone; a keg's feature comes and goes with it.
    Explosive(Square, Option<Explosive>),
    /// A fire starts or ends in a square.
    Fire(Square, bool),
    /// How much more a feature can take; `None`: as much as when new.
    Wear(Site, Option<u16>),
    /// A square is veiled or cleared.
    Veil(Square, Option<Veil>),
    /// A goal has been held for this many rounds.
    Held(u8, u16),
    /// A side concedes and leaves the field.
    Concede(Team),
    /// The battle is over: the side that has won, or `None` for a draw.
    Over(Option<Team>),
}

impl Effect {
    /// A condition of a combatant is replaced by another, or ends.
    pub fn replaced(who: CombatantId, old: Condition, new: Option<Condition>) -> Self {
        Self::ReplaceCondition(who, Box::new(old), new.map(Box::new))
    }

    /// Whether it writes the same thing as an older effect, which then no longer matters.
    #[inline]
    pub fn replaces(&self, old: &Self) -> bool {
        mem::discriminant(self) == mem::discriminant(old) && self.writes_what(old)
    }

    fn writes_what(&self, old: &Self) -> bool {
        match (old, self) {
            (Self::Place(a, _), Self::Place(b, _))
            | (Self::Arrive(a, _), Self::Arrive(b, _))
            | (Self::Posture(a, _), Self::Posture(b, _))
            | (Self::Facing(a, _), Self::Facing(b, _))
            | (Self::Status(a, _), Self::Status(b, _)) => a == b,
            (Self::Vital(a, x, _), Self::Vital(b, y, _)) => a == b && x == y,
            (Self::Budget(a, x, _), Self::Budget(b, y, _)) => a == b && x == y,
            (Self::ItemNumber(a, x, _), Self::ItemNumber(b, y, _)) => a == b && x == y,
            (Self::Move(a, _), Self::Move(b, _))
            | (Self::Load(a, _), Self::Load(b, _))
            | (Self::Count(a, _), Self::Count(b, _))
            | (Self::Imbue(a, _), Self::Imbue(b, _)) => a == b,
            _ => false,
        }
    }

    /// Adds it to effects, replacing one among `those` that wrote the same thing.
    #[inline]
    pub fn record(self, effects: &mut Vec<Self>, those: Range<usize>) {
        let first = those.start;
        match effects[those].iter().position(|old| self.replaces(old)) {
            Some(place) => effects[first + place] = self,
            None => effects.push(self),
        }
    }
}

/// A target of effects: the plain battle or the living one. Each part has its own setter, so that the living battle
/// marks exactly what has changed.
pub trait EffectTarget {
    /// Sets the place of a body.
    fn set_placement(&mut self, who: CombatantId, placement: Placement);
    /// Sets a posture.
    fn set_posture(&mut self, who: CombatantId, posture: Posture);
    /// Sets the direction a combatant faces.
    fn set_facing(&mut self, who: CombatantId, facing: Facing);
    /// Sets a status.
    fn set_status(&mut self, who: CombatantId, status: Status);
    /// Sets a running total.
    fn set_vital(&mut self, who: CombatantId, vital: Vital, value: i16);
    /// Sets an allowance.
    fn set_budget(&mut self, who: CombatantId, budget: Budget, value: i16);
    /// Changes a combatant's conditions; `change` returns whether it has changed anything.
    fn change_conditions(&mut self, who: CombatantId, change: impl FnOnce(&mut Conditions) -> bool);
    /// Changes the items a combatant holds.
    fn change_hands(&mut self, who: CombatantId, change: impl FnOnce(Hands) -> Hands);
    /// Changes whom a combatant is aware of.
    fn change_awareness(&mut self, who: CombatantId, change: impl FnOnce(Awareness) -> Awareness);
    /// Changes where sides last knew a combatant to be.
    fn change_sightings(&mut self, who: CombatantId, change: impl FnOnce(Sightings) -> Sightings);
    /// Changes a combatant's standing orders.
    fn change_orders(&mut self, who: CombatantId, change: impl FnOnce(StandingOrders) -> StandingOrders);
    /// Changes an item and returns its row before.
    fn change_item(&mut self, item: ItemId, change: impl FnOnce(&mut ItemRow)) -> ItemRow;
    /// Changes the state that belongs to no single combatant or item.
    fn change_scene(&mut self, change: impl FnOnce(&mut Scene));
}

/// Writes an effect. In play, nothing else writes to a battle.
pub fn apply(effect: &Effect, target: &mut impl EffectTarget) {
    match effect {
        Effect::Place(who, placement) => target.set_placement(*who, *placement),
        Effect::Arrive(who, placement) => {
            target.set_placement(*who, *placement);
            target.set_status(*who, Status::Fighting);
        }
        Effect::Posture(who, posture) => target.set_posture(*who, *posture),
        Effect::Facing(who, facing) => target.set_facing(*who, *facing),
        Effect::Status(who, status) => target.set_status(*who, *status),
        Effect::Vital(who, vital, value) => target.set_vital(*who, *vital, *value),
        Effect::Budget(who, budget, value) => target.set_budget(*who, *budget, *value),
        Effect::AddCondition(who, _) | Effect::ReplaceCondition(who, ..) | Effect::Clear(who, _) => {
            target.change_conditions(*who, |all| effect.change_conditions(all));
        }
        Effect::Awareness(who, of, known) => target.change_awareness(*who, |aware| aware.with(*of, *known)),
        Effect::Move(item, to) => carry(*item, *to, target),
        Effect::Load(item, loaded) => {
            target.change_item(*item, |row| row.loaded = *loaded);
        }
        Effect::Count(item, left) => {
            target.change_item(*item, |row| row.count = Some(*left));
        }
        Effect::ItemNumber(item, number, value) => {
            target.change_item(*item, |row| row.numbers.set(*number, *value));
        }
        Effect::Imbue(item, condition) => {
            target.change_item(*item, |row| row.condition = *condition);
        }
        Effect::Order(order) => target.change_scene(|scene| scene.order.clone_from(order)),
        Effect::Round(round) => target.change_scene(|scene| scene.round = *round),
        Effect::Acting(who) => target.change_scene(|scene| scene.acting = *who),
        Effect::Interrupt(all) => target.change_scene(|scene| scene.interrupted.clone_from(all)),
        Effect::Resume(who) => target.change_scene(|scene| {
            scene.interrupted.pop();
            scene.acting = Some(*who);
        }),
        Effect::StandingOrder(who, claim, order) => target.change_orders(*who, |orders| orders.with(*claim, *order)),
        Effect::Sighting(who, side, at) => target.change_sightings(*who, |known| known.with(*side, *at)),
        Effect::Declare(new) => target.change_scene(|scene| {
            scene.declared.retain(|declared| declared.who != new.who);
            scene.declared.push(*new);
            scene.declared.sort_unstable();
        }),
        Effect::Disclose => target.change_scene(|scene| scene.declared.clear()),
        Effect::Edge(edge, feature) => {
            target.change_scene(|scene| {
                scene.wear.set(Site::Edge(*edge), None);
                Arc::make_mut(&mut scene.field).set_edge(*edge, *feature);
            });
        }
        Effect::Feature(square, feature) => target.change_scene(|scene| {
            scene.wear.set(Site::Square(*square), None);
            Arc::make_mut(&mut scene.field).set_feature(*square, *feature);
        }),
        Effect::Footing(square, footing) => {
            target.change_scene(|scene| Arc::make_mut(&mut scene.field).set_footing(*square, *footing));
        }
        Effect::Explosive(square, explosive) => target.change_scene(|scene| {
            scene.wear.set(Site::Square(*square), None);
            Arc::make_mut(&mut scene.field).set_explosive(*square, *explosive);
        }),
        Effect::Fire(square, fire) => {
            target.change_scene(|scene| Arc::make_mut(&mut scene.field).set_fire(*square, *fire));
        }
        Effect::Wear(site, left) => target.change_scene(|scene| scene.wear.set(*site, *left)),
        Effect::Veil(square, veil) => {
            target.change_scene(|scene| Arc::make_mut(&mut scene.field).set_veil(*square, *veil));
        }
        Effect::Held(goal, rounds) => target.change_scene(|scene| scene.goals[usize::from(*goal)].held = *rounds),
        Effect::Concede(side) => target.change_scene(|scene| scene.conceded = scene.conceded.with(*side)),
        Effect::Over(winner) => target.change_scene(|scene| scene.over = Some(*winner)),
    }
}

impl Effect {
    /// Applies the effect to some conditions, whoever it names; returns whether any has changed.
    pub fn change_conditions(&self, conditions: &mut Conditions) -> bool {
        match self {
            Self::AddCondition(_, condition) => {
                conditions.0.push(*condition);
                true
            }
            Self::ReplaceCondition(_, old, new) => replace_condition(conditions, old, new.as_deref().copied()),
            Self::Clear(_, kind) => {
                let before = conditions.0.len();
                conditions.0.retain(|condition| condition.kind != *kind);
                conditions.0.len() != before
            }
            _ => false,
        }
    }

    /// The combatant whose conditions the effect changes, if any.
    pub const fn bearer(&self) -> Option<CombatantId> {
        match self {
            Self::AddCondition(who, _) | Self::ReplaceCondition(who, ..) | Self::Clear(who, _) => Some(*who),
            _ => None,
        }
    }
}

fn replace_condition(conditions: &mut Conditions, old: &Condition, new: Option<Condition>) -> bool {
    let Some(index) = conditions.0.iter().position(|condition| condition == old) else { return false };
    match new {
        Some(new) => conditions.0[index] = new,
        None => {
            conditions.0.remove(index);
        }
    }
    true
}

/// Moves an item and updates the hands of its old and new holder.
fn carry(item: ItemId, to: Location, target: &mut impl EffectTarget) {
    let from = target.change_item(item, |row| row.at = to).at;
    if let Some(holder) = from.holder() {
        target.change_hands(holder, |hands| Hands {
            main: hands.main.filter(|held| *held != item),
            off: hands.off.filter(|held| *held != item),
        });
    }
    if let Some(holder) = to.holder() {
        target.change_hands(holder, |hands| Hands {
            main: if matches!(to, Location::Off(_)) { hands.main } else { Some(item) },
            off: if matches!(to, Location::Main(_)) { hands.off } else { Some(item) },
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Forecasts keep hundreds of thousands of them.
    #[test]
    fn effects_are_small() {
        assert!(size_of::<Effect>() <= 40, "{}", size_of::<Effect>());
    }
}
