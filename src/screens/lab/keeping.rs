//! Files: opens levels, trials and recordings; saves drafts as levels, trials or rosters, never over a file without
//! asking.

use std::path::{Path, PathBuf};

use super::{Dialog, Draft, Edit, Intent, LabScreen};
use crate::{
    levels::{
        self, Contents, Faults, Level, Recording, Replay, Roster, Trial, check_file,
        draft::{Lost, pinned},
        folders, tag_of, write_atomically,
    },
    panels::lab::{
        SaveAs,
        model::{ChooseModel, PinModel, SaveModel},
    },
    rules::{Battle, Teams},
    screens::setup::fault_models,
};

/// The file that is being opened or saved.
#[derive(Default)]
pub(super) struct Files {
    /// The path in the text field.
    pub(super) path: String,
    /// What the opened file contains.
    pub(super) found: Found,
    /// What saving would do.
    pub(super) save: SaveModel,
    /// The file the draft was opened from or saved in, and its type.
    pub(super) of: Option<(PathBuf, SaveAs)>,
    /// The path that the player has allowed to be overwritten.
    may_overwrite: Option<PathBuf>,
}

/// The content of a file that holds more than one position.
#[derive(Default)]
pub(super) enum Found {
    /// Nothing to choose from.
    #[default]
    Nothing,
    /// Trials.
    Trials(PathBuf, Vec<Trial>),
    /// A recording, and a moment of it: after this many lines.
    Recording(PathBuf, Box<Recording>, usize),
}

impl Found {
    /// The dialog's model of it.
    pub(super) fn model(&self) -> ChooseModel {
        match self {
            Self::Nothing => ChooseModel::default(),
            Self::Trials(path, trials) => ChooseModel {
                file: levels::printable_path(&path.display().to_string()),
                trials: trials.iter().map(|trial| trial.name.clone()).collect(),
                ..ChooseModel::default()
            },
            Self::Recording(path, recording, at) => ChooseModel {
                file: levels::printable_path(&path.display().to_string()),
                moment: Some((*at, recording.lines.len())),
                words: match at.checked_sub(1).and_then(|line| recording.lines.get(line)) {
                    Some(line) => line.words.chars().take(90).collect(),
                    None => "Before the battle begins".into(),
                },
                ..ChooseModel::default()
            },
        }
    }
}

impl LabScreen {
    /// Opens the file whose path is in the text field. A level and a single trial open at once; of several trials and
    /// of a recording, the player chooses which trial or moment.
    pub(super) fn open_file(&mut self) {
        let path = PathBuf::from(self.files.path.trim());
        match check_file(&path) {
            Ok(Contents::Level(level)) => {
                if self.open(&level) {
                    self.files.of = Some((path, SaveAs::Level));
                }
            }
            Ok(Contents::Trials(trials)) => {
                self.files.found = Found::Trials(path, trials);
                self.dialog = Some(Dialog::Choose);
                if let Found::Trials(_, trials) = &self.files.found
                    && trials.len() == 1
                {
                    self.open_trial(0);
                }
            }
            Ok(Contents::Recording(recording)) => {
                let all = recording.lines.len();
                self.files.found = Found::Recording(path, recording, all);
                self.dialog = Some(Dialog::Choose);
            }
            Ok(Contents::Roster { .. }) => {
                let what = "this is a roster, not a position";
                let right = "put it into the folder of rosters; `Token` then lists its fighters";
                self.faults = fault_models(&Faults::of_file(&path.display().to_string(), what, right));
            }
            Err(faults) => self.faults = fault_models(&faults),
        }
    }

    pub(super) fn open_trial(&mut self, place: usize) {
        let Found::Trials(path, trials) = &self.files.found else { return };
        let Some(trial) = trials.get(place) else { return };
        let (draft, origin) = (Draft::of_trial(trial), format!("from the trial {}", trial.name));
        // Saving must not overwrite a file of several trials with one of them, nor a trial that the lab keeps only in
        // part.
        let of = (trials.len() == 1 && is_kept_whole(trial)).then(|| (path.clone(), SaveAs::Trial));
        let (mut draft, pins) = (draft, expectations(trial));
        for pin in pins {
            // Expectations that cannot be pinned are left out.
            draft.change(&Edit::Pin(pin)).ok();
        }
        self.begin_with(draft, origin);
        self.files.of = of;
    }

    pub(super) fn look_at_moment(&mut self, at: usize) {
        if let Found::Recording(_, recording, now) = &mut self.files.found {
            *now = at.min(recording.lines.len());
        }
    }

