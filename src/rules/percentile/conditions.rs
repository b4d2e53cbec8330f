//! The conditions of `percentile`, and the actions left in a turn.

use serde::{Deserialize, Serialize};

use super::catalogue as ids;
use crate::{
    geometry::Square,
    rules::{
        Battle, Budget, CombatantId, Condition, ConditionKind, Detail as AnyDetail, Effect, Fact, ItemId, Names,
        RuleId, RulesetDetail, StepContext, Until,
    },
};

/// The names of totals, allowances and conditions in trials, by number.
pub const NAMES: Names = Names {
    vitals: &["damage", "wounds", "luck", "exertion"],
    budgets: &["standard", "quick", "moved", "reaction"],
    items: &[],
    conditions: &[
        "hurried",
        "full-defence",
        "aim",
        "readied",
        "mounted",
        "ridden",
        "trapped",
        "blinded",
        "burning",
        "hindered",
        "cloud",
        "clear-air",
        "charge",
        "passed",
        "head",
        "leg",
        "lost-hand",
        "maimed-leg",
        "lost-eye",
        "braced",
        "met",
        "feinted",
        "grabbed",
        "grabbing",
        "rolled",
        "behind",
        "catching",
        "caught",
    ],
    states: &[],
    numbers: &["Damage"],
};

/// Ran or charged: -10 to physical checks, PCT-MOVE-02.
pub const HURRIED: ConditionKind = ConditionKind(0);
/// +20 to defence, PCT-DEF-06.
pub const FULL_DEFENCE: ConditionKind = ConditionKind(1);
/// +10 against one target, PCT-ATK-08.
pub const AIM: ConditionKind = ConditionKind(2);
/// A readied action, PCT-REA-04: whom the named enemy, with the weapon (none: full defence), detail the trigger and the
/// way of using the weapon.
pub const READIED: ConditionKind = ConditionKind(3);

/// In the saddle of `whom`, PCT-MNT-01.
pub const MOUNTED: ConditionKind = ConditionKind(4);
/// Ridden by `whom`, PCT-MNT-01.
pub const RIDDEN: ConditionKind = ConditionKind(5);
/// Under the fallen mount `whom`, PCT-MNT-07; level 1: pinned.
pub const TRAPPED: ConditionKind = ConditionKind(6);

/// Sees nobody, PCT-BLAST-05.
pub const BLINDED: ConditionKind = ConditionKind(7);
/// On fire, PCT-BLAST-05.
pub const BURNING: ConditionKind = ConditionKind(8);
/// Rates halved, PCT-BLAST-05.
pub const HINDERED: ConditionKind = ConditionKind(9);
/// Has made smoke: level its radius in squares, detail its centre, PCT-TURN-03.
pub const CLOUD: ConditionKind = ConditionKind(10);
/// A square, detail, within such smoke that was veiled before.
pub const CLEAR_AIR: ConditionKind = ConditionKind(11);

/// Charges, PCT-CHA-01: level the half metres covered, detail the square it began in.
pub const CHARGE: ConditionKind = ConditionKind(12);
/// Has ridden past `whom` in this charge, PCT-MNT-09; level 1: struck at it.
pub const PASSED: ConditionKind = ConditionKind(13);
/// Struck on the head: -10 to all checks, PCT-STR-02.
pub const HEAD: ConditionKind = ConditionKind(14);
/// Struck on the leg: rates halved, PCT-STR-02.
pub const LEG: ConditionKind = ConditionKind(15);
/// Has lost a hand, which can hold nothing, PCT-STR-04: detail [`Detail::OffHand`] the off hand, none the main one.
pub const LOST_HAND: ConditionKind = ConditionKind(16);
/// Rates halved, and no running, PCT-STR-04.
pub const MAIMED_LEG: ConditionKind = ConditionKind(17);
/// -10 to attacks and Perception, PCT-STR-04.
pub const LOST_EYE: ConditionKind = ConditionKind(18);

/// Has braced the weapon `with` against charges, PCT-CHA-04.
pub const BRACED: ConditionKind = ConditionKind(19);
/// Has charged into the braced weapon of `whom`, PCT-CHA-04.
pub const MET: ConditionKind = ConditionKind(20);

