//! The numbers of an attack, in one form for weapons and abilities, and how far it goes. VIG-ATK, VIG-DMG.

use super::{
    ability::{Ability, DamageBonus},
    arms::{Arm, Class, DamageType, Rank, Rider, Score, Steps},
    catalogue as ids,
    cover::{self, Grade, feet},
    sheet::{Sheet, arm, sheet_of},
    step::{Manner, Mark, Strike, With},
};
use crate::{geometry::Footprint, rules::prelude::*};

/// The bonus dice added to damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bonus {
    /// Those of Strength, VIG-DMG-02.
    Strength,
    /// This many of skill, VIG-DMG-03.
    Skill(u8),
    /// None.
    None,
}

/// The numbers of an attack, with whatever it is made.
#[derive(Clone, Copy, Debug)]
pub struct Means<'a> {
    /// Its name.
    pub name: &'a str,
    /// The score behind the attack roll, VIG-ATK-02.
    pub score: Score,
    /// Its skill dice.
    pub skill: u8,
    /// Weapon dice, VIG-DMG-01.
    pub value: u8,
    /// Its rank.
    pub rank: Rank,
    /// Its damage type.
    pub damage: DamageType,
    /// Bonus dice to damage.
    pub bonus: Bonus,
    /// Steps on the attack roll.
    pub attack: Steps,
    /// Steps on the damage roll.
    pub damage_steps: Steps,
    /// Riders.
    pub riders: &'a [Rider],
    /// Reach in feet.
    pub reach: u16,
    /// Range and long range in feet, for ranged attacks.
    pub range: Option<(u16, u16)>,
    /// The ability, if it is one.
    pub ability: Option<&'a Ability>,
}

impl Means<'_> {
    /// Whether it is a ranged attack, VIG-ATK-06.
    pub const fn is_ranged(&self) -> bool {
        self.range.is_some()
    }

    /// Whether it has an attack roll: direct abilities have none. VIG-ACT-03.
    pub fn is_attack(&self) -> bool {
        self.ability.is_none_or(Ability::is_attack)
    }

    /// Whether it has an attack roll at range; cover and being prone do not count against other means. VIG-ATK-06.
    pub fn is_ranged_attack(&self) -> bool {
        self.is_ranged() && self.is_attack()
    }

    /// A rough measure of its damage, for choosing among weapons.
    pub const fn worth(&self) -> u16 {
        self.value as u16 * (self.rank.sides() as u16 + 1)
    }

    /// Whether a hit knocks the target back, VIG-MOVE-05.
    pub fn pushes(&self) -> bool {
        self.riders.iter().any(|rider| matches!(rider, Rider::KnockBack(_)))
    }

    /// Whether its damage goes straight to Health, VIG-HLTH-04.
    pub fn is_straight(&self) -> bool {
        self.riders.contains(&Rider::StraightToHealth)
    }
}

impl With {
    /// The means of attack of an offer or choice with this verb and item.
    pub fn named(verb: &str, item: Option<ItemId>) -> Self {
        match item {
            None => Self::Fists,
            Some(item) if verb == "throw" => Self::Thrown(item),
            Some(item) => Self::Item(item),
        }
    }
}

impl Strike {
    /// An attack without a Chance.
    pub const fn new(by: CombatantId, on: Mark, with: With, manner: Manner) -> Self {
        Self { by, on, with, manner, gamble: false }
    }

    /// The numbers of its means of attack.
    pub fn means<'a>(&self, battle: &'a Battle) -> Means<'a> {
        means(battle, self.by, self.with)
    }

    /// The weapon that it throws, if it throws one, which leaves the hand.
    pub fn thrown(&self, battle: &Battle) -> Option<ItemId> {
        match self.with {
            With::Thrown(item) => Some(item),
            With::Item(item) if arm(battle, item).class == Class::Thrown => Some(item),
            _ => None,
        }
    }

    /// The ability it is made with, if any.
    pub fn ability<'a>(&self, battle: &'a Battle) -> Option<&'a Ability> {
        self.means(battle).ability
    }
}

/// From where and how far an attack goes.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// The body of the attacker.
    pub from: Footprint,
    /// The distance in feet.
    pub most: u16,
    /// Whether that is a range rather than a reach.
    pub is_ranged: bool,
    /// The visibility of the whole encounter.
    pub base: Grade,
}

