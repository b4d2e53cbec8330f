//! The machine against the catalogue: its checks with given dice, and its exact chances.

use super::*;
use crate::{
    dice::{Enumerated, Fraction, Odds, Scripted},
    rules::{
        StepContext,
        exchange::{Advanced, Several, Situation as _, Solved, advance, solve},
    },
};

/// A Simple Strike with that many dice.
const fn pool(dice: u8) -> Pool {
    Pool { dice, luck: 0, tier: 1, spell: false }
}

fn guard(evasion: u8, block: u8, armour: u8) -> Guard {
    Guard { evasion, block, armour, ..Guard::default() }
}

/// The same with a component, at its tier.
fn with(guard: Guard, component: Component) -> Guard {
    Guard { tier: component.row().tier + 1, with: guard.with.with(component), ..guard }
}

fn situation(pool: Pool, guard: Guard) -> Situation {
    Situation {
        pool,
        known: None,
        aim: Aim::Harm,
        guard,
        asks: Asks::default(),
        harm: HarmDice::default(),
        charge: Charge::default(),
        recharge: Charge::default(),
        mind: 0,
        own_mind: 0,
        soak: 0,
        helpless: false,
        margins: 0,
        follows: false,
        plays: Plays::default(),
    }
}

/// The result with these dice, all of which are used.
#[track_caller]
fn played(situation: &Situation, faces: &[i32]) -> Came {
    let mut script = Scripted::new(faces.to_vec());
    let mut stage = situation.begin();
    let came = loop {
        let mut context = StepContext::new(&mut script, true);
        match advance(situation, stage, &mut context) {
            Advanced::Thrown(_, _, next) => stage = next,
            Advanced::Ask(_) => stage = situation.answered(stage, situation.assumed(stage)),
            Advanced::Done(came) => break came,
        }
    };
    script.finish().expect("exactly these dice");
    came
}

fn odds(situation: &Situation) -> Odds<Came> {
    solve(situation).odds()
}

#[track_caller]
fn close(came: f64, printed: f64) {
    assert!((came - printed).abs() < 6e-10, "{came} and not {printed}");
}

fn mean(odds: &Odds<Came>, of: impl Fn(&Came) -> i16) -> f64 {
    odds.mean(|came| of(came).max(0) as u32).to_f64()
}

/// POO-ATK-05, POO-DMG-01, POO-DMG-02, POO-ATK-06, POO-DEF-08.
#[test]
fn totals_are_compared_and_the_difference_is_damage() {
    let came = played(&situation(pool(4), guard(2, 0, 0)), &[6, 7, 1, 9, 6, 6, 8]);
    assert_eq!((came.end, came.harm), (End::Hit, 8));
    let came = played(&situation(pool(3), guard(1, 0, 0)), &[2, 3, 4, 4, 7]);
    assert_eq!((came.end, came.harm), (End::Glanced, 7));
    let misses = Plays { zero_misses: true, ..Plays::default() };
    let came = played(&Situation { plays: misses, ..situation(pool(3), guard(1, 0, 0)) }, &[2, 3, 4, 4]);
    assert_eq!((came.end, came.harm), (End::Evaded, 0));
    let stopped = |faces: &[i32]| played(&situation(pool(3), guard(3, 1, 1)), faces).end;
    assert_eq!(stopped(&[6, 6, 2, 7, 8, 2, 2, 9]), End::Blocked);
    assert_eq!(stopped(&[6, 6, 2, 7, 8, 6, 2, 2]), End::Evaded);
}

/// POO-DMG-04, POO-SIZE-02, POO-COMP-60, POO-DMG-09, POO-CRIT-03.
#[test]
fn damage_dice_in_their_order() {
    let harm = HarmDice { more: 1, size: -1, ..HarmDice::default() };
    let situation = Situation { harm, ..situation(pool(4), guard(1, 0, 0)) };
    // Margin 2, critical: 2 x 2 + 1 - 1.
    assert_eq!(played(&situation, &[10, 8, 1, 7, 6, 1, 2, 3, 4]).harm, 10);
    let stroke = Situation { harm: HarmDice { stroke: true, ..HarmDice::default() }, ..situation };
    assert_eq!(stroke.damage_dice(3, Critical::None), 6);
    assert_eq!(stroke.damage_dice(3, Critical::Success), 9);
    // A glance knows nothing but the critical.
    let tie = Situation { guard: guard(4, 0, 0), ..situation };
    let came = played(&tie, &[10, 8, 7, 1, 6, 7, 8, 1, 8, 3]);
    assert_eq!((came.end, came.harm), (End::Glanced, 11));
    // Size leaves no fewer than 0 dice, and it is a hit all the same.
    let huge = Situation { harm: HarmDice { size: -3, ..HarmDice::default() }, ..situation };
    let came = played(&huge, &[6, 8, 1, 2, 1]);
    assert_eq!((came.end, came.harm), (End::Hit, 0));
}

