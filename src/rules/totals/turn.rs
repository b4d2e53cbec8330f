//! Luck, rounds, combat order, and the start and end of turns. TOT-ORDER, TOT-AP, TOT-TURN, TOT-END.

use serde::{Deserialize, Serialize};

use super::{
    catalogue as ids,
    conditions::{CAPTIVATED, CAST, NO_STAKE, ORDER, PREPARED, SHIELD, WOKE, is_dying, keeping, takes_turns},
    drugs, life, movement,
    pool::{self, Pool, most_luck},
    settings,
    sheet::{ACTED, CARRIED, FATIGUE, FOLLOWED, FRESH, HANDLED, LOCKED, LUCK, MOVED, UNDER_WAY, VITALITY, sheet},
    step::{LifeStep, Prompt, prompt, step},
};
use crate::{
    dice::Throw,
    rules::{
        AgendaItem, Battle, Budget, Combatant, CombatantId, Effect, ItemId, Moment, Offer, Outcome, Status,
        StepContext, Tied, next_turn, passed_for, turns,
    },
};

/// A step of the order of turns, from the first Luck to what is found again after the fight. TOT-ORDER, TOT-TURN, TOT-END.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum TurnStep {
    /// Rolls Luck points for the next one who has none on the sheet, from this place on, TOT-LUCK-01.
    Luck(u16),
    /// Lays down those who begin unconscious, TOT-DYING-01.
    Ready,
    /// Begins a round: AP, TOT-AP-01.
    Round(u16),
    /// Asks the next of those who roll for a stake; stakes so far, TOT-ORDER-01.
    Stakes(Vec<u8>),
    /// Rolls the combat order for the next one; stakes, and results so far, TOT-ORDER-01.
    Order(Vec<u8>, Vec<(CombatantId, i16)>),
    /// Rolls between those tied, TOT-ORDER-03.
    TieBreak(Tied),
    /// Begins the turn at a place in the order.
    Turn(u16),
    /// Resolves the start of a turn, TOT-TURN-01 (1, 2).
    Wake(CombatantId),
    /// Asks for the next action of a turn, TOT-TURN-01 (5).
    Act(CombatantId),
    /// Ends a turn, TOT-TURN-01 (6).
    Rest(CombatantId),
    /// Ends a round for those without a turn, from this combatant on, TOT-END-01.
    Close(u16),
    /// Lasting spells of somebody without a turn run down, TOT-END-01.
    Fade(CombatantId),
    /// Drugs and captivation of somebody without a turn run down, TOT-END-01.
    Lapse(CombatantId),
    /// A piece of ammunition may be found again after the fight, TOT-AMMO-02.
    Recover(CombatantId, ItemId),
}

/// Resolves a step of this chapter.
pub fn resolve(battle: &Battle, step: &TurnStep, context: &mut StepContext<'_>) {
    match step {
        TurnStep::Luck(from) => luck(battle, *from, context),
        TurnStep::Ready => ready(battle, context),
        TurnStep::Round(number) => round(battle, *number, context),
        TurnStep::Stakes(staked) => stakes(battle, staked.clone(), context),
        TurnStep::Order(stakes, rolled) => order(battle, stakes, rolled, context),
        TurnStep::TieBreak(tied) => tie_break(battle, tied, context),
        TurnStep::Turn(place) => turn(battle, *place, context),
        TurnStep::Wake(who) => wake(battle, *who, context),
        TurnStep::Act(who) => act(battle, *who, context),
        TurnStep::Rest(who) => rest(battle, *who, context),
        TurnStep::Close(from) => close(battle, *from, context),
        TurnStep::Fade(who) => fade(battle, *who, context),
        TurnStep::Lapse(who) => lapse(battle, *who, context),
        TurnStep::Recover(who, item) => super::recovery::recover(battle, *who, *item, context),
    }
}

/// A battle begins with Luck points, TOT-LUCK-01.
pub fn begin() -> Outcome {
    Outcome { entries: Vec::new(), then: vec![step(TurnStep::Luck(0))] }
}

