//! Files of all kinds, broken at random: each is read or rejected, quickly, in little memory, in few lines and in
//! printable words.
//!
//! `PROVING_GROUND_FUZZ=10000 cargo test --test fuzz` tries that many, from a seed in `PROVING_GROUND_SEED`. A file
//! that fails is kept, and its path reported.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use proving_ground::{
    dice::{Rolled, Stream},
    levels::{Contents, Header, Level, MOST_LINES, Roster, Writer, builtin, check_file, deploy, is_unprintable, open},
    rules::{RulesetId, Settings, play},
};

/// The longest a file may take, in seconds.
const SLOWEST: f64 = 2.0;

/// The most memory that all of them together may take, in bytes.
const LARGEST: u64 = 256 << 20;

/// The longest file.
const LONGEST: usize = 64 << 10;

/// How many files one run of the program is given.
const BATCH: usize = 50;

fn top() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files in a folder with one of our extensions.
fn files(folder: &Path, found: &mut Vec<Vec<u8>>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "ron" || ending == "pgr") {
            found.push(fs::read(path).unwrap());
        }
    }
}

/// A recording of some choices.
fn recording(folder: &Path) -> Vec<u8> {
    let level = &builtin()[3];
    let (settings, seats) = (Settings::defaults(level.ruleset), vec!["person".into(), "computer".into()]);
    let mut header = Header { level: level.clone(), ruleset: level.ruleset, settings, seed: 5, seats, start: 0 };
    let mut battle = open(&header, Roster::builtin()).unwrap();
    let rules = battle.ruleset.rules();
    header.start = battle.digest();
    let path = folder.join("corpus-0001.pgr");
    let mut writer = Writer::create(&path, &header).unwrap();
    let (mut dice, mut journal) = (Rolled::new(5), Vec::new());
    play::begin(&mut battle, &mut dice, &mut journal);
    writer.begin(&battle, &dice.take_faces()).unwrap();
    for _ in 0..30 {
        let decision = battle.decision().unwrap().clone();
        let (choice, offers) = (rules.default_answer(&battle, &decision), rules.offers(&battle, &decision));
        let (who, text) = (battle.combatant(decision.who).identity.tag.to_string(), choice.text(&battle, &offers));
        let round = battle.scene.round;
        play::submit(&mut battle, &offers, &choice, &mut dice, &mut journal).unwrap();
        writer.choice(&who, &text, &dice.take_faces(), round, &battle).unwrap();
    }
    writer.undo(2).unwrap();
    fs::read(path).unwrap()
}

/// Pieces put into files: signs and words that mean something there, and some that mean nothing anywhere.
const PIECES: [&[u8]; 36] = [
    b"(",
    b")",
    b"[",
    b"]",
    b"{",
    b"}",
    b",",
    b":",
    b"\"",
    b"'",
    b"\\",
    b"r#\"",
    b"/*",
    b"//",
    b"\n",
    b"\n\n",
    b"\t",
    b"-1",
    b"0",
    b"99999999999",
    b"1e9",
    b"0x",
    b"\x1b[2J",
    b"\x00",
    b"\xff\xfe",
    b"\xe2\x80\xae",
    b"\xef\xbb\xbf",
    b"undo 3\n",
    b"begin | 1\n",
    b"level ../x <<\n",
    b">>\n",
    b"archetypes: [",
    b"sides: [",
    b"trials: [",
    b"at: \"a1\"",
    b"zz9",
];

/// A file with some typing slips, or worse.
fn broken(corpus: &[Vec<u8>], random: &mut Stream) -> Vec<u8> {
    let mut below = |bound: usize| random.below(bound.max(1) as u32) as usize;
    let mut bytes = corpus[below(corpus.len())].clone();
    for _ in 0..=below(6) {
        let (from, length) = (below(bytes.len()), below(200));
        let to = (from + length).min(bytes.len());
        match below(9) {
            0 => bytes.truncate(from),
            1 => drop(bytes.drain(from..to)),
            2 => drop(bytes.splice(from..from, PIECES[below(PIECES.len())].to_vec())),
            3 => drop(bytes.splice(from..to.min(from + 8), PIECES[below(PIECES.len())].to_vec())),
            4 => bytes.get_mut(from).into_iter().for_each(|byte| *byte ^= 1 << below(8)),
            5 => {
                let piece = bytes[from..to].repeat(1 + below(300));
                drop(bytes.splice(from..from, piece));
            }
            6 => {
                let other = &corpus[below(corpus.len())];
                let at = below(other.len());
                drop(bytes.splice(from..to, other[at..(at + length * 10).min(other.len())].to_vec()));
            }
            7 => drop(bytes.splice(from..from, PIECES[below(PIECES.len())].repeat(1 + below(9000)))),
            _ => {
                let digit = bytes[from..].iter().position(u8::is_ascii_digit).map(|at| from + at);
                digit.into_iter().for_each(|at| drop(bytes.splice(at..=at, b"77777".to_vec())));
            }
        }
        bytes.truncate(LONGEST);
    }
    bytes
}

