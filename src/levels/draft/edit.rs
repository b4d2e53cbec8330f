//! The edits of a draft, each as one value, so that panels, keys, undo and random tests all take the same way.

use super::{
    Draft, LevelEdit, Paint, Spot, TokenKey,
    rebuild::{Spec, bring_anew, fresh},
    to_level::default_goal,
};
use crate::{
    geometry::{Direction, Footprint, Square},
    levels::{Gear, Late, deploy::brought, naming::name_fault},
    rules::{
        Arm, Budget, Choice, CombatantId, CombatantRow, CombatantSet, Condition, Facing, Posture, RulesetId, Settings,
        Sheet, Status, Team, Vital, Vitals, and_list, counted,
    },
};

/// One change of a draft.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Fighters go to squares, however far. Riders go with their mounts, and mounts with their riders.
    Move(Vec<(TokenKey, Square)>),
    /// Fighters look another way.
    Face(Vec<TokenKey>, Direction),
    /// Fighters turn clockwise by a number of eighths of a circle.
    Turn(Vec<TokenKey>, i8),
    /// Fighters stand, crouch or lie.
    Posture(Vec<TokenKey>, Posture),
    /// Fighters are in the fight or out of it.
    Status(Vec<TokenKey>, Status),
    /// Their enemies are unaware of them, or aware.
    Hidden(Vec<TokenKey>, bool),
    /// A total of a fighter.
    Vital(TokenKey, Vital, i16),
    /// An allowance of a fighter.
    Budget(TokenKey, Budget, i16),
    /// Adds a condition.
    AddCondition(TokenKey, Condition),
    /// Removes a condition, by its place in the list.
    DropCondition(TokenKey, usize),
    /// Replaces a condition.
    SetCondition(TokenKey, usize, Condition),
    /// Whose turn it is.
    Acting(Option<TokenKey>),
    /// Somebody does something that takes no dice, in a turn of its own: the choice, and words for it.
    Done(TokenKey, Box<Choice>, String),

    /// A new fighter of an archetype.
    Add {
        /// The archetype's tag.
        archetype: String,
        /// The side.
        team: Team,
        /// The square.
        at: Square,
    },
    /// Copies fighters, each to a square.
    Copy(Vec<(TokenKey, Square)>),
    /// Removes fighters.
    Remove(Vec<TokenKey>),
    /// Fighters change to a side, riders with their mounts and mounts with their riders.
    Side(Vec<TokenKey>, Team),
    /// The name of a fighter; an empty one stands for that of its archetype.
    Name(TokenKey, String),
    /// A fighter becomes one of another archetype, unhurt.
    Archetype(TokenKey, String),
    /// Changes the numbers of a fighter.
    Sheet(TokenKey, Box<Sheet>),
    /// Changes the numbers of an item of a fighter, by its place in the list of gear.
    Arm(TokenKey, usize, Box<Arm>),
    /// Changes the gear of a fighter.
    Gear(TokenKey, Vec<Gear>),
    /// A fighter mounts another, or dismounts if there is none.
    Ride(TokenKey, Option<TokenKey>),

    /// A fighter arrives later, or is there from the start.
    Late(TokenKey, Option<Late>),

    /// Another ruleset is in force.
    Ruleset(RulesetId),
    /// A setting of the ruleset in force, by its place in the list.
    Setting(usize, i32),

    /// Pins an expectation, written as in trials; the same one again unpins it.
    Pin(String),

    /// Something is painted.
    Paint(Paint, Vec<Spot>),
    /// The name of the level.
    Title(String),
    /// The description of the level.
    About(String),
    /// The last round.
    RoundLimit(u16),
    /// The ruleset that the level suggests.
    Suggest(RulesetId),
    /// The name of a side; an empty one stands for that of its colour.
    SideName(Team, String),
    /// Places, goals, sides.
    Level(LevelEdit),
}

/// The result of an edit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edited {
    /// In words: "Dima moved".
    pub words: String,
    /// The fighters that it has made.
    pub made: Vec<TokenKey>,
}

/// Why an edit is impossible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoEdit(pub String);

/// Refuses an edit for a reason.
pub(super) fn no<T>(words: impl Into<String>) -> Result<T, NoEdit> {
    Err(NoEdit(words.into()))
}

/// The longest description of a level.
const LONGEST_ABOUT: usize = 200;

