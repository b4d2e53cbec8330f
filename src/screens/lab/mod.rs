//! The lab: any position under any ruleset, set up by hand, with every answer that play would give about it.
//!
//! Edits go to the [`History`] of drafts. The world holds the battle of the current draft or, while fighters are
//! dragged, of the draft as it would be: board, sight, reach and threat are drawn from the world as in play. Questions
//! about two fighters are worked out beside the frames ([`asking`]).

mod asking;
mod carrying_out;
mod checking;
mod curves;
mod fairness;
#[cfg(test)]
mod field_tests;
mod keeping;
mod models;
mod opening;
mod overlays;
mod pair_models;
mod playing;
mod pointing;
mod rolling;
mod shading;
#[cfg(test)]
mod showing_tests;
mod strokes;
mod sweeping;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod trying_tests;
mod verdicts;

use std::path::{Path, PathBuf};

use bevy::prelude::{
    App, IntoScheduleConfigs as _, Mut, OnExit, Resource, SystemCondition as _, Time, Update, World, in_state,
    resource_exists,
};
use bevy_egui::{
    EguiPrimaryContextPass,
    egui::{Rect, Ui},
};

use self::{
    asking::Asking, checking::Checking, fairness::Fairness, keeping::Files, pointing::Heard, rolling::Rolling,
    shading::Shading, verdicts::Verdicts,
};
pub(super) use self::{
    opening::{begin, enter, from_battle, is_complete, is_open, place_of, stage_picture},
    playing::{is_parked, unpark},
};
use super::{FrameSystems, Screen, app::in_window, battle, menu, prefs::Preferences};
use crate::{
    arena::{Arena as _, Suspended, edit},
    board::{self, Overlays, Stage, View},
    dice::Rolled,
    geometry::Square,
    levels::{
        Level,
        draft::{Brush, Draft, Edit, History, TokenKey, brushes},
    },
    panels::{
        lab::{self as panel, Dialog, Intent, LabModel, Page, Tint, Tool, model::Laid},
        settings::SettingsModel,
        setup::model::FaultModel,
        theme,
        title::Page as MenuPage,
    },
    rules::{Arm, CombatantId, RuleId, Sheet, Team},
    seats::{Game, Watching},
};

pub(super) fn plugin(app: &mut App) {
    let shown = || in_state(Screen::Lab).and_then(resource_exists::<LabScreen>);
    app.add_systems(Update, input.in_set(FrameSystems::Input).run_if(shown()))
        .add_systems(Update, intent.in_set(FrameSystems::Intent).run_if(shown()))
        .add_systems(Update, think.in_set(FrameSystems::Think).run_if(shown()))
        .add_systems(Update, board::animation().in_set(FrameSystems::Animate).run_if(shown()))
        .add_systems(Update, models.in_set(FrameSystems::Models).run_if(shown()))
        .add_systems(EguiPrimaryContextPass, in_window(draw).in_set(FrameSystems::Draw).run_if(shown()))
        .add_systems(OnExit(Screen::Lab), close);
}

/// Where one goes from the lab.
enum Leave {
    /// To a page of the menu.
    To(MenuPage),
    /// Back to the battle that waits.
    Back,
    /// Into a battle that begins with this position.
    Play,
}

/// A battle that waits while its position is in the lab.
pub(super) struct Waiting {
    game: Box<Game>,
    watching: Option<Watching>,
    suspended: Box<Suspended>,
}

/// Fighters that are being dragged, from the square that was grabbed.
#[derive(Clone, Debug)]
struct Drag {
    from: Square,
    to: Square,
    /// The last square where they could be put down; they are shown there.
    shown: Square,
    /// With Shift, copies are dragged and the fighters themselves stay.
    copies: bool,
    /// Who is dragged: the fighters picked, or the target.
    who: Vec<TokenKey>,
}

/// A passing message; `left` is how long it still stays, in seconds.
struct Toast {
    words: String,
    rule: Option<RuleId>,
    left: f32,
    /// The saved file it is about; its folder can be opened.
    saved: Option<PathBuf>,
}

