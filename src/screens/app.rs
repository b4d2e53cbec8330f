//! The Bevy app: window, plugins, how a screen is drawn into the window, and a clear message when no window can be
//! opened.

use std::{
    path::PathBuf,
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
    time::Duration,
};

use bevy::{
    a11y::AccessibilityRequested,
    app::{AppExit, PluginsState, TerminalCtrlCHandlerPlugin},
    asset::{AssetEventSystems, Assets, Handle, RenderAssetUsages},
    camera::{
        Camera, CameraOutputMode, CameraUpdateSystems, ClearColorConfig, RenderTarget,
        visibility::{RenderLayers, VisibilitySystems},
    },
    ecs::{schedule::ScheduleConfigs, system::ScheduleSystem},
    image::Image,
    input::InputSystems,
    log::LogPlugin,
    prelude::{
        App, Camera2d, ClearColor, Color, IntoScheduleConfigs as _, Last, Local, MessageReader, MessageWriter, Msaa,
        PostUpdate, PreUpdate, Query, QueryState, Resource, TransformSystems, Update, With, World,
    },
    render::render_resource::{BlendState, Extent3d, TextureDimension, TextureFormat, TextureUsages},
    window::{
        ExitCondition, PresentMode, RequestRedraw, Window, WindowPlugin, WindowResizeConstraints, WindowResized,
        WindowResolution, WindowScaleFactorChanged,
    },
    winit::{EventLoopProxy, EventLoopProxyWrapper, UpdateMode, WinitPlugin, WinitSettings, WinitUserEvent},
};
use bevy_egui::{
    EguiContext, EguiGlobalSettings, EguiInput, EguiPlugin, EguiPostUpdateSet, EguiPreUpdateSet, PrimaryEguiContext,
    egui::{self, LayerId, UiBuilder},
};

use super::{
    battle, favourites, lab, lean,
    prefs::{self, Preferences},
    resuming, setup, strokes,
};
use crate::{
    ai::Depth,
    arena::ArenaPlugin,
    board::{self, DrawBoard, Redraw, board_camera},
    levels::{Level, Printing, Recording, Roster, folders, printable_path},
    rules::{RulesetId, Settings, Team},
    seats::{Game, Seat},
};

/// The colour the window is cleared to.
const TABLE: Color = Color::srgb(0x1b as f32 / 255.0, 0x18 as f32 / 255.0, 0x14 as f32 / 255.0);

/// How the game is opened.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// A level to play at once.
    pub level: Option<Level>,
    /// The rules; if `None`, those the level suggests, with default settings.
    pub rules: Option<(RulesetId, Settings)>,
    /// The seed of the dice; any if `None`.
    pub seed: Option<u64>,
    /// Who plays each side, where given.
    pub seats: [Option<Seat>; Team::MOST],
    /// A recording to continue, in place of all that.
    pub recording: Option<PathBuf>,
    /// Whether the recording is only to be watched.
    pub watch: bool,
    /// Whether the lab opens, with the level if there is one.
    pub lab: bool,
    /// Size of the window in pixels, if given.
    pub size: Option<(u32, u32)>,
}

/// Opens the window and plays until it is closed.
pub fn play(start: Start) -> ExitCode {
    if let Err(words) = display() {
        return refuse(&words);
    }
    let (width, height) = start.size.unwrap_or((1280, 720));
    let mut app = app(Surface::Window(width, height));
    app.insert_resource(Preferences(prefs::read())).insert_resource(favourites::read());
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
        (None, Some(level)) if start.lab => {
            let (ruleset, rules) =
                start.rules.clone().unwrap_or_else(|| (level.ruleset, Settings::defaults(level.ruleset)));
            if let Err(words) = lab::enter(world, level, ruleset, rules) {
                return refuse(&words);
            }
        }
        (None, None) if start.lab => lab::begin(world),
        (None, Some(level)) => {
            if let Err(words) = open_battle(world, level, &start) {
                return refuse(&words);
            }
        }
        (None, None) => setup::preselect(world, start.seed, start.seats),
    }
    app.add_systems(PreUpdate, strokes::spread_over_frames.before(InputSystems));
    app.add_systems(Last, (rest, draw_again));
    leave_on_signal(&mut app);
    run_app(&mut app)
}

