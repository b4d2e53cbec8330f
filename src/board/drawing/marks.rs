//! What is said around a token: who acts, who is meant, who is in danger. Each is a mesh, a child of the token.

use std::f32::consts::TAU;

use bevy::{
    asset::{Assets, Handle},
    camera::visibility::NoFrustumCulling,
    mesh::{Mesh, Mesh2d},
    prelude::{
        ChildOf, Commands, Component, DetectChanges as _, DetectChangesMut as _, Entity, Query, Res, ResMut, Resource,
        Transform, World,
    },
    sprite_render::MeshMaterial2d,
};
use bevy_egui::egui::{Pos2, Rect, Shape, Vec2, pos2, vec2};
use rustc_hash::FxHashMap;

use super::{
    BoardView, LineMaterial,
    lines::Grain,
    meshes::mesh,
    tokens::{Moved, OVER, UNDER},
};
use crate::{
    board::{
        Camera, Overlays, Pose, ShownPlace, Shows,
        art::palette::{CREAM, INK, MAY, TEAL, WARN},
        colours::solid,
        stage::Playback,
        strokes::{Strokes, around},
    },
    geometry::Footprint,
    rules::CombatantId,
};

/// Seconds that the chevron takes to go up and down, and how many times it does so before it rests.
const BREATH: f32 = 1.6;
const BREATHS: f32 = 3.0;

/// A mark around a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Mark {
    /// A ring around the one who acts or is asked.
    Acting,
    /// Brackets around the target, thicker when it is pointed at.
    Target { thick: bool },
    /// Brackets around the one whose card is held open, thicker when it is pointed at.
    Selected { thick: bool },
    /// A frame around one who is hit, for those who want no motion.
    Hit,
    /// A ring and a triangle: would be attacked on the way, or stays threatened.
    Warned,
    /// Points down at the one who decides.
    Chevron,
}

/// A mark's entity, a child of its token: what it says, squares along the body's side, at which grain.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub(super) struct Marked(Mark, u8, Grain);

/// A chevron, and the second of the playing at which it appeared.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct Chevron {
    since: f32,
}

/// The meshes of marks at one grain.
#[derive(Resource, Default)]
pub(super) struct MarkMeshes {
    grain: Grain,
    meshes: FxHashMap<(Mark, u8), Handle<Mesh>>,
}

/// Gives tokens the marks that overlays and poses ask for, and takes away the others.
pub(super) fn draw(
    view: Res<'_, BoardView>,
    playback: Res<'_, Playback>,
    mut known: ResMut<'_, MarkMeshes>,
    mut meshes: ResMut<'_, Assets<Mesh>>,
    material: Res<'_, LineMaterial>,
    moved: Query<'_, '_, (), Moved>,
    tokens: Query<'_, '_, (Entity, &Shows, &ShownPlace, &Pose)>,
    marked: Query<'_, '_, (Entity, &Marked, &ChildOf)>,
    mut commands: Commands<'_, '_>,
) {
    if !view.is_changed() && moved.is_empty() {
        return;
    }
    let grain = view.camera.grain();
    if known.grain != grain {
        *known = MarkMeshes { grain, meshes: FxHashMap::default() };
    }
    let mut wanted: Vec<(Entity, Marked)> = Vec::new();
    for (token, shows, place, pose) in &tokens {
        let marks = marks(&view.overlays, shows.0, place.0, pose.framed);
        wanted.extend(marks.map(|mark| (token, Marked(mark, place.0.side, grain))));
    }
    for (entity, mark, of) in &marked {
        match wanted.iter().position(|(token, wanted)| *token == of.parent() && wanted == mark) {
            Some(index) => {
                wanted.swap_remove(index);
            }
            None => commands.entity(entity).despawn(),
        }
    }
    let camera = view.camera.cornered();
    for (token, marked) in wanted {
        let Marked(mark, side, _) = marked;
        let new = || mesh(shapes(mark, side, &camera), &camera).map(|mesh| meshes.add(mesh)).unwrap_or_default();
        let mesh = known.meshes.entry((mark, side)).or_insert_with(new).clone();
        let drawn = (Mesh2d(mesh), MeshMaterial2d(material.0.clone()), NoFrustumCulling);
        let mut entity = commands.spawn((marked, drawn, ChildOf(token), Transform::from_translation(mark.place(side))));
        if mark == Mark::Chevron {
            entity.insert(Chevron { since: playback.seconds() });
        }
    }
}

