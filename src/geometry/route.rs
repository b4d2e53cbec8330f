//! Single routes: the cheapest one, and the one with the smallest penalty.

use std::{cmp::Reverse, collections::BinaryHeap};

use pathfinding::prelude::astar;

use super::{
    Direction, Flood, Square, Steps, Without, chebyshev,
    flood::{Start, trace},
};

/// A way from one square to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// From the start to the goal, both included; just the start if it is the goal.
    pub squares: Vec<Square>,
    /// The sum of its steps.
    pub cost: u32,
}

/// A cheapest route between two squares of the board, beginning in a state; `None` if there is none. Which of several
/// equally cheap routes it is is not specified, but always the same.
pub fn route(steps: &impl Steps, (start, state): (Square, u8), goal: Square) -> Option<Route> {
    let out = |(at, state): &(Square, u8)| {
        let (at, state) = (*at, *state);
        let step = move |direction| {
            let (cost, after) = steps.step(at, state, direction)?;
            Some(((at.step(direction), after), u32::from(cost)))
        };
        Direction::ALL.into_iter().filter_map(step).collect::<Vec<_>>()
    };
    if !steps.extent().contains(start) || !steps.extent().contains(goal) {
        return None;
    }
    let found = astar(&(start, state), out, |(at, _)| at_least(steps, *at, goal), |(at, _)| *at == goal);
    found.map(|(places, cost)| Route { squares: places.into_iter().map(|(square, _)| square).collect(), cost })
}

/// The ways from one square with the smallest sum of penalties, and the cheapest of those, worked out for all goals at
/// once.
///
/// Exact: for every square it knows the cheapest way at each sum of penalties needed to get anywhere within the limit.
/// Time and memory grow with the number of squares within the limit times the number of such sums.
pub struct Avoiding {
    /// The costs of the cheapest ways with penalties of 0, of at most 1, of at most 2, and so on.
    by_sum: Vec<Flood>,
}

impl Avoiding {
    /// Works out the ways within the limit of a flood's `run` over the same steps from the same start. `penalties`
    /// lists squares in order, each with the penalties of the steps out of it by direction.
    pub fn new(
        steps: &(impl Steps + ?Sized),
        (start, limit, run): ((Square, u8), u16, &Flood),
        penalties: &[(Square, [u8; 8])],
    ) -> Self {
        let dear = penalised(steps, (limit, run), penalties);
        if let Some(map) = steps.map() {
            let mut calm = map.clone();
            dear.iter().for_each(|step| calm.set(step.from.0, step.direction, None));
            return Self::by_sums(&calm, (start, limit, run), &dear);
        }
        let left_out = |from, direction| penalties_from(penalties, from)[direction as usize] > 0;
        Self::by_sums(&Without { steps, left_out }, (start, limit, run), &dear)
    }

    /// From the steps without penalties, and the penalised ones that can be made within the limit.
    fn by_sums(calm: &impl Steps, (start, limit, run): ((Square, u8), u16, &Flood), dear: &[Penalised]) -> Self {
        let mut first = Flood::new();
        first.run_over(calm, start, limit);
        let all = run.places();
        let mut by_sum = vec![first];
        while let Some(last) = by_sum.last().filter(|last| last.places() < all) {
            let mut flood = last.clone();
            let start = |step: &Penalised| {
                let before = &by_sum[by_sum.len().checked_sub(step.penalty)?];
                let cost = before.cost_in(step.from.0, step.from.1)? + step.cost;
                Some((step.from.0.step(step.direction), step.after, cost))
            };
            let mut starts: Vec<Start> = dear.iter().filter_map(start).collect();
            starts.sort_unstable_by_key(|(square, state, cost)| (*cost, *square, *state));
            flood.flow_over(calm, starts.into_iter());
            by_sum.push(flood);
        }
        Self { by_sum }
    }

    /// Whether a square can be reached without any penalty.
    pub fn is_free(&self, goal: Square) -> bool {
        self.by_sum.first().is_some_and(|flood| flood.cost(goal).is_some())
    }

