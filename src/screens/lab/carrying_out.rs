//! Carries out the panels' intents.

use std::path::Path;

use bevy::prelude::World;

use super::{Dialog, Edit, Fairness, Intent, LabScreen, Leave, MenuPage, Page, Square, Team, TokenKey, Tool};
use crate::{
    geometry::Direction,
    levels::{
        Entrance, Gear, Late, check_file,
        draft::{self, Draft, LevelEdit, RecordEdit, with_held},
    },
    panels::lab::model::GoalModel,
    rules::{Aim, CombatantId, Condition, ConditionKind, RulesetId, Settings, Status, Until},
    screens::prefs,
};

/// The edges of the board where somebody can come in.
pub(super) const EDGES: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

impl LabScreen {
    /// Carries out a panel's intent; returns where to go if it leads out of the lab.
    pub(super) fn carry_out(&mut self, intent: Intent, world: &mut World) -> Option<Leave> {
        match intent {
            Intent::Tell(words) => self.say(words, None),
            Intent::Muster(team) => {
                self.take(Tool::Token);
                self.team = team;
            }
            Intent::Take(tool) => self.take(tool),
            Intent::Turn(page) => (self.tool, self.page) = (Tool::Pick, page),
            Intent::Undo => self.turn_back(true),
            Intent::Redo => self.turn_back(false),
            Intent::Ruleset(ruleset) => {
                self.toast = None;
                let before = self.history.edits_made();
                self.edit(&Edit::Ruleset(ruleset));
                if self.history.edits_made() != before && self.toast.is_none() {
                    let looked = "a row of the table on the Odds page only shows it under other rules";
                    self.say(format!("The position is played by {ruleset} now: Undo takes it back; {looked}"), None);
                }
                self.attempt = 0;
            }
            Intent::Evidence(ruleset) => {
                self.look_under(ruleset);
                (self.attempt, self.tool, self.page) = (0, Tool::Pick, Page::Odds);
            }
            Intent::Set(place, value) => {
                self.edit(&Edit::Setting(place, value));
            }
            Intent::Defaults => self.set_defaults(),
            Intent::Pick(key) => {
                (self.picked, self.attempt) = (vec![key], 0);
                self.target = self.target.filter(|target| *target != key);
                self.show_square(key);
            }
            Intent::Cycle(step) => self.cycle(step),
            Intent::All => {
                self.tool = Tool::Pick;
                self.picked = self.draft().tokens().iter().map(|token| token.key).collect();
                self.target = None;
            }
            Intent::Back => return self.back(),
            Intent::Aim(target) => self.aim(target),
            Intent::Swap => self.swap(),
            Intent::Attempt(place) => self.attempt = place,
            Intent::Tint(tint) => self.tint = tint,
            Intent::Field(kind) => self.set_field(kind),
            Intent::NextField => self.next_field(),
            Intent::Whose(whose) => self.shading.whose = whose,
            Intent::Alone(alone) => self.shading.alone = alone,
            Intent::Compare(keep) => self.compare(keep),
            Intent::Read(reading) => self.curves.reading = reading,
            Intent::SaveCurves(file) => self.save_curves(file),
            Intent::Sweep(place) => self.choose_sweep(place),
            Intent::SweepMeasure(measure) => self.measure_sweep(measure),
            Intent::KeepSweep(keep) => self.keep_sweep(keep),
            Intent::SaveSweep(file) => self.save_sweep(file),
            Intent::SaveField(file) => self.save_field(file),
            Intent::KeepField(keep) => self.keep_field(keep),
            Intent::Opacity(opacity) => self.shading.opacity = opacity,
            Intent::TurnBy(eighths) => self.do_picked(|who| Edit::Turn(who, eighths)),
            Intent::Look(direction) => self.do_picked(|who| Edit::Face(who, direction)),
            Intent::Nudge(direction) => self.nudge(direction),
            Intent::Side(team) => self.do_picked(|who| Edit::Side(who, team)),
            Intent::NextSide => self.next_side(),
            Intent::Posture(posture) => self.do_picked(|who| Edit::Posture(who, posture)),
            Intent::Status(status) => self.do_picked(|who| Edit::Status(who, status)),
            Intent::Late(late) => {
                let late = late.map(|(round, place)| Late { round, entrance: self.entrance(place) });
                self.with_one(|who| Edit::Late(who, late));
            }
            Intent::Hidden(hidden) => self.do_picked(|who| Edit::Hidden(who, hidden)),
            Intent::Name(name) => self.with_one(|who| Edit::Name(who, name)),
            Intent::Archetype(tag) => self.with_one(|who| Edit::Archetype(who, tag)),
            Intent::Sheet(path, edit) => self.set_sheet(&path, &edit),
            Intent::ShowArm(place) => self.arm_shown = Some(place),
            Intent::Arm(place, path, edit) => self.set_arm(place, &path, &edit),
            Intent::Load(place, loaded) => self.with_piece(place, |piece| piece.loaded = loaded),
            Intent::Number(place, count) => self.with_piece(place, |piece| piece.count = Some(count)),
            Intent::AsPrinted => self.as_printed(),
            Intent::Vital(vital, value) => self.with_one(|who| Edit::Vital(who, vital, value)),
            Intent::AddCondition(kind) => self.add_condition(kind),
            Intent::DropCondition(place) => self.with_one(|who| Edit::DropCondition(who, place)),
            Intent::ConditionLevel(place, level) => {
                self.set_condition(place, |known| Condition { level, ..known });
            }
            Intent::ConditionEnd(place, until) => self.set_condition(place, |known| Condition { until, ..known }),
            Intent::PointLine(line) => self.line = line,
            Intent::PointChange(change) => self.change = change,
            Intent::TryChange(place) => self.try_change(place),
            Intent::Hold(hand, place) => self.with_gear(|gear, draft| with_held(&gear, hand, place, draft.roster())),
            Intent::Give(arm) => self.with_gear(|mut gear, draft| {
                gear.extend(draft.new_piece(&arm));
                gear
            }),
            Intent::TakeAway(place) => self.with_gear(|mut gear, _| {
                if place < gear.len() {
                    gear.remove(place);
                }
                gear
            }),
            Intent::Remove => self.do_picked(Edit::Remove),
            Intent::Copy => self.copy(),
            Intent::Act => self.with_one(|who| Edit::Acting(Some(who))),
            Intent::Kind(tag) => self.kind = tag,
            Intent::Team(team) => self.team = team,
            Intent::Want(words) => self.wanted = words,
            Intent::Show(square) => {
                self.view.camera.reveal(square);
                (self.hover, self.by_keys) = (Some(square), true);
            }
            Intent::Title(name) => {
                self.edit(&Edit::Title(name));
            }
            Intent::About(about) => {
                self.edit(&Edit::About(about));
            }
            Intent::Rounds(rounds) => {
                self.edit(&Edit::RoundLimit(rounds));
            }
            Intent::SideName(team, name) => {
                self.edit(&Edit::SideName(team, name));
            }
            Intent::Suggest(ruleset) => {
                self.edit(&Edit::Suggest(ruleset));
            }
            Intent::AddZone => self.add_zone(),
            Intent::DropZone(place) => {
                self.tool = Tool::Pick;
                self.edit(&Edit::Level(LevelEdit::DropZone(place)));
            }
            Intent::NameZone(place, name) => {
                self.edit(&Edit::Level(LevelEdit::NameZone(place, name)));
            }
            Intent::Goals(team, goals) => self.set_goals(team, &goals),
            Intent::AddSide => {
                self.edit(&Edit::Level(LevelEdit::AddSide));
            }
            Intent::NewSize(width, height) => self.new_size = (width, height),
            Intent::Fairness => self.count_fairness(),
            Intent::OpenFolder => self.open_folder(),
            Intent::Heard => self.toast = None,
            Intent::OpenRule(rule) => self.rule = Some(rule),
            Intent::CloseRule => self.rule = None,
            Intent::Open(Dialog::Save(kept)) => {
                // The player saves instead of leaving, and can leave afterwards.
                self.then = None;
                self.ask_where(kept);
            }
            Intent::Open(dialog) => {
                self.faults.clear();
                self.files.path.clear();
                self.dialog = Some(dialog);
            }
            Intent::Close => (self.dialog, self.then) = (None, None),
            Intent::Preference(change) => prefs::change(world, change),
            Intent::Path(path) => {
                self.files.path = path;
                // Faults of another path no longer apply.
                self.faults.clear();
                if let Some(Dialog::Save(kept)) = self.dialog {
                    self.weigh_saving(kept);
                }
            }
            Intent::Moment(at) => self.look_at_moment(at),
            Intent::Play => return Some(Leave::Play),
            Intent::Save => self.save(),
            Intent::Write(kept) => self.write(kept),
            Intent::Roll => self.roll(),
            Intent::Face(face) => self.add_face(face),
            Intent::Unroll => self.take_face_back(),
            Intent::Lay(laid) => (self.laid, self.ruler) = (laid, None),
            Intent::Size(size) => self.size = size,
            Intent::Pin => self.pin(),
            Intent::Unpin(text) => {
                self.edit(&Edit::Pin(text));
            }
            Intent::OpenFile => self.open_or_ask(),
            Intent::Trial(_)
            | Intent::TakeMoment
            | Intent::Level(_)
            | Intent::NewLevel
            | Intent::Leave
            | Intent::BackToBattle => return self.leave(intent),
            Intent::LeaveAnyway => {
                self.dialog = None;
                let then = self.then.take()?;
                self.then = Some(then.clone());
                return self.leave(*then);
            }
        }
        None
    }

