//! The page about who hits whom: every attack with its odds and terms, cover line by line, reach and threat.

use bevy_egui::egui::{Align2, CursorIcon, Id, Rect, Response, Sense, Ui, WidgetInfo, WidgetType, pos2, vec2};

use super::{
    changes, curve, field,
    inspector::{self, token},
    intent::Intent,
    is_wide,
    model::{AttemptModel, ChanceModel, LabModel, LinesModel, OddsModel, PairModel, ShareModel, Tint},
    pins, sweep, verdicts,
};
use crate::{
    dice::Fraction,
    panels::{
        battle::{body, forecast},
        number,
        theme::{self, Sizes},
        widgets::{
            Button, Phrase, control, phrase, section,
            segments::{self, Segment},
        },
    },
    rules::Fact,
};

/// Shows the page.
pub fn show(ui: &mut Ui, model: &LabModel) -> Option<Intent> {
    let odds = &model.odds;
    let sizes = Sizes::of(ui.ctx());
    let Some(by) = &odds.by else {
        Phrase::words("Pick who strikes, then right-click the target", sizes.body).second().show(ui);
        return tints(ui, odds);
    };
    let from = odds.from.map(|square| format!("from {square}")).unwrap_or_default();
    let mut intent = inspector::pair(ui, (by, &from), odds.on.as_ref());
    if odds.on.is_some() {
        ui.horizontal(|ui| {
            if Button::new("Swap").key("Q").show(ui) {
                intent = Some(Intent::Swap);
            }
            if Button::new("No target").key("Esc").show(ui) {
                intent = Some(Intent::Aim(None));
            }
        });
    }
    if odds.on.is_some() {
        // Above everything that differs between rulesets, so that it stays under the pointer whichever row is pressed.
        if !is_wide(ui.ctx()) {
            intent = verdicts::show(ui, &odds.verdicts, model.ruleset).or(intent);
        }
    } else {
        intent = tints(ui, odds).or(intent);
    }
    if odds.busy {
        Phrase::words("Working it out \u{2026}", sizes.second).second().show(ui);
    }
    if let Some(pair) = &odds.pair {
        intent = about_two(ui, model, pair).or(intent);
    }
    if odds.on.is_some() {
        intent = tints(ui, odds).or(intent);
    }
    intent = chances(ui, "Best attack at", &odds.at).or(intent);
    chances(ui, "Could be hit by", &odds.danger).or(intent)
}

fn tints(ui: &mut Ui, odds: &OddsModel) -> Option<Intent> {
    section(ui, "Shown on the board");
    let values = Tint::ALL.map(|tint| Segment::open(tint.label()));
    let chosen = Tint::ALL.iter().position(|tint| *tint == odds.tint).unwrap_or(0);
    segments::segments(ui, "Shown on the board", &values, chosen).map(|place| Intent::Tint(Tint::ALL[place]))
}

/// Buttons that jump to the parts of the page, above everything that scrolls.
pub fn jumps(ui: &mut Ui, odds: &OddsModel) {
    if odds.by.is_none() || odds.on.is_none() {
        return;
    }
    let values = Part::ALL.map(|part| Segment::open(part.label()));
    // None of them is ever selected: each just jumps.
    if let Some(place) = segments::segments(ui, "Go to", &values, usize::MAX) {
        ui.data_mut(|data| data.insert_temp(Id::new(JUMP), Part::ALL[place]));
    }
}

/// The key under which the part to jump to is kept.
const JUMP: &str = "lab odds jump";

/// A part of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Part {
    #[default]
    Attacks,
    Lines,
    Changes,
    Damage,
    Along,
    Standing,
}

impl Part {
    const ALL: [Self; 6] = [Self::Attacks, Self::Lines, Self::Changes, Self::Damage, Self::Along, Self::Standing];

