//! The look of the panels: the palette as egui colours, sizes for different windows, and egui's own style.

use bevy_egui::egui::{
    Color32, Context, CornerRadius, CursorIcon, FontFamily, FontId, Id, Margin, Shadow, Stroke, Style, TextStyle, Vec2,
    Visuals, style::ScrollAnimation, style::ScrollStyle, style::Selection, style::WidgetVisuals, vec2,
};

pub use crate::board::art::palette;
use palette::Rgb;

/// A colour of the palette for egui.
pub const fn colour(rgb: Rgb) -> Color32 {
    Color32::from_rgb(rgb.r, rgb.g, rgb.b)
}

/// The ground around the board.
pub const TABLE: Color32 = colour(palette::TABLE);
/// Panels and bars.
pub const PANEL: Color32 = colour(palette::PANEL);
/// Offers, buttons and chips at rest.
pub const CARD: Color32 = colour(palette::CARD);
/// The same under the pointer.
pub const CARD_HOVER: Color32 = colour(palette::CARD_HOVER);
/// What is chosen or current.
pub const CHOSEN: Color32 = colour(palette::CHOSEN);
/// Edge of what can be pressed.
pub const CARD_EDGE: Color32 = colour(palette::CARD_EDGE);
/// Dividers.
pub const RULE: Color32 = colour(palette::RULE);
/// Dashed edges of refused controls; frames of bars.
pub const REFUSED_EDGE: Color32 = colour(palette::REFUSED_EDGE);
/// Words.
pub const TEXT: Color32 = colour(palette::TEXT);
/// Headline numbers and names.
pub const STRONG: Color32 = colour(palette::STRONG);
/// Labels and second lines.
pub const SECOND: Color32 = colour(palette::SECOND);
/// Rule ids.
pub const RULE_ID: Color32 = colour(palette::RULE_ID);
/// Links; always underlined.
pub const LINK: Color32 = colour(palette::LINK);
/// What is allowed, chosen or left to spend.
pub const MAY: Color32 = colour(palette::MAY);
/// Words on [`MAY`].
pub const ON_MAY: Color32 = colour(palette::ON_MAY);
/// Danger and faults.
pub const WARN: Color32 = colour(palette::WARN);
/// Casings and plates.
pub const INK: Color32 = colour(palette::INK);
/// Rings, plates, the focus.
pub const CREAM: Color32 = colour(palette::CREAM);
/// Luck.
pub const GOLD: Color32 = colour(palette::GOLD);

/// Corner radius of cards, points.
pub const CARD_RADIUS: CornerRadius = CornerRadius::same(6);
/// Corner radius of fields and segments, points.
pub const FIELD_RADIUS: CornerRadius = CornerRadius::same(5);
/// Corner radius of bars and plates, points.
pub const BAR_RADIUS: CornerRadius = CornerRadius::same(3);

/// Edge of what can be pressed.
pub const EDGE: Stroke = Stroke { width: 1.0, color: CARD_EDGE };
/// Edge of what is chosen.
pub const CHOSEN_EDGE: Stroke = Stroke { width: 2.0, color: MAY };
/// A divider.
pub const DIVIDER: Stroke = Stroke { width: 1.0, color: RULE };

/// A font for words.
pub const fn words(points: f32) -> FontId {
    FontId::new(points, FontFamily::Proportional)
}

/// A font for numbers in columns, dice, keys and rule ids.
pub const fn figures(points: f32) -> FontId {
    FontId::new(points, FontFamily::Monospace)
}