impl Draft {
    /// Changes the draft.
    ///
    /// # Errors
    /// Why the edit is impossible; the draft may then be half changed, so keep a copy of it.
    pub fn change(&mut self, edit: &Edit) -> Result<Edited, NoEdit> {
        let mut made = Vec::new();
        let words = match edit {
            Edit::Move(moves) => self.go(moves)?,
            Edit::Face(who, direction) => self.each(who, "turned", |_, row| row.facing = Facing(*direction))?,
            Edit::Turn(who, eighths) => {
                self.each(who, "turned", |_, row| row.facing.0 = turned(row.facing.0, *eighths))?
            }
            Edit::Posture(who, posture) => self.set_posture(who, *posture)?,
            Edit::Status(who, status) => self.set_status(who, *status)?,
            Edit::Hidden(who, hidden) => self.hide(who, *hidden)?,
            Edit::Vital(who, vital, value) => self.set_vital(*who, *vital, *value)?,
            Edit::Budget(who, budget, value) => self.set_budget(*who, *budget, *value)?,
            Edit::AddCondition(who, condition) => self.add_condition(*who, condition)?,
            Edit::DropCondition(who, place) => self.drop_condition(*who, *place)?,
            Edit::SetCondition(who, place, condition) => self.set_condition(*who, *place, condition)?,
            Edit::Acting(who) => self.act(*who)?,
            Edit::Done(by, choice, words) => self.done(*by, choice, words)?,
            Edit::Add { archetype, team, at } => {
                let added = self.add(archetype, *team, *at)?;
                made.push(added);
                format!("{} placed", self.name_of(added))
            }
            Edit::Copy(copies) => {
                made = self.copy(copies)?;
                format!("{} copied", self.names_of(&made))
            }
            Edit::Remove(who) => self.remove(who)?,
            Edit::Side(who, team) => self.change_side(who, *team)?,
            Edit::Name(who, name) => self.set_name(*who, name)?,
            Edit::Archetype(who, tag) => self.recast(*who, tag)?,
            Edit::Sheet(who, sheet) => self.set_sheet(*who, sheet)?,
            Edit::Gear(who, gear) => self.set_gear(*who, gear)?,
            Edit::Arm(who, place, arm) => self.reforge(*who, *place, arm)?,
            Edit::Ride(rider, mount) => self.ride(*rider, *mount)?,
            Edit::Late(who, late) => self.come_later(*who, late.as_ref())?,
            Edit::Ruleset(ruleset) => self.switch(*ruleset)?,
            Edit::Setting(place, value) => self.set_setting(*place, *value)?,
            Edit::Pin(text) => self.toggle_pin(text),
            Edit::Paint(paint, spots) => self.paint(paint, spots),
            Edit::Title(name) => self.set_title(name)?,
            Edit::About(about) => self.set_about(about),
            Edit::RoundLimit(limit) => self.set_round_limit(*limit),
            Edit::Suggest(ruleset) => self.suggest(*ruleset),
            Edit::Level(edit) => self.apply_to_level(edit)?,
            Edit::SideName(team, name) => self.set_side_name(*team, name)?,
        };
        Ok(Edited { words, made })
    }

    /// Makes sure that there is such a side.
    pub(super) fn seat(&mut self, team: Team) {
        while self.level.sides.len() <= usize::from(team.0) {
            self.level.sides.push(crate::levels::Side::default());
        }
        for team in (0..self.level.sides.len() as u8).map(Team) {
            if self.level.goals.iter().all(|goal| goal.team != team) {
                self.level.goals.push(default_goal(team));
            }
        }
        self.level.goals.sort_by_key(|goal| goal.team);
        self.battle.scene.goals.clone_from(&self.level.goals);
    }

    fn add(&mut self, archetype: &str, team: Team, at: Square) -> Result<TokenKey, NoEdit> {
        self.seat(team);
        let Some(spec) = fresh(self, archetype, team, at) else {
            return no(format!("no archetype is called `{archetype}`"));
        };
        let side = spec.sheet.footprint();
        let mut specs = self.specs();
        self.is_room(specs.len() + 1)?;
        let inside = Footprint { anchor: at, side };
        if !inside.squares().all(|square| self.battle.scene.field.extent().contains(square)) {
            return no("a body of that size would stand off the board");
        }
        let key = spec.token.key;
        specs.push(spec);
        self.next += 1;
        self.remake(specs)?;
        Ok(key)
    }

