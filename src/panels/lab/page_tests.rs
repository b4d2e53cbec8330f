//! The inspector's pages: what is where, what is shown only once, which ranges fields have.

use bevy_egui::egui::{Key, Modifiers, Rect, Shape, pos2};
use egui_kittest::kittest::Queryable as _;

use super::{
    Dialog, Intent, LabModel, Page, SaveAs, Tool,
    chart::ChartFile,
    fields::FieldModel,
    model::{HandlesModel, VitalModel},
    tests::{click, condition, model, panel_of, press, token},
};
use crate::{
    lab::{
        FieldKind,
        fields::{Patterns, Step},
    },
    levels::{
        Roster, builtin,
        draft::{Draft, SheetValue, fields},
    },
    panels::{
        testing::{TestPanel, WINDOWS, texts},
        theme,
    },
    rules::{RulesetId, Settings, Until, Vital, capital},
};

/// A field that is being worked out.
pub(super) fn field(draft: &Draft) -> FieldModel {
    FieldModel {
        by: Some(token(draft, "cale")),
        on: Some(token(draft, "lysk")),
        kind: Some(FieldKind::Danger),
        opacity: 80,
        title: "Chance to be hit there, %".into(),
        legend: (0..7).map(|step| (Step::Of(step), format!("{step}0\u{2013}{step}9"))).collect(),
        patterns: Patterns { without: "nobody can attack", ..Patterns::default() },
        progress: Some((120, 300)),
        best: Some("Nobody can on 46 squares, the nearest e4".into()),
        pointed: Some("e7: 53 %, mean damage 6.7 from 1".into()),
        ..FieldModel::default()
    }
}

/// The page of a fighter under a ruleset.
fn page(ruleset: RulesetId) -> LabModel {
    let level = builtin().iter().find(|level| level.tag == "tanner-row").unwrap();
    let draft = Draft::of_level(level, Roster::builtin(), ruleset, Settings::defaults(ruleset)).unwrap();
    let mut model = model(Tool::Pick, Page::Fighter);
    let who = token(&draft, "dima").key;
    let sheet = draft.combatant(who).unwrap().sheet;
    let names = ruleset.rules().names().vitals;
    let vitals = (0..names.len() as u8).map(Vital).filter(|vital| draft.is_told(*vital));
    let fighter = model.fighter.as_mut().unwrap();
    fighter.ruleset = ruleset;
    fighter.sheet = fields(sheet, None, &draft.sheets());
    fighter.vitals = vitals
        .map(|vital| VitalModel {
            vital,
            name: capital(&draft.vital_name(vital)).into_owned(),
            now: 0,
            start: 0,
            range: sheet.bounds(vital),
        })
        .collect();
    fighter.misfit = None;
    model
}

#[test]
fn vitals_and_arms_are_in_view_without_scrolling_under_every_ruleset() {
    let small = WINDOWS.iter().position(|window| window.x == 1280.0).unwrap();
    for ruleset in RulesetId::offered() {
        let model = page(ruleset);
        let vitals = model.fighter.as_ref().unwrap().vitals.clone();
        let panel = panel_of(model, small);
        let bottom = WINDOWS[small].y - 28.0;
        for vital in vitals {
            let at = panel.harness.get_by_label(&format!("{} now", vital.name)).rect();
            assert!(at.bottom() <= bottom, "{ruleset}: {} lies at {at:?}", vital.name);
        }
        let at = panel.harness.get_by_label("Arms in hands").rect();
        assert!(at.bottom() <= bottom, "{ruleset}: arms lie at {at:?}");
    }
}

#[test]
fn what_has_a_number_is_not_listed_a_second_time() {
    for ruleset in RulesetId::offered() {
        let model = page(ruleset);
        let sheet = model.fighter.as_ref().unwrap().sheet.clone();
        let panel = panel_of(model, 1);
        let mut twice = 0;
        for field in &sheet {
            let SheetValue::List(has, _) = &field.value else { continue };
            let inside = format!("{}/", field.path);
            let numbered = sheet.iter().any(|other| {
                other.path.starts_with(&inside) && matches!(other.value, SheetValue::Number(_) | SheetValue::Maybe(_))
            });
            let chips = has
                .iter()
                .filter(|entry| panel.harness.query_all_by_label(&format!("Remove {entry}")).next().is_some());
            if numbered {
                twice += chips.count();
            }
        }
        assert_eq!(twice, 0, "{ruleset}");
    }
}