/// Sizes in points, for a class of windows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sizes {
    /// Whether there is room for the left panel and the larger type.
    pub roomy: bool,
    /// Type: the headline chance.
    pub headline: f32,
    /// Type: names and the titles of pages.
    pub name: f32,
    /// Type: offers and buttons.
    pub offer: f32,
    /// Type: body and terms.
    pub body: f32,
    /// Type: second lines and legends.
    pub second: f32,
    /// Type: rule ids; the smallest.
    pub rule: f32,
    /// Height of the top bar.
    pub top: f32,
    /// Whether the list only appears, beside the board, while something is listed or asked: there is little room for
    /// both.
    pub cramped: bool,
    /// Width of the dock at the left; 0 without a dock.
    pub left: f32,
    /// Width of the rail of groups.
    pub rail: f32,
    /// Height of an entry of the rail.
    pub entry: f32,
    /// Width of the list.
    pub list: f32,
    /// Height of the button that carries out the choice.
    pub act: f32,
    /// Height of the hint bar.
    pub hints: f32,
    /// Margin between a panel's edge and its contents.
    pub margin: f32,
    /// Space between equal elements.
    pub gap: f32,
    /// Height of an offer or a button.
    pub row: f32,
    /// Height of a segmented row.
    pub segment: f32,
    /// Height of a term.
    pub term: f32,
    /// Height of an odds bar.
    pub odds: f32,
    /// Side of the token beside a name.
    pub token: f32,
    /// A chip of the turn order.
    pub chip: Vec2,
}

impl Sizes {
    /// Width in points from which a window is roomy.
    pub const ROOMY_FROM: f32 = 1600.0;

    /// Width in points below which the rail has no words.
    pub const NARROW_BELOW: f32 = 1100.0;
    /// Width and height in points below which a window is cramped: the board has all the room while nothing is listed
    /// or asked.
    pub const CRAMPED_BELOW: Vec2 = vec2(760.0, 520.0);

    /// Windows narrower than 1600 points.
    pub const fn compact() -> Self {
        Self {
            roomy: false,
            headline: 32.0,
            name: 18.0,
            offer: 14.5,
            body: 13.5,
            second: 12.5,
            rule: 11.5,
            top: 48.0,
            cramped: false,
            left: 0.0,
            rail: 84.0,
            entry: 60.0,
            list: 364.0,
            act: 46.0,
            hints: 28.0,
            margin: 10.0,
            gap: 3.0,
            row: 27.0,
            segment: 20.0,
            term: 18.0,
            odds: 13.0,
            token: 40.0,
            chip: vec2(82.0, 40.0),
        }
    }

    /// Windows of 1600 points and more.
    pub const fn roomy() -> Self {
        Self {
            roomy: true,
            headline: 58.0,
            name: 23.0,
            offer: 18.0,
            body: 16.0,
            second: 15.0,
            rule: 11.5,
            top: 72.0,
            cramped: false,
            left: 268.0,
            rail: 98.0,
            entry: 74.0,
            list: 360.0,
            act: 60.0,
            hints: 40.0,
            margin: 14.0,
            gap: 8.0,
            row: 36.0,
            segment: 28.0,
            term: 28.0,
            odds: 23.0,
            token: 50.0,
            chip: vec2(114.0, 58.0),
        }
    }

    /// Windows narrower than 1100 points.
    pub const fn narrow() -> Self {
        Self { rail: 56.0, entry: 52.0, list: 324.0, token: 34.0, headline: 28.0, act: 42.0, ..Self::compact() }
    }

    /// Windows narrower than 760 points or lower than 520.
    pub const fn cramped() -> Self {
        let chip = vec2(70.0, 36.0);
        Self { cramped: true, rail: 32.0, entry: 32.0, top: 44.0, hints: 0.0, act: 40.0, chip, ..Self::narrow() }
    }

    /// The room for the button at the foot of the list; 0 if it is below the board.
    pub const fn foot(&self) -> f32 {
        if self.cramped { 0.0 } else { self.act }
    }

    /// The sizes for the current window, decided by its room in points, whatever the text size.
    pub fn of(ctx: &Context) -> Self {
        let room = ctx.content_rect();
        if room.width() >= Self::ROOMY_FROM {
            Self::roomy()
        } else if room.width() < Self::CRAMPED_BELOW.x || room.height() < Self::CRAMPED_BELOW.y {
            Self::cramped()
        } else if room.width() < Self::NARROW_BELOW {
            Self::narrow()
        } else {
            Self::compact()
        }
    }
}

