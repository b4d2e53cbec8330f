//! Recordings: everything needed to play a battle again, one line a choice, written as it is played.
//!
//! ```text
//! proving-ground recording 4
//! ruleset percentile
//! set pct.tie defender
//! seed 5
//! seat person
//! seat computer
//! level tanner-row <<
//! (format: 1, name: "Tanner Row", ...)
//! >>
//! start 0123456789abcdef
//! begin | 4 7 1 9
//! round 1 0123456789abcdef
//! lysk: shoot cale crossbow luck=1 | 41 52 6
//! undo 1
//! edited 0123456789abcdef {"scene": ...}
//! over blue 0123456789abcdef
//! ```
//!
//! Dice follow the bar, in the order in which they fell. `start` gives the digest of the battle before its first round,
//! `round` and `over` that of the battle at that moment. `undo 2` takes back the last two choices. `edited` stands
//! where the battle has been changed since the last choice, but not by one: its digest from there on, and its whole
//! changeable state as JSON, with the board only if that has changed.

use super::{
    Faults, Level,
    fault::meant,
    reader::{left_out_from, shorten},
};
use crate::rules::{RulesetId, Settings, Team};

/// The version of recordings.
pub const RECORDING_FORMAT: u16 = 4;

/// The most bytes read from a recording.
pub const MOST_RECORDING_BYTES: u64 = 1 << 24;

/// What is settled before a battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// The level, whole.
    pub level: Level,
    /// The rules in play.
    pub ruleset: RulesetId,
    /// Their settings.
    pub settings: Settings,
    /// The seed of the dice.
    pub seed: u64,
    /// Who answers for each side, a word each: `person`, `computer`.
    pub seats: Vec<String>,
    /// The digest of the battle before its first round: it tells whether rosters and rules are still the same.
    pub start: u64,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The battle began, with these dice.
    Begin(Vec<u8>),
    /// Somebody chose.
    Choice {
        /// The tag of the one who was asked.
        who: String,
        /// The choice's text.
        text: String,
        /// The dice that fell after it.
        faces: Vec<u8>,
    },
    /// Something other than a choice had changed the battle.
    Edited {
        /// The battle's digest from there on.
        digest: u64,
        /// The changeable state of the battle, as JSON.
        state: String,
    },
    /// A round had begun by then.
    Round {
        /// Its number.
        round: u16,
        /// The battle's digest.
        digest: u64,
    },
    /// The battle was over.
    Over {
        /// Who won, if anybody.
        winner: Option<Team>,
        /// The battle's digest.
        digest: u64,
    },
}

/// A line of a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedLine {
    /// Its number in the file, from 1.
    pub number: usize,
    /// Where it starts in the file, in bytes.
    pub at: u64,
    /// Its text in the file.
    pub words: String,
    /// What happened.
    pub event: Event,
}

/// A recording, read.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// The file, for faults.
    pub file: String,
    /// What was settled before the battle.
    pub header: Header,
    /// What happened, without choices that were taken back.
    pub lines: Vec<RecordedLine>,
    /// What was dropped, if the last line was cut off.
    pub note: Option<String>,
    /// What is wrong with the last lines, if they cannot be read or played. The battle up to them is whole.
    pub rest: Option<Faults>,
    /// Bytes up to the end of the last line that is right.
    pub(super) whole: u64,
}

impl Recording {
    /// The number of choices in it.
    pub fn choices(&self) -> usize {
        self.lines.iter().filter(|line| matches!(line.event, Event::Choice { .. })).count()
    }

    /// The recording up to the beginning of a round, if it gets there; play from there on makes another battle.
    pub fn until_round(&self, round: u16) -> Option<Self> {
        let begins = |line: &RecordedLine| matches!(line.event, Event::Round { round: begun, .. } if begun == round);
        let last = self.lines.iter().position(begins)?;
        Some(Self { lines: self.lines[..=last].to_vec(), note: None, rest: None, ..self.clone() })
    }

