//! The conditions of `rates`, what they say about a fighter, and their words. RAT-INIT, RAT-AIM, RAT-AVOID, RAT-HP.

use serde::{Deserialize, Serialize};

use super::{
    arms::{SpellEffect, Stat},
    catalogue as ids, settings,
    sheet::{Sheet, arm, sheet, spell},
};
use crate::{
    geometry::Footprint,
    rules::{Bond, Detail as AnyDetail, Names, RulesetDetail, prelude::*},
};

crate::rules::ruleset::record::conditions! {
    /// Caught off guard, RAT-INIT-06.
    OFF_GUARD "off-guard";
    /// RAT-INIT-07.
    FLAT_FOOTED "flat-footed";
    /// Has a turn in hand, RAT-INIT-12.
    WAITING "waiting";
    /// Owes a turn, RAT-AVOID-07.
    OFF_BALANCE "off-balance";
    /// Loses that much Health each round, RAT-AIM-10.
    BLEEDING "bleeding" 1..=99;
    /// Sees everything as if it were dark, RAT-AIM-12.
    BLINDED "blinded";
    /// Concentration is ruined, RAT-MAG-09.
    DISTRACTED "distracted";
    /// A limb is crippled; the level is its place in [`Limb::ALL`], RAT-AIM-11.
    CRIPPLED "crippled" 0..=3;
    /// A number is changed by as much as the level says; `whom` cast the spell, `with` is the spell. RAT-MAG-10.
    MODIFIED "modified" -200..=200;
    /// In a pit, RAT-ACT-02.
    IN_PIT "in-pit";
    /// What the first action will be, RAT-INIT-03.
    DECLARED "declared";
    /// Has been ambushed and had no turn yet, RAT-INIT-08, RAT-INIT-11.
    AMBUSHED "ambushed";
    /// Rides `whom`, RAT-MNT-01.
    RIDES "rides";
    /// Is ridden by `whom`.
    BEARS "bears";
    /// Has come in this round and joins in the next one, RAT-INIT-05.
    LATE "late";
    /// Uses magic resistance other than by default, RAT-MAG-05.
    RESISTING "resisting" 1..=2;
}

/// The level of [`RESISTING`] for those who resist help as well.
pub const RESISTS_ALL: i16 = 1;
/// The level of [`RESISTING`] for those who resist nothing.
pub const RESISTS_NOTHING: i16 = 2;

/// The names of totals, allowances, numbers of items and conditions in trials, by number.
pub const NAMES: Names = Names {
    vitals: &["health", "score", "roll", "level", "moved", "place"],
    budgets: &["walked", "acted", "diagonals", "stepped", "begun", "handled", "ran"],
    items: &["recovery", "durability"],
    conditions: CONDITIONS,
    levels: LEVELS,
    states: &[],
    numbers: &[
        "Parry dice",
        "Block in percent",
        "Sidestep dice",
        "Dodge dice",
        "Throw aside dice",
        "Resistance in percent",
        "Damage reduction in percent",
        "Armour defence",
        "Strength dice",
        "Damage in percent",
        "Accuracy in percent",
        "Willpower dice",
    ],
    fields: &[],
};

crate::rules::ruleset::record::named! {
    /// A limb that can be crippled, RAT-AIM-11. The right hand is the main hand.
    pub enum Limb {
        /// The arm of the main hand.
        RightArm "right arm",
        /// The other arm.
        LeftArm "left arm",
        /// A leg.
        RightLeg "right leg",
        /// A leg.
        LeftLeg "left leg",
    }
}

impl Limb {
    /// Whether it is an arm.
    pub const fn is_arm(self) -> bool {
        matches!(self, Self::RightArm | Self::LeftArm)
    }
}

/// The bond of a rider and a mount, RAT-MNT-01.
pub const RIDING: Bond = Bond { first: RIDES, second: BEARS };

/// What a condition carries besides its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Detail {
    /// The kind of the declared first action, RAT-INIT-03; the weapon or spell is the condition's `with`.
    First(First),
}

crate::rules::ruleset::record::named! {
    /// What a first action is declared as, RAT-INIT-03.
    #[serde(rename_all = "kebab-case")]
    pub enum First {
        /// An attack with a weapon, or getting it ready.
        Weapon "attack",
        /// A spell or an ability.
        Spell "cast",
        /// A shove.
        Shove "shove",
        /// Anything that harms nobody.
        Other "other",
    }
}

impl RulesetDetail for Detail {}

