//! Walks against an oracle that asks every square, their symmetries, and percentile's checks of cover lines.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::geometry::{EdgeSide, Footprint};

fn passed(ray: Ray, start: Square) -> Vec<Passing> {
    let mut passed = Vec::new();
    let end = walk(ray, start, |passing| {
        passed.push(passing);
        ControlFlow::Continue(())
    });
    assert!(end.is_continue());
    passed
}

fn square(x: i16, y: i16) -> Square {
    Square::new(x, y)
}

fn between_centres(from: Square, to: Square) -> Vec<Passing> {
    passed(Ray { from: centre(from), to: centre(to) }, from)
}

#[test]
fn along_a_row_through_the_centres() {
    use Passing::{Edge as Over, Interior};
    let expected = [
        Interior(square(2, 1)),
        Over(Edge::west(square(2, 1))),
        Interior(square(1, 1)),
        Over(Edge::west(square(1, 1))),
        Interior(square(0, 1)),
    ];
    assert_eq!(between_centres(square(2, 1), square(0, 1)), expected);
}

#[test]
fn diagonally_through_the_corners() {
    use Passing::{Corner, Interior};
    let (from, middle, to) = (square(0, 2), square(1, 1), square(2, 0));
    let expected =
        [Interior(from), Corner { from, to: middle }, Interior(middle), Corner { from: middle, to }, Interior(to)];
    assert_eq!(between_centres(from, to), expected);
}

// PCT-COV-02 b and c
#[test]
fn out_of_a_corner_into_each_of_its_squares() {
    use Passing::{Corner, Edge as Over, Interior};
    let start = square(0, 0);
    let from = corners(start)[3];
    let out = |dx, dy| passed(Ray { from, to: Point::new(from.x + dx, from.y + dy) }, start);
    assert_eq!(out(-1, -2), [Interior(start)]);
    assert_eq!(out(2, -1), [Over(Edge::west(square(1, 0))), Interior(square(1, 0))]);
    assert_eq!(out(-2, 1), [Over(Edge::north(square(0, 1))), Interior(square(0, 1))]);
    assert_eq!(out(1, 2), [Corner { from: start, to: square(1, 1) }, Interior(square(1, 1))]);
}

#[test]
fn a_line_along_the_grid_or_on_a_corner_passes_nothing() {
    let from = Point::new(8, 8);
    for to in [Point::new(8, 40), Point::new(-9, 8), from] {
        assert_eq!(passed(Ray { from, to }, square(1, 1)), []);
    }
    assert_eq!(between_centres(square(4, 4), square(4, 4)), [Passing::Interior(square(4, 4))]);
}

