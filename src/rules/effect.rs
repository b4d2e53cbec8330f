//! What can change in a battle, and the one function that changes it.

use serde::{Deserialize, Serialize};

use super::{
    Aware, Budget, Budgets, CombatantId, Condition, ConditionKind, Conditions, Feature, Hands, Item, ItemId, Location,
    Placement, Posture, Scene, Status, Team, Veil, Vital, Vitals,
};
use crate::geometry::{Edge, Square};

/// One change. Effects carry the value after the change, so that equal ends of different ways are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Effect {
    /// A body is elsewhere.
    Place(CombatantId, Placement),
    /// A posture is taken.
    Posture(CombatantId, Posture),
    /// Somebody is out, or back.
    Status(CombatantId, Status),
    /// A running total changes to the value.
    Vital(CombatantId, Vital, i16),
    /// An allowance changes to the value.
    Budget(CombatantId, Budget, i16),
    /// A condition begins.
    Afflict(CombatantId, Condition),
    /// Exactly that condition is replaced by another, or ends.
    Relieve(CombatantId, Condition, Option<Condition>),
    /// All conditions of a kind end.
    Clear(CombatantId, ConditionKind),
    /// The first comes to know of the second, or forgets.
    Aware(CombatantId, CombatantId, bool),
    /// A thing is elsewhere.
    Move(ItemId, Location),
    /// A thing is loaded or not.
    Load(ItemId, bool),
    /// So many uses are left.
    Count(ItemId, u16),
    /// Something else is the matter with a thing, or nothing any more.
    Imbue(ItemId, Option<Condition>),
    /// The order of turns.
    Order(Vec<CombatantId>),
    /// A round begins.
    Round(u16),
    /// A turn begins, or nobody is acting.
    Acting(Option<CombatantId>),
    /// Something on an edge changes.
    Edge(Edge, Option<Feature>),
    /// A square is veiled or cleared.
    Veil(Square, Option<Veil>),
    /// A goal has been held for so many rounds.
    Held(u8, u16),
    /// The battle is over: the side that has won, or nobody.
    Over(Option<Team>),
}

/// The parts of one combatant that effects write, but for the placement, which is replaced whole.
pub struct BodyMut<'a> {
    /// See [`Posture`].
    pub posture: &'a mut Posture,
    /// See [`Status`].
    pub status: &'a mut Status,
    /// See [`Vitals`].
    pub vitals: &'a mut Vitals,
    /// See [`Budgets`].
    pub budgets: &'a mut Budgets,
    /// See [`Conditions`].
    pub conditions: &'a mut Conditions,
    /// See [`Hands`].
    pub hands: &'a mut Hands,
    /// See [`Aware`].
    pub aware: &'a mut Aware,
}

/// Something effects can be written to: the plain battle and the living one.
pub trait Ledger {
    /// The parts of a combatant.
    fn body(&mut self, who: CombatantId) -> BodyMut<'_>;
    /// Replaces a placement.
    fn place(&mut self, who: CombatantId, placement: Placement);
    /// A thing.
    fn item(&mut self, item: ItemId) -> &mut Item;
    /// What belongs to nobody.
    fn scene(&mut self) -> &mut Scene;
}

/// Writes an effect. The only writer of battles.
pub fn apply(effect: &Effect, ledger: &mut impl Ledger) {
    match effect {
        Effect::Place(who, placement) => ledger.place(*who, *placement),
        Effect::Posture(who, posture) => *ledger.body(*who).posture = *posture,
        Effect::Status(who, status) => *ledger.body(*who).status = *status,
        Effect::Vital(who, vital, value) => ledger.body(*who).vitals.0[usize::from(vital.0)] = *value,
        Effect::Budget(who, budget, value) => ledger.body(*who).budgets.0[usize::from(budget.0)] = *value,
        Effect::Afflict(who, condition) => ledger.body(*who).conditions.0.push(*condition),
        Effect::Relieve(who, old, new) => relieve(ledger.body(*who).conditions, old, *new),
        Effect::Clear(who, kind) => ledger.body(*who).conditions.0.retain(|condition| condition.kind != *kind),
        Effect::Aware(who, of, known) => {
            let aware = ledger.body(*who).aware;
            *aware = aware.with(*of, *known);
        }
        Effect::Move(item, to) => carry(*item, *to, ledger),
        Effect::Load(item, loaded) => ledger.item(*item).loaded = *loaded,
        Effect::Count(item, left) => ledger.item(*item).count = Some(*left),
        Effect::Imbue(item, condition) => ledger.item(*item).condition = *condition,
        Effect::Order(order) => ledger.scene().order.clone_from(order),
        Effect::Round(round) => ledger.scene().round = *round,
        Effect::Acting(who) => ledger.scene().acting = *who,
        Effect::Edge(edge, feature) => std::sync::Arc::make_mut(&mut ledger.scene().field).set_edge(*edge, *feature),
        Effect::Veil(square, veil) => {
            if let Some(cell) = std::sync::Arc::make_mut(&mut ledger.scene().field).cell_mut(*square) {
                cell.veil = *veil;
            }
        }
        Effect::Held(goal, rounds) => ledger.scene().goals[usize::from(*goal)].held = *rounds,
        Effect::Over(winner) => ledger.scene().over = Some(*winner),
    }
}

fn relieve(conditions: &mut Conditions, old: &Condition, new: Option<Condition>) {
    let Some(index) = conditions.0.iter().position(|condition| condition == old) else { return };
    match new {
        Some(new) => conditions.0[index] = new,
        None => {
            conditions.0.remove(index);
        }
    }
}

/// Moves a thing and keeps the hands of its old and new holder in step.
fn carry(item: ItemId, to: Location, ledger: &mut impl Ledger) {
    let from = std::mem::replace(&mut ledger.item(item).at, to);
    if let Some(holder) = from.holder() {
        let hands = ledger.body(holder).hands;
        hands.main = hands.main.filter(|held| *held != item);
        hands.off = hands.off.filter(|held| *held != item);
    }
    if let Some(holder) = to.holder() {
        let hands = ledger.body(holder).hands;
        if !matches!(to, Location::Off(_)) {
            hands.main = Some(item);
        }
        if !matches!(to, Location::Main(_)) {
            hands.off = Some(item);
        }
    }
}
