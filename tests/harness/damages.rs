//! The damage of a blow agrees with the log: nothing is added or subtracted that no line mentions.

use proving_ground::rules::{AttackResult, CombatantId, Entry, Roll};

/// Compares the damage of every blow with the log before it; returns how many could be compared.
///
/// The attacker's sum is called Damage, and additions follow as sums of their own. The target's subtractions are sums
/// of their own, or one sum that starts from the damage; a roll for several targets says what each is spared.
pub fn are_as_told(journal: &[Entry]) -> u64 {
    let mut compared = 0;
    let mut since = 0;
    for (place, entry) in journal.iter().enumerate() {
        match entry {
            Entry::Action { .. } => since = place,
            Entry::AttackResult(result) if result.damage > 0 => {
                if let Some(told) = told(&journal[since..place], result) {
                    let around = &journal[place.saturating_sub(12)..=place];
                    let damage = i32::from(result.damage);
                    // Several blows settled together share their log lines, RAT-DISC-02.
                    let shared = shared(journal, place, result);
                    assert!(told.contains(&damage) || told.contains(&shared), "{told:?}: {around:#?}");
                    compared += 1;
                }
            }
            _ => {}
        }
    }
    compared
}

/// The energy that a charge releases at a touch, added to the damage of the blow whoever holds it: POO-CHG-04.
const ENERGY: &str = "Energy";

/// The damage roll of kegs, charges and bursts, PCT-BLAST-01.
const BLAST: &str = "Blast";

/// The total of all blows at the same target that are settled between the rolls before and after one of them.
fn shared(journal: &[Entry], place: usize, result: &AttackResult) -> i32 {
    let ends = |entry: &Entry| matches!(entry, Entry::Roll(_) | Entry::Action { .. });
    let first = journal[..place].iter().rposition(ends).map_or(0, |at| at + 1);
    let last = journal[place..].iter().position(ends).map_or(journal.len(), |at| place + at);
    let blows = journal[first..last].iter().filter_map(|entry| match entry {
        Entry::AttackResult(other) if other.on == result.on => Some(i32::from(other.damage.max(0))),
        _ => None,
    });
    blows.sum()
}

/// The damages that agree with the log: as rolled, less what was taken off, or the target's own sum.
fn told(entries: &[Entry], result: &AttackResult) -> Option<Vec<i32>> {
    let is_harm = |words: &str| words == "Damage" || words == BLAST;
    let rolled = |entry: &Entry| sum(entry).is_some_and(|roll| roll.who == result.by && is_harm(&roll.words));
    let from = entries.iter().rposition(rolled)?;
    let first = sum(&entries[from])?;
    let after = &entries[from + 1..];
    if first.words == BLAST {
        return blasted(after, result, first.value);
    }
    let value = changed(after, result).unwrap_or(first.value);
    let of = |who| after.iter().filter_map(sum).filter(move |roll| roll.who == who).map(|roll| roll.value);
    let energy = after.iter().filter_map(sum).filter(|roll| roll.words == ENERGY).map(|roll| roll.value);
    // Later rolls of both sides may be a contest, which has no terms; later rolls of the attacker with terms may be its
    // part in it.
    let with_terms = after.iter().filter_map(sum).filter(|roll| roll.who == result.by && roll.against.is_some());
    let with_terms: i32 = with_terms.map(|roll| roll.value).sum();
    let added = [0, of(result.by).sum(), energy.sum(), with_terms];
    let added: Vec<i32> = added.into_iter().chain(of(result.by)).collect();
    let spared = spared(after, result);
    let taken: Vec<i32> = [0, of(result.on).sum()].into_iter().chain(of(result.on)).map(|off| off + spared).collect();
    let less = |taken: i32| (value - taken).max(0);
    let own = of(result.on).map(|value| value.max(0));
    let counted: Vec<i32> = own.chain(taken.into_iter().map(less)).collect();
    Some(counted.iter().flat_map(|damage| added.iter().map(move |added| damage + added)).collect())
}

/// What a blast of this value does to one of several targets by the log: less distance and armour. Not compared if
/// resistance or vulnerability changes it.
fn blasted(after: &[Entry], result: &AttackResult, value: i32) -> Option<Vec<i32>> {
    if notes(after).any(|(_, words)| words.starts_with("halves it") || words.starts_with("raises it")) {
        return None;
    }
    let mut own = notes(after).filter(|(who, words)| *who == result.on && words.contains(" m away: "));
    let losses = own.next_back().map_or("", |(_, words)| words);
    let off = losses.split(" less ").skip(1).filter_map(|part| part.split(' ').next()?.parse::<i32>().ok());
    Some(vec![value - off.sum::<i32>() - spared(after, result)])
}

/// The damage where it is told anew after the roll: by resistance, PCT-RES-03, PCT-RES-04, or for several attacks together,
/// RAT-DMG-08, RAT-DMG-09.
fn changed(after: &[Entry], result: &AttackResult) -> Option<i32> {
    let mut told = notes(after).filter(|(who, _)| [result.by, result.on].contains(who)).filter_map(|(_, words)| {
        let resisted = words.strip_prefix("halves it: ").or_else(|| words.strip_prefix("raises it by half: "));
        let together = || words.strip_suffix(" together")?.rsplit(' ').next();
        resisted.or_else(together)?.parse().ok()
    });
    told.next_back()
}

/// Everything that is noted, and about whom.
fn notes(entries: &[Entry]) -> impl DoubleEndedIterator<Item = (CombatantId, &str)> {
    entries.iter().filter_map(|entry| match entry {
        Entry::Note { who, words, .. } => Some((*who, &**words)),
        _ => None,
    })
}

/// A logged sum, as opposed to a roll that can fail.
fn sum(entry: &Entry) -> Option<&Roll> {
    match entry {
        Entry::Roll(roll) if roll.success.is_none() => Some(roll),
        _ => None,
    }
}

/// What the target of a roll for several is spared by the log, less what it suffers in addition.
fn spared(entries: &[Entry], result: &AttackResult) -> i32 {
    let numbers = |prefix: &str| {
        let words = entries.iter().filter_map(|entry| match entry {
            Entry::Note { who, words, .. } if *who == result.on => words.strip_prefix(prefix),
            _ => None,
        });
        words.flat_map(str::split_whitespace).filter_map(|word| word.parse::<i32>().ok()).sum::<i32>()
    };
    numbers("is spared ") - numbers("suffers ")
}
