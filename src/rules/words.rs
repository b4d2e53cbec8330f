//! Wording and sorting that all rulesets share.

use std::borrow::Cow;

use super::{Battle, CombatantId};

/// The words with the first letter in capitals.
pub fn capital(words: &str) -> Cow<'static, str> {
    let mut letters = words.chars();
    letters.next().map_or(Cow::Borrowed(""), |first| first.to_uppercase().chain(letters).collect::<String>().into())
}

/// What somebody holds and wears, in words; `loaded` has the words for a loaded weapon and for one that is not.
pub fn gear(battle: &Battle, who: CombatantId, loaded: [&str; 2], worn: impl IntoIterator<Item = String>) -> String {
    let mut words: Vec<String> = Vec::new();
    for item in battle.combatant(who).hands.held() {
        let thing = battle.item(item);
        let state = if thing.loaded { loaded[0] } else { loaded[1] };
        let needs = thing.arm.needs_loading();
        words.push(if needs { format!("{}, {state}", thing.name) } else { thing.name.to_string() });
    }
    words.extend(worn);
    if words.is_empty() { "Empty hands".into() } else { capital(&words.join(", ")).into_owned() }
}

/// The groups of two or more equal neighbours in a list: the place of the first, counted on from `from`, and how many.
pub fn ties<T>(list: &[T], from: u16, same: impl Fn(&T, &T) -> bool) -> Vec<(u16, u16)> {
    let mut next = from;
    let groups = list.chunk_by(same).map(|group| {
        let first = next;
        next += group.len() as u16;
        (first, group.len() as u16)
    });
    groups.filter(|(_, count)| *count > 1).collect()
}

/// Sorts the entries from a place on by their rolls, highest first, and returns those still tied.
pub fn untie(order: &mut [CombatantId], from: u16, rolls: &[i16]) -> Vec<(u16, u16)> {
    let group = &mut order[usize::from(from)..][..rolls.len()];
    let mut rolled: Vec<(i16, CombatantId)> = rolls.iter().copied().zip(group.iter().copied()).collect();
    rolled.sort_by_key(|(roll, who)| (-roll, *who));
    for (place, (_, who)) in group.iter_mut().zip(&rolled) {
        *place = *who;
    }
    ties(&rolled, from, |a, b| a.0 == b.0)
}
