//! The rail: what matters now, the groups of offers with their keys and counts, and at its foot the end of the turn. It
//! never scrolls, and its entries never move.

use bevy_egui::egui::{
    Align2, Color32, Id, Key, Pos2, Rect, Sense, Stroke, Ui, Vec2, WidgetInfo, WidgetType, pos2, vec2,
};

use super::{
    aftermath::AftermathModel,
    follow,
    intent::Intent,
    list, listing,
    model::{BattleModel, ForecastModel},
    recap, regions,
    regions::Region,
};
use crate::board::art::{icons::Icon, token::TokenLook};
use crate::panels::{
    theme::{self, Sizes},
    widgets::{Phrase, control, offer::key_cap, phrase, picture},
};
use crate::rules::Group;

/// The keys of the groups: positions on the keyboard, named by the letters of the US layout.
pub const KEYS: [(Group, Key, &str); 8] = [
    (Group::Move, Key::Q, "Q"),
    (Group::Attack, Key::W, "W"),
    (Group::Manoeuvre, Key::E, "E"),
    (Group::Stunt, Key::R, "R"),
    (Group::Stance, Key::A, "A"),
    (Group::Gear, Key::S, "S"),
    (Group::Magic, Key::D, "D"),
    (Group::Wait, Key::F, "F"),
];

/// The letter of a group's key.
pub fn letter(group: Group) -> &'static str {
    KEYS.iter().find(|(known, ..)| *known == group).map_or("", |(.., letter)| letter)
}

const fn icon(group: Group) -> Icon {
    match group {
        Group::Move => Icon::ArrowRight,
        Group::Attack => Icon::Sword,
        Group::Manoeuvre => Icon::Hook,
        Group::Stunt => Icon::Leap,
        Group::Stance => Icon::Defence,
        Group::Gear => Icon::Bag,
        Group::Magic => Icon::Spark,
        Group::Wait | Group::End | Group::Answer => Icon::Hourglass,
    }
}

/// An entry of the rail.
struct Entry<'a> {
    key: &'a str,
    icon: Mark<'a>,
    words: &'a str,
    count: usize,
    open: bool,
}

/// The picture beside the key of an entry.
enum Mark<'a> {
    Icon(Icon),
    Token(&'a TokenLook),
}

/// Shows the rail in all the free room.
pub fn show(ui: &mut Ui, model: &BattleModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let room = ui.max_rect();
    ui.painter().vline(room.left(), room.y_range(), theme::DIVIDER);
    ui.painter().vline(room.right(), room.y_range(), theme::DIVIDER);
    let groups = &model.list.groups;
    let foot = if sizes.roomy { 74.0 } else { 58.0 };
    let height = sizes.entry.min((room.height() - foot - 8.0) / (groups.len() + 1) as f32);
    let mut intent = None;
    let at = |index: usize| {
        let top = room.top() + height * index as f32;
        Rect::from_min_size(pos2(room.left(), top), vec2(room.width(), height))
    };
    let pin = model.list.pin.as_ref();
    let now = Entry {
        key: "Esc",
        icon: pin.map_or(Mark::Icon(Icon::Luck), |pin| Mark::Token(&pin.look)),
        words: pin.map_or("Now", |pin| &pin.name),
        count: listing::count_now(model),
        open: model.list.open.is_none(),
    };
    if entry(ui, &now, at(0)) {
        intent = Some(Intent::List(None));
    }
    for (index, group) in groups.iter().enumerate() {
        let item = Entry {
            key: letter(*group),
            icon: Mark::Icon(icon(*group)),
            words: group.name(),
            count: listing::count(model, *group),
            open: model.list.open == Some(*group),
        };
        if entry(ui, &item, at(index + 1)) {
            intent = Some(Intent::List(Some(*group)));
        }
    }
    let end = Rect::from_min_max(pos2(room.left() + 5.0, room.bottom() - foot - 4.0), room.max - vec2(5.0, 6.0));
    match (end_turn(ui, model, end), &model.follow) {
        // The result of the last choice is read before anything else.
        (true, Some(follow)) => Some(follow::enter(follow)),
        (true, None) => Some(Intent::EndTurn),
        (false, _) => intent,
    }
}

/// The least width at which a mark can still be recognised, in points.
const LEAST_MARK: f32 = 12.0;

