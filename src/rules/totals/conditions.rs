//! The conditions of `totals`, and who may spend AP. TOT-COND, TOT-AP.

use serde::{Deserialize, Serialize};

use super::{
    catalogue as ids, settings,
    sheet::{ACTED, CARRIED, FRESH, LOCKED, TEMPORARY, VITALITY, sheet},
    spell::Spell,
};
use crate::rules::{Bond, Detail as AnyDetail, Dose, Drug, Drugs, Names, RulesetDetail, objects, prelude::*};

crate::rules::ruleset::record::conditions! {
    /// TOT-DYING-01.
    UNCONSCIOUS "unconscious";
    /// TOT-DYING-03.
    DYING "dying";
    /// TOT-DYING-04.
    STABLE "stable";
    /// Held by `whom`, TOT-COMP-06.
    HELD "held";
    /// Holds `whom`, TOT-COMP-06.
    HOLDING "holding";
    /// In the saddle of `whom`, TOT-MOVE-08.
    MOUNTED "mounted";
    /// Ridden by `whom`, TOT-MOVE-08.
    RIDDEN "ridden";
    /// Loses 1d10 Vitality each turn; level: the turns left, TOT-DYING-05.
    ONGOING "ongoing" 1..=99;
    /// Stakes no Luck on the combat order and is not asked about it.
    NO_STAKE "no-stake";
    /// Empty turns, no AP, raw defence without Luck, TOT-ENG-04.
    CAPTIVATED "captivated";
    /// No turn, no AP, raw defence without Luck until the end of the fight, TOT-BERS-08.
    STUPOR "stupor";
    /// Unconscious until Vitality is full, TOT-BERS-09.
    COMA "coma";
    /// Level: the tier; detail: its own turns left, [`Detail::Turns`]. TOT-BERS-01.
    BERSERK "berserk" 1..=15;
    /// Like [`BERSERK`].
    MEGINSERK "meginserk" 1..=15;
    /// Has prepared a spell, the detail, TOT-MAG-07.
    PREPARED "prepared";
    /// Has an energy shield; detail: the spell. TOT-CTR-03.
    SHIELD "shield";
    /// Holds a spell by concentration, TOT-MAG-08.
    CONCENTRATES "concentrates";
    /// Level: the pieces shot from the weapon `with` or, with `whom`, those of them that hit that combatant,
    /// TOT-AMMO-02.
    SHOT "shot" 1..=999;
    /// Has used magic this turn, TOT-BERS-07.
    CAST "cast";
    /// An item's stored energy (the detail), put into it by `whom`, TOT-HYB-01.
    KEPT "kept";
    /// Woke up in this round, and acts from the next one on, TOT-ORDER-02.
    WOKE "woke";
}

/// The names of vitals, budgets, conditions and numbers in trials, by index.
pub const NAMES: Names = Names {
    vitals: &["vitality", "temporary", "fatigue", "luck", "order"],
    budgets: &["fresh", "carried", "locked", "acted", "moved", "under-way", "handled", "followed"],
    items: &[],
    conditions: CONDITIONS,
    levels: LEVELS,
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
    fields: &[],
};

/// Whether a combatant is dying and not stable.
pub fn is_dying(battle: &Battle, who: CombatantId) -> bool {
    battle.combatant(who).conditions.has(DYING)
}

/// Whether a combatant is unconscious or in a coma, so that a hit kills it, TOT-DYING-02. A stupor is neither.
pub fn is_helpless(battle: &Battle, who: CombatantId) -> bool {
    let fighter = battle.combatant(who);
    fighter.status == Status::Down && (!fighter.conditions.has(STUPOR) || fighter.conditions.has(UNCONSCIOUS))
}

/// Whether a combatant can react to an attack, that is, spend AP and Luck on a defence. TOT-DEF-05, TOT-BERS-05.
pub fn reacts(battle: &Battle, who: CombatantId) -> bool {
    let fighter = battle.combatant(who);
    fighter.fights() && !fighter.conditions.has(CAPTIVATED) && active(battle, who).is_none()
}

/// AP that can be spent now, carried ones included: on anything in one's own turn, otherwise only on defence,
/// TOT-AP-02.
pub fn available(battle: &Battle, who: CombatantId) -> u8 {
    let budgets = &battle.combatant(who).budgets;
    let all = budgets.get(CARRIED).saturating_add(budgets.get(FRESH)).clamp(0, 100) as u8;
    if may_spend(battle, who) { all } else { 0 }
}