#[test]
fn conditions_have_a_level_where_they_have_one_and_an_end() {
    let shown = |range, until| {
        let mut model = model(Tool::Pick, Page::Fighter);
        model.fighter.as_mut().unwrap().conditions = vec![condition("Bleeding", range, until)];
        model
    };
    assert_eq!(click(shown((1, 9), Until::Indefinite), "Bleeding 0: more"), Some(Intent::ConditionLevel(0, 2)));
    assert_eq!(click(shown((1, 9), Until::Indefinite), "Bleeding 0: less"), None, "1 is the least");
    let panel = panel_of(shown((0, 0), Until::Indefinite), 1);
    assert!(panel.harness.query_by_label("Bleeding 0: more").is_none(), "it has no level");
    panel.harness.get_by_label("Bleeding lasts indefinitely");
    for (written, wanted) in [
        ("5", Intent::ConditionEnd(0, Until::Turns(35))),
        ("33", Intent::Tell("Turns of Bleeding cannot be 333: it goes from 1 to 200".into())),
    ] {
        let mut panel = panel_of(shown((0, 0), Until::Turns(3)), 1);
        panel.harness.get_by_label("Turns of Bleeding / 0").click();
        panel.harness.run();
        panel.harness.key_press(Key::End);
        panel.harness.get_by_label("Turns of Bleeding / 0").type_text(written);
        panel.harness.run();
        panel.harness.key_press(Key::Enter);
        assert_eq!(panel.answer(), Some(wanted), "{written}");
    }
}

#[test]
fn labels_stand_on_the_line_of_their_controls() {
    for window in 0..WINDOWS.len() {
        let panel = panel_of(model(Tool::Pick, Page::Fighter), window);
        let all: Vec<Rect> = panel.harness.query_all_by_label("Arrives in round").map(|node| node.rect()).collect();
        let [label, field] = all[..] else { panic!("a label and a field: {all:?}") };
        assert!((label.center().y - field.center().y).abs() < 1.6, "{window}: {label:?} and {field:?}");
        for (label, opens) in [("From", "Archetype: Knife fighter"), ("lasts", "Aiming lasts until its turn ends")] {
            let (label, opens) = (panel.harness.get_by_label(label).rect(), panel.harness.get_by_label(opens).rect());
            assert!((label.center().y - opens.center().y).abs() < 1.6, "{window}: {label:?} and {opens:?}");
        }
    }
}

#[test]
fn lines_are_named_by_their_corners_and_come_to_a_verdict() {
    let mut shown = model(Tool::Pick, Page::Odds);
    shown.odds.verdicts.clear();
    let pair = shown.odds.pair.as_mut().unwrap();
    (pair.forecast, pair.rolled) = (None, None);
    let mut panel = panel_of(shown, 1);
    panel.harness.get_by_label("Lines from the north-east corner of e7");
    panel.harness.get_by_label_contains("Verdict, minimal, \u{2212}10: 1 of 4 lines meets something PCT-COV-03");
    panel.harness.get_by_label_contains("North-east point of m7").hover();
    assert_eq!(panel.answer(), Some(Intent::PointLine(Some(1))));
}

#[test]
fn a_die_is_named_with_its_faces_and_takes_no_other() {
    for (written, wanted) in
        [("57", Intent::Face(57)), ("999", Intent::Tell("Die 3 cannot be 999: it goes from 1 to 100".into()))]
    {
        let mut shown = model(Tool::Pick, Page::Odds);
        shown.odds.verdicts.clear();
        let rolled = shown.odds.pair.as_mut().unwrap().rolled.as_mut().unwrap();
        (rolled.next, rolled.asked) = (Some((1, 100)), "Attack, Cale".into());
        let mut panel = panel_of(shown, 1);
        panel.harness.get_by_label("Die 3 (Attack, Cale) shows, from 1 to 100");
        panel.harness.get_by_label("Die 3").click();
        panel.harness.run();
        panel.harness.get_by_label("Die 3").type_text(written);
        panel.harness.run();
        panel.harness.key_press(Key::Enter);
        assert_eq!(panel.answer(), Some(wanted), "{written}");
    }
}

