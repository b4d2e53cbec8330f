//! The states of everything that can be pressed: rest, hover, pressed, chosen, refused, keyboard focus.

use bevy_egui::egui::{
    Align2, Color32, CornerRadius, CursorIcon, Id, Rect, RectAlign, Response, Sense, Shape, Stroke, StrokeKind,
    Tooltip, Ui, Vec2, WidgetInfo, WidgetText, WidgetType, pos2, vec2,
};

use super::phrase::{self, Phrase};
use super::picture;
use crate::board::art::icons::Icon;
use crate::panels::theme::{self, Sizes};

/// Paints the ground of a control in its current state.
pub fn ground(ui: &Ui, response: &Response, radius: CornerRadius, chosen: bool) {
    let (fill, edge) = if chosen {
        (theme::CHOSEN, theme::CHOSEN_EDGE)
    } else if response.is_pointer_button_down_on() {
        (theme::PANEL, theme::EDGE)
    } else if response.hovered() {
        (theme::CARD_HOVER, Stroke::new(1.0, theme::SECOND))
    } else {
        (theme::CARD, theme::EDGE)
    };
    ui.painter().rect(response.rect, radius, fill, edge, StrokeKind::Inside);
    focus_ring(ui, response.rect, response);
}

/// Paints a ring around a control with the keyboard focus: cream, outside a thin gap of ink.
pub fn focus_ring(ui: &Ui, rect: Rect, response: &Response) {
    if response.has_focus() {
        let painter = ui.painter().with_clip_rect(ui.clip_rect().expand(4.0));
        painter.rect_stroke(rect, theme::CARD_RADIUS, Stroke::new(1.0, theme::INK), StrokeKind::Outside);
        painter.rect_stroke(rect.expand(1.0), theme::CARD_RADIUS, Stroke::new(2.0, theme::CREAM), StrokeKind::Outside);
    }
}

/// Paints the dashed edge of a refused control.
pub fn dashed(ui: &Ui, rect: Rect) {
    dashed_with(ui, rect, Stroke::new(1.0, theme::REFUSED_EDGE));
}

/// Paints a dashed edge.
pub fn dashed_with(ui: &Ui, rect: Rect, stroke: Stroke) {
    let rect = rect.shrink(0.5);
    let radius = 5.0;
    let mut path = Vec::new();
    let corners = [
        (pos2(rect.right() - radius, rect.top() + radius), -90.0),
        (pos2(rect.right() - radius, rect.bottom() - radius), 0.0),
        (pos2(rect.left() + radius, rect.bottom() - radius), 90.0),
        (pos2(rect.left() + radius, rect.top() + radius), 180.0),
    ];
    for (middle, from) in corners {
        path.extend((0..=4u8).map(|step| {
            let angle = (from + 22.5 * f32::from(step)).to_radians();
            middle + radius * vec2(angle.cos(), angle.sin())
        }));
    }
    path.extend(path.first().copied());
    ui.painter().extend(Shape::dashed_line(&path, stroke, 4.0, 3.0));
}

/// An area that can be pressed and focused.
pub fn area(ui: &mut Ui, size: Vec2) -> Response {
    ui.allocate_response(size, Sense::click())
}

/// A button: an icon, words, a key cap; any of them may be missing.
#[derive(Clone, Debug, Default)]
pub struct Button<'a> {
    words: &'a str,
    icon: Option<Icon>,
    key: Option<&'a str>,
    primary: bool,
    refusal: Option<&'a str>,
    wide: bool,
    small: bool,
}

impl<'a> Button<'a> {
    /// A button with words.
    pub fn new(words: &'a str) -> Self {
        Self { words, ..Self::default() }
    }

    /// Puts an icon before the words; a lock if the button is refused.
    pub const fn icon(mut self, icon: Icon) -> Self {
        self.icon = Some(icon);
        self
    }

    /// Shows the key that does the same.
    pub const fn key(mut self, key: &'a str) -> Self {
        self.key = Some(key);
        self
    }

    /// Makes it the primary button.
    pub const fn primary(mut self) -> Self {
        self.primary = true;
        self
    }

    /// Refuses it if there is a reason.
    pub const fn refused(mut self, reason: Option<&'a str>) -> Self {
        self.refusal = reason;
        self
    }

    /// Makes it as wide as the free room.
    pub const fn wide(mut self) -> Self {
        self.wide = true;
        self
    }

    /// Keeps it no larger than other buttons even if it is the primary one.
    pub const fn small(mut self) -> Self {
        self.small = true;
        self
    }

