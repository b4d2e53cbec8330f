//! Initiative, rounds, and the start and end of turns. PCT-INIT, PCT-TURN.

use super::{
    blast, catch, charge,
    conditions::{MOVED, QUICK, REACTION, STANDARD, count_down, draw_near, expire},
    grapple, ids, mounts, reactions,
    sheet::sheet,
    step::{Ask, Event, Step, ask, step},
};
use crate::{
    dice::Throw,
    rules::{Battle, CombatantId, Die, Effect, Entry, Moment, Outcome, Roll, Until, Verdict, ties, untie},
};

/// A battle begins with initiative, PCT-INIT-02.
pub fn begin() -> Outcome {
    Outcome { entries: Vec::new(), then: vec![step(Step::Initiative(Vec::new()))] }
}

/// Rolls initiative for the next combatant by id, PCT-INIT-02; after the last one, puts them in order.
pub fn initiative(battle: &Battle, rolled: &[(CombatantId, i16)], moment: &mut Moment<'_>) {
    let Some(one) = battle.combatants().filter(|one| mounts::takes_turns(*one)).nth(rolled.len()) else {
        return arrange(battle, rolled.to_vec(), moment);
    };
    let thrown = moment.throw(Throw::Sum { count: 1, sides: 10 }, &|value| value as u32);
    let init = sheet(one).init();
    let total = thrown.value + init;
    moment.tell(|| {
        Entry::Roll(Roll {
            who: one.id,
            words: "Initiative".into(),
            rule: ids::INIT_02,
            dice: Die::counted(&thrown.faces),
            value: total,
            against: Some(Verdict::base(ids::INIT_02, "Die", thrown.value).plus(ids::INIT_01, "INIT", init)),
            success: None,
            upshot: "".into(),
        })
    });
    let mut totals = rolled.to_vec();
    totals.push((one.id, total as i16));
    moment.then(step(Step::Initiative(totals)));
}

/// Puts everybody in order: total, then INIT, then COO, then a roll between the tied, PCT-INIT-02.
fn arrange(battle: &Battle, mut totals: Vec<(CombatantId, i16)>, moment: &mut Moment<'_>) {
    let rank = |(who, total): &(CombatantId, i16)| {
        let numbers = sheet(battle.one(*who));
        (-i32::from(*total), -numbers.init(), -numbers.coo)
    };
    totals.sort_by_key(|entry| (rank(entry), entry.0));
    let order: Vec<CombatantId> = totals.iter().map(|(who, _)| *who).collect();
    tie_break(&order, &ties(&totals, 0, |a, b| rank(a) == rank(b)), &[], moment);
}

/// Rolls between the first of those tied, one die each; those still equal roll again, PCT-INIT-02. Without a tie
/// the first round begins.
pub fn tie_break(order: &[CombatantId], tied: &[(u16, u16)], rolls: &[i16], moment: &mut Moment<'_>) {
    let Some(((from, count), later)) = tied.split_first() else {
        moment.effect(Effect::Order(order.to_vec()));
        moment.then(step(Step::Round(1)));
        return;
    };
    let group = usize::from(*from)..usize::from(from + count);
    let mut rolls = rolls.to_vec();
    let mut order = order.to_vec();
    if rolls.len() < group.len() {
        let thrown = moment.throw(Throw::Sum { count: 1, sides: 10 }, &|value| value as u32);
        let who = order[group.start + rolls.len()];
        moment.tell(|| {
            Entry::Roll(Roll {
                who,
                words: "Initiative tie".into(),
                rule: ids::INIT_02,
                dice: Die::counted(&thrown.faces),
                value: thrown.value,
                against: None,
                success: None,
                upshot: "".into(),
            })
        });
        rolls.push(thrown.value as i16);
        moment.then(step(Step::TieBreak { order, ties: tied.to_vec(), rolls }));
        return;
    }
    let mut still = untie(&mut order, *from, &rolls);
    still.extend(later);
    moment.then(step(Step::TieBreak { order, ties: still, rolls: Vec::new() }));
}

/// A round begins.
pub fn round(battle: &Battle, number: u16, moment: &mut Moment<'_>) {
    moment.effect(Effect::Round(number));
    if battle.scene.order.iter().any(|who| battle.one(*who).fights()) || number == 1 {
        for mount in mounts::loose(battle) {
            moment.then(step(Step::Wake(mount)));
        }
        moment.then(step(Step::Turn(0)));
    }
}

