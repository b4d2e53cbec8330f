//! The end of a battle: who has won and why, statistics, and how to go on.

use bevy_egui::egui::{Align2, Context, Frame, Id, Modal, Rect, Sense, Ui, Vec2, pos2, vec2};

use super::{
    intent::Intent,
    model::{ResultModel, ResultRow},
};
use crate::panels::{
    number,
    theme::{self, Sizes},
    widgets::{Button, Phrase, phrase, picture, section, side},
};

/// Where the columns of the table end, as parts of its width.
const COLUMNS: [(&str, f32); 5] = [("Hits", 0.46), ("Of", 0.55), ("Dealt", 0.68), ("Taken", 0.81), ("State", 1.0)];

/// Shows the end of a battle over the board.
pub fn show(ctx: &Context, model: &ResultModel) -> Option<Intent> {
    let frame = Frame::new().fill(theme::PANEL).stroke(theme::EDGE).corner_radius(theme::CARD_RADIUS).inner_margin(22);
    let modal = Modal::new(Id::new("result")).frame(frame).backdrop_color(theme::TABLE.gamma_multiply(0.6));
    let room = ctx.content_rect().size();
    modal.show(ctx, |ui| contents(ui, model, room)).inner
}

fn contents(ui: &mut Ui, model: &ResultModel, room: Vec2) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    ui.set_width(640.0_f32.min(room.x - 80.0));
    ui.set_max_height(room.y - 80.0);
    ui.horizontal(|ui| {
        if let Some(team) = model.winner {
            let (at, _) = ui.allocate_exact_size(Vec2::splat(sizes.token), Sense::hover());
            side::badge(ui, team, None, at.shrink(5.0));
        }
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            let words = match (model.winner, model.own) {
                (None, _) => "Nobody wins".into(),
                (Some(winner), Some(own)) if winner == own => "You won".into(),
                (Some(_), Some(_)) => "You lost".into(),
                (Some(winner), None) => format!("{winner} wins"),
            };
            Phrase::words(words, sizes.name + 4.0).strong().show(ui);
            let rounds = if model.rounds == 1 { "1 round".into() } else { format!("{} rounds", model.rounds) };
            Phrase::words(format!("{}, {rounds}, seed {}", model.why, model.seed), sizes.body).second().show(ui);
        });
    });
    section(ui, "Statistics");
    heads(ui);
    crate::panels::widgets::scroll(ui, "result", room.y - 330.0, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for one in &model.rows {
            row(ui, one);
        }
    });
    ui.add_space(12.0);
    buttons(ui, model)
}

fn heads(ui: &mut Ui) {
    let sizes = Sizes::of(ui.ctx());
    let (at, _) = ui.allocate_exact_size(vec2(ui.available_width(), sizes.second + 6.0), Sense::hover());
    for (name, end) in COLUMNS {
        let place = Rect::from_min_max(at.min, pos2(at.left() + at.width() * end, at.bottom()));
        phrase::paint(ui, Phrase::words(name, sizes.second).second().line(ui), Align2::RIGHT_CENTER, place);
    }
}

fn row(ui: &mut Ui, model: &ResultRow) {
    let sizes = Sizes::of(ui.ctx());
    let height = sizes.row.max(30.0);
    let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let token = picture::square_at_left(at, height * 0.76);
    picture::token(ui, &model.look, token.translate(vec2(3.0, 0.0)));
    let name = Phrase::words(&model.name, sizes.body).elided(ui, at.width() * 0.3);
    // The fallen are grey: their side is shown beside them.
    let shape = Rect::from_center_size(pos2(token.right() + 18.0, at.center().y), Vec2::splat(sizes.second));
    side::badge(ui, model.team, None, shape);
    let place = Rect::from_min_max(pos2(shape.right() + 10.0, at.top()), at.max);
    phrase::paint(ui, name, Align2::LEFT_CENTER, place);
    let (hits, of) = model.hits;
    let values =
        [hits.to_string(), of.to_string(), number::plain(model.dealt), number::plain(model.taken), model.state.clone()];
    for ((name, end), value) in COLUMNS.into_iter().zip(&values) {
        let place = Rect::from_min_max(at.min, pos2(at.left() + at.width() * end, at.bottom()));
        let cell =
            if name == "State" { Phrase::words(value, sizes.second) } else { Phrase::figures(value, sizes.body) };
        phrase::paint(ui, cell.line(ui), Align2::RIGHT_CENTER, place);
    }
    ui.painter().hline(at.x_range(), at.bottom(), theme::DIVIDER);
    let [_, _, dealt, taken, state] = &values;
    let spoken = format!("{}, {}: {hits} of {of} hit, dealt {dealt}, taken {taken}, {state}", model.name, model.team);
    phrase::name(&response, &spoken);
}

fn buttons(ui: &mut Ui, model: &ResultModel) -> Option<Intent> {
    let mut intent = None;
    ui.horizontal(|ui| {
        if Button::new("New seed").primary().show(ui) {
            intent = Some(Intent::PlayAnew);
        }
        if Button::new("Same seed").show(ui) {
            intent = Some(Intent::PlayAgain);
        }
        if Button::new("Setup").show(ui) {
            intent = Some(Intent::Setup);
        }
        if Button::new("Look at the board").key("Esc").show(ui) {
            intent = Some(Intent::Close);
        }
        let refusal = (!model.recorded).then_some("Nothing was recorded");
        if Button::new("Watch recording").refused(refusal).show(ui) {
            intent = Some(Intent::Watch);
        }
    });
    intent
}
