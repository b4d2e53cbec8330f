//! A battle without a window: choices of the computer and choices in words.

use super::{print::Stop, under::Under};
use crate::{
    ai::{Mind, Progress},
    dice::{Rolled, Stream},
    levels::{Level, Roster, deploy},
    rules::{Battle, Choice, Entry, NoChoice, Offers, play},
};

/// The computer's stream in a battle; the dice have lane 0.
const COMPUTER: u64 = 1;

/// A battle being played, the same as in the window from the same seed.
pub(super) struct Bout {
    /// The battle as it stands.
    pub(super) battle: Battle,
    dice: Rolled,
    mind: Mind,
    computer: Stream,
    journal: Vec<Entry>,
}

/// A level's battle before the first round.
pub(super) fn set_up(level: &Level, under: &Under) -> Result<Battle, Stop> {
    let (ruleset, settings) = under.rules(level)?;
    Ok(deploy(level, Roster::builtin(), ruleset, settings)?)
}

impl Bout {
    /// Begins a battle.
    pub(super) fn begin(battle: Battle, seed: u64) -> Self {
        let (dice, computer) = (Rolled::new(seed), Stream::new(seed, COMPUTER));
        let mut bout = Self { battle, dice, mind: Mind::default(), computer, journal: Vec::new() };
        play::begin(&mut bout.battle, &mut bout.dice, &mut bout.journal);
        bout.forget();
        bout
    }

    /// What can be chosen now; nothing when the battle is over.
    pub(super) fn offers(&self) -> Option<Offers> {
        let decision = self.battle.decision()?;
        Some(self.battle.ruleset.rules().offers(&self.battle, decision))
    }

    /// Lets the computer answer, for whatever side. Gives what it chose as [`Bout::say`] takes it.
    pub(super) fn think(&mut self, offers: &Offers) -> Result<String, Stop> {
        let choice = self.mind.decide(&self.battle, offers, &mut self.computer, &Progress::default()).choice;
        let line = format!("{}: {}", self.asked(), choice.text(&self.battle, offers));
        self.submit(offers, &choice)
            .map_err(|error| Stop::Because(format!("the computer chose `{line}`, which cannot be: {error}")))?;
        Ok(line)
    }

    /// Answers in words: `cale: shoot lysk crossbow`.
    pub(super) fn say(&mut self, line: &str) -> Result<(), String> {
        let offers = self.offers().ok_or("nobody is asked: the battle is over")?;
        let asked = self.asked();
        let (who, text) = line.split_once(':').unwrap_or(("", line));
        if who.trim() != asked {
            return Err(format!("`{line}` does not answer for {asked}; write `{asked}: ...`"));
        }
        let choice = Choice::parse(text, &self.battle, &offers).map_err(|error| error.to_string())?;
        self.submit(&offers, &choice).map_err(|error| error.to_string())
    }

    /// The tag of whoever is asked.
    pub(super) fn asked(&self) -> String {
        let decision = self.battle.decision();
        decision.map(|decision| self.battle.one(decision.who).identity.tag.to_string()).unwrap_or_default()
    }

    fn submit(&mut self, offers: &Offers, choice: &Choice) -> Result<(), NoChoice> {
        play::submit(&mut self.battle, offers, choice, &mut self.dice, &mut self.journal)?;
        self.forget();
        Ok(())
    }

    /// Nobody reads the tale of these battles.
    fn forget(&mut self) {
        self.journal.clear();
        self.dice.take_faces();
    }
}
