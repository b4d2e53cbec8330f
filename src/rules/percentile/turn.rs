//! Initiative, rounds, and the start and end of turns. PCT-INIT, PCT-TURN.

use super::{
    conditions::{MOVED, QUICK, REACTION, STANDARD, expire},
    ids, reactions,
    sheet::sheet,
    step::{Ask, Event, Step, ask, step},
};
use crate::{
    dice::Throw,
    rules::{Battle, CombatantId, Effect, Entry, Moment, Outcome, Roll, Until, Verdict},
};

/// A battle begins with initiative, PCT-INIT-02.
pub fn begin() -> Outcome {
    Outcome { entries: Vec::new(), then: vec![step(Step::Initiative(Vec::new()))] }
}

/// Rolls initiative for the next combatant by id, PCT-INIT-02; after the last one, puts them in order.
pub fn initiative(battle: &Battle, rolled: &[(CombatantId, i16)], moment: &mut Moment<'_>) {
    let Some(one) = battle.combatants.get(rolled.len()) else {
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
            faces: thrown.faces,
            value: total,
            against: Some(
                Verdict::base(ids::INIT_02, "Die", thrown.value).plus(ids::INIT_01, "INIT", init),
            ),
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
    break_tie(battle, totals, 0, moment);
}

/// Looks for the next tie from a place on; without one the first round begins.
fn break_tie(battle: &Battle, totals: Vec<(CombatantId, i16)>, from: usize, moment: &mut Moment<'_>) {
    let same = |a: &(CombatantId, i16), b: &(CombatantId, i16)| {
        let (x, y) = (sheet(battle.one(a.0)), sheet(battle.one(b.0)));
        (a.1, x.init(), x.coo) == (b.1, y.init(), y.coo)
    };
    let tie = (from..totals.len().saturating_sub(1)).find(|index| same(&totals[*index], &totals[index + 1]));
    if let Some(from) = tie {
        let count = totals[from..].iter().take_while(|entry| same(&totals[from], entry)).count();
        moment.then(step(Step::TieBreak { totals, from: from as u16, count: count as u16, rolls: Vec::new() }));
    } else {
        moment.effect(Effect::Order(totals.iter().map(|(who, _)| *who).collect()));
        moment.then(step(Step::Round(1)));
    }
}

/// Rolls between the tied, one die each; those still equal roll again, PCT-INIT-02.
pub fn tie_break(
    battle: &Battle,
    totals: &[(CombatantId, i16)],
    (from, count): (u16, u16),
    rolls: &[i16],
    moment: &mut Moment<'_>,
) {
    let (start, number) = (usize::from(from), usize::from(count));
    let mut rolls = rolls.to_vec();
    if rolls.len() < number {
        let thrown = moment.throw(Throw::Sum { count: 1, sides: 10 }, &|value| value as u32);
        let who = totals[start + rolls.len()].0;
        moment.tell(|| {
            Entry::Roll(Roll {
                who,
                words: "Initiative tie".into(),
                rule: ids::INIT_02,
                faces: thrown.faces,
                value: thrown.value,
                against: None,
                success: None,
                upshot: "".into(),
            })
        });
        rolls.push(thrown.value as i16);
        moment.then(step(Step::TieBreak { totals: totals.to_vec(), from, count, rolls }));
        return;
    }
    let mut tied: Vec<(i16, (CombatantId, i16))> = rolls.into_iter().zip(totals[start..].iter().copied()).collect();
    tied.sort_by_key(|(roll, (who, _))| (-roll, *who));
    let mut totals = totals.to_vec();
    for (index, (_, entry)) in tied.iter().enumerate() {
        totals[start + index] = *entry;
    }
    let again = (0..number - 1).find(|index| tied[*index].0 == tied[index + 1].0);
    if let Some(first) = again {
        let still = tied[first..].iter().take_while(|(roll, _)| *roll == tied[first].0).count();
        let from = (start + first) as u16;
        // Ties further down inside this group are found again by the roll between those still equal.
        moment.then(step(Step::TieBreak { totals, from, count: still as u16, rolls: Vec::new() }));
    } else {
        break_tie(battle, totals, start + number, moment);
    }
}

/// A round begins.
pub fn round(battle: &Battle, number: u16, moment: &mut Moment<'_>) {
    moment.effect(Effect::Round(number));
    if battle.scene.order.iter().any(|who| battle.one(*who).fights()) || number == 1 {
        moment.then(step(Step::Turn(0)));
    }
}

/// The turn at a place in the order, or the next round.
pub fn turn(battle: &Battle, place: u16, moment: &mut Moment<'_>) {
    let order = &battle.scene.order;
    let next = (usize::from(place)..order.len()).find(|index| battle.one(order[*index]).fights());
    let Some(index) = next else {
        moment.effect(Effect::Acting(None));
        moment.then(step(Step::Round(battle.scene.round + 1)));
        return;
    };
    let who = order[index];
    moment.effect(Effect::Acting(Some(who)));
    moment.then(step(Step::Wake(who)));
    moment.then(step(Step::Act(who)));
    moment.then(step(Step::Rest(who)));
    moment.then(step(Step::Turn(index as u16 + 1)));
}

/// What the start of a turn does, PCT-TURN-04.
pub fn wake(battle: &Battle, who: CombatantId, moment: &mut Moment<'_>) {
    expire(battle, who, Until::TurnStart, moment);
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
    if battle.one(who).fights() {
        moment.then(ask(who, Ask::Turn));
    }
}

/// What the end of a turn does, PCT-TURN-04.
pub fn rest(battle: &Battle, who: CombatantId, moment: &mut Moment<'_>) {
    expire(battle, who, Until::TurnEnd, moment);
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
