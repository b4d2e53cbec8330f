//! Windows with little room.

use super::*;

#[test]
fn in_a_cramped_window_a_list_that_is_asked_for_stands_beside_the_board() {
    // 960 by 600 with text size 150 %.
    let window = vec2(640.0, 400.0);
    let shown = |model: BattleModel| {
        let room = Rc::new(Cell::new(None));
        let kept = Rc::clone(&room);
        let panel = panel(window, move |ui| {
            let shown = show(ui, &model);
            kept.set(Some(shown.board));
            shown.intent
        });
        let board = room.get().unwrap();
        (panel, board)
    };
    let (closed, board) = shown(battle());
    closed.picture("cramped");
    closed.assert_legible();
    let chip = closed.harness.get_by_label_contains("Cale 15, acts now").rect();
    assert!(chip.top() >= 2.0, "{chip:?}");
    assert!(board.area() >= 0.5 * window.x * window.y, "{board:?}");
    let inside = |panel: &TestPanel<'_, Intent>, label: &str| {
        let at = panel.harness.get_by_label_contains(label).rect();
        assert!(at.right() <= window.x + 0.5 && at.bottom() <= window.y + 0.5 && at.height() > 10.0, "{label}: {at:?}");
    };
    for label in ["Cale 15, acts now", "34 %, hits Lysk from k8", "Shoot crossbow at Lysk", "End turn", "W Attack"] {
        inside(&closed, label);
    }
    // The chance says what it is a chance of.
    let texts = testing::texts(&closed.harness.output().shapes);
    let words = |wanted: &str| texts.iter().find(|(at, _, words)| words == wanted && at.top() > board.bottom());
    let (chance, event) = (words("34 %").expect("the chance"), words("hits").expect("its event"));
    assert!(chance.0.bottom() < event.0.bottom() && (chance.0.center().x - event.0.center().x).abs() < 2.0);
    assert!(closed.harness.query_by_label_contains("W1 Shoot crossbow").is_none(), "the list is closed");
    let (open, again) = shown(listing(Some(Group::Attack)));
    open.picture("cramped-list");
    let row = open.harness.get_by_label_contains("W1 Shoot crossbow").rect();
    assert!(again.right() <= row.left() && again.width() >= 0.5 * window.x, "the board lies beside it: {again:?}");
    assert_eq!((again.min, again.height()), (board.min, board.height()));
    inside(&open, "W1 Shoot crossbow");
    inside(&open, "Shoot crossbow at Lysk");
    // A press on the board pins a target: the board must not move before the second press.
    let (aimed, kept) = shown(pinned());
    assert_eq!(kept, board);
    inside(&aimed, "34 %, hits Lysk from k8");
}

#[test]
fn a_narrow_window_keeps_rail_list_and_button() {
    let model = battle();
    let panel = panel(vec2(960.0, 600.0), move |ui| show(ui, &model).intent);
    panel.picture("narrow");
    panel.assert_legible();
    panel.harness.get_by_label("W Attack, 1 open");
    let act = panel.harness.get_by_role_and_label(Role::Button, "Shoot crossbow at Lysk").rect();
    assert!(act.height() >= 40.0 && act.bottom() <= 600.0, "{act:?}");
}

#[test]
fn the_keys_are_read_in_one_column_where_there_is_no_room_for_two() {
    let model = BattleModel { dialog: Some(Dialog::Help), ..battle() };
    let window = vec2(640.0, 400.0);
    let panel = panel(window, move |ui| show(ui, &model).intent);
    panel.picture("cramped-help");
    let keys = |label: &str| panel.harness.get_by_label_contains(label).rect();
    let (choosing, looking) = (keys("Do what the label says"), keys("Wheel: Zoom the board"));
    assert!(choosing.right() <= window.x - 30.0 && looking.top() > choosing.bottom(), "{choosing:?} {looking:?}");
    let close = panel.harness.get_by_label("Close").rect();
    assert!(close.right() <= window.x - 30.0, "{close:?}");
}

#[test]
fn in_a_cramped_window_others_turns_go_on_by_a_button_and_leave_half_the_board() {
    const NEXT: &str = "Go on, Ansa is next, goes on by itself";
    let window = vec2(640.0, 400.0);
    let model = told::followed();
    let room = Rc::new(Cell::new(None));
    let kept = Rc::clone(&room);
    let mut panel = panel(window, move |ui| {
        let shown = show(ui, &model);
        kept.set(Some(shown.board));
        shown.intent
    });
    panel.picture("cramped-followed");
    panel.assert_legible();
    let board = room.get().unwrap();
    assert!(board.width() >= 0.5 * window.x, "{board:?}");
    let pause = panel.harness.get_by_label("Pause").rect();
    assert!(pause.left() >= board.right() && pause.bottom() <= board.bottom(), "{pause:?}");
    let go_on = panel.harness.get_by_role_and_label(Role::Button, NEXT).rect();
    assert!(go_on.height() >= 36.0 && go_on.bottom() <= window.y && go_on.top() >= board.bottom(), "{go_on:?}");
    panel.harness.get_by_role_and_label(Role::Button, NEXT).click();
    assert_eq!(panel.answer(), Some(Intent::GoOn));
}