/// The place of a mark between key and count: as large as wanted, or as large as they leave room for.
fn mark_between(cap: Rect, count: Rect, wanted: f32) -> Rect {
    let room = count.left() - cap.right() - 2.0;
    let middle = pos2((cap.right() + count.left()) / 2.0, cap.center().y);
    Rect::from_center_size(middle, Vec2::splat(wanted.min(room).max(0.0)))
}

fn entry(ui: &mut Ui, entry: &Entry<'_>, at: Rect) -> bool {
    let sizes = Sizes::of(ui.ctx());
    let response = ui.interact(at, Id::new(("rail", entry.key)), Sense::click());
    regions::belongs(ui, &response, Region::Rail, entry.open);
    if entry.open {
        ui.painter().rect_filled(at, 0.0, theme::CHOSEN);
        let edge = Rect::from_min_size(at.min, vec2(3.0, at.height()));
        ui.painter().rect_filled(edge, 0.0, theme::MAY);
    } else if response.hovered() {
        ui.painter().rect_filled(at, 0.0, theme::CARD_HOVER);
    }
    ui.painter().hline(at.x_range(), at.bottom(), theme::DIVIDER);
    control::focus_ring(ui, at.shrink(2.0), &response);
    let colour = match (entry.count, entry.open) {
        (0, false) => dimmed(theme::TEXT),
        // The open group stays legible even if everything in it is refused.
        (0, true) => theme::SECOND,
        _ => theme::TEXT,
    };
    let is_narrow = sizes.rail < 80.0;
    let inner = at.shrink2(vec2(if is_narrow { 4.0 } else { 7.0 }, 4.0));
    let (upper, lower) = if is_narrow { (inner, inner) } else { inner.split_top_bottom_at_fraction(0.54) };
    let cap = key_cap(ui, entry.key, upper);
    let count = Phrase::figures(entry.count.to_string(), sizes.second).colour(colour).line(ui);
    let count = phrase::paint(ui, count, Align2::RIGHT_CENTER, upper);
    let at = mark_between(cap, count, (upper.height() - 2.0).min(sizes.offer + 6.0));
    match entry.icon {
        _ if at.width() < LEAST_MARK => {}
        Mark::Icon(icon) => picture::icon(ui, icon, colour, at),
        Mark::Token(look) => picture::token(ui, look, at),
    }
    if !is_narrow {
        let words = Phrase::words(entry.words, sizes.second).colour(colour).elided(ui, lower.width());
        phrase::paint(ui, words, Align2::LEFT_CENTER, lower);
    }
    let spoken = format!("{} {}, {} open", entry.key, entry.words, entry.count);
    response.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, entry.open, &spoken));
    let clicked = response.clicked();
    if is_narrow {
        response.on_hover_text(entry.words);
    }
    clicked
}

/// A colour for an entry with nothing in it: 55 % of the colour on the panel.
fn dimmed(colour: Color32) -> Color32 {
    theme::PANEL.lerp_to_gamma(colour, 0.55)
}

/// The button that ends the turn, always in the same place. Returns whether it was pressed.
fn end_turn(ui: &mut Ui, model: &BattleModel, at: Rect) -> bool {
    let sizes = Sizes::of(ui.ctx());
    let response = ui.interact(at, Id::new("end turn"), Sense::click());
    regions::belongs(ui, &response, Region::EndTurn, false);
    control::ground(ui, &response, theme::CARD_RADIUS, false);
    let asks = model.list.left.as_ref();
    if asks.is_some() {
        ui.painter().rect_stroke(
            at,
            theme::CARD_RADIUS,
            Stroke::new(2.0, theme::WARN),
            bevy_egui::egui::StrokeKind::Inside,
        );
    }
    // The words on what would be lost take as many lines as they need.
    let lost = asks.map(|left| Phrase::words(left, sizes.rule + 0.5).colour(theme::WARN).lay(ui, at.width() - 8.0));
    let share = lost.as_ref().map_or(0.52, |lost| 1.0 - (lost.size().y / (at.height() - 6.0)).clamp(0.48, 0.68));
    let (upper, lower) = at.shrink2(vec2(4.0, 3.0)).split_top_bottom_at_fraction(share);
    let words = Phrase::words(if sizes.rail < 80.0 { "End" } else { "End turn" }, sizes.second).line(ui);
    phrase::paint(ui, words, Align2::CENTER_CENTER, upper);
    match lost {
        Some(lost) => _ = phrase::paint(ui, lost, Align2::CENTER_CENTER, lower),
        None => {
            let width = Phrase::figures("Space", sizes.rule + 0.5).line(ui).size().x + 10.0;
            // It shows beforehand whether one press or two are needed.
            let twice = model.list.asks.then(|| Phrase::figures("\u{d7}2", sizes.rule + 0.5).second().line(ui));
            let more = twice.as_ref().map_or(0.0, |twice| twice.size().x + 3.0);
            let whole = Rect::from_center_size(lower.center(), vec2(width + more, lower.height()));
            key_cap(ui, "Space", Rect::from_min_size(whole.min, vec2(width, whole.height())));
            twice.into_iter().for_each(|twice| _ = phrase::paint(ui, twice, Align2::RIGHT_CENTER, whole));
        }
    }
    let spoken = match asks {
        Some(left) => format!("End turn, {left}"),
        None if model.list.asks => "End turn, press twice".to_owned(),
        None => "End turn".to_owned(),
    };
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &spoken));
    response.clicked()
}

