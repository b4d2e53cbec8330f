//! The numbers of weapons, armour and shields: all columns of the catalogue's tables. VIG-DMG, VIG-ARM, VIG-QUAL,
//! VIG-TYPE.

use serde::{Deserialize, Serialize};

use super::ability::Ability;
use crate::rules::{
    ItemGlyph, ItemNumber, ItemNumbers, RulesetArm,
    ruleset::record::{Bounded as _, within},
};

/// The Durability left of a shield, VIG-ARM-02.
pub const WEAR: ItemNumber = ItemNumber(0);

crate::rules::ruleset::record::named! {
    /// An ability score, VIG-ROLL-03.
    pub enum Score {
        /// Damage of blows and bows, staying on one's feet.
        Strength "Strength",
        /// Attacks with weapons.
        Agility "Agility",
        /// Movement, Defence, techniques.
        Speed "Speed",
        /// Recovery, the clock of Shock.
        Stamina "Stamina",
        /// Spells.
        Soul "Soul",
        /// Resists effects that cloud the mind.
        Reason "Reason",
        /// Resists effects that bend the will.
        Resolve "Resolve",
    }

    /// The class of a weapon, VIG-DMG-02, VIG-DMG-03.
    #[derive(Default)]
    pub enum Class {
        /// Fists, feet, claws.
        Unarmed "unarmed",
        /// Swords, axes, polearms.
        #[default]
        Melee "melee weapons",
        /// Weapons made to be thrown.
        Thrown "thrown weapons",
        /// Bows drawn by hand.
        PullBow "pull bows",
        /// Crossbows.
        Crossbow "crossbows",
        /// Everything with a trigger.
        Modern "modern weapons",
    }

    /// The quality of a weapon, an armour or a creature's Durability, VIG-QUAL-01.
    #[derive(Default)]
    pub enum Rank {
        /// d4
        Feeble "feeble",
        /// d6
        Poor "poor",
        /// d8
        #[default]
        Ordinary "ordinary",
        /// d10
        Heroic "heroic",
        /// d12
        Epic "epic",
        /// d20
        Legendary "legendary",
    }

    /// A damage type: one of the thirteen, or one of the three sorts of Kinetic. VIG-TYPE-01, VIG-TYPE-04.
    #[derive(Default)]
    pub enum DamageType {
        /// Kinetic of no particular sort.
        #[default]
        Kinetic "Kinetic",
        /// Kinetic: blades, axes.
        Cutting "Kinetic, cutting",
        /// Kinetic: points, arrows, bullets.
        Piercing "Kinetic, piercing",
        /// Kinetic: hammers, clubs, fists.
        Impact "Kinetic, impact",
        /// Fire, lasers.
        Thermal "Thermal",
        /// Cold.
        Cold "Cold",
        /// Lightning.
        Electrical "Electrical",
        /// Rays.
        Radiation "Radiation",
        /// Acids.
        Chemical "Chemical",
        /// Sound.
        Sonic "Sonic",
        /// Poison.
        Toxic "Toxic",
        /// Death.
        Umbral "Umbral",
        /// Chaos.
        Entropic "Entropic",
        /// Order.
        Crystal "Crystal",
        /// Pure magic.
        Aetheric "Aetheric",
        /// Light.
        Lucent "Lucent",
    }
}

impl Class {
    /// Whether its attacks are ranged, VIG-ATK-06.
    pub const fn is_ranged(self) -> bool {
        !matches!(self, Self::Unarmed | Self::Melee)
    }

    /// Whether Strength adds bonus dice to its damage; otherwise skill does. VIG-DMG-02, VIG-DMG-03.
    pub const fn takes_strength(self) -> bool {
        !matches!(self, Self::Crossbow | Self::Modern)
    }
}

impl Rank {
    /// Faces of its weapon dice, VIG-QUAL-01.
    pub const fn sides(self) -> u8 {
        [4, 6, 8, 10, 12, 20][self as usize]
    }
}

impl DamageType {
    /// The one of the thirteen types that it is or belongs to, VIG-TYPE-04.
    pub const fn main(self) -> Self {
        if matches!(self, Self::Cutting | Self::Piercing | Self::Impact) { Self::Kinetic } else { self }
    }