/// POO-LUCK-03, POO-LUCK-04, POO-ROLL-13.
#[test]
fn luck_dice_move_the_total_and_the_majority() {
    let lucky = |dice, luck| Pool { luck, ..pool(dice) };
    let came = played(&situation(lucky(2, 1), guard(2, 0, 0)), &[4, 3, 2, 1, 5]);
    assert_eq!(came.end, End::Evaded, "-1 against 0");
    let critical = |faces: [i32; 4], luck| {
        let total = Count::of(Throw::Pool { count: 4, first: 0 }.read(&faces.map(|face| face as u8)), 1, false);
        total.total(4, 1, luck).critical
    };
    assert_eq!(critical([10, 7, 3, 2], 1), Critical::Success);
    assert_eq!(critical([10, 7, 3, 2], 0), Critical::None);
    assert_eq!(critical([8, 7, 3, 2], 1), Critical::None);
    assert_eq!(critical([1, 3, 7, 8], -1), Critical::Failure);
    let counts = Plays { luck_counts: true, ..Plays::default() };
    let situation = Situation { plays: counts, ..situation(lucky(4, 1), guard(0, 0, 1)) };
    assert_eq!(played(&situation, &[8, 7, 3, 2, 10, 1, 1, 2, 3, 4, 5, 6]).harm, 21, "doubled by the ten of Luck");
}

/// POO-CRIT-02, POO-CRIT-09.
#[test]
fn a_critical_failure_against_a_critical_defence_comes_back() {
    let block = with(guard(0, 4, 0), Component::Block);
    let situation = Situation { soak: 1, ..situation(pool(4), block) };
    let came = played(&situation, &[1, 3, 4, 6, 10, 7, 6, 2, 7, 5]);
    assert_eq!((came.end, came.back, came.harm), (End::Returned, 5, 0));
    assert_eq!((came.attack, came.defence), (Critical::None, Critical::None));
    let decide = Situation { plays: Plays { criticals_decide: true, ..Plays::default() }, ..situation };
    let came = played(&decide, &[10, 9, 6, 1, 6, 7, 8, 9, 3, 4]);
    assert_eq!((came.end, came.harm), (End::Hit, 7), "a margin of 1, doubled");
}

/// POO-ATK-04, POO-COMP-31: a defender asked about a roll that goes on knows its total, whatever dice it was.
#[test]
fn whoever_defends_knows_the_dice_or_the_total() {
    let plain = situation(pool(7), guard(2, 0, 0));
    assert_eq!(plain.means(), "7 dice");
    let lucky = Situation { pool: Pool { luck: 2, ..pool(7) }, ..plain };
    assert_eq!(lucky.means(), "7 dice, 2 Luck");
    let known = Some(Total { total: 4, critical: Critical::None });
    assert_eq!(Situation { known, ..lucky }.means(), "a total of 4");
}

/// POO-VIT-03.
#[test]
fn the_helpless_are_killed_glanced_or_missed() {
    let helpless = Situation { helpless: true, ..situation(pool(3), Guard::default()) };
    assert_eq!(played(&helpless, &[3, 6, 2]).end, End::Killed);
    let came = played(&helpless, &[3, 4, 2, 5]);
    assert_eq!((came.end, came.harm), (End::Glanced, 5));
}

/// POO-CHG-04, POO-COMP-43, POO-CNT-01.
#[test]
fn charges_ripostes_and_counterspells() {
    let charged =
        |contact| Situation { charge: Charge { dice: 2, contact, charm: false }, ..situation(pool(2), guard(0, 0, 2)) };
    let came = played(&charged(true), &[6, 2, 7, 8, 5, 9]);
    assert_eq!((came.end, came.energy), (End::Blocked, 14));
    assert_eq!(played(&charged(false), &[6, 2, 7, 8]).energy, 0);
    let came = played(&charged(false), &[6, 6, 7, 8, 3, 6, 2]);
    assert_eq!((came.end, came.damage()), (End::Glanced, 11));
    let riposte = with(with(guard(4, 0, 0), Component::Evade), Component::Riposte);
    let situation = Situation { soak: 2, ..situation(pool(2), riposte) };
    let came = played(&situation, &[7, 2, 6, 7, 8, 9, 9, 3, 4, 4]);
    assert_eq!((came.end, came.riposte), (End::Evaded, 8));
    let counter = with(guard(4, 0, 0), Component::Counterspell);
    let spell = Situation { guard: counter, pool: Pool { spell: true, ..pool(4) }, ..situation };
    assert_eq!(played(&spell, &[6, 7, 8, 2, 6, 7, 8, 9]).end, End::Countered);
    assert_eq!(played(&spell, &[6, 7, 8, 2, 6, 7, 8, 2, 4]).end, End::Glanced);
}

