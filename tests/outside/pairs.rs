//! Two computers playing each other: all levels, both seats, one table.

use std::{fs, process::Stdio, time::Duration};

use super::program::{DUEL, Folder, assert_holds, text};

/// The report without its time.
fn told(text: &str) -> serde_json::Value {
    let mut told: serde_json::Value = serde_json::from_str(text).unwrap();
    assert!(told.as_object_mut().unwrap().remove("seconds").is_some());
    told
}

#[test]
fn a_pair_plays_from_both_seats_and_its_batches_are_put_together() {
    let folder = Folder::new("pair");
    let level = folder.file("duel.ron", DUEL);
    let play = |more: &[&str]| {
        let words = ["simulate", "--level", &level, "--pair", "computer:quick,computer:greedy"];
        folder.good(&[&words[..], more].concat())
    };
    let part = |name: &str, seed: &str, battles: &str| {
        folder.file(name, play(&["--seed", seed, "--battles", battles, "--json"]))
    };
    let (first, other, whole) = (part("a.json", "1", "3"), part("b.json", "4", "5"), part("w.json", "1", "8"));
    let join = |files: &[&str]| told(&folder.good(&[&["simulate", "--json", "--join"], files].concat()));
    assert_eq!(join(&[&other, &first]), join(&[&whole]));
    assert_eq!(join(&[&whole]), told(&fs::read_to_string(&whole).unwrap()));
    let report = join(&[&whole]);
    let number = |value: &serde_json::Value| value.as_u64().unwrap();
    let counts = &report["counts"][0];
    assert_eq!(number(&counts["wins"][0]) + number(&counts["wins"][1]) + number(&counts["undecided"]), 8);

    assert_holds(
        &play(&["--battles", "2"]),
        &[
            "computer:quick against computer:greedy, 2 battles, seed 1",
            "Duel",
            "95 % interval",
            "Undecided: ",
            "a second",
        ],
    );
    let (_, refused) = folder.ends(1, &["simulate", "--join", &first, &whole]);
    assert_holds(&refused, &["seeds 1 to 3 are in"]);
    let batch = folder.good(&["simulate", "--level", &level, "--battles", "1", "--json"]);
    let (_, refused) = folder.ends(1, &["simulate", "--join", &folder.file("batch.json", batch), &first]);
    assert_holds(&refused, &["a.json", "a report on a pair", "batch.json"]);
    let text = fs::read_to_string(&other).unwrap();
    for (from, to, words) in [
        ("\"level\": \"duel\"", "\"level\": \"fray\"", "what is played on is fray, not duel"),
        ("computer:quick", "computer", "who plays is computer against computer:greedy"),
        ("\"battles\": 5", "\"battles\": 6", "do not add up"),
        ("\"seeds\"", "\"seats\"", "this is no report on a batch"),
        ("\"pct.tie=", "\"pct.tye=", "what is set on duel"),
    ] {
        assert!(text.contains(from), "{from}");
        let changed = folder.file("changed.json", text.replacen(from, to, 1));
        assert_holds(&folder.ends(1, &["simulate", "--join", &first, &changed]).1, &["changed.json", words]);
    }
}

#[test]
fn a_pair_is_two_computers() {
    let folder = Folder::new("pair-usage");
    for (pair, words) in [
        ("computer", "WHO,WHO"),
        ("computer,person", "`person` is no computer; choose computer or computer:quick"),
        ("computer,robot", "`robot` is no computer"),
    ] {
        assert_holds(&folder.ends(2, &["simulate", "--pair", pair]).1, &[words]);
    }
    folder.ends(2, &["simulate", "--pair", "computer,computer", "--mirror"]);
    folder.ends(2, &["simulate"]);
}

#[test]
fn a_pair_that_is_told_to_end_keeps_what_it_has() {
    let folder = Folder::new("pair-ends");
    let level = folder.file("duel.ron", DUEL);
    let part = folder.0.join("part.json").display().to_string();
    let words = ["simulate", "--level", &level, "--pair", "computer:easy,computer:greedy", "--battles", "1000000"];
    let words = [&words[..], &["--every", "1", "--out", &part, "--json"]].concat();
    let pair = folder.program(&words).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    while !fs::exists(&part).unwrap() {
        std::thread::sleep(Duration::from_millis(20));
    }
    let kill = std::process::Command::new("kill").args(["-TERM", &pair.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let ended = pair.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(143));
    assert_eq!(fs::read_to_string(&part).unwrap(), text(&ended.stdout));
    assert_holds(&folder.good(&["simulate", "--join", &part]), &["computer:easy against computer:greedy"]);
}
