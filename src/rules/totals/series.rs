//! Several attacks for one price: Whirlwind, Dual Throw, Double Threat. TOT-COMP-08, TOT-COMP-10, TOT-COMP-12.

use serde::{Deserialize, Serialize};

use super::{
    arms::Class,
    attack, catalogue as ids,
    components::Component,
    conditions::{available, is_helpless},
    drugs,
    magic::contact,
    menu, movement,
    offers::{candidates, candidates_by, most_luck_on},
    pool::{luck_parameter, number},
    sheet::{LOCKED, arm},
    step::{AttackStep, Blow, Manner, Prompt, prompt, step},
};
use crate::rules::{
    Battle, Candidate, Choice, CombatantId, CombatantSet, Cost, Item, ItemId, Location, Offer, OfferKind, Parameter,
    Refusal, RuleId, Spread, StepContext, Target,
};

/// The rest of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Series {
    /// Whose.
    pub by: CombatantId,
    /// The weapon of the next attack.
    pub item: ItemId,
    /// How it is made.
    pub manner: Manner,
    /// Damage dice of each attack.
    pub ap: u8,
    /// For Whirlwind, those who have been attacked. `None` for one more attack on anybody.
    pub done: Option<CombatantSet>,
}

/// Whether a verb is that of a series.
pub fn is_series(verb: &str) -> bool {
    matches!(verb, "whirl" | "volley" | "threat")
}

/// How the first attack of a series is made with an item.
pub fn manner(battle: &Battle, item: ItemId, verb: &str) -> Option<Manner> {
    match verb {
        "whirl" => attack::manner(battle, item, "strike"),
        "volley" => Some(Manner::Throw),
        "threat" => Some(if is_ranged(battle, item) { Manner::Throw } else { Manner::Strike }),
        _ => None,
    }
}

/// A one-handed ranged weapon: one made to be thrown, TOT-COMP-12.
fn is_ranged(battle: &Battle, item: ItemId) -> bool {
    arm(battle, item).class == Some(Class::Thrown)
}

/// The item in the other hand.
fn other_hand(battle: &Battle, who: CombatantId, item: ItemId) -> Option<ItemId> {
    let hands = battle.combatant(who).hands;
    let two = hands.main.zip(hands.off).filter(|(main, off)| main != off)?;
    Some(if two.0 == item { two.1 } else { two.0 })
}

/// The rest of a series after the first attack of a choice; `None` if it is not a series.
pub fn after(battle: &Battle, blow: &Blow, choice: &Choice) -> Option<Series> {
    let item = blow.item?;
    let series = Series { by: blow.by, item, manner: blow.manner, ap: blow.ap, done: None };
    match choice.verb {
        "whirl" => Some(Series { done: Some(CombatantSet::default().with(blow.on)), ..series }),
        "volley" => Some(Series { item: other_hand(battle, blow.by, item)?, ..series }),
        "threat" => {
            let item = other_hand(battle, blow.by, item)?;
            Some(Series { item, manner: manner(battle, item, "threat")?, ..series })
        }
        _ => None,
    }
}

/// The series that can begin in one's own turn.
pub fn offers(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let mine = battle
        .items()
        .filter(|item| item.at.holder() == Some(who) || matches!(item.at, Location::Natural(bearer) if bearer == who));
    mine.flat_map(|item| begin(battle, who, item)).collect()
}

fn begin(battle: &Battle, who: CombatantId, item: Item<'_>) -> Vec<Offer> {
    let knows = |component| drugs::knows(battle, who, component);
    let numbers = arm(battle, item.id);
    let in_hand = item.at.holder().is_some();
    let melee = numbers.class.is_some_and(|class| !class.shoots() && class != Class::Unarmed) && in_hand;
    let mut offers = Vec::new();
    if melee && knows(Component::Whirlwind) {
        offers.extend(offer(battle, who, item.id, &menu::WHIRL, &[ids::COMP_08, ids::ATK_01]));
    }
    let Some(other) = other_hand(battle, who, item.id).filter(|_| in_hand) else { return offers };
    let thrown = |item: ItemId| arm(battle, item).can_be_thrown();
    if knows(Component::DualThrow) && thrown(item.id) && thrown(other) {
        offers.extend(offer(battle, who, item.id, &menu::VOLLEY, &[ids::COMP_10, ids::ATK_01]));
    }
    let strikes = |item: ItemId| arm(battle, item).class.is_some_and(|class| !class.shoots() && class != Class::Thrown);
    let pair = is_ranged(battle, item.id) && strikes(other) || strikes(item.id) && is_ranged(battle, other);
    if knows(Component::DoubleThreat) && pair {
        offers.extend(offer(battle, who, item.id, &menu::THREAT, &[ids::COMP_12, ids::ATK_01]));
    }
    offers
}

