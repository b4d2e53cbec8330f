//! Straight lines over the board, walked exactly: which interiors, edges and grid corners they pass. Obstacles are not
//! considered here.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::geometry::{Direction, Edge, Square};

/// Sub-units along one side of a square; all points lie on this finer grid.
pub const UNITS: i32 = 8;

/// A point of the board in eighths of a square, from the north-west corner of square (0, 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Point {
    /// Eighths to the east.
    pub x: i32,
    /// Eighths to the south.
    pub y: i32,
}

impl Point {
    /// The point at a number of eighths.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The point `x` and `y` eighths from the north-west corner of a square.
    const fn inside(square: Square, x: i32, y: i32) -> Self {
        Self::new(square.x as i32 * UNITS + x, square.y as i32 * UNITS + y)
    }
}

/// The middle of a square.
pub const fn centre(square: Square) -> Point {
    Point::inside(square, UNITS / 2, UNITS / 2)
}

/// The corners of a square: north-west, north-east, south-west, south-east.
pub const fn corners(square: Square) -> [Point; 4] {
    four(square, 0, UNITS)
}

/// The points an eighth inside the corners of a square (PCT-COV-02), in the order of [`corners`].
pub const fn sight_points(square: Square) -> [Point; 4] {
    four(square, 1, UNITS - 1)
}

const fn four(square: Square, near: i32, far: i32) -> [Point; 4] {
    [
        Point::inside(square, near, near),
        Point::inside(square, far, near),
        Point::inside(square, near, far),
        Point::inside(square, far, far),
    ]
}

/// A straight line with two ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Ray {
    /// Where it begins.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
}

/// What a line passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Passing {
    /// The interior of a square.
    Interior(Square),
    /// An edge, anywhere but at its ends.
    Edge(Edge),
    /// Exactly a grid corner, from one square into the diagonally opposite one.
    Corner {
        /// The square it leaves.
        from: Square,
        /// The square it enters.
        to: Square,
    },
}

impl Passing {
    /// The edge or corner between two neighbours.
    fn between(from: Square, to: Square) -> Self {
        Edge::between(from, to).map_or(Self::Corner { from, to }, Self::Edge)
    }
}

/// Visits everything a line passes, in order, until the visitor breaks; returns what the visitor last returned.
///
/// `start` is the square the line is drawn from: `ray.from` lies in it or on its border. A line that leaves its border
/// straight into a neighbour first passes the edge or corner between the two. An end that only touches an edge or a
/// corner doesn't pass it. A line along a grid line lies in no square and passes nothing.
pub fn walk(ray: Ray, start: Square, mut visit: impl FnMut(Passing) -> ControlFlow<()>) -> ControlFlow<()> {
    let (Some(x), Some(y)) = (Axis::new(ray.from.x, ray.to.x), Axis::new(ray.from.y, ray.to.y)) else {
        return ControlFlow::Continue(());
    };
    let mut here = Square::new(x.first, y.first);
    debug_assert!(here == start || start.direction_to(here).is_some(), "{start} does not touch the start of {ray:?}");
    let mut passing = if here == start { Passing::Interior(here) } else { Passing::between(start, here) };

    // The part of the line up to the next column minus the part up to the next row, multiplied by both lengths.
    let mut lead = x.ahead * y.length - y.ahead * x.length;
    let mut lines = x.lines + y.lines;
    loop {
        visit(passing)?;
        passing = match passing {
            Passing::Edge(_) | Passing::Corner { .. } => Passing::Interior(here),
            Passing::Interior(_) if lines <= 0 => return ControlFlow::Continue(()),
            Passing::Interior(from) if lead < 0 => {
                here.x += x.sign;
                lead += UNITS * y.length;
                lines -= 1;
                Passing::Edge(Edge::west(Square::new(from.x.max(here.x), here.y)))
            }
            Passing::Interior(from) if lead > 0 => {
                here.y += y.sign;
                lead -= UNITS * x.length;
                lines -= 1;
                Passing::Edge(Edge::north(Square::new(here.x, from.y.max(here.y))))
            }
            Passing::Interior(from) => {
                here = Square::new(here.x + x.sign, here.y + y.sign);
                lead += UNITS * (y.length - x.length);
                lines -= 2;
                Passing::Corner { from, to: here }
            }
        };
    }
}

/// One coordinate of a line, measured in the direction of the line.
struct Axis {
    /// The first column or row whose interior it passes.
    first: i16,
    /// Its direction, 1 or -1.
    sign: i16,
    /// From end to end.
    length: i32,
    /// To the first grid line ahead, 1 to 8.
    ahead: i32,
    /// Grid lines it crosses before its end.
    lines: i32,
}

impl Axis {
    /// `None` if it stays on a grid line.
    fn new(from: i32, to: i32) -> Option<Self> {
        let (length, back) = ((to - from).abs(), to < from);
        if length == 0 && from.rem_euclid(UNITS) == 0 {
            return None;
        }
        let from = if back { -from } else { from };
        let (first, ahead) = (from.div_euclid(UNITS) as i16, UNITS - from.rem_euclid(UNITS));
        // Mirrored, column c lies where column -c - 1 is.
        let (first, sign) = if back { (-first - 1, -1) } else { (first, 1) };
        Some(Self { first, sign, length, ahead, lines: (length - ahead + UNITS - 1) / UNITS })
    }
}

/// One of the two ways round a grid corner: through a middle square, over two edges that meet in the corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// The square between.
    pub middle: Square,
    /// The edges into it and out of it.
    pub edges: [Edge; 2],
}

/// The two ways round the corner between diagonal neighbours: first the one that begins along the row, then the one
/// that begins along the column.
pub fn ways_round(from: Square, to: Square) -> [Way; 2] {
    debug_assert!(from.direction_to(to).is_some_and(Direction::is_diagonal), "{from} {to}");
    let (east, south) = (from.x.max(to.x), from.y.max(to.y));
    let beside = |y| Edge::west(Square::new(east, y));
    let over = |x| Edge::north(Square::new(x, south));
    [
        Way { middle: Square::new(to.x, from.y), edges: [beside(from.y), over(to.x)] },
        Way { middle: Square::new(from.x, to.y), edges: [over(from.x), beside(to.y)] },
    ]
}

#[cfg(test)]
mod tests;
