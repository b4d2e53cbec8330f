//! Where each side last knew a combatant to be.

use bevy::prelude::Component;
use serde::{Deserialize, Serialize};

use super::Placement;
use crate::{geometry::Square, rules::ids::Team};

/// Where a side last knew a combatant to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Sighting {
    /// The place.
    pub at: Placement,
    /// The round since which the side has known the combatant to be there; once it has lost track, the round in which
    /// that happened.
    pub round: u16,
}

/// Where each side, by its number, last knew a combatant to be; `None` for its own side and for sides that never knew.
/// Only kept under rules with hiding.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "Vec<u64>", try_from = "Vec<u64>")]
pub struct Sightings([Option<Sighting>; Team::MOST]);

impl Sightings {
    /// Where a side last knew the combatant to be.
    pub const fn of(self, side: Team) -> Option<Sighting> {
        self.0[side.0 as usize]
    }

    /// The same with another sighting by a side.
    #[must_use]
    pub const fn with(mut self, side: Team, sighting: Sighting) -> Self {
        self.0[side.0 as usize] = Some(sighting);
        self
    }
}

// Digests and files hold one number per sighting: from the highest bits down, the side, then round, size, row and
// column.
impl From<Sightings> for Vec<u64> {
    fn from(all: Sightings) -> Self {
        let packed = |(side, sighting): (u64, Sighting)| {
            let square = sighting.at.anchor();
            let place = u64::from(square.y.cast_unsigned()) << 16 | u64::from(square.x.cast_unsigned());
            side << 56 | u64::from(sighting.round) << 40 | u64::from(sighting.at.0.side) << 32 | place
        };
        (0..).zip(all.0).filter_map(|(side, sighting)| Some(packed((side, sighting?)))).collect()
    }
}

impl TryFrom<Vec<u64>> for Sightings {
    type Error = &'static str;

    fn try_from(all: Vec<u64>) -> Result<Self, Self::Error> {
        let mut found = Self::default();
        for packed in all {
            let anchor = Square::new((packed as u16).cast_signed(), ((packed >> 16) as u16).cast_signed());
            let at = Placement::new(anchor, (packed >> 32) as u8);
            let known = found.0.get_mut((packed >> 56) as usize).ok_or("there is no such side")?;
            *known = Some(Sighting { at, round: (packed >> 40) as u16 });
        }
        Ok(found)
    }
}
