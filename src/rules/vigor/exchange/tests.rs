//! The printed chances and the checks of the exchange, by rule id.

use super::*;
use crate::{
    dice::{Enumerated, Odds},
    rules::{
        StepContext,
        exchange::{Advanced, Several, Situation as _, advance, several::MOST_TARGETS, solve},
        vigor::sheet::Factor,
    },
};

/// The dice of an attack and its damage: bonus dice to hit, weapon dice, bonus dice to damage.
fn attack(vs: i16, to_hit: BonusDice, weapon: (u8, u8), to_damage: BonusDice) -> Situation {
    Situation {
        delivery: Delivery::Aimed,
        vs,
        attack: to_hit,
        defences: Defences::default(),
        damage: Some(DamageDice { dice: weapon, bonus: to_damage }),
        protection: Protection::default(),
        body: Body { durability: 10_000, ..BODY },
        checks: [None; MOST_CHECKS],
        bursts_once: false,
    }
}

const BODY: Body = Body {
    durability: 30,
    health: Some(15),
    breaks: false,
    immune: false,
    factor: Factor::Normal,
    straight: false,
    overflows: true,
    fells: 30,
    helpless: false,
};

fn dice(count: u8) -> BonusDice {
    BonusDice::new(count)
}

fn armour(rank: i16, durability: i16) -> Armour {
    Armour { rank, durability, wears: true }
}

fn worn(pieces: &[Armour]) -> Protection {
    let mut protection = Protection::default();
    protection.worn.iter_mut().zip(pieces).for_each(|(slot, piece)| *slot = *piece);
    protection
}

/// P3: 1d20+2d10 against Guard 15, an ordinary sword with 2d10.
fn p3() -> Situation {
    attack(15, dice(2), (1, 8), dice(2))
}

const fn plain_form(bonus: BonusDice) -> Form {
    Form { bonus, price: 5, raises: 0 }
}

/// The situation with a target that defends with these dice.
fn defended(situation: Situation, bonus: BonusDice) -> Situation {
    let mut forms = [None; MOST_FORMS];
    forms[0] = Some(plain_form(bonus));
    Situation { defences: Defences { forms, assumed: Some(0), assumed_raise: None }, ..situation }
}

fn odds(situation: &Situation) -> Odds<Outcome> {
    let solved = solve(situation);
    assert!(solved.is_exact(), "{situation:?}: {}", solved.missing);
    solved.odds()
}

#[track_caller]
fn close(came: f64, printed: f64, digits: i32) {
    assert!((came - printed).abs() <= 0.51 * 10f64.powi(-digits), "{came} and not {printed}");
}

/// The printed columns of a row: beats VS, hit, critical per hit, mean body, body of at least 1 per hit, per attack.
fn row(situation: &Situation, printed: [f64; 6]) {
    let [beats, hit, critical, mean, some, per_attack] = printed;
    let odds = odds(situation);
    let of_hits = |which: &dyn Fn(&Outcome) -> bool| {
        odds.chance(|came| came.hits() && which(came)).to_f64() / odds.chance(|came| came.hits()).to_f64()
    };
    close(odds.chance(|came| came.ended != Ended::Missed).to_f64(), beats, 9);
    close(odds.chance(|came| came.hits()).to_f64(), hit, 9);
    close(of_hits(&|came| came.critical), critical, 9);
    close(of_hits(&|came| situation.harm(came.dealt).body >= 1), some, 9);
    let all = odds.mean(|came| if came.hits() { situation.harm(came.dealt).body as u32 } else { 0 }).to_f64();
    close(all, per_attack, 9);
    close(all / odds.chance(|came| came.hits()).to_f64(), mean, 8);
}

