//! Choices a second through the living battle and the plain one, capture and restore, and the odds of an attack.

mod rates;

use std::{hint::black_box, sync::Arc};

use bevy::prelude::World;
use divan::{Bencher, counter::ItemsCount};
use proving_ground::{
    arena::{Arena as _, bare_world},
    dice::{Rolled, Stream},
    geometry::Square,
    levels::{Level, Roster, Side, Unit, deploy},
    rules::{
        AgendaItem, Aim, Battle, Battlefield, Budget, Choice, CombatantId, Course, Decision, Effect, Feature, Forecast,
        ForecastBudget, Goal, Offer, Offers, Outcome, OutcomeState, Policy, Posture, RulesetId, Settings, Target, Team,
        Vital, attack_ahead, forecast_choice, forecast_choice_within, forecast_outcome, play,
        totals::{Armour, Class},
        turn_given,
    },
};

/// Fighters on each side.
const SIDE: usize = 6;

fn main() {
    divan::main();
}

/// Six against six on a meadow with some trees and two low walls, every archetype in turn.
fn battle() -> Battle {
    muster(0)
}

/// The same with the archetypes from `first` on.
fn muster(first: usize) -> Battle {
    level(RulesetId::ALL[0], first)
}

/// The same under a ruleset.
fn level(ruleset: RulesetId, first: usize) -> Battle {
    let mut field = Battlefield::new(24, 16);
    for (x, y, feature) in [
        (6, 3, Feature::Tree),
        (9, 11, Feature::Tree),
        (14, 5, Feature::Tree),
        (17, 12, Feature::Pillar),
        (11, 7, Feature::LowWall),
        (12, 7, Feature::LowWall),
    ] {
        if let Some(cell) = field.cell_mut(Square::new(x, y)) {
            cell.feature = Some(feature);
        }
    }
    let roster = Roster::builtin();
    let unit = |index: usize, x: i16| Unit {
        archetype: roster.archetypes[(first + index) % roster.archetypes.len()].tag.clone(),
        name: None,
        at: Square::new(x, 2 + 2 * index as i16),
        posture: Posture::Standing,
        facing: None,
        hidden: false,
        riding: None,
        late: None,
    };
    let side = |x| Side { units: (0..SIDE).map(|index| unit(index, x)).collect(), ..Side::default() };
    let level = Level {
        tag: "bench".into(),
        name: "Bench".into(),
        about: String::new(),
        ruleset,
        field: Arc::new(field),
        sides: vec![side(7), side(16)],
        goals: [Team(0), Team(1)].map(|team| Goal { team, aim: Aim::Defeat, held: 0 }).into(),
        round_limit: 30,
        zones: Vec::new(),
        veils_by_round: Vec::new(),
        own: Roster::default(),
    };
    deploy(&level, roster, level.ruleset, Settings::defaults(level.ruleset)).expect("every archetype has numbers")
}

/// A choice at random that the offers allow.
fn choose(battle: &Battle, decision: &Decision, offers: &Offers, random: &mut Stream) -> Choice {
    let mut below = |bound: usize| random.below(bound as u32) as usize;
    let open = offers.0.iter().filter(|offer| offer.is_open()).count();
    let offer: &Offer = offers.0.iter().filter(|offer| offer.is_open()).nth(below(open)).expect("something is open");
    let choice = Choice::of(offer);
    match &offer.target {
        Target::Nothing => choice,
        Target::Square(squares) => choice.to(vec![squares[below(squares.len())]]),
        Target::Combatant(candidates) => {
            let open = candidates.iter().filter(|candidate| candidate.refusal.is_none());
            let open: Vec<CombatantId> = open.map(|candidate| candidate.who).collect();
            choice.on(open[below(open.len())])
        }
        Target::Way(squares) => {
            let to = squares[below(squares.len())].square;
            let journey = battle.journey(decision.who, offer.verb, Course::To(to));
            choice.to(journey.expect("what is reachable has a way").route.squares)
        }
    }
}

/// Plays some choices, anew whenever the battle is over.
fn play_on(arena: &mut World, start: &Battle, random: &mut Stream, choices: usize) {
    for _ in 0..choices {
        if arena.is_over() {
            arena.restore(start);
        }
        let offers = arena.offers();
        let decision = arena.decision().expect("a battle that goes on asks somebody").clone();
        let choice = choose(arena.battle(), &decision, &offers, random);
        arena.submit(&choice).expect("what an open offer allows is accepted");
    }
}

