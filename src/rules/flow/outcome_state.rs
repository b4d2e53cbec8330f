//! One possible end of an action: what has changed, and the result of each attack.

use smallvec::SmallVec;

use super::{AttackResult, EffectList};
use crate::rules::{
    ids::{CombatantId, CombatantSet},
    state::{Battle, Effect, Vital},
};

/// One possible end of an action: what has changed, and the result of each attack.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OutcomeState {
    /// The result of each attack, in order.
    pub results: SmallVec<[AttackResult; 2]>,
    /// The changes since the start; later values replace earlier ones.
    pub effects: EffectList,
}

impl OutcomeState {
    /// The results of attacks by one or several combatants on another, in order.
    pub fn blows(&self, by: impl Into<CombatantSet>, on: CombatantId) -> impl Iterator<Item = &AttackResult> {
        let by = by.into();
        self.results.iter().filter(move |result| by.contains(result.by) && result.on == on)
    }

    /// Whether an attack by any of these combatants on another has landed: what every forecast, card and trial calls a
    /// hit.
    pub fn lands(&self, by: impl Into<CombatantSet>, on: CombatantId) -> bool {
        self.blows(by, on).any(|result| result.fate.lands())
    }

    /// What a combatant loses of some running totals together, negative if they rise; `None` if it is out of the fight.
    pub fn loss(&self, battle: &Battle, whom: CombatantId, counts: impl Fn(Vital) -> bool) -> Option<i32> {
        let mut left = SmallVec::<[(Vital, i16); 2]>::new();
        for effect in self.effects.iter() {
            match effect {
                Effect::Status(who, status) if *who == whom && status.is_out() => return None,
                Effect::Vital(who, vital, now) if *who == whom && counts(*vital) => {
                    match left.iter_mut().find(|(known, _)| known == vital) {
                        Some((_, left)) => *left = *now,
                        None => left.push((*vital, *now)),
                    }
                }
                _ => {}
            }
        }
        let before = &battle.combatant(whom).vitals;
        Some(left.into_iter().map(|(vital, left)| i32::from(before.get(vital)) - i32::from(left)).sum())
    }

    /// The same with room for more.
    pub(in crate::rules) fn with_room(&self, results: usize, effects: usize) -> Self {
        let mut copy =
            Self { results: SmallVec::with_capacity(self.results.len() + results), effects: EffectList::default() };
        copy.results.extend_from_slice(&self.results);
        let list = copy.effects.to_mut();
        list.reserve(self.effects.len() + effects);
        list.extend_from_slice(&self.effects);
        copy
    }

    /// Adds what came after it; `apart` promises that this replaces nothing.
    pub(in crate::rules) fn add(&mut self, more: &Self, apart: bool) {
        self.results.extend_from_slice(&more.results);
        let list = self.effects.to_mut();
        if apart {
            list.extend_from_slice(&more.effects);
        } else {
            // The effects of one end write different things, so only earlier ones can be replaced.
            let before = list.len();
            more.effects.iter().for_each(|effect| effect.clone().record(list, 0..before));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{CombatantSet, Fate};

    #[test]
    fn blows_of_several_attackers_count_together() {
        let [a, b, c, d] = [0, 1, 2, 3].map(CombatantId);
        let result = |by, on, fate, damage| AttackResult { by, on, fate, damage };
        let results = [
            result(a, d, Fate::Grazed, 2),
            result(b, d, Fate::Hit, 5),
            result(c, d, Fate::Critical, 9),
            result(b, c, Fate::Hit, 4),
        ];
        let ending = OutcomeState { results: results.into_iter().collect(), ..OutcomeState::default() };
        let damage = |by: CombatantSet| ending.blows(by, d).map(|result| result.damage).collect::<Vec<_>>();
        assert_eq!((damage(a.into()), damage([a, b].into_iter().collect())), (vec![2], vec![2, 5]));
        // A graze does harm but is not a hit.
        assert!(!ending.lands(a, d) && ending.lands([a, b].into_iter().collect::<CombatantSet>(), d));
    }
}
