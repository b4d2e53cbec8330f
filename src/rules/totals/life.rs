//! Losing Vitality, falling, dying and death. TOT-DYING, TOT-END-01.

use super::{
    conditions::{
        BERSERK, CAPTIVATED, CAST, COMA, DYING, HELD, HOLDING, MEGINSERK, ONGOING, PREPARED, SHIELD, STABLE, STUPOR,
        UNCONSCIOUS, WOKE, is_dying, lasting,
    },
    drugs, ids,
    magic::{Spell, stored},
    mounts, pool, settings,
    sheet::{CARRIED, FATIGUE, FRESH, TEMPORARY, VITALITY, sheet},
    step::{Step, step},
};
use crate::{
    dice::Throw,
    rules::{Battle, CombatantId, Condition, ConditionKind, Effect, Location, Moment, Status},
};

/// Takes Vitality, temporary first, and whatever follows from it, TOT-DMG-03, TOT-DYING-01.
pub fn lose(battle: &Battle, who: CombatantId, loss: i32, moment: &mut Moment<'_>) {
    if loss <= 0 {
        return;
    }
    let vitals = &battle.one(who).vitals;
    let temporary = i32::from(vitals.get(TEMPORARY));
    let first = loss.min(temporary.max(0));
    if first > 0 {
        moment.effect(Effect::Vital(who, TEMPORARY, (temporary - first) as i16));
    }
    let left = i32::from(vitals.get(VITALITY)) - (loss - first);
    let left = left.max(i32::from(i16::MIN)) as i16;
    if loss > first {
        moment.effect(Effect::Vital(who, VITALITY, left));
    }
    sink(battle, who, left, vitals.get(FATIGUE), moment);
}

/// What Vitality and Fatigue that have come to these values bring, TOT-DYING-01, TOT-DYING-03, TOT-DYING-06.
pub fn sink(battle: &Battle, who: CombatantId, vitality: i16, fatigue: i16, moment: &mut Moment<'_>) {
    let one = battle.one(who);
    if i32::from(vitality) <= -sheet(one).endurance {
        return die(battle, who, moment);
    }
    // The drugged fight on below 0, TOT-BERS-06.
    let drugged = drugs::active(battle, who).is_some();
    if fatigue > 0 && (vitality > 0 || drugged) {
        return;
    }
    // A stupor is no unconsciousness yet.
    if one.fights() || one.conditions.has(STUPOR) && !one.conditions.has(UNCONSCIOUS) {
        fall(battle, who, moment);
    }
    if vitality <= 0 && !one.conditions.has(DYING) && !one.conditions.has(COMA) && !drugged {
        if let Some(stable) = one.conditions.find(STABLE) {
            moment.effect(Effect::Relieve(who, *stable, None));
        }
        moment.effect(Effect::Afflict(who, lasting(DYING)));
        moment.note(who, ids::DYING_03, "is dying");
    }
}

/// Falls unconscious: drops what is held, lets go, has no AP. TOT-COND-01.
fn fall(battle: &Battle, who: CombatantId, moment: &mut Moment<'_>) {
    moment.effect(Effect::Status(who, Status::Down));
    moment.effect(Effect::Afflict(who, lasting(UNCONSCIOUS)));
    moment.note(who, ids::DYING_01, "falls unconscious");
    lose_ap(battle, who, moment);
    leave(battle, who, moment);
}

/// All AP are gone.
pub fn lose_ap(battle: &Battle, who: CombatantId, moment: &mut Moment<'_>) {
    for budget in [FRESH, CARRIED] {
        if battle.one(who).budgets.get(budget) != 0 {
            moment.effect(Effect::Budget(who, budget, 0));
        }
    }
}

/// Dies, TOT-DYING-06.
pub fn die(battle: &Battle, who: CombatantId, moment: &mut Moment<'_>) {
    let one = battle.one(who);
    moment.effect(Effect::Status(who, Status::Dead));
    for kind in [UNCONSCIOUS, DYING, STABLE, ONGOING, CAPTIVATED, STUPOR, COMA, BERSERK, MEGINSERK, SHIELD, WOKE] {
        if one.conditions.has(kind) {
            moment.effect(Effect::Clear(who, kind));
        }
    }
    moment.note(who, ids::DYING_06, "is dead");
    if one.vitals.get(TEMPORARY) != 0 {
        moment.effect(Effect::Vital(who, TEMPORARY, 0));
    }
    lose_ap(battle, who, moment);
    leave(battle, who, moment);
}

/// Dies whatever is left of the Vitality, TOT-DYING-02, TOT-DYING-06.
pub fn kill(battle: &Battle, who: CombatantId, moment: &mut Moment<'_>) {
    let limit = -sheet(battle.one(who)).endurance as i16;
    if battle.one(who).vitals.get(VITALITY) > limit {
        moment.effect(Effect::Vital(who, VITALITY, limit));
    }
    die(battle, who, moment);
}

/// What somebody out of the fight leaves: things in hand, spells and charges, holds, the saddle. TOT-COND-01.
pub fn leave(battle: &Battle, who: CombatantId, moment: &mut Moment<'_>) {
    let one = battle.one(who);
    let here = one.placement.anchor();
    for item in one.hands.held() {
        stored::let_go(battle, item, moment);
        moment.effect(Effect::Move(item, Location::Ground(here)));
    }
    stored::discharge(battle, who, moment);
    stored::lose_concentration(battle, who, moment);
    for kind in [PREPARED, CAST] {
        if one.conditions.has(kind) {
            moment.effect(Effect::Clear(who, kind));
        }
    }
    // A shield that was to last goes on without its caster's doing, TOT-MAG-08.
    let shields = one.conditions.0.iter().filter(|one| one.kind == SHIELD);
    for shield in shields.filter(|shield| Spell(shield.detail).lasting() == 0) {
        moment.effect(Effect::Relieve(who, *shield, None));
    }
    end_holds(battle, who, moment);
    mounts::part(battle, who, moment);
}