/// POO-MAG-07, POO-MAG-12, POO-CRIT-10, POO-MAG-09, POO-CHG-01.
#[test]
fn spells_that_do_not_deal_damage_by_margin() {
    let spell = |dice| Pool { spell: true, ..pool(dice) };
    let charm = Situation { aim: Aim::Charm, mind: 3, ..situation(spell(4), guard(2, 0, 0)) };
    let came = played(&charm, &[6, 7, 8, 2, 6, 8, 7, 8, 2]);
    assert_eq!((came.end, came.charmed, came.harm), (End::Hit, 1, 0));
    let heal = Situation { aim: Aim::Heal, ..situation(spell(3), Guard::default()) };
    assert_eq!(played(&heal, &[6, 9, 2, 4, 7]).harm, 11);
    let fire = situation(spell(3), guard(1, 0, 0));
    let came = played(&fire, &[1, 2, 7, 3, 4, 6]);
    assert_eq!((came.end, came.harm, came.recoil), (End::Hit, 4, 6));
    let death = |need| Situation { aim: Aim::Death(need), ..situation(spell(5), Guard::default()) };
    assert_eq!(played(&death(4), &[6, 7, 8, 9, 2]).end, End::Works);
    assert_eq!(played(&death(5), &[6, 7, 8, 9, 2]).end, End::Fails);
    let charge = Situation { aim: Aim::Store(2), ..situation(spell(4), Guard::default()) };
    assert_eq!(played(&charge, &[10, 6, 7, 2]).margin, 4);
    // POO-CRIT-12: successes count double in the limit of Death, turns of charm are doubled, a threshold is not.
    let master = |dice| Pool { tier: 4, ..spell(dice) };
    let death = |need| Situation { aim: Aim::Death(need), ..situation(master(5), Guard::default()) };
    assert_eq!(played(&death(8), &[10, 10, 10, 10, 2]).end, End::Works);
    assert_eq!(played(&death(9), &[10, 10, 10, 10, 2]).end, End::Fails);
    let influence = Situation { aim: Aim::Contest, margins: u8::MAX, ..situation(spell(3), guard(2, 0, 0)) };
    assert_eq!(played(&influence, &[10, 6, 2, 6, 2]).margin, 2);
    assert_eq!(played(&charm, &[10, 7, 8, 2, 6, 8, 7, 8, 2]).charmed, 2);
    let raise = Situation { aim: Aim::Raise(3), ..situation(spell(3), Guard::default()) };
    assert_eq!(played(&raise, &[10, 6, 2]).end, End::Fails);
    assert_eq!(played(&raise, &[10, 6, 6, 1, 2, 3, 4, 5, 6]).harm, 21);
}

/// Probabilities 1: criticals of pools.
#[test]
fn criticals_of_pools() {
    let chance = |dice: u8, tier: u8, critical: Critical| {
        let ways = Throw::Pool { count: dice, first: 0 }.ways();
        let is = |reading: &Reading| Count::of(*reading, tier, false).total(dice, tier, 0).critical == critical;
        let found: u64 = ways.iter().filter(|(reading, _)| is(reading)).map(|(_, ways)| ways).sum();
        found as f64 / ways.total() as f64
    };
    for (dice, printed) in [
        (1, [0.1, 0.0, 0.0, 0.0, 0.0]),
        (3, [0.196, 0.028, 0.001, 0.0, 0.0]),
        (7, [0.318_265_6, 0.114_694_4, 0.023_504, 0.002_728, 0.000_176_5]),
        (10, [0.289_828_747, 0.148_223_883, 0.049_421_451, 0.010_813_323, 0.001_556_187]),
        (12, [0.317_173_885, 0.184_372_358, 0.073_647_868, 0.020_318_798, 0.003_906_531]),
    ] {
        for (tier, printed) in (1..).zip(printed) {
            close(chance(dice, tier, Critical::Success), printed);
            close(chance(dice, tier, Critical::Failure), printed);
        }
    }
}

