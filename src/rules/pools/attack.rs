//! An action from its declaration to its result: one machine for play, forecasts and the computer. POO-ATK.

use std::cell::RefCell;

use super::{
    act::Act,
    catalogue as ids,
    components::Component,
    conditions::{GRABBED, GRABBING, MOUNTED, OFF_BALANCE, RIDDEN},
    defence::{Defend, Resist, TurnBack},
    dice,
    exchange::{Answer, Came, Charge, Critical, End, Guard, Question, Situation, Stage, Total},
    gather, reach, settle,
    step::{AttackStep, Exchange, Onward, Target},
};
use crate::{
    dice::{Throw, Thrown},
    rules::{
        Die, Part, SituationKey, SolvedStep, Whole,
        exchange::{
            Known, Several, Situation as _, Solved,
            several::{self, SeveralNext, ThrownFor},
            solve, solve_from,
        },
        prelude::*,
    },
};

/// The most ends of an action at several targets that are solved at once, counted as if each target could end in any
/// way whatever becomes of the others. Many dice against many targets have millions: they are explored within the
/// budget of a forecast.
const MOST_ENDS: usize = 1 << 16;

thread_local! {
    /// Situations that have been solved.
    static KNOWN: RefCell<Known<Situation>> = RefCell::default();
}

/// An action against these, gathered from the battle. POO-ATK-07.
pub fn exchange(battle: &Battle, act: &Act, targets: &[CombatantId], known: Option<Total>) -> Exchange {
    let dice = gather::shared_dice(battle, act, targets);
    let target = |(place, on): (usize, &CombatantId)| {
        let situation = gather::situation(battle, &act.toward(place), *on, dice, known);
        Target { on: *on, situation, stage: situation.begin() }
    };
    Exchange { act: *act, targets: targets.iter().enumerate().map(target).collect() }
}

/// Declares an action: logs it, and gathers what it can depend on. POO-ATK-01.
pub fn declare(battle: &Battle, act: &Act, targets: &[CombatantId], context: &mut StepContext<'_>) {
    told(battle, act, targets, context);
    if act.is_attack() {
        // Off-balance counts for the next attack roll only, POO-COND-19.
        context.clear(battle, act.by, &[OFF_BALANCE]);
    }
    if !targets.is_empty() {
        context.step(AttackStep::Exchange(Box::new(exchange(battle, act, targets, None))));
    }
}

fn told(battle: &Battle, act: &Act, targets: &[CombatantId], context: &mut StepContext<'_>) {
    context.log(|| {
        let (action, verb) = match act.base {
            Component::Strike => (Action::Strike, "strikes"),
            Component::Throw => (Action::Throw, "throws at"),
            Component::Shot => (Action::Shoot, "shoots"),
            Component::Wrestle => (Action::Strike, "wrestles with"),
            Component::Intimidate => (Action::Act, "intimidates"),
            Component::FirstAid => (Action::Act, "gives first aid to"),
            _ => (Action::Shoot, "casts"),
        };
        let on = targets.first().copied().filter(|on| *on != act.by);
        // The target's name follows.
        let preposition = if on.is_some() { " on" } else { "" };
        let spell = if act.is_spell() { format!(" {}{preposition}", act.name()) } else { String::new() };
        let others = act.with.iter().filter(|component| *component != act.base).map(|component| component.row().label);
        let with: Vec<&str> = others.collect();
        let with = if with.is_empty() { String::new() } else { format!(", {}", with.join(", ")) };
        let ap = if act.released { "prepared".to_string() } else { format!("{} AP", act.ap) };
        let words = format!("{verb}{spell} ({ap}{with})");
        let to = act.at.or_else(|| on.map(|on| battle.combatant(on).placement.anchor()));
        Entry::action((act.by, action), words, (on, act.item, to), ids::ATK_01)
    });
}

/// Goes on after the answer of the target at a place.
pub fn answer(exchange: &Exchange, place: u8, answer: Answer, context: &mut StepContext<'_>) {
    let mut exchange = exchange.clone();
    let target = &mut exchange.targets[usize::from(place)];
    target.stage = target.situation.answered(target.stage, answer);
    tie(&mut exchange);
    context.step(AttackStep::Exchange(Box::new(exchange)));
}

