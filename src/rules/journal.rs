//! What happened, for log, animation, statistics and tests. Rules never read it.

use std::borrow::Cow;

use serde::Serialize;

use super::{Choice, CombatantId, Effect, ItemId, RuleId, Verdict};
use crate::geometry::Square;

/// How an act ends for the one it is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Fate {
    /// The act failed by itself.
    Missed,
    /// The target averted it.
    Averted(Averting),
    /// It touched the target without effect.
    Glanced,
    /// It landed, and armour stopped all of it.
    Stopped,
    /// It landed.
    Hit,
    /// It landed with the ruleset's best degree.
    Critical,
}

impl Fate {
    /// Whether the act has landed, be it that armour stopped all of it.
    pub const fn lands(self) -> bool {
        matches!(self, Self::Stopped | Self::Hit | Self::Critical)
    }
}

/// What averted an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Averting {
    /// Getting out of its way.
    Dodge,
    /// A weapon, or an arm.
    Parry,
    /// A shield.
    Block,
    /// Taking hold of it.
    Catch,
    /// Another spell.
    Counter,
    /// Not being taken in.
    Insight,
    /// Turning it on the one who made it.
    Return,
}

impl Averting {
    /// For the plate above the target: "dodged".
    pub const fn past(self) -> &'static str {
        match self {
            Self::Dodge => "dodged",
            Self::Parry => "parried",
            Self::Block => "blocked",
            Self::Catch => "caught",
            Self::Counter => "countered",
            Self::Insight => "seen through",
            Self::Return => "turned back",
        }
    }

    /// In the log: who "dodges" the blow.
    pub const fn third_person(self) -> &'static str {
        match self {
            Self::Dodge => "dodges",
            Self::Parry => "parries",
            Self::Block => "blocks",
            Self::Catch => "catches",
            Self::Counter => "counters",
            Self::Insight => "sees through",
            Self::Return => "turns back",
        }
    }
}

/// How one blow ended. Forecasts count marks; the view draws them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct AttackResult {
    /// Whose act.
    pub by: CombatantId,
    /// Against whom.
    pub on: CombatantId,
    /// How it ended.
    pub fate: Fate,
    /// Damage that got through.
    pub damage: i16,
}

/// What somebody does, for the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Action {
    /// Starts to walk.
    Walk,
    /// A blow in reach.
    Strike,
    /// A missile.
    Shoot,
    /// A thrown weapon.
    Throw,
    /// A defence.
    Defend,
    /// Anything else.
    Act,
}

/// What a die of a roll is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Part {
    /// Counts.
    Counted,
    /// Is only read beside the others and counts nothing.
    Marker,
    /// Decides whether staked Luck helps (2) or harms (1).
    Flip,
    /// Is staked Luck.
    Luck,
}

/// A die as it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Die {
    /// The face.
    pub face: u8,
    /// What it is there for.
    pub part: Part,
}

impl Die {
    /// Dice that are there for the same.
    pub fn each(faces: &[u8], part: Part) -> impl Iterator<Item = Self> + '_ {
        faces.iter().map(move |face| Self { face: *face, part })
    }

    /// Dice that all count.
    pub fn counted(faces: &[u8]) -> Vec<Self> {
        Self::each(faces, Part::Counted).collect()
    }
}

/// Dice and what they were held against.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Roll {
    /// Who rolls.
    pub who: CombatantId,
    /// What for: "Attack", "Fray", "Damage".
    pub words: Cow<'static, str>,
    /// The rule that asks for the roll.
    pub rule: RuleId,
    /// The dice as they lay.
    pub dice: Vec<Die>,
    /// What they come to.
    pub value: i32,
    /// The target number, or for sums what is added, with its terms.
    pub against: Option<Verdict>,
    /// Whether it succeeded, if it could fail.
    pub success: Option<bool>,
    /// What follows: "margin 41, exceptional".
    pub upshot: Cow<'static, str>,
}

impl Roll {
    /// The dice that count for themselves: no markers, no Luck.
    pub fn counted(&self) -> impl Iterator<Item = &Die> {
        self.dice.iter().filter(|die| die.part == Part::Counted)
    }

    /// The dice in groups, in the order they were rolled, each with the word for what it is there for: none for dice that
    /// count, `marker`, and `lucky` or `unlucky` for staked Luck, whose flip is told by the word alone.
    pub fn groups(&self) -> impl Iterator<Item = (Option<&'static str>, &[Die])> {
        let is_lucky = self.dice.contains(&Die { face: 2, part: Part::Flip });
        self.dice.chunk_by(|one, next| one.part == next.part).filter_map(move |dice| match dice[0].part {
            Part::Counted => Some((None, dice)),
            Part::Marker => Some((Some("marker"), dice)),
            Part::Flip => None,
            Part::Luck => Some((Some(if is_lucky { "lucky" } else { "unlucky" }), dice)),
        })
    }
}

/// What is done to somebody or something in words: "strikes (2 AP)" at Bero is "strikes Bero (2 AP)".
pub fn action_words(words: &str, object: &str) -> String {
    match words.split_once(" (") {
        _ if object.is_empty() => words.to_string(),
        Some((verb, more)) => format!("{verb} {object} ({more}"),
        None => format!("{words} {object}"),
    }
}

/// One line of the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Entry {
    /// Somebody chose.
    Chosen(CombatantId, Choice),
    /// Somebody does something: words as in "shoots", then at whom, with what, where.
    Action {
        /// Who.
        who: CombatantId,
        /// What, for the view.
        action: Action,
        /// What, in words: "shoots", "walks to k8, 6.5 m".
        words: Cow<'static, str>,
        /// At whom.
        on: Option<CombatantId>,
        /// With what.
        with: Option<ItemId>,
        /// Towards where.
        to: Option<Square>,
        /// By which rule.
        rule: RuleId,
    },
    /// Dice.
    Roll(Roll),
    /// How a blow ended.
    AttackResult(AttackResult),
    /// Something worth telling about somebody.
    Note {
        /// Who.
        who: CombatantId,
        /// What: "falls prone", "is disabled".
        words: Cow<'static, str>,
        /// By which rule.
        rule: RuleId,
    },
    /// Something changed.
    Effect(Effect),
}
