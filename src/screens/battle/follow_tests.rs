//! An act's outcome, others' turns and the end of a battle, without a window.

use bevy::prelude::World;
use bevy_egui::egui::vec2;

use super::{
    BattleScreen,
    testing::{PERSON, SIZE, deep, level, recorded},
    with_screen,
};
use crate::{
    ai::Depth,
    arena::Arena as _,
    levels::{Level, Roster},
    panels::{
        battle::{Intent, follow::FollowModel},
        widgets::log_line::{LogLine, Piece},
    },
    rules::{Choice, Effect, Entry, RulesetId, Team},
    screens::{HeadlessFrame, prefs::Preferences},
    seats::{Seat, Watching},
};

fn play(level: &Level, ruleset: RulesetId, seed: u64, seats: [Seat; Team::MOST]) -> HeadlessFrame {
    HeadlessFrame::play(level, ruleset, seed, seats, SIZE).expect("it can be played")
}

fn on<T>(headless: &mut HeadlessFrame, act: impl FnOnce(&mut BattleScreen, &mut World) -> T) -> T {
    with_screen(headless.world(), |screen, world| {
        screen.see(world);
        act(screen, world)
    })
}

/// Makes the computer's choice for the person at the screen at once; true if somebody was asked.
fn answer(headless: &mut HeadlessFrame) -> bool {
    on(headless, |screen, world| {
        if !screen.is_asked() {
            return false;
        }
        screen.renew(world);
        let battle = screen.battle();
        let Some(decision) = battle.decision().cloned() else { return false };
        let offers = world.offers();
        let blow = offers.0.iter().filter(|offer| offer.is_open()).find_map(|offer| {
            let on = battle.enemies(decision.who).find(|enemy| {
                let choice = Choice::of(offer).on(enemy.id);
                crate::lab::attack_forecast(battle, &decision, &choice).is_some()
                    && choice.check(offer).is_ok()
                    && crate::rules::play::answer(battle, &offers, &choice).is_ok()
            })?;
            Some(Choice::of(offer).on(on.id))
        });
        let choice = blow.unwrap_or_else(|| battle.ruleset.rules().default_answer(battle, &decision));
        screen.submit(&choice, world);
        true
    })
}

/// Plays on, frame by frame, until `stop` holds; outcomes are marked as read. Fails after `frames` frames.
fn play_until(headless: &mut HeadlessFrame, frames: usize, mut stop: impl FnMut(&mut BattleScreen) -> bool) {
    for _ in 0..frames {
        headless.frame(None);
        answer(headless);
        let stops = on(headless, |screen, world| {
            crate::board::skip(world);
            screen.see(world);
            screen.tell_act(world);
            let stops = stop(screen);
            if screen.is_held() && !stops {
                screen.read();
            }
            stops
        });
        if stops {
            return;
        }
    }
    panic!("it does not come to that in {frames} frames");
}

/// Everything the panel of others' turns says in words.
fn said(model: &FollowModel) -> String {
    format!("{:?} {:?} {:?} {:?}", model.actor.as_ref().map(|body| &body.name), model.about, model.chose, model.next)
}

#[test]
fn reasons_are_told_only_to_those_who_may_know_them() {
    deep(|| {
        let mut level = level("tanner-row");
        // Until they are found, the other side is not told the reasons for their acts.
        level.sides[1].units.iter_mut().take(3).for_each(|unit| unit.hidden = true);
        let ruleset = level.ruleset;
        let mut headless = play(&level, ruleset, 4, PERSON);
        let (mut hidden, mut open) = (0, 0);
        for _ in 0..1_500 {
            headless.frame(None);
            on(&mut headless, |screen, world| {
                screen.tell_act(world);
                let unknown: Vec<String> = screen
                    .battle()
                    .combatants()
                    .filter(|fighter| !screen.is_visible(fighter.id))
                    .map(|fighter| fighter.identity.name.to_string())
                    .collect();
                let Some(model) = screen.follow_model() else { return };
                let words = said(&model);
                assert!(unknown.iter().all(|name| !words.contains(name.as_str())), "{unknown:?}: {words}");
                match &model.chose {
                    Err(why) => {
                        assert!(why.starts_with("Its reason is hidden"), "{why}");
                        hidden += 1;
                    }
                    Ok(all) => open += all.len(),
                }
            });
            answer(&mut headless);
            on(&mut headless, |screen, world| {
                crate::board::skip(world);
                screen.see(world);
                screen.read();
            });
            if hidden > 0 && open > 3 {
                return;
            }
        }
        panic!("{hidden} reasons were hidden, {open} told");
    });
}

