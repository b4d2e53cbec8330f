//! The component library and the energies as one table: kind, tier, price, what each needs and excludes, whom it is
//! aimed at, what it changes. POO-COMP, POO-MAG-02.

use serde::{Deserialize, Serialize};

use super::catalogue as ids;
use crate::rules::{OfferPart, ParameterKind, RuleId, Tier, and_list};

/// The tiers with their ceilings, POO-TIER-01.
pub static LADDER: [Tier; 5] = [
    Tier { name: "Simple", ceiling: 3 },
    Tier { name: "Basic", ceiling: 6 },
    Tier { name: "Intermediate", ceiling: 9 },
    Tier { name: "Advanced", ceiling: 12 },
    Tier { name: "Master", ceiling: 15 },
];

/// The set of bases and structures: just one. POO-COMP-02.
pub const BASES: u8 = 1;
/// The set of modifiers that change whom an action is aimed at: at most one.
pub const TARGETS: u8 = 2;
/// The set of modifiers that change what a hit does instead of damage: at most one.
pub const INSTEAD: u8 = 3;
/// The set of energies: at least one. POO-MAG-01.
pub const ENERGIES: u8 = 4;
/// The set of components that a defence is made with: at least one.
pub const DEFENCES: u8 = 5;

/// What kind of component it is, POO-COMP-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// What a martial action is built on.
    Base,
    /// What a spell is built on.
    Structure,
    /// What a skill action is built on.
    Skill,
    /// Something added.
    Modifier,
    /// A part of an active defence.
    Defence,
    /// No part of an action.
    Apart,
}

/// Whom a base or modifier is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// As its base says.
    AsBase,
    /// One in reach of what it is done with.
    Reach,
    /// One within that many squares.
    Within(u16),
    /// Every enemy in reach.
    AllInReach,
    /// Two, one for each hand.
    Two,
    /// One, then up to that many more, each within a number of squares of the one before.
    Chain(u8, u16),
    /// Everybody within that many squares of a square.
    Area(u16),
    /// Oneself, or a thing of one's own.
    Own,
}

/// What a modifier changes besides its aim. Numbers are data, the rest is a line in the chapter that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Nothing that is a number.
    None,
    /// A hit throws the target down instead of damage.
    Trip,
    /// A hit pushes it up to that many squares instead.
    Push(u8),
    /// A hit with this margin knocks something out of its hand instead.
    Disarm(u8),
    /// A hit with this margin also sets a condition.
    Sets(Ailment, u8),
    /// The defender may invest at most the attack's AP divided by this.
    Limits(u8),
    /// Armour dice are divided by this, rounded down.
    ArmourBy(u8),
    /// Damage dice are multiplied by this, once more on a critical.
    DamageBy(u8),
}

/// A condition that a hit sets, POO-COND.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ailment {
    /// That much Bleeding.
    Bleeding(u8),
    /// Stunned.
    Stunned,
    /// Slowed and Weakened.
    Crippled,
    /// Burning.
    Burning,
    /// Slowed.
    Slowed,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Its word in choices and on sheets.
    pub key: &'static str,
    /// Its name.
    pub label: &'static str,
    /// Its kind.
    pub kind: Kind,
    /// Its tier, from 0.
    pub tier: u8,
    /// The AP that must go in for it.
    pub price: u8,
    /// The set it is in.
    pub set: u8,
    /// The parts of which it needs at least one.
    pub needs: &'static [&'static str],
    /// The parts that it cannot go with.
    pub excludes: &'static [&'static str],
    /// Whom it is aimed at.
    pub aim: Aim,
    /// What it changes.
    pub change: Change,
    /// Its rule.
    pub rule: RuleId,
    /// What it does, in a few words.
    pub about: &'static str,
}

impl Row {
    const fn new(kind: Kind, tier: u8, rule: RuleId, about: &'static str) -> Self {
        let set = match kind {
            Kind::Base | Kind::Structure | Kind::Skill => BASES,
            _ => 0,
        };
        Self {
            key: "",
            label: "",
            kind,
            tier,
            price: tier + 1,
            set,
            needs: &[],
            excludes: &[],
            aim: Aim::AsBase,
            change: Change::None,
            rule,
            about,
        }
    }

    const fn of(mut self, set: u8) -> Self {
        self.set = set;
        self
    }

