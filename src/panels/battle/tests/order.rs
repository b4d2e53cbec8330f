//! The order of turns, and what is beside it in the top bar.

use super::*;
use crate::{
    panels::legend::LegendModel,
    rules::{Feature, Footing},
};

#[test]
fn who_is_out_has_left_the_order_and_is_found_behind_a_button() {
    let mut model = battle();
    let mut gone = model.top.order.remove(0);
    (gone.state, gone.value) = (ChipState::Out, "down".into());
    let who = gone.who;
    model.top.out.push(gone);
    assert_eq!(click(model.clone(), "1 out"), Some(Intent::Open(Dialog::Out)));
    model.dialog = Some(Dialog::Out);
    assert_eq!(click(model, "Ansa down, out"), Some(Intent::Inspect(who)));
}

#[test]
fn the_bar_says_who_is_about_to_win_and_what_is_only_watched() {
    let mut model = battle();
    model.top.ends = Some("The watch wins at the end of this round".into());
    model.top.watched = Some("Recording");
    let panel = panel_of(model, 0);
    panel.harness.get_by_label_contains("Recording, round 2 of 12");
    panel.harness.get_by_label_contains("The watch wins at the end of this round");
}

#[test]
fn a_round_that_begins_is_to_be_seen_for_a_while() {
    let model = Rc::new(RefCell::new(battle()));
    let shown = Rc::clone(&model);
    let mut panel = panel(WINDOWS[0], move |ui| show(ui, &shown.borrow()).intent);
    panel.harness.get_by_label_contains("Round 2 of 12,");
    model.borrow_mut().top.round = 3;
    panel.harness.run_steps(2);
    panel.harness.get_by_label_contains("Round 3 of 12 begins");
    panel.harness.run_steps(60);
    panel.harness.get_by_label_contains("Round 3 of 12,");
}

#[test]
fn the_signs_of_the_board_are_explained_behind_the_keys() {
    let mut model = battle();
    model.dialog = Some(Dialog::Help);
    assert_eq!(press(model.clone(), Modifiers::NONE, Key::F1), Some(Intent::Open(Dialog::Legend)));
    assert_eq!(click(model.clone(), "Board symbols"), Some(Intent::Open(Dialog::Legend)));
    for window in 0..2 {
        let panel = panel_of(model.clone(), window);
        let texts = testing::texts(&panel.harness.output().shapes);
        let at = |words: &str| texts.iter().find(|(.., known)| known == words).expect(words).0;
        let second = at("Zoom the board").left();
        let reaches = at("What the computer would do; a digit picks, again does it").right();
        assert!(reaches < second - 30.0, "the first column keeps out of the second: {reaches} of {second}");
    }
    model.dialog = Some(Dialog::Legend);
    let look = model.top.order[0].look;
    model.legend = Some(LegendModel {
        rules: "Vigor".into(),
        features: vec![(Feature::DoorClosed, "bars the way, can be broken".into())],
        footings: vec![(Footing::Difficult, "walked, but slowly".into())],
        signs: vec![(look, "Ansa: Hurried".into())],
    });
    assert_eq!(press(model.clone(), Modifiers::NONE, Key::F1), Some(Intent::Close));
    for window in 0..2 {
        let panel = panel_of(model.clone(), window);
        panel.picture(["legend-small", "legend"][window]);
        for words in [
            "Diamonds are wounds",
            "Hatched: an enemy threatens it (Alt)",
            "Closed door: bars the way, can be broken",
            "Difficult ground: walked, but slowly",
            "Now Ansa: Hurried",
            "Half covered",
        ] {
            panel.harness.get_by_label(words);
        }
    }
}

#[test]
fn past_ten_only_those_who_act_now_and_next_keep_their_names() {
    let mut model = battle();
    let chips = model.top.order.clone();
    model.top.order.extend(chips.into_iter().map(|chip| ChipModel { acting: false, ..chip }));
    model.top.order.iter_mut().enumerate().for_each(|(place, chip)| {
        (chip.acting, chip.state) = (false, ChipState::ToCome);
        chip.name = format!("{} {place}", chip.name);
    });
    (model.top.order[6].acting, model.top.order[6].state) = (true, ChipState::Acts);
    let panel = panel_of(model.clone(), 0);
    panel.picture("order");
    let undo = panel.harness.get_by_label_contains("Undo").rect();
    for (place, chip) in model.top.order.iter().enumerate() {
        let at = panel.harness.get_by_label_contains(&format!("{} ", chip.name)).rect();
        assert!(at.right() < undo.left(), "{} at {at:?} is not in view", chip.name);
        assert_eq!(at.width() > 60.0, (6..10).contains(&place), "{}: {at:?}", chip.name);
    }
}

