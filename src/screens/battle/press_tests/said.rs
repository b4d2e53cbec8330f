//! What is said about somebody pinned, found on the way, or pointed at in the order of turns.

use super::{super::plans::Meanwhile, *};
use crate::{
    lab::{Approach, approach, is_plain_way},
    rules::{Awareness, Offer, Target},
};

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
    let mut interruption = |since| screen(&mut headless).interruption(who, &plan, blow, since);
    let nothing = Meanwhile { rolled: false, found: false };
    assert_eq!(interruption(Meanwhile { found: true, ..nothing }).as_deref(), Some("Somebody has come into sight"));
    assert_eq!(interruption(Meanwhile { rolled: true, ..nothing }).as_deref(), Some("Dice were rolled on the way"));
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

#[test]
fn whoever_is_come_upon_on_the_way_stops_a_plan_which_is_then_asked_for_again() {
    let mut met = 0;
    for ruleset in RulesetId::offered() {
        let mut headless = start(ruleset);
        let there = Square::new(6, 3);
        let foes = stage(&mut headless, &[(6, 3)]);
        press(&mut headless, there);
        let way = screen(&mut headless).press.laid().filter(|plan| plan.steps.len() > 1);
        let way = way.map(|plan| plan.steps[0].squares.clone()).unwrap_or_default();
        let [.., before, at, _] = way[..] else { continue };
        let who = acting(&mut headless);
        let (hidden, battle) = (foes[1], battle(&mut headless));
        let own = battle.combatant(who).team;
        // A fighter unknown to the whole side stands in the middle of the way.
        edit(headless.world(), |world| {
            for fighter in battle.combatants().filter(|fighter| fighter.team == own) {
                let entity = world.resource::<CombatantEntities>().entity(fighter.id);
                let mut aware = world.get_mut::<Awareness>(entity).expect("a combatant is aware of some");
                *aware = aware.with(hidden, false);
            }
            let entity = world.resource::<CombatantEntities>().entity(hidden);
            let placement = battle.combatant(hidden).placement.at(at);
            *world.get_mut::<Placement>(entity).expect("somewhere") = placement;
        });
        settle(&mut headless);
        if !headless.world().battle().unknown_to(own).contains(hidden) {
            continue;
        }
        press(&mut headless, there);
        let again = plate(&mut headless).0;
        assert!(again.starts_with("Press again: "), "{ruleset}: {again}");
        let fallen = rolls(&mut headless);
        press(&mut headless, there);
        if headless.world().battle().unknown_to(own).contains(hidden) {
            continue;
        }
        assert_eq!((place_of(&mut headless, who), rolls(&mut headless)), (before, fallen), "{ruleset}");
        let said = screen(&mut headless).toast.as_ref().map(|toast| toast.words.clone());
        assert_eq!(said.as_deref(), Some("Somebody has come into sight"), "{ruleset}");
        // No blow without another press.
        let from = headless.world().journal().len();
        press(&mut headless, there);
        assert_eq!((headless.world().journal().len(), rolls(&mut headless)), (from, fallen), "{ruleset}");
        met += 1;
    }
    assert!(met > 0, "under no rules is anybody come upon");
}

#[test]
fn a_step_that_gives_an_enemy_a_blow_says_whose_what_and_with_what_chance() {
    let mut named = 0;
    for ruleset in RulesetId::offered() {
        let mut headless = start(ruleset);
        let foe = stage(&mut headless, &[(2, 3)])[0];
        point(&mut headless, Square::new(1, 1));
        let name = battle(&mut headless).combatant(foe).identity.name.to_string();
        let provoked = screen(&mut headless).overlays(&[]).provoked;
        let plates: Vec<&String> = provoked.iter().filter_map(|mark| mark.plate.as_ref()).collect();
        for plate in &plates {
            let chance = plate.strip_prefix(&format!("{name} hits ")).and_then(|rest| rest.strip_suffix(" %"));
            let chance = chance.unwrap_or_else(|| panic!("{ruleset}: {plate}"));
            assert!(chance.trim_start_matches('<').parse::<u8>().is_ok(), "{ruleset}: {plate}");
        }
        let way = screen(&mut headless).insight.way.as_ref();
        let provoked = way.is_some_and(|way| way.provoked.iter().any(|(_, strike)| strike.is_some()));
        assert_eq!(plates.len(), usize::from(provoked), "{ruleset}: one plate for each enemy, {plates:?}");
        named += plates.len();
    }
    assert!(named > 0, "under no rules is anybody given a blow");
}

