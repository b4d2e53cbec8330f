//! Setting up a skirmish: level with its map, ruleset, who plays, seed, settings.

mod dialogs;
pub mod model;
#[cfg(test)]
mod tests;

use bevy_egui::egui::{
    Align2, Color32, Frame, Id, InputState, Key, Margin, Panel, Rect, ScrollArea, Sense, Stroke, StrokeKind, Ui,
    UiBuilder, Vec2, WidgetInfo, WidgetType, pos2, vec2,
};

pub use dialogs::settings_rows;
pub use model::{Intent, Seat, SetupModel};

use crate::rules::{Team, counted};

use super::{
    theme::{self, Sizes},
    widgets::{
        Button, Phrase, card, frame, phrase, section,
        segments::{self, Segment},
        side, terms,
    },
};
use model::{FaultModel, RulesetModel, SeatModel};

/// The most columns of level cards.
const COLUMNS: usize = 3;
/// The least width of a level card, in points: the longest word of a title must fit.
const LEAST_CARD: f32 = 150.0;
/// Space between level cards.
const CARD_GAP: f32 = 6.0;
/// The fewest rows of level cards visible at once in a low window.
const ROWS: f32 = 3.0;
/// The width of the frame around the map.
const MAP_FRAME: f32 = 3.0;

/// Shows the setup in all the free room.
pub fn show(ui: &mut Ui, model: &SetupModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    // Asked before anything is shown: a field left with Enter still has the focus until then.
    let free = ui.memory(|memory| memory.focused().is_none() && memory.top_modal_layer().is_none());
    let width = if sizes.roomy {
        500.0
    } else if sizes.cramped {
        372.0
    } else {
        424.0
    };
    let (side, top) = if sizes.cramped { (10, 8) } else { (20, 20) };
    let bottom = if sizes.cramped { 8 } else { 16 };
    let frame = Frame::new().fill(theme::TABLE).inner_margin(Margin { left: 10, right: side, top, bottom });
    let right = Panel::right("setup").exact_size(width + 10.0).resizable(false).show_separator_line(false).frame(frame);
    let intent = right.show(ui, |ui| choices(ui, model)).inner;
    let frame = Frame::new().inner_margin(Margin { left: side, right: 8, top, bottom });
    let level = frame.show(ui, |ui| if sizes.cramped { level_in_a_column(ui, model) } else { level(ui, model) }).inner;
    let dialog = dialogs::show(ui.ctx(), model);
    intent.or(level).or(dialog).or_else(|| keys(ui, model).filter(|_| free))
}

fn keys(ui: &Ui, model: &SetupModel) -> Option<Intent> {
    let enter = ui.input(|input: &InputState| input.key_pressed(Key::Enter));
    (enter && model.no_start.is_none()).then_some(Intent::Start)
}

/// The lines about a level below its map, which wrap: description and size, goals, what is lacking.
fn told(model: &SetupModel) -> impl Iterator<Item = String> + Clone + '_ {
    let about = format!("{}. {}", model.about, model.squares);
    std::iter::once(about).chain(model.goals.iter().chain(&model.lacking).cloned())
}

/// Lines below a map whose room is always kept, so that the levels stay under the pointer whatever a ruleset adds.
const LINES: f32 = 5.0;

fn name(ui: &mut Ui, model: &SetupModel) {
    let title = model.levels.get(model.level).map_or("No level", |level| level.title.as_str());
    Phrase::words(title, Sizes::of(ui.ctx()).name + 5.0).strong().show(ui);
}

/// The level: name, map or faults, description, the levels to choose from.
fn level(ui: &mut Ui, model: &SetupModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    name(ui, model);
    ui.add_space(4.0);
    let (room, list, height) = shared_out(ui, model);
    let upper = Rect::from_min_max(ui.cursor().min, pos2(ui.max_rect().right(), list.top() - 4.0));
    ui.scope_builder(UiBuilder::new().max_rect(upper), |ui| {
        ui.spacing_mut().item_spacing.y = LINE_GAP;
        picture_or_faults(ui, model, room);
        for line in told(model) {
            Phrase::words(line, sizes.second).second().show(ui);
        }
    });
    ui.scope_builder(UiBuilder::new().max_rect(list), |ui| {
        let area = ScrollArea::vertical().id_salt("levels").max_height(height).auto_shrink([false, true]);
        let shown = area.show(ui, |ui| levels(ui, model));
        let hidden = shown.content_size.y - shown.inner_rect.height() - shown.state.offset.y;
        frame::more_below(ui, shown.inner_rect.with_max_y(list.bottom()), hidden);
        shown.inner
    })
    .inner
}

