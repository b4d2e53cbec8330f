//! Odds in trials: fractions, or decimals with as many places as are written.

use crate::dice::Fraction;

/// Whether a text names a fraction: `3264/9949` exactly, `0.328` to three places, half rounded up.
///
/// # Errors
/// The text names no number.
pub(super) fn agrees(text: &str, came: Fraction) -> Result<bool, String> {
    let fault = || format!("`{text}` is not a chance: write 3264/9949 or 0.328073");
    if let Some((upper, lower)) = text.split_once('/') {
        let read = |part: &str| part.trim().parse::<u128>().map_err(|_| fault());
        return Ok(Fraction::new(read(upper)?, read(lower)?) == came);
    }
    let (whole, places) = text.split_once('.').unwrap_or((text, ""));
    if places.len() > 12 || whole.len() > 9 {
        return Err(fault());
    }
    let digits: u128 = format!("{whole}{places}").parse().map_err(|_| fault())?;
    Ok(rounded(came, places.len() as u32) == digits)
}

/// The same for odds that are not fractions of small numbers: of dice that burst without end the last bursts are cut off,
/// and what is not known is weighed with rounded weights. A fraction need only agree with them to nine places.
///
/// # Errors
/// The text names no number.
pub(super) fn agrees_nearly(text: &str, came: Fraction) -> Result<bool, String> {
    const PLACES: u32 = 12;
    const NEAR: u128 = 1000;
    if agrees(text, came)? {
        return Ok(true);
    }
    let read = |part: &str| part.trim().parse::<u128>().unwrap_or_default();
    let (upper, lower) = text.split_once('/').unwrap_or((text, "1"));
    let given = Fraction::new(read(upper), read(lower));
    Ok(!text.contains('.') && rounded(given, PLACES).abs_diff(rounded(came, PLACES)) < NEAR)
}

/// A fraction in units of the last of so many places, half rounded up.
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
            ("0", true),
            ("0.328073174", false),
        ] {
            assert_eq!(agrees(text, goblin), Ok(holds), "{text}");
        }
        assert_eq!(agrees("7.681324756", Fraction::new(152_843, 19_898)), Ok(true));
        assert_eq!(agrees("1", Fraction::ONE), Ok(true));
        assert!(agrees("often", goblin).is_err() && agrees("1/x", goblin).is_err() && agrees("-1", goblin).is_err());
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
