//! Days, rounds, initiative, the steps of a turn. POO-SET, POO-INIT, POO-TURN, POO-END.

use serde::{Deserialize, Serialize};

use super::{
    answer::OwnTurn,
    catalogue as ids,
    conditions::{
        BLEEDING, BURNING, CHARMED, FRIGHTENED, GRABBED, HOLDING, RIDING, SHIELDED, STABLE, WEAKENED, drug, is_able,
        is_alive, is_dying,
    },
    drugs, menu, movement, objects, reach, settings, settle,
    sheet::{
        AP, BEGUN, CAST, CHECKED, DIAGONALS, ENDED, HANDY, LEFT, LUCK, MOVED, ORDER, RollKind, STARTED, STRUCK, Stat,
        THREAT, USED, VITALITY, sheet,
    },
    step::TurnStep,
    vitality::{self, hurt},
};
use crate::{
    dice::Throw,
    rules::{AgendaItem, Moment, Settles, Tied, exchange::Reads, next_turn, prelude::*, tell_ties, turns},
};

/// AP that a turn begins with, POO-TURN-02, POO-TURN-03, POO-BER-02.
pub fn maximum(battle: &Battle, fighter: Combatant<'_>) -> i16 {
    let speed = sheet(fighter).speed;
    let own = if settings::has_prose_ap(battle) { 1 + speed / 5 } else { (speed / 5).max(1) };
    own + drug(fighter).map_or(0, |dose| dose.tier.into())
}

/// Whether somebody has turns: mounts have none, POO-MOVE-09.
pub fn takes_turns(fighter: Combatant<'_>) -> bool {
    !sheet(fighter).mount
}

/// Rolls Luck Points for the next combatant whose sheet gives none; then begins the first round. POO-LUCK-01,
/// POO-SET-01.
pub fn day(battle: &Battle, from: u16, context: &mut StepContext<'_>) {
    let kept = settings::luck_is_kept(battle);
    let rolls = |fighter: &Combatant<'_>| takes_turns(*fighter) && sheet(*fighter).luck.is_none() && !kept;
    let next = battle.combatants().skip(from.into()).find(rolls);
    let Some(fighter) = next else { return context.step(TurnStep::Round(1)) };
    let thrown = context.throw_apart(Throw::die(10));
    context.effect(Effect::Vital(fighter.id, LUCK, thrown.sum as i16));
    context.log(|| Entry::Roll(Roll::new(fighter.id, "Luck Points", ids::LUCK_01, &thrown)));
    context.step(TurnStep::Day(fighter.id.0 + 1));
}

/// Begins a round, POO-INIT-04, POO-END-01.
pub fn round(battle: &Battle, number: u16, context: &mut StepContext<'_>) {
    context.effect(Effect::Round(number));
    if number == 1 {
        for fighter in battle.combatants() {
            vitality::sink(battle, fighter.id, context);
        }
    }
    context.step(TurnStep::Ask(0, CombatantSet::default()));
}

/// The order that holds while newcomers are put into it.
fn held(battle: &Battle) -> &[CombatantId] {
    if settings::rolls_once(battle) && battle.scene.round > 1 { &battle.scene.order } else { &[] }
}

/// Who rolls for initiative, in roster order. POO-INIT-01, POO-INIT-02.
fn rollers(battle: &Battle) -> Vec<CombatantId> {
    let held = held(battle);
    let rolls = |fighter: &Combatant<'_>| is_alive(*fighter) && takes_turns(*fighter) && !held.contains(&fighter.id);
    battle.combatants().filter(rolls).map(|fighter| fighter.id).collect()
}

fn may_add_luck(battle: &Battle, who: CombatantId) -> bool {
    let fighter = battle.combatant(who);
    // The unconscious roll as well, POO-INIT-01, POO-LUCK-06.
    is_alive(fighter) && fighter.vitals.get(LUCK) > 0
}

/// Asks for Luck on initiative, in roster order, before anyone rolls. POO-INIT-01, POO-LUCK-05.
pub fn ask(battle: &Battle, from: u16, lucky: CombatantSet, context: &mut StepContext<'_>) {
    let rollers = rollers(battle);
    let next = rollers.iter().enumerate().skip(from.into()).find(|(_, who)| may_add_luck(battle, **who));
    match next.filter(|_| !context.is_forecast()) {
        Some((place, who)) => context.ask(*who, Initiative(place as u16, lucky)),
        None => context.step(TurnStep::Roll(lucky, Vec::new())),
    }
}