    /// Carries out an intent that loses the draft, once it is clear that it may be lost.
    fn leave(&mut self, intent: Intent) -> Option<Leave> {
        if !self.lose(intent.clone()) {
            return None;
        }
        match intent {
            Intent::Level(index) => self.open_level(index),
            Intent::NewLevel => self.open_empty(),
            Intent::Trial(place) => self.open_trial(place),
            Intent::TakeMoment => self.open_moment(),
            Intent::OpenFile => self.open_file(),
            Intent::BackToBattle if self.waiting.is_some() => return Some(Leave::Back),
            _ => return Some(Leave::To(MenuPage::Title)),
        }
        None
    }

    /// Opens the file, or asks first if that loses something.
    fn open_or_ask(&mut self) {
        // A file that cannot be opened loses nothing; its faults are told at once.
        let is_sound = check_file(Path::new(self.files.path.trim())).is_ok();
        if !is_sound || self.lose(Intent::OpenFile) {
            self.open_file();
        }
    }

    /// Shows the position under other rules, without an edit.
    fn look_under(&mut self, ruleset: RulesetId) {
        let own = self.history.own().ruleset();
        match self.history.look(ruleset) {
            Ok(()) if ruleset == own => {}
            Ok(()) => {
                self.say(format!("Looked at under {ruleset}: nothing is changed, the position stays with {own}"), None);
            }
            Err(no) => self.say(no.to_string(), None),
        }
    }