fn refuse(words: &str) -> ExitCode {
    let headless = "Commands that need no window: levels, archetypes, arms, check, trial, recordings, replay, \
                    simulate, forecast, rules, names.";
    write_error(&format!("{words} {headless}"));
    ExitCode::from(1)
}

pub(super) fn write_error(words: &str) {
    use std::io::Write as _;
    // There is nowhere to report that standard error is closed.
    writeln!(Printing::new(std::io::stderr()), "{words}").ok();
}

/// Checks that there is a display to open a window on, as far as can be told beforehand.
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
    let mut seats = [Seat::Computer(Depth::Full); Team::MOST];
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

/// Starts recording a battle; a failure is told on screen.
pub(super) fn record(world: &mut World, game: &mut Game) {
    let path = folders::new_recording(&game.header.level.tag, game.header.ruleset.name());
    let outcome = path.and_then(|path| game.record(world, path, None));
    if let Err(error) = outcome {
        game.tell_fault(format!("This battle is not recorded: {error}"));
    }
}

/// Like [`record`], for a battle that goes on from the middle of a recorded one, whose recording stays as it is.
pub(super) fn record_after(game: &mut Game, before: &Recording) {
    let path = folders::new_recording(&game.header.level.tag, game.header.ruleset.name());
    if let Err(error) = path.and_then(|path| game.record_after(path, before)) {
        game.tell_fault(format!("This battle is not recorded: {error}"));
    }
}