#[test]
fn a_side_without_anybody_says_so_and_fields_can_be_saved() {
    let mut level = model(Tool::Pick, Page::Level);
    level.level.sides[1].count = 0;
    let panel = panel_of(level, 1);
    panel.harness.get_by_label("Orange, nobody yet");
    let mut field = model(Tool::Pick, Page::Fields);
    field.field.progress = None;
    assert_eq!(click(field.clone(), "Save CSV"), Some(Intent::SaveField(ChartFile::Csv)));
    assert_eq!(click(field, "Save PNG"), Some(Intent::SaveField(ChartFile::Png)));
    // An unfinished field cannot be saved.
    let panel = panel_of(model(Tool::Pick, Page::Fields), 1);
    assert!(panel.harness.query_by_label("Save PNG").is_none());
}

#[test]
fn no_verdict_is_cut_and_a_row_leads_to_its_evidence() {
    for (window, size) in WINDOWS.iter().enumerate() {
        let mut shown = model(Tool::Pick, Page::Odds);
        shown.odds.pair.as_mut().unwrap().rolled = None;
        for verdict in &mut shown.odds.verdicts {
            verdict.cover = "unseen, heavy cover, \u{2212}20 to all that is thrown".into();
            let attack = verdict.attack.as_mut();
            if let Ok(attack) = attack {
                attack.about = "Needs 40 or less of a hundred, then more than Fray 35".into();
            }
        }
        let verdicts = shown.odds.verdicts.clone();
        let mut panel = panel_of(shown, window);
        panel.assert_legible();
        let laid = texts(&panel.harness.output().shapes);
        for verdict in &verdicts {
            let about = verdict.attack.as_ref().map_or_else(Clone::clone, |attack| attack.about.clone());
            let is_whole = |(_, _, words): &(Rect, Rect, String)| words.contains(&about) && !words.contains('\u{2026}');
            assert!(laid.iter().any(is_whole), "{size:?}: `{about}` of {} in {laid:?}", verdict.ruleset);
        }
        let row = verdicts.last().unwrap();
        panel.harness.get_by_label_contains(&format!("{}: {}", row.ruleset, row.distance)).click();
        assert_eq!(panel.answer(), Some(Intent::Evidence(row.ruleset)), "{size:?}");
    }
}

#[test]
fn esc_closes_an_open_list_and_nothing_else() {
    let mut panel = panel_of(model(Tool::Pick, Page::Fighter), 1);
    panel.harness.get_by_label("Aiming lasts until its turn ends").click();
    panel.harness.run();
    panel.harness.key_press(Key::Escape);
    assert_eq!(panel.answer(), None);
    let mut leaves = || {
        panel.harness.key_press(Key::Escape);
        panel.answer() == Some(Intent::Back)
    };
    assert!(leaves() || leaves(), "Esc goes a step back once it is closed");
}

#[test]
fn tab_goes_from_fighter_to_fighter_and_f6_into_the_panels() {
    let mut panel = panel_of(model(Tool::Pick, Page::Fields), 1);
    let is_focused = |panel: &TestPanel<'_, Intent>| panel.harness.ctx.memory(|memory| memory.focused().is_some());
    for _ in 0..2 {
        panel.harness.key_press(Key::Tab);
        assert_eq!(panel.answer(), Some(Intent::Cycle(1)));
        assert!(!is_focused(&panel), "the keys would be another's");
    }
    panel.harness.key_press(Key::F6);
    assert_eq!(panel.answer(), None);
    assert!(is_focused(&panel));
}