/// Fell for a feint: -20 to defence, PCT-MAN-03.
pub const FEINTED: ConditionKind = ConditionKind(21);
/// Held by `whom`, PCT-MAN-04.
pub const GRABBED: ConditionKind = ConditionKind(22);
/// Holds `whom` with a hand, PCT-MAN-04: detail [`Detail::OffHand`] the off hand, none the main one.
pub const GRABBING: ConditionKind = ConditionKind(23);

/// Has rolled, and may defend by Athletics, PCT-STU-03, PCT-DEF-05.
pub const ROLLED: ConditionKind = ConditionKind(24);
/// Has got behind `whom`, who defends at -20 against him, PCT-STU-04.
pub const BEHIND: ConditionKind = ConditionKind(25);

/// Has caught the weapon `detail` of `whom` with the weapon `with`, PCT-MAN-06.
pub const CATCHING: ConditionKind = ConditionKind(26);
/// The weapon `with` is caught by the weapon `detail` of `whom`, PCT-MAN-06.
pub const CAUGHT: ConditionKind = ConditionKind(27);

/// What a condition of `percentile` carries besides its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Detail {
    /// Of `READIED`, PCT-REA-04.
    Readied {
        /// What sets it off, PCT-REA-05.
        trigger: Trigger,
        /// Which use of the weapon.
        #[serde(default)]
        usage: u8,
    },
    /// Of `CLOUD`, `CLEAR_AIR` and `CHARGE`.
    At(Square),
    /// Of `CATCHING` and `CAUGHT`: the other weapon.
    Weapon(ItemId),
    /// Of `LOST_HAND` and `GRABBING`.
    OffHand,
}

/// What sets off a readied action, PCT-REA-05.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Trigger {
    /// (1) An enemy enters a threatened square.
    Enters,
    /// (2) An enemy comes within so many metres.
    Near(u8),
    /// (3) An enemy starts a step out of a threatened square.
    Leaves,
    /// (4) An enemy becomes attackable.
    Appears,
    /// (5) An enemy attacks oneself or an ally.
    Attacks(CombatantId),
    /// (6) An enemy stands up.
    Stands,
    /// (7) An ally has attacked the enemy.
    Attacked(CombatantId),
    /// (8) An enemy ends its turn.
    Ends,
}

impl RulesetDetail for Detail {
    fn refers_to(self) -> (Option<CombatantId>, Option<ItemId>) {
        match self {
            Self::Readied { trigger: Trigger::Attacks(ward) | Trigger::Attacked(ward), .. } => (Some(ward), None),
            Self::Weapon(item) => (None, Some(item)),
            Self::Readied { .. } | Self::At(_) | Self::OffHand => (None, None),
        }
    }
}

impl From<Detail> for AnyDetail {
    fn from(detail: Detail) -> Self {
        Self::Percentile(detail)
    }
}

/// The detail of a condition.
pub const fn detail(condition: &Condition) -> Option<Detail> {
    match condition.detail {
        AnyDetail::Percentile(detail) => Some(detail),
        _ => None,
    }
}

/// The square that a condition keeps.
pub const fn square(condition: &Condition) -> Option<Square> {
    match detail(condition) {
        Some(Detail::At(square)) => Some(square),
        _ => None,
    }
}

/// The other weapon of [`CATCHING`] and [`CAUGHT`].
pub const fn other_weapon(condition: &Condition) -> Option<ItemId> {
    match detail(condition) {
        Some(Detail::Weapon(item)) => Some(item),
        _ => None,
    }
}

/// Whether [`LOST_HAND`] or [`GRABBING`] concerns the off hand.
pub const fn is_off_hand(condition: &Condition) -> bool {
    matches!(detail(condition), Some(Detail::OffHand))
}

/// The detail for one of the hands.
pub const fn hand(off: bool) -> AnyDetail {
    if off { AnyDetail::Percentile(Detail::OffHand) } else { AnyDetail::None }
}

