//! Whether the odds that a trial asks for depend on its choice: a choice that is not an attack has no chance to hit,
//! not one of 0.

use super::{Held, list, odds::Odds, truth};
use crate::{
    levels::Expect,
    rules::{CombatantId, Effect},
};

impl Odds<'_> {
    /// Whether the choice decides what is asked: hits and damage need an attack on the target; how the target ends may
    /// depend on other dice, too.
    pub(super) fn bear_on(&self, expect: &Expect) -> Held {
        let Expect::Chance { hit, critical, mean, at_least, least, most, fates, blows, hits, .. } = expect else {
            return Ok(());
        };
        let tag = |who| self.battle.combatant(who).identity.tag.to_string();
        let endings = || self.forecast.odds.iter().map(|(ending, _)| ending);
        if endings().any(|ending| ending.blows(self.by, self.whom).next().is_some()) {
            return Ok(());
        }
        let results = endings().flat_map(|ending| ending.results.iter());
        let mut attacked: Vec<CombatantId> =
            results.filter(|result| self.by.contains(result.by)).map(|result| result.on).collect();
        attacked.sort_unstable();
        attacked.dedup();
        let asks_of_blows = [hit, critical, mean].into_iter().any(Option::is_some)
            || least.is_some()
            || most.is_some()
            || !(at_least.is_empty() && fates.is_empty() && blows.is_empty() && hits.is_empty());
        let no_attack = || {
            if attacked.is_empty() {
                return "it is not an attack".to_string();
            }
            format!("it is no attack on {}; attacked: {}", tag(self.whom), list(attacked.iter().map(|who| tag(*who))))
        };
        truth(!asks_of_blows, no_attack)?;
        let is_changed = || endings().any(|ending| ending.effects.iter().any(|effect| changes(effect, self.whom)));
        let decides = self.forecast.odds.len() > 1 && is_changed();
        truth(decides, || format!("{}, and no dice decide about {}", no_attack(), tag(self.whom)))
    }
}

/// Whether an effect changes the place or the state of a combatant.
fn changes(effect: &Effect, whom: CombatantId) -> bool {
    match effect {
        Effect::Place(who, _)
        | Effect::Arrive(who, _)
        | Effect::Posture(who, _)
        | Effect::Status(who, _)
        | Effect::Vital(who, ..)
        | Effect::AddCondition(who, _)
        | Effect::ReplaceCondition(who, ..)
        | Effect::Clear(who, _) => *who == whom,
        _ => false,
    }
}
