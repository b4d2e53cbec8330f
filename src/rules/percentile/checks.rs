//! D%: target numbers, margins, degrees, opposed rolls and Luck. PCT-CHK.

use std::borrow::Cow;

use super::{
    catalogue as ids,
    conditions::{HEAD, HURRIED, LOST_EYE},
    settings,
    sheet::{LUCK, WOUNDS},
    step::{Hit, Luck},
};
use crate::{
    dice::{Band, Fraction, Throw, Thrown},
    rules::prelude::*,
};

/// Completes a target number: Luck may ignore negatives, PCT-CHK-11 (a); then it is limited to 1..98, PCT-CHK-02.
pub fn close(tally: &mut impl Tally, luck: Luck) -> i32 {
    if luck.ignore {
        let negative = tally.negative();
        tally.add(ids::CHK_11, -negative, || "Luck: negatives ignored".into());
    }
    let target = limited(tally.sum());
    tally.add(ids::CHK_02, target - tally.sum(), || "Limited to 1 to 98".into());
    target
}

/// A target number within its limits, PCT-CHK-02.
pub fn limited(sum: i32) -> i32 {
    sum.clamp(1, 98)
}

/// The modifier for each wound, PCT-DMG-05.
pub const PER_WOUND: i32 = -10;

/// Modifiers of all checks: -10 for each wound, PCT-DMG-05, and -10 for a blow to the head, PCT-STR-02.
pub fn add_wounds(combatant: Combatant<'_>, tally: &mut impl Tally) {
    let wounds = i32::from(combatant.vitals.get(WOUNDS));
    tally.add(ids::DMG_05, PER_WOUND * wounds, || match wounds {
        1 => "One wound".into(),
        _ => format!("{wounds} wounds").into(),
    });
    tally.add(ids::STR_02, -10 * i32::from(combatant.conditions.has(HEAD)), || "Struck on the head".into());
}

/// The modifier for each wound of a mount, in checks that its movement causes its rider to make, PCT-MNT-05.
pub fn add_wounds_of_mount(mount: Combatant<'_>, tally: &mut impl Tally) {
    let wounds = i32::from(mount.vitals.get(WOUNDS));
    tally.add(ids::MNT_05, PER_WOUND * wounds, || "Wounds of the mount".into());
}

/// -10 for having run, in physical checks, PCT-MOVE-02, PCT-CHK-10.
pub fn add_hurried(combatant: Combatant<'_>, tally: &mut impl Tally) {
    tally.add(ids::MOVE_02, -10 * i32::from(combatant.conditions.has(HURRIED)), || "Hurried".into());
}

/// A double: 00, 11 to 99, PCT-CHK-04.
pub const fn is_double(face: u8) -> bool {
    face / 10 == face % 10
}

/// The face with its digits swapped, PCT-CHK-11 (b).
pub const fn flipped(face: u8) -> u8 {
    face % 10 * 10 + face / 10
}

/// The degree of a won attack roll, PCT-CHK-04, PCT-DMG-02.
pub fn hit(battle: &Battle, margin: u8) -> Hit {
    let critical = is_double(margin);
    let bonus = match margin {
        60.. => 10,
        30.. => 5,
        _ if critical && settings::critical_bonus(battle) => 5,
        _ => 0,
    };
    Hit { bonus, exceptional: critical || margin >= 30, critical }
}

impl Hit {
    /// The class of a hit in a throw.
    pub fn class(self) -> u32 {
        u32::from(self.bonus) * 4 + u32::from(self.exceptional) * 2 + u32::from(self.critical)
    }

    /// The hit of a class.
    pub const fn of_class(class: u32) -> Self {
        Self { bonus: (class / 4) as u8, exceptional: class & 2 != 0, critical: class & 1 != 0 }
    }
}

/// A hit raised one degree, PCT-CHK-13.
#[must_use]
pub const fn upgraded(hit: Hit) -> Hit {
    if hit.exceptional { Hit { critical: true, ..hit } } else { Hit { bonus: 5, exceptional: true, critical: false } }
}

/// Whether a face fails by at least an exceptional failure, PCT-CHK-04.
pub const fn fails_badly(face: u8, target: i32) -> bool {
    face as i32 > target && (is_double(face) || face as i32 - target >= 30)
}

/// The degree in words, PCT-CHK-04.
pub fn degree(face: u8, target: i32) -> &'static str {
    let face_value = i32::from(face);
    match is_double(face) {
        critical if face_value <= target => worth(Hit { bonus: 0, exceptional: face >= 30, critical }),
        true => "critical failure",
        false if face_value - target >= 30 => "exceptional failure",
        false => "failure",
    }
}

/// Degree and margin in the words of the log: "exceptional success, margin 41".
pub fn upshot(face: u8, target: i32) -> String {
    let margin = if i32::from(face) <= target { format!(", margin {face}") } else { String::new() };
    format!("{}{margin}", degree(face, target))
}

/// The degree of a won attack in words.
pub const fn worth(hit: Hit) -> &'static str {
    match (hit.critical, hit.exceptional) {
        (true, _) => "critical success",
        (_, true) => "exceptional success",
        _ => "success",
    }
}

/// Who is ahead in an ordered opposed check, in ascending order of advantage for the defender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Duel {
    /// The one who rolled first.
    Attacker,
    /// Neither: both rolled the same number.
    Tie,
    /// The one who rolled second.
    Defender,
}

