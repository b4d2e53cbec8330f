//! The rows that matter now: they keep their places while odds come in, and an address leads to one of them.

use super::*;
use crate::{
    panels::battle::{LIKELY, listing::Listing, model::RowModel, workbench::PartModel},
    rules::{ItemId, Refusal, RuleId},
};

/// The rows from top to bottom.
fn rows(model: &BattleModel) -> Vec<(String, Option<CombatantId>, Option<u8>)> {
    let listing = Listing::of(model);
    let rows = listing.sections.into_iter().flat_map(|(.., rows)| rows);
    rows.map(|row| (row.title, row.on, row.digit)).collect()
}

#[test]
fn what_matters_now_is_a_few_rows() {
    let panel = panel_of(battle(), 0);
    let rows: Vec<String> = ["1 Shoot crossbow at Lysk", "2 Shoot crossbow at Krag", "3 Move", "4 Full defence"]
        .into_iter()
        .map(|row| format!("{:?}", panel.harness.get_by_label_contains(row).rect().top()))
        .collect();
    assert_eq!(rows.len(), 4);
    assert!(panel.harness.query_by_label_contains("Draw").is_none());
    let mut lying = battle();
    let mut stand = lying.offers[3].clone();
    (stand.title, stand.role, stand.address.digit) = ("Stand up".into(), crate::rules::Role::Recover, Some(5));
    lying.offers.push(stand);
    let panel = panel_of(lying, 0);
    let top = |label: &str| panel.harness.get_by_label_contains(label).rect().top();
    assert!(top("1 Stand up") < top("2 Shoot crossbow at Lysk"), "the likely comes first");
    let mut empty = battle();
    let mut load = empty.offers[3].clone();
    (load.title, load.role, load.rank) = ("Load crossbow".into(), crate::rules::Role::Prepare, LIKELY);
    load.address.digit = Some(5);
    empty.offers.push(load);
    let panel = panel_of(empty, 0);
    let top = |label: &str| panel.harness.get_by_label_contains(label).rect().top();
    assert!(top("1 Load crossbow") < top("2 Shoot crossbow at Lysk"), "what is empty is loaded first");
}

#[test]
fn rows_below_the_blows_keep_their_places_while_odds_come_in() {
    let all = battle();
    let end = rows(&all);
    let below = |rows: &[(String, Option<CombatantId>, Option<u8>)]| {
        rows.iter()
            .enumerate()
            .filter(|(_, (_, on, _))| on.is_none())
            .map(|(at, row)| (at, row.0.clone()))
            .collect::<Vec<_>>()
    };
    assert!(!below(&end).is_empty(), "{end:?}");
    for known in 0..2 {
        let mut some = battle();
        some.list.counting = true;
        some.offers[1].prospects.truncate(known);
        // Nib could be struck as well, but its odds are unknown: in the end it is not among the rows.
        some.offers[1].aims.truncate(2);
        let now = rows(&some);
        assert_eq!(below(&now), below(&end), "with {known} known");
        let whom: Vec<_> = now.iter().filter_map(|(_, on, _)| *on).collect();
        assert_eq!(whom, [2, 7].map(CombatantId), "nearest first, whatever is known");
        // The third may be another row a moment later.
        assert!(now.iter().all(|(.., digit)| digit.is_none()), "{now:?}");
        assert_eq!(press(some, Modifiers::NONE, Key::Num3), None);
    }
}

#[test]
fn a_row_stays_while_its_odds_are_worked_out_anew() {
    let mut model = battle();
    model.offers[1].before = std::mem::take(&mut model.offers[1].prospects);
    assert_eq!(rows(&model), rows(&battle()));
    let panel = panel_of(model, 0);
    assert!(
        panel.harness.query_by_label_contains("Shoot crossbow at Lysk, 34 %").is_none(),
        "an old chance is not shown"
    );
}

#[test]
fn against_somebody_rows_do_not_change_places_with_each_number() {
    let counted = |counting: bool, known: bool| {
        let mut model = pinned();
        let mut stab = OfferModel { title: "Stab".into(), refusal: None, rank: 9, ..model.offers[1].clone() };
        stab.address.digit = Some(2);
        stab.prospects = if known { vec![prospect(2, "Lysk", 12, 9)] } else { Vec::new() };
        model.offers[6] = stab;
        model.list.counting = counting;
        rows(&model).into_iter().map(|(title, ..)| title).take(2).collect::<Vec<_>>()
    };
    assert_eq!(counted(true, false), counted(true, true));
    assert_ne!(counted(true, true), counted(false, true), "once all is known, the most harm comes first");
}