    /// Leaves out the faulty line with this number and all after it; false if there is no such line.
    pub(super) fn leave_out_from(&mut self, number: usize, why: Faults) -> bool {
        let Some(index) = self.lines.iter().position(|line| line.number == number) else { return false };
        let left_out = self.lines.len() - index;
        self.whole = self.lines[index].at;
        self.lines.truncate(index);
        self.rest = Some(left_out_from(why, left_out));
        true
    }
}

impl Header {
    /// The lines of a recording before the first event.
    pub fn text(&self) -> String {
        let mut text = format!("proving-ground recording {RECORDING_FORMAT}\nruleset {}\n", self.ruleset);
        for (index, setting) in self.ruleset.rules().settings().iter().enumerate() {
            let value = self.settings.get(index, setting);
            if value != setting.default {
                text += &format!("set {} {}\n", setting.key, setting.word(value));
            }
        }
        text += &format!("seed {}\n", self.seed);
        self.seats.iter().for_each(|seat| text += &format!("seat {seat}\n"));
        text + &format!("level {} <<\n{}>>\nstart {:016x}\n", self.level.tag, self.level.to_ron(), self.start)
    }
}

impl Event {
    /// The line, without its end.
    pub fn text(&self) -> String {
        let dice = |faces: &[u8]| {
            let faces: Vec<String> = faces.iter().map(ToString::to_string).collect();
            if faces.is_empty() { String::new() } else { format!(" | {}", faces.join(" ")) }
        };
        match self {
            Self::Begin(faces) => format!("begin{}", dice(faces)),
            Self::Choice { who, text, faces } => format!("{who}: {text}{}", dice(faces)),
            Self::Edited { digest, state } => format!("edited {digest:016x} {state}"),
            Self::Round { round, digest } => format!("round {round} {digest:016x}"),
            Self::Over { winner, digest } => {
                format!("over {} {digest:016x}", winner.map_or("nobody".into(), |team| team.name().to_lowercase()))
            }
        }
    }

    pub(super) fn parse(line: &str) -> Option<Self> {
        if let Some(rest) = line.strip_prefix("edited ") {
            let (digest, state) = rest.split_once(' ')?;
            return Some(Self::Edited { digest: u64::from_str_radix(digest, 16).ok()?, state: state.into() });
        }
        let (words, faces) = match line.split_once('|') {
            Some((words, faces)) => (words.trim(), faces),
            None => (line.trim(), ""),
        };
        let faces: Vec<u8> = faces.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
        if words == "begin" {
            return Some(Self::Begin(faces));
        }
        if let Some((who, text)) = words.split_once(':') {
            let (who, text) = (who.trim(), text.trim());
            let fits = !who.is_empty() && !text.is_empty() && !who.contains(char::is_whitespace);
            return fits.then(|| Self::Choice { who: who.into(), text: text.into(), faces });
        }
        let mut words = words.split_whitespace();
        let (kind, what, digest) = (words.next()?, words.next()?, words.next()?);
        let digest = u64::from_str_radix(digest, 16).ok()?;
        let plain = faces.is_empty() && words.next().is_none();
        match kind {
            "round" if plain => Some(Self::Round { round: what.parse().ok()?, digest }),
            "over" if plain => {
                let team = (0..Team::MOST as u8).map(Team).find(|team| team.name().eq_ignore_ascii_case(what));
                (team.is_some() || what == "nobody").then_some(Self::Over { winner: team, digest })
            }
            _ => None,
        }
    }
}

/// Changes a setting by its key and a word: `pct.tie defender`.
///
/// # Errors
/// What is wrong, and what would be right.
pub(super) fn set(text: &str, ruleset: RulesetId, settings: &mut Settings) -> Result<(), (String, String)> {
    let (key, word) = text.split_once(' ').unwrap_or((text, ""));
    let all = ruleset.rules().settings();
    let known = all.iter().map(|setting| setting.key);
    let index = all.iter().position(|setting| setting.key == key);
    let index = index.ok_or_else(|| (format!("no setting is called `{}`", shorten(key)), meant(key, known)))?;
    let value = all[index].parse(word.trim());
    let value = value.map_err(|right| (format!("`{}` cannot be `{}`", key, shorten(word)), right))?;
    settings.set(index, &all[index], value);
    Ok(())
}
