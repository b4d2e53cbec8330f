//! The geometry that attacks depend on: distance, cover and sight. PCT-GRID-02, PCT-COV, PCT-VIS.

use super::{
    conditions::{self, CHARGE},
    cover, reach, settings,
    sheet::arm,
    targets,
};
use crate::rules::{Placement, SituationKey, prelude::*};

/// Distance, cover, sight (both ways within reach of a feint), and whether a weapon is rested. `None` where a readied
/// action may intervene, or a charge is measured from its starting square.
pub fn bearing(battle: &Battle, by: CombatantId, on: CombatantId) -> Option<SituationKey> {
    let (attacker, target) = (battle.combatant(by), battle.combatant(on));
    if conditions::anybody_readied(battle)
        || settings::charge_by_displacement(battle) && attacker.conditions.has(CHARGE)
    {
        return None;
    }
    let metres = reach::distance(attacker.footprint(), target.footprint());
    let cover::Visibility { class, seen } = cover::visibility(battle, by, on);
    let watched = is_close(battle, by, metres) && cover::sees(battle, on, by);
    Some(key(metres, cover::Visibility { class, seen }, watched, cover::rests(battle, by, on)))
}

/// The bearing at the same distance with nothing in between, which is the best case, as cover and bad sight only lower
/// the chance to hit, PCT-COV-01, PCT-ATK-07. `None` within reach of a feint, since there it may help that the target
/// sees less, PCT-MAN-03, and where a parapet could help, PCT-COV-08.
pub fn clear_bearing(battle: &Battle, by: CombatantId, on: CombatantId) -> Option<SituationKey> {
    let (attacker, target) = (battle.combatant(by), battle.combatant(on));
    let metres = reach::distance(attacker.footprint(), target.footprint());
    let is_plain = attacker.posture != Posture::Crouching && !is_close(battle, by, metres);
    let clear = cover::Visibility { class: cover::Class::None, seen: true };
    is_plain.then(|| key(metres, clear, false, false))
}

fn key(metres: u16, visibility: cover::Visibility, watched: bool, rests: bool) -> SituationKey {
    SituationKey::of(&(metres, visibility.class, visibility.seen, watched, rests))
}

/// Whether any of a combatant's melee weapons reaches this far.
fn is_close(battle: &Battle, by: CombatantId, metres: u16) -> bool {
    uses(battle, by).any(|of| of.is_melee() && metres <= of.reach)
}

/// Distance, and whether anything reaches that far past less than total cover; poor sight forbids no attack.
/// PCT-ATK-02.
pub fn openness(battle: &Battle, (by, from): (CombatantId, Placement), (on, to): (CombatantId, Placement)) -> u64 {
    let metres = reach::distance(from.0, to.0);
    let gets_there = |of: &super::sheet::Use| targets::reach_refusal(battle, by, (on, metres), of).is_none();
    // A feint reaches as far as untrained fists, PCT-MAN-03.
    let is_near = |of: &super::sheet::Use| targets::range_refusal(metres, of).is_none();
    let [from, to] = [(by, from), (on, to)].map(|(who, place)| (place.0, battle.combatant(who).posture));
    let is_open = reach::ready(battle, by).any(|ready| is_near(ready.of)) && cover::is_exposed_at(battle, from, to);
    let strikes = is_open && reach::ready(battle, by).any(|ready| gets_there(ready.of));
    u64::from(metres) << 2 | u64::from(is_open) << 1 | u64::from(strikes)
}

/// The longest reach or extreme range that a combatant has: in metres, one to a square.
pub fn farthest(battle: &Battle, who: CombatantId) -> u16 {
    uses(battle, who).map(|of| of.reach.max(of.range[3])).max().unwrap_or(0)
}

/// All uses of all items that a combatant has.
fn uses(battle: &Battle, who: CombatantId) -> impl Iterator<Item = &super::sheet::Use> {
    targets::own_items(battle, who).flat_map(|item| &arm(battle, item.id).uses)
}