    /// Opens the recording at the chosen moment.
    pub(super) fn open_moment(&mut self) {
        let Found::Recording(_, recording, at) = &self.files.found else { return };
        match moment(recording, *at) {
            Ok((level, battle)) => {
                let origin = format!("from a recording of {}, after {at} lines", level.name);
                self.begin_with(Draft::of_position(&level, Roster::in_play(), battle), origin);
            }
            Err(faults) => self.faults = fault_models(&faults),
        }
    }

    /// Saves to the file the draft belongs to, or asks where.
    pub(super) fn save(&mut self) {
        match self.files.of.clone() {
            // If saving would lose something, that is said first.
            Some((_, kept)) if !self.lost(kept).is_ok_and(|lost| lost.is_empty()) => self.ask_where(kept),
            Some((path, kept)) => {
                self.files.path = path.display().to_string();
                self.files.may_overwrite = Some(path);
                self.write(kept);
            }
            None => self.ask_where(SaveAs::Level),
        }
    }

    /// Asks where to save.
    pub(super) fn ask_where(&mut self, kept: SaveAs) {
        let known = self.files.of.as_ref().filter(|(_, of)| *of == kept).map(|(path, _)| path.clone());
        let folder = match kept {
            SaveAs::Level => "levels",
            SaveAs::Trial => "trials",
            SaveAs::Roster => "rosters",
        };
        let name = format!("{}.ron", tag_of(&self.history.own().level().name));
        let path = known.unwrap_or_else(|| folders::player().join(folder).join(name));
        self.files.path = path.display().to_string();
        self.files.may_overwrite = None;
        self.dialog = Some(Dialog::Save(kept));
        self.weigh_saving(kept);
    }

    /// Says what saving would do.
    pub(super) fn weigh_saving(&mut self, kept: SaveAs) {
        let mut save = SaveModel::default();
        match self.lost(kept) {
            Ok(lost) => save.lost = lost,
            Err(words) => save.faults.push(words),
        }
        save.exists = Path::new(self.files.path.trim()).exists();
        self.files.save = save;
    }

    /// What of the draft a file would not keep, in words.
    fn lost(&self, kept: SaveAs) -> Result<Lost, String> {
        let draft = self.history.own();
        match kept {
            SaveAs::Level => draft.to_level().map(|(_, lost)| lost),
            SaveAs::Trial => Ok(draft.lost_in_trial()),
            SaveAs::Roster => Ok(Lost::new()),
        }
    }

    /// Writes the file. An existing file is overwritten only once the player has been told that it exists.
    pub(super) fn write(&mut self, kept: SaveAs) {
        let path = PathBuf::from(self.files.path.trim());
        let text = match self.text(kept, &path) {
            Ok(text) => text,
            Err(faults) => {
                self.dialog = Some(Dialog::Save(kept));
                self.weigh_saving(kept);
                self.files.save.faults = faults;
                return;
            }
        };
        let may_overwrite = self.files.may_overwrite.as_ref() == Some(&path) || self.files.save.exists;
        if path.exists() && !may_overwrite {
            self.weigh_saving(kept);
            return;
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let made = folder.map_or(Ok(()), std::fs::create_dir_all);
        match made.and_then(|()| write_atomically(&path, text.as_bytes())) {
            // A roster keeps no position, so the draft still counts as unsaved.
            Ok(()) if kept == SaveAs::Roster => {
                self.say_saved(&path, "; loaded at the next start");
                self.dialog = None;
            }
            Ok(()) => {
                self.history.keep();
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                self.origin = format!("in {}", levels::printable_path(&name));
                self.say_saved(&path, "");
                self.files.of = Some((path, kept));
                self.dialog = None;
            }
            Err(error) => self.files.save.faults = vec![format!("cannot be written: {error}")],
        }
    }

    /// The draft as the text of a file; an error if it would not read back.
    fn text(&self, kept: SaveAs, path: &Path) -> Result<String, Vec<String>> {
        let draft = self.history.own();
        match kept {
            SaveAs::Trial => {
                let said = draft.to_trial(&draft.level().name, &draft.pins());
                said.map_err(|words| words.lines().map(str::to_owned).collect())
            }
            SaveAs::Roster => draft.to_roster().map_err(|words| vec![words]),
            SaveAs::Level => {
                let (level, _) = draft.to_level().map_err(|words| vec![words])?;
                let text = level.to_ron();
                let tag = tag_of(&path.file_stem().unwrap_or_default().to_string_lossy());
                let read = Level::parse(&tag, &path.display().to_string(), &text, Roster::in_play());
                read.map(|_| text).map_err(|faults| faults.0.iter().map(|fault| fault.words()).collect())
            }
        }
    }

    /// Pins the attack shown as an expectation, or unpins it.
    pub(super) fn pin(&mut self) {
        let Some(text) = self.pin_text() else {
            return self.say("Only an attack with exact odds can be pinned", None);
        };
        self.edit(&Edit::Pin(text));
    }

    /// The pins in words, each with whether it holds, where known.
    pub(super) fn pin_models(&self) -> Vec<PinModel> {
        let battle = self.draft().battle();
        let model = |text: String| {
            // For the attack shown this is known at once.
            let now = self.pin_text().filter(|now| attack_of(now) == attack_of(&text));
            let holds = now.map(|now| now == text).or_else(|| self.checking.holds(&text));
            PinModel { words: pin_words(battle, &text), holds, text }
        };
        self.draft().pins().into_iter().map(model).collect()
    }

    /// What becomes of the waiting battle, for the dialog that asks whether to leave.
    pub(super) fn leaving_words(&self) -> String {
        let waits = self.waiting.is_some();
        match self.then.as_deref() {
            Some(Intent::BackToBattle) if waits => "The battle itself is unharmed: it goes on where it waits.".into(),
            Some(Intent::Leave) if waits => {
                "The waiting battle is left as well; what has been played of it is in its recording.".into()
            }
            _ => String::new(),
        }
    }

    /// The attack shown, as an expectation.
    pub(super) fn pin_text(&self) -> Option<String> {
        let question = self.question()?;
        // Odds of an earlier position are not pinned.
        let answer = self.asking.answer(question).filter(|answer| answer.question == question)?;
        let pair = answer.pair.as_ref().filter(|pair| pair.from.is_none())?;
        pinned(self.draft().battle(), pair.by, self.attempt_of(pair)?)
    }
}

/// The text in quotation marks after a key of an expectation.
fn said<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let (_, after) = text.split_once(&format!("{key}: \""))?;
    after.split('"').next()
}

