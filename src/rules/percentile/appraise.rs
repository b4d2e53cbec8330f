//! What an outcome is worth, and the answer that forecasts assume.

use super::{Rules, answer, asked, inspect, sheet::WOUNDS};
use crate::rules::{
    Appraise, Battle, Choice, CombatantId, Decision, Effect, OutcomeState, SituationKey, Status, Step as AnyStep,
};

impl Appraise for Rules {
    fn default_answer(&self, battle: &Battle, decision: &Decision) -> Choice {
        answer::default_answer(battle, decision.who, asked(decision))
    }

    fn attack_numbers(&self, battle: &Battle, step: &AnyStep) -> Option<SituationKey> {
        inspect::attack_numbers(battle, step.as_ref())
    }

    fn health(&self, battle: &Battle, who: CombatantId) -> (i32, i32) {
        inspect::health(battle, who)
    }

    fn grade(&self, battle: &Battle, whom: CombatantId, ending: &OutcomeState) -> u8 {
        grade(battle, whom, ending)
    }

    fn grades(&self) -> [&'static str; 4] {
        ["no wound", "one wound", "two or more", "out"]
    }
}

/// The grade of whoever is out.
pub const OUT: u8 = 3;

/// The grade of more than one wound.
pub const MOST_WOUNDS: u8 = 2;

/// 0 no wound, 1 one wound, 2 more, 3 out.
pub fn grade(battle: &Battle, whom: CombatantId, ending: &OutcomeState) -> u8 {
    let before = battle.combatant(whom);
    let mut wounds = 0;
    for effect in &ending.effects {
        match effect {
            Effect::Status(who, status) if *who == whom && *status != Status::Fighting => return OUT,
            Effect::Vital(who, WOUNDS, now) if *who == whom => wounds = *now - before.vitals.get(WOUNDS),
            _ => {}
        }
    }
    wounds.clamp(0, MOST_WOUNDS.into()) as u8
}
