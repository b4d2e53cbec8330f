//! The parameters of an offer, as rows to set.

use super::model::{RowModel, Settles};
use crate::rules::{Choice, Offer, Parameter, ValueChange};

impl RowModel {
    /// The parameters of an offer, without its target and without values that make no difference to the choice as it is
    /// set.
    pub fn all(offer: &Offer, choice: &Choice) -> Vec<Self> {
        let all = offer.parameters.iter().map(|parameter| Self::of(offer, parameter, choice));
        all.filter(|row| !row.values.is_empty()).collect()
    }

    fn of(offer: &Offer, parameter: &Parameter, choice: &Choice) -> Self {
        let matters = |value: i32| offer.matters(choice, parameter.key, value);
        let value = offer.value(choice, parameter.key);
        let shown = |change: ValueChange<'_>| {
            let refusal = change.refusal.map(|refusal| refusal.to_string());
            (change.value.value, change.value.label.to_string(), refusal)
        };
        Self {
            settles: Settles::Parameter(parameter.key),
            label: parameter.label.into(),
            values: offer.changes(choice, parameter).filter(|change| matters(change.value.value)).map(shown).collect(),
            // An amount greater than can be given counts as the greatest that can.
            chosen: {
                let shown = || parameter.values.iter().filter(|value| matters(value.value));
                let most = if matters(value) { 0 } else { shown().count().saturating_sub(1) };
                shown().position(|known| known.value == value).unwrap_or(most)
            },
        }
    }
}
