//! `forecast`: the odds of an attack in a position.

use std::{io::Write, path::PathBuf, process::ExitCode};

use clap::Args;

use super::{
    attack_report::{AttackReport, Heading},
    find,
    headless_battle::set_up,
    print::{CommandResult, Stop},
    rules_args::RulesArgs,
};
use crate::{
    geometry::Square,
    levels::{Roster, Trial, load_trials, meant, printable},
    rules::{Battle, CombatantId, Course, Declared, Journey, Passage, Target, declared, give_turn, is_asked},
};

const EXAMPLES: &str = "\
Examples:
  proving-ground forecast --level tanner-row --by cale --choice \"shoot lysk crossbow\"
  proving-ground forecast --level tanner-row --by cale --choice \"shoot lysk crossbow\" --at g5 --set lysk=m5
  proving-ground forecast --trial my-trial.ron --name \"Over a fence\" --by A --choice \"strike B sword\" --json
  proving-ground forecast --trial my-trial.ron --by A --choice \"volley; strike B sword; strike B knife; begin\"

It is the attacker's turn, with nothing spent. With --at the attacker walks there first, if there is a way this turn, \
and is put there otherwise. The target defends as the ruleset's default has it, and nobody spends what does not come \
back. Where the target has a choice, its best and its worst answer are named too: wherever one is on \
offer it is given, and the rest is answered by default.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Forecast {
    /// The start of a built-in level or a level file
    #[arg(long, required_unless_present = "trial", conflicts_with = "trial")]
    level: Option<String>,
    /// The position of a trial, before its choices
    #[arg(long, conflicts_with_all = ["ruleset", "settings"], value_name = "FILE")]
    trial: Option<PathBuf>,
    /// Which trial of the file
    #[arg(long, requires = "trial")]
    name: Option<String>,
    #[command(flatten)]
    rules_args: RulesArgs,
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
    /// Move somebody to another square first
    #[arg(long = "set", value_name = "TAG=SQUARE", value_parser = placing)]
    set: Vec<(String, Square)>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Forecast {
    pub(super) fn run(&self, out: &mut dyn Write) -> CommandResult {
        let (mut battle, mut position) = self.position()?;
        for (tag, square) in &self.set {
            let who = find::combatant(&battle, tag)?;
            put(&mut battle, who, *square)?;
            position += &format!(", {tag} at {square}");
        }
        let by = find::combatant(&battle, &self.by)?;
        let mut turn = turn_of(&battle, by)?;
        if let Some(square) = self.at.filter(|square| *square != battle.combatant(by).placement.anchor()) {
            let rules = turn.ruleset.rules();
            let verb = turn_verb(&turn);
            if let Ok(Journey { route, after, .. }) = turn.journey(by, verb, Course::To(square)) {
                let how = if route.words.is_empty() { String::new() } else { format!(", {}", route.words) };
                position +=
                    &format!(", {} after going to {square}, {}{how}", self.by, rules.measure().words(route.cost));
                turn = after;
            } else {
                position += &format!(", {} put to {square}, where no way leads this turn", self.by);
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

    /// The battle of the position, and its name.
    fn position(&self) -> Result<(Battle, String), Stop> {
        if let Some(path) = &self.trial {
            let trials = load_trials(path, Roster::in_play())?;
            let trial = pick(&trials, self.name.as_deref())?;
            return Ok((trial.battle.clone(), trial.name.clone()));
        }
        let level = find::level(self.level.as_deref().unwrap_or_default())?;
        let mut battle = set_up(&level, &self.rules_args)?;
        battle.scene.round = 1;
        let rules = battle.ruleset.rules();
        battle.scene.order = battle.combatants().filter(|one| rules.takes_turns(*one)).map(|one| one.id).collect();
        battle.scene.acting = battle.tagged(&self.by).map(|one| one.id);
        Ok((battle, format!("{} at the start", level.name)))
    }
}

fn pick<'a>(trials: &'a [Trial], name: Option<&str>) -> Result<&'a Trial, Stop> {
    let known = || trials.iter().map(|trial| trial.name.as_str());
    match (name, trials) {
        (None, [only]) => Ok(only),
        (None, _) => Err(Stop::Because(format!("say which trial with --name; {}", meant("", known())))),
        (Some(name), _) => trials
            .iter()
            .find(|trial| trial.name == name)
            .ok_or_else(|| Stop::Because(format!("no trial is called `{name}`; {}", meant(name, known())))),
    }
}

/// The verb of the ordinary movement on offer.
fn turn_verb(turn: &Battle) -> &'static str {
    let offers = turn.decision().map(|decision| turn.ruleset.rules().offers(turn, decision)).unwrap_or_default();
    let way = offers.0.iter().find(|offer| matches!(offer.target, Target::Way(_)));
    way.map_or("", |offer| offer.verb)
}

/// Moves somebody to a square, if there is room.
fn put(battle: &mut Battle, who: CombatantId, square: Square) -> Result<(), Stop> {
    let placement = battle.combatant(who).placement.at(square);
    let refuse = |why: String| {
        Err(Stop::Because(format!("{} cannot stand in {square}: {why}", battle.combatant(who).identity.tag)))
    };
    for covered in placement.0.squares() {
        let Some(cell) = battle.scene.field.cell(covered) else {
            return refuse(format!("{covered} is not on the board"));
        };
        if let Some(feature) = cell.feature.filter(|feature| feature.traits().passage != Passage::Open) {
            return refuse(format!("there is a {}", feature.name()));
        }
        if let Some(other) = battle.occupant(covered).filter(|other| other.id != who) {
            return refuse(format!("{} stands there", other.identity.tag));
        }
    }
    battle.combatant_mut(who).placement = placement;
    Ok(())
}

/// The battle in somebody's own turn, with what the position leaves to spend.
fn turn_of(battle: &Battle, who: CombatantId) -> Result<Battle, Stop> {
    let mut turn = battle.clone();
    turn.scene.acting = Some(who);
    give_turn(&mut turn, who);
    let tag = &battle.combatant(who).identity.tag;
    if is_asked(&turn, who) { Ok(turn) } else { Err(Stop::Because(format!("{tag} has no turn in this position"))) }
}

fn placing(text: &str) -> Result<(String, Square), String> {
    let (tag, square) = text.split_once('=').ok_or("write TAG=SQUARE, such as lysk=m5")?;
    Ok((tag.into(), square.parse().map_err(|error: crate::geometry::NoSquare| error.to_string())?))
}
