//! Blows dealt out among several, messages, cursors, and what is told of others' turn until it has been read.

use std::sync::atomic::AtomicBool;

use bevy::prelude::World;

use super::{
    BattleScreen, Toast,
    dealing::worth_of_blows,
    listing::is_turn,
    testing::{PERSON, PERSONS, SIZE, deep, level},
    with_screen,
};
use crate::{
    arena::Arena as _,
    dice::Fraction,
    geometry::Square,
    lab,
    levels::Level,
    panels::number,
    rules::{Battle, Choice, Decision, Effect, Entry, Offer, Offers, Parameter, Role, RulesetId, Spending, Target},
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

/// Makes the best attack on anybody, or else gives the default answer.
fn play_on(screen: &mut BattleScreen, world: &mut World) {
    let battle = screen.battle();
    let Some(decision) = battle.decision().cloned() else { return };
    let offers = world.offers();
    let blow = offers.0.iter().filter(|offer| offer.is_open() && is_turn(battle, &decision)).find_map(|offer| {
        let Target::Combatant(all) = &offer.target else { return None };
        let whom = all.iter().filter(|candidate| candidate.refusal.is_none()).map(|candidate| candidate.who);
        let mut all = whom.map(|who| Choice::of(offer).on(who));
        all.find(|choice| lab::attack_forecast(battle, &decision, choice).is_some())
    });
    let choice = blow.unwrap_or_else(|| battle.ruleset.rules().default_answer(battle, &decision));
    screen.submit(&choice, world);
}

/// Plays until blows are to be dealt out; false if that does not happen within `choices` choices.
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

/// Three fighters in a row, one of blue between two others.
pub(super) fn between() -> Level {
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
        let (mut dealt, mut told, mut ended, mut better) = (0, 0, 0, 0);
        for ruleset in RulesetId::offered().filter(rules) {
            for seed in 0..12 {
                let mut level = between();
                // Some can throw themselves aside, at the cost of their next turn.
                let agile = level.sides[1].units.iter_mut().filter(|_| seed % 2 == 1);
                agile.for_each(|unit| unit.archetype = "acrobat".into());
                let mut headless = HeadlessFrame::play(&level, ruleset, seed, PERSONS, SIZE).expect("it can be played");
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
                        overlays.results.iter().any(|result| result.on == on),
                        "what it comes to stands beside the target"
                    );
                    // The target may pay for more than the usual defence; the odds of that are told beside it.
                    let answers = lab::answers_to_blows(&battle, &decision, &choice, on, &AtomicBool::new(false));
                    let best = answers.filter(|answers| lab::harm(&answers.best.ends) < lab::harm(&answers.default));
                    screen.listed.defended.wait();
                    let said = screen.model(world).question.expect("a question").briefed.at_best;
                    better += usize::from(best.is_some());
                    let hits = best.map(|answers| format!("{} hits, mean ", number::percent(answers.best.ends.hits)));
                    assert_eq!(hits.is_some(), said.is_some(), "{said:?}");
                    assert!(said.unwrap_or_default().starts_with(&hits.unwrap_or_default()));
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
                            screen.tell_act(world);
                            last_blow_is_foretold(screen);
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
        assert!(better > 0, "nobody can do better than the usual defence");
    });
}

/// The odds expected of a blow at another target are its own, even if only one is left and there is nothing to count.
fn last_blow_is_foretold(screen: &mut BattleScreen) {
    let open = screen.settled.offers.0.iter().zip(&screen.settled.choices).find_map(|(offer, choice)| {
        let Target::Combatant(all) = &offer.target else { return None };
        let whom = all.iter().find(|candidate| candidate.refusal.is_none())?.who;
        deals(offer).then(|| choice.clone().on(whom))
    });
    let Some(choice) = open else { return };
    let known = screen.listed.prospects.of(&choice).map(|known| (known.chance, known.event.to_string()));
    let Some((chance, event)) = known else { return };
    let kept = screen.settled.offers.clone();
    let mut uncounted = Offers::clone(&kept);
    uncounted.0.iter_mut().for_each(|offer| offer.parameters.clear());
    screen.settled.offers = std::sync::Arc::new(uncounted);
    screen.foretell(&choice, false);
    let told = screen.aftermath_model().expect("what came so far is told").expected;
    assert_eq!(told, format!("expected {} {event}", number::percent(chance)));
    assert!(screen.following.expected.is_empty(), "it waits for no other act");
    screen.settled.offers = kept;
}

