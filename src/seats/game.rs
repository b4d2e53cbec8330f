//! A battle with its seats. All choices come in here, are recorded, and can be undone for a while.

use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use bevy::prelude::World;

use super::{NoAnswer, Seat, Thinking};
use crate::{
    ai::{Mind, Ranking},
    arena::{Arena as _, Checkpoint, ChoiceQueue, Journal},
    dice::{Rolled, Stream},
    levels::{Faults, Header, Level, Recording, Replay, Roster, Writer, open},
    rules::{Battle, Battlefield, Choice, CombatantId, NoChoice, RulesetId, Settings, Team},
};

/// Why nothing can be undone.
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
    /// The last choice was not made by a person on the side that is asked now.
    #[error("Somebody else has to choose now")]
    NotAsked,
    /// Somebody unknown has been found.
    #[error("Somebody has been found")]
    Found,
    /// The battle has been edited from outside.
    #[error("The battle has been edited")]
    Edited,
}

/// The seats, the recording and the undo steps of a battle. The battle itself is in a world; every method that reads or
/// changes it takes that world.
pub struct Game {
    /// The header of its recording.
    pub header: Header,
    seats: [Seat; Team::MOST],
    mind: Mind,
    computer: Stream,
    writer: Option<Writer>,
    fault: Option<String>,
    /// Whether the last choice could not be recorded.
    is_behind: bool,
    /// The checkpoints before choices, each with the side that chose.
    undo: Vec<(Team, Checkpoint)>,
    no_undo: NoUndo,
    thinking: Option<Thinking>,
    /// For whom the computer has chosen last, and its ranking; `None` once another choice has been made.
    thought: Option<(CombatantId, Ranking)>,
    /// The dice that fell at the start.
    begun: Vec<u8>,
    /// How many edits from outside have been noticed.
    edits: u64,
    /// Whether the last of them must still be recorded.
    unwritten: bool,
    /// The board as of the last line of the recording.
    board: Arc<Battlefield>,
}

impl Game {
    /// Sets up a battle in a world and plays to its first decision.
    ///
    /// # Errors
    /// What is wrong with level and roster together.
    pub fn new(
        world: &mut World,
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
        world.open(battle, Rolled::new(seed));
        world.begin();
        // Kept for the recording. Dice rolled before the first choice do not keep it from being undone.
        let begun = world.take_faces();
        Ok(Self { begun, ..Self::of(world, header, seats) })
    }

    /// Continues a recording from its end, in a world.
    ///
    /// # Errors
    /// The first line that does not replay as recorded.
    pub fn resume(world: &mut World, recording: &Recording, roster: &Roster) -> Result<Self, Faults> {
        let mut replay = Replay::start(recording, roster)?;
        while replay.step()?.is_some() {}
        let mut seats = [Seat::default(); Team::MOST];
        for (seat, word) in seats.iter_mut().zip(&recording.header.seats) {
            *seat = Seat::of(word).unwrap_or_default();
        }
        let played = replay.into_world();
        world.open(played.battle().clone(), played.dice().clone());
        world.remember(played.journal().to_vec(), played.perceived().to_vec());
        Ok(Self::of(world, recording.header.clone(), seats))
    }

    fn of(world: &World, header: Header, seats: [Seat; Team::MOST]) -> Self {
        let computer = Stream::new(header.seed, 1);
        Self {
            header,
            seats,
            mind: Mind::default(),
            computer,
            writer: None,
            fault: None,
            is_behind: false,
            undo: Vec::new(),
            no_undo: NoUndo::Nothing,
            thinking: None,
            thought: None,
            begun: Vec::new(),
            edits: world.resource::<Journal>().edits(),
            unwritten: false,
            board: Arc::clone(&world.battle().scene.field),
        }
    }

    /// Records from here on, in a new file or at the end of the one it was resumed from.
    ///
    /// # Errors
    /// The error of the operating system.
    pub fn record(&mut self, world: &mut World, path: PathBuf, resumed: Option<&Recording>) -> io::Result<()> {
        let writer = match resumed {
            Some(recording) => Writer::resume(&path, recording)?,
            None => {
                let mut writer = Writer::create(&path, &self.header)?;
                writer.begin(world.battle(), &self.begun)?;
                writer
            }
        };
        self.writer = Some(writer);
        Ok(())
    }

