//! An action built of components, as a small value: what a choice stands for. POO-ATK-01, POO-COMP-02.

use serde::{Deserialize, Serialize};

use super::{
    arms::{WeaponGroup, arm},
    components::{Change, Component, Components, Energies, Energy},
    conditions::Affects,
};
use crate::{geometry::Square, rules::prelude::*};

crate::rules::ruleset::record::named! {
    /// What wrestling is for, POO-WRE-02, POO-WRE-04.
    #[derive(Default)]
    pub enum Wrestling {
        /// The target is Grabbed.
        #[default]
        Hold "hold",
        /// The target is Prone.
        ThrowDown "throw down",
        /// A held target takes damage.
        Crush "crush",
        /// The attacker gets free of a hold.
        Escape "escape",
    }
}

/// An action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Act {
    /// Who.
    pub by: CombatantId,
    /// What it is built on.
    pub base: Component,
    /// All its components, the base among them.
    pub with: Components,
    /// Its energies.
    pub energies: Energies,
    /// What it is done with; for a spell, what it is cast on.
    pub item: Option<ItemId>,
    /// The second weapon, or the item to be knocked out of a hand.
    pub second: Option<ItemId>,
    /// AP invested.
    pub ap: u8,
    /// Luck dice.
    pub luck: u8,
    /// What wrestling is for.
    pub hold: Wrestling,
    /// Whether it harms Fatigue instead of Vitality, POO-DMG-07.
    pub fatigue: bool,
    /// The centre of an area; for a throw that flies on, the square that it was first aimed at.
    pub at: Option<Square>,
    /// Whom it affects, POO-COMP-77.
    pub affects: Affects,
    /// The die that Double Threat adds, POO-ROLL-07.
    pub threat: bool,
    /// Whether it is a prepared spell that is released, POO-COMP-76.
    pub released: bool,
    /// Whether the item to be knocked away is in the other hand, POO-COMP-35.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub other_hand: bool,
}

impl Act {
    /// An action with nothing but its base.
    pub fn new(by: CombatantId, base: Component) -> Self {
        Self {
            by,
            base,
            with: Components::default().with(base),
            energies: Energies::default(),
            item: None,
            second: None,
            ap: 0,
            luck: 0,
            hold: Wrestling::Hold,
            fatigue: false,
            at: None,
            affects: Affects::All,
            threat: false,
            released: false,
            other_hand: false,
        }
    }

    /// The number of the tier used, POO-TIER-03.
    pub fn tier(&self) -> u8 {
        self.with.tier().max(self.energies.tier())
    }

    /// Whether it has a component.
    pub const fn has(&self, component: Component) -> bool {
        self.with.has(component)
    }

    /// Whether it is a spell.
    pub const fn is_spell(&self) -> bool {
        self.base.is_spell()
    }

    /// Whether it is an attack: First Aid and spells that heal, charge or shield are none, POO-ATK-03.
    pub const fn is_attack(&self) -> bool {
        match self.base {
            Component::FirstAid
            | Component::Charge
            | Component::Conduct
            | Component::Bestow
            | Component::EnergyShield => false,
            _ => !self.energies.has(Energy::Life),
        }
    }

    /// Whether it is a Strike, Throw or Shot.
    pub const fn is_martial(&self) -> bool {
        matches!(self.base, Component::Strike | Component::Throw | Component::Shot)
    }

    /// Whether it is a missile or defended like one: weapons cannot Block it. POO-DEF-05, POO-MAG-05.
    pub const fn is_missile(&self) -> bool {
        let is_spell = matches!(self.base, Component::Burst | Component::Chain | Component::Storm);
        self.is_aimed() || is_spell
    }

    /// Whether it is a melee attack, wrestling or Touch, POO-COND-10.
    pub const fn is_close(&self) -> bool {
        matches!(self.base, Component::Strike | Component::Wrestle | Component::Touch)
    }

    /// Whether it aims at a mind, not a body, POO-MAG-06.
    pub const fn is_mental(&self) -> bool {
        matches!(self.base, Component::Influence | Component::Intimidate)
    }

    /// Whether it is on an area, POO-MAG-13.
    pub const fn is_area(&self) -> bool {
        matches!(self.base, Component::Burst | Component::Storm)
    }

    /// Whether cover and light count against it, POO-COV-01.
    pub const fn is_aimed(&self) -> bool {
        matches!(self.base, Component::Throw | Component::Shot | Component::Projected)
    }

    /// Whether sizes count, POO-SIZE-03.
    pub const fn minds_size(&self) -> bool {
        let is_spell = matches!(self.base, Component::Touch | Component::Projected);
        self.is_martial() || is_spell && !self.energies.has(Energy::Life) && !self.energies.has(Energy::Death)
    }

    /// What it does instead of damage, POO-COMP-02.
    pub fn instead(&self) -> Option<Change> {
        let is = |change: &Change| matches!(change, Change::Trip | Change::Push(_) | Change::Disarm(_));
        self.with.changes().find(is)
    }

    /// Whether it is done with a melee weapon, an unarmed one among them.
    pub fn is_melee(&self) -> bool {
        self.base == Component::Strike
    }

    /// The group of weapons it is done with.
    pub fn group(&self, battle: &Battle) -> Option<WeaponGroup> {
        match self.base {
            Component::Strike => {
                let is_melee = self.item.is_some_and(|item| arm(battle, item).is(WeaponGroup::Melee));
                Some(if is_melee { WeaponGroup::Melee } else { WeaponGroup::Unarmed })
            }
            Component::Throw => Some(WeaponGroup::Thrown),
            Component::Shot => Some(WeaponGroup::Projectile),
            _ => None,
        }
    }

    /// The same for the target at a place: a Dual Throw has a weapon for each. POO-COMP-32.
    #[must_use]
    pub fn toward(&self, place: usize) -> Self {
        match self.second.filter(|_| place == 1 && self.has(Component::DualThrow)) {
            Some(second) => Self { item: Some(second), second: self.item, ..*self },
            None => *self,
        }
    }

    /// Its name: "Strike", "Projected Fire".
    pub fn name(&self) -> String {
        let base = match self.base {
            Component::Wrestle => capital(self.hold.name()).to_string(),
            base => base.row().label.to_string(),
        };
        if self.energies.is_empty() { base } else { format!("{base} {}", self.energies.words()) }
    }
}