/// Whether to add a Luck die to initiative: the place among those who roll, and those who have added one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Initiative(pub u16, pub CombatantSet);

impl RulesetPrompt for Initiative {
    fn offers(&self, _: &Battle, _: CombatantId) -> Vec<Offer> {
        let rules: &'static [RuleId] = &[ids::INIT_01, ids::LUCK_05];
        vec![Offer::new(&menu::ROLL, rules, Cost::FREE), Offer::new(&menu::ROLL_LUCKY, rules, Cost::of(&menu::LUCK, 1))]
    }

    fn answer(&self, battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let is_lucky = choice.verb == menu::ROLL_LUCKY.verb;
        if is_lucky {
            context.effect(Effect::Vital(who, LUCK, battle.combatant(who).vitals.get(LUCK) - 1));
        }
        context.step(TurnStep::Ask(self.0 + 1, if is_lucky { self.1.with(who) } else { self.1 }));
    }

    fn default_answer(&self, _: &Battle, _: CombatantId) -> Choice {
        Choice::new(menu::ROLL.verb)
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let told = Told::new(battle, who, "rolls initiative", "A Luck die may be added", ids::INIT_01);
        let told = told.at(Window::Declare);
        if settings::rolls_once(battle) { told.once() } else { told }
    }

    fn asked_with(&self, battle: &Battle, who: CombatantId) -> Vec<CombatantId> {
        let team = battle.combatant(who).team;
        let later = rollers(battle).into_iter().skip(usize::from(self.0) + 1);
        later.filter(|other| battle.combatant(*other).team == team && may_add_luck(battle, *other)).collect()
    }

    fn describe(&self, battle: &Battle, who: CombatantId, _: &Offer, wording: Wording) -> Wording {
        let dice = sheet(battle.combatant(who)).rating(Stat::Speed);
        wording.about(format!("{dice} dice"))
    }
}

/// Throws that many dice, each of them a success or not.
fn pool(count: u8, context: &mut StepContext<'_>) -> crate::dice::Thrown {
    let throw = Throw::Pool { count, first: 0 };
    crate::rules::exchange::cast(throw, Reads::Criticals(0), |reading| reading.successes, context)
}

/// Rolls initiative for the next combatant, POO-INIT-01; then puts all in order.
pub fn roll(battle: &Battle, lucky: CombatantSet, rolled: &[(CombatantId, i16)], context: &mut StepContext<'_>) {
    let Some(who) = rollers(battle).get(rolled.len()).copied() else { return arrange(battle, rolled, context) };
    let dice = sheet(battle.combatant(who)).rating(Stat::Speed);
    let luck = lucky.contains(who);
    // Ordinary dice first, then the Luck die, in one throw: POO-ROLL-14.
    let throw = Throw::Pool { count: dice + u8::from(luck), first: dice };
    let thrown = context.throw(throw, &|reading| u32::from(reading.first) * 2 + u32::from(reading.successes));
    let mut total = i16::from(thrown.first);
    if luck {
        total += if thrown.successes > thrown.first { 1 } else { -1 };
    }
    context.log(|| {
        Entry::Roll(Roll::of(who, "Initiative", ids::INIT_01, &thrown.faces, total.into()).each_from(Throw::SUCCESS))
    });
    context.effect(Effect::Vital(who, ORDER, total));
    let mut rolled = rolled.to_vec();
    rolled.push((who, total));
    context.step(TurnStep::Roll(lucky, rolled));
}

/// Puts the highest total first; of equals, combatants led by a person, then the higher Speed, then a roll.
/// POO-INIT-02, POO-INIT-03.
fn arrange(battle: &Battle, rolled: &[(CombatantId, i16)], context: &mut StepContext<'_>) {
    let before = held(battle);
    let old = before.iter().map(|who| (*who, battle.combatant(*who).vitals.get(ORDER)));
    let rank = |who: CombatantId, total: i16| {
        let fighter = battle.combatant(who);
        let is_person = settings::players_win_ties(battle) && battle.scene.people.contains(fighter.team);
        (-total, !is_person, -sheet(fighter).speed)
    };
    tie_break(battle, &Tied::new(rolled.iter().copied().chain(old), before, rank), context);
}

