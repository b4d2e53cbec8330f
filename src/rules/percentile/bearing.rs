//! What attacks read of where two stand: distance, cover and sight. PCT-GRID-02, PCT-COV, PCT-VIS.

use super::{
    conditions::{self, CHARGE},
    cover, reach, settings,
    sheet::arm,
    targets,
};
use crate::rules::{Placement, SituationKey, prelude::*};

/// Distance, cover, sight both ways where it is near enough for a feint, and whether a weapon is rested. `None` where a
/// readied act may come in between, or a charge is measured from where it began.
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

/// The bearing of two so far apart with nothing in between: cover and bad sight take off chances to hit, PCT-COV-01,
/// PCT-ATK-07. `None` near enough for a feint, which is the better the less the other sees, PCT-MAN-03, and where a parapet
/// could be of use, PCT-COV-08.
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

/// Whether somebody could strike so far with anything he has.
fn is_close(battle: &Battle, by: CombatantId, metres: u16) -> bool {
    uses(battle, by).any(|of| of.is_melee() && metres <= of.reach)
}

/// Distance, and whether anything gets so far and there is less than total cover: sight forbids no attack. PCT-ATK-02.
pub fn openness(battle: &Battle, (by, from): (CombatantId, Placement), (on, to): (CombatantId, Placement)) -> u64 {
    let metres = reach::distance(from.0, to.0);
    let gets_there = |of: &super::sheet::Use| targets::out_of_reach(battle, by, (on, metres), of).is_none();
    // A feint gets as far as untrained fists do, PCT-MAN-03.
    let is_near = |of: &super::sheet::Use| targets::too_far(metres, of).is_none();
    let [from, to] = [(by, from), (on, to)].map(|(who, place)| (place.0, battle.combatant(who).posture));
    let is_open = reach::ready(battle, by).any(|ready| is_near(ready.of)) && cover::is_exposed_at(battle, from, to);
    let strikes = is_open && reach::ready(battle, by).any(|ready| gets_there(ready.of));
    u64::from(metres) << 2 | u64::from(is_open) << 1 | u64::from(strikes)
}

/// Reach and extreme range are in metres, one to a square.
pub fn farthest(battle: &Battle, who: CombatantId) -> u16 {
    uses(battle, who).map(|of| of.reach.max(of.range[3])).max().unwrap_or(0)
}

/// All uses of all that somebody has.
fn uses(battle: &Battle, who: CombatantId) -> impl Iterator<Item = &super::sheet::Use> {
    targets::own_items(battle, who).flat_map(|item| &arm(battle, item.id).uses)
}
