//! A combatant as the panels show it.

use super::{
    catalogue as ids,
    components::{Component, Kind},
    conditions::{self, drug, stored},
    dice, menu, movement,
    sheet::{AP, BUFFER, FATIGUE, LUCK, MOVED, Stat, VITALITY, sheet},
    turn,
};
use crate::rules::{Allowance, Bar, Card, Measure, Sign, gear, prelude::*};

/// The card of somebody.
pub fn card(battle: &Battle, who: CombatantId) -> Card {
    let fighter = battle.combatant(who);
    let numbers = sheet(fighter);
    let conditions: Vec<Fact> = fighter.conditions.0.iter().map(|lasting| condition(battle, lasting)).collect();
    let most = turn::maximum(battle, fighter).clamp(0, 100) as u8;
    let left = fighter.budgets.get(AP).clamp(0, most.into()) as u8;
    // The bar of a fighter that fights on below 0 shows so.
    let health = conditions::health(fighter);
    let health = if fighter.fights() { health } else { health.max(0) };
    let mut vitality = Bar::new("Vitality", health, numbers.vitality_max());
    if fighter.vitals.get(BUFFER) > 0 {
        vitality.full += i32::from(fighter.vitals.get(BUFFER));
    }
    let held = conditions::is_alive(fighter) && fighter.conditions.has(conditions::GRABBED);
    let luck = fighter.vitals.get(LUCK).clamp(0, 10) as u8;
    // Missiles shot and lying about are no state of a body.
    let shown = fighter
        .conditions
        .0
        .iter()
        .position(|condition| !matches!(condition.kind, conditions::SHOT | conditions::STRAY));
    Card {
        gear: gear(battle, who, ["ready", "not ready"], None),
        bars: vec![vitality, Bar::new("Fatigue", fighter.vitals.get(FATIGUE).max(0), numbers.fatigue)],
        allowances: vec![
            Allowance::once(&menu::MOVEMENT, fighter.budgets.get(MOVED) == 0),
            Allowance { currency: &menu::AP, left, of: most },
        ],
        luck: (luck > 0).then_some((luck, 10)),
        sign: if held {
            Some(Sign::Held)
        } else if fighter.conditions.has(conditions::STUNNED) {
            Some(Sign::Stunned)
        } else if conditions::is_dying(fighter) {
            Some(Sign::Dying)
        } else if fighter.conditions.has(conditions::STABLE) {
            Some(Sign::Stable)
        } else {
            shown.and_then(|place| conditions.get(place)).and_then(Sign::letter)
        },
        conditions,
        facts: facts(battle, who),
        out: match fighter.status {
            Status::Down if conditions::is_dying(fighter) => "dying",
            status => status.word("unconscious"),
        },
        ..Card::default()
    }
}

/// The sheet in short.
fn facts(battle: &Battle, who: CombatantId) -> Vec<Fact> {
    let fighter = battle.combatant(who);
    let numbers = sheet(fighter);
    let mut evasion = Quick::default();
    // Evasion against a missile.
    let shot = super::act::Act::new(who, Component::Shot);
    dice::evasion(battle, &shot, (who, 0), false, &mut evasion);
    let armour = numbers.best_armour();
    let mut all = vec![
        Fact::new("Evasion", evasion.sum().to_string(), "dice", ids::DEF_02),
        Fact::new("Armour", armour.dice().to_string(), armour.name(), ids::ARM_01),
        Fact::new("Movement", Measure::SQUARES.words(movement::allowance(battle, who)), "", ids::MOVE_01),
        Fact::new("Size", "", numbers.size.name(), ids::SIZE_01),
    ];
    let ratings =
        Stat::ALL.iter().map(|stat| Fact::new(stat.name(), numbers.rating(*stat).to_string(), "dice", ids::ROLL_03));
    all.extend(ratings);
    let vitality = fighter.vitals.get(VITALITY);
    // The bar ends at 0; how near death is shows here.
    let now = if vitality < 0 { format!("Vitality, now {vitality}") } else { "Vitality".into() };
    all.push(Fact::new("Dead at", (-numbers.endurance).to_string(), now, ids::VIT_07));
    let buffer = fighter.vitals.get(BUFFER);
    if buffer > 0 {
        let words = format!("of the {} Vitality, lost first, gone when the drug wears off", vitality + buffer);
        all.push(Fact::new("Buffer", buffer.to_string(), words, ids::BER_02));
    }
    if let Some(dose) = drug(fighter).filter(|_| vitality <= 0 && fighter.fights()) {
        all.push(Fact::new("Below 0", "", format!("fights on while {}", dose.drug.name()), ids::BER_06));
    }
    let known = |kinds: &[Kind]| {
        let mine =
            Component::ALL.into_iter().filter(|component| !component.is_universal() && numbers.knows(*component));
        mine.filter(|component| kinds.contains(&component.row().kind))
            .map(|component| component.row().label)
            .collect::<Vec<_>>()
            .join(", ")
    };
    let groups = [
        ("Components", known(&[Kind::Modifier, Kind::Apart, Kind::Base, Kind::Skill])),
        ("Defences", known(&[Kind::Defence])),
        ("Structures", known(&[Kind::Structure])),
        ("Energies", numbers.known_energies().iter().map(|energy| energy.row().label).collect::<Vec<_>>().join(", ")),
    ];
    let told = groups.into_iter().filter(|(_, words)| !words.is_empty());
    all.extend(told.map(|(label, words)| Fact::new(label, "", words, ids::COMP_03)));
    all
}

