//! The board as it is read where a catalogue says nothing else: walls and closed doors bar ways and lines, on an edge as
//! in a square; nobody stands in a pit or where there is nothing; all else has no effect. Distances count a diagonal one.

use std::{
    ops::ControlFlow,
    sync::{Arc, OnceLock},
};

use super::{Course, Ends, Reachable, Refusal, Route, Ways};
use crate::{
    geometry::{
        Direction, Edge, Flood, Footprint, Passing, Ray, Square, StepMap, Way, centre, reach_chebyshev, walk,
        ways_round,
    },
    rules::{
        account::{Line, RuleId, Sight, Touch},
        ids::CombatantId,
        state::{Battle, Battlefield, Combatant, Feature, Footing, Hides, Passage, StepRule},
    },
};

/// Squares between two bodies, a diagonal counting one.
pub fn distance(a: Footprint, b: Footprint) -> u16 {
    let (x, y) = a.gap(b);
    x.max(y) as u16
}

/// Whether a feature lets bodies through: only walls and closed doors do not.
fn is_open(feature: Option<Feature>) -> bool {
    feature.is_none_or(|feature| feature.traits().passage != Passage::Blocked)
}

fn can_enter(field: &Battlefield, square: Square) -> bool {
    field
        .cell(square)
        .is_some_and(|cell| !matches!(cell.footing, Footing::Void | Footing::Pit) && is_open(cell.feature))
}

/// Whether the edge between two neighbours can be crossed.
pub fn can_cross(field: &Battlefield, from: Square, to: Square) -> bool {
    is_open(Edge::between(from, to).and_then(|edge| field.edge(edge)))
}

/// Whether a body fits on the ground there, others aside: on squares one can enter, and with no wall through it.
pub fn can_stand(field: &Battlefield, body: Footprint) -> bool {
    body.squares().all(|square| can_enter(field, square)) && body.seams().all(|(one, next)| can_cross(field, one, next))
}

/// Whether a step of a body is possible: it fits, and squeezes through no wall.
pub fn can_step(field: &Battlefield, body: Footprint, direction: Direction) -> bool {
    can_step_past(field, body, direction, 2)
}

/// The same where so many of the two ways round the corner of a diagonal step must be open.
pub fn can_step_past(field: &Battlefield, body: Footprint, direction: Direction, ways: usize) -> bool {
    let (dx, dy) = direction.delta();
    let squeezes = |from: Square| {
        let to = from.step(direction);
        let beside = [Square::new(from.x + dx, from.y), Square::new(from.x, from.y + dy)];
        let is_past = |by: Square| is_open(field.feature(by)) && can_cross(field, from, by) && can_cross(field, by, to);
        if direction.is_diagonal() {
            beside.into_iter().filter(|by| is_past(*by)).count() >= ways
        } else {
            can_cross(field, from, to)
        }
    };
    can_stand(field, Footprint { anchor: body.anchor.step(direction), side: body.side }) && body.squares().all(squeezes)
}

/// Steps of a body with so many squares a side on the bare board, others aside; every square costs 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bare(pub u8);

impl StepRule for Bare {
    fn number(self) -> u16 {
        self.0.into()
    }

    fn side(self) -> u8 {
        self.0
    }

    fn cost(self, field: &Battlefield, anchor: Square, direction: Direction) -> Option<u8> {
        can_step(field, Footprint { anchor, side: self.0 }, direction).then_some(1)
    }
}

/// The map of those steps.
pub fn steps(field: &Battlefield, side: u8) -> &StepMap {
    field.map(Bare(side))
}

/// Whether something stops every line: a wall or a closed door, but neither a slit nor a lattice.
pub fn is_wall(feature: Feature) -> bool {
    let traits = feature.traits();
    traits.passage == Passage::Blocked && traits.hides == Hides::All
}

/// The wall that a line meets which goes through a grid corner: one that runs through the corner, with a part of it on
/// either way round. The end of a wall, or squares that touch there, let it by.
fn wall_at_corner(field: &Battlefield, from: Square, to: Square) -> Option<Touch> {
    let edges = ways_round(from, to).map(|Way { middle, edges }| {
        let edge = edges.into_iter().find(|edge| field.edge(*edge).is_some_and(is_wall));
        let is_filled = field.feature(middle).is_some_and(is_wall);
        (edge.is_some() || is_filled).then_some(edge)
    });
    let [Some(one), Some(other)] = edges else { return None };
    one.or(other).map(Touch::Edge)
}