#[test]
fn the_printed_probabilities() {
    // VIG, Probabilities P1 to P12. Body damage is past cover and armour, with ample Durability.
    let p2 = attack(15, dice(1), (1, 8), dice(1));
    row(&attack(15, dice(0), (1, 8), dice(0)), [0.25, 0.25, 0.0, 4.5, 1.0, 1.125]);
    row(&p2, [0.545, 0.545, 0.1, 10.611_111_111, 1.0, 5.783_055_556]);
    let printed = [0.791_5, 0.791_5, 0.19, 16.722_222_222, 1.0, 13.235_638_889];
    row(&p3(), printed);
    let p4 = Situation { protection: worn(&[armour(5, 10_000)]), ..p3() };
    row(&p4, [0.791_5, 0.791_5, 0.19, 11.728_472_222, 79.0 / 80.0, 9.283_085_764]);
    row(&defended(p3(), dice(2)), [0.791_5, 0.492_632_403, 0.19, 16.722_222_222, 1.0, 8.237_908_522]);
    let wounded = attack(15, dice(2).wounded(true), (1, 8), dice(2).wounded(true));
    let p6 = defended(wounded, dice(2));
    row(&p6, [3713.0 / 5120.0, 0.422_520_875, 15.0 / 64.0, 14.785_714_286, 1.0, 6.247_272_942]);
    let p7 = attack(15, dice(2).moved(0, 2), (1, 8), dice(2).moved(0, 2));
    row(&p7, [1127.0 / 1728.0, 0.652_199_074, 11.0 / 36.0, 12.9, 1.0, 8.413_368_056]);
    let sturdy = Protection { cover: 10, ..worn(&[armour(3, 10_000)]) };
    let p8 = Situation { protection: sturdy, ..attack(20, dice(2), (2, 10), dice(1)) };
    row(&p8, [0.583, 0.583, 0.1, 4.825_111_111, 0.7199, 2.813_039_778]);
    let p9 = attack(20, dice(2).moved(0, 1), (1, 8), dice(2));
    row(&p9, [10269.0 / 20480.0, 0.501_416_016, 0.19, 16.722_222_222, 1.0, 8.384_790_039]);
    let p10 = attack(8, dice(1), (1, 4), dice(1));
    row(&p10, [0.86, 0.86, 0.1, 8.611_111_111, 1.0, 7.405_555_556]);
    let p11 = attack(25, dice(2), (1, 8), dice(2));
    row(&p11, [0.355_85, 0.355_85, 0.19, 16.722_222_222, 1.0, 5.950_602_778]);
    row(&defended(p3(), dice(1)), [0.791_5, 0.657_276_2, 0.19, 16.722_222_222, 1.0, 10.991_118_678]);
}

#[test]
fn the_printed_thresholds() {
    // VIG, Probabilities: the damage of P3 per hit.
    let (situation, hit) = (p3(), 0.7915);
    let odds_of_p3 = odds(&situation);
    for (least, printed) in [(10, 0.895), (15, 0.594), (20, 0.274), (25, 0.113_85), (30, 0.045_85), (40, 0.006_43)] {
        close(odds_of_p3.chance(|came| came.hits() && came.dealt >= least).to_f64() / hit, printed, 10);
    }
    // Against Durability 30 and Health 15: wounded and knocked down at once, and into Shock at once.
    let frail = Situation { body: BODY, ..situation };
    let came_to = |which: &dyn Fn(Harm) -> bool| {
        odds(&frail).chance(|came| came.hits() && which(frail.harm(came.dealt))).to_f64()
    };
    close(came_to(&|harm| harm.is_wounded(&BODY) && harm.knocked_down), 0.036_290_275, 9);
    close(came_to(&|harm| harm.fall == Fall::Shock), 0.001_763_066, 9);
}

#[test]
fn the_printed_checks() {
    // VIG, Probabilities: VS 20 with two dice and with one.
    let check = |bonus| Check { leads_to: LeadsTo::Effect, bonus, above: Some(20), declined: false };
    let resisted = |bonus| {
        let direct = Situation { delivery: Delivery::Direct(Some(check(bonus))), damage: None, ..p3() };
        odds(&direct).chance(|came| came.ended == Ended::Resisted).to_f64()
    };
    close(resisted(dice(2)), 0.583, 11);
    close(resisted(dice(1)), 0.3025, 11);
}

