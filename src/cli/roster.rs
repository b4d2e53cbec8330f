//! `archetypes` and `arms`: the names that files can use, with numbers in the format of files.

use std::{io::Write, process::ExitCode};

use clap::Args;

use super::print::{CommandResult, Stop, shown};
use crate::levels::{ROSTER_FORMAT, Roster, fields_of, folders, meant};

const ARCHETYPES_EXAMPLES: &str = "\
Examples:
  proving-ground archetypes                        all of them
  proving-ground archetypes brute lancer           these two
  proving-ground archetypes brute --ron            as a roster file: change the tag, the name, the numbers
  proving-ground archetypes --roster mine.ron      with those of your own file

An archetype has gear and one sheet for each ruleset; whatever a sheet leaves out has its usual value. Files of \
rosters, levels and trials can have `archetypes` and `arms` of their own; rosters in your rosters folder are read at \
every start.";

const ARMS_EXAMPLES: &str = "\
Examples:
  proving-ground arms
  proving-ground arms sword --ron    as a roster file to edit

An arm has numbers for each ruleset; whatever they leave out has its usual value.";

#[derive(Args)]
#[command(after_help = ARCHETYPES_EXAMPLES)]
pub(super) struct Archetypes {
    #[command(flatten)]
    which: Which,
}

#[derive(Args)]
#[command(after_help = ARMS_EXAMPLES)]
pub(super) struct Arms {
    #[command(flatten)]
    which: Which,
}

/// Which of them, and how.
#[derive(Args)]
struct Which {
    /// Their tags; by default all of them
    #[arg(value_name = "TAG")]
    tags: Vec<String>,
    /// Print a roster file
    #[arg(long)]
    ron: bool,
}

/// An archetype or an arm.
struct Entry<'a> {
    tag: &'a str,
    name: &'a str,
    record: &'a str,
    is_builtin: bool,
}

impl Archetypes {
    pub(super) fn list(&self, out: &mut dyn Write) -> CommandResult {
        let entries = Roster::in_play().archetypes.iter().map(|archetype| Entry {
            tag: &archetype.tag,
            name: &archetype.name,
            record: &archetype.text,
            is_builtin: Roster::builtin().archetype(&archetype.tag) == Some(archetype),
        });
        self.which.list("archetype", &entries.collect::<Vec<_>>(), out)
    }
}

impl Arms {
    pub(super) fn list(&self, out: &mut dyn Write) -> CommandResult {
        let entries = Roster::in_play().arms.iter().map(|arm| Entry {
            tag: &arm.tag,
            name: &arm.name,
            record: &arm.text,
            is_builtin: Roster::builtin().arm(&arm.tag) == Some(arm),
        });
        self.which.list("arm", &entries.collect::<Vec<_>>(), out)
    }
}

impl Which {
    fn list(&self, kind: &str, all: &[Entry<'_>], out: &mut dyn Write) -> CommandResult {
        let unknown = |tag: &&String| all.iter().all(|entry| entry.tag != **tag);
        let told =
            |tag: &String| format!("no {kind} is called `{tag}`; {}", meant(tag, all.iter().map(|entry| entry.tag)));
        let faults: Vec<String> = self.tags.iter().filter(unknown).map(told).collect();
        if !faults.is_empty() {
            return Err(Stop::Several(faults));
        }
        let wanted = |entry: &&Entry<'_>| self.tags.is_empty() || self.tags.iter().any(|tag| tag == entry.tag);
        let chosen: Vec<&Entry<'_>> = all.iter().filter(wanted).collect();
        if self.ron {
            writeln!(out, "(\n    format: {ROSTER_FORMAT},\n    {kind}s: [")?;
            chosen.iter().try_for_each(|entry| write_record(out, entry.record))?;
            writeln!(out, "    ],\n)")?;
            return Ok(ExitCode::SUCCESS);
        }
        for entry in chosen {
            let from = if entry.is_builtin { "" } else { ", your own" };
            writeln!(out, "{}: {}{from}", entry.tag, entry.name)?;
            for (field, text) in fields_of(entry.record) {
                match field.as_str() {
                    "tag" | "name" => {}
                    "sheets" | "mighty" | "rules" => {
                        fields_of(&text).iter().try_for_each(|(name, text)| writeln!(out, "  {name}: {text}"))?;
                    }
                    _ => writeln!(out, "  {field}: {text}")?,
                }
            }
        }
        if self.tags.is_empty() {
            writeln!(out, "Your own are read from {} and with --roster FILE.", shown(&folders::rosters_folder()))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Writes a record in the format of files: a line for each field and for each ruleset's numbers.
fn write_record(out: &mut dyn Write, record: &str) -> Result<(), Stop> {
    writeln!(out, "        (")?;
    for (field, text) in fields_of(record) {
        if matches!(field.as_str(), "sheets" | "mighty" | "rules") {
            writeln!(out, "            {field}: (")?;
            for (name, text) in fields_of(&text) {
                writeln!(out, "                {name}: {text},")?;
            }
            writeln!(out, "            ),")?;
        } else {
            writeln!(out, "            {field}: {text},")?;
        }
    }
    Ok(writeln!(out, "        ),")?)
}