/// Where the line between two squares' centres meets a wall's inside, if it does; touching a corner is fine.
fn wall_between(field: &Battlefield, from: Square, to: Square) -> Option<Touch> {
    let mut met = None;
    let ray = Ray { from: centre(from), to: centre(to) };
    let _ = walk(ray, from, |passing| {
        let touch = match passing {
            Passing::Interior(square) if square != from && square != to => {
                field.feature(square).filter(|feature| is_wall(*feature)).map(|_| Touch::Square(square))
            }
            Passing::Edge(edge) => field.edge(edge).filter(|feature| is_wall(*feature)).map(|_| Touch::Edge(edge)),
            Passing::Corner { from, to } => wall_at_corner(field, from, to),
            Passing::Interior(_) => None,
        };
        met = touch;
        if met.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    met
}

/// The first line of effect from a square of one body to a square of another, or the line between the nearest ones with
/// the wall it meets.
pub fn line(field: &Battlefield, from: Footprint, to: Footprint) -> (Square, Square, Option<Touch>) {
    let mut pairs: Vec<(Square, Square)> =
        from.squares().flat_map(|from| to.squares().map(move |to| (from, to))).collect();
    pairs.sort_by_key(|(from, to)| distance(Footprint::one(*from), Footprint::one(*to)));
    let nearest = pairs[0];
    let open = pairs.into_iter().find(|(from, to)| wall_between(field, *from, *to).is_none());
    open.map_or_else(
        || (nearest.0, nearest.1, wall_between(field, nearest.0, nearest.1)),
        |(from, to)| (from, to, None),
    )
}

/// Whether a line of effect goes from one body to another.
pub fn has_line(field: &Battlefield, from: Footprint, to: Footprint) -> bool {
    line(field, from, to).2.is_none()
}

/// Why so many squares do not lead from one body to another, by a rule: it is too far, or a wall is between.
pub fn too_far(field: &Battlefield, rule: RuleId, squares: u16, from: Footprint, to: Footprint) -> Option<Refusal> {
    if distance(from, to) > squares {
        return Some(Refusal::new(rule, "Out of reach"));
    }
    (!has_line(field, from, to)).then(|| Refusal::new(rule, "A wall is between"))
}

/// The squares of the board at most so many from a body, those of the body itself and those behind walls left out.
pub fn around(field: &Battlefield, squares: u16, from: Footprint) -> impl Iterator<Item = Square> + '_ {
    let near = reach_chebyshev(from, squares).filter(|square| field.cell(*square).is_some());
    near.filter(move |square| has_line(field, from, Footprint::one(*square)))
}

/// The line of effect to draw, with what stops it, by the rule that asks for it.
pub fn drawn_line(field: &Battlefield, from: Footprint, to: Footprint, rule: RuleId) -> Line {
    let (from, to, wall) = line(field, from, to);
    let words = if wall.is_some() { "a wall stops it" } else { "clear" };
    let class = if wall.is_some() { 3 } else { 0 };
    Line { from: centre(from), to: centre(to), class, touches: wall, words: words.into(), rule }
}

/// What lies between two combatants, by the rule that asks for it: a wall or nothing, and no classes of cover.
pub fn sight(battle: &Battle, from: CombatantId, to: CombatantId, rule: RuleId) -> Sight {
    let [from, to] = [from, to].map(|who| battle.combatant(who).footprint());
    sight_between(&battle.scene.field, from, to, rule)
}

/// The same between two bodies.
pub fn sight_between(field: &Battlefield, from: Footprint, to: Footprint, rule: RuleId) -> Sight {
    let line = drawn_line(field, from, to, rule);
    let seen = line.touches.is_none();
    Sight {
        distance: distance(from, to).into(),
        seen,
        cover: line.class,
        has_classes: false,
        cover_name: if seen { "no cover rule" } else { "a wall" },
        modifier: 0,
        rule,
        lines: vec![line].into(),
    }
}

/// The places of a body of `side` squares in which it would meet an enemy of `who` that is in the way.
pub fn closed_by_foes<'a>(
    battle: &'a Battle,
    who: CombatantId,
    side: u8,
    is_in_the_way: impl Fn(Combatant<'a>) -> bool + 'a,
) -> impl Iterator<Item = Square> + 'a {
    battle.enemies(who).filter(move |one| is_in_the_way(*one)).flat_map(move |one| one.footprint().met_by(side))
}

/// A map of steps without those into enemies of `who` that are in the way.
pub fn around_foes<'a>(
    battle: &'a Battle,
    who: CombatantId,
    map: &StepMap,
    side: u8,
    is_in_the_way: impl Fn(Combatant<'a>) -> bool + 'a,
) -> StepMap {
    let mut map = map.clone();
    closed_by_foes(battle, who, side, is_in_the_way).for_each(|anchor| map.block(anchor));
    map
}