#[test]
fn whether_the_turn_ends_by_one_press_or_two_is_seen_before() {
    let mut model = battle();
    panel_of(model.clone(), 0).harness.get_by_role_and_label(Role::Button, "End turn");
    model.list.asks = true;
    for window in 0..2 {
        let panel = panel_of(model.clone(), window);
        panel.harness.get_by_role_and_label(Role::Button, "End turn, press twice");
        assert!(testing::texts(&panel.harness.output().shapes).iter().any(|(.., text)| text == "\u{d7}2"));
        panel.assert_legible();
    }
}

#[test]
fn in_a_cramped_window_the_verdict_stands_in_the_buttons_place_until_its_card_is_opened() {
    let window = vec2(640.0, 400.0);
    let shown = |again: bool| {
        let mut model = BattleModel { brought_back: again, ..told::told() };
        (model.act.ready, model.list.open) = (false, None);
        panel(window, move |ui| show(ui, &model).intent)
    };
    let verdict = format!("{}. Show the card", told::told().aftermath.expect("a card").sentence());
    let mut closed = shown(false);
    closed.picture("cramped-told");
    closed.assert_legible();
    let at = closed.harness.get_by_role_and_label(Role::Button, &verdict).rect();
    assert!(at.right() <= window.x && at.bottom() <= window.y && at.top() >= 350.0, "{at:?}");
    closed.harness.get_by_role_and_label(Role::Button, &verdict).click();
    assert_eq!(closed.answer(), Some(Intent::OpenCard));
    // Once the turn is spent, the button that ends it is beside the verdict.
    let mut spent = told::told();
    spent.act = ActModel { words: "End turn".into(), ready: true, ends: true, keeps: String::new() };
    (spent.list.spent, spent.list.open) = (true, None);
    let spent = panel(window, move |ui| show(ui, &spent).intent);
    spent.picture("cramped-told-spent");
    spent.assert_legible();
    let at = |label: &str| spent.harness.get_by_role_and_label(Role::Button, label).rect();
    let told = at(&verdict);
    let ends: Vec<_> = spent.harness.get_all_by_role_and_label(Role::Button, "End turn").collect();
    assert!(ends.iter().any(|end| end.rect().left() >= told.right() && end.rect().right() <= window.x), "{told:?}");
    let open = shown(true);
    assert!(open.harness.query_by_label(&verdict).is_none(), "the card itself is open");
    open.picture("cramped-card");
    open.assert_legible();
}

#[test]
fn in_a_cramped_window_the_chosen_answer_is_in_view_whole() {
    let window = vec2(640.0, 400.0);
    let model = Rc::new(RefCell::new(question()));
    {
        let mut model = model.borrow_mut();
        let pass = model.offers.pop().expect("it can be let pass");
        for (digit, title) in [(2, "Strike with knife"), (3, "Strike with fists"), (4, "Kick")] {
            let mut strike = model.offers[0].clone();
            (strike.title, strike.address.digit) = (title.into(), Some(digit));
            model.offers.push(strike);
        }
        model.offers.push(pass);
    }
    let shown = Rc::clone(&model);
    let mut panel = panel(window, move |ui| show(ui, &shown.borrow()).intent);
    for chosen in [3, 0, 2, 1] {
        model.borrow_mut().chosen = Some(chosen);
        let title = model.borrow().offers[chosen].title.clone();
        panel.harness.run();
        panel.picture(&format!("cramped-answer-{chosen}"));
        let at = |label: &str| panel.harness.get_by_label_contains(label).rect();
        let (row, above, below) =
            (at(&format!("{title}, 60 or less")), at("A click or digit answers for"), at("0 Let it pass"));
        assert!(row.top() >= above.bottom() && row.bottom() <= below.top(), "{title}: {above:?} {row:?} {below:?}");
    }
}

#[test]
fn in_the_hint_bar_a_sign_and_its_meaning_are_apart() {
    let mut model = battle();
    let sign = |label: &str, words: &str| crate::rules::Fact {
        label: label.to_owned().into(),
        value: String::new(),
        words: words.into(),
        rule: None,
    };
    let square = model.square.as_mut().expect("a square is pointed at");
    square.signs = vec![sign("Shield", "Half covered"), sign("Hatched", "an enemy threatens it")];
    let words = crate::panels::battle::pointed(&model).expect("told");
    assert!(words.contains(". Shield: Half covered. Hatched: an enemy threatens it"), "{words}");
}
