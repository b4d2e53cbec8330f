//! Weapons, shields, armour and spells: all columns of the catalogue's tables. RAT-RATE, RAT-DMG, RAT-ARM, RAT-MAG.

use serde::{Deserialize, Serialize};

use crate::rules::{
    ItemGlyph, ItemNumber, ItemNumbers, RulesetArm,
    ruleset::record::{Bounded as _, named, record, within},
};

/// Rounds until a weapon has been recovered or reloaded, RAT-RATE-03.
pub const RECOVERY: ItemNumber = ItemNumber(0);
/// What is left of a shield's durability, RAT-AVOID-05.
pub const DURABILITY: ItemNumber = ItemNumber(1);

named! {
    /// The subskill that rolls for a weapon, RAT-RATE-01.
    #[derive(Default)]
    pub enum Skill {
        /// Weapons held against somebody near.
        #[default]
        Melee "Melee",
        /// Weapons that shoot or are thrown.
        Missile "Missile",
        /// Fists, feet, claws.
        Brawling "Brawling",
    }

    /// A group of weapons, for which there is a proficiency, RAT-RATE-01.
    pub enum WeaponGroup {
        /// Swords, knives.
        Blades "Blades",
        /// Axes.
        Axes "Axes",
        /// Maces, mauls.
        Bludgeons "Bludgeons",
        /// Staves.
        Staves "Staves",
        /// Spears, pikes, halberds.
        Polearms "Polearms",
        /// Whips, nets, flails.
        Flexible "Flexible weapons",
        /// Javelins, knives made to be thrown.
        Thrown "Thrown weapons",
        /// Bows.
        Bows "Bows",
        /// Crossbows.
        Crossbows "Crossbows",
        /// Everything with a trigger.
        Firearms "Firearms",
    }

    /// A part of the body, as armour covers it and as attacks are aimed at it, RAT-AIM-01.
    pub enum Part {
        /// The chest.
        Chest "Chest",
        /// An arm or a leg.
        Limb "Limb",
        /// A joint of an arm or a leg.
        Joints "Joints",
        /// The head.
        Head "Head",
        /// The neck.
        Neck "Neck",
        /// Eyes and ears.
        Eyes "Eyes and ears",
    }

    /// A magic subskill, RAT-CORE-03.
    pub enum Subskill {
        /// Elements, growth, beasts.
        Nature "Nature",
        /// The dead, the beyond.
        Spirit "Spirit",
        /// Pure magic.
        Sorcery "Sorcery",
    }

    /// A type of magic, RAT-MAG-04.
    pub enum MagicType {
        /// Fire.
        Fire "Fire",
        /// Water and ice.
        Water "Water",
        /// Earth.
        Earth "Earth",
        /// Wind and lightning.
        Air "Air",
        /// Healing, growth.
        Life "Life",
        /// Death.
        Death "Death",
        /// Light.
        Light "Light",
        /// What clouds the mind.
        Mind "Mind",
    }

    /// A number that a spell changes, RAT-MAG-10.
    pub enum Stat {
        /// Strength.
        Strength "Strength",
        /// Agility.
        Agility "Agility",
        /// Willpower.
        Willpower "Willpower",
        /// Combat base.
        CombatBase "Combat base",
        /// Melee.
        Melee "Melee",
        /// Missile.
        Missile "Missile",
        /// Brawling.
        Brawling "Brawling",
    }
}

impl Part {
    /// Added to the required roll, RAT-AIM-02.
    pub const fn difficulty(self) -> i32 {
        [3, 5, 7, 10, 15, 25][self as usize]
    }

    /// By how many percent the Strength defence is reduced there, RAT-AIM-06.
    pub const fn less_strength(self) -> i32 {
        [0, 25, 35, 50, 75, 100][self as usize]
    }
}

/// What a critical blow does, RAT-DMG-04, RAT-DMG-06.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum CritEffect {
    /// That much more damage.
    Add(i16),
    /// That many times the damage.
    Times(u8),
    /// That many and a half times the damage.
    TimesAndAHalf(u8),
}

