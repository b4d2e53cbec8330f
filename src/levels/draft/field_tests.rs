//! Compares fields with the same question asked for single squares, on random boards under every ruleset.

use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

use super::{Draft, Edit, Paint, Spot, brushes};
use crate::{
    dice::{Fraction, Stream},
    geometry::{Edge, Square},
    lab::{
        Changed, Effort, Field, FieldKind, FieldQuestion, Reading, Relation, Strike, UntilOut, approach, best_attack,
        changes, danger,
        fields::{any_of, sum_of},
        has_room, is_plain_way, is_second_way, plain_way, put, relation, room, shares, until_out,
    },
    levels::Roster,
    rules::{
        Battle, CombatantId, Course, Effect, Feature, Footing, Offer, Offers, Reachable, RulesetId, Status, Target,
        Team, turn_given,
    },
};

const WIDTH: u16 = 8;
const HEIGHT: u16 = 6;

pub(super) fn rulesets() -> impl Iterator<Item = RulesetId> {
    RulesetId::ALL.iter().copied().filter(|ruleset| ruleset.is_offered())
}

/// A small board with things on it and two fighters on each side.
fn position(ruleset: RulesetId, seed: u64) -> Battle {
    position_on((WIDTH, HEIGHT), ruleset, seed)
}

/// A larger one with four on each side, in each other's way.
pub(super) fn crowded(ruleset: RulesetId, seed: u64) -> Battle {
    position_with((12, 9), (24, 8), ruleset, seed)
}

/// One so long that fighters at one end are out of the way of those at the other.
pub(super) fn long(ruleset: RulesetId, seed: u64) -> Battle {
    position_with((48, 6), (30, 8), ruleset, seed)
}

fn position_on(extent: (u16, u16), ruleset: RulesetId, seed: u64) -> Battle {
    position_with(extent, (10, 4), ruleset, seed)
}

/// A board of that size with a number of brush strokes and fighters on it.
fn position_with(
    (width, height): (u16, u16),
    (strokes, fighters): (usize, usize),
    ruleset: RulesetId,
    seed: u64,
) -> Battle {
    let mut stream = Stream::new(seed, 7);
    let mut pick = |count: usize| stream.below(count as u32) as usize;
    let mut draft = Draft::empty(width, height, Roster::builtin(), ruleset);
    let square = |place: usize| Square::new((place % usize::from(width)) as i16, (place / usize::from(width)) as i16);
    let all = usize::from(width) * usize::from(height);
    let paints = brushes();
    for _ in 0..strokes {
        let (at, paint) = (square(pick(all)), paints[pick(paints.len())].paint);
        let spot = match paint {
            Paint::Edge(_) => Edge::between(at, Square::new(at.x + 1, at.y)).map(Spot::Edge),
            Paint::Charge | Paint::Anchor | Paint::Erase | Paint::NoVeil | Paint::Swing => None,
            _ => Some(Spot::Square(at)),
        };
        if let Some(spot) = spot {
            draft.change(&Edit::Paint(paint, vec![spot])).ok();
        }
    }
    let kinds: Vec<String> = draft.roster().archetypes.iter().map(|archetype| archetype.tag.clone()).collect();
    while draft.tokens().len() < fighters {
        let (archetype, at) = (kinds[pick(kinds.len())].clone(), square(pick(all)));
        let team = Team((draft.tokens().len() % 2) as u8);
        if draft.at(at).is_empty() && draft.battle().scene.field.cell(at).is_some_and(|cell| cell.has_room()) {
            // Large fighters do not fit everywhere.
            draft.change(&Edit::Add { archetype, team, at }).ok();
        }
    }
    draft.battle().clone()
}

const A: CombatantId = CombatantId(0);
const B: CombatantId = CombatantId(1);

fn question(kind: FieldKind) -> FieldQuestion {
    let on = kind.needs_target().then_some(B);
    FieldQuestion { kind, by: A, on, with: Vec::new() }
}

fn whole(battle: &Battle, question: FieldQuestion) -> Field {
    let mut field = Field::new(battle, question).unwrap();
    assert!(field.work(usize::MAX, &AtomicBool::new(false)));
    field
}