/// Gives egui our look. Must be called at the start of each pass; does nothing unless something has changed.
pub fn apply(ctx: &Context, reduced_motion: bool) {
    let sizes = Sizes::of(ctx);
    let state = (sizes.roomy, reduced_motion);
    let id = Id::new("theme");
    if ctx.data(|data| data.get_temp::<(bool, bool)>(id)) != Some(state) {
        ctx.all_styles_mut(|style| *style = style_for(&sizes, reduced_motion));
        // Text size is one of our settings, so that it persists.
        ctx.options_mut(|options| {
            options.zoom_with_keyboard = false;
            // A click counts however slow it is, or the frame between its halves: after a pause the first frame still
            // has the time of the last one, so that the halves may seem minutes apart.
            options.input_options.max_click_duration = f64::INFINITY;
        });
        ctx.data_mut(|data| data.insert_temp(id, state));
    }
}

/// egui's style in our colours and sizes.
pub fn style_for(sizes: &Sizes, reduced_motion: bool) -> Style {
    let mut style = Style { visuals: visuals(), ..Style::default() };
    style.text_styles = [
        (TextStyle::Heading, words(sizes.name)),
        (TextStyle::Body, words(sizes.body)),
        (TextStyle::Button, words(sizes.offer)),
        (TextStyle::Small, words(sizes.second)),
        (TextStyle::Monospace, figures(sizes.body)),
    ]
    .into();
    style.animation_time = if reduced_motion { 0.0 } else { 0.12 };
    style.scroll_animation = if reduced_motion { ScrollAnimation::none() } else { ScrollAnimation::duration(0.12) };
    style.interaction.selectable_labels = false;
    style.interaction.tooltip_delay = 0.3;
    style.interaction.show_tooltips_only_when_still = false;
    let spacing = &mut style.spacing;
    spacing.item_spacing = vec2(8.0, 4.0);
    spacing.button_padding = vec2(12.0, 4.0);
    spacing.window_margin = Margin::same(14);
    spacing.menu_margin = Margin::same(12);
    spacing.interact_size = Vec2::splat(18.0);
    spacing.tooltip_width = 360.0;
    spacing.scroll = ScrollStyle { bar_width: 8.0, floating_width: 4.0, ..ScrollStyle::thin() };
    style
}

fn visuals() -> Visuals {
    let mut visuals = Visuals::dark();
    visuals.override_text_color = Some(TEXT);
    visuals.weak_text_color = Some(SECOND);
    visuals.hyperlink_color = LINK;
    visuals.panel_fill = PANEL;
    visuals.window_fill = PANEL;
    visuals.window_stroke = EDGE;
    visuals.window_corner_radius = CARD_RADIUS;
    visuals.menu_corner_radius = CARD_RADIUS;
    visuals.window_shadow = Shadow::NONE;
    visuals.popup_shadow = Shadow::NONE;
    visuals.extreme_bg_color = TABLE;
    visuals.faint_bg_color = CARD;
    visuals.warn_fg_color = WARN;
    visuals.error_fg_color = WARN;
    visuals.selection = Selection { bg_fill: CHOSEN, stroke: Stroke::new(1.0, MAY) };
    visuals.text_cursor.stroke = Stroke::new(2.0, CREAM);
    visuals.text_cursor.blink = false;
    visuals.interact_cursor = Some(CursorIcon::PointingHand);
    let state = |fill: Color32, edge: Color32, text: Color32| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: Stroke::new(1.0, edge),
        corner_radius: CARD_RADIUS,
        fg_stroke: Stroke::new(1.0, text),
        expansion: 0.0,
    };
    visuals.widgets.noninteractive = state(PANEL, RULE, TEXT);
    visuals.widgets.inactive = state(CARD, CARD_EDGE, TEXT);
    visuals.widgets.hovered = state(CARD_HOVER, SECOND, TEXT);
    visuals.widgets.active = state(PANEL, CREAM, STRONG);
    visuals.widgets.open = state(CARD_HOVER, SECOND, TEXT);
    visuals
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_type_is_smaller_than_a_rule_id() {
        for sizes in [Sizes::compact(), Sizes::roomy()] {
            for size in [sizes.headline, sizes.name, sizes.offer, sizes.body, sizes.second] {
                assert!(size >= sizes.rule && sizes.rule >= 11.5);
            }
        }
    }

    #[test]
    fn the_window_decides_the_sizes_and_reduced_motion_stills_egui() {
        let ctx = Context::default();
        assert_eq!(style_for(&Sizes::of(&ctx), true).animation_time, 0.0);
        assert!(style_for(&Sizes::compact(), false).animation_time > 0.0);
    }
}
