//! The best answer to an attack in all its numbers: what it rolls, what the attack then comes to, and what becomes of the
//! attacker.

use std::io::Write;

use serde::Serialize;

use super::{
    attack_report::{chance_row, critically, rows_of, write_number},
    print::{Exact, Stop, table},
};
use crate::{
    dice::Fraction,
    lab,
    rules::{Battle, Choice, CombatantId, CombatantSet, Verdict},
};

/// The best answer of the side under attack.
pub(super) struct BestAnswer {
    who: CombatantId,
    text: String,
    number: Option<Verdict>,
    ends: lab::Ends,
    critical: Fraction,
    /// The odds of the ruleset's grades for the target.
    grades: Vec<(&'static str, Fraction)>,
    /// The same for the attacker, if the attack can come back.
    attacker: Vec<(&'static str, Fraction)>,
}

/// The same for programs.
#[derive(Serialize)]
pub(super) struct Json<'a> {
    number: Option<&'a Verdict>,
    critical: Exact,
    grades: Vec<Grade>,
    attacker: Vec<Grade>,
}

#[derive(Serialize)]
struct Grade {
    name: &'static str,
    chance: Exact,
}

impl BestAnswer {
    /// The best answer to the attack of one on another by a choice at the open decision; `None` if it comes to the same as
    /// the default ones.
    pub(super) fn new(
        battle: &Battle,
        (by, attackers, on): (CombatantId, CombatantSet, CombatantId),
        lab::Answers { default, best, .. }: &lab::Answers,
        choice: &Choice,
    ) -> Option<Self> {
        if best.choice.is_none() || best.ends == *default {
            return None;
        }
        let rules = battle.ruleset.rules();
        let ends = best.ends.clone();
        let critical = critically(&ends, attackers, on);
        let grades = rules.grades().into_iter().zip(ends.grades).collect();
        let of_attacker = ends.forecast.odds.map(|ending| usize::from(rules.grade(battle, by, ending)));
        let names = rules.grades().into_iter().enumerate();
        let mut attacker: Vec<_> =
            names.map(|(place, name)| (name, of_attacker.chance(|grade| *grade == place))).collect();
        if attacker.iter().skip(1).all(|(_, chance)| *chance == Fraction::ZERO) {
            attacker.clear();
        }
        let number = best.number(battle, battle.decision()?, choice);
        Some(Self { who: best.who, text: best.text.clone(), number, ends, critical, grades, attacker })
    }

    /// Writes it for people.
    pub(super) fn write(&self, out: &mut dyn Write, battle: &Battle, attacker: &str) -> Result<(), Stop> {
        writeln!(out, "\nBest answer, {}: {}", battle.combatant(self.who).identity.tag, self.text)?;
        if let Some(number) = &self.number {
            let rows = write_number(out, "Rolls with", number)?;
            table(out, 2, &rows)?;
        }
        let mut rows = rows_of(&self.ends, self.critical, &self.grades);
        rows.extend(self.attacker.iter().map(|(name, chance)| chance_row(&format!("{attacker} {name}"), *chance)));
        table(out, 2, &rows)
    }

    /// The same for programs.
    pub(super) fn json(&self) -> Json<'_> {
        let list = |all: &[(&'static str, Fraction)]| {
            all.iter().map(|(name, chance)| Grade { name, chance: (*chance).into() }).collect()
        };
        Json {
            number: self.number.as_ref(),
            critical: self.critical.into(),
            grades: list(&self.grades),
            attacker: list(&self.attacker),
        }
    }
}