    /// The way to a square, start and square included, with its cost; `None` if none leads there within the limit.
    /// Steps and penalties must be those that it was made from. Among equals it chooses as [`Flood::path_to`] does.
    pub fn route_to(
        &self,
        steps: &(impl Steps + ?Sized),
        penalties: &[(Square, [u8; 8])],
        goal: Square,
    ) -> Option<Route> {
        let reaching = (0..).zip(&self.by_sum).find_map(|(sum, flood)| Some((sum, flood.cost(goal)?)));
        let (sum, cost): (usize, u16) = reaching?;
        let states = steps.states();
        let state = (0..states).find(|state| self.by_sum[sum].cost_in(goal, *state) == Some(cost))?;
        let squares = trace(goal, (sum, cost, state), |from, direction, (sum, cost, state)| {
            let sum = sum.checked_sub(penalties_from(penalties, from)[direction as usize].into())?;
            (0..states).find_map(|earlier| {
                let (step, after) = steps.step(from, earlier, direction)?;
                let before = cost.checked_sub(step).filter(|_| after == state)?;
                (self.by_sum[sum].cost_in(from, earlier)? == before).then_some((sum, before, earlier))
            })
        });
        Some(Route { squares, cost: cost.into() })
    }
}

/// A step with a penalty that can be made within the limit of a run.
struct Penalised {
    from: (Square, u8),
    direction: Direction,
    cost: u16,
    after: u8,
    penalty: usize,
}

fn penalised(
    steps: &(impl Steps + ?Sized),
    (limit, run): (u16, &Flood),
    penalties: &[(Square, [u8; 8])],
) -> Vec<Penalised> {
    let mut all = Vec::new();
    for (from, penalties) in penalties {
        for state in 0..steps.states() {
            let Some(before) = run.cost_in(*from, state) else { continue };
            for (direction, penalty) in Direction::ALL.into_iter().zip(*penalties).filter(|(_, penalty)| *penalty > 0) {
                let step = steps.step(*from, state, direction).filter(|(cost, _)| before + cost <= limit);
                all.extend(step.map(|(cost, after)| {
                    let penalty = penalty.into();
                    Penalised { from: (*from, state), direction, cost, after, penalty }
                }));
            }
        }
    }
    all
}

/// The penalties of the steps out of a square by direction, from a list of squares in order.
pub fn penalties_from(penalties: &[(Square, [u8; 8])], from: Square) -> [u8; 8] {
    penalties.binary_search_by_key(&from, |(square, _)| *square).map_or([0; 8], |place| penalties[place].1)
}

/// Searches for a way by rising penalty, then rising cost, within `limit`, until `visit` returns true for a square, the
/// state and the cost. The way found has the smallest penalty of all that cost at most `limit`, and is the cheapest of
/// those. A place may be visited again for less cost and more penalty. For a single goal that is near this is faster
/// than [`Avoiding`], which knows all goals.
///
/// `ahead` is a lower bound on the cost of the rest of the way from a square, 0 if nothing is known; no step may lower
/// it by more than the step costs. `penalties` gives the penalties of the steps out of a square by direction.
pub fn search(
    steps: &impl Steps,
    (start, state): (Square, u8),
    limit: u16,
    ahead: impl Fn(Square) -> u32,
    penalties: impl Fn(Square) -> [u8; 8],
    mut visit: impl FnMut(Square, u8, u16) -> bool,
) -> Option<Route> {
    let (extent, states) = (steps.extent(), usize::from(steps.states()));
    // Numbers places by square, then by state.
    let place = |square: Square, state: u8| extent.index(square).map(|index| index * states + usize::from(state));
    // Each visited square with the number of the visit it was reached from, in order.
    let mut visits: Vec<(Square, usize)> = Vec::new();
    let mut cheapest = vec![u32::MAX; extent.len() * states];
    let first = place(start, state)?;
    let mut waiting = BinaryHeap::from([Reverse((0u64, 0u32, 0u32, first as u32, usize::MAX))]);
    while let Some(Reverse((sum, _, cost, here, from))) = waiting.pop() {
        let here = here as usize;
        if cheapest[here] <= cost {
            continue;
        }
        cheapest[here] = cost;
        let (at, state) = (extent.square(here / states), (here % states) as u8);
        let visited = visits.len();
        visits.push((at, from));
        if visit(at, state, cost as u16) {
            let way = std::iter::successors(visits.last(), |(_, from)| visits.get(*from));
            let mut squares: Vec<Square> = way.map(|(square, _)| *square).collect();
            squares.reverse();
            return Some(Route { squares, cost });
        }
        for (direction, penalty) in Direction::ALL.into_iter().zip(penalties(at)) {
            let Some((step, after)) = steps.step(at, state, direction) else { continue };
            let to = at.step(direction);
            let Some(there) = place(to, after) else { continue };
            let cost = cost + u32::from(step);
            let whole = cost + ahead(to);
            if whole <= u32::from(limit) && cheapest[there] > cost {
                waiting.push(Reverse((sum + u64::from(penalty), whole, cost, there as u32, visited)));
            }
        }
    }
    None
}

