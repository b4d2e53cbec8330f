//! Luck, rounds, combat order, and the start and end of turns. TOT-ORDER, TOT-AP, TOT-TURN, TOT-END.

use serde::{Deserialize, Serialize};

use super::{
    answer::OwnTurn,
    catalogue as ids,
    conditions::{self, CAPTIVATED, CAST, NO_STAKE, PREPARED, SHIELD, WOKE, is_dying, keeping, lasting, takes_turns},
    drugs, life, menu, movement, objects,
    pool::{self, Pool, most_luck},
    settings,
    sheet::{ACTED, CARRIED, FOLLOWED, FRESH, HANDLED, LOCKED, LUCK, MOVED, ORDER, UNDER_WAY, VITALITY, sheet},
    step::{LifeStep, TurnStep},
    stored,
};
use crate::{
    dice::Throw,
    rules::{
        AgendaItem, Battle, Budget, Choice, Combatant, CombatantId, Cost, Effect, Entry, Moment, Offer, Roll,
        RulesetPrompt, Settles, Status, StepContext, Tied, Told, Vitals, Window, Wording, duration_changes_of,
        next_turn, tell_ties, turns,
    },
};

/// The question about Luck dice on the combat order, with the stakes so far, TOT-ORDER-01.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Order(Vec<u8>);

impl RulesetPrompt for Order {
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        let luck = most_luck(battle, who, sheet(battle.combatant(who)).rating());
        let mut offers = pool::staking(&menu::ROLL_ORDER, luck, &[ids::ORDER_01]);
        offers.push(Offer::new(&menu::NEVER, &[ids::ORDER_01], Cost::FREE));
        offers
    }

    fn answer(&self, battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let luck = if choice.verb == "roll" { choice.value("luck", 0) as u8 } else { 0 };
        if choice.verb == "never" {
            context.effect(Effect::AddCondition(who, lasting(NO_STAKE)));
        }
        pool::stake(battle, who, luck, context);
        context.step(TurnStep::Stakes([&self.0[..], &[luck]].concat()));
    }

    fn default_answer(&self, _: &Battle, _: CombatantId) -> Choice {
        Choice::new("roll")
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let words = "rolls for the order";
        let about = "The highest total acts first this round. Each point of Luck adds 1d10 on a lucky coin flip, \
                     and subtracts it on an unlucky one";
        Told::new(battle, who, words, about, ids::ORDER_01).at(Window::Declare)
    }

    fn asked_with(&self, battle: &Battle, who: CombatantId) -> Vec<CombatantId> {
        let team = battle.combatant(who).team;
        let later = rollers(battle).into_iter().skip(self.0.len() + 1);
        later.filter(|other| battle.combatant(*other).team == team && may_stake(battle, *other)).collect()
    }

    fn describe(&self, battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        let fighter = battle.combatant(who);
        if offer.verb == menu::NEVER.verb {
            return wording.titled(format!("Stake nothing, do not ask {} again", fighter.identity.name));
        }
        let dice = i32::from(sheet(fighter).rating());
        // A d10 averages 5.5.
        wording.about(format!("{dice}d10, {}.{} on average", dice * 55 / 10, dice * 55 % 10))
    }
}

/// Rolls Luck Points for the next combatant whose sheet gives none; after the last, sets the starting state.
/// TOT-LUCK-01.
pub fn luck(battle: &Battle, from: u16, context: &mut StepContext<'_>) {
    let next = battle.combatants().skip(usize::from(from));
    let Some(fighter) = next.into_iter().find(|fighter| sheet(*fighter).luck.is_none() && !sheet(*fighter).mount)
    else {
        return endow(battle, context);
    };
    let thrown = context.throw_apart(Throw::die(10));
    context.effect(Effect::Vital(fighter.id, LUCK, thrown.sum as i16));
    context.log(|| Entry::Roll(Roll::new(fighter.id, "Luck points", ids::LUCK_01, &thrown)));
    context.step(TurnStep::Luck(fighter.id.0 + 1));
}