    fn take(&mut self, tool: Tool) {
        self.end_stroke();
        (self.tool, self.band, self.drag, self.preview) = (tool, None, None, None);
        self.previews += 1;
    }

    fn turn_back(&mut self, back: bool) {
        let words = if back { self.history.undone() } else { self.history.redone() };
        let words = words.map(|words| format!("{}: {words}", if back { "Undone" } else { "Redone" }));
        let turned = if back { self.history.undo() } else { self.history.redo() };
        let nothing = if back { "Nothing to undo" } else { "Nothing to redo" };
        let words = words.filter(|_| turned).unwrap_or_else(|| nothing.into());
        self.say(words, None);
    }

    /// Adds a place with a free name, and takes the tool that draws it.
    fn add_zone(&mut self) {
        let zones = &self.history.draft().level().zones;
        let place = zones.len();
        let is_free = |name: &String| zones.iter().all(|(known, _)| known != name);
        let name = (1..).map(|number| format!("place {number}")).find(is_free).unwrap_or_default();
        if self.history.edit(&Edit::Level(LevelEdit::AddZone(name))).is_ok() {
            self.tool = Tool::Zone(place);
        }
    }

    fn set_goals(&mut self, team: Team, goals: &[GoalModel]) {
        let zones = &self.history.draft().level().zones;
        let squares = |goal: &GoalModel| {
            goal.zone.and_then(|zone| zones.get(zone)).map(|(_, squares)| squares.clone()).unwrap_or_default()
        };
        let aim = |goal: &GoalModel| match goal.kind {
            1 => Aim::Hold { squares: squares(goal), rounds: goal.number },
            2 => Aim::Reach { squares: squares(goal), count: goal.number },
            3 => Aim::Survive { rounds: goal.number },
            _ => Aim::Defeat,
        };
        let aims = goals.iter().map(|goal| (aim(goal), goal.zone.filter(|_| matches!(goal.kind, 1 | 2)))).collect();
        self.edit(&Edit::Level(LevelEdit::Goals(team, aims)));
    }

    /// Starts or stops counting how even the level is.
    fn count_fairness(&mut self) {
        if let Some(fairness) = self.fairness.as_ref().filter(|fairness| fairness.is_running()) {
            return fairness.stop();
        }
        if let Some(wrong) = self.wrong().into_iter().find(|wrong| !wrong.is_pin) {
            return self.say(format!("Nothing can be counted yet: {}", wrong.words), None);
        }
        match Fairness::start(self.history.draft(), self.history.revision()) {
            Ok(fairness) => self.fairness = Some(fairness),
            Err(words) => self.say(words, None),
        }
    }

