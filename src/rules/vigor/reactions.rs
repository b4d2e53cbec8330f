//! Openings: who may take them, and the attack that is made. VIG-REACH-05, VIG-REACH-06, VIG-REACT-07, VIG-REACT-08.

use serde::{Deserialize, Serialize};

use super::{
    attack::AttackStep,
    catalogue as ids,
    conditions::{can_act, can_react, is_incapacitated, is_target, pay_vigor},
    menu, orders, reach,
    ready::Event,
    readying,
    sheet::VIGOR,
    step::{Prompt, prompt, step},
    strike::{Manner, Mark, Strike, With},
};
use crate::rules::{
    AgendaItem, Battle, Choice, Claim, CombatantId, CombatantSet, Cost, Offer, Opportunity, Refusal, StepContext,
};

/// Openings, for standing orders.
pub const OPENINGS: Claim = Claim(0);

/// What it costs to take an opening; Defend does not make it cheaper. VIG-REACT-07.
pub const OPENING_PRICE: u8 = 5;

/// A step that lets others react.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ReactionStep {
    /// Somebody opens to those enemies who can take it at this moment, VIG-REACH-06.
    Opening(CombatantId),
    /// An opening is still open to these, who decide one after another. VIG-REACT-08.
    Open(CombatantId, CombatantSet),
    /// Something happens that readied acts may wait for, but for those of these: they have reacted to it already.
    /// VIG-ACT-02, VIG-REACT-02.
    Ready(Event, CombatantSet),
    /// It has fulfilled the conditions of these, who act one after another. VIG-REACT-08.
    Fulfilled(Event, CombatantSet),
}

/// Resolves a step of this chapter.
pub fn resolve(battle: &Battle, step: &ReactionStep, context: &mut StepContext<'_>) {
    match step {
        ReactionStep::Opening(by) => ask(battle, *by, takers(battle, *by).into_iter().collect(), context),
        ReactionStep::Open(by, to) => ask(battle, *by, *to, context),
        ReactionStep::Ready(event, spent) => readying::call(battle, *event, *spent, context),
        ReactionStep::Fulfilled(event, of) => readying::ask(battle, *event, *of, context),
    }
}

/// The step that resolves an opening that somebody creates.
pub fn opening(by: CombatantId) -> AgendaItem {
    step(ReactionStep::Opening(by))
}

/// Whether an opening of somebody is open to another, whatever is left to pay with. VIG-REACH-06.
pub fn is_open_to(battle: &Battle, by: CombatantId, to: CombatantId) -> bool {
    let (victim, one) = (battle.combatant(by), battle.combatant(to));
    one.team != victim.team
        && is_target(victim)
        && can_react(battle, to)
        && one.aware.of(by)
        && reach::reaches(battle, to, victim.footprint())
}

/// Whether somebody may take an opening: it is open, and can be paid for. VIG-REACT-03.
pub fn may_take(battle: &Battle, by: CombatantId, to: CombatantId) -> bool {
    let pays = battle.combatant(to).vitals.get(VIGOR) >= OPENING_PRICE.into();
    pays && is_open_to(battle, by, to) && !attacks(battle, to, by).is_empty()
}

/// Whether somebody could take an opening of an enemy, if it were not in a turn of their own. VIG-REACT-01, VIG-REACT-07.
pub fn threatens(battle: &Battle, who: CombatantId) -> bool {
    let one = battle.combatant(who);
    can_act(one) && !is_incapacitated(one) && one.vitals.get(VIGOR) >= OPENING_PRICE.into()
}

/// Those who may take an opening, in initiative order; those without a place come last, VIG-INIT-04.
pub fn takers(battle: &Battle, by: CombatantId) -> Vec<CombatantId> {
    let placed = battle.scene.order.iter().copied();
    let others = battle.combatants().map(|one| one.id).filter(|who| !battle.scene.order.contains(who));
    let opportunity = Opportunity { claim: OPENINGS, by };
    let wants = |who: &CombatantId| may_take(battle, by, *who) && opportunity.is_wanted(battle, *who);
    placed.chain(others).filter(wants).collect()
}

