//! Who has declared, the recap after a handover, Enter while others act, and foretold odds.

use std::time::Duration;

use bevy_egui::egui::{Event, Key, Modifiers, PointerButton, pos2};

use super::{
    BattleScreen,
    testing::{PERSON, PERSONS, SIZE, deep, frames, level},
    with_screen,
};
use crate::{
    arena::Arena as _,
    panels::{
        battle::{Intent, model::BattleModel},
        settings::HandOver,
        widgets::card::ChipState,
    },
    rules::{CombatantId, Entry, RulesetId, Team},
    screens::{HeadlessFrame, prefs::Preferences},
};

fn model<T>(headless: &mut HeadlessFrame, read: impl FnOnce(&BattleModel) -> T) -> T {
    let screen = headless.world().resource::<BattleScreen>();
    read(&screen.model.as_ref().expect("it has been drawn").0)
}

fn on<T>(headless: &mut HeadlessFrame, act: impl FnOnce(&mut BattleScreen, &mut bevy::prelude::World) -> T) -> T {
    with_screen(headless.world(), |screen, world| {
        screen.see(world);
        screen.renew(world);
        act(screen, world)
    })
}

fn skip(headless: &mut HeadlessFrame) {
    with_screen(headless.world(), |_, world| crate::board::skip(world));
    frames(headless, 2);
}

fn press(headless: &mut HeadlessFrame, key: Key) {
    for pressed in [true, false] {
        let modifiers = Modifiers::NONE;
        headless.hear(vec![Event::Key { key, physical_key: None, pressed, repeat: false, modifiers }]);
    }
    frames(headless, 2);
}

/// Gives the default answer for the fighter asked, as if the player had.
fn answer(headless: &mut HeadlessFrame) {
    let battle = headless.world().battle().clone();
    let Some(decision) = battle.decision() else { return };
    let choice = battle.ruleset.rules().default_answer(&battle, decision);
    headless.game(|world, game| game.submit(world, &choice)).expect("the default can be chosen");
}

#[test]
fn the_order_says_who_has_declared_in_secret_and_only_the_own_side_what() {
    let secret = RulesetId::offered().filter(|ruleset| ruleset.rules().declares_in_secret());
    let mut count = 0;
    for ruleset in secret {
        let Ok(mut headless) = HeadlessFrame::play(&level("meadow"), ruleset, 3, PERSONS, SIZE) else { continue };
        headless.world().resource_mut::<Preferences>().0.hand_over = HandOver::Never;
        frames(&mut headless, 3);
        let (mut own_words, mut others) = (0, 0);
        for _ in 0..40 {
            let battle = headless.world().battle().clone();
            if !battle.scene.order.is_empty() {
                break;
            }
            let asked = battle.decision().expect("somebody is asked").who;
            let team = battle.combatant(asked).team;
            frames(&mut headless, 2);
            let chips = model(&mut headless, |model| model.top.order.clone());
            assert_eq!(
                chips.len(),
                battle.combatants().filter(|fighter| fighter.fights()).count(),
                "everybody is in the bar"
            );
            for chip in chips {
                let fighter = battle.combatant(chip.who);
                let declared = battle.declaration(chip.who);
                let state = match declared {
                    Some(_) => ChipState::Declared,
                    None if chip.who == asked => ChipState::Answers,
                    None => ChipState::Undeclared,
                };
                assert_eq!(chip.state, state, "{}", fighter.identity.name);
                if let Some(with) = declared.and_then(|declared| declared.with) {
                    let named = chip.value == *battle.item(with).name;
                    assert_eq!(named, fighter.team == team, "what others have declared is theirs: {}", chip.value);
                    own_words += usize::from(named);
                    others += usize::from(!named);
                }
            }
            answer(&mut headless);
        }
        assert!(own_words > 0 && others > 0, "{ruleset}: {own_words} own words, {others} of others");
        count += 1;
    }
    assert!(count > 0, "no ruleset declares in secret");
}

