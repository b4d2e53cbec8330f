//! How readings are shown: seven steps from little to much, a number, and a pattern where there is none.

use super::{
    FieldKind, Reading, Strike,
    covers::{CoverThere, Covers},
};
use crate::{dice::Fraction, rules::Measure};

/// How many steps there are.
pub const STEPS: u8 = 7;

/// How many steps a change has either way.
pub const CHANGES: i8 = 3;

/// How much a square has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Nothing is shown: nobody can stand there.
    Bare,
    /// There is no value.
    Without,
    /// There is nothing to fear.
    Free,
    /// A step from little, 0, to much, `STEPS` less one.
    Of(u8),
    /// A change for whoever asks: from 1, a little better, to `CHANGES`, much better; below 0 where it is worse.
    Change(i8),
}

/// How a square is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shade {
    /// Its step.
    pub step: Step,
    /// Whether it is hatched: nothing is seen from there, or the way provokes.
    pub hatched: bool,
    /// Whether it is dotted: only running or a second movement leads there.
    pub dotted: bool,
    /// Its number, in at most four characters.
    pub words: String,
}

/// What the patterns on squares stand for; empty where there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Patterns {
    /// The hatch on a value.
    pub hatched: &'static str,
    /// The dots on a value.
    pub dotted: &'static str,
    /// A square without a value.
    pub without: &'static str,
}

/// Where the steps of a field begin.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    kind: FieldKind,
    measure: Measure,
    /// How wide a step is, in tenths of what is counted.
    width: i64,
    /// The kinds of cover that occur.
    covers: Covers,
    /// Whether there is nothing to fear in some square.
    free: bool,
}

