//! Moving: rates, ways, water, obstacles and being interrupted. PCT-MOVE, PCT-GRID.

use serde::{Deserialize, Serialize};

use super::{
    charge,
    checks::{Tally, add_hurried, add_wounds},
    conditions::{BRACED, HINDERED, HURRIED, MAIMED_LEG, MOVED, QUICK},
    cover::{self, Class},
    grapple, ids, mounts, reach, reactions, settings,
    sheet::{EXERTION, ModeName, Skill, sheet},
    step::{Check, Event, Step, Walk, step},
    strikes,
};
use crate::{
    geometry::{Direction, Edge, Flood, Footprint, Square, StepMap, euclidean_squared, route_avoiding},
    rules::{
        Battle, Combatant, CombatantId, Effect, Field, Footing, Moment, Passage, Posture, Provocation, Reachable,
        Refusal, Route,
    },
};

/// How a movement is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Gait {
    /// On one's feet, PCT-MOVE-01.
    Walk,
    /// Crouched, PCT-MOVE-09.
    Creep,
    /// Prone, PCT-PRN-02.
    Crawl,
    /// Through water, PCT-MOVE-05.
    Swim,
    /// Over obstacles, PCT-MOVE-05.
    Climb,
}

impl Gait {
    /// Every way.
    pub const ALL: [Self; 5] = [Self::Walk, Self::Creep, Self::Crawl, Self::Swim, Self::Climb];

    /// The word in a choice.
    pub const fn verb(self) -> &'static str {
        match self {
            Self::Walk => "walk",
            Self::Creep => "creep",
            Self::Crawl => "crawl",
            Self::Swim => "swim",
            Self::Climb => "climb",
        }
    }

    /// The word on screen.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Walk => "Move",
            Self::Creep => "Move crouched",
            Self::Crawl => "Crawl",
            Self::Swim => "Swim",
            Self::Climb => "Climb over",
        }
    }

    /// In the log: "walks to c3".
    pub const fn third_person(self) -> &'static str {
        match self {
            Self::Walk => "walks",
            Self::Creep => "creeps",
            Self::Crawl => "crawls",
            Self::Swim => "swims",
            Self::Climb => "climbs",
        }
    }

    /// Base and full rate in half metres; full is base where there is no running, PCT-MOVE-05.
    pub fn rates(self, one: &Combatant) -> (u16, u16) {
        let sheet = sheet(one);
        let foot = sheet.mode(ModeName::Foot).map_or((0, 0), |mode| (mode.base, mode.full));
        let part = strikes::slowed(one) * if one.conditions.has(HINDERED) { 2 } else { 1 };
        let foot = (foot.0 / part, if one.conditions.has(MAIMED_LEG) { foot.0 } else { foot.1 } / part);
        let slow = |metres: u16| (metres.max(1) * 2, metres.max(1) * 2);
        match self {
            Self::Walk => (foot.0 * 2, foot.1 * 2),
            Self::Creep => slow(foot.0 / 2),
            Self::Crawl => (foot.0 / 2 * 2, foot.0 / 2 * 2),
            Self::Swim => {
                sheet.mode(ModeName::Swim).map_or(slow(foot.0), |mode| (mode.base / part * 2, mode.full / part * 2))
            }
            Self::Climb => sheet
                .mode(ModeName::Climb)
                .map_or(slow(foot.0 / 2), |mode| (mode.base / part * 2, mode.full / part * 2)),
        }
    }

    /// Whether it wants an Athletics check now, PCT-MOVE-05, PCT-MOVE-06.
    pub fn wants_check(self, one: &Combatant) -> bool {
        self.exhausts(one) && (!sheet(one).is_proficient(Skill::Athletics) || one.vitals.get(EXERTION) >= 20)
    }

    /// Whether it exhausts, PCT-MOVE-06: climbing and swimming by those who have no such mode.
    fn exhausts(self, one: &Combatant) -> bool {
        let mode = match self {
            Self::Swim => ModeName::Swim,
            Self::Climb => ModeName::Climb,
            Self::Walk | Self::Creep | Self::Crawl => return false,
        };
        sheet(one).mode(mode).is_none()
    }

    /// Whether somebody in this posture moves so.
    const fn fits(self, posture: Posture) -> bool {
        match self {
            Self::Walk | Self::Swim | Self::Climb => matches!(posture, Posture::Standing),
            Self::Creep => matches!(posture, Posture::Crouching),
            Self::Crawl => matches!(posture, Posture::Prone),
        }
    }

    /// The gaits of a posture, the ordinary one first.
    pub fn of(posture: Posture) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |gait| gait.fits(posture))
    }
}