fn begun() -> World {
    let mut arena = bare_world(battle(), Rolled::new(1));
    arena.begin();
    arena
}

/// A battle in full swing.
fn swinging() -> World {
    let mut arena = begun();
    let start = arena.capture();
    play_on(&mut arena, &start, &mut Stream::new(1, 1), 200);
    arena
}

const CHOICES: usize = 2_000;

/// Offers, the way to a square, the choice, and all that follows until the next decision.
#[divan::bench(sample_count = 20)]
fn choices_in_the_living_battle(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(CHOICES)).with_inputs(|| (begun(), Stream::new(2, 1))).bench_local_values(
        |(mut arena, mut random)| {
            let start = arena.capture();
            play_on(&mut arena, &start, &mut random, CHOICES);
            arena
        },
    );
}

#[divan::bench(sample_count = 20)]
fn choices_in_the_plain_battle(bencher: Bencher<'_, '_>) {
    let mut start = battle();
    play::begin(&mut start, &mut Rolled::new(1), &mut Vec::new());
    let inputs = || (start.clone(), Rolled::new(1), Stream::new(2, 1));
    bencher.counter(ItemsCount::new(CHOICES)).with_inputs(inputs).bench_local_values(
        |(mut battle, mut dice, mut random)| {
            let mut journal = Vec::new();
            for _ in 0..CHOICES {
                let Some(decision) = battle.decision() else {
                    battle.clone_from(&start);
                    continue;
                };
                let offers = battle.ruleset.rules().offers(&battle, decision);
                let choice = choose(&battle, decision, &offers, &mut random);
                journal.clear();
                play::submit(&mut battle, &offers, &choice, &mut dice, &mut journal)
                    .expect("what an open offer allows is accepted");
            }
            battle
        },
    );
}

/// The same by the kind of decision, each in copies of positions from one battle in which it is asked.
#[divan::bench(sample_count = 20, args = ["Turn", "React", "Defend", "others"])]
fn choices_of_one_kind(bencher: Bencher<'_, '_>, kind: &str) {
    let mut start = battle();
    play::begin(&mut start, &mut Rolled::new(1), &mut Vec::new());
    let (mut battle, mut dice, mut random) = (start.clone(), Rolled::new(1), Stream::new(2, 1));
    let mut asked = Vec::new();
    for _ in 0..4 * CHOICES {
        let Some(decision) = battle.decision() else {
            battle.clone_from(&start);
            continue;
        };
        let prompt = format!("{:?}", decision.prompt);
        let known = ["Turn", "React", "Defend"].into_iter().find(|known| prompt.contains(&format!("({known}")));
        if known.unwrap_or("others") == kind && asked.len() < MANY {
            asked.push(battle.clone());
        }
        answer_at_random(&mut battle, &mut dice, &mut random);
    }
    let inputs = || (asked.iter().map(fresh).collect::<Vec<_>>(), dice.clone(), random.clone());
    bencher.counter(ItemsCount::new(asked.len())).with_inputs(inputs).bench_local_values(
        |(mut asked, mut dice, mut random)| {
            asked.iter_mut().for_each(|battle| answer_at_random(battle, &mut dice, &mut random));
            asked
        },
    );
}

/// A copy of a position of which nothing is known: as after any choice.
fn fresh(battle: &Battle) -> Battle {
    let who = battle.decision().expect("somebody is asked").who;
    let spent = Budget(0);
    let mut fresh = battle.clone();
    fresh.apply(&Effect::Budget(who, spent, battle.combatant(who).budgets.get(spent)));
    fresh
}

/// Positions of one kind.
const MANY: usize = 400;

/// Offers, a choice among them and all that follows, in the plain battle.
fn answer_at_random(battle: &mut Battle, dice: &mut Rolled, random: &mut Stream) {
    let decision = battle.decision().expect("somebody is asked");
    let offers = battle.ruleset.rules().offers(battle, decision);
    let choice = choose(battle, decision, &offers, random);
    play::submit(battle, &offers, &choice, dice, &mut Vec::new()).expect("what an open offer allows is accepted");
}

