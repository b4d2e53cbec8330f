//! The workbench: an offer made of parts, in place of the list. Its parts are listed with what each changes; above them
//! what is paid and kept, below them how much goes in and the dice.

use bevy_egui::egui::{
    Align2, Id, Rect, ScrollArea, Sense, Stroke, StrokeKind, Ui, UiBuilder, Vec2, WidgetInfo, WidgetType, pos2,
    scroll_area::ScrollBarVisibility, vec2,
};

use super::{
    intent::Intent,
    keys::settle,
    model::{RowModel, Settles},
    regions::{self, Region},
    row,
};
use crate::board::art::icons::Icon;
use crate::dice::Fraction;
use crate::panels::{
    number,
    theme::{self, Sizes},
    widgets::{
        Phrase, card, control, cost, frame,
        offer::{key_cap, key_cap_width},
        phrase, picture,
    },
};
use crate::rules::{Refusal, RuleId};

/// The number of combinations that can be kept.
pub const FAVOURITES: usize = 3;
/// The digit of the first part: lower ones belong to the favourites.
pub const FIRST_PART: u8 = FAVOURITES as u8 + 1;
/// The most cells of the ruler.
const MOST_CELLS: i32 = 15;

/// An offer whose parts are chosen one by one.
#[derive(Clone, Debug, Default)]
pub struct WorkbenchModel {
    /// The index of the offer.
    pub offer: usize,
    /// What it is, and at whom: "Cast a spell at Nib".
    pub title: String,
    /// What is paid and kept: "3 of 9 AP, keeps 6 to defend".
    pub budget: String,
    /// The rule on combining parts.
    pub rule: Option<RuleId>,
    /// The favourites; `None` for a free place.
    pub favourites: [Option<FavouriteModel>; FAVOURITES],
    /// The parts; the base ones, to which others are added, first.
    pub parts: Vec<PartModel>,
    /// How much goes into the whole.
    pub ruler: Option<RulerModel>,
    /// The number of dice by source.
    pub dice: Vec<(String, i32)>,
    /// Further parameters to set: Luck.
    pub others: Vec<RowModel>,
    /// The part whose amount the keys for less and more change.
    pub at: Option<&'static str>,
    /// The place of the favourite being named, and its name so far.
    pub naming: Option<(usize, String)>,
}

/// A kept combination.
#[derive(Clone, Debug)]
pub struct FavouriteModel {
    /// "Torch", or its parts: "Fire 2, Cold 1".
    pub name: String,
    /// Whether it can be taken now.
    pub open: bool,
    /// Whether it is the current combination.
    pub chosen: bool,
    /// Whether the player kept it; otherwise it comes from the sheet.
    pub own: bool,
}

/// A part.
#[derive(Clone, Debug)]
pub struct PartModel {
    /// The digit that takes or drops it.
    pub digit: Option<u8>,
    /// Its key.
    pub key: &'static str,
    /// Its name.
    pub name: String,
    /// Whether others are added to it.
    pub base: bool,
    /// Whether it is taken.
    pub taken: bool,
    /// Its tier, if parts have tiers.
    pub tier: &'static str,
    /// What it costs: "2 AP".
    pub price: String,
    /// The value a press gives it; `None` if it can be neither taken nor dropped.
    pub flip: Option<i32>,
    /// Why a press does nothing.
    pub refusal: Option<Refusal>,
    /// Its amounts, if it has more than one.
    pub amounts: Option<RowModel>,
    /// What the whole is worth without it and with it, once both are known.
    pub changes: Option<(Worth, Worth)>,
}

/// What a combination is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// The chance that it succeeds.
    pub chance: Fraction,
    /// The mean loss.
    pub mean: Fraction,
}