/// CPU time of this thread in seconds, so that a busy machine does not count; elapsed time where the system does not
/// tell.
fn used(since: Instant) -> f64 {
    let stat = fs::read_to_string("/proc/thread-self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    // User and system time in hundredths.
    let ticks = |index: usize| fields.get(index).and_then(|field| field.parse::<u64>().ok());
    let ticks = ticks(11).zip(ticks(12)).map(|(user, system)| user + system);
    ticks.map_or_else(|| since.elapsed().as_secs_f64(), |ticks| Duration::from_millis(ticks * 10).as_secs_f64())
}

/// The peak memory of this program in bytes, where the system tells.
fn memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim_end_matches("kB").trim().parse::<u64>().ok()).map_or(0, |kilobytes| kilobytes << 10)
}

fn assert_shown(words: &str, path: &Path) {
    assert!(
        words.chars().all(|character| character == '\n' || !is_unprintable(character)),
        "{}: {words:?}",
        path.display()
    );
}

fn number(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
#[allow(clippy::disallowed_methods, reason = "how long reading takes is what is tested")]
fn broken_files_are_told_soon_shortly_and_in_little_memory() {
    let folder = std::env::temp_dir().join(format!("proving-ground-fuzz-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let mut corpus = vec![recording(&folder)];
    ["levels", "assets", "tests/trials"].iter().for_each(|name| files(&top().join(name), &mut corpus));
    let readme = fs::read_to_string(top().join("README.md")).unwrap();
    corpus.extend(readme.split("```ron\n").skip(1).map(|block| block.split("```").next().unwrap().as_bytes().to_vec()));
    // Slips in small files would drown in large ones; the beginnings of those are enough.
    corpus.iter_mut().for_each(|bytes| bytes.truncate(LONGEST));
    let mut random = Stream::new(number("PROVING_GROUND_SEED", 1) as u64, 3);
    let (count, begun) = (number("PROVING_GROUND_FUZZ", 400), Instant::now());
    let mut batch: Vec<PathBuf> = Vec::new();
    for index in 0..count {
        let path = folder.join(format!("{index}.{}", if random.below(2) == 0 { "ron" } else { "pgr" }));
        fs::write(&path, broken(&corpus, &mut random)).unwrap();
        let before = used(begun);
        let read = check_file(&path);
        let time = used(begun) - before;
        assert!(time < SLOWEST, "{}: {time:.1} s", path.display());
        assert!(memory() < LARGEST, "{}: {} MB", path.display(), memory() >> 20);
        match read {
            Ok(Contents::Level(level)) => assert_playable(&level, &path),
            Ok(_) => {}
            Err(faults) => {
                let words = faults.to_string();
                assert!(!faults.0.is_empty() && words.lines().count() <= MOST_LINES, "{}: {words}", path.display());
                assert_shown(&words, &path);
            }
        }
        batch.push(path);
        if batch.len() == BATCH || index + 1 == count {
            run(&batch);
            // These files are no longer needed: a failure would have ended the test.
            batch.drain(..).for_each(|path| fs::remove_file(path).unwrap());
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

/// A file that is read as a level can be written and read again, and set up or refused under every ruleset.
fn assert_playable(level: &Level, path: &Path) {
    let again = Level::parse(&level.tag, "again.ron", &level.to_ron(), Roster::builtin());
    assert_eq!(again.as_ref(), Ok(level), "{}", path.display());
    for ruleset in RulesetId::ALL {
        let faults = deploy(level, Roster::builtin(), *ruleset, Settings::defaults(*ruleset)).err();
        faults.into_iter().for_each(|faults| assert_shown(&faults.to_string(), path));
    }
}

/// Runs the program on files.
fn run(batch: &[PathBuf]) {
    for command in ["check", "trial"] {
        let output = Command::new(env!("CARGO_BIN_EXE_proving-ground")).arg(command).args(batch).output().unwrap();
        assert!(matches!(output.status.code(), Some(0 | 1)), "{command}: {:?}: {batch:?}", output.status);
        let (told, said) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        assert_shown(&told, &batch[0]);
        assert_shown(&said, &batch[0]);
        assert!(!said.contains("panicked") && said.lines().count() <= MOST_LINES * batch.len() + 1, "{said}");
    }
}
