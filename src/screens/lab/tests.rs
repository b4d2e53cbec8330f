//! The lab without a window, driven by pointer and keys.

use bevy_egui::egui::{Event, Key, Modifiers, PointerButton, Pos2, pos2};

use super::{Dialog, Intent, LabScreen, Page, Square, TokenKey, Tool, brushes, with_screen};
use crate::{
    arena::Arena as _,
    geometry::Edge,
    lab::{Field, FieldKind, FieldQuestion, Strike, relation},
    levels::{Roster, builtin, draft::Edit, load_trials, run},
    panels::lab::{SaveAs, model::GoalModel},
    rules::{Aim, Battle, CombatantId, RulesetId, Team, Vital},
    screens::HeadlessFrame,
};

const SIZE: (f32, f32) = (1280.0, 720.0);

pub(super) fn lab(tag: &str) -> HeadlessFrame {
    let level = builtin().iter().find(|level| level.tag == tag).unwrap();
    let mut headless = HeadlessFrame::lab(level, SIZE).unwrap();
    headless.frame(None);
    headless
}

pub(super) fn screen<T>(headless: &mut HeadlessFrame, act: impl FnOnce(&mut LabScreen) -> T) -> T {
    with_screen(headless.world(), |screen, _| act(screen))
}

/// Where a square is on screen.
pub(super) fn at(headless: &mut HeadlessFrame, square: &str) -> Pos2 {
    let square: Square = square.parse().unwrap();
    screen(headless, |screen| screen.view.camera.centre_of(square))
}

fn button(pos: Pos2, button: PointerButton, pressed: bool, modifiers: Modifiers) -> Event {
    Event::PointerButton { pos, button, pressed, modifiers }
}

/// Moves the pointer along squares with a button held.
pub(super) fn drag(headless: &mut HeadlessFrame, way: &[&str], held: PointerButton) {
    let none = Modifiers::NONE;
    let places: Vec<Pos2> = way.iter().map(|square| at(headless, square)).collect();
    headless.hear(vec![Event::PointerMoved(places[0])]);
    headless.hear(vec![button(places[0], held, true, none)]);
    for place in &places[1..] {
        headless.hear(vec![Event::PointerMoved(*place)]);
        headless.frame(None);
    }
    let last = places[places.len() - 1];
    headless.hear(vec![button(last, held, false, none)]);
    headless.frame(None);
    headless.frame(None);
}

pub(super) fn click(headless: &mut HeadlessFrame, square: &str, with: PointerButton) {
    drag(headless, &[square], with);
}

pub(super) fn key(headless: &mut HeadlessFrame, key: Key, modifiers: Modifiers) {
    let event = |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
    headless.hear(vec![Event::ModifiersChanged(modifiers), event(true)]);
    headless.hear(vec![event(false), Event::ModifiersChanged(Modifiers::NONE)]);
    headless.frame(None);
}

pub(super) fn called(headless: &mut HeadlessFrame, tag: &str) -> TokenKey {
    screen(headless, |screen| {
        let draft = screen.draft();
        draft.key(draft.battle().tagged(tag).unwrap().id)
    })
}

fn place(headless: &mut HeadlessFrame, tag: &str) -> String {
    headless.world().battle().tagged(tag).unwrap().placement.anchor().to_string()
}

fn agree(headless: &mut HeadlessFrame) {
    let shown = screen(headless, |screen| screen.draft().digest());
    assert_eq!(headless.world().digest(), shown, "the world holds what is edited");
    assert_eq!(headless.world().validate(), Ok(()));
}