#[test]
fn what_others_did_goes_on_by_itself_after_its_time_also_without_animation() {
    deep(|| {
        for (speed, frames) in [
            (crate::panels::settings::Speed::Once, 96_u32),
            (crate::panels::settings::Speed::Fourfold, 24),
            (crate::panels::settings::Speed::Off, 96),
        ] {
            let level = level("troll-ford");
            let mut headless = play(&level, level.ruleset, 1, PERSON);
            headless.world().resource_mut::<Preferences>().0.speed = speed;
            let is_read = |screen: &mut BattleScreen| {
                screen.is_held() && !screen.stage.is_busy() && !screen.must_press() && screen.follow_model().is_some()
            };
            play_until(&mut headless, 4_000, is_read);
            let mut held = 0_u32;
            while on(&mut headless, |screen, world| {
                screen.tell_act(world);
                screen.is_held()
            }) {
                headless.frame(None);
                held += 1;
                assert!(held < 300, "{speed:?}: it stays for good");
            }
            assert!(held.abs_diff(frames) <= 4, "{speed:?}: {held} frames, not {frames}");
        }
    });
}

#[test]
fn a_friend_who_falls_stops_the_play_until_a_press() {
    deep(|| {
        let level = level("tanner-row");
        let mut headless = play(&level, level.ruleset, 2, PERSON);
        let falls = |screen: &mut BattleScreen| {
            let own = |who: &crate::rules::CombatantId| screen.battle().combatant(*who).team == Team(0);
            let out = screen
                .aftermath_model()
                .is_some_and(|model| model.tellings.iter().flat_map(|telling| &telling.out).any(own));
            screen.is_held() && screen.is_followed() && out
        };
        play_until(&mut headless, 6_000, falls);
        (0..400).for_each(|_| _ = headless.frame(None));
        on(&mut headless, |screen, world| {
            screen.tell_act(world);
            assert!(screen.is_held() && screen.must_press(), "it goes on although a friend has fallen");
            screen.carry_out(Intent::GoOn, world);
            assert!(!screen.is_held());
        });
    });
}

#[test]
fn the_card_of_ones_own_act_stays_until_the_next_choice_and_comes_back() {
    deep(|| {
        let level = level("tanner-row");
        let mut headless = play(&level, level.ruleset, 3, [Seat::Person; Team::MOST]);
        let is_told = |screen: &mut BattleScreen| screen.is_asked() && screen.is_turn() && screen.is_card_open();
        play_until(&mut headless, 4_000, is_told);
        // Neither time nor the pointer takes it away.
        for step in 0..400 {
            headless.frame(Some((100.0 + step as f32, 300.0)));
        }
        on(&mut headless, |screen, world| {
            screen.renew(world);
            assert!(screen.model(world).aftermath.is_some());
            let trail = screen.overlays(&[]);
            assert!(!trail.results.is_empty(), "the board tells it no more");
            let open =
                screen.settled.offers.0.iter().position(crate::rules::Offer::is_open).expect("something is open");
            screen.carry_out(Intent::ChooseOffer(open), world);
            let model = screen.model(world);
            assert!(model.aftermath.is_none() && model.can_show_again && !model.lately.is_empty());
            assert!(screen.overlays(&[]).results.is_empty());
            screen.carry_out(Intent::ShowAgain, world);
            assert!(screen.model(world).aftermath.is_some(), "Y brings it back");
            screen.carry_out(Intent::ShowAgain, world);
            assert!(screen.model(world).aftermath.is_none());
        });
    });
}

