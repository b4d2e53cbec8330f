//! The conditions of `totals`, and who may spend AP. TOT-COND, TOT-AP.

use serde::{Deserialize, Serialize};

use super::{
    catalogue as ids, drugs,
    magic::{Spell, stored},
    sheet::{ACTED, CARRIED, FRESH, LOCKED, sheet},
};
use crate::rules::{
    Battle, CombatantId, Condition, ConditionKind, Detail as AnyDetail, Effect, Fact, Names, RulesetDetail, Status,
    StepContext, Until,
};

/// The names of totals, allowances and conditions in trials, by number.
pub const NAMES: Names = Names {
    vitals: &["vitality", "temporary", "fatigue", "luck", "order"],
    budgets: &["fresh", "carried", "locked", "acted", "moved", "under-way", "handled", "followed"],
    items: &[],
    conditions: &[
        "unconscious",
        "dying",
        "stable",
        "held",
        "holding",
        "mounted",
        "ridden",
        "ongoing",
        "orders",
        "no-stake",
        "captivated",
        "stupor",
        "coma",
        "berserk",
        "meginserk",
        "prepared",
        "shield",
        "concentrates",
        "shot",
        "cast",
        "kept",
        "woke",
    ],
    states: &[],
    numbers: &[
        "Evasion dice",
        "Block dice",
        "Luck dice",
        "Added to hit",
        "Damage dice",
        "Added to damage",
        "Mitigation dice",
        "Subtracted from the defence",
        "AP the defender may add",
    ],
};

/// Result in the combat order of this round, TOT-ORDER-01.
pub const ORDER: crate::rules::Vital = crate::rules::Vital(4);

/// TOT-DYING-01.
pub const UNCONSCIOUS: ConditionKind = ConditionKind(0);
/// TOT-DYING-03.
pub const DYING: ConditionKind = ConditionKind(1);
/// TOT-DYING-04.
pub const STABLE: ConditionKind = ConditionKind(2);
/// Held by `whom`, TOT-COMP-06.
pub const HELD: ConditionKind = ConditionKind(3);
/// Holds `whom`, TOT-COMP-06.
pub const HOLDING: ConditionKind = ConditionKind(4);
/// In the saddle of `whom`, TOT-MOVE-08.
pub const MOUNTED: ConditionKind = ConditionKind(5);
/// Ridden by `whom`, TOT-MOVE-08.
pub const RIDDEN: ConditionKind = ConditionKind(6);
/// Loses 1d10 Vitality a turn for as many turns as the level says, TOT-DYING-05.
pub const ONGOING: ConditionKind = ConditionKind(7);
/// Standing orders for defence: level the AP on each Evade, detail the AP to be kept, [`Detail::Keep`].
pub const ORDERS: ConditionKind = ConditionKind(8);
/// Stakes no Luck on the combat order and is not asked.
pub const NO_STAKE: ConditionKind = ConditionKind(9);

/// Empty turns, no AP, raw defence without Luck, TOT-ENG-04.
pub const CAPTIVATED: ConditionKind = ConditionKind(10);
/// No turn, no AP, raw defence without Luck until the end of the fight, TOT-BERS-08.
pub const STUPOR: ConditionKind = ConditionKind(11);
/// Unconscious until Vitality is full, TOT-BERS-09.
pub const COMA: ConditionKind = ConditionKind(12);
/// Level the tier, detail the own turns left, [`Detail::Turns`], TOT-BERS-01.
pub const BERSERK: ConditionKind = ConditionKind(13);
/// The same.
pub const MEGINSERK: ConditionKind = ConditionKind(14);
/// A spell put aside, detail which, TOT-MAG-07.
pub const PREPARED: ConditionKind = ConditionKind(15);
/// An energy shield: detail the spell, TOT-CTR-03.
pub const SHIELD: ConditionKind = ConditionKind(16);
/// Holds a spell by concentration, TOT-MAG-08.
pub const CONCENTRATES: ConditionKind = ConditionKind(17);
/// So many pieces, level, have been shot from the weapon `with`, TOT-AMMO-02.
pub const SHOT: ConditionKind = ConditionKind(18);
/// Has used magic this turn, TOT-BERS-07.
pub const CAST: ConditionKind = ConditionKind(19);
/// Of an item: energy, described by the detail, put into it by `whom`, TOT-HYB-01.
pub const KEPT: ConditionKind = ConditionKind(20);

/// Woke up in this round, and acts from the next one on, TOT-ORDER-02.
pub const WOKE: ConditionKind = ConditionKind(21);

