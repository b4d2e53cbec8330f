//! The top bar: round and goals, the order of turns, undo, the menu.

use bevy_egui::egui::{Align, Align2, Context, Id, Layout, Rect, ScrollArea, Sense, Ui, UiBuilder, pos2, vec2};

use super::{
    intent::Intent,
    model::{ChipModel, Dialog, TopModel},
    regions,
    regions::Region,
};
use crate::board::art::icons::Icon;
use crate::panels::{
    theme::{self, Sizes},
    widgets::{Button, Phrase, card, icon_button, phrase},
};
use crate::rules::CombatantId;

/// The key under which the chip pointed at is kept during a pass.
const HOVERED: &str = "hovered chip";

/// The combatant whose chip is pointed at in this pass, once the bar has been shown.
pub fn hovered(ctx: &Context) -> Option<CombatantId> {
    ctx.data(|data| data.get_temp::<Option<CombatantId>>(Id::new(HOVERED))).flatten()
}

/// Shows the top bar in all the free room.
pub fn show(ui: &mut Ui, model: &TopModel) -> Option<Intent> {
    ui.data_mut(|data| data.insert_temp(Id::new(HOVERED), None::<CombatantId>));
    let sizes = Sizes::of(ui.ctx());
    let room = ui.max_rect();
    let title = title(ui, model, room);
    let (right, tools) = tools(ui, model, room);
    let left = (title + 16.0).max(if sizes.roomy { room.left() + sizes.left - sizes.margin } else { 0.0 });
    let middle = Rect::from_min_max(pos2(left, room.top()), pos2(right - 16.0, room.bottom()));
    order(ui, model, middle).or(tools)
}

/// The most lines beside or below the round: who is about to win, and the goals.
const LINES: usize = 3;

/// The goals, with sides of the same goal in one line: "The watch: hold the bridge", "Each side: …".
fn goals(model: &TopModel, is_brief: bool) -> Vec<String> {
    let mut lines: Vec<(Vec<&str>, &str)> = Vec::new();
    for (side, words, brief) in &model.goals {
        let words = if is_brief { brief } else { words };
        match lines.iter_mut().find(|(_, known)| known == words) {
            Some((sides, _)) => sides.push(side),
            None => lines.push((vec![side], words)),
        }
    }
    let all = lines.len() == 1 && model.goals.len() > 1;
    let line = |(sides, words): (Vec<&str>, &str)| match all {
        true => format!("Each side: {words}"),
        false => format!("{}: {words}", sides.join(", ")),
    };
    lines.into_iter().map(line).collect()
}

/// The round in words: "Round 3 of 8", "Recording, round 3".
fn round_words(model: &TopModel) -> String {
    let words = match model.last_round {
        Some(last) => format!("Round {} of {last}", model.round),
        None => format!("Round {}", model.round),
    };
    match model.watched {
        Some(watched) => format!("{watched}, {}", words.to_lowercase()),
        None => words,
    }
}

/// The goals as they are put, and how wide a line of them may be, in points. They are put in a few words if in full
/// they would crowd out names in the order of turns, and cut only if those few words do not fit either.
fn fitting_goals(ui: &Ui, model: &TopModel, room: f32, round: f32) -> (Vec<String>, f32) {
    let sizes = Sizes::of(ui.ctx());
    let (in_full, brief) = (goals(model, false), goals(model, true));
    let size = sizes.rule + 0.5;
    let widest =
        |goals: &[String]| goals.iter().map(|goal| Phrase::words(goal, size).line(ui).size().x).fold(0.0, f32::max);
    // What is left beside the names of everybody.
    let chip = |chip: &ChipModel| card::named_width(ui, &chip.name, &chip.value, chip.state) + sizes.gap + 1.0;
    let names = model.order.iter().map(chip).sum::<f32>() + 6.0;
    let spare = room - names - round - TOOLS - 2.0 * 16.0;
    // Below the round they may be as wide as the round, and above the dock as wide as the dock.
    let dock = if sizes.roomy { sizes.left - 2.0 * sizes.margin } else { 0.0 };
    let spare = spare.max(LEAST.max(round - 14.0).max(dock));
    if widest(&in_full) <= spare {
        return (in_full, spare);
    }
    if widest(&brief) <= spare {
        return (brief, spare);
    }
    // The order of turns always keeps the room for a few names.
    let (named, brief_ones) = (model.order.len().min(NAMED + 1), model.order.len().saturating_sub(NAMED + 1));
    let order = named as f32 * (sizes.chip.x + sizes.gap + 1.0)
        + brief_ones as f32 * (card::brief_width(&sizes) + sizes.gap + 1.0);
    let share = room * if model.order.is_empty() { 0.6 } else { MOST };
    (brief, (room - order - round - TOOLS).min(share).max(spare))
}

