//! A chart of an attack as one number goes through a range.

use bevy_egui::egui::{ComboBox, Id, PopupCloseBehavior, Ui};

use super::{
    chart::{self, ChartFile},
    intent::Intent,
};
use crate::{
    board::art::chart::{Chart, ChartLine, LineLook, Tread, figure},
    panels::{
        theme::{self, Sizes},
        widgets::{
            Button, Phrase, card, section,
            segments::{self, Segment},
            terms,
        },
    },
    rules::RuleId,
};

/// The figure that a sweep shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measure {
    /// The chance that the attack lands.
    #[default]
    Hits,
    /// The chance that it does damage.
    Harms,
    /// Mean damage.
    Mean,
    /// The chance that the target is out.
    Out,
}

impl Measure {
    /// All of them, in the order of the figures of a point.
    pub const ALL: [Self; 4] = [Self::Hits, Self::Harms, Self::Mean, Self::Out];

    /// Its label.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Hits => "Hits",
            Self::Harms => "Harms",
            Self::Mean => "Mean damage",
            Self::Out => "Out",
        }
    }

    /// The label of the vertical axis, with the unit.
    const fn axis(self) -> &'static str {
        match self {
            Self::Hits => "Hits, %",
            Self::Harms => "Harms, %",
            Self::Mean => "Mean damage",
            Self::Out => "Target out, %",
        }
    }
}

/// One sweep.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SweepLine {
    /// Attacker, target and ruleset.
    pub name: String,
    /// The ruleset.
    pub ruleset: String,
    /// The level, and where the two stand.
    pub position: String,
    /// How the number is changed, if that needs saying.
    pub how: String,
    /// The number that is swept.
    pub number: String,
    /// Its unit, if it has one.
    pub unit: String,
    /// Its value now.
    pub now: i64,
    /// The figures at each value, in the order of [`Measure::ALL`]; or why there are none.
    pub points: Vec<(i64, Result<[f64; 4], String>)>,
    /// If a greater number somewhere gives a smaller figure: why, and the rule behind it.
    pub falls: Option<(String, RuleId)>,
}

/// The sweep shown, and one kept for comparison.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SweepModel {
    /// The numbers that can be swept.
    pub numbers: Vec<String>,
    /// For each of them, whether it affects this attack; empty until that is known.
    pub bears: Vec<bool>,
    /// The index of the swept number.
    pub chosen: Option<usize>,
    /// The figure shown.
    pub measure: Measure,
    /// The sweep shown, as far as it has been worked out.
    pub a: Option<SweepLine>,
    /// The kept sweep.
    pub b: Option<SweepLine>,
    /// While it is being worked out: the values done, and all values.
    pub progress: Option<(usize, usize)>,
    /// Why nothing is shown.
    pub fault: Option<String>,
}

impl SweepModel {
    fn all(&self) -> impl Iterator<Item = (&'static str, LineLook, &SweepLine)> {
        let b = self.b.iter().map(|line| ("B", LineLook::Second, line));
        b.chain(self.a.iter().map(|line| ("A", LineLook::First, line)))
    }

    /// The sweeps as a chart.
    pub fn chart(&self) -> Chart {
        let place = Measure::ALL.iter().position(|measure| *measure == self.measure).unwrap_or(0);
        let line = |(letter, look, line): (&str, LineLook, &SweepLine)| ChartLine {
            letter: letter.into(),
            name: format!("{}, {}", line.name, line.number),
            values: line
                .points
                .iter()
                .filter_map(|(at, figures)| Some((*at as f64, figures.as_ref().ok()?[place])))
                .collect(),
            gaps: line.points.iter().filter(|(_, value)| value.is_err()).map(|(at, _)| *at as f64).collect(),
            look,
        };
        let across =
            |a: &SweepLine| if a.unit.is_empty() { a.number.clone() } else { format!("{}, {}", a.number, a.unit) };
        let title = |a: &SweepLine| format!("{} by {}: {}; {}", self.measure.label(), a.number, a.name, a.position);
        Chart {
            title: self.a.as_ref().map_or_else(|| self.measure.label().into(), title),
            across: self.a.as_ref().map(across).unwrap_or_default(),
            up: self.measure.axis().into(),
            lines: self.all().map(line).collect(),
            tread: Tread::Slope,
            now: self.a.as_ref().map(|a| a.now as f64),
            thresholds: Vec::new(),
        }
    }

