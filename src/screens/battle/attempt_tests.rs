//! What is tried with a roll of one's own shows its chance, under every ruleset; and what the end of a round brings is told.

use bevy::prelude::World;

use super::{insight, listing::is_turn, prospects::Prospects, rounds::round_ends};
use crate::{
    ai::Depth,
    arena::{Arena as _, install},
    dice::{Enumerated, Fraction, Rolled},
    levels::{Level, Roster, builtin},
    rules::{
        AgendaItem, Battle, Choice, CombatantId, Decision, Effect, Entry, Offer, RulesetId, Settings, StepContext,
        Target, Team, act_ahead, attack_ahead, attempt_ahead, play, without_dice,
    },
    seats::{Game, Seat},
};

fn level(tag: &str) -> Level {
    builtin().iter().find(|level| level.tag == tag).expect("a built-in level").clone()
}

/// The battle at each turn that is asked about while the computer plays so many rounds.
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

/// An offer at everybody it can be aimed at; a way or a square is pointed at, and shows its odds there.
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

/// Whether carrying a choice out begins with a roll of whoever chooses that can fail.
fn begins_with_a_roll(battle: &Battle, decision: &Decision, choice: &Choice) -> bool {
    let Some(mut after) = act_ahead(battle, decision, choice) else { return false };
    if after.scene.acting != battle.scene.acting || after.scene.round != battle.scene.round {
        return false;
    }
    let rules = battle.ruleset.rules();
    let Some(AgendaItem::Step(step)) = after.agenda.pop() else { return false };
    if rules.asks_for_more(&step) || without_dice(rules, &after, &step).is_some() {
        return false;
    }
    let mut dice = Enumerated::new();
    let mut context = StepContext::new(&mut dice, true);
    rules.resolve(&after, &step, &mut context);
    let first = context.into_outcome().entries.into_iter().find_map(|entry| match entry {
        Entry::Roll(roll) => Some(roll),
        _ => None,
    });
    first.is_some_and(|roll| roll.who == decision.who && roll.success.is_some())
}

#[test]
fn whatever_begins_with_a_roll_of_ones_own_shows_its_chance() {
    let mut missing: Vec<String> = Vec::new();
    let mut tried = 0;
    for ruleset in RulesetId::ALL.iter().copied().filter(|ruleset| ruleset.is_offered()) {
        for battle in turns("broken-priory", ruleset, 1) {
            let decision = battle.decision().expect("a turn is asked about");
            let rules = battle.ruleset.rules();
            for offer in rules.offers(&battle, decision).0.iter().filter(|offer| offer.is_open()) {
                for choice in aimed(offer).into_iter().take(1) {
                    if !begins_with_a_roll(&battle, decision, &choice) {
                        continue;
                    }
                    tried += 1;
                    // Attacks have odds of their own.
                    let shown = attack_ahead(&battle, decision, &choice).is_some()
                        || insight::answer(&battle, decision, &choice).is_some();
                    let words = format!("{ruleset:?}: {}", offer.verb);
                    if !shown && !missing.contains(&words) {
                        missing.push(words);
                    }
                }
            }
        }
    }
    assert!(tried > 20, "only {tried} were looked at");
    assert!(missing.is_empty(), "no chance is shown of {missing:?}");
}

#[test]
fn the_chance_of_what_is_tried_is_that_of_trying_it() {
    const TRIES: u32 = 600;
    // What somebody may oppose: the share of many tries in which it takes effect.
    let rulesets = RulesetId::ALL.iter().copied().filter(|ruleset| ruleset.is_offered());
    for battle in rulesets.flat_map(|ruleset| turns("broken-priory", ruleset, 1)) {
        let decision = battle.decision().expect("a turn is asked about").clone();
        let rules = battle.ruleset.rules();
        let offers = rules.offers(&battle, &decision);
        let mut open = offers.0.iter().filter(|offer| offer.is_open()).flat_map(aimed);
        let found = open.find_map(|choice| {
            let attempt = attempt_ahead(&battle, &decision, &choice)?;
            Some((choice.on?, choice, attempt)).filter(|(.., attempt)| attempt.chance != attempt.rolls)
        });
        let Some((on, choice, attempt)) = found else { continue };
        let takes = |seed: u32| {
            let (mut battle, mut entries) = (battle.clone(), Vec::new());
            let mut dice = Rolled::new(u64::from(seed));
            play::submit(&mut battle, &offers, &choice, &mut dice, &mut entries).expect("it is open");
            let is_question = |battle: &Battle, asked: &Decision| !is_turn(battle, asked) && asked.who != decision.who;
            while let Some(asked) = battle.decision().cloned().filter(|asked| is_question(&battle, asked)) {
                let (answer, offers) = (rules.default_answer(&battle, &asked), rules.offers(&battle, &asked));
                play::submit(&mut battle, &offers, &answer, &mut dice, &mut entries).expect("a default answer");
            }
            let whom = [on, decision.who];
            entries
                .iter()
                .any(|entry| matches!(entry, Entry::Effect(Effect::AddCondition(who, _)) if whom.contains(who)))
        };
        let worked = (0..TRIES).filter(|seed| takes(*seed)).count();
        let (share, chance) = (worked as f64 / f64::from(TRIES), attempt.chance.to_f64());
        assert!((share - chance).abs() < 0.07, "{}: {share} of the tries, {chance} foretold", choice.verb);
        assert!(attempt.chance < attempt.rolls && attempt.chance > Fraction::ZERO);
        return;
    }
    panic!("nothing that can be opposed was on offer");
}

#[test]
fn rows_know_the_chance_of_what_is_tried() {
    let rulesets = RulesetId::ALL.iter().copied().filter(|ruleset| ruleset.is_offered());
    let found = rulesets.flat_map(|ruleset| turns("broken-priory", ruleset, 1)).find_map(|battle| {
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
