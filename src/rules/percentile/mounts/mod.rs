//! Mount and rider: getting on and off, falls, attacks in passing. PCT-MNT.

mod falls;
mod ride_by;
mod saddle;

pub use falls::{Land, Unseat, fallen, free_self, rouse, thrown_clear};
pub use ride_by::{RideBy, passing, weapons};
pub use saddle::{alight, evasion, mount_up, offers};
