//! The catalogue's Probabilities to the printed digits, and forecasts compared with plays of every face of every die.

#![allow(clippy::unwrap_used, reason = "whatever is missing fails the test")]

mod counters;
mod plays;
mod pools;
mod rates;
mod totals;
mod vigor;

use std::collections::BTreeMap;

use proving_ground::{
    dice::{Enumerated, Fraction, Odds, Scripted},
    geometry::{Square, euclidean_rounded},
    levels::{Roster, Trial, parse_trials},
    rules::{
        AgendaItem, AttackAhead, Battle, Choice, CombatantId, ConditionKind, Decision, Effect, Fate, Forecast,
        ForecastBudget, Item, OutcomeState, Policy, Posture, Status, attack_ahead, forecast, forecast_choice,
        forecast_choice_within, play, turn_given,
    },
};

const A: CombatantId = CombatantId(0);
const B: CombatantId = CombatantId(1);

/// Every end with its chance. The order of changes makes no difference.
fn chances(forecast: &Forecast) -> BTreeMap<OutcomeState, Fraction> {
    let mut all = BTreeMap::new();
    for (end, ways) in forecast.odds.iter() {
        let mut end = end.clone();
        end.effects.sort();
        let chance = all.entry(end).or_insert(Fraction::ZERO);
        *chance = chance.plus(Fraction::new(ways, forecast.odds.total()));
    }
    all
}

/// Weapons whose damage shows the margin, without dice: 5 below 30, 10 below 60, 15 from there on.
const ARMS: &str = "
    (tag: \"gauge\", name: \"gauge\", glyph: Club, rules: (percentile: (hands: 1, uses: [
        (kind: Melee, skill: MeleeWeapons, proficiency: Swords, dv: (dice: 0, flat: 5)),
    ]))),
    (tag: \"gap\", name: \"gap\", glyph: Knife, rules: (percentile: (hands: 1, uses: [
        (kind: Melee, skill: MeleeWeapons, proficiency: Swords, dv: (dice: 1, flat: 5), ap: 2),
    ]))),
    (tag: \"tap\", name: \"tap\", glyph: Club, rules: (percentile: (hands: 1, uses: [
        (kind: Melee, skill: MeleeWeapons, proficiency: Swords, dv: (dice: 0, flat: 6)),
    ]))),
    (tag: \"ring\", name: \"ring\", glyph: Pot, rules: (percentile: (hands: 0, uses: [
        (kind: Natural, skill: UnarmedCombat, dv: (dice: 2, flat: 4), tags: [Blast, Fire], emanates: Myself),
    ]))),
    (tag: \"glue\", name: \"glue\", glyph: Pot, rules: (percentile: (hands: 0, uses: [
        (kind: Natural, skill: UnarmedCombat, dv: (dice: 0), tags: [Splash], effect: Some((does: Hindered)), emanates: Myself),
    ]))),
";

fn trial(text: &str) -> Trial {
    let file = format!(
        "(format: 1, ruleset: percentile, arms: [{ARMS}], trials: [(name: \"odds\", {text}, expect: [Status(\"A\", Fighting)])])"
    );
    match parse_trials("odds", &file, Roster::builtin()) {
        Ok(mut trials) => trials.remove(0),
        Err(faults) => panic!("{faults}\n{file}"),
    }
}

/// A with a weapon and a rating beside B with a Fray rating, AV and nothing else.
fn duel(weapon: &str, attack: i32, fray: i32, av: i32) -> Battle {
    duel_with(weapon, attack, fray, av, "", "")
}

/// Like [`duel`], with more on B's sheet and in B's entry.
fn duel_with(weapon: &str, attack: i32, fray: i32, av: i32, sheet: &str, on_b: &str) -> Battle {
    let melee = attack - 20;
    trial(&format!(
        "combatants: [
            (name: \"A\", at: \"a1\", gear: [(arm: \"{weapon}\", at: Main)], sheet: (
                skills: [(skill: MeleeWeapons, ranks: {melee}, proficiencies: [Swords])],
            )),
            (name: \"B\", at: \"b1\", sheet: (
                {sheet} coo: {coo}, skills: [(skill: Fray, ranks: {ranks})], armour: [(name: \"armour\", av: {av})],
            ) {on_b}),
        ]",
        coo = fray.min(20),
        ranks = (fray - 20).max(0),
    ))
    .battle
}

