//! "What would you do?": the computer's best choices for the open decision, each with the terms of its score. The card
//! is in the dock or, where there is no dock, in the list in place of the forecast. Pointing at a choice draws it on
//! the board; the first press makes it the plan and shows its forecast, the second carries it out.

use bevy_egui::egui::{
    Align2, Frame, Id, Key, Margin, Modifiers, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, WidgetType, pos2,
    vec2,
};

use super::{
    intent::Intent,
    keys::DIGITS,
    weighed::{WeighedTerm, in_a_line, points},
};
use crate::board::art::icons::Icon;
use crate::panels::{
    theme::{self, Sizes},
    widgets::{Phrase, control, cost, frame, offer::key_cap, phrase, picture},
};

/// The card's title: whose choices these are.
const TITLE: &str = "The computer would";

/// The title, with the fighter's name if several answer on one page: "For Mott the computer would".
fn title(model: &AdviceModel) -> String {
    if model.whom.is_empty() { TITLE.into() } else { format!("For {} the computer would", model.whom) }
}

/// The most terms shown for a choice.
const TERMS: usize = 5;

/// What the computer would do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AdviceModel {
    /// Progress from 0 to 1 while the computer thinks.
    pub thinking: Option<f32>,
    /// Its best choices, best first.
    pub advised: Vec<AdvisedModel>,
    /// The index of the choice drawn on the board.
    pub marked: usize,
    /// The index of the choice laid as the plan: the button carries it out, and its forecast is shown.
    pub laid: Option<usize>,
    /// Whether the terms are hidden to make room for the forecast of another choice.
    pub folded: bool,
    /// The fighter whose choices these are if others answer on the same page; otherwise empty.
    pub whom: String,
}

/// One of the computer's choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdvisedModel {
    /// "Strike Nib with sword".
    pub words: String,
    /// Its score in hundredths of a point; `None` if it was compared with no other.
    pub score: Option<i32>,
    /// The terms of the score in hundredths of a point, largest first.
    pub terms: Vec<WeighedTerm>,
    /// Enemies who may strike on the way, with the odds.
    pub strikes: Vec<String>,
}

impl AdviceModel {
    /// What pressing a choice does: the first press lays it, the second carries it out.
    fn pressed(&self, place: usize) -> Intent {
        if self.laid == Some(place) { Intent::Commit } else { Intent::LayAdvice(place) }
    }

    /// The id under which the card's height is remembered: made of everything the height depends on.
    fn height_id(&self) -> Id {
        let of = |advised: &AdvisedModel| {
            let strikes = advised.strikes.iter().map(String::len);
            let terms = advised.terms.iter().map(|(words, _)| words.len());
            (advised.words.len(), terms.chain(strikes).sum::<usize>())
        };
        let words: Vec<(usize, usize)> = self.advised.iter().map(of).collect();
        Id::new(("advice height", words, self.laid.map(|_| self.marked), self.folded))
    }
}

/// The height of the card, at most `most`.
pub fn plan(ui: &mut Ui, model: &AdviceModel, most: f32) -> f32 {
    frame::natural_height(ui, model.height_id(), |ui| _ = card(ui, model)).min(most.max(0.0))
}

/// Shows the card at the top of the free room, at most `height` high; what does not fit scrolls.
pub fn show(ui: &mut Ui, model: &AdviceModel, height: f32) -> Option<Intent> {
    frame::scroll_measured(ui, ("advice", model.height_id()), height, |ui| card(ui, model))
}

fn card(ui: &mut Ui, model: &AdviceModel) -> Option<Intent> {
    let frame = Frame::new()
        .fill(theme::CARD)
        .stroke(theme::CHOSEN_EDGE)
        .corner_radius(theme::CARD_RADIUS)
        .inner_margin(Margin::symmetric(9, 5));
    let shown = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 2.0;
        let mut intent = head(ui, model);
        for (place, advised) in model.advised.iter().enumerate() {
            intent = choice(ui, model, (place, advised)).or(intent.take());
        }
        intent
    });
    shown.inner
}

/// The title, how far the thinking has got, and a cross that closes the card.
fn head(ui: &mut Ui, model: &AdviceModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let at = cost::line(ui, sizes.row - 3.0);
    let cross = Rect::from_center_size(pos2(at.right() - at.height() / 2.0, at.center().y), Vec2::splat(at.height()));
    let rest = Rect::from_min_max(at.min, pos2(cross.left() - 6.0, at.bottom()));
    let title = Phrase::words(title(model), sizes.offer).strong().elided(ui, rest.width());
    let end = phrase::paint(ui, title, Align2::LEFT_CENTER, rest).right();
    let words = match (model.thinking, model.laid) {
        _ if model.advised.is_empty() => {
            model.thinking.map_or_else(|| "thinking".into(), |share| format!("thinking, {:.0} %", share * 100.0))
        }
        (_, Some(_)) => "press again to do it".into(),
        _ => String::new(),
    };
    let room = rest.right() - end - 8.0;
    if !words.is_empty() && room > 0.0 {
        let galley = Phrase::words(&words, sizes.second).second().elided(ui, room);
        phrase::paint(ui, galley, Align2::RIGHT_CENTER, rest);
    }
    let response = ui.interact(rest, Id::new("advice head"), Sense::hover());
    phrase::name(&response, format!("{} {words}", self::title(model)).trim_end());
    let response = ui.interact(cross, Id::new("put the advice away"), Sense::click());
    control::ground(ui, &response, theme::FIELD_RADIUS, false);
    picture::icon(ui, Icon::Close, theme::TEXT, cross.shrink(at.height() * 0.25));
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, "Close the advice"));
    response.clicked().then_some(Intent::Advise)
}