#[test]
fn as_many_names_are_kept_in_the_order_as_fit() {
    for acting in [0, 8] {
        let mut model = battle();
        let plain = ChipModel { acting: false, state: ChipState::ToCome, ..model.top.order[0].clone() };
        let chip = |place| ChipModel { name: format!("Dietlind {place}"), ..plain.clone() };
        model.top.order = (0..11).map(chip).collect();
        (model.top.order[acting].acting, model.top.order[acting].state) = (true, ChipState::Acts);
        let panel = panel_of(model.clone(), 0);
        let undo = panel.harness.get_by_label_contains("Undo").rect();
        let place = |chip: &ChipModel| panel.harness.get_by_label_contains(&format!("{} ", chip.name)).rect();
        let chips: Vec<_> = model.top.order.iter().map(place).collect();
        assert!(chips[10].right() < undo.left(), "{:?}", chips[10]);
        let named = |place: &usize| chips[*place].width() > 60.0;
        let in_turn: Vec<usize> = (acting..11).chain(0..acting).collect();
        let kept = in_turn.iter().take_while(|place| named(place)).count();
        assert_eq!(chips.iter().filter(|chip| chip.width() > 60.0).count(), kept, "from whoever acts on");
        let room = undo.left() - chips[10].right();
        assert!(kept > 4 && kept < 11 && room < 120.0, "{kept} names, {room} points free");
    }
}

#[test]
fn whoever_waits_is_ready_or_has_begun_is_told_on_the_chip() {
    let mut model = battle();
    let states = [ChipState::Waits, ChipState::Readied, ChipState::Begun(2, 3)];
    for (chip, state) in model.top.order.iter_mut().skip(2).zip(states) {
        chip.state = state;
    }
    for window in 0..2 {
        let panel = panel_of(model.clone(), window);
        panel.picture(["order-states-small", "order-states"][window]);
        panel.assert_legible();
        for words in ["Lysk 14, waits and may cut in", "Mott 13, has something ready", "Bero 12, 2 of 3 actions paid"] {
            panel.harness.get_by_label(words);
        }
    }
}

#[test]
fn actions_that_are_paid_take_room_so_the_last_in_the_order_is_not_cut_off() {
    let mut model = battle();
    let chip = ChipModel { state: ChipState::Begun(4, 5), acting: false, ..model.top.order[0].clone() };
    let numbered = |number: usize| ChipModel { name: format!("Al {number}"), ..chip.clone() };
    model.top.order = (1..=9).map(numbered).collect();
    let panel = panel_of(model, 0);
    let last = panel.harness.get_by_label_contains("Al 9").rect();
    let undo = panel.harness.get_by_label_contains("Undo").rect();
    assert!(last.width() > 0.0 && last.right() <= undo.left(), "{last:?} is left of {undo:?}");
}

#[test]
fn where_all_have_room_nobody_leaves_the_order_when_the_turn_goes_on() {
    let model = Rc::new(RefCell::new(battle()));
    let shown = Rc::clone(&model);
    let last = model.borrow().top.order.len() - 1;
    let mut panel = panel(WINDOWS[1], move |ui| show(ui, &shown.borrow()).intent);
    let first = format!("{} {}", model.borrow().top.order[0].name, model.borrow().top.order[0].value);
    let left = |panel: &TestPanel<'_, Intent>| panel.harness.get_by_label_contains(&first).rect().left();
    let before = left(&panel);
    {
        let order = &mut model.borrow_mut().top.order;
        order.iter_mut().for_each(|chip| (chip.acting, chip.state) = (false, ChipState::Done));
        (order[last].acting, order[last].state) = (true, ChipState::Acts);
    }
    for _ in 0..3 {
        panel.harness.step();
        assert_eq!(left(&panel), before, "the first is still in view");
    }
}