#[test]
fn where_no_group_is_open_rows_are_chosen_by_their_place() {
    let model = battle();
    let digits: Vec<Option<u8>> = rows(&model).into_iter().map(|(.., digit)| digit).collect();
    assert_eq!(digits, [1, 2, 3, 4].map(Some));
    let aimed = |who| Some(Intent::SetTarget { offer: 1, who: CombatantId(who) });
    let open = || BattleModel { chosen: None, ..battle() };
    assert_eq!(press(open(), Modifiers::NONE, Key::Num1), aimed(2));
    assert_eq!(press(open(), Modifiers::NONE, Key::Num2), aimed(7));
    assert_eq!(press(open(), Modifiers::NONE, Key::Num3), Some(Intent::ChooseOffer(0)));
    assert_eq!(press(open(), Modifiers::NONE, Key::Num9), None);
    // The same digit again carries out its choice; another digit chooses another row.
    let chosen = || BattleModel { chosen: Some(1), ..battle() };
    assert_eq!(press(chosen(), Modifiers::NONE, Key::Num1), Some(Intent::Commit));
    assert_eq!(press(chosen(), Modifiers::NONE, Key::Num2), aimed(7));
}

#[test]
fn what_is_chosen_of_the_rows_that_matter_now_keeps_its_place() {
    // With little put into it, the chosen blow is no longer the best, not even against its target.
    let model = Rc::new(RefCell::new(battle()));
    let now = Rc::clone(&model);
    let mut panel = panel(WINDOWS[0], move |ui| show(ui, &now.borrow()).intent);
    panel.harness.run();
    let top = |panel: &TestPanel<'_, Intent>, row: &str| panel.harness.get_by_label_contains(row).rect().top();
    let before = top(&panel, "1 Shoot crossbow at Lysk");
    {
        let mut model = model.borrow_mut();
        let mut stab = OfferModel { title: "Stab".into(), refusal: None, rank: 9, ..model.offers[1].clone() };
        stab.prospects = vec![prospect(2, "Lysk", 90, 9), prospect(7, "Krag", 90, 9)];
        model.offers[6] = stab;
        (model.chosen, model.list.held) = (Some(1), true);
        model.offers[1].prospects.iter_mut().for_each(|prospect| prospect.mean = Fraction::ZERO);
    }
    panel.harness.run();
    assert_eq!(top(&panel, "1 Shoot crossbow at Lysk"), before);
}

#[test]
fn a_row_that_a_choice_has_closed_tells_its_own_reason() {
    // Another offer has the same address, and another reason.
    let mut model = pinned();
    let before = Listing::of(&model).known(&model);
    let at = rows(&model).iter().position(|(title, ..)| title == "Shoot crossbow").expect("a blow");
    let mut other = OfferModel { title: "Shoot bow".into(), item: Some(ItemId(40)), ..model.offers[1].clone() };
    other.refusal = Some(Refusal::new(RuleId("PCT-GEAR-01"), "Not in hand"));
    model.offers[1].refusal = Some(Refusal::new(RuleId("PCT-TURN-01"), "No action left"));
    model.offers.insert(0, other);
    let kept = Listing::of(&model).keeping(&model, &before);
    let row = kept.sections.iter().flat_map(|(.., rows)| rows).nth(at).expect("in its place");
    assert_eq!((&*row.title, &*row.second), ("Shoot crossbow", "No action left"));
}

#[test]
fn who_is_out_is_struck_last_and_by_name() {
    let mut model = listing(Some(Group::Attack));
    let mut finish = OfferModel { title: "Stab".into(), ..model.offers[1].clone() };
    let fallen = CombatantId(40);
    finish.aims = vec![(fallen, None)];
    finish.prospects = vec![prospect(40, "Odo", 92, 90)];
    finish.address.digit = Some(1);
    model.offers[1].address.digit = Some(2);
    model.offers.push(finish);
    let listing = Listing::of(&model);
    let all: Vec<_> = listing.sections.iter().flat_map(|(.., rows)| rows).collect();
    assert_eq!(all.iter().map(|row| &*row.title).collect::<Vec<_>>(), ["Shoot crossbow", "Stab"]);
    assert_eq!((all[1].digit, &*all[1].second), (Some(1), "Odo, out of the fight"), "it keeps its digit");
}

