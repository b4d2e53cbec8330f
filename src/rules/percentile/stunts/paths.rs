//! Where stunts lead: squares, paths, and the decisive step of each. PCT-STU-02 to PCT-STU-09.

use std::sync::Arc;

use super::over::{Over, dives};
use crate::{
    geometry::{
        Direction, Edge, Extent, Footprint, Layers, Square, StepMap, Steps, chebyshev, euclidean_rounded, reach, search,
    },
    rules::{
        Feature, Height, Passage, Provocation, Route, Traits,
        percentile::{
            bonds::feet,
            catalogue as ids, cover,
            menu::{Gait, Stunt},
            movement,
            step::Notice,
            ways::{self, Ground, Walks, Watch},
        },
        prelude::*,
    },
};

/// A path judged for a stunt.
pub struct Leap {
    /// The path with its cost.
    pub route: Route,
    /// The decisive step: over the obstacle or into the gap.
    pub for_step: Option<usize>,
}

/// How far an anchor may be from where a swing begins, in metres, PCT-STU-08.
const ROPE: u16 = 2;

fn start(battle: &Battle, who: CombatantId) -> Square {
    battle.combatant(who).placement.anchor()
}

/// The rates of a stunt in half metres: base and maximum.
fn rates(battle: &Battle, who: CombatantId, stunt: Stunt) -> (u16, u16) {
    let (base, full) = Gait::Walk.rates(feet(battle, who));
    (base, if stunt.may_run() { full } else { base })
}

/// Whether the body that does the walking (a rider's mount) would have a pit under any of its squares.
fn is_over_pit(battle: &Battle, who: CombatantId, anchor: Square) -> bool {
    feet(battle, who).placement.at(anchor).0.squares().any(|square| ways::is_pit(&battle.scene.field, square))
}

/// The longest gap that can be jumped, in half metres: half the base rate, in whole metres, at least 1 m; a body of
/// several squares gets the extra length it needs to clear the gap. PCT-STU-06.
fn leapt(battle: &Battle, who: CombatantId) -> u16 {
    let feet = feet(battle, who);
    let more = u16::from(feet.footprint().side) - 1;
    ((Gait::Walk.rates(feet).0 / 4).max(1) + more) * 2
}

/// The cost of a straight flight in half metres, as the crow flies.
fn flight(from: Square, to: Square) -> u16 {
    2 * euclidean_rounded(i32::from(to.x - from.x), i32::from(to.y - from.y)) as u16
}

/// Judges a path for a stunt.
///
/// # Errors
/// Why the stunt cannot take it.
pub fn leap(battle: &Battle, who: CombatantId, stunt: Stunt, way: &[Square]) -> Result<Leap, Refusal> {
    let (base, most) = rates(battle, who, stunt);
    let last = *way.last().ok_or_else(|| Refusal::new(ids::STU_01, "No steps"))?;
    let (cost, for_step) = match stunt {
        Stunt::Vault => over_low(battle, who, way, 1)?,
        Stunt::Dive => over_low(battle, who, way, 0)?,
        Stunt::Jump => over_gap(battle, who, way)?,
        Stunt::Spring => straight(battle, who, way, Ground::Land, stunt)?,
        Stunt::Swing => swing(battle, who, way)?,
        Stunt::Kick | Stunt::Flip | Stunt::Climb => {
            let fits = landings(battle, who, stunt).contains(&last) && way.len() == 1;
            let cost = flight(start(battle, who), last);
            (cost, fits.then_some(0).map(Some).ok_or_else(|| Refusal::new(stunt.rule(), "Cannot end there"))?)
        }
    };
    if cost > most {
        return Err(Refusal::new(ids::STU_01, "Too far for the stunt"));
    }
    if !ways::is_whole(&battle.scene.field, Ground::Land, feet(battle, who).placement.at(last).0) {
        return Err(Refusal::new(ids::GRID_04, "Would end astride an obstacle"));
    }
    if !ways::may_stand(battle, who, last) {
        return Err(Refusal::new(ids::GRID_05, "Somebody stands there"));
    }
    let words = if cost <= base { "stunt" } else { "stunt, running" };
    Ok(Leap { route: Route { squares: way.to_vec(), cost, base: cost <= base, words }, for_step })
}

