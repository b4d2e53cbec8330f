//! Single routes over a [`StepMap`]: the cheapest one, and the one with the smallest penalty.

use std::{cmp::Reverse, collections::BinaryHeap};

use pathfinding::prelude::astar;
use rustc_hash::FxHashMap;

use super::{Square, StepMap, chebyshev, flood::trace};

/// A way from one square to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// From the start to the goal, both included; the start alone if it is the goal.
    pub squares: Vec<Square>,
    /// The sum of its steps.
    pub cost: u32,
}

/// A cheapest route between two squares of the board; `None` if there is none. Which of several equally cheap ones is
/// not specified, but it is always the same.
pub fn route(map: &StepMap, start: Square, goal: Square) -> Option<Route> {
    let steps = |at: &Square| map.steps(*at).map(|(to, cost)| (to, u32::from(cost))).collect::<Vec<_>>();
    if !map.extent().contains(start) || !map.extent().contains(goal) {
        return None;
    }
    astar(&start, steps, |at| at_least(map, *at, goal), |at| *at == goal).map(|(squares, cost)| Route { squares, cost })
}

/// The route with the smallest sum of penalties among all that cost at most `limit`, and the cheapest of those; or
/// nothing if no route is that cheap. `penalty` is that of a step, given its two squares.
///
/// Exact: of every square it keeps all pairs of penalty and cost that no other pair beats in both. Time and memory grow
/// with squares within the limit times distinct costs, so it is for the range of one movement, not for whole boards.
/// Among equals it chooses as [`Flood::path_to`](super::Flood::path_to) does.
pub fn route_avoiding(
    map: &StepMap,
    start: Square,
    goal: Square,
    limit: u16,
    penalty: impl Fn(Square, Square) -> u32,
) -> Option<Route> {
    if !map.extent().contains(start) || !map.extent().contains(goal) {
        return None;
    }
    let limit = u32::from(limit);
    // Of each square the unbeaten pairs of penalty and cost, penalties rising and costs falling.
    let mut unbeaten: FxHashMap<Square, Vec<(u64, u32)>> = FxHashMap::default();
    let mut waiting = BinaryHeap::from([Reverse((0u64, 0u32, start))]);
    while let Some(Reverse((sum, cost, at))) = waiting.pop() {
        let pairs = unbeaten.entry(at).or_default();
        // Pairs come by rising penalty, so a new one is beaten unless it is cheaper than the last.
        if pairs.last().is_some_and(|(_, cheapest)| *cheapest <= cost) {
            continue;
        }
        pairs.push((sum, cost));
        if at == goal {
            let squares = trace(goal, (sum, cost), |from, direction, (sum, cost)| {
                let cost = cost.checked_sub(u32::from(map.step(from, direction)?))?;
                let sum = sum.checked_sub(u64::from(penalty(from, from.step(direction))))?;
                unbeaten.get(&from)?.contains(&(sum, cost)).then_some((sum, cost))
            });
            return Some(Route { squares, cost });
        }
        for (to, step) in map.steps(at) {
            let cost = cost + u32::from(step);
            let beaten = || unbeaten.get(&to).and_then(|pairs| pairs.last()).is_some_and(|(_, best)| *best <= cost);
            if cost + at_least(map, to, goal) <= limit && !beaten() {
                waiting.push(Reverse((sum + u64::from(penalty(at, to)), cost, to)));
            }
        }
    }
    None
}

/// A step of a search in layers: where it leads, to which layer, what it costs, and its penalty.
pub type Stride = (Square, u8, u16, u32);