/// Rolls Luck points for the next one whose sheet gives none; after the last one, the first round. TOT-LUCK-01.
pub fn luck(battle: &Battle, from: u16, context: &mut StepContext<'_>) {
    let next = battle.combatants().skip(usize::from(from));
    let Some(one) = next.into_iter().find(|one| sheet(*one).luck.is_none() && !sheet(*one).mount) else {
        return endow(battle, context);
    };
    let thrown = context.throw_apart(Throw::die(10));
    context.effect(Effect::Vital(one.id, LUCK, thrown.sum as i16));
    context.log(|| pool::plain(one.id, "Luck points", ids::LUCK_01, &thrown.faces, thrown.sum));
    context.then(step(TurnStep::Luck(one.id.0 + 1)));
}

/// Sets Vitality by the setting, and the spell or drug that somebody begins with.
fn endow(battle: &Battle, context: &mut StepContext<'_>) {
    for one in battle.combatants() {
        let numbers = sheet(one);
        let all = numbers.vitality_max(settings::vitality_per_rank(battle)).min(30_000) as i16;
        let vitality = numbers.vitality.map_or(all, |left| left.min(all));
        if vitality != one.vitals.get(VITALITY) {
            context.effect(Effect::Vital(one.id, VITALITY, vitality));
        }
        if let Some(prepared) = &numbers.prepared {
            context.effect(Effect::AddCondition(one.id, keeping(PREPARED, prepared.spell())));
        }
        if let Some(dose) = numbers.drugged {
            drugs::set_in(battle, one.id, dose, context);
        }
    }
    context.then(step(TurnStep::Ready));
}

/// Those who begin unconscious lie down, unless a drug keeps them up, TOT-BERS-06.
pub fn ready(battle: &Battle, context: &mut StepContext<'_>) {
    for one in battle.combatants() {
        life::sink(battle, one.id, one.vitals.get(VITALITY), one.vitals.get(FATIGUE), context);
    }
    context.then(step(TurnStep::Round(1)));
}

/// A round begins: everybody gets AP, TOT-AP-01, and those left of the last round are carried over, TOT-AP-03.
pub fn round(battle: &Battle, number: u16, context: &mut StepContext<'_>) {
    context.effect(Effect::Round(number));
    for one in battle.combatants().filter(|one| one.conditions.has(WOKE)) {
        context.effect(Effect::Clear(one.id, WOKE));
    }
    let vanish = settings::leftovers_vanish(battle) || number == 1;
    for effect in deal(battle, vanish) {
        context.effect(effect);
    }
    context.then(step(TurnStep::Stakes(Vec::new())));
}

/// The AP of a round, TOT-AP-01, with those of a drug, TOT-BERS-03.
pub fn allotment(battle: &Battle, one: Combatant<'_>) -> i16 {
    i16::from(sheet(one).rating() + drugs::tier(battle, one.id))
}

/// The AP that a new round gives to everybody, and those carried into it, TOT-AP-03.
fn deal(battle: &Battle, vanish: bool) -> Vec<Effect> {
    let mut effects = Vec::new();
    for one in battle.combatants().filter(|one| takes_turns(battle, one.id)) {
        let (fresh, carried) = (one.budgets.get(FRESH), one.budgets.get(CARRIED));
        let left = if vanish { 0 } else { fresh };
        let given = if one.fights() { allotment(battle, one) } else { 0 };
        if left != carried {
            effects.push(Effect::Budget(one.id, CARRIED, left));
        }
        if given != fresh {
            effects.push(Effect::Budget(one.id, FRESH, given));
        }
    }
    effects
}

/// The changes that are certain before the next turn of `who`: the AP of the next round, if this round's turn has already
/// begun, and the start of the turn.
pub fn until_turn(battle: &Battle, who: CombatantId) -> Vec<Effect> {
    let place = |who| battle.scene.order.iter().position(|one| *one == who);
    let is_to_come = match (place(who), battle.scene.acting.and_then(place)) {
        (Some(mine), Some(now)) => mine > now,
        (Some(_), None) => false,
        // Nobody has rolled for the order yet.
        (None, _) => true,
    };
    let mut effects = if is_to_come { Vec::new() } else { deal(battle, settings::leftovers_vanish(battle)) };
    effects.extend(STARTED.map(|budget| Effect::Budget(who, budget, 0)));
    effects
}

/// Budgets that are zero at the start of a turn.
const STARTED: [Budget; 6] = [CARRIED, LOCKED, MOVED, UNDER_WAY, HANDLED, FOLLOWED];