#[test]
fn a_row_of_the_verdicts_stays_under_the_pointer_whatever_attacks_there_are() {
    let top = |attempts: usize| {
        let mut shown = model(Tool::Pick, Page::Odds);
        let pair = shown.odds.pair.as_mut().unwrap();
        pair.rolled = None;
        let first = pair.attempts[0].clone();
        pair.attempts = vec![first; attempts];
        shown.odds.busy = attempts == 1;
        let row = shown.odds.verdicts.last().unwrap();
        let label = format!("{}: {}", row.ruleset, row.distance);
        let panel = panel_of(shown, 0);
        panel.harness.get_by_label_contains(&label).rect().top()
    };
    assert_eq!(top(1), top(6));
}

#[test]
fn a_part_of_the_odds_is_a_press_away() {
    let shown = || {
        let mut shown = model(Tool::Pick, Page::Odds);
        shown.odds.pair.as_mut().unwrap().rolled = None;
        shown
    };
    let top =
        |panel: &TestPanel<'_, Intent>| panel.harness.get_by_label_contains("Number that goes through").rect().top();
    let mut panel = panel_of(shown(), 0);
    let before = top(&panel);
    panel.harness.get_by_label("Go to: Numbers").click();
    for _ in 0..60 {
        panel.answer();
    }
    assert!(before > WINDOWS[0].y, "it lies below the window: {before}");
    assert!(top(&panel) < WINDOWS[0].y / 2.0, "{}", top(&panel));
}

#[test]
fn a_change_is_pointed_at_and_tried_and_the_way_to_the_chance_leads_to_rules() {
    let mut shown = model(Tool::Pick, Page::Odds);
    let pair = shown.odds.pair.as_mut().unwrap();
    (pair.rolled, pair.forecast, pair.lines) = (None, None, Default::default());
    pair.attempts.truncate(1);
    shown.odds.verdicts.clear();
    shown.pins.clear();
    // The first one is already pointed at.
    shown.odds.changes.pointed = Some(0);
    let mut panel = panel_of(shown.clone(), 1);
    panel.harness.get_by_label_contains("Try: Without the barricade l7").click();
    assert_eq!(panel.answer(), Some(Intent::TryChange(0)));
    panel.harness.get_by_label_contains("Try: Lysk one square east").hover();
    assert_eq!(panel.answer(), Some(Intent::PointChange(Some(1))));
    shown.odds.changes.pointed = None;
    let mut panel = panel_of(shown, 1);
    panel.harness.get_by_label_contains("Dodged, Fray 35").click();
    assert!(matches!(panel.answer(), Some(Intent::OpenRule(_))));
}

#[test]
fn handles_lie_where_nobody_stands() {
    let body = Rect::from_min_max(pos2(400.0, 300.0), pos2(436.0, 336.0));
    let beside = Rect::from_min_max(pos2(440.0, 250.0), pos2(600.0, 400.0));
    let handles = HandlesModel { body, others: vec![beside], map: Rect::EVERYTHING, aim: None };
    let shown = LabModel { handles: Some(handles), ..model(Tool::Pick, Page::Fighter) };
    let panel = panel_of(shown.clone(), 0);
    let at = panel.harness.get_by_label("Turn").rect();
    assert!(!at.intersects(body) && !at.intersects(beside), "{at:?}");
    assert_eq!(click(LabModel { fighter: None, ..shown.clone() }, "Turn"), Some(Intent::TurnBy(1)));
    // With a fighter on each side there may be a place left or none, but nobody is covered.
    let all = [(440.0, 300.0), (360.0, 300.0), (400.0, 345.0), (400.0, 255.0)];
    let all = all.map(|(x, y)| Rect::from_min_size(pos2(x, y), body.size()));
    let turn = |others: Vec<Rect>| {
        let shown = LabModel {
            handles: Some(HandlesModel { body, others, map: Rect::EVERYTHING, aim: None }),
            ..shown.clone()
        };
        let panel = panel_of(shown, 0);
        panel.harness.query_by_label("Turn").map(|turn| turn.rect())
    };
    let at = turn(all.to_vec()).unwrap();
    assert!(all.iter().all(|other| !other.intersects(at)), "{at:?}");
    assert_eq!(turn(vec![Rect::EVERYTHING]), None);
    // The lines to the target are left free.
    for aim in [pos2(700.0, 318.0), pos2(200.0, 318.0)] {
        let handles = Some(HandlesModel { body, others: Vec::new(), map: Rect::EVERYTHING, aim: Some(aim) });
        let panel = panel_of(LabModel { handles, ..shown.clone() }, 0);
        let at = panel.harness.get_by_label("Turn").rect();
        assert_eq!(at.center().x < body.center().x, aim.x > body.center().x, "{at:?}");
    }
    // So are the row numbers beside a fighter at the edge.
    let map = Rect::from_min_max(pos2(396.0, 60.0), pos2(800.0, 560.0));
    let handles = Some(HandlesModel { body, others: Vec::new(), map, aim: Some(pos2(700.0, 318.0)) });
    let panel = panel_of(LabModel { handles, ..shown }, 0);
    assert!(map.contains_rect(panel.harness.get_by_label("Turn").rect()));
}

