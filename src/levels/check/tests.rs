//! Expectations fail when they are wrong, and are refused when they name something that does not exist.

use crate::levels::{Roster, parse_trials, run};

/// A fight of two under a ruleset, as a file.
fn file(ruleset: &str, rest: &str) -> String {
    format!("(format: 1, ruleset: {ruleset}, trials: [(name: \"x\", board: (size: \"30x30\"),\n{rest})])")
}

const SWORDS: &str = "combatants: [(name: \"A\", at: \"a1\", archetype: \"swordsman\"), (name: \"B\", at: \"b1\", archetype: \"swordsman\")],";
const STRUCK: &str = "dice: [29, 99, 10, 0], choices: [\"A: strike B sword\", \"B: fray\"],";

/// Checks that the first expectation of each row holds, and that the second fails with the words in the third place.
#[track_caller]
fn differ(ruleset: &str, setup: &str, pairs: &[(&str, &str, &str)]) {
    for (right, wrong, came) in pairs {
        let report = |expect: &str| {
            let text = file(ruleset, &format!("{setup} expect: [{expect}]"));
            let trials = parse_trials("t.ron", &text, Roster::builtin()).unwrap_or_else(|faults| panic!("{faults}"));
            run(&trials[0])
        };
        let (held, failed) = (report(right), report(wrong));
        assert!(held.passed(), "{held}");
        assert!(!failed.passed() && failed.failures[0].contains(came), "{wrong}: {failed}");
    }
}

#[test]
fn odds_given_an_answer_differ_from_others() {
    let ask = |rest: &str| format!("Chance(by: \"A\", choice: \"strike B sword\", {rest})");
    let best = ask("answer: \"best\", most: 29");
    let worst = ask("answer: \"worst\", fates: [(Averted, \"0/1\")]");
    let nowhere = ask("answer: \"B: catch sword\", most: 29");
    let no_such = ask("answer: \"B: parry bow\", most: 29");
    let fray = ask("answer: \"B: fray\", fates: [(Parried, \"0/1\")]");
    let right = ask("answer: \"fray\", fates: [(Parried, \"0/1\")]");
    let parry = ask("answer: \"parry sword\", fates: [(Parried, \"0/1\")]");
    differ(
        "percentile",
        SWORDS,
        &[
            (&right, &worst, "Averted: "),
            (&fray, &parry, "Parried: "),
            (&fray, &nowhere, "`catch sword` is no answer to it; there are: B: parry sword, B: fray"),
            (&fray, &no_such, "`parry bow` is no answer to it"),
            (&fray, &best, "most: "),
        ],
    );
}

#[test]
fn odds_per_hit_leave_misses_out() {
    let setup = "combatants: [(name: \"A\", at: \"a1\", sheet: ()), (name: \"B\", at: \"b1\", sheet: ())],";
    let ask = |rest: &str| format!("Chance(by: \"A\", choice: \"strike B fists\", per_hit: ({rest}))");
    differ(
        "drill",
        setup,
        &[
            (&ask("at_least: [(1, \"1\")]"), &ask("at_least: [(1, \"1/2\")]"), "at least 1 per hit: 1"),
            (&ask("critical: \"0/1\""), &ask("mean: \"0.1\""), "mean per hit: "),
        ],
    );
}

#[test]
fn what_happened_is_asked_with_its_rule_and_its_dice() {
    differ(
        "percentile",
        &format!("{SWORDS} {STRUCK}"),
        &[
            (
                "Noted(\"A\", \"strikes\", \"PCT-ATK-01\")",
                "Noted(\"A\", \"strikes\", \"PCT-ATK-02\")",
                "noted of A: strikes",
            ),
            (
                "Rolled(who: \"A\", words: \"Damage\", sides: [10], rule: \"PCT-DMG-01\")",
                "Rolled(who: \"A\", words: \"Damage\", sides: [20])",
                "sides: d10",
            ),
            (
                "Rolled(who: \"B\", words: \"Fray\", rule: \"PCT-DEF-01\")",
                "Rolled(who: \"B\", words: \"Fray\", rule: \"PCT-DEF-02\")",
                "rule: PCT-DEF-01",
            ),
        ],
    );
}

#[test]
fn ways_of_averting_are_told_apart() {
    let averted = |fate: &str| format!("Blow(by: \"A\", on: \"B\", fate: {fate})");
    differ(
        "percentile",
        &format!("{SWORDS} dice: [10, 29], choices: [\"A: strike B sword\", \"B: fray\"],"),
        &[
            (&averted("Dodged"), &averted("Parried"), "A on B Dodged"),
            (&averted("Averted"), &averted("Caught"), "A on B Dodged"),
            (&averted("Averted"), &averted("Turned"), "A on B Dodged"),
            (&averted("Averted"), &averted("Countered"), "A on B Dodged"),
        ],
    );
}

#[test]
fn what_there_is_none_of_is_0_and_only_that() {
    let ask = |numbers: &str| format!("Assess(by: \"A\", choice: \"strike B sword\", numbers: [{numbers}])");
    let totals = "combatants: [(name: \"A\", at: \"a1\", archetype: \"swordsman\", sheet: (luck: 0)), (name: \"B\", at: \"b1\", archetype: \"swordsman\", sheet: (luck: 0))],";
    differ(
        "totals",
        totals,
        &[
            (&ask("(\"Luck dice\", 0), (\"Damage dice\", 1)"), &ask("(\"Damage dice\", 0)"), "Damage dice 1"),
            (&ask("(\"Subtracted from the defence\", 0)"), &ask("(\"Luck dice\", 1)"), "Luck dice is not among"),
        ],
    );
}