    /// Its opposite, VIG-TYPE-02.
    pub const fn opposite(self) -> Option<Self> {
        match self {
            Self::Entropic => Some(Self::Crystal),
            Self::Crystal => Some(Self::Entropic),
            Self::Lucent => Some(Self::Umbral),
            Self::Umbral => Some(Self::Lucent),
            Self::Aetheric => Some(Self::Aetheric),
            _ => None,
        }
    }
}

/// What happens to a target that is hit, besides damage. Riders with a Resistance check name the VS to beat,
/// VIG-RES-02.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Rider {
    /// Falls unless a Strength check beats this, VIG-COND-05.
    KnockDown(i16),
    /// Is knocked back this many squares, VIG-MOVE-05.
    KnockBack(u8),
    /// Is stunned unless a Stamina check beats this, VIG-TYPE-08.
    Stun(i16),
    /// Damage goes straight to Health, VIG-HLTH-04.
    StraightToHealth,
}

/// The highest VS that a check can state.
pub const MOST_VS: i32 = 100;

impl Rider {
    /// Everything impossible about the riders of one item or ability; each kind counts only once.
    pub fn faults(all: &[Self]) -> Vec<String> {
        let same = |known: &Self, other: &Self| std::mem::discriminant(known) == std::mem::discriminant(other);
        let before = |index: usize, rider: &Self| all[..index].iter().any(|other| same(rider, other));
        let twice = all.iter().enumerate().filter(|(index, rider)| before(*index, rider));
        let twice = twice.map(|(_, rider)| format!("riders has two of a kind: {rider:?}"));
        all.iter().filter_map(Self::fault).chain(twice).collect()
    }

    fn fault(&self) -> Option<String> {
        match self {
            Self::KnockDown(vs) | Self::Stun(vs) => within("vs of a rider", *vs, 0, MOST_VS),
            Self::KnockBack(squares) => within("squares of a knock back", *squares, 0, 20),
            Self::StraightToHealth => None,
        }
    }
}

crate::rules::ruleset::record::record! {
    /// Worn armour or a shield, VIG-ARM.
    pub struct Armour {
        /// Its name.
        pub name: String = "armour".into(),
        /// Armor Rank, VIG-ARM-01.
        pub ar: i16 [0 to 60] = 3,
        /// Its quality, VIG-QUAL-02, VIG-QUAL-03.
        pub rank: Rank = Rank::Ordinary,
        /// The damage it can stop before it is destroyed; `None` for any amount. VIG-ARM-02.
        pub durability: Option<i16> [0 to 1000] = Some(20),
        /// Added to Guard, VIG-ATK-03.
        pub guard: i16 [0 to 20] = 0,
        /// The types it protects against, VIG-ARM-04.
        pub protects: Vec<DamageType> = vec![DamageType::Kinetic],
        /// Whether it protects against all types but Radiation, which must be listed, VIG-TYPE-05.
        pub protects_all: bool = false,
    }
}

impl Armour {
    /// Whether it protects against a type, VIG-ARM-04, VIG-TYPE-05.
    pub fn stops(&self, damage: DamageType) -> bool {
        let listed = self.protects.iter().any(|kind| *kind == damage || *kind == damage.main());
        listed || self.protects_all && damage != DamageType::Radiation
    }
}

crate::rules::ruleset::record::record! {
    /// Charges and Challenges that an item or ability brings, VIG-ROLL-05.
    #[derive(Copy, Hash, PartialOrd, Ord)]
    pub struct Steps {
        /// Charges.
        pub charges: i8 [0 to 10] = 0,
        /// Challenges.
        pub challenges: i8 [0 to 10] = 0,
    }
}

impl Steps {
    /// Charges less Challenges.
    pub const fn net(self) -> i32 {
        self.charges as i32 - self.challenges as i32
    }

    /// The sum of both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            charges: self.charges.saturating_add(other.charges),
            challenges: self.challenges.saturating_add(other.challenges),
        }
    }
}

