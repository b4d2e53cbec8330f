//! Which targets a weapon can be used on, and why not. PCT-ATK-02, PCT-RNG, PCT-REACH.

use std::cell::OnceCell;

use super::{
    bonds::{self, mount_of},
    catalogue as ids, cover, reach,
    sheet::{Kind, Reload, Skill, Use, arm, sheet},
};
use crate::rules::prelude::*;

/// The name and modifier of the range band; `None` beyond extreme range, PCT-RNG-01.
pub fn band(range: [u16; 4], metres: u16) -> Option<(&'static str, i32)> {
    let bands = [("short range", 0), ("medium range", -10), ("long range", -20), ("extreme range", -30)];
    range.iter().zip(bands).find(|(most, _)| metres <= **most).map(|(_, band)| band)
}

/// Why an attack on a target is impossible, actions aside, PCT-ATK-02 (2).
pub fn attack_refusal(battle: &Battle, by: CombatantId, on: CombatantId, item: ItemId, of: &Use) -> Option<Refusal> {
    attack_refusal_given(battle, (by, on), (item, of), || cover::is_exposed(battle, by, on))
}

/// Like [`attack_refusal`]; `is_exposed` tells whether the target is behind less than total cover.
pub fn attack_refusal_given(
    battle: &Battle,
    (by, on): (CombatantId, CombatantId),
    (item, of): (ItemId, &Use),
    is_exposed: impl FnOnce() -> bool,
) -> Option<Refusal> {
    if let Some(refusal) = shield_refusal(battle, by, item, of) {
        return Some(refusal);
    }
    let at_distance = |metres| reach_refusal(battle, by, (on, metres), of);
    target_refusal(battle, (by, on), (item, of), at_distance, is_exposed)
}

/// Why a feint with a use of a weapon is impossible: it is no blow, so its user's training does not matter, PCT-MAN-03.
pub fn feint_refusal(battle: &Battle, by: CombatantId, on: CombatantId, item: ItemId, of: &Use) -> Option<Refusal> {
    let is_exposed = || cover::is_exposed(battle, by, on);
    target_refusal(battle, (by, on), (item, of), |metres| range_refusal(metres, of), is_exposed)
}

/// Why somebody cannot be the target of a use of a weapon: `at_distance` says it for the distance in metres, and
/// `is_exposed` whether it is behind less than total cover.
fn target_refusal(
    battle: &Battle,
    (by, on): (CombatantId, CombatantId),
    (item, of): (ItemId, &Use),
    at_distance: impl FnOnce(u16) -> Option<Refusal>,
    is_exposed: impl FnOnce() -> bool,
) -> Option<Refusal> {
    let (attacker, other) = (battle.combatant(by), battle.combatant(on));
    if !attacker.aware.of(on) {
        return Some(Refusal::new(ids::SET_01, "Not aware of it"));
    }
    if other.status == Status::Dead || other.status.is_absent() {
        return Some(Refusal::new(ids::DMG_07, "Already dead"));
    }
    let metres = reach::distance(attacker.footprint(), other.footprint());
    at_distance(metres).or_else(|| (!is_exposed()).then(cover_refusal)).or_else(|| weapon_refusal(battle, item, of))
}

/// Why somebody can never attack with a shield, PCT-MAN-08.
pub fn shield_refusal(battle: &Battle, by: CombatantId, item: ItemId, of: &Use) -> Option<Refusal> {
    let inept = arm(battle, item).is_shield() && !sheet(battle.combatant(by)).is_proficient(of.skill);
    inept.then(|| Refusal::new(ids::MAN_08, "Needs basic proficiency"))
}

/// Why a target at this distance is out of reach or range, or cannot be struck by untrained fists.
pub fn reach_refusal(battle: &Battle, by: CombatantId, (on, metres): (CombatantId, u16), of: &Use) -> Option<Refusal> {
    if let Some(refusal) = range_refusal(metres, of) {
        return Some(refusal);
    }
    let untrained = of.kind == Kind::Unarmed && !sheet(battle.combatant(by)).is_proficient(Skill::UnarmedCombat);
    let beaten = untrained && reach::is_armed(battle, on) && !reach::has_natural_weapon(battle, by);
    beaten.then(|| Refusal::new(ids::UNA_02, "Untrained against the armed"))
}

/// The refusal if a target at this distance is too far away.
pub fn range_refusal(metres: u16, of: &Use) -> Option<Refusal> {
    if !of.is_melee() {
        return band(of.range, metres).is_none().then(|| Refusal::new(ids::RNG_01, "Out of range"));
    }
    (metres > of.reach).then(|| Refusal::new(ids::REACH_01, "Out of reach"))
}

/// The refusal of a target that is behind total cover.
pub fn cover_refusal() -> Refusal {
    Refusal::new(ids::COV_01, "Total cover")
}