/// Searches ways whose steps depend on what has been done on them, which is their layer: an obstacle cleared, metres of a
/// gap leapt. Goes from place to place by rising penalty, then rising cost, within `limit`, and stops where `visit`, given
/// a square, its layer and the cost, says so: that way has the smallest penalty of all that cost at most `limit`, and is
/// the cheapest of those. A place may be visited again for less cost and more penalty.
///
/// `ahead` says what the rest of the way from a square costs at least, zero if nothing is known. No step may cost less
/// than it brings that down.
pub fn search_in_layers<S: IntoIterator<Item = Stride>>(
    start: Square,
    limit: u16,
    ahead: impl Fn(Square) -> u32,
    mut steps: impl FnMut(Square, u8) -> S,
    mut visit: impl FnMut(Square, u8, u16) -> bool,
) -> Option<Route> {
    // Where each place was come to from, in the order of visits.
    let mut visits: Vec<(Square, usize)> = Vec::new();
    let mut cheapest: FxHashMap<(Square, u8), u32> = FxHashMap::default();
    let mut waiting = BinaryHeap::from([Reverse((0u64, 0u32, 0u32, start, 0u8, usize::MAX))]);
    while let Some(Reverse((sum, _, cost, at, layer, from))) = waiting.pop() {
        if cheapest.get(&(at, layer)).is_some_and(|known| *known <= cost) {
            continue;
        }
        cheapest.insert((at, layer), cost);
        let here = visits.len();
        visits.push((at, from));
        if visit(at, layer, cost as u16) {
            let mut squares = vec![at];
            let mut before = from;
            while let Some((square, from)) = visits.get(before) {
                squares.push(*square);
                before = *from;
            }
            squares.reverse();
            return Some(Route { squares, cost });
        }
        for (to, layer, step, penalty) in steps(at, layer) {
            let cost = cost + u32::from(step);
            let whole = cost + ahead(to);
            if whole <= u32::from(limit) && cheapest.get(&(to, layer)).is_none_or(|known| *known > cost) {
                waiting.push(Reverse((sum + u64::from(penalty), whole, cost, to, layer, here)));
            }
        }
    }
    None
}

/// A lower bound of the cost of any route between two squares.
fn at_least(map: &StepMap, from: Square, to: Square) -> u32 {
    let (dx, dy) = (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y));
    chebyshev(dx, dy) * u32::from(map.cheapest())
}

#[cfg(test)]
mod tests {
    use pathfinding::prelude::dijkstra;
    use proptest::prelude::*;

    use super::{
        super::{Extent, Flood, steps::tests::any_map},
        *,
    };

    fn open(width: u16, height: u16) -> StepMap {
        StepMap::from_fn(Extent { width, height }, |_, direction| Some(if direction.is_diagonal() { 3 } else { 2 }))
    }

    fn squares(squares: &[(i16, i16)]) -> Vec<Square> {
        squares.iter().map(|(x, y)| Square::new(*x, *y)).collect()
    }

    #[test]
    fn round_a_guarded_square_if_the_limit_allows() {
        let map = open(5, 3);
        let (start, goal, guarded) = (Square::new(0, 0), Square::new(4, 0), Square::new(2, 0));
        let avoiding = |limit| route_avoiding(&map, start, goal, limit, |from, _| u32::from(from == guarded));
        assert_eq!(avoiding(7), None);
        let through = squares(&[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]);
        assert_eq!(avoiding(8), Some(Route { squares: through, cost: 8 }));
        let round = squares(&[(0, 0), (1, 1), (2, 1), (3, 0), (4, 0)]);
        assert_eq!(avoiding(24), Some(Route { squares: round, cost: 10 }));
    }

    #[test]
    fn without_penalties_the_path_of_the_flood() {
        let map = open(9, 5);
        let start = Square::new(1, 3);
        let mut flood = Flood::new();
        flood.run(&map, start, 30);
        for (goal, cost) in flood.reached() {
            let route = route_avoiding(&map, start, goal, 30, |_, _| 0);
            let squares = flood.path_to(&map, goal).unwrap();
            assert_eq!(route, Some(Route { squares, cost: u32::from(cost) }));
        }
    }

    proptest! {
        #[test]
        fn in_one_layer_as_without(map in any_map(), from in any::<prop::sample::Index>(), to in any::<prop::sample::Index>(), limit in 0u16..40) {
            let square = |index: prop::sample::Index| map.extent().square(index.index(map.extent().len()));
            let (start, goal) = (square(from), square(to));
            let penalty = |from: Square, to: Square| u32::from((from.x + 2 * to.y) % 3 == 0);
            let steps = |at: Square, _| map.steps(at).map(|(to, cost)| (to, 0, u16::from(cost), penalty(at, to))).collect::<Vec<_>>();
            let found = search_in_layers(start, limit, |at| at_least(&map, at, goal), steps, |at, _, _| at == goal);
            let sum = |route: &Route| route.squares.windows(2).map(|pair| penalty(pair[0], pair[1])).sum::<u32>();
            let oracle = route_avoiding(&map, start, goal, limit, penalty);
            prop_assert_eq!(found.map(|one| (sum(&one), one.cost)), oracle.map(|one| (sum(&one), one.cost)));
        }
    }