#[divan::bench]
fn offers_of_a_turn(bencher: Bencher<'_, '_>) {
    let mut arena = begun();
    // Who has what outlasts choices; where somebody gets and whom he sees does not.
    arena.offers();
    let battle = arena.battle();
    let decision = battle.decision().expect("the first turn").clone();
    bencher
        .with_inputs(|| fresh(battle))
        .bench_local_refs(|battle| battle.ruleset.rules().offers(black_box(battle), &decision));
}

#[divan::bench]
fn setting_up_an_arena(bencher: Bencher<'_, '_>) {
    let battle = battle();
    bencher.bench_local(|| bare_world(battle.clone(), Rolled::new(1)));
}

#[divan::bench]
fn capture_of_twelve(bencher: Bencher<'_, '_>) {
    let arena = swinging();
    bencher.bench_local(|| black_box(&arena).capture());
}

#[divan::bench]
fn restore_of_twelve(bencher: Bencher<'_, '_>) {
    let mut arena = swinging();
    let [now, start] = [arena.capture(), begun().capture()];
    let mut back = false;
    bencher.bench_local(|| {
        back = !back;
        arena.restore(if back { &start } else { &now });
    });
}

#[divan::bench]
fn clone_of_twelve(bencher: Bencher<'_, '_>) {
    let arena = swinging();
    bencher.bench_local(|| black_box(arena.battle()).clone());
}

#[divan::bench]
fn digest_of_twelve(bencher: Bencher<'_, '_>) {
    let arena = swinging();
    bencher.bench_local(|| black_box(arena.battle()).digest());
}

/// Forty combatants on one board: twenty on each side.
fn forty() -> World {
    let roster = Roster::builtin();
    let unit = |index: usize, x: i16| Unit {
        archetype: roster.archetypes[index % roster.archetypes.len()].tag.clone(),
        name: None,
        at: Square::new(x, 2 * index as i16),
        posture: Posture::Standing,
        facing: None,
        hidden: false,
        riding: None,
        late: None,
    };
    let side = |x| Side { units: (0..20).map(|index| unit(index, x)).collect(), ..Side::default() };
    let level = Level {
        tag: "forty".into(),
        name: "Forty".into(),
        about: String::new(),
        ruleset: RulesetId::ALL[0],
        field: Arc::new(Battlefield::new(40, 40)),
        sides: vec![side(5), side(30)],
        goals: [Team(0), Team(1)].map(|team| Goal { team, aim: Aim::Defeat, held: 0 }).into(),
        round_limit: 30,
        zones: Vec::new(),
        veils_by_round: Vec::new(),
        own: Roster::default(),
    };
    let settings = Settings::defaults(level.ruleset);
    let battle = deploy(&level, roster, level.ruleset, settings).expect("every archetype has numbers");
    let mut arena = bare_world(battle, Rolled::new(1));
    arena.begin();
    arena
}

#[divan::bench]
fn capture_of_forty(bencher: Bencher<'_, '_>) {
    let arena = forty();
    bencher.bench_local(|| black_box(&arena).capture());
}

/// The door at which writes from outside are looked for, with nothing written.
#[divan::bench]
fn refresh_of_forty(bencher: Bencher<'_, '_>) {
    let mut arena = forty();
    arena.refresh();
    bencher.bench_local(|| black_box(&mut arena).refresh());
}

#[divan::bench]
fn clone_of_forty(bencher: Bencher<'_, '_>) {
    let arena = forty();
    bencher.bench_local(|| black_box(arena.battle()).clone());
}

#[divan::bench]
fn digest_of_forty(bencher: Bencher<'_, '_>) {
    let arena = forty();
    bencher.bench_local(|| black_box(arena.battle()).digest());
}

/// Reach, threat and sight of everybody, as the overlays need them.
#[divan::bench]
fn overlays_of_twelve(bencher: Bencher<'_, '_>) {
    bencher.with_inputs(begun).bench_local_refs(World::derive);
}

/// The same after one of them has taken a step.
#[divan::bench]
fn overlays_of_twelve_after_a_move(bencher: Bencher<'_, '_>) {
    let derived = || {
        let mut arena = begun();
        arena.derive();
        let mut moved = arena.capture();
        let who = CombatantId(0);
        let at = moved.combatant(who).placement;
        moved.apply(&Effect::Place(who, at.at(Square::new(at.anchor().x + 1, at.anchor().y))));
        arena.restore(&moved);
        arena
    };
    bencher.with_inputs(derived).bench_local_refs(World::derive);
}