/// Round and goals; returns where they end. The goals are below the round if the bar is high enough, otherwise beside
/// it.
fn title(ui: &mut Ui, model: &TopModel, room: Rect) -> f32 {
    let sizes = Sizes::of(ui.ctx());
    let words = round_words(model);
    let edition = model.edition.map(|edition| format!(", {edition}")).unwrap_or_default();
    let about = format!("{}, {}{edition}", model.level, model.ruleset);
    let round = Phrase::words(&words, sizes.name).line(ui).size().x + 14.0;
    let (shown_goals, width) = fitting_goals(ui, model, room.width(), round);
    let size = sizes.rule + 0.5;
    let ends = model.ends.iter().map(|ends| Phrase::words(ends, size).colour(theme::WARN).elided(ui, width));
    let wanted = shown_goals.iter().map(|goal| Phrase::words(goal, size).second().elided(ui, width));
    let level = shown_goals.is_empty().then(|| Phrase::words(&about, size).second().elided(ui, width));
    let lines: Vec<_> = ends.chain(wanted).chain(level).take(if sizes.cramped { 0 } else { LINES }).collect();
    let round = Phrase::words(&words, sizes.name).strong().line(ui);
    let (high, below): (f32, f32) = (round.size().y, lines.iter().map(|line| line.size().y).sum());
    let is_below = high + below <= room.height();
    let height = if is_below { high + below } else { high };
    let at = Rect::from_center_size(room.center(), vec2(room.width(), height));
    let is_new = begins(ui, model);
    if is_new {
        let place = Rect::from_min_size(at.min, round.size()).expand2(vec2(5.0, 1.0));
        let edge = theme::CHOSEN_EDGE;
        ui.painter().rect(place, theme::BAR_RADIUS, theme::CHOSEN, edge, bevy_egui::egui::StrokeKind::Inside);
    }
    let mut end = phrase::paint(ui, round, Align2::LEFT_TOP, at).right();
    let (left, mut top) =
        if is_below { (room.left(), at.top() + high) } else { (end + 14.0, room.center().y - below / 2.0) };
    for line in lines {
        let place = Rect::from_min_size(pos2(left, top), vec2(width, line.size().y));
        top = place.bottom();
        end = end.max(phrase::paint(ui, line, Align2::LEFT_TOP, place).right());
    }
    let area = Rect::from_min_max(room.min, pos2(end, room.bottom()));
    let response = ui.interact(area, ui.id().with("round"), Sense::hover());
    let in_full = goals(model, false);
    let more: String = in_full.iter().chain(&model.ends).map(|words| format!("\n{words}")).collect();
    let begun = if is_new { " begins" } else { "" };
    phrase::name(&response, &format!("{words}{begun}, {about}{}", more.replace('\n', ". ")));
    response.on_hover_text(format!("{about}{more}"));
    end
}

/// How long the start of a round is highlighted, in seconds.
const NEW: f64 = 2.0;

/// Whether the round on screen has just begun.
fn begins(ui: &Ui, model: &TopModel) -> bool {
    let (key, now) = (Id::new("the round on screen"), ui.input(|input| input.time));
    let known = ui.data(|data| data.get_temp::<(u16, f64)>(key));
    let (round, since) = known.unwrap_or((model.round, f64::NEG_INFINITY));
    let since = if model.round > round { now } else { since };
    ui.data_mut(|data| data.insert_temp(key, (model.round, since)));
    let left = since + NEW - now;
    if left > 0.0 {
        ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(left));
    }
    left > 0.0
}

/// The room taken by undo, menu and what is between them, in points.
const TOOLS: f32 = 200.0;
/// The least width of a line of goals, in points.
const LEAST: f32 = 80.0;
/// The largest share of the bar that a line of goals may take.
const MOST: f32 = 0.27;

