//! The Probabilities of `totals` to the printed digits.

use proving_ground::{
    dice::{Fraction, Odds},
    levels::{Roster, parse_trials},
    rules::{
        AgendaItem, Averting, Battle, Choice, Claim, Effect, Fate, Forecast, OutcomeState, Policy, SpendingLimit,
        StandingOrder, StandingOrders, Status, Step as AnyStep, Vital, forecast, forecast_of_every_value,
        totals::{AttackStep, Blow, DamageStep, Damages, Energy, LifeStep, Manner, Spell, Step, Structure},
        turn_given,
    },
};

use crate::{A, B, a_comes_first, agenda, ahead, chances, is};

const VITALITY: Vital = Vital(0);

pub fn battle(text: &str) -> Battle {
    let file =
        format!("(format: 1, ruleset: totals, trials: [(name: \"odds\", {text}, expect: [Status(\"A\", Fighting)])])");
    match parse_trials("odds", &file, Roster::builtin()) {
        Ok(mut trials) => trials.remove(0).battle,
        Err(faults) => panic!("{faults}\n{file}"),
    }
}

/// The odds of A with a weapon and `ap` AP on damage against B as described.
fn odds(weapon: &str, tier: &str, ap: i32, on_a: &str, on_b: &str) -> Odds<OutcomeState> {
    let (battle, choice) = duel(weapon, tier, ap, on_a, on_b);
    forecast_of(&battle, &choice)
}

fn duel(weapon: &str, tier: &str, ap: i32, on_a: &str, on_b: &str) -> (Battle, Choice) {
    // B has AP for the defence only where a test gives them.
    let on_b = if on_b.contains("state:") { on_b.into() } else { format!("{on_b}, state: {{\"fresh\": 0}}") };
    let battle = battle(&format!(
        "round: 2, combatants: [
            (name: \"A\", at: \"a1\", gear: [(arm: \"{weapon}\", at: Main)], state: {{\"fresh\": 9}}, sheet: (
                vitality_ranks: 50, weapons: [{tier}], {on_a}
            )),
            (name: \"B\", at: \"e1\", {on_b}),
        ]",
    ));
    // Large bodies need room, so B moves next to A only now.
    let mut battle = battle;
    let reach = battle.combatant(A).footprint().side;
    battle.combatant_mut(B).placement =
        battle.combatant(B).placement.at(proving_ground::geometry::Square::new(reach.into(), 0));
    let attacks = battle.attacks(A, B);
    let (choice, _) = attacks.into_iter().find(|(choice, _)| choice.verb == "strike").unwrap();
    (battle, choice.set("ap", ap))
}

fn forecast_of(battle: &Battle, choice: &Choice) -> Odds<OutcomeState> {
    crate::odds_of(battle, choice)
}

const SMALL_1: &str = "(class: Small, tier: 1)";
const SMALL_2: &str = "(class: Small, tier: 2)";

/// The odds if B has more AP than it needs and puts up to `most` on each Evade.
fn odds_evading(most: u8, weapon: &str, tier: &str, ap: i32, on_b: &str) -> Odds<OutcomeState> {
    let on_b = format!("{on_b}, state: {{\"fresh\": 9, \"acted\": 1}}");
    let (mut battle, choice) = duel(weapon, tier, ap, "", &on_b);
    let evades = StandingOrder::Spend(SpendingLimit { most, keep: 0 });
    battle.combatant_mut(B).orders = StandingOrders::default().with(Claim(0), evades);
    forecast_of(&battle, &choice)
}

struct Printed<'a> {
    miss: &'a str,
    /// Turned back with some damage.
    turned: &'a str,
    evaded: &'a str,
    glancing: &'a str,
    hit: &'a str,
    lost_given_hit: &'a str,
    loss: &'a str,
}

fn lands(ending: &OutcomeState) -> bool {
    ending.results[0].fate.lands()
}

