//! How combatants look on the board.

use super::art::{
    glyphs,
    token::{Mark, Posture as Pose, TokenLook},
};
use crate::rules::{
    Battle, Card, Combatant, CombatantId, CombatantSet, ItemGlyph, Location, Posture, Sign, Status, Team,
};

/// How a combatant looks, by what is in the main hand and what its card says.
pub fn token_look(battle: &Battle, who: CombatantId, card: &Card) -> TokenLook {
    let fighter = battle.combatant(who);
    let natural = || battle.items().find(|item| item.at == Location::Natural(who)).map(|item| item.id);
    let held = fighter.hands.held().next().or_else(natural).map(|item| battle.item(item).glyph);
    let health = card.bars.first().map_or((1, 1), |bar| (bar.now.max(0) as u32, bar.full.max(1) as u32));
    // A combatant still to come is whole.
    let out = fighter.status.is_out() && fighter.status != Status::Awaited;
    TokenLook {
        health,
        wounds: card.wounds,
        footprint: fighter.footprint().side,
        posture: match fighter.posture {
            Posture::Standing => Pose::Standing,
            Posture::Crouching => Pose::Crouching,
            Posture::Prone => Pose::Prone,
        },
        out,
        hidden: fighter.fights() && is_unnoticed(battle, who, None),
        // Of the fallen only what may become of them matters.
        mark: card.sign.filter(|sign| !out || !matches!(sign, Sign::Letter(_))).map(mark),
        ..TokenLook::new(fighter.team.0, glyph(held.unwrap_or_default()), fighter.identity.letter)
    }
}

/// How somebody who is in no battle looks: by side, by what is held and by a letter.
pub fn plain_look(team: Team, held: ItemGlyph, letter: char) -> TokenLook {
    TokenLook::new(team.0, glyph(held), letter.to_ascii_uppercase())
}

/// Whether a side knows of a combatant who is still on the board.
pub(super) fn is_seen(battle: &Battle, fighter: Combatant<'_>, by: Option<Team>) -> bool {
    !fighter.status.is_absent() && by.is_none_or(|team| battle.is_known(team, fighter.id))
}

/// A look as a side sees it: a broken ring shows nothing that the side does not know.
pub(super) fn seen_look(look: TokenLook, battle: &Battle, who: CombatantId, by: Option<Team>) -> TokenLook {
    let fights = !look.out && battle.combatant(who).status != Status::Awaited;
    TokenLook { hidden: fights && is_unnoticed(battle, who, by), ..look }
}

/// Whether no enemy that a side knows of has noticed a fighter; without a side, no enemy at all. Where the side does not
/// know of all enemies, those may have noticed whom they like.
fn is_unnoticed(battle: &Battle, who: CombatantId, known_to: Option<Team>) -> bool {
    let unknown = known_to.map_or_else(CombatantSet::default, |side| battle.unknown_to(side));
    let mut enemies = battle.enemies(who).filter(|enemy| enemy.fights()).peekable();
    let has_any = enemies.peek().is_some() || battle.is_partial();
    let mut known = enemies.filter(|enemy| !unknown.contains(enemy.id));
    battle.ruleset.rules().has_hiding() && has_any && !known.any(|enemy| enemy.aware.of(who))
}

const fn mark(sign: Sign) -> Mark {
    match sign {
        Sign::Held => Mark::Grabbed,
        Sign::Stunned => Mark::Stunned,
        Sign::Dying => Mark::Dying,
        Sign::Stable => Mark::Stable,
        Sign::Letter(letter) => Mark::Lettered(letter),
    }
}

/// The silhouette of a thing in the main hand.
const fn glyph(of: ItemGlyph) -> glyphs::Glyph {
    match of {
        ItemGlyph::Fist | ItemGlyph::Pot => glyphs::Glyph::Fist,
        ItemGlyph::Sword => glyphs::Glyph::Sword,
        ItemGlyph::Halberd => glyphs::Glyph::Halberd,
        ItemGlyph::Bow => glyphs::Glyph::Bow,
        ItemGlyph::Crossbow => glyphs::Glyph::Crossbow,
        ItemGlyph::Knife => glyphs::Glyph::Knife,
        ItemGlyph::Club => glyphs::Glyph::Club,
        ItemGlyph::Axe => glyphs::Glyph::Axe,
        ItemGlyph::Staff => glyphs::Glyph::Staff,
        ItemGlyph::Lance => glyphs::Glyph::Lance,
        ItemGlyph::Claws => glyphs::Glyph::Claws,
        ItemGlyph::Horse => glyphs::Glyph::Horse,
        ItemGlyph::Shield => glyphs::Glyph::Shield,
    }
}
