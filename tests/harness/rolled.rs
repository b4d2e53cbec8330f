//! Exchanges rolled again and again: the frequency of each end matches the forecast.

use std::{collections::BTreeMap, fmt};

use proving_ground::{
    dice::Rolled,
    rules::{
        AgendaItem, AttackAhead, AttackResult, Battle, CombatantId, ConditionKind, Conditions, Effect, Entry, Forecast,
        OutcomeState, Policy, Posture, RulesetId, Status, Vitals, attack_ahead, forecast, play,
    },
};
use rayon::prelude::*;

use crate::{
    boards,
    seat::{Seat, rules},
};

/// How many exchanges are checked under each ruleset, each of another battle.
pub const EXCHANGES: u64 = 120;

/// How often each exchange is rolled.
const ROLLS: u32 = 4_200;

/// The choices played in a battle before the exchange is looked for.
const CHOICES: usize = 60;

/// How many standard deviations a frequency may be off: about one in 17 million is farther off by chance.
const DEVIATIONS: f64 = 5.4;

/// Ends rarer than this are counted together.
const RARE: f64 = 0.002;

/// The result of an exchange: everything it can change.
type End = (Vec<AttackResult>, Vec<(Vitals, Posture, Status, Conditions)>);

fn end(results: Vec<AttackResult>, battle: &Battle) -> End {
    let body = |fighter: proving_ground::rules::Combatant<'_>| {
        (*fighter.vitals, fighter.posture, fighter.status, fighter.conditions.clone())
    };
    (results, battle.combatants().map(body).collect())
}

fn forecast_end(battle: &Battle, outcome: &OutcomeState) -> End {
    let mut after = battle.clone();
    outcome.effects.iter().for_each(|effect| after.apply(effect));
    end(outcome.results.to_vec(), &after)
}

/// The battle with nothing but the attack on its agenda, and no missiles to look for if the attack ends it: that is no
/// part of the exchange.
fn alone(ahead: &AttackAhead) -> Battle {
    let mut battle = ahead.battle.clone();
    battle.agenda = vec![AgendaItem::Step(ahead.step.clone())];
    if let Some(shot) = rules(&battle).names().conditions.iter().position(|name| *name == "shot") {
        let all: Vec<CombatantId> = battle.combatants().map(|fighter| fighter.id).collect();
        all.into_iter().for_each(|who| battle.apply(&Effect::Clear(who, ConditionKind(shot as u8))));
    }
    battle
}

/// Rolls an exchange once; everybody answers by default.
fn rolled(battle: &Battle, dice: &mut Rolled) -> End {
    let (mut after, mut journal) = (battle.clone(), Vec::new());
    loop {
        play::settle(&mut after, dice, &mut journal);
        let Some(AgendaItem::Decision(decision)) = after.agenda.pop() else { break };
        let choice = rules(&after).default_answer(&after, &decision);
        let outcome = rules(&after).answer(&after, &decision, &choice).expect("the default can be chosen");
        journal.extend(play::write(&mut after, outcome));
    }
    let results = journal.into_iter().filter_map(|entry| match entry {
        Entry::AttackResult(result) => Some(result),
        _ => None,
    });
    end(results.collect(), &after)
}

/// A battle played at random for a while, and a possible attack in it.
pub fn exchange(ruleset: RulesetId, seed: u64) -> Option<AttackAhead> {
    let mut seat = Seat::new(seed);
    let mut battle = boards::battle_of(ruleset, seed, &mut seat);
    let mut dice = Rolled::new(seed);
    play::begin(&mut battle, &mut dice, &mut Vec::new());
    let mut found = None;
    for _ in 0..CHOICES {
        let Some(decision) = battle.decision().cloned() else { break };
        let offers = rules(&battle).offers(&battle, &decision);
        let choice = {
            let offer = seat.offer(&offers);
            seat.complete(&battle, &decision, offer)
        };
        let ahead = attack_ahead(&battle, &decision, &choice).filter(|ahead| ahead.is_next && ahead.attacks == 1);
        found = ahead.filter(|_| seat.once_in(2) || found.is_none()).or(found);
        play::submit(&mut battle, &offers, &choice, &mut dice, &mut Vec::new()).expect("it is on offer");
    }
    found
}

/// Compares the rolls with the forecast; returns how many ends were compared.
fn compare(seed: u64, ahead: &AttackAhead) -> usize {
    let battle = alone(ahead);
    let found: Forecast = forecast(&battle, battle.agenda.clone(), Policy::DefaultAnswers);
    if !found.is_exact() {
        return 0;
    }
    let mut chances: BTreeMap<End, f64> = BTreeMap::new();
    for (outcome, ways) in found.odds.iter() {
        let chance = ways as f64 / found.odds.total() as f64;
        *chances.entry(forecast_end(&battle, outcome)).or_default() += chance;
    }
    let mut counts: BTreeMap<End, u32> = BTreeMap::new();
    let mut dice = Rolled::new(seed);
    for _ in 0..ROLLS {
        *counts.entry(rolled(&battle, &mut dice)).or_default() += 1;
    }
    for (end, count) in &counts {
        assert!(chances.contains_key(end), "{count} times came what was not forecast: {end:?} after {:?}", ahead.step);
    }
    let (mut rare, mut compared) = ((0.0, 0), 0);
    let mut within = |chance: f64, count: u32, end: &dyn fmt::Debug| {
        let (all, mean) = (f64::from(ROLLS), chance * f64::from(ROLLS));
        let spread = (all * chance * (1.0 - chance)).sqrt().max(1.0);
        let off = (f64::from(count) - mean).abs();
        assert!(off <= DEVIATIONS * spread, "{count} in place of {mean:.1}: {end:?} after {:?}", ahead.step);
        compared += 1;
    };
    for (end, chance) in &chances {
        let count = counts.get(end).copied().unwrap_or(0);
        if *chance < RARE {
            rare = (rare.0 + chance, rare.1 + count);
        } else {
            within(*chance, count, end);
        }
    }
    within(rare.0, rare.1, &"the rare ends");
    compared
}

#[test]
fn a_million_rolled_exchanges_come_out_as_forecast() {
    for ruleset in boards::offered() {
        let exchanges = (0..EXCHANGES * 2).into_par_iter().filter_map(|seed| Some((seed, exchange(ruleset, seed)?)));
        let exchanges: Vec<(u64, AttackAhead)> = exchanges.collect();
        let taken = &exchanges[..exchanges.len().min(EXCHANGES as usize)];
        let compared: usize = taken.par_iter().map(|(seed, ahead)| compare(*seed, ahead)).sum();
        let rolls = taken.len() * ROLLS as usize;
        eprintln!("{ruleset}: {} exchanges, {rolls} rolls, {compared} ends", taken.len());
        assert!(taken.len() as u64 >= EXCHANGES / 2 && compared > 500, "few exchanges were compared");
    }
}