    const fn label(self) -> &'static str {
        match self {
            Self::Attacks => "Attacks",
            Self::Lines => "Lines",
            Self::Changes => "Changes",
            Self::Damage => "Damage",
            Self::Along => "Numbers",
            Self::Standing => "Both",
        }
    }

    /// Marks the start of the part: if it is the one to jump to, it is scrolled to the top.
    fn begins(self, ui: &mut Ui) {
        if ui.data(|data| data.get_temp(Id::new(JUMP))) == Some(self) {
            ui.data_mut(|data| data.remove_temp::<Self>(Id::new(JUMP)));
            ui.scroll_to_cursor(Some(bevy_egui::egui::Align::TOP));
        }
    }
}

fn about_two(ui: &mut Ui, model: &LabModel, pair: &PairModel) -> Option<Intent> {
    let odds = &model.odds;
    let sizes = Sizes::of(ui.ctx());
    let mut intent = None;
    Part::Attacks.begins(ui);
    section(ui, "Attacks");
    for (place, attempt) in pair.attempts.iter().enumerate() {
        if attempt_row(ui, attempt, place == pair.chosen && attempt.outcome.is_ok()) {
            intent = Some(match &attempt.outcome {
                Ok(_) => Intent::Attempt(place),
                Err((_, rule)) => Intent::OpenRule(*rule),
            });
        }
    }
    if pair.attempts.is_empty() {
        Phrase::words("No attack is possible", sizes.body).second().show(ui);
    }
    if !pair.note.is_empty() {
        Phrase::words(&pair.note, sizes.second).second().show(ui);
    }
    if let Some(shown) = &pair.forecast {
        intent = forecast::whole(ui, shown).map(Intent::OpenRule).or(intent);
        if let Some(is_pinned) = pair.pinned {
            let words = if is_pinned { "Pinned: a trial expects this" } else { "Pin: this must hold" };
            if Button::new(words).key("P").show(ui) {
                intent = Some(Intent::Pin);
            }
        }
    }
    intent = way(ui, &pair.shares).or(intent);
    intent = pins::show(ui, model).or(intent);
    intent = rolled(ui, pair).or(intent);
    Part::Lines.begins(ui);
    intent = lines(ui, &pair.lines).or(intent);
    Part::Changes.begins(ui);
    intent = changes::show(ui, &odds.changes).or(intent);
    Part::Damage.begins(ui);
    if let Some(curves) = &pair.curves {
        intent = curve::show(ui, curves).or(intent);
    }
    Part::Along.begins(ui);
    if let Some(model) = &odds.sweep {
        intent = sweep::show(ui, model).or(intent);
    }
    Part::Standing.begins(ui);
    section(ui, "Where they stand");
    let rule = pair.facts.iter().filter_map(|fact| body::fact(ui, fact)).last();
    rule.map(Intent::OpenRule).or(intent)
}

/// The way from the numbers to the chance: which shares of all rolls are lost to what, and what is left.
fn way(ui: &mut Ui, shares: &[ShareModel]) -> Option<Intent> {
    if shares.is_empty() {
        return None;
    }
    let fact =
        |label: &str, words: String, rule| Fact { label: label.to_owned().into(), value: String::new(), words, rule };
    let hits: u32 = shares.iter().filter(|share| share.lands).map(|share| share.percent).sum();
    section(ui, &format!("From these numbers to {hits} %"));
    let mut rows = vec![fact("All rolls", "100 %".into(), None)];
    let lost = shares.iter().filter(|share| !share.lands);
    rows.extend(lost.map(|share| fact(&share.words, format!("\u{2212}{} %", share.percent), share.rule)));
    rows.push(fact("Hits", format!("{hits} %"), None));
    let landed: Vec<&ShareModel> = shares.iter().filter(|share| share.lands).collect();
    if landed.len() > 1 {
        let part = |share: &&ShareModel| fact(&share.words, format!("of which {} %", share.percent), share.rule);
        rows.extend(landed.iter().map(part));
    }
    let pressed = rows.iter().filter(|row| line(ui, row).clicked()).last()?;
    pressed.rule.map(Intent::OpenRule)
}

