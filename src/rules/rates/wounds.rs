//! What hits at a location do besides damage: bleeding, crippled limbs, blinded eyes, broken concentration. RAT-AIM-08
//! to RAT-AIM-12, RAT-MAG-09.

use std::borrow::Cow;

use super::{
    attack_step::Place,
    catalogue as ids,
    conditions::{BLEEDING, BLINDED, CRIPPLED, DISTRACTED, Limb, body, is_crippled, is_target, lasting},
    exchange::{Harm, rounded},
    health, magic, menu, reach, settings,
    sheet::sheet_of,
};
use crate::rules::{AttackNumber, nearest_first, prelude::*};

/// The effects of a hit at a location on a target that survives it, in the order of RAT-ARM-04 (7).
pub fn suffer(battle: &Battle, on: CombatantId, place: Place, harm: Harm, context: &mut StepContext<'_>) {
    let damage = harm.damage;
    if damage < 1 {
        return;
    }
    if !settings::no_location_effects(battle) {
        if matches!(place, Place::Head | Place::Neck) {
            bleed_more(battle, on, rounded(damage.into(), 10).max(1) as i16, context);
        }
        let is_quarter = damage >= quarter(battle, on);
        if let Some(limb) = place.limb().filter(|_| is_quarter) {
            cripple(battle, on, limb, context);
        }
        if place == Place::Eyes {
            blind(battle, on, is_quarter, context);
        }
    }
    if harm.ruined {
        distract(battle, on, context);
    }
}

/// The least damage that amounts to a quarter of full Health. RAT-AIM-11, RAT-AIM-12.
fn quarter(battle: &Battle, on: CombatantId) -> i32 {
    (i32::from(sheet_of(battle, on).health_max) + 3) / 4
}

/// What a hit at a location does besides damage, in a few words: "a hit bleeds". RAT-AIM-10 to RAT-AIM-12.
pub fn in_words(battle: &Battle, on: CombatantId, place: Place) -> Option<String> {
    if settings::no_location_effects(battle) {
        return None;
    }
    let quarter = quarter(battle, on);
    match place {
        Place::Head | Place::Neck => Some("a hit bleeds".into()),
        Place::Eyes => Some(format!("a hit blinds, for good from {quarter} damage")),
        _ => place.limb().map(|limb| format!("{quarter} damage cripples the {}", limb.name())),
    }
}

/// The same as numbers in an attack's account. RAT-AIM-10 to RAT-AIM-12.
pub fn account(battle: &Battle, on: CombatantId, place: Place) -> Option<AttackNumber> {
    if settings::no_location_effects(battle) {
        return None;
    }
    let of = |rule, words, amount| Verdict::base(rule, words, amount);
    let quarter = |rule| of(rule, "A quarter of its Health", quarter(battle, on));
    match place {
        Place::Head | Place::Neck => {
            let number = of(ids::AIM_10, "Of the damage, 1 at least", 10);
            let words = "lost at the end of each round, until the wound is bound";
            Some(AttackNumber::besides("Bleeding in percent", number).used(words, ids::AIM_10))
        }
        Place::Eyes => {
            let words = "damage; less blinds until after its next turn";
            Some(AttackNumber::besides("Blinded for good from", quarter(ids::AIM_12)).used(words, ids::AIM_12))
        }
        _ => place.limb().map(|limb| {
            let words = format!("damage: the {} can no longer be used", limb.name());
            AttackNumber::besides("Crippled from", quarter(ids::AIM_11)).used(words, ids::AIM_11)
        }),
    }
}

/// Makes somebody bleed more, RAT-AIM-10.
fn bleed_more(battle: &Battle, on: CombatantId, more: i16, context: &mut StepContext<'_>) {
    let known = battle.combatant(on).conditions.find(BLEEDING);
    let level = known.map_or(0, |known| known.level).saturating_add(more);
    let bleeding = Condition { level, ..lasting(BLEEDING) };
    context.effect(match known {
        Some(known) => Effect::replaced(on, *known, Some(bleeding)),
        None => Effect::AddCondition(on, bleeding),
    });
    context.note(on, ids::AIM_10, format_args!("bleeds, {level} Health each round"));
}

