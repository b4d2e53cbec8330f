//! Gaits and their rates, where movements can end, the paths there, and coming upon enemies. PCT-GRID, PCT-MOVE,
//! PCT-PRN-02.

use std::{
    ops::Deref,
    sync::{Arc, OnceLock},
};

use super::{
    maps::{Ground, bare_map, ground_of, is_like_land, is_pit, is_whole, only_map, shared_map},
    notice::Watch,
};

use crate::{
    geometry::{Footprint, Square, StepMap},
    rules::{
        Ends, Route, ground,
        percentile::{
            bonds::{self, feet, mount_of},
            catalogue as ids,
            conditions::{self, HINDERED, MAIMED_LEG},
            menu::Gait,
            sheet::{EXERTION, Mode, ModeName, Skill, sheet},
            step::{Notice, Walk},
        },
        prelude::*,
    },
};

impl Gait {
    /// In the log: "walks towards c3".
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
    pub fn rates(self, fighter: Combatant<'_>) -> (u16, u16) {
        let sheet = sheet(fighter);
        let foot = sheet.mode(ModeName::Foot).map_or((0, 0), |mode| (mode.base, mode.full));
        let part = conditions::slowed(fighter) * if fighter.conditions.has(HINDERED) { 2 } else { 1 };
        // With a maimed leg no mode allows running, PCT-STR-04.
        let slowed = |(base, full): (u16, u16)| {
            (base / part, if fighter.conditions.has(MAIMED_LEG) { base } else { full } / part)
        };
        let by_mode = |mode: Mode| {
            let (base, full) = slowed((mode.base, mode.full));
            (base * 2, full * 2)
        };
        let foot = slowed(foot);
        let slow = |metres: u16| (metres.max(1) * 2, metres.max(1) * 2);
        match self {
            Self::Walk => (foot.0 * 2, foot.1 * 2),
            Self::Creep => slow(foot.0 / 2),
            Self::Crawl => (foot.0 / 2 * 2, foot.0 / 2 * 2),
            Self::Swim => sheet.mode(ModeName::Swim).map_or(slow(foot.0), by_mode),
            Self::Climb => sheet.mode(ModeName::Climb).map_or(slow(foot.0 / 2), by_mode),
        }
    }

    /// The rates of a path that is partly walked: the lower ones, PCT-MOVE-05.
    fn mixed_rates(self, fighter: Combatant<'_>) -> (u16, u16) {
        let own = self.rates(fighter);
        if !matches!(self, Self::Swim | Self::Climb) || self.exhausts(fighter) {
            return own;
        }
        let foot = Self::Walk.rates(fighter);
        (own.0.min(foot.0), own.1.min(foot.1))
    }

    /// Whether it needs an Athletics check now, PCT-MOVE-05, PCT-MOVE-06.
    pub fn wants_check(self, fighter: Combatant<'_>) -> bool {
        self.wants_check_after(fighter, fighter.vitals.get(EXERTION))
    }

    /// Like [`Self::wants_check`], after this many turns of exhausting movement.
    pub fn wants_check_after(self, fighter: Combatant<'_>, turns: i16) -> bool {
        self.exhausts(fighter) && (!sheet(fighter).is_proficient(Skill::Athletics) || turns >= 20)
    }

    /// Whether it is exhausting, PCT-MOVE-06: climbing and swimming without such a mode.
    pub fn exhausts(self, fighter: Combatant<'_>) -> bool {
        let mode = match self {
            Self::Swim => ModeName::Swim,
            Self::Climb => ModeName::Climb,
            Self::Walk | Self::Creep | Self::Crawl => return false,
        };
        sheet(fighter).mode(mode).is_none()
    }

    /// Whether it is a movement by mode; only such a movement combines with a stunt, PCT-MOVE-04, PCT-MOVE-05.
    pub fn is_by_mode(self, fighter: Combatant<'_>) -> bool {
        match self {
            Self::Walk => true,
            Self::Creep | Self::Crawl => false,
            Self::Swim | Self::Climb => !self.exhausts(fighter),
        }
    }

