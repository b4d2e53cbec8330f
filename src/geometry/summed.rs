//! A summed-area table: the sum over a rectangle of squares in four look-ups.

use super::{Extent, Square};

/// Sums over all squares north-west of each corner of the grid.
#[derive(Clone, Debug)]
pub struct SummedArea {
    extent: Extent,
    sums: Vec<u32>,
}

impl SummedArea {
    /// The table of a number for each square.
    pub fn from_fn(extent: Extent, number: impl Fn(Square) -> u32) -> Self {
        let row = usize::from(extent.width) + 1;
        let mut sums = vec![0; row * (usize::from(extent.height) + 1)];
        for square in extent.squares() {
            let corner = (square.y as usize + 1) * row + square.x as usize + 1;
            sums[corner] = number(square) + sums[corner - 1] + sums[corner - row] - sums[corner - row - 1];
        }
        Self { extent, sums }
    }

    /// The sum over the rectangle with these corner squares, both included; squares off the grid count as 0.
    pub fn sum(&self, north_west: Square, south_east: Square) -> u32 {
        let row = usize::from(self.extent.width) + 1;
        let clamp = |value: i16, most: u16| value.clamp(0, most as i16) as usize;
        let (left, right) = (clamp(north_west.x, self.extent.width), clamp(south_east.x + 1, self.extent.width));
        let (top, bottom) = (clamp(north_west.y, self.extent.height), clamp(south_east.y + 1, self.extent.height));
        if left >= right || top >= bottom {
            return 0;
        }
        let at = |x: usize, y: usize| self.sums[y * row + x];
        at(right, bottom) + at(left, top) - at(left, bottom) - at(right, top)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_what_a_walk_over_the_rectangle_sums() {
        let extent = Extent { width: 7, height: 5 };
        let number = |square: Square| (square.x * 3 + square.y * 5) as u32 % 4;
        let table = SummedArea::from_fn(extent, number);
        for (left, top, right, bottom) in [(0, 0, 6, 4), (2, 1, 4, 3), (3, 3, 3, 3), (-2, -2, 9, 9), (5, 2, 4, 2)] {
            let (from, to) = (Square::new(left, top), Square::new(right, bottom));
            let inside = |at: &Square| (left..=right).contains(&at.x) && (top..=bottom).contains(&at.y);
            let walked: u32 = extent.squares().filter(inside).map(number).sum();
            assert_eq!(table.sum(from, to), walked);
        }
    }
}
