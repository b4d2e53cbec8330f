//! Trials: positions as tests, with a board, fighters, scripted dice, choices and expectations.
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
//!         dice: [41, 71, 6, 10],
//!         choices: ["A: strike B sword", "B: fray"],
//!         expect: [Value("B", "damage", 23), Asked("A")],
//!     )],
//! )
//! ```
//!
//! It is the turn of the first combatant, or of `acting`, with nothing spent or rolled; `initiative: true` starts from
//! the beginning of the battle instead, with the dice for it; `people: [Blue]` names the sides that people play. The
//! first combatant fights for Blue, all others for Orange, unless `side` says otherwise. All dice must be used. `then:
//! [(dice: .., choices: .., expect: ..)]` continues from there. A file's own `arms` and `archetypes` are added to the
//! built-in ones.

use std::{cell::RefCell, path::Path, sync::Arc};

use super::{
    Expect, Faults, Roster,
    deploy::{Muster, look_ahead, scene},
    fault::meant,
    fighter::{Colour, FIGHTER, nobody},
    kind::{FileKind, form_of, no_recording},
    map::{Board, FIELDS, read_board},
    naming::{LONGEST_LINE, is_line},
    placing::Placing,
    recording::set,
    references::{Known, square_on},
    roster::check_format,
    save::read_text,
    source::{Form, Piece, Source},
};
use crate::{
    geometry::Square,
    rules::{Aim, Battle, Battlefield, CombatantId, CombatantSet, Goal, RulesetId, Settings, Team},
};

/// The version of trial files.
pub const TRIAL_FORMAT: u16 = 1;

/// A position with choices and expectations.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The file.
    pub file: String,
    /// The line of the file where it starts.
    pub line: usize,
    /// Its name.
    pub name: String,
    /// The rules it proves.
    pub proves: Vec<String>,
    /// The position, nothing on the agenda.
    pub battle: Battle,
    /// Whose turn it is; `None` if the battle starts from the beginning.
    pub acting: Option<CombatantId>,
    /// Its stages, one after the other.
    pub stages: Vec<TrialStage>,
    /// The archetypes and arms that can be named.
    pub roster: Arc<Roster>,
}

/// Choices with their dice and expectations.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrialStage {
    /// Faces, in the order in which they fall.
    pub dice: Vec<i32>,
    /// `seat: text`, each with its line of the file.
    pub choices: Vec<(usize, String)>,
    /// What must hold after them.
    pub expect: Vec<Expected>,
}

/// An expectation.
#[derive(Clone, Debug, PartialEq)]
pub struct Expected {
    /// Its line of the file.
    pub line: usize,
    /// Its text in the file.
    pub words: String,
    /// The expectation.
    pub what: Expect,
}

/// The most characters of a choice.
const LONGEST_CHOICE: usize = 2000;

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
/// Reads the trials of a file.
///
/// # Errors
/// Everything that is wrong with it.
pub fn load_trials(path: &Path, roster: &Roster) -> Result<Vec<Trial>, Faults> {
    let (file, text) = (path.display().to_string(), read_text(path)?);
    no_recording(&file, &text, FileKind::Trials)?;
    parse_trials(&file, &text, roster)
}

/// Reads trials. Errors name them as `file`.
///
/// # Errors
/// Everything that is wrong with them.
pub fn parse_trials(file: &str, text: &str, roster: &Roster) -> Result<Vec<Trial>, Faults> {
    let source = Source::new(file, text);
    let trials = source.root().and_then(|root| {
        let form = form_of(root, FileKind::Trials, &["format", "ruleset", "arms", "archetypes", "trials"])?;
        check_format(&form, TRIAL_FORMAT)?;
        let Some(ruleset) = form.need::<RulesetId>("ruleset") else {
            without_rules(&form, roster);
            return None;
        };
        let roster = Arc::new(roster.extended(&form));
        let reading = Reading { file, ruleset, roster: &roster, last_board: RefCell::default() };
        let trials = form.piece("trials")?;
        let items = trials.items();
        if items.is_empty() && trials.text().starts_with('[') {
            trials.fault("this file has no trials", "write at least one: (name: \"...\", combatants: [...], ...)");
        }
        Some(items.into_iter().filter_map(|piece| reading.trial(piece)).collect())
    });
    source.finish(trials)
}

