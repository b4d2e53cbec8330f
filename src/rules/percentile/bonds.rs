//! Who is tied to whom: rider and mount, holder and held, weapons in a catch, and the hands that are left. PCT-MNT-01,
//! PCT-MAN-04, PCT-MAN-06, PCT-GEAR-01.

use super::{
    catalogue as ids,
    conditions::{CATCHING, CAUGHT, GRABBED, GRABBING, LOST_HAND, MOUNTED, RIDDEN, TRAPPED, is_off_hand, other_weapon},
    sheet::{Skill, sheet},
};
use crate::rules::{Bond, prelude::*};

/// Rider and mount, PCT-MNT-01.
pub const RIDING: Bond = Bond { first: MOUNTED, second: RIDDEN };

/// The mount that somebody rides, PCT-MNT-01. A rider trapped under a mount is not riding.
pub fn mount_of(battle: &Battle, rider: CombatantId) -> Option<CombatantId> {
    RIDING.second_of(battle, rider)
}

/// The rider of a mount, PCT-MNT-01.
pub fn rider_of(battle: &Battle, mount: CombatantId) -> Option<CombatantId> {
    RIDING.first_of(battle, mount)
}

/// The combatant who walks when `who` moves: the mount, or `who`, PCT-MNT-01.
#[inline]
pub fn feet(battle: &Battle, who: CombatantId) -> Combatant<'_> {
    RIDING.end_of(battle, who)
}

/// A combatant and its mount, if it rides one, PCT-MNT-01.
pub fn pair(battle: &Battle, who: CombatantId) -> impl Iterator<Item = CombatantId> {
    std::iter::once(who).chain(mount_of(battle, who))
}

/// Whether `who` moves without a roll: on foot, or on a mount with basic proficiency in Ride, PCT-MNT-03.
pub fn obeys(battle: &Battle, who: CombatantId) -> bool {
    mount_of(battle, who).is_none() || sheet(battle.combatant(who)).is_proficient(Skill::Ride)
}

/// Whether the two are mount and rider, either way round.
pub fn are_pair(battle: &Battle, who: CombatantId, other: CombatantId) -> bool {
    RIDING.binds(battle, who, other)
}

/// A mount has no turn and no initiative, PCT-INIT-02; anything that can be ridden is a mount, ridden or not,
/// PCT-MNT-02.
#[inline]
pub fn takes_turns(fighter: Combatant<'_>) -> bool {
    !sheet(fighter).war_trained
}

/// Mounts without riders: they share nobody's turn, so their time runs with the rounds, PCT-TURN-03.
pub fn loose(battle: &Battle) -> impl Iterator<Item = CombatantId> + '_ {
    let alone = |fighter: &Combatant<'_>| !takes_turns(*fighter) && rider_of(battle, fighter.id).is_none();
    battle.combatants().filter(alone).map(|fighter| fighter.id)
}

/// Makes `by` aware of `whom` and of the mount or rider of `whom`, PCT-SET-01.
pub fn noticed(battle: &Battle, by: CombatantId, whom: CombatantId, context: &mut StepContext<'_>) {
    let pair = mount_of(battle, whom).or_else(|| rider_of(battle, whom));
    for noticed in std::iter::once(whom).chain(pair) {
        if !battle.combatant(by).aware.of(noticed) {
            context.effect(Effect::Awareness(by, noticed, true));
        }
    }
}

/// Level of [`TRAPPED`] for a rider who is pinned as well.
pub const PINNED: i16 = 1;

/// The mount that somebody is trapped under.
pub fn trapped_under(battle: &Battle, who: CombatantId) -> Option<CombatantId> {
    battle.combatant(who).conditions.find(TRAPPED)?.whom
}

/// Whether somebody is pinned under a mount, so that only strength can free them.
pub fn is_pinned(battle: &Battle, who: CombatantId) -> bool {
    battle.combatant(who).conditions.find(TRAPPED).is_some_and(|bond| bond.level == PINNED)
}

/// Who is trapped under a mount, and how.
pub fn lying_under(battle: &Battle, mount: CombatantId) -> Option<(CombatantId, &Condition)> {
    battle.combatants().find_map(|rider| {
        let under = rider.conditions.find(TRAPPED).filter(|under| under.whom == Some(mount))?;
        Some((rider.id, under))
    })
}

/// Held and holder, PCT-MAN-04.
pub const HOLD: Bond = Bond { first: GRABBED, second: GRABBING };

/// Who holds somebody.
pub fn holder(battle: &Battle, who: CombatantId) -> Option<CombatantId> {
    HOLD.second_of(battle, who)
}

/// Whom somebody holds.
pub fn held(battle: &Battle, who: CombatantId) -> Option<CombatantId> {
    HOLD.first_of(battle, who)
}

