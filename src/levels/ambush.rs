//! Sides that ambush other sides, as levels say.

use super::{Level, fault::meant, sides, source::Form, source::Piece};
use crate::rules::{RulesetId, Team};

/// An ambush as read from a file: the side that lies in wait, the name of the other, and its place in the file.
pub(super) type AmbushRead<'a> = (Team, String, Piece<'a>);

/// Reads which sides a side ambushes.
pub(super) fn read_ambushes<'a>(team: Team, side: &Form<'a>) -> Vec<AmbushRead<'a>> {
    let items = side.items("ambushes").into_iter();
    items.filter_map(|piece| Some((team, piece.read::<String>()?, piece))).collect()
}

/// Sets who ambushes whom, once all sides have their names. Reports the ambushes that are impossible.
pub(super) fn set_ambushes(level: &mut Level, read: Vec<AmbushRead<'_>>) {
    for (team, word, piece) in read {
        let teams = || (0..level.sides.len() as u8).map(Team);
        let by_colour = teams().find(|on| on.name() == word);
        let Some(on) = by_colour.or_else(|| teams().find(|on| level.side_name(*on) == word)) else {
            let names = teams().filter(|on| *on != team).map(|on| level.side_name(on));
            piece.fault(format!("no side is called `{word}`"), meant(&word, names));
            continue;
        };
        let lies_in_wait = |team: Team, other: Team| {
            let side = level.sides.get(usize::from(team.0));
            side.is_some_and(|side| side.ambushes.contains(&other))
        };
        if on == team {
            piece.fault(format!("{word} cannot ambush itself"), "name another side");
        } else if lies_in_wait(team, on) {
            piece.fault(format!("{word} is named twice"), "name each side once");
        } else if lies_in_wait(on, team) {
            let what = format!("{} lies in ambush for {} already", level.side_name(on), level.side_name(team));
            piece.fault(what, "of two sides only one can ambush the other");
        } else if let Some(side) = level.sides.get_mut(usize::from(team.0)) {
            side.ambushes.push(on);
        }
    }
}

impl Level {
    /// Whether the fighters of a side begin as ambushers, and whether they begin ambushed.
    pub fn ambush(&self, team: Team) -> (bool, bool) {
        let lies = self.sides.get(usize::from(team.0)).is_some_and(|side| !side.ambushes.is_empty());
        (lies, self.sides.iter().any(|side| side.ambushes.contains(&team)))
    }

    /// Who ambushes whom in words, and whether the ruleset ignores it.
    pub fn ambush_words(&self, ruleset: RulesetId) -> Vec<String> {
        let counts = ruleset.plain_sheet().begin_in_ambush(true);
        let none = if counts { "" } else { "; these rules ignore it" };
        let sides = (0..).map(Team).zip(&self.sides);
        let pairs = sides.flat_map(|(team, side)| side.ambushes.iter().map(move |on| (team, *on)));
        pairs
            .map(|(team, on)| {
                format!("{}: in ambush for {}{none}", self.side_name(team), sides::within(self.side_name(on)))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        dice::Rolled,
        levels::{Roster, deploy},
        rules::{Battle, Settings, play},
    };

    fn parse(sides: &str) -> Result<Level, Vec<String>> {
        let text = format!("(format: 1, name: \"Yard\", ruleset: percentile, size: \"9x3\", sides: [\n{sides}\n])");
        let level = Level::parse("test", "l.ron", &text, Roster::builtin());
        level.map_err(|faults| faults.0.iter().map(ToString::to_string).collect())
    }

    const ORANGE: &str = "(name: \"The carts\", units: [(archetype: \"brute\", at: \"i2\")])";

    fn blue(fields: &str) -> String {
        format!("({fields}units: [(archetype: \"archer\", at: \"a2\")])")
    }

    #[test]
    fn a_side_ambushes_another_by_its_name_or_its_colour() {
        for word in ["The carts", "Orange"] {
            let level = parse(&format!("{},\n{ORANGE}", blue(&format!("ambushes: [\"{word}\"], ")))).unwrap();
            assert_eq!(level.sides[0].ambushes, [Team(1)]);
            assert_eq!([Team(0), Team(1)].map(|team| level.ambush(team)), [(true, false), (false, true)]);
            let written = Level::parse("test", "l.ron", &level.to_ron(), Roster::builtin()).unwrap();
            assert_eq!(written.sides[0].ambushes, [Team(1)]);
        }
    }

    #[test]
    fn what_cannot_be_is_told_with_its_place() {
        for (first, second, line, what) in [
            ("[\"The cart\"]", "[]", 2, "no side is called `The cart`; did you mean `The carts`?"),
            ("[\"Blue\"]", "[]", 2, "Blue cannot ambush itself"),
            ("[\"Orange\", \"The carts\"]", "[]", 2, "The carts is named twice"),
            ("[\"Orange\"]", "[\"Blue\"]", 3, "Blue lies in ambush for The carts already"),
            ("\"Orange\"", "[]", 2, "expected a list"),
            ("[1]", "[]", 2, "`1` is not a text"),
        ] {
            let other = ORANGE.replace("units", &format!("ambushes: {second}, units"));
            let told = parse(&format!("{},\n{other}", blue(&format!("ambushes: {first}, ")))).unwrap_err();
            let place = format!("l.ron:{line}:");
            assert!(told.len() == 1 && told[0].starts_with(&place) && told[0].contains(what), "{}", told.join("\n"));
        }
    }

    /// The battle of a level at its first question.
    fn begun(level: &Level, ruleset: RulesetId) -> Battle {
        let mut battle = deploy(level, Roster::builtin(), ruleset, Settings::defaults(ruleset)).unwrap();
        play::begin(&mut battle, &mut Rolled::new(3), &mut Vec::new());
        battle
    }

    #[test]
    fn rules_that_know_ambushes_begin_with_one_and_others_say_that_they_do_not() {
        let [level, plain] =
            ["ambushes: [\"Orange\"], ", ""].map(|fields| parse(&format!("{},\n{ORANGE}", blue(fields))).unwrap());
        let mut counts = 0;
        for ruleset in RulesetId::ALL {
            // An ambushed fighter is aware of nobody, or begins with the effects of the ambush.
            let [ambushed, ready] = [&level, &plain].map(|level| begun(level, *ruleset).rows()[1].clone());
            let is_same = ambushed == ready;
            let [words] = level.ambush_words(*ruleset).try_into().unwrap();
            assert_eq!(is_same, words.contains("ignore it"), "{ruleset}: {words}");
            counts += usize::from(!is_same);
        }
        assert!(counts > 0);
    }
}
