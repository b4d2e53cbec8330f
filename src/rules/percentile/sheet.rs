//! The character sheet of `percentile`, and the numbers derived from it.

pub use super::arms::{Arm, DamageValue, Does, Kind, Origin, Reload, Splash, Tag, Use};

use crate::rules::{Battle, Budgets, Combatant, ItemId, Measure, RulesetSheet, Vital, Vitals};
use serde::{Deserialize, Serialize};

/// Damage taken, PCT-DMG-07.
pub const DAMAGE: Vital = Vital(0);
/// Wounds, PCT-DMG-04.
pub const WOUNDS: Vital = Vital(1);
/// Luck Points left, PCT-CHK-11.
pub const LUCK: Vital = Vital(2);
/// Turns with exhausting movement so far, PCT-MOVE-06.
pub const EXERTION: Vital = Vital(3);

/// Size, PCT-SIZE-01.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Size {
    /// -2
    Tiny,
    /// -1
    Small,
    /// 0
    #[default]
    Normal,
    /// +1
    Large,
    /// +2, two squares a side
    Huge,
    /// +3, three squares a side
    Gargantuan,
}

impl Size {
    /// Steps from Normal.
    pub const fn steps(self) -> i32 {
        self as i32 - Self::Normal as i32
    }

    /// The name in the catalogue.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tiny => "Tiny",
            Self::Small => "Small",
            Self::Normal => "Normal",
            Self::Large => "Large",
            Self::Huge => "Huge",
            Self::Gargantuan => "Gargantuan",
        }
    }
}

/// A skill and its linked aptitude, PCT-CHK-09.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Skill {
    /// SOM
    MeleeWeapons,
    /// SOM
    PoleArms,
    /// SOM
    UnarmedCombat,
    /// COO
    RangedWeapons,
    /// COO
    Fray,
    /// SOM
    Athletics,
    /// COO
    Ride,
    /// SAV
    Deception,
    /// SAV
    Read,
    /// INT
    Perception,
}

impl Skill {
    /// The name in the catalogue.
    pub const fn name(self) -> &'static str {
        match self {
            Self::MeleeWeapons => "Melee Weapons",
            Self::PoleArms => "Pole-Arms",
            Self::UnarmedCombat => "Unarmed Combat",
            Self::RangedWeapons => "Ranged Weapons",
            Self::Fray => "Fray",
            Self::Athletics => "Athletics",
            Self::Ride => "Ride",
            Self::Deception => "Deception",
            Self::Read => "Read",
            Self::Perception => "Perception",
        }
    }
}

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
    /// Which skill.
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
    /// Metres without running.
    pub base: u16,
    /// Metres at most.
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
    /// To what.
    pub tag: Tag,
    /// How much, 1 and up.
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
    /// Vulnerabilities it brings, PCT-RES-01.
    #[serde(default)]
    pub vulnerabilities: Vec<Affinity>,
}

crate::rules::ruleset::record::record! {
    /// A combatant's numbers.
    pub struct Sheet {
        /// Intelligence, 1..=60.
        pub int: i32 = 20,
        /// Coordination, 1..=60.
        pub coo: i32 = 20,
        /// Somatics, 1..=60.
        pub som: i32 = 20,
        /// Savvy, 1..=60.
        pub sav: i32 = 20,
        /// Strength, 1..=100.
        pub strength: i32 = 20,
        /// Durability, 5..=300.
        pub dur: i32 = 30,
        /// Luck, 0..=10: Luck Points at the start.
        pub luck: i32 = 0,
        /// Whether it is a player character or major figure, PCT-ATK-06.
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
        pub natural_av: i32 = 0,
        /// Worn armour.
        pub armour: Vec<Armour> = Vec::new(),
        /// Its own resistances, PCT-RES-01.
        pub resistances: Vec<Affinity> = Vec::new(),
        /// Its own vulnerabilities, PCT-RES-01.
        pub vulnerabilities: Vec<Affinity> = Vec::new(),
        /// Tags it is immune to, PCT-RES-06.
        pub immunities: Vec<Tag> = Vec::new(),
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
        self.natural_av + self.armour.iter().map(|one| one.av).sum::<i32>()
    }

    /// The highest AV among worn armours, PCT-UNA-05.
    pub fn best_armour(&self) -> i32 {
        self.armour.iter().map(|one| one.av).max().unwrap_or(0)
    }

    /// Ranks in a skill.
    pub fn ranks(&self, skill: Skill) -> i32 {
        self.skills.iter().find(|one| one.skill == skill).map_or(0, |one| one.ranks)
    }

    /// Basic proficiency: at least 10 ranks, PCT-CHK-09.
    pub fn is_proficient(&self, skill: Skill) -> bool {
        self.ranks(skill) >= 10
    }

    /// Whether a specific proficiency is known, PCT-CHK-09.
    pub fn has(&self, skill: Skill, proficiency: Proficiency) -> bool {
        self.skills.iter().any(|one| one.skill == skill && one.proficiencies.contains(&proficiency))
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

    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut within = |name: &str, value: i32, low: i32, high: i32| {
            if !(low..=high).contains(&value) {
                faults.push(format!("{name} is {value}, must be {low} to {high}"));
            }
        };
        for (name, value) in [("int", self.int), ("coo", self.coo), ("som", self.som), ("sav", self.sav)] {
            within(name, value, 1, 60);
        }
        within("strength", self.strength, 1, 100);
        within("dur", self.dur, 5, 300);
        within("luck", self.luck, 0, 10);
        within("natural_av", self.natural_av, 0, 100);
        for one in &self.armour {
            within(&format!("av of {}", one.name), one.av, 0, 100);
        }
        for one in &self.skills {
            within(&format!("ranks of {}", one.skill.name()), one.ranks, 0, 70);
        }
        for (index, one) in self.skills.iter().enumerate() {
            if self.skills[..index].iter().any(|before| before.skill == one.skill) {
                faults.push(format!("{} is listed twice", one.skill.name()));
            }
        }
        let lists = [("resistances", &self.resistances), ("vulnerabilities", &self.vulnerabilities)];
        let worn = self.armour.iter().flat_map(|one| {
            [("resistances of armour", &one.resistances), ("vulnerabilities of armour", &one.vulnerabilities)]
        });
        for (name, list) in lists.into_iter().chain(worn) {
            let low = list.iter().filter(|one| one.level < 1);
            faults.extend(low.map(|one| format!("{name}: {:?} has level {}, must be 1 or more", one.tag, one.level)));
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

/// The sheet of a combatant in a percentile battle.
#[inline]
pub fn sheet(one: Combatant<'_>) -> &Sheet {
    one.sheet.as_ref()
}

/// The numbers of an item in a percentile battle.
pub fn arm(battle: &Battle, item: ItemId) -> &Arm {
    battle.item(item).arm.as_ref()
}

/// Metres, counted in halves, PCT-GRID-03.
pub const MEASURE: Measure = Measure { unit: "m", single: "m", per_square: 1, parts: 2 };