impl Scale {
    /// The scale of a field with these readings. Where values have no natural limit, steps are as wide as the greatest
    /// one requires.
    pub fn new<'a>(kind: FieldKind, measure: Measure, readings: impl Iterator<Item = &'a Reading>) -> Self {
        let (mut most, mut covers, mut free) = (0, Vec::new(), false);
        let blank = Self { kind, measure, width: 10, covers: Covers::default(), free };
        for reading in readings {
            free |= kind.is_danger() && is_free(reading);
            most = most.max(blank.tenths(reading).map_or(0, i64::abs));
            if let Reading::Sight { cover, .. } = reading
                && !covers.contains(cover)
            {
                covers.push(*cover);
            }
        }
        let width = match kind {
            // Wider steps, up to 90, tell great chances apart too.
            FieldKind::Hit | FieldKind::Danger | FieldKind::DangerMoved => {
                if most < 700 {
                    100
                } else {
                    150
                }
            }
            FieldKind::Reach | FieldKind::Threat => 10,
            // The middle step is around zero.
            FieldKind::Trade => wide(most * 2),
            _ => wide(most),
        };
        Self { width, covers: Covers::new(covers), free, ..blank }
    }

    /// What is counted, in tenths; `None` for what is no number.
    fn tenths(&self, reading: &Reading) -> Option<i64> {
        Some(match (self.kind, reading) {
            (_, Reading::Cost { cost, .. }) => i64::from(*cost) * 10 / i64::from(self.measure.parts.max(1)),
            (_, Reading::Count(count)) => i64::from(*count) * 10,
            (FieldKind::Damage, Reading::Attack { strike, .. }) => tenths(strike.mean),
            (_, Reading::Attack { strike, .. }) => i64::from(strike.hits.percent()) * 10,
            (kind, Reading::Danger { mean, .. }) if kind.is_harm() => tenths(*mean),
            (_, Reading::Danger { hits, .. }) => i64::from(hits.percent()) * 10,
            (_, Reading::Trade { dealt, taken }) => tenths(*dealt) - tenths(*taken),
            _ => return None,
        })
    }

    /// How a reading is shown.
    pub fn shade(&self, reading: &Reading) -> Shade {
        let blank = |step| Shade { step, hatched: false, dotted: false, words: String::new() };
        match reading {
            reading if self.kind.is_danger() && is_free(reading) => {
                return Shade { words: "safe".into(), ..blank(Step::Free) };
            }
            Reading::NoRoom(_) | Reading::Count(0) => return blank(Step::Bare),
            Reading::Refused(_) => return blank(Step::Without),
            Reading::Sight { seen, cover } => return self.of_sight(*seen, *cover),
            _ => {}
        }
        let Some(tenths) = self.tenths(reading) else { return blank(Step::Bare) };
        let step = (as_written(tenths) - self.start()).div_euclid(self.width.max(1));
        let step = step.clamp(0, i64::from(STEPS) - 1) as u8;
        let hatched = match reading {
            Reading::Attack { seen, .. } => !seen,
            Reading::Cost { provokes, .. } => *provokes,
            _ => false,
        };
        let words = match reading {
            Reading::Attack { strike: Strike { hits, .. }, .. } | Reading::Danger { hits, .. } if self.is_chance() => {
                match hits.percent() {
                    // Something possible never shows as 0, nor something that can fail as 100.
                    0 if *hits > Fraction::ZERO => "<1".into(),
                    100 if *hits < Fraction::ONE => ">99".into(),
                    percent => percent.to_string(),
                }
            }
            Reading::Count(_) => (tenths / 10).to_string(),
            _ => short(tenths, self.kind == FieldKind::Trade),
        };
        let dotted = matches!(reading, Reading::Cost { base: false, .. });
        Shade { step: Step::Of(step), hatched, dotted, words }
    }

    /// Where the first step begins, in tenths.
    fn start(&self) -> i64 {
        if self.kind == FieldKind::Trade { -(i64::from(STEPS) * self.width / 2) } else { 0 }
    }

    const fn is_chance(&self) -> bool {
        matches!(self.kind, FieldKind::Hit | FieldKind::Danger | FieldKind::DangerMoved)
    }

    fn of_sight(&self, seen: bool, cover: CoverThere) -> Shade {
        if self.kind == FieldKind::Seen {
            let step = if seen { Step::Of(4) } else { Step::Without };
            return Shade {
                step,
                hatched: false,
                dotted: false,
                words: if seen { "yes".into() } else { String::new() },
            };
        }
        Shade { step: Step::Of(self.covers.step(cover)), hatched: !seen, dotted: false, words: cover.number() }
    }

    /// The heading of the legend with the unit: "Chance to hit from there, %".
    pub fn title(&self) -> String {
        let unit = match self.kind {
            FieldKind::Moves => self.measure.unit,
            FieldKind::Reach | FieldKind::Threat => "fighters",
            _ if self.is_chance() => "%",
            _ => "",
        };
        let title = self.kind.title();
        if unit.is_empty() { title.into() } else { format!("{title}, {unit}") }
    }

    /// What each step stands for, from little to much; only those that can occur.
    pub fn legend(&self) -> Vec<(Step, String)> {
        let step = |place: u8| Step::Of(place);
        match self.kind {
            FieldKind::Seen => vec![(Step::Of(4), "seen".into())],
            FieldKind::CoverThere | FieldKind::CoverHere => {
                self.covers.legend().into_iter().map(|(place, words)| (step(place), words)).collect()
            }
            FieldKind::Reach | FieldKind::Threat => {
                (1..STEPS).map(|place| (step(place), at_least(place, i64::from(place) * 10, 10, true))).collect()
            }
            FieldKind::Trade => {
                let from = |place: u8| self.start() + i64::from(place) * self.width;
                let words = |place: u8| match place {
                    0 => format!("below {}", short(from(1), true)),
                    _ => format!("{} up", short(from(place), true)),
                };
                (0..STEPS).map(|place| (step(place), words(place))).collect()
            }
            _ => {
                let words = |place: u8| {
                    let from = i64::from(place) * self.width;
                    // From ten on numbers are whole.
                    at_least(place, from, self.width, self.is_chance() || from + self.width > 100)
                };
                let free = self.free.then(|| (Step::Free, "nobody can attack".to_owned()));
                free.into_iter().chain((0..STEPS).map(|place| (step(place), words(place)))).collect()
            }
        }
    }

    /// What the patterns on squares stand for.
    pub const fn patterns(&self) -> Patterns {
        let (hatched, dotted) = match self.kind {
            FieldKind::Moves => ("provokes", "second move"),
            FieldKind::Hit | FieldKind::Damage | FieldKind::CoverThere => ("unseen", ""),
            FieldKind::CoverHere => ("not seen from there", ""),
            _ => ("", ""),
        };
        let without = match self.kind {
            FieldKind::Moves => "no way",
            FieldKind::Seen => "not seen",
            FieldKind::Hit | FieldKind::Damage => "no attack",
            _ => "",
        };
        Patterns { hatched, dotted, without }
    }
}