/// The lab on screen.
#[derive(Resource)]
pub(super) struct LabScreen {
    history: History,
    /// The draft as it would be if the dragged fighters were put down.
    preview: Option<Draft>,
    /// What the world holds: the history's revision, and the preview's.
    held: (u64, u64),
    /// Counts previews.
    previews: u64,
    view: View,
    stage: Stage,
    settings: SettingsModel,
    tool: Tool,
    page: Page,
    tint: Tint,
    brushes: Vec<Brush>,
    kind: String,
    team: Team,
    wanted: String,
    picked: Vec<TokenKey>,
    target: Option<TokenKey>,
    attempt: usize,
    hover: Option<Square>,
    spot: Option<(f32, f32)>,
    drag: Option<Drag>,
    band: Option<(Square, Square)>,
    /// What has been painted since the button went down.
    stroke: strokes::Stroke,
    ruler: Option<Square>,
    /// The line of sight that is drawn alone, by index.
    line: Option<usize>,
    /// The change pointed at in the list of changes that would alter the attack, by index.
    change: Option<usize>,
    laid: Laid,
    size: u16,
    /// The dice chosen by hand for the attack shown, and their result.
    rolling: Option<Rolling>,
    by_keys: bool,
    fitted: Option<Rect>,
    dialog: Option<Dialog>,
    rule: Option<RuleId>,
    toast: Option<Toast>,
    levels: Vec<Level>,
    files: Files,
    faults: Vec<FaultModel>,
    origin: String,
    waiting: Option<Waiting>,
    /// What to do once it is clear that changes may be lost.
    then: Option<Box<Intent>>,
    asking: Asking,
    shading: Shading,
    verdicts: Verdicts,
    curves: curves::Curves,
    sweeping: sweeping::Sweeping,
    /// The fields of the sheet shown.
    sheet: Option<models::Fields<Sheet>>,
    /// The item chosen to show its numbers, by index.
    arm_shown: Option<usize>,
    /// Its fields.
    arm: Option<models::Fields<Arm>>,
    checking: Checking,
    fairness: Option<Fairness>,
    new_size: (u16, u16),
    heard: Heard,
    model: Option<(LabModel, Overlays)>,
}

/// Takes battle and tokens out of the world.
fn close(world: &mut World) {
    // On the way back to a battle the world holds that battle by now.
    if world.remove_resource::<LabScreen>().is_none() {
        return;
    }
    board::clear(world);
    world.close();
}