/// One choice with its score, and its terms unless another choice's forecast needs the room. Pointing at it marks it,
/// pressing lays it, pressing again carries it out.
fn choice(ui: &mut Ui, model: &AdviceModel, (place, advised): (usize, &AdvisedModel)) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let (is_marked, is_laid) = (place == model.marked, model.laid == Some(place));
    let terms = in_a_line(&advised.terms, TERMS);
    let terms = if terms.is_empty() { "Nothing else can be done".into() } else { terms };
    let inset = 8.0;
    let told = !model.folded && (model.laid.is_none() || is_marked);
    let room = ui.available_width() - 2.0 * inset;
    let below = told.then(|| Phrase::words(&terms, sizes.second).second().lay(ui, room));
    // Strikes on the way are always shown.
    let strikes = advised.strikes.join("; ");
    let risk = (!strikes.is_empty()).then(|| Phrase::words(&strikes, sizes.second).colour(theme::WARN).lay(ui, room));
    // The title takes as many lines as it needs.
    let score = advised.score.map_or_else(String::new, points);
    let figure = Phrase::figures(&score, sizes.body).line(ui);
    let cap = 2.0 * (Phrase::figures("0", sizes.rule + 0.5).line(ui).size().x + 10.0);
    let title = Phrase::words(&advised.words, sizes.offer);
    let title = if is_marked { title.strong() } else { title };
    let title = title.lay(ui, ui.available_width() - 2.0 * inset - cap - figure.size().x - 16.0);
    let line = sizes.row.max(24.0).max(title.size().y + 6.0);
    let told = [&below, &risk].into_iter().flatten().map(|words| words.size().y + 3.0);
    let height = line + told.sum::<f32>();
    let (at, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let response = ui.interact(at, Id::new(("advised", place)), Sense::click());
    if is_laid {
        ui.painter().rect(at, theme::CARD_RADIUS, theme::CHOSEN, theme::CHOSEN_EDGE, StrokeKind::Inside);
    } else if is_marked {
        let edge = Stroke::new(1.4, theme::MAY);
        ui.painter().rect(at, theme::CARD_RADIUS, theme::PANEL, edge, StrokeKind::Inside);
    } else if response.hovered() {
        ui.painter().rect_filled(at, theme::CARD_RADIUS, theme::CARD_HOVER);
    }
    control::focus_ring(ui, at, &response);
    let upper = Rect::from_min_size(at.min + vec2(inset, 0.0), vec2(at.width() - 2.0 * inset, line));
    // As in the rows of an open group: the key that opened the card, then the digit.
    let first = key_cap(ui, "H", upper);
    let rest = Rect::from_min_max(pos2(first.right() - 1.0, upper.top()), upper.max);
    let cap = key_cap(ui, &(place + 1).to_string(), rest);
    let right = phrase::paint(ui, figure, Align2::RIGHT_CENTER, upper).left();
    let words = Rect::from_min_max(pos2(cap.right() + 8.0, upper.top()), pos2(right - 8.0, upper.bottom()));
    phrase::paint(ui, title, Align2::LEFT_CENTER, words);
    let mut top = upper.bottom();
    for words in [below, risk].into_iter().flatten() {
        let rest = Rect::from_min_max(pos2(upper.left(), top), at.max);
        top = phrase::paint(ui, words, Align2::LEFT_TOP, rest).bottom() + 3.0;
    }
    let terms = if strikes.is_empty() { terms } else { format!("{terms}; {strikes}") };
    let spoken = format!("{}: {}, {score}, {terms}", place + 1, advised.words);
    response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, true, is_laid, &spoken));
    let clicked = response.clicked() && !(is_laid && response.double_clicked());
    // A resting pointer marks nothing, nor does a moving one once a choice is laid.
    let is_pointing = model.laid.is_none() && ui.input(|input| input.pointer.delta() != Vec2::ZERO);
    let hovered = is_pointing && response.hovered();
    response.on_hover_text(format!("{}: {terms}", advised.words));
    if clicked {
        return Some(model.pressed(place));
    }
    (hovered && !is_marked).then_some(Intent::MarkAdvice(place))
}

/// The keys while the card is shown: a digit lays its choice, Enter the marked one; a second press carries it out. If
/// something else is chosen, Enter does what the button says.
pub(super) fn keys(ui: &Ui, model: &AdviceModel, has_chosen: bool) -> Option<Intent> {
    let plain = |key: Key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    if plain(Key::Escape) {
        return Some(Intent::Advise);
    }
    let digits = DIGITS.into_iter().skip(1).take(model.advised.len()).enumerate();
    let pressed = digits.into_iter().find(|(_, key)| plain(*key)).map(|(place, _)| place);
    if let Some(place) = pressed {
        return Some(model.pressed(place));
    }
    let is_meant = model.laid.is_some() || !has_chosen;
    let marked = model.laid.unwrap_or(model.marked);
    (is_meant && !model.advised.is_empty() && plain(Key::Enter)).then(|| model.pressed(marked))
}
