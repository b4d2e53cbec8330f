//! The whole outcome of an attack as a curve: the chance of at least so much damage, and that of another beside it.

use bevy_egui::egui::{Align2, Color32, Pos2, Rect, Sense, Shape, Stroke, Ui, pos2, vec2};

use super::intent::Intent;
use crate::{
    board::art::palette::{ODDS, Rgb, TABLE},
    dice::Fraction,
    panels::{
        number,
        theme::{self, Sizes},
        widgets::{Button, Phrase, phrase, section},
    },
};

/// What an attack comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct CurveModel {
    /// Which: "Cale, shoot crossbow at Lysk, from e7".
    pub name: String,
    /// The chance of at least so much damage, from 1 upwards.
    pub at_least: Vec<Fraction>,
    /// The chance that it hits, mean damage, and the chance that the target is out.
    pub figures: (Fraction, Fraction, Fraction),
}

/// The attack that is shown, and another that was kept to be compared.
#[derive(Clone, Debug, PartialEq)]
pub struct CurvesModel {
    /// That which is shown.
    pub a: CurveModel,
    /// That which was kept.
    pub b: Option<CurveModel>,
}

impl CurvesModel {
    /// All figures as comma-separated values: a row for each damage.
    pub fn csv(&self) -> String {
        let quoted = |name: &str| format!("\"{}\"", name.replace('"', "\"\""));
        let all: Vec<&CurveModel> = std::iter::once(&self.a).chain(&self.b).collect();
        let heads: Vec<String> = all.iter().map(|one| quoted(&one.name)).collect();
        let mut lines = vec![format!("at least,{}", heads.join(","))];
        for damage in 1..=self.most() {
            let chance = |one: &&CurveModel| one.at_least.get(damage - 1).map_or(0.0, |chance| chance.to_f64());
            let chances: Vec<String> = all.iter().map(|one| format!("{:.6}", chance(one))).collect();
            lines.push(format!("{damage},{}", chances.join(",")));
        }
        lines.join("\n") + "\n"
    }

    /// The most damage of either.
    fn most(&self) -> usize {
        self.a.at_least.len().max(self.b.as_ref().map_or(0, |b| b.at_least.len()))
    }
}

/// Shows curves and figures.
pub fn show(ui: &mut Ui, model: &CurvesModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    section(ui, "At least this much damage");
    if model.most() > 0 {
        plot(ui, model);
    }
    figures(ui, "A", &model.a);
    if let Some(b) = &model.b {
        figures(ui, "B", b);
    }
    let mut intent = None;
    ui.horizontal(|ui| {
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
    });
    ui.add_space(sizes.second * 0.2);
    intent
}

/// One of them in a row of figures.
fn figures(ui: &mut Ui, letter: &str, curve: &CurveModel) {
    let sizes = Sizes::of(ui.ctx());
    let (hits, mean, out) = curve.figures;
    let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), sizes.second + 5.0), Sense::hover());
    let words = format!("{}, mean {}, out {}", number::percent(hits), number::tenths(mean), number::percent(out));
    let right = Phrase::figures(&words, sizes.second - 0.5).colour(theme::STRONG).line(ui);
    let right = phrase::paint(ui, right, Align2::RIGHT_CENTER, at);
    let rest = Rect::from_min_max(at.min, pos2(right.left() - 8.0, at.bottom()));
    let name = Phrase::words(format!("{letter}  {}", curve.name), sizes.second).elided(ui, rest.width());
    phrase::paint(ui, name, Align2::LEFT_CENTER, rest);
    phrase::name(&response, &format!("{letter}: {}, {words}", curve.name));
    response.on_hover_text(&curve.name);
}

const fn colour(of: Rgb) -> Color32 {
    Color32::from_rgb(of.r, of.g, of.b)
}

/// A round number not below another: 1, 2 or 5 times a power of ten.
fn round_up(least: u32) -> u32 {
    let mut power = 1;
    loop {
        for factor in [1, 2, 5] {
            if factor * power >= least {
                return factor * power;
            }
        }
        power *= 10;
    }
}

/// Where figures lie on screen.
struct Axes {
    at: Rect,
    most: f32,
    high: f32,
}

impl Axes {
    fn place(&self, damage: f32, percent: f32) -> Pos2 {
        pos2(
            self.at.left() + damage / self.most * self.at.width(),
            self.at.bottom() - percent / self.high * self.at.height(),
        )
    }
}

