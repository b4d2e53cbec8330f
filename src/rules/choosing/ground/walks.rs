//! Where a fighter can get in one move, and by which way. A walk may depend on earlier steps: alternating diagonals, a
//! first step that is always possible.

use std::{
    fmt,
    sync::{Arc, OnceLock},
};

use super::board::{Bare, closed_by_foes};
use crate::{
    geometry::{Alternating, Avoiding, Direction, FirstAlways, Flood, Footprint, Square, StepMap, Steps},
    rules::{
        account::RuleId,
        choosing::{Course, Ends, Reachable, Refusal, Route, Ways},
        ids::CombatantId,
        state::{Battle, Combatant},
    },
};

/// Whether a single step is forbidden.
type Forbids = dyn Fn(Square, Direction) -> bool + Send + Sync;

/// Penalties of the steps out of squares by direction, in the order of the squares.
type Penalties = [(Square, [u8; 8])];

/// Where a fighter can get in one move. Each part is worked out once, when first needed. Ends, routes, hand-drawn ways
/// and ways that avoid something all take the same steps.
pub struct Walks {
    /// The steps that can be made on the bare board.
    bare: Arc<StepMap>,
    /// The steps when the next diagonal is the second, fourth and so on, if diagonals alternate.
    even: Option<Arc<StepMap>>,
    /// Whether an odd number of diagonals has been walked so far.
    is_odd: bool,
    /// Whether the first step may cost more than the limit.
    first_always: bool,
    /// Squares that enemies let nobody enter.
    closed: Vec<Square>,
    forbids: Option<Box<Forbids>>,
    /// The bodies that leave no room to stop.
    others: Vec<Footprint>,
    /// The maps without closed squares and forbidden steps.
    maps: OnceLock<(StepMap, Option<StepMap>)>,
    flood: OnceLock<Flood>,
    ends: OnceLock<Vec<Reachable>>,
    /// Where it begins.
    pub start: Square,
    side: u8,
    /// The most it may cost, in the units of the steps.
    pub limit: u16,
    /// Squares in which no walk of this body ends, by number.
    taken: OnceLock<Vec<bool>>,
}

impl fmt::Debug for Walks {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = out.debug_struct("Walks");
        out.field("start", &self.start)
            .field("limit", &self.limit)
            .field("is_odd", &self.is_odd)
            .finish_non_exhaustive()
    }
}

impl Walks {
    /// Walks of a body from where it is, over the steps of the bare board without those into `closed` squares. `others`
    /// leave it no room to stop.
    pub fn new(bare: Arc<StepMap>, closed: Vec<Square>, start: Footprint, limit: u16, others: Vec<Footprint>) -> Self {
        let Footprint { anchor: start, side } = start;
        let (maps, flood, ends, taken) = (OnceLock::new(), OnceLock::new(), OnceLock::new(), OnceLock::new());
        let (even, is_odd, first_always, forbids) = (None, false, false, None);
        Self { bare, even, is_odd, first_always, closed, forbids, others, maps, flood, ends, start, side, limit, taken }
    }

    /// Walks on foot over at most `limit` squares, each step costing 1. Fighting enemies are in the way, and nobody
    /// stops in the square of another who fights.
    pub fn on_foot(battle: &Battle, who: CombatantId, limit: u16) -> Self {
        let body = battle.combatant(who).footprint();
        let bare = battle.scene.field.shared_map(Bare(body.side));
        let closed = closed_by_foes(battle, who, body.side, Combatant::fights).collect();
        let others = battle.combatants().filter(|other| other.id != who && other.fights());
        Self::new(bare, closed, body, limit, others.map(Combatant::footprint).collect())
    }

    /// The same with alternating diagonals: the second, fourth and so on are steps of the `even` map, which has the
    /// same straight steps. `behind` diagonals were walked before this walk, in the same turn or whatever the ruleset
    /// counts over.
    #[must_use]
    pub fn alternating(self, even: Arc<StepMap>, behind: u16) -> Self {
        Self { even: Some(even), is_odd: !behind.is_multiple_of(2), ..self }
    }

    /// The same with a first step that always fits: it costs no more than the whole limit.
    #[must_use]
    pub fn first_always(self) -> Self {
        Self { first_always: true, ..self }
    }

