//! A combatant's card: token, name, gear, actions left, health, conditions and a short sheet.

use bevy_egui::egui::{Align2, Rect, Sense, Ui, Vec2, pos2, vec2};

use super::model::BodyModel;
use crate::panels::{
    legend,
    theme::Sizes,
    widgets::{Phrase, bars, cost, phrase, picture, terms},
};
use crate::rules::{Fact, RuleId};

/// The card of the deciding combatant, with budgets. Returns the rule that was pressed, if any.
pub fn actor(ui: &mut Ui, model: &BodyModel) -> Option<RuleId> {
    let sizes = Sizes::of(ui.ctx());
    let at = cost::line(ui, sizes.token);
    let right = cost::allowances(ui, &model.card.allowances, at);
    let is_whole = head(ui, model, Rect::from_min_max(at.min, pos2(right, at.bottom())));
    if sizes.cramped {
        return in_short(ui, model);
    }
    if !is_whole {
        // What is in hand decides what can be done, so it is never cut.
        Phrase::words(about(model), sizes.second).second().show(ui);
    }
    ui.add_space(2.0);
    let luck = model.card.luck.map_or(0.0, |luck| {
        let next = ui.available_rect_before_wrap();
        let place = Rect::from_min_max(next.min, pos2(next.right(), next.top() + sizes.second + 6.0));
        place.right() - cost::luck(ui, luck, place) + 10.0
    });
    bars::health(ui, model.bars(), luck);
    model.card.conditions.iter().filter_map(|condition| fact(ui, condition)).last()
}

/// The bars as figures, and the conditions, if there is no room for more.
fn in_short(ui: &mut Ui, model: &BodyModel) -> Option<RuleId> {
    let sizes = Sizes::of(ui.ctx());
    let bar = |bar: &crate::rules::Bar| format!("{} {} of {}", bar.label, bar.now, bar.full);
    let luck = model.card.luck.map(|(left, of)| format!("Luck {left} of {of}"));
    let words: Vec<String> = model.bars().iter().map(bar).chain(luck).collect();
    Phrase::words(words.join(", "), sizes.second).show(ui);
    model.card.conditions.iter().filter_map(|condition| fact(ui, condition)).last()
}

/// The card of the target, with a short sheet. Returns the rule that was pressed, if any.
pub fn target(ui: &mut Ui, model: &BodyModel) -> Option<RuleId> {
    let sizes = Sizes::of(ui.ctx());
    let at = cost::line(ui, sizes.token);
    if !head(ui, model, at) {
        Phrase::words(about(model), sizes.second).second().show(ui);
    }
    ui.add_space(2.0);
    bars::health(ui, model.bars(), 0.0);
    Phrase::words(legend::of_token(&model.look), sizes.second).second().show(ui);
    let facts = model.card.conditions.iter().chain(&model.card.facts);
    facts.filter_map(|line| fact(ui, line)).last()
}

/// What is in hand, or why somebody is out.
fn about(model: &BodyModel) -> String {
    if model.card.out.is_empty() { model.card.gear.clone() } else { format!("Out: {}", model.card.out) }
}

/// Token, name, and what is in hand. Returns whether everything fitted; if not, only token and name are shown.
fn head(ui: &mut Ui, model: &BodyModel, at: Rect) -> bool {
    let sizes = Sizes::of(ui.ctx());
    let side = sizes.token * 0.82;
    let token = Rect::from_center_size(pos2(at.left() + sizes.token / 2.0, at.center().y), Vec2::splat(side));
    picture::token(ui, &model.look, token);
    let left = at.left() + sizes.token + 8.0;
    let room = at.right() - left;
    let about = about(model);
    let name = Phrase::words(&model.name, sizes.name).strong().elided(ui, room);
    let gear = Phrase::words(&about, sizes.second).second().line(ui);
    let is_whole = gear.size().x <= room;
    let height = if is_whole { name.size().y + gear.size().y - 2.0 } else { name.size().y };
    let text = Rect::from_min_size(pos2(left, at.center().y - height / 2.0), vec2(room, height));
    phrase::paint(ui, name, Align2::LEFT_TOP, text);
    if is_whole {
        phrase::paint(ui, gear, Align2::LEFT_BOTTOM, text);
    }
    let spoken = format!("{}, {about}", model.name);
    let response = ui.interact(text, ui.id().with(("head", &model.name)), Sense::hover());
    phrase::name(&response, &spoken);
    response.on_hover_text(about);
    is_whole
}

/// A line of a sheet. Returns its rule if that was pressed.
pub fn fact(ui: &mut Ui, fact: &Fact) -> Option<RuleId> {
    terms::fact(ui, &fact.label, &fact.value, &fact.words, fact.rule).then_some(fact.rule).flatten()
}
