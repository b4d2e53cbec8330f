//! The result of an act: the card, its sentence in the hint bar, and the turns of others.

use bevy_egui::egui::Shape;

use super::*;
use crate::panels::{
    battle::{
        aftermath::{self, AftermathModel},
        follow::{AnsweredModel, ChoseModel, FollowModel, WatchedModel},
        telling::{Telling, TellingRow},
        weighed::WeighedTerm,
    },
    settings,
    widgets::log_line::{LogLine, Piece, Plate},
};
use crate::rules::Refusal;

fn words(words: &str) -> Piece {
    Piece::Words(words.into())
}

fn row(told: &str, amount: &str, rule: &'static str) -> TellingRow {
    TellingRow { pieces: vec![words(told)], amount: amount.into(), rule: Some(RuleId(rule)), sum: false }
}

fn telling() -> Telling {
    Telling {
        by: CombatantId(1),
        on: Some(CombatantId(2)),
        sentence: "Cale hits Lysk: 13 damage, 2 wounds".into(),
        rule: None,
        rolls: vec![
            vec![Piece::Die("28".into(), Plate::Full), words("under 60, hits")],
            vec![words("Fray"), Piece::Die("71".into(), Plate::Failed), words("over 50, fails")],
        ],
        rows: vec![
            row("Margin", "32", "PCT-CHK-02"),
            row("Sword, 1d10", "6", "PCT-DMG-01"),
            row("Strength", "+7", "PCT-DMG-01"),
            row("Lysk wears nothing", "0", "PCT-ARM-01"),
            row("A wound each 5", "2", "PCT-DMG-04"),
        ],
        marks: Vec::new(),
        stood: Vec::new(),
        out: Vec::new(),
        touched: Vec::new(),
        noted: Vec::new(),
        chosen: Vec::new(),
        matters: true,
        explodes: false,
        passes: false,
        orders: false,
        round: None,
    }
}

fn aftermath() -> AftermathModel {
    AftermathModel {
        team: Team(0),
        tellings: vec![telling()],
        changes: Vec::new(),
        losses: vec![row("Lysk, Health 28 to 15", "", "PCT-DMG-05")],
        expected: "expected 48 % hits".into(),
        unfolded: false,
        short: false,
        spare: 0,
    }
}

/// A turn in which the result of a choice is shown.
pub(super) fn told() -> BattleModel {
    let line = LogLine { who: Some((Team(0), 'C')), pieces: telling().in_a_line(), ..LogLine::default() };
    BattleModel {
        aftermath: Some(aftermath()),
        lately: vec![line],
        can_show_again: true,
        chosen: None,
        forecast: None,
        square: None,
        target: None,
        ..battle()
    }
}

/// Rows that a choice has made impossible stay where they were, with the reason, until the next choice.
#[test]
fn rows_keep_their_places_until_the_next_choice() {
    let shown = Rc::new(RefCell::new(BattleModel { chosen: None, ..pinned() }));
    let kept = Rc::clone(&shown);
    let mut panel = panel(WINDOWS[0], move |ui| show(ui, &kept.borrow()).intent);
    let top = |panel: &TestPanel<'_, Intent>, label: &str| panel.harness.get_by_label_contains(label).rect().top();
    let (shoot, trip) = (top(&panel, "1 Shoot crossbow"), top(&panel, "3 Trip"));
    {
        let mut model = shown.borrow_mut();
        let spent = Refusal::new(RuleId("PCT-ACT-01"), "No Standard action left");
        for offer in model.offers.iter_mut().filter(|offer| ["Shoot crossbow", "Trip"].contains(&offer.title.as_str()))
        {
            offer.refusal = Some(spent.clone());
            offer.aims.iter_mut().for_each(|(_, refusal)| *refusal = Some(spent.clone()));
        }
        model.aftermath = Some(aftermath());
    }
    panel.harness.run();
    panel.assert_legible();
    assert_eq!(top(&panel, "Shoot crossbow, refused: No Standard action left"), shoot);
    assert_eq!(top(&panel, "Trip, refused: No Standard action left"), trip);
    panel.harness.get_by_label_contains("Aim");
    // At the next choice they join the refused rows.
    shown.borrow_mut().aftermath = None;
    panel.harness.run();
    assert!(panel.harness.query_by_label_contains("Trip, refused: No Standard").is_none());
    panel.harness.get_by_label_contains("not now");
}