    /// Whether somebody in this posture can use it.
    pub const fn fits(self, posture: Posture) -> bool {
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

/// The gaits that `who` can use now, the ordinary one first. A mount climbs only with a Climb mode; fences it vaults,
/// PCT-MNT-03.
pub fn gaits(battle: &Battle, who: CombatantId) -> impl Iterator<Item = Gait> + '_ {
    let fighter = feet(battle, who);
    let climbs = fighter.id == who || sheet(fighter).mode(ModeName::Climb).is_some();
    Gait::of(fighter.posture).filter(move |gait| climbs || *gait != Gait::Climb)
}

/// Where the steps of a body with `side` squares along a side would meet an enemy, and the bodies that leave no room
/// for it, PCT-GRID-05.
fn in_the_way(battle: &Battle, who: CombatantId, side: u8) -> (Vec<Square>, Vec<Footprint>) {
    let (team, mount) = (battle.combatant(who).team, mount_of(battle, who));
    let is_paired = |other: CombatantId| mount == Some(other) || mount_of(battle, other) == Some(who);
    let many = battle.rows().len();
    let (mut closed, mut bodies) = (Vec::with_capacity(many), Vec::with_capacity(many));
    for fighter in battle.combatants().filter(|fighter| fighter.fights() && fighter.id != who) {
        if fighter.team != team {
            closed.extend(fighter.footprint().met_by(side));
        }
        if !is_paired(fighter.id) {
            bodies.push(fighter.footprint());
        }
    }
    (closed, bodies)
}

/// Whether a movement may end with the body there, PCT-GRID-05, and not astride an obstacle, PCT-GRID-04.
pub fn may_stand(battle: &Battle, who: CombatantId, anchor: Square) -> bool {
    let body = feet(battle, who).placement.at(anchor).0;
    let leaves_room = |other: CombatantId| other == who || bonds::are_pair(battle, other, who);
    is_whole(&battle.scene.field, Ground::Land, body) && ground::has_room(battle, body, leaves_room)
}

/// The part of a path up to the last square where the body may stand; empty if it may stand in none of them.
pub fn standing_room(battle: &Battle, who: CombatantId, way: &[Square]) -> Vec<Square> {
    let count = way.iter().rposition(|square| may_stand(battle, who, *square)).map_or(0, |step| step + 1);
    way[..count].to_vec()
}

/// Roughly how many squares a walk reaches.
const MANY: usize = 128;

/// Where a gait leads, worked out once and cached.
pub struct Walks {
    all: ground::Walks,
    ends: OnceLock<Vec<Reachable>>,
    /// The board and the squares along a side, for a body of several squares.
    wide: Option<(Arc<Battlefield>, u8)>,
    /// Where the gait leads by swimming or climbing alone, and its base rate, if that is faster than walking.
    pure: Option<(ground::Walks, u16)>,
    /// Base rate in half metres, for paths that may be partly walked.
    pub base: u16,
    /// Full rate in half metres, for such paths.
    pub full: u16,
}

impl Deref for Walks {
    type Target = ground::Walks;

    fn deref(&self) -> &ground::Walks {
        &self.all
    }
}

impl Walks {
    /// The walks of a gait from where `who` stands, PCT-GRID-05.
    pub fn of(battle: &Battle, who: CombatantId, gait: Gait) -> Arc<Self> {
        battle.keep(who, gait as u32, || {
            let fighter = feet(battle, who);
            let (own, (base, full)) = (gait.rates(fighter), gait.mixed_rates(fighter));
            let (field, body) = (&battle.scene.field, fighter.footprint());
            let bare = shared_map(field, ground_of(gait), body.side);
            let (closed, bodies) = in_the_way(battle, who, body.side);
            let pure = (own != (base, full)).then(|| {
                let steps = only_map(field, ground_of(gait), body.side);
                (ground::Walks::new(steps, closed.clone(), body, own.1, bodies.clone()), own.0)
            });
            let all = ground::Walks::new(bare, closed, body, full, bodies);
            let wide = (body.side > 1).then(|| (Arc::clone(&battle.scene.field), body.side));
            Self { all, ends: OnceLock::new(), wide, pure, base, full }
        })
    }

