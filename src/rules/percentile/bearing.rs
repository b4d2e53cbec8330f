//! What attacks read of where two stand: distance, cover and sight. PCT-GRID-02, PCT-COV, PCT-VIS.

use super::{
    conditions::{self, CHARGE},
    cover, reach, settings,
    sheet::arm,
    targets,
};
use crate::rules::{SituationKey, prelude::*};

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
    let melee = uses(battle, by).filter(|of| of.is_melee()).map(|of| of.reach).max();
    let watched = melee.is_some_and(|far| metres <= far) && cover::sees(battle, on, by);
    Some(SituationKey::of(&(metres, class, seen, watched, cover::rests(battle, by, on))))
}

/// Distance, and whether anything gets so far and there is less than total cover: sight forbids no attack. PCT-ATK-02.
pub fn openness(battle: &Battle, by: CombatantId, on: CombatantId) -> SituationKey {
    let [from, to] = [by, on].map(|who| battle.combatant(who).footprint());
    let metres = reach::distance(from, to);
    let gets_there = |of: &super::sheet::Use| targets::out_of_reach(battle, by, (on, metres), of).is_none();
    // A feint gets as far as untrained fists do, PCT-MAN-03.
    let is_near = |of: &super::sheet::Use| targets::too_far(metres, of).is_none();
    // Whoever asks whether an attack is open asks next what it comes to: the lines for both are drawn once.
    let is_exposed = || cover::visibility(battle, by, on).class < cover::Class::Total;
    let is_open = reach::ready(battle, by).any(|ready| is_near(ready.of)) && is_exposed();
    let strikes = is_open && reach::ready(battle, by).any(|ready| gets_there(ready.of));
    SituationKey::of(&(metres, is_open, strikes))
}

/// Reach and extreme range are in metres, one to a square.
pub fn farthest(battle: &Battle, who: CombatantId) -> u16 {
    uses(battle, who).map(|of| of.reach.max(of.range[3])).max().unwrap_or(0)
}

/// All uses of all that somebody has.
fn uses(battle: &Battle, who: CombatantId) -> impl Iterator<Item = &super::sheet::Use> {
    targets::own_items(battle, who).flat_map(|item| &arm(battle, item.id).uses)
}
