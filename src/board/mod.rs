//! The board on screen: terrain, tokens and overlays as egui textures and shapes, and the playing of the journal on token
//! entities.

mod album;
pub mod art;
mod baker;
mod bodies;
mod camera;
mod colours;
mod labels;
mod map;
mod overlays;
mod plain;
mod plates;
mod rim;
mod sketch;
mod stage;
mod strokes;
mod tokens;
mod view;

pub use camera::Camera;
pub use map::{map_picture, map_picture_of};
pub use overlays::{AreaShown, MarkShown, Overlays, PathShown, TargetShown};
pub use stage::{
    HealthRing, Look, Pace, Playback, ShownPlace, ShownState, Shows, Speed, Stage, animation, clear, install, reset,
    skip,
};
pub use tokens::token_look;
pub use view::{BoardResponse, View, show};

#[cfg(test)]
mod tests;
