//! Runs trials: plays choices with scripted dice like any other choices, then checks the expectations.

use std::fmt;

use super::{
    Trial,
    check::{Check, all_rolled, are_told, roll_of_die},
    log_text::log_text,
    printable::{printable, printable_path},
    trial::{Expected, TrialStage},
};
use bevy::prelude::World;

use crate::{
    arena::{Arena as _, Dice, bare_world},
    dice::{ScriptFault, Scripted},
    rules::{Battle, Choice, Course, Entry, Target},
};

/// The beginning of report lines that repeat a choice of the trial.
pub(super) const CHOSEN: &str = "> ";

/// The result of a trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The trial.
    pub name: String,
    /// The rules it proves.
    pub proves: Vec<String>,
    /// Its file and line.
    pub place: String,
    /// What was expected and what came instead; empty if the trial passed.
    pub failures: Vec<String>,
    /// The log in words.
    pub told: Vec<String>,
}

impl Report {
    /// Whether everything came as expected.
    pub const fn passed(&self) -> bool {
        self.failures.is_empty()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.passed() { "ok" } else { "FAILED" };
        write!(out, "{verdict} {} ({})", printable(&self.name), self.proves.join(", "))?;
        if self.passed() {
            return Ok(());
        }
        write!(out, "\n  {}", printable_path(&self.place))?;
        for failure in &self.failures {
            write!(out, "\n  {}", failure.replace('\n', "\n    "))?;
        }
        out.write_str("\n  up to there:")?;
        for line in &self.told {
            write!(out, "\n    {line}")?;
        }
        Ok(())
    }
}

/// Runs a trial, in a world of its own.
pub fn run(trial: &Trial) -> Report {
    let mut world = bare_world(started(trial), Scripted::new(Vec::new()));
    let mut told = Vec::new();
    let mut failures = Vec::new();
    for (index, stage) in trial.stages.iter().enumerate() {
        world.set_dice(Scripted::new(stage.dice.clone()));
        world.forget_journal();
        if index == 0 {
            world.begin();
        }
        let (from, before) = (told.len(), world.battle().clone());
        let played = play_stage(stage, &mut world, &mut told);
        let result = played.and_then(|()| {
            let finished = script(&world).clone().finish();
            finished.map_err(|fault| {
                let why = why_dice_fail(&fault, &world);
                format!("expected the dice {:?} to be used up\n{why}", stage.dice)
            })
        });
        if let Err(failure) = result {
            let stage = if index == 0 { String::new() } else { format!("stage {}: ", index + 1) };
            failures.push(format!("{stage}{failure}"));
            break;
        }
        debug_assert!(
            are_told(world.battle(), world.journal(), stage.dice.len()),
            "{}: {}",
            trial.name,
            all_rolled(world.battle(), world.journal())
        );
        let check = Check { before: &before, battle: world.battle(), journal: world.journal(), told: &told[from..] };
        for Expected { line, words, what } in &stage.expect {
            if let Err(came) = check.holds(what) {
                failures.push(format!("line {line}: expected {words}\ncame: {came}"));
            }
        }
    }
    let place = format!("{}:{}", trial.file, trial.line);
    Report { name: trial.name.clone(), proves: trial.proves.clone(), place, failures, told }
}

/// The battle before its first round, or at the start of one combatant's turn.
fn started(trial: &Trial) -> Battle {
    let mut battle = trial.battle.clone();
    if let Some(who) = trial.acting {
        battle.agenda = battle.ruleset.rules().turn_of(&battle, who);
        battle.agenda.reverse();
    }
    battle
}

/// The dice that a trial gives.
fn script(world: &World) -> &Scripted {
    match world.dice() {
        Dice::Scripted(script) => script,
        Dice::Rolled(_) => unreachable!("trials give their dice"),
    }
}

/// What is wrong with the dice, and with which roll.
fn why_dice_fail(fault: &ScriptFault, world: &World) -> String {
    let (battle, journal) = (world.battle(), world.journal());
    let rolled = match fault {
        ScriptFault::TooFew { number, .. } | ScriptFault::NoSuchFace { number, .. } => {
            roll_of_die(battle, journal, *number)
        }
        ScriptFault::TooMany { .. } => Some(all_rolled(battle, journal)),
    };
    rolled.map_or_else(|| fault.to_string(), |rolled| format!("{fault}\n{rolled}"))
}

