//! Small battles for unit tests.

use std::sync::Arc;

use super::{
    Arm, Awareness, Battle, Battlefield, BodyPart, CombatantId, CombatantRow, Constants, Identity, ItemGlyph, ItemId,
    ItemProfile, ItemRow, Location, Profile, RulesetId, Scene, Settings, Sheet, Team, Teams, Wear,
};
use crate::geometry::Square;

/// A battle in its first round. Everybody stands, bare-handed and known to all, and the first acts. They are named A, B
/// and so on.
pub fn battle(ruleset: RulesetId, field: Battlefield, bodies: &[(Team, Square, Sheet)]) -> Battle {
    armed(ruleset, field, bodies, Vec::new())
}

/// The same under the example ruleset: plain bodies, alternately of two sides, each with a plain item in its main hand.
pub fn example(field: Battlefield, squares: &[Square]) -> Battle {
    let example =
        RulesetId::ALL.iter().copied().find(|ruleset| !ruleset.is_offered()).expect("there is a worked example");
    let bodies: Vec<_> =
        (0..).zip(squares).map(|(place, square)| (Team(place % 2), *square, example.plain_sheet())).collect();
    let ids = (0..squares.len() as u16).map(|id| (ItemId(id), Location::Main(CombatantId(id))));
    armed(example, field, &bodies, ids.map(|(id, at)| ItemRow::new(id, at)).collect())
}

/// Like [`battle`], but everybody has the body parts of their sheet as items, in the order of the sheets.
pub fn with_parts(ruleset: RulesetId, field: Battlefield, bodies: &[(Team, Square, Sheet)]) -> Battle {
    let bare = battle(ruleset, field, bodies);
    let (mut profiles, mut rows) = (Vec::new(), Vec::new());
    for (who, (.., sheet)) in (0..).map(CombatantId).zip(bodies) {
        for BodyPart { tag, name, glyph, arm } in sheet.parts() {
            rows.push(ItemRow::new(ItemId(rows.len() as u16), Location::Natural(who)));
            profiles.push(ItemProfile { tag: tag.into(), name: name.into(), glyph, arm: Arc::new(arm) });
        }
    }
    let constants = Constants::new(ruleset, bare.settings.clone(), bare.profiles.clone(), profiles);
    Battle::new(Arc::new(constants), bare.scene.clone(), bare.rows().to_vec(), rows)
}

/// Like [`battle`] with plain items. Each held one is in its holder's main hand.
pub fn armed(ruleset: RulesetId, field: Battlefield, bodies: &[(Team, Square, Sheet)], items: Vec<ItemRow>) -> Battle {
    armed_with((ruleset, ruleset.plain_arm(ItemGlyph::default(), 1)), field, bodies, items)
}

/// Like [`armed`], with items that all have the given numbers.
pub fn armed_with(
    (ruleset, arm): (RulesetId, Arm),
    field: Battlefield,
    bodies: &[(Team, Square, Sheet)],
    items: Vec<ItemRow>,
) -> Battle {
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
        Profile { identity, team: *team, sheet: sheet.clone() }
    });
    let profiles: Vec<Profile> = profiles.collect();
    let rows = ids.iter().zip(bodies).zip(&profiles).map(|((id, (_, square, _)), profile)| CombatantRow {
        aware: everybody.with(*id, false),
        ..CombatantRow::new(*id, *square, &profile.sheet)
    });
    let mut rows: Vec<CombatantRow> = rows.collect();
    for item in &items {
        if let Some(holder) = item.at.holder() {
            rows[holder.index()].hands.main = Some(item.id);
        }
    }
    let profile =
        ItemProfile { tag: "thing".into(), name: "thing".into(), glyph: ItemGlyph::default(), arm: Arc::new(arm) };
    let scene = Scene {
        field: Arc::new(field),
        round: 1,
        last_round: 30,
        acting: ids.first().copied(),
        interrupted: Vec::new(),
        declared: Vec::new(),
        order: ids,
        people: Teams::default(),
        wear: Wear::default(),
        goals: Vec::new(),
        conceded: Teams::default(),
        over: None,
    };
    let item_profiles = vec![profile; items.len()];
    let constants = Constants::new(ruleset, Settings::defaults(ruleset), profiles, item_profiles);
    Battle::new(Arc::new(constants), scene, rows, items)
}
