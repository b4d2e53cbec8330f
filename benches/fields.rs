//! Fields over a large board: 64 by 64 squares with things on them, twelve enemies.

#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "a bench tells how long something took")]

use std::{
    env,
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use divan::Bencher;
use proving_ground::{
    geometry::Square,
    lab::{Effort, Field, FieldKind, FieldQuestion, danger as danger_there, relation},
    levels::{Level, Roster, Side, Unit, deploy},
    rules::{Aim, Battle, Battlefield, CombatantId, Effect, Feature, Goal, Posture, RulesetId, Settings, Team},
};

/// Squares along a side.
const WIDE: u16 = 64;

/// How many there are on the other side.
const FOES: usize = 12;

const NAMES: [&str; 5] = ["percentile", "totals", "vigor", "rates", "pools"];

/// A frame at 60 a second.
const FRAME: Duration = Duration::from_millis(16);

fn main() {
    divan::main();
    // Not where only some benches were asked for.
    if env::args().skip(1).all(|argument| argument.starts_with("--")) {
        account();
    }
}

/// What keeps the danger field from one frame, and how far it is from a full forecast of each square.
fn account() {
    println!("\nDanger from where {FOES} enemies stand, over {WIDE} by {WIDE} squares, with all cores:");
    for name in NAMES {
        let battle = battle(name);
        let (whole, effort) = timed(&battle, FieldKind::Danger);
        // All that it resolves is remembered now.
        let gathering = timed(&battle, FieldKind::Danger).0.min(whole);
        let resolving = whole.saturating_sub(gathering);
        let frame = match whole.checked_sub(FRAME) {
            None => "fits into one frame".into(),
            Some(over) => {
                let what = if gathering > resolving { "gathering" } else { "resolving" };
                format!("{} ms more than one frame, above all for {what}", over.as_millis())
            }
        };
        let Effort { asked, gathered, resolved } = effort;
        let full = full_forecasts(name);
        let times = full.as_secs_f64() / whole.as_secs_f64().max(1e-6);
        println!(
            "  {name}: {whole:.1?}, of it gathering {gathering:.1?}, resolving {resolving:.1?}: {frame}. Of {asked} attacks \
             {gathered} were gathered and {resolved} resolved; a full forecast of each square takes {full:.1?}, {times:.0} \
             times as long."
        );
    }
}

/// How long a field takes, and how much work it is.
fn timed(battle: &Battle, kind: FieldKind) -> (Duration, Effort) {
    let mut field = Field::new(battle, question(kind)).expect("a question with an answer");
    let start = Instant::now();
    field.work(ALL, &AtomicBool::new(false));
    (start.elapsed(), field.effort())
}

/// How long full forecasts of what all enemies could do take for all squares, by some of them.
fn full_forecasts(name: &str) -> Duration {
    const EVERY: usize = 257;
    let mut spent = Duration::ZERO;
    let mut count = 0;
    for place in (0..ALL).step_by(EVERY) {
        let mut battle = battle(name);
        let square = Square::new((place % usize::from(WIDE)) as i16, (place / usize::from(WIDE)) as i16);
        let there = battle.combatant(CombatantId(0)).placement.at(square);
        battle.apply(&Effect::Place(CombatantId(0), there));
        let start = Instant::now();
        divan::black_box(danger_there(&battle, CombatantId(0)));
        spent += start.elapsed();
        count += 1;
    }
    spent * ALL as u32 / count
}

/// One on this side, twelve on the other, every archetype in turn; a tenth of the squares have something on them.
fn battle(name: &str) -> Battle {
    let ruleset =
        RulesetId::ALL.iter().copied().find(|ruleset| ruleset.name() == name).expect("a ruleset of that name");
    let mut field = Battlefield::new(WIDE, WIDE);
    let features = [Feature::Tree, Feature::LowWall, Feature::Pillar, Feature::Wall, Feature::Barricade];
    let mut seed = 7_u32;
    let mut below = |most: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 16) % most
    };
    for _ in 0..WIDE * WIDE / 10 {
        let at = Square::new(below(WIDE.into()) as i16, below(WIDE.into()) as i16);
        let feature = features[below(features.len() as u32) as usize];
        if let Some(cell) = field.cell_mut(at) {
            cell.feature = Some(feature);
        }
    }
    let roster = Roster::builtin();
    let mut unit = |place: usize, x: i16, y: i16| {
        let at = Square::new(x, y);
        if let Some(cell) = field.cell_mut(at) {
            cell.feature = None;
        }
        let archetype = roster.archetypes[place % roster.archetypes.len()].tag.clone();
        Unit {
            archetype,
            name: None,
            at,
            posture: Posture::Standing,
            facing: None,
            hidden: false,
            riding: None,
            late: None,
        }
    };
    let own = vec![unit(2, 20, 30)];
    let foes = (0..FOES).map(|place| unit(place, 34 + (place % 4) as i16 * 3, 20 + (place / 4) as i16 * 8)).collect();
    let sides = [own, foes].map(|units| Side { units, ..Side::default() }).to_vec();
    let level = Level {
        tag: "fields".into(),
        name: "Fields".into(),
        about: String::new(),
        ruleset,
        field: field.into(),
        sides,
        goals: [Team(0), Team(1)].map(|team| Goal { team, aim: Aim::Defeat, held: 0 }).into(),
        round_limit: 30,
        zones: Vec::new(),
        veils_by_round: Vec::new(),
        own: Roster::default(),
    };
    deploy(&level, roster, ruleset, Settings::defaults(ruleset)).expect("a level that deploys")
}

