//! The parts shared by title, setup and recordings: navigation, settings, help, and rules shown on top.

use bevy::{
    app::AppExit,
    prelude::{
        App, IntoScheduleConfigs as _, MessageWriter, Resource, SystemCondition as _, Update, World, in_state, not,
    },
};
use bevy_egui::egui::{TextureId, Ui, Vec2};

use super::{
    FrameSystems, Screen, files, go_to, lab,
    prefs::{self, Preferences},
    recordings,
};
use crate::{
    board,
    levels::{self, Level, Roster},
    panels::{
        help, rule, settings, theme,
        title::{self, Intent, Page, TitleModel},
        widgets::picture,
    },
    rules::{RuleId, RulesetId, Settings},
};

/// The state shared by the pages, and what was pressed in the last frame.
#[derive(Resource, Default)]
pub(super) struct Menu {
    /// Settings or help, over the open page.
    over: Option<Page>,
    /// The rule that was asked for.
    pub(super) rule: Option<AskedRule>,
    /// The recordings there are.
    pub(super) recordings: files::Listing,
    wants: Option<Intent>,
    changes: Option<settings::Intent>,
}

/// A rule that is shown over a page.
#[derive(Clone, Copy)]
pub(super) struct AskedRule {
    /// Its ruleset.
    pub(super) ruleset: RulesetId,
    /// Which.
    pub(super) rule: RuleId,
    /// The edition chosen, where the ruleset has several.
    pub(super) edition: Option<&'static str>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Menu>().init_resource::<Preferences>().add_systems(
        Update,
        carry_out
            .in_set(FrameSystems::Intent)
            .run_if(not(in_state(Screen::Battle)).and_then(not(in_state(Screen::Lab)))),
    );
}

/// Reads the list of recordings again.
pub(super) fn look_for_recordings(world: &mut World) {
    world.resource_mut::<Menu>().recordings = files::Listing::start();
}

fn unfinished(menu: &Menu) -> Option<usize> {
    recordings::unfinished(menu.recordings.all())
}

/// Whether everything a page shows has been loaded.
pub(super) fn is_loaded(world: &World) -> bool {
    world.resource::<Menu>().recordings.is_searched()
}

/// Draws a page with the navigation beside it, or settings or help in its place. Returns the page's intent.
pub(super) fn draw<T>(
    world: &mut World,
    ui: &mut Ui,
    page: Page,
    content: impl FnOnce(&mut World, &mut Ui) -> Option<T>,
) -> Option<T> {
    let preferences = world.resource::<Preferences>().0;
    theme::apply(ui.ctx(), preferences.reduced_motion);
    ui.ctx().set_zoom_factor(f32::from(preferences.text) / 100.0);
    ui.reset_style();
    let mut menu = world.resource_mut::<Menu>();
    if !menu.recordings.poll() {
        ui.ctx().request_repaint();
    }
    let (over, asked) = (menu.over, menu.rule);
    let model = TitleModel {
        page: over.unwrap_or(page),
        unfinished: unfinished(&menu).map(|index| recordings::words(&menu.recordings.all()[index])),
        version: format!("Version {}", env!("CARGO_PKG_VERSION")),
        map: (over.is_none() && page == Page::Title).then(|| backdrop(ui)),
    };
    let mut wants = title::navigation(ui, &model);
    let mut changes = settings::keys(ui, &preferences);
    let mut wanted = None;
    match over {
        Some(Page::Settings) => {
            let set = title::page(ui, "Settings", 560.0, |ui| settings::show(ui, &preferences));
            changes = set.or(changes);
        }
        Some(Page::Help) => title::page(ui, "Keys and mouse", 820.0, help::show),
        _ if page == Page::Title => wants = title::show(ui, &model).or(wants),
        _ => wanted = content(world, ui),
    }
    // Last, so that it lies over the page's own dialogs.
    let is_closed = asked.is_some_and(|asked| {
        let rule = asked.ruleset.rules().catalogue().iter().find(|rule| rule.id == asked.rule);
        rule.is_some_and(|rule| rule::show(ui.ctx(), rule, asked.edition))
    });
    if wanted.is_none() && asked.is_none() {
        wants = wants.or_else(|| title::keys(ui, &model));
    }
    if wants.is_some() || changes.is_some() {
        ui.ctx().request_repaint();
    }
    let mut menu = world.resource_mut::<Menu>();
    (menu.wants, menu.changes) = (wants, changes);
    if is_closed {
        menu.rule = None;
    }
    wanted
}

/// The battlefield behind the title page.
fn backdrop(ui: &Ui) -> (TextureId, Vec2) {
    let levels = levels::builtin();
    let level = levels.iter().find(|level| level.tag == "tanner-row").unwrap_or(&levels[0]);
    map_of(ui, "title".into(), level, level.ruleset)
}

/// A level's map as a texture of that name, with everybody on it, and its size in pixels.
pub(super) fn map_of(ui: &Ui, name: String, level: &Level, ruleset: RulesetId) -> (TextureId, Vec2) {
    let texture = picture::texture(ui.ctx(), name, || {
        match levels::deploy(level, Roster::builtin(), ruleset, Settings::defaults(ruleset)) {
            Ok(battle) => board::map_picture_of(&battle, 1200, 900),
            Err(_) => board::map_picture(&level.field, 1200, 900),
        }
    });
    (texture.id(), texture.size_vec2())
}

/// Carries out the intents of navigation and settings.
fn carry_out(world: &mut World) {
    let mut menu = world.resource_mut::<Menu>();
    let (wants, changes) = (menu.wants.take(), menu.changes.take());
    if let Some(change) = changes {
        prefs::change(world, change);
    }
    match wants {
        Some(Intent::Quit) => {
            // The app ends after this frame.
            world
                .run_system_cached(|mut exit: MessageWriter<'_, AppExit>| {
                    exit.write(AppExit::Success);
                })
                .ok();
        }
        Some(Intent::Continue) => {
            if let Some(index) = unfinished(world.resource::<Menu>()) {
                recordings::resume(world, index, true);
            }
        }
        Some(Intent::Go(page)) => go(world, page),
        None => {}
    }
}

/// Opens a page.
pub(super) fn go(world: &mut World, page: Page) {
    let screen = match page {
        Page::Title => Some(Screen::Title),
        Page::Skirmish => Some(Screen::Setup),
        Page::Recordings => Some(Screen::Recordings),
        Page::Lab => return lab::begin(world),
        Page::Settings | Page::Help => None,
    };
    world.resource_mut::<Menu>().over = if screen.is_none() { Some(page) } else { None };
    if let Some(screen) = screen {
        go_to(world, screen);
    }
}
