//! Losing Vitality, falling, dying and death. TOT-DYING, TOT-END-01.

use super::{
    catalogue as ids,
    conditions::{
        self, BERSERK, CAPTIVATED, CAST, COMA, DYING, MEGINSERK, ONGOING, PREPARED, SHIELD, STABLE, STUPOR,
        UNCONSCIOUS, WOKE, clear, is_dying, lasting, set, spell_of,
    },
    mounts, pool, settings,
    sheet::{CARRIED, FATIGUE, FRESH, TEMPORARY, VITALITY, sheet},
    step::LifeStep,
    stored,
};
use crate::{
    dice::Throw,
    rules::{Die, prelude::*},
};

/// Takes Vitality, temporary first, with all consequences, TOT-DMG-03, TOT-DYING-01.
pub fn lose(battle: &Battle, who: CombatantId, loss: i32, context: &mut StepContext<'_>) {
    if loss <= 0 {
        return;
    }
    let vitals = &battle.combatant(who).vitals;
    let (temporary, left) = vitality_after(battle, who, loss);
    if temporary != i32::from(vitals.get(TEMPORARY)) {
        context.effect(Effect::Vital(who, TEMPORARY, temporary as i16));
    }
    let left = left.max(i32::from(i16::MIN)) as i16;
    if left != vitals.get(VITALITY) {
        context.effect(Effect::Vital(who, VITALITY, left));
    }
    sink(battle, who, left, vitals.get(FATIGUE), context);
}

/// Vitality, temporary and natural, after a loss.
fn vitality_after(battle: &Battle, who: CombatantId, loss: i32) -> (i32, i32) {
    let vitals = &battle.combatant(who).vitals;
    let temporary = i32::from(vitals.get(TEMPORARY));
    let first = loss.min(temporary.max(0));
    (temporary - first, i32::from(vitals.get(VITALITY)) - (loss - first))
}

/// Whether such a loss of Vitality takes all of somebody's AP as well, because it falls unconscious or dies. TOT-COND-01,
/// TOT-DYING-06.
pub fn fells(battle: &Battle, who: CombatantId, loss: i32) -> bool {
    let fatigue = battle.combatant(who).vitals.get(FATIGUE);
    let (_, left) = vitality_after(battle, who, loss);
    loss > 0 && matches!(plight(battle, who, left, fatigue), Plight::Falls | Plight::Dies)
}

/// What somebody comes to.
enum Plight {
    /// Goes on as before.
    Stands,
    /// Falls unconscious now, TOT-DYING-01.
    Falls,
    /// Is out of the fight already.
    Lies,
    /// Dies now, TOT-DYING-06.
    Dies,
}

/// What somebody comes to at these values.
fn plight(battle: &Battle, who: CombatantId, vitality: i32, fatigue: i16) -> Plight {
    let fighter = battle.combatant(who);
    if vitality <= -sheet(fighter).endurance {
        return Plight::Dies;
    }
    // The drugged fight on below 0, TOT-BERS-06.
    if fatigue > 0 && (vitality > 0 || conditions::active(battle, who).is_some()) {
        return Plight::Stands;
    }
    // A stupor is no unconsciousness yet.
    let falls = fighter.fights() || fighter.conditions.has(STUPOR) && !fighter.conditions.has(UNCONSCIOUS);
    if falls { Plight::Falls } else { Plight::Lies }
}

/// The consequences of Vitality and Fatigue at these values, TOT-DYING-01, TOT-DYING-03, TOT-DYING-06.
pub fn sink(battle: &Battle, who: CombatantId, vitality: i16, fatigue: i16, context: &mut StepContext<'_>) {
    match plight(battle, who, vitality.into(), fatigue) {
        Plight::Stands => return,
        Plight::Dies => return die(battle, who, context),
        Plight::Falls => fall(battle, who, context),
        Plight::Lies => {}
    }
    let fighter = battle.combatant(who);
    let lies_dying = fighter.conditions.has(DYING) || fighter.conditions.has(COMA);
    if vitality <= 0 && !lies_dying && conditions::active(battle, who).is_none() {
        if let Some(stable) = fighter.conditions.find(STABLE) {
            context.effect(Effect::ReplaceCondition(who, *stable, None));
        }
        context.effect(Effect::AddCondition(who, lasting(DYING)));
        context.note(who, ids::DYING_03, "is dying");
    }
}

/// Falls unconscious: drops what is held, lets go, has no AP. TOT-COND-01.
fn fall(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    context.effect(Effect::Status(who, Status::Down));
    context.effect(Effect::AddCondition(who, lasting(UNCONSCIOUS)));
    context.note(who, ids::DYING_01, "falls unconscious");
    lose_ap(battle, who, context);
    leave(battle, who, context);
}

/// All AP are gone.
pub fn lose_ap(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    for budget in [FRESH, CARRIED] {
        set(battle, who, budget, 0, context);
    }
}

/// Dies, TOT-DYING-06.
pub fn die(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    context.effect(Effect::Status(who, Status::Dead));
    let living = [UNCONSCIOUS, DYING, STABLE, ONGOING, CAPTIVATED, STUPOR, COMA, BERSERK, MEGINSERK, SHIELD, WOKE];
    clear(battle, who, &living, context);
    context.note(who, ids::DYING_06, "is dead");
    if fighter.vitals.get(TEMPORARY) != 0 {
        context.effect(Effect::Vital(who, TEMPORARY, 0));
    }
    lose_ap(battle, who, context);
    leave(battle, who, context);
}