fn question(kind: FieldKind) -> FieldQuestion {
    let on = kind.needs_target().then_some(CombatantId(3));
    FieldQuestion { kind, by: CombatantId(0), on, with: Vec::new() }
}

/// So many squares of a field, in a battle that remembers nothing yet.
fn worked(battle: &Battle, kind: FieldKind, squares: usize) -> usize {
    let mut field = Field::new(battle, question(kind)).expect("a question with an answer");
    field.work(squares, &AtomicBool::new(false));
    field.progress().0
}

const ALL: usize = WIDE as usize * WIDE as usize;

/// The chance to hit from every square: gathering and resolving.
#[divan::bench(args = NAMES, sample_count = 10, sample_size = 1)]
fn hit(bencher: Bencher<'_, '_>, name: &str) {
    bencher.with_inputs(|| battle(name)).bench_local_values(|battle| worked(&battle, FieldKind::Hit, ALL));
}

/// The same once all its forecasts are remembered: gathering alone.
#[divan::bench(args = NAMES, sample_count = 10, sample_size = 1)]
fn hit_gathered(bencher: Bencher<'_, '_>, name: &str) {
    let battle = battle(name);
    worked(&battle, FieldKind::Hit, ALL);
    bencher.bench_local(|| worked(&battle, FieldKind::Hit, ALL));
}

/// What all enemies could do from where they stand, on every square.
#[divan::bench(args = NAMES, sample_count = 5, sample_size = 1)]
fn danger(bencher: Bencher<'_, '_>, name: &str) {
    bencher.with_inputs(|| battle(name)).bench_local_values(|battle| worked(&battle, FieldKind::Danger, ALL));
}

/// The same once all its forecasts are remembered.
#[divan::bench(args = NAMES, sample_count = 5, sample_size = 1)]
fn danger_gathered(bencher: Bencher<'_, '_>, name: &str) {
    let battle = battle(name);
    worked(&battle, FieldKind::Danger, ALL);
    bencher.bench_local(|| worked(&battle, FieldKind::Danger, ALL));
}

/// What they could do once they have moved.
#[divan::bench(args = NAMES, sample_count = 2, sample_size = 1)]
fn danger_moved(bencher: Bencher<'_, '_>, name: &str) {
    bencher.with_inputs(|| battle(name)).bench_local_values(|battle| worked(&battle, FieldKind::DangerMoved, ALL));
}

/// Where one can go.
#[divan::bench(args = NAMES, sample_count = 10, sample_size = 1)]
fn moves(bencher: Bencher<'_, '_>, name: &str) {
    let battle = battle(name);
    bencher.bench_local(|| worked(&battle, FieldKind::Moves, ALL));
}

/// What a square would cost if all were asked that the odds of two show: to be held against a field's share of a square.
#[divan::bench(args = NAMES, sample_count = 20, sample_size = 1)]
fn one_full_forecast(bencher: Bencher<'_, '_>, name: &str) {
    let battle = battle(name);
    bencher.bench_local(|| relation(&battle, CombatantId(0), CombatantId(3), Some(Square::new(24, 30))));
}
