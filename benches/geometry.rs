//! Movement fields, routes and cover lines on large boards.

use std::{array, hint::black_box, ops::ControlFlow};

use divan::{Bencher, counter::ItemsCount};
use pathfinding::prelude::dijkstra_all;
use proving_ground::geometry::{
    Alternating, Avoiding, EdgeSide, Extent, Flood, Footprint, Passing, Ray, Square, StepMap, corners, outline, reach,
    route, sight_points, walk, ways_round,
};

const EXTENT: Extent = Extent { width: 128, height: 128 };
const START: Square = Square::new(64, 64);

fn main() {
    divan::main();
}

/// A quarter of the board, always the same, never the start.
fn blocked() -> Vec<bool> {
    let mut state = 1u64;
    let mut chance = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 62 == 0
    };
    EXTENT.squares().map(|square| chance() && square != START).collect()
}

/// Half metres: 2 straight, 3 diagonal, no corners cut.
fn steps(blocked: &[bool]) -> StepMap {
    steps_of(blocked, 3)
}

/// The same with diagonals that cost so much.
fn steps_of(blocked: &[bool], slant: u8) -> StepMap {
    let free = |square: Square| EXTENT.index(square).is_some_and(|index| !blocked[index]);
    StepMap::from_fn(EXTENT, |from, direction| {
        let (to, diagonal) = (from.step(direction), direction.is_diagonal());
        let round = !diagonal || ways_round(from, to).iter().all(|way| free(way.middle));
        (free(to) && round).then_some(if diagonal { slant } else { 2 })
    })
}

#[divan::bench]
fn field_of_the_whole_board(bencher: Bencher<'_, '_>) {
    let map = steps(&blocked());
    let mut flood = Flood::new();
    bencher.bench_local(|| {
        flood.run(black_box(&map), START, u16::MAX);
        flood.cost(Square::new(0, 0))
    });
}

#[divan::bench]
fn field_of_twelve_metres(bencher: Bencher<'_, '_>) {
    let map = steps(&blocked());
    let mut flood = Flood::new();
    bencher.bench_local(|| {
        flood.run(black_box(&map), START, 24);
        flood.reached().count()
    });
}

/// The same where diagonals count by turns: over squares with a small state.
#[divan::bench]
fn field_of_twelve_metres_by_turns(bencher: Bencher<'_, '_>) {
    let (odd, even) = (steps_of(&blocked(), 2), steps_of(&blocked(), 4));
    let steps = Alternating { odd: &odd, even: &even };
    let mut flood = Flood::new();
    bencher.bench_local(|| {
        flood.run_over(black_box(&steps), (START, 0), 24);
        flood.reached().count()
    });
}

/// What the field is measured against.
#[divan::bench]
fn field_by_the_pathfinding_crate(bencher: Bencher<'_, '_>) {
    let map = steps(&blocked());
    bencher.bench_local(|| {
        dijkstra_all(&START, |at| map.steps(*at).map(|(to, cost)| (to, u32::from(cost))).collect::<Vec<_>>()).len()
    });
}

#[divan::bench]
fn building_the_steps(bencher: Bencher<'_, '_>) {
    let blocked = blocked();
    bencher.bench_local(|| steps(black_box(&blocked)));
}

#[divan::bench]
fn route_across_the_board(bencher: Bencher<'_, '_>) {
    let map = steps(&blocked());
    let mut flood = Flood::new();
    flood.run(&map, START, u16::MAX);
    let goal = flood.reached().map(|(square, _)| square).next().unwrap_or(START);
    bencher.bench_local(|| route(black_box(&map), (START, 0), goal));
}

#[divan::bench]
fn routes_of_twelve_metres_avoiding_steps(bencher: Bencher<'_, '_>) {
    let map = steps(&vec![false; EXTENT.len()]);
    let goal = Square::new(START.x + 8, START.y + 3);
    let penalties: Vec<(Square, [u8; 8])> =
        EXTENT.squares().filter(|from| (from.x ^ from.y) % 3 == 0).map(|from| (from, [1; 8])).collect();
    let mut run = Flood::new();
    run.run(&map, START, 24);
    bencher.bench_local(|| {
        let ways = Avoiding::new(black_box(&map), ((START, 0), 24, &run), &penalties);
        ways.route_to(&map, &penalties, goal)
    });
}

/// Obstacle classes of a board, of squares and of their north and west edges.
struct Classes {
    squares: Vec<u8>,
    edges: [Vec<u8>; 2],
}

impl Classes {
    fn sparse() -> Self {
        let class = |index: usize, every: usize| u8::from(index.is_multiple_of(every));
        let classes = |every| (0..EXTENT.len()).map(|index| class(index, every)).collect();
        Self { squares: classes(37), edges: [classes(53), classes(61)] }
    }

    fn passing(&self, passing: Passing) -> u8 {
        let square = |at| EXTENT.index(at).map_or(3, |index| self.squares[index]);
        let edge = |side: EdgeSide, at| EXTENT.index(at).map_or(3, |index| self.edges[side as usize][index]);
        match passing {
            Passing::Interior(at) => square(at),
            Passing::Edge(at) => edge(at.side, at.square),
            Passing::Corner { from, to } => {
                let [a, b] = ways_round(from, to).map(|way| {
                    let [into, out] = way.edges.map(|at| edge(at.side, at.square));
                    square(way.middle).max(into).max(out)
                });
                a.min(b)
            }
        }
    }

    /// The highest class on each line from each corner of one square to each sight point of another.
    fn lines(&self, from: Square, to: Square) -> [[u8; 4]; 4] {
        let (corners, points) = (corners(from), sight_points(to));
        array::from_fn(|corner| {
            points.map(|to| {
                let mut highest = 0;
                let _ = walk(Ray { from: corners[corner], to }, from, |passing| {
                    highest = highest.max(self.passing(passing));
                    ControlFlow::Continue(())
                });
                highest
            })
        })
    }
}

/// Twenty columns and seven rows: sixteen lines of some 27 squares each.
#[divan::bench]
fn cover_across_twenty_squares(bencher: Bencher<'_, '_>) {
    let classes = Classes::sparse();
    let to = Square::new(START.x + 20, START.y + 7);
    bencher.bench_local(|| classes.lines(black_box(START), black_box(to)));
}

/// The same lines without anything on them; the time is per square.
#[divan::bench]
fn a_square_of_a_line(bencher: Bencher<'_, '_>) {
    let to = Square::new(START.x + 20, START.y + 7);
    let walked = |from: Square, to: Square| {
        let mut squares = 0usize;
        for from_corner in corners(from) {
            for to in sight_points(to) {
                let _ = walk(Ray { from: from_corner, to }, from, |passing| {
                    squares += usize::from(matches!(passing, Passing::Interior(_)));
                    ControlFlow::Continue(())
                });
            }
        }
        squares
    };
    let squares = ItemsCount::new(walked(START, to));
    bencher.counter(squares).bench_local(|| walked(black_box(START), black_box(to)));
}

#[divan::bench]
fn outline_of_a_reach(bencher: Bencher<'_, '_>) {
    let squares = reach(Footprint::one(START), 12).collect();
    bencher.bench_local(|| outline(black_box(&squares)));
}
