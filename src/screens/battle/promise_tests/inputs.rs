//! Counts a person's inputs; pointing does not count.

use super::*;

#[test]
fn striking_an_adjacent_enemy_takes_two() {
    each_ruleset("meadow", |mut person, ruleset| {
        let foe = person.stage(&[(2, 3)])[0];
        let (at, from) = (person.place_of(foe), person.headless.world().journal().len());
        person.press(at);
        person.press(at);
        // Questions without a choice are answered automatically after it.
        let chosen = person.chosen_since(from);
        assert!(person.presses == 2 && !chosen.is_empty(), "{ruleset}: {chosen:?}");
        let offers = ["strike", "attack", "both"];
        assert!(offers.contains(&chosen[0]), "{ruleset}: {chosen:?}");
    });
}

#[test]
fn striking_a_far_enemy_takes_two() {
    each_ruleset("meadow", |mut person, ruleset| {
        let foe = person.stage(&[(5, 3)])[0];
        let (at, from) = (person.place_of(foe), person.headless.world().journal().len());
        person.press(at);
        person.press(at);
        let chosen = person.chosen_since(from);
        let rolled = person.rolls() > 0 || person.acting() == foe;
        assert!(person.presses == 2 && !chosen.is_empty(), "{ruleset}: {chosen:?}");
        assert!(rolled || chosen.len() > 1, "{ruleset}: {chosen:?} comes to no blow");
    });
}

#[test]
fn a_called_shot_takes_three() {
    each_ruleset("meadow", |mut person, ruleset| {
        let foe = person.stage(&[(2, 3)])[0];
        let (at, from) = (person.place_of(foe), person.headless.world().journal().len());
        person.press(at);
        // The index of an open value that is not chosen.
        let other = person.model(|model| {
            let offer = model.chosen.and_then(|index| model.offers.get(index))?;
            let mut settled = offer.rows.iter().filter(|row| row.settles != Settles::Target && row.values.len() > 1);
            let row = settled.next()?;
            let now = row.values.get(row.chosen).map(|(value, ..)| *value);
            let open = row.values.iter().filter(|(.., why)| why.is_none());
            open.map(|(value, ..)| *value).position(|value| Some(value) != now)
        });
        let Some(other) = other else {
            // There is nothing to call here.
            return;
        };
        let usual = person.screen().open_offer().expect("chosen").1.clone();
        person.held(DIGITS[other + 1], Modifiers::SHIFT);
        let called = person.screen().open_offer().expect("chosen").1.clone();
        assert_ne!(usual.parameters, called.parameters, "{ruleset}");
        person.key(Key::Enter);
        person.settle();
        let made = person.headless.world().journal()[from..].iter().find_map(|entry| match entry {
            Entry::Chosen(_, choice) => Some(choice.parameters.clone()),
            _ => None,
        });
        assert_eq!((person.presses, made), (3, Some(called.parameters)), "{ruleset}");
    });
}

/// Every square that a movement on offer leads to is tinted, and pressing it goes there: at the first press for the
/// usual movement, at the second if it costs extra or ends the turn.
#[test]
fn what_is_tinted_is_gone_to_and_what_costs_more_takes_two_presses() {
    each_ruleset("meadow", |mut person, ruleset| {
        person.stage(&[]);
        let who = person.acting();
        for _ in 0..4 {
            if person.acting() != who {
                break;
            }
            let (from, (base, full)) = (person.place_of(who), person.screen().shown_ways());
            let offers = person.screen().settled.offers.0.iter().filter(|offer| crate::lab::is_second_way(offer));
            for offer in offers {
                let Target::Way(ways) = &offer.target else { continue };
                let is_tinted = |square: Square| base.contains(&square) || full.contains(&square);
                assert!(ways.iter().all(|way| is_tinted(way.square)), "{ruleset}: {}", offer.verb);
            }
            let mut all = base.iter().chain(&full).copied();
            let Some(to) = all.find(|square| *square != from) else { break };
            person.press(to);
            if base.contains(&to) {
                assert_ne!(person.place_of(who), from, "{ruleset}: one press goes");
                continue;
            }
            let plate = person.plate().expect("it says what the next press does").words;
            assert_eq!(person.place_of(who), from, "{ruleset}: it is shown first");
            assert!(plate.starts_with("Press again"), "{ruleset}: {plate}");
            person.press(to);
            assert!(person.place_of(who) != from || person.acting() != who, "{ruleset}: two presses go");
        }
    });
}