/// The odds of a blow in answer to somebody else go on no card, present or later.
#[test]
fn the_odds_of_a_blow_out_of_turn_are_none_of_another_act() {
    deep(|| {
        let mut seen = 0;
        for ruleset in RulesetId::offered() {
            let Ok(mut headless) = HeadlessFrame::play(&between(), ruleset, 3, PERSONS, SIZE) else { continue };
            headless.world().resource_mut::<Preferences>().0.hand_over = crate::panels::settings::HandOver::Never;
            for _ in 0..40 {
                frames(&mut headless, 2);
                if on(&mut headless, |screen, _| screen.is_asked() && screen.is_turn()) {
                    break;
                }
                on(&mut headless, |screen, world| {
                    screen.read();
                    play_on(screen, world);
                });
            }
            frames(&mut headless, 60);
            on(&mut headless, |screen, _| {
                let known = |choice: &&Choice| choice.on.is_some() && screen.listed.prospects.of(choice).is_some();
                let is_blow = |choice: &&Choice| {
                    let offer = screen.settled.offers.find(choice.verb, choice.item);
                    offer.is_some_and(|offer| offer.role == Role::Harm)
                };
                let Some(blow) = screen.settled.choices.iter().filter(known).find(is_blow).cloned() else { return };
                let before = screen.aftermath_model().map(|model| model.expected);
                // As if it were an answer: nothing has been done in this turn yet.
                screen.foretell(&blow, false);
                assert_eq!(screen.following.expected, "", "{ruleset}");
                assert_eq!(screen.aftermath_model().map(|model| model.expected), before, "{ruleset}");
                seen += 1;
            });
        }
        assert!(seen > 1, "nobody's odds are known");
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
            let toast = |revision| Toast { words: "Not asked".into(), rule: None, left: 4.0, revision, asks: false };
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
                    assert_eq!((screen.hover, screen.still_pointed), (None, false), "nobody has pointed in this turn");
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

/// One fighter of blue among three of orange who fall soon.
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

/// Whether an answer is open that strikes one of several; checks that it is aimed at the one it hurts most.
fn best_aimed(screen: &BattleScreen) -> bool {
    let Some(decision) = screen.battle().decision().cloned() else { return false };
    let open = screen.open_offer().filter(|_| screen.is_asked() && !screen.is_turn() && screen.target().is_none());
    let Some((offer, choice)) = open.filter(|(offer, _)| !deals(offer) && offer.role == Role::Harm) else {
        return false;
    };
    let Target::Combatant(all) = &offer.target else { return false };
    let mean = |choice: &Choice| {
        let forecast = lab::attack_forecast(screen.battle(), &decision, choice);
        forecast.map_or(Fraction::ZERO, |forecast| forecast.mean)
    };
    let whom = all.iter().filter(|candidate| candidate.refusal.is_none()).map(|candidate| candidate.who);
    let means: Vec<Fraction> =
        whom.map(|who| mean(&Choice { also: Default::default(), ..choice.clone() }.on(who))).collect();
    assert!(means.iter().all(|other| *other <= mean(choice)), "{} {means:?}", offer.verb);
    means.len() > 1
}

/// A fighter good at holding, beside an unhurt enemy.
fn hold() -> Level {
    let text = r#"(format: 1, name: "Hold", ruleset: percentile, size: "9x7", sides: [
        (units: [(archetype: "wrestler", at: "e3")]), (units: [(archetype: "swordsman", at: "f3")])])"#;
    Level::parse("hold", "hold.ron", text, crate::levels::Roster::builtin()).expect("a level")
}

/// A choice that does no damage but leaves a condition; `None` if none is on offer.
fn harmless(screen: &BattleScreen, offers: &Offers) -> Option<Choice> {
    let battle = screen.battle();
    let decision = battle.decision().filter(|decision| is_turn(battle, decision))?;
    offers.0.iter().filter(|offer| offer.is_open()).find_map(|offer| {
        let Target::Combatant(all) = &offer.target else { return None };
        let whom = all.iter().find(|candidate| candidate.refusal.is_none())?;
        let choice = Choice::of(offer).on(whom.who);
        let forecast = lab::attack_forecast(battle, decision, &choice)?;
        (forecast.mean == Fraction::ZERO && !forecast.conditions.is_empty()).then_some(choice)
    })
}

#[test]
fn what_holds_is_asked_about_though_it_does_no_damage() {
    deep(|| {
        let mut asked = 0;
        for ruleset in RulesetId::offered() {
            let mut headless = HeadlessFrame::play(&hold(), ruleset, 3, PERSONS, SIZE).expect("it can be played");
            headless.world().resource_mut::<Preferences>().0.hand_over = crate::panels::settings::HandOver::Never;
            for _ in 0..60 {
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
                    let pass = offers.0.iter().find(|offer| offer.role == Role::Pass).map(Choice::of);
                    let pass = pass.filter(|_| !is_turn(&battle, &decision));
                    let idle = pass.and_then(|pass| super::answers::answer(&battle, &decision, &pass));
                    if idle.is_some_and(|idle| idle.mean == Fraction::ZERO && idle.afflicts > Fraction::ZERO) {
                        return true;
                    }
                    // In the first round not everybody can defend.
                    let hold = harmless(screen, &offers).filter(|_| battle.scene.round > 1);
                    let choice = hold.unwrap_or_else(|| battle.ruleset.rules().default_answer(&battle, &decision));
                    screen.submit(&choice, world);
                    false
                });
                if is_asked {
                    asked += 1;
                    break;
                }
            }
        }
        assert!(asked > 0, "nobody was asked how to escape a hold");
    });
}

