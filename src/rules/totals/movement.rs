//! Movement actions: how far, which way, where they end. TOT-MOVE, TOT-TURN-02.

use super::{
    conditions::{HELD, HOLDING, available, is_helpless, pay},
    ids, menu, mounts,
    sheet::{HANDLED, MOVED, UNDER_WAY, sheet},
};
use crate::{
    geometry::{Direction, Flood, Footprint, Square, StepMap},
    rules::{
        Action, Battle, Battlefield, Combatant, CombatantId, Cost, Effect, Entry, Measure, Offer, Reachable, Refusal,
        Route, Status, StepContext, Target, Ways,
        ground::{can_step, steps},
    },
};

/// Whether somebody has a body that keeps others from standing there.
#[inline]
pub fn is_alive(one: Combatant<'_>) -> bool {
    matches!(one.status, Status::Fighting | Status::Down)
}

/// Whether two bodies stand side by side with a step open between them.
pub fn adjoins(field: &Battlefield, one: Footprint, other: Footprint) -> bool {
    let towards = |from: Square| {
        Direction::ALL.into_iter().filter(move |to| other.contains(from.step(*to))).map(move |to| (from, to))
    };
    one.squares().flat_map(towards).any(|(from, to)| can_step(field, Footprint::one(from), to))
}

/// The places that a body can get to from somewhere, others aside.
pub fn connected(field: &Battlefield, from: Footprint, side: u8) -> Vec<Square> {
    let mut flood = Flood::new();
    let mut starts: Vec<(Square, u16)> = from.squares().map(|square| (square, 0)).collect();
    flood.run_from(steps(field, side), &mut starts, Flood::MAX_LIMIT);
    flood.reached().map(|(square, _)| square).collect()
}

/// Steps for somebody: squares of enemies who are conscious are closed, TOT-MOVE-03.
fn map(battle: &Battle, who: CombatantId) -> StepMap {
    let side = mounts::feet(battle, who).footprint().side;
    let mut map = steps(&battle.scene.field, side).clone();
    let conscious = |one: &Combatant<'_>| one.fights() || is_alive(*one) && !is_helpless(battle, one.id);
    let foes = battle.enemies(who).filter(conscious);
    foes.flat_map(|one| one.footprint().met_by(side)).for_each(|anchor| map.block(anchor));
    map
}

/// The living bodies on which no movement ends, TOT-MOVE-03.
fn in_the_way(battle: &Battle, who: CombatantId) -> impl Iterator<Item = Footprint> + '_ {
    let others = battle.combatants().filter(move |one| one.id != who && is_alive(*one));
    others.filter(move |one| !mounts::are_pair(battle, one.id, who)).map(Combatant::footprint)
}

/// Whether a movement may end with the anchor there, TOT-MOVE-03.
fn may_end(battle: &Battle, who: CombatantId, anchor: Square) -> bool {
    let body = mounts::feet(battle, who).placement.at(anchor).0;
    let leaves_room =
        |other: CombatantId| other == who || !is_alive(battle.combatant(other)) || mounts::are_pair(battle, other, who);
    body.squares().all(|square| battle.bodies_at(square).all(leaves_room))
}

/// Squares left of the movement action in progress; `None` without one.
fn under_way(battle: &Battle, who: CombatantId) -> Option<u16> {
    let left = battle.combatant(who).budgets.get(UNDER_WAY);
    (left > 0).then(|| left as u16 - 1)
}

/// Squares of a whole movement action, on the mount's feet if there is one, TOT-MOVE-01, TOT-MOVE-08.
pub fn allowance(battle: &Battle, who: CombatantId) -> u16 {
    sheet(mounts::feet(battle, who)).allowance()
}

/// Why somebody cannot take a movement action at all, whose mount must be free for it too, TOT-COMP-06.
pub fn stuck(battle: &Battle, who: CombatantId) -> Option<Refusal> {
    let has = |kind| battle.combatant(who).conditions.has(kind) || mounts::feet(battle, who).conditions.has(kind);
    let words = if has(HELD) { "Held" } else { "Holds somebody" };
    (has(HELD) || has(HOLDING)).then(|| Refusal::new(ids::COMP_06, words))
}

/// Why no whole movement action can be taken: the automatic one is used and there is no AP, TOT-TURN-02.
pub fn whole_action(battle: &Battle, who: CombatantId) -> Option<Refusal> {
    let used = battle.combatant(who).budgets.get(MOVED) == 1;
    let broke = used && available(battle, who) == 0;
    stuck(battle, who).or_else(|| broke.then(|| Refusal::new(ids::TURN_02, "No AP left")))
}

/// Begins a movement action: the automatic one, else for 1 AP.
pub fn begin_action(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if battle.combatant(who).budgets.get(MOVED) == 0 {
        context.effect(Effect::Budget(who, MOVED, 1));
    } else {
        pay(battle, who, 1, context);
    }
    context.effect(Effect::Budget(who, UNDER_WAY, allowance(battle, who) as i16 + 1));
    if battle.combatant(who).budgets.get(HANDLED) != 0 {
        context.effect(Effect::Budget(who, HANDLED, 0));
    }
}

