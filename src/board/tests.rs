//! The board under a pointer, without a window.

use bevy_egui::egui::{self, CursorIcon, Event, MouseWheelUnit, PointerButton, Rect, pos2, vec2};
use egui_kittest::Harness;

use super::{
    art::{
        Picture,
        palette::{self, Rgb},
        token::Mark,
    },
    map::laid,
    tokens::is_seen,
    *,
};
use crate::{
    arena::bare_world,
    dice::Rolled,
    geometry::{Extent, Footprint, Square},
    levels::{Roster, builtin, deploy, parse_trials},
    rules::{Aim, Battle, CombatantId, Effect, Goal, RulesetId, Settings, Status, Team},
};

const ROOM: Rect = Rect { min: pos2(0.0, 48.0), max: pos2(864.0, 692.0) };

fn battle() -> Battle {
    let level = builtin().iter().find(|level| &*level.tag == "tanner-row").expect("a built-in level");
    deploy(level, Roster::builtin(), level.ruleset, Settings::defaults(level.ruleset)).expect("it can be deployed")
}

/// The battle as it is shown before anything happens.
fn stage() -> Stage {
    let mut world = bare_world(battle(), Rolled::new(1));
    install(&mut world);
    Stage::gather(&mut world)
}

struct Screen {
    view: View,
    stage: Stage,
    overlays: Overlays,
    last: BoardResponse,
    clicked: Vec<Square>,
    back: bool,
}

fn screen(overlays: Overlays) -> Harness<'static, Screen> {
    screen_of(stage(), overlays, None)
}

fn screen_of(stage: Stage, overlays: Overlays, hidden_from: Option<Team>) -> Harness<'static, Screen> {
    let state = Screen {
        view: View::default(),
        stage,
        overlays,
        last: BoardResponse::default(),
        clicked: Vec::new(),
        back: false,
    };
    let show = move |ui: &mut egui::Ui, state: &mut Screen| {
        state.last = show(ui, ROOM, &mut state.view, &state.stage, &state.overlays, hidden_from);
        state.clicked.extend(state.last.clicked);
        state.back |= state.last.back;
    };
    let mut harness = Harness::builder().with_size(vec2(1280.0, 720.0)).build_ui_state(show, state);
    harness.step();
    harness
}

fn press(harness: &Harness<'_, Screen>, pos: egui::Pos2, button: PointerButton) {
    harness.event(Event::PointerMoved(pos));
    for pressed in [true, false] {
        harness.event(Event::PointerButton { pos, button, pressed, modifiers: egui::Modifiers::NONE });
    }
}

#[test]
fn a_click_is_its_square_at_any_zoom() {
    let mut harness = screen(Overlays::default());
    assert_eq!(harness.state().view.camera.scale(), 40);
    let square = Square::new(7, 6);
    for steps in [0, 3, 9, -4, -20] {
        let pos = harness.state().view.camera.centre_of(square);
        harness.event(Event::PointerMoved(pos));
        harness.event(Event::MouseWheel {
            unit: MouseWheelUnit::Line,
            delta: vec2(0.0, steps as f32),
            phase: egui::TouchPhase::Move,
            modifiers: egui::Modifiers::NONE,
        });
        harness.step();
        press(&harness, pos, PointerButton::Primary);
        harness.step();
        harness.step();
        assert_eq!(harness.state_mut().clicked.pop(), Some(square), "after {steps} steps");
        let camera = &harness.state().view.camera;
        let corner = camera.rect_of(square).min;
        assert_eq!(corner, corner.round());
        assert!((24..=96).contains(&camera.scale()));
    }
    press(&harness, pos2(400.0, 300.0), PointerButton::Secondary);
    harness.step();
    harness.step();
    assert!(harness.state().back && harness.state().clicked.is_empty());
}

#[test]
fn the_whole_board_fits_in_whole_pixels() {
    for (width, height) in [(20, 15), (3, 2), (64, 64), (160, 120)] {
        let extent = Extent { width, height };
        let mut camera = Camera::default();
        camera.fit(extent, ROOM);
        let last = Square::new(width as i16 - 1, height as i16 - 1);
        let board = camera.rect_of(Square::new(0, 0)).union(camera.rect_of(last));
        assert_eq!(board.min, board.min.round());
        assert!(camera.scale() <= 96 && (ROOM.contains_rect(board) || camera.scale() == 6));
        camera.zoom_at(ROOM.center(), 100);
        assert_eq!(camera.scale(), 96);
        camera.pan(vec2(1e5, -1e5));
        assert!(camera.board().intersects(ROOM));
        camera.centre_on(last);
        assert!(camera.rect_of(last).distance_to_pos(ROOM.center()) < 2.0);
    }
}

