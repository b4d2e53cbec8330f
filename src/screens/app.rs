//! The Bevy app: window, plugins, how a screen is drawn into it, and the clear words when there is no window to be had.

use std::{path::PathBuf, process::ExitCode, time::Duration};

use bevy::{
    app::AppExit,
    ecs::{schedule::ScheduleConfigs, system::ScheduleSystem},
    log::LogPlugin,
    prelude::{
        App, ClearColor, Color, DefaultPlugins, IntoScheduleConfigs as _, PluginGroup as _, QueryState, Resource, With,
        World,
    },
    window::{PresentMode, Window, WindowPlugin, WindowResolution},
    winit::{UpdateMode, WinitSettings},
};
use bevy_egui::{
    EguiContext, EguiPlugin, PrimaryEguiContext,
    egui::{self, LayerId, UiBuilder},
};

use super::{
    battle,
    prefs::{self, Preferences},
    resuming, setup,
};
use crate::{
    arena::ArenaPlugin,
    levels::{Level, Printing, Roster, folders, printable_path},
    rules::{RulesetId, Settings, Team},
    seats::{Game, Seat},
};

/// How the game is opened.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// A level to play at once.
    pub level: Option<Level>,
    /// Under which rules; the level's suggestion as it stands if nothing is said.
    pub rules: Option<(RulesetId, Settings)>,
    /// With which dice; any if nothing is said.
    pub seed: Option<u64>,
    /// Who plays which side, where it was said.
    pub seats: [Option<Seat>; Team::MOST],
    /// A recording to go on with, in place of all that.
    pub recording: Option<PathBuf>,
    /// Whether the recording is only to be watched.
    pub watch: bool,
    /// Size of the window in pixels, if given.
    pub size: Option<(u32, u32)>,
}

/// Opens the window and plays until it is closed.
pub fn play(start: Start) -> ExitCode {
    if let Err(words) = display() {
        return refuse(&words);
    }
    let mut app = app(start.size.unwrap_or((1280, 720)));
    app.insert_resource(Preferences(prefs::read()));
    let world = app.world_mut();
    match (&start.recording, &start.level) {
        (Some(path), _) => {
            let opened = if start.watch {
                resuming::watch(world, path).map(|(game, watching)| (game, Some(watching)))
            } else {
                resuming::go_on(world, path).map(|game| (game, None))
            };
            match opened {
                Ok((game, watching)) => battle::enter(world, game, watching),
                Err(words) => {
                    write_error(&format!("{}: {words}", printable_path(&path.display().to_string())));
                    return ExitCode::from(1);
                }
            }
        }
        (None, Some(level)) => {
            if let Err(words) = open_battle(world, level, &start) {
                return refuse(&words);
            }
        }
        (None, None) => setup::preselect(world, start.seed, start.seats),
    }
    // Frames are drawn when something happens or moves, not all the time: a board game must not heat the room.
    let mode = UpdateMode::reactive_low_power(STILL);
    app.insert_resource(WinitSettings { focused_mode: mode, unfocused_mode: mode });
    run_app(&mut app)
}

fn refuse(words: &str) -> ExitCode {
    let headless = "Without a window there are: levels, check, trial, replay, simulate, forecast, rules.";
    write_error(&format!("{words} {headless}"));
    ExitCode::from(1)
}

pub(super) fn write_error(words: &str) {
    use std::io::Write as _;
    // There is nowhere left to say that standard error is closed.
    writeln!(Printing::new(std::io::stderr()), "{words}").ok();
}

/// Whether there is a display to open a window on, where one can tell beforehand.
pub(super) fn display() -> Result<(), String> {
    let unix = cfg!(all(unix, not(target_os = "macos")));
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if unix && !set("DISPLAY") && !set("WAYLAND_DISPLAY") {
        return Err("There is no display to open a window on.".into());
    }
    Ok(())
}

