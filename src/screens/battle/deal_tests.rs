//! Blows that are dealt out among several, toasts, cursors, and what is told of a turn of others until it has been read.

use bevy::prelude::World;

use super::{
    BattleScreen, Toast,
    dealing::worth_of_blows,
    listing::is_turn,
    told_more_tests::{PERSON, PERSONS, SIZE, deep, level},
    with_screen,
};
use crate::{
    arena::Arena as _,
    dice::Fraction,
    geometry::Square,
    levels::Level,
    rules::{Choice, Effect, Entry, Offer, RulesetId, Target},
    screens::{HeadlessFrame, prefs::Preferences},
};

fn on<T>(headless: &mut HeadlessFrame, act: impl FnOnce(&mut BattleScreen, &mut World) -> T) -> T {
    with_screen(headless.world(), |screen, world| {
        crate::board::skip(world);
        screen.see(world);
        screen.renew(world);
        act(screen, world)
    })
}

fn frames(headless: &mut HeadlessFrame, count: usize) {
    for _ in 0..count {
        headless.frame(None);
        on(headless, |_, _| {});
    }
}

fn deals(offer: &Offer) -> bool {
    offer.is_open() && offer.parameters.iter().any(|parameter| parameter.deals)
}

/// The best attack on anybody, or else the default answer.
fn play_on(screen: &mut BattleScreen, world: &mut World) {
    let battle = screen.battle();
    let Some(decision) = battle.decision().cloned() else { return };
    let offers = world.offers();
    let blow = offers.0.iter().filter(|offer| offer.is_open() && is_turn(battle, &decision)).find_map(|offer| {
        let Target::Combatant(all) = &offer.target else { return None };
        let whom = all.iter().filter(|candidate| candidate.refusal.is_none()).map(|candidate| candidate.who);
        let mut all = whom.map(|who| Choice::of(offer).on(who));
        all.find(|choice| crate::lab::attack_forecast(battle, &decision, choice).is_some())
    });
    let choice = blow.unwrap_or_else(|| battle.ruleset.rules().default_answer(battle, &decision));
    screen.submit(&choice, world);
}

/// Plays until blows are to be dealt out; false if nobody has more than one in so many choices.
fn until_dealt(headless: &mut HeadlessFrame, choices: usize) -> bool {
    for _ in 0..choices {
        frames(headless, 2);
        if on(headless, |screen, _| screen.is_asked() && !screen.is_turn() && screen.settled.offers.0.iter().any(deals))
        {
            return true;
        }
        on(headless, |screen, world| {
            screen.read();
            play_on(screen, world);
        });
    }
    false
}

/// Three who stand in a row, one of blue between two others.
fn between() -> Level {
    let mut level = level("meadow");
    level.sides[0].units.truncate(1);
    level.sides[1].units.truncate(2);
    level.sides[0].units[0].at = Square::new(5, 6);
    level.sides[1].units[0].at = Square::new(4, 6);
    level.sides[1].units[1].at = Square::new(6, 6);
    level
}

