//! The conditions of `vigor`, what they mean for a combatant, and their words. VIG-COND, VIG-SETUP, VIG-DYING.

use serde::{Deserialize, Serialize};

use super::{
    ability::Pool,
    catalogue as ids, cover,
    sheet::{ACTIONS, DURABILITY, HEALTH, Kind, PAID, Recovery, sheet, vigor_of},
};
use crate::{
    geometry::{Footprint, Square},
    rules::{Detail as AnyDetail, Names, RulesetDetail, Site, Veil, prelude::*},
};

crate::rules::ruleset::record::conditions! {
    /// Vigor is exhausted, VIG-COND-02.
    WINDED "winded";
    /// In Shock: dies when it ends, VIG-DYING-01.
    SHOCK "shock";
    /// Stabilised, VIG-DYING-03.
    STABLE "stable";
    /// VIG-COND-06.
    UNCONSCIOUS "unconscious";
    /// VIG-COND-06.
    BOUND "bound";
    /// VIG-COND-06.
    PINNED "pinned";
    /// Has 1 action less in the next turn, VIG-TYPE-08.
    STUNNED "stunned";
    /// Defensive reactions cost 2 Vigor less, VIG-ACT-01.
    DEFENDING "defending";
    /// Has readied an act, VIG-ACT-02; `whom`: the combatant it waits for; detail: the trigger and the act.
    READIED "readied";
    /// Has begun an ability that takes more actions, VIG-TURN-04; `with`: the ability. The actions paid are a budget.
    WORKING "working";
    /// VIG-SETUP-03.
    AMBUSHED "ambushed";
    /// VIG-SETUP-04.
    AMBUSHER "ambusher";
    /// On Over Watch in the direction the attack came from, VIG-SETUP-05.
    OVER_WATCH "over-watch";
    /// VIG-SETUP-06.
    HIDDEN "hidden";
    /// May not target `whom`, VIG-ACT-05.
    CHARMED "charmed";
    /// Has found a weakness of `whom`: a Charge on the next attack roll at it, VIG-ACT-05.
    WEAKNESS "weakness";
    /// Has a Challenge on all action rolls because of `whom`, VIG-ACT-05.
    INTIMIDATED "intimidated";
    /// Level: Charges on all action rolls, Challenges if negative.
    STEPS "steps" -10..=10;
    /// Level: added to Guard.
    GUARDED "guarded" -99..=99;
    /// AR of worn armour is halved against Kinetic impact, VIG-TYPE-09.
    BRITTLE "brittle";
    /// AR of worn armour is 1 lower, VIG-TYPE-09.
    WEAKENED "weakened";
    /// Has declined to roll initiative, VIG-INIT-04.
    HOLDING_BACK "holding-back";
    /// Has laid smoke; level: its radius in squares; detail: its centre. VIG-VIS-03.
    CLOUD "cloud" 0..=100;
    /// That smoke covers a square that had another veil; detail: the square and the veil.
    OVERCAST "overcast";
    /// Has made a feature of the board brittle; detail: the feature. VIG-TYPE-09.
    CHILLED "chilled";
    /// Has weakened a feature of the board; detail: the feature. VIG-TYPE-09.
    HEATED "heated";
    /// Standing orders for Resistance; level: [`RESISTS_ALL`] or [`RESISTS_NOTHING`]. VIG-RES-01.
    RESISTING "resisting" 1..=2;
    /// Unconscious; when awake, will be aware again of the combatants in the detail. VIG-SETUP-06.
    REMEMBERING "remembering";
}

/// The names of vitals, budgets, numbers of items and conditions in trials, by index.
pub const NAMES: Names = Names {
    vitals: &["durability", "health", "vigor", "mana", "armour", "armour-2", "order"],
    budgets: &["actions", "felled", "off-hand", "paid"],
    items: &["durability"],
    conditions: CONDITIONS,
    levels: LEVELS,
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
    fields: &[],
};

/// The index of the wounded state in [`NAMES`], VIG-COND-01.
pub const WOUNDED: usize = 0;

/// Resists everything, even a friend's help, VIG-RES-01.
pub const RESISTS_ALL: i16 = 1;
/// Resists nothing, VIG-RES-01.
pub const RESISTS_NOTHING: i16 = 2;

/// What a condition carries besides its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Detail {
    /// The trigger and the readied act, VIG-ACT-02.
    Readied(Trigger, Act),
    /// The centre of smoke.
    Cloud(Square),
    /// A square in smoke, and the veil it had before.
    Overcast(Square, Veil),
    /// The feature of the board that is affected, VIG-TYPE-09.
    Feature(Site),
    /// Combatants that were known, VIG-SETUP-06: the index of a group of sixteen, and a bit for each of them.
    Known(u8, u16),
}

