//! The page of recordings: what can be watched and what can be gone on with.

use bevy::prelude::{App, IntoScheduleConfigs as _, OnEnter, Resource, Update, World, in_state};
use bevy_egui::{EguiPrimaryContextPass, egui::Ui};

use super::{
    FrameSystems, Screen,
    app::in_window,
    battle,
    files::Found,
    menu::{self, Menu},
};
use crate::{
    levels::Roster,
    panels::{
        recordings::{self, Intent, RecordingModel},
        title::{self, Page},
    },
    seats::{Game, Watching},
};

/// What was pressed in the last frame.
#[derive(Resource, Default)]
struct Pressed(Option<Intent>);

pub(super) fn plugin(app: &mut App) {
    let is_open = in_state(Screen::Recordings);
    app.init_resource::<Pressed>()
        .add_systems(OnEnter(Screen::Recordings), menu::look_for_recordings)
        .add_systems(Update, carry_out.in_set(FrameSystems::Intent).run_if(is_open.clone()))
        .add_systems(EguiPrimaryContextPass, in_window(draw).in_set(FrameSystems::Draw).run_if(is_open));
}

/// Draws the page.
pub(super) fn draw(world: &mut World, ui: &mut Ui) {
    let pressed = menu::draw(world, ui, Page::Recordings, |world, ui| {
        let models: Vec<_> = world.resource::<Menu>().found.iter().map(model).collect();
        title::page(ui, "Recordings", 720.0, |ui| recordings::show(ui, &models))
    });
    if pressed.is_some() {
        ui.ctx().request_repaint();
    }
    world.resource_mut::<Pressed>().0 = pressed;
}

fn carry_out(world: &mut World) {
    match world.resource_mut::<Pressed>().0.take() {
        Some(Intent::Watch(index)) => resume(world, index, false),
        Some(Intent::Continue(index)) => resume(world, index, true),
        None => {}
    }
}

/// The newest battle that has not ended.
pub(super) fn unfinished(found: &[Found]) -> Option<usize> {
    found.iter().position(Found::is_unfinished)
}

/// A recording in words: "Tanner Row, round 3".
pub(super) fn words(found: &Found) -> String {
    match &found.recording {
        Ok(recording) => format!("{}, round {}", recording.header.level.name, found.round()),
        Err(_) => found.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
    }
}

fn model(found: &Found) -> RecordingModel {
    let title = match &found.recording {
        Ok(recording) => format!("{}, {}", recording.header.level.name, recording.header.ruleset),
        Err(_) => words(found),
    };
    let end = if found.is_unfinished() { "not finished" } else { "finished" };
    let choices = found.recording.as_ref().map_or(0, |recording| recording.choices());
    RecordingModel {
        title,
        about: format!("Round {}, {choices} choices, {end}", found.round()),
        fault: found.recording.as_ref().err().cloned(),
        unfinished: found.is_unfinished(),
    }
}

/// Goes on with a recording, or shows it from the start. What is wrong with it is told on the page.
pub(super) fn resume(world: &mut World, index: usize, go_on: bool) {
    let found = &world.resource::<Menu>().found[index];
    let Ok(recording) = found.recording.clone() else { return };
    let path = found.path.clone();
    let opened = Game::resume(world, &recording, Roster::builtin()).map_err(|faults| faults.to_string());
    let outcome = opened.and_then(|mut game| {
        if go_on {
            game.record(world, path, Some(&recording)).map_err(|error| error.to_string())?;
            Ok((game, None))
        } else {
            let watching = Watching::start(world, &recording, Roster::builtin());
            Ok((game, Some(watching.map_err(|faults| faults.to_string())?)))
        }
    });
    match outcome {
        Ok((game, watching)) => battle::enter(world, game, watching),
        Err(words) => {
            world.resource_mut::<Menu>().found[index].recording = Err(words);
            menu::go(world, Page::Recordings);
        }
    }
}
