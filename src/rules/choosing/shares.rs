//! Amounts that divide what goes into a whole among its parts. They count only if there is something to divide.

use serde::Serialize;

use super::{Choice, Offer, Parts};

/// The share of the amount going into the whole that one part gets, when others could have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Share {
    /// The parameter with the amount.
    pub key: &'static str,
    /// It counts if at least one part of each of these lists is taken.
    pub among: Vec<Vec<&'static str>>,
}

impl Parts {
    /// The same with a share that counts if at least one part of each of these lists is taken.
    #[must_use]
    pub fn sharing(mut self, key: &'static str, among: &[&[&'static str]]) -> Self {
        self.shares.push(Share { key, among: among.iter().map(|parts| parts.to_vec()).collect() });
        self
    }
}

impl Offer {
    /// Whether a value of a parameter makes a difference to a choice. A share does not unless its parts are taken, nor
    /// one that leaves nothing of what goes in for the others.
    pub fn matters(&self, choice: &Choice, key: &str, value: i32) -> bool {
        let Some(parts) = &self.parts else { return true };
        let Some(share) = parts.shares.iter().find(|share| share.key == key) else { return true };
        let is_taken = |part: &&'static str| self.counted(choice, part) > 0;
        let most = parts.invested.as_ref().map_or(i32::MAX, |invested| self.value(choice, invested.key) - 1);
        value <= most && share.among.iter().all(|parts| parts.iter().any(is_taken))
    }
}
