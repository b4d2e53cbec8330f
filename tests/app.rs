//! The whole app without a window: every plugin, no display. It plays exactly what a bare world and a plain value play,
//! whatever else happens around it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

#[allow(dead_code, reason = "the random seat offers more than is needed here")]
#[path = "harness/seat.rs"]
mod seat;

use std::path::PathBuf;

use bevy::prelude::{On, ResMut, World};
use proving_ground::{
    arena::{Arena as _, Attacked, ChoiceQueue, Dice, TurnBegan, bare_world, edit},
    board::{Look, ShownPlace, Shows},
    dice::Rolled,
    levels::{Level, Recording, Roster, builtin, deploy, replay},
    rules::{Battle, Choice, CombatantId, Entry, Placement, RulesetId, Settings, Team, play},
    screens::HeadlessFrame,
    seats::{Game, NoUndo, Seat},
};

const SIZE: (f32, f32) = (1280.0, 720.0);
const PERSONS: [Seat; Team::MOST] = [Seat::Person; Team::MOST];

fn level(tag: &str) -> &'static Level {
    builtin().iter().find(|level| level.tag == tag).unwrap()
}

fn plain(level: &Level, ruleset: RulesetId) -> Battle {
    let mut battle = deploy(level, Roster::builtin(), ruleset, Settings::defaults(ruleset)).unwrap();
    battle.scene.people = (0..level.sides.len() as u8).map(Team).collect();
    battle
}

/// The choices made in the world since the last call: the screen answers questions that leave no choice by itself.
fn chosen_since(world: &World, heard: &mut usize) -> Vec<Choice> {
    let said = &world.journal()[*heard..];
    *heard = world.journal().len();
    let choices = said.iter().filter_map(|entry| match entry {
        Entry::Chosen(_, choice) => Some(choice.clone()),
        _ => None,
    });
    choices.collect()
}

#[test]
fn app_bare_world_and_plain_value_play_the_same_battle() {
    let levels = builtin();
    for seed in 0..12_u64 {
        let level = &levels[seed as usize % levels.len()];
        let ruleset = RulesetId::ALL[seed as usize / levels.len() % RulesetId::ALL.len()];
        let mut app = HeadlessFrame::play(level, ruleset, seed, PERSONS, SIZE).unwrap();
        let mut bare = bare_world(plain(level, ruleset), Rolled::new(seed));
        bare.begin();
        let (mut value, mut dice) = (plain(level, ruleset), Rolled::new(seed));
        play::begin(&mut value, &mut dice, &mut Vec::new());
        let mut random = seat::Seat::new(seed);
        let mut heard = app.world().journal().len();
        for number in 0..80 {
            for choice in chosen_since(app.world(), &mut heard) {
                let offers = bare.offers();
                bare.submit(&choice).unwrap();
                play::submit(&mut value, &offers, &choice, &mut dice, &mut Vec::new()).unwrap();
            }
            let digests = [app.world().digest(), bare.digest(), value.digest()];
            assert!(digests.iter().all(|digest| *digest == digests[0]), "{} {seed}: choice {number}", level.tag);
            let Some(decision) = value.decision().cloned() else { break };
            let offers = bare.offers();
            let offer = random.offer(&offers);
            let choice = random.complete(&value, &decision, offer);
            app.game(|world, game| game.submit(world, &choice)).unwrap();
            bare.submit(&choice).unwrap();
            play::submit(&mut value, &offers, &choice, &mut dice, &mut Vec::new()).unwrap();
            heard = app.world().journal().len();
            if number % 7 == 0 {
                app.frame(Some((400.0 + number as f32, 300.0)));
            }
        }
        bare.take_faces();
        dice.take_faces();
        assert_eq!(*app.world().dice(), *bare.dice());
        assert_eq!(*bare.dice(), Dice::Rolled(dice));
    }
}