#[test]
fn a_fighter_is_dragged_anywhere_and_brought_back() {
    let mut headless = lab("tanner-row");
    let before = headless.world().digest();
    drag(&mut headless, &["f11", "g11", "k8", "m12"], PointerButton::Primary);
    assert_eq!(place(&mut headless, "dima"), "m12");
    agree(&mut headless);
    let dima = called(&mut headless, "dima");
    assert_eq!(screen(&mut headless, |screen| screen.picked.clone()), [dima]);
    // Somebody now stands in a wall; that is shown, not mended.
    drag(&mut headless, &["m12", "k1"], PointerButton::Primary);
    assert_eq!(place(&mut headless, "dima"), "k1");
    let wrong = screen(&mut headless, |screen| screen.model().wrong);
    assert!(wrong.len() == 1 && wrong[0].words.contains("in a wall"), "{wrong:?}");
    for _ in 0..2 {
        key(&mut headless, Key::Z, Modifiers::COMMAND);
    }
    assert_eq!((place(&mut headless, "dima"), headless.world().digest()), ("f11".into(), before));
    assert!(!screen(&mut headless, |screen| screen.history.is_changed()));
    key(&mut headless, Key::Y, Modifiers::COMMAND);
    assert_eq!(place(&mut headless, "dima"), "m12");
    agree(&mut headless);
}

#[test]
fn several_are_picked_by_a_span_and_go_together() {
    let mut headless = lab("tanner-row");
    drag(&mut headless, &["e5", "g6", "i8"], PointerButton::Primary);
    assert_eq!(screen(&mut headless, |screen| screen.picked.len()), 3);
    drag(&mut headless, &["h7", "h8", "h9"], PointerButton::Primary);
    let places = ["ansa", "bero", "cale"].map(|tag| place(&mut headless, tag));
    assert_eq!(places, ["h9", "h8", "e9"]);
    // One of them would leave the board, so they stay where they were last shown.
    drag(&mut headless, &["h9", "d9", "c9"], PointerButton::Primary);
    let places = ["ansa", "bero", "cale"].map(|tag| place(&mut headless, tag));
    assert_eq!(places, ["d9", "d8", "a9"]);
    key(&mut headless, Key::O, Modifiers::NONE);
    let sides: Vec<Team> = headless.world().battle().combatants().take(4).map(|fighter| fighter.team).collect();
    assert_eq!(sides, [Team(1), Team(1), Team(1), Team(0)]);
    key(&mut headless, Key::Delete, Modifiers::NONE);
    assert_eq!(headless.world().battle().combatants().len(), 5);
    assert!(screen(&mut headless, |screen| screen.picked.is_empty()));
    agree(&mut headless);
}

#[test]
fn the_other_button_aims_and_the_odds_are_those_of_the_rules() {
    let mut headless = lab("tanner-row");
    for ruleset in RulesetId::offered() {
        screen(&mut headless, |screen| screen.heard.intent = Some(Intent::Ruleset(ruleset)));
        headless.frame(None);
        click(&mut headless, "e7", PointerButton::Primary);
        click(&mut headless, "m7", PointerButton::Secondary);
        let (cale, lysk) = (called(&mut headless, "cale"), called(&mut headless, "lysk"));
        assert_eq!(screen(&mut headless, |screen| (screen.page, screen.target)), (Page::Odds, Some(lysk)), "{ruleset}");
        let told = screen(&mut headless, |screen| {
            screen.hover = None;
            screen.ask();
            screen.asking.wait();
            screen.ask();
            screen.asking.wait();
            screen.asking.answer(screen.question().unwrap()).unwrap().pair.clone().unwrap()
        });
        let battle = headless.world().battle();
        let (by, on) = (battle.tagged("cale").unwrap().id, battle.tagged("lysk").unwrap().id);
        assert_eq!(told, relation(battle, by, on, None), "{ruleset}");
        let model = screen(&mut headless, |screen| screen.model().odds);
        let pair = model.pair.unwrap();
        assert!(!pair.attempts.is_empty(), "{ruleset}");
        assert_eq!(model.by.map(|token| token.key), Some(cale));
        key(&mut headless, Key::Q, Modifiers::NONE);
        assert_eq!(screen(&mut headless, |screen| (screen.picked.clone(), screen.target)), (vec![lysk], Some(cale)));
    }
}

