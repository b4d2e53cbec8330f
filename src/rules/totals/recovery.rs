//! Looking for ammunition after the fight. TOT-AMMO-02.

use super::{
    catalogue as ids,
    conditions::SHOT,
    pool, settings,
    step::{TurnStep, step},
};
use crate::{
    dice::Throw,
    rules::{AgendaItem, Battle, CombatantId, Effect, ItemId, StepContext},
};

/// One step for each weapon that has been shot, if its owner or a friend is still on his feet.
pub fn steps(battle: &Battle) -> Vec<AgendaItem> {
    let conscious = |who: CombatantId| {
        let team = battle.combatant(who).team;
        battle.combatants().any(|one| one.team == team && one.fights())
    };
    let archers = battle.combatants().filter(|one| conscious(one.id));
    archers
        .flat_map(|one| one.conditions.0.iter().filter(|shot| shot.kind == SHOT).map(move |shot| (one.id, shot.with)))
        .filter_map(|(who, with)| Some(step(TurnStep::Recover(who, with?))))
        .collect()
}

/// Each piece is found on a 10; or a tenth of them are, half rounded up.
pub fn recover(battle: &Battle, who: CombatantId, item: ItemId, context: &mut StepContext<'_>) {
    let shots = &battle.combatant(who).conditions.0;
    let Some(shot) = shots.iter().find(|shot| shot.kind == SHOT && shot.with == Some(item)) else { return };
    let pieces = shot.level.clamp(0, 200) as u8;
    let found = if settings::finds_a_tenth(battle) {
        u16::from((pieces + 5) / 10)
    } else {
        let thrown = context.throw_apart(Throw::Sum { count: pieces, sides: 10 });
        let found = thrown.faces.iter().filter(|face| face.shows == 10).count() as u16;
        context.log(|| pool::plain(who, "Ammunition found", ids::AMMO_02, &thrown.faces, found.into()));
        found
    };
    context.effect(Effect::ReplaceCondition(who, *shot, None));
    if found > 0 {
        context.effect(Effect::Count(item, battle.item(item).count.unwrap_or(0) + found));
    }
    context.note(who, ids::AMMO_02, format_args!("finds {found} of {pieces} pieces again"));
}