/// Begins the battle that was asked for on the command line and shows it.
fn open_battle(world: &mut World, level: &Level, start: &Start) -> Result<(), String> {
    let (ruleset, rules) = start.rules.clone().unwrap_or_else(|| (level.ruleset, Settings::defaults(level.ruleset)));
    let mut seats = [Seat::Computer; Team::MOST];
    seats[0] = Seat::Person;
    for (seat, said) in seats.iter_mut().zip(start.seats) {
        *seat = said.unwrap_or(*seat);
    }
    let seed = start.seed.unwrap_or_else(setup::any_seed);
    let game = Game::new(world, level, Roster::builtin(), ruleset, rules, seed, seats);
    let mut game = game.map_err(|faults| faults.to_string())?;
    record(world, &mut game);
    battle::enter(world, game, None);
    Ok(())
}

/// Starts recording a battle; that it cannot be recorded is told on screen.
pub(super) fn record(world: &mut World, game: &mut Game) {
    let path = folders::new_recording(&game.header.level.tag, game.header.ruleset.name());
    let outcome = path.and_then(|path| game.record(world, path, None));
    if let Err(error) = outcome {
        game.tell_fault(format!("This battle is not recorded: {error}"));
    }
}

/// Makes a clear sentence of the panics with which windows and graphics say that there are none.
fn explain_panics() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let words = info.payload_as_str().unwrap_or_default();
        let missing = [
            ("Unable to find a GPU", "There is no graphics adapter for Vulkan or OpenGL."),
            ("RequestDevice", "The graphics adapter cannot be used."),
            ("event loop", "The display cannot be opened."),
            ("EventLoop", "The display cannot be opened."),
        ];
        match missing.iter().find(|(sign, _)| words.contains(sign)) {
            Some((_, sentence)) => {
                refuse(sentence);
                std::process::exit(1);
            }
            None => usual(info),
        }
    }));
}

/// What the engine tells on standard error: nothing, unless `RUST_LOG` asks for it.
fn log() -> LogPlugin {
    LogPlugin { filter: "off".into(), ..Default::default() }
}

/// The app with its window, at the title.
pub(super) fn app((width, height): (u32, u32)) -> App {
    let window = Window {
        title: "Proving Ground".into(),
        resolution: WindowResolution::new(width, height),
        present_mode: PresentMode::AutoVsync,
        resize_constraints: bevy::window::WindowResizeConstraints {
            min_width: 960.0,
            min_height: 600.0,
            ..Default::default()
        },
        ..Default::default()
    };
    explain_panics();
    let mut app = App::new();
    let window = WindowPlugin { primary_window: Some(window), ..Default::default() };
    app.add_plugins(DefaultPlugins.set(window).set(log()))
        .add_plugins((EguiPlugin::default(), ArenaPlugin, super::plugin, super::blending::plugin))
        .insert_resource(ClearColor(Color::srgb_u8(0x1b, 0x18, 0x14)))
        .init_resource::<Frames>();
    app
}

/// How long a still picture stays before it is drawn anew although nobody asked: for tooltips that are due, and for the
/// sign that breathes over the acting combatant.
const STILL: Duration = Duration::from_millis(50);

/// Runs an app to its end.
pub(super) fn run_app(app: &mut App) -> ExitCode {
    match app.run() {
        AppExit::Success => ExitCode::SUCCESS,
        AppExit::Error(code) => ExitCode::from(code.get()),
    }
}

/// How many frames have been drawn.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(super) struct Frames(pub(super) u32);

/// The system that draws a screen into the window.
pub(super) fn in_window(draw: fn(&mut World, &mut egui::Ui)) -> ScheduleConfigs<ScheduleSystem> {
    let system = move |world: &mut World, ready: &mut QueryState<&mut EguiContext, With<PrimaryEguiContext>>| {
        let Ok(mut context) = ready.single_mut(world) else { return };
        let ctx = context.get_mut().clone();
        let mut frames = world.resource_mut::<Frames>();
        frames.0 += 1;
        // The first pass of a context has no fonts yet.
        if frames.0 > 1 {
            let room = UiBuilder::new().layer_id(LayerId::background()).max_rect(ctx.viewport_rect());
            draw(world, &mut egui::Ui::new(ctx, "root".into(), room));
        }
    };
    system.into_configs()
}
