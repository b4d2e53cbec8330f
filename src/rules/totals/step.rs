//! The steps and prompts of `totals`: the entries of the agenda, kept small so that equal states merge.

use serde::{Deserialize, Serialize};

use super::{
    magic::{Energy, Spell},
    series::Series,
};
use crate::{
    dice::Digits,
    rules::{AgendaItem, CombatantId, Decision, ItemId, Step as AnyStep, StepKind},
};

pub use super::{
    attack::AttackStep, damage::DamageStep, defence::DefenceStep, life::LifeStep, movement::MovementStep,
    turn::TurnStep,
};

/// How an attack is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Manner {
    /// With a melee weapon.
    Strike,
    /// With bare hands.
    Punch,
    /// Thrown.
    Throw,
    /// With a bow or crossbow.
    Shoot,
    /// Without damage, to hold, TOT-COMP-06.
    Wrestle,
    /// A spell with a roll to hit, TOT-MAG-02.
    Cast,
}

impl Manner {
    /// Whether it is a melee attack, with a weapon or bare hands.
    pub const fn is_melee(self) -> bool {
        matches!(self, Self::Strike | Self::Punch | Self::Wrestle)
    }

    /// Whether something flies that could be caught, TOT-COMP-03.
    pub const fn is_missile(self) -> bool {
        matches!(self, Self::Throw | Self::Shoot)
    }
}

/// An attack in progress, TOT-ATK-04.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Blow {
    /// The attacker.
    pub by: CombatantId,
    /// The target.
    pub on: CombatantId,
    /// The weapon; spells have none.
    pub item: Option<ItemId>,
    /// The spell, or the energy that the weapon carries.
    pub spell: Option<Spell>,
    /// Who put that energy there, if it was not the attacker.
    pub caster: Option<CombatantId>,
    /// How.
    pub manner: Manner,
    /// Dice on to-hit, TOT-ATK-02.
    pub dice: u8,
    /// AP on damage, or the damage dice of a spell, TOT-DMG-01.
    pub ap: u8,
    /// Luck dice on to-hit.
    pub luck: u8,
    /// Armour dice that do not count against it, TOT-COMP-11.
    pub pierce: u8,
    /// What the defence must exceed from now on: the to-hit total less the evasion, TOT-DEF-03.
    pub need: i16,
    /// The to-hit roll was a critical.
    pub critical: bool,
    /// The to-hit roll was a fumble.
    pub fumbled: bool,
    /// Evasion was rolled; whether as a critical.
    pub dodged: Option<bool>,
    /// The evasion total; forecasts do not keep it.
    pub evasion: i16,
    /// AP of the defence that mitigate, TOT-DMG-02.
    pub spent: u8,
    /// The target has tried to catch it, TOT-COMP-03.
    pub caught: bool,
}

impl Blow {
    /// An attack about to be rolled.
    pub const fn new(by: CombatantId, on: CombatantId, item: Option<ItemId>, manner: Manner) -> Self {
        Self {
            by,
            on,
            item,
            spell: None,
            caster: None,
            manner,
            dice: 1,
            ap: 1,
            luck: 0,
            pierce: 0,
            need: 0,
            critical: false,
            fumbled: false,
            dodged: None,
            evasion: 0,
            spent: 0,
            caught: false,
        }
    }

    /// The same with a to-hit roll.
    #[must_use]
    pub fn struck(self, total: i32, digits: Digits) -> Self {
        let (critical, fumbled) = (digits == Digits::Double, digits == Digits::ZeroOne);
        Self { need: total as i16, critical, fumbled, ..self }
    }

    /// The same once it is decided whether it hits, without what no longer matters.
    #[must_use]
    pub const fn decided(self) -> Self {
        Self { luck: 0, need: 0, critical: false, dodged: None, evasion: 0, ..self }
    }
}

/// Damage by the weapon, and by each energy in listed order, TOT-DMG-01, TOT-MAG-04.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Damages([i16; 4]);

impl Damages {
    /// Of a martial attack.
    pub fn of_weapon(damage: i32) -> Self {
        Self([damage.min(30_000) as i16, 0, 0, 0])
    }

    /// By the weapon.
    pub fn weapon(self) -> i32 {
        self.0[0].into()
    }

