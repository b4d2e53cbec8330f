//! Tokens: the picture of each body is a child of the token's entity, which lies where the stage has it.

use bevy::{
    asset::Assets,
    color::{Alpha as _, Color},
    ecs::query::{QueryData, QueryFilter},
    image::Image,
    math::{Vec2, vec2},
    prelude::{
        Added, Changed, ChildOf, Commands, Component, DetectChanges as _, DetectChangesMut as _, Entity, Local, Or,
        Query, Res, ResMut, Transform, Visibility, With, Without,
    },
    sprite::Sprite,
};

use super::{BoardView, Drawn, Layer};
use crate::{
    board::{
        Camera, HealthRing, Look, Pose, ShownPlace, ShownState, Shows,
        art::token::{self, Posture, TokenLook},
        seats::{self, Body, Seat},
        stage::{Playback, middle},
        textures::Textures,
        tokens::{is_seen, seen_look},
    },
    geometry::{Footprint, Square},
    rules::{Battlefield, CombatantId, Veil},
};

/// How far on the way up to the next layer the tokens of a layer reach together.
const REACH: f32 = 0.45;
/// Heights of a token's parts above the token itself.
pub(super) const UNDER: f32 = 0.0005;
const OLDER: f32 = 0.001;
const BODY: f32 = 0.0015;
pub(super) const OVER: f32 = 0.002;

/// The pictures of a token: the body as it looks, and as it looked before while that fades.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct Figure {
    body: Entity,
    older: Entity,
}

/// Somebody drawn pale at the end of a way.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct Ghost;

/// What is shown of a combatant.
#[derive(QueryData)]
#[query_data(mutable)]
pub(super) struct Token {
    shows: &'static Shows,
    place: &'static ShownPlace,
    state: &'static ShownState,
    look: &'static Look,
    ring: &'static HealthRing,
    pose: &'static Pose,
    figure: &'static Figure,
    transform: &'static mut Transform,
    visibility: &'static mut Visibility,
}

/// Tokens that are shown differently from the last frame.
#[derive(QueryFilter)]
pub(super) struct Moved {
    _tokens: With<Shows>,
    _changed: Or<(
        Added<Figure>,
        Changed<ShownPlace>,
        Changed<ShownState>,
        Changed<Look>,
        Changed<HealthRing>,
        Changed<Pose>,
    )>,
}

/// Gives new tokens their pictures.
pub(super) fn add_figures(
    tokens: Query<'_, '_, Entity, (With<Shows>, Without<Figure>)>,
    mut commands: Commands<'_, '_>,
) {
    for token in &tokens {
        let mut picture = |visibility| commands.spawn((Sprite::default(), visibility, ChildOf(token))).id();
        let figure = Figure { body: picture(Visibility::Inherited), older: picture(Visibility::Hidden) };
        commands.entity(token).insert(figure);
    }
}

