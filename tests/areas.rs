//! Odds of bursts: the catalogue's fire-pot to the printed digits, and a dozen combatants in one blast.

#![allow(clippy::unwrap_used, reason = "whatever is missing fails the test")]

use proving_ground::{
    dice::{Fraction, Odds},
    geometry::Square,
    levels::{Roster, Trial, parse_trials},
    rules::{
        AgendaItem, Choice, CombatantId, Effect, OutcomeState, Policy, Status, Step as AnyStep, forecast,
        percentile::{BlastStep, Burst, Hit, Luck, Step},
    },
};

const A: CombatantId = CombatantId(0);
const B: CombatantId = CombatantId(1);

/// A combatant of the worked example with a weapon that sweeps.
const REAPER: &str =
    "arms: [(tag: \"scythe\", name: \"scythe\", glyph: Halberd, rules: (drill: (hands: 2, sweep: 1)))],
    archetypes: [(tag: \"reaper\", name: \"Reaper\", gear: [(arm: \"scythe\", at: Both)], sheets: (drill: ()))],";

fn trial(text: &str) -> Trial {
    trial_under("percentile", text)
}

fn trial_under(ruleset: &str, text: &str) -> Trial {
    let trial = format!("(name: \"odds\", {text}, expect: [Status(\"A\", Fighting)])");
    let own = if ruleset == "drill" { REAPER } else { "" };
    let file = format!("(format: 1, ruleset: {ruleset}, {own} trials: [{trial}])");
    match parse_trials("odds", &file, Roster::builtin()) {
        Ok(mut trials) => trials.remove(0),
        Err(faults) => panic!("{faults}\n{file}"),
    }
}

/// A chance as the catalogue prints it, with up to three decimals.
#[track_caller]
fn is(came: Fraction, printed: &str) {
    let thousandths = (printed.parse::<f64>().unwrap() * 1000.0).round() as u128;
    assert_eq!(came, Fraction::new(thousandths, 1000), "{printed}");
}

#[test]
fn probability_13_fire_pot() {
    let pot = trial(
        "board: (size: \"60x60\"), combatants: [
            (name: \"A\", at: \"t30\", archetype: \"archer\", gear: [(arm: \"fire-pot\", at: Main), (arm: \"scour-canister\", at: Off)], sheet: (
                coo: 20, skills: [(skill: RangedWeapons, ranks: 30, proficiencies: [Thrown])],
            )),
            (name: \"B\", at: \"ab30\", sheet: (natural_av: 3, dur: 300)),
            (name: \"C\", at: \"y31\", sheet: (dur: 300)), (name: \"D\", at: \"y32\", sheet: (dur: 300)),
        ]",
    );
    let battle = pot.battle;
    let item = battle.items().find(|item| item.tag == "fire-pot").unwrap().id;
    let aim: Square = "y30".parse().unwrap();
    let choice = Choice::new("throw").with(item).to(vec![aim]);
    let area = battle.area(A, &choice).unwrap();
    assert_eq!(area.number.as_ref().unwrap().value, 50);
    is(area.places.chance(|at| *at == aim), "0.51");
    let near = |at: &Square| {
        let (dx, dy) = (i32::from(at.x - aim.x), i32::from(at.y - aim.y));
        *at != aim && dx * dx + dy * dy < 6
    };
    // 49 of 100 scatter, 16 of 80 of those come down within 2 m.
    is(area.places.chance(near), "0.098");
    let burst = Burst { by: A, item, usage: 0, aim, number: 50, luck: Luck::default() };
    let plain = Hit { bonus: 0, exceptional: false, critical: false };
    let agenda = vec![AgendaItem::Step(AnyStep::Percentile(Step::Blast(BlastStep::Detonate(burst, aim, plain))))];
    let odds = forecast(&battle, agenda, Policy::DefaultAnswers).odds;
    let hurt =
        |ending: &OutcomeState| ending.results.iter().find(|result| result.on == B).map_or(0, |result| result.damage);
    is(odds.mean(|ending| hurt(ending) as u32), "6.1");
    is(odds.chance(|ending| hurt(ending) == 0), "0.1");
    is(odds.chance(|ending| hurt(ending) >= 6), "0.55");
    let item = battle.items().find(|item| item.tag == "scour-canister").unwrap().id;
    let agenda = vec![AgendaItem::Step(AnyStep::Percentile(Step::Blast(BlastStep::Detonate(
        Burst { item, ..burst },
        aim,
        plain,
    ))))];
    let odds = forecast(&battle, agenda, Policy::DefaultAnswers).odds;
    let burns = |ending: &OutcomeState, who: u16| {
        ending
            .effects
            .iter()
            .any(|effect| matches!(effect, Effect::AddCondition(bearer, _) if *bearer == CombatantId(who)))
    };
    for (who, chance) in [(2, "0.8"), (3, "0.5"), (1, "0.2")] {
        is(odds.chance(|ending| burns(ending, who)), chance);
    }
}

#[test]
fn an_area_is_told_for_a_dozen_with_everybodys_odds() {
    let others: Vec<String> = (0..11)
        .map(|n| {
            format!("(name: \"N{n}\", at: \"{}\", archetype: \"swordsman\")", Square::new(8 + n % 4 * 2, 8 + n / 4 * 2))
        })
        .collect();
    let battle =
        trial(&format!("combatants: [(name: \"A\", at: \"a1\", archetype: \"fire-thrower\"), {}]", others.join(", ")))
            .battle;
    let item = battle.items().find(|item| item.tag == "fire-pot").unwrap().id;
    let choice = Choice::new("throw").with(item).to(vec![Square::new(10, 10)]);
    let area = battle.area(A, &choice).unwrap();
    // The thrower is among them, if it scatters back.
    assert_eq!(area.caught.len(), 12);
    // The one in the middle is caught if it lands there, and by some scatter.
    let middle = area.caught.iter().find(|caught| caught.metres == 0).unwrap();
    assert!(middle.ends.chance(|(_, damage)| *damage > 0).to_f64() > area.lands());
}

#[test]
fn everybodys_odds_are_those_of_the_whole_throw() {
    let bodies = [
        "sheet: (dur: 30)",
        "sheet: (natural_av: 3, dur: 12), state: {\"damage\": 6}",
        "sheet: (natural_av: 8, dur: 40), posture: Prone",
        "sheet: (dur: 9), state: {\"damage\": 8, \"wounds\": 2}",
        "sheet: (dur: 60, resistances: [(tag: Fire)])",
        "sheet: (dur: 25), status: Down, posture: Prone, state: {\"damage\": 27}",
        "sheet: (natural_av: 30, dur: 20)",
    ];
    let others = bodies.iter().enumerate().map(|(n, body)| {
        let at = Square::new(9 + n as i16 % 3, 9 + n as i16 / 3);
        format!("(name: \"N{n}\", at: \"{at}\", archetype: \"swordsman\", {body})")
    });
    let others: Vec<String> = others.collect();
    let battle =
        trial(&format!("combatants: [(name: \"A\", at: \"h8\", archetype: \"fire-thrower\"), {}]", others.join(", ")))
            .battle;
    let item = battle.items().find(|item| item.tag == "fire-pot").unwrap().id;
    let mut compared = 0;
    for aim in [Square::new(10, 10), Square::new(12, 8)] {
        let area = battle.area(A, &Choice::new("throw").with(item).to(vec![aim])).unwrap();
        let number = area.number.as_ref().unwrap().value as u8;
        let burst = Burst { by: A, item, usage: 0, aim, number, luck: Luck::default() };
        for caught in &area.caught {
            let mut alone = battle.clone();
            for other in battle.combatants().map(|fighter| fighter.id).filter(|id| ![A, caught.who].contains(id)) {
                alone.combatant_mut(other).status = Status::Fled;
            }
            let agenda = vec![AgendaItem::Step(AnyStep::Percentile(Step::Blast(BlastStep::Hurl(burst))))];
            let odds = forecast(&alone, agenda, Policy::DefaultAnswers).odds.map(|ending| {
                let mine = ending.results.iter().filter(|result| result.on == caught.who);
                let damage = mine.map(|result| result.damage).max().unwrap_or(-1);
                (battle.ruleset.rules().grade(&alone, caught.who, ending), damage)
            });
            for end in odds.iter().map(|(end, _)| *end).filter(|(_, damage)| *damage > 0) {
                let told = caught.ends.chance(|other| *other == end);
                assert_eq!(told, odds.chance(|other| *other == end), "{:?}: {end:?}", caught.who);
                compared += 1;
            }
            let hurts = |ends: &Odds<(u8, i16)>| ends.chance(|(_, damage)| *damage > 0);
            assert_eq!(hurts(&caught.ends), hurts(&odds), "{:?}", caught.who);
        }
    }
    assert!(compared > 100, "{compared} ends");
}

#[test]
fn a_sweep_of_the_worked_example_is_told_with_everybodys_odds() {
    let body =
        |name: &str, at: &str, more: &str| format!("(name: \"{name}\", at: \"{at}\", archetype: \"reaper\"{more})");
    let bodies = [
        body("A", "b2", ""),
        body("B", "b1", ", state: {\"health\": 3}"),
        body("C", "d2", ", state: {\"parried\": 1}"),
        body("D", "e1", ""),
        body("E", "c2", ", hidden: true"),
    ];
    let battle = trial_under("drill", &format!("combatants: [{}]", bodies.join(", "))).battle;
    let item = battle.items().find(|item| item.arm.hands() == 2).unwrap().id;
    let choice = Choice::new("sweep").with(item).to(vec!["c1".parse().unwrap()]);
    let area = battle.area(A, &choice).unwrap();
    let mut squares: Vec<String> = area.squares.iter().map(ToString::to_string).collect();
    squares.sort();
    assert_eq!(squares, ["b1", "b2", "c1", "c2", "d1", "d2"]);
    // Neither the sweeper nor an unknown enemy.
    assert_eq!(area.caught.iter().map(|caught| caught.who.0).collect::<Vec<_>>(), [1, 2]);
    let chances = |who: usize, grade: u8| area.caught[who].ends.chance(|(found, _)| *found == grade);
    // 6 of 10 hit, 4 of 10 are not parried: 4 of 6 fell B, 2 to C are no hit.
    assert_eq!((chances(0, 0), chances(0, 3)), (Fraction::new(19, 25), Fraction::new(4, 25)));
    assert_eq!(
        (chances(1, 0), chances(1, 1), chances(1, 2)),
        (Fraction::new(2, 5), Fraction::new(1, 2), Fraction::new(1, 10))
    );
}