/// What a way may lead through.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ground {
    Land,
    Water,
    Over,
}

const fn ground(gait: Gait) -> Ground {
    match gait {
        Gait::Walk | Gait::Creep | Gait::Crawl => Ground::Land,
        Gait::Swim => Ground::Water,
        Gait::Climb => Ground::Over,
    }
}

/// The step map of the bare board for a kind of ground and a size of body.
fn bare_map(field: &Field, over: Ground, side: u8) -> &StepMap {
    let number = over as usize * 4 + usize::from(side.min(4)) - 1;
    field.map(number, || {
        StepMap::from_fn(field.extent(), |from, direction| {
            step_cost(field, over, Footprint { anchor: from, side }, direction)
        })
    })
}

fn may_pass(passage: Passage, over: Ground) -> bool {
    match passage {
        Passage::Open => true,
        Passage::Low | Passage::Climbable => over == Ground::Over,
        Passage::Blocked => false,
    }
}

/// Whether a square can be entered, occupants aside, PCT-GRID-04.
fn can_enter(field: &Field, over: Ground, square: Square) -> bool {
    let Some(cell) = field.cell(square) else { return false };
    let footing = match cell.footing {
        Footing::Firm | Footing::Difficult | Footing::ShallowTrench | Footing::DeepTrench => true,
        Footing::Water => over == Ground::Water,
        Footing::Pit | Footing::Void => false,
    };
    footing && cell.feature.is_none_or(|feature| may_pass(feature.traits().passage, over))
}

/// Whether the edge between two orthogonal neighbours can be crossed, PCT-GRID-04.
fn can_cross(field: &Field, over: Ground, from: Square, to: Square) -> bool {
    Edge::between(from, to)
        .and_then(|edge| field.edge(edge))
        .is_none_or(|feature| may_pass(feature.traits().passage, over))
}

/// Half metres for one step of a body, or nothing, PCT-GRID-03, PCT-GRID-04, PCT-MOVE-07.
fn step_cost(field: &Field, over: Ground, body: Footprint, direction: Direction) -> Option<u8> {
    let (dx, dy) = direction.delta();
    let mut difficult = false;
    for from in body.squares() {
        let to = from.step(direction);
        if !can_enter(field, over, to) {
            return None;
        }
        difficult |= field.cell(to).is_some_and(|cell| cell.footing == Footing::Difficult) && !body.contains(to);
        if direction.is_diagonal() {
            // Both ways round the crossed corner must be free.
            for middle in [Square::new(from.x + dx, from.y), Square::new(from.x, from.y + dy)] {
                let free = can_enter_corner(field, over, middle)
                    && can_cross(field, over, from, middle)
                    && can_cross(field, over, middle, to);
                if !free {
                    return None;
                }
            }
        } else if !can_cross(field, over, from, to) {
            return None;
        }
    }
    let cost = if direction.is_diagonal() { 3 } else { 2 };
    Some(if difficult { cost * 2 } else { cost })
}

/// Whether a square is free in the sense of PCT-GRID-04 for a diagonal beside it: only obstacles matter there.
fn can_enter_corner(field: &Field, over: Ground, square: Square) -> bool {
    field.feature(square).is_none_or(|feature| may_pass(feature.traits().passage, over))
}

/// The step map for `who`: squares of enemies in the fight are closed, PCT-GRID-05.
fn map(battle: &Battle, who: CombatantId, gait: Gait) -> StepMap {
    let one = mounts::feet(battle, who);
    let side = one.footprint().side;
    let mut map = bare_map(&battle.scene.field, ground(gait), side).clone();
    for enemy in battle.enemies(who).filter(|enemy| enemy.fights()) {
        for square in enemy.footprint().squares() {
            for y in 0..i16::from(side) {
                for x in 0..i16::from(side) {
                    map.block(Square::new(square.x - x, square.y - y));
                }
            }
        }
    }
    map
}

/// The bodies in the fight that leave no room for another, PCT-GRID-05.
fn in_the_way(battle: &Battle, who: CombatantId) -> Vec<Footprint> {
    let others = battle.combatants.iter().filter(|one| one.id != who && one.fights());
    others.filter(|one| !mounts::are_pair(battle, one.id, who)).map(Combatant::footprint).collect()
}

/// Whether a movement may end with the body there, PCT-GRID-05.
fn may_stand(battle: &Battle, who: CombatantId, anchor: Square) -> bool {
    let body = mounts::feet(battle, who).placement.at(anchor).0;
    in_the_way(battle, who).into_iter().all(|other| other.gap(body) != (0, 0))
}