#[test]
fn blows_are_dealt_out_as_they_are_worth_most_and_each_is_told_before_the_next() {
    deep(|| {
        let rules = |ruleset: &RulesetId| {
            let mut kinds = ruleset.rules().vocabulary().parameters.iter().copied().flatten();
            kinds.any(|kind| kind.deals)
        };
        let (mut dealt, mut told, mut ended) = (0, 0, 0);
        for ruleset in RulesetId::offered().filter(rules) {
            for seed in 0..12 {
                let mut headless =
                    HeadlessFrame::play(&between(), ruleset, seed, PERSONS, SIZE).expect("it can be played");
                headless.world().resource_mut::<Preferences>().0.hand_over = crate::panels::settings::HandOver::Never;
                if !until_dealt(&mut headless, 24) {
                    continue;
                }
                frames(&mut headless, 8);
                dealt += 1;
                on(&mut headless, |screen, world| {
                    let battle = screen.battle().clone();
                    let decision = battle.decision().cloned().expect("somebody is asked");
                    let (offer, choice) = screen.open_offer().expect("a way is open");
                    let (offer, choice) = (offer.clone(), choice.clone());
                    let key = offer.parameters.iter().find(|parameter| parameter.deals).expect("it deals");
                    let worth = |choice: &Choice| worth_of_blows(&battle, &decision, choice).unwrap_or(Fraction::ZERO);
                    let most = key.values.iter().map(|value| worth(&offer.settle(&choice, key.key, value.value))).max();
                    assert_eq!(Some(worth(&choice)), most, "seed {seed}: the best way is open");
                    let model = screen.model(world);
                    let briefed = &model.question.as_ref().expect("a question").briefed;
                    assert!(!briefed.rolls.is_empty(), "the roll is told");
                    let columns = briefed.columns.as_ref().expect("each way says what it comes to");
                    assert!(columns.columns.iter().all(|column| column.prospect.is_some()), "{columns:?}");
                    let on = battle.ruleset.rules().question(&battle, &decision).on.expect("at somebody");
                    let overlays = screen.overlays(&[]);
                    assert!(overlays.arrows.iter().any(|arrow| (arrow.by, arrow.on) == (decision.who, on)));
                    assert!(
                        overlays.came.iter().any(|came| came.on == on),
                        "what it comes to stands beside the target"
                    );
                    // One blow here, and the rest elsewhere.
                    let choice = offer.settle(&choice, key.key, 1);
                    screen.submit(&choice, world);
                });
                for _ in 0..12 {
                    frames(&mut headless, 3);
                    let is_next = on(&mut headless, |screen, world| {
                        let asks = screen.is_asked() && !screen.is_turn() && screen.settled.offers.0.iter().any(deals);
                        if asks {
                            screen.renew(world);
                            for (offer, choice) in screen.settled.offers.0.iter().zip(&screen.settled.choices) {
                                let Target::Combatant(all) = &offer.target else { continue };
                                let open = all.iter().filter(|candidate| candidate.refusal.is_none() && deals(offer));
                                for candidate in open {
                                    let at = choice.clone().on(candidate.who);
                                    assert!(screen.listed.prospects.of(&at).is_some(), "seed {seed}: {at:?} has odds");
                                }
                            }
                            let model = screen.model(world);
                            let so_far = model.question.expect("a question").briefed.so_far.expect("what came so far");
                            assert_eq!(so_far.tellings.iter().flat_map(|telling| &telling.marks).count(), 1);
                        } else if screen.is_asked() && !screen.is_turn() {
                            play_on(screen, world);
                        }
                        asks
                    });
                    if is_next {
                        told += 1;
                        on(&mut headless, play_on);
                        break;
                    }
                }
                for _ in 0..12 {
                    frames(&mut headless, 3);
                    let is_over = on(&mut headless, |screen, world| {
                        let model = screen.model(world);
                        if let Some(card) = model.aftermath.filter(|_| screen.is_turn()) {
                            return card.tellings.iter().filter(|telling| !telling.marks.is_empty()).count() > 1;
                        }
                        if screen.is_asked() && !screen.is_turn() {
                            play_on(screen, world);
                        }
                        false
                    });
                    if is_over {
                        ended += 1;
                        break;
                    }
                }
            }
        }
        assert!(dealt > 2 && told > 0 && ended > 0, "{dealt} dealt out, {told} told between, {ended} told in the end");
    });
}

#[test]
fn what_was_said_of_one_question_does_not_stand_over_the_next() {
    deep(|| {
        let level = between();
        let mut headless = HeadlessFrame::play(&level, level.ruleset, 3, PERSONS, SIZE).expect("it can be played");
        headless.world().resource_mut::<Preferences>().0.hand_over = crate::panels::settings::HandOver::Never;
        for _ in 0..300 {
            frames(&mut headless, 2);
            if on(&mut headless, |screen, _| screen.is_asked() && !screen.is_turn()) {
                break;
            }
            on(&mut headless, play_on);
        }
        on(&mut headless, |screen, _| {
            assert!(screen.is_asked() && !screen.is_turn(), "nobody is asked");
            let now = screen.settled.revision;
            let toast = |revision| Toast { words: "Not asked".into(), rule: None, left: 4.0, revision };
            screen.toast = Some(toast(now));
            screen.age(0.1);
            assert!(screen.toast.is_some(), "what is said of this question stays");
            screen.toast = Some(toast(now - 1));
            screen.age(0.1);
            assert!(screen.toast.is_none(), "it was said of the question before");
        });
    });
}

