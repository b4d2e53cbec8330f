//! The numbers of an attack: what is rolled, what the target may do, how it has ended, and the stage it is at.
//! RAT-RATE, RAT-AVOID, RAT-DMG.

use serde::{Deserialize, Serialize};

use super::rounded;
use crate::dice::{Dice, Throw};

/// The most blows that one roll strikes: each has a bit in a [`Volley`]. 80 dice come to 27 with a rate of 12, the
/// lowest of the catalogue; a sheet could make hundreds of them. RAT-RATE-02.
pub const MOST_BLOWS: u8 = 31;

/// The most kinds of dice in one damage expression: Strength, and those that are listed. RAT-DMG-01.
pub const MOST_DICE: usize = 5;

/// What is rolled for an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Rolls {
    /// That many d4, RAT-RATE-01.
    Dice(u8),
    /// Nothing more: the roll that was made, its blows for this target, and the blows left for others. RAT-RATE-05.
    Known(i16, u8, u8),
    /// Nothing: it reaches its target without a roll. RAT-MAG-01.
    Nothing,
}

/// How often a weapon strikes, RAT-RATE-02 to RAT-RATE-04.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Rate {
    /// What the roll is divided by; `None`: there is never more than one blow.
    pub by: Option<u8>,
    /// The N of "strike 1/N".
    pub slow: u8,
}

impl Rate {
    /// The blows that a roll brings, and the rounds of recovery after it. RAT-RATE-04.
    pub fn of(self, roll: i16) -> (u8, u8) {
        let extra = self.by.map_or(0, |rate| roll / i16::from(rate.max(1)));
        let rounds = i16::from(self.slow.max(1)) - 1;
        let blows = 1 + (extra - rounds).max(0);
        (blows.min(MOST_BLOWS.into()) as u8, (rounds - extra).max(0) as u8)
    }
}

/// A way to avoid damage, RAT-AVOID-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Method {
    /// The shield, RAT-AVOID-04.
    Block,
    /// Dodging with half the roll, RAT-AVOID-07.
    Sidestep,
    /// Dodging with all of it, at the cost of a turn. RAT-AVOID-07.
    ThrowAside,
    /// Dodging with all of it at no cost, where the setting says so. RAT-AVOID-07.
    Dodge,
    /// A weapon, RAT-AVOID-09.
    Parry,
}

impl Method {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 5] = [Self::Block, Self::Parry, Self::Sidestep, Self::Dodge, Self::ThrowAside];
}

/// The methods a target may use, with their numbers. RAT-AVOID-02.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Methods {
    /// The shield's chance to block in percent.
    pub block: Option<u8>,
    /// Whether it rolls once for all blows.
    pub block_once: bool,
    /// Dice of a parry.
    pub parry: Option<u8>,
    /// Dice of Agility.
    pub dodge: u8,
    /// Whether it may sidestep.
    pub sidestep: bool,
    /// Whether it may throw itself aside.
    pub throw_aside: bool,
    /// Whether dodging costs nothing.
    pub free_dodge: bool,
}

impl Methods {
    /// Whether a method can be used.
    pub const fn allows(&self, method: Method) -> bool {
        match method {
            Method::Block => self.block.is_some(),
            Method::Parry => self.parry.is_some(),
            Method::Sidestep => self.sidestep,
            Method::Dodge => self.free_dodge,
            Method::ThrowAside => self.throw_aside,
        }
    }

    /// Those that can be used.
    pub fn all(self) -> impl DoubleEndedIterator<Item = Method> {
        Method::ALL.into_iter().filter(move |method| self.allows(*method))
    }

    /// The roll that avoids all blows or none.
    pub const fn roll(&self, method: Method) -> Option<Throw> {
        match (method, self.parry) {
            (Method::Block, _) | (Method::Parry, None) => None,
            (Method::Parry, Some(dice)) => Some(d4s(dice)),
            (Method::Sidestep | Method::Dodge | Method::ThrowAside, _) => Some(d4s(self.dodge)),
        }
    }
}

/// That many d4, RAT-CORE-02.
pub const fn d4s(count: u8) -> Throw {
    Throw::Sum { count, sides: 4 }
}

/// What is rolled for damage, in order, and what is added. RAT-DMG-01.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DamageDice {
    /// Dice, those of Strength first.
    pub dice: [Option<Dice>; MOST_DICE],
    /// Added.
    pub flat: i16,
}

impl DamageDice {
    /// These dice in their order.
    pub fn new(dice: impl IntoIterator<Item = Dice>, flat: i16) -> Self {
        let mut all = Self { flat, ..Self::default() };
        let rolled = dice.into_iter().filter(|dice| dice.count > 0 && dice.sides > 0);
        all.dice.iter_mut().zip(rolled).for_each(|(slot, dice)| *slot = Some(dice));
        all
    }