    fn remove(&mut self, who: &[TokenKey]) -> Result<String, NoEdit> {
        let words = format!("{} removed", self.names_of(who));
        let mut specs = self.specs();
        specs.retain(|spec| !who.contains(&spec.token.key));
        specs.iter_mut().for_each(|spec| spec.token.riding = spec.token.riding.filter(|key| !who.contains(key)));
        self.remake(specs)?;
        Ok(words)
    }

    fn is_room(&self, count: usize) -> Result<(), NoEdit> {
        let most = CombatantSet::MOST;
        if count > most { no(format!("at most {most} fighters")) } else { Ok(()) }
    }

    fn copy(&mut self, copies: &[(TokenKey, Square)]) -> Result<Vec<TokenKey>, NoEdit> {
        let mut specs = self.specs();
        self.is_room(specs.len() + copies.len())?;
        let extent = self.battle.scene.field.extent();
        let mut made: Vec<(TokenKey, TokenKey)> = Vec::new();
        for (key, at) in copies {
            let Some(id) = self.id(*key) else { return no("that fighter is not there any more") };
            let body = self.battle.combatant(id).placement.at(*at);
            if !body.0.squares().all(|square| extent.contains(square)) {
                return no(format!("{} would stand off the board", self.name_of(*key)));
            }
            let mut spec = Spec { at: *at, ..specs[id.index()].clone() };
            spec.token.key = TokenKey(self.next);
            // Fighters who are still to arrive are made so again below.
            spec.token.late = None;
            self.next += 1;
            made.push((*key, spec.token.key));
            spec.was = None;
            specs.push(spec);
        }
        let first = specs.len() - copies.len();
        for spec in &mut specs[first..] {
            // A mount that is copied too carries the copy; otherwise the copy is on foot.
            let copied = |mount: TokenKey| made.iter().find(|(was, _)| *was == mount).map(|(_, now)| *now);
            spec.token.riding = spec.token.riding.and_then(copied);
        }
        let rows: Vec<(TokenKey, CombatantRow)> = made
            .iter()
            .filter_map(|(was, now)| Some((*now, self.battle.rows()[self.id(*was)?.index()].clone())))
            .collect();
        self.remake(specs)?;
        for (key, from) in rows {
            let Some(id) = self.id(key) else { continue };
            // Conditions that refer to another fighter or to an item are not copied.
            let free = |condition: &&Condition| {
                condition.references().0.next().is_none() && condition.references().1.next().is_none()
            };
            // Of the conditions that one begins with, the copy has those that the original still has.
            let (_, begun) = self.start_of(id);
            let row = self.battle.combatant_mut(id);
            (row.vitals, row.budgets, row.status) = (from.vitals, from.budgets, from.status);
            row.conditions.0.retain(|condition| !begun.contains(condition));
            row.conditions.0.extend(from.conditions.0.iter().filter(free).copied());
        }
        for (was, now) in &made {
            let comes = self.combatant(*was).is_some_and(|fighter| fighter.status == Status::Awaited);
            let late = self.token(*was).and_then(|token| token.late.clone()).filter(|_| comes);
            if late.is_some() {
                self.come_later(*now, late.as_ref())?;
            }
        }
        Ok(made.into_iter().map(|(_, now)| now).collect())
    }

    /// Rebuilds the battle with some fighters changed.
    pub(super) fn respec(&mut self, who: &[TokenKey], change: impl Fn(&Self, &mut Spec)) -> Result<(), NoEdit> {
        let mut specs = self.specs();
        for key in who {
            let Some(spec) = specs.iter_mut().find(|spec| spec.token.key == *key) else {
                return no("that fighter is not there any more");
            };
            change(self, spec);
        }
        self.remake(specs)
    }

    /// Rebuilds the battle from these fighters under the rules in force.
    pub(super) fn remake(&mut self, specs: Vec<Spec>) -> Result<(), NoEdit> {
        let extent = self.battle.scene.field.extent();
        let body = |spec: &Spec| Footprint { anchor: spec.at, side: spec.sheet.footprint() };
        if specs.iter().any(|spec| !body(spec).squares().all(|square| extent.contains(square))) {
            return no("a body of that size would stand off the board");
        }
        self.rebuild(specs, self.ruleset(), self.battle.settings.clone()).map_err(NoEdit)
    }

    fn change_side(&mut self, who: &[TokenKey], team: Team) -> Result<String, NoEdit> {
        self.seat(team);
        self.respec(&self.party_keys(who), |_, spec| spec.team = team)?;
        Ok(format!("{} on the side of {}", self.names_of(who), self.level.side_name(team)))
    }

