//! Guard and the VS, and the bonus dice of attack, Defence and damage. VIG-ATK-02 to -05, VIG-ROLL-03 to -06.

use super::{
    arms::WEAR,
    catalogue as ids,
    conditions::{GUARDED, INTIMIDATED, STEPS, WEAKNESS, is_unconscious, is_wounded},
    cover::{self, Aim, Between, best_shot, between, eighths, feet, octant},
    dice::{BonusDice, bonus_of},
    objects,
    settings::{self, Chances},
    sheet::{Kind, RollKind, Score, WORN, arm, sheet, sheet_of},
    step::{Manner, Mark, Strike},
    strike::{Bonus, Means},
};
use crate::{
    geometry::Footprint,
    rules::{Site, Touch, prelude::*},
};

/// The course of an attack to its target: line, distance and visibility.
#[derive(Clone, Debug)]
pub struct Course {
    /// What is on the line to the target.
    pub line: Between,
    /// Distance in feet.
    pub feet: u16,
    /// Whether it is an area attack, against which light cover does nothing. VIG-COV-02.
    pub area: bool,
    /// The visibility penalty; by default that of the line. VIG-ATK-08.
    pub penalty: Option<i32>,
}

impl Course {
    /// The course of an attack from its attacker to its target.
    pub fn of(battle: &Battle, strike: &Strike) -> Self {
        let (from, to) = (battle.combatant(strike.by).footprint(), body(battle, strike));
        let own = match strike.on {
            Mark::Site(Site::Square(square)) => Some(Touch::Square(square)),
            Mark::Site(Site::Edge(edge)) => Some(Touch::Edge(edge)),
            Mark::Combatant(_) | Mark::Area(_) => None,
        };
        let along = |mut line: Between| {
            // A feature is not its own cover, VIG-OBJ-01.
            line.covers.retain(|cover| Some(cover.at) != own);
            Self { line, feet: feet(from, to), area: false, penalty: None }
        };
        let line = if from.side == 1 && to.side == 1 {
            between(battle, from, to, Aim::Shot)
        } else {
            let means = strike.means(battle);
            best_shot(battle, from, to, |line| {
                let mut sum = Quick::default();
                vs(battle, strike, &means, &along(line.clone()), &mut sum);
                sum.sum()
            })
        };
        along(line)
    }
}

/// The body that is attacked.
pub fn body(battle: &Battle, strike: &Strike) -> Footprint {
    match strike.on {
        Mark::Combatant(on) => battle.combatant(on).footprint(),
        Mark::Site(site) => objects::body(battle.combatant(strike.by).footprint(), site),
        Mark::Area(at) => Footprint::one(at),
    }
}

/// Whether the target is unaware of the attacker and attacked from behind, VIG-ATK-05.
pub fn is_behind(battle: &Battle, strike: &Strike) -> bool {
    let Mark::Combatant(on) = strike.on else { return true };
    let (attacker, target) = (battle.combatant(strike.by), battle.combatant(on));
    let frontless = sheet(target).kind == Kind::Object || is_unconscious(target);
    is_unaware(battle, strike)
        && (!settings::facing_counts(battle)
            || frontless
            || octant(target.footprint(), attacker.footprint())
                .is_some_and(|towards| eighths(towards, target.facing.0) >= 3))
}

/// Whether the target is unaware of the attacker, VIG-SETUP-06. Objects are unaware of everybody, VIG-OBJ-01.
pub fn is_unaware(battle: &Battle, strike: &Strike) -> bool {
    let Mark::Combatant(on) = strike.on else { return true };
    let target = battle.combatant(on);
    if sheet(target).kind == Kind::Object || is_unconscious(target) {
        return true;
    }
    target.team != battle.combatant(strike.by).team && !target.aware.of(strike.by)
}

/// The basic Guard, VIG-ATK-03.
pub const GUARD: i32 = 15;