/// Runs `act` on the screen, with the world beside it.
fn with_screen<T>(world: &mut World, act: impl FnOnce(&mut LabScreen, &mut World) -> T) -> T {
    world.resource_scope(|world, mut screen: Mut<'_, LabScreen>| act(&mut screen, world))
}

/// What pointer and keys on the board did in the last frame.
fn input(world: &mut World) {
    with_screen(world, |screen, world| {
        let heard = std::mem::take(&mut screen.heard.board);
        heard.into_iter().for_each(|heard| screen.hear(heard));
        screen.hold(world);
    });
}

/// Carries out what was pressed on a panel in the last frame.
fn intent(world: &mut World) {
    let leave = with_screen(world, |screen, world| {
        let intent = screen.heard.intent.take()?;
        let leave = screen.carry_out(intent, world);
        screen.hold(world);
        leave
    });
    match leave {
        Some(Leave::To(page)) => menu::go(world, page),
        Some(Leave::Back) => back(world),
        Some(Leave::Play) => playing::play(world),
        None => {}
    }
}

/// Goes back to the battle that waits.
fn back(world: &mut World) {
    let waiting = with_screen(world, |screen, _| screen.waiting.take());
    let Some(Waiting { game, watching, suspended }) = waiting else { return };
    world.remove_resource::<LabScreen>();
    board::clear(world);
    world.resume(*suspended);
    battle::enter(world, *game, watching);
}

/// Has the questions about the picked fighters worked out.
fn think(world: &mut World) {
    let seconds = world.resource::<Time>().delta_secs();
    with_screen(world, |screen, world| {
        screen.settings = world.resource::<Preferences>().0;
        if let Some(toast) = &mut screen.toast {
            toast.left -= seconds;
        }
        screen.toast.take_if(|toast| toast.left <= 0.0);
        screen.ask();
        screen.shade();
        screen.judge();
        screen.draw_curve();
        screen.sweep();
        screen.read_sheet();
        screen.read_arm();
        screen.roll_on();
        let revision = screen.history.revision();
        screen.checking.look(revision, screen.history.draft(), seconds);
        screen.count_again();
    });
}

/// Fills the panels' models and the overlays.
fn models(world: &mut World) {
    with_screen(world, |screen, world| {
        screen.stage = Stage::gather(world);
        let overlays = screen.overlays();
        screen.model = Some((screen.model(), overlays));
    });
}

/// Draws the panels, says what is drawn on the board between them, and reads input.
pub(super) fn draw(world: &mut World, ui: &mut Ui) {
    with_screen(world, |screen, world| {
        screen.draw(ui);
        if let Some((_, overlays)) = &screen.model {
            board::present(world, &screen.view.camera, overlays, None);
        }
    });
}

impl LabScreen {
    /// The draft as it is shown.
    fn draft(&self) -> &Draft {
        self.preview.as_ref().unwrap_or_else(|| self.history.draft())
    }

    /// Brings the world's battle in line with the draft shown.
    fn hold(&mut self, world: &mut World) {
        let revision = (self.history.revision(), if self.preview.is_some() { self.previews } else { 0 });
        if revision == self.held && world.is_open() {
            return;
        }
        self.held = revision;
        let draft = self.draft();
        put(world, draft);
        let gone = |key: &TokenKey| draft.id(*key).is_none();
        let (picked, target): (Vec<TokenKey>, _) =
            (self.picked.iter().copied().filter(|key| !gone(key)).collect(), self.target.filter(|key| !gone(key)));
        (self.picked, self.target) = (picked, target);
    }

    /// Changes the draft; a refusal is told.
    fn edit(&mut self, edit: &Edit) -> Vec<TokenKey> {
        match self.history.edit(edit) {
            Ok(edited) => edited.made,
            Err(no) => {
                self.say(no.to_string(), None);
                Vec::new()
            }
        }
    }

    /// Whether something is being worked out beside the frames.
    const fn is_busy(&self) -> bool {
        self.asking.is_busy()
            || self.shading.is_busy()
            || self.verdicts.is_busy()
            || self.curves.is_busy()
            || self.sweeping.is_busy()
    }

    fn say(&mut self, words: impl Into<String>, rule: Option<RuleId>) {
        let words = words.into();
        // As long as it takes to read.
        let left = (2.0 + words.chars().count() as f32 / 14.0).max(4.0);
        self.toast = Some(Toast { words, rule, left, saved: None });
    }

    /// Says where a file has been saved, long enough to go there.
    fn say_saved(&mut self, path: &Path, more: &str) {
        const LONG: f32 = 40.0;
        let words = format!("Saved as {}{more}", path.display());
        self.toast = Some(Toast { words, rule: None, left: LONG, saved: Some(path.to_owned()) });
    }

    /// Opens the folder of the file saved last in the system's file manager.
    fn open_folder(&mut self) {
        let saved = self.toast.as_ref().and_then(|toast| toast.saved.as_ref());
        let Some(folder) = saved.and_then(|path| path.parent()).map(Path::to_owned) else { return };
        if let Err(error) = crate::levels::folders::show(&folder) {
            self.say(format!("No program opens folders here ({error}). The folder is {}", folder.display()), None);
        }
    }

    /// Those who are picked, by id.
    fn picked_ids(&self) -> Vec<CombatantId> {
        self.picked.iter().filter_map(|key| self.draft().id(*key)).collect()
    }

    /// Draws everything and keeps what is heard for the next frame.
    fn draw(&mut self, ui: &mut Ui) {
        theme::apply(ui.ctx(), self.settings.reduced_motion);
        ui.ctx().set_zoom_factor(f32::from(self.settings.text) / 100.0);
        let Some((model, overlays)) = self.model.as_ref() else {
            ui.ctx().request_repaint();
            return;
        };
        let shown = panel::show(ui, model);
        if self.fitted != Some(shown.board) {
            self.fitted = Some(shown.board);
            self.view.camera.fit(self.stage.shown().scene.field.extent(), shown.board);
        }
        let response = board::show(ui, shown.board, &mut self.view, &self.stage, overlays, None);
        let free = model.dialog.is_none() && model.rule.is_none();
        let handled = if free { panel::handles(ui, model, shown.board) } else { None };
        let is_board = free && handled.is_none();
        self.heard = pointing::listen(ui, is_board.then_some(&response), handled.or(shown.intent));
        let goes_on = self.stage.is_busy() || self.toast.is_some() || self.is_busy() || self.heard.is_something();
        let goes_on = goes_on
            || self.checking.is_busy(self.history.revision())
            || self.fairness.as_ref().is_some_and(Fairness::is_running);
        if goes_on {
            ui.ctx().request_repaint();
        }
    }
}

/// Puts the battle of a draft into the world; where only combatants and scene differ, they are written like any edit.
fn put(world: &mut World, draft: &Draft) {
    let battle = draft.battle();
    if !world.is_open() {
        world.open(battle.clone(), Rolled::new(0));
        board::reset(world);
        return;
    }
    let now = world.battle();
    let same = std::sync::Arc::ptr_eq(now.constants(), battle.constants())
        && std::sync::Arc::ptr_eq(&now.scene.field, &battle.scene.field)
        && now.item_rows() == battle.item_rows()
        && now.rows().len() == battle.rows().len();
    if !same {
        world.restore(battle);
        return;
    }
    let changed: Vec<crate::rules::CombatantRow> =
        now.rows().iter().zip(battle.rows()).filter(|(now, next)| now != next).map(|(_, next)| next.clone()).collect();
    let scene = (now.scene != battle.scene).then(|| battle.scene.clone());
    edit(world, |world| {
        for row in changed {
            let entity = world.resource::<crate::arena::CombatantEntities>().entity(row.id);
            let mut entity = world.entity_mut(entity);
            entity.insert((row.placement, row.posture, row.facing, row.status, row.vitals, row.budgets));
            entity.insert((row.conditions, row.hands, row.aware, row.sightings, row.orders));
        }
        if let Some(scene) = scene {
            world.resource_mut::<crate::arena::Scenery>().0 = scene;
        }
    });
}
