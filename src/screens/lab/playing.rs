//! Playing from a position of the lab, and coming back: meanwhile the lab waits unchanged.

use bevy::prelude::{Resource, World};

use super::{Draft, LabScreen, Screen, board, put};
use crate::{
    ai::Depth,
    arena::{Agenda, Arena as _, CombatantEntities, Items, Scenery, edit},
    levels::Roster,
    rules::{Battle, Team},
    screens::{app::record, battle, go_to, setup::any_seed},
    seats::{Game, Seat},
};

/// A lab that waits while a battle is played.
#[derive(Resource)]
pub(super) struct Parked(LabScreen);

/// Whether a lab waits.
pub(in crate::screens) fn is_parked(world: &World) -> bool {
    world.contains_resource::<Parked>()
}

/// Begins a battle with the position of the lab, a person on the first side and the computer on the others.
pub(super) fn play(world: &mut World) {
    let Some(mut screen) = world.remove_resource::<LabScreen>() else { return };
    match start(screen.history.draft(), world) {
        Ok(game) => {
            (screen.drag, screen.preview, screen.band, screen.dialog) = (None, None, None, None);
            screen.toast = None;
            world.insert_resource(Parked(screen));
            battle::enter(world, game, None);
        }
        Err(words) => {
            screen.say(words, None);
            world.insert_resource(screen);
        }
    }
}

/// The battle of a draft, in the world.
fn start(draft: &Draft, world: &mut World) -> Result<Game, String> {
    if let Some(misfit) = draft.misfits().first() {
        return Err(misfit.words.clone());
    }
    let sides: Vec<Team> = draft.battle().teams().collect();
    if sides.len() < 2 {
        return Err("There is only one side: place somebody of another".into());
    }
    if sides.iter().any(|side| usize::from(side.0) >= sides.len()) {
        return Err("A side has nobody: fill the sides in their order, blue first".into());
    }
    let ordered = draft.by_sides().map_err(|no| no.to_string())?;
    let level = ordered.level_to_play()?;
    let mut seats = [Seat::Computer(Depth::Full); Team::MOST];
    seats[0] = Seat::Person;
    let (ruleset, settings) = (ordered.ruleset(), ordered.battle().settings.clone());
    let game = Game::new(world, &level, Roster::builtin(), ruleset, settings, any_seed(), seats);
    let mut game = game.map_err(|faults| faults.to_string())?;
    board::clear(world);
    record(world, &mut game);
    let carried = ordered.carried_onto(world.battle(), any_seed());
    write(world, carried);
    game.notice_edits(world);
    Ok(game)
}

/// Writes everything that can change in a battle as an edit, so that the recording contains it.
fn write(world: &mut World, battle: Battle) {
    edit(world, |world| {
        for row in battle.rows() {
            let entity = world.resource::<CombatantEntities>().entity(row.id);
            let row = row.clone();
            let mut entity = world.entity_mut(entity);
            entity.insert((row.placement, row.posture, row.facing, row.status, row.vitals, row.budgets));
            entity.insert((row.conditions, row.hands, row.aware, row.sightings, row.orders));
        }
        world.resource_mut::<Items>().0 = battle.item_rows().to_vec();
        world.resource_mut::<Agenda>().0.clone_from(&battle.agenda);
        world.resource_mut::<Scenery>().0 = battle.scene;
    });
}

/// Takes a position into the lab that waits: one more step, which can be taken back.
pub(super) fn take_in(world: &mut World, draft: Draft) {
    if let Some(mut parked) = world.get_resource_mut::<Parked>() {
        parked.0.history.replace(draft, "Position taken from the battle");
    }
}

/// Goes back to the lab that waits.
pub(in crate::screens) fn unpark(world: &mut World) {
    let Some(Parked(mut screen)) = world.remove_resource::<Parked>() else { return };
    world.close();
    board::clear(world);
    put(world, screen.history.draft());
    screen.held = (screen.history.revision(), 0);
    (screen.fitted, screen.model) = (None, None);
    screen.stage = super::Stage::gather(world);
    world.insert_resource(screen);
    go_to(world, Screen::Lab);
}
