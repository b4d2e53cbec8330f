//! The parts of an offer that a choice takes, and what they amount to together.

use smallvec::SmallVec;

use super::{Choice, Invested, Offer, OfferPart, Parameter, parts::Bounds};

/// A part that a choice takes.
#[derive(Clone, Copy)]
pub(super) struct Taken<'a> {
    pub(super) parameter: &'a Parameter,
    pub(super) part: OfferPart,
    /// How much of it.
    pub(super) count: i32,
}

/// The parts that a choice takes, in the order of the offer. They are gathered once per choice, since many combinations
/// are looked at.
pub(super) fn taken<'a>(offer: &'a Offer, choice: &Choice) -> SmallVec<[Taken<'a>; 8]> {
    let part = |parameter: &'a Parameter| {
        let (part, count) = (parameter.part?, parameter.counted(choice));
        (count > 0).then_some(Taken { parameter, part, count })
    };
    offer.parameters.iter().filter_map(part).collect()
}

/// What parts cost together.
fn cost(taken: &[Taken<'_>]) -> i32 {
    taken.iter().map(|taken| taken.count * i32::from(taken.part.price)).sum()
}

/// Whether two parts exclude each other.
pub(super) fn excludes(one: &Taken<'_>, other: &Taken<'_>) -> bool {
    let (first, second) = (one.parameter.key, other.parameter.key);
    first != second && (one.part.excludes.contains(&second) || other.part.excludes.contains(&first))
}

impl Invested {
    /// How much may go into the whole with some parts.
    pub(super) fn bounds(&self, taken: &[Taken<'_>]) -> Bounds {
        let highest = taken.iter().max_by_key(|taken| (taken.part.tier, taken.part.base));
        let (tier, governs) = highest.map_or((0, self.key), |taken| (taken.part.tier, taken.parameter.key));
        let tier = self.ladder.get(usize::from(tier)).or(self.ladder.last());
        let most = tier.map_or(i32::MAX, |tier| tier.ceiling.into());
        Bounds { least: cost(taken), most, tier: tier.map(|tier| (*tier, governs)) }
    }
}
