//! The page about the picked fighter: name, side, posture and state, conditions, arms, sheet.

use bevy_egui::egui::{Align2, ComboBox, Rect, Sense, Ui, Vec2, WidgetInfo, WidgetType, pos2, vec2};

use super::{
    arms, field,
    inspector::{sides, token},
    intent::Intent,
    model::{FighterModel, HandlesModel, LabModel, SeveralModel},
};
use crate::{
    board::art::icons::Icon,
    geometry::Direction,
    panels::{
        battle::body,
        theme::Sizes,
        widgets::{
            Button, Phrase, bars, control,
            frame::row,
            phrase, picture, section,
            segments::{self, Segment},
            warning,
        },
    },
    rules::{Posture, Status},
};

/// Shows the page.
pub fn show(ui: &mut Ui, model: &LabModel) -> Option<Intent> {
    match (&model.fighter, &model.several) {
        (Some(fighter), _) => single(ui, model, fighter),
        (None, Some(several)) => many(ui, several),
        (None, None) => nobody(ui),
    }
}

fn nobody(ui: &mut Ui) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    ui.add_space(8.0);
    Phrase::words("Nobody is picked", sizes.name).strong().show(ui);
    for words in [
        "Click a fighter to pick it, drag it anywhere; there are no turns here.",
        "Right-click another one: who hits whom, with every term, is on the Odds page.",
        "Drag over empty squares to pick several. Token (T) places more.",
    ] {
        ui.add_space(4.0);
        Phrase::words(words, sizes.body).second().show(ui);
    }
    ui.add_space(10.0);
    Button::new("Pick everybody").key("Ctrl A").show(ui).then_some(Intent::All)
}

fn single(ui: &mut Ui, model: &LabModel, fighter: &FighterModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let mut intent = None;
    let side = sizes.token;
    ui.horizontal(|ui| {
        let (at, _) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
        picture::token(ui, &fighter.token.look, at.shrink(1.0));
        ui.vertical(|ui| {
            let width = ui.available_width();
            if let Some(name) = field::words(ui, "Name", &fighter.name, width) {
                intent = Some(Intent::Name(name));
            }
            Phrase::words(&fighter.place, sizes.second).second().show_elided(ui);
        });
    });
    if let Some(words) = &fighter.misfit {
        warning(ui, "Cannot stand there", words, None);
    }
    row(ui, |ui| {
        Phrase::words("From", sizes.body).second().show_line(ui);
        let width = ui.available_width() - 8.0;
        let combo = ComboBox::from_id_salt("archetype").selected_text(&fighter.kind).width(width).height(320.0);
        let shown = combo.show_ui(ui, |ui| {
            for kind in &model.kinds {
                if ui.selectable_label(kind.tag == fighter.archetype, &kind.name).clicked() {
                    intent = Some(Intent::Archetype(kind.tag.clone()));
                }
            }
        });
        let spoken = format!("Archetype: {}", fighter.kind);
        shown.response.widget_info(|| WidgetInfo::labeled(WidgetType::ComboBox, true, &spoken));
    });
    ui.add_space(2.0);
    if let Some(team) = sides(ui, "Side", Some(fighter.token.team)) {
        intent = Some(Intent::Side(team));
    }
    ui.add_space(4.0);
    intent = stance(ui, fighter).or(intent);
    ui.add_space(4.0);
    bars::health(ui, &fighter.bars, 0.0);
    intent = arms::show(ui, fighter).or(intent);
    section(ui, "Derived values");
    if !fighter.gear.is_empty() {
        Phrase::words(&fighter.gear, sizes.body).show(ui);
    }
    let rule = fighter.facts.iter().filter_map(|fact| body::fact(ui, fact)).last();
    ui.add_space(8.0);
    ui.horizontal_wrapped(|ui| {
        if Button::new("Copy").key("Ctrl D").show(ui) {
            intent = Some(Intent::Copy);
        }
        if Button::new("Remove").key("Del").show(ui) {
            intent = Some(Intent::Remove);
        }
        let refusal = fighter.acting.then_some("It has the turn already");
        if Button::new("Its turn").refused(refusal).show(ui) {
            intent = Some(Intent::Act);
        }
    });
    rule.map(Intent::OpenRule).or(intent)
}

