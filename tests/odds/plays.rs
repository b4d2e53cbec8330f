//! Forecasts compared with plays of every face of every die, and with forecasts that merge nothing.

use std::collections::{BTreeMap, BTreeSet};

use proving_ground::{
    dice::{Fraction, Odds, ScriptFault, Scripted},
    rules::{
        Battle, Choice, CombatantId, Entry, Fate, OutcomeState, Policy, Posture, Status, Vitals, forecast,
        forecast_of_every_value, play,
    },
};

use crate::{A, B, agenda, ahead, attacks, chances, in_turn, odds_of, trial};

/// One play of an attack with given dice.
struct Played {
    /// Ways to these dice, of [`ALL_WAYS`].
    ways: u128,
    after: Battle,
    journal: Vec<Entry>,
    /// Both sides rolled the same, so both roll again.
    tied: bool,
}

impl Played {
    fn results(&self) -> Vec<(Fate, i16)> {
        let results = self.journal.iter().filter_map(|entry| match entry {
            Entry::AttackResult(result) => Some((result.fate, result.damage)),
            _ => None,
        });
        results.collect()
    }
}

/// Ways to all dice of an attack.
const ALL_WAYS: u128 = 10u128.pow(12);

/// Plays an attack by the normal calls, once with every face of every die; ties end a play.
fn every_play(battle: &Battle, choice: &Choice, each: &mut dyn FnMut(&Played)) {
    let rules = battle.ruleset.rules();
    let mut asked = vec![(in_turn(battle), choice.clone(), Vec::new(), ALL_WAYS)];
    while let Some((before, choice, journal, ways)) = asked.pop() {
        let offers = rules.offers(&before, before.decision().unwrap());
        let mut open = vec![(Vec::new(), ways)];
        while let Some((dice, ways)) = open.pop() {
            let mut after = before.clone();
            let mut script = Scripted::new(dice.clone());
            let mut news = Vec::new();
            play::submit(&mut after, &offers, &choice, &mut script, &mut news).unwrap();
            let tied = is_tied(&news, dice.len());
            match script.fault() {
                Some(ScriptFault::TooFew { low, high, .. }) if !tied => {
                    let faces = (high - low + 1) as u128;
                    open.extend((*low..=*high).map(|face| ([&dice[..], &[face]].concat(), ways / faces)));
                    continue;
                }
                Some(fault) if !tied => panic!("{fault}"),
                _ => {}
            }
            let journal = [&journal[..], &news[..]].concat();
            match after.decision().map(|decision| rules.default_answer(&after, decision)) {
                Some(default_answer) if default_answer.verb != "end" && !tied => {
                    asked.push((after, default_answer, journal, ways));
                }
                _ => each(&Played { ways, after, journal, tied }),
            }
        }
    }
}

/// Whether the first `dice` dice end in a tie.
fn is_tied(journal: &[Entry], dice: usize) -> bool {
    let mut rolled = 0;
    for entry in journal {
        match entry {
            Entry::Roll(roll) => rolled += roll.dice.len(),
            Entry::Note { rule, .. } if rule.0 == "PCT-CHK-06" => return rolled <= dice,
            _ => {}
        }
    }
    false
}

/// The changes of an attack, as far as both ways of exploring it show them.
type EndSummary = (Vec<(Fate, i16)>, Vec<(Vitals, Posture, Status, bool)>, Vec<String>);

fn view(results: Vec<(Fate, i16)>, after: &Battle) -> EndSummary {
    let body = |who: CombatantId, of: CombatantId| {
        let fighter = after.combatant(who);
        (*fighter.vitals, fighter.posture, fighter.status, fighter.aware.of(of))
    };
    let items = after.items().map(|item| format!("{:?} {} {:?}", item.at, item.loaded, item.count));
    (results, vec![body(A, B), body(B, A)], items.collect())
}

/// The odds by the forecast, in views.
fn forecast_views(battle: &Battle, odds: &Odds<OutcomeState>) -> BTreeMap<String, Fraction> {
    let views = odds.map(|ending| {
        let mut after = battle.clone();
        ending.effects.iter().for_each(|effect| after.apply(effect));
        let results = ending.results.iter().map(|result| (result.fate, result.damage)).collect();
        format!("{:?}", view(results, &after))
    });
    views.iter().map(|(view, ways)| (view.clone(), Fraction::new(ways, views.total()))).collect()
}

/// The odds by playing with every face of every die, in views.
fn played_views(battle: &Battle, choice: &Choice) -> BTreeMap<String, Fraction> {
    let mut ways: BTreeMap<String, u128> = BTreeMap::new();
    let mut total = 0;
    every_play(battle, choice, &mut |play| {
        if !play.tied {
            *ways.entry(format!("{:?}", view(play.results(), &play.after))).or_default() += play.ways;
            total += play.ways;
        }
    });
    ways.into_iter().map(|(view, ways)| (view, Fraction::new(ways, total))).collect()
}

