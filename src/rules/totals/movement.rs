//! Movement actions: how far they go, by which way, and where they may end. TOT-MOVE, TOT-TURN-02.

use std::sync::Arc;

use super::{
    catalogue as ids,
    conditions::{HELD, HOLDING, available, broke, is_helpless, pay},
    menu, reach,
    sheet::{HANDLED, MOVED, UNDER_WAY, sheet},
};
use crate::{
    geometry::{Flood, Footprint, Square},
    rules::{
        Measure, Route,
        ground::{Bare, Walks, closed_by_foes, steps},
        prelude::*,
    },
};

/// Whether a combatant's body keeps others from standing there.
#[inline]
pub fn is_alive(fighter: Combatant<'_>) -> bool {
    matches!(fighter.status, Status::Fighting | Status::Down)
}

/// The anchors that a body of this side can reach from `from`, ignoring other combatants.
pub fn connected(field: &Battlefield, from: Footprint, side: u8) -> Vec<Square> {
    let mut flood = Flood::new();
    let mut starts: Vec<(Square, u16)> = from.squares().map(|square| (square, 0)).collect();
    flood.run_from(steps(field, side), &mut starts, Flood::MAX_LIMIT);
    flood.reached().map(|(square, _)| square).collect()
}

/// Where a combatant cannot go because of conscious enemies, TOT-MOVE-03.
fn closed(battle: &Battle, who: CombatantId, side: u8) -> Vec<Square> {
    let conscious = |fighter: Combatant<'_>| fighter.fights() || is_alive(fighter) && !is_helpless(battle, fighter.id);
    closed_by_foes(battle, who, side, conscious).collect()
}

/// The living bodies on which no movement may end, TOT-MOVE-03.
fn in_the_way(battle: &Battle, who: CombatantId) -> impl Iterator<Item = Footprint> + '_ {
    let others = battle.combatants().filter(move |fighter| fighter.id != who && is_alive(*fighter));
    others.filter(move |fighter| !reach::are_pair(battle, fighter.id, who)).map(Combatant::footprint)
}

/// Squares left of the movement action in progress; `None` without one.
fn under_way(battle: &Battle, who: CombatantId) -> Option<u16> {
    let left = battle.combatant(who).budgets.get(UNDER_WAY);
    (left > 0).then(|| left as u16 - 1)
}

/// Squares of a whole movement action, those of the mount for a rider, TOT-MOVE-01, TOT-MOVE-08.
pub fn allowance(battle: &Battle, who: CombatantId) -> u16 {
    sheet(reach::feet(battle, who)).allowance()
}

/// Why a combatant cannot move: it or its mount is in a hold, TOT-COMP-06.
fn stuck(battle: &Battle, who: CombatantId) -> Option<Refusal> {
    bound(battle.combatant(who)).or_else(|| bound(reach::feet(battle, who)))
}

/// Why a combatant itself can take no movement action, not even one of 0 squares. TOT-COMP-06.
pub fn bound(fighter: Combatant<'_>) -> Option<Refusal> {
    let has = |kind| fighter.conditions.has(kind);
    let words = if has(HELD) { "Held" } else { "Holds somebody" };
    (has(HELD) || has(HOLDING)).then(|| Refusal::new(ids::COMP_06, words))
}

/// Why no whole movement action can be taken: a hold, or the automatic one is used and no AP are left, TOT-TURN-02.
pub fn whole_action(battle: &Battle, who: CombatantId) -> Option<Refusal> {
    let used = battle.combatant(who).budgets.get(MOVED) == 1;
    bound(battle.combatant(who)).or_else(|| broke(battle, who).filter(|_| used))
}

/// Begins a movement action: the automatic one if it is unused, otherwise another for 1 AP.
pub fn begin_action(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if battle.combatant(who).budgets.get(MOVED) == 0 {
        context.effect(Effect::Budget(who, MOVED, 1));
    } else {
        pay(battle, who, 1, context);
    }
    context.effect(Effect::Budget(who, UNDER_WAY, allowance(battle, who) as i16 + 1));
    context.set_budget(battle, who, HANDLED, 0);
}

/// Bit for the item action of a movement action.
pub const ITEM: i16 = 1;

/// Bit for the attack inside a movement action.
pub const ATTACK: i16 = 2;

/// Whether a movement action is in progress.
pub fn is_moving(battle: &Battle, who: CombatantId) -> bool {
    battle.combatant(who).budgets.get(UNDER_WAY) > 0
}

/// Whether a movement action is in progress and has squares left.
pub fn has_squares_left(battle: &Battle, who: CombatantId) -> bool {
    under_way(battle, who).is_some_and(|left| left > 0)
}

/// Whether the movement action in progress has had its [`ITEM`] action or its [`ATTACK`].
pub fn has_had(battle: &Battle, who: CombatantId, what: i16) -> bool {
    battle.combatant(who).budgets.get(HANDLED) & what != 0
}

/// Sets the bit of the [`ITEM`] action or [`ATTACK`].
pub fn note_had(battle: &Battle, who: CombatantId, what: i16, context: &mut StepContext<'_>) {
    let had = if is_moving(battle, who) { battle.combatant(who).budgets.get(HANDLED) } else { 0 };
    context.effect(Effect::Budget(who, HANDLED, had | what));
}

