//! Small battles for the unit tests of this folder.

use std::sync::Arc;

use super::{settings::SETTINGS, sheet::Sheet};
use crate::{
    geometry::Square,
    rules::{
        Awareness, Battle, Battlefield, CombatantId, CombatantRow, Constants, Identity, Profile, RulesetId, Scene,
        Settings, Sheet as AnySheet, Team,
    },
};

/// A battle in its first round with everybody standing, bare-handed and known to all; the first one acts. They are
/// called A, B and so on.
pub fn battle(field: Battlefield, bodies: &[(Team, Square, Sheet)]) -> Battle {
    let ids: Vec<_> = (0..bodies.len() as u16).map(CombatantId).collect();
    let everybody = ids.iter().fold(Awareness::default(), |aware, who| aware.with(*who, true));
    let profiles = ids.iter().zip(bodies).map(|(id, (team, _, sheet))| {
        let letter = char::from(b'A' + id.0 as u8);
        let identity = Identity {
            tag: letter.to_ascii_lowercase().to_string().into(),
            name: letter.to_string().into(),
            kind: "body".into(),
            letter,
        };
        Profile { identity, team: *team, sheet: AnySheet::Percentile(sheet.clone()) }
    });
    let profiles: Vec<Profile> = profiles.collect();
    let rows = ids.iter().zip(bodies).zip(&profiles).map(|((id, (_, square, _)), profile)| CombatantRow {
        aware: everybody.with(*id, false),
        ..CombatantRow::new(*id, *square, &profile.sheet)
    });
    let rows = rows.collect();
    let scene = Scene {
        field: Arc::new(field),
        round: 1,
        last_round: 30,
        acting: ids.first().copied(),
        order: ids,
        people: crate::rules::Teams::default(),
        goals: Vec::new(),
        over: None,
    };
    let settings = Settings::defaults(RulesetId::Percentile);
    let constants = Constants::new(RulesetId::Percentile, settings, profiles, Vec::new());
    Battle::new(Arc::new(constants), scene, rows, Vec::new())
}

/// Gives a setting another value.
pub fn set(battle: &mut Battle, key: &str, word: &str) {
    let (index, setting) = SETTINGS.iter().enumerate().find(|(_, setting)| setting.key == key).unwrap();
    battle.constants_mut().settings.set(index, setting.parse(word).unwrap());
}
