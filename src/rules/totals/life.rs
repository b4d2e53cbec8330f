//! Losing Vitality, falling, dying and death. TOT-DYING, TOT-END-01.

use super::{
    catalogue as ids,
    conditions::{
        self, BERSERK, CAPTIVATED, CAST, COMA, DYING, MEGINSERK, ONGOING, PREPARED, SHIELD, STABLE, STUPOR,
        UNCONSCIOUS, WOKE, is_dying, lasting, spell_of,
    },
    mounts, pool, settings,
    sheet::{CARRIED, FATIGUE, FRESH, TEMPORARY, VITALITY, sheet},
    step::LifeStep,
    stored,
};
use crate::{
    dice::Throw,
    rules::{Die, Plight, after_loss, prelude::*},
};

/// Makes a combatant lose Vitality, temporary first, with all consequences, TOT-DMG-03, TOT-DYING-01.
pub fn lose(battle: &Battle, who: CombatantId, loss: i32, context: &mut StepContext<'_>) {
    if loss > 0 {
        context.lose(battle, who, [TEMPORARY, VITALITY], loss);
        sink(battle, who, context);
    }
}

/// Whether a loss of Vitality makes a combatant fall unconscious or die, which costs it all its AP too. TOT-COND-01,
/// TOT-DYING-06.
pub fn fells(battle: &Battle, who: CombatantId, loss: i32) -> bool {
    let fighter = battle.combatant(who);
    let [buffer, vitality, fatigue] = [TEMPORARY, VITALITY, FATIGUE].map(|vital| fighter.vitals.get(vital));
    let [_, left] = after_loss([buffer, vitality], loss);
    let (endurance, drugged) = frailty(battle, who);
    loss > 0
        && match Plight::of([left, fatigue], endurance, drugged) {
            Plight::Dies => true,
            Plight::Falls => is_awake(fighter),
            Plight::Stands => false,
        }
}

/// Whether a combatant is still fighting although its Vitality or Fatigue does not allow that, TOT-DYING-01.
pub fn is_spent(battle: &Battle, fighter: Combatant<'_>) -> bool {
    let totals = [VITALITY, FATIGUE].map(|vital| fighter.vitals.get(vital));
    let (endurance, drugged) = frailty(battle, fighter.id);
    fighter.fights() && Plight::of(totals, endurance, drugged) != Plight::Stands
}

/// Endurance, and whether a drug is working.
fn frailty(battle: &Battle, who: CombatantId) -> (i16, bool) {
    (sheet(battle.combatant(who)).endurance as i16, conditions::active(battle, who).is_some())
}

/// Whether a combatant can still fall unconscious; one in a stupor can.
fn is_awake(fighter: Combatant<'_>) -> bool {
    fighter.fights() || fighter.conditions.has(STUPOR) && !fighter.conditions.has(UNCONSCIOUS)
}

/// Applies the consequences of the present Vitality and Fatigue, TOT-DYING-01, TOT-DYING-03, TOT-DYING-06.
pub fn sink(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    let (endurance, drugged) = frailty(battle, who);
    let totals = [VITALITY, FATIGUE].map(|vital| context.vital(battle, who, vital));
    match Plight::of(totals, endurance, drugged) {
        Plight::Stands if totals[0] <= 0 => return fights_on(battle, who, context),
        Plight::Stands => return,
        Plight::Dies => return die(battle, who, context),
        Plight::Falls if is_awake(fighter) => fall(battle, who, context),
        Plight::Falls => {}
    }
    let lies_dying = fighter.conditions.has(DYING) || fighter.conditions.has(COMA);
    if totals[0] <= 0 && !lies_dying && !drugged {
        context.clear(battle, who, &[STABLE]);
        context.effect(Effect::AddCondition(who, lasting(DYING)));
        context.note(who, ids::DYING_03, "is dying");
    }
}

/// Notes that a drug keeps a combatant up who would otherwise fall, TOT-BERS-06.
fn fights_on(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if let Some(dose) = conditions::active(battle, who) {
        context.note(who, ids::BERS_06, format_args!("fights on below 0 thanks to {}", dose.drug.name()));
    }
}

