//! The character sheet of `totals`, and the numbers derived from it.

use serde::{Deserialize, Serialize};

use super::{
    arms::{Arm, Class},
    spell::{Energy, Spell, Structure},
};
use crate::rules::{
    Budgets, Dose, RulesetSheet, Vitals,
    prelude::*,
    ruleset::record::{Bounded as _, within},
};

/// Result of this round's combat-order roll, TOT-ORDER-01.
pub const ORDER: Vital = Vital(4);

/// Vitality left, may be below 0, TOT-DYING-01.
pub const VITALITY: Vital = Vital(0);

/// Temporary Vitality, lost first, TOT-BERS-02.
pub const TEMPORARY: Vital = Vital(1);

/// Fatigue left, may be below 0, TOT-DYING-01.
pub const FATIGUE: Vital = Vital(2);

/// Luck points left, TOT-LUCK-01.
pub const LUCK: Vital = Vital(3);

/// AP of this round, TOT-AP-01.
pub const FRESH: Budget = Budget(0);

/// AP left over from the last round, lost at the start of one's own turn, TOT-AP-03.
pub const CARRIED: Budget = Budget(1);

/// 1: the AP cannot be used before one's own turn, TOT-CRIT-03.
pub const LOCKED: Budget = Budget(2);

/// 1: has finished the first turn of the fight, TOT-AP-04.
pub const ACTED: Budget = Budget(3);

/// 1: the automatic movement action of the turn has begun, TOT-TURN-02.
pub const MOVED: Budget = Budget(4);

/// Squares left of the movement action in progress, plus 1; 0 without one, TOT-MOVE-01.
pub const UNDER_WAY: Budget = Budget(5);

/// What the movement action in progress has used: 1 its item action, TOT-MOVE-05; 2 its attack, TOT-COMP-04.
pub const HANDLED: Budget = Budget(6);

/// 1: the extra attack of Follow Through is used up this turn, TOT-COMP-09.
pub const FOLLOWED: Budget = Budget(7);

crate::rules::ruleset::record::named! {
    /// Size, TOT-SIZE-03.
    #[derive(Default)]
    pub enum Size {
        /// -2
        Tiny "tiny",
        /// -1
        Small "small",
        /// 0
        #[default]
        Medium "medium",
        /// +1, two squares a side
        Large "large",
        /// +2, three squares a side
        Huge "huge",
        /// +3, four squares a side
        Gigantic "gigantic",
    }
}

impl Size {
    /// Steps from Medium.
    pub const fn steps(self) -> i32 {
        self as i32 - Self::Medium as i32
    }

    /// The number added to the to-hit roll against a target of a size, and subtracted from the damage: 5, 15, 30 and so
    /// on, TOT-SIZE-01, TOT-SIZE-02.
    pub const fn against(self, target: Self) -> i32 {
        let steps = target.steps() - self.steps();
        let worth = 5 * steps.abs() * (steps.abs() + 1) / 2;
        if steps < 0 { -worth } else { worth }
    }
}

crate::rules::ruleset::record::named! {
    /// Worn armour.
    #[derive(Default)]
    pub enum Armour {
        /// None.
        #[default]
        None "no armour",
        /// One die.
        Light "light armour",
        /// Two dice.
        Medium "medium armour",
        /// Four dice.
        Heavy "heavy armour",
    }
}

impl Armour {
    /// Dice on the armour/block roll, TOT-DEF-02, and on the mitigation roll, TOT-DMG-02.
    pub const fn dice(self) -> u8 {
        [0, 1, 2, 4][self as usize]
    }
}

/// Training in a class of weapons, TOT-ATK-03.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Training {
    /// The class.
    pub class: Class,
    /// Tier, 1..=10.
    pub tier: u8,
}

/// A spell that is ready from the start, TOT-MAG-07.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prepared {
    /// Touch, Thrown or Projected; Direct for life and death.
    pub structure: Structure,
    /// Energies with their AP, 1..=31 in all.
    pub energies: Vec<(Energy, u8)>,
    /// Turns it lasts, 0..=31.
    #[serde(default)]
    pub lasting: u8,
}

impl Prepared {
    /// The spell.
    pub fn spell(&self) -> Spell {
        let spell = Spell::new(self.structure).for_turns(self.lasting);
        self.energies.iter().fold(spell, |spell, (energy, ap)| spell.with(*energy, *ap))
    }

