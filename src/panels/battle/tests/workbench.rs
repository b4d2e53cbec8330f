//! The workbench: parts, what they change, how much goes in, favourites.

use super::*;
use crate::panels::battle::workbench::{FavouriteModel, PartModel, RulerModel, WorkbenchModel, Worth};
use crate::rules::Refusal;

const RULE: RuleId = RuleId("POO-COMP-02");

fn part(digit: u8, key: &'static str, name: &str, price: u8, changes: Option<(u128, u128)>) -> PartModel {
    let chance = |part: u128| Worth { chance: Fraction::new(part, 100), mean: Fraction::new(part, 10) };
    PartModel {
        digit: Some(digit),
        key,
        name: name.into(),
        base: false,
        taken: false,
        tier: "Basic",
        price: format!("{price} AP"),
        flip: Some(1),
        refusal: None,
        amounts: None,
        changes: changes.map(|(without, with)| (chance(without), chance(with))),
    }
}

pub(super) fn bench() -> BattleModel {
    let mut strike = PartModel { base: true, taken: true, flip: None, ..part(4, "strike", "Strike", 1, None) };
    strike.tier = "Simple";
    let gap = PartModel { taken: true, flip: Some(0), ..part(5, "gap", "Find the Gap", 2, Some((95, 97))) };
    let stun = part(6, "stun", "Stunning Blow", 3, Some((97, 93)));
    let refusal = Some(Refusal::new(RULE, "Needs 9 AP"));
    let whirl = PartModel { refusal, tier: "Intermediate", ..part(7, "whirl", "Whirlwind", 3, None) };
    let favourite = FavouriteModel { name: "Strike, Find the Gap".into(), open: true, chosen: true, own: true };
    let past = FavouriteModel { name: "Strike, Whirlwind".into(), open: false, chosen: false, own: false };
    let ruler = RulerModel {
        key: Some("ap"),
        of: "AP".into(),
        rule: Some(RuleId("POO-TIER-02")),
        price: 3,
        amount: 5,
        at_hand: 8,
        most: 6,
        tiers: vec![("Simple", 3), ("Basic", 6), ("Intermediate", 9)],
        tier: "Basic",
    };
    let workbench = WorkbenchModel {
        offer: 1,
        title: "Strike Lysk with sword".into(),
        budget: "5 of 8 AP, keeps 3 to defend".into(),
        rule: Some(RULE),
        favourites: [Some(favourite), Some(past), None],
        parts: vec![strike, gap, stun, whirl],
        ruler: Some(ruler),
        dice: vec![("Strength".into(), 6), ("melee".into(), 3), ("AP".into(), 5)],
        others: Vec::new(),
        at: None,
        naming: None,
    };
    BattleModel { workbench: Some(workbench), ..battle() }
}

#[test]
fn parts_stand_in_the_lists_place_and_say_what_they_change() {
    for window in 0..2 {
        let panel = panel_of(bench(), window);
        panel.picture(["workbench-small", "workbench"][window]);
        panel.assert_legible();
        for words in [
            "Strike Lysk with sword, 5 of 8 AP, keeps 3 to defend",
            "4, Strike, Simple 1 AP",
            "5, Find the Gap, Basic 2 AP, 95 % without it, 97 % with it",
            "6, Stunning Blow, Basic 3 AP, 97 % without it, 93 % with it",
            "7, Whirlwind, Intermediate 3 AP, Needs 9 AP, POO-COMP-02",
            "14 dice: Strength 6, melee 3, AP 5",
            "AP: 3 are needed, 2 more",
        ] {
            panel.harness.get_by_label(words);
        }
        assert!(panel.harness.query_by_label("Now").is_none(), "the rows give way");
        // The parts that never scroll or hide are there.
        panel.harness.get_by_role_and_label(Role::Button, "End turn");
        panel.harness.get_by_role_and_label(Role::Button, "Shoot crossbow at Lysk");
    }
}

#[test]
fn digits_take_and_leave_parts_and_favourites() {
    let settle = |key, value| Some(Intent::SetParameter { offer: 1, key, value });
    assert_eq!(press(bench(), Modifiers::NONE, Key::Num5), settle("gap", 0));
    assert_eq!(press(bench(), Modifiers::NONE, Key::Num6), settle("stun", 1));
    assert_eq!(press(bench(), Modifiers::NONE, Key::Num4), None, "what all is built on stays");
    assert_eq!(press(bench(), Modifiers::NONE, Key::Num7), None, "what is refused cannot be taken");
    assert_eq!(press(bench(), Modifiers::NONE, Key::Num1), Some(Intent::TakeFavourite(0)));
    assert_eq!(press(bench(), Modifiers::NONE, Key::Num2), None, "its parts are not possible now");
    assert_eq!(press(bench(), Modifiers::NONE, Key::B), Some(Intent::KeepFavourite));
    assert_eq!(press(bench(), Modifiers::NONE, Key::Enter), Some(Intent::Commit));
    assert_eq!(click(bench(), "6, Stunning Blow, Basic 3 AP, 97 % without it, 93 % with it"), settle("stun", 1));
    assert_eq!(click(bench(), "Back to the rows"), Some(Intent::LeaveWorkbench));
}

#[test]
fn less_and_more_go_in_between_the_price_and_the_tiers_ceiling() {
    let settle = |value| Some(Intent::SetParameter { offer: 1, key: "ap", value });
    assert_eq!(press(bench(), Modifiers::NONE, Key::Comma), settle(4));
    assert_eq!(press(bench(), Modifiers::NONE, Key::Period), settle(6));
    assert_eq!(click(bench(), "3 AP"), settle(3));
    let full = |amount| {
        let mut model = bench();
        model.workbench.as_mut().and_then(|bench| bench.ruler.as_mut()).unwrap().amount = amount;
        model
    };
    assert_eq!(press(full(6), Modifiers::NONE, Key::Period), None, "the ceiling");
    assert_eq!(press(full(3), Modifiers::NONE, Key::Comma), None, "the price");
    assert_eq!(click(bench(), "7 AP"), None, "above the ceiling");
    assert_eq!(click(bench(), "2 AP"), None, "below the price");
}

#[test]
fn a_part_that_leaves_the_chance_as_it_is_says_what_it_does_to_the_harm() {
    let mut model = bench();
    let worth = |tenths| Worth { chance: Fraction::new(9, 10), mean: Fraction::new(tenths, 10) };
    model.workbench.as_mut().unwrap().parts[1].changes = Some((worth(50), worth(99)));
    let panel = panel_of(model, 0);
    panel.harness.get_by_label("5, Find the Gap, Basic 2 AP, 5.0 lost without it, 9.9 lost with it");
}

#[test]
fn a_favourite_has_the_room_that_free_places_leave() {
    for window in 0..WINDOWS.len() {
        let mut model = bench();
        let workbench = model.workbench.as_mut().expect("a workbench");
        let one = FavouriteModel { name: "Careful shot".into(), open: true, chosen: false, own: false };
        workbench.favourites = [Some(one), None, None];
        let panel = panel_of(model, window);
        let read = testing::read(&panel.harness.output().shapes);
        assert!(read.iter().any(|(_, words)| words == "Careful shot"), "{window}: {read:?}");
    }
}

#[test]
fn what_of_the_parts_has_no_room_says_that_there_is_more() {
    let says = |parts: usize| {
        let mut model = bench();
        let bench = model.workbench.as_mut().expect("it is built");
        let stun = bench.parts[2].clone();
        bench.parts.resize(parts, stun);
        panel_of(model, 0).harness.query_by_label("more below").is_some()
    };
    assert!(says(30) && !says(2));
}