/// What an answer comes to.
fn comes_to(battle: &Battle, decision: &Decision, choice: &Choice) -> Option<([Fraction; 4], [Fraction; 4])> {
    let odds = super::answers::answer(battle, decision, choice)?;
    Some((odds.grades, [odds.chance, odds.mean, odds.afflicts, odds.strikes_back]))
}

/// Checks that a question put to a person leaves a choice, and that answers with Luck tell the loss rather than certain
/// harm. True if Luck is asked for.
fn judge_question(screen: &mut BattleScreen) -> bool {
    screen.look_at_rows();
    while screen.listed.prospects.is_busy() {
        screen.look_at_rows();
    }
    let (battle, decision) = (screen.battle(), screen.battle().decision().cloned().expect("somebody is asked"));
    let title = battle.ruleset.rules().question(battle, &decision).title;
    let open: Vec<&Offer> = screen.settled.offers.0.iter().filter(|offer| offer.is_open()).collect();
    let is_settled = |offer: &Offer| {
        let values = |parameter: &Parameter| parameter.values.iter().filter(|value| value.refusal.is_none()).count();
        offer.target == Target::Nothing && offer.parameters.iter().all(|parameter| values(parameter) < 2)
    };
    assert!(open.len() > 1 || open.iter().any(|offer| !is_settled(offer)), "{title} leaves no choice");
    let (passing, acting): (Vec<&Offer>, Vec<&Offer>) =
        open.iter().copied().partition(|offer| offer.role == Role::Pass);
    let averts = |offer: &&Offer| {
        offer.role == Role::Protect && offer.target == Target::Nothing && offer.parts.is_none() && !offer.comfort
    };
    let idle = passing.first().and_then(|pass| comes_to(battle, &decision, &Choice::of(pass)));
    if idle.is_some() && !acting.is_empty() && acting.iter().all(averts) {
        let changes = |offer: &&Offer| {
            let plain = Choice::of(offer);
            let steps = super::prospects::steps(offer, &plain).into_iter().map(|(_, choice)| choice);
            steps.chain([plain]).any(|choice| comes_to(battle, &decision, &choice) != idle)
        };
        assert!(acting.iter().any(changes), "{title}: no answer changes anything");
    }
    let takes_luck = |offer: &&Offer| {
        let pays = |parameter: &Parameter| parameter.pays == Some(Spending::Luck);
        offer.cost.count(Spending::Luck) > 0 || offer.parameters.iter().any(pays)
    };
    if !open.iter().any(takes_luck) {
        return false;
    }
    for model in screen.offer_models() {
        for prospect in model.prospects {
            let is_sure = prospect.chance == Fraction::ONE && prospect.event.contains("harm");
            assert!(!is_sure, "{title}, {}: 100 % {}", model.title, prospect.event);
        }
    }
    true
}

