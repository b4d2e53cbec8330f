//! The rolls of an attack as the log tells them, with every term. VIG-ROLL-08.

use super::{
    catalogue as ids, defence,
    exchange::{Check, Delivery, Harm, LeadsTo, Situation, Stage},
    guard::{self, Course},
    settings,
    step::Exchange,
};
use crate::{
    dice::Thrown,
    rules::{Battle, CombatantId, Entry, Roll, Verdict},
};

/// The roll that has just been made at a stage.
pub fn roll(battle: &Battle, exchange: &Exchange, thrown: &Thrown) -> Entry {
    let (strike, situation) = (&exchange.strike, &exchange.situation);
    let by = strike.by;
    let on = strike.on.combatant().unwrap_or(by);
    let held = |number: Verdict| {
        let success = thrown.sum > number.value;
        (number, success)
    };
    Entry::Roll(match exchange.stage {
        Stage::Attack if is_direct(situation) => Roll::new(by, "Force", ids::RES_02, thrown),
        Stage::Attack => {
            let mut vs = Verdict::default();
            guard::vs(battle, strike, &strike.means(battle), &Course::of(battle, strike), &mut vs);
            let (vs, success) = held(vs);
            Roll::new(by, "Attack", ids::ATK_01, thrown).against(vs, success)
        }
        Stage::Defend(total, form) => {
            let name = defence::ways(battle, on).nth(form.into()).map(|way| way.name().to_string());
            let (number, success) = held(Verdict::base(ids::REACT_04, "Attack", total.into()));
            let words = name.unwrap_or_else(|| "Defence".into());
            Roll::new(on, words, ids::REACT_04, thrown).against(number, success)
        }
        Stage::Damage(..) => damage(exchange, thrown),
        Stage::Resist(total) => {
            let (number, success) = held(to_resist(battle, direct_check(situation), total));
            Roll::new(on, "Resistance", ids::RES_01, thrown).against(number, success)
        }
        Stage::Check(place, _, total) => {
            let check = situation.checks[usize::from(place)];
            let (words, rule) = match check.map(|check| check.leads_to) {
                Some(LeadsTo::Sonic | LeadsTo::Stun) => ("Resistance: Stamina", ids::TYPE_08),
                Some(LeadsTo::Fall) => ("Resistance: Strength", ids::COND_05),
                _ => ("Resistance", ids::RES_01),
            };
            let (number, success) = held(to_resist(battle, check, total));
            Roll::new(on, words, rule, thrown).against(number, success)
        }
        Stage::Decide(_) | Stage::Done(_) => Roll::new(by, "", ids::ROLL_01, thrown),
    })
}

/// Whether an ability comes about without an attack roll.
pub const fn is_direct(situation: &Situation) -> bool {
    matches!(situation.delivery, Delivery::Direct(_))
}

/// The check against all that a direct ability does.
pub const fn direct_check(situation: &Situation) -> Option<Check> {
    match situation.delivery {
        Delivery::Direct(check) => check,
        Delivery::Aimed => None,
    }
}

/// What a Resistance check must be above: a stated VS, or the acting side's total. VIG-RES-02, VIG-ROLL-02.
pub fn to_resist(battle: &Battle, check: Option<Check>, total: i16) -> Verdict {
    let Some(above) = check.and_then(|check| check.above) else {
        return Verdict::base(ids::RES_02, "The acting side's total", total.into());
    };
    let ties = i32::from(settings::tie_succeeds(battle));
    let mut number = Verdict::base(ids::RES_02, "VS", i32::from(above) + ties);
    if ties > 0 {
        number.add(ids::ROLL_02, "A tie is enough", -ties);
    }
    number
}

/// A roll that all targets of an area share.
pub fn shared_roll(by: CombatantId, stage: Stage, thrown: &Thrown) -> Entry {
    Entry::Roll(match stage {
        Stage::Damage(..) => {
            let mut roll = Roll::new(by, "Damage", ids::DMG_01, thrown);
            if thrown.bursts > 0 {
                roll.upshot = "critical".into();
            }
            roll
        }
        _ => Roll::new(by, "Attack", ids::ATK_08, thrown),
    })
}

/// The damage roll with what stops it. VIG-DMG-05.
fn damage(exchange: &Exchange, thrown: &Thrown) -> Roll {
    let situation = &exchange.situation;
    let rolled = thrown.sum.min(i16::MAX.into()) as i16;
    let harm = situation.harm(rolled);
    let sum = stopped(situation, rolled, &harm);
    let mut roll = Roll::new(exchange.strike.by, "Damage", ids::DMG_01, thrown).adding(sum);
    if thrown.bursts > 0 {
        roll.upshot = "critical".into();
    }
    roll
}

/// Rolled damage less what stops it: the terms of body damage, VIG-DMG-05.
pub fn stopped(situation: &Situation, rolled: i16, harm: &Harm) -> Verdict {
    let mut sum = Verdict::base(ids::DMG_01, "Dice", rolled.into());
    sum.add(ids::COV_06, "Cover", i32::from(harm.past_cover) - i32::from(rolled));
    sum.add(ids::ARM_01, "Armour", -i32::from(harm.stopped));
    let through = harm.past_cover - harm.stopped;
    let rule = if situation.body.immune { ids::QUAL_04 } else { ids::TYPE_03 };
    let words = if situation.body.immune { "Superior Durability" } else { "Damage type" };
    sum.add(rule, words, i32::from(harm.body) - i32::from(through));
    sum
}