/// AP left over from the previous round, lost at the start of one's own turn, TOT-AP-03.
pub fn carried(battle: &Battle, who: CombatantId) -> u8 {
    battle.combatant(who).budgets.get(CARRIED).clamp(0, 100) as u8
}

/// Whether AP may be spent at all: not before the end of one's first turn, TOT-AP-04, nor after a fumble, TOT-CRIT-03.
pub fn may_spend(battle: &Battle, who: CombatantId) -> bool {
    let fighter = battle.combatant(who);
    let own_turn = battle.scene.acting == Some(who);
    let may =
        if own_turn { !fighter.conditions.has(CAPTIVATED) } else { !is_green(battle, who) && reacts(battle, who) };
    fighter.fights() && fighter.budgets.get(LOCKED) == 0 && may && takes_turns(battle, who)
}

/// Says why a combatant without AP for a defence has none.
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

/// Whether it is the first round and the combatant's first turn is not over, TOT-AP-04.
pub fn is_green(battle: &Battle, who: CombatantId) -> bool {
    battle.scene.round <= 1 && battle.combatant(who).budgets.get(ACTED) == 0
}

/// Whether a combatant has turns and AP: mounts have none, TOT-MOVE-08.
pub fn takes_turns(battle: &Battle, who: CombatantId) -> bool {
    !sheet(battle.combatant(who)).mount
}

/// Spends AP, carried ones first, TOT-AP-03.
pub fn pay(battle: &Battle, who: CombatantId, points: u8, context: &mut StepContext<'_>) {
    let budgets = &battle.combatant(who).budgets;
    let before = [CARRIED, FRESH].map(|budget| budgets.get(budget));
    for (budget, left) in [CARRIED, FRESH].into_iter().zip(paid(before, points)) {
        context.set_budget(battle, who, budget, left);
    }
}

/// Carried and fresh AP after `points` are spent.
pub fn paid([carried, fresh]: [i16; 2], points: u8) -> [i16; 2] {
    let first = i16::from(points).min(carried).max(0);
    [carried - first, fresh - (i16::from(points) - first)]
}

/// What a condition of `totals` carries besides its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Detail {
    /// For `PREPARED`, `SHIELD` and `KEPT`: the spell or energy.
    Spell(Spell),
    /// For `BERSERK` and `MEGINSERK`: the combatant's own turns left.
    Turns(u8),
    /// For `ONGOING`: lasts as long as `whom` concentrates, TOT-MAG-08.
    Held,
}

impl RulesetDetail for Detail {}

impl From<Detail> for AnyDetail {
    fn from(detail: Detail) -> Self {
        Self::Totals(detail)
    }
}

/// The spell or energy that a condition stores.
pub const fn spell_of(condition: &Condition) -> Option<Spell> {
    match condition.detail {
        AnyDetail::Totals(Detail::Spell(spell)) => Some(spell),
        _ => None,
    }
}

/// A condition that stores a spell until something ends it.
pub const fn keeping(kind: ConditionKind, spell: Spell) -> Condition {
    Condition { detail: AnyDetail::Totals(Detail::Spell(spell)), ..lasting(kind) }
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
        ONGOING if is_held(condition) => ("Ongoing damage", name("1d10 a turn, held by"), ids::DYING_05),
        ONGOING => ("Ongoing damage", format!("1d10 for {}", counted(condition.level, "turn")), ids::DYING_05),
        CAPTIVATED => ("Captivated", "loses the turn, raw defence".into(), ids::ENG_04),
        STUPOR => ("Stupor", "no turn, raw defence".into(), ids::BERS_08),
        COMA => ("Coma", "no turn, no defence".into(), ids::BERS_09),
        BERSERK => ("Berserk", drug(condition), ids::BERS_01),
        MEGINSERK => ("Meginserk", drug(condition), ids::BERS_01),
        PREPARED => ("Prepared", spell(condition), ids::MAG_07),
        SHIELD => ("Energy shield", spell(condition), ids::CTR_03),
        CONCENTRATES => ("Concentrates", "holds a spell".into(), ids::MAG_08),
        SHOT if condition.whom.is_some() => ("Shots", name(&format!("{} that hit", condition.level)), ids::AMMO_02),
        SHOT => ("Shots", format!("{} to look for after the fight", counted(condition.level, "piece")), ids::AMMO_02),
        CAST => ("Has cast", "this turn".into(), ids::BERS_07),
        WOKE => ("Just awake", "acts from the next round on".into(), ids::ORDER_02),
        KEPT => ("Energy", spell(condition), ids::HYB_01),
        _ => ("No stake", "no Luck on the combat order".into(), ids::ORDER_01),
    };
    Fact::new(label, "", words, rule)
}

