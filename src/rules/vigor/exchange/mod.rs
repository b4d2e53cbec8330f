//! An attack as a situation: everything that it and its consequences can depend on, and the machine that runs through
//! it. VIG-ATK-01, VIG-REACT-04, VIG-DMG-05, VIG-RES.
//!
//! The stages are the attack roll, the target's Defence (if offered and used), the damage roll, Resistance checks, and
//! the outcome. [`harm`] works out what damage does, in the order of VIG-DMG-05. Nothing here reads a battle.

mod harm;
#[cfg(test)]
mod tests;

pub use harm::{Armour, Body, Fall, Harm, MOST_PIECES, Protection, UNLIMITED};

use serde::{Deserialize, Serialize};

use super::{
    dice::{BonusDice, action_roll, effect_roll},
    sheet::MOST_FORMS,
};
use crate::{
    dice::{Dice, Reading, Throw},
    rules::exchange::{
        Next, Reads,
        several::{Comes, Member},
    },
};

/// The most Resistance checks that can follow a hit, VIG-ROLL-08.
pub const MOST_CHECKS: usize = 4;

/// Everything that an attack on one target can depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Situation {
    /// How it comes about, VIG-ACT-03.
    pub delivery: Delivery,
    /// The number that the attack's total must exceed, VIG-ATK-04.
    pub vs: i16,
    /// Bonus dice of the attack roll.
    pub attack: BonusDice,
    /// Defences that the target can use and pay for.
    pub defences: Defences,
    /// Damage dice; without any there is no damage roll, VIG-DMG-01.
    pub damage: Option<DamageDice>,
    /// Cover and armour.
    pub protection: Protection,
    /// The body that takes the damage.
    pub body: Body,
    /// Resistance checks after a hit, in the order of VIG-ROLL-08.
    pub checks: [Option<Check>; MOST_CHECKS],
    /// Whether dice added by a burst do not burst, VIG-ROLL-07.
    pub bursts_once: bool,
}

/// How an attack or ability comes about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Delivery {
    /// By an attack roll against the VS.
    #[default]
    Aimed,
    /// Without an attack roll; the target may resist all of it.
    Direct(Option<Check>),
}

/// Defences that a target may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Defences {
    /// The forms that can be used and paid for, in the order of the sheet.
    pub forms: [Option<Form>; MOST_FORMS],
    /// The rolled form that forecasts assume; `None` if none is used.
    pub assumed: Option<u8>,
    /// The special reaction that raises the VS, which forecasts assume instead whenever it is sure to avert the attack.
    #[serde(default)]
    pub assumed_raise: Option<u8>,
}

/// A form of Defence that can be used and paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Form {
    /// Bonus dice of its roll.
    pub bonus: BonusDice,
    /// Its price in Vigor, VIG-REACT-04, VIG-ACT-01.
    pub price: u8,
    /// How much it raises the VS, as a special reaction that is not rolled; 0 if it is rolled. VIG-REACT-06.
    pub raises: u8,
}

impl Defences {
    /// A form by its number.
    pub fn form(&self, number: u8) -> Option<Form> {
        self.forms.get(usize::from(number)).copied().flatten()
    }

    /// Whether there is a form that can be used.
    pub fn is_offered(&self) -> bool {
        self.forms.iter().any(Option::is_some)
    }
}

/// The dice of the damage roll, VIG-DMG-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DamageDice {
    /// Weapon dice: how many, and their faces.
    pub dice: (u8, u8),
    /// Bonus dice.
    pub bonus: BonusDice,
}

/// A Resistance check, VIG-RES-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Check {
    /// What failing it leads to.
    pub leads_to: LeadsTo,
    /// Bonus dice.
    pub bonus: BonusDice,
    /// The number that the total must exceed; `None` for the attack's total, VIG-RES-02.
    pub above: Option<i16>,
    /// Whether the target declines to resist, so that it fails without a roll, VIG-RES-01.
    pub declined: bool,
}

/// What failing a Resistance check leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum LeadsTo {
    /// Being stunned by Sonic body damage, VIG-TYPE-08.
    Sonic,
    /// Being stunned, damage or not, VIG-TYPE-08.
    Stun,
    /// Being knocked down, VIG-COND-05.
    Fall,
    /// The effects of the ability, VIG-ACT-03.
    Effect,
}

/// The stage an attack has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Stage {
    /// Before the attack roll.
    Attack,
    /// The target decides on a Defence against this total.
    Decide(i16),
    /// The target rolls a form of Defence against this total: the total, and the form's number.
    Defend(i16, u8),
    /// Before the roll to resist a direct ability; the total, if it is opposed.
    Resist(i16),
    /// Before the damage roll; the form of Defence that has failed, and the total, if a check is made against it.
    Damage(Option<u8>, i16),
    /// Before a Resistance check: its index, the outcome so far, and the total, if a check is made against it.
    Check(u8, Outcome, i16),
    /// Over.
    Done(Outcome),
}

