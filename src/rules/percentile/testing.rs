//! Small battles for the unit tests of this folder.

use std::sync::Arc;

use super::{settings::SETTINGS, sheet::Sheet};
use crate::{
    geometry::Square,
    rules::{
        Aware, Battle, Combatant, CombatantId, Conditions, Field, Hands, Identity, Placement, Posture, RulesetId,
        Scene, Settings, Sheet as AnySheet, SheetOf, Status, Team,
    },
};

/// A battle in its first round with everybody standing, bare-handed and known to all; the first one acts. They are
/// called A, B and so on.
pub fn battle(field: Field, bodies: &[(Team, Square, Sheet)]) -> Battle {
    let ids: Vec<_> = (0..bodies.len() as u16).map(CombatantId).collect();
    let everybody = ids.iter().fold(Aware::default(), |aware, who| aware.with(*who, true));
    let combatants = ids.iter().zip(bodies).map(|(id, (team, square, sheet))| {
        let letter = char::from(b'A' + id.0 as u8);
        let (vitals, budgets) = sheet.start();
        Combatant {
            id: *id,
            identity: Identity {
                tag: letter.to_ascii_lowercase().to_string().into(),
                name: letter.to_string().into(),
                kind: "body".into(),
                letter,
            },
            team: *team,
            placement: Placement::new(*square, sheet.footprint()),
            posture: Posture::Standing,
            status: Status::Fighting,
            vitals,
            budgets,
            conditions: Conditions::default(),
            hands: Hands::default(),
            aware: everybody.with(*id, false),
            sheet: SheetOf(Arc::new(AnySheet::Percentile(sheet.clone()))),
        }
    });
    Battle {
        ruleset: RulesetId::Percentile,
        settings: Arc::new(Settings::defaults(RulesetId::Percentile)),
        combatants: combatants.collect(),
        scene: Scene {
            field: Arc::new(field),
            round: 1,
            last_round: 30,
            acting: ids.first().copied(),
            order: ids,
            people: crate::rules::Teams::default(),
            goals: Vec::new(),
            over: None,
        },
        items: Vec::new(),
        agenda: Vec::new(),
    }
}

/// Gives a setting another value.
pub fn set(battle: &mut Battle, key: &str, word: &str) {
    let (index, setting) = SETTINGS.iter().enumerate().find(|(_, setting)| setting.key == key).unwrap();
    Arc::make_mut(&mut battle.settings).set(index, setting.parse(word).unwrap());
}
