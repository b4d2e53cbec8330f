//! Attempts with a roll show their chance, under every ruleset; and what the end of a round brings is told.

use bevy::prelude::World;

use super::super::{
    deal_tests::between,
    listing::is_turn,
    prospects::{Prospects, of_attack},
    rounds::round_ends,
    testing::level,
};
use crate::{
    ai::Depth,
    arena::{Arena as _, install},
    dice::Fraction,
    lab::attack_forecast,
    levels::Roster,
    rules::{
        Battle, Choice, CombatantId, Effect, Entry, Offer, Role, RulesetId, Settings, Target, Team, attempt_ahead,
    },
    seats::{Game, Seat},
};

/// The battle at each turn while the computer plays `rounds` rounds.
fn turns(tag: &str, ruleset: RulesetId, rounds: u16) -> Vec<Battle> {
    let mut world = World::new();
    install(&mut world);
    let seats = [Seat::Computer(Depth::Quick); Team::MOST];
    let (level, settings) = (level(tag), Settings::defaults(ruleset));
    let mut game = Game::new(&mut world, &level, Roster::builtin(), ruleset, settings, 5, seats).expect("fits");
    let mut all = Vec::new();
    while !world.is_over() && world.battle().scene.round <= rounds {
        let battle = world.battle().clone();
        if battle.decision().is_some_and(|decision| is_turn(&battle, decision)) {
            all.push(battle);
        }
        game.think(&mut world);
    }
    all
}

/// An offer aimed at every possible target; none for ways and squares, which show their odds where they are pointed at.
fn aimed(offer: &Offer) -> Vec<Choice> {
    let plain = Choice::of(offer);
    match &offer.target {
        Target::Combatant(list) => {
            let open = list.iter().filter(|candidate| candidate.refusal.is_none());
            open.map(|candidate| plain.clone().on(candidate.who)).collect()
        }
        Target::Nothing => vec![plain],
        Target::Way(_) | Target::Square(_) => Vec::new(),
    }
}

#[test]
fn rows_know_the_chance_of_what_is_tried() {
    // If the first turns have no attempts, the computer plays a round.
    let later = RulesetId::offered().flat_map(|ruleset| turns("broken-priory", ruleset, 1));
    let found = RulesetId::offered().flat_map(first_turns).chain(later).find_map(|battle| {
        let decision = battle.decision()?.clone();
        let offers = battle.ruleset.rules().offers(&battle, &decision);
        let is_tried = |choice: &Choice| choice.on.is_some() && attempt_ahead(&battle, &decision, choice).is_some();
        let choice = offers.0.iter().filter(|offer| offer.is_open()).flat_map(aimed).find(is_tried)?;
        Some((battle, decision, offers, choice))
    });
    let (battle, decision, offers, choice) = found.expect("something is tried at somebody");
    let choices: Vec<Choice> = offers.0.iter().map(Choice::of).collect();
    let mut prospects = Prospects::default();
    for _ in 0..5_000 {
        prospects.look(&battle, &decision, (&offers, &choices), (1, choice.on, None));
        if !prospects.is_busy() {
            break;
        }
    }
    let prospect = prospects.of(&choice).expect("its odds are known");
    let attempt = attempt_ahead(&battle, &decision, &choice).expect("it is tried");
    assert_eq!((prospect.chance, prospect.on), (attempt.chance, choice.on));
    assert!(prospect.needs.contains(&attempt.number.expect("it is held against a number").value.to_string()));
}

/// The first turns of three fighters side by side, if nobody does anything before.
fn first_turns(ruleset: RulesetId) -> Vec<Battle> {
    let mut world = World::new();
    install(&mut world);
    let seats = [Seat::Person; Team::MOST];
    let settings = Settings::defaults(ruleset);
    let mut game = Game::new(&mut world, &between(), Roster::builtin(), ruleset, settings, 5, seats).expect("fits");
    let mut all = Vec::new();
    for _ in 0..40 {
        let battle = world.battle().clone();
        let Some(decision) = battle.decision().cloned().filter(|_| all.len() < 3) else { break };
        let usual = battle.ruleset.rules().default_answer(&battle, &decision);
        if is_turn(&battle, &decision) {
            all.push(battle);
        }
        game.submit(&mut world, &usual).expect("the default can be chosen");
    }
    all
}

#[test]
fn what_does_no_harm_says_what_else_its_chance_is_of() {
    let mut seen: Vec<(RulesetId, &str, String)> = Vec::new();
    for ruleset in RulesetId::offered() {
        for battle in first_turns(ruleset) {
            let decision = battle.decision().expect("a turn").clone();
            let offers = battle.ruleset.rules().offers(&battle, &decision);
            for offer in offers.0.iter().filter(|offer| offer.is_open() && offer.role != Role::Harm) {
                let Some(choice) = aimed(offer).into_iter().find(|choice| choice.on.is_some()) else { continue };
                let Some(attack) = attack_forecast(&battle, &decision, &choice) else { continue };
                let row = of_attack(&battle, &attack, offer, choice.on.expect("somebody"), "Somebody".into());
                assert!(!row.event.is_empty(), "{ruleset}: {}", offer.verb);
                if attack.grades[0] != Fraction::ONE || attack.harms != attack.hits {
                    continue;
                }
                // Its purpose is neither a wound nor landing; the bar of wounds would be empty.
                assert!(row.event != "hits" && row.event != "harms", "{ruleset}: {} {}", offer.verb, row.event);
                assert!(row.grades.is_empty(), "{ruleset}: {}", offer.verb);
                if !seen.contains(&(ruleset, offer.verb, row.event.clone())) {
                    seen.push((ruleset, offer.verb, row.event));
                }
            }
        }
    }
    assert!(seen.len() > 1, "{seen:?}");
}

#[test]
fn what_comes_back_between_rounds_is_told() {
    let battle = turns("broken-priory", RulesetId::ALL[0], 1).swap_remove(0);
    let rules = battle.ruleset.rules();
    let names = rules.names().vitals;
    let vital = (0..names.len() as u8).map(crate::rules::Vital).find(|vital| rules.is_told(*vital)).expect("a total");
    let who = CombatantId(0);
    let set = |now| Entry::Effect(Effect::Vital(who, vital, now));
    let entries = [
        Entry::Effect(Effect::Acting(Some(who))),
        set(9),
        Entry::Effect(Effect::Acting(None)),
        set(13),
        Entry::Effect(Effect::Round(2)),
        set(20),
    ];
    let ends = round_ends(&battle, entries.iter().enumerate(), |_| "The watch".into());
    let name = &battle.combatant(who).identity.name;
    let words = format!("{name} recovers 4 {}", crate::rules::capital(names[usize::from(vital.0)]));
    assert_eq!(
        ends.iter().map(|end| (end.place, end.round, end.words.as_str())).collect::<Vec<_>>(),
        [(4, 2, &*words)]
    );
}
