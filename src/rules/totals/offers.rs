//! The offers, in the order in which panels list them. TOT-TURN-02, TOT-ATK-04.

use std::sync::LazyLock;

use super::{
    attack, catalogue as ids, catching,
    components::Component,
    conditions::{NO_STAKE, available},
    damage,
    defence::{self, most_ap},
    drugs, gear,
    magic::{cast, counter},
    menu, mounts, movement,
    pool::{luck_parameter, most_luck, number},
    reach, series, settings,
    sheet::{MOVED, sheet},
    step::{Blow, Guard, Manner, Prompt},
    wrestling,
};
use crate::rules::{
    Battle, Candidate, CombatantId, Cost, Finality, Item, Location, Offer, OfferKind, Offers, Parameter,
    ParameterValue, Refusal, RuleId, Status, Target, counts,
};

/// All offers in answer to a question.
pub fn offers(battle: &Battle, who: CombatantId, asked: &Prompt) -> Offers {
    Offers(match asked {
        Prompt::Turn => turn(battle, who, None),
        Prompt::Order(_) => order(battle, who),
        Prompt::Evade(blow) => evade(battle, blow),
        Prompt::Block(blow) => block(battle, blow),
        Prompt::Seize(blow) => seize(battle, blow),
        Prompt::Return(blow) => turn_back(battle, blow),
        Prompt::Follow(item, felled) => wrestling::follow_offers(battle, who, *item, *felled),
        Prompt::Damage(blow) => {
            let dice = damage::dice(battle, blow);
            let luck = most_luck(battle, who, dice);
            stake(&menu::ROLL, luck, &[ids::DMG_01, ids::LUCK_03])
        }
        Prompt::Series(series) => series::next_offers(battle, series),
        Prompt::Mitigate(blow, _) => {
            let dice = damage::mitigation(battle, who, blow.spent, blow.pierce).value as u8;
            let luck = defence::luck(battle, who, dice);
            stake(&menu::ROLL_MITIGATION, luck, &[ids::DMG_02, ids::LUCK_03])
        }
    })
}

/// The offers of one verb.
pub fn offers_of(battle: &Battle, who: CombatantId, asked: &Prompt, verb: &str) -> Offers {
    let found = if *asked == Prompt::Turn { Offers(turn(battle, who, Some(verb))) } else { offers(battle, who, asked) };
    found.of_verb(verb)
}

/// What can be done in a turn; of one verb only, others may be left out.
fn turn(battle: &Battle, who: CombatantId, verb: Option<&str>) -> Vec<Offer> {
    let wants = |kinds: &[&OfferKind]| verb.is_none_or(|verb| kinds.iter().any(|kind| kind.verb == verb));
    let mut offers = Vec::new();
    if wants(&[&menu::WALK, &menu::MOVE_AGAIN]) {
        offers.extend(movement::offers(battle, who));
    }
    if wants(&[&menu::STRIKE, &menu::SHOOT, &menu::THROW, &menu::WRESTLE]) {
        offers.extend(attacks(battle, who));
    }
    if wants(&[&menu::WHIRL, &menu::VOLLEY, &menu::THREAT]) {
        offers.extend(series::offers(battle, who));
    }
    if wants(&menu::SPELLS) {
        offers.extend(cast::offers(battle, who));
    }
    offers.extend(wrestling::offers(battle, who));
    if wants(&[&menu::MOUNT, &menu::DISMOUNT]) {
        offers.extend(mounts::offers(battle, who));
    }
    if wants(&menu::THINGS) {
        offers.extend(gear::offers(battle, who));
    }
    offers.push(orders(battle, who));
    if battle.combatant(who).conditions.has(NO_STAKE) {
        offers.push(Offer::new(&menu::STAKES, &[ids::ORDER_01], Cost::FREE));
    }
    if !wants(&[&menu::END_TURN]) {
        return offers;
    }
    let driven = drugs::must_cast(battle, who, || cast::is_possible(battle, who));
    let left = available(battle, who) > 0 || battle.combatant(who).budgets.get(MOVED) == 0;
    let end = Offer::new(&menu::END_TURN, &[ids::TURN_01], Cost::FREE);
    let end = end.commits(if left { Finality::Ends } else { Finality::Nothing });
    offers.push(end.refused(driven));
    offers
}

