//! Magic: energies, spells, what carries them, and what counters them. TOT-MAG, TOT-ENG, TOT-HYB, TOT-CTR.

pub mod cast;
pub mod charm;
pub mod contact;
pub mod counter;
pub mod direct;
pub mod energies;
pub mod flight;
pub mod selective;
pub mod spell;
pub mod stored;

pub use energies::Energy;
pub use selective::Targets;
pub use spell::{Spell, Structure};
