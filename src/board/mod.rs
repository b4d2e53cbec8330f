//! The board on screen: terrain, tokens and overlays as egui textures and shapes, and the playing of the journal.

pub mod art;
mod camera;
mod map;
mod overlays;
mod stage;
mod tokens;
mod view;

pub use camera::Camera;
pub use map::{map_picture, map_picture_of};
pub use overlays::{Overlays, PathShown, ProvokedShown, TargetShown};
pub use stage::{Speed, Stage};
pub use tokens::token_look;
pub use view::{BoardResponse, View, show};