/// One offer for each way of using each weapon carried.
fn attacks(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let mine = battle.items_of(who);
    mine.flat_map(|item| attack::manners(battle, item.id).map(move |manner| (item, manner)))
        .filter_map(|(item, manner)| attack_offer(battle, who, item, manner))
        .collect()
}

fn attack_offer(battle: &Battle, who: CombatantId, item: Item<'_>, manner: Manner) -> Option<Offer> {
    let refusal = attack::weapon_refusal(battle, item.id, manner);
    let rules: &[RuleId] = match manner {
        Manner::Strike => &[ids::ATK_01, ids::REACH_01],
        Manner::Punch => &[ids::ATK_01, ids::ATK_03],
        Manner::Throw | Manner::Shoot => &[ids::ATK_01, ids::REACH_02],
        Manner::Wrestle => &[ids::COMP_06, ids::ATK_01],
        Manner::Cast => return None,
    };
    let candidates = if refusal.is_none() { candidates(battle, who, item, manner) } else { Vec::new() };
    let in_reach = candidates.iter().any(|one| one.refusal.is_none());
    // Fists, and what is no more than carried, are worth a line only where they can be used.
    if matches!(manner, Manner::Punch | Manner::Wrestle) && !in_reach
        || manner == Manner::Throw && matches!(item.at, Location::Stowed(_))
    {
        return None;
    }
    let nobody = candidates.iter().find_map(|one| one.refusal.clone()).filter(|_| !in_reach);
    let alone = (refusal.is_none() && candidates.is_empty()).then(|| Refusal::new(ids::REACH_01, "Nobody to attack"));
    let ap = available(battle, who);
    let broke = (ap == 0).then(|| Refusal::new(ids::TURN_02, "No AP left"));
    let dice = attack::dice(battle, who, item.id, manner).value.max(1) as u8;
    let mut offer = Offer::new(menu::attack(manner), rules, menu::ap(1)).with(item.id);
    if refusal.is_none() && ap > 0 {
        offer = offer.at(Target::Combatant(candidates));
        offer = staked(battle, who, points(battle, who, manner, ap, offer), dice, &[attack::OVERWHELM]);
    }
    Some(offer.refused(refusal).refused(broke).refused(nobody).refused(alone))
}

/// AP on damage; and, for whoever knows how, AP on to-hit dice or on piercing armour besides. TOT-COMP-07, TOT-COMP-11.
fn points(battle: &Battle, who: CombatantId, manner: Manner, ap: u8, offer: Offer) -> Offer {
    let offer = offer.parameter(Parameter::new(&menu::WITH_AP, counts(1..=ap)));
    let knows = |component| drugs::knows(battle, who, component);
    let (kind, most) = match manner {
        Manner::Strike | Manner::Punch if knows(Component::Overwhelm) => (&menu::OVERWHELMS, ap - 1),
        // No armour has more than four dice.
        Manner::Throw if knows(Component::PiercingThrow) => (&menu::PIERCES, (ap - 1).min(4)),
        _ => return offer,
    };
    if most == 0 {
        return offer;
    }
    let offer = offer.parameter(Parameter::new(kind, counts(0..=most)));
    offer.limited(vec![("ap", 1), (kind.key, 1)], ap.into(), Refusal::new(ids::TURN_02, "Not enough AP"))
}

/// The enemies that can be attacked with an item, nearest first, those who are down last; the dead are left out.
pub fn candidates(battle: &Battle, who: CombatantId, item: Item<'_>, manner: Manner) -> Vec<Candidate> {
    candidates_by(battle, who, |on| attack::refusal(battle, who, on, item.id, manner))
}

