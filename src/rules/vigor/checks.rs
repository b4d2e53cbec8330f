//! Bonus dice and action rolls as they are thrown in a battle. VIG-ROLL, VIG-RES.

use super::{
    ability::Ability,
    conditions::{RESISTING, RESISTS_ALL, is_unconscious, is_wounded, steps},
    dice::{BonusDice, action_roll, bonus_of},
    settings,
    sheet::{RollKind, Score, sheet, sheet_of},
};
use crate::{
    dice::{Throw, Thrown},
    rules::{Battle, CombatantId, Entry, Roll, RuleId, StepContext, Verdict},
};

/// Bonus dice of a score, VIG-ROLL-03.
pub fn score_dice(battle: &Battle, who: CombatantId, score: Score) -> u8 {
    bonus_of(sheet_of(battle, who).score(score), settings::score_per_bonus_die(battle) as i16)
}

/// Bonus dice on an action roll of somebody: so many, with the steps of the roll itself, those that always count on such
/// rolls, those of conditions and of a wound. VIG-ROLL-04, VIG-ROLL-05.
pub fn action_dice(battle: &Battle, who: CombatantId, kind: RollKind, count: u8, net: i32) -> BonusDice {
    let one = battle.combatant(who);
    let all = net + sheet(one).steps(kind).net() + steps(one) - i32::from(is_wounded(one));
    BonusDice { count, steps: all.clamp(-100, 100) as i8 }
}

/// An action roll as it is thrown.
pub fn action(battle: &Battle, dice: BonusDice) -> Throw {
    action_roll(dice, settings::bursts_once(battle))
}

/// What must be exceeded in a check that is neither an attack nor a contest, VIG-ROLL-02.
pub fn beats(battle: &Battle, total: i32, vs: i32) -> bool {
    let ties = settings::tie_succeeds(battle);
    total > vs || ties && total == vs
}

/// An entry of the log for a roll.
pub fn told(who: CombatantId, words: &'static str, rule: RuleId, thrown: &Thrown) -> Entry {
    Entry::Roll(Roll::new(who, words, rule, thrown))
}

/// Rolls a check against a VS and tells it: whether it succeeds. A forecast keeps only that apart.
pub fn check(
    battle: &Battle,
    who: CombatantId,
    dice: BonusDice,
    (words, rule, vs): (&'static str, RuleId, i32),
    context: &mut StepContext<'_>,
) -> bool {
    let thrown = context.throw(action(battle, dice), &|reading| u32::from(beats(battle, reading.sum, vs)));
    let success = beats(battle, thrown.sum, vs);
    context.log(|| {
        let number = Verdict::base(rule, "VS", vs);
        Entry::Roll(Roll::new(who, words, rule, &thrown).against(number, success))
    });
    success
}

/// Whether somebody lets a force have its way. The catalogue lets one decline; as a check costs nothing, nobody is asked:
/// one struggles against harm, and lets help and what a friend does to one directly come about. Standing orders may say
/// that all is resisted, or nothing; the unconscious resist nothing. `ability`: what is to come about, if it is not a
/// rider, which is always harm. VIG-RES-01.
pub fn declines(battle: &Battle, on: CombatantId, by: CombatantId, ability: Option<&Ability>) -> bool {
    let one = battle.combatant(on);
    if is_unconscious(one) {
        return true;
    }
    match one.conditions.find(RESISTING).map(|orders| orders.level) {
        Some(RESISTS_ALL) => false,
        Some(_) => true,
        None => ability.is_some_and(|ability| {
            let of_a_friend = one.team == battle.combatant(by).team && !ability.is_attack();
            of_a_friend || ability.is_help()
        }),
    }
}

/// The dice of a Resistance check, VIG-RES-01.
pub fn resistance_dice(battle: &Battle, who: CombatantId, score: Score) -> BonusDice {
    let numbers = sheet_of(battle, who);
    let own = numbers.resistances.iter().filter(|(one, _)| *one == score).map(|(_, dice)| *dice);
    let count = own.fold(score_dice(battle, who, score).saturating_add(numbers.extra.resistance), u8::saturating_add);
    action_dice(battle, who, RollKind::Resistance, count, 0)
}