/// Rolls 1d10 between the first of those tied, repeated among those still equal. POO-INIT-03.
pub fn tie_break(battle: &Battle, tied: &Tied, context: &mut StepContext<'_>) {
    let Some(who) = tied.next() else {
        let order = tied.clone().settled(held(battle));
        context.effect(Effect::Order(order.clone()));
        let people = |who| battle.scene.people.contains(battle.combatant(who).team);
        let plays = |who| i32::from(settings::players_win_ties(battle) && people(who));
        let speed = |who| i32::from(sheet(battle.combatant(who)).speed);
        let total = |who| battle.combatant(who).vitals.get(ORDER);
        let settles: [Settles<'_>; 2] = [("players first", &plays), ("the higher Speed", &speed)];
        tell_ties(battle, (&order, held(battle)), (ids::INIT_03, ""), total, &settles, context);
        return context.step(TurnStep::Turn(0));
    };
    let thrown = context.throw_apart(Throw::die(10));
    context.log(|| Entry::Roll(Roll::new(who, "Tie", ids::INIT_03, &thrown)));
    context.step(TurnStep::TieBreak(tied.clone().rolled(thrown.sum as i16, held(battle))));
}

/// Begins the turn at a place in the order, or ends the round. POO-TURN-01, POO-END-01.
pub fn turn(battle: &Battle, place: u16, context: &mut StepContext<'_>) {
    let Some((place, who)) = next_turn(battle, place, is_alive, context) else {
        context.effect(Effect::Acting(None));
        objects::at_round_end(battle, context);
        return context.step(TurnStep::Close);
    };
    context.effect(Effect::Acting(battle.combatant(who).fights().then_some(who)));
    refresh(battle, who, context);
    context.expire_conditions(battle, Moment::TurnStarts(who));
    if let Some(mount) = RIDING.second_of(battle, who) {
        context.effect(Effect::Budget(mount, CHECKED, BEGUN));
        mount_turn(battle, mount, context);
    }
    for step in [TurnStep::Concentrate(who), TurnStep::Suffer(who), TurnStep::Steady(who), TurnStep::Act(who)] {
        context.step(step);
    }
    context.step(TurnStep::Rest(who));
    context.step(TurnStep::Turn(place + 1));
}

/// Brings back AP and what can be used once a turn, POO-TURN-03, POO-TURN-04.
fn refresh(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    for effect in until_turn(battle, who) {
        let Effect::Budget(_, budget, value) = effect else { continue };
        if battle.combatant(who).budgets.get(budget) != value {
            context.effect(effect);
        }
    }
}

/// The changes that are certain at the start of somebody's next turn.
pub fn until_turn(battle: &Battle, who: CombatantId) -> Vec<Effect> {
    let fighter = battle.combatant(who);
    let ap = if fighter.fights() { maximum(battle, fighter) } else { 0 };
    let zero = [MOVED, LEFT, HANDY, THREAT, DIAGONALS, CAST, STRUCK, USED[0], USED[1], USED[2]];
    let all = [(AP, ap), (STARTED, 1)].into_iter().chain(zero.map(|budget| (budget, 0)));
    all.map(|(budget, value)| Effect::Budget(who, budget, value)).collect()
}

/// The holds that end because somebody's side has conceded: its own and those on it, POO-COND-11.
pub fn left(battle: &Battle, who: CombatantId) -> Vec<Effect> {
    StepContext::effects_of(|context| {
        HOLDING.end(battle, who, context);
        let held = battle.combatant(who).conditions.0.iter().filter(|half| half.kind == GRABBED);
        held.filter_map(|half| half.whom).for_each(|holder| HOLDING.end_with(battle, holder, who, context));
    })
}

/// Asks whether a lasting spell is kept, POO-MAG-11.
pub fn concentrate(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    if fighter.conditions.has(SHIELDED) && fighter.fights() {
        if is_able(fighter) { context.ask(who, Concentrate) } else { context.clear(battle, who, &[SHIELDED]) }
    }
}

/// Whether a lasting spell is kept, POO-MAG-11.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Concentrate;

impl RulesetPrompt for Concentrate {
    fn offers(&self, _: &Battle, _: CombatantId) -> Vec<Offer> {
        let keep = Offer::new(&menu::KEEP, &[ids::MAG_11], Cost::of(&menu::AP, 1));
        vec![keep, Offer::new(&menu::LET_LAPSE, &[ids::MAG_11], Cost::FREE)]
    }

    fn answer(&self, battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        if choice.verb == menu::KEEP.verb {
            let ap = battle.combatant(who).budgets.get(AP);
            return context.effect(Effect::Budget(who, AP, ap - 1));
        }
        context.clear(battle, who, &[SHIELDED]);
        context.note(who, ids::MAG_11, "lets the shield lapse");
    }

    fn default_answer(&self, _: &Battle, _: CombatantId) -> Choice {
        Choice::new(menu::KEEP.verb)
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        Told::new(battle, who, "concentrates on an energy shield", "", ids::MAG_11)
    }
}

/// Bleeding, then Burning; a fire square ignites those who begin a turn there. POO-TURN-01 (4), POO-COND-14,
/// POO-COND-15.
pub fn suffer(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    if !is_alive(fighter) {
        return;
    }
    movement::ignite(battle, who, reach::body(battle, who), context);
    if let Some(bleeding) = fighter.conditions.find(BLEEDING) {
        context.note(who, ids::COND_14, format_args!("bleeds for {}", bleeding.level));
        hurt(battle, who, bleeding.level, context);
    }
    let catches = |effect: &Effect| matches!(effect, Effect::AddCondition(whose, condition) if *whose == who && condition.kind == BURNING);
    if fighter.conditions.has(BURNING) || context.effects().any(catches) {
        context.step(TurnStep::Burn(who));
    }
}

/// Rolls the burning die, POO-COND-15.
pub fn burn(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if !is_alive(battle.combatant(who)) {
        return;
    }
    let thrown = context.throw(Throw::die(10), &|reading| reading.sum as u32);
    context.log(|| Entry::Roll(Roll::new(who, "Burning", ids::COND_15, &thrown)));
    hurt(battle, who, thrown.sum as i16, context);
}

/// The dying roll to stabilise, with Luck if they have any. POO-VIT-05.
pub fn steady(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    if !is_dying(fighter) {
        return;
    }
    let asks = fighter.vitals.get(LUCK) > 0 && !settings::stabilises_by_percent(battle) && !context.is_forecast();
    if asks { context.ask(who, Steady) } else { context.step(TurnStep::Stabilise(who, 0)) }
}

/// Luck on stabilising, POO-VIT-05, POO-LUCK-06.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Steady;

impl RulesetPrompt for Steady {
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        let points = battle.combatant(who).vitals.get(LUCK).clamp(0, 30) as u8;
        let luck = Parameter::new(&menu::LUCK_DICE, crate::rules::counts(0..=points));
        vec![Offer::new(&menu::STEADY, &[ids::VIT_05, ids::LUCK_06], Cost::FREE).parameter(luck)]
    }

    fn answer(&self, battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let luck = choice.value(menu::LUCK_DICE.key, 0).max(0) as u8;
        super::defence::pay(battle, who, 0, luck, context);
        context.step(TurnStep::Stabilise(who, luck));
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let (now, limit) = (battle.combatant(who).vitals.get(VITALITY), -sheet(battle.combatant(who)).endurance);
        let dice = stamina(battle, who);
        let about =
            format!("{dice} dice, two successes stabilise. Vitality {now}, dead at {limit}").replace('-', "\u{2212}");
        Told::new(battle, who, "is dying", about, ids::VIT_05)
    }
}

