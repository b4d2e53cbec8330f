//! What is said of somebody who is pinned, found on the way, or pointed at in the order of turns.

use super::*;
use crate::lab::{Approach, approach, is_plain_way};

#[test]
fn of_two_the_one_who_can_be_harmed_from_there_is_forecast_and_both_are_named() {
    let mut named = 0;
    for ruleset in RulesetId::offered() {
        let mut headless = start(ruleset);
        let foes = stage(&mut headless, &[(2, 3), (4, 1)]);
        press(&mut headless, Square::new(2, 3));
        if screen(&mut headless).target() != Some(foes[0]) {
            continue;
        }
        // Out of the first one's reach, beside the second.
        point(&mut headless, Square::new(4, 0));
        let (words, second) = plate(&mut headless);
        if !words.contains(" here, ") || screen(&mut headless).insight.instead_of != Some(foes[0]) {
            continue;
        }
        let name = |headless: &mut HeadlessFrame, who| battle(headless).combatant(who).identity.name.to_string();
        let (pinned, other) = (name(&mut headless, foes[0]), name(&mut headless, foes[1]));
        assert!(second.contains(&format!("{pinned} not from there, {other}: ")), "{ruleset}: {second}");
        let shown = &screen(&mut headless).model.as_ref().expect("drawn").0;
        let title = shown.forecast.as_ref().map(|forecast| forecast.title.clone()).unwrap_or_default();
        assert!(title.contains(&other), "{ruleset}: {title}");
        named += 1;
    }
    assert!(named > 0, "under no rules one goes there and strikes");
}

#[test]
fn a_chip_that_is_pointed_at_marks_its_token() {
    let mut headless = start(first());
    stage(&mut headless, &[(2, 3)]);
    let order: Vec<CombatantId> = {
        let model = &screen(&mut headless).model.as_ref().expect("drawn").0;
        model.top.order.iter().map(|chip| chip.who).collect()
    };
    let mut marked = Vec::new();
    for step in 0..60 {
        let pointer = Some((16.0 * step as f32, 24.0));
        headless.frame(pointer);
        headless.frame(pointer);
        let found = screen(&mut headless).heard.marked;
        if let Some(who) = found.filter(|who| !marked.contains(who)) {
            assert_eq!(screen(&mut headless).overlays(&[]).selected, Some(who));
            marked.push(who);
        }
    }
    assert_eq!(marked, order, "each chip marks its own token");
    headless.frame(Some((400.0, 400.0)));
    frames(&mut headless, 2);
    assert_eq!(screen(&mut headless).heard.marked, None);
}

#[test]
fn whoever_comes_into_sight_on_the_way_stops_a_plan_before_its_blow() {
    let mut headless = start(first());
    stage(&mut headless, &[(4, 3)]);
    press(&mut headless, Square::new(4, 3));
    let who = acting(&mut headless);
    let plan = screen(&mut headless).press.laid().expect("way and blow are laid").clone();
    let [_, blow] = &plan.steps[..] else { panic!("{plan:?}") };
    let stops = |headless: &mut HeadlessFrame, rolled, found| screen(headless).stops(who, &plan, blow, rolled, found);
    assert_eq!(stops(&mut headless, false, true).as_deref(), Some("Somebody has come into sight"));
    assert_eq!(stops(&mut headless, true, false).as_deref(), Some("Dice have fallen on the way"));
}

#[test]
fn a_far_enemy_is_charged_where_that_is_better_than_walking_up() {
    let mut charged = 0;
    let knows = |ruleset: &RulesetId| {
        let mut kinds = ruleset.rules().vocabulary().kinds.iter().copied().flatten();
        kinds.any(|kind| kind.verb == "charge" && kind.group == Group::Move)
    };
    for ruleset in RulesetId::offered().filter(knows) {
        let mut headless = start(ruleset);
        for far in 4..9 {
            let foe = stage(&mut headless, &[(far, 3)])[0];
            if screen(&mut headless).settled.offers.find("charge", None).is_none_or(|charge| !charge.is_open()) {
                continue;
            }
            point(&mut headless, Square::new(far, 3));
            let shown = screen(&mut headless);
            let Some(subject) = shown.insight.subject.as_ref().filter(|subject| subject.and_attack) else { continue };
            let offers = &shown.settled.offers;
            let (verb, odds) =
                (offers.0[subject.offer].verb, &shown.insight.attack.as_ref().expect("a blow").attack_forecast);
            let decision = shown.battle().decision().expect("asked");
            for way in offers.0.iter().filter(|offer| offer.is_open() && is_plain_way(offer)) {
                let other = approach(shown.battle(), decision, offers, foe, Some(way.verb));
                let is_calm = |other: &Approach| other.way.provoked.is_empty();
                let better = other.filter(is_calm).is_some_and(|other| other.attack_forecast.mean > odds.mean);
                assert!(!better, "{ruleset}: {} would do more than {verb} from {far} squares", way.verb);
            }
            charged += usize::from(verb == "charge");
        }
    }
    assert!(charged > 0, "nobody charges");
}
