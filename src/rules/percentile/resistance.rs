//! Resistance, vulnerability and immunity to tags, and what their points can buy. PCT-RES.

use super::{
    catalogue as ids, luck, menu,
    sheet::{Affinity, Kind, Tag, sheet},
    step::{Aid, BlastStep, Burst, Check, DamageStep, Exchange, Hit, Victim},
};
use crate::rules::prelude::*;
use serde::{Deserialize, Serialize};

/// The tags of an attack: those of the weapon and those that come with its kind and manner, PCT-RES-05.
fn has_tag(battle: &Battle, exchange: &Exchange, tag: Tag) -> bool {
    let of = exchange.used(battle);
    of.has(tag)
        || match tag {
            Tag::UnarmedAttack => of.kind == Kind::Unarmed,
            Tag::NaturalWeapon => of.kind == Kind::Natural,
            Tag::Precision => exchange.manner.is_precise(),
            _ => false,
        }
}

/// The net points: above 0 of resistance, below 0 of vulnerability, PCT-RES-01, PCT-RES-02.
pub fn net(battle: &Battle, on: CombatantId, has: impl Fn(Tag) -> bool) -> i32 {
    let numbers = sheet(battle.combatant(on));
    let sum = |list: &[Affinity]| {
        list.iter().filter(|affinity| has(affinity.tag)).map(|affinity| affinity.level).sum::<i32>()
    };
    let worn: i32 = numbers.armour.iter().map(|armour| sum(&armour.resistances) - sum(&armour.vulnerabilities)).sum();
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

/// More damage than any blow does: the limit for values raised again and again.
const MOST: i32 = 30_000;

/// A value after spending all points on it: halved or raised by half once for each point, rounded down.
pub const fn spent(mut value: i32, mut points: i32) -> i32 {
    while points > 0 {
        value /= 2;
        points -= 1;
    }
    while points < 0 {
        value = value * 3 / 2;
        if value > MOST {
            value = MOST;
        }
        points += 1;
    }
    value
}

/// A parameter for how many points to spend, the default first.
fn counts(kind: &'static ParameterKind, from: i32, to: i32, label: impl Fn(i32) -> String) -> Parameter {
    let value = |count: i32| ParameterValue::new(count, count.to_string(), label(count));
    Parameter::new(kind, (from..=to).map(value).collect::<Vec<_>>())
}

/// The parameter for points of resistance spent on a defence.
pub fn defence_parameter(exchange: &Exchange) -> Option<Parameter> {
    (exchange.points > 0).then(|| {
        counts(&menu::RESISTING, 0, i32::from(exchange.points), |count| match count {
            0 => "No resistance".into(),
            _ => more(count),
        })
    })
}

/// Who spends the points: the target those of its resistance, the attacker those of the target's vulnerability.
pub const fn holder(points: i8, on: CombatantId, by: CombatantId) -> CombatantId {
    if points > 0 { on } else { by }
}

/// How many points a choice spends; by default all of them.
pub fn paid(choice: &Choice, points: i8) -> i8 {
    if choice.verb != "spend" {
        return 0;
    }
    let all = i32::from(points.abs());
    (choice.value("points", all).clamp(0, all) as i8) * points.signum()
}

/// Asks the holder of the points about the damage before it is applied; false without points or damage.
pub fn weigh(exchange: &Exchange, hit: Hit, (value, whole): (i32, bool), context: &mut StepContext<'_>) -> bool {
    let asks = exchange.points != 0 && value > 0;
    if asks {
        ask(Stake::Blow(*exchange, hit, whole), value as i16, context);
    }
    asks
}

/// Asks the holder of the points about the stake.
pub fn ask(stake: Stake, value: i16, context: &mut StepContext<'_>) {
    let (points, on, by, _) = stake.parties();
    context.ask(holder(points, on, by), Weigh(stake, value));
}

/// The check to stay standing, on which the points left can be spent; then the result of the strike, if it has one.
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
    context.ask(holder(points, on, by), Steady(on, points, Check::Stay(Aid::default(), result)));
    true
}

/// The check to resist a knock down, with the points that are left.
pub fn resist(battle: &Battle, exchange: &Exchange, context: &mut StepContext<'_>) {
    let points = exchange.points;
    let check = Check::Resist(Aid::default());
    context.then(if points == 0 {
        luck::first_prompt(battle, exchange.on, check, context)
    } else {
        AgendaItem::prompt(holder(points, exchange.on, exchange.by), Steady(exchange.on, points, check))
    });
}

/// What points can be spent on before it takes effect, PCT-RES-03, PCT-RES-04. The flag means that armour is still to
/// be subtracted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Stake {
    /// The damage of a blow.
    Blow(Exchange, Hit, bool),
    /// The damage of a blast.
    Blast(Burst, Victim, bool),
    /// How many rounds a splash lasts.
    Span(Burst, Victim),
}

impl Stake {
    /// The points, the victim, the attacker and the weapon.
    const fn parties(&self) -> (i8, CombatantId, CombatantId, ItemId) {
        match self {
            Self::Blow(exchange, ..) => (exchange.points, exchange.on, exchange.by, exchange.item),
            Self::Blast(burst, victim, _) | Self::Span(burst, victim) => {
                (victim.points, victim.who, burst.by, burst.item)
            }
        }
    }
}

crate::rules::ruleset::prompt::asks! {
    /// Whether to spend points on the stake, with its damage or rounds. PCT-RES-03, PCT-RES-04.
    Weigh(Stake, i16);
    /// Whether to spend points on a check to stay standing or to resist a knock down, PCT-RES-03, PCT-RES-04.
    Steady(CombatantId, i8, Check);
}

