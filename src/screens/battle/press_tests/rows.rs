//! Rows that matter now, chosen by digit.

use super::*;
use crate::{
    arena::Scenery,
    panels::battle::listing::Listing,
    rules::{Decision, Offer, Offers, Role, Status, Target},
    screens::battle::{insight::Attack, listing::Listed, opening::counts},
};

/// The listed rows, each with its digit and target.
fn rows(headless: &mut HeadlessFrame) -> Vec<(Option<u8>, Option<CombatantId>)> {
    let model = &screen(headless).model.as_ref().expect("drawn").0;
    let listing = Listing::of(model);
    listing.sections.iter().flat_map(|(.., rows)| rows).map(|row| (row.digit, row.on)).collect()
}

#[test]
fn a_row_that_matters_now_is_chosen_in_its_place_and_done_by_the_same_digit() {
    let mut headless = start(first());
    let foes = stage(&mut headless, &[(2, 3), (2, 4)]);
    headless.rest();
    let before = rows(&mut headless);
    let place = before.iter().position(|(_, on)| *on == Some(foes[1])).expect("a blow at the second");
    let digit = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5][place];
    assert_eq!(before[place].0, Some(place as u8 + 1));
    key(&mut headless, digit, Modifiers::NONE);
    headless.rest();
    assert_eq!(rows(&mut headless), before, "nothing moves under the finger");
    assert_eq!(screen(&mut headless).open_offer().and_then(|(_, choice)| choice.on), Some(foes[1]));
    // One step back: no target any more.
    key(&mut headless, Key::Escape, Modifiers::NONE);
    assert_eq!((screen(&mut headless).target(), rows(&mut headless)), (None, before));
    key(&mut headless, digit, Modifiers::NONE);
    let journal = headless.world().journal().len();
    key(&mut headless, digit, Modifiers::NONE);
    let chosen = headless.world().journal()[journal..].iter().find_map(|entry| match entry {
        Entry::Chosen(_, choice) => Some(choice.on),
        _ => None,
    });
    assert_eq!(chosen, Some(Some(foes[1])), "the same digit does it");
    // A press on the board pins somebody: then the list is about that one.
    let mut headless = start(first());
    let foes = stage(&mut headless, &[(2, 3), (2, 4)]);
    tap(&mut headless, Square::new(2, 3));
    let pin = screen(&mut headless).model.as_ref().expect("drawn").0.list.pin.as_ref().map(|pin| pin.who);
    assert_eq!(pin, Some(foes[0]));
}

#[test]
fn a_question_in_the_middle_of_a_turn_leaves_the_list_as_it_was() {
    let mut headless = start(first());
    let battle = battle(&mut headless);
    let turn = battle.decision().expect("a turn").clone();
    let offers = battle.ruleset.rules().offers(&battle, &turn);
    let foe = battle.enemies(turn.who).next().expect("an enemy").id;
    let question = Decision { who: foe, ..turn.clone() };
    let mut listed = Listed::default();
    listed.renew(&battle, Some(&turn), &offers);
    (listed.open, listed.held) = (Some(Group::Attack), true);
    let blow = offers.0.iter().find(|offer| listed.address(offer).is_some()).expect("a row with a place");
    let place = listed.address(blow);
    listed.renew(&battle, Some(&question), &Offers::default());
    assert_eq!(listed.address(blow), None, "the question has addresses of its own");
    listed.renew(&battle, Some(&turn), &offers);
    assert_eq!((listed.open, listed.held, listed.address(blow)), (Some(Group::Attack), true, place));
    let mut next = battle.clone();
    next.scene.round += 1;
    listed.renew(&next, Some(&turn), &offers);
    assert_eq!((listed.open, listed.held), (None, false), "each turn begins with what matters now");
}

