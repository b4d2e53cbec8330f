//! Striking: with what, at whom, and the roll. DRL-RCH, DRL-STR.

use super::{
    catalogue::{RCH_01, STR_01, SWEEP_01, TURN_01},
    defence, menu,
    sheet::{STRUCK, arm, number},
    step::{Blow, Step},
};
use crate::{
    dice::Throw,
    rules::{
        Action, AttackResult, Battle, Choice, CombatantId, Cost, Effect, Entry, Fate, Item, Offer, Refusal, Roll,
        RuleId, Spread, StepContext, Target, candidates, ground,
    },
};

/// Why a strike cannot get at somebody, DRL-RCH-01.
pub fn out_of_reach(battle: &Battle, blow: Blow) -> Option<Refusal> {
    let (from, to) = (battle.combatant(blow.by).footprint(), battle.combatant(blow.on).footprint());
    if ground::distance(from, to) > arm(battle, blow.item).reach {
        return Some(Refusal::new(RCH_01, "Out of reach"));
    }
    (!ground::has_line(&battle.scene.field, from, to)).then(|| Refusal::new(RCH_01, "A wall is between"))
}

/// The offer to strike with a weapon.
pub fn offer(battle: &Battle, who: CombatantId, item: Item<'_>) -> Offer {
    let foes = candidates(battle, who, |on| out_of_reach(battle, Blow { by: who, on, item: item.id }));
    let struck = battle.combatant(who).budgets.get(STRUCK) == 1;
    let nobody = foes.iter().all(|one| one.refusal.is_some());
    let most = arm(battle, item.id).sweep;
    let offer = Offer::new(&menu::STRIKE, &[STR_01, RCH_01, TURN_01, SWEEP_01], Cost::of(&menu::ONE_STRIKE, 1));
    let sweeping = Spread { least: 1, most, blows: most, repeats: false, together: true };
    let offer = if most > 1 { offer.spread(sweeping) } else { offer };
    offer
        .with(item.id)
        .at(Target::Combatant(foes))
        .refused(struck.then(|| Refusal::new(TURN_01, "Has struck")))
        .refused(nobody.then(|| Refusal::new(RCH_01, "Nobody in reach")))
}

/// The strike that a choice stands for, if it is one.
pub fn blow(by: CombatantId, choice: &Choice) -> Option<Blow> {
    (choice.verb == "strike").then_some(Blow { by, on: choice.on?, item: choice.item? })
}

/// Rolls a d10 against a skill: whether it is enough. No two values on one side of it make a difference later.
pub fn check(
    battle: &Battle,
    who: CombatantId,
    (words, rule): (&'static str, RuleId),
    context: &mut StepContext<'_>,
) -> bool {
    let number = number(battle, who, rule);
    let thrown = context.throw(Throw::die(10), &|die| u32::from(die.sum <= number.value));
    let succeeds = thrown.sum <= number.value;
    context.log(|| Entry::Roll(Roll::new(who, words, rule, &thrown).against(number, succeeds)));
    succeeds
}

/// Strikes, with one roll for all who are struck at: a miss, parries to be decided on, or damage. DRL-SWEEP-01.
pub fn strike(battle: &Battle, blow: Blow, also: &[CombatantId], context: &mut StepContext<'_>) {
    let Blow { by, on, item } = blow;
    context.effect(Effect::Budget(by, STRUCK, 1));
    let blows = || std::iter::once(on).chain(also.iter().copied()).map(|on| Blow { on, ..blow });
    for Blow { on, .. } in blows() {
        context.log(|| {
            let words = if on == blow.on { "strikes" } else { "sweeps on at" }.into();
            let (who, action) = (by, Action::Strike);
            Entry::Action { who, action, words, on: Some(on), with: Some(item), to: None, rule: STR_01 }
        });
    }
    let hits = check(battle, by, ("Strike", STR_01), context);
    for blow in blows() {
        if !hits {
            context.attack_result(AttackResult { by, on: blow.on, fate: Fate::Missed, damage: 0 });
        } else if defence::can_parry(battle, blow.on) {
            context.ask(blow.on, defence::Parry(blow));
        } else {
            context.step(Step::Damage(blow));
        }
    }
}