impl RulesetDetail for Detail {
    fn refers_to(self) -> (Option<CombatantId>, Option<ItemId>) {
        match self {
            Self::Readied(trigger, _) => (trigger.ward(), None),
            Self::Cloud(_) | Self::Overcast(..) | Self::Feature(_) | Self::Known(..) => (None, None),
        }
    }
}

impl From<Detail> for AnyDetail {
    fn from(detail: Detail) -> Self {
        Self::Vigor(detail)
    }
}

/// The detail of a condition of `vigor`.
pub const fn detail(condition: &Condition) -> Option<Detail> {
    match condition.detail {
        AnyDetail::Vigor(detail) => Some(detail),
        _ => None,
    }
}

/// A condition that lasts until something ends it.
pub const fn lasting(kind: ConditionKind) -> Condition {
    Condition::new(kind, Until::Indefinite)
}

/// Whether a living or undead creature is wounded, VIG-COND-01.
pub fn is_wounded(fighter: Combatant<'_>) -> bool {
    sheet(fighter).kind.has_health() && fighter.vitals.get(DURABILITY) == 0
}

/// Whether a combatant is unconscious, in Shock or otherwise, VIG-DYING-01.
pub fn is_unconscious(fighter: Combatant<'_>) -> bool {
    [UNCONSCIOUS, SHOCK, STABLE].into_iter().any(|kind| fighter.conditions.has(kind))
}

/// Whether a combatant is incapacitated: unconscious, bound or pinned. VIG-COND-06.
pub fn is_incapacitated(fighter: Combatant<'_>) -> bool {
    is_unconscious(fighter) || fighter.conditions.has(BOUND) || fighter.conditions.has(PINNED)
}

/// The points recovered each round, in order: Vigor, then special recovery of Durability, Mana and Health. The wounded
/// recover no Durability. VIG-END-01 to VIG-END-03.
pub fn recovery(fighter: Combatant<'_>) -> [(Pool, i16); 4] {
    let numbers = sheet(fighter);
    let Recovery { durability, mana, health, .. } = numbers.recovery;
    let durability = if is_wounded(fighter) { 0 } else { durability };
    [(Pool::Vigor, vigor_of(numbers)), (Pool::Durability, durability), (Pool::Mana, mana), (Pool::Health, health)]
}

/// Why an act that needs movement is impossible: the combatant is incapacitated, VIG-COND-06.
pub fn cannot_move(fighter: Combatant<'_>) -> Option<Refusal> {
    is_incapacitated(fighter).then(|| Refusal::new(ids::COND_06, "Cannot move"))
}

/// Whether a combatant can be attacked: it is in the fight, in Shock or stabilised.
pub fn is_target(fighter: Combatant<'_>) -> bool {
    matches!(fighter.status, Status::Fighting | Status::Down)
}

/// Whether a combatant can take turns now. VIG-TURN-03, VIG-COND-02, VIG-OBJ-01.
pub fn can_act(fighter: Combatant<'_>) -> bool {
    fighter.fights()
        && !fighter.conditions.has(WINDED)
        && !is_unconscious(fighter)
        && sheet(fighter).kind != Kind::Object
}

/// Whether a combatant may react at all: not in its own turn, and neither incapacitated nor Winded. VIG-REACT-01,
/// VIG-REACT-02.
pub fn can_react(battle: &Battle, who: CombatantId) -> bool {
    let fighter = battle.combatant(who);
    can_act(fighter) && !is_incapacitated(fighter) && battle.scene.acting != Some(who)
}

/// Whether a combatant blocks its squares to others, VIG-MOVE-03.
pub fn blocks(fighter: Combatant<'_>) -> bool {
    fighter.fights() && !is_incapacitated(fighter)
}

/// Charges less Challenges from conditions on all action rolls: those of abilities add up, being intimidated counts
/// once. VIG-ACT-05, VIG-COND-08.
pub fn steps(fighter: Combatant<'_>) -> i32 {
    let abilities = fighter.conditions.0.iter().filter(|condition| condition.kind == STEPS);
    abilities.map(|condition| i32::from(condition.level)).sum::<i32>() - i32::from(fighter.conditions.has(INTIMIDATED))
}

/// Actions at the start of a combatant's turn. VIG-TURN-01, VIG-SETUP-03, VIG-SETUP-04, VIG-SETUP-07, VIG-TYPE-08.
pub fn actions(battle: &Battle, who: CombatantId) -> i16 {
    let fighter = battle.combatant(who);
    let all = sheet(fighter).actions + i16::from(fighter.conditions.has(AMBUSHER));
    let all = if battle.scene.round <= 1 && fighter.conditions.has(AMBUSHED) { 1 } else { all };
    (all - i16::from(fighter.conditions.has(STUNNED))).max(0)
}

