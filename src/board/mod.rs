//! The board on screen: terrain, tokens and overlays drawn by Bevy, the words above them by egui, and the playing of the
//! journal on token entities.

mod arrows;
pub mod art;
mod camera;
mod colours;
mod drawing;
mod frame;
mod icons;
mod labels;
mod map;
mod overlays;
mod plain;
mod plates;
pub mod seats;
mod shapes;
mod stage;
mod strokes;
mod texture_bake;
mod textures;
mod tokens;
mod view;
mod words;

pub use camera::Camera;
pub use drawing::{
    BoardCamera, BoardView, DrawBoard, DroppedItems, Redraw, board_camera, is_complete, leave_plain, plugin, present,
    redraw,
};
pub use map::{field_picture, map_picture, map_picture_of};
pub use overlays::{
    AreaShown, ArrowShown, FieldShown, MarkShown, Overlays, PathShown, PlateShown, ResultShown, TargetShown,
};
pub use stage::{
    HealthRing, Look, Pace, Playback, Pose, ShownPlace, ShownState, Shows, Speed, Stage, animation, calm, clear,
    install, reset, skip, turn_begins,
};
pub use tokens::{plain_look, token_look};
pub use view::{BoardResponse, View, show};
pub use words::{is_dark, paint_words};

#[cfg(test)]
mod tests;
