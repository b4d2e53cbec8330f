//! Conditions, and what follows from them. VIG-COND, VIG-SETUP, VIG-DYING.

use serde::{Deserialize, Serialize};

use super::{
    awareness::{self, come_to, show, stays_hidden},
    catalogue as ids,
    ready::{Deed, Trigger},
    sheet::{ACTIONS, DURABILITY, FELLED, HEALTH, Kind, OFF_HAND, PAID, VIGOR, sheet, sheet_of},
};
use crate::{
    geometry::Square,
    rules::{
        Battle, Combatant, CombatantId, Condition, ConditionKind, Detail as AnyDetail, Effect, Fact, ItemId, Moment,
        Names, Posture, RuleId, RulesetDetail, Site, Status, StepContext, Until, Veil, passed,
    },
};

/// The names of totals, allowances, numbers of items and conditions in trials, by number.
pub const NAMES: Names = Names {
    vitals: &["durability", "health", "vigor", "mana", "armour", "armour-2", "order"],
    budgets: &["actions", "felled", "off-hand", "paid"],
    items: &["durability"],
    conditions: &[
        "winded",
        "shock",
        "stable",
        "unconscious",
        "bound",
        "pinned",
        "stunned",
        "defending",
        "readied",
        "working",
        "ambushed",
        "ambusher",
        "over-watch",
        "hidden",
        "charmed",
        "weakness",
        "intimidated",
        "steps",
        "guarded",
        "brittle",
        "weakened",
        "orders",
        "holding-back",
        "cloud",
        "overcast",
        "chilled",
        "heated",
        "resisting",
        "remembering",
    ],
    states: &["wounded"],
    numbers: &[
        "Attack bonus dice",
        "Attack die steps",
        "Defence die steps",
        "Damage dice",
        "Damage die steps",
        "Cover AR",
        "Armor Rank",
        "Health",
    ],
};

/// The state of the wounded in [`NAMES`], VIG-COND-01.
pub const WOUNDED: usize = 0;

/// Vigor is exhausted, VIG-COND-02.
pub const WINDED: ConditionKind = ConditionKind(0);
/// Dies when it ends, VIG-DYING-01.
pub const SHOCK: ConditionKind = ConditionKind(1);
/// Stabilised, VIG-DYING-03.
pub const STABLE: ConditionKind = ConditionKind(2);
/// VIG-COND-06.
pub const UNCONSCIOUS: ConditionKind = ConditionKind(3);
/// VIG-COND-06.
pub const BOUND: ConditionKind = ConditionKind(4);
/// VIG-COND-06.
pub const PINNED: ConditionKind = ConditionKind(5);
/// One action less in the next turn, VIG-TYPE-08.
pub const STUNNED: ConditionKind = ConditionKind(6);
/// Defensive reactions cost 2 Vigor less, VIG-ACT-01.
pub const DEFENDING: ConditionKind = ConditionKind(7);
/// Has readied an act, VIG-ACT-02: whom the one it is about, detail the trigger and the act.
pub const READIED: ConditionKind = ConditionKind(8);
/// Has begun an ability that takes more actions, VIG-TURN-04: with the ability; the actions paid are an allowance.
pub const WORKING: ConditionKind = ConditionKind(9);
/// VIG-SETUP-03.
pub const AMBUSHED: ConditionKind = ConditionKind(10);
/// VIG-SETUP-04.
pub const AMBUSHER: ConditionKind = ConditionKind(11);
/// Expects the attack that has come, VIG-SETUP-05.
pub const OVER_WATCH: ConditionKind = ConditionKind(12);
/// VIG-SETUP-06.
pub const HIDDEN: ConditionKind = ConditionKind(13);
/// May not target whom, VIG-ACT-05.
pub const CHARMED: ConditionKind = ConditionKind(14);
/// Has found a weakness of whom: a Charge on the next attack roll at it, VIG-ACT-05.
pub const WEAKNESS: ConditionKind = ConditionKind(15);
/// A Challenge on all action rolls, by whom, VIG-ACT-05.
pub const INTIMIDATED: ConditionKind = ConditionKind(16);
/// So many Charges on all action rolls, Challenges if less than 0.
pub const STEPS: ConditionKind = ConditionKind(17);
/// So much more Guard.
pub const GUARDED: ConditionKind = ConditionKind(18);
/// AR of worn armour is halved against Kinetic impact, VIG-TYPE-09.
pub const BRITTLE: ConditionKind = ConditionKind(19);
/// AR of worn armour is 1 lower, VIG-TYPE-09.
pub const WEAKENED: ConditionKind = ConditionKind(20);
/// Standing orders for reactions: they hold while there is more Vigor than its level.
pub const ORDERS: ConditionKind = ConditionKind(21);
/// Has declined to roll initiative, VIG-INIT-04.
pub const HOLDING_BACK: ConditionKind = ConditionKind(22);
/// Has laid smoke: level its radius in squares, detail its centre, VIG-VIS-03.
pub const CLOUD: ConditionKind = ConditionKind(23);
/// Such smoke lies where something else lay: detail where and what.
pub const OVERCAST: ConditionKind = ConditionKind(24);
/// Has made a feature of the board brittle, which the detail names, VIG-TYPE-09.
pub const CHILLED: ConditionKind = ConditionKind(25);
/// Has weakened a feature of the board, which the detail names, VIG-TYPE-09.
pub const HEATED: ConditionKind = ConditionKind(26);
/// Standing orders for Resistance: level [`RESISTS_ALL`] or [`RESISTS_NOTHING`]. VIG-RES-01.
pub const RESISTING: ConditionKind = ConditionKind(27);

