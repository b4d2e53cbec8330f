//! A row of the list: address, name, a few words, odds, cost; if it is chosen, its parameters below.

use std::sync::Arc;

use bevy_egui::egui::{
    Align2, CursorIcon, Frame, Galley, Id, Margin, Pos2, Rect, Sense, Ui, Vec2, WidgetInfo, WidgetType, pos2, vec2,
};

use super::{
    intent::Intent,
    keys::settle,
    listing::{self, ListRow},
    model::{BattleModel, OfferModel, RowModel, Settles},
    rail, regions,
    regions::Region,
};
use crate::board::art::icons::Icon;
use crate::dice::Fraction;
use crate::panels::{
    number,
    theme::{self, Sizes},
    widgets::{Button, Phrase, bars, control, cost, offer::key_cap, phrase, picture, segments, segments::Segment},
};

/// The most values of a parameter shown at once; if there are more, the first ones and the number of the others.
const SHOWN: usize = 5;

/// Shows a row of a turn's list.
pub fn show(ui: &mut Ui, model: &BattleModel, row: &ListRow) -> Option<Intent> {
    if row.gone.is_some() {
        gone(ui, model, row);
        return None;
    }
    if !is_chosen(model, row) {
        return header(ui, model, row, false).pressed.then(|| press(row));
    }
    let frame = Frame::new().fill(theme::CHOSEN).stroke(theme::CHOSEN_EDGE).corner_radius(theme::CARD_RADIUS);
    frame.show(ui, |ui| chosen_row(ui, model, row)).inner
}

/// A row that only keeps its place: dashed, with a lock and the reason.
fn gone(ui: &mut Ui, model: &BattleModel, row: &ListRow) {
    let sizes = Sizes::of(ui.ctx());
    let (at, _) = ui.allocate_exact_size(vec2(ui.available_width(), sizes.row.max(24.0)), Sense::hover());
    let response = ui.interact(at, Id::new(("gone", row.folded[0], row.on)), Sense::hover());
    control::dashed(ui, at);
    let inner = at.shrink2(vec2(8.0, 0.0));
    let left = way_in(ui, model, row, Rect::from_min_max(pos2(inner.left(), at.top()), at.max));
    let left = left.max(inner.left() + keys_room(model)) + 8.0;
    let lock = Rect::from_center_size(pos2(inner.right() - 6.0, at.center().y), Vec2::splat(sizes.offer));
    picture::icon(ui, Icon::Lock, theme::SECOND, lock);
    let room = lock.left() - left - 8.0;
    // In a large window both get smaller, down to the sizes of a small one, before the reason is cut.
    let fits = |(title, why): &(f32, f32)| {
        let width = |words: &str, size: f32| Phrase::words(words, size).line(ui).size().x;
        width(&row.title, *title) + 8.0 + width(&row.second, *why) <= room
    };
    let small = Sizes::compact();
    let all = [(sizes.offer, sizes.second), (sizes.body, small.second), (small.body, small.second)];
    let least = if sizes.roomy { all[2] } else { all[0] };
    let (size, second) = all.into_iter().take(if sizes.roomy { 3 } else { 1 }).find(fits).unwrap_or(least);
    let title = Phrase::words(&row.title, size).second().elided(ui, room);
    let baseline = at.center().y - title.size().y / 2.0 + phrase::baseline(&title);
    let end = phrase::paint_on_baseline(ui, title, left, baseline).right() + 8.0;
    let rest = left + room - end;
    if rest > SOME / 2.0 {
        let why = Phrase::words(&row.second, second).second().elided(ui, rest);
        phrase::paint_on_baseline(ui, why, end, baseline);
    }
    let spoken = format!("{}, refused: {}", row.title, row.second);
    phrase::name(&response, &spoken);
    response.on_hover_text(&row.second);
}

/// Whether a row is the chosen one.
pub fn is_chosen(model: &BattleModel, row: &ListRow) -> bool {
    model.chosen.is_some_and(|chosen| row.folded.contains(&chosen)) && is_at(model, row)
}