#[test]
fn whoever_takes_the_seat_is_told_what_happened_and_y_brings_it_back() {
    deep(|| {
        let level = level("tanner-row");
        let mut headless = HeadlessFrame::play(&level, level.ruleset, 3, PERSONS, SIZE).expect("it can be played");
        headless.world().resource_mut::<Preferences>().0.hand_over = HandOver::Always;
        let mut told = 0;
        for _ in 0..200 {
            frames(&mut headless, 2);
            skip(&mut headless);
            if model(&mut headless, |model| model.handover.is_some()) {
                assert!(
                    model(&mut headless, |model| model.recap.is_none()),
                    "nothing is told before the seat is taken"
                );
                frames(&mut headless, 45);
                press(&mut headless, Key::Enter);
            }
            let recap = model(&mut headless, |model| model.recap.clone());
            let Some(recap) = recap else {
                // The first blow open, else the default.
                let struck = on(&mut headless, strike);
                if !struck {
                    answer(&mut headless);
                }
                continue;
            };
            let asked = headless.world().decision().expect("somebody is asked").who;
            let team = headless.world().battle().combatant(asked).team;
            assert_eq!(recap.team, team);
            assert!(!recap.rows.is_empty() && model(&mut headless, |model| model.offers.is_empty()));
            // Only what this side perceived is told: no names of fighters unknown to it.
            let battle = headless.world().battle().clone();
            let unknown = battle.enemies(asked).filter(|fighter| battle.last_known(team, fighter.id).is_none());
            let unknown: Vec<String> = unknown.map(|fighter| fighter.identity.name.to_string()).collect();
            for row in &recap.rows {
                assert!(unknown.iter().all(|name| !row.sentence.contains(name.as_str())), "{}", row.sentence);
            }
            press(&mut headless, Key::Num1);
            assert!(model(&mut headless, |model| model.recap.as_ref().is_some_and(|recap| recap.chosen == 0)));
            // A question may then be answered automatically.
            let (decision, digest) = (battle.decision().expect("asked").clone(), headless.world().digest());
            let is_turn = decision == battle.ruleset.rules().turn_question(asked);
            frames(&mut headless, 25);
            press(&mut headless, Key::Enter);
            assert!(model(&mut headless, |model| model.recap.is_none()), "Enter goes to the board");
            assert!(!is_turn || headless.world().digest() == digest, "and does nothing else");
            told += 1;
            let is_turn = on(&mut headless, |screen, _| screen.is_turn() && !screen.can_show_again());
            if is_turn {
                on(&mut headless, |screen, world| screen.carry_out(Intent::ShowAgain, world).is_none());
                frames(&mut headless, 1);
                assert!(model(&mut headless, |model| model.recap.is_some()), "Y brings it back");
                on(&mut headless, |screen, world| screen.carry_out(Intent::CloseRecap, world).is_none());
            }
            if told > 3 {
                return;
            }
        }
        panic!("only {told} times was it told what happened");
    });
}

/// Strikes the first blow open to the fighter asked; false if there is none.
fn strike(screen: &mut BattleScreen, world: &mut bevy::prelude::World) -> bool {
    let battle = screen.battle().clone();
    let Some(decision) = battle.decision().cloned() else { return false };
    let offers = world.offers();
    let blow = offers.0.iter().filter(|offer| offer.is_open()).find_map(|offer| {
        let choice = |on: CombatantId| crate::rules::Choice::of(offer).on(on);
        let can = |on: &CombatantId| {
            crate::lab::attack_forecast(&battle, &decision, &choice(*on)).is_some()
                && choice(*on).check(offer).is_ok()
                && crate::rules::play::answer(&battle, &offers, &choice(*on)).is_ok()
        };
        battle.enemies(decision.who).map(|fighter| fighter.id).find(can).map(choice)
    });
    blow.is_some_and(|blow| screen.submit(&blow, world))
}

/// The number of choices made by the first side.
fn own_choices(headless: &mut HeadlessFrame) -> usize {
    let battle = headless.world().battle().clone();
    let is_own = |entry: &&Entry| matches!(entry, Entry::Chosen(who, _) if battle.combatant(*who).team == Team(0));
    headless.world().journal().iter().filter(is_own).count()
}

#[test]
fn enter_while_others_act_does_what_the_button_says_and_nothing_of_ones_own() {
    deep(|| {
        for ruleset in RulesetId::offered() {
            let Ok(mut headless) = HeadlessFrame::play(&level("meadow"), ruleset, 5, PERSON, SIZE) else { continue };
            let (mut read, mut shown) = (0, 0);
            for _ in 0..1_500 {
                frames(&mut headless, 1);
                let follow = model(&mut headless, |model| model.follow.as_ref().map(|follow| follow.held));
                let Some(held) = follow else {
                    let is_asked = on(&mut headless, |screen, _| screen.is_asked());
                    if is_asked {
                        answer(&mut headless);
                    }
                    continue;
                };
                let before = own_choices(&mut headless);
                press(&mut headless, Key::Enter);
                frames(&mut headless, 4);
                // Questions to the player's side may have been answered automatically; nobody has pressed anything.
                let by_hand = on(&mut headless, |screen, _| screen.listed.by_itself.iter().sum::<usize>());
                let after = own_choices(&mut headless);
                assert!(after - before <= by_hand, "{ruleset}: Enter on a card acted");
                if held {
                    read += 1;
                } else {
                    shown += 1;
                    // Frames without a window are short, and the thinking threads need some time.
                    std::thread::sleep(Duration::from_millis(5));
                }
                if read > 6 && shown > 2 {
                    break;
                }
            }
            let battle = headless.world().battle();
            let far = (battle.scene.round, battle.scene.acting, battle.decision().cloned());
            assert!(read > 1, "{ruleset}: {read} cards were read, {shown} acts shown at once by {far:?}");
        }
    });
}

