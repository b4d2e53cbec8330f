//! The offers, in the order in which panels list them. TOT-TURN-02, TOT-ATK-04.

use super::{
    attack, catching,
    components::Component,
    conditions::{NO_STAKE, ORDERS, available, no_ap, orders_words},
    damage,
    defence::{self, most_ap},
    drugs, gear, ground, ids,
    magic::{cast, counter},
    mounts,
    pool::{luck_parameter, most_luck, number},
    series, settings,
    sheet::sheet,
    step::{Blow, Guard, Manner, Prompt},
    wrestling,
};
use crate::rules::{
    Battle, Candidate, CombatantId, Cost, Item, Location, Offer, Offers, Parameter, ParameterValue, Refusal, RuleId,
    Status, Target,
};

/// All offers in answer to a question.
pub fn offers(battle: &Battle, who: CombatantId, asked: &Prompt) -> Offers {
    Offers(match asked {
        Prompt::Turn => turn(battle, who),
        Prompt::Order(_) => order(battle, who),
        Prompt::Evade(blow) => evade(battle, blow),
        Prompt::Block(blow) => block(battle, blow),
        Prompt::Seize(blow) => seize(battle, blow),
        Prompt::Return(blow) => turn_back(battle, blow),
        Prompt::Follow(item, felled) => wrestling::follow_offers(battle, who, *item, *felled),
        Prompt::Damage(blow) => {
            let dice = damage::dice(battle, blow);
            let luck = most_luck(battle, who, dice);
            stake((dice, luck), &[ids::DMG_01, ids::LUCK_03], "Roll damage")
        }
        Prompt::Series(series) => series::next_offers(battle, series),
        Prompt::Mitigate(blow, _) => {
            let dice = damage::mitigation(battle, who, blow.spent, blow.pierce).value as u8;
            stake((dice, defence::luck(battle, who, dice)), &[ids::DMG_02, ids::LUCK_03], "Roll mitigation")
        }
    })
}

fn turn(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let mut offers = ground::offers(battle, who);
    offers.extend(attacks(battle, who));
    offers.extend(series::offers(battle, who));
    offers.extend(cast::offers(battle, who));
    offers.extend(wrestling::offers(battle, who));
    offers.extend(mounts::offers(battle, who));
    offers.extend(gear::offers(battle, who));
    offers.push(orders(battle, who));
    if battle.combatant(who).conditions.has(NO_STAKE) {
        offers.push(
            Offer::new("stakes", "Ask about Luck on the combat order again", &[ids::ORDER_01], Cost::Free)
                .for_comfort(),
        );
    }
    let driven = drugs::must_cast(battle, who, || cast::is_possible(battle, who));
    offers.push(Offer::new("end", "End turn", &[ids::TURN_01], Cost::Free).refused(driven));
    offers
}

/// One offer for each way of using each weapon carried.
fn attacks(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let mine = battle.items().filter(|item| item.at.bearer() == Some(who));
    mine.flat_map(|item| attack::manners(battle, item.id).map(move |manner| (item, manner)))
        .filter_map(|(item, manner)| attack_offer(battle, who, item, manner))
        .collect()
}

fn attack_offer(battle: &Battle, who: CombatantId, item: Item<'_>, manner: Manner) -> Option<Offer> {
    let refusal = attack::weapon_refusal(battle, item.id, manner);
    let (title, rules): (_, &[RuleId]) = match manner {
        Manner::Strike => (format!("Strike with {}", item.name), &[ids::ATK_01, ids::REACH_01]),
        Manner::Punch => ("Strike unarmed".into(), &[ids::ATK_01, ids::ATK_03]),
        Manner::Throw => (format!("Throw {}", item.name), &[ids::ATK_01, ids::REACH_02]),
        Manner::Shoot => (format!("Shoot {}", item.name), &[ids::ATK_01, ids::REACH_02]),
        Manner::Wrestle => ("Wrestle".into(), &[ids::COMP_06, ids::ATK_01]),
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
    let mut offer = Offer::new(attack::verb(manner), title, rules, Cost::Points(1)).with(item.id);
    if refusal.is_none() && ap > 0 {
        offer = offer.about(format!("{dice}d10 to hit, 1d10 damage for each AP")).at(Target::Combatant(candidates));
        offer = staked(battle, who, points(battle, who, manner, ap, offer), dice, &[attack::OVERWHELM]);
    }
    Some(offer.refused(refusal).refused(broke).refused(nobody).refused(alone))
}

/// AP on damage; and, for whoever knows how, AP on to-hit dice or on piercing armour besides. TOT-COMP-07, TOT-COMP-11.
fn points(battle: &Battle, who: CombatantId, manner: Manner, ap: u8, offer: Offer) -> Offer {
    let plain = (1..=ap).map(|count| number(count.into(), count.to_string()));
    let offer = offer.parameter(Parameter { key: "ap", label: "AP", values: plain.collect() });
    let knows = |component| drugs::knows(battle, who, component);
    let (key, label, most) = match manner {
        Manner::Strike | Manner::Punch if knows(Component::Overwhelm) => (attack::OVERWHELM, "Overwhelm", ap - 1),
        // No armour has more than four dice.
        Manner::Throw if knows(Component::PiercingThrow) => (attack::PIERCE, "Pierce", (ap - 1).min(4)),
        _ => return offer,
    };
    if most == 0 {
        return offer;
    }
    let values = (0..=most).map(|count| number(count.into(), count.to_string()));
    let offer = offer.parameter(Parameter { key, label, values: values.collect() });
    offer.limited(vec![("ap", 1), (key, 1)], ap.into(), Refusal::new(ids::TURN_02, "Not enough AP"))
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
            let squares = ground::distance(from, mounts::body(battle, one.id));
            (!one.fights(), squares, Candidate { who: one.id, refusal })
        })
        .collect();
    found.sort_by_key(|(out, squares, candidate)| (*out, *squares, candidate.who));
    found.into_iter().map(|(.., candidate)| candidate).collect()
}