#[test]
fn leaving_says_what_becomes_of_the_battle_that_waits() {
    let asked = LabModel { dialog: Some(Dialog::Leave), ..model(Tool::Pick, Page::Level) };
    let panel = panel_of(asked.clone(), 0);
    panel.harness.get_by_label("The battle itself is unharmed: it goes on where it waits.");
    assert_eq!(click(asked, "Save as level first"), Some(Intent::Open(Dialog::Save(SaveAs::Level))));
}

#[test]
fn cover_with_what_it_adds_to_armour_is_whole_in_the_table_below_the_board() {
    const COVER: &str = "partial cover, +8 and armour +5";
    let mut shown = model(Tool::Pick, Page::Odds);
    for verdict in &mut shown.odds.verdicts {
        verdict.class = COVER.into();
    }
    let count = shown.odds.verdicts.len();
    let panel = panel_of(shown, WINDOWS.len() - 1);
    panel.assert_legible();
    let laid = texts(&panel.harness.output().shapes);
    assert_eq!(laid.iter().filter(|(_, _, words)| words == COVER).count(), count, "{laid:?}");
}

#[test]
fn a_reason_why_a_question_is_closed_is_whole_or_not_there() {
    for window in 0..WINDOWS.len() {
        let mut shown = model(Tool::Pick, Page::Fields);
        shown.field = FieldModel::default();
        let panel = panel_of(shown, window);
        panel.assert_legible();
        let laid = texts(&panel.harness.output().shapes);
        assert!(laid.iter().any(|(_, _, words)| words == "pick somebody"), "{laid:?}");
        assert!(!laid.iter().any(|(_, _, words)| words.starts_with("pick") && words.contains('\u{2026}')), "{laid:?}");
    }
}

#[test]
fn where_no_rule_is_named_nothing_is_drawn_in_its_place() {
    fn shortest(shape: &Shape) -> f32 {
        match shape {
            Shape::Vec(all) => all.iter().map(shortest).fold(f32::MAX, f32::min),
            Shape::LineSegment { points: [from, to], stroke } if stroke.color == theme::LINK.gamma_multiply(0.6) => {
                (*to - *from).length()
            }
            _ => f32::MAX,
        }
    }
    let panel = panel_of(model(Tool::Pick, Page::Odds), 0);
    panel.harness.get_by_label_contains("All rolls, 100 %");
    let shapes = &panel.harness.output().shapes;
    let least = shapes.iter().map(|clipped| shortest(&clipped.shape)).fold(f32::MAX, f32::min);
    assert!(least > 1.0, "a line {least} points long");
}

#[test]
fn enter_saves() {
    let of = |path: &str| {
        let saves = Some(Dialog::Save(SaveAs::Level));
        LabModel { dialog: saves, path: path.into(), ..model(Tool::Pick, Page::Level) }
    };
    assert_eq!(press(of("yard.ron"), Modifiers::NONE, Key::Enter), Some(Intent::Write(SaveAs::Level)));
    assert_eq!(press(of(" "), Modifiers::NONE, Key::Enter), None, "nowhere to save");
}