#[test]
fn the_wounded_are_asked_for_like_those_with_a_condition() {
    let vigor = "combatants: [(name: \"A\", at: \"a1\", archetype: \"swordsman\"), (name: \"B\", at: \"b1\", archetype: \"swordsman\", state: {\"durability\": 0})],";
    differ(
        "vigor",
        vigor,
        &[
            ("Has(\"B\", \"wounded\")", "Has(\"A\", \"wounded\")", "states of A: nothing"),
            ("HasNot(\"A\", \"wounded\")", "HasNot(\"B\", \"wounded\")", "states of B: wounded"),
        ],
    );
}

#[test]
fn an_area_is_asked_before_it_is_thrown() {
    let fire = "combatants: [(name: \"A\", at: \"a1\", archetype: \"fire-thrower\"), (name: \"B\", at: \"b1\", archetype: \"swordsman\")],";
    let ask = |rest: &str| format!("Area(by: \"A\", choice: \"throw fire-pot k1\", {rest})");
    differ(
        "percentile",
        fire,
        &[
            (&ask("places: [(\"ad30\", \"0/1\")]"), &ask("number: 1"), "number "),
            (&ask("terms: [(\"PCT-COV-01\", 0)]"), &ask("lands: \"0/1\""), "lands: "),
            (&ask("places: [(\"z30\", \"0/1\")]"), &ask("size: 3"), " squares"),
            (&ask("reached: [(\"A\", \"0.15\")]"), &ask("reached: [(\"B\", \"1\")]"), "B is reached: "),
            (&ask("means: [(\"A\", \"0.6\")]"), &ask("squares: [\"a1\"]"), "k1"),
        ],
    );
}

#[test]
fn walking_is_asked_apart_from_climbing() {
    const FENCE: &str = "board: (map: \"\n+-+-+-+-+\n|. .:. .|\n+-+-+-+-+\n\")";
    let text = |expect: &str| {
        let walker = "combatants: [(name: \"A\", at: \"b1\", archetype: \"swordsman\")]";
        let trial = format!("(name: \"x\", {FENCE}, {walker}, expect: [{expect}])");
        format!("(format: 1, ruleset: percentile, trials: [{trial}])")
    };
    for (expect, holds) in [
        ("NoWay(\"A\", \"c1\", \"PCT-GRID-04\")", true),
        ("Way(who: \"A\", squares: \"c1\")", false),
        ("Way(who: \"A\", by: \"walk\", squares: \"c1\")", false),
        ("Way(who: \"A\", by: \"climb\", squares: \"c1\", cost: \"1 m\")", true),
        ("Route(who: \"A\", to: \"c1\", cost: None)", true),
        ("Route(who: \"A\", by: \"climb\", to: \"c1\", cost: \"1 m\")", true),
    ] {
        let trials =
            parse_trials("t.ron", &text(expect), Roster::builtin()).unwrap_or_else(|faults| panic!("{faults}"));
        let report = run(&trials[0]);
        assert_eq!(report.passed(), holds, "{expect}: {report}");
    }
}

#[test]
fn what_is_not_known_is_refused_with_its_place() {
    for (expect, what) in [
        ("Noted(\"Q\", \"falls\", \"PCT-DMG-06\")", "no combatant is called `Q`"),
        ("Noted(\"A\", \"falls\", \"PCT-DGM-06\")", "did you mean `PCT-DMG-06`?"),
        ("Noted(\"A\", \" \", \"PCT-DMG-06\")", "no words are given"),
        ("Rolled(who: \"A\", words: \"Fray\", rule: \"PCT-DEF-99\")", "no rule is called `PCT-DEF-99`"),
        ("Has(\"A\", \"wounded\")", "no condition is called `wounded`"),
        ("Chance(choice: \"strike B sword\", hit: \"0.5\", answer: \"C: fray\")", "no combatant is called `C`"),
        (
            "Chance(choice: \"strike B sword\", hit: \"0.5\", per_hit: ())",
            "nothing is asked per hit; critical, mean or at_least",
        ),
        ("Assess(choice: \"strike B sword\", numbers: [(\"Damge\", 0)])", "did you mean `Damage`?"),
        ("Area(choice: \"throw fire-pot k1\")", "nothing is asked about the area"),
        ("Area(choice: \"throw fire-pot k1\", places: [(\"zz9\", \"0\")])", "zz9 is off the board"),
        ("Area(choice: \"throw fire-pot k1\", reached: [(\"Q\", \"0\")])", "no combatant is called `Q`"),
        ("Blow(by: \"A\", on: \"B\", fate: Catched)", "Caught"),
    ] {
        let text = file("percentile", &format!("{SWORDS}\n expect: [{expect}]"));
        let told = parse_trials("t.ron", &text, Roster::builtin()).map(|_| ()).unwrap_err().to_string();
        assert!(told.starts_with("t.ron:3:") && told.contains(what) && told.lines().count() == 1, "{expect}\n{told}");
    }
}