/// The attacks that A can make on B, by the tag of the weapon.
fn attacks(battle: &Battle) -> Vec<Choice> {
    let all = battle.attacks(A, B);
    all.into_iter().filter(|(_, refusal)| refusal.is_none()).map(|(choice, _)| choice).collect()
}

fn attack_with(battle: &Battle, tag: &str) -> Choice {
    let is = |item: Item<'_>| *item.tag == *tag;
    let found = attacks(battle).into_iter().find(|choice| choice.item.is_some_and(|item| is(battle.item(item))));
    found.unwrap_or_else(|| panic!("A cannot attack with {tag}"))
}

fn odds_of(battle: &Battle, choice: &Choice) -> Odds<OutcomeState> {
    let turn = turn_given(battle, A);
    let found = forecast_choice(&turn, turn.decision().unwrap(), choice, Policy::DefaultAnswers).unwrap();
    assert!(found.is_exact());
    Odds::clone(&found.odds)
}

/// The attack that a choice of A's turn leads to, right before its dice.
fn ahead(battle: &Battle, choice: &Choice) -> AttackAhead {
    let turn = turn_given(battle, A);
    attack_ahead(&turn, turn.decision().unwrap(), choice).unwrap()
}

/// The agenda of that attack alone.
fn agenda(ahead: &AttackAhead) -> Vec<AgendaItem> {
    vec![AgendaItem::Step(ahead.step.clone())]
}

fn odds(battle: &Battle) -> Odds<OutcomeState> {
    odds_of(battle, &attacks(battle)[0])
}

/// The battle with A's turn begun, unless somebody is asked already.
fn in_turn(battle: &Battle) -> Battle {
    let mut battle = battle.clone();
    if battle.agenda.is_empty() {
        battle.agenda = battle.ruleset.rules().turn_of(&battle, A);
        battle.agenda.reverse();
        play::settle(&mut battle, &mut Scripted::new(Vec::new()), &mut Vec::new());
    }
    battle
}

/// The choice of A's turn that a text names.
fn chosen(battle: &Battle, text: &str) -> Choice {
    let battle = &in_turn(battle);
    let decision = battle.decision().unwrap();
    Choice::parse(text, battle, &battle.ruleset.rules().offers(battle, decision))
        .unwrap_or_else(|no| panic!("{text}: {no}"))
}

/// The battle after choices that need no dice.
fn after(battle: &Battle, choices: &[&str]) -> Battle {
    let mut battle = in_turn(battle);
    for text in choices {
        let choice = chosen(&battle, text);
        let mut no_dice = Scripted::new(Vec::new());
        let offers = battle.ruleset.rules().offers(&battle, battle.decision().unwrap());
        play::submit(&mut battle, &offers, &choice, &mut no_dice, &mut Vec::new()).unwrap();
    }
    battle
}

/// The odds of a choice in answer to the open question.
fn odds_in_turn(battle: &Battle, text: &str) -> Odds<OutcomeState> {
    let battle = &in_turn(battle);
    let decision = battle.decision().unwrap();
    let found = forecast_choice(battle, decision, &chosen(battle, text), Policy::DefaultAnswers).unwrap();
    assert!(found.is_exact());
    Odds::clone(&found.odds)
}

/// Whether somebody has a condition in an outcome.
fn has(battle: &Battle, ending: &OutcomeState, who: CombatantId, condition: &str) -> bool {
    let mut after = battle.clone();
    ending.effects.iter().for_each(|effect| after.apply(effect));
    let names = battle.ruleset.rules().names().conditions;
    let kind = names.iter().position(|name| *name == condition).unwrap();
    after.combatant(who).conditions.has(ConditionKind(kind as u8))
}

fn is_hit(ending: &OutcomeState) -> bool {
    matches!(ending.results[0].fate, Fate::Hit | Fate::Critical)
}

fn is_critical(ending: &OutcomeState) -> bool {
    ending.results[0].fate == Fate::Critical
}

fn damage(ending: &OutcomeState) -> i16 {
    ending.results[0].damage
}

