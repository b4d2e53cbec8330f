//! The conditions of `pools`, what they carry, and what they say about a fighter. POO-COND, POO-VIT, POO-BER.

use serde::{Deserialize, Serialize};

use super::{
    components::{Component, Energies, Energy},
    sheet::{BUFFER, STARTED, Size, VITALITY, sheet},
};
use crate::{
    geometry::Square,
    rules::{Bond, Detail as AnyDetail, Dose, Drugs, Names, RulesetDetail, Team, prelude::*},
};

crate::rules::ruleset::record::conditions! {
    /// Held by `whom`, POO-COND-11.
    GRABBED "grabbed";
    /// Holds `whom`.
    GRABBING "grabbing";
    /// POO-COND-12.
    STUNNED "stunned";
    /// POO-COND-13.
    SLOWED "slowed";
    /// Loses as much Vitality a turn as the level says, POO-COND-14.
    BLEEDING "bleeding" 1..=10;
    /// POO-COND-15.
    BURNING "burning";
    /// POO-COND-16.
    BLINDED "blinded";
    /// Frightened of `whom`, for as many turns as the level says, POO-COND-17.
    FRIGHTENED "frightened" 1..=99;
    /// POO-COND-18.
    WEAKENED "weakened";
    /// The next attack loses as many dice as the level says, POO-COND-19.
    OFF_BALANCE "off-balance" 1..=60;
    /// Charmed by `whom`, for as many turns as the level says, POO-COND-20.
    CHARMED "charmed" 1..=99;
    /// No longer dying, POO-VIT-06.
    STABLE "stable";
    /// Unconscious until Vitality is full, POO-BER-07.
    COMA "coma";
    /// The level is the drug's strength, the detail the own turns left, POO-BER-01.
    BERSERK "berserk" 1..=5;
    /// The same.
    MEGINSERK "meginserk" 1..=5;
    /// Energy stored in bare hands, or in an item, by `whom`, POO-CHG-01.
    CHARGED "charged";
    /// Block dice, as many as the level says, against the energy opposed to that of the detail, POO-CNT-03.
    SHIELDED "shielded" 1..=60;
    /// A spell put aside, POO-COMP-76.
    PREPARED "prepared";
    /// In the saddle of `whom`, POO-MOVE-09.
    MOUNTED "mounted";
    /// Ridden by `whom`.
    RIDDEN "ridden";
    /// The level says how many missiles have been shot with the weapon, the detail how many of them were caught.
    /// POO-AMMO-02.
    SHOT "shot" 0..=999;
    /// A missile of the weapon lies on a square with its charge, POO-CHG-05.
    STRAY "stray";
}

/// The names of totals, allowances and conditions in trials, by number.
pub const NAMES: Names = Names {
    vitals: &["vitality", "fatigue", "buffer", "luck", "order"],
    budgets: &[
        "ap",
        "moved",
        "left",
        "handy",
        "started",
        "used",
        "used-2",
        "used-3",
        "threat",
        "diagonals",
        "cast",
        "struck",
        "checked",
    ],
    items: &[],
    conditions: CONDITIONS,
    levels: LEVELS,
    states: &["dying", "unconscious"],
    numbers: &["Evasion dice", "Block dice", "Armour dice", "Luck dice", "Damage dice", "Stored dice", "Mind dice"],
    fields: &[],
};

/// The places in [`NAMES`] of states.
pub const DYING_STATE: usize = 0;

/// The bond of holder and held, POO-WRE-02.
pub const HOLDING: Bond = Bond { first: GRABBING, second: GRABBED };
/// The bond of rider and mount, POO-MOVE-09.
pub const RIDING: Bond = Bond { first: MOUNTED, second: RIDDEN };

/// Whom a charge affects, POO-CHG-06.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Affects {
    /// Anybody.
    #[default]
    All,
    /// A side.
    Side(Team),
    /// A size category.
    Size(Size),
    /// One combatant.
    One(CombatantId),
}

/// Energy stored in something, POO-CHG-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Stored {
    /// Which.
    pub energies: Energies,
    /// How many dice.
    pub dice: u8,
    /// Whether it ends when the thing leaves the hand, POO-CHG-05.
    pub conducted: bool,
    /// Whom it affects.
    pub affects: Affects,
}

