//! A rule in its own dialog: id, title, how far the source states it, text, settings.

use bevy_egui::egui::Context;

use super::{
    theme::Sizes,
    widgets::{Phrase, dialog},
};
use crate::rules::{Range, Rule, RuleId, RuleKind, RulesetId, Setting};

/// Shows a rule over everything else, and whether it holds in the edition being played, if any. Returns whether to
/// close it.
pub fn show(ctx: &Context, rule: &Rule, played: Option<&str>) -> bool {
    let ((), close) = dialog(ctx, rule.id.0, 460.0, |ui| {
        let sizes = Sizes::of(ui.ctx());
        ui.add_space(4.0);
        Phrase::words(rule.title, sizes.offer).strong().show(ui);
        Phrase::words(kind(rule.kind), sizes.second).second().show(ui);
        if let Some(edition) = rule.edition {
            let elsewhere = played.filter(|_| !rule.holds(played)).map(|played| format!("; {played} is played"));
            let words = format!("Holds only in the edition {edition}{}", elsewhere.unwrap_or_default());
            Phrase::words(words, sizes.second).second().show(ui);
        }
        ui.add_space(4.0);
        for paragraph in rule.text.lines() {
            Phrase::words(paragraph, sizes.body).show(ui);
        }
        for setting in settings(rule.id) {
            ui.add_space(4.0);
            Phrase::words(choice(setting), sizes.second).second().show(ui);
        }
        if !rule.played {
            ui.add_space(4.0);
            Phrase::words("Not played in this version", sizes.second).second().show(ui);
        }
    });
    close
}

/// The settings that change a rule.
fn settings(rule: RuleId) -> impl Iterator<Item = &'static Setting> {
    let all = RulesetId::ALL.iter().flat_map(|ruleset| ruleset.rules().settings());
    all.filter(move |setting| setting.rule == rule)
}

/// A setting with its key, name, values and default.
fn choice(setting: &Setting) -> String {
    let values = match setting.range {
        Range::Words(words) => words.join(", "),
        Range::Number(low, high) => format!("{low} to {high}"),
    };
    format!("{}, {:?}: {values}; by default {}", setting.key, setting.about, setting.word(setting.default))
}

const fn kind(kind: RuleKind) -> &'static str {
    match kind {
        RuleKind::Exact => "As printed",
        RuleKind::Decision => "Left open in print, decided here",
        RuleKind::Gap => "Refers to a missing chapter, filled here",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panels::testing::{WINDOWS, panel, texts};

    #[test]
    fn the_longest_rule_of_each_ruleset_is_read_without_scrolling() {
        for ruleset in RulesetId::ALL {
            let rules = ruleset.rules().catalogue().iter();
            let rule = rules.max_by_key(|rule| rule.text.len()).expect("each ruleset has rules");
            let panel = panel(WINDOWS[0], |ui| show(ui.ctx(), rule, None).then_some(()));
            panel.picture(&format!("rule-{ruleset}"));
            panel.assert_legible();
            let shown = texts(&panel.harness.output().shapes);
            for paragraph in rule.text.lines() {
                let is_whole = shown.iter().any(|(rect, clip, words)| words == paragraph && clip.contains_rect(*rect));
                assert!(is_whole, "{}: {paragraph}", rule.id);
            }
        }
    }

    #[test]
    fn a_rule_names_the_settings_that_change_it_as_they_are_called_where_they_are_set() {
        let mut rules = RulesetId::ALL.iter().flat_map(|ruleset| ruleset.rules().catalogue());
        let rule = rules.find(|rule| rule.id.0 == "PCT-CHK-06").expect("ties have a rule");
        let panel = panel(WINDOWS[0], |ui| show(ui.ctx(), rule, None).then_some(()));
        let line = "pct.tie, \"Equal rolls\": reroll, defender, attacker; by default reroll";
        assert!(texts(&panel.harness.output().shapes).iter().any(|(_, _, words)| words == line));
    }
}