    /// The same without the steps that `forbids` accepts, given the body's north-west square before the step.
    #[must_use]
    pub fn without(self, forbids: impl Fn(Square, Direction) -> bool + Send + Sync + 'static) -> Self {
        Self { forbids: Some(Box::new(forbids)), ..self }
    }

    /// The map without closed squares and forbidden steps.
    fn made(&self, bare: &StepMap) -> StepMap {
        let mut map = bare.clone();
        self.closed.iter().for_each(|square| map.block(*square));
        if let Some(forbids) = &self.forbids {
            for from in bare.extent().squares() {
                let forbidden = Direction::ALL.into_iter().filter(|direction| forbids(from, *direction));
                forbidden.for_each(|direction| map.set(from, direction, None));
            }
        }
        map
    }

    fn maps(&self) -> (&StepMap, Option<&StepMap>) {
        if self.closed.is_empty() && self.forbids.is_none() {
            return (&self.bare, self.even.as_deref());
        }
        let (map, even) =
            self.maps.get_or_init(|| (self.made(&self.bare), self.even.as_ref().map(|map| self.made(map))));
        (map, even.as_ref())
    }

    /// The steps that can be made, without forbidden ones and those into enemies, at the cost of the first step of a
    /// turn.
    pub fn map(&self) -> &StepMap {
        self.maps().0
    }

    /// The steps of a walk with the state before the first one.
    pub fn steps(&self) -> (Box<dyn Steps + '_>, u8) {
        let (odd, even) = self.maps();
        let (limit, state) = (self.limit, u8::from(self.is_odd));
        match (even, self.first_always) {
            (None, false) => (Box::new(odd), 0),
            (None, true) => (Box::new(FirstAlways { steps: odd, state: 0, limit }), 1),
            (Some(even), false) => (Box::new(Alternating { odd, even }), state),
            (Some(even), true) => {
                let steps = FirstAlways { steps: Alternating { odd, even }, state, limit };
                (Box::new(steps), steps.fresh())
            }
        }
    }

    /// The steps that can be made on the bare board, at the cost of the first step of a turn.
    pub fn bare(&self) -> &StepMap {
        &self.bare
    }

    /// Whether enemies let nobody enter a square.
    pub fn is_closed(&self, square: Square) -> bool {
        self.closed.contains(&square)
    }

    /// The cost of a first step, if it can be made; found without making the map.
    pub fn step(&self, from: Square, direction: Direction) -> Option<u8> {
        self.cost_after(from, direction, self.is_odd)
    }

    /// The cost of a step after an odd number of diagonals or an even one.
    fn cost_after(&self, from: Square, direction: Direction, is_odd: bool) -> Option<u8> {
        let map = self.even.as_deref().filter(|_| is_odd).unwrap_or(&self.bare);
        let is_forbidden = || self.forbids.as_ref().is_some_and(|forbids| forbids(from, direction));
        map.step(from, direction).filter(|_| !self.is_closed(from.step(direction)) && !is_forbidden())
    }

    /// The total cost of walking these squares in order; `None` if a step cannot be made. A first step that is always
    /// possible counts at most the whole limit.
    fn cost(&self, squares: impl Iterator<Item = Square>) -> Option<u16> {
        let (mut at, mut is_odd, mut cost) = (self.start, self.is_odd, None::<u16>);
        for to in squares {
            let direction = at.direction_to(to)?;
            let step = u16::from(self.cost_after(at, direction, is_odd)?);
            let first = if self.first_always { step.min(self.limit) } else { step };
            cost = Some(cost.map_or(first, |cost| cost.saturating_add(step)));
            (at, is_odd) = (to, is_odd ^ direction.is_diagonal());
        }
        Some(cost.unwrap_or(0))
    }

    /// Whether others leave room for a walk to end there. A walk to a square never ends where it begins.
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

    /// Those of the given squares, each with the cost of getting there, where a walk may end.
    pub fn free(&self, costs: impl Iterator<Item = (Square, u16)>) -> impl Iterator<Item = (Square, u16)> {
        let (start, extent, taken) = (self.start, self.bare.extent(), self.taken());
        let has_room = move |square| extent.index(square).is_some_and(|index| !taken[index]);
        costs.filter(move |(square, _)| *square != start && has_room(*square))
    }