/// How much goes into the whole.
#[derive(Clone, Debug)]
pub struct RulerModel {
    /// The parameter that a press sets; `None` if the parts have amounts of their own.
    pub key: Option<&'static str>,
    /// What it is: "AP".
    pub of: String,
    /// The rule behind it.
    pub rule: Option<RuleId>,
    /// What the parts cost.
    pub price: i32,
    /// What goes in.
    pub amount: i32,
    /// The most that can be paid.
    pub at_hand: i32,
    /// The most that may go in.
    pub most: i32,
    /// The tiers and their ceilings.
    pub tiers: Vec<(&'static str, i32)>,
    /// The tier in force.
    pub tier: &'static str,
}

/// What is being built, its target and its cost; a cross that leads back to the rows.
pub fn head(ui: &mut Ui, model: &WorkbenchModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let divider = cost::line(ui, 5.0);
    ui.painter().hline(divider.x_range(), divider.center().y, theme::DIVIDER);
    let at = cost::line(ui, sizes.offer + sizes.second + 14.0);
    let side = sizes.row - 3.0;
    let cross = Rect::from_center_size(pos2(at.right() - side / 2.0, at.center().y), Vec2::splat(side));
    let room = cross.left() - at.left() - 8.0;
    let upper = Phrase::words(&model.title, sizes.offer + 1.0).strong().elided(ui, room);
    let lower = Phrase::words(&model.budget, sizes.second).second().elided(ui, room);
    let height = upper.size().y + lower.size().y;
    let text = Rect::from_min_size(pos2(at.left(), at.center().y - height / 2.0), vec2(room, height));
    phrase::paint(ui, upper, Align2::LEFT_TOP, text);
    phrase::paint(ui, lower, Align2::LEFT_BOTTOM, text);
    let response = ui.interact(text, Id::new("workbench"), Sense::hover());
    phrase::name(&response, &format!("{}, {}", model.title, model.budget));
    let response = ui.interact(cross, Id::new("leave the workbench"), Sense::click());
    control::ground(ui, &response, theme::FIELD_RADIUS, false);
    picture::icon(ui, Icon::Close, theme::TEXT, Rect::from_center_size(cross.center(), Vec2::splat(side * 0.5)));
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, "Back to the rows"));
    let left = response.clicked().then_some(Intent::LeaveWorkbench);
    favourites(ui, model).or(left)
}

/// The favourites, and a button that keeps the current combination.
fn favourites(ui: &mut Ui, model: &WorkbenchModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let at = cost::line(ui, sizes.row);
    let keep = 64.0;
    let gap = 4.0;
    let widths = favourite_widths(ui, model, at.width() - keep - gap * FAVOURITES as f32);
    let mut intent = None;
    let mut left = at.left();
    for ((index, favourite), width) in model.favourites.iter().enumerate().zip(widths) {
        let place = Rect::from_min_size(pos2(left, at.top()), vec2(width, at.height()));
        left += width + gap;
        if let Some((_, name)) = model.naming.as_ref().filter(|(place, _)| *place == index) {
            intent = naming(ui, name, place).or(intent.take());
            continue;
        }
        let response = ui.interact(place, Id::new(("favourite", index)), Sense::click());
        let (name, open, chosen) = match favourite {
            Some(favourite) => (favourite.name.as_str(), favourite.open, favourite.chosen),
            None => ("free", false, false),
        };
        if open {
            control::ground(ui, &response, theme::CARD_RADIUS, chosen);
        } else {
            control::dashed(ui, place);
            control::focus_ring(ui, place, &response);
        }
        let inner = place.shrink2(vec2(4.0, 0.0));
        let cap = key_cap(ui, &(index + 1).to_string(), inner);
        let rest = Rect::from_min_max(pos2(cap.right() + 4.0, inner.top()), inner.max);
        let words = Phrase::words(name, sizes.second);
        let words = if open { words } else { words.second() };
        phrase::paint(ui, words.elided(ui, rest.width()), Align2::LEFT_CENTER, rest);
        let spoken = format!("Favourite {}: {name}", index + 1);
        response.widget_info(|| WidgetInfo::selected(WidgetType::Button, open, chosen, &spoken));
        if response.clicked() && open {
            let renames = chosen && favourite.as_ref().is_some_and(|favourite| favourite.own);
            intent = Some(if renames { Intent::NameFavourite(index) } else { Intent::TakeFavourite(index) });
        }
        let again = if chosen { ", press again to name it" } else { "" };
        response.on_hover_text(format!("{name}{again}"));
    }
    let place = Rect::from_min_max(pos2(at.right() - keep, at.top()), at.max);
    let response = ui.interact(place, Id::new("keep as favourite"), Sense::click());
    control::ground(ui, &response, theme::CARD_RADIUS, false);
    let inner = place.shrink2(vec2(5.0, 0.0));
    let cap = key_cap(ui, "B", inner);
    let rest = Rect::from_min_max(pos2(cap.right() + 4.0, inner.top()), inner.max);
    phrase::paint(ui, Phrase::words("keep", sizes.second).line(ui), Align2::LEFT_CENTER, rest);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, "Keep as favourite"));
    if response.clicked() { Some(Intent::KeepFavourite) } else { intent }
}

