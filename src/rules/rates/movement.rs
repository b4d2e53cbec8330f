//! Moving and running, also in the saddle and between the targets of an attack. RAT-MOVE.

use std::sync::Arc;

use super::{
    catalogue as ids,
    conditions::{IN_PIT, agility, body, can_act, has_turns, is_lame, is_target, mount_of, rider_of},
    held, menu,
    reach::{self, YARD, inches_per_square},
    settings,
    sheet::{BEGUN, DIAGONALS, MOVED, RAN, STEPPED, WALKED},
    step::MovementStep,
};
use crate::{
    geometry::{Direction, Footprint, Square},
    rules::{
        Feature, Footing, Measure, Passage, Route, StepRule,
        ground::{self, Walks, can_step_past, leads_over},
        prelude::*,
    },
};

/// Steps of a body by the squares of its side; a diagonal costs 1 after an even number of diagonals and 2 after an odd
/// one. It may pass one corner of a wall, but not between two. RAT-MOVE-02.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Steps {
    side: u8,
    is_even: bool,
}

impl StepRule for Steps {
    fn number(self) -> u16 {
        u16::from(self.side) * 2 + u16::from(self.is_even)
    }

    fn side(self) -> u8 {
        self.side
    }

    fn cost(self, field: &Battlefield, anchor: Square, direction: Direction) -> Option<u8> {
        let from = Footprint { anchor, side: self.side };
        let cost = if direction.is_diagonal() && self.is_even { 2 } else { 1 };
        let to = Footprint { anchor: anchor.step(direction), ..from };
        can_step_past(field, from, direction, 1).then(|| cost * if is_slow(field, from, direction, to) { 2 } else { 1 })
    }
}

/// Whether a square is difficult terrain, by its ground or by an obstacle in it.
fn is_difficult_square(field: &Battlefield, square: Square) -> bool {
    let slow =
        |footing| matches!(footing, Footing::Difficult | Footing::Water | Footing::ShallowTrench | Footing::DeepTrench);
    field.cell(square).is_some_and(|cell| slow(cell.footing) || cell.feature.is_some_and(is_obstacle))
}

fn is_obstacle(feature: Feature) -> bool {
    matches!(feature.traits().passage, Passage::Low | Passage::Climbable)
}

/// Whether a step enters difficult terrain, or leads over a low obstacle. RAT-MOVE-02.
fn is_slow(field: &Battlefield, from: Footprint, direction: Direction, to: Footprint) -> bool {
    let enters = |square: &Square| !from.contains(*square) && is_difficult_square(field, *square);
    let crosses = |square: Square| leads_over(field, square, square.step(direction), is_obstacle);
    to.squares().any(|square| enters(&square)) || from.squares().any(crosses)
}

/// Whether somebody stands in difficult terrain, RAT-AVOID-08.
pub fn is_in_difficult_terrain(battle: &Battle, who: CombatantId) -> bool {
    body(battle, who).squares().any(|square| is_difficult_square(&battle.scene.field, square))
}

/// Who walks when somebody moves: for a rider the mount. RAT-MNT-01.
fn mover(battle: &Battle, who: CombatantId) -> Combatant<'_> {
    battle.combatant(mount_of(battle, who).unwrap_or(who))
}

/// Squares of one movement: a number of yards for each point of Agility, half with a crippled leg, none in a pit.
/// RAT-MOVE-01, RAT-AIM-11, RAT-ACT-02.
pub fn allowance(battle: &Battle, who: CombatantId) -> u16 {
    let mover = mover(battle, who);
    if battle.combatant(who).conditions.has(IN_PIT) {
        return 0;
    }
    let yards = i32::from(agility(battle, mover)) * settings::yards_per_agility(battle);
    let squares = reach::squares_in(battle, yards);
    if is_lame(mover) { squares / 2 } else { squares }
}

/// Squares left of the movement in the turn under way.
pub fn left(battle: &Battle, who: CombatantId) -> u16 {
    let (budgets, once) = (battle.combatant(who).budgets, allowance(battle, who));
    let all = once * if budgets.get(RAN) == 0 { 1 } else { 2 };
    let walked = budgets.get(WALKED).max(0);
    let spent = if walked >= ALL { once + (walked - ALL) as u16 } else { walked as u16 };
    all.saturating_sub(spent)
}

