//! Offers in words, made when somebody looks.

use std::borrow::Cow;

use serde::Serialize;

use super::{Battle, Offer};

/// An offer in words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Wording {
    /// Its name: "Strike with sword".
    pub title: Cow<'static, str>,
    /// A second line: what it brings or takes.
    pub about: Cow<'static, str>,
    /// Of an answer: what follows.
    pub then: Cow<'static, str>,
}

impl Wording {
    /// What the offer's kind says, with the thing used.
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
