//! How many attacks of one kind it takes on average until their target is out.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use crate::rules::{
    Battle, Choice, CombatantId, CombatantRow, Conditions, Effect, Until, Vitals, attack_ahead, turn_given,
};

/// The most states of the target that are examined.
const MOST: usize = 160;

/// The mean is worked out anew from its own values until it changes by less than this, at most this many times.
const FINE: f64 = 1e-7;
const ROUNDS: usize = 20_000;

/// The result of repeating an attack until its target is out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum UntilOut {
    /// The number of attacks on average.
    Mean(f64),
    /// It may go on forever.
    Never,
    /// There are too many states, one of them cannot be attacked so, or its odds are not known exactly.
    Unknown,
}

/// The target's state, as far as it lasts from one attack to the next.
type State = (Vitals, Conditions);

/// The states that the attack leads to from one state of the target, with their chances; the rest is the chance that it
/// is out.
type Ways = Vec<(usize, f64)>;

/// How many attacks, on average, until the target is out: each as now, in a turn of its own, by the attacker as it is
/// now, at the target where it stands. Only its losses and the conditions that do not end by themselves last from one
/// to the next. That is exact: every state is forecast by the rules.
pub fn until_out(
    battle: &Battle,
    choice: &Choice,
    (by, on): (CombatantId, CombatantId),
    stop: &AtomicBool,
) -> UntilOut {
    let first = &battle.rows()[on.index()];
    let mut states: Vec<State> = vec![(first.vitals, first.conditions.clone())];
    let mut places: BTreeMap<State, usize> = BTreeMap::from([(states[0].clone(), 0)]);
    let mut ways: Vec<Ways> = Vec::new();
    while let Some(state) = states.get(ways.len()) {
        if stop.load(Relaxed) || states.len() > MOST {
            return UntilOut::Unknown;
        }
        let Some(next) = after(battle, state, choice, (by, on)) else { return UntilOut::Unknown };
        let mut found: Ways = Vec::new();
        for (state, chance) in next {
            let place = *places.entry(state).or_insert_with_key(|state| {
                states.push(state.clone());
                states.len() - 1
            });
            found.push((place, chance));
        }
        ways.push(found);
    }
    mean(&ways)
}

/// The states of the target after one attack in which it is not out, each with its chance.
fn after(
    battle: &Battle,
    (vitals, conditions): &State,
    choice: &Choice,
    (by, on): (CombatantId, CombatantId),
) -> Option<Vec<(State, f64)>> {
    let hurt = |row: &CombatantRow| CombatantRow { vitals: *vitals, conditions: conditions.clone(), ..row.clone() };
    let rows = battle.rows().iter().map(|row| if row.id == on { hurt(row) } else { row.clone() });
    let (constants, scene, items) = (Arc::clone(battle.constants()), battle.scene.clone(), battle.item_rows().to_vec());
    let turn = turn_given(&Battle::new(constants, scene, rows.collect(), items), by);
    let rules = turn.ruleset.rules();
    let decision = rules.turn_question(by);
    let ahead = attack_ahead(&turn, &decision, choice)?;
    let forecast = ahead.forecast(&turn, &decision, choice);
    if !forecast.is_exact() {
        return None;
    }
    let kept = forecast.odds.map(|ending| {
        if rules.grade(&turn, on, ending) == 3 {
            return None;
        }
        let mut end = turn.clone();
        ending.effects.iter().filter(|effect| is_about(effect, on)).for_each(|effect| end.apply(effect));
        Some(lasting(&end.rows()[on.index()]))
    });
    let total = kept.total() as f64;
    Some(kept.iter().filter_map(|(row, count)| Some((row.clone()?, count as f64 / total))).collect())
}

/// Whether an effect changes a combatant's lasting state: losses, and conditions that come, change or go.
fn is_about(effect: &Effect, on: CombatantId) -> bool {
    matches!(effect, Effect::Vital(who, ..) if *who == on) || effect.bearer() == Some(on)
}

/// A combatant's lasting state: losses, and conditions that do not end by themselves.
fn lasting(row: &CombatantRow) -> State {
    let lasts = row.conditions.0.iter().filter(|condition| matches!(condition.until, Until::Indefinite | Until::Check));
    (row.vitals, Conditions(lasts.cloned().collect()))
}

/// The mean number of attacks from the first state on.
fn mean(ways: &[Ways]) -> UntilOut {
    if !all_end(ways) {
        return UntilOut::Never;
    }
    let mut all = vec![1.0_f64; ways.len()];
    for _ in 0..ROUNDS {
        let mut most = 0.0_f64;
        // Later states are nearer to the end.
        for place in (0..ways.len()).rev() {
            let stays: f64 = ways[place].iter().filter(|(to, _)| *to == place).map(|(_, chance)| chance).sum();
            let goes: f64 =
                ways[place].iter().filter(|(to, _)| *to != place).map(|(to, chance)| chance * all[*to]).sum();
            let next = (1.0 + goes) / (1.0 - stays);
            most = most.max((next - all[place]).abs());
            all[place] = next;
        }
        if most < FINE {
            return UntilOut::Mean(all[0]);
        }
    }
    UntilOut::Unknown
}

/// Whether from every state there is a way to the end.
fn all_end(ways: &[Ways]) -> bool {
    let mut ends: Vec<bool> =
        ways.iter().map(|ways| ways.iter().map(|(_, chance)| chance).sum::<f64>() < 1.0 - 1e-12).collect();
    loop {
        let more: Vec<usize> =
            (0..ways.len()).filter(|place| !ends[*place] && ways[*place].iter().any(|(to, _)| ends[*to])).collect();
        if more.is_empty() {
            return ends.iter().all(|ends| *ends);
        }
        more.into_iter().for_each(|place| ends[place] = true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Condition, ConditionKind};

    #[test]
    fn conditions_that_an_attack_takes_away_are_gone_at_the_next() {
        let (on, other) = (CombatantId(1), CombatantId(0));
        let held = Condition::new(ConditionKind(3), Until::Indefinite);
        let (kept, shaken) = (Conditions(vec![held]), |effect: &Effect| {
            let mut left = Conditions(vec![held]);
            effect.change_conditions(&mut left);
            left
        });
        for effect in [
            Effect::Clear(on, held.kind),
            Effect::ReplaceCondition(on, Box::new(held), None),
            Effect::ReplaceCondition(on, Box::new(held), Some(Box::new(Condition { level: 2, ..held }))),
        ] {
            assert!(is_about(&effect, on) && !is_about(&effect, other) && shaken(&effect) != kept, "{effect:?}");
        }
        assert!(is_about(&Effect::AddCondition(on, held), on));
    }

    #[test]
    fn the_mean_is_that_of_the_chain() {
        let UntilOut::Mean(alone) = mean(&[vec![(0, 0.75)]]) else { panic!("it ends") };
        assert!((alone - 4.0).abs() < 1e-6, "one in four: {alone}");
        // Half miss, half wound; a wounded target is put out by every second attack.
        let UntilOut::Mean(two) = mean(&[vec![(0, 0.5), (1, 0.5)], vec![(1, 0.5)]]) else { panic!("it ends") };
        assert!((two - 4.0).abs() < 1e-6, "{two}");
        assert_eq!(mean(&[vec![(0, 1.0)]]), UntilOut::Never);
        assert_eq!(mean(&[vec![(0, 0.5), (1, 0.25)], vec![(1, 1.0)]]), UntilOut::Never);
    }
}