    const fn needs(mut self, needs: &'static [&'static str]) -> Self {
        self.needs = needs;
        self
    }

    const fn without(mut self, excludes: &'static [&'static str]) -> Self {
        self.excludes = excludes;
        self
    }

    const fn at(mut self, aim: Aim) -> Self {
        self.aim = aim;
        self
    }

    const fn does(mut self, change: Change) -> Self {
        self.change = change;
        self
    }

    const fn free(mut self) -> Self {
        self.price = 0;
        self
    }

    const fn part(self) -> ParameterKind {
        let is_base = matches!(self.kind, Kind::Base | Kind::Structure | Kind::Skill);
        let part = if is_base { OfferPart::BASE } else { OfferPart::ADDED };
        let part = part.of_tier(self.tier, self.price).of_set(self.set).with_one_of(self.needs).without(self.excludes);
        ParameterKind::new(self.key, self.label).part(part)
    }

    /// Whether using it in one's own turn uses it up for that turn, POO-ATK-09.
    pub const fn is_offensive(&self) -> bool {
        !matches!(self.kind, Kind::Defence | Kind::Apart)
    }
}

/// One enum with its rows and the parameters that are its parts in offers.
macro_rules! table {
    ($(#[$about:meta])* $name:ident $rows:ident $kinds:ident [$count:literal]; $($value:ident $key:literal $label:literal = $row:expr;)*) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum $name { $(#[doc = $label] $value,)* }

        static $rows: [Row; $count] = [$(Row { key: $key, label: $label, ..$row },)*];

        /// The parts of offers, in the order of the table.
        pub const $kinds: [ParameterKind; $count] = {
            let rows = [$(Row { key: $key, label: $label, ..$row },)*];
            let mut kinds = [ParameterKind::new("", ""); $count];
            let mut index = 0;
            while index < $count {
                kinds[index] = rows[index].part();
                index += 1;
            }
            kinds
        };

        impl $name {
            /// All of them, in the order of the table.
            pub const ALL: [Self; $count] = [$(Self::$value,)*];

            /// Its row.
            pub const fn row(self) -> &'static Row {
                &$rows[self as usize]
            }

            /// The part that it is of offers.
            pub const fn kind(self) -> &'static ParameterKind {
                &$kinds[self as usize]
            }

            /// Its word in choices.
            pub const fn key(self) -> &'static str {
                $kinds[self as usize].key
            }
        }
    };
}

const MARTIAL: &[&str] = &["strike", "throw", "shot"];
const AREAS: &[&str] = &["bestow", "burst", "storm"];
const EVADE_OR_BLOCK: &[&str] = &["evade", "block"];