/// Bit for the item action of a movement action.
pub const ITEM: i16 = 1;
/// Bit for its attack.
pub const ATTACK: i16 = 2;

/// Whether a movement action is in progress.
pub fn is_moving(battle: &Battle, who: CombatantId) -> bool {
    battle.combatant(who).budgets.get(UNDER_WAY) > 0
}

/// Whether the movement action in progress has had its item action or its attack.
pub fn has_had(battle: &Battle, who: CombatantId, what: i16) -> bool {
    battle.combatant(who).budgets.get(HANDLED) & what != 0
}

/// Sets the bit.
pub fn note_had(battle: &Battle, who: CombatantId, what: i16, context: &mut StepContext<'_>) {
    let had = if is_moving(battle, who) { battle.combatant(who).budgets.get(HANDLED) } else { 0 };
    context.effect(Effect::Budget(who, HANDLED, had | what));
}

/// Ends the movement action in progress: squares left are lost, TOT-MOVE-01, TOT-MOVE-06.
pub fn end_action(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if battle.combatant(who).budgets.get(UNDER_WAY) != 0 {
        context.effect(Effect::Budget(who, UNDER_WAY, 0));
    }
}

/// The most squares of the offer with a verb: `walk` continues the action in progress or begins the automatic one,
/// `move` begins another for 1 AP.
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

fn flood(battle: &Battle, who: CombatantId, limit: u16) -> (StepMap, Flood) {
    let map = map(battle, who);
    let mut flood = Flood::new();
    flood.run(&map, mounts::feet(battle, who).placement.anchor(), limit);
    (map, flood)
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
        let ends = reachable(battle, who, squares);
        let nowhere = ends.is_empty().then(|| Refusal::new(ids::MOVE_03, "No free square"));
        offer.at(Target::Way(ends.into())).refused(nowhere)
    });
    offers.collect()
}

/// How far the offer of a word leads, in words.
pub fn about(battle: &Battle, who: CombatantId, verb: &str) -> Option<String> {
    limit(battle, who, verb).ok().map(|squares| Measure::SQUARES.words(squares))
}

fn reachable(battle: &Battle, who: CombatantId, limit: u16) -> Vec<Reachable> {
    let body = mounts::feet(battle, who).footprint();
    let (start, extent) = (body.anchor, battle.scene.field.extent());
    let mut taken = vec![false; extent.len()];
    let anchors = in_the_way(battle, who).flat_map(|other| other.met_by(body.side));
    anchors.filter_map(|anchor| extent.index(anchor)).for_each(|index| taken[index] = true);
    let free = |square: Square| extent.index(square).is_some_and(|index| !taken[index]);
    let (_, flood) = flood(battle, who, limit);
    let ends = flood.reached().filter(|(to, _)| *to != start && free(*to));
    ends.map(|(square, cost)| Reachable { square, cost, base: true }).collect()
}

/// The shortest way to a square.
pub fn route(battle: &Battle, who: CombatantId, verb: &str, to: Square) -> Option<Route> {
    let limit = limit(battle, who, verb).ok()?;
    let (map, flood) = flood(battle, who, limit);
    let squares: Vec<Square> = flood.path_to(&map, to)?.into_iter().skip(1).collect();
    (!squares.is_empty() && may_end(battle, who, to)).then(|| plain(squares))
}

fn plain(squares: Vec<Square>) -> Route {
    Route { cost: squares.len() as u16, squares, base: true, words: "move" }
}

/// A way drawn by hand.
///
/// # Errors
/// The rule that forbids it.
pub fn way(battle: &Battle, who: CombatantId, verb: &str, squares: &[Square]) -> Result<Route, Refusal> {
    let limit = limit(battle, who, verb)?;
    let last = *squares.last().ok_or_else(|| Refusal::new(ids::MOVE_01, "No steps"))?;
    let map = map(battle, who);
    let mut at = mounts::feet(battle, who).placement.anchor();
    for square in squares {
        let step = at.direction_to(*square).and_then(|direction| map.step(at, direction));
        step.ok_or_else(|| Refusal::new(ids::MOVE_03, "A step is blocked"))?;
        at = *square;
    }
    if squares.len() > usize::from(limit) {
        return Err(Refusal::new(ids::MOVE_01, "Beyond a movement action"));
    }
    if !may_end(battle, who, last) {
        return Err(Refusal::new(ids::MOVE_03, "Somebody is there"));
    }
    Ok(plain(squares.to_vec()))
}

/// Begins or continues a movement action and takes the squares off it.
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
        for one in [Some(who), mounts::mount_of(battle, who)].into_iter().flatten() {
            context.effect(Effect::Place(one, battle.combatant(one).placement.at(*square)));
        }
    }
}

/// The battle after walking a way.
pub fn walked(battle: &Battle, who: CombatantId, verb: &str, route: &Route) -> Battle {
    let mut after = battle.clone();
    let mut context = StepContext::without_chance(false);
    choose(battle, who, verb, &route.squares, &mut context);
    let last = route.squares.last().copied().into_iter().collect::<Vec<_>>();
    go(battle, who, &last, &mut context);
    context.effects().for_each(|effect| after.apply(effect));
    after
}