    /// Whether these walks surely lead wherever another gait does; false if that takes a search to tell.
    pub fn surely_reach_all_of(&self, battle: &Battle, who: CombatantId, gait: Gait) -> bool {
        let fighter = feet(battle, who);
        let full = gait.rates(fighter).1;
        let from = (self.start, fighter.footprint().side);
        full <= self.full && is_like_land(&battle.scene.field, ground_of(gait), from, full)
    }

    /// The squares where the movement can end.
    pub fn ends(self: &Arc<Self>) -> Ways {
        Ways::of(Arc::clone(self))
    }

    /// The squares among these where a movement may end.
    pub fn ends_among(&self, costs: impl Iterator<Item = (Square, u16)>) -> Vec<Reachable> {
        let mut ends = Vec::with_capacity(MANY);
        let free = self.all.free(costs).filter(|(square, _)| self.is_whole_at(*square));
        ends.extend(free.map(|(square, cost)| Reachable { square, cost, base: cost <= self.base }));
        ends
    }

    /// These ends, with those reached by swimming or climbing alone.
    fn with_pure(&self, mut ends: Vec<Reachable>) -> Vec<Reachable> {
        let Some((pure, base)) = &self.pure else { return ends };
        for (square, cost) in pure.free(pure.flood().reached()).filter(|(square, _)| self.is_whole_at(*square)) {
            let new = Reachable { square, cost, base: cost <= *base };
            match ends.iter_mut().find(|known| known.square == square) {
                Some(known) if known.base || !new.base => {}
                Some(known) => *known = new,
                None => ends.push(new),
            }
        }
        ends.sort_unstable_by_key(|way| (way.square.y, way.square.x));
        ends
    }

    /// The path to a square by swimming or climbing alone, if that is better than one that is partly walked.
    fn pure_route(&self, to: Square) -> Option<Route> {
        let (pure, base) = self.pure.as_ref()?;
        let squares: Vec<Square> = pure.path_to(to)?.into_iter().skip(1).collect();
        let cost = cost_of(pure.map(), self.start, &squares)?;
        let mixed = self.flood().cost(to);
        let is_better = mixed.is_none_or(|mixed| mixed > self.base && cost <= *base);
        is_better.then_some(Route { squares, cost, base: cost <= *base, words: "" })
    }

    /// Whether the body would not be astride an obstacle there.
    fn is_whole_at(&self, anchor: Square) -> bool {
        self.wide.as_ref().is_none_or(|(field, side)| is_whole(field, Ground::Land, Footprint { anchor, side: *side }))
    }
}

impl Ends for Walks {
    fn list(&self) -> &[Reachable] {
        self.ends.get_or_init(|| self.with_pure(self.ends_among(self.all.flood().reached())))
    }

