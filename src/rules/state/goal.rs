//! What wins a battle.

use serde::{Deserialize, Serialize};

use super::{Battle, Combatant, Status};
use crate::{
    geometry::Square,
    rules::{account::counted, ids::Team},
};

/// What a side must do.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Aim {
    /// Put everybody else out of the fight.
    Defeat,
    /// Be alone in these squares at the end of a number of rounds in a row.
    Hold {
        /// The place.
        squares: Vec<Square>,
        /// Rounds in a row.
        rounds: u16,
    },
    /// Bring a number of the side's combatants into these squares.
    Reach {
        /// The place.
        squares: Vec<Square>,
        /// How many.
        count: u16,
    },
    /// Have somebody left after a number of rounds.
    Survive {
        /// Rounds.
        rounds: u16,
    },
}

/// A goal of a side.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Goal {
    /// The side.
    pub team: Team,
    /// What it must do.
    pub aim: Aim,
    /// How many rounds in a row the place has been held.
    pub held: u16,
}

impl Goal {
    /// The squares it is about, if any.
    pub fn place(&self) -> Option<&[Square]> {
        match &self.aim {
            Aim::Hold { squares, .. } | Aim::Reach { squares, .. } => Some(squares),
            Aim::Defeat | Aim::Survive { .. } => None,
        }
    }

    /// What a side that has reached it has done, to follow its name: "held the marked place alone for 3 rounds".
    pub fn reached(&self) -> String {
        match &self.aim {
            Aim::Defeat => "put every enemy out of the fight".into(),
            Aim::Hold { rounds, .. } => format!("held the marked place alone for {}", counted(rounds, "round")),
            Aim::Reach { count, .. } => format!("brought {count} into the marked place"),
            Aim::Survive { rounds } => format!("had somebody left after round {rounds}"),
        }
    }

    /// The goal in a few words: "hold, 1 of 4".
    pub fn brief(&self) -> String {
        match &self.aim {
            Aim::Defeat => "put all out".into(),
            Aim::Hold { rounds, .. } => format!("hold, {} of {rounds}", self.held),
            Aim::Reach { count, .. } => format!("bring {count} in"),
            Aim::Survive { rounds } => format!("last {}", counted(rounds, "round")),
        }
    }

    /// The goal in words.
    pub fn words(&self) -> String {
        match &self.aim {
            Aim::Defeat => "Put every enemy out of the fight".into(),
            Aim::Hold { rounds, .. } => {
                let so_far = if self.held > 0 { format!(" ({} so far)", self.held) } else { String::new() };
                format!("Hold the marked place alone for {}{so_far}", counted(rounds, "round"))
            }
            Aim::Reach { count, .. } => format!("Bring {count} into the marked place"),
            Aim::Survive { rounds } => format!("Have somebody left after round {rounds}"),
        }
    }
}

/// Who has won, if anybody; `Some(None)` is a draw. Checked after every step.
pub(in crate::rules) fn winner(battle: &Battle) -> Option<Option<Team>> {
    let alive = |team: Team| is_left(battle, team);
    let mut standing = battle.teams().filter(|team| alive(*team));
    match (standing.next(), standing.next()) {
        (None, _) => return Some(None),
        (Some(last), None) => return Some(Some(last)),
        _ => {}
    }
    battle.scene.goals.iter().find(|goal| alive(goal.team) && met(goal, battle)).map(|goal| Some(goal.team))
}

/// Whether a side has anyone left who fights or is still to come.
fn is_left(battle: &Battle, team: Team) -> bool {
    let comes =
        |fighter: Combatant<'_>| fighter.status == Status::Awaited && battle.ruleset.rules().takes_turns(fighter);
    battle.combatants().any(|fighter| fighter.team == team && (counts(battle, fighter) || comes(fighter)))
}

/// Whether a combatant keeps its side in the fight. Those who take no turns, such as mounts, do not.
fn counts(battle: &Battle, fighter: Combatant<'_>) -> bool {
    fighter.fights() && battle.ruleset.rules().takes_turns(fighter)
}

/// Who wins at the end of this round if everything stays as it is: `Some(None)` if it is the last round and nobody does.
pub fn winner_at_round_end(battle: &Battle) -> Option<Option<Team>> {
    if battle.scene.over.is_some() {
        return None;
    }
    let counts_up = held(battle);
    let reached = |(index, goal): (usize, &Goal)| match &goal.aim {
        Aim::Hold { rounds, .. } => counts_up.iter().any(|(of, held)| usize::from(*of) == index && held >= rounds),
        Aim::Survive { rounds } => battle.scene.round >= *rounds,
        Aim::Defeat | Aim::Reach { .. } => false,
    };
    let alive = |team: Team| is_left(battle, team);
    let mut goals = battle.scene.goals.iter().enumerate();
    let next = goals.find(|(index, goal)| alive(goal.team) && reached((*index, goal)));
    let is_last = battle.scene.round >= battle.scene.last_round;
    next.map(|(_, goal)| Some(goal.team)).or(is_last.then_some(None))
}

fn met(goal: &Goal, battle: &Battle) -> bool {
    match &goal.aim {
        // The last side standing has been checked for already.
        Aim::Defeat => false,
        Aim::Hold { rounds, .. } => goal.held >= *rounds,
        Aim::Reach { squares, count } => {
            let inside = battle.combatants().filter(|fighter| fighter.team == goal.team && counts(battle, *fighter));
            inside.filter(|fighter| fighter.footprint().squares().any(|square| squares.contains(&square))).count()
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
            .filter(|fighter| fighter.fights() && fighter.footprint().squares().any(|square| squares.contains(&square)))
            .peekable();
        let alone = inside.peek().is_some() && inside.all(|fighter| fighter.team == goal.team);
        let now = if alone { goal.held + 1 } else { 0 };
        if now != goal.held {
            changed.push((index as u8, now));
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::Square,
        rules::{Battlefield, testing::example},
    };

    #[test]
    fn one_round_is_no_rounds() {
        let goal = |aim| Goal { team: Team(0), aim, held: 0 };
        let hold = |rounds| goal(Aim::Hold { squares: Vec::new(), rounds });
        assert_eq!(hold(1).words(), "Hold the marked place alone for 1 round");
        assert_eq!(hold(1).reached(), "held the marked place alone for 1 round");
        assert_eq!(hold(3).words(), "Hold the marked place alone for 3 rounds");
        assert_eq!([1, 4].map(|rounds| goal(Aim::Survive { rounds }).brief()), ["last 1 round", "last 4 rounds"]);
    }

    #[test]
    fn who_is_about_to_win_is_known_before_the_round_ends() {
        let squares = [Square::new(1, 1), Square::new(4, 4)];
        let mut battle = example(Battlefield::new(8, 8), &squares);
        assert_eq!(winner_at_round_end(&battle), None);
        let team = battle.rows()[0].id;
        let team = battle.combatant(team).team;
        let hold = |held| Goal { team, aim: Aim::Hold { squares: vec![squares[0]], rounds: 2 }, held };
        battle.scene.goals = vec![hold(0)];
        assert_eq!(winner_at_round_end(&battle), None, "one round is not enough");
        battle.scene.goals = vec![hold(1)];
        assert_eq!(winner_at_round_end(&battle), Some(Some(team)));
        battle.scene.goals = vec![Goal { team, aim: Aim::Survive { rounds: battle.scene.round }, held: 0 }];
        assert_eq!(winner_at_round_end(&battle), Some(Some(team)));
        battle.scene.goals.clear();
        battle.scene.last_round = battle.scene.round;
        assert_eq!(winner_at_round_end(&battle), Some(None));
    }
}