fn there(battle: &Battle, who: CombatantId, square: Square) -> Battle {
    let mut there = battle.clone();
    put(&mut there, who, battle.combatant(who).placement.at(square));
    there
}

#[test]
fn the_chance_from_a_square_is_that_of_the_odds_of_two() {
    let mut open = 0;
    for (ruleset, seed) in rulesets().flat_map(|ruleset| [(ruleset, 1), (ruleset, 2)]) {
        let battle = position(ruleset, seed);
        let field = whole(&battle, question(FieldKind::Hit));
        for square in field.order().to_vec() {
            let reading = field.at(square).unwrap();
            if !has_room(&battle, A, square) {
                assert!(matches!(reading, Reading::NoRoom(_)), "{reading:?}");
                continue;
            }
            let Relation { attacks, sight, .. } = relation(&battle, A, B, Some(square));
            let best = attacks.first().and_then(|attempt| attempt.outcome.as_ref().ok()).map(Strike::of);
            match (best, reading) {
                (Some(best), Reading::Attack { strike, seen }) => {
                    assert_eq!((*strike, *seen), (best, sight.seen), "{ruleset} {seed} {square}");
                    open += 1;
                }
                (None, Reading::Refused(refusal)) => {
                    let why = attacks.iter().find_map(|attempt| attempt.outcome.as_ref().err());
                    assert_eq!(refusal.as_ref(), why, "{ruleset} {seed} {square}");
                }
                other => panic!("{ruleset} {seed} {square}: {other:?}"),
            }
        }
    }
    assert!(open > 60, "too few attacks to say anything: {open}");
}

#[test]
fn danger_is_what_each_enemy_could_do_alone_put_together() {
    let mut open = 0;
    for (ruleset, seed) in rulesets().flat_map(|ruleset| [(ruleset, 3), (ruleset, 4)]) {
        let battle = position(ruleset, seed);
        let rules = ruleset.rules();
        let field = whole(&battle, question(FieldKind::Danger));
        for square in field.order().to_vec().into_iter().filter(|square| has_room(&battle, A, *square)) {
            let battle = there(&battle, A, square);
            let single = danger(&battle, A);
            let acting: Vec<_> = single
                .iter()
                .filter(|candidate| candidate.refusal.is_none() && rules.takes_turns(battle.combatant(candidate.by)))
                .collect();
            let strikes = acting.iter().filter_map(|threat| {
                let turn = turn_given(&battle, threat.by);
                let decision = rules.turn_question(threat.by);
                let best = best_attack(&turn, &decision, &rules.offers(&turn, &decision), A)?;
                assert_eq!(best.1.hits, threat.hits);
                Some(Strike::of(&best.1))
            });
            let strikes: Vec<Strike> = strikes.collect();
            match field.at(square).unwrap() {
                Reading::Danger { hits, mean, count } => {
                    let chances = strikes.iter().map(|strike| strike.hits);
                    let means = strikes.iter().map(|strike| strike.mean);
                    let expected = (any_of(chances), sum_of(means), strikes.len() as u16);
                    assert_eq!((*hits, *mean, *count), expected, "{ruleset} {seed} {square}");
                    open += usize::from(*count);
                }
                Reading::Refused(_) => assert!(strikes.is_empty(), "{ruleset} {seed} {square}: {strikes:?}"),
                other => panic!("{ruleset} {seed} {square}: {other:?}"),
            }
        }
    }
    assert!(open > 60, "too few attacks to say anything: {open}");
}

#[test]
fn once_they_have_moved_enemies_are_at_least_as_dangerous() {
    let mut more = 0;
    for ruleset in rulesets() {
        let battle = position(ruleset, 5);
        let (still, moved) =
            (whole(&battle, question(FieldKind::Harm)), whole(&battle, question(FieldKind::HarmMoved)));
        for square in still.order() {
            let mean = |field: &Field| match field.at(*square) {
                Some(Reading::Danger { mean, .. }) => *mean,
                _ => Fraction::ZERO,
            };
            assert!(mean(&moved) >= mean(&still), "{ruleset} {square}");
            more += usize::from(mean(&moved) > mean(&still));
        }
    }
    assert!(more > 20, "nobody had to move: {more}");
}