/// A chance as the catalogue prints it: a fraction, or nine decimals.
#[track_caller]
fn is(came: Fraction, printed: &str) {
    let shown = if let Some((upper, lower)) = printed.split_once('/') {
        assert_eq!(came, Fraction::new(upper.parse().unwrap(), lower.parse().unwrap()), "{printed}");
        return;
    } else {
        let places = printed.split_once('.').map_or(0, |(_, places)| places.len());
        let scale = 10u128.pow(places as u32);
        let digits = (2 * came.numerator() * scale + came.denominator()) / (2 * came.denominator());
        format!("{}.{:0places$}", digits / scale, digits % scale)
    };
    assert_eq!(shown, printed, "{came}");
}

fn hit(battle: &Battle) -> Fraction {
    odds(battle).chance(is_hit)
}

fn mean(battle: &Battle) -> Fraction {
    odds(battle).mean(|ending| damage(ending).max(0) as u32)
}

/// A with DB 3 and the gap-finder at a rating against Fray 60 and AV 6.
fn weak(attack: i32) -> Battle {
    let melee = attack - 20;
    trial(&format!(
        "combatants: [
            (name: \"A\", at: \"a1\", gear: [(arm: \"gap\", at: Main)], sheet: (
                strength: 10, skills: [(skill: MeleeWeapons, ranks: {melee}, proficiencies: [Swords])],
            )),
            (name: \"B\", at: \"b1\", sheet: (skills: [(skill: Fray, ranks: 40)], armour: [(name: \"armour\", av: 6)])),
        ]",
    ))
    .battle
}

#[test]
fn probability_1_goblin_and_chandra() {
    let odds = odds(&duel("gauge", 50, 60, 0));
    is(odds.chance(is_hit), "3264/9949");
    is(odds.chance(is_hit), "0.328073173");
    is(odds.chance(|ending| damage(ending) >= 10), "1659/9949");
    is(odds.chance(is_critical), "305/9949");
    is(odds.chance(|ending| damage(ending) >= 10 || is_critical(ending)), "1809/9949");

    // DB 3: AP 2 + 3 with an exceptional or critical success, AP 2 otherwise.
    let gap = weak(60);
    let gap =
        odds_of(&gap, &chosen(&gap, "strike B gap strike=armour-gap")).mean(|ending| damage(ending).max(0) as u32);
    is(gap, "72621/19898");
    is(gap, "3.649663283");

    let plain = duel("gap", 60, 60, 6);
    is(hit(&plain), "0.423483248");
    is(mean(&plain), "4.293087836");
}

#[test]
fn probability_2_track() {
    let odds = odds(&duel("gauge", 60, 70, 0));
    is(odds.chance(is_hit), "3599/9939");
    is(odds.chance(is_hit), "0.362108864");
    is(odds.chance(|ending| damage(ending) >= 10), "2294/9939");
    is(odds.chance(|ending| damage(ending) >= 15), "89/9939");
    is(odds.chance(is_critical), "113/3313");
    is(odds.chance(|ending| damage(ending) >= 10 || is_critical(ending)), "2414/9939");
}

/// A strike has its result when the check that it forces is rolled: SOM × 2 fails with 59 of 100.
#[test]
fn probability_2_track_knocks_down() {
    let battle = duel_with("gauge", 70, 70, 0, "dur: 300,", "");
    let odds = odds_of(&battle, &chosen(&battle, "strike B gauge strike=knock-down"));
    is(odds.chance(is_hit), "3599/9939");
    is(
        odds.chance(|ending| ending.effects.contains(&Effect::Posture(B, Posture::Prone)))
            .times(Fraction::new(100, 59)),
        "2414/9939",
    );
}

#[test]
fn probability_3_katarina() {
    let battle = duel_with("gauge", 60, 60, 0, "", ", unaware_of: [\"A\"]");
    let odds = odds_of(&battle, &chosen(&battle, "strike B gauge strike=maim-neck"));
    is(odds.chance(is_hit), "0.41");
    is(odds.chance(|ending| damage(ending) >= 10), "0.11");
    is(odds.chance(is_critical), "0.04");
    is(odds.chance(|ending| ending.effects.contains(&Effect::Status(B, Status::Dead))), "0.14");
}

