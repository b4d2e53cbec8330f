//! The attacks a combatant can make in a turn: their offers, and how a choice is carried out. VIG-TURN-02, VIG-ATK-07.

use super::{
    afflict::pay_vigor,
    arms::Class,
    attack, catalogue as ids,
    conditions::{cannot_move, is_incapacitated, is_target},
    menu::{self, Price},
    objects::{self, Targets},
    settings::{self, Chances},
    sheet::{OFF_HAND, VIGOR, arm},
    step::{AttackStep, Manner, Mark, Strike, With},
    strike::means,
};
use crate::{
    geometry::Square,
    rules::{BoardMark, Site, Squares, nearest_first, prelude::*},
};

/// The price of an Off-Hand attack in Vigor, VIG-ATK-07.
pub const OFF_HAND_PRICE: u8 = 8;

/// Whether an Off-Hand attack may still be made with the last attack action, VIG-ATK-07.
pub fn may_strike_off_hand(battle: &Battle, who: CombatantId) -> bool {
    let fighter = battle.combatant(who);
    fighter.budgets.get(OFF_HAND) != 0
        && fighter.vitals.get(VIGOR) >= OFF_HAND_PRICE.into()
        && !is_incapacitated(fighter)
}

/// Whether a combatant can make an Off-Hand attack on anybody, VIG-ATK-07.
pub fn strikes_off_hand(battle: &Battle, who: CombatantId) -> bool {
    may_strike_off_hand(battle, who) && off_hand(battle, who).iter().any(Offer::is_open)
}

/// Everything a combatant can attack with now: weapons in hand, parts of the body, or bare fists. VIG-ATK-09.
pub fn ready(battle: &Battle, who: CombatantId) -> impl Iterator<Item = With> + '_ {
    let armed = |item: &Item<'_>| !arm(battle, item.id).harmless;
    let items = battle.ready_items(who).filter(armed).map(|item| With::Item(item.id));
    let has_fists = battle.ready_items(who).any(|item| arm(battle, item.id).class == Class::Unarmed);
    let fists = (!has_fists).then_some(With::Fists);
    let throws = battle.ready_items(who).filter(|item| arm(battle, item.id).throw > 0);
    items.chain(fists).chain(throws.map(|item| With::Thrown(item.id)))
}

/// All attacks of a turn: first on combatants, then on features of the board.
pub fn offers(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let stuck = cannot_move(battle.combatant(who));
    let strikes = ready(battle, who).map(|with| at_combatants(battle, who, with, Manner::Action));
    let mut all: Vec<Offer> = strikes.collect();
    all.extend(ready(battle, who).filter_map(|with| at_sites(battle, who, with)));
    if battle.combatant(who).budgets.get(OFF_HAND) != 0 {
        all.extend(off_hand(battle, who));
    }
    all.into_iter().map(|offer| chance(battle, offer).refused(stuck.clone())).collect()
}

/// The attacks on combatants as a readied act, VIG-ACT-02.
pub fn offers_as(battle: &Battle, who: CombatantId, manner: Manner) -> Vec<Offer> {
    ready(battle, who).map(|with| at_combatants(battle, who, with, manner)).collect()
}

/// Adds to an offer the choice to take a Chance, before an attack roll in one's own turn. VIG-REACT-09.
pub fn chance(battle: &Battle, offer: Offer) -> Offer {
    if settings::chances(battle) != Chances::Gamble {
        return offer;
    }
    let values = vec![
        ParameterValue::new(0, "no", "no Chance"),
        ParameterValue::new(1, "yes", "a Challenge now, a Charge on damage"),
    ];
    offer.parameter(Parameter::new(&menu::CHANCE, values))
}

/// Whether a choice takes a Chance.
pub fn takes_chance(choice: &Choice) -> bool {
    choice.value(menu::CHANCE.key, 0) == 1
}

/// The kind of offer for an attack in one's own turn.
fn kind(battle: &Battle, who: CombatantId, with: With) -> &'static OfferKind {
    match with {
        With::Thrown(_) => &menu::THROW,
        _ if means(battle, who, with).is_ranged() => &menu::SHOOT,
        _ => &menu::STRIKE,
    }
}

/// The offer to attack an enemy: those who fight, nearest first, then those who are down.
fn at_combatants(battle: &Battle, who: CombatantId, with: With, manner: Manner) -> Offer {
    let (kind, rules, cost) = match manner {
        Manner::OffHand => (&menu::OFF_HAND, OFF_HAND_RULES, Cost::of(&menu::VIGOR, OFF_HAND_PRICE)),
        _ => (kind(battle, who, with), RULES, menu::actions(1)),
    };
    let all = targets(battle, who, |on| attack::refusal(battle, &Strike::new(who, Mark::Combatant(on), with, manner)));
    let first = all.first().and_then(|candidate| candidate.refusal.clone());
    let why = first.filter(|_| all.len() == 1).unwrap_or_else(|| Refusal::new(ids::ATK_01, "Nobody can be attacked"));
    Offer::new(kind, rules, cost).with(with.item()).at_any_of(all, || why)
}

const RULES: &[RuleId] = &[ids::ATK_01, ids::ATK_04, ids::DMG_05];
const OFF_HAND_RULES: &[RuleId] = &[ids::ATK_07, ids::ATK_01];