/// A combatant falls unconscious: it drops what it holds, lets go, and loses its AP. TOT-COND-01.
fn fall(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    context.effect(Effect::Status(who, Status::Down));
    context.effect(Effect::AddCondition(who, lasting(UNCONSCIOUS)));
    context.note(who, ids::DYING_01, "falls unconscious");
    lose_ap(battle, who, context);
    leave(battle, who, context);
}

/// Takes all AP away.
pub fn lose_ap(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    for budget in [FRESH, CARRIED] {
        context.set_budget(battle, who, budget, 0);
    }
}

/// A combatant dies, TOT-DYING-06.
pub fn die(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    context.effect(Effect::Status(who, Status::Dead));
    let living = [UNCONSCIOUS, DYING, STABLE, ONGOING, CAPTIVATED, STUPOR, COMA, BERSERK, MEGINSERK, SHIELD, WOKE];
    context.clear(battle, who, &living);
    context.note(who, ids::DYING_06, "is dead");
    context.set_vital(battle, who, TEMPORARY, 0);
    lose_ap(battle, who, context);
    leave(battle, who, context);
}

/// Kills a combatant whatever Vitality it has left, TOT-DYING-02, TOT-DYING-06.
pub fn kill(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let left = context.vital(battle, who, VITALITY).min(-frailty(battle, who).0);
    context.set_vital(battle, who, VITALITY, left);
    die(battle, who, context);
}

/// Takes from a combatant out of the fight what it loses: items in hand, spells and charges, holds, its seat in the
/// saddle. TOT-COND-01.
pub fn leave(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    context.drop_held(battle, who, |item, context| stored::let_go(battle, item, context));
    stored::discharge(battle, who, context);
    stored::lose_concentration(battle, who, context);
    context.clear(battle, who, &[PREPARED, CAST]);
    // A lasting shield needs nothing more from its caster, TOT-MAG-08.
    let shields = fighter.conditions.0.iter().filter(|condition| condition.kind == SHIELD);
    for shield in shields.filter(|shield| spell_of(shield).is_none_or(|spell| spell.lasting == 0)) {
        context.effect(Effect::replaced(who, *shield, None));
    }
    conditions::end_holds(battle, who, context);
    mounts::part(battle, who, context);
}

/// Deals ongoing damage: one die for each effect, unmitigated, TOT-DYING-05.
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
        context.effect(Effect::replaced(who, *fire, left));
    }
    context.log(|| Entry::Roll(Roll::new(who, "Ongoing damage", ids::DYING_05, &thrown)));
    context.note(who, ids::DYING_05, format_args!("suffers ongoing damage of {}", thrown.sum));
    lose(battle, who, thrown.sum, context);
}

/// Restores Vitality up to the natural maximum, and wakes the combatant if that is enough, TOT-ENG-03, TOT-DYING-01.
pub fn heal(battle: &Battle, who: CombatantId, points: i32, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    let full = sheet(fighter).vitality_max(settings::vitality_per_rank(battle));
    let now = i32::from(fighter.vitals.get(VITALITY));
    let then = (now + points.max(0)).min(full).max(now);
    context.set_vital(battle, who, VITALITY, then as i16);
    if fighter.status != Status::Down || then <= 0 {
        return;
    }
    // With Fatigue at 0 or below it stays unconscious, but is not dying, TOT-DYING-03.
    context.clear(battle, who, &[DYING, STABLE]);
    // A coma ends only at full Vitality, TOT-BERS-09.
    let in_coma = fighter.conditions.has(COMA) && then < full;
    if fighter.vitals.get(FATIGUE) <= 0 || in_coma {
        return;
    }
    context.clear(battle, who, &[UNCONSCIOUS, COMA]);
    if !fighter.conditions.has(STUPOR) {
        wake(battle, who, context);
        context.note(who, ids::DYING_01, "comes to");
    }
}

/// Puts a combatant back in the fight; it acts from the next round on, TOT-ORDER-02.
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

/// Takes the Vitality lost by bleeding, TOT-DYING-04.
pub fn bleed(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    // Ongoing damage may have killed it already.
    if battle.combatant(who).status == Status::Dead {
        return;
    }
    let thrown = context.throw_apart(Throw::die(10));
    context.log(|| Entry::Roll(Roll::new(who, "Bleeding", ids::DYING_04, &thrown)));
    context.note(who, ids::DYING_04, format_args!("bleeds for {}", thrown.sum));
    lose(battle, who, thrown.sum, context);
}
