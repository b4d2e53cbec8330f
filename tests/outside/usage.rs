//! What a user is told after a slip while following the README.

use std::{
    fs,
    io::{self, BufRead as _, BufReader},
    process::Stdio,
};

use super::program::{DUEL, Folder, assert_holds, text};

#[test]
fn messages_are_plain_english() {
    let folder = Folder::new("plain");
    for (name, bytes, what) in [
        ("colon.ron", DUEL.replace("name: \"Duel\"", "name: : \"Duel\"").into_bytes(), "`:` is unexpected"),
        ("junk.ron", b"(\xff\xfe)".to_vec(), "this is not text in UTF-8"),
        (
            "newer.ron",
            DUEL.replace("format: 1", "format: 2").into_bytes(),
            "format 2 is newer than this version reads (1)",
        ),
        ("newer.pgr", b"proving-ground recording 9999\n".to_vec(), "format 9999 is newer than this version reads"),
    ] {
        assert_holds(&folder.bad(&["check", &folder.file(name, bytes)]), &[what]);
    }
    let (_, said) = folder.ends(2, &["play", "meadow", "--seat", "blue=robot"]);
    assert_holds(
        &said,
        &[
            "there is no seat `robot`; choose person, computer, computer:quick, computer:steady, computer:easy or computer:greedy",
        ],
    );
    let level = folder.file("duel.ron", DUEL);
    assert_holds(&folder.good(&["simulate", "--level", &level, "--battles", "2"]), &["95 % interval: "]);
    let (told, said) = folder.ends(0, &["rules", "--ruleset", "totals"]);
    assert_holds(&told, &["default: each_round", "\ngap: ", "\ndecision: ", "\nexact: "]);
    assert!(said.is_empty() || said.contains("Only in a checkout"), "{said}");
}

#[test]
fn what_cannot_go_together_is_refused() {
    let folder = Folder::new("together");
    let recording = folder.file("a.pgr", "proving-ground recording 1\n");
    let (_, said) = folder.ends(2, &["play", "--lab", "--ruleset", "totals"]);
    assert_holds(&said, &["--ruleset and --setting go with a level; name one"]);
    let (_, said) = folder.ends(2, &["play", &recording, "--lab"]);
    assert_holds(&said, &["leave --lab out"]);
    let own = ["verdicts", "--level", "tanner-row", "--from", "cale", "--target", "cale"];
    assert_holds(&folder.bad(&own), &["cale cannot be its own target"]);
}

#[test]
fn a_report_is_kept_also_where_nobody_reads_what_is_printed() {
    let folder = Folder::new("unread");
    let level = folder.file("duel.ron", DUEL);
    let report = folder.0.join("report.json").display().to_string();
    let mut command = folder.program(&["simulate", "--level", &level, "--battles", "2", "--out", &report]);
    // Nobody reads the output, right from the start.
    let (reader, writer) = io::pipe().unwrap();
    drop(reader);
    command.stdout(writer).stderr(Stdio::null()).status().unwrap();
    assert_holds(&fs::read_to_string(&report).unwrap(), &["\"program\"", "\"seconds\""]);
}

#[test]
fn a_report_that_cannot_be_kept_is_printed_all_the_same() {
    let folder = Folder::new("unkept");
    let level = folder.file("duel.ron", DUEL);
    let taken = folder.0.join("taken");
    fs::create_dir_all(&taken).unwrap();
    let words = ["simulate", "--level", &level, "--battles", "2", "--out", &taken.display().to_string()];
    let output = folder.run(&words);
    assert!(!output.status.success());
    assert_holds(&String::from_utf8_lossy(&output.stdout), &["95 % interval: "]);
    assert_holds(&String::from_utf8_lossy(&output.stderr), &["cannot be written"]);
}

#[test]
fn a_folder_is_checked_to_its_end() {
    let folder = Folder::new("goes-on");
    folder.file("files/a.ron", "(");
    folder.file("files/z.ron", DUEL);
    fs::create_dir_all(folder.0.join("bare")).unwrap();
    let path = |name: &str| folder.0.join(name).display().to_string();
    let (told, said) = folder.ends(1, &["check", &path("bare"), &path("gone"), &path("files")]);
    assert_holds(&told, &["z.ron: the level Duel"]);
    assert_holds(
        &said,
        &[
            "bare: no file in this folder ends in .ron or .pgr",
            "gone: cannot be read",
            "a.ron:1:1: the file ends before the `(` opened at 1:1 is closed; write `)` at the end",
        ],
    );
    let (told, said) = folder.ends(1, &["trial", &path("bare"), &path("files")]);
    assert_holds(
        &(told + &said),
        &["bare: no file in this folder ends in .ron", "0 trials: 0 ok, 0 failed; 3 files cannot be read"],
    );
}