    /// Records from here on in a new file that begins with the lines that have led here.
    ///
    /// # Errors
    /// The error of the operating system.
    pub fn record_after(&mut self, path: PathBuf, before: &Recording) -> io::Result<()> {
        let mut writer = Writer::create(&path, &self.header)?;
        before.lines.iter().try_for_each(|line| writer.write(&line.event))?;
        self.writer = Some(writer);
        Ok(())
    }

    /// The file it is recorded in.
    pub fn recording(&self) -> Option<&Path> {
        self.writer.as_ref().map(Writer::path)
    }

    /// What went wrong while recording; returned only once.
    pub fn take_fault(&mut self) -> Option<String> {
        self.fault.take()
    }

    /// Keeps a message for the panels.
    pub fn tell_fault(&mut self, words: String) {
        self.fault = Some(words);
    }

    /// Who answers for a side.
    pub fn seat(&self, team: Team) -> Seat {
        self.seats[usize::from(team.0)]
    }

    /// How many sides of a battle are played by people.
    pub fn persons(&self, battle: &Battle) -> usize {
        battle.teams().filter(|team| self.seat(*team) == Seat::Person).count()
    }

    /// Who is asked now, on which side, and in which seat.
    pub fn asked(&self, battle: &Battle) -> Option<(CombatantId, Team, Seat)> {
        let who = battle.decision()?.who;
        let team = battle.combatant(who).team;
        Some((who, team, self.seat(team)))
    }

    /// Answers the current decision.
    ///
    /// # Errors
    /// Why the choice cannot be taken; nothing has changed then.
    pub fn submit(&mut self, world: &mut World, choice: &Choice) -> Result<(), NoChoice> {
        self.notice_edits(world);
        let before = world.checkpoint();
        let offers = world.offers();
        let battle = world.battle();
        let text = choice.text(battle, &offers);
        let (who, round) = (battle.decision().map(|decision| decision.who), battle.scene.round);
        let unknown = |battle: &Battle| who.map(|who| battle.unknown_to(battle.combatant(who).team));
        let unknown_before = unknown(battle);
        let tag = who.map(|who| battle.combatant(who).identity.tag.to_string()).unwrap_or_default();
        self.write_edits(battle);
        world.submit(choice)?;
        self.board = Arc::clone(&world.battle().scene.field);
        (self.thinking, self.thought) = (None, None);
        let faces = world.take_faces();
        let found = unknown(world.battle()) != unknown_before;
        self.remember(world.battle(), before, who, faces.is_empty().then_some(found));
        self.write(|writer| writer.choice(&tag, &text, &faces, round, world.battle()));
        Ok(())
    }

    /// Submits the next choice queued by observers; one that cannot be made is dropped.
    pub fn submit_queued(&mut self, world: &mut World) {
        if let Some(choice) = world.resource_mut::<ChoiceQueue>().0.pop_front() {
            // If the observer has guessed wrong, nothing changes, and the decision is asked as usual.
            self.submit(world, &choice).ok();
        }
    }

    /// Notices edits from outside: they are recorded, and nothing before them can be undone.
    pub fn notice_edits(&mut self, world: &mut World) {
        world.refresh();
        let edits = world.resource::<Journal>().edits();
        if edits != self.edits {
            self.edits = edits;
            self.undo.clear();
            self.no_undo = NoUndo::Edited;
            self.thinking = None;
            self.unwritten = true;
        }
        if let Some(fault) = world.resource_mut::<Journal>().take_refused() {
            self.fault = Some(format!("An edit from outside was undone: {fault}"));
        }
    }

    /// Records all edits from outside since the last choice as one line.
    fn write_edits(&mut self, battle: &Battle) {
        if std::mem::take(&mut self.unwritten) {
            let board = Arc::clone(&self.board);
            self.write(|writer| writer.edited(battle, &board));
        }
    }

    /// Adds to the recording. What cannot be written is kept and written with the next choice.
    fn write(&mut self, add: impl FnOnce(&mut Writer) -> io::Result<()>) {
        let Some(writer) = &mut self.writer else { return };
        match add(writer) {
            Err(error) if !std::mem::replace(&mut self.is_behind, true) => {
                let next = "The game tries again with each choice, and nothing is lost once it succeeds.";
                self.fault = Some(format!("Your choices are not being recorded at the moment: {error}. {next}"));
            }
            Ok(()) if std::mem::take(&mut self.is_behind) => {
                self.fault = Some("This battle is being recorded again, and nothing is missing".into());
            }
            _ => {}
        }
    }

