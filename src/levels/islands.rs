//! Parts of a board that are cut off from the rest: a walled-in court without a door, an unintended island.

use pathfinding::prelude::connected_components;

use super::Level;
use crate::{
    geometry::{Direction, Edge, Square},
    rules::{Battlefield, Feature, Footing, Passage},
};

/// Connected squares that are cut off from the rest of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Island {
    /// Its squares in order.
    pub squares: Vec<Square>,
    /// Who starts there: names, or the tags of archetypes.
    pub fighters: Vec<String>,
}

impl Island {
    /// "No way leads from the rest of the board to b2 and 5 more squares, where Mott starts".
    pub fn words(&self) -> String {
        let more = match self.squares.len() - 1 {
            0 => String::new(),
            1 => " and 1 more square".into(),
            more => format!(" and {more} more squares"),
        };
        let start = if self.fighters.len() > 1 { "start" } else { "starts" };
        let fighters = if self.fighters.is_empty() {
            String::new()
        } else {
            format!(", where {} {start}", self.fighters.join(", "))
        };
        format!("No way leads from the rest of the board to {}{more}{fighters}", self.squares[0])
    }
}

/// Whether some ruleset lets fighters pass, sooner or later: everything except walls and slits. Doors can be opened.
fn is_passable(feature: Option<Feature>) -> bool {
    feature.is_none_or(|feature| feature.traits().passage != Passage::Blocked || feature == Feature::DoorClosed)
}

/// Whether fighters can be in a square under some ruleset, if only swimming or fallen into a pit.
fn is_ground(field: &Battlefield, square: Square) -> bool {
    field.cell(square).is_some_and(|cell| cell.footing != Footing::Void && is_passable(cell.feature))
}

/// All parts of a board except the largest, from the top down. Diagonal steps connect nothing that straight ones do
/// not, since no ruleset lets anybody slip between two walls.
pub fn islands(level: &Level) -> Vec<Island> {
    let field = &level.field;
    let ground: Vec<Square> = field.squares().filter(|square| is_ground(field, *square)).collect();
    let beside = |from: &Square| {
        let from = *from;
        let straight = Direction::ALL.into_iter().filter(|direction| !direction.is_diagonal());
        let to = straight.map(move |direction| from.step(direction)).filter(|to| is_ground(field, *to));
        to.filter(move |to| is_passable(Edge::between(from, *to).and_then(|edge| field.edge(edge))))
    };
    let parts = connected_components(&ground, beside);
    // Hash sets have no fixed order, so everything is sorted.
    let mut parts: Vec<Vec<Square>> = parts.into_iter().map(|part| part.into_iter().collect()).collect();
    parts.iter_mut().for_each(|part| part.sort_unstable_by_key(|square| (square.y, square.x)));
    parts.sort_unstable_by_key(|part| (part[0].y, part[0].x));
    let Some(largest) = parts.iter().map(Vec::len).max() else { return Vec::new() };
    let mainland = parts.iter().position(|part| part.len() == largest);
    mainland.into_iter().for_each(|place| drop(parts.remove(place)));
    let units = || level.sides.iter().flat_map(|side| &side.units);
    let name = |archetype: &String, name: &Option<String>| name.as_ref().unwrap_or(archetype).clone();
    let island = |squares: Vec<Square>| {
        let there = units().filter(|unit| squares.contains(&unit.at));
        Island { fighters: there.map(|unit| name(&unit.archetype, &unit.name)).collect(), squares }
    };
    parts.into_iter().map(island).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::levels::builtin;

    fn square(name: &str) -> Square {
        name.parse().expect("a square")
    }

    #[test]
    fn a_court_without_a_door_is_told_with_who_starts_there() {
        let mut field = Battlefield::new(6, 4);
        for wall in ["b2", "c2", "d2", "e2", "b3", "e3", "b4", "c4", "d4", "e4"] {
            field.cell_mut(square(wall)).expect("on the board").feature = Some(Feature::Wall);
        }
        let mut level = builtin()[0].clone();
        level.sides.iter_mut().flat_map(|side| &mut side.units).for_each(|unit| unit.at = square("a1"));
        level.sides[0].units[0].at = square("c3");
        level.sides[0].units[0].name = Some("Ansa".into());
        level.field = Arc::new(field.clone());
        let found = islands(&level);
        assert_eq!(found, [Island { squares: vec![square("c3"), square("d3")], fighters: vec!["Ansa".into()] }]);
        let words = "No way leads from the rest of the board to c3 and 1 more square, where Ansa starts";
        assert_eq!(found[0].words(), words);
        // A closed door does not cut off a court.
        field.cell_mut(square("e3")).expect("on the board").feature = Some(Feature::DoorClosed);
        level.field = Arc::new(field);
        assert_eq!(islands(&level), []);
    }

    #[test]
    fn the_levels_of_the_game_hang_together() {
        for level in builtin() {
            assert_eq!(islands(level), [], "{}", level.name);
        }
    }
}