    fn fault(&self, known: &[Energy]) -> Option<String> {
        let ap: u32 = self.energies.iter().map(|(_, ap)| u32::from(*ap)).sum();
        let unknown = self.energies.iter().find(|(energy, _)| !known.contains(energy));
        let is_direct = |energy: Energy| !Energy::MIXED.contains(&energy);
        let direct = self.energies.iter().filter(|(energy, _)| is_direct(*energy)).count();
        match self.structure {
            _ if self.energies.iter().all(|(_, ap)| *ap == 0) => {
                Some("prepared is a spell without energy: give at least one with 1 AP or more".into())
            }
            _ if ap > 31 || self.lasting > 31 => Some("prepared has more than 31 AP or lasting turns".into()),
            _ if unknown.is_some() => unknown.map(|(energy, _)| {
                format!("prepared takes {}, which is not among the energies: add it there", energy.name())
            }),
            Structure::Direct if self.energies.len() == 1 && direct == 1 => None,
            Structure::Direct => Some("prepared is Direct, must be Life or Death alone".into()),
            Structure::Touch | Structure::Thrown | Structure::Projected if direct == 0 => None,
            Structure::Touch | Structure::Thrown | Structure::Projected => {
                Some("prepared takes Life or Death, must be Direct".into())
            }
            _ => Some("prepared has a wrong structure, must be Touch, Thrown, Projected or Direct".into()),
        }
    }
}

crate::rules::ruleset::record::record! {
    /// A combatant's numbers.
    pub struct Sheet {
        /// Speed score, 1..=200.
        pub speed: i32 [1 to 200] = 30,
        /// Speed Rating, 1..=20; by default a tenth of the score.
        pub rating: Option<u8> [1 to 20] = None,
        /// Endurance score, 1..=200: dead at minus this, TOT-DYING-06.
        pub endurance: i32 [1 to 200] = 50,
        /// Stamina score in per cent, 0..=100, TOT-DYING-04.
        pub stamina: i32 [0 to 100] = 40,
        /// Charisma score, 1..=200, TOT-ENG-04.
        pub charisma: i32 [1 to 200] = 30,
        /// Vitality ranks, 1..=50.
        pub vitality_ranks: i32 [1 to 50] = 5,
        /// Vitality at the start; by default the full one.
        pub vitality: Option<i16> = None,
        /// Fatigue, 1..=200.
        pub fatigue: i32 [1 to 200] = 50,
        /// Fatigue at the start; by default all of it.
        pub fatigue_left: Option<i16> = None,
        /// Luck points, 0..=10; by default rolled at the start, TOT-LUCK-01.
        pub luck: Option<u8> [0 to 10] = None,
        /// Size.
        pub size: Size = Size::Medium,
        /// Squares in one movement unit; by default the side of the body, TOT-MOVE-02.
        pub movement_unit: Option<u8> [1 to 8] = None,
        /// Its kinds, such as `troll`, TOT-HYB-09.
        pub kind_tags: Vec<String> = Vec::new(),
        /// Worn armour.
        pub armour: Armour = Armour::None,
        /// Tiers of evasion, 0..=10, TOT-DEF-01.
        pub evasion: u8 [0 to 10] = 0,
        /// Tiers of unarmoured defence, 0..=10, TOT-DEF-01.
        pub unarmoured: u8 [0 to 10] = 0,
        /// Tiers with weapon classes; those not listed are untrained.
        pub weapons: Vec<Training> = Vec::new(),
        /// Components known besides Evade and Block.
        pub components: Vec<Component> = Vec::new(),
        /// Tiers of magic, 0..=10; 0 is untrained, TOT-MAG-02.
        pub magic: u8 [0 to 10] = 0,
        /// Energies known, TOT-MAG-01.
        pub energies: Vec<Energy> = Vec::new(),
        /// The spell prepared at the start, TOT-MAG-07.
        pub prepared: Option<Prepared> = None,
        /// Tiers of berserk training, 0..=10, TOT-BERS-08.
        pub berserk: u8 [0 to 10] = 0,
        /// Tiers of meginserk training, 0..=10, TOT-BERS-08.
        pub meginserk: u8 [0 to 10] = 0,
        /// The drug that is working at the start, TOT-BERS-01.
        pub drugged: Option<Dose> = None,
        /// Whether it can be ridden, TOT-MOVE-08.
        pub mount: bool = false,
    }
}

impl Sheet {
    /// Speed Rating: AP a round, dice for the combat order, movement.
    pub fn rating(&self) -> u8 {
        self.rating.unwrap_or((self.speed / 10).clamp(1, 20) as u8)
    }

    /// Charisma Rating: dice for and against charm, TOT-ENG-04.
    pub fn charisma_rating(&self) -> u8 {
        (self.charisma / 10).clamp(1, 20) as u8
    }

