//! The battle's panels, driven as a person would and checked for what can be read.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use bevy_egui::egui::{Event, Key, Modifiers, accesskit::Role, pos2};
use egui_kittest::kittest::Queryable as _;

use super::{Dialog, Intent, model::*, show};
use crate::dice::Fraction;
use crate::panels::testing::{TestPanel, WINDOWS, battle, panel};
use crate::rules::{CombatantId, Question, Rule, RuleId, RuleKind, Team};

fn panel_of(model: BattleModel, window: usize) -> TestPanel<'static, Intent> {
    panel(WINDOWS[window], move |ui| show(ui, &model).intent)
}

fn click(model: BattleModel, label: &str) -> Option<Intent> {
    let mut panel = panel_of(model, 0);
    panel.harness.get_by_label(label).click();
    panel.answer()
}

fn press(model: BattleModel, modifiers: Modifiers, key: Key) -> Option<Intent> {
    let mut panel = panel_of(model, 0);
    panel.harness.key_press_modifiers(modifiers, key);
    panel.answer()
}

#[test]
fn everything_can_be_read_in_both_windows() {
    for (index, name) in ["battle-small", "battle"].into_iter().enumerate() {
        let panel = panel_of(battle(), index);
        panel.picture(name);
        panel.assert_legible();
    }
}

#[test]
fn the_board_keeps_its_room() {
    for (index, (width, height)) in [(864.0, 644.0), (1238.0, 968.0)].into_iter().enumerate() {
        let room = Rc::new(Cell::new(None));
        let kept = Rc::clone(&room);
        let model = battle();
        let _stage = panel(WINDOWS[index], move |ui| {
            let shown = show(ui, &model);
            kept.set(Some(shown.board));
            shown.intent
        });
        let board = room.get().unwrap();
        assert_eq!((board.width().round(), board.height().round()), (width, height));
    }
}

#[test]
fn the_goals_step_aside_for_the_pointer() {
    let mut panel = panel_of(battle(), 0);
    let goal = |panel: &TestPanel<'_, Intent>| {
        panel.harness.query_by_label("Orange: Put every enemy out of the fight").map(|node| node.rect().center())
    };
    let there = goal(&panel).unwrap();
    panel.harness.hover_at(there);
    panel.harness.run();
    assert_eq!(goal(&panel), None);
    panel.harness.hover_at(pos2(there.x, there.y - 200.0));
    panel.harness.run();
    assert_eq!(goal(&panel), Some(there));
}

#[test]
fn an_offer_is_chosen_by_click_and_by_key() {
    assert_eq!(click(battle(), "Full defence"), Some(Intent::ChooseOffer(3)));
    assert_eq!(press(battle(), Modifiers::NONE, Key::Num4), Some(Intent::ChooseOffer(3)));
    assert_eq!(press(battle(), Modifiers::NONE, Key::Num9), None);
    let chosen = BattleModel { chosen: Some(3), ..battle() };
    assert_eq!(press(chosen.clone(), Modifiers::NONE, Key::Num4), Some(Intent::Commit));
    assert_eq!(press(chosen, Modifiers::NONE, Key::Enter), Some(Intent::Commit));
}

#[test]
fn a_refused_offer_says_why_and_cannot_be_chosen() {
    let name = "Stab, refused: Knife not in hand, PCT-GEAR-01";
    assert_eq!(click(battle(), name), None);
    let mut panel = panel_of(battle(), 1);
    panel.harness.get_by_label("PCT-GEAR-01").click();
    assert_eq!(panel.answer(), Some(Intent::OpenRule(RuleId("PCT-GEAR-01"))));
}

#[test]
fn parameters_are_settled_by_click_and_by_key() {
    assert_eq!(click(battle(), "Target: Nib"), Some(Intent::SetTarget { offer: 1, who: CombatantId(2) }));
    let gap = Intent::SetParameter { offer: 1, key: "strike", value: 2 };
    assert_eq!(click(battle(), "Strike: Gap −10"), Some(gap));
    let next = Intent::SetParameter { offer: 1, key: "strike", value: 1 };
    assert_eq!(press(battle(), Modifiers::NONE, Key::W), Some(next));
    let before = Intent::SetParameter { offer: 1, key: "strike", value: 3 };
    assert_eq!(press(battle(), Modifiers::SHIFT, Key::W), Some(before));
    assert_eq!(press(battle(), Modifiers::NONE, Key::R), None);
}