/// Actions in a combatant's next turn, as far as is known. From round 2 on an ambush no longer counts.
pub fn actions_next(battle: &Battle, who: CombatantId) -> i16 {
    let (fighter, order) = (battle.combatant(who), &battle.scene.order);
    let place = |who: CombatantId| order.iter().position(|known| *known == who);
    let is_later = battle.scene.acting.is_none_or(|acting| place(acting) < place(who));
    if battle.scene.round <= 1 && is_later {
        return actions(battle, who);
    }
    (sheet(fighter).actions - i16::from(fighter.conditions.has(STUNNED))).max(0)
}

/// Actions left in the turn.
pub fn actions_left(battle: &Battle, who: CombatantId) -> u8 {
    battle.combatant(who).budgets.get(ACTIONS).max(0) as u8
}

/// Actions paid for an ability in progress, VIG-TURN-04.
pub fn actions_paid(battle: &Battle, who: CombatantId, item: ItemId) -> u8 {
    let fighter = battle.combatant(who);
    let is_it = fighter.conditions.find(WORKING).is_some_and(|work| work.with == Some(item));
    if is_it { fighter.budgets.get(PAID).clamp(0, 100) as u8 } else { 0 }
}

/// Health and Durability that a combatant has lost.
pub fn injury(battle: &Battle, who: CombatantId) -> i16 {
    let fighter = battle.combatant(who);
    let numbers = sheet(fighter);
    let lost = |now: i16, full: i16| (full - now).max(0);
    lost(fighter.vitals.get(DURABILITY), numbers.durability) + lost(fighter.vitals.get(HEALTH), numbers.health_max())
}

/// A condition in words.
pub fn describe(battle: &Battle, condition: &Condition) -> Fact {
    let whom = condition.whom.map(|who| battle.combatant(who).identity.name.to_string()).unwrap_or_default();
    let fact = |label: &'static str, words: String, rule| Fact::new(label, "", words, rule);
    let steps = |count: i16, word: &str| format!("{} on all action rolls", counted(count, word));
    match condition.kind {
        WINDED => fact("Winded", "neither acts nor reacts until 5 Vigor are back".into(), ids::COND_02),
        SHOCK => fact("Shock", format!("dies {}", when(battle, condition)), ids::DYING_01),
        STABLE => fact("Stable", "unconscious until 1 Health is back".into(), ids::DYING_03),
        UNCONSCIOUS => fact("Unconscious", "cannot act, aware of nobody".into(), ids::COND_06),
        BOUND => fact("Bound", "no act that needs movement, no reactions".into(), ids::COND_06),
        PINNED => fact("Pinned", "no act that needs movement, no reactions".into(), ids::COND_06),
        STUNNED => fact("Stunned", "one action less in the next turn".into(), ids::TYPE_08),
        DEFENDING => fact("Defending", "defensive reactions cost 2 Vigor less".into(), ids::ACT_01),
        READIED => fact("Ready", readied_words(battle, condition), ids::ACT_02),
        WORKING => {
            let name = condition.with.map(|item| battle.item(item).name.to_string()).unwrap_or_default();
            fact("At work", format!("{name}: more actions to pay"), ids::TURN_04)
        }
        AMBUSHED => fact("Ambushed", "one action in round 1, unaware of enemies until then".into(), ids::SETUP_03),
        AMBUSHER => fact("Ambusher", "one action more in round 1".into(), ids::SETUP_04),
        OVER_WATCH => fact("Over Watch", "a bonus die on initiative".into(), ids::SETUP_05),
        REMEMBERING => fact("Remembers", "will be aware of the same enemies once awake".into(), ids::SETUP_06),
        HIDDEN => fact("Hidden", "enemies are not aware of it".into(), ids::SETUP_06),
        CHARMED => fact("Charmed", format!("may not target {whom}"), ids::ACT_05),
        WEAKNESS => fact("Weakness found", format!("a Charge on the next attack at {whom}"), ids::ACT_05),
        INTIMIDATED => fact("Intimidated", "a Challenge on all action rolls".into(), ids::ACT_05),
        STEPS if condition.level >= 0 => fact("Inspired", steps(condition.level, "Charge"), ids::ROLL_05),
        STEPS => fact("Hampered", steps(-condition.level, "Challenge"), ids::ROLL_05),
        GUARDED => fact("Guarded", format!("{:+} Guard", condition.level), ids::ATK_03),
        BRITTLE => fact("Brittle", "AR is halved against Kinetic impact".into(), ids::TYPE_09),
        WEAKENED => fact("Weakened", "AR is 1 lower".into(), ids::TYPE_09),
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

/// What has happened to a feature, in words: "c4: AR is 1 lower".
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
        Some(RESISTS_ALL) => "resists all, even a friend's help",
        Some(_) => "resists nothing",
    };
    words.into()
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
        STEPS if condition.level < 0 => 10,
        STEPS | GUARDED => -10,
        DEFENDING | WEAKNESS => -8,
        READIED => -5,
        BRITTLE | WEAKENED => 3,
        _ => 0,
    }
}