/// The widths of the favourites' places: a free one is as wide as its word, named ones share the rest.
fn favourite_widths(ui: &Ui, model: &WorkbenchModel, room: f32) -> [f32; FAVOURITES] {
    let sizes = Sizes::of(ui.ctx());
    let is_free = |index: usize| {
        let is_named = model.naming.as_ref().is_some_and(|(place, _)| *place == index);
        model.favourites[index].is_none() && !is_named
    };
    let free = (0..FAVOURITES).filter(|index| is_free(*index)).count();
    if free == 0 || free == FAVOURITES {
        return [room / FAVOURITES as f32; FAVOURITES];
    }
    let word = key_cap_width(ui, "1") + Phrase::words("free", sizes.second).line(ui).size().x + 14.0;
    let named = (room - word * free as f32) / (FAVOURITES - free) as f32;
    std::array::from_fn(|index| if is_free(index) { word } else { named })
}

/// The label of the field for a favourite's name.
pub const NAME: &str = "Name of the favourite";

/// The field for a favourite's name, in the favourite's place.
fn naming(ui: &mut Ui, name: &str, at: Rect) -> Option<Intent> {
    card::focus(ui, NAME);
    let builder = UiBuilder::new().max_rect(at);
    let edited = ui.scope_builder(builder, |ui| card::field(ui, NAME, name, at.width(), false)).inner;
    edited.map(Intent::WriteName)
}

/// The parts, how much goes in and the dice, which scroll if they need more room. Returns their height as well.
pub fn show(ui: &mut Ui, model: &WorkbenchModel, room: f32) -> (Option<Intent>, f32) {
    let sizes = Sizes::of(ui.ctx());
    let area = ScrollArea::vertical()
        .id_salt(("parts", model.offer))
        .max_height(room.max(sizes.row))
        .auto_shrink([false, true])
        .scroll_bar_visibility(ScrollBarVisibility::VisibleWhenNeeded);
    let shown = area.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = sizes.gap;
        let mut intent = parts(ui, model);
        if let Some(ruler) = &model.ruler {
            intent = self::ruler(ui, model.offer, ruler).or(intent.take());
        }
        dice(ui, &model.dice);
        for other in &model.others {
            intent = other_row(ui, model.offer, other).or(intent.take());
        }
        intent
    });
    let seen = shown.inner_rect;
    frame::more_below(ui, seen, shown.content_size.y - seen.height() - shown.state.offset.y);
    (shown.inner, shown.content_size.y + 4.0)
}

/// The parts of an answer to a question, in place of the rows below its title. If `columns`, the amount that goes in is
/// shown as columns elsewhere.
pub fn within(ui: &mut Ui, model: &WorkbenchModel, columns: bool) -> Option<Intent> {
    ui.spacing_mut().item_spacing.y = Sizes::of(ui.ctx()).gap;
    let mut intent = parts(ui, model);
    if let Some(ruler) = model.ruler.as_ref().filter(|_| !columns) {
        intent = self::ruler(ui, model.offer, ruler).or(intent);
    }
    for other in &model.others {
        intent = other_row(ui, model.offer, other).or(intent);
    }
    intent
}

/// What Shift and a digit do during a question: they flip the part in that place.
pub fn flip_at(model: &WorkbenchModel, place: usize) -> Option<Intent> {
    let part = model.parts.get(place)?;
    let value = part.flip.filter(|_| part.refusal.is_none())?;
    Some(settle(model.offer, Settles::Parameter(part.key), value))
}

fn parts(ui: &mut Ui, model: &WorkbenchModel) -> Option<Intent> {
    let mut intent = None;
    for (base, name) in [(true, "Made of"), (false, "Add to it")] {
        let some: Vec<&PartModel> = model.parts.iter().filter(|part| part.base == base).collect();
        if some.is_empty() {
            continue;
        }
        let has_changes = some.iter().any(|part| part.changes.is_some());
        let order = if has_changes { "without it, with it" } else { "" };
        intent = heading(ui, name, order, model.rule.filter(|_| !base)).or(intent.take());
        for part in some {
            intent = self::part(ui, model, part).or(intent.take());
        }
    }
    intent
}