/// Attacker, target and attack of the first pair between which some attack is possible, and the battle before it.
fn attack(melee: bool) -> (Battle, Choice) {
    let mut battle = begun().capture();
    if melee {
        // Two who fight hand to hand, face to face.
        battle.combatant_mut(CombatantId(0)).placement =
            battle.combatant(CombatantId(0)).placement.at(Square::new(15, 2));
    }
    let pairs = (0..SIDE as u16).flat_map(|by| (0..SIDE as u16).map(move |on| (by, SIDE as u16 + on)));
    let found = pairs.into_iter().find_map(|(by, on)| {
        let (by, on) = (CombatantId(by), CombatantId(on));
        let (x, y) = battle.combatant(by).footprint().gap(battle.combatant(on).footprint());
        let near = x.max(y) == 1;
        let turn = turn_given(&battle, by);
        let attacks = turn.attacks(by, on).into_iter().filter(|_| near == melee);
        attacks.filter(|(_, refusal)| refusal.is_none()).map(|(choice, _)| (turn.clone(), choice)).next()
    });
    found.expect("somebody can attack")
}

fn odds(bencher: Bencher<'_, '_>, melee: bool) {
    let (turn, choice) = attack(melee);
    let decision = turn.decision().expect("it is somebody's turn");
    bencher.bench_local(|| afresh(&turn, decision, &choice));
}

/// The odds of a choice, without what is remembered.
fn afresh(battle: &Battle, decision: &Decision, choice: &Choice) -> Arc<Forecast> {
    let budget = ForecastBudget { remembers: false, ..ForecastBudget::default() };
    forecast_choice_within(battle, decision, choice, Policy::DefaultAnswers, budget).expect("it is allowed")
}

/// A blow whose situation has been forecast before: all that is left is to work out the situation.
#[divan::bench]
fn forecast_of_a_known_blow(bencher: Bencher<'_, '_>) {
    let (turn, choice) = attack(true);
    let decision = turn.decision().expect("it is somebody's turn");
    bencher.bench_local(|| forecast_choice(&turn, decision, &choice, Policy::DefaultAnswers));
}

/// The same from the roll on, with nothing left to declare: the situation alone.
#[divan::bench]
fn forecast_of_a_known_situation(bencher: Bencher<'_, '_>) {
    let (turn, choice) = attack(true);
    let decision = turn.decision().expect("it is somebody's turn");
    let ahead = attack_ahead(&turn, decision, &choice).expect("it is an attack");
    bencher.bench_local(|| {
        let roll = Outcome { then: vec![AgendaItem::Step(ahead.step.clone())], ..Outcome::default() };
        forecast_outcome(&ahead.battle, roll, Policy::DefaultAnswers, ForecastBudget::default())
    });
}

#[divan::bench]
fn forecast_of_a_blow(bencher: Bencher<'_, '_>) {
    odds(bencher, true);
}

#[divan::bench]
fn forecast_of_a_shot(bencher: Bencher<'_, '_>) {
    odds(bencher, false);
}

/// Six dice against six of evasion and four of block, and everything after, with the default defence; under `totals`.
#[divan::bench]
fn forecast_of_a_total(bencher: Bencher<'_, '_>) {
    let mut battle = level(RulesetId::Totals, 0);
    let (by, on) = (CombatantId(0), CombatantId(SIDE as u16));
    battle.combatant_mut(by).placement = battle.combatant(by).placement.at(Square::new(15, 2));
    let mut numbers = |who: CombatantId, armour, evasion| {
        let sheet = proving_ground::rules::totals::Sheet {
            armour,
            evasion,
            vitality_ranks: 20,
            weapons: vec![proving_ground::rules::totals::Training { class: Class::Medium, tier: 1 }],
            ..proving_ground::rules::totals::Sheet::default()
        };
        let sheet = proving_ground::rules::Sheet::Totals(sheet);
        let (vitals, budgets) = sheet.start();
        (battle.combatant_mut(who).vitals, battle.combatant_mut(who).budgets) = (vitals, budgets);
        battle.constants_mut().profiles[who.index()].sheet = sheet;
    };
    numbers(by, Armour::None, 0);
    numbers(on, Armour::Heavy, 6);
    let mut attacks = battle.attacks(by, on).into_iter();
    let (choice, _) = attacks.find(|(_, refusal)| refusal.is_none()).expect("they stand side by side");
    let turn = turn_given(&battle, by);
    let decision = turn.decision().expect("it is somebody's turn");
    bencher.bench_local(|| afresh(&turn, decision, &choice));
}

