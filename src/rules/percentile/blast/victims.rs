//! What a burst does to everybody near, and the effects that last for some rounds. PCT-BLAST-01, PCT-BLAST-02,
//! PCT-BLAST-04, PCT-BLAST-05, PCT-TURN-03.

use std::borrow::Cow;

use super::{add_flat, charge, damage_at, distance, everybody, exposure, is_walled};

use crate::{
    geometry::{Footprint, Square, reach as squares_in_reach},
    rules::{
        Moment, Setback, Veil, duration_changes_of, laid_by_level,
        percentile::{
            bonds, catalogue as ids,
            conditions::{self, BLINDED, BURNING, CLEAR_AIR, CLOUD, Detail, HINDERED, square},
            cover,
            damage::{self, Dice},
            resistance::{self, Stake},
            settings,
            sheet::{Does, Splash, Tag, Use, sheet},
            step::{BlastStep, Burst, Hit, Victim},
            wounds,
        },
        prelude::*,
    },
};

/// Rolls the DV, or the radius of a splash, once, then resolves it for everybody near.
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

/// Whether a DV does damage to anybody at these distances.
pub fn is_felt(battle: &Battle, burst: &Burst, near: &[(CombatantId, u16)], value: i32) -> bool {
    near.iter().any(|(who, metres)| damage_at(battle, burst, *who, value, *metres) > 0)
}

/// Whether a DV reaches this far.
pub fn reaches(value: i32, metres: u16) -> bool {
    value > 2 * i32::from(metres)
}

/// The DV of a blast, rolled once, PCT-BLAST-01.
fn roll_value(battle: &Battle, burst: &Burst, at: Square, hit: Hit, context: &mut StepContext<'_>) -> i32 {
    let charge = charge(battle, burst, hit);
    let near = exposed(battle, burst, at, everybody(battle));
    let class = |sum: i32| {
        let value = charge.value(sum);
        // Values that hurt nobody are one class.
        if is_felt(battle, burst, &near, value) { 1 + value.max(0) as u32 } else { 0 }
    };
    let (sum, faces) = charge.roll(hit, &class, context);
    context.log(|| {
        let add = |sum: &mut Verdict| add_flat(battle, burst, hit, sum);
        charge.told((burst.by, "Blast", ids::BLAST_01), hit, (sum, &faces), add)
    });
    charge.value(sum)
}

/// Those of the given combatants that nothing shelters from a burst at a square, with their distances in metres.
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
    learn(battle, burst, who, context);
    if is_immune(battle, burst, who) {
        context.note(who, ids::RES_06, "is immune");
        return;
    }
    let points = net(battle, burst, who);
    let victim = Victim { who, metres: metres as u8, critical, points };
    let whole = points != 0 && settings::resist_before_armour(battle);
    let value = i32::from(value);
    let near = value - 2 * i32::from(metres);
    let left = if whole { near } else { damage_at(battle, burst, who, value, metres) } as i16;
    tell_loss((who, metres), (value, left.into()), ids::BLAST_01, context);
    if points == 0 || left <= 0 {
        scorched(battle, burst, &victim, (left, whole), context);
    } else {
        resistance::ask(Stake::Blast(*burst, victim, whole), left, context);
    }
}

/// Logs what distance and armour take off a blast's damage for somebody at a distance in metres, PCT-BLAST-01.
pub fn tell_loss(
    (who, metres): (CombatantId, u16),
    (value, left): (i32, i32),
    rule: RuleId,
    context: &mut StepContext<'_>,
) {
    context.log(|| {
        let far = 2 * i32::from(metres);
        let stopped = ((value - far).max(0) - left).max(0);
        let armour = if stopped > 0 { format!(", less {stopped} for armour") } else { String::new() };
        let words = format!("is {metres} m away: {value} less {far} for distance{armour}");
        Entry::Note { who, words: words.into(), rule }
    });
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

/// Applies the remaining damage of a blast, `whole` before armour; points left over can go into staying standing.
pub fn scorched(
    battle: &Battle,
    burst: &Burst,
    victim: &Victim,
    (value, whole): (i16, bool),
    context: &mut StepContext<'_>,
) {
    let who = victim.who;
    let (armour, penetration) = (sheet(battle.combatant(who)).av(), burst.used(battle).ap);
    let came = if whole { damage::taken(value.into(), armour, penetration) } else { value.into() };
    let fate = if victim.critical { Fate::Critical } else { Fate::Hit };
    damage::tell_stopped(who, i32::from(value) - came, context);
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
        billow(battle, burst, at, radius as u16, context);
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
    learn(battle, burst, who, context);
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
            resistance::ask(Stake::Span(*burst, victim), effect.rounds.into(), context);
        }
    }
}

