//! The battle's panels: top bar, choices, cards and log, hints, and dialogs over them.

pub mod advice;
pub mod aftermath;
mod answer;
mod asked;
pub mod body;
mod columns;
pub mod dialogs;
mod dock;
pub mod follow;
pub mod forecast;
mod handover;
mod hints;
mod intent;
mod keys;
mod list;
pub mod listing;
pub mod log;
pub mod model;
mod prompt;
mod rail;
pub mod recap;
mod regions;
pub mod result;
mod row;
mod settling;
pub mod telling;
#[cfg(test)]
mod tests;
mod top;
pub mod typed;
pub mod weighed;
pub mod workbench;

use bevy_egui::egui::{Area, Frame, Id, Margin, Order, Panel, Rect, Ui, UiBuilder};

pub use dock::pointed;
pub use intent::Intent;
pub use listing::LIKELY;
pub use model::{BattleModel, Dialog};

use super::theme::{self, Sizes};
use crate::rules::CombatantId;

/// The result of one pass.
#[derive(Clone, Debug)]
pub struct Shown {
    /// What the person wants.
    pub intent: Option<Intent>,
    /// The room left for the board, in points.
    pub board: Rect,
    /// Whether the present question has only just appeared: nothing pressed now was meant for it.
    pub just_asked: bool,
    /// The combatant whose chip in the order of turns is pointed at.
    pub marked: Option<CombatantId>,
}

/// Whether, in a cramped window, the list is shown beside the board: while something is listed or asked. Pinning a
/// target from the board does not open it: the board would move under the pointer, and a second press would land
/// elsewhere.
const fn has_list(model: &BattleModel) -> bool {
    let listed = model.list.open.is_some() || model.pinned || model.advice.is_some() || model.workbench.is_some();
    let listed = listed || model.brought_back && model.aftermath.is_some();
    listed
        || model.typed.is_some()
        || model.recap.is_some()
        || model.question.is_some()
        || model.thinking.is_some()
        || model.follow.is_some()
}

/// List or question at the right of a cramped board.
fn beside(ui: &mut Ui, model: &BattleModel, place: Rect) -> Option<Intent> {
    let area = Area::new(Id::new("list beside the board")).order(Order::Middle).fixed_pos(place.min).fade_in(false);
    let shown = area.show(ui.ctx(), |ui| {
        ui.painter().rect_filled(place, 0.0, theme::PANEL);
        let inner = UiBuilder::new().max_rect(place.shrink(6.0));
        let shown = ui.scope_builder(inner, |ui| match &model.question {
            _ if model.typed.is_some() => model.typed.as_ref().and_then(|typed| typed::show(ui, typed)),
            Some(question) if model.thinking.is_none() => prompt::show(ui, model, question),
            _ => match (&model.recap, &model.follow) {
                (Some(recap), _) => recap::show(ui, recap),
                (None, Some(follow)) if !follow.is_own => follow::show(ui, model, follow),
                (None, _) => list::show(ui, model),
            },
        });
        ui.expand_to_include_rect(place);
        shown.inner
    });
    shown.inner
}

/// The share of the board's width that the list takes in a cramped window.
const BESIDE: f32 = 0.5;

