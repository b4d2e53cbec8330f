//! Questions out of turn, handovers, and keys and clicks meant for something else.

use super::*;
use crate::{
    board::art::{glyphs::Glyph, token::TokenLook},
    panels::{
        battle::{
            recap::{RecapModel, RecapRow},
            telling::TellingRow,
        },
        widgets::log_line::{Piece, Plate},
    },
};

#[test]
fn another_seats_decision_stands_in_a_panel_of_its_own() {
    for window in 0..2 {
        let panel = panel_of(question(), window);
        panel.picture(["question-small", "question"][window]);
        panel.assert_legible();
        panel.harness.get_by_label("The gang decides, in Cale's turn");
        panel.harness.get_by_label(
            "1 Strike with sword, 60 or less, 52 % hits, mean loss 3.1, 48 no wound, 4 one, 48 two or more",
        );
        panel.harness.get_by_label("0 Let it pass, it goes on");
        panel.harness.get_by_label("Kept for later: 1 of 2 Luck");
        let over = panel.harness.query_by_label("The gang decides: Mott may strike Cale");
        assert!(over.is_none(), "nothing but plates lies over the board");
    }
    let mut panel = panel_of(question(), 0);
    panel.harness.get_all_by_label("PCT-REA-02").next().unwrap().click();
    assert_eq!(panel.answer(), Some(Intent::OpenRule(RuleId("PCT-REA-02"))));
    panel.harness.get_by_role_and_label(Role::Button, "Strike Cale with sword").click();
    assert_eq!(panel.answer(), Some(Intent::Commit));
}

/// An answer that costs something is not chosen at first, but is marked if it would help most.
#[test]
fn the_answer_by_which_least_is_lost_says_so() {
    use crate::rules::Role as Answers;
    let asked = |means: [u128; 2]| {
        let mut model = question();
        let own = |role, mean| OfferModel {
            role,
            prospects: vec![Prospect { on: None, ..prospect(1, "Cale", 52, mean) }],
            ..model.offers[0].clone()
        };
        let (dodge, parry) = (own(Answers::Protect, means[0]), own(Answers::Protect, means[1]));
        let pass = OfferModel { prospects: own(Answers::Pass, 90).prospects, ..model.offers[1].clone() };
        model.offers = vec![dodge, parry, pass];
        model
    };
    for window in 0..2 {
        let panel = panel_of(asked([50, 20]), window);
        panel.assert_legible();
        panel.harness.get_by_label_contains("mean loss 2.0, the least");
        let texts = testing::texts(&panel.harness.output().shapes);
        let said = |words: &str| texts.iter().filter(|(.., text)| text == words).count();
        assert_eq!(["5.0 lost", "only 2.0", "9.0 lost"].map(said), [1, 1, 1]);
    }
    let equal = panel_of(asked([20, 20]), 0);
    assert!(equal.harness.query_by_label_contains("the least").is_none(), "none is better than the other");
}

#[test]
fn a_seat_is_handed_over_before_anything_is_chosen() {
    let handover = HandoverModel { team: Team(1), side: "The gang".into() };
    let model = BattleModel { handover: Some(handover), ..question() };
    panel_of(model.clone(), 0).picture("handover");
    assert_eq!(press(model.clone(), Modifiers::NONE, Key::Num1), None);
    assert_eq!(press(model.clone(), Modifiers::NONE, Key::Enter), Some(Intent::TakeSeat));
    let panel = panel_of(model.clone(), 0);
    for words in ["Round 2", "Undo", "Ansa", "Lysk", "Cale"] {
        assert!(panel.harness.query_by_label_contains(words).is_none(), "{words} can be read before the seat is taken");
    }
    let mut panel = panel_of(model, 0);
    panel.harness.get_by_label("I play the gang, show the board").click();
    assert_eq!(panel.answer(), Some(Intent::TakeSeat));
}

/// A panel whose model can be replaced while it is shown.
fn changing(model: BattleModel) -> (TestPanel<'static, Intent>, Rc<RefCell<BattleModel>>) {
    let model = Rc::new(RefCell::new(model));
    let shown = Rc::clone(&model);
    (panel(WINDOWS[0], move |ui| show(ui, &shown.borrow()).intent), model)
}

#[test]
fn a_key_meant_for_the_turn_does_not_answer_the_question_that_opens() {
    for (key, answer) in [(Key::Num0, Intent::Answer(1)), (Key::Enter, Intent::Commit)] {
        let (mut panel, model) = changing(battle());
        panel.harness.key_press(key);
        let in_turn = (key == Key::Enter).then(|| answer.clone());
        assert_eq!(panel.answer(), in_turn, "in one's own turn");
        *model.borrow_mut() = question();
        panel.harness.key_press(key);
        assert_eq!(panel.answer(), None, "{key:?} answers before anybody can have read");
        panel.harness.run_steps(2);
        panel.harness.key_press(key);
        assert_eq!(panel.answer(), Some(answer.clone()));
        // The next question may have the same words.
        let next = question().question.map(|question| QuestionModel { number: question.number + 1, ..question });
        model.borrow_mut().question = next;
        panel.harness.key_press(key);
        assert_eq!(panel.answer(), None, "{key:?} answers two questions at once");
        // Nor does a press meant for the question end the turn that goes on.
        panel.harness.run_steps(2);
        *model.borrow_mut() = battle();
        panel.harness.key_press(key);
        assert_eq!(panel.answer(), None, "{key:?} was meant for the question");
    }
}

