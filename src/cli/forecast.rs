//! `forecast`: the odds of an attack in a position.

use std::{io::Write, process::ExitCode};

use clap::Args;

use super::{
    attack_report::{AttackReport, Heading},
    find,
    position::{PositionArgs, put},
    print::{CommandResult, Stop},
};
use crate::{
    geometry::Square,
    levels::printable,
    rules::{Battle, Course, Declared, Journey, Target, declared, is_asked},
};

const EXAMPLES: &str = "\
Examples:
  proving-ground forecast --level tanner-row --by cale --choice \"shoot lysk crossbow\"
  proving-ground forecast --level tanner-row --by cale --choice \"shoot lysk crossbow\" --at g5 --set lysk=m5
  proving-ground forecast --trial my-trial.ron --name \"Over a fence\" --by A --choice \"strike B sword\" --json
  proving-ground forecast --trial my-trial.ron --by A --choice \"volley; strike B sword; strike B knife; begin\"

It is the attacker's turn, with nothing spent. With --at the attacker goes there first if that is possible this turn, \
and is put there otherwise. The target defends by the ruleset's default, and nobody spends anything that does not come \
back. Where the target has a choice, its best and worst answers are shown too: each is given wherever it is on offer, \
and everything else is answered by default.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Forecast {
    #[command(flatten)]
    position: PositionArgs,
    /// Who attacks
    #[arg(long, value_name = "TAG")]
    by: String,
    /// The attack, as in recordings: "shoot lysk crossbow"; for several attacks by one action, all choices that declare
    /// them: "volley; strike lysk sword; strike lysk knife; begin"
    #[arg(long)]
    choice: String,
    /// For several attacks, the target to report on; by default the last one
    #[arg(long, value_name = "TAG")]
    on: Option<String>,
    /// Attack from another square
    #[arg(long, value_name = "SQUARE")]
    at: Option<Square>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Forecast {
    pub(super) fn run(&self, out: &mut dyn Write) -> CommandResult {
        let found = self.position.read()?;
        let (battle, mut position) = (&found.battle, found.words.clone());
        let by = find::combatant(battle, &self.by)?;
        let mut turn = found.turn(by);
        if !is_asked(&turn, by) {
            return Err(Stop::Because(format!("{} has no turn in this position", self.by)));
        }
        if let Some(square) = self.at.filter(|square| *square != battle.combatant(by).placement.anchor()) {
            let rules = turn.ruleset.rules();
            let verb = turn_verb(&turn);
            if let Ok(Journey { route, after, .. }) = turn.journey(by, verb, Course::To(square)) {
                let how = if route.words.is_empty() { String::new() } else { format!(", {}", route.words) };
                position +=
                    &format!(", {} after going to {square}, {}{how}", self.by, rules.measure().words(route.cost));
                turn = after;
            } else {
                position += &format!(", {} put on {square}, out of reach this turn", self.by);
                put(&mut turn, by, square)?;
            }
        }
        let wanted = self.on.as_ref().map(|tag| find::combatant(&turn, tag)).transpose()?;
        let choices: Vec<&str> = self.choice.split(';').collect();
        let Declared { battle, choice, on } = declared(&turn, &choices).map_err(Stop::Because)?;
        let report = AttackReport::new(&battle, wanted.or(on), &choice);
        let (on, report) = report.ok_or_else(|| Stop::Because(format!("`{}` is not an attack", self.choice)))?;
        let on = battle.combatant(on).identity.tag.to_string();
        let heading = Heading { position, by: self.by.clone(), on, choice: printable(&self.choice) };
        if self.json {
            report.json(out, &heading, &battle)?;
        } else {
            report.write(out, &heading, &battle)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The verb of the first movement on offer.
fn turn_verb(turn: &Battle) -> &'static str {
    let offers = turn.decision().map(|decision| turn.ruleset.rules().offers(turn, decision)).unwrap_or_default();
    let way = offers.0.iter().find(|offer| matches!(offer.target, Target::Way(_)));
    way.map_or("", |offer| offer.verb)
}
