//! The costs of choices and what is left to spend: square, triangle and diamond with their words, pips for points.

use bevy_egui::egui::{Align2, Color32, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, pos2, vec2};

use super::{phrase, phrase::Phrase, picture};
use crate::board::art::icons::Icon;
use crate::panels::theme::{self, Sizes};
use crate::rules::{Allowance, Amount, Cost, Spending, and_list};

/// The icon of a cost: filled while it is left, an outline once it is spent.
pub const fn icon(of: Spending, left: bool) -> Option<Icon> {
    match (of, left) {
        (Spending::Large, true) => Some(Icon::Action),
        (Spending::Large, false) => Some(Icon::ActionSpent),
        (Spending::Small, true) => Some(Icon::Quick),
        (Spending::Small, false) => Some(Icon::QuickSpent),
        (Spending::Reaction, true) => Some(Icon::Reaction),
        (Spending::Reaction, false) => Some(Icon::ReactionSpent),
        (Spending::Points | Spending::Luck | Spending::Passing, _) => None,
    }
}

/// A cost in words.
pub fn words(cost: Cost) -> String {
    let amount = |amount: Amount| match amount.of.is {
        Spending::Large if amount.count > 1 => format!("{} actions", amount.count),
        Spending::Large => "the large action".into(),
        Spending::Small => "a quick action".into(),
        Spending::Reaction => "the reaction".into(),
        Spending::Points | Spending::Luck | Spending::Passing => format!("{} {}", amount.count, amount.of.name),
    };
    let amounts: Vec<String> = cost.amounts().map(amount).collect();
    if amounts.is_empty() { "Costs nothing".into() } else { format!("Takes {}", and_list(amounts)) }
}

/// A sentence on what something pays for, by the sign shown beside it.
const fn takes(what: Spending) -> &'static str {
    match what {
        Spending::Large => "Anything with a square beside it takes one",
        Spending::Small => "Anything with a triangle beside it takes it",
        Spending::Reaction => "Anything with a diamond beside it takes it, also in others' turns",
        Spending::Points => "Anything with a number beside it takes that many; the rest pays for defending",
        Spending::Luck => "Anything with a star beside it takes that many",
        Spending::Passing => "Only for the present decision",
    }
}

/// The width of a cost.
pub fn width(cost: Cost, sizes: &Sizes) -> f32 {
    cost.amounts().map(|amount| width_of(amount, sizes)).sum()
}

/// The distance between two marks of one amount, in points.
const BETWEEN_MARKS: f32 = 2.0;

/// How many marks an amount has: one sign for each action, one pip for all points.
fn marks(amount: Amount) -> u8 {
    if icon(amount.of.is, true).is_some() { amount.count.max(1) } else { 1 }
}

fn width_of(amount: Amount, sizes: &Sizes) -> f32 {
    let marks = f32::from(marks(amount));
    let beside = if icon(amount.of.is, true).is_some() { 0.0 } else { 6.0 };
    marks * (sizes.offer + BETWEEN_MARKS) - BETWEEN_MARKS + beside
}

/// Paints a cost at the right end of a place.
pub fn paint(ui: &Ui, cost: Cost, within: Rect, colour: Color32) {
    let sizes = Sizes::of(ui.ctx());
    let mut right = within.right();
    for amount in cost.amounts() {
        let room = Rect::from_min_max(within.min, pos2(right, within.bottom()));
        let at = Align2::RIGHT_CENTER.align_size_within_rect(Vec2::splat(sizes.offer), room);
        match icon(amount.of.is, true) {
            Some(icon) => {
                for mark in 0..marks(amount) {
                    let left = f32::from(mark) * (sizes.offer + BETWEEN_MARKS);
                    picture::icon(ui, icon, colour, at.translate(vec2(-left, 0.0)));
                }
            }
            None => {
                pip(ui, at, &amount.count.to_string(), true);
            }
        }
        right -= width_of(amount, &sizes);
    }
}

fn pip(ui: &Ui, at: Rect, figure: &str, left: bool) {
    let sizes = Sizes::of(ui.ctx());
    let (fill, colour) = if left { (theme::MAY, theme::ON_MAY) } else { (theme::TABLE, theme::SECOND) };
    ui.painter().rect(at, theme::BAR_RADIUS, fill, Stroke::new(1.0, theme::MAY), StrokeKind::Inside);
    phrase::paint(ui, Phrase::figures(figure, sizes.rule).colour(colour).line(ui), Align2::CENTER_CENTER, at);
}

/// The most points shown as one pip each; more are shown as a number.
const MOST_PIPS: u8 = 8;

