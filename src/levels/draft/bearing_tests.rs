//! What rulesets say that attacks read of where two stand, against the attacks themselves, on boards made at random.

use std::collections::BTreeMap;

use super::field_tests::crowded;
use crate::{
    geometry::Square,
    lab::{attacks_on_offer, fields::has_room},
    rules::{Battle, Choice, CombatantId, Effect, Refusal, RulesetId, SituationKey, attack_ahead, ground, turn_given},
};

/// The reasons against attacks, and of the open ones what they lead to.
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

/// Compares all places of one of the two; how many had the bearing of another.
fn compare(battle: &Battle, by: CombatantId, on: CombatantId, moved: CombatantId) -> usize {
    let rules = battle.ruleset.rules();
    let mut turn = turn_given(battle, by);
    let far = rules.farthest(&turn, by);
    let mut known: BTreeMap<Vec<u8>, (Square, Attacks)> = BTreeMap::new();
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
