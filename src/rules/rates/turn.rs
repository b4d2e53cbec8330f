//! Starting states, rounds, turns, and the end of a round. RAT-CORE-08, RAT-TURN, RAT-INIT-06, RAT-INIT-07,
//! RAT-INIT-11.

use super::{
    answer::OwnTurn,
    catalogue as ids,
    conditions::{
        AMBUSHED, FLAT_FOOTED, LATE, OFF_BALANCE, OFF_GUARD, WAITING, can_act, has_turns, is_target, lasting, rider_of,
    },
    gear, held,
    initiative::newcomers,
    menu, settings,
    sheet::{Alertness, BEGUN, OF_A_TURN, sheet},
    step::{Step, TurnStep},
    wounds,
};
use crate::rules::{
    AgendaItem, Asked, Battle, Combatant, CombatantId, Condition, Effect, Moment, StepContext, Until, turns,
};

/// Begins a round; the first one sets the starting states. RAT-CORE-08.
pub fn round(battle: &Battle, number: u16, context: &mut StepContext<'_>) {
    context.effect(Effect::Round(number));
    if number == 1 {
        // Late arrivals are not there to be surprised, RAT-INIT-05.
        let here = || battle.combatants().filter(|fighter| is_target(*fighter));
        here().for_each(|fighter| begin(battle, fighter, context));
        here().for_each(|fighter| gear::unload(battle, fighter, context));
    }
    context.step(TurnStep::Arrivals);
}

/// Newcomers since the last round declare and roll; they join in the next one. RAT-INIT-05.
pub fn arrivals(battle: &Battle, context: &mut StepContext<'_>) {
    let round = battle.scene.round;
    for who in newcomers(battle).filter(|_| round > 1) {
        context.effect(Effect::AddCondition(who, Condition::new(LATE, Until::RoundEnd(round))));
        gear::unload(battle, battle.combatant(who), context);
        context.note(who, ids::INIT_05, "has come, and joins in the next round");
    }
    context.step(if newcomers(battle).next().is_some() { TurnStep::Declare } else { TurnStep::Order });
}

/// Sets how somebody meets the start of the encounter, RAT-INIT-06, RAT-INIT-07, RAT-INIT-11.
fn begin(battle: &Battle, fighter: Combatant<'_>, context: &mut StepContext<'_>) {
    let who = fighter.id;
    let kind = match sheet(fighter).awareness {
        Alertness::Ready => return,
        Alertness::OffGuard => OFF_GUARD,
        Alertness::FlatFooted => FLAT_FOOTED,
    };
    let ends_with_the_round =
        settings::is_older(battle) || kind == FLAT_FOOTED && settings::flat_footed_in_round_1(battle);
    let until = if ends_with_the_round { Until::RoundEnd(1) } else { Until::Indefinite };
    context.effect(Effect::AddCondition(who, Condition::new(kind, until)));
    if has_turns(fighter) {
        // Older: from round 3 on all act on their own levels, whether or not they have had their turns.
        let until = if settings::is_older(battle) { Until::RoundEnd(2) } else { Until::Indefinite };
        context.effect(Effect::AddCondition(who, Condition::new(AMBUSHED, until)));
    }
}

/// Begins the turn at a place in the order; after the last one, those who wait are asked once more and the round ends.
/// RAT-TURN-04, RAT-INIT-14.
pub fn turn(battle: &Battle, place: u16, context: &mut StepContext<'_>) {
    let Some(who) = battle.scene.order.get(usize::from(place)).copied() else {
        context.step(TurnStep::Call(None, Asked::default()));
        return context.step(TurnStep::Close);
    };
    context.expire_conditions(battle, Moment::PlaceComesUp(who));
    let fighter = battle.combatant(who);
    if can_act(fighter) {
        if fighter.conditions.has(WAITING) {
            held::lose(battle, who, ids::INIT_13, context);
        }
        if fighter.conditions.has(OFF_BALANCE) {
            context.effect(Effect::Clear(who, OFF_BALANCE));
            context.note(who, ids::TURN_04, "regains balance instead of a turn");
            held::pass_turn(battle, who, context);
        } else {
            context.effect(Effect::Acting(Some(who)));
            start(battle, who, false, context);
            held::offer_moment(battle, who, context);
            steps(who).into_iter().for_each(|step| context.step(step));
        }
        context.step(TurnStep::Call(Some(who), Asked::default()));
    } else {
        held::stand_still(battle, who, context);
    }
    context.step(TurnStep::Turn(place + 1));
}

