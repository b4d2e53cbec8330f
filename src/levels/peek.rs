//! Summaries of recordings from their first and last lines, without playing them, for lists of many.

use std::{
    io::{self, BufReader, Read as _, Seek as _, SeekFrom},
    path::Path,
    time::SystemTime,
};

use serde::Deserialize;

use super::{
    folders,
    naming::name_fault,
    printable::printable,
    reader::shorten,
    recording::{Event, RECORDING_FORMAT},
    save::open_plain,
};
use crate::rules::Team;

/// The most bytes read from the start of a file, and from its end.
const MOST_READ: u64 = 1 << 16;

/// The summary of a recording.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The level's name.
    pub level: String,
    /// The ruleset, as it is written.
    pub ruleset: String,
    /// The names of the sides, as far as the level names them.
    pub sides: Vec<String>,
    /// Who answers for each side.
    pub seats: Vec<String>,
    /// The last round that has begun.
    pub round: u16,
    /// `Some` if the battle is over, with the winner if there is one.
    pub over: Option<Option<Team>>,
    /// Whether anything has been played.
    pub is_begun: bool,
}

/// A recording in the player's folder.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The file.
    pub path: std::path::PathBuf,
    /// When it was last written to.
    pub written: SystemTime,
    /// Its summary, or why it is not a recording.
    pub summary: Result<Summary, String>,
}

impl Recorded {
    /// Whether its battle can be continued.
    pub fn is_unfinished(&self) -> bool {
        self.summary.as_ref().is_ok_and(|summary| summary.is_begun && summary.over.is_none())
    }
}

/// The player's recordings, the newest first, at most `most`, and how many more there are. Their folder is not created.
///
/// # Errors
/// The system's error for their folder.
pub fn recorded(most: usize) -> io::Result<(Vec<Recorded>, usize)> {
    let entries = match std::fs::read_dir(folders::player().join("recordings")) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((Vec::new(), 0)),
        entries => entries?,
    };
    let paths = entries.flatten().map(|entry| entry.path());
    let fits = |path: &std::path::PathBuf| path.extension().is_some_and(|ending| ending == "pgr") && path.is_file();
    let time = |path: &Path| path.metadata().and_then(|about| about.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
    let mut files: Vec<_> = paths.filter(fits).map(|path| (time(&path), path)).collect();
    files.sort();
    let more = files.len().saturating_sub(most);
    let newest = files.into_iter().rev().take(most);
    Ok((newest.map(|(written, path)| Recorded { summary: peek(&path), path, written }).collect(), more))
}

/// The summary of the recording in a file.
///
/// # Errors
/// Why it is not a recording of this version, in words.
pub fn peek(path: &Path) -> Result<Summary, String> {
    let unread = |error: io::Error| format!("It cannot be read: {error}");
    let mut file = open_plain(path).map_err(unread)?;
    let mut summary = read_head(BufReader::new((&file).take(MOST_READ)))?;
    let length = file.metadata().map_err(unread)?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(MOST_READ))).map_err(unread)?;
    let mut end = Vec::new();
    file.take(MOST_READ).read_to_end(&mut end).map_err(unread)?;
    read_end(&String::from_utf8_lossy(&end), &mut summary);
    Ok(summary)
}

fn read_head(input: impl io::BufRead) -> Result<Summary, String> {
    let mut lines = input.lines().map_while(Result::ok);
    let first = lines.next().unwrap_or_default();
    let Some(version) = first.strip_prefix("proving-ground recording ") else {
        return Err("Not a recording".into());
    };
    if version.trim() != RECORDING_FORMAT.to_string() {
        return Err(format!("Of format {}; this version reads {RECORDING_FORMAT}", printable(&shorten(version))));
    }
    let (level, ruleset, sides, seats) = (String::new(), String::new(), Vec::new(), Vec::new());
    let mut summary = Summary { level, ruleset, sides, seats, round: 1, over: None, is_begun: false };
    for line in lines {
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match word {
            "ruleset" => summary.ruleset = printable(rest),
            "seat" => summary.seats.push(printable(rest)),
            "name:" => {
                let name: Option<String> = ron::from_str(rest.trim_end_matches(',')).ok();
                let name = name.filter(|name| name_fault(name).is_none()).unwrap_or_default();
                // The level's name comes first, then those of its sides; fighters are written in lines of another form.
                if summary.level.is_empty() {
                    summary.level = name;
                } else {
                    summary.sides.push(name);
                }
            }
            "start" => break,
            _ => {}
        }
    }
    let is_told = !summary.level.is_empty() && !summary.ruleset.is_empty();
    if is_told { Ok(summary) } else { Err("Its beginning is cut off".into()) }
}

