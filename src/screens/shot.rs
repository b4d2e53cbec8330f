//! Pictures of what the window would show: a moment of a battle, drawn without a display and written to a file.

use std::{path::PathBuf, process::ExitCode};

use bevy::{
    app::AppExit,
    camera::RenderTarget,
    prelude::{App, Last, Local, MessageWriter, On, World},
    render::view::screenshot::{Screenshot, ScreenshotCaptured, save_to_disk},
};

use super::{
    app::{Frames, Surface, app, run_windowless, write_error},
    battle, lab, menu,
    prefs::Preferences,
};
use crate::{
    arena::Arena as _,
    board,
    geometry::Square,
    lab::FieldKind,
    levels::{Level, Roster},
    panels::{
        settings::{SettingsModel, Speed},
        title::Page,
    },
    rules::{Choice, RulesetId, Settings, Team},
    seats::{Game, Seat},
};

/// The moment to draw, and the file to write.
#[derive(Clone, Debug, Default)]
pub struct Shot {
    /// The level; the title page without one.
    pub level: Option<Level>,
    /// The rules; if `None`, those the level suggests, with default settings.
    pub rules: Option<(RulesetId, Settings)>,
    /// The dice.
    pub seed: u64,
    /// Choices in their text form, made one after another.
    pub choices: Vec<String>,
    /// Whether the player asked has taken the seat, where the board is hidden until then.
    pub seated: bool,
    /// The square pointed at.
    pub point: Option<Square>,
    /// The offer that is open, by its verb.
    pub offer: Option<String>,
    /// Who is aimed at, by tag.
    pub target: Option<String>,
    /// Whether the setup page is wanted rather than a battle.
    pub setup: bool,
    /// Whether the lab is wanted, with the level at its start.
    pub lab: bool,
    /// Who is picked in the lab, by tag.
    pub pick: Option<String>,
    /// The question the lab answers for every square.
    pub field: Option<FieldKind>,
    /// The file.
    pub out: PathBuf,
    /// Size in pixels.
    pub size: (u32, u32),
    /// How large text and panels are, 1 being normal.
    pub scale: f32,
}

/// How many frames it takes until panels have found their sizes and textures have arrived.
const SETTLING: u32 = 8;

/// Renders the moment and writes it.
pub fn screenshot(shot: &Shot) -> ExitCode {
    match staged(shot) {
        Ok(mut app) => {
            take(&mut app, shot.out.clone());
            run_windowless(&mut app)
        }
        Err(words) => {
            write_error(&words);
            ExitCode::from(1)
        }
    }
}

/// The app at the moment to draw.
fn staged(shot: &Shot) -> Result<App, String> {
    let (width, height) = shot.size;
    let mut app = app(Surface::Picture(width, height));
    let text = (shot.scale * 100.0) as u16;
    let settings = SettingsModel { speed: Speed::Off, reduced_motion: true, text, ..SettingsModel::default() };
    app.insert_resource(Preferences(settings));
    let world = app.world_mut();
    let Some(level) = &shot.level else {
        if shot.setup {
            menu::go(world, Page::Skirmish);
        }
        return Ok(app);
    };
    let (ruleset, rules) = shot.rules.clone().unwrap_or_else(|| (level.ruleset, Settings::defaults(level.ruleset)));
    if shot.lab {
        lab::enter(world, level, ruleset, rules)?;
        lab::stage_picture(world, (shot.pick.as_deref(), shot.target.as_deref()), shot.point, shot.field);
        return Ok(app);
    }
    let seats = [Seat::Person; Team::MOST];
    let game = Game::new(world, level, Roster::builtin(), ruleset, rules, shot.seed, seats);
    battle::enter(world, game.map_err(|faults| faults.to_string())?, None);
    for text in &shot.choices {
        // Choices come as recordings write them: who is asked, then what is chosen.
        let words = text.split_once(':').map_or(text.as_str(), |(_, words)| words);
        let offers = world.offers();
        let choice = Choice::parse(words, world.battle(), &offers).map_err(|error| format!("`{text}`: {error}"))?;
        battle::choose(world, &choice).map_err(|error| format!("`{text}`: {error}"))?;
    }
    if shot.seated {
        battle::take_seat(world);
    }
    battle::stage_picture(world, shot.offer.as_deref(), shot.target.as_deref(), shot.point);
    Ok(app)
}

/// Takes the screenshot once nothing moves any more, and ends the app when it is written.
fn take(app: &mut App, out: PathBuf) {
    let shoot = move |world: &mut World, mut done: Local<'_, bool>, mut waited: Local<'_, u32>| {
        if *done
            || world.resource::<Frames>().0 < SETTLING
            || !battle::is_complete(world)
            || !lab::is_complete(world)
            || !menu::is_loaded(world)
        {
            return;
        }
        // A few more frames, so that what has just been baked is on screen.
        *waited += 1;
        if *waited == 1 {
            board::calm(world);
        }
        if *waited < SETTLING {
            return;
        }
        *done = true;
        let target = world.query::<&RenderTarget>().iter(world).find_map(|target| target.as_image().cloned());
        let Some(picture) = target else { return };
        world.spawn(Screenshot::image(picture)).observe(save_to_disk(out.clone())).observe(
            |_: On<'_, '_, ScreenshotCaptured>, mut exit: MessageWriter<'_, AppExit>| {
                exit.write(AppExit::Success);
            },
        );
    };
    app.add_systems(Last, shoot);
}