/// Judges each step of a path from a square.
fn strides<T>(
    from: Square,
    way: &[Square],
    stride: impl Fn(Square, Direction) -> Option<T>,
) -> Result<Vec<T>, Refusal> {
    let step = |(at, to): (Square, &Square)| at.direction_to(*to).and_then(|direction| stride(at, direction));
    let steps: Option<Vec<T>> = std::iter::once(from).chain(way.iter().copied()).zip(way).map(step).collect();
    steps.ok_or_else(|| Refusal::new(ids::GRID_04, "A step is blocked"))
}

/// A path that crosses obstacles of low passage, at least `least` and at most one: its cost, and the step across.
fn over_low(battle: &Battle, who: CombatantId, way: &[Square], least: usize) -> Result<(u16, Option<usize>), Refusal> {
    let hurdles = Hurdles::new(battle, who);
    let strides = strides(start(battle, who), way, |at, direction| hurdles.stride(at, direction))?;
    let (first, last) = (strides.iter().position(|stride| stride.1), strides.iter().rposition(|stride| stride.1));
    let steps = first.zip(last).map_or(0, |(first, last)| last - first + 1);
    match first {
        None if least > 0 => Err(Refusal::new(ids::STU_02, "Nothing to vault over")),
        // A body takes as many steps over an obstacle as it has squares along a side.
        _ if steps <= hurdles.side.into() => Ok((strides.iter().map(|(cost, _)| u16::from(*cost)).sum(), first)),
        _ => Err(Refusal::new(ids::STU_02, "One obstacle at most")),
    }
}

/// Steps on open ground and across obstacles of low passage.
struct Hurdles<'a> {
    walks: Arc<Walks>,
    low: &'a StepMap,
    side: u8,
}

impl<'a> Hurdles<'a> {
    fn new(battle: &'a Battle, who: CombatantId) -> Self {
        let side = feet(battle, who).footprint().side;
        let low = ways::bare_map(&battle.scene.field, Ground::Low, side);
        Self { walks: Walks::of(battle, who, Gait::Walk), low, side }
    }

    /// The cost of a step, and whether it crosses an obstacle.
    fn stride(&self, from: Square, direction: Direction) -> Option<(u8, bool)> {
        let plain = self.walks.map().step(from, direction).map(|cost| (cost, false));
        plain.or_else(|| {
            let across = self.low.step(from, direction)?;
            (!self.walks.is_closed(from.step(direction))).then_some((across, true))
        })
    }
}

/// The state is how many steps ago the one obstacle began, as long as the body may still be above it.
impl Steps for Hurdles<'_> {
    fn extent(&self) -> Extent {
        self.low.extent()
    }

    fn states(&self) -> u8 {
        self.side + 1
    }

    fn step(&self, from: Square, state: u8, direction: Direction) -> Option<(u16, u8)> {
        let (cost, crosses) = self.stride(from, direction)?;
        let after = match state {
            0 => u8::from(crosses),
            over if crosses && over >= self.side => return None,
            over => (over + 1).min(self.side),
        };
        Some((cost.into(), after))
    }

    fn cheapest(&self) -> u16 {
        self.walks.map().cheapest().min(self.low.cheapest())
    }

    fn dearest(&self) -> u16 {
        self.walks.map().dearest().max(self.low.dearest())
    }
}

/// A path that crosses pits, together no longer than can be jumped: its cost, and the step into the first.
fn over_gap(battle: &Battle, who: CombatantId, way: &[Square]) -> Result<(u16, Option<usize>), Refusal> {
    let air = ways::map(battle, who, Ground::Gap);
    let from = start(battle, who);
    if is_over_pit(battle, who, from) {
        return Err(Refusal::new(ids::COV_07, "Climb out of the pit"));
    }
    let strides = strides(from, way, |at, direction| air.step(at, direction).map(u16::from))?;
    let pits = || (0..way.len()).filter(|step| is_over_pit(battle, who, way[*step]));
    if way.last().is_some_and(|last| is_over_pit(battle, who, *last)) {
        return Err(Refusal::new(ids::STU_06, "Ends in the pit"));
    }
    if pits().map(|step| strides[step]).sum::<u16>() > leapt(battle, who) {
        return Err(Refusal::new(ids::STU_06, "The gap is too wide"));
    }
    let first = pits().next().ok_or_else(|| Refusal::new(ids::STU_06, "Nothing to jump over"))?;
    Ok((strides.iter().sum(), Some(first)))
}

