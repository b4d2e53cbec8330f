//! What a to-hit roll and all that follows it can depend on, so that equal situations are forecast once.

use super::{
    conditions::{CONCENTRATES, HELD, HOLDING, MOUNTED, RIDDEN},
    step::{AttackStep, Manner, Step},
};
use crate::rules::{Battle, CombatantId, SituationKey, Whole};

/// The situation of a step: of the to-hit roll of a blow, shot or spell between two who hold nobody, ride nothing and
/// concentrate on nothing.
pub fn of(battle: &Battle, step: &Step) -> Option<SituationKey> {
    let Step::Attack(AttackStep::Strike(blow)) = step else { return None };
    if blow.manner == Manner::Wrestle || is_tied(battle, blow.by) || is_tied(battle, blow.on) {
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

/// Whether what happens to somebody happens to somebody else too.
fn is_tied(battle: &Battle, who: CombatantId) -> bool {
    [CONCENTRATES, HELD, HOLDING, MOUNTED, RIDDEN].into_iter().any(|tie| battle.combatant(who).conditions.has(tie))
}