/// A section's name, a word about its numbers, and the rule behind it.
fn heading(ui: &mut Ui, name: &str, order: &str, rule: Option<RuleId>) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let at = cost::line(ui, sizes.second + 4.0);
    let end = phrase::paint(ui, Phrase::words(name, sizes.second).second().line(ui), Align2::LEFT_CENTER, at).right();
    phrase::paint(ui, Phrase::words(order, sizes.second).second().line(ui), Align2::RIGHT_CENTER, at);
    let response = ui.interact(at, Id::new(("parts of", name)), Sense::hover());
    phrase::name(&response, name);
    let rule = rule?;
    let id = Phrase::figures(rule.0, sizes.rule);
    let place = Rect::from_min_max(pos2(end + 8.0, at.top()), at.max);
    control::link(ui, id, rule.0, place, response.id.with("rule")).then_some(Intent::OpenRule(rule))
}

/// A part in one line: digit, tick, name, tier and price, what it changes or why it is refused; its amount below.
fn part(ui: &mut Ui, model: &WorkbenchModel, part: &PartModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let price = [part.tier, part.price.as_str()].into_iter().filter(|words| !words.is_empty());
    let price = price.collect::<Vec<_>>().join(" ");
    let galley = Phrase::words(&price, sizes.second).second().line(ui);
    // A large window never drops the price: if it does not fit beside the name, it goes below.
    let name = Phrase::words(&part.name, sizes.offer).line(ui).size().x;
    let needed = name + galley.size().x + ending_width(ui, part, ui.available_width() - 64.0) + 86.0;
    let below = if sizes.roomy && needed > ui.available_width() { galley.size().y } else { 0.0 };
    let (whole, _) = ui.allocate_exact_size(vec2(ui.available_width(), sizes.row.max(24.0) + below), Sense::hover());
    let response = ui.interact(whole, Id::new(("part", part.key)), Sense::click());
    let at = Rect::from_min_max(whole.min, pos2(whole.right(), whole.bottom() - below));
    regions::belongs(ui, &response, Region::Rows, model.at == Some(part.key));
    let open = part.flip.is_some() && part.refusal.is_none();
    if open || part.taken {
        control::ground(ui, &response, theme::CARD_RADIUS, part.taken);
    } else {
        control::dashed(ui, whole);
        control::focus_ring(ui, whole, &response);
    }
    let inner = at.shrink2(vec2(6.0, 0.0));
    let mut left = inner.left();
    let digit = part.digit.map(|digit| digit.to_string()).unwrap_or_default();
    if !digit.is_empty() {
        left = key_cap(ui, &digit, inner).right() + 6.0;
    }
    left = left.max(inner.left() + 24.0);
    tick(ui, part.taken, Rect::from_center_size(pos2(left + 7.0, at.center().y), Vec2::splat(14.0)));
    left += 20.0;
    let ending = Rect::from_min_max(pos2(left, at.top()), inner.max);
    let (right, changes) = ending_of(ui, part, ending);
    let name = Phrase::words(&part.name, sizes.offer);
    let name = if part.taken { name.strong() } else { name };
    let room = right - left - 8.0;
    let name = name.elided(ui, room);
    let baseline = at.center().y - name.size().y / 2.0 + phrase::baseline(&name);
    let end = phrase::paint_on_baseline(ui, name, left, baseline).right();
    if below > 0.0 {
        phrase::paint(ui, galley, Align2::LEFT_TOP, Rect::from_min_max(pos2(left, at.bottom() - 5.0), whole.max));
    } else if end + 8.0 + galley.size().x <= right - 4.0 {
        phrase::paint_on_baseline(ui, galley, end + 8.0, baseline);
    }
    let spoken = [digit.as_str(), part.name.as_str(), price.as_str(), changes.as_str()];
    let spoken = spoken.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(", ");
    response.widget_info(|| WidgetInfo::selected(WidgetType::Checkbox, open, part.taken, &spoken));
    let clicked = response.clicked();
    if let Some(refusal) = &part.refusal {
        response.on_hover_text(refusal.to_string());
    }
    let flipped = part.flip.filter(|_| clicked && open);
    let mut intent = flipped.map(|value| settle(model.offer, Settles::Parameter(part.key), value));
    if let Some(amounts) = part.amounts.as_ref().filter(|_| part.taken) {
        intent = other_row(ui, model.offer, amounts).or(intent);
    }
    intent
}

