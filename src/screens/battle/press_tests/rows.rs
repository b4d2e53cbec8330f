//! Rows that matter now, chosen by their places.

use super::*;
use crate::panels::battle::listing::Listing;

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