/// Probabilities 2 to 9: hits, glances, stops, mean damage.
#[test]
fn strikes_come_to_the_printed_chances() {
    let ends = |odds: &Odds<Came>| {
        let of = |is: fn(End) -> bool| odds.chance(|came| is(came.end)).to_f64();
        [of(|end| end == End::Hit), of(|end| end == End::Glanced), of(End::is_stopped)]
    };
    let two = odds(&situation(pool(2), guard(1, 0, 0)));
    assert_eq!(two.chance(|came| came.end == End::Hit), Fraction::new(1, 2));
    close(mean(&two, |came| came.harm), 6.2425);
    close(two.chance(|came| came.harm >= 10).to_f64(), 0.194_933);
    close(two.chance(|came| came.harm >= 15).to_f64(), 0.066_763_5);
    let six = odds(&situation(pool(6), guard(3, 0, 0)));
    close(mean(&six, |came| came.harm), 13.165_974_938);
    close(six.chance(|came| came.harm >= 20).to_f64(), 0.221_973_289);
    let guards = odds(&situation(pool(10), guard(2, 0, 2)));
    let printed = [0.910_217_285, 0.061_096_191, 0.028_686_523];
    ends(&guards).into_iter().zip(printed).for_each(|(came, printed)| close(came, printed));
    close(mean(&guards, |came| came.harm), 24.481_336_292);
    let basic = odds(&situation(Pool { tier: 2, ..pool(10) }, guard(2, 0, 2)));
    close(mean(&basic, |came| came.harm), 20.912_856_036);
    close(basic.chance(|came| came.harm >= 20).to_f64(), 0.415_548_519);
    let blocking = odds(&situation(pool(10), with(guard(2, 4, 2), Component::Block)));
    close(blocking.chance(|came| came.end == End::Returned).to_f64(), 0.074_115_091);
    let lucky = odds(&situation(Pool { luck: 1, ..pool(6) }, guard(3, 0, 0)));
    close(lucky.chance(|came| came.end == End::Hit).to_f64(), 361.0 / 512.0);
    close(mean(&lucky, |came| came.harm), 14.680_924_156);
    let luckless = odds(&situation(pool(6), Guard { luck: 1, ..guard(3, 0, 0) }));
    close(luckless.chance(|came| came.end == End::Glanced).to_f64(), 81.0 / 512.0);
    close(mean(&luckless, |came| came.harm), 13.632_486_656);
    let huge = HarmDice { size: -3, ..HarmDice::default() };
    let huge = odds(&Situation { harm: huge, ..situation(pool(13), guard(2, 0, 2)) });
    close(huge.chance(|came| came.end == End::Hit && came.harm == 0).to_f64(), 0.279_662_104);
    close(mean(&huge, |came| came.harm), 23.501_991_457);
    let five = odds(&situation(pool(5), guard(3, 0, 2)));
    assert_eq!(five.chance(|came| came.end == End::Evaded), Fraction::new(37, 256));
    assert_eq!(five.chance(|came| came.end == End::Blocked), Fraction::new(119, 512));
    let helpless = odds(&Situation { helpless: true, ..situation(pool(4), Guard::default()) });
    assert_eq!(helpless.chance(|came| came.end == End::Killed), Fraction::new(15, 16));
    let death = odds(&Situation { aim: Aim::Death(4), ..situation(Pool { tier: 4, ..pool(9) }, Guard::default()) });
    // The printed chance leaves out the doubling by a critical, which needs four successes anyway.
    assert_eq!(death.chance(|came| came.end == End::Works), Fraction::new(191, 256));
}

/// All ends, found by throwing every value.
fn walked(situation: &Situation, mut source: Enumerated) -> Vec<(Came, f64)> {
    let mut ends: Vec<(Came, f64)> = Vec::new();
    loop {
        let mut stage = situation.begin();
        let came = loop {
            let mut context = StepContext::new(&mut source, false);
            match advance(situation, stage, &mut context) {
                Advanced::Thrown(_, _, next) => stage = next,
                Advanced::Ask(_) => stage = situation.answered(stage, situation.assumed(stage)),
                Advanced::Done(came) => break came,
            }
        };
        let (ways, of) = source.weight();
        match ends.iter_mut().find(|(known, _)| *known == came) {
            Some((_, sum)) => *sum += ways as f64 / of as f64,
            None => ends.push((came, ways as f64 / of as f64)),
        }
        if !source.advance() {
            return ends;
        }
    }
}