/// The width of the right end of a part, in `room`.
fn ending_width(ui: &Ui, part: &PartModel, room: f32) -> f32 {
    let second = Sizes::of(ui.ctx()).second;
    if let Some(refusal) = part.refusal.as_ref().filter(|_| !part.taken) {
        return Phrase::words(refusal.words.as_ref(), second).elided(ui, room * 0.62).size().x;
    }
    part.changes.map_or(0.0, |_| Phrase::figures("100 100 lost", second + 2.0).line(ui).size().x + second + 8.0)
}

/// The right end of a part: why it is refused, or what it changes. Returns where it begins, and its words.
fn ending_of(ui: &Ui, part: &PartModel, at: Rect) -> (f32, String) {
    let sizes = Sizes::of(ui.ctx());
    if let Some(refusal) = part.refusal.as_ref().filter(|_| !part.taken) {
        let galley = Phrase::words(refusal.words.as_ref(), sizes.second).second().elided(ui, at.width() * 0.62);
        return (phrase::paint(ui, galley, Align2::RIGHT_CENTER, at).left(), refusal.to_string());
    }
    let Some((without, with)) = part.changes else { return (at.right(), String::new()) };
    // The chance, or the mean loss if the part does not change the chance.
    let has_chance = without.chance.percent() != with.chance.percent() || without.mean == with.mean;
    let told = |worth: Worth| if has_chance { worth.chance.percent().to_string() } else { number::tenths(worth.mean) };
    let (without, with) = (told(without), told(with));
    let unit = if has_chance { "%" } else { "lost" };
    let galley = Phrase::words(unit, sizes.second).second().line(ui);
    let at =
        Rect::from_min_max(at.min, pos2(phrase::paint(ui, galley, Align2::RIGHT_CENTER, at).left() - 2.0, at.bottom()));
    let second = Phrase::figures(&with, sizes.offer).strong().line(ui);
    let second = phrase::paint(ui, second, Align2::RIGHT_CENTER, at);
    let side = sizes.second;
    let arrow = Rect::from_center_size(pos2(second.left() - side / 2.0 - 4.0, at.center().y), Vec2::splat(side));
    picture::icon(ui, Icon::ArrowRight, theme::SECOND, arrow);
    let rest = Rect::from_min_max(at.min, pos2(arrow.left() - 4.0, at.bottom()));
    let first = Phrase::figures(&without, sizes.second).second().line(ui);
    let first = phrase::paint(ui, first, Align2::RIGHT_CENTER, rest);
    (first.left(), format!("{without} {unit} without it, {with} {unit} with it"))
}

/// A box, ticked if a part is taken.
fn tick(ui: &Ui, taken: bool, at: Rect) {
    let painter = ui.painter();
    let edge = if taken { theme::MAY } else { theme::REFUSED_EDGE };
    if taken {
        painter.rect_filled(at, 2.0, theme::MAY);
        let points = [(0.22, 0.52), (0.43, 0.74), (0.8, 0.28)];
        let points = points.map(|(x, y)| at.min + vec2(x * at.width(), y * at.height()));
        painter.line_segment([points[0], points[1]], Stroke::new(2.0, theme::ON_MAY));
        painter.line_segment([points[1], points[2]], Stroke::new(2.0, theme::ON_MAY));
    } else {
        painter.rect_stroke(at, 2.0, Stroke::new(1.2, edge), StrokeKind::Inside);
    }
}

/// A parameter with its values beside its name.
fn other_row(ui: &mut Ui, offer: usize, model: &RowModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    if model.values.len() < 2 {
        return None;
    }
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        let label = Phrase::words(&model.label, sizes.second).second().line(ui);
        let width = (label.size().x + 10.0).max(62.0);
        let (at, response) = ui.allocate_exact_size(vec2(width, sizes.segment), Sense::hover());
        phrase::paint(ui, label, Align2::LEFT_CENTER, at);
        phrase::name(&response, &model.label);
        ui.vertical(|ui| row::values(ui, model).map(|value| settle(offer, model.settles, value))).inner
    })
    .inner
}

