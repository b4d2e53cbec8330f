//! Presses on the board in whole battles without a window, with pointer and keyboard as a person would.

mod keys;
mod order;
mod rows;
mod said;
mod signs;

use bevy_egui::egui::{Event, Key, Modifiers, PointerButton, pos2};

use super::{
    BattleScreen,
    testing::{PERSONS, SIZE, frames, level},
    with_screen,
};
use crate::{
    arena::{Arena as _, CombatantEntities, edit},
    geometry::Square,
    rules::{Battle, CombatantId, Entry, Group, Placement, Posture, RulesetId, Settings, Spending},
    screens::{HeadlessFrame, prefs::Preferences},
};

/// The first ruleset on the list.
fn first() -> RulesetId {
    RulesetId::ALL[0]
}

/// A battle at a fighter's turn, with everything shown.
fn start(ruleset: RulesetId) -> HeadlessFrame {
    let mut headless = HeadlessFrame::play(&level("meadow"), ruleset, 3, PERSONS, SIZE).expect("it can be played");
    to_a_turn(&mut headless);
    headless
}

/// Gives default answers until the turn of a fighter who only strikes.
fn to_a_turn(headless: &mut HeadlessFrame) {
    for _ in 0..40 {
        let battle = headless.world().battle();
        let decision = battle.decision().expect("somebody is asked").clone();
        let strikes = ["Ada", "Dag", "Egil", "Finn"].contains(&&*battle.combatant(decision.who).identity.name);
        if strikes && decision == battle.ruleset.rules().turn_question(decision.who) {
            settle(headless);
            return;
        }
        let choice = battle.ruleset.rules().default_answer(battle, &decision);
        headless.game(|world, game| game.submit(world, &choice)).expect("the default can be chosen");
    }
    panic!("nobody has a turn");
}

/// Gives default answers until `who` is asked again.
fn answer_for_others(headless: &mut HeadlessFrame, who: CombatantId) {
    while acting(headless) != who {
        let battle = battle(headless);
        let choice = battle.ruleset.rules().default_answer(&battle, battle.decision().expect("asked"));
        headless.game(|world, game| game.submit(world, &choice)).expect("the default can be chosen");
        settle(headless);
    }
}

/// Lets everything finish playing, and waits until presses count.
fn settle(headless: &mut HeadlessFrame) {
    headless.frame(None);
    with_screen(headless.world(), |_, world| crate::board::skip(world));
    headless.rest();
}

fn screen(headless: &mut HeadlessFrame) -> &BattleScreen {
    headless.world().resource::<BattleScreen>()
}

fn battle(headless: &mut HeadlessFrame) -> Battle {
    headless.world().battle().clone()
}

fn acting(headless: &mut HeadlessFrame) -> CombatantId {
    headless.world().decision().expect("asked").who
}

fn place_of(headless: &mut HeadlessFrame, who: CombatantId) -> Square {
    headless.world().battle().combatant(who).placement.anchor()
}

/// How many rolls have been made.
fn rolls(headless: &mut HeadlessFrame) -> usize {
    headless.world().journal().iter().filter(|entry| matches!(entry, Entry::Roll(_))).count()
}

fn at(headless: &mut HeadlessFrame, square: Square) -> (f32, f32) {
    let middle = screen(headless).view.camera.rect_of(square).center();
    (middle.x, middle.y)
}

/// Moves the pointer to a square.
fn point(headless: &mut HeadlessFrame, square: Square) {
    let (x, y) = at(headless, square);
    headless.frame(Some((x - 2.0, y)));
    headless.frame(Some((x, y)));
    frames(headless, 2);
}

/// A press at once, wherever the pointer is.
fn tap(headless: &mut HeadlessFrame, square: Square) {
    let (x, y) = at(headless, square);
    for pressed in [true, false] {
        let (pos, button) = (pos2(x, y), PointerButton::Primary);
        headless.hear(vec![Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE }]);
    }
    frames(headless, 2);
}