fn offer(
    battle: &Battle,
    who: CombatantId,
    item: ItemId,
    kind: &'static OfferKind,
    rules: &'static [RuleId],
) -> Option<Offer> {
    let manner = manner(battle, item, kind.verb)?;
    let offer = Offer::new(kind, rules, menu::ap(2)).with(item);
    let ap = available(battle, who);
    let barred = attack::weapon_refusal(battle, item, manner);
    let few = (ap < 2).then(|| Refusal::new(rules[0], "Needs 2 AP"));
    if barred.is_some() || few.is_some() {
        return Some(offer.refused(barred).refused(few));
    }
    let found = candidates(battle, who, battle.item(item), manner);
    let found = if kind.verb == menu::WHIRL.verb { conscious(battle, found) } else { found };
    let near = found.iter().filter(|one| one.refusal.is_none()).count() as u8;
    let open = near > 0;
    // Whirlwind strikes everybody in reach once; of two weapons each attacks once.
    let spread = if kind.verb == menu::WHIRL.verb {
        Spread { least: near, most: near, blows: near, repeats: false, together: false }
    } else {
        Spread { least: 1, most: 2, blows: 2, repeats: true, together: false }
    };
    let nobody = (!open).then(|| Refusal::new(ids::REACH_01, "Nobody to attack"));
    let dice = dice(battle, who, item, manner);
    let offer = offer
        .at(Target::Combatant(found))
        .parameter(Parameter::new(
            &menu::AP_EACH,
            // The series itself takes one more.
            (1..ap)
                .map(|count| number(count.into(), count.to_string()).counting(i32::from(count) + 1))
                .collect::<Vec<_>>(),
        ))
        .refused(nobody);
    Some(staking(battle, who, dice, offer.spread(spread)))
}

fn staking(battle: &Battle, who: CombatantId, dice: u8, mut offer: Offer) -> Offer {
    offer.parameters.extend(luck_parameter(most_luck_on(battle, who, dice)));
    offer
}

/// Dice on to-hit of each attack: one less than of a single one, at least one.
pub fn dice(battle: &Battle, who: CombatantId, item: ItemId, manner: Manner) -> u8 {
    (attack::dice(battle, who, item, manner).value - 1).max(1) as u8
}

fn conscious(battle: &Battle, found: Vec<Candidate>) -> Vec<Candidate> {
    found.into_iter().filter(|one| !is_helpless(battle, one.who)).collect()
}

/// The possible targets of the next attack.
fn left(battle: &Battle, series: &Series) -> Vec<Candidate> {
    let refusal = |on| attack::refusal(battle, series.by, on, series.item, series.manner);
    let found = candidates_by(battle, series.by, refusal);
    match series.done {
        Some(done) => {
            let fresh = conscious(battle, found).into_iter().filter(|one| !done.contains(one.who));
            fresh.filter(|one| one.refusal.is_none()).collect()
        }
        None => found,
    }
}

/// Goes on with a series, unless its attacker has fallen or fumbled, or nobody is left.
pub fn next(battle: &Battle, series: &Series, context: &mut StepContext<'_>) {
    let one = battle.combatant(series.by);
    let fumbled = one.budgets.get(LOCKED) == 1;
    let has_it = attack::weapon_refusal(battle, series.item, series.manner).is_none();
    let open = || left(battle, series).iter().any(|one| one.refusal.is_none());
    if one.fights() && !fumbled && has_it && open() {
        context.then(prompt(series.by, Prompt::Series(*series)));
    }
}

/// The offers for the next attack. Whirlwind must strike everybody; the others may forgo the second attack.
pub fn next_offers(battle: &Battle, series: &Series) -> Vec<Offer> {
    let dice = dice(battle, series.by, series.item, series.manner);
    let next = Offer::new(menu::next(series.manner), rules(series), Cost::FREE)
        .with(series.item)
        .at(Target::Combatant(left(battle, series)));
    let mut offers = vec![staking(battle, series.by, dice, next)];
    if series.done.is_none() {
        offers.push(Offer::new(&menu::LEAVE, rules(series), Cost::FREE));
    }
    offers
}

/// The rules of a series, the component first.
pub const fn rules(series: &Series) -> &'static [RuleId] {
    match series.done {
        Some(_) => &[ids::COMP_08],
        None => &[ids::COMP_10, ids::COMP_12],
    }
}

/// The next attack.
pub fn blow(battle: &Battle, series: &Series, on: CombatantId, luck: u8) -> Blow {
    let dice = dice(battle, series.by, series.item, series.manner);
    let blow = Blow { dice, ap: series.ap, luck, ..Blow::new(series.by, on, Some(series.item), series.manner) };
    contact::laden(battle, blow)
}

/// Makes the next attack, and has the series go on after it.
pub fn choose(battle: &Battle, series: &Series, choice: &Choice, context: &mut StepContext<'_>) {
    let Some(on) = choice.on.filter(|_| choice.verb != "decline") else { return };
    // A series is one attack of a movement action, if each of its attacks may be, TOT-COMP-04.
    if !attack::is_mobile(battle, series.by, series.manner) {
        movement::end_action(battle, series.by, context);
    }
    attack::declare(battle, &blow(battle, series, on, choice.value("luck", 0) as u8), 0, context);
    if let Some(done) = series.done {
        context.then(step(AttackStep::Series(Series { done: Some(done.with(on)), ..*series })));
    }
}

/// The default target, for forecasts: the first of those left.
pub fn default_answer(battle: &Battle, series: &Series) -> Option<CombatantId> {
    left(battle, series).iter().find(|one| one.refusal.is_none()).map(|one| one.who)
}