/// Runs the machine with given faces and answers.
fn played(situation: &Situation, faces: &[i32], form: Option<u8>) -> Outcome {
    let mut script = crate::dice::Scripted::new(faces.to_vec());
    let mut stage = situation.begin();
    let came = loop {
        let mut context = StepContext::new(&mut script, true);
        match advance(situation, stage, &mut context) {
            Advanced::Thrown(_, _, next) => stage = next,
            Advanced::Ask(_) => stage = situation.answered(stage, form),
            Advanced::Done(came) => break came,
        }
    };
    script.finish().expect("exactly these dice");
    came
}

#[test]
fn the_sequence_of_an_attack() {
    // VIG-ATK-01, with the order of dice of VIG-ROLL-08.
    let body = Body { durability: 12, health: Some(10), fells: 30, ..BODY };
    let situation = defended(Situation { body, protection: worn(&[armour(3, 20)]), ..p3() }, dice(2));
    let came = played(&situation, &[11, 6, 2, 9, 8, 1, 5, 10, 4, 3], Some(0));
    let harm = situation.harm(came.dealt);
    assert_eq!((came.ended, came.defended, came.critical), (Ended::Hit, Some(0), true));
    assert_eq!((harm.body, harm.stopped, harm.worn[0]), (19, 3, 17));
    assert_eq!((harm.durability, harm.health, harm.knocked_down), (0, 3, false));
    assert!(harm.is_wounded(&body) && !body.is_wounded());
    // VIG-REACT-04: a 19 is hit, a 20 evades. VIG-REACT-05: there is nothing to avert if the VS is not beaten.
    assert_eq!(played(&situation, &[11, 6, 2, 9, 8, 3], Some(0)).ended, Ended::Evaded);
    assert_eq!(played(&situation, &[11, 2, 2], Some(0)).ended, Ended::Missed);
    assert_eq!(played(&situation, &[11, 6, 2, 5, 2, 4], None).defended, None);
    // VIG-ATK-02, VIG-ATK-03: a total of 18 misses a Guard of 18, 19 hits it.
    let guarded = Situation { vs: 18, ..p3() };
    assert_eq!(played(&guarded, &[11, 6, 1], None).ended, Ended::Missed);
    assert_eq!(played(&guarded, &[11, 6, 2, 1, 1, 1], None).ended, Ended::Hit);
}

#[test]
fn several_forms_of_defence() {
    // VIG-REACT-06: Block with Strength 30 beside Dodge with Speed 20.
    let mut situation = defended(p3(), dice(2));
    situation.defences.forms[1] = Some(plain_form(dice(3)));
    situation.defences.forms[2] = Some(Form { raises: 4, ..plain_form(dice(0)) });
    assert_eq!(played(&situation, &[11, 6, 2, 9, 8, 2, 1], Some(1)).ended, Ended::Evaded);
    let chance = |form| {
        let mut assumed = situation;
        assumed.defences.assumed = form;
        odds(&assumed).chance(|came| came.hits())
    };
    assert!(chance(Some(1)) < chance(Some(0)) && chance(Some(0)) < chance(None));
    // A special reaction that raises the VS by 4: 19 is not above 19.
    assert_eq!(played(&situation, &[11, 6, 2], Some(2)).ended, Ended::Evaded);
    assert_eq!(played(&situation, &[11, 6, 3, 1, 1, 1], Some(2)).defended, Some(2));
    // Forecasts assume it up to there, and the Dodge above.
    situation.defences.assumed_raise = Some(2);
    assert_eq!([16, 19, 20].map(|total| situation.assumed(Stage::Decide(total))), [Some(2), Some(2), Some(0)]);
}