/// Reasons with their amounts.
fn weighed(terms: &[(&str, i32)]) -> Vec<WeighedTerm> {
    terms.iter().map(|(words, amount)| ((*words).to_owned(), *amount)).collect()
}

/// A turn decided elsewhere.
pub(super) fn followed() -> BattleModel {
    let model = told();
    let follow = FollowModel {
        is_own: false,
        chooser: None,
        goes_on: true,
        actor: model.actor.clone(),
        about: "The gang, computer, turn 2 of 8".into(),
        chose: Ok(vec![ChoseModel {
            words: "Walk to i5".into(),
            terms: weighed(&[("harms Bero", 60)]),
            gain: 60,
            risk: -12,
        }]),
        earlier: vec!["Krag shoots Nib: misses".into(), "Krag moves to i5".into()],
        aftermath: model.aftermath.clone(),
        own: "the watch".into(),
        own_team: Some(Team(0)),
        answers: vec![AnsweredModel {
            name: "Dima".into(),
            look: model.top.order[0].look,
            words: "was asked: parry".into(),
            asked: true,
            left: "Reaction".into(),
        }],
        paused: false,
        held: true,
        next: "Go on, Ansa is next".into(),
        thinking: None,
        watched: None,
    };
    BattleModel { follow: Some(follow), offers: Vec::new(), aftermath: None, can_show_again: false, ..model }
}

#[test]
fn the_card_tells_verdict_dice_terms_and_what_it_did() {
    for window in 0..2 {
        let panel = panel_of(told(), window);
        panel.picture(["told-small", "told"][window]);
        panel.assert_legible();
        for label in ["[28] under 60, hits", "Fray (71) over 50, fails", "expected 48 % hits", "Lysk, Health 28 to 15"]
        {
            panel.harness.get_by_label(label);
        }
        panel.harness.get_by_label("A wound each 5");
        panel.harness.get_by_label("Margin");
    }
    let mut panel = panel_of(crowded(), 0);
    panel.harness.run_steps(12);
    assert!(panel.harness.query_by_label("Term 0").is_none(), "what has no room is folded");
    panel.harness.get_by_label("A wound each 5");
    panel.harness.get_by_label_contains(" more").click();
    assert_eq!(panel.answer(), Some(Intent::Terms));
    assert_eq!(press(told(), Modifiers::NONE, Key::T), Some(Intent::Terms));
    assert_eq!(click(told(), "PCT-DMG-05"), Some(Intent::OpenRule(RuleId("PCT-DMG-05"))));
    let mut all = crowded();
    all.aftermath.as_mut().unwrap().unfolded = true;
    panel_of(all, 0).harness.get_by_label("Term 0");
}

/// An act with more terms than fit.
fn crowded() -> BattleModel {
    let mut model = told();
    let rows = &mut model.aftermath.as_mut().unwrap().tellings[0].rows;
    rows.splice(1..1, (0..30).map(|index| row(&format!("Term {index}"), "+1", "PCT-DMG-01")));
    model
}

#[test]
fn the_sentence_in_the_hint_bar_and_y_bring_the_card_back() {
    const SENTENCE: &str =
        "Show again: Cale hits Lysk: 13 damage, 2 wounds. [28] under 60, hits, Fray (71) over 50, fails";
    let mut away = told();
    away.aftermath = None;
    assert_eq!(press(away.clone(), Modifiers::NONE, Key::Y), Some(Intent::ShowAgain));
    let panel = panel_of(away.clone(), 0);
    let bar = panel.harness.get_by_label(SENTENCE).rect();
    assert!(bar.top() > 690.0, "{bar:?}");
    panel.harness.get_by_label_contains("show again");
    assert_eq!(click(away.clone(), SENTENCE), Some(Intent::ShowAgain));
    // Once the turn is over, the sentence can no longer be pressed.
    away.can_show_again = false;
    let panel = panel_of(away, 0);
    assert!(panel.harness.query_by_label(SENTENCE).is_none());
}

#[test]
fn the_dock_keeps_each_of_the_last_acts_whole() {
    let mut model = told();
    model.lately = (1..=5)
        .map(|number| LogLine {
            who: Some((Team(number % 2), 'N')),
            pieces: vec![words(&format!("Nib hits Bero: {number} damage, and much more that has no room in a line"))],
            ..LogLine::default()
        })
        .collect();
    let panel = panel_of(model.clone(), 1);
    panel.picture("lately");
    panel.assert_legible();
    let at = |number: u8| panel.harness.get_by_label_contains(&format!("Nib hits Bero: {number} damage")).rect();
    for number in 1..5 {
        assert!(at(number).bottom() <= at(number + 1).top(), "{:?}", at(number));
    }
    // The news is often at the end of a verdict: who is out.
    let texts = testing::texts(&panel.harness.output().shapes);
    assert!(texts.iter().filter(|(.., text)| text.ends_with("has no room in a line")).count() == 5, "{texts:?}");
    let mut panel = panel_of(model, 1);
    panel.harness.get_by_label_contains("Nib hits Bero: 5 damage").click();
    assert_eq!(panel.answer(), Some(Intent::ShowAgain));
}