/// The rail as one line below the board in a cramped window: groups, end of the turn, odds, and the button that carries
/// out the choice.
pub fn line(ui: &mut Ui, model: &BattleModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let room = ui.max_rect().shrink2(vec2(0.0, 2.0));
    let mut intent = None;
    if let Some(recap) = &model.recap {
        return recap::go_on(ui, recap, room);
    }
    if let Some(follow) = model.follow.as_ref().filter(|_| model.question.is_none()) {
        return follow::go_on(ui, follow, room);
    }
    let mut left = room.left();
    let groups: &[Group] = if model.question.is_some() { &[] } else { &model.list.groups };
    let now = (!groups.is_empty()).then_some(("Esc", None));
    for (key, group) in now.into_iter().chain(groups.iter().map(|group| (letter(*group), Some(*group)))) {
        let count = group.map_or(0, |group| listing::count(model, group));
        let width = if group.is_some() { 34.0 } else { 38.0 };
        let at = Rect::from_min_size(pos2(left, room.top()), vec2(width, room.height()));
        let response = ui.interact(at, Id::new(("rail", key)), Sense::click());
        let open = model.list.open == group;
        regions::belongs(ui, &response, Region::Rail, open);
        if open {
            ui.painter().rect_filled(at, theme::FIELD_RADIUS, theme::CHOSEN);
        }
        control::focus_ring(ui, at.shrink(2.0), &response);
        // The key and the count, with the icon of the group below.
        let (upper, lower) = at.shrink2(vec2(2.0, 0.0)).split_top_bottom_at_fraction(0.56);
        let colour = if group.is_some() && count == 0 { dimmed(theme::TEXT) } else { theme::TEXT };
        let cap = key_cap(ui, key, upper);
        if group.is_some() {
            let rest = Rect::from_min_max(pos2(cap.right() + 2.0, upper.top()), upper.max);
            let figure = Phrase::figures(count.to_string(), sizes.rule).colour(colour).line(ui);
            phrase::paint(ui, figure, Align2::LEFT_CENTER, rest);
        }
        let sign = Rect::from_center_size(lower.center(), Vec2::splat(lower.height().min(sizes.offer)));
        picture::icon(ui, group.map_or(Icon::Luck, icon), colour, sign);
        let words = group.map_or("Now", Group::name);
        response.widget_info(|| {
            WidgetInfo::selected(WidgetType::Button, true, open, format!("{key} {words}, {count} open"))
        });
        if response.clicked() {
            intent = Some(Intent::List(group));
        }
        response.on_hover_text(words);
        left = at.right();
    }
    if model.question.is_none() && !model.offers.is_empty() {
        let at = Rect::from_min_size(pos2(left + 4.0, room.top()), vec2(70.0, room.height()));
        if end_turn(ui, model, at) {
            intent = Some(Intent::EndTurn);
        }
        left = at.right();
    }
    if let Some(forecast) = &model.forecast {
        let at = odds(ui, forecast, model.question.is_some(), pos2(left + 8.0, room.top()), room.height());
        let chance = crate::panels::number::percent(forecast.chance);
        let response = ui.interact(at, Id::new("odds in short"), Sense::hover());
        phrase::name(&response, &format!("{chance}, {}", forecast.title));
        response.on_hover_text(&forecast.title);
        left = at.right();
    }
    let act = Rect::from_min_max(pos2(left + 8.0, room.top()), room.max);
    match told_in_short(ui, model) {
        // Once the turn is spent, the button that ends it is beside the sentence.
        Some(card) if model.act.ready => {
            let middle = act.left() + act.width() * 0.6;
            let telling = Rect::from_min_max(act.min, pos2(middle - 3.0, act.bottom()));
            let opened = told(ui, card.sentence(), telling).then_some(Intent::OpenCard);
            let done = list::do_it(ui, model, Rect::from_min_max(pos2(middle + 3.0, act.top()), act.max));
            opened.or(done).or(intent)
        }
        Some(card) => told(ui, card.sentence(), act).then_some(Intent::OpenCard).or(intent),
        None => list::do_it(ui, model, act).or(intent),
    }
}