#[track_caller]
fn check(odds: &Odds<OutcomeState>, printed: &Printed<'_>) {
    let fate = |fate: Fate| odds.chance(|ending| ending.results[0].fate == fate);
    // A fumble that is turned back counts as a miss too.
    is(fate(Fate::Missed).plus(fate(Fate::Averted(Averting::Return))), printed.miss);
    let turned =
        |ending: &OutcomeState| ending.effects.iter().any(|effect| matches!(effect, Effect::Vital(A, VITALITY, _)));
    is(odds.chance(turned), printed.turned);
    // Turned back, whatever that does: a fumble met by a critical of the defence, if it can have one.
    let returned = if printed.turned == "0/1" { "0/1" } else { "0.001" };
    is(fate(Fate::Averted(Averting::Return)), returned);
    is(fate(Fate::Averted(Averting::Dodge)), printed.evaded);
    is(fate(Fate::Glanced), printed.glancing);
    let hit = odds.chance(lands);
    is(hit, printed.hit);
    let hurt = odds.chance(|ending| lands(ending) && ending.results[0].damage > 0);
    is(
        Fraction::new(hurt.numerator() * hit.denominator(), hurt.denominator() * hit.numerator()),
        printed.lost_given_hit,
    );
    is(odds.mean(|ending| u32::from(ending.results[0].damage.max(0).unsigned_abs())), printed.loss);
}

#[test]
fn probability_1_no_defence() {
    let odds = odds("knife", "", 1, "", "sheet: (vitality_ranks: 50)");
    check(
        &odds,
        &Printed {
            miss: "0.01",
            turned: "0/1",
            evaded: "0/1",
            glancing: "0/1",
            hit: "0.99",
            lost_given_hit: "1/1",
            loss: "5.445",
        },
    );
}

#[test]
fn probability_2_two_ap_of_evasion() {
    let odds = odds_evading(2, "sword", "", 2, "sheet: (vitality_ranks: 50)");
    check(
        &odds,
        &Printed {
            miss: "0.01",
            turned: "0.001",
            evaded: "0.126036",
            glancing: "0/1",
            hit: "215991/250000",
            lost_given_hit: "0.4665",
            loss: "2.001459002",
        },
    );
}

#[test]
fn probability_3_medium_armour() {
    let odds = odds("knife", SMALL_1, 3, "", "sheet: (vitality_ranks: 50, armour: Medium)");
    check(
        &odds,
        &Printed {
            miss: "0.01",
            turned: "0.001",
            evaded: "0/1",
            glancing: "483479/5000000",
            hit: "4466521/5000000",
            lost_given_hit: "0.77626",
            loss: "5.538423509",
        },
    );
}

#[test]
fn probability_4_trained_with_a_shield() {
    let b = "gear: [(arm: \"shield\", at: Off)], sheet: (vitality_ranks: 50, armour: Light, evasion: 1)";
    let odds = odds("knife", SMALL_2, 2, "", b);
    check(
        &odds,
        &Printed {
            miss: "0.01",
            turned: "0.001",
            evaded: "0.089005918",
            glancing: "0.151155563",
            hit: "0.749838519",
            lost_given_hit: "0.835",
            loss: "4.371558567",
        },
    );
}

#[test]
fn probability_5_evasion_and_block() {
    let on_b = "gear: [(arm: \"shield\", at: Off)], sheet: (vitality_ranks: 50, armour: Medium)";
    let odds = odds_evading(2, "knife", SMALL_1, 3, on_b);
    check(
        &odds,
        &Printed {
            miss: "0.01",
            turned: "0.001",
            evaded: "4843917/50000000",
            glancing: "0.579582199",
            hit: "0.313539461",
            lost_given_hit: "0.218868",
            loss: "0.328557530",
        },
    );
}

#[test]
fn probability_6_luck() {
    let (battle, choice) = duel("knife", "", 2, "luck: 9", "sheet: (vitality_ranks: 50, armour: Medium)");
    check(
        &forecast_of(&battle, &choice.clone().set("luck", 3)),
        &Printed {
            miss: "0.01",
            turned: "0.001",
            evaded: "0/1",
            glancing: "11316073/25000000",
            hit: "13433927/25000000",
            lost_given_hit: "0.4665",
            loss: "1.244841412",
        },
    );
    check(
        &forecast_of(&battle, &choice),
        &Printed {
            miss: "0.01",
            turned: "0.001",
            evaded: "0/1",
            glancing: "0.22659",
            hit: "76341/100000",
            lost_given_hit: "0.4665",
            loss: "1.768515606",
        },
    );
}

