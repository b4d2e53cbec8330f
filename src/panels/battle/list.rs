//! The list of a turn: who acts, what is listed, rows, refused rows in one line, the forecast, and the button that
//! carries out the choice. Only the rows scroll.

use std::borrow::Cow;

use bevy_egui::egui::{
    Align2, Frame, Id, Margin, Rect, ScrollArea, Sense, Stroke, StrokeKind, Ui, UiBuilder, Vec2, WidgetInfo,
    WidgetType, pos2, scroll_area::ScrollBarVisibility, vec2,
};

use super::{
    advice::{self, AdviceModel},
    aftermath::{self, AftermathModel},
    body,
    follow::{self, FollowModel},
    forecast::{self, Extent},
    intent::Intent,
    listing::{KnownRow, Listing, RefusedRows},
    model::{ActModel, BattleModel, BodyModel, ThinkingModel},
    rail, regions,
    regions::Region,
    row, workbench,
};
use crate::board::art::icons::Icon;
use crate::levels::sides;
use crate::panels::{
    theme::{self, Sizes},
    widgets::{Button, Phrase, bars, control, cost, offer::key_cap, phrase, picture, section, terms},
};
use crate::rules::{CombatantId, Group};

/// Rows that stay visible however much room the forecast needs; `FEWEST_BESIDE_TERMS` while all its terms are shown.
const FEWEST: f32 = 5.0;
const FEWEST_BESIDE_TERMS: f32 = 3.0;

/// Room kept for the forecast beside a workbench, in points.
const FORECAST_BESIDE_PARTS: f32 = 108.0;

/// The panel after the battle: the verdict, the button back to the result, and the result of the last act.
fn over(ui: &mut Ui, model: &BattleModel, verdict: &str) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    section(ui, "The battle is over");
    Phrase::words(verdict, sizes.body).strong().show(ui);
    ui.add_space(6.0);
    let back = Button::new("Back to the result").primary().key("Enter").show(ui).then_some(Intent::ShowEnd);
    ui.add_space(6.0);
    let card = model.aftermath.as_ref().and_then(|aftermath| aftermath::show(ui, aftermath));
    back.or(card)
}

/// Shows the list in all the free room.
pub fn show(ui: &mut Ui, model: &BattleModel) -> Option<Intent> {
    if let Some(verdict) = &model.over {
        return over(ui, model, verdict);
    }
    let sizes = Sizes::of(ui.ctx());
    let room = ui.max_rect();
    let foot = Rect::from_min_max(pos2(room.left(), room.bottom() - sizes.foot()), room.max);
    let upper = Rect::from_min_max(room.min, pos2(room.right(), foot.top() - 6.0));
    let builder = UiBuilder::new().max_rect(upper).id_salt("list");
    if let Some(follow) = model.follow.as_ref().filter(|follow| follow.is_own) {
        let intent = ui.scope_builder(builder, |ui| own_act(ui, follow)).inner;
        return if foot.height() < 1.0 { intent } else { follow::go_on(ui, follow, foot).or(intent) };
    }
    let mut intent = ui.scope_builder(builder, |ui| contents(ui, model)).inner;
    intent = do_it(ui, model, foot).or(intent);
    intent
}

/// An act of one's own turn while nobody is asked here: who acts and, in place of the forecast, the result.
fn own_act(ui: &mut Ui, model: &FollowModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let room = ui.max_rect();
    ui.set_clip_rect(ui.clip_rect().intersect(room.expand(3.0)));
    if !sizes.cramped {
        Phrase::words(&model.about, sizes.second).second().show(ui);
    }
    let rule = model.actor.as_ref().and_then(|actor| body::actor(ui, actor));
    if let Some(share) = model.thinking {
        ui.horizontal(|ui| {
            Phrase::words("The computer is thinking", sizes.second).second().show(ui);
            bars::progress(ui, Some(share), "The computer is thinking");
        });
    }
    let rest = room.bottom() - ui.cursor().top();
    let card = model.aftermath.as_ref().map(|aftermath| aftermath.fitted(ui, rest));
    let below = card.as_ref().map_or(0.0, |card| aftermath::plan(ui, card, rest));
    let place = Rect::from_min_max(pos2(room.left(), room.bottom() - below), room.max);
    let builder = UiBuilder::new().max_rect(place).id_salt("forecast");
    let shown = ui.scope_builder(builder, |ui| card.as_ref().and_then(|card| aftermath::show_within(ui, card, below)));
    shown.inner.or(rule.map(Intent::OpenRule))
}