/// Whether somebody is dying, not stable.
pub fn is_dying(battle: &Battle, who: CombatantId) -> bool {
    battle.combatant(who).conditions.has(DYING)
}

/// Whether somebody lies unconscious or in a coma: whoever strikes him kills, TOT-DYING-02. A stupor is neither.
pub fn is_helpless(battle: &Battle, who: CombatantId) -> bool {
    let one = battle.combatant(who);
    one.status == Status::Down && (!one.conditions.has(STUPOR) || one.conditions.has(UNCONSCIOUS))
}

/// Whether somebody can react to an attack: spend AP and Luck on a defence. TOT-DEF-05, TOT-BERS-05.
pub fn reacts(battle: &Battle, who: CombatantId) -> bool {
    let one = battle.combatant(who);
    one.fights() && !one.conditions.has(CAPTIVATED) && drugs::active(battle, who).is_none()
}

/// AP that can be spent now, including carried ones: on anything in one's own turn, otherwise on defence, TOT-AP-02.
pub fn available(battle: &Battle, who: CombatantId) -> u8 {
    let budgets = &battle.combatant(who).budgets;
    let all = (budgets.get(CARRIED) + budgets.get(FRESH)).clamp(0, 100) as u8;
    if may_spend(battle, who) { all } else { 0 }
}

/// AP left over from the previous round, lost at the start of one's own turn, TOT-AP-03.
pub fn carried(battle: &Battle, who: CombatantId) -> u8 {
    battle.combatant(who).budgets.get(CARRIED).clamp(0, 100) as u8
}

/// Whether AP may be spent at all: not before one's first turn, TOT-AP-04, nor after a fumble, TOT-CRIT-03.
pub fn may_spend(battle: &Battle, who: CombatantId) -> bool {
    let one = battle.combatant(who);
    let own_turn = battle.scene.acting == Some(who);
    let may = if own_turn { !one.conditions.has(CAPTIVATED) } else { !is_green(battle, who) && reacts(battle, who) };
    one.fights() && one.budgets.get(LOCKED) == 0 && may && takes_turns(battle, who)
}

/// Why somebody has no AP to spend on a defence, in words, for when there are none.
pub fn no_ap(battle: &Battle, who: CombatantId) -> &'static str {
    if is_green(battle, who) && battle.scene.acting != Some(who) {
        "no AP before the first turn"
    } else if battle.combatant(who).budgets.get(LOCKED) != 0 {
        "no AP after a fumble"
    } else if battle.combatant(who).conditions.has(CAPTIVATED) {
        "no AP while captivated"
    } else {
        "no AP left"
    }
}

/// Whether it is the first round and the first turn is not over, TOT-AP-04.
pub fn is_green(battle: &Battle, who: CombatantId) -> bool {
    battle.scene.round <= 1 && battle.combatant(who).budgets.get(ACTED) == 0
}

/// Whether somebody has turns and AP: mounts have none, TOT-MOVE-08.
pub fn takes_turns(battle: &Battle, who: CombatantId) -> bool {
    !sheet(battle.combatant(who)).mount
}

/// Spends AP, carried ones first, TOT-AP-03.
pub fn pay(battle: &Battle, who: CombatantId, points: u8, context: &mut StepContext<'_>) {
    let budgets = &battle.combatant(who).budgets;
    let before = [CARRIED, FRESH].map(|budget| budgets.get(budget));
    for ((budget, old), new) in [CARRIED, FRESH].into_iter().zip(before).zip(paid(before, points)) {
        if new != old {
            context.effect(Effect::Budget(who, budget, new));
        }
    }
}

/// Carried and fresh AP once so many are spent.
pub fn paid([carried, fresh]: [i16; 2], points: u8) -> [i16; 2] {
    let first = i16::from(points).min(carried).max(0);
    [carried - first, fresh - (i16::from(points) - first)]
}

/// What a condition of `totals` carries besides its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Detail {
    /// Of `PREPARED`, `SHIELD` and `KEPT`: the spell or energy.
    Spell(Spell),
    /// Of `BERSERK` and `MEGINSERK`: the own turns left.
    Turns(u8),
    /// Of `ORDERS`: the AP to be kept.
    Keep(u8),
    /// Of `ONGOING`: lasts as long as `whom` concentrates, TOT-MAG-08.
    Held,
}

impl RulesetDetail for Detail {}

impl From<Detail> for AnyDetail {
    fn from(detail: Detail) -> Self {
        Self::Totals(detail)
    }
}

