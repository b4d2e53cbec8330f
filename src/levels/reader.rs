//! Reads recordings line by line: what a battle began with, what happened, and the faults. Faults in the last lines
//! leave the battle before them intact.

use std::{
    io::{BufRead, BufReader, Read as _},
    path::Path,
};

use super::{
    Faults, Level, Roster,
    fault::{MOST_FAULTS, meant},
    naming::is_tag,
    recording::{Event, Header, MOST_RECORDING_BYTES, RECORDING_FORMAT, RecordedLine, Recording, set},
    roster::other_format,
    save::{MOST_BYTES, open_plain, unmarked},
};
use crate::rules::{RulesetId, Settings};

/// The most lines of events, without those that were taken back: more than any battle has.
const MOST_LINES: usize = 200_000;

/// What is wrong, and what would be right.
type Finding = (String, String);

impl Recording {
    /// Reads a recording file.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn load(path: &Path, roster: &Roster) -> Result<Self, Faults> {
        let file = path.display().to_string();
        let unread = |error: std::io::Error| {
            Faults::of_file(&file, format!("cannot be read: {error}"), "name a file that is there")
        };
        let open = open_plain(path).map_err(unread)?;
        if open.metadata().map_err(unread)?.len() > MOST_RECORDING_BYTES {
            let what = format!("the file is longer than {MOST_RECORDING_BYTES} bytes");
            return Err(Faults::of_file(&file, what, "recordings are at most that long"));
        }
        Self::read(&file, BufReader::new(open.take(MOST_RECORDING_BYTES)), roster)
    }

    /// Reads a recording from a text.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn parse(file: &str, text: &str, roster: &Roster) -> Result<Self, Faults> {
        Self::read(file, text.as_bytes(), roster)
    }

    /// Reads a recording. A last line that is cut off is dropped; the first wrong line and all after it are kept aside.
    fn read(file: &str, input: impl BufRead, roster: &Roster) -> Result<Self, Faults> {
        let mut input = Input { input, number: 0, at: 0, next: 0, failed: None };
        let (lines, first) = input.head();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let (header, mut faults, _) = read_header(file, &lines, roster)?;
        let mut events = Events::default();
        let (mut wrong, mut left_out) = (Faults::default(), 0);
        let (mut note, mut whole) = (None, input.at);
        let mut line = first.or_else(|| input.next());
        while let Some(found) = line {
            if !found.is_whole {
                note = Some(format!("line {} is cut off and was dropped", found.number));
                break;
            }
            if !wrong.0.is_empty() {
                left_out += 1;
            } else {
                match found
                    .text
                    .and_then(|text| events.take(found.number, found.at, &text).map_err(|told| (text, told)))
                {
                    Ok(()) => whole = found.at + found.length,
                    Err((text, (what, right))) => {
                        wrong = Faults::within(file, (found.number, &text), 0, what, right);
                        left_out = 1;
                    }
                }
            }
            line = input.next();
        }
        if let Some(error) = input.failed {
            faults.0.extend(Faults::of_file(file, format!("cannot be read: {error}"), "").0);
        }
        let Some(header) = header.filter(|_| faults.0.is_empty()) else {
            faults.0.append(&mut wrong.0);
            return Err(faults);
        };
        let rest = (!wrong.0.is_empty()).then(|| left_out_from(wrong, left_out));
        Ok(Self { file: file.into(), header, lines: events.lines, note: note.filter(|_| rest.is_none()), rest, whole })
    }
}

/// The fault of a line, with the number of lines left out because of it.
pub(super) fn left_out_from(mut why: Faults, lines: usize) -> Faults {
    let all = if lines == 1 {
        "it is left out".to_string()
    } else {
        format!("it and all after it, {lines} lines, are left out")
    };
    if let Some(first) = why.0.first_mut() {
        first.what = format!("{}; {all}", first.what);
    }
    why
}

/// A line as it was read.
struct Found {
    number: usize,
    /// Where it starts, in bytes.
    at: u64,
    /// Its length in bytes, with its line end.
    length: u64,
    /// Whether it has a line end.
    is_whole: bool,
    /// Its text; if it is not valid, what can be shown of it, and what is wrong.
    text: Result<String, (String, Finding)>,
}

