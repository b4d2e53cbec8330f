//! The end of a battle: who has won and why, luck, statistics, and how to go on.

use bevy_egui::egui::{Align2, Context, Frame, Id, Modal, Rect, Sense, Ui, Vec2, pos2, vec2};

use super::intent::Intent;
use crate::panels::{
    number,
    theme::{self, Sizes},
    widgets::{Button, Phrase, bars, frame, phrase, picture, section, side},
};
use crate::{
    board::art::token::TokenLook,
    rules::{Team, counted},
};

/// The end of a battle.
#[derive(Clone, Debug)]
pub struct ResultModel {
    /// The winning side, if any.
    pub winner: Option<Team>,
    /// The outcome as one's own side sees it, with the reason: "You lost: all of the watch are out of the fight".
    pub verdict: String,
    /// The blow that decided it: "Round 4: Bero hits Nib: 13 damage, Nib is out".
    pub decided: Option<String>,
    /// What the dice gave each side, compared with what was expected.
    pub luck: LuckModel,
    /// Rounds played.
    pub rounds: u16,
    /// The round from which it would be played again.
    pub from_round: u16,
    /// The seed, as it is written.
    pub seed: String,
    /// Everybody, side by side.
    pub rows: Vec<ResultRow>,
    /// Whether there is a recording to watch.
    pub recorded: bool,
}

/// The luck of all sides.
#[derive(Clone, Debug)]
pub enum LuckModel {
    /// Still being counted: the progress from 0 to 1.
    Counting(f32),
    /// Counted, one row per side.
    Counted(Vec<LuckRow>),
    /// Why it cannot be counted.
    Unknown(&'static str),
}

/// The results of a side's attacks, in its own turns and out of them.
#[derive(Clone, Debug)]
pub struct LuckRow {
    /// The side.
    pub team: Team,
    /// What it is called on this level.
    pub name: String,
    /// Attacks on somebody; an attack on a place counts once for everybody it may reach.
    pub attacks: u32,
    /// Those that landed.
    pub landed: u32,
    /// How many were expected to land.
    pub expected_to_land: f64,
    /// Damage that got through.
    pub damage: i32,
    /// The expected damage.
    pub expected_damage: f64,
}

/// The statistics of a combatant in a battle.
#[derive(Clone, Debug)]
pub struct ResultRow {
    /// The name.
    pub name: String,
    /// The token.
    pub look: TokenLook,
    /// The side.
    pub team: Team,
    /// What it is called on this level.
    pub side: String,
    /// Attacks that landed and attacks in all, counted as for the side's luck; without that count, blows. `None` while
    /// counting.
    pub hits: Option<(u32, u32)>,
    /// Damage that got through to others.
    pub dealt: i32,
    /// Damage that got through to this one.
    pub taken: i32,
    /// "21 of 30", "disabled".
    pub state: String,
}

/// The columns of the table: head, and right end as a fraction of the width.
const COLUMNS: [(&str, f32); 5] = [("", 0.46), ("of", 0.55), ("Dealt", 0.68), ("Taken", 0.81), ("State", 1.0)];

/// The head of the table's first column: the attacks counted for luck, or blows if luck is unknown.
const fn first_head(luck: &LuckModel) -> &'static str {
    match luck {
        LuckModel::Counted(_) | LuckModel::Counting(_) => "Attacks hit",
        LuckModel::Unknown(_) => "Blows hit",
    }
}

/// Shows the end of a battle over the board.
pub fn show(ctx: &Context, model: &ResultModel) -> Option<Intent> {
    let frame = Frame::new().fill(theme::PANEL).stroke(theme::EDGE).corner_radius(theme::CARD_RADIUS).inner_margin(22);
    let modal = Modal::new(Id::new("result")).frame(frame).backdrop_color(theme::TABLE.gamma_multiply(0.6));
    let room = ctx.content_rect().size();
    modal.show(ctx, |ui| contents(ui, model, room)).inner
}

