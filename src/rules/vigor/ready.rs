//! Readied acts: what is waited for, and what is done then. VIG-ACT-02.

use serde::{Deserialize, Serialize};

use crate::{
    geometry::Square,
    rules::{Battle, CombatantId, CombatantSet, Condition},
};

use super::conditions::{Detail, detail};

/// What a readied act waits for, VIG-ACT-02. Whose doing it must be is the condition's own; nobody there means any enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trigger {
    /// Enters my reach.
    Reach,
    /// Comes within so many squares.
    Within(u8),
    /// Enters a marked square.
    Enters(Square),
    /// Comes into sight.
    Sight,
    /// Attacks; if somebody is named, that one.
    Attacks(Option<CombatantId>),
    /// Uses an ability.
    Uses,
    /// A friend ends its turn; if somebody is named, that one.
    Ends(Option<CombatantId>),
}

impl Trigger {
    /// The friend whom it names.
    pub const fn ward(self) -> Option<CombatantId> {
        match self {
            Self::Attacks(ward) | Self::Ends(ward) => ward,
            _ => None,
        }
    }
}

/// What is done then: an act of one action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deed {
    /// An attack.
    Attack,
    /// A move.
    Move,
    /// Defend.
    Defend,
    /// Use of an item.
    Item,
    /// Use of a skill.
    Skill,
    /// Use of an ability.
    Ability,
}

impl Deed {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Attack, Self::Move, Self::Defend, Self::Item, Self::Skill, Self::Ability];

    /// The word in choices.
    pub const fn word(self) -> &'static str {
        ["attack", "move", "defend", "item", "skill", "ability"][self as usize]
    }

    /// In words.
    pub const fn name(self) -> &'static str {
        ["Attack", "Move", "Defend", "Use an item", "Use a skill", "Use an ability"][self as usize]
    }
}

/// What a readied act may be waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Event {
    /// Somebody has made a step, from there.
    Steps(CombatantId, Square),
    /// Somebody has attacked these, or something on the board, or nobody at all.
    Attacks(CombatantId, CombatantSet),
    /// Somebody has used an ability.
    Uses(CombatantId),
    /// Somebody has ended a turn.
    Ends(CombatantId),
    /// The board has changed: somebody may be seen who was not.
    Appears(CombatantId),
}

impl Event {
    /// Whose doing it is.
    pub const fn whose(self) -> CombatantId {
        match self {
            Self::Steps(who, _) | Self::Attacks(who, _) | Self::Uses(who) | Self::Ends(who) | Self::Appears(who) => who,
        }
    }
}

/// A readied act in words.
pub fn words(battle: &Battle, condition: &Condition) -> String {
    let Some(Detail::Readied(trigger, deed)) = detail(condition) else { return String::new() };
    let name = |who: CombatantId| battle.combatant(who).identity.name.to_string();
    let whose = condition.whom.map_or_else(|| "an enemy".to_string(), name);
    let what = match trigger {
        Trigger::Reach => format!("{whose} enters reach"),
        Trigger::Within(1) => format!("{whose} comes beside"),
        Trigger::Within(squares) => format!("{whose} comes within {squares} squares"),
        Trigger::Enters(square) => format!("{whose} enters {square}"),
        Trigger::Sight => format!("{whose} comes into sight"),
        Trigger::Attacks(None) => format!("{whose} attacks"),
        Trigger::Attacks(Some(ward)) => format!("{whose} attacks {}", name(ward)),
        Trigger::Uses => format!("{whose} uses an ability"),
        Trigger::Ends(friend) => format!("{} ends the turn", friend.map_or_else(|| "a friend".to_string(), name)),
    };
    format!("{} when {what}", deed.name())
}
