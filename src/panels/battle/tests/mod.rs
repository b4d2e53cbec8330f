//! The battle's panels, driven as a person would and checked for what can be read.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use bevy_egui::egui::{Event, Key, Modifiers, accesskit::Role, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::{
    Dialog, Intent,
    dialogs::ConcessionModel,
    model::*,
    result::{LuckModel, LuckRow, ResultModel, ResultRow},
    show,
};
use crate::dice::Fraction;
use crate::panels::testing::{self, TestPanel, WINDOWS, battle, offer, panel, prospect};
use crate::panels::widgets::card::ChipState;
use crate::rules::{Address, CombatantId, Group, Question, Rule, RuleId, RuleKind, Team};

mod advice;
mod asked;
mod keys;
mod large;
mod now;
mod order;
mod promises;
mod small;
mod told;
mod workbench;

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
    for (index, (width, height)) in [(832.0, 644.0), (1194.0, 968.0)].into_iter().enumerate() {
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
fn the_goals_stand_in_the_top_bar() {
    for window in 0..2 {
        let panel = panel_of(battle(), window);
        let goals = panel.harness.get_by_label_contains("Orange: Put every enemy out of the fight").rect();
        assert!(goals.bottom() <= [48.0, 72.0][window], "{goals:?}");
        panel.harness.get_by_label_contains("Round 2 of 12");
        // In full, and not only in a tooltip.
        let texts = testing::texts(&panel.harness.output().shapes);
        for (side, words, brief) in &battle().top.goals {
            let words = format!("{side}: {}", [brief, words][window]);
            assert!(texts.iter().any(|(.., text)| *text == words), "`{words}` is cut in window {window}");
        }
        // They crowd no name out of the order of turns.
        for chip in &battle().top.order {
            let at = panel.harness.get_by_label_contains(&format!("{} {}", chip.name, chip.value)).rect();
            assert!(at.width() > 70.0, "{} has no name in window {window}: {at:?}", chip.name);
        }
        panel.assert_legible();
    }
    let mut alike = battle();
    alike.top.goals.iter_mut().for_each(|goal| goal.1 = "Put every enemy out of the fight".into());
    let panel = panel_of(alike, 0);
    panel.harness.get_by_label_contains("Each side: Put every enemy out of the fight");
}

#[test]
fn an_offer_is_chosen_by_group_and_digit() {
    assert_eq!(press(battle(), Modifiers::NONE, Key::A), Some(Intent::List(Some(Group::Stance))));
    assert_eq!(click(battle(), "A Stance, 2 open"), Some(Intent::List(Some(Group::Stance))));
    let stance = || listing(Some(Group::Stance));
    assert_eq!(click(stance(), "A2 Full defence, +20 to every defence"), Some(Intent::ChooseOffer(3)));
    assert_eq!(press(stance(), Modifiers::NONE, Key::Num2), Some(Intent::ChooseOffer(3)));
    assert_eq!(press(stance(), Modifiers::NONE, Key::Num9), None);
    let chosen = BattleModel { chosen: Some(3), ..stance() };
    assert_eq!(press(chosen.clone(), Modifiers::NONE, Key::Num2), Some(Intent::Commit), "the same digit again");
    assert_eq!(press(chosen.clone(), Modifiers::NONE, Key::Enter), Some(Intent::Commit));
    assert_eq!(click(chosen, "A2 Full defence, +20 to every defence"), Some(Intent::Commit), "the same row again");
}

fn listing(open: Option<Group>) -> BattleModel {
    let mut model = battle();
    model.list.open = open;
    model
}

fn pinned() -> BattleModel {
    let mut model = battle();
    model.list.pin = model.target.clone();
    model
}

#[test]
fn keys_are_places_on_the_keyboard() {
    let mut panel = panel_of(battle(), 0);
    // On another layout, the same position writes another letter.
    let event = |pressed| Event::Key {
        key: Key::Z,
        physical_key: Some(Key::W),
        pressed,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    panel.harness.event(event(true));
    assert_eq!(panel.answer(), Some(Intent::List(Some(Group::Attack))));
}

#[test]
fn the_rail_counts_what_is_open_and_nothing_vanishes() {
    let panel = panel_of(battle(), 0);
    for entry in ["Q Move, 1 open", "W Attack, 1 open", "R Stunt, 0 open", "S Gear, 1 open", "Esc Now, 4 open"] {
        panel.harness.get_by_label(entry);
    }
    assert!(panel.harness.query_by_label_contains("Magic").is_none(), "these rules have no magic");
}

#[test]
fn promise_5_rail_end_of_turn_and_do_stay_in_their_places_whatever_is_listed() {
    let places = |model: BattleModel| {
        let panel = panel_of(model, 0);
        let place = |label: &str| panel.harness.get_by_label_contains(label).rect();
        let end = panel.harness.get_by_role_and_label(Role::Button, "End turn").rect();
        let act = panel.harness.get_by_role_and_label(Role::Button, "Shoot crossbow at Lysk").rect();
        (place("Q Move"), place("S Gear"), end, act)
    };
    let mut many = listing(Some(Group::Attack));
    let offer = many.offers[1].clone();
    many.offers.extend((0..20).map(|number| OfferModel { title: format!("Blow {number}"), ..offer.clone() }));
    many.list.refused = true;
    let now = places(battle());
    assert_eq!(places(many), now);
    assert_eq!(places(pinned()), now);
}

#[test]
fn against_somebody_harm_comes_first_and_chances_say_of_what() {
    let panel = panel_of(pinned(), 0);
    panel.picture("against");
    panel.assert_legible();
    panel.harness.get_by_label("Against Lysk, Bow, quilted coat, 21 of 30");
    let top = |label: &str| panel.harness.get_by_label_contains(label).rect().top();
    assert!(top("1 Shoot crossbow, 34 % hits Lysk") < top("3 Trip"));
    assert_eq!(click(pinned(), "Release the target"), Some(Intent::Unpin));
}

#[test]
fn what_differs_only_in_the_thing_used_is_one_row() {
    let mut gear = listing(Some(Group::Gear));
    gear.chosen = Some(5);
    let panel = panel_of(gear.clone(), 0);
    panel.picture("gear");
    panel.harness.get_by_label("S1 Draw, Knife, Club");
    assert_eq!(click(gear, "What: Club"), Some(Intent::ChooseOffer(9)));
    // An offer with another cost is a row of its own.
    let mut free = listing(Some(Group::Gear));
    free.offers[9].cost = crate::rules::Cost::FREE;
    let panel = panel_of(free, 0);
    // S1 leads only to the first of them.
    panel.harness.get_by_label("S1 Draw knife");
    panel.harness.get_by_label("Draw club");
}

#[test]
fn of_many_values_the_first_stand_and_the_rest_are_one_press_away() {
    let panel = panel_of(battle(), 0);
    panel.harness.get_by_label("Strike: None");
    assert!(panel.harness.query_by_label("Strike: Maim −20").is_none());
    let mut panel = panel_of(battle(), 0);
    panel.harness.get_by_label("Strike: 2 more").click();
    assert_eq!(panel.answer(), None);
    panel.harness.get_by_label("Strike: Maim −20").click();
    let maim = Intent::SetParameter { offer: 1, key: "strike", value: 5 };
    assert_eq!(panel.answer(), Some(maim));
}

#[test]
fn nothing_chosen_is_said_on_the_button_and_enter_ends_only_a_spent_turn() {
    let mut model = BattleModel { chosen: None, forecast: None, ..battle() };
    model.act = ActModel { words: "Choose, or point at the board".into(), ..ActModel::default() };
    assert_eq!(click(model.clone(), "Choose, or point at the board"), None);
    assert_eq!(press(model.clone(), Modifiers::NONE, Key::Enter), None);
    model.act = ActModel { words: "End turn".into(), ready: true, ends: true, keeps: String::new() };
    model.list.spent = true;
    assert_eq!(press(model.clone(), Modifiers::NONE, Key::Enter), Some(Intent::EndTurn));
    // The button names what is pointed at instead: pressing it does that, and the turn goes on.
    model.act = ActModel { words: "Choose: strike with knife".into(), ready: true, ..ActModel::default() };
    assert_eq!(press(model.clone(), Modifiers::NONE, Key::Enter), Some(Intent::Commit));
    assert_eq!(click(model, "Choose: strike with knife"), Some(Intent::Commit));
}

#[test]
fn the_end_of_the_turn_says_what_would_be_lost() {
    let mut model = battle();
    model.list.left = Some("Standard left".into());
    assert_eq!(click(model, "End turn, Standard left"), Some(Intent::EndTurn));
}

#[test]
fn space_is_the_end_of_the_turn_whatever_has_the_focus() {
    let mut panel = panel_of(battle(), 0);
    panel.harness.get_by_label_contains("3 Move").focus();
    panel.harness.run();
    panel.harness.key_press(Key::Space);
    assert_eq!(panel.answer(), Some(Intent::EndTurn));
    assert_eq!(press(question(), Modifiers::NONE, Key::Space), None, "Space answers no question");
}

#[test]
fn what_is_refused_is_one_line_that_tells_why() {
    let attack = || listing(Some(Group::Attack));
    assert_eq!(click(attack(), "2 not now: Stab, Slash"), Some(Intent::Refused));
    assert_eq!(press(attack(), Modifiers::NONE, Key::F2), Some(Intent::Refused));
    let mut told = attack();
    told.list.refused = true;
    let mut panel = panel_of(told, 1);
    panel.picture("refused");
    panel.harness.get_by_label("W2 Stab, W3 Slash, refused: Knife not in hand, PCT-GEAR-01");
    panel.harness.get_by_label("PCT-GEAR-01").click();
    assert_eq!(panel.answer(), Some(Intent::OpenRule(RuleId("PCT-GEAR-01"))));
}

#[test]
fn parameters_are_settled_by_click_and_by_key() {
    let gap = Intent::SetParameter { offer: 1, key: "strike", value: 2 };
    assert_eq!(click(battle(), "Strike: Leg −10"), Some(gap.clone()));
    assert_eq!(press(battle(), Modifiers::SHIFT, Key::Num3), Some(gap));
    let luck = Intent::SetParameter { offer: 1, key: "luck", value: 1 };
    assert_eq!(press(battle(), Modifiers::NONE, Key::Period), Some(luck));
    assert_eq!(press(battle(), Modifiers::NONE, Key::Comma), None, "there is no less");
}

#[test]
fn keys_pass_refused_values() {
    let mut model = battle();
    model.offers[1].rows[2].values[1].2 = Some("No Luck left, PCT-CHK-11".into());
    let most = Intent::SetParameter { offer: 1, key: "luck", value: 2 };
    assert_eq!(press(model, Modifiers::NONE, Key::Period), Some(most));
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
    panel.harness.get_by_label_contains("4 Full defence").click();
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
fn f6_goes_round_the_regions_and_arrows_move_within_one() {
    let mut panel = panel_of(battle(), 0);
    let step = |panel: &mut TestPanel<'_, Intent>, modifiers: Modifiers| {
        panel.harness.key_press_modifiers(modifiers, Key::F6);
        panel.harness.run();
        let focused = panel.harness.query_all_by(|node| node.is_focused());
        focused.filter_map(|node| node.accesskit_node().label()).find(|label| !label.is_empty())
    };
    let forward: Vec<Option<String>> = (0..9).map(|_| step(&mut panel, Modifiers::NONE)).collect();
    let starts = ["1 Shoot crossbow at Lysk", "From here", "Shoot crossbow at Lysk", "Esc Now", "End turn", "Cale 15"];
    for (start, focused) in starts.iter().zip(&forward) {
        assert!(focused.as_ref().is_some_and(|label| label.starts_with(start)), "{start}: {forward:?}");
    }
    assert_eq!(forward[6], None, "the board has the keys again: {forward:?}");
    assert_eq!(forward[7], forward[0], "round and round");
    assert_eq!(step(&mut panel, Modifiers::SHIFT), forward[7], "and back");
    // Within the rail the arrows move, and Enter presses.
    while !step(&mut panel, Modifiers::NONE).is_some_and(|label| label.starts_with("Esc Now")) {}
    panel.harness.key_press(Key::ArrowDown);
    panel.harness.run();
    panel.harness.key_press(Key::Enter);
    assert_eq!(panel.answer(), Some(Intent::List(Some(Group::Move))));
}

/// A question with two answers, the second of which lets it pass.
fn question() -> BattleModel {
    let question = Question {
        title: "Mott may strike Cale".into(),
        about: "Cale steps to j7".into(),
        rule: RuleId("PCT-REA-02"),
        on: Some(CombatantId(1)),
    };
    let answer = |digit, role, title: &str| {
        let address = Address { group: Group::Answer, digit: Some(digit) };
        OfferModel { address, ..offer((Group::Answer, digit), role, title, "", crate::rules::Cost::FREE) }
    };
    let mut strike = answer(1, crate::rules::Role::Harm, "Strike with sword");
    strike.prospects = vec![Prospect { on: None, name: String::new(), ..prospect(0, "", 52, 31) }];
    strike.needs = "60 or less".into();
    let mut pass = answer(0, crate::rules::Role::Pass, "Let it pass");
    pass.then = "it goes on".into();
    let briefed = BriefedModel {
        turn_of: "in Cale's turn".into(),
        rolls: vec![("to hit against 65".into(), "09".into())],
        grades: ["no wound", "one", "two or more", "out"].map(str::to_owned).to_vec(),
        of: "of 100 such blows".into(),
        kept: vec![KeptModel {
            words: "1 of 2 Luck".into(),
            back: "Luck does not come back in this battle".into(),
            rule: RuleId("PCT-CHK-11"),
        }],
        ..BriefedModel::default()
    };
    BattleModel {
        question: Some(QuestionModel { team: Team(1), side: "The gang".into(), question, number: 7, briefed }),
        offers: vec![strike, pass],
        chosen: Some(0),
        forecast: None,
        act: ActModel { words: "Strike Cale with sword".into(), ready: true, ..ActModel::default() },
        ..battle()
    }
}

#[test]
fn many_offers_leave_the_forecast_its_room() {
    let mut model = listing(Some(Group::Attack));
    let offer = model.offers[1].clone();
    model.offers.extend((0..20).map(|number| OfferModel {
        title: format!("Offer {number}"),
        rows: Vec::new(),
        ..offer.clone()
    }));
    for window in 0..2 {
        let panel = panel_of(model.clone(), window);
        panel.picture(["many-small", "many"][window]);
        panel.assert_legible();
        let act = panel.harness.get_by_role_and_label(Role::Button, "Shoot crossbow at Lysk").rect();
        let risk = panel.harness.get_by_label("56 % Mott hits Cale on the way, once").rect();
        assert!(risk.bottom() <= act.top(), "{risk:?} {act:?}");
        panel.harness.get_by_label_contains("34 %, hits Lysk from k8");
    }
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
    assert_eq!(click(menu.clone(), "Save and leave"), Some(Intent::SaveAndLeave));
    assert_eq!(click(menu, "Concede"), Some(Intent::Open(Dialog::Concede)), "one press does not end a battle");
    let concession = ConcessionModel { side: "The raiders".into(), refusal: None };
    let asks = BattleModel { dialog: Some(Dialog::Concede), concession, ..battle() };
    panel_of(asks.clone(), 0).harness.get_by_label("The raiders give up. This cannot be undone.");
    assert_eq!(click(asks.clone(), "Back"), Some(Intent::Open(Dialog::Menu)));
    assert_eq!(click(asks, "Concede"), Some(Intent::Concede));
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
    here.harness.get_by_label("Holds only in the edition Older");
    let elsewhere = panel_of(model(Some("Newer")), 1);
    elsewhere.harness.get_by_label("Holds only in the edition Older; Newer is played");
    elsewhere.picture("rule-of-an-edition");
}

#[test]
fn a_card_stands_in_the_list_where_there_is_no_dock() {
    let mut panel = panel_of(BattleModel { target_pointed: true, ..battle() }, 0);
    panel.harness.get_by_label_contains("k8 Lysk, bow, quilted coat, 21 of 30");
    assert!(panel.harness.query_by_label("Square k8").is_none(), "nothing lies over the board");
    panel.harness.key_press(Key::T);
    assert_eq!(panel.answer(), Some(Intent::Pin));
    let card = panel_of(BattleModel { pinned: true, ..battle() }, 0);
    card.picture("card");
    let square = card.harness.get_by_label("Square k8").rect();
    assert!(square.left() > 916.0, "{square:?}");
    card.assert_legible();
}

#[test]
fn a_refusal_passes_at_the_edge_of_the_board() {
    let toast = Some(ToastModel { words: "Knife not in hand".into(), rule: Some(RuleId("PCT-GEAR-01")) });
    let panel = panel_of(BattleModel { toast, ..battle() }, 0);
    panel.picture("pointed");
    panel.harness.get_by_label("Knife not in hand");
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
        side: ["The watch", "The gang"][usize::from(chip.look.side)].into(),
        name: chip.name,
        look: chip.look,
        hits: Some((2, 5)),
        dealt: 14,
        taken: 9,
        state: "21 of 30".into(),
    });
    let result = ResultModel {
        winner: Some(Team(0)),
        verdict: "You lost: all of the watch are out of the fight".into(),
        decided: Some("Round 6: Nib hits Bero: 9 damage, Bero is out".into()),
        luck: LuckModel::Counted(vec![LuckRow {
            team: Team(0),
            name: "The thieves".into(),
            attacks: 12,
            landed: 7,
            expected_to_land: 5.25,
            damage: 61,
            expected_damage: 48.4,
        }]),
        rounds: 6,
        from_round: 5,
        seed: "7 041 993".into(),
        rows: rows.collect(),
        recorded: true,
    };
    let model = BattleModel { result: Some(result), ..battle() };
    for window in 0..2 {
        let panel = panel_of(model.clone(), window);
        panel.picture(["result-small", "result"][window]);
        panel.harness.get_by_label("You lost: all of the watch are out of the fight");
        panel.harness.get_by_label("Round 6: Nib hits Bero: 9 damage, Bero is out");
        panel.harness.get_by_label("The thieves: 7 of 12 attacks hit, 5.2 expected; 61 damage, 48 expected");
        panel.harness.get_by_label_contains("Round 2 of 12");
        panel.harness.get_by_label("Ansa, The watch: attacks hit 2 of 5, dealt 14, taken 9, 21 of 30");
    }
    assert_eq!(click(model.clone(), "Play again"), Some(Intent::PlayAnew));
    assert_eq!(click(model.clone(), "Again from round 5"), Some(Intent::PlayFrom(5)));
    assert_eq!(click(model.clone(), "Earlier"), Some(Intent::FromRound(4)));
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
    panel.harness.get_by_label_contains("<1 out");
}
