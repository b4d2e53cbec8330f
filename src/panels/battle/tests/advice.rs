//! What the computer would do: the card is docked; the first press lays a choice, the second carries it out.

use super::*;
use crate::panels::battle::advice::{AdviceModel, AdvisedModel};

/// Three choices, the second of which is marked; the button does the choice with index `laid`.
fn advised(of: BattleModel, laid: Option<usize>) -> BattleModel {
    let term = |words: &str, amount| (words.to_owned(), amount);
    let option = |words: &str, score, terms| AdvisedModel {
        words: words.into(),
        score: Some(score),
        terms,
        strikes: Vec::new(),
    };
    let advised = vec![
        option("Shoot crossbow at Lysk", 410, vec![term("Harms Lysk", 520), term("In danger from Krag", -110)]),
        option("Move to k8", 385, vec![term("Further harm to Lysk", 430), term("Mott strikes on the way", -45)]),
        option("Full defence", 120, vec![term("In danger from Krag", 120)]),
    ];
    BattleModel {
        advice: Some(AdviceModel { thinking: None, advised, marked: 1, laid, folded: false, whom: String::new() }),
        ..of
    }
}

#[test]
fn who_may_strike_on_an_advised_way_is_named_with_the_odds() {
    for (window, laid) in [(0, None), (1, None), (0, Some(1))] {
        let mut model = advised(battle(), laid);
        let strike = "Mott may strike on the way: 30 % hits, 1.8 lost on average, 12 % out";
        model.advice.as_mut().expect("it is asked for").advised[1].strikes = vec![strike.into()];
        let (panel, _) = shown(WINDOWS[window], model);
        panel.assert_legible();
        panel.harness.get_by_label_contains(strike);
        let texts = testing::texts(&panel.harness.output().shapes);
        assert!(texts.iter().any(|(.., text)| text.replace('\n', " ").contains("30 % hits")), "{laid:?}");
    }
}

/// The panels around the board, and the board's place.
fn shown(size: bevy_egui::egui::Vec2, model: BattleModel) -> (TestPanel<'static, Intent>, bevy_egui::egui::Rect) {
    let room = Rc::new(Cell::new(None));
    let kept = Rc::clone(&room);
    let panel = panel(size, move |ui| {
        let shown = show(ui, &model);
        kept.set(Some(shown.board));
        shown.intent
    });
    (panel, room.get().expect("it has been shown"))
}

#[test]
fn advice_stands_in_the_dock_or_the_list_and_never_over_the_board() {
    for size in WINDOWS {
        for (name, of) in [("turn", battle()), ("question", question())] {
            for laid in [None, Some(1)] {
                let (panel, board) = shown(size, advised(of.clone(), laid));
                panel.picture(&format!("advice-{name}-{}{}", size.x, if laid.is_some() { "-laid" } else { "" }));
                panel.assert_legible();
                for label in ["1: Shoot crossbow at Lysk, +4.1", "2: Move to k8, +3.9", "3: Full defence, +1.2"] {
                    let at = panel.harness.get_by_label_contains(label).rect();
                    assert!(!at.intersects(board.shrink(2.0)), "{label} at {at:?} lies over {board:?}");
                }
                let is_docked = size.x >= 1600.0;
                let has_forecast = panel.harness.query_by_label_contains("34 %, hits Lysk").is_some();
                // The chosen offer shows its odds, whether it was advised or not.
                assert_eq!(has_forecast, name == "turn", "{name} at {size}, {laid:?}, docked: {is_docked}");
            }
        }
    }
}

#[test]
fn advice_on_a_page_of_several_names_for_whom_it_is() {
    for size in WINDOWS {
        for (whom, title) in [("Mott", "For Mott the computer would"), ("", "The computer would")] {
            let mut model = advised(question(), None);
            model.advice.as_mut().expect("it is asked for").whom = whom.into();
            let (panel, _) = shown(size, model);
            panel.assert_legible();
            let texts = testing::texts(&panel.harness.output().shapes);
            assert!(texts.iter().any(|(.., text)| text == title), "{title} at {size}");
        }
    }
}

#[test]
fn the_first_press_lays_advice_and_the_second_does_it() {
    let plain = |laid, key| press(advised(battle(), laid), Modifiers::NONE, key);
    let free = BattleModel { chosen: None, ..advised(battle(), None) };
    assert_eq!(press(free, Modifiers::NONE, Key::Enter), Some(Intent::LayAdvice(1)), "the marked one");
    assert_eq!(plain(None, Key::Enter), Some(Intent::Commit), "what is chosen stands on the button");
    assert_eq!(plain(None, Key::Num1), Some(Intent::LayAdvice(0)));
    assert_eq!(plain(None, Key::Num2), Some(Intent::LayAdvice(1)), "pointing at it has shown no forecast");
    assert_eq!(plain(Some(1), Key::Enter), Some(Intent::Commit));
    assert_eq!(plain(Some(1), Key::Num2), Some(Intent::Commit));
    assert_eq!(plain(Some(1), Key::Num3), Some(Intent::LayAdvice(2)), "another is laid first");
    assert_eq!(plain(Some(1), Key::Escape), Some(Intent::Advise));
    let label = "2: Move to k8, +3.9, Further harm to Lysk +4.3; Mott strikes on the way \u{2212}0.5";
    assert_eq!(click(advised(battle(), None), label), Some(Intent::LayAdvice(1)));
    assert_eq!(click(advised(battle(), Some(1)), label), Some(Intent::Commit));
    assert_eq!(click(advised(battle(), None), "Close the advice"), Some(Intent::Advise));
}

#[test]
fn in_a_cramped_window_advice_stands_beside_the_board_and_all_of_it_is_seen() {
    let window = vec2(640.0, 400.0);
    let (panel, board) = shown(window, advised(battle(), None));
    panel.picture("advice-cramped");
    for label in ["1: Shoot crossbow at Lysk", "2: Move to k8"] {
        let at = panel.harness.get_by_label_contains(label).rect();
        assert!(at.left() >= board.right() && at.right() <= window.x + 0.5, "{label}: {at:?} {board:?}");
        assert!(at.bottom() <= board.bottom(), "{label}: {at:?} {board:?}");
    }
}