#[test]
fn the_solver_comes_to_what_stepping_comes_to() {
    let block = with(guard(1, 1, 1), Component::Block);
    let riposte = with(Guard { luck: 1, ..guard(2, 0, 0) }, Component::Riposte);
    let plain = situation(pool(3), block);
    for situation in [
        plain,
        Situation { soak: 1, guard: riposte, ..plain },
        Situation { pool: Pool { luck: 1, spell: true, ..pool(2) }, ..plain },
        Situation { plays: Plays { luck_counts: true, ..Plays::default() }, guard: riposte, ..plain },
        Situation { charge: Charge { dice: 1, contact: true, charm: true }, mind: 2, ..plain },
        Situation { aim: Aim::Heal, ..plain },
    ] {
        let solved: Solved<Came> = solve(&situation);
        assert!(solved.is_exact());
        let (solved, walked) = (solved.odds(), walked(&situation, Enumerated::new()));
        assert_eq!(walked.len(), solved.len(), "{situation:?}");
        for (end, chance) in walked {
            close(solved.chance(|other| *other == end).to_f64(), chance);
        }
    }
}

/// POO-ATK-07: under one roll each target fares as it would alone.
#[test]
fn each_of_several_comes_to_what_it_does_alone() {
    let targets = [situation(pool(4), guard(1, 0, 1)), situation(pool(4), guard(2, 0, 0))];
    let both = solve(&Several::new(&targets).expect("they are few"));
    assert!(both.is_exact());
    let both = both.odds();
    for (place, target) in targets.iter().enumerate() {
        let alone = odds(target);
        for (came, _) in alone.iter() {
            let here = both.chance(|all| all[place] == Some(*came));
            close(here.to_f64(), alone.chance(|other| other == came).to_f64());
        }
    }
    // Damage is each one's own: 1 in 10 each where both glance with one die.
    let glances = |all: &[Option<Came>; 8], harm: [i16; 2]| {
        (0..2).all(|place| all[place].is_some_and(|came| came.end == End::Glanced && came.harm == harm[place]))
    };
    let one = both.chance(|all| glances(all, [3, 8])).to_f64();
    assert!(one > 0.0);
    close(both.chance(|all| glances(all, [10, 1])).to_f64(), one);
}

/// POO-COMP-43, POO-CRIT-02: an attack stopped by a critical alone brings no riposte.
#[test]
fn a_riposte_needs_more_successes_than_the_attack() {
    let plays = Plays { criticals_decide: true, ..Plays::default() };
    let situation = Situation { plays, ..situation(pool(5), with(guard(3, 0, 0), Component::Riposte)) };
    let came = played(&situation, &[6, 7, 8, 9, 2, 10, 10, 10]);
    assert_eq!((came.end, came.riposte, came.defence), (End::Evaded, 0, Critical::Success));
    let came = played(&situation, &[6, 2, 2, 2, 2, 10, 10, 10, 4, 5]);
    assert_eq!((came.end, came.riposte), (End::Evaded, 9));
}

/// POO-CRIT-09, POO-COMP-43: the defence has succeeded in all its parts, so a riposte comes after the counterattack.
#[test]
fn a_counterattack_brings_the_riposte_along() {
    let situation = Situation { soak: 1, ..situation(pool(3), with(guard(5, 0, 0), Component::Riposte)) };
    // 1 against 3: two dice each, of which an armour die takes one of the counterattack.
    let came = played(&situation, &[1, 2, 6, 10, 10, 10, 2, 2, 7, 5, 2, 3, 4]);
    assert_eq!((came.end, came.back, came.riposte), (End::Returned, 5, 7));
    let plain = Situation { guard: guard(5, 0, 0), ..situation };
    let plain = Situation { guard: Guard { tier: 1, ..plain.guard }, ..plain };
    let came = played(&plain, &[1, 2, 6, 10, 10, 10, 2, 2, 7, 5]);
    assert_eq!((came.end, came.back, came.riposte), (End::Returned, 5, 0));
}

/// POO-CRIT-09: a defender who declines a counterattack has the riposte that it has earned, no more.
#[test]
fn a_declined_counterattack_leaves_the_riposte() {
    let situation = situation(pool(3), with(guard(5, 0, 0), Component::Riposte));
    let mut script = Scripted::new(vec![1, 2, 6, 10, 10, 10, 2, 2, 3, 4]);
    let mut stage = situation.begin();
    let came = loop {
        let mut context = StepContext::new(&mut script, true);
        match advance(&situation, stage, &mut context) {
            Advanced::Thrown(_, _, next) => stage = next,
            Advanced::Ask(_) => stage = situation.answered(stage, Answer::Return(false)),
            Advanced::Done(came) => break came,
        }
    };
    script.finish().expect("exactly these dice");
    assert_eq!((came.end, came.riposte, came.attack), (End::Evaded, 7, Critical::Failure));
}
