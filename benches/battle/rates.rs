//! Blows, offers and choices under `rates`.

use divan::Bencher;
use proving_ground::{
    geometry::Square,
    rules::{Battle, Choice, CombatantId, Policy, RulesetId, Vital, forecast_choice, turn_given},
};

use super::{SIDE, afresh, choices_in, level};

/// Two who fight hand to hand under `rates`: up to three blows with criticals, against a shield that rolls for each.
fn blows() -> (Battle, Choice) {
    let mut battle = level(RulesetId::Rates, 0);
    let (by, on) = (CombatantId(0), CombatantId(SIDE as u16));
    battle.combatant_mut(by).placement = battle.combatant(by).placement.at(Square::new(15, 2));
    let turn = turn_given(&battle, by);
    let mut attacks = turn.attacks(by, on).into_iter();
    let (choice, _) = attacks.find(|(_, refusal)| refusal.is_none()).expect("they stand side by side");
    (turn, choice)
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