/// Adds up the VS that the attack's total must exceed. VIG-ATK-03, VIG-ATK-04.
pub fn vs(battle: &Battle, strike: &Strike, means: &Means<'_>, course: &Course, tally: &mut impl Tally) {
    tally.add(ids::ATK_03, GUARD, || "Guard".into());
    if let Mark::Combatant(on) = strike.on {
        add_own(battle, battle.combatant(on), tally);
        let sizes = (sheet(battle.combatant(on)).size, sheet_of(battle, strike.by).size);
        tally.add(ids::SIZE_01, sizes.0.guard_against(sizes.1), || {
            format!("{} against {}", sizes.0.name(), sizes.1.name()).into()
        });
    }
    if means.is_ranged() {
        cover::add_cover(tally, battle, &course.line, |category| category.guard(course.area));
    }
    if is_behind(battle, strike) {
        let guard = tally.sum();
        tally.add(ids::ATK_05, -guard.div_euclid(2), || "Unaware: Guard halved, rounded up".into());
    }
    if means.is_ranged() {
        let grade = course.line.grade;
        let penalty = course.penalty.unwrap_or_else(|| grade.penalty(course.feet));
        tally.add(grade.rule(), penalty, || capital(grade.name()));
    }
}

/// Adds the Guard of armour, shield, abilities and conditions.
pub fn add_own(battle: &Battle, target: Combatant<'_>, tally: &mut impl Tally) {
    let numbers = sheet(target);
    for (piece, vital) in numbers.armour.iter().zip(WORN) {
        if piece.durability.is_none() || target.vitals.get(vital) > 0 {
            tally.add(ids::ATK_03, piece.guard.into(), || piece.name.clone().into());
        }
    }
    if let Some((item, guard)) = shield(battle, target.id).map(|item| (item, shield_guard(battle, item))) {
        tally.add(ids::ATK_03, guard, || battle.item(item).name.to_string().into());
    }
    tally.add(ids::ATK_03, numbers.guard.into(), || "Abilities".into());
    for condition in target.conditions.0.iter().filter(|known| known.kind == GUARDED) {
        tally.add(ids::ATK_03, condition.level.into(), || "Guarded".into());
    }
}

fn shield_guard(battle: &Battle, item: ItemId) -> i32 {
    arm(battle, item).shield.as_ref().map_or(0, |shield| shield.guard.into())
}

/// The shield that a combatant holds, unless it is destroyed.
pub fn shield(battle: &Battle, who: CombatantId) -> Option<ItemId> {
    battle.combatant(who).hands.held().find(|item| {
        let shield = arm(battle, *item).shield.as_ref();
        shield.is_some_and(|shield| shield.durability.is_none() || battle.item(*item).numbers.get(WEAR) > 0)
    })
}

/// Bonus dice of a score, VIG-ROLL-03.
fn dice_of(battle: &Battle, score: i16) -> i32 {
    bonus_of(score, settings::score_per_bonus_die(battle) as i16).into()
}

/// How many bonus dice an attack roll has, VIG-ATK-02.
pub fn attack_count(battle: &Battle, strike: &Strike, means: &Means<'_>, tally: &mut impl Tally) {
    let numbers = sheet_of(battle, strike.by);
    tally.add(ids::ATK_02, dice_of(battle, numbers.score(means.score)), || means.score.name().into());
    tally.add(ids::ROLL_03, numbers.extra.attack.into(), || "Talents".into());
    if settings::attack_adds_skill(battle) && means.is_attack() {
        tally.add(ids::ATK_02, means.skill.into(), || "Skill".into());
    }
}

/// The steps on the bonus dice of an attack roll, VIG-ROLL-04.
pub fn attack_steps(battle: &Battle, strike: &Strike, means: &Means<'_>, feet: u16, tally: &mut impl Tally) {
    let mut steps = Steps { tally, charges: takes_charges(battle, strike.manner) };
    steps.record(means.attack, ids::ROLL_05, "Weapon");
    steps.of_roller(battle, strike.by, RollKind::Attack, true);
    if let Mark::Combatant(on) = strike.on {
        let found = battle.combatant(strike.by).conditions.0.iter();
        let found = found.filter(|known| known.kind == WEAKNESS && known.whom == Some(on)).count();
        steps.add(ids::ACT_05, i32::from(found > 0 && means.is_attack()), "Weakness found");
        let prone = means.is_ranged_attack() && battle.combatant(on).posture == Posture::Prone;
        steps.add(ids::COND_03, -i32::from(prone), "Target prone");
    }
    let far = means.range.is_some_and(|(near, _)| feet > near);
    steps.add(ids::ATK_06, -i32::from(far), "Long range");
    steps.add(ids::ATK_07, if strike.manner == Manner::OffHand { -2 } else { 0 }, "Off hand");
    steps.add(ids::REACT_09, -i32::from(strike.gamble), "Chance taken");
}