fn plot(ui: &mut Ui, model: &CurvesModel) {
    let sizes = Sizes::of(ui.ctx());
    let height = if sizes.roomy { 190.0 } else { 128.0 };
    let (room, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let at = Rect::from_min_max(room.min + vec2(30.0, 8.0), room.max - vec2(14.0, sizes.rule + 8.0));
    let percent = |curve: &CurveModel| curve.at_least.first().map_or(0.0, |chance| chance.to_f64() * 100.0);
    let high = percent(&model.a).max(model.b.as_ref().map_or(0.0, percent));
    let high = round_up((high.ceil() as u32).max(5)).min(100);
    let most = model.most() as u32;
    let axes = Axes { at, most: most as f32 + 0.5, high: high as f32 };
    let step = round_up(most.div_ceil(7));
    let rule = |ui: &Ui, words: &str, align: Align2, place: Pos2| {
        let galley = Phrase::figures(words, sizes.rule).colour(theme::RULE_ID).line(ui);
        let lies = align.anchor_size(place, galley.size());
        phrase::paint(ui, galley, Align2::CENTER_CENTER, lies);
    };
    for part in 0..=4 {
        let percent = axes.high * part as f32 / 4.0;
        let place = axes.place(0.0, percent);
        ui.painter().hline(at.x_range(), place.y, theme::DIVIDER);
        if part % 2 == 0 {
            rule(ui, &format!("{percent:.0}"), Align2::RIGHT_CENTER, place - vec2(6.0, 0.0));
        }
    }
    for damage in (0..=most).step_by(step as usize) {
        let place = axes.place(damage as f32, 0.0);
        rule(ui, &damage.to_string(), Align2::CENTER_TOP, place + vec2(0.0, 3.0));
    }
    if let Some(b) = &model.b {
        curve(ui, &axes, b, ("B", colour(ODDS[2])), true);
    }
    curve(ui, &axes, &model.a, ("A", colour(ODDS[1])), false);
    let spoken: Vec<String> = (model.a.at_least.iter().zip(1..))
        .step_by(step as usize)
        .map(|(chance, damage)| format!("{damage}: {}", number::percent(*chance)))
        .collect();
    phrase::name(&response, &format!("At least this much damage: {}", spoken.join(", ")));
    if let Some(pointed) = response.hover_pos() {
        let damage = ((pointed.x - at.left()) / at.width() * axes.most).ceil().max(1.0) as usize;
        let chance =
            |curve: &CurveModel| number::percent(curve.at_least.get(damage - 1).copied().unwrap_or(Fraction::ZERO));
        let b = model.b.as_ref().map(|b| format!(", B {}", chance(b))).unwrap_or_default();
        response.on_hover_text(format!("At least {damage}: A {}{b}", chance(&model.a)));
    }
}

/// A curve of steps in a dark casing, with signs of its own: discs, or squares where it is dashed.
fn curve(ui: &Ui, axes: &Axes, model: &CurveModel, (letter, colour): (&str, Color32), dashed: bool) {
    let mut line: Vec<Pos2> = Vec::new();
    for (chance, damage) in model.at_least.iter().zip(1_u16..) {
        let percent = chance.to_f64() as f32 * 100.0;
        line.push(axes.place(f32::from(damage) - 1.0, percent));
        line.push(axes.place(f32::from(damage), percent));
    }
    let Some(last) = line.last().copied() else { return };
    line.push(pos2(last.x, axes.at.bottom()));
    let casing = self::colour(TABLE);
    ui.painter().add(Shape::line(line.clone(), Stroke::new(5.0, casing)));
    let stroke = Stroke::new(2.0, colour);
    if dashed {
        ui.painter().extend(Shape::dashed_line(&line, stroke, 9.0, 4.0));
    } else {
        ui.painter().add(Shape::line(line.clone(), stroke));
    }
    let every = (model.at_least.len() / 5).max(1);
    for (chance, damage) in model.at_least.iter().zip(1_u16..).step_by(every) {
        let at = axes.place(f32::from(damage) - 0.5, chance.to_f64() as f32 * 100.0);
        if dashed {
            ui.painter().rect_filled(Rect::from_center_size(at, vec2(7.0, 7.0)), 0.0, colour);
        } else {
            ui.painter().circle_filled(at, 3.5, colour);
        }
    }
    if let Some(first) = line.first() {
        let sizes = Sizes::of(ui.ctx());
        let galley = Phrase::figures(letter, sizes.second).colour(colour).line(ui);
        let place = Align2::LEFT_BOTTOM.anchor_size(*first + vec2(4.0, -2.0), galley.size());
        let place = if place.top() < axes.at.top() - 6.0 { place.translate(vec2(0.0, 22.0)) } else { place };
        phrase::paint(ui, galley, Align2::CENTER_CENTER, place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_has_a_row_for_each_damage_and_a_column_for_each_attack() {
        let curve = |name: &str, chances: &[u128]| CurveModel {
            name: name.into(),
            at_least: chances.iter().map(|chance| Fraction::new(*chance, 100)).collect(),
            figures: (Fraction::ZERO, Fraction::ZERO, Fraction::ZERO),
        };
        let mut both = CurvesModel { a: curve("a \"sharp\" one", &[50, 20]), b: None };
        assert_eq!(both.csv(), "at least,\"a \"\"sharp\"\" one\"\n1,0.500000\n2,0.200000\n");
        both.b = Some(curve("b", &[25, 10, 5]));
        assert_eq!(both.csv().lines().last(), Some("3,0.000000,0.050000"));
    }

    #[test]
    fn axes_end_at_round_numbers() {
        assert_eq!([1, 2, 3, 6, 11, 21, 99].map(round_up), [1, 2, 5, 10, 20, 50, 100]);
    }
}
