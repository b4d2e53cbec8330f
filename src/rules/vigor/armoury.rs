//! Worn armour, shields and natural armour as they count against an attack. VIG-ARM-03, VIG-ARM-04, VIG-QUAL, VIG-TYPE.

use super::{
    arms::{Armour, DamageType, WEAR, outranks},
    conditions::{BRITTLE, WEAKENED},
    exchange::{self, MOST_PIECES, UNLIMITED},
    guard::shield,
    settings,
    sheet::{Kind, WORN, arm, sheet},
    strike::Means,
};
use crate::rules::{Battle, CombatantId, ItemId, Vital};

/// Where a piece of armour keeps what is left of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Worn.
    Worn(Vital),
    /// A shield in hand.
    Held(ItemId),
}

/// A piece of worn armour that is not destroyed.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its numbers.
    pub armour: &'a Armour,
    /// What is left of it.
    pub left: i16,
    /// Where that is kept.
    pub place: Place,
    /// What material effects leave of its AR, against impact and otherwise. VIG-TYPE-09.
    rank: (i16, i16),
}

/// The worn pieces, the highest AR first, then as on the sheet, the shield last. VIG-ARM-03.
pub fn worn(battle: &Battle, who: CombatantId) -> impl Iterator<Item = Piece<'_>> {
    pieces(battle, who).into_iter().flatten()
}

/// The same as a list, to be gone through again and again.
pub fn pieces(battle: &Battle, who: CombatantId) -> [Option<Piece<'_>>; MOST_PIECES] {
    let one = battle.combatant(who);
    let piece = |name, armour, left, place| Piece { name, armour, left, place, rank: ranks(battle, who, armour) };
    let body = sheet(one).armour.iter().zip(WORN).map(move |(armour, vital)| {
        let left = armour.durability.map_or(UNLIMITED, |_| one.vitals.get(vital));
        piece(armour.name.as_str(), armour, left, Place::Worn(vital))
    });
    let held = shield(battle, who).and_then(|item| {
        let armour = arm(battle, item).shield.as_ref()?;
        let left = armour.durability.map_or(UNLIMITED, |_| battle.item(item).numbers.get(WEAR));
        Some(piece(battle.item(item).name, armour, left, Place::Held(item)))
    });
    let mut all: [Option<Piece<'_>>; MOST_PIECES] = [None; MOST_PIECES];
    let pieces = body.chain(held).filter(|piece| piece.left > 0);
    all.iter_mut().zip(pieces).for_each(|(slot, piece)| *slot = Some(piece));
    // Stable: of equals the first on the sheet comes first.
    all.sort_by_key(|piece| -piece.map_or(-1, |piece| piece.armour.ar));
    all
}

/// The AR of a piece as material effects leave it: against impact and otherwise. VIG-TYPE-09.
fn ranks(battle: &Battle, who: CombatantId, armour: &Armour) -> (i16, i16) {
    let conditions = &battle.combatant(who).conditions;
    if !settings::material_effects(battle) {
        return (armour.ar, armour.ar);
    }
    let ar = (armour.ar - i16::from(conditions.has(WEAKENED))).max(0);
    (if conditions.has(BRITTLE) { ar / 2 } else { ar }, ar)
}

impl Piece<'_> {
    /// As it counts against an attack.
    pub fn against(&self, means: &Means<'_>) -> exchange::Armour {
        let rank = if means.damage == DamageType::Impact { self.rank.0 } else { self.rank.1 };
        let counts = self.armour.stops(means.damage) && !outranks(means.rank, self.armour.rank);
        exchange::Armour {
            rank: if counts { rank } else { 0 },
            durability: self.left,
            wears: !outranks(self.armour.rank, means.rank) && means.damage != DamageType::Toxic,
        }
    }
}

/// The natural AR of somebody against an attack; of an object against every type and rank. VIG-ARM-03, VIG-OBJ-01.
pub fn natural(battle: &Battle, who: CombatantId, means: &Means<'_>) -> i16 {
    let one = battle.combatant(who);
    let (numbers, natural) = (sheet(one), &sheet(one).natural);
    if numbers.kind == Kind::Object {
        let brittle = means.damage == DamageType::Impact && one.conditions.has(BRITTLE);
        let ar = (natural.ar - i16::from(one.conditions.has(WEAKENED))).max(0);
        return if brittle { ar / 2 } else { ar };
    }
    let listed = natural.protects.iter().any(|one| *one == means.damage || *one == means.damage.main());
    let stops = listed || natural.protects_all && means.damage != DamageType::Radiation;
    if stops && !outranks(means.rank, natural.rank) { natural.ar } else { 0 }
}
