//! Strikes: attacks that do more than damage. PCT-STR.

use std::sync::LazyLock;

use super::{
    catalogue as ids,
    checks::Tally,
    conditions::{BLINDED, HEAD, LEG, LOST_EYE, LOST_HAND, MAIMED_LEG, add_condition, hand, is_off_hand},
    damage, menu, mounts, resistance, settings,
    sheet::Use,
    step::{Exchange, Hit, Manner, Spot},
};
use crate::rules::{
    Battle, Combatant, CombatantId, Condition, Effect, Location, Parameter, ParameterValue, Posture, Refusal, RuleId,
    StepContext, Until,
};

/// The name of the parameter in a choice.
pub const KEY: &str = "strike";

/// The strikes, by the parameter's number: word and label. 0 is an ordinary attack.
const STRIKES: [(&str, &str); 13] = [
    ("plain", "Plain"),
    ("head", "Head, \u{2212}10"),
    ("hand", "Hand, \u{2212}10"),
    ("off-hand", "Off hand, \u{2212}10"),
    ("leg", "Leg, \u{2212}10"),
    ("knock-down", "Knock down, \u{2212}10"),
    ("mighty-blow", "Mighty blow, \u{2212}10"),
    ("armour-gap", "Armour gap, \u{2212}10"),
    ("maim-hand", "Maim hand, \u{2212}20"),
    ("maim-off-hand", "Maim off hand, \u{2212}20"),
    ("maim-leg", "Maim leg, \u{2212}20"),
    ("maim-eye", "Maim eye, \u{2212}20"),
    ("maim-neck", "Maim neck, \u{2212}20"),
];

const KNOCK_DOWN: usize = 5;
const MIGHTY_BLOW: usize = 6;
const NECK: usize = 12;

/// Whether the neck can be struck: only that of the unaware or disabled, PCT-STR-04.
pub fn bares_the_neck(battle: &Battle, by: CombatantId, on: CombatantId) -> bool {
    let other = battle.combatant(on);
    !other.fights() || !other.aware.of(by)
}

/// Why the neck cannot be struck.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Neck {
    Bare,
    Guarded,
    Off,
}

/// The values of the parameter for missiles and for melee, and for each state of the neck.
static VALUES: LazyLock<[[Vec<ParameterValue>; 3]; 2]> =
    LazyLock::new(|| [false, true].map(|melee| [Neck::Bare, Neck::Guarded, Neck::Off].map(|neck| values(melee, neck))));

fn values(melee: bool, neck: Neck) -> Vec<ParameterValue> {
    let value = |(number, (word, label)): (usize, &(&'static str, &'static str))| ParameterValue {
        refusal: match (number, neck) {
            (KNOCK_DOWN, _) if !melee => Some(Refusal::new(ids::STR_03, "Melee only")),
            (MIGHTY_BLOW, _) if !melee => Some(Refusal::new(ids::STR_05, "Melee only")),
            (NECK, Neck::Off) => Some(Refusal::new(ids::STR_04, "Switched off")),
            (NECK, Neck::Guarded) => Some(Refusal::new(ids::STR_04, "Only against the unaware")),
            _ => None,
        },
        ..ParameterValue::new(number as i32, *word, *label)
    };
    STRIKES.iter().enumerate().map(value).collect()
}

/// The parameter of an attack with a use; `necks` says whether any target bares the neck.
pub fn parameter(battle: &Battle, of: &Use, necks: bool) -> Parameter {
    let neck = match settings::maim_neck(battle) {
        settings::Neck::Off => Neck::Off,
        _ if necks => Neck::Bare,
        _ => Neck::Guarded,
    };
    let values: &'static [ParameterValue] = &VALUES[usize::from(of.is_melee())][neck as usize];
    Parameter::new(&menu::MANNER, values)
}