/// Standard actions used this turn.
pub const STANDARD: Budget = Budget(0);
/// Quick actions used this turn.
pub const QUICK: Budget = Budget(1);
/// The movement of this turn, PCT-MOVE-03: 0 none, [`MOVED_ENOUGH`], [`MOVED_BY_MODE`] or [`MOVED_BY_STUNT`].
pub const MOVED: Budget = Budget(2);
/// The reaction: 0 ready, 1 spent, 2 spent in one's own turn and therefore missing in the next one too, PCT-REA-01.
pub const REACTION: Budget = Budget(3);

/// No further movement is allowed.
pub const MOVED_ENOUGH: i16 = 1;
/// A movement by mode, which a stunt may follow at once, PCT-MOVE-04.
pub const MOVED_BY_MODE: i16 = 2;
/// A stunt, which a movement by mode may follow at once, PCT-MOVE-04.
pub const MOVED_BY_STUNT: i16 = 3;

/// The type of action that something costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionType {
    /// Standard.
    Standard,
    /// Quick.
    Quick,
}

/// Whether the action is left, PCT-TURN-01: one Standard and one Quick in any order, or three Quick.
pub fn has_action(battle: &Battle, who: CombatantId, action: ActionType) -> bool {
    let budgets = &battle.combatant(who).budgets;
    let (standard, quick) = (budgets.get(STANDARD), budgets.get(QUICK));
    match action {
        ActionType::Standard => standard == 0 && quick <= 1,
        ActionType::Quick => (standard == 0 && quick < 3) || (standard == 1 && quick == 0),
    }
}

/// Spends an action on something other than movement; after it, no second movement is possible, PCT-MOVE-04.
pub fn spend(battle: &Battle, who: CombatantId, action: ActionType, context: &mut StepContext<'_>) {
    if matches!(battle.combatant(who).budgets.get(MOVED), MOVED_BY_MODE | MOVED_BY_STUNT) {
        context.effect(Effect::Budget(who, MOVED, MOVED_ENOUGH));
    }
    pay(battle, who, action, context);
}

/// Spends an action on a movement.
pub fn spend_moving(battle: &Battle, who: CombatantId, action: ActionType, moved: i16, context: &mut StepContext<'_>) {
    let before = battle.combatant(who).budgets.get(MOVED);
    context.effect(Effect::Budget(who, MOVED, if before == 0 { moved } else { MOVED_ENOUGH }));
    pay(battle, who, action, context);
}

fn pay(battle: &Battle, who: CombatantId, action: ActionType, context: &mut StepContext<'_>) {
    let budget = match action {
        ActionType::Standard => STANDARD,
        ActionType::Quick => QUICK,
    };
    context.effect(Effect::Budget(who, budget, battle.combatant(who).budgets.get(budget) + 1));
}

/// Whether the reaction is left, PCT-REA-01.
pub fn has_reaction(battle: &Battle, who: CombatantId) -> bool {
    battle.combatant(who).budgets.get(REACTION) == 0 && !battle.combatant(who).conditions.has(GRABBED)
}

/// Spends the reaction, PCT-REA-01.
pub fn spend_reaction(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let spent = if battle.scene.acting == Some(who) { 2 } else { 1 };
    context.effect(Effect::Budget(who, REACTION, spent));
}

/// Makes somebody hurried, once, PCT-CHK-08.
pub fn hurry(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if !battle.combatant(who).conditions.has(HURRIED) {
        context.effect(Effect::AddCondition(who, Condition::new(HURRIED, Until::TurnStart)));
    }
}

/// Adds a condition; of two by the same rule the longer one stays, PCT-CHK-08.
pub fn add_condition(battle: &Battle, who: CombatantId, new: Condition, context: &mut StepContext<'_>) {
    match battle.combatant(who).conditions.find(new.kind) {
        None => context.effect(Effect::AddCondition(who, new)),
        Some(old)
            if old.until == Until::TurnEnd && new.until == Until::NextTurnEnd
                || old.until != Until::Indefinite && new.until == Until::Indefinite =>
        {
            context.effect(Effect::ReplaceCondition(who, *old, Some(new)));
        }
        Some(_) => {}
    }
}

