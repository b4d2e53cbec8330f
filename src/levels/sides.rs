//! Sentences about sides, whose names come from levels: "The watch", "The clerks", "Those in the hedge".

use crate::rules::uncapital;

/// The verb form that fits a side: plural, "The clerks win", or singular, "The watch wins".
pub fn verb(side: &str, of_one: &'static str, of_several: &'static str) -> &'static str {
    if is_plural(side) { of_several } else { of_one }
}

/// The name of a side within a sentence: "the watch".
pub fn within(side: &str) -> String {
    match side.split_once(' ') {
        Some(("The" | "Those", _)) => uncapital(side),
        _ => side.into(),
    }
}

/// Whether a name is plural.
fn is_plural(side: &str) -> bool {
    side.starts_with("Those ") || side.ends_with('s') && !side.ends_with("ss")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_has_the_verb_that_fits_it() {
        for (side, wins) in [
            ("The clerks", "win"),
            ("The watch", "wins"),
            ("Orange", "wins"),
            ("The brook's keepers", "win"),
            ("Those above", "win"),
        ] {
            assert_eq!(verb(side, "wins", "win"), wins, "{side}");
        }
        assert_eq!(["The watch", "Those above", "Orange"].map(within), ["the watch", "those above", "Orange"]);
    }
}