/// The lines of a file.
struct Input<R> {
    input: R,
    number: usize,
    /// Where the line that was returned last starts, and where the next one does.
    at: u64,
    next: u64,
    failed: Option<std::io::Error>,
}

impl<R: BufRead> Input<R> {
    fn next(&mut self) -> Option<Found> {
        let mut bytes = Vec::new();
        match self.input.read_until(b'\n', &mut bytes) {
            Ok(0) => return None,
            Ok(_) => {}
            Err(error) => {
                self.failed = Some(error);
                return None;
            }
        }
        (self.at, self.number) = (self.next, self.number + 1);
        self.next += bytes.len() as u64;
        let (length, is_whole) = (bytes.len() as u64, bytes.last() == Some(&b'\n'));
        if is_whole {
            bytes.pop();
        }
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let shown = String::from_utf8_lossy(error.as_bytes()).into_owned();
            (shown, ("this is not text in UTF-8".to_string(), "leave the line out".to_string()))
        });
        let text = text.map(|text| if self.number == 1 { unmarked(&text).to_string() } else { text });
        Some(Found { number: self.number, at: self.at, length, is_whole, text })
    }

    /// The lines before the first event, and the first one after them.
    fn head(&mut self) -> (Vec<String>, Option<Found>) {
        let mut lines: Vec<String> = Vec::new();
        let mut in_level = false;
        let mut room = 2 * MOST_BYTES;
        while let Some(found) = self.next() {
            let Some(left) = room.checked_sub(found.length).filter(|_| found.is_whole) else {
                return (lines, Some(found));
            };
            room = left;
            let text = found.text.clone().unwrap_or_else(|(shown, _)| shown);
            if !in_level && is_event(&text) {
                return (lines, Some(found));
            }
            in_level = if in_level { text != ">>" } else { text.starts_with("level ") };
            let is_last = !in_level && text.starts_with("start ");
            lines.push(text);
            if is_last {
                self.at = self.next;
                break;
            }
        }
        (lines, None)
    }
}

/// Whether a line is an event other than a choice. A choice looks like a faulty line of a header.
fn is_event(line: &str) -> bool {
    Event::parse(line).is_some_and(|event| !matches!(event, Event::Choice { .. }))
}

/// The events so far.
#[derive(Default)]
struct Events {
    lines: Vec<RecordedLine>,
    /// The places of the choices among them.
    choices: Vec<usize>,
}

impl Events {
    /// Adds the event of a line, or takes back choices if the line says so.
    fn take(&mut self, number: usize, at: u64, line: &str) -> Result<(), Finding> {
        let none = || {
            let right = "such as `begin | 4 7`, `ansa: walk c3 d4`, `undo 1`, `round 2 0123456789abcdef`";
            (format!("`{}` is not a line of a recording", shorten(line)), right.to_string())
        };
        if let Some(count) = line.strip_prefix("undo ") {
            return self.take_back(count.trim().parse().map_err(|_| none())?);
        }
        let event = Event::parse(line).ok_or_else(none)?;
        if self.lines.len() >= MOST_LINES {
            return Err((format!("{MOST_LINES} lines are too many for a battle"), "leave the others out".into()));
        }
        if matches!(event, Event::Choice { .. }) {
            self.choices.push(self.lines.len());
        }
        self.lines.push(RecordedLine { number, at, words: line.to_string(), event });
        Ok(())
    }

    /// Takes back the last choices and what came after them.
    fn take_back(&mut self, count: usize) -> Result<(), Finding> {
        let made = self.choices.len();
        let Some(left) = made.checked_sub(count) else {
            let right = format!("only {made} have been made by then");
            return Err((format!("{count} choices cannot be taken back"), right));
        };
        if let Some(first) = self.choices.get(left) {
            self.lines.truncate(*first);
        }
        self.choices.truncate(left);
        Ok(())
    }
}