#[test]
fn probability_7_and_8_sizes() {
    let huge = odds("knife", SMALL_1, 3, "", "sheet: (vitality_ranks: 50, armour: Medium, size: Huge)");
    check(
        &huge,
        &Printed {
            miss: "0.01",
            turned: "23/40000",
            evaded: "0/1",
            glancing: "0.089",
            hit: "0.901",
            lost_given_hit: "0.06083",
            loss: "0.16600024",
        },
    );
    let medium = odds("knife", SMALL_1, 3, "size: Huge", "sheet: (vitality_ranks: 50, armour: Medium)");
    check(
        &medium,
        &Printed {
            miss: "0.01",
            turned: "0.001",
            evaded: "0/1",
            glancing: "1016087/2500000",
            hit: "1458913/2500000",
            lost_given_hit: "0.99979",
            loss: "11.963127450",
        },
    );
}

/// Order dice of Rating 3 against Rating 2; ties go to the side played by a person.
#[test]
fn probability_10_combat_order() {
    for (person, first) in [("Blue", "0.81961"), ("Orange", "0.77626")] {
        let battle = battle(&format!(
            "initiative: true, people: [{person}], combatants: [
                (name: \"A\", at: \"a1\", sheet: (speed: 30, luck: 0)), (name: \"B\", at: \"e1\", sheet: (speed: 20, luck: 0)),
            ]"
        ));
        is(a_comes_first(&battle), first);
    }
}

