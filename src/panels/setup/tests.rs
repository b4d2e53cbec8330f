//! The setup and the front pages, driven as a person would and checked for what can be read.

use std::{cell::RefCell, rc::Rc};

use bevy_egui::egui::{Key, Rect, TextureId, accesskit::Role, vec2};
use egui_kittest::kittest::Queryable as _;

use super::{model::*, sentence_of};
use crate::panels::testing::{TestPanel, WINDOWS, panel};
use crate::panels::title::{self, Page, TitleModel};
use crate::rules::{Range, RuleId, RulesetId, Team};

fn level(title: &str, about: &str) -> LevelModel {
    LevelModel { title: title.into(), about: about.into() }
}

fn setting(label: &str, range: Range, value: i32) -> SettingModel {
    SettingModel { label: label.into(), range, value, default: 0, rule: RuleId("PCT-CHK-06") }
}

fn model() -> SetupModel {
    let ruleset = RulesetId::ALL[0];
    SetupModel {
        levels: vec![
            level("Tanner Row", "20 by 15, 4 against 4"),
            level("Open meadow", "24 by 16, 5 against 5"),
            level("Trench line", "26 by 14, 6 against 6"),
            level("Pillared chamber", "18 by 18, 3 against 5"),
        ],
        level: 0,
        map: None,
        about: "Street, two houses, a canal with one bridge".into(),
        squares: "20 by 15 squares".into(),
        goals: vec!["Street watch: Put every enemy out of the fight".into()],
        lacking: None,
        faults: Vec::new(),
        rulesets: vec![ruleset.into()],
        ruleset,
        edition: None,
        seats: vec![
            SeatModel { team: Team(0), seat: Seat::Person, roster: "Street watch, 4".into(), mighty: None },
            SeatModel { team: Team(1), seat: Seat::Strong, roster: "Canal gang, 4".into(), mighty: Some(false) },
        ],
        power: Some("Mighty fighters have Speed 45 instead of 15".into()),
        seed: "7 041 993".into(),
        seed_fault: None,
        no_start: None,
        settings: None,
        path: None,
    }
}

fn front() -> TitleModel {
    TitleModel {
        page: Page::Skirmish,
        unfinished: Some("Tanner Row, round 3".into()),
        version: "Version 0.1.0".into(),
        map: None,
    }
}

fn panel_of(model: SetupModel, window: usize) -> TestPanel<'static, Intent> {
    panel(WINDOWS[window], move |ui| {
        title::navigation(ui, &front());
        super::show(ui, &model)
    })
}

fn click(model: SetupModel, label: &str) -> Option<Intent> {
    let mut panel = panel_of(model, 0);
    panel.harness.get_by_label(label).click();
    panel.answer()
}

#[test]
fn everything_can_be_read_in_both_windows() {
    for (window, name) in ["setup", "setup-roomy"].into_iter().enumerate() {
        let panel = panel_of(model(), window);
        panel.picture(name);
        panel.assert_legible();
    }
}

#[test]
fn level_seats_and_seed_are_chosen_by_click() {
    assert_eq!(click(model(), "Trench line: 26 by 14, 6 against 6"), Some(Intent::Level(2)));
    assert_eq!(click(model(), "Orange: Person"), Some(Intent::Seat(Team(1), Seat::Person)));
    assert_eq!(click(model(), "Orange: Strong"), None);
    let mut seen = Vec::new();
    for (name, seat) in [("Easy", Seat::Easy), ("Steady", Seat::Steady)] {
        assert_eq!(click(model(), &format!("Orange: {name}")), Some(Intent::Seat(Team(1), seat)));
        let mut other = model();
        other.seats[1].seat = seat;
        assert_eq!(click(other.clone(), "Orange: Strong"), Some(Intent::Seat(Team(1), Seat::Strong)));
        assert_eq!(click(other, &format!("Orange: {name}")), None);
        seen.push(sentence_of(seat, true));
    }
    assert!(seen[0] != seen[1] && !seen.contains(&sentence_of(Seat::Strong, true)));
    // The yardstick and the player of batches are not levels of difficulty: they are only there if requested.
    for (name, seat) in [("Orange: Greedy", Seat::Greedy), ("Orange: Quick", Seat::Quick)] {
        let mut asked = model();
        asked.seats[1].seat = seat;
        assert_eq!(click(asked, name), None);
    }
    assert_eq!(click(model(), "Power of Orange: Mighty"), Some(Intent::Mighty(Team(1), true)));
    assert_eq!(click(model(), "New seed"), Some(Intent::NewSeed));
    assert_eq!(click(model(), "Rule settings"), Some(Intent::OpenSettings));
    assert_eq!(click(model(), "Open file: A level of your own"), Some(Intent::AskFile));
}

