//! Reactions: attacks of opportunity and readied actions. PCT-REA.

use super::{
    bonds::{are_pair, pair, trapped_under},
    catalogue as ids, charge,
    conditions::{self, FULL_DEFENCE, REACTIONS, READIED, Trigger, has_reaction, spend_reaction},
    cover, luck, menu, reach,
    sheet::arm,
    step::{AttackStep, Event, Exchange, Luck, ReactionStep},
    strikes, targets, ways,
};
use crate::{
    geometry::Footprint,
    rules::{Opportunity, StandingOrder, claims, prelude::*},
};

/// Whether somebody may react to an enemy's action.
pub fn reacts(battle: &Battle, who: CombatantId, event: Event) -> bool {
    battle.combatant(who).team != battle.combatant(event.whose()).team && may_react(battle, who, event)
}

/// Whether `who` can react to an event.
pub fn may_react(battle: &Battle, who: CombatantId, event: Event) -> bool {
    battle.combatant(who).fights()
        && has_reaction(battle, who)
        && (may_strike(battle, who, event) || meets(battle, who, event) || readied(battle, who, event).is_some())
}

/// Whether the event is a charge into a braced weapon, PCT-CHA-04.
fn meets(battle: &Battle, who: CombatantId, event: Event) -> bool {
    let Event::Charges(charger, _) = event else { return false };
    !charge::has_met(battle, who, charger) && charge::met(battle, who, charger).is_some()
}

/// Whether the event is a step that provokes `who`, PCT-REA-02; of mount and rider the mount does the walking,
/// PCT-MNT-04.
fn may_strike(battle: &Battle, who: CombatantId, event: Event) -> bool {
    let Event::Leaves(mover, _, to) = event else { return false };
    let watcher = battle.combatant(who);
    if watcher.team == battle.combatant(mover).team || !watcher.aware.of(mover) {
        return false;
    }
    let Some(range) = reach::threat_range(battle, who) else { return false };
    let from = battle.combatant(mover).placement.anchor();
    ways::provokes(battle, mover, &ways::Watcher { who, range }, from, to)
}

/// The readied action of `who` if the event triggers it and it is legal now, PCT-REA-04, PCT-REA-05.
pub fn readied(battle: &Battle, who: CombatantId, event: Event) -> Option<Condition> {
    let condition = *battle.combatant(who).conditions.find(READIED)?;
    let foe = event.whose();
    let named = condition.whom.is_none_or(|whom| whom == foe || are_pair(battle, whom, foe));
    let knows = battle.combatant(who).aware.of(foe);
    let on = against(&condition, foe);
    (named && knows && triggers(battle, who, &condition, event) && is_legal(battle, who, on, &condition))
        .then_some(condition)
}

/// The target of a readied action: the one named, even if its rider or mount triggered it, or else the one who
/// triggered it, PCT-REA-05.
fn against(condition: &Condition, foe: CombatantId) -> CombatantId {
    condition.whom.unwrap_or(foe)
}

fn triggers(battle: &Battle, who: CombatantId, condition: &Condition, event: Event) -> bool {
    let combatant = battle.combatant(who);
    let Some((trigger, _)) = conditions::readying(condition) else { return false };
    match (trigger, event) {
        (Trigger::Enters, Event::Arrives(foe, _))
        | (Trigger::Leaves, Event::Leaves(foe, ..) | Event::Slips(foe, ..)) => reach::threatens(battle, who, foe),
        (Trigger::Near(near), Event::Arrives(foe, left)) => {
            let near = u16::from(near);
            let body = battle.combatant(foe).placement;
            let metres = |body: Footprint| reach::distance(combatant.footprint(), body);
            metres(body.0) <= near && metres(body.at(left).0) > near
        }
        (Trigger::Appears, Event::Arrives(foe, left)) => {
            let (body, posture) = (battle.combatant(foe).placement, battle.combatant(foe).posture);
            attackable(battle, who, foe, body.0, posture) && !attackable(battle, who, foe, body.at(left).0, posture)
        }
        (Trigger::Appears, Event::Stands(foe)) => {
            let body = battle.combatant(foe).footprint();
            attackable(battle, who, foe, body, Posture::Standing) && !attackable(battle, who, foe, body, Posture::Prone)
        }
        (Trigger::Attacks(ward), Event::Attacks(_, on)) => on == ward,
        (Trigger::Attacked(ward), Event::Attacked(_, by)) => by == ward,
        (Trigger::Stands, Event::Stands(_)) | (Trigger::Ends, Event::EndsTurn(_)) => true,
        _ => false,
    }
}

/// Whether `who` would see `foe` there in this posture, not behind total cover, PCT-REA-05 (4).
fn attackable(battle: &Battle, who: CombatantId, foe: CombatantId, body: Footprint, posture: Posture) -> bool {
    let combatant = battle.combatant(who);
    !cover::is_blind(battle, who)
        && cover::is_in_view_at(battle, (combatant.footprint(), combatant.posture), (body, posture), &[who, foe])
}