#[test]
fn each_row_says_the_word_of_the_chance_that_its_forecast_tells() {
    let mut model = battle();
    let mut stab = OfferModel { title: "Stab".into(), ..model.offers[1].clone() };
    stab.prospects = vec![Prospect { event: "harms".into(), ..prospect(7, "Krag", 60, 90) }];
    model.offers.push(stab);
    let listing = Listing::of(&model);
    let rows = listing.sections.iter().flat_map(|(.., rows)| rows);
    let told: Vec<(String, Fraction)> =
        rows.filter_map(|row| row.prospect.clone()).map(|prospect| (prospect.event, prospect.chance)).collect();
    assert!(["hits", "harms"].iter().all(|word| told.iter().any(|(event, _)| event == word)), "{told:?}");
}

#[test]
fn once_nothing_is_left_to_act_with_what_can_still_be_done_stands_first_with_its_digit() {
    let model = battle();
    let before = Listing::of(&model);
    let all = |listing: &Listing| {
        let rows = listing.sections.iter().flat_map(|(.., rows)| rows);
        rows.map(|row| (row.title.clone(), row.digit, row.gone.is_some())).collect::<Vec<_>>()
    };
    let known = before.known(&model);
    let mut after = model.clone();
    let last = all(&before).len() - 1;
    let kept = before.sections.iter().flat_map(|(.., rows)| rows).nth(last).expect("several").index;
    for (index, offer) in after.offers.iter_mut().enumerate().filter(|(index, _)| *index != kept) {
        offer.refusal = Some(Refusal::new(RuleId("PCT-TURN-01"), format!("No action left for {index}")));
    }
    let stood = Listing::of(&after).keeping(&after, &known);
    assert!(all(&stood)[0].2 && !all(&stood)[last].2, "{:?}", all(&stood));
    let first = stood.clone().open_first();
    assert_eq!(all(&first)[0], all(&stood)[last], "with its digit");
    let mut digits: Vec<_> = all(&first).into_iter().map(|(_, digit, _)| digit).collect();
    digits.sort_unstable();
    assert_eq!(digits, all(&stood).into_iter().map(|(_, digit, _)| digit).collect::<Vec<_>>());
}

#[test]
fn a_way_with_a_blow_laid_on_the_board_is_a_row_against_its_target() {
    let mut model = pinned();
    model.chosen = Some(0);
    let words = "Run to k8 and strike Lysk with sword".to_owned();
    model.list.laid = Some(LaidModel { words: words.clone(), prospect: Some(prospect(2, "Lysk", 42, 9)) });
    assert_eq!(rows(&model).first().map(|(title, ..)| title.clone()), Some(words.clone()));
    let mut panel = panel_of(model, 0);
    panel.assert_legible();
    panel.harness.get_by_label_contains(&words[..20]).click();
    assert_eq!(panel.answer(), Some(Intent::Commit), "it is what is chosen");
}

#[test]
fn one_press_answers_as_the_row_stands_and_an_amount_opens_first() {
    let mut model = question();
    let row = |key, label: &str, values: &[&str]| RowModel {
        settles: Settles::Parameter(key),
        label: label.into(),
        values: values.iter().enumerate().map(|(value, words)| (value as i32, (*words).into(), None)).collect(),
        chosen: 0,
    };
    (model.chosen, model.offers[0].rows) = (Some(1), vec![row("strike", "Strike", &["None", "Trip"])]);
    assert_eq!(press(model.clone(), Modifiers::NONE, Key::Num1), Some(Intent::Answer(0)));
    panel_of(model.clone(), 0).harness.get_by_label("A click or digit answers for Cale");
    // The arrows bring its other parameters into view.
    assert_eq!(press(model.clone(), Modifiers::CTRL, Key::ArrowUp), Some(Intent::ChooseOffer(0)));
    (model.offers[0].rows, model.offers[0].opens) = (vec![row("ap", "AP", &["0", "1", "2"])], true);
    assert_eq!(press(model.clone(), Modifiers::NONE, Key::Num1), Some(Intent::ChooseOffer(0)));
    panel_of(model, 0).harness.get_by_label("A click or digit answers for Cale; amounts are set first");
}

