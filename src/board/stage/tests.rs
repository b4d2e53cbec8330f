//! The stage against battles that are really played.

use super::*;
use crate::{
    dice::{Rolled, Stream},
    levels::{Roster, builtin, deploy},
    rules::{Choice, Decision, Offers, Settings, Target, play},
};

const FRAME: f32 = 1.0 / 60.0;

fn battle(level: &str) -> Battle {
    let level = builtin().iter().find(|one| &*one.tag == level).expect("a built-in level");
    deploy(level, Roster::builtin(), level.ruleset, Settings::defaults(level.ruleset)).expect("it can be deployed")
}

/// Any open choice that the rules take.
fn random(battle: &Battle, decision: &Decision, offers: &Offers, dice: &mut Stream) -> Choice {
    let rules = battle.ruleset.rules();
    let open: Vec<_> = offers.0.iter().filter(|offer| offer.is_open()).collect();
    let aimed: Vec<_> = open.iter().filter(|offer| offer.target != Target::Nothing).copied().collect();
    for _ in 0..20 {
        let from = if aimed.is_empty() || dice.below(4) == 0 { &open } else { &aimed };
        let offer = from[dice.below(from.len() as u32) as usize];
        let mut choice = Choice::of(offer);
        match &offer.target {
            Target::Nothing => {}
            Target::Way(list) if !list.is_empty() => {
                let to = list[dice.below(list.len() as u32) as usize].square;
                choice.squares =
                    rules.route(battle, decision.who, offer.verb, to).map(|route| route.squares).unwrap_or_default();
            }
            Target::Square(list) if !list.is_empty() => {
                choice.squares = vec![list[dice.below(list.len() as u32) as usize]];
            }
            Target::Combatant(list) if !list.is_empty() => {
                choice.on = Some(list[dice.below(list.len() as u32) as usize].who);
            }
            _ => continue,
        }
        if play::answer(battle, offers, &choice).is_ok() {
            return choice;
        }
    }
    rules.habit(battle, decision)
}

/// Plays decisions at random and calls back after each with the battle and the whole journal.
fn play_out(level: &str, seed: u64, decisions: usize, mut after: impl FnMut(&Battle, &[Entry])) -> Battle {
    let mut battle = battle(level);
    let (mut rolled, mut dice) = (Rolled::new(seed), Stream::new(seed, 9));
    let mut journal = Vec::new();
    play::begin(&mut battle, &mut rolled, &mut journal);
    after(&battle, &journal);
    for _ in 0..decisions {
        let Some(decision) = battle.decision().cloned() else { break };
        let offers = battle.ruleset.rules().offers(&battle, &decision);
        let choice = random(&battle, &decision, &offers, &mut dice);
        play::submit(&mut battle, &offers, &choice, &mut rolled, &mut journal).expect("an allowed choice");
        after(&battle, &journal);
    }
    battle
}

/// What is shown must be the battle but for its agenda, and every look the one its card asks for.
fn assert_caught_up(stage: &Stage, battle: &Battle, entries: usize) {
    let shown = Battle { agenda: battle.agenda.clone(), ..stage.shown().clone() };
    assert!(shown == *battle);
    assert_eq!(stage.progress(), entries);
    for one in &battle.combatants {
        assert_eq!(stage.bodies[one.id.index()].look, look_of(battle, one.id), "{}", one.identity.name);
    }
}

#[test]
fn the_stage_ends_where_the_battle_is() {
    let paces = [(Speed::X1, false), (Speed::X4, false), (Speed::X1, true), (Speed::Off, false)];
    let frames = paces.map(|(speed, still)| {
        let mut stage = Stage::new(&battle("tanner-row"), 0);
        let mut played = 0;
        play_out("tanner-row", 5, 120, |battle, journal| {
            stage.feed(journal);
            let mut frames = 0;
            while stage.is_busy() {
                stage.advance(FRAME, speed, still);
                frames += 1;
                assert!(frames < 60_000, "it never ends");
            }
            played += frames;
            stage.advance(0.0, speed, still);
            assert_caught_up(&stage, battle, journal.len());
        });
        played
    });
    let [normal, fast, reduced, off] = frames;
    assert!(normal > fast && normal > reduced && fast > off, "{frames:?}");
}

#[test]
fn skipping_and_starting_anew_lead_to_the_same_end() {
    let mut stage = Stage::new(&battle("meadow"), 0);
    let mut journal_length = 0;
    let end = play_out("meadow", 11, 40, |battle, journal| {
        stage.feed(journal);
        stage.advance(FRAME, Speed::X1, false);
        stage.skip();
        assert!(!stage.is_busy());
        assert_caught_up(&stage, battle, journal.len());
        journal_length = journal.len();
    });
    stage.reset(&battle("meadow"), 0);
    assert_eq!((stage.progress(), stage.is_busy()), (0, false));
    stage.reset(&end, journal_length);
    assert_caught_up(&stage, &end, journal_length);
}

#[test]
fn a_walk_takes_its_time_and_reduced_motion_jumps() {
    let battle = battle("tanner-row");
    let who = battle.combatants[0].id;
    let from = battle.combatants[0].placement;
    let steps = [crate::geometry::Direction::East, crate::geometry::Direction::SouthEast];
    let mut at = from.anchor();
    let journal: Vec<Entry> = steps
        .iter()
        .map(|direction| {
            at = at.step(*direction);
            Entry::Effect(Effect::Place(who, from.at(at)))
        })
        .collect();
    let mut stage = Stage::new(&battle, 0);
    stage.feed(&journal);
    stage.advance(0.065, Speed::X1, false);
    assert!((stage.pose(who).offset - Vec2::new(-0.5, 0.0)).length() < 1e-3);
    assert_eq!(stage.progress(), 1);
    stage.advance(0.070, Speed::X1, false);
    assert_eq!(stage.progress(), 2);
    stage.advance(0.1, Speed::X1, false);
    assert!(stage.is_busy());
    stage.advance(0.1, Speed::X1, false);
    assert!(!stage.is_busy() && stage.pose(who) == Pose::default());

    let mut still = Stage::new(&battle, 0);
    still.feed(&journal);
    still.advance(FRAME, Speed::X1, true);
    assert!(!still.is_busy() && still.shown().one(who).placement.anchor() == at);
}

#[test]
fn a_hit_shakes_the_target_and_shows_its_number() {
    let battle = battle("tanner-row");
    let (by, on) = (battle.combatants[0].id, battle.combatants[1].id);
    let journal = [Entry::Mark(Mark { by, on, fate: Fate::Hit, damage: 7 })];
    let mut stage = Stage::new(&battle, 0);
    stage.feed(&journal);
    stage.advance(0.04, Speed::X1, false);
    assert!(stage.pose(on).offset.length() > 0.05 && stage.pose(by) == Pose::default());
    stage.advance(0.1, Speed::X1, false);
    stage.advance(0.05, Speed::X1, false);
    assert!(!stage.is_busy() && stage.moves());
    let words: Vec<_> = stage.numbers().map(|(number, ..)| number.words.clone()).collect();
    assert_eq!(words, ["7"]);
    for _ in 0..8 {
        stage.advance(0.1, Speed::X1, false);
    }
    assert!(!stage.moves());

    let mut still = Stage::new(&battle, 0);
    still.feed(&journal);
    still.advance(0.1, Speed::X1, true);
    assert!(still.pose(on).framed && still.pose(on).offset == Vec2::ZERO);
}
