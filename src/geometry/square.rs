//! Squares, edges, footprints and the size of a board.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// A square of the board: x grows eastward, y southward. Written `c3`: column letter, then row from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Square {
    /// Row from 0, growing south. First, so that squares sort row by row.
    pub y: i16,
    /// Column from 0, growing east.
    pub x: i16,
}

impl Square {
    /// The square in column `x` and row `y`, both from 0.
    pub const fn new(x: i16, y: i16) -> Self {
        Self { y, x }
    }

    /// The square one step in a direction.
    pub const fn step(self, direction: Direction) -> Self {
        let (dx, dy) = direction.delta();
        Self::new(self.x + dx, self.y + dy)
    }

    /// The direction to a neighbour; `None` if `to` is not one.
    pub fn direction_to(self, to: Self) -> Option<Direction> {
        let place = |from: i16, to: i16| usize::try_from(i32::from(to) - i32::from(from) + 1).ok();
        *Direction::AROUND.get(place(self.y, to.y)?)?.get(place(self.x, to.x)?)?
    }
}

impl fmt::Display for Square {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&column_name(self.x))?;
        write!(out, "{}", i32::from(self.y) + 1)
    }
}

/// The letters of a column from 0: a to z, then aa, ab and so on.
pub fn column_name(x: i16) -> String {
    let mut rest = i32::from(x);
    if rest < 0 {
        return format!("({x})");
    }
    let mut letters = Vec::new();
    loop {
        letters.push(char::from(b'a' + (rest % 26) as u8));
        rest = rest / 26 - 1;
        if rest < 0 {
            break;
        }
    }
    letters.iter().rev().collect()
}

/// Why a text is not a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a square such as c3: column letters, then the row from 1")]
pub struct NoSquare;

impl FromStr for Square {
    type Err = NoSquare;

    fn from_str(text: &str) -> Result<Self, NoSquare> {
        let digits = text.find(|c: char| c.is_ascii_digit()).ok_or(NoSquare)?;
        let (letters, row) = text.split_at(digits);
        if letters.is_empty() || letters.len() > 3 || !letters.bytes().all(|b| b.is_ascii_lowercase()) {
            return Err(NoSquare);
        }
        let x = letters.bytes().fold(0i32, |sum, b| sum * 26 + i32::from(b - b'a') + 1) - 1;
        let row: i16 = row.parse().map_err(|_| NoSquare)?;
        if row < 1 {
            return Err(NoSquare);
        }
        Ok(Self::new(i16::try_from(x).map_err(|_| NoSquare)?, row - 1))
    }
}

/// One of the eight directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Direction {
    /// Up on screen.
    North,
    /// Up and right.
    NorthEast,
    /// Right.
    East,
    /// Down and right.
    SouthEast,
    /// Down.
    South,
    /// Down and left.
    SouthWest,
    /// Left.
    West,
    /// Up and left.
    NorthWest,
}

