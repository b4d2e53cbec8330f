//! The dice of pools by source, as mere numbers or with their words. POO-ROLL, POO-ATK-03, POO-DEF-02, POO-COV,
//! POO-SIZE-01.

use super::{
    act::{Act, Wrestling},
    arms::{WeaponGroup, arm},
    catalogue as ids,
    components::{Change, Component, Energy},
    conditions::{BLINDED, CHARMED, Detail, FRIGHTENED, OFF_BALANCE, SHIELDED, STUNNED, WEAKENED, detail, drug},
    cover::{self, Between},
    reach, settings,
    sheet::{RollKind, Sheet, Stat, sheet, sheet_of},
};
use crate::rules::prelude::*;

/// The kind of roll that an action is to traits.
pub const fn roll_kind(act: &Act) -> RollKind {
    match act.base {
        Component::Strike => RollKind::Strike,
        Component::Throw => RollKind::Throw,
        Component::Shot => RollKind::Shot,
        Component::Wrestle => RollKind::Wrestle,
        Component::Intimidate => RollKind::Intimidate,
        Component::FirstAid => RollKind::FirstAid,
        _ => RollKind::Spell,
    }
}

/// The stat of an action, POO-ROLL-03.
pub const fn stat(act: &Act) -> Stat {
    match act.base {
        Component::Strike | Component::Wrestle => Stat::Strength,
        Component::Throw | Component::Shot => Stat::Agility,
        Component::Intimidate => Stat::Charisma,
        _ => Stat::Intellect,
    }
}

/// The dice of a stat, POO-ROLL-03.
pub fn add_stat(numbers: &Sheet, stat: Stat, out: &mut impl Tally) {
    out.add(ids::ROLL_03, numbers.rating(stat).into(), || stat.name().into());
}

/// Training with a group of weapons; without any, one die less, except unarmed. POO-ROLL-04.
fn add_weapon_training(numbers: &Sheet, group: WeaponGroup, out: &mut impl Tally) {
    let training = &numbers.training;
    let degree = match group {
        WeaponGroup::Melee => training.melee,
        WeaponGroup::Unarmed => training.unarmed,
        WeaponGroup::Thrown => training.thrown,
        WeaponGroup::Projectile => training.projectile,
    };
    let dice = if degree == 0 && group != WeaponGroup::Unarmed { -1 } else { i32::from(degree) };
    out.add(ids::ROLL_04, dice, || if dice < 0 { "Untrained".into() } else { "Training".into() });
}

/// The best implement dice among what is held. POO-ROLL-06.
pub fn implement(battle: &Battle, who: CombatantId) -> u8 {
    battle.combatant(who).hands.held().map(|item| arm(battle, item).implement).max().unwrap_or(0)
}

/// The dice of an action that do not depend on its target, POO-ATK-03.
pub fn own(battle: &Battle, act: &Act, out: &mut impl Tally) {
    let fighter = battle.combatant(act.by);
    let numbers = sheet(fighter);
    add_stat(numbers, stat(act), out);
    if let Some(group) = act.group(battle) {
        add_weapon_training(numbers, group, out);
        let weapons = [act.item, act.second.filter(|_| act.has(Component::DualThrow))];
        let dice = weapons.into_iter().flatten().map(|item| arm(battle, item).dice).min().unwrap_or(2);
        out.add(ids::ROLL_06, dice.into(), || {
            act.item.map_or_else(|| "Bare hands".into(), |item| capital(battle.item(item).name).to_string().into())
        });
    }
    let training = &numbers.training;
    let trained = match act.base {
        Component::Wrestle => training.wrestling,
        Component::Intimidate => training.intimidation,
        Component::FirstAid => training.medicine,
        _ => act.energies.iter().map(|energy| numbers.energy_training(energy)).min().unwrap_or(0),
    };
    out.add(ids::ROLL_04, trained.into(), || "Training".into());
    if act.is_spell() {
        out.add(ids::ROLL_06, implement(battle, act.by).into(), || "Implement".into());
    }
    out.add(ids::ROLL_07, numbers.trait_dice(roll_kind(act)), || "Traits".into());
    out.add(ids::ROLL_07, i32::from(act.threat), || "Double Threat".into());
}

