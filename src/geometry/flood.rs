//! The cheapest ways from one square to all others, found by a flood over a [`StepMap`] or over any [`Steps`] that
//! depend on the way so far. Paths are read back from the costs.
//!
//! Floods have their own search because it is much faster than the `pathfinding` crate: on a board of 128 by 128
//! squares (`benches/geometry.rs`) a flood takes some 75 microseconds, and the crate's `dijkstra_all`, which keeps
//! places and costs in hash maps, 1.8 milliseconds. Single routes visit few places and use the crate:
//! [`route`](super::route()).

use std::{cell::RefCell, mem, ops::Range};

use super::{Direction, Extent, Square, StepMap, Steps, better::Better};

/// Scratch space of a run.
#[derive(Debug, Default)]
struct Work {
    /// Places to continue from, by cost modulo the number of buckets; all empty between runs.
    buckets: Vec<Vec<u32>>,
    better: Better,
}

thread_local! {
    // Each turn needs dozens of floods, and growing this anew costs as much as the flood itself.
    static WORK: RefCell<Work> = RefCell::default();
}

/// The costs of getting from one square to all others within a limit, by state if the steps have several. Keeps its
/// memory from run to run.
#[derive(Clone, Debug)]
pub struct Flood {
    extent: Extent,
    states: u8,
    /// The rows of the last run; costs outside them are from older runs.
    rows: Range<usize>,
    limit: u16,
    /// A sheet for each state, row by row; above the limit where not reached. Before and after the rows of a sheet lies
    /// a margin of a row and a square that nothing enters, and one more square at the end, so that rows can be read in
    /// fours.
    costs: Vec<u16>,
}

impl Default for Flood {
    fn default() -> Self {
        let extent = Extent { width: 0, height: 0 };
        Self { extent, states: 1, rows: 0..0, limit: 0, costs: Vec::new() }
    }
}

/// A square, a state, and the cost of getting there.
pub(super) type Start = (Square, u8, u16);

/// The places of one cost that a flood continues from, and the buckets for the places it comes to.
struct Front<'a> {
    /// By number of place, after the margin.
    costs: &'a mut [u16],
    margin: usize,
    bucket: &'a [u32],
    cost: u16,
    buckets: &'a mut [Vec<u32>],
    better: &'a mut Better,
}

impl Front<'_> {
    /// Continues over a map; returns the number of places reached.
    fn over_map(self, map: &StepMap) -> usize {
        self.better.find(map, self.costs, self.bucket, self.cost);
        self.better.take(map, &mut self.costs[self.margin..], self.cost, self.buckets)
    }

    /// Continues over steps with a state; returns the number of places reached.
    fn over(self, steps: &(impl Steps + ?Sized), sheet: usize, limit: u16) -> usize {
        let (extent, costs, last) = (steps.extent(), &mut self.costs[self.margin..], self.buckets.len() - 1);
        let mut taken = 0;
        for place in self.bucket {
            let (from, state) = (*place as usize % sheet, *place as usize / sheet);
            if costs[*place as usize] != self.cost {
                continue;
            }
            let from = extent.square(from);
            for direction in Direction::ALL {
                let Some((step, after)) = steps.step(from, state as u8, direction) else { continue };
                let Some(to) = extent.index(from.step(direction)) else { continue };
                let (to, total) = (usize::from(after) * sheet + to, self.cost.saturating_add(step));
                if total <= limit && total < costs[to] {
                    costs[to] = total;
                    self.buckets[usize::from(total) & last].push(to as u32);
                    taken += 1;
                }
            }
        }
        taken
    }
}

impl Flood {
    /// The greatest limit of a run, 32766.
    // Below the value for no step, so that no sum with that value ever improves a cost.
    pub const MAX_LIMIT: u16 = StepMap::NONE - 2;