/// A position with an attacker and a target, with their gear and other details.
fn position(at: &str, gear: &str, on_a: &str, on_b: &str, dur: i32) -> Battle {
    trial(&format!(
        "board: (map: r\"
            +-+-+-+-+-+-+-+-+-+-+-+-+
            |. . . . . . . . . . . .|
            + + + + + + + + + + + + +
            |. . .:. .=. . . . . . .|
            + + + + + + + + + + + + +
            |. . . . T . # . . . u .|
            + + + + + + + + + + + + +
            |. . . . . . . . . . . .|
            +-+-+-+-+-+-+-+-+-+-+-+-+
        \", veils: {{Smoke: [\"i4\"]}}),
        combatants: [
            (name: \"A\", at: \"d2\", gear: [{gear}], sheet: (
                luck: 2, skills: [
                    (skill: MeleeWeapons, ranks: 40, proficiencies: [Swords, Knives]),
                    (skill: PoleArms, ranks: 30, proficiencies: [Halberds]),
                    (skill: RangedWeapons, ranks: 50, proficiencies: [Bows, Crossbows]),
                    (skill: UnarmedCombat, ranks: 25, proficiencies: [Claws]),
                ],
            ) {on_a}),
            (name: \"B\", at: \"{at}\", sheet: (
                dur: {dur}, skills: [(skill: MeleeWeapons, ranks: 20, proficiencies: [Swords]), (skill: Fray, ranks: 25)],
                armour: [(name: \"mail\", av: 6)],
            ) {on_b}),
            (name: \"C\", at: \"l1\", side: Orange, sheet: ()),
        ]",
    ))
    .battle
}

/// Weapons, and the squares where the target stands: near and far, in the open, behind low walls, a tree, in a
/// trench, behind smoke.
const WEAPONS: [(&str, &[&str]); 7] = [
    ("(arm: \"sword\", at: Main)", &["e2", "c3"]),
    ("(arm: \"halberd\", at: Both)", &["f2", "b2"]),
    ("(arm: \"knife\", at: Off), (arm: \"knife\", at: Main)", &["e1", "g1"]),
    ("(arm: \"bow\", at: Both)", &["e2", "f3", "k3", "l4"]),
    ("(arm: \"crossbow\", at: Both)", &["g2", "k2"]),
    ("(arm: \"javelin\", at: Main)", &["f2", "l2"]),
    ("(arm: \"claws\", at: Natural)", &["d3"]),
];

const ATTACKERS: [&str; 6] = [
    ", state: {\"luck\": 0}",
    ", state: {\"luck\": 0, \"wounds\": 1}, conditions: [(kind: \"hurried\", until: TurnStart)]",
    ", state: {\"luck\": 0}, posture: Prone",
    ", state: {\"luck\": 0}, conditions: [(kind: \"aim\", whom: \"B\", until: TurnEnd)], posture: Crouching",
    ", state: {\"luck\": 1}",
    ", state: {\"luck\": 0, \"damage\": 3}",
];

const TARGETS: [&str; 6] = [
    ", gear: [(arm: \"sword\", at: Main)]",
    ", gear: [(arm: \"shield\", at: Off)], conditions: [(kind: \"full-defence\", until: TurnStart)]",
    ", posture: Prone, state: {\"wounds\": 1}",
    ", unaware_of: [\"A\"]",
    ", conditions: [(kind: \"hurried\", until: TurnStart)], state: {\"damage\": 22}",
    ", status: Down, posture: Prone, state: {\"damage\": 45}",
];

fn positions(dur: i32) -> Vec<Battle> {
    let mut found = Vec::new();
    for (gear, squares) in WEAPONS {
        for at in squares {
            for (on_a, on_b) in ATTACKERS.iter().zip(TARGETS).chain(ATTACKERS.iter().skip(1).zip(TARGETS)) {
                found.push(position(at, gear, on_a, on_b, dur));
            }
        }
    }
    found
}

#[test]
fn forecasts_merge_only_what_is_alike_and_their_numbers_add_up() {
    let mut compared = 0;
    for battle in positions(30) {
        for choice in attacks(&battle) {
            let ahead = ahead(&battle, &choice);
            let merged = forecast(&ahead.battle, agenda(&ahead), Policy::DefaultAnswers);
            let apart = forecast_of_every_value(&ahead.battle, agenda(&ahead), Policy::DefaultAnswers);
            assert!(merged.is_exact() && apart.is_exact());
            assert_eq!(merged.odds.iter().map(|(_, ways)| ways).sum::<u128>(), merged.odds.total());
            let together = chances(&merged);
            assert_eq!(together, chances(&apart), "{choice:?}");
            let sum = together.values().fold(Fraction::ZERO, |sum, chance| sum.plus(*chance));
            assert_eq!(sum, Fraction::ONE);

            let assessment = ahead.assessment();
            assert!(assessment.numbers.iter().all(|number| number.number.adds_up()), "{assessment:?}");
            compared += 1;
        }
    }
    assert!(compared >= 150, "only {compared} attacks were compared");
}

/// The values of `strike` that matter only with an exceptional success, PCT-STR-05 and PCT-STR-06.
const MIGHTY_BLOW: i32 = 6;
const ARMOUR_GAP: i32 = 7;

/// Every damage of a forecast is the total of the dice and the terms shown.
#[test]
fn damages_are_what_the_terms_shown_come_to() {
    let (mut compared, mut struck) = (0, 0);
    for battle in positions(300) {
        let strikes = |choice: Choice| {
            let better = if choice.verb == "strike" { &[MIGHTY_BLOW, ARMOUR_GAP][..] } else { &[] };
            let better: Vec<Choice> = better.iter().map(|strike| choice.clone().set("strike", *strike)).collect();
            better.into_iter().chain([choice])
        };
        for choice in attacks(&battle).into_iter().flat_map(strikes) {
            let ahead = ahead(&battle, &choice);
            let assessment = ahead.assessment();
            let of = |label: &str| assessment.numbers.iter().find(|number| number.label.starts_with(label));
            let Some(plain) = of("Damage, ") else { continue };
            let value = |label: &str| of(label).map_or(0, |number| number.number.value);
            let (count, divide) = plain.label["Damage, ".len()..].split_once("d10").unwrap();
            let (count, divide): (i32, i32) =
                (count.parse().unwrap(), divide.trim_matches([' ', '/']).parse().unwrap_or(1));
            let strike = value("Added by an exceptional success") + value("Armour bypassed by an exceptional success");
            let margins = of("Added by the margin").map_or(&[][..], |number| &number.number.terms);
            let mut better = vec![0];
            better.extend(margins.iter().scan(0, |sum, term| {
                *sum += term.amount;
                Some(*sum)
            }));
            let mut shown = BTreeSet::new();
            for (index, more) in better.into_iter().enumerate() {
                let more = plain.number.value + more + if index > 0 { strike } else { 0 };
                shown.extend((count..=10 * count).map(|sum| (sum / divide + more).max(0)));
            }
            let critical = value("Dice of a critical success") + value("Added by a critical success below 30") + strike;
            shown.insert((plain.number.value + critical).max(0));
            let forecast = forecast(&ahead.battle, agenda(&ahead), Policy::DefaultAnswers);
            let landed = forecast.odds.iter().filter(|(end, _)| end.lands(A, B));
            let dealt =
                landed.flat_map(|(end, _)| end.blows(A, B).map(|blow| i32::from(blow.damage)).collect::<Vec<_>>());
            assert_eq!(dealt.collect::<BTreeSet<_>>(), shown, "{choice:?}: {:?}", assessment.numbers);
            compared += 1;
            struck += usize::from(strike > 0);
        }
    }
    assert!(compared >= 150 && struck >= 20, "only {compared} attacks were compared, {struck} of them with a strike");
}

/// The target is too sturdy to be wounded, so the only dice are those of attack, defence and damage.
#[test]
fn forecasts_are_the_frequency_of_plays() {
    let mut compared = 0;
    for battle in positions(300).iter().step_by(13) {
        let choice = &attacks(battle)[0];
        let odds = odds_of(battle, choice);
        assert!(forecast_views(battle, &odds) == played_views(battle, choice), "{choice:?}");
        compared += 1;
    }
    assert!(compared >= 10, "only {compared} attacks were compared");
}

/// The check to stay standing and going out of the fight, against a target that does not defend.
#[test]
fn forecasts_are_the_frequency_of_plays_after_a_wound() {
    for on_b in
        [", unaware_of: [\"A\"], state: {\"damage\": 16}", ", unaware_of: [\"A\"], state: {\"luck\": 1, \"wounds\": 1}"]
    {
        let battle = position("e2", "(arm: \"sword\", at: Main)", ", state: {\"luck\": 0, \"wounds\": 2}", on_b, 30);
        let choice = &attacks(&battle)[0];
        let odds = odds_of(&battle, choice);
        assert!(forecast_views(&battle, &odds) == played_views(&battle, choice), "{on_b}");
    }
}