#[test]
fn armour_stops_and_wears_down() {
    let harm = |dealt, protection: Protection| harm::harm(dealt, &protection, &BODY);
    // VIG-ARM-01, VIG-ARM-02.
    assert_eq!([4, 5, 6].map(|dealt| harm(dealt, worn(&[armour(5, 20)])).body), [0, 0, 1]);
    let broken = harm(12, worn(&[armour(5, 3)]));
    assert_eq!((broken.body, broken.worn[0]), (7, 0));
    assert_eq!(harm(2, worn(&[armour(5, 3)])).worn[0], 1);
    assert_eq!(harm(50, worn(&[armour(5, UNLIMITED)])).worn[0], UNLIMITED);
    // VIG-ARM-03: natural armour reduces, worn armour is charged.
    let scaly = Protection { natural: 6, ..worn(&[armour(4, 4)]) };
    let hit = harm(10, scaly);
    assert_eq!((hit.stopped, hit.body, hit.worn[0]), (6, 4, 0));
    assert_eq!(harm(10, Protection { natural: 6, ..Protection::default() }).stopped, 6);
    // The highest reduces, and is charged first; the excess goes to the next.
    let layered = harm(10, worn(&[armour(5, 3), armour(4, 20)]));
    assert_eq!((layered.stopped, layered.worn[..2].to_vec()), (5, vec![0, 18]));
    // VIG-QUAL-03: armour that cannot be damaged still reduces, and passes nothing on.
    let superior = Armour { wears: false, ..armour(5, 20) };
    let hit = harm(12, worn(&[superior, armour(4, 9)]));
    assert_eq!((hit.body, hit.worn[..2].to_vec()), (7, vec![20, 9]));
    // VIG-COV-06: cover stops first, and what it stops does not wear armour down.
    let behind = Protection { cover: 5, ..worn(&[armour(3, 20)]) };
    let bolt = harm(7, behind);
    assert_eq!((bolt.body, bolt.stopped, bolt.worn[0]), (0, 2, 18));
    assert_eq!(harm(12, Protection { cover: 5, ..Protection::default() }).body, 7);
    // VIG-COV-03, VIG-COV-04.
    assert_eq!(harm(12, behind).body, 4);
    let sturdy = harm(12, Protection { cover: 10, ..behind });
    assert_eq!((sturdy.body, sturdy.stopped), (0, 2));
    // VIG-TYPE-09: Chemical body damage eats away at armour that does not stop it.
    let acid = Protection { eaten: Some(0), ..worn(&[Armour { rank: 0, ..armour(3, 20) }]) };
    assert_eq!((harm(6, acid).body, harm(6, acid).worn[0]), (6, 14));
}

#[test]
fn durability_then_health() {
    let harm = |dealt, body: Body| harm::harm(dealt, &Protection::default(), &body);
    let left = |harm: Harm| (harm.durability, harm.health);
    // VIG-HLTH-01, VIG-HLTH-02.
    let fresh = harm(12, BODY);
    assert_eq!((left(fresh), fresh.is_wounded(&BODY), fresh.body), ((18, 15), false, 12));
    let spent = Body { durability: 5, ..BODY };
    assert_eq!(left(harm(12, spent)), (0, 8));
    assert_eq!(left(harm(12, Body { overflows: false, ..spent })), (0, 15));
    assert_eq!(left(harm(5, spent)), (0, 15));
    assert!(harm(5, spent).is_wounded(&spent));
    // VIG-HLTH-03.
    let dying = harm(30, Body { durability: 0, health: Some(4), fells: 0, ..BODY });
    assert_eq!((left(dying), dying.fall, dying.body), ((0, 0), Fall::Shock, 30));
    // VIG-HLTH-04.
    let poisoned = Body { straight: true, ..BODY };
    assert_eq!((left(harm(6, poisoned)), harm(6, poisoned).is_wounded(&poisoned)), ((30, 9), false));
    assert_eq!((left(harm(15, poisoned)), harm(15, poisoned).fall), ((30, 0), Fall::Shock));
    // VIG-QUAL-04: immune, but armour still wears.
    let heroic = Body { immune: true, ..BODY };
    let shrugged = harm::harm(12, &worn(&[armour(3, 20)]), &heroic);
    assert_eq!((shrugged.body, shrugged.worn[0]), (0, 17));
    // VIG-DMG-05: half of what is past cover and armour, rounded down.
    let half = Body { factor: Factor::Half, ..BODY };
    let protection = Protection { cover: 5, ..worn(&[armour(3, 20)]) };
    assert_eq!(harm::harm(19, &protection, &half).body, 5);
    // VIG-OBJ-02: a construct, then an undead.
    let construct = Body { durability: 6, health: None, breaks: true, ..BODY };
    assert_eq!((harm(6, construct).fall, harm(5, construct).fall), (Fall::Destroyed, Fall::None));
    assert!(!harm(6, construct).is_wounded(&construct));
    let undead = Body { durability: 0, health: Some(3), breaks: true, ..BODY };
    assert_eq!(harm(3, undead).fall, Fall::Destroyed);
    // VIG-DYING-02, VIG-COND-07: any body damage kills, and none does not.
    let helpless = Body { helpless: true, ..BODY };
    let through = |dealt| harm::harm(dealt, &worn(&[armour(3, 20)]), &helpless).fall;
    assert_eq!([through(3), through(4)], [Fall::None, Fall::Killed]);
    // VIG-COND-05.
    let strong = Body { durability: 10, health: Some(25), ..BODY };
    let hit = harm(30, strong);
    assert_eq!((left(hit), hit.knocked_down, hit.fall), ((0, 5), true, Fall::None));
    assert!(!harm(29, strong).knocked_down);
}

