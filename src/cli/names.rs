//! `names`: the names that trials and rosters use.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::{
    find,
    print::{CommandResult, json},
};
use crate::{
    levels::Roster,
    rules::{Battlefield, RulesetId, Shape},
};

const EXAMPLES: &str = "\
Examples:
  proving-ground names
  proving-ground names --ruleset totals --json

These are the words of trial files: counts and allowances for `state: {\"damage\": 6}` and Value, conditions for \
`conditions: [(kind: \"hurried\")]`, Has and Gained, states other than conditions for Has, examples of `detail` for \
`conditions: [(kind: .., detail: ..)]`, numbers that an attack may lack for Assess, grades for Chance, fields for \
`sheet: (dur: 40)`, the tags of arms and archetypes, verbs and parameters of choices, movements for Way and Route, \
names of rolls, and what can be in a square for Square. Rules and settings are listed by proving-ground rules.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Names {
    /// Which ruleset; by default all of them
    #[arg(long, value_parser = find::ruleset())]
    ruleset: Option<RulesetId>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The names of one ruleset.
#[derive(Serialize)]
struct Listed {
    ruleset: RulesetId,
    counts: Vec<String>,
    allowances: Vec<String>,
    items: Vec<String>,
    conditions: Vec<String>,
    states: Vec<String>,
    details: Vec<Shape>,
    numbers: Vec<String>,
    grades: Vec<String>,
    sheet: Vec<String>,
    arms: Vec<String>,
    archetypes: Vec<String>,
    verbs: Vec<String>,
    movements: Vec<String>,
    parameters: Vec<String>,
    rolls: Vec<String>,
    squares: Vec<String>,
}

impl Listed {
    fn new(ruleset: RulesetId) -> Self {
        let (rules, roster) = (ruleset.rules(), Roster::in_play());
        let (names, words) = (rules.names(), rules.vocabulary());
        let all = |words: &[&str]| words.iter().filter(|word| !word.is_empty()).map(ToString::to_string).collect();
        let sheet = ruleset.plain_sheet();
        Self {
            ruleset,
            counts: all(names.vitals),
            allowances: all(names.budgets),
            items: all(names.items),
            conditions: all(names.conditions),
            states: all(names.states),
            details: ruleset.details(),
            numbers: all(names.numbers),
            grades: all(&rules.grades()),
            sheet: serde_json::to_value(sheet).map(fields).unwrap_or_default(),
            arms: roster.arms.iter().map(|arm| arm.tag.clone()).collect(),
            archetypes: roster.archetypes.iter().map(|archetype| archetype.tag.clone()).collect(),
            verbs: all(&words.verbs()),
            movements: all(&words.ways()),
            parameters: all(&words.keys()),
            rolls: words.rolls.iter().map(|roll| roll.replace("{}", "(item)")).collect(),
            squares: Battlefield::all_names().map(ToString::to_string).collect(),
        }
    }

    fn lists(&self) -> Vec<(&'static str, &[String])> {
        let mut lists: Vec<(&str, &[String])> = vec![
            ("counts", &self.counts),
            ("allowances", &self.allowances),
            ("numbers of items", &self.items),
            ("conditions", &self.conditions),
            ("states", &self.states),
        ];
        // The first is `detail` itself; the others can occur in it.
        let details = self.details.iter().enumerate();
        lists.extend(details.map(|(place, shape)| (if place == 0 { "detail" } else { shape.of }, &shape.words[..])));
        lists.extend([
            ("numbers that an attack may lack", &self.numbers[..]),
            ("grades", &self.grades),
            ("fields of sheets", &self.sheet),
            ("arms", &self.arms),
            ("archetypes", &self.archetypes),
            ("verbs", &self.verbs),
            ("movements", &self.movements),
            ("parameters", &self.parameters),
            ("rolls", &self.rolls),
            ("in squares", &self.squares),
        ]);
        lists
    }
}

/// The fields of a record, which may be wrapped in the name of its ruleset.
fn fields(value: serde_json::Value) -> Vec<String> {
    let serde_json::Value::Object(map) = value else { return Vec::new() };
    if map.len() == 1 {
        return map.into_iter().flat_map(|(_, inner)| fields(inner)).collect();
    }
    map.into_iter().map(|(name, _)| name).collect()
}

impl Names {
    pub(super) fn list(&self, out: &mut dyn Write) -> CommandResult {
        let listed: Vec<Listed> = find::wanted(self.ruleset).map(Listed::new).collect();
        if self.json {
            json(out, &listed)?;
            return Ok(std::process::ExitCode::SUCCESS);
        }
        for (index, names) in listed.iter().enumerate() {
            writeln!(out, "{}{}", if index > 0 { "\n" } else { "" }, names.ruleset)?;
            for (title, words) in names.lists().into_iter().filter(|(_, words)| !words.is_empty()) {
                writeln!(out, "  {title}: {}", words.join(", "))?;
            }
        }
        Ok(std::process::ExitCode::SUCCESS)
    }
}