    /// A flood that has reached nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Finds the cheapest way to every square that can be reached for at most `limit`, capped at [`Self::MAX_LIMIT`].
    /// The start costs 0; from a start off the board nothing is reached.
    pub fn run(&mut self, map: &StepMap, start: Square, limit: u16) {
        self.run_from(map, &mut [(start, 0)], limit);
    }

    /// Like [`Self::run`], from several starts, each with its own cost. Sorts the starts by cost.
    pub fn run_from(&mut self, map: &StepMap, starts: &mut [(Square, u16)], limit: u16) {
        let on_board = starts.iter().map(|(start, _)| *start);
        self.clear((map.extent(), 1), on_board, map.cheapest_step().into(), limit);
        starts.sort_unstable_by_key(|(square, cost)| (*cost, *square));
        self.flow_over_map(map, starts.iter().map(|(square, cost)| (*square, 0, *cost)));
    }

    /// Like [`Self::run`], over steps that may have several states, from a square in one of them.
    pub fn run_over(&mut self, steps: &(impl Steps + ?Sized), (start, state): (Square, u8), limit: u16) {
        if let Some(map) = steps.map() {
            return self.run(map, start, limit);
        }
        self.clear((steps.extent(), steps.states()), [start].into_iter(), steps.cheapest(), limit);
        self.flow_over(steps, [(start, state, 0)].into_iter());
    }

    /// Forgets the last run and makes room for a new one. No step costs less than `cheapest`.
    fn clear(
        &mut self,
        (extent, states): (Extent, u8),
        starts: impl Iterator<Item = Square> + Clone,
        cheapest: u16,
        limit: u16,
    ) {
        (self.extent, self.states, self.limit) = (extent, states, limit.min(Self::MAX_LIMIT));
        let (width, height) = (usize::from(extent.width), usize::from(extent.height));
        let (margin, sheet) = (self.margin(), self.sheet());
        self.costs.resize(sheet * usize::from(states), 0);

        // One row more than the limit can reach, as steps out of the last row are looked at too.
        let rows = self.limit.checked_div(cheapest).map_or(height, usize::from) + 1;
        let on_board = || starts.clone().filter_map(|start| extent.index(start)).map(|index| index / width);
        self.rows = match (on_board().min(), on_board().max()) {
            (Some(first), Some(last)) => first.saturating_sub(rows)..height.min(last + rows + 1),
            _ => 0..0,
        };
        for sheet in self.costs.chunks_mut(sheet) {
            sheet[margin + self.rows.start * width..margin + self.rows.end * width].fill(self.limit + 1);
        }
    }

    /// Continues over a map from more starts, wherever that is cheaper than the known cost. Starts come by rising cost,
    /// and none may lead outside the rows of the last run.
    fn flow_over_map(&mut self, map: &StepMap, starts: impl Iterator<Item = Start>) {
        self.flow(map.dearest_step().into(), starts, |front| front.over_map(map));
    }

    /// Like [`Self::flow_over_map`], over steps that may have several states.
    pub(super) fn flow_over(&mut self, steps: &(impl Steps + ?Sized), starts: impl Iterator<Item = Start>) {
        if let Some(map) = steps.map() {
            return self.flow_over_map(map, starts);
        }
        let (sheet, limit) = (self.sheet(), self.limit);
        self.flow(steps.dearest(), starts, |front| front.over(steps, sheet, limit));
    }

