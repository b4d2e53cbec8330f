//! Amounts that divide what goes into a whole among its parts: they count only where there is something to divide.

use serde::Serialize;

use super::{Choice, Offer, Parts};

/// An amount of what goes into the whole that one part gets, where others could have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Share {
    /// The parameter with the amount.
    pub key: &'static str,
    /// It counts where of each of these at least one part is taken.
    pub among: Vec<Vec<&'static str>>,
}

impl Parts {
    /// The same with an amount of what goes in that counts where of each of these at least one part is taken.
    #[must_use]
    pub fn sharing(mut self, key: &'static str, among: &[&[&'static str]]) -> Self {
        self.shares.push(Share { key, among: among.iter().map(|parts| parts.to_vec()).collect() });
        self
    }
}

impl Offer {
    /// Whether a value of a parameter makes any difference to a choice: what divides something among parts does not unless
    /// they are taken, and no more can be divided than goes in.
    pub fn matters(&self, choice: &Choice, key: &str, value: i32) -> bool {
        let Some(parts) = &self.parts else { return true };
        let Some(share) = parts.shares.iter().find(|share| share.key == key) else { return true };
        let is_taken = |part: &&'static str| self.counted(choice, part) > 0;
        let most = parts.invested.as_ref().map_or(i32::MAX, |invested| self.value(choice, invested.key) - 1);
        value <= most && share.among.iter().all(|parts| parts.iter().any(is_taken))
    }
}
