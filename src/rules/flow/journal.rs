//! What happened, for log, animation, statistics and tests. Rules never read it.

use std::borrow::Cow;

use serde::Serialize;

use crate::{
    dice::{Face, Thrown},
    geometry::Square,
    rules::{
        account::{RuleId, Verdict},
        choosing::Choice,
        ids::{CombatantId, ItemId},
        state::Effect,
    },
};

/// How an attack ends for its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Fate {
    /// The attack missed.
    Missed,
    /// The target averted it.
    Averted(Averting),
    /// It touched the target without effect.
    Glanced,
    /// It only grazed the target: not a hit, but it did harm.
    Grazed,
    /// It landed and did its effect, which is not damage.
    Worked(Setback),
    /// It landed, and armour stopped all of it.
    Stopped,
    /// It landed.
    Hit,
    /// It landed with the ruleset's best degree.
    Critical,
    /// It was not a blow, and had no effect.
    Failed,
}

impl Fate {
    /// Whether the attack has landed, even if armour stopped all of it.
    pub const fn lands(self) -> bool {
        matches!(self, Self::Worked(_) | Self::Stopped | Self::Hit | Self::Critical)
    }
}

/// The effect of an attack that deals no damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Setback {
    /// Throws the target down.
    Trip,
    /// Knocks something out of the target's hand.
    Disarm,
    /// Makes the target look the wrong way.
    Feint,
    /// Takes hold of the target.
    Hold,
    /// Throws the target out of the saddle.
    Unseat,
    /// Reaches the target with an effect.
    Effect,
}

impl Setback {
    /// For the plate above the target: "tripped".
    pub const fn past(self) -> &'static str {
        match self {
            Self::Trip => "tripped",
            Self::Disarm => "disarmed",
            Self::Feint => "feinted",
            Self::Hold => "held",
            Self::Unseat => "unseated",
            Self::Effect => "affected",
        }
    }

    /// For the log: the attacker "trips" the target.
    pub const fn third_person(self) -> &'static str {
        match self {
            Self::Trip => "trips",
            Self::Disarm => "disarms",
            Self::Feint => "feints past",
            Self::Hold => "takes hold of",
            Self::Unseat => "unseats",
            Self::Effect => "affects",
        }
    }
}

/// What averted an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Averting {
    /// Getting out of its way.
    Dodge,
    /// A weapon, or an arm.
    Parry,
    /// A shield.
    Block,
    /// Catching it.
    Catch,
    /// Another spell.
    Counter,
    /// Seeing through a feint.
    Insight,
    /// Turning it back on the attacker.
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

    /// For the log: the target "dodges" the blow.
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

/// The result of one blow on one target. An attack of several blows has one for each, and so has each of several
/// combatants who attack together. Forecasts count these; the board draws them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct AttackResult {
    /// The attacker.
    pub by: CombatantId,
    /// The target.
    pub on: CombatantId,
    /// How it ended.
    pub fate: Fate,
    /// Damage that got through. If several blows deal damage together, this blow's share; the shares add up.
    pub damage: i16,
}

/// The kind of an action, for the animation.
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

/// The part that a die plays in a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Part {
    /// Counts.
    Counted,
    /// Is read along with the others but adds nothing.
    Marker,
    /// Decides whether staked Luck helps (2) or harms (1).
    Flip,
    /// Is staked Luck.
    Luck,
}

/// A rolled die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Die {
    /// The face.
    pub face: u8,
    /// How many faces it has: see [`Face::range`].
    pub sides: u8,
    /// Its part in the roll.
    pub part: Part,
    /// Whether each die is compared with a number by itself and this one falls short: it is not a success.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub fails: bool,
}

impl Die {
    /// Dice that all play the same part.
    pub fn each(faces: &[Face], part: Part) -> impl Iterator<Item = Self> + '_ {
        faces.iter().map(move |face| Self { face: face.shows, sides: face.sides, part, fails: false })
    }

    /// The rolled die, without its part.
    pub const fn fell(self) -> Face {
        Face::new(self.face, self.sides)
    }

    /// Dice that all count.
    pub fn counted(faces: &[Face]) -> Vec<Self> {
        Self::each(faces, Part::Counted).collect()
    }
}

