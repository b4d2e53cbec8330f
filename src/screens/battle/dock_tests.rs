//! Rail, list and prompts without a window: what is asked, what is answered automatically, what is opened first.

use super::{
    BattleScreen,
    listing::is_turn,
    testing::{SIZE, deep},
    with_screen,
};
use crate::{
    ai::Depth,
    arena::Arena as _,
    levels::builtin,
    panels::battle::{Intent, model::Standing},
    rules::{Group, Offer, Role, RulesetId, Spending, Target, Team, left_after},
    screens::HeadlessFrame,
    seats::Seat,
};

/// Troll Ford, suggested for rules that pay attacks and defences in points.
fn troll_ford(seats: [Seat; Team::MOST]) -> HeadlessFrame {
    let level = builtin().iter().find(|level| level.tag == "troll-ford").expect("a built-in level");
    HeadlessFrame::play(level, level.ruleset, 1, seats, SIZE).expect("it can be played")
}

fn ready<T>(headless: &mut HeadlessFrame, act: impl FnOnce(&mut BattleScreen, &mut bevy::prelude::World) -> T) -> T {
    with_screen(headless.world(), |screen, world| {
        crate::board::skip(world);
        screen.see(world);
        screen.renew(world);
        act(screen, world)
    })
}

/// Plays on until `stop` holds when somebody at the screen is asked. Turns are ended at once, questions answered as
/// they stand; returns how many questions were asked before.
fn play_until(headless: &mut HeadlessFrame, mut stop: impl FnMut(&BattleScreen) -> bool) -> usize {
    let mut asked = 0;
    for _ in 0..4_000 {
        headless.frame(None);
        let over = ready(headless, |screen, world| {
            if screen.is_held() {
                screen.read();
            }
            if !screen.is_asked() {
                return false;
            }
            screen.answer_alone(world);
            screen.see(world);
            screen.renew(world);
            if !screen.is_asked() {
                return false;
            }
            if stop(screen) {
                return true;
            }
            if screen.is_turn() {
                screen.end_turn(world);
            } else {
                asked += 1;
                screen.answer(world);
            }
            false
        });
        if over {
            return asked;
        }
    }
    panic!("nothing of the kind is asked");
}

#[test]
fn a_round_asks_only_what_matters() {
    deep(|| {
        let mut headless = troll_ford([Seat::Person, Seat::Computer(Depth::Quick), Seat::Person, Seat::Person]);
        let mut questions: Vec<String> = Vec::new();
        let asked = play_until(&mut headless, |screen| {
            let battle = screen.battle();
            if let Some(decision) = battle.decision().filter(|_| !screen.is_turn()) {
                let question = battle.ruleset.rules().question(battle, decision);
                let offers = screen.settled.offers.0.iter().filter(|offer| offer.is_open());
                let answers = offers.flat_map(|offer| {
                    let plain = crate::rules::Choice::of(offer);
                    let steps = super::prospects::steps(offer, &plain);
                    let all = if steps.is_empty() { vec![(0, plain)] } else { steps };
                    all.into_iter().map(move |(value, choice)| (offer.verb, value, choice))
                });
                let told =
                    answers.map(|(verb, value, choice)| match super::answers::answer(battle, decision, &choice) {
                        Some(odds) => {
                            let [chance, out, mean] =
                                [odds.chance, odds.grades[3], odds.mean].map(|answer| answer.to_f64());
                            format!("{verb} {value}: {chance:.2} {}, out {out:.2}, mean {mean:.1}", odds.event)
                        }
                        None => format!("{verb} {value}"),
                    });
                let about = &question.about;
                questions.push(format!("{} ({about}): {}", question.title, told.collect::<Vec<_>>().join(" | ")));
            }
            battle.scene.round > 1
        });
        assert!(asked <= 6, "round 1 asks {asked} times: {questions:#?}");
    });
}

#[test]
fn stakes_for_the_order_are_asked_once_for_a_side() {
    deep(|| {
        let mut headless = troll_ford([Seat::Person, Seat::Computer(Depth::Quick), Seat::Person, Seat::Person]);
        let (mut pages, mut named) = (0, 0);
        play_until(&mut headless, |screen| {
            let battle = screen.battle();
            let Some(decision) = battle.decision() else { return false };
            if !is_turn(battle, decision) && battle.scene.order.is_empty() {
                pages += 1;
                named = 1 + screen.together_models(decision).len();
            }
            !battle.scene.order.is_empty()
        });
        assert_eq!(pages, 1);
        assert!(named > 2, "the page names {named}");
    });
}

