//! Attacks from the declaration to the last roll: gathers the exchange from the battle, runs it, and logs every term.
//! VIG-ATK, VIG-ROLL-08.

use super::{
    ability::Resistance,
    area,
    arms::{DamageType, Rider, Score},
    awareness::turn_to,
    catalogue as ids,
    conditions::{WEAKNESS, is_charmed_by, is_target},
    cover::{self, Aim, has_clear_path},
    damage::{self, Settling},
    defence,
    dice::{declines, resistance_dice, to_beat},
    exchange::{Check, DamageDice, Delivery, Harm, LeadsTo, MOST_CHECKS, Situation, Stage},
    guard::{self, Course},
    objects::{self, Targets},
    settings,
    sheet::{Kind, arm, sheet},
    step::{AttackStep, Exchange, Manner, Mark, Strike, With},
    strike::{Means, Span},
};
use crate::{
    dice::Thrown,
    rules::{
        Action, Battle, CombatantId, Effect, Entry, Location, Quick, Refusal, Roll, StepContext, Tally as _, Verdict,
        exchange::{Advanced, Situation as _, advance},
    },
};

/// Why an attack is impossible, its costs aside. VIG-ATK-01 (1).
pub fn refusal(battle: &Battle, strike: &Strike) -> Option<Refusal> {
    let means = strike.means(battle);
    weapon_refusal(battle, strike, &means).or_else(|| match strike.on {
        Mark::Combatant(on) => target_refusal(battle, strike.by, on, &means),
        Mark::Site(site) => {
            let whole = objects::left(battle, site) > 0;
            let none = (!whole).then(|| Refusal::new(ids::OBJ_01, "Nothing to break"));
            none.or_else(|| Targets::of(battle, strike.by, &means).out_of_reach(site))
        }
        Mark::Area(at) => area::refusal(battle, strike.by, at, &means),
    })
}

/// Why a weapon cannot be used at all now.
pub fn weapon_refusal(battle: &Battle, strike: &Strike, means: &Means<'_>) -> Option<Refusal> {
    if means.is_ranged() && means.damage == DamageType::Sonic && settings::is_vacuum(battle) {
        return Some(Refusal::new(ids::TYPE_08, "No sound in a vacuum"));
    }
    let (With::Item(item) | With::Thrown(item)) = strike.with else { return None };
    let at = battle.item(item).at;
    if at.bearer() != Some(strike.by) || matches!(at, Location::Stowed(_)) {
        return Some(Refusal::new(ids::ACT_04, "Not in hand"));
    }
    let needs_both = arm(battle, item).hands == 2 && !matches!(at, Location::Both(_) | Location::Natural(_));
    needs_both.then(|| Refusal::new(ids::ACT_04, "Needs both hands"))
}

/// Why a combatant cannot be attacked. VIG-REACH-03, VIG-ATK-06, VIG-VIS.
pub fn target_refusal(battle: &Battle, by: CombatantId, on: CombatantId, means: &Means<'_>) -> Option<Refusal> {
    let (attacker, target) = (battle.combatant(by), battle.combatant(on));
    if !is_target(target) {
        return Some(Refusal::new(ids::DYING_04, "Out of the fight"));
    }
    if is_charmed_by(battle, by, on) {
        return Some(Refusal::new(ids::ACT_05, "Charmed by it"));
    }
    if attacker.team != target.team && !attacker.aware.of(on) {
        return Some(Refusal::new(ids::SETUP_06, "Not aware of it"));
    }
    let (span, to) = (Span::of(battle, by, means), target.footprint());
    span.too_far(to).or_else(|| match means.is_ranged() {
        false => (!has_clear_path(battle, span.from, to)).then(|| Refusal::new(ids::REACH_02, "No clear path")),
        true => {
            let line = cover::between(battle, span.from, to, Aim::Shot);
            let walled = line.wall.map(|_| Refusal::new(ids::ATK_06, "A wall is between"));
            walled.or_else(|| span.unseen(to, line.grade))
        }
    })
}

/// Declares an attack: logs it, and gathers everything it can depend on. VIG-ATK-01.
pub fn declare(battle: &Battle, strike: &Strike, context: &mut StepContext<'_>) {
    if let Mark::Area(at) = strike.on {
        return area::declare(battle, strike, at, context);
    }
    let means = strike.means(battle);
    let to = guard::body(battle, strike).anchor;
    context.log(|| {
        let (action, words) = words(strike, &means);
        // The words of an ability already name it.
        let with = strike.with.item().filter(|_| means.ability.is_none());
        let (who, on) = (strike.by, strike.on.combatant());
        Entry::Action { who, action, words: words.into(), on, with, to: Some(to), rule: ids::ATK_01 }
    });
    turn_to(battle, strike.by, battle.combatant(strike.by).footprint(), guard::body(battle, strike), context);
    if let Mark::Combatant(on) = strike.on
        && means.is_attack()
    {
        // A weakness counts for one attack roll, VIG-ACT-05.
        let all = battle.combatant(strike.by).conditions.0.iter();
        for found in all.filter(|known| known.kind == WEAKNESS && known.whom == Some(on)) {
            context.effect(Effect::replaced(strike.by, *found, None));
        }
    }
    let situation = situation(battle, strike);
    let exchange = Exchange { strike: *strike, situation, stage: situation.begin() };
    context.step(AttackStep::Exchange(Box::new(exchange)));
}

