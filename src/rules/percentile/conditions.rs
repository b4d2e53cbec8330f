//! The conditions of `percentile`, and the actions left in a turn.

use super::{catalogue as ids, sheet::MEASURE};
use crate::{
    geometry::Square,
    rules::{Claim, Detail as AnyDetail, Names, RulesetDetail, StandingOrder, claims, prelude::*},
};
use serde::{Deserialize, Serialize};

/// The names of totals, allowances and conditions in trials, by number.
pub const NAMES: Names = Names {
    vitals: &["damage", "wounds", "luck", "exertion"],
    budgets: &["standard", "quick", "moved", "reaction"],
    items: &[],
    conditions: CONDITIONS,
    levels: LEVELS,
    states: &[],
    numbers: &["Damage"],
    fields: FIELDS,
};

/// Full names of the abbreviations in sheets and arms, PCT-CHK-09, PCT-ARM-01.
const FIELDS: &[(&str, &str)] = &[
    ("int", "Intelligence"),
    ("coo", "Coordination"),
    ("som", "Somatics"),
    ("sav", "Savvy"),
    ("dur", "Durability"),
    ("natural_av", "Natural armour value"),
    ("av", "Armour value"),
    ("dv", "Damage value"),
    ("ap", "Armour penetration"),
];

crate::rules::ruleset::record::conditions! {
    /// Ran or charged: -10 to physical checks, PCT-MOVE-02.
    HURRIED "hurried";
    /// +20 to defence, PCT-DEF-06.
    FULL_DEFENCE "full-defence";
    /// +10 against one target, PCT-ATK-08.
    AIM "aim";
    /// A readied action, PCT-REA-04: `whom` is the named enemy, `with` the weapon (none: full defence), `detail` the
    /// trigger and the use of the weapon.
    READIED "readied";
    /// In the saddle of `whom`, PCT-MNT-01.
    MOUNTED "mounted";
    /// Ridden by `whom`, PCT-MNT-01.
    RIDDEN "ridden";
    /// Under the fallen mount `whom`, PCT-MNT-07; level 1: pinned.
    TRAPPED "trapped" 0..=1;
    /// Sees nobody, PCT-BLAST-05.
    BLINDED "blinded";
    /// On fire, PCT-BLAST-05.
    BURNING "burning";
    /// Rates halved, PCT-BLAST-05.
    HINDERED "hindered";
    /// Has made smoke: `level` is its radius in squares (0: its centre alone), `detail` its centre, PCT-TURN-03.
    CLOUD "cloud" 0..=40;
    /// The square `detail` lies within such smoke and was veiled before.
    CLEAR_AIR "clear-air";
    /// Charges, PCT-CHA-01: `level` is the half metres covered, `detail` the square where it began.
    CHARGE "charge" 0..=400;
    /// Rides past `whom` here, PCT-MNT-09; level 1: has struck at `whom` in this charge.
    PASSED "passed" 0..=1;
    /// Struck on the head: -10 to all checks, PCT-STR-02.
    HEAD "head";
    /// Struck on the leg: rates halved, PCT-STR-02.
    LEG "leg";
    /// Has lost a hand, PCT-STR-04: the off hand with detail [`Detail::OffHand`], else the main hand.
    LOST_HAND "lost-hand";
    /// Rates halved, and no running, PCT-STR-04.
    MAIMED_LEG "maimed-leg";
    /// -10 to attacks and Perception, PCT-STR-04.
    LOST_EYE "lost-eye";
    /// Has braced the weapon `with` against charges, PCT-CHA-04.
    BRACED "braced";
    /// Has charged into the braced weapon of `whom`, PCT-CHA-04.
    MET "met";
    /// Fell for a feint: -20 to defence, PCT-MAN-03.
    FEINTED "feinted";
    /// Held by `whom`, PCT-MAN-04.
    GRABBED "grabbed";
    /// Holds `whom`, PCT-MAN-04: with the off hand if the detail is [`Detail::OffHand`], else with the main hand.
    GRABBING "grabbing";
    /// Has made a diving roll and may defend with Athletics, PCT-STU-03, PCT-DEF-05.
    ROLLED "rolled";
    /// Is behind `whom`, who defends against it at -20, PCT-STU-04.
    BEHIND "behind";
    /// Has caught the weapon `detail` of `whom` with the weapon `with`, PCT-MAN-06.
    CATCHING "catching";
    /// The weapon `with` is caught by the weapon `detail` of `whom`, PCT-MAN-06.
    CAUGHT "caught";
}

