//! Dispatches each step to its chapter, and begins and ends a battle.

use super::{
    Rules,
    answer::OwnTurn,
    conditions::{self, RIDING},
    contact, counter, damage, defence, direct, gear, knowledge, life, movement, objects, reach, series, solved,
    step::{AttackStep, DamageStep, DefenceStep, Guard, LifeStep, MovementStep, Step, TurnStep},
    strike, turn, wrestling,
};
use crate::rules::{Outcome, Play, SolvedStep, Step as AnyStep, Vitals, prelude::*};

impl Play for Rules {
    fn mount_of(&self, battle: &Battle, rider: CombatantId) -> Option<CombatantId> {
        reach::mount_of(battle, rider)
    }

    fn saddled(&self, rider: CombatantId, mount: CombatantId) -> Vec<Effect> {
        RIDING.begin(rider, mount).into()
    }

    fn begin(&self, _: &Battle) -> Outcome {
        Outcome { then: vec![AgendaItem::step(TurnStep::Luck(0))], ..Outcome::default() }
    }

    fn turn_of(&self, battle: &Battle, who: CombatantId) -> Vec<AgendaItem> {
        turn::turn_of(battle, who)
    }

    fn turn_question(&self, who: CombatantId) -> Decision {
        Decision { who, prompt: OwnTurn.into() }
    }

    fn start_of(&self, battle: &Battle, who: CombatantId) -> Vitals {
        turn::start_of(battle, who)
    }

    fn brought(&self, battle: &Battle, who: CombatantId) -> Vec<Effect> {
        turn::brought(battle, who)
    }

    fn until_turn(&self, battle: &Battle, who: CombatantId) -> Vec<Effect> {
        turn::until_turn(battle, who)
    }

    fn solved(&self, battle: &Battle, step: &AnyStep) -> Option<SolvedStep> {
        solved::solved(battle, step.as_ref())
    }

    fn after(&self, battle: &Battle) -> Vec<AgendaItem> {
        gear::after(battle)
    }

    fn left(&self, battle: &Battle, who: CombatantId) -> Vec<Effect> {
        turn::left(battle, who)
    }

    fn resolve(&self, battle: &Battle, step: &AnyStep, context: &mut StepContext<'_>) {
        match step.as_ref() {
            Step::Turn(step) => turn_step(battle, step, context),
            Step::Movement(MovementStep::Walk(who, squares)) => movement::go(battle, *who, squares, context),
            Step::Attack(step) => attack_step(battle, step, context),
            Step::Defence(step) => defence_step(battle, step, context),
            Step::Damage(step) => damage_step(battle, step, context),
            Step::Life(LifeStep::Suffer(who)) => life::suffer(battle, *who, context),
            Step::Life(LifeStep::Stabilise(who)) => life::stabilise(battle, *who, context),
            Step::Life(LifeStep::Bleed(who)) => life::bleed(battle, *who, context),
            Step::Life(LifeStep::Explode) => objects::explode(battle, context),
        }
        conditions::catch_fire(battle, context);
    }

    fn follow_up(&self, battle: &Battle, context: &mut StepContext<'_>) {
        conditions::catch_fire(battle, context);
    }

    fn explodes_as_one(&self) -> bool {
        true
    }

    fn asks_for_more(&self, step: &AnyStep) -> bool {
        matches!(step.as_ref(), Step::Turn(TurnStep::Act(_)))
    }

    fn guesses(&self, battle: &Battle, decision: &Decision) -> Vec<(Decision, u64)> {
        let guesses = knowledge::guesses(battle, decision.prompt.as_ref()).into_iter();
        guesses.map(|(prompt, ways)| (Decision { who: decision.who, prompt: prompt.into() }, ways)).collect()
    }
}

fn turn_step(battle: &Battle, step: &TurnStep, context: &mut StepContext<'_>) {
    match step {
        TurnStep::Luck(from) => turn::luck(battle, *from, context),
        TurnStep::Ready => turn::ready(battle, context),
        TurnStep::Round(number) => turn::round(battle, *number, context),
        TurnStep::Stakes(staked) => turn::stakes(battle, staked.clone(), context),
        TurnStep::Order(stakes, rolled) => turn::order(battle, stakes, rolled, context),
        TurnStep::TieBreak(tied) => turn::tie_break(battle, tied, context),
        TurnStep::Turn(place) => turn::turn(battle, *place, context),
        TurnStep::Wake(who) => turn::wake(battle, *who, context),
        TurnStep::Act(who) => turn::act(battle, *who, context),
        TurnStep::Rest(who) => turn::rest(battle, *who, context),
        TurnStep::Close(from) => turn::close(battle, *from, context),
        TurnStep::Fade(who) => turn::fade(battle, *who, context),
        TurnStep::Lapse(who) => turn::lapse(battle, *who, context),
        TurnStep::Recover(who, item) => gear::recover(battle, *who, *item, context),
    }
}

fn attack_step(battle: &Battle, step: &AttackStep, context: &mut StepContext<'_>) {
    match step {
        AttackStep::Strike(blow) => strike::roll(battle, blow, context),
        AttackStep::Direct(by, on, spell) => direct::take_effect(battle, *by, *on, *spell, context),
        AttackStep::Series(series) => series::next(battle, series, context),
        AttackStep::Hold(blow) => damage::hold(battle, blow, context),
        AttackStep::Wrest(who) => wrestling::wrest(battle, *who, context),
        AttackStep::Wrested(who, total) => wrestling::wrested(battle, *who, *total, context),
        AttackStep::Settle(blow) => contact::land_thrown_weapon(battle, blow, context),
    }
}

fn defence_step(battle: &Battle, step: &DefenceStep, context: &mut StepContext<'_>) {
    match step {
        DefenceStep::Evade(blow, stake) => defence::roll_evasion(battle, blow, Guard::Evasion, *stake, context),
        DefenceStep::Block(blow, stake) => defence::roll_block(battle, blow, *stake, context),
        DefenceStep::Open(blow) => defence::resolve_unblocked(battle, blow, context),
        DefenceStep::Counter(blow, energy, stake) => defence::roll_counterspell(battle, blow, *energy, *stake, context),
        DefenceStep::Ward(blow, spell, stake) => counter::ward(battle, blow, *spell, *stake, context),
        DefenceStep::Catch(blow, stake) => defence::roll_evasion(battle, blow, Guard::Catch, *stake, context),
        DefenceStep::Seize(blow, guard, stake) => defence::roll_seizing(battle, blow, *guard, *stake, context),
        DefenceStep::Fumble(who, item) => contact::fumble(battle, *who, *item, context),
    }
}

fn damage_step(battle: &Battle, step: &DamageStep, context: &mut StepContext<'_>) {
    match step {
        DamageStep::Damage(blow, luck) => damage::strike(battle, blow, *luck, context),
        DamageStep::Mitigate(blow, damage, luck) => damage::mitigate(battle, blow, *damage, *luck, context),
        DamageStep::Return(blow) => damage::turn_back(battle, blow, context),
        DamageStep::Suffered(blow, damage) => damage::turned_back(battle, blow, *damage, context),
        DamageStep::Release(blow, toll) => contact::release_energy(battle, blow, *toll, context),
        DamageStep::Resist(blow, toll) => contact::resist_charm(battle, blow, *toll, context),
    }
}
