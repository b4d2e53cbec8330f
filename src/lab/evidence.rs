//! What decides sight and cover, in words: where each line begins and ends, and how many lines meet cover.

use crate::{
    geometry::{Footprint, Point, Square, UNITS, centre, corners, sight_points},
    rules::{Line, Sight},
};

/// The names of the corners of a square, in the order of [`corners`].
const CORNERS: [&str; 4] = ["north-west", "north-east", "south-west", "south-east"];

/// A point on the board in words, by one of the squares of a body: "north-east corner of c5", "middle of m7".
pub fn place_words(point: Point, body: Footprint) -> String {
    let among = |points: [Point; 4]| points.iter().position(|known| *known == point);
    let in_square = |square: Square| {
        if centre(square) == point {
            return Some(format!("middle of {square}"));
        }
        let corner = among(corners(square)).map(|place| (place, "corner"));
        let (place, what) = corner.or_else(|| among(sight_points(square)).map(|place| (place, "point")))?;
        Some(format!("{} {what} of {square}", CORNERS[place]))
    };
    let within = || Square::new((point.x.div_euclid(UNITS)) as i16, (point.y.div_euclid(UNITS)) as i16);
    body.squares().find_map(in_square).unwrap_or_else(|| within().to_string())
}

/// Where the lines begin, if all begin in one place, and where each ends; otherwise where each begins and ends.
pub fn line_places(sight: &Sight, from: Footprint, to: Footprint) -> (Option<String>, Vec<String>) {
    let first = sight.lines.first().map(|line| line.from);
    let start = first.filter(|start| sight.lines.iter().all(|line| line.from == *start));
    let words = |line: &Line| {
        let end = place_words(line.to, to);
        if start.is_some() { end } else { format!("{} to {end}", place_words(line.from, from)) }
    };
    (start.map(|start| place_words(start, from)), sight.lines.iter().map(words).collect())
}

/// How many of the lines meet cover: "1 of 4 lines meets cover"; for a single line, whether it does.
pub fn met_words(sight: &Sight) -> String {
    let all = sight.lines.len();
    let met = sight.lines.iter().filter(|line| line.touches.is_some()).count();
    match (all, met) {
        (1, 0) if !sight.has_classes => "no wall is on the line, and nothing else counts".into(),
        (0, _) => "no line is drawn".into(),
        (1, 0) => "the line meets nothing".into(),
        (1, _) => "the line meets cover".into(),
        (_, 0) => format!("none of {all} lines meets cover"),
        (_, 1) => format!("1 of {all} lines meets cover"),
        _ => format!("{met} of {all} lines meet cover"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_points_and_middles_have_names() {
        let body = Footprint { anchor: Square::new(2, 4), side: 2 };
        for (point, words) in [
            (Point::new(16, 32), "north-west corner of c5"),
            (Point::new(32, 48), "south-east corner of d6"),
            (Point::new(31, 33), "north-east point of d5"),
            (Point::new(20, 44), "middle of c6"),
            (Point::new(3, 3), "a1"),
        ] {
            assert_eq!(place_words(point, body), words);
        }
    }
}
