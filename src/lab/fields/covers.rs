//! Cover on squares, graded by what each kind really gives. Poor sight that makes an attack as hard as cover does
//! counts as much, and cover that can be attacked does not count as total.

use super::scale::STEPS;
use crate::rules::{Sight, and_list};

/// The step of cover that lets no attack through.
const ALL: u8 = STEPS - 1;

/// Cover between two combatants, with poor sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoverThere {
    /// Class of the cover: 0 none, 1 the least, 2 half, 3 total.
    pub class: u8,
    /// The cover's name.
    pub name: &'static str,
    /// What cover and poor sight add to or take from an attack.
    pub modifier: i32,
    /// What the cover also adds to armour.
    pub armour: i32,
}

impl From<&Sight> for CoverThere {
    fn from(sight: &Sight) -> Self {
        let Sight { cover: class, cover_name: name, modifier, armour, .. } = *sight;
        Self { class, name, modifier, armour }
    }
}

impl CoverThere {
    /// Whether no attack gets through: cover that can be attacked gives something instead.
    pub const fn is_all(self) -> bool {
        self.class >= 3 && self.modifier == 0 && self.armour == 0
    }

    /// How much it gives in all: a point of armour counts as much as a point on the attack.
    pub const fn strength(self) -> i32 {
        self.modifier.abs() + self.armour
    }

    /// [`Self::strength`] with the sign that the ruleset gives it.
    pub const fn signed(self) -> i32 {
        if self.modifier < 0 { -self.strength() } else { self.strength() }
    }

    /// The figure on a square: "+10", "3/5" with what is added to armour, "all".
    pub fn number(self) -> String {
        match self {
            cover if cover.is_all() => "all".into(),
            Self { modifier: 0, armour: 0, .. } => "0".into(),
            Self { modifier, armour: 0, .. } => signed(modifier),
            Self { modifier, armour, .. } => format!("{modifier}/{armour}").replace('-', "\u{2212}"),
        }
    }

    /// In words: "partial cover, +3 and armour +5", "no cover, but poor sight +10".
    pub fn words(self) -> String {
        let name = match (self.class, self.name) {
            (0, "" | "none") => "no cover",
            (_, "") => "blocked",
            (_, name) => name,
        };
        match self.given() {
            given if given.is_empty() => name.into(),
            given if self.class == 0 => format!("{name}, but poor sight {given}"),
            given => format!("{name}, {given}"),
        }
    }

    /// "+3 and armour +5"; empty where it gives nothing.
    fn given(self) -> String {
        let all = [(self.modifier, ""), (self.armour, "armour ")].into_iter().filter(|(number, _)| *number != 0);
        and_list(all.map(|(number, of)| format!("{of}{}", signed(number))))
    }

    /// In the words of the legend of cover, which need not repeat that it is cover.
    fn label(self) -> String {
        let name = match (self.class, self.name) {
            (0, _) if self.modifier != 0 => "poor sight",
            (0, "" | "no cover") => "none",
            (_, "") => "blocked",
            (_, name) => name.strip_suffix(" cover").unwrap_or(name),
        };
        // With the figure as on squares: the legend is a single row.
        if self.strength() == 0 { name.into() } else { format!("{name} {}", self.number()) }
    }
}

fn signed(number: i32) -> String {
    format!("{number:+}").replace('-', "\u{2212}")
}

/// The kinds of cover that occur, each with its step, in order of what they give, the least first.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Covers(Vec<(CoverThere, u8)>);

impl Covers {
    /// Gives each kind a step: 0 if it gives nothing, the last if it lets nothing through, one in between otherwise.
    pub(super) fn new(mut all: Vec<CoverThere>) -> Self {
        all.sort_by_key(|cover| (cover.is_all(), cover.strength(), cover.class, cover.name));
        let is_nothing = |cover: &CoverThere| cover.class == 0 && cover.strength() == 0;
        let between: Vec<CoverThere> =
            all.iter().copied().filter(|cover| !cover.is_all() && !is_nothing(cover)).collect();
        let step = |cover: &CoverThere| match between.iter().position(|other| other == cover) {
            _ if cover.is_all() => ALL,
            None => 0,
            Some(_) if is_by_class(&between) => cover.class * 2,
            Some(place) => spread(place, between.len()),
        };
        Self(all.iter().map(|cover| (*cover, step(cover))).collect())
    }

