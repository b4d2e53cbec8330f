//! Adjacency and reach. VIG-REACH.

use super::{
    catalogue as ids,
    cover::{FEET, feet, has_clear_path},
    sheet::{Class, Kind, arm, sheet},
};
use crate::{
    geometry::{Footprint, Square, reach_chebyshev},
    rules::prelude::*,
};

/// Whether an item can be used in a melee attack, VIG-ATK-06, VIG-ATK-09.
pub fn is_melee(battle: &Battle, item: ItemId) -> bool {
    let arm = arm(battle, item);
    matches!(arm.class, Class::Unarmed | Class::Melee) && !arm.harmless
}

/// The reach of an attack with a weapon in feet, VIG-REACH-03, VIG-REACH-04.
pub fn reach_with(battle: &Battle, who: CombatantId, item: ItemId) -> u16 {
    sheet(battle.combatant(who)).reach() + arm(battle, item).reach
}

/// Whether a two-handed weapon is held in one hand only, so that it cannot be used to attack.
fn is_half_held(battle: &Battle, item: &Item<'_>) -> bool {
    arm(battle, item.id).hands == 2 && !matches!(item.at, Location::Both(_) | Location::Natural(_))
}

/// The longest reach of unarmed and held melee attacks in feet; `None` for objects, which cannot even strike unarmed.
/// VIG-REACH-06, VIG-ATK-09.
pub fn longest(battle: &Battle, who: CombatantId) -> Option<u16> {
    let numbers = sheet(battle.combatant(who));
    let mine = battle.ready_items(who).filter(|item| is_melee(battle, item.id) && !is_half_held(battle, item));
    let armed = mine.map(|item| reach_with(battle, who, item.id));
    (numbers.kind != Kind::Object).then(|| armed.fold(numbers.reach(), u16::max))
}

/// Why a melee attack cannot reach a body, VIG-REACH-02, VIG-REACH-03.
pub fn out_of_reach(battle: &Battle, who: CombatantId, on: Footprint, item: ItemId) -> Option<Refusal> {
    let body = battle.combatant(who).footprint();
    if feet(body, on) > reach_with(battle, who, item) {
        return Some(Refusal::new(ids::REACH_03, "Out of reach"));
    }
    (!has_clear_path(battle, body, on)).then(|| Refusal::new(ids::REACH_02, "No clear path"))
}

/// Whether a body is within the reach of a combatant's unarmed or held melee attacks, VIG-REACH-06.
pub fn reaches(battle: &Battle, who: CombatantId, on: Footprint) -> bool {
    let body = battle.combatant(who).footprint();
    longest(battle, who).is_some_and(|far| feet(body, on) <= far) && has_clear_path(battle, body, on)
}

/// The squares within a combatant's reach.
pub fn squares(battle: &Battle, who: CombatantId) -> Vec<Square> {
    let body = battle.combatant(who).footprint();
    let Some(far) = longest(battle, who) else { return Vec::new() };
    let extent = battle.scene.field.extent();
    let near = reach_chebyshev(body, far / FEET).filter(|square| extent.contains(*square) && !body.contains(*square));
    near.filter(|square| has_clear_path(battle, body, Footprint::one(*square))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{
        Battlefield, RulesetId, Team, testing,
        vigor::sheet::{Sheet, Size},
    };

    /// VIG-ATK-09, VIG-REACH-06: fists reach as far as the body does, and objects do not strike.
    #[test]
    fn whoever_holds_nothing_reaches_with_the_fists() {
        let sheets = [
            Sheet::default(),
            Sheet { size: Size::Huge, ..Sheet::default() },
            Sheet { kind: Kind::Object, ..Sheet::default() },
        ];
        let squares = [(0, 0), (3, 0), (6, 0)].map(|(x, y)| Square::new(x, y));
        let bodies: Vec<_> =
            squares.into_iter().zip(sheets).map(|(square, sheet)| (Team(0), square, sheet.into())).collect();
        let battle = testing::battle(RulesetId::Vigor, Battlefield::new(9, 4), &bodies);
        assert_eq!([0, 1, 2].map(|who| longest(&battle, CombatantId(who))), [Some(6), Some(12), None]);
    }
}
