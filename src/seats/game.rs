//! A battle with its seats: choices come in here and nowhere else, are recorded, and can be taken back for a while.

use std::{io, path::PathBuf, sync::Arc};

use super::{NoAnswer, Seat, Thinking};
use crate::{
    ai::Mind,
    arena::{Arena, Checkpoint},
    dice::{Rolled, Stream},
    levels::{Faults, Header, Level, Recording, Replay, Roster, Writer, open},
    rules::{Battle, Choice, CombatantId, NoChoice, Offers, RulesetId, Settings, Team},
};

/// Why nothing can be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoUndo {
    /// Nothing has been chosen.
    #[error("Nothing to undo")]
    Nothing,
    /// A die has been rolled.
    #[error("A die has been rolled")]
    Rolled,
    /// Somebody else has answered since.
    #[error("Somebody else has acted")]
    Others,
}

/// A battle being played.
pub struct Game {
    /// The living battle.
    pub arena: Arena,
    /// What it is recorded with.
    pub header: Header,
    seats: [Seat; Team::MOST],
    mind: Mind,
    computer: Stream,
    writer: Option<(PathBuf, Writer)>,
    fault: Option<String>,
    undo: Vec<Checkpoint>,
    no_undo: NoUndo,
    thinking: Option<Thinking>,
}

impl Game {
    /// Sets up a battle and plays to its first decision.
    ///
    /// # Errors
    /// What is wrong with level and roster together.
    pub fn new(
        level: &Level,
        roster: &Roster,
        ruleset: RulesetId,
        settings: Settings,
        seed: u64,
        seats: [Seat; Team::MOST],
    ) -> Result<Self, Faults> {
        let seated = seats.iter().take(level.sides.len()).map(|seat| seat.word().to_string()).collect();
        let mut header = Header { level: level.clone(), ruleset, settings, seed, seats: seated, start: 0 };
        let battle = open(&header, roster)?;
        header.start = battle.digest();
        let mut game = Self::of(Arena::new(battle, Rolled::new(seed)), header, seats);
        game.arena.begin();
        Ok(game)
    }

    /// Goes on where a recording ends.
    ///
    /// # Errors
    /// The first line of it that does not come out as recorded.
    pub fn resume(recording: &Recording, roster: &Roster) -> Result<Self, Faults> {
        let mut replay = Replay::start(recording, roster)?;
        let mut journal = Vec::new();
        while replay.step()?.is_some() {
            journal.append(&mut replay.journal);
        }
        let mut seats = [Seat::default(); Team::MOST];
        for (seat, word) in seats.iter_mut().zip(&recording.header.seats) {
            *seat = Seat::of(word).unwrap_or_default();
        }
        let mut arena = Arena::new(replay.battle, replay.dice);
        arena.remember(journal);
        Ok(Self::of(arena, recording.header.clone(), seats))
    }

    fn of(arena: Arena, header: Header, seats: [Seat; Team::MOST]) -> Self {
        let computer = Stream::new(header.seed, 1);
        Self {
            arena,
            header,
            seats,
            mind: Mind::default(),
            computer,
            writer: None,
            fault: None,
            undo: Vec::new(),
            no_undo: NoUndo::Nothing,
            thinking: None,
        }
    }

    /// Records from here on: a new file, or the end of the one it was resumed from.
    ///
    /// # Errors
    /// What the system says.
    pub fn record(&mut self, path: PathBuf, resumed: Option<&Recording>) -> io::Result<()> {
        let writer = match resumed {
            Some(recording) => Writer::resume(&path, recording)?,
            None => {
                let mut writer = Writer::create(&path, &self.header)?;
                let faces = self.arena.take_faces();
                writer.begin(self.arena.battle(), &faces)?;
                writer
            }
        };
        self.writer = Some((path, writer));
        Ok(())
    }

    /// The file it is recorded in.
    pub fn recording(&self) -> Option<&PathBuf> {
        self.writer.as_ref().map(|(path, _)| path)
    }

    /// What went wrong while recording, once.
    pub fn take_fault(&mut self) -> Option<String> {
        self.fault.take()
    }

    /// Keeps something for the panels to say.
    pub fn tell_fault(&mut self, words: String) {
        self.fault = Some(words);
    }

    /// The battle as it stands.
    pub fn battle(&self) -> &Battle {
        self.arena.battle()
    }

    /// Who answers for a side.
    pub fn seat(&self, team: Team) -> Seat {
        self.seats[usize::from(team.0)]
    }

    /// How many sides a person plays.
    pub fn persons(&self) -> usize {
        self.battle().teams().filter(|team| self.seat(*team) == Seat::Person).count()
    }