#[test]
fn what_to_expect_of_a_seat_takes_one_line() {
    for seat in [Seat::Person, Seat::Easy, Seat::Steady, Seat::Strong] {
        let mut all = model();
        (all.seats[1].seat, all.seats[1].roster) = (seat, "The brook's keepers, 10 fighters".into());
        let label = format!("{}. {}", all.seats[1].roster, sentence_of(seat, false));
        let height = panel_of(all, 0).harness.get_by_label(&label).rect().height();
        assert!(height < 24.0, "{label}: {height}");
    }
}

#[test]
fn one_of_the_rulesets_is_marked_as_good_to_begin_with_and_ones_own_side_is_told() {
    for window in 0..2 {
        let mut all = full();
        all.edition = None;
        let panel = panel_of(all, window);
        panel.picture(["setup-full", "setup-full-roomy"][window]);
        panel.assert_legible();
        let mut named = Vec::new();
        for id in RulesetId::offered() {
            let note = if id.is_first() { "; good to start with" } else { "" };
            panel.harness.get_by_label(&format!("{id}: {}{note}", id.rules().about()));
            named.push(id.name());
        }
        assert!(named.is_sorted(), "{named:?}");
        panel.harness.get_by_label("Street watch, 4. You play this side.");
        panel.harness.get_by_label(&format!("Canal gang, 4. {}", sentence_of(Seat::Strong, true)));
        panel.harness.get_by_label("Mighty fighters have Speed 45 instead of 15");
    }
    assert_eq!(RulesetId::ALL.iter().filter(|id| id.is_first()).count(), 1);
    let mut two = model();
    two.seats[1].seat = Seat::Person;
    panel_of(two, 0).harness.get_by_label("Street watch, 4. A person at this machine.");
}

#[test]
fn the_seed_can_be_typed() {
    let mut panel = panel_of(model(), 0);
    panel.harness.get_by_role_and_label(Role::TextInput, "Seed").focus();
    panel.harness.run();
    panel.harness.get_by_role(Role::TextInput).type_text("5");
    assert!(matches!(panel.answer(), Some(Intent::Seed(seed)) if seed.contains('5')));
}

#[test]
fn enter_starts_unless_something_is_wrong() {
    let press = |model: SetupModel| {
        let mut panel = panel_of(model, 0);
        panel.harness.key_press(Key::Enter);
        panel.answer()
    };
    assert_eq!(press(model()), Some(Intent::Start));
    assert_eq!(click(model(), "Start"), Some(Intent::Start));
    let wrong = SetupModel { no_start: Some("The seed must be a whole number".into()), ..model() };
    assert_eq!(press(wrong.clone()), None);
    assert_eq!(click(wrong, "Start: The seed must be a whole number"), None);
}

#[test]
fn enter_in_the_path_opens_the_file() {
    let press = |path: &str| {
        let mut panel = panel_of(SetupModel { path: Some(path.into()), ..model() }, 0);
        panel.harness.key_press(Key::Enter);
        panel.answer()
    };
    assert_eq!(press("yard.ron"), Some(Intent::OpenFile));
    assert_eq!(press(" "), None, "there is no path yet");
}