/// Goes on with an action by one roll or one question.
pub fn go_on(battle: &Battle, exchange: &Exchange, context: &mut StepContext<'_>) {
    match several::next(exchange.all()) {
        SeveralNext::Ask(place, question) => ask(exchange, place, question, context),
        SeveralNext::Throw(whose, throw, reads) => {
            let (thrown, stages) = several::throw(exchange.all(), (whose, throw, reads), context);
            context.log(|| roll(exchange, whose, &thrown));
            let mut after = exchange.clone();
            after.targets.iter_mut().zip(stages).for_each(|(target, stage)| target.stage = stage);
            tie(&mut after);
            context.step(AttackStep::Exchange(Box::new(after)));
        }
        SeveralNext::Done => {
            let came: Vec<_> = several::came(exchange.all()).collect();
            settle::settle(battle, exchange, &came, context);
        }
    }
}

fn ask(exchange: &Exchange, place: usize, question: Question, context: &mut StepContext<'_>) {
    let target = &exchange.targets[place];
    // A charm that is turned back is against the attacker's mind.
    let is_back = matches!(target.stage, Stage::Mind(came, ..) if came.end == End::Returned);
    let (who, at) = (if is_back { exchange.act.by } else { target.on }, place as u8);
    let exchange = Box::new(exchange.clone());
    match question {
        Question::Defence => context.ask(who, Defend(exchange, at)),
        Question::Mind(_) => context.ask(who, Resist(exchange, at)),
        Question::Return => context.ask(who, TurnBack(exchange, at)),
    }
}

/// What one target's end does to the others: a counterspell negates the whole spell, POO-CNT-01, or leaves a part of
/// it, POO-CNT-04; the charge is gone with the first contact unless each target meets a weapon of its own, POO-CHG-07,
/// POO-COMP-32; a counterattack replaces the attacker's critical failure, POO-CRIT-09.
fn tie(exchange: &mut Exchange) {
    if exchange.targets.len() < 2 {
        return;
    }
    let ended = |target: &Target| settle::result_so_far(target.stage);
    let is = |end: End| exchange.targets.iter().any(|target| ended(target).is_some_and(|came| came.end == end));
    // A counterattack is a defence that has succeeded in all its parts, POO-CRIT-09.
    let counters =
        |came: Came| came.end == End::Countered || came.end == End::Returned && came.with.has(Component::Counterspell);
    if exchange.targets.iter().filter_map(ended).any(counters) {
        for target in &mut exchange.targets {
            let guard = Guard { with: super::components::Components::default(), ..target.situation.guard };
            // Targets that counter keep what their own rolls bring back on either side, POO-CRIT-10, POO-CRIT-09.
            if ended(target).is_none_or(|came| !matches!(came.end, End::Countered | End::Returned)) {
                target.stage = Stage::Done(Came::new(End::Countered, &guard));
            }
        }
        return;
    }
    if is(End::Reduced) {
        for target in &mut exchange.targets {
            if ended(target).is_none_or(|came| !matches!(came.end, End::Reduced | End::Returned)) {
                target.stage = target.situation.reduced();
            }
        }
        return;
    }
    if is(End::Returned) {
        for target in &mut exchange.targets {
            if let Stage::Recoil(came) = target.stage {
                target.stage = Stage::Done(Came { attack: Critical::None, ..came });
            }
        }
    }
    let touched = exchange.targets.iter().position(|target| {
        let charge = match ended(target).map(|came| came.end) {
            Some(End::Returned) => target.situation.recharge,
            _ => target.situation.charge,
        };
        charge.dice > 0 && ended(target).is_some_and(|came| came.end.is_contact())
    });
    if let Some(first) = touched.filter(|_| !exchange.act.has(Component::DualThrow)) {
        for target in exchange.targets.iter_mut().skip(first + 1) {
            target.situation.charge = Charge::default();
            target.situation.recharge = Charge::default();
        }
    }
}