/// The vitals a combatant begins with: Vitality follows the setting.
pub fn start_of(battle: &Battle, who: CombatantId) -> Vitals {
    let fighter = battle.combatant(who);
    let numbers = sheet(fighter);
    let all = numbers.vitality_max(settings::vitality_per_rank(battle)).min(30_000) as i16;
    fighter.sheet.start().0.with(VITALITY, numbers.vitality.map_or(all, |left| left.min(all)))
}

/// Sets everybody's Vitality by the setting, and the spells and drugs they begin with.
fn endow(battle: &Battle, context: &mut StepContext<'_>) {
    for fighter in battle.combatants() {
        let vitality = start_of(battle, fighter.id).get(VITALITY);
        if vitality != fighter.vitals.get(VITALITY) {
            context.effect(Effect::Vital(fighter.id, VITALITY, vitality));
        }
        bring(battle, fighter.id, context);
    }
    context.step(TurnStep::Ready);
}

/// Gives a combatant what it brings into the battle: a prepared spell, TOT-MAG-07, and a working drug, TOT-BERS-01.
fn bring(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let numbers = sheet(battle.combatant(who));
    if let Some(prepared) = &numbers.prepared {
        context.effect(Effect::AddCondition(who, keeping(PREPARED, prepared.spell())));
    }
    if let Some(dose) = numbers.drugged {
        drugs::set_in(battle, who, dose, context);
    }
}

/// The effects of [`bring`] for a combatant that has none of that yet.
pub fn brought(battle: &Battle, who: CombatantId) -> Vec<Effect> {
    let numbers = sheet(battle.combatant(who));
    if numbers.prepared.is_none() && numbers.drugged.is_none() {
        return Vec::new();
    }
    let (mut before, vitals) = (battle.clone(), start_of(battle, who));
    let row = before.combatant_mut(who);
    row.vitals = vitals;
    row.conditions.0.clear();
    StepContext::effects_of(|context| bring(&before, who, context))
}

/// Those who begin unconscious lie down, unless a drug keeps them up, TOT-BERS-06. Those who arrive later do so on
/// arrival.
pub fn ready(battle: &Battle, context: &mut StepContext<'_>) {
    for fighter in battle.combatants().filter(|fighter| !fighter.status.is_absent()) {
        sink(battle, fighter.id, context);
    }
    context.step(TurnStep::Round(1));
}

/// Those who arrive with the round and cannot stand lie down. True if there are any. TOT-DYING-01.
fn lay_down(battle: &Battle, context: &mut StepContext<'_>) -> bool {
    let spent = || battle.combatants().filter(|fighter| life::is_spent(battle, *fighter));
    spent().for_each(|fighter| sink(battle, fighter.id, context));
    spent().next().is_some()
}

/// Applies one of several falls in one step: a rider falls where those before it have left room.
fn sink(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let now = context.effects().next().is_some().then(|| battle.after_written(context));
    life::sink(now.as_ref().unwrap_or(battle), who, context);
}

/// Begins a round: everybody gets AP, TOT-AP-01, and AP left from the last round are carried over, TOT-AP-03.
pub fn round(battle: &Battle, number: u16, context: &mut StepContext<'_>) {
    context.effect(Effect::Round(number));
    for fighter in battle.combatants() {
        context.clear(battle, fighter.id, &[WOKE]);
    }
    let vanish = settings::leftovers_vanish(battle) || number == 1;
    for effect in deal(battle, vanish, number) {
        context.effect(effect);
    }
    context.step(TurnStep::Stakes(Vec::new()));
}

/// The AP of a round, TOT-AP-01, with those of a drug, TOT-BERS-03.
pub fn allotment(battle: &Battle, fighter: Combatant<'_>) -> i16 {
    i16::from(sheet(fighter).rating() + conditions::tier(battle, fighter.id))
}