/// The result of the last choice in a cramped window, where only its sentence fits: in place of the button while that
/// does nothing, beside it while it ends the turn.
pub fn told_in_short<'m>(ui: &Ui, model: &'m BattleModel) -> Option<&'m AftermathModel> {
    let ends = model.chosen.is_none_or(|chosen| model.offers[chosen].address.group == Group::End);
    let is_idle = !model.act.ready || ends && model.list.spent;
    let is_short = Sizes::of(ui.ctx()).cramped && is_idle && !model.brought_back && model.list.open.is_none();
    model.aftermath.as_ref().filter(|card| is_short && model.question.is_none() && !card.sentence().is_empty())
}

/// The sentence of the result; pressing it opens the card.
fn told(ui: &Ui, sentence: &str, at: Rect) -> bool {
    let sizes = Sizes::of(ui.ctx());
    let response = ui.interact(at, Id::new("told in short"), Sense::click());
    control::dashed(ui, at);
    control::focus_ring(ui, at, &response);
    let inner = at.shrink2(vec2(10.0, 2.0));
    let cap = key_cap(ui, "Y", Rect::from_min_max(pos2(inner.right() - 22.0, inner.top()), inner.max));
    let words = Rect::from_min_max(inner.min, pos2(cap.left() - 8.0, inner.bottom()));
    let fits = |size: f32| Phrase::words(sentence, size).lay(ui, words.width()).size().y <= words.height();
    let size = [sizes.offer, sizes.body, sizes.second].into_iter().find(|size| fits(*size)).unwrap_or(sizes.rule);
    phrase::paint(ui, Phrase::words(sentence, size).lay(ui, words.width()), Align2::LEFT_CENTER, words);
    let spoken = format!("{sentence}. Show the card");
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &spoken));
    response.clicked()
}

/// The chance, and below it the event: in full, or as one word.
fn odds(ui: &Ui, forecast: &ForecastModel, in_full: bool, corner: Pos2, height: f32) -> Rect {
    let sizes = Sizes::of(ui.ctx());
    let chance = Phrase::figures(crate::panels::number::percent(forecast.chance), sizes.offer + 2.0).strong().line(ui);
    let event = match forecast.title.split_once(": ") {
        Some((_, event)) => event,
        None if in_full => &forecast.title,
        None => forecast.title.split([' ', ',']).next().unwrap_or_default(),
    };
    let event = Phrase::words(event, sizes.second).second().line(ui);
    let at = Rect::from_min_size(corner, vec2(chance.size().x.max(event.size().x), height));
    let lines = Rect::from_center_size(at.center(), vec2(at.width(), chance.size().y + event.size().y - 3.0));
    phrase::paint(ui, chance, Align2::CENTER_TOP, lines);
    phrase::paint(ui, event, Align2::CENTER_BOTTOM, lines);
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_stays_beside_a_count_of_two_figures() {
        // As laid out in the entry "Esc": 70 points for key, mark and count.
        let cap = Rect::from_min_size(pos2(7.0, 4.0), vec2(32.0, 20.0));
        for (width, least) in [(7.5, 20.0), (15.0, LEAST_MARK)] {
            let count = Rect::from_min_max(pos2(77.0 - width, 4.0), pos2(77.0, 24.0));
            let mark = mark_between(cap, count, 20.5);
            assert!(mark.width() >= least, "{mark:?}");
            assert!(mark.left() >= cap.right() && mark.right() <= count.left(), "{mark:?}");
        }
    }
}
