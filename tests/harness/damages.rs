//! The damage of a blow is what is told of it: nothing is added or taken off that no row says.

use proving_ground::rules::{AttackResult, Entry, Roll};

/// Holds the damage of every blow against what was told before it; how many were told in such a way.
///
/// The attacker's sum is called damage. What its target takes off has sums of its own, or is a sum that begins with that one.
pub fn are_as_told(journal: &[Entry]) -> u64 {
    let mut compared = 0;
    let mut sums: Vec<&Roll> = Vec::new();
    for (place, entry) in journal.iter().enumerate() {
        match entry {
            Entry::Action { .. } => sums.clear(),
            Entry::Roll(roll) if roll.success.is_none() => sums.push(roll),
            Entry::AttackResult(result) if result.damage > 0 => {
                if let Some(told) = told(&sums, result) {
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
fn told(sums: &[&Roll], result: &AttackResult) -> Option<Vec<i32>> {
    let rolled = sums.iter().rposition(|roll| roll.who == result.by && roll.words == "Damage")?;
    let by_target = sums[rolled + 1..].iter().filter(|roll| roll.who == result.on);
    let taken: i32 = by_target.clone().map(|roll| roll.value).sum();
    let rolled = sums[rolled].value;
    let own = by_target.map(|roll| roll.value.max(0));
    Some(own.chain([rolled, (rolled - taken).max(0)]).collect())
}