/// How much goes in: cells filled for the price of the parts, hatched for more, outlined for what could still go in,
/// dashed beyond that.
fn ruler(ui: &mut Ui, offer: usize, model: &RulerModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let line = cost::line(ui, sizes.second + 4.0);
    let verb = if model.price == 1 { "is" } else { "are" };
    let words = match (model.key, model.amount - model.price) {
        (Some(_), more) if more > 0 => format!("{}: {} {verb} needed, {more} more", model.of, model.price),
        (Some(_), _) => format!("{}: {} {verb} needed", model.of, model.price),
        (None, _) => format!("{}: {} of {}", model.of, model.amount, model.at_hand),
    };
    let end = phrase::paint(ui, Phrase::words(&words, sizes.second).second().line(ui), Align2::LEFT_CENTER, line);
    let response = ui.interact(line, Id::new("what goes in"), Sense::hover());
    phrase::name(&response, &words);
    let mut intent = None;
    if let Some(rule) = model.rule {
        let id = Phrase::figures(rule.0, sizes.rule);
        let place = Rect::from_min_max(pos2(end.right() + 8.0, line.top()), line.max);
        let pressed = control::link(ui, id, rule.0, place, response.id.with("rule"));
        intent = pressed.then_some(Intent::OpenRule(rule));
    }
    let ceiling = model.tiers.iter().map(|(_, most)| *most).max().unwrap_or(0);
    let cells = ceiling.max(model.at_hand).max(model.amount).clamp(1, MOST_CELLS);
    let at = cost::line(ui, sizes.segment);
    let pitch = (at.width() / cells as f32).min(24.0);
    for number in 1..=cells {
        let left = at.left() + pitch * (number - 1) as f32;
        let cell = Rect::from_min_size(pos2(left, at.top() + 1.0), vec2(pitch - 3.0, at.height() - 2.0));
        let response = ui.interact(cell, Id::new(("goes in", number)), Sense::click());
        let open = model.key.is_some() && number >= model.price && number <= model.at_hand.min(model.most);
        if number <= model.price.min(model.amount) || model.key.is_none() && number <= model.amount {
            ui.painter().rect_filled(cell, 2.0, theme::MAY);
        } else if number <= model.amount {
            ui.painter().rect_stroke(cell, 2.0, Stroke::new(1.0, theme::MAY), StrokeKind::Inside);
            hatch(ui, cell);
        } else if number <= model.at_hand && (model.key.is_none() || number <= model.most) {
            ui.painter().rect_stroke(cell, 2.0, Stroke::new(1.0, theme::MAY), StrokeKind::Inside);
        } else {
            control::dashed(ui, cell);
        }
        control::focus_ring(ui, cell, &response);
        let spoken = format!("{number} {}", model.of);
        response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, open, number == model.amount, &spoken));
        if let Some(key) = model.key.filter(|_| open && response.clicked()) {
            intent = Some(settle(offer, Settles::Parameter(key), number));
        }
    }
    tiers(ui, model, pitch);
    intent
}

/// The names of the tiers under their ceilings.
fn tiers(ui: &mut Ui, model: &RulerModel, pitch: f32) {
    if model.tiers.is_empty() {
        return;
    }
    let sizes = Sizes::of(ui.ctx());
    let at = cost::line(ui, sizes.second + 2.0);
    let in_force = model.tiers.iter().position(|(name, _)| *name == model.tier).unwrap_or(0);
    let mut from = at.left();
    for (place, (name, most)) in model.tiers.iter().enumerate() {
        let right = (at.left() + pitch * *most as f32).min(at.right());
        // Names up to the tier above the one in force: more do not fit.
        let words = if place <= in_force + 1 { format!("{name} {most}") } else { most.to_string() };
        let words = Phrase::words(words, sizes.rule + 0.5);
        let words = if *name == model.tier { words.strong() } else { words.second() };
        let galley = words.line(ui);
        let place = Rect::from_min_max(pos2(from, at.top()), pos2(right.max(from + galley.size().x), at.bottom()));
        from = phrase::paint(ui, galley, Align2::RIGHT_CENTER, place).right() + 6.0;
    }
}