#[test]
fn the_view_goes_where_others_act_and_a_light_says_whose_turn_it_is() {
    deep(|| {
        let level = level("meadow");
        let mut headless = play(&level, level.ruleset, 1, PERSON);
        (0..30).for_each(|_| _ = headless.frame(None));
        let mut seen = 0;
        let mut lit = false;
        for _ in 0..1_500 {
            headless.frame(None);
            lit |= on(&mut headless, |screen, _| {
                let Some(who) = screen.stage.plays_on().filter(|who| screen.is_visible(*who)) else {
                    // Zoomed in fully, and looking elsewhere.
                    screen.view.camera.zoom(20);
                    screen.view.camera.pan(vec2(5_000.0, 5_000.0));
                    return screen.asked().is_some_and(|(who, ..)| screen.stage.is_lit(who));
                };
                if screen.battle().combatant(who).team == Team(1) {
                    let square = screen.stage.place(who).anchor;
                    let at = screen.view.camera.centre_of(square);
                    assert!(screen.view.camera.square_at(at) == Some(square), "{square} is off screen");
                    seen += 1;
                }
                false
            });
            answer(&mut headless);
            if seen > 40 && lit {
                return;
            }
        }
        panic!("{seen} frames of others' acts, lit: {lit}");
    });
}

#[test]
fn a_recording_goes_on_from_every_moment_and_tells_no_thought() {
    deep(|| {
        // Under rules where everybody declares before anybody acts.
        let declares = |id: &RulesetId| id.rules().declares_in_secret();
        let (level, ruleset) = (level("meadow"), RulesetId::offered().find(declares).expect("rules that ask for it"));
        let seats = [Seat::Computer(Depth::Greedy); Team::MOST];
        let recording = recorded(&level, ruleset);
        let mut headless = play(&level, ruleset, 1, seats);
        // The computer's thoughts in the earlier battle do not belong to the recording.
        for _ in 0..300 {
            headless.frame(None);
            if on(&mut headless, |screen, _| screen.game.thought().is_some()) {
                break;
            }
        }
        let watching = Watching::start(headless.world(), &recording, Roster::builtin()).expect("it replays");
        let first = watching.rounds().next().expect("a round begins");
        on(&mut headless, |screen, world| {
            crate::board::reset(world);
            screen.watching = Some(watching);
            screen.carry_out(Intent::Pause, world);
            assert!(screen.game.thought().is_some(), "nothing was thought");
        });
        let at = |headless: &mut HeadlessFrame| {
            on(headless, |screen, _| {
                let model = screen.follow_model().expect("the controls stay");
                assert_eq!(model.chose, Ok(Vec::new()));
                (model.watched.expect("it is watched").at, model.aftermath.is_some())
            })
        };
        for start in [recording.lines.len(), first, 0, first] {
            on(&mut headless, |screen, world| screen.carry_out(Intent::Seek(start), world));
            for _ in 0..200 {
                headless.frame(None);
            }
            assert_eq!(at(&mut headless), (start, false), "paused at its line, and nothing is left of another moment");
        }
        let mut last = first;
        for step in 0..8 {
            on(&mut headless, |screen, world| screen.carry_out(Intent::StepOn, world));
            for _ in 0..4 {
                headless.frame(None);
            }
            on(&mut headless, |_, world| crate::board::skip(world));
            let (now, _) = at(&mut headless);
            assert!(now > last, "step {step} is lost at line {last}");
            last = now;
        }
        // A request while nothing moves is heard: play goes on by itself.
        on(&mut headless, |screen, world| {
            screen.carry_out(Intent::Seek(first), world);
            screen.carry_out(Intent::Pause, world)
        });
        for _ in 0..600 {
            headless.frame(None);
            on(&mut headless, |_, world| crate::board::skip(world));
        }
        assert!(at(&mut headless).0 > first + 2);
    });
}