    /// By an energy; only those that take Vitality have any.
    pub fn of(self, energy: Energy) -> i32 {
        self.0.get(energy as usize + 1).map_or(0, |damage| i32::from(*damage))
    }

    /// Sets the damage by an energy that takes Vitality.
    pub fn set(&mut self, energy: Energy, damage: i32) {
        self.0[energy as usize + 1] = damage.min(30_000) as i16;
    }

    /// All of it.
    pub fn total(self) -> i32 {
        self.0.into_iter().map(i32::from).sum()
    }
}

/// How an attack has come into contact with somebody, TOT-HYB-03.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Contact {
    /// It has hit, whatever mitigation left of it.
    Struck,
    /// Armour or shield has turned it aside.
    Blocked,
    /// It was caught, TOT-COMP-03.
    Caught,
    /// It was turned back on the attacker, TOT-CRIT-05.
    Returned,
}

/// The result of an attack so far, TOT-ATK-04 (E).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Toll {
    /// How it has come into contact.
    pub contact: Contact,
    /// Vitality lost to the weapon, or to a spell that was the attack itself.
    pub loss: i16,
    /// Vitality lost to an energy that the weapon carried, TOT-HYB-04.
    pub harm: i16,
    /// Mitigation was more than the damage, TOT-DMG-03.
    pub stopped: bool,
    /// Mitigation that is left over.
    pub spare: i16,
    /// An energy has taken Vitality and may go on doing so, TOT-MAG-08.
    pub burns: bool,
}

impl Toll {
    /// What is left of damage after mitigation, less than 0 if mitigation was more, TOT-DMG-03.
    pub fn after(contact: Contact, left: i32) -> Self {
        let part = |points: i32| points.clamp(0, 30_000) as i16;
        Self { loss: part(left), stopped: left < 0, spare: part(-left), ..Self::new(contact) }
    }

    /// A contact without losses.
    pub const fn new(contact: Contact) -> Self {
        Self { contact, loss: 0, harm: 0, stopped: false, spare: 0, burns: false }
    }
}

/// AP and Luck put into a defence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Stake {
    /// AP, a die each.
    pub ap: u8,
    /// Luck dice.
    pub luck: u8,
}

/// The kind of defence roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Guard {
    /// TOT-DEF-01.
    Evasion,
    /// TOT-DEF-02.
    Block,
    /// TOT-COMP-03.
    Catch,
    /// A counterspelling attack roll, TOT-CTR-02.
    Counter,
}

crate::rules::state::ruleset_types::steps! {
    /// A step of the order of turns, from the first Luck to what is found again after the fight.
    Turn(TurnStep): |_| StepKind::Turn;
    /// A step of a movement.
    Movement(MovementStep): |_| StepKind::Movement;
    /// A step of an attack up to its roll, and the last one, after everything else.
    Attack(AttackStep): |_| StepKind::Attack;
    /// A step of a defence.
    Defence(DefenceStep): |_| StepKind::Defence;
    /// A step of what an attack does.
    Damage(DamageStep): |_| StepKind::Damage;
    /// A step between life and death.
    Life(LifeStep): |_| StepKind::Damage;
}

/// A question to a combatant.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Prompt {
    /// What to do in one's turn.
    Turn,
    /// Luck dice on the combat order; the stakes of those before, TOT-ORDER-01.
    Order(Vec<u8>),
    /// How to evade, D1.
    Evade(Blow),
    /// How to block, D2.
    Block(Blow),
    /// Whether to try for a counterattack, TOT-DEF-06.
    Seize(Blow),
    /// Whether to turn the attack back, TOT-CRIT-05.
    Return(Blow),
    /// Whom to strike once more with that weapon, other than the one felled, TOT-COMP-09.
    Follow(ItemId, CombatantId),
    /// Luck dice on damage, A2.
    Damage(Blow),
    /// Luck dice on mitigation, D3.
    Mitigate(Blow, Damages),
    /// Whom the next attack of a series is for, TOT-COMP-08.
    Series(Series),
}

/// A step for the agenda.
pub fn step(step: impl Into<Step>) -> AgendaItem {
    AgendaItem::Step(AnyStep::Totals(step.into()))
}

/// A decision for the agenda.
pub const fn prompt(who: CombatantId, prompt: Prompt) -> AgendaItem {
    AgendaItem::Decision(Decision { who, prompt: crate::rules::Prompt::Totals(prompt) })
}