impl CritEffect {
    /// The factor in halves: 2 for a blow that is only added to.
    pub const fn halves(self) -> i32 {
        match self {
            Self::Add(_) => 2,
            Self::Times(times) => 2 * times as i32,
            Self::TimesAndAHalf(times) => 2 * times as i32 + 1,
        }
    }

    /// What is added.
    pub const fn added(self) -> i32 {
        match self {
            Self::Add(more) => more as i32,
            _ => 0,
        }
    }

    fn fault(self) -> Option<String> {
        match self {
            Self::Add(more) => within("crit_effect", more, 0, 200),
            Self::Times(times) => within("crit_effect", times, 1, 9),
            Self::TimesAndAHalf(times) => within("crit_effect", times, 1, 8),
        }
    }

    /// In words: `x2`, `+5`.
    pub fn words(self) -> String {
        match self {
            Self::Add(more) => format!("+{more}"),
            Self::Times(times) => format!("x{times}"),
            Self::TimesAndAHalf(times) => format!("x{times}.5"),
        }
    }
}

record! {
    /// An expression of dice: Strength dice, listed dice from left to right, and a flat amount. RAT-DMG-01.
    #[derive(Hash, PartialOrd, Ord)]
    pub struct Expression {
        /// Whether the user's Strength is rolled too.
        pub strength: bool = false,
        /// Dice: how many, with how many sides.
        pub dice: Vec<(u8, u8)> [0 to 4] = Vec::new(),
        /// Added.
        pub flat: i16 [-100 to 500] = 0,
    }
}

impl Expression {
    /// `Str+n`.
    pub const fn strength_and(flat: i16) -> Self {
        Self { strength: true, dice: Vec::new(), flat }
    }

    /// What is impossible about it, under a field's name.
    pub fn faults(&self, name: &str) -> Vec<String> {
        let dice = self.dice.iter().flat_map(|(count, sides)| {
            [within(&format!("dice of {name}"), *count, 1, 40), within(&format!("sides of {name}"), *sides, 2, 100)]
        });
        let own = self.out_of_bounds_as(|field| format!("{field} of {name}"));
        own.into_iter().chain(dice.flatten()).collect()
    }

    /// In words: `Str+22`, `2d10+5`.
    pub fn words(&self) -> String {
        let strength = self.strength.then(|| "Str".to_string());
        let dice = self.dice.iter().map(|(count, sides)| format!("{count}d{sides}"));
        let all = strength.into_iter().chain(dice).collect::<Vec<_>>().join("+");
        match (self.flat, all.is_empty()) {
            (flat, true) => flat.to_string(),
            (0, _) => all,
            (flat, _) => format!("{all}{flat:+}"),
        }
    }
}

record! {
    /// A worn piece of armour, RAT-ARM.
    pub struct Piece {
        /// Its name.
        pub name: String = "armour".into(),
        /// Damage reduction in percent, RAT-ARM-01.
        pub dr: u8 [0 to 100] = 0,
        /// Subtracted from the damage, RAT-ARM-02.
        pub defence: i16 [0 to 200] = 0,
        /// What it covers, RAT-ARM-03.
        pub covers: Vec<Part> = vec![Part::Chest],
        /// Points off Agility, RAT-CORE-07.
        pub agility_penalty: i16 [0 to 20] = 0,
        /// Strength that wearing it takes, RAT-ARM-05.
        pub strength_required: i16 [0 to 40] = 0,
    }

    /// A shield's own numbers, RAT-AVOID-04.
    #[derive(Copy)]
    pub struct Shield {
        /// The chance to block in percent.
        pub block: u8 [0 to 100] = 30,
        /// Damage that it takes before it is broken, RAT-AVOID-05.
        pub durability: i16 [1 to 999] = 120,
        /// Points off Agility while it is held, RAT-CORE-07.
        pub agility_penalty: i16 [0 to 20] = 0,
    }

