//! The yardstick stays as it is: what a greedy player chooses, position by position.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use proving_ground::{
    ai::{Depth, Mind, Progress},
    arena::SideView,
    dice::{Rolled, Stream},
    levels::{Roster, builtin, deploy},
    rules::{
        Battle, Choice, CombatantId, Effect, Offers, Placement, Posture, RulesetId, Settings, Status, Window, play,
    },
};

/// A position on the meadow: those named stand in these squares, all others have left; it is the first one's turn.
fn stage(ruleset: RulesetId, bodies: &[(&str, &str)]) -> Battle {
    let level = builtin().iter().find(|level| level.tag == "meadow").unwrap();
    let mut battle = deploy(level, Roster::builtin(), ruleset, Settings::defaults(ruleset)).unwrap();
    battle.scene.goals.clear();
    let count = battle.combatants().len() as u16;
    for who in (0..count).map(CombatantId) {
        let tag = battle.combatant(who).identity.tag.clone();
        let row = battle.combatant_mut(who);
        match bodies.iter().find(|(known, _)| **known == *tag) {
            Some((_, square)) => row.placement = Placement::new(square.parse().unwrap(), 1),
            None => row.status = Status::Fled,
        }
    }
    battle.scene.round = 1;
    battle.scene.order = bodies.iter().map(|(tag, _)| battle.tagged(tag).unwrap().id).collect();
    let first = battle.scene.order[0];
    battle.scene.acting = Some(first);
    battle.agenda = battle.ruleset.rules().turn_of(&battle, first);
    battle.agenda.reverse();
    play::settle(&mut battle, &mut Rolled::new(1), &mut Vec::new());
    battle
}

fn offers(battle: &Battle) -> Offers {
    battle.ruleset.rules().offers(battle, battle.decision().unwrap())
}

fn mind(depth: Depth) -> Mind {
    let mut mind = Mind::default();
    mind.set_depth(depth);
    mind
}

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
        // Beside one enemy it strikes, whatever comes of it; of two it takes the one whom it harms more on average.
        (Percentile, &[("ada", "d6"), ("finn", "e6")][..], ""),
        (Percentile, &[("ada", "d6"), ("gro", "e6"), ("finn", "d5")], ""),
        (Vigor, &[("ada", "d6"), ("egil", "e6"), ("finn", "d5")], ""),
        (Totals, &[("ada", "d6"), ("finn", "e6")], ""),
        // A bow reaches from afar.
        (Percentile, &[("cora", "d6"), ("finn", "n6")], ""),
        // Without an attack it goes as near as it gets to whoever is nearest.
        (Percentile, &[("ada", "b6"), ("finn", "t6"), ("egil", "b14")], ""),
        (Vigor, &[("ada", "b6"), ("finn", "t6"), ("egil", "b14")], ""),
        (Totals, &[("ada", "b6"), ("finn", "t6"), ("egil", "b14")], ""),
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

/// Whole battles under every ruleset: whatever is not its turn gets the default answer, and battles end.
#[test]
fn every_other_question_gets_the_default_answer() {
    for ruleset in RulesetId::offered() {
        let level = builtin().iter().find(|level| level.tag == "tanner-row").unwrap();
        let mut battle = deploy(level, Roster::builtin(), ruleset, Settings::defaults(ruleset)).unwrap();
        let (mut dice, mut stream, mut mind) = (Rolled::new(7), Stream::new(7, 1), mind(Depth::Greedy));
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
                assert_eq!(choice, rules.default_answer(&battle, &decision), "{ruleset}");
                answers += 1;
            }
            play::submit(&mut battle, &offers, &choice, &mut dice, &mut Vec::new()).unwrap();
        }
        assert!(answers > 0 && attacks > 5, "{ruleset}: {answers} answers, {attacks} attacks");
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