/// The AP that a new round gives to everybody, newcomers included, and the AP carried into it, TOT-AP-03.
fn deal(battle: &Battle, vanish: bool, round: u16) -> Vec<Effect> {
    let mut effects = Vec::new();
    for fighter in battle.combatants().filter(|fighter| takes_turns(battle, fighter.id)) {
        let (fresh, carried) = (fighter.budgets.get(FRESH), fighter.budgets.get(CARRIED));
        let left = if vanish { 0 } else { fresh };
        let given = if battle.fights_in(fighter.id, round) { allotment(battle, fighter) } else { 0 };
        if left != carried {
            effects.push(Effect::Budget(fighter.id, CARRIED, left));
        }
        if given != fresh {
            effects.push(Effect::Budget(fighter.id, FRESH, given));
        }
    }
    effects
}

/// The changes that are certain before the next turn of `who` begins: the AP of the next round, if this round's turn
/// has already begun, and the start of the turn.
pub fn until_turn(battle: &Battle, who: CombatantId) -> Vec<Effect> {
    let place = |who| battle.scene.order.iter().position(|other| *other == who);
    let is_to_come = match (place(who), battle.scene.acting.and_then(place)) {
        (Some(mine), Some(now)) => mine > now,
        (Some(_), None) => false,
        // Nobody has rolled for the order yet.
        (None, _) => true,
    };
    let mut effects =
        if is_to_come { Vec::new() } else { deal(battle, settings::leftovers_vanish(battle), battle.scene.round + 1) };
    effects.extend(STARTED.map(|budget| Effect::Budget(who, budget, 0)));
    effects
}

/// Budgets that are zero at the start of a turn.
const STARTED: [Budget; 6] = [CARRIED, LOCKED, MOVED, UNDER_WAY, HANDLED, FOLLOWED];

/// Who rolls for the order: the conscious and the dying, TOT-ORDER-02; only newcomers, if the first order holds.
fn rollers(battle: &Battle) -> Vec<CombatantId> {
    let new = |fighter: &Combatant<'_>| !held(battle).contains(&fighter.id);
    let rolls =
        |fighter: &Combatant<'_>| fighter.fights() || fighter.status == Status::Down && is_dying(battle, fighter.id);
    let all = battle.combatants().filter(|fighter| takes_turns(battle, fighter.id));
    all.filter(rolls).filter(new).map(|fighter| fighter.id).collect()
}

/// Whether a combatant is asked about Luck on the order, TOT-ORDER-01.
fn may_stake(battle: &Battle, who: CombatantId) -> bool {
    let fighter = battle.combatant(who);
    fighter.fights() && !fighter.conditions.has(NO_STAKE) && most_luck(battle, who, sheet(fighter).rating()) > 0
}

/// Asks for Luck on the order, in roster order, before any die is rolled, TOT-ORDER-01.
pub fn stakes(battle: &Battle, mut stakes: Vec<u8>, context: &mut StepContext<'_>) {
    if stakes.is_empty() && lay_down(battle, context) {
        return context.step(TurnStep::Stakes(stakes));
    }
    let rollers = rollers(battle);
    while let Some(who) = rollers.get(stakes.len()) {
        if may_stake(battle, *who) && !context.is_forecast() {
            context.ask(*who, Order(stakes));
            return;
        }
        stakes.push(0);
    }
    context.step(TurnStep::Order(stakes, Vec::new()));
}

