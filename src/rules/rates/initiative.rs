//! Who acts when: scores and levels, ties, the ambushed, late arrivals. RAT-INIT-01 to RAT-INIT-11.

use super::{
    arms::{Arm, Skill},
    catalogue as ids,
    conditions::{AMBUSHED, DECLARED, Detail, FLAT_FOOTED, First, LATE, agility, detail, has_turns},
    reach::{YARD, nearest_enemy},
    settings,
    sheet::{LEVEL, PLACE, ROLL, SCORE, arm, spell},
    step::TurnStep,
};
use crate::{
    dice::Throw,
    rules::{Settles, Tied, prelude::*, tell_ties},
};

/// Those who have no place in the order yet, RAT-INIT-05.
pub fn newcomers(battle: &Battle) -> impl Iterator<Item = CombatantId> + '_ {
    battle.combatants().filter(|fighter| has_turns(*fighter) && !is_placed(battle, *fighter)).map(|fighter| fighter.id)
}

fn is_placed(battle: &Battle, fighter: Combatant<'_>) -> bool {
    fighter.vitals.get(PLACE) > 0 || battle.scene.order.contains(&fighter.id)
}

/// Those who have a place, in the order of places.
fn placed(battle: &Battle) -> Vec<CombatantId> {
    let all = battle.combatants().filter(|fighter| has_turns(*fighter) && is_placed(battle, *fighter));
    let mut all: Vec<_> =
        all.map(|fighter| (fighter.vitals.get(PLACE), in_order(battle, fighter.id), fighter.id)).collect();
    all.sort_unstable();
    all.into_iter().map(|(.., who)| who).collect()
}

fn in_order(battle: &Battle, who: CombatantId) -> Option<usize> {
    battle.scene.order.iter().position(|other| *other == who)
}

/// The first action that somebody has declared, and the weapon or spell for it. RAT-INIT-03.
fn first(battle: &Battle, who: CombatantId) -> (First, Option<ItemId>) {
    let known = battle.combatant(who).conditions.find(DECLARED);
    let kind = known.and_then(detail).map_or(First::Other, |Detail::First(first)| first);
    (kind, known.and_then(|known| known.with))
}

/// The distance in inches that somebody's first action needs, RAT-INIT-02.
pub fn needed(battle: &Battle, who: CombatantId, (kind, item): (First, Option<ItemId>)) -> i32 {
    let far = nearest_enemy(battle, who).unwrap_or(0);
    let in_hand = item.map(|item| arm(battle, item));
    match (kind, in_hand) {
        (First::Weapon, Some(weapon)) if weapon.is_missile() => far.min(i32::from(weapon.range) * YARD),
        (First::Weapon, Some(weapon)) => weapon.length.into(),
        (First::Spell, _) => match item.and_then(|item| spell(battle, item)) {
            Some(spell) if !spell.is_helpful() => far.min(i32::from(spell.range) * YARD),
            _ => far,
        },
        (First::Shove, _) => 0,
        _ => far,
    }
}

/// Twenty, thirty and forty feet in inches, RAT-INIT-09.
const FEET: [i32; 3] = [240, 360, 480];

/// The level of priority, 1 to 5, RAT-INIT-09: kept from the start, RAT-INIT-10.
pub fn level(battle: &Battle, who: CombatantId) -> i16 {
    let known = battle.combatant(who).vitals.get(LEVEL);
    if known > 0 { known } else { level_for(battle, who, first(battle, who)) }
}

/// The level of priority of a first action, RAT-INIT-09.
pub fn level_for(battle: &Battle, who: CombatantId, (kind, item): (First, Option<ItemId>)) -> i16 {
    let far = nearest_enemy(battle, who).unwrap_or(i32::MAX);
    let [twenty, thirty, forty] = FEET;
    match (kind, item) {
        (First::Weapon, Some(item)) => {
            let weapon = arm(battle, item);
            // The flat-footed have nothing in hand yet, and nothing loaded: RAT-INIT-07, RAT-TURN-03.
            let is_prepared = !battle.combatant(who).conditions.has(FLAT_FOOTED);
            let is_ready = is_prepared && super::gear::is_ready(battle, item);
            let from = if is_ready { twenty } else { forty };
            if weapon.is_missile() && far >= from { 1 } else { level_of(weapon) }
        }
        (First::Spell, Some(item)) => {
            let is_ability = spell(battle, item).is_some_and(|spell| spell.ability);
            if is_ability || far >= thirty { 2 } else { 5 }
        }
        (First::Shove, _) => 5,
        _ => 2,
    }
}