/// The same with the reason why one cannot be aimed at.
pub fn candidates_by(
    battle: &Battle,
    who: CombatantId,
    why_not: impl Fn(CombatantId) -> Option<Refusal>,
) -> Vec<Candidate> {
    let from = mounts::body(battle, who);
    let foes = battle.enemies(who).filter(|one| !matches!(one.status, Status::Dead | Status::Fled));
    let mut found: Vec<(bool, u16, Candidate)> = foes
        .map(|one| {
            let refusal = why_not(one.id);
            let squares = reach::distance(from, mounts::body(battle, one.id));
            (!one.fights(), squares, Candidate { who: one.id, refusal })
        })
        .collect();
    found.sort_by_key(|(out, squares, candidate)| (*out, *squares, candidate.who));
    found.into_iter().map(|(.., candidate)| candidate).collect()
}

/// The highest Speed Rating there is.
const MOST_RATING: u8 = 60;

/// What standing orders put into each evasion.
static ON_EVADE: LazyLock<Vec<ParameterValue>> = LazyLock::new(|| {
    let asked = [ParameterValue::new(-1, "ask", "Ask me"), ParameterValue::new(0, "raw", "Raw defence")];
    let ordered = (1..=i32::from(MOST_RATING)).map(|ap| number(ap, format!("{ap} AP on each Evade")));
    asked.into_iter().chain(ordered).collect()
});

/// What standing orders keep.
static TO_KEEP: LazyLock<Vec<ParameterValue>> = LazyLock::new(|| {
    let words = |ap: i32| if ap == 0 { "Nothing".into() } else { format!("{ap} AP") };
    (0..=i32::from(MOST_RATING)).map(|ap| number(ap, words(ap))).collect()
});

/// The offer of standing orders for defence, which spare the question at each attack.
fn orders(battle: &Battle, who: CombatantId) -> Offer {
    let rating = sheet(battle.combatant(who)).rating();
    let most = usize::from(rating.min(MOST_RATING));
    Offer::new(&menu::ORDERS, &[ids::ATK_04, ids::DEF_04], Cost::FREE)
        .parameter(Parameter::new(&menu::ORDERED, &ON_EVADE[..most + 2]))
        .parameter(Parameter::new(&menu::KEPT, &TO_KEEP[..=most]))
}

fn order(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let dice = sheet(battle.combatant(who)).rating();
    let mut roll = Offer::new(&menu::ROLL_ORDER, &[ids::ORDER_01], Cost::FREE);
    roll.parameters.extend(luck_parameter(most_luck(battle, who, dice)));
    let never = Offer::new(&menu::NEVER, &[ids::ORDER_01], Cost::FREE);
    vec![roll, never]
}

/// The roll to beat as the defender sees it; `None` where rolls are covered, TOT-ATK-04.
pub fn known(battle: &Battle, blow: &Blow) -> Option<i32> {
    settings::open_rolls(battle).then(|| i32::from(blow.need))
}

fn evade(battle: &Battle, blow: &Blow) -> Vec<Offer> {
    let evade = guards(battle, blow, Guard::Evasion, &menu::EVADE, &[ids::DEF_01, ids::COMP_01]);
    let mut offers: Vec<Offer> = evade.into_iter().collect();
    offers.extend(catching::offer(battle, blow, &[ids::COMP_03, ids::DEF_01]));
    offers.extend(counter::attack_offer(battle, blow));
    offers.push(Offer::new(&menu::NO_EVASION, &[ids::DEF_05], Cost::FREE));
    offers
}

fn block(battle: &Battle, blow: &Blow) -> Vec<Offer> {
    let block = guards(battle, blow, Guard::Block, &menu::BLOCK, &[ids::DEF_02, ids::COMP_02]);
    let mut offers: Vec<Offer> = block.into_iter().collect();
    offers.extend(counter::shield_offer(battle, blow));
    offers.push(Offer::new(&menu::NO_BLOCK, &[ids::DEF_05], Cost::FREE));
    offers
}

