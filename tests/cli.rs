//! The built program on the command line: exit codes, output, and its reaction to bad input.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use proving_ground::{
    dice::Rolled,
    levels::{Header, Level, Roster, Writer, builtin, deploy, open},
    rules::{Battle, Choice, Fate, OutcomeState, Policy, RulesetId, Settings, forecast_choice, play, turn_given},
};
use serde_json::Value;

/// Two who can fight at once, so that a battle takes no time.
const DUEL: &str = r#"(
    format: 1,
    name: "Duel",
    ruleset: percentile,
    round_limit: 6,
    size: "8x6",
    sides: [
        (units: [(archetype: "swordsman", name: "Ada", at: "c3")]),
        (units: [(archetype: "brute", name: "Egil", at: "e3")]),
    ],
)"#;

/// A folder for one test, deleted afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("proving-ground-cli-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::write(&path, bytes).unwrap();
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

fn program(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_proving-ground"));
    command.args(words);
    command
}

fn run(words: &[&str]) -> Output {
    program(words).output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The output of a successful run.
fn good(words: &[&str]) -> String {
    let output = run(words);
    assert_eq!(output.status.code(), Some(0), "{words:?}: {}", err(&output));
    out(&output)
}

/// The complaint of a run that found something wrong.
fn bad(words: &[&str]) -> String {
    ended_with(1, words)
}

/// The complaint of a run with arguments that do not go together.
fn misused(words: &[&str]) -> String {
    ended_with(2, words)
}

fn ended_with(code: i32, words: &[&str]) -> String {
    let output = run(words);
    assert_eq!(output.status.code(), Some(code), "{words:?}: {}{}", out(&output), err(&output));
    err(&output)
}

fn assert_holds(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in:\n{text}");
    }
}

#[test]
fn help_shows_examples() {
    assert_holds(&good(&["--help"]), &["Examples:", "proving-ground simulate --level", "screenshot"]);
    for command in
        ["play", "levels", "check", "trial", "replay", "simulate", "forecast", "rules", "names", "screenshot"]
    {
        assert_holds(&good(&[command, "--help"]), &["Examples:", &format!("proving-ground {command}")]);
    }
    assert_holds(&good(&["--version"]), &["proving-ground 0."]);
}

