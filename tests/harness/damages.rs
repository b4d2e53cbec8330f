//! The damage of a blow is what is told of it: nothing is added or taken off that no row says.

use proving_ground::rules::{AttackResult, Entry, Roll};

/// Holds the damage of every blow against what was told before it; how many were told in such a way.
///
/// The attacker's sum is called damage, and what is added to it follows in sums of its own. What its target takes off has sums of
/// its own, or is a sum that begins with that one; one roll for several says of each what it is spared.
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
                    // Several blows that are settled together share what is told, RAT-DISC-02.
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

/// What a charge sets free at a touch, added to the damage of the blow whoever holds it: POO-CHG-04.
const ENERGY: &str = "Energy";

/// What all blows at the same target come to that are settled between the rolls before and after one of them.
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

/// What the damage may be by what was told: as it was rolled, less what was taken off, or as the target's own sum has it.
fn told(entries: &[Entry], result: &AttackResult) -> Option<Vec<i32>> {
    let rolled = |entry: &Entry| sum(entry).is_some_and(|roll| roll.who == result.by && roll.words == "Damage");
    let from = entries.iter().rposition(rolled)?;
    let first = sum(&entries[from])?;
    let after = &entries[from + 1..];
    let of = |who| after.iter().filter_map(sum).filter(move |roll| roll.who == who).map(|roll| roll.value);
    let energy = after.iter().filter_map(sum).filter(|roll| roll.words == ENERGY).map(|roll| roll.value);
    // What both roll after it may be a contest, which has no terms, and what the attacker rolls its own part in what it has set
    // off.
    let with_terms = after.iter().filter_map(sum).filter(|roll| roll.who == result.by && roll.against.is_some());
    let with_terms: i32 = with_terms.map(|roll| roll.value).sum();
    let added = [0, of(result.by).sum(), energy.sum(), with_terms];
    let added: Vec<i32> = added.into_iter().chain(of(result.by)).collect();
    let spared = spared(after, result);
    let taken: Vec<i32> = [0, of(result.on).sum()].into_iter().chain(of(result.on)).map(|off| off + spared).collect();
    let less = |taken: i32| (first.value - taken).max(0);
    let own = of(result.on).map(|value| value.max(0));
    let counted: Vec<i32> = own.chain(taken.into_iter().map(less)).collect();
    Some(counted.iter().flat_map(|damage| added.iter().map(move |added| damage + added)).collect())
}

/// A sum that is told, of no roll that can fail.
fn sum(entry: &Entry) -> Option<&Roll> {
    match entry {
        Entry::Roll(roll) if roll.success.is_none() => Some(roll),
        _ => None,
    }
}

/// What the target of one roll for several is told to be spared, less what it is told to suffer besides.
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
