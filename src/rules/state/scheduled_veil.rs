//! Veils that only lie on the board in some rounds, as the level says.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{Battle, Effect, Veil};
use crate::geometry::Square;

/// A veil that lies on squares from the start of one round to the end of another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScheduledVeil {
    /// The kind of veil.
    pub veil: Veil,
    /// The squares in order, each with the veil it has on the board as drawn.
    pub squares: Vec<(Square, Option<Veil>)>,
    /// The first round, from 1.
    pub first: u16,
    /// The last round.
    pub last: u16,
}

/// The veil that the level lays on a square in a round: of several the last one listed.
fn lying(veils: &[ScheduledVeil], square: Square, round: u16) -> Option<Veil> {
    let lies = |veil: &&ScheduledVeil| {
        (veil.first..=veil.last).contains(&round)
            && veil.squares.binary_search_by_key(&square, |(veiled, _)| *veiled).is_ok()
    };
    veils.iter().rfind(lies).map(|veil| veil.veil)
}

/// The veil of the level in the current round on a square where veils come and go; `None` if none do there.
pub fn laid_by_level(battle: &Battle, square: Square) -> Option<Option<Veil>> {
    let place = |veil: &ScheduledVeil| veil.squares.binary_search_by_key(&square, |(veiled, _)| *veiled).ok();
    let drawn = battle.veils.iter().find_map(|veil| place(veil).map(|at| veil.squares[at].1))?;
    Some(lying(&battle.veils, square, battle.scene.round).or(drawn))
}

/// The veils that come and go at the start of the current round. A veil that comes replaces the one in the square,
/// unless the ruleset says that its own smoke hides more. A veil that goes leaves any veil laid since, otherwise the
/// board as drawn, with the ruleset's smoke where it still lies.
pub(in crate::rules) fn veils_of_round(battle: &Battle) -> Vec<Effect> {
    let (veils, round) = (&battle.veils, battle.scene.round);
    let turning = veils.iter().filter(|veil| veil.first == round || round.checked_sub(1) == Some(veil.last));
    let squares: BTreeSet<(Square, Option<Veil>)> = turning.flat_map(|veil| veil.squares.iter().copied()).collect();
    let lies = |square: Square, by_level: Option<Veil>| battle.ruleset.rules().veil(battle, square, by_level);
    let change = |(square, drawn): (Square, Option<Veil>)| {
        let (before, after) = (lying(veils, square, round.saturating_sub(1)), lying(veils, square, round));
        let now = battle.scene.field.cell(square).and_then(|cell| cell.veil);
        let next = match after {
            _ if before == after => now,
            Some(veil) => lies(square, Some(veil)),
            None if now == before => lies(square, drawn),
            None => now,
        };
        (next != now).then_some(Effect::Veil(square, next))
    };
    squares.into_iter().filter_map(change).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Battlefield, Entry, play::aftermath, testing::example};

    fn veil(veil: Veil, squares: &[(i16, Option<Veil>)], first: u16, last: u16) -> ScheduledVeil {
        let squares = squares.iter().map(|(x, drawn)| (Square::new(*x, 0), *drawn)).collect();
        ScheduledVeil { veil, squares, first, last }
    }

    /// The veils of a row of three squares in rounds 1 to 5; `done` may change the board after a round.
    fn rounds(veils: Vec<ScheduledVeil>, done: impl Fn(u16) -> Option<Effect>) -> Vec<[Option<Veil>; 3]> {
        let mut field = Battlefield::new(3, 2);
        field.set_veil(Square::new(2, 0), Some(Veil::Dim));
        let mut battle = example(field, &[Square::new(0, 1), Square::new(2, 1)]);
        battle.constants_mut().veils = veils;
        let round = |round| {
            let begins = Effect::Round(round);
            battle.apply(&begins);
            aftermath(&battle, &[Entry::Effect(begins)]).iter().for_each(|effect| battle.apply(effect));
            let now = [0, 1, 2].map(|x| battle.scene.field.cell(Square::new(x, 0)).unwrap().veil);
            done(round).iter().for_each(|effect| battle.apply(effect));
            now
        };
        (1..=5).map(round).collect()
    }

    #[test]
    fn a_veil_comes_and_goes_with_its_rounds() {
        let fog = veil(Veil::Fog, &[(1, None), (2, Some(Veil::Dim))], 2, 3);
        let (drawn, fogged) = ([None, None, Some(Veil::Dim)], [None, Some(Veil::Fog), Some(Veil::Fog)]);
        assert_eq!(rounds(vec![fog], |_| None), [drawn, fogged, fogged, drawn, drawn]);
    }

    #[test]
    fn where_two_meet_the_later_one_lies() {
        let (fog, dark) = (veil(Veil::Fog, &[(0, None)], 1, 4), veil(Veil::Dark, &[(0, None)], 2, 3));
        let first: Vec<_> = rounds(vec![fog, dark], |_| None).into_iter().map(|row| row[0]).collect();
        assert_eq!(first, [Some(Veil::Fog), Some(Veil::Dark), Some(Veil::Dark), Some(Veil::Fog), None]);
    }

    #[test]
    fn smoke_that_has_risen_since_outlasts_the_fog() {
        let smoke = |round| (round == 2).then_some(Effect::Veil(Square::new(0, 0), Some(Veil::Smoke)));
        let first: Vec<_> =
            rounds(vec![veil(Veil::Fog, &[(0, None)], 2, 3)], smoke).into_iter().map(|row| row[0]).collect();
        assert_eq!(first, [None, Some(Veil::Fog), Some(Veil::Smoke), Some(Veil::Smoke), Some(Veil::Smoke)]);
    }

    #[test]
    fn what_lies_by_itself_is_known_of_squares_on_which_veils_come_and_go() {
        let mut battle = example(Battlefield::new(3, 2), &[Square::new(0, 1), Square::new(2, 1)]);
        battle.constants_mut().veils = vec![veil(Veil::Fog, &[(0, None), (1, Some(Veil::Dim))], 2, 3)];
        let mut laid = |round| {
            battle.apply(&Effect::Round(round));
            [0, 1, 2].map(|x| laid_by_level(&battle, Square::new(x, 0)))
        };
        let fog = Some(Some(Veil::Fog));
        assert_eq!(
            [1, 2, 4].map(&mut laid),
            [[Some(None), Some(Some(Veil::Dim)), None], [fog, fog, None], [Some(None), Some(Some(Veil::Dim)), None]]
        );
    }
}
