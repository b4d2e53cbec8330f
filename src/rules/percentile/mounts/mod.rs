//! Mount and rider: two bodies in one square with one turn, one reaction and two skins. PCT-MNT.

mod falls;
pub mod ride_by;
mod saddle;

#[allow(unused_imports, reason = "manoeuvres throw riders off")]
pub use falls::{
    add_clear, add_free, beside, crush, fallen, free_self, is_pinned, land, landings, lands, lying_under, rouse,
    throw_off, thrown_clear, trapped_under,
};
pub use saddle::{add_rider, add_riding, alight, evasion, mount_up, offers, own_items, striker};

use super::{
    conditions::{MOUNTED, RIDDEN},
    movement::Gait,
    sheet::{ModeName, Skill, sheet},
};
use crate::rules::{Battle, Bond, Combatant, CombatantId, Effect, StepContext};

/// Rider and mount, PCT-MNT-01.
pub const RIDING: Bond = Bond { first: MOUNTED, second: RIDDEN };

/// The mount that somebody rides, PCT-MNT-01. Whoever lies under a mount rides none.
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

/// Whether whatever does the walking goes where `who` wants without a roll: oneself, or a mount under a good rider,
/// PCT-MNT-03.
pub fn obeys(battle: &Battle, who: CombatantId) -> bool {
    mount_of(battle, who).is_none() || sheet(battle.combatant(who)).is_proficient(Skill::Ride)
}

/// The ways in which `who` can move now, the ordinary one first. A mount climbs only if it is a climber: over fences it
/// leaps, PCT-MNT-03.
pub fn gaits(battle: &Battle, who: CombatantId) -> impl Iterator<Item = Gait> + '_ {
    let one = feet(battle, who);
    let climbs = one.id == who || sheet(one).mode(ModeName::Climb).is_some();
    Gait::of(one.posture).filter(move |gait| climbs || *gait != Gait::Climb)
}

/// Whether the two are mount and rider, either way round.
pub fn are_pair(battle: &Battle, one: CombatantId, other: CombatantId) -> bool {
    RIDING.binds(battle, one, other)
}

/// A mount has no turn and no initiative, PCT-INIT-02; what can be ridden is a mount, ridden or not, PCT-MNT-02.
#[inline]
pub fn takes_turns(one: Combatant<'_>) -> bool {
    !sheet(one).war_trained
}

/// Mounts without riders: they share nobody's turn, so their time runs with the rounds, PCT-TURN-03.
pub fn loose(battle: &Battle) -> impl Iterator<Item = CombatantId> + '_ {
    let alone = |one: &Combatant<'_>| !takes_turns(*one) && rider_of(battle, one.id).is_none();
    battle.combatants().filter(alone).map(|one| one.id)
}

/// Makes somebody aware of another, and of that one's mount or rider, PCT-SET-01.
pub fn noticed(battle: &Battle, by: CombatantId, whom: CombatantId, context: &mut StepContext<'_>) {
    let pair = mount_of(battle, whom).or_else(|| rider_of(battle, whom));
    for one in std::iter::once(whom).chain(pair) {
        if !battle.combatant(by).aware.of(one) {
            context.effect(Effect::Awareness(by, one, true));
        }
    }
}