/// Reads the parts of a file that do not depend on its ruleset, for their faults: its own arms and archetypes, and the
/// name and the board of each trial.
fn without_rules(form: &Form<'_>, roster: &Roster) {
    roster.extended(form);
    for piece in form.items("trials") {
        let Some(form) = piece.form(&fields()) else { continue };
        name(&form);
        board(&form);
    }
}

/// The fields of a trial.
fn fields() -> Vec<&'static str> {
    TRIAL.into_iter().chain(STAGE).collect()
}

/// The name of a trial.
fn name(form: &Form<'_>) -> String {
    let is_short = |name: &String| is_line(name, LONGEST_LINE, form.place("name"));
    form.need::<String>("name").filter(is_short).unwrap_or_default()
}

/// What the trials of a file have in common.
pub(super) struct Reading<'a> {
    /// The file.
    pub(super) file: &'a str,
    /// The rules.
    pub(super) ruleset: RulesetId,
    /// The archetypes and arms that can be named.
    pub(super) roster: &'a Arc<Roster>,
    /// The board of the trial before: thousands of trials on equal boards share one.
    last_board: RefCell<Option<Arc<Battlefield>>>,
}

impl Reading<'_> {
    fn trial(&self, piece: Piece<'_>) -> Option<Trial> {
        let form = piece.form(&fields())?;
        let name = name(&form);
        let proves = form.items("proves").into_iter().filter_map(|rule| self.rule(rule)).collect();
        let mut board = board(&form);
        board.field = board.field.map(|field| self.shared(field));
        let fighters = fighters(&form);
        let mut muster = Muster::new(self.ruleset);
        let field = board.field.as_deref();
        let mut placing =
            Placing { ruleset: self.ruleset, field, roster: self.roster, taken: Vec::new(), crowds: false };
        let mut sound = Vec::new();
        for fighter in &fighters {
            sound.push(self.fighter(fighter, &mut muster, &mut placing));
        }
        for piece in form.items("things") {
            self.item(piece, field, &mut muster);
        }
        let goals = form.items("goals").into_iter().filter_map(|piece| self.goal(piece, &board)).collect();
        let hidden: Vec<CombatantId> = (0..)
            .zip(&fighters)
            .filter(|(_, fighter)| fighter.may("hidden").unwrap_or(false))
            .map(|(id, _)| CombatantId(id))
            .collect();
        let mut scene = scene(
            board.field.unwrap_or_else(|| Battlefield::new(1, 1).into()),
            goals,
            form.may("round_limit").unwrap_or(u16::MAX),
        );
        scene.people = form
            .may::<Vec<Colour>>("people")
            .unwrap_or_default()
            .into_iter()
            .map(|colour| Team(colour as u8))
            .collect();
        if !form.may("initiative").unwrap_or(false) {
            scene.round = form.may("round").unwrap_or(1);
            scene.acting = acting(&form, &muster);
        }
        let acting = scene.acting;
        let has_begun = scene.round > 0;
        let mut battle = muster.battle(self.settings(&form), scene, &hidden);
        look_ahead(&mut battle);
        if has_begun {
            let rules = self.ruleset.rules();
            battle.scene.order =
                battle.combatants().filter(|fighter| rules.takes_turns(*fighter)).map(|fighter| fighter.id).collect();
        }
        for ((id, fighter), sound) in (0..).map(CombatantId).zip(&fighters).zip(&sound) {
            self.state(fighter, id, *sound, &mut battle);
        }
        for (id, fighter) in (0..).map(CombatantId).zip(&fighters) {
            self.mount(fighter, id, &sound, &mut battle);
        }
        let known = Known { battle: &battle, roster: self.roster };
        let mut stages = vec![self.stage(&form, &known)];
        let then = form.items("then").into_iter().filter_map(|piece| piece.form(&STAGE));
        stages.extend(then.map(|form| self.stage(&form, &known)));
        if ["choices", "expect", "then"].iter().all(|name| form.items(name).is_empty()) {
            piece.fault("this trial proves nothing", "give it `choices` or what to `expect`");
        }
        Some(Trial {
            file: self.file.into(),
            line: piece.line(),
            name,
            proves,
            battle,
            acting,
            stages,
            roster: Arc::clone(self.roster),
        })
    }

    /// The board, or the one of the trial before if that is equal.
    fn shared(&self, field: Arc<Battlefield>) -> Arc<Battlefield> {
        let mut last = self.last_board.borrow_mut();
        let same = last.take().filter(|last| *last == field);
        Arc::clone(last.insert(same.unwrap_or(field)))
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

    fn stage(&self, form: &Form<'_>, known: &Known<'_>) -> TrialStage {
        let mut expect = Vec::new();
        for piece in form.items("expect") {
            if let Some(what) = piece.read::<Expect>() {
                for (what, right) in known.faults(&what) {
                    piece.fault_of_word(what, right);
                }
                let words = piece.text().split_whitespace().collect::<Vec<_>>().join(" ");
                expect.push(Expected { line: piece.line(), words, what });
            }
        }
        let mut choices = Vec::new();
        for piece in form.items("choices") {
            let Some(text) = piece.read::<String>() else { continue };
            if !is_line(&text, LONGEST_CHOICE, piece) {
                continue;
            }
            for (what, right) in known.faults_of_choice(&text) {
                piece.fault_of_word(what, right);
            }
            choices.push((piece.line(), text));
        }
        TrialStage { dice: form.may("dice").unwrap_or_default(), choices, expect }
    }

    fn item(&self, piece: Piece<'_>, field: Option<&Battlefield>, muster: &mut Muster) {
        let Some(form) = piece.form(&["arm", "at"]) else { return };
        let (arm, at) = (form.need::<String>("arm"), form.need::<String>("at"));
        let at = at.and_then(|at| match square_on(&at, field) {
            Ok(at) => Some(at),
            Err((what, right)) => {
                form.place("at").fault(what, right);
                None
            }
        });
        let Some(arm) = arm else { return };
        if self.roster.arm(&arm).is_none() {
            let (what, right) = self.roster.no_arm(&arm);
            return form.place("arm").fault(what, right);
        }
        let laid = muster.lay(&arm, at.unwrap_or(Square::new(0, 0)), self.roster);
        if let Some(what) = self.no_numbers(&arm).or(laid.err()) {
            form.place("arm").fault(what, "add them, or lay down something else");
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
}

/// The board of a trial; by default a bare one.
fn board(form: &Form<'_>) -> Board {
    let unread = || Board { field: None, zones: Vec::new() };
    match form.get("board") {
        Some(board) => board.form(&FIELDS).map_or_else(unread, |form| read_board(&form)),
        None => Board { field: Some(Battlefield::new(20, 20).into()), zones: Vec::new() },
    }
}

/// The records of all fighters.
fn fighters<'a>(form: &Form<'a>) -> Vec<Form<'a>> {
    let Some(piece) = form.piece("combatants") else { return Vec::new() };
    let items = piece.items();
    if items.is_empty() && piece.text().starts_with('[') {
        piece.fault("a trial needs somebody", "give it at least one combatant");
    }
    if items.len() > CombatantSet::MOST {
        piece.fault(format!("{} combatants are too many", items.len()), format!("at most {}", CombatantSet::MOST));
    }
    items.into_iter().take(CombatantSet::MOST).filter_map(|piece| piece.form(&FIGHTER)).collect()
}

/// Whose turn it is.
fn acting(form: &Form<'_>, muster: &Muster) -> Option<CombatantId> {
    let Some(piece) = form.get("acting") else { return muster.combatants.first().map(|fighter| fighter.id) };
    let name: String = piece.read()?;
    let found = muster.tagged(&name);
    if found.is_none() {
        nobody(piece, &name, muster.tags());
    }
    found
}
