//! Containers: section headers, cards, warnings, plates, dialogs, lists that scroll.

use bevy_egui::egui::{
    Align, Align2, Area, Context, Frame, Id, Layout, Margin, Modal, Order, Rect, ScrollArea, Sense, Stroke, TextStyle,
    Ui, UiBuilder, Vec2, WidgetInfo, WidgetType, pos2, vec2,
};

use super::{control, cost::line, phrase, phrase::Phrase, picture, terms};
use crate::board::art::icons::Icon;
use crate::panels::theme::{self, Sizes};
use crate::rules::RuleId;

/// A section's name with a line under it.
pub fn section(ui: &mut Ui, name: &str) {
    let sizes = Sizes::of(ui.ctx());
    ui.add_space(if sizes.roomy { 8.0 } else { 2.0 });
    Phrase::words(name, sizes.second).second().show(ui);
    ui.add_space(-2.0);
    let at = line(ui, 2.0);
    ui.painter().hline(at.x_range(), at.center().y, theme::DIVIDER);
    ui.add_space(if sizes.roomy { 2.0 } else { 0.0 });
}

/// A row of controls and their words, all centred on one line.
pub fn row<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let height = control_height(ui);
    let layout = Layout::left_to_right(Align::Center);
    let inner = ui.allocate_ui_with_layout(vec2(ui.available_width(), height), layout, |ui| {
        // A combo box needs this height from the start, or it would hang below the centre.
        ui.spacing_mut().interact_size.y = height;
        add(ui)
    });
    inner.inner
}

/// The height of the highest control of a row, a combo box, in points.
pub fn control_height(ui: &Ui) -> f32 {
    ui.text_style_height(&TextStyle::Button) + 2.0 * ui.spacing().button_padding.y
}

/// A card at rest.
pub fn card() -> Frame {
    Frame::new()
        .fill(theme::CARD)
        .stroke(theme::EDGE)
        .corner_radius(theme::CARD_RADIUS)
        .inner_margin(Margin::symmetric(12, 8))
}

/// A plate over the board: ink, with an edge in a colour.
pub fn plate(edge: bevy_egui::egui::Color32) -> Frame {
    Frame::new()
        .fill(theme::INK)
        .stroke(Stroke::new(1.4, edge))
        .corner_radius(theme::CARD_RADIUS)
        .inner_margin(Margin::symmetric(12, 7))
}

/// A risk: title, a line about it, and its rule. Returns the rule if it was pressed.
pub fn warning(ui: &mut Ui, title: &str, about: &str, rule: Option<RuleId>) -> Option<RuleId> {
    let sizes = Sizes::of(ui.ctx());
    let side = sizes.offer + 4.0;
    let frame = Frame::new()
        .stroke(Stroke::new(1.4, theme::WARN))
        .corner_radius(theme::CARD_RADIUS)
        .inner_margin(Margin::symmetric(10, if sizes.roomy { 8 } else { 3 }));
    let shown = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            let (at, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
            picture::icon(ui, Icon::Warning, theme::WARN, at);
            response.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, "Risk"));
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                Phrase::words(title, sizes.body).show(ui);
                let pressed = ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().item_spacing.x = 5.0;
                    if !about.is_empty() {
                        Phrase::words(about, sizes.second).second().show(ui);
                    }
                    rule.filter(|rule| terms::rule_id(ui, *rule))
                });
                pressed.inner
            })
            .inner
        })
        .inner
    });
    shown.inner
}

/// A dialog over everything: a title, a cross, the content. Returns what the content returns, and whether to close the
/// dialog.
pub fn dialog<R>(ctx: &Context, title: &str, width: f32, content: impl FnOnce(&mut Ui) -> R) -> (R, bool) {
    dialog_of(ctx, title, width, false, content)
}

/// Like [`dialog`], but scrolled to the end of its content at first.
pub fn dialog_at_end<R>(ctx: &Context, title: &str, width: f32, content: impl FnOnce(&mut Ui) -> R) -> (R, bool) {
    dialog_of(ctx, title, width, true, content)
}

fn dialog_of<R>(ctx: &Context, title: &str, width: f32, at_end: bool, content: impl FnOnce(&mut Ui) -> R) -> (R, bool) {
    let room = ctx.content_rect().size();
    let frame = Frame::new().fill(theme::PANEL).stroke(theme::EDGE).corner_radius(theme::CARD_RADIUS).inner_margin(16);
    let modal = Modal::new(Id::new(("dialog", title))).frame(frame).backdrop_color(theme::TABLE.gamma_multiply(0.6));
    let shown = modal.show(ctx, |ui| {
        let sizes = Sizes::of(ctx);
        ui.set_width(width.min(room.x - 64.0));
        ui.set_max_height(room.y - 80.0);
        let close = ui
            .horizontal(|ui| {
                Phrase::words(title, sizes.name).strong().show_line(ui);
                let right = Layout::right_to_left(Align::Center);
                ui.with_layout(right, |ui| control::icon_button(ui, Icon::Close, "Close", sizes.row)).inner
            })
            .inner;
        let at = line(ui, 6.0);
        ui.painter().hline(at.x_range(), at.center().y, theme::DIVIDER);
        let area = ScrollArea::vertical().id_salt(title).max_height(room.y - 150.0).auto_shrink([false, true]);
        let inner = area.stick_to_bottom(at_end).show(ui, content).inner;
        (inner, close)
    });
    let gone = shown.should_close();
    let (inner, close) = shown.inner;
    (inner, close || gone)
}