/// Unconscious, and will know again, when awake, of those whom the detail names. VIG-SETUP-06.
pub const REMEMBERING: ConditionKind = ConditionKind(28);

/// Struggles against everything, a friend's help too, VIG-RES-01.
pub const RESISTS_ALL: i16 = 1;
/// Struggles against nothing, VIG-RES-01.
pub const RESISTS_NOTHING: i16 = 2;

/// What a condition carries besides its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Detail {
    /// What is waited for and what is done then, VIG-ACT-02.
    Readied(Trigger, Deed),
    /// Which reactions standing orders are for.
    Orders(Orders),
    /// The middle of smoke.
    Cloud(Square),
    /// A square in smoke, and what veiled it before.
    Overcast(Square, Veil),
    /// The feature of the board that it is about, VIG-TYPE-09.
    Feature(Site),
    /// Of which sixteen combatants those with a bit have been known, VIG-SETUP-06.
    Known(u8, u16),
}

/// Which reactions standing orders let happen without asking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Orders {
    /// Defend while there is more Vigor than that; let all else pass.
    Defend,
    /// Defend and take openings while there is.
    React,
    /// React to nothing.
    Nothing,
}

impl RulesetDetail for Detail {
    fn refers_to(self) -> (Option<CombatantId>, Option<ItemId>) {
        match self {
            Self::Readied(trigger, _) => (trigger.ward(), None),
            Self::Orders(_) | Self::Cloud(_) | Self::Overcast(..) | Self::Feature(_) | Self::Known(..) => (None, None),
        }
    }
}

impl From<Detail> for AnyDetail {
    fn from(detail: Detail) -> Self {
        Self::Vigor(detail)
    }
}

/// What a condition carries.
pub const fn detail(condition: &Condition) -> Option<Detail> {
    match condition.detail {
        AnyDetail::Vigor(detail) => Some(detail),
        _ => None,
    }
}

/// A condition that ends by something else than time.
pub const fn lasting(kind: ConditionKind) -> Condition {
    Condition::new(kind, Until::Indefinite)
}

/// Whether a living or undead creature is wounded, VIG-COND-01.
pub fn is_wounded(one: Combatant<'_>) -> bool {
    sheet(one).kind.has_health() && one.vitals.get(DURABILITY) == 0
}

/// Whether somebody is unconscious, in Shock or otherwise, VIG-DYING-01.
pub fn is_unconscious(one: Combatant<'_>) -> bool {
    [UNCONSCIOUS, SHOCK, STABLE].into_iter().any(|kind| one.conditions.has(kind))
}

/// Whether somebody is incapacitated: unconscious, bound or pinned. VIG-COND-06.
pub fn is_incapacitated(one: Combatant<'_>) -> bool {
    is_unconscious(one) || one.conditions.has(BOUND) || one.conditions.has(PINNED)
}