    /// Counts again after a change, once it is clear that the level can be played; a count the player has stopped stays
    /// stopped.
    pub(super) fn count_again(&mut self) {
        let revision = self.history.revision();
        let is_due = self.fairness.as_ref().is_some_and(|fairness| fairness.is_due(revision));
        if !is_due || !self.checking.is_done(revision) {
            return;
        }
        let is_wrong = self.wrong().iter().any(|wrong| !wrong.is_pin);
        let begun = (!is_wrong).then(|| Fairness::start(self.history.draft(), revision).ok()).flatten();
        match (begun, &mut self.fairness) {
            (Some(begun), fairness) => *fairness = Some(begun),
            (None, Some(fairness)) => fairness.wait(revision),
            (None, None) => {}
        }
    }

    fn set_defaults(&mut self) {
        let ruleset = self.draft().ruleset();
        let printed = Settings::defaults(ruleset);
        let all = ruleset.rules().settings().iter().enumerate();
        let edits: Vec<Edit> = all.map(|(place, setting)| Edit::Setting(place, printed.get(place, setting))).collect();
        if let Err(no) = self.history.edits(&edits) {
            self.say(no.to_string(), None);
        }
    }

    /// Goes one step back: drops the drag, the tool, the target or the pick, then opens the menu.
    fn back(&mut self) -> Option<Leave> {
        if self.drag.take().is_some() || self.preview.take().is_some() {
            self.previews += 1;
        } else if self.tool != Tool::Pick {
            self.take(Tool::Pick);
        } else if self.target.take().is_some() {
        } else if !self.picked.is_empty() {
            self.picked.clear();
        } else {
            self.dialog = Some(Dialog::Menu);
        }
        None
    }

    fn do_picked(&mut self, edit: impl FnOnce(Vec<TokenKey>) -> Edit) {
        if self.picked.is_empty() {
            return self.say("Nobody is picked", None);
        }
        let edit = edit(self.picked.clone());
        self.edit(&edit);
    }

    fn with_one(&mut self, edit: impl FnOnce(TokenKey) -> Edit) {
        if let [only] = self.picked.as_slice() {
            let edit = edit(*only);
            self.edit(&edit);
        }
    }

    /// The picked fighter, if exactly one is picked.
    fn only(&self) -> Option<(TokenKey, CombatantId)> {
        let [only] = self.picked.as_slice() else { return None };
        Some((*only, self.history.draft().id(*only)?))
    }

    fn set_sheet(&mut self, path: &str, edit: &RecordEdit) {
        let Some((key, who)) = self.only() else { return };
        let draft = self.history.draft();
        match draft::changed(draft.battle().combatant(who).sheet, path, edit, &draft.sheets()) {
            Ok(sheet) => {
                self.edit(&Edit::Sheet(key, Box::new(sheet)));
            }
            Err(words) => self.say(words, None),
        }
    }

    fn set_arm(&mut self, place: usize, path: &str, edit: &RecordEdit) {
        let Some((key, _)) = self.only() else { return };
        let draft = self.history.draft();
        let Some(arm) = draft.arm(key, place) else { return };
        match draft::changed(&arm, path, edit, &draft.arms()) {
            Ok(arm) => {
                self.arm_shown = Some(place);
                self.edit(&Edit::Arm(key, place, Box::new(arm)));
            }
            Err(words) => self.say(words, None),
        }
    }

    /// Changes an item of the picked fighter.
    fn with_piece(&mut self, place: usize, change: impl FnOnce(&mut Gear)) {
        self.with_gear(|mut gear, _| {
            if let Some(piece) = gear.get_mut(place) {
                change(piece);
            }
            gear
        });
    }

    fn as_printed(&mut self) {
        let Some((key, who)) = self.only() else { return };
        if let Some(sheet) = self.history.draft().printed_sheet(who) {
            self.edit(&Edit::Sheet(key, Box::new(sheet)));
        }
    }

    /// Adds a condition that concerns the target, if there is one.
    fn add_condition(&mut self, kind: u8) {
        let whom = self.target.and_then(|key| self.history.draft().id(key));
        let kind = ConditionKind(kind);
        let (low, high) = self.history.draft().ruleset().rules().names().levels_of(kind);
        let condition = Condition { whom, level: 0.clamp(low, high), ..Condition::new(kind, Until::Indefinite) };
        self.with_one(|who| Edit::AddCondition(who, condition));
    }