#[test]
fn a_typed_choice_is_completed_chosen_and_done_by_the_next_press() {
    let type_in = |headless: &mut HeadlessFrame, text: &str| {
        headless.hear(vec![Event::Text(text.into())]);
        frames(headless, 2);
    };
    let typed = |headless: &mut HeadlessFrame| screen(headless).typed_model();
    let mut headless = start(first());
    let foes = stage(&mut headless, &[(2, 3), (2, 4)]);
    let tag = battle(&mut headless).combatant(foes[1]).identity.tag.to_string();
    type_in(&mut headless, "/");
    assert_eq!(typed(&mut headless).map(|typed| typed.text), Some(String::new()));
    // Typed letters are no keys of the battle.
    type_in(&mut headless, &format!("str {}", &tag[..3]));
    let found = typed(&mut headless).expect("open").found;
    assert!(found.first().is_some_and(|(form, _)| form.starts_with(&format!("strike {tag} "))), "{found:?}");
    let journal = headless.world().journal().len();
    key(&mut headless, Key::Enter, Modifiers::NONE);
    assert!(typed(&mut headless).is_none());
    assert_eq!(screen(&mut headless).open_offer().and_then(|(_, choice)| choice.on), Some(foes[1]));
    headless.rest();
    assert_eq!(headless.world().journal().len(), journal, "it is only chosen");
    key(&mut headless, Key::Enter, Modifiers::NONE);
    let done = headless.world().journal()[journal..].iter().find_map(|entry| match entry {
        Entry::Chosen(_, choice) => Some(choice.on),
        _ => None,
    });
    assert_eq!(done, Some(Some(foes[1])));
    // A typed way is laid to its square; an error says what would be right; Esc leaves.
    let mut headless = start(first());
    stage(&mut headless, &[(12, 3)]);
    let who = acting(&mut headless);
    type_in(&mut headless, "/");
    type_in(&mut headless, "fly high");
    let wrong = typed(&mut headless).expect("open");
    assert!(wrong.found.is_empty() && wrong.fault.is_some_and(|fault| fault.contains("walk")), "{:?}", wrong.text);
    key(&mut headless, Key::Escape, Modifiers::NONE);
    assert!(typed(&mut headless).is_none());
    type_in(&mut headless, "/");
    type_in(&mut headless, "walk c4");
    key(&mut headless, Key::Enter, Modifiers::NONE);
    headless.rest();
    key(&mut headless, Key::Enter, Modifiers::NONE);
    settle(&mut headless);
    assert_eq!(place_of(&mut headless, who), Square::new(2, 3));
}

#[test]
fn what_is_listed_no_more_is_chosen_no_more() {
    let mut headless = start(first());
    stage(&mut headless, &[(2, 3)]);
    headless.rest();
    key(&mut headless, Key::W, Modifiers::NONE);
    key(&mut headless, Key::Num1, Modifiers::NONE);
    headless.rest();
    assert!(screen(&mut headless).open_offer().is_some_and(|(offer, _)| offer.group == Group::Attack));
    key(&mut headless, Key::A, Modifiers::NONE);
    assert!(screen(&mut headless).open_offer().is_none(), "Enter would do what is not on the page");
    let journal = headless.world().journal().len();
    key(&mut headless, Key::Enter, Modifiers::NONE);
    assert_eq!(headless.world().journal().len(), journal);
}

#[test]
fn a_walk_that_is_taken_back_leaves_no_path() {
    let mut headless = start(first());
    stage(&mut headless, &[(12, 3)]);
    let who = acting(&mut headless);
    let from = place_of(&mut headless, who);
    let to = Square::new(from.x + 2, from.y);
    press(&mut headless, to);
    assert_eq!(place_of(&mut headless, who), to);
    assert!(!screen(&mut headless).following.trail.is_empty());
    key(&mut headless, Key::U, Modifiers::NONE);
    headless.rest();
    assert_eq!(place_of(&mut headless, who), from);
    assert_eq!(screen(&mut headless).following.trail, Vec::new());
}

#[test]
fn a_blow_at_somebody_who_is_out_keeps_no_turn_open() {
    let mut seen = 0;
    for ruleset in RulesetId::ALL {
        let mut headless = start(*ruleset);
        let foe = stage(&mut headless, &[(2, 3)])[0];
        let counts = |headless: &mut HeadlessFrame| {
            let screen = screen(headless);
            let at = |offer: &&Offer| match &offer.target {
                Target::Combatant(list) => {
                    let mut open = list.iter().filter(|candidate| candidate.refusal.is_none()).peekable();
                    offer.role == Role::Harm && open.peek().is_some() && open.all(|candidate| candidate.who == foe)
                }
                _ => false,
            };
            let blows = screen.settled.offers.0.iter().filter(at);
            blows.map(|offer| counts(screen.battle(), offer)).collect::<Vec<bool>>()
        };
        assert!(counts(&mut headless).contains(&true), "{ruleset}: whoever fights is worth a turn");
        edit(headless.world(), |world| {
            let entity = world.resource::<CombatantEntities>().entity(foe);
            *world.get_mut::<Status>(entity).expect("a combatant") = Status::Down;
        });
        settle(&mut headless);
        let fallen = counts(&mut headless);
        seen += fallen.len();
        assert!(fallen.iter().all(|counts| !counts), "{ruleset}: nobody's turn goes on for who is out");
    }
    assert!(seen > 0, "some can be struck where they lie");
}

