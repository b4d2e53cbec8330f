//! Trials: positions as tests. A board, fighters, scripted dice, choices, and what must come of them.
//!
//! ```ron
//! (
//!     format: 1,
//!     ruleset: percentile,
//!     trials: [(
//!         name: "A sword against Fray",
//!         proves: ["PCT-ATK-01"],
//!         board: (size: "5x5"),
//!         combatants: [
//!             (name: "A", at: "a1", archetype: "swordsman"),
//!             (name: "B", at: "b1", archetype: "archer", sheet: (dur: 40), state: {"damage": 6}),
//!         ],
//!         dice: [41, 71, 6],
//!         choices: ["A: strike B sword", "B: fray"],
//!         expect: [Value("B", "damage", 20), Asked("A")],
//!     )],
//! )
//! ```
//!
//! It is the turn of the first combatant, or of `acting`, with nothing spent and nothing rolled; `initiative: true`
//! begins the battle from the start instead, with the dice for it; `people: [Blue]` says whom people play. The first combatant fights for Blue, all others
//! for Orange, unless `side` says otherwise. All dice must be used. `then: [(dice: .., choices: .., expect: ..)]`
//! goes on from there. A file's own `arms` and `archetypes` add to the built-in ones.

use std::path::Path;

use serde::Deserialize;

use super::{
    Expect, Faults, Roster,
    deploy::{Muster, scene},
    fault::meant,
    level::{Placing, no_saddle},
    map::{Board, FIELDS, read_board},
    recording::set,
    roster::{Gear, check_format},
    save::read_text,
    source::{Form, Piece, Source},
};
use crate::{
    geometry::Square,
    rules::{
        Aim, Battle, CombatantId, Condition, ConditionKind, Field, Goal, Identity, Posture, RulesetId, Settings, Sheet,
        SheetSet, Status, Team, Until,
    },
};

/// The version of trial files.
pub const TRIAL_FORMAT: u16 = 1;

/// A position and what must come of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The file.
    pub file: String,
    /// Where it starts in the file.
    pub line: usize,
    /// What it shows.
    pub name: String,
    /// The rules it proves.
    pub proves: Vec<String>,
    /// The position, nothing on the agenda.
    pub battle: Battle,
    /// Whose turn it is; nobody's if the battle is to begin.
    pub acting: Option<CombatantId>,
    /// What is done and expected, one after the other.
    pub stages: Vec<Stage>,
}

/// Choices, their dice, and what must come of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stage {
    /// Faces, in the order in which they fall.
    pub dice: Vec<i32>,
    /// `seat: text`.
    pub choices: Vec<String>,
    /// What must hold after them, with the line of the file.
    pub expect: Vec<(usize, Expect)>,
}

const STAGE: [&str; 3] = ["dice", "choices", "expect"];
const TRIAL: [&str; 13] = [
    "name",
    "proves",
    "settings",
    "board",
    "combatants",
    "things",
    "goals",
    "initiative",
    "people",
    "acting",
    "round",
    "round_limit",
    "then",
];
const FIGHTER: [&str; 14] = [
    "name",
    "side",
    "at",
    "riding",
    "archetype",
    "sheet",
    "gear",
    "state",
    "conditions",
    "posture",
    "status",
    "hidden",
    "unaware_of",
    "about",
];

/// Reads the trials of a file.
///
/// # Errors
/// Everything that is wrong with it.
pub fn load_trials(path: &Path, roster: &Roster) -> Result<Vec<Trial>, Faults> {
    parse_trials(&path.display().to_string(), &read_text(path)?, roster)
}

/// Reads trials. Errors name them as `file`.
///
/// # Errors
/// Everything that is wrong with them.
pub fn parse_trials(file: &str, text: &str, roster: &Roster) -> Result<Vec<Trial>, Faults> {
    let source = Source::new(file, text);
    let trials = source.root().and_then(|root| {
        let form = root.form(&["format", "ruleset", "arms", "archetypes", "trials"])?;
        check_format(&form, TRIAL_FORMAT)?;
        let ruleset: RulesetId = form.need("ruleset")?;
        let roster = roster.extended(&form);
        let reading = Reading { file, ruleset, roster: &roster };
        Some(form.items("trials").into_iter().filter_map(|piece| reading.trial(piece)).collect())
    });
    source.finish(trials)
}

struct Reading<'a> {
    file: &'a str,
    ruleset: RulesetId,
    roster: &'a Roster,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConditionText {
    kind: String,
    #[serde(default)]
    level: i16,
    #[serde(default)]
    whom: Option<String>,
    #[serde(default)]
    with: Option<String>,
    #[serde(default)]
    detail: u64,
    #[serde(default = "ended")]
    until: Until,
}

