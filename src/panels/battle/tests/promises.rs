//! What may cover the board, and what is not a likely wish.

use super::*;

/// Nothing that can be read or pressed ever covers the board: everything is docked around it.
#[test]
fn promise_6_nothing_is_laid_over_the_board() {
    let many = [battle(), pinned(), listing(Some(Group::Attack)), question(), told::told(), told::followed()];
    for (index, model) in many.into_iter().chain([workbench::bench(), asked::recap()]).enumerate() {
        for size in WINDOWS {
            let board = Rc::new(RefCell::new(None));
            let (shown, model) = (Rc::clone(&board), model.clone());
            let panel = panel(size, move |ui| {
                let shown_now = show(ui, &model);
                *shown.borrow_mut() = Some(shown_now.board);
                shown_now.intent
            });
            let board = board.borrow().expect("it has been shown").shrink(2.0);
            let texts = testing::texts(&panel.harness.output().shapes);
            let seen = texts.into_iter().filter(|(at, clip, _)| at.intersect(*clip).intersect(board).is_positive());
            let over: Vec<String> = seen.map(|(.., words)| words).collect();
            assert!(over.is_empty(), "model {index} at {size}: {over:?} over the board");
        }
    }
}

/// Throwing the weapon in use is not a likely wish unless it is more likely than not to hit.
#[test]
fn what_one_strikes_with_is_not_thrown_away_by_the_way() {
    let with_throw = |chance: u128| {
        let mut model = battle();
        let sword = Some(crate::rules::ItemId(3));
        let mut strike = model.offers.iter().find(|offer| offer.title == "Stab").cloned().expect("a blow");
        (strike.item, strike.rank) = (sword, 9);
        let mut throw = OfferModel { title: "Throw sword".into(), refusal: None, rank: 5, ..strike.clone() };
        throw.address.digit = Some(7);
        throw.aims = vec![(CombatantId(2), None)];
        throw.prospects = vec![Prospect { words: "Throw sword at Lysk".into(), ..prospect(2, "Lysk", chance, 90) }];
        model.offers.extend([strike, throw]);
        let panel = panel_of(model, 0);
        panel.harness.query_by_label_contains("Throw sword at Lysk").is_some()
    };
    assert!(!with_throw(12) && with_throw(61));
}

#[test]
fn what_is_typed_stands_with_what_it_may_mean() {
    use crate::panels::battle::typed::TypedModel;
    let typed = || TypedModel {
        asked: "Lysk may parry".into(),
        text: "sho".into(),
        found: vec![
            ("shoot lysk crossbow".into(), "Shoot Lysk with crossbow".into()),
            ("shoot krag crossbow".into(), "Shoot Krag with crossbow".into()),
        ],
        fault: None,
    };
    let model = || BattleModel { typed: Some(typed()), ..battle() };
    for window in 0..2 {
        let panel = panel_of(model(), window);
        panel.picture(["typed-small", "typed"][window]);
        panel.assert_legible();
        panel.harness.get_by_label("shoot krag crossbow: Shoot Krag with crossbow");
        panel.harness.get_by_label("Lysk may parry");
    }
    assert_eq!(press(model(), Modifiers::NONE, Key::Enter), Some(Intent::TakeTyped(0)));
    assert_eq!(press(model(), Modifiers::NONE, Key::Escape), Some(Intent::EndTyping));
    assert_eq!(press(model(), Modifiers::NONE, Key::Tab), Some(Intent::WriteTyped("shoot lysk crossbow ".into())));
    assert_eq!(press(model(), Modifiers::NONE, Key::Q), None, "letters are letters");
    assert_eq!(click(model(), "shoot krag crossbow: Shoot Krag with crossbow"), Some(Intent::TakeTyped(1)));
    let fault = Some("`fly` is no verb on offer: strike, walk".to_owned());
    let wrong =
        BattleModel { typed: Some(TypedModel { text: "fly".into(), fault, ..TypedModel::default() }), ..battle() };
    panel_of(wrong, 0).harness.get_by_label("`fly` is no verb on offer: strike, walk");
}
