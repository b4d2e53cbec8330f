//! Life that may fall below 0: losing it, after a buffer, and whether a combatant fights on, falls unconscious or dies.
//! How much is lost, and what becomes of the dying, is up to the ruleset.

use super::StepContext;
use crate::rules::{
    ids::CombatantId,
    state::{Battle, Vital},
};

/// The state that losses bring a combatant to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plight {
    /// Fights on.
    Stands,
    /// Unconscious.
    Falls,
    /// Dead.
    Dies,
}

impl Plight {
    /// The state at some Vitality and Fatigue, with some endurance. The drugged fight on at a Vitality of 0 or less.
    /// TOT-DYING-01, TOT-DYING-06, TOT-BERS-06, POO-VIT-01, POO-VIT-07, POO-BER-06.
    pub const fn of([vitality, fatigue]: [i16; 2], endurance: i16, drugged: bool) -> Self {
        match () {
            () if vitality <= -endurance => Self::Dies,
            () if fatigue > 0 && (vitality > 0 || drugged) => Self::Stands,
            () => Self::Falls,
        }
    }
}

/// Buffer and Vitality after a loss, the buffer first. TOT-DMG-03, POO-DMG-06.
pub fn after_loss([buffer, vitality]: [i16; 2], loss: i32) -> [i16; 2] {
    let first = loss.clamp(0, buffer.max(0).into());
    let left = i32::from(vitality) - (loss - first);
    [buffer - first as i16, left.max(i16::MIN.into()) as i16]
}

impl StepContext<'_> {
    /// Takes a loss from a buffer and then from Vitality; returns what comes off Vitality.
    pub fn lose(&mut self, battle: &Battle, who: CombatantId, totals: [Vital; 2], loss: i32) -> i16 {
        let now = totals.map(|vital| self.vital(battle, who, vital));
        let left = after_loss(now, loss);
        totals.into_iter().zip(left).for_each(|(vital, left)| self.set_vital(battle, who, vital, left));
        now[1].saturating_sub(left[1])
    }
}