/// What a condition of `percentile` holds besides its level.
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
    /// (2) An enemy comes within this many metres.
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

/// Whether an effect under way lasts at least as long as a new one of its kind with this many rounds: the longer one
/// stays, PCT-CHK-08.
pub const fn outlasts(begun: &Condition, rounds: u8) -> bool {
    match begun.until {
        Until::Indefinite => true,
        Until::Turns(left) => left >= rounds,
        _ => false,
    }
}

/// The square stored in a condition.
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

/// The detail for a hand: the off hand or the main one.
pub const fn hand(off: bool) -> AnyDetail {
    if off { AnyDetail::Percentile(Detail::OffHand) } else { AnyDetail::None }
}

/// Standard actions used this turn.
pub const STANDARD: Budget = Budget(0);
/// Quick actions used this turn.
pub const QUICK: Budget = Budget(1);
/// The movement of this turn, PCT-MOVE-03: 0 none, [`MOVED_ENOUGH`], [`MOVED_BY_MODE`] or [`MOVED_BY_STUNT`].
pub const MOVED: Budget = Budget(2);
/// The reaction: 0 ready, 1 spent, 2 spent in one's own turn and so missing in the next turn too, PCT-REA-01.
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

/// Adds a condition; of two of the same kind the longer one stays, PCT-CHK-08.
pub fn add_condition(battle: &Battle, who: CombatantId, new: Condition, context: &mut StepContext<'_>) {
    match battle.combatant(who).conditions.find(new.kind) {
        None => context.effect(Effect::AddCondition(who, new)),
        Some(old)
            if old.until == Until::TurnEnd && new.until == Until::NextTurnEnd
                || old.until != Until::Indefinite && new.until == Until::Indefinite =>
        {
            context.effect(Effect::replaced(who, *old, Some(new)));
        }
        Some(_) => {}
    }
}

/// A condition in words.
pub fn describe(battle: &Battle, condition: &Condition) -> Fact {
    let name =
        |who: Option<CombatantId>| who.map_or("anybody".into(), |who| battle.combatant(who).identity.name.to_string());
    let item = || condition.with.map_or("", |item| battle.item(item).name);
    let (label, words, rule): (_, String, _) = match condition.kind {
        HURRIED => ("Hurried", "\u{2212}10 to physical checks until the next turn".into(), ids::MOVE_02),
        FULL_DEFENCE => ("Full defence", "+20 to defence until the next turn".into(), ids::DEF_06),
        AIM => ("Aims", format!("+10 against {} this turn", name(condition.whom)), ids::ATK_08),
        BLINDED if condition.until == Until::Indefinite => ("Blinded", "sees nobody".into(), ids::STR_04),
        BLINDED => ("Blinded", format!("sees nobody{}", rounds(condition)), ids::BLAST_05),
        BURNING => ("Burns", format!("1d10 \u{f7} 2 each turn{}", rounds(condition)), ids::BLAST_05),
        BRACED => ("Braced", format!("{}, against anyone who charges in", item()), ids::CHA_04),
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
        CAUGHT => ("Caught", format!("{}, by {}", item(), name(condition.whom)), ids::MAN_06),
        HINDERED => ("Hindered", format!("rates halved{}", rounds(condition)), ids::BLAST_05),
        CLOUD | CLEAR_AIR => ("Smoke", format!("lies on the board{}", rounds(condition)), ids::TURN_03),
        CHARGE => ("Charges", format!("{} covered", MEASURE.words(condition.level.max(0) as u16)), ids::CHA_02),
        PASSED => ("Rode past", name(condition.whom), ids::MNT_09),
        MOUNTED => ("Rides", format!("on {}", name(condition.whom)), ids::MNT_01),
        RIDDEN => ("Ridden", format!("by {}", name(condition.whom)), ids::MNT_01),
        TRAPPED if condition.level > 0 => ("Pinned", "under the mount".into(), ids::MNT_07),
        TRAPPED => ("Trapped", "under the mount".into(), ids::MNT_07),
        _ => ("Readied", readied_words(battle, condition), ids::REA_04),
    };
    Fact::new(label, "", words, rule)
}

