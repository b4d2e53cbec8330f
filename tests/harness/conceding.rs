//! Conceding: a side that concedes has lost, at whatever question; if others fight on, nobody vanishes in the middle of
//! a blow and nobody of that side is asked again.

use bevy::prelude::World;
use proving_ground::{
    arena::{Arena as _, bare_world},
    dice::Rolled,
    levels::{Level, Roster, builtin, deploy},
    rules::{CONCEDE, Choice, Effect, Entry, RulesetId, Settings, Status, Team},
};

use crate::{boards, seat::Seat};

/// A level under a ruleset, at its first question.
fn begun(level: &Level, ruleset: RulesetId, seed: u64) -> World {
    let battle = deploy(level, Roster::builtin(), ruleset, Settings::defaults(ruleset)).unwrap();
    let mut world = bare_world(battle, Rolled::new(seed));
    world.begin();
    world
}

/// A level with the second half of its second side as a third side.
fn of_three(level: &Level) -> Level {
    let mut three = level.clone();
    let mut third = three.sides[1].clone();
    third.units = three.sides[1].units.split_off(level.sides[1].units.len() / 2);
    three.sides.push(third);
    three
}

/// Makes a random choice.
fn any(world: &mut World, seat: &mut Seat) {
    let offers = world.offers();
    let (battle, decision) = (world.battle(), world.decision().expect("asked").clone());
    let offer = seat.offer(&offers);
    let choice = seat.complete(battle, &decision, offer);
    world.submit(&choice).expect("what an open offer allows is accepted");
}

fn side(world: &World) -> Team {
    world.battle().combatant(world.decision().expect("asked").who).team
}

#[test]
fn who_concedes_has_lost_at_any_decision() {
    for ruleset in boards::rulesets() {
        for seed in 0..20 {
            let mut world = begun(&builtin()[seed as usize % builtin().len()], ruleset, seed);
            let mut seat = Seat::new(seed);
            for _ in 0..seed {
                if !world.is_over() {
                    any(&mut world, &mut seat);
                }
            }
            if world.is_over() {
                continue;
            }
            let (loser, before) = (side(&world), world.journal().len());
            assert!(world.offers().find(CONCEDE, None).is_none(), "no ruleset offers it");
            world.submit(&Choice::new(CONCEDE)).expect("everybody may");
            let battle = world.battle();
            let winner = battle.scene.over.expect("it is over").expect("somebody has won");
            assert_ne!(winner, loser, "{ruleset}, seed {seed}");
            assert!(battle.combatants().filter(|fighter| fighter.team == loser).all(|fighter| fighter.status.is_out()));
            let told = &world.journal()[before..];
            let leaves = |entry: &Entry| matches!(entry, Entry::Effect(Effect::Status(who, Status::Fled)) if battle.combatant(*who).team != loser);
            assert!(!told.iter().any(leaves), "others leave too");
            assert!(matches!(&told[0], Entry::Chosen(_, choice) if choice.verb == CONCEDE));
            assert_eq!(told[1], Entry::Effect(Effect::Concede(loser)));
        }
    }
}

#[test]
fn the_others_fight_on_and_nobody_of_the_side_is_asked_any_more() {
    let mut left_later = 0;
    for ruleset in boards::rulesets() {
        let levels: Vec<&Level> =
            builtin().iter().filter(|level| level.sides.iter().all(|side| side.units.len() > 1)).collect();
        for seed in 0..20 {
            let level = levels[seed as usize % levels.len()];
            if level.sides[1].units.iter().any(|unit| unit.riding.is_some()) {
                continue;
            }
            let mut world = begun(&of_three(level), ruleset, seed);
            let mut seat = Seat::new(seed);
            for _ in 0..2 * seed {
                if !world.is_over() {
                    any(&mut world, &mut seat);
                }
            }
            if world.is_over() {
                continue;
            }
            let loser = side(&world);
            world.submit(&Choice::new(CONCEDE)).expect("everybody may");
            let fights =
                |world: &World| world.battle().combatants().any(|fighter| fighter.team == loser && fighter.fights());
            left_later += u32::from(fights(&world));
            for _ in 0..60 {
                if world.is_over() {
                    break;
                }
                assert_ne!(side(&world), loser, "{ruleset}, seed {seed}: asked after conceding");
                any(&mut world, &mut seat);
            }
            assert!(world.is_over() || !fights(&world), "{ruleset}, seed {seed}: never leaves");
            assert_eq!(world.validate(), Ok(()));
        }
    }
    assert!(left_later > 0, "nobody conceded in the middle of a blow");
}
