//! Numbers for the screen: a real minus, per cent, shares that add up.

use crate::dice::Fraction;

/// A number with a real minus: "−10".
pub fn plain(number: i32) -> String {
    if number < 0 { format!("\u{2212}{}", number.unsigned_abs()) } else { number.to_string() }
}

/// A number to be added, with its sign: "+10", "−10".
pub fn signed(number: i32) -> String {
    if number > 0 { format!("+{number}") } else { plain(number) }
}

/// A chance in words: "34 %", "<1 %".
pub fn percent(chance: Fraction) -> String {
    format!("{} %", figure(chance))
}

/// A chance as a bare figure: "34"; "<1" if it is possible but would round to 0, ">99" if it is not certain but would
/// round to 100.
pub fn figure(chance: Fraction) -> String {
    match chance.percent() {
        0 if chance > Fraction::ZERO => "<1".into(),
        100 if chance < Fraction::ONE => ">99".into(),
        percent => percent.to_string(),
    }
}

/// A fraction with one decimal: "3.2".
pub fn tenths(number: Fraction) -> String {
    let tenths = (number.numerator() * 20 + number.denominator()) / (number.denominator() * 2);
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Whole shares in proportion to the parts that add up to exactly `total`: the largest remainders are rounded up.
pub fn shares(parts: &[Fraction], total: u32) -> Vec<u32> {
    let sum = parts.iter().fold(Fraction::ZERO, |sum, part| sum.plus(*part));
    if sum == Fraction::ZERO {
        return vec![0; parts.len()];
    }
    let exact: Vec<Fraction> = parts
        .iter()
        .map(|part| part.times(Fraction::new(sum.denominator() * u128::from(total), sum.numerator())))
        .collect();
    let mut whole: Vec<u32> = exact.iter().map(|part| (part.numerator() / part.denominator()) as u32).collect();
    let mut order: Vec<usize> = (0..parts.len()).collect();
    let rest = |index: &usize| {
        Fraction::new(exact[*index].numerator() % exact[*index].denominator(), exact[*index].denominator())
    };
    order.sort_by(|a, b| rest(b).cmp(&rest(a)).then(a.cmp(b)));
    let missing = total - whole.iter().sum::<u32>();
    for index in order.into_iter().take(missing as usize) {
        whole[index] += 1;
    }
    whole
}

/// Shares of 100 in which all parts except the first add up to their own rounded sum, as shown in a headline, and the
/// last part, the chance to be out, is rounded as it would be alone.
pub fn headline_shares(parts: &[Fraction]) -> Vec<u32> {
    let Some((_, rest)) = parts.split_first() else { return Vec::new() };
    let headline = rest.iter().fold(Fraction::ZERO, |sum, part| sum.plus(*part)).percent().min(100);
    let mut all = vec![100 - headline];
    let Some((last, between)) = rest.split_last() else { return all };
    let out = last.percent().min(headline);
    all.extend(shares(between, headline - out));
    all.push(out);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minus_is_a_minus() {
        assert_eq!(
            (signed(-10), signed(10), signed(0), plain(-3)),
            ("−10".into(), "+10".into(), "0".into(), "−3".into())
        );
        assert_eq!(percent(Fraction::new(1, 3)), "33 %");
        assert_eq!(percent(Fraction::new(1, 999)), "<1 %");
        assert_eq!(percent(Fraction::new(998, 999)), ">99 %");
        assert_eq!(percent(Fraction::ONE), "100 %");
        assert_eq!(tenths(Fraction::new(319, 100)), "3.2");
    }

    #[test]
    fn shares_add_up() {
        let parts = [660, 84, 228, 28].map(|part| Fraction::new(part, 1000));
        assert_eq!(headline_shares(&parts), [66, 8, 23, 3]);
        assert_eq!(shares(&[Fraction::new(1, 3); 3], 100), [34, 33, 33]);
        assert_eq!(shares(&[Fraction::ZERO; 2], 100), [0, 0]);
        assert_eq!(headline_shares(&[Fraction::ONE, Fraction::ZERO]), [100, 0]);
        assert_eq!(headline_shares(&[Fraction::ONE]), [100]);
    }

    #[test]
    fn the_chance_to_be_out_is_the_same_number_in_the_shares_and_alone() {
        // 52.7 % land: 0.1, 6.3 and 46.3 add up to 53 only if one of them is rounded up.
        for parts in [[4735, 10, 629, 4626], [4735, 10, 630, 4625], [400, 4602, 2344, 2654], [9990, 4, 3, 3]] {
            let parts = parts.map(|part| Fraction::new(part, 10_000));
            let shares = headline_shares(&parts);
            assert_eq!(shares[3], parts[3].percent(), "{shares:?}");
            assert_eq!(shares.iter().sum::<u32>(), 100, "{shares:?}");
        }
    }
}