/// The level of a weapon near the enemy, RAT-INIT-09.
pub fn level_of(weapon: &Arm) -> i16 {
    match weapon.skill {
        _ if weapon.initiative => 3,
        Skill::Brawling => 5,
        _ if weapon.is_short() => 5,
        _ => 4,
    }
}

/// Whether somebody rolls Agility: in the newer edition if it has no place yet; in the older one if it shares a level
/// and has not rolled. RAT-INIT-01, RAT-INIT-09.
fn rolls(battle: &Battle, who: CombatantId) -> bool {
    let fighter = battle.combatant(who);
    if !settings::is_older(battle) {
        return !is_placed(battle, fighter);
    }
    let mine = level(battle, who);
    let mut others = battle.combatants().filter(|other| has_turns(*other) && other.id != who);
    fighter.vitals.get(ROLL) == 0 && others.any(|other| level(battle, other.id) == mine)
}

/// Rolls for the next one in roster order, then puts all in order. RAT-INIT-01, RAT-INIT-09.
pub fn roll(battle: &Battle, done: CombatantSet, context: &mut StepContext<'_>) {
    let mut all = battle.combatants().filter(|fighter| has_turns(*fighter) && !done.contains(fighter.id));
    let Some(fighter) = all.find(|fighter| rolls(battle, fighter.id)) else { return put_in_order(battle, context) };
    let who = fighter.id;
    let rule = if settings::is_older(battle) { ids::INIT_09 } else { ids::INIT_01 };
    let rolled = roll_agility(who, agility(battle, fighter), ("Initiative", rule), context);
    context.effect(Effect::Vital(who, ROLL, rolled));
    if !settings::is_older(battle) {
        let needed = needed(battle, who, first(battle, who)).clamp(0, 30_000) as i16;
        context.effect(Effect::Vital(who, SCORE, rolled.saturating_add(needed)));
        context.note(who, ids::INIT_02, format_args!("{rolled} and {needed} inches make {}", rolled + needed));
    }
    context.step(TurnStep::Roll(done.with(who)));
}

