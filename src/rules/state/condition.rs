//! Conditions: what harms, binds or strengthens a combatant or an item, and until when.

use bevy::prelude::Component;
use serde::{Deserialize, Serialize};

use super::named::Names;
use crate::rules::{
    ids::{CombatantId, ItemId},
    table::Detail,
};

/// A kind of condition; the ruleset says what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ConditionKind(pub u8);

/// When a condition ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Until {
    /// Never by itself.
    Indefinite,
    /// At the start of the bearer's next turn.
    TurnStart,
    /// At the end of the bearer's turn.
    TurnEnd,
    /// At the end of the bearer's next turn, not of the current one.
    NextTurnEnd,
    /// After that many of the bearer's turns have started.
    Turns(u8),
    /// At the end of a round.
    RoundEnd(u16),
    /// When a combatant's place in the order comes up in a round, whether or not they still have turns. If they have no
    /// place, at the end of that round.
    Place {
        /// Whose place.
        of: CombatantId,
        /// In which round.
        round: u16,
    },
    /// When the bearer succeeds at a check made by the ruleset.
    Check,
}

impl Until {
    /// The most of its bearer's turns that files and editors let a condition last.
    pub const MOST_TURNS: u8 = 200;
    /// The last round in which files and editors let a condition end.
    pub const LAST_ROUND: u16 = 999;
}

/// A condition of a combatant or an item: stunned, held, aiming, charged with energy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Condition {
    /// Which.
    pub kind: ConditionKind,
    /// Its strength or variant; 0 if the kind has none.
    pub level: i16,
    /// The combatant who caused it or whom it concerns.
    pub whom: Option<CombatantId>,
    /// The item it concerns.
    pub with: Option<ItemId>,
    /// Further detail, in the ruleset's own terms.
    pub detail: Detail,
    /// When it ends.
    pub until: Until,
}

impl Condition {
    /// A condition without level, combatant or item.
    pub const fn new(kind: ConditionKind, until: Until) -> Self {
        Self { kind, level: 0, whom: None, with: None, detail: Detail::None, until }
    }

    /// What is impossible about its level or its end, and what would be right, given the names of its ruleset.
    pub fn fault(&self, names: &Names) -> Option<(String, String)> {
        let minus = |number: i16| number.to_string().replace('-', "\u{2212}");
        let name = names.conditions.get(usize::from(self.kind.0)).copied().unwrap_or_default().replace('-', " ");
        let (low, high) = names.levels_of(self.kind);
        if !(low..=high).contains(&self.level) {
            let right = if (low, high) == (0, 0) {
                "it has none".into()
            } else {
                format!("from {} to {}", minus(low), minus(high))
            };
            return Some((format!("the level of {name} cannot be {}", minus(self.level)), right));
        }
        let (what, number, most) = match self.until {
            Until::Turns(turns) => ("turns", turns.into(), Until::MOST_TURNS.into()),
            Until::RoundEnd(round) | Until::Place { round, .. } => ("round", round, Until::LAST_ROUND),
            _ => return None,
        };
        let is_fine = (1..=most).contains(&number);
        (!is_fine).then(|| (format!("the {what} of {name} cannot be {number}"), format!("from 1 to {most}")))
    }

    /// The combatants and items it refers to.
    pub fn references(&self) -> (impl Iterator<Item = CombatantId>, impl Iterator<Item = ItemId>) {
        let (whom, with) = self.detail.refers_to();
        let place = if let Until::Place { of, .. } = self.until { Some(of) } else { None };
        (self.whom.into_iter().chain(whom).chain(place), self.with.into_iter().chain(with))
    }
}

/// All conditions of a combatant, oldest first.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Conditions(pub Vec<Condition>);

impl Conditions {
    /// The oldest condition of a kind.
    pub fn find(&self, kind: ConditionKind) -> Option<&Condition> {
        self.0.iter().find(|condition| condition.kind == kind)
    }

    /// Whether there is one of a kind.
    pub fn has(&self, kind: ConditionKind) -> bool {
        self.find(kind).is_some()
    }
}

/// A secret declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Declaration {
    /// Who.
    pub who: CombatantId,
    /// What was declared, as the condition that its bearer gets once all is shown.
    pub what: Condition,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_and_ends_have_ranges() {
        let names = Names { conditions: &["burning", "off-balance"], levels: &[(0, 0), (1, 60)], ..Names::NONE };
        let told = |kind, level, until| {
            let condition = Condition { level, ..Condition::new(ConditionKind(kind), until) };
            condition.fault(&names).map(|(what, right)| format!("{what}: {right}"))
        };
        assert_eq!(told(0, 0, Until::Indefinite), None);
        assert_eq!(told(1, 60, Until::Turns(3)), None);
        let none = told(0, -1, Until::Indefinite);
        assert_eq!(none.as_deref(), Some("the level of burning cannot be \u{2212}1: it has none"));
        let beyond = told(1, 0, Until::Indefinite);
        assert_eq!(beyond.as_deref(), Some("the level of off balance cannot be 0: from 1 to 60"));
        assert_eq!(told(0, 0, Until::Turns(0)).as_deref(), Some("the turns of burning cannot be 0: from 1 to 200"));
        let late = told(0, 0, Until::RoundEnd(1000));
        assert_eq!(late.as_deref(), Some("the round of burning cannot be 1000: from 1 to 999"));
    }

    #[test]
    fn a_condition_stays_small() {
        // Forecasts copy and hash them by the thousand.
        assert!(size_of::<Condition>() <= 32, "{}", size_of::<Condition>());
    }
}