#[test]
fn an_attack_with_an_amount_leaves_the_usual_defence_paid() {
    deep(|| {
        let persons = [Seat::Person; Team::MOST];
        let ruleset = builtin().iter().find(|level| level.tag == "troll-ford").expect("a built-in level").ruleset;
        // Here some can shoot from where they stand.
        let level = builtin().iter().find(|level| level.tag == "tanner-row").expect("a built-in level");
        let mut headless = HeadlessFrame::play(level, ruleset, 1, persons, SIZE).expect("it can be played");
        let mut seen = 0;
        for _ in 0..12 {
            play_until(&mut headless, |screen| screen.is_turn());
            ready(&mut headless, |screen, world| {
                let battle = screen.battle();
                let decision = battle.decision().expect("asked");
                let usual = battle.ruleset.rules().usual_defence(battle, decision.who);
                let all = screen.settled.offers.0.iter().zip(&screen.settled.choices);
                let is_amount = |offer: &Offer| {
                    super::prospects::amount(offer).is_some_and(|amount| amount.pays == Some(Spending::Points))
                };
                let harmful = |offer: &Offer| offer.role == Role::Harm && offer.is_open() && is_amount(offer);
                for (offer, choice) in all.filter(|(offer, _)| harmful(offer)) {
                    let left = left_after(battle, decision, offer, choice);
                    let kept =
                        left.iter().find(|budget| budget.currency.is == Spending::Points).expect("paid in points");
                    let more = |value: i32| {
                        let key = offer
                            .parameters
                            .iter()
                            .find(|parameter| parameter.pays == Some(Spending::Points) && parameter.part.is_none())?
                            .key;
                        let dearer = offer.settle(choice, key, offer.value(choice, key) + value);
                        dearer.check(offer).is_ok().then_some(())
                    };
                    assert!(kept.left >= usual || more(-1).is_none(), "{}: keeps {} of {usual}", offer.verb, kept.left);
                    assert!(kept.left <= usual || more(1).is_none(), "{}: keeps {}", offer.verb, kept.left);
                    seen += usize::from(kept.left == usual);
                }
                screen.end_turn(world);
            });
        }
        assert!(seen > 0, "nobody has points to spare");
    });
}

#[test]
fn an_answer_that_stands_is_given_by_itself_until_it_is_taken_back() {
    deep(|| {
        let persons = [Seat::Person, Seat::Computer(Depth::Quick), Seat::Person, Seat::Person];
        let mut headless = troll_ford(persons);
        let is_prompt = |screen: &BattleScreen| {
            let battle = screen.battle();
            !screen.is_turn() && !battle.scene.order.is_empty() && screen.open_offer().is_some()
        };
        play_until(&mut headless, is_prompt);
        let verbs =
            |screen: &BattleScreen| -> Vec<&str> { screen.settled.offers.0.iter().map(|offer| offer.verb).collect() };
        ready(&mut headless, |screen, world| {
            screen.carry_out(Intent::Stand(Standing::SideBattle), world);
            screen.answer(world);
            assert_eq!(screen.listed.standing.len(), 1);
            let [standing] = &screen.listed.standing[..] else { unreachable!("one stands") };
            assert!(standing.words.ends_with("this battle"), "{}", standing.words);
        });
        let answered = verbs_of(&mut headless);
        play_until(&mut headless, |screen| {
            is_prompt(screen) && screen.battle().scene.round > 1 || screen.battle().scene.round > 2
        });
        ready(&mut headless, |screen, world| {
            assert_ne!(verbs(screen), answered, "what stands is asked about");
            // Two that read the same say which question they answer, and each is taken back separately.
            let [standing] = &screen.listed.standing[..] else { unreachable!("one stands") };
            let mut other = standing.clone();
            other.asked = vec![standing.choice.verb, "shout"];
            screen.listed.standing.push(other);
            let words = screen.standing_words();
            assert!(words[1].ends_with("this battle, rather than shout") && words[0] != words[1], "{words:?}");
            screen.carry_out(Intent::Unstand(1), world);
            assert_eq!(screen.standing_words().len(), 1);
            screen.carry_out(Intent::Unstand(0), world);
            assert!(screen.listed.standing.is_empty());
        });
    });
}