/// Strokes across a cell.
fn hatch(ui: &Ui, cell: Rect) {
    let painter = ui.painter().with_clip_rect(cell.shrink(1.0));
    let mut x = cell.left() - cell.height();
    while x < cell.right() {
        let ends = [pos2(x, cell.bottom()), pos2(x + cell.height(), cell.top())];
        painter.line_segment(ends, Stroke::new(1.5, theme::MAY));
        x += 5.0;
    }
}

/// The dice, a square each, in groups by source, with the words below in the same order.
fn dice(ui: &mut Ui, sources: &[(String, i32)]) {
    let all: i32 = sources.iter().map(|(_, count)| *count).sum();
    if all <= 0 {
        return;
    }
    let sizes = Sizes::of(ui.ctx());
    let at = cost::line(ui, sizes.second + 6.0);
    let figure = Phrase::figures(all.to_string(), sizes.body).strong().line(ui);
    let mut left = phrase::paint(ui, figure, Align2::LEFT_CENTER, at).right() + 8.0;
    let side = (at.height() - 8.0).min((at.right() - left) / (all as f32 + 4.0) - 2.0).max(4.0);
    let shades = [theme::CREAM, theme::SECOND, theme::REFUSED_EDGE, theme::MAY];
    for (index, (_, count)) in sources.iter().filter(|(_, count)| *count > 0).enumerate() {
        for _ in 0..*count {
            let square = Rect::from_center_size(pos2(left + side / 2.0, at.center().y), Vec2::splat(side));
            ui.painter().rect_filled(square, 1.0, shades[index % shades.len()]);
            left += side + 2.0;
        }
        left += 5.0;
    }
    let words: Vec<String> = sources.iter().map(|(words, count)| format!("{words} {count}")).collect();
    let words = words.join(", ").replace('-', "\u{2212}");
    let line = cost::line(ui, sizes.second + 4.0);
    let galley = Phrase::words(&words, sizes.second).second().elided(ui, line.width());
    phrase::paint(ui, galley, Align2::LEFT_CENTER, line);
    let response = ui.interact(line, Id::new("dice by source"), Sense::hover());
    phrase::name(&response, &format!("{all} {}: {words}", if all == 1 { "die" } else { "dice" }));
    response.on_hover_text(words);
}

/// What a digit does.
pub fn digit_pressed(model: &WorkbenchModel, digit: u8) -> Option<Intent> {
    if (1..FIRST_PART).contains(&digit) {
        let index = usize::from(digit) - 1;
        return model.favourites[index]
            .as_ref()
            .filter(|favourite| favourite.open)
            .map(|_| Intent::TakeFavourite(index));
    }
    let part = model.parts.iter().find(|part| part.digit == Some(digit))?;
    let value = part.flip.filter(|_| part.refusal.is_none())?;
    Some(settle(model.offer, Settles::Parameter(part.key), value))
}

/// One more or less of what goes in, or of the part touched last.
pub fn step(model: &WorkbenchModel, step: i32) -> Option<Intent> {
    if let Some((ruler, key)) = model.ruler.as_ref().and_then(|ruler| Some((ruler, ruler.key?))) {
        let next = ruler.amount + step;
        let fits = next >= ruler.price && next <= ruler.most.min(ruler.at_hand);
        return fits.then(|| settle(model.offer, Settles::Parameter(key), next));
    }
    let is_at = |part: &&PartModel| model.at == Some(part.key);
    let taken = || model.parts.iter().filter(|part| part.taken && part.amounts.is_some());
    let part = taken().find(is_at).or_else(|| taken().next())?;
    let amounts = part.amounts.as_ref()?;
    let mut order: Vec<usize> = (0..amounts.values.len()).collect();
    order.sort_by_key(|index| amounts.values[*index].0);
    let mut at = order.iter().position(|index| *index == amounts.chosen)? as i32;
    loop {
        at += step;
        let (value, _, refusal) = &amounts.values[*order.get(usize::try_from(at).ok()?)?];
        if refusal.is_none() {
            return Some(settle(model.offer, Settles::Parameter(part.key), *value));
        }
    }
}
