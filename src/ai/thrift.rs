//! The value of points that are kept from round to round and come back only in part.

use super::options::action_points;
use crate::rules::{Battle, Choice, CombatantId, Offer, Stock};

/// The value of a point while all are left, in the unit of scores; it rises as they run out.
const PLENTY: i32 = 40;

/// The price of paying `paid` points.
pub(super) fn of_points(stock: Stock, paid: i32) -> i32 {
    let (left, of, back) = (i32::from(stock.left), i32::from(stock.of), i32::from(stock.back));
    // Points that would exceed the maximum once some come back are almost free.
    let spare = (left + back - of).clamp(0, paid);
    let after = (left - paid).max(of / 8).max(1);
    (paid - spare) * PLENTY * of / after + spare * PLENTY / 4
}

/// The price of a choice in such points; 0 where unspent points are lost anyway.
pub(super) fn of_choice(battle: &Battle, who: CombatantId, offer: &Offer, choice: &Choice) -> i32 {
    let paid = action_points(offer, choice);
    let stock = if paid > 0 { battle.ruleset.rules().stock(battle, who) } else { None };
    stock.map_or(0, |stock| of_points(stock, paid))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Vital;

    #[test]
    fn a_point_is_dearer_the_fewer_are_left() {
        let with = |left| Stock { left, of: 25, back: 4, price: 5, vital: Vital(0) };
        let prices: Vec<i32> = [25, 20, 15, 10, 5].map(|left| of_points(with(left), 5)).into();
        assert!(prices.is_sorted(), "{prices:?}");
        assert!(prices[0] * 3 < prices[3], "{prices:?}");
        assert_eq!(of_points(with(25), 4), 4 * PLENTY / 4);
    }
}
