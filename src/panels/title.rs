//! The main menu: emblem, navigation and title page.

use bevy_egui::egui::{
    Align, Align2, Color32, Frame, InputState, Key, Layout, Margin, Modifiers, Panel, Rect, Sense, TextureId, Ui,
    UiBuilder, Vec2, pos2, vec2,
};

use super::{
    theme::{self, Sizes},
    widgets::{Button, Phrase, card, frame, phrase, picture},
};

/// The pages of the navigation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// The title page.
    Title,
    /// Setting up a skirmish.
    Skirmish,
    /// The lab: any position, with the odds that play would give.
    Lab,
    /// Recordings of battles.
    Recordings,
    /// Speed, motion, text.
    Settings,
    /// All keys.
    Help,
}

/// The contents of the navigation.
#[derive(Clone, Debug)]
pub struct TitleModel {
    /// The open page.
    pub page: Page,
    /// The battle that can be continued, in words: "Tanner Row, round 3".
    pub unfinished: Option<String>,
    /// The version in words.
    pub version: String,
    /// A battlefield behind the title page, with its size in pixels.
    pub map: Option<(TextureId, Vec2)>,
}

/// What a person wants to do in the navigation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Go to a page.
    Go(Page),
    /// Continue the unfinished battle.
    Continue,
    /// Quit.
    Quit,
}

/// Width of the navigation, in points.
const WIDTH: f32 = 252.0;

/// Shows the navigation at the left of the window and leaves the rest to the page. `ui` covers the window.
pub fn navigation(ui: &mut Ui, model: &TitleModel) -> Option<Intent> {
    if Sizes::of(ui.ctx()).cramped {
        return navigation_line(ui, model);
    }
    let frame = Frame::new().fill(theme::PANEL).inner_margin(Margin::symmetric(18, 22));
    let panel = Panel::left("navigation").exact_size(WIDTH).resizable(false).frame(frame);
    panel
        .show(ui, |ui| {
            emblem(ui, 60.0);
            ui.add_space(20.0);
            entries(ui, model)
        })
        .inner
}

/// The navigation as a line above the page, in a cramped window.
fn navigation_line(ui: &mut Ui, model: &TitleModel) -> Option<Intent> {
    let frame = Frame::new().fill(theme::PANEL).inner_margin(Margin::symmetric(6, 4));
    let panel = Panel::top("navigation").resizable(false).frame(frame);
    let shown = panel.show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(2.0, 2.0);
            let pressed = |(words, goes): (&str, Intent)| {
                let chosen = goes == Intent::Go(model.page);
                card::entry(ui, words, chosen, card::entry_width(ui, words)).then_some(goes)
            };
            pages(model).filter_map(pressed).last()
        })
        .inner
    });
    shown.inner
}

/// The entries of the navigation; what does not exist is not shown.
fn pages(model: &TitleModel) -> impl Iterator<Item = (&'static str, Intent)> {
    let pages = [
        ("Skirmish", Some(Intent::Go(Page::Skirmish))),
        ("Continue", model.unfinished.is_some().then_some(Intent::Continue)),
        ("Lab", Some(Intent::Go(Page::Lab))),
        ("Recordings", Some(Intent::Go(Page::Recordings))),
        ("Settings", Some(Intent::Go(Page::Settings))),
        ("Help", Some(Intent::Go(Page::Help))),
        ("Quit", Some(Intent::Quit)),
    ];
    pages.into_iter().filter_map(|(words, goes)| Some((words, goes?)))
}

fn entries(ui: &mut Ui, model: &TitleModel) -> Option<Intent> {
    let mut intent = None;
    ui.spacing_mut().item_spacing.y = 5.0;
    for (words, goes) in pages(model) {
        if card::entry(ui, words, goes == Intent::Go(model.page), ui.available_width()) {
            intent = Some(goes);
        }
    }
    intent
}

/// The emblem with the name beside it and a line of text below.
fn emblem(ui: &mut Ui, side: f32) {
    let sizes = Sizes::of(ui.ctx());
    let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), side + 4.0), Sense::hover());
    picture::emblem(ui, picture::square_at_left(at, side));
    let name = Phrase::words("Proving\nGround", sizes.name.min(20.0) * 1.5).strong().lay(ui, at.width() - side - 16.0);
    let place = Rect::from_min_max(pos2(at.left() + side + 16.0, at.top()), at.max);
    phrase::paint(ui, name, Align2::LEFT_CENTER, place);
    phrase::name(&response, "Proving Ground");
    Phrase::words("Every number explained", sizes.second).second().show(ui);
}

