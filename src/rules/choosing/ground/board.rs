//! How the board is read unless a ruleset says otherwise. Walls and closed doors, on edges or in squares, block
//! movement and lines; nobody can stand in a pit or a void; nothing else has an effect. A diagonal counts 1.

use std::ops::ControlFlow;

use crate::{
    geometry::{
        Direction, Edge, Footprint, Passing, Ray, Square, StepMap, Way, centre, reach_chebyshev, walk, ways_round,
    },
    rules::{
        account::{Line, RuleId, Sight, Touch},
        choosing::Refusal,
        ids::CombatantId,
        state::{Battle, Battlefield, Combatant, Feature, Footing, Hides, Passage, StepRule},
    },
};

/// The distance between two bodies in squares, a diagonal counting 1.
pub fn distance(a: Footprint, b: Footprint) -> u16 {
    let (x, y) = a.gap(b);
    x.max(y) as u16
}

/// Whether a step brings a body nearer to another, which the frightened may not do.
pub fn is_nearer(before: Footprint, after: Footprint, to: Footprint) -> bool {
    distance(after, to) < distance(before, to)
}

/// Whether a feature lets bodies through: all do that do not block passage, as walls and closed doors do.
fn is_open(feature: Option<Feature>) -> bool {
    feature.is_none_or(|feature| feature.traits().passage != Passage::Blocked)
}

fn can_enter(field: &Battlefield, square: Square) -> bool {
    field
        .cell(square)
        .is_some_and(|cell| !matches!(cell.footing, Footing::Void | Footing::Pit) && is_open(cell.feature))
}

/// Whether a step to a neighbouring square leads over such a feature on an edge: a diagonal one if both ways round its
/// corner do.
pub fn leads_over(field: &Battlefield, from: Square, to: Square, is_such: impl Fn(Feature) -> bool) -> bool {
    let bars = |edge: Edge| field.edge(edge).is_some_and(&is_such);
    match Edge::between(from, to) {
        Some(edge) => bars(edge),
        None => ways_round(from, to).into_iter().all(|way| way.edges.into_iter().any(bars)),
    }
}

/// The squares without a feature that blocks passage.
pub fn free_of_walls(field: &Battlefield, mut squares: Vec<Square>) -> Vec<Square> {
    squares.retain(|square| is_open(field.feature(*square)));
    squares
}

/// Whether the edge between two neighbours can be crossed.
pub fn can_cross(field: &Battlefield, from: Square, to: Square) -> bool {
    is_open(Edge::between(from, to).and_then(|edge| field.edge(edge)))
}

/// Whether a body fits on the ground there, regardless of others: on squares one can enter, and with no wall through
/// it.
pub fn can_stand(field: &Battlefield, body: Footprint) -> bool {
    body.squares().all(|square| can_enter(field, square))
        && body.seams().all(|(from, next)| can_cross(field, from, next))
}

/// Whether a body can make a step: it fits there and no wall is in the way.
pub fn can_step(field: &Battlefield, body: Footprint, direction: Direction) -> bool {
    can_step_past(field, body, direction, 2)
}

/// Like [`can_step`], but a diagonal step needs only `ways` of the two ways round its corner to be open.
pub fn can_step_past(field: &Battlefield, body: Footprint, direction: Direction, ways: usize) -> bool {
    can_stand(field, Footprint { anchor: body.anchor.step(direction), side: body.side })
        && body.squares().all(|from| leads(field, from, from.step(direction), ways))
}

/// Whether walls let a body pass from a square to one beside it, whether or not it could stand there. A diagonal step
/// needs `ways` of the two ways round its corner to be open. Nobody fits through an arrow slit.
fn leads(field: &Battlefield, from: Square, to: Square, ways: usize) -> bool {
    let is_past = |by: &Square| is_open(field.feature(*by)) && can_cross(field, from, *by) && can_cross(field, *by, to);
    match from.direction_to(to) {
        Some(direction) if direction.is_diagonal() => {
            let beside = [Square::new(to.x, from.y), Square::new(from.x, to.y)];
            beside.iter().filter(|by| is_past(by)).count() >= ways
        }
        Some(_) => can_cross(field, from, to),
        None => from == to,
    }
}

/// Whether walls allow one step from one body's place to another's, as in [`can_step_past`], even to where nobody can
/// stand, such as a pit.
pub fn is_step_away(field: &Battlefield, from: Footprint, to: Footprint, ways: usize) -> bool {
    from.squares().any(|square| to.squares().any(|next| leads(field, square, next, ways)))
}

/// Steps of a body with this many squares a side on the bare board, regardless of others; each costs 1.
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