/// Whether the offer is now aimed at the row's target.
fn is_at(model: &BattleModel, row: &ListRow) -> bool {
    let settled = || listing::aimed_at(model, row.index);
    row.on.is_none_or(|on| settled().is_none_or(|who| who == on))
}

/// The keys of a row: its digit, after the group's letter if a group is open. Returns where they end.
fn way_in(ui: &mut Ui, model: &BattleModel, row: &ListRow, at: Rect) -> f32 {
    // While advice is shown, the digits choose among it.
    let digit = row.digit.filter(|_| model.advice.is_none());
    let Some(digit) = digit.map(|digit| digit.to_string()) else { return at.left() };
    let Some(group) = model.list.open else { return key_cap(ui, &digit, at).right() };
    let first = key_cap(ui, rail::letter(group), at);
    let rest = Rect::from_min_max(pos2(first.right() - 1.0, at.top()), at.max);
    key_cap(ui, &digit, rest).right()
}

/// Room for the keys of a row, in points.
const fn keys_room(model: &BattleModel) -> f32 {
    if model.list.open.is_some() { 36.0 } else { 20.0 }
}

/// What pressing a row does.
pub fn press(row: &ListRow) -> Intent {
    match row.on {
        Some(who) => Intent::SetTarget { offer: row.index, who },
        None => Intent::ChooseOffer(row.index),
    }
}

fn chosen_row(ui: &mut Ui, model: &BattleModel, row: &ListRow) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    ui.spacing_mut().item_spacing.y = 0.0;
    // A second press carries it out.
    let Header { pressed, shows_second } = header(ui, model, row, true);
    let mut intent = pressed.then_some(Intent::Commit);
    let offer = &model.offers[row.index];
    let side = sizes.margin as i8 - 3;
    let inner = Frame::new().inner_margin(Margin { left: side, right: side, top: 0, bottom: 5 });
    let is_alone =
        row.folded.len() == 1 && offer.parts.is_empty() && offer.rows.iter().all(|row| row.settles == Settles::Target);
    let words = [offer.about.as_str(), offer.takes.as_str()].into_iter().filter(|words| !words.is_empty());
    let words = words.filter(|words| !shows_second || *words != row.second).collect::<Vec<_>>().join("; ");
    if is_alone && words.is_empty() {
        return intent;
    }
    inner.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = sizes.gap;
        if !words.is_empty() {
            Phrase::words(words, sizes.second).second().show(ui);
        }
        if row.folded.len() > 1 {
            intent = items(ui, model, row).or(intent.take());
        }
        if offer.parts.is_empty() {
            intent = parameters(ui, row.index, offer).or(intent.take());
        } else {
            Phrase::words(&offer.parts, sizes.second).show(ui);
            if Button::new("Choose parts").show(ui) {
                intent = Some(Intent::ChooseOffer(row.index));
            }
        }
    });
    intent
}

/// The things a folded row can be done with.
fn items(ui: &mut Ui, model: &BattleModel, row: &ListRow) -> Option<Intent> {
    let segments: Vec<Segment> =
        row.folded.iter().map(|index| Segment::open(model.offers[*index].item_name.clone())).collect();
    let at = row.folded.iter().position(|index| *index == row.index).unwrap_or(0);
    let label = model.offers[row.index].fold.map_or("", |fold| fold.label);
    segments::segments(ui, label, &segments, at).map(|pressed| Intent::ChooseOffer(row.folded[pressed]))
}