#[test]
fn whoever_has_zoomed_in_on_a_huge_board_gets_back_out() {
    let mut camera = Camera::default();
    camera.fit(Extent { width: 128, height: 128 }, ROOM);
    let whole = camera.scale();
    camera.zoom_at(ROOM.center(), 3);
    assert!(whole < camera.scale() && camera.scale() < 24);
    camera.zoom_at(ROOM.center(), -9);
    assert_eq!(camera.scale(), whole);
}

#[test]
fn a_board_with_room_to_spare_lies_above_the_goals() {
    let mut camera = Camera::default();
    let mut gaps = |height: u16| {
        camera.fit(Extent { width: 20, height }, ROOM);
        (camera.board().min.y - ROOM.min.y, ROOM.max.y - camera.board().max.y)
    };
    let (above, below) = gaps(8);
    assert!((above - below).abs() <= 13.0, "{above} above, {below} below");
    let (above, below) = gaps(13);
    assert!(above < 45.0 && below > 60.0, "{above} above, {below} below");
}

#[test]
fn the_middle_button_moves_the_board() {
    let mut harness = screen(Overlays::default());
    let before = harness.state().view.camera.rect_of(Square::new(0, 0)).min;
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Middle,
        pressed,
        modifiers: egui::Modifiers::NONE,
    };
    harness.event(Event::PointerMoved(pos2(300.0, 300.0)));
    harness.event(button(pos2(300.0, 300.0), true));
    harness.step();
    harness.event(Event::PointerMoved(pos2(340.0, 310.0)));
    harness.step();
    harness.event(button(pos2(340.0, 310.0), false));
    harness.step();
    let after = harness.state().view.camera.rect_of(Square::new(0, 0)).min;
    assert_eq!(after - before, vec2(40.0, 10.0));
}

#[test]
fn the_pointer_says_what_can_be_aimed_at() {
    let who = CombatantId(4);
    let target =
        TargetShown { who, chance: Some(("34".into(), "hits".into())), cover: Some(1), modifier: -10, refusal: None };
    let mut harness = screen(Overlays { target: Some(target), ..Overlays::default() });
    let at = |harness: &Harness<'_, Screen>| {
        let state = harness.state();
        state.view.camera.centre_of(state.stage.shown().combatant(who).placement.anchor())
    };
    harness.hover_at(at(&harness));
    harness.step();
    assert_eq!(harness.output().platform_output.cursor_icon, CursorIcon::Crosshair);
    if let Some(target) = &mut harness.state_mut().overlays.target {
        target.refusal = Some("Knife not in hand".into());
    }
    harness.hover_at(at(&harness) + vec2(1.0, 0.0));
    harness.step();
    assert_eq!(harness.output().platform_output.cursor_icon, CursorIcon::NotAllowed);
}

#[test]
fn a_map_picture_fits() {
    let battle = battle();
    let picture = map_picture_of(&battle, 500, 300);
    assert!(picture.width <= 500 && picture.height <= 300 && picture.width >= 400);
    assert!(picture != map_picture(&battle.scene.field, 500, 300));
    // Where something is to be held, the picture marks it in the colour of each side that wants it.
    let mut held = battle.clone();
    let squares = vec![Square::new(1, 1), Square::new(2, 1)];
    let hold = |team| Goal { team: Team(team), aim: Aim::Hold { squares: squares.clone(), rounds: 2 }, held: 0 };
    held.scene.goals = vec![hold(0), hold(1)];
    let marked = map_picture_of(&held, 500, 300);
    let count = |picture: &Picture, Rgb { r, g, b }: Rgb| {
        picture.rgba.as_chunks::<4>().0.iter().filter(|pixel| pixel[..3] == [r, g, b]).count()
    };
    for side in &palette::SIDES[..2] {
        assert!(count(&marked, *side) > count(&picture, *side) + 40, "{side:?}");
    }
}