/// The lines that decide cover, one per row, and the result. Only the line pointed at is drawn on the board.
fn lines(ui: &mut Ui, lines: &LinesModel) -> Option<Intent> {
    if lines.rows.is_empty() {
        return None;
    }
    section(ui, &lines.heading);
    let (mut rule, mut pointed) = (None, None);
    for (place, row) in lines.rows.iter().enumerate() {
        let response = line(ui, row);
        if response.clicked() {
            rule = row.rule;
        }
        if response.hovered() {
            pointed = Some(place);
        }
    }
    let verdict = lines.verdict.as_ref().filter(|verdict| line(ui, verdict).clicked());
    rule = verdict.and_then(|verdict| verdict.rule).or(rule);
    let turned = (pointed != lines.alone).then_some(Intent::PointLine(pointed));
    rule.map(Intent::OpenRule).or(turned)
}

/// A row: its label, its words and its rule.
fn line(ui: &mut Ui, row: &Fact) -> Response {
    const GAP: f32 = 10.0;
    let sizes = Sizes::of(ui.ctx());
    let width = ui.available_width();
    // Figures leave more room for the label than words do.
    let share = if row.words.chars().count() <= 12 { 0.6 } else { 0.4 };
    let id = row.rule.map_or("", |rule| rule.0);
    let id_words = Phrase::figures(id, sizes.rule);
    let id_width = id_words.line(ui).size().x;
    let label = Phrase::words(&*row.label, sizes.second + 0.5).lay(ui, width * share);
    let rest = width - label.size().x - id_width - 2.0 * GAP;
    let words = Phrase::words(&row.words, sizes.second).second().lay(ui, rest);
    let height = label.size().y.max(words.size().y) + 5.0;
    let (at, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
    if response.hovered() {
        ui.painter().rect_filled(at, theme::BAR_RADIUS, theme::CARD_HOVER);
    }
    phrase::paint(ui, label, Align2::LEFT_CENTER, at);
    let id_at = control::link_words(ui, id_words, (Align2::RIGHT_CENTER, at), response.hovered());
    phrase::paint(ui, words, Align2::RIGHT_CENTER, at.with_max_x(id_at.left() - GAP));
    ui.painter().hline(at.x_range(), at.bottom(), theme::DIVIDER);
    control::focus_ring(ui, at, &response);
    phrase::name(&response, &format!("{}, {} {id}", row.label, row.words));
    if row.rule.is_some() { response.on_hover_cursor(CursorIcon::PointingHand) } else { response }
}

/// The attack stepped through die by die, with chosen faces.
fn rolled(ui: &mut Ui, pair: &PairModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let mut intent = None;
    pair.forecast.as_ref()?;
    let Some(rolled) = &pair.rolled else {
        ui.data_mut(|data| data.remove_temp::<(usize, usize, usize)>(Id::new("lab dice shown")));
        return Button::new("What if it were rolled").key("I").show(ui).then_some(Intent::Roll);
    };
    let began = ui.cursor().top();
    section(ui, "What if it were rolled");
    for line in &rolled.told {
        Phrase::words(line, sizes.second).show(ui);
    }
    if let Some(fault) = &rolled.fault {
        Phrase::words(fault, sizes.second).colour(theme::WARN).show(ui);
    }
    let number = rolled.faces.len() + 1;
    match rolled.next {
        Some((low, high)) => {
            let what = if rolled.asked.is_empty() { String::new() } else { format!(" ({})", rolled.asked) };
            Phrase::words(format!("Die {number}{what} shows, from {low} to {high}"), sizes.second).second().show(ui);
            if high - low < 20 {
                ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().item_spacing.x = 3.0;
                    for face in low..=high {
                        if die(ui, &face.to_string(), &format!("Die {number}: {face}")) {
                            intent = Some(Intent::Face(face));
                        }
                    }
                });
            } else if let Some(face) = field::fresh(ui, &format!("Die {number}"), low.into()..=high.into(), 120.0) {
                intent = Some(Intent::Face(face as i32));
            }
        }
        None => {
            Phrase::words("All dice have been rolled", sizes.second).second().show(ui);
        }
    }
    ui.horizontal(|ui| {
        if let Some(last) = rolled.faces.last()
            && Button::new(&format!("Take back {last}")).show(ui)
        {
            intent = Some(Intent::Unroll);
        }
        if Button::new("Done").key("I").show(ui) {
            intent = Some(Intent::Roll);
        }
    });
    // When it has just been opened or has grown, it is scrolled into view.
    let id = Id::new("lab dice shown");
    let shown = (pair.chosen, rolled.told.len(), rolled.faces.len());
    if ui.data(|data| data.get_temp(id)) != Some(shown) {
        let all = Rect::from_min_max(pos2(ui.min_rect().left(), began), pos2(ui.min_rect().right(), ui.cursor().top()));
        ui.scroll_to_rect(all, None);
        ui.data_mut(|data| data.insert_temp(id, shown));
    }
    intent
}

