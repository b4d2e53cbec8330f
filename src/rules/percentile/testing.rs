//! Small battles for the unit tests of this folder.

use super::{settings::SETTINGS, sheet::Sheet};
use crate::{
    geometry::Square,
    rules::{RulesetId, Team, prelude::*, testing},
};

/// A battle in its first round with everybody standing, bare-handed and known to all; the first one acts. Their names
/// are A, B and so on.
pub fn battle(field: Battlefield, bodies: &[(Team, Square, Sheet)]) -> Battle {
    let bodies: Vec<_> = bodies.iter().map(|(team, square, sheet)| (*team, *square, sheet.clone().into())).collect();
    testing::battle(RulesetId::Percentile, field, &bodies)
}

/// Gives a setting another value.
pub fn set(battle: &mut Battle, key: &str, word: &str) {
    let (index, setting) = SETTINGS.iter().enumerate().find(|(_, setting)| setting.key == key).unwrap();
    battle.constants_mut().settings.set(index, setting, setting.parse(word).unwrap());
}
