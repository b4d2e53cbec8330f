//! What a burst does to everybody near. PCT-BLAST-01, PCT-BLAST-02, PCT-BLAST-04, PCT-BLAST-05.

use super::{add_flat, charge, damage_at, distance, effects, everybody, exposure};
use crate::{
    geometry::{Footprint, Square},
    rules::{
        AttackResult, Battle, CombatantId, Entry, Fate, Roll, Setback, StepContext, Verdict,
        percentile::{
            bonds, catalogue as ids,
            checks::Tally,
            cover,
            force::{self, Dice},
            reach,
            resistance::{self, WeighBlast, WeighSpan},
            settings,
            sheet::{Does, Splash, Tag, sheet},
            step::{BlastStep, Burst, Hit, Victim},
            wounds,
        },
    },
};

/// Rolls the DV or the radius of a splash once, then resolves it for everybody near.
pub fn detonate(battle: &Battle, burst: &Burst, at: Square, hit: Hit, context: &mut StepContext<'_>) {
    if burst.used(battle).has(Tag::Splash) {
        splash(battle, burst, at, context);
        return;
    }
    let value = roll_value(battle, burst, at, hit, context);
    for who in met(battle, burst, at, |metres| reaches(value, metres), context) {
        context.step(BlastStep::Scorch(*burst, at, who, value as i16, hit.critical));
    }
    context.step(BlastStep::Cleared(*burst, at));
}

/// Whether any of these, at these distances, feels a DV.
pub fn is_felt(battle: &Battle, burst: &Burst, near: &[(CombatantId, u16)], value: i32) -> bool {
    near.iter().any(|(who, metres)| damage_at(battle, burst, *who, value, *metres) > 0)
}

/// Whether a DV reaches so far.
pub fn reaches(value: i32, metres: u16) -> bool {
    value > 2 * i32::from(metres)
}

/// DV of a blast, rolled once, PCT-BLAST-01.
fn roll_value(battle: &Battle, burst: &Burst, at: Square, hit: Hit, context: &mut StepContext<'_>) -> i32 {
    let charge = charge(battle, burst, hit);
    let near = exposed(battle, burst, at, everybody(battle));
    let class = |sum: i32| {
        let value = charge.value(sum);
        // What nobody feels is one.
        if is_felt(battle, burst, &near, value) { 1 + value.max(0) as u32 } else { 0 }
    };
    let (sum, faces) = charge.roll(hit, &class, context);
    context.log(|| {
        let add = |sum: &mut Verdict| add_flat(battle, burst, hit, sum);
        charge.told((burst.by, "Blast", ids::BLAST_01), hit, (sum, &faces), add)
    });
    charge.value(sum)
}

/// Those of some whom nothing shelters from a burst that goes off there, and how many metres away they are.
pub fn exposed(
    battle: &Battle,
    burst: &Burst,
    at: Square,
    of: impl IntoIterator<Item = CombatantId>,
) -> Vec<(CombatantId, u16)> {
    of.into_iter().filter_map(|who| Some((who, exposure(battle, burst, at, who)?))).collect()
}

/// Resolves the blast for one victim: no defence, PCT-BLAST-02.
pub fn scorch(
    battle: &Battle,
    burst: &Burst,
    at: Square,
    (who, value, critical): (CombatantId, i16, bool),
    context: &mut StepContext<'_>,
) {
    let Some(metres) = exposure(battle, burst, at, who) else { return };
    if is_immune(battle, burst, who) {
        context.note(who, ids::RES_06, "is immune");
        return;
    }
    let points = net(battle, burst, who);
    let victim = Victim { who, metres: metres as u8, critical, points };
    let whole = points != 0 && settings::resist_before_armour(battle);
    let value = i32::from(value);
    let left = if whole { value - 2 * i32::from(metres) } else { damage_at(battle, burst, who, value, metres) } as i16;
    if points == 0 || left <= 0 {
        scorched(battle, burst, &victim, (left, whole), context);
    } else {
        context.ask(resistance::holder(points, who, burst.by), WeighBlast(*burst, victim, left, whole));
    }
}

/// Whether a burst does nothing to somebody, PCT-RES-06.
pub fn is_immune(battle: &Battle, burst: &Burst, who: CombatantId) -> bool {
    let of = burst.used(battle);
    sheet(battle.combatant(who)).immunities.iter().any(|tag| of.has(*tag))
}

/// Points of resistance above 0 or of vulnerability below against a burst.
pub fn net(battle: &Battle, burst: &Burst, who: CombatantId) -> i8 {
    let of = burst.used(battle);
    resistance::net(battle, who, |tag| of.has(tag)).clamp(-20, 20) as i8
}

