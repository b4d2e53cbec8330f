//! All outcomes of an attack as a curve: the chance of at least, at most or exactly a given damage, with a second
//! attack for comparison.

use bevy_egui::egui::{Align2, Rect, Sense, Ui, pos2, vec2};

use super::{
    chart::{self, ChartFile},
    intent::Intent,
    pair_table::{self, Entry},
};
use crate::{
    board::art::chart::{Chart, ChartLine, LineLook, Tread},
    dice::Fraction,
    lab::UntilOut,
    panels::{
        number,
        theme::{self, Sizes},
        widgets::{
            Button, Phrase, phrase, section,
            segments::{self, Segment},
        },
    },
};

/// Which chances a curve shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// Of at least a given damage.
    #[default]
    AtLeast,
    /// Of at most a given damage.
    AtMost,
    /// Of exactly a given damage.
    Exactly,
}

impl Reading {
    /// All of them, in the order shown.
    pub const ALL: [Self; 3] = [Self::AtLeast, Self::AtMost, Self::Exactly];

    /// Its label.
    pub const fn label(self) -> &'static str {
        match self {
            Self::AtLeast => "At least",
            Self::AtMost => "At most",
            Self::Exactly => "Exactly",
        }
    }

    /// The heading of its curve.
    pub const fn title(self) -> &'static str {
        match self {
            Self::AtLeast => "At least this much damage",
            Self::AtMost => "At most this much damage",
            Self::Exactly => "Exactly this much damage",
        }
    }

    const fn tread(self) -> Tread {
        match self {
            Self::AtLeast => Tread::Back,
            Self::AtMost => Tread::On,
            Self::Exactly => Tread::Bar,
        }
    }

    /// The least damage shown: "at least 0" is certain and is left out.
    const fn first(self) -> usize {
        match self {
            Self::AtLeast => 1,
            Self::AtMost | Self::Exactly => 0,
        }
    }

    /// The chance of `damage` under this reading; `at_least` has the chances of at least 1, 2 and more damage.
    fn chance(self, at_least: &[Fraction], damage: usize) -> f64 {
        let from = |damage: usize| match damage.checked_sub(1) {
            None => 1.0,
            Some(place) => at_least.get(place).map_or(0.0, |chance| chance.to_f64()),
        };
        match self {
            Self::AtLeast => from(damage),
            Self::AtMost => 1.0 - from(damage + 1),
            Self::Exactly => from(damage) - from(damage + 1),
        }
    }
}

/// The outcomes of an attack.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CurveModel {
    /// The attack: "Cale, shoot crossbow at Lysk, from e7".
    pub name: String,
    /// Ruleset and level: "percentile, Tanner Row".
    pub of: String,
    /// The chances of at least 1, 2 and more damage.
    pub at_least: Vec<Fraction>,
    /// Every number of the attack with its terms.
    pub terms: Vec<Entry>,
    /// The chance to hit, and mean damage.
    pub figures: (Fraction, Fraction),
    /// The chances of the ruleset's grades without "no effect", in its words: "one wound", "two or more", "out".
    pub grades: Vec<(&'static str, Fraction)>,
}

/// The attack shown, and one kept for comparison.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CurvesModel {
    /// The attack shown.
    pub a: CurveModel,
    /// The attack kept for comparison.
    pub b: Option<CurveModel>,
    /// The attack shown, against the best and the worst answer: the answer in words, and the chances of at least 1, 2
    /// and more damage. Empty if the other side has no choice.
    pub answers: Vec<(String, LineLook, Vec<Fraction>)>,
    /// The damage of the attack shown from which its effect changes, with the ruleset's word for the effect.
    pub thresholds: Vec<(u32, &'static str)>,
    /// How many such attacks put the target out, once that is worked out.
    pub until: Option<UntilOut>,
    /// Which chances are shown.
    pub reading: Reading,
}

impl CurvesModel {
    /// All figures as comma-separated values, one row for each damage.
    pub fn csv(&self) -> String {
        let quoted = |name: &str| format!("\"{}\"", name.replace('"', "\"\""));
        let all: Vec<&CurveModel> = std::iter::once(&self.a).chain(&self.b).collect();
        let head = |(letter, curve): (&str, &&CurveModel)| quoted(&format!("{letter}: {}: {}", curve.of, curve.name));
        let heads: Vec<String> = ["A", "B"].into_iter().zip(&all).map(head).collect();
        let mut lines = vec![format!("{},{}", self.reading.title().to_lowercase(), heads.join(","))];
        for damage in self.reading.first()..=self.most() {
            let chance = |curve: &&CurveModel| self.reading.chance(&curve.at_least, damage);
            let chances: Vec<String> = all.iter().map(|curve| format!("{:.6}", chance(curve))).collect();
            lines.push(format!("{damage},{}", chances.join(",")));
        }
        lines.join("\n") + "\n"
    }

