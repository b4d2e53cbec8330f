//! What a step has changed so far, and changes that are only written if they change something.

use super::StepContext;
use crate::rules::{
    ids::CombatantId,
    state::{Battle, Budget, Condition, ConditionKind, Effect, Posture, Status, Vital},
};

impl StepContext<'_> {
    /// The last effect so far for which `says` returns something.
    fn last<T>(&self, says: impl Fn(&Effect) -> Option<T>) -> Option<T> {
        self.effects().filter_map(says).last()
    }

    /// A total after the effects of this step so far.
    pub fn vital(&self, battle: &Battle, who: CombatantId, vital: Vital) -> i16 {
        let written = self.last(|effect| match effect {
            Effect::Vital(whose, which, value) if *whose == who && *which == vital => Some(*value),
            _ => None,
        });
        written.unwrap_or_else(|| battle.combatant(who).vitals.get(vital))
    }

    /// The status of a combatant after the effects of this step so far.
    pub fn status(&self, battle: &Battle, who: CombatantId) -> Status {
        let written = self.last(|effect| match effect {
            Effect::Status(whose, status) if *whose == who => Some(*status),
            _ => None,
        });
        written.unwrap_or_else(|| battle.combatant(who).status)
    }

    /// The posture of a combatant after the effects of this step so far.
    pub fn posture(&self, battle: &Battle, who: CombatantId) -> Posture {
        let written = self.last(|effect| match effect {
            Effect::Posture(whose, posture) if *whose == who => Some(*posture),
            _ => None,
        });
        written.unwrap_or_else(|| battle.combatant(who).posture)
    }

    /// The oldest condition for which `is` holds, after the effects of this step so far.
    pub fn condition(&self, battle: &Battle, who: CombatantId, is: impl Fn(&Condition) -> bool) -> Option<Condition> {
        let mut now = battle.combatant(who).conditions.0.iter().copied().find(|condition| is(condition));
        for effect in self.effects() {
            match effect {
                Effect::AddCondition(whose, new) if *whose == who && is(new) => now = now.or(Some(*new)),
                Effect::ReplaceCondition(whose, old, new) if *whose == who && now == Some(**old) => {
                    now = new.as_deref().copied();
                }
                Effect::Clear(whose, kind) if *whose == who && now.is_some_and(|now| now.kind == *kind) => now = None,
                _ => {}
            }
        }
        now
    }

    /// Sets a total, unless it has that value already.
    pub fn set_vital(&mut self, battle: &Battle, who: CombatantId, vital: Vital, value: i16) {
        if self.vital(battle, who, vital) != value {
            self.effect(Effect::Vital(who, vital, value));
        }
    }

    /// Sets an allowance, unless it had that value before this step.
    pub fn set_budget(&mut self, battle: &Battle, who: CombatantId, budget: Budget, value: i16) {
        if battle.combatant(who).budgets.get(budget) != value {
            self.effect(Effect::Budget(who, budget, value));
        }
    }

    /// Ends the conditions of these kinds that a combatant had before this step.
    pub fn clear(&mut self, battle: &Battle, who: CombatantId, kinds: &[ConditionKind]) {
        for kind in kinds.iter().filter(|kind| battle.combatant(who).conditions.has(**kind)) {
            self.effect(Effect::Clear(who, *kind));
        }
    }
}
