//! Forged states, as an `edited` line of a recording can hold them with a correct digest: each is refused with a
//! reason, or is a battle that can go on.

use std::panic::{AssertUnwindSafe, catch_unwind};

use proving_ground::{
    dice::Rolled,
    rules::{Battle, CombatantId, Decision, play},
};
use rayon::prelude::*;
use serde_json::Value;

use crate::{
    boards,
    seat::{Seat, rules},
};

/// How many battles of each ruleset.
const BATTLES: u64 = 12;

/// How many forgeries of each battle.
const FORGERIES: usize = 30;

/// The most choices made in a battle before a forgery, and after it.
const CHOICES: (usize, usize) = (50, 4);

/// The numbers put in.
const NUMBERS: [i64; 10] = [-1, 0, 1, 2, 7, 63, 64, 255, 32_767, 65_535];

fn usual(battle: &Battle, decision: &Decision, seat: &mut Seat) -> proving_ground::rules::Choice {
    let offers = rules(battle).offers(battle, decision);
    if seat.once_in(2) {
        let offer = seat.offer(&offers);
        return seat.complete(battle, decision, offer);
    }
    rules(battle).default_answer(battle, decision)
}

/// Plays on for some choices.
fn play_on(battle: &mut Battle, choices: usize, seat: &mut Seat, dice: &mut Rolled) {
    for _ in 0..choices {
        let Some(decision) = battle.decision().cloned() else { return };
        let choice = usual(battle, &decision, seat);
        let offers = rules(battle).offers(battle, &decision);
        play::submit(battle, &offers, &choice, dice, &mut Vec::new()).expect("what is on offer is accepted");
    }
}

/// All places of a value that hold a number or a word, as paths.
fn leaves(value: &Value, path: String, found: &mut Vec<String>) {
    match value {
        Value::Array(all) => {
            all.iter().enumerate().for_each(|(index, value)| leaves(value, format!("{path}/{index}"), found));
        }
        Value::Object(all) => all.iter().for_each(|(name, value)| leaves(value, format!("{path}/{name}"), found)),
        Value::Null | Value::Bool(_) => {}
        Value::Number(_) | Value::String(_) => found.push(path),
    }
}

/// A state with one place changed, and that place.
fn forged(state: &Value, places: &[String], seat: &mut Seat) -> (String, String) {
    let (place, other) = (seat.pick(places).clone(), seat.pick(places).clone());
    let mut state = state.clone();
    let new = match state.pointer(&place) {
        Some(Value::Number(_)) => Value::from(*seat.pick(&NUMBERS)),
        _ => state.pointer(&other).expect("a place of the state").clone(),
    };
    *state.pointer_mut(&place).expect("a place of the state") = new.clone();
    (state.to_string(), format!("{place} is {new}"))
}

/// How many forgeries of a battle are accepted as states of it, and how many refused.
fn forge(mut battle: Battle, seed: u64) -> [usize; 2] {
    let (mut seat, mut dice) = (Seat::new(seed), Rolled::new(seed));
    play::begin(&mut battle, &mut dice, &mut Vec::new());
    let before = seat.below(CHOICES.0);
    play_on(&mut battle, before, &mut seat, &mut dice);
    let state = serde_json::to_value(battle.state(&battle.scene.field)).expect("a state is JSON");
    let same = battle.read_state(&state.to_string()).expect("its own state");
    assert_eq!(same.digest(), battle.digest());
    let mut places = Vec::new();
    leaves(&state, String::new(), &mut places);
    let mut counts = [0; 2];
    for number in 0..FORGERIES {
        let (text, what) = forged(&state, &places, &mut seat);
        let read = catch_unwind(AssertUnwindSafe(|| battle.read_state(&text)));
        let read = read.unwrap_or_else(|_| panic!("{} of seed {seed}: reading it panics: {what}", battle.ruleset));
        counts[usize::from(read.is_err())] += 1;
        let Ok(mut other) = read else { continue };
        let mut seat = Seat::new(number as u64);
        let goes_on = catch_unwind(AssertUnwindSafe(|| {
            play_on(&mut other, CHOICES.1, &mut seat, &mut Rolled::new(1));
            let all: Vec<CombatantId> = other.combatants().map(|fighter| fighter.id).collect();
            all.into_iter().for_each(|who| drop(rules(&other).card(&other, who)));
        }));
        assert!(goes_on.is_ok(), "{} of seed {seed}: {what}", battle.ruleset);
    }
    counts
}

#[test]
fn a_forged_state_is_refused_or_played_on() {
    for ruleset in boards::rulesets() {
        let forge = |seed: u64| forge(boards::battle_of(ruleset, seed, &mut Seat::new(seed)), seed);
        let sum = |counts: [usize; 2], other: [usize; 2]| [counts[0] + other[0], counts[1] + other[1]];
        let [taken, refused] = (0..BATTLES).into_par_iter().map(forge).reduce(|| [0; 2], sum);
        assert!(taken > 50 && refused > 50, "{ruleset}: {taken} taken, {refused} refused");
    }
}