    /// Floods from the starts, bucket by bucket.
    fn flow(&mut self, dearest: u16, starts: impl Iterator<Item = Start>, go_on: impl FnMut(Front<'_>) -> usize) {
        let mut work = WORK.take();
        self.flow_with(&mut work, dearest, starts, go_on);
        WORK.set(work);
    }

    fn flow_with(
        &mut self,
        work: &mut Work,
        dearest: u16,
        starts: impl Iterator<Item = Start>,
        mut go_on: impl FnMut(Front<'_>) -> usize,
    ) {
        let (limit, margin) = (self.limit, self.margin());
        let ring = (usize::from(dearest.min(limit)) + 1).next_power_of_two();
        if work.buckets.len() < ring {
            work.buckets.resize_with(ring, Vec::new);
        }
        let (extent, sheet) = (self.extent, self.sheet());
        let mut starts = starts
            .filter_map(|(start, state, cost)| Some((usize::from(state) * sheet + extent.index(start)?, cost)))
            .peekable();
        let (mut cost, mut waiting) = (0u16, 0usize);
        loop {
            if waiting == 0 {
                let Some((_, next)) = starts.peek().filter(|(_, next)| *next <= limit) else { break };
                cost = *next;
            }
            while let Some((start, _)) = starts.next_if(|(_, next)| *next == cost) {
                let best = &mut self.costs[margin + start];
                if cost < *best {
                    *best = cost;
                    work.buckets[usize::from(cost) & (ring - 1)].push(start as u32);
                    waiting += 1;
                }
            }
            let slot = usize::from(cost) & (ring - 1);
            let mut bucket = mem::take(&mut work.buckets[slot]);
            waiting -= bucket.len();
            waiting += go_on(Front {
                costs: &mut self.costs,
                margin,
                bucket: &bucket,
                cost,
                buckets: &mut work.buckets[..ring],
                better: &mut work.better,
            });
            bucket.clear();
            // Steps that cost nothing may have refilled this bucket; its places come next.
            if work.buckets[slot].is_empty() {
                work.buckets[slot] = bucket;
                cost += 1;
            }
        }
    }

    /// The cost of the cheapest way to a square; `None` if it was not reached.
    pub fn cost(&self, square: Square) -> Option<u16> {
        (0..self.states).filter_map(|state| self.cost_in(square, state)).min()
    }

    /// The cost of the cheapest way that ends in a square and a state.
    pub fn cost_in(&self, square: Square, state: u8) -> Option<u16> {
        let index = self.extent.index(square)?;
        let valid = self.rows.contains(&(square.y as usize)) && state < self.states;
        let cost = || self.costs[usize::from(state) * self.sheet() + self.margin() + index];
        valid.then(cost).filter(|cost| *cost <= self.limit)
    }

    /// All squares reached, including the start, with their costs, row by row.
    pub fn reached(&self) -> impl Iterator<Item = (Square, u16)> {
        let width = usize::from(self.extent.width);
        let inside = &self.costs[self.margin().min(self.costs.len())..];
        let rows =
            (self.rows.start as i16..).zip(inside[self.rows.start * width..self.rows.end * width].chunks(width.max(1)));
        let first = rows.flat_map(|(y, row)| (0i16..).zip(row).map(move |(x, cost)| (Square::new(x, y), *cost)));
        let several = self.states > 1;
        let cheapest = move |square, first| if several { self.cost(square).unwrap_or(first) } else { first };
        first.map(move |(square, first)| (square, cheapest(square, first))).filter(|(_, cost)| *cost <= self.limit)
    }

    /// How many squares were reached, counted once for each state.
    pub(super) fn places(&self) -> usize {
        let width = usize::from(self.extent.width);
        let rows = self.margin() + self.rows.start * width..self.margin() + self.rows.end * width;
        let sheets = self.costs.chunks(self.sheet());
        sheets.map(|sheet| sheet[rows.clone()].iter().filter(|cost| **cost <= self.limit).count()).sum()
    }

    /// Costs before that of the first square of a sheet.
    const fn margin(&self) -> usize {
        self.extent.width as usize + 1
    }

    /// Costs of a sheet.
    const fn sheet(&self) -> usize {
        self.extent.len() + 2 * self.margin() + 1
    }

    /// A cheapest way to a square, from the start of the last run to the square itself; `None` if it was not reached.
    /// `steps` must be those of that run.
    ///
    /// Among equally cheap ways it takes the one found from the end backwards by keeping the direction where possible,
    /// else by a straight step, else by a diagonal one, each north first and clockwise. So diagonals come early and
    /// bends are few. Of several states at the end or on the way it takes the lowest.
    pub fn path_to(&self, steps: &(impl Steps + ?Sized), square: Square) -> Option<Vec<Square>> {
        let cost = self.cost(square)?;
        let state = (0..self.states).find(|state| self.cost_in(square, *state) == Some(cost))?;
        Some(trace(square, (cost, state), |from, direction, (cost, state)| {
            (0..self.states).find_map(|earlier| {
                let (step, after) = steps.step(from, earlier, direction)?;
                let before = cost.checked_sub(step).filter(|_| after == state)?;
                (self.cost_in(from, earlier)? == before).then_some((before, earlier))
            })
        }))
    }
}

/// A way that ends in `goal`, found backwards in the order [`Flood::path_to`] promises. `before` is given a square, the
/// direction of the step out of it and the cost after that step. It returns the cost before the step, or `None` if the
/// way cannot have come from there. The way begins where it returns `None` for every direction.
pub(super) fn trace<C: Copy>(
    goal: Square,
    cost: C,
    mut before: impl FnMut(Square, Direction, C) -> Option<C>,
) -> Vec<Square> {
    use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
    const ORDER: [Direction; 8] = [North, East, South, West, NorthEast, SouthEast, SouthWest, NorthWest];

    let (mut at, mut cost, mut ahead) = (goal, cost, None);
    let mut path = vec![goal];
    while let Some((from, direction, earlier)) = ahead.into_iter().chain(ORDER).find_map(|direction| {
        let from = at.step(direction.opposite());
        before(from, direction, cost).map(|earlier| (from, direction, earlier))
    }) {
        (at, cost, ahead) = (from, earlier, Some(direction));
        path.push(from);
    }
    path.reverse();
    path
}

#[cfg(test)]
mod tests {
    use pathfinding::prelude::dijkstra_all;
    use proptest::prelude::*;

    use super::{super::steps::tests::any_map, *};

    /// Half metres, and diagonal steps only past free squares (PCT-GRID-03, PCT-GRID-04).
    fn half_metres(rows: &[&str]) -> StepMap {
        let extent = Extent { width: rows[0].len() as u16, height: rows.len() as u16 };
        let free = |at: Square| rows[at.y as usize].as_bytes()[at.x as usize] != b'#';
        StepMap::from_fn(extent, |from, direction| {
            let (to, diagonal) = (from.step(direction), direction.is_diagonal());
            let round = !diagonal || free(Square::new(from.x, to.y)) && free(Square::new(to.x, from.y));
            (free(to) && round).then_some(if diagonal { 3 } else { 2 })
        })
    }

    fn square(x: i16, y: i16) -> Square {
        Square::new(x, y)
    }

    fn flooded(map: &StepMap, start: Square, limit: u16) -> Flood {
        let mut flood = Flood::new();
        flood.run(map, start, limit);
        flood
    }

    #[test]
    fn pct_grid_03_lengths() {
        let flood = flooded(&half_metres(&["....."; 5]), square(0, 4), 100);
        assert_eq!(flood.cost(square(2, 0)), Some(10), "north twice, north-east twice: 5 m");
        assert_eq!(flood.cost(square(4, 0)), Some(12), "four diagonals: 6 m");
    }

    #[test]
    fn pct_grid_04_corners_are_not_cut() {
        let flood = flooded(&half_metres(&[".#", ".."]), square(0, 0), 100);
        assert_eq!(flood.cost(square(1, 1)), Some(4));
        assert_eq!(flood.cost(square(1, 0)), None);
        assert_eq!(flood.reached().map(|(_, cost)| cost).collect::<Vec<_>>(), [0, 2, 4]);
    }

    // PCT-MOVE-02: two diagonals and one straight are 4 m, three diagonals 4.5 m.
    #[test]
    fn the_limit_is_included() {
        let map = half_metres(&["......"; 6]);
        let flood = flooded(&map, square(0, 0), 8);
        assert_eq!((flood.cost(square(3, 2)), flood.cost(square(3, 3))), (Some(8), None));
        assert_eq!(flood.path_to(&map, square(3, 3)), None);
        assert_eq!(flooded(&map, square(3, 3), 0).reached().collect::<Vec<_>>(), [(square(3, 3), 0)]);
    }

    #[test]
    fn paths_are_straight_where_they_can_be() {
        let map = half_metres(&["......", "......", "......"]);
        let flood = flooded(&map, square(0, 0), 100);
        let path = flood.path_to(&map, square(5, 2)).unwrap();
        assert_eq!(path, [(0, 0), (1, 1), (2, 2), (3, 2), (4, 2), (5, 2)].map(|(x, y)| square(x, y)));
        assert_eq!(flood.path_to(&map, square(0, 0)), Some(vec![square(0, 0)]));
    }

    #[test]
    fn off_the_board() {
        let map = half_metres(&["..", ".."]);
        let mut flood = flooded(&map, square(0, 0), 9);
        assert_eq!(flood.cost(square(-1, 0)), None);
        flood.run(&map, square(2, 0), 9);
        assert_eq!((flood.reached().count(), flood.cost(square(0, 0))), (0, None));
        flood.run(&StepMap::new(Extent { width: 0, height: 0 }), square(0, 0), 9);
        assert_eq!(flood.reached().count(), 0);
    }

    #[test]
    fn several_starts_each_with_its_cost() {
        let map = half_metres(&["......"; 3]);
        let mut flood = Flood::new();
        let mut starts = [(square(5, 0), 7), (square(0, 0), 0), (square(1, 0), 9), (square(9, 9), 0)];
        flood.run_from(&map, &mut starts, 9);
        let costs = [0, 1, 4, 5].map(|x| flood.cost(square(x, 0)));
        assert_eq!(costs, [Some(0), Some(2), Some(8), Some(7)]);
        flood.run_from(&map, &mut [(square(0, 0), 12)], 9);
        assert_eq!(flood.reached().count(), 0, "no start is within the limit");
    }

    #[test]
    fn the_greatest_limit() {
        let extent = Extent { width: 400, height: 1 };
        let map = StepMap::from_fn(extent, |_, _| Some(255));
        let flood = flooded(&map, square(0, 0), u16::MAX);
        assert_eq!(flood.reached().last(), Some((square(128, 0), 32_640)));
    }

    proptest! {
        #[test]
        fn costs_are_those_of_the_crate(
            runs in proptest::collection::vec((any_map(), any::<prop::sample::Index>(), 0u16..40), 1..4),
        ) {
            let mut flood = Flood::new();
            for (map, start, limit) in runs {
                let start = map.extent().square(start.index(map.extent().len()));
                let oracle = dijkstra_all(&start, |at| {
                    map.steps(*at).map(|(to, cost)| (to, u32::from(cost))).collect::<Vec<_>>()
                });
                flood.run(&map, start, limit);
                for at in map.extent().squares() {
                    let cost = if at == start { Some(0) } else { oracle.get(&at).map(|(_, cost)| *cost) };
                    let cost = cost.filter(|cost| *cost <= u32::from(limit));
                    prop_assert_eq!(flood.cost(at).map(u32::from), cost, "{} from {} within {}", at, start, limit);
                    prop_assert_eq!(flood.path_to(&map, at).is_some(), cost.is_some());
                }
                prop_assert!(flood.reached().map(|(at, _)| at).is_sorted());
                for (at, cost) in flood.reached() {
                    let path = flood.path_to(&map, at).unwrap();
                    prop_assert_eq!((path.first(), path.last()), (Some(&start), Some(&at)));
                    let step = |pair: &[Square]| map.step(pair[0], pair[0].direction_to(pair[1]).unwrap()).unwrap();
                    prop_assert_eq!(path.windows(2).map(|pair| u16::from(step(pair))).sum::<u16>(), cost);
                }
            }
        }
    }
}