/// The dice with which somebody stabilises.
pub fn stamina(battle: &Battle, who: CombatantId) -> u8 {
    let fighter = battle.combatant(who);
    let numbers = sheet(fighter);
    let weak = if fighter.conditions.has(WEAKENED) { -2 } else { 0 };
    (i32::from(numbers.rating(Stat::Stamina)) + numbers.trait_dice(RollKind::Stabilise) + weak).clamp(1, 60) as u8
}

/// Rolls to stabilise, POO-VIT-05.
pub fn stabilise(battle: &Battle, who: CombatantId, luck: u8, context: &mut StepContext<'_>) {
    if settings::stabilises_by_percent(battle) {
        let limit = i32::from(sheet(battle.combatant(who)).stamina);
        let (number, [tens, units]) = context.throw_percent();
        let faces: Vec<_> = tens.faces.iter().chain(&units.faces).copied().collect();
        let need = Verdict::base(ids::VIT_05, "Stamina", limit);
        context.log(|| {
            Entry::Roll(Roll::of(who, "Stabilising", ids::VIT_05, &faces, number).against(need, number <= limit))
        });
        return stabilised(battle, who, number <= limit, context);
    }
    let thrown = pool(stamina(battle, who), context);
    context.log(|| {
        let said =
            Roll::of(who, "Stabilising", ids::VIT_05, &thrown.faces, thrown.successes.into()).each_from(Throw::SUCCESS);
        Entry::Roll(said.saying(format!("{} of 2 successes", thrown.successes)))
    });
    match luck {
        0 => stabilised(battle, who, thrown.successes >= 2, context),
        _ => context.step(TurnStep::StabiliseLuck(who, luck, thrown.successes)),
    }
}