/// Turns the panics of a missing display or graphics adapter into clear sentences.
fn explain_panics() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let words = info.payload_as_str().unwrap_or_default();
        let missing = [
            ("Unable to find a GPU", "There is no graphics adapter for Vulkan or OpenGL."),
            ("RequestDevice", "The graphics adapter cannot be used."),
            ("wgpu surface", "Nothing can be drawn on this display."),
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

/// What the engine logs on standard error: nothing, unless `RUST_LOG` asks for it.
fn log() -> LogPlugin {
    LogPlugin { filter: "off".into(), ..Default::default() }
}

/// What the game is drawn on: a window, or a picture in memory. Sizes are in pixels.
#[derive(Clone, Copy, Debug)]
pub(super) enum Surface {
    Window(u32, u32),
    Picture(u32, u32),
}

/// The app on its surface, at the title.
pub(super) fn app(surface: Surface) -> App {
    explain_panics();
    let mut app = App::new();
    let plugins = lean::plugins().set(log());
    match surface {
        Surface::Window(width, height) => {
            let window = WindowPlugin { primary_window: Some(window(width, height)), ..Default::default() };
            app.add_plugins(plugins.set(window).disable::<TerminalCtrlCHandlerPlugin>());
        }
        Surface::Picture(..) => {
            let window =
                WindowPlugin { primary_window: None, exit_condition: ExitCondition::DontExit, ..Default::default() };
            app.add_plugins(plugins.set(window).disable::<WinitPlugin>());
        }
    }
    app.add_plugins((EguiPlugin::default(), ArenaPlugin, super::plugin))
        .insert_resource(EguiGlobalSettings { auto_create_primary_context: false, ..Default::default() })
        .insert_resource(ClearColor(TABLE))
        .init_resource::<Frames>()
        .add_systems(PreUpdate, hear_changes.after(EguiPreUpdateSet::ProcessInput).before(EguiPreUpdateSet::BeginPass))
        .add_systems(
            PostUpdate,
            (|world: &mut World| world.run_schedule(DrawBoard))
                .after(EguiPostUpdateSet::EndPass)
                .before(AssetEventSystems)
                .before(CameraUpdateSystems)
                .before(TransformSystems::Propagate)
                .before(VisibilitySystems::VisibilityPropagate),
        );
    draw_at_once(&mut app);
    lean::settle(&mut app);
    let target = match surface {
        Surface::Window(..) => None,
        Surface::Picture(width, height) => Some(RenderTarget::from(picture(app.world_mut(), width, height))),
    };
    spawn_cameras(app.world_mut(), target.as_ref());
    app
}

/// Letters appear in the first frame that needs them. The engine leaves open whether the panels' textures change before
/// or after asset changes are announced; if after, new letters are missing until the next frame, which may be a long
/// time off.
fn draw_at_once(app: &mut App) {
    app.configure_sets(PostUpdate, EguiPostUpdateSet::PostProcessOutput.before(AssetEventSystems));
}

fn window(width: u32, height: u32) -> Window {
    lean::window(Window {
        title: "Proving Ground".into(),
        resolution: WindowResolution::new(width, height),
        present_mode: PresentMode::AutoVsync,
        resize_constraints: WindowResizeConstraints { min_width: 960.0, min_height: 600.0, ..Default::default() },
        ..Default::default()
    })
}

/// An image to render to.
fn picture(world: &mut World, width: u32, height: u32) -> Handle<Image> {
    let size = Extent3d { width, height, depth_or_array_layers: 1 };
    let format = TextureFormat::Rgba8UnormSrgb;
    let mut image = Image::new_uninit(size, TextureDimension::D2, format, RenderAssetUsages::RENDER_WORLD);
    image.texture_descriptor.usage |= TextureUsages::RENDER_ATTACHMENT;
    world.resource_mut::<Assets<Image>>().add(image)
}

/// The panels are told in every frame which modifier keys are held. Only changes are kept, since every event draws
/// another frame.
fn hear_changes(mut inputs: Query<'_, '_, &mut EguiInput>, mut held: Local<'_, Option<egui::Modifiers>>) {
    for mut input in &mut inputs {
        input.events.retain(|event| match event {
            egui::Event::ModifiersChanged(modifiers) => held.replace(*modifiers) != Some(*modifiers),
            _ => true,
        });
    }
}

/// Requests another frame after a resize: cameras and panels learn of the window's new size one frame late.
fn draw_again(
    mut resized: MessageReader<'_, '_, WindowResized>,
    mut rescaled: MessageReader<'_, '_, WindowScaleFactorChanged>,
    mut redraw: MessageWriter<'_, RequestRedraw>,
) {
    if resized.read().count() + rescaled.read().count() > 0 {
        redraw.write(RequestRedraw);
    }
}

/// One camera for the board, and above it one for the panels, with the panels' own way of mixing colours.
fn spawn_cameras(world: &mut World, target: Option<&RenderTarget>) {
    let board = world.spawn(board_camera()).id();
    let lens = Camera {
        order: 1,
        clear_color: ClearColorConfig::Custom(Color::NONE),
        output_mode: CameraOutputMode::Write {
            blend_state: Some(BlendState::PREMULTIPLIED_ALPHA_BLENDING),
            clear_color: ClearColorConfig::None,
        },
        ..Camera::default()
    };
    let panels = world.spawn((Camera2d, lens, Msaa::Off, RenderLayers::none(), PrimaryEguiContext)).id();
    if let Some(target) = target {
        world.entity_mut(board).insert(target.clone());
        world.entity_mut(panels).insert(target.clone());
    }
}

/// How long a frame stays while nothing happens.
const STILL: Duration = Duration::from_secs(3600);
/// How long it stays while something on the board breathes.
const BREATHING: Duration = Duration::from_millis(33);
/// How long it stays while terrain is being baked.
const BAKING: Duration = Duration::from_millis(16);
/// How long it stays while a screen reader listens.
const READING: Duration = Duration::from_millis(50);

/// Frames are drawn when something happens or moves, not all the time: a board game must not heat the room.
fn rest(world: &mut World) {
    // A screen reader's requests are heard only in a frame.
    let is_read = world.get_resource::<AccessibilityRequested>().is_some_and(|asked| asked.get());
    let wait = match board::redraw(world) {
        Redraw::Soon => BAKING,
        Redraw::Later => BREATHING,
        Redraw::Never if is_read => READING,
        Redraw::Never => STILL,
    };
    let mode = UpdateMode::reactive_low_power(wait);
    let mut settings = world.resource_mut::<WinitSettings>();
    if settings.focused_mode != mode {
        *settings = WinitSettings { focused_mode: mode, unfocused_mode: mode };
    }
}

/// Exits cleanly on a signal from the terminal or the system, even while nothing is being drawn, with the exit code
/// that shells use for it: 128 plus the signal's number.
fn leave_on_signal(app: &mut App) {
    let heard = Arc::new(AtomicU8::new(0));
    let seen = Arc::clone(&heard);
    app.add_systems(Update, move |mut exit: MessageWriter<'_, AppExit>| match seen.load(Ordering::Relaxed) {
        0 => {}
        signal => _ = exit.write(AppExit::from_code(128_u8.saturating_add(signal))),
    });
    let waker = app.world().get_resource::<EventLoopProxyWrapper>().map(|proxy| EventLoopProxy::clone(proxy));
    on_signal(move |signal| {
        heard.store(u8::try_from(signal).unwrap_or(u8::MAX), Ordering::Relaxed);
        // A window that is gone needs no waking.
        waker.iter().for_each(|waker| waker.send_event(WinitUserEvent::WakeUp).unwrap_or_default());
    });
}