/// The enemies who can be targets: those who fight, nearest first, then those who are down.
pub fn targets(battle: &Battle, who: CombatantId, why_not: impl Fn(CombatantId) -> Option<Refusal>) -> Vec<Candidate> {
    let foes = battle.enemies(who).filter(|fighter| is_target(*fighter));
    nearest_first(battle, who, foes, |fighter| !fighter.fights(), why_not)
}

/// The offer to break a feature of the board, if one is within reach. VIG-OBJ-01.
fn at_sites(battle: &Battle, who: CombatantId, with: With) -> Option<Offer> {
    if matches!(with, With::Thrown(_)) {
        return None;
    }
    let squares = Squares::later(sites(battle, who, with)?);
    if squares.is_empty() {
        return None;
    }
    let offer = Offer::new(&menu::BREAK, &[ids::OBJ_01, ids::ATK_01], menu::actions(1)).at(Target::Square(squares));
    Some(offer.with(with.item()))
}

/// The features that can be broken with this means of attack; `None` if it cannot be used now.
fn sites(battle: &Battle, who: CombatantId, with: With) -> Option<Targets> {
    let means = means(battle, who, with);
    let site = Site::Square(battle.combatant(who).placement.anchor());
    let strike = Strike::new(who, Mark::Site(site), with, Manner::Action);
    attack::weapon_refusal(battle, &strike, &means).is_none().then(|| Targets::of(battle, who, &means))
}

/// The features that an offer to break can be aimed at, with the Durability they have left. VIG-OBJ-01.
pub fn marks(battle: &Battle, who: CombatantId, offer: &Offer) -> Vec<(Square, BoardMark)> {
    if offer.verb != menu::BREAK.verb {
        return Vec::new();
    }
    let mark = |(square, site): (Square, Site)| {
        let feature = objects::feature(battle, site)?;
        let (rank, full) = objects::numbers(feature)?;
        let left = format!("{} of {full}", objects::left(battle, site));
        let fact = Fact::new(capital(feature.name()), left, format!("Durability; AR {rank}"), ids::OBJ_01);
        Some((square, BoardMark { site, fact }))
    };
    let sites = sites(battle, who, offer.item.map_or(With::Fists, With::Item));
    sites.into_iter().flat_map(|sites| sites.named()).filter_map(mark).collect()
}

/// The Off-Hand attacks: with a weapon in the off hand, or unarmed. VIG-ATK-07.
fn off_hand(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let poor = (!may_strike_off_hand(battle, who)).then(|| Refusal::new(ids::ATK_07, "Needs 8 Vigor"));
    let is_off = |with: &With| match with {
        With::Item(item) => {
            let held = battle.item(*item);
            matches!(held.at, Location::Off(_)) || arm(battle, *item).class == Class::Unarmed
        }
        With::Fists => true,
        _ => false,
    };
    let all = ready(battle, who).filter(is_off);
    all.map(|with| at_combatants(battle, who, with, Manner::OffHand).refused(poor.clone())).collect()
}

/// The kinds of these attack offers.
pub const KINDS: &[&OfferKind] = &[&menu::STRIKE, &menu::SHOOT, &menu::THROW, &menu::OFF_HAND, &menu::BREAK];

/// Whether a verb is one of these offers.
pub fn is_mine(verb: &str) -> bool {
    KINDS.iter().any(|kind| kind.verb == verb)
}

/// Pays for an attack and declares it; a readied one costs Vigor. VIG-ACT-02, VIG-ATK-07.
///
/// # Errors
/// The rule that forbids it.
pub fn begin(
    battle: &Battle,
    who: CombatantId,
    choice: &Choice,
    price: Price,
    context: &mut StepContext<'_>,
) -> Answered {
    let with = With::named(choice.verb, choice.item);
    let manner = match price {
        Price::Ready => Manner::Readied,
        Price::Actions if choice.verb == menu::OFF_HAND.verb => Manner::OffHand,
        Price::Actions => Manner::Action,
    };
    let mark = if choice.verb == menu::BREAK.verb {
        let named = choice.squares.first().copied().zip(sites(battle, who, with));
        let found = named.and_then(|(square, sites)| sites.find(square));
        Mark::Site(found.ok_or_else(|| Refusal::new(ids::OBJ_01, "Nothing to break"))?)
    } else {
        Mark::Combatant(choice.on.ok_or_else(|| Refusal::new(ids::ATK_01, "Nobody is aimed at"))?)
    };
    let gamble = price == Price::Actions && takes_chance(choice);
    let strike = Strike { gamble, ..Strike::new(who, mark, with, manner) };
    attack::refusal(battle, &strike).map_or(Ok(()), Err)?;
    match manner {
        Manner::OffHand => {
            context.effect(Effect::Budget(who, OFF_HAND, 0));
            pay_vigor(battle, who, OFF_HAND_PRICE, context);
        }
        _ => price.pay(battle, who, 1, 0, context),
    }
    if manner == Manner::Action {
        context.effect(Effect::Budget(who, OFF_HAND, 1));
    }
    context.step(AttackStep::Declare(strike));
    Ok(())
}

/// Every attack of `who` on `whom` from where they stand, in a turn of `who`. VIG-TURN-02.
pub fn attacks(battle: &Battle, who: CombatantId, whom: CombatantId) -> Vec<(Choice, Option<Refusal>)> {
    let all = ready(battle, who).map(|with| {
        let refusal = attack::refusal(battle, &Strike::new(who, Mark::Combatant(whom), with, Manner::Action));
        let choice = Choice::new(kind(battle, who, with).verb).on(whom);
        (Choice { item: with.item(), ..choice }, refusal)
    });
    all.collect()
}