#[test]
fn a_plan_that_somebody_has_come_between_is_asked_for_again_and_done_by_one_press() {
    let mut headless = start(first());
    let foes = stage(&mut headless, &[(2, 3), (6, 3)]);
    let there = Square::new(6, 3);
    press(&mut headless, there);
    let words = plate(&mut headless);
    assert!(words.0.starts_with("Press again: ") && words.1.contains("may strike"), "{words:?}");
    let who = acting(&mut headless);
    let to = screen(&mut headless).press.laid().expect("it is laid").steps[0].squares.last().copied();
    // The list has it as a row, with the button's words.
    let model = &screen(&mut headless).model.as_ref().expect("drawn").0;
    let row = Listing::of(model).sections[0].2[0].title.clone();
    assert_eq!(row, model.act.words);
    assert!(
        words.0.to_lowercase().contains(&row.split(" and ").next().expect("a way").to_lowercase()),
        "{row}: {words:?}"
    );
    press(&mut headless, there);
    assert_ne!(acting(&mut headless), who, "somebody is asked on the way");
    answer_for_others(&mut headless, who);
    settle(&mut headless);
    assert_eq!(Some(place_of(&mut headless, who)), to);
    let fallen = rolls(&mut headless);
    let blow = screen(&mut headless).open_offer().map(|(_, choice)| choice.clone()).expect("the blow stands chosen");
    assert_eq!(blow.on, Some(foes[1]));
    let (words, second) = plate(&mut headless);
    assert!(words.starts_with("Press again: ") && second.ends_with("was asked on the way"), "{words}, {second}");
    let keeps = screen(&mut headless).model.as_ref().expect("drawn").0.act.keeps.clone();
    assert!(keeps.ends_with("was asked on the way"), "{keeps}");
    key(&mut headless, Key::Enter, Modifiers::NONE);
    frames(&mut headless, 2);
    let asked = headless.world().decision().map(|decision| decision.who);
    assert!(rolls(&mut headless) > fallen || asked == Some(foes[1]), "one press strikes");
}

#[test]
fn a_small_budget_that_could_have_done_something_is_not_lost_in_silence() {
    let mut headless = start(first());
    stage(&mut headless, &[(2, 3)]);
    let words = screen(&mut headless).little_left();
    let quick = screen(&mut headless).settled.offers.0.iter().any(|offer| {
        offer.is_open()
            && offer.cost.count(Spending::Small) > 0
            && matches!(offer.role, Role::Harm | Role::Hinder | Role::Protect)
    });
    assert_eq!(words.is_some(), quick, "{words:?}");
    for _ in 0..2 {
        key(&mut headless, Key::Space, Modifiers::NONE);
    }
    assert_eq!(screen(&mut headless).toast.as_ref().map(|toast| toast.words.clone()), words);
}