/// Rolls that many d4: none for 0. RAT-CORE-02.
fn roll_agility(
    who: CombatantId,
    count: i16,
    (words, rule): (&'static str, RuleId),
    context: &mut StepContext<'_>,
) -> i16 {
    if count <= 0 {
        return 0;
    }
    let thrown = context.throw_apart(Throw::Sum { count: count.min(80) as u8, sides: 4 });
    context.log(|| Entry::Roll(Roll::new(who, words, rule, &thrown)));
    thrown.sum as i16
}

/// Puts all in order: the highest score first, or the lowest level and the highest roll; then the higher roll, the
/// higher Agility, or a roll between the tied. RAT-INIT-01, RAT-INIT-04, RAT-INIT-09.
fn put_in_order(battle: &Battle, context: &mut StepContext<'_>) {
    let is_older = settings::is_older(battle);
    for who in newcomers(battle).filter(|_| is_older) {
        let level = level(battle, who);
        context.effect(Effect::Vital(who, LEVEL, level));
        context.effect(Effect::Vital(who, SCORE, level));
        context.note(who, ids::INIT_10, format_args!("acts on level {level}"));
    }
    let all = battle.combatants().filter(|fighter| has_turns(*fighter)).map(|fighter| (fighter.id, 0));
    let rank = |who: CombatantId, _| {
        let fighter = battle.combatant(who);
        let (score, roll) = (fighter.vitals.get(SCORE), fighter.vitals.get(ROLL));
        let first = if is_older { level(battle, who) } else { -score };
        (first, -roll, -agility(battle, fighter))
    };
    context.step(TurnStep::Place(Tied::new(all, &placed(battle), rank)));
}

/// One roll between those tied: Agility, or a d4 without any. RAT-INIT-04.
fn roll_off(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) -> i16 {
    let count = agility(battle, battle.combatant(who)).max(1);
    roll_agility(who, count, ("Tie", ids::INIT_04), context)
}

/// Rolls between the tied, then gives everybody a place. RAT-INIT-04, RAT-INIT-05.
pub fn place(battle: &Battle, tied: &Tied, context: &mut StepContext<'_>) {
    let held = placed(battle);
    if let Some(who) = tied.next() {
        let rolled = roll_off(battle, who, context);
        return context.step(TurnStep::Place(tied.clone().rolled(rolled, &held)));
    }
    for (who, place) in tied.clone().settled(&held).into_iter().zip(1..) {
        context.set_vital(battle, who, PLACE, place);
    }
    context.step(TurnStep::Order);
}

/// The order of this round: the ready by their places, then the ambushed who have a turn in it. RAT-INIT-06 to
/// RAT-INIT-08, RAT-INIT-11.
pub fn arrange(battle: &Battle, context: &mut StepContext<'_>) {
    let here = placed(battle).into_iter().filter(|who| !battle.combatant(*who).conditions.has(LATE));
    let is_ambushed = |who: &CombatantId| battle.combatant(*who).conditions.has(AMBUSHED);
    let (ambushed, ready): (Vec<_>, Vec<_>) = here.partition(is_ambushed);
    let is_older = settings::is_older(battle);
    let has_no_turn =
        |who: &CombatantId| battle.scene.round <= 1 && (is_older || battle.combatant(*who).conditions.has(FLAT_FOOTED));
    let ambushed: Vec<_> = ambushed.into_iter().filter(|who| !has_no_turn(who)).collect();
    let value = |who: CombatantId, vital| battle.combatant(who).vitals.get(vital);
    let key = |who: CombatantId| (value(who, ROLL), agility(battle, battle.combatant(who)));
    // A roll has settled equal scores already, unless somebody with another score is tied with them.
    let settled = |who: CombatantId| {
        let mut tied = ambushed.iter().filter(|other| key(**other) == key(who));
        let is_settled = tied.clone().all(|other| value(*other, SCORE) == value(who, SCORE));
        if is_settled { tied.position(|other| *other == who).unwrap_or(0) as i16 } else { 0 }
    };
    let rank = |who: CombatantId, place: i16| match (is_older, key(who)) {
        (true, _) => (place, 0, 0),
        (false, (roll, agility)) => (-roll, -agility, settled(who)),
    };
    let all = ambushed.iter().copied().zip(1..);
    let tied = Tied::new(all, held(battle), rank);
    context.step(TurnStep::Arrange(ready, tied));
}

/// The order of the round before, in which ties among the ambushed have been settled.
fn held(battle: &Battle) -> &[CombatantId] {
    if battle.scene.round <= 1 { &[] } else { &battle.scene.order }
}

/// Rolls between the ambushed who are tied, then the first turn begins. RAT-INIT-04.
pub fn go_on(battle: &Battle, ready: &[CombatantId], tied: &Tied, context: &mut StepContext<'_>) {
    if let Some(who) = tied.next() {
        let rolled = roll_off(battle, who, context);
        let tied = tied.clone().rolled(rolled, held(battle));
        return context.step(TurnStep::Arrange(ready.to_vec(), tied));
    }
    let last = tied.clone().settled(held(battle));
    let order: Vec<CombatantId> = ready.iter().copied().chain(last).collect();
    context.effect(Effect::Order(order.clone()));
    let of = |who, vital| battle.combatant(who).vitals.get(vital);
    let roll = |who| i32::from(of(who, ROLL));
    let agile = |who| i32::from(agility(battle, battle.combatant(who)));
    let settles: [Settles<'_>; 2] = [("the higher roll", &roll), ("the higher Agility", &agile)];
    let label = if settings::is_older(battle) { "level " } else { "" };
    tell_ties(battle, (&order, &battle.scene.order), (ids::INIT_04, label), |who| of(who, SCORE), &settles, context);
    context.step(TurnStep::Turn(0));
}