/// What a readied act waits for, VIG-ACT-02. The condition's `whom` says whose act it must be; `None` means any enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trigger {
    /// Enters the reach of the one who is ready.
    Reach,
    /// Comes within this many squares.
    Within(u8),
    /// Enters a marked square.
    Enters(Square),
    /// Comes into sight.
    Sight,
    /// Attacks anybody, or the one named.
    Attacks(Option<CombatantId>),
    /// Uses an ability.
    Uses,
    /// A friend, or the one named, ends its turn.
    Ends(Option<CombatantId>),
}

impl Trigger {
    /// The combatant it names.
    pub const fn ward(self) -> Option<CombatantId> {
        match self {
            Self::Attacks(ward) | Self::Ends(ward) => ward,
            _ => None,
        }
    }
}

crate::rules::ruleset::record::named! {
    /// The readied act, which takes one action.
    #[serde(rename_all = "kebab-case")]
    pub enum Act {
        /// An attack.
        Attack "Attack",
        /// A move.
        Move "Move",
        /// Defend.
        Defend "Defend",
        /// Use of an item.
        Item "Use an item",
        /// Use of a skill.
        Skill "Use a skill",
        /// Use of an ability.
        Ability "Use an ability",
    }
}

impl Act {
    /// The word in choices.
    pub const fn word(self) -> &'static str {
        ["attack", "move", "defend", "item", "skill", "ability"][self as usize]
    }
}

/// A readied act in words.
pub fn readied_words(battle: &Battle, condition: &Condition) -> String {
    let Some(Detail::Readied(trigger, act)) = detail(condition) else { return String::new() };
    let name = |who: CombatantId| battle.combatant(who).identity.name.to_string();
    let whose = condition.whom.map_or_else(|| "an enemy".to_string(), name);
    let what = match trigger {
        Trigger::Reach => format!("{whose} enters reach"),
        Trigger::Within(1) => format!("{whose} becomes adjacent"),
        Trigger::Within(squares) => format!("{whose} comes within {squares} squares"),
        Trigger::Enters(square) => format!("{whose} enters {square}"),
        Trigger::Sight => format!("{whose} comes into sight"),
        Trigger::Attacks(None) => format!("{whose} attacks"),
        Trigger::Attacks(Some(ward)) => format!("{whose} attacks {}", name(ward)),
        Trigger::Uses => format!("{whose} uses an ability"),
        Trigger::Ends(friend) => format!("{} ends its turn", friend.map_or_else(|| "a friend".to_string(), name)),
    };
    format!("{} when {what}", act.name())
}

/// Whether another combatant blocks a square of a body.
pub fn in_way(other: Combatant<'_>, body: Footprint) -> bool {
    blocks(other) && other.footprint().squares().any(|square| body.contains(square))
}

/// Speed for movement and Defence, a quarter if prone, VIG-COND-03.
pub fn speed(fighter: Combatant<'_>) -> i16 {
    let all = sheet(fighter).speed;
    if fighter.posture == Posture::Prone { all / 4 } else { all }
}

/// Squares of one Move: a foot for each point of Speed, which is quartered if prone. VIG-MOVE-01, VIG-MOVE-02,
/// VIG-COND-03.
pub fn allowance(battle: &Battle, who: CombatantId) -> u16 {
    speed(battle.combatant(who)).max(0) as u16 / cover::FEET
}

/// Whether emergency aid can help: a living creature that has lost Durability or Health. VIG-ACT-06.
pub fn is_injured(battle: &Battle, on: CombatantId) -> bool {
    sheet(battle.combatant(on)).kind == Kind::Living && injury(battle, on) > 0
}

/// Whether `who` is charmed by `by` and may not target it, VIG-ACT-05.
pub fn is_charmed_by(battle: &Battle, who: CombatantId, by: CombatantId) -> bool {
    battle.combatant(who).conditions.0.iter().any(|known| known.kind == CHARMED && known.whom == Some(by))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{RulesetId, Team, testing, vigor::sheet::Sheet};

    /// VIG-ROLL-05.
    #[test]
    fn one_charge_is_told_as_one() {
        let bodies = [0, 2].map(|x| (Team((x / 2) as u8), Square::new(x, 0), Sheet::default().into()));
        let battle = testing::battle(RulesetId::Vigor, Battlefield::new(3, 1), &bodies);
        let words = |level: i16| describe(&battle, &Condition { level, ..lasting(STEPS) }).words;
        assert_eq!([1, 2].map(words), ["1 Charge on all action rolls", "2 Charges on all action rolls"]);
        assert_eq!([-1, -3].map(words), ["1 Challenge on all action rolls", "3 Challenges on all action rolls"]);
    }
}