#[test]
fn standing_up_and_stepping_back_takes_two() {
    each_ruleset("meadow", |mut person, ruleset| {
        person.stage(&[(8, 3)]);
        let who = person.acting();
        edit(person.headless.world(), |world| {
            let entity = world.resource::<CombatantEntities>().entity(who);
            *world.get_mut::<Posture>(entity).expect("a posture") = Posture::Prone;
        });
        person.settle();
        let stands = |model: &BattleModel| {
            model.offers.iter().any(|offer| offer.role == Role::Recover && offer.is_open() && offer.title == "Stand up")
        };
        if !person.model(stands) {
            // Nobody lies under these rules.
            return;
        }
        person.key(Key::Enter);
        person.settle();
        let posture = person.headless.world().battle().combatant(who).posture;
        assert_eq!(posture, Posture::Standing, "{ruleset}: standing up is chosen at first");
        if person.acting() != who {
            // Standing up used up this turn.
            return;
        }
        person.press(Square::new(0, 3));
        assert_eq!(person.presses, 2);
        let stays = person.place_of(who) == Square::new(1, 3);
        // A movement that costs extra is shown by the first press.
        let is_told = person.plate().is_some_and(|plate| plate.refused || plate.words.starts_with("Press again"));
        assert!(!stays || is_told, "{ruleset}: stepping back is refused without a word");
    });
}

/// The stunt's group and row, then the enemy behind the fence twice: way and blow are laid; then the way is taken, and
/// its roll stops the plan; the blow stays chosen, and Enter strikes.
#[test]
fn vaulting_and_striking_takes_five() {
    deep(|| {
        let mut counted = 0;
        for (ruleset, seed) in RulesetId::offered().flat_map(|ruleset| (1..9).map(move |seed| (ruleset, seed))) {
            let Some(mut person) = Person::at_a_turn_of("meadow", ruleset, seed) else { continue };
            let who = person.acting();
            // On either side of the fence.
            let foe = person.stage(&[(9, 5)])[0];
            edit(person.headless.world(), |world| {
                let entity = world.resource::<CombatantEntities>().entity(who);
                let mut place = world.get_mut::<Placement>(entity).expect("somewhere");
                *place = Placement(crate::geometry::Footprint::one(Square::new(7, 5)));
            });
            person.settle();
            let vault = |model: &BattleModel| {
                model.offers.iter().find(|offer| offer.title == "Vault" && offer.is_open()).map(|offer| offer.address)
            };
            let Some(Address { group: Group::Stunt, digit: Some(digit) }) = person.model(vault) else { continue };
            let at = person.place_of(foe);
            person.presses = 0;
            person.key(Key::R);
            person.key(DIGITS[usize::from(digit)]);
            person.point(at);
            let plate = person.plate().expect("it says what a press does").words;
            assert!(plate.matches('%').count() == 2, "both dice are shown: {plate}");
            let rolls = person.rolls();
            person.press(at);
            assert_eq!(person.rolls(), rolls, "{ruleset}: the first press only lays it");
            person.press(at);
            assert!(person.rolls() > rolls, "{ruleset}: the second goes");
            if person.acting() != who || person.place_of(who) != Square::new(8, 5) {
                // The vault has failed, or somebody is asked on the way.
                continue;
            }
            let from = person.headless.world().journal().len();
            person.key(Key::Enter);
            person.settle();
            let chosen = person.chosen_since(from);
            assert_eq!((person.presses, chosen.first()), (5, Some(&"strike")), "{ruleset}");
            counted += 1;
        }
        assert!(counted > 0, "nobody has vaulted");
    });
}

#[test]
fn ending_the_turn_takes_one_or_two_where_much_is_left() {
    each_ruleset("meadow", |mut person, ruleset| {
        person.stage(&[(8, 3)]);
        let who = person.acting();
        let much = with_screen(person.headless.world(), |screen, world| {
            screen.see(world);
            screen.asks_to_end()
        });
        person.key(Key::Space);
        if much {
            assert!(person.model(|model| model.list.left.is_some()), "{ruleset}: it is asked what would be lost");
            person.key(Key::Space);
        }
        person.settle();
        let ends = person.headless.world().decision().is_none_or(|decision| decision.who != who)
            || person.model(|model| model.handover.is_some());
        assert!(ends, "{ruleset}: the turn is not over");
        assert_eq!(person.presses, if much { 2 } else { 1 }, "{ruleset}");
    });
}

#[test]
fn answering_a_defence_takes_one() {
    each_ruleset("meadow", |mut person, ruleset| {
        let foe = person.stage(&[(2, 3)])[0];
        let at = person.place_of(foe);
        for _ in 0..40 {
            person.press(at);
            if person.acting() == foe {
                break;
            }
        }
        if person.acting() != foe {
            // The defender's answer needs no attention here.
            return;
        }
        let from = person.headless.world().journal().len();
        person.presses = 0;
        person.key(Key::Enter);
        person.settle();
        assert_eq!(person.presses, 1);
        assert!(!person.chosen_since(from).is_empty(), "{ruleset}: one press answers");
    });
}