/// A calm press: points, presses, and lets everything finish playing.
fn press(headless: &mut HeadlessFrame, square: Square) {
    point(headless, square);
    tap(headless, square);
    settle(headless);
}

fn key(headless: &mut HeadlessFrame, key: Key, modifiers: Modifiers) {
    for pressed in [true, false] {
        let held = Event::ModifiersChanged(modifiers);
        headless.hear(vec![held, Event::Key { key, physical_key: None, pressed, repeat: false, modifiers }]);
    }
    headless.hear(vec![Event::ModifiersChanged(Modifiers::NONE)]);
    frames(headless, 2);
}

/// The plate at the pointer: both its lines.
fn plate(headless: &mut HeadlessFrame) -> (String, String) {
    let plate = screen(headless).press_plate();
    plate.map(|(_, plate)| (plate.words, plate.second)).unwrap_or_default()
}

/// Puts the acting fighter at b4, the nearest enemies at `near`, and all others at the edges.
pub(super) fn stage(headless: &mut HeadlessFrame, near: &[(i16, i16)]) -> Vec<CombatantId> {
    let who = acting(headless);
    let battle = battle(headless);
    let foes: Vec<CombatantId> = battle.enemies(who).map(|fighter| fighter.id).collect();
    edit(headless.world(), |world| {
        for (index, fighter) in battle.combatants().enumerate() {
            let place = foes.iter().position(|foe| *foe == fighter.id);
            let square = match place.and_then(|place| near.get(place)) {
                Some((x, y)) => Square::new(*x, *y),
                None if fighter.id == who => Square::new(1, 3),
                None if place.is_some() => Square::new(19, 2 + index as i16),
                None => Square::new(2 + index as i16, 13),
            };
            let entity = world.resource::<CombatantEntities>().entity(fighter.id);
            let moved = fighter.placement.at(square);
            *world.get_mut::<Placement>(entity).expect("a combatant is somewhere") = moved;
        }
    });
    settle(headless);
    foes
}

fn chosen(headless: &mut HeadlessFrame) -> Option<&'static str> {
    screen(headless).open_offer().map(|(offer, _)| offer.verb)
}

fn set_second(headless: &mut HeadlessFrame, second: crate::panels::settings::SecondPress) {
    headless.world().resource_mut::<Preferences>().0.second_press = second;
}

#[test]
fn a_free_square_says_walk_and_a_press_walks() {
    for ruleset in RulesetId::ALL {
        let mut headless = start(*ruleset);
        stage(&mut headless, &[]);
        let (who, to) = (acting(&mut headless), Square::new(3, 3));
        point(&mut headless, to);
        let (words, _) = plate(&mut headless);
        assert!(words.contains(" here, "), "{ruleset}: {words}");
        let fallen = rolls(&mut headless);
        tap(&mut headless, to);
        assert_eq!(place_of(&mut headless, who), to, "{ruleset}");
        settle(&mut headless);
        assert_eq!(rolls(&mut headless), fallen, "{ruleset}");
        let left = chosen(&mut headless);
        let is_end = screen(&mut headless).open_offer().is_some_and(|(offer, _)| offer.group == Group::End);
        assert!(left.is_none() || is_end, "{ruleset}: {left:?} is chosen");
    }
}

#[test]
fn an_adjacent_enemy_takes_two_presses_and_the_first_rolls_nothing() {
    for ruleset in RulesetId::ALL {
        let mut headless = start(*ruleset);
        let foe = stage(&mut headless, &[(2, 3)])[0];
        let (there, fallen) = (Square::new(2, 3), rolls(&mut headless));
        point(&mut headless, there);
        let (words, second) = plate(&mut headless);
        assert!(words.contains('%') && second.contains("press to choose it"), "{ruleset}: {words}, {second}");
        press(&mut headless, there);
        assert_eq!((rolls(&mut headless), screen(&mut headless).target()), (fallen, Some(foe)), "{ruleset}");
        let (again, _) = plate(&mut headless);
        assert!(again.starts_with("Press again: ") && again.ends_with(&words[1..]), "{ruleset}: {again}");
        tap(&mut headless, there);
        let decided = headless.world().decision().map(|decision| decision.who);
        assert!(
            rolls(&mut headless) > fallen || decided == Some(foe),
            "{ruleset}: the second press strikes, or asks whoever is struck"
        );
    }
}

