//! The screens without a window: for tests of a whole app, and to measure what a frame costs the processor.

use std::time::Duration;

use bevy::{
    MinimalPlugins,
    asset::{AssetApp as _, AssetPlugin},
    ecs::schedule::{Schedules, SingleThreadedExecutor},
    image::Image,
    mesh::Mesh,
    prelude::{App, Mut, World},
    sprite_render::ColorMaterial,
    state::app::StatesPlugin,
    time::TimeUpdateStrategy,
};
#[cfg(test)]
use bevy_egui::egui::epaint::ClippedShape;
use bevy_egui::egui::{Context, Event, Pos2, RawInput, Rect, ViewportId, pos2, vec2};

use super::{battle, lab};
use crate::{
    arena::ArenaPlugin,
    board::{self, DrawBoard},
    geometry::Square,
    levels::{Level, Roster},
    rules::{RulesetId, Settings, Team},
    seats::{Game, Seat},
};

/// A frame's time.
const FRAME: Duration = Duration::from_nanos(1_000_000_000 / 60);

/// The whole app except window and drawing: it has every plugin of the game, and each update takes a sixtieth of a
/// second.
pub fn headless_app() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, AssetPlugin::default(), StatesPlugin))
        .init_asset::<Image>()
        .init_asset::<Mesh>()
        .init_asset::<ColorMaterial>()
        .add_plugins((ArenaPlugin, super::plugin))
        .insert_resource(TimeUpdateStrategy::ManualDuration(FRAME));
    // On one thread, so that what a frame costs is its own work.
    for (_, schedule) in app.world_mut().resource_mut::<Schedules>().iter_mut() {
        schedule.set_executor(SingleThreadedExecutor::new());
    }
    app
}

/// A battle or lab screen whose frames are requested by hand.
pub struct HeadlessFrame {
    app: App,
    ctx: Context,
    size: (f32, f32),
    pixels_per_point: f32,
    time: f64,
    /// What the last frame painted.
    #[cfg(test)]
    painted: Vec<ClippedShape>,
}

impl HeadlessFrame {
    /// The first decision of a battle on a level, with a person in every seat; `size` is the window's, in points.
    ///
    /// # Errors
    /// Why the level cannot be played.
    pub fn new(level: &Level, size: (f32, f32)) -> Result<Self, String> {
        let seats = [Seat::Person; Team::MOST];
        let mut headless = Self::begin(level, (level.ruleset, Settings::defaults(level.ruleset)), 1, seats, size)?;
        headless.settle();
        Ok(headless)
    }

    /// A battle with a seed on a level, as the window would open it, except that its terrain stays plain.
    ///
    /// # Errors
    /// Why the level cannot be played.
    pub fn play(
        level: &Level,
        ruleset: RulesetId,
        seed: u64,
        seats: [Seat; Team::MOST],
        size: (f32, f32),
    ) -> Result<Self, String> {
        Self::play_with(level, (ruleset, Settings::defaults(ruleset)), seed, seats, size)
    }

    /// Like [`Self::play`], with settings of the ruleset.
    ///
    /// # Errors
    /// Why the level cannot be played.
    pub fn play_with(
        level: &Level,
        (ruleset, settings): (RulesetId, Settings),
        seed: u64,
        seats: [Seat; Team::MOST],
        size: (f32, f32),
    ) -> Result<Self, String> {
        let mut headless = Self::begin(level, (ruleset, settings), seed, seats, size)?;
        board::leave_plain(headless.world());
        Ok(headless)
    }

    fn begin(
        level: &Level,
        (ruleset, settings): (RulesetId, Settings),
        seed: u64,
        seats: [Seat; Team::MOST],
        size: (f32, f32),
    ) -> Result<Self, String> {
        let mut app = headless_app();
        let world = app.world_mut();
        let game = Game::new(world, level, Roster::builtin(), ruleset, settings, seed, seats);
        battle::enter(world, game.map_err(|faults| faults.to_string())?, None);
        Ok(Self::around(app, size))
    }

    fn around(app: App, size: (f32, f32)) -> Self {
        Self {
            app,
            ctx: Context::default(),
            size,
            pixels_per_point: 1.0,
            time: 0.0,
            #[cfg(test)]
            painted: Vec::new(),
        }
    }