#[test]
fn long_news_leave_the_dock_whose_turn_it_is() {
    let mut model = told();
    let news = "Ansa declares: first action: spear, ".repeat(30);
    let line = LogLine { who: Some((Team(0), 'A')), pieces: vec![words(&news)], ..LogLine::default() };
    model.lately = vec![line];
    let panel = panel_of(model, 1);
    panel.picture("long-news");
    let at = panel.harness.get_by_label_contains(" to act").rect();
    assert!(at.bottom() <= WINDOWS[1].y - 36.0, "{at:?}");
}

#[test]
fn others_turns_tell_choice_reason_result_and_what_could_be_answered() {
    for window in 0..2 {
        let panel = panel_of(followed(), window);
        panel.picture(["followed-small", "followed"][window]);
        panel.assert_legible();
        for label in [
            "Walk to i5, gain +0.6, risk \u{2212}0.1, in all +0.5. Harms Bero +0.6",
            "[28] under 60, hits",
            "What the watch could answer",
            "Earlier: Krag shoots Nib: misses",
            "Dima was asked: parry, left: Reaction",
        ] {
            panel.harness.get_by_label(label);
        }
        panel.harness.get_by_label_contains("The gang, computer, turn 2 of 8");
    }
    for (key, intent) in [
        (Key::Enter, Intent::GoOn),
        (Key::P, Intent::Pause),
        (Key::Period, Intent::StepOn),
        (Key::K, Intent::Set(settings::Intent::Waits(!followed().settings.waits))),
        (Key::T, Intent::Terms),
    ] {
        assert_eq!(press(followed(), Modifiers::NONE, key), Some(intent), "{key:?}");
    }
    let waits = Intent::Set(settings::Intent::Waits(!battle().settings.waits));
    assert_eq!(press(battle(), Modifiers::NONE, Key::K), Some(waits), "in one's own turn too");
    assert_eq!(click(followed(), "Go on, Ansa is next, goes on by itself"), Some(Intent::GoOn));
    let mut waits = followed();
    waits.follow.as_mut().expect("followed").goes_on = false;
    assert_eq!(click(waits, "Go on, Ansa is next"), Some(Intent::GoOn));
}

/// The result of an act in one's own turn is read in the panel of that turn, with its rail, not with the controls for
/// others' turns.
#[test]
fn ones_own_act_is_read_in_the_panel_of_ones_own_turn() {
    let mut model = followed();
    model.list.open = None;
    if let Some(follow) = &mut model.follow {
        *follow = FollowModel { is_own: true, about: "The watch, turn 1 of 8".into(), ..follow.clone() };
    }
    for window in 0..2 {
        let panel = panel_of(model.clone(), window);
        panel.assert_legible();
        for label in ["The watch, turn 1 of 8", "[28] under 60, hits", "Lysk, Health 28 to 15"] {
            panel.harness.get_by_label(label);
        }
        panel.harness.get_by_label_contains("End turn");
        for label in ["Pause", "What the watch could answer", "What came of it"] {
            assert!(panel.harness.query_by_label(label).is_none(), "{label}");
        }
        // The card is in the forecast's place, right above the button.
        let last = panel.harness.get_by_label("Lysk, Health 28 to 15").rect();
        let go_on = panel.harness.get_by_label_contains("Go on, Ansa is next").rect();
        assert!((0.0..40.0).contains(&(go_on.top() - last.bottom())), "{last:?} {go_on:?}");
    }
    assert_eq!(press(model.clone(), Modifiers::NONE, Key::Enter), Some(Intent::GoOn));
    assert_eq!(click(model.clone(), "Go on, Ansa is next, goes on by itself"), Some(Intent::GoOn));
    assert_eq!(click(model, "End turn"), Some(Intent::GoOn), "there is no other turn to end");
}