/// Whether nobody could attack there.
const fn is_free(reading: &Reading) -> bool {
    matches!(reading, Reading::Danger { count: 0, .. } | Reading::Refused(_))
}

/// How changes of a field are shown: steps either way from zero, which is not shown at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangeScale {
    /// How wide a step is, in tenths.
    width: i64,
    /// 1 where more is better, -1 where less is.
    better: i8,
}

impl ChangeScale {
    /// The scale of these changes, in tenths, of which either more or less is better.
    pub fn new(changes: impl Iterator<Item = i64>, more_is_better: bool) -> Self {
        let most = changes.map(i64::abs).max().unwrap_or(0);
        let width = wide(most * i64::from(STEPS) / i64::from(CHANGES) - 1);
        Self { width, better: if more_is_better { 1 } else { -1 } }
    }

    /// How a change is shown, in tenths.
    pub fn shade(self, change: i64) -> Shade {
        let far = as_written(change).abs();
        let step = ((far - 1).max(0) / self.width.max(1)).min(i64::from(CHANGES) - 1) as i8 + 1;
        match change.signum() {
            0 => Shade { step: Step::Bare, hatched: false, dotted: false, words: String::new() },
            sign => Shade {
                step: Step::Change(step * sign as i8 * self.better),
                hatched: false,
                dotted: false,
                words: short(change, true),
            },
        }
    }

    /// What each step stands for, from worst to best.
    pub fn legend(self) -> Vec<(Step, String)> {
        let steps = (-CHANGES..=CHANGES).filter(|step| *step != 0);
        let words = |step: i8| {
            let (far, sign) = (i64::from(step.abs()), i64::from(step.signum() * self.better));
            let at = |step: i64| short(sign * step * self.width, true);
            match far {
                1 => format!("up to {}", at(1)),
                far if far == i64::from(CHANGES) => format!("beyond {}", at(far - 1)),
                far => format!("up to {}", at(far)),
            }
        };
        steps.map(|step| (Step::Change(step), words(step))).collect()
    }
}

/// The smallest width of a step, in tenths, with which `most` falls on the scale: 1, 2 or 5 times a power of ten, at
/// least 5 tenths.
fn wide(most: i64) -> i64 {
    let mut width = 5;
    for factor in [2, 2, 5].into_iter().cycle() {
        if width * i64::from(STEPS) > most || width > i64::MAX / 100 {
            break;
        }
        // 5, 10, 20, 50, 100: after a two comes two and a half times as much.
        width = match factor {
            5 => width * 5 / 2,
            _ => width * 2,
        };
    }
    width
}

/// "10–19", or "60 up" for the last step.
fn at_least(place: u8, from: i64, width: i64, whole: bool) -> String {
    if place + 1 == STEPS {
        return format!("{} up", short(from, false));
    }
    let to = from + width - if whole { 10 } else { 1 };
    // Not rounded as numbers on squares are: the next step begins where this ends.
    let exact = |tenths: i64| {
        if tenths % 10 == 0 { (tenths / 10).to_string() } else { format!("{}.{}", tenths / 10, tenths % 10) }
    };
    if to <= from { exact(from) } else { format!("{}\u{2013}{}", exact(from), exact(to)) }
}