/// A face of a die that can be chosen.
fn die(ui: &mut Ui, face: &str, spoken: &str) -> bool {
    let sizes = Sizes::of(ui.ctx());
    let (at, response) = ui.allocate_exact_size(vec2(sizes.segment + 8.0, sizes.segment + 4.0), Sense::click());
    control::ground(ui, &response, theme::BAR_RADIUS, false);
    phrase::paint(ui, Phrase::figures(face, sizes.second).line(ui), Align2::CENTER_CENTER, at);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, spoken));
    response.clicked()
}

/// An attack in one row: its name, its chance and mean damage, or its refusal.
fn attempt_row(ui: &mut Ui, attempt: &AttemptModel, chosen: bool) -> bool {
    let sizes = Sizes::of(ui.ctx());
    let (about, figures, open) = match &attempt.outcome {
        Ok((chance, of, Fraction::ZERO)) => (of.clone(), number::percent(*chance), true),
        Ok((chance, of, mean)) => (format!("mean {}, {of}", number::tenths(*mean)), number::percent(*chance), true),
        Err((words, rule)) => (words.clone(), rule.0.to_owned(), false),
    };
    let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), sizes.row), Sense::click());
    if open {
        control::ground(ui, &response, theme::CARD_RADIUS, chosen);
    } else {
        control::dashed(ui, at);
        control::focus_ring(ui, at, &response);
    }
    let room = at.shrink2(vec2(10.0, 0.0));
    let size = if open { sizes.body } else { sizes.rule };
    let figures_words = Phrase::figures(&figures, size);
    let place = (Align2::RIGHT_CENTER, room);
    let right = match open {
        true => phrase::paint(ui, figures_words.strong().line(ui), place.0, place.1),
        false => control::link_words(ui, figures_words, place, response.hovered()),
    };
    let title = Phrase::words(&attempt.title, sizes.body).elided(ui, room.width() * 0.5);
    let title = phrase::paint(ui, title, Align2::LEFT_CENTER, room);
    let rest = Rect::from_min_max(pos2(title.right() + 10.0, at.top()), pos2(right.left() - 8.0, at.bottom()));
    let mut is_cut = rest.width() <= 10.0;
    if !is_cut {
        let about = Phrase::words(&about, sizes.second).second().elided(ui, rest.width());
        is_cut = about.elided;
        phrase::paint(ui, about, Align2::RIGHT_CENTER, rest);
    }
    let spoken = format!("{}, {about}, {figures}", attempt.title);
    response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, open, chosen, &spoken));
    let clicked = response.clicked();
    let response = response.on_hover_cursor(CursorIcon::PointingHand);
    if is_cut {
        response.on_hover_text(&about);
    }
    clicked
}

fn chances(ui: &mut Ui, name: &str, all: &[ChanceModel]) -> Option<Intent> {
    if all.is_empty() {
        return None;
    }
    section(ui, name);
    let mut intent = None;
    for target in all {
        let about = match &target.chance {
            Ok(chance) => number::percent(*chance),
            Err(words) => words.clone(),
        };
        if token(ui, &target.token, &about, ui.available_width()) {
            intent = Some(Intent::Aim(Some(target.token.key)));
        }
    }
    intent
}