/// Ends every hold that somebody has part in, TOT-COMP-06.
pub fn end_holds(battle: &Battle, who: CombatantId, moment: &mut Moment<'_>) {
    [HELD, HOLDING].into_iter().for_each(|kind| release(battle, who, kind, moment));
}

/// Ends the holds in which somebody holds, or is held, TOT-COMP-06.
pub fn release(battle: &Battle, who: CombatantId, mine: ConditionKind, moment: &mut Moment<'_>) {
    let theirs = if mine == HELD { HOLDING } else { HELD };
    for hold in battle.one(who).conditions.0.iter().filter(|one| one.kind == mine) {
        moment.effect(Effect::Relieve(who, *hold, None));
        let Some(other) = hold.whom else { continue };
        let half = |one: &&Condition| one.kind == theirs && one.whom == Some(who);
        if let Some(half) = battle.one(other).conditions.0.iter().find(half) {
            moment.effect(Effect::Relieve(other, *half, None));
        }
    }
}

/// Ongoing damage: one die for each effect, unmitigated, TOT-DYING-05.
pub fn suffer(battle: &Battle, who: CombatantId, moment: &mut Moment<'_>) {
    let one = battle.one(who);
    if one.status == Status::Dead {
        return;
    }
    let fires = || one.conditions.0.iter().filter(|one| one.kind == ONGOING);
    let count = fires().count();
    if count == 0 {
        return;
    }
    let thrown = moment.throw(Throw::Sum { count: count as u8, sides: 10 }, &|value| value as u32);
    for fire in fires().filter(|fire| !stored::is_held(fire)) {
        let left = (fire.level > 1).then_some(Condition { level: fire.level - 1, ..*fire });
        moment.effect(Effect::Relieve(who, *fire, left));
    }
    moment.tell(|| pool::plain(who, "Ongoing damage", ids::DYING_05, &thrown.faces, thrown.value));
    lose(battle, who, thrown.value, moment);
}

/// Gains Vitality up to the natural maximum and comes to, if that is enough, TOT-ENG-03, TOT-DYING-01.
pub fn heal(battle: &Battle, who: CombatantId, points: i32, moment: &mut Moment<'_>) {
    let one = battle.one(who);
    let full = sheet(one).vitality_max(settings::vitality_per_rank(battle));
    let now = i32::from(one.vitals.get(VITALITY));
    let then = (now + points.max(0)).min(full).max(now);
    if then != now {
        moment.effect(Effect::Vital(who, VITALITY, then as i16));
    }
    if one.status != Status::Down || then <= 0 {
        return;
    }
    let mut end = |kinds: &[ConditionKind]| {
        let there = kinds.iter().filter(|kind| one.conditions.has(**kind));
        there.for_each(|kind| moment.effect(Effect::Clear(who, *kind)));
    };
    // Without Fatigue one lies there still, but neither dies nor bleeds, TOT-DYING-03.
    end(&[DYING, STABLE]);
    // A coma ends only when nothing is missing, TOT-BERS-09.
    let in_coma = one.conditions.has(COMA) && then < full;
    if one.vitals.get(FATIGUE) <= 0 || in_coma {
        return;
    }
    end(&[UNCONSCIOUS, COMA]);
    if !one.conditions.has(STUPOR) {
        wake(battle, who, moment);
        moment.note(who, ids::DYING_01, "comes to");
    }
}

/// Is in the fight again, and acts from the next round on, TOT-ORDER-02.
pub fn wake(battle: &Battle, who: CombatantId, moment: &mut Moment<'_>) {
    moment.effect(Effect::Status(who, Status::Fighting));
    if !battle.one(who).conditions.has(WOKE) {
        moment.effect(Effect::Afflict(who, lasting(WOKE)));
    }
}

/// Stabilises or bleeds: 1d100 against Stamina, TOT-DYING-04.
pub fn stabilise(battle: &Battle, who: CombatantId, moment: &mut Moment<'_>) {
    if !is_dying(battle, who) {
        return;
    }
    let die = Throw::Sum { count: 1, sides: 10 };
    let tens = moment.throw(die, &|value| value as u32);
    let units = moment.throw(die, &|value| value as u32);
    let value = match (tens.value % 10) * 10 + units.value % 10 {
        0 => 100,
        value => value,
    };
    let stamina = sheet(battle.one(who)).stamina;
    let stable = value <= stamina;
    moment.tell(|| {
        let faces = [tens.faces, units.faces].concat();
        let upshot = if stable { "stabilises" } else { "bleeds" };
        pool::with_upshot(pool::plain(who, "Stamina", ids::DYING_04, &faces, value), upshot)
    });
    if stable {
        moment.effect(Effect::Clear(who, DYING));
        moment.effect(Effect::Afflict(who, lasting(STABLE)));
    } else {
        moment.then(step(Step::Bleed(who)));
    }
}

/// The Vitality lost by bleeding, TOT-DYING-04.
pub fn bleed(battle: &Battle, who: CombatantId, moment: &mut Moment<'_>) {
    // Ongoing damage may have killed before.
    if battle.one(who).status == Status::Dead {
        return;
    }
    let thrown = moment.throw(Throw::Sum { count: 1, sides: 10 }, &|value| value as u32);
    moment.tell(|| pool::plain(who, "Bleeding", ids::DYING_04, &thrown.faces, thrown.value));
    lose(battle, who, thrown.value, moment);
}