/// A number of tenths as it is written: from ten on rounded to a whole number. Steps go by the written number, so that
/// each number has the colour that the legend gives it.
fn as_written(tenths: i64) -> i64 {
    if tenths.abs() >= 100 { (tenths.abs() + 5) / 10 * 10 * tenths.signum() } else { tenths }
}

/// A number of tenths: "3.5", "12", "\u{2212}4"; with a plus where it is `signed`.
fn short(tenths: i64, signed: bool) -> String {
    let sign = match tenths.signum() {
        -1 => "\u{2212}",
        1 if signed => "+",
        _ => "",
    };
    let tenths = as_written(tenths).abs();
    if tenths % 10 == 0 { format!("{sign}{}", tenths / 10) } else { format!("{sign}{}.{}", tenths / 10, tenths % 10) }
}

/// A mean in tenths, rounded.
fn tenths(mean: Fraction) -> i64 {
    (mean.to_f64() * 10.0).round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::NoRoom;

    const METRES: Measure = Measure { unit: "m", single: "m", apart: "m", per_square: 1, parts: 2 };

    fn attack(hits: u128, mean: u128, seen: bool) -> Reading {
        let strike = Strike { hits: Fraction::new(hits, 100), mean: Fraction::new(mean, 10), out: Fraction::ZERO };
        Reading::Attack { strike, seen }
    }

    #[test]
    fn chances_have_steps_of_ten_and_their_number() {
        let all = [attack(9, 0, true), attack(10, 0, false), attack(67, 0, true)];
        let scale = Scale::new(FieldKind::Hit, METRES, all.iter());
        let shades: Vec<Shade> = all.iter().map(|value| scale.shade(value)).collect();
        assert_eq!(shades[0], Shade { step: Step::Of(0), hatched: false, dotted: false, words: "9".into() });
        assert_eq!(shades[1], Shade { step: Step::Of(1), hatched: true, dotted: false, words: "10".into() });
        assert_eq!(shades[2], Shade { step: Step::Of(6), hatched: false, dotted: false, words: "67".into() });
        let legend = scale.legend();
        assert_eq!((legend.len(), &*legend[1].1, &*legend[6].1), (7, "10\u{2013}19", "60 up"));
        assert_eq!(scale.title(), "Chance to hit from there, %");
        let great = [attack(65, 0, true), attack(76, 0, true), attack(94, 0, true)];
        let scale = Scale::new(FieldKind::Hit, METRES, great.iter());
        let steps = great.map(|value| scale.shade(&value).step);
        assert_eq!(steps, [Step::Of(4), Step::Of(5), Step::Of(6)], "great chances are told apart");
        assert_eq!((&*scale.legend()[0].1, &*scale.legend()[6].1), ("0\u{2013}14", "90 up"));
        let danger = |hits| Reading::Danger { hits, mean: Fraction::ONE, count: 1 };
        let edge = [Fraction::new(1, 300), Fraction::new(299, 300), Fraction::ONE].map(danger);
        let scale = Scale::new(FieldKind::Danger, METRES, edge.iter());
        assert_eq!(edge.map(|reading| scale.shade(&reading).words), ["<1", ">99", "100"]);
    }

    #[test]
    fn where_nobody_can_attack_looks_safe_and_not_like_what_has_no_value() {
        let danger = |count| Reading::Danger { hits: Fraction::ZERO, mean: Fraction::ZERO, count };
        let all = [danger(0), Reading::Refused(None), danger(1)];
        for kind in FieldKind::ALL.into_iter().filter(|kind| kind.is_danger()) {
            let scale = Scale::new(kind, METRES, all.iter());
            let shades = all.each_ref().map(|reading| scale.shade(reading));
            assert_eq!(shades.each_ref().map(|shade| &*shade.words), ["safe", "safe", "0"], "{kind:?}");
            assert_eq!(shades.map(|shade| shade.step), [Step::Free, Step::Free, Step::Of(0)]);
            assert_eq!(scale.legend()[0], (Step::Free, "nobody can attack".into()));
            assert_eq!(scale.patterns().without, "", "no hatch stands for it");
            let none = Scale::new(kind, METRES, all[2..].iter());
            assert!(none.legend().iter().all(|(step, _)| *step != Step::Free), "where it is nowhere it is not told");
        }
        assert_eq!(Scale::new(FieldKind::Hit, METRES, all.iter()).shade(&all[1]).step, Step::Without);
    }

    #[test]
    fn steps_are_as_wide_as_the_most_asks_for() {
        for (most, width) in [(0, 5), (34, 5), (35, 10), (69, 10), (70, 20), (140, 50), (350, 100), (700, 200)] {
            assert_eq!(wide(most), width, "{most}");
        }
        let all = [attack(50, 4, true), attack(50, 213, true)];
        let scale = Scale::new(FieldKind::Damage, METRES, all.iter());
        assert_eq!(scale.shade(&all[0]).words, "0.4");
        assert_eq!(
            scale.shade(&all[1]),
            Shade { step: Step::Of(4), hatched: false, dotted: false, words: "21".into() }
        );
    }

    #[test]
    fn a_trade_that_comes_to_nothing_is_in_the_middle() {
        let trade = |dealt: u128, taken: u128| Reading::Trade {
            dealt: Fraction::new(dealt, 10),
            taken: Fraction::new(taken, 10),
        };
        let all = [trade(0, 80), trade(20, 20), trade(80, 0)];
        let scale = Scale::new(FieldKind::Trade, METRES, all.iter());
        let shades: Vec<(Step, String)> =
            all.iter().map(|value| scale.shade(value)).map(|shade| (shade.step, shade.words)).collect();
        assert_eq!(shades[0], (Step::Of(1), "\u{2212}8".into()));
        assert_eq!(shades[1], (Step::Of(3), "0".into()));
        assert_eq!(shades[2], (Step::Of(5), "+8".into()));
    }

    #[test]
    fn a_change_says_by_its_step_whether_it_is_less_or_more_and_nothing_is_bare() {
        let all = [-60, -3, 0, 7, 25];
        let scale = ChangeScale::new(all.into_iter(), true);
        let shown = all.map(|change| scale.shade(change)).map(|shade| (shade.step, shade.words));
        let words = |step, words: &str| (step, words.to_owned());
        assert_eq!(shown[0], words(Step::Change(-3), "\u{2212}6"));
        assert_eq!(shown[1], words(Step::Change(-1), "\u{2212}0.3"));
        assert_eq!(shown[2], words(Step::Bare, ""));
        assert_eq!(shown[3], words(Step::Change(1), "+0.7"));
        assert_eq!(shown[4], words(Step::Change(2), "+2.5"));
        let legend = scale.legend();
        assert_eq!(legend.first(), Some(&words(Step::Change(-3), "beyond \u{2212}4")));
        assert_eq!(legend[3], words(Step::Change(1), "up to +2"));
        // To be hit less is better.
        let scale = ChangeScale::new(all.into_iter(), false);
        assert_eq!((scale.shade(-60).step, scale.shade(25).step), (Step::Change(3), Step::Change(-2)));
        assert_eq!(scale.shade(-60).words, "\u{2212}6");
        assert_eq!(scale.legend().last(), Some(&words(Step::Change(3), "beyond \u{2212}4")));
    }

    /// The numbers that a step of the legend stands for, from and to.
    fn span(words: &str) -> (f64, f64) {
        let number = |words: &str| words.replace('\u{2212}', "-").parse::<f64>().unwrap_or_else(|_| panic!("{words}"));
        match words.split_once('\u{2013}') {
            Some((from, to)) => (number(from), number(to)),
            None if words.ends_with(" up") => (number(words.trim_end_matches(" up")), f64::MAX),
            None if words.starts_with("below ") => (f64::MIN, number(words.trim_start_matches("below ")) - 0.05),
            None => (number(words), number(words)),
        }
    }

    #[test]
    fn a_number_stands_in_the_colour_that_the_legend_has_for_it() {
        let harm = |tenths: u128| Reading::Danger {
            hits: Fraction::new(tenths % 1001, 1000),
            mean: Fraction::new(tenths, 10),
            count: 1,
        };
        let traded = |tenths: u128| Reading::Trade { dealt: Fraction::new(tenths, 10), taken: Fraction::new(60, 10) };
        let mut seen = 0;
        for most in [4, 9, 33, 47, 90, 116, 147, 349, 896, 1000] {
            let danger: Vec<Reading> = (0..=most).map(harm).collect();
            let trade: Vec<Reading> = (0..=most).map(traded).collect();
            for (kind, all) in [(FieldKind::Harm, &danger), (FieldKind::Danger, &danger), (FieldKind::Trade, &trade)] {
                let scale = Scale::new(kind, METRES, all.iter());
                let legend = scale.legend();
                for shade in all.iter().map(|reading| scale.shade(reading)) {
                    let words = &legend.iter().find(|(step, _)| *step == shade.step).unwrap().1;
                    let Ok(shown) = shade.words.replace('\u{2212}', "-").parse::<f64>() else { continue };
                    let (from, to) = span(words);
                    let next = legend.iter().find(
                        |(step, _)| matches!((step, shade.step), (Step::Of(next), Step::Of(own)) if *next == own + 1),
                    );
                    let to =
                        if kind == FieldKind::Trade { next.map_or(to, |(_, words)| span(words).0 - 0.05) } else { to };
                    assert!((from..=to).contains(&shown), "{kind:?} {most}: {shown} is drawn as {words}");
                    seen += 1;
                }
            }
        }
        assert!(seen > 5000, "{seen}");
    }

    #[test]
    fn what_has_no_value_has_no_number() {
        let scale = Scale::new(FieldKind::Hit, METRES, [].iter());
        assert_eq!(scale.shade(&Reading::Refused(None)).step, Step::Without);
        assert_eq!(scale.shade(&Reading::NoRoom(NoRoom::Split)).step, Step::Bare);
        let cost = Reading::Cost { cost: 13, base: false, provokes: true };
        let scale = Scale::new(FieldKind::Moves, METRES, [&cost].into_iter());
        assert_eq!(scale.shade(&cost), Shade { step: Step::Of(6), hatched: true, dotted: true, words: "6.5".into() });
    }

    #[test]
    fn every_value_falls_on_a_step_of_the_legend() {
        for kind in FieldKind::ALL {
            let readings = [
                attack(37, 123, true),
                Reading::Count(3),
                Reading::Cost { cost: 44, base: true, provokes: false },
                Reading::Danger { hits: Fraction::new(2, 3), mean: Fraction::new(31, 2), count: 2 },
                Reading::Trade { dealt: Fraction::new(9, 2), taken: Fraction::ONE },
                Reading::Sight { seen: true, cover: CoverThere { class: 2, name: "half", modifier: -3, armour: 0 } },
            ];
            let scale = Scale::new(kind, METRES, readings.iter());
            let legend = scale.legend();
            for reading in &readings {
                let shade = scale.shade(reading);
                assert!(shade.words.chars().count() <= 4, "{kind:?}: {shade:?}");
                let fits = kind_of(kind, reading);
                assert!(!fits || legend.iter().any(|(step, _)| *step == shade.step), "{kind:?}: {shade:?}");
            }
        }
    }

    /// Whether a field of that kind can have such a reading.
    fn kind_of(kind: FieldKind, reading: &Reading) -> bool {
        match reading {
            Reading::Attack { .. } => matches!(kind, FieldKind::Hit | FieldKind::Damage),
            Reading::Count(_) => matches!(kind, FieldKind::Reach | FieldKind::Threat),
            Reading::Cost { .. } => kind == FieldKind::Moves,
            Reading::Danger { .. } => kind.is_danger(),
            Reading::Trade { .. } => kind == FieldKind::Trade,
            _ => matches!(kind, FieldKind::CoverThere | FieldKind::CoverHere),
        }
    }
}