    /// The name for its picture and its table.
    pub fn file_name(&self) -> String {
        let of = |a: &SweepLine| format!("{} by {} {} {}", self.measure.label(), a.number, a.name, a.position);
        let b = if self.b.is_some() { " compared" } else { "" };
        self.a.as_ref().map(of).unwrap_or_default() + b
    }

    /// All figures as comma-separated values, one row for each value of each sweep.
    pub fn csv(&self) -> String {
        let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
        let heads = "line,ruleset,position,sweep,number,value,hits %,harms %,mean damage,out %,why not";
        let mut lines = vec![heads.to_owned()];
        let mut all: Vec<(&str, LineLook, &SweepLine)> = self.all().collect();
        all.reverse();
        for (letter, _, line) in all {
            for (at, figures) in &line.points {
                let figures = match figures {
                    Ok(figures) => format!("{},", figures.map(|figure| format!("{figure:.4}")).join(",")),
                    Err(why) => format!(",,,,{}", quoted(why)),
                };
                let of = [&line.ruleset, &line.position, &line.name, &line.number].map(|text| quoted(text)).join(",");
                lines.push(format!("{letter},{of},{at},{figures}"));
            }
        }
        lines.join("\n") + "\n"
    }
}

/// Shows the choice of a number, and the sweep.
pub fn show(ui: &mut Ui, model: &SweepModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    section(ui, "What if a number were different");
    let mut intent = None;
    intent = choose(ui, model).or(intent);
    if model.chosen.is_none() {
        Phrase::words("What if it were higher or lower? The odds at each value", sizes.second).second().show(ui);
        return intent;
    }
    let chosen = Measure::ALL.iter().position(|measure| *measure == model.measure).unwrap_or(0);
    let values = Measure::ALL.map(|measure| Segment::open(measure.label()));
    if let Some(place) = segments::segments(ui, "Figure", &values, chosen) {
        intent = Some(Intent::SweepMeasure(Measure::ALL[place]));
    }
    if let Some((done, all)) = model.progress {
        Phrase::words(format!("Working it out, {done} of {all} values"), sizes.second).second().show(ui);
    }
    if let Some(fault) = &model.fault {
        Phrase::words(fault, sizes.body).colour(theme::WARN).show(ui);
    }
    let Some(a) = &model.a else { return intent };
    ui.scope(|ui| chart::show(ui, &model.chart()));
    about(ui, ("A", LineLook::First), a);
    model.b.iter().for_each(|b| about(ui, ("B", LineLook::Second), b));
    let place = chosen;
    let known: Vec<f64> = a.points.iter().filter_map(|(_, figures)| Some(figures.as_ref().ok()?[place])).collect();
    if model.progress.is_none() && known.len() > 1 && known.iter().all(|value| *value == known[0]) {
        let words = format!("{}: {} at every value", model.measure.label(), figure(known[0]));
        Phrase::words(words, sizes.second).second().show(ui);
    }
    intent = falls(ui, a).or(intent);
    buttons(ui, model).or(intent)
}

/// The height of the list of numbers, in points.
const HIGH: f32 = 360.0;

/// With more numbers than this, the list can be searched.
const MANY: usize = 10;