/// Whether somebody is there to be attacked: in the fight, or lying in Shock or stabilised.
pub fn is_target(one: Combatant<'_>) -> bool {
    matches!(one.status, Status::Fighting | Status::Down)
}

/// Whether somebody takes turns now. VIG-TURN-03, VIG-COND-02, VIG-OBJ-01.
pub fn can_act(one: Combatant<'_>) -> bool {
    one.fights() && !one.conditions.has(WINDED) && !is_unconscious(one) && sheet(one).kind != Kind::Object
}

/// Whether somebody may react at all: not in a turn of their own, neither incapacitated nor Winded. VIG-REACT-01,
/// VIG-REACT-02.
pub fn can_react(battle: &Battle, who: CombatantId) -> bool {
    let one = battle.combatant(who);
    can_act(one) && !is_incapacitated(one) && battle.scene.acting != Some(who)
}

/// Whether a body bars squares to others, VIG-MOVE-03.
pub fn blocks(one: Combatant<'_>) -> bool {
    one.fights() && !is_incapacitated(one)
}

/// Pays Vigor; at 0 the payer is Winded. VIG-REACT-03, VIG-COND-02.
pub fn pay_vigor(battle: &Battle, who: CombatantId, cost: u8, context: &mut StepContext<'_>) {
    if cost == 0 {
        return;
    }
    let one = battle.combatant(who);
    let left = (one.vitals.get(VIGOR) - i16::from(cost)).max(0);
    context.effect(Effect::Vital(who, VIGOR, left));
    if left == 0 && !one.conditions.has(WINDED) {
        become_winded(battle, who, context);
    }
}

/// Becoming Winded: what was readied or begun is lost, VIG-COND-02, VIG-ACT-02, VIG-TURN-04.
fn become_winded(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    context.effect(Effect::AddCondition(who, lasting(WINDED)));
    context.note(who, ids::COND_02, "is Winded");
    drop_plans(battle, who, ids::COND_02, context);
}

/// Sets Vigor where it is gained; at 5 or at its maximum nobody stays Winded. VIG-COND-02.
pub fn gain_vigor(battle: &Battle, who: CombatantId, gained: i16, context: &mut StepContext<'_>) {
    let one = battle.combatant(who);
    let (before, most) = (one.vitals.get(VIGOR), sheet(one).vigor);
    let now = before.saturating_add(gained.max(0)).min(most.max(before));
    if now != before {
        context.effect(Effect::Vital(who, VIGOR, now));
    }
    if one.conditions.has(WINDED) && (now >= 5 || now >= most) {
        context.effect(Effect::Clear(who, WINDED));
        context.note(who, ids::COND_02, "is no longer Winded");
    }
}

/// What was readied or begun is lost. VIG-TURN-04, VIG-ACT-02.
pub fn drop_plans(battle: &Battle, who: CombatantId, rule: RuleId, context: &mut StepContext<'_>) {
    let one = battle.combatant(who);
    for kind in [READIED, WORKING] {
        if one.conditions.has(kind) {
            context.effect(Effect::Clear(who, kind));
            context.note(who, rule, if kind == WORKING { "loses the ability begun" } else { "is no longer ready" });
        }
    }
    if one.budgets.get(PAID) != 0 {
        context.effect(Effect::Budget(who, PAID, 0));
    }
}

/// Knocks somebody down; in their own turn the act under way is lost. VIG-COND-05.
pub fn knock_down(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let one = battle.combatant(who);
    if sheet(one).kind == Kind::Object {
        return;
    }
    if one.posture != Posture::Prone {
        context.effect(Effect::Posture(who, Posture::Prone));
        context.note(who, ids::COND_05, "is knocked down");
    }
    if battle.scene.acting == Some(who) {
        context.effect(Effect::Budget(who, FELLED, 1));
        // An off-hand attack would be a part of that act, VIG-ATK-07.
        if one.budgets.get(OFF_HAND) != 0 {
            context.effect(Effect::Budget(who, OFF_HAND, 0));
        }
        if one.conditions.has(WORKING) {
            context.effect(Effect::Clear(who, WORKING));
            context.effect(Effect::Budget(who, PAID, 0));
            context.note(who, ids::TURN_04, "loses the ability begun");
        }
    }
}

