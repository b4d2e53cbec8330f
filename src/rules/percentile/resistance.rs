//! Resistance, vulnerability and immunity to tags, and what their points can buy. PCT-RES.

use super::{
    asking::{Asking, Told, asks},
    catalogue as ids, luck, menu,
    sheet::{Affinity, Kind, Tag, sheet},
    step::{Aid, BlastStep, Burst, Check, DamageStep, Exchange, Hit, Victim},
};
use crate::rules::{
    AgendaItem, Battle, Choice, CombatantId, Cost, Offer, Parameter, ParameterKind, ParameterValue, Posture, RuleId,
    StepContext, Wording,
};

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
            _ => more(count),
        })
    })
}

/// Who spends points: the target its resistance, the attacker what the target's vulnerability gives.
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

/// Asks whoever has points about the damage before it is applied; false without points or damage.
pub fn weigh(exchange: &Exchange, hit: Hit, (value, whole): (i32, bool), context: &mut StepContext<'_>) -> bool {
    let asks = exchange.points != 0 && value > 0;
    if asks {
        let who = holder(exchange.points, exchange.on, exchange.by);
        context.ask(who, Weigh(*exchange, hit, value as i16, whole));
    }
    asks
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
    context.ask(holder(points, on, by), Steady(on, points, Check::Stay(Aid::default(), result)));
    true
}

/// The check not to be knocked down, with the points that are left.
pub fn resist(battle: &Battle, exchange: &Exchange, context: &mut StepContext<'_>) {
    let points = exchange.points;
    let check = Check::Resist(Aid::default());
    context.then(if points == 0 {
        luck::first_prompt(battle, exchange.on, check, context.is_forecast())
    } else {
        AgendaItem::prompt(holder(points, exchange.on, exchange.by), Steady(exchange.on, points, check))
    });
}

asks! {
    /// Whether points are spent on the damage, PCT-RES-03, PCT-RES-04.
    /// The flag says that the armour is still to come.
    Weigh(Exchange, Hit, i16, bool);
    /// Whether points are spent on the damage of a blast, PCT-RES-03, PCT-RES-04.
    /// The flag says that the armour is still to come.
    WeighBlast(Burst, Victim, i16, bool);
    /// Whether points are spent on how many rounds a splash lasts, PCT-RES-03, PCT-RES-04.
    WeighSpan(Burst, Victim, u8);
    /// Whether points are spent on a check to stay on one's feet or not to be knocked down, PCT-RES-03, PCT-RES-04.
    Steady(CombatantId, i8, Check);
}

/// The rule by which points are spent.
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

/// The offer to spend points by the name of what they do.
pub fn describe(offer: &Offer, wording: Wording, title: &'static str) -> Wording {
    if offer.verb == menu::SPEND.verb { wording.titled(title) } else { wording }
}

impl Asking for Weigh {
    const DEFAULT: &'static str = "spend";

    fn offers(&self, _: &Battle, _: CombatantId) -> Vec<Offer> {
        offers(self.0.points, times)
    }

    fn answer(&self, _: &Battle, _: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let Self(exchange, hit, value, whole) = self;
        let sides = (exchange.on, exchange.by);
        let (value, points) = weighed_value(((*value).into(), exchange.points), sides, choice, context);
        context.step(DamageStep::Inflict(Exchange { points, ..*exchange }, *hit, value as i16, *whole));
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let Self(exchange, _, value, _) = self;
        let resists = exchange.points > 0;
        let words = if resists { "may halve the damage" } else { "may raise the damage" };
        let about = format!("{value} points come through");
        Told::new(battle, who, words, about, rule(exchange.points))
            .on((!resists).then_some(exchange.on))
            .by(exchange.by, Some(exchange.item))
            .rolled("Damage", *value, None)
    }

    fn describe(&self, _: &Battle, _: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        describe(offer, wording, if self.0.points > 0 { "Halve the damage" } else { "Raise the damage by half" })
    }
}

impl Asking for WeighBlast {
    const DEFAULT: &'static str = "spend";

    fn offers(&self, _: &Battle, _: CombatantId) -> Vec<Offer> {
        offers(self.1.points, times)
    }

    fn answer(&self, _: &Battle, _: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let Self(burst, victim, value, whole) = self;
        let sides = (victim.who, burst.by);
        let (value, points) = weighed_value(((*value).into(), victim.points), sides, choice, context);
        context.step(BlastStep::Scorched(*burst, Victim { points, ..*victim }, value as i16, *whole));
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let Self(burst, victim, value, _) = self;
        let words = if victim.points > 0 { "may halve the damage" } else { "may raise the damage" };
        let about = format!("{value} points come through to {}", battle.combatant(victim.who).identity.name);
        Told::new(battle, who, words, about, rule(victim.points))
            .on(Some(victim.who))
            .by(burst.by, Some(burst.item))
            .rolled("Damage", *value, None)
    }

    fn describe(&self, _: &Battle, _: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        describe(offer, wording, if self.1.points > 0 { "Halve the damage" } else { "Raise the damage by half" })
    }
}

impl Asking for WeighSpan {
    const DEFAULT: &'static str = "spend";

    fn offers(&self, _: &Battle, _: CombatantId) -> Vec<Offer> {
        offers(self.1.points, times)
    }

    fn answer(&self, _: &Battle, _: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let Self(burst, victim, rounds) = self;
        let sides = (victim.who, burst.by);
        let (rounds, _) = weighed_value(((*rounds).into(), victim.points), sides, choice, context);
        context.step(BlastStep::Soaked(*burst, victim.who, rounds.clamp(0, 255) as u8));
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let Self(burst, victim, rounds) = self;
        let words = if victim.points > 0 { "may shorten it" } else { "may lengthen it" };
        let about = format!("It lasts {rounds} rounds for {}", battle.combatant(victim.who).identity.name);
        let told = Told::new(battle, who, words, about, rule(victim.points));
        told.on(Some(victim.who)).by(burst.by, Some(burst.item))
    }

    fn describe(&self, _: &Battle, _: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        describe(offer, wording, if self.1.points > 0 { "Halve the rounds" } else { "Raise the rounds by half" })
    }
}

impl Asking for Steady {
    const DEFAULT: &'static str = "spend";

    fn offers(&self, _: &Battle, _: CombatantId) -> Vec<Offer> {
        offers(self.1, if self.1 > 0 { more } else { less })
    }

    /// Luck may still ignore the negatives of the check, PCT-CHK-12 (a), and points of resistance that are left can replace
    /// Luck.
    fn answer(&self, battle: &Battle, _: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let Self(on, points, check) = self;
        let shifts = paid(choice, *points);
        let aid = Aid { shifts, points: points - shifts };
        let check = match check {
            Check::Stay(_, result) => Check::Stay(aid, *result),
            _ => Check::Resist(aid),
        };
        context.then(luck::first_prompt(battle, *on, check, false));
    }

    fn told(&self, battle: &Battle, _: CombatantId) -> Told {
        Told::new(battle, self.0, "must stay standing", "", ids::RES_03).on(Some(self.0))
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
}
