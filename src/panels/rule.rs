//! A rule in its own dialog: id, title, how completely the source states it, text.

use bevy_egui::egui::Context;

use super::{
    theme::Sizes,
    widgets::{Phrase, dialog},
};
use crate::rules::{Rule, RuleKind};

/// Shows a rule over everything, and whether it holds in the edition that is played, if one is; true if it is to be
/// closed.
pub fn show(ctx: &Context, rule: &Rule, played: Option<&str>) -> bool {
    let ((), close) = dialog(ctx, rule.id.0, 460.0, |ui| {
        let sizes = Sizes::of(ui.ctx());
        ui.add_space(4.0);
        Phrase::words(rule.title, sizes.offer).strong().show(ui);
        Phrase::words(kind(rule.kind), sizes.second).second().show(ui);
        if let Some(edition) = rule.edition {
            let elsewhere = played.filter(|_| !rule.holds(played)).map(|played| format!("; {played} is played"));
            let words = format!("Holds in the edition {edition} only{}", elsewhere.unwrap_or_default());
            Phrase::words(words, sizes.second).second().show(ui);
        }
        ui.add_space(4.0);
        for paragraph in rule.text.lines() {
            Phrase::words(paragraph, sizes.body).show(ui);
        }
        if !rule.played {
            ui.add_space(4.0);
            Phrase::words("Not played in this version", sizes.second).second().show(ui);
        }
    });
    close
}

const fn kind(kind: RuleKind) -> &'static str {
    match kind {
        RuleKind::Exact => "As printed",
        RuleKind::Decision => "Left open in print, decided here",
        RuleKind::Gap => "Refers to a missing chapter, filled here",
    }
}