/// Rolls the next combatant's Speed Rating in d10; after the last, puts them in order. TOT-ORDER-01.
pub fn order(battle: &Battle, stakes: &[u8], rolled: &[(CombatantId, i16)], context: &mut StepContext<'_>) {
    let Some(who) = rollers(battle).get(rolled.len()).copied() else {
        return arrange(battle, rolled, context);
    };
    let dice = sheet(battle.combatant(who)).rating();
    let luck = stakes.get(rolled.len()).copied().unwrap_or(0);
    let pool = Pool { dice, luck, marked: false };
    let result = pool::roll_for(battle, (who, "Combat order", ids::ORDER_01), pool, &|sum, _| sum as u32, &[], context);
    context.effect(Effect::Vital(who, ORDER, result.total() as i16));
    let mut rolled = rolled.to_vec();
    rolled.push((who, result.total() as i16));
    context.step(TurnStep::Order(stakes.to_vec(), rolled));
}

/// The lasting order, into which newcomers are inserted, TOT-ORDER-04.
fn held(battle: &Battle) -> &[CombatantId] {
    let holds = settings::order_holds(battle) && battle.scene.round > 1;
    if holds { &battle.scene.order } else { &[] }
}

/// Puts everybody in order: by result, then players first, then by Speed, then by a roll between the tied,
/// TOT-ORDER-03. If the first order holds, only newcomers roll, and ties among the others are already settled,
/// TOT-ORDER-04.
fn arrange(battle: &Battle, rolled: &[(CombatantId, i16)], context: &mut StepContext<'_>) {
    let before = held(battle);
    let old = before.iter().map(|who| (*who, battle.combatant(*who).vitals.get(ORDER)));
    let rank = |who: CombatantId, total: i16| {
        let fighter = battle.combatant(who);
        (-i32::from(total), !battle.scene.people.contains(fighter.team), -sheet(fighter).speed)
    };
    tie_break(battle, &Tied::new(rolled.iter().copied().chain(old), before, rank), context);
}