#[test]
fn a_digit_chooses_the_row_it_stands_at_and_the_thing_chosen_in_it() {
    let gear = |chosen| BattleModel { chosen, ..listing(Some(Group::Gear)) };
    assert_eq!(press(gear(None), Modifiers::NONE, Key::Num1), Some(Intent::ChooseOffer(5)));
    assert_eq!(press(gear(Some(9)), Modifiers::NONE, Key::Num1), Some(Intent::Commit), "the club in the same row");
}

#[test]
fn a_nervous_second_click_on_a_row_does_not_do_it() {
    let chosen = Rc::new(Cell::new(false));
    let now = Rc::clone(&chosen);
    let mut panel = panel(WINDOWS[0], move |ui| {
        let model = BattleModel { chosen: now.get().then_some(3), ..listing(Some(Group::Stance)) };
        show(ui, &model).intent
    });
    let at = panel.harness.get_by_label("A2 Full defence, +20 to every defence").rect().center();
    let click = |panel: &mut TestPanel<'static, Intent>| {
        for pressed in [true, false] {
            let button = bevy_egui::egui::PointerButton::Primary;
            let button = Event::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE };
            panel.harness.input_mut().events.extend([Event::PointerMoved(at), button]);
        }
        panel.harness.step();
    };
    click(&mut panel);
    assert_eq!(panel.answer.borrow_mut().take(), Some(Intent::ChooseOffer(3)));
    chosen.set(true);
    click(&mut panel);
    assert_eq!(panel.answer.borrow_mut().take(), None, "two clicks in a quarter of a second are one");
}

#[test]
fn what_is_being_played_is_told_as_its_card_tells_it() {
    let mut model =
        BattleModel { offers: Vec::new(), chosen: None, aftermath: None, can_show_again: false, ..told::told() };
    let label = "Show again: Cale hits Lysk: 13 damage, 2 wounds.";
    assert!(
        panel_of(model.clone(), 0).harness.query_by_label_contains(label).is_none(),
        "nothing of it has been told yet"
    );
    model.is_telling = true;
    panel_of(model, 0).harness.get_by_label_contains(label);
}

/// A defence made of three parts, the first of which is taken.
fn defence() -> BattleModel {
    let mut model = question();
    let mut bench = workbench::bench().workbench.expect("a workbench");
    bench.offer = 0;
    bench.ruler = None;
    bench.parts.iter_mut().for_each(|part: &mut PartModel| part.digit = None);
    model.offers[0].rows = vec![RowModel {
        settles: Settles::Parameter("gap"),
        label: "Find the Gap".into(),
        values: vec![(1, "Yes".into(), None), (0, "No".into(), None)],
        chosen: 0,
    }];
    model.workbench = Some(bench);
    model
}

#[test]
fn an_answer_made_of_parts_is_built_part_by_part() {
    for window in 0..2 {
        let panel = panel_of(defence(), window);
        panel.picture(["defence-small", "defence"][window]);
        panel.assert_legible();
        panel.harness.get_by_label("Find the Gap, Basic 2 AP, 95 % without it, 97 % with it");
        panel.harness.get_by_label("Whirlwind, Intermediate 3 AP, Needs 9 AP, POO-COMP-02");
        assert!(panel.harness.query_by_label_contains("Favourite 1").is_none(), "favourites are the turn's");
    }
    let settle = |key, value| Some(Intent::SetParameter { offer: 0, key, value });
    assert_eq!(press(defence(), Modifiers::SHIFT, Key::Num2), settle("gap", 0));
    assert_eq!(press(defence(), Modifiers::SHIFT, Key::Num3), settle("stun", 1));
    assert_eq!(press(defence(), Modifiers::SHIFT, Key::Num4), None, "what is refused cannot be taken");
    assert_eq!(click(defence(), "Stunning Blow, Basic 3 AP, 97 % without it, 93 % with it"), settle("stun", 1));
    assert_eq!(press(defence(), Modifiers::NONE, Key::Num0), Some(Intent::Answer(1)), "digits answer");
    assert_eq!(press(defence(), Modifiers::NONE, Key::B), None, "nothing is kept in a question");
}

