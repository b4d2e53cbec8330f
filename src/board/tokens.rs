//! How combatants look on the board.

use super::art::{
    glyphs,
    token::{Mark, Posture as Pose, TokenLook},
};
use crate::rules::{Battle, Card, CombatantId, Glyph, Location, Posture};

/// How a combatant looks, by what is in the main hand and what its card says.
pub fn token_look(battle: &Battle, who: CombatantId, card: &Card) -> TokenLook {
    let one = battle.one(who);
    let natural = || battle.items().find(|item| item.at == Location::Natural(who)).map(|item| item.id);
    let held = one.hands.held().next().or_else(natural).map(|item| battle.thing(item).glyph);
    let health = card.bars.first().map_or((1, 1), |bar| (bar.now.max(0) as u32, bar.full.max(1) as u32));
    TokenLook {
        health,
        wounds: card.wounds,
        footprint: one.footprint().side,
        posture: match one.posture {
            Posture::Standing => Pose::Standing,
            Posture::Crouching => Pose::Crouching,
            Posture::Prone => Pose::Prone,
        },
        out: one.status.is_out(),
        mark: card.conditions.last().and_then(|fact| mark(&fact.label)),
        ..TokenLook::new(one.team.0, glyph(held.unwrap_or_default()), one.identity.letter)
    }
}

fn mark(condition: &str) -> Option<Mark> {
    let name = condition.to_lowercase();
    match name.as_str() {
        "grabbed" | "grappled" | "held" => Some(Mark::Grabbed),
        "stunned" => Some(Mark::Stunned),
        _ => name.chars().next().map(|letter| Mark::Lettered(letter.to_ascii_uppercase())),
    }
}

/// The silhouette of a thing in the main hand.
const fn glyph(of: Glyph) -> glyphs::Glyph {
    match of {
        Glyph::Fist | Glyph::Pot => glyphs::Glyph::Fist,
        Glyph::Sword => glyphs::Glyph::Sword,
        Glyph::Halberd => glyphs::Glyph::Halberd,
        Glyph::Bow => glyphs::Glyph::Bow,
        Glyph::Crossbow => glyphs::Glyph::Crossbow,
        Glyph::Knife => glyphs::Glyph::Knife,
        Glyph::Club => glyphs::Glyph::Club,
        Glyph::Axe => glyphs::Glyph::Axe,
        Glyph::Staff => glyphs::Glyph::Staff,
        Glyph::Lance => glyphs::Glyph::Lance,
        Glyph::Claws => glyphs::Glyph::Claws,
        Glyph::Horse => glyphs::Glyph::Horse,
        Glyph::Shield => glyphs::Glyph::Shield,
    }
}