/// The button, if anything is on offer; in a cramped window it is in the line below the board.
pub fn do_it(ui: &mut Ui, model: &BattleModel, at: Rect) -> Option<Intent> {
    if model.offers.is_empty() || at.height() < 1.0 || !act(ui, &model.act, at) {
        return None;
    }
    Some(if model.act.ends { Intent::EndTurn } else { Intent::Commit })
}

fn contents(ui: &mut Ui, model: &BattleModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let room = ui.max_rect();
    ui.set_clip_rect(ui.clip_rect().intersect(room.expand(3.0)));
    let mut intent = None;
    if !model.about.is_empty() && !sizes.cramped {
        Phrase::words(&model.about, sizes.second).second().show(ui);
    }
    if let Some(actor) = &model.actor {
        intent = body::actor(ui, actor).map(Intent::OpenRule);
    }
    if let Some(thinking) = &model.thinking {
        return think(ui, thinking).or(intent);
    }
    if model.offers.is_empty() {
        return intent;
    }
    let listing = in_place(ui, model);
    intent = head(ui, model).or(intent);
    let layout = Layout::plan(ui, model, &listing, room.bottom() - ui.cursor().top());
    intent = match &model.workbench {
        Some(bench) => {
            let (pressed, height) = workbench::show(ui, bench, layout.rows);
            ui.data_mut(|data| data.insert_temp(Id::new(("rows height", rows_key(model))), height));
            pressed
        }
        None => sections(ui, model, &listing, layout.rows),
    }
    .or(intent);
    let top = pos2(room.left(), room.bottom() - layout.below);
    if let Some((advice, height)) = &layout.advice {
        let place = Rect::from_min_max(pos2(room.left(), top.y - height), pos2(room.right(), top.y));
        let builder = UiBuilder::new().max_rect(place).id_salt("advice");
        intent = ui.scope_builder(builder, |ui| advice::show(ui, advice, *height)).inner.or(intent);
    }
    let place = Rect::from_min_max(top, room.max);
    let builder = UiBuilder::new().max_rect(place).id_salt("forecast");
    let inner = ui.scope_builder(builder, |ui| match &layout.aftermath {
        Some(aftermath) => aftermath::show_within(ui, aftermath, layout.below),
        None => forecast::show(ui, model, layout.extent, layout.below),
    });
    inner.inner.or(intent)
}

/// What is above the rows: the standing answers, then the name of what is listed or the head of the workbench.
fn head(ui: &mut Ui, model: &BattleModel) -> Option<Intent> {
    let mut intent = None;
    for (place, words) in model.list.standing.iter().enumerate() {
        intent = stands(ui, words, place).then_some(Intent::Unstand(place)).or(intent);
    }
    match &model.workbench {
        Some(bench) => workbench::head(ui, bench),
        None => context(ui, model),
    }
    .or(intent)
}

/// What is below the rows, and how the room is shared out between the rows and it, in points.
struct Layout<'m> {
    /// The height of the rows, without the line of the refused ones.
    rows: f32,
    /// The advice and its height, if it is shown here.
    advice: Option<(Cow<'m, AdviceModel>, f32)>,
    /// The result of the last choice, in place of the forecast.
    aftermath: Option<AftermathModel>,
    /// How much of the forecast is shown.
    extent: Extent,
    /// The height of that result or of the forecast.
    below: f32,
}

