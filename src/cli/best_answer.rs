//! The best answer to an attack in numbers: what it rolls with, the attack's outcome then, and how the attacker fares.

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
    /// Those for the attacker; empty if the answer cannot harm them.
    attacker: Vec<(&'static str, Fraction)>,
}

/// [`BestAnswer`] as JSON, for programs.
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
    /// The best answer to the attack that a choice at the open decision declares; `None` if its outcome equals that of
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

    /// Returns it for programs.
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