/// Applies the effect for the remaining rounds; if none remain, it never begins, PCT-TURN-03.
pub fn soaked(battle: &Battle, burst: &Burst, who: CombatantId, rounds: u8, context: &mut StepContext<'_>) {
    match burst.used(battle).effect {
        Some(effect) if rounds > 0 => befall(battle, burst, who, Splash { rounds, ..effect }, context),
        _ => context.note(who, ids::RES_03, "resists it"),
    }
}

/// Enemies a burst reaches become aware of its user, PCT-ATK-06.
fn learn(battle: &Battle, burst: &Burst, who: CombatantId, context: &mut StepContext<'_>) {
    let victim = battle.combatant(who);
    if victim.fights() && victim.team != battle.combatant(burst.by).team {
        bonds::noticed(battle, who, burst.by, context);
    }
}

/// Enemies who see the user become aware of the user, PCT-ATK-06.
pub fn settle(battle: &Battle, burst: &Burst, context: &mut StepContext<'_>) {
    let unknowing = battle.enemies(burst.by).filter(|foe| foe.fights() && !foe.aware.of(burst.by));
    for foe in unknowing.filter(|foe| cover::sees(battle, foe.id, burst.by)) {
        bonds::noticed(battle, foe.id, burst.by, context);
    }
}

/// Those a burst reaches, in the order of resolution. Those in range but sheltered are noted in the log, PCT-BLAST-04.
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

/// The effect of a splash in words.
pub fn does_words(of: &Use) -> Cow<'static, str> {
    let Some(effect) = of.effect else { return "Nothing".into() };
    format!("{}, {} rounds", of_kind(effect.does).1, effect.rounds).into()
}

/// The condition of an effect, its words in the offer, and its words about a victim.
const fn of_kind(does: Does) -> (ConditionKind, &'static str, &'static str) {
    match does {
        Does::Blinded => (BLINDED, "Blinds", "is blinded"),
        Does::Burning => (BURNING, "Sets on fire", "burns"),
        Does::Hindered => (HINDERED, "Halves rates", "is hindered"),
        Does::Smoke => (CLOUD, "Smoke", "is hindered"),
    }
}

/// Applies an effect to a combatant; of two by the same rule the longer one stays, PCT-CHK-08.
pub fn befall(battle: &Battle, burst: &Burst, who: CombatantId, effect: Splash, context: &mut StepContext<'_>) {
    let (kind, _, words) = of_kind(effect.does);
    let new = Condition { whom: Some(burst.by), ..Condition::new(kind, Until::Turns(effect.rounds)) };
    match battle.combatant(who).conditions.find(kind) {
        Some(old) if conditions::outlasts(old, effect.rounds) => {}
        Some(old) => context.effect(Effect::replaced(who, *old, Some(new))),
        None => context.effect(Effect::AddCondition(who, new)),
    }
    context.note(who, ids::BLAST_05, words);
}

/// Fire burns at the start of its victim's turn, before a round is taken off, PCT-TURN-03.
pub fn smoulder(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if battle.combatant(who).conditions.has(BURNING) && battle.combatant(who).fights() {
        context.step(BlastStep::Burn(who));
    }
}

/// The squares of a cloud, from the condition of its maker.
fn made(battle: &Battle, known: &Condition) -> Vec<Square> {
    square(known).map_or_else(Vec::new, |at| within(battle, at, known.level.max(0) as u16))
}

/// The squares within a radius of one, without those behind a wall.
pub fn within(battle: &Battle, at: Square, radius: u16) -> Vec<Square> {
    let extent = battle.scene.field.extent();
    let around = squares_in_reach(Footprint::one(at), radius);
    let open = |square: &Square| {
        extent.contains(*square) && !is_walled(battle, at, Footprint::one(*square), Posture::Standing)
    };
    std::iter::once(at).chain(around).filter(open).collect()
}

