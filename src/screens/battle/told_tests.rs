//! Whole battles checked against their cards: everything an act changes in the fight is on its card.

use bevy::prelude::World;

use super::changes::changes;
use crate::{
    ai::Depth,
    arena::{Arena as _, install},
    levels::{Roster, builtin},
    panels::{
        battle::{
            log::Who,
            telling::{Telling, TellingRow, tell},
        },
        number,
        widgets::log_line::LogLine,
    },
    rules::{Battle, CombatantId, RulesetId, Settings, Team},
    seats::{Game, Seat},
};

/// What a card says, in words.
fn card(told: &[Telling], rows: &[TellingRow]) -> String {
    let line = |pieces: &Vec<_>| LogLine { pieces: pieces.clone(), ..LogLine::default() }.text();
    let mut words: Vec<String> = Vec::new();
    for telling in told.iter().filter(|telling| telling.matters) {
        words.push(telling.sentence.clone());
        words.extend(telling.rolls.iter().map(line));
        words.extend(telling.rows.iter().map(|row| format!("{} {}", line(&row.pieces), row.amount)));
    }
    words.extend(rows.iter().map(|row| line(&row.pieces)));
    words.join("\n")
}

/// The changes in somebody's state that a card does not tell.
fn untold(before: &Battle, after: &Battle, told: &[Telling], words: &str) -> Vec<String> {
    let rules = before.ruleset.rules();
    let mut missing = Vec::new();
    for fighter in after.combatants() {
        let (then, who) = (before.combatant(fighter.id), fighter.id);
        let name = &*fighter.identity.name;
        let lines: Vec<&str> = words.lines().filter(|line| line.contains(name)).collect();
        let says = |wanted: &str| lines.iter().any(|line| line.to_lowercase().contains(&wanted.to_lowercase()));
        let [old, new] = [rules.card(before, who), rules.card(after, who)];
        // What comes back at the start of a turn or round is no part of the act before it.
        let begins = after.scene.acting == Some(who) && before.scene.acting != Some(who)
            || after.scene.round != before.scene.round;
        for (old, new) in old.bars.iter().zip(&new.bars).filter(|(old, new)| old.now != new.now) {
            let change = format!("{} {} to {}", old.label, number::plain(old.now), number::plain(new.now));
            if !says(&change) && !begins {
                missing.push(format!("{name}: {change}"));
            }
        }
        for fact in new.conditions.iter().filter(|new| old.conditions.iter().all(|old| old.label != new.label)) {
            if lines.is_empty() && !begins {
                missing.push(format!("{name}: gains {}", fact.label));
            }
        }
        if then.status != fighter.status && !says("is out") && lines.is_empty() {
            missing.push(format!("{name}: {:?} to {:?}", then.status, fighter.status));
        }
        let acts = told.iter().any(|telling| telling.by == who);
        if (then.placement != fighter.placement || then.posture != fighter.posture) && !acts && lines.is_empty() {
            missing.push(format!("{name}: moved from {} to {}", then.placement.anchor(), fighter.placement.anchor()));
        }
    }
    missing
}

/// Plays a battle of the computer against itself and returns what its cards do not tell, with the cards.
fn untold_of(tag: &str, ruleset: RulesetId, seed: u64, rounds: u16) -> (usize, Vec<String>) {
    let level = builtin().iter().find(|level| level.tag == tag).expect("a built-in level");
    let mut world = World::new();
    install(&mut world);
    let seats = [Seat::Computer(Depth::Quick); Team::MOST];
    let settings = Settings::defaults(ruleset);
    let mut game = Game::new(&mut world, level, Roster::builtin(), ruleset, settings, seed, seats).expect("fits");
    let mut known: Option<(Battle, usize)> = None;
    let (mut cards, mut missing) = (0, Vec::new());
    while !world.is_over() && world.battle().scene.round <= rounds {
        let battle = world.battle().clone();
        let is_turn = battle.decision().is_some_and(|decision| super::listing::is_turn(&battle, decision));
        if is_turn {
            let heard = world.journal().len();
            if let Some((before, from)) = known.replace((battle.clone(), heard)) {
                let who = |who: CombatantId| {
                    let fighter = battle.combatant(who);
                    Who { name: fighter.identity.name.to_string(), team: fighter.team, letter: fighter.identity.letter }
                };
                let told = tell(&world.journal()[from..], who);
                let changed = changes(&before, &battle, &told, |_| true);
                let words = card(&told, &changed.into_rows());
                cards += usize::from(!words.is_empty());
                let found = untold(&before, &battle, &told, &words);
                if !found.is_empty() {
                    missing.push(format!("{tag} {ruleset:?} {seed}: {found:?} not in\n{words}\n"));
                }
            }
        }
        game.think(&mut world);
    }
    (cards, missing)
}

#[test]
fn every_event_that_changes_the_fight_stands_on_a_card() {
    let mut missing = Vec::new();
    for ruleset in RulesetId::ALL.iter().copied().filter(|ruleset| ruleset.is_offered()) {
        for (tag, seed) in [("tanner-row", 1), ("broken-priory", 2)] {
            let (cards, found) = untold_of(tag, ruleset, seed, 5);
            assert!(cards > 10, "{tag} {ruleset:?}: {cards} cards");
            missing.extend(found);
        }
    }
    assert!(missing.is_empty(), "{} acts:\n{}", missing.len(), missing.join("\n"));
}
