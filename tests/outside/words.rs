//! Words from files, names and arguments that get printed.

use std::fs;

use proving_ground::levels::{MOST_LINES, RECORDING_FORMAT, builtin};

use super::program::{DUEL, Folder, assert_holds, is_printable, text};

const ESCAPE: &str = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{202e}";

#[test]
fn nothing_of_a_file_commands_the_terminal() {
    let folder = Folder::new("escape");
    for (name, wrong) in [
        ("name.ron", DUEL.replace("Ada", ESCAPE)),
        ("tag.ron", DUEL.replace("brute", ESCAPE)),
        ("field.ron", DUEL.replace("size", ESCAPE)),
        ("level.ron", DUEL.replace("\"Duel\"", &format!("\"Du{ESCAPE}el\""))),
        ("size.ron", DUEL.replace("8x6", ESCAPE)),
        ("junk.pgr", format!("proving-ground recording {ESCAPE}\n")),
    ] {
        let file = folder.file(name, wrong);
        for command in ["check", "levels", "replay", "trial"] {
            let output = folder.run(&[command, &file]);
            let said = text(&output.stdout) + &text(&output.stderr);
            assert!(output.status.code() == Some(1) && is_printable(&said), "{command} {name}: {said:?}");
        }
    }
}

#[test]
fn nothing_of_an_argument_commands_the_terminal() {
    let folder = Folder::new("arguments");
    let forged = format!("{ESCAPE}\nall is well");
    for words in [
        &["play", &forged][..],
        &[&forged],
        &["check", &forged],
        &["simulate", "--level", "meadow", "--ruleset", &forged],
        &["simulate", "--level", "meadow", "--setting", &format!("{forged}={forged}")],
        &["play", "meadow", "--seat", &forged],
        &["screenshot", "--out", &format!("{forged}.png"), "--size", &forged],
        &["forecast", "--level", "meadow", "--by", &forged, "--choice", &forged],
        &["forecast", "--level", "meadow", "--by", "a", "--choice", "b", &format!("--{forged}")],
    ] {
        let output = folder.run(words);
        let said = text(&output.stdout) + &text(&output.stderr);
        assert!(matches!(output.status.code(), Some(1 | 2)) && is_printable(&said), "{words:?}: {said:?}");
        assert!(!said.lines().any(|line| line.starts_with("all is well")), "{words:?}: {said}");
    }
}

fn trial(name: &str) -> String {
    let fighter = "(name: \"A\", at: \"a1\", archetype: \"archer\")";
    format!(
        "(format: 1, ruleset: percentile, trials: [(name: {name:?}, combatants: [{fighter}], expect: [Asked(\"A\")])])"
    )
}

#[test]
fn a_name_forges_no_line() {
    let folder = Folder::new("forged");
    let good = folder.file("good.ron", trial("A name"));
    assert_holds(&folder.good(&["trial", &good]), &["ok A name", "1 trial: 1 ok, 0 failed"]);
    let forged = folder.file("forged.ron", trial("x\nok A forged one (PCT-ATK-01)"));
    let (told, said) = folder.ends(1, &["trial", &forged]);
    assert!(!told.contains("ok A forged one"), "{told}");
    assert_holds(&said, &["forged.ron:1:", "has a line break in it; letters, digits, signs and blanks in one line"]);
    let level = folder.file("level.ron", DUEL.replace("\"Duel\"", "\"Duel\\nother.ron: the level Good\""));
    assert_holds(&folder.bad(&["check", &level]), &["level.ron:3:", "has a line break in it"]);
    let file = folder.file("two\nlines.ron", DUEL);
    let told = folder.good(&["check", &file]);
    assert_eq!(told.lines().count(), 1, "{told}");
}

#[test]
fn long_words_and_many_faults_are_told_shortly() {
    let folder = Folder::new("long");
    let long = "x".repeat(900_000);
    for (name, wrong) in [
        ("word.ron", DUEL.replace("brute", &long)),
        ("bare.ron", DUEL.replace("percentile", &long)),
        ("name.ron", DUEL.replace("Duel", &long)),
        ("line.pgr", format!("proving-ground recording {RECORDING_FORMAT}\n{long}\n")),
    ] {
        let said = folder.bad(&["check", &folder.file(name, wrong)]);
        assert!(said.len() < 4000, "{name}: {} bytes", said.len());
    }
    let units = "(archetype: \"nobody\", at: \"a1\"),".repeat(50);
    let many = folder.file("many.ron", DUEL.replace("(archetype: \"brute\"", &format!("{units}(archetyp: \"brute\"")));
    let said = folder.bad(&["check", &many]);
    assert_eq!(said.lines().count(), MOST_LINES, "{said}");
    assert_holds(&said, &["did you mean `archetype`?", "many.ron: and "]);
    assert!(said.lines().last().unwrap().ends_with(" more"), "{said}");
}

#[test]
fn names_of_files_are_never_paths() {
    let folder = Folder::new("paths");
    let level = builtin()[3].to_ron();
    let header = format!(
        "proving-ground recording {RECORDING_FORMAT}\nruleset percentile\nseed 1\nseat person\nseat person\nlevel ../../evil/pwn <<\n{level}>>\nstart 00\n"
    );
    let file = folder.file("evil.pgr", header);
    for command in ["check", "replay"] {
        let said = folder.bad(&[command, &file]);
        assert_holds(&said, &["evil.pgr:6:7: `../../evil/pwn` is not a tag of a level; one word of a-z, 0-9 and -"]);
    }
    let long = folder.file(&format!("{}.ron", "n".repeat(235)), DUEL);
    let told = folder.good(&["levels", &long]);
    assert!(told.lines().last().unwrap().starts_with(&format!("{}  Duel", "n".repeat(40))), "{told}");
    fs::remove_file(long).unwrap();
}
