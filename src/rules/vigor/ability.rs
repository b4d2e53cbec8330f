//! One record for techniques, spells, talents and the uses of items. VIG-ACT-03, VIG-ACT-04.

use serde::{Deserialize, Serialize};

use super::arms::{DamageType, MOST_VS, Rank, Rider, Score, Steps};
use crate::rules::ruleset::record::{Bounded as _, within};

crate::rules::ruleset::record::named! {
    /// The kind of an ability, VIG-ACT-03.
    #[derive(Default)]
    pub enum AbilityKind {
        /// Its attack rolls use Soul.
        Spell "spell",
        /// Its attack rolls use Speed.
        #[default]
        Technique "technique",
        /// An activated talent.
        Talent "talent",
        /// The use of an item.
        Item "item",
    }

    /// The points that can be restored.
    pub enum Pool {
        /// Durability.
        Durability "Durability",
        /// Health.
        Health "Health",
        /// Vigor.
        Vigor "Vigor",
        /// Mana.
        Mana "Mana",
    }
}

impl AbilityKind {
    /// The score behind the attack roll, unless the ability names one.
    pub const fn score(self) -> Score {
        match self {
            Self::Spell => Score::Soul,
            Self::Technique => Score::Speed,
            Self::Talent | Self::Item => Score::Agility,
        }
    }
}

/// How it reaches its target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Delivery {
    /// An attack roll against Guard.
    #[default]
    Aimed,
    /// One attack roll against everybody within this many feet of a square, VIG-ATK-08.
    Area(u16),
    /// No attack roll.
    Direct,
}

impl Delivery {
    /// The radius of an area in feet; 0 if it is none.
    pub const fn radius(self) -> u16 {
        if let Self::Area(radius) = self { radius } else { 0 }
    }
}

/// The targets of a direct ability.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum For {
    /// The user.
    Oneself,
    /// The user or a friend.
    #[default]
    Friends,
    /// An enemy.
    Enemies,
}

/// The bonus dice that an ability adds to damage, VIG-DMG-03.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum DamageBonus {
    /// Those of Strength.
    Strength,
    /// Those of the ability's own skill.
    Skill,
    /// None.
    #[default]
    None,
}

/// A condition that an ability inflicts or grants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Affliction {
    /// VIG-TYPE-08.
    Stunned,
    /// VIG-COND-06.
    Bound,
    /// VIG-COND-06.
    Pinned,
    /// VIG-COND-06.
    Unconscious,
    /// VIG-COND-05.
    KnockedDown,
    /// VIG-ACT-05.
    Intimidated,
    /// VIG-SETUP-06.
    Hidden,
}

/// An effect of an ability besides damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum AbilityEffect {
    /// Restores points; the dice neither burst nor change size.
    Restore {
        /// Which points.
        of: Pool,
        /// How many dice.
        #[serde(default)]
        dice: u8,
        /// Faces of each.
        #[serde(default)]
        sides: u8,
        /// Points added to the dice.
        #[serde(default)]
        flat: i16,
    },
    /// A condition.
    Condition(Affliction),
    /// Charges on all action rolls for its duration.
    Charges(i8),
    /// Challenges on all action rolls for its duration.
    Challenges(i8),
    /// Added to Guard for its duration.
    Guard(i8),
    /// Smoke in an area for its duration: low visibility, VIG-VIS-03.
    Smoke,
}

impl AbilityEffect {
    /// Everything impossible about it.
    fn faults(&self) -> Vec<String> {
        let faults = match self {
            Self::Restore { dice, sides, flat, .. } => vec![
                within("dice that restore", *dice, 0, 20),
                within("sides of dice that restore", *sides, (*dice > 0).into(), 20),
                within("flat points restored", *flat, 0, 500),
            ],
            Self::Condition(_) | Self::Smoke => Vec::new(),
            Self::Charges(count) => vec![within("charges", *count, 0, 10)],
            Self::Challenges(count) => vec![within("challenges", *count, 0, 10)],
            Self::Guard(more) => vec![within("guard", *more, -20, 60)],
        };
        faults.into_iter().flatten().collect()
    }
}

/// How the targets resist an ability, VIG-RES-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resistance {
    /// The score.
    pub score: Score,
    /// The VS to beat; `None` for the user's own roll, VIG-RES-02.
    #[serde(default)]
    pub vs: Option<i16>,
}

/// Who must be wounded for an ability to be used, VIG-COND-01.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Wounded {
    /// Nobody.
    #[default]
    Nobody,
    /// The user.
    User,
    /// The target.
    Target,
}

