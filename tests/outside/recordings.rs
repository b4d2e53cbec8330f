//! Recordings that are large, hostile, cut, doubled or over.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Instant,
};

use proving_ground::{
    dice::Rolled,
    levels::{Header, Level, Recording, Roster, Writer, builtin, open, replay},
    rules::{Battle, Choice, Decision, Offers, Settings, play},
};

use super::program::{Folder, assert_holds};

/// Records a battle of default answers, up to a number of choices.
pub fn record(folder: &Folder, level: &Level, choices: usize) -> PathBuf {
    record_by(folder, level, choices, |battle, decision, _| battle.ruleset.rules().default_answer(battle, decision))
}

/// Records a battle with the given chooser, up to a number of choices.
pub fn record_by(
    folder: &Folder,
    level: &Level,
    choices: usize,
    choose: impl Fn(&Battle, &Decision, &Offers) -> Choice,
) -> PathBuf {
    let recordings = folder.0.join("data/proving-ground/recordings");
    fs::create_dir_all(&recordings).unwrap();
    let settings = Settings::defaults(level.ruleset);
    let seats = vec!["person".to_string(), "computer".into()];
    let mut header = Header { level: level.clone(), ruleset: level.ruleset, settings, seed: 5, seats, start: 0 };
    let mut battle = open(&header, Roster::builtin()).unwrap();
    let rules = battle.ruleset.rules();
    header.start = battle.digest();
    let mut writer = Writer::create(&recordings.join(format!("{}-0001.pgr", level.tag)), &header).unwrap();
    let (mut dice, mut journal) = (Rolled::new(5), Vec::new());
    play::begin(&mut battle, &mut dice, &mut journal);
    writer.begin(&battle, &dice.take_faces()).unwrap();
    for _ in 0..choices {
        let Some(decision) = battle.decision().cloned() else { break };
        let offers = rules.offers(&battle, &decision);
        let choice = choose(&battle, &decision, &offers);
        let (who, text) = (battle.combatant(decision.who).identity.tag.to_string(), choice.text(&battle, &offers));
        let round = battle.scene.round;
        play::submit(&mut battle, &offers, &choice, &mut dice, &mut journal).unwrap();
        writer.choice(&who, &text, &dice.take_faces(), round, &battle).unwrap();
    }
    writer.path().to_path_buf()
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

#[test]
fn recordings_are_listed_and_gone_on_with() {
    let folder = Folder::new("listed-recordings");
    let short = record(&folder, &builtin()[3], 20);
    let over = record(&folder, &Level { round_limit: 2, ..builtin()[5].clone() }, 10_000);
    let broken = shown(&folder.0.join("data/proving-ground/recordings/broken.pgr"));
    fs::write(&broken, "something else").unwrap();
    let told = folder.good(&["recordings"]);
    assert_eq!(told.lines().count(), 3, "{told}");
    let line = |part: &str| told.lines().find(|line| line.contains(part)).unwrap().to_string();
    assert_holds(&line("Meadow"), &["20", "person v computer", "percentile", "not over", &shown(&short)]);
    assert_holds(&line("Tanner Row"), &["nobody won", &shown(&over)]);
    assert_holds(&line("broken.pgr"), &["Not a recording"]);
    // Without a display it gets no farther than this; a broken or finished recording is reported first.
    assert_holds(&folder.bad(&["play", &shown(&over)]), &["this battle is over: nobody won; watch it with `--watch`"]);
    assert_holds(&folder.bad(&["play", &broken]), &["broken.pgr"]);
    assert_holds(
        &folder.misused(&["play", &shown(&short), "--seed", "4"]),
        &["a recording has its own rules, seed and seats"],
    );
    assert_holds(&folder.misused(&["play", "meadow", "--watch"]), &["only recordings can be watched"]);
}

#[test]
#[allow(clippy::disallowed_methods, reason = "how long reading takes is what is tested")]
fn many_choices_taken_back_are_read_in_time() {
    let folder = Folder::new("undo");
    let path = record(&folder, &builtin()[3], 3);
    let mut text = fs::read_to_string(&path).unwrap();
    let line = text.lines().last().unwrap().to_string();
    let choice = if line.contains(": ") { line } else { text.lines().rev().nth(1).unwrap().into() };
    text += &format!("{}{}", format!("{choice}\n").repeat(100_000), "undo 1\n".repeat(100_000));
    let more = format!("{choice}\nundo 1\n");
    text += &more.repeat(((15 << 20) - text.len()) / more.len());
    fs::write(&path, &text).unwrap();
    let begun = Instant::now();
    let recording = Recording::load(&path, Roster::builtin()).unwrap();
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
    assert!((3..=4).contains(&recording.choices()));
    let endless = format!("{}{}", text.split("begin").next().unwrap(), "a: b\n".repeat(3_000_000));
    fs::write(&path, endless).unwrap();
    let told = folder.bad(&["check", &shown(&path)]);
    assert_holds(&told, &["the battle has not begun; `begin` comes first"]);
    let whole = Recording::load(&path, Roster::builtin()).unwrap();
    assert_eq!(whole.lines.len(), 200_000);
    assert!(whole.rest.unwrap().to_string().contains("200000 lines are too many for a battle"));
}

#[test]
fn a_bad_line_in_the_middle_costs_only_what_comes_after_it() {
    let folder = Folder::new("middle");
    let path = record(&folder, &builtin()[3], 12);
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let begin = lines.iter().position(|line| line.starts_with("begin")).unwrap();
    let choices: Vec<usize> = (begin..lines.len()).filter(|at| lines[*at].contains(": ")).collect();
    let at = choices[choices.len() / 2];
    // A line that belongs in no recording, and one that the rules refuse.
    for bad in ["hello", "nobody: end"] {
        let kept = lines[..at].join("\n") + "\n";
        let rest = [&[bad], &lines[at + 1..]].concat().join("\n") + "\n";
        fs::write(&path, format!("{kept}{rest}")).unwrap();
        let recording = Recording::load(&path, Roster::builtin()).unwrap().playable(Roster::builtin()).unwrap();
        assert_eq!(recording.choices(), choices.len() / 2, "{bad}");
        let told = recording.rest.as_ref().unwrap().to_string();
        assert_holds(&told, &[&format!(":{}:", at + 1), "it and all after it", "left out"]);
        assert!(replay(&recording, Roster::builtin()).is_ok());
        drop(Writer::resume(&path, &recording).unwrap());
        let aside = path.with_file_name(format!("{}.rest", path.file_name().unwrap().to_string_lossy()));
        assert_eq!((fs::read_to_string(&path).unwrap(), fs::read_to_string(&aside).unwrap()), (kept, rest), "{bad}");
        fs::remove_file(aside).unwrap();
    }
}

#[test]
fn a_bad_end_loses_nothing_before_it() {
    let folder = Folder::new("end");
    let path = record(&folder, &builtin()[3], 12);
    let text = fs::read_to_string(&path).unwrap();
    let choices = Recording::load(&path, Roster::builtin()).unwrap().choices();
    let last = text.lines().rfind(|line| line.contains(": ")).unwrap();
    for (junk, kept) in [
        ("hello world\n", true),
        ("\n", true),
        (&format!("{last}\n")[..], true),
        ("ansa: wa", false),
        ("\0\0\0\n", true),
    ] {
        fs::write(&path, format!("{text}{junk}")).unwrap();
        let recording = Recording::load(&path, Roster::builtin()).unwrap().playable(Roster::builtin()).unwrap();
        assert_eq!((recording.choices(), recording.rest.is_some()), (choices, kept), "{junk:?}");
        assert!(replay(&recording, Roster::builtin()).is_ok());
        drop(Writer::resume(&path, &recording).unwrap());
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "{junk:?}");
        let rest = path.with_file_name(format!("{}.rest", path.file_name().unwrap().to_string_lossy()));
        assert_eq!(fs::read_to_string(&rest).ok().as_deref(), kept.then_some(junk));
        fs::remove_file(rest).ok();
    }
    let file = folder.file("junk.pgr", format!("{text}hello world\n"));
    let (told, said) = folder.ends(1, &["replay", &file]);
    assert_holds(&told, &["Round 1"]);
    assert_holds(&said, &["what comes after round", "`hello world` is not a line of a recording"]);
    assert_holds(&folder.bad(&["check", &file]), &["`hello world` is not a line of a recording"]);
}