/// Two who fight hand to hand under a ruleset, and the first attack that one of them can make on the other. Under `vigor`
/// that one has a Defence: d20 and bonus dice that burst, on both sides and for damage.
fn hand_to_hand(ruleset: RulesetId) -> (Battle, Choice) {
    let mut battle = level(ruleset, 0);
    let (by, on) = (CombatantId(0), CombatantId(SIDE as u16));
    battle.combatant_mut(by).placement = battle.combatant(by).placement.at(Square::new(15, 2));
    let turn = turn_given(&battle, by);
    let mut attacks = turn.attacks(by, on).into_iter();
    let (choice, _) = attacks.find(|(_, refusal)| refusal.is_none()).expect("they stand side by side");
    (turn, choice)
}

/// A blow under `vigor` that has been solved before.
#[divan::bench]
fn forecast_of_a_known_bursting_blow(bencher: Bencher<'_, '_>) {
    let (turn, choice) = hand_to_hand(RulesetId::Vigor);
    let decision = turn.decision().expect("it is somebody's turn");
    bencher.bench_local(|| afresh(&turn, decision, &choice));
}

/// A blow under `vigor` whose situation has been forecast before.
#[divan::bench]
fn forecast_of_a_remembered_bursting_blow(bencher: Bencher<'_, '_>) {
    let (turn, choice) = hand_to_hand(RulesetId::Vigor);
    let decision = turn.decision().expect("it is somebody's turn");
    bencher.bench_local(|| forecast_choice(&turn, decision, &choice, Policy::DefaultAnswers));
}

/// The same at somebody who is a little less or more hale each time: each situation is new.
#[divan::bench]
fn forecast_of_a_bursting_blow(bencher: Bencher<'_, '_>) {
    let (mut turn, choice) = hand_to_hand(RulesetId::Vigor);
    let decision = turn.decision().expect("it is somebody's turn").clone();
    let on = CombatantId(SIDE as u16);
    let (durability, health) = (Vital(0), Vital(1));
    let mut count = 0;
    bencher.bench_local(|| {
        count = (count + 1) % 10_000;
        turn.combatant_mut(on).vitals.set(durability, 20 + count % 100);
        turn.combatant_mut(on).vitals.set(health, 10 + count / 100);
        afresh(&turn, &decision, &choice)
    });
}

/// Three who defend against one attack roll and share one damage roll, solved afresh.
#[divan::bench]
fn area_of_bursting_dice_on_three(bencher: Bencher<'_, '_>) {
    let (turn, choice) = hand_to_hand(RulesetId::Vigor);
    let decision = turn.decision().expect("it is somebody's turn");
    let ahead = attack_ahead(&turn, decision, &choice).expect("it is an attack");
    let proving_ground::rules::Step::Vigor(proving_ground::rules::vigor::Step::Attack(
        proving_ground::rules::vigor::AttackStep::Exchange(exchange),
    )) = ahead.step
    else {
        return;
    };
    let area = proving_ground::rules::exchange::Several::new(&[exchange.situation; 3]).expect("they are few");
    bencher.bench_local(|| proving_ground::rules::exchange::solve(black_box(&area)));
}

/// Choices under `totals`, through the living battle.
#[divan::bench(sample_count = 10)]
fn choices_in_totals(bencher: Bencher<'_, '_>) {
    choices_in(bencher, RulesetId::Totals);
}

/// Choices under `vigor`, through the living battle.
#[divan::bench(sample_count = 10)]
fn choices_in_vigor(bencher: Bencher<'_, '_>) {
    choices_in(bencher, RulesetId::Vigor);
}

fn choices_in(bencher: Bencher<'_, '_>, ruleset: RulesetId) {
    let begun = || {
        let mut arena = bare_world(level(ruleset, 0), Rolled::new(1));
        arena.begin();
        (arena, Stream::new(2, 1))
    };
    bencher.counter(ItemsCount::new(CHOICES)).with_inputs(begun).bench_local_values(|(mut arena, mut random)| {
        let start = arena.capture();
        play_on(&mut arena, &start, &mut random, CHOICES);
        arena
    });
}