/// The squares where a movement of this kind can end.
pub fn reachable(battle: &Battle, who: CombatantId, gait: Gait) -> Vec<Reachable> {
    let one = mounts::feet(battle, who);
    let (base, full) = gait.rates(one);
    let start = one.placement.anchor();
    let mut flood = Flood::new();
    flood.run(&map(battle, who, gait), start, full);
    let others = in_the_way(battle, who);
    let body = one.placement;
    let free = |square: Square| others.iter().all(|other| other.gap(body.at(square).0) != (0, 0));
    flood
        .reached()
        .filter(|(square, _)| *square != start && free(*square))
        .map(|(square, cost)| Reachable { square, cost, base: cost <= base })
        .collect()
}

/// The way to a square that provokes least and is shortest among those.
pub fn route(battle: &Battle, who: CombatantId, gait: Gait, to: Square) -> Option<Route> {
    let one = mounts::feet(battle, who);
    let (base, full) = gait.rates(one);
    let start = one.placement.anchor();
    if to == start || !may_stand(battle, who, to) {
        return None;
    }
    let watchers = watchers(battle, who);
    let penalty = |from: Square, next: Square| {
        watchers.iter().filter(|watcher| provokes(battle, who, watcher, from, next)).count() as u32
    };
    let map = map(battle, who, gait);
    let found = route_avoiding(&map, start, to, full, penalty)?;
    // The route names the start too; a way begins with the first step.
    let (squares, cost) = (found.squares.into_iter().skip(1).collect(), found.cost as u16);
    Some(Route { squares, cost, base: cost <= base, words: words(gait, cost <= base) })
}

const fn words(gait: Gait, base: bool) -> &'static str {
    match gait {
        Gait::Walk if base => "walk",
        Gait::Walk => "run",
        Gait::Creep => "crouched",
        Gait::Crawl => "crawl",
        Gait::Swim => "swim",
        Gait::Climb => "climb",
    }
}

fn cost_of(map: &StepMap, start: Square, squares: &[Square]) -> Option<u16> {
    let mut at = start;
    let mut cost = 0;
    for square in squares {
        cost += u16::from(map.step(at, at.direction_to(*square)?)?);
        at = *square;
    }
    Some(cost)
}

/// What a way drawn by hand costs.
///
/// # Errors
/// The rule that forbids it.
pub fn way(battle: &Battle, who: CombatantId, gait: Gait, squares: &[Square]) -> Result<Route, Refusal> {
    let one = mounts::feet(battle, who);
    let (base, full) = gait.rates(one);
    let start = one.placement.anchor();
    let cost = cost_of(&map(battle, who, gait), start, squares).ok_or_else(|| {
        let bare = bare_map(&battle.scene.field, ground(gait), one.footprint().side);
        match cost_of(bare, start, squares) {
            Some(_) => Refusal::new(ids::GRID_05, "An enemy stands in the way"),
            None => Refusal::new(ids::GRID_04, "A step is blocked"),
        }
    })?;
    let last = *squares.last().ok_or_else(|| Refusal::new(ids::MOVE_01, "No step at all"))?;
    if cost > full {
        return Err(Refusal::new(ids::MOVE_01, "Farther than the full rate"));
    }
    if !may_stand(battle, who, last) {
        return Err(Refusal::new(ids::GRID_05, "Somebody stands there"));
    }
    Ok(Route { squares: squares.to_vec(), cost, base: cost <= base, words: words(gait, cost <= base) })
}

/// An enemy who could strike at a mover.
#[derive(Clone, Copy, Debug)]
pub struct Watcher {
    /// Who.
    pub who: CombatantId,
    /// How far, in metres.
    pub range: u16,
}

/// The enemies who have a reaction and threaten at all, in initiative order, PCT-REA-03.
pub fn watchers(battle: &Battle, mover: CombatantId) -> Vec<Watcher> {
    battle
        .scene
        .order
        .iter()
        .filter(|who| {
            let one = battle.one(**who);
            one.team != battle.one(mover).team && one.aware.of(mover) && super::conditions::has_reaction(battle, **who)
        })
        .filter_map(|who| reach::threat_range(battle, *who).map(|range| Watcher { who: *who, range }))
        .collect()
}