#[test]
fn faults_say_where_they_are() {
    let fault = FaultModel {
        file: "tanner-row.ron".into(),
        line: 12,
        column: 7,
        words: "`crosbow` is not an archetype; did you mean `crossbow`?".into(),
    };
    let panel = panel_of(SetupModel { faults: vec![fault], ..model() }, 0);
    panel.picture("faults");
    panel.harness.get_by_label("tanner-row.ron:12:7");
    panel.assert_legible();
}

#[test]
fn settings_are_switched_in_a_dialog() {
    let settings = vec![
        setting("Equal rolls", Range::Words(&["reroll", "defender", "attacker"]), 0),
        setting("Steps that provoke", Range::Words(&["not_closer", "leaves_reach"]), 0),
        setting("Luck Points in one check", Range::Number(0, 3), 3),
        setting("Rounds", Range::Number(0, 30), 12),
    ];
    let model = SetupModel { settings: Some(settings), ..model() };
    panel_of(model.clone(), 0).picture("rule-settings");
    assert_eq!(click(model.clone(), "Steps that provoke: Leaves reach"), Some(Intent::Set(1, 1)));
    assert_eq!(click(model.clone(), "Luck Points in one check: 1"), Some(Intent::Set(2, 1)));
    assert_eq!(click(model.clone(), "Rounds: more"), Some(Intent::Set(3, 13)));
    assert_eq!(click(model.clone(), "As printed"), Some(Intent::Defaults));
    assert_eq!(click(model, "Close"), Some(Intent::Close));
}

#[test]
fn the_edition_is_chosen_beside_the_ruleset() {
    let edition = setting("Edition", Range::Words(&["newer", "older"]), 0);
    let model = SetupModel { edition: Some((2, edition)), ..model() };
    let panel = panel_of(model.clone(), 0);
    panel.picture("edition");
    panel.assert_legible();
    assert_eq!(click(model, "Edition: Older"), Some(Intent::Set(2, 1)));
}

#[test]
fn the_navigation_leads_everywhere() {
    let visit = |label: &str| {
        let mut panel = panel(WINDOWS[0], |ui| title::navigation(ui, &front()));
        panel.harness.get_by_label(label).click();
        panel.answer()
    };
    assert_eq!(visit("Continue"), Some(title::Intent::Continue));
    assert_eq!(visit("Recordings"), Some(title::Intent::Go(Page::Recordings)));
    assert_eq!(visit("Quit"), Some(title::Intent::Quit));
}

#[test]
fn the_greeting_offers_to_go_on() {
    for (window, name) in ["title", "title-roomy"].into_iter().enumerate() {
        let model = TitleModel { page: Page::Title, ..front() };
        let mut panel = panel(WINDOWS[window], move |ui| {
            let intent = title::navigation(ui, &model);
            title::show(ui, &model).or(intent)
        });
        panel.picture(name);
        panel.assert_legible();
        panel.harness.get_by_label("Tanner Row, round 3");
        panel.harness.key_press(Key::Enter);
        assert_eq!(panel.answer(), Some(title::Intent::Continue), "what waits comes first");
    }
    let model = TitleModel { page: Page::Title, unfinished: None, ..front() };
    let mut panel = panel(WINDOWS[0], move |ui| title::show(ui, &model));
    panel.harness.key_press(Key::Enter);
    assert_eq!(panel.answer(), Some(title::Intent::Go(Page::Skirmish)));
}