/// A straight path at 1 or 1.5 m per square whatever the ground, PCT-STU-07, PCT-STU-08.
fn straight(
    battle: &Battle,
    who: CombatantId,
    way: &[Square],
    over: Ground,
    stunt: Stunt,
) -> Result<(u16, Option<usize>), Refusal> {
    // A swing passes over everybody, so the bare board counts.
    let side = feet(battle, who).footprint().side;
    let own;
    let steps = if over == Ground::Land {
        own = ways::map(battle, who, over);
        &own
    } else {
        ways::bare_map(&battle.scene.field, over, side)
    };
    let (mut at, mut cost, mut ahead) = (start(battle, who), 0, None);
    for to in way {
        let direction = at.direction_to(*to).filter(|direction| ahead.is_none_or(|ahead| ahead == *direction));
        let direction = direction.ok_or_else(|| Refusal::new(stunt.rule(), "Not in a straight line"))?;
        steps.step(at, direction).ok_or_else(|| Refusal::new(ids::GRID_04, "A step is blocked"))?;
        cost += stride(direction);
        (at, ahead) = (*to, Some(direction));
    }
    Ok((cost, Some(0)))
}

fn swing(battle: &Battle, who: CombatantId, way: &[Square]) -> Result<(u16, Option<usize>), Refusal> {
    if !has_anchor(battle, who) {
        return Err(Refusal::new(ids::STU_08, "Nothing to swing from"));
    }
    let found = straight(battle, who, way, Ground::Air, Stunt::Swing)?;
    let last = way.last().copied().unwrap_or_default();
    if lands(battle, who, last) { Ok(found) } else { Err(Refusal::new(ids::STU_08, "No ground to land on")) }
}

/// Whether there is something to swing from within reach, PCT-STU-08.
fn has_anchor(battle: &Battle, who: CombatantId) -> bool {
    let from = start(battle, who);
    let field = &battle.scene.field;
    let body = battle.combatant(who).footprint();
    let mut near = body.squares().chain(reach(body, ROPE));
    field.survey().anchors
        && !ways::is_pit(field, from)
        && near.any(|square| field.cell(square).is_some_and(|cell| cell.anchor))
}

/// Whether the whole body would stand on firm ground with its anchor there, PCT-GRID-04.
fn lands(battle: &Battle, who: CombatantId, to: Square) -> bool {
    let (field, body) = (&battle.scene.field, battle.combatant(who).placement.at(to).0);
    body.squares().all(|square| ways::is_firm(field, square)) && ways::is_whole(field, Ground::Land, body)
}

/// The path up to the first free square, where a failed swing ends, PCT-STU-08.
pub fn first_free(battle: &Battle, who: CombatantId, way: &[Square]) -> Vec<Square> {
    let free = |square: &Square| lands(battle, who, *square) && ways::may_stand(battle, who, *square);
    let count = way.iter().position(free).map_or(0, |step| step + 1);
    way[..count].to_vec()
}

/// Finds, for each wanted stunt that leads somewhere, the squares where it can end. `ways` are the ends of `walks`.
pub fn reachable(
    battle: &Battle,
    who: CombatantId,
    wanted: impl Iterator<Item = Stunt>,
    (walks, ways): (&Arc<Walks>, &Ways),
    found: &mut impl FnMut(Stunt, Ways),
) {
    let survey = battle.scene.field.survey();
    let over = if survey.low { Over::of(battle, who, walks).map(Over::ways) } else { None };
    let own = battle.combatant(who).footprint();
    let beside = battle.enemies(who).any(|foe| foe.fights() && is_beside(own, foe.footprint()));
    for stunt in wanted {
        let ways = match stunt {
            Stunt::Vault => over.clone().unwrap_or_default(),
            Stunt::Dive => dives(ways, &over),
            Stunt::Spring => springs(walks),
            Stunt::Jump if survey.pits => jumps(battle, who, walks).into(),
            Stunt::Swing if has_anchor(battle, who) => {
                let side = feet(battle, who).footprint().side;
                let air = ways::bare_map(&battle.scene.field, Ground::Air, side);
                rays(walks, walks.full, |at, to| air.step(at, to), |at| lands(battle, who, at)).into()
            }
            Stunt::Kick if beside => one_by_one(battle, who, stunt).into(),
            Stunt::Flip if beside && survey.low => one_by_one(battle, who, stunt).into(),
            Stunt::Climb if survey.climbable => one_by_one(battle, who, stunt).into(),
            Stunt::Jump | Stunt::Swing | Stunt::Kick | Stunt::Flip | Stunt::Climb => Ways::default(),
        };
        if !ways.lead_nowhere() {
            found(stunt, ways);
        }
    }
}

