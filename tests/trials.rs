//! Runs every trial file under `tests/trials`, and checks that they leave out no played rule or setting and that
//! expectations that could not fail are found.

#![allow(clippy::unwrap_used, reason = "whatever is missing fails the test")]

#[path = "mutation/files.rs"]
mod files;

use files::trial_files;
use proving_ground::{
    dice::Rolled,
    levels::{Expect, Report, Roster, Trial, builtin, deploy, load_trials, parse_trials, run},
    rules::{Battle, Choice, RulesetId, Settings, play},
};

fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for file in trial_files() {
        match load_trials(&file, Roster::builtin()) {
            Ok(more) => trials.extend(more),
            Err(faults) => panic!("{faults}"),
        }
    }
    trials
}

#[test]
fn every_trial_comes_out_as_expected() {
    let reports: Vec<_> = trials().iter().map(run).collect();
    let failed: Vec<String> = reports.iter().filter(|report| !report.passed()).map(ToString::to_string).collect();
    assert!(failed.is_empty(), "{} of {} trials failed\n{}", failed.len(), reports.len(), failed.join("\n"));
}

#[test]
fn every_trial_expects_something() {
    let trials = trials();
    let is_idle = |trial: &&Trial| trial.stages.iter().all(|stage| stage.expect.is_empty());
    let idle: Vec<&str> = trials.iter().filter(is_idle).map(|trial| &*trial.name).collect();
    assert!(idle.is_empty(), "nothing is expected of {idle:?}");
}

#[test]
fn every_played_rule_is_proved_by_a_trial() {
    let trials = trials();
    for ruleset in RulesetId::ALL.iter().filter(|ruleset| ruleset.is_whole()) {
        let proved = |rule: &str| {
            trials
                .iter()
                .any(|trial| trial.battle.ruleset == *ruleset && trial.proves.iter().any(|known| known == rule))
        };
        let open: Vec<_> =
            ruleset.rules().catalogue().iter().filter(|rule| rule.played && !proved(rule.id.0)).collect();
        let open: Vec<&str> = open.into_iter().map(|rule| rule.id.0).collect();
        assert!(open.is_empty(), "{ruleset}: no trial proves {}", open.join(", "));
    }
}

#[test]
fn every_value_of_a_setting_is_played() {
    let trials = trials();
    for ruleset in RulesetId::ALL.iter().filter(|ruleset| ruleset.is_whole()) {
        for (index, setting) in ruleset.rules().settings().iter().enumerate() {
            let values: Vec<i32> = match setting.range {
                proving_ground::rules::Range::Words(words) => (0..words.len() as i32).collect(),
                proving_ground::rules::Range::Number(low, _) => vec![low, setting.default],
            };
            for value in values {
                let played = trials.iter().any(|trial| {
                    trial.battle.ruleset == *ruleset && trial.battle.settings.get(index, setting) == value
                });
                assert!(played, "no trial plays {} {}", setting.key, setting.word(value));
            }
        }
    }
}

/// A trial with two swordsmen and an archer who stands apart, plus more fields.
fn text(more: &str) -> String {
    format!(
        "(format: 1, ruleset: percentile, trials: [(name: \"x\", board: (size: \"8x8\"), combatants: [
(name: \"A\", at: \"b2\", archetype: \"swordsman\", gear: [(arm: \"sword\", at: Main), (arm: \"sword\", at: Off)]),
(name: \"B\", at: \"c2\", archetype: \"swordsman\"), (name: \"C\", at: \"h8\", archetype: \"archer\"),
],
{more})])"
    )
}

/// The only fault of such a trial.
fn fault(more: &str) -> String {
    let told = parse_trials("t.ron", &text(more), Roster::builtin()).unwrap_err().to_string();
    assert_eq!(told.lines().count(), 1, "{told}");
    told
}

fn report(more: &str) -> Report {
    let trials = parse_trials("t.ron", &text(more), Roster::builtin());
    run(&trials.unwrap_or_else(|faults| panic!("{faults}"))[0])
}

/// What is reported instead of an expectation that fails.
fn came(expect: &str) -> String {
    let report = report(&format!("expect: [{expect}]"));
    assert_eq!(report.failures.len(), 1, "{expect}: {report}");
    report.failures[0].clone()
}