#[test]
fn keys_turn_past_refused_values() {
    let mut model = battle();
    model.offers[1].rows[0].values[1].2 = Some("Not seen, PCT-VIS-01".into());
    assert_eq!(press(model, Modifiers::NONE, Key::Q), Some(Intent::SetTarget { offer: 1, who: CombatantId(2) }));
}

#[test]
fn ranges_are_pips_and_long_ranges_step() {
    let mut model = battle();
    model.offers[1].rows = vec![
        RowModel {
            settles: Settles::Parameter("ap"),
            label: "AP".into(),
            values: (1..=6).map(|value| (value, value.to_string(), None)).collect(),
            chosen: 1,
        },
        RowModel {
            settles: Settles::Parameter("near"),
            label: "Near".into(),
            values: [3, 1, 2, 4, 5, 6, 8, 10, 15].iter().map(|value| (*value, format!("{value} m"), None)).collect(),
            chosen: 0,
        },
    ];
    assert_eq!(click(model.clone(), "AP: 4"), Some(Intent::SetParameter { offer: 1, key: "ap", value: 4 }));
    assert_eq!(click(model.clone(), "Near: more"), Some(Intent::SetParameter { offer: 1, key: "near", value: 4 }));
    assert_eq!(click(model.clone(), "Near: less"), Some(Intent::SetParameter { offer: 1, key: "near", value: 2 }));
    panel_of(model, 1).assert_legible();
}

#[test]
fn the_forecast_shows_its_terms_and_they_lead_to_rules() {
    let panel = panel_of(battle(), 0);
    for label in [
        "34 %, hits Lysk from k8. Needs 40 or less, then his Fray 35",
        "Crossbow, short range 60, PCT-RNG-01",
        "Hurried: 6.5 m is past base 4 −10, PCT-MOVE-02",
        "Roll equal or under 40, PCT-CHK-02",
        "Odds in per cent: 66 no hit, 8 one wound, 23 two, 3 out",
    ] {
        panel.harness.get_by_label(label);
    }
    assert_eq!(click(battle(), "PCT-COV-03"), Some(Intent::OpenRule(RuleId("PCT-COV-03"))));
    assert_eq!(click(battle(), "From l9 45 %"), Some(Intent::TakeAlternative(2)));
}

#[test]
fn the_log_shows_dice_and_leads_to_rules() {
    let mut panel = panel_of(battle(), 1);
    panel.harness.get_by_label("[19] under 35, Fray (60) over 45").click();
    assert_eq!(panel.answer(), Some(Intent::OpenRule(RuleId("PCT-CHK-02"))));
    assert_eq!(press(battle(), Modifiers::NONE, Key::G), Some(Intent::Open(Dialog::Log)));
}

#[test]
fn undo_says_when_it_cannot() {
    assert_eq!(click(battle(), "Undo"), Some(Intent::Undo));
    let mut model = battle();
    model.top.no_undo = Some("A die was rolled".into());
    assert_eq!(click(model.clone(), "Undo: A die was rolled"), None);
    assert_eq!(press(model, Modifiers::NONE, Key::U), None);
}

#[test]
fn keys_do_what_the_help_says() {
    for (modifiers, key, intent) in [
        (Modifiers::NONE, Key::Space, Intent::EndTurn),
        (Modifiers::NONE, Key::Tab, Intent::Next),
        (Modifiers::SHIFT, Key::Tab, Intent::Previous),
        (Modifiers::NONE, Key::Escape, Intent::Back),
        (Modifiers::NONE, Key::U, Intent::Undo),
        (Modifiers::COMMAND, Key::Z, Intent::Undo),
        (Modifiers::NONE, Key::F1, Intent::Open(Dialog::Help)),
        (Modifiers::NONE, Key::Enter, Intent::Commit),
    ] {
        assert_eq!(press(battle(), modifiers, key), Some(intent), "{key:?}");
    }
}

#[test]
fn a_click_leaves_the_keys_to_the_battle() {
    let mut panel = panel_of(battle(), 0);
    panel.harness.get_by_label("Full defence").click();
    assert_eq!(panel.answer(), Some(Intent::ChooseOffer(3)));
    panel.harness.key_press(Key::Space);
    assert_eq!(panel.answer(), Some(Intent::EndTurn));
}

