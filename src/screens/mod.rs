//! The window: an app made of screens. Each screen is a Bevy state and a plugin; the systems of a frame are in named
//! sets.
//!
//! ```text
//! Input -> Intent -> Play -> Think -> Animate -> Models -> Draw
//! ```
//!
//! Each screen draws its panels in one system, because panels share a `Ui`. It collects input, and the first two sets of
//! the next frame carry it out. The battle's screen also says what is drawn on the board between the panels;
//! [`DrawBoard`](crate::board::DrawBoard) draws that in the same frame.

mod app;
mod battle;
mod beside;
mod favourites;
mod field_change;
mod field_parts;
mod files;
mod headless;
mod lab;
mod lean;
mod menu;
mod prefs;
mod recordings;
mod resuming;
mod setup;
mod shot;
mod strokes;
mod title;

pub use app::{Start, play};
pub use headless::{HeadlessFrame, headless_app};
pub use shot::{Shot, screenshot};

use bevy::{
    ecs::schedule::SingleThreadedExecutor,
    prelude::{
        App, AppExtStates as _, IntoScheduleConfigs as _, Messages, NextState, States, SystemSet, Update, World,
    },
    window::RequestRedraw,
};

use crate::board;

/// The screen that fills the window. Settings, help, rules and results are shown over it.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Screen {
    /// The title page.
    #[default]
    Title,
    /// Setting up a skirmish.
    Setup,
    /// Recordings of battles.
    Recordings,
    /// A battle, played or watched.
    Battle,
    /// The lab.
    Lab,
}

/// The sets of a frame, in this order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FrameSystems {
    /// Pointer and keys on the board move cursor and camera.
    Input,
    /// Intents are carried out.
    Intent,
    /// Computer, observers and recordings answer; the view takes in what has happened.
    Play,
    /// The computer starts thinking, forecasts are computed.
    Think,
    /// Tokens move.
    Animate,
    /// Panels' models and overlays are filled.
    Models,
    /// Panels are drawn, and the board is told what to draw.
    Draw,
}

/// Goes to a screen with the next frame, and requests that frame.
fn go_to(world: &mut World, screen: Screen) {
    world.resource_mut::<NextState<Screen>>().set_if_neq(screen);
    // Without a window there is no event loop to wake.
    if let Some(mut asked) = world.get_resource_mut::<Messages<RequestRedraw>>() {
        asked.write(RequestRedraw);
    }
}

/// All screens, without a window to show them in.
pub fn plugin(app: &mut App) {
    use FrameSystems::{Animate, Input, Intent, Models, Play, Think};
    app.init_state::<Screen>()
        // One system after the other, so handing them to other threads would only cost time.
        .edit_schedule(Update, |schedule| {
            schedule.set_executor(SingleThreadedExecutor::new());
        })
        .configure_sets(Update, (Input, Intent, Play, Think, Animate, Models).chain())
        .add_plugins((
            board::plugin,
            menu::plugin,
            title::plugin,
            setup::plugin,
            recordings::plugin,
            battle::plugin,
            lab::plugin,
        ));
}
