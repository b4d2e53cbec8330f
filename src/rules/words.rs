//! Small things that every ruleset says and sorts alike.

use std::borrow::Cow;

use super::{Battle, CombatantId};

/// The words with a capital first letter.
pub fn capital(words: &str) -> Cow<'static, str> {
    let mut letters = words.chars();
    letters.next().map_or(Cow::Borrowed(""), |first| first.to_uppercase().chain(letters).collect::<String>().into())
}

/// What somebody holds and wears, in words; `loaded` says how a weapon is called that is loaded, and one that is not.
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

/// Neighbours in a list that are the same: where the first one stands, counted on from a place, and how many.
pub fn ties<T>(list: &[T], from: u16, same: impl Fn(&T, &T) -> bool) -> Vec<(u16, u16)> {
    let mut next = from;
    let groups = list.chunk_by(same).map(|group| {
        let first = next;
        next += group.len() as u16;
        (first, group.len() as u16)
    });
    groups.filter(|(_, count)| *count > 1).collect()
}

/// Puts those from a place on in the order of what each of them has rolled, higher first; gives those still tied.
pub fn untie(order: &mut [CombatantId], from: u16, rolls: &[i16]) -> Vec<(u16, u16)> {
    let group = &mut order[usize::from(from)..][..rolls.len()];
    let mut rolled: Vec<(i16, CombatantId)> = rolls.iter().copied().zip(group.iter().copied()).collect();
    rolled.sort_by_key(|(roll, who)| (-roll, *who));
    for (place, (_, who)) in group.iter_mut().zip(&rolled) {
        *place = *who;
    }
    ties(&rolled, from, |a, b| a.0 == b.0)
}