/// Smoke fills the squares within the radius; its rounds are counted by the turns of its maker, PCT-TURN-03.
pub fn billow(battle: &Battle, burst: &Burst, at: Square, radius: u16, context: &mut StepContext<'_>) {
    let Some(effect) = burst.used(battle).effect else { return };
    let until = Until::Turns(effect.rounds);
    let clouds = all_clouds(battle, |_, _| true);
    // Other smoke may lie there, over a square that was veiled before it.
    let was_veiled = |square: Square| {
        !clouds.contains(&square) || battle.combatants().any(|fighter| leaves_veiled(&fighter.conditions.0, square))
    };
    for square in within(battle, at, radius) {
        match battle.scene.field.cell(square).and_then(|cell| cell.veil) {
            None => context.effect(Effect::Veil(square, Some(Veil::Smoke))),
            // A square veiled before stays veiled when the smoke has gone; veils of the level come and go by
            // themselves.
            Some(_) if was_veiled(square) && laid_by_level(battle, square).is_none() => {
                let kept = Condition { detail: Detail::At(square).into(), ..Condition::new(CLEAR_AIR, until) };
                context.effect(Effect::AddCondition(burst.by, kept));
            }
            Some(_) => {}
        }
    }
    let lies = Condition { level: radius as i16, detail: Detail::At(at).into(), ..Condition::new(CLOUD, until) };
    context.effect(Effect::AddCondition(burst.by, lies));
}

/// Whether these conditions say that a square stays veiled once the smoke on it has gone.
fn leaves_veiled(conditions: &[Condition], square: Square) -> bool {
    let at = Detail::At(square).into();
    conditions.iter().any(|known| known.kind == CLEAR_AIR && known.detail == at)
}

/// The squares of all clouds that `lies` accepts.
fn all_clouds(battle: &Battle, lies: impl Fn(CombatantId, &Condition) -> bool) -> Vec<Square> {
    let conditions =
        battle.combatants().flat_map(|fighter| fighter.conditions.0.iter().map(move |known| (fighter.id, known)));
    let clouds = conditions.filter(|(by, known)| known.kind == CLOUD && lies(*by, known));
    clouds.flat_map(|(_, known)| made(battle, known)).collect()
}

/// What veils a square: the veil that the level lays there, or else smoke.
pub fn veil(battle: &Battle, square: Square, by_level: Option<Veil>) -> Option<Veil> {
    by_level.or_else(|| all_clouds(battle, |_, _| true).contains(&square).then_some(Veil::Smoke))
}

/// Clears the squares where somebody's smoke ends this turn, except where other smoke lies that does not end with it.
pub fn dissolve(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let conditions = &battle.combatant(who).conditions.0;
    let ends = |known: &Condition| known.kind == CLOUD && known.until == Until::Turns(1);
    if !conditions.iter().any(ends) {
        return;
    }
    let has_ended = |by: CombatantId, known: &Condition| {
        let end = Effect::replaced(by, *known, None);
        by == who && ends(known) || context.effects().any(|effect| *effect == end)
    };
    let others = all_clouds(battle, |by, known| !has_ended(by, known));
    for square in conditions.iter().filter(|known| ends(known)).flat_map(|ending| made(battle, ending)) {
        let smoky = battle.scene.field.cell(square).is_some_and(|cell| cell.veil == Some(Veil::Smoke));
        let clear = Effect::Veil(square, None);
        let is_kept = leaves_veiled(conditions, square) || others.contains(&square);
        if smoky && !is_kept && context.effects().all(|effect| *effect != clear) {
            context.effect(clear);
        }
    }
}