#[test]
fn a_cursor_of_the_turn_before_points_at_nothing() {
    deep(|| {
        let level = level("meadow");
        let mut headless = HeadlessFrame::play(&level, level.ruleset, 3, PERSONS, SIZE).expect("it can be played");
        headless.world().resource_mut::<Preferences>().0.hand_over = crate::panels::settings::HandOver::Never;
        frames(&mut headless, 3);
        let first = on(&mut headless, |screen, world| {
            assert!(screen.is_turn());
            screen.cursor_to(Square::new(9, 9));
            assert_eq!(screen.hover, Some(Square::new(9, 9)));
            let first = screen.asked().map(|(who, ..)| who);
            screen.end_turn(world);
            first
        });
        for _ in 0..20 {
            frames(&mut headless, 2);
            let now = on(&mut headless, |screen, world| {
                let now = screen.asked().map(|(who, ..)| who).filter(|_| screen.is_turn());
                if screen.is_asked() && !screen.is_turn() {
                    play_on(screen, world);
                }
                now
            });
            if now.is_some() && now != first {
                on(&mut headless, |screen, _| {
                    assert_eq!((screen.hover, screen.points), (None, false), "nobody has pointed in this turn");
                });
                return;
            }
        }
        panic!("nobody else has a turn");
    });
}

#[test]
fn a_turn_of_others_is_told_whole_until_it_has_been_read() {
    deep(|| {
        let level = level("meadow");
        let mut headless = HeadlessFrame::play(&level, level.ruleset, 1, PERSON, SIZE).expect("it can be played");
        headless.world().resource_mut::<Preferences>().0.waits = true;
        let (mut walked, mut lines) = (0, 0);
        for _ in 0..2_000 {
            headless.frame(None);
            on(&mut headless, |screen, world| {
                screen.tell_act(world);
                let asked = screen.is_asked();
                let held = screen.is_held().then(|| screen.acted()).flatten();
                if let Some(who) = held.filter(|who| !screen.is_person(screen.battle().combatant(*who).team)) {
                    let is_over = screen.battle().scene.acting != Some(who);
                    let journal = world.journal();
                    let begins = |entry: &Entry| matches!(entry, Entry::Effect(Effect::Acting(Some(by))) if *by == who);
                    let from = journal.iter().rposition(begins).unwrap_or(0);
                    let moved = |entry: &Entry| matches!(entry, Entry::Effect(Effect::Place(by, _)) if *by == who);
                    if is_over && journal[from..].iter().any(moved) {
                        walked += 1;
                        let trail = &screen.following.trail;
                        let place = screen.battle().combatant(who).footprint();
                        assert!(trail.len() > 1 && trail.last() == Some(&place), "{trail:?} of {place:?}");
                        let model = screen.follow_model().expect("it is followed");
                        let tells = model.aftermath.is_some();
                        assert!(tells || !model.earlier.is_empty(), "nothing of the turn is told any more");
                        let name = screen.name(who);
                        assert!(screen.lately().last().is_some_and(|line| line.text().contains(&name)));
                        lines += usize::from(!model.earlier.is_empty());
                    }
                    screen.read();
                } else if asked {
                    play_on(screen, world);
                }
            });
            if walked > 4 && lines > 1 {
                return;
            }
        }
        panic!("{walked} turns with a walk, {lines} with lines of what came before");
    });
}

/// One of blue among three of orange who fall soon.
fn surrounded() -> Level {
    let mut level = level("troll-ford");
    let named =
        |unit: &crate::levels::Unit, names: &[&str]| unit.name.as_deref().is_some_and(|name| names.contains(&name));
    level.sides[0].units.retain(|unit| named(unit, &["Dietlind"]));
    level.sides[1].units.retain(|unit| named(unit, &["Skitter", "Gnaw", "Nip"]));
    level.sides[0].units[0].at = Square::new(2, 8);
    for (unit, at) in level.sides[1].units.iter_mut().zip([Square::new(1, 8), Square::new(3, 8), Square::new(2, 9)]) {
        unit.at = at;
    }
    level
}

