//! Keys for the cursor, the view and typing, and what undo takes back besides the choice.

use super::*;
use crate::{
    dice::Odds,
    panels::battle::{Intent, model::Standing},
    rules::{Area, Caught, Choice, Offer, Role},
    screens::battle::workbench::is_made_of_parts,
};

#[test]
fn nought_answers_and_leaves_the_board_as_it_is_zoomed() {
    let mut headless = start(first());
    let side = |headless: &mut HeadlessFrame| screen(headless).view.camera.side();
    let fitted = side(&mut headless);
    key(&mut headless, Key::Plus, Modifiers::NONE);
    let zoomed = side(&mut headless);
    assert!(zoomed > fitted, "{zoomed}, {fitted}");
    key(&mut headless, Key::Num0, Modifiers::NONE);
    assert_eq!(side(&mut headless), zoomed);
    key(&mut headless, Key::Home, Modifiers::NONE);
    assert_eq!(side(&mut headless), fitted);
}

#[test]
fn once_the_pointer_moves_it_is_no_cursor_of_the_keys_any_more() {
    let mut headless = start(first());
    stage(&mut headless, &[(2, 3), (6, 3)]);
    key(&mut headless, Key::Tab, Modifiers::NONE);
    assert!(screen(&mut headless).enter_presses);
    point(&mut headless, Square::new(3, 5));
    assert!(!screen(&mut headless).enter_presses && screen(&mut headless).still_pointed);
}

/// A blow with an amount to pay: its index, the parameter, the first value, and a greater one.
fn dear_blow(screen: &BattleScreen) -> Option<(usize, &'static str, (i32, String), i32)> {
    let all = screen.settled.offers.0.iter().zip(&screen.settled.choices).enumerate();
    let is_blow = |offer: &Offer, choice: &Choice| offer.role == Role::Harm && offer.is_open() && choice.on.is_some();
    let mut blows = all.filter(|(_, (offer, choice))| is_blow(offer, choice) && !is_made_of_parts(offer));
    blows.find_map(|(index, (offer, choice))| {
        offer.parameters.iter().filter(|parameter| parameter.pays.is_some()).find_map(|parameter| {
            let first = parameter.values.first().filter(|value| value.refusal.is_none())?;
            let can_be = |value: i32| offer.settle(choice, parameter.key, value).check(offer).is_ok();
            let more = parameter.values.iter().skip(1).map(|value| value.value).find(|value| can_be(*value))?;
            Some((index, parameter.key, (first.value, first.word.to_string()), more))
        })
    })
}

#[test]
fn an_amount_that_is_typed_stands_in_the_place_of_the_settled_one() {
    let mut typed = 0;
    for ruleset in RulesetId::offered() {
        let mut headless = start(ruleset);
        stage(&mut headless, &[(2, 3)]);
        with_screen(headless.world(), |screen, _| {
            let Some((index, key, (first, word), more)) = dear_blow(screen) else { return };
            screen.set(index, key, more);
            let settled = screen.settled.choices[index].text(screen.battle(), &screen.settled.offers);
            let named: Vec<&str> = settled.split(' ').filter(|word| !word.contains('=')).collect();
            screen.listed.typed = Some(format!("{} {key}={word}", named.join(" ")));
            let found = screen.typed_model().expect("it is typed").found;
            let (form, words) = found.first().expect("it can become a choice").clone();
            assert_eq!(form.matches(&format!("{key}=")).count(), 1, "{ruleset}: {form}");
            screen.take_typed(0);
            let (offer, choice) = screen.open_offer().expect("it is chosen");
            assert_eq!((screen.settled.chosen, offer.value(choice, key)), (Some(index), first), "{ruleset}: {form}");
            assert_eq!(words, screen.sentence(offer, choice, &screen.settled.wordings[index].title), "{ruleset}");
            typed += 1;
        });
    }
    assert!(typed > 0, "nothing is paid for a blow");
}

#[test]
fn undo_takes_back_that_an_answer_was_to_stand() {
    let mut undone = 0;
    for ruleset in RulesetId::offered() {
        let Ok(mut headless) = HeadlessFrame::play(&level("meadow"), ruleset, 3, PERSONS, SIZE) else { continue };
        headless.world().resource_mut::<Preferences>().0.hand_over = crate::panels::settings::HandOver::Never;
        for _ in 0..20 {
            settle(&mut headless);
            undone += with_screen(headless.world(), |screen, world| {
                screen.see(world);
                screen.renew(world);
                let asked = screen.battle().decision().cloned().filter(|_| screen.is_asked() && !screen.is_turn());
                let can_stand = |decision| !screen.standing_choices(decision).is_empty();
                if !asked.as_ref().is_some_and(can_stand) {
                    return 0;
                }
                let before = world.digest();
                screen.carry_out(Intent::Stand(Standing::SideBattle), world);
                screen.answer(world);
                screen.renew(world);
                if screen.listed.standing.len() != 1 || screen.no_undo().is_some() {
                    screen.listed.standing.clear();
                    return 0;
                }
                screen.carry_out(Intent::Undo, world);
                assert!(screen.listed.standing.is_empty(), "{ruleset}: it would be given again at once");
                assert_eq!(world.digest(), before, "{ruleset}");
                1
            });
            let battle = battle(&mut headless);
            let Some(decision) = battle.decision() else { break };
            let choice = battle.ruleset.rules().default_answer(&battle, decision);
            headless.game(|world, game| game.submit(world, &choice)).expect("the default can be chosen");
        }
    }
    assert!(undone > 0, "no answer that stands can be taken back");
}

#[test]
fn of_a_blast_it_is_said_how_many_it_reaches_however_many_are_listed() {
    let mut headless = start(first());
    let who = acting(&mut headless);
    with_screen(headless.world(), |screen, world| {
        let ends = Odds::new([((1, 4), 1_u128)]);
        let caught = Caught { who, metres: 1, spared: false, ends };
        let aim = Square::new(2, 3);
        screen.insight.attack = None;
        screen.insight.area = Some(Area {
            aim,
            squares: vec![aim],
            number: None,
            places: Odds::new([(aim, 1)]),
            caught: vec![caught; 11],
        });
        let told = screen.model(world).forecast.expect("a forecast");
        assert_eq!(told.title, format!("reaches 11 from {aim}"));
        assert_eq!(told.notes.len(), 9);
        assert_eq!(told.notes.last().map(|(what, _)| what.as_str()), Some("3 more"));
    });
}
