//! The character sheet of `percentile`, and the numbers derived from it.

pub use super::arms::{Arm, DamageValue, Does, Kind, Origin, Reload, Splash, Tag, Use};

use crate::rules::{
    Budgets, Measure, RulesetSheet, Vitals,
    prelude::*,
    ruleset::record::{Bounded as _, within},
};
use serde::{Deserialize, Serialize};

/// Damage taken, PCT-DMG-07.
pub const DAMAGE: Vital = Vital(0);
/// Wounds, PCT-DMG-04.
pub const WOUNDS: Vital = Vital(1);
/// Luck Points left, PCT-CHK-11.
pub const LUCK: Vital = Vital(2);
/// Turns with exhausting movement so far, PCT-MOVE-06.
pub const EXERTION: Vital = Vital(3);

crate::rules::ruleset::record::named! {
    /// Size, PCT-SIZE-01.
    #[derive(Default)]
    pub enum Size {
        /// -2
        Tiny "Tiny",
        /// -1
        Small "Small",
        /// 0
        #[default]
        Normal "Normal",
        /// +1
        Large "Large",
        /// +2, two squares a side
        Huge "Huge",
        /// +3, three squares a side
        Gargantuan "Gargantuan",
    }
}

impl Size {
    /// How many steps it is above Normal; negative below.
    pub const fn steps(self) -> i32 {
        self as i32 - Self::Normal as i32
    }
}

crate::rules::ruleset::record::named! {
    /// A skill and its linked aptitude, PCT-CHK-09.
    pub enum Skill {
        /// SOM
        MeleeWeapons "Melee Weapons",
        /// SOM
        PoleArms "Pole-Arms",
        /// SOM
        UnarmedCombat "Unarmed Combat",
        /// COO
        RangedWeapons "Ranged Weapons",
        /// COO
        Fray "Fray",
        /// SOM
        Athletics "Athletics",
        /// COO
        Ride "Ride",
        /// SAV
        Deception "Deception",
        /// SAV
        Read "Read",
        /// INT
        Perception "Perception",
    }
}

impl Skill {}

/// A specific proficiency, PCT-CHK-09.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names are the catalogue's own words and say all there is")]
pub enum Proficiency {
    Swords,
    Knives,
    Maces,
    Axes,
    Shields,
    Spears,
    Halberds,
    Lances,
    Claws,
    Fangs,
    Tail,
    Bows,
    Crossbows,
    Guns,
    Thrown,
    Parkour,
}

/// Ranks in a skill, 0..=70, and its specific proficiencies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Training {
    /// The skill.
    pub skill: Skill,
    /// Ranks.
    pub ranks: i32,
    /// Specific proficiencies.
    #[serde(default)]
    pub proficiencies: Vec<Proficiency>,
}

/// A way of moving, PCT-MOVE-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mode {
    /// How.
    pub name: ModeName,
    /// Metres it can go without running.
    pub base: u16,
    /// Metres it can go at most.
    pub full: u16,
}

/// How somebody moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ModeName {
    /// On the ground.
    Foot,
    /// Through water.
    Swim,
    /// Up and over.
    Climb,
}

/// Resistance or vulnerability to a tag, PCT-RES-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Affinity {
    /// The tag.
    pub tag: Tag,
    /// The level, 1 and up.
    #[serde(default = "level")]
    pub level: i32,
}

const fn level() -> i32 {
    1
}

/// A worn armour, PCT-ARM-02.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Armour {
    /// Its name.
    pub name: String,
    /// Its AV, 0 and up.
    pub av: i32,
    /// Resistances it gives, PCT-RES-01.
    #[serde(default)]
    pub resistances: Vec<Affinity>,
    /// Vulnerabilities it gives, PCT-RES-01.
    #[serde(default)]
    pub vulnerabilities: Vec<Affinity>,
}

crate::rules::ruleset::record::record! {
    /// A combatant's numbers.
    pub struct Sheet {
        /// Intelligence, 1..=60.
        pub int: i32 [1 to 60] = 20,
        /// Coordination, 1..=60.
        pub coo: i32 [1 to 60] = 20,
        /// Somatics, 1..=60.
        pub som: i32 [1 to 60] = 20,
        /// Savvy, 1..=60.
        pub sav: i32 [1 to 60] = 20,
        /// Strength, 1..=100.
        pub strength: i32 [1 to 100] = 20,
        /// Durability, 5..=300.
        pub dur: i32 [5 to 300] = 30,
        /// Luck, 0..=10: Luck Points at the start.
        pub luck: i32 [0 to 10] = 0,
        /// Whether it is a hero or an important opponent, PCT-ATK-06.
        pub major: bool = false,
        /// Size.
        pub size: Size = Size::Normal,
        /// Ways of moving; by default Foot 4/12.
        pub modes: Vec<Mode> = vec![Mode { name: ModeName::Foot, base: 4, full: 12 }],
        /// Skills with ranks.
        pub skills: Vec<Training> = Vec::new(),
        /// Whether it has no off hand, PCT-MULTI-03.
        pub ambidextrous: bool = false,
        /// AV of hide or scales.
        pub natural_av: i32 [0 to 100] = 0,
        /// Worn armour.
        pub armour: Vec<Armour> = Vec::new(),
        /// Its own resistances, PCT-RES-01.
        pub resistances: Vec<Affinity> = Vec::new(),
        /// Its own vulnerabilities, PCT-RES-01.
        pub vulnerabilities: Vec<Affinity> = Vec::new(),
        /// Tags it is immune to, PCT-RES-06.
        pub immunities: Vec<Tag> = Vec::new(),
        /// Hands that can draw, hold and grab, PCT-GEAR-01, PCT-MAN-04: a beast has none. At most two items can be
        /// held.
        pub hands: u8 [0 to 4] = 2,
        /// Whether it is a mount trained for war, PCT-MNT-02.
        pub war_trained: bool = false,
    }
}