/// The part of a battle's state that is read.
#[derive(Deserialize)]
struct Moment {
    round: u16,
}

/// Reads the last lines, as far as possible.
fn read_end(text: &str, summary: &mut Summary) {
    let whole = text.rfind('\n').map_or("", |at| &text[..at]);
    // Lines of the level, which come before `start`, look like choices.
    let whole = whole.find("\nstart ").map_or(whole, |at| &whole[at..]);
    for line in whole.lines() {
        match Event::parse(line) {
            Some(Event::Round { round, .. }) => summary.round = round,
            Some(Event::Over { winner, .. }) => summary.over = Some(winner),
            Some(Event::Choice { .. }) => summary.is_begun = true,
            Some(Event::Edited { state, .. }) => {
                summary.is_begun = true;
                // A battle from a position of the lab may begin in a later round.
                summary.round = serde_json::from_str(&state).map_or(summary.round, |Moment { round }| round);
            }
            Some(Event::Begin(_)) | None => {}
        }
        // Taking back choices may take back the end of the battle.
        if line.starts_with("undo ") {
            summary.over = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        levels::{Header, Roster, Writer, builtin, open},
        rules::Settings,
    };

    #[test]
    fn first_and_last_lines_tell_enough() {
        let path = std::env::temp_dir().join(format!("proving-ground-peek-{}.pgr", std::process::id()));
        let level = &builtin()[3];
        let seats = vec!["person".into(), "computer".into()];
        let settings = Settings::defaults(level.ruleset);
        let header = Header { level: level.clone(), ruleset: level.ruleset, settings, seed: 5, seats, start: 0 };
        let battle = open(&header, Roster::builtin()).unwrap();
        let mut writer = Writer::create(&path, &header).unwrap();
        writer.begin(&battle, &[]).unwrap();
        (0..20_000).for_each(|_| writer.choice("ansa", "walk c3 d4 e5", &[], 0, &battle).unwrap());
        let told = |writer: &mut Writer, event: Event| {
            writer.write(&event).unwrap();
            peek(&path).unwrap()
        };
        let round = told(&mut writer, Event::Round { round: 7, digest: 1 });
        assert_eq!((round.level.as_str(), round.round, round.over, round.is_begun), ("Meadow", 7, None, true));
        let names: Vec<String> = level.sides.iter().filter_map(|side| side.name.clone()).collect();
        assert_eq!(round.sides, names);
        assert_eq!((round.ruleset, round.seats), (level.ruleset.to_string(), header.seats.clone()));
        let state = "{\"round\":9,\"order\":[]}".into();
        assert_eq!(told(&mut writer, Event::Edited { digest: 1, state }).round, 9);
        let over = told(&mut writer, Event::Over { winner: Some(Team(1)), digest: 1 });
        assert_eq!(over.over, Some(Some(Team(1))));
        writer.undo(1).unwrap();
        assert_eq!(peek(&path).unwrap().over, None);
        std::fs::write(&path, "proving-ground recording 77\n").unwrap();
        assert!(peek(&path).unwrap_err().contains("Of format 77"));
        std::fs::write(&path, [0xff; 100]).unwrap();
        assert!(peek(&path).is_err());
        std::fs::remove_file(path).unwrap();
    }
}