    /// The curves as a chart.
    pub fn chart(&self) -> Chart {
        let (reading, shown) = (self.reading, self.shown());
        let values = |chances: &[Fraction]| {
            let all = reading.first()..=chances.len().min(shown);
            all.map(|damage| (damage as f64, reading.chance(chances, damage) * 100.0)).collect()
        };
        let line = |letter: &str, name: &str, look, chances: &[Fraction]| ChartLine {
            letter: letter.into(),
            name: name.into(),
            values: values(chances),
            gaps: Vec::new(),
            look,
        };
        let answers = self.answers.iter().map(|(words, look, chances)| line("A", words, *look, chances));
        let named = |curve: &CurveModel| format!("{}: {}", curve.of, curve.name);
        let b = self.b.iter().map(|b| line("B", &named(b), LineLook::Second, &b.at_least));
        let a = line("A", &named(&self.a), LineLook::First, &self.a.at_least);
        Chart {
            title: format!("Odds of {}: {}; {}", reading.title().to_lowercase(), self.a.name, self.a.of),
            across: "Damage".into(),
            up: "Chance, %".into(),
            lines: answers.chain(b).chain([a]).collect(),
            tread: reading.tread(),
            now: None,
            thresholds: self
                .thresholds
                .iter()
                .map(|(from, word)| (f64::from(*from), format!("{from}: {word}")))
                .collect(),
        }
    }

    /// The name for its picture and its table.
    pub fn file_name(&self) -> String {
        let b = if self.b.is_some() { " compared" } else { "" };
        format!("{} {} {}{b}", self.reading.title(), self.a.name, self.a.of)
    }

    /// The last damage on the chart: beyond it no chance is large enough to be seen. Every threshold is included.
    fn shown(&self) -> usize {
        let all = self.answers.iter().map(|(_, _, chances)| chances).chain(self.b.iter().map(|b| &b.at_least));
        let seen = |chances: &Vec<Fraction>| chances.iter().take_while(|chance| **chance >= UNSEEN).count() + 1;
        let farthest = all.chain([&self.a.at_least]).map(seen).max().unwrap_or(0);
        let grave = self.thresholds.iter().map(|(from, _)| *from as usize + 1).max().unwrap_or(0);
        farthest.max(grave)
    }

    /// What lies beyond the chart, in words; `None` if that is at most one point of damage.
    fn beyond(&self) -> Option<String> {
        let (shown, most) = (self.shown(), self.most());
        (most > shown + 1).then(|| format!("More than {shown}, and at most {most}: less than 0.1 %"))
    }

    /// The most damage of either attack.
    fn most(&self) -> usize {
        self.a.at_least.len().max(self.b.as_ref().map_or(0, |b| b.at_least.len()))
    }
}

/// Chances below this are too small to be seen on a chart.
const UNSEEN: Fraction = Fraction::new(1, 1000);

