//! Steps that depend on the way so far, by a small state kept along with the square.

use super::{Direction, Extent, Square, StepMap};

/// The steps of a movement. Whether a step can be made and what it costs may depend on the square, the direction and a
/// state; each step leads to a state. Floods, routes and ways that avoid something all search pairs of square and
/// state.
pub trait Steps {
    /// The size of the board.
    fn extent(&self) -> Extent;

    /// How many states there are, at least 1; they are numbered from 0.
    ///
    /// Of equally cheap ways to a square, the one that ends in the lowest state is taken.
    fn states(&self) -> u8;

    /// The cost of a step, in the caller's unit, and the state it leads to; `None` if it can't be made. No step leads
    /// off the board. A step that costs nothing must start in a state that no step leads to.
    fn step(&self, from: Square, state: u8, direction: Direction) -> Option<(u16, u8)>;

    /// A cost that no step undercuts.
    fn cheapest(&self) -> u16;

    /// A cost that no step exceeds.
    fn dearest(&self) -> u16;

    /// The map, if the steps are just a map: floods over a map are several times as fast.
    fn map(&self) -> Option<&StepMap> {
        None
    }
}

impl Steps for StepMap {
    fn extent(&self) -> Extent {
        Self::extent(self)
    }

    fn states(&self) -> u8 {
        1
    }

    fn step(&self, from: Square, _: u8, direction: Direction) -> Option<(u16, u8)> {
        Self::step(self, from, direction).map(|cost| (cost.into(), 0))
    }

    fn cheapest(&self) -> u16 {
        self.cheapest_step().into()
    }

    fn dearest(&self) -> u16 {
        self.dearest_step().into()
    }

    fn map(&self) -> Option<&StepMap> {
        Some(self)
    }
}

/// Alternating diagonal steps: the first, third and so on by one map, the second, fourth and so on by another. The
/// state is the number of diagonals so far, modulo 2.
#[derive(Clone, Copy, Debug)]
pub struct Alternating<'a> {
    /// Straight steps, and the odd diagonals.
    pub odd: &'a StepMap,
    /// The same straight steps, and the even diagonals.
    pub even: &'a StepMap,
}

impl Steps for Alternating<'_> {
    fn extent(&self) -> Extent {
        self.odd.extent()
    }

    fn states(&self) -> u8 {
        2
    }

    fn step(&self, from: Square, state: u8, direction: Direction) -> Option<(u16, u8)> {
        let map = if state == 0 { self.odd } else { self.even };
        let after = if direction.is_diagonal() { 1 - state } else { state };
        map.step(from, direction).map(|cost| (cost.into(), after))
    }

    fn cheapest(&self) -> u16 {
        Steps::cheapest(self.odd).min(Steps::cheapest(self.even))
    }

    fn dearest(&self) -> u16 {
        Steps::dearest(self.odd).max(Steps::dearest(self.even))
    }
}

/// Steps whose first one always fits the limit: it costs no more than the whole limit. The state before it,
/// [`Self::fresh`], is numbered after those of the steps.
#[derive(Clone, Copy, Debug)]
pub struct FirstAlways<S> {
    /// The steps.
    pub steps: S,
    /// Their state before the first one.
    pub state: u8,
    /// The most that the whole movement may cost.
    pub limit: u16,
}

impl<S: Steps> FirstAlways<S> {
    /// The state before the first step.
    pub fn fresh(&self) -> u8 {
        self.steps.states()
    }
}

impl<S: Steps> Steps for FirstAlways<S> {
    fn extent(&self) -> Extent {
        self.steps.extent()
    }

    fn states(&self) -> u8 {
        self.steps.states() + 1
    }

    fn step(&self, from: Square, state: u8, direction: Direction) -> Option<(u16, u8)> {
        if state < self.fresh() {
            return self.steps.step(from, state, direction);
        }
        let (cost, after) = self.steps.step(from, self.state, direction)?;
        Some((cost.min(self.limit), after))
    }