/// How an attack ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Ended {
    /// Its total was not above the VS.
    Missed,
    /// The target has evaded it.
    Evaded,
    /// The target has resisted all of it.
    Resisted,
    /// A hit.
    Hit,
}

/// The outcome of an attack on one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Outcome {
    /// How it ended.
    pub ended: Ended,
    /// The form of Defence that was used and is paid for.
    pub defended: Option<u8>,
    /// Whether a bonus die of the damage roll has burst, VIG-DMG-04.
    pub critical: bool,
    /// Damage rolled.
    pub dealt: i16,
    /// The Resistance checks that failed, a bit for each.
    pub failed: u8,
}

impl Outcome {
    const fn new(ended: Ended, defended: Option<u8>) -> Self {
        Self { ended, defended, critical: false, dealt: 0, failed: 0 }
    }

    /// Whether it has hit.
    pub const fn hits(self) -> bool {
        matches!(self.ended, Ended::Hit)
    }

    /// Whether a check that leads to this has failed.
    pub fn failed(self, situation: &Situation, leads_to: LeadsTo) -> bool {
        let failed = |place: usize| self.failed & (1 << place) != 0;
        let leads = |check: &Option<Check>| check.is_some_and(|check| check.leads_to == leads_to);
        situation.checks.iter().enumerate().any(|(place, check)| leads(check) && failed(place))
    }
}

impl Situation {
    /// Whether an ability's effect can be resisted.
    pub fn has_effect_check(&self) -> bool {
        self.checks.iter().flatten().any(|check| check.leads_to == LeadsTo::Effect)
    }

    /// Whether a check is made against the attack's total, which must then be kept.
    fn is_opposed(&self) -> bool {
        let opposed = |check: &Option<Check>| check.is_some_and(|check| check.above.is_none() && !check.declined);
        self.checks.iter().any(opposed) || opposed(&self.direct_check())
    }

    /// The stage after the attack roll with this total, VIG-ATK-08.
    fn after_attack(&self, total: i16) -> Stage {
        if self.is_direct() {
            Stage::Resist(total)
        } else if total <= self.vs {
            Stage::Done(Outcome::new(Ended::Missed, None))
        } else if self.defences.is_offered() {
            Stage::Decide(total)
        } else {
            self.before_damage(None, total)
        }
    }

    /// The stage after a hit.
    fn before_damage(&self, form: Option<u8>, total: i16) -> Stage {
        let total = if self.is_opposed() { total } else { 0 };
        match self.damage {
            Some(_) => Stage::Damage(form, total),
            None => self.check_from(0, Outcome::new(Ended::Hit, form), total),
        }
    }

    /// The first check to be made from an index on, or the end. Nobody in Shock resists, VIG-RES-01.
    fn check_from(&self, from: u8, mut came: Outcome, total: i16) -> Stage {
        let harm = self.harm(came.dealt);
        let is_made = |check: &Check| match check.leads_to {
            _ if harm.fall.is_the_end() => false,
            LeadsTo::Sonic => harm.body > 0,
            LeadsTo::Fall => !harm.knocked_down,
            LeadsTo::Stun | LeadsTo::Effect => true,
        };
        let places = (from..).zip(&self.checks[usize::from(from)..]);
        for (place, check) in places.filter_map(|(place, check)| check.map(|check| (place, check))) {
            match check {
                check if !is_made(&check) => {}
                check if check.declined || harm.fall == Fall::Shock => came.failed |= 1 << place,
                _ => return Stage::Check(place, came, total),
            }
        }
        Stage::Done(came)
    }

    /// The throw of a check, and the number to exceed.
    pub fn check_roll(&self, check: &Check, came: Option<Outcome>, total: i16) -> (Throw, i16) {
        // A wound from this very attack counts from the next roll on, VIG-COND-08.
        let harm = came.map(|came| self.harm(came.dealt));
        let newly = harm.is_some_and(|harm| harm.is_wounded(&self.body)) && !self.body.is_wounded();
        (action_roll(check.bonus.wounded(newly), self.bursts_once), check.above.unwrap_or(total))
    }

    /// The roll of a check against its number.
    fn held(&self, check: &Check, came: Option<Outcome>, total: i16) -> Next<Self> {
        let (throw, above) = self.check_roll(check, came, total);
        Next::Throw(throw, Reads::Above(above.into()))
    }

    /// Whether it has no attack roll.
    pub const fn is_direct(&self) -> bool {
        matches!(self.delivery, Delivery::Direct(_))
    }

    /// The check against a direct ability as a whole.
    pub const fn direct_check(&self) -> Option<Check> {
        match self.delivery {
            Delivery::Direct(check) => check,
            Delivery::Aimed => None,
        }
    }

    /// The attack roll, VIG-ATK-01.
    pub const fn attack_roll(&self) -> Throw {
        action_roll(self.attack, self.bursts_once)
    }

    /// The damage roll, VIG-DMG-01.
    pub fn damage_roll(&self) -> Option<Throw> {
        let DamageDice { dice: (count, sides), bonus } = self.damage?;
        Some(effect_roll(Dice { count, sides }, bonus, self.bursts_once))
    }

