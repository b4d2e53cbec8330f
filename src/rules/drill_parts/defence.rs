//! Defences made of parts. DPT-DEF.

use serde::{Deserialize, Serialize};

use super::{
    blow::{Armour, Blow},
    catalogue::DEF_01,
    menu, parts,
    sheet::{POINTS, sheet},
    step::{Step, Strike},
};
use crate::rules::{
    Spending,
    exchange::{Situation as _, Together},
    prelude::*,
};

/// Asks the target of an attack how to defend, if it may; otherwise goes on with the attack.
pub fn ask(battle: &Battle, strike: Strike, context: &mut StepContext<'_>) {
    let target = battle.combatant(strike.on);
    if target.fights() && sheet(target).wary && target.budgets.get(POINTS) > 0 {
        context.ask(strike.on, Defend(Box::new(strike)));
    } else {
        context.step(Step::Strike(Box::new(strike)));
    }
}

/// How to defend against an attack before its roll, DPT-DEF-01.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Defend(Box<Strike>);

impl RulesetPrompt for Defend {
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        vec![parts::defence(battle, who), Offer::new(&menu::DECLINE, &[DEF_01], Cost::FREE)]
    }

    fn answer(&self, battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let mut strike = *self.0;
        if choice.verb == "defend" {
            let offer = parts::defence(battle, who);
            let paid = offer.price(choice, Spending::Points) as u8;
            let left = battle.combatant(who).budgets.get(POINTS) - i16::from(paid);
            context.effect(Effect::Budget(who, POINTS, left));
            let dodges = offer.value(choice, "dodge") == 1;
            let braced = if offer.value(choice, "brace") == 1 { 2 } else { 0 };
            let (guard, armour) = if dodges { (paid, 0) } else { (0, paid + braced) };
            let raised = |blow: &Blow| Blow { guard: blow.guard + guard, ..*blow };
            let blows: Vec<Blow> = strike.attack.parts.members().map(raised).collect();
            let whole = Armour { value: strike.attack.whole.value + armour, ..strike.attack.whole };
            strike.attack = Together::new(&blows, whole).expect("as many blows as before");
            strike.stage = strike.attack.begin();
            context.note(who, DEF_01, if dodges { "dodges" } else { "blocks" });
        }
        context.step(Step::Strike(Box::new(strike)));
    }

    fn default_answer(&self, _: &Battle, _: CombatantId) -> Choice {
        Choice::new("decline")
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let by = self.0.by;
        let about = format!("{} strikes", battle.combatant(by).identity.name);
        Told::new(battle, who, "may defend", about, DEF_01).on(by).by(by, None)
    }
}