/// The offer of standing orders for defence, which spare the question at each attack.
fn orders(battle: &Battle, who: CombatantId) -> Offer {
    let rating = sheet(battle.combatant(who)).rating();
    let now = battle.combatant(who).conditions.find(ORDERS);
    let about = now.map_or_else(|| "Asked at each attack".into(), orders_words);
    let mut evade = vec![ParameterValue::new(-1, "ask", "Ask me"), ParameterValue::new(0, "raw", "Raw defence")];
    evade.extend((1..=i32::from(rating)).map(|ap| number(ap, format!("{ap} AP on each Evade"))));
    let keep =
        (0..=i32::from(rating)).map(|ap| number(ap, if ap == 0 { "Nothing".into() } else { format!("{ap} AP") }));
    Offer::new("orders", "Standing orders for defence", &[ids::ATK_04, ids::DEF_04], Cost::Free)
        .for_comfort()
        .about(about)
        .parameter(Parameter { key: "evade", label: "Defend", values: evade.into() })
        .parameter(Parameter { key: "keep", label: "Keep", values: keep.collect() })
}

fn order(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let dice = sheet(battle.combatant(who)).rating();
    let mut roll = Offer::new("roll", "Roll for the order", &[ids::ORDER_01], Cost::Free)
        .about(format!("{dice}d10"))
        .for_comfort();
    roll.parameters.extend(luck_parameter(most_luck(battle, who, dice)));
    let title = format!("Stake nothing, do not ask {} again", battle.combatant(who).identity.name);
    let never = Offer::new("never", title, &[ids::ORDER_01], Cost::Free).for_comfort();
    vec![roll, never]
}

/// The roll to beat as the defender sees it; `None` where rolls are covered, TOT-ATK-04.
pub fn known(battle: &Battle, blow: &Blow) -> Option<i32> {
    settings::open_rolls(battle).then(|| i32::from(blow.need))
}

fn evade(battle: &Battle, blow: &Blow) -> Vec<Offer> {
    let evade = guards(battle, blow, Guard::Evasion, ("evade", "Evade"), &[ids::DEF_01, ids::COMP_01]);
    let mut offers: Vec<Offer> = evade.into_iter().collect();
    offers.extend(catching::offer(battle, blow, &[ids::COMP_03, ids::DEF_01]));
    offers.extend(counter::attack_offer(battle, blow));
    offers.push(Offer::new("none", "No evasion", &[ids::DEF_05], Cost::Free));
    offers
}

fn block(battle: &Battle, blow: &Blow) -> Vec<Offer> {
    let block = guards(battle, blow, Guard::Block, ("block", "Block"), &[ids::DEF_02, ids::COMP_02]);
    let mut offers: Vec<Offer> = block.into_iter().collect();
    offers.extend(counter::shield_offer(battle, blow));
    offers.push(Offer::new("none", "No block", &[ids::DEF_05], Cost::Free));
    offers
}

fn seize(battle: &Battle, blow: &Blow) -> Vec<Offer> {
    let evade = guards(battle, blow, Guard::Evasion, ("evade", "Evade"), &[ids::DEF_06, ids::CRIT_05]);
    let mut offers: Vec<Offer> = evade.into_iter().collect();
    offers.extend(guards(battle, blow, Guard::Block, ("block", "Block"), &[ids::DEF_06, ids::CRIT_05]));
    offers.extend(counter::shield_offer(battle, blow));
    offers.extend(catching::offer(battle, blow, &[ids::DEF_06, ids::COMP_03]));
    offers.extend(counter::attack_offer(battle, blow));
    offers.push(Offer::new("none", "Let it miss", &[ids::DEF_06], Cost::Free));
    offers
}

/// A defence roll with parameters for AP and Luck; `None` if there are no dice at all.
fn guards(
    battle: &Battle,
    blow: &Blow,
    guard: Guard,
    (verb, title): (&'static str, &'static str),
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
    let cost = if dice == 0 { Cost::Points(1) } else { Cost::Free };
    let about = if most == 0 {
        format!("{dice}d10, {}", no_ap(battle, who))
    } else {
        format!("{dice}d10, and 1d10 for each AP")
    };
    let mut offer = Offer::new(verb, title, rules, cost).about(about);
    if most > least || least > 0 {
        offer = offer.parameter(Parameter { key: "ap", label: "AP", values: values.collect() });
    }
    Some(staked(battle, who, offer, dice, &["ap"]))
}

/// A roll that Luck can be staked on.
fn stake((dice, luck): (u8, u8), rules: &'static [RuleId], title: &'static str) -> Vec<Offer> {
    let mut offer = Offer::new("roll", title, rules, Cost::Free).about(format!("{dice}d10"));
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
    let mut offers = vec![
        Offer::new("return", "Turn the attack back", &[ids::CRIT_05], Cost::Free)
            .about("The attacker takes its damage"),
    ];
    if catching::instead_of_returning(battle, blow) {
        let cost = if blow.caught { Cost::Free } else { Cost::Points(1) };
        offers.push(Offer::new("catch", "Catch it", &[ids::CRIT_05, ids::COMP_03], cost));
    }
    offers.push(Offer::new("decline", "Let it miss", &[ids::CRIT_05], Cost::Free));
    offers
}
