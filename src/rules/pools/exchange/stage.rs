//! The stage of an action against one target, what is asked there, and in which order the stages of several targets
//! come.

use serde::{Deserialize, Serialize};

use super::{
    Guard, Situation,
    result::{Came, Count, Total},
};
use crate::rules::exchange::several::{Comes, Member};

/// The stage an action is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Stage {
    /// The target chooses its defence.
    Decide,
    /// Before the roll.
    Attack(Guard),
    /// Before its Luck dice.
    AttackLuck(Guard, Count),
    /// Before the defence roll.
    Defend(Guard, Total),
    /// Before its Luck dice; the successes on evasion dice.
    DefendLuck(Guard, Total, Count, u8),
    /// The defender chooses whether to turn the attack back; the damage dice if not, and the attack's total.
    Return(Came, u8, i8),
    /// The target chooses Luck for its mind; damage dice and the attack's total.
    Mind(Came, u8, i8),
    /// Before the roll of the mind with that many Luck dice.
    Resist(Came, u8, i8, u8),
    /// Before its Luck dice; the total so far.
    ResistLuck(Came, u8, i8, u8, u8),
    /// Before the attacker's armour dice against that many damage dice of a counterattack.
    Soak(Came, u8),
    /// Before those damage dice.
    Back(Came, u8),
    /// Before that many damage dice.
    Harm(Came, u8),
    /// Before the dice of a charge.
    Energy(Came),
    /// Before the defender's backlash.
    Own(Came),
    /// Before the attacker's backlash.
    Recoil(Came),
    /// Over.
    Done(Came),
    /// Before the attacker's armour dice against that many damage dice of a riposte.
    RiposteSoak(Came, u8),
    /// Before those damage dice.
    Riposte(Came, u8),
}

/// What the target is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Its defence.
    Defence,
    /// Luck for its mind against that total.
    Mind(i8),
    /// Whether it turns the attack back.
    Return,
}

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A defence.
    Guard(Guard),
    /// Luck dice.
    Luck(u8),
    /// Whether the attack is turned back.
    Return(bool),
}

impl Member for Situation {
    /// POO-ROLL-14, POO-ATK-08.
    fn comes(&self, stage: Stage) -> Option<Comes> {
        Some(match stage {
            Stage::Decide => Comes::Own(0),
            Stage::Attack(_) => Comes::Shared(1),
            Stage::AttackLuck(..) => Comes::Shared(2),
            Stage::Defend(..) | Stage::DefendLuck(..) => Comes::Own(3),
            Stage::Mind(..) | Stage::Resist(..) | Stage::ResistLuck(..) => Comes::Own(4),
            Stage::Return(..) | Stage::Soak(..) | Stage::Back(..) => Comes::Own(5),
            Stage::Harm(..) | Stage::Energy(_) => Comes::Own(6),
            Stage::Own(_) | Stage::RiposteSoak(..) | Stage::Riposte(..) => Comes::Own(7),
            Stage::Recoil(_) => Comes::Shared(8),
            Stage::Done(_) => return None,
        })
    }
}