#[test]
fn a_plate_says_what_of_a_blow_is_settled_otherwise_than_usual() {
    let mut told = 0;
    for ruleset in RulesetId::offered() {
        let mut headless = start(ruleset);
        let foe = stage(&mut headless, &[(2, 3)])[0];
        point(&mut headless, Square::new(2, 3));
        let offers = std::sync::Arc::clone(&screen(&mut headless).settled.offers);
        let (verb, item) = match &screen(&mut headless).insight.attack {
            Some(attack) => (attack.choice.verb, attack.choice.item),
            None => continue,
        };
        let index = offers.0.iter().position(|offer| (offer.verb, offer.item) == (verb, item)).expect("on offer");
        let offer = &offers.0[index];
        let settled = screen(&mut headless).settled.choices[index].clone().on(foe);
        // Each parameter that costs no points, at a value other than the usual one.
        for parameter in
            offer.parameters.iter().filter(|parameter| parameter.pays.is_none() && parameter.part.is_none())
        {
            let usual = parameter.values[0].value;
            let open = offer.changes(&settled, parameter).filter(|change| change.refusal.is_none());
            let Some(other) = open.map(|change| change.value).find(|value| value.value != usual) else { continue };
            let label = other.label.split([',', ' ']).next().unwrap_or_default().to_lowercase();
            let words = |headless: &mut HeadlessFrame, value| {
                with_screen(headless.world(), |screen, _| {
                    screen.open_by_hand(index);
                    screen.set(index, parameter.key, value);
                });
                point(headless, Square::new(2, 3));
                headless.rest();
                plate(headless).0.to_lowercase()
            };
            let usually = words(&mut headless, usual);
            let otherwise = words(&mut headless, other.value);
            assert!(otherwise.contains(&label), "{ruleset}: \"{otherwise}\" does not say {label}");
            let odds = |words: &str| words.split(", ").count();
            assert!(odds(&otherwise) > odds(&usually), "{ruleset}: \"{usually}\", \"{otherwise}\"");
            told += 1;
        }
    }
    assert!(told > 1, "{told} things can be settled otherwise");
}

#[test]
fn an_act_kept_chosen_on_somebody_says_what_it_is_while_a_free_square_is_pointed_at() {
    let mut kept = Vec::new();
    for ruleset in RulesetId::offered() {
        let mut headless = start(ruleset);
        let foe = stage(&mut headless, &[(2, 3)])[0];
        let offers = std::sync::Arc::clone(&screen(&mut headless).settled.offers);
        let admits = |offer: &Offer| crate::screens::battle::insight::admits(offer, foe);
        for (index, offer) in offers.0.iter().enumerate().filter(|(_, offer)| offer.is_open() && admits(offer)) {
            with_screen(headless.world(), |screen, _| {
                screen.open_by_hand(index);
                screen.aim(foe);
            });
            point(&mut headless, Square::new(1, 4));
            point(&mut headless, Square::new(1, 2));
            let shown = screen(&mut headless);
            if shown.settled.chosen != Some(index) || shown.insight.way.is_none() {
                continue;
            }
            let told = &shown.model.as_ref().expect("drawn").0.offers[index].about;
            assert_eq!(told, &shown.settled.wordings[index].about, "{ruleset}: {}", offer.verb);
            assert!(plate(&mut headless).0.contains(" here, "), "{ruleset}: the way stands on the plate");
            kept.push(offer.verb);
        }
    }
    assert!(kept.contains(&"disarm"), "{kept:?}");
}

#[test]
fn a_digit_chooses_its_row_whoever_the_cursor_or_the_pointer_stands_on() {
    for by_keys in [true, false] {
        let mut headless = start(first());
        let squares = [(2, 3), (2, 4)];
        let foes = stage(&mut headless, &squares);
        headless.rest();
        if by_keys {
            key(&mut headless, Key::Tab, Modifiers::NONE);
        } else {
            point(&mut headless, Square::new(2, 3));
        }
        headless.rest();
        let on = screen(&mut headless).insight.attack.as_ref().expect("somebody is looked at").on;
        let other = *foes.iter().take(2).find(|foe| **foe != on).expect("another");
        let place = rows(&mut headless).iter().position(|(_, foe)| *foe == Some(other)).expect("a blow at the other");
        let digit = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5][place];
        key(&mut headless, digit, Modifiers::NONE);
        headless.rest();
        let looked = screen(&mut headless).insight.attack.as_ref().map(|attack| attack.on);
        assert_eq!(looked, Some(other), "the odds are those of what is chosen");
        assert_eq!(plate(&mut headless), Default::default(), "no plate says anything else");
        let journal = headless.world().journal().len();
        key(&mut headless, Key::Enter, Modifiers::NONE);
        let struck = headless.world().journal()[journal..].iter().find_map(|entry| match entry {
            Entry::Chosen(_, choice) => Some(choice.on),
            _ => None,
        });
        assert_eq!(struck, Some(Some(other)), "by keys: {by_keys}");
    }
}

