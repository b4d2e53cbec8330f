//! Veils that lie on the board in some rounds only: fog that rises, dusk, a fire that smokes for a while.

use super::{
    map::read_squares,
    source::{Form, Piece},
};
use crate::{
    geometry::Square,
    rules::{Battlefield, ScheduledVeil, Veil, counted},
};

/// The most such veils of a level.
const MOST_VEILS: usize = 64;

/// A veil from the start of one round to the end of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VeilByRound {
    /// What veils the squares.
    pub veil: Veil,
    /// The veiled squares.
    pub squares: Vec<Square>,
    /// The first round and the last one, from 1.
    pub rounds: (u16, u16),
}

impl VeilByRound {
    /// The veil in the form of a battle, with the veils that its squares have otherwise.
    pub(super) fn scheduled(&self, field: &Battlefield) -> ScheduledVeil {
        let drawn = |square: &Square| (*square, field.cell(*square).and_then(|cell| cell.veil));
        let mut squares: Vec<_> = self.squares.iter().map(drawn).collect();
        squares.sort_unstable();
        ScheduledVeil { veil: self.veil, squares, first: self.rounds.0, last: self.rounds.1 }
    }

    /// In words: "Fog on 12 squares, rounds 2 to 4".
    pub fn words(&self) -> String {
        let (first, last) = self.rounds;
        let rounds = if first == last { format!("round {first}") } else { format!("rounds {first} to {last}") };
        format!("{} on {}, {rounds}", self.veil.name(), counted(self.squares.len(), "square"))
    }
}

/// Reads the veils of a level; their squares are checked only if there is a board.
pub(super) fn read_veils_by_round(form: &Form<'_>, field: Option<&Battlefield>) -> Vec<VeilByRound> {
    let pieces = form.items("veils_by_round");
    if pieces.len() > MOST_VEILS {
        form.place("veils_by_round")
            .fault(format!("{} veils are too many", pieces.len()), format!("at most {MOST_VEILS}"));
    }
    pieces.into_iter().take(MOST_VEILS).filter_map(|piece| read(piece, field)).collect()
}

fn read(piece: Piece<'_>, field: Option<&Battlefield>) -> Option<VeilByRound> {
    let form = piece.form(&["veil", "squares", "rounds"])?;
    let veil: Option<Veil> = form.need("veil");
    let squares = form.piece("squares").map(|piece| (piece, read_squares(piece, field)));
    let rounds: Option<(u16, u16)> = form.need("rounds");
    if let Some((piece, squares)) = &squares
        && squares.is_empty()
        && piece.text().starts_with('[')
        && piece.items().is_empty()
    {
        piece.fault("no squares are veiled", "name some: [\"c3\", \"e5-g7\"]");
    }
    if let Some((first, last)) = rounds.filter(|(first, last)| *first == 0 || first > last) {
        let what = format!("there are no rounds from {first} to {last}");
        form.place("rounds").fault(what, "the first one and the last one, from 1: (2, 4)");
    }
    Some(VeilByRound { veil: veil?, squares: squares?.1, rounds: rounds? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levels::{Level, Roster};

    fn parse(veils: &str) -> Result<Level, String> {
        let text = format!(
            "(format: 1, name: \"Yard\", ruleset: percentile, size: \"5x3\", veils: {{Dim: [\"b1\"]}}, veils_by_round: [\n{veils}\n], sides: [
            (units: [(archetype: \"archer\", at: \"a1\", facing: South)]), (units: [(archetype: \"brute\", at: \"e1\")])])"
        );
        Level::parse("yard", "y.ron", &text, Roster::builtin()).map_err(|faults| faults.to_string())
    }

    #[test]
    fn veils_by_round_are_read_said_and_written() {
        let level = parse(
            "(veil: Fog, squares: [\"a1-b2\", \"e3\"], rounds: (2, 4)), (veil: Dark, squares: [\"c3\"], rounds: (3, 3))",
        );
        let level = level.unwrap();
        let words: Vec<String> = level.veils_by_round.iter().map(VeilByRound::words).collect();
        assert_eq!(words, ["fog on 5 squares, rounds 2 to 4", "darkness on 1 square, round 3"]);
        let scheduled = level.veils_by_round[0].scheduled(&level.field);
        assert_eq!(scheduled.squares.iter().filter(|(_, drawn)| *drawn == Some(Veil::Dim)).count(), 1);
        let back = Level::parse("yard", "written.ron", &level.to_ron(), Roster::builtin()).unwrap();
        assert_eq!(back, level, "{}", level.to_ron());
    }

    #[test]
    fn what_is_wrong_with_a_veil_is_told_with_its_place() {
        let told = parse(
            "(veil: Fog, squares: [\"a1\", \"f1\"], rounds: (2, 4)),
(veil: Mist, squares: [\"a1\"], rounds: (4, 2)),
(veil: Fog, squares: [], rounds: (0, 2)), (squares: [\"a1-zz\"])",
        )
        .unwrap_err();
        for expected in [
            "y.ron:2:29: f1 is off the board",
            "y.ron:3:8: `Mist` is not known here",
            "y.ron:3:39: there are no rounds from 4 to 2",
            "y.ron:4:22: no squares are veiled",
            "y.ron:4:34: there are no rounds from 0 to 2",
            "`veil` is missing",
            "`rounds` is missing",
            "`a1-zz` names no squares",
        ] {
            assert!(told.contains(expected), "{expected}\n{told}");
        }
    }
}