/// Ends the movement action in progress: squares left are lost, TOT-MOVE-01, TOT-MOVE-06.
pub fn end_action(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    context.set_budget(battle, who, UNDER_WAY, 0);
}

/// The most squares that a verb allows: `walk` continues the action in progress or begins the automatic one, `move`
/// begins another for 1 AP.
fn limit(battle: &Battle, who: CombatantId, verb: &str) -> Result<u16, Refusal> {
    stuck(battle, who).map_or(Ok(()), Err)?;
    let fresh = battle.combatant(who).budgets.get(MOVED) == 0;
    match (verb == "move", under_way(battle, who)) {
        (false, Some(0)) => Err(Refusal::new(ids::MOVE_01, "No squares left")),
        (false, Some(left)) => Ok(left),
        (false, None) if fresh => Ok(allowance(battle, who)),
        (false, None) => Err(Refusal::new(ids::TURN_02, "Automatic movement used")),
        (true, _) if fresh => Err(Refusal::new(ids::TURN_02, "Automatic movement comes first")),
        (true, _) if available(battle, who) == 0 => Err(Refusal::new(ids::TURN_02, "No AP left")),
        (true, _) => Ok(allowance(battle, who)),
    }
}

/// Where a movement of up to `limit` squares can lead, TOT-MOVE-03.
fn walks(battle: &Battle, who: CombatantId, limit: u16) -> Arc<Walks> {
    battle.keep(who, limit.into(), || {
        let body = reach::feet(battle, who).footprint();
        let bare = battle.scene.field.shared_map(Bare(body.side));
        Walks::new(bare, closed(battle, who, body.side), body, limit, in_the_way(battle, who).collect())
    })
}

/// The movement offers.
pub fn offers(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let kinds = [(&menu::WALK, Cost::FREE), (&menu::MOVE_AGAIN, menu::ap(1))];
    let offers = kinds.into_iter().map(|(kind, cost)| {
        let offer = Offer::new(kind, &[ids::MOVE_01, ids::TURN_02, ids::MOVE_04], cost);
        let squares = match limit(battle, who, kind.verb) {
            Ok(squares) => squares,
            Err(refusal) => return offer.at(Target::Way(Ways::default())).refused(Some(refusal)),
        };
        let ends = walks(battle, who, squares).ends();
        let nowhere = ends.lead_nowhere().then(|| Refusal::new(ids::MOVE_03, "No free square"));
        offer.at(Target::Way(ends)).refused(nowhere)
    });
    offers.collect()
}

/// How far a verb's movement goes, in words.
pub fn about(battle: &Battle, who: CombatantId, verb: &str) -> Option<String> {
    limit(battle, who, verb).ok().map(|squares| Measure::SQUARES.words(squares))
}

/// The way of a movement with this verb: the shortest to a square, or one drawn by hand.
///
/// # Errors
/// The rule that forbids it.
pub fn course(battle: &Battle, who: CombatantId, verb: &str, course: Course<'_>) -> Result<Route, Refusal> {
    let walks = walks(battle, who, limit(battle, who, verb)?);
    let route = walks.course(course);
    let route = route.map_err(|why| why.refusal(ids::MOVE_01, ids::MOVE_03, "Beyond a movement action"))?;
    Ok(Route { words: "move", ..route })
}

/// Begins or continues a movement action and uses up its squares.
pub fn choose(battle: &Battle, who: CombatantId, verb: &str, squares: &[Square], context: &mut StepContext<'_>) {
    let left = if verb == "walk" { under_way(battle, who) } else { None };
    if left.is_none() {
        begin_action(battle, who, context);
    }
    let left = left.unwrap_or_else(|| allowance(battle, who)).saturating_sub(squares.len() as u16);
    context.effect(Effect::Budget(who, UNDER_WAY, left as i16 + 1));
    context.log(|| {
        let words = format!("moves {}", Measure::SQUARES.words(squares.len() as u16)).into();
        let to = squares.last().copied();
        Entry::Action { who, action: Action::Walk, words, on: None, with: None, to, rule: ids::MOVE_01 }
    });
}

/// Walks the whole way; nothing can interrupt it, TOT-MOVE-04.
pub fn go(battle: &Battle, who: CombatantId, squares: &[Square], context: &mut StepContext<'_>) {
    for square in squares {
        for mover in [Some(who), reach::mount_of(battle, who)].into_iter().flatten() {
            context.effect(Effect::Place(mover, battle.combatant(mover).placement.at(*square)));
        }
    }
}

/// The battle after a route has been walked.
fn walked(battle: &Battle, who: CombatantId, verb: &str, route: &Route) -> Battle {
    battle.after_doing(|context| {
        choose(battle, who, verb, &route.squares, context);
        go(battle, who, crate::rules::objects::traced(battle, &route.squares), context);
        super::conditions::catch_fire(battle, context);
    })
}

/// A movement to a square or along a way, with the battle after it.
///
/// # Errors
/// The rule that forbids it.
pub fn journey(battle: &Battle, who: CombatantId, verb: &str, course: Course<'_>) -> Result<Journey, Refusal> {
    let route = self::course(battle, who, verb, course)?;
    let after = walked(battle, who, verb, &route);
    Ok(Journey::to(route, after))
}