#[test]
fn what_stands_apart_from_a_slip_is_told_too() {
    let folder = Folder::new("slip");
    let wrong = DUEL.replace("round_limit: 6,", "round_limit 6,").replace("\"brute\"", "\"brut\"");
    let said = folder.bad(&["check", &folder.file("level.ron", wrong)]);
    assert_holds(&said, &["level.ron:5:", "level.ron:9:30: no archetype is called `brut`; did you mean `brute`?"]);
    assert_eq!(said.lines().count(), 2, "{said}");
}

#[test]
fn a_tab_in_a_map_is_named() {
    let folder = Folder::new("tab");
    let map = "map: r\"\n+ + + +\n .\t. .\n+ + + +\n .\t. .\n+ + + +\n\"";
    let said = folder.bad(&["check", &folder.file("level.ron", DUEL.replace("size: \"8x6\"", map))]);
    assert_holds(&said, &["level.ron:8:3: 2 tabs stand in the map; draw with blanks"]);
}

#[test]
fn a_recording_in_place_of_a_level_is_named() {
    let folder = Folder::new("recording");
    let file = folder.file("a.pgr", "proving-ground recording 1\n");
    for command in [
        &["simulate", "--level", &file][..],
        &["levels", &file],
        &["forecast", "--level", &file, "--by", "a", "--choice", "b"],
    ] {
        assert_holds(
            &folder.bad(command),
            &["a.pgr: this is a recording of a battle, not a level; `proving-ground play FILE`"],
        );
    }
}

/// A file given in place of another kind is named, in one line.
#[test]
fn the_kind_of_a_file_is_told() {
    let folder = Folder::new("kind");
    let level = folder.file("duel.ron", DUEL);
    let roster = folder.file("roster.ron", "(format: 1, arms: [], archetypes: [])");
    let trials = folder.file("trials.ron", "(format: 1, ruleset: percentile, arms: [], trials: [])");
    let recording = folder.file("a.pgr", "proving-ground recording 1\n");
    for (command, words) in [
        (&["trial", &level][..], "duel.ron:1:1: this is a level, not a file of trials; `proving-ground play FILE`"),
        (&["trial", &roster], "roster.ron:1:1: this is a roster, not a file of trials; `proving-ground --roster FILE`"),
        (&["trial", &recording], "a.pgr: this is a recording of a battle, not a file of trials"),
        (&["simulate", "--level", &trials], "trials.ron:1:1: this is a file of trials, not a level"),
        (&["simulate", "--level", &roster], "roster.ron:1:1: this is a roster, not a level"),
        (&["--roster", &level, "archetypes"], "duel.ron:1:1: this is a level, not a roster"),
        (&["--roster", &trials, "archetypes"], "trials.ron:1:1: this is a file of trials, not a roster"),
    ] {
        let said = folder.bad(command);
        assert_holds(&said, &[words]);
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

#[test]
fn pictures_have_a_bound() {
    let folder = Folder::new("size");
    let (_, said) = folder.ends(2, &["screenshot", "--out", "a.png", "--size", "8192x8192"]);
    assert_holds(&said, &["8192x8192 are too many pixels; at most as many as 3840x2160 has"]);
}

#[test]
fn a_long_simulation_says_where_it_is_without_a_terminal() {
    let folder = Folder::new("progress");
    let level = folder.file("duel.ron", DUEL);
    let mut command = folder.program(&["simulate", "--level", &level, "--battles", "1000000"]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(line.contains(" of 1,000,000 battles after ") && line.contains(" s to go"), "{line}");
}

#[test]
fn a_start_that_fails_leaves_nothing_behind() {
    let folder = Folder::new("no-display");
    let said = folder.bad(&["play", "meadow"]);
    if cfg!(all(unix, not(target_os = "macos"))) {
        assert_holds(&said, &["There is no display to open a window on."]);
    }
    assert_holds(&folder.good(&["recordings"]), &["No battle has been recorded in "]);
}

#[test]
fn the_engine_says_nothing_unless_asked() {
    let has = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if !has("DISPLAY") && !has("WAYLAND_DISPLAY") {
        assert!(!has("PROVING_GROUND_NEEDS_WINDOW"), "there must be a display here");
        eprintln!("no display: the window is not opened");
        return;
    }
    let folder = Folder::new("silent");
    let picture = folder.0.join("a.png").display().to_string();
    let mut command = folder.program(&["screenshot", "--out", &picture]);
    for name in ["DISPLAY", "WAYLAND_DISPLAY"] {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    // Without a folder for sockets, system libraries would complain by themselves.
    let output = command.env_remove("XDG_RUNTIME_DIR").output().unwrap();
    let said = text(&output.stderr);
    if output.status.success() {
        assert!(said.is_empty(), "{said}");
    } else {
        assert!(!has("PROVING_GROUND_NEEDS_WINDOW") && said.contains("adapter"), "{said}");
    }
}
