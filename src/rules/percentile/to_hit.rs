//! The number of an attack with all modifiers. PCT-ATK-03, PCT-ATK-04, PCT-ATK-07.

use super::{
    bonds, catalogue as ids,
    checks::{self, add_hurried, add_wounds, close},
    conditions::{AIM, MOUNTED, RIDDEN},
    cover::{self, Class},
    reach, settings,
    sheet::{Arm, Kind, Sheet, Size, Skill, Tag, Use, arm, sheet},
    step::{Exchange, Manner},
    targets,
};
use crate::rules::prelude::*;

/// The attacker's number with all modifiers, PCT-ATK-04.
pub fn target_number(battle: &Battle, exchange: &Exchange, tally: &mut impl Tally) -> i32 {
    let attacker = battle.combatant(exchange.by);
    if exchange.manner == Manner::Feint {
        // Only wounds count, PCT-MAN-03.
        tally.add(ids::MAN_03, sheet(attacker).rating(Skill::Deception), || "Deception".into());
        add_wounds(attacker, tally);
        return close(tally, exchange.luck);
    }
    let of = exchange.used(battle);
    let target = battle.combatant(exchange.on);
    let visibility = cover::visibility(battle, exchange.by, exchange.on);
    let metres = reach::distance(attacker.footprint(), target.footprint());
    add_base(battle, exchange, of, metres, visibility.seen, tally);
    add_off_hand(battle, (exchange.by, exchange.item), of, tally);
    add_hurried(attacker, tally);
    add_wounds(attacker, tally);
    if of.is_melee() {
        tally.add(ids::PRN_03, 10 * i32::from(target.posture == Posture::Prone), || "Target prone".into());
        let bare = of.kind == Kind::Unarmed && reach::is_armed(battle, exchange.on);
        tally.add(ids::UNA_03, -10 * i32::from(bare), || "Unarmed against the armed".into());
    } else {
        add_range(of, metres, "Point-blank: adjacent target", tally);
        tally.add(ids::PRN_03, -10 * i32::from(target.posture == Posture::Prone), || "Target prone".into());
        let size = sheet(target).size;
        tally.add(ids::SIZE_01, 10 * size.steps(), || format!("Target is {}", size.name()).into());
    }
    add_cover(visibility.class, tally);
    add_several(exchange, tally);
    add_manner(battle, exchange, tally);
    checks::add_eyes(attacker, tally);
    let lies = attacker.posture == Posture::Prone && !of.has(Tag::Prone) && !of.is_light();
    tally.add(ids::PRN_04, -30 * i32::from(lies), || "Attacks while prone".into());
    let rests = of.has(Tag::Prone) && cover::rests(battle, exchange.by, exchange.on);
    tally.add(ids::COV_08, 10 * i32::from(rests), || "Weapon rested".into());
    let aims = |aim: &Condition| aim.kind == AIM && aim.whom == Some(exchange.on);
    let aimed = visibility.seen && attacker.conditions.0.iter().any(aims);
    tally.add(ids::ATK_08, 10 * i32::from(aimed), || "Aimed".into());
    add_rider(battle, exchange, of, tally);
    let unfit = !of.has(Tag::Cavalry) && !of.is_light() && attacker.conditions.has(MOUNTED);
    tally.add(ids::MNT_10, -20 * i32::from(unfit), || "Not made for the saddle".into());
    // These count even for a single attack, PCT-MNT-09.
    let passes = -10 * i32::from(exchange.ride_by);
    tally.add(ids::MULTI_01, passes, || "In passing: multiple attacks".into());
    tally.add(ids::MULTI_02, passes, || "In passing: different targets".into());
    close(tally, exchange.luck)
}

/// The rating, or what replaces it in a blind attack, PCT-ATK-03, PCT-ATK-07, PCT-CHK-09.
fn add_base(battle: &Battle, exchange: &Exchange, of: &Use, metres: u16, seen: bool, tally: &mut impl Tally) {
    let numbers = sheet(battle.combatant(exchange.by));
    let rating = match of.kind {
        Kind::Touch => (numbers.coo + 2 * numbers.som).max(numbers.rating(Skill::UnarmedCombat)),
        Kind::Indicate => (3 * numbers.coo).max(numbers.rating(Skill::RangedWeapons)),
        _ => numbers.rating(of.skill),
    };
    let name = || capital(battle.item(exchange.item).name);
    if seen {
        tally.add(ids::ATK_03, rating, || match targets::band(of.range, metres) {
            Some((words, 0)) if !of.is_melee() => format!("{}, {words}", name()).into(),
            _ if of.is_light() => name(),
            _ => format!("{}, {}", name(), of.skill.name()).into(),
        });
    } else {
        let luck = if settings::blind_fifty(battle) { 50 } else { numbers.luck * 10 };
        tally.add(ids::ATK_07, rating.min(50).min(luck), || "Blind attack".into());
    }
    let rule = if of.kind == Kind::Touch { ids::TCH_01 } else { ids::TCH_02 };
    tally.add(rule, 20 * i32::from(of.is_light()), || "No blow needed".into());
    if !of.is_light() {
        add_proficiency(numbers, (arm(battle, exchange.item), of), tally);
    }
}