    fn set_condition(&mut self, place: usize, change: impl FnOnce(Condition) -> Condition) {
        let Some((key, who)) = self.only() else { return };
        let known = self.history.draft().battle().combatant(who).conditions.0.get(place).copied();
        if let Some(known) = known {
            self.edit(&Edit::SetCondition(key, place, change(known)));
        }
    }

    fn with_gear(&mut self, change: impl FnOnce(Vec<Gear>, &Draft) -> Vec<Gear>) {
        let Some((key, who)) = self.only() else { return };
        let draft = self.history.draft();
        let gear = change(draft.gear(who), draft);
        self.edit(&Edit::Gear(key, gear));
    }

    /// An entrance by its index in the list: here, the places of the level, the edges of the board.
    fn entrance(&self, place: usize) -> Entrance {
        let zones = &self.history.draft().level().zones;
        match place.checked_sub(1) {
            None => Entrance::Square,
            Some(place) if place < zones.len() => Entrance::Zone(zones[place].0.clone()),
            Some(place) => EDGES.get(place - zones.len()).map_or(Entrance::Square, |edge| Entrance::Edge(*edge)),
        }
    }

    fn swap(&mut self) {
        if let (Some(target), Some(first)) = (self.target, self.picked.first().copied()) {
            (self.picked, self.target, self.attempt) = (vec![target], Some(first), 0);
        }
    }

    fn cycle(&mut self, step: isize) {
        let all: Vec<TokenKey> = self.draft().tokens().iter().map(|token| token.key).collect();
        if all.is_empty() {
            return;
        }
        let now = self.picked.first().and_then(|key| all.iter().position(|known| known == key));
        let next = now.map_or(0, |now| (now as isize + step).rem_euclid(all.len() as isize) as usize);
        self.tool = Tool::Pick;
        (self.picked, self.attempt) = (vec![all[next]], 0);
        self.target = self.target.filter(|target| *target != all[next]);
        self.show_square(all[next]);
    }

    fn show_square(&mut self, key: TokenKey) {
        if let Some(at) = self.draft().combatant(key).map(|fighter| fighter.placement.anchor()) {
            self.view.camera.reveal(at);
        }
    }

    fn nudge(&mut self, direction: Direction) {
        let draft = self.draft();
        let step = |key: &TokenKey| Some((*key, draft.combatant(*key)?.placement.anchor().step(direction)));
        let moves = self.picked.iter().filter_map(step).collect();
        self.edit(&Edit::Move(moves));
    }

    /// Moves the picked fighters to the next side, or to the second if there is only one.
    fn next_side(&mut self) {
        let draft = self.draft();
        let Some(team) = self.picked.first().and_then(|key| draft.combatant(*key)).map(|fighter| fighter.team) else {
            return;
        };
        let count = draft.level().sides.len().max(2) as u8;
        self.do_picked(|who| Edit::Side(who, Team((team.0 + 1) % count)));
    }

    /// Puts copies into the nearest free squares.
    fn copy(&mut self) {
        if self.picked.is_empty() {
            return self.say("Nobody is picked", None);
        }
        let draft = self.history.draft();
        let mut taken: Vec<Square> = Vec::new();
        let place = |key: &TokenKey| Some((*key, free_beside(draft, *key, &mut taken)?));
        let copies: Vec<(TokenKey, Square)> = self.picked.iter().filter_map(place).collect();
        if copies.len() < self.picked.len() {
            return self.say("No free room for a copy", None);
        }
        let made = self.edit(&Edit::Copy(copies));
        if !made.is_empty() {
            self.picked = made;
        }
    }
}

/// The nearest free place for a body of the same size.
fn free_beside(draft: &Draft, key: TokenKey, taken: &mut Vec<Square>) -> Option<Square> {
    let battle = draft.battle();
    let body = draft.combatant(key)?.footprint();
    let field = &battle.scene.field;
    let is_free = |square: &Square| {
        let stands =
            battle.combatants().any(|fighter| fighter.status != Status::Fled && fighter.footprint().contains(*square));
        field.cell(*square).is_some_and(|cell| cell.has_room()) && !stands && !taken.contains(square)
    };
    let fits = |anchor: &Square| {
        crate::geometry::Footprint { anchor: *anchor, ..body }.squares().all(|square| is_free(&square))
    };
    let far = |square: &Square| {
        let (x, y) = (square.x - body.anchor.x, square.y - body.anchor.y);
        (i32::from(x).pow(2) + i32::from(y).pow(2), *square)
    };
    let found = field.squares().filter(fits).min_by_key(far)?;
    taken.extend(crate::geometry::Footprint { anchor: found, ..body }.squares());
    Some(found)
}
