//! Counterspelling by attack: the Probability of `totals`, and the rules against plain counting; and covered rolls.

use std::collections::BTreeMap;

use proving_ground::{
    dice::{Digits, Fraction},
    rules::{
        AgendaItem, Battle, Choice, Decision, Fate, OutcomeState, Policy, Prompt as AnyPrompt, Step as AnyStep,
        forecast, forecast_choice,
        totals::{AttackStep, Blow, DefenceStep, Energy, Evade, Manner, Prompt, Spell, Stake, Step, Structure},
    },
};

use crate::{A, B, ahead, is, totals::battle};

/// Every sum of a number of d10 with the digits of its first two dice, and the number of ways to it.
fn ways(dice: u32) -> BTreeMap<(i32, Digits), u128> {
    let mut found = BTreeMap::new();
    for roll in 0..10i32.pow(dice) {
        let faces: Vec<i32> = (0..dice).map(|place| roll / 10i32.pow(place) % 10 + 1).collect();
        let digits = match (faces[0] % 10, faces[1] % 10) {
            (0, 1) => Digits::ZeroOne,
            (tens, units) if tens == units => Digits::Double,
            _ => Digits::Plain,
        };
        *found.entry((faces.iter().sum(), digits)).or_insert(0) += 1;
    }
    found
}

/// Whether a counter beats a spell, following TOT-CTR-02 word for word.
fn beats(counter: (i32, Digits), spell: (i32, Digits)) -> bool {
    match (counter.1, spell.1) {
        (Digits::ZeroOne, _) | (Digits::Plain, Digits::Double) => false,
        (Digits::Double, Digits::Plain) => true,
        _ => counter.0 > spell.0,
    }
}

/// The chances of fumbles, fumbles met by a critical, counters and hits, by plain counting.
fn contest(spell: u32, counter: u32) -> [Fraction; 4] {
    let (attack, defence) = (ways(spell), ways(counter));
    let mut counts = [0u128; 4];
    for (struck, many) in &attack {
        for (rolled, more) in &defence {
            let ways = many * more;
            if struck.1 == Digits::ZeroOne {
                counts[0] += ways;
                counts[1] += if rolled.1 == Digits::Double { ways } else { 0 };
            } else {
                counts[if beats(*rolled, *struck) { 2 } else { 3 }] += ways;
            }
        }
    }
    counts.map(|count| Fraction::new(count, 10u128.pow(spell + counter)))
}

/// No sheet gives five dice against five, because the untrained lose one and the trained gain one; so it is counted.
#[test]
fn probability_9_counterspell_by_attack() {
    let [fumbles, turned, countered, hits] = contest(5, 5);
    is(fumbles, "0.01");
    is(turned, "0.001");
    is(countered, "2361976457/5000000000");
    is(countered, "0.472395291");
    is(hits, "2588023543/5000000000");
    is(hits, "0.517604709");
}

#[test]
fn rules_count_the_same() {
    let battle = battle(
        "round: 2, combatants: [
            (name: \"A\", at: \"a1\", sheet: (energies: [Fire])),
            (name: \"B\", at: \"e1\", sheet: (energies: [Cold]), state: {\"fresh\": 3, \"acted\": 1}),
        ]",
    );
    let spell = Spell::new(Structure::Projected).with(Energy::Fire, 1);
    let blow = Blow { spell: Some(spell), dice: 4, ..Blow::new(A, B, None, Manner::Cast) };
    let stake = Stake { ap: 1, luck: 0 };
    let mut countered = Fraction::new(0, 1);
    for ((sum, digits), many) in ways(4).into_iter().filter(|((_, digits), _)| *digits != Digits::ZeroOne) {
        let step = Step::Defence(DefenceStep::Counter(blow.struck(sum, digits), Energy::Cold, stake));
        let odds = forecast(&battle, vec![AgendaItem::Step(AnyStep::Totals(step))], Policy::DefaultAnswers).odds;
        let averted = |ending: &OutcomeState| {
            ending.results.iter().any(|result| result.on == B && matches!(result.fate, Fate::Averted(_)))
        };
        countered = countered.plus(odds.chance(averted).times(Fraction::new(many, 10_000)));
    }
    assert_eq!(countered, contest(4, 4)[2]);
}

/// With covered rolls, the odds of an answer are those from before the roll, whatever it was, TOT-ATK-04.
#[test]
fn covered_rolls_are_not_told() {
    for (covered, alike) in [("off", true), ("on", false)] {
        let battle = battle(&format!(
            "settings: {{\"tot.open_rolls\": \"{covered}\"}}, round: 2, combatants: [
                (name: \"A\", at: \"a1\", gear: [(arm: \"knife\", at: Main)], sheet: (luck: 0)),
                (name: \"B\", at: \"b1\", sheet: (armour: Light, luck: 0), state: {{\"fresh\": 3, \"acted\": 1}}),
            ]",
        ));
        let rules = battle.ruleset.rules();
        let (attack, _) = battle.attacks(A, B).into_iter().find(|(choice, _)| choice.verb == "strike").unwrap();
        let AnyStep::Totals(Step::Attack(AttackStep::Strike(blow))) = ahead(&battle, &attack).step else {
            panic!("no strike")
        };
        let evade = Choice::new("evade").set("ap", 2);
        let odds = |total: i32| {
            let decision = Decision { who: B, prompt: Evade(blow.struck(total, Digits::Plain)).into() };
            forecast_choice(&battle, &decision, &evade, Policy::DefaultAnswers).unwrap().odds.clone()
        };
        let averted =
            |ending: &OutcomeState| ending.results.iter().any(|result| matches!(result.fate, Fate::Averted(_)));
        let [low, high] = [9, 25].map(|total| odds(total).chance(averted).to_f64());
        assert_eq!((low - high).abs() < 1e-9, alike, "{covered}: {low} and {high}");
        if alike {
            let answers = |battle: &Battle, decision: &Decision| match decision.prompt {
                AnyPrompt::Totals(Prompt::Evade(_)) => evade.clone(),
                _ => rules.default_answer(battle, decision),
            };
            let step = AgendaItem::Step(AnyStep::Totals(Step::Attack(AttackStep::Strike(blow))));
            let whole = forecast(&battle, vec![step], Policy::Asked(&answers)).odds.chance(averted).to_f64();
            assert!((whole - low).abs() < 1e-6, "{whole} and {low}");
        }
    }
}