    /// Shows it. Returns whether it was pressed and is not refused.
    pub fn show(self, ui: &mut Ui) -> bool {
        let sizes = Sizes::of(ui.ctx());
        let open = self.refusal.is_none();
        let colour = match (self.primary, open) {
            (true, true) => theme::ON_MAY,
            (_, false) => theme::SECOND,
            _ => theme::TEXT,
        };
        let is_large = self.primary && !self.small;
        let size = if is_large { sizes.offer + 3.0 } else { sizes.offer };
        let words = Phrase::words(self.words, size).colour(colour).line(ui);
        let icon = self.icon.map_or(0.0, |_| sizes.offer + 8.0);
        let key = self.key.map(|key| Phrase::figures(key, sizes.rule + 1.0).colour(colour).line(ui));
        let key_width = key.as_ref().map_or(0.0, |key| key.size().x + 22.0);
        let natural = words.size().x + icon + key_width + 26.0;
        let width = if self.wide { ui.available_width() } else { natural };
        let height = if is_large { sizes.row + 16.0 } else { sizes.row + 2.0 };
        let response = area(ui, vec2(width, height));
        if self.primary && open {
            let fill = if response.hovered() { theme::CREAM } else { theme::MAY };
            let fill = if response.is_pointer_button_down_on() { theme::MAY } else { fill };
            ui.painter().rect_filled(response.rect, theme::CARD_RADIUS, fill);
            focus_ring(ui, response.rect, &response);
        } else if open {
            ground(ui, &response, theme::CARD_RADIUS, false);
        } else {
            dashed(ui, response.rect);
            focus_ring(ui, response.rect, &response);
        }
        let content = Rect::from_center_size(response.rect.center(), vec2(natural - 26.0, height));
        let middle = content.center().y;
        if let Some(icon) = self.icon {
            let at = Rect::from_center_size(pos2(content.left() + sizes.offer / 2.0, middle), Vec2::splat(sizes.offer));
            picture::icon(ui, if open { icon } else { Icon::Lock }, colour, at);
        }
        let words_at = Rect::from_min_max(pos2(content.left() + icon, content.top()), content.max);
        let words_rect = phrase::paint(ui, words, Align2::LEFT_CENTER, words_at);
        if let Some(key) = key {
            let cap = Rect::from_center_size(
                pos2(words_rect.right() + 14.0 + key.size().x / 2.0, middle),
                key.size() + vec2(12.0, 4.0),
            );
            ui.painter().rect_stroke(cap, theme::FIELD_RADIUS, Stroke::new(1.0, colour), StrokeKind::Inside);
            phrase::paint(ui, key, Align2::CENTER_CENTER, cap);
        }
        let label = self.refusal.map_or_else(|| self.words.to_owned(), |reason| format!("{}: {reason}", self.words));
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, open, &label));
        let response = response.on_hover_cursor(if open { CursorIcon::PointingHand } else { CursorIcon::NotAllowed });
        let pressed = response.clicked() && open;
        if let Some(reason) = self.refusal {
            response.on_hover_text(reason);
        }
        pressed
    }
}

/// A button that shows only an icon; the words are its tooltip and its accessible name.
pub fn icon_button(ui: &mut Ui, icon: Icon, words: &str, side: f32) -> bool {
    let response = area(ui, Vec2::splat(side));
    ground(ui, &response, theme::CARD_RADIUS, false);
    picture::icon(ui, icon, theme::TEXT, Rect::from_center_size(response.rect.center(), Vec2::splat(side * 0.5)));
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, words));
    let clicked = response.clicked();
    response.on_hover_text(words);
    clicked
}

/// A link: no ground, its own colour, underlined. Returns whether it was pressed.
pub fn link(ui: &mut Ui, words: Phrase, label: &str, at: Rect, id: Id) -> bool {
    let response = ui.interact(at, id, Sense::click());
    let rect = link_words(ui, words, (Align2::LEFT_CENTER, at), response.hovered());
    focus_ring(ui, rect.expand(1.0), &response);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Link, true, label));
    response.on_hover_cursor(CursorIcon::PointingHand).clicked()
}

/// Paints the words of a link, aligned in a rectangle, brighter while pointed at. Returns where they are.
pub fn link_words(ui: &Ui, words: Phrase, (align, within): (Align2, Rect), hovered: bool) -> Rect {
    let colour = if hovered { theme::STRONG } else { theme::LINK };
    let galley = words.colour(colour).line(ui);
    let is_empty = galley.text().is_empty();
    let rect = phrase::paint(ui, galley, align, within);
    if !is_empty {
        let stroke = Stroke::new(1.0, if hovered { colour } else { colour.gamma_multiply(0.6) });
        ui.painter().hline(rect.x_range(), rect.bottom() - 1.0, stroke);
    }
    rect
}

/// Paints the mark of a control in a radio group.
pub fn radio_mark(ui: &Ui, at: Rect, chosen: bool) {
    let radius = at.width() / 2.0;
    let (edge, width) = if chosen { (theme::MAY, 2.0) } else { (theme::SECOND, 1.2) };
    ui.painter().circle_stroke(at.center(), radius - width / 2.0, Stroke::new(width, edge));
    if chosen {
        ui.painter().circle_filled(at.center(), radius * 0.5, theme::MAY);
    }
}

/// Transparent, for a control without a fill.
pub const CLEAR: Color32 = Color32::TRANSPARENT;

/// A tooltip at the left of a row, so that it covers neither the next nor the previous row.
pub fn tip_beside(response: &Response, words: impl Into<WidgetText>) {
    let mut tip = Tooltip::for_enabled(response);
    tip.popup = tip.popup.align(RectAlign::LEFT).align_alternatives(&[RectAlign::RIGHT]);
    tip.show(|ui| ui.label(words));
}