#[test]
fn the_last_act_of_a_round_is_read_in_that_round() {
    deep(|| {
        let level = level("troll-ford");
        let mut headless = play(&level, level.ruleset, 3, PERSON);
        play_until(&mut headless, 3_000, |screen| {
            let now = screen.battle().scene.round;
            screen.before_held().is_some_and(|before| before.scene.round < now)
        });
        on(&mut headless, |screen, world| {
            let before = screen.before_held().expect("it is read");
            let (round, order) = (before.scene.round, before.scene.order.clone());
            let out = |who: &crate::rules::CombatantId| screen.battle().combatant(*who).status.is_out();
            let order: Vec<_> = order.into_iter().filter(|who| !out(who)).collect();
            let top = screen.model(world).top;
            assert_eq!(top.round, round);
            assert_eq!(top.order.iter().map(|chip| chip.who).collect::<Vec<_>>(), order);
        });
    });
}

#[test]
fn what_the_end_of_a_round_gives_is_no_part_of_the_last_blow() {
    deep(|| {
        let level = level("sunken-lane");
        // Under rules that give something back.
        let given = RulesetId::ALL.iter().copied().filter(|ruleset| ruleset.is_offered()).any(|ruleset| {
            let mut headless = play(&level, ruleset, 4, PERSON);
            let battle = headless.world().battle();
            let stock = battle.ruleset.rules().stock(battle, crate::rules::CombatantId(0));
            if stock.is_none_or(|stock| stock.back == 0) {
                return false;
            }
            play_until(&mut headless, 8_000, |screen| {
                let now = screen.battle().scene.round;
                screen.before_held().is_some_and(|before| before.scene.round < now)
            });
            on(&mut headless, |screen, world| {
                let _ = screen.model(world);
                let journal = world.journal();
                let begins = |entry: &Entry| matches!(entry, Entry::Effect(Effect::Round(_)));
                let ends = |entry: &Entry| matches!(entry, Entry::Effect(Effect::Acting(None)));
                let round = journal.iter().rposition(begins).expect("a round has begun");
                let end = journal[..round].iter().rposition(ends).expect("the one before has ended");
                let card = screen.aftermath_model().expect("the last act is read");
                let text = |pieces: &[Piece]| LogLine { pieces: pieces.to_vec(), ..LogLine::default() }.text();
                let losses: Vec<String> = card.losses.iter().map(|row| text(&row.pieces)).collect();
                let rules = screen.battle().ruleset.rules();
                let mut gives = false;
                for entry in &journal[end..round] {
                    let Entry::Effect(Effect::Vital(who, vital, now)) = entry else { continue };
                    let before = journal[..end].iter().rev().find_map(|entry| match entry {
                        Entry::Effect(Effect::Vital(other, of, then)) if (other, of) == (who, vital) => Some(*then),
                        _ => None,
                    });
                    let Some(before) = before.filter(|_| rules.is_told(*vital)) else { continue };
                    gives |= before < *now;
                    let name = &screen.battle().combatant(*who).identity.name;
                    for line in losses.iter().filter(|line| line.starts_with(&**name)) {
                        assert!(!line.ends_with(&format!("to {now}")), "{line}: it was {before} by then");
                    }
                }
                if gives {
                    let told: Vec<String> = screen.lately().iter().map(LogLine::text).collect();
                    assert!(told.iter().any(|line| line.contains("recovers")), "{told:?}");
                }
                gives
            })
        });
        assert!(given, "under no rules anything came back");
    });
}