#[test]
fn a_recording_keeps_the_fighters_it_was_played_with() {
    let folder = Folder::new("embedded");
    let roster = |dur: u8| {
        let sheets = format!("sheets: (percentile: (dur: {dur}), totals: ())");
        format!(
            "(format: 1, archetypes: [(tag: \"thug\", name: \"Thug\", gear: [(arm: \"club\", at: Main)], {sheets})])"
        )
    };
    let arms = "(format: 1, arms: [(tag: \"club\", name: \"club\", glyph: Club, rules: (percentile: (hands: 1, uses: [(kind: Melee, \
                skill: MeleeWeapons, proficiency: Maces, dv: (dice: 1, bonus: 1))])))])";
    let known = Roster::builtin().with("arms.ron", arms).unwrap().with("mine.ron", &roster(33)).unwrap();
    let text = builtin()[3].to_ron().replacen(
        "archetype: \"",
        "archetype: \"thug\", name: \"Uwe\", at: \"a1\"),\n(archetype: \"",
        1,
    );
    let level = Level::parse("own", "own.ron", &text, &known).unwrap();
    let path = record(&folder, &level, 20);
    folder.file("data/proving-ground/rosters/mine.ron", roster(11).replace("(arm: \"club\", at: Main)", ""));
    assert_holds(&folder.good(&["replay", &shown(&path), "--verify"]), &["20 choices and"]);
    assert_holds(&folder.good(&["check", &shown(&path)]), &["a recording of Meadow, 20 choices"]);
}