#[test]
fn probability_4_sword_against_mail() {
    let margins = odds(&duel("gauge", 70, 50, 0));
    is(margins.chance(|ending| damage(ending) >= 10), "0.388883305");
    is(margins.chance(|ending| damage(ending) >= 15), "0.110563876");
    is(margins.chance(is_critical), "0.055784501");

    let odds = odds(&duel("sword", 70, 50, 6));
    is(odds.chance(is_hit), "5774/9949");
    is(odds.chance(is_hit), "0.580359835");
    is(odds.mean(|ending| damage(ending) as u32), "152843/19898");
    let dealt = || odds.iter().filter(|(ending, _)| is_hit(ending)).map(|(ending, _)| damage(ending));
    assert_eq!((dealt().min(), dealt().max()), (Some(4), Some(23)));
    is(odds.chance(|ending| damage(ending) >= 6), "5429/9949");
    is(odds.chance(|ending| damage(ending) >= 12), "18229/49745");
    is(odds.chance(|ending| damage(ending) >= 18), "6122/49745");
}

/// Both attacks of one action, declared and then resolved.
fn volley(off: &str, ambidextrous: bool) -> Odds<OutcomeState> {
    let battle = trial(&format!(
        "combatants: [
            (name: \"A\", at: \"a1\", gear: [(arm: \"sword\", at: Main), (arm: \"{off}\", at: Off)], sheet: (
                ambidextrous: {ambidextrous}, skills: [(skill: MeleeWeapons, ranks: 50, proficiencies: [Swords, Maces, Knives])],
            )),
            (name: \"B\", at: \"b1\", sheet: (dur: 300, skills: [(skill: Fray, ranks: 30)])),
        ]",
    ))
    .battle;
    let battle = after(&battle, &["volley", "strike B sword", &format!("strike B {off}")]);
    odds_in_turn(&battle, "begin")
}

#[test]
fn probability_5_two_weapons() {
    is(hit(&duel("sword", 70, 50, 6)), "0.580359835");
    let chances = |odds: &Odds<OutcomeState>| {
        let landed = |ending: &OutcomeState, place: usize| {
            ending.results.get(place).is_some_and(|result| matches!(result.fate, Fate::Hit | Fate::Critical))
        };
        [
            odds.chance(|ending| landed(ending, 0)),
            odds.chance(|ending| landed(ending, 1)),
            odds.chance(|ending| landed(ending, 0) || landed(ending, 1)),
        ]
    };
    // The first must not wound, or the second would be harder to avert.
    for (off, ambidextrous, second, either) in [
        ("mace", true, "0.479847221", "0.729441086"),
        ("knife", false, "0.379334606", "0.677159171"),
        ("mace", false, "0.284064665", "0.627604246"),
    ] {
        let [first, other, any] = chances(&volley(off, ambidextrous));
        is(first, "0.479847221");
        is(other, second);
        is(any, either);
    }
}

#[test]
fn probability_6_bow_at_a_man_behind_a_fence() {
    let row: String = (0..62).map(|x| if x == 60 { "=." } else { " ." }).collect();
    let ruler = "+-".repeat(62);
    let battle = trial(&format!(
        "board: (map: r\"\n{ruler}+\n|{}|\n{ruler}+\n\"),
        combatants: [
            (name: \"A\", at: \"a1\", gear: [(arm: \"bow\", at: Both)], sheet: (
                skills: [(skill: RangedWeapons, ranks: 45, proficiencies: [Bows])],
            )),
            (name: \"B\", at: \"bi1\", sheet: (
                skills: [(skill: Fray, ranks: 25)], armour: [(name: \"quilted coat\", av: 3)],
            )),
        ]",
        &row[1..],
    ))
    .battle;
    let choice = attack_with(&battle, "bow");
    let assessment = ahead(&battle, &choice).assessment();
    assert_eq!(assessment.attack().number.value, 25);
    let odds = odds_of(&battle, &choice);
    is(odds.chance(is_hit), "0.173350712");
    is(odds.mean(|ending| damage(ending) as u32), "7787/4987");
    is(odds.chance(|ending| damage(ending) >= 6), "0.142590736");
}

#[test]
fn probability_7_full_defence() {
    let battle = duel_with("sword", 60, 45, 6, "", ", conditions: [(kind: \"full-defence\", until: TurnStart)]");
    is(hit(&battle), "0.392796056");
    is(mean(&battle), "4.785139350");
}

