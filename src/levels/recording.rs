//! Recordings: everything needed to play a battle again, one line a choice, written as it is played.
//!
//! ```text
//! proving-ground recording 1
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
//! Faces stand after the bar, in the order in which they fell. `start` is the digest of the battle before its first
//! round, `round` and `over` of the battle at that moment. `undo 2` takes back the last two choices. `edited` stands where
//! something else than a choice has changed the battle: its digest from there on, and all that changes in a battle as
//! JSON.

use std::{
    fs::{File, OpenOptions},
    io::{self, Write as _},
    path::Path,
};

use super::{
    Faults, Level, Roster,
    fault::{MOST_FAULTS, meant},
    save::{read_text_up_to, unmarked, write_atomically},
};
use crate::rules::{Battle, RulesetId, Settings, Team};

/// The version of recordings.
pub const RECORDING_FORMAT: u16 = 2;

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
    /// Where the dice start from.
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
    /// Something else than a choice had changed the battle.
    Edited {
        /// The battle's digest from there on.
        digest: u64,
        /// All that changes in a battle, as JSON.
        state: String,
    },
    /// A round had begun by then.
    Round {
        /// Which.
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
pub struct Line {
    /// Its number in the file, from 1.
    pub number: usize,
    /// As the file has it.
    pub words: String,
    /// What happened.
    pub event: Event,
}

/// A recording, read.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// The file, for faults.
    pub file: String,
    /// What was settled before.
    pub header: Header,
    /// What happened, choices that were taken back left out.
    pub lines: Vec<Line>,
    /// What was dropped, if the last line was cut off.
    pub note: Option<String>,
    /// Bytes up to the end of the last whole line.
    whole: u64,
}

impl Header {
    /// The lines of a recording before the first event.
    pub fn text(&self) -> String {
        let mut text = format!("proving-ground recording {RECORDING_FORMAT}\nruleset {}\n", self.ruleset);
        for (index, setting) in self.ruleset.rules().settings().iter().enumerate() {
            let value = self.settings.get(index);
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

    fn parse(line: &str) -> Option<Self> {
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

impl Recording {
    /// Reads a recording file.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn load(path: &Path, roster: &Roster) -> Result<Self, Faults> {
        Self::parse(&path.display().to_string(), &read_text_up_to(path, MOST_RECORDING_BYTES)?, roster)
    }

    /// Reads a recording. A last line that is cut off is dropped.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn parse(file: &str, text: &str, roster: &Roster) -> Result<Self, Faults> {
        let marked = text.len();
        let text = unmarked(text);
        let marked = marked - text.len();
        let whole = text.rfind('\n').map_or(0, |at| at + 1);
        let cut = &text[whole..];
        let lines: Vec<&str> = text[..whole].lines().collect();
        let (header, mut faults, used) = read_header(file, &lines, roster)?;
        let mut events: Vec<Line> = Vec::new();
        for (number, line) in (used + 1..).zip(&lines[used..]) {
            match read_line(number, line, &mut events) {
                Err((what, right)) if faults.0.len() < MOST_FAULTS => {
                    faults.0.extend(Faults::within(file, (number, line), 0, what, right).0);
                }
                _ => {}
            }
        }
        let note = (!cut.is_empty()).then(|| format!("line {} is cut off and was dropped", lines.len() + 1));
        let Some(header) = header.filter(|_| faults.0.is_empty()) else { return Err(faults) };
        Ok(Self { file: file.into(), header, lines: events, note, whole: (whole + marked) as u64 })
    }

    /// The choices in it.
    pub fn choices(&self) -> usize {
        self.lines.iter().filter(|line| matches!(line.event, Event::Choice { .. })).count()
    }
}

/// Adds what a line tells, or takes back choices as it says.
fn read_line(number: usize, line: &str, events: &mut Vec<Line>) -> Result<(), Told> {
    let none = || {
        let right = "such as `begin | 4 7`, `ansa: walk c3 d4`, `undo 1`, `round 2 0123456789abcdef`";
        (format!("`{}` is no line of a recording", shorten(line)), right.to_string())
    };
    if let Some(count) = line.strip_prefix("undo ") {
        let count: usize = count.trim().parse().map_err(|_| none())?;
        let made = events.iter().filter(|line| matches!(line.event, Event::Choice { .. })).count();
        return if take_back(events, count) {
            Ok(())
        } else {
            Err((format!("{count} choices cannot be taken back"), format!("only {made} have been made by then")))
        };
    }
    let event = Event::parse(line).ok_or_else(none)?;
    events.push(Line { number, words: line.to_string(), event });
    Ok(())
}

/// Takes back the last choices and what came after them; false if there are not so many.
fn take_back(events: &mut Vec<Line>, count: usize) -> bool {
    let choices = events.iter().enumerate().rev().filter(|(_, line)| matches!(line.event, Event::Choice { .. }));
    let first = count.checked_sub(1).map(|before| choices.map(|(index, _)| index).nth(before));
    match first {
        None => true,
        Some(None) => false,
        Some(Some(index)) => {
            events.truncate(index);
            true
        }
    }
}

fn shorten(line: &str) -> String {
    let short: String = line.chars().take(40).collect();
    if short.len() < line.len() { format!("{short}...") } else { short }
}

/// What is wrong, and what would be right.
type Told = (String, String);

/// The lines before the first event, as far as they have been read.
struct Reading<'a> {
    file: &'a str,
    lines: &'a [&'a str],
    roster: &'a Roster,
    used: usize,
    ruleset: Option<RulesetId>,
    settings: Option<Settings>,
    seed: Option<u64>,
    seats: Vec<String>,
    level: Option<Level>,
    start: Option<u64>,
    faults: Faults,
    /// The words of lines that were wrong: what they were to say is not missing too.
    wrong: Vec<&'a str>,
}