#[test]
fn every_question_leaves_a_choice_and_luck_is_weighed_by_what_is_lost() {
    deep(|| {
        let (mut asked, mut alone, mut luck) = (0, 0, 0);
        for ruleset in RulesetId::offered() {
            let mut headless =
                HeadlessFrame::play(&level("meadow"), ruleset, 3, PERSONS, SIZE).expect("it can be played");
            headless.world().resource_mut::<Preferences>().0.hand_over = crate::panels::settings::HandOver::Never;
            for _ in 0..50 {
                headless.frame(None);
                on(&mut headless, |screen, world| {
                    screen.read();
                    screen.answer_alone(world);
                    screen.see(world);
                    screen.renew(world);
                    alone += usize::from(screen.toast.take().is_some_and(|toast| toast.words.contains("Not asked: ")));
                    if screen.is_asked() && !screen.is_turn() {
                        asked += 1;
                        luck += usize::from(judge_question(screen));
                    }
                    play_on(screen, world);
                });
            }
        }
        assert!(asked > 20 && alone > 0 && luck > 0, "{asked} asked, {alone} told instead, {luck} about Luck");
    });
}

#[test]
fn a_large_window_drops_nothing_of_a_turn_a_question_and_a_card() {
    deep(|| {
        let mut seen = 0;
        for ruleset in RulesetId::offered() {
            let mut headless = HeadlessFrame::play(&between(), ruleset, 5, PERSONS, SIZE).expect("it can be played");
            headless.world().resource_mut::<Preferences>().0.hand_over = crate::panels::settings::HandOver::Never;
            for _ in 0..14 {
                frames(&mut headless, 2);
                let [small, large, again] = [SIZE, (1920.0, 1080.0), SIZE].map(|size| {
                    headless.resize(size);
                    headless.rest();
                    headless.read()
                });
                // Something has gone on by itself meanwhile.
                if small.iter().map(|(_, words)| words).ne(again.iter().map(|(_, words)| words)) {
                    on(&mut headless, |screen, world| {
                        screen.read();
                        play_on(screen, world);
                    });
                    continue;
                }
                // A small window's hint bar corresponds to a large one's dock, in other words.
                let small: Vec<_> = small.into_iter().filter(|(at, _)| at.top() < SIZE.1 - 28.0).collect();
                let dropped = crate::panels::testing::dropped(&small, &large, SIZE.1);
                // Goals are shortened in one of them.
                let dropped: Vec<_> = dropped.into_iter().filter(|part| !part.starts_with("put all out")).collect();
                assert!(dropped.is_empty(), "{ruleset}: {dropped:?}\n{large:?}");
                seen += 1;
                on(&mut headless, |screen, world| {
                    screen.read();
                    play_on(screen, world);
                });
            }
        }
        assert!(seen > 20, "{seen}");
    });
}
