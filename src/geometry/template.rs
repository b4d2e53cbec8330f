//! Shapes laid on a board to see whom they cover: a disc, a quarter cone, a line. They belong to no ruleset.

use super::{Extent, Square};

/// A shape to be laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Template {
    /// All squares whose centre is at most this many squares and a half from the centre of the first.
    Blast(u16),
    /// The squares of a [`Self::Blast`] that lie within 45 degrees of the line to the second square, without the first.
    Cone(u16),
    /// The squares that the straight line from the first centre to the second passes through, ends included. Where it
    /// passes through a corner, only the squares before and after it count.
    Line,
}

/// The squares of a board that a shape covers, row by row.
pub fn covered(template: Template, from: Square, to: Square, extent: Extent) -> Vec<Square> {
    let way = between(from, to);
    let squares = extent.squares();
    match template {
        Template::Blast(radius) => squares.filter(|square| is_near(from, *square, radius)).collect(),
        Template::Cone(length) => {
            let ahead = |square: &Square| {
                let (x, y) = between(from, *square);
                let along = x * way.0 + y * way.1;
                // At most 45 degrees off: twice the square of the cosine is at least 1.
                along > 0 && 2 * along * along >= (x * x + y * y) * (way.0 * way.0 + way.1 * way.1)
            };
            squares.filter(|square| is_near(from, *square, length) && ahead(square)).collect()
        }
        Template::Line => squares.filter(|square| is_crossed(from, way, *square)).collect(),
    }
}

fn between(from: Square, to: Square) -> (i32, i32) {
    (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y))
}

fn is_near(from: Square, square: Square, radius: u16) -> bool {
    let (x, y) = between(from, square);
    let reach = 2 * i32::from(radius) + 1;
    4 * (x * x + y * y) <= reach * reach
}

/// Whether the line from a square's centre along a vector passes through the interior of another square.
fn is_crossed(from: Square, way: (i32, i32), square: Square) -> bool {
    let (x, y) = between(from, square);
    let inside = |at: i32, way: i32| (at.min(0)..=at.max(0)).contains(&0) && (0.min(way)..=0.max(way)).contains(&at);
    if !inside(x, way.0) || !inside(y, way.1) {
        return false;
    }
    // Twice the distance of the corners from the line, times its length: the interior is crossed if they differ in
    // sign.
    let aside = 2 * (way.0 * y - way.1 * x);
    let spread = way.0.abs() + way.1.abs();
    aside.abs() < spread || spread == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: Extent = Extent { width: 9, height: 9 };

    fn names(template: Template, from: &str, to: &str) -> Vec<String> {
        let (from, to) = (from.parse().unwrap(), to.parse().unwrap());
        covered(template, from, to, BOARD).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn shapes_cover_what_they_say() {
        assert_eq!(names(Template::Blast(0), "c3", "c3"), ["c3"]);
        assert_eq!(names(Template::Blast(1), "c3", "c3"), ["b2", "c2", "d2", "b3", "c3", "d3", "b4", "c4", "d4"]);
        assert_eq!(names(Template::Blast(2), "e5", "e5").len(), 21);
        assert_eq!(names(Template::Cone(2), "c3", "e3"), ["d2", "e2", "d3", "e3", "d4", "e4"]);
        assert_eq!(names(Template::Line, "a1", "d1"), ["a1", "b1", "c1", "d1"]);
        assert_eq!(names(Template::Line, "a1", "c3"), ["a1", "b2", "c3"]);
        assert_eq!(names(Template::Line, "a1", "c2"), ["a1", "b1", "b2", "c2"]);
        assert_eq!(names(Template::Line, "c2", "a1"), ["a1", "b1", "b2", "c2"]);
        assert_eq!(names(Template::Line, "d4", "d4"), ["d4"]);
    }

    #[test]
    fn a_cone_is_the_same_whichever_way_it_is_turned() {
        for length in 1..4 {
            let counts = ["e1", "i5", "e9", "a5"].map(|to| names(Template::Cone(length), "e5", to).len());
            assert!(counts.iter().all(|count| *count == counts[0]), "{counts:?}");
        }
    }
}
