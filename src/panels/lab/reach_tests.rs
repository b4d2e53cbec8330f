//! Things to press can be pressed: rule ids, the opacity in the smallest window, the folder of a saved file.

use bevy_egui::egui::{CursorIcon, OutputCommand, Rect, pos2};
use egui_kittest::kittest::Queryable as _;

use super::{
    Intent, LabModel, Page, Tool, dialogs,
    tests::{model, panel_of},
};
use crate::{
    lab::FieldKind,
    panels::{
        testing::{TestPanel, WINDOWS, panel},
        theme,
    },
    rules::{RuleId, RulesetId},
};

fn odds() -> LabModel {
    let mut shown = model(Tool::Pick, Page::Odds);
    shown.odds.pair.as_mut().unwrap().rolled = None;
    shown
}

/// Whether a text was painted in the colour of a link.
fn is_link(panel: &TestPanel<'_, Intent>, words: &str) -> bool {
    use bevy_egui::egui::Shape;
    fn all<'a>(shape: &'a Shape, found: &mut Vec<&'a bevy_egui::egui::epaint::TextShape>) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| all(shape, found)),
            Shape::Text(text) => found.push(text),
            _ => {}
        }
    }
    let shapes = &panel.harness.output().shapes;
    let mut found = Vec::new();
    shapes.iter().for_each(|shape| all(&shape.shape, &mut found));
    let is_of = |text: &&&bevy_egui::egui::epaint::TextShape| text.galley.text() == words;
    let mut colours = found.iter().filter(is_of).flat_map(|text| &text.galley.job.sections);
    colours.any(|section| section.format.color == theme::LINK)
}

#[test]
fn a_rule_of_a_verdict_opens_and_looks_as_if_it_did() {
    for (window, size) in WINDOWS.iter().enumerate() {
        let shown = odds();
        let verdict = shown.odds.verdicts.last().unwrap().clone();
        let mut panel = panel_of(shown, window);
        assert!(is_link(&panel, verdict.rule.0), "{size:?}");
        let all = || panel.harness.get_all_by_label(verdict.rule.0);
        // The table is above everything else in the panel, or below the board.
        let place = |at: Rect| if window == 0 { at.top() } else { at.left() };
        let link = all().min_by(|a, b| place(a.rect()).total_cmp(&place(b.rect()))).unwrap();
        link.hover();
        link.click();
        assert_eq!(panel.answer(), Some(Intent::OpenRule(verdict.rule)), "{size:?}");
        assert_eq!(panel.harness.output().platform_output.cursor_icon, CursorIcon::PointingHand, "{size:?}");
    }
}

#[test]
fn below_a_refusal_is_the_rule_that_refuses() {
    const REACH: RuleId = RuleId("PCT-REACH-01");
    let mut shown = odds();
    shown.odds.verdicts[0].refuses = Some(REACH);
    shown.odds.verdicts.truncate(1);
    let mut panel = panel_of(shown, 0);
    panel.harness.get_by_label_contains("Out of reach by PCT-REACH-01");
    panel.harness.get_by_label(REACH.0).click();
    assert_eq!(panel.answer(), Some(Intent::OpenRule(REACH)));
}

#[test]
fn every_rule_id_on_the_page_of_odds_looks_like_a_link() {
    let mut panel = panel_of(odds(), 1);
    panel.answer();
    let is_id = |words: &str| {
        let known = |ruleset: &RulesetId| ruleset.rules().catalogue().iter().any(|rule| rule.id.0 == words);
        RulesetId::ALL.iter().any(known)
    };
    let shown = crate::panels::testing::texts(&panel.harness.output().shapes);
    let ids: Vec<&String> = shown.iter().map(|(_, _, words)| words).filter(|words| is_id(words)).collect();
    assert!(ids.len() > 5, "{ids:?}");
    for id in ids {
        assert!(is_link(&panel, id), "{id}");
    }
}

#[test]
fn the_opacity_is_in_reach_in_the_smallest_window_whatever_is_asked() {
    for kind in FieldKind::ALL {
        let mut shown = model(Tool::Pick, Page::Fields);
        shown.field.kind = Some(kind);
        shown.field.progress = None;
        let best: String = "Nobody can attack on 28 squares, the nearest n1: no way leads there in one turn".into();
        shown.field.best = Some(best.clone());
        let panel = panel_of(shown, 0);
        let at = panel.harness.get_by_label(&best).rect();
        assert!(at.bottom() < WINDOWS[0].y - 50.0, "the answer to {kind:?} is below the fold: {at:?}");
        let at = panel.harness.get_by_label_contains("60 %").rect();
        let window = Rect::from_min_max(pos2(0.0, 0.0), WINDOWS[0].to_pos2());
        // Above the bar at the bottom.
        assert!(window.contains_rect(at) && at.bottom() < WINDOWS[0].y - 50.0, "{kind:?}: {at:?}");
    }
}

#[test]
fn what_was_saved_says_its_whole_path_and_leads_there() {
    let path = "/somewhere/documents/Proving Ground/chance-to-hit-cale-at-lysk-percentile-tanner-row.png";
    let shown = LabModel { saved: Some(path.into()), ..model(Tool::Pick, Page::Fields) };
    let opened = || {
        let shown = shown.clone();
        panel(WINDOWS[0], move |ui| {
            let board = Rect::from_min_size(pos2(60.0, 60.0), bevy_egui::egui::vec2(700.0, 560.0));
            dialogs::show(ui.ctx(), &shown, board)
        })
    };
    let mut panel = opened();
    panel.assert_legible();
    panel.harness.get_by_label(path);
    panel.harness.get_by_label("Open folder").click();
    assert_eq!(panel.answer(), Some(Intent::OpenFolder));
    panel.harness.get_by_label("Close").click();
    assert_eq!(panel.answer(), Some(Intent::Heard));
    let mut panel = opened();
    panel.harness.get_by_label("Copy path").click();
    panel.harness.step();
    let mut copied = Vec::new();
    for _ in 0..3 {
        copied.extend(panel.harness.output().platform_output.commands.clone());
        panel.harness.step();
    }
    assert!(
        copied.iter().any(|command| matches!(command, OutputCommand::CopyText(text) if text == path)),
        "{copied:?}"
    );
}
