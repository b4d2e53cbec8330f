//! Areas of squares as shapes to draw.

use std::collections::BTreeSet;

use super::{Direction, Square};

/// The outline of a set of squares: closed loops of the grid corners where they turn, the first not repeated.
///
/// Corner (x, y) is the north-west one of square (x, y). Loops run clockwise round squares and counter-clockwise round
/// holes, the squares always to their right. Squares that touch only in a corner are outlined separately. A loop begins
/// at the west end of the first north side, row by row, that lies on it; loops are sorted by that corner.
pub fn outline(squares: &BTreeSet<Square>) -> Vec<Vec<(i16, i16)>> {
    let filled = |x, y| squares.contains(&Square::new(x, y));
    // The squares whose north side is still to be drawn. Every loop has such sides, and turns at the first of them.
    let mut tops: BTreeSet<_> = squares.iter().copied().filter(|square| !filled(square.x, square.y - 1)).collect();
    let mut loops = Vec::new();
    while let Some(first) = tops.first().copied() {
        let (mut x, mut y, mut heading) = (first.x, first.y, Direction::East);
        let mut corners = Vec::new();
        loop {
            if heading == Direction::East && !tops.remove(&Square::new(x, y)) {
                break;
            }
            let (dx, dy) = heading.delta();
            (x, y) = (x + dx, y + dy);
            let turned = match heading {
                Direction::East => turn(heading, filled(x, y), filled(x, y - 1)),
                Direction::South => turn(heading, filled(x - 1, y), filled(x, y)),
                Direction::West => turn(heading, filled(x - 1, y - 1), filled(x - 1, y)),
                _ => turn(heading, filled(x, y - 1), filled(x - 1, y - 1)),
            };
            if turned != heading {
                corners.push((x, y));
                heading = turned;
            }
        }
        corners.rotate_right(1);
        loops.push(corners);
    }
    loops
}

/// A loop of an [`outline`] moved inwards by a number of squares, corner by corner: around squares it shrinks, around
/// holes it grows.
pub fn inset(corners: &[(i16, i16)], by: f32) -> Vec<(f32, f32)> {
    let count = corners.len();
    let heading =
        |from: (i16, i16), to: (i16, i16)| (f32::from((to.0 - from.0).signum()), f32::from((to.1 - from.1).signum()));
    let corner = |index: usize| {
        let at = corners[index];
        let (came, goes) =
            (heading(corners[(index + count - 1) % count], at), heading(at, corners[(index + 1) % count]));
        let (dx, dy) = (came.0 + goes.0, came.1 + goes.1);
        // The squares lie to the right of the way, which is clockwise on screen.
        (f32::from(at.0) - dy * by, f32::from(at.1) + dx * by)
    };
    (0..count).map(corner).collect()
}

/// Where an outline heads after a corner, given whether the squares ahead to its right and left are filled.
fn turn(heading: Direction, right: bool, left: bool) -> Direction {
    let quarters = match (right, left) {
        (false, _) => 2,
        (true, false) => 0,
        (true, true) => 6,
    };
    Direction::ALL[(heading as usize + quarters) % 8]
}

#[cfg(test)]
mod tests {
    use proptest::{collection::btree_set, prelude::*};

    use super::*;

    fn drawn(rows: &[&str]) -> Vec<Vec<(i16, i16)>> {
        let squares = (0i16..).zip(rows).flat_map(|(y, row)| {
            (0i16..).zip(row.bytes()).filter(|(_, letter)| *letter == b'#').map(move |(x, _)| Square::new(x, y))
        });
        outline(&squares.collect())
    }

    #[test]
    fn simple_shapes() {
        assert!(drawn(&[]).is_empty());
        assert_eq!(drawn(&["#"]), [[(0, 0), (1, 0), (1, 1), (0, 1)]]);
        assert_eq!(drawn(&["#.", "##"]), [[(0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (0, 2)]]);
    }

    #[test]
    fn holes_run_the_other_way() {
        let ring = drawn(&["###", "#.#", "###"]);
        assert_eq!(ring, [[(0, 0), (3, 0), (3, 3), (0, 3)], [(1, 2), (2, 2), (2, 1), (1, 1)]]);
    }

    #[test]
    fn squares_that_touch_in_a_corner_are_apart() {
        assert_eq!(drawn(&[".#", "#."]), [[(1, 0), (2, 0), (2, 1), (1, 1)], [(0, 1), (1, 1), (1, 2), (0, 2)]]);
    }

    #[test]
    fn what_is_drawn_in_shrinks_around_squares_and_grows_around_holes() {
        let ring = drawn(&["###", "#.#", "###"]);
        let drawn_in: Vec<_> = ring.iter().map(|corners| inset(corners, 0.25)).collect();
        assert_eq!(drawn_in[0], [(0.25, 0.25), (2.75, 0.25), (2.75, 2.75), (0.25, 2.75)]);
        assert_eq!(drawn_in[1], [(0.75, 2.25), (2.25, 2.25), (2.25, 0.75), (0.75, 0.75)]);
    }

    proptest! {
        #[test]
        fn loops_enclose_exactly_the_squares(
            squares in btree_set((0i16..8, 0i16..8).prop_map(|(x, y)| Square::new(x, y)), 0..50),
        ) {
            let loops = outline(&squares);
            prop_assert!(loops.iter().map(|corners| (corners[0].1, corners[0].0)).is_sorted());
            let (mut doubled, mut length) = (0, 0);
            for corners in &loops {
                let sides = || corners.iter().zip(corners.iter().cycle().skip(1));
                for (index, (from, to)) in sides().enumerate() {
                    let level = index % 2 == 0;
                    prop_assert!(if level { from.1 == to.1 } else { from.0 == to.0 }, "{:?}", corners);
                    length += i32::from((to.0 - from.0).abs() + (to.1 - from.1).abs());
                    doubled += i32::from(from.0) * i32::from(to.1) - i32::from(to.0) * i32::from(from.1);
                }
            }
            let free_sides = |square: &Square| {
                let sides = Direction::ALL.into_iter().filter(|direction| !direction.is_diagonal());
                sides.filter(|direction| !squares.contains(&square.step(*direction))).count() as i32
            };
            prop_assert_eq!(doubled, 2 * squares.len() as i32);
            prop_assert_eq!(length, squares.iter().map(free_sides).sum::<i32>());
        }
    }
}