/// Stuns a living creature, which has one action less in its next turn; not cumulative. VIG-TYPE-08.
pub fn stun(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let already = context.effects().any(
        |effect| matches!(effect, Effect::AddCondition(one, condition) if *one == who && condition.kind == STUNNED),
    );
    if !already && !battle.combatant(who).conditions.has(STUNNED) {
        context.effect(Effect::AddCondition(who, Condition::new(STUNNED, Until::TurnStart)));
        context.note(who, ids::TYPE_08, "is stunned");
    }
}

/// Makes somebody unconscious: prone, unaware of everybody until it wakes. VIG-DYING-01, VIG-SETUP-06.
pub fn fall_unconscious(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let one = battle.combatant(who);
    if one.posture != Posture::Prone && sheet(one).kind != Kind::Object {
        context.effect(Effect::Posture(who, Posture::Prone));
    }
    awareness::forget(battle, who, context);
    drop_plans(battle, who, ids::COND_06, context);
}

/// Puts a living creature into Shock, with a new clock: VIG-DYING-01. It is out of the fight, VIG-DYING-04.
pub fn go_into_shock(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let rounds = sheet_of(battle, who).stamina;
    if rounds == 0 {
        return die(battle, who, ids::DYING_01, context);
    }
    let one = battle.combatant(who);
    for kind in [SHOCK, STABLE].into_iter().filter(|kind| one.conditions.has(*kind)) {
        context.effect(Effect::Clear(who, kind));
    }
    let until = crate::rules::rounds_from_now(battle, rounds as u16);
    context.effect(Effect::AddCondition(who, Condition::new(SHOCK, until)));
    context.note(who, ids::DYING_01, format_args!("goes into Shock, {rounds} rounds to live"));
    fall_unconscious(battle, who, context);
    if one.status != Status::Down {
        context.effect(Effect::Status(who, Status::Down));
    }
}

/// Kills or destroys somebody.
pub fn die(battle: &Battle, who: CombatantId, rule: RuleId, context: &mut StepContext<'_>) {
    let one = battle.combatant(who);
    context.effect(Effect::Status(who, Status::Dead));
    for kind in [SHOCK, STABLE].into_iter().filter(|kind| one.conditions.has(*kind)) {
        context.effect(Effect::Clear(who, kind));
    }
    context.note(who, rule, if sheet(one).kind == Kind::Living { "dies" } else { "is destroyed" });
}

/// Ends Shock by a check, VIG-DYING-03.
pub fn stabilise(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if battle.combatant(who).conditions.has(SHOCK) {
        context.effect(Effect::Clear(who, SHOCK));
        context.effect(Effect::AddCondition(who, lasting(STABLE)));
        context.note(who, ids::DYING_03, "is stable");
    }
}

/// Ends Shock by at least 1 Health: conscious and prone. VIG-DYING-03. Awareness comes back, VIG-SETUP-06.
pub fn revive(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let one = battle.combatant(who);
    for kind in [SHOCK, STABLE].into_iter().filter(|kind| one.conditions.has(*kind)) {
        context.effect(Effect::Clear(who, kind));
    }
    if one.status == Status::Down {
        context.effect(Effect::Status(who, Status::Fighting));
        context.note(who, ids::DYING_03, "comes round");
        come_to(battle, who, context);
    }
}

/// Whether somebody stays unconscious though one spell of it is over.
fn is_out_cold(one: Combatant<'_>) -> bool {
    let spells = one.conditions.0.iter().filter(|condition| condition.kind == UNCONSCIOUS).count();
    spells > 1 || one.conditions.has(SHOCK) || one.conditions.has(STABLE)
}

/// Ends what ends at a moment, each one's in the order in which it began; whoever's clock runs out dies. VIG-TURN-05,
/// VIG-DYING-01.
pub fn pass(battle: &Battle, moment: Moment, context: &mut StepContext<'_>) {
    for one in passed(battle, moment) {
        let effect = one.effect();
        // What ends with a place in the order and with the round ends once; each of several that are equal ends.
        let ended = context.effects().filter(|known| **known == effect).count();
        let crate::rules::Bearer::Combatant(who) = one.on else { continue };
        let all = battle.combatant(who).conditions.0.iter();
        if ended >= all.filter(|condition| **condition == one.before).count() {
            continue;
        }
        context.effect(effect);
        match (one.before.kind, one.after) {
            (SHOCK, None) => die(battle, who, ids::DYING_01, context),
            (UNCONSCIOUS, None) if !is_out_cold(battle.combatant(who)) => come_to(battle, who, context),
            (HIDDEN, None) if !stays_hidden(battle, who, context) => show(battle, who, context),
            (CLOUD, None) => super::smoke::lift(battle, who, &one.before, context),
            _ => {}
        }
    }
}

