//! Strikes: attacks that do more than damage. PCT-STR.

use std::sync::LazyLock;

use super::{
    bonds, catalogue as ids,
    conditions::{BLINDED, GRABBING, HEAD, LEG, LOST_EYE, LOST_HAND, MAIMED_LEG, add_condition, hand, is_off_hand},
    luck, menu, resistance, settings,
    sheet::Use,
    step::{Exchange, Hit, Manner, Spot},
    wounds,
};
use crate::rules::prelude::*;

/// The strikes, indexed by the parameter's number, with word and label. 0 is an ordinary attack.
const STRIKES: [(Manner, &str, &str); 13] = [
    (Manner::Plain, "plain", "Plain"),
    (Manner::CalledShot(Spot::Head), "head", "Head, \u{2212}10"),
    (Manner::CalledShot(Spot::Hand), "hand", "Hand, \u{2212}10"),
    (Manner::CalledShot(Spot::OffHand), "off-hand", "Off hand, \u{2212}10"),
    (Manner::CalledShot(Spot::Leg), "leg", "Leg, \u{2212}10"),
    (Manner::KnockDown, "knock-down", "Knock down, \u{2212}10"),
    (Manner::MightyBlow, "mighty-blow", "Mighty blow, \u{2212}10"),
    (Manner::ArmourGap, "armour-gap", "Armour gap, \u{2212}10"),
    (Manner::Maim(Spot::Hand), "maim-hand", "Maim hand, \u{2212}20"),
    (Manner::Maim(Spot::OffHand), "maim-off-hand", "Maim off hand, \u{2212}20"),
    (Manner::Maim(Spot::Leg), "maim-leg", "Maim leg, \u{2212}20"),
    (Manner::Maim(Spot::Eye), "maim-eye", "Maim eye, \u{2212}20"),
    (Manner::Maim(Spot::Neck), "maim-neck", "Maim neck, \u{2212}20"),
];

const KNOCK_DOWN: usize = 5;
const MIGHTY_BLOW: usize = 6;
const NECK: usize = 12;

/// Whether the neck can be struck: only if the target is unaware or disabled, PCT-STR-04.
pub fn bares_the_neck(battle: &Battle, by: CombatantId, on: CombatantId) -> bool {
    let other = battle.combatant(on);
    !other.fights() || !other.aware.of(by)
}

fn covers_the_neck() -> Refusal {
    Refusal::new(ids::STR_04, "Only the unaware or disabled")
}

/// Whether any target's neck can be struck.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NeckCover {
    Bare,
    Guarded,
    Off,
}

/// The values of the parameter for missiles and for melee, and for each state of the neck.
static VALUES: LazyLock<[[Vec<ParameterValue>; 3]; 2]> = LazyLock::new(|| {
    [false, true].map(|melee| [NeckCover::Bare, NeckCover::Guarded, NeckCover::Off].map(|neck| values(melee, neck)))
});

fn values(melee: bool, neck: NeckCover) -> Vec<ParameterValue> {
    let value = |(number, (_, word, label)): (usize, &(Manner, &'static str, &'static str))| ParameterValue {
        refusal: match (number, neck) {
            (KNOCK_DOWN, _) if !melee => Some(Refusal::new(ids::STR_03, "Melee only")),
            (MIGHTY_BLOW, _) if !melee => Some(Refusal::new(ids::STR_05, "Melee only")),
            (NECK, NeckCover::Off) => Some(Refusal::new(ids::STR_04, "Switched off")),
            (NECK, NeckCover::Guarded) => Some(covers_the_neck()),
            _ => None,
        },
        ..ParameterValue::new(number as i32, *word, *label)
    };
    STRIKES.iter().enumerate().map(value).collect()
}

/// The parameter of an attack with a use of a weapon; `any_bare` says whether any target bares the neck.
fn parameter(battle: &Battle, of: &Use, any_bare: bool) -> Parameter {
    let neck = match settings::maim_neck(battle) {
        settings::NeckMaiming::Off => NeckCover::Off,
        _ if any_bare => NeckCover::Bare,
        _ => NeckCover::Guarded,
    };
    let values: &'static [ParameterValue] = &VALUES[usize::from(of.is_melee())][neck as usize];
    Parameter::new(&menu::MANNER, values)
}

/// The offer of an attack with a use of a weapon, with the strikes and the Luck that can go into it.
pub fn offered(battle: &Battle, who: CombatantId, offer: Offer, of: &Use, any_bare: bool) -> Offer {
    let mut offer = offer.parameter(parameter(battle, of, any_bare));
    offer.parameters.extend(luck::ignore_parameter(battle, who));
    offer
}

/// The manner that a choice names.
pub fn manner(choice: &Choice) -> Manner {
    let number = usize::try_from(choice.value(menu::MANNER.key, 0)).unwrap_or_default();
    STRIKES.get(number).map_or(Manner::Plain, |(manner, ..)| *manner)
}

/// Whether a hit has a result beyond its damage, PCT-STR-01; on a neck only if the target stayed unaware of the attack,
/// PCT-STR-04.
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
            if other.conditions.find(GRABBING).is_some_and(|hold| is_off_hand(hold) == off) {
                bonds::let_go(battle, other.id, context);
            }
            context.note(other.id, ids::STR_04, "loses the use of a hand");
        }
        Spot::Leg | Spot::Head => {
            if other.posture != Posture::Prone {
                wounds::fall(other.id, ids::STR_04, context);
            }
            add_condition(battle, other.id, Condition::new(MAIMED_LEG, Until::Indefinite), context);
            context.note(other.id, ids::STR_04, "loses the use of a leg");
        }
        Spot::Eye => {
            let blind = other.conditions.has(LOST_EYE);
            let (kind, words) = if blind { (BLINDED, "is blinded") } else { (LOST_EYE, "loses an eye") };
            add_condition(battle, other.id, Condition::new(kind, Until::Indefinite), context);
            context.note(other.id, ids::STR_04, words);
        }
        Spot::Neck => {
            let dies = settings::maim_neck(battle) == settings::NeckMaiming::Dead;
            wounds::fall_out(other, dies, ids::STR_04, context);
        }
    }
}

/// Drops the item held in the off or the main hand into the target's square, by a rule.
fn drop(battle: &Battle, other: Combatant<'_>, (off, rule): (bool, RuleId), context: &mut StepContext<'_>) {
    if let Some(item) = if off { other.hands.off } else { other.hands.main } {
        context.effect(Effect::Move(item, Location::Ground(other.placement.anchor())));
        context.note(other.id, rule, format_args!("drops {}", battle.item(item).name));
    }
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

/// Whether any target bares the neck; a blow at a guarded neck has no result.
pub fn anybody_bares_the_neck(battle: &Battle, who: CombatantId, candidates: &[Candidate]) -> bool {
    let mut open = candidates.iter().filter(|candidate| candidate.refusal.is_none());
    open.any(|candidate| bares_the_neck(battle, who, candidate.who))
}