/// Asks the next one of those to whom it was open at its moment, each after the one before has been resolved; whoever
/// cannot take it any more is not asked. VIG-REACH-06, VIG-REACT-08.
fn ask(battle: &Battle, by: CombatantId, to: CombatantSet, context: &mut StepContext<'_>) {
    let Some(who) = takers(battle, by).into_iter().find(|who| to.contains(*who)) else { return };
    let more = step(ReactionStep::Open(by, to.without(who)));
    match orders::opening(battle, who) {
        Some(false) => {}
        Some(true) => take(battle, who, by, best(battle, who, by), context),
        None => context.then(prompt(who, Prompt::Opening(by))),
    }
    context.then(more);
}

/// The attacks with which an opening can be taken: melee and unarmed, each ready. VIG-REACT-07.
pub fn attacks(battle: &Battle, who: CombatantId, on: CombatantId) -> Vec<With> {
    let body = battle.combatant(on).footprint();
    let serves = |with: &With| match with {
        With::Item(item) => reach::is_melee(battle, *item) && reach::out_of_reach(battle, who, body, *item).is_none(),
        With::Fists => true,
        With::Thrown(_) | With::Used(_) => false,
    };
    let legal = |with: &With| {
        super::attack::refusal(battle, &Strike::new(who, Mark::Combatant(on), *with, Manner::Opening)).is_none()
    };
    super::blows::ready(battle, who).filter(serves).filter(legal).collect()
}

/// The attack of a standing order: the one that does most.
fn best(battle: &Battle, who: CombatantId, on: CombatantId) -> With {
    let all = attacks(battle, who, on);
    let worth = |with: &With| Strike::new(who, Mark::Combatant(on), *with, Manner::Opening).means(battle).worth();
    all.into_iter().rev().max_by_key(worth).unwrap_or(With::Fists)
}

/// The offers to take an opening with each weapon, and to let it go.
pub fn offers(battle: &Battle, who: CombatantId, on: CombatantId) -> Vec<Offer> {
    let left = battle.combatant(who).vitals.get(VIGOR);
    let poor = (left < OPENING_PRICE.into()).then(|| Refusal::new(ids::REACT_03, "Not enough Vigor"));
    let take = |with: With| {
        let cost = Cost::of(&menu::VIGOR, OPENING_PRICE);
        let offer = Offer::new(&menu::TAKE_OPENING, &[ids::REACT_07, ids::REACT_03], cost).refused(poor.clone());
        match with {
            With::Item(item) => offer.with(item),
            _ => offer,
        }
    };
    let all = attacks(battle, who, on).into_iter().map(take);
    all.chain([Offer::new(&menu::DECLINE, &[ids::REACT_07], Cost::FREE)]).collect()
}

/// Answers the question about an opening.
pub fn answer(battle: &Battle, who: CombatantId, on: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
    if choice.verb == menu::TAKE_OPENING.verb {
        let with = choice.item.map_or(With::Fists, With::Item);
        take(battle, who, on, with, context);
    }
}

/// The choice that forecasts take for granted: the opening is taken if enough is left for a Defence.
pub fn default_choice(battle: &Battle, who: CombatantId, by: CombatantId) -> Choice {
    let left = battle.combatant(who).vitals.get(VIGOR) - i16::from(OPENING_PRICE);
    let can = left >= OPENING_PRICE.into() && !attacks(battle, who, by).is_empty();
    match best(battle, who, by) {
        With::Item(item) if can => Choice::new(menu::TAKE_OPENING.verb).with(item),
        With::Fists if can => Choice::new(menu::TAKE_OPENING.verb),
        _ => Choice::new(menu::DECLINE.verb),
    }
}

/// Takes an opening: pays, and makes one ordinary attack. VIG-REACT-07.
fn take(battle: &Battle, who: CombatantId, on: CombatantId, with: With, context: &mut StepContext<'_>) {
    context.note(who, ids::REACT_07, "takes the opening");
    pay_vigor(battle, who, OPENING_PRICE, context);
    let strike = Strike::new(who, Mark::Combatant(on), with, Manner::Opening);
    context.then(step(AttackStep::Declare(strike)));
}