    /// Squares of one movement action, TOT-MOVE-01.
    pub fn allowance(&self) -> u16 {
        u16::from(self.rating()) * u16::from(self.movement_unit.unwrap_or(self.footprint()))
    }

    /// Full Vitality, with `per_rank` points for each rank.
    pub const fn vitality_max(&self, per_rank: i32) -> i32 {
        self.vitality_ranks * per_rank
    }

    /// Tier with a class of weapons; 0 is untrained.
    pub fn tier(&self, class: Class) -> u8 {
        self.weapons.iter().find(|training| training.class == class).map_or(0, |training| training.tier)
    }

    /// Whether a component is known, TOT-COMP-01.
    pub fn knows(&self, component: Component) -> bool {
        component.is_known_to_all() || self.components.contains(&component)
    }
}

impl RulesetSheet for Sheet {
    fn footprint(&self) -> u8 {
        [1, 1, 1, 2, 3, 4][self.size as usize]
    }

    /// Numbers that depend on settings and dice are set later.
    fn start(&self) -> (Vitals, Budgets) {
        let vitals = Vitals::default()
            .with(VITALITY, self.vitality.unwrap_or(self.vitality_max(10) as i16))
            .with(FATIGUE, self.fatigue_left.unwrap_or(self.fatigue as i16))
            .with(LUCK, self.luck.unwrap_or(0).into());
        let budgets = Budgets::default().with(FRESH, if self.mount { 0 } else { self.rating().into() });
        (vitals, budgets)
    }

    /// Death comes at minus Endurance, TOT-DYING-06; Luck is at most a d10, TOT-LUCK-01.
    fn bounds(&self, vital: Vital) -> (i16, i16) {
        match vital {
            VITALITY => (-self.endurance as i16, self.vitality_max(100) as i16),
            FATIGUE => (-200, self.fatigue as i16),
            LUCK => (0, 10),
            _ => (0, 999),
        }
    }

    fn faults(&self) -> Vec<String> {
        let mut faults = self.out_of_bounds();
        let tiers =
            self.weapons.iter().map(|training| (format!("tier with {}", training.class.name()), training.tier, 10));
        let tiers = tiers.chain(self.drugged.map(|dose| ("tier of the drug".into(), dose.tier, 5)));
        faults.extend(tiers.filter_map(|(name, tier, most)| within(&name, tier, 1, most)));
        faults.extend(within("vitality", self.vitality, -self.endurance, self.vitality_max(100)));
        faults.extend(within("fatigue_left", self.fatigue_left, -200, self.fatigue));
        for (index, training) in self.weapons.iter().enumerate() {
            if self.weapons[..index].iter().any(|before| before.class == training.class) {
                faults.push(format!("training with {} is listed twice", training.class.name()));
            }
        }
        faults.extend(self.prepared.as_ref().and_then(|spell| spell.fault(&self.energies)));
        faults
    }
}

crate::rules::ruleset::record::numbers_of!(Sheet, Arm);

/// A component, TOT-COMP-01 to TOT-COMP-12.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Component {
    /// TOT-COMP-01, known to everybody.
    Evade,
    /// TOT-COMP-02, known to everybody.
    Block,
    /// TOT-COMP-03.
    Catch,
    /// TOT-COMP-04, with melee weapons and bare hands.
    MobileAttack,
    /// TOT-COMP-04, with bows and crossbows.
    MobileShot,
    /// TOT-COMP-04, with thrown weapons.
    MobileThrow,
    /// TOT-COMP-05.
    QuickLoad,
    /// TOT-COMP-06.
    Wrestling,
    /// TOT-COMP-07.
    Overwhelm,
    /// TOT-COMP-08.
    Whirlwind,
    /// TOT-COMP-09.
    FollowThrough,
    /// TOT-COMP-10.
    DualThrow,
    /// TOT-COMP-11.
    PiercingThrow,
    /// TOT-COMP-12.
    DoubleThreat,
}

impl Component {
    /// Whether everybody knows it.
    pub const fn is_known_to_all(self) -> bool {
        matches!(self, Self::Evade | Self::Block)
    }

    /// Whether the berserk can still use it, TOT-BERS-07.
    pub const fn is_left_to_the_berserk(self) -> bool {
        matches!(
            self,
            Self::Wrestling
                | Self::DualThrow
                | Self::MobileAttack
                | Self::PiercingThrow
                | Self::FollowThrough
                | Self::Overwhelm
                | Self::Whirlwind
                | Self::DoubleThreat
        )
    }
}
