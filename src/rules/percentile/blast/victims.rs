//! What a burst does to everybody near. PCT-BLAST-01, PCT-BLAST-02, PCT-BLAST-04, PCT-BLAST-05.

use super::{add_flat, damage_at, effects, everybody, exposure, shelter, usage};
use crate::{
    dice::Throw,
    geometry::{Footprint, Square},
    rules::{
        AttackResult, Battle, CombatantId, Die, Entry, Fate, Roll, Setback, StepContext, Verdict,
        percentile::{
            catalogue as ids,
            checks::{Quick, Tally as _},
            cover, damage, mounts, reach, resistance, settings,
            sheet::{Does, Splash, Tag, sheet},
            step::{BlastStep, Burst, Hit, Prompt, Victim, prompt, step},
        },
    },
};

/// Rolls the DV or the radius of a splash once, then resolves it for everybody near.
pub fn detonate(battle: &Battle, burst: &Burst, at: Square, hit: Hit, context: &mut StepContext<'_>) {
    if usage(battle, burst).has(Tag::Splash) {
        splash(battle, burst, at, context);
        return;
    }
    let value = roll_value(battle, burst, at, hit, context);
    tell_sheltered(battle, burst, at, |metres| reaches(value, metres), context);
    for who in everybody(battle) {
        if exposure(battle, burst, at, who).is_some_and(|metres| reaches(value, metres)) {
            context.then(step(BlastStep::Scorch(*burst, at, who, value as i16, hit.critical)));
        }
    }
    context.then(step(BlastStep::Cleared(*burst, at)));
}

/// Notes those whom a burst would reach if nothing sheltered them, PCT-BLAST-04.
fn tell_sheltered(
    battle: &Battle,
    burst: &Burst,
    at: Square,
    reaches: impl Fn(u16) -> bool,
    context: &mut StepContext<'_>,
) {
    if context.is_forecast() {
        return;
    }
    for who in everybody(battle) {
        if let Some((_, words)) = shelter(battle, burst, at, who).filter(|(metres, _)| reaches(*metres)) {
            context.note(who, ids::BLAST_04, words);
        }
    }
}

/// The dice of a blast, and what is added to them. PCT-BLAST-01.
#[derive(Clone, Copy, Debug)]
pub struct Charge {
    dice: u8,
    divide: i32,
    flat: i32,
    critical: bool,
}

impl Charge {
    /// That of a burst that lands so well.
    pub fn of(battle: &Battle, burst: &Burst, hit: Hit) -> Self {
        let of = usage(battle, burst);
        let mut flat = Quick::default();
        add_flat(battle, burst, hit, &mut flat);
        Self { dice: of.dv.dice, divide: i32::from(of.dv.divide.max(1)), flat: flat.sum(), critical: hit.critical }
    }

    /// What is rolled; dice at their maximum by a critical success are not, PCT-DMG-03.
    pub fn throw(&self) -> Option<Throw> {
        (!self.critical && self.dice > 0).then_some(Throw::Sum { count: self.dice, sides: 10 })
    }

    /// The dice at their maximum.
    pub fn most(&self) -> i32 {
        i32::from(self.dice) * 10
    }