#[test]
fn a_picture_of_a_level_shows_riders_above_their_mounts() {
    let level = builtin().iter().find(|level| &*level.tag == "hedgerows").expect("a built-in level");
    let battle =
        deploy(level, Roster::builtin(), level.ruleset, Settings::defaults(level.ruleset)).expect("it can be deployed");
    let (all, rules) = (laid(&battle, 40), battle.ruleset.rules());
    let place = |who: CombatantId| all.iter().position(|(laid, _)| *laid == who).expect("everybody is on the board");
    let pair = |rider: CombatantId| rules.mount_of(&battle, rider).map(|mount| (place(rider), place(mount)));
    let ridden: Vec<(usize, usize)> = battle.combatants().filter_map(|fighter| pair(fighter.id)).collect();
    assert!(!ridden.is_empty(), "nobody rides");
    for (rider, mount) in ridden {
        assert!(rider > mount, "the mount lies over its rider");
        let (rider, mount) = (&all[rider].1, &all[mount].1);
        assert!(rider.side * 3 < mount.side * 2 && rider.corner.0 > mount.corner.0, "the rider covers the mount");
    }
    let picture = map_picture_of(&battle, 400, 300);
    assert!(picture != map_picture(&battle.scene.field, 400, 300));
}

/// A battle in which one of the enemies is set up hidden, under the first rules that have hiding, or have not.
fn with_somebody_hidden(can_hide: bool) -> (Battle, CombatantId) {
    let level = builtin().iter().find(|level| &*level.tag == "tanner-row").expect("a built-in level");
    let mut level = level.clone();
    level.sides[1].units[0].hidden = true;
    let fits = |ruleset: &&RulesetId| ruleset.is_offered() && ruleset.rules().has_hiding() == can_hide;
    let ruleset = *RulesetId::ALL.iter().find(fits).expect("there are such rules");
    let battle = deploy(&level, Roster::builtin(), ruleset, Settings::defaults(ruleset)).expect("it can be deployed");
    let hidden = battle.combatants().find(|fighter| fighter.team == Team(1)).expect("they have somebody").id;
    (battle, hidden)
}

#[test]
fn whom_nobody_who_fights_knows_of_is_not_seen() {
    let (mut battle, hidden) = with_somebody_hidden(true);
    let seen = |battle: &Battle| is_seen(battle, battle.combatant(hidden), Some(Team(0)));
    assert!(!seen(&battle));
    let mate = battle.combatants().find(|fighter| fighter.team == Team(0)).expect("we have somebody").id;
    let row = battle.combatant_mut(mate);
    row.aware = row.aware.with(hidden, true);
    assert!(seen(&battle));
    battle.combatant_mut(mate).status = Status::Down;
    assert!(!seen(&battle), "only somebody out of the fight knew of him");
    // Where nobody can hide, everybody is seen.
    let (open, hidden) = with_somebody_hidden(false);
    assert!(is_seen(&open, open.combatant(hidden), Some(Team(0))));
}

#[test]
fn whoever_hides_from_all_enemies_wears_a_broken_ring() {
    let (mut battle, hidden) = with_somebody_hidden(true);
    let wear = |battle: &Battle| {
        let wears = |who| token_look(battle, who, &battle.ruleset.rules().card(battle, who)).hidden;
        battle.combatants().map(|fighter| fighter.id).filter(|who| wears(*who)).collect::<Vec<CombatantId>>()
    };
    assert_eq!(wear(&battle), [hidden]);
    let enemies = battle.combatants().filter(|fighter| fighter.team == Team(0)).map(|fighter| fighter.id);
    let enemies: Vec<CombatantId> = enemies.collect();
    let put = |battle: &mut Battle, status| enemies.iter().for_each(|who| battle.combatant_mut(*who).status = status);
    put(&mut battle, Status::Down);
    assert_eq!(wear(&battle), [], "nobody is left to hide from");
    put(&mut battle, Status::Fighting);
    let row = battle.combatant_mut(enemies[0]);
    row.aware = row.aware.with(hidden, true);
    assert_eq!(wear(&battle), []);
}

