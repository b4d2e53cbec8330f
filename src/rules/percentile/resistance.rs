//! Resistance, vulnerability and immunity to tags, and what their points can buy. PCT-RES.

use super::{
    attack, catalogue as ids,
    checks::Tally,
    damage, luck, menu,
    sheet::{Affinity, Kind, Tag, sheet},
    step::{Aid, BlastStep, Burst, Check, DamageStep, Exchange, Hit, Prompt, Victim, prompt, step},
    strikes,
};
use crate::rules::{
    AgendaItem, Battle, Choice, CombatantId, Cost, Offer, Parameter, ParameterKind, ParameterValue, Posture, RuleId,
    StepContext,
};

/// The tags of an attack: those of the weapon and those that come with its kind and manner, PCT-RES-05.
fn has_tag(battle: &Battle, exchange: &Exchange, tag: Tag) -> bool {
    let of = attack::usage(battle, exchange);
    of.has(tag)
        || match tag {
            Tag::UnarmedAttack => of.kind == Kind::Unarmed,
            Tag::NaturalWeapon => of.kind == Kind::Natural,
            Tag::Precision => strikes::is_precise(exchange.manner),
            _ => false,
        }
}

/// The net points: above 0 of resistance, below 0 of vulnerability, PCT-RES-01, PCT-RES-02.
pub fn net(battle: &Battle, on: CombatantId, has: impl Fn(Tag) -> bool) -> i32 {
    let numbers = sheet(battle.combatant(on));
    let sum = |list: &[Affinity]| list.iter().filter(|one| has(one.tag)).map(|one| one.level).sum::<i32>();
    let worn: i32 = numbers.armour.iter().map(|one| sum(&one.resistances) - sum(&one.vulnerabilities)).sum();
    sum(&numbers.resistances) - sum(&numbers.vulnerabilities) + worn
}

/// The points of an attack as it is declared.
pub fn points(battle: &Battle, exchange: &Exchange) -> i8 {
    if exchange.manner.is_manoeuvre() {
        return 0;
    }
    net(battle, exchange.on, |tag| has_tag(battle, exchange, tag)).clamp(-20, 20) as i8
}

/// Whether the target is immune to an attack, PCT-RES-06.
pub fn is_immune(battle: &Battle, exchange: &Exchange) -> bool {
    sheet(battle.combatant(exchange.on)).immunities.iter().any(|tag| has_tag(battle, exchange, *tag))
}

/// A value after spending all points on it: halved or raised by half once for each point, rounded down.
pub const fn spent(mut value: i32, mut points: i32) -> i32 {
    while points > 0 {
        value /= 2;
        points -= 1;
    }
    while points < 0 {
        value = value * 3 / 2;
        points += 1;
    }
    value
}

/// +30 or -30 for each point spent on the defence, PCT-RES-03, PCT-RES-04.
pub fn add_shifts(shifts: i8, tally: &mut impl Tally) {
    let rule = if shifts > 0 { ids::RES_03 } else { ids::RES_04 };
    tally.add(rule, 30 * i32::from(shifts), || if shifts > 0 { "Resistance" } else { "Vulnerability" }.into());
}

/// The decision before the defence: the attacker's points of vulnerability come first, PCT-ATK-02 (7).
pub fn before_defence(exchange: &Exchange, margin: u8) -> AgendaItem {
    if exchange.points < 0 {
        prompt(exchange.by, Prompt::Exploit(*exchange, margin))
    } else {
        prompt(exchange.on, Prompt::Defend(*exchange, margin))
    }
}

/// The numbers of points that can be spent, the default first.
fn counts(kind: &'static ParameterKind, from: i32, to: i32, label: impl Fn(i32) -> String) -> Parameter {
    let value = |count: i32| ParameterValue::new(count, count.to_string(), label(count));
    Parameter::new(kind, (from..=to).map(value).collect::<Vec<_>>())
}

/// The points of resistance that a defence can take.
pub fn defence_parameter(exchange: &Exchange) -> Option<Parameter> {
    (exchange.points > 0).then(|| {
        counts(&menu::RESISTING, 0, i32::from(exchange.points), |count| match count {
            0 => "No resistance".into(),
            _ => format!("{count}, +{}", 30 * count),
        })
    })
}

/// Who spends points: the target its resistance, the attacker what the target's vulnerability gives.
pub const fn holder(points: i8, on: CombatantId, by: CombatantId) -> CombatantId {
    if points > 0 { on } else { by }
}

/// The net points of a decision.
const fn at_stake(asked: &Prompt) -> i8 {
    match asked {
        Prompt::Exploit(exchange, _) | Prompt::Weigh(exchange, ..) => exchange.points,
        Prompt::WeighBlast(_, victim, ..) | Prompt::WeighSpan(_, victim, _) => victim.points,
        Prompt::Steady(_, points, _) => *points,
        _ => 0,
    }
}

/// The offers of a decision about points.
pub fn offers(asked: &Prompt) -> Vec<Offer> {
    let points = at_stake(asked);
    let resists = points > 0;
    let rules: &'static [RuleId] = if resists { &[ids::RES_03] } else { &[ids::RES_04] };
    let words: fn(i32) -> String = match asked {
        Prompt::Steady(..) if resists => |n| format!("{n}, +{}", 30 * n),
        Prompt::Exploit(..) | Prompt::Steady(..) => |n| format!("{n}, \u{2212}{}", 30 * n),
        _ => |n| format!("{n} times"),
    };
    let mut parameter = counts(&menu::POINTS, 1, i32::from(points.abs()), words);
    parameter.values.to_mut().reverse();
    vec![
        Offer::new(&menu::SPEND, rules, Cost::FREE).parameter(parameter),
        Offer::new(&menu::KEEP_POINTS, rules, Cost::FREE),
    ]
}