#[test]
fn pages_can_be_read() {
    use crate::panels::{help, recordings, settings};
    for window in 0..2 {
        let keys = panel(WINDOWS[window], |ui| {
            title::navigation(ui, &TitleModel { page: Page::Help, ..front() });
            title::page(ui, "Keys and mouse", 820.0, help::show);
            None::<()>
        });
        keys.picture(["page-help", "page-help-roomy"][window]);
        keys.assert_legible();
        let settings = panel(WINDOWS[window], |ui| {
            title::navigation(ui, &TitleModel { page: Page::Settings, ..front() });
            title::page(ui, "Settings", 560.0, |ui| settings::show(ui, &settings::SettingsModel::default()))
        });
        settings.picture(["page-settings", "page-settings-roomy"][window]);
        settings.assert_legible();
        let recording = recordings::RecordingModel {
            title: "Tanner Row, percentile".into(),
            about: "Round 3, 41 choices, not finished".into(),
            fault: None,
            busy: None,
            asked: false,
            unfinished: true,
        };
        let all = [
            recording.clone(),
            recordings::RecordingModel { fault: Some("Made by another version".into()), ..recording },
        ];
        let mut recordings = panel(WINDOWS[window], move |ui| {
            title::navigation(ui, &TitleModel { page: Page::Recordings, ..front() });
            title::page(ui, "Recordings", 720.0, |ui| recordings::show(ui, &all, true))
        });
        recordings.picture(["page-recordings", "page-recordings-roomy"][window]);
        recordings.assert_legible();
        recordings.harness.get_by_label("Watch").click();
        assert_eq!(recordings.answer(), Some(recordings::Intent::Watch(0)));
    }
}

#[test]
fn recordings_can_be_made_safe_from_power_cuts() {
    use crate::panels::settings::{self, Intent, SettingsModel};
    let pressed = |model: SettingsModel, label: &str| {
        let mut panel = panel(WINDOWS[0], move |ui| settings::show(ui, &model));
        panel.harness.get_by_label(label).click();
        panel.answer()
    };
    assert_eq!(pressed(SettingsModel::default(), "Safe from power cuts: On"), Some(Intent::Sync(true)));
    let safe = SettingsModel { sync: true, ..SettingsModel::default() };
    assert_eq!(pressed(safe, "Safe from power cuts: Off"), Some(Intent::Sync(false)));
}

#[test]
fn recordings_are_deleted_when_it_is_confirmed_and_watched_while_another_window_plays() {
    use crate::panels::recordings::{self, RecordingModel};
    let shown = |recording: RecordingModel| {
        panel(WINDOWS[0], move |ui| recordings::show(ui, std::slice::from_ref(&recording), true))
    };
    let recording = RecordingModel {
        title: "Tanner Row, percentile".into(),
        about: "Round 3, not finished".into(),
        fault: None,
        busy: None,
        asked: false,
        unfinished: true,
    };
    let pressed = |recording: RecordingModel, label: &str| {
        let mut panel = shown(recording);
        panel.harness.get_by_label(label).click();
        panel.answer()
    };
    assert_eq!(pressed(recording.clone(), "Delete"), Some(recordings::Intent::Prompt(0)));
    let asked = RecordingModel { asked: true, ..recording.clone() };
    assert_eq!(pressed(asked.clone(), "Delete for good"), Some(recordings::Intent::Delete(0)));
    assert_eq!(pressed(asked, "Keep"), Some(recordings::Intent::Keep));
    let words = "process 7 is playing this battle";
    let busy = RecordingModel { busy: Some(words.into()), ..recording };
    shown(busy.clone()).harness.get_by_label(words);
    assert_eq!(pressed(busy, "Watch"), Some(recordings::Intent::Watch(0)));
}

/// As many levels, rulesets and words as in the real game.
fn full() -> SetupModel {
    let mut all = model();
    all.about = "An open field with a few trees and bushes, and a ditch with a plank bridge and a ford".into();
    let names = ["Counting House", "Earthworks", "Hedgerows", "Troll Ford", "Broken Priory", "Drifting Moor"];
    all.levels.extend(names.map(|name| level(name, "22 by 14, 5 against 5")));
    all.rulesets = RulesetId::offered().map(RulesetModel::from).collect();
    all.goals = vec![
        "The watch: Hold the marked place alone for 3 rounds".into(),
        "The canal gang: Put every enemy out of the fight".into(),
    ];
    let edition = Range::Words(&["newer", "older"]);
    all.edition = Some((2, SettingModel { value: 0, ..setting("Edition", edition, 0) }));
    all
}