impl<'m> Layout<'m> {
    /// Shares out the room below the head.
    fn plan(ui: &mut Ui, model: &'m BattleModel, listing: &Listing, room: f32) -> Self {
        let sizes = Sizes::of(ui.ctx());
        let bench = model.workbench.as_ref();
        let refused = if listing.refused.is_empty() || bench.is_some() { 0.0 } else { sizes.row.max(24.0) + sizes.gap };
        let known = ui.data(|data| data.get_temp::<f32>(Id::new(("rows height", rows_key(model)))));
        let fewest = fewest_rows(model, &sizes) * (sizes.row + sizes.gap);
        let advice = advice_here(model, &sizes).map(|advice| {
            let height = advice::plan(ui, &advice, room - refused - fewest.min(room * 0.4));
            (advice, height)
        });
        let rest = room - advice.as_ref().map_or(0.0, |(_, height)| *height);
        // Showing all parts comes before showing every term of the forecast, unless the terms were asked for.
        let terms = if model.pinned { 2.0 * sizes.row } else { 0.0 };
        let most = match (bench, known) {
            (Some(_), Some(known)) => (rest - known).max(FORECAST_BESIDE_PARTS + terms),
            _ => rest - refused - known.map_or(fewest, |known| known.min(fewest)),
        };
        let aftermath = model.aftermath.as_ref().filter(|_| !model.pinned).map(|aftermath| aftermath.fitted(ui, most));
        let is_advice_alone = advice.as_ref().is_some_and(|(advice, _)| advice.laid.is_none() && !advice.folded);
        let (extent, below) = match &aftermath {
            _ if is_advice_alone => (Extent::Full, 0.0),
            Some(aftermath) => (Extent::Full, aftermath::plan(ui, aftermath, most)),
            None => forecast::plan(ui, model, most),
        };
        Self { rows: rest - below - refused, advice, aftermath, extent, below }
    }
}

/// How many rows stay visible however much room is needed below them.
const fn fewest_rows(model: &BattleModel, sizes: &Sizes) -> f32 {
    let is_advised = sizes.cramped && model.advice.is_some();
    match (is_advised, model.pinned) {
        (true, _) => 1.0,
        (false, true) => FEWEST_BESIDE_TERMS,
        (false, false) => FEWEST,
    }
}

/// The advice, without a dock that shows it: here it is in place of the forecast until one of its choices is laid, then
/// above it. Another choice needs the room for its odds, so that the advice is shown without terms.
fn advice_here<'m>(model: &'m BattleModel, sizes: &Sizes) -> Option<Cow<'m, AdviceModel>> {
    let advice = model.advice.as_ref().filter(|_| sizes.left == 0.0)?;
    let is_folded = model.chosen.is_some() && advice.laid.is_none();
    Some(if is_folded { Cow::Owned(AdviceModel { folded: true, ..advice.clone() }) } else { Cow::Borrowed(advice) })
}

/// A standing answer, with a cross that takes it back.
fn stands(ui: &mut Ui, words: &str, place: usize) -> bool {
    let sizes = Sizes::of(ui.ctx());
    let at = cost::line(ui, sizes.second + 7.0);
    let side = at.height();
    let cross = Rect::from_center_size(pos2(at.right() - side / 2.0, at.center().y), Vec2::splat(side));
    let galley = Phrase::words(format!("Standing: {words}"), sizes.second).second().elided(ui, at.width() - side - 6.0);
    phrase::paint(ui, galley, Align2::LEFT_CENTER, at);
    let response = ui.interact(cross, Id::new(("stands", place)), Sense::click());
    picture::icon(ui, Icon::Close, theme::TEXT, cross.shrink(side * 0.25));
    control::focus_ring(ui, cross, &response);
    let spoken = format!("Take back: {words}");
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &spoken));
    response.clicked()
}

/// The name of what is listed.
fn context(ui: &mut Ui, model: &BattleModel) -> Option<Intent> {
    match (&model.list.pin, model.list.open) {
        (Some(pin), open) => against(ui, pin, open),
        (None, open) => {
            section(ui, open.map_or("Now", Group::name));
            None
        }
    }
}

