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
                    assert!(told.contains(&result.damage.into()), "{told:?}: {around:#?}");
                    compared += 1;
                }
            }
            _ => {}
        }
    }
    compared
}

/// What the damage may be by what was told: as it was rolled, less what was taken off, or as the target's own sum has it.
fn told(entries: &[Entry], result: &AttackResult) -> Option<Vec<i32>> {
    let rolled = |entry: &Entry| sum(entry).is_some_and(|roll| roll.who == result.by && roll.words == "Damage");
    let from = entries.iter().rposition(rolled)?;
    let first = sum(&entries[from])?;
    let after = &entries[from + 1..];
    // What both roll is a contest, and no damage.
    let rolls = |who, words: &str| after.iter().filter_map(sum).any(|roll| roll.who == who && roll.words == words);
    let is_contest = |roll: &Roll| rolls(result.by, &roll.words) && rolls(result.on, &roll.words);
    let sums: Vec<&Roll> = after.iter().filter_map(sum).filter(|roll| !is_contest(roll)).collect();
    let of = |who| sums.iter().filter(move |roll| roll.who == who).map(|roll| roll.value);
    let added: i32 = if result.by == result.on { 0 } else { of(result.by).sum() };
    let taken = of(result.on).sum::<i32>() + spared(after, result);
    let parts = if passes_armour(after, result) { parts(first) } else { vec![first.value] };
    let counted = (0..1_u32 << parts.len()).map(|chosen| {
        let sum_of = |is_chosen: bool| -> i32 {
            let is_it = |(place, _): &(usize, &i32)| (chosen >> place & 1 == 1) == is_chosen;
            parts.iter().enumerate().filter(is_it).map(|(_, part)| *part).sum()
        };
        (sum_of(true) - taken).max(0) + sum_of(false)
    });
    let own = of(result.on).map(|value| value.max(0));
    Some(own.chain(counted).chain([first.value]).flat_map(|damage| [damage, damage + added]).collect())
}

/// A sum that is told, of no roll that can fail.
fn sum(entry: &Entry) -> Option<&Roll> {
    match entry {
        Entry::Roll(roll) if roll.success.is_none() => Some(roll),
        _ => None,
    }
}

/// Whether it is told that a part of the damage meets no armour.
fn passes_armour(entries: &[Entry], result: &AttackResult) -> bool {
    let passes = |entry: &Entry| matches!(entry, Entry::Note { who, words, .. } if *who == result.on && words.starts_with("has no armour"));
    entries.iter().any(passes)
}

/// The parts of a damage, each of another kind.
fn parts(roll: &Roll) -> Vec<i32> {
    roll.against.iter().flat_map(|verdict| verdict.terms.iter()).map(|term| term.amount).collect()
}

/// What the target of one roll for several is told to be spared.
fn spared(entries: &[Entry], result: &AttackResult) -> i32 {
    let words = entries.iter().filter_map(|entry| match entry {
        Entry::Note { who, words, .. } if *who == result.on => words.strip_prefix("is spared "),
        _ => None,
    });
    words.flat_map(str::split_whitespace).filter_map(|word| word.parse::<i32>().ok()).sum()
}