#[test]
fn wrong_words_exit_with_2() {
    for words in [
        &["fly"][..],
        &["check"],
        &["simulate"],
        &["simulate", "--join", "a.json", "--seed", "4"],
        &["simulate", "--level", "meadow", "--battles", "0"],
        &["simulate", "--level", "meadow", "--ruleset", "percentil"],
        &["simulate", "--level", "meadow", "--setting", "pct.tie"],
        &["forecast", "--level", "meadow", "--trial", "a.ron", "--by", "a", "--choice", "b"],
        &["forecast", "--level", "meadow", "--by", "ada", "--choice", "strike", "--at", "3c"],
        &["play", "meadow", "--seat", "red=person"],
        &["simulate", "--level", "meadow", "--seat", "blue=computer:slow"],
        &["screenshot", "--level", "meadow", "--out", "a.jpg"],
        &["screenshot", "--level", "meadow", "--out", "a.png", "--size", "1x1"],
    ] {
        let output = run(words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(out(&output).is_empty() && err(&output).contains("error"), "{words:?}");
    }
    assert_holds(&err(&run(&["simulate", "--level", "meadow", "--ruleset", "percentil"])), &["percentile"]);
}

#[test]
fn levels_are_listed() {
    let folder = Folder::new("levels");
    let file = folder.file("duel.ron", DUEL);
    let told = good(&["levels", &file]);
    assert_eq!(told.lines().count(), builtin().len() + 1);
    assert_holds(&told, &["meadow", "tanner-row", "Duel", "8 x 6", "1 v 1"]);
    assert_holds(&bad(&["levels", "none.ron"]), &["none.ron: cannot be read"]);
}

#[test]
fn an_unknown_level_brings_a_suggestion() {
    for command in [&["play", "medow"][..], &["simulate", "--level", "medow"]] {
        assert_holds(&bad(command), &["no level is called `medow`", "did you mean `meadow`?"]);
    }
    let words = ["play", "meadow", "--seat", "green=person"];
    assert_holds(&bad(&words), &["Green does not fight in Meadow"]);
    let words = ["simulate", "--level", "meadow", "--battles", "1", "--seat", "green=computer"];
    assert_holds(&bad(&words), &["Green does not fight in Meadow"]);
}

#[test]
fn our_own_files_are_right() {
    let top = env!("CARGO_MANIFEST_DIR");
    let folders = ["levels", "assets", "tests/trials"].map(|folder| format!("{top}/{folder}"));
    let told = good(&["check", &folders[0], &folders[1], &folders[2]]);
    assert_holds(&told, &["the level Meadow, 20 x 14, 2 sides, 8 fighters", "archetypes.ron: a roster"]);
}

#[test]
fn faults_come_with_line_column_and_what_would_be_right() {
    let folder = Folder::new("check");
    let wrong = DUEL.replace("swordsman", "swordman").replace("\"e3\"", "\"z9\"");
    let file = folder.file("wrong.ron", wrong);
    let said = bad(&["check", &file]);
    assert_holds(&said, &[&format!("{file}:8:"), "did you mean `swordsman`?", &format!("{file}:9:")]);
    let column = |line: &str| line[file.len() + 1..].split(':').nth(1).map(str::to_string);
    assert!(said.lines().all(|line| column(line).is_some_and(|column| column.parse::<u32>().is_ok())), "{said}");
    let good = folder.file("duel.ron", DUEL);
    let both = run(&["check", &good, &file]);
    assert_eq!(both.status.code(), Some(1));
    assert_holds(&out(&both), &["the level Duel"]);
    assert_holds(&err(&both), &["1 of 2 files are wrong"]);
}

#[test]
fn sheets_of_casters_are_looked_at_closely() {
    let folder = Folder::new("casters");
    let sheets = [
        "energies: [Fyre]",
        "components: [Ctach]",
        "energies: [Fire], prepared: Some((structure: Projected, energies: []))",
        "energies: [Fire], prepared: Some((structure: Projected, energies: [(Cold, 1)]))",
        "drugged: Some((drug: Berserk, tier: 9))",
    ];
    let archetype = |(index, sheet): (usize, &&str)| {
        let gear = "gear: [(arm: \"greatsword\", at: Both), (arm: \"shield\", at: Off)]";
        format!("(tag: \"one-{index}\", name: \"One\", {gear}, sheets: (totals: ({sheet}))),\n")
    };
    let archetypes: String = sheets.iter().enumerate().map(archetype).collect();
    let text = format!("(format: 1, ruleset: totals, archetypes: [\n{archetypes}], trials: [])");
    let file = folder.file("casters.ron", text);
    let said = bad(&["check", &file]);
    assert_holds(
        &said,
        &[
            "casters.ron:2:",
            "`Fyre` is not known here; did you mean `Fire`?",
            "did you mean `Catch`?",
            "a spell without energy",
            "takes cold, which is not among the energies",
            "tier of the drug is 9, must be 1 to 5",
            "`shield` has no free hand: `greatsword` is held there",
        ],
    );
}

#[test]
fn files_that_are_none_of_ours_are_refused() {
    let folder = Folder::new("junk");
    let junk: Vec<u8> = (0..4096u32).map(|index| (index.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let cut = &DUEL[..DUEL.len() / 2];
    for (name, bytes) in [
        ("junk.ron", junk.as_slice()),
        ("zeros.ron", &[0; 512]),
        ("empty.ron", b""),
        ("cut.ron", cut.as_bytes()),
        ("other.ron", b"(colour: 3)"),
        ("huge.ron", br#"(format: 1, name: "H", ruleset: percentile, size: "10000x10000", sides: [])"#),
        ("cut.pgr", b"proving-ground recording 1\nruleset percentile\nseed 5"),
        ("old.pgr", b"proving-ground recording 0\n"),
    ] {
        let file = folder.file(name, bytes);
        for command in ["check", "trial", "levels", "replay"] {
            let said = bad(&[command, &file]);
            assert!(said.contains(&file) && !said.contains("panicked"), "{command} {name}: {said}");
        }
    }
    assert_holds(&bad(&["check", "no-such-file.ron"]), &["no-such-file.ron: cannot be read"]);
    fs::create_dir(folder.0.join("bare")).unwrap();
    assert_holds(&bad(&["check", &folder.0.join("bare").display().to_string()]), &["no file in this folder"]);
}

#[test]
fn simulating_repeats_on_any_number_of_cores() {
    let folder = Folder::new("simulate");
    let file = folder.file("duel.ron", DUEL);
    let words = ["simulate", "--level", &file, "--battles", "4", "--seed", "9", "--json"];
    let tell = |threads: &str| {
        let output = program(&words).env("RAYON_NUM_THREADS", threads).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        assert!(err(&output).is_empty(), "a progress bar belongs to terminals: {}", err(&output));
        let mut told: Value = serde_json::from_str(&out(&output)).unwrap();
        assert!(told["choices_per_second"].as_u64().is_some());
        let fields = told.as_object_mut().unwrap();
        fields.remove("choices_per_second");
        fields.remove("seconds");
        told
    };
    let (alone, three) = (tell("1"), tell("3"));
    assert_eq!(alone, three);
    let wins = |side: usize| alone["sides"][side]["wins"].as_u64().unwrap();
    assert_eq!(wins(0) + wins(1) + alone["draws"].as_u64().unwrap(), 4);
    assert!(alone["rounds"]["most"].as_u64().unwrap() <= 6);
    let quick = |side: &str| {
        let seat = format!("{side}=computer:quick");
        let told = good(&[&words[..], &["--seat", &seat]].concat());
        serde_json::from_str::<Value>(&told).unwrap()["digest"].clone()
    };
    let (blue, orange) = (quick("blue"), quick("orange"));
    assert_ne!(blue, orange, "the seat of one side is not that of the other");
    let person = misused(&["simulate", "--level", &file, "--seat", "blue=person"]);
    assert_holds(&person, &["only the computer plays here; choose computer, computer:quick, computer:steady, "]);
    let told = good(&["simulate", "--level", &file, "--battles", "2"]);
    assert_holds(&told, &["Duel, percentile, 2 battles, seed 1", "95 % interval", "Rounds: mean", "a second"]);
}

/// The report on a batch, without its times.
fn batch(words: &[&str]) -> Value {
    let mut told: Value = serde_json::from_str(&good(words)).unwrap();
    for time in ["seconds", "choices_per_second"] {
        assert!(told.as_object_mut().unwrap().remove(time).is_some());
    }
    told
}

#[test]
fn batches_of_several_machines_are_put_together() {
    let folder = Folder::new("join");
    let level = folder.file("duel.ron", DUEL);
    let with = |more: &[&'static str], seed: &str, battles: &str| {
        let words = ["simulate", "--level", &level, "--mirror", "--seat", "orange=computer:quick", "--json"];
        good(&[&words[..], &["--seed", seed, "--battles", battles], more].concat())
    };
    let part =
        |name: &str, more: &[&'static str], seed: &str, battles: &str| folder.file(name, with(more, seed, battles));
    let (first, other) = (part("a.json", &[], "1", "3"), part("b.json", &[], "4", "5"));
    let whole = part("whole.json", &[], "1", "8");
    let join = |files: &[&str]| batch(&[&["simulate", "--json", "--join"], files].concat());
    assert_eq!(join(&[&other, &first]), join(&[&whole]));
    assert_eq!(join(&[&whole])["seeds"], serde_json::json!([[1, 8]]));
    let told = good(&["simulate", "--join", &first, &other]);
    assert_holds(&told, &["Duel, percentile, 8 battles, seed 1", "computer:quick", "Rounds: mean"]);

    let apart = part("apart.json", &[], "20", "1");
    assert_holds(&good(&["simulate", "--join", &first, &apart]), &["4 battles, seeds 1 to 3, 20"]);
    let refused = |files: &[&str]| bad(&[&["simulate", "--join"], files].concat());
    assert_holds(&refused(&[&first, &whole]), &["seeds 1 to 3 are in", "--seed"]);
    let tie = part("tie.json", &["--setting", "pct.tie=defender"], "9", "1");
    assert_holds(&refused(&[&first, &tie]), &["the settings are pct.tie=defender, not pct.tie="]);
    let totals = part("totals.json", &["--ruleset", "totals"], "9", "1");
    assert_holds(&refused(&[&first, &totals]), &["the ruleset is totals, not percentile"]);
    let changed = |from: &str, to: &str| {
        let text = with(&[], "9", "1");
        assert!(text.contains(from), "{text}");
        folder.file("changed.json", text.replacen(from, to, 1))
    };
    for (from, to, words) in [
        ("\"level\": \"duel\"", "\"level\": \"fray\"", "the level is fray, not duel"),
        ("\"program\": \"0.", "\"program\": \"9.", "the program is 9."),
        ("computer:quick", "computer", "who plays is computer against computer, not computer against computer:quick"),
        ("\"mirror\": true", "\"mirror\": false", "the batch is without --mirror"),
        ("\"battles\": 1", "\"battles\": 2", "do not add up"),
        ("\"seeds\"", "\"seats\"", "this is no report on a batch"),
    ] {
        assert_holds(&refused(&[&first, &changed(from, to)]), &["changed.json", words]);
    }
}

/// The start of a level in the turn of `by`, and an attack.
fn attack(level: &Level, by: &str, verb: &'static str, on: &str, item: &str) -> (Battle, Choice) {
    let mut battle = deploy(level, Roster::builtin(), level.ruleset, Settings::defaults(level.ruleset)).unwrap();
    battle.scene.round = 1;
    let (by, on) = (battle.tagged(by).unwrap().id, battle.tagged(on).unwrap().id);
    battle.scene.acting = Some(by);
    let item = battle.items().find(|held| held.tag == item && held.at.bearer() == Some(by)).unwrap().id;
    (battle, Choice::new(verb).with(item).on(on))
}

#[test]
fn forecasts_are_the_rules_own() {
    let level = builtin().iter().find(|level| level.tag == "tanner-row").unwrap();
    let (battle, choice) = attack(level, "cale", "shoot", "lysk", "crossbow");
    let rules = battle.ruleset.rules();
    let turn = turn_given(&battle, battle.scene.acting.unwrap());
    let odds = &forecast_choice(&turn, turn.decision().unwrap(), &choice, Policy::DefaultAnswers).unwrap().odds;
    let hits =
        |ending: &OutcomeState| ending.results.iter().any(|result| matches!(result.fate, Fate::Hit | Fate::Critical));
    let damage =
        |ending: &OutcomeState| ending.results.iter().map(|result| u32::from(result.damage.unsigned_abs())).sum();
    let (hit, mean) = (odds.chance(hits).to_string(), odds.mean(damage).to_string());

    let words = ["forecast", "--level", "tanner-row", "--by", "cale", "--choice", "shoot lysk crossbow"];
    let told = good(&words);
    assert_holds(&told, &["Attack:", "Defence, ", "Odds, exact", &hit, &mean, rules.grades()[3]]);
    let json: Value = serde_json::from_str(&good(&[&words[..], &["--json"]].concat())).unwrap();
    assert_eq!(
        (json["hit"]["fraction"].as_str(), json["mean_damage"]["fraction"].as_str()),
        (Some(&*hit), Some(&*mean))
    );
    let terms = json["attack"]["terms"].as_array().unwrap();
    let sum: i64 = terms.iter().map(|term| term["amount"].as_i64().unwrap()).sum();
    assert_eq!(Some(sum), json["attack"]["value"].as_i64());
    assert!(terms.iter().all(|term| rules.catalogue().iter().any(|rule| Some(rule.id.0) == term["rule"].as_str())));

    assert_holds(&good(&[&words[..], &["--at", "e6"]].concat()), &["cale after going to e6"]);
    assert_holds(&good(&[&words[..], &["--set", "lysk=k8"]].concat()), &["lysk at k8"]);
}

#[test]
fn forecasts_of_what_cannot_be_say_why() {
    let prompt = |by: &str, choice: &str, more: &[&str]| {
        bad(&[&["forecast", "--level", "tanner-row", "--by", by, "--choice", choice], more].concat())
    };
    assert_holds(&prompt("cala", "shoot lysk crossbow", &[]), &["did you mean `cale`?"]);
    assert_holds(&prompt("cale", "fly lysk", &[]), &["nothing on offer is called `fly`"]);
    assert_holds(&prompt("cale", "shoot lisk crossbow", &[]), &["`lisk` is not a combatant", "lysk"]);
    assert_holds(&prompt("ansa", "strike lysk spear", &[]), &["refused", "PCT-"]);
    assert_holds(&prompt("cale", "end", &[]), &["is not an attack"]);
    assert_holds(&prompt("cale", "shoot lysk crossbow", &["--set", "lysk=k1"]), &["cannot stand in k1: a wall"]);
    assert_holds(&prompt("cale", "shoot lysk crossbow", &["--set", "lysk=z99"]), &["not on the board"]);
}

fn trial(damage: &str) -> String {
    format!(
        r#"(
    format: 1,
    ruleset: percentile,
    trials: [(
        name: "A sword against nobody's guard",
        proves: ["PCT-ATK-01"],
        board: (size: "5x5"),
        combatants: [(name: "A", at: "a1", archetype: "swordsman"), (name: "B", at: "b1", archetype: "archer")],
        expect: [Asked("A"), Value("B", "damage", {damage})],
    )],
)"#
    )
}

#[test]
fn trials_tell_what_was_expected_and_what_came() {
    let folder = Folder::new("trial");
    let right = folder.file("right.ron", trial("0"));
    let wrong = folder.file("wrong.ron", trial("7"));
    assert_holds(&good(&["trial", &right]), &["ok A sword", "PCT-ATK-01", "1 trial: 1 ok, 0 failed"]);
    let output = run(&["trial", &folder.0.display().to_string()]);
    assert_eq!(output.status.code(), Some(1));
    assert_holds(&out(&output), &["FAILED A sword", &wrong, "2 trials: 1 ok, 1 failed"]);
    assert_holds(&out(&output), &["line 9: expected Value(\"B\", \"damage\", 7)\n    came: 0"]);
}

#[test]
fn a_forecast_starts_from_a_trial_too() {
    let folder = Folder::new("forecast-trial");
    let file = folder.file("a.ron", trial("0"));
    let told = good(&["forecast", "--trial", &file, "--by", "A", "--choice", "strike B sword"]);
    assert_holds(&told, &["A sword against nobody's guard", "mean damage"]);
    let words = ["forecast", "--trial", &file, "--name", "B", "--by", "A", "--choice", "strike B sword"];
    assert_holds(&bad(&words), &["no trial is called `B`"]);
}

#[test]
fn the_battle_of_a_trial_that_passes_is_shown_if_it_is_asked_for() {
    let folder = Folder::new("trial-log");
    let file =
        folder.file("a.ron", trial("0").replace("expect:", "dice: [99], choices: [\"A: strike B sword\"], expect:"));
    assert!(!good(&["trial", &file]).contains("rolls"));
    let told = good(&["trial", "--log", &file]);
    assert_holds(&told, &["> A: strike B sword", "A rolls Attack: 99 against", "critical failure, PCT-ATK-01"]);
}

#[test]
fn several_attacks_by_one_action_are_forecast_together() {
    let folder = Folder::new("forecast-volley");
    let two = "archetype: \"swordsman\", gear: [(arm: \"sword\", at: Main), (arm: \"knife\", at: Off)]";
    let file = folder.file("a.ron", trial("0").replacen("archetype: \"swordsman\"", two, 1));
    let odds = |choice: &str| good(&["forecast", "--trial", &file, "--by", "A", "--choice", choice]);
    let both = odds("volley; strike B sword; strike B knife; begin");
    assert_holds(&both, &["A against B: volley", "Several attacks by one action", "Odds, exact", "mean damage"]);
    let single = odds("volley; strike B sword; begin");
    assert_ne!(both.lines().skip(2).collect::<Vec<_>>(), single.lines().skip(2).collect::<Vec<_>>());
    let told = bad(&["forecast", "--trial", &file, "--by", "A", "--choice", "volley; strike B bow; begin"]);
    assert_holds(&told, &["`strike B bow` cannot be chosen"]);
}

#[test]
fn a_value_that_is_not_allowed_names_its_rule() {
    let folder = Folder::new("value");
    let plain = "(tag: \"plain\", name: \"Plain\", gear: [(arm: \"knife\", at: Main)],
        sheets: (totals: (luck: 1, vitality_ranks: 20)))";
    let fighters = "(name: \"A\", at: \"a1\", archetype: \"plain\", state: {\"fresh\": 1}),
        (name: \"B\", at: \"b1\", archetype: \"plain\")";
    let trial = format!("(name: \"x\", combatants: [{fighters}], choices: [\"A: strike B knife luck=9\"])");
    let text = format!("(format: 1, ruleset: totals, archetypes: [{plain}], trials: [{trial}])");
    let output = run(&["trial", &folder.file("a.ron", text)]);
    assert_holds(&out(&output), &["`luck` of `strike` cannot be `9` here, TOT-LUCK-03; it may be 0, 1"]);
}

/// An unlisted ruleset is reported as lacking something only when it is named.
#[test]
fn what_a_ruleset_lacks_is_told_by_name() {
    let unlisted = RulesetId::ALL.iter().find(|ruleset| !ruleset.is_offered()).unwrap().name();
    assert!(!good(&["check", "levels/meadow.ron"]).contains("stand in"));
    let told = good(&["check", "levels/meadow.ron", "--ruleset", unlisted]);
    assert_holds(&told, &[&format!("no sheet for {unlisted}: "), &format!("no numbers for {unlisted}: ")]);
    let told = good(&["check", "assets/archetypes.ron", "--ruleset", unlisted]);
    assert_holds(&told, &[&format!("no sheet for {unlisted}: ")]);
    assert!(good(&["rules", "--ruleset", unlisted]).contains("Settings"));
}

#[test]
fn names_of_trials_are_listed() {
    let told = good(&["names", "--ruleset", "totals"]);
    assert_holds(&told, &["counts: vitality, ", "berserk", "evasion", "less than half", "knife", "swordsman"]);
    assert_holds(
        &told,
        &["verbs: walk, move, ", "movements: walk, move\n", "parameters: ap, ", "rolls: Luck points, "],
    );
    assert!(!told.contains("percentile"), "{told}");
    assert!(!told.contains("numbers of items"), "{told}");
    assert_holds(
        &told,
        &["detail: Spell((shares: ", "Turns(0), Held", "Structure: Touch, Thrown", "may lack: Evasion dice"],
    );
    let json: Value = serde_json::from_str(&good(&["names", "--json"])).unwrap();
    assert_eq!(json[0]["details"][1]["of"], "Trigger", "{json}");
    assert!(json[0]["sheet"].as_array().unwrap().iter().any(|field| field == "dur"), "{json}");
}

/// Plays a few default answers into a recording.
fn record(path: &Path) {
    let level = &builtin()[0];
    let settings = Settings::defaults(level.ruleset);
    let seats = vec!["person".to_string(); 2];
    let mut header = Header { level: level.clone(), ruleset: level.ruleset, settings, seed: 5, seats, start: 0 };
    let mut battle = open(&header, Roster::builtin()).unwrap();
    let rules = battle.ruleset.rules();
    header.start = battle.digest();
    let mut writer = Writer::create(path, &header).unwrap();
    let (mut dice, mut journal) = (Rolled::new(5), Vec::new());
    play::begin(&mut battle, &mut dice, &mut journal);
    writer.begin(&battle, &dice.take_faces()).unwrap();
    for _ in 0..20 {
        let decision = battle.decision().unwrap().clone();
        let (choice, offers) = (rules.default_answer(&battle, &decision), rules.offers(&battle, &decision));
        let (who, text) = (battle.combatant(decision.who).identity.tag.to_string(), choice.text(&battle, &offers));
        let round = battle.scene.round;
        play::submit(&mut battle, &offers, &choice, &mut dice, &mut journal).unwrap();
        writer.choice(&who, &text, &dice.take_faces(), round, &battle).unwrap();
    }
}

#[test]
fn recordings_are_played_again_die_for_die() {
    let folder = Folder::new("replay");
    let path = folder.0.join("a.pgr");
    record(&path);
    let file = path.display().to_string();
    let told = good(&["replay", &file]);
    assert_holds(&told, &["Round 1", ": end", "20 choices and", "as recorded"]);
    assert_eq!(good(&["replay", &file, "--verify"]).lines().count(), 1);
    assert_holds(&good(&["check", &file]), &["a recording of", "20 choices"]);

    let text = fs::read_to_string(&path).unwrap();
    let line = text.lines().position(|line| line.starts_with("begin | ")).unwrap();
    let wrong = text.replacen("begin | ", "begin | 1", 1);
    let wrong = folder.file("wrong.pgr", wrong);
    assert_holds(&bad(&["replay", &wrong, "--verify"]), &[&format!("{wrong}:{}:9: ", line + 1)]);
    let seat = text.replacen("seat person", "seat dragon", 1);
    let seats = text.replacen("seat person", "seat person\nseat person", 1);
    let undone = format!("{text}undo 99\n");
    let other = text.replacen("ruleset percentile", "ruleset totals", 1);
    for (name, text, what) in [
        (
            "seat.pgr",
            seat,
            "no seat `dragon`; choose person, computer, computer:quick, computer:steady, computer:easy or computer:greedy",
        ),
        ("seats.pgr", seats, "the recording has 3 seats; the level has 2 sides"),
        ("undone.pgr", undone, "99 choices cannot be taken back; it is left out; only 20 have been made by then"),
        ("other.pgr", other, "rosters or rules have changed"),
    ] {
        let file = folder.file(name, text);
        assert_holds(&bad(&["check", &file]), &[&file, what]);
        assert_holds(&bad(&["replay", &file]), &[&file, what]);
    }
    let cut = folder.file("cut.pgr", &text[..text.len() - 4]);
    let output = run(&["replay", &cut, "--verify"]);
    assert_eq!(output.status.code(), Some(0));
    assert_holds(&err(&output), &["is cut off and was dropped"]);
}

#[test]
fn rules_are_listed_with_what_proves_them() {
    let folder = Folder::new("rules");
    let away = program(&["rules"]).current_dir(&folder.0).output().unwrap();
    assert_eq!(away.status.code(), Some(0));
    assert_holds(&out(&away), &["PCT-CHK-04", "Degrees", "gap"]);
    assert_holds(&out(&away), &["Settings of percentile", "pct.tie", "reroll, defender, attacker", "default: reroll"]);
    assert_holds(&err(&away), &["Only in a checkout of the program", "which rules are proved"]);
    assert_holds(&out(&away), &["gap: ", "decision: ", "exact: "]);

    let here = program(&["rules", "--json"]).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    let told: Value = serde_json::from_str(&out(&here)).unwrap();
    let rules = told[0]["rules"].as_array().unwrap();
    let degrees = rules.iter().find(|rule| rule["id"] == "PCT-CHK-04").unwrap();
    assert_eq!((degrees["state"].as_str(), degrees["kind"].as_str()), (Some("proved"), Some("gap")));
    assert!(degrees["text"].as_str().unwrap().contains("99 always fails"));
    assert!(degrees["proofs"].as_array().unwrap().iter().any(|proof| proof["name"] == "chk_04_degrees"));
}

#[test]
fn a_reader_may_leave_early() {
    let mut child = program(&["rules"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(!err(&output).contains("panicked"), "{}", err(&output));
}

#[test]
fn choices_before_a_screenshot_are_tried_first() {
    let folder = Folder::new("screenshot");
    let (level, choices) = (folder.file("duel.ron", DUEL), folder.file("choices.txt", "# none\n\nada: fly\n"));
    let picture = folder.0.join("a.png").display().to_string();
    let said = bad(&["screenshot", "--level", &level, "--out", &picture, "--choices", &choices]);
    assert_holds(&said, &[&format!("{choices}:3:1: ")]);
}

#[test]
fn what_a_screenshot_cannot_show_is_said() {
    let folder = Folder::new("screenshot-words");
    let level = folder.file("duel.ron", DUEL);
    let picture = folder.0.join("a.png").display().to_string();
    let prompt = |more: &[&str]| bad(&[&["screenshot", "--level", &level, "--out", &picture], more].concat());
    assert_holds(&prompt(&["--point", "zz99"]), &["--point zz99: that is off the board"]);
    assert_holds(&prompt(&["--offer", "foo"]), &["--offer foo:", "has no such choice; there are"]);
    assert_holds(&prompt(&["--offer", "end", "--target", "ada"]), &["--target ada: `end` is aimed at nobody"]);
    assert_holds(&prompt(&["--after", "9999"]), &["--after 9999: the battle is over after"]);
    let nowhere = folder.0.join("gone/a.png").display().to_string();
    let said = bad(&["screenshot", "--level", &level, "--out", &nowhere]);
    assert_holds(&said, &[&nowhere, "there is no folder", "make it first"]);
    assert_holds(&misused(&["screenshot", "--ruleset", "totals", "--out", &picture]), &["go with a level"]);
    assert!(!Path::new(&picture).exists());
}