/// The pinned target that the rows are against, with a cross that releases it.
fn against(ui: &mut Ui, pin: &BodyModel, open: Option<Group>) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let divider = cost::line(ui, 5.0);
    ui.painter().hline(divider.x_range(), divider.center().y, theme::DIVIDER);
    let at = cost::line(ui, sizes.token - 2.0);
    let frame = picture::square_at_left(at, at.height() - 2.0);
    ui.painter().rect_stroke(frame, theme::FIELD_RADIUS, Stroke::new(1.4, theme::WARN), StrokeKind::Inside);
    picture::token(ui, &pin.look, frame.shrink(4.0));
    let words = match open {
        Some(group) => format!("{}, against {}", group.name(), pin.name),
        None => format!("Against {}", pin.name),
    };
    let bar = pin.bars().first();
    let state = bar.map_or_else(String::new, |bar| format!(", {} of {}", bar.now, bar.full));
    let about = format!("{}{state}", pin.card.gear);
    let side = sizes.row - 3.0;
    let cross = Rect::from_center_size(pos2(at.right() - side / 2.0, at.center().y), Vec2::splat(side));
    let room = cross.left() - frame.right() - 16.0;
    let upper = Phrase::words(&words, sizes.offer + 1.0).strong().elided(ui, room);
    let lower = Phrase::words(&about, sizes.second).second().elided(ui, room);
    let height = upper.size().y + lower.size().y - 2.0;
    let text = Rect::from_min_size(pos2(frame.right() + 8.0, at.center().y - height / 2.0), vec2(room, height));
    phrase::paint(ui, upper, Align2::LEFT_TOP, text);
    phrase::paint(ui, lower, Align2::LEFT_BOTTOM, text);
    let response = ui.interact(text, Id::new("against"), Sense::hover());
    phrase::name(&response, &format!("{words}, {about}"));
    response.on_hover_text(about);
    let response = ui.interact(cross, Id::new("let go of the pin"), Sense::click());
    control::ground(ui, &response, theme::FIELD_RADIUS, false);
    picture::icon(ui, Icon::Close, theme::TEXT, Rect::from_center_size(cross.center(), Vec2::splat(side * 0.5)));
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, "Release the target"));
    response.clicked().then_some(Intent::Unpin)
}

/// What the rows of the list depend on.
fn rows_key(model: &BattleModel) -> (Option<Group>, Option<CombatantId>, bool) {
    (model.list.open, model.list.pin.as_ref().map(|pin| pin.who), model.workbench.is_some())
}

/// What the rows belong to: the context of the list, whose turn it is, and the round.
type RowsOf = ((Option<Group>, Option<CombatantId>, bool), Option<CombatantId>, u16);

/// The rows as they were before a choice.
#[derive(Clone, Debug)]
struct RowsBefore {
    of: RowsOf,
    rows: Vec<KnownRow>,
    /// The revision at which the result of that choice was shown, if it was.
    result_shown_at: Option<u64>,
}

/// The rows, in the places they had before the result of the last choice was shown, or before one of those that matter
/// now was chosen, until the next choice. Rows that the choice has made impossible keep their places while the result
/// is shown; once nothing is left to act with, the rows still open come first.
pub fn in_place(ui: &Ui, model: &BattleModel) -> Listing {
    let listing = in_former_order(ui, model);
    if model.list.spent { listing.open_first() } else { listing }
}

fn in_former_order(ui: &Ui, model: &BattleModel) -> Listing {
    let listing = Listing::of(model);
    let id = Id::new("rows before");
    let now: RowsOf = (rows_key(model), model.actor.as_ref().map(|actor| actor.who), model.top.round);
    let before = ui.data(|data| data.get_temp::<RowsBefore>(id)).filter(|before| before.of == now);
    let shows_result = model.aftermath.is_some();
    let has_shown_result = before.as_ref().is_some_and(|before| before.result_shown_at == Some(model.list.revision));
    match before {
        Some(mut before) if shows_result || has_shown_result || model.list.held => {
            if shows_result && !has_shown_result {
                before.result_shown_at = Some(model.list.revision);
                ui.data_mut(|data| data.insert_temp(id, before.clone()));
            }
            let keeps_all = shows_result || model.list.held;
            let rows = before.rows.iter().filter(|row| keeps_all || listing.has(model, row));
            let rows: Vec<KnownRow> = rows.cloned().collect();
            listing.keeping(model, &rows)
        }
        _ if shows_result || model.list.held => listing,
        _ => {
            let before = RowsBefore { of: now, rows: listing.known(model), result_shown_at: None };
            ui.data_mut(|data| data.insert_temp(id, before));
            listing
        }
    }
}