/// Whether a body can be there as far as those in the fight go, some of whom leave it room.
pub fn has_room(battle: &Battle, body: Footprint, leaves_room: impl Fn(CombatantId) -> bool) -> bool {
    body.squares().all(|square| battle.standing(square).all(&leaves_room))
}

/// As much of a way as is walked, and who ends it: an enemy in it of whom the walker's side did not know when it was
/// planned. Then it ends in the last square before that has room.
pub fn until_met<'a>(battle: &Battle, who: CombatantId, squares: &'a [Square]) -> (&'a [Square], Option<CombatantId>) {
    let walker = battle.combatant(who);
    let body = |at: Square| walker.placement.at(at).0;
    let foe = |other: &CombatantId| battle.combatant(*other).team != walker.team;
    let met = |at: &Square| body(*at).squares().find_map(|square| battle.standing(square).find(foe));
    let Some(end) = squares.iter().position(|at| met(at).is_some()) else { return (squares, None) };
    let is_free = |at: &Square| has_room(battle, body(*at), |other| other == who);
    let last = squares[..end].iter().rposition(is_free).map_or(0, |last| last + 1);
    (&squares[..last], met(&squares[end]))
}

/// Where somebody gets in one go, worked out once for all questions about it, and no more of it than they need.
pub struct Walks {
    /// The steps that can be made on the bare board.
    bare: Arc<StepMap>,
    /// Where enemies let nobody in.
    closed: Vec<Square>,
    /// Those that leave the body no room to stop.
    others: Vec<Footprint>,
    map: OnceLock<StepMap>,
    flood: OnceLock<Flood>,
    ends: OnceLock<Vec<Reachable>>,
    /// Where it begins.
    pub start: Square,
    side: u8,
    /// What it may cost at most, in the units of the steps.
    pub limit: u16,
    /// Squares in which no walk of this body ends, by number.
    taken: OnceLock<Vec<bool>>,
}

impl Walks {
    /// Of a body from where it is, over the steps of the bare board but for those into the `closed` squares; `others`
    /// are those that leave it no room.
    pub fn new(bare: Arc<StepMap>, closed: Vec<Square>, start: Footprint, limit: u16, others: Vec<Footprint>) -> Self {
        let Footprint { anchor: start, side } = start;
        let (map, flood, ends, taken) = (OnceLock::new(), OnceLock::new(), OnceLock::new(), OnceLock::new());
        Self { bare, closed, others, map, flood, ends, start, side, limit, taken }
    }

    /// On foot, a step costing 1, over so many squares at most: fighting enemies are in the way, and nobody stops where
    /// somebody else fights.
    pub fn on_foot(battle: &Battle, who: CombatantId, limit: u16) -> Self {
        let body = battle.combatant(who).footprint();
        let bare = battle.scene.field.shared_map(Bare(body.side));
        let closed = closed_by_foes(battle, who, body.side, Combatant::fights).collect();
        let others = battle.combatants().filter(|one| one.id != who && one.fights());
        Self::new(bare, closed, body, limit, others.map(Combatant::footprint).collect())
    }

    /// The steps that can be made, those into enemies left out.
    pub fn map(&self) -> &StepMap {
        if self.closed.is_empty() {
            return &self.bare;
        }
        self.map.get_or_init(|| {
            let mut map = (*self.bare).clone();
            self.closed.iter().for_each(|square| map.block(*square));
            map
        })
    }

    /// The steps that can be made on the bare board.
    pub fn bare(&self) -> &StepMap {
        &self.bare
    }

    /// Whether enemies let nobody in there.
    pub fn is_closed(&self, square: Square) -> bool {
        self.closed.contains(&square)
    }

    /// The cost of a step, if it can be made, found without making the map.
    pub fn step(&self, from: Square, direction: Direction) -> Option<u8> {
        self.bare.step(from, direction).filter(|_| !self.is_closed(from.step(direction)))
    }

    /// Whether a walk may end there, as far as others stand in the way; no walk to a square ends where it begins.
    pub fn is_free(&self, square: Square) -> bool {
        square != self.start && self.has_room(square)
    }

    fn has_room(&self, square: Square) -> bool {
        self.bare.extent().index(square).is_some_and(|index| !self.taken()[index])
    }

    fn taken(&self) -> &[bool] {
        self.taken.get_or_init(|| {
            let extent = self.bare.extent();
            let mut taken = vec![false; extent.len()];
            let anchors = self.others.iter().flat_map(|other| other.met_by(self.side));
            anchors.filter_map(|anchor| extent.index(anchor)).for_each(|index| taken[index] = true);
            taken
        })
    }