    fn set_name(&mut self, who: TokenKey, name: &str) -> Result<String, NoEdit> {
        let name = trimmed_name(name)?;
        self.respec(&[who], |_, spec| spec.token.name.clone_from(&name))?;
        Ok(format!("{} named", self.name_of(who)))
    }

    fn set_sheet(&mut self, who: TokenKey, sheet: &Sheet) -> Result<String, NoEdit> {
        if sheet.ruleset() != self.ruleset() {
            return no("that sheet is for another ruleset");
        }
        let faults = sheet.faults();
        if !faults.is_empty() {
            return no(faults.join("; "));
        }
        self.respec(&[who], |_, spec| spec.sheet = sheet.clone())?;
        Ok(format!("Numbers of {} changed", self.name_of(who)))
    }

    fn set_gear(&mut self, who: TokenKey, gear: &[Gear]) -> Result<String, NoEdit> {
        self.respec(&[who], |_, spec| spec.gear = gear.to_vec())?;
        Ok(format!("Gear of {} changed", self.name_of(who)))
    }

    fn recast(&mut self, who: TokenKey, tag: &str) -> Result<String, NoEdit> {
        let Some(archetype) = self.roster.archetype(tag).cloned() else {
            return no(format!("no archetype is called `{tag}`"));
        };
        let ruleset = self.ruleset();
        let pairs = self.unsaddle(who);
        self.respec(&[who], |draft, spec| {
            spec.sheet = draft.sheet_on(&archetype, ruleset, spec.team);
            spec.gear.clone_from(&archetype.gear);
            spec.token.archetype = tag.into();
            spec.token.kept.clear();
            spec.fresh = true;
        })?;
        let pairs: Vec<_> = pairs.into_iter().filter_map(|(rider, mount)| Some((self.id(rider)?, mount))).collect();
        self.saddle(&pairs);
        Ok(format!("{} recast as {}", self.name_of(who), archetype.name))
    }

    fn ride(&mut self, rider: TokenKey, mount: Option<TokenKey>) -> Result<String, NoEdit> {
        self.unsaddle(rider);
        let at = mount.map(|mount| self.combatant(mount).map(|fighter| (fighter.placement.anchor(), fighter.team)));
        match at {
            Some(None) => return no("that mount is not there any more"),
            Some(Some((at, team))) => {
                if let Some(why) = mount.and_then(|mount| self.no_seat(rider, mount)) {
                    return no(why);
                }
                let own = self.combatant(rider).map(|fighter| fighter.team);
                if own != Some(team) || Some(rider) == mount {
                    return no("a fighter rides a mount of its own side");
                }
                self.respec(&[rider], |_, spec| (spec.at, spec.token.riding, spec.fresh) = (at, mount, true))?;
            }
            None => self.respec(&[rider], |_, spec| (spec.token.riding, spec.fresh) = (None, true))?,
        }
        Ok(format!("{} {}", self.name_of(rider), if mount.is_some() { "in the saddle" } else { "on foot" }))
    }

    fn switch(&mut self, to: RulesetId) -> Result<String, NoEdit> {
        let from = self.ruleset();
        if from == to {
            return Ok(format!("Under {to}"));
        }
        let extent = self.battle.scene.field.extent();
        let mut specs = self.specs();
        self.keep(&mut specs);
        for spec in &mut specs {
            let archetype = self.roster.archetype(&spec.token.archetype);
            let printed = archetype.map(|archetype| self.sheet_on(archetype, to, spec.team));
            let kept = spec.token.kept.get(&to).map(|kept| kept.sheet.clone());
            let plain = || printed.unwrap_or_else(|| self.in_ambush(to.plain_sheet(), spec.team));
            spec.sheet = kept.unwrap_or_else(plain);
            spec.gear.iter_mut().for_each(|gear| gear.state.clear());
            // Bodies that are larger under these rules are kept on the board.
            let side = i16::from(spec.sheet.footprint());
            spec.at.x = spec.at.x.min(extent.width as i16 - side).max(0);
            spec.at.y = spec.at.y.min(extent.height as i16 - side).max(0);
        }
        // Turn order and spent allowances mean nothing under other rules, under which no battle has begun yet.
        (self.in_turn, self.has_begun) = (false, false);
        let before = self.battle.settings.clone();
        let settings = self.settings.get(&to).cloned().unwrap_or_else(|| Settings::defaults(to));
        self.rebuild(specs, to, settings).map_err(NoEdit)?;
        self.settings.insert(from, before);
        // What was kept for these rules is in force now.
        self.settings.remove(&to);
        self.tokens.iter_mut().for_each(|token| drop(token.kept.remove(&to)));
        Ok(format!("Under {to}"))
    }

