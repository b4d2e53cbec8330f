//! The position that a what-if is about: the start of a level, a trial before its choices, a recording after some.

use std::path::PathBuf;

use clap::Args;

use super::{find, headless_battle::set_up, print::Stop, rules_args::RulesArgs};
use crate::{
    geometry::Square,
    lab::{self, room},
    levels::{Event, Level, Recording, Replay, Roster, Trial, draft::Draft, give_starts, load_trials, meant},
    rules::{Battle, CombatantId, Effect, give_turn, laid_by_level},
};

/// Where the position is found.
#[derive(Args)]
#[group(required = true, multiple = false)]
struct Source {
    /// The start of a built-in level or a level file
    #[arg(long)]
    level: Option<String>,
    /// The position of a trial, before its choices
    #[arg(long, conflicts_with_all = ["ruleset", "settings"], value_name = "FILE")]
    trial: Option<PathBuf>,
    /// A position of a recording
    #[arg(long, conflicts_with_all = ["ruleset", "settings"], value_name = "FILE")]
    recording: Option<PathBuf>,
}

/// Which position.
#[derive(Args)]
pub(super) struct PositionArgs {
    #[command(flatten)]
    source: Source,
    /// Which trial of the file
    #[arg(long)]
    name: Option<String>,
    /// After how many choices of the recording; by default after all
    #[arg(long, value_name = "CHOICES")]
    after: Option<usize>,
    #[command(flatten)]
    rules_args: RulesArgs,
    /// Move somebody to another square first
    #[arg(long = "set", value_name = "TAG=SQUARE", value_parser = placing)]
    set: Vec<(String, Square)>,
}

/// A position, as it was found.
pub(super) struct Position {
    /// The battle. No decision is open in it.
    pub(super) battle: Battle,
    /// What it is called: "Tanner Row at the start".
    pub(super) words: String,
    from: From,
}

enum From {
    Level(Box<Level>),
    Trial(Box<Trial>),
}

impl PositionArgs {
    /// The position.
    ///
    /// # Errors
    /// Files that cannot be read, names that are not known, and fighters that do not fit on their squares.
    pub(super) fn read(&self) -> Result<Position, Stop> {
        let mut position = self.found()?;
        for (tag, square) in &self.set {
            let who = find::combatant(&position.battle, tag)?;
            put(&mut position.battle, who, *square)?;
            position.words += &format!(", {tag} at {square}");
        }
        Ok(position)
    }

    fn found(&self) -> Result<Position, Stop> {
        // clap stays silent about these when the source that is given excludes the one that is needed.
        if self.name.is_some() && self.source.trial.is_none() {
            return Err(Stop::Usage("--name goes with --trial"));
        }
        if self.after.is_some() && self.source.recording.is_none() {
            return Err(Stop::Usage("--after goes with --recording"));
        }
        if let Some(path) = &self.source.trial {
            let trials = load_trials(path, Roster::in_play())?;
            let trial = pick(&trials, self.name.as_deref())?.clone();
            let (battle, words) = (trial.battle.clone(), trial.name.clone());
            return Ok(Position { battle, words, from: From::Trial(Box::new(trial)) });
        }
        if let Some(path) = &self.source.recording {
            let recording = Recording::load(path, Roster::in_play())?;
            return recorded(&recording, self.after);
        }
        let level = find::level(self.source.level.as_deref().unwrap_or_default())?;
        let mut battle = set_up(&level, &self.rules_args)?;
        give_starts(&mut battle);
        battle.scene.round = 1;
        lay_veils(&mut battle);
        let rules = battle.ruleset.rules();
        battle.scene.order =
            battle.combatants().filter(|fighter| rules.takes_turns(*fighter)).map(|fighter| fighter.id).collect();
        let words = format!("{} at the start", level.name);
        Ok(Position { battle, words, from: From::Level(Box::new(level)) })
    }
}

impl Position {
    /// The battle in a fighter's turn: in a trial with what the trial leaves to spend, elsewhere with what is left of
    /// the current turn or with a whole new one.
    pub(super) fn turn(&self, who: CombatantId) -> Battle {
        let mut turn = self.battle.clone();
        if matches!(self.from, From::Trial(_)) {
            turn.scene.acting = Some(who);
        }
        give_turn(&mut turn, who);
        turn
    }

    /// The same position as a draft, which can be put under other rules.
    pub(super) fn draft(&self) -> Draft {
        match &self.from {
            From::Level(level) => Draft::of_position(level, Roster::in_play(), self.battle.clone()),
            From::Trial(trial) => Draft::of_trial(&Trial { battle: self.battle.clone(), ..Trial::clone(trial) }),
        }
    }
}

/// Lays the veils of the round in progress, as the battle does when that round begins.
fn lay_veils(battle: &mut Battle) {
    let squares: Vec<Square> = battle.veils.iter().flat_map(|veil| veil.squares.iter().map(|(at, _)| *at)).collect();
    for square in squares {
        if let Some(veil) = laid_by_level(battle, square) {
            battle.apply(&Effect::Veil(square, veil));
        }
    }
}

/// A recording after a number of choices, or after all.
fn recorded(recording: &Recording, after: Option<usize>) -> Result<Position, Stop> {
    let all = recording.choices();
    let after = after.unwrap_or(all);
    if after > all {
        return Err(Stop::Because(format!("--after {after}: {} has {all} choices", recording.file)));
    }
    let mut replay = Replay::start(recording, Roster::in_play())?;
    let mut made = 0;
    for line in &recording.lines {
        // The consequences of a choice, such as a new round, are recorded after it.
        let is_choice = matches!(line.event, Event::Choice { .. });
        if is_choice && made == after {
            break;
        }
        replay.step()?;
        made += usize::from(is_choice);
    }
    let level = recording.header.level.clone();
    let words = format!("{} after choice {after}", level.name);
    Ok(Position { battle: replay.battle().clone(), words, from: From::Level(Box::new(level)) })
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

/// Moves somebody to a square, if there is room.
pub(super) fn put(battle: &mut Battle, who: CombatantId, square: Square) -> Result<(), Stop> {
    room(battle, who, square).map_err(|why| {
        let tag = &battle.combatant(who).identity.tag;
        Stop::Because(format!("{tag} cannot stand in {square}: {}", why.words()))
    })?;
    let place = battle.combatant(who).placement.at(square);
    lab::put(battle, who, place);
    Ok(())
}

fn placing(text: &str) -> Result<(String, Square), String> {
    let (tag, square) = text.split_once('=').ok_or("write TAG=SQUARE, such as lysk=m5")?;
    Ok((tag.into(), square.parse().map_err(|error: crate::geometry::NoSquare| error.to_string())?))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::{
        arena::{Arena as _, bare_world},
        dice::Rolled,
        levels::builtin,
    };

    #[derive(Parser)]
    struct Words {
        #[command(flatten)]
        position: PositionArgs,
    }

    #[test]
    fn the_start_of_a_level_has_the_veils_of_its_first_round() {
        let mut veiled = 0;
        for level in builtin() {
            let words = Words::try_parse_from(["position", "--level", level.tag.as_str()]).unwrap();
            let position = words.position.read().unwrap();
            let start = set_up(level, &words.position.rules_args).unwrap();
            let mut world = bare_world(start, Rolled::new(1));
            world.begin();
            let (told, begun) = (&position.battle.scene.field, &world.battle().scene.field);
            assert!(told == begun, "{}", level.tag);
            veiled += usize::from(*told != level.field);
        }
        assert!(veiled > 0);
    }
}
