//! Reads and writes files: levels, rosters, trials and recordings. Faults come as a list with line, column and what
//! would be right.

mod ambush;
mod brackets;
mod check;
mod deploy;
mod disk;
pub mod draft;
mod expect;
mod fault;
mod fighter;
pub mod folders;
mod harder;
mod islands;
mod kind;
mod late;
mod legend;
mod letters;
mod level;
mod log_text;
mod map;
mod mirror;
mod naming;
mod objects;
mod odds;
mod peek;
mod placing;
mod power;
mod printable;
mod reader;
mod recorder;
mod recording;
mod references;
mod replay;
mod ron_errors;
mod roster;
mod rosters;
mod run;
mod salvage;
mod save;
pub mod sides;
mod source;
mod stand_in;
mod tokens;
mod trial;
mod trial_words;
mod veils;
mod write;

use std::path::{Path, PathBuf};

use crate::rules::RulesetId;
use kind::{FileKind, is_recording, no_recording};

pub use deploy::{deploy, give_starts};
pub use expect::{BlowOutcome, Expect, PerHit};
pub use fault::{Fault, Faults, MOST_FAULTS, MOST_LINES, meant};
pub use harder::HarderTask;
pub use islands::{Island, islands};
pub use late::{Entrance, Late};
pub use legend::{CORNERS, EDGES, Legend, Plot, SQUARES};
pub use level::{LEVEL_FORMAT, Level, ROUND_LIMIT, Side, Unit, builtin};
pub use log_text::{log_text, verdict_text};
pub use map::{MOST_SQUARES, Zone};
pub use mirror::mirrored;
pub use naming::{is_tag, plain_name, tag_of};
pub use peek::{Recorded, Summary, peek, recorded};
pub use power::Power;
pub use printable::{Printing, is_unprintable, printable, printable_path};
pub use reader::{SEATS, seats_to_choose};
pub use recorder::{Writer, delete_recording, sync_recordings};
pub use recording::{Event, Header, MOST_RECORDING_BYTES, RECORDING_FORMAT, RecordedLine, Recording};
pub use replay::{Replay, open, play_event, replay};
pub use roster::{Archetype, Armament, Carried, FISTS, Gear, ROSTER_FORMAT, Roster, fields_of};
pub use rosters::builtin_in_play;
pub use run::{Report, run};
pub use save::{MOST_BYTES, read_text, write_atomically};
pub use stand_in::{StandIns, stand_ins};
pub use trial::{Expected, TRIAL_FORMAT, Trial, TrialStage, load_trials, parse_trials};
pub use veils::VeilByRound;

/// Reads a level file; its tag is made from the file's name without the extension.
///
/// # Errors
/// Everything that is wrong with it.
pub fn load(path: &Path, roster: &Roster) -> Result<Level, Faults> {
    let (tag, file) = (tag_of(&path.file_stem().unwrap_or_default().to_string_lossy()), path.display().to_string());
    let text = save::read_text_up_to(path, MOST_RECORDING_BYTES)?;
    no_recording(&file, &text, FileKind::Level)?;
    within_bounds(&file, &text)?;
    Level::parse(&tag, &file, &text, roster)
}

/// The levels in the player's folder, by file name, and what is wrong with those that cannot be played.
pub fn own_levels(roster: &Roster) -> (Vec<Level>, Vec<Faults>) {
    read_all(folders::levels(), roster)
}

/// The words that tell a level in a list from an earlier one of the same name: "your file yard.ron".
pub fn told_apart(levels: &[Level], place: usize) -> Option<String> {
    let (before, level) = (levels.get(..place)?, levels.get(place)?);
    before.iter().any(|other| other.name == level.name).then(|| format!("your file {}.ron", level.tag))
}

fn read_all(paths: Vec<PathBuf>, roster: &Roster) -> (Vec<Level>, Vec<Faults>) {
    let (mut levels, mut faults) = (Vec::new(), Vec::new());
    for path in paths {
        match load(&path, roster) {
            Ok(level) => levels.push(level),
            Err(wrong) => faults.push(wrong),
        }
    }
    (levels, faults)
}

/// Whether a file begins like a recording.
pub fn is_recording_file(path: &Path) -> bool {
    use std::io::Read as _;
    let mut start = String::new();
    let read = save::open_plain(path).and_then(|file| file.take(17).read_to_string(&mut start));
    read.is_ok() && is_recording(&start)
}

