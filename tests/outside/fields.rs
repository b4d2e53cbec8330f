//! The output of `field` and `verdicts`, compared with `forecast`.

use proving_ground::{
    levels::builtin,
    rules::{Battle, Choice, Decision, Offers},
};
use serde_json::Value;

use super::{
    program::{Folder, assert_holds},
    recordings::{record, record_by},
};

fn json(folder: &Folder, words: &[&str]) -> Value {
    serde_json::from_str(&folder.good(&[words, &["--json"]].concat())).unwrap()
}

fn at<'a>(field: &'a Value, square: &str) -> &'a Value {
    field["squares"].as_array().unwrap().iter().find(|cell| cell["square"] == square).unwrap()
}

const PAIR: [&str; 4] = ["--from", "cale", "--target", "lysk"];
const SHOT: [&str; 4] = ["--by", "cale", "--choice", "shoot lysk crossbow"];

#[test]
fn a_square_of_a_field_says_what_a_forecast_from_there_says() {
    let folder = Folder::new("field-forecast");
    let level = ["--level", "tanner-row"];
    let field = json(&folder, &[&["field", "--kind", "hit"], &level[..], &PAIR].concat());
    assert_eq!((&field["columns"], &field["rows"]), (&20.into(), &15.into()));
    assert_eq!(field["squares"].as_array().unwrap().len(), 300);
    for square in ["e7", "k8", "m2", "p9"] {
        // Cale is placed there instead of walking, so the whole turn is left.
        let put = format!("cale={square}");
        let forecast = json(&folder, &[&["forecast", "--set", &put], &level[..], &SHOT].concat());
        let reading = at(&field, square);
        assert_eq!(reading["hit"], forecast["hit"], "{square}");
        assert_eq!(reading["mean_damage"], forecast["mean_damage"], "{square}");
        assert_eq!(reading["seen"], forecast["sight"]["seen"], "{square}");
    }
    let there = at(&field, "a1");
    assert_eq!(there["is"], "refused");
    assert!(there["why"]["rule"].as_str().unwrap().starts_with("PCT-"), "{there}");
    assert_eq!(at(&field, "k1")["is"], "no-room");
    let told = folder.good(&[&["field", "--kind", "hit"], &level[..], &PAIR].concat());
    assert_holds(&told, &["Chance to hit from there, %", "\n1   ", "Most damage from"]);
}

#[test]
fn verdicts_are_those_of_every_ruleset() {
    let folder = Folder::new("verdicts");
    let words = [&["verdicts", "--level", "tanner-row"], &PAIR[..]].concat();
    let told = json(&folder, &words);
    let all = told["verdicts"].as_array().unwrap();
    let names: Vec<&str> = all.iter().map(|entry| entry["ruleset"].as_str().unwrap()).collect();
    assert_eq!(names.len(), 5, "{names:?}");
    for (name, verdict) in names.iter().zip(all) {
        let choice = verdict["attack"]["choice"].as_str().unwrap();
        let level = ["--level", "tanner-row", "--ruleset", name];
        let forecast = json(&folder, &[&["forecast"], &level[..], &["--by", "cale", "--choice", choice]].concat());
        assert_eq!(verdict["attack"]["hit"], forecast["hit"], "{name}");
        assert_eq!(verdict["attack"]["mean_damage"], forecast["mean_damage"], "{name}");
        assert_eq!(verdict["sight"]["cover"], forecast["sight"]["cover"], "{name}");
    }
    assert_holds(&folder.good(&words), &["\npercentile ", "\nvigor ", " 48 feet "]);
}

#[test]
fn a_recording_is_asked_about_after_any_choice() {
    let folder = Folder::new("field-recording");
    let level = builtin().iter().find(|level| level.tag == "tanner-row").unwrap();
    let file = record(&folder, level, 12).display().to_string();
    let moves = |after: &str| {
        folder.good(&["field", "--recording", &file, "--after", after, "--kind", "moves", "--from", "cale"])
    };
    assert_holds(&moves("3"), &["Tanner Row after choice 3"]);
    assert_holds(&moves("0"), &["after choice 0"]);
    let words = [&["verdicts", "--recording", &file], &PAIR[..]].concat();
    assert_holds(&folder.good(&words), &["Tanner Row after choice "]);
    let forecast = [&["forecast", "--recording", &file, "--after", "2"], &SHOT[..]].concat();
    assert_holds(&folder.good(&forecast), &["Tanner Row after choice 2"]);
    let said = folder.bad(&["field", "--recording", &file, "--after", "900", "--from", "cale", "--kind", "moves"]);
    assert_holds(&said, &["--after 900: ", " choices"]);
}

