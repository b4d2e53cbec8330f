//! What a fighter who is asked should know about the question besides its words: when it comes, why, and what is next.

use serde::Serialize;

use crate::{
    geometry::Square,
    rules::{
        ids::{CombatantId, ItemId},
        state::{Battle, Decision},
    },
};

/// When a decision comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Window {
    /// In one's own turn: what to do next.
    Turn,
    /// In one's own turn, in the middle of something that goes on afterwards, such as a step between blows at several
    /// targets. No turn is planned from here, whatever is on offer.
    Midway,
    /// In answer to what happens.
    Answer,
    /// Whether to cut in.
    Claim,
    /// While something with several parts is being declared.
    Declare,
}

/// A roll that has led to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct SeenRoll {
    /// What was rolled: "To hit".
    pub words: &'static str,
    /// What it came to.
    pub value: i32,
    /// What it was compared with.
    pub against: Option<i32>,
    /// The least number of digits its value is written with: 2 for a roll that is read digit by digit.
    pub figures: u8,
}

/// Why a question comes, as far as the fighter who is asked perceives it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Cause {
    /// Who caused it; `None` if that fighter is not perceived.
    pub who: Option<CombatantId>,
    /// From where.
    pub from: Option<Square>,
    /// With what.
    pub with: Option<ItemId>,
    /// The rolls so far.
    pub rolls: Vec<SeenRoll>,
}

impl Cause {
    /// What `by` does to `asked`, who learns neither who, nor from where, nor with what, unless aware of `by` or on the
    /// same side.
    pub fn by(battle: &Battle, by: CombatantId, with: Option<ItemId>, asked: CombatantId) -> Self {
        let fighter = battle.combatant(by);
        let is_perceived = battle.combatant(asked).team == fighter.team || battle.combatant(asked).aware.of(by);
        if !is_perceived {
            return Self::default();
        }
        Self { who: Some(by), from: Some(fighter.placement.anchor()), with, rolls: Vec::new() }
    }

    /// The same with a roll.
    #[must_use]
    pub fn rolled(mut self, roll: SeenRoll) -> Self {
        self.rolls.push(roll);
        self
    }
}

/// The state of a part of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum StageState {
    /// It has been rolled.
    Done,
    /// It was left out.
    Declined,
    /// It is being asked about.
    Now,
    /// It comes later.
    Later,
}

/// A part of an answer that is given in several parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct AnswerStage {
    /// Its name: "Evade".
    pub name: &'static str,
    /// Its state.
    pub state: StageState,
}

/// When a question comes, why, and what is next.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Briefing {
    /// When it comes.
    pub window: Window,
    /// How many other fighters' actions it interrupts: 0 in one's own turn, 1 for an answer to the fighter whose turn
    /// it is and in a turn inside another one.
    pub level: u8,
    /// Why it comes; `None` in one's own turn.
    pub cause: Option<Cause>,
    /// The parts of the answer, if there are several.
    pub stages: Vec<AnswerStage>,
    /// Whether the same question may come again in this battle, so that an answer can stand.
    pub recurs: bool,
}

impl Briefing {
    /// A briefing. `by`, the fighter who really caused the question, counts for the level even if not perceived.
    pub fn new(battle: &Battle, decision: &Decision, window: Window, by: Option<CombatantId>) -> Self {
        let mut doers: Vec<CombatantId> = battle.open_turns().chain(by).chain([decision.who]).collect();
        doers.dedup();
        let level = doers.len().saturating_sub(1) as u8;
        Self { window, level, cause: None, stages: Vec::new(), recurs: true }
    }
}