/// Makes enemies of a fighter aware of it or not.
fn let_notice(battle: &mut Battle, of: CombatantId, notices: impl Fn(CombatantId) -> bool) {
    let enemies: Vec<CombatantId> = battle.enemies(of).map(|enemy| enemy.id).collect();
    for enemy in enemies {
        let row = battle.combatant_mut(enemy);
        row.aware = row.aware.with(of, notices(enemy));
    }
}

#[test]
fn a_broken_ring_tells_nothing_of_enemies_that_the_viewer_does_not_know() {
    let (mut battle, hidden) = with_somebody_hidden(true);
    let own = battle.enemies(hidden).next().expect("we have somebody").id;
    let other = battle.enemies(own).map(|enemy| enemy.id).find(|enemy| *enemy != hidden).expect("a known enemy");
    let wears = |battle: &Battle, side: Option<Team>| {
        let mut world = bare_world(battle.clone(), Rolled::new(1));
        install(&mut world);
        let mut stage = Stage::gather(&mut world);
        stage.show_to(side);
        stage.look(own).hidden
    };
    let (ours, theirs) = (Some(Team(0)), Some(Team(1)));
    let_notice(&mut battle, own, |_| false);
    assert_eq!([ours, None].map(|side| wears(&battle, side)), [true, true]);
    let_notice(&mut battle, own, |enemy| enemy == hidden);
    assert_eq!([ours, theirs, None].map(|side| wears(&battle, side)), [true, false, false]);
    let_notice(&mut battle, own, |enemy| enemy == other);
    assert_eq!([ours, theirs, None].map(|side| wears(&battle, side)), [false; 3]);
}

#[test]
fn a_side_is_shown_one_and_the_same_view_frame_after_frame() {
    let (battle, _) = with_somebody_hidden(true);
    let mut world = bare_world(battle, Rolled::new(1));
    install(&mut world);
    let [first, next, theirs] = [0, 0, 1].map(|side| {
        let mut stage = Stage::gather(&mut world);
        stage.show_to(Some(Team(side)));
        stage
    });
    let [first, next, theirs] = [&first, &next, &theirs].map(|stage| &**stage.shown());
    assert!(first.is_partial() && !theirs.is_partial());
    assert!(std::ptr::eq(first, next), "what is derived from it stays");
}