/// Penalties of conditions on an attack pool: the attacker's own, and that for a prone target. If the setting says so,
/// the worst alone. POO-COND.
pub fn ailing(battle: &Battle, act: &Act, on: Option<CombatantId>, out: &mut impl Tally) {
    let fighter = battle.combatant(act.by);
    let has = |kind| i32::from(fighter.conditions.has(kind));
    let charmed = fighter.conditions.0.iter().filter(|condition| condition.kind == CHARMED);
    let sides = |whom: CombatantId| battle.combatant(whom).team;
    let is_charmed =
        on.is_some_and(|on| charmed.filter_map(|condition| condition.whom).any(|whom| sides(whom) == sides(on)));
    let weak = stat(act) == Stat::Strength;
    let is_attack = i32::from(act.is_attack());
    let prone = i32::from(fighter.posture == Posture::Prone);
    let lies =
        |on: CombatantId| battle.combatant(on).posture == Posture::Prone && reach::distance(battle, act.by, on) >= 2;
    let below = i32::from(act.is_aimed() && on.is_some_and(lies));
    let off = fighter.conditions.find(OFF_BALANCE).map_or(0, |condition| i32::from(condition.level));
    let all: [(RuleId, i32, &'static str); 7] = [
        (ids::COND_10, is_attack * -prone, "Prone"),
        (ids::COND_16, is_attack * -2 * has(BLINDED), "Blinded"),
        (ids::COND_17, is_attack * -has(FRIGHTENED), "Frightened"),
        (ids::COND_18, if weak { -2 * has(WEAKENED) } else { 0 }, "Weakened"),
        (ids::COND_19, is_attack * -off, "Off balance"),
        (ids::COND_20, -i32::from(is_charmed && act.is_attack()), "Charmed"),
        (ids::COND_10, is_attack * -below, "Target is prone"),
    ];
    penalties(battle, &all, out);
}

/// Penalties that add up, or of which only the worst counts, POO-COND-02.
fn penalties(battle: &Battle, all: &[(RuleId, i32, &'static str)], out: &mut impl Tally) {
    let worst = all.iter().map(|(_, amount, _)| *amount).min().unwrap_or(0);
    let mut open = settings::worst_counts(battle).then_some(worst);
    for (rule, amount, words) in all.iter().filter(|(_, amount, _)| *amount < 0) {
        match &mut open {
            Some(left) if *left == *amount => *left = 1,
            Some(_) => continue,
            None => {}
        }
        out.add(*rule, *amount, || (*words).into());
    }
}

/// The dice of an action that depend on its target: size, cover, light, distance. POO-SIZE-01, POO-COV.
pub fn at_target(battle: &Battle, act: &Act, on: CombatantId, out: &mut impl Tally) {
    if act.minds_size() && settings::size_aims(battle) && on != act.by {
        out.add(ids::SIZE_01, by_size(sheet_of(battle, act.by), sheet_of(battle, on)), || "Size".into());
    }
    if !act.is_attack() || on == act.by {
        return;
    }
    let far = reach::distance(battle, act.by, on);
    if act.is_area() || act.base == Component::Chain {
        return;
    }
    let line = reach::line(battle, act.by, on);
    if act.is_aimed() {
        add_cover(battle, &line, out);
        let range = reach::range(battle, act);
        out.add(ids::COV_03, if far > range { -2 } else { 0 }, || "Long range".into());
    }
    let light = line.seen;
    out.add(ids::COV_02, -light.dice(), || capital(light.name()).to_string().into());
}

fn add_cover(battle: &Battle, line: &Between, out: &mut impl Tally) {
    let cover = line.cover;
    out.add(ids::COV_01, -cover.dice(), || capital(cover.name()).to_string().into());
    if cover != cover::Cover::None {
        out.show(|| cover::evidence(battle, line));
    }
}

/// Attack dice by the difference of sizes, POO-SIZE-01.
pub const fn by_size(attacker: &Sheet, target: &Sheet) -> i32 {
    let steps = target.steps() - attacker.steps();
    let dice = steps.abs() * (steps.abs() + 1) / 2;
    if steps < 0 { -dice } else { dice }
}

/// The whole pool of an action against somebody, at least one die. POO-ROLL-02, POO-ROLL-08.
pub fn pool(battle: &Battle, act: &Act, on: Option<CombatantId>, out: &mut impl Tally) {
    own(battle, act, out);
    out.add(ids::ROLL_05, act.ap.into(), || "AP".into());
    ailing(battle, act, on, out);
    if let Some(on) = on {
        at_target(battle, act, on, out);
    }
    if out.sum() < 1 {
        let missing = 1 - out.sum();
        out.add(ids::ROLL_08, missing, || "At least one die".into());
    }
}

/// Penalties of conditions on a defence of the body: those on evasion dice or grip first, then the general one. If the
/// setting says so, the worst alone. POO-COND-02, POO-COND-10, POO-COND-16, POO-COND-18, POO-BER-03.
fn hindered(battle: &Battle, act: &Act, on: CombatantId, grips: bool) -> [(RuleId, i32, &'static str); 3] {
    let fighter = battle.combatant(on);
    let has = |kind| if fighter.conditions.has(kind) { -2 } else { 0 };
    let (drug, drugged) =
        drug(fighter).map_or(("", 0), |dose| (["Berserk", "Meginserk"][dose.drug as usize], -2 * i32::from(dose.tier)));
    let [first, second] = match grips {
        true => [(ids::COND_18, has(WEAKENED), "Weakened"), (ids::BER_03, 0, drug)],
        false => [(ids::COND_16, has(BLINDED), "Blinded"), (ids::BER_03, drugged, drug)],
    };
    let prone = -i32::from(act.is_close() && fighter.posture == Posture::Prone);
    let mut all = [first, second, (ids::COND_10, prone, "Prone")];
    if settings::worst_counts(battle) {
        let worst = all.iter().map(|(_, amount, _)| *amount).min().unwrap_or(0);
        let kept = all.iter().position(|(_, amount, _)| *amount == worst);
        all.iter_mut().enumerate().filter(|(place, _)| Some(*place) != kept).for_each(|(_, term)| term.1 = 0);
    }
    all
}

/// The evasion dice of somebody against an action, with that many AP in them, before general penalties. POO-DEF-02,
/// POO-DEF-04, POO-COND-12, POO-BER-03.
pub fn evasion(battle: &Battle, act: &Act, (who, ap): (CombatantId, u8), catches: bool, out: &mut impl Tally) {
    let fighter = battle.combatant(who);
    let numbers = sheet(fighter);
    if fighter.conditions.has(STUNNED) {
        return out.add(ids::COND_12, 0, || "Stunned".into());
    }
    add_stat(numbers, Stat::Agility, out);
    out.add(ids::ROLL_04, numbers.training.evasion.into(), || "Training".into());
    // A Catch adds nothing else, POO-COMP-36.
    if !catches {
        if numbers.armour.dice() == 0 {
            out.add(ids::DEF_02, numbers.training.unarmoured.into(), || "Unarmoured".into());
        }
        out.add(ids::ROLL_07, numbers.trait_dice(RollKind::Defence).max(0), || "Traits".into());
    }
    out.add(ids::ROLL_05, ap.into(), || "AP".into());
    for (rule, amount, words) in &hindered(battle, act, who, false)[..2] {
        // Not below 0 by penalties named for evasion, POO-ROLL-08.
        let amount = (*amount).max(-out.sum());
        out.add(*rule, amount, || (*words).into());
    }
}

/// The armour dice of somebody against an action, POO-ARM-01, POO-ARM-03, POO-COMP-33.
pub fn armour(battle: &Battle, act: &Act, on: CombatantId, out: &mut impl Tally) {
    if settings::armour_soaks(battle) || !meets_armour(act) {
        return;
    }
    add_armour(battle, act, on, out);
}

/// Whether armour counts against an action at all, POO-ARM-03.
pub fn meets_armour(act: &Act) -> bool {
    let is_bodily = !act.is_mental() && act.base != Component::Wrestle;
    is_bodily && !(act.is_spell() && act.energies.bypasses())
}

/// Armour dice, whether they are rolled or taken off damage dice.
pub fn add_armour(battle: &Battle, act: &Act, on: CombatantId, out: &mut impl Tally) {
    let class = sheet_of(battle, on).best_armour();
    let dice = i32::from(class.dice());
    out.add(ids::ARM_01, dice, || capital(class.name()).to_string().into());
    let parts = act.with.changes().find_map(|change| if let Change::ArmourBy(by) = change { Some(by) } else { None });
    if let Some(by) = parts {
        out.add(ids::COMP_33, dice / i32::from(by) - dice, || "Find the Gap".into());
    }
}

/// The dice of the mind, with that many AP in them, POO-MAG-06, POO-SKL-02, POO-COMP-24.
pub fn mind(battle: &Battle, (who, ap): (CombatantId, u8), out: &mut impl Tally) {
    let numbers = sheet_of(battle, who);
    add_stat(numbers, Stat::Charisma, out);
    out.add(ids::ROLL_04, numbers.training.resolve.into(), || "Training".into());
    out.add(ids::ROLL_07, numbers.trait_dice(RollKind::Mind), || "Traits".into());
    out.add(ids::ROLL_05, ap.into(), || "AP".into());
}

/// The dice of strength against wrestling, with that many AP in them, POO-WRE-01.
pub fn grip(battle: &Battle, act: &Act, (who, ap): (CombatantId, u8), out: &mut impl Tally) {
    let numbers = sheet_of(battle, who);
    add_stat(numbers, Stat::Strength, out);
    out.add(ids::ROLL_04, numbers.training.wrestling.into(), || "Training".into());
    out.add(ids::ROLL_07, numbers.trait_dice(RollKind::Wrestle), || "Traits".into());
    out.add(ids::ROLL_05, ap.into(), || "AP".into());
    let (rule, amount, words) = hindered(battle, act, who, true)[0];
    out.add(rule, amount, || words.into());
}

/// Block dice that somebody has against a spell without AP: those of an Energy Shield, POO-CNT-03.
pub fn shielded(battle: &Battle, act: &Act, on: CombatantId) -> u8 {
    let shield = battle.combatant(on).conditions.find(SHIELDED);
    let opposes = |condition: &&Condition| matches!(detail(condition), Some(Detail::Energy(energy)) if act.energies.is_opposed_by(energy));
    shield.filter(|shield| act.is_spell() && opposes(shield)).map_or(0, |shield| shield.level.clamp(0, 60) as u8)
}

/// The known energy opposed to a spell in which somebody is trained best, for a counterspell or a ward. POO-CNT-01,
/// POO-CNT-02.
pub fn opposing(battle: &Battle, act: &Act, on: CombatantId) -> Option<Energy> {
    let numbers = sheet_of(battle, on);
    let known = numbers.energies.iter().copied().filter(|energy| act.energies.is_opposed_by(*energy));
    known.max_by_key(|energy| numbers.energy_training(*energy))
}

/// General penalties on a defence of the body: lying prone, and traits that take dice away. POO-ROLL-08, POO-COND-10,
/// POO-ROLL-07.
pub fn defence_penalty(battle: &Battle, act: &Act, on: CombatantId, grips: bool, out: &mut impl Tally) {
    let (rule, amount, words) = hindered(battle, act, on, grips)[2];
    out.add(rule, -amount, || words.into());
    let traits = if grips { 0 } else { sheet_of(battle, on).trait_dice(RollKind::Defence).min(0) };
    out.add(ids::ROLL_07, -traits, || "Traits".into());
}

/// The die that a prone defender loses, whatever it defends with, POO-COND-10.
pub fn lying(battle: &Battle, act: &Act, on: CombatantId, out: &mut impl Tally) {
    let prone = act.is_close() && battle.combatant(on).posture == Posture::Prone;
    out.add(ids::COND_10, prone.into(), || "Prone".into());
}

/// Whether an action is an escape from a hold.
pub const fn is_escape(act: &Act) -> bool {
    matches!(act.base, Component::Wrestle) && matches!(act.hold, Wrestling::Escape)
}