#[test]
fn fighters_are_placed_and_squares_painted() {
    let mut headless = lab("meadow");
    let count = headless.world().battle().combatants().len();
    key(&mut headless, Key::T, Modifiers::NONE);
    assert_eq!(screen(&mut headless, |screen| screen.tool), Tool::Token);
    click(&mut headless, "c3", PointerButton::Primary);
    assert_eq!(headless.world().battle().combatants().len(), count + 1);
    click(&mut headless, "c3", PointerButton::Secondary);
    assert_eq!(headless.world().battle().combatants().len(), count);
    key(&mut headless, Key::W, Modifiers::NONE);
    let bare = headless.world().battle().scene.field.clone();
    drag(&mut headless, &["e5", "f5", "g5"], PointerButton::Primary);
    let field = headless.world().battle().scene.field.clone();
    let walls = ["e5", "f5", "g5"].map(|square| field.feature(square.parse().unwrap()).is_some());
    assert_eq!(walls, [true; 3]);
    key(&mut headless, Key::Z, Modifiers::COMMAND);
    assert_eq!(headless.world().battle().scene.field, bare, "a stroke is one step");
    agree(&mut headless);
}

#[test]
fn what_would_be_lost_is_asked_about() {
    let mut headless = lab("tanner-row");
    screen(&mut headless, |screen| screen.heard.intent = Some(Intent::NewLevel));
    headless.frame(None);
    assert!(headless.world().battle().combatants().len() == 0, "nothing had been changed");
    key(&mut headless, Key::T, Modifiers::NONE);
    click(&mut headless, "c3", PointerButton::Primary);
    screen(&mut headless, |screen| screen.heard.intent = Some(Intent::NewLevel));
    headless.frame(None);
    assert_eq!(headless.world().battle().combatants().len(), 1);
    assert!(screen(&mut headless, |screen| screen.dialog.is_some()));
    screen(&mut headless, |screen| screen.heard.intent = Some(Intent::Close));
    headless.frame(None);
    assert!(screen(&mut headless, |screen| screen.dialog.is_none() && screen.then.is_none()));
    screen(&mut headless, |screen| screen.heard.intent = Some(Intent::NewLevel));
    headless.frame(None);
    screen(&mut headless, |screen| screen.heard.intent = Some(Intent::LeaveAnyway));
    headless.frame(None);
    headless.frame(None);
    assert_eq!(headless.world().battle().combatants().len(), 0);
    let size = pos2(SIZE.0, SIZE.1);
    assert!(at(&mut headless, "a1").x < size.x);
}

#[test]
fn a_battle_is_played_from_here_and_the_lab_waits() {
    for ruleset in RulesetId::offered() {
        let mut headless = lab("tanner-row");
        press(&mut headless, Intent::Ruleset(ruleset));
        let dima = called(&mut headless, "dima");
        screen(&mut headless, |screen| screen.picked = vec![dima]);
        press(&mut headless, Intent::Vital(Vital(0), 3));
        drag(&mut headless, &["f11", "g11", "h11"], PointerButton::Primary);
        let digest = headless.world().digest();
        press(&mut headless, Intent::Play);
        headless.frame(None);
        headless.frame(None);
        assert!(!crate::screens::lab::is_open(headless.world()), "{ruleset}: a battle is on screen");
        let battle = headless.world().battle();
        let fighter = battle.tagged("dima").unwrap();
        assert_eq!(
            (fighter.placement.anchor().to_string(), fighter.vitals.get(Vital(0))),
            ("h11".into(), 3),
            "{ruleset}"
        );
        assert!(battle.decision().is_some() && headless.world().validate().is_ok(), "{ruleset}");
        crate::screens::battle::back_to_lab(headless.world());
        headless.frame(None);
        headless.frame(None);
        assert!(crate::screens::lab::is_open(headless.world()), "{ruleset}: the lab is back");
        assert_eq!(headless.world().digest(), digest, "{ruleset}");
        assert!(screen(&mut headless, |screen| screen.history.is_changed()));
        agree(&mut headless);
    }
}