/// The attacker and its choice, of an expectation of odds.
fn attack_of(text: &str) -> Option<(&str, &str)> {
    Some((said(text, "by")?, said(text, "choice")?))
}

/// A chance or a mean as trials write it.
fn value_of(text: &str) -> Option<f64> {
    match text.split_once('/') {
        Some((above, below)) => Some(above.parse::<f64>().ok()? / below.parse::<f64>().ok()?),
        None => text.parse().ok(),
    }
}

/// An expectation in words: "Archer: shoot Swordsman 1 bow, 55 %, mean 5.3"; one that is not about odds stays as it is.
fn pin_words(battle: &Battle, text: &str) -> String {
    let Some((by, choice)) = attack_of(text) else { return text.to_owned() };
    let name =
        |tag: &str| battle.tagged(tag).map_or_else(|| tag.to_owned(), |fighter| fighter.identity.name.to_string());
    let words: Vec<String> = choice.split(' ').map(name).collect();
    let hit = said(text, "hit").and_then(value_of).map(|chance| format!(", {:.0} %", chance * 100.0));
    let mean = said(text, "mean").and_then(value_of).map(|mean| format!(", mean {mean:.1}"));
    format!("{}: {}{}{}", name(by), words.join(" "), hit.unwrap_or_default(), mean.unwrap_or_default())
}

/// What a trial expects of its position before any choice.
fn expectations(trial: &Trial) -> Vec<String> {
    let first = trial.stages.first().filter(|stage| stage.choices.is_empty() && stage.dice.is_empty());
    first.map(|stage| stage.expect.iter().map(|expectation| expectation.words.clone()).collect()).unwrap_or_default()
}

/// Whether a draft keeps all of a trial: it has one stage without choices or dice, somebody is in turn, and it names no
/// rules it proves and no sides played by people.
fn is_kept_whole(trial: &Trial) -> bool {
    let [stage] = trial.stages.as_slice() else { return false };
    let is_told = trial.proves.is_empty() && trial.acting.is_some() && trial.battle.scene.people == Teams(0);
    is_told && stage.choices.is_empty() && stage.dice.is_empty()
}

/// The battle of a recording after `lines` of its lines, with its level.
fn moment(recording: &Recording, lines: usize) -> Result<(Level, Battle), Faults> {
    let mut replay = Replay::start(recording, Roster::builtin())?;
    for _ in 0..lines {
        replay.step()?;
    }
    Ok((recording.header.level.clone(), replay.battle().clone()))
}