/// The verbs of the question that has a standing answer.
fn verbs_of(headless: &mut HeadlessFrame) -> Vec<&'static str> {
    ready(headless, |screen, _| screen.listed.standing.iter().flat_map(|standing| standing.asked.clone()).collect())
}

#[test]
fn a_group_opens_and_its_digits_stay_for_the_turn() {
    deep(|| {
        let mut headless = troll_ford([Seat::Person; Team::MOST]);
        play_until(&mut headless, |screen| screen.is_turn());
        let digits = |screen: &BattleScreen| -> Vec<_> {
            screen.offer_models().into_iter().map(|model| (model.title, model.address)).collect()
        };
        let before = ready(&mut headless, |screen, world| {
            screen.carry_out(Intent::List(Some(Group::Attack)), world);
            assert_eq!(screen.list_model().open, Some(Group::Attack));
            digits(screen)
        });
        assert!(before.iter().any(|(_, address)| address.digit.is_some()));
        let rulesets = RulesetId::ALL;
        assert!(
            rulesets.iter().all(|ruleset| ruleset
                .rules()
                .groups()
                .iter()
                .all(|group| Group::OF_A_TURN.contains(group)))
        );
    });
}

#[test]
fn what_others_did_waits_until_it_has_been_read() {
    deep(|| {
        let persons = [Seat::Person, Seat::Computer(Depth::Quick), Seat::Person, Seat::Person];
        let mut headless = troll_ford(persons);
        ready(&mut headless, |screen, world| screen.carry_out(Intent::Pause, world).is_none());
        // While paused, others act only one act at a time.
        let mut held = false;
        for _ in 0..2_000 {
            headless.frame(None);
            held = ready(&mut headless, |screen, world| {
                if screen.is_asked() {
                    screen.answer_alone(world);
                    if screen.is_turn() {
                        screen.end_turn(world);
                    } else if screen.is_asked() {
                        screen.answer(world);
                    }
                } else if !screen.is_held() {
                    screen.carry_out(Intent::StepOn, world);
                }
                screen.is_held() && !screen.stage.is_busy()
            });
            if held {
                break;
            }
        }
        assert!(held, "nothing that others did was held");
        let revision = ready(&mut headless, |screen, world| {
            let follow = screen.follow_model().expect("others' turn is followed");
            assert!(follow.held && follow.paused, "{follow:?}");
            assert!(!screen.is_asked());
            world.revision()
        });
        // Longer than it would stay.
        for _ in 0..300 {
            headless.frame(None);
        }
        ready(&mut headless, |screen, world| {
            assert!(screen.is_held(), "it goes on although it is paused");
            assert_eq!(world.revision(), revision);
            screen.carry_out(Intent::GoOn, world);
            assert!(!screen.is_held(), "it has been read");
        });
    });
}

#[test]
fn somebody_else_on_the_page_may_answer_otherwise() {
    deep(|| {
        let mut headless = troll_ford([Seat::Person, Seat::Computer(Depth::Quick), Seat::Person, Seat::Person]);
        play_until(&mut headless, |screen| {
            let battle = screen.battle();
            let page = |decision| !screen.together_models(decision).is_empty();
            !screen.is_turn() && battle.decision().is_some_and(page)
        });
        ready(&mut headless, |screen, world| {
            let decision = screen.battle().decision().expect("asked").clone();
            let model = screen.together_models(&decision).swap_remove(0);
            let luck = model.rows.first().expect("Luck may be staked");
            let crate::panels::battle::model::Settles::Parameter(key) = luck.settles else { unreachable!("an amount") };
            screen.carry_out(Intent::SettleTogether { who: model.who, key, value: luck.values[1].0 }, world);
            let after = screen.together_models(&decision).swap_remove(0);
            assert_eq!(after.rows[0].chosen, 1);
            let others = screen.together_models(&decision).len();
            let words = screen.act_model().words;
            assert!(
                words.ends_with(&format!("{others} others as shown")) || words.ends_with("the other as shown"),
                "{words}"
            );
            // Advice is about the first of them alone, and says so.
            screen.carry_out(Intent::Advise, world);
            assert_eq!(screen.advice_model().expect("it is asked for").whom, screen.name(decision.who));
            screen.carry_out(Intent::Advise, world);
            screen.answer(world);
            screen.see(world);
            screen.renew(world);
            screen.answer_alone(world);
            let asked = screen.battle().decision().map(|decision| decision.who);
            assert_ne!(asked, Some(model.who), "what was settled on the page is asked again");
        });
    });
}