/// A lower bound of the cost of any route between two squares.
fn at_least(steps: &impl Steps, from: Square, to: Square) -> u32 {
    let (dx, dy) = (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y));
    chebyshev(dx, dy) * u32::from(steps.cheapest())
}

#[cfg(test)]
mod tests {
    use pathfinding::prelude::dijkstra;
    use proptest::prelude::*;

    use super::{super::steps::tests::any_map, *};
    use crate::geometry::{Extent, Layers, StepMap};

    fn open(width: u16, height: u16) -> StepMap {
        StepMap::from_fn(Extent { width, height }, |_, direction| Some(if direction.is_diagonal() { 3 } else { 2 }))
    }

    fn squares(squares: &[(i16, i16)]) -> Vec<Square> {
        squares.iter().map(|(x, y)| Square::new(*x, *y)).collect()
    }

    /// The route to one goal, given the penalty of a step by its two squares.
    fn route_avoiding(
        map: &StepMap,
        start: Square,
        goal: Square,
        limit: u16,
        penalty: impl Fn(Square, Square) -> u32,
    ) -> Option<Route> {
        let of = |from: Square, to: Direction| map.step(from, to).map_or(0, |_| penalty(from, from.step(to)) as u8);
        let out = |from: Square| Direction::ALL.map(|to| of(from, to));
        let penalties: Vec<(Square, [u8; 8])> = map.extent().squares().map(|from| (from, out(from))).collect();
        let mut run = Flood::new();
        run.run(map, start, limit);
        Avoiding::new(map, ((start, 0), limit, &run), &penalties).route_to(map, &penalties, goal)
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
        fn place_by_place_as_for_all_goals(map in any_map(), from in any::<prop::sample::Index>(), to in any::<prop::sample::Index>(), limit in 0u16..40) {
            let square = |index: prop::sample::Index| map.extent().square(index.index(map.extent().len()));
            let (start, goal) = (square(from), square(to));
            let penalty = |from: Square, to: Square| u32::from((from.x + 2 * to.y) % 3 == 0);
            let out = |from: Square| Direction::ALL.map(|to| penalty(from, from.step(to)) as u8);
            let found = search(&map, (start, 0), limit, |at| at_least(&map, at, goal), out, |at, _, _| at == goal);
            let sum = |route: &Route| route.squares.windows(2).map(|pair| penalty(pair[0], pair[1])).sum::<u32>();
            let oracle = route_avoiding(&map, start, goal, limit, penalty);
            prop_assert_eq!(found.map(|route| (sum(&route), route.cost)), oracle.map(|route| (sum(&route), route.cost)));
        }
    }

    #[test]
    fn a_layer_remembers_what_was_crossed() {
        // A row of squares with fences after the third and the fifth: only one of them can be cleared.
        let map = StepMap::from_fn(Extent { width: 9, height: 1 }, |_, to| (to == Direction::East).then_some(2));
        let takes = |from: Square, _| u8::from(from.x == 2 || from.x == 4);
        let mut reached = Vec::new();
        let visit = |at: Square, layer, cost| {
            reached.push((at.x, layer, cost));
            false
        };
        let none =
            search(&Layers { steps: &map, takes, most: 1 }, (Square::new(0, 0), 0), 99, |_| 0, |_| [0; 8], visit);
        assert_eq!((none, reached), (None, vec![(0, 0, 0), (1, 0, 2), (2, 0, 4), (3, 1, 6), (4, 1, 8)]));
    }

    #[test]
    fn off_the_board_there_is_no_route() {
        let (map, on, off) = (open(2, 2), Square::new(0, 0), Square::new(2, 0));
        assert_eq!((route(&map, (on, 0), off), route(&map, (off, 0), off)), (None, None));
        assert_eq!(route_avoiding(&map, off, off, 9, |_, _| 0), None);
        assert_eq!(route(&map, (on, 0), on), Some(Route { squares: vec![on], cost: 0 }));
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
            let found = route(&map, (start, 0), goal);
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
            // Over squares with the cost so far, ranked by penalties, then costs.
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
