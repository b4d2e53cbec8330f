//! The right panel: who decides, the question, the offers, the forecast.

use bevy_egui::egui::{
    Align2, Frame, Id, Margin, Rect, ScrollArea, Sense, Stroke, Ui, Vec2, WidgetInfo, WidgetType, pos2,
    scroll_area::ScrollBarVisibility, vec2,
};

use super::{
    body, forecast,
    intent::Intent,
    keys::settle,
    model::{BattleModel, OfferModel, QuestionModel, RowModel, ThinkingModel},
};
use crate::panels::{
    theme::{self, Sizes},
    widgets::{
        Button, Phrase, bars, control, cost, offer,
        offer::{OfferRow, Pressed},
        phrase, section, segments,
        segments::Segment,
        side, terms,
    },
};

/// Rows of offers that stay visible even if the forecast needs room.
const FEWEST: f32 = 4.0;

/// Shows the right panel in all the room there is.
pub fn show(ui: &mut Ui, model: &BattleModel) -> Option<Intent> {
    let height = ui.available_height();
    let area = ScrollArea::vertical().id_salt("right panel").max_height(height).auto_shrink([false, false]);
    // Hardly ever higher than the window; a bar that comes and goes would shift everything.
    let area = area.scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden);
    area.show(ui, |ui| contents(ui, model, height)).inner
}

fn contents(ui: &mut Ui, model: &BattleModel, height: f32) -> Option<Intent> {
    let top = ui.cursor().top();
    let mut intent = None;
    if let Some(actor) = &model.actor {
        intent = body::actor(ui, actor).map(Intent::OpenRule);
    }
    if let Some(question) = &model.question {
        intent = banner(ui, question).or(intent);
    }
    if let Some(thinking) = &model.thinking {
        return think(ui, thinking).or(intent);
    }
    if !model.offers.is_empty() {
        section(ui, "Choices");
        let below = Id::new("forecast height");
        let forecast_height = ui.data(|data| data.get_temp::<f32>(below)).unwrap_or(0.0);
        let used = ui.cursor().top() - top;
        intent = choices(ui, model, height - used - forecast_height).or(intent);
        let start = ui.cursor().top();
        if let Some(forecast) = &model.forecast {
            intent = forecast::show(ui, forecast).or(intent);
        }
        let measured = ui.cursor().top() - start;
        if (measured - forecast_height).abs() > 0.5 {
            ui.data_mut(|data| data.insert_temp(below, measured));
            ui.ctx().request_repaint();
        }
    }
    intent
}

/// Whose decision it is, unless it is simply somebody's turn.
fn banner(ui: &mut Ui, model: &QuestionModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let frame = Frame::new()
        .fill(theme::CARD)
        .stroke(Stroke::new(2.0, side::colour(model.team)))
        .corner_radius(theme::CARD_RADIUS)
        .inner_margin(Margin::symmetric(10, 6))
        .outer_margin(Margin { top: 4, ..Margin::ZERO });
    let shown = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            let mark = sizes.offer + 4.0;
            let (at, response) = ui.allocate_exact_size(Vec2::splat(mark), Sense::hover());
            side::badge(ui, model.team, None, at.shrink(1.0));
            response.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, model.team.name()));
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                Phrase::words(format!("{} decides", model.team), sizes.second).second().show(ui);
                Phrase::words(&model.question.title, sizes.offer).strong().show(ui);
                ui.horizontal_wrapped(|ui| {
                    if !model.question.about.is_empty() {
                        Phrase::words(&model.question.about, sizes.second).second().show(ui);
                    }
                    terms::rule_id(ui, model.question.rule)
                })
                .inner
            })
            .inner
        })
        .inner
    });
    shown.inner.then_some(Intent::OpenRule(model.question.rule))
}

/// The progress of a thinking computer, and a button to hurry it.
fn think(ui: &mut Ui, model: &ThinkingModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let words = format!("{} thinks for {}", model.team, model.name);
    section(ui, "Computer");
    Phrase::words(&words, sizes.offer).show(ui);
    ui.add_space(4.0);
    bars::progress(ui, model.done, &words);
    ui.add_space(8.0);
    Button::new("Play now").key("Esc").show(ui).then_some(Intent::PlayNow)
}

/// The offers, in a list that scrolls if they need more room than they are given.
fn choices(ui: &mut Ui, model: &BattleModel, room: f32) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let gap = sizes.gap;
    let pitch = sizes.row + gap;
    let more = sizes.second + 6.0;
    let state = Id::new("choices height");
    let kind = kind_of(ui, model);
    let known = ui.data(|data| data.get_temp::<(Id, f32)>(state)).filter(|(of, _)| *of == kind);
    let natural = known.map_or(0.0, |(_, natural)| natural);
    let brief = natural > room;
    let height = if natural > room { (room - more - 10.0).max(FEWEST * pitch) } else { natural.max(room) };
    let mut intent = None;
    let mut hidden = 0;
    let area = ScrollArea::vertical().id_salt("choices").max_height(height).auto_shrink([false, true]);
    let shown = area.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = gap;
        let bottom = ui.clip_rect().bottom();
        // What is refused comes last, with its reason.
        let (open, refused): (Vec<_>, Vec<_>) =
            model.offers.iter().enumerate().partition(|(_, offer)| offer.refusal.is_none());
        for (index, one) in open.into_iter().chain(refused) {
            let chosen = model.chosen == Some(index);
            let before = ui.cursor().top();
            intent = one_offer(ui, index, one, (chosen, brief, model.question.is_some())).or(intent.take());
            let after = ui.cursor().top();
            hidden += usize::from(before + sizes.row * 0.6 > bottom);
            if chosen && remember(ui, index) {
                ui.scroll_to_rect(Rect::from_min_max(pos2(0.0, before), pos2(1.0, after)), None);
            }
        }
    });
    if known.is_none() {
        ui.data_mut(|data| data.insert_temp(state, (kind, shown.content_size.y)));
        ui.ctx().request_repaint();
    }
    if hidden > 0 {
        let at = cost::line(ui, more);
        let words = format!("{hidden} more");
        if control::link(ui, Phrase::words(&words, sizes.second), &words, at, ui.id().with("more")) {
            let mut scrolled = shown.state;
            scrolled.offset.y += height * 0.8;
            scrolled.store(ui.ctx(), shown.id);
        }
    }
    intent
}

