//! The steps of `totals`: the entries of the agenda, kept small so that equal states merge.

use serde::{Deserialize, Serialize};

use super::{
    catalogue as ids,
    spell::{Energy, Spell},
};
use crate::{
    dice::Digits,
    geometry::Square,
    rules::{StepKind, Tied, prelude::*},
};

/// The components that make several attacks for one price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Several {
    /// At everybody in reach.
    Whirlwind,
    /// With two thrown weapons.
    DualThrow,
    /// With a melee and a thrown weapon.
    DoubleThreat,
}

impl Several {
    /// The component, TOT-COMP-08, TOT-COMP-10, TOT-COMP-12.
    pub const fn rule(self) -> RuleId {
        self.rules()[0]
    }

    /// The component as a list.
    pub const fn rules(self) -> &'static [RuleId] {
        match self {
            Self::Whirlwind => &[ids::COMP_08],
            Self::DualThrow => &[ids::COMP_10],
            Self::DoubleThreat => &[ids::COMP_12],
        }
    }
}

/// The rest of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Series {
    /// The attacker.
    pub by: CombatantId,
    /// The weapon of the next attack.
    pub item: ItemId,
    /// How the next attack is made.
    pub manner: Manner,
    /// AP on the damage of each attack.
    pub ap: u8,
    /// The component.
    pub of: Several,
    /// For Whirlwind, those who have been attacked. `None` for one more attack on anybody.
    pub done: Option<CombatantSet>,
    /// The last target, for the default answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<CombatantId>,
}

/// A step in the order of turns, from the first Luck Points to the ammunition recovered after the fight. TOT-ORDER,
/// TOT-TURN, TOT-END.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum TurnStep {
    /// Rolls Luck Points for the next combatant, from this index on, whose sheet gives none, TOT-LUCK-01.
    Luck(u16),
    /// Makes those who begin unconscious lie down, TOT-DYING-01.
    Ready,
    /// Begins a round: AP, TOT-AP-01.
    Round(u16),
    /// Asks the next combatant who rolls for a stake; the stakes so far, TOT-ORDER-01.
    Stakes(Vec<u8>),
    /// Rolls the combat order for the next combatant; all stakes, and the results so far, TOT-ORDER-01.
    Order(Vec<u8>, Vec<(CombatantId, i16)>),
    /// Rolls between those tied, TOT-ORDER-03.
    TieBreak(Tied),
    /// Begins the turn at a place in the order.
    Turn(u16),
    /// Resolves the start of a turn, TOT-TURN-01 (1, 2).
    Wake(CombatantId),
    /// Asks for the next action of a turn, TOT-TURN-01 (5).
    Act(CombatantId),
    /// Ends a turn, TOT-TURN-01 (6).
    Rest(CombatantId),
    /// Ends a round for those without a turn, from this combatant on, TOT-END-01.
    Close(u16),
    /// Lasting spells of a combatant without a turn run down, TOT-END-01.
    Fade(CombatantId),
    /// Drugs and captivation of a combatant without a turn run down, TOT-END-01.
    Lapse(CombatantId),
    /// Ammunition shot from a weapon may be recovered after the fight, TOT-AMMO-02.
    Recover(CombatantId, ItemId),
}

/// A step of a defence. TOT-DEF.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum DefenceStep {
    /// The evasion roll.
    Evade(Blow, Stake),
    /// The armour/block roll.
    Block(Blow, Stake),
    /// No armour/block roll is made.
    Open(Blow),
    /// The counterspelling attack roll, TOT-CTR-02.
    Counter(Blow, Energy, Stake),
    /// Raises an energy shield against a spell, before the block roll, TOT-CTR-03.
    Ward(Blow, Spell, Stake),
    /// The roll to catch a missile, TOT-COMP-03.
    Catch(Blow, Stake),
    /// A defence roll against a fumble, TOT-DEF-06.
    Seize(Blow, Guard, Stake),
    /// The price of a fumble: AP and what is dropped, TOT-CRIT-03, TOT-CRIT-04.
    Fumble(CombatantId, Option<ItemId>),
}

/// A step of losing life, or an explosion. TOT-DYING, TOT-OBJ-01.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum LifeStep {
    /// Ongoing damage, TOT-TURN-01 (3).
    Suffer(CombatantId),
    /// Stabilises or bleeds, TOT-DYING-04.
    Stabilise(CombatantId),
    /// Vitality lost by bleeding, TOT-DYING-04, TOT-BERS-06.
    Bleed(CombatantId),
    /// The next keg or charge that explodes at the end of the round, TOT-OBJ-01.
    Explode,
}

/// A step of an attack up to its roll, or its last one, after everything else. TOT-ATK.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum AttackStep {
    /// The to-hit roll.
    Strike(Blow),
    /// A direct spell of life or death, TOT-ENG-02, TOT-ENG-03.
    Direct(CombatantId, CombatantId, Spell),
    /// The next attack of a series, TOT-COMP-08, TOT-COMP-10, TOT-COMP-12.
    Series(Series),
    /// A wrestling attack hits and holds its target, TOT-COMP-06.
    Hold(Blow),
    /// The held combatant rolls to get free, TOT-COMP-06.
    Wrest(CombatantId),
    /// The holder's roll against the total of the held combatant, TOT-COMP-06.
    Wrested(CombatantId, i16),
    /// After an attack with any result: a thrown weapon lands.
    Settle(Blow),
}