/// Whether a step of `mover` provokes the watcher, PCT-REA-02: threatened in the square left, and not nearer after.
pub fn provokes(battle: &Battle, mover: CombatantId, watcher: &Watcher, from: Square, to: Square) -> bool {
    let body = mounts::feet(battle, mover).placement;
    let watching = battle.one(watcher.who).footprint();
    let (left, entered) = (body.at(from).0, body.at(to).0);
    if reach::distance(watching, left) > watcher.range {
        return false;
    }
    let leaves = if settings::only_leaving_provokes(battle) {
        reach::distance(watching, entered) > watcher.range
    } else {
        between_centres(watching, entered) >= between_centres(watching, left)
    };
    leaves && reach::threatens_at(battle, watcher.who, watcher.range, left, mover)
}

/// Twice the distance between the centres of two bodies, squared.
fn between_centres(a: Footprint, b: Footprint) -> u64 {
    let centre = |at: i16, side: u8| i32::from(at) * 2 + i32::from(side);
    euclidean_squared(
        centre(a.anchor.x, a.side) - centre(b.anchor.x, b.side),
        centre(a.anchor.y, a.side) - centre(b.anchor.y, b.side),
    )
}

/// The steps of a way that provoke.
pub fn provocations(battle: &Battle, who: CombatantId, squares: &[Square]) -> Vec<Provocation> {
    let watchers = watchers(battle, who);
    let mut found = Vec::new();
    let mut from = battle.one(who).placement.anchor();
    for (step, to) in squares.iter().enumerate() {
        for watcher in &watchers {
            if provokes(battle, who, watcher, from, *to) {
                found.push(Provocation { step, by: watcher.who, rule: ids::REA_02 });
            }
        }
        from = *to;
    }
    found
}

/// The refusal of a movement of this kind right now, way aside.
pub fn refusal(battle: &Battle, who: CombatantId, gait: Gait) -> Option<Refusal> {
    use super::conditions::{Action, has_action};
    let action = if gait == Gait::Crawl { Action::Standard } else { Action::Quick };
    if battle.one(who).budgets.get(MOVED) > 0 {
        return Some(Refusal::new(ids::MOVE_03, "Has moved this turn"));
    }
    if !has_action(battle, who, action) {
        return Some(Refusal::new(ids::TURN_01, "No action left"));
    }
    if grapple::held(battle, who).is_some() {
        return Some(Refusal::new(ids::MAN_04, "Holds somebody"));
    }
    if mounts::trapped_under(battle, who).is_some() {
        return Some(Refusal::new(ids::MNT_07, "Under the mount"));
    }
    (gait.rates(mounts::feet(battle, who)).1 == 0).then(|| Refusal::new(ids::PRN_02, "Base rate too low"))
}

/// What choosing a movement leads to: it is paid for, and the walk goes on the agenda.
///
/// # Errors
/// Why the way cannot be gone.
pub fn start(
    battle: &Battle,
    who: CombatantId,
    gait: Gait,
    squares: &[Square],
    moment: &mut Moment<'_>,
) -> Result<(), Refusal> {
    use super::conditions::{Action, hurry, spend};
    let route = way(battle, who, gait, squares)?;
    spend(battle, who, if gait == Gait::Crawl { Action::Standard } else { Action::Quick }, moment);
    moment.effect(Effect::Budget(who, MOVED, 1));
    if battle.one(who).conditions.has(BRACED) {
        moment.effect(Effect::Clear(who, BRACED));
    }
    let one = mounts::feet(battle, who);
    if !route.base {
        hurry(battle, who, moment);
        if one.id != who {
            hurry(battle, one.id, moment);
        }
    }
    if gait.exhausts(one) {
        moment.effect(Effect::Vital(one.id, EXERTION, one.vitals.get(EXERTION) + 1));
    }
    moment.tell(|| {
        let last = squares.last().copied().unwrap_or_default();
        let length = super::MEASURE.words(route.cost);
        let run = if route.base { "" } else { ", running" };
        crate::rules::Entry::Deed {
            who,
            deed: crate::rules::Deed::Walk,
            words: format!("{} to {last}, {length}{run}", gait.third_person()).into(),
            on: None,
            with: None,
            to: Some(last),
            rule: ids::MOVE_01,
        }
    });
    let walk = Walk { who, gait, way: squares.to_vec() };
    let obeys = one.id == who || sheet(battle.one(who)).is_proficient(Skill::Ride);
    moment.then(if !obeys {
        super::luck::first_ask(battle, who, Check::Ride(walk), moment.is_forecast())
    } else if gait.wants_check(one) {
        super::luck::first_ask(battle, one.id, Check::Exert(walk), moment.is_forecast())
    } else {
        step(Step::Leave(walk))
    });
    Ok(())
}