/// The rule under which points are spent.
const fn rule(points: i8) -> RuleId {
    if points > 0 { ids::RES_03 } else { ids::RES_04 }
}

/// The offers of a decision about points.
pub fn offers(points: i8, words: fn(i32) -> String) -> Vec<Offer> {
    let rules: &'static [RuleId] = if points > 0 { &[ids::RES_03] } else { &[ids::RES_04] };
    let mut parameter = counts(&menu::POINTS, 1, i32::from(points.abs()), words);
    parameter.values.to_mut().reverse();
    vec![
        Offer::new(&menu::SPEND, rules, Cost::FREE).parameter(parameter),
        Offer::new(&menu::KEEP_POINTS, rules, Cost::FREE),
    ]
}

/// Points that change a value by a factor, in words.
fn times(points: i32) -> String {
    format!("{points} times")
}

/// Points that hamper a roll, in words.
pub fn less(points: i32) -> String {
    format!("{points}, \u{2212}{}", 30 * points)
}

/// Points that help a roll, in words.
fn more(points: i32) -> String {
    format!("{points}, +{}", 30 * points)
}

/// Titles the offer to spend points after what they do.
pub fn describe(offer: &Offer, wording: Wording, title: &'static str) -> Wording {
    if offer.verb == menu::SPEND.verb { wording.titled(title) } else { wording }
}

impl RulesetPrompt for Weigh {
    fn default_answer(&self, _: &Battle, _: CombatantId) -> Choice {
        Choice::new("spend")
    }

    fn offers(&self, _: &Battle, _: CombatantId) -> Vec<Offer> {
        offers(self.0.parties().0, times)
    }

    fn answer(&self, _: &Battle, _: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let Self(stake, value) = *self;
        let (points, on, by, _) = stake.parties();
        let paid = paid(choice, points);
        let (value, points) = (spent(value.into(), paid.into()), points - paid);
        match paid {
            0 => {}
            1.. => context.note(on, ids::RES_03, format_args!("halves it: {value}")),
            _ => context.note(by, ids::RES_04, format_args!("raises it by half: {value}")),
        }
        match stake {
            Stake::Blow(exchange, hit, whole) => {
                context.step(DamageStep::Inflict(Exchange { points, ..exchange }, hit, value as i16, whole));
            }
            Stake::Blast(burst, victim, whole) => {
                context.step(BlastStep::Scorched(burst, Victim { points, ..victim }, value as i16, whole));
            }
            Stake::Span(burst, victim) => {
                context.step(BlastStep::Soaked(burst, victim.who, value.clamp(0, 255) as u8));
            }
        }
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let Self(stake, value) = self;
        let (points, on, by, item) = stake.parties();
        let (resists, name) = (points > 0, &battle.combatant(on).identity.name);
        let ([halve, raise], about) = match stake {
            Stake::Blow(..) => (DAMAGE, format!("{value} points get through")),
            Stake::Blast(..) => (DAMAGE, format!("{value} points get through to {name}")),
            Stake::Span(..) => (["may shorten it", "may lengthen it"], format!("It lasts {value} rounds for {name}")),
        };
        let is_own = resists && matches!(stake, Stake::Blow(..));
        let told = Told::new(battle, who, if resists { halve } else { raise }, about, rule(points));
        let told = told.on((!is_own).then_some(on)).by(by, Some(item));
        if let Stake::Span(..) = stake { told } else { told.rolled("Damage", *value, None) }
    }

    fn describe(&self, _: &Battle, _: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        let [halve, raise] = match self.0 {
            Stake::Span(..) => ["Halve the rounds", "Raise the rounds by half"],
            _ => ["Halve the damage", "Raise the damage by half"],
        };
        describe(offer, wording, if self.0.parties().0 > 0 { halve } else { raise })
    }
}

/// The words of the question about damage, with resistance and with vulnerability.
const DAMAGE: [&str; 2] = ["may halve the damage", "may raise the damage"];

impl RulesetPrompt for Steady {
    fn default_answer(&self, _: &Battle, _: CombatantId) -> Choice {
        Choice::new("spend")
    }

    fn offers(&self, _: &Battle, _: CombatantId) -> Vec<Offer> {
        offers(self.1, if self.1 > 0 { more } else { less })
    }

    /// Luck may still ignore the negatives of the check, PCT-CHK-12 (a), and leftover points of resistance can replace
    /// Luck.
    fn answer(&self, battle: &Battle, _: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let Self(on, points, check) = self;
        let shifts = paid(choice, *points);
        let aid = Aid { shifts, points: points - shifts };
        let check = match check {
            Check::Stay(_, result) => Check::Stay(aid, *result),
            _ => Check::Resist(aid),
        };
        context.then(luck::first_prompt(battle, *on, check, context));
    }

    fn told(&self, battle: &Battle, _: CombatantId) -> Told {
        Told::new(battle, self.0, "must stay standing", "", rule(self.1)).on(self.0)
    }

    fn describe(&self, _: &Battle, _: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        describe(offer, wording, if self.1 > 0 { "Help the check" } else { "Hamper the check" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn res_03_and_04_one_after_the_other_rounded_down() {
        assert_eq!([spent(13, 1), spent(13, 2)], [6, 3]);
        assert_eq!([spent(11, -1), spent(11, -2)], [16, 24]);
    }

    #[test]
    fn res_04_many_points_never_turn_damage_into_less() {
        let raised: Vec<i32> = (0..=20).map(|points| spent(12, -points)).collect();
        assert!(raised.is_sorted(), "{raised:?}");
        assert_eq!(raised.last(), Some(&i32::from(raised[20] as i16)), "it is kept as a small number");
    }
}