/// Every act at somebody adjacent: its verb, its headline, and the labels of its bar.
fn headlines(ruleset: RulesetId, archetype: Option<&str>) -> Vec<(&'static str, String, Vec<String>)> {
    let mut level = level("meadow");
    let units = level.sides.iter_mut().flat_map(|side| &mut side.units);
    units.for_each(|unit| unit.archetype = archetype.map_or_else(|| unit.archetype.clone(), Into::into));
    let Ok(mut headless) = HeadlessFrame::play(&level, ruleset, 3, PERSONS, SIZE) else { return Vec::new() };
    to_a_turn(&mut headless);
    let foe = stage(&mut headless, &[(2, 3)])[0];
    let offers = std::sync::Arc::clone(&screen(&mut headless).settled.offers);
    let mut all = Vec::new();
    for (index, offer) in offers.0.iter().enumerate().filter(|(_, offer)| offer.is_open()) {
        if !crate::screens::battle::insight::admits(offer, foe) {
            continue;
        }
        with_screen(headless.world(), |screen, _| {
            screen.settled.choices[index] = offer.aim(screen.settled.choices[index].clone(), foe);
            screen.open_by_hand(index);
        });
        headless.rest();
        let shown = screen(&mut headless);
        let Some(forecast) = &shown.model.as_ref().expect("drawn").0.forecast else { continue };
        let labels: Vec<String> = forecast.odds.iter().map(|(words, _)| words.clone()).collect();
        let board = shown.overlays(&[]).target.and_then(|target| target.chance);
        let (title, chance) = (forecast.title.clone(), forecast.chance);
        let one: f64 = forecast.odds.iter().map(|(_, share)| share.to_f64()).sum();
        assert!((one - 1.0).abs() < 1e-9, "{ruleset}: {}: {labels:?} are all that can come of it", offer.verb);
        match &labels[..] {
            // A harmless act either happens or not, alike in the headline, in the bar and on the board.
            [nothing, event] => {
                assert_eq!(nothing, "nothing");
                assert_eq!(forecast.odds[1].1, chance, "{ruleset}: {}", offer.verb);
                assert!(title.contains(event.as_str()), "{ruleset}: {}: {title}, {event}", offer.verb);
                assert!(
                    board
                        .is_none_or(|(figure, said)| (figure, &said) == (crate::panels::number::figure(chance), event)),
                    "{title}"
                );
            }
            _ => {
                assert_eq!(labels.len(), 4, "{ruleset}: {}: {title}, {labels:?}", offer.verb);
                assert!(title.starts_with("h"), "{ruleset}: {}: hits or harms, not {title}", offer.verb);
            }
        }
        all.push((offer.verb, title, labels));
    }
    all
}

#[test]
fn headline_and_bar_tell_of_what_an_act_is_for() {
    let mut seen = Vec::new();
    for ruleset in RulesetId::offered() {
        for archetype in [None, Some("mage")] {
            seen.extend(headlines(ruleset, archetype));
        }
    }
    let of =
        |verb: &str| seen.iter().find(|(known, ..)| *known == verb).unwrap_or_else(|| panic!("no {verb}: {seen:?}"));
    let (_, title, labels) = of("disarm");
    assert!(title.starts_with("disarms ") && labels[1] == "disarms", "{title}, {labels:?}");
    let (_, title, labels) = of("trip");
    assert!(title.ends_with(" falls") && labels[1] == "falls", "{title}, {labels:?}");
    let spells = seen.iter().filter(|(verb, ..)| *verb == "cast").count();
    assert!(spells > 0 && seen.len() > 12, "{seen:?}");
}

/// The question before a turn ends with much left says only of points that they are kept for defence.
#[test]
fn the_end_of_a_turn_is_asked_about_in_words_that_are_true() {
    let (mut kept, mut unused) = (0, 0);
    for ruleset in RulesetId::offered() {
        let mut headless = start(ruleset);
        key(&mut headless, Key::Space, Modifiers::NONE);
        let screen = screen(&mut headless);
        let Some(toast) = screen.toast.as_ref().filter(|_| screen.listed.ending) else { continue };
        let who = screen.battle().decision().expect("a turn").who;
        let card = ruleset.rules().card(screen.battle(), who);
        let points = card.allowances.iter().find(|all| all.currency.is == Spending::Points);
        let named = points.filter(|points| toast.words.contains(&format!("{} left", points.currency.name)));
        match named {
            Some(points) => {
                let words = format!("once more to keep the {} to defend with", points.currency.name);
                assert!(toast.words.ends_with(&words), "{ruleset}: {}", toast.words);
                kept += 1;
            }
            None => {
                assert!(toast.words.ends_with("once more to leave it unused"), "{ruleset}: {}", toast.words);
                unused += 1;
            }
        }
        assert!(toast.left > 10.0, "{ruleset}: as long as it is a question");
        with_screen(headless.world(), |screen, _| {
            screen.age_toast(0.1);
            assert!(screen.toast.is_some(), "{ruleset}");
            // Something else is done first.
            screen.listed.ending = false;
            screen.age_toast(0.1);
            assert!(screen.toast.is_none(), "{ruleset}: nobody is asked about the end any more");
        });
    }
    assert!(kept > 0 && unused > 0, "{kept} keep something, {unused} nothing");
}

/// If something else is chosen, the forecast says what it is of, so that it is not taken for the walk's.
#[test]
fn a_forecast_beside_another_choice_says_what_it_is_of() {
    let mut named = 0;
    for ruleset in RulesetId::offered() {
        let mut headless = start(ruleset);
        let foes = stage(&mut headless, &[(2, 3)]);
        let is_way = |offer: &&Offer| offer.is_open() && matches!(offer.target, Target::Way(_));
        let offers = headless.world().offers();
        let Some(verb) = offers.0.iter().find(is_way).map(|offer| offer.verb) else { continue };
        with_screen(headless.world(), |screen, _| {
            let index = screen.settled.offers.0.iter().position(|offer| offer.verb == verb).expect("a row");
            screen.open_by_hand(index);
        });
        let there = place_of(&mut headless, foes[0]);
        point(&mut headless, there);
        headless.rest();
        let screen = screen(&mut headless);
        let Some(attack) = screen.insight.attack.as_ref().filter(|attack| attack.choice.verb != verb) else { continue };
        if screen.open_offer().is_none_or(|(offer, _)| offer.verb != verb) {
            continue;
        }
        let offer = screen.settled.offers.find(attack.choice.verb, attack.choice.item).expect("on offer");
        let decision = screen.battle().decision().expect("a turn");
        let title = ruleset.rules().describe(screen.battle(), decision, offer).title;
        let about = &screen.model.as_ref().expect("drawn").0.forecast.as_ref().expect("a forecast").about;
        assert!(about.starts_with(&format!("{title}: ")), "{ruleset}: {about}");
        named += 1;
    }
    assert!(named > 0, "nothing else is forecast beside a way");
}