    /// The lab with a level; `size` is the window's, in points.
    ///
    /// # Errors
    /// What is wrong with the level.
    pub fn lab(level: &Level, size: (f32, f32)) -> Result<Self, String> {
        let mut app = headless_app();
        lab::enter(app.world_mut(), level, level.ruleset, Settings::defaults(level.ruleset))?;
        let mut headless = Self::around(app, size);
        headless.settle();
        Ok(headless)
    }

    /// Draws frames until everything is computed and complete: the first pass has no fonts yet, and terrain is baked on
    /// its own thread, again whenever knowledge of the board changes. Gives up after five seconds.
    pub fn settle(&mut self) {
        for _ in 0..1_000 {
            self.frame(None);
            let world = self.app.world();
            if battle::is_complete(world) && lab::is_complete(world) {
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Draws and tessellates one frame with the pointer there; returns how many primitives it has.
    pub fn frame(&mut self, pointer: Option<(f32, f32)>) -> usize {
        self.hear(pointer.map(|(x, y)| Event::PointerMoved(pos2(x, y))).into_iter().collect())
    }

    /// Like [`Self::frame`] without a pointer, `time` after the frame before; `time` is at most a quarter of a second.
    pub fn frame_after(&mut self, time: Duration) -> usize {
        self.app.insert_resource(TimeUpdateStrategy::ManualDuration(time));
        self.time += time.saturating_sub(FRAME).as_secs_f64();
        let triangles = self.frame(None);
        self.app.insert_resource(TimeUpdateStrategy::ManualDuration(FRAME));
        triangles
    }

    /// Advances three quarters of a second, so that no press is recent any more, then draws up to forty frames until
    /// everything worked out frame by frame is known.
    pub fn rest(&mut self) {
        for _ in 0..3 {
            self.frame_after(Duration::from_millis(250));
        }
        for _ in 0..40 {
            if !battle::is_at_work(self.app.world()) {
                break;
            }
            self.frame(None);
        }
        self.frame(None);
    }

    /// Draws and tessellates one frame with pointer and key events; returns how many primitives it has. The next frame
    /// carries out what was pressed.
    pub fn hear(&mut self, events: Vec<Event>) -> usize {
        self.time += FRAME.as_secs_f64();
        self.app.update();
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(self.size.0, self.size.1)));
        let mut input = RawInput { screen_rect, time: Some(self.time), events, ..RawInput::default() };
        input.viewports.entry(ViewportId::ROOT).or_default().native_pixels_per_point = Some(self.pixels_per_point);
        let world = self.app.world_mut();
        let mut output = self.ctx.run_ui(input, |ui| {
            if lab::is_open(world) {
                lab::draw(world, ui);
            } else {
                battle::draw(world, ui);
            }
        });
        // There is no graphics card to upload textures to.
        output.textures_delta.clear();
        #[cfg(test)]
        self.painted.clone_from(&output.shapes);
        let triangles = self.ctx.tessellate(output.shapes, output.pixels_per_point).len();
        self.app.world_mut().run_schedule(DrawBoard);
        triangles
    }

    /// The texts of the last frame, and where they are.
    #[cfg(test)]
    pub(crate) fn read(&self) -> Vec<(Rect, String)> {
        crate::panels::testing::read(&self.painted)
    }

    /// Sets the window's size from the next frame on.
    #[cfg(test)]
    pub(crate) const fn resize(&mut self, size: (f32, f32)) {
        self.size = size;
    }

    /// Where the middle of a square of the lab's board is on the window, in points.
    pub fn place_of(&mut self, square: Square) -> Option<(f32, f32)> {
        lab::place_of(self.app.world(), square)
    }

    /// Sets how many pixels make a point from the next frame on; 1 at first.
    pub const fn set_pixels_per_point(&mut self, pixels: f32) {
        self.pixels_per_point = pixels;
    }

    /// The app itself, to add to it.
    pub const fn app(&mut self) -> &mut App {
        &mut self.app
    }

    /// The world behind the screen.
    pub fn world(&mut self) -> &mut World {
        self.app.world_mut()
    }

    /// Whether the board is on screen rather than the page that hands over the seat.
    pub fn is_board_shown(&self) -> bool {
        self.app.world().get_resource::<battle::BattleScreen>().is_some_and(battle::BattleScreen::is_board_shown)
    }

    /// Runs `act` on the game whose battle is on screen.
    pub fn game<T>(&mut self, act: impl FnOnce(&mut World, &mut Game) -> T) -> T {
        let world = self.app.world_mut();
        world.resource_scope(|world, mut screen: Mut<'_, battle::BattleScreen>| act(world, screen.game_mut()))
    }
}
