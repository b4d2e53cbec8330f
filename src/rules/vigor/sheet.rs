//! The character sheet of `vigor`, and the numbers derived from it.

use serde::{Deserialize, Serialize};

use super::faults;
pub use super::{
    ability::Ability,
    arms::{Arm, Armour, Class, DamageType, Rank, Score, Steps},
};
use crate::{
    geometry::Direction,
    rules::{BodyPart, Budgets, ItemGlyph, RulesetSheet, Vitals, prelude::*},
};

/// Durability left, VIG-HLTH-01.
pub const DURABILITY: Vital = Vital(0);
/// Health left, VIG-HLTH-03.
pub const HEALTH: Vital = Vital(1);
/// Vigor left, VIG-REACT-03.
pub const VIGOR: Vital = Vital(2);
/// Mana left, VIG-ACT-03.
pub const MANA: Vital = Vital(3);
/// The Durability left of the worn pieces of armour, in the order of the sheet, VIG-ARM-02.
pub const WORN: [Vital; 2] = [Vital(4), Vital(5)];
/// The total of the initiative roll, VIG-INIT-01.
pub const ORDER: Vital = Vital(6);

/// Actions left in the turn, VIG-TURN-01.
pub const ACTIONS: Budget = Budget(0);
/// 1: was knocked down during the act in progress in its own turn, VIG-COND-05.
pub const FELLED: Budget = Budget(1);
/// 1: the Off-Hand attack of the last attack action may still be made, VIG-ATK-07.
pub const OFF_HAND: Budget = Budget(2);
/// Actions paid for the ability in progress, VIG-TURN-04.
pub const PAID: Budget = Budget(3);

crate::rules::ruleset::record::named! {
    /// What a combatant is, VIG-TYPE, VIG-OBJ.
    #[derive(Default)]
    pub enum Kind {
        /// Has Durability and Health, and goes into Shock.
        #[default]
        Living "living",
        /// Has Durability and Health, and is destroyed at Health 0.
        Undead "undead",
        /// Has Durability only.
        Construct "construct",
        /// Has Durability only, and does nothing.
        Object "object",
    }

    /// Size, VIG-SIZE.
    #[derive(Default)]
    pub enum Size {
        /// A mouse.
        Tiny "tiny",
        /// A dog.
        Small "small",
        /// A human.
        #[default]
        Medium "medium",
        /// A grizzly bear.
        Large "large",
        /// Two squares a side.
        Huge "huge",
        /// Three squares a side.
        Massive "massive",
        /// Four squares a side.
        Colossal "colossal",
    }

    /// The kinds of rolls that standing Charges and Challenges apply to, VIG-ROLL-05.
    pub enum RollKind {
        /// Attacks.
        Attack "Attack rolls",
        /// Defences.
        Defence "Defence rolls",
        /// Initiative.
        Initiative "Initiative rolls",
        /// Damage.
        Damage "Damage rolls",
        /// Resistance checks.
        Resistance "Resistance checks",
        /// Uses of skills.
        Skill "Uses of skills",
    }

    /// A skill used on enemies, VIG-ACT-05.
    pub enum Skill {
        /// Charms.
        Social "Social",
        /// Finds a weakness.
        Awareness "Awareness",
        /// Intimidates.
        Menace "Menace",
    }
}

impl Kind {
    /// Whether it has Health, VIG-OBJ-02.
    pub const fn has_health(self) -> bool {
        matches!(self, Self::Living | Self::Undead)
    }
}

impl Size {
    /// Squares along one side, VIG-SIZE-03.
    pub const fn side(self) -> u8 {
        [1, 1, 1, 1, 2, 3, 4][self as usize]
    }

    /// Added to the Guard of a target of size `self` against a larger attacker, VIG-SIZE-01.
    pub const fn guard_against(self, attacker: Self) -> i32 {
        let larger = attacker as i32 - self as i32;
        if larger > 0 { 5 * larger } else { 0 }
    }
}

/// Charges and Challenges on every roll of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// The rolls.
    pub on: RollKind,
    /// Charges.
    #[serde(default)]
    pub charges: i8,
    /// Challenges.
    #[serde(default)]
    pub challenges: i8,
}