/// Answering for a whole side spends nothing of the others unasked, whatever the ruleset asks first.
#[test]
fn answering_for_a_side_spends_nothing_of_the_others() {
    deep(|| {
        let level = builtin().iter().find(|level| level.tag == "meadow").expect("a built-in level");
        let mut pages = 0;
        for ruleset in RulesetId::ALL.iter().copied().filter(|ruleset| ruleset.is_offered()) {
            let mut headless =
                HeadlessFrame::play(level, ruleset, 1, [Seat::Person; Team::MOST], SIZE).expect("it can be played");
            play_until(&mut headless, |screen| {
                let battle = screen.battle();
                let Some(decision) = battle.decision().filter(|decision| !is_turn(battle, decision)) else {
                    return true;
                };
                for (who, choice) in screen.together_settled() {
                    let decision = crate::rules::Decision { who: *who, ..decision.clone() };
                    let offers = battle.ruleset.rules().offers(battle, &decision);
                    let offer = offers.find(choice.verb, choice.item).expect("it is on offer");
                    assert!(offer.cost.is_free() && offer.forfeits.is_empty(), "{ruleset:?}: {choice:?}");
                    pages += 1;
                }
                true
            });
        }
        assert!(pages > 3, "{pages} answers for others");
    });
}

#[test]
fn the_seat_is_handed_over_as_the_setting_says() {
    use crate::{panels::settings::HandOver, screens::prefs::Preferences};
    deep(|| {
        let mut headless = troll_ford([Seat::Person; Team::MOST]);
        play_until(&mut headless, |screen| screen.is_turn());
        let first = ready(&mut headless, |screen, _| screen.asked().map(|(_, team, _)| team));
        headless.world().resource_mut::<Preferences>().0.hand_over = HandOver::Always;
        for _ in 0..40 {
            let other = ready(&mut headless, |screen, world| {
                if screen.asked().map(|(_, team, _)| team) != first {
                    return true;
                }
                if screen.is_turn() {
                    screen.end_turn(world);
                } else {
                    screen.answer(world);
                }
                false
            });
            if other {
                break;
            }
        }
        headless.frame(None);
        ready(&mut headless, |screen, world| {
            assert!(screen.handover().is_some(), "another side is asked and nothing hides the board");
            let revision = world.revision();
            screen.answer_alone(world);
            assert_eq!(world.revision(), revision, "nobody has taken the seat, and something is answered");
            screen.carry_out(Intent::TakeSeat, world);
            screen.see(world);
            assert!(screen.handover().is_none());
        });
        headless.world().resource_mut::<Preferences>().0.hand_over = HandOver::Never;
        ready(&mut headless, |screen, _| assert!(screen.handover().is_none()));
    });
}

