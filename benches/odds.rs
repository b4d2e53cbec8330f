//! Odds of single exchanges, solved afresh and remembered.

use std::hint::black_box;

use divan::Bencher;
use proving_ground::rules::{
    exchange::{Known, solve},
    pools::exchange::{Aim, Asks, Charge, Guard, HarmDice, Plays, Pool, Situation},
};

fn main() {
    divan::main();
}

/// Fifteen dice against twelve under `pools`, with criticals on both sides.
fn blow() -> Situation {
    Situation {
        pool: Pool { dice: 15, luck: 0, tier: 1, spell: false },
        known: None,
        aim: Aim::Harm,
        guard: Guard { evasion: 6, block: 4, armour: 2, tier: 1, ..Guard::default() },
        asks: Asks::default(),
        harm: HarmDice::default(),
        charge: Charge::default(),
        recharge: Charge::default(),
        mind: 0,
        own_mind: 0,
        soak: 0,
        helpless: false,
        margins: 0,
        follows: false,
        plays: Plays::default(),
    }
}

/// Solved afresh.
#[divan::bench]
fn odds_of_pools(bencher: Bencher<'_, '_>) {
    let blow = blow();
    bencher.bench_local(|| solve(black_box(&blow)));
}

/// Solved before.
#[divan::bench]
fn odds_of_pools_remembered(bencher: Bencher<'_, '_>) {
    let (blow, mut known) = (blow(), Known::default());
    known.solve(&blow);
    bencher.bench_local(|| known.solve(black_box(&blow)));
}
