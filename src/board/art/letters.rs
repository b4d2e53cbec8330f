//! Letters and figures as single strokes, for plates too small and too many for a font.

use super::pen::Shape;

/// Widths and heights of the grid letters are drawn on.
pub(super) const GRID: (f32, f32) = (6.0, 10.0);

/// The strokes of a letter or figure on [`GRID`], from the upper left; small letters are raised, others become a
/// question mark.
pub(super) fn letter(letter: char) -> Shape {
    Shape::drawn(strokes(letter.to_ascii_uppercase()))
}

/// The strokes of a letter or figure in running text, small letters as they are; their tails go a third below [`GRID`].
pub(super) fn written(letter: char) -> Shape {
    Shape::drawn(if letter.is_ascii_lowercase() { small(letter) } else { strokes(letter) })
}

const fn small(letter: char) -> &'static str {
    match letter {
        'a' => "M 5.2 4 L 5.2 10 M 5.2 5.4 C 4 3 0.6 3.4 0.6 7 C 0.6 10.6 4 11 5.2 8.6",
        'b' => "M 0.8 0 L 0.8 10 M 0.8 5.4 C 2 3 5.4 3.4 5.4 7 C 5.4 10.6 2 11 0.8 8.6",
        'c' => "M 5.2 5 C 4 3 0.6 3.2 0.6 7 C 0.6 10.8 4 11 5.2 9",
        'd' => "M 5.2 0 L 5.2 10 M 5.2 5.4 C 4 3 0.6 3.4 0.6 7 C 0.6 10.6 4 11 5.2 8.6",
        'e' => "M 0.7 7 L 5.3 7 C 5.3 3 0.6 2.8 0.6 7 C 0.6 10.8 4 11 5.2 9",
        'f' => "M 4.8 0.4 C 3.2 -0.4 2.2 0.4 2.2 2.4 L 2.2 10 M 0.6 4 L 4.4 4",
        'g' => "M 5.2 4 L 5.2 11 C 5.2 13.4 2 13.6 0.9 12.2 M 5.2 5.4 C 4 3 0.6 3.4 0.6 7 C 0.6 10.6 4 11 5.2 8.6",
        'h' => "M 0.8 0 L 0.8 10 M 0.8 6 C 2 3 5.2 3.2 5.2 6 L 5.2 10",
        'i' => "M 3 4 L 3 10 M 3 1.4 L 3 1.8",
        'j' => "M 3.6 4 L 3.6 11 C 3.6 13 2 13.4 0.8 12.6 M 3.6 1.4 L 3.6 1.8",
        'k' => "M 0.8 0 L 0.8 10 M 5 4 L 0.9 7.6 M 2.3 6.5 L 5.2 10",
        'l' => "M 2.6 0 L 2.6 8.6 C 2.6 10 3.4 10.2 4.4 9.8",
        'm' => "M 0.4 4 L 0.4 10 M 0.4 5.6 C 1 3.4 3 3.4 3 5.6 L 3 10 M 3 5.6 C 3.6 3.4 5.6 3.4 5.6 5.6 L 5.6 10",
        'n' => "M 0.8 4 L 0.8 10 M 0.8 6 C 2 3 5.2 3.2 5.2 6 L 5.2 10",
        'o' => "M 3 4 C -0.2 4 -0.2 10 3 10 C 6.2 10 6.2 4 3 4 Z",
        'p' => "M 0.8 4 L 0.8 13 M 0.8 5.4 C 2 3 5.4 3.4 5.4 7 C 5.4 10.6 2 11 0.8 8.6",
        'q' => "M 5.2 4 L 5.2 13 M 5.2 5.4 C 4 3 0.6 3.4 0.6 7 C 0.6 10.6 4 11 5.2 8.6",
        'r' => "M 1.2 4 L 1.2 10 M 1.2 6.4 C 1.8 4.2 3.4 3.6 5 4.2",
        's' => "M 5 4.9 C 4 3.6 0.9 3.6 0.9 5.4 C 0.9 7.4 5.2 6.6 5.2 8.5 C 5.2 10.4 1.6 10.4 0.6 8.9",
        't' => "M 2.4 1.4 L 2.4 8.4 C 2.4 10.2 3.8 10.2 4.8 9.6 M 0.8 4 L 4.6 4",
        'u' => "M 0.8 4 L 0.8 8 C 0.8 10.8 4 11 5.2 8 M 5.2 4 L 5.2 10",
        'v' => "M 0.5 4 L 3 10 5.5 4",
        'w' => "M 0.2 4 L 1.6 10 3 5.6 4.4 10 5.8 4",
        'x' => "M 0.8 4 L 5.2 10 M 5.2 4 L 0.8 10",
        'y' => "M 0.6 4 L 3 9.6 M 5.4 4 L 2 12.6 0.8 12.8",
        'z' => "M 0.8 4 L 5.2 4 0.8 10 5.3 10",
        _ => "",
    }
}