#[test]
fn a_far_enemy_takes_two_presses_way_and_blow_together() {
    let mut blows = 0;
    for ruleset in RulesetId::ALL {
        let mut headless = start(*ruleset);
        let foe = stage(&mut headless, &[(4, 3)])[0];
        let (who, there, fallen) = (acting(&mut headless), Square::new(4, 3), rolls(&mut headless));
        let from = place_of(&mut headless, who);
        point(&mut headless, there);
        let (words, _) = plate(&mut headless);
        if !words.contains(" from there") {
            continue;
        }
        press(&mut headless, there);
        assert_eq!((place_of(&mut headless, who), rolls(&mut headless)), (from, fallen), "{ruleset}: it is only laid");
        assert_eq!(screen(&mut headless).target(), Some(foe), "{ruleset}");
        assert!(plate(&mut headless).0.starts_with("Press again: "), "{ruleset}");
        let to = screen(&mut headless).press.laid().expect("it is laid").steps[0].squares.last().copied();
        tap(&mut headless, there);
        let now = headless.world().decision().map(|decision| decision.who);
        assert_eq!(Some(place_of(&mut headless, who)), to, "{ruleset}");
        assert!(rolls(&mut headless) > fallen || now == Some(foe), "{ruleset}: way and blow follow each other");
        blows += 1;
    }
    assert!(blows >= 3, "{blows} rulesets have a way and a blow");
}

#[test]
fn after_a_walk_the_blow_at_the_pinned_enemy_stays_chosen() {
    let mut headless = start(first());
    let foe = stage(&mut headless, &[(2, 3)])[0];
    press(&mut headless, Square::new(2, 3));
    let who = acting(&mut headless);
    let blow = screen(&mut headless).open_offer().map(|(_, choice)| choice.clone()).expect("a blow is chosen");
    // A step out of reach is shown before it is taken.
    press(&mut headless, Square::new(1, 2));
    assert_eq!(place_of(&mut headless, who), Square::new(1, 3));
    press(&mut headless, Square::new(1, 2));
    answer_for_others(&mut headless, who);
    let fallen = rolls(&mut headless);
    assert_eq!(place_of(&mut headless, who), Square::new(1, 2));
    let left = screen(&mut headless).open_offer().map(|(_, choice)| choice.clone());
    assert_eq!(left, Some(blow), "the blow stays chosen");
    // No press has shown it since, so the next one does.
    press(&mut headless, Square::new(2, 3));
    assert_eq!(rolls(&mut headless), fallen);
    tap(&mut headless, Square::new(2, 3));
    assert!(rolls(&mut headless) > fallen || headless.world().decision().map(|decision| decision.who) == Some(foe));
}

#[test]
fn nothing_with_a_die_or_a_price_is_what_a_press_on_a_free_square_means() {
    for ruleset in RulesetId::ALL {
        let mut headless = start(*ruleset);
        stage(&mut headless, &[]);
        let who = acting(&mut headless);
        // Walk as often as pressing squares allows; anything more would cost points, or be another act.
        for turn in 0..12_i16 {
            if headless.world().decision().is_none_or(|decision| decision.who != who) {
                break;
            }
            let to = Square::new(1 + turn % 3, 2 + turn % 2);
            let before = battle(&mut headless);
            press(&mut headless, to);
            let after = battle(&mut headless);
            let points = |battle: &Battle| {
                let card = battle.ruleset.rules().card(battle, who);
                let dear = |allowance: &&crate::rules::Allowance| {
                    matches!(allowance.currency.is, Spending::Points | Spending::Luck)
                };
                card.allowances.iter().filter(dear).map(|allowance| allowance.left).sum::<u8>()
            };
            if after.decision().map(|decision| decision.who) == Some(who) {
                assert_eq!(points(&before), points(&after), "{ruleset}: a press on {to} has cost points");
            }
        }
    }
}