/// A condition in words.
pub fn describe(battle: &Battle, condition: &Condition) -> Fact {
    let name =
        |who: Option<CombatantId>| who.map_or("anybody".into(), |who| battle.combatant(who).identity.name.to_string());
    let (label, words, rule): (&'static str, String, RuleId) = match condition.kind {
        HURRIED => ("Hurried", "\u{2212}10 to physical checks until the next turn".into(), ids::MOVE_02),
        FULL_DEFENCE => ("Full defence", "+20 to defence until the next turn".into(), ids::DEF_06),
        AIM => ("Aims", format!("+10 against {} this turn", name(condition.whom)), ids::ATK_08),
        BLINDED => ("Blinded", format!("sees nobody{}", rounds(condition)), ids::BLAST_05),
        BURNING => ("Burns", format!("1d10 \u{f7} 2 each turn{}", rounds(condition)), ids::BLAST_05),
        BRACED => {
            let item = condition.with.map(|item| battle.item(item).name.to_string()).unwrap_or_default();
            ("Braced", format!("{item}, against whoever charges in"), ids::CHA_04)
        }
        FEINTED => ("Feinted", "\u{2212}20 to defence until the next turn".into(), ids::MAN_03),
        GRABBED => ("Held", format!("by {}", name(condition.whom)), ids::MAN_04),
        GRABBING => ("Holds", format!("{} fast", name(condition.whom)), ids::MAN_04),
        MET => ("Met", format!("the braced weapon of {}", name(condition.whom)), ids::CHA_04),
        HEAD => ("Head", "\u{2212}10 to all checks until the end of the next turn".into(), ids::STR_02),
        LEG => ("Leg", "rates halved until the end of the next turn".into(), ids::STR_02),
        LOST_HAND if is_off_hand(condition) => ("Off hand lost", "holds nothing".into(), ids::STR_04),
        LOST_HAND => ("Hand lost", "holds nothing".into(), ids::STR_04),
        MAIMED_LEG => ("Leg maimed", "rates halved, no running".into(), ids::STR_04),
        LOST_EYE => ("Eye lost", "\u{2212}10 to attacks and Perception".into(), ids::STR_04),
        ROLLED => ("Rolled", "may defend by Athletics until the next turn".into(), ids::STU_03),
        BEHIND => ("Behind", format!("{}: \u{2212}20 to defend against it", name(condition.whom)), ids::STU_04),
        CATCHING => {
            let caught = other_weapon(condition).map_or("a weapon", |item| battle.item(item).name);
            ("Catches", format!("{caught} of {}", name(condition.whom)), ids::MAN_06)
        }
        CAUGHT => {
            let item = condition.with.map(|item| battle.item(item).name.to_string()).unwrap_or_default();
            ("Caught", format!("{item}, by {}", name(condition.whom)), ids::MAN_06)
        }
        HINDERED => ("Hindered", format!("rates halved{}", rounds(condition)), ids::BLAST_05),
        CLOUD | CLEAR_AIR => ("Smoke", format!("lies on the board{}", rounds(condition)), ids::TURN_03),
        CHARGE => ("Charges", format!("{} covered", super::MEASURE.words(condition.level.max(0) as u16)), ids::CHA_02),
        PASSED => ("Rode past", name(condition.whom), ids::MNT_09),
        MOUNTED => ("Rides", format!("on {}", name(condition.whom)), ids::MNT_01),
        RIDDEN => ("Ridden", format!("by {}", name(condition.whom)), ids::MNT_01),
        TRAPPED if condition.level > 0 => ("Pinned", "under the mount".into(), ids::MNT_07),
        TRAPPED => ("Trapped", "under the mount".into(), ids::MNT_07),
        _ => ("Readied", super::reactions::readied_words(battle, condition), ids::REA_04),
    };
    Fact { label: label.into(), value: String::new(), words, rule: Some(rule) }
}

/// How long it lasts, in words.
fn rounds(condition: &Condition) -> String {
    match condition.until {
        Until::Turns(1) => ", 1 round".into(),
        Until::Turns(left) => format!(", {left} rounds"),
        _ => String::new(),
    }
}