/// The words of an attack in the log.
fn words(strike: &Strike, means: &Means<'_>) -> (Action, String) {
    let (action, verb) = match strike.with {
        With::Thrown(_) => (Action::Throw, "throws at".to_string()),
        // A direct ability is not aimed, VIG-ACT-03.
        With::Used(_) if !means.is_attack() => (Action::Act, format!("uses {} on", means.name)),
        With::Used(_) if means.is_ranged() => (Action::Shoot, format!("aims {} at", means.name)),
        With::Used(_) => (Action::Strike, format!("uses {} on", means.name)),
        _ if means.is_ranged() => (Action::Shoot, "shoots".to_string()),
        _ => (Action::Strike, "strikes".to_string()),
    };
    let manner = match strike.manner {
        Manner::Action => "",
        Manner::OffHand => " (off hand, 8 Vigor)",
        Manner::Opening => " (opening)",
        Manner::Readied => " (readied)",
    };
    (action, format!("{verb}{manner}"))
}

/// Everything that an attack from the attacker's square can depend on.
pub fn situation(battle: &Battle, strike: &Strike) -> Situation {
    situate(battle, strike, &strike.means(battle), &Course::of(battle, strike))
}

/// Everything that an attack on one target can depend on, gathered from the battle.
pub fn situate(battle: &Battle, strike: &Strike, means: &Means<'_>, course: &Course) -> Situation {
    let mut vs = Quick::default();
    guard::vs(battle, strike, means, course, &mut vs);
    let aimed_at = if course.area { shared(strike) } else { *strike };
    let cover = if means.is_ranged_attack() {
        cover::worth(&course.line.covers, course.area, settings::best_of_each_cover(battle)).1
    } else {
        0
    };
    Situation {
        delivery: delivery(battle, strike, means),
        vs: vs.sum().clamp(-1_000, 1_000) as i16,
        attack: guard::attack_bonus(battle, &aimed_at, means, course.feet),
        defences: defence::defences(battle, strike, means),
        damage: damage_dice(battle, strike, means),
        protection: damage::protection(battle, strike, means, cover),
        body: damage::body(battle, strike, means),
        checks: checks(battle, strike, means),
        bursts_once: settings::bursts_once(battle),
    }
}

/// By an attack roll, or directly; then the target may resist the whole. VIG-RES-01.
fn delivery(battle: &Battle, strike: &Strike, means: &Means<'_>) -> Delivery {
    let Some(ability) = means.ability.filter(|ability| !ability.is_attack()) else { return Delivery::Aimed };
    let who = strike.on.combatant().filter(|on| !declines(battle, *on, strike.by, Some(ability)));
    Delivery::Direct(who.zip(ability.resist).map(|(on, resist)| resistance(battle, on, resist)))
}

/// The attack on one target of an area as it is rolled for all of them: no target changes it, and a weakness found in
/// one neither counts nor is used up.
pub const fn shared(strike: &Strike) -> Strike {
    Strike { on: Mark::ANYTHING, ..*strike }
}

/// The dice of the damage roll. VIG-DMG-01, VIG-QUAL-01.
fn damage_dice(battle: &Battle, strike: &Strike, means: &Means<'_>) -> Option<DamageDice> {
    if means.value == 0 {
        return None;
    }
    let bonus = guard::damage_bonus(battle, strike, means);
    Some(DamageDice { dice: (means.value, means.rank.sides()), bonus })
}

/// The VS of the check against a Sonic stun. VIG-TYPE-08, VIG-RES-02.
const PLAIN_VS: i16 = 15;