/// Shows curves and figures.
pub fn show(ui: &mut Ui, model: &CurvesModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let rule = model.b.as_ref().and_then(|b| pair_table::show(ui, &model.a, b));
    section(ui, "Odds of damage");
    let chosen = Reading::ALL.iter().position(|reading| *reading == model.reading).unwrap_or(0);
    let values = Reading::ALL.map(|reading| Segment::open(reading.label()));
    let mut intent =
        segments::segments(ui, "Odds of damage", &values, chosen).map(|place| Intent::Read(Reading::ALL[place]));
    intent = rule.map(Intent::OpenRule).or(intent);
    if model.most() > 0 {
        ui.scope(|ui| chart::show(ui, &model.chart()));
        if let Some(words) = model.beyond() {
            Phrase::words(words, sizes.second).second().show(ui);
        }
    }
    named(ui, ("A", LineLook::First), &model.a);
    figures(ui, &model.a);
    if let Some(words) = model.until.and_then(until_words) {
        Phrase::words(words, sizes.second).show(ui);
    }
    for (words, look, chances) in &model.answers {
        answer(ui, *look, words, chances);
    }
    if let Some(b) = &model.b {
        named(ui, ("B", LineLook::Second), b);
        figures(ui, b);
        row(ui, "A minus B", &difference(&model.a, b));
    }
    ui.horizontal_wrapped(|ui| {
        let words = if model.b.is_some() { "Keep this as B instead" } else { "Keep as B" };
        if Button::new(words).small().show(ui) {
            intent = Some(Intent::Compare(true));
        }
        if model.b.is_some() && Button::new("Drop B").small().show(ui) {
            intent = Some(Intent::Compare(false));
        }
        if Button::new("Copy as CSV").small().show(ui) {
            ui.ctx().copy_text(model.csv());
        }
        for (words, file) in [("Save as CSV", ChartFile::Csv), ("Save as PNG", ChartFile::Png)] {
            if Button::new(words).small().show(ui) {
                intent = Some(Intent::SaveCurves(file));
            }
        }
    });
    ui.add_space(sizes.second * 0.2);
    intent
}

/// How many such attacks it takes, and under which assumptions; `None` if that is not known exactly.
fn until_words(until: UntilOut) -> Option<String> {
    let granted = "each as now, in a turn of its own; only losses and lasting conditions of the target stay";
    match until {
        UntilOut::Mean(mean) => Some(format!("Attacks until the target is out: {mean:.1} on average ({granted})")),
        UntilOut::Never => Some(format!("Attacks like this may never put the target out ({granted})")),
        UntilOut::Unknown => None,
    }
}

/// The key of an attack's line.
fn named(ui: &mut Ui, (letter, look): (&str, LineLook), curve: &CurveModel) {
    chart::key(ui, look, &format!("{letter}  {}: {}", curve.of, curve.name));
}

/// The figures of an attack in two rows: chance to hit and mean, then the grades.
fn figures(ui: &mut Ui, curve: &CurveModel) {
    let (hits, mean) = curve.figures;
    row(ui, "", &format!("{}, mean {}", number::percent(hits), number::tenths(mean)));
    // Rounded like the bar above the terms.
    let parts: Vec<Fraction> =
        std::iter::once(Fraction::ZERO).chain(curve.grades.iter().map(|(_, chance)| *chance)).collect();
    let shares = number::headline_shares(&parts);
    let grades = curve.grades.iter().zip(&shares[1..]).map(|((name, chance), share)| match share {
        0 if *chance > Fraction::ZERO => format!("{name} <1 %"),
        share => format!("{name} {share} %"),
    });
    let grades: Vec<String> = grades.collect();
    if !grades.is_empty() {
        row(ui, "", &grades.join(", "));
    }
}

/// The attack against one answer.
fn answer(ui: &mut Ui, look: LineLook, words: &str, chances: &[Fraction]) {
    chart::key(ui, look, words);
    let mean: f64 = chances.iter().map(|chance| chance.to_f64()).sum();
    let harms = chances.first().copied().unwrap_or(Fraction::ZERO);
    row(ui, "", &format!("harms {}, mean {mean:.1}", number::percent(harms)));
}

/// The figures of one attack minus those of another.
fn difference(a: &CurveModel, b: &CurveModel) -> String {
    let signed = |difference: f64, places: usize| {
        let words = format!("{difference:+.places$}").replace('-', "\u{2212}");
        if words.trim_start_matches(['+', '\u{2212}']).chars().all(|letter| matches!(letter, '0' | '.')) {
            "0".into()
        } else {
            words
        }
    };
    let hits = f64::from(a.figures.0.percent()) - f64::from(b.figures.0.percent());
    let mean = a.figures.1.to_f64() - b.figures.1.to_f64();
    format!("{} points, mean {}", signed(hits, 0), signed(mean, 1))
}

