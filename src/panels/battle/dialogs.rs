//! Everything shown over the battle: menu, settings, help, log, a rule, messages.

use bevy_egui::egui::{Align2, Context, Rect, Sense, Ui, Vec2, vec2};

use super::{
    dock,
    intent::Intent,
    model::{BattleModel, Dialog, ToastModel},
};
use crate::board::art::icons::Icon;
use crate::levels::sides;
use crate::panels::{
    help, legend, rule, settings,
    theme::{self, Sizes},
    widgets::{Button, Phrase, card, dialog, dialog_at_end, float, picture, plate, terms},
};

/// Whether a side can concede.
#[derive(Clone, Debug, Default)]
pub struct ConcessionModel {
    /// The side that is asked: "The raiders".
    pub side: String,
    /// Why none can concede now; `None` if that side can.
    pub refusal: Option<&'static str>,
}

/// Shows everything over the battle; `board` is the part of the window where the board is visible.
pub fn show(ctx: &Context, model: &BattleModel, board: Rect) -> Option<Intent> {
    let mut intent = None;
    if let Some(toast) = &model.toast {
        intent = passing_word(ctx, toast, board);
    }
    if let Some(words) = &model.notice {
        intent = notice(ctx, words, board).or(intent);
    }
    if let Some(overlay) = model.dialog {
        intent = overlay_of(ctx, model, overlay).or(intent);
    }
    if let Some(rule) = &model.rule {
        intent = rule::show(ctx, rule, model.top.edition).then_some(Intent::CloseRule).or(intent);
    }
    intent
}

fn overlay_of(ctx: &Context, model: &BattleModel, overlay: Dialog) -> Option<Intent> {
    let (intent, close) = match overlay {
        Dialog::Menu => dialog(ctx, "Menu", 300.0, |ui| menu(ui, model)),
        Dialog::Settings => dialog(ctx, "Settings", 460.0, |ui| settings::show(ui, &model.settings).map(Intent::Set)),
        Dialog::Help => dialog(ctx, "Keys", 760.0, |ui| {
            let signs = Button::new("Board symbols").key("F1").show(ui);
            help::show(ui);
            signs.then_some(Intent::Open(Dialog::Legend))
        }),
        Dialog::Legend => dialog(ctx, "Board symbols", 760.0, |ui| {
            model.legend.iter().for_each(|legend| legend::show(ui, legend));
            None
        }),
        Dialog::Concede => dialog(ctx, "Concede?", 360.0, |ui| concede(ui, model)),
        Dialog::Out => dialog(ctx, "Out of the fight", 300.0, |ui| out(ui, model)),
        Dialog::Log => dialog_at_end(ctx, "Log", 620.0, |ui| {
            if model.log.is_empty() {
                Phrase::words("Nothing has happened yet", Sizes::of(ui.ctx()).body).second().show(ui);
            }
            dock::lines(ui, &model.log).map(Intent::OpenRule)
        }),
    };
    intent.or(close.then_some(Intent::Close))
}

/// The fighters who are out; pressing one inspects it.
fn out(ui: &mut Ui, model: &BattleModel) -> Option<Intent> {
    let mut chosen = None;
    for fighter in &model.top.out {
        let chip = card::Chip {
            name: &fighter.name,
            value: &fighter.value,
            look: &fighter.look,
            state: fighter.state,
            brief: false,
        };
        if card::chip(ui, chip).clicked() {
            chosen = Some(Intent::Inspect(fighter.who));
        }
    }
    chosen
}

fn menu(ui: &mut Ui, model: &BattleModel) -> Option<Intent> {
    let no_concession = model.concession.refusal;
    let watches = no_concession.filter(|_| model.follow.as_ref().is_some_and(|follow| follow.watched.is_some()));
    let entries = [
        ("Resume", Some("Esc"), None, Intent::Close),
        ("Settings", None, None, Intent::Open(Dialog::Settings)),
        ("Log", Some("G"), None, Intent::Open(Dialog::Log)),
        ("Help", Some("F1"), None, Intent::Open(Dialog::Help)),
        ("Back to the lab", None, None, Intent::BackToLab),
        ("Take this position to the lab", None, None, Intent::ToLab),
        ("Concede", None, no_concession, Intent::Open(Dialog::Concede)),
        ("Restart", None, watches, Intent::PlayAgain),
        ("Save and leave", None, None, Intent::SaveAndLeave),
    ];
    ui.add_space(6.0);
    let mut chosen = None;
    for (words, key, refusal, intent) in entries {
        if intent == Intent::BackToLab && !model.top.from_lab {
            continue;
        }
        let button = Button::new(words).wide().refused(refusal);
        let button = if let Some(key) = key { button.key(key) } else { button };
        if button.show(ui) {
            chosen = Some(intent);
        }
    }
    chosen
}

/// Whether to concede: one press in the menu should not end a battle.
fn concede(ui: &mut Ui, model: &BattleModel) -> Option<Intent> {
    let side = &model.concession.side;
    let words = format!("{side} {}. This cannot be undone.", sides::verb(side, "gives up", "give up"));
    Phrase::words(words, Sizes::of(ui.ctx()).body).show(ui);
    ui.add_space(8.0);
    let conceded = Button::new("Concede").primary().refused(model.concession.refusal).show(ui);
    ui.add_space(4.0);
    let back = Button::new("Back").show(ui).then_some(Intent::Open(Dialog::Menu));
    conceded.then_some(Intent::Concede).or(back)
}

/// A refusal or another brief message at the lower edge of the board. A press on the rule opens it.
fn passing_word(ctx: &Context, model: &ToastModel, board: Rect) -> Option<Intent> {
    // Below the board's scale.
    let place = (Align2::CENTER_BOTTOM, board.shrink2(vec2(12.0, 3.0)), board);
    let pressed = float(ctx, ("toast", model.rule.is_some()), place, plate(theme::REFUSED_EDGE), |ui| {
        let sizes = Sizes::of(ui.ctx());
        ui.horizontal(|ui| {
            if model.rule.is_some() {
                let (at, _) = ui.allocate_exact_size(Vec2::splat(sizes.offer), Sense::hover());
                picture::icon(ui, Icon::Lock, theme::SECOND, at);
            }
            Phrase::words(&model.words, sizes.offer).show_line(ui);
            model.rule.is_some_and(|rule| terms::rule_id(ui, rule))
        })
        .inner
    });
    pressed.then(|| model.rule.map(Intent::OpenRule)).flatten()
}

/// A notice at the upper edge of the board, until it has been read.
fn notice(ctx: &Context, words: &str, board: Rect) -> Option<Intent> {
    let place = (Align2::CENTER_TOP, board.shrink(12.0), board);
    let read = float(ctx, ("notice", true), place, plate(theme::WARN), |ui| {
        let sizes = Sizes::of(ui.ctx());
        ui.set_width((board.width() - 60.0).min(620.0));
        ui.horizontal(|ui| {
            let (at, _) = ui.allocate_exact_size(Vec2::splat(sizes.offer + 4.0), Sense::hover());
            picture::icon(ui, Icon::Warning, theme::WARN, at);
            Phrase::words("Warning", sizes.offer).strong().show_line(ui);
        });
        Phrase::words(words, sizes.offer).colour(theme::CREAM).show(ui);
        Button::new("I have read it").show(ui)
    });
    read.then_some(Intent::Read)
}
