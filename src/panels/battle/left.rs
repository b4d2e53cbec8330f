//! The left panel where there is room: the square under the pointer, the target, the log. Elsewhere the first two float.

use bevy_egui::egui::{Align2, Context, Pos2, Rect, ScrollArea, Sense, Ui, pos2, vec2};

use super::{
    body,
    intent::Intent,
    model::{BattleModel, BodyModel, ChipModel, SquareModel},
};
use crate::panels::{
    theme::{self, Sizes},
    widgets::{Phrase, cost, float, log_line, phrase, picture, plate, section, side},
};
use crate::rules::{RuleId, Team};

/// Shows the left panel in all the room there is.
pub fn show(ui: &mut Ui, model: &BattleModel) -> Option<Intent> {
    let mut rule = None;
    let height = ui.available_height();
    let cards = ScrollArea::vertical().id_salt("cards").max_height(height * 0.6).auto_shrink([false, true]);
    cards.show(ui, |ui| rule = cards_of(ui, model.square.as_ref(), model.target.as_ref()));
    section(ui, "Log");
    let current = model.top.order.iter().find(|chip| chip.acting);
    let foot = if current.is_some() { Sizes::of(ui.ctx()).row + 6.0 } else { 0.0 };
    let room = ui.available_height() - foot;
    let log = ScrollArea::vertical().id_salt("log").max_height(room).auto_shrink([false, true]).stick_to_bottom(true);
    log.show(ui, |ui| rule = lines(ui, &model.log).or(rule.take()));
    if let Some(chip) = current.filter(|_| model.result.is_none()) {
        to_act(ui, chip);
    }
    rule.map(Intent::OpenRule)
}

fn cards_of(ui: &mut Ui, square: Option<&SquareModel>, target: Option<&BodyModel>) -> Option<RuleId> {
    let mut rule = None;
    if let Some(square) = square {
        section(ui, &format!("Square {}", square.square));
        ui.spacing_mut().item_spacing.y = 0.0;
        rule = square.facts.iter().filter_map(|fact| body::fact(ui, fact)).last();
        ui.spacing_mut().item_spacing.y = 4.0;
    }
    if let Some(target) = target {
        section(ui, "Target");
        ui.spacing_mut().item_spacing.y = 0.0;
        rule = body::target(ui, target).or(rule);
    }
    rule
}

/// The lines of the log. Returns the rule of a line that was pressed.
pub fn lines(ui: &mut Ui, log: &[log_line::LogLine]) -> Option<RuleId> {
    ui.spacing_mut().item_spacing.y = 1.0;
    log.iter().filter_map(|line| log_line::log_line(ui, line)).last()
}

/// The last line of the log: whose turn it is.
fn to_act(ui: &mut Ui, chip: &ChipModel) {
    let sizes = Sizes::of(ui.ctx());
    ui.add_space(4.0);
    let at = cost::line(ui, sizes.row - 8.0);
    ui.painter().rect_filled(at, theme::BAR_RADIUS, theme::CHOSEN);
    let edge = Rect::from_min_size(at.min, vec2(2.0, at.height()));
    ui.painter().rect_filled(edge, 0.0, theme::MAY);
    let mark = picture::square_at_left(at, sizes.body + 2.0).translate(vec2(8.0, 0.0));
    side::badge(ui, Team(chip.look.side), Some(chip.look.letter), mark);
    let words = format!("{} to act", chip.name);
    let rest = Rect::from_min_max(pos2(mark.right() + 8.0, at.top()), at.max);
    let galley = Phrase::words(&words, sizes.body - 1.0).strong().elided(ui, rest.width() - 6.0);
    phrase::paint(ui, galley, Align2::LEFT_CENTER, rest);
    let response = ui.interact(at, ui.id().with("to act"), Sense::hover());
    phrase::name(&response, &words);
}

/// The corner of the board where a card hides neither the pointer, nor the acting combatant, nor the way between them.
fn corner_away_from(board: Rect, points: impl Iterator<Item = Pos2> + Clone) -> Align2 {
    let room = board.shrink2(board.size() / 4.0);
    let corners = [Align2::RIGHT_BOTTOM, Align2::LEFT_BOTTOM, Align2::RIGHT_TOP, Align2::LEFT_TOP];
    let nearest = |align: &Align2| {
        let middle = align.pos_in_rect(&room);
        points.clone().map(|point| point.distance(middle)).fold(f32::INFINITY, f32::min)
    };
    let farthest = corners.into_iter().rev().max_by(|a, b| nearest(a).total_cmp(&nearest(b)));
    farthest.unwrap_or(Align2::RIGHT_BOTTOM)
}

/// The cards of the square and the body under the pointer, where there is no left panel. Returns the rule that was
/// pressed.
pub fn floating(ctx: &Context, model: &BattleModel, board: Rect) -> Option<Intent> {
    let at = model.pointed?;
    if model.square.is_none() && model.target.is_none() {
        return None;
    }
    let sizes = Sizes::of(ctx);
    let width = 264.0;
    let align = corner_away_from(board, [Some(at), model.acting_at].into_iter().flatten());
    let rule = float(ctx, ("pointed", model.pinned), (align, board, board), plate(theme::CARD_EDGE), |ui| {
        ui.set_width(width);
        // Whom a move would bring into reach is told beside the choices; here only who is pointed at has room.
        let target = model.target.as_ref().filter(|_| model.pinned || model.target_pointed || model.square.is_none());
        let rule = cards_of(ui, model.square.as_ref(), target);
        ui.add_space(4.0);
        let hint = if model.pinned { "T unpins it" } else { "T pins it" };
        Phrase::words(hint, sizes.second).second().show(ui);
        rule
    });
    rule.map(Intent::OpenRule)
}

/// The last action of the log and its result, for the hint bar; without dice once there is a result.
pub fn last(log: &[log_line::LogLine]) -> Option<String> {
    let action = log.iter().rposition(|line| line.who.is_some())?;
    let (action, behind) = log[action..].split_first()?;
    // A roll names who rolls, then shows the dice; a note may have a roll behind it.
    let is_roll = |line: &&log_line::LogLine| matches!(line.pieces.get(1), Some(log_line::Piece::Die(..)));
    let mut rest: Vec<String> = behind.iter().filter(|line| !is_roll(line)).map(log_line::LogLine::text).collect();
    if rest.is_empty() {
        rest.extend(behind.last().map(log_line::LogLine::text));
    }
    Some(if rest.is_empty() { action.text() } else { format!("{}: {}", action.text(), rest.join(", ")) })
}
