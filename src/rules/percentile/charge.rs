//! Charges, on foot and mounted, and weapons braced against them. PCT-CHA.

use super::{
    bonds::{feet, mount_of, pair},
    catalogue as ids,
    conditions::{self, ActionType, BRACED, CHARGE, Detail, MAIMED_LEG, MET, spend},
    cover, damage,
    menu::{self, Gait},
    mounts, reach, settings,
    sheet::{MEASURE, Tag, arm},
    step::MovementStep,
    targets,
};
use crate::{geometry::Square, rules::prelude::*};

/// The verb of a charge.
pub const VERB: &str = "charge";

/// The offer of a charge. It reaches its own set of squares: up to the full rate, hurried at once, PCT-CHA-01.
pub fn offer(battle: &Battle, who: CombatantId, walk: &Offer) -> Option<Offer> {
    let feet = feet(battle, who);
    if walk.verb != Gait::Walk.kind().verb {
        return None;
    }
    let maimed = feet.conditions.has(MAIMED_LEG).then(|| Refusal::new(ids::STR_04, "A leg is maimed"));
    let refusal = walk.refusal.clone().or(maimed);
    let Target::Way(ways) = walk.target.clone() else { return None };
    let mounted = mount_of(battle, who).is_some();
    let rules: &[RuleId] =
        if mounted { &[ids::MNT_08, ids::MNT_09, ids::CHA_01, ids::CHA_02] } else { &[ids::CHA_01, ids::CHA_02] };
    let offer = Offer::new(&menu::CHARGE, rules, menu::SMALL);
    let meets = walk.finality == Finality::Nothing && conditions::anybody_braced(battle);
    let finality = if meets { Finality::Asks } else { walk.finality };
    Some(offer.at(Target::Way(ways)).commits(finality).refused(refusal))
}

/// The effect of a charge in words.
pub fn about(battle: &Battle, who: CombatantId) -> String {
    let full = MEASURE.words(Gait::Walk.rates(feet(battle, who)).1);
    let bonus = damage::charging_bonus(battle, who);
    let mounted = mount_of(battle, who).is_some();
    let bonus = if mounted { format!("twice {bonus}") } else { bonus.to_string() };
    format!("To {full}, \u{2212}10; +{bonus} DV from {} m on", settings::charge_min(battle))
}

/// The real length of a step in half metres, PCT-MOVE-07.
fn length(from: Square, to: Square) -> i16 {
    if from.direction_to(to).is_some_and(crate::geometry::Direction::is_diagonal) { 3 } else { 2 }
}

/// The real length of a path from where somebody stands, in half metres, PCT-MOVE-07.
pub fn real_length(battle: &Battle, who: CombatantId, squares: &[Square]) -> u16 {
    let from = std::iter::once(battle.combatant(who).placement.anchor()).chain(squares.iter().copied());
    from.zip(squares).map(|(from, to)| length(from, *to)).sum::<i16>() as u16
}

/// Sets the charge condition as it is at the end of a path; with an empty path, at its start. A charge under way goes
/// on.
pub fn covered(battle: &Battle, who: CombatantId, squares: &[Square], context: &mut StepContext<'_>) {
    let start = battle.combatant(who).placement.anchor();
    let level = real_length(battle, who, squares) as i16;
    if let Some(known) = battle.combatant(who).conditions.find(CHARGE) {
        let farther = Condition { level: known.level + level, ..*known };
        if farther != *known {
            context.effect(Effect::replaced(who, *known, Some(farther)));
        }
        return;
    }
    let charge = Condition { level, detail: Detail::At(start).into(), ..Condition::new(CHARGE, Until::TurnEnd) };
    context.effect(Effect::AddCondition(who, charge));
}

/// Counts a step of a charge by its real length, not its cost, PCT-MOVE-07; then a rider may strike, PCT-MNT-09.
pub fn pass(battle: &Battle, who: CombatantId, to: Square, last: bool, context: &mut StepContext<'_>) {
    let Some(charge) = battle.combatant(who).conditions.find(CHARGE) else { return };
    let from = battle.combatant(who).placement.anchor();
    let level = charge.level + length(from, to);
    context.effect(Effect::replaced(who, *charge, Some(Condition { level, ..*charge })));
    if mount_of(battle, who).is_some() {
        mounts::ride_on(battle, who, context);
        context.step(MovementStep::Passing(who, last));
    }
}