/// A step of a movement. TOT-MOVE.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum MovementStep {
    /// Walks a whole way.
    Walk(CombatantId, Vec<Square>),
}

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
    /// By wrestling: a hold without damage, TOT-COMP-06.
    Wrestle,
    /// A spell with a roll to hit, TOT-MAG-02.
    Cast,
}

impl Manner {
    /// Whether it is a melee attack, with a weapon or bare hands.
    pub const fn is_melee(self) -> bool {
        matches!(self, Self::Strike | Self::Punch | Self::Wrestle)
    }

    /// Whether it sends a missile that could be caught, TOT-COMP-03.
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
    /// The combatant that put the energy there, if it was not the attacker.
    pub caster: Option<CombatantId>,
    /// How it is made.
    pub manner: Manner,
    /// Dice on to-hit, TOT-ATK-02.
    pub dice: u8,
    /// AP on damage, or the damage dice of a spell, TOT-DMG-01.
    pub ap: u8,
    /// Luck dice on to-hit.
    pub luck: u8,
    /// Armour dice that it pierces, TOT-COMP-11.
    pub pierce: u8,
    /// The total that the defence must still exceed: to-hit less the evasion rolled, TOT-DEF-03.
    pub need: i16,
    /// The to-hit roll was a critical.
    pub critical: bool,
    /// The to-hit roll was a fumble.
    pub fumbled: bool,
    /// Whether the evasion was a critical; `None` if none was rolled.
    pub dodged: Option<bool>,
    /// The evasion total; forecasts do not keep it.
    pub evasion: i16,
    /// AP of the defence that mitigate, TOT-DMG-02.
    pub spent: u8,
    /// The target has tried to catch it, TOT-COMP-03.
    pub caught: bool,
    /// The component that makes it one of several attacks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub several: Option<Several>,
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
            several: None,
        }
    }

    /// The attack with its to-hit roll.
    #[must_use]
    pub fn struck(self, total: i32, digits: Digits) -> Self {
        let (critical, fumbled) = (digits == Digits::Double, digits == Digits::ZeroOne);
        Self { need: total as i16, critical, fumbled, ..self }
    }

    /// The attack without the fields that no longer matter once it is decided whether it hits.
    #[must_use]
    pub const fn decided(self) -> Self {
        Self { luck: 0, need: 0, critical: false, dodged: None, evasion: 0, ..self }
    }
}

/// Damage by the weapon, and by each energy in listed order, TOT-DMG-01, TOT-MAG-04.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Damages([i16; 4]);

impl Damages {
    /// The damage of a martial attack.
    pub fn of_weapon(damage: i32) -> Self {
        Self([damage.min(30_000) as i16, 0, 0, 0])
    }

    /// The damage by the weapon.
    pub fn weapon(self) -> i32 {
        self.0[0].into()
    }

    /// The damage by an energy; 0 for those that do no damage.
    pub fn of(self, energy: Energy) -> i32 {
        self.0.get(energy as usize + 1).map_or(0, |damage| i32::from(*damage))
    }

    /// Sets the damage by a damaging energy.
    pub fn set(&mut self, energy: Energy, damage: i32) {
        self.0[energy as usize + 1] = damage.min(30_000) as i16;
    }

    /// The total damage.
    pub fn total(self) -> i32 {
        self.0.into_iter().map(i32::from).sum()
    }
}

/// How an attack has made contact, TOT-HYB-03.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Contact {
    /// It has hit, with or without loss after mitigation.
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
    /// Vitality lost to the weapon, or to the spell if that was the attack.
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
    /// From the damage `left` after mitigation, negative if mitigation was more, TOT-DMG-03.
    pub fn after(contact: Contact, left: i32) -> Self {
        let part = |points: i32| points.clamp(0, 30_000) as i16;
        Self { loss: part(left), stopped: left < 0, spare: part(-left), ..Self::new(contact) }
    }

    /// A contact without losses.
    pub const fn new(contact: Contact) -> Self {
        Self { contact, loss: 0, harm: 0, stopped: false, spare: 0, burns: false }
    }
}

/// AP and Luck spent on a defence.
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
    /// A step in the order of turns, from the first Luck Points to the ammunition recovered after the fight.
    Turn(TurnStep): |_| StepKind::Turn;
    /// A step of a movement.
    Movement(MovementStep): |_| StepKind::Movement;
    /// A step of an attack up to its roll, or its last one, after everything else.
    Attack(AttackStep): |_| StepKind::Attack;
    /// A step of a defence.
    Defence(DefenceStep): |_| StepKind::Defence;
    /// A step of an attack's damage and effects.
    Damage(DamageStep): |_| StepKind::Damage;
    /// A step of losing life, or an explosion.
    Life(LifeStep): |_| StepKind::Damage;
}

/// A step of what an attack does. TOT-DMG.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum DamageStep {
    /// The damage roll, with its Luck dice.
    Damage(Blow, u8),
    /// The mitigation roll against a damage, with its Luck dice.
    Mitigate(Blow, Damages, u8),
    /// The damage roll of an attack turned back on the attacker, TOT-CRIT-05.
    Return(Blow),
    /// The attacker's mitigation of an attack turned back.
    Suffered(Blow, Damages),
    /// The energy that a weapon carries goes off, TOT-HYB-03.
    Release(Blow, Toll),
    /// The opposed roll against charm, TOT-ENG-04.
    Resist(Blow, Toll),
}