/// The Resistance checks that can follow a hit, in the order of VIG-ROLL-08.
fn checks(battle: &Battle, strike: &Strike, means: &Means<'_>) -> [Option<Check>; MOST_CHECKS] {
    let mut all = [None; MOST_CHECKS];
    let Mark::Combatant(on) = strike.on else { return all };
    let kind = sheet(battle.combatant(on)).kind;
    let check = |leads_to, score, vs: i16| Check {
        leads_to,
        bonus: resistance_dice(battle, on, score),
        above: Some(to_beat(vs, settings::tie_succeeds(battle))),
        declined: declines(battle, on, strike.by, None),
    };
    let sonic = (means.damage == DamageType::Sonic && kind == Kind::Living && !settings::sonic_is_plain(battle))
        .then(|| check(LeadsTo::Sonic, Score::Stamina, PLAIN_VS));
    let riders = means.riders.iter().filter_map(|rider| match rider {
        Rider::Stun(vs) if kind == Kind::Living => Some(check(LeadsTo::Stun, Score::Stamina, *vs)),
        Rider::KnockDown(vs) if kind != Kind::Object => Some(check(LeadsTo::Fall, Score::Strength, *vs)),
        _ => None,
    });
    let aimed = means.ability.filter(|ability| ability.is_attack());
    let resisted = aimed.filter(|ability| !declines(battle, on, strike.by, Some(ability)));
    let effect = resisted.and_then(|ability| ability.resist).map(|resist| resistance(battle, on, resist));
    let found = sonic.into_iter().chain(riders).take(MOST_CHECKS - 1).chain(effect);
    all.iter_mut().zip(found).for_each(|(slot, check)| *slot = Some(check));
    all
}

/// The check against an ability: opposed by the acting side's total, or against a VS. VIG-RES-02.
pub fn resistance(battle: &Battle, on: CombatantId, resist: Resistance) -> Check {
    let above = resist.vs.map(|vs| to_beat(vs, settings::tie_succeeds(battle)));
    Check { leads_to: LeadsTo::Effect, bonus: resistance_dice(battle, on, resist.score), above, declined: false }
}

/// Advances an attack by one roll or one question.
pub fn go_on(battle: &Battle, exchange: &Exchange, context: &mut StepContext<'_>) {
    match advance(&exchange.situation, exchange.stage, context) {
        Advanced::Thrown(_, thrown, stage) => {
            context.log(|| roll(battle, exchange, &thrown));
            proceed(battle, Exchange { stage, ..exchange.clone() }, context);
        }
        Advanced::Ask(_) => proceed(battle, exchange.clone(), context),
        Advanced::Done(came) => Settling::of(battle, exchange).settle(came, context),
    }
}

/// Puts the next stage on the agenda, asks, or settles.
fn proceed(battle: &Battle, exchange: Exchange, context: &mut StepContext<'_>) {
    let exchange = Box::new(exchange);
    match exchange.stage {
        Stage::Done(came) => Settling::of(battle, &exchange).settle(came, context),
        Stage::Decide(_) => defence::ask(battle, exchange, context),
        _ => context.step(AttackStep::Exchange(exchange)),
    }
}

/// The log entry of the roll just made at a stage.
pub fn roll(battle: &Battle, exchange: &Exchange, thrown: &Thrown) -> Entry {
    let (strike, situation) = (&exchange.strike, &exchange.situation);
    let by = strike.by;
    let on = strike.on.combatant().unwrap_or(by);
    let held = |number: Verdict| {
        let success = thrown.sum > number.value;
        (number, success)
    };
    Entry::Roll(match exchange.stage {
        Stage::Attack if situation.is_direct() => Roll::new(by, "Force", ids::RES_02, thrown),
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
        Stage::Damage(..) => damage_roll(exchange, thrown),
        Stage::Resist(total) => {
            let (number, success) = held(to_resist(battle, situation.direct_check(), total));
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

/// The number that a Resistance check must exceed: a stated VS, or the acting side's total. VIG-RES-02, VIG-ROLL-02.
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

/// The log entry of a roll that all targets of an area share.
pub fn shared_roll(by: CombatantId, stage: Stage, thrown: &Thrown) -> Entry {
    Entry::Roll(match stage {
        Stage::Damage(..) => plain_damage(by, thrown),
        _ => Roll::new(by, "Attack", ids::ATK_08, thrown),
    })
}

/// The damage roll as it fell, VIG-DMG-04.
fn plain_damage(by: CombatantId, thrown: &Thrown) -> Roll {
    let upshot = if thrown.bursts > 0 { "critical" } else { "" }.into();
    Roll { upshot, ..Roll::new(by, "Damage", ids::DMG_01, thrown) }
}

/// The damage roll with everything that stops damage. VIG-DMG-05.
fn damage_roll(exchange: &Exchange, thrown: &Thrown) -> Roll {
    let situation = &exchange.situation;
    let rolled = thrown.sum.min(i16::MAX.into()) as i16;
    plain_damage(exchange.strike.by, thrown).adding(stopped(situation, rolled, &situation.harm(rolled)))
}

/// Rolled damage less all that stops it: the terms of body damage, VIG-DMG-05.
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
