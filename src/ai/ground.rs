//! Walking distances on a board, whatever the ruleset: for deciding where to approach, not for costs.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::{
    geometry::{Direction, Edge, Flood, Footprint, Square, StepMap, Without, chebyshev, route},
    rules::{Battlefield, Feature, Footing, Passage, StepRule},
};

/// The cost of a straight step over firm ground; a diagonal one costs half as much again.
pub(super) const STEP: u16 = 2;

/// More than the length of any way on a board.
const FAR: u16 = 400;

/// Distances from one place.
pub(super) struct Distances {
    flood: Flood,
    from: Square,
}

impl Distances {
    /// All distances from a square.
    fn from(map: &StepMap, from: Square) -> Self {
        let mut flood = Flood::new();
        flood.run(map, from, Flood::MAX_LIMIT);
        Self { flood, from }
    }

    /// The distance to the nearest square of a body. Where no way leads there: the straight distance plus a surcharge.
    pub(super) fn to(&self, body: Footprint) -> u16 {
        let nearest = body.squares().filter_map(|square| self.flood.cost(square)).min();
        nearest.unwrap_or_else(|| {
            let (dx, dy) = body.gap(Footprint::one(self.from));
            FAR + STEP * chebyshev(dx, dy) as u16
        })
    }
}

/// Remembers distances on a board by their starting square. Boards seldom change.
#[derive(Default)]
pub(super) struct Ground {
    field: Option<Arc<Battlefield>>,
    known: FxHashMap<Square, Arc<Distances>>,
}

impl Ground {
    /// All distances from a square.
    pub(super) fn distances(&mut self, field: &Arc<Battlefield>, from: Square) -> Arc<Distances> {
        // A board kept here is copied before it changes, so the same pointer means an unchanged board.
        if !self.field.as_ref().is_some_and(|known| Arc::ptr_eq(known, field)) {
            self.field = Some(Arc::clone(field));
            self.known.clear();
        }
        Arc::clone(self.known.entry(from).or_insert_with(|| Arc::new(Distances::from(field.map(Crossing), from))))
    }
}

/// The costs of steps on an empty board.
#[derive(Clone, Copy)]
struct Crossing;

impl StepRule for Crossing {
    fn number(self) -> u16 {
        0
    }

    fn side(self) -> u8 {
        1
    }

    fn cost(self, field: &Battlefield, from: Square, direction: Direction) -> Option<u8> {
        step(field, from, direction)
    }
}

fn step(field: &Battlefield, from: Square, direction: Direction) -> Option<u8> {
    let to = from.step(direction);
    let (dx, dy) = direction.delta();
    let mut cost = STEP as u8 + enter(field, to)?;
    if direction.is_diagonal() {
        cost += 1;
        for middle in [Square::new(from.x + dx, from.y), Square::new(from.x, from.y + dy)] {
            let round = [field.feature(middle), side(field, from, middle), side(field, middle, to)];
            if !round.into_iter().all(|feature| pass(feature) == Some(0)) {
                return None;
            }
        }
    } else {
        cost += pass(side(field, from, to))?;
    }
    Some(cost)
}

fn side(field: &Battlefield, from: Square, to: Square) -> Option<Feature> {
    Edge::between(from, to).and_then(|edge| field.edge(edge))
}

/// The extra cost of passing a feature.
fn pass(feature: Option<Feature>) -> Option<u8> {
    match feature.map_or(Passage::Open, |feature| feature.traits().passage) {
        Passage::Open => Some(0),
        Passage::Low => Some(6),
        Passage::Climbable => Some(12),
        Passage::Blocked => None,
    }
}

/// The extra cost of entering a square.
fn enter(field: &Battlefield, square: Square) -> Option<u8> {
    let cell = field.cell(square)?;
    let footing = match cell.footing {
        Footing::Firm | Footing::ShallowTrench | Footing::DeepTrench => 0,
        Footing::Difficult => 2,
        Footing::Water => 8,
        Footing::Pit | Footing::Void => return None,
    };
    Some(footing + pass(cell.feature)?)
}

/// The shortest way over free squares, from the first step to the last, if one leads there.
pub(super) fn way(
    field: &Battlefield,
    from: Square,
    to: Square,
    is_free: impl Fn(Square) -> bool,
) -> Option<Vec<Square>> {
    let left_out = |from: Square, direction: Direction| !is_free(from.step(direction));
    let found = route(&Without { steps: field.map(Crossing), left_out }, (from, 0), to)?;
    Some(found.squares[1..].to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_lead_round_walls_and_over_fences() {
        let mut field = Battlefield::new(3, 3);
        for y in 0..2 {
            field.cell_mut(Square::new(1, y)).unwrap().feature = Some(Feature::Wall);
        }
        let to = |field: &Battlefield, square| {
            Distances::from(field.map(Crossing), Square::new(0, 0)).to(Footprint::one(square))
        };
        assert_eq!(to(&field, Square::new(2, 0)), 12);
        field.cell_mut(Square::new(1, 0)).unwrap().feature = Some(Feature::Table);
        assert_eq!(to(&field, Square::new(2, 0)), 10);
        field.cell_mut(Square::new(1, 2)).unwrap().feature = Some(Feature::Wall);
        field.cell_mut(Square::new(1, 0)).unwrap().feature = Some(Feature::Wall);
        assert!(to(&field, Square::new(2, 0)) > FAR);
    }
}
