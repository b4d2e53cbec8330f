//! Offers in words, made on demand.

use std::borrow::Cow;

use serde::Serialize;

use super::Offer;
use crate::rules::{ids::CombatantId, state::Battle};

/// An offer in words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Wording {
    /// Its name: "Strike with sword".
    pub title: Cow<'static, str>,
    /// A second line: what it gives or costs.
    pub about: Cow<'static, str>,
    /// For an answer: what follows.
    pub then: Cow<'static, str>,
}

impl Wording {
    /// The words of the offer's kind, with the item used.
    pub fn of(battle: &Battle, offer: &Offer) -> Self {
        let title = match offer.item {
            Some(item) if offer.title.contains("{}") => offer.title.replace("{}", battle.item(item).name).into(),
            _ => Cow::Borrowed(offer.kind.title),
        };
        Self { title, about: Cow::Borrowed(offer.kind.about), then: Cow::Borrowed(offer.kind.then) }
    }

    /// The same with another name.
    #[must_use]
    pub fn titled(mut self, title: impl Into<Cow<'static, str>>) -> Self {
        self.title = title.into();
        self
    }

    /// The same with another second line.
    #[must_use]
    pub fn about(mut self, about: impl Into<Cow<'static, str>>) -> Self {
        self.about = about.into();
        self
    }
}

/// The words with a capital first letter.
pub fn capital(words: &str) -> Cow<'static, str> {
    let mut letters = words.chars();
    letters.next().map_or(Cow::Borrowed(""), |first| first.to_uppercase().chain(letters).collect::<String>().into())
}

/// The words with a small first letter, as inside a sentence; "AP" stays as it is.
pub fn uncapital(words: &str) -> String {
    let mut letters = words.chars();
    match (letters.next(), words.chars().nth(1)) {
        (Some(first), second) if second.is_none_or(|second| !second.is_uppercase()) => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => words.to_owned(),
    }
}

/// What a combatant holds and wears, in words. `loaded` has the words for a loaded weapon and for an unloaded one.
pub fn gear(battle: &Battle, who: CombatantId, loaded: [&str; 2], worn: impl IntoIterator<Item = String>) -> String {
    let mut words: Vec<String> = Vec::new();
    for item in battle.combatant(who).hands.held() {
        let held = battle.item(item);
        let state = if held.loaded { loaded[0] } else { loaded[1] };
        let is_told = held.arm.needs_loading() || !held.loaded;
        words.push(if is_told { format!("{}, {state}", held.name) } else { held.name.to_string() });
    }
    words.extend(worn);
    if words.is_empty() { "Empty hands".into() } else { capital(&words.join(", ")).into_owned() }
}