#[test]
fn out_of_reach_is_said_on_pointing_with_the_distance_and_what_comes_nearer() {
    let mut headless = start(first());
    let foes = stage(&mut headless, &[]);
    let there = place_of(&mut headless, foes[0]);
    point(&mut headless, there);
    let (words, help) = plate(&mut headless);
    assert!(words.contains(" m") && help.contains("it would be"), "{words}; {help}");
    let (who, from) = (acting(&mut headless), battle(&mut headless).digest());
    press(&mut headless, there);
    assert_eq!(battle(&mut headless).digest(), from, "{who:?} does nothing");
    assert_eq!((chosen(&mut headless), screen(&mut headless).target()), (None, Some(foes[0])));
}

#[test]
fn the_setting_says_what_takes_a_second_press() {
    use crate::panels::settings::SecondPress;
    let there = Square::new(2, 3);
    let mut headless = start(first());
    stage(&mut headless, &[(2, 3)]);
    set_second(&mut headless, SecondPress::Never);
    let fallen = rolls(&mut headless);
    point(&mut headless, there);
    assert!(!plate(&mut headless).1.contains("press"));
    tap(&mut headless, there);
    let is_asked = |headless: &mut HeadlessFrame, fallen| {
        let world = headless.world();
        let decision = world.decision().cloned().expect("somebody is asked");
        let own = decision == world.battle().ruleset.rules().turn_question(decision.who);
        !own || rolls(headless) > fallen
    };
    assert!(is_asked(&mut headless, fallen), "the plate has named it: one press does it");
    let mut headless = start(first());
    stage(&mut headless, &[]);
    set_second(&mut headless, SecondPress::Always);
    let (who, to) = (acting(&mut headless), Square::new(3, 3));
    let from = place_of(&mut headless, who);
    press(&mut headless, to);
    assert_eq!(place_of(&mut headless, who), from, "a walk is shown first as well");
    press(&mut headless, to);
    assert_eq!(place_of(&mut headless, who), to);
}

#[test]
fn tab_goes_over_enemies_nearest_first_and_enter_presses_there() {
    let mut headless = start(first());
    let foes = stage(&mut headless, &[(2, 3), (6, 3), (0, 3)]);
    let pointed = |headless: &mut HeadlessFrame| match screen(headless).place() {
        Some(super::press::Place::Body(who)) => Some(who),
        _ => None,
    };
    let mut seen = Vec::new();
    for _ in 0..3 {
        key(&mut headless, Key::Tab, Modifiers::NONE);
        seen.extend(pointed(&mut headless));
    }
    assert_eq!(seen, [foes[2], foes[0], foes[1]], "nearest first, left to right among equals");
    key(&mut headless, Key::Tab, Modifiers::SHIFT);
    assert_eq!(pointed(&mut headless), Some(foes[0]));
    frames(&mut headless, 2);
    let shown = screen(&mut headless).model.as_ref().expect("drawn").0.target.as_ref().map(|body| body.who);
    assert_eq!(shown, Some(foes[0]), "the card follows");
    let fallen = rolls(&mut headless);
    key(&mut headless, Key::Enter, Modifiers::NONE);
    headless.rest();
    assert_eq!((screen(&mut headless).target(), rolls(&mut headless)), (Some(foes[0]), fallen));
    key(&mut headless, Key::Enter, Modifiers::NONE);
    let now = headless.world().decision().map(|decision| decision.who);
    assert!(rolls(&mut headless) > fallen || now == Some(foes[0]), "Enter again does it");
}