/// The room of the map, the place of the levels at the bottom, and how high their whole rows are.
fn shared_out(ui: &Ui, model: &SetupModel) -> (Vec2, Rect, f32) {
    let sizes = Sizes::of(ui.ctx());
    let width = ui.available_width();
    let pitch = Phrase::words("x", sizes.offer).line(ui).size().y + Phrase::words("x", sizes.second).line(ui).size().y;
    let pitch = pitch + 16.0 + CARD_GAP;
    let rows = (model.levels.len() + 1).div_ceil(columns(width)) as f32;
    let fewest = if sizes.roomy { rows } else { rows.min(ROWS) };
    let line = Phrase::words("x", sizes.second).line(ui).size().y + LINE_GAP;
    let height = |words: String| Phrase::words(words, sizes.second).lay(ui, width).size().y + LINE_GAP;
    let lines = told(model).map(height).sum::<f32>().max(LINES * line) + 8.0;
    let free = ui.available_height() - lines;
    // Where rows are hidden, that is said below them.
    let foot = |seen: f32| if seen < rows { sizes.second + 6.0 } else { 0.0 };
    let taken = |seen: f32| seen * pitch + foot(seen);
    let most = vec2(width, (free - taken(fewest)).max(120.0));
    let spare = free - picture_height(model, most) + 0.5;
    let fitting = (1..=rows as u16).rev().map(f32::from).find(|seen| taken(*seen) <= spare).unwrap_or(1.0);
    let seen = kept_under_pointer(ui, fitting, |seen| list_of(ui, taken(seen)));
    (vec2(width, (free - taken(seen)).max(120.0)), list_of(ui, taken(seen)), seen * pitch)
}

/// The place of the list of levels, at the bottom.
fn list_of(ui: &Ui, height: f32) -> Rect {
    Rect::from_min_max(pos2(ui.min_rect().left(), ui.max_rect().bottom() - height), ui.max_rect().max)
}

/// How many rows of levels are visible: as many as fit below the map; but while the pointer is on the list as many as
/// before, so that the levels stay under it.
fn kept_under_pointer(ui: &Ui, fitting: f32, list: impl Fn(f32) -> Rect) -> f32 {
    let id = Id::new("rows of levels");
    let before = ui.data(|data| data.get_temp::<f32>(id));
    let pointer = ui.input(|input| input.pointer.latest_pos());
    let is_on = |seen: &f32| pointer.is_some_and(|pointer| list(*seen).contains(pointer));
    let seen = before.filter(is_on).unwrap_or(fitting);
    ui.data_mut(|data| data.insert_temp(id, seen));
    seen
}

/// Space between lines of text below the map.
const LINE_GAP: f32 = 3.0;

/// The level in a cramped window: everything scrolls, and the levels come before the lines about the chosen one.
fn level_in_a_column(ui: &mut Ui, model: &SetupModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let height = ui.available_height();
    frame::scroll(ui, "level", height, |ui| {
        // The scroll bar is beside the cards.
        ui.set_max_width(ui.available_width() - 6.0);
        name(ui, model);
        let room = vec2(ui.available_width(), (height * 0.4).max(90.0));
        picture_or_faults(ui, model, room);
        ui.add_space(4.0);
        let intent = levels(ui, model);
        for line in told(model) {
            Phrase::words(line, sizes.second).second().show(ui);
        }
        intent
    })
}

fn picture_or_faults(ui: &mut Ui, model: &SetupModel, room: Vec2) {
    if model.faults.is_empty() {
        return map(ui, model, room);
    }
    frame::scroll(ui, "faults", room.y, |ui| {
        ui.set_min_height(room.y);
        faults(ui, &model.faults);
    });
}

/// The size of the map's picture in a room, with its frame.
fn map_size(model: &SetupModel, room: Vec2) -> Vec2 {
    let picture = model.map.filter(|(_, size)| size.x > 0.0 && size.y > 0.0);
    picture.map_or(room, |(_, size)| {
        let frame = Vec2::splat(2.0 * MAP_FRAME);
        let inner = room - frame;
        let scale = (inner.x / size.x).min(inner.y / size.y);
        size * scale.min(2.0) + frame
    })
}

/// The height that the map, or the list of faults, takes in a room.
fn picture_height(model: &SetupModel, room: Vec2) -> f32 {
    if model.faults.is_empty() { map_size(model, room).y } else { room.y }
}