#[test]
fn a_click_does_not_answer_the_question_that_opens_under_it() {
    let (mut panel, model) = changing(question());
    let button = panel.harness.get_by_role_and_label(Role::Button, "Strike Cale with sword").rect().center();
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

/// Presses or releases Enter.
fn enter(panel: &mut TestPanel<'_, Intent>, pressed: bool) -> Option<Intent> {
    let (key, modifiers) = (Key::Enter, Modifiers::NONE);
    panel.harness.event(Event::Key { key, physical_key: None, pressed, repeat: false, modifiers });
    panel.step()
}

#[test]
fn a_seat_is_not_taken_by_the_key_that_ended_the_turn() {
    let (mut panel, model) = changing(battle());
    model.borrow_mut().handover = Some(HandoverModel { team: Team(1), side: "The gang".into() });
    // A pass takes a quarter of a second: the press only counts 600 ms after the handover.
    assert_eq!(panel.step(), None);
    assert_eq!(enter(&mut panel, true), None, "after 250 ms");
    assert_eq!(enter(&mut panel, false), None);
    // Held all along, it is still the press meant for something else.
    assert_eq!(enter(&mut panel, true), None, "after 750 ms, before anything has been let go");
    assert_eq!(enter(&mut panel, false), None);
    assert_eq!(panel.step(), None);
    assert_eq!(enter(&mut panel, true), Some(Intent::TakeSeat));
}

#[test]
fn a_thinking_computer_can_be_hurried() {
    let thinking = ThinkingModel { side: "The gang".into(), name: "Mott".into(), done: Some(0.4) };
    let model = BattleModel { thinking: Some(thinking), offers: Vec::new(), ..battle() };
    panel_of(model.clone(), 0).assert_legible();
    assert_eq!(click(model, "Play now"), Some(Intent::PlayNow));
}

#[test]
fn a_page_for_a_side_has_a_row_for_each_fighter() {
    let mut model = question();
    let answers = ["Sword", "Bow", "Something else"].map(str::to_owned).to_vec();
    let look = model.top.order[0].look;
    let together = [(3, "Mott"), (5, "Nib")].map(|(who, name)| TogetherModel {
        who: CombatantId(who),
        name: name.into(),
        look,
        answers: answers.clone(),
        chosen: 0,
        rows: Vec::new(),
    });
    model.question.as_mut().unwrap().briefed.together = together.to_vec();
    for window in 0..2 {
        let panel = panel_of(model.clone(), window);
        panel.picture(["page-small", "page"][window]);
        panel.assert_legible();
    }
    assert_eq!(click(model.clone(), "Nib: Bow"), Some(Intent::AnswerTogether { who: CombatantId(5), place: 1 }));
    assert_eq!(click(model, "Mott: Something else"), Some(Intent::AnswerTogether { who: CombatantId(3), place: 2 }));
}

/// A side that returns to the screen.
pub(super) fn recap() -> BattleModel {
    let row = |sentence: &str, look: Option<TokenLook>| RecapRow {
        look,
        sentence: sentence.into(),
        rolls: vec![Piece::Die("09".into(), Plate::Full), Piece::Words("under 65, hits".into())],
    };
    let mott = TokenLook::new(1, Glyph::Halberd, 'M');
    let changed = TellingRow {
        pieces: vec![Piece::Words("Dima, Health 26 to 14".into())],
        amount: String::new(),
        rule: None,
        sum: false,
    };
    let recap = RecapModel {
        team: Team(0),
        side: "The watch".into(),
        rows: vec![
            row("Mott walks to i5, 6.5 m", Some(mott)),
            row("Mott strikes Bero: parried, no damage", Some(mott)),
            row("Somebody hits Dima: 12 damage", None),
        ],
        chosen: 1,
        changed: vec![changed],
        next: "Ansa to act".into(),
    };
    BattleModel { recap: Some(recap), offers: Vec::new(), chosen: None, ..battle() }
}

#[test]
fn whoever_takes_the_seat_reads_what_happened_step_by_step() {
    for window in 0..2 {
        let panel = panel_of(recap(), window);
        panel.picture(["recap-small", "recap"][window]);
        panel.assert_legible();
        panel.harness.get_by_label("Since the watch last sat here");
        panel.harness.get_by_label_contains("3. Somebody hits Dima: 12 damage");
        panel.harness.get_by_label_contains("Dima, Health 26 to 14");
    }
    let keys = [
        (Key::ArrowLeft, Intent::RecapTo(0)),
        (Key::ArrowRight, Intent::RecapTo(2)),
        (Key::Num3, Intent::RecapTo(2)),
        (Key::Enter, Intent::CloseRecap),
    ];
    for (key, intent) in keys {
        let mut panel = panel_of(recap(), 0);
        panel.harness.run_steps(2);
        panel.harness.key_press(key);
        assert_eq!(panel.answer(), Some(intent), "{key:?}");
    }
    let mut panel = panel_of(recap(), 0);
    panel.harness.get_by_label_contains("1. Mott walks to i5").click();
    assert_eq!(panel.answer(), Some(Intent::RecapTo(0)));
}

/// The end of a won battle whose field can still be looked at.
pub(super) fn won() -> ResultModel {
    ResultModel {
        winner: Some(Team(0)),
        verdict: "You won: all of the gang are out of the fight".into(),
        decided: None,
        luck: LuckModel::Unknown("Not counted"),
        rounds: 6,
        from_round: 5,
        seed: "7".into(),
        rows: Vec::new(),
        recorded: true,
    }
}

#[test]
fn the_end_is_not_left_by_the_key_that_struck_the_last_blow() {
    let (mut panel, model) = changing(battle());
    model.borrow_mut().result = Some(won());
    // A pass takes a quarter of a second: Enter presses the first button once a second and a half has passed.
    assert_eq!(panel.step(), None);
    for after in ["250 ms", "750 ms", "1250 ms"] {
        assert_eq!(enter(&mut panel, true), None, "after {after}");
        assert_eq!(enter(&mut panel, false), None);
    }
    assert_eq!(enter(&mut panel, true), Some(Intent::PlayAnew));
}

#[test]
fn a_question_of_any_length_leaves_the_board_its_room() {
    for window in WINDOWS {
        let board = |title: &str| {
            let mut model = question();
            model.question.as_mut().unwrap().question.title = title.into();
            let room = Rc::new(Cell::new(None));
            let kept = Rc::clone(&room);
            let _panel = panel(window, move |ui| {
                let shown = show(ui, &model);
                kept.set(Some(shown.board));
                shown.intent
            });
            room.get().unwrap()
        };
        let short = board("Mott may strike");
        for count in 2..16 {
            assert_eq!(board(&"has two ".repeat(count)), short, "in a window of {window:?} with {count} words");
        }
    }
}

#[test]
fn an_amount_that_changes_nothing_is_said_to_and_takes_no_room() {
    let with = |second: u128| {
        let mut model = question();
        let column = |value: i32, chance: u128| ColumnModel {
            value,
            label: format!("{value} Luck"),
            refusal: None,
            prospect: Some(prospect(0, "", chance, 31)),
            keeps: format!("keeps {}", 2 - value),
        };
        let columns = vec![column(0, 52), column(1, second)];
        let columns = ColumnsModel { key: "luck", label: "Luck".into(), columns, chosen: 0 };
        model.question.as_mut().unwrap().briefed.columns = Some(columns);
        panel_of(model, 0)
    };
    let shows = |panel: &TestPanel<'_, Intent>| panel.harness.query_by_label_contains("1 Luck, ").is_some();
    let (idle, of_use) = (with(52), with(61));
    assert!(shows(&of_use) && !shows(&idle));
    let says = |panel: &TestPanel<'_, Intent>| panel.harness.query_by_label("Would not help: Luck").is_some();
    assert!(says(&idle) && !says(&of_use));
}

/// The end of a battle of so many fighters.
fn ended(count: usize) -> BattleModel {
    let chip = battle().top.order.remove(0);
    let row = |at: usize| ResultRow {
        team: Team(0),
        side: "The watch".into(),
        name: format!("Fighter {at}"),
        look: chip.look,
        hits: Some((2, 5)),
        dealt: 14,
        taken: 9,
        state: "dying".into(),
    };
    let luck = |team: Team| LuckRow {
        team,
        name: team.name().into(),
        attacks: 12,
        landed: 7,
        expected_to_land: 5.25,
        damage: 61,
        expected_damage: 48.4,
    };
    let decided = Some("Round 4: Jorn hits Roana: 25 damage, Roana is out".into());
    let luck = LuckModel::Counted([Team(0), Team(1)].map(luck).to_vec());
    BattleModel {
        result: Some(ResultModel { rows: (0..count).map(row).collect(), decided, luck, ..won() }),
        ..battle()
    }
}

#[test]
fn the_end_shows_everybody_or_says_that_there_are_more() {
    for (count, hidden) in [(4, false), (11, false), (14, false), (24, true)] {
        let panel = panel_of(ended(count), 0);
        panel.picture(&format!("result-of-{count}"));
        let again = panel.harness.get_by_label("Play again").rect();
        let last = panel.harness.get_by_label_contains(&format!("Fighter {}, ", count - 1)).rect();
        assert_eq!(last.bottom() > again.top(), hidden, "{count}: {last:?}");
        assert_eq!(panel.harness.query_by_label("more below").is_some(), hidden, "{count}");
        assert!(panel.harness.get_by_label("Later").rect().bottom() < 700.0, "{count}");
    }
}

#[test]
fn no_key_that_does_nothing_is_named_below_the_end() {
    let log = |model: BattleModel| {
        let nowhere = BattleModel { square: None, ..model };
        panel_of(nowhere, 0).harness.query_by_label_contains("Log: ").is_some()
    };
    assert!(log(battle()) && !log(ended(4)));
}