/// Posture, state, hidden or not, facing, arrival.
fn stance(ui: &mut Ui, fighter: &FighterModel) -> Option<Intent> {
    let mut intent = None;
    let postures = [Posture::Standing, Posture::Crouching, Posture::Prone];
    let chosen = postures.iter().position(|posture| *posture == fighter.posture).unwrap_or(0);
    let values = ["Stands", "Crouches", "Lies"].map(Segment::open);
    if let Some(place) = segments::segments(ui, "Posture", &values, chosen) {
        intent = Some(Intent::Posture(postures[place]));
    }
    let states = [Status::Fighting, Status::Down, Status::Dead];
    let chosen = states.iter().position(|state| *state == fighter.status).unwrap_or(usize::MAX);
    let values = ["In the fight", "Down", "Dead"].map(Segment::open);
    if let Some(place) = segments::segments(ui, "State", &values, chosen) {
        intent = Some(Intent::Status(states[place]));
    }
    if fighter.can_hide {
        let values = ["In the open", "Hidden from enemies"].map(Segment::open);
        if let Some(place) = segments::segments(ui, "Known", &values, usize::from(fighter.hidden)) {
            intent = Some(Intent::Hidden(place == 1));
        }
    }
    let looks = facing(ui, fighter.facing).map(Intent::Look);
    late(ui, fighter).or(looks).or(intent)
}

/// When and where the fighter arrives, if it is not there from the start.
fn late(ui: &mut Ui, fighter: &FighterModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let mut intent = None;
    row(ui, |ui| {
        Phrase::words("Arrives in round", sizes.body).second().show_line(ui);
        let (round, entrance) = fighter.late.unwrap_or((1, 0));
        if let Some(round) =
            field::number(ui, "Arrives in round", i64::from(round), 1..=500, 48.0, fighter.late.is_some())
        {
            intent = Some(Intent::Late((round > 1).then_some((round.min(500) as u16, entrance))));
        }
        if fighter.late.is_some() {
            let words = fighter.entrances.get(entrance).map_or("here", String::as_str);
            let width = ui.available_width() - 8.0;
            let combo = ComboBox::from_id_salt("entrance").selected_text(words).width(width);
            combo.show_ui(ui, |ui| {
                for (place, words) in fighter.entrances.iter().enumerate() {
                    if ui.selectable_label(place == entrance, words).clicked() {
                        intent = Some(Intent::Late(Some((round, place))));
                    }
                }
            });
        } else {
            Phrase::words("1: from the start", sizes.second).second().show_line(ui);
        }
    });
    intent
}

/// The facing, as eight small buttons in a row.
fn facing(ui: &mut Ui, chosen: Direction) -> Option<Direction> {
    let names = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"].map(Segment::open);
    let place = Direction::ALL.iter().position(|direction| *direction == chosen).unwrap_or(0);
    segments::segments(ui, "Looks", &names, place).map(|place| Direction::ALL[place])
}

fn many(ui: &mut Ui, several: &SeveralModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let mut intent = None;
    Phrase::words(format!("{} picked", several.tokens.len()), sizes.name).strong().show(ui);
    ui.add_space(4.0);
    if let Some(team) = sides(ui, "Side", None) {
        intent = Some(Intent::Side(team));
    }
    let postures = [Posture::Standing, Posture::Crouching, Posture::Prone];
    let values = ["Stand", "Crouch", "Lie"].map(Segment::open);
    if let Some(place) = segments::segments(ui, "Posture", &values, usize::MAX) {
        intent = Some(Intent::Posture(postures[place]));
    }
    ui.horizontal_wrapped(|ui| {
        for (words, key, wanted) in [
            ("Turn left", ",", Intent::TurnBy(-1)),
            ("Turn right", ".", Intent::TurnBy(1)),
            ("Copy", "Ctrl D", Intent::Copy),
            ("Remove", "Del", Intent::Remove),
        ] {
            if Button::new(words).key(key).show(ui) {
                intent = Some(wanted);
            }
        }
    });
    section(ui, "Picked fighters");
    for picked in &several.tokens {
        if token(ui, picked, "", ui.available_width()) {
            intent = Some(Intent::Pick(picked.key));
        }
    }
    intent
}