#[test]
fn danger_after_moves_is_what_the_best_way_of_each_enemy_leads_to() {
    let mut more = 0;
    // Boards so long that fighters at the other end do not matter to a way, and boards with many in each other's way.
    let boards = rulesets().flat_map(|ruleset| [(position_on((44, 4), ruleset, 13), 7), (crowded(ruleset, 14), 19)]);
    for (battle, every) in boards {
        let ruleset = battle.ruleset;
        let rules = ruleset.rules();
        let field = whole(&battle, question(FieldKind::HarmMoved));
        for square in field.order().iter().copied().filter(|square| has_room(&battle, A, *square)).step_by(every) {
            let battle = there(&battle, A, square);
            let foes = battle.enemies(A).map(|foe| foe.id);
            let strikes =
                foes.filter(|by| battle.combatant(*by).aware.of(A) && rules.takes_turns(battle.combatant(*by)));
            let strikes: Vec<Strike> = strikes
                .filter_map(|by| {
                    let (turn, decision) = (turn_given(&battle, by), rules.turn_question(by));
                    let offers = rules.offers(&turn, &decision);
                    let here = best_attack(&turn, &decision, &offers, A).map(|best| Strike::of(&best.1));
                    let away = approach(&turn, &decision, &offers, A, None);
                    let away = away.map(|approach| Strike::of(&approach.attack_forecast));
                    more += usize::from(away > here);
                    here.max(away)
                })
                .collect();
            let expected = (strikes.len() as u16, sum_of(strikes.iter().map(|strike| strike.mean)));
            let found = match field.at(square) {
                Some(Reading::Danger { count, mean, .. }) => (*count, *mean),
                _ => (0, Fraction::ZERO),
            };
            assert_eq!(found, expected, "{ruleset} {square}");
        }
    }
    assert!(more > 10, "too few had to move: {more}");
}

#[test]
fn what_is_alike_is_gathered_and_resolved_once() {
    for ruleset in rulesets() {
        let battle = position_on((44, 4), ruleset, 13);
        for kind in [FieldKind::Harm, FieldKind::HarmMoved] {
            let Effort { asked, gathered, resolved } = whole(&battle, question(kind)).effort();
            assert!(gathered * 2 < asked, "{ruleset} {kind:?}: {gathered} of {asked} were gathered");
            assert!((1..gathered).contains(&resolved), "{ruleset} {kind:?}: {resolved} of {gathered} were resolved");
        }
    }
}

#[test]
fn cover_and_sight_are_those_of_the_rules() {
    for ruleset in rulesets() {
        let battle = position(ruleset, 6);
        for kind in [FieldKind::Seen, FieldKind::CoverThere, FieldKind::CoverHere] {
            let field = whole(&battle, question(kind));
            let moved = if kind == FieldKind::Seen { B } else { A };
            for square in field.order() {
                let reading = field.at(*square).unwrap();
                if !has_room(&battle, moved, *square) {
                    assert!(matches!(reading, Reading::NoRoom(_)), "{reading:?}");
                    continue;
                }
                let there = there(&battle, moved, *square);
                let sight = if kind == FieldKind::CoverHere { there.sight(B, A) } else { there.sight(A, B) };
                assert_eq!(*reading, Reading::from(&sight), "{ruleset} {kind:?} {square}");
            }
        }
    }
}