#[test]
fn a_double_click_neither_strikes_nor_ends_what_is_played() {
    let mut headless = start(first());
    stage(&mut headless, &[(2, 3)]);
    let (there, fallen, digest) = (Square::new(2, 3), rolls(&mut headless), battle(&mut headless).digest());
    point(&mut headless, there);
    tap(&mut headless, there);
    tap(&mut headless, there);
    assert_eq!((rolls(&mut headless), battle(&mut headless).digest()), (fallen, digest), "it strikes");
    stage(&mut headless, &[]);
    let (who, to) = (acting(&mut headless), Square::new(4, 5));
    point(&mut headless, to);
    tap(&mut headless, to);
    assert_eq!(place_of(&mut headless, who), to);
    assert!(screen(&mut headless).stage.is_busy());
    tap(&mut headless, to);
    assert!(screen(&mut headless).stage.is_busy(), "the double click ends the walk");
    frames(&mut headless, 15);
    assert!(screen(&mut headless).stage.is_busy());
    tap(&mut headless, to);
    frames(&mut headless, 2);
    assert!(!screen(&mut headless).stage.is_busy(), "a press ends what is played");
}

#[test]
fn of_several_on_one_square_tab_takes_the_next() {
    let mut headless = start(first());
    let foes = stage(&mut headless, &[(2, 3), (2, 3)]);
    edit(headless.world(), |world| {
        let entity = world.resource::<CombatantEntities>().entity(foes[1]);
        *world.get_mut::<Posture>(entity).expect("a combatant has a posture") = Posture::Prone;
    });
    settle(&mut headless);
    let there = Square::new(2, 3);
    let pointed = |headless: &mut HeadlessFrame| match screen(headless).place() {
        Some(super::press::Place::Body(who)) => Some(who),
        _ => None,
    };
    point(&mut headless, there);
    let above = pointed(&mut headless);
    assert!(plate(&mut headless).1.contains("1 of 2 here, Tab takes the next"));
    key(&mut headless, Key::Tab, Modifiers::NONE);
    let below = pointed(&mut headless);
    assert!(above != below && foes.contains(&below.expect("somebody")), "{above:?}, {below:?}");
    let (pos, modifiers) = (pos2(0.0, 1.0).to_vec2(), Modifiers::NONE);
    let zoom = screen(&mut headless).view.camera.side();
    let (unit, phase) = (bevy_egui::egui::MouseWheelUnit::Line, bevy_egui::egui::TouchPhase::Move);
    headless.hear(vec![Event::MouseWheel { unit, delta: pos, phase, modifiers }]);
    frames(&mut headless, 2);
    assert_eq!(
        (pointed(&mut headless), screen(&mut headless).view.camera.side()),
        (above, zoom),
        "the wheel goes back"
    );
    press(&mut headless, there);
    assert_eq!(screen(&mut headless).target(), above, "who is pointed at is pressed");
}

#[test]
fn keys_pressed_twice_while_something_is_played_do_nothing_twice() {
    let mut headless = start(first());
    stage(&mut headless, &[]);
    let who = acting(&mut headless);
    let from = place_of(&mut headless, who);
    for _ in 0..3 {
        key(&mut headless, Key::ArrowRight, Modifiers::NONE);
    }
    key(&mut headless, Key::Enter, Modifiers::NONE);
    let to = Square::new(from.x + 3, from.y);
    assert_eq!(place_of(&mut headless, who), to);
    let walked = battle(&mut headless).digest();
    assert!(screen(&mut headless).stage.is_busy());
    key(&mut headless, Key::Enter, Modifiers::NONE);
    assert!(!screen(&mut headless).stage.is_busy(), "the first key ends what is played");
    key(&mut headless, Key::Enter, Modifiers::NONE);
    key(&mut headless, Key::W, Modifiers::NONE);
    assert_eq!(battle(&mut headless).digest(), walked, "nothing more is done");
}