#[test]
fn words_that_do_not_exist_are_faults_with_their_place() {
    for (expect, wrong, right) in [
        ("NotRolled(\"B\", \"Fry\")", "Fry", "no roll is called `Fry`; did you mean `Fray`?"),
        ("Rolled(who: \"B\", words: \"Parry with swort\")", "Parry", "did you mean `Parry with sword`?"),
        (
            "Compared(left: [(\"A\", \"Attak\")], right: [(\"B\", \"Fray\")], sums: (1, 2))",
            "Attak",
            "did you mean `Attack`?",
        ),
        (
            "Values(choice: \"A: strike B sword\", of: \"lukc\", open: [])",
            "lukc",
            "no parameter is called `lukc`; did you mean `luck`?",
        ),
        ("Values(choice: \"A: strike B sword lukc=1\", of: \"luck\", open: [])", "lukc", "did you mean `luck`?"),
        (
            "Way(who: \"A\", by: \"wlak\", squares: \"a1\")",
            "wlak",
            "no movement is called `wlak`; did you mean `walk`?",
        ),
        (
            "Route(who: \"A\", by: \"strike\", to: \"a1\", cost: None)",
            "strike",
            "no movement is called `strike`; there are walk, creep",
        ),
        ("NotOffered(\"A: stryk B\")", "stryk", "no choice begins with `stryk`; did you mean `strike`?"),
        ("NotOffered(\"A: \")", "NotOffered", "no choice is named"),
        ("Refused(\"A: wlak b3\", \"PCT-MOVE-01\")", "wlak", "did you mean `walk`?"),
        ("OffersOnly(\"A\", [\"wlak\"])", "wlak", "did you mean `walk`?"),
        ("Chance(choice: \"stryk B sword\", hit: \"0\")", "stryk", "did you mean `strike`?"),
        ("Chance(choice: \"volley; strke B sword; begin\", hit: \"0\")", "strke", "did you mean `strike`?"),
        ("Assess(choice: \"strike B sword lukc=1\", attack: 1)", "lukc", "did you mean `luck`?"),
        ("Chance(choice: \"strike B sword\", grades: [(\"unhrut\", \"0\")])", "unhrut", "no grade is called `unhrut`"),
        ("Chance(choice: \"strike B sword\", hit: \"often\")", "often", "`often` is not a chance; write 3264/9949"),
        ("Chance(choice: \"strike B sword\", hit: \"1/0\")", "1/0", "`1/0` is not a chance"),
    ] {
        let told = fault(&format!("expect: [{expect}]"));
        let place = format!("t.ron:5:{}: ", 10 + expect.find(wrong).unwrap());
        assert!(told.starts_with(&place) && told.contains(right), "{expect}: {place}\n{told}");
    }
    let told = fault("dice: [99], choices: [\"A: stryk B sword\"]");
    assert!(told.starts_with("t.ron:5:27: no choice begins with `stryk`; did you mean `strike`?"), "{told}");
}

#[test]
fn what_asks_for_nothing_is_a_fault() {
    for (expect, what) in [
        ("Compared(left: [], right: [], sums: (0, 0))", "rolls are compared with nothing"),
        ("Compared(left: [(\"A\", \"Attack\")], right: [], sums: (0, 0))", "rolls are compared with nothing"),
        ("Chance(by: \"A\", choice: \"strike B sword\")", "nothing is asked of it; say what it comes to: hit"),
        ("Chance(by: \"A\", choice: \"strike B sword\", on: \"B\", grades: [])", "nothing is asked of it"),
        ("Assess(by: \"A\", choice: \"strike B sword\")", "nothing is asked of it; say what it comes to: attack"),
        ("Assess(by: \"A\", choice: \"strike B sword\", terms: [])", "nothing is asked of it"),
    ] {
        let told = fault(&format!("expect: [{expect}]"));
        assert!(told.starts_with("t.ron:5:10: ") && told.contains(what), "{expect}\n{told}");
    }
}

#[test]
fn odds_of_what_is_no_attack_are_not_0() {
    for (expect, what) in [
        ("Chance(by: \"A\", choice: \"walk b3\", on: \"B\", hit: \"0\")", "it is not an attack"),
        ("Chance(by: \"A\", choice: \"walk b3\", on: \"B\", mean: \"0\")", "it is not an attack"),
        ("Chance(by: \"A\", choice: \"walk b3\", on: \"A\", prone: \"0\")", "no dice decide about A"),
        ("Chance(by: \"A\", choice: \"strike B sword\", on: \"C\", hit: \"0\")", "it is no attack on C; attacked: B"),
        (
            "Chance(by: \"A\", choice: \"strike B sword\", on: \"C\", conditions: [(\"hurried\", \"0\")])",
            "no dice decide about C",
        ),
        ("Chance(by: \"A\", choice: \"strike B sword\", on: \"C\", fates: [(Hit, \"0\")])", "no attack on C"),
        ("Chance(by: \"A\", choice: \"strike B sword\", on: \"C\", hits: [(0, \"1\")])", "no attack on C"),
        ("Chance(by: \"A\", choice: \"strike B sword\", on: \"C\", at_least: [(1, \"0\")])", "no attack on C"),
    ] {
        let told = came(expect);
        assert!(told.contains(what), "{expect}\n{told}");
    }
}