    fn set_setting(&mut self, place: usize, value: i32) -> Result<String, NoEdit> {
        let Some(setting) = self.ruleset().rules().settings().get(place) else { return no("there is no such setting") };
        if setting.parse(&setting.word(value)) != Ok(value) {
            return no(format!("{} cannot be {value}", setting.key));
        }
        let who: Vec<CombatantId> = self.battle.combatants().map(|fighter| fighter.id).collect();
        let starts = |draft: &Self| -> Vec<Vitals> {
            who.iter().map(|who| draft.ruleset().rules().start_of(&draft.battle, *who)).collect()
        };
        let before = starts(self);
        let had: Vec<_> = who.iter().map(|who| brought(&self.battle, *who)).collect();
        self.battle.constants_mut().settings.set(place, setting, value);
        // Totals that still have their starting value take the new one.
        for ((who, before), after) in who.iter().zip(before).zip(starts(self)) {
            let row = self.battle.combatant_mut(*who);
            for (vital, start) in before.all().filter(|(vital, start)| after.get(*vital) != *start) {
                if row.vitals.get(vital) == start {
                    row.vitals.set(vital, after.get(vital));
                }
            }
        }
        for (who, had) in who.iter().zip(&had).filter(|_| !self.has_begun) {
            bring_anew(&mut self.battle, *who, had);
        }
        Ok(format!("{}: {}", setting.about, setting.word(value)))
    }

    fn toggle_pin(&mut self, text: &str) -> String {
        let ruleset = self.ruleset();
        let is_same = |(of, known): &(RulesetId, String)| *of == ruleset && known == text;
        if self.pins.iter().any(is_same) {
            self.pins.retain(|pin| !is_same(pin));
            return "Expectation dropped".into();
        }
        self.pins.push((ruleset, text.to_owned()));
        "Figure pinned".into()
    }

    fn set_title(&mut self, name: &str) -> Result<String, NoEdit> {
        check_name(name)?;
        name.clone_into(&mut self.level.name);
        Ok("Level named".into())
    }

    fn set_about(&mut self, about: &str) -> String {
        self.level.about = about.chars().filter(|letter| !letter.is_control()).take(LONGEST_ABOUT).collect();
        "Level described".into()
    }

    fn set_round_limit(&mut self, limit: u16) -> String {
        self.level.round_limit = limit.clamp(1, crate::levels::level::MOST_ROUNDS);
        self.battle.scene.last_round = self.level.round_limit;
        counted(self.level.round_limit, "round")
    }

    fn suggest(&mut self, ruleset: RulesetId) -> String {
        self.level.ruleset = ruleset;
        format!("Made for {ruleset}")
    }

    fn set_side_name(&mut self, team: Team, name: &str) -> Result<String, NoEdit> {
        let name = trimmed_name(name)?;
        self.seat(team);
        self.level.sides[usize::from(team.0)].name = name;
        Ok("Side named".into())
    }

    /// The name of a token.
    pub fn name_of(&self, key: TokenKey) -> String {
        self.combatant(key).map_or_else(String::new, |fighter| fighter.identity.name.to_string())
    }

    /// "Dima", "Dima and Ansa", "4 fighters".
    pub fn names_of(&self, keys: &[TokenKey]) -> String {
        match keys.len() {
            0 => "Nobody".into(),
            1 | 2 => and_list(keys.iter().map(|key| self.name_of(*key))),
            more => counted(more, "fighter"),
        }
    }
}

fn check_name(name: &str) -> Result<(), NoEdit> {
    name_fault(name).map_or(Ok(()), |(what, right)| no(format!("{what}: {right}")))
}

/// A name without blanks around it; `None` if nothing is left.
fn trimmed_name(name: &str) -> Result<Option<String>, NoEdit> {
    let name = Some(name.trim().to_string()).filter(|name| !name.is_empty());
    name.as_deref().map_or(Ok(()), check_name)?;
    Ok(name)
}

/// A direction turned clockwise by a number of eighths of a circle.
fn turned(from: Direction, eighths: i8) -> Direction {
    let place = Direction::ALL.iter().position(|direction| *direction == from).unwrap_or(0) as i8;
    Direction::ALL[usize::from((place + eighths).rem_euclid(8).unsigned_abs())]
}