/// Undo and the menu; returns where they begin.
fn tools(ui: &mut Ui, model: &TopModel, room: Rect) -> (f32, Option<Intent>) {
    let sizes = Sizes::of(ui.ctx());
    let mut intent = None;
    let builder = UiBuilder::new().max_rect(room).layout(Layout::right_to_left(Align::Center));
    let shown = ui.scope_builder(builder, |ui| {
        if icon_button(ui, Icon::Menu, "Menu", sizes.row + 2.0) {
            intent = Some(Intent::Open(Dialog::Menu));
        }
        let out = format!("{} out", model.out.len());
        if !model.out.is_empty() && Button::new(&out).show(ui) {
            intent = Some(Intent::Open(Dialog::Out));
        }
        // A recording cannot be undone; in a cramped window the order of turns needs the room of a refused button.
        let shown = model.watched.is_none() && !(sizes.cramped && model.no_undo.is_some());
        let is_undone = shown && Button::new("Undo").icon(Icon::Undo).refused(model.no_undo.as_deref()).show(ui);
        if is_undone {
            intent = Some(Intent::Undo);
        }
        ui.min_rect().left()
    });
    (shown.inner, intent)
}

/// How many after the acting combatant keep their names in any case.
const NAMED: usize = 3;

/// Which chips have names, and whether they need more than this room. If not all names fit, as many as fit are shown,
/// from the combatant at the place `from` on.
fn named(ui: &Ui, order: &[ChipModel], room: f32, from: usize) -> (Vec<bool>, bool) {
    let sizes = Sizes::of(ui.ctx());
    let (brief, pitch) = (card::brief_width(&sizes), sizes.gap + 1.0);
    let next = if sizes.cramped { NAMED - 1 } else { NAMED };
    let mut spare = room - 6.0 - order.len() as f32 * (brief + pitch);
    let mut named = vec![false; order.len()];
    for place in (from..order.len()).chain(0..from) {
        let chip = &order[place];
        let more = card::named_width(ui, &chip.name, &chip.value, chip.state) - brief;
        if more > spare && !(from..=from + next).contains(&place) {
            break;
        }
        (named[place], spare) = (true, spare - more);
    }
    (named, spare < 0.0)
}

/// The chips of the order of turns. If they do not fit they scroll, with the acting combatant third.
fn order(ui: &mut Ui, model: &TopModel, room: Rect) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let mut intent = None;
    let top = room.center().y - sizes.chip.y / 2.0 - 2.0;
    let room = Rect::from_min_max(pos2(room.left(), top), room.max);
    ui.scope_builder(UiBuilder::new().max_rect(room), |ui| {
        let mut area = ScrollArea::horizontal().id_salt("order").auto_shrink([false, true]);
        let acting = model.order.iter().position(|chip| chip.acting);
        let (named, overflows) = named(ui, &model.order, room.width(), acting.unwrap_or(0));
        let changed = remember(ui, Id::new("acting chip"), acting);
        if let Some(acting) = acting.filter(|_| changed) {
            // If all fit, no chip leaves the bar, not even for a frame.
            let pitch = if overflows { card::brief_width(&sizes) + sizes.gap + 1.0 } else { 0.0 };
            area = area.horizontal_scroll_offset(pitch * acting.saturating_sub(2) as f32);
        }
        area.show(ui, |ui| {
            ui.add_space(2.0);
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = sizes.gap + 1.0;
                ui.add_space(2.0);
                for (place, fighter) in model.order.iter().enumerate() {
                    let brief = !named[place];
                    let chip = card::Chip {
                        name: &fighter.name,
                        value: &fighter.value,
                        look: &fighter.look,
                        state: fighter.state,
                        brief,
                    };
                    let response = card::chip(ui, chip);
                    regions::belongs(ui, &response, Region::Order, fighter.acting);
                    // The acting combatant stays in view unless the pointer is over the order.
                    let is_looked_through = ui.rect_contains_pointer(room);
                    let (seen, chip) = (ui.clip_rect().x_range().expand(0.5), response.rect.x_range());
                    if fighter.acting && !is_looked_through && !(seen.contains(chip.min) && seen.contains(chip.max)) {
                        response.scroll_to_me(None);
                    }
                    if response.hovered() || response.has_focus() {
                        ui.data_mut(|data| data.insert_temp(Id::new(HOVERED), Some(fighter.who)));
                    }
                    if response.clicked() {
                        intent = Some(Intent::Inspect(fighter.who));
                    }
                }
            });
        });
    });
    intent
}

/// Keeps a value for the next pass. Returns whether it has changed.
fn remember(ui: &Ui, id: Id, value: Option<usize>) -> bool {
    let old = ui.data(|data| data.get_temp::<Option<usize>>(id));
    ui.data_mut(|data| data.insert_temp(id, value));
    old != Some(value)
}
