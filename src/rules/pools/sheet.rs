//! The character sheet of `pools`, and the numbers derived from it.

use serde::{Deserialize, Serialize};

use super::components::{Component, Components, Energies, Energy, LADDER};
use crate::rules::{
    Budgets, RulesetSheet, Vitals,
    prelude::*,
    ruleset::record::{Bounded as _, within},
};

/// Vitality left, may be below 0, POO-VIT-01.
pub const VITALITY: Vital = Vital(0);
/// Fatigue left, may be below 0, POO-DMG-07.
pub const FATIGUE: Vital = Vital(1);
/// Temporary Vitality, lost first, POO-BER-02.
pub const BUFFER: Vital = Vital(2);
/// Luck Points left, POO-LUCK-01.
pub const LUCK: Vital = Vital(3);
/// The total of the initiative roll, POO-INIT-01.
pub const ORDER: Vital = Vital(4);

/// AP left, POO-TURN-03.
pub const AP: Budget = Budget(0);
/// 1: the free movement action of the turn has been used, POO-TURN-06.
pub const MOVED: Budget = Budget(1);
/// Squares left of the movement action in progress, POO-COMP-20.
pub const LEFT: Budget = Budget(2);
/// 1: the movement action in progress has not had its act yet, POO-MOVE-06.
pub const HANDY: Budget = Budget(3);
/// 1: has had its first AP refresh, POO-TURN-05.
pub const STARTED: Budget = Budget(4);
/// The offensive components used in this turn, fifteen bits each, POO-ATK-09.
pub const USED: [Budget; 3] = [Budget(5), Budget(6), Budget(7)];
/// What Double Threat has seen this turn: 1 a melee attack, 2 a ranged one, 4 its die. POO-ROLL-07.
pub const THREAT: Budget = Budget(8);
/// Diagonal steps of the movement action in progress, where they cost more.
pub const DIAGONALS: Budget = Budget(9);
/// 1: has used a spell in this turn, POO-BER-05.
pub const CAST: Budget = Budget(10);
/// 1: has made an attack inside the movement action in progress, POO-COMP-20.
pub const STRUCK: Budget = Budget(11);
/// Which effects of a turn a mount has had in this round, those of its start or of its end as well: [`BEGUN`],
/// [`ENDED`]. POO-MOVE-09.
pub const CHECKED: Budget = Budget(12);
/// A mount has had the effects of a turn's start.
pub const BEGUN: i16 = 1;
/// It has had those of its end as well.
pub const ENDED: i16 = 2;

crate::rules::ruleset::record::named! {
    /// Size category, POO-SIZE.
    #[derive(Default)]
    pub enum Size {
        /// -2
        Tiny "tiny",
        /// -1
        Small "small",
        /// 0
        #[default]
        Medium "medium",
        /// 1, two squares a side
        Large "large",
        /// 2, three squares a side
        Huge "huge",
        /// 3, four squares a side
        Gigantic "gigantic",
    }

    /// A class of armour, POO-ARM-01.
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

    /// A stat, POO-ROLL-03.
    pub enum Stat {
        /// Strike, Wrestle.
        Strength "Strength",
        /// Throw, Shot, defence, Catch.
        Agility "Agility",
        /// Initiative, AP, movement.
        Speed "Speed",
        /// Stabilising.
        Stamina "Stamina",
        /// Spells, counterspells, First Aid.
        Intellect "Intellect",
        /// Intimidate, defence of the mind.
        Charisma "Charisma",
    }

    /// The kinds of rolls that traits change, POO-ROLL-07.
    pub enum RollKind {
        /// Strikes.
        Strike "Strikes",
        /// Throws.
        Throw "Throws",
        /// Shots.
        Shot "Shots",
        /// Wrestling, on both sides.
        Wrestle "Wrestling",
        /// Spells.
        Spell "Spells",
        /// Defences of the body.
        Defence "Defences",
        /// Defences of the mind.
        Mind "Defences of the mind",
        /// Intimidation.
        Intimidate "Intimidation",
        /// First Aid.
        FirstAid "First Aid",
        /// Stabilising.
        Stabilise "Stabilising",
    }
}

impl Armour {
    /// Its dice, POO-ARM-01.
    pub const fn dice(self) -> u8 {
        [0, 1, 2, 4][self as usize]
    }
}

/// Dice that a trait adds to a kind of roll, or takes from it. POO-ROLL-07.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trait {
    /// On which rolls.
    pub on: RollKind,
    /// How many, -10 to 10.
    pub dice: i8,
}