#[test]
fn the_cost_of_going_somewhere_is_that_of_the_way_there() {
    let (mut provoking, mut exact, mut all) = (0, 0, 0);
    for (ruleset, seed) in rulesets().flat_map(|ruleset| [(ruleset, 7), (ruleset, 8)]) {
        let battle = position(ruleset, seed);
        let field = whole(&battle, question(FieldKind::Moves));
        let turn = turn_given(&battle, A);
        let rules = ruleset.rules();
        let offers = rules.offers(&turn, &rules.turn_question(A));
        let verbs: Vec<&str> = offers.0.iter().filter(|offer| is_plain_way(offer)).map(|offer| offer.verb).collect();
        for square in field.order() {
            let Reading::Cost { cost, provokes, base } = field.at(*square).unwrap() else { continue };
            if *square == battle.combatant(A).placement.anchor() {
                assert_eq!(*cost, 0);
                continue;
            }
            let ways = verbs.iter().filter_map(|verb| turn.journey(A, verb, Course::To(*square)).ok());
            let ways: Vec<(u16, bool)> = ways.map(|way| (way.route.cost, !way.provocations.is_empty())).collect();
            if !base && ways.is_empty() {
                // By a second movement: see below.
                continue;
            }
            // Ways go around fighters whom they would provoke.
            assert!(ways.iter().all(|(other, _)| other >= cost), "{ruleset} {seed} {square}: {cost}, {ways:?}");
            assert_eq!(ways.iter().all(|(_, provokes)| *provokes), *provokes, "{ruleset} {seed} {square}");
            exact += usize::from(ways.iter().any(|(other, _)| other == cost));
            provoking += usize::from(*provokes);
            all += 1;
        }
    }
    assert!(provoking > 0 && exact * 10 > all * 9, "{provoking} provoke, {exact} of {all} are as cheap");
}

#[test]
fn threat_counts_everybody_who_threatens_a_square() {
    for ruleset in rulesets() {
        let battle = position(ruleset, 9);
        let with = vec![CombatantId(2), A];
        let field = whole(&battle, FieldQuestion { with, ..question(FieldKind::Threat) });
        for square in field.order() {
            let threatens = |who: CombatantId| u16::from(battle.view_of(who).threat.contains(square));
            let count = threatens(A) + threatens(CombatantId(2));
            assert_eq!(field.at(*square), Some(&Reading::Count(count)), "{ruleset} {square}");
        }
    }
}

#[test]
fn a_field_comes_from_near_to_far_and_stops_when_told() {
    let battle = position(RulesetId::ALL[0], 1);
    let mut field = Field::new(&battle, question(FieldKind::CoverHere)).unwrap();
    let stop = AtomicBool::new(false);
    assert!(!field.work(3, &stop));
    assert_eq!(field.progress(), (3, usize::from(WIDTH) * usize::from(HEIGHT)));
    let here = battle.combatant(A).placement.anchor();
    assert_eq!(field.order()[0], here);
    assert!(field.at(here).is_some() && field.at(field.order()[3]).is_none());
    stop.store(true, Relaxed);
    assert!(!field.work(9, &stop));
    assert_eq!(field.progress().0, 3);
}

#[test]
fn a_question_that_has_no_answer_says_why() {
    let mut battle = position(RulesetId::ALL[0], 1);
    let why = |battle: &Battle, kind, on| {
        let question = FieldQuestion { kind, by: A, on, with: Vec::new() };
        Field::new(battle, question).err().map(|why| why.to_string()).unwrap_or_default()
    };
    assert!(why(&battle, FieldKind::Hit, None).contains("name a target"));
    assert!(why(&battle, FieldKind::Hit, Some(A)).contains("its own target"));
    assert!(why(&battle, FieldKind::Danger, Some(CombatantId(2))).contains("same side"));
    battle.apply(&Effect::Status(B, Status::Down));
    assert!(why(&battle, FieldKind::Hit, Some(B)).contains("out of the fight"));
    battle.apply(&Effect::Status(CombatantId(3), Status::Down));
    assert!(why(&battle, FieldKind::Danger, None).contains("no enemy"));
}

