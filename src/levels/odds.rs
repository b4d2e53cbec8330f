//! Odds in trials: fractions and whole numbers, which are exact, or decimals, which are rounded to as many places as are
//! written.

use crate::dice::Fraction;

/// Odds as they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Written {
    /// `3264/9949`, `0`.
    Exact(Fraction),
    /// `0.328`: the digits as a whole number, and the number of decimal places.
    Rounded(u128, u32),
}

impl Written {
    /// The most decimals, and the most digits before them.
    const MOST: (usize, usize) = (12, 9);

    fn read(text: &str) -> Option<Self> {
        let whole = |digits: &str| {
            let is_plain = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
            digits.parse::<u128>().ok().filter(|_| is_plain)
        };
        if let Some((upper, lower)) = text.split_once('/') {
            let lower = whole(lower.trim()).filter(|lower| *lower > 0)?;
            return Some(Self::Exact(Fraction::new(whole(upper.trim())?, lower)));
        }
        let Some((before, places)) = text.split_once('.') else {
            return whole(text).map(|number| Self::Exact(Fraction::new(number, 1)));
        };
        let fits = !before.is_empty() && before.len() <= Self::MOST.1 && (1..=Self::MOST.0).contains(&places.len());
        let digits = whole(&format!("{before}{places}")).filter(|_| fits)?;
        Some(Self::Rounded(digits, places.len() as u32))
    }
}

/// What is wrong with odds as they are written, and what would be right; `None` if nothing is.
pub(super) fn fault(text: &str) -> Option<(String, String)> {
    let right = "write 3264/9949, a whole number, which is exact, or 0.328, rounded to as many places as are written";
    Written::read(text).is_none().then(|| (format!("`{text}` is not a chance"), right.into()))
}

/// Whether a text names a fraction: `3264/9949` and `0` exactly, `0.328` to three places, half rounded up.
///
/// # Errors
/// The text names no number.
pub(super) fn agrees(text: &str, came: Fraction) -> Result<bool, String> {
    match Written::read(text) {
        Some(Written::Exact(expected)) => Ok(expected == came),
        Some(Written::Rounded(digits, places)) => Ok(rounded(came, places) == digits),
        None => Err(fault(text).map(|(what, right)| format!("{what}: {right}")).unwrap_or_default()),
    }
}

/// Like [`agrees`], for odds that are only approximate: of dice that burst without end the last bursts are cut off, and
/// unknown things are weighted with rounded weights. A fraction need only agree with such odds to nine places.
///
/// # Errors
/// The text names no number.
pub(super) fn agrees_nearly(text: &str, came: Fraction) -> Result<bool, String> {
    const PLACES: u32 = 12;
    const NEAR: u128 = 1000;
    match Written::read(text) {
        Some(Written::Exact(given)) => Ok(rounded(given, PLACES).abs_diff(rounded(came, PLACES)) < NEAR),
        _ => agrees(text, came),
    }
}

/// A fraction in units of the last of `places` decimal places, half rounded up.
fn rounded(value: Fraction, places: u32) -> u128 {
    let (mut upper, mut lower) = (value.numerator(), value.denominator());
    let scale = 2 * 10u128.pow(places);
    // Very long fractions lose digits that no written place shows.
    while upper.checked_mul(scale).and_then(|product| product.checked_add(lower)).is_none() || lower > u128::MAX / 2 {
        (upper, lower) = (upper >> 1, (lower >> 1).max(1));
    }
    (upper * scale + lower) / (2 * lower)
}

/// A fraction, and its decimals.
pub(super) fn shown(value: Fraction) -> String {
    let digits = rounded(value, 9);
    format!("{value} = {}.{:09}", digits / 1_000_000_000, digits % 1_000_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_and_decimals_are_compared_exactly() {
        let goblin = Fraction::new(3264, 9949);
        for (text, holds) in [
            ("3264/9949", true),
            ("6528/19898", true),
            ("3264/9950", false),
            ("0.328073173", true),
            ("0.33", true),
            ("0.3", true),
            ("0.0", false),
            // Without decimals it is exact.
            ("0", false),
            ("0.328073174", false),
        ] {
            assert_eq!(agrees(text, goblin), Ok(holds), "{text}");
        }
        assert_eq!(agrees("7.681324756", Fraction::new(152_843, 19_898)), Ok(true));
        assert_eq!(agrees("1", Fraction::ONE), Ok(true));
        for text in ["often", "1/x", "-1", "+1", "1/0", "1.", ".5", "", "1/-2", "1e3", "0.3333333333333"] {
            assert!(agrees(text, goblin).is_err() && fault(text).is_some(), "{text}");
        }
        assert_eq!(agrees("0", Fraction::ZERO), Ok(true));
        assert_eq!((agrees("3", Fraction::new(3, 1)), agrees("3", Fraction::new(31, 10))), (Ok(true), Ok(false)));
        assert_eq!(shown(goblin), "3264/9949 = 0.328073173");
        assert_eq!(rounded(Fraction::new(u128::MAX - 1, u128::MAX), 3), 1000);
        // A third of 2^60 ways.
        let cut = Fraction::new(384_307_168_202_282_325, 1 << 60);
        for (text, exactly, nearly) in [("1/3", false, true), ("333333/1000000", false, false), ("0.333", true, true)] {
            assert_eq!((agrees(text, cut), agrees_nearly(text, cut)), (Ok(exactly), Ok(nearly)), "{text}");
        }
        assert!(agrees_nearly("1/x", cut).is_err());
    }
}
