//! Movements as asked about before they are made.

use serde::Serialize;

use crate::{
    dice::Fraction,
    geometry::Square,
    rules::{
        account::RuleId,
        ids::CombatantId,
        state::{Battle, Decision},
    },
};

/// Where a movement goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course<'a> {
    /// To a square, by the best way.
    To(Square),
    /// Along these squares, from the first step to the last.
    Along(&'a [Square]),
}

/// The outcome of a movement if nobody interferes.
#[derive(Clone, Debug, PartialEq)]
pub struct Journey {
    /// The way and its cost.
    pub route: Route,
    /// The roll that it needs before its first step, if it needs one.
    pub gamble: Option<Gamble>,
    /// The steps that provoke attacks.
    pub provocations: Vec<Provocation>,
    /// The attacks that can be made in passing, the first on each enemy.
    pub passages: Vec<InPassing>,
    /// The battle at its end, without the attacks it provokes. The way is paid for, so offers that are open there are
    /// open after the walk.
    pub after: Battle,
}

impl Journey {
    /// A movement that needs no roll and provokes nothing.
    pub const fn to(route: Route, after: Battle) -> Self {
        Self { route, gamble: None, provocations: Vec::new(), passages: Vec::new(), after }
    }
}

/// A way that can be walked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Route {
    /// From the first step to the last.
    pub squares: Vec<Square>,
    /// Cost in the ruleset's small unit.
    pub cost: u16,
    /// Whether it stays within the base movement.
    pub base: bool,
    /// The kind of movement it takes, in words: "run".
    pub words: &'static str,
}

/// An attack that can be made in passing, without stopping.
#[derive(Clone, Debug, PartialEq)]
pub struct InPassing {
    /// The step of the way it comes after, counted from 0.
    pub step: usize,
    /// The target.
    pub on: CombatantId,
    /// The battle at that point.
    pub battle: Battle,
    /// The decision at that point.
    pub decision: Decision,
    /// The rule that allows it.
    pub rule: RuleId,
}

/// The roll that a movement needs before its first step.
#[derive(Clone, Debug, PartialEq)]
pub struct Gamble {
    /// The chance that it succeeds.
    pub chance: Fraction,
    /// The battle if it fails.
    pub failed: Battle,
}

/// A step of a way that provokes an attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Provocation {
    /// The step of the way it comes before, counted from 0; the number of steps means after the last one.
    pub step: usize,
    /// The attacker.
    pub by: CombatantId,
    /// By which rule.
    pub rule: RuleId,
    /// The decision of the attacker at that point.
    pub decision: Decision,
}
