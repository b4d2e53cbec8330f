//! The shared harness: random seats play every level to its end, under every check there is.
//!
//! `PROVING_GROUND_BATTLES` sets how many battles, `PROVING_GROUND_FROM` the first seed (with progress reports), and
//! `PROVING_GROUND_SEED` replays the battle of one seed.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod ahead;
mod attempts;
mod boards;
mod checks;
mod components;
mod conceding;
mod damages;
mod forged;
mod game;
mod rolled;
mod seat;
mod several;
mod situations;
mod tally;
mod turns;
mod unknown;
mod ways;

use std::{env, str::FromStr};

use ahead::Compared;
use game::Game;
use proving_ground::rules::RulesetId;
use rayon::prelude::*;
use tally::Tally;
use ways::Gone;

/// How many battles by default.
const BATTLES: u64 = 10_000;

/// How many battles there are between progress reports.
const PART: u64 = 10_000;

/// From this many battles on, every verb must have been taken and enough compared, among the battles of every run,
/// which are checked more often.
const ENOUGH: u64 = 10_000;

/// The most battles that are searched for a verb or a part that was never taken.
const SEARCHED: u64 = 6_000;

fn asked_for<T: FromStr>(name: &str) -> Option<T> {
    env::var(name).ok().and_then(|value| value.parse().ok())
}

fn play(seed: u64) -> Tally {
    let mut game = Game::new(seed);
    game.run();
    game.tally.battles = 1;
    std::mem::take(&mut game.tally)
}

/// Whether a seat that looks for a verb, or a part of an offer, that is seldom open takes it in some other battle.
fn is_found(ruleset: RulesetId, word: &'static str) -> bool {
    (BATTLES..BATTLES + SEARCHED).into_par_iter().any(|seed| {
        let mut game = Game::wanting(ruleset, word, seed);
        game.run();
        game.tally.has_taken(ruleset, word)
    })
}

#[test]
fn random_battles_are_sound() {
    if let Some(seed) = asked_for("PROVING_GROUND_SEED") {
        play(seed);
        return;
    }
    let battles = asked_for("PROVING_GROUND_BATTLES").unwrap_or(BATTLES);
    let from: u64 = asked_for("PROVING_GROUND_FROM").unwrap_or(0);
    let mut tally = Tally::default();
    for part in (from..from + battles).step_by(PART as usize) {
        let end = (part + PART).min(from + battles);
        tally = tally.and((part..end).into_par_iter().map(play).reduce(Tally::default, Tally::and));
        eprintln!("seeds {from} to {} are sound", end - 1);
    }
    eprintln!("{} battles, {} choices\n{}", tally.battles, tally.choices, tally.words());
    let Compared { attacks, prompts, lost, others, answered } = tally.compared;
    eprintln!("forecasts: {attacks} attacks, {prompts} of them out of turn, {lost} lost; {others} other rolls");
    eprintln!("{answered} attacks answered in all ways");
    let Gone { compared: ways, ended } = tally.gone;
    eprintln!("{ways} ways led to what was told of them, {ended} more ended the turn");
    eprintln!("{} damages were what was told of them", tally.damages);
    eprintln!("{} decisions of somebody who does not know of everybody", tally.unknown);
    if from < BATTLES && battles >= ENOUGH {
        assert!(tally.damages > 5_000, "few damages were held against what was told of them");
        assert!(tally.unknown > 1_000, "few were asked who did not know of everybody");
        assert!(prompts > 1_000 && others > 1_000, "few forecasts were held against rolls");
        assert!(ways > 1_000 && ended > 100, "few ways were held against what was told of them");
        assert!(answered > 100, "few attacks were answered in all ways");
        assert!(lost * 10 < attacks, "many attacks never came to their roll");
        let untaken = tally.untaken_parts().into_iter().filter(|(ruleset, part)| !is_found(*ruleset, part));
        assert_eq!(untaken.collect::<Vec<_>>(), [], "parts of offers that were never taken");
        let untried = tally.untried().into_iter().filter(|(ruleset, verb, _)| !is_found(*ruleset, verb));
        assert_eq!(untried.collect::<Vec<_>>(), [], "never taken, with how often they were open");
    }
}