#[test]
fn probability_11_dying() {
    for (vitality, endurance, stamina, stable, dead) in
        [(0, 30, 40, "0.943724698", "0.056275302"), (-5, 20, 30, "0.670656633", "0.329343367")]
    {
        let battle = battle(&format!(
            "combatants: [
                (name: \"A\", at: \"a1\", sheet: (endurance: {endurance}, stamina: {stamina}),
                    state: {{\"vitality\": {vitality}}}, status: Down,
                    conditions: [(kind: \"unconscious\", until: Indefinite), (kind: \"dying\", until: Indefinite)]),
                (name: \"B\", at: \"e1\", sheet: ()),
            ]"
        ));
        // More turns than there are points to bleed.
        let turns = vec![AgendaItem::Step(AnyStep::Totals(Step::Life(LifeStep::Stabilise(A)))); 60];
        let Forecast { odds, .. } = forecast(&battle, turns, Policy::DefaultAnswers);
        let dies = |ending: &OutcomeState| ending.effects.contains(&Effect::Status(A, Status::Dead));
        is(odds.chance(|ending| !dies(ending)), stable);
        is(odds.chance(dies), dead);
    }
}

#[test]
fn throws_taken_together_come_to_the_same() {
    let light = "gear: [(arm: \"shield\", at: Off)], sheet: (armour: Light, evasion: 1)";
    let free = format!("{light}, state: {{\"fresh\": 2, \"acted\": 1}}");
    for b in ["sheet: ()", "sheet: (evasion: 2)", light, &free] {
        let (battle, choice) = duel("knife", "", 2, "", b);
        let ahead = ahead(&battle, &choice);
        merges_only_what_is_alike(&ahead.battle, agenda(&ahead));
    }
}

#[track_caller]
fn merges_only_what_is_alike(battle: &Battle, agenda: Vec<AgendaItem>) {
    let together = forecast(battle, agenda.clone(), Policy::DefaultAnswers);
    assert_eq!(chances(&together), chances(&forecast_of_every_value(battle, agenda, Policy::DefaultAnswers)));
}

/// Armour left over is taken off the energy that follows, TOT-HYB-04; electricity ignores armour, TOT-DMG-03.
#[test]
fn energies_meet_what_is_left_of_the_armour() {
    let battle = battle(
        "round: 2, combatants: [
            (name: \"A\", at: \"a1\", sheet: (armour: Light)), (name: \"B\", at: \"b1\", sheet: (armour: Light), state: {\"fresh\": 0}),
        ]",
    );
    for (energy, manner) in [Energy::Fire, Energy::Electricity].into_iter().zip([Manner::Strike, Manner::Cast]) {
        let spell = Spell::new(Structure::Bestow).with(energy, 1);
        let blow = Blow { spell: Some(spell), dice: 2, ap: 1, ..Blow::new(A, B, None, manner) };
        let mut damages = Damages::of_weapon(if manner == Manner::Strike { 4 } else { 0 });
        if manner == Manner::Cast {
            damages.set(energy, 3);
        }
        for step in [
            DamageStep::Mitigate(blow, damages, 0).into(),
            DamageStep::Suffered(blow, damages).into(),
            Step::Attack(AttackStep::Strike(blow)),
        ] {
            merges_only_what_is_alike(&battle, vec![AgendaItem::Step(AnyStep::Totals(step))]);
        }
    }
}

/// TOT-COMP-06, with the dice of the drugged too, TOT-BERS-04.
#[test]
fn a_hold_has_no_damage_dice() {
    let battle = battle(
        "round: 2, combatants: [
            (name: \"A\", at: \"a1\", sheet: (components: [Wrestling], berserk: 5), state: {\"fresh\": 2},
                conditions: [(kind: \"berserk\", level: 3, detail: Turns(3))]),
            (name: \"B\", at: \"b1\", sheet: ()),
        ]",
    );
    for (verb, dice) in [("wrestle", None), ("strike", Some(5))] {
        let attacks = battle.attacks(A, B);
        let (attack, _) = attacks.into_iter().find(|(choice, _)| choice.verb == verb).unwrap();
        let assessment = ahead(&battle, &attack).assessment();
        let told =
            assessment.numbers.iter().find(|number| number.label == "Damage dice").map(|number| number.number.value);
        assert_eq!(told, dice, "{verb}");
    }
}

/// With covered rolls a fumble is evaded by its total like any other roll, TOT-DEF-06.
#[test]
fn covered_fumbles_are_told_apart_by_their_totals() {
    let battle = battle(
        "settings: {\"tot.open_rolls\": \"off\"}, round: 2, combatants: [
            (name: \"A\", at: \"a1\", gear: [(arm: \"knife\", at: Main)], sheet: (luck: 0)),
            (name: \"B\", at: \"b1\", gear: [(arm: \"shield\", at: Off)], sheet: (evasion: 1, luck: 0), state: {\"fresh\": 2, \"acted\": 1}),
        ]",
    );
    let (attack, _) = battle.attacks(A, B).into_iter().find(|(choice, _)| choice.verb == "strike").unwrap();
    let ahead = ahead(&battle, &attack);
    merges_only_what_is_alike(&ahead.battle, agenda(&ahead));
}

#[test]
fn what_lands_and_what_costs_something_are_told_apart() {
    let (battle, choice) = duel("knife", SMALL_1, 3, "", "sheet: (vitality_ranks: 50, armour: Heavy)");
    let turn = turn_given(&battle, A);
    let ahead = proving_ground::lab::attack_forecast(&turn, turn.decision().unwrap(), &choice).unwrap();
    let [nothing, ..] = ahead.grades;
    // TOT-DMG-03: a blow that armour stops is a hit that does no damage.
    assert!(ahead.harms < ahead.hits, "{:?} of {:?}", ahead.harms, ahead.hits);
    assert_eq!(ahead.harms.plus(nothing), Fraction::new(1, 1));
    let (battle, choice) = duel("knife", SMALL_1, 3, "", "sheet: (vitality_ranks: 50)");
    let turn = turn_given(&battle, A);
    let ahead = proving_ground::lab::attack_forecast(&turn, turn.decision().unwrap(), &choice).unwrap();
    assert!(ahead.harms > Fraction::ZERO && ahead.harms <= ahead.hits);
}