fn seize(battle: &Battle, blow: &Blow) -> Vec<Offer> {
    let evade = guards(battle, blow, Guard::Evasion, &menu::EVADE, &[ids::DEF_06, ids::CRIT_05]);
    let mut offers: Vec<Offer> = evade.into_iter().collect();
    offers.extend(guards(battle, blow, Guard::Block, &menu::BLOCK, &[ids::DEF_06, ids::CRIT_05]));
    offers.extend(counter::shield_offer(battle, blow));
    offers.extend(catching::offer(battle, blow, &[ids::DEF_06, ids::COMP_03]));
    offers.extend(counter::attack_offer(battle, blow));
    offers.push(Offer::new(&menu::LET_MISS, &[ids::DEF_06], Cost::FREE));
    offers
}

/// A defence roll with parameters for AP and Luck; `None` if there are no dice at all.
fn guards(
    battle: &Battle,
    blow: &Blow,
    guard: Guard,
    kind: &'static OfferKind,
    rules: &'static [RuleId],
) -> Option<Offer> {
    let who = blow.on;
    let (dice, most) = (defence::dice(battle, blow, guard), most_ap(battle, blow, guard));
    if dice + most == 0 {
        return None;
    }
    // Without a die of its own the roll takes at least 1 AP.
    let least = u8::from(dice == 0);
    let words = |ap: u8| if ap == 0 { format!("None, {dice}d10") } else { format!("{ap} AP, {}d10", dice + ap) };
    let values = (least..=most).map(|ap| number(ap.into(), words(ap)));
    let cost = if dice == 0 { menu::ap(1) } else { Cost::FREE };
    let mut offer = Offer::new(kind, rules, cost);
    if most > least || least > 0 {
        offer = offer.parameter(Parameter::new(&menu::WITH_AP, values.collect::<Vec<_>>()));
    }
    Some(staked(battle, who, offer, dice, &["ap"]))
}

/// A roll that Luck can be staked on.
fn stake(kind: &'static OfferKind, luck: u8, rules: &'static [RuleId]) -> Vec<Offer> {
    let mut offer = Offer::new(kind, rules, Cost::FREE);
    offer.parameters.extend(luck_parameter(luck));
    vec![offer]
}

/// Luck dice that somebody can stake on a roll of so many dice, TOT-LUCK-03.
pub fn most_luck_on(battle: &Battle, who: CombatantId, dice: u8) -> u8 {
    if attack::may_stake(battle, who) { most_luck(battle, who, dice) } else { 0 }
}

/// The offer with a stake of Luck: no more dice than the roll has, those that parameters add included. TOT-LUCK-03.
pub fn staked(battle: &Battle, who: CombatantId, offer: Offer, dice: u8, more: &[&'static str]) -> Offer {
    let most = |key: &&&str| offer.parameters.iter().find(|one| one.key == **key);
    let added: i32 =
        more.iter().filter_map(|key| most(&key)).filter_map(|one| one.values.iter().map(|one| one.value).max()).sum();
    let own_turn = battle.scene.acting == Some(who);
    let all = dice.saturating_add(added.clamp(0, 60) as u8);
    let luck = if own_turn { most_luck_on(battle, who, all) } else { defence::luck(battle, who, all) };
    let Some(parameter) = luck_parameter(luck) else { return offer };
    let offer = offer.parameter(parameter);
    if luck <= dice || settings::luck_without_cap(battle) {
        return offer;
    }
    let weights = std::iter::once(("luck", 1)).chain(more.iter().map(|key| (*key, -1))).collect();
    offer.limited(weights, dice.into(), Refusal::new(ids::LUCK_03, "More Luck than dice"))
}

/// What to do with an attack that a critical defence has beaten, TOT-CRIT-05.
fn turn_back(battle: &Battle, blow: &Blow) -> Vec<Offer> {
    let mut offers = vec![Offer::new(&menu::RETURN, &[ids::CRIT_05], Cost::FREE)];
    if catching::instead_of_returning(battle, blow) {
        let cost = if blow.caught { Cost::FREE } else { menu::ap(1) };
        offers.push(Offer::new(&menu::KEEP_CAUGHT, &[ids::CRIT_05, ids::COMP_03], cost));
    }
    offers.push(Offer::new(&menu::DECLINE, &[ids::CRIT_05], Cost::FREE));
    offers
}
