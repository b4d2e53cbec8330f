//! Compares bearings, from which rulesets say attacks and ways can be told, with the attacks and ways themselves, on
//! random boards.

use std::collections::BTreeMap;

use super::field_tests::{crowded, long};
use crate::{
    geometry::Square,
    lab::{attacks_on_offer, best_attack, has_room, is_plain_way},
    rules::{
        Battle, Choice, CombatantId, Course, Effect, Refusal, RulesetId, SituationKey, Target, attack_ahead, ground,
        turn_given,
    },
};

/// Attacks with the refusals against them, and the results of those that are open.
type Attacks = (Vec<(Choice, Option<Refusal>)>, Vec<(Choice, Option<(bool, usize, Option<SituationKey>)>)>);

fn attacks(turn: &Battle, by: CombatantId, on: CombatantId) -> Attacks {
    let rules = turn.ruleset.rules();
    let decision = rules.turn_question(by);
    let offers = rules.offers(turn, &decision);
    let led = attacks_on_offer(turn, &decision, &offers, on).into_iter().map(|choice| {
        let ahead = attack_ahead(turn, &decision, &choice);
        let told = ahead.map(|ahead| (ahead.is_next, ahead.attacks, rules.attack_numbers(&ahead.battle, &ahead.step)));
        (choice, told)
    });
    let led = led.collect();
    (turn.attacks(by, on), led)
}

/// Compares all places of `moved`, who is one of the two; how many had the same bearing as an earlier one.
fn compare(battle: &Battle, by: CombatantId, on: CombatantId, moved: CombatantId) -> usize {
    let rules = battle.ruleset.rules();
    let mut turn = turn_given(battle, by);
    let far = rules.farthest(&turn, by);
    let mut known: BTreeMap<Vec<u8>, (Square, Attacks)> = BTreeMap::new();
    let mut open: BTreeMap<Vec<u8>, (Square, bool)> = BTreeMap::new();
    let mut again = 0;
    for square in battle.scene.field.squares().filter(|square| has_room(battle, moved, *square)) {
        turn.apply(&Effect::Place(moved, battle.combatant(moved).placement.at(square)));
        let [from, to] = [by, on].map(|who| turn.combatant(who).footprint());
        let is_beyond = far.is_some_and(|far| ground::distance(from, to) > far);
        let Some(bearing) = (if is_beyond { Some(SituationKey::default()) } else { rules.bearing(&turn, by, on) })
        else {
            continue;
        };
        let key = format!("{is_beyond} {bearing:?}").into_bytes();
        let found = attacks(&turn, by, on);
        let places = [by, on].map(|who| (who, turn.combatant(who).placement));
        let openness = rules.openness(&turn, places[0], places[1]).filter(|_| !is_beyond);
        let openness = openness.map_or_else(|| format!("{bearing:?}"), |openness| openness.to_string());
        let is_open = found.0.iter().any(|(_, refusal)| refusal.is_none());
        let (other, expected) =
            *open.entry(format!("{is_beyond} {openness}").into_bytes()).or_insert((square, is_open));
        assert_eq!(is_open, expected, "{}: {by:?} on {on:?}, {moved:?} in {square} or {other}", battle.ruleset);
        match known.get(&key) {
            Some((other, expected)) => {
                again += 1;
                assert_eq!(found, *expected, "{}: {by:?} on {on:?}, {moved:?} in {square} or {other}", battle.ruleset);
            }
            None => _ = known.insert(key, (square, found)),
        }
    }
    again
}

#[test]
fn where_bearings_are_equal_so_are_attacks() {
    for ruleset in RulesetId::ALL.iter().copied().filter(|ruleset| ruleset.is_offered()) {
        let mut again = 0;
        for seed in 20..23 {
            let battle = crowded(ruleset, seed);
            let pairs = (0..battle.rows().len() as u16 - 1).map(|who| (CombatantId(who), CombatantId(who + 1)));
            for (by, on) in pairs.filter(|(by, _)| ruleset.rules().takes_turns(battle.combatant(*by))) {
                again += compare(&battle, by, on, by) + compare(&battle, by, on, on);
            }
        }
        assert!(again > 300, "{ruleset}: too few alike to say anything: {again}");
    }
}

