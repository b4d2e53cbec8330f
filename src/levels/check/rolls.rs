//! Rolls in words: which were made, to which one a die belongs, and in which fields one differs from the expected.

use super::{held_terms, list};
use crate::{
    levels::{Expect, log_text::verdict_text},
    rules::{Battle, Entry, Roll},
};

/// The rolls of a journal, in order.
pub(in crate::levels) fn rolls(journal: &[Entry]) -> impl Iterator<Item = &Roll> {
    journal.iter().filter_map(|entry| if let Entry::Roll(roll) = entry { Some(roll) } else { None })
}

/// All rolls in words.
pub(in crate::levels) fn all_rolled(battle: &Battle, journal: &[Entry]) -> String {
    let told = |roll: &Roll| {
        let against = roll.against.as_ref().map_or_else(String::new, |number| format!(" against {}", number.value));
        let upshot = if roll.upshot.is_empty() { String::new() } else { format!(" ({})", roll.upshot) };
        let (name, dice) = (named(battle, roll), roll.counted().count());
        format!("{name}: {}{against}{upshot}, dice {dice} ({}), {}", roll.value, sizes(roll), roll.rule)
    };
    format!("rolled: {}", list(rolls(journal).map(told)))
}

/// The roll to which a die belongs, counted from 1 through the journal, and the rolls before it.
pub(in crate::levels) fn roll_of_die(battle: &Battle, journal: &[Entry], number: usize) -> Option<String> {
    let mut fallen = 0;
    let mut before = Vec::new();
    for roll in rolls(journal) {
        fallen += roll.dice.len();
        if fallen >= number {
            let name = format!("it is rolled for {}, {}", named(battle, roll), roll.rule);
            return Some(format!("{name}; before it: {}", list(before)));
        }
        before.push(format!("{} {}", named(battle, roll), roll.value));
    }
    None
}

/// Whether trials can name every roll of a journal, and the rolls have this many dice in all. Rulesets see to both.
pub(in crate::levels) fn are_told(battle: &Battle, journal: &[Entry], dice: usize) -> bool {
    let vocabulary = battle.ruleset.rules().vocabulary();
    let is_known = |roll: &Roll| vocabulary.knows_roll(&roll.words, battle.items().map(|item| item.name));
    rolls(journal).all(is_known) && rolls(journal).map(|roll| roll.dice.len()).sum::<usize>() == dice
}

/// The sizes of the dice that count: "d20 d8 d8".
fn sizes(roll: &Roll) -> String {
    roll.counted().map(|die| format!("d{}", die.sides)).collect::<Vec<_>>().join(" ")
}

/// The one who rolls and the name of the roll.
fn named(battle: &Battle, roll: &Roll) -> String {
    format!("{} {}", battle.combatant(roll.who).identity.tag, roll.words)
}

/// The fields in which a roll differs from an [`Expect::Rolled`], each with its actual value.
pub(super) fn differences(roll: &Roll, expect: &Expect) -> Vec<String> {
    let Expect::Rolled { value, against, success, dice, sides, rule, upshot, terms, without, .. } = expect else {
        return Vec::new();
    };
    let number = roll.against.as_ref();
    let in_words = || number.map_or_else(|| "nothing".into(), verdict_text);
    let rest = |rule: &str| -> Option<i32> {
        Some(number?.terms.iter().filter(|term| term.rule.0 != rule).map(|term| term.amount).sum())
    };
    let mut told = Vec::new();
    if value.is_some_and(|value| value != roll.value) {
        told.push(format!("value: {}", roll.value));
    }
    if against.is_some_and(|wanted| number.is_none_or(|number| number.value != wanted)) {
        told.push(format!("against: {}", in_words()));
    }
    if success.is_some_and(|success| roll.success != Some(success)) {
        told.push(format!(
            "success: {}",
            roll.success.map_or_else(|| "it cannot fail".into(), |came| came.to_string())
        ));
    }
    let counted = roll.counted().count();
    if dice.is_some_and(|dice| counted != dice) {
        told.push(format!("dice: {counted}"));
    }
    if sides.as_ref().is_some_and(|sides| !roll.counted().map(|die| die.sides).eq(sides.iter().copied())) {
        told.push(format!("sides: {}", sizes(roll)));
    }
    if rule.as_ref().is_some_and(|rule| roll.rule.0 != rule) {
        told.push(format!("rule: {}", roll.rule));
    }
    if upshot.iter().any(|part| roll.upshot.split(", ").all(|told| told != part)) {
        told.push(format!("upshot: {}", list(roll.upshot.split(", ").filter(|part| !part.is_empty()))));
    }
    if !terms.is_empty() && number.is_none_or(|number| !held_terms(number, terms)) {
        told.push(format!("terms: {}", in_words()));
    }
    if let Some((rule, sum)) = without
        && rest(rule) != Some(*sum)
    {
        told.push(format!("without {rule}: {}", rest(rule).map_or_else(|| "nothing".into(), |rest| rest.to_string())));
    }
    told
}