/// A condition in words.
pub fn condition(battle: &Battle, condition: &Condition) -> Fact {
    let name = conditions::NAMES.conditions.get(usize::from(condition.kind.0)).copied().unwrap_or_default();
    let whom = condition.whom.map_or_else(String::new, |whom| battle.combatant(whom).identity.name.to_string());
    let level = condition.level;
    let (value, words, rule): (String, String, RuleId) = match condition.kind {
        conditions::GRABBED => (String::new(), format!("held by {whom}"), ids::COND_11),
        conditions::GRABBING => (String::new(), format!("holds {whom}"), ids::COND_11),
        conditions::STUNNED => (String::new(), "no AP, no movement, no evasion dice".into(), ids::COND_12),
        conditions::SLOWED => (String::new(), "half the squares".into(), ids::COND_13),
        conditions::BLEEDING => (level.to_string(), "Vitality a turn".into(), ids::COND_14),
        conditions::BURNING => (String::new(), "1d10 a turn".into(), ids::COND_15),
        conditions::BLINDED => (String::new(), "2 dice less to attack and to evade".into(), ids::COND_16),
        conditions::FRIGHTENED => (String::new(), format!("of {whom}: 1 die less, no step nearer"), ids::COND_17),
        conditions::WEAKENED => (String::new(), "2 dice less with Strength and Stamina".into(), ids::COND_18),
        conditions::OFF_BALANCE => (level.to_string(), "dice less in the next attack".into(), ids::COND_19),
        conditions::CHARMED => (level.to_string(), format!("turns, by {whom}"), ids::COND_20),
        conditions::STABLE => (String::new(), "no longer dying".into(), ids::VIT_06),
        conditions::COMA => (String::new(), "until Vitality is full".into(), ids::BER_07),
        conditions::BERSERK | conditions::MEGINSERK => {
            let turns = (conditions::DRUGS.turns)(condition);
            let turns = turns.map_or_else(String::new, |turns| format!(", {turns} turns left"));
            (level.to_string(), format!("more AP and damage dice{turns}"), ids::BER_02)
        }
        conditions::CHARGED => {
            let words = stored(condition)
                .map_or_else(String::new, |stored| format!("{} dice of {}", stored.dice, stored.energies.words()));
            (String::new(), words, ids::CHG_01)
        }
        conditions::SHIELDED => (level.to_string(), "block dice against the opposed energy".into(), ids::CNT_03),
        conditions::PREPARED => (String::new(), "a spell to release".into(), ids::COMP_76),
        conditions::STRAY => (String::new(), lying(condition), ids::CHG_05),
        conditions::MOUNTED => (String::new(), format!("on {whom}"), ids::MOVE_09),
        conditions::RIDDEN => (String::new(), format!("by {whom}"), ids::MOVE_09),
        _ => (level.to_string(), "to look for afterwards".into(), ids::AMMO_02),
    };
    Fact { label: capital(name), value, words, rule: Some(rule) }
}

/// A charged missile that lies somewhere, in words.
fn lying(condition: &Condition) -> String {
    match conditions::detail(condition) {
        Some(conditions::Detail::Lying(stored, at)) => {
            format!("a missile at {at} with {} dice of {}", stored.dice, stored.energies.words())
        }
        _ => String::new(),
    }
}

/// The harm that somebody can still take, and how much it can take when whole.
pub fn health(battle: &Battle, who: CombatantId) -> (i32, i32) {
    let fighter = battle.combatant(who);
    let below = if drug(fighter).is_some() { sheet(fighter).endurance } else { 0 };
    let now = (fighter.vitals.get(VITALITY) + fighter.vitals.get(BUFFER) + below).max(0);
    (now.into(), (sheet(fighter).vitality_max() + below).into())
}