/// Stands for anybody's whole movement in [`WALKED`]; more than any number of squares.
const ALL: i16 = 9999;

/// The cost of a step on foot into a square that is not difficult: diagonals cost 1 and 2 by turns. RAT-MOVE-02.
pub fn step_cost(battle: &Battle, who: CombatantId, from: Square, to: Square) -> u16 {
    let is_odd = battle.combatant(who).budgets.get(DIAGONALS) != 0;
    if is_odd && from.direction_to(to).is_some_and(Direction::is_diagonal) { 2 } else { 1 }
}

/// Uses up the whole movement of a turn, except that of a run. RAT-MNT-08, RAT-ACT-02.
pub fn use_up(who: CombatantId, context: &mut StepContext<'_>) {
    context.effect(Effect::Budget(who, WALKED, ALL));
}

/// Where somebody can get with that much movement. Enemies bar the way, friends and the down may be passed, and nobody
/// stops on somebody's squares. RAT-MOVE-03.
fn walks(battle: &Battle, who: CombatantId, limit: u16) -> Arc<Walks> {
    let is_odd = battle.combatant(who).budgets.get(DIAGONALS) != 0;
    battle.keep(who, u32::from(limit) << 1 | u32::from(is_odd), || {
        let mover = mover(battle, who);
        let place = mover.footprint();
        let is_own = move |other: &Combatant<'_>| other.id == who || other.id == mover.id;
        let maps = [false, true].map(|is_even| battle.scene.field.shared_map(Steps { side: place.side, is_even }));
        let foes = ground::closed_by_foes(battle, who, place.side, Combatant::fights).collect();
        let others = battle.combatants().filter(|other| is_target(*other) && !is_own(other));
        let [odd, even] = maps;
        Walks::new(odd, foes, place, limit, others.map(Combatant::footprint).collect()).alternating(even, is_odd.into())
    })
}

/// Why somebody cannot move at all, on foot or in the saddle, or has no movement left.
fn stuck(battle: &Battle, who: CombatantId, limit: u16) -> Option<Refusal> {
    let has_none = || Refusal::new(ids::MOVE_01, "No movement left");
    if battle.combatant(who).conditions.has(IN_PIT) {
        return Some(Refusal::new(ids::ACT_02, "In a pit"));
    }
    (limit == 0).then(has_none)
}

/// Whether somebody can come within that many squares of a body with the movement that is left.
pub fn comes_within(battle: &Battle, who: CombatantId, body: Footprint, reach: u16) -> bool {
    let limit = left(battle, who);
    let own = |anchor: Square| Footprint { anchor, ..mover(battle, who).footprint() };
    let is_near = |end: &Reachable| reach::squares_apart(own(end.square), body) <= reach;
    stuck(battle, who, limit).is_none() && walks(battle, who, limit).ends().iter().any(is_near)
}

/// Squares that a movement by a verb may cost: what is left and, for a run, a second allowance. RAT-MOVE-05.
fn limit(battle: &Battle, who: CombatantId, verb: &str) -> u16 {
    left(battle, who) + if verb == menu::RUN.verb { allowance(battle, who) } else { 0 }
}

/// Why somebody cannot run, RAT-MOVE-05, RAT-AIM-11.
fn no_run(battle: &Battle, who: CombatantId) -> Option<Refusal> {
    is_lame(mover(battle, who)).then(|| Refusal::new(ids::AIM_11, "A leg is crippled"))
}

/// The offer of a movement, RAT-MOVE-01 to RAT-MOVE-04.
pub fn offer(battle: &Battle, who: CombatantId) -> Offer {
    along(battle, who, Offer::new(&menu::MOVE, &[ids::MOVE_01, ids::MOVE_02, ids::MOVE_03, ids::MOVE_04], Cost::FREE))
}

/// The offer to run, RAT-MOVE-05.
pub fn run_offer(battle: &Battle, who: CombatantId) -> Offer {
    let offer = Offer::new(&menu::RUN, &[ids::MOVE_05, ids::MOVE_02, ids::MOVE_03], menu::AN_ACTION);
    along(battle, who, offer.refused(no_run(battle, who)))
}

fn along(battle: &Battle, who: CombatantId, offer: Offer) -> Offer {
    let limit = limit(battle, who, offer.verb);
    let ends = stuck(battle, who, limit).map_or_else(|| Ok(walks(battle, who, limit).ends()), Err);
    offer.along(ends, || Refusal::new(ids::MOVE_03, "No free square"))
}