/// Where hand-springs lead, PCT-STU-07.
fn springs(walks: &Arc<Walks>) -> Ways {
    let [listed, known] = [Arc::clone(walks), Arc::clone(walks)];
    let list = move || rays(&listed, listed.base, |at, to| listed.step(at, to), |_| true);
    let leads = move |to: &Direction| {
        stride(*to) <= known.base && known.step(known.start, *to).is_some() && known.has_nobody(known.start.step(*to))
    };
    Ways::later(list, move || Direction::ALL.iter().any(&leads))
}

fn jumps(battle: &Battle, who: CombatantId, walks: &Walks) -> Vec<Reachable> {
    if is_over_pit(battle, who, walks.start) {
        return Vec::new();
    }
    let mut found: Vec<(Square, u16)> = Vec::new();
    let air = ways::map(battle, who, Ground::Gap);
    let visit = |square: Square, gap, cost| {
        if gap > 0 && !is_over_pit(battle, who, square) && found.iter().all(|(known, _)| *known != square) {
            found.push((square, cost));
        }
        false
    };
    search(&over_gaps(battle, who, &air), (walks.start, 0), walks.full, |_| 0, |_| [0; 8], visit);
    walks.ends_among(found.into_iter())
}

/// The steps of a jump; the state is how many half metres of gap have been crossed.
fn over_gaps<'a>(battle: &'a Battle, who: CombatantId, air: &'a StepMap) -> impl Steps + 'a {
    let takes = move |from: Square, direction: Direction| {
        let cost = if is_over_pit(battle, who, from.step(direction)) { air.step(from, direction) } else { None };
        cost.unwrap_or(0)
    };
    Layers { steps: air, takes, most: leapt(battle, who) as u8 }
}

/// The length of a straight step in half metres whatever the ground, PCT-STU-07.
const fn stride(direction: Direction) -> u16 {
    if direction.is_diagonal() { 3 } else { 2 }
}

/// Straight paths in the eight directions, over possible steps, to squares that can be landed on.
fn rays(
    walks: &Walks,
    most: u16,
    step: impl Fn(Square, Direction) -> Option<u8>,
    lands: impl Fn(Square) -> bool,
) -> Vec<Reachable> {
    let mut found = Vec::new();
    for direction in Direction::ALL {
        let stride = stride(direction);
        let mut at = walks.start;
        for cost in (1..=most / stride).map(|count| count * stride) {
            if step(at, direction).is_none() {
                break;
            }
            at = at.step(direction);
            if walks.is_free(at) && lands(at) {
                found.push(Reachable { square: at, cost, base: cost <= walks.base });
            }
        }
    }
    found
}

fn one_by_one(battle: &Battle, who: CombatantId, stunt: Stunt) -> Vec<Reachable> {
    let judged = landings(battle, who, stunt).into_iter().filter_map(|square| {
        let route = leap(battle, who, stunt, &[square]).ok()?.route;
        Some(Reachable { square, cost: route.cost, base: route.base })
    });
    judged.collect()
}

