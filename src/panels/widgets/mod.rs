//! The building blocks of panels, each with its states and an accessible name. None knows what it is used for.

pub mod bars;
pub mod card;
pub mod control;
pub mod cost;
pub mod frame;
pub mod log_line;
pub mod offer;
pub mod phrase;
pub mod picture;
pub mod segments;
pub mod side;
pub mod terms;

pub use control::{Button, icon_button};
pub use frame::{dialog, dialog_at_end, float, plate, section, warning};
pub use phrase::Phrase;
