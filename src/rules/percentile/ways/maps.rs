//! Step maps of the board for each kind of ground. PCT-GRID-04, PCT-GRID-05, PCT-MOVE-07.

use std::sync::Arc;

use crate::{
    geometry::{Direction, Edge, Footprint, Square, StepMap, SummedArea},
    rules::{
        BoardMap, Feature, Footing, Passage, StepRule, ground,
        percentile::{bonds::feet, menu::Gait},
        prelude::*,
    },
};

/// The kinds of ground that a path may lead through, besides open ground.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Ground {
    /// Open ground.
    Land,
    /// Water too.
    Water,
    /// Climbable obstacles, and the sides of pits.
    Over,
    /// Obstacles of low passage, PCT-STU-02.
    Low,
    /// Pits, PCT-STU-06.
    Gap,
    /// Pits and obstacles of low passage, PCT-STU-08.
    Air,
}

/// The ground of a gait.
pub const fn ground_of(gait: Gait) -> Ground {
    match gait {
        Gait::Walk | Gait::Creep | Gait::Crawl => Ground::Land,
        Gait::Swim => Ground::Water,
        Gait::Climb => Ground::Over,
    }
}

/// The steps of a body on a kind of ground, other combatants aside; the number is its squares along a side.
#[derive(Clone, Copy)]
struct Bare(Ground, u8);

impl StepRule for Bare {
    fn number(self) -> u16 {
        self.0 as u16 * 256 + u16::from(self.1)
    }

    fn side(self) -> u8 {
        self.1
    }

    fn cost(self, field: &Battlefield, anchor: Square, direction: Direction) -> Option<u8> {
        step_cost(field, self.0, Footprint { anchor, side: self.1 }, direction)
    }
}

/// The step map of the bare board for a kind of ground and a size of body.
pub fn bare_map(field: &Battlefield, over: Ground, side: u8) -> &StepMap {
    field.map(Bare(over, side))
}

/// Like [`bare_map`], shared so that it can outlive the board.
pub fn shared_map(field: &Battlefield, over: Ground, side: u8) -> Arc<StepMap> {
    field.shared_map(Bare(over, side))
}

fn may_pass(passage: Passage, over: Ground) -> bool {
    match passage {
        Passage::Open => true,
        Passage::Low => matches!(over, Ground::Over | Ground::Low | Ground::Air),
        Passage::Climbable => over == Ground::Over,
        Passage::Blocked => false,
    }
}

/// Whether a square can be entered from its neighbour, occupants aside, PCT-GRID-04. A pit can be left only by
/// climbing, and its floor is walked like a trench's, PCT-COV-07.
fn can_enter(field: &Battlefield, over: Ground, from: Square, square: Square) -> bool {
    let Some(cell) = field.cell(square) else { return false };
    let sides = matches!(over, Ground::Over | Ground::Gap | Ground::Air);
    let footing = match cell.footing {
        Footing::Firm | Footing::Difficult | Footing::ShallowTrench | Footing::DeepTrench => {
            sides || !is_pit(field, from)
        }
        Footing::Water => over == Ground::Water,
        Footing::Pit => sides || is_pit(field, from),
        Footing::Void => false,
    };
    footing && cell.feature.is_none_or(|feature| may_pass(feature.traits().passage, over))
}

/// Whether a square is a pit.
pub fn is_pit(field: &Battlefield, square: Square) -> bool {
    field.cell(square).is_some_and(|cell| cell.footing == Footing::Pit)
}

/// Whether a body can land there: no pit, no water, and room to stand.
pub fn is_firm(field: &Battlefield, square: Square) -> bool {
    field.cell(square).is_some_and(|cell| {
        !matches!(cell.footing, Footing::Pit | Footing::Void | Footing::Water)
            && cell.feature.is_none_or(|feature| feature.traits().passage == Passage::Open)
    })
}