/// The log entry of the roll just made, POO-ROLL-14.
fn roll(exchange: &Exchange, whose: ThrownFor, thrown: &Thrown) -> Entry {
    let by = exchange.act.by;
    let place = match whose {
        ThrownFor::One(place) => place,
        ThrownFor::All(number) => {
            exchange.targets.iter().position(|target| several_number(target) == Some(number)).unwrap_or(0)
        }
    };
    let target = &exchange.targets[place];
    let (on, stage) = (target.on, target.stage);
    let successes = i32::from(thrown.successes);
    let pool = |who, words: &'static str, rule| {
        let count = thrown.faces.len();
        let told = Roll::of(who, words, rule, &thrown.faces, successes).each_from(Throw::SUCCESS);
        told.saying(format!("{successes} of {count} dice"))
    };
    let luck = |who, words: &'static str| {
        let value = 2 * successes - thrown.faces.len() as i32;
        let dice = Die::each(&thrown.faces, Part::Luck).collect();
        Roll { dice, ..Roll::of(who, words, ids::LUCK_03, &[], value).saying(format!("{value:+}")) }
            .each_from(Throw::SUCCESS)
    };
    let sum = |who, words: &'static str, rule| Roll::new(who, words, rule, thrown);
    // With several targets, the log says whose damage it is.
    let harmed = if exchange.targets.len() > 1 { on } else { by };
    let suffers = |came: &Came| if came.end == End::Returned { by } else { on };
    Entry::Roll(match stage {
        Stage::Attack(_) => pool(by, "Attack", ids::ATK_05),
        Stage::AttackLuck(..) => luck(by, "Attack Luck"),
        Stage::Defend(..) => pool(on, "Defence", ids::DEF_01),
        Stage::DefendLuck(..) => luck(on, "Defence Luck"),
        Stage::Resist(came, ..) => pool(suffers(&came), "Mind", ids::MAG_07),
        Stage::ResistLuck(came, ..) => luck(suffers(&came), "Mind Luck"),
        Stage::Soak(..) => pool(by, "Armour", ids::CRIT_09),
        Stage::Back(..) => sum(by, "Damage turned back", ids::CRIT_09),
        Stage::RiposteSoak(..) => pool(by, "Armour", ids::COMP_43),
        Stage::Riposte(..) => sum(by, "Damage turned back", ids::COMP_43),
        Stage::Harm(came, _) if came.end == End::Works => sum(on, "Healing", ids::MAG_12),
        Stage::Harm(..) => sum(harmed, "Damage", ids::DMG_01),
        Stage::Energy(came) => sum(suffers(&came), "Energy", ids::CHG_04),
        Stage::Own(_) => sum(on, "Backlash", ids::CRIT_10),
        _ => sum(by, "Backlash", ids::CRIT_10),
    })
}

fn several_number(target: &Target) -> Option<u8> {
    use crate::rules::exchange::several::{Comes, Member as _};
    match target.situation.comes(target.stage)? {
        Comes::Shared(number) => Some(number),
        Comes::Own(_) => None,
    }
}

/// Every outcome of an action, if it can be solved at once.
pub fn solved(battle: &Battle, step: &AttackStep) -> Option<SolvedStep> {
    let AttackStep::Exchange(exchange) = step else { return None };
    let settled = |came: &[Came], context: &mut StepContext<'_>| {
        settle::settle(battle, exchange, came, context);
    };
    if let [target] = &exchange.targets[..] {
        let turn = |solved: &Solved<Came>| solved.step(|came, context| settled(std::slice::from_ref(came), context));
        return Some(if target.stage == target.situation.begin() {
            turn(&KNOWN.with_borrow_mut(|known| known.solve(&target.situation)))
        } else {
            turn(&solve_from(&target.situation, target.stage))
        });
    }
    // The machine of each target knows nothing of what ties targets to each other: charges, and passive defences with
    // criticals.
    let is_tied = |target: &Target| {
        let Situation { charge, recharge, guard, .. } = target.situation;
        charge.dice.max(recharge.dice) > 0 || guard.tier > 0 || target.stage != target.situation.begin()
    };
    if exchange.targets.iter().any(is_tied) {
        return None;
    }
    let situations: Vec<Situation> = exchange.targets.iter().map(|target| target.situation).collect();
    let ends = |situation: &Situation| KNOWN.with_borrow_mut(|known| known.solve(situation).odds().len());
    let all_ends = situations.iter().map(ends).try_fold(1usize, usize::checked_mul);
    let all = Several::new(&situations).filter(|_| all_ends.is_some_and(|all| all <= MOST_ENDS))?;
    Some(solve(&all).step(|came, context| {
        let came: Vec<_> = came.iter().flatten().copied().collect();
        settled(&came, context);
    }))
}