/// Whatever the budget of a forecast, no chance is off by more than it says.
#[test]
fn a_forecast_cut_short_says_how_far_it_may_be_off() {
    // With points to spend it is stepped through, throw by throw.
    let resists = "resistances: [(tag: Bladed)],";
    let battle = duel_with("sword", 60, 45, 6, resists, "");
    let turn = turn_given(&battle, A);
    let within = |states: u32, bytes: u64| {
        let budget = ForecastBudget { states, bytes, stop: None, remembers: true };
        let asked = turn.decision().unwrap();
        forecast_choice_within(&turn, asked, &attacks(&battle)[0], Policy::DefaultAnswers, budget).unwrap()
    };
    let whole = within(u32::MAX, u64::MAX);
    assert_eq!(whole.missing, 0);
    let (mut cut, mut partly) = (0, 0);
    let budgets = (1..60).map(|states| (states, u64::MAX)).chain((1..60).map(|part| (u32::MAX, part * 400)));
    for (states, bytes) in budgets {
        let found = within(states, bytes);
        let Some(doubt) = found.doubt() else {
            assert_eq!(found, whole);
            continue;
        };
        cut += 1;
        partly += u32::from(doubt < Fraction::ONE);
        let views: [fn(&OutcomeState) -> bool; 3] = [
            |ending| ending.lands(A, B),
            |ending| ending.results.iter().any(|result| result.damage >= 12),
            |ending| ending.effects.is_empty(),
        ];
        for is in views {
            let (true_one, came) = (whole.odds.chance(is).to_f64(), found.odds.chance(is).to_f64());
            assert!((true_one - came).abs() <= doubt.to_f64() + 1e-12, "{true_one} and {came} with {states}, {bytes}");
        }
    }
    assert!((10..110).contains(&cut) && partly > 5, "{cut} forecasts were cut short, {partly} of them in part");
}

#[test]
fn probability_8_charge() {
    let start = trial(
        "combatants: [
            (name: \"A\", at: \"a1\", gear: [(arm: \"sword\", at: Main)], sheet: (
                skills: [(skill: MeleeWeapons, ranks: 45, proficiencies: [Swords])],
            )),
            (name: \"B\", at: \"e1\", sheet: (
                skills: [(skill: Fray, ranks: 30)], armour: [(name: \"quilted coat\", av: 3)],
            )),
        ]",
    );
    let battle = after(&start.battle, &["charge b1 c1 d1"]);
    is(hit(&battle), "0.429590914");
    is(mean(&battle), "160279/19898");
    is(odds(&battle).chance(|ending| damage(ending) >= 12), "0.412252488");
}

/// The chance that A comes before B in the initiative order.
fn a_comes_first(battle: &Battle) -> Fraction {
    let mut source = Enumerated::new();
    let mut first = Fraction::ZERO;
    loop {
        let mut after = battle.clone();
        play::begin(&mut after, &mut source, &mut Vec::new());
        let (ways, of) = source.weight();
        if after.scene.order == [A, B] {
            first = first.plus(Fraction::new(ways, of));
        }
        if !source.advance() {
            break;
        }
    }
    first
}

#[test]
fn probability_9_initiative() {
    let battle = trial(
        "initiative: true, combatants: [
            (name: \"A\", at: \"a1\", sheet: (int: 20, coo: 25)), (name: \"B\", at: \"k1\", sheet: (int: 15, coo: 20)),
        ]",
    )
    .battle;
    is(a_comes_first(&battle), "72/100");
}

#[test]
fn probability_10_breaking_a_grab() {
    let battle = trial(
        "combatants: [
            (name: \"A\", at: \"a1\", sheet: (strength: 35), conditions: [(kind: \"grabbed\", whom: \"B\", until: Indefinite)]),
            (name: \"B\", at: \"b1\", sheet: (strength: 25), conditions: [(kind: \"grabbing\", whom: \"A\", until: Indefinite)]),
        ]",
    )
    .battle;
    let free = odds_in_turn(&battle, "break").chance(|ending| !has(&battle, ending, A, "grabbed"));
    is(free, "4519/7578");
    is(free, "0.596331486");
}

#[test]
fn probability_11_catch() {
    let battle = trial(
        "combatants: [
            (name: \"A\", at: \"a1\", gear: [(arm: \"sword\", at: Main)], sheet: (
                skills: [(skill: MeleeWeapons, ranks: 30, proficiencies: [Swords])],
            )),
            (name: \"B\", at: \"b1\", gear: [(arm: \"sword-catcher\", at: Main)], sheet: (
                dur: 300, skills: [(skill: MeleeWeapons, ranks: 40, proficiencies: [Knives])],
            )),
        ]",
    )
    .battle;
    let rules = battle.ruleset.rules();
    let ahead = ahead(&battle, &attack_with(&battle, "sword"));
    let catches = |battle: &Battle, decision: &Decision| {
        let offers = rules.offers(battle, decision);
        let catch = Choice::parse("catch sword-catcher", battle, &offers);
        catch.unwrap_or_else(|_| rules.default_answer(battle, decision))
    };
    let found = forecast(&ahead.battle, agenda(&ahead), Policy::Asked(&catches));
    assert!(found.is_exact());
    let odds = found.odds;
    is(odds.chance(is_hit), "0.379334606");
    is(odds.chance(|ending| matches!(ending.results[0].fate, Fate::Averted(_))), "1275/9949");
    is(odds.chance(|ending| has(&battle, ending, A, "caught")), "873/9949");
    is(odds.chance(|ending| has(&battle, ending, A, "caught")), "0.087747512");
}

