//! What can be chosen, in the order in which panels list it. TOT-TURN-02, TOT-ATK-04.

use super::{
    attack,
    components::Component,
    conditions::{NO_STAKE, ORDERS, available, orders_words},
    damage,
    defence::{self, most_ap},
    gear, ground, ids, mounts,
    pool::{luck_parameter, most_luck, number},
    settings,
    sheet::sheet,
    step::{Ask, Blow, Guard, Manner},
    wrestling,
};
use crate::rules::{
    Battle, Candidate, CombatantId, Cost, Item, Location, Offer, Offers, Parameter, ParameterValue, Refusal, RuleId,
    Status, Target,
};

/// All offers in answer to a question.
pub fn offers(battle: &Battle, who: CombatantId, asked: &Ask) -> Offers {
    Offers(match asked {
        Ask::Turn => turn(battle, who),
        Ask::Order(_) => order(battle, who),
        Ask::Evade(blow) => evade(battle, blow),
        Ask::Block(blow) => block(battle, blow),
        Ask::Seize(blow) => seize(battle, blow),
        Ask::Return(_) => vec![
            Offer::new("return", "Turn the attack back", &[ids::CRIT_05], Cost::Free)
                .about("Its damage, on the attacker"),
            Offer::new("decline", "Let it miss", &[ids::CRIT_05], Cost::Free),
        ],
        Ask::Follow(item, felled) => wrestling::follow_offers(battle, who, *item, *felled),
        Ask::Damage(blow) => stake(battle, who, blow.ap, &[ids::DMG_01, ids::LUCK_03], "Roll damage"),
        Ask::Mitigate(blow, _) => {
            let dice = damage::mitigation(battle, who, blow.spent, blow.pierce).value as u8;
            stake(battle, who, dice, &[ids::DMG_02, ids::LUCK_03], "Roll mitigation")
        }
    })
}

fn turn(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let mut offers = ground::offers(battle, who);
    offers.extend(attacks(battle, who));
    offers.extend(wrestling::offers(battle, who));
    offers.extend(mounts::offers(battle, who));
    offers.extend(gear::offers(battle, who));
    offers.push(orders(battle, who));
    if battle.one(who).conditions.has(NO_STAKE) {
        offers
            .push(Offer::new("stakes", "Ask for Luck on the order again", &[ids::ORDER_01], Cost::Free).for_comfort());
    }
    offers.push(Offer::new("end", "End turn", &[ids::TURN_01], Cost::Free));
    offers
}

/// One offer for each way of using each weapon carried.
fn attacks(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let mine = battle.items.iter().filter(|item| item.at.bearer() == Some(who));
    mine.flat_map(|item| attack::manners(battle, item.id).map(move |manner| (item, manner)))
        .filter_map(|(item, manner)| attack_offer(battle, who, item, manner))
        .collect()
}

fn attack_offer(battle: &Battle, who: CombatantId, item: &Item, manner: Manner) -> Option<Offer> {
    let refusal = attack::weapon_refusal(battle, item.id, manner);
    let (title, rules): (_, &[RuleId]) = match manner {
        Manner::Strike => (format!("Strike with {}", item.name), &[ids::ATK_01, ids::REACH_01]),
        Manner::Punch => ("Strike unarmed".into(), &[ids::ATK_01, ids::ATK_03]),
        Manner::Throw => (format!("Throw {}", item.name), &[ids::ATK_01, ids::REACH_02]),
        Manner::Shoot => (format!("Shoot {}", item.name), &[ids::ATK_01, ids::REACH_02]),
        Manner::Wrestle => ("Wrestle".into(), &[ids::COMP_06, ids::ATK_01]),
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
        offer = offer
            .about(format!("{dice}d10 to hit, 1d10 damage for each AP"))
            .at(Target::Combatant(candidates))
            .parameter(points(battle, who, manner, ap));
        if attack::may_stake(battle, who)
            && let Some(luck) = luck_parameter(battle, who, dice)
        {
            offer = offer.parameter(luck);
        }
    }
    Some(offer.refused(refusal).refused(broke).refused(nobody).refused(alone))
}

/// AP on damage; and, for whoever knows how, AP on to-hit dice or on piercing armour besides. TOT-COMP-07, TOT-COMP-11.
fn points(battle: &Battle, who: CombatantId, manner: Manner, ap: u8) -> Parameter {
    let plain = (1..=ap).map(|count| number(count.into(), format!("{count} AP, {count}d10 damage")));
    let mut values: Vec<ParameterValue> = plain.collect();
    let knows = |component| sheet(battle.one(who)).knows(component);
    let extra = match manner {
        Manner::Strike | Manner::Punch if knows(Component::Overwhelm) => Some(("more to hit", ap)),
        // No armour has more than four dice.
        Manner::Throw if knows(Component::PiercingThrow) => Some(("of armour pierced", 4)),
        _ => None,
    };
    if let Some((words, most)) = extra {
        let splits = (1..ap).flat_map(|damage| (1..=(ap - damage).min(most)).map(move |more| (damage, more)));
        values.extend(splits.map(|(damage, more)| ParameterValue {
            value: i32::from(damage) + 100 * i32::from(more),
            word: format!("{damage}+{more}").into(),
            label: format!("{damage}d10 damage, {more} {words}").into(),
            refusal: None,
        }));
    }
    Parameter { key: "ap", label: "AP", values: values.into() }
}