#[test]
fn text_grows_and_shrinks_with_ctrl() {
    use crate::panels::settings::Intent::Text;
    assert_eq!(press(battle(), Modifiers::COMMAND, Key::Plus), Some(Intent::Set(Text(115))));
    assert_eq!(press(battle(), Modifiers::COMMAND, Key::Minus), Some(Intent::Set(Text(90))));
}

#[test]
fn f6_walks_through_the_panels_and_enter_presses() {
    let mut panel = panel_of(battle(), 0);
    let mut answer = None;
    for _ in 0..3 {
        panel.harness.key_press(Key::F6);
        panel.harness.run();
    }
    panel.harness.key_press(Key::Enter);
    answer = panel.answer().or(answer);
    assert!(matches!(answer, Some(Intent::Inspect(_) | Intent::Open(_) | Intent::Undo)), "{answer:?}");
}

fn question() -> BattleModel {
    let question = Question {
        title: "Mott may strike Cale".into(),
        about: "Cale steps to j7".into(),
        rule: RuleId("PCT-REA-02"),
        on: Some(CombatantId(1)),
    };
    BattleModel { question: Some(QuestionModel { team: Team(1), question, number: 7 }), ..battle() }
}

#[test]
fn another_seats_decision_is_said_twice() {
    for window in 0..2 {
        let panel = panel_of(question(), window);
        panel.picture(["question-small", "question"][window]);
        panel.harness.get_by_label("Orange decides");
        panel.harness.get_by_label("Orange decides: Mott may strike Cale");
    }
    let mut panel = panel_of(question(), 0);
    panel.harness.get_all_by_label("PCT-REA-02").next().unwrap().click();
    assert_eq!(panel.answer(), Some(Intent::OpenRule(RuleId("PCT-REA-02"))));
    panel.harness.get_by_role_and_label(Role::Button, "Shoot crossbow").click();
    assert_eq!(panel.answer(), Some(Intent::Commit));
}

#[test]
fn a_seat_is_handed_over_before_anything_is_chosen() {
    let handover = HandoverModel { team: Team(1) };
    let model = BattleModel { handover: Some(handover), ..question() };
    panel_of(model.clone(), 0).picture("handover");
    assert_eq!(press(model.clone(), Modifiers::NONE, Key::Num1), None);
    assert_eq!(press(model.clone(), Modifiers::NONE, Key::Enter), Some(Intent::TakeSeat));
    assert_eq!(click(model, "Take the seat"), Some(Intent::TakeSeat));
}

/// A panel whose model can be exchanged while it is shown.
fn changing(model: BattleModel) -> (TestPanel<'static, Intent>, Rc<RefCell<BattleModel>>) {
    let model = Rc::new(RefCell::new(model));
    let shown = Rc::clone(&model);
    (panel(WINDOWS[0], move |ui| show(ui, &shown.borrow()).intent), model)
}

#[test]
fn a_key_meant_for_the_turn_does_not_answer_the_question_that_opens() {
    for (key, answer) in [(Key::Space, Intent::EndTurn), (Key::Enter, Intent::Commit)] {
        let (mut panel, model) = changing(battle());
        panel.harness.key_press(key);
        assert_eq!(panel.answer(), Some(answer.clone()), "in one's own turn");
        *model.borrow_mut() = question();
        panel.harness.key_press(key);
        assert_eq!(panel.answer(), None, "{key:?} answers before anybody can have read");
        panel.harness.run_steps(2);
        panel.harness.key_press(key);
        assert_eq!(panel.answer(), Some(answer.clone()));
        // The next question may be in the same words.
        let next = question().question.map(|question| QuestionModel { number: question.number + 1, ..question });
        model.borrow_mut().question = next;
        panel.harness.key_press(key);
        assert_eq!(panel.answer(), None, "{key:?} answers two questions at once");
        // What was meant for the question does not end the turn that goes on either.
        panel.harness.run_steps(2);
        *model.borrow_mut() = battle();
        panel.harness.key_press(key);
        assert_eq!(panel.answer(), None, "{key:?} was meant for the question");
    }
}