impl Direction {
    /// Of the eight directions the one nearest to the line from one square to another; `None` from a square to itself.
    pub fn towards(from: Square, to: Square) -> Option<Self> {
        let (x, y) = (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y));
        // Of eight equal sectors, the diagonal ones begin where one offset is 0.41 of the other; 5/12 is near enough.
        let along = |way: i32, other: i32| if 12 * way.abs() < 5 * other.abs() { 0 } else { way.signum() as i16 };
        let step = (along(x, y), along(y, x));
        Self::ALL.into_iter().find(|direction| direction.delta() == step)
    }

    /// North first, clockwise.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// The directions to the squares around one, row by row.
    const AROUND: [[Option<Self>; 3]; 3] = [
        [Some(Self::NorthWest), Some(Self::North), Some(Self::NorthEast)],
        [Some(Self::West), None, Some(Self::East)],
        [Some(Self::SouthWest), Some(Self::South), Some(Self::SouthEast)],
    ];

    /// In words: "north-east".
    pub const fn name(self) -> &'static str {
        match self {
            Self::North => "north",
            Self::NorthEast => "north-east",
            Self::East => "east",
            Self::SouthEast => "south-east",
            Self::South => "south",
            Self::SouthWest => "south-west",
            Self::West => "west",
            Self::NorthWest => "north-west",
        }
    }

    /// Columns and rows of one step.
    pub const fn delta(self) -> (i16, i16) {
        match self {
            Self::North => (0, -1),
            Self::NorthEast => (1, -1),
            Self::East => (1, 0),
            Self::SouthEast => (1, 1),
            Self::South => (0, 1),
            Self::SouthWest => (-1, 1),
            Self::West => (-1, 0),
            Self::NorthWest => (-1, -1),
        }
    }

    /// The opposite direction.
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 4) % 8]
    }

    /// Whether a step in this direction crosses a corner.
    pub const fn is_diagonal(self) -> bool {
        matches!(self, Self::NorthEast | Self::SouthEast | Self::SouthWest | Self::NorthWest)
    }
}

/// Which edge of a square an [`Edge`] names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum EdgeSide {
    /// The upper edge.
    North,
    /// The left edge.
    West,
}

impl EdgeSide {
    /// Both.
    pub const ALL: [Self; 2] = [Self::North, Self::West];
}

/// The edge between two orthogonal neighbours, named once: the north or west edge of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Edge {
    /// The square south or east of the edge.
    pub square: Square,
    /// Which of that square's edges.
    pub side: EdgeSide,
}

impl Edge {
    /// The upper edge of a square.
    pub const fn north(square: Square) -> Self {
        Self { square, side: EdgeSide::North }
    }

    /// The left edge of a square.
    pub const fn west(square: Square) -> Self {
        Self { square, side: EdgeSide::West }
    }

    /// The edge between two orthogonal neighbours; `None` if they are not.
    pub fn between(a: Square, b: Square) -> Option<Self> {
        match (b.x - a.x, b.y - a.y) {
            (0, -1) => Some(Self::north(a)),
            (0, 1) => Some(Self::north(b)),
            (-1, 0) => Some(Self::west(a)),
            (1, 0) => Some(Self::west(b)),
            _ => None,
        }
    }

    /// The two squares it lies between.
    pub const fn squares(self) -> [Square; 2] {
        let other = match self.side {
            EdgeSide::North => Square::new(self.square.x, self.square.y - 1),
            EdgeSide::West => Square::new(self.square.x - 1, self.square.y),
        };
        [other, self.square]
    }
}

/// The size of a board in squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Extent {
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
}

impl Extent {
    /// Number of squares.
    pub const fn len(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether there are no squares.
    pub const fn is_empty(self) -> bool {
        self.width == 0 || self.height == 0
    }

    /// Whether the square is on the board.
    pub const fn contains(self, square: Square) -> bool {
        square.x >= 0 && square.y >= 0 && (square.x as u16) < self.width && (square.y as u16) < self.height
    }

    /// The square's number, row by row; `None` off the board.
    pub const fn index(self, square: Square) -> Option<usize> {
        if self.contains(square) { Some(square.y as usize * self.width as usize + square.x as usize) } else { None }
    }

    /// The square with a number.
    pub const fn square(self, index: usize) -> Square {
        Square::new((index % self.width as usize) as i16, (index / self.width as usize) as i16)
    }

    /// All squares, row by row.
    pub fn squares(self) -> impl Iterator<Item = Square> + use<> {
        (0..self.len()).map(move |index| self.square(index))
    }
}

/// The squares a body covers: `side` by `side`, from its north-west square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Footprint {
    /// The north-west square.
    pub anchor: Square,
    /// Squares along one side, 1 to 4.
    pub side: u8,
}

impl Footprint {
    /// A body on one square.
    pub const fn one(anchor: Square) -> Self {
        Self { anchor, side: 1 }
    }