#[test]
fn a_reason_that_one_may_not_know_is_not_told() {
    let mut model = followed();
    if let Some(follow) = &mut model.follow {
        follow.chose = Err("Its reason is hidden");
    }
    let panel = panel_of(model, 0);
    panel.harness.get_by_label("Its reason is hidden");
    assert!(panel.harness.query_by_label("It chose").is_none());
}

#[test]
fn what_happens_to_others_after_an_act_has_not_come_of_it() {
    let panel = panel_of(followed(), 0);
    panel.harness.get_by_label("What came of it");
    let mut model = followed();
    let told = model.follow.as_mut().and_then(|follow| follow.aftermath.as_mut()).expect("something has come of it");
    for telling in &mut told.tellings {
        (telling.by, telling.marks) = (CombatantId(0), Vec::new());
    }
    panel_of(model, 0).harness.get_by_label("What happened next");
}

#[test]
fn what_was_weighed_against_nothing_has_no_numbers() {
    let mut model = followed();
    let follow = model.follow.as_mut().expect("followed");
    follow.chose = Ok(vec![ChoseModel { words: "Move to j8".into(), terms: Vec::new(), gain: 0, risk: 0 }]);
    let panel = panel_of(model, 0);
    panel.harness.get_by_label("Move to j8");
    let texts = testing::texts(&panel.harness.output().shapes);
    assert!(texts.iter().all(|(.., text)| !text.contains("in its own points") && text != "0.0"), "{texts:?}");
    panel_of(followed(), 0)
        .harness
        .get_by_label("Walk to i5, gain +0.6, risk \u{2212}0.1, in all +0.5. Harms Bero +0.6");
}

/// A card is about the blow, not about what followed at the end of the round, which is shown below it; and the rows
/// kept when not all fit add up.
#[test]
fn a_card_is_about_the_blow_and_its_rows_add_up() {
    let die = |told: &str, amount: &str| TellingRow {
        pieces: vec![words(told), Piece::Die(amount.into(), Plate::Full)],
        ..row(told, amount, "X-1")
    };
    let sum = |told: &str, amount: &str| TellingRow { sum: true, ..row(told, amount, "X-1") };
    let rows = vec![
        die("To hit", "29"),
        row("Size", "\u{2212}15", "X-1"),
        sum("To hit in all", "14"),
        die("Block", "10"),
        die("Damage", "28"),
        die("Lysk: Mitigation", "1"),
        row("Lysk is out", "", "X-1"),
        row("Lysk falls unconscious", "", "X-1"),
    ];
    let mark =
        crate::panels::battle::telling::Mark { on: CombatantId(2), words: "\u{2212}27".into(), hurts: true, loss: 27 };
    let blow = Telling { rows, marks: vec![mark], ..telling() };
    let bleeds = Telling { sentence: "Ivo bleeds for 8".into(), rows: Vec::new(), rolls: Vec::new(), ..telling() };
    let model = AftermathModel { tellings: vec![blow, bleeds], ..aftermath() };
    assert_eq!(model.sentence(), "Cale hits Lysk: 13 damage, 2 wounds");
    let panel = panel_of(BattleModel { aftermath: Some(model.clone()), ..told() }, 0);
    panel.assert_legible();
    for shown in ["Ivo bleeds for 8", "Block [10]", "Damage [28]", "Lysk: Mitigation [1]"] {
        panel.harness.get_by_label(shown);
    }
    // With only the fewest rows.
    let panel = testing::panel(vec2(400.0, 800.0), move |ui| aftermath::show(ui, &model));
    panel.harness.get_by_label("Damage [28]");
    assert!(panel.harness.query_by_label("Size").is_none(), "a term without its sum");
}

#[test]
fn a_recording_keeps_its_controls_where_nobody_acts() {
    let mut model = followed();
    let watched = WatchedModel { at: 2, of: 40, rounds: vec![2, 20] };
    if let Some(follow) = &mut model.follow {
        *follow = FollowModel {
            actor: None,
            about: "Recording".into(),
            chose: Ok(Vec::new()),
            aftermath: None,
            answers: Vec::new(),
            paused: true,
            held: false,
            watched: Some(watched),
            ..follow.clone()
        };
    }
    model.top.watched = Some("Recording");
    for window in 0..2 {
        let panel = panel_of(model.clone(), window);
        panel.picture(["recording-small", "recording"][window]);
        panel.assert_legible();
        for label in ["Nobody acts", "Recording, line 2 of 40, round 1", "Play", "Step"] {
            panel.harness.get_by_label(label);
        }
        for label in ["Undo", "Wait for me after each enemy turn"] {
            assert!(panel.harness.query_by_label(label).is_none(), "{label}");
        }
    }
    assert_eq!(press(model.clone(), Modifiers::NONE, Key::P), Some(Intent::Pause));
    assert_eq!(press(model.clone(), Modifiers::NONE, Key::Period), Some(Intent::StepOn));
    assert_eq!(press(model.clone(), Modifiers::NONE, Key::CloseBracket), Some(Intent::Seek(20)));
    assert_eq!(press(model, Modifiers::NONE, Key::K), None, "nobody is waited for");
}