/// The shortest way to a square, or one drawn by hand.
///
/// # Errors
/// The rule that forbids it.
fn course(battle: &Battle, who: CombatantId, verb: &str, course: Course<'_>) -> Result<Route, Refusal> {
    let limit = limit(battle, who, verb);
    stuck(battle, who, limit).map_or(Ok(()), Err)?;
    let route = walks(battle, who, limit).course(course);
    let route = route.map_err(|why| why.refusal(ids::MOVE_02, ids::MOVE_03, "Beyond the movement"))?;
    let base = route.cost <= left(battle, who);
    Ok(Route { words: if verb == menu::RUN.verb { "run" } else { "move" }, base, ..route })
}

/// A movement to a square or along a way.
///
/// # Errors
/// The rule that forbids it.
pub fn journey(battle: &Battle, who: CombatantId, verb: &str, course: Course<'_>) -> Result<Journey, Refusal> {
    let route = self::course(battle, who, verb, course)?;
    let mut context = StepContext::without_chance(false);
    let mut after = battle.clone();
    pay(who, verb, &mut context);
    context.effects().for_each(|effect| after.apply(effect));
    let mut context = StepContext::without_chance(false);
    follow(&after, who, &route.squares, &mut context);
    context.effects().for_each(|effect| after.apply(effect));
    Ok(Journey::to(route, after))
}

/// Pays for a run with the action, which doubles the movement. RAT-MOVE-05.
fn pay(who: CombatantId, verb: &str, context: &mut StepContext<'_>) {
    if verb == menu::RUN.verb {
        menu::pay(who, context);
        context.effect(Effect::Budget(who, RAN, 1));
    }
}

/// Begins to go along a way, on which others may cut in.
///
/// # Errors
/// The rule that forbids it after all.
pub fn begin(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) -> Answered {
    set_out(battle, who, choice, true, context)
}

/// The same within an attack: nobody cuts in between the declaration of an action and its end. RAT-MOVE-04,
/// RAT-INIT-13.
///
/// # Errors
/// The rule that forbids it after all.
pub fn begin_within(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) -> Answered {
    set_out(battle, who, choice, false, context)
}

fn set_out(
    battle: &Battle,
    who: CombatantId,
    choice: &Choice,
    is_open: bool,
    context: &mut StepContext<'_>,
) -> Answered {
    let route = course(battle, who, choice.verb, Course::Along(&choice.squares))?;
    pay(who, choice.verb, context);
    context.log(|| {
        let (far, to) = (Measure::SQUARES.words(route.cost), route.squares.last().copied());
        let towards = to.map_or(String::new(), |to| {
            format!(" {} {to}", if held::may_interrupt(battle) { "towards" } else { "to" })
        });
        let (word, rule) = if choice.verb == menu::RUN.verb { ("runs", ids::MOVE_05) } else { ("moves", ids::MOVE_01) };
        let words = format!("{word}{towards}, {far}").into();
        Entry::Action { who, action: Action::Walk, words, on: None, with: None, to, rule }
    });
    context.step(MovementStep::Go(mover(battle, who).id, route.squares, is_open));
    Ok(())
}

/// Goes along a way; in the older edition those who wait may cut in at each square in which the mover could stop.
/// RAT-INIT-13.
///
/// A way begun in the saddle is the mount's: a rider who loses the mount does not walk the rest, RAT-MNT-09.
pub fn go(battle: &Battle, mover: CombatantId, squares: &[Square], is_open: bool, context: &mut StepContext<'_>) {
    let Some(end) = squares.last() else { return };
    let who = rider_of(battle, mover).unwrap_or(mover);
    // Another may sit in the saddle by now, but the rest of the way belongs to the turn of the one who set out.
    let is_own = battle.scene.acting == Some(who);
    if !is_own || !can_act(battle.combatant(who)) || !has_turns(battle.combatant(who)) {
        return;
    }
    let may_stop = |square: &Square| square == end || walks(battle, who, left(battle, who)).is_free(*square);
    let passes = walks(battle, who, left(battle, who)).course(Course::Along(squares));
    if let Err(why) = passes {
        let refusal = why.refusal(ids::MOVE_02, ids::MOVE_03, "the movement is used up");
        return context.note(who, refusal.rule, format_args!("stops: {}", refusal.words.to_lowercase()));
    }
    let is_watched = is_open && held::may_interrupt(battle);
    let first =
        if is_watched { squares.iter().position(may_stop).map_or(squares.len(), |at| at + 1) } else { squares.len() };
    let (now, rest) = squares.split_at(first);
    follow(battle, who, now, context);
    if is_watched {
        held::offer_moment(battle, who, context);
        context.step(MovementStep::Go(mover, rest.to_vec(), true));
    }
}

