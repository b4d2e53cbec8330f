//! Ways into the lab: from the title, from a battle, with a level or a file.

use bevy::prelude::World;

use super::{
    Asking, Checking, Dialog, Draft, Edit, Files, Heard, History, Intent, LabScreen, Laid, Level, Page, Screen, Square,
    Stage, Tint, Tool, View, Waiting, board, brushes,
};
use crate::{
    arena::{Arena as _, SideView},
    lab::FieldKind,
    levels::{self, Roster},
    rules::{Battle, RulesetId, Settings, Status, Team},
    screens::{go_to, prefs::Preferences, setup::fault_models},
};

/// Opens the lab with a level at its start.
///
/// # Errors
/// What is wrong with the level.
pub(in crate::screens) fn enter(
    world: &mut World,
    level: &Level,
    ruleset: RulesetId,
    settings: Settings,
) -> Result<(), String> {
    let draft = Draft::of_level(level, Roster::in_play(), ruleset, settings).map_err(|faults| faults.to_string())?;
    show(world, History::new(draft), format!("from {}", level.name), None);
    Ok(())
}

/// Opens the lab afresh with the level that shows most, or goes back to the lab that waits.
pub(in crate::screens) fn begin(world: &mut World) {
    if super::is_parked(world) {
        return super::unpark(world);
    }
    let (levels, _) = levels::builtin_in_play();
    let level = levels.iter().find(|level| level.tag == "tanner-row").or(levels.first()).cloned();
    let entered = level.map(|level| enter(world, &level, level.ruleset, Settings::defaults(level.ruleset)));
    if !matches!(entered, Some(Ok(()))) {
        let draft = Draft::empty(20, 15, Roster::in_play(), RulesetId::ALL[0]);
        show(world, History::new(draft), "an empty board".into(), None);
    }
}

/// Takes the position of a battle that is being played into the lab; the battle waits.
pub(in crate::screens) fn from_battle(
    world: &mut World,
    game: crate::seats::Game,
    watching: Option<crate::seats::Watching>,
    seen: &SideView,
) {
    let level = game.header.level.clone();
    // The player at the screen takes along what its side knows.
    let mut draft = Draft::of_position(&level, Roster::in_play(), Battle::clone(seen));
    if seen.is_partial() {
        let gone = draft.battle().combatants().filter(|fighter| fighter.status == Status::Fled);
        let unknown = gone.map(|fighter| draft.key(fighter.id)).collect();
        // A removed fighter cannot be removed twice, so this does not fail.
        draft.change(&Edit::Remove(unknown)).ok();
    }
    let own_turn = |who| seen.decision() == Some(&seen.ruleset.rules().turn_question(who));
    let kept = match seen.scene.acting {
        Some(who) if draft.is_in_turn() && own_turn(who) => {
            "The turn goes on from here: round, order of turns and spent actions are kept"
        }
        Some(_) if draft.is_in_turn() => {
            "Round, order of turns and spent actions are kept; what was under way in the turn is left out"
        }
        _ => "Nobody was in a turn: a battle from here begins a new round",
    };
    // A waiting lab takes in the position as one more step.
    if super::is_parked(world) {
        super::playing::take_in(world, draft);
        super::unpark(world);
        return super::with_screen(world, |screen, _| screen.say(kept, None));
    }
    let waiting =
        world.suspend().map(|suspended| Waiting { game: Box::new(game), watching, suspended: Box::new(suspended) });
    board::clear(world);
    show(world, History::new(draft), format!("from a battle on {}", level.name), waiting);
    super::with_screen(world, |screen, _| screen.say(kept, None));
}

fn show(world: &mut World, history: History, origin: String, waiting: Option<Waiting>) {
    world.close();
    super::put(world, history.draft());
    let settings = world.resource::<Preferences>().0;
    let kind = history.draft().roster().archetypes.first().map(|archetype| archetype.tag.clone()).unwrap_or_default();
    let screen = LabScreen {
        held: (history.revision(), 0),
        history,
        preview: None,
        previews: 0,
        view: View::default(),
        stage: Stage::gather(world),
        settings,
        tool: Tool::Pick,
        page: Page::Fighter,
        tint: Tint::None,
        brushes: brushes(),
        kind,
        team: Team(0),
        wanted: String::new(),
        picked: Vec::new(),
        target: None,
        attempt: 0,
        hover: None,
        spot: None,
        drag: None,
        band: None,
        stroke: Default::default(),
        ruler: None,
        line: None,
        change: None,
        laid: Laid::Ruler,
        size: 2,
        rolling: None,
        by_keys: false,
        fitted: None,
        dialog: None,
        rule: None,
        toast: None,
        levels: levels::builtin_in_play().0.into_iter().chain(levels::own_levels(Roster::in_play()).0).collect(),
        files: Files::default(),
        faults: Vec::new(),
        origin,
        waiting,
        then: None,
        asking: Asking::default(),
        shading: Default::default(),
        verdicts: Default::default(),
        curves: Default::default(),
        sweeping: Default::default(),
        sheet: None,
        arm_shown: None,
        arm: None,
        checking: Checking::default(),
        fairness: None,
        new_size: (20, 15),
        heard: Heard::default(),
        model: None,
    };
    world.insert_resource(screen);
    go_to(world, Screen::Lab);
}