    /// A spell or an ability, RAT-MAG.
    pub struct Spell {
        /// One word for choices: `fireball`.
        pub name: String = "spell".into(),
        /// Whether it is an ability, RAT-MAG-03.
        pub ability: bool = false,
        /// The subskill that rolls for it.
        pub subskill: Subskill = Subskill::Nature,
        /// The types of magic in it; more than one make a tech, RAT-MAG-06.
        pub types: Vec<MagicType> [0 to 8] = Vec::new(),
        /// Range in yards, RAT-REACH-02.
        pub range: u16 [0 to 500] = 30,
        /// Whether it is aimed, RAT-MAG-02.
        pub aimed: bool = false,
        /// Squares around the one that it is cast at; `None`: a single target, RAT-MAG-01.
        pub radius: Option<u8> [0 to 10] = None,
        /// What it does.
        pub effect: SpellEffect = SpellEffect::Damage(Expression::default()),
        /// Whether it is helpful, where its effect does not say it, RAT-MAG-05.
        pub helpful: Option<bool> = None,
        /// Whether it takes concentration, RAT-MAG-01.
        pub concentration: bool = true,
        /// Whether a shield can block it, RAT-AVOID-10.
        pub blockable: bool = false,
    }
}

/// What a spell does, RAT-MAG-04.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SpellEffect {
    /// Damage.
    Damage(Expression),
    /// Healing.
    Heal(Expression),
    /// A number is raised or lowered for as long as the spell is sustained, RAT-MAG-10.
    Modify(Stat, i8),
}

impl Spell {
    /// Whether it is helpful: unless it says otherwise, healing and whatever raises a number.
    pub fn is_helpful(&self) -> bool {
        self.helpful.unwrap_or(match self.effect {
            SpellEffect::Damage(_) => false,
            SpellEffect::Heal(_) => true,
            SpellEffect::Modify(_, by) => by > 0,
        })
    }

    /// Whether it does damage.
    pub const fn is_damage(&self) -> bool {
        matches!(self.effect, SpellEffect::Damage(_))
    }

    /// Whether it is sustained, RAT-MAG-10.
    pub const fn is_sustained(&self) -> bool {
        matches!(self.effect, SpellEffect::Modify(..))
    }

    /// The dice of its effect.
    pub const fn dice(&self) -> Option<&Expression> {
        match &self.effect {
            SpellEffect::Damage(dice) | SpellEffect::Heal(dice) => Some(dice),
            SpellEffect::Modify(..) => None,
        }
    }

    /// What is impossible about it.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = self.out_of_bounds();
        if self.name.is_empty() || self.name.contains(char::is_whitespace) {
            faults.push(format!("name of a spell is `{}`, must be one word", self.name));
        }
        match &self.effect {
            SpellEffect::Damage(dice) | SpellEffect::Heal(dice) => faults.extend(dice.faults("effect")),
            SpellEffect::Modify(_, by) => faults.extend(within("effect", *by, -40, 40)),
        }
        faults.extend(twice(&self.types, "types"));
        faults
    }
}

/// The fault of a set that names something twice.
pub fn twice(types: &[MagicType], name: &str) -> Option<String> {
    let again = types.iter().enumerate().find(|(index, kind)| types[..*index].contains(kind));
    again.map(|(_, kind)| format!("{name} has {} twice", kind.name()))
}