    fn cheapest(&self) -> u16 {
        self.steps.cheapest().min(self.limit)
    }

    fn dearest(&self) -> u16 {
        self.steps.dearest()
    }
}

/// Steps with some left out, whatever the state.
#[derive(Clone, Copy, Debug)]
pub struct Without<S, F> {
    /// The steps.
    pub steps: S,
    /// Whether a step out of a square is left out.
    pub left_out: F,
}

impl<S: Steps, F: Fn(Square, Direction) -> bool> Steps for Without<S, F> {
    fn extent(&self) -> Extent {
        self.steps.extent()
    }

    fn states(&self) -> u8 {
        self.steps.states()
    }

    fn step(&self, from: Square, state: u8, direction: Direction) -> Option<(u16, u8)> {
        self.steps.step(from, state, direction).filter(|_| !(self.left_out)(from, direction))
    }

    fn cheapest(&self) -> u16 {
        self.steps.cheapest()
    }

    fn dearest(&self) -> u16 {
        self.steps.dearest()
    }
}

/// Plain steps, and others that use up a limited amount on one way: obstacles to clear, metres of a gap to leap. The
/// state is how much has been used.
#[derive(Clone, Copy, Debug)]
pub struct Layers<S, F> {
    /// Steps in one state.
    pub steps: S,
    /// How much of the limited amount a step out of a square uses; 0 for a plain one.
    pub takes: F,
    /// The most that can be used on one way.
    pub most: u8,
}

impl<S: Steps, F: Fn(Square, Direction) -> u8> Steps for Layers<S, F> {
    fn extent(&self) -> Extent {
        self.steps.extent()
    }

    fn states(&self) -> u8 {
        self.most + 1
    }

    fn step(&self, from: Square, state: u8, direction: Direction) -> Option<(u16, u8)> {
        let (cost, _) = self.steps.step(from, 0, direction)?;
        let after = state.saturating_add((self.takes)(from, direction));
        (after <= self.most).then_some((cost, after))
    }

    fn cheapest(&self) -> u16 {
        self.steps.cheapest()
    }

    fn dearest(&self) -> u16 {
        self.steps.dearest()
    }
}

impl<S: Steps + ?Sized> Steps for &S {
    fn extent(&self) -> Extent {
        (**self).extent()
    }

    fn states(&self) -> u8 {
        (**self).states()
    }

    fn step(&self, from: Square, state: u8, direction: Direction) -> Option<(u16, u8)> {
        (**self).step(from, state, direction)
    }

    fn cheapest(&self) -> u16 {
        (**self).cheapest()
    }

    fn dearest(&self) -> u16 {
        (**self).dearest()
    }

    fn map(&self) -> Option<&StepMap> {
        (**self).map()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::{collection::vec, prelude::*};

    use super::*;
    use crate::geometry::{Avoiding, Flood, penalties_from, route, search};

    /// Two maps of a small board with the same steps: each costs 1 or 2, diagonals of the second map 1 or 2 more.
    fn any_maps() -> impl Strategy<Value = (StepMap, StepMap)> {
        (2u16..5, 2u16..4).prop_flat_map(|(width, height)| {
            let extent = Extent { width, height };
            let costs = vec(prop_oneof![1 => Just(0u8), 4 => Just(1), 2 => Just(2)], extent.len() * 8);
            (costs, 1u8..3).prop_map(move |(costs, more)| {
                let cost = |from: Square, to: Direction| {
                    let place = extent.index(from).unwrap_or_default() * 8 + to as usize;
                    Some(costs[place]).filter(|cost| *cost > 0)
                };
                let late = |from, to: Direction| Some(cost(from, to)? + if to.is_diagonal() { more } else { 0 });
                (StepMap::from_fn(extent, cost), StepMap::from_fn(extent, late))
            })
        })
    }

    /// All ways, with costs by a rule that is given the way so far and the step.
    struct Enumerated<'a, F> {
        rule: F,
        limit: u16,
        penalties: &'a dyn Fn(Square, Direction) -> u32,
        /// By square: the lowest cost of all ways, and the lowest penalty with the lowest cost of its ways.
        best: BTreeMap<Square, (u16, (u32, u16))>,
    }