#[test]
fn in_a_small_window_with_large_text_every_choice_and_the_start_can_be_reached() {
    // 960 by 600 with text size 150 %.
    let window = vec2(640.0, 400.0);
    let mut panel = panel(window, move |ui| {
        title::navigation(ui, &front());
        super::show(ui, &full())
    });
    panel.picture("setup-cramped");
    panel.assert_legible();
    let room = Rect::from_min_size(Default::default(), window);
    for label in [
        "Start",
        "Skirmish",
        "Settings",
        "Quit",
        "Tanner Row: 20 by 15, 4 against 4",
        "Open meadow: 24 by 16, 5 against 5",
    ] {
        let at = panel
            .harness
            .get_by_role_and_label(if label.contains(':') { Role::RadioButton } else { Role::Button }, label);
        assert!(room.contains_rect(at.rect()), "{label}: {:?}", at.rect());
    }
    let seat = panel.harness.get_by_label("Orange: Strong").rect();
    assert!(seat.right() <= window.x, "{seat:?}");
    // The wheel reaches the cards below.
    panel.harness.get_by_label("Orange: Strong").scroll_to_me();
    panel.harness.run();
    panel.harness.get_by_label("New seed").scroll_to_me();
    panel.harness.run();
    let seed = panel.harness.get_by_label("New seed").rect();
    assert!(room.contains_rect(seed), "{seed:?}");
    panel.harness.get_by_label("New seed").click();
    assert_eq!(panel.answer(), Some(Intent::NewSeed));
}

#[test]
fn levels_keep_their_places_whatever_a_ruleset_adds() {
    let place = |model: SetupModel| {
        let panel = panel_of(model, 0);
        panel.assert_legible();
        let at = panel.harness.get_by_label("Tanner Row: 20 by 15, 4 against 4").rect();
        let words =
            "An open field with a few trees and bushes, and a ditch with a plank bridge and a ford. 20 by 15 squares";
        panel.harness.get_by_label(words);
        at
    };
    let mut added = full();
    added.goals.push("Orange: the harder task".into());
    assert_eq!(place(full()), place(added));
}

#[test]
fn levels_take_the_room_below_the_map_and_say_if_there_are_more() {
    let many = |height: f32| {
        let mut all = full();
        all.levels.extend((0..6).map(|at| level(&format!("Level {at}"), "22 by 14, 5 against 5")));
        SetupModel { map: Some((TextureId::default(), vec2(1_000.0, height))), ..all }
    };
    let model = Rc::new(RefCell::new(many(750.0)));
    let kept = Rc::clone(&model);
    let mut panel = panel(WINDOWS[0], move |ui| {
        title::navigation(ui, &front());
        super::show(ui, &kept.borrow())
    });
    let first = |panel: &TestPanel<'_, Intent>| panel.harness.get_by_label_contains("Tanner Row: ").rect();
    let says = |panel: &TestPanel<'_, Intent>| panel.harness.query_by_label("more below").is_some();
    let room = |panel: &TestPanel<'_, Intent>| WINDOWS[0].y - 16.0 - first(panel).top();
    let rows = |panel: &TestPanel<'_, Intent>| (room(panel) / (first(panel).height() + 6.0)).round();
    panel.picture("setup-many");
    panel.assert_legible();
    assert!(says(&panel) && rows(&panel) >= 3.0, "{} rows", rows(&panel));
    // While the pointer is on the list nothing moves.
    let before = first(&panel);
    panel.harness.get_by_label_contains("Tanner Row: ").hover();
    panel.harness.run();
    *model.borrow_mut() = many(200.0);
    panel.harness.run();
    assert_eq!(first(&panel), before);
    panel.harness.get_by_label("Start").hover();
    panel.harness.run();
    panel.harness.run();
    panel.picture("setup-many-low");
    panel.assert_legible();
    assert!(!says(&panel) && rows(&panel) == 6.0, "{} rows", rows(&panel));
}
