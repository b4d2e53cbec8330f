//! Resistance, vulnerability and immunity to tags, and what their points buy. PCT-RES.

use super::{
    attack,
    checks::Tally,
    damage, ids, luck,
    sheet::{Affinity, Kind, Tag, sheet},
    step::{Ask, Check, Exchange, Hit, Step, ask, step},
    strikes,
};
use crate::rules::{
    Battle, Choice, CombatantId, Cost, Moment, Offer, Parameter, ParameterValue, Pending, Posture, RuleId,
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

/// Points of resistance above 0 or of vulnerability below, netted, PCT-RES-01, PCT-RES-02.
pub fn net(battle: &Battle, on: CombatantId, has: impl Fn(Tag) -> bool) -> i32 {
    let numbers = sheet(battle.one(on));
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

/// Whether nothing of an attack affects its target, PCT-RES-06.
pub fn is_immune(battle: &Battle, exchange: &Exchange) -> bool {
    sheet(battle.one(exchange.on)).immunities.iter().any(|tag| has_tag(battle, exchange, *tag))
}

/// A value after all points have been spent on it: halved, or raised by half, one after the other, rounded down.
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
pub fn before_defence(exchange: &Exchange, margin: u8) -> Pending {
    if exchange.points < 0 {
        ask(exchange.by, Ask::Exploit(*exchange, margin))
    } else {
        ask(exchange.on, Ask::Defend(*exchange, margin))
    }
}

/// How many points to spend, from none or one on to all, the default first.
fn counts(key: &'static str, from: i32, to: i32, label: impl Fn(i32) -> String) -> Parameter {
    let value = |count: i32| ParameterValue {
        value: count,
        word: count.to_string().into(),
        label: label(count).into(),
        refusal: None,
    };
    Parameter { key, label: "Points", values: (from..=to).map(value).collect() }
}

/// The points of resistance that a defence can take.
pub fn defence_parameter(exchange: &Exchange) -> Option<Parameter> {
    (exchange.points > 0).then(|| {
        counts("resist", 0, i32::from(exchange.points), |count| match count {
            0 => "No resistance".into(),
            _ => format!("{count}, +{}", 30 * count),
        })
    })
}

/// The offers of a decision about points.
pub fn offers(asked: &Ask) -> Vec<Offer> {
    let (title, words, points, rules): (_, fn(i32) -> String, i8, &'static [RuleId]) = match asked {
        Ask::Exploit(exchange, _) => (
            "Press the weakness",
            |n| format!("{n}, \u{2212}{} to the defence", 30 * n),
            exchange.points,
            &[ids::RES_04],
        ),
        Ask::Weigh(exchange, ..) if exchange.points > 0 => {
            ("Halve the damage", |n| format!("{n} times"), exchange.points, &[ids::RES_03])
        }
        Ask::Weigh(exchange, ..) => ("Half as much again", |n| format!("{n} times"), exchange.points, &[ids::RES_04]),
        Ask::Steady(_, points, _) if *points > 0 => {
            ("Steady oneself", |n| format!("{n}, +{}", 30 * n), *points, &[ids::RES_03])
        }
        Ask::Steady(_, points, _) => ("Shake it", |n| format!("{n}, \u{2212}{}", 30 * n), *points, &[ids::RES_04]),
        _ => return Vec::new(),
    };
    let most = i32::from(points.abs());
    let mut parameter = counts("points", 1, most, words);
    parameter.values.reverse();
    vec![
        Offer::new("spend", title, rules, Cost::Free).parameter(parameter),
        Offer::new("keep", "Keep the points", rules, Cost::Free),
    ]
}

/// How many points a choice spends; all of them if it says nothing else.
fn paid(choice: &Choice, points: i8) -> i8 {
    if choice.verb != "spend" {
        return 0;
    }
    let all = i32::from(points.abs());
    (choice.value("points", all).clamp(0, all) as i8) * points.signum()
}

/// The attacker spends points of vulnerability on the defence roll.
pub fn exploit(exchange: &Exchange, margin: u8, choice: &Choice, moment: &mut Moment<'_>) {
    let paid = paid(choice, exchange.points);
    let exchange = Exchange { points: exchange.points - paid, shifts: exchange.shifts + paid, ..*exchange };
    moment.then(ask(exchange.on, Ask::Defend(exchange, margin)));
}

/// Whoever holds points decides on the damage before it is taken; without points or damage it is taken at once.
pub fn weigh(battle: &Battle, exchange: &Exchange, hit: Hit, (value, whole): (i32, bool), moment: &mut Moment<'_>) {
    if exchange.points == 0 || value <= 0 {
        damage::inflict(battle, exchange, hit, (value, whole), moment);
    } else {
        let who = if exchange.points > 0 { exchange.on } else { exchange.by };
        moment.then(ask(who, Ask::Weigh(*exchange, hit, value as i16, whole)));
    }
}

/// The decision on the damage.
pub fn weighed(exchange: &Exchange, hit: Hit, (value, whole): (i16, bool), choice: &Choice, moment: &mut Moment<'_>) {
    let paid = paid(choice, exchange.points);
    let value = spent(i32::from(value), i32::from(paid));
    if paid != 0 {
        let (who, rule, words) = match paid > 0 {
            true => (exchange.on, ids::RES_03, "halves it"),
            false => (exchange.by, ids::RES_04, "makes it half as much again"),
        };
        moment.note(who, rule, format!("{words}: {value}"));
    }
    let exchange = Exchange { points: exchange.points - paid, ..*exchange };
    moment.then(step(Step::Inflict(exchange, hit, value as i16, whole)));
}

/// The check to stay on one's feet, for which points that are left can be spent.
pub fn stay(battle: &Battle, exchange: &Exchange, moment: &mut Moment<'_>) -> bool {
    let other = battle.one(exchange.on);
    if exchange.points == 0 || !other.fights() || other.posture == Posture::Prone {
        return false;
    }
    let who = if exchange.points > 0 { exchange.on } else { exchange.by };
    moment.then(ask(who, Ask::Steady(exchange.on, exchange.points, false)));
    true
}

/// The check not to be knocked down, with the points that are left.
pub fn resist(battle: &Battle, exchange: &Exchange, moment: &mut Moment<'_>) {
    let who = if exchange.points > 0 { exchange.on } else { exchange.by };
    moment.then(match exchange.points {
        0 => luck::first_ask(battle, exchange.on, Check::Resist(0), moment.is_forecast()),
        points => ask(who, Ask::Steady(exchange.on, points, true)),
    });
}

/// The decision on such a check; Luck may still ignore its negatives, PCT-CHK-12 (a).
pub fn steadied(
    battle: &Battle,
    on: CombatantId,
    (points, knocked): (i8, bool),
    choice: &Choice,
    moment: &mut Moment<'_>,
) {
    let shifts = paid(choice, points);
    let check = if knocked { Check::Resist(shifts) } else { Check::Stay(shifts) };
    moment.then(luck::first_ask(battle, on, check, false));
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