#[test]
fn what_those_of_ones_own_could_answer_is_not_cut_by_the_controls_below() {
    let mut model = followed();
    if let Some(follow) = &mut model.follow {
        let terms = weighed(&[("harms Bero, whom everybody else has left standing in the open", 8110); 3]);
        let chose = ChoseModel { words: "Strike Bero with axe".into(), terms, gain: 60, risk: -12 };
        // More than fits: of the alternatives only the best stays.
        follow.chose = Ok(vec![chose; 8]);
        follow.answers = vec![follow.answers[0].clone(); 3];
    }
    let mut panel = panel_of(model, 1);
    (0..3).for_each(|_| _ = panel.harness.run());
    let pause = panel.harness.get_by_label("Pause").rect();
    let texts = testing::texts(&panel.harness.output().shapes);
    let asked: Vec<_> =
        texts.iter().filter(|(.., text)| text.contains("was asked: parry")).map(|(at, ..)| *at).collect();
    assert_eq!(asked.len(), 3);
    assert!(asked.iter().all(|at| at.bottom() < pause.top()), "{asked:?} and {pause:?}");
}

#[test]
fn gain_and_risk_stand_apart() {
    let mut model = followed();
    if let Some(follow) = &mut model.follow {
        follow.chose = Ok([(12970, -2900), (0, -10000)]
            .map(|(gain, risk)| ChoseModel {
                words: "Strike Brand".into(),
                terms: weighed(&[("harms Brand", 8110)]),
                gain,
                risk,
            })
            .into());
    }
    for window in 0..2 {
        let panel = panel_of(model.clone(), window);
        panel.assert_legible();
        let texts = testing::texts(&panel.harness.output().shapes);
        let at = |words: &str| texts.iter().find(|(.., text)| text == words).expect("it is painted").0;
        for (gain, risk) in [("+129.7", "\u{2212}29.0"), ("0.0", "\u{2212}100.0")] {
            assert!(at(gain).right() + 6.0 <= at(risk).left(), "{gain} {risk}");
        }
    }
}

/// A card says that there is more below if, and only if, it has many rows.
fn says_where_it_is_cut(model: fn() -> BattleModel, card: fn(&mut BattleModel) -> Option<&mut AftermathModel>) {
    let long = |rows: usize| {
        let mut model = model();
        let aftermath = card(&mut model).expect("it is told");
        aftermath.unfolded = true;
        aftermath.tellings[0].rows = (0..rows).map(|at| row(&format!("Term {at}"), "1", "PCT-DMG-01")).collect();
        let panel = panel_of(model, 0);
        panel.assert_legible();
        panel.harness.query_by_label("more below").is_some()
    };
    assert!(long(30), "the end of the card is cut without a word");
    assert!(!long(1), "all of it is in view");
}

#[test]
fn what_has_no_room_in_others_turns_says_that_there_is_more() {
    says_where_it_is_cut(followed, |model| model.follow.as_mut()?.aftermath.as_mut());
}

#[test]
fn what_has_no_room_on_the_card_of_ones_own_act_says_that_there_is_more() {
    says_where_it_is_cut(told, |model| model.aftermath.as_mut());
}

#[test]
fn a_card_folds_nothing_away_that_has_room() {
    for window in 0..2 {
        for (name, model) in [("told", told()), ("followed", followed())] {
            let mut panel = panel_of(model, window);
            panel.picture(name);
            panel.harness.run_steps(3);
            let folded = (1..9).find(|count| panel.harness.query_by_label(&format!("{count} more")).is_some());
            assert_eq!(folded, None, "{name} in window {window}");
            let rows = ["Margin", "Strength", "Lysk, Health 28 to 15"];
            let tops = rows.map(|row| panel.harness.get_by_label_contains(row).rect().top());
            assert!(tops.is_sorted(), "what was rolled comes before what it took: {tops:?}");
            panel.assert_legible();
        }
    }
    // Rows that do not fit are left out whole.
    let mut long = followed();
    long.follow.as_mut().unwrap().aftermath = crowded().aftermath;
    let mut panel = panel_of(long, 0);
    panel.harness.run_steps(12);
    panel.harness.get_by_label_contains(" more");
    let last = panel.harness.get_by_label_contains("was asked: parry").rect();
    let go_on = panel.harness.get_by_role_and_label(Role::Button, "Go on, Ansa is next, goes on by itself").rect();
    assert!(last.bottom() < go_on.top(), "{last:?} {go_on:?}");
}