    /// Like [`Self::is_free`], but faster for just a square or two.
    pub fn has_nobody(&self, square: Square) -> bool {
        let body = Footprint { anchor: square, side: self.side };
        square != self.start && self.others.iter().all(|other| other.gap(body) != (0, 0))
    }

    /// The cost of getting anywhere. The board is flooded on the first call.
    pub fn flood(&self) -> &Flood {
        self.flood.get_or_init(|| {
            let (mut flood, (steps, state)) = (Flood::new(), self.steps());
            flood.run_over(&*steps, (self.start, state), self.limit);
            flood
        })
    }

    /// The cheapest way to a square, both ends included; `None` if none leads there within the limit.
    pub fn path_to(&self, to: Square) -> Option<Vec<Square>> {
        self.flood().path_to(&*self.steps().0, to)
    }

    /// The ways to all squares with the smallest sum of penalties, and the cheapest of those.
    pub fn avoiding(&self, penalties: &Penalties) -> Avoiding {
        let (steps, state) = self.steps();
        Avoiding::new(&*steps, ((self.start, state), self.limit, self.flood()), penalties)
    }

    /// The way to a square with the smallest sum of penalties, both ends included. `ways` is from [`Self::avoiding`].
    pub fn careful_path_to(&self, ways: &Avoiding, penalties: &Penalties, to: Square) -> Option<Vec<Square>> {
        ways.route_to(&*self.steps().0, penalties, to).map(|route| route.squares)
    }

    /// Whether a walk of a single step is possible, as most are.
    pub fn surely_leads(&self) -> bool {
        let fits = |direction: &Direction| {
            let cost = self.step(self.start, *direction).map(u16::from);
            cost.is_some_and(|cost| self.first_always || cost <= self.limit)
        };
        Direction::ALL.iter().filter(|direction| fits(direction)).any(|to| self.has_nobody(self.start.step(*to)))
    }

    /// The cost of the plainest way to a square, diagonals first and then straight, if it can be walked: only a hint,
    /// found without flooding the board.
    pub fn plain_cost(&self, to: Square) -> Option<u16> {
        let next = |at: &Square| {
            (*at != to).then(|| Square::new(at.x + (to.x - at.x).signum(), at.y + (to.y - at.y).signum()))
        };
        self.cost(std::iter::successors(next(&self.start), next)).filter(|cost| *cost <= self.limit)
    }

    /// Every place where a walk may end.
    pub fn ends(self: &Arc<Self>) -> Ways {
        Ways::of(Arc::clone(self))
    }

    /// The cheapest way to a square, or a way drawn by hand, with its cost.
    ///
    /// # Errors
    /// Why it cannot be walked.
    pub fn course(&self, course: Course<'_>) -> Result<Route, NoWalk> {
        match course {
            Course::To(to) => self.along(&self.path_to(to).ok_or(NoWalk::NoWay)?[1..]),
            Course::Along(squares) => self.along(squares),
        }
    }

    fn along(&self, squares: &[Square]) -> Result<Route, NoWalk> {
        // Every step costs something, except a first one that is always possible.
        if squares.len() > usize::from(self.limit) + usize::from(self.first_always) {
            return Err(NoWalk::TooFar);
        }
        let end = squares.last().ok_or(NoWalk::Nowhere)?;
        match self.cost(squares.iter().copied()).ok_or(NoWalk::Blocked)? {
            cost if cost > self.limit => Err(NoWalk::TooFar),
            _ if !self.has_room(*end) => Err(NoWalk::Taken),
            cost => Ok(Route { squares: squares.to_vec(), cost, base: true, words: "walk" }),
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
    /// There is nothing to walk.
    #[error("No step at all")]
    Nowhere,
    /// No such step.
    #[error("A step is blocked")]
    Blocked,
    /// The square cannot be reached within the limit.
    #[error("No way leads there")]
    NoWay,
    /// It costs more than the limit.
    #[error("Too far")]
    TooFar,
    /// It ends where another leaves no room.
    #[error("Somebody is there")]
    Taken,
}

impl NoWalk {
    /// The refusal, by the rule on ways or the one on bodies and walls. `beyond` is the reason if it is too far:
    /// "Beyond one Move".
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