const fn ended() -> Until {
    Until::Ended
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ThingText {
    arm: String,
    at: String,
}

#[derive(Clone, Copy, Deserialize)]
enum Colour {
    Blue,
    Orange,
    Green,
    Purple,
}

impl Reading<'_> {
    fn trial(&self, piece: Piece<'_>) -> Option<Trial> {
        let fields: Vec<&str> = TRIAL.into_iter().chain(STAGE).collect();
        let form = piece.form(&fields)?;
        let name = form.need("name")?;
        let proves = form.items("proves").into_iter().filter_map(|rule| self.rule(rule)).collect();
        let board = match form.get("board") {
            Some(board) => read_board(&board.form(&FIELDS)?)?,
            None => Board { field: Field::new(20, 20).into(), zones: Vec::new() },
        };
        let fighters: Vec<Form<'_>> =
            form.piece("combatants")?.items().into_iter().filter_map(|piece| piece.form(&FIGHTER)).collect();
        let mut muster = Muster::new(self.ruleset);
        let mut placing = Placing {
            ruleset: self.ruleset,
            field: Some(&board.field),
            roster: self.roster,
            taken: Vec::new(),
            crowds: false,
        };
        for fighter in &fighters {
            self.fighter(fighter, &mut muster, &mut placing)?;
        }
        for piece in form.items("things") {
            self.thing(piece, &mut muster);
        }
        let goals = form.items("goals").into_iter().filter_map(|piece| self.goal(piece, &board)).collect();
        let mut scene = scene(board.field, goals, form.may("round_limit").unwrap_or(u16::MAX));
        scene.people =
            form.may::<Vec<Colour>>("people").unwrap_or_default().into_iter().map(|one| Team(one as u8)).collect();
        let acting = if form.may("initiative").unwrap_or(false) {
            None
        } else {
            scene.round = form.may("round").unwrap_or(1);
            let rules = self.ruleset.rules();
            scene.order = muster.combatants.iter().filter(|one| rules.takes_turns(one)).map(|one| one.id).collect();
            let first: String = match form.get("acting") {
                Some(piece) => piece.read()?,
                None => muster.combatants.first().map(|one| one.identity.tag.to_string()).unwrap_or_default(),
            };
            Some(find(form.place("acting"), &first, &muster)?)
        };
        scene.acting = acting;
        let hidden: Vec<CombatantId> = (0..)
            .zip(&fighters)
            .filter(|(_, fighter)| fighter.may("hidden").unwrap_or(false))
            .map(|(id, _)| CombatantId(id))
            .collect();
        let mut battle = muster.battle(self.settings(&form), scene, &hidden);
        for (id, fighter) in (0..).map(CombatantId).zip(&fighters) {
            self.state(fighter, id, &mut battle);
        }
        for (id, fighter) in (0..).map(CombatantId).zip(&fighters) {
            self.mount(fighter, id, &mut battle)?;
        }
        let mut stages = vec![self.stage(&form)];
        for piece in form.items("then") {
            stages.push(self.stage(&piece.form(&STAGE)?));
        }
        Some(Trial { file: self.file.into(), line: piece.line(), name, proves, battle, acting, stages })
    }

    /// A rule id that the catalogue knows.
    fn rule(&self, piece: Piece<'_>) -> Option<String> {
        let rule: String = piece.read()?;
        self.check_rule(piece, &rule);
        Some(rule)
    }

    fn check_rule(&self, piece: Piece<'_>, rule: &str) {
        let known = || self.ruleset.rules().catalogue().iter().map(|known| known.id.0);
        if known().all(|known| known != rule) {
            piece.fault(format!("no rule is called `{rule}`"), meant(rule, known()));
        }
    }

    fn settings(&self, form: &Form<'_>) -> Settings {
        let mut settings = Settings::defaults(self.ruleset);
        for (key, word) in form.entries("settings") {
            let (Some(name), Some(value)) = (key.read::<String>(), word.read::<String>()) else { continue };
            if let Err((what, right)) = set(&format!("{name} {value}"), self.ruleset, &mut settings) {
                key.fault(what, right);
            }
        }
        settings
    }

    fn stage(&self, form: &Form<'_>) -> Stage {
        let mut expect = Vec::new();
        for piece in form.items("expect") {
            if let Some(one) = piece.read::<Expect>() {
                one.rules().into_iter().for_each(|rule| self.check_rule(piece, rule));
                expect.push((piece.line(), one));
            }
        }
        let mut choices = Vec::new();
        for piece in form.items("choices") {
            let Some(text) = piece.read::<String>() else { continue };
            if text.split_once(':').is_none() {
                piece.fault(format!("`{text}` does not say whose choice it is"), "such as \"A: strike B sword\"");
            }
            choices.push(text);
        }
        Stage { dice: form.may("dice").unwrap_or_default(), choices, expect }
    }

    fn fighter(&self, form: &Form<'_>, muster: &mut Muster, placing: &mut Placing<'_>) -> Option<()> {
        let name: String = form.need("name")?;
        let is_word = !name.is_empty() && name.chars().all(|one| one.is_alphanumeric() || one == '-');
        if !is_word || name.parse::<Square>().is_ok() || muster.combatants.iter().any(|one| *one.identity.tag == *name)
        {
            form.place("name").fault(format!("`{name}` cannot name a combatant"), "one word of its own, no square");
            return None;
        }
        let archetype = match form.may::<String>("archetype") {
            None => None,
            Some(tag) => {
                let found = self.roster.archetype(&tag);
                if found.is_none() {
                    let known = self.roster.archetypes.iter().map(|one| one.tag.as_str());
                    form.place("archetype").fault(format!("no archetype is called `{tag}`"), meant(&tag, known));
                    return None;
                }
                found
            }
        };
        let base = archetype.and_then(|one| one.sheets.sheet(self.ruleset));
        let sheet = self.sheet(form, base)?;
        sheet.faults().into_iter().for_each(|fault| form.place("sheet").fault(fault, ""));
        placing.crowds = form.get("riding").is_some();
        let at = placing.place(&form.need::<String>("at")?, sheet.footprint(), &name, form.place("at"))?;
        let gear: Vec<Gear> = match form.get("gear") {
            Some(piece) => self.roster.read_gear(&piece.items(), false),
            None => archetype.map(|one| one.gear.clone()).unwrap_or_default(),
        };
        let team = Team(form.may::<Colour>("side").map_or(u8::from(!muster.combatants.is_empty()), |side| side as u8));
        let letter = name.chars().next().unwrap_or('?');
        let kind = archetype.map_or("", |one| &one.name);
        let identity = Identity { tag: name.as_str().into(), name: name.as_str().into(), kind: kind.into(), letter };
        let who = muster.add(identity, team, at, sheet);
        if let Err(what) = muster.equip(who, &gear, self.roster) {
            form.place("gear").fault(what, "");
        }
        Some(())
    }

    /// The sheet: the archetype's, or the ruleset's defaults, with the fields that are given.
    fn sheet(&self, form: &Form<'_>, base: Option<Sheet>) -> Option<Sheet> {
        let Some(piece) = form.get("sheet") else {
            if base.is_none() {
                form.whole.fault("a combatant needs an archetype or a sheet", "add `archetype: \"...\"`");
            }
            return base;
        };
        let given: SheetSet = piece.read_within(&format!("({}: ", self.ruleset), ")")?;
        let given = given.sheet(self.ruleset)?;
        match base {
            None => Some(given),
            Some(base) => merge(&base, &given, &piece.fields()?),
        }
    }

    fn thing(&self, piece: Piece<'_>, muster: &mut Muster) {
        let Some(text) = piece.read::<ThingText>() else { return };
        let Ok(at) = text.at.parse::<Square>() else {
            piece.fault(format!("`{}` is no square", text.at), "column letters, then the row: \"c3\"");
            return;
        };
        if let Err(what) = muster.lay(&text.arm, at, self.roster) {
            piece.fault(what, "");
        }
    }

    fn goal(&self, piece: Piece<'_>, board: &Board) -> Option<Goal> {
        let form = piece.form(&["side", "hold", "reach", "survive", "rounds", "count"])?;
        let team = Team(form.need::<Colour>("side")? as u8);
        let zone = |name: &str| super::map::zone_squares(form.place(name), &form.need::<String>(name)?, &board.zones);
        let aim = if form.get("hold").is_some() {
            Aim::Hold { squares: zone("hold")?, rounds: form.need("rounds")? }
        } else if form.get("reach").is_some() {
            Aim::Reach { squares: zone("reach")?, count: form.need("count")? }
        } else {
            Aim::Survive { rounds: form.need("survive")? }
        };
        Some(Goal { team, aim, held: 0 })
    }

    /// Sets what a combatant's record says beyond the sheet.
    fn state(&self, form: &Form<'_>, who: CombatantId, battle: &mut Battle) {
        let names = self.ruleset.rules().names();
        let index = who.index();
        for (key, value) in form.entries("state") {
            let (Some(name), Some(value)) = (key.read::<String>(), value.read::<i16>()) else { continue };
            let place = |known: &[&str]| known.iter().position(|known| *known == name);
            let one = &mut battle.combatants[index];
            if let Some(vital) = place(names.vitals) {
                one.vitals.0[vital] = value;
            } else if let Some(budget) = place(names.budgets) {
                one.budgets.0[budget] = value;
            } else {
                let known = names.vitals.iter().chain(names.budgets).copied();
                key.fault(format!("nothing is counted as `{name}`"), meant(&name, known));
            }
        }
        for piece in form.items("conditions") {
            if let Some(condition) = self.condition(piece, who, battle) {
                battle.combatants[index].conditions.0.push(condition);
            }
        }
        battle.combatants[index].posture = form.may::<Posture>("posture").unwrap_or_default();
        battle.combatants[index].status = form.may::<Status>("status").unwrap_or_default();
        for piece in form.items("unaware_of") {
            let Some(name) = piece.read::<String>() else { continue };
            match battle.tagged(&name).map(|one| one.id) {
                Some(of) => battle.combatants[index].aware = battle.combatants[index].aware.with(of, false),
                None => nobody(piece, &name, battle.combatants.iter().map(|one| &*one.identity.tag)),
            }
        }
    }

    /// Sets somebody in the saddle.
    fn mount(&self, form: &Form<'_>, rider: CombatantId, battle: &mut Battle) -> Option<()> {
        let Some(piece) = form.get("riding") else { return Some(()) };
        let name: String = piece.read()?;
        let Some(mount) = battle.tagged(&name).map(|one| one.id) else {
            nobody(piece, &name, battle.combatants.iter().map(|one| &*one.identity.tag));
            return None;
        };
        let rules = self.ruleset.rules();
        let (one, other) = (battle.one(rider), battle.one(mount));
        let mounts: Vec<CombatantId> =
            battle.combatants.iter().filter(|one| !rules.takes_turns(one)).map(|one| one.id).collect();
        if let Some(what) = no_saddle(rules.no_mount(&other.sheet.0), one.placement, other.placement) {
            piece.fault(format!("{name} {what}"), "choose another mount");
            return None;
        }
        if one.team != other.team || mounts.contains(&rider) {
            piece.fault(format!("{name} and its rider are no pair"), "a fighter rides a mount of its own side");
            return None;
        }
        for effect in rules.saddled(rider, mount) {
            battle.apply(&effect);
        }
        Some(())
    }

    fn condition(&self, piece: Piece<'_>, who: CombatantId, battle: &Battle) -> Option<Condition> {
        let text: ConditionText = piece.read()?;
        let known = self.ruleset.rules().names().conditions;
        let Some(kind) = known.iter().position(|known| *known == text.kind) else {
            piece.fault(format!("no condition is called `{}`", text.kind), meant(&text.kind, known.iter().copied()));
            return None;
        };
        let whom = match &text.whom {
            None => None,
            Some(name) => {
                let found = battle.tagged(name).map(|one| one.id);
                if found.is_none() {
                    nobody(piece, name, battle.combatants.iter().map(|one| &*one.identity.tag));
                }
                found
            }
        };
        let own = || battle.items.iter().filter(|item| item.at.bearer() == Some(who));
        let with = match &text.with {
            None => None,
            Some(tag) => {
                let found = own().find(|item| *item.tag == **tag).map(|item| item.id);
                if found.is_none() {
                    piece.fault(format!("nothing here is called `{tag}`"), meant(tag, own().map(|item| &*item.tag)));
                }
                found
            }
        };
        let kind = ConditionKind(kind as u8);
        Some(Condition { level: text.level, whom, with, detail: text.detail, ..Condition::new(kind, text.until) })
    }
}

/// The base sheet with the named fields of another, whatever ruleset they belong to.
fn merge(base: &Sheet, given: &Sheet, names: &Form<'_>) -> Option<Sheet> {
    let mut base = serde_json::to_value(base).ok()?;
    let given = serde_json::to_value(given).ok()?;
    let from = given.as_object()?.values().next()?;
    let into = base.as_object_mut()?.values_mut().next()?.as_object_mut()?;
    for name in names.names() {
        into.insert(name.into(), from.get(name)?.clone());
    }
    serde_json::from_value(base).ok()
}

fn find(piece: Piece<'_>, name: &str, muster: &Muster) -> Option<CombatantId> {
    let found = muster.combatants.iter().find(|one| *one.identity.tag == *name).map(|one| one.id);
    if found.is_none() {
        nobody(piece, name, muster.combatants.iter().map(|one| &*one.identity.tag));
    }
    found
}

fn nobody<'a>(piece: Piece<'_>, name: &str, known: impl IntoIterator<Item = &'a str>) {
    piece.fault(format!("no combatant is called `{name}`"), meant(name, known));
}
