//! Pictures of a board: a small one for the setup, one with a field on it to be saved.

use super::{
    FieldShown,
    art::{
        Picture,
        field_sheet::{self, SheetKey},
        places, terrain,
        token::{self, TokenLook},
        veils,
    },
    seats::{self, Body, Seat},
    tokens::token_look,
};
use crate::{
    geometry::Square,
    rules::{Battle, Battlefield, Combatant, CombatantId},
};

/// The pixels per square at which a board fits into a picture, but no fewer than are worth drawing.
fn scale_for(field: &Battlefield, max_width: u32, max_height: u32) -> u32 {
    let extent = field.extent();
    let fits = (max_width / u32::from(extent.width.max(1))).min(max_height / u32::from(extent.height.max(1)));
    fits.clamp(4, 96)
}

/// The board alone, at the largest whole number of pixels per square that fits.
pub fn map_picture(field: &Battlefield, max_width: u32, max_height: u32) -> Picture {
    layers(field, scale_for(field, max_width, max_height), |_, _| {})
}

/// The board with the places of goals and everybody on it.
pub fn map_picture_of(battle: &Battle, max_width: u32, max_height: u32) -> Picture {
    let field = &battle.scene.field;
    layers(field, scale_for(field, max_width, max_height), |picture, scale| {
        if let Some(places) = places::outlines(&battle.scene.goals, field, scale) {
            picture.lay(&places, 0, 0);
        }
        lay_tokens(battle, picture, scale);
    })
}

/// A field as a picture: the board with everybody on it, shaded, with its numbers, what it shows and its legend; `heads` are
/// the lines above it.
pub fn field_picture(battle: &Battle, shown: &FieldShown, heads: &[String], legend: &[SheetKey]) -> Picture {
    let field = &battle.scene.field;
    let extent = field.extent();
    let (columns, rows) = (u32::from(extent.width), u32::from(extent.height));
    let scale = (4000 / columns.max(rows).max(1)).clamp(16, 48);
    let mut board = terrain::ground(field, scale);
    board.lay(&field_sheet::shades(shown, (columns, rows), scale), 0, 0);
    veils::signs(field, scale).iter().for_each(|signs| board.lay(signs, 0, 0));
    board.lay(&terrain::standing(field, scale), 0, 0);
    lay_tokens(battle, &mut board, scale);
    let is_free = |square: &Square| battle.standing(*square).next().is_none();
    board.lay(&field_sheet::numbers(shown, (columns, rows), scale, is_free), 0, 0);
    field_sheet::framed(&board, (columns, rows), scale, heads, (legend, shown.opacity))
}

fn lay_tokens(battle: &Battle, picture: &mut Picture, scale: u32) {
    for (_, laid) in laid(battle, scale) {
        let token = token::bake(&laid.look, scale).resized(laid.side);
        picture.lay(&token, laid.corner.0, laid.corner.1);
    }
}

/// Where somebody's token lies in a picture, and how it looks there.
pub(super) struct Laid {
    look: TokenLook,
    /// Pixels along its side.
    pub(super) side: u32,
    /// The pixel of its upper left corner.
    pub(super) corner: (i32, i32),
}

/// The tokens of everybody on the board from the lowest to the highest, as on the board: a rider above the mount, and
/// the fallen at the feet of those who stand.
pub(super) fn laid(battle: &Battle, scale: u32) -> Vec<(CombatantId, Laid)> {
    let rules = battle.ruleset.rules();
    let here = battle.combatants().filter(|fighter| !fighter.status.is_absent());
    let body = |fighter: Combatant<'_>| {
        let mount = rules.mount_of(battle, fighter.id);
        (fighter.id, Body { at: fighter.footprint(), fights: fighter.fights(), mount })
    };
    let bodies: Vec<(CombatantId, Body)> = here.map(body).collect();
    let mut order: Vec<(CombatantId, Body, Seat)> =
        bodies.iter().map(|(who, body)| (*who, *body, seats::of(*who, &bodies))).collect();
    order.sort_by_key(|(who, body, seat)| seats::height(*who, *body, *seat));
    let lay = |(who, body, seat): (CombatantId, Body, Seat)| {
        let look = token_look(battle, who, &rules.card(battle, who));
        let side = (token::side(&look, scale) as f32 * seat.size).round() as u32;
        let squares = f32::from(body.at.side);
        let at = |first: i16, aside: f32| {
            let middle = (f32::from(first) + squares * (0.5 + aside)) * scale as f32;
            (middle - side as f32 / 2.0 + 0.5).floor() as i32
        };
        let corner = (at(body.at.anchor.x, seat.aside.0), at(body.at.anchor.y, seat.aside.1));
        (who, Laid { look, side, corner })
    };
    order.into_iter().map(lay).collect()
}

fn layers(field: &Battlefield, scale: u32, tokens: impl FnOnce(&mut Picture, u32)) -> Picture {
    let mut picture = terrain::ground(field, scale);
    if let Some(veils) = veils::below(field, scale) {
        picture.lay(&veils, 0, 0);
    }
    picture.lay(&terrain::standing(field, scale), 0, 0);
    tokens(&mut picture, scale);
    if let Some(smoke) = veils::above(field, scale) {
        picture.lay(&smoke, 0, 0);
    }
    picture
}
