//! What can be the matter with somebody under `totals`, and who may spend AP. TOT-COND, TOT-AP.

use super::{
    ids,
    sheet::{ACTED, CARRIED, FRESH, LOCKED, sheet},
};
use crate::rules::{Battle, CombatantId, Condition, ConditionKind, Effect, Fact, Moment, Names, Status, Until};

/// What trials call totals, allowances and conditions, by their numbers.
pub const NAMES: Names = Names {
    vitals: &["vitality", "temporary", "fatigue", "luck", "order"],
    budgets: &["fresh", "carried", "locked", "acted", "moved", "under-way", "handled", "followed"],
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
/// Held fast by `whom`, TOT-COMP-06.
pub const HELD: ConditionKind = ConditionKind(3);
/// Holds `whom`, TOT-COMP-06.
pub const HOLDING: ConditionKind = ConditionKind(4);
/// In the saddle of `whom`, TOT-MOVE-08.
pub const MOUNTED: ConditionKind = ConditionKind(5);
/// Ridden by `whom`, TOT-MOVE-08.
pub const RIDDEN: ConditionKind = ConditionKind(6);
/// Loses 1d10 Vitality a turn for as many turns as the level says, TOT-DYING-05.
pub const ONGOING: ConditionKind = ConditionKind(7);
/// Standing orders for defence: level the AP on each Evade, detail the AP to be kept.
pub const ORDERS: ConditionKind = ConditionKind(8);
/// Stakes no Luck on the combat order and is not asked.
pub const NO_STAKE: ConditionKind = ConditionKind(9);

/// Whether somebody is dying, not stable.
pub fn is_dying(battle: &Battle, who: CombatantId) -> bool {
    battle.one(who).conditions.has(DYING)
}

/// Whether somebody lies unconscious: whoever strikes him kills, TOT-DYING-02.
pub fn is_helpless(battle: &Battle, who: CombatantId) -> bool {
    battle.one(who).status == Status::Down
}

/// AP that can be spent now, carried ones included: on anything in the own turn, else on defence, TOT-AP-02.
pub fn available(battle: &Battle, who: CombatantId) -> u8 {
    let budgets = &battle.one(who).budgets;
    let all = (budgets.get(CARRIED) + budgets.get(FRESH)).clamp(0, 100) as u8;
    if may_spend(battle, who) { all } else { 0 }
}

/// Whether AP may be spent at all: not before one's first turn, TOT-AP-04, nor after a fumble, TOT-CRIT-03.
pub fn may_spend(battle: &Battle, who: CombatantId) -> bool {
    let one = battle.one(who);
    let own_turn = battle.scene.acting == Some(who);
    one.fights() && one.budgets.get(LOCKED) == 0 && (own_turn || !is_green(battle, who)) && takes_turns(battle, who)
}

/// Whether it is the first round and the first turn is not over, TOT-AP-04.
pub fn is_green(battle: &Battle, who: CombatantId) -> bool {
    battle.scene.round <= 1 && battle.one(who).budgets.get(ACTED) == 0
}

/// Whether somebody has turns and AP: mounts have none, TOT-MOVE-08.
pub fn takes_turns(battle: &Battle, who: CombatantId) -> bool {
    !sheet(battle.one(who)).mount
}

/// Spends AP, carried ones first, TOT-AP-03.
pub fn pay(battle: &Battle, who: CombatantId, points: u8, moment: &mut Moment<'_>) {
    let budgets = &battle.one(who).budgets;
    let (carried, fresh, points) = (budgets.get(CARRIED), budgets.get(FRESH), i16::from(points));
    let first = points.min(carried);
    if first > 0 {
        moment.effect(Effect::Budget(who, CARRIED, carried - first));
    }
    if points > first {
        moment.effect(Effect::Budget(who, FRESH, fresh - (points - first)));
    }
}

/// A condition that lasts until something ends it.
pub const fn lasting(kind: ConditionKind) -> Condition {
    Condition::new(kind, Until::Ended)
}

/// A condition in words.
pub fn describe(battle: &Battle, condition: &Condition) -> Fact {
    let name = |what: &str| {
        let whom = condition.whom.map(|who| battle.one(who).identity.name.to_string());
        format!("{what} {}", whom.unwrap_or_default())
    };
    let (label, words, rule) = match condition.kind {
        UNCONSCIOUS => ("Unconscious", "no turn, no defence".into(), ids::DYING_01),
        DYING => ("Dying", "stabilises or bleeds each turn".into(), ids::DYING_03),
        STABLE => ("Stable", "does not bleed".into(), ids::DYING_04),
        HELD => ("Held", name("no movement; by"), ids::COMP_06),
        HOLDING => ("Holding", name("no movement; holds"), ids::COMP_06),
        MOUNTED => ("Mounted", name("on"), ids::MOVE_08),
        RIDDEN => ("Ridden", name("by"), ids::MOVE_08),
        ONGOING => ("Ongoing damage", format!("1d10 for {} turns", condition.level), ids::DYING_05),
        ORDERS => ("Standing orders", orders_words(condition), ids::ATK_04),
        _ => ("No stake", "no Luck on the combat order".into(), ids::ORDER_01),
    };
    Fact { label: label.into(), value: String::new(), words, rule: Some(rule) }
}

/// Standing orders in words.
pub fn orders_words(orders: &Condition) -> String {
    match (orders.level, orders.detail) {
        (0, _) => "raw defence, without being asked".into(),
        (ap, 0) => format!("{ap} AP on each Evade"),
        (ap, keep) => format!("{ap} AP on Evade, {keep} kept"),
    }
}
