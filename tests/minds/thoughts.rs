//! The computer's thoughts: they stay small, and end soon once cancelled.

use std::{
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use proving_ground::{
    ai::{Mind, Progress},
    arena::SideView,
    dice::{Rolled, Stream},
    levels::{Level, Power, Roster, builtin, deploy},
    rules::{Battle, Choice, Offer, Offers, RulesetId, Settings, Team, play},
};
use rayon::prelude::*;

/// The most bytes that a thought may take, with everything remembered from earlier ones.
const MOST_BYTES: u64 = 100_000_000;

/// How many thoughts are measured in each battle.
const THOUGHTS: usize = 100;

/// The longest wait after cancelling. Busy machines get some more.
const PATIENCE: Duration = Duration::from_millis(100);

fn begun(level: &Level, ruleset: RulesetId, dice: &mut Rolled) -> Battle {
    let mut battle = deploy(level, Roster::builtin(), ruleset, Settings::defaults(ruleset)).unwrap();
    play::begin(&mut battle, dice, &mut Vec::new());
    battle
}

/// The rulesets that are played.
fn rulesets() -> Vec<RulesetId> {
    RulesetId::ALL.iter().copied().filter(|ruleset| ruleset.is_whole()).collect()
}

fn offers(battle: &Battle) -> Option<Offers> {
    Some(battle.ruleset.rules().offers(battle, battle.decision()?))
}

/// The side that is asked.
fn side(battle: &Battle) -> Option<Team> {
    battle.decision().map(|decision| battle.combatant(decision.who).team)
}

/// Lets the computer play both sides; returns the most bytes that it had in use.
fn largest(level: &Level, ruleset: RulesetId, seed: u64) -> u64 {
    let mut dice = Rolled::new(seed);
    let mut battle = begun(level, ruleset, &mut dice);
    let (mut mind, mut stream, progress) = (Mind::default(), Stream::new(seed, 1), Progress::default());
    let (mut kept, mut most) = (0, 0);
    for _ in 0..THOUGHTS {
        let Some(offers) = offers(&battle) else { break };
        let view = SideView::new(battle.clone(), side(&battle));
        let mut choice = None;
        let taken = allocation_counter::measure(|| {
            choice = Some(mind.decide(&view, &offers, &mut stream, &progress).choice);
        });
        most = most.max(kept + taken.bytes_max);
        kept = kept.saturating_add_signed(taken.bytes_current);
        play::submit(&mut battle, &offers, &choice.unwrap(), &mut dice, &mut Vec::new()).unwrap();
    }
    most
}

#[test]
fn no_thought_takes_more_than_it_may() {
    let battles: Vec<(&Level, RulesetId)> =
        builtin().iter().flat_map(|level| rulesets().into_iter().map(move |ruleset| (level, ruleset))).collect();
    let most = |(level, ruleset): &(&Level, RulesetId)| (largest(level, *ruleset, 2), level.tag.clone(), *ruleset);
    let largest = battles.par_iter().map(most).max_by_key(|(most, ..)| *most).unwrap();
    eprintln!("the largest thought: {largest:?}");
    assert!((1_000_000..MOST_BYTES).contains(&largest.0), "{largest:?}");
}

/// Blows of many dice at several targets, and blows that go on to another: forecasting one to its end would take
/// gigabytes.
#[test]
fn nor_does_one_at_mighty_fighters() {
    if !rulesets().contains(&RulesetId::Pools) {
        return;
    }
    let mut level = builtin().iter().find(|level| level.tag == "meadow").unwrap().clone();
    level.sides.iter_mut().for_each(|side| side.power = Power::Mighty);
    let most = largest(&level, RulesetId::Pools, 2);
    assert!((1_000_000..MOST_BYTES).contains(&most), "{most}");
}

#[test]
#[allow(clippy::disallowed_methods, reason = "how long somebody waits is what this is about")]
fn a_thought_that_nobody_waits_for_ends_soon() {
    let level = builtin().iter().find(|level| level.tag == "hedgerows").unwrap();
    let mut dice = Rolled::new(2);
    let mut battle = begun(level, level.ruleset, &mut dice);
    let (mut mind, mut stream) = (Mind::default(), Stream::new(2, 1));
    let mut cut_short = 0;
    for step in 0..24 {
        let Some(offers) = offers(&battle) else { break };
        let view = SideView::new(battle.clone(), side(&battle));
        let progress = Arc::new(Progress::default());
        let canceller = thread::spawn({
            let progress = Arc::clone(&progress);
            move || {
                thread::sleep(Duration::from_micros(200 * (1 + step)));
                progress.cancel();
                Instant::now()
            }
        });
        // A fresh mind remembers nothing, so every thought is a long one.
        let hurried = Mind::default().decide(&view, &offers, &mut Stream::new(2, 1), &progress);
        let end = Instant::now();
        let waited = end.saturating_duration_since(canceller.join().unwrap());
        assert!(waited < PATIENCE * 3, "{waited:?} until {:?}", hurried.choice);
        cut_short += u32::from(waited > Duration::ZERO);
        play::answer(&battle, &offers, &hurried.choice).unwrap();
        let choice = mind.decide(&view, &offers, &mut stream, &Progress::default()).choice;
        play::submit(&mut battle, &offers, &choice, &mut dice, &mut Vec::new()).unwrap();
    }
    assert!(cut_short > 0, "no thought was still going on");
}

/// RAT-INIT-03: two battles that differ only in what the other side has declared in secret.
#[test]
fn nobody_peeks_at_what_is_declared_in_secret() {
    let level = builtin().iter().find(|level| level.tag == "meadow").unwrap();
    for ruleset in rulesets().into_iter().filter(|ruleset| ruleset.rules().declares_in_secret()) {
        let answered = |pick: fn(&Offers) -> Option<&Offer>| {
            let mut dice = Rolled::new(1);
            let mut battle = begun(level, ruleset, &mut dice);
            let first = side(&battle);
            while side(&battle) == first {
                let offers = offers(&battle).unwrap();
                let choice = Choice::of(pick(&offers).unwrap());
                play::submit(&mut battle, &offers, &choice, &mut dice, &mut Vec::new()).unwrap();
            }
            let (view, offers) = (SideView::new(battle.clone(), side(&battle)), offers(&battle).unwrap());
            let ranking = Mind::default().decide(&view, &offers, &mut Stream::new(1, 1), &Progress::default());
            let ranked: Vec<Choice> = ranking.options.into_iter().map(|option| option.choice).collect();
            (battle.scene.declared.clone(), ranking.choice, ranked)
        };
        let (declared, choice, ranked) = answered(|offers| offers.0.first());
        let (others, again, ranked_again) = answered(|offers| offers.0.last());
        assert!(!declared.is_empty() && declared != others, "{ruleset}");
        assert_eq!((choice, ranked), (again, ranked_again), "{ruleset}");
    }
}