/// The manner of a number of the parameter.
pub const fn manner(number: i32) -> Manner {
    match number {
        1 => Manner::CalledShot(Spot::Head),
        2 => Manner::CalledShot(Spot::Hand),
        3 => Manner::CalledShot(Spot::OffHand),
        4 => Manner::CalledShot(Spot::Leg),
        5 => Manner::KnockDown,
        6 => Manner::MightyBlow,
        7 => Manner::ArmourGap,
        8 => Manner::Maim(Spot::Hand),
        9 => Manner::Maim(Spot::OffHand),
        10 => Manner::Maim(Spot::Leg),
        11 => Manner::Maim(Spot::Eye),
        12 => Manner::Maim(Spot::Neck),
        _ => Manner::Plain,
    }
}

/// Whether the strike adds the tag Precision to the attack, PCT-STR-02, PCT-STR-04, PCT-STR-06.
pub const fn is_precise(manner: Manner) -> bool {
    matches!(manner, Manner::CalledShot(_) | Manner::Maim(_) | Manner::ArmourGap)
}

/// The modifier of the attack, PCT-ATK-04.
pub fn add_penalty(exchange: &Exchange, tally: &mut impl Tally) {
    match exchange.manner {
        Manner::CalledShot(_) => tally.add(ids::STR_02, -10, || "Called shot".into()),
        Manner::KnockDown => tally.add(ids::STR_03, -10, || "Knock down".into()),
        Manner::Maim(_) => tally.add(ids::STR_04, -20, || "Maim".into()),
        Manner::MightyBlow => tally.add(ids::STR_05, -10, || "Mighty blow".into()),
        Manner::ArmourGap => tally.add(ids::STR_06, -10, || "Armour gap".into()),
        _ => {}
    }
}

/// -10 to attacks for each eye lost, PCT-STR-04; Perception likewise.
pub fn add_eyes(one: Combatant<'_>, tally: &mut impl Tally) {
    if one.conditions.has(LOST_EYE) {
        tally.add(ids::STR_04, -10, || "Lost an eye".into());
    }
}

/// The DV that a mighty blow adds, PCT-STR-05: only with at least an exceptional success, PCT-STR-01.
pub fn might(battle: &Battle, exchange: &Exchange, hit: Hit) -> i32 {
    if exchange.manner == Manner::MightyBlow && hit.exceptional {
        mounts::ride_by::damage_bonus(battle, exchange)
    } else {
        0
    }
}

/// The AP that a gap in the armour adds, PCT-STR-06.
pub fn gap(battle: &Battle, exchange: &Exchange, hit: Hit) -> i32 {
    if exchange.manner == Manner::ArmourGap && hit.exceptional {
        mounts::ride_by::damage_bonus(battle, exchange)
    } else {
        0
    }
}

/// Whether a hit has a result beyond its damage, PCT-STR-01; a neck only if the target did not know of the attack to
/// the last, PCT-STR-04.
pub const fn has_result(exchange: &Exchange, hit: Hit, damage: i32) -> bool {
    hit.exceptional
        && match exchange.manner {
            Manner::CalledShot(_) | Manner::KnockDown => true,
            Manner::Maim(Spot::Neck) => damage > 0 && !exchange.aware,
            Manner::Maim(_) => damage > 0,
            _ => false,
        }
}

/// Resolves the effect of a strike, PCT-ATK-02 (15).
pub fn result(battle: &Battle, exchange: &Exchange, context: &mut StepContext<'_>) {
    let other = battle.combatant(exchange.on);
    match exchange.manner {
        Manner::KnockDown if other.fights() && other.posture != Posture::Prone => {
            resistance::resist(battle, exchange, context);
        }
        Manner::CalledShot(Spot::Head) => {
            add_condition(battle, exchange.on, Condition::new(HEAD, Until::NextTurnEnd), context);
            context.note(exchange.on, ids::STR_02, "is struck on the head");
        }
        Manner::CalledShot(Spot::Hand) => drop(battle, other, (false, ids::STR_02), context),
        Manner::CalledShot(Spot::OffHand) => drop(battle, other, (true, ids::STR_02), context),
        Manner::CalledShot(_) => {
            add_condition(battle, exchange.on, Condition::new(LEG, Until::NextTurnEnd), context);
            context.note(exchange.on, ids::STR_02, "is struck on the leg");
        }
        Manner::Maim(spot) => maim(battle, other, spot, context),
        _ => {}
    }
}

