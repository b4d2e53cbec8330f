//! What pointer and keys do in the window, on a screen without a display.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use bevy_egui::egui::{Event, Key, Modifiers, PointerButton, pos2};
use proving_ground::{
    arena::Arena as _,
    geometry::Square,
    levels::builtin,
    rules::{Choice, CombatantId, Posture, Target},
    screens::HeadlessFrame,
};

/// The board's corner in a window of 1280 by 720, and the side of a square, on Tanner Row.
const CORNER: (f32, f32) = (28.0, 76.0);
const SIDE: f32 = 40.0;

fn screen() -> HeadlessFrame {
    let level = builtin().iter().find(|level| level.tag == "tanner-row").unwrap();
    let mut screen = HeadlessFrame::new(level, (1280.0, 720.0)).unwrap();
    // A question ignores keys and clicks for its first half second.
    (0..30).for_each(|_| _ = screen.frame(None));
    screen
}

fn middle(square: Square) -> (f32, f32) {
    let at = |corner: f32, index: i16| corner + (f32::from(index) + 0.5) * SIDE;
    (at(CORNER.0, square.x), at(CORNER.1, square.y))
}

fn press(screen: &mut HeadlessFrame, key: Key) {
    for pressed in [true, false] {
        let key = Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE };
        screen.hear(vec![key]);
    }
    (0..3).for_each(|_| _ = screen.frame(None));
}

fn click(screen: &mut HeadlessFrame, (x, y): (f32, f32)) {
    let pos = pos2(x, y);
    screen.frame(Some((x - 2.0, y)));
    screen.frame(Some((x, y)));
    for pressed in [true, false] {
        let button = PointerButton::Primary;
        screen.hear(vec![Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE }]);
    }
    (0..3).for_each(|_| _ = screen.frame(None));
}

/// Who is asked, and a square that can be walked to without running.
fn walk(screen: &mut HeadlessFrame) -> (CombatantId, Square) {
    let world = screen.world();
    let who = world.decision().unwrap().who;
    let offers = world.offers();
    let near = offers.0.iter().find_map(|offer| match &offer.target {
        Target::Way(ways) if offer.is_open() => ways.iter().min_by_key(|way| way.cost).map(|way| way.square),
        _ => None,
    });
    (who, near.unwrap())
}

fn place(screen: &mut HeadlessFrame, who: CombatantId) -> Square {
    screen.world().battle().combatant(who).placement.anchor()
}

#[test]
fn a_click_walks_and_undo_walks_back() {
    let mut screen = screen();
    let ((who, to), seed) = (walk(&mut screen), screen.world().digest());
    let from = place(&mut screen, who);
    click(&mut screen, middle(to));
    assert_eq!(place(&mut screen, who), to);
    (0..200).for_each(|_| _ = screen.frame(None));
    press(&mut screen, Key::U);
    assert_eq!((place(&mut screen, who), screen.world().digest()), (from, seed));
}

#[test]
fn enter_goes_only_where_one_points() {
    let mut screen = screen();
    let (who, to) = walk(&mut screen);
    let from = place(&mut screen, who);
    let (x, y) = middle(to);
    screen.frame(Some((x - 2.0, y)));
    screen.frame(Some((x, y)));
    // Into the panel: the pointer is no longer on the board.
    screen.frame(Some((1100.0, 600.0)));
    screen.frame(Some((1101.0, 600.0)));
    press(&mut screen, Key::Enter);
    assert_eq!(place(&mut screen, who), from, "Enter walks where nobody points");
    screen.frame(Some((x - 2.0, y)));
    screen.frame(Some((x, y)));
    press(&mut screen, Key::Enter);
    assert_eq!(place(&mut screen, who), to);
}

#[test]
fn after_aiming_a_move_says_that_it_takes_the_standard_action() {
    let mut screen = screen();
    let offers = screen.world().offers();
    let aim = offers.0.iter().find(|offer| offer.verb == "aim" && offer.is_open()).unwrap();
    let Target::Combatant(list) = &aim.target else { unreachable!("one aims at somebody") };
    let choice = Choice::of(aim).on(list[0].who);
    let price = |screen: &mut HeadlessFrame| {
        let offers = screen.world().offers();
        let way = offers.0.iter().find(|offer| matches!(offer.target, Target::Way(_))).unwrap();
        way.cost.amounts().map(|amount| amount.of.name.to_owned()).next()
    };
    assert_eq!(price(&mut screen).as_deref(), Some("Quick"));
    screen.game(|world, game| game.submit(world, &choice)).unwrap();
    assert_eq!(price(&mut screen).as_deref(), Some("Standard"));
}

#[test]
fn cards_show_what_counts_after_wounds() {
    let mut screen = screen();
    let fray = |screen: &mut HeadlessFrame| {
        let battle = screen.world().battle();
        let card = battle.ruleset.rules().card(battle, CombatantId(0));
        let fact = card.facts.iter().find(|fact| fact.label == "Fray").unwrap();
        fact.value.parse::<i32>().unwrap()
    };
    let before = fray(&mut screen);
    let world = screen.world();
    let wounds = world.battle().ruleset.rules().names().vitals.iter().position(|name| *name == "wounds").unwrap();
    let entity = world.resource::<proving_ground::arena::CombatantEntities>().entity(CombatantId(0));
    proving_ground::arena::edit(world, |world| {
        world
            .get_mut::<proving_ground::rules::Vitals>(entity)
            .unwrap()
            .set(proving_ground::rules::Vital(wounds as u8), 2);
    });
    assert!(fray(&mut screen) < before, "a card shows {before} still");
}

#[test]
fn whoever_lies_is_offered_to_stand_up_first() {
    let mut screen = screen();
    let world = screen.world();
    let who = world.decision().unwrap().who;
    let entity = world.resource::<proving_ground::arena::CombatantEntities>().entity(who);
    proving_ground::arena::edit(world, |world| *world.get_mut::<Posture>(entity).unwrap() = Posture::Prone);
    // A question ignores keys at first.
    (0..30).for_each(|_| _ = screen.frame(None));
    press(&mut screen, Key::Enter);
    assert_eq!(screen.world().battle().combatant(who).posture, Posture::Standing);
}