#[test]
fn tokens_follow_what_is_played_and_carry_nothing_of_the_battle() {
    let mut app = HeadlessFrame::play(level("tanner-row"), RulesetId::ALL[0], 3, PERSONS, SIZE).unwrap();
    let mut random = seat::Seat::new(3);
    for _ in 0..40 {
        let Some(decision) = app.world().decision().cloned() else { break };
        let offers = app.world().offers();
        let battle = app.world().battle().clone();
        let offer = random.offer(&offers);
        let choice = random.complete(&battle, &decision, offer);
        app.game(|world, game| game.submit(world, &choice)).unwrap();
        for _ in 0..400 {
            app.frame(None);
        }
        let world = app.world();
        let battle = world.battle().clone();
        let mut tokens = world.query::<(&Shows, &ShownPlace, &Look, Option<&CombatantId>)>();
        assert_eq!(tokens.iter(world).count(), battle.combatants().len());
        for (shows, place, look, combatant) in tokens.iter(world) {
            let fighter = battle.combatant(shows.0);
            assert_eq!((place.0, look.0.out, combatant), (fighter.footprint(), fighter.status.is_out(), None));
        }
    }
}

#[test]
fn observers_and_systems_of_ones_own_play_along() {
    let mut app = HeadlessFrame::play(level("meadow"), RulesetId::ALL[0], 5, PERSONS, SIZE).unwrap();
    #[derive(bevy::prelude::Resource, Default)]
    struct Blows(u32);
    let world = app.world();
    world.init_resource::<Blows>();
    world.add_observer(|_: On<'_, '_, Attacked>, mut blows: ResMut<'_, Blows>| blows.0 += 1);
    // An extension that ends each turn as soon as it begins: its choice waits in the queue until the turn has begun.
    world.add_observer(|_: On<'_, '_, TurnBegan>, mut queue: ResMut<'_, ChoiceQueue>| {
        let end = Choice::new("end");
        queue.0.push_back(end);
    });
    let choice = {
        let battle = world.battle();
        battle.ruleset.rules().default_answer(battle, battle.decision().unwrap())
    };
    app.game(|world, game| game.submit(world, &choice)).unwrap();
    for _ in 0..3_000 {
        app.frame(None);
        if app.world().battle().scene.round > 3 {
            break;
        }
    }
    let world = app.world();
    assert!((4..8).contains(&world.battle().scene.round), "the turns end by themselves, each after what came before");
    let results = world.journal().iter().filter(|entry| matches!(entry, Entry::AttackResult(_))).count();
    assert_eq!(world.resource::<Blows>().0 as usize, results);
}

#[test]
fn nobody_takes_back_what_another_has_begun() {
    let computer = Seat::Computer(proving_ground::ai::Depth::Quick);
    for (ruleset, other) in RulesetId::ALL.iter().flat_map(|ruleset| [(*ruleset, computer), (*ruleset, Seat::Person)]) {
        let seats = [Seat::Person, other, Seat::Person, Seat::Person];
        let mut world = World::new();
        proving_ground::arena::install(&mut world);
        let settings = Settings::defaults(ruleset);
        let level = level("tanner-row");
        let mut game = Game::new(&mut world, level, Roster::builtin(), ruleset, settings, 4, seats).unwrap();
        let mut random = seat::Seat::new(4);
        let side = |world: &World| world.decision().map(|decision| world.battle().combatant(decision.who).team);
        let (mut undone, mut begun) = (0, 0);
        for _ in 0..150 {
            let Some(decision) = world.decision().cloned() else { break };
            let offers = world.offers();
            let battle = world.battle().clone();
            let offer = random.offer(&offers);
            let choice = random.complete(&battle, &decision, offer);
            let (chooser, before) = (side(&world), world.digest());
            game.submit(&mut world, &choice).unwrap();
            let now = (side(&world), world.digest());
            let told = game.no_undo(world.battle());
            let outcome = game.undo(&mut world);
            assert_eq!(outcome.err(), told, "what is shown is what happens");
            if told.is_some() {
                assert_eq!((side(&world), world.digest()), now, "nothing is taken back");
                begun += u32::from(told == Some(NoUndo::NotAsked));
                continue;
            }
            assert_eq!((side(&world), world.digest()), (chooser, before));
            assert_eq!(now.0, chooser, "{ruleset}: another person's choice is taken back");
            assert_eq!(
                game.seat(chooser.unwrap()),
                Seat::Person,
                "{ruleset}: a person takes back what the computer does"
            );
            undone += 1;
            game.submit(&mut world, &choice).unwrap();
        }
        assert!(undone > 5, "{ruleset}: {undone} choices were taken back");
        assert_eq!(begun > 0, other == computer, "{ruleset}: the computer has begun {begun} times");
    }
}