fn is_legal(battle: &Battle, who: CombatantId, foe: CombatantId, condition: &Condition) -> bool {
    let Some(item) = condition.with else { return true };
    let usage = conditions::readying(condition).map_or(0, |(_, usage)| usage);
    let Some(of) = arm(battle, item).uses.get(usize::from(usage)) else { return false };
    battle.item(item).at.bearer() == Some(who)
        && battle.combatant(foe).fights()
        && targets::attack_refusal(battle, who, foe, item, of).is_none()
}

/// Asks a combatant about an event, if reacting is still legal.
pub fn offer(battle: &Battle, who: CombatantId, event: Event, context: &mut StepContext<'_>) {
    let foe = battle.combatant(event.whose());
    // A rider whom an earlier blow has parted from the mount no longer leaves the square, PCT-MOVE-08.
    let is_there = match event {
        Event::Leaves(_, from, _) | Event::Slips(_, from, _) => {
            foe.placement.anchor() == from && trapped_under(battle, foe.id).is_none()
        }
        _ => true,
    };
    if foe.fights() && is_there && may_react(battle, who, event) {
        if let Event::Charges(charger, _) = event {
            charge::note_met(who, charger, context);
        }
        context.ask(who, React(event));
    }
}

/// The offer of standing orders for reactions, which may be declined each time, PCT-REA-03.
pub fn orders_offer() -> Offer {
    Offer::new(&menu::ORDERS, &[ids::REA_03, ids::REA_05], Cost::FREE).parameter(claims::parameter())
}

/// Gives or takes back standing orders for reactions.
pub fn give_orders(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
    claims::order(battle, (who, REACTIONS), StandingOrder::of_choice(choice), (ids::REA_03, "reactions"), context);
}

/// When somebody is asked about reactions, in words; `None` if always.
pub fn orders_words(battle: &Battle, who: CombatantId) -> Option<&'static str> {
    let order = battle.combatant(who).orders.of(REACTIONS);
    (order != StandingOrder::Always).then(|| order.words())
}

/// The combatants to ask about reactions to an action of `by`, in initiative order, PCT-REA-03, PCT-REA-05.
pub fn claimants(battle: &Battle, by: CombatantId) -> impl Iterator<Item = CombatantId> + '_ {
    Opportunity { claim: REACTIONS, by: Some(by) }.claimants(battle, |_| true)
}

/// Puts questions to all who may react to an event on the agenda, in initiative order, PCT-REA-05; a charge is an
/// arrival too.
pub fn call(battle: &Battle, event: Event, context: &mut StepContext<'_>) {
    let arrival = if let Event::Charges(who, from) = event { Some(Event::Arrives(who, from)) } else { None };
    for who in claimants(battle, event.whose()) {
        for event in arrival.into_iter().chain([event]).filter(|event| reacts(battle, who, *event)) {
            context.step(ReactionStep::React(who, event));
        }
    }
}

/// The melee attacks that `who` may make on a mover, PCT-REA-03.
pub fn opportunities(battle: &Battle, who: CombatantId, event: Event) -> Vec<(ItemId, u8)> {
    if let Event::Charges(charger, _) = event {
        return charge::met(battle, who, charger).into_iter().collect();
    }
    if !may_strike(battle, who, event) {
        return Vec::new();
    }
    reach::ready(battle, who)
        .filter(|ready| ready.of.is_melee() && !ready.of.is_light())
        .map(|ready| (ready.item, ready.usage))
        .filter(|weapon| !marks(battle, who, event, *weapon).is_empty())
        .collect()
}

/// Which of a moving rider and mount a weapon can strike, the rider first, PCT-MNT-04.
fn marks(battle: &Battle, who: CombatantId, event: Event, (item, usage): (ItemId, u8)) -> Vec<CombatantId> {
    let of = &arm(battle, item).uses[usize::from(usage)];
    let open = |on: &CombatantId| targets::attack_refusal(battle, who, *on, item, of).is_none();
    pair(battle, event.whose()).filter(open).collect()
}

/// Strikes as a reaction.
pub fn strike(
    battle: &Battle,
    who: CombatantId,
    (on, braced): (CombatantId, bool),
    (item, usage): (ItemId, u8),
    choice: &Choice,
    context: &mut StepContext<'_>,
) {
    spend_reaction(battle, who, context);
    let (manner, luck) = (strikes::manner(choice), Luck::chosen(choice));
    luck::pay_ignore(battle, who, luck, context);
    let exchange = Exchange { reaction: true, manner, luck, braced, ..Exchange::new(who, on, item, usage) };
    context.step(AttackStep::Declare(exchange));
}

/// The weapon of a readied attack, and which use of it.
pub fn readied_weapon(condition: &Condition) -> Option<(ItemId, u8)> {
    Some((condition.with?, conditions::readying(condition)?.1))
}