/// The verdict of one ruleset among all verdicts on a position.
fn verdict(told: &Value, ruleset: &str) -> Value {
    let all = told["verdicts"].as_array().unwrap();
    assert_eq!(all.len(), 5, "{told}");
    all.iter().find(|verdict| verdict["ruleset"] == ruleset).unwrap().clone()
}

/// Asserts that a verdict agrees with a forecast of its best attack.
#[track_caller]
fn assert_same_attack(verdict: &Value, forecast: &Value) {
    for key in ["hit", "mean_damage"] {
        assert_eq!(verdict["attack"][key], forecast[key], "{key} of {verdict}");
    }
    assert_eq!(verdict["sight"], forecast["sight"], "{verdict}");
}

#[test]
fn verdicts_of_a_trial_are_those_of_the_same_trial_under_each_ruleset() {
    let folder = Folder::new("verdicts-trial");
    let file = |ruleset: &str| {
        // A trial that begins in the middle of a turn must state what comes with a turn.
        let turn = if ruleset == "pools" { "state: {\"ap\": 3, \"started\": 1}" } else { "" };
        let fighter = |name: &str, at: &str, state: &str| {
            format!("(name: \"{name}\", at: \"{at}\", archetype: \"archer\", {state})")
        };
        let board = "board: (map: r\"\n+ + + + + + + + +\n . . . . B . . .\n+ + + + + + + + +\n\")";
        let all = [fighter("A", "b1", turn), fighter("B", "g1", "")].join(", ");
        let trial = format!("(name: \"x\", {board}, combatants: [{all}], expect: [Asked(\"A\")])");
        folder.file(&format!("{ruleset}.ron"), format!("(format: 1, ruleset: {ruleset}, trials: [{trial}])"))
    };
    let pair = ["--from", "A", "--target", "B"];
    let told = json(&folder, &[&["verdicts", "--trial", &file("percentile")], &pair[..]].concat());
    assert_eq!(told["position"], "x");
    for ruleset in ["percentile", "totals", "vigor", "rates", "pools"] {
        let verdict = verdict(&told, ruleset);
        // A position under other rules has its own tags.
        let choice = verdict["attack"]["choice"].as_str().unwrap().replace(" b ", " B ");
        let forecast = json(&folder, &["forecast", "--trial", &file(ruleset), "--by", "A", "--choice", &choice]);
        assert_same_attack(&verdict, &forecast);
    }
}

#[test]
fn verdicts_of_a_recording_are_those_of_the_position_after_so_many_choices() {
    let folder = Folder::new("verdicts-recording");
    let level = builtin().iter().find(|level| level.tag == "tanner-row").unwrap();
    // Cale walks from e7 to e9 as soon as it is asked, and nobody else does anything.
    let walk = |battle: &Battle, decision: &Decision, offers: &Offers| {
        let is_cale = &*battle.combatant(decision.who).identity.tag == "cale";
        let walked = Choice::parse("walk e8 e9", battle, offers).ok().filter(|_| is_cale);
        walked.unwrap_or_else(|| battle.ruleset.rules().default_answer(battle, decision))
    };
    let file = record_by(&folder, level, 12, walk).display().to_string();
    let mut seen = Vec::new();
    for after in ["0", "12"] {
        let position = ["--recording", &file, "--after", after];
        let told = json(&folder, &[&["verdicts"], &position[..], &PAIR].concat());
        assert_eq!(told["position"], format!("Tanner Row after choice {after}"));
        let own = verdict(&told, "percentile");
        assert_same_attack(&own, &json(&folder, &[&["forecast"], &position[..], &SHOT].concat()));
        // Under another ruleset it is as if the battle had begun with Cale there.
        let other = verdict(&told, "vigor");
        let put = ["--set", if after == "0" { "cale=e7" } else { "cale=e9" }];
        let choice = ["--by", "cale", "--choice", other["attack"]["choice"].as_str().unwrap()];
        let start = ["forecast", "--level", "tanner-row", "--ruleset", "vigor"];
        assert_same_attack(&other, &json(&folder, &[&start[..], &put, &choice].concat()));
        seen.push((own["sight"].clone(), other["sight"].clone()));
    }
    assert!(seen[0].0 != seen[1].0 && seen[0].1 != seen[1].1, "it makes a difference after how many choices");
}

