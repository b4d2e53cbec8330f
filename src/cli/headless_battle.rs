//! A battle without a window, played by choices of the computer and choices in words.

use std::sync::{Arc, atomic::AtomicBool};

use bevy::prelude::World;

use super::{print::Stop, rules_args::RulesArgs};
use crate::{
    ai::{Depth, Mind, Progress},
    arena::{Arena as _, bare_world},
    dice::{Rolled, Stream},
    levels::{Level, Roster, deploy},
    rules::{Battle, Choice, NoChoice, Offers, Team},
};

/// The computer's stream in a battle; the dice have lane 0.
const COMPUTER: u64 = 1;

/// A battle in a world of its own. With the same seed it goes as it would in the window.
pub(super) struct HeadlessBattle {
    world: World,
    mind: Mind,
    depths: [Depth; Team::MOST],
    computer: Stream,
    progress: Progress,
}

/// The battle of a level before the first round.
pub(super) fn set_up(level: &Level, rules_args: &RulesArgs) -> Result<Battle, Stop> {
    let (ruleset, settings) = rules_args.rules(level)?;
    Ok(deploy(level, Roster::builtin(), ruleset, settings)?)
}

impl HeadlessBattle {
    /// Begins a battle; the computer thinks as thoroughly as `depths` says for each side.
    pub(super) fn begin(battle: Battle, seed: u64, depths: [Depth; Team::MOST]) -> Self {
        let mut world = bare_world(battle, Rolled::new(seed));
        world.leave_unread();
        world.begin();
        world.take_faces();
        Self {
            world,
            mind: Mind::default(),
            depths,
            computer: Stream::new(seed, COMPUTER),
            progress: Progress::default(),
        }
    }

    /// Makes the computer stop thinking once a flag is set: its choices from then on are worth nothing.
    pub(super) fn until(self, flag: Arc<AtomicBool>) -> Self {
        Self { progress: Progress::until(flag), ..self }
    }

    /// The current battle.
    pub(super) fn battle(&self) -> &Battle {
        self.world.battle()
    }

    /// The current offers; `None` when the battle is over.
    pub(super) fn offers(&mut self) -> Option<Arc<Offers>> {
        self.world.decision()?;
        Some(self.world.offers())
    }

    /// Lets the computer answer, whichever side is asked. Returns its choice in the form that [`HeadlessBattle::say`]
    /// takes.
    pub(super) fn think(&mut self, offers: &Offers) -> Result<String, Stop> {
        let choice = self.choose(offers);
        let line = self.line(offers, &choice);
        self.take(offers, &choice)?;
        Ok(line)
    }

    /// The computer's answer, whichever side is asked.
    pub(super) fn choose(&mut self, offers: &Offers) -> Choice {
        let team = self.asked_side();
        let view = self.world.side_view(team);
        self.mind.set_depth(team.map_or(Depth::Full, |team| self.depths[usize::from(team.0)]));
        self.mind.decide(&view, offers, &mut self.computer, &self.progress).choice
    }

    /// A choice in the form that [`HeadlessBattle::say`] takes.
    pub(super) fn line(&mut self, offers: &Offers, choice: &Choice) -> String {
        let view = self.world.side_view(self.asked_side());
        format!("{}: {}", self.asked(), choice.text(&view, offers))
    }

    /// Plays on with a choice of the computer.
    pub(super) fn take(&mut self, offers: &Offers, choice: &Choice) -> Result<(), Stop> {
        self.submit(choice).map_err(|error| {
            let line = self.line(offers, choice);
            Stop::Because(format!("the computer chose `{line}`, which is not possible: {error}"))
        })
    }

    fn asked_side(&self) -> Option<Team> {
        let battle = self.world.battle();
        battle.decision().map(|decision| battle.combatant(decision.who).team)
    }

    /// Answers in words: `cale: shoot lysk crossbow`.
    pub(super) fn say(&mut self, line: &str) -> Result<(), String> {
        let offers = self.offers().ok_or("nobody is asked: the battle is over")?;
        let asked = self.asked();
        let (who, text) = line.split_once(':').unwrap_or(("", line));
        if who.trim() != asked {
            return Err(format!("`{line}` does not answer for {asked}; write `{asked}: ...`"));
        }
        let choice = Choice::parse(text, self.battle(), &offers).map_err(|error| error.to_string())?;
        self.submit(&choice).map_err(|error| error.to_string())
    }

    /// The tag of the combatant who is asked.
    pub(super) fn asked(&self) -> String {
        let decision = self.world.decision();
        decision.map(|decision| self.battle().combatant(decision.who).identity.tag.to_string()).unwrap_or_default()
    }

    fn submit(&mut self, choice: &Choice) -> Result<(), NoChoice> {
        self.world.submit(choice)?;
        self.world.take_faces();
        Ok(())
    }
}