/// Carries out a readied action, PCT-REA-04.
pub fn act(
    battle: &Battle,
    who: CombatantId,
    event: Event,
    condition: &Condition,
    choice: &Choice,
    context: &mut StepContext<'_>,
) {
    context.effect(Effect::replaced(who, *condition, None));
    if let Some(weapon) = readied_weapon(condition) {
        strike(battle, who, (against(condition, event.whose()), false), weapon, choice, context);
    } else {
        spend_reaction(battle, who, context);
        context.effect(Effect::AddCondition(who, Condition::new(FULL_DEFENCE, Until::TurnStart)));
        context.note(who, ids::DEF_06, "goes on full defence");
    }
}

/// The rules of a reaction to this event.
pub const fn rules(event: Event) -> &'static [RuleId] {
    match event {
        Event::Leaves(..) => &[ids::REA_03],
        Event::Charges(..) => &[ids::CHA_04],
        _ => &[ids::REA_04],
    }
}

crate::rules::ruleset::prompt::asks! {
    /// Whether to strike at a mover, PCT-REA-03, or to take a readied action, PCT-REA-04.
    React(Event);
}

impl RulesetPrompt for React {
    fn default_answer(&self, _: &Battle, _: CombatantId) -> Choice {
        Choice::new("decline")
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let name = |who: CombatantId| &battle.combatant(who).identity.name;
        let foe = self.0.whose();
        let (does, rule) = match self.0 {
            Event::Leaves(.., to) => (format!("steps to {to}"), ids::REA_02),
            Event::Slips(.., to) => (format!("slips away to {to}"), ids::REA_05),
            Event::Arrives(..) => ("has come closer".into(), ids::REA_05),
            Event::Charges(..) => ("charges in".into(), ids::CHA_04),
            Event::Attacks(_, on) => (format!("attacks {}", name(on)), ids::REA_05),
            Event::Stands(_) => ("has stood up".into(), ids::REA_05),
            Event::Attacked(_, by) => (format!("was attacked by {}", name(by)), ids::REA_05),
            Event::EndsTurn(_) => ("ends the turn".into(), ids::REA_05),
        };
        let words = format!("may react to {}", name(foe));
        let told = Told::new(battle, who, &words, format!("{} {does}", name(foe)), rule).at(Window::Claim);
        told.on(foe).by(foe, None)
    }

    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        let (event, foe) = (self.0, self.0.whose());
        let striking = |offer: Offer, (item, usage): (ItemId, u8)| {
            let of = &arm(battle, item).uses[usize::from(usage)];
            strikes::offered(battle, who, offer, of, strikes::bares_the_neck(battle, who, foe))
        };
        let counter = |weapon: (ItemId, u8)| {
            let marks = marks(battle, who, event, weapon).into_iter();
            let marks = marks.map(|who| Candidate { who, refusal: None }).collect();
            let offer = Offer::new(&menu::COUNTER, &[ids::REA_03, ids::REA_02], menu::REACTS);
            striking(offer.with(weapon.0).at(Target::Combatant(marks)), weapon)
        };
        let mut offers: Vec<Offer> = opportunities(battle, who, event).into_iter().map(counter).collect();
        if let Some(condition) = readied(battle, who, event) {
            let kind = if condition.with.is_some() { &menu::ACT } else { &menu::ACT_DEFENSIVELY };
            let offer = Offer::new(kind, &[ids::REA_04], menu::REACTS);
            offers.push(match readied_weapon(&condition) {
                Some(weapon) => striking(offer, weapon),
                None => offer,
            });
        }
        offers.push(Offer::new(&menu::DECLINE, rules(event), Cost::FREE));
        offers
    }

    fn try_answer(
        &self,
        battle: &Battle,
        who: CombatantId,
        choice: &Choice,
        context: &mut StepContext<'_>,
    ) -> Answered {
        let event = self.0;
        match choice.verb {
            "strike" => {
                let weapons = opportunities(battle, who, event);
                let weapon = weapons.into_iter().find(|(item, _)| Some(*item) == choice.item);
                let weapon = weapon.ok_or_else(|| Refusal::new(ids::REA_03, "Not with this weapon"))?;
                let marks = marks(battle, who, event, weapon);
                let on = choice.on.filter(|on| marks.contains(on)).or(marks.first().copied());
                let on = on.ok_or_else(|| Refusal::new(ids::REACH_01, "Out of reach"))?;
                let braced = matches!(event, Event::Charges(..));
                strike(battle, who, (on, braced), weapon, choice, context);
            }
            "act" => {
                let readied = readied(battle, who, event);
                let readied = readied.ok_or_else(|| Refusal::new(ids::REA_04, "Nothing is readied"))?;
                act(battle, who, event, &readied, choice, context);
            }
            _ => {}
        }
        Ok(())
    }

    fn describe(&self, battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        match readied(battle, who, self.0).filter(|_| offer.verb == menu::ACT.verb) {
            Some(condition) => wording.about(conditions::readied_words(battle, &condition)),
            None => wording,
        }
    }
}