/// What spending points is called.
pub const fn title(asked: &Prompt) -> &'static str {
    let resists = at_stake(asked) > 0;
    match asked {
        Prompt::Exploit(..) => "Hamper the defence",
        Prompt::Weigh(..) | Prompt::WeighBlast(..) if resists => "Halve the damage",
        Prompt::Weigh(..) | Prompt::WeighBlast(..) => "Raise the damage by half",
        Prompt::WeighSpan(..) if resists => "Halve the rounds",
        Prompt::WeighSpan(..) => "Raise the rounds by half",
        _ if resists => "Help the check",
        _ => "Hamper the check",
    }
}

/// How many points a choice spends; by default all of them.
fn paid(choice: &Choice, points: i8) -> i8 {
    if choice.verb != "spend" {
        return 0;
    }
    let all = i32::from(points.abs());
    (choice.value("points", all).clamp(0, all) as i8) * points.signum()
}

/// The attacker spends points of vulnerability on the defence roll.
pub fn exploit(exchange: &Exchange, margin: u8, choice: &Choice, context: &mut StepContext<'_>) {
    let paid = paid(choice, exchange.points);
    let exchange = Exchange { points: exchange.points - paid, shifts: exchange.shifts + paid, ..*exchange };
    context.then(prompt(exchange.on, Prompt::Defend(exchange, margin)));
}

/// Asks whoever has points about the damage before it is applied; without points or damage it is applied at once.
pub fn weigh(
    battle: &Battle,
    exchange: &Exchange,
    hit: Hit,
    (value, whole): (i32, bool),
    context: &mut StepContext<'_>,
) {
    if exchange.points == 0 || value <= 0 {
        damage::inflict(battle, exchange, hit, (value, whole), context);
    } else {
        let who = holder(exchange.points, exchange.on, exchange.by);
        context.then(prompt(who, Prompt::Weigh(*exchange, hit, value as i16, whole)));
    }
}

/// A value after spending the points of a choice on it, and how many points those are. Logs the new value.
fn weighed_value(
    (value, points): (i32, i8),
    (on, by): (CombatantId, CombatantId),
    choice: &Choice,
    context: &mut StepContext<'_>,
) -> (i32, i8) {
    let paid = paid(choice, points);
    let value = spent(value, i32::from(paid));
    match paid {
        0 => {}
        1.. => context.note(on, ids::RES_03, format_args!("halves it: {value}")),
        _ => context.note(by, ids::RES_04, format_args!("raises it by half: {value}")),
    }
    (value, points - paid)
}

/// The decision on the damage.
pub fn weighed(
    exchange: &Exchange,
    hit: Hit,
    (value, whole): (i16, bool),
    choice: &Choice,
    context: &mut StepContext<'_>,
) {
    let sides = (exchange.on, exchange.by);
    let (value, points) = weighed_value((value.into(), exchange.points), sides, choice, context);
    context.then(step(DamageStep::Inflict(Exchange { points, ..*exchange }, hit, value as i16, whole)));
}

/// The decision on the damage of a blast.
pub fn weighed_blast(
    burst: &Burst,
    victim: &Victim,
    (value, whole): (i16, bool),
    choice: &Choice,
    context: &mut StepContext<'_>,
) {
    let (value, points) = weighed_value((value.into(), victim.points), (victim.who, burst.by), choice, context);
    context.then(step(BlastStep::Scorched(*burst, Victim { points, ..*victim }, value as i16, whole)));
}

/// The decision on how long a splash lasts.
pub fn weighed_span(burst: &Burst, victim: &Victim, rounds: u8, choice: &Choice, context: &mut StepContext<'_>) {
    let (rounds, _) = weighed_value((rounds.into(), victim.points), (victim.who, burst.by), choice, context);
    context.then(step(BlastStep::Soaked(*burst, victim.who, rounds.clamp(0, 255) as u8)));
}

/// The check to stay on one's feet, for which points that are left can be spent; then the result of the strike, if it
/// has one.
pub fn stay(
    battle: &Battle,
    on: CombatantId,
    (points, by): (i8, CombatantId),
    result: Option<Exchange>,
    context: &mut StepContext<'_>,
) -> bool {
    let other = battle.combatant(on);
    if points == 0 || !other.fights() || other.posture == Posture::Prone {
        return false;
    }
    context.then(prompt(holder(points, on, by), Prompt::Steady(on, points, Check::Stay(Aid::default(), result))));
    true
}

/// The check not to be knocked down, with the points that are left.
pub fn resist(battle: &Battle, exchange: &Exchange, context: &mut StepContext<'_>) {
    let points = exchange.points;
    let check = Check::Resist(Aid::default());
    context.then(if points == 0 {
        luck::first_prompt(battle, exchange.on, check, context.is_forecast())
    } else {
        prompt(holder(points, exchange.on, exchange.by), Prompt::Steady(exchange.on, points, check))
    });
}

/// The decision on such a check. Luck may still ignore its negatives, PCT-CHK-12 (a), and points of resistance that are
/// left can replace Luck.
pub fn steadied(
    battle: &Battle,
    on: CombatantId,
    (points, check): (i8, &Check),
    choice: &Choice,
    context: &mut StepContext<'_>,
) {
    let shifts = paid(choice, points);
    let aid = Aid { shifts, points: points - shifts };
    let check = match check {
        Check::Stay(_, result) => Check::Stay(aid, *result),
        _ => Check::Resist(aid),
    };
    context.then(luck::first_prompt(battle, on, check, false));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn res_03_and_04_one_after_the_other_rounded_down() {
        assert_eq!([spent(13, 1), spent(13, 2)], [6, 3]);
        assert_eq!([spent(11, -1), spent(11, -2)], [16, 24]);
    }
}