/// Who can answer for a side.
const SEATS: [&str; 2] = ["person", "computer"];

/// Reads the lines before the first event: what they settle, what is wrong with them, and how many they are. An error if
/// the first line says that this is no recording to read.
fn read_header(file: &str, lines: &[&str], roster: &Roster) -> Result<(Option<Header>, Faults, usize), Faults> {
    let of_line = |what: String, right: &str| Faults::within(file, (1, ""), 0, what, right);
    let version = lines.first().and_then(|line| line.strip_prefix("proving-ground recording "));
    let first = format!("its first line is `proving-ground recording {RECORDING_FORMAT}`");
    match version {
        None => return Err(of_line("this is no recording".into(), &first)),
        Some(version) if version.trim() != RECORDING_FORMAT.to_string() => {
            let older = version.trim().parse().is_ok_and(|version: u16| version < RECORDING_FORMAT);
            let age = if older { "an older" } else { "another" };
            let what = format!("this recording is of version {}, made by {age} program", shorten(version));
            let right = format!("this program reads version {RECORDING_FORMAT}; replay it with the one that made it");
            return Err(of_line(what, &right));
        }
        Some(_) => {}
    }
    let (ruleset, settings, seed, seats, level, start) = (None, None, None, Vec::new(), None, None);
    let (used, faults, wrong) = (1, Faults::default(), Vec::new());
    let reading = Reading { file, lines, roster, used, ruleset, settings, seed, seats, level, start, faults, wrong };
    Ok(reading.read())
}