fn drug(condition: &Condition) -> String {
    let left = (DRUGS.turns)(condition).unwrap_or(0);
    format!("tier {}, {} left", condition.level, counted(left, "turn"))
}

fn spell(condition: &Condition) -> String {
    spell_of(condition).map_or_else(String::new, |spell| format!("{}, {}", spell.words(), spell.structure.name()))
}

/// How far a condition takes a combatant out of the fight, per cent.
pub fn hindrance(condition: &Condition) -> i8 {
    match condition.kind {
        CAPTIVATED => 35,
        HELD => 15,
        ONGOING => (8 * condition.level.clamp(1, 3)) as i8,
        // A shield is worth having.
        SHIELD => -2,
        _ => 0,
    }
}

/// The drugs, TOT-BERS.
pub const DRUGS: Drugs = Drugs {
    kinds: [BERSERK, MEGINSERK],
    buffer: TEMPORARY,
    vitality: VITALITY,
    turns: |drug| match drug.detail {
        AnyDetail::Totals(Detail::Turns(turns)) => Some(turns),
        _ => None,
    },
    detail: |turns| Detail::Turns(turns).into(),
};

/// The drug that is working in a combatant, and its tier.
pub fn active(battle: &Battle, who: CombatantId) -> Option<Dose> {
    DRUGS.working(battle.combatant(who))
}

/// Tier of the drug that is working, 0 without one: additional AP a round, TOT-BERS-03.
pub fn tier(battle: &Battle, who: CombatantId) -> u8 {
    active(battle, who).map_or(0, |dose| dose.tier)
}

/// Tier of one drug, 0 if it is not working: additional damage dice, TOT-BERS-04.
pub fn tier_of(battle: &Battle, who: CombatantId, drug: Drug) -> u8 {
    DRUGS.tier_of(battle.combatant(who), drug)
}

/// Ends every hold that a combatant takes part in, TOT-COMP-06.
pub fn end_holds(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    [HOLD, HOLD.reversed()].into_iter().for_each(|bond| bond.end(battle, who, context));
}

/// Held and holder, TOT-COMP-06.
pub const HOLD: Bond = Bond { first: HELD, second: HOLDING };

/// Rider and mount, TOT-MOVE-08.
pub const RIDING: Bond = Bond { first: MOUNTED, second: RIDDEN };

/// Whether ongoing damage lasts as long as its caster concentrates.
pub const fn is_held(fire: &Condition) -> bool {
    matches!(fire.detail, AnyDetail::Totals(Detail::Held))
}

/// Why something that costs AP cannot be done: none are left, TOT-TURN-02.
pub fn broke(battle: &Battle, who: CombatantId) -> Option<Refusal> {
    (available(battle, who) == 0).then(|| Refusal::new(ids::TURN_02, "No AP left"))
}

/// Turns that a combatant burns after entering fire, TOT-OBJ-02.
pub const FIRE_TURNS: i16 = 2;

/// Sets combatants who enter fire or begin a turn in it on fire for two turns, TOT-OBJ-02, TOT-DYING-05.
pub fn catch_fire(battle: &Battle, context: &mut StepContext<'_>) {
    if !settings::objects(battle) {
        return;
    }
    for who in objects::taken_by_fire(battle, context) {
        ignite(battle, who, context);
    }
}

/// Sets a combatant on fire that lies dying in fire: the dying have turns too and begin them there, TOT-OBJ-02,
/// TOT-ORDER-02.
pub fn burn_where_it_lies(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let mut squares = battle.combatant(who).footprint().squares();
    if settings::objects(battle) && is_dying(battle, who) && squares.any(|square| battle.scene.field.burns(square)) {
        ignite(battle, who, context);
    }
}

/// Sets a combatant on fire for [`FIRE_TURNS`], unless it already burns at least as long.
fn ignite(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let new = Condition { level: FIRE_TURNS, ..lasting(ONGOING) };
    let own = |known: &&Condition| known.kind == ONGOING && known.whom.is_none();
    match battle.combatant(who).conditions.0.iter().find(own) {
        Some(old) if old.level >= FIRE_TURNS => return,
        Some(old) => context.effect(Effect::replaced(who, *old, Some(new))),
        None => context.effect(Effect::AddCondition(who, new)),
    }
    context.note(who, ids::OBJ_02, "is on fire");
}