#[test]
fn what_a_defence_needs_is_what_its_chance_counts() {
    deep(|| {
        let level = builtin().iter().find(|level| level.tag == "meadow").expect("a built-in level");
        let mut headless =
            HeadlessFrame::play(level, level.ruleset, 3, [Seat::Person; Team::MOST], SIZE).expect("played");
        let mut compared = 0;
        for _ in 0..400 {
            headless.frame(None);
            let battle = headless.world().battle().clone();
            let Some(decision) = battle.decision().cloned() else { break };
            let rules = battle.ruleset.rules();
            let offers = rules.offers(&battle, &decision);
            for offer in offers.0.iter().filter(|offer| offer.is_open()) {
                let choice = crate::rules::Choice::of(offer);
                let Some(words) = rules.needs(&battle, &decision, &choice) else { continue };
                let Some((least, most)) = words.split_once(" to ") else { continue };
                let (most, again) = most.split_once("; ").unwrap_or((most, ""));
                let numbers: [u128; 2] = [least, most].map(|figure| figure.parse().expect("a number"));
                let answered = super::answers::answer(&battle, &decision, &choice).expect("it has odds");
                let counted = crate::dice::Fraction::new(numbers[1] - numbers[0] + 1, 100).to_f64();
                // A tie, one roll in a hundred, is rolled again by both.
                let tie = if again.is_empty() { 0.0 } else { 0.01 };
                let chance = answered.chance.to_f64();
                assert!((counted..=counted + tie).contains(&chance), "{}: {words} is {chance}", offer.verb);
                compared += 1;
            }
            // Everybody who can strike does, so that there is something to defend against.
            let strikes = |offer: &&Offer| offer.role == Role::Harm && offer.is_open();
            let strike = offers.0.iter().find(strikes).map(|offer| match &offer.target {
                Target::Combatant(list) => {
                    let on = list.iter().find(|candidate| candidate.refusal.is_none()).map(|candidate| candidate.who);
                    on.map_or_else(|| crate::rules::Choice::of(offer), |on| crate::rules::Choice::of(offer).on(on))
                }
                _ => crate::rules::Choice::of(offer),
            });
            let usual = rules.default_answer(&battle, &decision);
            let choice = strike.unwrap_or_else(|| usual.clone());
            let done = headless.game(|world, game| game.submit(world, &choice));
            if done.is_err() {
                headless.game(|world, game| game.submit(world, &usual)).expect("the default can be chosen");
            }
        }
        assert!(compared > 0, "nobody was asked how to defend");
    });
}

#[test]
fn points_that_are_lost_anyway_are_proposed_for_a_defence() {
    deep(|| {
        let level = builtin().iter().find(|level| level.tag == "meadow").expect("a built-in level");
        let keeps = |ruleset: &RulesetId| {
            let fresh = HeadlessFrame::play(level, *ruleset, 1, [Seat::Person; Team::MOST], SIZE);
            let Ok(mut fresh) = fresh else { return false };
            play_until(&mut fresh, BattleScreen::is_turn);
            let battle = fresh.world().battle();
            battle.decision().is_some_and(|turn| battle.ruleset.rules().fading(battle, turn.who) > 0)
        };
        let mut proposed = 0;
        for ruleset in RulesetId::offered().filter(keeps) {
            let seats = [Seat::Person, Seat::Computer(Depth::Quick), Seat::Person, Seat::Person];
            let mut headless = HeadlessFrame::play(level, ruleset, 1, seats, SIZE).expect("it can be played");
            let points = |offer: &Offer| offer.cost.amounts().any(|amount| amount.of.is == Spending::Points);
            let protects = |offer: &Offer| offer.is_open() && offer.role == Role::Protect && points(offer);
            play_until(&mut headless, |screen| {
                let others = screen.battle().scene.acting != screen.asked().map(|(who, ..)| who);
                !screen.is_turn() && others && screen.settled.offers.0.iter().any(protects)
            });
            ready(&mut headless, |screen, _| {
                let chosen = screen.settled.chosen.map(|index| &screen.settled.offers.0[index]);
                assert!(chosen.is_some_and(protects), "{ruleset:?} proposes {:?}", chosen.map(|offer| offer.verb));
            });
            proposed += 1;
        }
        assert!(proposed > 0, "points are lost nowhere");
    });
}

#[test]
fn no_two_rows_of_a_turn_read_the_same() {
    deep(|| {
        for tag in ["meadow", "troll-ford"] {
            let level = builtin().iter().find(|level| level.tag == tag).expect("a built-in level");
            for ruleset in RulesetId::offered() {
                let made = HeadlessFrame::play(level, ruleset, 1, [Seat::Person; Team::MOST], SIZE);
                let Ok(mut headless) = made else { continue };
                for _ in 0..12 {
                    play_until(&mut headless, |screen| screen.is_turn());
                    ready(&mut headless, |screen, world| {
                        let models = screen.offer_models();
                        let moves = models
                            .iter()
                            .zip(&screen.settled.offers.0)
                            .any(|(model, offer)| model.is_open() && matches!(offer.target, Target::Way(_)));
                        let act = screen.act_model();
                        let ends = act.ready && act.words == "End turn";
                        assert!(!(moves && ends), "{tag}, {ruleset}: Enter ends a turn in which one may still move");
                        let mut seen: Vec<(Group, String, String)> = Vec::new();
                        for (model, offer) in
                            models.iter().zip(&screen.settled.offers.0).filter(|(model, _)| model.is_open())
                        {
                            let row = (model.address.group, model.title.clone(), model.place.clone());
                            assert!(!seen.contains(&row), "{tag}, {ruleset}: two rows say {row:?}");
                            if offer.item.is_some() {
                                seen.push(row);
                            }
                        }
                        screen.end_turn(world);
                    });
                }
            }
        }
    });
}