/// Charges less Challenges that conditions put on all action rolls: those of abilities add up, whoever is intimidated by
/// two is intimidated. VIG-ACT-05, VIG-COND-08.
pub fn steps(one: Combatant<'_>) -> i32 {
    let abilities = one.conditions.0.iter().filter(|condition| condition.kind == STEPS);
    abilities.map(|condition| i32::from(condition.level)).sum::<i32>() - i32::from(one.conditions.has(INTIMIDATED))
}

/// Actions that somebody has at the start of a turn. VIG-TURN-01, VIG-SETUP-03, VIG-SETUP-04, VIG-SETUP-07, VIG-TYPE-08.
pub fn actions(battle: &Battle, who: CombatantId) -> i16 {
    let one = battle.combatant(who);
    let all = sheet(one).actions + i16::from(one.conditions.has(AMBUSHER));
    let all = if battle.scene.round <= 1 && one.conditions.has(AMBUSHED) { 1 } else { all };
    (all - i16::from(one.conditions.has(STUNNED))).max(0)
}

/// Actions that somebody will have in the next turn, as far as it is known. In round 2 nothing is left of an ambush.
pub fn actions_next(battle: &Battle, who: CombatantId) -> i16 {
    let (one, order) = (battle.combatant(who), &battle.scene.order);
    let place = |who: CombatantId| order.iter().position(|one| *one == who);
    let is_later = battle.scene.acting.is_none_or(|acting| place(acting) < place(who));
    if battle.scene.round <= 1 && is_later {
        return actions(battle, who);
    }
    (sheet(one).actions - i16::from(one.conditions.has(STUNNED))).max(0)
}

/// Actions left in the turn.
pub fn actions_left(battle: &Battle, who: CombatantId) -> u8 {
    battle.combatant(who).budgets.get(ACTIONS).max(0) as u8
}

/// Health and Durability that somebody has lost.
pub fn injury(battle: &Battle, who: CombatantId) -> i16 {
    let one = battle.combatant(who);
    let numbers = sheet(one);
    let lost = |now: i16, full: i16| (full - now).max(0);
    lost(one.vitals.get(DURABILITY), numbers.durability) + lost(one.vitals.get(HEALTH), numbers.health_max())
}