/// Words at the left and figures at the right.
fn row(ui: &mut Ui, name: &str, figures: &str) {
    let sizes = Sizes::of(ui.ctx());
    let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), sizes.second + 5.0), Sense::hover());
    let right = Phrase::figures(figures, sizes.second - 0.5).colour(theme::STRONG).elided(ui, at.width());
    let right = phrase::paint(ui, right, Align2::RIGHT_CENTER, at);
    let rest = Rect::from_min_max(at.min, pos2(right.left() - 8.0, at.bottom()));
    if !name.is_empty() && rest.width() > 10.0 {
        phrase::paint(ui, Phrase::words(name, sizes.second).elided(ui, rest.width()), Align2::LEFT_CENTER, rest);
    }
    phrase::name(&response, format!("{name} {figures}").trim());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_has_a_row_for_each_damage_and_a_column_for_each_attack() {
        let curve = |name: &str, chances: &[u128]| CurveModel {
            name: name.into(),
            of: "pools, Yard".into(),
            at_least: chances.iter().map(|chance| Fraction::new(*chance, 100)).collect(),
            ..CurveModel::default()
        };
        let mut both = CurvesModel {
            a: curve("a \"sharp\" one", &[50, 20]),
            b: None,
            answers: Vec::new(),
            ..CurvesModel::default()
        };
        let head = "at least this much damage,\"A: pools, Yard: a \"\"sharp\"\" one\"";
        assert_eq!(both.csv(), format!("{head}\n1,0.500000\n2,0.200000\n"));
        both.b = Some(curve("b", &[25, 10, 5]));
        both.b.as_mut().unwrap().figures = (Fraction::new(1, 4), Fraction::new(3, 1));
        assert_eq!(difference(&both.a, both.b.as_ref().unwrap()), "\u{2212}25 points, mean \u{2212}3.0");
        assert_eq!(both.csv().lines().last(), Some("3,0.000000,0.050000"));
        both.reading = Reading::AtMost;
        let told = both.csv();
        let lines: Vec<&str> = told.lines().collect();
        assert!(lines[0].starts_with("at most this much damage,") && lines.len() == 5, "{told}");
        assert_eq!((lines[1], lines[4]), ("0,0.500000,0.750000", "3,1.000000,1.000000"));
        both.reading = Reading::Exactly;
        assert_eq!(both.csv().lines().nth(2), Some("1,0.300000,0.150000"));
    }

    #[test]
    fn a_chart_has_what_the_figures_have_and_answers_below_them() {
        let curve = |name: &str| CurveModel {
            name: name.into(),
            at_least: vec![Fraction::new(1, 2), Fraction::new(1, 4)],
            ..CurveModel::default()
        };
        let answers = vec![("best answer, parry".into(), LineLook::Best, vec![Fraction::new(1, 10)])];
        let thresholds = vec![(2, "out")];
        let mut model =
            CurvesModel { a: curve("a"), b: Some(curve("b")), answers, thresholds, ..CurvesModel::default() };
        let chart = model.chart();
        let looks: Vec<LineLook> = chart.lines.iter().map(|line| line.look).collect();
        assert_eq!(looks, [LineLook::Best, LineLook::Second, LineLook::First]);
        assert_eq!(chart.lines[2].values, [(1.0, 50.0), (2.0, 25.0)]);
        assert_eq!(chart.lines[0].values, [(1.0, 10.0)]);
        assert_eq!(chart.thresholds, [(2.0, "2: out".to_owned())]);
        for (reading, values) in [
            (Reading::AtMost, [(0.0, 50.0), (1.0, 75.0), (2.0, 100.0)]),
            (Reading::Exactly, [(0.0, 50.0), (1.0, 25.0), (2.0, 25.0)]),
        ] {
            model.reading = reading;
            assert_eq!(model.chart().lines[2].values, values, "{reading:?}");
        }
    }

    #[test]
    fn a_chart_ends_where_nothing_can_be_seen_any_more_and_says_what_lies_beyond() {
        let seen = |count: usize| (0..160).map(move |place| Fraction::new(if place < count { 50 } else { 0 }, 1000));
        let a = CurveModel { at_least: seen(40).collect(), ..CurveModel::default() };
        let thresholds = vec![(45, "out")];
        let mut model = CurvesModel { a, thresholds, ..CurvesModel::default() };
        assert_eq!(model.chart().lines[0].values.last(), Some(&(46.0, 0.0)));
        assert_eq!(model.beyond().as_deref(), Some("More than 46, and at most 160: less than 0.1 %"));
        model.thresholds.clear();
        assert_eq!(model.chart().lines[0].values.len(), 41);
        // A kept attack that reaches farther extends the chart; the table always has every figure.
        model.b = Some(CurveModel { at_least: seen(159).collect(), ..CurveModel::default() });
        assert_eq!((model.chart().lines[1].values.len(), model.beyond()), (160, None));
        assert_eq!(model.csv().lines().count(), 161);
    }
}