/// Dies whatever is left of the Vitality, TOT-DYING-02, TOT-DYING-06.
pub fn kill(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let limit = -sheet(battle.combatant(who)).endurance as i16;
    if battle.combatant(who).vitals.get(VITALITY) > limit {
        context.effect(Effect::Vital(who, VITALITY, limit));
    }
    die(battle, who, context);
}

/// What somebody who is out of the fight loses: items in hand, spells and charges, holds, the saddle. TOT-COND-01.
pub fn leave(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    let here = fighter.placement.anchor();
    for item in fighter.hands.held() {
        stored::let_go(battle, item, context);
        context.effect(Effect::Move(item, Location::Ground(here)));
    }
    stored::discharge(battle, who, context);
    stored::lose_concentration(battle, who, context);
    clear(battle, who, &[PREPARED, CAST], context);
    // A shield that was to last goes on without its caster's doing, TOT-MAG-08.
    let shields = fighter.conditions.0.iter().filter(|condition| condition.kind == SHIELD);
    for shield in shields.filter(|shield| spell_of(shield).is_none_or(|spell| spell.lasting == 0)) {
        context.effect(Effect::ReplaceCondition(who, *shield, None));
    }
    conditions::end_holds(battle, who, context);
    mounts::part(battle, who, context);
}

/// Ongoing damage: one die for each effect, unmitigated, TOT-DYING-05.
pub fn suffer(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    if fighter.status == Status::Dead {
        return;
    }
    let fires = || fighter.conditions.0.iter().filter(|condition| condition.kind == ONGOING);
    let count = fires().count();
    if count == 0 {
        return;
    }
    let thrown = context.throw_apart(pool::dice(count as u8));
    for fire in fires().filter(|fire| !conditions::is_held(fire)) {
        let left = (fire.level > 1).then_some(Condition { level: fire.level - 1, ..*fire });
        context.effect(Effect::ReplaceCondition(who, *fire, left));
    }
    context.log(|| Entry::Roll(Roll::new(who, "Ongoing damage", ids::DYING_05, &thrown)));
    context.note(who, ids::DYING_05, format_args!("suffers ongoing damage of {}", thrown.sum));
    lose(battle, who, thrown.sum, context);
}

/// Regains Vitality up to the natural maximum, and wakes up if that is enough, TOT-ENG-03, TOT-DYING-01.
pub fn heal(battle: &Battle, who: CombatantId, points: i32, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    let full = sheet(fighter).vitality_max(settings::vitality_per_rank(battle));
    let now = i32::from(fighter.vitals.get(VITALITY));
    let then = (now + points.max(0)).min(full).max(now);
    if then != now {
        context.effect(Effect::Vital(who, VITALITY, then as i16));
    }
    if fighter.status != Status::Down || then <= 0 {
        return;
    }
    // Without Fatigue one lies there still, but neither dies nor bleeds, TOT-DYING-03.
    clear(battle, who, &[DYING, STABLE], context);
    // A coma ends only when nothing is missing, TOT-BERS-09.
    let in_coma = fighter.conditions.has(COMA) && then < full;
    if fighter.vitals.get(FATIGUE) <= 0 || in_coma {
        return;
    }
    clear(battle, who, &[UNCONSCIOUS, COMA], context);
    if !fighter.conditions.has(STUPOR) {
        wake(battle, who, context);
        context.note(who, ids::DYING_01, "comes to");
    }
}

/// Is in the fight again, and acts from the next round on, TOT-ORDER-02.
pub fn wake(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    context.effect(Effect::Status(who, Status::Fighting));
    if !battle.combatant(who).conditions.has(WOKE) {
        context.effect(Effect::AddCondition(who, lasting(WOKE)));
    }
}

/// Stabilises or bleeds: 1d100 against Stamina, TOT-DYING-04.
pub fn stabilise(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if !is_dying(battle, who) {
        return;
    }
    let (value, [tens, units]) = context.throw_percent();
    let stamina = sheet(battle.combatant(who)).stamina;
    let stable = value <= stamina;
    context.log(|| {
        let faces = [&tens.faces[..], &units.faces].concat();
        let upshot = if stable { "stabilises" } else { "bleeds" };
        let roll = Roll::new(who, "Stamina", ids::DYING_04, &units);
        Entry::Roll(Roll { dice: Die::counted(&faces), value, upshot: upshot.into(), ..roll })
    });
    if stable {
        context.effect(Effect::Clear(who, DYING));
        context.effect(Effect::AddCondition(who, lasting(STABLE)));
        context.note(who, ids::DYING_04, "is stable");
    } else {
        context.step(LifeStep::Bleed(who));
    }
}

/// The Vitality lost by bleeding, TOT-DYING-04.
pub fn bleed(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    // Ongoing damage may have killed before.
    if battle.combatant(who).status == Status::Dead {
        return;
    }
    let thrown = context.throw_apart(Throw::die(10));
    context.log(|| Entry::Roll(Roll::new(who, "Bleeding", ids::DYING_04, &thrown)));
    context.note(who, ids::DYING_04, format_args!("bleeds for {}", thrown.sum));
    lose(battle, who, thrown.sum, context);
}