/// Shows the title page in all the free room.
pub fn show(ui: &mut Ui, model: &TitleModel) -> Option<Intent> {
    let room = ui.available_rect_before_wrap();
    if let Some((texture, size)) = model.map.filter(|(_, size)| size.x > 0.0 && size.y > 0.0) {
        backdrop(ui, room, texture, size);
    }
    let width = 480.0_f32.min(room.width() - 40.0);
    let more = if model.unfinished.is_some() { 78.0 } else { 0.0 };
    let height = more + if Sizes::of(ui.ctx()).roomy { 424.0 } else { 372.0 };
    let at = Rect::from_center_size(room.center(), vec2(width, height)).intersect(room.shrink(8.0));
    ui.painter().rect_filled(at, theme::CARD_RADIUS, theme::PANEL);
    greeting(&mut ui.new_child(UiBuilder::new().max_rect(at.shrink2(vec2(24.0, 16.0)))), model)
}

/// A battlefield in all the free room, cropped rather than stretched, and dimmed.
fn backdrop(ui: &Ui, room: Rect, texture: TextureId, size: Vec2) {
    let scale = (room.width() / size.x).max(room.height() / size.y);
    let shown = room.size() / (size * scale);
    let uv = Rect::from_center_size(pos2(0.5, 0.5), shown);
    ui.painter().image(texture, room, uv, Color32::WHITE);
    ui.painter().rect_filled(room, 0.0, theme::TABLE.gamma_multiply(0.55));
}

/// The buttons of the title page, with a line about each.
const WAYS: [(&str, &str, Page); 2] = [
    ("Skirmish", "Against the computer, or with friends at this machine", Page::Skirmish),
    ("Lab", "Put anybody anywhere: who sees and hits whom, and why", Page::Lab),
];

fn greeting(ui: &mut Ui, model: &TitleModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let mut intent = None;
    ui.vertical_centered(|ui| {
        let side = if sizes.cramped { 56.0 } else { 112.0 };
        let (at, _) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
        picture::emblem(ui, at);
        ui.add_space(10.0);
        Phrase::words("Proving Ground", sizes.headline.min(40.0)).strong().show(ui);
        let about = "Tactical battles in which every number is explained";
        Phrase::words(about, sizes.body).second().show(ui);
    });
    ui.add_space(14.0);
    if let Some(words) = &model.unfinished {
        frame::card().show(ui, |ui| {
            ui.set_width(ui.available_width());
            Phrase::words("Unfinished battle", sizes.second).second().show(ui);
            ui.horizontal(|ui| {
                Phrase::words(words, sizes.offer).show_line(ui);
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    if Button::new("Continue").key("Enter").primary().show(ui) {
                        intent = Some(Intent::Continue);
                    }
                });
            });
        });
        ui.add_space(8.0);
    }
    for (words, about, page) in WAYS {
        let button = Button::new(words).wide();
        let is_first = page == Page::Skirmish && model.unfinished.is_none();
        if (if is_first { button.key("Enter").primary() } else { button }).show(ui) {
            intent = Some(Intent::Go(page));
        }
        ui.vertical_centered(|ui| Phrase::words(about, sizes.second).second().show(ui));
        ui.add_space(6.0);
    }
    ui.vertical_centered(|ui| Phrase::words(&model.version, sizes.second).second().show(ui));
    let enter = |input: &InputState| input.key_pressed(Key::Enter);
    if intent.is_none() && ui.input(enter) && ui.memory(|memory| memory.focused().is_none()) {
        let goes_on = model.unfinished.as_ref().map(|_| Intent::Continue);
        intent = Some(goes_on.unwrap_or(Intent::Go(Page::Skirmish)));
    }
    intent
}

/// The keys that lead to the help and back to the title, unless the page has consumed them.
pub fn keys(ui: &Ui, model: &TitleModel) -> Option<Intent> {
    if ui.memory(|memory| memory.focused().is_some()) {
        return None;
    }
    let pressed = |key: Key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    if pressed(Key::F1) {
        return Some(Intent::Go(if model.page == Page::Help { Page::Title } else { Page::Help }));
    }
    (model.page != Page::Title && pressed(Key::Escape)).then_some(Intent::Go(Page::Title))
}

/// A page with a name and its content, at most `width` points wide.
pub fn page<R>(ui: &mut Ui, name: &str, width: f32, content: impl FnOnce(&mut Ui) -> R) -> R {
    let frame = Frame::new().inner_margin(Margin::symmetric(22, 20));
    frame
        .show(ui, |ui| {
            let sizes = Sizes::of(ui.ctx());
            ui.set_max_width(width.min(ui.available_width()));
            Phrase::words(name, sizes.name + 5.0).strong().show(ui);
            ui.add_space(4.0);
            let height = ui.available_height();
            frame::scroll(ui, name, height, content)
        })
        .inner
}