impl Reading<'_> {
    fn read(mut self) -> (Option<Header>, Faults, usize) {
        let is_event = |line: &str| Event::parse(line).is_some_and(|event| !matches!(event, Event::Choice { .. }));
        while let Some(line) = self.lines.get(self.used).filter(|line| self.start.is_none() && !is_event(line)) {
            let number = self.used + 1;
            self.used += 1;
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            if let Err((what, right)) = self.line(word, rest) {
                self.wrong.push(word);
                let at = line.len() - rest.trim_start().len();
                let fault =
                    Faults::within(self.file, (number, line), if rest.is_empty() { 0 } else { at }, what, right);
                let room = MOST_FAULTS.saturating_sub(self.faults.0.len());
                self.faults.0.extend(fault.0.into_iter().take(room));
            }
        }
        self.judge();
        let Self { ruleset, settings, seed, seats, level, start, faults, used, .. } = self;
        let whole = level.zip(ruleset).zip(settings).zip(seed).zip(start);
        let header = whole.map(|((((level, ruleset), settings), seed), start)| Header {
            level,
            ruleset,
            settings,
            seed,
            seats,
            start,
        });
        (header, faults, used)
    }

    /// Reads one line, or a level's lines.
    fn line(&mut self, word: &str, rest: &str) -> Result<(), Told> {
        match word {
            "ruleset" => {
                let found = RulesetId::ALL.iter().copied().find(|one| one.name() == rest);
                let known = RulesetId::ALL.iter().map(|one| one.name());
                let found =
                    found.ok_or_else(|| (format!("no ruleset is called `{}`", shorten(rest)), meant(rest, known)));
                self.ruleset = Some(found?);
                self.settings = self.ruleset.map(Settings::defaults);
            }
            "set" => match (self.ruleset, self.settings.as_mut()) {
                (Some(ruleset), Some(settings)) => set(rest, ruleset, settings)?,
                _ if self.wrong.contains(&"ruleset") => {}
                _ => return Err(("a setting stands before its ruleset".into(), "`ruleset` comes first".into())),
            },
            "seed" => {
                let what = || (format!("`{}` is no seed", shorten(rest)), "a whole number".into());
                self.seed = Some(rest.trim().parse().map_err(|_| what())?);
            }
            "seat" => {
                self.seats.push(rest.trim().to_string());
                if !SEATS.contains(&rest.trim()) {
                    let what = format!("nobody is called `{}`", shorten(rest));
                    return Err((what, meant(rest.trim(), SEATS)));
                }
            }
            "level" => self.level_lines(rest)?,
            "start" => {
                let what = || (format!("`{}` is no digest", shorten(rest)), "16 hexadecimal digits".into());
                self.start = Some(u64::from_str_radix(rest.trim(), 16).map_err(|_| what())?);
            }
            _ => {
                let what = format!("`{}` does not belong before the first event", shorten(word));
                return Err((what, meant(word, ["ruleset", "set", "seed", "seat", "level", "start"])));
            }
        }
        Ok(())
    }

    fn level_lines(&mut self, rest: &str) -> Result<(), Told> {
        let tag = rest.trim_end_matches("<<").trim();
        let length = self.lines[self.used..].iter().position(|line| *line == ">>");
        let length =
            length.ok_or_else(|| ("the level is cut off".to_string(), "it ends with a line `>>`".to_string()))?;
        let text = self.lines[self.used..self.used + length].join("\n");
        match Level::parse(tag, self.file, &text, self.roster) {
            Ok(level) => self.level = Some(level),
            Err(mut faults) => {
                faults.0.iter_mut().for_each(|fault| fault.line += self.used);
                self.faults.0.append(&mut faults.0);
                self.wrong.push("level");
            }
        }
        self.used += length + 1;
        Ok(())
    }

    /// Says what is missing, and whether there is a seat for each side.
    fn judge(&mut self) {
        let given = [
            ("ruleset", self.ruleset.is_some()),
            ("seed", self.seed.is_some()),
            ("level", self.level.is_some()),
            ("start", self.start.is_some()),
        ];
        for (name, _) in given.into_iter().filter(|(name, is_given)| !is_given && !self.wrong.contains(name)) {
            let what = format!("the recording is cut off: `{name}` is missing");
            let right = format!("a line `{name} ...` before the first event");
            self.faults.0.extend(Faults::within(self.file, (self.used, ""), 0, what, right).0);
        }
        if let Some(sides) =
            self.level.as_ref().map(|level| level.sides.len()).filter(|sides| *sides != self.seats.len())
        {
            let what = format!("the recording has {} seats", self.seats.len());
            let number = self.lines.iter().rposition(|line| line.starts_with("seat ")).map_or(self.used, |at| at + 1);
            let right = format!("the level has {sides} sides: a line `seat person` or `seat computer` for each");
            self.faults.0.extend(Faults::within(self.file, (number, ""), 0, what, right).0);
        }
    }
}

