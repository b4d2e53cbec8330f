//! The level around a position: places with names, what wins, sides and sizes.

use super::{Draft, NoEdit, to_level::default_goal};
use crate::{
    geometry::Square,
    levels::naming::name_fault,
    rules::{Aim, Goal, Team},
};

/// A change of the level around a position.
#[derive(Clone, Debug, PartialEq)]
pub enum LevelEdit {
    /// A place with a name more.
    AddZone(String),
    /// A place less; goals that speak of it become the default one.
    DropZone(usize),
    /// Another name for a place.
    NameZone(usize, String),
    /// Squares belong to a place, or not any more.
    Zone(usize, Vec<Square>, bool),
    /// What a side must do: one of these.
    Goals(Team, Vec<Aim>),
    /// A side more, with nobody on it.
    AddSide,
}

fn no<T>(words: impl Into<String>) -> Result<T, NoEdit> {
    Err(NoEdit(words.into()))
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
                let Some((name, squares)) = self.level.zones.get(*place).cloned() else {
                    return no("that place is not there any more");
                };
                self.level.zones.remove(*place);
                for goal in &mut self.level.goals {
                    if place_of(&goal.aim) == Some(&squares) && !squares.is_empty() {
                        goal.aim = Aim::Defeat;
                    }
                }
                format!("Place {name} removed")
            }
            LevelEdit::NameZone(place, name) => {
                self.check_zone(name, Some(*place))?;
                let Some(zone) = self.level.zones.get_mut(*place) else {
                    return no("that place is not there any more");
                };
                zone.0.clone_from(name);
                format!("Place {name}")
            }
            LevelEdit::Zone(place, squares, belongs) => self.zone(*place, squares, *belongs)?,
            LevelEdit::Goals(team, aims) => {
                self.seat(*team);
                self.level.goals.retain(|goal| goal.team != *team);
                self.level.goals.extend(aims.iter().map(|aim| Goal { team: *team, aim: aim.clone(), held: 0 }));
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

    /// Squares come to a place or leave it; goals that speak of it go on doing so.
    fn zone(&mut self, place: usize, squares: &[Square], belongs: bool) -> Result<String, NoEdit> {
        let extent = self.battle.scene.field.extent();
        let Some((name, known)) = self.level.zones.get_mut(place) else {
            return no("that place is not there any more");
        };
        let before = known.clone();
        known.retain(|square| !squares.contains(square));
        if belongs {
            known.extend(squares.iter().filter(|square| extent.contains(**square)));
            known.sort_unstable();
            known.dedup();
        }
        let (words, after) = (format!("Place {name} drawn"), known.clone());
        for goal in &mut self.level.goals {
            if let Aim::Hold { squares, .. } | Aim::Reach { squares, .. } = &mut goal.aim
                && *squares == before
            {
                squares.clone_from(&after);
            }
        }
        Ok(words)
    }

    fn check_zone(&self, name: &str, own: Option<usize>) -> Result<(), NoEdit> {
        if let Some((what, right)) = name_fault(name) {
            return no(format!("{what}: {right}"));
        }
        let mut zones = self.level.zones.iter().enumerate();
        let is_known = zones.any(|(place, (known, _))| Some(place) != own && known == name);
        if is_known { no(format!("two places would be called {name}")) } else { Ok(()) }
    }

    /// Which of the level's places a goal speaks of.
    pub fn zone_of(&self, aim: &Aim) -> Option<usize> {
        let squares = place_of(aim)?;
        self.level.zones.iter().position(|(_, known)| known == squares)
    }
}

/// The squares that a goal speaks of.
const fn place_of(aim: &Aim) -> Option<&Vec<Square>> {
    match aim {
        Aim::Hold { squares, .. } | Aim::Reach { squares, .. } => Some(squares),
        Aim::Defeat | Aim::Survive { .. } => None,
    }
}