#[test]
fn resistance_checks_follow_a_hit() {
    // VIG-TYPE-08: 15 is not higher than 15. VIG-RES-02: a tie with an opposing attack's total fails.
    let check = |leads_to, above| Check { leads_to, bonus: dice(2), above, declined: false };
    let with = |check| Situation { checks: [Some(check), None, None, None], ..p3() };
    let sonic = with(check(LeadsTo::Sonic, Some(15)));
    let hit = [11, 6, 2, 1, 2, 2];
    let stunned = |situation: &Situation, hit: &[i32], faces: &[i32], leads_to| {
        played(situation, &[hit, faces].concat(), None).failed(situation, leads_to)
    };
    assert!(stunned(&sonic, &hit, &[8, 4, 3], LeadsTo::Sonic));
    assert!(!stunned(&sonic, &hit, &[8, 4, 4], LeadsTo::Sonic));
    // Without body damage there is no check.
    let stopped = Situation { protection: worn(&[armour(9, 20)]), ..sonic };
    assert_eq!(played(&stopped, &hit, None).failed, 0);
    let opposed = with(check(LeadsTo::Fall, None));
    assert!(stunned(&opposed, &hit, &[9, 5, 5], LeadsTo::Fall), "19 against 19");
    assert!(!stunned(&opposed, &hit, &[9, 5, 6], LeadsTo::Fall));
    // VIG-RES-01, VIG-COND-08: three dice, a step smaller if this very hit has wounded.
    let general = Check { bonus: dice(3), ..check(LeadsTo::Fall, Some(15)) };
    let frail = Situation { body: Body { durability: 5, ..BODY }, ..with(general) };
    assert_eq!(played(&frail, &[11, 6, 2, 1, 2, 2, 1, 8, 2, 1, 1], None).failed, 1, "a d8 has burst");
    // A target knocked down by force makes no check, nor does one that is out of the fight.
    let felled = Situation { body: Body { fells: 5, ..BODY }, ..frail };
    assert_eq!(played(&felled, &hit, None).failed, 0);
    let dead = Situation { body: Body { helpless: true, ..BODY }, ..sonic };
    assert_eq!(dead.harm(played(&dead, &hit, None).dealt).fall, Fall::Killed);
}