crate::rules::ruleset::record::record! {
    /// A technique, a spell, a talent, or the use of an item.
    pub struct Ability {
        /// One word, for choices.
        pub name: String = "ability".into(),
        /// Its kind.
        pub kind: AbilityKind = AbilityKind::default(),
        /// Actions it takes, VIG-TURN-04.
        pub actions: u8 [1 to 6] = 1,
        /// Vigor it costs.
        pub vigor: u8 [0 to 200] = 0,
        /// Mana it costs.
        pub mana: u8 [0 to 200] = 0,
        /// Whether it needs physical movement, VIG-COND-06.
        pub physical: bool = true,
        /// Whether it is a light-weapon technique, VIG-ATK-07.
        pub light: bool = false,
        /// Whether it creates an opening, VIG-REACH-05.
        pub opening: bool = false,
        /// How it reaches its target.
        pub delivery: Delivery = Delivery::default(),
        /// Its targets, if it is direct.
        pub on: For = For::default(),
        /// The score behind the attack roll; by default that of its kind.
        pub score: Option<Score> = None,
        /// Damage Value: the number of weapon dice.
        pub value: u8 [0 to 20] = 0,
        /// Its rank, which gives the size of the weapon dice.
        pub rank: Rank = Rank::Ordinary,
        /// Damage type.
        pub damage: DamageType = DamageType::Kinetic,
        /// Bonus dice to damage.
        pub bonus: DamageBonus = DamageBonus::None,
        /// Its skill dice.
        pub skill: u8 [0 to 10] = 0,
        /// Range in feet; 0 means reach or, for an item's area ability, anywhere on the board.
        pub range: u16 [0 to 6000] = 0,
        /// How targets resist it.
        pub resist: Option<Resistance> = None,
        /// Its effects besides damage.
        pub effects: Vec<AbilityEffect> [0 to 4] = Vec::new(),
        /// What happens to a target that is hit or, by a direct ability, does not resist.
        pub riders: Vec<Rider> [0 to 4] = Vec::new(),
        /// Steps on the attack roll.
        pub attack: Steps = Steps::default(),
        /// Steps on the damage roll.
        pub damage_steps: Steps = Steps::default(),
        /// Who must be wounded.
        pub wounded: Wounded = Wounded::Nobody,
        /// The number of rounds that its conditions last.
        pub rounds: u16 [1 to 100] = 1,
        /// Whether it is a special reaction to an attack, VIG-REACT-06, which costs 5 Vigor unless stated.
        pub reaction: bool = false,
    }
}

impl Ability {
    /// The score behind its attack roll.
    pub fn attack_score(&self) -> Score {
        self.score.unwrap_or(self.kind.score())
    }

    /// Whether its attacks are ranged, VIG-ATK-06.
    pub const fn is_ranged(&self) -> bool {
        self.range > 0
    }

    /// Whether it only helps its targets.
    pub fn is_help(&self) -> bool {
        let helps = |effect: &AbilityEffect| match effect {
            AbilityEffect::Restore { .. } | AbilityEffect::Charges(_) | AbilityEffect::Smoke => true,
            AbilityEffect::Condition(affliction) => *affliction == Affliction::Hidden,
            AbilityEffect::Guard(more) => *more > 0,
            AbilityEffect::Challenges(_) => false,
        };
        self.value == 0 && self.riders.is_empty() && self.effects.iter().all(helps)
    }

    /// Whether it has an attack roll.
    pub const fn is_attack(&self) -> bool {
        !matches!(self.delivery, Delivery::Direct)
    }

    /// Whether it does what a hit does: damage, or a rider. VIG-DMG-05 (8).
    pub const fn strikes(&self) -> bool {
        self.value > 0 || !self.riders.is_empty()
    }

    /// Everything impossible about it.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = self.out_of_bounds();
        let is_word = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        if self.name.is_empty() || !self.name.chars().all(is_word) {
            faults.push(format!("name of the ability is `{}`, must be one word in lower case", self.name));
        }
        faults.extend([self.attack, self.damage_steps].iter().flat_map(Steps::out_of_bounds));
        faults.extend(Rider::faults(&self.riders));
        faults.extend(self.effects.iter().flat_map(AbilityEffect::faults));
        faults.extend(within("radius", self.delivery.radius(), 0, 600));
        faults.extend(within("vs of the Resistance", self.resist.and_then(|resist| resist.vs), 0, MOST_VS));
        faults.extend(self.reaction_fault());
        faults
    }

    /// Why it cannot be a special reaction, which only raises Guard against the attack or is rolled against it,
    /// VIG-REACT-06.
    fn reaction_fault(&self) -> Option<String> {
        let raises = |effect: &AbilityEffect| matches!(effect, AbilityEffect::Guard(1..));
        let more = self.value > 0 || !self.riders.is_empty() || self.resist.is_some();
        let wrong = self.reaction && (more || self.effects.len() > 1 || !self.effects.iter().all(raises));
        let words = "a special reaction may do nothing but raise Guard, or be rolled against the attack";
        wrong.then(|| format!("{}: {words}", self.name))
    }
}

/// The indices of an ability's effects that restore points.
pub fn restores(ability: &Ability) -> impl Iterator<Item = u8> + '_ {
    let all = (0u8..).zip(&ability.effects);
    all.filter(|(_, effect)| matches!(effect, AbilityEffect::Restore { .. })).map(|(index, _)| index)
}