table! {
    /// A component, POO-COMP-10 to POO-COMP-81.
    Component ROWS COMPONENTS [44];

    Strike "strike" "Strike" = Row::new(Kind::Base, 0, ids::COMP_10, "a melee weapon or bare hands").at(Aim::Reach);
    Throw "throw" "Throw" = Row::new(Kind::Base, 0, ids::COMP_11, "a thrown weapon").at(Aim::Reach);
    Shot "shot" "Shot" = Row::new(Kind::Base, 0, ids::COMP_12, "a projectile weapon").at(Aim::Reach);
    Wrestle "wrestle" "Wrestle" = Row::new(Kind::Base, 0, ids::COMP_13, "holds, throws down, crushes").at(Aim::Within(1));
    Evade "evade" "Evade" = Row::new(Kind::Defence, 0, ids::COMP_14, "each AP an evasion die").of(DEFENCES);
    Block "block" "Block" = Row::new(Kind::Defence, 0, ids::COMP_15, "each AP a block die, and the item's").of(DEFENCES);
    MobileAttack "mobile-attack" "Mobile Attack" = Row::new(Kind::Modifier, 0, ids::COMP_20, "between two steps").needs(&["strike"]);
    MobileThrow "mobile-throw" "Mobile Throw" = Row::new(Kind::Modifier, 0, ids::COMP_20, "between two steps").needs(&["throw"]);
    MobileShot "mobile-shot" "Mobile Shot" = Row::new(Kind::Modifier, 0, ids::COMP_20, "between two steps").needs(&["shot"]);
    QuickLoad "quick-load" "Quick Load" = Row::new(Kind::Apart, 0, ids::COMP_21, "loads a crossbow while moving").free();
    Trip "trip" "Trip" = Row::new(Kind::Modifier, 0, ids::COMP_22, "a hit throws down").of(INSTEAD).needs(&["strike"]).does(Change::Trip);
    Shove "shove" "Shove" = Row::new(Kind::Modifier, 0, ids::COMP_23, "a hit pushes back").of(INSTEAD).needs(&["strike"]).does(Change::Push(3));
    SteelMind "steel-mind" "Steel Mind" = Row::new(Kind::Defence, 0, ids::COMP_24, "each AP a die for the mind").of(DEFENCES);
    Overwhelm "overwhelm" "Overwhelm" = Row::new(Kind::Modifier, 1, ids::COMP_30, "halves the defender's AP").needs(&["strike"]).does(Change::Limits(2));
    FollowThrough "follow-through" "Follow Through" = Row::new(Kind::Modifier, 1, ids::COMP_31, "goes on to another when one falls").of(TARGETS).needs(&["strike"]);
    DualThrow "dual-throw" "Dual Throw" = Row::new(Kind::Modifier, 1, ids::COMP_32, "one from each hand").of(TARGETS).needs(&["throw"]).at(Aim::Two);
    FindTheGap "find-the-gap" "Find the Gap" = Row::new(Kind::Modifier, 1, ids::COMP_33, "halves armour dice").needs(MARTIAL).does(Change::ArmourBy(2));
    BleedingCut "bleeding-cut" "Bleeding Cut" = Row::new(Kind::Modifier, 1, ids::COMP_34, "a hit bleeds").needs(&["strike", "throw"]).does(Change::Sets(Ailment::Bleeding(2), 1));
    Disarm "disarm" "Disarm" = Row::new(Kind::Modifier, 1, ids::COMP_35, "a hit by 2 disarms").of(INSTEAD).needs(&["strike"]).does(Change::Disarm(2));
    Catch "catch" "Catch" = Row::new(Kind::Defence, 1, ids::COMP_36, "catches the missile").of(DEFENCES).without(&["evade", "block", "ward"]);
    Whirlwind "whirlwind" "Whirlwind" = Row::new(Kind::Modifier, 2, ids::COMP_40, "every enemy in reach").of(TARGETS).needs(&["strike"]).at(Aim::AllInReach);
    PiercingThrow "piercing-throw" "Piercing Throw" = Row::new(Kind::Modifier, 2, ids::COMP_41, "flies on after a hit").of(TARGETS).needs(&["throw"]);
    StunningBlow "stunning-blow" "Stunning Blow" = Row::new(Kind::Modifier, 2, ids::COMP_42, "a hit by 2 stuns").needs(&["strike"]).does(Change::Sets(Ailment::Stunned, 2));
    Riposte "riposte" "Riposte" = Row::new(Kind::Defence, 2, ids::COMP_43, "a stopped attacker is struck").needs(EVADE_OR_BLOCK);
    CripplingBlow "crippling-blow" "Crippling Blow" = Row::new(Kind::Modifier, 3, ids::COMP_50, "a hit slows and weakens").needs(MARTIAL).does(Change::Sets(Ailment::Crippled, 1));
    ElusiveStep "elusive-step" "Elusive Step" = Row::new(Kind::Defence, 3, ids::COMP_51, "step away from a stopped attack").needs(&["evade"]);
    DeathStroke "death-stroke" "Death Stroke" = Row::new(Kind::Modifier, 4, ids::COMP_60, "doubles damage dice").needs(MARTIAL).does(Change::DamageBy(2));
    Untouchable "untouchable" "Untouchable" = Row::new(Kind::Defence, 4, ids::COMP_61, "a tie is evaded").needs(&["evade"]);
    Touch "touch" "Touch" = Row::new(Kind::Structure, 0, ids::COMP_70, "an adjacent target").at(Aim::Within(1));
    Projected "projected" "Projected" = Row::new(Kind::Structure, 0, ids::COMP_71, "range 8, twice that with fewer dice").at(Aim::Within(8));
    Influence "influence" "Influence" = Row::new(Kind::Structure, 0, ids::COMP_72, "the mind of a target within 6").needs(&["charm"]).at(Aim::Within(6));
    Charge "charge" "Charge" = Row::new(Kind::Structure, 0, ids::COMP_73, "charges bare hands").at(Aim::Own);
    Conduct "conduct" "Conduct" = Row::new(Kind::Structure, 1, ids::COMP_73, "charges a melee weapon in hand").at(Aim::Own);
    Bestow "bestow" "Bestow" = Row::new(Kind::Structure, 2, ids::COMP_73, "charges a weapon or missile").at(Aim::Own);
    EnergyShield "energy-shield" "Energy Shield" = Row::new(Kind::Structure, 0, ids::COMP_74, "block dice against the opposed energy").at(Aim::Own);
    EnergyWard "ward" "Energy Ward" = Row::new(Kind::Defence, 0, ids::COMP_75, "block dice by the opposed energy").of(DEFENCES);
    Prepare "prepare" "Prepare" = Row::new(Kind::Modifier, 1, ids::COMP_76, "paid now, released later").needs(&["touch", "projected", "influence"]).at(Aim::Own);
    Selective "selective" "Selective Target" = Row::new(Kind::Modifier, 1, ids::COMP_77, "spares friends").needs(AREAS);
    Burst "burst" "Burst" = Row::new(Kind::Structure, 2, ids::COMP_78, "everybody within 1 of a square").at(Aim::Area(1));
    Chain "chain" "Chain" = Row::new(Kind::Structure, 3, ids::COMP_79, "up to four, one after another").at(Aim::Chain(3, 2));
    Storm "storm" "Storm" = Row::new(Kind::Structure, 4, ids::COMP_80, "everybody within 3 of a square").at(Aim::Area(3));
    Counterspell "counterspell" "Counterspell" = Row::new(Kind::Defence, 1, ids::COMP_81, "more successes negate the spell").of(DEFENCES).without(&["evade", "block", "ward", "catch"]);
    Intimidate "intimidate" "Intimidate" = Row::new(Kind::Skill, 0, ids::SKL_02, "frightens").at(Aim::Within(6));
    FirstAid "first-aid" "First Aid" = Row::new(Kind::Skill, 0, ids::SKL_03, "ends bleeding, stabilises").at(Aim::Within(1));
}