/// Compares a won attack roll with a defence roll, PCT-CHK-05.
pub fn duel(battle: &Battle, margin: u8, face: u8, target: i32) -> Duel {
    if i32::from(face) > target {
        return Duel::Attacker;
    }
    if settings::critical_wins(battle) && is_double(margin) != is_double(face) {
        return if is_double(margin) { Duel::Attacker } else { Duel::Defender };
    }
    match face.cmp(&margin) {
        std::cmp::Ordering::Less => Duel::Attacker,
        std::cmp::Ordering::Equal => Duel::Tie,
        std::cmp::Ordering::Greater => Duel::Defender,
    }
}

/// A roll of D% against a number, for the log.
pub fn against(
    who: CombatantId,
    (words, rule): (impl Into<Cow<'static, str>>, RuleId),
    (thrown, target): (&Thrown, i32),
    number: impl FnOnce(&mut Verdict) -> i32,
) -> Roll {
    let mut verdict = Verdict::default();
    number(&mut verdict);
    let roll = Roll::new(who, words, rule, thrown).against(verdict, thrown.sum <= target);
    roll.saying(upshot(thrown.sum as u8, target))
}

/// Throws D%.
pub fn percent(context: &mut StepContext<'_>, class: &dyn Fn(u8) -> u32) -> (u8, Thrown) {
    let thrown = context.throw(Throw::Percent, &|die| class(die.sum as u8));
    (thrown.sum as u8, thrown)
}

/// Whether a Luck option can still be paid for in this check, PCT-CHK-11.
pub fn has_luck(battle: &Battle, who: CombatantId, luck: Luck) -> bool {
    battle.combatant(who).vitals.get(LUCK) > 0 && luck.used() < settings::luck_per_check(battle)
}

/// Whether to ask about a Luck option now: forecasts spend none.
pub fn is_lucky(battle: &Battle, who: CombatantId, luck: Luck, context: &StepContext<'_>) -> bool {
    !context.is_forecast() && has_luck(battle, who, luck)
}

/// Pays a Luck Point, PCT-CHK-11.
pub fn pay_luck(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    context.effect(Effect::Vital(who, LUCK, battle.combatant(who).vitals.get(LUCK) - 1));
}

/// Throws D% where only bands of faces matter. Each band is its last face, ascending, and its class.
pub fn percent_in_bands(context: &mut StepContext<'_>, bands: &[Band]) -> (u8, Thrown) {
    let thrown = context.throw_in_bands(Throw::Percent, bands);
    (thrown.sum as u8, thrown)
}

/// The chance to roll a number or less, PCT-CHK-02.
pub fn chance(target: i32) -> Fraction {
    Fraction::new(target as u128 + 1, 100)
}

/// Throws D% where only success matters.
pub fn percent_against(context: &mut StepContext<'_>, target: i32) -> (u8, Thrown) {
    percent_in_bands(context, &[Band { last: target, class: 1 }, Band { last: 99, class: 0 }])
}

/// -10 to attacks for each eye lost, PCT-STR-04; Perception likewise.
pub fn add_eyes(combatant: Combatant<'_>, tally: &mut impl Tally) {
    tally.add(ids::STR_04, -10 * i32::from(combatant.conditions.has(LOST_EYE)), || "Lost an eye".into());
}

/// +30 or -30 for each point spent on the defence, PCT-RES-03, PCT-RES-04.
pub fn add_shifts(shifts: i8, tally: &mut impl Tally) {
    let rule = if shifts > 0 { ids::RES_03 } else { ids::RES_04 };
    tally.add(rule, 30 * i32::from(shifts), || if shifts > 0 { "Resistance" } else { "Vulnerability" }.into());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chk_02_target_numbers_are_limited() {
        for (base, modifier, target) in [(90, 20, 98), (20, -50, 1), (60, -10, 50)] {
            let mut tally = Quick::default();
            tally.add(ids::CHK_09, base, || "".into());
            tally.add(ids::CHK_09, modifier, || "".into());
            assert_eq!(close(&mut tally, Luck::default()), target);
        }
    }

    #[test]
    fn chk_04_degrees() {
        for (face, words) in [
            (30, "exceptional success"),
            (29, "success"),
            (22, "critical success"),
            (44, "critical success"),
            (0, "critical success"),
            (51, "failure"),
            (55, "critical failure"),
            (80, "exceptional failure"),
            (79, "failure"),
            (99, "critical failure"),
        ] {
            assert_eq!(degree(face, 50), words, "{face}");
        }
    }

    #[test]
    fn chk_11_luck_ignores_negatives_and_flips() {
        let mut verdict = Verdict::base(ids::CHK_09, "Base", 60).plus(ids::MULTI_01, "Many", -20);
        assert_eq!(close(&mut verdict, Luck { ignore: true, ..Luck::default() }), 60);
        assert!(verdict.adds_up());
        assert_eq!((flipped(71), flipped(40), flipped(7)), (17, 4, 70));
    }

    #[test]
    fn chk_13_upgrading() {
        let exceptional = Hit { bonus: 5, exceptional: true, critical: false };
        assert_eq!(upgraded(Hit { bonus: 0, exceptional: false, critical: false }), exceptional);
        assert_eq!(upgraded(exceptional), Hit { critical: true, ..exceptional });
    }
}
