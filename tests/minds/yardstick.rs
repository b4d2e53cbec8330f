//! The yardstick stays fixed: what a greedy player chooses, position by position.

use proving_ground::{
    ai::{Depth, Progress},
    arena::SideView,
    dice::{Rolled, Stream},
    levels::{Roster, builtin, deploy},
    rules::{Battle, Choice, Effect, Posture, RulesetId, Settings, Window, play},
};

use super::stage::{mind, offers, stage};

fn chosen_with(depth: Depth, seed: u64, battle: &Battle) -> Choice {
    let view = SideView::new(battle.clone(), None);
    mind(depth).decide(&view, &offers(battle), &mut Stream::new(seed, 1), &Progress::default()).choice
}

fn chosen(battle: &Battle) -> String {
    chosen_with(Depth::Greedy, 1, battle).text(battle, &offers(battle))
}

fn take(battle: &mut Battle, choice: &Choice) {
    let offers = offers(battle);
    play::submit(battle, &offers, choice, &mut Rolled::new(3), &mut Vec::new()).unwrap();
}

#[test]
fn it_chooses_what_it_has_always_chosen() {
    use RulesetId::{Percentile, Totals, Vigor};
    let told = [
        // Beside one enemy it strikes, whatever the outcome; of two it takes the one it harms more on average.
        (Percentile, &[("ada", "d6"), ("finn", "e6")][..], "strike finn sword"),
        (Percentile, &[("ada", "d6"), ("gro", "e6"), ("finn", "d5")], "strike gro sword"),
        (Vigor, &[("ada", "d6"), ("egil", "e6"), ("finn", "d5")], "strike egil sword"),
        (Totals, &[("ada", "d6"), ("finn", "e6")], "strike finn sword"),
        // A bow reaches from afar.
        (Percentile, &[("cora", "d6"), ("finn", "n6")], "shoot finn bow"),
        // Without an attack it goes as near as it can to the nearest enemy.
        (Percentile, &[("ada", "b6"), ("finn", "t6"), ("egil", "b14")], "walk b7 b8 b9 b10 b11 b12 b13"),
        (Vigor, &[("ada", "b6"), ("finn", "t6"), ("egil", "b14")], "move b7 b8 b9 b10"),
        (Totals, &[("ada", "b6"), ("finn", "t6"), ("egil", "b14")], "walk b7 b8 b9 b10"),
    ];
    let mut wrong = Vec::new();
    for (ruleset, bodies, choice) in told {
        let now = chosen(&stage(ruleset, bodies));
        if now != choice {
            wrong.push(format!("{ruleset} {bodies:?}: {now}, not {choice}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn it_ends_its_turn_where_nothing_is_nearer_and_never_gets_up() {
    let mut battle = stage(RulesetId::Percentile, &[("ada", "d6"), ("finn", "e6")]);
    let ada = battle.tagged("ada").unwrap().id;
    let strike = chosen_with(Depth::Greedy, 1, &battle);
    assert_eq!(strike.verb, "strike");
    take(&mut battle, &strike);
    while battle.decision().is_some_and(|asked| battle.scene.acting == Some(ada) && asked.who != ada) {
        let default_answer = battle.ruleset.rules().default_answer(&battle, battle.decision().unwrap());
        take(&mut battle, &default_answer);
    }
    if battle.scene.acting == Some(ada) {
        assert_eq!(chosen(&battle), "end", "one attack a turn, and nobody is nearer");
    }
    let mut battle = stage(RulesetId::Percentile, &[("ada", "d6"), ("finn", "e6")]);
    battle.apply(&Effect::Posture(ada, Posture::Prone));
    assert_ne!(chosen_with(Depth::Greedy, 1, &battle).verb, "stand");
}

/// Whole battles under every ruleset: questions outside its turn get the default answer, and battles end. A steady
/// computer does the same.
#[test]
fn every_other_question_gets_the_default_answer() {
    for (ruleset, depth) in RulesetId::offered().flat_map(|id| [(id, Depth::Greedy), (id, Depth::Steady)]) {
        let level = builtin().iter().find(|level| level.tag == "tanner-row").unwrap();
        let mut battle = deploy(level, Roster::builtin(), ruleset, Settings::defaults(ruleset)).unwrap();
        let (mut dice, mut stream, mut mind) = (Rolled::new(7), Stream::new(7, 1), mind(depth));
        play::begin(&mut battle, &mut dice, &mut Vec::new());
        let (mut answers, mut attacks) = (0, 0);
        while let Some(decision) = battle.decision().cloned() {
            let offers = offers(&battle);
            let view = SideView::new(battle.clone(), None);
            let choice = mind.decide(&view, &offers, &mut stream, &Progress::default()).choice;
            let rules = battle.ruleset.rules();
            if rules.briefing(&battle, &decision).window == Window::Turn {
                attacks += usize::from(choice.on.is_some());
            } else {
                assert_eq!(choice, rules.default_answer(&battle, &decision), "{ruleset}, {depth:?}");
                answers += 1;
            }
            play::submit(&mut battle, &offers, &choice, &mut dice, &mut Vec::new()).unwrap();
        }
        assert!(answers > 0 && attacks > 5, "{ruleset}, {depth:?}: {answers} answers, {attacks} attacks");
    }
}

#[test]
fn mistakes_are_made_now_and_then_and_are_allowed() {
    let battle = stage(RulesetId::Percentile, &[("ada", "d6"), ("finn", "e6")]);
    let greedy = chosen_with(Depth::Greedy, 1, &battle);
    let same = (0..300).filter(|seed| chosen_with(Depth::Easy, *seed, &battle) == greedy).count();
    assert!((200..285).contains(&same), "{same} of 300 are no mistakes");
    for seed in 0..50 {
        let choice = chosen_with(Depth::Easy, seed, &battle);
        play::answer(&battle, &offers(&battle), &choice).unwrap();
    }
}