    /// The roll of a form of Defence, VIG-REACT-04.
    pub fn defence_roll(&self, form: u8) -> Throw {
        action_roll(self.defences.form(form).map_or_else(BonusDice::default, |form| form.bonus), self.bursts_once)
    }

    /// Works out rolled damage, VIG-DMG-05.
    pub fn harm(&self, dealt: i16) -> Harm {
        harm::harm(dealt, &self.protection, &self.body)
    }
}

impl crate::rules::exchange::Situation for Situation {
    type Stage = Stage;
    /// Whether to defend against this total.
    type Question = i16;
    type Answer = Option<u8>;
    type Result = Outcome;

    fn begin(&self) -> Stage {
        match self.delivery {
            Delivery::Aimed => Stage::Attack,
            Delivery::Direct(Some(check)) if check.above.is_none() => Stage::Attack,
            Delivery::Direct(Some(_)) => Stage::Resist(0),
            Delivery::Direct(None) => self.before_damage(None, 0),
        }
    }

    fn next(&self, stage: Stage) -> Next<Self> {
        match stage {
            Stage::Attack => {
                let kept = self.defences.is_offered() || self.is_opposed();
                let reads = if kept { Reads::Sum } else { Reads::Above(self.vs.into()) };
                Next::Throw(self.attack_roll(), reads)
            }
            Stage::Decide(total) => Next::Ask(total),
            Stage::Defend(total, form) => Next::Throw(self.defence_roll(form), Reads::Above(total.into())),
            Stage::Resist(total) => match self.direct_check() {
                Some(check) => self.held(&check, None, total),
                None => self.next(self.before_damage(None, total)),
            },
            Stage::Damage(..) => match (self.damage_roll(), self.damage) {
                (Some(throw), Some(DamageDice { bonus, .. })) => {
                    Next::Throw(throw, if bonus.count > 0 { Reads::All } else { Reads::Sum })
                }
                _ => Next::Done(Outcome::new(Ended::Hit, None)),
            },
            Stage::Check(place, came, total) => match self.checks[usize::from(place)] {
                Some(check) => self.held(&check, Some(came), total),
                None => Next::Done(came),
            },
            Stage::Done(came) => Next::Done(came),
        }
    }

    fn thrown(&self, stage: Stage, reading: Reading) -> Stage {
        let sum = reading.sum.min(i16::MAX.into()) as i16;
        match stage {
            Stage::Attack => self.after_attack(sum),
            Stage::Defend(total, form) if sum > total => Stage::Done(Outcome::new(Ended::Evaded, Some(form))),
            Stage::Defend(total, form) => self.before_damage(Some(form), total),
            Stage::Resist(total) => {
                let above = self.direct_check().and_then(|check| check.above).unwrap_or(total);
                if sum > above {
                    return Stage::Done(Outcome::new(Ended::Resisted, None));
                }
                self.before_damage(None, total)
            }
            Stage::Damage(form, total) => {
                let came = Outcome { critical: reading.bursts > 0, dealt: sum, ..Outcome::new(Ended::Hit, form) };
                self.check_from(0, came, total)
            }
            Stage::Check(place, came, total) => {
                let above = self.checks[usize::from(place)].and_then(|check| check.above).unwrap_or(total);
                let failed = if sum > above { 0 } else { 1 << place };
                self.check_from(place + 1, Outcome { failed: came.failed | failed, ..came }, total)
            }
            Stage::Decide(_) | Stage::Done(_) => stage,
        }
    }

    fn answered(&self, stage: Stage, form: Option<u8>) -> Stage {
        match (stage, form) {
            (Stage::Decide(total), Some(number)) => match self.defences.form(number) {
                Some(form) if form.raises == 0 => Stage::Defend(total, number),
                Some(form) if total <= self.vs + i16::from(form.raises) => {
                    Stage::Done(Outcome::new(Ended::Evaded, Some(number)))
                }
                Some(_) => self.before_damage(Some(number), total),
                None => self.before_damage(None, total),
            },
            (Stage::Decide(total), None) => self.before_damage(None, total),
            (stage, _) => stage,
        }
    }

    fn assumed(&self, stage: Stage) -> Option<u8> {
        let Stage::Decide(total) = stage else { return self.defences.assumed };
        let raises = |number: u8| self.defences.form(number).map_or(0, |form| form.raises.into());
        let averts = |number: &u8| total <= self.vs + raises(*number);
        self.defences.assumed_raise.filter(averts).or(self.defences.assumed)
    }
}

/// One attack roll and one damage roll for everybody in an area; each may defend in between, and Resistance comes last.
/// VIG-ATK-08, VIG-ROLL-08.
impl Member for Situation {
    fn comes(&self, stage: Stage) -> Option<Comes> {
        Some(match stage {
            Stage::Attack => Comes::Shared(0),
            Stage::Decide(_) | Stage::Defend(..) | Stage::Resist(_) => Comes::Own(1),
            Stage::Damage(..) => Comes::Shared(2),
            Stage::Check(..) => Comes::Own(3),
            Stage::Done(_) => return None,
        })
    }
}