#[test]
fn the_card_of_a_blow_at_the_end_of_a_way_says_what_was_foretold() {
    deep(|| {
        let level = level("tanner-row");
        let mut headless = HeadlessFrame::play(&level, level.ruleset, 3, PERSONS, SIZE).expect("it can be played");
        let mut seen = 0;
        for _ in 0..30 {
            frames(&mut headless, 30);
            let who = headless.world().decision().expect("somebody is asked").who;
            let battle = headless.world().battle().clone();
            let foes: Vec<_> = battle
                .enemies(who)
                .filter(|fighter| fighter.fights())
                .map(|fighter| fighter.placement.anchor())
                .collect();
            for square in foes {
                let at = on(&mut headless, |screen, _| screen.view.camera.rect_of(square).center());
                headless.frame(Some((at.x - 2.0, at.y)));
                headless.frame(Some((at.x, at.y)));
                frames(&mut headless, 2);
                let plate = on(&mut headless, |screen, _| screen.press_plate().map(|(_, plate)| plate.words));
                if !plate.is_some_and(|words| words.contains("from there")) {
                    continue;
                }
                let rolls = |headless: &mut HeadlessFrame| {
                    headless.world().journal().iter().filter(|entry| matches!(entry, Entry::AttackResult(_))).count()
                };
                let before = rolls(&mut headless);
                for _ in 0..2 {
                    for pressed in [true, false] {
                        let (pos, button) = (pos2(at.x, at.y), PointerButton::Primary);
                        let modifiers = Modifiers::NONE;
                        headless.hear(vec![Event::PointerButton { pos, button, pressed, modifiers }]);
                    }
                    frames(&mut headless, 20);
                }
                for _ in 0..8 {
                    skip(&mut headless);
                    let decision = headless.world().decision().cloned();
                    if rolls(&mut headless) > before || decision.is_none_or(|decision| decision.who == who) {
                        break;
                    }
                    answer(&mut headless);
                }
                if rolls(&mut headless) > before {
                    let expected = on(&mut headless, |screen, world| {
                        screen.tell_act(world);
                        screen.aftermath_model().map(|model| model.expected)
                    });
                    assert!(expected.is_some_and(|words| words.starts_with("expected ")), "nothing was foretold");
                    on(&mut headless, |screen, _| {
                        assert!(screen.following.ahead.is_none(), "it waits for another blow");
                    });
                    seen += 1;
                }
                break;
            }
            if seen > 1 {
                return;
            }
            if headless.world().decision().is_some_and(|decision| decision.who == who) {
                answer(&mut headless);
            }
        }
        panic!("only {seen} blows at the end of a way");
    });
}

#[test]
fn while_a_question_is_asked_the_board_says_the_roll_and_what_the_chosen_answer_comes_to() {
    deep(|| {
        let mut seen = 0;
        for ruleset in RulesetId::offered() {
            let Ok(mut headless) = HeadlessFrame::play(&level("meadow"), ruleset, 5, PERSON, SIZE) else { continue };
            for _ in 0..900 {
                frames(&mut headless, 1);
                skip(&mut headless);
                let plates = on(&mut headless, |screen, world| {
                    screen.tell_act(world);
                    if screen.is_held() {
                        screen.read();
                    }
                    let decision = screen.battle().decision().filter(|_| screen.is_asked()).cloned()?;
                    let (from, to) = screen.between(&decision);
                    let is_question = !screen.is_turn() && from.is_some() && to == Some(decision.who);
                    let is_known =
                        screen.open_offer().is_some_and(|(_, choice)| screen.listed.prospects.of(choice).is_some());
                    let came = screen.overlays(&[]).results;
                    (is_question && is_known).then(|| came.iter().map(|plate| plate.words.clone()).collect::<Vec<_>>())
                });
                if let Some(plates) = plates {
                    frames(&mut headless, 1);
                    let told: Vec<String> =
                        model(&mut headless, |model| model.lately.iter().map(|line| line.text()).collect());
                    let is_over = |line: &&String| line.ends_with(": succeeds") || line.ends_with(": fails");
                    assert_eq!(told.last().filter(is_over), None, "{ruleset}: the blow is not over");
                    assert!(plates.iter().any(|words| words.contains(" %")), "{ruleset}: {plates:?}");
                    seen += 1;
                    break;
                }
                let asked = on(&mut headless, |screen, _| screen.is_asked() && screen.is_turn());
                if asked {
                    answer(&mut headless);
                }
            }
        }
        assert!(seen > 0, "no question with odds was asked");
    });
}

