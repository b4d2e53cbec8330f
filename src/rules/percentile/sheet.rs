//! What a combatant and a weapon are under `percentile`, and what is derived from it.

use serde::{Deserialize, Serialize};

pub use super::splash::{Does, Origin, Splash};
use crate::rules::{Arm as AnyArm, Battle, Budgets, Combatant, ItemId, Sheet as AnySheet, Vital, Vitals};

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

    /// As printed.
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
    /// As printed.
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

/// How one moves.
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

/// A combatant's numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sheet {
    /// Intelligence, 1..=60.
    pub int: i32,
    /// Coordination, 1..=60.
    pub coo: i32,
    /// Somatics, 1..=60.
    pub som: i32,
    /// Savvy, 1..=60.
    pub sav: i32,
    /// Strength of the body, 1..=100.
    pub strength: i32,
    /// Durability, 5..=300.
    pub dur: i32,
    /// Luck, 0..=10: Luck Points at the start.
    pub luck: i32,
    /// A player character or major figure, PCT-ATK-06.
    pub major: bool,
    /// Size.
    pub size: Size,
    /// Ways of moving; Foot 4/12 if nothing is said.
    pub modes: Vec<Mode>,
    /// Skills with ranks.
    pub skills: Vec<Training>,
    /// No off hand, PCT-MULTI-03.
    pub ambidextrous: bool,
    /// AV of hide or scales.
    pub natural_av: i32,
    /// Worn armour.
    pub armour: Vec<Armour>,
    /// Resistances of one's own, PCT-RES-01.
    pub resistances: Vec<Affinity>,
    /// Vulnerabilities of one's own, PCT-RES-01.
    pub vulnerabilities: Vec<Affinity>,
    /// Tags that do nothing to one, PCT-RES-06.
    pub immunities: Vec<Tag>,
    /// A mount trained for war, PCT-MNT-02.
    pub war_trained: bool,
}

impl Default for Sheet {
    fn default() -> Self {
        Self {
            int: 20,
            coo: 20,
            som: 20,
            sav: 20,
            strength: 20,
            dur: 30,
            luck: 0,
            major: false,
            size: Size::Normal,
            modes: vec![Mode { name: ModeName::Foot, base: 4, full: 12 }],
            skills: Vec::new(),
            ambidextrous: false,
            natural_av: 0,
            armour: Vec::new(),
            resistances: Vec::new(),
            vulnerabilities: Vec::new(),
            immunities: Vec::new(),
            war_trained: false,
        }
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

    /// AV of everything worn and grown, PCT-ARM-02.
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

    /// Squares along one side, the catalogue's *Footprint*.
    pub const fn footprint(&self) -> u8 {
        match self.size {
            Size::Huge => 2,
            Size::Gargantuan => 3,
            _ => 1,
        }
    }

    /// Totals and allowances at the start.
    pub fn start(&self) -> (Vitals, Budgets) {
        let mut vitals = Vitals::default();
        vitals.0[usize::from(LUCK.0)] = self.luck as i16;
        (vitals, Budgets::default())
    }

    /// What is impossible.
    pub fn faults(&self) -> Vec<String> {
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

/// How a weapon is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// Held, in reach.
    Melee,
    /// Thrown from the hand.
    Thrown,
    /// Bow, crossbow.
    Projectile,
    /// Fists and feet.
    Unarmed,
    /// Claws and fangs.
    Natural,
}

/// Weapon tags that rules know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tag {
    /// Reach 2 m, PCT-REACH-02.
    Reach,
    /// No further penalty in the off hand, PCT-MULTI-03.
    OffHand,
    /// Can be used prone and rested, PCT-PRN-04, PCT-COV-08.
    Prone,
    /// Can be braced.
    Brace,
    /// Can be used from the saddle.
    Cavalry,
    /// Cuts.
    Bladed,
    /// Bruises.
    Blunt,
    /// Pierces.
    Pointed,
    /// Can catch a weapon, PCT-MAN-06.
    Catch,
    /// Strikes everybody around, PCT-BLAST-01.
    Blast,
    /// Brings its effect to everybody around, PCT-BLAST-05.
    Splash,
    /// Grown, PCT-UNA-06.
    NaturalWeapon,
    /// With bare hands, PCT-UNA-01.
    UnarmedAttack,
    /// Aimed at a spot, PCT-STR-02, PCT-STR-04, PCT-STR-06.
    Precision,
    /// Burns.
    Fire,
    /// Freezes.
    Ice,
    /// Chills.
    Cold,
    /// Corrodes.
    Caustic,
    /// Of silver.
    Silver,
    /// Works on the mind.
    Mind,
}

/// When a weapon is loaded again, PCT-RNG-06.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reload {
    /// With the attack itself.
    #[default]
    PartOfAttack,
    /// By a Quick action.
    Quick,
    /// By a Standard action.
    Standard,
    /// Not in this battle.
    Never,
}