    /// Its squares, row by row.
    pub fn squares(self) -> impl Iterator<Item = Square> + Clone {
        let side = i16::from(self.side);
        (0..side).flat_map(move |y| (0..side).map(move |x| Square::new(self.anchor.x + x, self.anchor.y + y)))
    }

    /// The pairs of its squares that share an edge, from north or west to south or east.
    pub fn seams(self) -> impl Iterator<Item = (Square, Square)> {
        let beyond = |square: Square| [Direction::East, Direction::South].map(|to| (square, square.step(to)));
        self.squares().flat_map(beyond).filter(move |(_, next)| self.contains(*next))
    }

    /// Whether it covers the square.
    pub const fn contains(self, square: Square) -> bool {
        let side = self.side as i16;
        square.x >= self.anchor.x
            && square.y >= self.anchor.y
            && square.x < self.anchor.x + side
            && square.y < self.anchor.y + side
    }

    /// The anchors at which a body with that side overlaps this one.
    pub fn met_by(self, side: u8) -> impl Iterator<Item = Square> {
        let before = i16::from(side) - 1;
        let (x, y, end) = (self.anchor.x, self.anchor.y, i16::from(self.side));
        (y - before..y + end).flat_map(move |y| (x - before..x + end).map(move |x| Square::new(x, y)))
    }

    /// Columns and rows between the nearest squares of two bodies; 0 where they overlap on that axis.
    pub fn gap(self, other: Self) -> (i32, i32) {
        let axis = |a: i16, a_side: u8, b: i16, b_side: u8| {
            let (a, b) = (i32::from(a), i32::from(b));
            let (a_end, b_end) = (a + i32::from(a_side) - 1, b + i32::from(b_side) - 1);
            (b - a_end).max(a - b_end).max(0)
        };
        (
            axis(self.anchor.x, self.side, other.anchor.x, other.side),
            axis(self.anchor.y, self.side, other.anchor.y, other.side),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_both_ways() {
        for (square, name) in [(Square::new(0, 0), "a1"), (Square::new(25, 8), "z9"), (Square::new(26, 99), "aa100")] {
            assert_eq!(square.to_string(), name);
            assert_eq!(name.parse(), Ok(square));
        }
        for bad in ["", "a", "3", "a0", "A1", "a-1", "é1", "aaaa1", "a99999"] {
            assert_eq!(bad.parse::<Square>(), Err(NoSquare), "{bad}");
        }
    }

    #[test]
    fn an_edge_has_one_name() {
        let (a, b) = (Square::new(2, 2), Square::new(3, 2));
        assert_eq!(Edge::between(a, b), Edge::between(b, a));
        assert_eq!(Edge::between(a, b).map(Edge::squares), Some([a, b]));
        assert_eq!(Edge::between(a, Square::new(3, 3)), None);
    }

    #[test]
    fn gaps_of_footprints() {
        let big = Footprint { anchor: Square::new(0, 0), side: 3 };
        assert_eq!(big.gap(Footprint::one(Square::new(4, 2))), (2, 0));
        assert_eq!(big.gap(Footprint::one(Square::new(1, 1))), (0, 0));
    }

    #[test]
    fn directions_towards_a_square_are_the_nearest_of_eight() {
        let from = Square::new(3, 3);
        for direction in Direction::ALL {
            let (x, y) = direction.delta();
            assert_eq!(Direction::towards(from, Square::new(3 + 9 * x, 3 + 9 * y)), Some(direction));
        }
        assert_eq!(Direction::towards(from, from), None);
        assert_eq!(Direction::towards(from, Square::new(13, 7)), Some(Direction::East));
        assert_eq!(Direction::towards(from, Square::new(13, 8)), Some(Direction::SouthEast));
        assert_eq!(Direction::towards(from, Square::new(2, -7)), Some(Direction::North));
    }
}
