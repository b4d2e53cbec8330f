//! What can change in a battle, and the one function that changes it.

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

/// One change. Effects carry the value after the change, so that different ways to the same end have equal effects.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Effect {
    /// A combatant stands somewhere else.
    Place(CombatantId, Placement),
    /// A combatant who was awaited comes onto the board and into the fight.
    Arrive(CombatantId, Placement),
    /// A combatant takes a posture.
    Posture(CombatantId, Posture),
    /// A combatant looks another way.
    Facing(CombatantId, Facing),
    /// A combatant is out of the fight, or back in it.
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
    /// The first becomes aware of the second, or loses track.
    Awareness(CombatantId, CombatantId, bool),
    /// An item is somewhere else.
    Move(ItemId, Location),
    /// An item is loaded or not.
    Load(ItemId, bool),
    /// An item has so many uses left.
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
    /// Somebody gives standing orders for a kind of claim.
    StandingOrder(CombatantId, Claim, StandingOrder),
    /// A side last knows somebody to be somewhere.
    Sighting(CombatantId, Team, Sighting),
    /// Something is declared in secret.
    Declare(Declaration),
    /// All that was declared in secret is shown.
    Disclose,
    /// Something on an edge changes; what comes there is new.
    Edge(Edge, Option<Feature>),
    /// Something that fills a square changes; what comes there is new.
    Feature(Square, Option<Feature>),
    /// One stands otherwise in a square: on rubble, in a pit.
    Footing(Square, Footing),
    /// A keg or a charge in a square is put there, changes, or is gone; a keg with what fills the square.
    Explosive(Square, Option<Explosive>),
    /// It burns in a square, or no longer does.
    Fire(Square, bool),
    /// A feature can take so much more; `None`: as much as when it was new.
    Wear(Site, Option<u16>),
    /// A square is veiled or cleared.
    Veil(Square, Option<Veil>),
    /// A goal has been held for so many rounds.
    Held(u8, u16),
    /// A side gives up: it leaves the field.
    Concede(Team),
    /// The battle is over: the side that has won, or nobody.
    Over(Option<Team>),
}

impl Effect {
    /// One condition of somebody is replaced by another, or ends.
    pub fn replaced(who: CombatantId, old: Condition, new: Option<Condition>) -> Self {
        Self::ReplaceCondition(who, Box::new(old), new.map(Box::new))
    }

    /// Whether it writes the same thing as an older one, which no longer matters then.
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

    /// Adds it to effects, in place of an older one among `those` that wrote the same thing.
    #[inline]
    pub fn record(self, effects: &mut Vec<Self>, those: Range<usize>) {
        let first = those.start;
        match effects[those].iter().position(|old| self.replaces(old)) {
            Some(place) => effects[first + place] = self,
            None => effects.push(self),
        }
    }
}

/// What effects are written to: the plain battle or the living one. Each part has its own setter, so that the living
/// battle marks exactly what has changed.
pub trait EffectTarget {
    /// Sets where a body is.
    fn set_placement(&mut self, who: CombatantId, placement: Placement);
    /// Sets a posture.
    fn set_posture(&mut self, who: CombatantId, posture: Posture);
    /// Sets which way somebody looks.
    fn set_facing(&mut self, who: CombatantId, facing: Facing);
    /// Sets whether somebody is out.
    fn set_status(&mut self, who: CombatantId, status: Status);
    /// Sets a running total.
    fn set_vital(&mut self, who: CombatantId, vital: Vital, value: i16);
    /// Sets an allowance.
    fn set_budget(&mut self, who: CombatantId, budget: Budget, value: i16);
    /// Changes somebody's conditions; `change` says whether it has changed anything.
    fn change_conditions(&mut self, who: CombatantId, change: impl FnOnce(&mut Conditions) -> bool);
    /// Changes what somebody holds.
    fn change_hands(&mut self, who: CombatantId, change: impl FnOnce(Hands) -> Hands);
    /// Changes whom somebody is aware of.
    fn change_awareness(&mut self, who: CombatantId, change: impl FnOnce(Awareness) -> Awareness);
    /// Changes where sides last knew somebody to be.
    fn change_sightings(&mut self, who: CombatantId, change: impl FnOnce(Sightings) -> Sightings);
    /// Changes somebody's standing orders.
    fn change_orders(&mut self, who: CombatantId, change: impl FnOnce(StandingOrders) -> StandingOrders);
    /// Changes an item and returns how it was.
    fn change_item(&mut self, item: ItemId, change: impl FnOnce(&mut ItemRow)) -> ItemRow;
    /// Changes the state that belongs to no single combatant or item.
    fn change_scene(&mut self, change: impl FnOnce(&mut Scene));
}

/// Writes an effect. The only writer of battles in play.
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
    /// Changes somebody's conditions, whosever the effect names, and says whether any has changed.
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

    /// Whose conditions the effect changes, if it changes any.
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

    /// Forecasts keep hundreds of thousands.
    #[test]
    fn effects_are_small() {
        assert!(size_of::<Effect>() <= 40, "{}", size_of::<Effect>());
    }
}
