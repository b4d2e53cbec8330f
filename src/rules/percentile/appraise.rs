//! What an outcome is worth, and the answer that forecasts assume.

use super::{Rules, inspect, sheet::WOUNDS};
use crate::rules::{Appraise, Battle, CombatantId, OutcomeState, SituationKey, Step as AnyStep};

impl Appraise for Rules {
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
    ending.loss(battle, whom, [WOUNDS]).map_or(OUT, |lost| (-lost).clamp(0, MOST_WOUNDS.into()) as u8)
}
