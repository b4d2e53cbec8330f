//! Positions in which a computer has once chosen badly.

use proving_ground::{
    ai::{Depth, Progress, Reason},
    arena::SideView,
    dice::{Rolled, Stream},
    rules::{Battle, Choice, RulesetId, play},
};

use super::stage::{mind, offers, stage};

/// What whoever acts chooses in the turn, with dice for ties of a seed; others give default answers.
fn turn(depth: Depth, seed: u64, mut battle: Battle) -> Vec<Choice> {
    let acting = battle.scene.acting;
    let (mut dice, mut stream, mut mind) = (Rolled::new(seed), Stream::new(seed, 1), mind(depth));
    let mut chosen = Vec::new();
    while battle.scene.acting == acting
        && let Some(decision) = battle.decision().cloned()
    {
        let offers = offers(&battle);
        let choice = if Some(decision.who) == acting {
            let view = SideView::new(battle.clone(), None);
            let choice = mind.decide(&view, &offers, &mut stream, &Progress::default()).choice;
            chosen.push(choice.clone());
            choice
        } else {
            battle.ruleset.rules().default_answer(&battle, &decision)
        };
        play::submit(&mut battle, &offers, &choice, &mut dice, &mut Vec::new()).unwrap();
        assert!(chosen.len() < 12, "{chosen:?}");
    }
    chosen
}

/// Two actions are two shots. A step back and one shot were held to be as good, because the second shot counted for
/// nothing while there was still one to come.
#[test]
fn a_second_shot_is_worth_more_than_a_step_back() {
    for depth in [Depth::Full, Depth::Quick] {
        for seed in 1..=12 {
            let battle = stage(RulesetId::Vigor, &[("cora", "d6"), ("finn", "n6")]);
            let verbs: Vec<&str> = turn(depth, seed, battle).iter().map(|choice| choice.verb).collect();
            assert!(verbs.starts_with(&["shoot", "shoot"]), "{depth:?}, seed {seed}: {verbs:?}");
        }
    }
}

#[test]
fn whoever_stands_beside_an_enemy_strikes_with_every_action() {
    for depth in [Depth::Full, Depth::Quick] {
        for seed in 1..=12 {
            let battle = stage(RulesetId::Vigor, &[("ada", "d6"), ("egil", "e6"), ("finn", "h9")]);
            let turn = turn(depth, seed, battle);
            let strikes = turn.iter().filter(|choice| choice.verb == "strike").count();
            assert!(strikes == 2, "{depth:?}, seed {seed}: {turn:?}");
        }
    }
}

/// The further attack is told among the reasons, and only where the turn allows one.
#[test]
fn what_follows_an_attack_is_one_of_its_reasons() {
    for depth in [Depth::Full, Depth::Quick] {
        let further = |ruleset: RulesetId| {
            let battle = stage(ruleset, &[("ada", "d6"), ("egil", "e6")]);
            let view = SideView::new(battle.clone(), None);
            let mut stream = Stream::new(1, 1);
            let ranking = mind(depth).decide(&view, &offers(&battle), &mut stream, &Progress::default());
            let egil = battle.tagged("egil").unwrap().id;
            let first = ranking.options.iter().find(|option| option.choice.verb == "strike").unwrap();
            first.reasons.iter().filter(|(reason, _)| *reason == Reason::Further(egil)).count()
        };
        assert_eq!((further(RulesetId::Vigor), further(RulesetId::Percentile)), (1, 0), "{depth:?}");
    }
}