    /// The step of a kind.
    pub(super) fn step(&self, of: CoverThere) -> u8 {
        self.0.iter().find(|(cover, _)| *cover == of).map_or(0, |(_, step)| *step)
    }

    /// What each step stands for; where there are more kinds than steps, several share one.
    pub(super) fn legend(&self) -> Vec<(u8, String)> {
        let mut all: Vec<(u8, String)> = Vec::new();
        for (cover, step) in &self.0 {
            match all.last_mut().filter(|(last, _)| last == step) {
                Some((_, words)) if *words == cover.label() => {}
                Some((_, words)) => *words = format!("{words}, {}", cover.label()),
                None => all.push((*step, cover.label())),
            }
        }
        all
    }
}

/// Whether there is at most one kind of each class, and the higher class gives more: then a class always has the same step.
fn is_by_class(between: &[CoverThere]) -> bool {
    between.iter().all(|cover| matches!(cover.class, 1 | 2))
        && between.windows(2).all(|pair| pair[0].class < pair[1].class)
}

/// The step of the kind at `place` among `all` the kinds between nothing and total.
fn spread(place: usize, all: usize) -> u8 {
    let last = usize::from(ALL) - 1;
    let step = match all {
        1 => last.div_ceil(2),
        all if all <= last => 1 + (place * (last - 1) + (all - 1) / 2) / (all - 1),
        all => 1 + place * last / all,
    };
    u8::try_from(step).unwrap_or(ALL - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn cover(class: u8, name: &'static str, modifier: i32, armour: i32) -> CoverThere {
        CoverThere { class, name, modifier, armour }
    }

    #[test]
    fn kinds_are_told_apart_by_what_they_give() {
        let none = cover(0, "no cover", 0, 0);
        let smoke = cover(0, "no cover", 10, 0);
        let [light, partial] = [cover(1, "light cover", 10, 0), cover(2, "partial cover", 3, 5)];
        let [full, sturdy] = [cover(3, "full cover", 5, 0), cover(3, "sturdy full cover", 5, 10)];
        let wall = cover(3, "a wall", 0, 0);
        let all = Covers::new(vec![wall, sturdy, light, none, smoke, partial, full]);
        let steps = [none, full, partial, smoke, light, sturdy, wall].map(|cover| all.step(cover));
        assert_eq!(steps, [0, 1, 2, 3, 4, 5, 6], "from what gives least on, and none in the colour of another");
        let numbers = [none, full, partial, smoke, light, sturdy, wall].map(CoverThere::number);
        assert_eq!(numbers, ["0", "+5", "3/5", "+10", "+10", "5/10", "all"]);
        let words: Vec<String> = all.legend().into_iter().map(|(_, words)| words).collect();
        let told = ["none", "full +5", "partial 3/5", "poor sight +10", "light +10", "sturdy full 5/10", "a wall"];
        assert_eq!(words, told);
        assert_eq!(partial.words(), "partial cover, +3 and armour +5");
        assert_eq!(smoke.words(), "no cover, but poor sight +10");
    }

    #[test]
    fn where_classes_say_it_all_each_has_its_own_step_whichever_occur() {
        let [none, little] = [cover(0, "none", 0, 0), cover(1, "minimal", -10, 0)];
        let [half, total] = [cover(2, "partial", -30, 0), cover(3, "total", 0, 0)];
        let all = Covers::new(vec![total, half, little, none]);
        assert_eq!([none, little, half, total].map(|cover| all.step(cover)), [0, 2, 4, 6]);
        assert_eq!(Covers::new(vec![half, none]).step(half), 4);
        assert_eq!([none, little, half, total].map(CoverThere::number), ["0", "\u{2212}10", "\u{2212}30", "all"]);
    }

    #[test]
    fn more_kinds_than_there_are_steps_share_them_with_those_that_give_about_as_much() {
        let many: Vec<CoverThere> = (1..=12).map(|number| cover(1, "light cover", number, 0)).collect();
        let all = Covers::new(many.clone());
        let steps: Vec<u8> = many.iter().map(|cover| all.step(*cover)).collect();
        assert!(steps.is_sorted() && steps[0] == 1 && steps[11] == 5, "{steps:?}");
        assert_eq!(all.legend().len(), 5);
        assert_eq!([1, 2, 3, 4, 5].map(|all| spread(all - 1, all)), [3, 5, 5, 5, 5]);
        assert_eq!([0, 1, 2, 3].map(|place| spread(place, 4)), [1, 2, 4, 5]);
    }
}