/// Rolls Speed Rating in d10 for the next of the tied, again for those still equal; when nobody is left to roll, sets
/// the order. TOT-ORDER-03.
pub fn tie_break(battle: &Battle, tied: &Tied, context: &mut StepContext<'_>) {
    let Some(who) = tied.next() else {
        let order = tied.clone().settled(held(battle));
        context.effect(Effect::Order(order.clone()));
        let plays = |who| i32::from(battle.scene.people.contains(battle.combatant(who).team));
        let speed = |who| sheet(battle.combatant(who)).speed;
        let total = |who| battle.combatant(who).vitals.get(ORDER);
        let settles: [Settles<'_>; 2] = [("players first", &plays), ("the higher Speed", &speed)];
        tell_ties(battle, (&order, held(battle)), (ids::ORDER_03, ""), total, &settles, context);
        context.step(TurnStep::Turn(0));
        return;
    };
    let thrown = context.throw_apart(pool::dice(sheet(battle.combatant(who)).rating()));
    context.log(|| Entry::Roll(Roll::new(who, "Tie", ids::ORDER_03, &thrown)));
    context.step(TurnStep::TieBreak(tied.clone().rolled(thrown.sum as i16, held(battle))));
}

/// Begins the turn at a place in the order, or ends the round.
pub fn turn(battle: &Battle, place: u16, context: &mut StepContext<'_>) {
    let Some((place, who)) = next_turn(battle, place, movement::is_alive, context) else {
        context.effect(Effect::Acting(None));
        context.step(TurnStep::Close(0));
        return;
    };
    let fighter = battle.combatant(who);
    context.effect(Effect::Acting(fighter.fights().then_some(who)));
    context.step(TurnStep::Wake(who));
    context.step(LifeStep::Suffer(who));
    // A combatant that falls by this ongoing damage does not stabilise yet, TOT-TURN-01 (4).
    let bleeds = settings::drugged_bleed(battle) && fighter.fights() && fighter.vitals.get(VITALITY) <= 0;
    if bleeds {
        context.step(LifeStep::Bleed(who));
    }
    if is_dying(battle, who) {
        context.step(LifeStep::Stabilise(who));
    } else if fighter.fights() && fighter.conditions.has(CAPTIVATED) {
        context.note(who, ids::ENG_04, "is captivated and loses the turn");
    } else if fighter.fights() && fighter.conditions.has(WOKE) {
        context.note(who, ids::ORDER_02, "has just come to and acts in the next round");
    } else if fighter.fights() {
        context.step(TurnStep::Act(who));
    }
    context.step(TurnStep::Rest(who));
    context.step(TurnStep::Turn(place + 1));
}

/// Resolves the start of a turn, TOT-TURN-01 (1).
pub fn wake(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    for budget in STARTED {
        context.set_budget(battle, who, budget, 0);
    }
    context.clear(battle, who, &[CAST]);
    conditions::burn_where_it_lies(battle, who, context);
    fade(battle, who, context);
}

/// A combatant that leaves the field loses its holds and its concentration, TOT-COMP-06, TOT-MAG-08.
pub fn left(battle: &Battle, who: CombatantId) -> Vec<Effect> {
    StepContext::effects_of(|context| {
        conditions::end_holds(battle, who, context);
        stored::lose_concentration(battle, who, context);
    })
}

/// Counts conditions that last a number of turns, such as energy shields, down one turn, TOT-TURN-01 (2), TOT-END-01.
pub fn fade(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    for change in duration_changes_of(battle, who, Moment::TurnStarts(who)) {
        context.effect(change.effect());
        if change.after.is_none() && change.before.kind == SHIELD {
            context.note(who, ids::MAG_08, "loses the energy shield");
        }
    }
}

/// Asks for the next action of a turn, which ends by itself when nothing is left to do. TOT-TURN-01 (5), TOT-TURN-02.
pub fn act(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    // The default answer does nothing more.
    let fighter = battle.combatant(who);
    let may_act = fighter.fights() && !fighter.conditions.has(CAPTIVATED) && !context.answers_by_default();
    if may_act && !is_spent(battle, who) {
        context.ask(who, OwnTurn);
    }
}

/// Whether a combatant has nothing left to do.
fn is_spent(battle: &Battle, who: CombatantId) -> bool {
    // The cheap checks come first: held items can always be dropped, and mostly there is somewhere to go.
    let drops = battle.combatant(who).hands.held().next().is_some();
    !drops && !movement::offers(battle, who).iter().any(Offer::is_open) && turns::is_spent(battle, who)
}

/// Resolves the end of a turn, TOT-TURN-01 (6).
pub fn rest(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    for (budget, value) in [(ACTED, 1), (UNDER_WAY, 0)] {
        context.set_budget(battle, who, budget, value);
    }
    lapse(battle, who, context);
}

/// Counts captivation and drugs down one turn, TOT-TURN-01 (6), TOT-END-01.
pub fn lapse(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    context.expire_conditions(battle, Moment::TurnEnds(who));
    drugs::run_down(battle, who, context);
}

/// The end of a round for those who had no turn in it, in roster order, TOT-END-01.
pub fn close(battle: &Battle, from: u16, context: &mut StepContext<'_>) {
    let idle = |fighter: &Combatant<'_>| {
        matches!(fighter.status, Status::Fighting | Status::Down) && !battle.scene.order.contains(&fighter.id)
    };
    match battle.combatants().skip(usize::from(from)).find(idle) {
        Some(fighter) => {
            context.step(TurnStep::Fade(fighter.id));
            context.step(LifeStep::Suffer(fighter.id));
            context.step(TurnStep::Lapse(fighter.id));
            context.step(TurnStep::Close(fighter.id.0 + 1));
        }
        None => {
            objects::at_round_end(battle, context);
            context.step(TurnStep::Round(battle.scene.round + 1));
        }
    }
}

/// The agenda of this combatant's turn.
pub fn turn_of(battle: &Battle, who: CombatantId) -> Vec<AgendaItem> {
    let steps = |next| [TurnStep::Act(who), TurnStep::Rest(who), TurnStep::Turn(next)].map(AgendaItem::step);
    crate::rules::turn_of(battle, who, steps)
}