#[test]
fn direct_abilities_are_resisted_or_not() {
    // VIG-ACT-03, VIG-ROLL-08: opposed, the acting side rolls first.
    let opposed = Check { leads_to: LeadsTo::Effect, bonus: dice(2), above: None, declined: false };
    let direct = Situation { delivery: Delivery::Direct(Some(opposed)), ..p3() };
    assert_eq!(played(&direct, &[10, 4, 4, 10, 4, 4, 3, 2, 2], None).ended, Ended::Hit);
    assert_eq!(played(&direct, &[10, 4, 4, 10, 4, 5], None).ended, Ended::Resisted);
    let plain = Situation { delivery: Delivery::Direct(None), ..p3() };
    assert_eq!(played(&plain, &[3, 2, 2], None).dealt, 7);
}

/// A situation with a small space of outcomes, made from a seed.
fn made(seed: u64) -> Situation {
    let mut stream = crate::dice::Stream::new(seed, 7);
    let mut below = |bound: u32| stream.below(bound) as i16;
    let bonus = |count: i16, steps: i16| BonusDice { count: count as u8, steps: steps as i8 - 3 };
    let mut forms = [None; MOST_FORMS];
    let form = below(3);
    (0..form).for_each(|number| forms[number as usize] = Some(plain_form(bonus(below(2), below(4)))));
    let check = (below(3) > 0).then(|| Check {
        leads_to: [LeadsTo::Sonic, LeadsTo::Stun, LeadsTo::Fall][below(3) as usize],
        bonus: bonus(below(2), below(4)),
        above: (below(2) > 0).then_some(12),
        declined: below(4) == 0,
    });
    let delivery = match (check, below(4)) {
        (Some(check), 0) => Delivery::Direct(Some(check)),
        _ => Delivery::Aimed,
    };
    Situation {
        delivery,
        vs: 8 + below(12),
        attack: bonus(below(3), below(5)),
        defences: Defences {
            forms,
            assumed: (form > 0 && below(3) > 0).then(|| below(form as u32) as u8),
            assumed_raise: None,
        },
        damage: (below(5) > 0).then(|| DamageDice { dice: (1, 6), bonus: bonus(below(3), below(4)) }),
        protection: Protection { cover: below(4), ..worn(&[armour(below(4), below(9)), armour(2, 4)]) },
        body: Body { durability: below(9), health: Some(1 + below(9)), fells: 9, helpless: below(6) == 0, ..BODY },
        checks: [check.filter(|_| delivery == Delivery::Aimed), None, None, None],
        bursts_once: below(2) > 0,
    }
}

/// The ends of a machine, with their chances, found by stepping through it throw by throw.
fn stepped<S: crate::rules::exchange::Situation>(situation: &S, source: &Enumerated) -> Vec<(S::Result, f64)> {
    let mut ends: Vec<(S::Result, f64)> = Vec::new();
    let mut level = vec![(situation.begin(), 1.0)];
    while let Some((stage, chance)) = level.pop() {
        let mut source = source.another();
        loop {
            let mut context = StepContext::new(&mut source, false);
            let came = advance(situation, stage, &mut context);
            let (ways, of) = source.weight();
            let chance = chance * ways as f64 / of as f64;
            match came {
                Advanced::Thrown(_, _, next) => level.push((next, chance)),
                Advanced::Ask(_) => level.push((situation.answered(stage, situation.assumed(stage)), chance)),
                Advanced::Done(end) => match ends.iter_mut().find(|(known, _)| *known == end) {
                    Some((_, sum)) => *sum += chance,
                    None => ends.push((end, chance)),
                },
            }
            if !source.advance() {
                break;
            }
        }
    }
    ends
}

/// Both ways to the odds agree.
fn agree<S: crate::rules::exchange::Situation>(situation: &S, source: Enumerated) {
    let solved = solve(situation);
    let (odds, stepped) = (solved.odds(), stepped(situation, &source));
    assert!(solved.is_exact());
    assert!(stepped.iter().filter(|(_, chance)| *chance > 1e-12).count() <= odds.len(), "{situation:?}");
    for (end, chance) in stepped {
        let solved = odds.chance(|other| *other == end).to_f64();
        assert!((solved - chance).abs() < 2e-12, "{end:?}: {solved} and not {chance}: {situation:?}");
    }
}

