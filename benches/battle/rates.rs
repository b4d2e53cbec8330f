//! Blows, offers and choices under `rates`.

use divan::Bencher;
use proving_ground::rules::{Battle, Choice, CombatantId, Policy, RulesetId, Vital, forecast_choice};

use super::{SIDE, afresh, choices_in, hand_to_hand};

/// Two who fight hand to hand under `rates`: up to three blows with criticals, against a shield that rolls for each.
fn blows() -> (Battle, Choice) {
    hand_to_hand(RulesetId::Rates)
}

/// Blows under `rates` whose situation has been forecast before.
#[divan::bench]
fn forecast_of_remembered_blows(bencher: Bencher<'_, '_>) {
    let (turn, choice) = blows();
    let decision = turn.decision().expect("it is somebody's turn");
    bencher.bench_local(|| forecast_choice(&turn, decision, &choice, Policy::DefaultAnswers));
}

/// The same at somebody who is a little less or more hale each time: each situation is new.
#[divan::bench]
fn forecast_of_blows(bencher: Bencher<'_, '_>) {
    let (mut turn, choice) = blows();
    let decision = turn.decision().expect("it is somebody's turn").clone();
    let mut count = 0;
    bencher.bench_local(|| {
        count = (count + 1) % 10_000;
        turn.combatant_mut(CombatantId(SIDE as u16)).vitals.set(Vital(0), 40 + count);
        afresh(&turn, &decision, &choice)
    });
}

/// What can be done in a turn under `rates`.
#[divan::bench]
fn offers_of_a_turn_in_rates(bencher: Bencher<'_, '_>) {
    let (turn, _) = blows();
    let decision = turn.decision().expect("it is somebody's turn");
    bencher.bench_local(|| turn.ruleset.rules().offers(&turn, decision));
}

/// Choices under `rates`, through the living battle.
#[divan::bench(sample_count = 10)]
fn choices_in_rates(bencher: Bencher<'_, '_>) {
    choices_in(bencher, RulesetId::Rates);
}