/// Who rolls for the order: the conscious and the dying, TOT-ORDER-02; where the first order holds, newcomers only.
fn rollers(battle: &Battle) -> Vec<CombatantId> {
    let new = |one: &Combatant<'_>| !held(battle).contains(&one.id);
    let rolls = |one: &Combatant<'_>| one.fights() || one.status == Status::Down && is_dying(battle, one.id);
    let all = battle.combatants().filter(|one| takes_turns(battle, one.id));
    all.filter(rolls).filter(new).map(|one| one.id).collect()
}

/// Asks for Luck on the order, in roster order, before any die is rolled, TOT-ORDER-01.
pub fn stakes(battle: &Battle, mut stakes: Vec<u8>, context: &mut StepContext<'_>) {
    let rollers = rollers(battle);
    while let Some(who) = rollers.get(stakes.len()) {
        let one = battle.combatant(*who);
        let may = one.fights() && !one.conditions.has(NO_STAKE) && !context.is_forecast();
        if may && most_luck(battle, *who, sheet(one).rating()) > 0 {
            context.then(prompt(*who, Prompt::Order(stakes)));
            return;
        }
        stakes.push(0);
    }
    context.then(step(TurnStep::Order(stakes, Vec::new())));
}

/// Rolls Speed Rating d10 for the next one; after the last one, puts them in order. TOT-ORDER-01.
pub fn order(battle: &Battle, stakes: &[u8], rolled: &[(CombatantId, i16)], context: &mut StepContext<'_>) {
    let Some(who) = rollers(battle).get(rolled.len()).copied() else {
        return arrange(battle, rolled, context);
    };
    let dice = sheet(battle.combatant(who)).rating();
    let luck = stakes.get(rolled.len()).copied().unwrap_or(0);
    let pool = Pool { dice, luck, marked: false };
    let result = pool::roll(battle, pool, &|sum, _| sum as u32, context);
    context.log(|| crate::rules::Entry::Roll(pool::told(who, "Combat order", ids::ORDER_01, &result, &[])));
    context.effect(Effect::Vital(who, ORDER, result.total() as i16));
    let mut rolled = rolled.to_vec();
    rolled.push((who, result.total() as i16));
    context.then(step(TurnStep::Order(stakes.to_vec(), rolled)));
}

/// The lasting order, into which newcomers are inserted, TOT-ORDER-04.
fn held(battle: &Battle) -> &[CombatantId] {
    let holds = settings::order_holds(battle) && battle.scene.round > 1;
    if holds { &battle.scene.order } else { &[] }
}

/// Puts everybody in order: result, then players first, then Speed, then a roll between the tied, TOT-ORDER-03. Where
/// the first order holds, only newcomers roll, and ties among the others are settled already, TOT-ORDER-04.
fn arrange(battle: &Battle, rolled: &[(CombatantId, i16)], context: &mut StepContext<'_>) {
    let before = held(battle);
    let old = before.iter().map(|who| (*who, battle.combatant(*who).vitals.get(ORDER)));
    let rank = |who: CombatantId, total: i16| {
        let one = battle.combatant(who);
        (-i32::from(total), !battle.scene.people.contains(one.team), -sheet(one).speed)
    };
    tie_break(battle, &Tied::new(rolled.iter().copied().chain(old), before, rank), context);
}

/// Rolls Speed Rating d10 between the first of those tied, repeated among those still equal, TOT-ORDER-03.
fn tie_break(battle: &Battle, tied: &Tied, context: &mut StepContext<'_>) {
    let Some(who) = tied.next() else {
        context.effect(Effect::Order(tied.clone().settled(held(battle))));
        context.step(TurnStep::Turn(0));
        return;
    };
    let thrown = context.throw_apart(Throw::Sum { count: sheet(battle.combatant(who)).rating(), sides: 10 });
    context.log(|| pool::plain(who, "Tie", ids::ORDER_03, &thrown.faces, thrown.sum));
    context.step(TurnStep::TieBreak(tied.clone().rolled(thrown.sum as i16, held(battle))));
}