/// One offer to brace for each Brace weapon in hand, PCT-CHA-04.
pub fn brace_offers(battle: &Battle, who: CombatantId, found: &mut Vec<Offer>) {
    let combatant = battle.combatant(who);
    for item in combatant.hands.held().filter(|item| is_made_for_it(battle, *item)) {
        let refusal = conditions::standard(battle, who)
            .or_else(|| combatant.conditions.has(BRACED).then(|| Refusal::new(ids::CHA_04, "Already braced")))
            .or_else(|| (combatant.posture == Posture::Prone).then(|| Refusal::new(ids::CHA_04, "Not while prone")))
            .or_else(|| (!reach::is_in_use(battle, item)).then(|| Refusal::new(ids::GEAR_01, "Needs both hands")));
        let offer = Offer::new(&menu::BRACE, &[ids::CHA_04, ids::CHA_05], menu::LARGE).with(item);
        found.push(offer.refused(refusal));
    }
}

fn is_made_for_it(battle: &Battle, item: ItemId) -> bool {
    arm(battle, item).uses.iter().any(|of| of.is_melee() && of.has(Tag::Brace))
}

/// Braces a weapon.
pub fn brace(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
    spend(battle, who, ActionType::Standard, context);
    context
        .effect(Effect::AddCondition(who, Condition { with: choice.item, ..Condition::new(BRACED, Until::TurnStart) }));
    let name = choice.item.map(|item| battle.item(item).name.to_string()).unwrap_or_default();
    context.note(who, ids::CHA_04, format_args!("braces {name}"));
    conditions::ask_again(battle, who, context);
}

/// The braced weapon of `who` and its use, if the charger or the charger's mount is within its reach, PCT-MNT-04.
pub fn met(battle: &Battle, who: CombatantId, charger: CombatantId) -> Option<(ItemId, u8)> {
    let (combatant, other) = (battle.combatant(who), battle.combatant(charger));
    let item = combatant.conditions.find(BRACED)?.with?;
    let ready = combatant.posture != Posture::Prone
        && battle.item(item).at.holder() == Some(who)
        && other.conditions.has(CHARGE);
    let usage = arm(battle, item).uses.iter().position(|of| of.is_melee() && of.has(Tag::Brace))?;
    let of = &arm(battle, item).uses[usage];
    // A combatant does not threaten enemies it cannot see, PCT-REACH-03.
    let threatens = |on: CombatantId| {
        cover::is_in_view(battle, who, on) && targets::attack_refusal(battle, who, on, item, of).is_none()
    };
    (ready && pair(battle, charger).any(threatens)).then_some((item, usage as u8))
}

/// Ends the brace of combatants who move, fall or lose the weapon, PCT-CHA-04.
pub fn falter(battle: &Battle, context: &mut StepContext<'_>) {
    if !conditions::anybody_braced(battle) {
        return;
    }
    let lost = |effect: &Effect| match effect {
        Effect::Posture(who, Posture::Prone) => Some(*who),
        Effect::Place(who, to) if battle.combatant(*who).placement != *to => Some(*who),
        Effect::Move(item, _) => {
            let holder = battle.item(*item).at.holder()?;
            battle.combatant(holder).conditions.find(BRACED).filter(|brace| brace.with == Some(*item)).map(|_| holder)
        }
        _ => None,
    };
    let ended: Vec<CombatantId> =
        context.effects().filter_map(lost).filter(|who| battle.combatant(*who).conditions.has(BRACED)).collect();
    for who in ended {
        context.effect(Effect::Clear(who, BRACED));
    }
}

/// Whether the charger has met the weapon of `who` already; it strikes only the first time.
pub fn has_met(battle: &Battle, who: CombatantId, charger: CombatantId) -> bool {
    battle.combatant(charger).conditions.0.iter().any(|met| met.kind == MET && met.whom == Some(who))
}

/// Notes that a charger has met the weapon of `who`.
pub fn note_met(who: CombatantId, charger: CombatantId, context: &mut StepContext<'_>) {
    let met = Condition { whom: Some(who), ..Condition::new(MET, Until::TurnEnd) };
    context.effect(Effect::AddCondition(charger, met));
}