/// The parameters of an offer, named if there are several or one is an amount; targets are pressed on the board.
pub fn parameters(ui: &mut Ui, index: usize, offer: &OfferModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let rows = || offer.rows.iter().filter(|row| row.settles != Settles::Target && row.values.len() > 1);
    let is_named = rows().count() > 1 || rows().any(is_amount);
    let widths = rows().map(|row| Phrase::words(&row.label, sizes.second).line(ui).size().x);
    let column = if is_named { widths.fold(24.0, f32::max) + 10.0 } else { 0.0 };
    let mut intent = None;
    for row in rows() {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            if is_named {
                let (at, response) = ui.allocate_exact_size(vec2(column, sizes.segment), Sense::hover());
                let label = Phrase::words(&row.label, sizes.second).second().line(ui);
                phrase::paint(ui, label, Align2::LEFT_CENTER, at);
                phrase::name(&response, &row.label);
            }
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 3.0;
                if let Some(value) = values(ui, row) {
                    intent = Some(settle(index, row.settles, value));
                }
            });
        });
    }
    intent
}

/// Whether the values of a row are numbers.
pub fn is_amount(row: &RowModel) -> bool {
    row.values.len() > 1 && row.values.iter().all(|(value, label, _)| label == &value.to_string())
}

/// Whether the values of a row are numbers or measures, and too many to be side by side.
fn is_long(row: &RowModel) -> bool {
    let measured = row.values.iter().all(|(_, label, _)| label.starts_with(|first: char| first.is_ascii_digit()));
    row.values.len() > 8 && (measured || is_amount(row))
}

/// The indices of a row's values in the order shown: numbers from least to greatest.
pub fn in_order(row: &RowModel) -> Vec<usize> {
    let mut order: Vec<usize> = (0..row.values.len()).collect();
    if is_amount(row) || is_long(row) {
        order.sort_by_key(|index| row.values[*index].0);
    }
    order
}

/// The index of the next open value in that order, above or below the chosen one.
pub fn stepped(row: &RowModel, step: isize) -> Option<usize> {
    let order = in_order(row);
    let mut at = order.iter().position(|index| *index == row.chosen)? as isize;
    loop {
        at += step;
        let index = *order.get(usize::try_from(at).ok()?)?;
        if row.values[index].2.is_none() {
            return Some(index);
        }
    }
}

/// The control that fits a row: pips for up to eight numbers, a stepper for more, otherwise segments; of many values
/// the open ones first.
pub fn values(ui: &mut Ui, row: &RowModel) -> Option<i32> {
    let segments: Vec<Segment> = row
        .values
        .iter()
        .map(|(_, label, refusal)| Segment { label: label.clone(), refusal: refusal.clone() })
        .collect();
    let pressed = if is_amount(row) && row.values.len() <= 8 {
        let order = in_order(row);
        let at = order.iter().position(|index| *index == row.chosen).unwrap_or(0);
        let sorted: Vec<Segment> = order.iter().map(|index| segments[*index].clone()).collect();
        segments::pips(ui, &row.label, &sorted, at).map(|pressed| order[pressed])
    } else if is_long(row) {
        let words = &row.values[row.chosen].1;
        let [less, more] = [-1, 1].map(|step| stepped(row, step));
        let step = segments::stepper(ui, &row.label, words, less.is_some(), more.is_some());
        step.and_then(|step| if step < 0 { less } else { more })
    } else if row.values.len() > SHOWN {
        kinds(ui, row, &segments)
    } else {
        segments::segments(ui, &row.label, &segments, row.chosen)
    };
    pressed.map(|index| row.values[index].0)
}

/// Many values: the first open ones, including the chosen one; a last segment unfolds the rest.
fn kinds(ui: &mut Ui, row: &RowModel, segments: &[Segment]) -> Option<usize> {
    let open: Vec<usize> = (0..segments.len()).filter(|index| segments[*index].refusal.is_none()).collect();
    let id = Id::new(("all values", &row.label));
    let all = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or(false);
    let mut shown: Vec<usize> = if all { open.clone() } else { open.iter().copied().take(SHOWN - 1).collect() };
    if !shown.contains(&row.chosen) && !all {
        shown.pop();
        shown.push(row.chosen);
    }
    let rest = open.len().saturating_sub(shown.len());
    let mut listed: Vec<Segment> = shown.iter().map(|index| segments[*index].clone()).collect();
    if rest > 0 || all {
        listed.push(Segment::open(if all { "fewer".into() } else { format!("{rest} more") }));
    }
    let at = shown.iter().position(|index| *index == row.chosen).unwrap_or(usize::MAX);
    let pressed = segments::segments(ui, &row.label, &listed, at)?;
    if pressed < shown.len() {
        return Some(shown[pressed]);
    }
    ui.data_mut(|data| data.insert_temp(id, !all));
    ui.ctx().request_repaint();
    None
}

