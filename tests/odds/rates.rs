//! The Probabilities of `rates` through play, and forecasts of attacks compared with a second calculation, written from
//! the rules alone.

use std::collections::BTreeMap;

use proving_ground::{
    dice::{Enumerated, Fraction, Stream},
    levels::{Roster, parse_trials},
    rules::{
        self, Battle, Choice, CombatantId, Fate, OutcomeState, Policy, Vital, forecast, forecast_of_every_value, play,
    },
};

use crate::{A, B, agenda, ahead, chances, has, is, odds_in_turn};

const SCORE: Vital = Vital(1);

/// A position written as in a trial.
fn position(text: &str) -> Battle {
    let file = format!(
        "(format: 1, ruleset: rates, arms: [
            (tag: \"long\", name: \"long\", glyph: Sword, rules: (rates: (length: 40))),
            (tag: \"short\", name: \"short\", glyph: Club, rules: (rates: (length: 30))),
        ], trials: [(name: \"odds\", {text}, expect: [Status(\"A\", Fighting)])])"
    );
    match parse_trials("odds", &file, Roster::builtin()) {
        Ok(mut trials) => trials.remove(0).battle,
        Err(faults) => panic!("{faults}\n{file}"),
    }
}

/// The chances that A's score is higher than B's, equal, and lower, with these declared first actions.
fn scores(battle: &Battle, declared: [&str; 2]) -> [Fraction; 3] {
    let mut source = Enumerated::new();
    let mut all = [Fraction::ZERO; 3];
    loop {
        let mut after = battle.clone();
        play::begin(&mut after, &mut source, &mut Vec::new());
        while after.scene.order.is_empty() {
            let asked = after.decision().unwrap();
            let offers = after.ruleset.rules().offers(&after, asked);
            let choice = Choice::parse(declared[asked.who.index()], &after, &offers).unwrap();
            play::submit(&mut after, &offers, &choice, &mut source, &mut Vec::new()).unwrap();
        }
        let (ways, of) = source.weight();
        let [first, second] = [A, B].map(|who| after.combatant(who).vitals.get(SCORE));
        let place = (second.cmp(&first) as i8 + 1) as usize;
        all[place] = all[place].plus(Fraction::new(ways, of));
        if !source.advance() {
            return all;
        }
    }
}

/// Probabilities 11.
#[test]
fn scores_come_to_what_is_printed() {
    let against = |b: &str| {
        position(&format!(
            "initiative: true, board: (size: \"9x1\"), combatants: [
                (name: \"A\", at: \"a1\", gear: [(arm: \"long\", at: Main)], sheet: (agility: 3)), {b}]"
        ))
    };
    let mace = against("(name: \"B\", at: \"i1\", gear: [(arm: \"short\", at: Main)], sheet: (agility: 5))");
    let bow = against("(name: \"B\", at: \"b1\", gear: [(arm: \"bow\", at: Both)], sheet: (agility: 4))");
    for (battle, second, printed) in [
        (mace, "first-weapon short", ["60421/65536", "309/8192", "2643/65536"]),
        (bow, "first-weapon bow", ["645/1024", "959/8192", "2073/8192"]),
    ] {
        let found = scores(&battle, ["first-weapon long", second]);
        found.into_iter().zip(printed).for_each(|(chance, printed)| is(chance, printed));
    }
}

/// Probabilities 14: mounting an animal of difficulty 8 with Agility 3, and a shove of Strength 3 against 3.
#[test]
fn mounting_and_shoving_come_to_what_is_printed() {
    let battle = position(
        "combatants: [
            (name: \"A\", at: \"c1\", sheet: (agility: 3)),
            (name: \"H\", at: \"a1\", side: Blue, sheet: (combat_base: 2, footprint: 2, mount_data: Some((difficulty: 8)))),
            (name: \"B\", at: \"t20\", side: Orange, sheet: ()),
        ]",
    );
    is(odds_in_turn(&battle, "mount H").chance(|ending| has(&battle, ending, A, "rides")), "1/2");
    let battle = position(
        "board: (size: \"4x1\"), combatants: [
            (name: \"A\", at: \"a1\", sheet: (strength: 3)), (name: \"B\", at: \"b1\", sheet: (strength: 3)),
        ]",
    );
    let moved = |ending: &OutcomeState| {
        ending.effects.iter().any(|effect| matches!(effect, rules::Effect::Place(CombatantId(1), _)))
    };
    is(odds_in_turn(&battle, "shove B").chance(moved), "879/2048");
}

fn battle(settings: &str, arm: &str, a: &str, b: &str, gear: &str) -> Battle {
    let file = format!(
        "(format: 1, ruleset: rates, arms: [
            (tag: \"tool\", name: \"tool\", glyph: Club, rules: (rates: ({arm}))),
            (tag: \"foil\", name: \"foil\", glyph: Sword, rules: (rates: (can_parry: true))),
            (tag: \"board\", name: \"board\", glyph: Shield, rules: (rates: (harmless: true, shield: Some((block: 35, durability: 60))))),
        ], trials: [(name: \"odds\", settings: {{{settings}}}, combatants: [
            (name: \"A\", at: \"a1\", gear: [(arm: \"tool\", at: Main)], sheet: ({a})),
            (name: \"B\", at: \"b1\", gear: [{gear}], sheet: ({b})),
        ], expect: [Status(\"A\", Fighting)])])"
    );
    match parse_trials("odds", &file, Roster::builtin()) {
        Ok(mut trials) => trials.remove(0).battle,
        Err(faults) => panic!("{faults}\n{file}"),
    }
}

/// How the target defends.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Method {
    Nothing,
    Shield,
    Sidestep,
    Dodge,
    Parry,
}

/// A critical effect.
#[derive(Clone, Copy, Debug)]
enum Effect {
    Add(i64),
    Times(i64),
}

/// An attack as its numbers.
#[derive(Clone, Copy, Debug)]
struct Case {
    older: bool,
    per_blow: bool,
    block_once: bool,
    melee: i64,
    rate: Option<i64>,
    slow: i64,
    combat_base: i64,
    situation: i64,
    /// The place with what it adds, the share of Strength in percent, and whether armour there counts.
    place: Option<(&'static str, i64, i64)>,
    method: Method,
    agility: i64,
    parry: i64,
    strength: i64,
    dice: (i64, i64),
    flat: i64,
    range: i64,
    effect: Effect,
    armour: (i64, i64),
    defender: i64,
}

/// RAT-AIM-02, RAT-AIM-06; armour covers all but the eyes.
const PLACES: [(&str, i64, i64); 6] = [
    ("chest", 3, 100),
    ("left-arm", 5, 75),
    ("joint-left-leg", 7, 65),
    ("head", 10, 50),
    ("neck", 15, 25),
    ("eyes", 25, 0),
];

fn case(seed: u64) -> Case {
    let mut stream = Stream::new(seed, 35);
    let mut below = |bound: u32| i64::from(stream.below(bound));
    let older = below(2) == 0;
    Case {
        older,
        per_blow: !older && below(4) == 0,
        block_once: below(3) == 0,
        melee: below(6),
        rate: (below(5) > 0).then(|| 5 + below(9)),
        slow: 1 + below(4) / 2,
        combat_base: below(3),
        situation: below(7) - 2,
        place: (below(3) == 0).then(|| PLACES[below(6) as usize]),
        method: [Method::Nothing, Method::Shield, Method::Sidestep, Method::Dodge, Method::Parry][below(5) as usize],
        agility: below(4),
        parry: below(5),
        strength: below(3),
        dice: [(0, 6), (1, 6), (2, 4)][below(3) as usize],
        flat: below(12),
        range: below(22),
        effect: if below(2) == 0 { Effect::Add(below(8)) } else { Effect::Times(1 + below(3)) },
        armour: [(0, 0), (10, 5), (25, 3), (33, 0)][below(4) as usize],
        defender: below(4),
    }
}

impl Case {
    fn battle(&self) -> Battle {
        let mut settings = vec![format!("\"rat.edition\": \"{}\"", if self.older { "Older" } else { "Newer" })];
        settings.push(format!("\"rat.damage_roll\": \"{}\"", if self.per_blow { "per_blow" } else { "once" }));
        settings.push(format!("\"rat.shield_roll\": \"{}\"", if self.block_once { "attack" } else { "blow" }));
        settings.push(format!(
            "\"rat.dodge_cost\": \"{}\"",
            if self.method == Method::Dodge { "free" } else { "two_ways" }
        ));
        let rate = self.rate.map_or("None".into(), |rate| format!("Some({rate})"));
        let effect = match self.effect {
            Effect::Add(more) => format!("Add({more})"),
            Effect::Times(times) => format!("Times({times})"),
        };
        let dice = if self.dice.0 == 0 { String::new() } else { format!("({}, {})", self.dice.0, self.dice.1) };
        // The ranges of the editions are the columns of the table: 0 to 20 and 1 to 21.
        let ranges = if self.older {
            format!("crit_range_older: Some({})", self.range.max(1))
        } else {
            format!("crit_range: {}", self.range.min(20))
        };
        let arm = format!(
            "rate: {rate}, slow: {}, {ranges}, crit_effect: {effect}, damage: (strength: true, dice: [{dice}], flat: {})",
            self.slow, self.flat
        );
        let a = format!("melee: {}, strength: {}", self.melee, self.strength);
        let disciplines = match self.method {
            Method::Sidestep | Method::Dodge => "Dodge",
            Method::Parry => "Parry",
            _ => "",
        };
        let b = format!(
            "melee: {}, agility: {}, strength: {}, combat_base: {}, situation: {}, health_max: 999, disciplines: [{disciplines}],
             armour: [(name: \"all\", dr: {}, defence: {}, covers: [Chest, Limb, Joints, Head, Neck])]",
            self.parry, self.agility, self.defender, self.combat_base, self.situation, self.armour.0, self.armour.1
        );
        let gear = match self.method {
            Method::Shield => "(arm: \"board\", at: Off)",
            Method::Parry => "(arm: \"foil\", at: Main)",
            _ => "",
        };
        battle(&settings.join(", "), &arm, &a, &b, gear)
    }
}

/// Every sum of dice with its chance.
fn dice(count: i64, sides: i64) -> Vec<(i64, f64)> {
    let mut sums = BTreeMap::from([(0, 1.0)]);
    for _ in 0..count {
        let mut next = BTreeMap::new();
        for (sum, chance) in sums {
            (1..=sides).for_each(|face| *next.entry(sum + face).or_insert(0.0) += chance / sides as f64);
        }
        sums = next;
    }
    sums.into_iter().collect()
}

/// Rounding by RAT-CORE-04, for numbers that are not negative.
fn half_up(number: f64) -> i64 {
    (number + 0.5 + 1e-9).floor() as i64
}

/// The damage of an attack with the chance of each amount; `None` if nothing reaches the target.
fn reckoned(case: &Case) -> BTreeMap<Option<i64>, f64> {
    let mut ends = BTreeMap::new();
    let difficulty = case.situation + case.place.map_or(0, |place| place.1);
    let hits = |roll: i64, base: i64, dodge: i64| roll >= (base + difficulty + dodge).max(0);
    let base = 5 * case.combat_base;
    for (roll, chance) in dice(case.melee, 4) {
        let extra = case.rate.map_or(0, |rate| roll / rate);
        let blows = 1 + (extra - (case.slow - 1)).max(0);
        let against = |count: i64, still_hits: &dyn Fn(i64) -> bool| -> f64 {
            dice(count, 4).iter().map(|(shown, chance)| if still_hits(*shown) { *chance } else { 0.0 }).sum()
        };
        let lands = match case.method {
            _ if !hits(roll, base, 0) => 0.0,
            Method::Nothing | Method::Shield => 1.0,
            Method::Sidestep => against(case.agility, &|dodge| hits(roll, base, half_up(dodge as f64 / 2.0))),
            Method::Dodge => against(case.agility, &|dodge| hits(roll, base, dodge)),
            Method::Parry => against(case.parry, &|parry| hits(roll, base.max(parry), 0)),
        };
        *ends.entry(None).or_insert(0.0) += chance * (1.0 - lands);
        if lands > 0.0 {
            for (damage, part) in landed(case, blows) {
                *ends.entry(damage).or_insert(0.0) += chance * lands * part;
            }
        }
    }
    ends
}

/// The damage of this many blows that land.
fn landed(case: &Case, blows: i64) -> BTreeMap<Option<i64>, f64> {
    let critical = match (case.place.is_some(), case.older) {
        (true, _) => 0.0,
        (false, true) => (21 - case.range.max(1)) as f64 / 20.0,
        (false, false) => case.range.min(20) as f64 / 20.0,
    };
    let block = if case.method == Method::Shield { 0.35 } else { 0.0 };
    // How many plain and critical blows reach the target.
    let mut reached = BTreeMap::from([((0, 0), 1.0)]);
    for _ in 0..blows {
        let mut next = BTreeMap::new();
        for ((plain, criticals), chance) in reached {
            let each: f64 = if case.block_once { 0.0 } else { block };
            *next.entry((plain, criticals)).or_insert(0.0) += chance * each;
            *next.entry((plain + 1, criticals)).or_insert(0.0) += chance * (1.0 - each) * (1.0 - critical);
            *next.entry((plain, criticals + 1)).or_insert(0.0) += chance * (1.0 - each) * critical;
        }
        reached = next;
    }
    let mut ends = BTreeMap::new();
    if case.block_once && block > 0.0 {
        *ends.entry(None).or_insert(0.0) += block;
        reached.values_mut().for_each(|chance| *chance *= 1.0 - block);
    }
    for ((plain, criticals), chance) in reached {
        if plain + criticals == 0 {
            *ends.entry(None).or_insert(0.0) += chance;
            continue;
        }
        for (total, part) in totals(case, plain, criticals) {
            for (damage, last) in through(case, total) {
                *ends.entry(Some(damage)).or_insert(0.0) += chance * part * last;
            }
        }
    }
    ends
}

/// The damage dice with their additions.
fn base(case: &Case) -> Vec<(i64, f64)> {
    let mut sums = BTreeMap::new();
    for (strength, chance) in dice(case.strength, 4) {
        for (more, other) in dice(case.dice.0, case.dice.1) {
            *sums.entry(strength + more + case.flat).or_insert(0.0) += chance * other;
        }
    }
    sums.into_iter().collect()
}

/// The total of these numbers of plain and critical blows. RAT-DMG-02 to RAT-DMG-07.
fn totals(case: &Case, plain: i64, criticals: i64) -> BTreeMap<i64, f64> {
    let critical = |base: i64| match case.effect {
        Effect::Add(more) => base + more,
        Effect::Times(times) => base * times,
    };
    let mut all = BTreeMap::new();
    if case.per_blow {
        all.insert(0, 1.0);
        for blow in 0..plain + criticals {
            let mut next = BTreeMap::new();
            for (sum, chance) in all {
                for (base, part) in base(case) {
                    let damage = if blow < criticals { critical(base) } else { base };
                    *next.entry(sum + damage).or_insert(0.0) += chance * part;
                }
            }
            all = next;
        }
        return all;
    }
    for (base, chance) in base(case) {
        let total = if case.older {
            let (added, times) = match case.effect {
                Effect::Add(more) => (more * criticals, 1),
                Effect::Times(times) => (0, times),
            };
            let mut shares: Vec<f64> = vec![1.0; plain as usize];
            shares.extend(vec![times as f64; criticals as usize]);
            let most = shares.iter().copied().fold(0.0, f64::max);
            let sum: f64 = shares.iter().sum();
            half_up((base + added) as f64 * (most + (sum - most) / 2.0))
        } else {
            base * plain + critical(base) * criticals
        };
        *all.entry(total).or_insert(0.0) += chance;
    }
    all
}

/// What gets through armour and Strength. RAT-ARM-01, RAT-ARM-02, RAT-AIM-05 to RAT-AIM-07.
fn through(case: &Case, total: i64) -> Vec<(i64, f64)> {
    let place = case.place.map_or("", |place| place.0);
    let (dr, defence) = if place == "eyes" { (0, 0) } else { case.armour };
    let part = if place.starts_with("joint") { 0.75 } else { 1.0 };
    let left = half_up(total as f64 * (1.0 - dr as f64 * part / 100.0)) - half_up(defence as f64 * part);
    let share = case.place.map_or(100, |place| place.2);
    let each = |(roll, chance): (i64, f64)| ((left - half_up((roll * share) as f64 / 100.0)).max(0), chance);
    dice(case.defender, 4).into_iter().map(each).collect()
}

/// The same from the forecast.
fn forecast_of(case: &Case, battle: &Battle) -> BTreeMap<Option<i64>, f64> {
    let attacks = battle.attacks(A, B);
    let with_tool =
        attacks.into_iter().find(|(choice, _)| choice.item.is_some_and(|item| *battle.item(item).tag == *"tool"));
    let (choice, refusal) = with_tool.unwrap();
    assert_eq!(refusal, None);
    let number = case.place.map_or(0, |place| {
        1 + [
            "chest",
            "right-arm",
            "left-arm",
            "right-leg",
            "left-leg",
            "joint-right-arm",
            "joint-left-arm",
            "joint-right-leg",
            "joint-left-leg",
            "head",
            "neck",
            "eyes",
        ]
        .iter()
        .position(|name| *name == place.0)
        .unwrap()
    });
    let choice = if number > 0 { choice.set("at", number as i32) } else { choice };
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
fn three_thousand_attacks_come_to_what_a_second_reckoning_comes_to() {
    let (mut landed, mut averted) = (0, 0);
    for seed in 0..3_000 {
        let case = case(seed);
        let (mut found, mut expected) = (forecast_of(&case, &case.battle()), reckoned(&case));
        found.retain(|_, chance| *chance > 1e-13);
        expected.retain(|_, chance| *chance > 1e-13);
        let keys = |of: &BTreeMap<Option<i64>, f64>| of.keys().copied().collect::<Vec<_>>();
        assert_eq!(keys(&found), keys(&expected), "{seed}: {case:?}");
        for (end, chance) in &found {
            assert!(
                (chance - expected[end]).abs() < 1e-10,
                "{seed}, {end:?}: {chance} and not {}: {case:?}",
                expected[end]
            );
        }
        landed += usize::from(found.keys().any(Option::is_some));
        averted += usize::from(found.contains_key(&None) && case.method != Method::Nothing);
    }
    assert!(landed > 1_500 && averted > 1_000, "{landed} {averted}");
}

#[test]
fn throws_taken_together_come_to_the_same() {
    for seed in 0..400 {
        let case = Case { melee: 2, strength: 1, dice: (0, 6), ..case(seed) };
        if case.per_blow || case.rate.is_some_and(|rate| rate < 5) {
            continue;
        }
        let battle = case.battle();
        let attacks = battle.attacks(A, B);
        let (choice, _) = attacks
            .into_iter()
            .find(|(choice, _)| choice.item.is_some_and(|item| *battle.item(item).tag == *"tool"))
            .unwrap();
        let ahead = ahead(&battle, &choice);
        let together = forecast(&ahead.battle, agenda(&ahead), Policy::DefaultAnswers);
        let apart = forecast_of_every_value(&ahead.battle, agenda(&ahead), Policy::DefaultAnswers);
        assert_eq!(chances(&together), chances(&apart), "{case:?}");
        if seed > 60 {
            break;
        }
    }
}