    /// Saves the checkpoint before a choice, unless dice have been rolled, somebody has been `found` or others have
    /// acted since. `found` is `None` if dice have been rolled.
    fn remember(&mut self, after: &Battle, before: Checkpoint, who: Option<CombatantId>, found: Option<bool>) {
        let team = |who: CombatantId| after.combatant(who).team;
        let asked = after.decision().map(|decision| team(decision.who));
        let lasting = match (found, asked) {
            (None, _) => NoUndo::Rolled,
            (Some(true), _) => NoUndo::Found,
            (Some(false), Some(side)) if who.map(team) == asked => return self.undo.push((side, before)),
            (Some(false), _) => NoUndo::Others,
        };
        self.undo.clear();
        self.no_undo = lasting;
    }

    /// Why nothing can be undone, if so. Only a person takes back a choice, and only one of the side that is asked now:
    /// neither what the computer has begun nor the turn of another side at this machine.
    pub fn no_undo(&self, battle: &Battle) -> Option<NoUndo> {
        match (self.undo.last(), self.asked(battle)) {
            (None, _) => Some(self.no_undo),
            (Some((side, _)), Some((_, team, Seat::Person))) if *side == team => None,
            (Some(_), _) => Some(NoUndo::NotAsked),
        }
    }

    /// How many choices in a row can be taken back.
    pub fn undo_depth(&self) -> usize {
        self.undo.len()
    }

    /// Undoes the last choice of the person who is asked now.
    ///
    /// # Errors
    /// Why it cannot be undone.
    pub fn undo(&mut self, world: &mut World) -> Result<(), NoUndo> {
        self.notice_edits(world);
        if let Some(reason) = self.no_undo(world.battle()) {
            return Err(reason);
        }
        let (_, to) = self.undo.pop().ok_or(self.no_undo)?;
        world.rewind(to);
        self.board = Arc::clone(&world.battle().scene.field);
        self.thinking = None;
        self.write(|writer| writer.undo(1));
        Ok(())
    }

    /// Lets the computer think when it is asked, and submits its answer once there is one. True if it has answered.
    pub fn think(&mut self, world: &mut World) -> bool {
        self.notice_edits(world);
        let Some((_, _, Seat::Computer(_))) = self.asked(world.battle()) else {
            self.thinking = None;
            return false;
        };
        let revision = world.revision();
        let Some(thinking) = self.thinking.as_ref().filter(|thinking| thinking.revision == revision) else {
            self.start_thinking(world);
            return false;
        };
        let who = thinking.who;
        let ranking = match thinking.poll() {
            Ok(None) => return false,
            Ok(Some((ranking, mind, stream))) => {
                (self.mind, self.computer) = (mind, stream);
                Some(ranking)
            }
            Err(NoAnswer) => None,
        };
        let choice = ranking.as_ref().map_or_else(|| default_answer(world.battle()), |ranking| ranking.choice.clone());
        let answered = self.submit(world, &choice);
        self.thinking = None;
        if answered.is_ok() {
            self.thought = ranking.map(|ranking| (who, ranking));
            return true;
        }
        let default_answer = default_answer(world.battle());
        self.submit(world, &default_answer).is_ok()
    }

    /// Starts the computer's thinking, if it is asked and not thinking yet.
    pub fn start_thinking(&mut self, world: &mut World) {
        self.notice_edits(world);
        let revision = world.revision();
        let about_now = self.thinking.as_ref().is_some_and(|thinking| thinking.revision == revision);
        if let Some((who, team, Seat::Computer(depth))) = self.asked(world.battle())
            && !about_now
        {
            let (view, offers) = (world.side_view(Some(team)), world.offers());
            // The mind comes back with the answer; if that is never taken, the next thought starts with a fresh one.
            let mut mind = std::mem::take(&mut self.mind);
            mind.set_depth(depth);
            self.thinking = Some(Thinking::start(view, offers, (who, revision), mind, self.computer.clone()));
        }
    }

    /// For whom the computer has chosen last, and its ranking, as long as no other choice has been made since.
    pub const fn thought(&self) -> Option<&(CombatantId, Ranking)> {
        self.thought.as_ref()
    }

    /// The thinking in progress.
    pub fn thinking(&self) -> Option<&Thinking> {
        self.thinking.as_ref()
    }
}

/// The default answer to the current decision.
fn default_answer(battle: &Battle) -> Choice {
    let none = Choice::new("end");
    battle.decision().map_or(none, |decision| battle.ruleset.rules().default_answer(battle, decision))
}