/// The squares that a single-bound stunt leads to, free or not.
fn landings(battle: &Battle, who: CombatantId, stunt: Stunt) -> Vec<Square> {
    if stunt == Stunt::Climb {
        return climbs(battle, who);
    }
    let mut found: Vec<Square> =
        foes_beside(battle, who, stunt).flat_map(|foe| past(battle, who, stunt, foe)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// The enemies that somebody can pass by a corner wall kick or a flip, PCT-STU-04, PCT-STU-05.
fn foes_beside(battle: &Battle, who: CombatantId, stunt: Stunt) -> impl Iterator<Item = CombatantId> + '_ {
    let field = &battle.scene.field;
    let own = battle.combatant(who).footprint();
    let wanted: fn(Traits) -> bool = match stunt {
        Stunt::Kick => |traits| traits.height == Height::Tall && traits.passage == Passage::Blocked,
        _ => |traits| traits.height == Height::Low && traits.passage == Passage::Low,
    };
    let foes = battle.enemies(who).filter(move |foe| foe.fights() && battle.combatant(who).aware.of(foe.id));
    let near = foes.filter(move |foe| {
        let body = foe.footprint();
        let touched = |body| cover::anything_touches(field, body, wanted);
        ways::borders(field, Ground::Air, own, body)
            && (touched(own)
                || stunt == Stunt::Kick && touched(body)
                || stunt == Stunt::Flip && is_on(field, own, wanted))
    });
    near.map(|foe| foe.id)
}

/// Whether two bodies are adjacent or overlap.
fn is_beside(body: Footprint, other: Footprint) -> bool {
    let (x, y) = body.gap(other);
    x.max(y) <= 1
}

/// Whether a body stands on a wanted feature.
fn is_on(field: &Battlefield, body: Footprint, wanted: fn(Traits) -> bool) -> bool {
    body.squares().any(|square| field.feature(square).is_some_and(|feature| wanted(feature.traits())))
}

/// The landing squares past an enemy, on its other side.
fn past(battle: &Battle, who: CombatantId, stunt: Stunt, foe: CombatantId) -> Vec<Square> {
    let field = &battle.scene.field;
    let (own, body) = (battle.combatant(who).footprint(), battle.combatant(foe).footprint());
    let (from, centre) = (own.anchor, body.anchor);
    let (wide, deep) = (i16::from(own.side), i16::from(body.side));
    let beyond: Vec<Square> = if stunt == Stunt::Flip {
        let across = deep - wide;
        vec![Square::new(2 * centre.x + across - from.x, 2 * centre.y + across - from.y)]
    } else {
        let other_side = |to: &Square| {
            // Twice the vectors from the middle of the enemy to the middle of the body.
            let off = |at: i16, anchor: i16| i32::from(2 * (at - anchor) + wide - deep);
            off(to.x, centre.x) * off(from.x, centre.x) + off(to.y, centre.y) * off(from.y, centre.y) <= 0
        };
        let all = (-wide..=deep).flat_map(|dy| (-wide..=deep).map(move |dx| (dx, dy)));
        let anchors = all.map(|(dx, dy)| Square::new(centre.x + dx, centre.y + dy));
        anchors.filter(|to| Footprint { anchor: *to, ..own }.gap(body) != (0, 0)).filter(other_side).collect()
    };
    let stands = |to: &Square| {
        lands(battle, who, *to) && ways::borders(field, Ground::Air, Footprint { anchor: *to, ..own }, body)
    };
    beyond.into_iter().filter(stands).collect()
}

/// The enemies whom a stunt leads past: all those on whose other side it ends.
pub fn passed(battle: &Battle, who: CombatantId, stunt: Stunt, way: &[Square]) -> CombatantSet {
    let leads_past = |foe: &CombatantId| way.last().is_some_and(|to| past(battle, who, stunt, *foe).contains(to));
    foes_beside(battle, who, stunt).filter(leads_past).collect()
}

/// Climbs over obstacles for a body of several squares: straight on until all of it is on the other side.
fn wide_climbs(battle: &Battle, who: CombatantId) -> Vec<Square> {
    let (field, side) = (&battle.scene.field, battle.combatant(who).footprint().side);
    let [over, low] = [Ground::Over, Ground::Low].map(|ground| ways::bare_map(field, ground, side));
    let climb = |direction: Direction| {
        let mut at = start(battle, who);
        // An obstacle that can be walked or vaulted over needs no climb.
        if low.step(at, direction).is_some() {
            return None;
        }
        for _ in 0..=side {
            over.step(at, direction)?;
            at = at.step(direction);
            if is_over_pit(battle, who, at) {
                return None;
            }
            if lands(battle, who, at) {
                return Some(at);
            }
        }
        None
    };
    Direction::ALL.into_iter().filter(|direction| !direction.is_diagonal()).filter_map(climb).collect()
}

/// The squares to climb to, over or onto obstacles straight ahead, PCT-STU-09.
fn climbs(battle: &Battle, who: CombatantId) -> Vec<Square> {
    let field = &battle.scene.field;
    let from = start(battle, who);
    if battle.combatant(who).footprint().side > 1 {
        return wide_climbs(battle, who);
    }
    let climbable =
        |feature: Option<Feature>| feature.is_some_and(|feature| feature.traits().passage == Passage::Climbable);
    let mut found = Vec::new();
    for direction in Direction::ALL.into_iter().filter(|direction| !direction.is_diagonal()) {
        let (next, beyond) = (from.step(direction), from.step(direction).step(direction));
        let edge = |from, to| Edge::between(from, to).and_then(|edge| field.edge(edge));
        if climbable(edge(from, next)) && ways::is_firm(field, next) {
            found.push(next);
        } else if climbable(field.feature(next)) && edge(from, next).is_none() {
            found.push(next);
            if ways::is_firm(field, beyond) && edge(next, beyond).is_none() {
                found.push(beyond);
            }
        }
    }
    found
}

/// The path of a stunt to a square that provokes the fewest attacks, and of those the shortest.
pub fn route(battle: &Battle, who: CombatantId, stunt: Stunt, to: Square) -> Option<Route> {
    let way = match stunt {
        Stunt::Kick | Stunt::Flip | Stunt::Climb => vec![to],
        Stunt::Spring | Stunt::Swing => ray(start(battle, who), to)?,
        Stunt::Vault | Stunt::Dive | Stunt::Jump => searched(battle, who, stunt, to)?,
    };
    leap(battle, who, stunt, &way).ok().map(|leap| leap.route)
}

/// The squares of a straight line in one of the eight directions.
fn ray(from: Square, to: Square) -> Option<Vec<Square>> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let count = dx.abs().max(dy.abs());
    let at = |step: i16| Square::new(from.x + dx.signum() * step, from.y + dy.signum() * step);
    (count > 0 && at(count) == to).then(|| (1..=count).map(at).collect())
}

