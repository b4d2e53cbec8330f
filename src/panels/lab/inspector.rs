//! The panel at the right: the picked fighter, odds, squares, level, rules; with another tool in hand, that tool's
//! panel.

use bevy_egui::egui::{Align2, Id, Rect, ScrollArea, Sense, Ui, UiBuilder, Vec2, WidgetInfo, WidgetType, pos2, vec2};

use super::{
    fields, fighter,
    intent::Intent,
    level,
    model::{KindModel, LabModel, Laid, Page, TokenModel, Tool},
    odds,
};
use crate::{
    board::map_picture,
    levels::draft::{Brush, Paint},
    panels::{
        setup::settings_rows,
        theme::{self, Sizes},
        widgets::{
            Button, Phrase, card, control, frame, phrase, picture, section,
            segments::{self, Segment},
            side,
        },
    },
    rules::{Battlefield, Team},
};

/// Shows the inspector in all the free room. Its contents never change the board's room.
pub fn show(ui: &mut Ui, model: &LabModel) -> Option<Intent> {
    let room = ui.available_rect_before_wrap();
    let mut inside = ui.new_child(UiBuilder::new().max_rect(room));
    let intent = match model.tool {
        Tool::Brush(_) | Tool::Erase => palette(&mut inside, model),
        Tool::Token => roster(&mut inside, model),
        Tool::Measure => measure(&mut inside, model),
        Tool::Pick | Tool::Zone(_) => pages(&mut inside, model),
    };
    ui.advance_cursor_after_rect(room);
    intent
}

/// While odds are being worked out again, their page keeps its height, so that the scroll position stays valid.
fn keep_height(ui: &mut Ui, model: &LabModel) {
    let id = Id::new("lab odds height");
    let odds = &model.odds;
    let is_waiting = odds.busy || odds.on.is_some() && odds.verdicts.is_empty();
    if model.page != Page::Odds {
        return;
    }
    if let Some(height) = ui.data(|data| data.get_temp::<f32>(id)).filter(|_| is_waiting) {
        ui.set_min_height(height);
    } else if !is_waiting {
        let height = ui.min_rect().height();
        ui.data_mut(|data| data.insert_temp(id, height));
    }
}

fn pages(ui: &mut Ui, model: &LabModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let values = Page::ALL.map(|page| Segment::open(page.label()));
    let chosen = Page::ALL.iter().position(|page| *page == model.page).unwrap_or(0);
    let turned = segments::segments_of(ui, "Page", &values, chosen, sizes.segment + 6.0);
    if model.page == Page::Odds {
        odds::jumps(ui, &model.odds);
    }
    ui.add_space(4.0);
    let height = ui.available_height();
    let area = ScrollArea::vertical().id_salt(("inspector", chosen)).max_height(height).auto_shrink([false, true]);
    let inner = area.show(ui, |ui| {
        // Nothing is under the scroll bar.
        ui.set_max_width(ui.available_width() - 8.0);
        let intent = match model.page {
            Page::Fighter => fighter::show(ui, model),
            Page::Odds => odds::show(ui, model),
            Page::Fields => fields::show(ui, model),
            Page::Level => level::show(ui, model),
            Page::Rules => rules(ui, model),
        };
        keep_height(ui, model);
        intent
    });
    inner.inner.or(turned.map(|place| Intent::Turn(Page::ALL[place])))
}

/// A fighter as a chip. Returns whether it was pressed.
pub fn token(ui: &mut Ui, model: &TokenModel, about: &str, width: f32) -> bool {
    let sizes = Sizes::of(ui.ctx());
    let height = sizes.row + 4.0;
    let (at, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
    control::ground(ui, &response, theme::CARD_RADIUS, false);
    let side = height - 6.0;
    let place = Rect::from_center_size(pos2(at.left() + 5.0 + side / 2.0, at.center().y), Vec2::splat(side));
    picture::token(ui, &model.look, place);
    let room = Rect::from_min_max(pos2(place.right() + 6.0, at.top()), pos2(at.right() - 8.0, at.bottom()));
    let right = Phrase::figures(about, sizes.second).second().elided(ui, room.width() * 0.6);
    let name = Phrase::words(&model.name, sizes.body).elided(ui, room.width() - right.size().x - 8.0);
    phrase::paint(ui, name, Align2::LEFT_CENTER, room);
    phrase::paint(ui, right, Align2::RIGHT_CENTER, room);
    let spoken = format!("{} {about}", model.name);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, spoken.trim()));
    response.clicked()
}

/// Who acts, with a line about it, and beside it the target, or how to choose one. Each can be picked.
pub fn pair(ui: &mut Ui, (by, about): (&TokenModel, &str), on: Option<&TokenModel>) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let half = (ui.available_width() - 38.0) / 2.0;
    let mut picked = None;
    ui.horizontal(|ui| {
        if token(ui, by, about, half) {
            picked = Some(by.key);
        }
        let Some(on) = on else {
            Phrase::words("Right-click a target", sizes.second).second().show_line(ui);
            return;
        };
        Phrase::words("at", sizes.second).second().show_line(ui);
        if token(ui, on, "", half) {
            picked = Some(on.key);
        }
    });
    picked.map(Intent::Pick)
}

