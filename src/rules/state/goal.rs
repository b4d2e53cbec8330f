//! What wins a battle.

use serde::{Deserialize, Serialize};

use super::{Battle, Combatant};
use crate::{geometry::Square, rules::ids::Team};

/// What a side must do.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Aim {
    /// Put everybody else out of the fight.
    Defeat,
    /// Be alone in these squares at the end of so many rounds in a row.
    Hold {
        /// The place.
        squares: Vec<Square>,
        /// Rounds in a row.
        rounds: u16,
    },
    /// Bring so many combatants of the side into these squares.
    Reach {
        /// The place.
        squares: Vec<Square>,
        /// How many.
        count: u16,
    },
    /// Have somebody left after so many rounds.
    Survive {
        /// Rounds.
        rounds: u16,
    },
}

/// A goal of a side.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Goal {
    /// Whose.
    pub team: Team,
    /// What.
    pub aim: Aim,
    /// For how many rounds the place has been held.
    pub held: u16,
}

impl Goal {
    /// What the side has done that has reached it, after its name: "held the marked place alone for 3 rounds".
    pub fn reached(&self) -> String {
        match &self.aim {
            Aim::Defeat => "put every enemy out of the fight".into(),
            Aim::Hold { rounds, .. } => format!("held the marked place alone for {rounds} rounds"),
            Aim::Reach { count, .. } => format!("brought {count} into the marked place"),
            Aim::Survive { rounds } => format!("had somebody left after round {rounds}"),
        }
    }

    /// The goal in words.
    pub fn words(&self) -> String {
        match &self.aim {
            Aim::Defeat => "Put every enemy out of the fight".into(),
            Aim::Hold { rounds, .. } => {
                format!("Hold the marked place alone for {rounds} rounds ({} so far)", self.held)
            }
            Aim::Reach { count, .. } => format!("Bring {count} into the marked place"),
            Aim::Survive { rounds } => format!("Have somebody left after round {rounds}"),
        }
    }
}

/// Who has won by now, if anybody; `Some(None)` is a draw. Checked after every step.
pub(in crate::rules) fn winner(battle: &Battle) -> Option<Option<Team>> {
    let alive = |team: Team| battle.combatants().any(|one| one.team == team && counts(battle, one));
    let mut standing = battle.teams().filter(|team| alive(*team));
    match (standing.next(), standing.next()) {
        (None, _) => return Some(None),
        (Some(last), None) => return Some(Some(last)),
        _ => {}
    }
    battle.scene.goals.iter().find(|goal| alive(goal.team) && met(goal, battle)).map(|goal| Some(goal.team))
}

/// Whether a combatant keeps its side in the fight. Those who take no turns, such as mounts, do not.
fn counts(battle: &Battle, one: Combatant<'_>) -> bool {
    one.fights() && battle.ruleset.rules().takes_turns(one)
}

fn met(goal: &Goal, battle: &Battle) -> bool {
    match &goal.aim {
        // The last side standing has been found before.
        Aim::Defeat => false,
        Aim::Hold { rounds, .. } => goal.held >= *rounds,
        Aim::Reach { squares, count } => {
            let inside = battle.combatants().filter(|one| one.team == goal.team && counts(battle, *one));
            inside.filter(|one| one.footprint().squares().any(|square| squares.contains(&square))).count()
                >= usize::from(*count)
        }
        Aim::Survive { rounds } => battle.scene.round > *rounds,
    }
}

/// The goals whose count of held rounds changes at the end of a round, with the new count.
pub(in crate::rules) fn held(battle: &Battle) -> Vec<(u8, u16)> {
    let mut changed = Vec::new();
    for (index, goal) in battle.scene.goals.iter().enumerate() {
        let Aim::Hold { squares, .. } = &goal.aim else { continue };
        let mut inside = battle
            .combatants()
            .filter(|one| one.fights() && one.footprint().squares().any(|square| squares.contains(&square)))
            .peekable();
        let alone = inside.peek().is_some() && inside.all(|one| one.team == goal.team);
        let now = if alone { goal.held + 1 } else { 0 };
        if now != goal.held {
            changed.push((index as u8, now));
        }
    }
    changed
}
