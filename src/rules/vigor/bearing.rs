//! What attacks need to know about two positions: the distance, what is on the lines between them, and to whom an
//! opening would be open. VIG-REACH, VIG-COV, VIG-VIS.

use super::{
    cover::{self, FEET, feet, octant},
    reach, reactions, ready, settings,
    sheet::{arm, sheet_of},
};
use crate::rules::{SituationKey, prelude::*};

/// Distance, lines, the octant of the attacker seen from its target, and who may take an opening. `None` if a readied
/// act may come in between.
pub fn bearing(battle: &Battle, by: CombatantId, on: CombatantId) -> Option<SituationKey> {
    if ready::is_any(battle) {
        return None;
    }
    let (from, to) = (battle.combatant(by).footprint(), battle.combatant(on).footprint());
    let towards = settings::facing_counts(battle).then(|| octant(to, from).map(|towards| towards as u8));
    let enemies = battle.enemies(by).map(|enemy| enemy.id);
    let openings: CombatantSet = enemies.filter(|enemy| reactions::may_take(battle, by, *enemy)).collect();
    Some(cover::lines(battle, from, to).with(&(feet(from, to), towards, openings)))
}

/// The longest reach or range among a combatant's weapons and abilities, in squares.
pub fn farthest(battle: &Battle, who: CombatantId) -> u16 {
    let own = sheet_of(battle, who).reach();
    let far = battle.items_of(who).map(|item| {
        let arm = arm(battle, item.id);
        let used = arm.uses.as_ref().map_or(0, |ability| ability.range.saturating_mul(2));
        reach::reach_with(battle, who, item.id).max(arm.far()).max(arm.throw.saturating_mul(2)).max(used)
    });
    far.fold(own.max(FEET), u16::max).div_ceil(FEET)
}