/// A condition in words.
pub fn describe(battle: &Battle, condition: &Condition) -> Fact {
    let whom = condition.whom.map(|who| battle.combatant(who).identity.name.to_string()).unwrap_or_default();
    let fact = |label: &'static str, words: String, rule: RuleId| Fact {
        label: label.into(),
        value: String::new(),
        words,
        rule: Some(rule),
    };
    match condition.kind {
        WINDED => fact("Winded", "neither acts nor reacts until 5 Vigor are back".into(), ids::COND_02),
        SHOCK => fact("Shock", format!("dies {}", when(battle, condition)), ids::DYING_01),
        STABLE => fact("Stable", "unconscious until 1 Health is back".into(), ids::DYING_03),
        UNCONSCIOUS => fact("Unconscious", "does nothing, knows of nobody".into(), ids::COND_06),
        BOUND => fact("Bound", "nothing that takes movement, no reactions".into(), ids::COND_06),
        PINNED => fact("Pinned", "nothing that takes movement, no reactions".into(), ids::COND_06),
        STUNNED => fact("Stunned", "one action less in the next turn".into(), ids::TYPE_08),
        DEFENDING => fact("Defending", "defensive reactions cost 2 Vigor less".into(), ids::ACT_01),
        READIED => fact("Ready", super::ready::words(battle, condition), ids::ACT_02),
        WORKING => {
            let name = condition.with.map(|item| battle.item(item).name.to_string()).unwrap_or_default();
            fact("At work", format!("{name}: more actions to pay"), ids::TURN_04)
        }
        AMBUSHED => fact("Ambushed", "one action in round 1, unaware of enemies before".into(), ids::SETUP_03),
        AMBUSHER => fact("Ambusher", "one action more in round 1".into(), ids::SETUP_04),
        OVER_WATCH => fact("Over Watch", "a bonus die on initiative".into(), ids::SETUP_05),
        REMEMBERING => fact("Remembers", "knows of the same enemies again once awake".into(), ids::SETUP_06),
        HIDDEN => fact("Hidden", "enemies are not aware of it".into(), ids::SETUP_06),
        CHARMED => fact("Charmed", format!("may not target {whom}"), ids::ACT_05),
        WEAKNESS => fact("Weakness found", format!("a Charge on the next attack at {whom}"), ids::ACT_05),
        INTIMIDATED => fact("Intimidated", "a Challenge on all action rolls".into(), ids::ACT_05),
        STEPS if condition.level >= 0 => {
            fact("Inspired", format!("{} Charges on all action rolls", condition.level), ids::ROLL_05)
        }
        STEPS => fact("Hampered", format!("{} Challenges on all action rolls", -condition.level), ids::ROLL_05),
        GUARDED => fact("Guarded", format!("{:+} Guard", condition.level), ids::ATK_03),
        BRITTLE => fact("Brittle", "AR is halved against Kinetic impact".into(), ids::TYPE_09),
        WEAKENED => fact("Weakened", "AR is 1 lower".into(), ids::TYPE_09),
        ORDERS => fact("Standing orders", orders_words(condition), ids::REACT_05),
        CLOUD => fact("Smoke", format!("lies on the board, lifts {}", when(battle, condition)), ids::VIS_03),
        OVERCAST => fact("Smoke", "lies where something else lay".into(), ids::VIS_03),
        CHILLED => fact("Has chilled", feature_words(condition, "AR is halved against Kinetic impact"), ids::TYPE_09),
        HEATED => fact("Has heated", feature_words(condition, "AR is 1 lower"), ids::TYPE_09),
        RESISTING => fact("Resistance", resisting_words(Some(condition)), ids::RES_01),
        _ => fact("Holding back", "has no place in the order".into(), ids::INIT_04),
    }
}

/// When a condition ends, in words.
fn when(battle: &Battle, condition: &Condition) -> String {
    match condition.until {
        Until::Place { of, round } => {
            format!("at {}'s place in round {round}", battle.combatant(of).identity.name)
        }
        Until::RoundEnd(round) => format!("at the end of round {round}"),
        _ => "in time".into(),
    }
}

/// What has become of a feature, in words: "c4: AR is 1 lower".
fn feature_words(condition: &Condition, words: &str) -> String {
    match detail(condition) {
        Some(Detail::Feature(Site::Square(square))) => format!("{square}: {words}"),
        Some(Detail::Feature(Site::Edge(edge))) => format!("edge of {}: {words}", edge.squares()[0]),
        _ => words.into(),
    }
}

/// Standing orders for Resistance in words, VIG-RES-01.
pub fn resisting_words(condition: Option<&Condition>) -> String {
    let words = match condition.map(|orders| orders.level) {
        None => "resists harm",
        Some(RESISTS_ALL) => "resists all, a friend's help too",
        Some(_) => "resists nothing",
    };
    words.into()
}

/// Standing orders in words.
pub fn orders_words(condition: &Condition) -> String {
    let above = condition.level;
    match detail(condition) {
        Some(Detail::Orders(Orders::React)) => format!("reacts while it has more than {above} Vigor"),
        Some(Detail::Orders(Orders::Nothing)) => "reacts to nothing".into(),
        _ => format!("defends while it has more than {above} Vigor"),
    }
}

/// How far a condition takes its bearer out of the fight, in per cent.
pub const fn hindrance(condition: &Condition) -> i8 {
    match condition.kind {
        WINDED => 60,
        UNCONSCIOUS => 90,
        STABLE => -30,
        BOUND | PINNED => 80,
        STUNNED => 30,
        INTIMIDATED | CHARMED => 15,
        STEPS => {
            if condition.level < 0 {
                10
            } else {
                -10
            }
        }
        DEFENDING | WEAKNESS => -8,
        READIED => -5,
        GUARDED => -10,
        BRITTLE | WEAKENED => 3,
        _ => 0,
    }
}