/// The steps of a turn after its start.
pub const fn steps(who: CombatantId) -> [TurnStep; 3] {
    [TurnStep::Act(who), TurnStep::Rest(who), TurnStep::Resume]
}

/// Starts a turn: one movement, one action. A turn in hand, once taken, may not be put off again. RAT-TURN-01,
/// RAT-INIT-06, RAT-INIT-07.
pub fn start(battle: &Battle, who: CombatantId, is_taken_late: bool, context: &mut StepContext<'_>) {
    for budget in OF_A_TURN {
        let value = (budget == BEGUN && is_taken_late).into();
        context.set_budget(battle, who, budget, value);
    }
    held::start_turn(battle, who, context);
}

/// Asks for the next act of a turn, which ends by itself when nothing is left to do. RAT-TURN-01.
pub fn act(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    // Moving is looked at first: usually there is somewhere to go.
    let is_spent = || turns::is_spent_past(battle, who, &[menu::MOVE.verb]);
    if can_act(battle.combatant(who)) && !context.answers_by_default() && !is_spent() {
        context.ask(who, OwnTurn);
    }
}

/// Ends a turn: whatever is unused is lost. A turn that was put off has not ended. RAT-TURN-01, RAT-INIT-12.
pub fn rest(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    for budget in OF_A_TURN {
        context.set_budget(battle, who, budget, 0);
    }
    if !fighter.conditions.has(WAITING) {
        held::close(battle, who, context);
    }
}

/// Ends the turns of a round: in the newer edition those who still wait lose theirs, then lit charges explode.
/// RAT-INIT-14, RAT-TURN-05.
pub fn close(battle: &Battle, context: &mut StepContext<'_>) {
    let waiting = battle.combatants().filter(|fighter| fighter.conditions.has(WAITING));
    for fighter in waiting.filter(|_| !settings::is_older(battle)) {
        held::lose(battle, fighter.id, ids::INIT_14, context);
    }
    context.step(TurnStep::Explode);
}

/// All who bleed lose Health, then states end with the round. RAT-TURN-05, RAT-AIM-10.
pub fn bleed(battle: &Battle, context: &mut StepContext<'_>) {
    let after = wounds::bleed(battle, context);
    let is_first = battle.scene.round == 1 && settings::flat_footed_in_round_1(battle) && !settings::is_older(battle);
    for fighter in battle.combatants().filter(|fighter| is_first && fighter.conditions.has(FLAT_FOOTED)) {
        context.effect(Effect::AddCondition(fighter.id, lasting(OFF_GUARD)));
    }
    for mount in battle
        .combatants()
        .filter(|fighter| sheet(*fighter).mount_data.is_some() && rider_of(&after, fighter.id).is_none())
    {
        held::stand_still(battle, mount.id, context);
        held::come_to(battle, mount.id, context);
    }
    context.expire_conditions(battle, Moment::RoundEnds);
    context.step(TurnStep::Round(battle.scene.round + 1));
}

/// The agenda of this combatant's turn.
pub fn turn_of(battle: &Battle, who: CombatantId) -> Vec<AgendaItem> {
    crate::rules::turn_of(battle, who, |next| {
        let [act, rest, resume] = steps(who);
        [act, rest, resume, TurnStep::Call(Some(who), Asked::default()), TurnStep::Turn(next)].map(AgendaItem::step)
    })
}

/// The place in the order of the turn that comes next.
pub fn next_place(battle: &Battle) -> Option<usize> {
    let mut places = battle.agenda.iter().rev().filter_map(|pending| match pending {
        AgendaItem::Step(step) => match step.as_ref() {
            Step::Turn(TurnStep::Turn(place)) => Some(usize::from(*place)),
            _ => None,
        },
        AgendaItem::Decision(_) => None,
    });
    // Once the last place has come up, only turns that were put off are left.
    places.next().or(Some(battle.scene.order.len()))
}
