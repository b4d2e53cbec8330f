//! Outlines, ways, lines of sight and signs: a mesh each, made anew only when what it shows or the zoom has changed.

use bevy::{
    asset::{Assets, Handle},
    camera::visibility::NoFrustumCulling,
    mesh::{Mesh, Mesh2d},
    prelude::{
        Bundle, Commands, DetectChanges as _, DetectChangesMut as _, Entity, Local, Query, Res, ResMut, Resource,
        Transform, Visibility, With,
    },
    sprite_render::MeshMaterial2d,
};
use bevy_egui::egui::Shape;

use super::{BoardView, Drawn, Layer, LineMaterial, meshes::mesh};
use crate::{
    board::{AreaShown, Camera, MarkShown, Overlays, PathShown, seats, shapes, stage::Playback},
    geometry::{Point, Square},
    rules::{Line, Site, Team},
};

/// The lines drawn now, by what they show.
#[derive(Resource, Default)]
pub(super) struct Lines {
    outlines: Sheet<Outlined>,
    way: Sheet<Way>,
    sight: Sheet<Sight>,
    signs: Sheet<Signs>,
    hover: Option<(Entity, bool, Grain)>,
}

/// The resolution that meshes are made for: pixels per square, pixels per point.
pub(super) type Grain = (u32, f32);

/// Meshes, and what they show at which grain.
struct Sheet<T> {
    shown: Option<(T, Grain)>,
    entities: Vec<Entity>,
}

impl<T> Default for Sheet<T> {
    fn default() -> Self {
        Self { shown: None, entities: Vec::new() }
    }
}

type Outlined = (Vec<Square>, Vec<Square>, Vec<Square>, Places, Option<AreaShown>, Aimed);
/// The places of goals, and what fuses reach.
type Places = (Vec<(Team, Vec<Square>, String)>, Vec<(Vec<Square>, String)>);
/// What the open offer can be aimed at, and which of it is pointed at.
type Aimed = (Vec<Square>, Vec<Site>, Option<(Site, String)>);
type Way = (Option<PathShown>, Vec<Line>, Vec<MarkShown>, u8);
type Sight = (Vec<Line>, Option<Point>);
type Signs = (Vec<MarkShown>, Vec<MarkShown>, u8);

/// Where meshes come from and go to.
struct Draft<'a, 'w, 's> {
    commands: &'a mut Commands<'w, 's>,
    meshes: &'a mut Assets<Mesh>,
    material: &'a LineMaterial,
    camera: &'a Camera,
}

impl<T> Sheet<T> {
    /// Draws anew unless it shows just that already.
    fn keep(
        &mut self,
        draft: &mut Draft<'_, '_, '_>,
        same: impl Fn(&T) -> bool,
        now: impl FnOnce() -> T,
        shapes: impl FnOnce() -> Vec<(Layer, Vec<Shape>)>,
    ) {
        let now_grain = draft.camera.grain();
        if self.shown.as_ref().is_some_and(|(shown, grain)| *grain == now_grain && same(shown)) {
            return;
        }
        self.entities.drain(..).for_each(|entity| draft.commands.entity(entity).despawn());
        for (layer, shapes) in shapes() {
            if let Some(mesh) = mesh(shapes, draft.camera) {
                let mesh = draft.meshes.add(mesh);
                self.entities.push(draft.commands.spawn(drawn(mesh, draft.material, layer)).id());
            }
        }
        self.shown = Some((now(), now_grain));
    }
}

/// A mesh of lines in a layer.
pub(super) fn drawn(mesh: Handle<Mesh>, material: &LineMaterial, layer: Layer) -> impl Bundle {
    let place = Transform::from_translation(layer.at(0.0, 0.0));
    (Drawn, Mesh2d(mesh), MeshMaterial2d(material.0.clone()), NoFrustumCulling, place)
}