/// The situation of a step: all that an action on one target and what it changes depend on.
pub fn situation(battle: &Battle, step: &AttackStep) -> Option<SituationKey> {
    let AttackStep::Exchange(exchange) = step else { return None };
    let [target] = &exchange.targets[..] else { return None };
    // A push, and an attack that goes on, depend on who else is there.
    let depends = [Component::Shove, Component::FollowThrough, Component::PiercingThrow];
    let (by, on) = (exchange.act.by, target.on);
    if depends.into_iter().any(|component| exchange.act.has(component)) || is_tied(battle, by) || is_tied(battle, on) {
        return None;
    }
    if battle.combatant(on).status == Status::Dead {
        return None;
    }
    let row = |who: CombatantId| Whole(&battle.rows()[who.index()]);
    let item = |item: ItemId| {
        let item = battle.item(item);
        (item.id, item.at, item.count, item.loaded, item.condition)
    };
    let held: Vec<_> = [by, on].into_iter().flat_map(|who| battle.combatant(who).hands.held()).map(item).collect();
    let items = (exchange.act.item.map(item), exchange.act.second.map(item), held);
    let key = SituationKey::of(&(exchange.as_ref(), battle.scene.acting));
    Some(key.with(&row(by)).with(&row(on)).with(&items))
}

/// Whether somebody rides, is ridden, holds or is held.
fn is_tied(battle: &Battle, who: CombatantId) -> bool {
    let conditions = &battle.combatant(who).conditions;
    [MOUNTED, RIDDEN, GRABBED, GRABBING].into_iter().any(|kind| conditions.has(kind))
}

/// Goes on with the same roll against one more target. POO-COMP-31, POO-COMP-41.
pub fn onward(battle: &Battle, onward: &Onward, context: &mut StepContext<'_>) {
    if onward.act.has(Component::PiercingThrow) {
        let total = Total { total: onward.total.total - 2, ..onward.total };
        return match settle::flies_on(battle, onward) {
            Some(next) => again(battle, onward, next, total, context),
            None => {
                settle::land(battle, &onward.act, onward.last, context);
                stop(battle, onward, context);
            }
        };
    }
    if followed(battle, onward).is_empty() {
        stop(battle, onward, context);
    } else {
        context.ask(onward.act.by, Follow(*onward));
    }
}

/// The roll goes on to nobody else: its critical failure takes effect now. POO-ATK-08.
fn stop(battle: &Battle, onward: &Onward, context: &mut StepContext<'_>) {
    if onward.total.critical == Critical::Failure {
        settle::fumble(battle, &onward.act, context);
    }
}

/// The enemies whom Follow Through can go on to.
fn followed(battle: &Battle, onward: &Onward) -> Vec<Candidate> {
    let all = reach::aimed(battle, &onward.act, None).into_iter();
    all.filter(|candidate| candidate.refusal.is_none() && !onward.struck.contains(candidate.who)).collect()
}

fn again(battle: &Battle, onward: &Onward, next: CombatantId, total: Total, context: &mut StepContext<'_>) {
    let exchange = exchange(battle, &onward.act, &[next], Some(total));
    context.note(onward.act.by, ids::ATK_07, format_args!("goes on to {}", battle.combatant(next).identity.name));
    context.step(AttackStep::Exchange(Box::new(exchange)));
}

/// Whom a Follow Through goes on to, POO-COMP-31.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Follow(pub Onward);

impl RulesetPrompt for Follow {
    fn offers(&self, battle: &Battle, _: CombatantId) -> Vec<Offer> {
        use super::menu;
        let at = Offer::new(&menu::FOLLOW, &[ids::COMP_31], Cost::FREE);
        let at = at.at_any_of(followed(battle, &self.0), || Refusal::new(ids::COMP_31, "Nobody in reach"));
        vec![at, Offer::new(&menu::NO_FOLLOW, &[ids::COMP_31], Cost::FREE)]
    }

    fn answer(&self, battle: &Battle, _: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        match choice.on {
            Some(next) => again(battle, &self.0, next, self.0.total, context),
            None => stop(battle, &self.0, context),
        }
    }

    fn default_answer(&self, battle: &Battle, _: CombatantId) -> Choice {
        let first = followed(battle, &self.0).first().map(|fighter| fighter.who);
        first.map_or(Choice::new(super::menu::NO_FOLLOW.verb), |who| Choice::new(super::menu::FOLLOW.verb).on(who))
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let about = format!("The attack's total is {}", self.0.total.total);
        Told::new(battle, who, "follows through", about, ids::COMP_31)
    }
}

/// The terms of the dice of an action against its first target, for panels.
pub fn dice_of(battle: &Battle, act: &Act, on: Option<CombatantId>) -> Verdict {
    let mut verdict = Verdict::default();
    dice::pool(battle, act, on, &mut verdict);
    verdict.pruned()
}