    /// Who is asked now, on which side, in which seat.
    pub fn asked(&self) -> Option<(CombatantId, Team, Seat)> {
        let who = self.arena.decision()?.who;
        let team = self.battle().one(who).team;
        Some((who, team, self.seat(team)))
    }

    /// What can be chosen now.
    pub fn offers(&self) -> Arc<Offers> {
        self.arena.offers()
    }

    /// Answers the decision of now.
    ///
    /// # Errors
    /// Why the choice cannot be taken; nothing has changed then.
    pub fn submit(&mut self, choice: &Choice) -> Result<(), NoChoice> {
        let asked = self.asked();
        let before = self.arena.checkpoint();
        let offers = self.arena.offers();
        let text = choice.text(self.battle(), &offers);
        let round = self.battle().scene.round;
        self.arena.submit(choice)?;
        self.thinking = None;
        let faces = self.arena.take_faces();
        let tag = asked.map(|(who, ..)| self.battle().one(who).identity.tag.to_string()).unwrap_or_default();
        self.remember(before, asked.map(|(who, ..)| who), faces.is_empty());
        if let Some((_, writer)) = &mut self.writer
            && let Err(error) = writer.choice(&tag, &text, &faces, round, self.arena.battle())
        {
            self.fault = Some(format!("This battle is no longer recorded: {error}"));
            self.writer = None;
        }
        Ok(())
    }

    /// Keeps the moment before a choice, as long as nothing has been shown by dice or done by others since.
    fn remember(&mut self, before: Checkpoint, who: Option<CombatantId>, quiet: bool) {
        let team = |who: CombatantId| self.arena.battle().one(who).team;
        let same = self.arena.decision().map(|decision| team(decision.who)) == who.map(team);
        if !quiet || !same {
            self.undo.clear();
            self.no_undo = if quiet { NoUndo::Others } else { NoUndo::Rolled };
        } else {
            self.undo.push(before);
        }
    }

    /// Why nothing can be taken back, if so.
    pub fn no_undo(&self) -> Option<NoUndo> {
        self.undo.is_empty().then_some(self.no_undo)
    }

    /// Takes back the last choice.
    ///
    /// # Errors
    /// Why it cannot be taken back.
    pub fn undo(&mut self) -> Result<(), NoUndo> {
        let to = self.undo.pop().ok_or(self.no_undo)?;
        self.arena.rewind(to);
        self.thinking = None;
        if let Some((_, writer)) = &mut self.writer
            && let Err(error) = writer.undo(1)
        {
            self.fault = Some(format!("This battle is no longer recorded: {error}"));
            self.writer = None;
        }
        Ok(())
    }

    /// Lets the computer think while it is asked, and takes its answer when it has one. True if it has answered.
    pub fn think(&mut self) -> bool {
        let Some((_, _, Seat::Computer)) = self.asked() else {
            self.thinking = None;
            return false;
        };
        let revision = self.arena.revision();
        let Some(thinking) = self.thinking.as_ref().filter(|one| one.revision == revision) else {
            self.start_thinking();
            return false;
        };
        let choice = match thinking.poll() {
            Ok(None) => return false,
            Ok(Some((opinion, mind, stream))) => {
                (self.mind, self.computer) = (mind, stream);
                opinion.choice
            }
            Err(NoAnswer) => self.habit(),
        };
        let answered = self.submit(&choice).or_else(|_| self.submit(&self.habit()));
        self.thinking = None;
        answered.is_ok()
    }

    /// Lets the computer start to think, if it is asked and does not think yet.
    pub fn start_thinking(&mut self) {
        let revision = self.arena.revision();
        let about_now = self.thinking.as_ref().is_some_and(|one| one.revision == revision);
        if let Some((who, _, Seat::Computer)) = self.asked()
            && !about_now
        {
            let (battle, offers) = (self.battle().clone(), self.arena.offers());
            // The mind comes back with the answer; if that is never taken, the next thought starts with a fresh one.
            let mind = std::mem::take(&mut self.mind);
            self.thinking = Some(Thinking::start(battle, offers, (who, revision), mind, self.computer.clone()));
        }
    }

    /// The default answer to the decision of now.
    fn habit(&self) -> Choice {
        let battle = self.battle();
        let decision = self.arena.decision();
        let none = Choice { verb: "end", item: None, on: None, squares: Vec::new(), parameters: Vec::new() };
        decision.map_or(none, |decision| battle.ruleset.rules().habit(battle, decision))
    }

    /// The thought under way.
    pub fn thinking(&self) -> Option<&Thinking> {
        self.thinking.as_ref()
    }
}