#[test]
fn a_change_comes_to_what_the_changed_position_comes_to() {
    let (mut steps, mut cleared, mut first) = (0, 0, 0);
    for (ruleset, seed) in rulesets().flat_map(|ruleset| [(ruleset, 10), (ruleset, 11), (ruleset, 12)]) {
        let battle = position(ruleset, seed);
        let best = |battle: &Battle| {
            let attacks = relation(battle, A, B, None).attacks;
            attacks.first().and_then(|attempt| attempt.outcome.as_ref().ok()).map(Strike::of)
        };
        let now = best(&battle);
        for change in changes(&battle, A, B).most {
            assert_ne!(change.strike, now, "{ruleset} {seed}: {}", change.words);
            let changed = match change.what {
                Changed::Step(who, to) => {
                    steps += 1;
                    there(&battle, who, to)
                }
                Changed::Without(site) => {
                    cleared += 1;
                    let mut changed = battle.clone();
                    changed.apply(&site.cleared());
                    changed
                }
                Changed::First(_) => {
                    first += 1;
                    continue;
                }
            };
            assert_eq!(change.strike, best(&changed), "{ruleset} {seed}: {}", change.words);
            assert_eq!(change.sight, changed.sight(A, B), "{ruleset} {seed}: {}", change.words);
        }
    }
    assert!(steps > 10 && cleared > 0 && first > 0, "{steps} steps, {cleared} cleared, {first} first");
}

#[test]
fn what_nobody_can_attack_on_is_said_with_what_one_gets_to() {
    let (mut free, mut within, mut least) = (0, 0, 0);
    let small = rulesets().flat_map(|ruleset| [3, 4, 15].map(|seed| (position(ruleset, seed), seed)));
    // So long that nobody gets to its other end in a turn.
    let long = rulesets().map(|ruleset| (position_on((60, 3), ruleset, 20), 20));
    for (battle, seed) in small.chain(long) {
        let ruleset = battle.ruleset;
        let field = whole(&battle, question(FieldKind::Danger));
        let moves = whole(&battle, question(FieldKind::Moves));
        let safety = field.safety().unwrap();
        for square in field.order() {
            let is_free = matches!(field.at(*square), Some(Reading::Refused(_) | Reading::Danger { count: 0, .. }));
            let gets_to = matches!(moves.at(*square), Some(Reading::Cost { .. }));
            assert_eq!(safety.free.contains(square), is_free, "{ruleset} {seed} {square}");
            assert_eq!(safety.within.contains(square), is_free && gets_to, "{ruleset} {seed} {square}");
        }
        assert_eq!(!safety.least.is_empty(), safety.free.is_empty(), "{ruleset} {seed}");
        free += safety.free.len();
        within += safety.within.len();
        least += usize::from(!safety.least.is_empty());
        assert_eq!(moves.safety(), None);
    }
    assert!(free > within && within > 0 && least > 0, "{free} free, {within} within a turn, {least} without any");
}

#[test]
fn whoever_rides_is_asked_about_in_the_saddle() {
    let mut open = 0;
    for ruleset in rulesets() {
        let mut draft = Draft::empty(10, 5, Roster::builtin(), ruleset);
        let mut keys = Vec::new();
        for (archetype, team, x) in [("lancer", 0, 3), ("brute", 1, 6), ("war-horse", 0, 1)] {
            let (archetype, at) = (archetype.to_owned(), Square::new(x, 2));
            keys.extend(draft.change(&Edit::Add { archetype, team: Team(team), at }).unwrap().made);
        }
        // Not every ruleset has riding.
        if draft.change(&Edit::Ride(keys[0], Some(keys[2]))).is_err() {
            continue;
        }
        let battle = draft.battle();
        let (rider, foe, mount) = (A, B, CombatantId(2));
        let field = whole(battle, FieldQuestion { kind: FieldKind::Hit, by: rider, on: Some(foe), with: Vec::new() });
        let here = battle.combatant(rider).placement.anchor();
        assert!(!matches!(field.at(here), Some(Reading::NoRoom(_))), "{ruleset}: the saddle keeps nobody off");
        for square in field.order().iter().filter(|square| has_room(battle, rider, **square)) {
            let there = there(battle, rider, *square);
            assert_eq!(there.combatant(mount).placement.anchor(), *square, "{ruleset}");
            let attacks = relation(battle, rider, foe, Some(*square)).attacks;
            let best = attacks.first().and_then(|attempt| attempt.outcome.as_ref().ok()).map(Strike::of);
            let found = match field.at(*square) {
                Some(Reading::Attack { strike, .. }) => Some(*strike),
                _ => None,
            };
            assert_eq!(found, best, "{ruleset} {square}");
            open += usize::from(found.is_some());
        }
    }
    assert!(open > 10, "{open}");
}