/// Makes some steps: moves the bodies, and counts movement, diagonals and distance. RAT-MOVE-02, RAT-ACC-05,
/// RAT-MNT-01.
fn follow(battle: &Battle, who: CombatantId, squares: &[Square], context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    let mover = mover(battle, who);
    let (mut at, mut is_odd) = (mover.placement.anchor(), fighter.budgets.get(DIAGONALS) != 0);
    let (mut cost, mut stepped) = (0, 0);
    for square in squares {
        let Some(direction) = at.direction_to(*square) else { break };
        let rule = Steps { side: mover.placement.0.side, is_even: is_odd };
        cost += rule.cost(&battle.scene.field, at, direction).map_or(0, i16::from);
        stepped += if direction.is_diagonal() && is_odd { 2 } else { 1 };
        is_odd ^= direction.is_diagonal();
        at = *square;
        for body in [Some(mover.id), (mover.id != who).then_some(who)].into_iter().flatten() {
            context.effect(Effect::Place(body, battle.combatant(body).placement.at(at)));
        }
    }
    let stepped = fighter.budgets.get(STEPPED) + stepped;
    let walked = fighter.budgets.get(WALKED).saturating_add(cost);
    for (budget, value) in [(WALKED, walked), (DIAGONALS, is_odd.into()), (STEPPED, stepped), (BEGUN, 1)] {
        context.set_budget(battle, who, budget, value);
    }
    let yards = yards(battle, stepped);
    for moved in [Some(who), (mover.id != who).then_some(mover.id), rider_of(battle, who)].into_iter().flatten() {
        context.effect(Effect::Vital(moved, MOVED, yards));
    }
}

/// Squares stepped in a turn, in whole yards. RAT-ACC-05.
fn yards(battle: &Battle, stepped: i16) -> i16 {
    (i32::from(stepped) * inches_per_square(battle) / YARD).min(30_000) as i16
}

/// A step on foot into or out of a pit: it counts for speed, and takes all that is left of the movement. RAT-ACT-02,
/// RAT-ACC-05.
pub fn step(battle: &Battle, who: CombatantId, to: Square, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    let cost = step_cost(battle, who, fighter.placement.anchor(), to) as i16;
    let stepped = fighter.budgets.get(STEPPED).saturating_add(cost);
    context.effect(Effect::Place(who, fighter.placement.at(to)));
    context.set_budget(battle, who, STEPPED, stepped);
    context.set_vital(battle, who, MOVED, yards(battle, stepped));
    use_up(who, context);
}

/// Whether one step leads from one place to another, past a corner of a wall but not between two: RAT-MOVE-02.
pub fn is_step_away(battle: &Battle, from: Footprint, to: Footprint) -> bool {
    ground::is_step_away(&battle.scene.field, from, to, 1)
}

/// Whether a body has room there: it can stand on the ground, and nobody else is there. RAT-MOVE-03.
pub fn has_room(battle: &Battle, who: CombatantId, at: Footprint) -> bool {
    let is_in_the_way = |other: Combatant<'_>| {
        other.id != who && is_target(other) && body(battle, other.id).squares().any(|square| at.contains(square))
    };
    ground::can_stand(&battle.scene.field, at) && !battle.combatants().any(is_in_the_way)
}

/// The length of a way, whatever it costs to walk: diagonals count 1 and 2 by turns, RAT-MOVE-02.
pub fn length(battle: &Battle, who: CombatantId, squares: &[Square]) -> u16 {
    let mut at = mover(battle, who).placement.anchor();
    let (mut far, mut is_odd) = (0, battle.combatant(who).budgets.get(DIAGONALS) != 0);
    for square in squares {
        let is_diagonal = at.direction_to(*square).is_some_and(Direction::is_diagonal);
        far += if is_diagonal && is_odd { 2 } else { 1 };
        is_odd ^= is_diagonal;
        at = *square;
    }
    far
}