/// Whether a body can be there, however it gets there: on obstacles it can vault onto, PCT-STU-02, and in water too,
/// but not in closed squares, PCT-GRID-04.
pub fn can_stand(field: &Battlefield, body: Footprint) -> bool {
    let stands = |square: Square| {
        field.cell(square).is_some_and(|cell| {
            !matches!(cell.footing, Footing::Pit | Footing::Void)
                && cell.feature.is_none_or(|feature| may_pass(feature.traits().passage, Ground::Low))
        })
    };
    body.squares().all(stands) && is_whole(field, Ground::Land, body)
}

/// Whether the edge between two orthogonal neighbours can be crossed, PCT-GRID-04.
fn can_cross(field: &Battlefield, over: Ground, from: Square, to: Square) -> bool {
    Edge::between(from, to)
        .and_then(|edge| field.edge(edge))
        .is_none_or(|feature| may_pass(feature.traits().passage, over))
}

/// Whether no impassable edge runs through a body, PCT-GRID-04.
pub fn is_whole(field: &Battlefield, over: Ground, body: Footprint) -> bool {
    body.seams().all(|(from, next)| can_cross(field, over, from, next))
}

/// The cost of one step of a body in half metres; `None` if blocked, PCT-GRID-03, PCT-GRID-04, PCT-MOVE-07.
fn step_cost(field: &Battlefield, over: Ground, body: Footprint, direction: Direction) -> Option<u8> {
    let (dx, dy) = direction.delta();
    if !is_whole(field, over, Footprint { anchor: body.anchor.step(direction), side: body.side }) {
        return None;
    }
    let mut difficult = false;
    for from in body.squares() {
        let to = from.step(direction);
        if !can_enter(field, over, from, to) || over == Ground::Low && is_twice_barred(field, from, to) {
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

/// Whether one straight step leads over an obstacle of low passage and onto another: only one can be cleared,
/// PCT-STU-02.
fn is_twice_barred(field: &Battlefield, from: Square, to: Square) -> bool {
    let is_low = |feature: Option<Feature>| feature.is_some_and(|feature| feature.traits().passage == Passage::Low);
    is_low(field.feature(to)) && is_low(Edge::between(from, to).and_then(|edge| field.edge(edge)))
}

/// The steps of a body that are impossible on land, such as those that need swimming or climbing, PCT-MOVE-05.
#[derive(Clone, Copy)]
struct Only(Ground, u8);

impl StepRule for Only {
    fn number(self) -> u16 {
        StepRule::number(Bare(self.0, self.1))
    }

    fn side(self) -> u8 {
        self.1
    }

    fn cost(self, field: &Battlefield, anchor: Square, direction: Direction) -> Option<u8> {
        let step = |ground| Bare(ground, self.1).cost(field, anchor, direction);
        step(self.0).filter(|_| step(Ground::Land).is_none())
    }
}

/// The step map of the bare board for such steps alone, shared so that it can outlive the board.
pub fn only_map(field: &Battlefield, over: Ground, side: u8) -> Arc<StepMap> {
    field.shared_map(Only(over, side))
}

/// The squares from which a step of a body on some ground costs something other than on land.
#[derive(Clone, Copy)]
struct Unlike(Ground, u8);

impl BoardMap for Unlike {
    type Value = SummedArea;

    fn number(self) -> u16 {
        StepRule::number(Bare(self.0, self.1))
    }

    fn make(self, field: &Battlefield) -> SummedArea {
        let maps = [self.0, Ground::Land].map(|ground| bare_map(field, ground, self.1));
        let differs = |from, to| maps[0].step(from, to) != maps[1].step(from, to);
        SummedArea::from_fn(field.extent(), |from| u32::from(Direction::ALL.into_iter().any(|to| differs(from, to))))
    }
}

/// Whether steps on some ground cost the same as on land, as far from a square as `limit` half metres can take a body.
pub fn is_like_land(field: &Battlefield, over: Ground, (at, side): (Square, u8), limit: u16) -> bool {
    // No step costs less than 1 m.
    let far = (limit / 2) as i16;
    let corner = |sign: i16| Square::new(at.x + sign * far, at.y + sign * far);
    field.map(Unlike(over, side)).sum(corner(-1), corner(1)) == 0
}

/// Whether two bodies are adjacent, with an open step between them on some ground.
pub fn adjoins(field: &Battlefield, over: Ground, body: Footprint, other: Footprint) -> bool {
    let (x, y) = body.gap(other);
    if x.max(y) > 1 {
        return false;
    }
    let map = bare_map(field, over, 1);
    let steps = |from: Square, to: Square| from.direction_to(to).is_some_and(|to| map.step(from, to).is_some());
    body.squares().any(|from| other.squares().any(|to| steps(from, to)))
}

/// Whether two bodies are adjacent with nothing impassable directly between them, PCT-STU-04: at a corner one open way
/// round is enough.
pub fn borders(field: &Battlefield, over: Ground, body: Footprint, other: Footprint) -> bool {
    let round = |from: Square, to: Square| {
        let ways = [Square::new(to.x, from.y), Square::new(from.x, to.y)];
        let open = |middle: Square| {
            can_enter_corner(field, over, middle)
                && can_cross(field, over, from, middle)
                && can_cross(field, over, middle, to)
        };
        from.direction_to(to).is_some_and(Direction::is_diagonal) && ways.into_iter().any(open)
    };
    adjoins(field, over, body, other) || body.squares().any(|from| other.squares().any(|to| round(from, to)))
}

/// Whether a square beside a diagonal step is free in the sense of PCT-GRID-04: only obstacles matter there.
fn can_enter_corner(field: &Battlefield, over: Ground, square: Square) -> bool {
    field.feature(square).is_none_or(|feature| may_pass(feature.traits().passage, over))
}

/// The step map for `who`: squares of enemies in the fight are closed, PCT-GRID-05.
pub fn map(battle: &Battle, who: CombatantId, ground: Ground) -> StepMap {
    let side = feet(battle, who).footprint().side;
    ground::around_foes(battle, who, bare_map(&battle.scene.field, ground, side), side, Combatant::fights)
}

/// A straight crossing of one obstacle of low passage: as many steps as it takes until the body is clear of it.
#[derive(Clone, Copy, Debug)]
pub struct Hurdle {
    /// The square before it.
    pub from: Square,
    direction: Direction,
    steps: u8,
    /// Its cost.
    pub cost: u16,
}

impl Hurdle {
    /// The squares of the crossing; in the last one the obstacle is cleared.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        let next = move |at: &Square| Some(at.step(self.direction));
        std::iter::successors(next(&self.from), next).take(self.steps.into())
    }

    /// The square where the obstacle is cleared.
    pub fn to(self) -> Square {
        self.squares().last().unwrap_or(self.from)
    }
}

/// The key of the crossings for a body with this many squares along a side.
#[derive(Clone, Copy)]
struct Hurdles(u8);

impl BoardMap for Hurdles {
    type Value = Vec<Hurdle>;

    fn number(self) -> u16 {
        self.0.into()
    }

    fn make(self, field: &Battlefield) -> Vec<Hurdle> {
        let side = self.0;
        let (land, low) = (bare_map(field, Ground::Land, side), bare_map(field, Ground::Low, side));
        let across =
            |from, direction| if land.step(from, direction).is_some() { None } else { low.step(from, direction) };
        let hurdle = |from: Square, direction: Direction| {
            let mut hurdle = Hurdle { from, direction, steps: 0, cost: 0 };
            let mut at = from;
            while let Some(step) = across(at, direction).filter(|_| hurdle.steps < side) {
                (hurdle.steps, hurdle.cost) = (hurdle.steps + 1, hurdle.cost + u16::from(step));
                at = at.step(direction);
            }
            let is_over = hurdle.steps > 0 && is_whole(field, Ground::Land, Footprint { anchor: at, side });
            is_over.then_some(hurdle)
        };
        field.squares().flat_map(|from| Direction::ALL.into_iter().filter_map(move |to| hurdle(from, to))).collect()
    }
}

/// The crossings of obstacles of low passage for a body, PCT-STU-02.
pub fn hurdles(field: &Battlefield, side: u8) -> &[Hurdle] {
    field.map(Hurdles(side))
}