fn searched(battle: &Battle, who: CombatantId, stunt: Stunt, to: Square) -> Option<Vec<Square>> {
    let walks = Walks::of(battle, who, Gait::Walk);
    if to == walks.start || !ways::may_stand(battle, who, to) {
        return None;
    }
    let watch = Watch::of(battle, who);
    let penalties = &|from: Square| watch.risks_from(battle, who, from);
    let found = if stunt == Stunt::Jump {
        let air = ways::map(battle, who, Ground::Gap);
        let arrives = |square, gap, _| square == to && gap > 0;
        let from = (walks.start, 0);
        search(&over_gaps(battle, who, &air), from, walks.full, |square| least(square, to), penalties, arrives)?.squares
    } else {
        let over_low = Over::of(battle, who, &walks);
        let beyond = over_low.as_ref().and_then(|over| over.beyond());
        let over = || beyond.as_ref().and_then(|beyond| Some((beyond.flood.cost(to)?, beyond)));
        let plain = walks.flood().cost(to).filter(|_| stunt == Stunt::Dive);
        let shortest = match (plain, over()) {
            (Some(plain), over) if over.as_ref().is_none_or(|(cost, _)| plain <= *cost) => walks.path_to(to),
            (_, over) => over.and_then(|(_, beyond)| beyond.path_to(&walks, to)),
        }?;
        // The shortest path of all is the best one if it provokes nobody.
        if watch.lets_pass(battle, who, &shortest) {
            shortest
        } else {
            around(battle, who, (stunt, &walks), penalties, to)?
        }
    };
    // The search includes the start; a path begins with the first step.
    Some(found.into_iter().skip(1).collect())
}

/// A lower bound of the cost between two squares: no step is shorter than a metre.
fn least(from: Square, to: Square) -> u32 {
    2 * chebyshev(i32::from(to.x - from.x), i32::from(to.y - from.y))
}

/// The path over at most one low obstacle that provokes the fewest attacks.
fn around(
    battle: &Battle,
    who: CombatantId,
    (stunt, walks): (Stunt, &Walks),
    penalties: &impl Fn(Square) -> [u8; 8],
    to: Square,
) -> Option<Vec<Square>> {
    let hurdles = Hurdles::new(battle, who);
    let arrives = |square: Square, crossed: u8, _: u16| square == to && crossed >= u8::from(stunt == Stunt::Vault);
    let found = search(&hurdles, (walks.start, 0), walks.full, |square| least(square, to), penalties, arrives);
    found.map(|route| route.squares)
}

/// The steps of a stunt that provoke if it succeeds.
pub fn provocations(battle: &Battle, who: CombatantId, way: &[Square], notice: Notice) -> Vec<Provocation> {
    let mut found = movement::provocations(battle, who, way);
    match notice {
        Notice::Every => {}
        Notice::Never => found.clear(),
        Notice::Next => found.retain(|provocation| provocation.step == 0),
        Notice::NotBy(foes) => found.retain(|provocation| !foes.contains(provocation.by)),
    }
    found
}