/// Runs `call` with the number of each signal that asks the program to end. Where signals cannot be caught, they end it
/// as usual.
#[cfg(unix)]
fn on_signal(call: impl Fn(i32) + Send + 'static) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP]) else { return };
    std::thread::Builder::new().name("signals".into()).spawn(move || signals.forever().for_each(call)).ok();
}

/// Runs `call` when the terminal asks the program to end.
#[cfg(not(unix))]
fn on_signal(call: impl Fn(i32) + Send + 'static) {
    ctrlc::set_handler(move || call(2)).ok();
}

/// Runs an app to its end.
pub(super) fn run_app(app: &mut App) -> ExitCode {
    exit_code(&app.run())
}

/// Runs an app without a window to its end.
pub(super) fn run_windowless(app: &mut App) -> ExitCode {
    while app.plugins_state() == PluginsState::Adding {
        bevy::tasks::tick_global_task_pools_on_main_thread();
    }
    app.finish();
    app.cleanup();
    loop {
        app.update();
        if let Some(exit) = app.should_exit() {
            return exit_code(&exit);
        }
    }
}

fn exit_code(exit: &AppExit) -> ExitCode {
    match exit {
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

#[cfg(test)]
mod tests {
    use bevy::{
        asset::{AssetApp as _, AssetEvent, AssetPlugin},
        prelude::{Messages, ResMut, TaskPoolPlugin},
    };
    use bevy_egui::egui::{Event, Modifiers};

    use super::*;

    #[test]
    fn what_changes_in_the_pictures_of_the_panels_is_drawn_in_the_same_frame() {
        let mut app = App::new();
        app.add_plugins((TaskPoolPlugin::default(), AssetPlugin::default())).init_asset::<Image>();
        let letters = |mut pictures: ResMut<'_, Assets<Image>>| drop(pictures.add(Image::default()));
        app.add_systems(PostUpdate, letters.in_set(EguiPostUpdateSet::PostProcessOutput));
        draw_at_once(&mut app);
        app.update();
        assert!(!app.world().resource::<Messages<AssetEvent<Image>>>().is_empty(), "told in the frame of the change");
    }

    #[test]
    fn held_keys_are_news_only_when_they_change() {
        let mut world = World::new();
        let panels = world.spawn(EguiInput::default()).id();
        let mut heard = |modifiers: Modifiers| {
            let mut input = world.get_mut::<EguiInput>(panels).expect("it has just been spawned");
            input.events = vec![Event::ModifiersChanged(modifiers), Event::PointerGone];
            world.run_system_cached(hear_changes).expect("the system runs");
            world.get::<EguiInput>(panels).expect("it is still there").events.len()
        };
        assert_eq!(heard(Modifiers::NONE), 2);
        assert_eq!(heard(Modifiers::NONE), 1, "what is known is not told again");
        assert_eq!(heard(Modifiers::SHIFT), 2);
        assert_eq!(heard(Modifiers::NONE), 2);
    }
}
