//! Initiative, rounds, and the start and end of turns. PCT-INIT, PCT-TURN.

use super::{
    answer::OwnTurn,
    blast,
    bonds::{self, mount_of, rider_of},
    catalogue as ids, catch, charge,
    conditions::{self, MOVED, QUICK, REACTION, STANDARD},
    grapple, mounts, objects,
    sheet::sheet,
    step::{Event, ReactionStep, TurnStep},
};
use crate::{
    dice::Throw,
    rules::{
        AgendaItem, Battle, CombatantId, Effect, Entry, Moment, Outcome, Posture, Roll, StepContext, Tied, Verdict,
        next_turn, turns,
    },
};

/// Begins a battle with initiative, PCT-INIT-02.
pub fn begin() -> Outcome {
    Outcome { entries: Vec::new(), then: vec![AgendaItem::step(TurnStep::Initiative(Vec::new()))] }
}

/// Rolls initiative for the next combatant by id, PCT-INIT-02; after the last one, puts them in order.
pub fn initiative(battle: &Battle, rolled: &[(CombatantId, i16)], context: &mut StepContext<'_>) {
    let Some(fighter) = battle.combatants().filter(|fighter| bonds::takes_turns(*fighter)).nth(rolled.len()) else {
        return arrange(battle, rolled.to_vec(), context);
    };
    let thrown = context.throw_apart(Throw::die(10));
    let init = sheet(fighter).init();
    let total = thrown.sum + init;
    context.log(|| {
        Entry::Roll(
            Roll::of(fighter.id, "Initiative", ids::INIT_02, &thrown.faces, total)
                .adding(Verdict::base(ids::INIT_02, "Die", thrown.sum).plus(ids::INIT_01, "INIT", init)),
        )
    });
    let mut totals = rolled.to_vec();
    totals.push((fighter.id, total as i16));
    context.step(TurnStep::Initiative(totals));
}

/// Puts everybody in order: total, then INIT, then COO, then a roll between the tied, PCT-INIT-02.
fn arrange(battle: &Battle, totals: Vec<(CombatantId, i16)>, context: &mut StepContext<'_>) {
    let rank = |who: CombatantId, total: i16| {
        let numbers = sheet(battle.combatant(who));
        (-i32::from(total), -numbers.init(), -numbers.coo)
    };
    tie_break(&Tied::new(totals, &[], rank), context);
}

/// Rolls one die for each combatant of the first tie; those still tied roll again, PCT-INIT-02. Without a tie the first
/// round begins.
pub fn tie_break(tied: &Tied, context: &mut StepContext<'_>) {
    let Some(who) = tied.next() else {
        context.effect(Effect::Order(tied.clone().settled(&[])));
        context.step(TurnStep::Round(1));
        return;
    };
    let thrown = context.throw_apart(Throw::die(10));
    context.log(|| Entry::Roll(Roll::of(who, "Initiative tie", ids::INIT_02, &thrown.faces, thrown.sum)));
    context.step(TurnStep::TieBreak(tied.clone().rolled(thrown.sum as i16, &[])));
}

/// Begins a round.
pub fn round(battle: &Battle, number: u16, context: &mut StepContext<'_>) {
    context.effect(Effect::Round(number));
    let comes = || battle.awaited().next().is_some();
    if battle.scene.order.iter().any(|who| battle.combatant(*who).fights()) || number == 1 || comes() {
        for mount in bonds::loose(battle) {
            context.step(TurnStep::Wake(mount));
        }
        context.step(TurnStep::Turn(0));
    }
}

/// Begins the turn at a place in the order, or the next round.
pub fn turn(battle: &Battle, place: u16, context: &mut StepContext<'_>) {
    let from = usize::from(place);
    let Some((place, who)) = next_turn(battle, place, |fighter| fighter.fights(), context) else {
        count_absent(battle, from..battle.scene.order.len(), context);
        context.effect(Effect::Acting(None));
        objects::at_round_end(battle, context);
        context.step(TurnStep::Round(battle.scene.round + 1));
        return;
    };
    count_absent(battle, from..place.into(), context);
    context.effect(Effect::Acting(Some(who)));
    context.step(TurnStep::Wake(who));
    if let Some(mount) = mount_of(battle, who) {
        context.step(TurnStep::Wake(mount));
    }
    context.step(TurnStep::Act(who));
    context.step(TurnStep::Rest(who));
    context.step(TurnStep::Turn(place + 1));
}

/// Smoke is counted by the turns of its maker, even one out of the fight, PCT-TURN-03.
fn count_absent(battle: &Battle, places: std::ops::Range<usize>, context: &mut StepContext<'_>) {
    for who in battle.scene.order.get(places).unwrap_or_default() {
        blast::count_clouds(battle, *who, context);
    }
}