#[test]
fn one_stands_on_what_is_low_and_among_the_fallen_and_is_told_what_else_is_in_the_way() {
    for ruleset in rulesets() {
        let mut draft = Draft::empty(6, 1, Roster::builtin(), ruleset);
        let at = |x: i16| Square::new(x, 0);
        for (x, team) in [(0, 0), (4, 1)] {
            draft.change(&Edit::Add { archetype: "archer".into(), team: Team(team), at: at(x) }).unwrap();
        }
        let mut battle = draft.battle().clone();
        let field = std::sync::Arc::make_mut(&mut battle.scene.field);
        field.set_feature(at(1), Some(Feature::Barricade));
        field.set_feature(at(2), Some(Feature::Wall));
        field.set_footing(at(3), Footing::Pit);
        let words = |battle: &Battle, x: i16| room(battle, A, at(x)).err().map(|why| why.words());
        let name = battle.combatant(B).identity.name.to_string();
        assert_eq!([words(&battle, 0), words(&battle, 1)], [None, None], "{ruleset}");
        assert_eq!(words(&battle, 2).as_deref(), Some("a wall"), "{ruleset}");
        assert_eq!(words(&battle, 3).as_deref(), Some("a pit"), "{ruleset}");
        assert_eq!(words(&battle, 4), Some(format!("{name} stands there")), "{ruleset}");
        assert_eq!(words(&battle, 9).as_deref(), Some("not on the board"), "{ruleset}");
        battle.apply(&Effect::Status(B, Status::Down));
        assert_eq!(words(&battle, 4), None, "{ruleset}");
    }
}

#[test]
fn what_is_gained_on_a_square_is_what_is_dealt_from_it_less_what_is_taken_there() {
    let (mut both, mut one) = (0, 0);
    for (ruleset, seed) in rulesets().flat_map(|ruleset| [(ruleset, 16), (ruleset, 17)]) {
        let battle = position(ruleset, seed);
        let [trade, damage, harm] =
            [FieldKind::Trade, FieldKind::Damage, FieldKind::Harm].map(|kind| whole(&battle, question(kind)));
        for square in trade.order() {
            let dealt = match damage.at(*square) {
                Some(Reading::Attack { strike, .. }) => strike.mean,
                _ => Fraction::ZERO,
            };
            let taken = match harm.at(*square) {
                Some(Reading::Danger { mean, .. }) => *mean,
                _ => Fraction::ZERO,
            };
            match trade.at(*square) {
                Some(Reading::NoRoom(_)) => assert!(!has_room(&battle, A, *square), "{ruleset} {seed} {square}"),
                found => assert_eq!(found, Some(&Reading::Trade { dealt, taken }), "{ruleset} {seed} {square}"),
            }
            both += usize::from(dealt > Fraction::ZERO && taken > Fraction::ZERO);
            one += usize::from((dealt > Fraction::ZERO) != (taken > Fraction::ZERO));
        }
    }
    assert!(both > 20 && one > 20, "{both} squares with both, {one} with one");
}

