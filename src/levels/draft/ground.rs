//! The level around a position: named places, goals and sides.

use std::collections::BTreeMap;

use super::{Draft, NoEdit, edit::no, to_level::default_goal};
use crate::{
    geometry::Square,
    levels::{Entrance, Level, naming::name_fault},
    rules::{Aim, Goal, Team},
};

/// A change of the level around a position.
#[derive(Clone, Debug, PartialEq)]
pub enum LevelEdit {
    /// Adds a named place.
    AddZone(String),
    /// Removes a place; goals that refer to it become the default one.
    DropZone(usize),
    /// Renames a place.
    NameZone(usize, String),
    /// Adds squares to a place, or removes them.
    Zone(usize, Vec<Square>, bool),
    /// What a side must do: one of these goals, each with the place that it refers to.
    Goals(Team, Vec<(Aim, Option<usize>)>),
    /// Adds a side with nobody on it.
    AddSide,
}

impl Draft {
    /// Changes the level around the position.
    pub(super) fn apply_to_level(&mut self, edit: &LevelEdit) -> Result<String, NoEdit> {
        let words = match edit {
            LevelEdit::AddZone(name) => {
                self.check_zone(name, None)?;
                self.level.zones.push((name.clone(), Vec::new()));
                format!("Place {name}")
            }
            LevelEdit::DropZone(place) => {
                let Some((name, _)) = self.level.zones.get(*place).cloned() else {
                    return no("that place is not there any more");
                };
                self.level.zones.remove(*place);
                self.goals_of(&name).for_each(|goal| *goal = default_goal(goal.team));
                self.goal_places.retain(|_, known| *known != name);
                self.come_where_they_stand(&name);
                format!("Place {name} removed")
            }
            LevelEdit::NameZone(place, name) => {
                self.check_zone(name, Some(*place))?;
                let Some(zone) = self.level.zones.get_mut(*place) else {
                    return no("that place is not there any more");
                };
                let old = std::mem::replace(&mut zone.0, name.clone());
                self.goal_places.values_mut().filter(|known| **known == old).for_each(|known| known.clone_from(name));
                for late in self.tokens.iter_mut().filter_map(|token| token.late.as_mut()) {
                    if late.entrance == Entrance::Zone(old.clone()) {
                        late.entrance = Entrance::Zone(name.clone());
                    }
                }
                format!("Place {name}")
            }
            LevelEdit::Zone(place, squares, belongs) => self.zone(*place, squares, *belongs)?,
            LevelEdit::Goals(team, aims) => {
                self.seat(*team);
                let old: Vec<Goal> = self.level.goals.extract_if(.., |goal| goal.team == *team).collect();
                let goal =
                    |(aim, _): &(Aim, Option<usize>)| Goal { team: *team, aim: aim.clone(), held: held(&old, aim) };
                self.level.goals.extend(aims.iter().map(goal));
                self.goal_places.retain(|(of, _), _| of != team);
                for (number, (_, zone)) in aims.iter().enumerate() {
                    let known = zone.and_then(|zone| self.level.zones.get(zone));
                    self.goal_places.extend(known.map(|(name, _)| ((*team, number), name.clone())));
                }
                if aims.is_empty() {
                    self.level.goals.push(default_goal(*team));
                }
                self.level.goals.sort_by_key(|goal| goal.team);
                format!("Goals of {}", self.level.side_name(*team))
            }
            LevelEdit::AddSide => {
                let next = self.level.sides.len();
                if next >= Team::MOST {
                    return no("at most 4 sides");
                }
                self.seat(Team(next as u8));
                format!("{} takes part", Team(next as u8))
            }
        };
        self.battle.scene.goals.clone_from(&self.level.goals);
        Ok(words)
    }

    /// Adds squares to a place or removes them; goals that refer to it change with it.
    fn zone(&mut self, place: usize, squares: &[Square], belongs: bool) -> Result<String, NoEdit> {
        let extent = self.battle.scene.field.extent();
        let Some((name, known)) = self.level.zones.get_mut(place) else {
            return no("that place is not there any more");
        };
        let name = name.clone();
        known.retain(|square| !squares.contains(square));
        if belongs {
            known.extend(squares.iter().filter(|square| extent.contains(**square)));
            known.sort_unstable();
            known.dedup();
        }
        let after = known.clone();
        for goal in self.goals_of(&name) {
            if let Aim::Hold { squares, .. } | Aim::Reach { squares, .. } = &mut goal.aim {
                squares.clone_from(&after);
            }
        }
        Ok(format!("Place {name} drawn"))
    }

    /// Fighters who were to arrive in a place that is gone arrive where they stand on the board.
    fn come_where_they_stand(&mut self, name: &str) {
        for (row, token) in self.battle.rows().to_vec().iter().zip(&mut self.tokens) {
            let Some(late) = token.late.as_mut().filter(|late| late.entrance == Entrance::Zone(name.into())) else {
                continue;
            };
            late.entrance = Entrance::Square;
            let arrivals = &mut self.battle.constants_mut().arrivals;
            for arrival in arrivals.iter_mut().filter(|arrival| arrival.who == row.id) {
                arrival.squares = vec![row.placement.anchor()];
            }
        }
    }

    fn check_zone(&self, name: &str, own: Option<usize>) -> Result<(), NoEdit> {
        if let Some((what, right)) = name_fault(name) {
            return no(format!("{what}: {right}"));
        }
        let mut zones = self.level.zones.iter().enumerate();
        let is_known = zones.any(|(place, (known, _))| Some(place) != own && known == name);
        if is_known { no(format!("two places would be called {name}")) } else { Ok(()) }
    }

    /// The goals that refer to a place.
    fn goals_of(&mut self, name: &str) -> impl Iterator<Item = &mut Goal> {
        let numbers = numbers(&self.level.goals);
        let places = &self.goal_places;
        let goals = self.level.goals.iter_mut().zip(numbers);
        goals.filter(move |(_, number)| places.get(number).is_some_and(|known| known == name)).map(|(goal, _)| goal)
    }

    /// The place that a goal of a side refers to, by the goal's number among those of the side.
    pub fn zone_of(&self, team: Team, number: usize) -> Option<usize> {
        let name = self.goal_places.get(&(team, number))?;
        self.level.zones.iter().position(|(known, _)| known == name)
    }
}

/// How many rounds the place of an aim has been held.
fn held(goals: &[Goal], aim: &Aim) -> u16 {
    let Aim::Hold { squares: place, .. } = aim else { return 0 };
    let is_same = |goal: &&Goal| matches!(&goal.aim, Aim::Hold { squares, .. } if squares == place);
    goals.iter().find(is_same).map_or(0, |goal| goal.held)
}

/// The side of each goal, and its number among the goals of that side.
fn numbers(goals: &[Goal]) -> Vec<(Team, usize)> {
    let number = |(place, goal): (usize, &Goal)| {
        (goal.team, goals[..place].iter().filter(|other| other.team == goal.team).count())
    };
    goals.iter().enumerate().map(number).collect()
}

/// The place that each goal of a level refers to: the first one with its squares.
pub(super) fn goal_places(level: &Level) -> BTreeMap<(Team, usize), String> {
    let place = |goal: &Goal| match &goal.aim {
        Aim::Hold { squares, .. } | Aim::Reach { squares, .. } => {
            level.zones.iter().find(|(_, known)| known == squares).map(|(name, _)| name.clone())
        }
        Aim::Defeat | Aim::Survive { .. } => None,
    };
    let goals = numbers(&level.goals).into_iter().zip(&level.goals);
    goals.filter_map(|(number, goal)| Some((number, place(goal)?))).collect()
}