/// Rolls the Luck dice of a roll to stabilise.
pub fn stabilise_luck(battle: &Battle, who: CombatantId, luck: u8, so_far: u8, context: &mut StepContext<'_>) {
    let thrown = pool(luck, context);
    let total = i32::from(so_far) + 2 * i32::from(thrown.successes) - i32::from(luck);
    context.log(|| {
        Entry::Roll(Roll::of(who, "Stabilising Luck", ids::LUCK_03, &thrown.faces, total).each_from(Throw::SUCCESS))
    });
    stabilised(battle, who, total >= 2, context);
}

fn stabilised(battle: &Battle, who: CombatantId, is_stable: bool, context: &mut StepContext<'_>) {
    if !is_stable {
        return context.step(TurnStep::Die(who));
    }
    settle::suffer(battle, who, Condition::new(STABLE, Until::Indefinite), context);
    context.note(who, ids::VIT_06, "is stable");
}

/// Rolls the Vitality that dying costs, POO-VIT-05.
pub fn die(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let thrown = context.throw(Throw::die(10), &|reading| reading.sum as u32);
    context.log(|| Entry::Roll(Roll::new(who, "Dying", ids::VIT_05, &thrown)));
    hurt(battle, who, thrown.sum as i16, context);
}

/// Asks for the next act of a turn, which ends by itself when nothing is left to do. POO-TURN-01 (6).
pub fn act(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    // These are looked at first: usually there is somewhere to go, or something in hand to drop.
    let mostly = [menu::MOVE.verb, menu::GO_ON.verb, menu::STAND.verb, menu::DROP.verb];
    if is_able(fighter) && !context.answers_by_default() && !turns::is_spent_past(battle, who, &mostly) {
        context.ask(who, OwnTurn);
    }
}

/// Ends the conditions that end with a turn, POO-COND-03.
fn end_conditions(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    // Conditions of several turns count down; in their last turn they end like all others.
    let lasts = |condition: &&Condition| {
        matches!(condition.kind, CHARMED | FRIGHTENED) && condition.level > 1 && condition.until == Until::TurnEnd
    };
    for long in fighter.conditions.0.iter().filter(lasts) {
        let shorter = Condition { level: long.level - 1, ..*long };
        context.effect(Effect::replaced(who, *long, Some(shorter)));
    }
    let ends = |condition: &&Condition| !lasts(condition) && condition.until == Until::TurnEnd;
    for condition in fighter.conditions.0.iter().filter(ends) {
        context.effect(Effect::replaced(who, *condition, None));
    }
}

/// Ends a turn, POO-TURN-01 (7), POO-COND-03.
pub fn rest(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    movement::close(battle, who, context);
    end_conditions(battle, who, context);
    drugs::count_down(battle, who, context);
    // A mount's conditions end with the rider's turn, if that has given it the effects of a turn's start, POO-MOVE-09.
    let has_begun = |mount: &CombatantId| battle.combatant(*mount).budgets.get(CHECKED) == BEGUN;
    if let Some(mount) = RIDING.second_of(battle, who).filter(has_begun) {
        end_conditions(battle, mount, context);
        context.effect(Effect::Budget(mount, CHECKED, ENDED));
    }
}

/// What a turn would bring a mount, which has no turns: its conditions, ongoing harm and dying. POO-MOVE-09.
fn mount_turn(battle: &Battle, mount: CombatantId, context: &mut StepContext<'_>) {
    context.expire_conditions(battle, Moment::TurnStarts(mount));
    for step in [TurnStep::Suffer(mount), TurnStep::Steady(mount)] {
        context.step(step);
    }
}

/// Ends a round: mounts that no rider's turn has given the effects of a turn's start or end have them now. POO-MOVE-09.
pub fn close(battle: &Battle, context: &mut StepContext<'_>) {
    for mount in battle.combatants().filter(|fighter| sheet(*fighter).mount) {
        let done = mount.budgets.get(CHECKED);
        context.set_budget(battle, mount.id, CHECKED, 0);
        if done < BEGUN && is_alive(mount) {
            mount_turn(battle, mount.id, context);
        }
        if done < ENDED && is_alive(mount) {
            context.step(TurnStep::Rest(mount.id));
        }
    }
    context.step(TurnStep::Round(battle.scene.round + 1));
}

/// The agenda of somebody's turn, after its start.
pub fn turn_of(battle: &Battle, who: CombatantId) -> Vec<AgendaItem> {
    let steps = |next| [TurnStep::Act(who), TurnStep::Rest(who), TurnStep::Turn(next)].map(AgendaItem::step);
    crate::rules::turn_of(battle, who, steps)
}