    /// Those of some squares, each with what it costs to get there, where a walk may end.
    pub fn free(&self, costs: impl Iterator<Item = (Square, u16)>) -> impl Iterator<Item = (Square, u16)> {
        let (start, extent, taken) = (self.start, self.bare.extent(), self.taken());
        let has_room = move |square| extent.index(square).is_some_and(|index| !taken[index]);
        costs.filter(move |(square, _)| *square != start && has_room(*square))
    }

    /// The same, found for a square or two sooner than for all.
    pub fn has_nobody(&self, square: Square) -> bool {
        let body = Footprint { anchor: square, side: self.side };
        square != self.start && self.others.iter().all(|other| other.gap(body) != (0, 0))
    }

    /// What it costs to get anywhere; the board is flooded when this is first asked for.
    pub fn flood(&self) -> &Flood {
        self.flood.get_or_init(|| {
            let mut flood = Flood::new();
            flood.run(self.map(), self.start, self.limit);
            flood
        })
    }

    /// Whether a walk of one step may end there, which most can.
    pub fn surely_leads(&self) -> bool {
        let mut steps = self.bare.steps(self.start);
        steps.any(|(to, cost)| u16::from(cost) <= self.limit && !self.is_closed(to) && self.has_nobody(to))
    }

    /// The cost of the plainest way to a square, slantwise first and then straight on, if it can be walked: no more than a
    /// hint, found without flooding the board.
    pub fn plain_cost(&self, to: Square) -> Option<u16> {
        let (mut at, mut cost) = (self.start, 0);
        while at != to {
            let next = Square::new(at.x + (to.x - at.x).signum(), at.y + (to.y - at.y).signum());
            cost += u16::from(self.step(at, at.direction_to(next)?)?);
            at = next;
        }
        (cost <= self.limit).then_some(cost)
    }

    /// Every place where a walk may end.
    pub fn ends(self: &Arc<Self>) -> Ways {
        Ways::of(Arc::clone(self))
    }

    /// The shortest way to a square, or a way drawn by hand, with its cost.
    ///
    /// # Errors
    /// Why it cannot be walked.
    pub fn course(&self, course: Course<'_>) -> Result<Route, NoWalk> {
        match course {
            Course::To(to) => self.along(&self.flood().path_to(self.map(), to).ok_or(NoWalk::NoWay)?[1..]),
            Course::Along(squares) => self.along(squares),
        }
    }

    fn along(&self, squares: &[Square]) -> Result<Route, NoWalk> {
        // No step costs nothing.
        if squares.len() > usize::from(self.limit) {
            return Err(NoWalk::TooFar);
        }
        let mut cost: u16 = 0;
        let mut at = self.start;
        for square in squares {
            let step = at.direction_to(*square).and_then(|direction| self.step(at, direction));
            cost = cost.saturating_add(step.ok_or(NoWalk::Blocked)?.into());
            at = *square;
        }
        match squares.len() {
            0 => Err(NoWalk::Nowhere),
            _ if cost > self.limit => Err(NoWalk::TooFar),
            _ if !self.has_room(at) => Err(NoWalk::Taken),
            _ => Ok(Route { squares: squares.to_vec(), cost, base: true, words: "walk" }),
        }
    }
}

impl Ends for Walks {
    fn list(&self) -> &[Reachable] {
        self.ends.get_or_init(|| {
            let ends = self.free(self.flood().reached());
            ends.map(|(square, cost)| Reachable { square, cost, base: true }).collect()
        })
    }

    fn leads_nowhere(&self) -> bool {
        !self.surely_leads() && self.list().is_empty()
    }
}

/// Why a way cannot be walked; a ruleset adds its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoWalk {
    /// Nothing to walk.
    #[error("No step at all")]
    Nowhere,
    /// No such step.
    #[error("A step is blocked")]
    Blocked,
    /// The square cannot be reached within the limit.
    #[error("No way leads there")]
    NoWay,
    /// Above the limit.
    #[error("Too far")]
    TooFar,
    /// It ends where somebody else leaves no room.
    #[error("Somebody is there")]
    Taken,
}

impl NoWalk {
    /// The refusal by the rule of ways or by that of bodies and walls; `beyond` says what it goes beyond: "Beyond one Move".
    pub fn refusal(self, way: RuleId, bodies: RuleId, beyond: &'static str) -> Refusal {
        let (rule, words) = match self {
            Self::Nowhere => (way, "No steps"),
            Self::Blocked => (bodies, "A step is blocked"),
            Self::NoWay => (way, "No way leads there"),
            Self::TooFar => (way, beyond),
            Self::Taken => (bodies, "Somebody is there"),
        };
        Refusal::new(rule, words)
    }
}