#[test]
fn a_click_does_not_answer_the_question_that_opens_under_it() {
    let (mut panel, model) = changing(question());
    let button = panel.harness.get_by_role_and_label(Role::Button, "Shoot crossbow").rect().center();
    let press = |panel: &mut TestPanel<'_, Intent>| {
        panel.harness.drag_at(button);
        panel.harness.drop_at(button);
        panel.answer()
    };
    assert_eq!(press(&mut panel), Some(Intent::Commit));
    let next = question().question.map(|question| QuestionModel { number: question.number + 1, ..question });
    model.borrow_mut().question = next;
    assert_eq!(press(&mut panel), None, "two questions are answered at once");
    assert_eq!(press(&mut panel), Some(Intent::Commit));
}

#[test]
fn a_key_that_is_held_down_confirms_once() {
    let (mut panel, _model) = changing(battle());
    let hold = |panel: &mut TestPanel<'_, Intent>, pressed| {
        let key = Key::Space;
        panel.harness.event(Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE });
        panel.answer()
    };
    assert_eq!(hold(&mut panel, true), Some(Intent::EndTurn));
    assert_eq!(hold(&mut panel, true), None, "it has not been let go");
    assert_eq!(hold(&mut panel, false), None);
    assert_eq!(hold(&mut panel, true), Some(Intent::EndTurn));
}

#[test]
fn a_seat_is_not_taken_by_the_key_that_ended_the_turn() {
    let (mut panel, model) = changing(battle());
    model.borrow_mut().handover = Some(HandoverModel { team: Team(1) });
    panel.harness.key_press(Key::Enter);
    assert_eq!(panel.answer(), None);
    panel.harness.run_steps(2);
    panel.harness.key_press(Key::Enter);
    assert_eq!(panel.answer(), Some(Intent::TakeSeat));
}

#[test]
fn a_thinking_computer_can_be_hurried() {
    let thinking = ThinkingModel { team: Team(1), name: "Mott".into(), done: Some(0.4) };
    let model = BattleModel { thinking: Some(thinking), offers: Vec::new(), ..battle() };
    panel_of(model.clone(), 0).assert_legible();
    assert_eq!(click(model, "Play now"), Some(Intent::PlayNow));
}

#[test]
fn many_offers_leave_the_forecast_its_room() {
    let mut model = battle();
    let offer = model.offers[3].clone();
    model.offers.extend((0..12).map(|number| OfferModel {
        title: format!("Offer {number}"),
        key: None,
        ..offer.clone()
    }));
    for window in 0..2 {
        let mut panel = panel_of(model.clone(), window);
        panel.picture(["many-small", "many"][window]);
        panel.assert_legible();
        let bottom = WINDOWS[window].y - [28.0, 40.0][window];
        let risk = panel.harness.get_by_label("56 % Mott hits Cale on the way, once").rect();
        assert!(risk.bottom() <= bottom, "{risk:?}");
        let more = panel.harness.get_by_label_contains(" more");
        more.click();
        assert_eq!(panel.answer(), None);
    }
}

#[test]
fn past_ten_the_order_scrolls_and_the_acting_one_stands_third() {
    let mut model = battle();
    let chips = model.top.order.clone();
    model.top.order.extend(chips.into_iter().map(|chip| ChipModel { acting: false, ..chip }));
    model.top.order[1].acting = false;
    model.top.order[6].acting = true;
    let panel = panel_of(model, 0);
    panel.picture("order");
    let acting = panel.harness.get_by_label_contains("acts now").rect();
    assert!(acting.left() > 270.0 && acting.right() < 410.0, "{acting:?}");
}

#[test]
fn overlays_open_and_close() {
    for (overlay, name) in
        [(Dialog::Menu, "menu"), (Dialog::Settings, "settings"), (Dialog::Help, "help"), (Dialog::Log, "log")]
    {
        for window in 0..2 {
            let model = BattleModel { dialog: Some(overlay), ..battle() };
            let mut panel = panel_of(model, window);
            panel.picture(&format!("{name}{}", ["-small", ""][window]));
            panel.harness.key_press(Key::Escape);
            assert_eq!(panel.answer(), Some(Intent::Close), "{overlay:?}");
        }
    }
    let menu = BattleModel { dialog: Some(Dialog::Menu), ..battle() };
    assert_eq!(click(menu, "Save and leave"), Some(Intent::SaveAndLeave));
    let settings = BattleModel { dialog: Some(Dialog::Settings), ..battle() };
    let speed = crate::panels::settings::Intent::Speed(crate::panels::settings::Speed::Off);
    assert_eq!(click(settings, "Speed: Off"), Some(Intent::Set(speed)));
}

