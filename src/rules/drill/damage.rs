//! What a hit costs. DRL-DMG, DRL-REEL.

use super::{
    catalogue::{DMG_01, REEL_01},
    conditions::REELING,
    sheet::{HEALTH, harm},
    step::Blow,
};
use crate::{
    dice::Throw,
    rules::{AttackResult, Battle, Condition, Effect, Entry, Fate, Roll, Status, StepContext, Until, Verdict},
};

/// Health that one strike must cost to make somebody reel, DRL-REEL-01.
const HEAVY: i16 = 5;

/// Rolls damage and takes it off Health.
pub fn damage(battle: &Battle, blow: Blow, context: &mut StepContext<'_>) {
    let Blow { by, on, item } = blow;
    let thrown = context.throw_apart(Throw::die(6));
    let die = Verdict::base(DMG_01, "Die", thrown.sum);
    let sum = harm(battle, item).into_iter().fold(die, |sum, (rule, words, amount)| sum.plus(rule, words, amount));
    let lost = sum.value.max(0) as i16;
    context.log(|| Entry::Roll(Roll::new(by, "Damage", DMG_01, &thrown).adding(sum)));
    context.attack_result(AttackResult { by, on, fate: Fate::Hit, damage: lost });
    let left = (battle.combatant(on).vitals.get(HEALTH) - lost).max(0);
    context.effect(Effect::Vital(on, HEALTH, left));
    if left == 0 {
        context.effect(Effect::Status(on, Status::Down));
        context.note(on, DMG_01, "is out of the fight");
    } else if lost >= HEAVY && !battle.combatant(on).conditions.has(REELING) {
        context.effect(Effect::AddCondition(on, Condition::new(REELING, Until::NextTurnEnd)));
        context.note(on, REEL_01, "reels");
    }
}