/// The beginning of a line.
pub(super) fn shorten(line: &str) -> String {
    let short: String = line.chars().take(40).collect();
    if short.len() < line.len() { format!("{short}...") } else { short }
}

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
    /// The first words of faulty lines: what these were to say is not reported as missing, too.
    wrong: Vec<&'a str>,
}

/// The seats that can answer for a side, as recordings write them.
pub const SEATS: [&str; 6] =
    ["person", "computer", "computer:quick", "computer:steady", "computer:easy", "computer:greedy"];

/// The seats as advice: `choose person, computer or computer:quick`, with all there are.
pub fn seats_to_choose() -> String {
    let [others @ .., last] = &SEATS;
    format!("choose {} or {last}", others.join(", "))
}

/// Reads the lines before the first event: the header, what is wrong with it, and how many lines it has. An error if
/// the first line says that this is not a recording that can be read.
fn read_header(file: &str, lines: &[&str], roster: &Roster) -> Result<(Option<Header>, Faults, usize), Faults> {
    let of_line = |what: String, right: &str| Faults::within(file, (1, ""), 0, what, right);
    let version = lines.first().and_then(|line| line.strip_prefix("proving-ground recording "));
    let first = format!("its first line is `proving-ground recording {RECORDING_FORMAT}`");
    match version {
        None => return Err(of_line("this is not a recording".into(), &first)),
        Some(version) if version.trim() != RECORDING_FORMAT.to_string() => {
            let given: Option<u16> = version.trim().parse().ok();
            let what = given.map(|given| other_format(given, RECORDING_FORMAT).0);
            let what = what.unwrap_or_else(|| format!("`{}` is not a format of recordings", shorten(version)));
            return Err(of_line(what, "play it with the version of the game that recorded it"));
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
    fn line(&mut self, word: &str, rest: &str) -> Result<(), Finding> {
        match word {
            "ruleset" => {
                let found = RulesetId::ALL.iter().copied().find(|ruleset| ruleset.name() == rest);
                let known = RulesetId::ALL.iter().map(|ruleset| ruleset.name());
                let found =
                    found.ok_or_else(|| (format!("no ruleset is called `{}`", shorten(rest)), meant(rest, known)));
                self.ruleset = Some(found?);
                self.settings = self.ruleset.map(Settings::defaults);
            }
            "set" => match (self.ruleset, self.settings.as_mut()) {
                (Some(ruleset), Some(settings)) => set(rest, ruleset, settings)?,
                _ if self.wrong.contains(&"ruleset") => {}
                _ => return Err(("a setting comes before its ruleset".into(), "`ruleset` comes first".into())),
            },
            "seed" => {
                let what = || (format!("`{}` is not a seed", shorten(rest)), "a whole number".into());
                self.seed = Some(rest.trim().parse().map_err(|_| what())?);
            }
            "seat" => {
                self.seats.push(rest.trim().to_string());
                if !SEATS.contains(&rest.trim()) {
                    let what = format!("there is no seat `{}`", shorten(rest));
                    return Err((what, seats_to_choose()));
                }
            }
            "level" => self.level_lines(rest)?,
            "start" => {
                let what = || (format!("`{}` is not a digest", shorten(rest)), "16 hexadecimal digits".into());
                self.start = Some(u64::from_str_radix(rest.trim(), 16).map_err(|_| what())?);
            }
            _ => {
                let what = format!("`{}` does not belong before the first event", shorten(word));
                return Err((what, meant(word, ["ruleset", "set", "seed", "seat", "level", "start"])));
            }
        }
        Ok(())
    }

    fn level_lines(&mut self, rest: &str) -> Result<(), Finding> {
        let tag = rest.trim_end_matches("<<").trim();
        // Files of new recordings are named by the tag: it must not lead into other folders.
        let wrong_tag = || {
            let right = "one word of a-z, 0-9 and -, such as `tanner-row`";
            (format!("`{}` is not a tag of a level", shorten(tag)), right.to_string())
        };
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
        if is_tag(tag) { Ok(()) } else { Err(wrong_tag()) }
    }

    /// Reports what is missing, and whether there is a seat for each side.
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