/// Why a weapon cannot be used at all right now.
pub fn weapon_refusal(battle: &Battle, item: ItemId, of: &Use) -> Option<Refusal> {
    let weapon = battle.item(item);
    if matches!(weapon.at, Location::Stowed(_)) {
        return Some(Refusal::new(ids::GEAR_01, "Not in hand"));
    }
    if !reach::is_in_use(battle, item) {
        return Some(Refusal::new(ids::GEAR_01, "Needs both hands"));
    }
    if bonds::is_involved(battle, item) {
        return Some(Refusal::new(ids::MAN_06, "Locked in a catch"));
    }
    if !draws_on_store(battle, item, of) {
        return None;
    }
    if weapon.count == Some(0) {
        return Some(Refusal::new(ids::RNG_05, "No ammunition left"));
    }
    let words = if of.reload == Reload::Never { "Used up" } else { "Not loaded" };
    (!weapon.loaded).then(|| Refusal::new(ids::RNG_06, words))
}

/// Whether a use unloads the weapon or takes ammunition: all projectiles, and other uses, except throws, that need
/// reloading or, on an item that neither shoots nor is thrown, are counted, PCT-RNG-05.
pub fn draws_on_store(battle: &Battle, item: ItemId, of: &Use) -> bool {
    let is_missile = |of: &Use| matches!(of.kind, Kind::Projectile | Kind::Thrown);
    let counted = || battle.item(item).count.is_some() && !arm(battle, item).uses.iter().any(is_missile);
    of.kind == Kind::Projectile || of.kind != Kind::Thrown && (of.reload != Reload::PartOfAttack || counted())
}

/// Takes what one use of a weapon costs: it is unloaded, or has one shot fewer. PCT-RNG-05, PCT-RNG-06.
pub fn draw_on_store(battle: &Battle, item: ItemId, of: &Use, context: &mut StepContext<'_>) {
    if of.reload != Reload::PartOfAttack {
        context.effect(Effect::Load(item, false));
    }
    if let Some(left) = battle.item(item).count {
        context.effect(Effect::Count(item, left.saturating_sub(1)));
    }
}

/// The items that `who` can attack with: its own, and the natural weapons of its mount, PCT-MNT-01.
pub fn own_items(battle: &Battle, who: CombatantId) -> impl Iterator<Item = Item<'_>> {
    let mount = mount_of(battle, who);
    let alone = mount.is_none().then(|| battle.items_of(who));
    let is_either = move |item: &Item<'_>| {
        let bearer = item.at.bearer();
        bearer == Some(who) || bearer == mount && arm(battle, item.id).uses.iter().any(|of| of.kind == Kind::Natural)
    };
    let both = mount.map(|_| battle.items().filter(is_either));
    alone.into_iter().flatten().chain(both.into_iter().flatten())
}

/// Who strikes when `who` uses an item: `who`, or its mount if the item is part of the mount.
pub fn striker(battle: &Battle, who: CombatantId, item: Item<'_>) -> CombatantId {
    item.at.bearer().filter(|bearer| mount_of(battle, who) == Some(*bearer)).unwrap_or(who)
}

/// The enemies that somebody knows of and could target: nearest first, those out of the fight last.
pub struct Foes {
    by: CombatantId,
    all: Vec<Foe>,
}

struct Foe {
    out: bool,
    metres: u16,
    who: CombatantId,
    exposed: OnceCell<bool>,
}

impl Foes {
    /// The enemies of `by`, from where it stands.
    pub fn of(battle: &Battle, by: CombatantId) -> Self {
        let attacker = battle.combatant(by);
        let from = attacker.footprint();
        let is_target = |status: Status| status != Status::Dead && !status.is_absent();
        let foes = battle.enemies(by).filter(|foe| is_target(foe.status) && attacker.aware.of(foe.id));
        let foe = |foe: Combatant<'_>| Foe {
            out: !foe.fights(),
            metres: reach::distance(from, foe.footprint()),
            who: foe.id,
            exposed: OnceCell::new(),
        };
        let mut all = Vec::with_capacity(battle.rows().len());
        all.extend(foes.map(foe));
        all.sort_unstable_by_key(|foe| (foe.out, foe.metres, foe.who));
        Self { by, all }
    }

    /// Whether any enemy is within this distance.
    pub fn any_within(&self, metres: u16) -> bool {
        self.all.iter().any(|foe| foe.metres <= metres)
    }

    /// Each enemy with the reason, if any, why a weapon that is ready for use cannot be used on it.
    pub fn candidates(&self, battle: &Battle, item: ItemId, of: &Use) -> Vec<Candidate> {
        let shield = shield_refusal(battle, self.by, item, of);
        let candidate = |foe: &Foe| {
            let is_exposed = || *foe.exposed.get_or_init(|| cover::is_exposed(battle, self.by, foe.who));
            let refusal = shield
                .clone()
                .or_else(|| reach_refusal(battle, self.by, (foe.who, foe.metres), of))
                .or_else(|| (!is_exposed()).then(cover_refusal));
            Candidate { who: foe.who, refusal }
        };
        self.all.iter().map(candidate).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rng_01_bands() {
        let bow = [50, 100, 150, 200];
        let modifiers = [50, 51, 200, 201].map(|metres| band(bow, metres).map(|(_, modifier)| modifier));
        assert_eq!(modifiers, [Some(0), Some(-10), Some(-30), None]);
        assert_eq!(band([5, 15, 30, 45], 16).map(|(_, modifier)| modifier), Some(-20));
        assert_eq!(band([5, 15, 30, 45], 46), None);
    }
}