/// How many bonus dice a damage roll has, VIG-DMG-02, VIG-DMG-03.
pub fn damage_count(battle: &Battle, strike: &Strike, means: &Means<'_>, tally: &mut impl Tally) {
    let numbers = sheet_of(battle, strike.by);
    match means.bonus {
        Bonus::Strength => tally.add(ids::DMG_02, dice_of(battle, numbers.strength), || Score::Strength.name().into()),
        Bonus::Skill(dice) => tally.add(ids::DMG_03, dice.into(), || "Skill".into()),
        Bonus::None => {}
    }
    tally.add(ids::DMG_01, numbers.extra.damage.into(), || "Talents".into());
}

/// The steps on the bonus dice of a damage roll, only if stated for it, VIG-ROLL-06.
pub fn damage_steps(battle: &Battle, strike: &Strike, means: &Means<'_>, tally: &mut impl Tally) {
    let mut steps = Steps { tally, charges: takes_charges(battle, strike.manner) };
    steps.record(means.damage_steps, ids::ROLL_06, "Weapon");
    steps.of_roller(battle, strike.by, RollKind::Damage, false);
    steps.add(ids::ATK_07, if strike.manner == Manner::OffHand { -2 } else { 0 }, "Off hand");
    steps.add(ids::REACT_09, i32::from(strike.gamble), "Chance taken");
}

/// The steps of a Defence roll; none of the attack's modifiers apply to it. VIG-REACT-04, VIG-REACT-09.
pub fn defence_steps(battle: &Battle, on: CombatantId, tally: &mut impl Tally) {
    let charges = settings::chances(battle) != Chances::Charges;
    Steps { tally, charges }.of_roller(battle, on, RollKind::Defence, true);
}

/// Whether Charges count: not on rolls of reactions if "Chances" is read as a misprint of Charges, VIG-REACT-09.
fn takes_charges(battle: &Battle, manner: Manner) -> bool {
    !manner.is_reaction() || settings::chances(battle) != Chances::Charges
}

/// Adds up steps on the ladder.
struct Steps<'a, T> {
    tally: &'a mut T,
    /// Whether Charges count.
    charges: bool,
}

impl<T: Tally> Steps<'_, T> {
    fn add(&mut self, rule: RuleId, amount: i32, words: &'static str) {
        if amount < 0 || amount > 0 && self.charges {
            self.tally.add(rule, amount, || words.into());
        }
    }

    fn record(&mut self, steps: super::arms::Steps, rule: RuleId, words: &'static str) {
        self.add(rule, steps.charges.into(), words);
        self.add(rule, -i32::from(steps.challenges), words);
    }

    /// Adds the roller's own steps: standing ones, those of conditions on action rolls, and that of a wound,
    /// VIG-COND-08.
    fn of_roller(&mut self, battle: &Battle, who: CombatantId, kind: RollKind, action: bool) {
        let fighter = battle.combatant(who);
        self.record(sheet(fighter).steps(kind), ids::ROLL_05, "Standing");
        for condition in fighter.conditions.0.iter().filter(|known| action && known.kind == STEPS) {
            self.add(ids::ROLL_05, condition.level.into(), "Ability");
        }
        // Being intimidated by two counts once, VIG-COND-08.
        self.add(ids::ACT_05, -i32::from(action && fighter.conditions.has(INTIMIDATED)), "Intimidated");
        if is_wounded(fighter) {
            self.tally.add(ids::COND_01, -1, || "Wounded".into());
        }
    }
}

/// The bonus dice of an attack roll over this distance.
pub fn attack_bonus(battle: &Battle, strike: &Strike, means: &Means<'_>, feet: u16) -> BonusDice {
    let (mut count, mut steps) = (Quick::default(), Quick::default());
    attack_count(battle, strike, means, &mut count);
    attack_steps(battle, strike, means, feet, &mut steps);
    bonus(count.sum(), steps.sum())
}

/// The bonus dice of a damage roll.
pub fn damage_bonus(battle: &Battle, strike: &Strike, means: &Means<'_>) -> BonusDice {
    let (mut count, mut steps) = (Quick::default(), Quick::default());
    damage_count(battle, strike, means, &mut count);
    damage_steps(battle, strike, means, &mut steps);
    bonus(count.sum(), steps.sum())
}

/// The most bonus dice of a roll that a sheet allows: a score of 200 at a die for each point, talents, skill, and a
/// form's own.
const MOST_DICE: i32 = 230;

/// Bonus dice from their number and their steps.
pub fn bonus(count: i32, steps: i32) -> BonusDice {
    BonusDice { count: count.clamp(0, MOST_DICE) as u8, steps: steps.clamp(-100, 100) as i8 }
}
