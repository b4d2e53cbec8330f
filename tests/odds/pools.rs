//! The Probabilities of `pools` to the printed digits, and forecasts of attacks compared with a second calculation,
//! written from the rules alone.

use std::collections::BTreeMap;

use proving_ground::{
    dice::{Scripted, Stream},
    levels::{Roster, parse_trials},
    rules::{
        Battle, Choice, Fate, OutcomeState, Vital,
        exchange::solve,
        play,
        pools::exchange::{
            Aim, Asks, Came, Charge, Critical, End, Guard, HarmDice, Plays, Pool, Situation as PoolsSituation,
        },
    },
};

use crate::{A, B};

/// An attack with a number of dice of a tier against a defence.
fn situation(dice: u8, tier: u8, guard: Guard) -> PoolsSituation {
    PoolsSituation {
        pool: Pool { dice, luck: 0, tier, spell: false },
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

/// A defence with these numbers of evasion, block and armour dice.
fn guard(evasion: u8, block: u8, armour: u8, tier: u8) -> Guard {
    Guard { evasion, block, armour, tier, ..Guard::default() }
}

/// The mean of a number over all ends.
fn mean(situation: &PoolsSituation, of: impl Fn(&Came) -> f64) -> f64 {
    let solved = solve(situation);
    let odds = solved.odds();
    odds.iter().map(|(came, ways)| of(came) * ways as f64 / odds.total() as f64).sum()
}

fn share(situation: &PoolsSituation, of: impl Fn(&Came) -> bool) -> f64 {
    mean(situation, |came| if of(came) { 1.0 } else { 0.0 })
}

fn same(found: f64, printed: f64, what: &str) {
    assert!((found - printed).abs() < 6e-10, "{what}: {found} and not {printed}");
}

/// Probabilities, table 1.
#[test]
fn criticals_come_as_often_as_printed() {
    const PRINTED: [[f64; 5]; 12] = [
        [0.100000000, 0.000000000, 0.000000000, 0.000000000, 0.000000000],
        [0.090000000, 0.010000000, 0.000000000, 0.000000000, 0.000000000],
        [0.196000000, 0.028000000, 0.001000000, 0.000000000, 0.000000000],
        [0.158900000, 0.037300000, 0.003700000, 0.000100000, 0.000000000],
        [0.265760000, 0.068960000, 0.008560000, 0.000460000, 0.000010000],
        [0.212934000, 0.072390000, 0.013350000, 0.001270000, 0.000055000],
        [0.318265600, 0.114694400, 0.023504000, 0.002728000, 0.000176500],
        [0.255720290, 0.110332770, 0.028904290, 0.004586850, 0.000431650],
        [0.358395136, 0.160790272, 0.044965888, 0.007937344, 0.000890920],
        [0.289828747, 0.148223883, 0.049421451, 0.010813323, 0.001556187],
        [0.389332060, 0.204791245, 0.071468570, 0.016761011, 0.002678776],
        [0.317173885, 0.184372358, 0.073647868, 0.020318798, 0.003906531],
    ];
    for (dice, row) in (1..).zip(PRINTED) {
        for (tier, printed) in (1..).zip(row) {
            // Without defence dice nothing is stopped, so every critical shows.
            let alone = situation(dice, tier, Guard::default());
            for kind in [Critical::Success, Critical::Failure] {
                same(
                    share(&alone, |came| came.attack == kind),
                    printed,
                    &format!("{dice} dice, tier {tier}, {kind:?}"),
                );
            }
        }
    }
}

/// Probabilities 2 to 6, 8 and 9: hit, glance, stopped, mean damage.
#[test]
fn opposed_rolls_come_to_what_is_printed() {
    let huge =
        PoolsSituation { harm: HarmDice { size: -3, ..HarmDice::default() }, ..situation(13, 1, guard(4, 0, 0, 0)) };
    let rows = [
        ("2 v 1", situation(2, 1, guard(1, 0, 0, 0)), [0.5, 0.375, 0.125, 6.2425]),
        ("6 v 3", situation(6, 1, guard(3, 0, 0, 0)), [0.746093750, 0.164062500, 0.089843750, 13.165974938]),
        ("10 v 4", situation(10, 1, guard(2, 0, 2, 0)), [0.910217285, 0.061096191, 0.028686523, 24.481336292]),
        ("10 v 4, Basic", situation(10, 2, guard(2, 0, 2, 0)), [0.910217285, 0.061096191, 0.028686523, 20.912856036]),
        ("13 v 4, Huge", huge, [0.975479126, 0.018157959, 0.006362915, 23.501991457]),
    ];
    for (what, situation, [hit, glance, stopped, damage]) in rows {
        same(share(&situation, |came| came.end == End::Hit), hit, what);
        same(share(&situation, |came| came.end == End::Glanced), glance, what);
        same(share(&situation, |came| came.end.is_stopped()), stopped, what);
        assert!((mean(&situation, |came| f64::from(came.harm)) - damage).abs() < 1e-8, "{what}: damage");
    }
    let at_least = |situation: &PoolsSituation, least: i16| share(situation, |came| came.harm >= least);
    assert!((at_least(&situation(2, 1, guard(1, 0, 0, 0)), 10) - 0.194933).abs() < 1e-9);
    same(at_least(&situation(2, 1, guard(1, 0, 0, 0)), 15), 0.0667635, "2 v 1, 15 and more");
    same(at_least(&situation(6, 1, guard(3, 0, 0, 0)), 20), 0.221973289, "6 v 3, 20 and more");
    same(at_least(&situation(10, 1, guard(2, 0, 2, 0)), 20), 0.453757154, "10 v 4, 20 and more");
    same(at_least(&situation(10, 2, guard(2, 0, 2, 0)), 20), 0.415548519, "10 v 4 Basic, 20 and more");
    let stopped = situation(5, 1, guard(3, 0, 2, 0));
    same(share(&stopped, |came| came.end == End::Evaded), 37.0 / 256.0, "evaded");
    same(share(&stopped, |came| came.end == End::Blocked), 119.0 / 512.0, "blocked");
    same(share(&stopped, |came| came.end == End::Hit), 193.0 / 512.0, "5 v 5");
    same(share(&stopped, |came| came.end == End::Glanced), 63.0 / 256.0, "5 v 5");
    // Against a huge target: many hits do no damage, and more dice mean more criticals.
    same(share(&huge, |came| came.end == End::Hit && came.harm == 0), 0.279662104, "hits without damage");
    let alone = situation(13, 1, Guard::default());
    same(share(&alone, |came| came.attack == Critical::Success), 0.413315769, "13 dice");
}

/// Probabilities 2 and 3: the number of damage dice, read from their totals.
#[test]
fn damage_dice_are_as_many_as_printed() {
    let two = [(0, 1.0 / 8.0), (1, 141.0 / 200.0), (2, 1.0 / 8.0), (4, 9.0 / 200.0)];
    let six = [
        (0, 23.0 / 256.0),
        (1, 25_143.0 / 64_000.0),
        (2, 162_897.0 / 800_000.0),
        (3, 174_189.0 / 2_000_000.0),
        (4, 678_603.0 / 8_000_000.0),
        (5, 84.0 / 15_625.0),
        (6, 1_937.0 / 25_000.0),
        (8, 90_513.0 / 2_000_000.0),
        (10, 97_617.0 / 8_000_000.0),
        (12, 11_529.0 / 8_000_000.0),
    ];
    let rows: [(_, &[(usize, f64)]); 2] =
        [(situation(2, 1, guard(1, 0, 0, 0)), &two), (situation(6, 1, guard(3, 0, 0, 0)), &six)];
    for (situation, printed) in rows {
        let (mut reckoned, mut sums) = ([0.0; 121], vec![1.0]);
        for dice in 0..=12 {
            let chance = printed.iter().find(|(count, _)| *count == dice).map_or(0.0, |(_, chance)| *chance);
            sums.iter().enumerate().for_each(|(sum, share)| reckoned[sum] += chance * share);
            // One die more.
            let mut more = vec![0.0; sums.len() + 10];
            for (sum, face) in (0..sums.len()).flat_map(|sum| (1..=10).map(move |face| (sum, face))) {
                more[sum + face] += sums[sum] / 10.0;
            }
            sums = more;
        }
        let mut found = [0.0; 121];
        let solved = solve(&situation);
        let odds = solved.odds();
        odds.iter().for_each(|(came, ways)| found[came.harm as usize] += ways as f64 / odds.total() as f64);
        for (sum, (found, reckoned)) in found.into_iter().zip(reckoned).enumerate() {
            same(found, reckoned, &format!("{sum} damage"));
        }
    }
}

/// Probabilities 6: both sides with criticals. Whatever can be turned back is.
#[test]
fn a_blow_at_a_blocking_guard_comes_to_what_is_printed() {
    let blocks = situation(10, 1, guard(2, 4, 2, 1));
    same(share(&blocks, |came| came.end == End::Returned), 0.074115091, "turned back");
    // Only blows that are neither stopped nor turned back show their whole outcome.
    let returned = share(&blocks, |came| came.end == End::Returned);
    let all = [End::Hit, End::Glanced, End::Evaded, End::Blocked].map(|end| share(&blocks, |came| came.end == end));
    same(all[0], 77_691.0 / 131_072.0, "hit");
    same(all[1], 21_879.0 / 131_072.0, "glance");
    same(all[2] + all[3] + returned, 15_751.0 / 65_536.0, "stopped");
    assert!((all.iter().sum::<f64>() + returned - 1.0).abs() < 1e-12);
    assert!((mean(&blocks, |came| f64::from(came.harm)) - 13.169211007).abs() < 1e-8);
}

/// Probabilities 7: a Luck die on either side, 6 v 3.
#[test]
fn luck_dice_come_to_what_is_printed() {
    let plain = situation(6, 1, guard(3, 0, 0, 0));
    let attack = PoolsSituation { pool: Pool { luck: 1, ..plain.pool }, ..plain };
    let defence = PoolsSituation { guard: Guard { luck: 1, ..plain.guard }, ..plain };
    for (who, situation, damage) in [("attack", attack, 14.680924156), ("defence", defence, 13.632486656)] {
        same(share(&situation, |came| came.end == End::Hit), 361.0 / 512.0, who);
        same(share(&situation, |came| came.end == End::Glanced), 81.0 / 512.0, who);
        same(share(&situation, |came| came.end.is_stopped()), 35.0 / 256.0, who);
        assert!((mean(&situation, |came| f64::from(came.harm)) - damage).abs() < 1e-8, "{who}: damage");
    }
    let alone = PoolsSituation { guard: Guard::default(), plays: Plays::default(), ..attack };
    for kind in [Critical::Success, Critical::Failure] {
        same(share(&alone, |came| came.attack == kind), 9037.0 / 31_250.0, "critical");
    }
}

/// All combinations of success and failure of a number of dice, as faces.
fn all_faces(dice: u32) -> impl Iterator<Item = Vec<i32>> {
    (0..1u32 << dice).map(move |ways| (0..dice).map(|die| if ways >> die & 1 == 1 { 6 } else { 2 }).collect())
}

fn position(text: &str) -> Battle {
    let file =
        format!("(format: 1, ruleset: pools, trials: [(name: \"odds\", {text}, expect: [Status(\"A\", Fighting)])])");
    match parse_trials("odds", &file, Roster::builtin()) {
        Ok(mut trials) => trials.remove(0).battle,
        Err(faults) => panic!("{faults}\n{file}"),
    }
}

/// Plays a choice of the one asked with these dice, all of which must be used.
fn submit(battle: &mut Battle, verb: &'static str, dice: Vec<i32>) {
    let rules = battle.ruleset.rules();
    let offers = rules.offers(battle, battle.decision().unwrap());
    let mut script = Scripted::new(dice);
    play::submit(battle, &offers, &Choice::new(verb), &mut script, &mut Vec::new()).unwrap();
    script.finish().unwrap();
}

const VITALITY: Vital = Vital(0);
const ORDER: Vital = Vital(4);

/// Probabilities 10: three initiative dice against two, and with a Luck die.
#[test]
fn initiative_comes_to_what_is_printed() {
    let text = |luck: u8| {
        format!(
            "initiative: true, combatants: [
                (name: \"A\", at: \"a1\", sheet: (speed: 15, luck: Some({luck}))), (name: \"B\", at: \"d1\", sheet: (speed: 10, luck: Some(0)))]"
        )
    };
    // The first has more, as many, fewer.
    let count = |dice: u32, play: &dyn Fn(Vec<i32>) -> Battle| {
        let mut counts = [0, 0, 0];
        for battle in all_faces(dice).map(play) {
            let [first, second] = [A, B].map(|who| battle.combatant(who).vitals.get(ORDER));
            counts[(second.cmp(&first) as i8 + 1) as usize] += 1;
        }
        counts
    };
    let plain = position(&text(0));
    let played = |dice: Vec<i32>| {
        let (mut battle, mut script) = (plain.clone(), Scripted::new(dice));
        play::begin(&mut battle, &mut script, &mut Vec::new());
        script.finish().unwrap();
        battle
    };
    assert_eq!(count(5, &played), [16, 10, 6], "1/2, 5/16, 3/16");
    let lucky = position(&text(1));
    let played = |dice: Vec<i32>| {
        let mut battle = lucky.clone();
        play::begin(&mut battle, &mut Scripted::new(Vec::new()), &mut Vec::new());
        submit(&mut battle, "roll-lucky", dice);
        battle
    };
    assert_eq!(count(6, &played), [32, 15, 17], "1/2, 15/64, 17/64");
}

/// Probabilities 11: the dying roll to stabilise, a blow at a helpless target, Death.
#[test]
fn ends_come_as_often_as_printed() {
    for (rating, stable) in (1..).zip([0, 1, 4, 11, 26, 57]) {
        let battle = position(&format!(
            "combatants: [
                (name: \"A\", at: \"a1\", sheet: (luck: Some(0)), state: {{\"ap\": 1, \"started\": 1}}),
                (name: \"B\", at: \"d1\", status: Down, sheet: (luck: Some(0), stamina: {}), state: {{\"vitality\": -4}}),
                (name: \"C\", at: \"f1\", side: Orange, sheet: (luck: Some(0)))]",
            5 * rating
        ));
        let comes_off = |mut dice: Vec<i32>| {
            let mut battle = crate::in_turn(&battle);
            let is_stable = dice.iter().filter(|face| **face > 5).count() >= 2;
            // A failure loses Vitality.
            dice.extend((!is_stable).then_some(3));
            submit(&mut battle, "end", dice);
            let lost = -4 - battle.combatant(B).vitals.get(VITALITY);
            assert_eq!(lost, if is_stable { 0 } else { 3 });
            is_stable
        };
        assert_eq!(all_faces(rating).filter(|dice| comes_off(dice.clone())).count(), stable, "of {}", 1 << rating);
    }
    let helpless = PoolsSituation { helpless: true, ..situation(4, 1, Guard::default()) };
    same(share(&helpless, |came| came.end == End::Killed), 15.0 / 16.0, "killed");
    same(share(&helpless, |came| came.end == End::Glanced), 1.0 / 16.0, "glanced");
    let lucky = PoolsSituation { pool: Pool { luck: 1, ..helpless.pool }, ..helpless };
    same(share(&lucky, |came| came.end == End::Killed), 27.0 / 32.0, "killed with Luck");
    same(share(&lucky, |came| came.end == End::Glanced), 1.0 / 8.0, "glanced with Luck");
    same(share(&lucky, |came| came.end == End::Evaded), 1.0 / 32.0, "missed with Luck");
    // Vitality 20 takes four successes.
    let death = PoolsSituation { aim: Aim::Death(4), ..situation(9, 4, Guard::default()) };
    same(share(&death, |came| came.end == End::Works), 191.0 / 256.0, "death");
}

/// An attack as its numbers.
#[derive(Clone, Copy, Debug)]
struct Case {
    strength: i64,
    training: i64,
    weapon: i64,
    ap: i64,
    luck: i64,
    /// A component with its tier and word.
    component: Option<(&'static str, i64)>,
    agility: i64,
    evasion: i64,
    unarmoured: i64,
    /// The class of armour, from none to heavy.
    armour: usize,
    /// Steps of size of both, from Tiny to Medium.
    sizes: (i64, i64),
    prone: bool,
    zero_misses: bool,
    passive_crits: bool,
    decides: bool,
    luck_counts: bool,
    soaks: bool,
    /// 0: size counts in full, 1: only for attacks, 2: not at all.
    size: usize,
}

const ARMOUR: [(&str, i64); 4] = [("None", 0), ("Light", 1), ("Medium", 2), ("Heavy", 4)];

fn case(seed: u64) -> Case {
    let mut stream = Stream::new(seed, 36);
    let mut below = |bound: u32| i64::from(stream.below(bound));
    let component = [
        None,
        Some(("find-the-gap", 2)),
        Some(("death-stroke", 5)),
        Some(("overwhelm", 2)),
        Some(("bleeding-cut", 2)),
        Some(("stunning-blow", 3)),
    ][below(6) as usize];
    let (least, most) = component.map_or((1, 3), |(_, tier)| (1 + tier, 3 * tier));
    Case {
        strength: below(30),
        training: below(4),
        weapon: below(4),
        ap: least + below((most - least + 1) as u32) % 4,
        luck: [0, 0, 1, 2][below(4) as usize],
        component,
        agility: below(25),
        evasion: below(3),
        unarmoured: below(3),
        armour: below(4) as usize,
        sizes: (below(3) - 2, below(3) - 2),
        prone: below(5) == 0,
        zero_misses: below(3) == 0,
        passive_crits: below(3) == 0,
        decides: below(3) == 0,
        luck_counts: below(3) == 0,
        soaks: below(3) == 0,
        size: below(3) as usize,
    }
}

impl Case {
    fn battle(&self) -> Battle {
        let on =
            |key: &str, is_on: bool, words: [&str; 2]| format!("\"pools.{key}\": \"{}\"", words[usize::from(is_on)]);
        let settings = [
            on("zero_tie", self.zero_misses, ["glance", "miss"]),
            on("passive_defence_crits", self.passive_crits, ["off", "on"]),
            on("criticals_decide", self.decides, ["off", "on"]),
            on("luck_faces_crit", self.luck_counts, ["off", "on"]),
            on("armour", self.soaks, ["defence_dice", "damage_dice"]),
            format!("\"pools.size\": \"{}\"", ["full", "attack_only", "off"][self.size]),
        ];
        let size = |steps: i64| ["Tiny", "Small", "Medium"][(steps + 2) as usize];
        let posture = if self.prone { "posture: Prone," } else { "" };
        let file = format!(
            "(format: 1, ruleset: pools, arms: [
                (tag: \"tool\", name: \"tool\", glyph: Club, rules: (pools: (dice: {weapon}))),
            ], trials: [(name: \"odds\", settings: {{{settings}}}, combatants: [
                (name: \"A\", at: \"a1\", gear: [(arm: \"tool\", at: Main)], state: {{\"ap\": 15, \"started\": 1}}, sheet: (
                    strength: {strength}, speed: 75, luck: Some(3), size: {own}, training: (melee: {training}),
                    components: [FindTheGap, DeathStroke, Overwhelm, BleedingCut, StunningBlow])),
                (name: \"B\", at: \"b1\", {posture} sheet: (
                    agility: {agility}, luck: Some(0), size: {other}, vitality_ranks: 50, armour: {armour},
                    training: (evasion: {evasion}, unarmoured: {unarmoured}))),
            ], expect: [Status(\"A\", Fighting)])])",
            weapon = self.weapon,
            settings = settings.join(", "),
            strength = self.strength,
            own = size(self.sizes.0),
            training = self.training,
            agility = self.agility,
            other = size(self.sizes.1),
            armour = ARMOUR[self.armour].0,
            evasion = self.evasion,
            unarmoured = self.unarmoured,
        );
        match parse_trials("odds", &file, Roster::builtin()) {
            Ok(mut trials) => trials.remove(0).battle,
            Err(faults) => panic!("{faults}\n{file}"),
        }
    }

    /// Attack dice for a larger target; the reverse for damage dice. POO-SIZE-01, POO-SIZE-02.
    fn size_dice(&self) -> i64 {
        let steps = self.sizes.1 - self.sizes.0;
        steps.signum() * steps.abs() * (steps.abs() + 1) / 2
    }

    /// Armour dice, halved by Find the Gap. POO-COMP-33.
    fn armour_dice(&self) -> i64 {
        let dice = ARMOUR[self.armour].1;
        if self.component.is_some_and(|(word, _)| word == "find-the-gap") { dice / 2 } else { dice }
    }
}

/// Successes, tens and ones of `count` dice, with their chances.
fn faces(count: i64) -> BTreeMap<(i64, i64, i64), f64> {
    let mut all = BTreeMap::from([((0, 0, 0), 1.0)]);
    for _ in 0..count {
        let mut next = BTreeMap::new();
        for ((successes, tens, ones), chance) in all {
            for (more, part) in [((1, 1, 0), 0.1), ((1, 0, 0), 0.4), ((0, 0, 0), 0.4), ((0, 0, 1), 0.1)] {
                *next.entry((successes + more.0, tens + more.1, ones + more.2)).or_insert(0.0) += chance * part;
            }
        }
        all = next;
    }
    all
}

/// Totals with 1 for a critical success, -1 for a critical failure. POO-CRIT-01, POO-CRIT-06, POO-LUCK-03, POO-LUCK-04.
fn pool(dice: i64, luck: i64, tier: i64, luck_counts: bool) -> BTreeMap<(i64, i64), f64> {
    let mut all = BTreeMap::new();
    for ((successes, tens, ones), chance) in faces(dice) {
        for ((good, more_tens, more_ones), part) in faces(luck) {
            let total = successes + 2 * good - luck;
            let (tens, ones) = if luck_counts { (tens + more_tens, ones + more_ones) } else { (tens, ones) };
            let failures = dice - successes;
            let critical = match () {
                () if tier == 0 => 0,
                () if total > failures && tens >= tier => 1,
                () if total < failures && ones >= tier => -1,
                () => 0,
            };
            *all.entry((total, critical)).or_insert(0.0) += chance * part;
        }
    }
    all
}

/// The damage of an attack with the chance of each amount; `None` if nothing reaches the target.
fn reckoned(case: &Case) -> BTreeMap<Option<i64>, f64> {
    let rating = |score: i64| (score / 5).max(1);
    let training = if case.training == 0 { -1 } else { case.training };
    let by_size = if case.size == 2 { 0 } else { case.size_dice() };
    let attack = (rating(case.strength) + training + case.weapon + case.ap + by_size).max(1);
    let worn = ARMOUR[case.armour].1;
    let evasion = rating(case.agility) + case.evasion + if worn == 0 { case.unarmoured } else { 0 };
    let rolled = if case.soaks { 0 } else { case.armour_dice() };
    let defence = (evasion + rolled - i64::from(case.prone)).max(1);
    let tier = case.component.map_or(1, |(_, tier)| tier);
    let strokes = case.component.is_some_and(|(word, _)| word == "death-stroke");
    let mut dice = BTreeMap::new();
    for ((own, critical), chance) in pool(attack, case.luck, tier, case.luck_counts) {
        for ((other, against), part) in pool(defence, 0, i64::from(case.passive_crits), case.luck_counts) {
            let chance = chance * part;
            let turned_back = critical == -1 && against == 1;
            let (mut margin, mut is_stopped) = (own - other, own < other);
            if own == other && case.zero_misses && own <= 0 {
                is_stopped = true;
            }
            if case.decides && critical != against {
                is_stopped = critical < against;
                margin = margin.max(1);
            }
            let number = match () {
                () if is_stopped || turned_back => None,
                () if margin == 0 => Some(if critical == 1 { 2 } else { 1 }),
                () => {
                    let times = 1 + i64::from(strokes) + i64::from(critical == 1);
                    let soaked = if case.soaks { case.armour_dice() } else { 0 };
                    let by_size = if case.size == 0 { -case.size_dice() } else { 0 };
                    Some((margin * times - soaked + by_size).max(0))
                }
            };
            *dice.entry(number).or_insert(0.0) += chance;
        }
    }
    let mut ends = BTreeMap::new();
    for (number, chance) in dice {
        let Some(number) = number else {
            *ends.entry(None).or_insert(0.0) += chance;
            continue;
        };
        let mut sums = BTreeMap::from([(0, 1.0)]);
        for _ in 0..number {
            let mut next = BTreeMap::new();
            for (sum, part) in sums {
                (1..=10).for_each(|face| *next.entry(sum + face).or_insert(0.0) += part / 10.0);
            }
            sums = next;
        }
        for (sum, part) in sums {
            *ends.entry(Some(sum)).or_insert(0.0) += chance * part;
        }
    }
    ends
}

/// The same from the forecast.
fn forecast_of(case: &Case, battle: &Battle) -> BTreeMap<Option<i64>, f64> {
    let with_tool =
        |choice: &Choice| choice.verb == "strike" && choice.item.is_some_and(|item| *battle.item(item).tag == *"tool");
    let (choice, refusal) = battle.attacks(A, B).into_iter().find(|(choice, _)| with_tool(choice)).unwrap();
    assert_eq!(refusal, None);
    let choice = case.component.iter().fold(choice, |choice, (word, _)| choice.set(word, 1));
    let choice = choice.set("ap", case.ap as i32).set("luck", case.luck as i32);
    let odds = crate::odds_of(battle, &choice);
    let end = |ending: &OutcomeState| match ending.results[0].fate {
        Fate::Missed | Fate::Averted(_) => None,
        _ => Some(i64::from(ending.results[0].damage)),
    };
    let mut ends = BTreeMap::new();
    for (ending, ways) in odds.iter() {
        *ends.entry(end(ending)).or_insert(0.0) += ways as f64 / odds.total() as f64;
    }
    ends
}

#[test]
fn three_hundred_attacks_come_to_what_a_second_reckoning_comes_to() {
    let (mut hits, mut stopped) = (0, 0);
    for seed in 0..300 {
        let case = case(seed);
        let (found, expected) = (forecast_of(&case, &case.battle()), reckoned(&case));
        let all = found.keys().chain(expected.keys());
        for end in all {
            let [chance, other] = [&found, &expected].map(|of| of.get(end).copied().unwrap_or(0.0));
            assert!((chance - other).abs() < 1e-10, "{seed}, {end:?}: {chance} and not {other}: {case:?}");
        }
        hits += usize::from(found.keys().any(Option::is_some));
        stopped += usize::from(found.contains_key(&None));
    }
    assert!(hits > 290 && stopped > 250, "{hits} {stopped}");
}
