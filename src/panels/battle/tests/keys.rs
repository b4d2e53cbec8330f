//! Keys with different meanings in a turn and in a question, and amounts stepped in order of size.

use super::{asked::won, *};

/// A choice with an amount: its values in the order offered, and the index of the chosen one.
fn amount(values: &[i32], chosen: usize) -> BattleModel {
    let mut model = battle();
    model.offers[1].rows = vec![RowModel {
        settles: Settles::Parameter("blows"),
        label: "Blows".into(),
        values: values.iter().map(|value| (*value, value.to_string(), None)).collect(),
        chosen,
    }];
    model
}

fn blows(value: i32) -> Option<Intent> {
    Some(Intent::SetParameter { offer: 1, key: "blows", value })
}

#[test]
fn less_and_more_go_by_size_in_whatever_order_the_values_are_on_offer() {
    let all = || amount(&[3, 2, 1], 0);
    assert_eq!(press(all(), Modifiers::NONE, Key::Period), None, "there is no more");
    assert_eq!(press(all(), Modifiers::NONE, Key::Comma), blows(2));
    assert_eq!(press(all(), Modifiers::SHIFT, Key::Num1), blows(1), "the first as they are shown");
    assert_eq!(press(amount(&[2, 3, 0, 1], 0), Modifiers::NONE, Key::Comma), blows(1));
}

#[test]
fn a_long_range_steps_over_what_is_refused() {
    let with_refused = |refused: &[i32]| {
        let mut model = amount(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 3);
        for (value, _, why) in &mut model.offers[1].rows[0].values {
            *why = refused.contains(value).then(|| "Too much".into());
        }
        model
    };
    assert_eq!(click(with_refused(&[4, 5]), "Blows: more"), blows(6));
    assert_eq!(press(with_refused(&[4, 5]), Modifiers::NONE, Key::Period), blows(6));
    assert_eq!(click(with_refused(&[4, 5, 6, 7, 8, 9]), "Blows: more"), None);
}

#[test]
fn in_a_question_t_pins_the_terms_unless_it_tells_of_ones_own_act() {
    let mut model = BattleModel { forecast: battle().forecast, aftermath: told::told().aftermath, ..question() };
    assert_eq!(press(model.clone(), Modifiers::NONE, Key::T), Some(Intent::Pin));
    let so_far = model.aftermath.clone();
    model.question.as_mut().expect("a question").briefed.so_far = so_far;
    assert_eq!(press(model, Modifiers::NONE, Key::T), Some(Intent::Terms));
}

#[test]
fn a_field_is_asked_for_only_in_ones_own_turn() {
    assert_eq!(press(battle(), Modifiers::NONE, Key::N), Some(Intent::NextField));
    assert_eq!(press(question(), Modifiers::NONE, Key::N), None, "none is shown in a question");
}

#[test]
fn the_bar_says_of_t_what_it_does() {
    let open = panel_of(told::told(), 1);
    open.harness.get_by_label("T: terms");
    let away = panel_of(BattleModel { aftermath: None, forecast: battle().forecast, ..told::told() }, 1);
    away.harness.get_by_label("T: card");
}

#[test]
fn no_press_that_was_meant_for_the_last_picture_begins_another_battle() {
    for (label, intent) in [("Same dice", Intent::PlayAgain), ("Again from round 5", Intent::PlayFrom(5))] {
        let model = Rc::new(RefCell::new(battle()));
        let shown = Rc::clone(&model);
        let mut panel = panel(WINDOWS[0], move |ui| show(ui, &shown.borrow()).intent);
        model.borrow_mut().result = Some(won());
        // A pass takes a quarter of a second.
        assert_eq!(panel.step(), None);
        panel.harness.get_by_label(label).click();
        assert_eq!((panel.step(), panel.step()), (None, None), "{label}");
        (0..6).for_each(|_| assert_eq!(panel.step(), None));
        panel.harness.get_by_label(label).click();
        assert_eq!(panel.answer(), Some(intent));
    }
}
