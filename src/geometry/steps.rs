//! The costs of all steps on a board: the map that [`Flood`](super::Flood) and routes run over.

use super::{Direction, Extent, Square};

/// For each step from a square of the board to a neighbour: its cost, 1 to 255 in the caller's unit, or that it can't
/// be made. Costs belong to steps, not squares, so edges, corners and wide bodies need nothing more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepMap {
    extent: Extent,
    /// For each square, row by row, the costs of the steps out of it in the order of [`Self::SLOTS`].
    costs: Vec<[u16; 8]>,
    range: Range,
}

/// Bounds of the costs of all steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range {
    cheapest: u8,
    dearest: u8,
}

impl Range {
    /// Widens the bounds to include a cost; returns the form it is stored in.
    fn include(&mut self, cost: u8) -> u16 {
        debug_assert!(cost > 0, "a step costs something");
        let cost = cost.max(1);
        self.cheapest = self.cheapest.min(cost);
        self.dearest = self.dearest.max(cost);
        u16::from(cost)
    }
}

impl StepMap {
    /// The order in which the steps out of a square are stored: west, then the upper row; east, then the lower row.
    pub(super) const SLOTS: [Direction; 8] = {
        use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
        [West, NorthWest, North, NorthEast, East, SouthWest, South, SouthEast]
    };

    /// Where each direction's step is stored.
    const SLOT_OF: [u8; 8] = {
        let (mut slots, mut slot) = ([0; 8], 0);
        while slot < 8 {
            slots[Self::SLOTS[slot] as usize] = slot as u8;
            slot += 1;
        }
        slots
    };

    const fn slot(direction: Direction) -> usize {
        Self::SLOT_OF[direction as usize] as usize
    }

    /// Stands for a step that can't be made: more than any sum of costs that is counted.
    pub(super) const NONE: u16 = 0x8000;

    /// A board without any steps.
    pub fn new(extent: Extent) -> Self {
        Self { extent, costs: vec![[Self::NONE; 8]; extent.len()], range: Range { cheapest: u8::MAX, dearest: 1 } }
    }

    /// A board whose steps cost what `cost` returns; it is not called for steps off the board.
    pub fn from_fn(extent: Extent, mut cost: impl FnMut(Square, Direction) -> Option<u8>) -> Self {
        let mut map = Self::new(extent);
        for (index, costs) in map.costs.iter_mut().enumerate() {
            let from = extent.square(index);
            for direction in Direction::ALL {
                if extent.contains(from.step(direction)) {
                    costs[Self::slot(direction)] =
                        cost(from, direction).map_or(Self::NONE, |cost| map.range.include(cost));
                }
            }
        }
        map
    }

    /// The size of the board.
    pub const fn extent(&self) -> Extent {
        self.extent
    }

    /// The cost of a step; `None` if it can't be made.
    pub fn step(&self, from: Square, direction: Direction) -> Option<u8> {
        cost_of(self.costs[self.extent.index(from)?][Self::slot(direction)])
    }

    /// The squares one step from a square, with the costs of those steps, north first, clockwise.
    pub fn steps(&self, from: Square) -> impl Iterator<Item = (Square, u8)> {
        let costs = self.extent.index(from).map_or([Self::NONE; 8], |index| self.costs[index]);
        let cost = move |direction: Direction| cost_of(costs[Self::slot(direction)]);
        Direction::ALL.into_iter().filter_map(move |direction| Some((from.step(direction), cost(direction)?)))
    }

    /// Sets what a step costs, at least 1, or that it can't be made. A step off the board stays impossible.
    pub fn set(&mut self, from: Square, direction: Direction, cost: Option<u8>) {
        let Some(index) = self.extent.index(from).filter(|_| self.extent.contains(from.step(direction))) else {
            return;
        };
        self.costs[index][Self::slot(direction)] = cost.map_or(Self::NONE, |cost| self.range.include(cost));
    }

    /// The same map with the bounds of its present costs, as if it had just been made.
    #[must_use]
    pub fn tightened(mut self) -> Self {
        self.range = Range { cheapest: u8::MAX, dearest: 1 };
        for cost in self.costs.as_flattened().iter().filter_map(|cost| cost_of(*cost)) {
            self.range.include(cost);
        }
        self
    }

    /// Takes away all steps into a square. Diagonal steps past it stay.
    pub fn block(&mut self, square: Square) {
        for direction in Direction::ALL {
            self.set(square.step(direction.opposite()), direction, None);
        }
    }

    /// A cost that no step undercuts, at least 1.
    pub(super) const fn cheapest_step(&self) -> u8 {
        self.range.cheapest
    }

    /// A cost that no step exceeds.
    pub(super) const fn dearest_step(&self) -> u8 {
        self.range.dearest
    }

    /// The steps out of the square with a number, [`Self::NONE`] for those that can't be made.
    pub(super) fn out_of(&self, index: usize) -> &[u16; 8] {
        &self.costs[index]
    }
}

fn cost_of(stored: u16) -> Option<u8> {
    u8::try_from(stored).ok()
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;

    /// Small boards with all kinds of one-way steps.
    pub(in crate::geometry) fn any_map() -> impl Strategy<Value = StepMap> {
        (1u16..8, 1u16..8)
            .prop_flat_map(|(width, height)| {
                let extent = Extent { width, height };
                let costs = prop_oneof![3 => Just(0u8), 2 => Just(2), 2 => Just(3), 1 => 1u8..=6, 1 => Just(255)];
                (Just(extent), vec(costs, extent.len() * 8))
            })
            .prop_map(|(extent, costs)| {
                let mut costs = costs.into_iter().cycle();
                StepMap::from_fn(extent, |_, _| costs.next().filter(|cost| *cost > 0))
            })
    }

    #[test]
    fn no_step_leads_off_the_board() {
        let extent = Extent { width: 3, height: 2 };
        let mut map = StepMap::from_fn(extent, |_, _| Some(2));
        let corner = Square::new(0, 0);
        map.set(corner, Direction::North, Some(2));
        map.set(Square::new(-1, 0), Direction::East, Some(2));
        let around: Vec<_> = map.steps(corner).map(|(to, _)| to).collect();
        assert_eq!(around, [Square::new(1, 0), Square::new(1, 1), Square::new(0, 1)]);
        assert_eq!(map.steps(Square::new(-1, 0)).count(), 0);
    }

    #[test]
    fn a_blocked_square_is_not_entered_but_left() {
        let extent = Extent { width: 3, height: 3 };
        let mut map = StepMap::from_fn(extent, |_, _| Some(2));
        let middle = Square::new(1, 1);
        map.block(middle);
        for direction in Direction::ALL {
            assert_eq!(map.step(middle.step(direction.opposite()), direction), None);
            assert_eq!(map.step(middle, direction), Some(2));
        }
    }
}