/// The list of numbers that can be swept, with those that affect the attack first.
fn choose(ui: &mut Ui, model: &SweepModel) -> Option<Intent> {
    let words =
        model.chosen.map_or("Choose one: distance, skill, armour \u{2026}", |place| model.numbers[place].as_str());
    let wanted_id = Id::new("swept number wanted");
    let combo = ComboBox::from_id_salt("swept number").selected_text(words).width(ui.available_width() - 8.0);
    let combo = combo.height(HIGH).close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let shown = combo.show_ui(ui, |ui| {
        let mut wanted = ui.data(|data| data.get_temp::<String>(wanted_id)).unwrap_or_default();
        if model.numbers.len() > MANY {
            // As high as before, however few are found, so that the search field does not move.
            ui.set_min_height(HIGH - 40.0);
            Phrase::words("Find by name", Sizes::of(ui.ctx()).second).second().show(ui);
        }
        if model.numbers.len() > MANY
            && let Some(words) = card::field(ui, "Find a number", &wanted, ui.available_width().max(240.0), false)
        {
            ui.data_mut(|data| data.insert_temp(wanted_id, words.clone()));
            wanted = words;
        }
        let mut intent = None;
        if ui.selectable_label(model.chosen.is_none(), "None").clicked() {
            intent = Some(Intent::Sweep(None));
        }
        for (heading, places) in listed(model, &wanted) {
            if !heading.is_empty() {
                section(ui, heading);
            }
            for place in places {
                if ui.selectable_label(model.chosen == Some(place), &model.numbers[place]).clicked() {
                    intent = Some(Intent::Sweep(Some(place)));
                }
            }
        }
        if intent.is_some() {
            ui.data_mut(|data| data.remove_temp::<String>(wanted_id));
            ui.close();
        }
        intent
    });
    let name = format!("Number that goes through a range: {words}");
    shown
        .response
        .widget_info(|| bevy_egui::egui::WidgetInfo::labeled(bevy_egui::egui::WidgetType::ComboBox, true, &name));
    shown.inner.flatten()
}

/// The indices of the numbers whose labels contain `wanted`, under headings: those that affect the attack, then the
/// rest, each in alphabetical order.
fn listed(model: &SweepModel, wanted: &str) -> Vec<(&'static str, Vec<usize>)> {
    let wanted = wanted.trim().to_lowercase();
    let label = |place: &usize| model.numbers[*place].to_lowercase();
    let mut found: Vec<usize> = (0..model.numbers.len()).filter(|place| label(place).contains(&wanted)).collect();
    found.sort_by_key(|place| (label(place), *place));
    if model.bears.is_empty() {
        return vec![("", found)];
    }
    let (first, rest) = found.into_iter().partition(|place| model.bears.get(*place).copied().unwrap_or_default());
    let both = [("Change this attack", first), ("Change nothing here", rest)];
    both.into_iter().filter(|(_, places): &(_, Vec<usize>)| !places.is_empty()).collect()
}

/// Why a greater number somewhere gives a smaller figure.
fn falls(ui: &mut Ui, line: &SweepLine) -> Option<Intent> {
    let (words, rule) = line.falls.as_ref()?;
    terms::fact(ui, "More is less here", "", words, Some(*rule)).then_some(Intent::OpenRule(*rule))
}

/// The key of a line, and where it has no value.
fn about(ui: &mut Ui, (letter, look): (&str, LineLook), line: &SweepLine) {
    let sizes = Sizes::of(ui.ctx());
    let unit = if line.unit.is_empty() { String::new() } else { format!(" {}", line.unit) };
    let now = figure(line.now as f64);
    chart::key(ui, look, &format!("{letter}  {}, now {now}{unit}. {}", line.number, line.name));
    if !line.how.is_empty() {
        Phrase::words(&line.how, sizes.second).second().show(ui);
    }
    for (places, why) in missing(&line.points) {
        Phrase::words(format!("No value at {places}{unit}: {why}"), sizes.second).second().show(ui);
    }
}

/// Where a line has no value, by reason: "6, 8 to 14".
fn missing(points: &[(i64, Result<[f64; 4], String>)]) -> Vec<(String, &str)> {
    let mut all: Vec<(&str, Vec<(usize, usize)>)> = Vec::new();
    for (place, (_, value)) in points.iter().enumerate() {
        let Err(why) = value else { continue };
        let known = match all.iter().position(|(known, _)| known == why) {
            Some(known) => known,
            None => {
                all.push((why, Vec::new()));
                all.len() - 1
            }
        };
        match all[known].1.last_mut() {
            Some((_, last)) if *last + 1 == place => *last = place,
            _ => all[known].1.push((place, place)),
        }
    }
    let range = |(first, last): &(usize, usize)| match (points[*first].0, points[*last].0) {
        (first, last) if first == last => first.to_string(),
        (first, last) => format!("{first} to {last}"),
    };
    all.iter().map(|(why, ranges)| (ranges.iter().map(range).collect::<Vec<_>>().join(", "), *why)).collect()
}