#[test]
fn a_rule_is_shown_with_what_it_says() {
    let rule = Rule {
        id: RuleId("PCT-COV-03"),
        title: "Classes of cover",
        kind: RuleKind::Decision,
        edition: None,
        text: "Of the four lines none, one, two or three, or all are blocked.",
        played: true,
    };
    let mut panel = panel_of(BattleModel { rule: Some(rule), ..battle() }, 0);
    panel.picture("rule");
    panel.harness.get_by_label("Of the four lines none, one, two or three, or all are blocked.");
    panel.harness.key_press(Key::Escape);
    assert_eq!(panel.answer(), Some(Intent::CloseRule));
}

#[test]
fn a_rule_of_one_edition_says_so_and_the_top_bar_which_is_played() {
    let rule = Rule {
        id: RuleId("RAT-DMG-06"),
        title: "Half shares",
        kind: RuleKind::Exact,
        edition: Some("Older"),
        text: "Of several damages the largest counts, and half of the rest.",
        played: true,
    };
    let model = |edition| {
        let mut model = BattleModel { rule: Some(rule), ..battle() };
        model.top.edition = edition;
        model
    };
    let here = panel_of(model(Some("Older")), 1);
    here.harness.get_by_label("Holds in the edition Older only");
    let elsewhere = panel_of(model(Some("Newer")), 1);
    elsewhere.harness.get_by_label("Holds in the edition Older only; Newer is played");
    elsewhere.picture("rule-of-an-edition");
}

#[test]
fn cards_float_where_there_is_no_left_panel() {
    let model = BattleModel {
        pointed: Some(pos2(470.0, 375.0)),
        toast: Some(ToastModel { words: "Knife not in hand".into(), rule: Some(RuleId("PCT-GEAR-01")) }),
        ..battle()
    };
    let mut panel = panel_of(model, 0);
    panel.picture("pointed");
    panel.harness.get_by_label("Square k8");
    panel.harness.get_by_label("Knife not in hand");
    panel.harness.key_press(Key::T);
    assert_eq!(panel.answer(), Some(Intent::Pin));
}

#[test]
fn a_notice_stays_until_it_has_been_read() {
    let words = "This battle is not recorded: the disk is full".to_string();
    let mut panel = panel_of(BattleModel { notice: Some(words.clone()), ..battle() }, 0);
    panel.picture("notice");
    panel.harness.get_by_label(&words);
    panel.harness.get_by_label("I have read it").click();
    assert_eq!(panel.answer(), Some(Intent::Read));
}

#[test]
fn the_end_says_who_has_won_and_why() {
    let chips = battle().top.order;
    let rows = chips.into_iter().map(|chip| ResultRow {
        team: Team(chip.look.side),
        name: chip.name,
        look: chip.look,
        hits: (2, 5),
        dealt: 14,
        taken: 9,
        state: "21 of 30".into(),
    });
    let result = ResultModel {
        winner: Some(Team(0)),
        own: Some(Team(1)),
        why: "Every enemy is out of the fight".into(),
        rounds: 6,
        seed: "7 041 993".into(),
        rows: rows.collect(),
        recorded: true,
    };
    let model = BattleModel { result: Some(result), ..battle() };
    for window in 0..2 {
        let panel = panel_of(model.clone(), window);
        panel.picture(["result-small", "result"][window]);
        panel.harness.get_by_label("You lost");
        panel.harness.get_by_label_contains("Round 2 of 12");
        panel.harness.get_by_label("Ansa, Blue: 2 of 5 hit, dealt 14, taken 9, 21 of 30");
    }
    assert_eq!(click(model.clone(), "New seed"), Some(Intent::PlayAnew));
    assert_eq!(click(model, "Watch recording"), Some(Intent::Watch));
}

#[test]
fn odds_below_one_per_cent_are_not_called_nothing() {
    let mut model = battle();
    if let Some(forecast) = &mut model.forecast {
        forecast.odds[3].1 = Fraction::new(1, 400);
        forecast.odds[1].1 = Fraction::new(31, 400);
    }
    let panel = panel_of(model, 0);
    panel.harness.get_by_label_contains("under 1 out");
}