#[test]
fn probability_12_staying_up_and_degrees_of_failure() {
    let odds = odds(&duel_with("tap", 29, 60, 0, "", ", unaware_of: [\"A\"]"));
    let falls = |ending: &OutcomeState| ending.effects.contains(&Effect::Posture(B, Posture::Prone));
    is(odds.chance(is_hit), "0.30");
    is(odds.chance(|ending| is_hit(ending) && !falls(ending)), "0.153");

    // The injury of PCT-UNA-04 is 1d10 / 2, and a 1 hurts nobody.
    let battle = trial(
        "combatants: [
            (name: \"A\", at: \"a1\", sheet: (dur: 100, skills: [(skill: UnarmedCombat, ranks: 25)])),
            (name: \"B\", at: \"b1\", sheet: (armour: [(name: \"mail\", av: 6)])),
        ]",
    )
    .battle;
    let odds = odds_of(&battle, &attack_with(&battle, "fists"));
    let hurt = odds.chance(|ending| ending.effects.iter().any(|effect| matches!(effect, Effect::Vital(A, ..))));
    is(hurt.times(Fraction::new(10, 9)), "0.27");
}

/// A blast from its user has no margin and no critical, like a pot that has scattered.
#[test]
fn probability_13_fire_pot() {
    const C: CombatantId = CombatantId(2);
    const D: CombatantId = CombatantId(3);
    let battle = trial(
        "board: (size: \"45x30\"), combatants: [
            (name: \"A\", at: \"c15\", gear: [(arm: \"ring\", at: Natural), (arm: \"glue\", at: Natural), (arm: \"fire-pot\", at: Main)], sheet: (
                skills: [(skill: RangedWeapons, ranks: 30, proficiencies: [Thrown])],
            )),
            (name: \"B\", at: \"f15\", side: Orange, sheet: (dur: 300, armour: [(name: \"quilted coat\", av: 3)])),
            (name: \"C\", at: \"c16\", side: Orange, sheet: (dur: 300)), (name: \"D\", at: \"c17\", side: Orange, sheet: (dur: 300)),
        ]",
    )
    .battle;
    let ends = |arm: &str, who: CombatantId| {
        let area = battle.area(A, &chosen(&battle, &format!("unleash {arm}"))).unwrap();
        area.caught.into_iter().find(|caught| caught.who == who).unwrap().ends
    };
    let burnt = ends("ring", B);
    is(burnt.mean(|(_, damage)| u32::from(damage.max(&0).unsigned_abs())), "6.1");
    is(burnt.chance(|(_, damage)| *damage <= 0), "0.1");
    is(burnt.chance(|(_, damage)| *damage >= 6), "0.55");
    // The radius of a splash: 1, 2 and 3 m or more.
    for (who, reached) in [(C, "0.8"), (D, "0.5"), (B, "0.2")] {
        is(ends("glue", who).chance(|(_, damage)| *damage >= 0), reached);
    }
    let thrown = battle.area(A, &chosen(&battle, "throw fire-pot o15")).unwrap();
    let apart = |at: &Square| euclidean_rounded((at.x - thrown.aim.x).into(), (at.y - thrown.aim.y).into());
    let near = thrown.places.chance(|at| (1..=2).contains(&apart(at)));
    let away = thrown.places.chance(|at| apart(at) > 0);
    assert_eq!(near.times(Fraction::new(80, 16)), away);
}