table! {
    /// An energy, POO-MAG-02, POO-MAG-03.
    Energy ENERGY_ROWS ENERGY_KINDS [6];

    Fire "fire" "Fire" = Row::new(Kind::Modifier, 0, ids::MAG_02, "a hit by 2 burns").of(ENERGIES).without(&["cold"]).does(Change::Sets(Ailment::Burning, 2));
    Cold "cold" "Cold" = Row::new(Kind::Modifier, 0, ids::MAG_02, "a hit by 2 slows").of(ENERGIES).without(&["fire"]).does(Change::Sets(Ailment::Slowed, 2));
    Life "life" "Life" = Row::new(Kind::Modifier, 0, ids::MAG_12, "heals").of(ENERGIES).needs(&["touch", "projected"]).without(ALL_BUT_LIFE);
    Electricity "electricity" "Electricity" = Row::new(Kind::Modifier, 1, ids::MAG_08, "passes armour and shields").of(ENERGIES);
    Charm "charm" "Charm" = Row::new(Kind::Modifier, 1, ids::MAG_06, "charms").of(ENERGIES).needs(CHARMING).without(ALL_BUT_CHARM);
    Death "death" "Death" = Row::new(Kind::Modifier, 3, ids::MAG_09, "fells the weak").of(ENERGIES).needs(&["touch", "projected"]).without(ALL_BUT_DEATH);
}

const ALL_BUT_LIFE: &[&str] = &["fire", "cold", "electricity", "charm", "death"];
const ALL_BUT_CHARM: &[&str] = &["fire", "cold", "electricity", "life", "death"];
const ALL_BUT_DEATH: &[&str] = &["fire", "cold", "electricity", "charm", "life"];
const CHARMING: &[&str] = &["touch", "projected", "influence", "charge", "conduct", "bestow"];

impl Component {
    /// Those known to everybody, POO-COMP-03.
    pub const fn is_universal(self) -> bool {
        matches!(
            self,
            Self::Strike
                | Self::Throw
                | Self::Shot
                | Self::Wrestle
                | Self::Evade
                | Self::Block
                | Self::Intimidate
                | Self::FirstAid
        )
    }

    /// Whether an action built on it is a spell.
    pub const fn is_spell(self) -> bool {
        matches!(self.row().kind, Kind::Structure)
    }
}

impl Energy {
    /// The energy that opposes it.
    pub const fn opposed(self) -> Option<Self> {
        match self {
            Self::Fire => Some(Self::Cold),
            Self::Cold => Some(Self::Fire),
            Self::Life => Some(Self::Death),
            Self::Death => Some(Self::Life),
            Self::Electricity | Self::Charm => None,
        }
    }
}

/// A set of components.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Components(u64);

impl Components {
    /// A bit for each component, the first one lowest; no more than the lower 48.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether it is in the set.
    pub const fn has(self, component: Component) -> bool {
        self.0 >> component as u64 & 1 == 1
    }

