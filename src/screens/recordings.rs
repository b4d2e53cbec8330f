//! The page of recordings, which can be watched, continued and deleted.

use std::{path::PathBuf, time::SystemTime};

use bevy::prelude::{App, IntoScheduleConfigs as _, OnEnter, OnExit, ResMut, Resource, Update, World, in_state};
use bevy_egui::{EguiPrimaryContextPass, egui::Ui};
use jiff::{Timestamp, tz::TimeZone};

use super::{
    FrameSystems, Screen,
    app::in_window,
    battle,
    menu::{self, Menu},
    resuming,
};
use crate::{
    arena::Arena as _,
    levels::{Recorded, delete_recording, printable, sides},
    panels::{
        recordings::{self, Intent, RecordingModel},
        title::{self, Page},
    },
    rules::Team,
};

/// What was pressed in the last frame, and open questions and messages about recordings.
#[derive(Resource, Default)]
struct Pressed {
    intent: Option<Intent>,
    /// The recording whose deletion must be confirmed; by path, because its place in the list can change.
    asked: Option<PathBuf>,
    /// The recording that cannot be continued or deleted, and why.
    busy: Option<(PathBuf, String)>,
}

pub(super) fn plugin(app: &mut App) {
    let is_open = in_state(Screen::Recordings);
    app.init_resource::<Pressed>()
        .add_systems(OnEnter(Screen::Recordings), look)
        .add_systems(OnExit(Screen::Recordings), forget)
        .add_systems(Update, carry_out.in_set(FrameSystems::Intent).run_if(is_open.clone()))
        .add_systems(EguiPrimaryContextPass, in_window(draw).in_set(FrameSystems::Draw).run_if(is_open));
}

/// Reads the list of recordings again, unless there is a message about one of them.
fn look(world: &mut World) {
    if world.resource::<Pressed>().busy.is_none() {
        menu::look_for_recordings(world);
    }
}

/// Drops question and message when the page is left.
fn forget(mut pressed: ResMut<'_, Pressed>) {
    (pressed.asked, pressed.busy) = (None, None);
}

/// Draws the page.
pub(super) fn draw(world: &mut World, ui: &mut Ui) {
    let pressed = menu::draw(world, ui, Page::Recordings, |world, ui| {
        let found = &world.resource::<Menu>().recordings;
        let pressed = world.resource::<Pressed>();
        let models: Vec<_> = found.all().iter().map(|recording| model(recording, pressed)).collect();
        title::page(ui, "Recordings", 720.0, |ui| recordings::show(ui, &models, found.is_searched()))
    });
    if pressed.is_some() {
        ui.ctx().request_repaint();
    }
    world.resource_mut::<Pressed>().intent = pressed;
}

fn carry_out(world: &mut World) {
    let mut pressed = world.resource_mut::<Pressed>();
    match pressed.intent.take() {
        Some(Intent::Watch(index)) => resume(world, index, false),
        Some(Intent::Continue(index)) => resume(world, index, true),
        Some(Intent::Prompt(index)) => {
            let path = path_of(world, index);
            world.resource_mut::<Pressed>().asked = path;
        }
        Some(Intent::Keep) => pressed.asked = None,
        Some(Intent::Delete(index)) => delete(world, index),
        None => {}
    }
}

/// The newest battle that has not ended.
pub(super) fn unfinished(found: &[Recorded]) -> Option<usize> {
    found.iter().position(Recorded::is_unfinished)
}

/// A recording in words: "Tanner Row, round 3".
pub(super) fn words(found: &Recorded) -> String {
    match &found.summary {
        Ok(summary) => format!("{}, round {}", summary.level, summary.round),
        Err(_) => found.path.file_name().map(|name| printable(&name.to_string_lossy())).unwrap_or_default(),
    }
}