#[test]
fn a_level_is_drawn_saved_and_opened_again() {
    let folder = std::env::temp_dir().join(format!("proving-ground-lab-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("yard.ron");
    let mut headless = lab("meadow");
    press(&mut headless, Intent::NewSize(12, 9));
    press(&mut headless, Intent::NewLevel);
    press(&mut headless, Intent::Title("Yard".into()));
    for (team, archetype, square) in [(0, "archer", "b2"), (1, "swordsman", "j7"), (1, "swordsman", "k7")] {
        press(&mut headless, Intent::Kind(archetype.into()));
        press(&mut headless, Intent::Team(Team(team)));
        press(&mut headless, Intent::Take(Tool::Token));
        click(&mut headless, square, PointerButton::Primary);
    }
    let edge = brushes().iter().position(|brush| (brush.group, brush.name) == ("On an edge", "wall")).unwrap();
    press(&mut headless, Intent::Take(Tool::Brush(edge)));
    drag(&mut headless, &["e3", "e4"], PointerButton::Primary);
    press(&mut headless, Intent::AddZone);
    drag(&mut headless, &["f6", "g6"], PointerButton::Primary);
    press(&mut headless, Intent::Take(Tool::Pick));
    let goal = GoalModel { kind: 1, zone: Some(0), number: 2 };
    press(&mut headless, Intent::Goals(Team(0), vec![goal]));
    press(&mut headless, Intent::Open(Dialog::Save(SaveAs::Level)));
    press(&mut headless, Intent::Path(path.display().to_string()));
    press(&mut headless, Intent::Write(SaveAs::Level));
    assert_eq!(screen(&mut headless, |screen| screen.files.save.faults.clone()), Vec::<String>::new());
    assert!(!screen(&mut headless, |screen| screen.history.is_changed()));
    let level = crate::levels::load(&path, Roster::builtin()).unwrap();
    let (drawn, _) = screen(&mut headless, |screen| screen.history.draft().to_level().unwrap());
    assert!(level.to_ron() == drawn.to_ron() && level.field == drawn.field && level.sides == drawn.sides);
    assert!(matches!(&level.goals[0].aim, Aim::Hold { squares, rounds: 2 } if squares.len() == 2));
    assert!(level.field.edges().count() >= 1);
    // An existing file is overwritten only after that has been said.
    press(&mut headless, Intent::Open(Dialog::Save(SaveAs::Trial)));
    std::fs::write(folder.join("t.ron"), "mine").unwrap();
    screen(&mut headless, |screen| screen.files.path = folder.join("t.ron").display().to_string());
    press(&mut headless, Intent::Write(SaveAs::Trial));
    assert_eq!(std::fs::read_to_string(folder.join("t.ron")).unwrap(), "mine");
    assert!(screen(&mut headless, |screen| screen.files.save.exists));
    press(&mut headless, Intent::Write(SaveAs::Trial));
    let trials = load_trials(&folder.join("t.ron"), Roster::builtin()).unwrap();
    assert!(run(&trials[0]).passed());
    // A damaged file opens nothing and says where it is wrong.
    std::fs::write(&path, level.to_ron().replace("archer", "archr")).unwrap();
    press(&mut headless, Intent::Path(path.display().to_string()));
    press(&mut headless, Intent::OpenFile);
    let faults = screen(&mut headless, |screen| screen.faults.clone());
    assert!(faults.len() == 1 && faults[0].words.contains("archer") && faults[0].line > 1, "{faults:?}");
    assert_eq!(headless.world().battle().combatants().len(), 3, "what was there is still there");
    std::fs::remove_dir_all(folder).unwrap();
}

/// Lets a panel ask for something.
pub(super) fn press(headless: &mut HeadlessFrame, intent: Intent) {
    screen(headless, |screen| screen.heard.intent = Some(intent));
    headless.frame(None);
    headless.frame(None);
}

#[test]
fn a_position_is_taken_from_a_battle_which_waits() {
    for level in ["tanner-row", "hedgerows"] {
        let level = builtin().iter().find(|known| known.tag == level).unwrap();
        let mut headless = HeadlessFrame::new(level, SIZE).unwrap();
        let (digest, asked) = (headless.world().digest(), headless.world().decision().cloned());
        let places = |headless: &mut HeadlessFrame| {
            headless.world().battle().rows().iter().map(|row| row.placement).collect::<Vec<_>>()
        };
        let before = places(&mut headless);
        crate::screens::battle::to_lab(headless.world());
        headless.frame(None);
        headless.frame(None);
        assert!(crate::screens::lab::is_open(headless.world()));
        assert_eq!(places(&mut headless), before);
        assert!(screen(&mut headless, |screen| screen.model().back));
        key(&mut headless, Key::A, Modifiers::COMMAND);
        key(&mut headless, Key::Delete, Modifiers::NONE);
        assert_eq!(headless.world().battle().combatants().len(), 0);
        press(&mut headless, Intent::BackToBattle);
        assert!(screen(&mut headless, |screen| screen.dialog == Some(Dialog::Leave)), "it is asked about what is lost");
        press(&mut headless, Intent::LeaveAnyway);
        headless.frame(None);
        assert!(!crate::screens::lab::is_open(headless.world()));
        assert_eq!((headless.world().digest(), headless.world().decision().cloned()), (digest, asked), "{}", level.tag);
    }
}

/// How many squares and edges hold something.
fn built(headless: &mut HeadlessFrame) -> (usize, usize) {
    let field = headless.world().battle().scene.field.clone();
    (field.squares().filter(|square| field.feature(*square).is_some()).count(), field.edges().count())
}

#[test]
fn a_stroke_leaves_nothing_out_however_fast_it_is() {
    let mut headless = lab("meadow");
    press(&mut headless, Intent::NewLevel);
    key(&mut headless, Key::W, Modifiers::NONE);
    // The pointer crosses ten squares between two frames.
    drag(&mut headless, &["c3", "m3"], PointerButton::Primary);
    assert_eq!(built(&mut headless), (11, 0));
    drag(&mut headless, &["m3", "e3"], PointerButton::Secondary);
    assert_eq!(built(&mut headless), (2, 0), "the eraser goes as fast");
    key(&mut headless, Key::Z, Modifiers::COMMAND);
    assert_eq!(built(&mut headless), (11, 0), "a stroke is one step");
    key(&mut headless, Key::Z, Modifiers::COMMAND);
    // Along a grid line from corner to corner, not quite straight: a wall without stumps across it.
    let edge = brushes().iter().position(|brush| (brush.group, brush.name) == ("On an edge", "wall")).unwrap();
    press(&mut headless, Intent::Take(Tool::Brush(edge)));
    let (from, to) = (at(&mut headless, "c3"), at(&mut headless, "m3"));
    let side = (to.x - from.x) / 10.0;
    let place = |step: u8| {
        let sway = if step.is_multiple_of(2) { 0.08 } else { -0.06 };
        pos2(from.x + side * (f32::from(step) * 0.5 - 0.45), from.y + side * (0.5 + sway))
    };
    let none = Modifiers::NONE;
    headless.hear(vec![Event::PointerMoved(place(0))]);
    headless.hear(vec![button(place(0), PointerButton::Primary, true, none)]);
    (1..20).for_each(|step| _ = headless.hear(vec![Event::PointerMoved(place(step))]));
    headless.hear(vec![button(place(19), PointerButton::Primary, false, none)]);
    headless.frame(None);
    headless.frame(None);
    let field = headless.world().battle().scene.field.clone();
    let walls: Vec<Edge> = field.edges().map(|(edge, _)| edge).collect();
    assert!(walls.len() >= 9 && walls.iter().all(|edge| edge_lies(*edge, 3)), "{walls:?}");
    agree(&mut headless);
}

/// Whether an edge lies along the line above a row of squares.
fn edge_lies(edge: Edge, row: i16) -> bool {
    (0..40).any(|column| edge == Edge::north(Square::new(column, row)))
}

#[test]
fn there_is_nothing_to_undo_or_redo_at_first() {
    let mut headless = lab("meadow");
    let told = |headless: &mut HeadlessFrame| screen(headless, |screen| screen.model().toast.unwrap().0);
    key(&mut headless, Key::Z, Modifiers::COMMAND);
    assert_eq!(told(&mut headless), "Nothing to undo");
    key(&mut headless, Key::Y, Modifiers::COMMAND);
    assert_eq!(told(&mut headless), "Nothing to redo");
}

#[test]
fn the_plate_says_what_the_chance_is_of() {
    let mut headless = lab("tanner-row");
    drag(&mut headless, &["h7", "h8", "l8"], PointerButton::Primary);
    drag(&mut headless, &["m7", "m8"], PointerButton::Primary);
    click(&mut headless, "l8", PointerButton::Primary);
    click(&mut headless, "m8", PointerButton::Secondary);
    settle(&mut headless);
    let words = |headless: &mut HeadlessFrame, verb: &str| {
        screen(headless, |screen| {
            let pair = screen.asking.answer(screen.question().unwrap()).unwrap().pair.clone().unwrap();
            screen.attempt =
                pair.attacks.iter().position(|attack| attack.choice.verb == verb && attack.outcome.is_ok()).unwrap();
            screen.overlays().target.unwrap().chance.unwrap().1
        })
    };
    assert_eq!(words(&mut headless, "disarm"), "disarms");
    assert_eq!(words(&mut headless, "strike"), "hits");
    let (odds, row) = screen(&mut headless, |screen| {
        let pair = screen.asking.answer(screen.question().unwrap()).unwrap().pair.clone().unwrap();
        screen.attempt = pair.attacks.iter().position(|attack| attack.choice.verb == "disarm").unwrap();
        let pair = screen.model().odds.pair.unwrap();
        (pair.forecast.unwrap(), pair.attempts[pair.chosen].outcome.clone().unwrap())
    });
    assert_eq!((row.0, &*row.1), (odds.chance, "disarms"), "the row has the same chance with the same word");
    assert!(odds.odds.iter().map(|(words, _)| words).eq(["nothing", "disarms"]));
    assert!(odds.notes.iter().all(|(label, _)| label != "Mean damage"), "no damage comes of it");
}

#[test]
fn a_field_shows_what_the_same_question_has_for_every_square() {
    let mut headless = lab("tanner-row");
    click(&mut headless, "e7", PointerButton::Primary);
    click(&mut headless, "m7", PointerButton::Secondary);
    let shown = |headless: &mut HeadlessFrame, kind: Option<FieldKind>| {
        screen(headless, |screen| {
            screen.set_field(kind);
            screen.shade();
            screen.shading.wait();
            (screen.overlays().field, screen.field_model())
        })
    };
    let (field, model) = shown(&mut headless, Some(FieldKind::Hit));
    let field = field.unwrap();
    assert_eq!((field.width, field.shades.len(), model.progress), (20, 300, None));
    let k8: Square = "k8".parse().unwrap();
    let (by, on) = (called(&mut headless, "cale"), called(&mut headless, "lysk"));
    let strike = screen(&mut headless, |screen| {
        let draft = screen.draft();
        let pair = relation(draft.battle(), draft.id(by).unwrap(), draft.id(on).unwrap(), Some(k8));
        Strike::of(pair.attacks[0].outcome.as_ref().unwrap())
    });
    assert_eq!(field.at(k8).unwrap().words, strike.hits.percent().to_string());
    headless.frame(None);
    headless.frame(None);
    // After a move the same question has another answer.
    screen(&mut headless, |screen| screen.edit(&Edit::Move(vec![(on, Square::new(12, 11))])));
    headless.frame(None);
    let (after, _) = shown(&mut headless, Some(FieldKind::Hit));
    assert!(after.unwrap() != field);
    // Without a target there is nobody to hit.
    screen(&mut headless, |screen| screen.target = None);
    let (none, model) = shown(&mut headless, Some(FieldKind::Hit));
    assert!(none.is_none() && model.fault.unwrap().contains("right-click a target"));
    assert!(shown(&mut headless, None).0.is_none());
}

#[test]
fn danger_counts_all_enemies_or_the_target_alone() {
    let mut headless = lab("tanner-row");
    click(&mut headless, "e7", PointerButton::Primary);
    click(&mut headless, "m7", PointerButton::Secondary);
    for alone in [false, true] {
        let (words, whole) = screen(&mut headless, |screen| {
            screen.shading.alone = alone;
            screen.set_field(Some(FieldKind::Danger));
            screen.shade();
            screen.shading.wait();
            let draft = screen.draft();
            let id = |tag: &str| draft.battle().tagged(tag).unwrap().id;
            let on = alone.then(|| id("lysk"));
            let question = FieldQuestion { kind: FieldKind::Danger, by: id("cale"), on, with: Vec::new() };
            let mut whole = Field::new(draft.battle(), question).unwrap();
            whole.work(usize::MAX, &Default::default());
            let field = screen.overlays().field.unwrap();
            (field.shades.iter().flatten().map(|shade| shade.words.clone()).collect::<Vec<_>>(), whole)
        });
        let hits = whole.readings().iter().flatten().filter_map(|reading| match reading {
            crate::lab::Reading::Danger { hits, count: 1.., .. } => Some(hits.percent().to_string()),
            crate::lab::Reading::Danger { .. } | crate::lab::Reading::Refused(_) => Some("safe".into()),
            _ => None,
        });
        assert!(hits.eq(words.into_iter().filter(|words| !words.is_empty())), "alone: {alone}");
    }
}

#[test]
fn the_curve_is_the_forecast_summed_up_from_above() {
    let mut headless = lab("tanner-row");
    click(&mut headless, "e7", PointerButton::Primary);
    click(&mut headless, "m7", PointerButton::Secondary);
    let (forecast, curves) = screen(&mut headless, |screen| {
        (screen.page, screen.hover) = (Page::Odds, None);
        screen.ask();
        screen.asking.wait();
        screen.ask();
        screen.asking.wait();
        screen.draw_curve();
        let pair = screen.asking.answer(screen.question().unwrap()).unwrap().pair.clone().unwrap();
        let forecast = pair.attacks[0].outcome.clone().unwrap();
        screen.compare(true);
        let model = screen.curves_model(&forecast).unwrap();
        (forecast, model)
    });
    assert_eq!(curves.b.as_ref(), Some(&curves.a));
    // Mean damage is the sum of the chances of at least 1, at least 2 and so on.
    let sum = curves.a.at_least.iter().fold(0.0, |sum, chance| sum + chance.to_f64());
    assert!((sum - forecast.mean.to_f64()).abs() < 1e-9, "{sum}");
    assert!(curves.a.at_least.windows(2).all(|pair| pair[0] >= pair[1]));
    assert!(curves.a.at_least[0] <= forecast.hits);
}

/// Waits until the pair is worked out, and judges the pins.
pub(super) fn settle(headless: &mut HeadlessFrame) {
    headless.frame(None);
    screen(headless, |screen| {
        (screen.page, screen.hover) = (Page::Odds, None);
        for _ in 0..2 {
            screen.ask();
            screen.asking.wait();
        }
        let draft = screen.history.draft();
        let pins = super::checking::pins(draft);
        screen.checking.take_pins(pins);
    });
}

#[test]
fn a_pinned_figure_that_holds_no_longer_is_marked_and_makes_no_trial() {
    let mut headless = lab("tanner-row");
    click(&mut headless, "e7", PointerButton::Primary);
    click(&mut headless, "m7", PointerButton::Secondary);
    settle(&mut headless);
    screen(&mut headless, LabScreen::pin);
    settle(&mut headless);
    let pins = screen(&mut headless, |screen| screen.model().pins);
    assert_eq!((pins.len(), pins[0].holds), (1, Some(true)));
    assert!(pins[0].words.starts_with("Cale: shoot Lysk") && pins[0].words.contains(" %, mean "), "{}", pins[0].words);
    // From another square the odds differ.
    let cale = called(&mut headless, "cale");
    screen(&mut headless, |screen| screen.edit(&Edit::Move(vec![(cale, Square::new(8, 13))])));
    settle(&mut headless);
    let model = screen(&mut headless, |screen| screen.model());
    assert_eq!(model.pins[0].holds, Some(false));
    let told: Vec<_> = model.wrong.iter().filter(|wrong| wrong.is_pin).collect();
    assert!(told.len() == 1 && told[0].words.starts_with("Pinned, but no longer so: Cale"), "{:?}", model.wrong);
    // It holds again where it did.
    key(&mut headless, Key::Z, Modifiers::COMMAND);
    settle(&mut headless);
    assert_eq!(screen(&mut headless, |screen| screen.model().pins[0].holds), Some(true));
}

#[test]
fn an_empty_board_says_at_once_who_is_missing() {
    let mut headless = lab("meadow");
    press(&mut headless, Intent::NewLevel);
    let wrong = screen(&mut headless, |screen| screen.wrong());
    let sides: Vec<_> = wrong.iter().filter_map(|wrong| wrong.side).collect();
    assert_eq!(sides, [Team(0), Team(1)], "{wrong:?}");
    press(&mut headless, Intent::Muster(Team(1)));
    assert_eq!(screen(&mut headless, |screen| (screen.tool, screen.team)), (Tool::Token, Team(1)));
}

#[test]
fn a_turn_taken_to_the_lab_goes_on_from_there() {
    let level = builtin().iter().find(|known| known.tag == "hedgerows").unwrap();
    for ruleset in [RulesetId::offered().next().unwrap(), level.ruleset] {
        let level = crate::levels::Level { ruleset, ..level.clone() };
        let mut headless = HeadlessFrame::new(&level, SIZE).unwrap();
        // Questions before the first turn get the default answer.
        for _ in 0..80 {
            let world = headless.world();
            let battle = world.battle();
            let is_turn = battle
                .decision()
                .is_some_and(|decision| *decision == battle.ruleset.rules().turn_question(decision.who));
            if is_turn && battle.scene.acting.is_some() && !battle.scene.order.is_empty() {
                break;
            }
            let battle = world.battle();
            let choice = battle.decision().map(|decision| battle.ruleset.rules().default_answer(battle, decision));
            if choice.is_none_or(|choice| world.submit(&choice).is_err()) {
                break;
            }
        }
        let before = headless.world().battle().clone();
        assert!(before.scene.acting.is_some(), "{ruleset}: somebody has a turn");
        crate::screens::battle::to_lab(headless.world());
        headless.frame(None);
        headless.frame(None);
        let toast = screen(&mut headless, |screen| screen.toast.as_ref().map(|toast| toast.words.clone()));
        assert!(toast.is_some_and(|words| words.contains("order of turns")), "{ruleset}");
        press(&mut headless, Intent::Play);
        headless.frame(None);
        headless.frame(None);
        let after = headless.world().battle();
        let turns = |battle: &Battle| {
            let tag = |who: &CombatantId| battle.combatant(*who).identity.tag.clone();
            let order: Vec<_> = battle.scene.order.iter().map(tag).collect();
            (battle.scene.acting.as_ref().map(tag), order, battle.scene.round)
        };
        assert_eq!(turns(after), turns(&before));
        let who = before.scene.acting.unwrap();
        assert_eq!(after.combatant(who).budgets, before.combatant(who).budgets, "{ruleset}: what has been spent");
        assert_eq!(after.agenda.len(), before.agenda.len(), "{ruleset}: the turn goes on to the next one");
    }
}