crate::rules::ruleset::record::record! {
    /// An item's numbers: a weapon, a shield, an item to use, or several of these.
    pub struct Arm {
        /// Its class, if it is a weapon.
        pub class: Class = Class::Melee,
        /// Hands it takes; 0 for parts of a body.
        pub hands: u8 [0 to 2] = 1,
        /// Damage Value: the number of weapon dice, VIG-DMG-01.
        pub value: u8 [0 to 20] = 1,
        /// Its quality, which gives the size of the weapon dice, VIG-QUAL-01.
        pub rank: Rank = Rank::Ordinary,
        /// Its damage type, VIG-TYPE-01.
        pub damage: DamageType = DamageType::Kinetic,
        /// The score behind the attack roll, VIG-ATK-02.
        pub score: Score = Score::Agility,
        /// Feet added to its wielder's reach, VIG-REACH-04.
        pub reach: u16 [0 to 60] = 0,
        /// Range in feet, for ranged classes, VIG-ATK-06.
        pub range: u16 [0 to 6000] = 60,
        /// Long range in feet; by default twice the range.
        pub long_range: Option<u16> [0 to 12_000] = None,
        /// Range in feet of a melee weapon that can also be thrown; 0 if it cannot.
        pub throw: u16 [0 to 6000] = 0,
        /// What happens to a target that is hit; at most four riders.
        pub riders: Vec<Rider> = Vec::new(),
        /// Steps on the attack roll, VIG-ROLL-05.
        pub attack: Steps = Steps::default(),
        /// Steps on the damage roll, which count only if stated, VIG-ROLL-06.
        pub damage_steps: Steps = Steps::default(),
        /// The shield, if it is one, VIG-ARM.
        pub shield: Option<Armour> = None,
        /// The ability of using it, VIG-ACT-04.
        pub uses: Option<Ability> = None,
        /// Whether it cannot be used as a weapon.
        pub harmless: bool = false,
    }
}

impl Arm {
    /// Long range in feet, VIG-ATK-06.
    pub fn far(&self) -> u16 {
        self.long_range.unwrap_or(self.range.saturating_mul(2))
    }
}

impl RulesetArm for Arm {
    fn plain(glyph: ItemGlyph, hands: u8) -> Self {
        let plain = Self { hands, ..Self::default() };
        match glyph {
            ItemGlyph::Bow => Self { class: Class::PullBow, damage: DamageType::Piercing, ..plain },
            ItemGlyph::Crossbow => Self { class: Class::Crossbow, damage: DamageType::Piercing, ..plain },
            ItemGlyph::Shield => Self { shield: Some(Armour::default()), harmless: true, ..plain },
            ItemGlyph::Fist | ItemGlyph::Claws => {
                Self { class: Class::Unarmed, rank: Rank::Feeble, damage: DamageType::Impact, ..plain }
            }
            ItemGlyph::Pot | ItemGlyph::Horse => Self { harmless: true, ..plain },
            _ => plain,
        }
    }

    fn hands(&self) -> u8 {
        self.hands
    }

    fn start(&self) -> ItemNumbers {
        let left = self.shield.as_ref().and_then(|shield| shield.durability);
        ItemNumbers::default().with(WEAR, left.unwrap_or(0))
    }

    fn faults(&self) -> Vec<String> {
        let mut faults = self.out_of_bounds();
        if self.riders.len() > 4 {
            faults.push(format!("riders are {}, must be at most 4", self.riders.len()));
        }
        faults.extend([self.attack, self.damage_steps].iter().flat_map(Steps::out_of_bounds));
        faults.extend(Rider::faults(&self.riders));
        faults.extend(self.shield.iter().flat_map(Armour::out_of_bounds));
        faults.extend(self.uses.iter().flat_map(Ability::faults));
        faults
    }
}

/// Whether a rank ignores another, which takes heroic or above and a difference of three or more. VIG-QUAL-02,
/// VIG-QUAL-03.
pub const fn outranks(rank: Rank, other: Rank) -> bool {
    rank as u8 >= Rank::Heroic as u8 && rank as u8 >= other as u8 + 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_ranks_lower_from_heroic_on() {
        // VIG-QUAL-02: heroic ignores feeble; epic feeble and poor; legendary feeble, poor, ordinary.
        let ignores = |rank: Rank| {
            [Rank::Feeble, Rank::Poor, Rank::Ordinary, Rank::Heroic, Rank::Epic, Rank::Legendary]
                .into_iter()
                .filter(|other| outranks(rank, *other))
                .count()
        };
        assert_eq!([Rank::Heroic, Rank::Epic, Rank::Legendary, Rank::Ordinary].map(ignores), [1, 2, 3, 0]);
    }
}