/// Compares the outcomes of attacks on somebody in all places with those in the open at the same distance; how many
/// were as good and how many were worse.
fn compare_clear(battle: &Battle, by: CombatantId, on: CombatantId) -> [usize; 2] {
    let rules = battle.ruleset.rules();
    let (mut turn, decision) = (turn_given(battle, by), rules.turn_question(by));
    let (mut found, mut most) = (Vec::new(), BTreeMap::new());
    for square in battle.scene.field.squares().filter(|square| has_room(battle, on, *square)) {
        turn.apply(&Effect::Place(on, battle.combatant(on).placement.at(square)));
        let Some(clear) = rules.clear_bearing(&turn, by, on) else { continue };
        let offers = rules.offers(&turn, &decision);
        let Some(best) = best_attack(&turn, &decision, &offers, on).map(|(_, best)| (best.mean, best.hits)) else {
            continue;
        };
        let [from, to] = [by, on].map(|who| turn.combatant(who).footprint());
        if rules.bearing(&turn, by, on) == Some(clear) {
            most.insert(from.gap(to), best);
        }
        found.push((square, from.gap(to), best));
    }
    let [mut equal, mut worse] = [0; 2];
    for (square, gap, best) in found {
        let Some(most) = most.get(&gap) else { continue };
        assert!(best <= *most, "{}: {by:?} on {on:?} in {square}", battle.ruleset);
        equal += usize::from(best == *most);
        worse += usize::from(best < *most);
    }
    [equal, worse]
}

#[test]
fn no_bearing_is_better_than_the_clear_one() {
    for ruleset in RulesetId::ALL.iter().copied().filter(|ruleset| ruleset.is_offered()) {
        let (mut counts, mut is_told) = ([0; 2], false);
        for seed in 26..30 {
            let battle = crowded(ruleset, seed);
            let pairs = (0..battle.rows().len() as u16 - 1).map(|who| (CombatantId(who), CombatantId(who + 1)));
            for (by, on) in pairs.filter(|(by, _)| ruleset.rules().takes_turns(battle.combatant(*by))) {
                let turn = turn_given(&battle, by);
                is_told |= ruleset.rules().clear_bearing(&turn, by, on).is_some();
                let [equal, worse] = compare_clear(&battle, by, on);
                counts = [counts[0] + equal, counts[1] + worse];
            }
        }
        assert!(!is_told || counts[0] > 20 && counts[1] > 20, "{ruleset}: too few to say anything: {counts:?}");
    }
}

/// Compares the ways of one fighter while another is as far away as possible with its ways to the same squares while
/// the other is nearer; how many were compared.
fn compare_ways(battle: &Battle, by: CombatantId, on: CombatantId) -> usize {
    let rules = battle.ruleset.rules();
    let turn = turn_given(battle, by);
    let Some(near) = rules.alters_ways_within(&turn, by, on) else { return 0 };
    let (near, decision) = (i32::from(near), rules.turn_question(by));
    let (walker, other) = (battle.combatant(by).placement, battle.combatant(on).placement);
    let apart = |at: Square, to: Square| {
        let (x, y) = walker.at(at).0.gap(other.at(to).0);
        x.max(y)
    };
    let put = |square: Square| {
        let mut there = turn.clone();
        there.apply(&Effect::Place(on, other.at(square)));
        there
    };
    let here = walker.anchor();
    let places: Vec<Square> = battle.scene.field.squares().filter(|square| has_room(battle, on, *square)).collect();
    let far = *places.iter().max_by_key(|place| apart(here, **place)).expect("it stands somewhere");
    let away = put(far);
    let mut again = 0;
    for offer in rules.offers(&away, &decision).0.iter().filter(|offer| is_plain_way(offer)) {
        let Target::Way(ways) = &offer.target else { continue };
        if ways.iter().any(|way| apart(way.square, far) <= near + 2) {
            continue;
        }
        for to in ways.iter().map(|way| way.square).step_by(5) {
            let journey = |battle: &Battle| {
                let mut journey = battle.journey(by, offer.verb, Course::To(to)).ok()?;
                journey.after.apply(&Effect::Place(on, other));
                Some(journey)
            };
            let expected = journey(&away).expect("it is one of the ends");
            let is_clear = |place: &Square| expected.route.squares.iter().all(|at| apart(*at, *place) > near);
            for place in places.iter().filter(|place| is_clear(place)).step_by(7) {
                let is_same = journey(&put(*place)).as_ref() == Some(&expected);
                assert!(is_same, "{}: {by:?} {} {to}, {on:?} in {place}", battle.ruleset, offer.verb);
                again += 1;
            }
        }
    }
    again
}

#[test]
fn whoever_is_far_from_a_way_does_not_alter_it() {
    for ruleset in RulesetId::ALL.iter().copied().filter(|ruleset| ruleset.is_offered()) {
        let mut again = 0;
        for seed in 23..25 {
            let battle = long(ruleset, seed);
            let pairs = (0..battle.rows().len() as u16 - 1).map(|who| (CombatantId(who), CombatantId(who + 1)));
            for (by, on) in pairs.filter(|(by, _)| ruleset.rules().takes_turns(battle.combatant(*by))) {
                again += compare_ways(&battle, by, on);
            }
        }
        assert!(again > 300, "{ruleset}: too few to say anything: {again}");
    }
}
