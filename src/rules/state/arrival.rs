//! Late arrivals.

use serde::{Deserialize, Serialize};

use crate::{geometry::Square, rules::ids::CombatantId};

/// A combatant who comes later. Until then they are [`Status::Awaited`](super::Status::Awaited).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrival {
    /// Who comes.
    pub who: CombatantId,
    /// The round, from 2; they come at its start.
    pub round: u16,
    /// Where they may come: the first free one of these squares; if none is free, the free square nearest to the first.
    /// Never empty.
    pub squares: Vec<Square>,
}
