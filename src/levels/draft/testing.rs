//! The starting points of tests of drafts: drafts of built-in levels, and battles that begin on levels and from drafts.

use super::{Draft, TokenKey};
use crate::{
    arena::{Arena as _, bare_world},
    dice::Rolled,
    levels::{Level, Roster, builtin, deploy},
    rules::{Battle, RulesetId, Settings, play},
};

/// A built-in level.
pub fn level(tag: &str) -> &'static Level {
    builtin().iter().find(|level| level.tag == tag).unwrap()
}

/// A copy of a built-in level, made for a ruleset.
pub fn level_for(tag: &str, ruleset: RulesetId) -> Level {
    Level { ruleset, ..level(tag).clone() }
}

/// A draft of a built-in level.
pub fn draft(tag: &str, ruleset: RulesetId) -> Draft {
    Draft::of_level(level(tag), Roster::builtin(), ruleset, Settings::defaults(ruleset)).unwrap()
}

/// The fighter with a tag.
pub fn called(draft: &Draft, tag: &str) -> TokenKey {
    draft.key(draft.battle().tagged(tag).unwrap().id)
}

/// A battle that has begun on a level.
pub fn begun(level: &Level, ruleset: RulesetId) -> Battle {
    begun_with(level, ruleset, Settings::defaults(ruleset))
}

fn begun_with(level: &Level, ruleset: RulesetId, settings: Settings) -> Battle {
    let battle = deploy(level, Roster::builtin(), ruleset, settings).unwrap();
    let mut world = bare_world(battle, Rolled::new(7));
    world.begin();
    world.battle().clone()
}

/// A battle on a level in somebody's turn, in a round: every question before is answered by default.
pub fn in_turn(level: &Level, ruleset: RulesetId, round: u16) -> Battle {
    let mut world = bare_world(begun(level, ruleset), Rolled::new(7));
    for _ in 0..2000 {
        let battle = world.battle();
        let (rules, Some(decision)) = (ruleset.rules(), battle.decision()) else { break };
        let is_turn = *decision == rules.turn_question(decision.who) && !battle.scene.order.is_empty();
        if is_turn && battle.scene.round == round && battle.scene.acting == Some(decision.who) {
            return battle.clone();
        }
        let choice = rules.default_answer(battle, decision);
        world.submit(&choice).unwrap();
    }
    panic!("{ruleset}: no turn in round {round} of {}", level.tag)
}

/// The battle that begins from a draft.
pub fn played(draft: &Draft) -> Battle {
    played_and_plain(draft).0
}

/// The battle that begins from a draft, and that of its level alone.
pub fn played_and_plain(draft: &Draft) -> (Battle, Battle) {
    let ordered = draft.by_sides().unwrap();
    let (level, settings) = (ordered.level_to_play().unwrap(), draft.battle().settings.clone());
    let begun = begun_with(&level, draft.ruleset(), settings);
    let mut carried = ordered.carried_onto(&begun);
    play::settle(&mut carried, &mut Rolled::new(7), &mut Vec::new());
    (carried, begun)
}
