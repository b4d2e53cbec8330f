//! What an outcome is worth, and the answer that forecasts assume.

use super::{
    Rules, answer, asked, card, conditions, habit, inspect,
    sheet::{TEMPORARY, VITALITY},
};
use crate::rules::{
    Appraise, Battle, Choice, CombatantId, Condition, Decision, Effect, OutcomeState, SituationKey, Status,
    Step as AnyStep,
};

impl Appraise for Rules {
    fn default_answer(&self, battle: &Battle, decision: &Decision) -> Choice {
        answer::default_answer(battle, asked(decision))
    }

    fn health(&self, battle: &Battle, who: CombatantId) -> (i32, i32) {
        card::health(battle, who)
    }

    fn attack_numbers(&self, battle: &Battle, step: &AnyStep) -> Option<SituationKey> {
        inspect::attack_numbers(battle, step.as_ref())
    }

    fn grade(&self, battle: &Battle, whom: CombatantId, ending: &OutcomeState) -> u8 {
        grade(battle, whom, ending)
    }

    fn reserve(&self, battle: &Battle, who: CombatantId) -> u8 {
        habit::reserve(battle, who)
    }

    fn fading(&self, battle: &Battle, who: CombatantId) -> u8 {
        conditions::carried(battle, who)
    }

    fn hindrance(&self, condition: &Condition) -> i8 {
        conditions::hindrance(condition)
    }
}

/// 0 nothing lost, 1 less than half of what is left, 2 more, 3 out.
pub fn grade(battle: &Battle, whom: CombatantId, ending: &OutcomeState) -> u8 {
    // Temporary Vitality is Vitality too, TOT-BERS-02.
    let counted = [VITALITY, TEMPORARY];
    let before = counted.map(|vital| battle.combatant(whom).vitals.get(vital));
    let mut after = before;
    for effect in &ending.effects {
        match effect {
            Effect::Status(who, status) if *who == whom && *status != Status::Fighting => return 3,
            Effect::Vital(who, vital, now) if *who == whom => {
                counted.iter().zip(&mut after).filter(|(one, _)| *one == vital).for_each(|(_, after)| *after = *now);
            }
            _ => {}
        }
    }
    let sum = |vitals: [i16; 2]| vitals.into_iter().map(i32::from).sum::<i32>();
    match sum(before) - sum(after) {
        ..=0 => 0,
        lost if lost * 2 >= card::health(battle, whom).1 => 2,
        _ => 1,
    }
}