#[test]
fn odds_without_decimals_are_exact() {
    let mean =
        |text: &str| report(&format!("expect: [Chance(by: \"A\", choice: \"strike B sword\", mean: \"{text}\")]"));
    let told = mean("0").failures[0].clone();
    let (fraction, decimals) = told.split_once("came: mean: ").unwrap().1.split_once(" = ").unwrap();
    let decimals = decimals.lines().next().unwrap();
    assert!(mean(fraction).passed() && mean(decimals).passed(), "{told}");
    let whole = decimals.parse::<f64>().unwrap();
    assert!(!mean(&format!("{whole:.0}")).passed(), "a whole number is no mean of {told}");
    let near = format!("{whole:.2}");
    assert!(mean(&near).passed(), "{near} {told}");
}

#[test]
fn what_a_choice_says_is_not_logged() {
    let more = |expect: &str| report(&format!("dice: [99], choices: [\"A: strike B sword\"], expect: [{expect}]"));
    assert!(more("Logged(\"strikes B\"), NotLogged(\"strike B\")").passed());
    assert_eq!(more("Logged(\"A: strike\")").failures.len(), 1);
    assert!(more("Logged(\"> \")").failures[0].ends_with("no such line"));
}

#[test]
fn a_rule_that_gives_two_terms_is_asked_as_a_sum_and_one_by_one() {
    let holds = |terms: &str| {
        let choice = "by: \"A\", choice: \"volley; strike B sword-2\"";
        report(&format!("expect: [Assess({choice}, terms: [{terms}])]")).passed()
    };
    let term = |amount: i32| format!("(\"PCT-MULTI-03\", {amount})");
    for (terms, right) in [
        (vec![-20], true),
        (vec![-10, -10], true),
        (vec![-10], true),
        (vec![-10, -10, -10], false),
        (vec![-20, -10], false),
        (vec![-30], false),
        (vec![0], false),
    ] {
        let told: Vec<String> = terms.iter().map(|amount| term(*amount)).collect();
        assert_eq!(holds(&told.join(", ")), right, "{terms:?}");
    }
}

#[test]
fn dice_that_do_not_do_are_told_with_their_roll() {
    let told = |dice: &str, choices: &str| report(&format!("dice: [{dice}], choices: [{choices}]")).failures[0].clone();
    let choices = "\"A: strike B sword\", \"B: fray\"";
    let lacks = told("10, 99", choices);
    assert!(lacks.contains("it is rolled for A Damage, PCT-DMG-01; before it: A Attack 10, B Fray 99"), "{lacks}");
    let wrong = told("100", choices);
    assert!(wrong.contains("it is rolled for A Attack, PCT-ATK-01; before it: nothing"), "{wrong}");
    let left = told("99, 5", "\"A: strike B sword\"");
    assert!(left.contains("not used") && left.contains("rolled: A Attack: 99 against"), "{left}");
}

#[test]
fn a_roll_that_differs_says_in_what() {
    let told = |expect: &str| {
        let more = format!("dice: [99], choices: [\"A: strike B sword\"], expect: [Rolled(who: \"A\", {expect})]");
        report(&more).failures[0].clone()
    };
    let both = told("words: \"Attack\", value: 98, success: true, dice: 1");
    assert!(both.contains("Attack of A differs: value: 99; success: false\nrolled: A Attack: 99"), "{both}");
    let rest = told(
        "words: \"Attack\", against: 1, upshot: [\"margin 1\"], terms: [(\"PCT-ATK-03\", 1)], without: (\"PCT-ATK-03\", 1)",
    );
    for field in ["against: ", "upshot: critical failure", "terms: ", "without PCT-ATK-03: 0"] {
        assert!(rest.contains(field), "{field}\n{rest}");
    }
    assert!(told("words: \"Fray\"").contains("A has rolled no Fray\n"));
    assert!(told("words: \"Attack\", nth: 2").contains("A has rolled Attack so often: 1\n"));
}