/// A file that is deleted when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("proving-ground-{name}-{}.pgr", std::process::id())))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        std::fs::remove_file(&self.0).ok();
    }
}

#[test]
fn a_write_from_outside_is_recorded_and_replayed() {
    for ruleset in RulesetId::ALL {
        let path = Scratch::new(&format!("edited-{ruleset}"));
        let mut world = World::new();
        proving_ground::arena::install(&mut world);
        let level = level("tanner-row");
        let settings = Settings::defaults(*ruleset);
        let mut game = Game::new(&mut world, level, Roster::builtin(), *ruleset, settings, 9, PERSONS).unwrap();
        game.record(&mut world, path.0.clone(), None).unwrap();
        let mut random = seat::Seat::new(9);
        let mut play_on = |world: &mut World, game: &mut Game, choices: usize| {
            for _ in 0..choices {
                let Some(decision) = world.decision().cloned() else { break };
                let offers = world.offers();
                let battle = world.battle().clone();
                let offer = random.offer(&offers);
                let choice = random.complete(&battle, &decision, offer);
                game.submit(world, &choice).unwrap();
            }
        };
        play_on(&mut world, &mut game, 12);
        let who = world.decision().unwrap().who;
        let entity = world.resource::<proving_ground::arena::CombatantEntities>().entity(who);
        let moved = world.battle().combatant(who).placement.at("k2".parse().unwrap());
        edit(&mut world, |world| *world.get_mut::<Placement>(entity).unwrap() = moved);
        game.notice_edits(&mut world);
        assert_eq!(game.undo(&mut world), Err(NoUndo::Edited), "an edit cannot be taken back");
        // An unannounced write is found at the next choice.
        world.resource_mut::<proving_ground::arena::Scenery>().0.last_round = 25;
        play_on(&mut world, &mut game, 12);
        let text = std::fs::read_to_string(&path.0).unwrap();
        // Both writes came between the same two choices.
        assert_eq!(text.lines().filter(|line| line.starts_with("edited ")).count(), 1, "{text}");
        assert!(text.lines().all(|line| line.len() < 40_000), "the board is told though nobody has changed it");
        let recording = Recording::load(&path.0, Roster::builtin()).map_err(|faults| faults.to_string()).unwrap();
        let replayed = replay(&recording, Roster::builtin()).map_err(|faults| faults.to_string()).unwrap();
        assert_eq!(replayed.battle().digest(), world.digest());
        assert_eq!(replayed.battle().scene.last_round, 25);
        let broken = text.replacen("\"last_round\":25", "\"last_round\":24", 1);
        let recording = Recording::parse("r.pgr", &broken, Roster::builtin()).unwrap();
        let told = replay(&recording, Roster::builtin()).map(|_| ()).unwrap_err().to_string();
        assert!(told.contains("the state differs from the recorded one"), "{told}");
    }
}

#[test]
fn a_recording_of_an_older_version_is_refused_clearly() {
    for format in [1, 3] {
        let text = format!("proving-ground recording {format}\nruleset totals\nseed 1\n");
        let told = Recording::parse("r.pgr", &text, Roster::builtin()).unwrap_err().to_string();
        let right = "r.pgr:1:1: format {} is older than this version reads (4); play it with the version of the game that recorded it";
        assert_eq!(told.trim_end(), right.replace("{}", &format.to_string()));
    }
}