#[test]
fn a_step_goes_to_the_next_thing_that_happened() {
    deep(|| {
        let level = level("troll-ford");
        let mut headless = play(&level, level.ruleset, 1, PERSON);
        on(&mut headless, |screen, world| screen.carry_out(Intent::Pause, world).is_none());
        let (mut has_stepped, mut steps) = (false, 0);
        for _ in 0..6_000 {
            headless.frame(None);
            has_stepped &= !answer(&mut headless);
            on(&mut headless, |screen, world| {
                crate::board::skip(world);
                screen.see(world);
                screen.tell_act(world);
                if !screen.is_followed() || screen.stage.is_busy() || screen.following.steps.is_some() {
                    return;
                }
                let model = screen.follow_model().expect("others' turn is followed");
                if has_stepped {
                    let chose = model.chose.as_ref().is_ok_and(|chose| !chose.is_empty());
                    let told = model.aftermath.as_ref().is_some_and(|card| !card.tellings.is_empty());
                    assert!((chose || told) && model.thinking.is_none(), "step {steps} shows nothing: {model:?}");
                    steps += 1;
                }
                screen.carry_out(Intent::StepOn, world);
                has_stepped = true;
            });
            if steps > 12 {
                return;
            }
        }
        panic!("only {steps} steps");
    });
}

#[test]
fn the_order_of_turns_that_somebody_was_asked_about_is_told() {
    deep(|| {
        let mut told = 0;
        for ruleset in RulesetId::offered() {
            let mut headless = play(&level("meadow"), ruleset, 3, [Seat::Person; Team::MOST]);
            headless.world().resource_mut::<Preferences>().0.hand_over = crate::panels::settings::HandOver::Never;
            let is_asked_first = on(&mut headless, |screen, _| screen.is_asked() && !screen.is_turn());
            if !is_asked_first {
                continue;
            }
            play_until(&mut headless, 200, |screen| screen.is_asked() && screen.is_turn());
            on(&mut headless, |screen, world| {
                crate::board::skip(world);
                screen.see(world);
                screen.tell_act(world);
                let card = screen.aftermath_model().filter(|_| screen.is_card_open());
                let card = card.unwrap_or_else(|| panic!("{ruleset}: the order is told"));
                let order = card.tellings.iter().find(|telling| telling.orders).expect("the order");
                let name = &screen.battle().combatant(screen.battle().scene.order[0]).identity.name;
                let first = format!("The order of turns: {name}, ");
                assert!(order.sentence.starts_with(&first), "{ruleset}: {}", order.sentence);
                assert!(order.rows.len() >= screen.battle().scene.order.len(), "{ruleset}: {:?}", order.rows);
            });
            told += 1;
        }
        assert!(told > 0, "nobody is asked before the turns");
    });
}

#[test]
fn while_the_order_of_turns_is_read_nobody_has_had_a_turn() {
    use crate::panels::widgets::card::ChipState;
    deep(|| {
        let mut read = 0;
        for ruleset in RulesetId::offered() {
            let mut headless = play(&level("troll-ford"), ruleset, 1, PERSON);
            headless.world().resource_mut::<Preferences>().0.hand_over = crate::panels::settings::HandOver::Never;
            play_until(&mut headless, 400, |screen| screen.is_held() || screen.is_asked() && screen.is_turn());
            on(&mut headless, |screen, _| {
                if screen.before_held().is_none_or(|before| before.open_turns().next().is_some()) {
                    return;
                }
                let states: Vec<ChipState> =
                    screen.spoken().scene.order.iter().map(|who| screen.chip_state(*who)).collect();
                assert!(!states.is_empty() && !states.contains(&ChipState::Done), "{ruleset}: {states:?}");
                read += 1;
            });
        }
        assert!(read > 0, "the order is read under no rules");
    });
}