/// What has come of the first line of a row.
struct Header {
    /// Whether it was pressed.
    pressed: bool,
    /// Whether its second words are shown in full.
    shows_second: bool,
}

/// The first line of a row.
fn header(ui: &mut Ui, model: &BattleModel, row: &ListRow, chosen: bool) -> Header {
    let sizes = Sizes::of(ui.ctx());
    let offer = &model.offers[row.index];
    let wrapped = wrapped_title(ui, model, row);
    let below = if wrapped.is_some() { None } else { second_below(ui, model, row) };
    let height = wrapped.as_ref().map_or(0.0, |title| title.size().y + 6.0).max(sizes.row.max(24.0));
    let more = below.as_ref().map_or(0.0, |below| below.size().y + 2.0);
    let (whole, _) = ui.allocate_exact_size(vec2(ui.available_width(), height + more), Sense::hover());
    let at = Rect::from_min_size(whole.min, vec2(whole.width(), height));
    let on = row.on.map_or(u16::MAX, |on| on.0);
    let response = ui.interact(whole, Id::new(("row", row.folded[0], on)), Sense::click());
    regions::belongs(ui, &response, Region::Rows, chosen);
    if chosen {
        control::focus_ring(ui, whole, &response);
    } else {
        control::ground(ui, &response, theme::CARD_RADIUS, false);
    }
    let inner = at.shrink2(vec2(8.0, 0.0));
    let left = way_in(ui, model, row, Rect::from_min_max(pos2(inner.left(), at.top()), at.max));
    let left = left.max(inner.left() + keys_room(model)) + 8.0;
    let right = inner.right() - if offer.cost.is_free() { 0.0 } else { cost::width(offer.cost, &sizes) + 6.0 };
    let ending = Rect::from_min_max(pos2(right, at.top()), pos2(inner.right(), at.bottom()));
    cost::paint(ui, offer.cost, ending, theme::MAY);
    let middle = Rect::from_min_max(pos2(left, at.top()), pos2(right, at.bottom()));
    let line = Line { middle, end: whole.max, wrapped, below };
    let shows_second = words_and_odds(ui, offer, row, chosen, line);
    let spoken = spoken(model, row);
    response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, true, chosen, &spoken));
    let response = response.on_hover_cursor(CursorIcon::PointingHand);
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
    // The second click of a double click does not carry out what the first has only selected.
    let pressed = response.clicked() && !(chosen && response.double_clicked());
    let mut tip = cost::words(offer.cost);
    for words in [&row.second, &offer.takes].into_iter().filter(|words| !words.is_empty()) {
        tip = format!("{tip}, {words}");
    }
    // Beside the row, so that it covers neither the next nor the previous one.
    control::tip_beside(&response, tip);
    Header { pressed, shows_second }
}

/// Where the words of a row are, and those laid out already.
struct Line {
    /// The room between the keys and the cost.
    middle: Rect,
    /// The lower right corner of the whole row.
    end: Pos2,
    /// The title, if it needs a second line.
    wrapped: Option<Arc<Galley>>,
    /// The second words, if they are below the title.
    below: Option<Arc<Galley>>,
}

