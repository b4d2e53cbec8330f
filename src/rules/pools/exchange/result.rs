//! The results of rolls: totals, criticals, and how an action ended for its target. POO-CRIT, POO-ROLL-13.

use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

use super::{Charge, Guard};
use crate::{dice::Reading, rules::pools::components::Components};

/// The critical of a roll, in the order in which POO-CRIT-02 compares them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Critical {
    /// A critical failure, POO-CRIT-06.
    Failure = -1,
    /// Nothing.
    #[default]
    None = 0,
    /// A critical success, POO-CRIT-01.
    Success = 1,
}

impl Critical {
    /// The same where only a failure makes a difference.
    #[must_use]
    pub const fn failure_only(self) -> Self {
        if matches!(self, Self::Failure) { self } else { Self::None }
    }
}

/// A total of successes with its critical.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Total {
    /// Successes with Luck, may be below 0, POO-ROLL-13.
    pub total: i8,
    /// Its critical.
    pub critical: Critical,
}

/// Ordinary dice as they fell; of tens and ones no more are kept than make a critical.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Count {
    successes: u8,
    tens: u8,
    ones: u8,
}

impl Count {
    /// Reads a roll with a tier; tens or ones too few for a critical are kept only if Luck dice may add to them.
    pub fn of(reading: Reading, tier: u8, adds_up: bool) -> Self {
        let kept = |dice: u8| if dice >= tier || adds_up { dice.min(tier) } else { 0 };
        Self { successes: reading.successes, tens: kept(reading.tens), ones: kept(reading.ones) }
    }

    /// The same with the tens and ones of Luck dice, where those count, POO-LUCK-04.
    #[must_use]
    pub fn with(self, luck: Reading, tier: u8) -> Self {
        Self { tens: (self.tens + luck.tens).min(tier), ones: (self.ones + luck.ones).min(tier), ..self }
    }

    /// The total with what Luck adds, and its critical: a majority, and as many tens or ones as the tier's number.
    /// POO-CRIT-01, POO-CRIT-06, POO-LUCK-04.
    pub fn total(self, dice: u8, tier: u8, luck: i8) -> Total {
        let (total, failures) = (self.successes as i8 + luck, dice as i8 - self.successes as i8);
        let critical = match total.cmp(&failures) {
            std::cmp::Ordering::Greater if tier > 0 && self.tens >= tier => Critical::Success,
            std::cmp::Ordering::Less if tier > 0 && self.ones >= tier => Critical::Failure,
            _ => Critical::None,
        };
        Total { total, critical }
    }
}

/// A roll of the defence with its Luck.
#[derive(Clone, Copy, Debug, Default)]
pub struct Defended {
    /// Successes with Luck.
    pub total: i8,
    /// The total without block and armour dice, POO-DEF-08.
    pub evaded: i8,
    /// Its critical.
    pub critical: Critical,
}

impl Defended {
    /// The total of a roll with that many successes on evasion dice; Luck counts for evading as well. POO-DEF-08.
    pub fn of(guard: &Guard, count: Count, first: u8, luck: i8) -> Self {
        let total = count.total(guard.dice(), guard.tier, luck);
        Self { total: total.total, evaded: first as i8 + luck, critical: total.critical }
    }
}

/// How an action ended for its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum End {
    /// Stopped without contact, POO-DEF-08.
    Evaded,
    /// Stopped with contact.
    Blocked,
    /// The missile is in the target's hand, POO-COMP-36.
    Caught,
    /// The spell is gone, POO-CNT-01.
    Countered,
    /// A stalemate, POO-ROLL-11.
    Tied,
    /// A glancing blow, POO-DMG-02.
    Glanced,
    /// A hit, or the acting combatant has prevailed.
    Hit,
    /// A hit that kills a helpless target, POO-VIT-03.
    Killed,
    /// Turned back on the attacker, POO-CRIT-09.
    Returned,
    /// An action without opposition has succeeded.
    Works,
    /// An action without opposition has failed.
    Fails,
    /// A counterspell has left a part of the spell, which glances. POO-CNT-04.
    Reduced,
}