impl Sheet {
    /// INIT, PCT-INIT-01.
    pub const fn init(&self) -> i32 {
        (self.int + self.coo) / 5
    }

    /// DB, the damage bonus.
    pub const fn damage_bonus(&self) -> i32 {
        (self.som + self.strength) / 10
    }

    /// WT, the wound threshold: at least 1.
    pub const fn wound_threshold(&self) -> i32 {
        if self.dur < 5 { 1 } else { self.dur / 5 }
    }

    /// AV of all worn and natural armour, PCT-ARM-02.
    pub fn av(&self) -> i32 {
        self.natural_av + self.armour.iter().map(|piece| piece.av).sum::<i32>()
    }

    /// The highest AV among worn armours, PCT-UNA-05.
    pub fn best_armour(&self) -> i32 {
        self.armour.iter().map(|piece| piece.av).max().unwrap_or(0)
    }

    /// Ranks in a skill.
    pub fn ranks(&self, skill: Skill) -> i32 {
        self.skills.iter().find(|training| training.skill == skill).map_or(0, |training| training.ranks)
    }

    /// Basic proficiency: at least 10 ranks, PCT-CHK-09.
    pub fn is_proficient(&self, skill: Skill) -> bool {
        self.ranks(skill) >= 10
    }

    /// Whether a specific proficiency is known, PCT-CHK-09.
    pub fn has(&self, skill: Skill, proficiency: Proficiency) -> bool {
        self.skills.iter().any(|training| training.skill == skill && training.proficiencies.contains(&proficiency))
    }

    /// Rating: linked aptitude and ranks, PCT-CHK-09.
    pub fn rating(&self, skill: Skill) -> i32 {
        let aptitude = match skill {
            Skill::MeleeWeapons | Skill::PoleArms | Skill::UnarmedCombat | Skill::Athletics => self.som,
            Skill::RangedWeapons | Skill::Fray | Skill::Ride => self.coo,
            Skill::Deception | Skill::Read => self.sav,
            Skill::Perception => self.int,
        };
        aptitude + self.ranks(skill)
    }

    /// The rates of a way of moving.
    pub fn mode(&self, name: ModeName) -> Option<Mode> {
        self.modes.iter().copied().find(|mode| mode.name == name)
    }
}

impl RulesetSheet for Sheet {
    /// Squares along one side, the catalogue's *Footprint*.
    fn footprint(&self) -> u8 {
        match self.size {
            Size::Huge => 2,
            Size::Gargantuan => 3,
            _ => 1,
        }
    }

    fn start(&self) -> (Vitals, Budgets) {
        (Vitals::default().with(LUCK, self.luck as i16), Budgets::default())
    }

    /// Damage ends at twice DUR, which is death, PCT-DMG-07; wounds come from damage, PCT-DMG-04.
    fn bounds(&self, vital: Vital) -> (i16, i16) {
        let dead = self.dur.saturating_mul(2);
        let most = match vital {
            DAMAGE => dead,
            WOUNDS => dead / self.wound_threshold(),
            LUCK => 10,
            _ => 999,
        };
        (0, most as i16)
    }

    fn faults(&self) -> Vec<String> {
        let mut faults = self.out_of_bounds();
        let armour = self.armour.iter().map(|worn| (format!("av of {}", worn.name), worn.av, 100));
        let skills = self.skills.iter().map(|known| (format!("ranks of {}", known.skill.name()), known.ranks, 70));
        faults.extend(armour.chain(skills).filter_map(|(name, value, most)| within(&name, value, 0, most)));
        for (index, training) in self.skills.iter().enumerate() {
            if self.skills[..index].iter().any(|before| before.skill == training.skill) {
                faults.push(format!("{} is listed twice", training.skill.name()));
            }
        }
        let lists = [("resistances", &self.resistances), ("vulnerabilities", &self.vulnerabilities)];
        let worn = self.armour.iter().flat_map(|piece| {
            [("resistances of armour", &piece.resistances), ("vulnerabilities of armour", &piece.vulnerabilities)]
        });
        for (name, list) in lists.into_iter().chain(worn) {
            let low = list.iter().filter(|level| level.level < 1);
            faults.extend(
                low.map(|level| format!("{name}: {:?} has level {}, must be 1 or more", level.tag, level.level)),
            );
        }
        if self.mode(ModeName::Foot).is_none() {
            faults.push("modes need one named Foot".into());
        }
        for mode in &self.modes {
            if mode.base > mode.full || mode.full > 60 {
                faults.push(format!(
                    "{:?} {}/{}: base must not exceed full, nor full 60",
                    mode.name, mode.base, mode.full
                ));
            }
        }
        faults
    }
}

crate::rules::ruleset::record::numbers_of!(Sheet, Arm);

/// Metres, counted in half metres, PCT-GRID-03.
pub const MEASURE: Measure = Measure { unit: "m", single: "m", apart: "m", per_square: 1, parts: 2 };