/// A battle under each ruleset that knows a condition, in which the first of two has it.
fn afflicted(kind: &str) -> Vec<Battle> {
    let afflicted = |ruleset: &RulesetId| {
        let file = format!(
            "(format: 1, ruleset: {}, trials: [(name: \"sign\", combatants: [
                (name: \"A\", at: \"a1\", sheet: (), conditions: [(kind: \"{kind}\")]), (name: \"B\", at: \"c1\", sheet: ()),
            ], expect: [Status(\"A\", Fighting)])])",
            ruleset.name()
        );
        Some(parse_trials("sign", &file, Roster::builtin()).ok()?.remove(0).battle)
    };
    let battles: Vec<Battle> = RulesetId::ALL.iter().filter_map(afflicted).collect();
    assert!(!battles.is_empty(), "rules with the condition {kind}");
    battles
}

fn mark_of(battle: &Battle, who: u16) -> Option<Mark> {
    let who = CombatantId(who);
    token_look(battle, who, &battle.ruleset.rules().card(battle, who)).mark
}

#[test]
fn the_stunned_the_dying_and_the_stable_wear_signs_of_their_own() {
    for (kind, sign) in
        [("stunned", Mark::Stunned), ("dying", Mark::Dying), ("shock", Mark::Dying), ("stable", Mark::Stable)]
    {
        for battle in afflicted(kind) {
            assert_eq!([0, 1].map(|who| mark_of(&battle, who)), [Some(sign), None], "{kind}: {}", battle.ruleset);
        }
    }
}

#[test]
fn the_fallen_wear_no_letters() {
    for mut battle in afflicted("blinded") {
        assert_eq!(mark_of(&battle, 0), Some(Mark::Lettered('B')), "{}", battle.ruleset);
        battle.apply(&Effect::Status(CombatantId(0), Status::Down));
        assert_eq!(mark_of(&battle, 0), None, "{}", battle.ruleset);
    }
}

/// The words that are painted, each once, and where their ink is.
fn collect(shape: &egui::Shape, into: &mut Vec<(Rect, String)>) {
    match shape {
        egui::Shape::Vec(all) => all.iter().for_each(|shape| collect(shape, into)),
        egui::Shape::Text(text) => {
            let here = (text.galley.mesh_bounds.translate(text.pos.to_vec2()), text.galley.text().to_owned());
            if into.last() != Some(&here) {
                into.push(here);
            }
        }
        _ => {}
    }
}

#[test]
fn no_name_of_a_place_and_no_plate_lies_over_a_token() {
    let bodies: Vec<_> = stage().bodies().collect();
    let around = |square: Square| -> Vec<Square> {
        let near = (-1..=1).flat_map(|x| (-1..=1).map(move |y| Square::new(square.x + x, square.y + y)));
        near.filter(|square| (0..20).contains(&square.x) && (0..15).contains(&square.y)).collect()
    };
    for (index, (_, body)) in bodies.iter().enumerate() {
        let zone =
            (Team((index % 2) as u8), around(Square::new(body.anchor.x, body.anchor.y + 2)), "Hold 1 of 3".to_owned());
        let words = "Walk to k8 and strike with sword, 34 % hits from there".to_owned();
        let second = "Mott may strike, 40 % hits, press to choose it".to_owned();
        let plate = Some(PlateShown { at: *body, words, second, refused: index % 2 == 0 });
        let harness = screen(Overlays { zones: vec![zone], plate, ..Overlays::default() });
        let camera = &harness.state().view.camera;
        let tokens: Vec<Rect> = bodies
            .iter()
            .map(|(_, body)| {
                let size = vec2(f32::from(body.side), f32::from(body.side)) * camera.side();
                Rect::from_min_size(camera.rect_of(body.anchor).min, size).shrink(0.1 * camera.side())
            })
            .collect();
        let mut written: Vec<(Rect, String)> = Vec::new();
        harness.output().shapes.iter().for_each(|shape| collect(&shape.shape, &mut written));
        written.retain(|(_, words)| words.len() > 4);
        assert_eq!(written.len(), 3, "{written:?}");
        for (rect, words) in &written {
            assert!(!tokens.iter().any(|token| token.intersects(*rect)), "`{words}` at {rect:?} lies over a token");
            let mut others = written.iter().filter(|(_, other)| other != words);
            assert!(others.all(|(other, _)| !other.intersects(*rect)), "`{words}` lies over another");
        }
    }
}

#[test]
fn where_a_plate_lies_does_not_tell_who_hides_there() {
    let level = builtin().iter().find(|level| &*level.tag == "tanner-row").expect("a built-in level");
    let hides_at = |at: Option<Square>| {
        let mut level = level.clone();
        let unit = &mut level.sides[1].units[0];
        unit.hidden = true;
        unit.at = at.unwrap_or(unit.at);
        deploy(&level, Roster::builtin(), level.ruleset, Settings::defaults(level.ruleset)).ok()
    };
    let here = level.sides[1].units[0].at;
    let all = (0..15).flat_map(|y| (0..20).map(move |x| Square::new(x, y)));
    let near = |square: &Square| square.x.abs_diff(here.x).max(square.y.abs_diff(here.y)) < 6;
    let elsewhere = all.filter(|square| !near(square)).find_map(|square| hides_at(Some(square)));
    let lies = |battle: Option<Battle>| {
        let battle = battle.expect("it can be deployed");
        let hidden = battle.combatants().find(|fighter| !battle.is_known(Team(0), fighter.id));
        assert!(hidden.is_some(), "nobody hides");
        let mut world = bare_world(battle, Rolled::new(1));
        install(&mut world);
        let (at, second) = (Footprint::one(here), String::new());
        let plate = PlateShown { at, words: "Walk here".into(), second, refused: false };
        let overlays = Overlays { plate: Some(plate), ..Overlays::default() };
        let harness = screen_of(Stage::gather(&mut world), overlays, Some(Team(0)));
        let mut written: Vec<(Rect, String)> = Vec::new();
        harness.output().shapes.iter().for_each(|shape| collect(&shape.shape, &mut written));
        written.into_iter().find(|(_, words)| words == "Walk here").expect("it is written").0
    };
    assert_eq!(lies(hides_at(None)), lies(elsewhere));
}
