//! Things on the ground: a small sign in the upper left of their square.

use bevy::{
    asset::Assets,
    image::Image,
    math::Vec2,
    prelude::{Commands, Component, DetectChanges as _, Entity, Local, Query, Res, ResMut, Transform},
    sprite::{Anchor, Sprite},
};

use super::{BoardView, Drawn, Layer};
use crate::{
    board::{stage::Playback, textures::Textures},
    geometry::Square,
    rules::Location,
};

/// A square in which something lies.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct DroppedItems(pub Square);

/// Lays a sign in each square in which something lies.
pub(super) fn draw(
    view: Res<'_, BoardView>,
    playback: Res<'_, Playback>,
    mut textures: ResMut<'_, Textures>,
    mut images: ResMut<'_, Assets<Image>>,
    signs: Query<'_, '_, (Entity, &DroppedItems)>,
    mut shown: Local<'_, (Vec<Square>, u32)>,
    mut turned: Local<'_, u64>,
    mut commands: Commands<'_, '_>,
) {
    if !view.is_changed() && *turned == playback.turned() {
        return;
    }
    *turned = playback.turned();
    let ground = |location| if let Location::Ground(square) = location { Some(square) } else { None };
    let mut squares: Vec<Square> = playback.shown().items().filter_map(|item| ground(item.at)).collect();
    squares.sort_unstable();
    squares.dedup();
    let scale = view.camera.scale();
    if shown.1 == scale && shown.0 == squares && signs.iter().count() == squares.len() {
        return;
    }
    signs.iter().for_each(|(sign, _)| commands.entity(sign).despawn());
    for square in &squares {
        let image = textures.dropped(&mut images, scale);
        let sprite = Sprite { image, custom_size: Some(Vec2::ONE), ..Sprite::default() };
        let place = Transform::from_translation(Layer::Item.corner(*square));
        commands.spawn((Drawn, DroppedItems(*square), sprite, Anchor::TOP_LEFT, place));
    }
    *shown = (squares, scale);
}