/// The picture of the map, as large as it fits.
fn map(ui: &mut Ui, model: &SetupModel, room: Vec2) {
    let (at, response) = ui.allocate_exact_size(map_size(model, room), Sense::hover());
    match model.map {
        Some((texture, _)) => {
            let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            // The frame covers nothing of the picture: letters of tokens reach its very edge.
            ui.painter().image(texture, at.shrink(MAP_FRAME), whole, Color32::WHITE);
        }
        None => {
            ui.painter().rect_filled(at, theme::BAR_RADIUS, theme::PANEL);
        }
    }
    let edge = Stroke::new(MAP_FRAME, theme::colour(theme::palette::FRAME));
    ui.painter().rect_stroke(at, 0.0, edge, StrokeKind::Inside);
    let words = format!("Map, {}: {}", model.squares, model.about);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, &words));
}

/// The faults in the level's files, with their places.
fn faults(ui: &mut Ui, all: &[FaultModel]) {
    let sizes = Sizes::of(ui.ctx());
    section(ui, &format!("The file cannot be played: {}", counted(all.len(), "fault")));
    for fault in all {
        let place = format!("{}:{}:{}", fault.file, fault.line, fault.column);
        Phrase::figures(place, sizes.rule).colour(theme::RULE_ID).show(ui);
        Phrase::words(&fault.words, sizes.body).show(ui);
        ui.add_space(4.0);
    }
}

/// How many level cards fit side by side.
fn columns(width: f32) -> usize {
    (((width + CARD_GAP) / (LEAST_CARD + CARD_GAP)) as usize).clamp(1, COLUMNS)
}

fn levels(ui: &mut Ui, model: &SetupModel) -> Option<Intent> {
    let mut intent = None;
    let columns = columns(ui.available_width());
    let width = (ui.available_width() - CARD_GAP * (columns - 1) as f32) / columns as f32;
    let mut cards: Vec<(&str, &str, bool, Intent)> = model
        .levels
        .iter()
        .enumerate()
        .map(|(index, level)| (&*level.title, &*level.about, index == model.level, Intent::Level(index)))
        .collect();
    cards.push(("Open file", "A level of your own", false, Intent::AskFile));
    ui.spacing_mut().item_spacing = Vec2::splat(CARD_GAP);
    for row in cards.chunks(columns) {
        ui.horizontal_top(|ui| {
            for (title, about, chosen, goes) in row {
                if card::choice(ui, title, about, *chosen, width) {
                    intent = Some(goes.clone());
                }
            }
        });
    }
    intent
}

/// Ruleset, seats, seed, start.
fn choices(ui: &mut Ui, model: &SetupModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    Phrase::words("Skirmish", sizes.name + 5.0).strong().show(ui);
    // The button that starts the battle is always inside the window.
    let reason = if model.no_start.is_some() { sizes.second + 10.0 } else { 0.0 };
    let space = if sizes.cramped { 8.0 } else { 16.0 };
    let foot = sizes.row + 16.0 + space + 2.0 * ui.spacing().item_spacing.y + reason;
    let height = ui.available_height() - foot;
    let mut intent = frame::scroll(ui, "choices", height, |ui| {
        if sizes.cramped {
            ui.set_max_width(ui.available_width() - 6.0);
        }
        what_is_chosen(ui, model)
    });
    ui.add_space(space);
    if Button::new("Start").key("Enter").primary().wide().refused(model.no_start.as_deref()).show(ui) {
        intent = Some(Intent::Start);
    }
    if let Some(reason) = &model.no_start {
        Phrase::words(reason, sizes.second).second().show(ui);
    }
    intent
}

/// Every choice except the level; scrolls if it needs more room.
fn what_is_chosen(ui: &mut Ui, model: &SetupModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let mut intent = None;
    section(ui, "Ruleset");
    for RulesetModel { id, name, about, is_first } in &model.rulesets {
        let note = if *is_first { "good to start with" } else { "" };
        if card::radio(ui, name, about, note, *id == model.ruleset) {
            intent = Some(Intent::Ruleset(*id));
        }
    }
    if let Some((index, edition)) = &model.edition {
        ui.add_space(8.0);
        section(ui, &edition.label);
        intent = dialogs::setting(ui, edition).map(|value| Intent::Set(*index, value)).or(intent);
        ui.horizontal(|ui| {
            Phrase::words("For the differences see", sizes.second).second().show_line(ui);
            if terms::rule_id(ui, edition.rule) {
                intent = Some(Intent::OpenRule(edition.rule));
            }
        });
    }
    ui.add_space(8.0);
    section(ui, "Seats");
    let persons = model.seats.iter().filter(|player| player.seat == Seat::Person).count();
    for player in &model.seats {
        intent = seat(ui, player, persons == 1).or(intent);
    }
    if let Some(words) = &model.power {
        Phrase::words(words, sizes.second).second().show(ui);
    }
    ui.add_space(8.0);
    section(ui, "Seed");
    seed(ui, model).or(intent)
}