impl Span {
    /// The span of a combatant's attack.
    pub fn of(battle: &Battle, by: CombatantId, means: &Means<'_>) -> Self {
        let (from, most) = (battle.combatant(by).footprint(), means.range.map_or(means.reach, |(_, most)| most));
        Self { from, most, is_ranged: means.is_ranged(), base: cover::base(battle) }
    }

    /// Why a body is out of range or reach. VIG-ATK-06, VIG-REACH-03.
    pub fn too_far(&self, to: Footprint) -> Option<Refusal> {
        let (rule, words) =
            if self.is_ranged { (ids::ATK_06, "Out of range") } else { (ids::REACH_03, "Out of reach") };
        (feet(self.from, to) > self.most).then(|| Refusal::new(rule, words))
    }

    /// Why a body is too far away for the visibility, VIG-VIS-02 to VIG-VIS-04.
    pub fn unseen(&self, to: Footprint, grade: Grade) -> Option<Refusal> {
        let too_far = self.is_ranged && feet(self.from, to) > grade.limit();
        too_far.then(|| Refusal::new(grade.rule(), "Too far for this visibility"))
    }
}

/// Fists and feet, VIG-ATK-09: Damage Value 1, feeble, Kinetic impact.
const FISTS: Means<'_> = Means {
    name: "fists",
    score: Score::Agility,
    skill: 0,
    value: 1,
    rank: Rank::Feeble,
    damage: DamageType::Impact,
    bonus: Bonus::Strength,
    attack: Steps { charges: 0, challenges: 0 },
    damage_steps: Steps { charges: 0, challenges: 0 },
    riders: &[],
    reach: 6,
    range: None,
    ability: None,
};

/// An explosion: Thermal, and reduced by cover on the way, VIG-OBJ-03.
const BLAST: Means<'_> = Means {
    name: "explosion",
    damage: DamageType::Thermal,
    rank: Rank::Ordinary,
    bonus: Bonus::None,
    reach: 0,
    range: Some((0, 0)),
    ..FISTS
};

/// Fire on the spot, VIG-OBJ-04.
const FIRE: Means<'_> = Means { name: "fire", range: None, ..BLAST };

/// The numbers of a combatant's means of attack.
pub fn means(battle: &Battle, by: CombatantId, with: With) -> Means<'_> {
    let numbers = sheet_of(battle, by);
    match with {
        With::Hazard(true) => BLAST,
        With::Hazard(false) => FIRE,
        With::Fists => Means { reach: numbers.reach(), skill: numbers.training(Class::Unarmed), ..FISTS },
        With::Item(item) => {
            let arm = arm(battle, item);
            let range = arm.class.is_ranged().then(|| (arm.range, arm.far()));
            of_arm(numbers, battle.item(item).name, arm, arm.class, range)
        }
        With::Thrown(item) => {
            let arm = arm(battle, item);
            let range = Some((arm.throw, arm.throw.saturating_mul(2)));
            of_arm(numbers, battle.item(item).name, arm, Class::Thrown, range)
        }
        With::Used(item) => {
            let uses = arm(battle, item).uses.as_ref();
            uses.map_or(FISTS, |ability| Means { name: battle.item(item).name, ..of_ability(ability, numbers.reach()) })
        }
    }
}

fn of_arm<'a>(numbers: &Sheet, name: &'a str, arm: &'a Arm, class: Class, range: Option<(u16, u16)>) -> Means<'a> {
    let skill = numbers.training(class);
    Means {
        name,
        score: arm.score,
        skill,
        value: arm.value,
        rank: arm.rank,
        damage: arm.damage,
        bonus: if class.takes_strength() { Bonus::Strength } else { Bonus::Skill(skill) },
        attack: arm.attack,
        damage_steps: arm.damage_steps,
        riders: &arm.riders,
        reach: numbers.reach() + arm.reach,
        range,
        ability: None,
    }
}

fn of_ability(ability: &Ability, reach: u16) -> Means<'_> {
    Means {
        name: &ability.name,
        score: ability.attack_score(),
        skill: ability.skill,
        value: ability.value,
        rank: ability.rank,
        damage: ability.damage,
        bonus: match ability.bonus {
            DamageBonus::Strength => Bonus::Strength,
            DamageBonus::Skill => Bonus::Skill(ability.skill),
            DamageBonus::None => Bonus::None,
        },
        attack: ability.attack,
        damage_steps: ability.damage_steps,
        riders: &ability.riders,
        reach,
        range: ability.is_ranged().then(|| (ability.range, ability.range.saturating_mul(2))),
        ability: Some(ability),
    }
}