#[test]
fn lost_focus_and_another_size_neither_lose_nor_double_a_press() {
    let mut headless = start(first());
    stage(&mut headless, &[(2, 3)]);
    let (there, fallen) = (Square::new(2, 3), rolls(&mut headless));
    press(&mut headless, there);
    let (shown, laid) = (plate(&mut headless), battle(&mut headless).digest());
    // The button goes down, the window loses focus, and the button comes up elsewhere.
    let (x, y) = at(&mut headless, there);
    let (pos, button, modifiers) = (pos2(x, y), PointerButton::Primary, Modifiers::NONE);
    headless.hear(vec![Event::PointerButton { pos, button, pressed: true, modifiers }]);
    headless.hear(vec![Event::WindowFocused(false), Event::PointerGone]);
    headless.hear(vec![Event::WindowFocused(true)]);
    headless.rest();
    assert_eq!((rolls(&mut headless), battle(&mut headless).digest()), (fallen, laid), "half a press strikes");
    headless.set_pixels_per_point(1.5);
    headless.rest();
    assert_eq!(battle(&mut headless).digest(), laid, "another size strikes");
    point(&mut headless, there);
    assert_eq!(battle(&mut headless).digest(), laid, "pointing strikes");
    assert_eq!(plate(&mut headless), shown, "what was shown is shown at the same place");
    let digest = battle(&mut headless).digest();
    tap(&mut headless, there);
    assert_ne!(battle(&mut headless).digest(), digest, "the press after it is heard, once");
}

#[test]
fn what_was_answered_by_itself_is_taken_back_with_the_choice_before_it() {
    let mut headless = start(first());
    let who = acting(&mut headless);
    let from = place_of(&mut headless, who);
    stage(&mut headless, &[]);
    let from = if place_of(&mut headless, who) == from { from } else { place_of(&mut headless, who) };
    let digest = battle(&mut headless).digest();
    press(&mut headless, from.step(crate::geometry::Direction::East));
    assert_ne!(place_of(&mut headless, who), from, "a step is walked");
    with_screen(headless.world(), |screen, world| {
        let quiet = |offer: &&crate::rules::Offer| {
            offer.is_open() && offer.target == crate::rules::Target::Nothing && offer.group == Group::Stance
        };
        let offers = screen.settled.offers.clone();
        let found = offers.0.iter().filter(quiet).find(|offer| offer.finality == crate::rules::Finality::Nothing);
        let choice = crate::rules::Choice::of(found.expect("a stance can be taken"));
        assert!(screen.submit(&choice, world));
    });
    settle(&mut headless);
    with_screen(headless.world(), |screen, _| {
        assert_eq!(screen.listed.by_itself, [0, 0]);
        // As if the second had been an automatic answer.
        screen.listed.by_itself = vec![1];
        assert_eq!(screen.no_undo(), None);
    });
    key(&mut headless, Key::U, Modifiers::NONE);
    settle(&mut headless);
    assert_eq!((place_of(&mut headless, who), battle(&mut headless).digest()), (from, digest), "both are taken back");
    with_screen(headless.world(), |screen, _| assert!(screen.no_undo().is_some()));
}

#[test]
fn enter_leaves_alone_whom_the_pointer_has_rested_on_since_before() {
    let mut headless = start(first());
    stage(&mut headless, &[(2, 3)]);
    point(&mut headless, Square::new(2, 3));
    let before = battle(&mut headless).digest();
    // Another turn begins while the pointer stays where it is.
    with_screen(headless.world(), |screen, _| screen.stirred = None);
    key(&mut headless, Key::Enter, Modifiers::NONE);
    key(&mut headless, Key::Enter, Modifiers::NONE);
    assert_eq!(
        battle(&mut headless).digest(),
        before,
        "Enter strikes somebody whom nobody has pointed at in this turn"
    );
    assert_eq!(chosen(&mut headless), None);
    point(&mut headless, Square::new(2, 3));
    key(&mut headless, Key::Enter, Modifiers::NONE);
    assert!(chosen(&mut headless).is_some(), "pointed at anew, the blow is laid");
}