/// Draws all lines except the frame of the square that is pointed at.
pub(super) fn draw(
    view: Res<'_, BoardView>,
    playback: Res<'_, Playback>,
    mut lines: ResMut<'_, Lines>,
    mut meshes: ResMut<'_, Assets<Mesh>>,
    material: Res<'_, LineMaterial>,
    mut commands: Commands<'_, '_>,
) {
    if !view.is_changed() {
        return;
    }
    let camera = view.camera.cornered();
    let mut draft = Draft { commands: &mut commands, meshes: &mut meshes, material: &material, camera: &camera };
    let over = &view.overlays;
    let Overlays {
        base,
        full,
        threat,
        zones,
        fuses,
        area,
        aims,
        marks,
        marked,
        path,
        lines: sight,
        corner,
        provoked,
        passing,
        ..
    } = over;
    let ghost = path.as_ref().and_then(|path| path.ghost);
    let body = ghost.map_or(1, |who| seats::goes(playback.shown(), who).footprint().side);
    lines.outlines.keep(
        &mut draft,
        |shown| {
            (&shown.0, &shown.1, &shown.2, &shown.4) == (base, full, threat, area)
                && (&shown.3.0, &shown.3.1) == (zones, fuses)
                && (&shown.5.0, &shown.5.1, &shown.5.2) == (aims, marks, marked)
        },
        || {
            let aimed = (aims.clone(), marks.clone(), marked.clone());
            let places = (zones.clone(), fuses.clone());
            (base.clone(), full.clone(), threat.clone(), places, area.clone(), aimed)
        },
        || vec![(Layer::Outline, shapes::outlines(over, &camera)), (Layer::Area, shapes::area(over, &camera))],
    );
    lines.way.keep(
        &mut draft,
        |shown| shown.0 == *path && shown.1 == *sight && shown.2 == *provoked && shown.3 == body,
        || (path.clone(), sight.clone(), provoked.clone(), body),
        || vec![(Layer::Way, shapes::way(path.as_ref(), sight, provoked, body, &camera))],
    );
    lines.sight.keep(
        &mut draft,
        |shown| shown.0 == *sight && shown.1 == *corner,
        || (sight.clone(), *corner),
        || {
            let (lines, ends) = shapes::sight(sight, *corner, &camera);
            vec![(Layer::Sight, lines), (Layer::SightEnd, ends)]
        },
    );
    lines.signs.keep(
        &mut draft,
        |shown| shown.0 == *provoked && shown.1 == *passing && shown.2 == body,
        || (provoked.clone(), passing.clone(), body),
        || vec![(Layer::Sign, shapes::signs(provoked, passing, body, &camera))],
    );
}

/// Puts the frame around the square that is pointed at, unless it has one already. It is made once and moved.
pub(super) fn point(
    view: Res<'_, BoardView>,
    playback: Res<'_, Playback>,
    mut lines: ResMut<'_, Lines>,
    mut meshes: ResMut<'_, Assets<Mesh>>,
    material: Res<'_, LineMaterial>,
    mut frames: Query<'_, '_, (&mut Transform, &mut Visibility), With<Drawn>>,
    mut turned: Local<'_, u64>,
    mut commands: Commands<'_, '_>,
) {
    if !view.is_changed() && *turned == playback.turned() {
        return;
    }
    *turned = playback.turned();
    let over = &view.overlays;
    let framed = |square: Square| {
        let framed = [over.target.as_ref().map(|target| target.who), over.selected];
        framed
            .into_iter()
            .flatten()
            .chain(over.also.iter().copied())
            .any(|who| playback.shown().combatant(who).footprint().contains(square))
    };
    let square = over.hover.filter(|square| !framed(*square));
    let key = (over.by_keys, view.camera.grain());
    if let Some((frame, by_keys, grain)) = lines.hover
        && (square.is_none() || (by_keys, grain) == key)
    {
        if let Ok((mut place, mut visibility)) = frames.get_mut(frame) {
            let wanted = if square.is_some() { Visibility::Inherited } else { Visibility::Hidden };
            visibility.set_if_neq(wanted);
            if let Some(square) = square {
                place.set_if_neq(Transform::from_translation(Layer::Hover.corner(square)));
            }
        }
        return;
    }
    let Some(square) = square else { return };
    if let Some((frame, ..)) = lines.hover.take() {
        commands.entity(frame).despawn();
    }
    let camera = view.camera.cornered();
    if let Some(mesh) = mesh(shapes::hover(Square::default(), key.0, &camera), &camera) {
        let frame = (
            drawn(meshes.add(mesh), &material, Layer::Hover),
            Transform::from_translation(Layer::Hover.corner(square)),
        );
        lines.hover = Some((commands.spawn(frame.0).insert(frame.1).id(), key.0, key.1));
    }
}