/// What a condition carries besides its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Detail {
    /// Own turns left.
    Turns(u8),
    /// An energy.
    Energy(Energy),
    /// Stored energy.
    Stored(Stored),
    /// A spell: its structure and energies, AP and Luck.
    Spell(Component, Energies, u8, u8),
    /// How many missiles were caught, POO-COMP-36.
    Caught(u8),
    /// Energy stored in something that lies on a square.
    Lying(Stored, Square),
}

impl RulesetDetail for Detail {
    fn refers_to(self) -> (Option<CombatantId>, Option<ItemId>) {
        match self {
            Self::Stored(Stored { affects: Affects::One(who), .. })
            | Self::Lying(Stored { affects: Affects::One(who), .. }, _) => (Some(who), None),
            _ => (None, None),
        }
    }
}

impl From<Detail> for AnyDetail {
    fn from(detail: Detail) -> Self {
        Self::Pools(detail)
    }
}

/// What a condition carries.
pub const fn detail(condition: &Condition) -> Option<Detail> {
    match condition.detail {
        AnyDetail::Pools(detail) => Some(detail),
        _ => None,
    }
}

/// The energy stored in a condition.
pub const fn stored(condition: &Condition) -> Option<Stored> {
    match condition.detail {
        AnyDetail::Pools(Detail::Stored(stored)) => Some(stored),
        _ => None,
    }
}

/// A condition with a level.
pub const fn at_level(kind: ConditionKind, level: i16, until: Until) -> Condition {
    let mut condition = Condition::new(kind, until);
    condition.level = level;
    condition
}

/// The drugs, POO-BER.
pub const DRUGS: Drugs = Drugs {
    kinds: [BERSERK, MEGINSERK],
    buffer: BUFFER,
    vitality: VITALITY,
    turns: |drug| if let Some(Detail::Turns(turns)) = detail(drug) { Some(turns) } else { None },
    detail: |turns| Detail::Turns(turns).into(),
};

/// The drug that somebody is under, POO-BER-01.
pub fn drug(fighter: Combatant<'_>) -> Option<Dose> {
    DRUGS.working(fighter)
}

/// Whether somebody lies unconscious, dying or not, POO-VIT-01.
pub fn is_unconscious(fighter: Combatant<'_>) -> bool {
    fighter.status == Status::Down
}

/// Whether somebody is dying: not under a drug. POO-VIT-04, POO-BER-06.
pub fn is_dying(fighter: Combatant<'_>) -> bool {
    let sinks = fighter.vitals.get(VITALITY) <= 0 && drug(fighter).is_none();
    is_unconscious(fighter) && sinks && !fighter.conditions.has(STABLE)
}

/// Whether somebody can act and defend actively, POO-DEF-09.
pub fn is_able(fighter: Combatant<'_>) -> bool {
    fighter.fights() && !fighter.conditions.has(STUNNED)
}

/// Whether somebody defends actively, POO-DEF-09.
pub fn defends_actively(fighter: Combatant<'_>) -> bool {
    is_able(fighter) && drug(fighter).is_none() && fighter.budgets.get(STARTED) == 1
}

/// How many combatants somebody holds, each with a hand. POO-COND-11.
pub fn held_by(fighter: Combatant<'_>) -> u8 {
    fighter.conditions.0.iter().filter(|condition| condition.kind == GRABBING).count() as u8
}

/// Whether somebody is on the board and alive.
pub fn is_alive(fighter: Combatant<'_>) -> bool {
    matches!(fighter.status, Status::Fighting | Status::Down)
}

/// Vitality and Buffer together.
pub fn health(fighter: Combatant<'_>) -> i16 {
    fighter.vitals.get(VITALITY) + fighter.vitals.get(BUFFER)
}

/// Whether somebody would wake with those totals, POO-VIT-02, POO-BER-07.
pub fn wakes(fighter: Combatant<'_>, vitality: i16, fatigue: i16) -> bool {
    let full = sheet(fighter).vitality_max();
    fighter.status == Status::Down
        && vitality >= 1
        && fatigue >= 1
        && (!fighter.conditions.has(COMA) || vitality >= full)
}