#[test]
fn the_solver_comes_to_what_stepping_comes_to() {
    (0..40).for_each(|seed| agree(&made(seed), Enumerated::new()));
}

#[test]
fn classes_keep_their_promise() {
    // A throw makes no difference beyond what the machine says it reads of it. Small dice, every value by itself.
    for seed in 0..60 {
        let mut situation = Situation { bursts_once: true, ..made(seed) };
        situation.attack = BonusDice { count: situation.attack.count.min(1), steps: -3 };
        situation.damage =
            situation.damage.map(|damage| DamageDice { bonus: BonusDice { count: 1, steps: -3 }, ..damage });
        situation.checks = [None; MOST_CHECKS];
        agree(&situation, Enumerated::of_every_value());
    }
}

#[test]
fn an_area_has_one_attack_and_one_damage_roll() {
    // VIG-ATK-08: a total of 20 against 15, 20 and 15; light cover does nothing against areas.
    let targets = [15, 20, 15].map(|vs| Situation { vs, ..p3() });
    let area = Several::new(&targets).expect("few targets");
    let solved = solve(&area);
    let hits = |came: Option<Outcome>| came.is_some_and(Outcome::hits);
    let odds = solved.odds();
    assert!(solved.is_exact());
    close(odds.chance(|came| hits(came[0])).to_f64(), 0.7915, 11);
    close(odds.chance(|came| hits(came[1])).to_f64(), 0.583, 11);
    // Those whom the same roll hits take the same damage.
    assert_eq!(odds.chance(|came| came[0] != came[2] || (hits(came[1]) && came[1] != came[0])).to_f64(), 0.0);
    // Each defends alone, against the same total.
    let mut all = targets.map(|target| defended(target, dice(1)));
    all[1].defences = Defences::default();
    let odds = solve(&Several::new(&all).expect("few targets")).odds();
    close(odds.chance(|came| hits(came[0])).to_f64(), 0.657_276_2, 9);
    close(odds.chance(|came| hits(came[1])).to_f64(), 0.583, 11);
    let both = odds.chance(|came| hits(came[0]) && hits(came[2])).to_f64();
    assert!(both > 0.657_276_2 * 0.657_276_2 && both < 0.657_276_2, "the same roll ties them: {both}");
    // Stepping gives the same.
    let small = [0, 1].map(|seed| {
        let mut situation = Situation { delivery: Delivery::Aimed, bursts_once: true, ..made(seed) };
        (situation.attack, situation.damage) = (dice(0), Some(DamageDice { dice: (1, 4), bonus: dice(0) }));
        situation.checks = [None; MOST_CHECKS];
        situation
    });
    agree(&Several::new(&small).expect("few targets"), Enumerated::new());
    assert_eq!(Several::new(&[p3(); MOST_TARGETS + 1]), None);
}

#[test]
fn a_situation_stays_small() {
    assert!(size_of::<Situation>() <= 144, "{}", size_of::<Situation>());
    assert!(size_of::<Stage>() <= 20, "{}", size_of::<Stage>());
}

#[test]
fn a_check_that_is_declined_fails_without_a_roll() {
    // VIG-RES-01: the first check is declined, the second rolled.
    let check = |leads_to, declined| Check { leads_to, bonus: dice(0), above: Some(10), declined };
    let checks = [Some(check(LeadsTo::Stun, true)), Some(check(LeadsTo::Fall, false)), None, None];
    let odds = odds(&Situation { checks, damage: None, body: BODY, ..p3() });
    let of_hits = |which: &dyn Fn(&Outcome) -> bool| {
        odds.chance(|came| came.hits() && which(came)).to_f64() / odds.chance(|came| came.hits()).to_f64()
    };
    close(of_hits(&|came| came.failed & 1 != 0), 1.0, 9);
    close(of_hits(&|came| came.failed & 2 != 0), 0.5, 9);
}