/// The three most frequent actions for the picked fighter as plates beside it: turn, side, remove. They are on the side
/// with room.
pub fn handles(ui: &Ui, model: &LabModel, board: Rect) -> Option<Intent> {
    let handles = model.handles.as_ref()?;
    let sizes = Sizes::of(ui.ctx());
    let entries = [
        (Icon::Undo, "turn", ". ,", Intent::TurnBy(1)),
        (Icon::Token, "side", "O", Intent::NextSide),
        (Icon::Close, "remove", "Del", Intent::Remove),
    ];
    let height = sizes.second + 12.0;
    let width = entries.iter().map(|(_, words, key, _)| handle_width(ui, words, key)).fold(104.0, f32::max);
    let (column, row) = (vec2(width, height * 3.0 + 8.0), vec2(width * 3.0 + 8.0, height));
    let place = free_place(handles, board, [column, row])?;
    let step = if place.width() > width + 1.0 { vec2(width + 4.0, 0.0) } else { vec2(0.0, height + 4.0) };
    let mut intent = None;
    for (index, (icon, words, key, wanted)) in entries.into_iter().enumerate() {
        let at = Rect::from_min_size(place.min + step * index as f32, vec2(width, height));
        if handle(ui, at, (icon, words, key)) {
            intent = Some(wanted);
        }
    }
    intent
}

/// A place for the handles, in one of these sizes, inside the board and covering nobody: beside the body, or slid along
/// it. `None` if there is no such place; keys and the page do the same.
fn free_place(handles: &HandlesModel, board: Rect, sizes: [Vec2; 2]) -> Option<Rect> {
    const GAP: f32 = 10.0;
    let HandlesModel { body, others, map, aim } = handles;
    let around = |size: Vec2| {
        let slides = [0.0, -0.6, 0.6, -1.2, 1.2].into_iter();
        slides.flat_map(move |slide| {
            let along = vec2(size.x + body.width(), size.y + body.height()) * slide * 0.5;
            let (x, y) = (body.center().x - size.x / 2.0 + along.x, body.center().y - size.y / 2.0 + along.y);
            let corners = [
                pos2(body.right() + GAP, y),
                pos2(body.left() - GAP - size.x, y),
                pos2(x, body.bottom() + GAP),
                pos2(x, body.top() - GAP - size.y),
            ];
            corners.map(|corner| Rect::from_min_size(corner, size))
        })
    };
    let is_free = |at: &Rect| board.contains_rect(*at) && !others.iter().any(|other| other.intersects(*at));
    let from = body.center();
    let on_line = |at: &Rect| {
        let step = |part: u8| aim.map(|to| from.lerp(to, f32::from(part) / 40.0));
        (0..=40).filter_map(step).filter(|point| at.contains(*point)).count()
    };
    sizes.into_iter().flat_map(around).filter(is_free).min_by_key(|at| (!map.contains_rect(*at), on_line(at)))
}

/// The width of a handle with its words and its key.
fn handle_width(ui: &Ui, words: &str, key: &str) -> f32 {
    const GAP: f32 = 12.0;
    let sizes = Sizes::of(ui.ctx());
    let words = Phrase::words(words, sizes.second).line(ui).size().x;
    let key = Phrase::figures(key, sizes.rule).line(ui).size().x;
    8.0 + sizes.second + 6.0 + words + GAP + key + 6.0
}

fn handle(ui: &Ui, at: Rect, (icon, words, key): (Icon, &str, &str)) -> bool {
    use crate::panels::theme;
    use bevy_egui::egui::{Stroke, StrokeKind};
    let sizes = Sizes::of(ui.ctx());
    let response = ui.interact(at, ui.id().with(("handle", words)), Sense::click());
    let edge = if response.hovered() { theme::STRONG } else { theme::CREAM };
    ui.painter().rect(at, theme::CARD_RADIUS, theme::INK, Stroke::new(1.4, edge), StrokeKind::Inside);
    let side = sizes.second;
    let place = Rect::from_center_size(pos2(at.left() + 8.0 + side / 2.0, at.center().y), Vec2::splat(side));
    picture::icon(ui, icon, theme::CREAM, place);
    let room = Rect::from_min_max(pos2(place.right() + 6.0, at.top()), pos2(at.right() - 6.0, at.bottom()));
    phrase::paint(ui, Phrase::words(words, sizes.second).colour(theme::CREAM).line(ui), Align2::LEFT_CENTER, room);
    let cap = Phrase::figures(key, sizes.rule).colour(theme::RULE_ID).line(ui);
    phrase::paint(ui, cap, Align2::RIGHT_CENTER, room);
    control::focus_ring(ui, at, &response);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, capital(words)));
    response.clicked()
}

fn capital(words: &str) -> String {
    super::inspector::capital(words)
}