/// Checks that a text is no longer than a level, a roster or trials may be.
fn within_bounds(file: &str, text: &str) -> Result<(), Faults> {
    let what = || Faults::of_file(file, format!("the file is longer than {MOST_BYTES} bytes"), "");
    if text.len() as u64 > MOST_BYTES { Err(what()) } else { Ok(()) }
}

/// What a file holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Contents {
    /// A level.
    Level(Box<Level>),
    /// A roster: how many arms and archetypes it has of its own.
    Roster {
        /// Arms.
        arms: usize,
        /// Archetypes.
        archetypes: usize,
        /// What these archetypes lack, for each ruleset.
        lacking: Vec<StandIns>,
    },
    /// Trials.
    Trials(Vec<Trial>),
    /// A recording.
    Recording(Box<Recording>),
}

/// Reads a file of any kind.
///
/// # Errors
/// Everything that is wrong with it.
pub fn check_file(path: &Path) -> Result<Contents, Faults> {
    let file = path.display().to_string();
    let text = save::read_text_up_to(path, MOST_RECORDING_BYTES)?;
    if is_recording(&text) {
        let recording = Recording::parse(&file, &text, Roster::builtin())?;
        replay(&recording, Roster::builtin())?;
        return recording.rest.clone().unwrap_or_default().or(Contents::Recording(Box::new(recording)));
    }
    within_bounds(&file, &text)?;
    let source = source::Source::new(&file, &text);
    let root = source.root();
    let Some(form) = root.and_then(source::Piece::fields) else { return source.finish(None) };
    let is_broken = source.is_faulty();
    match FileKind::of(&form) {
        Some(FileKind::Trials) => Ok(Contents::Trials(parse_trials(&file, &text, Roster::in_play())?)),
        Some(FileKind::Level) => Ok(Contents::Level(Box::new(load(path, Roster::in_play())?))),
        Some(FileKind::Roster) => {
            let [arms, archetypes] = ["arms", "archetypes"].map(|name| form.items(name).len());
            let roster = Roster::in_play().with(&file, &text)?;
            let tags = form.items("archetypes").into_iter().filter_map(|piece| piece.fields()?.need("tag"));
            let tags: Vec<String> = tags.collect();
            let own = || tags.iter().filter_map(|tag| roster.archetype(tag));
            let lacking = RulesetId::ALL.iter().map(|ruleset| StandIns::of(&roster, *ruleset, own())).collect();
            Ok(Contents::Roster { arms, archetypes, lacking })
        }
        Some(FileKind::Recording) | None if is_broken => source.finish(None),
        Some(FileKind::Recording) | None => Err(Faults::of_file(
            &file,
            "this is not a file of this game",
            "levels have `sides`, rosters `arms` or `archetypes`, trials `trials`",
        )),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const TRIALS: &str = "(format: 1, ruleset: percentile, trials: [(name: \"x\", board: (size: \"4x4\"), combatants: [
        (name: \"A\", at: \"a1\", archetype: \"archer\", state: {\"damage\": 1}, conditions: [(kind: \"hurried\")])],
        dice: [1], choices: [\"A: end\"], expect: [Value(\"A\", \"damage\", 1)])])";

    /// Whatever the text, reading it gives something or a list of faults.
    fn survives(text: &str) {
        let roster = Roster::builtin();
        let faults = [
            Level::parse("x", "x", text, roster).err(),
            roster.with("x", text).err(),
            parse_trials("x", text, roster).err(),
            Recording::parse("x", text, roster).err(),
        ];
        for faults in faults.into_iter().flatten() {
            assert!(!faults.0.is_empty(), "{text}");
        }
    }

    fn texts() -> Vec<String> {
        let mut texts: Vec<String> = builtin().iter().map(Level::to_ron).collect();
        texts.push(include_str!("../../levels/tanner-row.ron").into());
        texts.push(include_str!("../../assets/arms.ron").into());
        texts.push(include_str!("../../assets/archetypes.ron").into());
        texts.push(TRIALS.into());
        texts
    }

    #[test]
    fn every_cut_off_file_is_a_fault() {
        for text in texts() {
            for at in (0..text.trim_end().len()).filter(|at| text.is_char_boundary(*at)).step_by(61) {
                let cut = &text[..at];
                survives(cut);
                assert!(Level::parse("x", "x", cut, Roster::builtin()).is_err());
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn any_text_survives(text in "\\PC*", bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            survives(&text);
            survives(&String::from_utf8_lossy(&bytes));
        }

        #[test]
        fn mutated_files_survive(
            which in 0..8usize,
            cuts in prop::collection::vec((any::<prop::sample::Index>(), 0..12usize, "[-+|:#.,_=()\\[\\]{}\"'\\\\a-zA-Z0-9 \n\u{e9}]{0,6}"), 1..5),
        ) {
            let texts = texts();
            let mut text: Vec<char> = texts[which % texts.len()].chars().collect();
            for (at, length, put) in cuts {
                let from = at.index(text.len());
                let to = (from + length).min(text.len());
                text.splice(from..to, put.chars());
            }
            survives(&text.into_iter().collect::<String>());
        }
    }

    #[test]
    fn files_made_to_be_slow_are_refused() {
        let many = |part: &str| part.repeat(MOST_BYTES as usize / part.len());
        let board = "format: 1, name: \"x\", ruleset: percentile, size: \"128x128\"";
        let start = format!("({board}, sides: [(units: [");
        for text in [
            format!("({})", many("map: 1,")),
            format!("({board}, zones: {{{}}})", many("\"a\": [],")),
            format!(
                "({board}, anchors: [{}])",
                many("\"a1-dx128\",")[..90_000].trim_end_matches(|letter| letter != ',')
            ),
            format!("{start}{}])])", many("(archetype: \"archer\", at: \"a1\"),")),
            format!("{start}{}])])", many("r#")),
            format!("(format: 1, ruleset: percentile, trials: [{}])", many("(expect: [Draw,Draw,Draw]),\n")),
            many("("),
            many("/*"),
            many("\n"),
        ] {
            survives(&text);
        }
    }

    #[test]
    fn a_file_is_known_by_what_it_holds() {
        let folder = std::env::temp_dir().join(format!("proving-ground-check-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let check = |name: &str, bytes: &[u8]| {
            let path = folder.join(name);
            std::fs::write(&path, bytes).unwrap();
            check_file(&path)
        };
        let level = check("yard.ron", builtin()[0].to_ron().as_bytes());
        assert!(matches!(level, Ok(Contents::Level(level)) if level.tag == "yard"));
        let roster = check("arms.ron", include_bytes!("../../assets/arms.ron"));
        let arms = Roster::builtin().arms.len();
        let lacking = |fighters: &[Archetype]| {
            RulesetId::ALL.iter().map(|ruleset| StandIns::of(Roster::builtin(), *ruleset, fighters.iter())).collect()
        };
        assert_eq!(roster, Ok(Contents::Roster { arms, archetypes: 0, lacking: lacking(&[]) }));
        let fighters = &Roster::builtin().archetypes;
        let (archetypes, lacking): (usize, Vec<StandIns>) = (fighters.len(), lacking(fighters));
        let has_all = |ruleset: RulesetId| ruleset.is_offered() || !ruleset.is_whole();
        assert!(lacking.iter().all(|stand_ins| stand_ins.words().is_none() == has_all(stand_ins.ruleset)));
        let roster = check("archetypes.ron", include_bytes!("../../assets/archetypes.ron"));
        assert_eq!(roster, Ok(Contents::Roster { arms: 0, archetypes, lacking }));
        assert!(matches!(check("t.ron", TRIALS.as_bytes()), Ok(Contents::Trials(trials)) if trials.len() == 1));
        for junk in [&b"\x7fELF\x01\x02\xff"[..], b"", b"(a: 1)", b"[]", b"proving-ground recording 1\n", b"{"] {
            assert!(check("junk", junk).is_err());
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn own_levels_are_read_and_what_is_wrong_with_them_is_told() {
        let folder = std::env::temp_dir().join(format!("proving-ground-own-levels-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("mine.ron"), builtin()[0].to_ron()).unwrap();
        std::fs::write(folder.join("broken.ron"), "(format: 1").unwrap();
        std::fs::write(folder.join("notes.txt"), "no level").unwrap();
        let (levels, faults) = read_all(folders::ron_files(&folder), Roster::builtin());
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(levels.iter().map(|level| level.tag.as_str()).collect::<Vec<_>>(), ["mine"]);
        assert_eq!(faults.len(), 1, "a text is no level, and a broken one is told");
        assert!(faults[0].0[0].file.ends_with("broken.ron"));
        // Saved from the lab it keeps the name of the original: in a list its file tells it apart.
        let listed = [builtin()[0].clone(), levels[0].clone(), builtin()[1].clone()];
        assert_eq!([0, 1, 2].map(|place| told_apart(&listed, place)), [None, Some("your file mine.ron".into()), None]);
    }
}
