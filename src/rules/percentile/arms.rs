//! The numbers of weapons, shields and natural weapons under `percentile`.

use super::sheet::{Proficiency, Skill};
use crate::rules::{ItemGlyph, RulesetArm};
use serde::{Deserialize, Serialize};

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
    /// A touch is enough, PCT-TCH-01.
    Touch,
    /// Pointing at somebody is enough, PCT-TCH-02.
    Indicate,
}

/// Weapon tags that rules know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tag {
    /// Reach 2 m, PCT-REACH-02.
    Reach,
    /// No further penalty in the off hand, PCT-MULTI-03.
    OffHand,
    /// Can be used prone, and rested on an obstacle, PCT-PRN-04, PCT-COV-08.
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
    /// Damages everybody near, PCT-BLAST-01.
    Blast,
    /// Affects everybody near, PCT-BLAST-05.
    Splash,
    /// Part of the body, such as claws, PCT-UNA-06.
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

/// How a weapon is reloaded, PCT-RNG-06.
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

/// A damage value: dice, a flat part, and multiples of the damage bonus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DamageValue {
    /// How many d10.
    pub dice: u8,
    /// The sum of the dice is divided by this, rounded down.
    pub divide: u8,
    /// Added.
    pub flat: i32,
    /// How many times the damage bonus (DB) is added.
    pub bonus: i32,
}

impl DamageValue {
    /// The highest total of dice and flat part.
    fn most(self) -> i32 {
        (i32::from(self.dice) * 10 / i32::from(self.divide)).saturating_add(self.flat)
    }
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
    /// The skill used.
    pub skill: Skill,
    /// The proficiency it needs.
    #[serde(default)]
    pub proficiency: Option<Proficiency>,
    /// Damage value.
    pub dv: DamageValue,
    /// Armour penetration.
    #[serde(default)]
    pub ap: i32,
    /// Reach in metres, for melee.
    #[serde(default = "single")]
    pub reach: u16,
    /// Short, medium, long and extreme range in metres, for missiles.
    #[serde(default = "thrown_range")]
    pub range: [u16; 4],
    /// Tags.
    #[serde(default)]
    pub tags: Vec<Tag>,
    /// How it is reloaded.
    #[serde(default)]
    pub reload: Reload,
    /// Where a blast or splash spreads from.
    #[serde(default)]
    pub emanates: Origin,
    /// What a splash does.
    #[serde(default)]
    pub effect: Option<Splash>,
}

const fn single() -> u16 {
    1
}

const fn thrown_range() -> [u16; 4] {
    [5, 15, 30, 45]
}

impl Use {
    /// Whether it is a melee attack.
    pub const fn is_melee(&self) -> bool {
        matches!(self.kind, Kind::Melee | Kind::Unarmed | Kind::Natural | Kind::Touch)
    }

    /// Whether it affects an area, PCT-BLAST-01, PCT-BLAST-05.
    pub fn is_area(&self) -> bool {
        self.has(Tag::Blast) || self.has(Tag::Splash)
    }

    /// Whether a touch or a gesture is enough, PCT-TCH-01, PCT-TCH-02.
    pub const fn is_light(&self) -> bool {
        matches!(self.kind, Kind::Touch | Kind::Indicate)
    }

    /// Whether it is a melee blow; a touch is not, PCT-CHA-02.
    pub const fn is_blow(&self) -> bool {
        self.is_melee() && !self.is_light()
    }

    /// Whether it has a tag.
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

    /// Whether its holder counts as armed and can parry with it: melee weapons and shields, PCT-UNA-03, PCT-DEF-02.
    pub fn is_for_melee(&self) -> bool {
        self.is_shield() || self.uses.iter().any(|of| of.kind == Kind::Melee)
    }
}

impl RulesetArm for Arm {
    fn plain(_: ItemGlyph, hands: u8) -> Self {
        Self { hands, uses: Vec::new(), defence: None }
    }

    fn hands(&self) -> u8 {
        self.hands
    }

    fn needs_loading(&self) -> bool {
        self.uses.iter().any(|mode| mode.reload != Reload::PartOfAttack)
    }

    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.hands > 2 {
            faults.push(format!("hands is {}, must be 0 to 2", self.hands));
        }
        if self.uses.len() > 4 {
            faults.push(format!("{} uses, must be at most 4", self.uses.len()));
        }
        for mode in &self.uses {
            if mode.dv.divide == 0 || mode.dv.dice > 10 {
                faults.push("dv needs at most 10 dice and a divisor of at least 1".into());
            }
            if !(-100..=100).contains(&mode.dv.flat) || !(-10..=10).contains(&mode.dv.bonus) {
                faults.push("dv needs a flat part of -100 to 100 and a bonus of -10 to 10".into());
            }
            if mode.ap < 0 {
                faults.push(format!("ap is {}, must be 0 or more", mode.ap));
            }
            if !(1..=5).contains(&mode.reach) {
                faults.push(format!("reach is {}, must be 1 to 5", mode.reach));
            }
            if mode.has(Tag::Splash) != mode.effect.is_some() {
                faults.push("the tag Splash and an effect belong together".into());
            }
            if mode
                .effect
                .is_some_and(|effect| effect.radius.divide == 0 || effect.radius.dice == 0 || effect.rounds == 0)
            {
                faults.push("a splash needs dice, a divisor and rounds of at least 1".into());
            }
            if mode.effect.is_some_and(|effect| effect.radius.divide > 0 && effect.radius.most() > FARTHEST_SPLASH) {
                faults.push(format!("a splash reaches at most {FARTHEST_SPLASH} m"));
            }
            if !mode.range.is_sorted() {
                faults.push("range must grow from short to extreme".into());
            }
        }
        faults
    }
}

/// Where a blast or splash spreads from, PCT-BLAST-03.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// From the square aimed at.
    #[default]
    Point,
    /// From its user, who is spared; no check.
    Myself,
}

/// What a splash does, PCT-BLAST-05.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Does {
    /// Sees nobody.
    Blinded,
    /// 1d10÷2 DV at the start of each turn, no armour.
    Burning,
    /// Rates halved.
    Hindered,
    /// The squares are opaque.
    Smoke,
}

/// The farthest a splash may reach, in metres: the largest cloud of smoke that a level can hold.
const FARTHEST_SPLASH: i32 = 40;

/// The effect of a splash, PCT-BLAST-05.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Splash {
    /// The effect.
    pub does: Does,
    /// For how many rounds.
    #[serde(default = "three")]
    pub rounds: u8,
    /// How far, in metres.
    #[serde(default = "canister")]
    pub radius: DamageValue,
}

const fn three() -> u8 {
    3
}

/// 1d10÷3.
const fn canister() -> DamageValue {
    DamageValue { dice: 1, divide: 3, flat: 0, bonus: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_splash_reaches_no_farther_than_smoke_can_lie() {
        let faults = |dice: u8| {
            let arm = format!(
                "#![enable(implicit_some)](hands: 1, uses: [(kind: Thrown, skill: RangedWeapons, dv: (dice: 0), \
                 tags: [Splash], effect: (does: Smoke, radius: (dice: {dice}, divide: 1)))])"
            );
            ron::from_str::<Arm>(&arm).expect("a weapon").faults()
        };
        assert_eq!(faults(4), Vec::<String>::new());
        assert_eq!(faults(5), ["a splash reaches at most 40 m"]);
    }
}
