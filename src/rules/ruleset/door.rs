//! The way to ask about a position: the caller has the whole battle, but the ruleset gets it as the side of the
//! combatant in question knows it.

use crate::{
    geometry::Square,
    rules::{
        account::{Area, Sight},
        choosing::{Choice, Course, Journey, Offer, Reachable, Refusal},
        ids::CombatantId,
        state::Battle,
    },
};

use super::BoardMark;

impl Battle {
    /// See [`Inspect::journey`](super::Inspect::journey).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn journey(&self, who: CombatantId, verb: &str, course: Course<'_>) -> Result<Journey, Refusal> {
        self.ruleset.rules().journey(&self.known_to(self.combatant(who).team), who, verb, course)
    }

    /// See [`Inspect::journey_of`](super::Inspect::journey_of).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn journey_of(&self, who: CombatantId, choice: &Choice) -> Result<Journey, Refusal> {
        self.ruleset.rules().journey_of(&self.known_to(self.combatant(who).team), who, choice)
    }

    /// See [`Inspect::quiet_ends`](super::Inspect::quiet_ends).
    pub fn quiet_ends(&self, who: CombatantId, verb: &str, ends: &[Reachable]) -> Vec<Square> {
        self.ruleset.rules().quiet_ends(&self.known_to(self.combatant(who).team), who, verb, ends)
    }

    /// See [`Inspect::sight`](super::Inspect::sight); the question makes the two known to each other.
    pub fn sight(&self, from: CombatantId, to: CombatantId) -> Sight {
        self.ruleset.rules().sight(&self.known_with(self.combatant(from).team, [from, to]), from, to)
    }

    /// See [`Inspect::attacks`](super::Inspect::attacks).
    pub fn attacks(&self, who: CombatantId, whom: CombatantId) -> Vec<(Choice, Option<Refusal>)> {
        self.ruleset.rules().attacks(&self.known_with(self.combatant(who).team, [who, whom]), who, whom)
    }

    /// Whether the item of an attack could be used at once, without loading or recovering it first: see
    /// [`Appraise::until_ready`](super::Appraise::until_ready).
    pub fn is_ready(&self, attack: &Choice) -> bool {
        attack.item.is_none_or(|item| self.ruleset.rules().until_ready(&self.item(item)) == 0)
    }

    /// See [`Inspect::area`](super::Inspect::area).
    pub fn area(&self, who: CombatantId, choice: &Choice) -> Option<Area> {
        self.ruleset.rules().area(&self.known_to(self.combatant(who).team), who, choice)
    }

    /// See [`Inspect::marks`](super::Inspect::marks).
    pub fn marks(&self, who: CombatantId, offer: &Offer) -> Vec<(Square, BoardMark)> {
        self.ruleset.rules().marks(&self.known_to(self.combatant(who).team), who, offer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Battlefield, ItemId, ItemRow, Location, RulesetId, Team, testing::armed};

    #[test]
    fn what_is_to_be_loaded_is_not_ready_at_any_distance() {
        let bodies = |ruleset: RulesetId| [(Team(0), Square::new(1, 1), ruleset.plain_sheet())];
        for ruleset in RulesetId::ALL.iter().copied() {
            for loaded in [true, false] {
                let bow = ItemRow { loaded, ..ItemRow::new(ItemId(0), Location::Main(CombatantId(0))) };
                let battle = armed(ruleset, Battlefield::new(4, 4), &bodies(ruleset), vec![bow]);
                assert_eq!(battle.is_ready(&Choice::new("shoot").with(ItemId(0))), loaded, "{ruleset}");
                assert!(battle.is_ready(&Choice::new("shove")), "{ruleset}: with nothing that could be loaded");
            }
        }
    }
}