/// Enemies that can be aimed at, nearest first, those who are down last; the dead are left out.
pub fn candidates(battle: &Battle, who: CombatantId, item: &Item, manner: Manner) -> Vec<Candidate> {
    let from = battle.one(who).footprint();
    let foes = battle.enemies(who).filter(|one| !matches!(one.status, Status::Dead | Status::Fled));
    let mut found: Vec<(bool, u16, Candidate)> = foes
        .map(|one| {
            let refusal = attack::refusal(battle, who, one.id, item.id, manner);
            let squares = ground::distance(from, one.footprint());
            (!one.fights(), squares, Candidate { who: one.id, refusal })
        })
        .collect();
    found.sort_by_key(|(out, squares, candidate)| (*out, *squares, candidate.who));
    found.into_iter().map(|(.., candidate)| candidate).collect()
}

/// Standing orders for defence: one is not asked at each blow.
fn orders(battle: &Battle, who: CombatantId) -> Offer {
    let rating = sheet(battle.one(who)).rating();
    let now = battle.one(who).conditions.find(ORDERS);
    let about = now.map_or_else(|| "Asked at each blow".into(), orders_words);
    let word = |value: i32, word: &'static str, label: &'static str| ParameterValue {
        value,
        word: word.into(),
        label: label.into(),
        refusal: None,
    };
    let mut evade = vec![word(-1, "ask", "Ask me"), word(0, "raw", "Raw defence")];
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
    let dice = sheet(battle.one(who)).rating();
    let mut roll = Offer::new("roll", "Roll for the order", &[ids::ORDER_01], Cost::Free)
        .about(format!("{dice}d10"))
        .for_comfort();
    roll.parameters.extend(luck_parameter(battle, who, dice));
    let never = Offer::new("never", "Stake nothing, and do not ask again", &[ids::ORDER_01], Cost::Free).for_comfort();
    vec![roll, never]
}

/// What somebody sees of the roll to beat: nothing where rolls are covered, TOT-ATK-04.
pub fn known(battle: &Battle, blow: &Blow) -> Option<i32> {
    settings::open_rolls(battle).then(|| i32::from(blow.need))
}

fn evade(battle: &Battle, blow: &Blow) -> Vec<Offer> {
    let evade = guards(battle, blow, Guard::Evasion, ("evade", "Evade"), &[ids::DEF_01, ids::COMP_01]);
    let mut offers: Vec<Offer> = evade.into_iter().collect();
    offers.push(Offer::new("none", "No evasion", &[ids::DEF_05], Cost::Free));
    offers
}

fn block(battle: &Battle, blow: &Blow) -> Vec<Offer> {
    let block = guards(battle, blow, Guard::Block, ("block", "Block"), &[ids::DEF_02, ids::COMP_02]);
    let mut offers: Vec<Offer> = block.into_iter().collect();
    offers.push(Offer::new("none", "No block", &[ids::DEF_05], Cost::Free));
    offers
}

fn seize(battle: &Battle, blow: &Blow) -> Vec<Offer> {
    let evade = guards(battle, blow, Guard::Evasion, ("evade", "Evade"), &[ids::DEF_06, ids::CRIT_05]);
    let mut offers: Vec<Offer> = evade.into_iter().collect();
    offers.extend(guards(battle, blow, Guard::Block, ("block", "Block"), &[ids::DEF_06, ids::CRIT_05]));
    offers.push(Offer::new("none", "Let it miss", &[ids::DEF_06], Cost::Free));
    offers
}

/// A defence roll with AP and Luck to be put into it; nothing if there are no dice at all.
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
    let mut offer = Offer::new(verb, title, rules, cost).about(format!("{dice}d10, and 1d10 for each AP"));
    if most > least || least > 0 {
        offer = offer.parameter(Parameter { key: "ap", label: "AP", values: values.collect() });
    }
    let luck = defence::luck(battle, who, dice.max(least));
    if luck > 0 {
        offer.parameters.extend(luck_parameter(battle, who, dice.max(least)));
    }
    Some(offer)
}

/// A roll that Luck can be staked on.
fn stake(battle: &Battle, who: CombatantId, dice: u8, rules: &'static [RuleId], title: &'static str) -> Vec<Offer> {
    let mut offer = Offer::new("roll", title, rules, Cost::Free).about(format!("{dice}d10"));
    if most_luck(battle, who, dice) > 0 {
        offer.parameters.extend(luck_parameter(battle, who, dice));
    }
    vec![offer]
}