/// What the height of the list depends on, in one number.
fn kind_of(ui: &Ui, model: &BattleModel) -> Id {
    let written = |offer: &OfferModel| (offer.title.len(), offer.about.len(), offer.rows.len());
    let offers: Vec<_> = model.offers.iter().map(written).collect();
    Id::new((offers, model.chosen, model.question.is_some(), Sizes::of(ui.ctx()).roomy))
}

/// Whether another offer is open than in the pass before.
fn remember(ui: &Ui, chosen: usize) -> bool {
    let id = Id::new("open offer");
    let old = ui.data(|data| data.get_temp::<usize>(id));
    ui.data_mut(|data| data.insert_temp(id, chosen));
    old != Some(chosen)
}

fn one_offer(
    ui: &mut Ui,
    index: usize,
    model: &OfferModel,
    (chosen, brief, asked): (bool, bool, bool),
) -> Option<Intent> {
    let key = model.key.map(String::from);
    let row = OfferRow {
        id: Id::new(("offer", index)),
        key: key.as_deref(),
        title: &model.title,
        about: &model.about,
        cost: model.cost,
        refusal: model.refusal.as_ref(),
        chosen,
        brief,
    };
    let (pressed, open) = offer::offer(ui, row, |ui| open_offer(ui, index, model, asked));
    let intent = pressed.map(|pressed| match pressed {
        Pressed::Offer => Intent::ChooseOffer(index),
        Pressed::Rule(rule) => Intent::OpenRule(rule),
    });
    intent.or(open.flatten())
}

/// What is under the name of the open offer. In one's own turn targets are pressed on the board; somebody who is
/// `asked` gets buttons for them too.
fn open_offer(ui: &mut Ui, index: usize, model: &OfferModel, asked: bool) -> Option<Intent> {
    let mut intent = None;
    let sizes = Sizes::of(ui.ctx());
    let labels = model.rows.iter().map(|row| Phrase::words(&row.label, sizes.second).line(ui).size().x);
    let column = labels.fold(40.0, f32::max) + 12.0;
    for row in &model.rows {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            let (at, response) = ui.allocate_exact_size(vec2(column, sizes.segment), Sense::hover());
            let label = Phrase::words(&row.label, sizes.second).second().line(ui);
            phrase::paint(ui, label, Align2::LEFT_CENTER, at);
            phrase::name(&response, &row.label);
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 3.0;
                if let Some(value) = values(ui, row) {
                    intent = Some(settle(index, row.settles, value));
                }
            });
        });
    }
    if let Some(words) = model.commit.as_ref().filter(|_| asked || !model.is_aimed())
        && Button::new(words).key("Enter").show(ui)
    {
        intent = Some(Intent::Commit);
    }
    intent
}

/// The control that fits a row: pips for whole numbers up to eight, a stepper beyond, otherwise segments.
fn values(ui: &mut Ui, row: &RowModel) -> Option<i32> {
    let segments: Vec<Segment> = row
        .values
        .iter()
        .map(|(_, label, refusal)| Segment { label: label.clone(), refusal: refusal.clone() })
        .collect();
    let counted = row.values.len() > 1 && row.values.iter().all(|(value, label, _)| label == &value.to_string());
    let measured = row.values.iter().all(|(_, label, _)| label.starts_with(|first: char| first.is_ascii_digit()));
    let pressed = if counted && row.values.len() <= 8 {
        let (order, at) = by_number(row);
        let sorted: Vec<Segment> = order.iter().map(|index| segments[*index].clone()).collect();
        segments::pips(ui, &row.label, &sorted, at).map(|pressed| order[pressed])
    } else if measured && row.values.len() > 8 {
        let (mut order, at) = by_number(row);
        let words = &row.values[row.chosen].1;
        let step = segments::stepper(ui, &row.label, words, at > 0, at + 1 < order.len());
        step.map(|step| order.swap_remove((at as i32 + step) as usize))
    } else {
        segments::segments(ui, &row.label, &segments, row.chosen)
    };
    pressed.map(|index| row.values[index].0)
}

/// The places of a row's values from the least number to the greatest, and where the chosen one stands among them.
fn by_number(row: &RowModel) -> (Vec<usize>, usize) {
    let mut order: Vec<usize> = (0..row.values.len()).collect();
    order.sort_by_key(|index| row.values[*index].0);
    let at = order.iter().position(|index| *index == row.chosen).unwrap_or(0);
    (order, at)
}