    fn leads_nowhere(&self) -> bool {
        !self.all.surely_leads() && self.list().is_empty()
    }
}

/// The path to a square that provokes the fewest attacks, and of those the shortest.
pub fn route(battle: &Battle, who: CombatantId, gait: Gait, to: Square) -> Option<Route> {
    if !may_stand(battle, who, to) {
        return None;
    }
    let walks = Walks::of(battle, who, gait);
    if to == walks.start {
        return None;
    }
    if let Some(pure) = walks.pure_route(to) {
        return Some(Route { words: words(gait, pure.base), ..pure });
    }
    let watch = Watch::of(battle, who);
    // The shortest path of all is the best one if it provokes nobody, and it is found far sooner.
    let shortest = walks.path_to(to)?;
    let squares = if watch.lets_pass(battle, who, &shortest) {
        shortest
    } else {
        watch.careful_way(battle, who, (gait, &walks), to)?
    };
    // The search includes the start; a route begins with the first step.
    let squares: Vec<Square> = squares.into_iter().skip(1).collect();
    let cost = cost_of(walks.map(), walks.start, &squares)?;
    Some(Route { squares, cost, base: cost <= walks.base, words: words(gait, cost <= walks.base) })
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

pub fn cost_of(map: &StepMap, start: Square, squares: &[Square]) -> Option<u16> {
    let mut at = start;
    let mut cost = 0;
    for square in squares {
        cost = u16::saturating_add(cost, map.step(at, at.direction_to(*square)?)?.into());
        at = *square;
    }
    Some(cost)
}

/// The route along a path drawn by hand.
///
/// # Errors
/// The rule that forbids it.
pub fn way(battle: &Battle, who: CombatantId, gait: Gait, squares: &[Square]) -> Result<Route, Refusal> {
    let walks = Walks::of(battle, who, gait);
    let pure = walks.pure.as_ref().and_then(|(pure, base)| {
        let route = pure.course(Course::Along(squares)).ok()?;
        Some(Route { base: route.cost <= *base, ..route })
    });
    let mixed = walks.course(Course::Along(squares)).map(|route| Route { base: route.cost <= walks.base, ..route });
    let better = match (&mixed, pure) {
        (Ok(mixed), Some(pure)) if mixed.base || !pure.base => None,
        (_, pure) => pure,
    };
    let route = better.map_or(mixed, Ok).map_err(|why| {
        let bare = || bare_map(&battle.scene.field, ground_of(gait), feet(battle, who).footprint().side);
        match why {
            ground::NoWalk::Nowhere => Refusal::new(ids::MOVE_01, "No steps"),
            ground::NoWalk::Blocked if cost_of(bare(), walks.start, squares).is_some() => {
                Refusal::new(ids::GRID_05, "An enemy stands in the way")
            }
            ground::NoWalk::Blocked | ground::NoWalk::NoWay => Refusal::new(ids::GRID_04, "A step is blocked"),
            ground::NoWalk::TooFar => Refusal::new(ids::MOVE_01, "Beyond the full rate"),
            ground::NoWalk::Taken => Refusal::new(ids::GRID_05, "Somebody stands there"),
        }
    })?;
    if squares.last().is_some_and(|last| !walks.is_whole_at(*last)) {
        return Err(Refusal::new(ids::GRID_04, "Would end astride an obstacle"));
    }
    Ok(Route { words: words(gait, route.base), ..route })
}

/// The enemies in the fight that the body of `who`, or of its mount, would overlap there.
pub fn enemies_at(battle: &Battle, who: CombatantId, at: Square) -> impl Iterator<Item = CombatantId> + '_ {
    let side = battle.combatant(who).team;
    let body = feet(battle, who).placement.at(at).0;
    body.squares().flat_map(|square| battle.standing(square)).filter(move |foe| battle.combatant(*foe).team != side)
}

/// Makes the whole side of `who` aware of the unknown enemies it comes upon, PCT-GRID-05.
pub fn come_upon(battle: &Battle, who: CombatantId, found: &[CombatantId], context: &mut StepContext<'_>) {
    let side = battle.combatant(who).team;
    for enemy in found.iter().filter(|enemy| !battle.is_known(side, **enemy)) {
        for mate in battle.combatants().filter(|mate| mate.team == side && mate.fights()) {
            bonds::noticed(battle, mate.id, *enemy, context);
        }
        context.note(who, ids::GRID_05, format_args!("comes upon {}", battle.combatant(*enemy).identity.name));
    }
}

/// Whether a body there would have a pit under it, where a jump cannot end, PCT-STU-06.
fn is_over_pit(battle: &Battle, who: CombatantId, anchor: Square) -> bool {
    let field = &battle.scene.field;
    feet(battle, who).placement.at(anchor).0.squares().any(|square| is_pit(field, square))
}

/// The enemies who stop a walk here: those in the next square, or beyond squares where it cannot end. Known enemies
/// never bar a walk that was allowed.
pub fn in_front(battle: &Battle, walk: &Walk) -> Vec<CombatantId> {
    // A swing passes over those on the way, PCT-STU-08.
    let flies = walk.going.airborne && walk.going.notice != Notice::Every;
    for (count, square) in walk.way.iter().enumerate() {
        let mut found: Vec<CombatantId> = enemies_at(battle, walk.who, *square).collect();
        let is_end = count + 1 == walk.way.len();
        if !found.is_empty() && (is_end || !flies) {
            found.dedup();
            return found;
        }
        if may_stand(battle, walk.who, *square) && !(walk.going.airborne && is_over_pit(battle, walk.who, *square)) {
            break;
        }
    }
    Vec::new()
}
