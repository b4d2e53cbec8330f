//! Coming upon an enemy whom nobody of the mover's side knew of. PCT-GRID-05.

use super::walks::may_stand;
use crate::{
    geometry::Square,
    rules::{
        Battle, CombatantId, StepContext,
        percentile::{
            bonds::{self, feet},
            catalogue as ids,
            step::{Notice, Walk},
        },
    },
};

/// The enemies in the fight whom whatever does the walking for `who` would touch there.
pub fn enemies_at(battle: &Battle, who: CombatantId, at: Square) -> impl Iterator<Item = CombatantId> + '_ {
    let side = battle.combatant(who).team;
    let body = feet(battle, who).placement.at(at).0;
    body.squares().flat_map(|square| battle.standing(square)).filter(move |one| battle.combatant(*one).team != side)
}

/// Makes the whole side of `who` aware of those whom it comes upon without knowing of them, PCT-GRID-05.
pub fn come_upon(battle: &Battle, who: CombatantId, found: &[CombatantId], context: &mut StepContext<'_>) {
    let side = battle.combatant(who).team;
    for enemy in found.iter().filter(|enemy| !battle.is_known(side, **enemy)) {
        for mate in battle.combatants().filter(|one| one.team == side && one.fights()) {
            bonds::noticed(battle, mate.id, *enemy, context);
        }
        context.note(who, ids::GRID_05, format_args!("comes upon {}", battle.combatant(*enemy).identity.name));
    }
}

/// The enemies in the way of a walk who stop it here: those in the next square, or behind squares in which it cannot end.
/// Nobody known is in the way of one that was allowed.
pub fn in_front(battle: &Battle, walk: &Walk) -> Vec<CombatantId> {
    // Whoever swings flies over those on the way, PCT-STU-08.
    let flies = walk.going.airborne && walk.going.notice != Notice::Every;
    for (count, square) in walk.way.iter().enumerate() {
        let mut found: Vec<CombatantId> = enemies_at(battle, walk.who, *square).collect();
        let is_end = count + 1 == walk.way.len();
        if !found.is_empty() && (is_end || !flies) {
            found.dedup();
            return found;
        }
        if may_stand(battle, walk.who, *square) {
            break;
        }
    }
    Vec::new()
}