/// The turn at a place in the order, or the next round.
pub fn turn(battle: &Battle, place: u16, moment: &mut Moment<'_>) {
    let order = &battle.scene.order;
    let next = (usize::from(place)..order.len()).find(|index| battle.one(order[*index]).fights());
    let Some(index) = next else {
        count_absent(battle, usize::from(place)..order.len(), moment);
        moment.effect(Effect::Acting(None));
        moment.then(step(Step::Round(battle.scene.round + 1)));
        return;
    };
    count_absent(battle, usize::from(place)..index, moment);
    let who = order[index];
    moment.effect(Effect::Acting(Some(who)));
    moment.then(step(Step::Wake(who)));
    if let Some(mount) = mounts::mount_of(battle, who) {
        moment.then(step(Step::Wake(mount)));
    }
    moment.then(step(Step::Act(who)));
    moment.then(step(Step::Rest(who)));
    moment.then(step(Step::Turn(index as u16 + 1)));
}

/// Smoke goes by the turns of whoever caused it, in the fight or not, PCT-TURN-03.
fn count_absent(battle: &Battle, places: std::ops::Range<usize>, moment: &mut Moment<'_>) {
    for who in battle.scene.order.get(places).unwrap_or_default() {
        blast::count_clouds(battle, *who, moment);
    }
}

/// What the start of a turn does, PCT-TURN-04.
pub fn wake(battle: &Battle, who: CombatantId, moment: &mut Moment<'_>) {
    expire(battle, who, Until::TurnStart, moment);
    draw_near(battle, who, moment);
    if !mounts::takes_turns(battle.one(who)) && mounts::rider_of(battle, who).is_none() {
        expire(battle, who, Until::TurnEnd, moment);
    }
    blast::smoulder(battle, who, moment);
    blast::dissolve(battle, who, moment);
    count_down(battle, who, moment);
    let budgets = &battle.one(who).budgets;
    for budget in [STANDARD, QUICK, MOVED] {
        if budgets.get(budget) != 0 {
            moment.effect(Effect::Budget(who, budget, 0));
        }
    }
    if budgets.get(REACTION) == 2 {
        moment.effect(Effect::Budget(who, REACTION, 1));
    }
}

/// Asks for the next act of a turn.
pub fn act(battle: &Battle, who: CombatantId, moment: &mut Moment<'_>) {
    // By habit nothing more is done.
    if battle.one(who).fights() && !moment.is_by_habit() {
        moment.then(ask(who, Ask::Turn));
    }
}

/// What the end of a turn does, PCT-TURN-04.
pub fn rest(battle: &Battle, who: CombatantId, moment: &mut Moment<'_>) {
    expire(battle, who, Until::TurnEnd, moment);
    if let Some(mount) = mounts::mount_of(battle, who) {
        expire(battle, mount, Until::TurnEnd, moment);
    }
    if battle.one(who).budgets.get(REACTION) == 1 {
        moment.effect(Effect::Budget(who, REACTION, 0));
    }
    if battle.one(who).fights() && reactions::anybody_readied(battle) {
        moment.then(step(Step::Call(Event::EndsTurn(who))));
    }
}

/// The agenda on which it is this combatant's turn.
pub fn turn_of(battle: &Battle, who: CombatantId) -> Vec<crate::rules::Pending> {
    let place = battle.scene.order.iter().position(|one| *one == who).unwrap_or(0);
    vec![step(Step::Act(who)), step(Step::Rest(who)), step(Step::Turn(place as u16 + 1))]
}

/// What follows at once from what a step or an answer has done: falls from the saddle, holds and braces that end.
pub fn follow_up(battle: &Battle, moment: &mut Moment<'_>) {
    let shakes = |effect: &Effect| {
        matches!(effect, Effect::Posture(..) | Effect::Status(..) | Effect::Place(..) | Effect::Move(..))
    };
    if !moment.effects().any(shakes) {
        return;
    }
    mounts::fallen(battle, moment);
    grapple::loosen(battle, moment);
    catch::loosen(battle, moment);
    charge::falter(battle, moment);
}