impl LabScreen {
    /// Begins with another draft; the present one is lost.
    pub(super) fn begin_with(&mut self, draft: Draft, origin: String) {
        let (ruleset, before) = (draft.ruleset(), self.draft().ruleset());
        if ruleset != before {
            let words =
                format!("{} comes with {ruleset}: its rules now answer instead of {before}", draft.level().name);
            self.say(format!("{words}; the tabs above choose others"), None);
        }
        self.history = History::new(draft);
        self.previews += 1;
        self.held = (u64::MAX, 0);
        (self.preview, self.drag, self.band, self.ruler) = (None, None, None, None);
        (self.picked, self.target, self.dialog) = (Vec::new(), None, None);
        (self.fitted, self.origin) = (None, origin);
        self.faults.clear();
        // The new level has other places.
        if matches!(self.tool, Tool::Zone(_)) {
            self.tool = Tool::Pick;
        }
        self.files.of = None;
        self.asking = Asking::default();
        (self.shading, self.verdicts) = (self.shading.afresh(), Default::default());
        // Keys of the old draft name other fighters in the new one.
        (self.curves, self.sweeping, self.rolling) = (self.curves.afresh(), self.sweeping.afresh(), None);
        (self.attempt, self.line, self.change, self.arm_shown) = (0, None, None, None);
        (self.checking, self.fairness) = (Checking::default(), None);
    }

    /// Whether the draft may be lost now; asks first if it has unsaved changes, and keeps `then` for later.
    pub(super) fn lose(&mut self, then: Intent) -> bool {
        if self.history.is_changed() && self.then.is_none() {
            self.dialog = Some(Dialog::Leave);
            self.then = Some(Box::new(then));
            return false;
        }
        self.then = None;
        true
    }

    pub(super) fn open_level(&mut self, index: usize) {
        let Some(level) = self.levels.get(index).cloned() else { return };
        self.open(&level);
    }

    /// Begins with the start of a level; false if the level has faults.
    pub(super) fn open(&mut self, level: &Level) -> bool {
        let ruleset = level.ruleset;
        let draft = Draft::of_level(level, Roster::in_play(), ruleset, Settings::defaults(ruleset));
        match draft {
            Ok(draft) => {
                self.begin_with(draft, format!("from {}", level.name));
                true
            }
            Err(faults) => {
                self.faults = fault_models(&faults);
                false
            }
        }
    }

    pub(super) fn open_empty(&mut self) {
        let ruleset = self.draft().ruleset();
        self.begin_with(
            Draft::empty(self.new_size.0, self.new_size.1, Roster::in_play(), ruleset),
            "an empty board".into(),
        );
        (self.page, self.tool) = (Page::Level, Tool::Pick);
    }
}

/// Picks a fighter, aims at another, points at a square and asks for a field, for screenshots.
pub(in crate::screens) fn stage_picture(
    world: &mut World,
    (pick, on): (Option<&str>, Option<&str>),
    at: Option<Square>,
    field: Option<FieldKind>,
) {
    super::with_screen(world, |screen, _| {
        let draft = screen.history.draft();
        let called = |tag: &str| draft.battle().tagged(tag).map(|fighter| draft.key(fighter.id));
        let (picked, target) = (pick.and_then(called), on.and_then(called));
        screen.picked = picked.into_iter().collect();
        screen.aim(target);
        (screen.hover, screen.by_keys) = (at, at.is_some());
        screen.ask();
        screen.asking.wait();
        if field.is_some() {
            screen.set_field(field);
            screen.shade();
            screen.shading.wait();
        } else if on.is_some() {
            screen.page = Page::Odds;
            screen.judge();
            screen.verdicts.wait();
            screen.draw_curve();
            screen.curves.wait();
            screen.sweep();
            screen.sweeping.wait();
        }
    });
}

/// The middle of a square on the window, in points.
pub(in crate::screens) fn place_of(world: &World, square: Square) -> Option<(f32, f32)> {
    let at = world.get_resource::<LabScreen>()?.view.camera.centre_of(square);
    Some((at.x, at.y))
}

/// Whether the lab is on screen.
pub(in crate::screens) fn is_open(world: &World) -> bool {
    world.contains_resource::<LabScreen>()
}

/// Whether everything is worked out and drawn.
pub(in crate::screens) fn is_complete(world: &World) -> bool {
    let busy = world.get_resource::<LabScreen>().is_some_and(LabScreen::is_busy);
    !busy && (!world.contains_resource::<LabScreen>() || board::is_complete(world))
}