/// Covers the foot of a list's visible part with "more below" if `hidden` points are below it; otherwise a line might
/// be cut in half.
pub fn more_below(ui: &Ui, seen: Rect, hidden: f32) {
    if hidden < 4.0 {
        return;
    }
    let sizes = Sizes::of(ui.ctx());
    let strip = Rect::from_min_max(pos2(seen.left(), seen.bottom() - sizes.second - 5.0), seen.max);
    ui.painter().rect_filled(strip, 0.0, theme::PANEL);
    ui.painter().hline(strip.x_range(), strip.top(), theme::DIVIDER);
    let words = "more below";
    phrase::paint(ui, Phrase::words(words, sizes.second).second().line(ui), Align2::CENTER_CENTER, strip);
    phrase::name(&ui.interact(strip, ui.id().with(words), Sense::hover()), words);
}

/// A list that scrolls once it is higher than `height`.
pub fn scroll<R>(ui: &mut Ui, name: &str, height: f32, content: impl FnOnce(&mut Ui) -> R) -> R {
    let area = ScrollArea::vertical().id_salt(name).max_height(height).auto_shrink([false, true]);
    area.show(ui, content).inner
}

/// Like [`scroll`], but says if there is more below, and keeps the height of the content under an id so that the caller
/// can make room for it.
pub fn scroll_measured<R>(
    ui: &mut Ui,
    (name, measured): (&str, Id),
    height: f32,
    content: impl FnOnce(&mut Ui) -> Option<R>,
) -> Option<R> {
    if height <= 0.0 {
        return None;
    }
    let area = ScrollArea::vertical().id_salt(name).max_height(height).auto_shrink([false, true]);
    let shown = area.show(ui, content);
    keep_height(ui, measured, shown.content_size.y + 1.0);
    let seen = shown.inner_rect;
    more_below(ui, seen, shown.content_size.y - seen.height() - shown.state.offset.y);
    shown.inner
}

/// The height of something in the full width: as kept under an id, or else measured by an invisible layout, so that it
/// has its room from the first frame on.
pub fn natural_height(ui: &mut Ui, id: Id, content: impl FnOnce(&mut Ui)) -> f32 {
    if let Some(known) = ui.data(|data| data.get_temp::<f32>(id)) {
        return known;
    }
    let place = Rect::from_min_size(ui.cursor().min, vec2(ui.available_width(), UNSEEN));
    let mut unseen = ui.new_child(UiBuilder::new().max_rect(place).id_salt(("unseen", id)).invisible());
    content(&mut unseen);
    let height = unseen.min_rect().height() + 1.0;
    ui.data_mut(|data| data.insert_temp(id, height));
    height
}

/// The height available to the invisible layout.
const UNSEEN: f32 = 10_000.0;

/// Keeps the height of something under an id, so that room can be made for it in the next frame.
pub fn keep_height(ui: &Ui, id: Id, height: f32) {
    let known = ui.data(|data| data.get_temp::<f32>(id));
    if known.is_none_or(|known| (known - height).abs() > 0.5) {
        ui.data_mut(|data| data.insert_temp(id, height));
        ui.ctx().request_repaint();
    }
}

fn float_id(name: &str) -> Id {
    Id::new(("float", name))
}

/// Something small that floats over the board: aligned with a rectangle, and moved if needed to stay within a second
/// one. Unless it can be `pressed`, the pointer goes through it.
pub fn float<R>(
    ctx: &Context,
    (name, pressed): (&str, bool),
    at: (Align2, Rect, Rect),
    frame: Frame,
    content: impl FnOnce(&mut Ui) -> R,
) -> R {
    let (align, place, within) = at;
    let place = align.pos_in_rect(&place);
    let area = Area::new(float_id(name))
        .order(Order::Foreground)
        .pivot(align)
        .fixed_pos(place)
        .constrain_to(within)
        .interactable(pressed)
        .fade_in(false);
    area.show(ctx, |ui| frame.show(ui, content).inner).inner
}

/// A key and what it does, as in the hint bar.
pub fn key_hint(ui: &mut Ui, keys: &str, words: &str) {
    let sizes = Sizes::of(ui.ctx());
    let key = Phrase::figures(keys, sizes.rule + 0.5).line(ui);
    let galley = Phrase::words(words, sizes.second).second().line(ui);
    let width = key_hint_width(ui, keys, words);
    let (at, response) = ui.allocate_exact_size(vec2(width, sizes.second + 8.0), Sense::hover());
    let cap = super::offer::key_cap(ui, keys, at);
    debug_assert!(cap.width() >= key.size().x);
    phrase::paint(ui, galley, Align2::LEFT_CENTER, Rect::from_min_max(pos2(cap.right() + 8.0, at.top()), at.max));
    phrase::name(&response, &format!("{keys}: {words}"));
}

/// The width a key hint needs.
pub fn key_hint_width(ui: &Ui, keys: &str, words: &str) -> f32 {
    let sizes = Sizes::of(ui.ctx());
    let key = Phrase::figures(keys, sizes.rule + 0.5).line(ui).size();
    let words = Phrase::words(words, sizes.second).line(ui).size();
    (key.x + 10.0).max(key.y + 4.0) + 8.0 + words.x
}