impl Standing {
    /// Both as steps.
    pub const fn steps(&self) -> Steps {
        Steps { charges: self.charges, challenges: self.challenges }
    }
}

/// Skill with a class of weapons, VIG-DMG-03.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Training {
    /// The class.
    pub class: Class,
    /// Dice, 0 to 10.
    pub dice: u8,
}

/// How much of the damage of a type counts, VIG-TYPE-03.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Factor {
    /// None of it.
    Immune,
    /// Half of it, rounded down.
    Half,
    /// All of it.
    #[default]
    Normal,
    /// Twice as much.
    Double,
}

impl Factor {
    /// The damage that counts.
    pub const fn of(self, damage: i32) -> i32 {
        match self {
            Self::Immune => 0,
            Self::Half => damage / 2,
            Self::Normal => damage,
            Self::Double => damage * 2,
        }
    }
}

/// What a form of Defence needs, VIG-REACT-06.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Needs {
    /// Nothing.
    #[default]
    Nothing,
    /// A weapon in hand.
    Weapon,
    /// A shield in hand.
    Shield,
}

/// The attacks that a form of Defence works against, VIG-REACT-06.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Against {
    /// Any.
    #[default]
    Any,
    /// Melee and unarmed ones.
    Melee,
    /// Ranged ones.
    Ranged,
}

/// The name of a form of Defence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum FormName {
    /// Getting out of the way.
    #[default]
    Dodge,
    /// With a weapon.
    Deflect,
    /// With a shield.
    Block,
}

/// The most forms of Defence and special reactions on a sheet, VIG-REACT-06.
pub const MOST_FORMS: usize = 4;

