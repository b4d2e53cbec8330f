//! Parrying. DRL-PAR.

use serde::{Deserialize, Serialize};

use super::{
    attack::check,
    catalogue::{DMG_01, PAR_01},
    conditions::REELING,
    menu,
    sheet::{NOTCHES, PARRIED, arm},
    step::{Blow, Step},
};
use crate::rules::{
    AttackResult, Averting, Battle, Choice, CombatantId, Cost, Effect, Fate, ItemId, Offer, Question, Refusal,
    RulesetPrompt, StepContext,
};

/// Whether to parry a strike that has hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Parry(pub Blow);

impl RulesetPrompt for Parry {
    fn offers(&self, _: &Battle, _: CombatantId) -> Vec<Offer> {
        vec![
            Offer::new(&menu::PARRY, &[PAR_01], Cost::of(&menu::ONE_PARRY, 1)),
            Offer::new(&menu::DECLINE, &[DMG_01], Cost::FREE),
        ]
    }

    fn answer(
        &self,
        _: &Battle,
        _: CombatantId,
        choice: &Choice,
        context: &mut StepContext<'_>,
    ) -> Result<(), Refusal> {
        context.step(if choice.verb == "parry" { Step::Parry(self.0) } else { Step::Damage(self.0) });
        Ok(())
    }

    /// A parry comes back with the next turn, so it is taken.
    fn default_answer(&self, _: &Battle, _: CombatantId) -> Choice {
        Choice::new("parry")
    }

    fn question(&self, battle: &Battle, who: CombatantId) -> Question {
        let Blow { by, item, .. } = self.0;
        let about = format!("{} has hit with {}", battle.combatant(by).identity.name, battle.item(item).name);
        let title = format!("{} may parry", battle.combatant(who).identity.name);
        Question { title, about, rule: PAR_01, on: Some(by) }
    }
}

/// Whether somebody may parry now.
pub fn can_parry(battle: &Battle, who: CombatantId) -> bool {
    let one = battle.combatant(who);
    one.fights() && one.budgets.get(PARRIED) == 0 && !one.conditions.has(REELING)
}

/// Rolls a parry: the strike is averted, or does its damage.
pub fn parry(battle: &Battle, blow: Blow, context: &mut StepContext<'_>) {
    let Blow { by, on, item } = blow;
    context.effect(Effect::Budget(on, PARRIED, 1));
    if check(battle, on, ("Parry", PAR_01), context) {
        notch(battle, item, context);
        context.attack_result(AttackResult { by, on, fate: Fate::Averted(Averting::Parry), damage: 0 });
    } else {
        context.step(Step::Damage(blow));
    }
}

/// A parried weapon gets a notch, DRL-PAR-02.
fn notch(battle: &Battle, item: ItemId, context: &mut StepContext<'_>) {
    if arm(battle, item).hands > 0 {
        context.effect(Effect::ItemNumber(item, NOTCHES, battle.item(item).numbers.get(NOTCHES) + 1));
    }
}