fn seat(ui: &mut Ui, model: &SeatModel, is_alone: bool) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let height = sizes.row + 2.0;
    let column = if sizes.roomy { 126.0 } else { 102.0 };
    let (at, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let mark = Rect::from_center_size(pos2(at.left() + 15.0, at.center().y), Vec2::splat(21.0));
    side::badge(ui, model.team, None, mark);
    let place = Rect::from_min_max(pos2(at.left() + 40.0, at.top()), at.max);
    let name = model.team.name();
    phrase::paint(ui, Phrase::words(name, sizes.offer).line(ui), Align2::LEFT_CENTER, place);
    let row = Rect::from_min_max(pos2(at.left() + column, at.top()), at.max);
    let mut seats = vec![Seat::Person, Seat::Easy, Seat::Steady, Seat::Strong];
    if let Seat::Quick | Seat::Greedy = model.seat {
        seats.push(model.seat);
    }
    let names: Vec<&str> = seats.iter().map(|seat| name_of(*seat)).collect();
    let chosen = seats.iter().position(|seat| *seat == model.seat).unwrap_or(0);
    let pressed = among(ui, row, name, &names, chosen);
    let words = format!("{}. {}", model.roster, sentence_of(model.seat, is_alone));
    ui.horizontal(|ui| {
        ui.add_space(40.0);
        Phrase::words(&words, sizes.second).second().show(ui);
    });
    let power = model.mighty.and_then(|mighty| power(ui, model.team, mighty, column));
    pressed.map(|index| Intent::Seat(model.team, seats[index])).or(power)
}

/// The power of a side's fighters, if the rules distinguish it.
fn power(ui: &mut Ui, team: Team, mighty: bool, column: f32) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let (at, _) = ui.allocate_exact_size(vec2(ui.available_width(), sizes.segment), Sense::hover());
    let place = Rect::from_min_max(pos2(at.left() + 40.0, at.top()), at.max);
    phrase::paint(ui, Phrase::words("Fighters", sizes.second).second().line(ui), Align2::LEFT_CENTER, place);
    // As wide as two of the four columns of the row above.
    let middle = at.left() + column + (at.width() - column) / 2.0;
    let row = Rect::from_min_max(pos2(at.left() + column, at.top()), pos2(middle, at.bottom()));
    let pressed = among(ui, row, &format!("Power of {}", team.name()), &["Usual", "Mighty"], usize::from(mighty));
    pressed.map(|index| Intent::Mighty(team, index == 1))
}

/// A choice of one of several values in a row.
fn among(ui: &mut Ui, row: Rect, name: &str, values: &[&str], chosen: usize) -> Option<usize> {
    let values: Vec<Segment> = values.iter().map(|value| Segment::open(*value)).collect();
    let builder = UiBuilder::new().max_rect(row).id_salt(name);
    ui.scope_builder(builder, |ui| segments::segments_of(ui, name, &values, chosen, row.height())).inner
}

/// The label of a seat.
const fn name_of(seat: Seat) -> &'static str {
    match seat {
        Seat::Person => "Person",
        Seat::Easy => "Easy",
        Seat::Steady => "Steady",
        Seat::Strong => "Strong",
        Seat::Quick => "Quick",
        Seat::Greedy => "Greedy",
    }
}

/// What to expect of a seat; `is_alone` if only one side is played by a person.
const fn sentence_of(seat: Seat, is_alone: bool) -> &'static str {
    match seat {
        Seat::Person if is_alone => "You play this side.",
        Seat::Person => "A person at this machine.",
        Seat::Easy => "The computer makes mistakes.",
        Seat::Steady => "The computer prefers to strike.",
        Seat::Strong => "The computer plans its turns.",
        Seat::Quick => "The computer for large batches: strong and faster.",
        Seat::Greedy => "The computer only approaches and strikes.",
    }
}

fn seed(ui: &mut Ui, model: &SetupModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let mut intent = None;
    // Leaves room for the two buttons beside it.
    let width = (ui.available_width() - 230.0).clamp(90.0, 180.0);
    ui.horizontal(|ui| {
        if let Some(text) = card::field(ui, "Seed", &model.seed, width, model.seed_fault.is_some()) {
            intent = Some(Intent::Seed(text));
        }
        if Button::new("New seed").show(ui) {
            intent = Some(Intent::NewSeed);
        }
        if Button::new("Rule settings").show(ui) {
            intent = Some(Intent::OpenSettings);
        }
    });
    let words = model.seed_fault.as_deref().unwrap_or("Same seed, same dice. Every battle is recorded.");
    let colour = if model.seed_fault.is_some() { theme::WARN } else { theme::SECOND };
    Phrase::words(words, sizes.second).colour(colour).show(ui);
    intent
}