/// The rows in sections, which scroll if they need more room; the refused rows below them.
fn sections(ui: &mut Ui, model: &BattleModel, listing: &Listing, room: f32) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let mut intent = None;
    // The rows of each context start at the top.
    let area = ScrollArea::vertical()
        .id_salt(("rows", rows_key(model)))
        .max_height(room.max(sizes.row))
        .auto_shrink([false, true]);
    let area = area.scroll_bar_visibility(ScrollBarVisibility::VisibleWhenNeeded);
    let shown = area.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = sizes.gap;
        for (name, order, rows) in &listing.sections {
            if !name.is_empty() {
                heading(ui, name, order);
            }
            for row in rows {
                intent = row::show(ui, model, row).or(intent.take());
            }
            if rows.is_empty() && listing.sections.len() == 1 {
                Phrase::words("Nothing to do here now", sizes.second).second().show(ui);
            }
        }
        if model.list.refused {
            for refused in &listing.refused {
                intent = refused_rows(ui, model, refused).or(intent.take());
            }
        }
    });
    ui.data_mut(|data| data.insert_temp(Id::new(("rows height", rows_key(model))), shown.content_size.y + 4.0));
    let hidden = shown.content_size.y - shown.inner_rect.height() - shown.state.offset.y;
    if hidden > 4.0 {
        let edge =
            Rect::from_min_max(pos2(shown.inner_rect.left(), shown.inner_rect.bottom() - 3.0), shown.inner_rect.max);
        ui.painter().rect_filled(edge, 0.0, theme::MAY.gamma_multiply(0.5));
    }
    if !listing.refused.is_empty() && refused_line(ui, model, listing) {
        intent = Some(Intent::Refused);
    }
    intent
}

/// The name of a section and, at the right, a word about its order.
fn heading(ui: &mut Ui, name: &str, order: &str) {
    let sizes = Sizes::of(ui.ctx());
    let at = cost::line(ui, sizes.second + 4.0);
    phrase::paint(ui, Phrase::words(name, sizes.second).second().line(ui), Align2::LEFT_CENTER, at);
    phrase::paint(ui, Phrase::words(order, sizes.second).second().line(ui), Align2::RIGHT_CENTER, at);
    let response = ui.interact(at, Id::new(("heading", name)), Sense::hover());
    phrase::name(&response, name);
}

/// The names of the rows refused for one reason.
fn names(model: &BattleModel, rows: &RefusedRows) -> String {
    rows.offers.iter().map(|index| model.offers[*index].title.as_str()).collect::<Vec<_>>().join(", ")
}

/// All refused rows in one line: "2 not now: Grab, Disarm".
fn refused_line(ui: &mut Ui, model: &BattleModel, listing: &Listing) -> bool {
    let sizes = Sizes::of(ui.ctx());
    ui.add_space(1.0);
    let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), sizes.row.max(24.0)), Sense::click());
    control::dashed(ui, at);
    control::focus_ring(ui, at, &response);
    regions::belongs(ui, &response, Region::Refused, false);
    let inner = at.shrink2(vec2(8.0, 0.0));
    let lock = picture::square_at_left(inner, sizes.offer);
    picture::icon(ui, Icon::Lock, theme::SECOND, lock);
    let why = if model.list.refused { "fold" } else { "why" };
    let why = Phrase::words(why, sizes.second).second().line(ui);
    let why = phrase::paint(ui, why, Align2::RIGHT_CENTER, inner);
    let key = Phrase::figures("F2", sizes.rule + 0.5).line(ui).size().x + 10.0;
    let cap = Rect::from_min_max(pos2(why.left() - key - 6.0, at.top()), pos2(why.left() - 6.0, at.bottom()));
    key_cap(ui, "F2", cap);
    let count = listing.refused_count();
    let words = match &listing.refused[..] {
        [only] if count > 2 => format!("{count} not now: {}", only.refusal.words),
        all => {
            let all: Vec<String> = all.iter().map(|rows| names(model, rows)).collect();
            format!("{count} not now: {}", all.join(", "))
        }
    };
    let rest = Rect::from_min_max(pos2(lock.right() + 6.0, at.top()), pos2(cap.left() - 6.0, at.bottom()));
    let galley = Phrase::words(&words, sizes.second).second().elided(ui, rest.width());
    phrase::paint(ui, galley, Align2::LEFT_CENTER, rest);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &words));
    response.clicked()
}

