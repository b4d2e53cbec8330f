//! What an act with dice that is aimed at nobody leaves of whoever does it: on its feet, or out of a grip.

use super::{fork::Fork, plan::Planner, turn_context::Standing};
use crate::rules::{Choice, CombatantId, Effect, Forecast, OutcomeState};

/// Whether an effect moves somebody, raises or fells it, or changes its conditions.
fn is_about(effect: &Effect, who: CombatantId) -> bool {
    match effect {
        Effect::Posture(whom, _) | Effect::Place(whom, _) => *whom == who,
        _ => effect.bearer() == Some(who),
    }
}

/// Whether something is different for somebody who is still there.
fn changes(end: &OutcomeState, who: CombatantId) -> bool {
    let is_out = |effect: &Effect| matches!(effect, Effect::Status(whom, status) if *whom == who && status.is_out());
    end.effects.iter().any(|effect| is_about(effect, who)) && !end.effects.iter().any(is_out)
}

impl Planner<'_> {
    /// Whether dice decide what comes of an act that is aimed at nobody, at once or after a question of one's own, such as
    /// whether Luck goes into it.
    pub(super) fn is_rolled(&self, fork: &Fork, choice: &Choice) -> bool {
        let after = match fork {
            Fork::Dice => return true,
            Fork::Again(_) => return false,
            Fork::Away(after) => after,
        };
        let is_own = after.decision().is_some_and(|next| next.who == self.context.me);
        choice.on.is_none() && is_own && after.scene.acting == self.context.battle.scene.acting
    }

    /// How much better one stands after an act with dice, by the likeliest of its ends that change that, times the chance of
    /// them all.
    pub(super) fn left_of_me(&mut self, odds: &Forecast, here: &Standing) -> i32 {
        let me = self.context.me;
        let changed = odds.odds.iter().filter(|(end, _)| changes(end, me));
        let Some((end, _)) = changed.max_by_key(|(_, weight)| *weight) else { return 0 };
        let mut after = self.context.battle.clone();
        // Harm, and what becomes of others, has been valued.
        let is_valued = |effect: &Effect| match effect {
            Effect::Vital(_, vital, _) => self.context.rules.is_health(*vital),
            Effect::Status(..) => true,
            _ => false,
        };
        end.effects.iter().filter(|effect| !is_valued(effect)).for_each(|effect| after.apply(effect));
        let there = if self.context.depth.is_single() {
            self.context.glance(self.memory, &after)
        } else {
            self.context.stand(self.memory, &after)
        };
        let chance = odds.odds.chance(|end| changes(end, me)).percent() as i32;
        (there.account(None).total - here.account(None).total) * chance / 100
    }
}