/// Two weapons at two targets in one action, declared and then resolved.
fn two_blows() -> (Battle, Choice) {
    let fights = |archetype: &proving_ground::levels::Archetype| archetype.tag == "duellist";
    let mut battle =
        muster(Roster::builtin().archetypes.iter().position(fights).expect("an archetype has two weapons"));
    let rules = battle.ruleset.rules();
    let (by, foes) = (CombatantId(0), [CombatantId(SIDE as u16), CombatantId(SIDE as u16 + 1)]);
    battle.combatant_mut(by).placement = battle.combatant(by).placement.at(Square::new(12, 8));
    for (foe, y) in foes.into_iter().zip([7, 9]) {
        battle.combatant_mut(foe).placement = battle.combatant(foe).placement.at(Square::new(13, y));
    }
    battle.agenda = rules.turn_of(&battle, by);
    battle.agenda.reverse();
    play::settle(&mut battle, &mut Rolled::new(1), &mut Vec::new());
    let hands: Vec<_> = battle.combatant(by).hands.held().collect();
    let strike = |offer: &Offer, place: usize| {
        (offer.verb == "strike" && offer.item == Some(hands[place])).then(|| Choice::of(offer).on(foes[place]))
    };
    let mut choose = |wanted: &dyn Fn(&Offer) -> Option<Choice>| {
        let offers = rules.offers(&battle, battle.decision().expect("a turn"));
        let choice = offers.0.iter().filter(|offer| offer.is_open()).find_map(wanted).expect("it is on offer");
        play::submit(&mut battle, &offers, &choice, &mut Rolled::new(1), &mut Vec::new()).expect("it is allowed");
    };
    choose(&|offer| (offer.verb == "volley").then(|| Choice::of(offer)));
    choose(&|offer| strike(offer, 0));
    choose(&|offer| strike(offer, 1));
    let decision = battle.decision().expect("both are declared");
    let begin = rules.offers(&battle, decision).0.iter().find(|offer| offer.verb == "begin").map(Choice::of);
    let begin = begin.expect("both are declared");
    (battle, begin)
}

#[divan::bench]
fn forecast_of_two_blows(bencher: Bencher<'_, '_>) {
    let (battle, begin) = two_blows();
    let decision = battle.decision().expect("both are declared");
    bencher.bench_local(|| afresh(&battle, decision, &begin));
}

/// The same with the mean damage, for which every end is read.
#[divan::bench]
fn forecast_of_two_blows_read(bencher: Bencher<'_, '_>) {
    let (battle, begin) = two_blows();
    let decision = battle.decision().expect("both are declared");
    bencher.bench_local(|| {
        let damage =
            |ending: &OutcomeState| ending.results.iter().map(|result| u32::from(result.damage.unsigned_abs())).sum();
        afresh(&battle, decision, &begin).odds.mean(damage)
    });
}

/// The same with a list of all ends.
#[divan::bench]
fn forecast_of_two_blows_listed(bencher: Bencher<'_, '_>) {
    let (battle, begin) = two_blows();
    let decision = battle.decision().expect("both are declared");
    bencher.bench_local(|| {
        let found = afresh(&battle, decision, &begin);
        found.odds.iter().count()
    });
}

/// A pot that bursts among twelve, with everybody's odds wherever it may land.
#[divan::bench(sample_count = 20)]
fn area_of_a_blast_on_twelve(bencher: Bencher<'_, '_>) {
    let throws = |archetype: &proving_ground::levels::Archetype| archetype.tag == "fire-thrower";
    let mut battle = muster(Roster::builtin().archetypes.iter().position(throws).expect("an archetype throws pots"));
    // All stand around the middle of the board, the thrower beside them.
    for (n, who) in (0i16..).zip((0..2 * SIDE as u16).map(CombatantId)) {
        battle.combatant_mut(who).placement =
            battle.combatant(who).placement.at(Square::new(9 + n % 4 * 2, 6 + n / 4 * 2));
    }
    let pot = battle.items().find(|item| item.tag == "fire-pot").expect("somebody throws pots");
    let (item, who) = (pot.id, pot.at.bearer().expect("it is in a hand"));
    let choice = Choice::new("throw").with(item).to(vec![Square::new(11, 8)]);
    bencher.bench_local(|| black_box(&battle).area(who, &choice));
}