/// The sides with their colours. Returns the one that was pressed.
pub fn sides(ui: &mut Ui, name: &str, chosen: Option<Team>) -> Option<Team> {
    let sizes = Sizes::of(ui.ctx());
    let height = sizes.row;
    let width = ui.available_width();
    let (rect, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    let mut pressed = None;
    for index in 0..Team::MOST as u8 {
        let team = Team(index);
        let share = width / Team::MOST as f32;
        let at =
            Rect::from_min_size(pos2(rect.left() + share * f32::from(index), rect.top()), vec2(share - 4.0, height));
        let response = ui.interact(at, ui.id().with((name, index)), Sense::click());
        control::ground(ui, &response, theme::FIELD_RADIUS, chosen == Some(team));
        let mark = Rect::from_center_size(pos2(at.left() + 14.0, at.center().y), Vec2::splat(14.0));
        side::badge(ui, team, None, mark);
        let words = Rect::from_min_max(pos2(mark.right() + 6.0, at.top()), at.max);
        phrase::paint(
            ui,
            Phrase::words(team.name(), sizes.second).elided(ui, words.width()),
            Align2::LEFT_CENTER,
            words,
        );
        let spoken = format!("{name}: {}", team.name());
        response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, true, chosen == Some(team), &spoken));
        if response.clicked() {
            pressed = Some(team);
        }
    }
    pressed
}

/// The fighters that can be placed, and the side to place them on.
fn roster(ui: &mut Ui, model: &LabModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let mut intent = None;
    Phrase::words("Place a fighter", sizes.name).strong().show(ui);
    Phrase::words("Choose who, then click a square", sizes.second).second().show(ui);
    ui.add_space(4.0);
    if let Some(team) = sides(ui, "Side", Some(model.team)) {
        intent = Some(Intent::Team(team));
    }
    ui.add_space(4.0);
    frame::row(ui, |ui| {
        Phrase::words("Find by name", sizes.second).second().show_line(ui);
        if let Some(words) = card::field(ui, "Find", &model.wanted, ui.available_width(), false) {
            intent = Some(Intent::Want(words));
        }
    });
    ui.add_space(4.0);
    let height = ui.available_height();
    let listed = frame::scroll(ui, "roster", height, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        if model.kinds.is_empty() {
            Phrase::words("Nobody by that name", sizes.body).second().show(ui);
        }
        model.kinds.iter().filter(|kind| kind_row(ui, kind, kind.tag == model.kind)).last()
    });
    listed.map(|kind| Intent::Kind(kind.tag.clone())).or(intent)
}

fn kind_row(ui: &mut Ui, kind: &KindModel, chosen: bool) -> bool {
    let sizes = Sizes::of(ui.ctx());
    let height = sizes.row + 10.0;
    let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
    control::ground(ui, &response, theme::CARD_RADIUS, chosen);
    let side = height - 8.0;
    let place = Rect::from_center_size(pos2(at.left() + 6.0 + side / 2.0, at.center().y), Vec2::splat(side));
    picture::token(ui, &kind.look, place);
    let room = Rect::from_min_max(pos2(place.right() + 8.0, at.top() + 3.0), pos2(at.right() - 8.0, at.bottom() - 3.0));
    let name = Phrase::words(&kind.name, sizes.body + 0.5).elided(ui, room.width());
    let about = Phrase::words(&kind.about, sizes.second).second().elided(ui, room.width());
    let is_cut = about.elided;
    phrase::paint(ui, name, Align2::LEFT_TOP, room);
    phrase::paint(ui, about, Align2::LEFT_BOTTOM, room);
    let spoken = format!("{}: {}", kind.name, kind.about);
    response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, true, chosen, &spoken));
    let clicked = response.clicked();
    if is_cut {
        response.on_hover_text(&kind.about);
    }
    clicked
}

/// The shape laid on the board, its size, and whom it covers.
fn measure(ui: &mut Ui, model: &LabModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let measure = &model.measure;
    let mut intent = None;
    Phrase::words("Measure", sizes.name).strong().show(ui);
    let about = match measure.laid {
        Laid::Ruler => "Click where it begins, then point",
        Laid::Blast => "Click its centre; until then it follows the pointer",
        Laid::Cone | Laid::Line => "Click where it begins, then point where it goes",
    };
    Phrase::words(about, sizes.second).second().show(ui);
    ui.add_space(4.0);
    let values = Laid::ALL.map(|laid| Segment::open(laid.label()));
    let chosen = Laid::ALL.iter().position(|laid| *laid == measure.laid).unwrap_or(0);
    if let Some(place) = segments::segments(ui, "Laid", &values, chosen) {
        intent = Some(Intent::Lay(Laid::ALL[place]));
    }
    if matches!(measure.laid, Laid::Blast | Laid::Cone) {
        ui.horizontal(|ui| {
            Phrase::words("Size in squares", sizes.body).show_line(ui);
            let size = measure.size;
            if let Some(step) = segments::stepper(ui, "Size", &size.to_string(), size > 0, size < 40) {
                intent = Some(Intent::Size(size.saturating_add_signed(step as i16)));
            }
            Phrase::words(&measure.words, sizes.body).second().show_line(ui);
        });
    }
    if measure.laid != Laid::Ruler {
        section(ui, &format!("Covers {} squares", measure.squares));
        for covered in &measure.covered {
            if token(ui, covered, "", ui.available_width()) {
                intent = Some(Intent::Pick(covered.key));
            }
        }
    }
    intent
}