/// The turn at a place in the order, or the end of the round.
pub fn turn(battle: &Battle, place: u16, context: &mut StepContext<'_>) {
    let is_there = |one: Combatant<'_>| one.status != Status::Dead;
    let Some((place, who)) = next_turn(battle, place, is_there, context) else {
        context.effect(Effect::Acting(None));
        context.then(step(TurnStep::Close(0)));
        return;
    };
    let one = battle.combatant(who);
    context.effect(Effect::Acting(one.fights().then_some(who)));
    context.then(step(TurnStep::Wake(who)));
    context.then(step(LifeStep::Suffer(who)));
    // Whoever falls by ongoing damage just now does not stabilise yet, TOT-TURN-01 (4).
    let bleeds = settings::drugged_bleed(battle) && one.fights() && one.vitals.get(VITALITY) <= 0;
    if bleeds {
        context.then(step(LifeStep::Bleed(who)));
    }
    if is_dying(battle, who) {
        context.then(step(LifeStep::Stabilise(who)));
    } else if one.fights() && !one.conditions.has(CAPTIVATED) && !one.conditions.has(WOKE) {
        context.then(step(TurnStep::Act(who)));
    }
    context.then(step(TurnStep::Rest(who)));
    context.then(step(TurnStep::Turn(place + 1)));
}

/// Resolves the start of a turn, TOT-TURN-01 (1).
pub fn wake(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    for budget in STARTED {
        if battle.combatant(who).budgets.get(budget) != 0 {
            context.effect(Effect::Budget(who, budget, 0));
        }
    }
    if battle.combatant(who).conditions.has(CAST) {
        context.effect(Effect::Clear(who, CAST));
    }
    fade(battle, who, context);
}

/// Takes a turn off what lasts for a number of turns: energy shields, TOT-TURN-01 (2), TOT-END-01.
pub fn fade(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    for passed in passed_for(battle, who, Moment::TurnStarts(who)) {
        context.effect(passed.effect());
        if passed.after.is_none() && passed.before.kind == SHIELD {
            context.note(who, ids::MAG_08, "loses the energy shield");
        }
    }
}

/// Asks for the next action of a turn, which ends by itself when nothing is left to do. TOT-TURN-01 (5), TOT-TURN-02.
pub fn act(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    // By default nothing more is done.
    let one = battle.combatant(who);
    let may_act = one.fights() && !one.conditions.has(CAPTIVATED) && !context.answers_by_default();
    if may_act && !is_spent(battle, who) {
        context.then(prompt(who, Prompt::Turn));
    }
}

/// Whether nothing is left to do.
fn is_spent(battle: &Battle, who: CombatantId) -> bool {
    // What is held can be dropped at any time, and mostly there is somewhere to go.
    let drops = battle.combatant(who).hands.held().next().is_some();
    !drops && !movement::offers(battle, who).iter().any(Offer::is_open) && turns::is_spent(battle, who)
}

/// Resolves the end of a turn, TOT-TURN-01 (6).
pub fn rest(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    for (budget, value) in [(ACTED, 1), (UNDER_WAY, 0)] {
        if battle.combatant(who).budgets.get(budget) != value {
            context.effect(Effect::Budget(who, budget, value));
        }
    }
    lapse(battle, who, context);
}

/// Takes a turn off captivation and drugs, TOT-TURN-01 (6), TOT-END-01.
pub fn lapse(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    context.passed(battle, Moment::TurnEnds(who));
    drugs::run_down(battle, who, context);
}

/// The end of a round for those who had no turn in it, in roster order, TOT-END-01.
pub fn close(battle: &Battle, from: u16, context: &mut StepContext<'_>) {
    let idle = |one: &Combatant<'_>| {
        matches!(one.status, Status::Fighting | Status::Down) && !battle.scene.order.contains(&one.id)
    };
    match battle.combatants().skip(usize::from(from)).find(idle) {
        Some(one) => {
            context.then(step(TurnStep::Fade(one.id)));
            context.then(step(LifeStep::Suffer(one.id)));
            context.then(step(TurnStep::Lapse(one.id)));
            context.then(step(TurnStep::Close(one.id.0 + 1)));
        }
        None => context.then(step(TurnStep::Round(battle.scene.round + 1))),
    }
}

/// The agenda of this combatant's turn.
pub fn turn_of(battle: &Battle, who: CombatantId) -> Vec<AgendaItem> {
    let steps = |next| [TurnStep::Act(who), TurnStep::Rest(who), TurnStep::Turn(next)].map(AgendaItem::step);
    crate::rules::turn_of(battle, who, steps)
}