#[test]
fn numbers_that_differ_say_whose_turn_was_asked_about() {
    let wrong = |by: &str, choice: &str| came(&format!("Assess({by}choice: \"{choice}\", attack: 1)"));
    assert!(wrong("by: \"A\", ", "strike B sword").ends_with("asked of A in its own turn, which goes on"));
    assert!(wrong("by: \"B\", ", "strike A sword").ends_with("asked of B in its next turn"));
    assert!(wrong("", "strike B sword").ends_with("asked of A, who has to decide"));
    let refused = came("Chance(by: \"B\", choice: \"strike C sword\", hit: \"0\")");
    assert!(refused.ends_with("asked of B in its next turn"), "{refused}");
    let more = "dice: [99], choices: [\"A: strike B sword\"], expect: [Assess(by: \"A\", choice: \"strike B sword\", attack: 1)]";
    let told = report(more).failures[0].clone();
    assert!(told.ends_with("asked of A in its next turn, having chosen something in this one"), "{told}");
}

#[test]
fn dice_at_their_maximum_are_no_empty_list() {
    let critical = report("dice: [0, 99, 10], choices: [\"A: strike B sword\", \"B: fray\"]");
    let line = critical.told.iter().find(|line| line.contains("Damage"));
    let line = line.unwrap_or_else(|| panic!("{critical}"));
    assert!(line.starts_with("A rolls no dice for Damage, in all "), "{line}");
}

/// The absence of a number or of a state would hold for any word that names nothing.
#[test]
fn what_can_be_asked_to_be_missing_is_asked_where_it_is_there() {
    let trials = trials();
    for ruleset in RulesetId::ALL {
        let own = trials.iter().filter(|trial| trial.battle.ruleset == *ruleset);
        let asked: Vec<&Expect> = own
            .flat_map(|trial| {
                trial.stages.iter().flat_map(|stage| stage.expect.iter().map(|expectation| &expectation.what))
            })
            .collect();
        let names = ruleset.rules().names();
        for name in names.numbers {
            let is_there = asked.iter().any(|expectation| match expectation {
                Expect::Assess { numbers, .. } => numbers.iter().any(|(asked, number)| asked == name && *number != 0),
                _ => false,
            });
            assert!(is_there, "{ruleset}: no trial asks for {name}");
        }
        for name in names.states {
            let is_so = asked.iter().any(|expectation| matches!(expectation, Expect::Has(_, asked) if asked == name));
            let is_not =
                asked.iter().any(|expectation| matches!(expectation, Expect::HasNot(_, asked) if asked == name));
            assert!(is_so && is_not, "{ruleset}: no trial asks who is {name} and who is not");
        }
    }
}

/// RAT-INIT-13: a combatant with a turn in hand takes it at the start of the next one's turn. A battle saved at every
/// question, even in the middle of a turn inside another, goes on like one that was never saved.
#[test]
fn a_turn_inside_another_is_saved_and_goes_on() {
    let level = builtin().iter().find(|level| level.tag == "meadow").unwrap();
    let mut settings = Settings::defaults(RulesetId::Rates);
    let all = RulesetId::Rates.rules().settings();
    let edition = all.iter().position(|setting| setting.key == "rat.edition").unwrap();
    settings.set(edition, &all[edition], 1);
    let mut battle = deploy(level, Roster::builtin(), RulesetId::Rates, settings).unwrap();
    let mut dice = Rolled::new(7);
    play::begin(&mut battle, &mut dice, &mut Vec::new());
    let (mut saved, mut inside) = (battle.clone(), 0);
    for _ in 0..80 {
        let decision = battle.decision().unwrap().clone();
        let rules = battle.ruleset.rules();
        let offers = rules.offers(&battle, &decision);
        let is_open = |verb: &str| offers.0.iter().any(|offer| offer.verb == verb && offer.is_open());
        let others =
            battle.combatants().filter(|other| other.id != decision.who && battle.is_in_turn(other.id)).count();
        let choice = match () {
            () if is_open("cut-in") && others > 0 => Choice::new("cut-in"),
            () if is_open("wait") => Choice::new("wait"),
            () => rules.default_answer(&battle, &decision),
        };
        inside += usize::from(others > 0 && battle.is_in_turn(decision.who));
        saved = serde_json::from_str(&serde_json::to_string::<Battle>(&saved).unwrap()).unwrap();
        let mut same = dice.clone();
        play::submit(&mut battle, &offers, &choice, &mut dice, &mut Vec::new()).unwrap();
        play::submit(&mut saved, &offers, &choice, &mut same, &mut Vec::new()).unwrap();
        assert_eq!(saved, battle, "after {choice:?}");
        assert_eq!(same, dice);
    }
    assert!(inside > 5, "{inside} times in the middle of another's turn");
}