fn maim(battle: &Battle, other: Combatant<'_>, spot: Spot, context: &mut StepContext<'_>) {
    match spot {
        Spot::Hand | Spot::OffHand => {
            let off = spot == Spot::OffHand;
            let lost = Condition { detail: hand(off), ..Condition::new(LOST_HAND, Until::Indefinite) };
            if !other.conditions.0.contains(&lost) {
                context.effect(Effect::AddCondition(other.id, lost));
            }
            drop(battle, other, (off, ids::STR_04), context);
            context.note(other.id, ids::STR_04, "loses the use of a hand");
        }
        Spot::Leg | Spot::Head => {
            if other.posture != Posture::Prone {
                damage::fall(other.id, ids::STR_04, context);
            }
            add_condition(battle, other.id, Condition::new(MAIMED_LEG, Until::Indefinite), context);
            context.note(other.id, ids::STR_04, "loses the use of a leg");
        }
        Spot::Eye => {
            let blind = other.conditions.has(LOST_EYE);
            add_condition(
                battle,
                other.id,
                Condition::new(if blind { BLINDED } else { LOST_EYE }, Until::Indefinite),
                context,
            );
            context.note(other.id, ids::STR_04, if blind { "is blinded" } else { "loses an eye" });
        }
        Spot::Neck => {
            let dies = settings::maim_neck(battle) == settings::Neck::Dead;
            damage::fall_out(other, dies, ids::STR_04, context);
        }
    }
}

/// Drops what the hand, the off one or the main one, holds in the target's square, by a rule.
fn drop(battle: &Battle, other: Combatant<'_>, (off, rule): (bool, RuleId), context: &mut StepContext<'_>) {
    if let Some(item) = if off { other.hands.off } else { other.hands.main } {
        context.effect(Effect::Move(item, Location::Ground(other.placement.anchor())));
        context.note(other.id, rule, format_args!("drops {}", battle.item(item).name));
    }
}

/// The divisor of movement rates for blows to the leg, PCT-STR-02, PCT-STR-04.
pub fn slowed(one: Combatant<'_>) -> u16 {
    if one.conditions.has(LEG) || one.conditions.has(MAIMED_LEG) { 2 } else { 1 }
}

/// Whether a hand can hold nothing any more, PCT-STR-04.
pub fn has_lost_hand(one: Combatant<'_>, off: bool) -> bool {
    one.conditions.0.iter().any(|lost| lost.kind == LOST_HAND && is_off_hand(lost) == off)
}

/// The name of a strike in the log; `None` for an ordinary attack.
pub const fn name(manner: Manner) -> Option<&'static str> {
    Some(match manner {
        Manner::CalledShot(Spot::Hand | Spot::OffHand) => "hand",
        Manner::CalledShot(Spot::Leg) => "leg",
        Manner::CalledShot(_) => "head",
        Manner::Maim(Spot::Hand | Spot::OffHand) => "maim hand",
        Manner::Maim(Spot::Eye) => "maim eye",
        Manner::Maim(Spot::Neck) => "maim neck",
        Manner::Maim(_) => "maim leg",
        Manner::KnockDown => "knock down",
        Manner::MightyBlow => "mighty blow",
        Manner::ArmourGap => "armour gap",
        Manner::Disarm(_) => "disarm",
        Manner::Feint => "feint",
        Manner::Grab => "grab",
        Manner::Trip => "trip",
        Manner::Dismount => "dismount",
        Manner::Plain => return None,
    })
}