/// The rows refused for one reason, with the reason and its rule.
fn refused_rows(ui: &mut Ui, model: &BattleModel, rows: &RefusedRows) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let frame = Frame::new().inner_margin(Margin::symmetric(8, 3));
    let shown = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 1.0;
        let address = |index: &usize| {
            let address = model.offers[*index].address;
            let digit = address.digit.map(|digit| format!("{}{digit} ", rail::letter(address.group)));
            format!("{}{}", digit.unwrap_or_default(), model.offers[*index].title)
        };
        let words: Vec<String> = rows.offers.iter().map(address).collect();
        let words = words.join(", ");
        let response = Phrase::words(&words, sizes.body).second().show(ui);
        let spoken = format!("{words}, refused: {}", rows.refusal);
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, false, &spoken));
        ui.horizontal_wrapped(|ui| {
            Phrase::words(rows.refusal.words.as_ref(), sizes.second).show(ui);
            terms::rule_id(ui, rows.refusal.rule)
        })
        .inner
    });
    control::dashed(ui, shown.response.rect);
    shown.inner.then_some(Intent::OpenRule(rows.refusal.rule))
}

/// The button that carries out the choice, worded as a sentence; dashed when there is nothing to do.
pub fn act(ui: &mut Ui, model: &ActModel, at: Rect) -> bool {
    let sizes = Sizes::of(ui.ctx());
    let response = ui.interact(at, Id::new("do"), Sense::click());
    regions::belongs(ui, &response, Region::Act, false);
    let colour = if model.ready { theme::ON_MAY } else { theme::SECOND };
    if model.ready {
        let pressed = response.is_pointer_button_down_on();
        let fill = if response.hovered() && !pressed { theme::CREAM } else { theme::MAY };
        ui.painter().rect_filled(at, theme::CARD_RADIUS, fill);
    } else {
        control::dashed(ui, at);
    }
    control::focus_ring(ui, at, &response);
    let inner = at.shrink2(vec2(12.0, 0.0));
    let key = Phrase::figures("Enter", sizes.rule + 0.5).line(ui).size().x + 10.0;
    let cap = Rect::from_min_max(pos2(inner.right() - key, at.top()), inner.max);
    if model.ready {
        key_cap(ui, "Enter", cap);
    }
    let room = cap.left() - inner.left() - 8.0;
    let mut size = sizes.offer + 2.5;
    // A long sentence gets a smaller size, but is never cut.
    while size > sizes.second && Phrase::words(&model.words, size).line(ui).size().x > room {
        size -= 0.5;
    }
    let words = Phrase::words(&model.words, size).colour(colour).lay(ui, room);
    let keeps = Phrase::words(&model.keeps, sizes.second).colour(colour).line(ui);
    let is_room = !model.keeps.is_empty() && words.size().y + keeps.size().y - 2.0 <= at.height();
    let height = words.size().y + if is_room { keeps.size().y - 2.0 } else { 0.0 };
    let text = Rect::from_center_size(inner.center(), vec2(inner.width(), height));
    phrase::paint(ui, words, Align2::LEFT_TOP, text);
    if is_room {
        phrase::paint(ui, keeps, Align2::LEFT_BOTTOM, text);
    }
    let keeps = if model.keeps.is_empty() { String::new() } else { format!(", {}", model.keeps) };
    let spoken = format!("{}{keeps}", model.words);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, model.ready, &spoken));
    response.clicked() && model.ready
}

/// The progress of a thinking computer, and a button to hurry it.
fn think(ui: &mut Ui, model: &ThinkingModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let words = format!("The computer is thinking for {}, {}", model.name, sides::within(&model.side));
    section(ui, "Computer");
    Phrase::words(&words, sizes.offer).show(ui);
    ui.add_space(4.0);
    bars::progress(ui, model.done, &words);
    ui.add_space(8.0);
    Button::new("Play now").key("Esc").show(ui).then_some(Intent::PlayNow)
}