    /// The totals of a way so far.
    #[derive(Clone, Copy, Default)]
    struct SoFar {
        cost: u16,
        steps: u16,
        diagonals: u16,
        taken: u8,
        penalty: u32,
    }

    impl<F: Fn(SoFar, Square, Direction) -> Option<(u16, u8)>> Enumerated<'_, F> {
        /// Tries every way with at most `left` more steps.
        fn go(&mut self, at: Square, so_far: SoFar, counts: &dyn Fn(SoFar) -> bool, left: u8) {
            if counts(so_far) {
                let now = (so_far.penalty, so_far.cost);
                let known = self.best.entry(at).or_insert((so_far.cost, now));
                *known = (known.0.min(so_far.cost), known.1.min(now));
            }
            for direction in Direction::ALL.into_iter().take_while(|_| left > 0) {
                let Some((cost, taken)) = (self.rule)(so_far, at, direction) else { continue };
                let next = SoFar {
                    cost: so_far.cost + cost,
                    steps: so_far.steps + 1,
                    diagonals: so_far.diagonals + u16::from(direction.is_diagonal()),
                    taken: so_far.taken + taken,
                    penalty: so_far.penalty + (self.penalties)(at, direction),
                };
                if next.cost <= self.limit {
                    self.go(at.step(direction), next, counts, left - 1);
                }
            }
        }
    }

    /// Compares floods, paths, routes and ways of lowest penalty with all possible ways.
    fn compare(
        steps: &impl Steps,
        (start, state): (Square, u8),
        limit: u16,
        rule: impl Fn(SoFar, Square, Direction) -> Option<(u16, u8)>,
    ) -> Result<(), TestCaseError> {
        let extent = steps.extent();
        let penalty = |from: Square, to: Direction| u32::from((from.x + 2 * from.y + to as i16) % 4 == 0);
        let listed = |from: Square| (from, Direction::ALL.map(|to| penalty(from, to) as u8));
        let mut penalties: Vec<(Square, [u8; 8])> = extent.squares().map(listed).collect();
        penalties.sort_unstable();
        let mut all = Enumerated { rule, limit, penalties: &penalty, best: BTreeMap::new() };
        all.go(start, SoFar::default(), &|_| true, 6);
        let mut flood = Flood::new();
        flood.run_over(steps, (start, state), limit);
        let avoiding = Avoiding::new(steps, ((start, state), limit, &flood), &penalties);
        for square in extent.squares() {
            let known = all.best.get(&square);
            prop_assert_eq!(flood.cost(square), known.map(|(cost, _)| *cost), "{} from {}", square, start);
            let path = flood.path_to(steps, square);
            prop_assert_eq!(
                path.as_ref().map(|path| walked(steps, state, path)),
                known.map(|known| Some((known.0, 0)))
            );
            let careful = avoiding.route_to(steps, &penalties, square);
            let sum = |squares: &[Square]| {
                let step = |pair: &[Square]| {
                    Some(penalties_from(&penalties, pair[0])[pair[0].direction_to(pair[1])? as usize])
                };
                squares.windows(2).filter_map(step).map(u32::from).sum::<u32>()
            };
            prop_assert_eq!(careful.map(|route| (sum(&route.squares), route.cost as u16)), known.map(|known| known.1));
            if let Some((cost, _)) = known {
                prop_assert_eq!(route(steps, (start, state), square).map(|route| route.cost), Some(u32::from(*cost)));
            }
        }
        let reached: Vec<Square> = flood.reached().map(|(square, _)| square).collect();
        prop_assert_eq!(reached.len(), all.best.len());
        prop_assert!(reached.is_sorted());
        Ok(())
    }

    /// What a way costs, and the state it ends in.
    fn walked(steps: &impl Steps, state: u8, way: &[Square]) -> Option<(u16, u8)> {
        let (mut cost, mut state) = (0, state);
        for pair in way.windows(2) {
            let (step, after) = steps.step(pair[0], state, pair[0].direction_to(pair[1])?)?;
            (cost, state) = (cost + step, after);
        }
        Some((cost, 0))
    }

    fn start(map: &StepMap, index: prop::sample::Index) -> Square {
        map.extent().square(index.index(map.extent().len()))
    }

    proptest! {
        #[test]
        fn every_second_diagonal_costs_more(
            (odd, even) in any_maps(), from in any::<prop::sample::Index>(), limit in 0u16..6, state in 0u8..2,
        ) {
            let steps = Alternating { odd: &odd, even: &even };
            let rule = |so_far: SoFar, from, to| {
                let map = if (so_far.diagonals + u16::from(state)).is_multiple_of(2) { &odd } else { &even };
                map.step(from, to).map(|cost| (u16::from(cost), 0))
            };
            compare(&steps, (start(&odd, from), state), limit, rule)?;
        }

        #[test]
        fn the_first_step_is_always_possible(
            (odd, even) in any_maps(), from in any::<prop::sample::Index>(), limit in 0u16..6, late in 0u8..2,
        ) {
            let steps = FirstAlways { steps: Alternating { odd: &odd, even: &even }, state: late, limit };
            let rule = |so_far: SoFar, from, to| {
                let map = if (so_far.diagonals + u16::from(late)).is_multiple_of(2) { &odd } else { &even };
                let cost = u16::from(map.step(from, to)?);
                Some((if so_far.steps == 0 { cost.min(limit) } else { cost }, 0))
            };
            compare(&steps, (start(&odd, from), steps.fresh()), limit, rule)?;
        }

        #[test]
        fn no_step_leads_nearer_to_what_is_feared(
            (odd, even) in any_maps(), from in any::<prop::sample::Index>(), feared in any::<prop::sample::Index>(),
            limit in 0u16..6,
        ) {
            let feared = start(&odd, feared);
            let far = |from: Square| (from.x - feared.x).abs().max((from.y - feared.y).abs());
            let nearer = |from: Square, to: Direction| far(from.step(to)) < far(from);
            let steps = Without { steps: Alternating { odd: &odd, even: &even }, left_out: nearer };
            let rule = |so_far: SoFar, from, to| {
                let map = if so_far.diagonals.is_multiple_of(2) { &odd } else { &even };
                map.step(from, to).filter(|_| !nearer(from, to)).map(|cost| (u16::from(cost), 0))
            };
            compare(&steps, (start(&odd, from), 0), limit, rule)?;
        }

        #[test]
        fn only_so_much_is_taken_on_one_way(
            (map, _) in any_maps(), from in any::<prop::sample::Index>(), limit in 0u16..6, most in 0u8..3,
        ) {
            let takes = |from: Square, to: Direction| u8::from((from.x + from.y + to as i16) % 3 == 0);
            let steps = Layers { steps: &map, takes, most };
            let rule = |so_far: SoFar, from, to| {
                let cost = u16::from(map.step(from, to)?);
                (so_far.taken + takes(from, to) <= most).then(|| (cost, takes(from, to)))
            };
            let from = start(&map, from);
            compare(&steps, (from, 0), limit, rule)?;
            // Each layer has what a search over places finds.
            let mut flood = Flood::new();
            flood.run_over(&steps, (from, 0), limit);
            for (square, state) in map.extent().squares().flat_map(|square| (0..=most).map(move |state| (square, state))) {
                let is_there = |at, layer, _| (at, layer) == (square, state);
                let found = search(&steps, (from, 0), limit, |_| 0, |_| [0; 8], is_there);
                prop_assert_eq!(found.map(|route| route.cost as u16), flood.cost_in(square, state));
            }
        }
    }
}