/// What is left to spend, each currency with its word, from the right end of a line leftwards. Returns where the last
/// begins.
pub fn allowances(ui: &mut Ui, all: &[Allowance], within: Rect) -> f32 {
    let sizes = Sizes::of(ui.ctx());
    let mut right = within.right();
    for (index, allowance) in all.iter().enumerate().rev() {
        let word = Phrase::words(allowance.currency.name, sizes.second).colour(if allowance.left > 0 {
            theme::MAY
        } else {
            theme::SECOND
        });
        let word = word.line(ui);
        let side = sizes.offer;
        let total = (allowance.of > MOST_PIPS).then(|| format!("{} of {}", allowance.left, allowance.of));
        let total = total.map(|total| Phrase::figures(total, sizes.second).line(ui));
        let marks = if total.is_some() { 0 } else { usize::from(allowance.of.max(1)) };
        let row = total.as_ref().map_or((side + 3.0) * marks as f32 - 3.0, |total| total.size().x);
        let width = word.size().x.max(row);
        let at = Rect::from_min_max(pos2(right - width, within.top()), pos2(right, within.bottom()));
        let (upper, lower) = at.split_top_bottom_at_fraction(0.5);
        if let Some(total) = total {
            phrase::paint(ui, total, Align2::CENTER_CENTER, upper);
        }
        for mark in 0..marks {
            let left = upper.center().x - row / 2.0 + (side + 3.0) * mark as f32;
            let place = Rect::from_center_size(pos2(left + side / 2.0, upper.center().y), Vec2::splat(side));
            let is_left = mark < usize::from(allowance.left);
            match icon(allowance.currency.is, is_left) {
                Some(icon) => {
                    picture::icon(ui, icon, if is_left { theme::MAY } else { theme::SECOND }, place);
                }
                None => pip(ui, place, &(mark + 1).to_string(), is_left),
            }
        }
        phrase::paint(ui, word, Align2::CENTER_CENTER, lower);
        let response = ui.interact(at, ui.id().with(("allowance", index)), Sense::hover());
        let spoken = format!("{}: {} of {} left", allowance.currency.name, allowance.left, allowance.of);
        phrase::name(&response, &spoken);
        response.on_hover_text(format!("{spoken}\n{}", takes(allowance.currency.is)));
        right = at.left() - 10.0;
    }
    right
}

/// Luck as stars, filled while left, at the right end of a place. Returns where it begins.
pub fn luck(ui: &mut Ui, (left, of): (u8, u8), within: Rect) -> f32 {
    let sizes = Sizes::of(ui.ctx());
    let side = sizes.offer;
    let word = Phrase::words("Luck", sizes.second).second().line(ui);
    let many = of > 5;
    let figure = Phrase::figures(format!("{left} of {of}"), sizes.second).line(ui);
    let stars = if many { side + 4.0 + figure.size().x } else { (side + 1.0) * f32::from(of) };
    let at = Rect::from_min_max(pos2(within.right() - stars - 6.0 - word.size().x, within.top()), within.max);
    let word = phrase::paint(ui, word, Align2::LEFT_CENTER, at);
    for star in 0..if many { 1 } else { of } {
        let middle = pos2(word.right() + 6.0 + side / 2.0 + (side + 1.0) * f32::from(star), at.center().y);
        let icon = if star < left { Icon::Luck } else { Icon::LuckSpent };
        let colour = if star < left { theme::GOLD } else { theme::SECOND };
        picture::icon(ui, icon, colour, Rect::from_center_size(middle, Vec2::splat(side)));
    }
    if many {
        phrase::paint(ui, figure, Align2::RIGHT_CENTER, at);
    }
    let response = ui.interact(at, ui.id().with("luck"), Sense::hover());
    phrase::name(&response, &format!("Luck: {left} of {of}"));
    at.left()
}

/// A single line that starts at the position of the next element.
pub fn line(ui: &mut Ui, height: f32) -> Rect {
    ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover()).0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Currency;

    static ACTION: Currency = Currency { name: "Action", is: Spending::Large };
    static MANA: Currency = Currency { name: "Mana", is: Spending::Points };

    #[test]
    fn each_action_has_a_square_of_its_own_and_points_have_a_number() {
        let sizes = Sizes::compact();
        let wide = |of: &'static Currency, count: u8| width(Cost::of(of, count), &sizes);
        assert_eq!(wide(&ACTION, 2), 2.0 * wide(&ACTION, 1) + BETWEEN_MARKS);
        assert_eq!(wide(&MANA, 8), wide(&MANA, 1));
        assert_eq!(words(Cost::of(&ACTION, 2).and(&MANA, 8)), "Takes 2 actions and 8 Mana");
        assert_eq!(words(Cost::of(&ACTION, 1)), "Takes the large action");
    }
}