/// The spell or energy that a condition keeps.
pub const fn spell_of(condition: &Condition) -> Option<Spell> {
    match condition.detail {
        AnyDetail::Totals(Detail::Spell(spell)) => Some(spell),
        _ => None,
    }
}

/// A condition that keeps a spell until something ends it.
pub const fn keeping(kind: ConditionKind, spell: Spell) -> Condition {
    Condition { detail: AnyDetail::Totals(Detail::Spell(spell)), ..lasting(kind) }
}

/// The own turns left of [`BERSERK`] and [`MEGINSERK`].
pub const fn turns_left(drug: &Condition) -> u8 {
    match drug.detail {
        AnyDetail::Totals(Detail::Turns(turns)) => turns,
        _ => 0,
    }
}

/// The AP that [`ORDERS`] keep.
pub const fn kept_by(orders: &Condition) -> u8 {
    match orders.detail {
        AnyDetail::Totals(Detail::Keep(ap)) => ap,
        _ => 0,
    }
}

/// A condition that lasts until something ends it.
pub const fn lasting(kind: ConditionKind) -> Condition {
    Condition::new(kind, Until::Indefinite)
}

/// A condition in words.
pub fn describe(battle: &Battle, condition: &Condition) -> Fact {
    let name = |what: &str| {
        let whom = condition.whom.map(|who| battle.combatant(who).identity.name.to_string());
        format!("{what} {}", whom.unwrap_or_default())
    };
    let (label, words, rule) = match condition.kind {
        UNCONSCIOUS => ("Unconscious", "no turn, no defence".into(), ids::DYING_01),
        DYING => ("Dying", "stabilises or bleeds each turn".into(), ids::DYING_03),
        STABLE => ("Stable", "does not bleed".into(), ids::DYING_04),
        HELD => ("Held", name("cannot move; held by"), ids::COMP_06),
        HOLDING => ("Holding", name("cannot move; holds"), ids::COMP_06),
        MOUNTED => ("Mounted", name("on"), ids::MOVE_08),
        RIDDEN => ("Ridden", name("by"), ids::MOVE_08),
        ONGOING if stored::is_held(condition) => ("Ongoing damage", name("1d10 a turn, held by"), ids::DYING_05),
        ONGOING => ("Ongoing damage", format!("1d10 for {} turns", condition.level), ids::DYING_05),
        ORDERS => ("Standing orders", orders_words(condition), ids::ATK_04),
        CAPTIVATED => ("Captivated", "loses the turn, raw defence".into(), ids::ENG_04),
        STUPOR => ("Stupor", "no turn, raw defence".into(), ids::BERS_08),
        COMA => ("Coma", "no turn, no defence".into(), ids::BERS_09),
        BERSERK => ("Berserk", drug(condition), ids::BERS_01),
        MEGINSERK => ("Meginserk", drug(condition), ids::BERS_01),
        PREPARED => ("Prepared", spell(condition), ids::MAG_07),
        SHIELD => ("Energy shield", spell(condition), ids::CTR_03),
        CONCENTRATES => ("Concentrates", "holds a spell".into(), ids::MAG_08),
        SHOT => ("Shots", format!("{} pieces to look for after the fight", condition.level), ids::AMMO_02),
        CAST => ("Has cast", "this turn".into(), ids::BERS_07),
        WOKE => ("Just awake", "acts from the next round on".into(), ids::ORDER_02),
        KEPT => ("Energy", spell(condition), ids::HYB_01),
        _ => ("No stake", "no Luck on the combat order".into(), ids::ORDER_01),
    };
    Fact { label: label.into(), value: String::new(), words, rule: Some(rule) }
}

fn drug(condition: &Condition) -> String {
    format!("tier {}, {} turns left", condition.level, turns_left(condition))
}

fn spell(condition: &Condition) -> String {
    spell_of(condition).map_or_else(String::new, |spell| format!("{}, {}", spell.words(), spell.structure().name()))
}

/// How far a condition takes somebody out of the fight, per cent.
pub fn hindrance(condition: &Condition) -> i8 {
    match condition.kind {
        CAPTIVATED => 35,
        HELD => 15,
        ONGOING => (8 * condition.level.clamp(1, 3)) as i8,
        // A shield is worth having, and so is a friend in the saddle.
        SHIELD => -2,
        _ => 0,
    }
}

/// Standing orders in words.
pub fn orders_words(orders: &Condition) -> String {
    match (orders.level, kept_by(orders)) {
        (0, _) => "raw defence, without being asked".into(),
        (ap, 0) => format!("{ap} AP on each Evade"),
        (ap, keep) => format!("{ap} AP on Evade, {keep} kept"),
    }
}