#[test]
fn the_visitor_ends_the_walk() {
    let mut visits = 0;
    let ray = Ray { from: centre(square(0, 0)), to: centre(square(9, 3)) };
    let end = walk(ray, square(0, 0), |_| {
        visits += 1;
        if visits == 4 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((end, visits), (ControlFlow::Break(()), 4));
}

#[test]
fn both_ways_round_a_corner() {
    for (from, to) in [((0, 0), (1, 1)), ((1, 1), (0, 0)), ((1, 0), (0, 1)), ((0, 1), (1, 0))] {
        let (from, to) = (square(from.0, from.1), square(to.0, to.1));
        for Way { middle, edges } in ways_round(from, to) {
            assert_eq!(edges.map(Some), [Edge::between(from, middle), Edge::between(middle, to)]);
        }
    }
}

/// What a line passes, found by checking where it meets each square and grid line nearby. Positions along the line are
/// counted in whole parts; its length is the product of its two extents.
fn oracle(ray: Ray, start: Square) -> Vec<Passing> {
    let (dx, dy) = (i64::from(ray.to.x - ray.from.x), i64::from(ray.to.y - ray.from.y));
    let (fx, fy) = (i64::from(ray.from.x), i64::from(ray.from.y));
    let (px, py) = (dx.abs().max(1), dy.abs().max(1));
    let whole = px * py;
    // Where the line reaches a coordinate, if it moves along that axis.
    let at = |line: i64, from: i64, delta: i64, parts: i64| (line - from) * delta.signum() * (whole / parts);
    let mut events = Vec::new();

    for x in -12..12i64 {
        for y in -12..12i64 {
            let (mut enter, mut leave) = (i64::MIN, i64::MAX);
            for (low, from, delta, parts) in [(8 * x, fx, dx, px), (8 * y, fy, dy, py)] {
                let ends = [at(low, from, delta, parts), at(low + 8, from, delta, parts)];
                if delta != 0 {
                    enter = enter.max(ends[0].min(ends[1]));
                    leave = leave.min(ends[0].max(ends[1]));
                } else if from <= low || from >= low + 8 {
                    leave = i64::MIN;
                }
            }
            if enter < leave && enter < whole && leave > 0 {
                events.push((enter.max(0), 1, Passing::Interior(square(x as i16, y as i16))));
            }
        }
    }
    for line in -12..12i64 {
        // Twelve rows of eight: coordinates across are compared as multiples of the whole.
        let t = at(8 * line, fx, dx, px);
        if dx != 0 && 0 < t && t < whole {
            let (y, row) = (fy * whole + dy * t, 8 * whole);
            let (east, south) = (line as i16, y.div_euclid(row) as i16);
            if y % row == 0 {
                if dy != 0 {
                    let from = square(east - i16::from(dx > 0), south - i16::from(dy > 0));
                    let to = square(east - i16::from(dx < 0), south - i16::from(dy < 0));
                    events.push((t, 0, Passing::Corner { from, to }));
                }
            } else {
                events.push((t, 0, Passing::Edge(Edge::west(square(east, south)))));
            }
        }
        let t = at(8 * line, fy, dy, py);
        if dy != 0 && 0 < t && t < whole {
            let (x, column) = (fx * whole + dx * t, 8 * whole);
            if x % column != 0 {
                let edge = Edge::north(square(x.div_euclid(column) as i16, line as i16));
                events.push((t, 0, Passing::Edge(edge)));
            }
        }
    }
    events.sort_by_key(|(t, rank, _)| (*t, *rank));
    let mut passed: Vec<_> = events.into_iter().map(|(_, _, passing)| passing).collect();
    if let Some(Passing::Interior(first)) = passed.first().copied()
        && first != start
    {
        passed.insert(0, Passing::between(start, first));
    }
    passed
}

fn point() -> impl Strategy<Value = Point> {
    // Multiples of a square come often enough to meet corners.
    let coordinate = || prop_oneof![-64..64i32, (-8..8i32).prop_map(|line| line * 8), Just(4), Just(-20)];
    (coordinate(), coordinate()).prop_map(|(x, y)| Point::new(x, y))
}

/// A line and one of the squares that its start lies in or on the border of.
fn line() -> impl Strategy<Value = (Ray, Square)> {
    (point(), point(), any::<bool>(), any::<bool>()).prop_map(|(from, to, west, north)| {
        let touched = |at: i32, lower: bool| at.div_euclid(8) - i32::from(lower && at.rem_euclid(8) == 0);
        (Ray { from, to }, square(touched(from.x, west) as i16, touched(from.y, north) as i16))
    })
}

fn inside(point: Point) -> Option<Square> {
    (point.x % 8 != 0 && point.y % 8 != 0).then(|| square(point.x.div_euclid(8) as i16, point.y.div_euclid(8) as i16))
}

fn mirrored(passing: Passing) -> Passing {
    let swap = |at: Square| square(at.y, at.x);
    match passing {
        Passing::Interior(at) => Passing::Interior(swap(at)),
        Passing::Edge(edge) => {
            let [a, b] = edge.squares().map(swap);
            Passing::between(a, b)
        }
        Passing::Corner { from, to } => Passing::Corner { from: swap(from), to: swap(to) },
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_walk_passes_what_the_line_meets((ray, start) in line()) {
        prop_assert_eq!(passed(ray, start), oracle(ray, start));
    }

    #[test]
    fn back_is_the_same_in_reverse((ray, _) in line()) {
        if let (Some(start), Some(end)) = (inside(ray.from), inside(ray.to)) {
            let mut back = passed(Ray { from: ray.to, to: ray.from }, end);
            back.reverse();
            for passing in &mut back {
                if let Passing::Corner { from, to } = passing {
                    std::mem::swap(from, to);
                }
            }
            prop_assert_eq!(passed(ray, start), back);
        }
    }

    #[test]
    fn columns_and_rows_are_alike((ray, start) in line()) {
        let swap = |at: Point| Point::new(at.y, at.x);
        let other = passed(Ray { from: swap(ray.from), to: swap(ray.to) }, square(start.y, start.x));
        prop_assert_eq!(passed(ray, start).into_iter().map(mirrored).collect::<Vec<_>>(), other);
    }
}

const NONE: u8 = 0;
const MINIMAL: u8 = 1;
const PARTIAL: u8 = 2;
const TOTAL: u8 = 3;

/// Obstacles with their classes, and the rules PCT-COV-02 to 04 written down plainly.
#[derive(Default)]
struct Obstacles {
    squares: BTreeMap<Square, u8>,
    edges: BTreeMap<Edge, u8>,
    low: bool,
}

impl Obstacles {
    fn filling(squares: &[(i16, i16)], class: u8) -> Self {
        Self { squares: squares.iter().map(|(x, y)| (square(*x, *y), class)).collect(), ..Self::default() }
    }

    fn on(edges: impl IntoIterator<Item = Edge>, class: u8) -> Self {
        Self { edges: edges.into_iter().map(|edge| (edge, class)).collect(), ..Self::default() }
    }

    fn edge(&self, edge: Edge, target: Footprint) -> u8 {
        let (first, last) = (target.anchor, i16::from(target.side));
        let (end_x, end_y) = match edge.side {
            EdgeSide::North => (edge.square.x + 1, edge.square.y),
            EdgeSide::West => (edge.square.x, edge.square.y + 1),
        };
        let near = |from: i16, to: i16, first: i16| to >= first && from <= first + last;
        let touches = near(edge.square.x, end_x, first.x) && near(edge.square.y, end_y, first.y);
        if self.low && !touches { NONE } else { self.edges.get(&edge).copied().unwrap_or(NONE) }
    }

    fn square(&self, at: Square, bodies: [Footprint; 2]) -> u8 {
        let own = bodies.iter().any(|body| body.contains(at));
        if own { NONE } else { self.squares.get(&at).copied().unwrap_or(NONE) }
    }

    fn line(&self, ray: Ray, start: Square, bodies: [Footprint; 2]) -> u8 {
        let mut highest = NONE;
        let _ = walk(ray, start, |passing| {
            highest = highest.max(match passing {
                Passing::Interior(at) => self.square(at, bodies),
                Passing::Edge(edge) => self.edge(edge, bodies[1]),
                Passing::Corner { from, to } => {
                    let ways = ways_round(from, to).map(|Way { middle, edges: [a, b] }| {
                        let edges = self.edge(a, bodies[1]).max(self.edge(b, bodies[1]));
                        edges.max(self.square(middle, bodies))
                    });
                    ways[0].min(ways[1])
                }
            });
            ControlFlow::Continue(())
        });
        highest
    }

    fn cover(&self, attacker: Footprint, target: Footprint) -> u8 {
        let pairs = attacker.squares().flat_map(|from| target.squares().map(move |to| (from, to)));
        let classes = pairs.flat_map(|(start, aim)| {
            corners(start).map(|from| {
                let mut lines = sight_points(aim).map(|to| self.line(Ray { from, to }, start, [attacker, target]));
                lines.sort_unstable();
                match lines {
                    [TOTAL, ..] => TOTAL,
                    [_, _, PARTIAL | TOTAL, _] => PARTIAL,
                    [_, _, _, MINIMAL | PARTIAL | TOTAL] => MINIMAL,
                    _ => NONE,
                }
            })
        });
        classes.min().unwrap_or(NONE)
    }

    #[track_caller]
    fn check(&self, attacker: (i16, i16), target: (i16, i16), class: u8) {
        let [attacker, target] = [attacker, target].map(|(x, y)| Footprint::one(square(x, y)));
        assert_eq!(self.cover(attacker, target), class, "from {attacker:?} to {target:?}");
    }
}

#[test]
fn pct_cov_02_corner_between_walls() {
    Obstacles::filling(&[(1, 0), (0, 1)], TOTAL).check((0, 0), (1, 1), TOTAL);
    Obstacles::filling(&[(1, 0)], TOTAL).check((0, 0), (1, 1), NONE);
}

#[test]
fn pct_cov_03_wall_in_a_square() {
    let wall = Obstacles::filling(&[(1, 0)], TOTAL);
    wall.check((0, 0), (3, 1), NONE);
    wall.check((3, 1), (0, 0), PARTIAL);
    wall.check((0, 0), (5, 0), TOTAL);
    wall.check((5, 0), (0, 0), TOTAL);
}

#[test]
fn pct_cov_03_wall_on_an_edge() {
    let wall = Obstacles::on([Edge::west(square(1, 0))], TOTAL);
    wall.check((0, 0), (1, 0), TOTAL);
    wall.check((0, 0), (4, 0), TOTAL);
    wall.check((0, 0), (4, 1), NONE);
    wall.check((4, 1), (0, 0), PARTIAL);
}

#[test]
fn pct_cov_03_pillar() {
    let pillar = Obstacles::filling(&[(2, 1)], TOTAL);
    pillar.check((0, 0), (4, 1), MINIMAL);
    pillar.check((4, 1), (0, 0), NONE);
    pillar.check((0, 1), (4, 1), TOTAL);
    pillar.check((0, 0), (3, 2), PARTIAL);
    pillar.check((2, 0), (2, 2), TOTAL);
}

#[test]
fn pct_cov_03_half_open_door() {
    let mut wall = Obstacles::on((-20..20).map(|y| Edge::west(square(3, y))), TOTAL);
    wall.edges.insert(Edge::west(square(3, 0)), PARTIAL);
    for (attacker, target) in [((0, 0), (5, 0)), ((2, 1), (3, 0)), ((2, 0), (3, 0))] {
        wall.check(attacker, target, PARTIAL);
    }
}

#[test]
fn pct_cov_04_low_fences() {
    let line = (-20..20).map(|x| Edge::north(square(x, 1)));
    let fence = Obstacles { low: true, ..Obstacles::on(line, PARTIAL) };
    for neighbour in [(0, 1), (1, 1)] {
        fence.check((0, 0), neighbour, PARTIAL);
        fence.check(neighbour, (0, 0), PARTIAL);
    }
    fence.check((0, 0), (0, 3), NONE);
    fence.check((0, 3), (0, 0), PARTIAL);
    fence.check((0, -2), (0, 3), NONE);
    let (small, big) = (Footprint::one(square(0, -3)), Footprint { anchor: square(0, 1), side: 2 });
    assert_eq!([fence.cover(small, big), fence.cover(big, small)], [PARTIAL, NONE]);

    let fence = Obstacles { low: true, ..Obstacles::on([Edge::west(square(3, 0))], PARTIAL) };
    fence.check((5, -2), (2, 1), MINIMAL);
    fence.check((5, -2), (1, 2), NONE);
}
