//! What a to-hit roll and all that follows it can depend on, so that equal situations are forecast once.

use super::{
    conditions::{HELD, HOLDING, MOUNTED, RIDDEN},
    step::{AttackStep, Blow, Manner, Step},
};
use crate::rules::{Battle, CombatantId, SituationKey, Whole};

/// The situation of a step: of the to-hit roll of a blow or shot without energies between two who hold nobody and ride
/// nothing.
pub fn of(battle: &Battle, step: &Step) -> Option<SituationKey> {
    let Step::Attack(AttackStep::Strike(blow)) = step else { return None };
    if !is_plain(blow) || is_tied(battle, blow.by) || is_tied(battle, blow.on) {
        return None;
    }
    // How much may be spent on a defence hangs on whose turn it is.
    let situation = SituationKey::of(&(blow, battle.scene.round, battle.scene.acting));
    let mut situation = [blow.by, blow.on]
        .into_iter()
        .fold(situation, |situation, who| situation.with(&Whole(&battle.rows()[who.index()])));
    for item in battle.items().filter(|item| [blow.by, blow.on].map(Some).contains(&item.at.bearer())) {
        situation = situation.with(&(item.id, item.at, item.loaded, item.count, item.condition));
    }
    Some(situation)
}

const fn is_plain(blow: &Blow) -> bool {
    blow.spell.is_none() && !matches!(blow.manner, Manner::Cast | Manner::Wrestle)
}

/// Whether what happens to somebody happens to somebody else too.
fn is_tied(battle: &Battle, who: CombatantId) -> bool {
    [HELD, HOLDING, MOUNTED, RIDDEN].into_iter().any(|tie| battle.combatant(who).conditions.has(tie))
}
