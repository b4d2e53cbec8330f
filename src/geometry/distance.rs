//! Distances between squares and the squares within them. Exact integers, whole squares.

use super::{Footprint, Square};

/// The square of the straight distance over `dx` columns and `dy` rows.
pub const fn euclidean_squared(dx: i32, dy: i32) -> u64 {
    let (dx, dy) = (dx.unsigned_abs() as u64, dy.unsigned_abs() as u64);
    dx * dx + dy * dy
}

/// The straight distance over `dx` columns and `dy` rows, rounded to the nearest whole square. A tie cannot occur.
///
/// Made for differences on a board, far below 2^30.
pub const fn euclidean_rounded(dx: i32, dy: i32) -> i32 {
    let (x, y) = (dx.unsigned_abs() as usize, dy.unsigned_abs() as usize);
    if x < NEAR && y < NEAR { ROUNDED[y][x] as i32 } else { rounded(dx, dy) }
}

/// Rounded distances are kept for fewer than this many columns and rows, as most questions are about short ones.
const NEAR: usize = 32;

/// Rounded distances to near squares.
static ROUNDED: [[u8; NEAR]; NEAR] = {
    let mut table = [[0; NEAR]; NEAR];
    let mut y = 0;
    while y < NEAR {
        let mut x = 0;
        while x < NEAR {
            table[y][x] = rounded(x as i32, y as i32) as u8;
            x += 1;
        }
        y += 1;
    }
    table
};

const fn rounded(dx: i32, dy: i32) -> i32 {
    let squared = euclidean_squared(dx, dy);
    let floor = squared.isqrt();
    // (floor + 1/2)^2 = floor^2 + floor + 1/4, so integers above floor^2 + floor round up.
    let nearest = if squared - floor * floor > floor { floor + 1 } else { floor };
    nearest as i32
}

/// The distance over `dx` columns and `dy` rows when a diagonal step counts 1: the longer of the two.
pub const fn chebyshev(dx: i32, dy: i32) -> u32 {
    let (dx, dy) = (dx.unsigned_abs(), dy.unsigned_abs());
    if dx > dy { dx } else { dy }
}

/// The squares around a body at a rounded straight distance of at most `radius` from its nearest square, row by row:
/// without its own squares, but including squares off the board.
pub fn reach(body: Footprint, radius: u16) -> impl Iterator<Item = Square> {
    let radius = u64::from(radius);
    // A distance rounds to at most r exactly if its square is at most r^2 + r.
    around(body, radius as i32, move |dx, dy| euclidean_squared(dx, dy) <= radius * (radius + 1))
}

/// Like [`reach`] when a diagonal counts 1: the block of squares at most `radius` columns and rows away.
pub fn reach_chebyshev(body: Footprint, radius: u16) -> impl Iterator<Item = Square> {
    around(body, i32::from(radius), |_, _| true)
}

/// The squares at most `radius` columns and rows from a body whose gap to it is `wanted`, without its own.
fn around(body: Footprint, radius: i32, wanted: impl Fn(i32, i32) -> bool) -> impl Iterator<Item = Square> {
    let span = move |first: i16| {
        let (first, last) = (i32::from(first), i32::from(first) + i32::from(body.side) - 1);
        let inside = |line: i32| line.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
        inside(first - radius)..=inside(last + radius)
    };
    span(body.anchor.y).flat_map(move |y| span(body.anchor.x).map(move |x| Square::new(x, y))).filter(move |square| {
        let (dx, dy) = body.gap(Footprint::one(*square));
        (dx, dy) != (0, 0) && wanted(dx, dy)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn pct_grid_02_distances() {
        for (dx, dy, metres) in [(3, 4, 5), (1, 1, 1), (2, 1, 2), (2, 2, 3), (7, 7, 10), (50, 7, 50), (0, 0, 0)] {
            for (dx, dy) in [(dx, dy), (dy, dx), (-dx, dy), (dx, -dy)] {
                assert_eq!(euclidean_rounded(dx, dy), metres, "({dx}, {dy})");
            }
        }
        assert_eq!(chebyshev(-3, 2), 3);
        assert_eq!(euclidean_squared(i32::MIN, i32::MIN), 1 << 63);
    }

    #[test]
    fn reach_of_one_square() {
        let body = Footprint::one(Square::new(3, 3));
        for (radius, count) in [(0, 0), (1, 8), (2, 20), (3, 36)] {
            assert_eq!(reach(body, radius).count(), count, "radius {radius}");
        }
        assert_eq!(reach_chebyshev(body, 2).count(), 24);
    }

    // PCT-REACH-02
    #[test]
    fn a_reach_of_two_ends_before_the_corner() {
        let squares: Vec<_> = reach(Footprint::one(Square::new(0, 0)), 2).collect();
        for (x, y, within) in [(2, 0, true), (2, 1, true), (1, 1, true), (2, 2, false), (0, 0, false)] {
            assert_eq!(squares.contains(&Square::new(x, y)), within, "({x}, {y})");
        }
        assert!(squares.is_sorted());
    }

    #[test]
    fn reach_stops_at_the_last_square_there_is() {
        let corner = Footprint::one(Square::new(i16::MAX, i16::MIN));
        assert_eq!(reach(corner, 1).count(), 3);
    }

    proptest! {
        #[test]
        fn rounding_is_to_the_nearest(dx in -40_000i32..40_000, dy in -40_000i32..40_000) {
            let doubled = 2 * i64::from(euclidean_rounded(dx, dy));
            let squared = 4 * euclidean_squared(dx, dy) as i64;
            prop_assert!((doubled - 1).max(0).pow(2) <= squared && squared < (doubled + 1).pow(2));
        }

        #[test]
        fn reach_is_every_square_within_the_distance(side in 1u8..=4, radius in 0u16..6) {
            let body = Footprint { anchor: Square::new(-2, 5), side };
            let block: Vec<_> = reach_chebyshev(body, radius).collect();
            let expected: Vec<_> = block.iter().copied().filter(|square| {
                let (dx, dy) = body.gap(Footprint::one(*square));
                euclidean_rounded(dx, dy) <= i32::from(radius)
            }).collect();
            let width = usize::from(side) + 2 * usize::from(radius);
            prop_assert_eq!(block.len(), width * width - usize::from(side) * usize::from(side));
            prop_assert_eq!(reach(body, radius).collect::<Vec<_>>(), expected);
        }
    }
}