    /// The DV.
    pub const fn value(&self, dice: i32) -> i32 {
        dice / self.divide + self.flat
    }
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
    let charge = Charge::of(battle, burst, hit);
    let (dice, faces) = match charge.throw() {
        None => (charge.most(), Vec::new()),
        Some(throw) => {
            let exposed = |who| Some((who, exposure(battle, burst, at, who)?));
            let near: Vec<(CombatantId, u16)> = everybody(battle).into_iter().filter_map(exposed).collect();
            let thrown = context.throw(throw, &|dice| {
                let value = charge.value(dice.sum);
                // What nobody feels is one.
                if is_felt(battle, burst, &near, value) { 1 + value.max(0) as u32 } else { 0 }
            });
            (thrown.sum, thrown.faces)
        }
    };
    let value = charge.value(dice);
    context.log(|| {
        let words = if hit.critical { "Dice at maximum" } else { "Dice" };
        let mut sum = Verdict::base(ids::DMG_01, words, dice / charge.divide);
        add_flat(battle, burst, hit, &mut sum);
        Entry::Roll(Roll {
            who: burst.by,
            words: "Blast".into(),
            rule: if hit.critical { ids::DMG_03 } else { ids::BLAST_01 },
            dice: Die::counted(&faces),
            value,
            against: Some(sum),
            success: None,
            upshot: "".into(),
        })
    });
    value
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
        context
            .then(prompt(resistance::holder(points, who, burst.by), Prompt::WeighBlast(*burst, victim, left, whole)));
    }
}

/// Whether a burst does nothing to somebody, PCT-RES-06.
pub fn is_immune(battle: &Battle, burst: &Burst, who: CombatantId) -> bool {
    let of = usage(battle, burst);
    sheet(battle.combatant(who)).immunities.iter().any(|tag| of.has(*tag))
}

/// Points of resistance above 0 or of vulnerability below against a burst.
pub fn net(battle: &Battle, burst: &Burst, who: CombatantId) -> i8 {
    let of = usage(battle, burst);
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
    let (armour, penetration) = (sheet(battle.combatant(who)).av(), usage(battle, burst).ap);
    let came = if whole { damage::taken(value.into(), armour, penetration) } else { value.into() };
    let fate = if victim.critical { Fate::Critical } else { Fate::Hit };
    context.attack_result(AttackResult { by: burst.by, on: who, fate, damage: came as i16 });
    context.note(who, ids::BLAST_01, format_args!("takes {came} at {} m", victim.metres));
    damage::harm_with(battle, who, came, (victim.points, burst.by), context);
}

/// Rolls the radius, and everybody within suffers the effect, PCT-BLAST-05.
fn splash(battle: &Battle, burst: &Burst, at: Square, context: &mut StepContext<'_>) {
    let Some(effect) = usage(battle, burst).effect else { return };
    let divide = i32::from(effect.radius.divide.max(1));
    let throw = Throw::Sum { count: effect.radius.dice, sides: 10 };
    let far = |dice: i32| dice / divide + effect.radius.flat;
    let thrown = context.throw(throw, &|dice| far(dice.sum).max(0) as u32);
    let radius = far(thrown.sum).max(0);
    context.log(|| {
        Entry::Roll(Roll {
            who: burst.by,
            words: "Radius".into(),
            rule: ids::BLAST_05,
            dice: Die::counted(&thrown.faces),
            value: radius,
            against: None,
            success: None,
            upshot: format!("{radius} m").into(),
        })
    });
    if effect.does == Does::Smoke {
        effects::billow(battle, burst, at, radius as u16, context);
    } else {
        let reaches = |metres: u16| i32::from(metres) <= radius;
        tell_sheltered(battle, burst, at, reaches, context);
        for who in everybody(battle) {
            if exposure(battle, burst, at, who).is_some_and(reaches) {
                context.then(step(BlastStep::Soak(*burst, who)));
            }
        }
    }
    context.then(step(BlastStep::Cleared(*burst, at)));
}

/// The effect of a splash on one of those within.
pub fn soak(battle: &Battle, burst: &Burst, who: CombatantId, context: &mut StepContext<'_>) {
    let of = usage(battle, burst);
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
            context.then(prompt(holder, Prompt::WeighSpan(*burst, victim, effect.rounds)));
        }
    }
}

/// Puts the effect on for the rounds that are left; if none are, it never begins, PCT-TURN-03.
pub fn soaked(battle: &Battle, burst: &Burst, who: CombatantId, rounds: u8, context: &mut StepContext<'_>) {
    match usage(battle, burst).effect {
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
            mounts::noticed(battle, one.id, burst.by, context);
        }
    }
}