/// The refusal if the mount that would strike for its rider is held, PCT-MAN-04.
pub fn held_mount(battle: &Battle, rider: CombatantId, striker: CombatantId) -> Option<Refusal> {
    (striker != rider && holder(battle, striker).is_some()).then(|| Refusal::new(ids::MAN_04, "The mount is held"))
}

/// The one who would break free if `who` tried: `who` or its mount, PCT-MAN-04.
pub fn captive(battle: &Battle, who: CombatantId) -> Option<CombatantId> {
    pair(battle, who).find(|held| holder(battle, *held).is_some())
}

/// `who` lets go of the combatant it holds.
pub fn let_go(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    HOLD.reversed().end(battle, who, context);
}

pub fn bonds(fighter: Combatant<'_>, kind: ConditionKind) -> impl Iterator<Item = &Condition> {
    fighter.conditions.0.iter().filter(move |bond| bond.kind == kind)
}

/// Whether a weapon of somebody is caught or has caught one; then neither side may move.
pub fn is_bound(fighter: Combatant<'_>) -> bool {
    fighter.conditions.has(CATCHING) || fighter.conditions.has(CAUGHT)
}

/// Whether a weapon is caught or has caught one; then nobody can attack with it.
pub fn is_involved(battle: &Battle, item: ItemId) -> bool {
    let holder = battle.item(item).at.holder().map(|who| battle.combatant(who));
    holder
        .is_some_and(|holder| bonds(holder, CATCHING).chain(bonds(holder, CAUGHT)).any(|bond| bond.with == Some(item)))
}

/// Whether somebody else has caught a weapon; its holder can only let go of it or wrench it free.
pub fn is_caught(battle: &Battle, item: ItemId) -> bool {
    let holder = battle.item(item).at.holder().map(|who| battle.combatant(who));
    holder.is_some_and(|holder| bonds(holder, CAUGHT).any(|bond| bond.with == Some(item)))
}

/// The weapon that `item` has caught, and whose it is.
pub fn caught_by(battle: &Battle, item: ItemId) -> Option<(CombatantId, ItemId)> {
    let holder = battle.combatant(battle.item(item).at.holder()?);
    let bond = bonds(holder, CATCHING).find(|bond| bond.with == Some(item))?;
    Some((bond.whom?, other_weapon(bond)?))
}

/// Whether a hand is lost and can hold nothing, PCT-STR-04.
pub fn has_lost_hand(fighter: Combatant<'_>, off: bool) -> bool {
    fighter.conditions.0.iter().any(|lost| lost.kind == LOST_HAND && is_off_hand(lost) == off)
}

/// Whether the main hand and the off hand are free to pick something up.
pub fn free_hands(fighter: Combatant<'_>) -> (bool, bool) {
    let busy = |off| fighter.conditions.find(GRABBING).is_some_and(|hold| is_off_hand(hold) == off);
    let grown = |off: bool| sheet(fighter).hands > u8::from(off);
    let free = |held: Option<ItemId>, off| held.is_none() && grown(off) && !busy(off) && !has_lost_hand(fighter, off);
    (free(fighter.hands.main, false), free(fighter.hands.off, true))
}

pub fn free_hand(fighter: Combatant<'_>) -> Option<Location> {
    match free_hands(fighter) {
        (true, _) => Some(Location::Main(fighter.id)),
        (false, true) => Some(Location::Off(fighter.id)),
        (false, false) => None,
    }
}

/// Why somebody who holds, is held or is locked in a catch cannot move, PCT-MAN-04, PCT-MAN-06.
pub fn engaged(battle: &Battle, who: CombatantId) -> Option<Refusal> {
    if held(battle, who).is_some() {
        return Some(Refusal::new(ids::MAN_04, "Holds somebody"));
    }
    if holder(battle, feet(battle, who).id).is_some() {
        return Some(Refusal::new(ids::MAN_04, "Held"));
    }
    is_bound(battle.combatant(who)).then(|| Refusal::new(ids::MAN_06, "Locked in a catch"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn gear_01_hands_are_filled_main_hand_first() {
        use super::*;
        use crate::{
            geometry::Square,
            rules::{
                Battlefield, Team,
                percentile::{sheet::Sheet, testing::battle},
            },
        };
        let mut battle = battle(Battlefield::new(3, 3), &[(Team(0), Square::new(0, 0), Sheet::default())]);
        let who = CombatantId(0);
        assert_eq!(free_hand(battle.combatant(who)), Some(Location::Main(who)));
        battle.combatant_mut(CombatantId(0)).hands.main = Some(ItemId(0));
        assert_eq!(free_hand(battle.combatant(who)), Some(Location::Off(who)));
        battle.combatant_mut(CombatantId(0)).hands.off = Some(ItemId(1));
        assert_eq!(free_hand(battle.combatant(who)), None);
    }
}