record! {
    /// An item's numbers: a weapon, a shield, or a spell treated as an item.
    pub struct Arm {
        /// Which subskill rolls, RAT-RATE-01.
        pub skill: Skill = Skill::Melee,
        /// The proficiency that it needs, RAT-RATE-01.
        pub group: Option<WeaponGroup> = None,
        /// Hands it takes; 0 for parts of a body.
        pub hands: u8 [0 to 2] = 1,
        /// Length in inches, for initiative and reach, RAT-REACH-01.
        pub length: u16 [0 to 300] = 36,
        /// Range in yards, of missile weapons, RAT-REACH-02.
        pub range: u16 [1 to 500] = 30,
        /// What the roll is divided by for more blows, RAT-RATE-02; `None`: there is never more than one.
        pub rate: Option<u8> [1 to 200] = Some(20),
        /// The N of "strike 1/N" and "fire 1/N", RAT-RATE-03.
        pub slow: u8 [1 to 9] = 1,
        /// Damage, RAT-DMG-01.
        pub damage: Expression = Expression::strength_and(10),
        /// Newer: critical on a d20 of at most this, RAT-DMG-03.
        pub crit_range: u8 [0 to 20] = 2,
        /// Older: critical on a d20 of at least this, RAT-DMG-06; `None`: 21 less `crit_range`.
        pub crit_range_older: Option<u8> [1 to 21] = None,
        /// What a critical blow does, RAT-DMG-04.
        pub crit_effect: CritEffect = CritEffect::Times(2),
        /// Whether it carries initiative, RAT-INIT-09.
        pub initiative: bool = false,
        /// Whether it is short, where its length does not say it: RAT-INIT-09, RAT-MNT-06.
        pub short: Option<bool> = None,
        /// Whether it parries, RAT-AVOID-09.
        pub can_parry: bool = false,
        /// The types of magic in it, RAT-MAG-08.
        pub types: Vec<MagicType> [0 to 8] = Vec::new(),
        /// The shield it is, RAT-AVOID-04.
        pub shield: Option<Shield> = None,
        /// The spell or ability it stands for.
        pub casts: Option<Spell> = None,
        /// Whether it is no weapon at all.
        pub harmless: bool = false,
    }
}

impl Arm {
    /// Whether attacks can be made with it.
    pub const fn is_weapon(&self) -> bool {
        !self.harmless && self.casts.is_none() && self.shield.is_none()
    }

    /// Whether it is a missile weapon.
    pub fn is_missile(&self) -> bool {
        self.skill == Skill::Missile
    }

    /// Whether it is short, RAT-MNT-06.
    pub fn is_short(&self) -> bool {
        self.short.unwrap_or(self.length < 24 && !self.is_missile())
    }

    /// Older: the least d20 that is critical, RAT-DMG-06.
    pub fn crit_range_older(&self) -> u8 {
        self.crit_range_older.unwrap_or(21 - self.crit_range.min(20))
    }
}

impl RulesetArm for Arm {
    fn plain(glyph: ItemGlyph, hands: u8) -> Self {
        let plain = Self { hands, ..Self::default() };
        match glyph {
            ItemGlyph::Bow | ItemGlyph::Crossbow => Self { skill: Skill::Missile, ..plain },
            ItemGlyph::Shield => Self { shield: Some(Shield::default()), harmless: true, ..plain },
            ItemGlyph::Fist | ItemGlyph::Claws => Self {
                skill: Skill::Brawling,
                length: 0,
                rate: Some(15),
                damage: Expression::strength_and(2),
                crit_range: 1,
                crit_effect: CritEffect::Add(5),
                ..plain
            },
            ItemGlyph::Pot | ItemGlyph::Horse => Self { harmless: true, ..plain },
            _ => plain,
        }
    }

    fn hands(&self) -> u8 {
        self.hands
    }

    /// An arrow may lie on the string or not, RAT-INIT-09, RAT-TURN-03.
    fn can_be_unloaded(&self) -> bool {
        self.is_missile() && self.is_weapon()
    }

    fn start(&self) -> ItemNumbers {
        ItemNumbers::default().with(DURABILITY, self.shield.map_or(0, |shield| shield.durability))
    }

    fn faults(&self) -> Vec<String> {
        let mut faults = self.out_of_bounds();
        faults.extend(self.damage.faults("damage"));
        faults.extend(self.crit_effect.fault());
        faults.extend(twice(&self.types, "types"));
        faults.extend(self.shield.iter().flat_map(Shield::out_of_bounds));
        faults.extend(self.casts.iter().flat_map(Spell::faults));
        faults
    }
}