crate::rules::ruleset::record::record! {
    /// Degrees of training, POO-ROLL-04.
    #[derive(Copy)]
    pub struct Training {
        /// With melee weapons.
        pub melee: u8 [0 to 5] = 0,
        /// With bare hands and parts of the body.
        pub unarmed: u8 [0 to 5] = 0,
        /// With thrown weapons.
        pub thrown: u8 [0 to 5] = 0,
        /// With bows and crossbows.
        pub projectile: u8 [0 to 5] = 0,
        /// In wrestling.
        pub wrestling: u8 [0 to 5] = 0,
        /// In evasion.
        pub evasion: u8 [0 to 5] = 0,
        /// In evasion without armour.
        pub unarmoured: u8 [0 to 5] = 0,
        /// With shields.
        pub shield: u8 [0 to 5] = 0,
        /// In fire.
        pub fire: u8 [0 to 5] = 0,
        /// In cold.
        pub cold: u8 [0 to 5] = 0,
        /// In life.
        pub life: u8 [0 to 5] = 0,
        /// In electricity.
        pub electricity: u8 [0 to 5] = 0,
        /// In charm.
        pub charm: u8 [0 to 5] = 0,
        /// In death.
        pub death: u8 [0 to 5] = 0,
        /// Against charm and fear.
        pub resolve: u8 [0 to 5] = 0,
        /// In intimidation.
        pub intimidation: u8 [0 to 5] = 0,
        /// In first aid.
        pub medicine: u8 [0 to 5] = 0,
        /// In berserk, POO-BER-07.
        pub berserk: u8 [0 to 5] = 0,
        /// In meginserk, POO-BER-07.
        pub meginserk: u8 [0 to 5] = 0,
    }

    /// A combatant's numbers.
    pub struct Sheet {
        /// See `Stat::Strength`.
        pub strength: i16 [0 to 100] = 10,
        /// See `Stat::Agility`.
        pub agility: i16 [0 to 100] = 10,
        /// See `Stat::Speed`.
        pub speed: i16 [0 to 100] = 10,
        /// See `Stat::Stamina`.
        pub stamina: i16 [0 to 100] = 10,
        /// Dead at minus this, POO-VIT-07.
        pub endurance: i16 [0 to 100] = 50,
        /// See `Stat::Intellect`.
        pub intellect: i16 [0 to 100] = 10,
        /// See `Stat::Charisma`.
        pub charisma: i16 [0 to 100] = 10,
        /// Ranks of ten points of Vitality, POO-SET-02.
        pub vitality_ranks: i16 [1 to 50] = 5,
        /// Vitality at the start, if it is not full.
        pub vitality: Option<i16> = None,
        /// Full Fatigue, POO-SET-02.
        pub fatigue: i16 [1 to 500] = 50,
        /// Luck Points: those left of a campaign's day, or a number in place of the roll. POO-LUCK-01.
        pub luck: Option<i16> [0 to 10] = None,
        /// Size category.
        pub size: Size = Size::Medium,
        /// Squares in one movement unit, if it is not the side of the footprint, POO-MOVE-01.
        pub movement_unit: Option<u8> [1 to 8] = None,
        /// Worn armour.
        pub armour: Armour = Armour::None,
        /// Natural armour, POO-ARM-02.
        pub natural_armour: Armour = Armour::None,
        /// Degrees of training.
        pub training: Training = Training::default(),
        /// Components known besides the universal ones, POO-COMP-03.
        pub components: Vec<Component> [0 to 36] = Vec::new(),
        /// Energies known.
        pub energies: Vec<Energy> [0 to 6] = Vec::new(),
        /// Traits that change rolls, POO-ROLL-07.
        pub traits: Vec<Trait> [0 to 12] = Vec::new(),
        /// The named trait Double Threat, POO-ROLL-07.
        pub double_threat: bool = false,
        /// Actions that it has ready, by name, POO-COMP-02.
        pub recipes: Vec<Recipe> [0 to 12] = Vec::new(),
        /// Whether it can be ridden, POO-MOVE-09.
        pub mount: bool = false,
    }
}

/// An action built of components that an archetype has ready.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// Its name: "Mow down".
    pub name: String,
    /// The base, or the structure.
    pub base: Component,
    /// What is added.
    #[serde(default)]
    pub with: Vec<Component>,
    /// The energies.
    #[serde(default)]
    pub energies: Vec<Energy>,
    /// AP, 1 to 15; if 0, as many as the components need.
    #[serde(default)]
    pub ap: u8,
}

impl Sheet {
    /// The score of a stat.
    pub const fn score(&self, stat: Stat) -> i16 {
        match stat {
            Stat::Strength => self.strength,
            Stat::Agility => self.agility,
            Stat::Speed => self.speed,
            Stat::Stamina => self.stamina,
            Stat::Intellect => self.intellect,
            Stat::Charisma => self.charisma,
        }
    }

    /// The dice of a stat, POO-ROLL-03.
    pub const fn rating(&self, stat: Stat) -> u8 {
        let rating = self.score(stat) / 5;
        if rating < 1 { 1 } else { rating as u8 }
    }

    /// Full Vitality, POO-SET-02.
    pub const fn vitality_max(&self) -> i16 {
        self.vitality_ranks.saturating_mul(10)
    }

