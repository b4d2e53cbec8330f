//! Who is not there from the start.

use serde::{Deserialize, Serialize};

use crate::{geometry::Square, rules::ids::CombatantId};

/// Somebody who comes later. Up to then the combatant is [`Status::Awaited`](super::Status::Awaited).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrival {
    /// Who comes.
    pub who: CombatantId,
    /// The round at whose start, from 2.
    pub round: u16,
    /// Where: the first of these squares that is free; if none is, the free one nearest to the first. At least one.
    pub squares: Vec<Square>,
}