/// -20 for a weapon whose proficiency is lacking, PCT-CHK-09.
pub fn add_proficiency(numbers: &Sheet, (held, of): (&Arm, &Use), tally: &mut impl Tally) {
    tally.add(ids::CHK_09, -20 * i32::from(lacks_proficiency(numbers, held, of)), || "No proficiency".into());
}

/// Whether the proficiency that a use of a weapon needs is lacking; a shield needs none, PCT-MAN-08.
pub fn lacks_proficiency(numbers: &Sheet, held: &Arm, of: &Use) -> bool {
    !held.is_shield() && of.proficiency.is_some_and(|wanted| !numbers.has(of.skill, wanted))
}

/// The range band, and point-blank range, PCT-RNG-01, PCT-RNG-03.
pub fn add_range(of: &Use, metres: u16, adjacent: &'static str, tally: &mut impl Tally) {
    let (words, modifier) = targets::band(of.range, metres).unwrap_or(("out of range", -100));
    tally.add(ids::RNG_01, modifier, || format!("{}: {metres} m", capital(words)).into());
    tally.add(ids::RNG_03, -20 * i32::from(metres <= 1), || adjacent.into());
}

/// The cover, PCT-COV-01.
pub fn add_cover(class: Class, tally: &mut impl Tally) {
    tally.add(ids::COV_01, class.modifier(), || format!("{} cover", capital(class.name())).into());
}

/// The off hand, PCT-MULTI-03, for a single attack.
pub fn add_off_hand(battle: &Battle, (by, item): (CombatantId, ItemId), of: &Use, tally: &mut impl Tally) {
    let off = matches!(battle.item(item).at, Location::Off(_)) && !sheet(battle.combatant(by)).ambidextrous;
    tally.add(ids::MULTI_03, -10 * i32::from(off), || "Off hand".into());
    let unfit = off && !of.has(Tag::OffHand);
    tally.add(ids::MULTI_03, -10 * i32::from(unfit), || "Weapon not made for the off hand".into());
}

/// -10 for each of several attacks, a further -10 if they have different targets, PCT-MULTI-01, PCT-MULTI-02.
fn add_several(exchange: &Exchange, tally: &mut impl Tally) {
    tally.add(ids::MULTI_01, -10 * i32::from(exchange.many), || "Several attacks".into());
    tally.add(ids::MULTI_02, -10 * i32::from(exchange.spread), || "Different targets".into());
}

/// Whether a weapon that has caught another is used to disarm it, PCT-MAN-06.
pub fn disarms_the_caught(battle: &Battle, exchange: &Exchange) -> bool {
    matches!(exchange.manner, Manner::Disarm(item) if bonds::caught_by(battle, exchange.item) == Some((exchange.on, item)))
}

/// The modifier of a strike or a manoeuvre, PCT-ATK-04; small targets are easier to grab, PCT-SIZE-02.
fn add_manner(battle: &Battle, exchange: &Exchange, tally: &mut impl Tally) {
    match exchange.manner {
        Manner::Grab => {
            let size = sheet(battle.combatant(exchange.on)).size;
            tally.add(ids::SIZE_02, -10 * size.steps(), || format!("Target is {}", size.name()).into());
        }
        Manner::Disarm(_) if disarms_the_caught(battle, exchange) => tally.add(ids::MAN_06, 10, || "Caught".into()),
        Manner::CalledShot(_) => tally.add(ids::STR_02, -10, || "Called shot".into()),
        Manner::KnockDown => tally.add(ids::STR_03, -10, || "Knock down".into()),
        Manner::Maim(_) => tally.add(ids::STR_04, -20, || "Maim".into()),
        Manner::MightyBlow => tally.add(ids::STR_05, -10, || "Mighty blow".into()),
        Manner::ArmourGap => tally.add(ids::STR_06, -10, || "Armour gap".into()),
        _ => {}
    }
}

/// -20 against a rider, except for mounted and Large attackers, PCT-MNT-06.
fn add_rider(battle: &Battle, exchange: &Exchange, of: &Use, tally: &mut impl Tally) {
    let conditions = &battle.combatant(exchange.on).conditions;
    if !conditions.has(MOUNTED) || (settings::rider_penalty_melee(battle) && !of.is_melee()) {
        return;
    }
    let by = battle.combatant(exchange.by);
    let high = by.conditions.has(MOUNTED) || by.conditions.has(RIDDEN) || sheet(by).size >= Size::Large;
    tally.add(ids::MNT_06, if high { 0 } else { -20 }, || "Target is a rider".into());
}

/// The target number of an attack, for questions whether to change its roll.
pub fn attack_number(battle: &Battle, exchange: &Exchange) -> i32 {
    target_number(battle, exchange, &mut Quick::default())
}

/// Adds the attack, its roll and its number to a question.
pub fn after_roll(told: Told, battle: &Battle, exchange: &Exchange, face: u8) -> Told {
    let number = attack_number(battle, exchange);
    told.by(exchange.by, exchange.item).rolled("To hit", face, Some(number)).figures(2)
}
