//! What an outcome is worth, and the answer that forecasts assume.

use super::{
    Rules, card, conditions, habit, inspect,
    sheet::{TEMPORARY, VITALITY},
};
use crate::rules::{Appraise, Battle, CombatantId, Condition, OutcomeState, SituationKey, Step as AnyStep};

impl Appraise for Rules {
    fn health(&self, battle: &Battle, who: CombatantId) -> (i32, i32) {
        card::health(battle, who)
    }

    fn attack_numbers(&self, battle: &Battle, step: &AnyStep) -> Option<SituationKey> {
        inspect::attack_numbers(battle, step.as_ref())
    }

    /// Half of full Vitality is a heavy loss. Temporary Vitality is Vitality too, TOT-BERS-02.
    fn grade(&self, battle: &Battle, whom: CombatantId, ending: &OutcomeState) -> u8 {
        match ending.loss(battle, whom, [VITALITY, TEMPORARY]) {
            None => 3,
            Some(..=0) => 0,
            Some(lost) if lost * 2 >= card::health(battle, whom).1 => 2,
            Some(_) => 1,
        }
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