crate::rules::ruleset::record::record! {
    /// Dice that talents and class abilities add, VIG-ROLL-03.
    #[derive(Copy)]
    pub struct Extra {
        /// On attack rolls.
        pub attack: u8 [0 to 10] = 0,
        /// On Defence rolls.
        pub defence: u8 [0 to 10] = 0,
        /// On initiative rolls.
        pub initiative: u8 [0 to 10] = 0,
        /// On damage rolls.
        pub damage: u8 [0 to 10] = 0,
        /// On all Resistance checks, VIG-RES-01.
        pub resistance: u8 [0 to 10] = 0,
    }

    /// Skill dice. VIG-ACT-05, VIG-DYING-03.
    #[derive(Copy)]
    pub struct Skills {
        /// Emergency aid, stabilising.
        pub medicine: u8 [0 to 10] = 0,
        /// Stabilising.
        pub medical_science: u8 [0 to 10] = 0,
        /// Charms.
        pub social: u8 [0 to 10] = 0,
        /// Finds weaknesses.
        pub awareness: u8 [0 to 10] = 0,
        /// Intimidates.
        pub menace: u8 [0 to 10] = 0,
    }

    /// Points recovered at the end of a round, VIG-END.
    #[derive(Copy)]
    pub struct Recovery {
        /// Durability, unless wounded.
        pub durability: i16 [0 to 200] = 0,
        /// Mana.
        pub mana: i16 [0 to 200] = 0,
        /// Health.
        pub health: i16 [0 to 200] = 0,
        /// Vigor, besides that from Stamina.
        pub vigor: i16 [0 to 200] = 0,
    }

    /// A form of Defence, VIG-REACT-06.
    #[derive(Copy, Hash, PartialOrd, Ord)]
    pub struct Form {
        /// Its name.
        pub name: FormName = FormName::Dodge,
        /// The score behind its roll.
        pub score: Score = Score::Speed,
        /// Additional bonus dice.
        pub extra: u8 = 0,
        /// What it needs.
        pub needs: Needs = Needs::Nothing,
        /// The attacks it works against.
        pub against: Against = Against::Any,
    }

    /// Natural armour, VIG-ARM-03.
    pub struct Natural {
        /// Armor Rank.
        pub ar: i16 = 0,
        /// Its quality.
        pub rank: Rank = Rank::Ordinary,
        /// The types it protects against.
        pub protects: Vec<DamageType> = vec![DamageType::Kinetic],
        /// Whether it protects against all types but Radiation.
        pub protects_all: bool = false,
    }

    /// A combatant's numbers.
    pub struct Sheet {
        /// What it is.
        pub kind: Kind = Kind::Living,
        /// Its size.
        pub size: Size = Size::Medium,
        /// Squares along one side; by default those of its size.
        pub footprint: Option<u8> [1 to 4] = None,
        /// Reach in feet; by default that of its size, VIG-REACH-03.
        pub reach: Option<u16> [0 to 120] = None,
        /// See `Score::Strength`.
        pub strength: i16 [0 to 200] = 20,
        /// See `Score::Agility`.
        pub agility: i16 [0 to 200] = 20,
        /// See `Score::Speed`.
        pub speed: i16 [0 to 200] = 24,
        /// See `Score::Stamina`.
        pub stamina: i16 [0 to 200] = 20,
        /// See `Score::Soul`.
        pub soul: i16 [0 to 200] = 20,
        /// See `Score::Reason`.
        pub reason: i16 [0 to 200] = 20,
        /// See `Score::Resolve`.
        pub resolve: i16 [0 to 200] = 20,
        /// Dice of talents.
        pub extra: Extra = Extra::default(),
        /// Resistance dice with single scores, VIG-RES-01.
        pub resistances: Vec<(Score, u8)> [0 to 7] = Vec::new(),
        /// Skill dice.
        pub skills: Skills = Skills::default(),
        /// Skill dice with weapons.
        pub weapons: Vec<Training> = Vec::new(),
        /// Added to Guard, VIG-ATK-03.
        pub guard: i16 [-20 to 60] = 0,
        /// Actions in a turn, VIG-TURN-01.
        pub actions: i16 [1 to 6] = 2,
        /// Maximum Vigor.
        pub vigor: i16 [0 to 500] = 25,
        /// Maximum Mana.
        pub mana: i16 [0 to 500] = 0,
        /// Maximum Durability.
        pub durability: i16 [1 to 2000] = 30,
        /// The rank of its Durability, if superior, VIG-QUAL-04.
        pub durability_rank: Option<Rank> = None,
        /// Maximum Health.
        pub health: i16 [1 to 2000] = 15,
        /// Natural armour.
        pub natural: Natural = Natural::default(),
        /// Worn armour.
        pub armour: Vec<Armour> [0 to 2] = Vec::new(),
        /// Damage types that do more or less damage.
        pub factors: Vec<(DamageType, Factor)> = Vec::new(),
        /// Points recovered each round.
        pub recovery: Recovery = Recovery::default(),
        /// Forms of Defence.
        pub forms: Vec<Form> = vec![Form::default()],
        /// Charges and Challenges that always count.
        pub standing: Vec<Standing> = Vec::new(),
        /// Techniques, spells, talents.
        pub abilities: Vec<Ability> [0 to 12] = Vec::new(),
        /// Its starting states.
        pub begins: Vec<Begins> = Vec::new(),
    }
}

impl Sheet {
    /// A score.
    pub const fn score(&self, score: Score) -> i16 {
        match score {
            Score::Strength => self.strength,
            Score::Agility => self.agility,
            Score::Speed => self.speed,
            Score::Stamina => self.stamina,
            Score::Soul => self.soul,
            Score::Reason => self.reason,
            Score::Resolve => self.resolve,
        }
    }

    /// Reach in feet without a weapon, VIG-REACH-03.
    pub fn reach(&self) -> u16 {
        self.reach.unwrap_or(6 * u16::from(self.size.side()))
    }

    /// Skill dice with a class of weapons.
    pub fn training(&self, class: Class) -> u8 {
        self.weapons.iter().find(|weapon| weapon.class == class).map_or(0, |weapon| weapon.dice)
    }

    /// Charges and Challenges that always count on a kind of roll.
    pub fn steps(&self, on: RollKind) -> Steps {
        let mine = self.standing.iter().filter(|standing| standing.on == on);
        mine.fold(Steps::default(), |sum, standing| sum.and(standing.steps()))
    }