/// A blow whose reckoning is longer than any room: a sum of its own is in the middle.
fn long_blow() -> Telling {
    let sum = |told: &str, amount: &str| TellingRow { sum: true, ..row(told, amount, "RAT-DMG-01") };
    let mut rolls = vec![vec![Piece::Die("23".into(), Plate::Full), words("over 15, hits")]];
    rolls.extend(
        (0..4).map(|_| vec![words("Critical"), Piece::Die("17".into(), Plate::Failed), words("over 2, fails")]),
    );
    let rows = vec![
        row("Damage", "7", "RAT-DMG-01"),
        row("Added", "+15", "RAT-DMG-01"),
        row("2 blows", "+22", "RAT-DMG-05"),
        sum("Damage in all", "44"),
        row("Strength", "\u{2212}5", "RAT-ARM-02"),
        row("Reduction", "\u{2212}4", "RAT-ARM-01"),
        row("Toughness", "\u{2212}2", "RAT-ARM-03"),
        sum("Goes through", "33"),
    ];
    Telling { rolls, rows, ..telling() }
}

#[test]
fn what_a_blow_cost_is_in_view_however_long_its_reckoning_is() {
    let mut model = followed();
    let follow = model.follow.as_mut().expect("it is followed");
    (follow.answers, follow.earlier) = (Vec::new(), Vec::new());
    let terms = weighed(&[("harms Rook, who stands alone", 5290); 3]);
    let chose = ChoseModel { words: "Strike Rook".into(), terms, gain: 60, risk: -12 };
    follow.chose = Ok(vec![chose; 3]);
    follow.aftermath.as_mut().expect("it is told").tellings = vec![long_blow()];
    let mut panel = panel_of(model, 0);
    (0..3).for_each(|_| _ = panel.harness.run());
    panel.picture("followed-long");
    panel.assert_legible();
    let lost = panel.harness.get_by_label("Lysk, Health 28 to 15").rect();
    assert!(lost.bottom() < panel.harness.get_by_label("Pause").rect().top(), "{lost:?}");
    assert!(panel.harness.query_by_label("more below").is_none());
    // The rows in view still add up.
    let texts = testing::texts(&panel.harness.output().shapes);
    let is_shown = |words: &str| texts.iter().any(|(.., text)| text == words);
    assert!(is_shown("44") && is_shown("33") && !is_shown("+22"), "{texts:?}");
}

#[test]
fn the_order_of_turns_is_framed_in_no_sides_colour() {
    let has_side = |orders: bool| {
        let model = AftermathModel { tellings: vec![Telling { orders, ..telling() }], ..aftermath() };
        let panel = panel(vec2(400.0, 800.0), move |ui| aftermath::show(ui, &model));
        let side = crate::panels::widgets::side::colour(Team(0));
        let is_of = |shape: &Shape| matches!(shape, Shape::Rect(rect) if rect.stroke.color == side);
        panel.harness.output().shapes.iter().any(|clipped| is_of(&clipped.shape))
    };
    assert!(has_side(false) && !has_side(true));
}

#[test]
fn what_was_expected_takes_no_die_away_from_its_words() {
    let roll = vec![
        words("To hit"),
        Piece::Die("51".into(), Plate::Full),
        words(", critical, beats Block"),
        Piece::Die("9".into(), Plate::Failed),
    ];
    let mut model = aftermath();
    (model.tellings[0].rolls, model.expected) = (vec![roll], "expected 75 % harms".into());
    let panel = panel(vec2(344.0, 400.0), move |ui| aftermath::show(ui, &model));
    panel.picture("expected");
    panel.assert_legible();
    let texts = testing::texts(&panel.harness.output().shapes);
    let at = |words: &str| texts.iter().find(|(.., text)| text == words).expect("it is painted").0;
    assert!((at("Block").center().y - at("9").center().y).abs() < 4.0, "the die stays beside its word");
    assert!(at("expected 75 % harms").top() > at("9").bottom());
}