fn field<'a>(words: &[&'a str]) -> Vec<&'a str> {
    [&["field", "--level", "tanner-row"], words].concat()
}

#[test]
fn help_shows_examples() {
    let folder = Folder::new("field-help");
    for command in ["field", "verdicts", "sweep"] {
        assert_holds(&folder.good(&[command, "--help"]), &["Examples:", &format!("proving-ground {command} --level")]);
    }
}

#[test]
fn questions_that_have_no_answer_say_why() {
    let folder = Folder::new("field-wrong");
    assert_holds(&folder.bad(&field(&["--from", "cale"])), &["`hit` is about two: name a target"]);
    assert_holds(&folder.bad(&field(&["--from", "cael", "--target", "lysk"])), &["did you mean `cale`?"]);
    assert_holds(&folder.bad(&field(&["--from", "cale", "--target", "cale"])), &["its own target"]);
    let danger = ["--kind", "danger", "--from", "cale", "--target", "dima"];
    assert_holds(&folder.bad(&field(&danger)), &["are on the same side"]);
    assert_holds(&folder.misused(&field(&["--kind", "hits", "--from", "cale"])), &["danger-moved", "hit"]);
    folder.misused(&["field", "--kind", "moves", "--from", "cale"]);
    folder.misused(&["field", "--level", "meadow", "--trial", "a.ron", "--from", "cale"]);
    folder.misused(&["verdicts", "--level", "meadow", "--after", "3", "--from", "a", "--target", "b"]);
}

#[test]
fn a_field_nobody_can_strike_in_says_why() {
    let folder = Folder::new("field-refused");
    let fighter =
        |name: &str, at: &str, gear: &str| format!("(name: \"{name}\", at: \"{at}\", archetype: \"archer\"{gear})");
    let (a, b) = (fighter("A", "a1", ", gear: []"), fighter("B", "g1", ""));
    let board = "board: (map: r\"\n+ + + + + + + + +\n . . . . . # . #\n+ + + + + + + + +\n\")";
    let trial = format!("(name: \"x\", {board}, combatants: [{a}, {b}], expect: [Asked(\"A\")])");
    let file = folder.file("a.ron", format!("(format: 1, ruleset: percentile, trials: [{trial}])"));
    let told = folder.good(&["field", "--trial", &file, "--kind", "damage", "--from", "A", "--target", "B"]);
    assert_holds(&told, &["No square has a value: "]);
}

#[test]
fn a_sweep_says_what_forecasts_at_each_value_say() {
    let folder = Folder::new("sweep");
    let words = [&["sweep", "--level", "tanner-row", "--number", "distance"], &PAIR[..]].concat();
    let told = json(&folder, &words);
    let points = told["points"].as_array().unwrap();
    let open: Vec<&Value> = points.iter().filter(|point| !point["attack"].is_null()).collect();
    assert!(open.len() > 5, "{told}");
    for point in open.iter().step_by(3) {
        let put = format!("cale={}", point["from"].as_str().unwrap());
        let forecast = json(&folder, &[&["forecast", "--level", "tanner-row", "--set", &put], &SHOT[..]].concat());
        if point["attack"]["title"].as_str().unwrap().contains("crossbow") {
            assert_eq!(point["attack"]["hit"], forecast["hit"], "{point}");
        }
    }
    let sweep = |words: &[&'static str]| [&["sweep", "--level", "tanner-row"], &PAIR[..], words].concat();
    let list = folder.good(&sweep(&["--list"]));
    assert_holds(&list, &["Distance", "Cale: ", "Lysk: ", "Cale, crossbow: "]);
    let csv = folder.good(&sweep(&["--number", "distance", "--csv"]));
    assert_eq!(csv.lines().count(), points.len() + 1);
    assert!(csv.starts_with("value,hits,harms,mean damage,out\n"), "{csv}");
    assert_holds(&folder.good(&sweep(&["--number", "distance"])), &["hits", "from "]);
    assert_holds(&folder.bad(&sweep(&["--number", "distnace"])), &["did you mean `Distance`?", "--list"]);
    assert_holds(&folder.bad(&sweep(&["--number", "points"])), &["no number is called `points`"]);
    assert_holds(&folder.bad(&sweep(&["--number", "distance", "--choice", "shout"])), &["`shout`: "]);
    folder.misused(&sweep(&[]));
    let own = ["sweep", "--level", "tanner-row", "--number", "distance", "--from", "cale", "--target", "cale"];
    assert_holds(&folder.bad(&own), &["its own target"]);
}