#[test]
fn what_can_be_let_pass_is_in_view_however_many_answers_there_are() {
    for window in 0..2 {
        let mut model = question();
        let answer = model.offers[0].clone();
        model.offers.extend((2..9).map(|digit| OfferModel {
            title: format!("Parry {digit}"),
            address: Address { group: Group::Answer, digit: Some(digit) },
            ..answer.clone()
        }));
        model.offers.extend((2..9).map(|digit| OfferModel {
            title: format!("Dodge {digit}"),
            address: Address { group: Group::Answer, digit: None },
            ..answer.clone()
        }));
        let panel = panel_of(model, window);
        panel.picture(["many-answers-small", "many-answers"][window]);
        let act = panel.harness.get_by_role_and_label(Role::Button, "Strike Cale with sword").rect();
        let pass = panel.harness.get_by_label("0 Let it pass, it goes on").rect();
        assert!(pass.bottom() <= act.top() && pass.height() > 20.0, "{pass:?} {act:?}");
    }
}

#[test]
fn what_is_hardly_possible_is_not_called_nothing_in_a_row() {
    let mut model = battle();
    model.offers[1].prospects[0].chance = Fraction::new(1, 400);
    model.offers[1].prospects[1].chance = Fraction::new(1, 3);
    let panel = panel_of(model, 0);
    let texts = testing::texts(&panel.harness.output().shapes);
    let has = |words: &str| texts.iter().any(|(.., text)| text == words);
    assert!(has("<1") && has("33"), "a quarter of one in a hundred");
}

#[test]
fn what_ends_something_for_an_enemy_alone_is_no_likely_wish() {
    let with = |who: u16| {
        let mut model = battle();
        let mut beat = model.offers[2].clone();
        (beat.title, beat.role) = ("Beat out flames".into(), crate::rules::Role::Recover);
        beat.aims = vec![(CombatantId(who), None)];
        model.offers.push(beat);
        rows(&model).iter().any(|(title, ..)| title == "Beat out flames")
    };
    assert!(with(4) && with(1) && !with(7), "for Bero, for Cale himself, not for Krag");
}

#[test]
fn a_large_window_cuts_no_name_that_a_small_one_shows() {
    for window in 0..2 {
        let mut model = battle();
        model.offers[1].prospects[0].words = "Strike Dietlind with longsword".into();
        let panel = panel_of(model, window);
        panel.picture(["long-name-small", "long-name"][window]);
        panel.assert_legible();
        // A cut text has only one line.
        let texts = testing::texts(&panel.harness.output().shapes);
        let heights: Vec<f32> = texts
            .iter()
            .filter(|(.., text)| text == "Strike Dietlind with longsword")
            .map(|(at, ..)| at.height())
            .collect();
        assert!(window == 0 || heights.iter().any(|height| *height > 24.0), "{heights:?} in window {window}");
    }
}

#[test]
fn while_the_field_is_looked_at_the_end_is_a_key_away() {
    let over = Some("You won: all of the gang are out of the fight".to_string());
    let model = BattleModel { over, offers: Vec::new(), chosen: None, actor: None, ..battle() };
    for window in 0..2 {
        let panel = panel_of(model.clone(), window);
        panel.picture(["over-small", "over"][window]);
        panel.assert_legible();
        panel.harness.get_by_label("You won: all of the gang are out of the fight");
    }
    assert_eq!(click(model.clone(), "Back to the result"), Some(Intent::ShowEnd));
    assert_eq!(press(model.clone(), Modifiers::NONE, Key::Enter), Some(Intent::ShowEnd));
    assert_eq!(press(model.clone(), Modifiers::NONE, Key::Escape), Some(Intent::ShowEnd));
    assert_eq!(press(model, Modifiers::NONE, Key::Y), Some(Intent::ShowAgain));
}

#[test]
fn every_term_stands_below_a_short_list_and_never_over_it() {
    let mut model = BattleModel { pinned: true, ..listing(Some(Group::Stance)) };
    let forecast = model.forecast.as_mut().unwrap();
    let terms = forecast.attack.terms.clone();
    forecast.attack.terms.extend((0..8).flat_map(|_| terms.clone()));
    let mut panel = panel_of(model, 0);
    panel.harness.run_steps(3);
    panel.picture("terms-of-a-short-list");
    let rows = ["A1", "A2"].map(|row| panel.harness.get_by_label_contains(row).rect());
    let headline = panel.harness.get_by_label_contains("hits Lysk from k8. Needs").rect();
    for row in rows {
        assert!(row.bottom() <= headline.top() + 0.5, "{row:?} {headline:?}");
    }
    panel.assert_legible();
}