/// The marks that somebody has.
fn marks(over: &Overlays, who: CombatantId, body: Footprint, hit: bool) -> impl Iterator<Item = Mark> {
    let is_target = over.target.as_ref().is_some_and(|target| target.who == who) || over.also.contains(&who);
    let thick = over.hover.is_some_and(|square| body.contains(square));
    let acting = over.acting == Some(who) || over.asked == Some(who);
    let decides = over.asked.or(over.acting) == Some(who);
    let selected = (over.selected == Some(who) || over.picked.contains(&who)) && !is_target;
    let warned = over.warned.contains(&who) && !is_target;
    [
        acting.then_some(Mark::Acting),
        is_target.then_some(Mark::Target { thick }),
        selected.then_some(Mark::Selected { thick }),
        hit.then_some(Mark::Hit),
        warned.then_some(Mark::Warned),
        decides.then_some(Mark::Chevron),
    ]
    .into_iter()
    .flatten()
}

impl Mark {
    /// Where the mark lies from its token's middle. Its mesh begins at the body's north-west corner, which lies on whole
    /// pixels.
    fn place(self, side: u8) -> bevy::math::Vec3 {
        let half = f32::from(side) / 2.0;
        // Marks lie on one another in this order.
        let above = match self {
            Self::Acting => UNDER,
            Self::Target { .. } => OVER,
            Self::Selected { .. } => OVER + 0.0001,
            Self::Hit => OVER + 0.0002,
            Self::Warned => OVER + 0.0003,
            Self::Chevron => OVER + 0.0004,
        };
        bevy::math::vec3(-half, half, above)
    }
}

/// A mark around a body that is `body` squares wide and has its north-west corner in the board's.
fn shapes(mark: Mark, body: u8, camera: &Camera) -> Vec<Shape> {
    let mut strokes = Strokes::new(camera);
    let side = camera.side();
    let squares = f32::from(body);
    let square = Rect::from_min_size(Pos2::ZERO, Vec2::splat(squares * side));
    let centre = square.center();
    let thicker = |thick: bool| if thick { 0.03 } else { 0.0 };
    match mark {
        Mark::Acting => {
            for (width, colour) in [(0.10, CREAM), (0.06, TEAL)] {
                let stroke = (f32::max(width * side, camera.pixel()), solid(colour));
                strokes.add(Shape::circle_stroke(centre, 0.475 * squares * side, stroke));
            }
        }
        Mark::Target { thick } => {
            let widths = (0.12 + thicker(thick), 0.07 + thicker(thick));
            strokes.brackets(square.shrink(0.05 * side), 0.20, widths, solid(WARN));
        }
        Mark::Selected { thick } => {
            let widths = (0.09 + thicker(thick), 0.045 + thicker(thick));
            strokes.brackets(square.shrink(0.04 * side), 0.17, widths, solid(CREAM));
        }
        Mark::Hit => strokes.frame(square.shrink(0.05 * side), (0.13, 0.075), solid(WARN)),
        Mark::Warned => {
            let radius = 0.455 * squares * side;
            let ring: Vec<Pos2> =
                (0..48u8).map(|n| centre + Vec2::angled(f32::from(n) / 48.0 * TAU) * radius).collect();
            strokes.line(&ring, true, 0.085, solid(INK));
            strokes.dashes(&around(&ring), 0.045, solid(WARN), 0.16, 0.11);
            strokes.warning(centre + vec2(1.0, -1.0) * (squares * 0.5 - 0.14) * side, 0.27, WARN);
        }
        Mark::Chevron => {
            let tip = pos2(centre.x, centre.y - (0.475 * squares + 0.05) * side);
            let (half, height) = (0.155 * side, 0.175 * side);
            strokes.sign(vec![tip, tip - vec2(half, height), tip + vec2(half, -height)], solid(MAY), 0.035);
        }
    }
    strokes.shapes
}

/// Lets the chevron go up and down for a few breaths: then it rests, and so does the machine.
pub(super) fn breathe(playback: Res<'_, Playback>, mut chevrons: Query<'_, '_, (&Chevron, &Marked, &mut Transform)>) {
    for (chevron, Marked(mark, side, _), mut place) in &mut chevrons {
        let age = playback.seconds() - chevron.since;
        let breathes = !playback.is_still() && age < BREATH * BREATHS;
        let lift = if breathes { 0.02 * (1.0 - (age / BREATH * TAU).cos()) } else { 0.0 };
        let mut wanted = mark.place(*side);
        wanted.y += lift;
        place.set_if_neq(Transform::from_translation(wanted));
    }
}

/// Whether a chevron is still breathing.
pub(super) fn is_breathing(world: &mut World) -> bool {
    let Some((now, still)) = world.get_resource::<Playback>().map(|playback| (playback.seconds(), playback.is_still()))
    else {
        return false;
    };
    let mut chevrons = world.query::<&Chevron>();
    !still && chevrons.iter(world).any(|chevron| now - chevron.since < BREATH * BREATHS)
}