/// All paints by group, each as it looks on the board.
fn palette(ui: &mut Ui, model: &LabModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let mut intent = None;
    let chosen = if let Tool::Brush(place) = model.tool { Some(place) } else { None };
    let words = match chosen.and_then(|place| model.brushes.get(place)) {
        Some(brush) => format!("Paint: {}", brush.name),
        None => "Remove what is on top".to_owned(),
    };
    Phrase::words(words, sizes.name).strong().show(ui);
    Phrase::words("Drag to paint; right-click removes", sizes.second).second().show(ui);
    let height = ui.available_height();
    frame::scroll(ui, "palette", height, |ui| {
        let mut group = "";
        let mut first = 0;
        while first < model.brushes.len() {
            group = model.brushes.get(first).map_or(group, |brush| brush.group);
            let count = model.brushes[first..].iter().take_while(|brush| brush.group == group).count();
            section(ui, group);
            let columns = ((ui.available_width() / 118.0) as usize).max(1);
            let width = (ui.available_width() - 4.0 * (columns - 1) as f32) / columns as f32;
            let places: Vec<usize> = (first..first + count).collect();
            for row in places.chunks(columns) {
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = 4.0;
                    // The longest name of a row decides its height.
                    let heights = row.iter().map(|place| brush_height(ui, &model.brushes[*place], width));
                    let size = vec2(width, heights.fold(0.0, f32::max));
                    for place in row {
                        if brush_cell(ui, &model.brushes[*place], chosen == Some(*place), size) {
                            intent = Some(Intent::Take(Tool::Brush(*place)));
                        }
                    }
                });
            }
            first += count;
        }
    });
    intent
}

/// The room for words in a cell, beside its picture.
fn brush_room(sizes: &Sizes, width: f32) -> f32 {
    width - sizes.row - 12.0
}

/// The height of a cell of this width that its name fits into.
fn brush_height(ui: &Ui, brush: &Brush, width: f32) -> f32 {
    let sizes = Sizes::of(ui.ctx());
    let name = Phrase::words(capital(brush.name), sizes.second).lay(ui, brush_room(&sizes, width));
    (sizes.row + 8.0).max(name.size().y + 6.0)
}

fn brush_cell(ui: &mut Ui, brush: &Brush, chosen: bool, size: Vec2) -> bool {
    let sizes = Sizes::of(ui.ctx());
    let (at, response) = ui.allocate_exact_size(size, Sense::click());
    control::ground(ui, &response, theme::CARD_RADIUS, chosen);
    let side = sizes.row;
    let place = Rect::from_center_size(pos2(at.left() + 4.0 + side / 2.0, at.center().y), Vec2::splat(side));
    let pixels = (side * ui.pixels_per_point()).round().clamp(8.0, 96.0) as u32;
    let name = format!("brush {} {} {pixels}", brush.group, brush.name);
    let texture = picture::texture(ui.ctx(), name, || map_picture(&sample(brush.paint), pixels, pixels));
    let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    ui.painter().image(texture.id(), place, uv, bevy_egui::egui::Color32::WHITE);
    let room = Rect::from_min_max(pos2(place.right() + 5.0, at.top()), pos2(at.right() - 3.0, at.bottom()));
    let words = Phrase::words(capital(brush.name), sizes.second).lay(ui, room.width());
    phrase::paint(ui, words, Align2::LEFT_CENTER, room);
    let spoken = format!("{}: {}", brush.group, brush.name);
    response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, true, chosen, &spoken));
    response.on_hover_text(&spoken).clicked()
}

/// A square with only one paint in it.
fn sample(paint: Paint) -> Battlefield {
    crate::levels::draft::sample(paint)
}

/// "Young tree".
pub fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The settings of the ruleset, with changed ones marked.
fn rules(ui: &mut Ui, model: &LabModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let mut intent = None;
    section(ui, &format!("Settings of {}", model.ruleset));
    if model.rules.is_empty() {
        Phrase::words("This ruleset has no settings", sizes.body).second().show(ui);
        return None;
    }
    let (set, rule) = settings_rows(ui, &model.rules);
    if let Some((place, value)) = set {
        intent = Some(Intent::Set(place, value));
    }
    ui.add_space(10.0);
    let changed = model.rules.iter().any(|rule| rule.value != rule.default);
    if Button::new("As printed").refused((!changed).then_some("All are as printed")).show(ui) {
        intent = Some(Intent::Defaults);
    }
    rule.map(Intent::OpenRule).or(intent)
}
