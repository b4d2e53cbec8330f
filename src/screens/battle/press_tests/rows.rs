//! Rows that matter now, chosen by their places.

use super::*;
use crate::{
    panels::battle::listing::Listing,
    rules::{Decision, Offers},
    screens::battle::listing::Listed,
};

/// The rows that are listed, by digit: whom they aim at.
fn rows(headless: &mut HeadlessFrame) -> Vec<(Option<u8>, Option<CombatantId>)> {
    let model = &screen(headless).model.as_ref().expect("drawn").0;
    let listing = Listing::of(model);
    listing.sections.iter().flat_map(|(.., rows)| rows).map(|row| (row.digit, row.on)).collect()
}

#[test]
fn a_row_that_matters_now_is_chosen_in_its_place_and_done_by_the_same_digit() {
    let mut headless = start(first());
    let foes = stage(&mut headless, &[(2, 3), (2, 4)]);
    frames(&mut headless, LATER);
    let before = rows(&mut headless);
    let place = before.iter().position(|(_, on)| *on == Some(foes[1])).expect("a blow at the second");
    let digit = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5][place];
    assert_eq!(before[place].0, Some(place as u8 + 1));
    key(&mut headless, digit, Modifiers::NONE);
    frames(&mut headless, LATER);
    assert_eq!(rows(&mut headless), before, "nothing moves under the finger");
    assert_eq!(screen(&mut headless).open_offer().and_then(|(_, choice)| choice.on), Some(foes[1]));
    // One step back: nobody is aimed at any more.
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
    // What is typed is no key of the battle.
    type_in(&mut headless, &format!("str {}", &tag[..3]));
    let found = typed(&mut headless).expect("open").found;
    assert!(found.first().is_some_and(|(form, _)| form.starts_with(&format!("strike {tag} "))), "{found:?}");
    let journal = headless.world().journal().len();
    key(&mut headless, Key::Enter, Modifiers::NONE);
    assert!(typed(&mut headless).is_none());
    assert_eq!(screen(&mut headless).open_offer().and_then(|(_, choice)| choice.on), Some(foes[1]));
    frames(&mut headless, LATER);
    assert_eq!(headless.world().journal().len(), journal, "it is only chosen");
    key(&mut headless, Key::Enter, Modifiers::NONE);
    let done = headless.world().journal()[journal..].iter().find_map(|entry| match entry {
        Entry::Chosen(_, choice) => Some(choice.on),
        _ => None,
    });
    assert_eq!(done, Some(Some(foes[1])));
    // A way is laid to its square; what means nothing is told with what would be right; Esc leaves.
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
    frames(&mut headless, LATER);
    key(&mut headless, Key::Enter, Modifiers::NONE);
    settle(&mut headless);
    assert_eq!(place_of(&mut headless, who), Square::new(2, 3));
}