/// Puts tokens where the stage has them, those out of the fight lowest, those in smoke above it, the target above lines of
/// sight as well.
pub(super) fn place(
    view: Res<'_, BoardView>,
    playback: Res<'_, Playback>,
    mut textures: ResMut<'_, Textures>,
    mut images: ResMut<'_, Assets<Image>>,
    moved: Query<'_, '_, (), Moved>,
    mut tokens: Query<'_, '_, Token>,
    mut pictures: Query<'_, '_, (&mut Sprite, &mut Transform, &mut Visibility), Without<Shows>>,
    mut shown: Local<'_, u64>,
) {
    if !view.is_changed() && *shown == playback.turned() && moved.is_empty() {
        return;
    }
    *shown = playback.turned();
    let battle = playback.shown();
    let rules = battle.ruleset.rules();
    let target = view.overlays.target.as_ref().map(|target| target.who);
    let is_known = |who: CombatantId| is_seen(battle, battle.combatant(who), view.hidden_from);
    let mut order: Vec<TokenItem<'_, '_>> = tokens.iter_mut().collect();
    let bodies = order.iter().filter(|token| is_known(token.shows.0)).map(|token| {
        let (who, at) = (token.shows.0, token.place.0);
        (who, Body { at, fights: token.state.fights(), mount: rules.mount_of(battle, who) })
    });
    let bodies: Vec<(CombatantId, Body)> = bodies.collect();
    let seats: Vec<(CombatantId, Seat)> = bodies.iter().map(|(who, _)| (*who, seats::of(*who, &bodies))).collect();
    let seat_of =
        |who: CombatantId| seats.iter().find(|(known, _)| *known == who).map_or(Seat::WHOLE, |(_, seat)| *seat);
    order.sort_by_key(|token| {
        let (who, at) = (token.shows.0, token.place.0);
        let body = Body { at, fights: token.state.fights(), mount: rules.mount_of(battle, who) };
        seats::height(who, body, seat_of(who))
    });
    let step = REACH / order.len().max(1) as f32;
    for (rank, token) in order.iter_mut().enumerate() {
        let who = token.shows.0;
        let seen = is_known(who);
        token.visibility.set_if_neq(if seen { Visibility::Inherited } else { Visibility::Hidden });
        if !seen {
            continue;
        }
        let at = middle(token.place.0) + token.pose.offset;
        let layer = layer_of(&battle.scene.field, token.place.0, target == Some(who));
        let mut place = layer.at(at.x, at.y);
        place.z += rank as f32 * step;
        token.transform.set_if_neq(Transform::from_translation(place));
        let seat = seat_of(who);
        let mut draw = Drawing { camera: &view.camera, textures: &mut textures, images: &mut images };
        let seen = |look: TokenLook| seen_look(look, battle, who, view.hidden_from);
        let (body, older) = draw.looks(token, seen, (seat, target == Some(who)));
        let Figure { body: picture, older: fading } = *token.figure;
        for (entity, wanted) in [(picture, Some(body)), (fading, older)] {
            let Ok((mut sprite, mut transform, mut visibility)) = pictures.get_mut(entity) else { continue };
            visibility.set_if_neq(if wanted.is_some() { Visibility::Inherited } else { Visibility::Hidden });
            if let Some(wanted) = wanted {
                wanted.show(&mut sprite, &mut transform);
            }
        }
    }
}

/// The layer of somebody's token. A token in smoke that is known lies above the smoke: hardly anything shows through
/// that.
fn layer_of(field: &Battlefield, body: Footprint, is_target: bool) -> Layer {
    let is_smoke = |square: Square| field.cell(square).is_some_and(|cell| cell.veil == Some(Veil::Smoke));
    match () {
        () if is_target => Layer::Target,
        () if body.squares().any(is_smoke) => Layer::InSmoke,
        () => Layer::Token,
    }
}

/// A sprite as it should be.
struct Wanted {
    sprite: Sprite,
    place: Transform,
}

impl Wanted {
    fn show(self, sprite: &mut bevy::prelude::Mut<'_, Sprite>, place: &mut bevy::prelude::Mut<'_, Transform>) {
        let Self { sprite: Sprite { image, color, custom_size, .. }, place: wanted } = self;
        if sprite.image != image || sprite.color != color || sprite.custom_size != custom_size {
            **sprite = Sprite { image, color, custom_size, ..Sprite::default() };
        }
        place.set_if_neq(wanted);
    }
}

/// What sprites are made of.
struct Drawing<'a> {
    camera: &'a Camera,
    textures: &'a mut Textures,
    images: &'a mut Assets<Image>,
}

impl Drawing<'_> {
    /// How a token's body looks right now to those who look on, and how it looked before if that still fades.
    fn looks(
        &mut self,
        token: &TokenItem<'_, '_>,
        seen: impl Fn(TokenLook) -> TokenLook,
        (seat, is_target): (Seat, bool),
    ) -> (Wanted, Option<Wanted>) {
        let pose = token.pose;
        let squares = f32::from(token.place.0.side);
        let mut look = token.ring.on(seen(token.look.0));
        look.letter_at_bottom = is_target;
        let middle = middle(token.place.0) + pose.offset;
        let (at, size) = (vec2(seat.aside.0, seat.aside.1) * squares, seat.size);
        if let Some((before, share)) = pose.fading {
            let older = self.picture(&seen(before), middle, at, Vec2::splat(size), 1.0 - share, OLDER);
            return (self.picture(&look, middle, at, Vec2::splat(size), share, BODY), Some(older));
        }
        if pose.down > 0.0 && token.state.fights() {
            look.posture = Posture::Standing;
            let sunk = at + vec2(0.0, 0.13 * pose.down * squares);
            let pressed = vec2(1.0 + 0.12 * pose.down, 1.0 - 0.40 * pose.down);
            return (self.picture(&look, middle, sunk, pressed, 1.0, BODY), None);
        }
        (self.picture(&look, middle, at, Vec2::splat(size), 1.0, BODY), None)
    }

    /// The picture of a look, `at` squares away from the token's `middle`. At its own size it lies on whole pixels.
    fn picture(
        &mut self,
        look: &TokenLook,
        middle: Vec2,
        at: Vec2,
        stretch: Vec2,
        opacity: f32,
        height: f32,
    ) -> Wanted {
        let scale = self.camera.scale();
        let pixels = Vec2::splat(token::side(look, scale) as f32);
        let mut centre = (middle + at) * scale as f32;
        if stretch == Vec2::ONE {
            // Halves go the same way on both sides of the board's edge, unlike with `round`.
            centre = (centre - pixels / 2.0 + 0.5).floor() + pixels / 2.0;
        }
        let at = centre / scale as f32 - middle;
        let image = self.textures.token(self.images, look, scale);
        let color = Color::WHITE.with_alpha(opacity);
        let custom_size = Some(pixels * stretch / scale as f32);
        let place = Transform::from_xyz(at.x, -at.y, height);
        Wanted { sprite: Sprite { image, color, custom_size, ..Sprite::default() }, place }
    }
}