/// Resolves the start of a turn, PCT-TURN-04.
pub fn wake(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    context.expire_conditions(battle, Moment::TurnStarts(who));
    if !bonds::takes_turns(battle.combatant(who)) && rider_of(battle, who).is_none() {
        context.expire_conditions(battle, Moment::TurnEnds(who));
    }
    blast::smoulder(battle, who, context);
    blast::dissolve(battle, who, context);
    let budgets = &battle.combatant(who).budgets;
    for budget in [STANDARD, QUICK, MOVED] {
        if budgets.get(budget) != 0 {
            context.effect(Effect::Budget(who, budget, 0));
        }
    }
    if budgets.get(REACTION) == 2 {
        context.effect(Effect::Budget(who, REACTION, 1));
    }
}

/// Asks for the next action of a turn, which ends by itself when nothing is left to do, free actions included.
/// PCT-TURN-01, PCT-TURN-02.
pub fn act(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    // The default answer is to do nothing more.
    if battle.combatant(who).fights() && !context.answers_by_default() && !is_spent(battle, who) {
        context.ask(who, OwnTurn);
    }
}

/// Resolves the end of a turn, PCT-TURN-04.
pub fn rest(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    context.expire_conditions(battle, Moment::TurnEnds(who));
    if let Some(mount) = mount_of(battle, who) {
        context.expire_conditions(battle, Moment::TurnEnds(mount));
    }
    if battle.combatant(who).budgets.get(REACTION) == 1 {
        context.effect(Effect::Budget(who, REACTION, 0));
    }
    if battle.combatant(who).fights() && conditions::anybody_readied(battle) {
        context.step(ReactionStep::Call(Event::EndsTurn(who)));
    }
}

/// The agenda of this combatant's turn.
pub fn turn_of(battle: &Battle, who: CombatantId) -> Vec<AgendaItem> {
    let steps = |next| [TurnStep::Act(who), TurnStep::Rest(who), TurnStep::Turn(next)].map(AgendaItem::step);
    crate::rules::turn_of(battle, who, steps)
}

/// The immediate consequences of a step or an answer: falls from the saddle, ended holds and braces, fire.
pub fn follow_up(battle: &Battle, context: &mut StepContext<'_>) {
    let shakes = |effect: &Effect| {
        matches!(effect, Effect::Posture(..) | Effect::Status(..) | Effect::Place(..) | Effect::Move(..))
    };
    if context.effects().any(shakes) {
        mounts::fallen(battle, context);
        grapple::loosen(battle, context);
        catch::loosen(battle, context);
        charge::falter(battle, context);
    }
    // Fire comes last, because a rider may fall from the saddle into it, PCT-OBJ-02.
    objects::catch_fire(battle, context);
}

/// The effects that end the holds and catches of somebody whose side has conceded, PCT-MAN-04, PCT-MAN-06, as no step
/// here sees it leave.
pub fn left(battle: &Battle, who: CombatantId) -> Vec<Effect> {
    StepContext::effects_of(|context| {
        bonds::HOLD.end(battle, who, context);
        bonds::let_go(battle, who, context);
        catch::end_all(battle, who, context);
    })
}

/// Whether nothing is left to do.
fn is_spent(battle: &Battle, who: CombatantId) -> bool {
    // An upright, free combatant can always crouch or rise, PCT-MOVE-09.
    let is_free = battle.combatant(who).posture != Posture::Prone
        && bonds::holder(battle, who).is_none()
        && mount_of(battle, who).is_none()
        && bonds::trapped_under(battle, who).is_none();
    !is_free && turns::is_spent(battle, who)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::Square,
        rules::{
            Battlefield, Condition, ItemId, Status, Team, Until,
            percentile::{
                bonds::{HOLD, holder, is_bound},
                conditions::{CATCHING, CAUGHT, Detail},
                testing,
            },
            play::aftermath,
        },
    };

    /// PCT-MAN-04, PCT-MAN-06.
    #[test]
    fn holds_and_catches_end_when_the_other_side_has_conceded_and_leaves() {
        let [held, holds, third] = [0, 1, 2].map(CombatantId);
        let body = |team, x| (Team(team), Square::new(x, 0), <_>::default());
        let mut battle = testing::battle(Battlefield::new(6, 1), &[body(0, 0), body(1, 1), body(2, 5)]);
        HOLD.begin(held, holds).iter().for_each(|half| battle.apply(half));
        let bond = |kind, whom, own, other| Condition {
            whom: Some(whom),
            with: Some(ItemId(own)),
            detail: Detail::Weapon(ItemId(other)).into(),
            ..Condition::new(kind, Until::Indefinite)
        };
        battle.apply(&Effect::AddCondition(holds, bond(CATCHING, held, 1, 0)));
        battle.apply(&Effect::AddCondition(held, bond(CAUGHT, holds, 0, 1)));
        battle.apply(&Effect::Concede(Team(1)));
        assert!(holder(&battle, held).is_some() && is_bound(battle.combatant(held)), "until it leaves");
        let begins = Entry::Effect(Effect::Acting(Some(third)));
        aftermath(&battle, &[begins]).iter().for_each(|effect| battle.apply(effect));
        assert_eq!(battle.combatant(holds).status, Status::Fled);
        assert_eq!(holder(&battle, held), None);
        assert!(!is_bound(battle.combatant(held)) && battle.combatant(holds).conditions.0.is_empty());
    }
}