    /// How much of the damage of a type counts: by the type's own entry, by that of Kinetic for its sorts, or by the
    /// kind of creature. VIG-TYPE-03, VIG-TYPE-06, VIG-TYPE-07.
    pub fn factor(&self, damage: DamageType) -> Factor {
        let entry = |of: DamageType| self.factors.iter().find(|(kind, _)| *kind == of).map(|(_, factor)| *factor);
        let by_kind = match (damage, self.kind) {
            (DamageType::Toxic, Kind::Undead | Kind::Construct | Kind::Object) | (DamageType::Umbral, Kind::Undead) => {
                Factor::Immune
            }
            _ => Factor::Normal,
        };
        let is_toxic = damage == DamageType::Toxic && by_kind == Factor::Immune;
        if is_toxic { Factor::Immune } else { entry(damage).or_else(|| entry(damage.main())).unwrap_or(by_kind) }
    }

    /// Maximum Health: 0 if it has none, VIG-OBJ-02.
    pub const fn health_max(&self) -> i16 {
        if self.kind.has_health() { self.health } else { 0 }
    }

    /// Whether it has this starting state.
    pub fn begins_as(&self, state: Begins) -> bool {
        self.begins.contains(&state)
    }
}

impl RulesetSheet for Sheet {
    fn footprint(&self) -> u8 {
        self.footprint.unwrap_or(self.size.side()).clamp(1, 4)
    }

    fn start(&self) -> (Vitals, Budgets) {
        let mut vitals = Vitals::default()
            .with(DURABILITY, self.durability)
            .with(HEALTH, self.health_max())
            .with(VIGOR, self.vigor)
            .with(MANA, self.mana);
        for (vital, piece) in WORN.into_iter().zip(&self.armour) {
            vitals.set(vital, piece.durability.unwrap_or(0));
        }
        (vitals, Budgets::default().with(ACTIONS, self.actions))
    }

    /// Nothing goes below 0 or above what it begins with, VIG-HLTH-01, VIG-HLTH-03, VIG-REACT-03, VIG-ACT-03, VIG-ARM-02.
    fn bounds(&self, vital: Vital) -> (i16, i16) {
        if vital == ORDER { (0, 999) } else { (0, self.start().0.get(vital)) }
    }

    fn parts(&self) -> Vec<BodyPart> {
        let part = |ability: &Ability| BodyPart {
            tag: ability.name.clone(),
            name: ability.name.replace('-', " "),
            glyph: ItemGlyph::Staff,
            arm: Arm { hands: 0, harmless: true, uses: Some(ability.clone()), ..Arm::default() }.into(),
        };
        self.abilities.iter().map(part).collect()
    }

    /// VIG-SETUP-02: "side X ambushes side Y".
    fn begin_in_ambush(&mut self, lies: bool) -> bool {
        let state = if lies { Begins::Ambusher } else { Begins::Ambushed };
        if !self.begins_as(state) {
            self.begins.push(state);
        }
        true
    }

    fn faults(&self) -> Vec<String> {
        faults::of(self)
    }
}

crate::rules::ruleset::record::numbers_of!(Sheet, Arm);

/// The sheet of a combatant.
#[inline]
pub fn sheet_of(battle: &Battle, who: CombatantId) -> &Sheet {
    battle.combatant(who).sheet.as_ref()
}

/// A starting state, VIG-SETUP-02. That a combatant is hidden is stated outside the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Begins {
    /// VIG-SETUP-04.
    Ambusher,
    /// VIG-SETUP-03.
    Ambushed,
    /// On Over Watch: expects an attack from this direction, VIG-SETUP-05.
    OverWatch(Direction),
    /// Has started the fight, VIG-SETUP-05.
    Initiator,
    /// VIG-COND-06.
    Unconscious,
    /// VIG-COND-06.
    Bound,
    /// VIG-COND-06.
    Pinned,
}

impl Skill {
    /// A combatant's dice in this skill.
    pub fn dice(self, battle: &Battle, who: CombatantId) -> u8 {
        let skills = sheet(battle.combatant(who)).skills;
        [skills.social, skills.awareness, skills.menace][self as usize]
    }
}

/// The ability of using an item.
pub fn ability(battle: &Battle, item: ItemId) -> Option<&Ability> {
    arm(battle, item).uses.as_ref()
}

/// Vigor recovered each round, VIG-END-02.
pub const fn vigor_of(numbers: &Sheet) -> i16 {
    numbers.stamina / 5 + numbers.recovery.vigor
}