fn play_stage(stage: &TrialStage, world: &mut World, told: &mut Vec<String>) -> Result<(), String> {
    let tell_since = |from: usize, world: &World, told: &mut Vec<String>| {
        let entries = world.journal()[from..].iter().filter(|entry| !matches!(entry, Entry::Chosen(..)));
        told.extend(entries.filter_map(|entry| log_text(world.battle(), entry)));
    };
    tell_since(0, world, told);
    for (line, text) in &stage.choices {
        let from = world.journal().len();
        told.push(format!("{CHOSEN}{text}"));
        let done = parse(text, world.battle()).map_err(|error| error.to_string());
        let done = done.and_then(|(choice, _)| world.submit(&choice).map_err(|error| error.to_string()));
        // The consequences of missing dice have not really happened.
        if let Some(fault) = script(world).fault() {
            let why = why_dice_fail(fault, world);
            return Err(format!("line {line}: expected the dice {:?} to be enough for `{text}`\n{why}", stage.dice));
        }
        tell_since(from, world, told);
        done.map_err(|why| format!("line {line}: expected the choice `{text}` to be possible\n{why}"))?;
    }
    Ok(())
}

/// Why a choice in a trial cannot be made.
#[derive(Debug, thiserror::Error)]
pub(super) enum Unfit {
    /// Nobody or somebody else is asked.
    #[error("{0}")]
    Asked(String),
    /// The rules or the words forbid it.
    #[error(transparent)]
    Choice(#[from] crate::rules::NoChoice),
}

/// Reads `seat: choice` as an answer to the open decision.
pub(super) fn parse(text: &str, battle: &Battle) -> Result<(Choice, crate::rules::Offers), Unfit> {
    let (seat, choice) = text.split_once(':').unwrap_or(("", text));
    let decision = battle.decision().ok_or_else(|| Unfit::Asked("nobody is asked: the battle is over".into()))?;
    let asked = &battle.combatant(decision.who).identity.tag;
    let rules = battle.ruleset.rules();
    if **asked != *seat.trim() {
        let question = rules.question(battle, decision);
        return Err(Unfit::Asked(format!("it is {asked} who is asked: {} {}", question.title, question.about)));
    }
    let verb = choice.split_whitespace().next().unwrap_or_default();
    let mut offers = rules.offers_of(battle, decision, verb);
    if offers.0.is_empty() {
        // The fault lists what is on offer instead.
        offers = rules.offers(battle, decision);
    }
    let mut choice = Choice::parse(choice, battle, &offers)?;
    // `walk e5` takes the cheapest way.
    let is_way = offers.find(choice.verb, choice.item).is_some_and(|offer| matches!(offer.target, Target::Way(_)));
    if let [to] = choice.squares[..]
        && is_way
        && battle.combatant(decision.who).placement.anchor().direction_to(to).is_none()
        && let Ok(journey) = battle.journey(decision.who, choice.verb, Course::To(to))
    {
        choice.squares = journey.route.squares;
    }
    Ok((choice, offers))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        levels::{Roster, parse_trials},
        rules::RulesetId,
    };

