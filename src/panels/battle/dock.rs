//! The dock at the left, if there is room: the square under the pointer, the target, the log. Without it the cards are
//! in the list in place of the forecast: no explanation covers the board.

use bevy_egui::egui::{Align2, Rect, ScrollArea, Sense, Ui, pos2, vec2};

use super::{
    advice, body,
    intent::Intent,
    model::{BattleModel, BodyModel, ChipModel, SquareModel},
};
use crate::panels::{
    theme::{self, Sizes},
    widgets::{Phrase, cost, frame, log_line, phrase, picture, section, side},
};
use crate::rules::{RuleId, Team, capital, uncapital};

/// Shows the left panel in all the free room.
pub fn show(ui: &mut Ui, model: &BattleModel) -> Option<Intent> {
    let mut rule = None;
    let advised = model.advice.as_ref().and_then(|advice| {
        let height = advice::plan(ui, advice, ui.available_height() * 0.6);
        advice::show(ui, advice, height)
    });
    let height = ui.available_height();
    // A short log leaves its room to the cards.
    let sizes = Sizes::of(ui.ctx());
    let line = sizes.body + 9.0;
    let behind = model.log.len().min(LOG_LINES) + 2 * model.lately.len() + HEADINGS;
    let most = (height - behind as f32 * line - sizes.row - 6.0).max(height * 0.6);
    let cards = ScrollArea::vertical().id_salt("cards").max_height(most).auto_shrink([false, true]);
    let shown = cards.show(ui, |ui| rule = self::cards(ui, model));
    let seen = shown.inner_rect;
    frame::more_below(ui, seen, shown.content_size.y - seen.height() - shown.state.offset.y);
    let mut again = false;
    if !model.lately.is_empty() {
        section(ui, "Recent");
        // Long news leaves room for the last lines of the log and for whose turn it is.
        let height = (ui.available_height() - HEADINGS as f32 * line).max(line);
        let area = ScrollArea::vertical().id_salt("lately").max_height(height).auto_shrink([false, true]);
        again = area.stick_to_bottom(true).show(ui, |ui| lately(ui, model)).inner;
    }
    section(ui, "Log");
    let current = model.top.order.iter().find(|chip| chip.acting);
    let foot = if current.is_some() { Sizes::of(ui.ctx()).row + 6.0 } else { 0.0 };
    let room = ui.available_height() - foot;
    let log = ScrollArea::vertical().id_salt("log").max_height(room).auto_shrink([false, true]).stick_to_bottom(true);
    log.show(ui, |ui| rule = lines(ui, &model.log).or(rule.take()));
    if let Some(chip) = current.filter(|_| model.result.is_none()) {
        to_act(ui, chip);
    }
    advised.or(rule.map(Intent::OpenRule)).or(again.then_some(Intent::ShowAgain))
}

/// Lines of the log that stay visible beside long cards; `HEADINGS` are the lines taken by headings.
const LOG_LINES: usize = 6;
const HEADINGS: usize = 4;

/// The results of the last acts, one line each. Returns whether the last was pressed, which shows it again in full.
fn lately(ui: &mut Ui, model: &BattleModel) -> bool {
    let sizes = Sizes::of(ui.ctx());
    ui.spacing_mut().item_spacing.y = 1.0;
    let mut again = false;
    for (index, line) in model.lately.iter().enumerate() {
        let side = sizes.body + 2.0;
        // The verdict takes as many rows as it needs: the news is often at its end. The dice are on the card and in the
        // log.
        let verdict = line.pieces.iter().find_map(|piece| match piece {
            log_line::Piece::Words(words) => Some(words.trim_end_matches('.')),
            log_line::Piece::Die(..) => None,
        });
        let galley = Phrase::words(verdict.unwrap_or(""), sizes.second).lay(ui, ui.available_width() - side - 6.0);
        let at = cost::line(ui, (sizes.body + 6.0).max(galley.size().y + 3.0));
        let top = Rect::from_min_size(at.min, vec2(at.width(), sizes.body + 6.0));
        let mark = picture::square_at_left(top, side);
        if let Some((team, letter)) = line.who {
            side::badge(ui, team, Some(letter), mark);
        }
        let rest = Rect::from_min_max(pos2(mark.right() + 6.0, at.top()), at.max);
        phrase::paint(ui, galley, Align2::LEFT_CENTER, rest);
        let is_open = model.can_show_again && index + 1 == model.lately.len();
        let sense = if is_open { Sense::click() } else { Sense::hover() };
        let response = ui.interact(at, ui.id().with(("lately", index)), sense);
        phrase::name(&response, &line.text());
        again |= response.clicked();
        response.on_hover_text(line.text());
    }
    again
}

