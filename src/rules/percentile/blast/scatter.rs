//! Where a burst lands that misses its square: a direction, a distance, and what stops it. PCT-RNG-04.

use super::exposure;
use crate::{
    dice::{Face, Throw},
    geometry::{Direction, Edge, Square},
    rules::{
        Battle, Battlefield, Entry, Feature, Height, Passage, Roll, StepContext,
        percentile::{
            catalogue as ids,
            sheet::Tag,
            step::{BlastStep, Burst, Hit, Step},
        },
    },
};

/// Squares that so many metres are along a diagonal, from 1 m on: metres ÷ 1.414, rounded.
const DIAGONAL: [u8; 10] = [1, 1, 2, 3, 4, 4, 5, 6, 6, 7];

/// The direction of a die, 1 north and on clockwise; 9 and 10 are rolled again.
fn direction(face: i32) -> Option<Direction> {
    Direction::ALL.get(usize::try_from(face - 1).ok()?).copied()
}

/// Whether something is high and firm enough to stop flying items.
fn stops(feature: Option<Feature>) -> bool {
    feature.is_some_and(|feature| {
        let traits = feature.traits();
        traits.height == Height::Tall && traits.passage == Passage::Blocked
    })
}

/// Whether a flight can go on from a square to its neighbour.
fn flies(field: &Battlefield, from: Square, to: Square) -> bool {
    let edge = |a, b| stops(Edge::between(a, b).and_then(|edge| field.edge(edge)));
    if field.cell(to).is_none() || stops(field.feature(to)) {
        return false;
    }
    let Some(direction) = from.direction_to(to) else { return false };
    if !direction.is_diagonal() {
        return !edge(from, to);
    }
    [Square::new(to.x, from.y), Square::new(from.x, to.y)]
        .into_iter()
        .any(|middle| !stops(field.feature(middle)) && !edge(from, middle) && !edge(middle, to))
}

/// Where a burst aimed at a square ends that scatters so far.
pub fn end(field: &Battlefield, aim: Square, direction: Direction, metres: u8) -> Square {
    let squares = if direction.is_diagonal() { DIAGONAL[usize::from(metres.clamp(1, 10)) - 1] } else { metres };
    let mut at = aim;
    for _ in 0..squares {
        let next = at.step(direction);
        if !flies(field, at, next) {
            break;
        }
        at = next;
    }
    at
}

/// All places where a scattered burst can end, one for each of 80 throws.
pub fn ends(field: &Battlefield, aim: Square) -> impl Iterator<Item = Square> + '_ {
    Direction::ALL.into_iter().flat_map(move |to| (1..=10).map(move |metres| end(field, aim, to, metres)))
}

fn log(burst: &Burst, words: &'static str, faces: &[Face], value: i32, context: &mut StepContext<'_>) {
    context.log(|| Entry::Roll(Roll::of(burst.by, words, ids::RNG_04, faces, value)));
}

/// Rolls the direction; 9 and 10 are rolled again.
pub fn drift(burst: &Burst, context: &mut StepContext<'_>) {
    let thrown = context.throw(Throw::die(10), &|die| die.sum.min(9) as u32);
    log(burst, "Scatter direction", &thrown.faces, thrown.sum, context);
    context.step(match direction(thrown.sum) {
        Some(_) => Step::Blast(BlastStep::DriftFar(*burst, thrown.sum as u8)),
        None => Step::Blast(BlastStep::Drift(*burst)),
    });
}

/// Rolls the metres, and the burst goes off there.
pub fn drift_far(battle: &Battle, burst: &Burst, to: u8, context: &mut StepContext<'_>) {
    let Some(direction) = direction(i32::from(to)) else { return };
    let field = &battle.scene.field;
    let lands = |metres: i32| end(field, burst.aim, direction, metres as u8);
    // Places from which everybody is equally far are one to a forecast of a blast; smoke lies where it lies.
    let alike = context.is_forecast() && !burst.used(battle).has(Tag::Splash);
    let seen: Vec<Vec<Option<u16>>> = if alike {
        let near = |at| battle.combatants().map(|one| exposure(battle, burst, at, one.id)).collect();
        (1..=10).map(|metres| near(lands(metres))).collect()
    } else {
        Vec::new()
    };
    let class = |metres: i32| {
        let own = lands(metres);
        let same = |other: &i32| {
            if alike { seen[*other as usize - 1] == seen[metres as usize - 1] } else { lands(*other) == own }
        };
        (1..=10).find(same).unwrap_or(metres) as u32
    };
    let thrown = context.throw(Throw::die(10), &|die| class(die.sum));
    log(burst, "Scatter metres", &thrown.faces, thrown.sum, context);
    let at = lands(thrown.sum);
    context.note(burst.by, ids::RNG_04, format_args!("scatters it to {at}"));
    context.step(BlastStep::Detonate(*burst, at, Hit::PLAIN));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rng_04_seven_metres_south_east_are_five_squares() {
        let field = Battlefield::new(30, 30);
        assert_eq!(direction(4), Some(Direction::SouthEast));
        assert_eq!(end(&field, Square::new(10, 10), Direction::SouthEast, 7), Square::new(15, 15));
        assert_eq!((direction(1), direction(8)), (Some(Direction::North), Some(Direction::NorthWest)));
        assert_eq!((direction(9), direction(10)), (None, None));
    }

    #[test]
    fn rng_04_walls_and_the_rim_stop_it_and_low_things_do_not() {
        let mut field = Battlefield::new(12, 12);
        let aim = Square::new(5, 5);
        assert_eq!(end(&field, aim, Direction::North, 10), Square::new(5, 0));
        field.cell_mut(Square::new(7, 5)).unwrap().feature = Some(Feature::Wall);
        field.cell_mut(Square::new(5, 6)).unwrap().feature = Some(Feature::Table);
        assert_eq!(end(&field, aim, Direction::East, 4), Square::new(6, 5));
        assert_eq!(end(&field, aim, Direction::South, 4), Square::new(5, 9));
        // One wall beside a diagonal leaves the other way round; two do not.
        field.cell_mut(Square::new(6, 5)).unwrap().feature = Some(Feature::Wall);
        assert_eq!(end(&field, aim, Direction::NorthEast, 2), Square::new(6, 4));
        field.set_edge(Edge::north(aim), Some(Feature::Wall));
        assert_eq!(end(&field, aim, Direction::NorthEast, 2), aim);
    }
}
