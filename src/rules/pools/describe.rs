//! Offers in words, made when somebody looks.

use super::{components::Component, menu, movement};
use crate::rules::{Measure, prelude::*};

/// An offer of one's turn in words.
pub fn act(battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
    if offer.verb == menu::MOVE.verb {
        let far = Measure::SQUARES.words(movement::allowance(battle, who));
        return wording.about(format!("up to {far}"));
    }
    let Some(parts) = offer.parts.as_ref().filter(|parts| !parts.dice.terms.is_empty()) else { return wording };
    let others = offer
        .parameters
        .iter()
        .filter(|parameter| Component::ALL.iter().any(|component| component.key() == parameter.key));
    let many = others.count().saturating_sub(1);
    let dice = format!("{} dice and 1 for each AP", parts.dice.value);
    wording.about(if many == 0 { dice } else { format!("{dice}; {many} components to add") })
}