    /// The set with it.
    #[must_use]
    pub const fn with(self, component: Component) -> Self {
        Self(self.0 | 1 << component as u64)
    }

    /// Whether nothing is in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those in it.
    pub fn iter(self) -> impl Iterator<Item = Component> {
        Component::ALL.into_iter().filter(move |component| self.has(*component))
    }

    /// The highest tier, 1 to 5; 0 of none. POO-TIER-02, POO-TIER-03.
    pub fn tier(self) -> u8 {
        self.iter().map(|component| component.row().tier + 1).max().unwrap_or(0)
    }

    /// What they change.
    pub fn changes(self) -> impl Iterator<Item = Change> {
        self.iter().map(|component| component.row().change)
    }
}

impl FromIterator<Component> for Components {
    fn from_iter<I: IntoIterator<Item = Component>>(all: I) -> Self {
        all.into_iter().fold(Self::default(), Self::with)
    }
}

/// A set of energies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Energies(u8);

impl Energies {
    /// Whether it is in the set.
    pub const fn has(self, energy: Energy) -> bool {
        self.0 >> energy as u8 & 1 == 1
    }

    /// The set with it.
    #[must_use]
    pub const fn with(self, energy: Energy) -> Self {
        Self(self.0 | 1 << energy as u8)
    }

    /// Whether nothing is in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those in it.
    pub fn iter(self) -> impl Iterator<Item = Energy> {
        Energy::ALL.into_iter().filter(move |energy| self.has(*energy))
    }

    /// The highest tier, 1 to 5; 0 of none.
    pub fn tier(self) -> u8 {
        self.iter().map(|energy| energy.row().tier + 1).max().unwrap_or(0)
    }

    /// Whether armour and shield dice do not count against it, POO-MAG-08.
    pub const fn bypasses(self) -> bool {
        self.has(Energy::Electricity)
    }

    /// Whether a charge of it acts even when blocked, POO-CHG-04.
    pub const fn acts_by_contact(self) -> bool {
        self.has(Energy::Electricity) || self.has(Energy::Charm)
    }

    /// Whether an energy is opposed to one of them, POO-CNT-01.
    pub fn is_opposed_by(self, energy: Energy) -> bool {
        energy.opposed().is_some_and(|opposed| self.has(opposed))
    }

    /// In words: "Cold and Electricity".
    pub fn words(self) -> String {
        and_list(self.iter().map(|energy| energy.row().label))
    }
}

impl FromIterator<Energy> for Energies {
    fn from_iter<I: IntoIterator<Item = Energy>>(all: I) -> Self {
        all.into_iter().fold(Self::default(), Self::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// POO-COMP-01: the price is the tier's number, except Quick Load, which is no part of an action.
    #[test]
    fn prices_are_the_numbers_of_tiers() {
        for component in Component::ALL {
            let row = component.row();
            assert_eq!(row.price, if component == Component::QuickLoad { 0 } else { row.tier + 1 }, "{}", row.label);
            assert!(!row.about.is_empty() && LADDER.len() > row.tier.into());
        }
        let dearest: u8 = (0..5).map(|tier| tier + 1).sum();
        assert_eq!(dearest, LADDER[4].ceiling);
    }

    /// POO-MAG-02, POO-MAG-03.
    #[test]
    fn opposed_energies_do_not_mix() {
        let mixes = |energy: Energy, other: Energy| {
            !energy.row().excludes.contains(&other.key()) && !other.row().excludes.contains(&energy.key())
        };
        for energy in Energy::ALL {
            assert_eq!(energy.opposed().and_then(Energy::opposed), energy.opposed().map(|_| energy));
            assert!(energy.opposed().is_none_or(|opposed| !mixes(energy, opposed)));
            let alone = matches!(energy, Energy::Life | Energy::Charm | Energy::Death);
            let others = Energy::ALL.into_iter().filter(|other| *other != energy);
            assert_eq!(others.filter(|other| mixes(energy, *other)).count() == 0, alone, "{energy:?}");
        }
    }

    #[test]
    fn every_need_is_a_part() {
        let known = |key: &str| {
            Component::ALL.iter().any(|component| component.key() == key)
                || Energy::ALL.iter().any(|energy| energy.key() == key)
        };
        let rows = Component::ALL.map(Component::row).into_iter().chain(Energy::ALL.map(Energy::row));
        for row in rows {
            assert!(row.needs.iter().chain(row.excludes).all(|key| known(key)), "{}", row.label);
        }
    }
}