fn contents(ui: &mut Ui, model: &ResultModel, room: Vec2) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    ui.set_width(680.0_f32.min(room.x - 80.0));
    ui.set_max_height(room.y - 84.0);
    ui.horizontal(|ui| {
        if let Some(team) = model.winner {
            let (at, _) = ui.allocate_exact_size(Vec2::splat(sizes.token), Sense::hover());
            side::badge(ui, team, None, at.shrink(5.0));
        }
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            Phrase::words(&model.verdict, sizes.name + 2.0).strong().show(ui);
            if let Some(words) = &model.decided {
                Phrase::words(words, sizes.body).show(ui);
            }
            let rounds = counted(model.rounds, "round");
            Phrase::words(format!("{rounds}, seed {}", model.seed), sizes.second).second().show(ui);
        });
    });
    section(ui, "Luck");
    luck(ui, &model.luck);
    section(ui, "Statistics");
    heads(ui, first_head(&model.luck));
    statistics(ui, model);
    ui.add_space(ABOVE_BUTTONS);
    buttons(ui, model)
}

/// Space above the buttons, and between their two rows.
const ABOVE_BUTTONS: f32 = 10.0;
const BETWEEN_BUTTONS: f32 = 6.0;
/// The least height of a row, in points.
const LEAST_ROW: f32 = 24.0;

/// Everybody, in the room above the buttons: rows become lower before any is hidden.
fn statistics(ui: &mut Ui, model: &ResultModel) {
    let sizes = Sizes::of(ui.ctx());
    let buttons = 2.0 * sizes.row + 18.0 + BETWEEN_BUTTONS;
    let gaps = ABOVE_BUTTONS + 2.0 * ui.spacing().item_spacing.y;
    let room = (ui.available_height() - buttons - gaps).max(90.0);
    let height = ((room - 1.0) / model.rows.len().max(1) as f32).min(sizes.row.max(30.0)).max(LEAST_ROW);
    frame::scroll_measured::<()>(ui, ("result", Id::new("height of the statistics")), room, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        model.rows.iter().for_each(|line| row(ui, line, height, first_head(&model.luck)));
        None
    });
}

/// What the dice gave each side: the results of its attacks compared with what was expected.
fn luck(ui: &mut Ui, model: &LuckModel) {
    let sizes = Sizes::of(ui.ctx());
    ui.spacing_mut().item_spacing.y = 2.0;
    match model {
        LuckModel::Unknown(why) => {
            Phrase::words(*why, sizes.body).second().show(ui);
        }
        LuckModel::Counting(share) => {
            ui.horizontal(|ui| {
                Phrase::words("Counting", sizes.body).second().show(ui);
                bars::progress(ui, Some(*share), "Luck is being counted");
            });
        }
        LuckModel::Counted(rows) => rows.iter().for_each(|row| lucky(ui, row)),
    }
}

fn lucky(ui: &mut Ui, row: &LuckRow) {
    let sizes = Sizes::of(ui.ctx());
    let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), sizes.body + 8.0), Sense::hover());
    let shape = Rect::from_center_size(pos2(at.left() + 10.0, at.center().y), Vec2::splat(sizes.second));
    side::badge(ui, row.team, None, shape);
    let name = Rect::from_min_max(pos2(at.left() + 24.0, at.top()), at.max);
    let galley = Phrase::words(&row.name, sizes.body).elided(ui, at.width() * 0.24);
    phrase::paint(ui, galley, Align2::LEFT_CENTER, name);
    let words = match row.attacks {
        0 => "no attacks".to_string(),
        attacks => format!(
            "{} of {} hit, {:.1} expected; {} damage, {:.0} expected",
            row.landed,
            counted(attacks, "attack"),
            row.expected_to_land,
            row.damage,
            row.expected_damage
        ),
    };
    let rest = Rect::from_min_max(pos2(at.left() + at.width() * 0.29, at.top()), at.max);
    phrase::paint(ui, Phrase::words(&words, sizes.body).line(ui), Align2::LEFT_CENTER, rest);
    phrase::name(&response, &format!("{}: {words}", row.name));
}

