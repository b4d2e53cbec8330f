//! The battle screen without a window: what it costs the processor to make a frame, rendering aside.

use bevy_egui::egui::{Context, Event, Pos2, RawInput, Rect, pos2, vec2};

use super::battle::BattleScreen;
use crate::{
    levels::{Level, Roster},
    panels::settings::SettingsModel,
    rules::Team,
    seats::{Game, Seat},
};

/// A battle screen that is asked for frames by hand.
pub struct Rehearsal {
    ctx: Context,
    screen: BattleScreen,
    size: (f32, f32),
    time: f64,
}

impl Rehearsal {
    /// The first decision of a battle on a level, a person on every seat, on a window of that many points.
    ///
    /// # Errors
    /// Why the level cannot be played.
    pub fn new(level: &Level, size: (f32, f32)) -> Result<Self, String> {
        let rules = crate::rules::Settings::defaults(level.ruleset);
        let seats = [Seat::Person; Team::MOST];
        let game = Game::new(level, Roster::builtin(), level.ruleset, rules, 1, seats);
        let screen =
            BattleScreen::new(game.map_err(|faults| faults.to_string())?, SettingsModel { ..Default::default() });
        let mut rehearsal = Self { ctx: Context::default(), screen, size, time: 0.0 };
        // The first pass has no fonts yet, and the terrain is baked beside the first frames.
        for _ in 0..1_000 {
            rehearsal.frame(None);
            if rehearsal.screen.is_baked() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        Ok(rehearsal)
    }

    /// One frame with the pointer there, made and cut into triangles: how many of them.
    pub fn frame(&mut self, pointer: Option<(f32, f32)>) -> usize {
        self.time += 1.0 / 60.0;
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(self.size.0, self.size.1)));
        let events = pointer.map(|(x, y)| Event::PointerMoved(pos2(x, y))).into_iter().collect();
        let input = RawInput { screen_rect, time: Some(self.time), events, ..RawInput::default() };
        let screen = &mut self.screen;
        let output = self.ctx.run_ui(input, |ui| {
            // Nothing is clicked, so the battle is not left.
            screen.frame(ui, 1.0 / 60.0);
        });
        self.ctx.tessellate(output.shapes, output.pixels_per_point).len()
    }
}