impl From<Detail> for AnyDetail {
    fn from(detail: Detail) -> Self {
        Self::Rates(detail)
    }
}

/// A condition that time does not end.
pub const fn lasting(kind: ConditionKind) -> Condition {
    Condition::new(kind, Until::Indefinite)
}

/// Whether somebody is down, with no Health left, RAT-HP-02.
pub fn is_down(fighter: Combatant<'_>) -> bool {
    fighter.status == Status::Down
}

/// Whether somebody is flat-footed, down or helpless: the required roll starts from 0, and they avoid nothing.
/// RAT-ACC-03, RAT-AVOID-03.
pub fn is_defenceless(fighter: Combatant<'_>) -> bool {
    is_down(fighter) || sheet(fighter).helpless || fighter.conditions.has(FLAT_FOOTED)
}

/// Whether a location adds nothing to the difficulty of a melee attack on somebody, RAT-AIM-03.
pub fn is_unprepared(fighter: Combatant<'_>) -> bool {
    is_defenceless(fighter) || fighter.conditions.has(OFF_GUARD)
}

/// Why somebody is not ready for a blow, RAT-AIM-03.
pub fn unready_words(fighter: Combatant<'_>) -> &'static str {
    match () {
        () if is_down(fighter) => "Down",
        () if sheet(fighter).helpless => "Helpless",
        () if fighter.conditions.has(FLAT_FOOTED) => "Flat-footed",
        () => "Off guard",
    }
}

/// Whether somebody takes turns now, RAT-TURN-01.
pub fn can_act(fighter: Combatant<'_>) -> bool {
    fighter.fights() && !sheet(fighter).helpless
}

/// Whether somebody is there to be attacked.
pub fn is_target(fighter: Combatant<'_>) -> bool {
    matches!(fighter.status, Status::Fighting | Status::Down)
}

/// Whether a limb is crippled, RAT-AIM-11.
pub fn is_crippled(fighter: Combatant<'_>, limb: Limb) -> bool {
    fighter.conditions.0.iter().any(|condition| condition.kind == CRIPPLED && condition.level == limb as i16)
}

/// Whether a leg is crippled, RAT-AIM-11.
pub fn is_lame(fighter: Combatant<'_>) -> bool {
    is_crippled(fighter, Limb::RightLeg) || is_crippled(fighter, Limb::LeftLeg)
}

/// A number as changed by spells: the largest raise and the largest cut count; not below 0. RAT-MAG-10.
pub fn stat(battle: &Battle, fighter: Combatant<'_>, stat: Stat) -> i16 {
    let changes = fighter.conditions.0.iter().filter(|condition| condition.kind == MODIFIED);
    let changes = changes.filter(|change| {
        change
            .with
            .and_then(|item| spell(battle, item))
            .is_some_and(|spell| matches!(spell.effect, SpellEffect::Modify(of, _) if of == stat))
    });
    let (raise, cut) = changes.fold((0, 0), |(raise, cut), change| (raise.max(change.level), cut.min(change.level)));
    (sheet(fighter).stat(stat) + raise + cut).max(0)
}

/// Effective Agility: less what armour, shield and load take off, RAT-CORE-07.
pub fn agility(battle: &Battle, fighter: Combatant<'_>) -> i16 {
    let numbers: &Sheet = sheet(fighter);
    let worn: i16 = numbers.armour.iter().map(|piece| piece.agility_penalty).sum();
    let held: i16 = battle
        .ready_items(fighter.id)
        .filter_map(|item| arm(battle, item.id).shield)
        .map(|shield| shield.agility_penalty)
        .sum();
    (stat(battle, fighter, Stat::Agility) - worn - held - numbers.load_penalty).max(0)
}

/// The mount that somebody rides, RAT-MNT-01.
pub fn mount_of(battle: &Battle, who: CombatantId) -> Option<CombatantId> {
    RIDING.second_of(battle, who)
}

/// Who rides somebody, RAT-MNT-01.
pub fn rider_of(battle: &Battle, mount: CombatantId) -> Option<CombatantId> {
    RIDING.first_of(battle, mount)
}

/// Whether somebody sits in a saddle.
pub fn is_mounted(battle: &Battle, who: CombatantId) -> bool {
    battle.combatant(who).conditions.has(RIDES)
}

/// The squares that somebody fills: a rider fills the mount's, RAT-MNT-01.
pub fn body(battle: &Battle, who: CombatantId) -> Footprint {
    RIDING.end_of(battle, who).footprint()
}

/// Whether somebody has a turn of their own: mounts and the helpless have none. RAT-TURN-01, RAT-MNT-01.
pub fn has_turns(fighter: Combatant<'_>) -> bool {
    let numbers = sheet(fighter);
    is_target(fighter) && !numbers.helpless && numbers.mount_data.is_none()
}

/// A condition in words.
pub fn describe(battle: &Battle, condition: &Condition) -> Fact {
    let name = |who: CombatantId| battle.combatant(who).identity.name.to_string();
    let whom = condition.whom.map(name).unwrap_or_default();
    let fact = |label: &'static str, words: String, rule| Fact::new(label, "", words, rule);
    match condition.kind {
        OFF_GUARD if settings::is_older(battle) => {
            fact("Off guard", "has no turn in this round; aimed blows are no harder".into(), ids::INIT_11)
        }
        OFF_GUARD => fact("Off guard", "acts after all others; aimed blows are no harder".into(), ids::INIT_06),
        FLAT_FOOTED => {
            let rule = if settings::is_older(battle) { ids::INIT_11 } else { ids::INIT_07 };
            fact("Flat-footed", "hit by any roll, difficulties aside; cannot avoid attacks".into(), rule)
        }
        WAITING => fact(
            "Waiting",
            "has a whole turn in hand".into(),
            if settings::is_older(battle) { ids::INIT_13 } else { ids::INIT_12 },
        ),
        OFF_BALANCE => fact("Off balance", "the next turn is lost".into(), ids::AVOID_07),
        BLEEDING => Fact::new("Bleeding", condition.level.to_string(), "Health each round", ids::AIM_10),
        BLINDED => fact("Blinded", "sees everything as if it were dark".into(), ids::AIM_12),
        DISTRACTED => fact("Distracted", "cannot use what takes concentration".into(), ids::MAG_09),
        CRIPPLED => {
            let limb = usize::try_from(condition.level).ok().and_then(|place| Limb::ALL.get(place).copied());
            let words = match limb {
                Some(limb) if limb.is_arm() => "holds nothing in it",
                _ => "half the movement, no run, no dodge",
            };
            Fact::new("Crippled", limb.map_or("", Limb::name), words, ids::AIM_11)
        }
        MODIFIED => {
            let name = condition.with.map(|item| battle.item(item).name.to_string()).unwrap_or_default();
            Fact::new(capital(&name).into_owned(), format!("{:+}", condition.level), format!("by {whom}"), ids::MAG_10)
        }
        IN_PIT => fact("In a pit", "cannot move except to climb out".into(), ids::ACT_02),
        DECLARED => fact("Declared", format!("first action: {}", declared_words(battle, condition)), ids::INIT_03),
        AMBUSHED => fact(
            "Ambushed",
            "has had no turn yet".into(),
            if settings::is_older(battle) { ids::INIT_11 } else { ids::INIT_08 },
        ),
        RIDES => fact("Mounted", format!("rides {whom}"), ids::MNT_01),
        BEARS => fact("Ridden", format!("bears {whom}"), ids::MNT_01),
        RESISTING if condition.level == RESISTS_ALL => fact("Resistance", "resists help as well".into(), ids::MAG_05),
        RESISTING => fact("Resistance", "resists no magic".into(), ids::MAG_05),
        _ => fact("Arrives", "acts from the next round on".into(), ids::INIT_05),
    }
}

/// A declared first action in words: "sword".
pub fn declared_words(battle: &Battle, condition: &Condition) -> String {
    let with = condition.with.map(|item| battle.item(item).name.to_string());
    match (with, detail(condition)) {
        (Some(name), _) => name,
        (None, Some(Detail::First(First::Shove))) => "a shove".into(),
        _ => "nothing harmful".into(),
    }
}

/// What a condition carries.
pub const fn detail(condition: &Condition) -> Option<Detail> {
    match condition.detail {
        AnyDetail::Rates(detail) => Some(detail),
        _ => None,
    }
}

/// How far a condition takes its bearer out of the fight, in per cent.
pub fn hindrance(condition: &Condition) -> i8 {
    match condition.kind {
        FLAT_FOOTED => 40,
        OFF_BALANCE | BLINDED => 30,
        CRIPPLED => 25,
        OFF_GUARD | DISTRACTED | IN_PIT => 15,
        BLEEDING => (3 * condition.level).clamp(0, 60) as i8,
        _ => 0,
    }
}