/// The title of a row, its second words if they fit, and its odds. Returns whether the second words are shown in full.
fn words_and_odds(ui: &Ui, offer: &OfferModel, row: &ListRow, chosen: bool, line: Line) -> bool {
    let sizes = Sizes::of(ui.ctx());
    let Line { middle, end, wrapped, below } = line;
    let left = middle.left();
    let title = Phrase::words(&row.title, sizes.offer);
    let title = if chosen { title.strong() } else { title };
    let second = Phrase::words(&row.second, sizes.second).second().line(ui);
    // If another row has the same name, the words that tell them apart are always shown; the bar is left out first.
    let says_which = !offer.place.is_empty() && !row.second.is_empty();
    let needs = match &wrapped {
        Some(_) => middle.width(),
        None => title.line(ui).size().x + if says_which { second.size().x + 14.0 } else { 0.0 },
    };
    let room = odds(ui, row, middle, needs) - left - 6.0;
    // Those words may be long, but never displace the name.
    let for_which =
        if says_which { (second.size().x + 8.0).min((room - title.line(ui).size().x).max(room * 0.4)) } else { 0.0 };
    let is_wrapped = wrapped.is_some();
    let (baseline, title_end) = match wrapped {
        Some(title) => (middle.center().y, phrase::paint(ui, title, Align2::LEFT_CENTER, middle).right()),
        None => {
            let title = title.elided(ui, room - for_which);
            let baseline = middle.center().y - title.size().y / 2.0 + phrase::baseline(&title);
            (baseline, phrase::paint_on_baseline(ui, title, left, baseline).right())
        }
    };
    // The second words are left out before anything else is cut.
    let is_beside = !is_wrapped && !row.second.is_empty() && title_end + 8.0 + second.size().x <= left + room;
    let shows_second = is_beside || below.is_some();
    let rest = left + room - title_end - 8.0;
    let is_needless = is_wrapped || row.second.is_empty() || chosen && is_told_below(offer, row);
    if let Some(below) = below {
        let place = Rect::from_min_max(pos2(left, middle.bottom() - 6.0), end);
        phrase::paint(ui, below, Align2::LEFT_TOP, place);
    } else if is_beside {
        phrase::paint_on_baseline(ui, second, title_end + 8.0, baseline);
    } else if !is_needless && rest > if sizes.roomy || says_which { SOME } else { 2.0 * SOME } {
        // A large window drops nothing that a small one shows; the full words are in the tooltip and in the chosen row.
        let second = Phrase::words(&row.second, sizes.second).second().elided(ui, rest);
        phrase::paint_on_baseline(ui, second, title_end + 8.0, baseline);
    }
    shows_second
}

/// Whether the chosen row repeats its second words in full below its title.
fn is_told_below(offer: &OfferModel, row: &ListRow) -> bool {
    row.second == offer.about || row.second == offer.takes
}

/// The second words laid out below the title, if the window is large and they do not fit beside it.
fn second_below(ui: &Ui, model: &BattleModel, row: &ListRow) -> Option<Arc<Galley>> {
    let sizes = Sizes::of(ui.ctx());
    if !sizes.roomy || row.second.is_empty() || row.prospect.is_some() {
        return None;
    }
    let cost = model.offers[row.index].cost;
    let price = if cost.is_free() { 0.0 } else { cost::width(cost, &sizes) + 6.0 };
    let room = ui.available_width() - 24.0 - keys_room(model) - price;
    let second = Phrase::words(&row.second, sizes.second).second();
    let title = Phrase::words(&row.title, sizes.offer).strong().line(ui).size().x;
    (title + 14.0 + second.line(ui).size().x > room).then(|| second.lay(ui, room + price))
}