/// A roll and the number it was compared with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Roll {
    /// Who rolls.
    pub who: CombatantId,
    /// What for: "Attack", "Fray", "Damage".
    pub words: Cow<'static, str>,
    /// The rule that asks for the roll.
    pub rule: RuleId,
    /// The rolled dice.
    pub dice: Vec<Die>,
    /// Their result.
    pub value: i32,
    /// The target number, or the sum that the dice are part of, with its terms.
    pub against: Option<Verdict>,
    /// Whether it succeeded, if it could fail.
    pub success: Option<bool>,
    /// The result in words: "margin 41, exceptional".
    pub upshot: Cow<'static, str>,
}

impl Roll {
    /// A throw with nothing added.
    pub fn new(who: CombatantId, words: impl Into<Cow<'static, str>>, rule: RuleId, thrown: &Thrown) -> Self {
        Self::of(who, words, rule, &thrown.faces, thrown.sum)
    }

    /// Dice that come to a value.
    pub fn of(who: CombatantId, words: impl Into<Cow<'static, str>>, rule: RuleId, faces: &[Face], value: i32) -> Self {
        let (dice, words) = (Die::counted(faces), words.into());
        Self { who, words, rule, dice, value, against: None, success: None, upshot: Cow::Borrowed("") }
    }

    /// The same with its result in words.
    #[must_use]
    pub fn saying(self, upshot: impl Into<Cow<'static, str>>) -> Self {
        Self { upshot: upshot.into(), ..self }
    }

    /// The same, compared with a number.
    #[must_use]
    pub fn against(self, number: Verdict, success: bool) -> Self {
        Self { against: Some(number), success: Some(success), ..self }
    }

    /// The same, with the dice as one term of a sum.
    #[must_use]
    pub fn adding(self, sum: Verdict) -> Self {
        Self { value: sum.value, against: Some(sum), ..self }
    }

    /// The same, where each die must by itself show at least `least` to be a success.
    #[must_use]
    pub fn each_from(mut self, least: u8) -> Self {
        self.dice.iter_mut().for_each(|die| die.fails = die.face < least);
        self
    }

    /// The dice that count, without markers and Luck.
    pub fn counted(&self) -> impl Iterator<Item = &Die> + Clone {
        self.dice.iter().filter(|die| die.part == Part::Counted)
    }

    /// Whether both rolls use the same dice, so that two successes can be compared: a sum and a D% roll cannot.
    pub fn is_like(&self, other: &Self) -> bool {
        self.counted().map(|die| die.sides).eq(other.counted().map(|die| die.sides))
    }

    /// The dice in groups, in the order they were rolled, each with a word for its part: none for dice that count,
    /// `marker` for markers, `lucky` or `unlucky` for staked Luck. The flip has no group of its own, as that word tells
    /// its result.
    pub fn groups(&self) -> impl Iterator<Item = (Option<&'static str>, &[Die])> {
        let is_lucky = self.dice.iter().any(|die| die.part == Part::Flip && die.face == 2);
        self.dice.chunk_by(|die, next| die.part == next.part).filter_map(move |dice| match dice[0].part {
            Part::Counted => Some((None, dice)),
            Part::Marker => Some((Some("marker"), dice)),
            Part::Flip => None,
            Part::Luck => Some((Some(if is_lucky { "lucky" } else { "unlucky" }), dice)),
        })
    }
}

/// An action in words with its object inserted: "strikes (2 AP)" with "Bero" becomes "strikes Bero (2 AP)".
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
    /// A combatant acts: "shoots", with target, item and square.
    Action {
        /// Who.
        who: CombatantId,
        /// The kind of action, for the view.
        action: Action,
        /// What, in words: "shoots", "walks to k8, 6.5 m".
        words: Cow<'static, str>,
        /// The target.
        on: Option<CombatantId>,
        /// The item.
        with: Option<ItemId>,
        /// The square.
        to: Option<Square>,
        /// The rule.
        rule: RuleId,
    },
    /// Dice.
    Roll(Roll),
    /// The result of an attack.
    AttackResult(AttackResult),
    /// A remark about somebody.
    Note {
        /// Who.
        who: CombatantId,
        /// What: "falls prone", "is disabled".
        words: Cow<'static, str>,
        /// The rule.
        rule: RuleId,
    },
    /// Something changed.
    Effect(Effect),
}

impl Entry {
    /// A combatant acts under a rule, with target, item and square.
    pub fn action(
        (who, action): (CombatantId, Action),
        words: impl Into<Cow<'static, str>>,
        (on, with, to): (Option<CombatantId>, Option<ItemId>, Option<Square>),
        rule: RuleId,
    ) -> Self {
        Self::Action { who, action, words: words.into(), on, with, to, rule }
    }
}
