//! The state in which an untargeted act with dice leaves the actor: back on its feet, or out of a grip.

use super::{fork::Fork, plan::Planner, turn_context::Standing};
use crate::rules::{Choice, CombatantId, Effect, Forecast, OutcomeState};

/// Whether an effect changes a combatant's place, posture or conditions.
fn is_about(effect: &Effect, who: CombatantId) -> bool {
    match effect {
        Effect::Posture(whom, _) | Effect::Place(whom, _) => *whom == who,
        _ => effect.bearer() == Some(who),
    }
}

/// Whether an end changes something for a combatant without putting it out.
fn changes(end: &OutcomeState, who: CombatantId) -> bool {
    let is_out = |effect: &Effect| matches!(effect, Effect::Status(whom, status) if *whom == who && status.is_out());
    end.effects.iter().any(|effect| is_about(effect, who)) && !end.effects.iter().any(is_out)
}

impl Planner<'_> {
    /// Whether dice decide the result of an act: at once or, for an act aimed at nobody, after a further question to
    /// the actor, such as whether to spend Luck.
    pub(super) fn is_rolled(&self, fork: &Fork, choice: &Choice) -> bool {
        let after = match fork {
            Fork::Dice => return true,
            Fork::Again(_) => return false,
            Fork::Away(after) => after,
        };
        let is_own = after.decision().is_some_and(|next| next.who == self.context.me);
        choice.on.is_none() && is_own && after.scene.acting == self.context.battle.scene.acting
    }

    /// How much better the actor stands after an act with dice: the gain of the likeliest end that changes its state,
    /// times the chance of all such ends.
    pub(super) fn left_of_me(&mut self, odds: &Forecast, here: &Standing) -> i32 {
        let me = self.context.me;
        let changed = odds.odds.iter().filter(|(end, _)| changes(end, me));
        let Some((end, _)) = changed.max_by_key(|(_, weight)| *weight) else { return 0 };
        let mut after = self.context.battle.clone();
        // Changes of health and status have been valued already.
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