fn cards_of(ui: &mut Ui, square: Option<&SquareModel>, target: Option<(&str, &BodyModel)>) -> Option<RuleId> {
    let mut rule = None;
    if let Some(square) = square {
        section(ui, &format!("Square {}", square.square));
        ui.spacing_mut().item_spacing.y = 0.0;
        rule = square
            .facts
            .iter()
            .chain(&square.signs)
            .chain(&square.harmless)
            .filter_map(|fact| body::fact(ui, fact))
            .last();
        ui.spacing_mut().item_spacing.y = 4.0;
    }
    if let Some((title, target)) = target {
        section(ui, title);
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

/// The cards of the square under the pointer and of the target. Returns the rule that was pressed.
pub fn cards(ui: &mut Ui, model: &BattleModel) -> Option<RuleId> {
    // In other people's turns, one's own side is that of the person watching.
    let looks_on = model.follow.as_ref().and_then(|follow| follow.own_team).map(|team| team.0);
    let side = looks_on.or(model.actor.as_ref().map(|actor| actor.look.side));
    let target = model.target.as_ref().map(|target| {
        let is_actor = model.actor.as_ref().is_some_and(|actor| actor.who == target.who);
        let title = match side == Some(target.look.side) {
            _ if is_actor => "Acting",
            true => "Own side",
            false => "Target",
        };
        (title, target)
    });
    cards_of(ui, model.square.as_ref(), target)
}

/// What is pointed at in one line, for the hint bar: "i7 Nib, claws, 28 of 28. Street. Nib hits 42 %.".
pub fn pointed(model: &BattleModel) -> Option<String> {
    let square = model.square.as_ref()?;
    let mut words = square.square.to_string();
    if let Some(target) = model.target.as_ref().filter(|_| model.target_pointed) {
        let state = target.bars().first().map_or_else(String::new, |bar| format!(", {} of {}", bar.now, bar.full));
        // The gear of a fighter who is out does not matter.
        let about = match target.card.out {
            "" => uncapital(&target.card.gear),
            out => format!("out: {out}"),
        };
        words += &format!(" {}, {about}{state}", target.name);
        // What the letter on the token stands for.
        let conditions = target.card.conditions.iter().map(|fact| format!(", {}", uncapital(&fact.label)));
        words.extend(conditions);
    }
    for fact in &square.facts {
        let parts = [&fact.label, fact.value.as_str(), fact.words.as_str()];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty() && *part != "Ground").collect();
        let told = parts.join(" ").replace("% ", "%, ");
        words += &format!(". {}", capital(&told));
    }
    words.extend(square.signs.iter().map(|sign| format!(". {}: {}", sign.label, sign.words)));
    match square.harmless.len() {
        0 => {}
        1 => words += &format!(". {} cannot hit", square.harmless[0].label),
        many => words += &format!(". {many} enemies cannot hit"),
    }
    // After a bare square name, the ground follows without a full stop.
    let words = if model.target_pointed { words } else { words.replacen(". ", "  ", 1) };
    // Several sentences end with a full stop.
    Some(if words.contains(". ") { words + "." } else { words })
}

/// The last action of the log and its result, for the hint bar; without dice if there is a result.
pub fn last(log: &[log_line::LogLine]) -> Option<String> {
    let action = log.iter().rposition(|line| line.who.is_some())?;
    let (action, behind) = log[action..].split_first()?;
    // The heading of the next round is not a result.
    let behind = &behind[..behind.iter().position(|line| line.heading).unwrap_or(behind.len())];
    // A roll names the roller, then shows the dice; a note may have a roll after it.
    let is_roll = |line: &&log_line::LogLine| matches!(line.pieces.get(1), Some(log_line::Piece::Die(..)));
    let told = || behind.iter().filter(|line| !is_roll(line));
    let mut rest: Vec<String> = told().map(log_line::LogLine::text).collect();
    // A result that names actor and target says more than the act: "Ada strikes Hild", "Ada hits Hild".
    let names_both = action.names.len() > 1 && told().next().is_some_and(|first| first.names == action.names);
    if rest.is_empty() {
        rest.extend(behind.last().map(log_line::LogLine::text));
    }
    let (action, rest) = (action.text(), rest.join(", "));
    Some(match rest.as_str() {
        "" => action,
        rest if names_both => rest.into(),
        rest => format!("{action}: {rest}"),
    })
}