#[test]
fn a_second_movement_leads_on_from_where_the_first_one_ended() {
    let (mut own, mut beyond) = (0, BTreeMap::new());
    for (ruleset, seed) in rulesets().flat_map(|ruleset| [(ruleset, 18), (ruleset, 19)]) {
        let battle = position_with((22, 12), (40, 4), ruleset, seed);
        let field = whole(&battle, question(FieldKind::Moves));
        let (turn, rules) = (turn_given(&battle, A), ruleset.rules());
        let decision = rules.turn_question(A);
        let offers = rules.offers(&turn, &decision);
        let ways = |offers: &Offers, is_meant: fn(&Offer) -> bool| -> Vec<Reachable> {
            let ways = offers.0.iter().filter(|offer| is_meant(offer)).filter_map(|offer| match &offer.target {
                Target::Way(ways) => Some(ways.to_vec()),
                _ => None,
            });
            ways.flatten().collect()
        };
        let first = ways(&offers, is_plain_way);
        let is_run = |way: &Reachable| matches!(field.at(way.square), Some(Reading::Cost { base: false, .. }));
        if first.iter().any(is_run) {
            own += 1;
            continue;
        }
        let here = battle.combatant(A).placement.anchor();
        let mut expected: BTreeMap<Square, u16> = BTreeMap::new();
        for end in &first {
            let verb = offers.0[plain_way(&offers, end.square).unwrap()].verb;
            let after = turn.journey(A, verb, Course::To(end.square)).unwrap().after;
            for way in ways(&rules.offers(&after, &decision), is_second_way) {
                let cost = end.cost + way.cost;
                expected.entry(way.square).and_modify(|known| *known = cost.min(*known)).or_insert(cost);
            }
        }
        expected.retain(|square, _| *square != here && first.iter().all(|way| way.square != *square));
        for square in field.order() {
            let found = match field.at(*square) {
                Some(Reading::Cost { cost, base: false, .. }) => Some(cost),
                _ => None,
            };
            assert_eq!(found, expected.get(square), "{ruleset} {seed} {square}");
            *beyond.entry(ruleset.name()).or_insert(0) += usize::from(found.is_some());
        }
    }
    // Some rulesets have a band for this, in the others it takes a second movement.
    assert!(
        own > 3 && beyond.len() > 2 && beyond.values().all(|count| *count > 20),
        "{own} have their own, {beyond:?}"
    );
}

#[test]
fn the_way_from_the_numbers_to_the_chance_adds_up() {
    let (mut all, mut averted) = (0, 0);
    for (ruleset, seed) in rulesets().flat_map(|ruleset| (10..16).map(move |seed| (ruleset, seed))) {
        let battle = position(ruleset, seed);
        for attempt in relation(&battle, A, B, None).attacks {
            let Ok(forecast) = &attempt.outcome else { continue };
            if !forecast.forecast.is_exact() {
                continue;
            }
            let shares = shares(forecast);
            let sum = |lands: &dyn Fn(bool) -> bool| {
                let of = shares.iter().filter(|share| lands(share.lands));
                of.fold(Fraction::ZERO, |sum, share| sum.plus(share.chance))
            };
            assert_eq!(sum(&|_| true), Fraction::ONE, "{ruleset} {seed}: {}", attempt.text);
            assert_eq!(sum(&|lands| lands), forecast.hits, "{ruleset} {seed}: {}", attempt.text);
            all += 1;
            averted += shares.iter().filter(|share| !share.lands).count();
        }
    }
    assert!(all > 20 && averted > 10, "{all} attacks, {averted} ways not to hit");
}

#[test]
fn attacks_until_out_are_no_more_than_without_what_stays_of_each() {
    let (mut means, mut fewer) = (0, 0);
    for (ruleset, seed) in rulesets().flat_map(|ruleset| (10..13).map(move |seed| (ruleset, seed))) {
        let battle = position(ruleset, seed);
        let attacks = relation(&battle, A, B, None).attacks;
        let Some((attempt, forecast)) =
            attacks.first().and_then(|attempt| Some((attempt, attempt.outcome.as_ref().ok()?)))
        else {
            continue;
        };
        let UntilOut::Mean(mean) = until_out(&battle, &attempt.choice, (A, B), &AtomicBool::new(false)) else {
            continue;
        };
        let out = forecast.grades[3].to_f64();
        assert!(mean >= 1.0 - 1e-6 && mean <= 1.0 / out + 1e-6, "{ruleset} {seed}: {mean} of {out}");
        // Harm that stays after an attack brings the end nearer.
        means += 1;
        fewer += usize::from(mean < 1.0 / out - 0.01);
    }
    assert!(means > 3 && fewer > 2, "{means} means, {fewer} of them less than 1 in the chance");
}