/// The panels right of the board: a question, or rail and list. Both take the same room from the board.
fn right(ui: &mut Ui, model: &BattleModel, sizes: &Sizes) -> Option<Intent> {
    let side = sizes.margin as i8;
    let frame = Frame::new().fill(theme::PANEL).inner_margin(Margin::symmetric(side, 8));
    if let Some(typed) = &model.typed {
        let line = Panel::right("prompt").exact_size(sizes.rail + sizes.list).resizable(false).frame(frame);
        return line.show(ui, |ui| typed::show(ui, typed)).inner;
    }
    if let Some(question) = model.question.as_ref().filter(|_| model.thinking.is_none()) {
        let prompt = Panel::right("prompt").exact_size(sizes.rail + sizes.list).resizable(false).frame(frame);
        return prompt.show(ui, |ui| prompt::show(ui, model, question)).inner;
    }
    if let Some(recap) = &model.recap {
        let panel = Panel::right("prompt").exact_size(sizes.rail + sizes.list).resizable(false).frame(frame);
        return panel.show(ui, |ui| recap::show(ui, recap)).inner;
    }
    if let Some(follow) = model.follow.as_ref().filter(|follow| !follow.is_own) {
        let panel = Panel::right("prompt").exact_size(sizes.rail + sizes.list).resizable(false).frame(frame);
        return panel.show(ui, |ui| follow::show(ui, model, follow)).inner;
    }
    let list = Panel::right("list").exact_size(sizes.list).resizable(false).frame(frame);
    let listed = list.show(ui, |ui| list::show(ui, model)).inner;
    let rail = Panel::right("rail").exact_size(sizes.rail).resizable(false).frame(Frame::new().fill(theme::PANEL));
    rail.show(ui, |ui| rail::show(ui, model)).inner.or(listed)
}

/// Shows all panels around the board. `ui` covers the window.
pub fn show(ui: &mut Ui, model: &BattleModel) -> Shown {
    theme::apply(ui.ctx(), model.settings.reduced_motion);
    ui.reset_style();
    let sizes = Sizes::of(ui.ctx());
    let just_asked = asked::just_asked(ui, model);
    let is_heard = !just_asked && !asked::only_held(ui);
    let mut intent = keys::read(ui, model);
    regions::begin(ui.ctx());
    // Nothing of the battle is drawn behind the handover screen, not even for a frame.
    if let Some(handover) = &model.handover {
        intent = handover::show(ui, handover).or(intent);
        let board = ui.max_rect();
        intent = dialogs::show(ui.ctx(), model, board).or(intent);
        let intent = intent.filter(|intent| is_heard || !intent.answers());
        return Shown { intent, board, just_asked, marked: None };
    }
    let side = sizes.margin as i8;
    let bar = Frame::new().fill(theme::PANEL).inner_margin(Margin::symmetric(side, 0));
    let panel = |vertical: i8| Frame::new().fill(theme::PANEL).inner_margin(Margin::symmetric(side, vertical));
    let top = Panel::top("top bar").exact_size(sizes.top).resizable(false).frame(bar);
    intent = top.show(ui, |ui| top::show(ui, &model.top)).inner.or(intent);
    let hints = Panel::bottom("hint bar").exact_size(sizes.hints).resizable(false).frame(bar);
    intent = hints.show(ui, |ui| hints::show(ui, model)).inner.or(intent);
    if sizes.left > 0.0 {
        let left = Panel::left("dock").exact_size(sizes.left).resizable(false).frame(panel(8));
        intent = left.show(ui, |ui| dock::show(ui, model)).inner.or(intent);
    }
    if sizes.cramped {
        let line = Panel::bottom("rail line").exact_size(sizes.act + 4.0).resizable(false).frame(bar);
        intent = line.show(ui, |ui| rail::line(ui, model)).inner.or(intent);
    } else {
        intent = right(ui, model, &sizes).or(intent);
    }
    let mut board = ui.available_rect_before_wrap();
    if sizes.cramped && has_list(model) {
        let place = board.with_min_x(board.right() - board.width() * BESIDE);
        board.max.x = place.left();
        intent = beside(ui, model, place).or(intent);
    }
    intent = dialogs::show(ui.ctx(), model, board).or(intent);
    if let Some(result) = model.result.as_ref().filter(|_| model.dialog.is_none() && model.rule.is_none()) {
        intent = result::show(ui.ctx(), result).or(intent);
    }
    Shown {
        intent: intent.filter(|intent| is_heard || !intent.answers()),
        board,
        just_asked,
        marked: top::hovered(ui.ctx()),
    }
}
