//! Combatants and questions in the words of the panels.

use super::{
    catalogue::{ORD_01, PAR_02, STR_01, WALK_01},
    conditions::describe,
    menu,
    sheet::{HEALTH, NOTCHES, PARRIED, STRUCK, WALKED, number, sheet},
};
use crate::rules::{Allowance, Bar, Battle, Card, CombatantId, Currency, Fact, Measure, Sign, Status, capital, gear};

/// A combatant for the panels.
pub fn card(battle: &Battle, who: CombatantId) -> Card {
    let one = battle.combatant(who);
    let numbers = sheet(one);
    let left = |currency: &'static Currency, budget| {
        let left = u8::from(one.budgets.get(budget) == 0);
        Allowance { currency, left, of: 1 }
    };
    let fact = |label: &'static str, value: String, words: &str, rule| Fact {
        label: label.into(),
        value,
        words: words.into(),
        rule: Some(rule),
    };
    let conditions: Vec<Fact> = one.conditions.0.iter().map(|condition| describe(battle, condition)).collect();
    Card {
        gear: gear(battle, who, ["", ""], None),
        bars: vec![Bar {
            label: "Health",
            now: one.vitals.get(HEALTH).into(),
            full: numbers.health.into(),
            notches: Vec::new(),
        }],
        wounds: 0,
        allowances: vec![
            left(&menu::ONE_WALK, WALKED),
            left(&menu::ONE_STRIKE, STRUCK),
            left(&menu::ONE_PARRY, PARRIED),
        ],
        luck: None,
        sign: conditions.first().and_then(Sign::of),
        conditions,
        facts: [
            fact("Skill", number(battle, who, STR_01).value.to_string(), "hits and parries", STR_01),
            fact("Pace", Measure::SQUARES.words(numbers.pace), "a walk", WALK_01),
            fact("Nerve", numbers.nerve.to_string(), "the highest first", ORD_01),
        ]
        .into_iter()
        .chain(notched(battle, who))
        .collect(),
        out: if one.status == Status::Fighting { "" } else { "out" },
    }
}

/// The weapons of a fighter that have notches, DRL-PAR-02.
fn notched(battle: &Battle, who: CombatantId) -> impl Iterator<Item = Fact> + '_ {
    let notches = battle.ready_items(who).map(|item| (item, item.numbers.get(NOTCHES))).filter(|(_, count)| *count > 0);
    notches.map(|(item, count)| Fact {
        label: capital(item.name),
        value: count.to_string(),
        words: if count == 1 { "notch" } else { "notches" }.into(),
        rule: Some(PAR_02),
    })
}