#[test]
fn advice_tells_three_choices_lays_one_and_carries_it_out() {
    deep(|| {
        let mut headless = troll_ford([Seat::Person; Team::MOST]);
        play_until(&mut headless, BattleScreen::is_turn);
        assert!(ready(&mut headless, |screen, world| screen.carry_out(Intent::Advise, world)).is_none());
        let told = (0..4_000).find_map(|_| {
            headless.frame(None);
            std::thread::sleep(std::time::Duration::from_millis(5));
            let model = ready(&mut headless, |screen, _| screen.advice_model());
            model.filter(|model| !model.advised.is_empty())
        });
        let told = told.expect("an answer");
        assert_eq!((told.advised.len(), told.marked, told.thinking), (3, 0, None));
        for advised in &told.advised {
            let sum: i32 = advised.terms.iter().map(|(_, amount)| *amount).sum();
            assert_eq!(advised.score, Some(sum), "{advised:?}");
        }
        let drawn = ready(&mut headless, |screen, _| {
            screen.mark_advice(1);
            screen.overlays(&[])
        });
        let is_drawn = drawn.path.is_some() || drawn.target.is_some() || !drawn.aims.is_empty();
        let second = &told.advised[1].words;
        assert!(is_drawn || second.starts_with("End turn"), "{second}");
        // Wherever the pointer rests, the laid plan is in view.
        for place in 0..3 {
            ready(&mut headless, |screen, _| {
                (screen.hover, screen.still_pointed) = (Some(crate::geometry::Square::new(0, 0)), true);
                screen.lay_advice(place);
                let (offer, choice) = screen.open_offer().expect("laid");
                let is_place = matches!(offer.built(choice).target, Target::Way(_) | Target::Square(_));
                assert_eq!(screen.still_pointed, is_place, "{}", told.advised[place].words);
            });
        }
        let before = headless.world().revision();
        assert!(ready(&mut headless, |screen, world| screen.carry_out(Intent::LayAdvice(1), world)).is_none());
        assert_eq!(headless.world().revision(), before, "the first press only lays it");
        ready(&mut headless, |screen, _| {
            let model = screen.advice_model().expect("it stays until it is done");
            assert_eq!((model.marked, model.laid), (1, Some(1)), "{second}");
            assert!(model.whom.is_empty(), "nobody else is asked on this page");
            let act = screen.act_model();
            assert!(act.ready, "the button does it: {}", act.words);
        });
        assert!(ready(&mut headless, |screen, world| screen.carry_out(Intent::Commit, world)).is_none());
        assert_ne!(headless.world().revision(), before, "{second}");
        assert!(ready(&mut headless, |screen, _| screen.advice_model()).is_none(), "it is put away");
    });
}

#[test]
fn what_is_asked_once_offers_no_answer_that_stands() {
    deep(|| {
        let level = builtin().iter().find(|level| level.tag == "meadow").expect("a built-in level");
        let mut once = 0;
        for ruleset in RulesetId::offered() {
            let Ok(mut headless) = HeadlessFrame::play(level, ruleset, 3, [Seat::Person; Team::MOST], SIZE) else {
                continue;
            };
            play_until(&mut headless, |_| true);
            ready(&mut headless, |screen, _| {
                let battle = screen.battle();
                let decision = battle.decision().expect("asked").clone();
                if is_turn(battle, &decision) || battle.ruleset.rules().briefing(battle, &decision).recurs {
                    return;
                }
                once += 1;
                assert!(screen.briefed(&decision).standing.is_empty(), "{ruleset}: an answer stands for nothing");
            });
        }
        assert!(once > 0, "nothing is asked once");
    });
}