#[test]
fn terms_are_folded_before_the_mean_and_who_is_out_give_way() {
    let mut model = listing(Some(Group::Attack));
    let forecast = model.forecast.as_mut().unwrap();
    forecast.notes = vec![
        ("Hits".into(), "74 %".into()),
        ("Mean damage".into(), "8.1".into()),
        ("Lysk is out".into(), "7 %".into()),
    ];
    let terms = forecast.attack.terms.clone();
    let shown = |terms: usize| {
        let mut model = model.clone();
        let forecast = model.forecast.as_mut().unwrap();
        forecast.attack.terms = forecast.attack.terms.iter().cycle().take(terms).cloned().collect();
        let mut panel = panel_of(model, 1);
        panel.harness.run_steps(6);
        panel.assert_legible();
        panel.harness.get_by_label_contains("Mean damage");
        panel.harness.get_by_label_contains("Lysk is out");
        panel.harness.query_by_label_contains(" terms").is_some()
    };
    assert!(!shown(terms.len()), "few terms stand in rows of their own");
    assert!(shown(60), "many are folded");
}

#[test]
fn the_chosen_row_says_its_second_words_once_and_whole() {
    const WORDS: &str =
        "until somebody comes within reach of what is in hand, or has turned his back on it for a moment";
    for window in 0..2 {
        let mut model = listing(Some(Group::Stance));
        let index = model.offers.iter().position(|offer| offer.address.group == Group::Stance && offer.is_open());
        let index = index.expect("something to do");
        (model.offers[index].about, model.chosen) = (WORDS.into(), Some(index));
        let panel = panel_of(model, window);
        panel.assert_legible();
        let read = testing::read(&panel.harness.output().shapes);
        let told: Vec<&String> =
            read.iter().map(|(_, words)| words).filter(|words| words.starts_with("until")).collect();
        assert_eq!(told, [WORDS], "window {window}");
    }
}

#[test]
fn rows_keep_their_places_when_what_came_of_a_choice_has_been_read() {
    let model = Rc::new(RefCell::new(battle()));
    let now = Rc::clone(&model);
    let mut panel = panel(WINDOWS[0], move |ui| show(ui, &now.borrow()).intent);
    panel.harness.run();
    // The choice has made a likelier wish possible, and the walk impossible.
    {
        let mut model = model.borrow_mut();
        let mut stand = model.offers[3].clone();
        (stand.title, stand.role, stand.address.digit) = ("Stand up".into(), crate::rules::Role::Recover, Some(5));
        model.offers.push(stand);
        model.offers[0].refusal = Some(Refusal::new(RuleId("PCT-TURN-01"), "No action left"));
        (model.aftermath, model.list.revision) = (told::told().aftermath, 7);
    }
    let tops = |panel: &TestPanel<'_, Intent>| {
        ["Shoot crossbow at Lysk, ", "Shoot crossbow at Krag, ", "Full defence", "Stand up"]
            .map(|row| panel.harness.get_by_label_contains(row).rect().top().round() as i32)
    };
    panel.harness.run();
    let told = tops(&panel);
    assert!(told.is_sorted(), "what has become possible comes last: {told:?}");
    model.borrow_mut().aftermath = None;
    panel.harness.run();
    assert!(tops(&panel).is_sorted(), "it has been read, and nothing else has happened");
    panel.harness.get_by_label_contains("3 Full defence");
    // At the next choice, the likeliest row is first again.
    model.borrow_mut().list.revision = 8;
    panel.harness.run();
    assert!(!tops(&panel).is_sorted());
}

#[test]
fn an_act_of_several_blows_says_at_whom_its_chance_is() {
    let mut model = battle();
    let odds = Prospect { on: None, words: String::new(), ..prospect(7, "Krag", 71, 50) };
    let mut several = OfferModel { title: "Attack with several weapons".into(), ..model.offers[1].clone() };
    (several.prospects, several.aims, several.rows) = (vec![odds], Vec::new(), Vec::new());
    model.offers.push(several);
    let listing = Listing::of(&model);
    let row = listing.sections.iter().flat_map(|(.., rows)| rows).find(|row| row.title.contains("several"));
    assert_eq!(row.map(|row| &*row.second), Some("at Krag"));
    panel_of(model, 0).harness.get_by_label_contains("Attack with several weapons, at Krag, 71 % hits");
}