/// A title that needs a second line: a name is never cut. If another row has the same name, the words that tell them
/// apart follow it.
fn wrapped_title(ui: &Ui, model: &BattleModel, row: &ListRow) -> Option<Arc<Galley>> {
    let sizes = Sizes::of(ui.ctx());
    let offer = &model.offers[row.index];
    let price = if offer.cost.is_free() { 0.0 } else { cost::width(offer.cost, &sizes) + 6.0 };
    let chance = row.prospect.as_ref().map_or(0.0, |prospect| {
        let event = Phrase::words(&prospect.event, sizes.second).line(ui).size().x;
        let figure = Phrase::figures(number::figure(prospect.chance), sizes.offer).line(ui).size().x;
        event + figure + Phrase::figures("%", sizes.second - 1.0).line(ui).size().x + 12.0
    });
    let room = ui.available_width() - 32.0 - keys_room(model) - price - chance;
    let named = match (offer.place.is_empty() || row.second.is_empty(), row.second.as_str()) {
        (true, _) => row.title.clone(),
        (false, which) => format!("{}, {which}", row.title),
    };
    let which = match offer.place.is_empty() || row.second.is_empty() {
        true => 0.0,
        false => Phrase::words(&row.second, sizes.second).line(ui).size().x + 14.0,
    };
    let is_short = Phrase::words(&row.title, sizes.offer).strong().line(ui).size().x + which <= room;
    (!is_short && room > SOME).then(|| Phrase::words(named, sizes.body).strong().lay(ui, room))
}

/// The bar and the chance with its event at the right end of a row whose own words are `words` wide. Returns where they
/// begin.
fn odds(ui: &Ui, row: &ListRow, within: Rect, words: f32) -> f32 {
    let sizes = Sizes::of(ui.ctx());
    let Some(prospect) = &row.prospect else { return within.right() };
    let mut within = within;
    // The event is always beside its chance; first the bar, then the row's own words make room for it.
    let event = Phrase::words(&prospect.event, sizes.second).second().line(ui);
    let said = event.size().x + 5.0;
    let most = within.width() - words - CHANCE - said;
    let bar = if prospect.grades.is_empty() || most < LEAST_BAR { 0.0 } else { most.min(BAR) };
    within.max.x = phrase::paint(ui, event, Align2::RIGHT_CENTER, within).left() - 5.0;
    let unit = Phrase::figures("%", sizes.second - 1.0).second().line(ui);
    let unit = phrase::paint(ui, unit, Align2::RIGHT_CENTER, within);
    let rest = Rect::from_min_max(within.min, pos2(unit.left() - 1.0, within.bottom()));
    let figure = Phrase::figures(number::figure(prospect.chance), sizes.offer).strong().line(ui);
    let figure = phrase::paint(ui, figure, Align2::RIGHT_CENTER, rest);
    if bar == 0.0 {
        return figure.left();
    }
    let bar = vec2(bar - 6.0, 9.0);
    let right = figure.right() - 32.0;
    let at = Rect::from_center_size(pos2(right - bar.x / 2.0, within.center().y), bar);
    bars::small(ui, &prospect.grades, at);
    at.left()
}

/// The room in which a few letters can be read, in points.
const SOME: f32 = 60.0;
/// The room for a chance, in points.
const CHANCE: f32 = 44.0;
/// The room for its bar, in points; below `LEAST_BAR` it shows too little.
const BAR: f32 = 70.0;
const LEAST_BAR: f32 = 34.0;

/// A row as one sentence.
fn spoken(model: &BattleModel, row: &ListRow) -> String {
    let group = model.list.open.map_or("", rail::letter);
    let keys = row.digit.map_or_else(String::new, |digit| format!("{group}{digit} "));
    let mut words = format!("{keys}{}", row.title);
    if !row.second.is_empty() {
        words += &format!(", {}", row.second);
    }
    if let Some(prospect) = &row.prospect {
        words += &format!(", {} {}", number::percent(prospect.chance), prospect.event);
        if row.on.is_none() || row.second != prospect.name {
            words += &format!(" {}", prospect.name);
        }
    }
    words.trim_end().to_owned()
}

/// Whether any effect is possible, so that a bar says something.
pub fn says_something(grades: &[Fraction]) -> bool {
    grades.iter().skip(1).any(|chance| *chance > Fraction::ZERO)
}
