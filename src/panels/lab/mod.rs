//! The lab's panels: tools at the left, the inspector at the right, problems below the board.

mod arms;
pub mod changes;
pub mod chart;
mod conditions;
pub mod curve;
mod dialogs;
mod field;
pub mod fields;
mod fighter;
mod fighter_model;
mod inspector;
mod intent;
mod keys;
mod level;
pub mod model;
mod odds;
#[cfg(test)]
mod page_tests;
pub mod pair_table;
mod pins;
#[cfg(test)]
mod reach_tests;
mod strip;
pub mod sweep;
#[cfg(test)]
mod tests;
mod tools;
mod top;
pub mod verdicts;

use bevy_egui::egui::{Context, Frame, Margin, Panel, Rect, Ui};

pub use fighter::handles;
pub use intent::Intent;
pub use model::{Dialog, LabModel, Page, SaveAs, Tint, Tool};
pub use tools::TOOLS;

use super::theme::{self, Sizes};

/// The result of one pass.
#[derive(Clone, Debug)]
pub struct Shown {
    /// What the person wants.
    pub intent: Option<Intent>,
    /// The room left for the board, in points.
    pub board: Rect,
}

/// Whether there is room for the table of verdicts below the board.
fn is_wide(ctx: &Context) -> bool {
    const LEAST: f32 = 1000.0;
    Sizes::of(ctx).roomy && ctx.content_rect().height() >= LEAST
}

/// Widths of tools and inspector and the height of the strip without the table of verdicts, in points.
const fn widths(sizes: &Sizes) -> (f32, f32, f32) {
    if sizes.roomy {
        (150.0, 560.0, 64.0)
    } else if sizes.rail < 80.0 {
        (104.0, 324.0, 67.0)
    } else {
        (122.0, 398.0, 67.0)
    }
}

/// Shows all panels around the board. `ui` covers the window.
pub fn show(ui: &mut Ui, model: &LabModel) -> Shown {
    theme::apply(ui.ctx(), model.settings.reduced_motion);
    ui.reset_style();
    let sizes = Sizes::of(ui.ctx());
    let mut intent = keys::read(ui, model);
    let (tools, inspector, strip) = widths(&sizes);
    let side = sizes.margin as i8;
    let bar = Frame::new().fill(theme::PANEL).inner_margin(Margin::symmetric(side, 0));
    let panel = Frame::new().fill(theme::PANEL).inner_margin(Margin::symmetric(side, 6));
    let top = Panel::top("lab top").exact_size(sizes.top.min(56.0)).resizable(false).frame(bar);
    intent = top.show(ui, |ui| top::show(ui, model)).inner.or(intent);
    let hints = Panel::bottom("lab hints").exact_size(sizes.hints.max(28.0)).resizable(false).frame(bar);
    hints.show(ui, |ui| strip::hints(ui, model));
    let narrow = Frame::new().fill(theme::PANEL).inner_margin(Margin::symmetric(8, 4));
    let left = Panel::left("lab tools").exact_size(tools).resizable(false).frame(narrow);
    intent = left.show(ui, |ui| tools::show(ui, model)).inner.or(intent);
    let right = Panel::right("lab inspector").exact_size(inspector).resizable(false).frame(panel);
    intent = right.show(ui, |ui| inspector::show(ui, model)).inner.or(intent);
    // Its room is always kept, so that the board does not move.
    let table = if is_wide(ui.ctx()) { verdicts::wide_height(&sizes) + 6.0 } else { 0.0 };
    let below = Panel::bottom("lab strip").exact_size(strip + table).resizable(false);
    let below = below.frame(Frame::new().fill(theme::TABLE).inner_margin(Margin::symmetric(8, 6)));
    intent = below.show(ui, |ui| strip::show(ui, model, table)).inner.or(intent);
    let legend = Panel::bottom("lab legend").exact_size(26.0).resizable(false);
    let legend = legend.frame(Frame::new().fill(theme::PANEL).inner_margin(Margin::symmetric(8, 2)));
    legend.show(ui, |ui| fields::legend(ui, &model.field));
    let board = ui.available_rect_before_wrap();
    intent = dialogs::show(ui.ctx(), model, board).or(intent);
    // Other intents come first; a message about refused input waits for a pass without one.
    intent = intent.or_else(|| field::refused(ui).map(Intent::Tell));
    Shown { intent, board }
}
