//! The Bevy app: window, one camera, one pass for everything drawn, and the clear words when there is no window to be had.

use std::{process::ExitCode, time::Duration};

use bevy::{
    app::AppExit,
    prelude::{
        App, ClearColor, Color, DefaultPlugins, Local, MessageWriter, NonSendMut, PluginGroup as _, Res, Result, Time,
    },
    window::{PresentMode, Window, WindowPlugin, WindowResolution},
    winit::{UpdateMode, WinitSettings},
};
use bevy_egui::{
    EguiContexts, EguiPlugin, EguiPrimaryContextPass,
    egui::{self, LayerId, UiBuilder},
};

use super::{
    battle::{BattleScreen, Leave},
    files,
    front::{Front, Go},
};
use crate::{
    levels::{Level, Roster},
    panels::settings::SettingsModel,
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
    /// Size of the window in pixels, if given.
    pub size: Option<(u32, u32)>,
}

/// What is on screen.
pub(super) enum Screen {
    /// The front pages.
    Front(Box<Front>),
    /// A battle.
    Battle(Box<BattleScreen>),
}

/// Opens the window and plays until it is closed.
pub fn play(start: Start) -> ExitCode {
    if let Err(words) = display() {
        return refuse(&words);
    }
    let settings = super::prefs::read();
    let screen = match &start.level {
        Some(level) => match new_battle(level, &start, settings) {
            Ok(battle) => Screen::Battle(Box::new(battle)),
            Err(words) => return refuse(&words),
        },
        None => Screen::Front(Box::new(Front::new(settings))),
    };
    run(screen, start.size.unwrap_or((1280, 720)))
}

fn refuse(words: &str) -> ExitCode {
    let headless = "Without a window there are: levels, check, trial, replay, simulate, forecast, rules.";
    write_error(&format!("{words} {headless}"));
    ExitCode::from(1)
}

fn write_error(words: &str) {
    use std::io::Write as _;
    // There is nowhere left to say that standard error is closed.
    writeln!(std::io::stderr(), "{words}").ok();
}

/// Whether there is a display to open a window on, where one can tell beforehand.
pub(super) fn display() -> std::result::Result<(), String> {
    let unix = cfg!(all(unix, not(target_os = "macos")));
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if unix && !set("DISPLAY") && !set("WAYLAND_DISPLAY") {
        return Err("There is no display to open a window on.".into());
    }
    Ok(())
}

fn new_battle(level: &Level, start: &Start, settings: SettingsModel) -> std::result::Result<BattleScreen, String> {
    let (ruleset, rules) = start.rules.clone().unwrap_or_else(|| (level.ruleset, Settings::defaults(level.ruleset)));
    let mut seats = [Seat::Computer; Team::MOST];
    seats[0] = Seat::Person;
    for (seat, said) in seats.iter_mut().zip(start.seats) {
        *seat = said.unwrap_or(*seat);
    }
    let seed = start.seed.unwrap_or_else(super::front::any_seed);
    let mut game =
        Game::new(level, Roster::builtin(), ruleset, rules, seed, seats).map_err(|faults| faults.to_string())?;
    record(&mut game);
    Ok(BattleScreen::new(game, settings))
}

/// Starts recording a battle; that it cannot be recorded is told on screen.
pub(super) fn record(game: &mut Game) {
    let path = files::new_recording(&game.header.level.tag, game.header.ruleset.name());
    let outcome = path.and_then(|path| game.record(path, None));
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

/// The app with its window.
pub(super) fn app(screen: Screen, (width, height): (u32, u32)) -> App {
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
    app.add_plugins(DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..Default::default() }))
        .add_plugins(EguiPlugin::default())
        .insert_resource(ClearColor(Color::srgb_u8(0x1b, 0x18, 0x14)))
        .insert_non_send(Shown { screen, frames: 0 })
        .add_plugins(super::blending::plugin)
        .add_systems(EguiPrimaryContextPass, frame);
    app
}

/// How long a still picture stays before it is drawn anew although nobody asked: for tooltips that are due, and for the
/// sign that breathes over the acting combatant.
const STILL: Duration = Duration::from_millis(50);

fn run(screen: Screen, size: (u32, u32)) -> ExitCode {
    let mut app = app(screen, size);
    // Frames are drawn when something happens or moves, not all the time: a board game must not heat the room.
    let mode = UpdateMode::reactive_low_power(STILL);
    app.insert_resource(WinitSettings { focused_mode: mode, unfocused_mode: mode });
    run_app(&mut app)
}

/// Runs an app to its end.
pub(super) fn run_app(app: &mut App) -> ExitCode {
    match app.run() {
        AppExit::Success => ExitCode::SUCCESS,
        AppExit::Error(code) => ExitCode::from(code.get()),
    }
}

/// The screen that is shown.
pub(super) struct Shown {
    pub(super) screen: Screen,
    pub(super) frames: u32,
}

fn frame(
    mut contexts: EguiContexts<'_, '_>,
    mut shown: NonSendMut<'_, Shown>,
    time: Res<'_, Time>,
    mut exit: MessageWriter<'_, AppExit>,
    mut ready: Local<'_, bool>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    // The first pass of a context has no fonts yet.
    if !*ready {
        *ready = true;
        return Ok(());
    }
    let layer = LayerId::background();
    let room = UiBuilder::new().layer_id(layer).max_rect(ctx.viewport_rect());
    let mut ui = egui::Ui::new(ctx, "root".into(), room);
    shown.frames += 1;
    let next = match &mut shown.screen {
        Screen::Front(front) => match front.frame(&mut ui) {
            Some(Go::Quit) => {
                exit.write(AppExit::Success);
                None
            }
            Some(Go::Battle(battle)) => Some(Screen::Battle(battle)),
            None => None,
        },
        Screen::Battle(battle) => match battle.frame(&mut ui, time.delta_secs()) {
            Some(Leave::Setup(settings)) => Some(Screen::Front(Box::new(Front::at_setup(settings)))),
            Some(Leave::Title(settings)) => Some(Screen::Front(Box::new(Front::new(settings)))),
            Some(Leave::Again(next)) => Some(Screen::Battle(next)),
            None => None,
        },
    };
    if let Some(next) = next {
        shown.screen = next;
    }
    Ok(())
}
