//! Odds of single exchanges, solved afresh.

use std::hint::black_box;

use divan::Bencher;

fn main() {
    divan::main();
}

/// Fifteen dice against twelve under `pools`, with criticals on both sides, solved afresh.
#[divan::bench]
fn odds_of_pools(bencher: Bencher<'_, '_>) {
    use proving_ground::rules::pools::exchange::{
        Aim, Asks, Charge, Guard, HarmDice, Plays, Pool, Situation as PoolsSituation,
    };
    let situation = PoolsSituation {
        pool: Pool { dice: 15, luck: 0, tier: 1, spell: false },
        known: None,
        aim: Aim::Harm,
        guard: Guard { evasion: 6, block: 4, armour: 2, tier: 1, ..Guard::default() },
        asks: Asks::default(),
        harm: HarmDice::default(),
        charge: Charge::default(),
        mind: 0,
        soak: 0,
        helpless: false,
        margins: 0,
        follows: false,
        plays: Plays::default(),
    };
    bencher.bench_local(|| proving_ground::rules::exchange::solve(black_box(&situation)));
}