#[test]
fn an_answer_that_strikes_one_of_several_opens_at_whom_it_hurts_most() {
    deep(|| {
        let level = surrounded();
        let mut seen = 0;
        for seed in 0..12 {
            let mut headless =
                HeadlessFrame::play(&level, level.ruleset, seed, PERSONS, SIZE).expect("it can be played");
            headless.world().resource_mut::<Preferences>().0.hand_over = crate::panels::settings::HandOver::Never;
            for _ in 0..24 {
                frames(&mut headless, 2);
                seen += on(&mut headless, |screen, world| {
                    let best = best_aimed(screen);
                    screen.read();
                    play_on(screen, world);
                    usize::from(best)
                });
            }
        }
        assert!(seen > 0, "nobody may strike one of several");
    });
}

/// Whether an answer is open that strikes one of several; it is aimed at whom it hurts most.
fn best_aimed(screen: &BattleScreen) -> bool {
    let Some(decision) = screen.battle().decision().cloned() else { return false };
    let open = screen.open_offer().filter(|_| screen.is_asked() && !screen.is_turn() && screen.target().is_none());
    let Some((offer, choice)) = open.filter(|(offer, _)| !deals(offer) && offer.role == crate::rules::Role::Harm)
    else {
        return false;
    };
    let Target::Combatant(all) = &offer.target else { return false };
    let mean = |choice: &Choice| {
        let forecast = crate::lab::attack_forecast(screen.battle(), &decision, choice);
        forecast.map_or(Fraction::ZERO, |forecast| forecast.mean)
    };
    let whom = all.iter().filter(|candidate| candidate.refusal.is_none()).map(|candidate| candidate.who);
    let means: Vec<Fraction> =
        whom.map(|who| mean(&Choice { also: Default::default(), ..choice.clone() }.on(who))).collect();
    assert!(means.iter().all(|other| *other <= mean(choice)), "{} {means:?}", offer.verb);
    means.len() > 1
}

/// One who holds and strikes beside one who can evade and block, and neither falls soon.
fn wrestler_and_guard() -> Level {
    let text = r#"(
        format: 1, name: "Text", ruleset: totals, size: "9x7",
        sides: [
            (name: "Blue", units: [(archetype: "holder", name: "T", at: "e3")]),
            (name: "Orange", units: [(archetype: "warder", name: "C", at: "f3")]),
        ],
        archetypes: [
            (tag: "holder", name: "Holder", sheets: (totals: (
                speed: 200, rating: Some(12), weapons: [(class: Unarmed, tier: 1)], luck: 0, vitality_ranks: 50, components: [Wrestling],
            ))),
            (tag: "warder", name: "Warder", sheets: (totals: (speed: 90, rating: Some(12), luck: 0, armour: Medium, evasion: 2, vitality_ranks: 50))),
        ],
    )"#;
    Level::parse("text", "text.ron", text, crate::levels::Roster::builtin()).expect("a level")
}

#[test]
fn what_holds_is_asked_about_though_it_does_no_damage() {
    deep(|| {
        let mut headless =
            HeadlessFrame::play(&wrestler_and_guard(), RulesetId::Totals, 3, PERSONS, SIZE).expect("it can be played");
        headless.world().resource_mut::<Preferences>().0.hand_over = crate::panels::settings::HandOver::Never;
        for _ in 0..80 {
            headless.frame(None);
            let is_asked = on(&mut headless, |screen, world| {
                screen.read();
                screen.see(world);
                screen.renew(world);
                screen.answer_alone(world);
                screen.renew(world);
                let battle = screen.battle().clone();
                let Some(decision) = battle.decision().cloned() else { return false };
                let offers = world.offers();
                let question = offers.find("evade", None).filter(|_| !is_turn(&battle, &decision));
                if question.is_some() {
                    let pass = Choice::new("none");
                    let idle = super::insight::answer(&battle, &decision, &pass).expect("it has odds");
                    return idle.mean == Fraction::ZERO && idle.afflicts > Fraction::ZERO;
                }
                // In the first round nobody has AP to defend with.
                let is_attacker = decision.who == crate::rules::CombatantId(0) && battle.scene.round > 1;
                let tries = offers.0.iter().find(|offer| offer.is_open() && is_attacker && offer.verb == "wrestle");
                let choice = tries.map(|offer| Choice::of(offer).on(crate::rules::CombatantId(1)));
                let choice = choice.unwrap_or_else(|| battle.ruleset.rules().default_answer(&battle, &decision));
                screen.submit(&choice, world);
                false
            });
            if is_asked {
                return;
            }
        }
        panic!("nobody was asked how to escape a hold");
    });
}