/// Takes a round off the smoke of somebody who no longer has turns, PCT-TURN-03.
pub fn count_clouds(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    dissolve(battle, who, context);
    let changes = duration_changes_of(battle, who, Moment::TurnStarts(who));
    let of_smoke = changes.filter(|change| matches!(change.before.kind, CLOUD | CLEAR_AIR));
    of_smoke.for_each(|change| context.effect(change.effect()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Battlefield, Entry, ScheduledVeil, Team, percentile::testing, play::aftermath};

    /// What veils a square round by round: fog lies there in rounds 2 and 3, smoke for some rounds from its first round
    /// on, counted by the turns of its maker.
    fn rounds(begins: u16, lasts: u8) -> Vec<Option<Veil>> {
        let (at, by) = (Square::new(1, 0), CombatantId(0));
        let bodies = [(Team(0), Square::new(0, 0), <_>::default()), (Team(1), Square::new(2, 0), <_>::default())];
        let mut battle = testing::battle(Battlefield::new(3, 1), &bodies);
        let fog = ScheduledVeil { veil: Veil::Fog, squares: vec![(at, None)], first: 2, last: 3 };
        battle.constants_mut().veils = vec![fog];
        let round = |round: u16| {
            let starts = Effect::Round(round);
            battle.apply(&starts);
            aftermath(&battle, &[Entry::Effect(starts)]).iter().for_each(|effect| battle.apply(effect));
            let mut context = StepContext::without_chance(false);
            count_clouds(&battle, by, &mut context);
            context.effects().cloned().collect::<Vec<_>>().iter().for_each(|effect| battle.apply(effect));
            if round == begins {
                let until = Until::Turns(lasts);
                let cloud = Condition { detail: Detail::At(at).into(), ..Condition::new(CLOUD, until) };
                battle.apply(&Effect::AddCondition(by, cloud));
                if battle.scene.field.cell(at).is_some_and(|cell| cell.veil.is_none()) {
                    battle.apply(&Effect::Veil(at, Some(Veil::Smoke)));
                }
            }
            battle.scene.field.cell(at).and_then(|cell| cell.veil)
        };
        (1..=6).map(round).collect()
    }

    /// PCT-TURN-03.
    #[test]
    fn smoke_that_ends_together_leaves_nothing_where_it_lay_together() {
        let (at, makers) = (Square::new(1, 0), [0, 1].map(CombatantId));
        let bodies = [(Team(0), Square::new(0, 0), <_>::default()), (Team(1), Square::new(2, 0), <_>::default())];
        let mut clear = testing::battle(Battlefield::new(3, 1), &bodies);
        clear.apply(&Effect::Veil(at, Some(Veil::Smoke)));
        // What veils the square after a round has passed for the smoke of the makers in `of`.
        let passed = |made: &[CombatantId], of: &[CombatantId]| {
            let mut battle = clear.clone();
            for by in made {
                let cloud = Condition { detail: Detail::At(at).into(), ..Condition::new(CLOUD, Until::Turns(1)) };
                battle.apply(&Effect::AddCondition(*by, cloud));
            }
            let mut context = StepContext::without_chance(false);
            of.iter().for_each(|by| count_clouds(&battle, *by, &mut context));
            context.effects().cloned().collect::<Vec<_>>().iter().for_each(|effect| battle.apply(effect));
            battle.scene.field.cell(at).and_then(|cell| cell.veil)
        };
        let [one, other] = makers;
        assert_eq!(passed(&makers, &[one]), Some(Veil::Smoke), "the other's has a round left");
        assert_eq!(passed(&makers, &makers), None, "two who are out of the fight, one after the other");
        assert_eq!(passed(&[other, other], &[other]), None, "both are one's own");
    }

    /// PCT-BLAST-05: the radius of a canister is 0 to 3 m.
    #[test]
    fn smoke_that_fills_one_square_can_be_written_to_files() {
        let cloud =
            Condition { detail: Detail::At(Square::new(1, 0)).into(), ..Condition::new(CLOUD, Until::Turns(3)) };
        assert_eq!(cloud.fault(&conditions::NAMES), None);
    }

    /// PCT-BLAST-05, PCT-TURN-03.
    #[test]
    fn smoke_and_fog_come_and_go_by_themselves() {
        let (smoke, fog) = (Some(Veil::Smoke), Some(Veil::Fog));
        assert_eq!(rounds(1, 4), [smoke, fog, fog, smoke, None, None], "fog comes and goes in smoke");
        assert_eq!(rounds(1, 1), [smoke, fog, fog, None, None, None], "fog outlasts the smoke");
        assert_eq!(rounds(2, 3), [None, fog, fog, smoke, None, None], "smoke laid in fog outlasts it");
    }
}