#[test]
fn escape_goes_from_the_group_to_what_matters_now_and_a_press_on_an_enemy_lists_what_is_against_it() {
    use crate::panels::battle::Intent;
    let mut headless = start(first());
    stage(&mut headless, &[(2, 3)]);
    let open = |headless: &mut HeadlessFrame| screen(headless).listed.open;
    key(&mut headless, Key::S, Modifiers::NONE);
    assert_eq!(open(&mut headless), Some(Group::Gear));
    key(&mut headless, Key::Escape, Modifiers::NONE);
    assert_eq!(open(&mut headless), None);
    assert_eq!(screen(&mut headless).dialog, None, "the menu comes after all else");
    with_screen(headless.world(), |screen, world| screen.carry_out(Intent::List(Some(Group::Gear)), world).is_none());
    press(&mut headless, Square::new(2, 3));
    assert_eq!(open(&mut headless), None, "the blow that is chosen is listed");
    assert!(chosen(&mut headless).is_some());
}

#[test]
fn a_group_that_a_walk_has_emptied_gives_way_to_what_matters_now() {
    let mut emptied = 0;
    for ruleset in RulesetId::ALL {
        let mut headless = start(*ruleset);
        stage(&mut headless, &[]);
        let who = acting(&mut headless);
        key(&mut headless, Key::Q, Modifiers::NONE);
        press(&mut headless, Square::new(3, 3));
        assert_eq!((acting(&mut headless), place_of(&mut headless, who)), (who, Square::new(3, 3)), "{ruleset}");
        let shown = screen(&mut headless);
        let is_left = shown.settled.offers.0.iter().any(|offer| offer.group == Group::Move && offer.is_open());
        assert_eq!(shown.listed.open, is_left.then_some(Group::Move), "{ruleset}");
        emptied += usize::from(!is_left);
    }
    assert!(emptied > 0, "all can still move");
}

#[test]
fn with_the_cursor_on_oneself_enter_still_does_what_stands_on_the_button() {
    let mut headless = start(first());
    stage(&mut headless, &[(12, 3)]);
    let (who, round) = (acting(&mut headless), battle(&mut headless).scene.round);
    let at = place_of(&mut headless, who);
    with_screen(headless.world(), |screen, _| {
        screen.settled.chosen = screen.settled.offers.0.iter().position(|offer| offer.group == Group::End);
        screen.cursor_to(at);
    });
    headless.rest();
    assert_eq!(screen(&mut headless).act_model().words, "End turn");
    key(&mut headless, Key::Enter, Modifiers::NONE);
    settle(&mut headless);
    assert_ne!((acting(&mut headless), battle(&mut headless).scene.round), (who, round));
}

#[test]
fn enter_is_about_whom_the_odds_in_view_are_against() {
    let mut headless = start(first());
    stage(&mut headless, &[(2, 3), (3, 2)]);
    let [one, other] = [Square::new(2, 3), Square::new(3, 2)];
    press(&mut headless, one);
    let aimed = |headless: &mut HeadlessFrame| screen(headless).open_offer().and_then(|(_, choice)| choice.on);
    let (first, before) = (aimed(&mut headless).expect("a blow is chosen"), battle(&mut headless).digest());
    point(&mut headless, other);
    let words = with_screen(headless.world(), |screen, _| screen.act_model().words);
    let name = |headless: &mut HeadlessFrame, who| battle(headless).combatant(who).identity.name.to_string();
    let second = battle(&mut headless).bodies_at(other).next().expect("somebody stands there");
    assert!(words.contains(&name(&mut headless, second)), "the button speaks of whom the odds are against: {words}");
    key(&mut headless, Key::Enter, Modifiers::NONE);
    assert_eq!(battle(&mut headless).digest(), before, "nothing is done to whom nobody looks at");
    assert_eq!(aimed(&mut headless), Some(second));
    assert_ne!(first, second);
}