/// Draws somebody pale at the end of a way, a rider in the saddle.
pub(super) fn place_ghosts(
    view: Res<'_, BoardView>,
    playback: Res<'_, Playback>,
    mut textures: ResMut<'_, Textures>,
    mut images: ResMut<'_, Assets<Image>>,
    moved: Query<'_, '_, (), Moved>,
    tokens: Query<'_, '_, (&Shows, &ShownPlace, &Look)>,
    mut ghosts: Query<'_, '_, (Entity, &mut Sprite, &mut Transform), With<Ghost>>,
    mut commands: Commands<'_, '_>,
) {
    const PALE: f32 = 0.62;
    if !view.is_changed() && moved.is_empty() {
        return;
    }
    let path = view.overlays.path.as_ref();
    let end = path.and_then(|path| Some((path.ghost?, *path.squares.last()?)));
    let battle = playback.shown();
    let mut bodies: Vec<(CombatantId, Body)> = Vec::new();
    if let Some((who, anchor)) = end {
        let goes = seats::goes(battle, who);
        let there = |of: Footprint| Footprint { anchor, ..of };
        bodies.push((goes.id, Body { at: there(goes.footprint()), fights: true, mount: None }));
        if goes.id != who {
            let at = there(battle.combatant(who).footprint());
            bodies.push((who, Body { at, fights: true, mount: Some(goes.id) }));
        }
    }
    let mut drawn = ghosts.iter_mut();
    for (rank, (who, body)) in bodies.iter().enumerate() {
        let Some((.., look)) = tokens.iter().find(|(shows, ..)| shows.0 == *who) else { continue };
        let look = TokenLook { wounds: 0, mark: None, ..seen_look(look.0, battle, *who, view.hidden_from) };
        let seat = seats::of(*who, &bodies);
        let at = middle(body.at) + vec2(seat.aside.0, seat.aside.1) * f32::from(body.at.side);
        let mut draw = Drawing { camera: &view.camera, textures: &mut textures, images: &mut images };
        let mut wanted = draw.picture(&look, Vec2::ZERO, at, Vec2::splat(seat.size), PALE, 0.0);
        wanted.place.translation.z = Layer::Ghost.height() + rank as f32 * OLDER.abs();
        match drawn.next() {
            Some((_, mut sprite, mut place)) => wanted.show(&mut sprite, &mut place),
            None => _ = commands.spawn((Drawn, Ghost, wanted.sprite, wanted.place)),
        }
    }
    drawn.for_each(|(ghost, ..)| commands.entity(ghost).despawn());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_is_in_smoke_lies_above_it() {
        let mut field = Battlefield::new(4, 4);
        field.cell_mut(Square::new(2, 1)).unwrap().veil = Some(Veil::Smoke);
        field.cell_mut(Square::new(0, 3)).unwrap().veil = Some(Veil::Fog);
        let layer = |x, y, side| layer_of(&field, Footprint { anchor: Square::new(x, y), side }, false);
        assert!(layer(2, 1, 1) > Layer::Smoke && layer(1, 0, 2) > Layer::Smoke);
        assert!(layer(1, 1, 1) < Layer::Smoke && layer(0, 3, 1) < Layer::Smoke);
        assert!(layer(2, 1, 1) < layer_of(&field, Footprint::one(Square::new(2, 1)), true));
    }
}