/// The same steps where the next diagonal is the second, the fourth and so on, and costs 1 more.
#[derive(Clone, Copy)]
pub struct EvenDiagonals<S>(pub S);

impl<S: StepRule> StepRule for EvenDiagonals<S> {
    fn number(self) -> u16 {
        StepRule::number(self.0)
    }

    fn side(self) -> u8 {
        self.0.side()
    }

    fn cost(self, field: &Battlefield, anchor: Square, direction: Direction) -> Option<u8> {
        Some(self.0.cost(field, anchor, direction)? + u8::from(direction.is_diagonal()))
    }
}

/// The map of steps on the bare board.
pub fn steps(field: &Battlefield, side: u8) -> &StepMap {
    field.map(Bare(side))
}

/// Whether something stops every line: a wall or a closed door, but neither a slit nor a lattice.
pub fn is_wall(feature: Feature) -> bool {
    let traits = feature.traits();
    traits.passage == Passage::Blocked && traits.hides == Hides::All
}

/// The wall that stops a line through a grid corner: one that runs through the corner, blocking both ways round it. The
/// end of a wall, or a single walled square, lets the line pass.
fn wall_at_corner(field: &Battlefield, from: Square, to: Square) -> Option<Touch> {
    let edges = ways_round(from, to).map(|Way { middle, edges }| {
        let edge = edges.into_iter().find(|edge| field.edge(*edge).is_some_and(is_wall));
        let is_filled = field.feature(middle).is_some_and(is_wall);
        (edge.is_some() || is_filled).then_some(edge)
    });
    let [Some(first), Some(other)] = edges else { return None };
    first.or(other).map(Touch::Edge)
}

/// Where the line between two squares' centres crosses a wall, if it does; touching the end of a wall is fine.
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

/// A line of effect from a square of one body to a square of another, nearest squares first. If there is none, the line
/// between the nearest squares with the wall it meets.
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

/// Why one body is out of reach of another within a number of squares, by a rule: it is too far, or a wall is between.
pub fn too_far(field: &Battlefield, rule: RuleId, squares: u16, from: Footprint, to: Footprint) -> Option<Refusal> {
    if distance(from, to) > squares {
        return Some(Refusal::new(rule, "Out of reach"));
    }
    (!has_line(field, from, to)).then(|| Refusal::new(rule, "A wall is between"))
}

/// The squares of the board within a distance of a body, without its own squares and those behind walls.
pub fn around(field: &Battlefield, squares: u16, from: Footprint) -> impl Iterator<Item = Square> + '_ {
    let near = reach_chebyshev(from, squares).filter(|square| field.cell(*square).is_some());
    near.filter(move |square| has_line(field, from, Footprint::one(*square)))
}

/// The line of effect to draw, with the wall that stops it, under the given rule.
pub fn drawn_line(field: &Battlefield, from: Footprint, to: Footprint, rule: RuleId) -> Line {
    let (from, to, wall) = line(field, from, to);
    let words = if wall.is_some() { "a wall stops it" } else { "clear" };
    let class = if wall.is_some() { 3 } else { 0 };
    Line { from: centre(from), to: centre(to), class, touches: wall, words: words.into(), rule }
}

/// What lies between two combatants, under the given rule: a wall or nothing, without classes of cover.
pub fn sight(battle: &Battle, from: CombatantId, to: CombatantId, rule: RuleId) -> Sight {
    let [from, to] = [from, to].map(|who| battle.combatant(who).footprint());
    sight_between(&battle.scene.field, from, to, rule)
}

/// Like [`sight`], between two bodies.
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
        armour: 0,
        rule,
        lines: vec![line].into(),
    }
}

/// The places where a body of `side` squares would overlap an enemy of `who` who is in the way.
pub fn closed_by_foes<'a>(
    battle: &'a Battle,
    who: CombatantId,
    side: u8,
    is_in_the_way: impl Fn(Combatant<'a>) -> bool + 'a,
) -> impl Iterator<Item = Square> + 'a {
    battle.enemies(who).filter(move |foe| is_in_the_way(*foe)).flat_map(move |foe| foe.footprint().met_by(side))
}

/// A map of steps without those into enemies of `who` who are in the way.
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

/// Whether everyone standing in a body's squares leaves it room.
pub fn has_room(battle: &Battle, body: Footprint, leaves_room: impl Fn(CombatantId) -> bool) -> bool {
    body.squares().all(|square| battle.standing(square).all(&leaves_room))
}

/// How much of a way is walked, and the enemy who cuts it short: one whom the walker's side did not know of when
/// planning. The walk then ends in the last square before that has room.
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