    const HEAD: &str = "(format: 1, ruleset: percentile, trials: [";
    const PAIR: &str = "combatants: [
        (name: \"A\", at: \"b2\", archetype: \"swordsman\", sheet: (coo: 30)),
        (name: \"B\", at: \"c2\", archetype: \"archer\", sheet: (natural_av: 1), state: {\"damage\": 6, \"wounds\": 1}),
    ], board: (size: \"8x8\"),";

    fn reports(text: &str) -> Vec<Report> {
        let text = format!("{HEAD}{text}])");
        parse_trials("t.ron", &text, Roster::builtin())
            .unwrap_or_else(|faults| panic!("{faults}"))
            .iter()
            .map(run)
            .collect()
    }

    #[test]
    fn a_blow_is_proved_to_the_last_die() {
        let report = reports(&format!(
            "(name: \"blow\", proves: [\"PCT-ATK-01\"], {PAIR}
            dice: [29, 90, 6, 30], choices: [\"A: strike B sword\", \"B: fray\"],
            expect: [
                Rolled(who: \"A\", words: \"Attack\", value: 29, against: 60, success: true),
                NotRolled(\"A\", \"Injury\"),
                Blow(by: \"A\", on: \"B\", fate: Hit, damage: 11),
                Value(\"B\", \"damage\", 17), Value(\"A\", \"standard\", 1),
                At(\"A\", \"b2\"), Posture(\"B\", Standing), Status(\"B\", Fighting), Round(1), Turn(\"A\"),
                Holds(\"B\", \"bow\"), HoldsNot(\"B\", \"knife\"), HasNot(\"A\", \"hurried\"), Aware(\"A\", \"B\", true),
                Undecided, Order([\"A\", \"B\"]), Logged(\"hits B\"), NotLogged(\"misses\"),
            ])"
        ));
        assert_eq!(report.iter().map(ToString::to_string).collect::<Vec<_>>(), ["ok blow (PCT-ATK-01)"]);
        assert_eq!(report[0].told[0], "> A: strike B sword");
    }

    #[test]
    fn geometry_offers_and_odds_can_be_expected() {
        let report = reports(&format!(
            "(name: \"look\", proves: [\"PCT-COV-03\"], {PAIR}
            expect: [
                Cover(\"A\", \"B\", \"none\"), Seen(\"A@a1\", \"B@h8\", true), Distance(\"A@a1\", \"B@d5\", 5),
                Reaches(\"A\", [\"a1\", \"c3\"]), ReachesNot(\"A\", [\"d2\"]), ReachSize(\"A\", 8),
                Threatens(\"A\", [\"c2\"]), ThreatensNot(\"A\", [\"d2\"]), ThreatensNot(\"B\", [\"b2\"]),
                Asked(\"A\"), Allowed(\"A: walk a1\"), Offered(\"A: strike B sword\"), Offered(\"walk\"),
                NotOffered(\"A: shoot B\"), Refused(\"A: walk b3 b4 b5 b6 b7 b8 c8 d8 e8 f8 g8 h8 h7\", \"PCT-MOVE-01\"),
                Way(who: \"A\", squares: \"a1\", cost: \"1.5 m\", base: true, provokes: []),
                NoWay(\"A\", \"b3 b4 b5 b6 b7 b8 c8 d8 e8 f8 g8 h8 h7\", \"PCT-MOVE-01\"), Route(who: \"A\", to: \"b4\", cost: \"2 m\"),
                Assess(by: \"A\", choice: \"strike B sword\", attack: 60, terms: [(\"PCT-COV-01\", 0)], defence: 35),
                Assess(by: \"B@h8\", choice: \"shoot A@a1 bow\", attack: 55, terms: [(\"PCT-DMG-05\", -10)]),
                Chance(by: \"A\", choice: \"strike B sword\", hit: \"2717/4982\", at_least: [(6, \"0.545363308\")],
                    least: 6, most: 25),
            ])"
        ));
        assert!(report[0].passed(), "{}", report[0]);
    }

    #[test]
    fn dice_must_do_exactly() {
        for (dice, what) in [("", "the dice ran out"), ("99, 5", "not used"), ("199", "die 1 shows 199")] {
            let trial = format!("(name: \"dice\", {PAIR} dice: [{dice}], choices: [\"A: strike B sword\"])");
            let report = &reports(&trial)[0];
            assert!(report.failures[0].contains(what), "{report}");
        }
    }

    #[test]
    fn stages_go_on_and_stop_where_a_choice_is_refused() {
        let report = &reports(&format!(
            "(name: \"stages\", {PAIR} choices: [\"A: walk a1\"], dice: [], expect: [At(\"A\", \"a1\")],
            then: [(choices: [\"B: end\"], expect: [Round(9)]), (expect: [Round(8)])])"
        ))[0];
        assert_eq!(report.failures.len(), 1, "{report}");
        let what = "stage 2: line 5: expected the choice `B: end` to be possible\nit is A who is asked";
        assert!(report.failures[0].starts_with(what), "{report}");
        assert!(report.to_string().contains("up to there:\n"), "{report}");
    }

    #[test]
    fn a_battle_can_begin_from_the_start() {
        let report = &reports(&format!(
            "(name: \"start\", {PAIR} initiative: true, dice: [1, 10], expect: [Order([\"B\", \"A\"]), Asked(\"B\")])"
        ))[0];
        assert!(report.passed(), "{report}");
    }

    #[test]
    fn what_an_expectation_names_must_be_there() {
        for (expect, what) in [
            ("NotOffered(\"Q: strike B\")", "no combatant is called `Q`; there are A, B"),
            ("HoldsNot(\"A\", \"maze\")", "did you mean `mace`?"),
            ("NotRolled(\"Q\", \"Attack\")", "no combatant is called `Q`"),
            ("ReachesNot(\"A\", [\"zz99\"])", "zz99 is off the board; the board goes from a1 to h8"),
            ("ThreatensNot(\"A\", [])", "no square is named"),
            ("Seen(\"A\", \"B@zz99\", false)", "zz99 is off the board"),
            ("NotLogged(\"\")", "no words are given"),
            ("HasNot(\"A\", \"hurred\")", "did you mean `hurried`?"),
            ("NotOffered(\"A: strke B\")", "did you mean `strike`?"),
        ] {
            let text = format!("{HEAD}(name: \"x\", {PAIR} expect: [{expect}])])");
            let told = parse_trials("t.ron", &text, Roster::builtin()).unwrap_err().to_string();
            assert!(told.contains(what) && told.lines().count() == 1, "{expect}\n{told}");
        }
        let trial = format!("(name: \"x\", {PAIR} expect: [NotOffered(\"A: strike B swort\")])");
        let report = &reports(&trial)[0];
        assert!(report.failures[0].contains("`swort` is not a combatant, an item or a square"), "{report}");
    }

    #[test]
    fn trials_that_prove_nothing_are_faults() {
        for (text, what) in [
            (format!("{HEAD}(name: \"x\", {PAIR} dice: [])])"), "this trial proves nothing"),
            (format!("{HEAD}])"), "this file has no trials"),
            (format!("{HEAD}(name: \"x\", combatants: [], expect: [Draw])])"), "a trial needs somebody"),
            ("(format: 1, ruleset: percentile)".into(), "`trials` is missing"),
        ] {
            let told = parse_trials("t.ron", &text, Roster::builtin()).unwrap_err().to_string();
            assert!(told.contains(what) && told.lines().count() == 1, "{text}\n{told}");
        }
    }

    #[test]
    fn a_faulty_fighter_hides_no_other_fault() {
        let text = format!(
            "{HEAD}(name: 7, board: (size: \"5x5\"), combatants: [
 (name: \"A\", at: \"zz1\", archetype: \"swordsmn\"), (name: \"B\", archetype: \"archr\", state: {{\"damge\": 1}}),
 (name: \"C\", at: \"c1\", archetype: \"lancer\", riding: \"B\", sheet: (dur: 9999, luck: 77)),
], things: [(arm: \"swort\", at: \"zz9\")], dice: [\"x\"], choices: [\"A: end\", \"Q: end\"], expect: [Asked(\"Z\")])])"
        );
        let told = parse_trials("t.ron", &text, Roster::builtin()).unwrap_err().to_string();
        for what in [
            "1:50: `7` is not a text",
            "in zz1; the board",
            "`swordsman`?",
            "`archer`?",
            "`at` is missing",
            "`damage`?",
            "3:71: dur is 9999",
            "luck is 77",
            "`sword`?",
            "zz9 is off",
            "`\"x\"` is not a whole number",
            "called `Q`",
            "called `Z`",
        ] {
            assert!(told.contains(what), "{what}\n{told}");
        }
        assert_eq!(told.lines().count(), 13, "{told}");
    }

    #[test]
    fn a_wrong_ruleset_hides_no_fault_that_needs_none() {
        let own = "archetypes: [(tag: \"guard\", name: \"Guard\", sheets: (percentile: (durr: 3)))]";
        let text = format!("(format: 1, ruleset: percentle, {own}, trials: [(name: 7, combatants: [], expect: [])])");
        let told = parse_trials("t.ron", &text, Roster::builtin()).unwrap_err().to_string();
        assert!(told.contains("did you mean `dur`?") && told.lines().count() == 3, "{told}");
    }

    #[test]
    fn a_level_of_a_condition_is_blamed_where_it_stands() {
        let mut told = 0;
        for ruleset in RulesetId::offered() {
            let names = ruleset.rules().names();
            let Some(place) = names.levels.iter().position(|(low, _)| *low > 0) else { continue };
            let condition = format!("(kind: {:?}, until: Indefinite,\nlevel: 0)", names.conditions[place]);
            let fighter = format!("(name: \"A\", at: \"a1\", archetype: \"swordsman\", conditions: [{condition}])");
            let trial = format!("(name: \"x\", combatants: [{fighter}], expect: [Undecided])");
            let text = format!("(format: 1, ruleset: {ruleset}, trials: [{trial}])");
            let faults = parse_trials("t.ron", &text, Roster::builtin()).unwrap_err().to_string();
            assert!(faults.starts_with("t.ron:2:"), "{ruleset}: {faults}");
            told += 1;
        }
        assert!(told > 0);
    }

    #[test]
    fn faults_of_a_files_own_archetypes_are_told_once() {
        let text = |archetype: &str| {
            let own = format!("archetypes: [(tag: \"guard\", name: \"Guard\", {archetype})]");
            let fighter = "(name: \"A\", at: \"a1\", archetype: \"guard\")";
            let trial = format!("(name: \"x\", combatants: [{fighter}], expect: [Asked(\"A\")])");
            let text = format!("(format: 1, ruleset: percentile, {own}, trials: [{trial}])");
            parse_trials("t.ron", &text, Roster::builtin()).map_err(|faults| faults.to_string())
        };
        assert!(text("sheets: (percentile: ())").is_ok());
        let told = text("sheets: (percentile: (durr: 3))").unwrap_err();
        assert!(told.contains("did you mean `dur`?") && told.lines().count() == 1, "{told}");
        let told = text("sheets: (totals: ())").unwrap_err();
        assert!(told.contains("no sheet for percentile") && told.lines().count() == 1, "{told}");
    }

    #[test]
    fn numbers_of_a_fighter_out_of_range_are_told_with_place_and_range() {
        let text = format!(
            "{HEAD}(name: \"x\", expect: [Asked(\"A\")], combatants: [
 (name: \"A\", at: \"a1\", archetype: \"archer\", state: {{\"damage\": 61,
  \"luck\": -1, \"standard\": 1000}}),
 (name: \"B\", at: \"b1\", archetype: \"archer\", state: {{\"damage\": 60}}, conditions: [(kind: \"cloud\", level: 41),
  (kind: \"burning\", level: 2), (kind: \"blinded\", until: Turns(201)), (kind: \"passed\", level: 1)]),
 (name: \"C\", at: \"c1\", archetype: \"archer\", status: Dead, state: {{\"damage\": 99}},
  gear: [(arm: \"bow\", at: Both, state: {{\"durability\": -1}})]),
])])"
        );
        let told = parse_trials("t.ron", &text, Roster::builtin()).unwrap_err().to_string();
        for what in [
            "t.ron:2:63: `damage` cannot be 61; 0 to 60",
            "t.ron:3:11: `luck` cannot be -1; 0 to 10",
            "t.ron:3:27: `standard` cannot be 1000; -99 to 999",
            "the level of cloud cannot be 41; from 0 to 40",
            "t.ron:5:28: the level of burning cannot be 2; it has none",
            "t.ron:5:57: the turns of blinded cannot be 201; from 1 to 200",
            "`durability` cannot be -1; 0 to 9999",
        ] {
            assert!(told.contains(what), "{what}\n{told}");
        }
        assert_eq!(told.lines().count(), 7, "{told}");
    }

    #[test]
    fn faults_of_trials_have_their_places() {
        let text = format!(
            "{HEAD}
(name: \"x\", proves: [\"PCT-ATK-99\"], settings: {{\"pct.tei\": \"defender\", \"pct.tie\": \"never\"}}, combatants: [
 (name: \"A\", at: \"a1\", archetype: \"archer\", state: {{\"damge\": 1}}, conditions: [(kind: \"hurred\")]),
 (name: \"B\", at: \"b1\", sheet: (dur: 40), gear: [(arm: \"sword\", at: Main)], unaware_of: [\"C\"]),
], choices: [\"strike\"], expect: [Refused(\"A: x\", \"PCT-RGN-06\"), Valu(\"A\", \"damage\", 1)]),
(name: \"y\", combatants: [(name: \"A\", at: \"a1\")]),
(name: \"z\", combatants: [(name: \"c3\", at: \"a1\", archetype: \"archer\")]),
(name: \"w\", combatants: [(name: \"A\", at: \"a1\", sheet: (durr: 30))]),
])"
        );
        let told = parse_trials("t.ron", &text, Roster::builtin()).unwrap_err().to_string();
        for (line, what) in [
            (2, "did you mean `PCT-ATK-0"),
            (2, "did you mean `pct.tie`?"),
            (2, "`pct.tie` cannot be `never`; one of reroll"),
            (3, "did you mean `damage`?"),
            (3, "did you mean `hurried`?"),
            (4, "no combatant is called `C`"),
            (5, "does not say whose choice"),
            (5, "did you mean `PCT-RNG-06`?"),
            (5, "did you mean `Value`?"),
            (6, "needs an archetype or a sheet"),
            (7, "`c3` cannot name a combatant"),
            (8, "did you mean `dur`?"),
        ] {
            let place = format!("t.ron:{line}:");
            assert!(told.lines().any(|line| line.starts_with(&place) && line.contains(what)), "{line} {what}\n{told}");
        }
    }
}
