//! Which outcome of an act matters: the one its chance is told of, alike on the board, in the rows, and in the
//! forecast's headline and bar.

#[cfg(test)]
mod tests;

use crate::{
    dice::Fraction,
    lab::AttackForecast,
    rules::{ChanceOf, Offer},
};

/// The outcome of an attack that matters most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::screens) enum Matters<'a> {
    /// It can do no damage, but cause this condition.
    Condition(&'a str),
    /// It can do no damage and cause no condition; it succeeds.
    Success,
    /// It gets through: armour or a defence often stops attacks that land.
    Harm,
    /// It lands.
    Hit,
}

impl Matters<'_> {
    /// What the chance is of, in a word: "hits", or the offer's own word.
    pub(in crate::screens) fn event(&self, offer: Option<&Offer>) -> String {
        self.event_of(offer.and_then(|offer| offer.event))
    }

    /// Like [`Self::event`], with the offer's own word given.
    pub(in crate::screens) fn event_of(&self, event: Option<ChanceOf>) -> String {
        match self {
            Self::Harm => "harms".into(),
            Self::Condition(words) => words.to_lowercase(),
            Self::Hit => event.map_or("hits", ChanceOf::word).into(),
            Self::Success => event.map_or("succeeds", ChanceOf::word).into(),
        }
    }

    /// The same with the target: "hits Lysk", "disarms Lysk", "Lysk: held".
    pub(in crate::screens) fn of(&self, event: Option<ChanceOf>, target: &str) -> String {
        match self {
            Self::Condition(words) => format!("{target}: {}", words.to_lowercase()),
            Self::Success => event.unwrap_or(ChanceOf::Succeeds).of(target),
            Self::Harm => format!("harms {target}"),
            Self::Hit => event.unwrap_or(ChanceOf::Hits).of(target),
        }
    }

    /// Whether nobody can be hurt by it.
    pub(in crate::screens) const fn is_harmless(&self) -> bool {
        matches!(self, Self::Condition(_) | Self::Success)
    }

    /// The outcomes in the bar: the grades if it may hurt, else the headline's outcome and the rest.
    pub(in crate::screens) fn bar(
        &self,
        event: Option<ChanceOf>,
        (chance, all): (Fraction, [Fraction; 4]),
        names: [&'static str; 4],
    ) -> Vec<(String, Fraction)> {
        if self.is_harmless() { done_or_not(chance, &self.event_of(event)) } else { grades(names, all) }
    }
}

/// What the chance of an attempt is of, in a word: the offer's own word in place of a plain "succeeds".
pub(super) fn tried(event: &'static str, offer: Option<&Offer>) -> &'static str {
    let plain = ChanceOf::Succeeds.word();
    offer.and_then(|offer| offer.event).filter(|_| event == plain).map_or(event, ChanceOf::word)
}

/// Two outcomes: nothing, or the event that the chance is of.
pub(in crate::screens) fn done_or_not(chance: Fraction, event: &str) -> Vec<(String, Fraction)> {
    let rest = Fraction::new(chance.denominator() - chance.numerator(), chance.denominator());
    vec![("nothing".to_string(), rest), (event.to_owned(), chance)]
}

/// The outcome of an attack that is shown, on the board as in the panel, with its chance.
pub(in crate::screens) fn what_matters(attack: &AttackForecast) -> (Fraction, Matters<'_>) {
    let harmless = attack.grades[0] == Fraction::ONE;
    match attack.conditions.first().filter(|_| harmless) {
        Some((words, chance)) => (*chance, Matters::Condition(words)),
        // If it should do something and cannot, landing alone means nothing.
        None if harmless && attack.harms < attack.hits => (attack.harms, Matters::Harm),
        None if harmless => (attack.hits, Matters::Success),
        None if is_far_below(attack.harms, attack.hits) => (attack.harms, Matters::Harm),
        None => (attack.hits, Matters::Hit),
    }
}

/// Whether a chance is less than nine tenths of another.
fn is_far_below(chance: Fraction, other: Fraction) -> bool {
    chance.to_f64() < 0.9 * other.to_f64()
}

/// The odds of each grade with its name.
pub(in crate::screens) fn grades(names: [&'static str; 4], chances: [Fraction; 4]) -> Vec<(String, Fraction)> {
    names.into_iter().map(str::to_string).zip(chances).collect()
}