    /// The next dice, after that many kinds.
    pub(super) fn after(&self, rolled: u8) -> Option<Dice> {
        self.dice.get(usize::from(rolled)).copied().flatten()
    }

    /// Whether these are the last dice.
    pub fn is_last(&self, rolled: u8) -> bool {
        self.after(rolled + 1).is_none()
    }
}

/// Critical blows, RAT-DMG-03, RAT-DMG-06.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Critical {
    /// A d20 of at most this; in the older edition of at least this.
    pub range: u8,
    /// What it multiplies by, in halves.
    pub halves: u8,
    /// What it adds.
    pub added: i16,
}

/// A magic resistance as an exact fraction, RAT-MAG-04, RAT-MAG-06.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Resistance {
    /// The percentages of all types added up.
    pub percent: i16,
    /// How many types; 0: it is not magic.
    pub types: u8,
}

impl Resistance {
    /// What is left of an amount, RAT-MAG-04, RAT-MAG-07.
    pub fn of(self, amount: i32) -> i32 {
        let whole = 100 * i64::from(self.types.max(1));
        rounded(i64::from(amount) * (whole - i64::from(self.percent)).max(0), whole)
    }
}

/// How an attack on one target ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Ended {
    /// The roll was below the required one.
    #[default]
    Missed,
    /// The target has dodged or parried.
    Averted,
    /// The blows have landed, on the target or on its shield.
    Landed,
}

/// The result of an attack on one target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Came {
    /// How it ended.
    pub ended: Ended,
    /// The target's method, even one used in vain.
    pub method: Option<Method>,
    /// The roll while blows are left, otherwise 0.
    pub roll: i16,
    /// Blows that are left for other targets, RAT-RATE-05.
    pub left: u8,
    /// Rounds of recovery that the weapon now needs, if it was rolled for this target. RAT-RATE-04.
    pub recovery: Option<u8>,
    /// Blows that were for this target.
    pub blows: u8,
    /// Blows that a shield has taken, RAT-AVOID-04.
    pub blocked: u8,
    /// Critical blows, blocked ones included.
    pub criticals: u8,
    /// Damage that reaches the armour, after resistance. RAT-ARM-04 (2).
    pub total: i32,
    /// Damage that the shield has taken, RAT-AVOID-04.
    pub shield: i32,
}

impl Came {
    /// Blows that reached the target itself.
    pub const fn reached(&self) -> u8 {
        if matches!(self.ended, Ended::Landed) { self.blows - self.blocked } else { 0 }
    }
}

/// An attack roll, and what comes of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Struck {
    /// The roll.
    pub roll: i16,
    /// Blows for this target.
    pub blows: u8,
    /// Blows for others.
    pub left: u8,
    /// Rounds of recovery.
    pub recovery: Option<u8>,
}

/// Blows that land, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Volley {
    /// The result so far.
    pub came: Came,
    /// The next blow.
    pub at: u8,
    /// A bit for each blow that is blocked.
    pub blocked: u32,
    /// A bit for each critical blow.
    pub critical: u32,
    /// Kinds of damage dice rolled so far.
    pub rolled: u8,
    /// Their sum and the flat amount.
    pub sum: i16,
}

/// The stage an attack is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Stage {
    /// The target chooses before the roll, RAT-AVOID-02.
    Choose,
    /// Before the attack roll, and what the target has chosen.
    Roll(Option<Method>),
    /// The attacker deals out the blows, RAT-RATE-05; what the target has chosen.
    Deal(Struck, Option<Method>),
    /// The target chooses, RAT-AVOID-02.
    Decide(Struck),
    /// The target rolls to dodge or to parry.
    Avert(Struck, Method),
    /// The shield is rolled for, RAT-AVOID-04.
    Block(Volley),
    /// Criticals are rolled for, RAT-DMG-03.
    Criticals(Volley),
    /// Damage is rolled, RAT-DMG-01.
    Damage(Volley),
    /// Over.
    Done(Came),
}

/// What a combatant is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The target: how to avoid the blows, before the roll or, with the roll, after it. RAT-AVOID-02.
    Avoid(Option<Struck>),
    /// The attacker: how many of the blows are for this target, RAT-RATE-05.
    Deal(Struck),
}

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The target's method.
    Avoid(Option<Method>),
    /// How many blows.
    Deal(u8),
}

impl Critical {
    /// The damage of a critical blow, from the damage roll. RAT-DMG-04.
    pub const fn newer(self, base: i32) -> i32 {
        rounded(base as i64 * self.halves as i64, 2) + self.added as i32
    }
}