/// The number for an Athletics check of a movement, PCT-MOVE-05; hurried counts from the first step, PCT-MOVE-02.
pub fn add_exertion(one: &Combatant, tally: &mut impl Tally) {
    tally.add(ids::MOVE_05, sheet(one).rating(Skill::Athletics), || "Athletics".into());
    add_hurried(one, tally);
    add_wounds(one, tally);
}

/// Before a step: those who may react are asked, PCT-REA-03, then the step is taken.
pub fn leave(battle: &Battle, walk: &Walk, moment: &mut Moment<'_>) {
    let Some(next) = walk.way.first() else { return };
    if !can_go_on(battle, walk) {
        moment.note(walk.who, ids::MOVE_08, "stops");
        return;
    }
    let event = Event::Leaves(walk.who, *next);
    for reactor in reactions::reactors(battle, event) {
        moment.then(step(Step::React(reactor, event)));
    }
    moment.then(step(Step::Enter(walk.clone())));
}

/// Takes a step, unless something has stopped the mover, PCT-MOVE-08.
pub fn enter(battle: &Battle, walk: &Walk, moment: &mut Moment<'_>) {
    let Some((next, rest)) = walk.way.split_first() else { return };
    if !can_go_on(battle, walk) {
        moment.note(walk.who, ids::MOVE_08, "stops");
        return;
    }
    let who = walk.who;
    let from = battle.one(who).placement;
    moment.effect(Effect::Place(who, from.at(*next)));
    if let Some(mount) = mounts::mount_of(battle, who) {
        moment.effect(Effect::Place(mount, battle.one(mount).placement.at(*next)));
    }
    let running = battle.one(who).conditions.has(HURRIED);
    if running || rest.is_empty() {
        reveal(battle, who, *next, running, moment);
    }
    let event = Event::Arrives(who, from.anchor());
    if reactions::anybody_readied(battle) {
        moment.then(step(Step::Call(event)));
    }
    charge::pass(battle, who, *next, rest.is_empty(), moment);
    if !rest.is_empty() {
        moment.then(step(Step::Leave(Walk { way: rest.to_vec(), ..walk.clone() })));
    }
}

/// Whether the mover still can: in the fight, and not thrown down on the way, PCT-MOVE-08.
fn can_go_on(battle: &Battle, walk: &Walk) -> bool {
    let one = battle.one(walk.who);
    one.fights()
        && mounts::trapped_under(battle, walk.who).is_none()
        && grapple::holder(battle, walk.who).is_none()
        && walk.gait.fits(mounts::feet(battle, walk.who).posture)
}

/// A hidden combatant who runs, or ends a movement in plain sight of an enemy, is known, PCT-SET-01.
fn reveal(battle: &Battle, who: CombatantId, at: Square, running: bool, moment: &mut Moment<'_>) {
    let one = battle.one(who);
    let body = one.placement.at(at).0;
    let unknowing = || battle.enemies(who).filter(|enemy| enemy.fights() && !enemy.aware.of(who));
    if unknowing().next().is_none() {
        return;
    }
    let in_plain_sight = unknowing().any(|enemy| {
        let outlook = cover::outlook_at(battle, enemy.footprint(), enemy.posture, body, one.posture, &[enemy.id, who]);
        outlook.seen && outlook.class == Class::None
    });
    if running || in_plain_sight {
        for enemy in unknowing() {
            moment.effect(Effect::Aware(enemy.id, who, true));
        }
        moment.note(who, ids::SET_01, "is noticed");
    }
}

/// The battle after a way has been gone, by a charge if the verb says so, and nothing happened on it.
pub fn walked(battle: &Battle, who: CombatantId, verb: &str, route: &Route) -> Battle {
    let mut after = battle.clone();
    let Some(last) = route.squares.last() else { return after };
    let mut moment = Moment::without_chance(false);
    let charges = verb == charge::VERB;
    let runs = charges || !route.base;
    if charges {
        charge::covered(battle, who, &route.squares, &mut moment);
    }
    moment.effect(Effect::Place(who, battle.one(who).placement.at(*last)));
    if let Some(mount) = mounts::mount_of(battle, who) {
        moment.effect(Effect::Place(mount, battle.one(mount).placement.at(*last)));
        if runs {
            super::conditions::hurry(battle, mount, &mut moment);
        }
    }
    moment.effect(Effect::Budget(who, QUICK, battle.one(who).budgets.get(QUICK) + 1));
    moment.effect(Effect::Budget(who, MOVED, 1));
    if runs {
        super::conditions::hurry(battle, who, &mut moment);
    }
    for entry in moment.into_outcome().entries {
        if let crate::rules::Entry::Effect(effect) = entry {
            after.apply(&effect);
        }
    }
    after
}