#[test]
fn what_is_chosen_by_key_and_aimed_at_nothing_leaves_no_other_plate_on_the_board() {
    let mut headless = start(first());
    stage(&mut headless, &[(2, 3)]);
    headless.rest();
    for pointed in [Square::new(2, 3), Square::new(1, 5)] {
        point(&mut headless, pointed);
        assert!(!plate(&mut headless).0.is_empty());
        let at_nothing =
            |offer: &Offer| offer.is_open() && offer.role == Role::Protect && offer.target == Target::Nothing;
        with_screen(headless.world(), |screen, _| {
            let index = screen.settled.offers.0.iter().position(at_nothing).expect("something that protects");
            screen.choose(index);
        });
        frames(&mut headless, 2);
        assert_eq!(plate(&mut headless), Default::default());
        // Pointing anew shows it again.
        point(&mut headless, Square::new(3, 5));
        point(&mut headless, pointed);
        assert!(!plate(&mut headless).0.is_empty());
    }
}

#[test]
fn what_is_expected_of_a_blow_is_its_chance_from_here_wherever_the_pointer_rests() {
    let mut headless = start(first());
    let foe = stage(&mut headless, &[(2, 3)])[0];
    point(&mut headless, Square::new(2, 3));
    headless.rest();
    with_screen(headless.world(), |screen, _| {
        let attack = screen.insight.attack.clone().expect("a blow is looked at");
        screen.foretell(&attack.choice, true);
        let here = std::mem::take(&mut screen.following.expected);
        assert!(here.starts_with("expected "), "{here}");
        // The same blow from the end of a way, with the odds of another one.
        let decision = screen.battle().decision().expect("asked").clone();
        let others = crate::lab::attacks_on_offer(screen.battle(), &decision, &screen.settled.offers, foe);
        let far = others
            .into_iter()
            .filter_map(|choice| crate::lab::attack_forecast(screen.battle(), &decision, &choice))
            .find(|forecast| forecast.hits != attack.attack_forecast.hits)
            .expect("another blow has other odds");
        let from = Some(Square::new(1, 4));
        screen.insight.attack = Some(Attack { from, attack_forecast: far, ..attack.clone() });
        screen.foretell(&attack.choice, true);
        assert_eq!(screen.following.expected, here);
    });
}

#[test]
fn of_an_attack_of_several_blows_the_next_one_is_proposed() {
    let mut headless =
        HeadlessFrame::play(&level("powder-store"), first(), 3, PERSONS, SIZE).expect("it can be played");
    for _ in 0..40 {
        settle(&mut headless);
        let battle = battle(&mut headless);
        let decision = battle.decision().expect("asked").clone();
        let offers = battle.ruleset.rules().offers(&battle, &decision);
        let is_spread = |offer: &&Offer| offer.is_open() && offer.spread.is_some_and(|spread| spread.most > 1);
        let several = offers.0.iter().find(is_spread).map(crate::rules::Choice::of);
        let is_several = several.is_some();
        let choice = several.unwrap_or_else(|| battle.ruleset.rules().default_answer(&battle, &decision));
        headless.game(|world, game| game.submit(world, &choice)).expect("it can be chosen");
        if is_several {
            settle(&mut headless);
            // One has declared: Enter declares for the next.
            key(&mut headless, Key::Enter, Modifiers::NONE);
            settle(&mut headless);
            let begins = screen(&mut headless).settled.offers.0.iter().filter(|offer| offer.is_open()).count();
            assert!(begins > 2, "another can be added, or it can begin");
            let role = screen(&mut headless).open_offer().map(|(offer, _)| offer.role);
            assert_eq!(role, Some(Role::Harm));
            return;
        }
    }
    panic!("nobody has several weapons");
}

#[test]
fn the_way_to_a_blow_ends_in_no_fire_where_another_square_will_do() {
    let mut headless = start(first());
    let foe = stage(&mut headless, &[(5, 3)])[0];
    let end = |battle: &Battle| {
        let decision = battle.decision().expect("asked").clone();
        let offers = battle.ruleset.rules().offers(battle, &decision);
        let way = crate::lab::approach(battle, &decision, &offers, foe, None).expect("there is a way").way;
        *way.route.squares.last().expect("it leads somewhere")
    };
    let near = end(&battle(&mut headless));
    edit(headless.world(), |world| {
        let scene = &mut world.resource_mut::<Scenery>().0;
        std::sync::Arc::make_mut(&mut scene.field).set_fire(near, true);
    });
    settle(&mut headless);
    let battle = battle(&mut headless);
    let other = end(&battle);
    assert_ne!(other, near);
    assert!(!battle.scene.field.burns(other));
}
