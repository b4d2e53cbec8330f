//! Playing from a position of the lab, and coming back: meanwhile the lab waits unchanged.

use bevy::prelude::{Resource, World};

use super::{Draft, LabScreen, Screen, board, put};
use crate::{
    ai::Depth,
    arena::{Agenda, Arena as _, CombatantEntities, Items, Scenery, edit},
    dice::Rolled,
    levels::Roster,
    rules::{Battle, CombatantId, Effect, Entry, Team, knowledge},
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
    let carried = ordered.carried_onto(world.battle());
    write(world, carried);
    if world.decision().is_none() {
        end_round(world, any_seed());
    }
    game.notice_edits(world);
    Ok(game)
}

/// Plays what is left of a round in which nobody can act any more. The recording begins with the position after it, so
/// the battle's own dice stay as they are.
fn end_round(world: &mut World, seed: u64) {
    // The log tells what comes back as a difference from what there was.
    let battle = world.battle();
    let total = |who: CombatantId| move |(vital, now)| Entry::Effect(Effect::Vital(who, vital, now));
    let totals: Vec<Entry> = battle.rows().iter().flat_map(|row| row.vitals.all().map(total(row.id))).collect();
    let perceived = totals.iter().map(|entry| knowledge::perceivers(battle, entry, None)).collect();
    world.forget_journal();
    world.remember(totals, perceived);
    let dice = world.dice().clone();
    world.set_dice(Rolled::new(seed));
    world.begin();
    world.set_dice(dice);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        arena::bare_world,
        levels::{Level, builtin, deploy, draft::Edit},
        panels::lab::Intent,
        rules::{RulesetId, Settings, Status},
        screens::lab::tests::{lab, press, screen},
    };

    /// A battle in the turn of the last of its first round.
    fn last_turn(level: &Level, ruleset: RulesetId) -> Battle {
        let battle = deploy(level, Roster::builtin(), ruleset, Settings::defaults(ruleset)).expect("it can be played");
        let mut world = bare_world(battle, Rolled::new(7));
        world.begin();
        for _ in 0..200 {
            let mut battle = world.battle().clone();
            let decision = battle.decision().expect("somebody is asked");
            let is_turn = *decision == ruleset.rules().turn_question(decision.who);
            if let (true, Some(_), Some(last)) = (is_turn, battle.scene.acting, battle.scene.order.last().copied()) {
                battle.scene.acting = Some(last);
                return battle;
            }
            let choice = ruleset.rules().default_answer(&battle, decision);
            world.submit(&choice).expect("the default can be chosen");
        }
        panic!("{ruleset}: no turn");
    }

    #[test]
    fn the_end_of_a_round_in_which_nobody_can_act_any_more_is_in_the_journal() {
        let level = builtin().iter().find(|level| level.tag == "tanner-row").expect("a level");
        for ruleset in RulesetId::offered() {
            let battle = last_turn(level, ruleset);
            let last = battle.scene.acting.expect("somebody acts");
            let mut draft = Draft::of_position(&Level { ruleset, ..level.clone() }, Roster::builtin(), battle);
            draft.change(&Edit::Status(vec![draft.key(last)], Status::Down)).expect("anybody can fall");
            let mut headless = lab("tanner-row");
            screen(&mut headless, |screen| screen.history.replace(draft, "The last turn"));
            press(&mut headless, Intent::Play);
            headless.frame(None);
            let world = headless.world();
            assert_eq!((world.battle().scene.round, world.validate()), (2, Ok(())), "{ruleset}");
            let journal = world.journal();
            let next = journal.iter().position(|entry| *entry == Entry::Effect(Effect::Round(2)));
            let ends = next.unwrap_or_else(|| panic!("{ruleset}: the next round is not told"));
            let is_known = |entry: &Entry| matches!(entry, Entry::Effect(Effect::Vital(..)));
            assert!(journal[..ends].iter().any(is_known), "{ruleset}: what there was before it");
        }
    }
}