const fn strokes(letter: char) -> &'static str {
    match letter {
        'A' => "M 0 10 L 3 0 6 10 M 1.1 6.6 L 4.9 6.6",
        'B' => "M 0.4 10 L 0.4 0 3 0 C 5.9 0 5.9 4.7 3 4.7 L 0.4 4.7 M 3 4.7 C 6.7 4.7 6.7 10 3 10 L 0.4 10",
        'C' => "M 5.8 1.7 C 4.6 -0.5 0.2 -0.8 0.2 5 C 0.2 10.8 4.6 10.5 5.8 8.3",
        'D' => "M 0.4 0 L 0.4 10 2.2 10 C 7 10 7 0 2.2 0 Z",
        'E' => "M 5.4 0 L 0.6 0 0.6 10 5.4 10 M 0.6 4.8 L 4.7 4.8",
        'F' => "M 5.4 0 L 0.7 0 0.7 10 M 0.7 4.9 L 4.7 4.9",
        'G' => "M 5.7 1.5 C 4.3 -0.6 0.2 -0.8 0.2 5 C 0.2 10.9 4.7 10.5 5.8 8.9 L 5.8 5.3 3.4 5.3",
        'H' => "M 0.4 0 L 0.4 10 M 5.6 0 L 5.6 10 M 0.4 4.8 L 5.6 4.8",
        'I' => "M 1.1 0 L 4.9 0 M 3 0 L 3 10 M 1.1 10 L 4.9 10",
        'J' => "M 2 0 L 4.9 0 4.9 7.2 C 4.9 10.5 1.4 10.7 0.4 8.7",
        'K' => "M 0.5 0 L 0.5 10 M 5.6 0 L 0.7 5.6 M 2.4 3.9 L 5.9 10",
        'L' => "M 0.8 0 L 0.8 10 5.6 10",
        'M' => "M 0.2 10 L 0.2 0 3 5.4 5.8 0 5.8 10",
        'N' => "M 0.4 10 L 0.4 0 5.6 10 5.6 0",
        'O' => "M 3 0 C -0.8 0 -0.8 10 3 10 C 6.8 10 6.8 0 3 0 Z",
        'P' => "M 0.5 10 L 0.5 0 2.8 0 C 6.5 0 6.5 5.5 2.8 5.5 L 0.5 5.5",
        'Q' => "M 3 0 C -0.8 0 -0.8 10 3 10 C 6.8 10 6.8 0 3 0 Z M 3.5 7.3 L 6 11",
        'R' => "M 0.5 10 L 0.5 0 2.8 0 C 6.5 0 6.5 5.4 2.8 5.4 L 0.5 5.4 M 3 5.4 L 5.9 10",
        'S' => "M 5.4 1.4 C 4.2 -0.5 0.4 -0.5 0.4 2.4 C 0.4 5.4 5.8 4.4 5.8 7.5 C 5.8 10.7 1.6 10.6 0.2 8.5",
        'T' => "M 0 0 L 6 0 M 3 0 L 3 10",
        'U' => "M 0.4 0 L 0.4 6.6 C 0.4 11.1 5.6 11.1 5.6 6.6 L 5.6 0",
        'V' => "M 0 0 L 3 10 6 0",
        'W' => "M -0.3 0 L 1.3 10 3 3.2 4.7 10 6.3 0",
        'X' => "M 0.2 0 L 5.8 10 M 5.8 0 L 0.2 10",
        'Y' => "M 0.1 0 L 3 5 5.9 0 M 3 5 L 3 10",
        'Z' => "M 0.5 0 L 5.6 0 0.3 10 5.7 10",
        '0' => "M 3 0 C -0.7 0 -0.7 10 3 10 C 6.7 10 6.7 0 3 0 Z M 3 4.8 L 3 5.2",
        '1' => "M 0.9 2.2 L 3.2 0 3.2 10 M 1 10 L 5.4 10",
        '2' => "M 0.5 2.3 C 1 -0.9 5.6 -0.7 5.6 2.7 C 5.6 5 2.4 7 0.4 10 L 5.8 10",
        '3' => {
            concat!(
                "M 0.6 1.2 C 1.8 -0.6 5.5 -0.4 5.5 2.4 C 5.5 4.5 3.6 4.8 2.2 4.8 ",
                "C 3.8 4.8 5.8 5.2 5.8 7.3 C 5.8 10.6 1.6 10.6 0.2 8.7"
            )
        }
        '4' => "M 4.4 10 L 4.4 0 0.1 7 6 7",
        '5' => "M 5.3 0 L 1 0 0.8 4.6 C 2.4 3.4 5.8 3.8 5.8 6.9 C 5.8 10.6 1.6 10.6 0.3 8.8",
        '6' => "M 5.2 1 C 3.4 -0.9 0.3 0.6 0.3 6 C 0.3 11.3 5.8 11.3 5.8 6.9 C 5.8 3 1 3 0.4 6.2",
        '7' => "M 0.3 0 L 5.7 0 2.2 10",
        '8' => "M 3 4.7 C -0.2 4.7 -0.2 0 3 0 C 6.2 0 6.2 4.7 3 4.7 C -0.6 4.7 -0.6 10 3 10 C 6.6 10 6.6 4.7 3 4.7 Z",
        '9' => "M 0.8 9 C 2.6 10.9 5.7 9.4 5.7 4 C 5.7 -1.3 0.2 -1.3 0.2 3.1 C 0.2 7 5 7 5.6 3.8",
        '+' => "M 3 2.4 L 3 7.6 M 0.4 5 L 5.6 5",
        '-' | '\u{2212}' | '\u{2013}' => "M 0.4 5 L 5.6 5",
        '.' => "M 3 9.4 L 3 10",
        ',' => "M 3.2 9.2 L 2.4 11",
        ':' => "M 3 3.4 L 3 3.8 M 3 9.4 L 3 9.8",
        '/' => "M 5 0 L 1 10",
        '\'' => "M 3 0 L 3 2.6",
        '(' => "M 4.2 0 C 1.4 2.6 1.4 7.4 4.2 10",
        ')' => "M 1.8 0 C 4.6 2.6 4.6 7.4 1.8 10",
        '%' => "M 5.4 0 L 0.6 10 O 1.4 1.8 1.4 O 4.6 8.2 1.4",
        ';' => "M 3 3.4 L 3 3.8 M 3.2 9.2 L 2.4 11",
        '<' => "M 5.2 2.4 L 0.8 5.6 5.2 8.8",
        '|' => "M 3 -0.4 L 3 11",
        '\u{2019}' => "M 3 0 L 2.6 2.6",
        '!' => "M 3 0 L 3 6.4 M 3 9.7 L 3 10",
        _ => "M 0.6 1.9 C 1 -0.9 5.6 -0.7 5.6 2.6 C 5.6 5 3 5 3 7 M 3 9.7 L 3 10",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::art::pen::is_readable;

    #[test]
    fn every_letter_is_its_own_and_stays_on_its_grid() {
        let signs: Vec<char> = ('A'..='Z').chain('0'..='9').chain("+-.,:/'()%!?".chars()).collect();
        for (index, sign) in signs.iter().enumerate() {
            assert!(is_readable(strokes(*sign)), "{sign}");
            assert!(!signs[..index].iter().any(|other| strokes(*other) == strokes(*sign)), "{sign}");
            for (x, y) in letter(*sign).points() {
                assert!((-0.5..=GRID.0 + 0.5).contains(&x) && (-0.5..=GRID.1 + 1.0).contains(&y), "{sign}: {x} {y}");
            }
        }
        assert_eq!(strokes('É'), strokes('?'));
    }

    #[test]
    fn small_letters_are_their_own_and_not_the_capitals() {
        let all: Vec<char> = ('a'..='z').collect();
        for (index, sign) in all.iter().enumerate() {
            assert!(is_readable(small(*sign)), "{sign}");
            assert!(all[..index].iter().all(|other| small(*other) != small(*sign)), "{sign}");
            for (x, y) in written(*sign).points() {
                assert!((-0.5..=GRID.0 + 0.5).contains(&x) && (-0.5..=GRID.1 * 1.35).contains(&y), "{sign}: {x} {y}");
            }
            assert_ne!(small(*sign), strokes(sign.to_ascii_uppercase()));
        }
    }
}
