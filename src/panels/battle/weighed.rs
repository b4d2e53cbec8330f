//! What the computer weighed for and against a choice, in its own points: told alike wherever it is told.

use crate::rules::capital;

/// A reason in words with its hundredths of a point.
pub type WeighedTerm = (String, i32);

/// Hundredths of a point as points: "+12.4", "−0.6".
pub(super) fn points(hundredths: i32) -> String {
    if hundredths == 0 {
        return "0.0".into();
    }
    format!("{:+.1}", f64::from(hundredths) / 100.0).replace('-', "\u{2212}")
}

/// The first terms in one line: "Harms Bero +0.6; in danger, most from Krag −0.2".
pub(super) fn in_a_line(terms: &[WeighedTerm], most: usize) -> String {
    let told = terms.iter().take(most).map(|(words, amount)| format!("{words} {}", points(*amount)));
    capital(&told.collect::<Vec<_>>().join("; ")).into_owned()
}
