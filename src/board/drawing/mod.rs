//! The board as Bevy draws it: sprites made of baked pictures, tints of one texel a square, lines as meshes, and the
//! camera that looks at them.
//!
//! One unit of the world is one square: x grows to the east, y to the north, and the board's north-west corner is the
//! origin. What lies above what is settled by [`Layer`]. A screen says in each frame what is drawn, for whom and from
//! where ([`BoardView`]); the systems of [`DrawBoard`] touch only what has changed since the last frame.

mod field;
mod flight;
mod items;
mod lens;
mod lines;
mod marks;
mod meshes;
mod scorch;
mod terrain;
mod tints;
mod tokens;

use bevy::{
    asset::{Assets, Handle},
    ecs::schedule::{ScheduleLabel, SingleThreadedExecutor},
    image::Image,
    math::{Vec3, vec3},
    prelude::{
        App, Component, Entity, FromWorld, IntoScheduleConfigs as _, Resource, SystemCondition as _, With, World,
        resource_exists,
    },
    sprite_render::{AlphaMode2d, ColorMaterial},
};

pub use items::DroppedItems;
pub use lens::{BoardCamera, board_camera};

use super::{Camera, Overlays, stage::Playback, textures::Textures};
use crate::{geometry::Square, rules::Team};

/// Draws the board: run once a frame, after the panels have left it its room.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct DrawBoard;

/// What is drawn of the battle on screen.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct BoardView {
    /// From where.
    pub camera: Camera,
    /// What lies over the ground for the choice at hand.
    pub overlays: Overlays,
    /// The side that does not see combatants it does not know of; with `None`, nobody is hidden.
    pub hidden_from: Option<Team>,
}

/// What lies above what, from the ground up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Layer {
    Ground,
    Scorch,
    Field,
    Tint,
    Hatch,
    Outline,
    Veil,
    Standing,
    Item,
    Way,
    Token,
    Ghost,
    Hover,
    Smoke,
    SmokeTint,
    InSmoke,
    Area,
    Sight,
    Target,
    SightEnd,
    Sign,
    Flight,
}

impl Layer {
    /// How high the layer lies in the world. Layers are one apart; what is in one keeps within half of that.
    const fn height(self) -> f32 {
        self as u8 as f32
    }

    /// A place in the layer, in squares to the east and south of the board's north-west corner.
    const fn at(self, x: f32, y: f32) -> Vec3 {
        vec3(x, -y, self.height())
    }

    /// The north-west corner of a square in the layer.
    fn corner(self, square: Square) -> Vec3 {
        self.at(f32::from(square.x), f32::from(square.y))
    }
}

/// Marks what is drawn for the battle on screen and goes with it. Tokens have [`Shows`](super::Shows) instead.
#[derive(Component, Clone, Copy, Debug)]
struct Drawn;

/// The material of all lines: every paint at every opacity.
#[derive(Resource)]
struct LineMaterial(Handle<ColorMaterial>);

impl FromWorld for LineMaterial {
    fn from_world(world: &mut World) -> Self {
        let texture = Some(world.resource_mut::<Assets<Image>>().add(meshes::paints()));
        let material = ColorMaterial { alpha_mode: AlphaMode2d::Blend, texture, ..ColorMaterial::default() };
        Self(world.resource_mut::<Assets<ColorMaterial>>().add(material))
    }
}

/// Makes an app able to draw boards. It needs assets for images, meshes and colour materials.
pub fn plugin(app: &mut App) {
    app.init_schedule(DrawBoard)
        .edit_schedule(DrawBoard, |schedule| {
            schedule.set_executor(SingleThreadedExecutor::new());
        })
        .init_resource::<Textures>()
        .init_resource::<LineMaterial>()
        .init_resource::<marks::MarkMeshes>()
        .init_resource::<lines::Lines>()
        .init_resource::<tints::Tints>()
        .init_resource::<field::Fields>()
        .add_systems(
            DrawBoard,
            (
                lens::aim,
                terrain::draw,
                terrain::unveil,
                scorch::draw,
                field::draw,
                tints::draw,
                lines::draw,
                lines::point,
                items::draw,
                tokens::add_figures,
                tokens::place,
                tokens::place_ghosts,
                marks::draw,
                marks::breathe,
                flight::draw,
            )
                .chain()
                .run_if(resource_exists::<BoardView>.and_then(resource_exists::<Playback>)),
        );
}

/// Draws this from now on. Nothing is touched if it is being drawn already.
pub fn present(world: &mut World, camera: &Camera, overlays: &Overlays, hidden_from: Option<Team>) {
    match world.get_resource_mut::<BoardView>() {
        Some(mut view) => {
            let same = view.camera == *camera && view.hidden_from == hidden_from && view.overlays == *overlays;
            if !same {
                *view = BoardView { camera: *camera, overlays: overlays.clone(), hidden_from };
            }
        }
        None => world.insert_resource(BoardView { camera: *camera, overlays: overlays.clone(), hidden_from }),
    }
}

/// Leaves terrain plain from now on: for when nobody looks at the picture.
pub fn leave_plain(world: &mut World) {
    world.insert_resource(Textures::plain());
}

/// Draws no board any more.
pub(super) fn clear(world: &mut World) {
    world.remove_resource::<BoardView>();
    let drawn: Vec<Entity> = world.query_filtered::<Entity, With<Drawn>>().iter(world).collect();
    drawn.into_iter().for_each(|entity| {
        world.despawn(entity);
    });
    if world.contains_resource::<Textures>() {
        world.insert_resource(lines::Lines::default());
        world.insert_resource(tints::Tints::default());
        world.insert_resource(field::Fields::default());
        world.insert_resource(Textures::default());
    }
    lens::rest(world);
}

/// When the board wants to be drawn again although nothing has happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Redraw {
    /// As soon as it can be: pictures of the terrain are on their way.
    Soon,
    /// After a while: something breathes.
    Later,
    /// Not at all.
    Never,
}

/// When the board wants to be drawn again.
pub fn redraw(world: &mut World) -> Redraw {
    if !world.contains_resource::<BoardView>() || !world.contains_resource::<Playback>() {
        Redraw::Never
    } else if !is_complete(world) {
        Redraw::Soon
    } else if marks::is_breathing(world) {
        Redraw::Later
    } else {
        Redraw::Never
    }
}

/// Whether everything is drawn as it is meant to be; until then terrain is shown plainly, or at another size.
pub fn is_complete(world: &World) -> bool {
    let (Some(view), Some(playback)) = (world.get_resource::<BoardView>(), world.get_resource::<Playback>()) else {
        return false;
    };
    let field = &playback.shown().scene.field;
    world.get_resource::<Textures>().is_none_or(|textures| textures.has_terrain(field, view.camera.scale()))
}