/// When the order is told before others' turns, the first in the order acts, not the fighter asked for it.
#[test]
fn once_the_order_is_told_the_first_of_it_acts() {
    deep(|| {
        let mut told = 0;
        for (ruleset, seed) in RulesetId::offered().flat_map(|ruleset| (1..9).map(move |seed| (ruleset, seed))) {
            let mut headless = play(&level("pillared-hall"), ruleset, seed, PERSON);
            for _ in 0..60 {
                headless.frame(None);
                let (is_first, is_done) = on(&mut headless, |screen, world| {
                    crate::board::skip(world);
                    screen.see(world);
                    screen.tell_act(world);
                    let first = screen.battle().scene.acting.map(|who| screen.name(who));
                    let tells = screen.aftermath_model().is_some_and(|card| card.tellings.iter().any(|one| one.orders));
                    let (Some(first), Some(model), true) = (&first, screen.follow_model(), tells) else {
                        return (false, first.is_some() && !screen.is_held());
                    };
                    assert_eq!(model.actor.map(|body| body.name).as_ref(), Some(first), "{ruleset}, {seed}");
                    let acted = screen.acted().map(|who| screen.name(who));
                    assert!(acted.is_none_or(|acted| acted == *first), "{ruleset}, {seed}: the board's ring");
                    (true, true)
                });
                told += usize::from(is_first);
                if is_done {
                    break;
                }
                answer(&mut headless);
            }
        }
        assert!(told > 0, "nobody's turn follows the order");
    });
}

/// A missed blow is not said to have left nothing to answer with.
#[test]
fn who_was_missed_was_asked_nothing_as_nothing_came_through() {
    deep(|| {
        let ruleset = RulesetId::offered().next().expect("a ruleset");
        let (mut missed, mut frames) = (0, 0);
        let mut headless = play(&level("meadow"), ruleset, 2, PERSON);
        while missed < 2 && frames < 600 {
            frames += 1;
            headless.frame(None);
            answer(&mut headless);
            on(&mut headless, |screen, world| {
                crate::board::skip(world);
                screen.see(world);
                screen.tell_act(world);
                let Some(model) = screen.follow_model().filter(|_| screen.is_held()) else { return };
                let hurts = model.aftermath.iter().flat_map(|card| &card.tellings).flat_map(|telling| &telling.marks);
                let hurts: Vec<String> = hurts.filter(|mark| mark.hurts).map(|mark| screen.name(mark.on)).collect();
                for row in &model.answers {
                    let is_hurt = hurts.contains(&row.name);
                    assert!(is_hurt || !row.words.contains("nothing to answer with"), "{}: {}", row.name, row.words);
                    missed += usize::from(row.words.contains("nothing came through"));
                }
                screen.read();
            });
        }
        assert!(missed > 0, "nobody was missed in {frames} frames");
    });
}

/// After others' acts have been read, one press too many of the same key or button answers nothing.
#[test]
fn going_on_once_too_often_answers_no_question() {
    deep(|| {
        let mut asked = 0;
        for ruleset in RulesetId::offered() {
            let mut headless = play(&level("meadow"), ruleset, 3, [Seat::Person; Team::MOST]);
            on(&mut headless, |screen, world| {
                if screen.is_turn() {
                    return;
                }
                asked += 1;
                let now = screen.heard.time;
                let mut is_eaten = |intent, ago| {
                    screen.following.see_turn(true, now - ago);
                    let first = screen.only_goes_on(&intent, world);
                    (first, screen.only_goes_on(&intent, world))
                };
                assert_eq!(is_eaten(Intent::Commit, 0.9), (true, true), "{ruleset}: however often");
                assert_eq!(is_eaten(Intent::Commit, 1.1), (false, false), "{ruleset}: it has been seen");
                assert_eq!(is_eaten(Intent::Answer(0), 0.2), (true, false), "{ruleset}: a number is meant");
                assert_eq!(is_eaten(Intent::Answer(0), 0.4), (false, false), "{ruleset}");
            });
        }
        assert!(asked > 0, "nobody is asked anything before the turns");
    });
}
