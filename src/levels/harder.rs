//! Which side of a level has the harder task under a ruleset: with strong computers on both sides, and with steady ones.

use super::{Level, Side, source::Form};
use crate::rules::{RulesetId, Team};

/// The fields of a side for this: with strong computers on both sides, with steady ones.
pub(super) const FIELDS: [&str; 2] = ["harder", "harder_quick"];

/// Between which players a side has the harder task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HarderTask {
    /// Any equal players.
    Always,
    /// Strong computers.
    BetweenStrong,
    /// Steady ones.
    BetweenSteady,
}

impl HarderTask {
    /// In words, after the name of the side.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Always => "the harder task: of two equal players it wins less often",
            Self::BetweenStrong => "the harder task between strong computers",
            Self::BetweenSteady => "the harder task between steady computers",
        }
    }
}

impl Level {
    /// The sides that have the harder task under a ruleset, as the level says, and between which players.
    pub fn harder(&self, ruleset: RulesetId) -> impl Iterator<Item = (Team, HarderTask)> + '_ {
        (0..).map(Team).zip(&self.sides).filter_map(move |(team, side)| {
            let task = match [&side.harder, &side.harder_quick].map(|named| named.contains(&ruleset)) {
                [true, true] => HarderTask::Always,
                [true, false] => HarderTask::BetweenStrong,
                [false, true] => HarderTask::BetweenSteady,
                [false, false] => return None,
            };
            Some((team, task))
        })
    }
}

/// The rulesets that a field of a side names.
pub(super) fn read_rulesets(side: &Form<'_>, field: &str) -> Vec<RulesetId> {
    let mut named = Vec::new();
    for piece in side.items(field) {
        let Some(ruleset) = piece.read::<RulesetId>() else { continue };
        if named.contains(&ruleset) {
            piece.fault(format!("{} is named twice", ruleset.name()), "name each ruleset once");
        }
        named.push(ruleset);
    }
    named
}

/// Checks that under no ruleset every side has the harder task.
pub(super) fn check_harder(form: &Form<'_>, level: &Level) {
    for ruleset in RulesetId::ALL {
        for (place, field) in FIELDS.into_iter().enumerate() {
            let named = |side: &Side| [&side.harder, &side.harder_quick][place].contains(ruleset);
            if !level.sides.is_empty() && level.sides.iter().all(named) {
                let what = format!("every side would have the harder task under {}", ruleset.name());
                form.place("sides").fault(what, format!("leave it out of `{field}` for one of them"));
            }
        }
    }
}