fn model(found: &Recorded, pressed: &Pressed) -> RecordingModel {
    let (title, about) = match &found.summary {
        Ok(summary) => {
            let side = |index: usize| {
                let name = summary.sides.get(index).cloned().filter(|name| !name.is_empty());
                name.unwrap_or_else(|| Team(index as u8).to_string())
            };
            let end = match summary.over {
                None => "not finished".to_string(),
                Some(None) => "nobody won".into(),
                Some(Some(team)) => format!("won by {}", sides::within(&side(usize::from(team.0)))),
            };
            let seats = summary.seats.iter().enumerate().map(|(index, seat)| format!("{} ({seat})", side(index)));
            let seats = seats.collect::<Vec<_>>().join(" against ");
            let about = format!("{}. {seats}. Round {}, {end}", when(found.written), summary.round);
            (format!("{}, {}", summary.level, summary.ruleset), about)
        }
        Err(_) => (words(found), String::new()),
    };
    RecordingModel {
        title,
        about,
        fault: found.summary.as_ref().err().cloned(),
        busy: pressed.busy.as_ref().filter(|(of, _)| *of == found.path).map(|(_, words)| words.clone()),
        asked: pressed.asked.as_ref() == Some(&found.path),
        unfinished: found.is_unfinished(),
    }
}

/// A moment in local time: "24 November 2026, 14:05".
fn when(time: SystemTime) -> String {
    match Timestamp::try_from(time) {
        Ok(time) => time.to_zoned_datetime(TimeZone::system()).strftime("%-d %B %Y, %H:%M").to_string(),
        Err(_) => "At an unknown time".into(),
    }
}

/// The path of a recording in the list.
fn path_of(world: &World, index: usize) -> Option<PathBuf> {
    world.resource::<Menu>().recordings.all().get(index).map(|found| found.path.clone())
}

/// Continues a recording, or shows it from the start. Faults are shown on the page.
pub(super) fn resume(world: &mut World, index: usize, go_on: bool) {
    let Some(path) = path_of(world, index) else { return };
    let opened = if go_on {
        resuming::go_on(world, &path).map(|game| (game, None))
    } else {
        resuming::watch(world, &path).map(|(game, watching)| (game, Some(watching)))
    };
    match opened {
        Ok((game, watching)) => {
            world.resource_mut::<Pressed>().busy = None;
            battle::enter(world, game, watching);
        }
        Err(words) => {
            world.close();
            // A recording that cannot be continued can perhaps be watched.
            if go_on {
                world.resource_mut::<Pressed>().busy = Some((path, words));
            } else {
                world.resource_mut::<Menu>().recordings.refuse(index, words);
            }
            menu::go(world, Page::Recordings);
        }
    }
}

fn delete(world: &mut World, index: usize) {
    let Some(path) = path_of(world, index) else { return };
    let deleted = delete_recording(&path);
    if deleted.is_ok() {
        world.resource_mut::<Menu>().recordings.remove(index);
    }
    let mut pressed = world.resource_mut::<Pressed>();
    (pressed.asked, pressed.busy) = (None, deleted.err().map(|error| (path, error.to_string())));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_about_a_recording_stays_with_it_wherever_it_is_listed_and_ends_with_the_page() {
        let busy = Some(("old.txt".into(), "Somebody plays it".into()));
        let pressed = Pressed { intent: None, asked: Some("old.txt".into()), busy };
        let shown = ["new.txt", "old.txt"].map(|name| {
            let summary = Err("not read".into());
            let found = Recorded { path: name.into(), written: SystemTime::UNIX_EPOCH, summary };
            let shown = model(&found, &pressed);
            (shown.asked, shown.busy.is_some())
        });
        assert_eq!(shown, [(false, false), (true, true)]);
        let mut world = World::new();
        world.insert_resource(pressed);
        world.run_system_cached(forget).expect("the system runs");
        let pressed = world.resource::<Pressed>();
        assert!(pressed.asked.is_none() && pressed.busy.is_none());
    }
}