impl End {
    /// Whether there has been contact: a hit, a glance or a block. POO-CHG-03.
    pub const fn is_contact(self) -> bool {
        matches!(self, Self::Hit | Self::Killed | Self::Glanced | Self::Blocked | Self::Caught | Self::Returned)
    }

    /// Whether the defence has prevailed.
    pub const fn is_stopped(self) -> bool {
        matches!(self, Self::Evaded | Self::Blocked | Self::Caught | Self::Countered)
    }
}

/// The result of an action for one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Came {
    /// How it ended.
    pub end: End,
    /// The margin of a hit, as far as it makes a difference; the stored dice; for a riposte, how far the attack fell
    /// short.
    pub margin: u8,
    /// The critical of the roll, as far as it makes a difference.
    pub attack: Critical,
    /// The critical of the defence.
    pub defence: Critical,
    /// The roll, if it may go on to another.
    pub rolled: Total,
    /// The components of the defence.
    pub with: Components,
    /// The number of the defence's tier.
    pub tier: u8,
    /// Damage to the target; for healing, what is restored.
    pub harm: i16,
    /// Damage by the energy of a charge.
    pub energy: i16,
    /// Turns of charm.
    pub charmed: u8,
    /// Damage to the attacker by a counterattack.
    pub back: i16,
    /// Damage to the attacker by a riposte.
    #[serde(default, skip_serializing_if = "is_none")]
    pub riposte: i16,
    /// Damage to the defender by backlash.
    pub own: i16,
    /// Damage to the attacker by backlash.
    pub recoil: i16,
}

/// 0 is not written, so that recordings made before there were ripostes here keep their digests.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_none(damage: &i16) -> bool {
    *damage == 0
}

/// Hashes three words: a forecast hashes thousands of ends, and field by field that would take longer than all its
/// dice.
impl Hash for Came {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self {
            end,
            margin,
            attack,
            defence,
            rolled,
            with,
            tier,
            harm,
            energy,
            charmed,
            back,
            riposte,
            own,
            recoil,
        } = *self;
        let bytes = |bytes: [u8; 8]| u64::from_le_bytes(bytes);
        let criticals =
            [attack, defence, rolled.critical].iter().fold(0, |all, critical| all * 4 + (*critical as i8 + 1) as u8);
        let [low, high] = recoil.to_le_bytes();
        bytes([end as u8, margin, criticals, rolled.total as u8, tier, charmed, low, high]).hash(state);
        let numbers = [harm, energy, back, own].map(i16::to_le_bytes);
        bytes(std::array::from_fn(|place| numbers[place / 2][place % 2])).hash(state);
        // Components leave the upper bits free.
        (with.bits() | (riposte as u16 as u64) << 48).hash(state);
    }
}

impl Came {
    /// An end against a defence, before any dice that follow.
    pub const fn new(end: End, guard: &Guard) -> Self {
        Self {
            end,
            margin: 0,
            attack: Critical::None,
            defence: Critical::None,
            rolled: Total { total: 0, critical: Critical::None },
            with: guard.with,
            tier: guard.tier,
            harm: 0,
            energy: 0,
            charmed: 0,
            back: 0,
            riposte: 0,
            own: 0,
            recoil: 0,
        }
    }

    /// Whether there has been contact that releases a charge, POO-CHG-03, POO-CHG-04.
    pub const fn releases(&self, charge: &Charge) -> bool {
        match self.end {
            End::Glanced | End::Hit | End::Returned | End::Caught => true,
            End::Blocked => charge.contact,
            _ => false,
        }
    }

    /// All damage to the target; if it is turned back, the damage is the attacker's. POO-CRIT-09.
    pub const fn damage(&self) -> i16 {
        if matches!(self.end, End::Returned) { 0 } else { self.harm.saturating_add(self.energy) }
    }
}