/// How long it lasts, in words.
fn rounds(condition: &Condition) -> String {
    match condition.until {
        Until::Turns(1) => ", 1 round".into(),
        Until::Turns(left) => format!(", {left} rounds"),
        _ => String::new(),
    }
}

/// The label of a trigger.
pub const fn label(trigger: Trigger) -> &'static str {
    match trigger {
        Trigger::Enters => "enters a square I threaten",
        Trigger::Near(_) => "comes near",
        Trigger::Leaves => "starts a step out of a square I threaten",
        Trigger::Appears => "becomes attackable",
        Trigger::Attacks(_) => "attacks",
        Trigger::Stands => "stands up",
        Trigger::Attacked(_) => "has been attacked by an ally",
        Trigger::Ends => "ends its turn",
    }
}

/// The trigger of a readied action, and the use of the weapon.
pub const fn readying(condition: &Condition) -> Option<(Trigger, u8)> {
    match detail(condition) {
        Some(Detail::Readied { trigger, usage }) => Some((trigger, usage)),
        _ => None,
    }
}

/// Whether anybody has readied something; only then are events announced.
pub fn anybody_readied(battle: &Battle) -> bool {
    battle.combatants().any(|fighter| fighter.conditions.has(READIED))
}

/// The readied action in words.
pub fn readied_words(battle: &Battle, condition: &Condition) -> String {
    let act = condition.with.map_or_else(|| "full defence".into(), |item| battle.item(item).name.to_string());
    let foe = condition.whom.map_or("an enemy".into(), |who| battle.combatant(who).identity.name.to_string());
    let Some((trigger, _)) = readying(condition) else { return act };
    let name = |who: CombatantId| &battle.combatant(who).identity.name;
    match trigger {
        Trigger::Near(metres) => format!("{act} when {foe} {}: {metres} m", label(trigger)),
        Trigger::Attacks(ward) => format!("{act} when {foe} {} {}", label(trigger), name(ward)),
        Trigger::Attacked(ward) => format!("{act} when {foe} has been attacked by {}", name(ward)),
        _ => format!("{act} when {foe} {}", label(trigger)),
    }
}

/// Reactions, for standing orders.
pub const REACTIONS: Claim = Claim(0);

/// Readying or bracing overrides earlier standing orders: the combatant is asked again, PCT-REA-04, PCT-CHA-04.
pub fn ask_again(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    claims::order(battle, (who, REACTIONS), StandingOrder::Always, (ids::REA_04, "reactions"), context);
}

/// Whether anybody has braced a weapon; only then are charges announced.
pub fn anybody_braced(battle: &Battle) -> bool {
    battle.combatants().any(|fighter| fighter.conditions.has(BRACED))
}

/// The divisor of movement rates from blows to the leg: each of the two rules halves them, PCT-STR-02, PCT-STR-04,
/// PCT-CHK-08.
pub fn slowed(fighter: Combatant<'_>) -> u16 {
    [LEG, MAIMED_LEG].into_iter().filter(|kind| fighter.conditions.has(*kind)).fold(1, |part, _| part * 2)
}

/// The refusal if no Standard action is left.
pub fn standard(battle: &Battle, who: CombatantId) -> Option<Refusal> {
    (!has_action(battle, who, ActionType::Standard)).then(|| Refusal::new(ids::TURN_01, "No Standard action left"))
}

/// The refusal if no Quick action is left.
pub fn quick(battle: &Battle, who: CombatantId) -> Option<Refusal> {
    (!has_action(battle, who, ActionType::Quick)).then(|| Refusal::new(ids::TURN_01, "No Quick action left"))
}

/// How far a condition takes its bearer out of the fight, in per cent.
pub const fn hindrance(condition: &Condition) -> i8 {
    match condition.kind {
        GRABBED => 60,
        TRAPPED => {
            if condition.level == 0 {
                30
            } else {
                50
            }
        }
        BLINDED => 35,
        LOST_HAND | CAUGHT => 20,
        BURNING | MAIMED_LEG => 12,
        HEAD | LOST_EYE | FEINTED => 8,
        LEG | HINDERED => 5,
        _ => 0,
    }
}