/// Cripples a limb: an arm drops what it holds. RAT-AIM-11.
fn cripple(battle: &Battle, on: CombatantId, limb: Limb, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(on);
    if is_crippled(fighter, limb) {
        return;
    }
    context.effect(Effect::AddCondition(on, Condition { level: limb as i16, ..lasting(CRIPPLED) }));
    context.note(on, ids::AIM_11, format_args!("has a crippled {}", limb.name()));
    let held = match limb {
        Limb::RightArm => fighter.hands.main,
        Limb::LeftArm => fighter.hands.off,
        Limb::RightLeg | Limb::LeftLeg => None,
    };
    if let Some(item) = held {
        context.effect(Effect::Move(item, Location::Ground(fighter.placement.anchor())));
        context.note(on, ids::AIM_11, format_args!("drops {}", battle.item(item).name));
    }
}

/// Blinded until the end of the next turn, or for good. RAT-AIM-12.
fn blind(battle: &Battle, on: CombatantId, for_good: bool, context: &mut StepContext<'_>) {
    let blinded = Condition::new(BLINDED, if for_good { Until::Indefinite } else { Until::NextTurnEnd });
    begin_condition(battle, on, blinded, context);
    context.note(
        on,
        ids::AIM_12,
        if for_good { "is blinded for good" } else { "is blinded until after the next turn" },
    );
}

/// Begins a condition in place of an earlier one of its kind, unless that one never ends.
fn begin_condition(battle: &Battle, on: CombatantId, now: Condition, context: &mut StepContext<'_>) {
    // An earlier one may have ended with the turn in hand that the same attack has cost, RAT-TURN-04.
    match context.condition(battle, on, |known| known.kind == now.kind) {
        Some(known) if known.until == Until::Indefinite || known == now => {}
        Some(known) => context.effect(Effect::replaced(on, known, Some(now))),
        None => context.effect(Effect::AddCondition(on, now)),
    }
}

/// Breaks concentration until the end of the next turn; a sustained spell ends at once. RAT-MAG-09.
fn distract(battle: &Battle, on: CombatantId, context: &mut StepContext<'_>) {
    begin_condition(battle, on, Condition::new(DISTRACTED, Until::NextTurnEnd), context);
    context.note(on, ids::MAG_09, "loses concentration");
    magic::end_sustained(battle, on, context);
}

/// Takes Health from all who bleed, all at once, and returns the battle after that. RAT-AIM-10, RAT-TURN-05 (2).
pub fn bleed<'a>(battle: &'a Battle, context: &mut StepContext<'_>) -> Cow<'a, Battle> {
    // A rider who falls off may land where another would have fallen, RAT-MNT-09.
    let mut now = Cow::Borrowed(battle);
    for fighter in battle.combatants().filter(|fighter| is_target(*fighter)) {
        if let Some(bleeding) = fighter.conditions.find(BLEEDING) {
            context.note(fighter.id, ids::AIM_10, format_args!("bleeds, {} Health", bleeding.level));
            let before = context.effects().count();
            health::lose(&now, fighter.id, bleeding.level, context);
            let now = now.to_mut();
            context.effects().skip(before).for_each(|effect| now.apply(effect));
        }
    }
    now
}

/// The offer to bind wounds: one's own or those of an adjacent friend. RAT-AIM-10.
pub fn bind_offer(battle: &Battle, who: CombatantId) -> Option<Offer> {
    let (from, team) = (body(battle, who), battle.combatant(who).team);
    let bleeds = |other: &Combatant<'_>| other.team == team && is_target(*other) && other.conditions.has(BLEEDING);
    let why = |on| {
        let is_near = on == who || reach::is_adjacent(battle, from, body(battle, on));
        (!is_near).then(|| Refusal::new(ids::AIM_10, "Not adjacent"))
    };
    let all = nearest_first(battle, who, battle.combatants().filter(bleeds), |_| false, why);
    (!all.is_empty()).then(|| Offer::new(&menu::BIND, &[ids::AIM_10], menu::AN_ACTION).at_whom(all))
}

/// Binds somebody's wounds, which ends all bleeding. RAT-AIM-10.
pub fn bind(battle: &Battle, who: CombatantId, on: CombatantId, context: &mut StepContext<'_>) {
    context.log(|| Entry::action((who, Action::Act), "binds the wounds of", (Some(on), None, None), ids::AIM_10));
    if battle.combatant(on).conditions.has(BLEEDING) {
        context.effect(Effect::Clear(on, BLEEDING));
        context.note(on, ids::AIM_10, "no longer bleeds");
    }
}