fn heads(ui: &mut Ui, first: &str) {
    let sizes = Sizes::of(ui.ctx());
    let (at, _) = ui.allocate_exact_size(vec2(ui.available_width(), sizes.second + 6.0), Sense::hover());
    for (name, end) in COLUMNS {
        let name = if name.is_empty() { first } else { name };
        let place = Rect::from_min_max(at.min, pos2(at.left() + at.width() * end, at.bottom()));
        phrase::paint(ui, Phrase::words(name, sizes.second).second().line(ui), Align2::RIGHT_CENTER, place);
    }
}

fn row(ui: &mut Ui, model: &ResultRow, height: f32, first: &str) {
    let sizes = Sizes::of(ui.ctx());
    let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let token = picture::square_at_left(at, height * 0.76);
    picture::token(ui, &model.look, token.translate(vec2(3.0, 0.0)));
    let name = Phrase::words(&model.name, sizes.body).elided(ui, at.width() * 0.3);
    // The fallen are grey: their side is shown beside them.
    let shape = Rect::from_center_size(pos2(token.right() + 18.0, at.center().y), Vec2::splat(sizes.second));
    side::badge(ui, model.team, None, shape);
    let place = Rect::from_min_max(pos2(shape.right() + 10.0, at.top()), at.max);
    phrase::paint(ui, name, Align2::LEFT_CENTER, place);
    // Nothing is shown while it is still being counted.
    let [hits, of] = model.hits.map_or([String::from("\u{2026}"), String::from("\u{2026}")], |(hits, of)| {
        [hits, of].map(|count| count.to_string())
    });
    let values = [hits, of, number::plain(model.dealt), number::plain(model.taken), model.state.clone()];
    for ((name, end), value) in COLUMNS.into_iter().zip(&values) {
        let place = Rect::from_min_max(at.min, pos2(at.left() + at.width() * end, at.bottom()));
        let cell =
            if name == "State" { Phrase::words(value, sizes.second) } else { Phrase::figures(value, sizes.body) };
        phrase::paint(ui, cell.line(ui), Align2::RIGHT_CENTER, place);
    }
    ui.painter().hline(at.x_range(), at.bottom(), theme::DIVIDER);
    let [hits, of, dealt, taken, state] = &values;
    let hits = format!("{} {hits} of {of}", first.to_lowercase());
    let spoken = format!("{}, {}: {hits}, dealt {dealt}, taken {taken}, {state}", model.name, model.side);
    phrase::name(&response, &spoken);
}

fn buttons(ui: &mut Ui, model: &ResultModel) -> Option<Intent> {
    let mut intent = None;
    let refusal = (!model.recorded).then_some("Nothing was recorded");
    ui.spacing_mut().item_spacing.y = BETWEEN_BUTTONS;
    ui.horizontal(|ui| {
        if Button::new("Play again").primary().show(ui) {
            intent = Some(Intent::PlayAnew);
        }
        if Button::new("Same dice").show(ui) {
            intent = Some(Intent::PlayAgain);
        }
        if Button::new("Setup").show(ui) {
            intent = Some(Intent::Setup);
        }
        if Button::new("Look at the field").key("Esc").show(ui) {
            intent = Some(Intent::Close);
        }
        if Button::new("Watch recording").refused(refusal).show(ui) {
            intent = Some(Intent::Watch);
        }
    });
    ui.horizontal(|ui| {
        let from = model.from_round;
        if Button::new(&format!("Again from round {from}")).refused(refusal).show(ui) {
            intent = Some(Intent::PlayFrom(from));
        }
        let first = (from == 1).then_some("It is the first round");
        if Button::new("Earlier").refused(refusal.or(first)).show(ui) {
            intent = Some(Intent::FromRound(from - 1));
        }
        let last = (from >= model.rounds).then_some("It is the last round");
        if Button::new("Later").refused(refusal.or(last)).show(ui) {
            intent = Some(Intent::FromRound(from + 1));
        }
    });
    intent
}