/// Changes a setting by its key and a word: `pct.tie defender`.
///
/// # Errors
/// What is wrong, and what would be right.
pub(super) fn set(text: &str, ruleset: RulesetId, settings: &mut Settings) -> Result<(), Told> {
    let (key, word) = text.split_once(' ').unwrap_or((text, ""));
    let all = ruleset.rules().settings();
    let known = all.iter().map(|setting| setting.key);
    let index = all.iter().position(|setting| setting.key == key);
    let index = index.ok_or_else(|| (format!("no setting is called `{}`", shorten(key)), meant(key, known)))?;
    let value = all[index].parse(word.trim());
    let value = value.map_err(|right| (format!("`{}` cannot be `{}`", key, shorten(word)), right))?;
    settings.set(index, value);
    Ok(())
}

/// Writes a recording as it is played; each line is in the file before the next choice.
#[derive(Debug)]
pub struct Writer {
    file: File,
}

impl Writer {
    /// Starts a recording; what was in the file before is replaced.
    ///
    /// # Errors
    /// What the system says.
    pub fn create(path: &Path, header: &Header) -> io::Result<Self> {
        write_atomically(path, header.text().as_bytes())?;
        Ok(Self { file: OpenOptions::new().append(true).open(path)? })
    }

    /// Goes on with a recording that was read from a file; a last line that was cut off is taken away.
    ///
    /// # Errors
    /// What the system says.
    pub fn resume(path: &Path, recording: &Recording) -> io::Result<Self> {
        let file = OpenOptions::new().append(true).open(path)?;
        file.set_len(recording.whole)?;
        Ok(Self { file })
    }

    /// Adds an event.
    ///
    /// # Errors
    /// What the system says.
    pub fn write(&mut self, event: &Event) -> io::Result<()> {
        self.line(&event.text())
    }

    /// Adds the beginning of a battle: its dice, and the round that has begun.
    ///
    /// # Errors
    /// What the system says.
    pub fn begin(&mut self, battle: &Battle, faces: &[u8]) -> io::Result<()> {
        self.write(&Event::Begin(faces.to_vec()))?;
        self.moment(battle, 0)
    }

    /// Adds a choice with the dice that fell after it, then the round that has begun and the end, if there is one.
    /// `round` is the round before the choice.
    ///
    /// # Errors
    /// What the system says.
    pub fn choice(&mut self, who: &str, text: &str, faces: &[u8], round: u16, after: &Battle) -> io::Result<()> {
        self.write(&Event::Choice { who: who.into(), text: text.into(), faces: faces.to_vec() })?;
        self.moment(after, round)
    }

    /// Adds what something else than a choice has made of the battle.
    ///
    /// # Errors
    /// What the system says.
    pub fn edited(&mut self, battle: &Battle) -> io::Result<()> {
        let state = serde_json::to_string(&battle.state())?;
        self.write(&Event::Edited { digest: battle.digest(), state })
    }

    /// Takes back so many choices.
    ///
    /// # Errors
    /// What the system says.
    pub fn undo(&mut self, choices: usize) -> io::Result<()> {
        self.line(&format!("undo {choices}"))
    }

    fn moment(&mut self, battle: &Battle, round: u16) -> io::Result<()> {
        if battle.scene.round != round {
            self.write(&Event::Round { round: battle.scene.round, digest: battle.digest() })?;
        }
        if let Some(winner) = battle.scene.over {
            self.write(&Event::Over { winner, digest: battle.digest() })?;
        }
        Ok(())
    }

    fn line(&mut self, text: &str) -> io::Result<()> {
        // One write a line: a line is in the file whole, or its missing end shows.
        self.file.write_all(format!("{text}\n").as_bytes())?;
        self.file.flush()
    }
}