    /// Training in an energy.
    pub const fn energy_training(&self, energy: Energy) -> u8 {
        let training = &self.training;
        match energy {
            Energy::Fire => training.fire,
            Energy::Cold => training.cold,
            Energy::Life => training.life,
            Energy::Electricity => training.electricity,
            Energy::Charm => training.charm,
            Energy::Death => training.death,
        }
    }

    /// Whether a component is known, POO-COMP-03.
    pub fn knows(&self, component: Component) -> bool {
        component.is_universal() || self.components.contains(&component)
    }

    /// All known components.
    pub fn known(&self) -> Components {
        Component::ALL.into_iter().filter(|component| self.knows(*component)).collect()
    }

    /// All known energies.
    pub fn known_energies(&self) -> Energies {
        self.energies.iter().copied().collect()
    }

    /// Dice that traits add to a kind of roll, POO-ROLL-07.
    pub fn trait_dice(&self, on: RollKind) -> i32 {
        self.traits.iter().filter(|bonus| bonus.on == on).map(|bonus| i32::from(bonus.dice)).sum()
    }

    /// The better class of worn and natural armour, POO-ARM-02.
    pub fn best_armour(&self) -> Armour {
        if self.armour.dice() >= self.natural_armour.dice() { self.armour } else { self.natural_armour }
    }

    /// Size steps from Medium.
    pub const fn steps(&self) -> i32 {
        self.size as i32 - Size::Medium as i32
    }

    /// Squares of a movement action before settings and conditions, POO-MOVE-01.
    pub fn allowance(&self) -> u16 {
        u16::from(self.rating(Stat::Speed)) * u16::from(self.movement_unit.unwrap_or(self.footprint()))
    }
}

impl RulesetSheet for Sheet {
    fn footprint(&self) -> u8 {
        [1, 1, 1, 2, 3, 4][self.size as usize]
    }

    /// AP come with the first turn, Luck with the day. POO-SET-01.
    fn start(&self) -> (Vitals, Budgets) {
        let vitals = Vitals::default()
            .with(VITALITY, self.vitality.unwrap_or(self.vitality_max()))
            .with(FATIGUE, self.fatigue)
            // A mount has no Luck of its own, POO-MOVE-09.
            .with(LUCK, self.luck.filter(|_| !self.mount).unwrap_or(0));
        (vitals, Budgets::default())
    }

    /// At minus Endurance a combatant is dead, POO-VIT-07; Luck Points are those of a d10, POO-LUCK-01.
    fn bounds(&self, vital: Vital) -> (i16, i16) {
        match vital {
            VITALITY => (-self.endurance, self.vitality_max()),
            FATIGUE => (-500, self.fatigue),
            LUCK => (0, 10),
            _ => (0, 999),
        }
    }

    fn faults(&self) -> Vec<String> {
        let mut faults = self.out_of_bounds();
        faults.extend(self.training.out_of_bounds());
        faults.extend(within("vitality", self.vitality, i32::from(-self.endurance), self.vitality_max().into()));
        faults.extend(self.traits.iter().filter_map(|bonus| within("dice of a trait", bonus.dice, -10, 10)));
        for recipe in &self.recipes {
            let rows = recipe.with.iter().chain([&recipe.base]).map(|component| component.row());
            let rows: Vec<_> = rows.chain(recipe.energies.iter().map(|energy| energy.row())).collect();
            let least: i32 = rows.iter().map(|row| i32::from(row.price)).sum();
            let tier = rows.iter().map(|row| row.tier).max().unwrap_or(0);
            let most = LADDER[usize::from(tier)].ceiling.into();
            let given = Some(recipe.ap).filter(|ap| *ap > 0);
            faults.extend(within(&format!("AP of recipe {}", recipe.name), given, least, most));
            let all = recipe.with.iter().chain([&recipe.base]);
            let unknown = all.filter(|component| !self.knows(**component)).map(|component| component.row().label);
            let unknown_energies = recipe.energies.iter().filter(|energy| !self.energies.contains(energy));
            let all = unknown.chain(unknown_energies.map(|energy| energy.row().label));
            faults.extend(all.map(|what| format!("recipe {} takes {what}, which is not on the sheet", recipe.name)));
        }
        faults
    }
}

/// The sheet of a combatant in a `pools` battle.
#[inline]
pub fn sheet(fighter: Combatant<'_>) -> &Sheet {
    fighter.sheet.as_ref()
}

/// The sheet of somebody.
#[inline]
pub fn sheet_of(battle: &Battle, who: CombatantId) -> &Sheet {
    battle.combatant(who).sheet.as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// POO-ROLL-03's check.
    #[test]
    fn a_rating_is_a_fifth_of_the_score_and_never_less_than_one() {
        let rating = |strength| Sheet { strength, ..Sheet::default() }.rating(Stat::Strength);
        assert_eq!([0, 4, 9, 10, 14, 15, 30, 75].map(rating), [1, 1, 1, 2, 2, 3, 6, 15]);
    }
}