fn buttons(ui: &mut Ui, model: &SweepModel) -> Option<Intent> {
    let mut intent = None;
    ui.horizontal_wrapped(|ui| {
        let words = if model.b.is_some() { "Keep this sweep instead" } else { "Keep this sweep" };
        if Button::new(words).small().show(ui) {
            intent = Some(Intent::KeepSweep(true));
        }
        if model.b.is_some() && Button::new("Drop the other").small().show(ui) {
            intent = Some(Intent::KeepSweep(false));
        }
        if Button::new("Copy sweep").small().show(ui) {
            ui.ctx().copy_text(model.csv());
        }
        for (words, file) in [("Sweep as CSV", ChartFile::Csv), ("Sweep as PNG", ChartFile::Png)] {
            if Button::new(words).small().show(ui) {
                intent = Some(Intent::SaveSweep(file));
            }
        }
    });
    intent
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_leaves_out_what_has_no_value_and_the_table_says_why() {
        let line = SweepLine {
            name: "Cale at Lysk, pools".into(),
            number: "Distance".into(),
            unit: "metres".into(),
            ruleset: "pools".into(),
            position: "Yard: Cale at b2, Lysk at f2".into(),
            how: String::new(),
            now: 4,
            points: vec![(2, Ok([50.0, 40.0, 2.5, 10.0])), (4, Err("Out of range, \"far\"".into()))],
            falls: None,
        };
        let model = SweepModel { measure: Measure::Mean, a: Some(line.clone()), b: Some(line), ..Default::default() };
        let chart = model.chart();
        assert_eq!(chart.lines[1].values, [(2.0, 2.5)]);
        assert_eq!(chart.lines[1].gaps, [4.0]);
        assert_eq!((chart.across.as_str(), chart.now), ("Distance, metres", Some(4.0)));
        assert_eq!(chart.up, "Mean damage");
        for words in ["Mean damage", "Distance", "Cale at Lysk, pools", "Yard: Cale at b2, Lysk at f2"] {
            assert!(chart.title.contains(words), "{}", chart.title);
        }
        let other = SweepModel { measure: Measure::Out, ..model.clone() };
        assert_ne!(other.file_name(), model.file_name(), "files are called by what they show");
        let csv = model.csv();
        let lines: Vec<&str> = csv.lines().collect();
        assert_eq!(lines.len(), 5);
        let of = "\"pools\",\"Yard: Cale at b2, Lysk at f2\",\"Cale at Lysk, pools\",\"Distance\"";
        assert_eq!(lines[1], format!("A,{of},2,50.0000,40.0000,2.5000,10.0000,"));
        assert_eq!(lines[2], format!("A,{of},4,,,,,\"Out of range, \"\"far\"\"\""));
        assert!(lines[3].starts_with("B,"));
    }

    #[test]
    fn what_has_no_value_is_told_by_its_reasons() {
        let no = |why: &str| Err(why.to_owned());
        let points = [(5, Ok([0.0; 4])), (6, no("cover")), (7, no("far")), (8, no("cover")), (10, no("cover"))];
        assert_eq!(missing(&points), [("6, 8 to 10".to_owned(), "cover"), ("7".to_owned(), "far")]);
    }

    #[test]
    fn numbers_that_bear_on_the_attack_stand_first_and_can_be_searched() {
        let numbers = ["Rut: Dodge", "Klara: Skill", "Klara: Feet", "Klara, bow: dice"].map(str::to_owned).to_vec();
        let mut model = SweepModel { numbers, ..SweepModel::default() };
        assert_eq!(listed(&model, ""), [("", vec![3, 2, 1, 0])]);
        model.bears = vec![false, true, false, true];
        assert_eq!(listed(&model, ""), [("Change this attack", vec![3, 1]), ("Change nothing here", vec![2, 0])]);
        assert_eq!(listed(&model, " DODGE"), [("Change nothing here", vec![0])]);
    }
}