    #[test]
    fn a_layer_remembers_what_was_crossed() {
        // A row of squares with a fence before the third and the fifth: only one of them can be cleared.
        let steps = |at: Square, layer: u8| {
            let to = Square::new(at.x + 1, 0);
            let fence = to.x == 3 || to.x == 5;
            (to.x < 9 && !(fence && layer == 1)).then_some((to, layer + u8::from(fence), 2, 0))
        };
        let mut reached = Vec::new();
        let none = search_in_layers(
            Square::new(0, 0),
            99,
            |_| 0,
            steps,
            |at, layer, cost| {
                reached.push((at.x, layer, cost));
                false
            },
        );
        assert_eq!((none, reached), (None, vec![(0, 0, 0), (1, 0, 2), (2, 0, 4), (3, 1, 6), (4, 1, 8)]));
    }

    #[test]
    fn off_the_board_there_is_no_route() {
        let (map, on, off) = (open(2, 2), Square::new(0, 0), Square::new(2, 0));
        assert_eq!((route(&map, on, off), route(&map, off, off)), (None, None));
        assert_eq!(route_avoiding(&map, off, off, 9, |_, _| 0), None);
        assert_eq!(route(&map, on, on), Some(Route { squares: vec![on], cost: 0 }));
    }

    fn cost(map: &StepMap, squares: &[Square]) -> u32 {
        let step = |pair: &[Square]| map.step(pair[0], pair[0].direction_to(pair[1]).unwrap()).unwrap();
        squares.windows(2).map(|pair| u32::from(step(pair))).sum()
    }

    proptest! {
        #[test]
        fn a_route_costs_what_the_flood_says(
            map in any_map(), start in any::<prop::sample::Index>(), goal in any::<prop::sample::Index>(),
        ) {
            let [start, goal] = [start, goal].map(|index| map.extent().square(index.index(map.extent().len())));
            let mut flood = Flood::new();
            flood.run(&map, start, u16::MAX);
            let found = route(&map, start, goal);
            prop_assert_eq!(found.as_ref().map(|route| route.cost), flood.cost(goal).map(u32::from));
            if let Some(Route { squares, cost: total }) = found {
                prop_assert_eq!((squares.first(), squares.last()), (Some(&start), Some(&goal)));
                prop_assert_eq!(cost(&map, &squares), total);
            }
        }

        #[test]
        fn avoiding_is_exact(
            map in any_map(), start in any::<prop::sample::Index>(), goal in any::<prop::sample::Index>(),
            limit in 0u16..30, seed in any::<u32>(),
        ) {
            let [start, goal] = [start, goal].map(|index| map.extent().square(index.index(map.extent().len())));
            let penalty = |from: Square, to: Square| {
                let mixed = seed.wrapping_mul(from.x as u32 * 31 + from.y as u32 * 7 + to.x as u32 + 1);
                (mixed >> 7) % 4
            };
            // Over squares with the cost so far, penalties first and costs second.
            let oracle = dijkstra(
                &(start, 0),
                |(at, sum): &(Square, u32)| {
                    let steps = map.steps(*at).map(|(to, step)| (to, u32::from(step)));
                    let within = steps.filter(|(_, step)| sum + step <= u32::from(limit));
                    let weighed = |(to, step)| ((to, sum + step), penalty(*at, to) * 1000 + step);
                    within.map(weighed).collect::<Vec<_>>()
                },
                |(at, _)| *at == goal,
            );
            let found = route_avoiding(&map, start, goal, limit, penalty).map(|route| {
                assert_eq!(cost(&map, &route.squares), route.cost);
                assert_eq!((route.squares.first(), route.squares.last()), (Some(&start), Some(&goal)));
                route.squares.windows(2).map(|pair| penalty(pair[0], pair[1])).sum::<u32>() * 1000 + route.cost
            });
            prop_assert_eq!(found, oracle.map(|(_, weight)| weight));
        }
    }
}