/// Damage value: dice, a flat part, and how often the damage bonus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DamageValue {
    /// How many d10.
    pub dice: u8,
    /// The sum of the dice is divided by this, rounded down.
    pub divide: u8,
    /// Added.
    pub flat: i32,
    /// Times DB added.
    pub bonus: i32,
}

impl Default for DamageValue {
    fn default() -> Self {
        Self { dice: 1, divide: 1, flat: 0, bonus: 0 }
    }
}

/// One way of using a weapon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Use {
    /// How.
    pub kind: Kind,
    /// With which skill.
    pub skill: Skill,
    /// Wanting which proficiency.
    #[serde(default)]
    pub proficiency: Option<Proficiency>,
    /// Damage value.
    pub dv: DamageValue,
    /// Armour penetration.
    #[serde(default)]
    pub ap: i32,
    /// Reach in metres, for melee.
    #[serde(default = "one")]
    pub reach: u16,
    /// Short, medium, long and extreme range in metres, for missiles.
    #[serde(default = "thrown_range")]
    pub range: [u16; 4],
    /// Tags.
    #[serde(default)]
    pub tags: Vec<Tag>,
    /// When it is loaded again.
    #[serde(default)]
    pub reload: Reload,
    /// From where a blast or splash spreads.
    #[serde(default)]
    pub emanates: Origin,
    /// What a splash does.
    #[serde(default)]
    pub effect: Option<Splash>,
}

const fn one() -> u16 {
    1
}

const fn thrown_range() -> [u16; 4] {
    [5, 15, 30, 45]
}

impl Use {
    /// Whether it strikes in reach.
    pub const fn is_melee(&self) -> bool {
        matches!(self.kind, Kind::Melee | Kind::Unarmed | Kind::Natural)
    }

    /// Whether it is aimed at a place and felt by everybody near, PCT-BLAST-01, PCT-BLAST-05.
    pub fn is_area(&self) -> bool {
        self.has(Tag::Blast) || self.has(Tag::Splash)
    }

    /// Whether a tag is on it.
    pub fn has(&self, tag: Tag) -> bool {
        self.tags.contains(&tag)
    }
}

/// An item's numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arm {
    /// Hands needed: 0 for parts of a body, 1 or 2.
    pub hands: u8,
    /// Ways of using it, at most 4; a shield has none or a bash.
    #[serde(default)]
    pub uses: Vec<Use>,
    /// Bonus to its bearer's defence while held, PCT-DEF-07; shields.
    #[serde(default)]
    pub defence: Option<i32>,
}

impl Arm {
    /// Whether it is a shield.
    pub const fn is_shield(&self) -> bool {
        self.defence.is_some()
    }

    /// Whether it must be loaded between shots.
    pub fn needs_loading(&self) -> bool {
        self.uses.iter().any(|one| one.reload != Reload::PartOfAttack)
    }

    /// What is impossible.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.hands > 2 {
            faults.push(format!("hands is {}, must be 0 to 2", self.hands));
        }
        if self.uses.len() > 4 {
            faults.push(format!("{} uses, must be at most 4", self.uses.len()));
        }
        for one in &self.uses {
            if one.dv.divide == 0 || one.dv.dice > 10 {
                faults.push("dv needs at most 10 dice and a divisor of at least 1".into());
            }
            if one.ap < 0 {
                faults.push(format!("ap is {}, must be 0 or more", one.ap));
            }
            if !(1..=5).contains(&one.reach) {
                faults.push(format!("reach is {}, must be 1 to 5", one.reach));
            }
            if one.has(Tag::Splash) != one.effect.is_some() {
                faults.push("the tag Splash and an effect belong together".into());
            }
            if one
                .effect
                .is_some_and(|effect| effect.radius.divide == 0 || effect.radius.dice == 0 || effect.rounds == 0)
            {
                faults.push("a splash needs dice, a divisor and rounds of at least 1".into());
            }
            if !one.range.is_sorted() {
                faults.push("range must grow from short to extreme".into());
            }
        }
        faults
    }
}

/// The sheet of a combatant in a percentile battle.
pub fn sheet(one: &Combatant) -> &Sheet {
    let AnySheet::Percentile(sheet) = &*one.sheet.0;
    sheet
}

/// The numbers of an item in a percentile battle.
pub fn arm(battle: &Battle, item: ItemId) -> &Arm {
    let AnyArm::Percentile(arm) = &*battle.thing(item).arm;
    arm
}