#[test]
fn the_side_that_looks_on_is_the_one_that_sat_here_last() {
    let ruleset = level("tanner-row").ruleset;
    let mut headless = HeadlessFrame::play(&level("tanner-row"), ruleset, 3, PERSONS, SIZE).expect("it can be played");
    frames(&mut headless, 2);
    with_screen(headless.world(), |screen, _| {
        for (seated, looks_on) in [(Some(Team(1)), Team(1)), (Some(Team(0)), Team(0)), (None, Team(0))] {
            screen.seated = seated;
            assert_eq!(screen.looks_on(), Some(looks_on));
        }
    });
}

/// What both sides have watched is no news to the side that takes the seat once there is something to hide.
#[test]
fn what_all_have_seen_is_not_told_when_the_seat_is_handed_over() {
    deep(|| {
        let level = level("tanner-row");
        let mut headless = HeadlessFrame::play(&level, level.ruleset, 3, PERSONS, SIZE).expect("it can be played");
        headless.world().resource_mut::<Preferences>().0.hand_over = HandOver::Never;
        let blows = |headless: &mut HeadlessFrame| {
            headless.world().journal().iter().filter(|entry| matches!(entry, Entry::AttackResult(_))).count()
        };
        for _ in 0..200 {
            skip(&mut headless);
            let is_turn = on(&mut headless, |screen, _| screen.is_turn());
            if blows(&mut headless) > 2 && is_turn {
                break;
            }
            if !on(&mut headless, strike) {
                answer(&mut headless);
            }
        }
        assert!(blows(&mut headless) > 2, "nobody strikes");
        skip(&mut headless);
        let shared = headless.world().journal().len();
        headless.world().resource_mut::<Preferences>().0.hand_over = HandOver::Always;
        frames(&mut headless, 2);
        for _ in 0..40 {
            if model(&mut headless, |model| model.handover.is_some()) {
                break;
            }
            answer(&mut headless);
            skip(&mut headless);
        }
        assert!(model(&mut headless, |model| model.handover.is_some()), "the seat is never handed over");
        on(&mut headless, |screen, world| {
            screen.take_seat(world);
            let team = screen.seated;
            let known = crate::panels::battle::telling::tell(&world.journal()[..shared], |who| screen.who(who, team));
            let known = known.into_iter().filter(|telling| telling.matters && !telling.marks.is_empty());
            let known: Vec<String> = known.map(|telling| telling.sentence).collect();
            assert!(!known.is_empty());
            let told = screen.recap_model().map_or_else(Vec::new, |recap| recap.rows);
            assert!(told.iter().all(|row| !known.contains(&row.sentence)), "{told:?}");
        });
    });
}

/// A saved battle knows what each side did last, not what it saw.
#[test]
fn whoever_continues_a_saved_battle_is_told_what_came_after_the_own_last_turn() {
    deep(|| {
        let level = level("tanner-row");
        let mut headless = HeadlessFrame::play(&level, level.ruleset, 3, PERSONS, SIZE).expect("it can be played");
        let blows = |part: &[Entry]| part.iter().filter(|entry| matches!(entry, Entry::AttackResult(_))).count();
        for _ in 0..200 {
            skip(&mut headless);
            let (seen, unseen, is_turn) = on(&mut headless, |screen, world| {
                let (_, team, _) = screen.asked().expect("somebody is asked");
                let (seen, unseen) = world.journal().split_at(screen.unseen_from(world.journal(), team));
                (blows(seen), blows(unseen), screen.is_turn())
            });
            if is_turn && seen > 0 && unseen > 0 {
                break;
            }
            if !on(&mut headless, strike) {
                answer(&mut headless);
            }
        }
        headless.world().resource_mut::<Preferences>().0.hand_over = HandOver::Always;
        on(&mut headless, |screen, world| {
            (screen.away, screen.seated) = (super::away::Away::default(), None);
            screen.take_seat(world);
            let team = screen.seated;
            let all = crate::panels::battle::telling::tell(world.journal(), |who| screen.who(who, team));
            let all = all.iter().filter(|telling| telling.matters).count();
            let told = screen.recap_model().map_or(0, |recap| recap.rows.len());
            assert!(told > 0 && told < all, "{told} of {all}");
        });
    });
}