/// Applies the remaining damage of a blast, `whole` before armour; points that are left count for staying on one's
/// feet.
pub fn scorched(
    battle: &Battle,
    burst: &Burst,
    victim: &Victim,
    (value, whole): (i16, bool),
    context: &mut StepContext<'_>,
) {
    let who = victim.who;
    let (armour, penetration) = (sheet(battle.combatant(who)).av(), burst.used(battle).ap);
    let came = if whole { force::taken(value.into(), armour, penetration) } else { value.into() };
    let fate = if victim.critical { Fate::Critical } else { Fate::Hit };
    context.attack_result(AttackResult { by: burst.by, on: who, fate, damage: came as i16 });
    context.note(who, ids::BLAST_01, format_args!("takes {came} at {} m", victim.metres));
    wounds::harm_with(battle, who, came, (victim.points, burst.by), context);
}

/// Rolls the radius, and everybody within suffers the effect, PCT-BLAST-05.
fn splash(battle: &Battle, burst: &Burst, at: Square, context: &mut StepContext<'_>) {
    let Some(effect) = burst.used(battle).effect else { return };
    let dice = Dice::of(effect.radius, effect.radius.flat);
    let thrown = context.throw(dice.throw(), &|far| dice.value(far.sum).max(0) as u32);
    let radius = dice.value(thrown.sum).max(0);
    context.log(|| {
        Entry::Roll(Roll::of(burst.by, "Radius", ids::BLAST_05, &thrown.faces, radius).saying(format!("{radius} m")))
    });
    if effect.does == Does::Smoke {
        effects::billow(battle, burst, at, radius as u16, context);
    } else {
        for who in met(battle, burst, at, |metres| i32::from(metres) <= radius, context) {
            context.step(BlastStep::Soak(*burst, who));
        }
    }
    context.step(BlastStep::Cleared(*burst, at));
}

/// The effect of a splash on one of those within.
pub fn soak(battle: &Battle, burst: &Burst, who: CombatantId, context: &mut StepContext<'_>) {
    let of = burst.used(battle);
    if is_immune(battle, burst, who) {
        context.note(who, ids::RES_06, "is immune");
        return;
    }
    if let Some(effect) = of.effect.filter(|_| battle.combatant(who).fights()) {
        // A splash has no DV, PCT-BLAST-05.
        let fate = Fate::Worked(Setback::Effect);
        context.attack_result(AttackResult { by: burst.by, on: who, fate, damage: 0 });
        let points = net(battle, burst, who);
        let victim = Victim { who, metres: 0, critical: false, points };
        if points == 0 {
            soaked(battle, burst, who, effect.rounds, context);
        } else {
            let holder = resistance::holder(points, who, burst.by);
            context.ask(holder, WeighSpan(*burst, victim, effect.rounds));
        }
    }
}

/// Puts the effect on for the rounds that are left; if none are, it never begins, PCT-TURN-03.
pub fn soaked(battle: &Battle, burst: &Burst, who: CombatantId, rounds: u8, context: &mut StepContext<'_>) {
    match burst.used(battle).effect {
        Some(effect) if rounds > 0 => effects::befall(battle, burst, who, Splash { rounds, ..effect }, context),
        _ => context.note(who, ids::RES_03, "resists it"),
    }
}

/// Victims, and those who see the user, become aware of the user, PCT-ATK-06.
pub fn settle(battle: &Battle, burst: &Burst, at: Square, context: &mut StepContext<'_>) {
    let near = |body: Footprint| reach::distance(Footprint::one(at), body) <= 3;
    for one in battle.enemies(burst.by) {
        let learns = one.fights() && !one.aware.of(burst.by);
        if learns && (near(one.footprint()) || cover::sees(battle, one.id, burst.by)) {
            bonds::noticed(battle, one.id, burst.by, context);
        }
    }
}

/// Those whom a burst reaches, in the order of resolution; whom it would reach if nothing sheltered them is noted,
/// PCT-BLAST-04.
fn met(
    battle: &Battle,
    burst: &Burst,
    at: Square,
    reaches: impl Fn(u16) -> bool,
    context: &mut StepContext<'_>,
) -> Vec<CombatantId> {
    let mut met = Vec::new();
    for who in everybody(battle) {
        match distance(battle, burst, at, who).filter(|(metres, _)| reaches(*metres)) {
            Some((_, false)) => met.push(who),
            Some((_, true)) if !context.is_forecast() => {
                let body = battle.combatant(who).footprint();
                let deep = cover::is_entrenched(battle, Footprint::one(at), body);
                let words = if deep { "a trench" } else { "total cover" };
                context.note(who, ids::BLAST_04, format_args!("is sheltered from it by {words}"));
            }
            _ => {}
        }
    }
    met
}
