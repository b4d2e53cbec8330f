//! Blasts and splashes, aimed at a square or spreading from the user, which affect everybody near. PCT-BLAST,
//! PCT-RNG-04.

mod area;
mod effects;
mod scatter;
mod victims;

pub use area::area;
pub use effects::{burn, count_clouds, dissolve, does_words, smoulder, veil};
pub use scatter::{drift, drift_far};
pub use victims::{detonate, scorch, scorched, settle, soak, soaked};

use serde::{Deserialize, Serialize};

use super::{
    attack, catalogue as ids,
    checks::{self, Quick, Tally, add_hurried, add_wounds, close},
    conditions::{ActionType, spend},
    cover, damage, luck, menu, mounts, offers, reach,
    sheet::{Kind, Origin, Tag, Use, arm, sheet},
    step::{Burst, Hit, Luck, Prompt, Victim, prompt, step},
    strikes,
};
use crate::{
    geometry::{Footprint, Square, reach as squares_in_reach},
    rules::{
        Action, Battle, Choice, CombatantId, Die, Effect, Entry, Item, Location, Offer, Posture, Refusal, Roll, RuleId,
        StepContext, Target, Verdict,
    },
};

/// A step of a blast or a splash, from its launch to the last burn. PCT-BLAST.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum BlastStep {
    /// An item that bursts is thrown or unleashed, PCT-BLAST-03.
    Launch(Burst),
    /// The roll to land where aimed.
    Hurl(Burst),
    /// It scatters: the direction, PCT-RNG-04.
    Drift(Burst),
    /// It scatters: so far in that direction.
    DriftFar(Burst, u8),
    /// It goes off in a square.
    Detonate(Burst, Square, Hit),
    /// A blast reaches somebody: from where, who, its DV, whether critical. PCT-BLAST-01.
    Scorch(Burst, Square, CombatantId, i16, bool),
    /// The damage of a blast that is left after points have been spent on it. The flag says that the armour is still to
    /// come.
    Scorched(Burst, Victim, i16, bool),
    /// A splash reaches somebody, PCT-BLAST-05.
    Soak(Burst, CombatantId),
    /// The rounds of a splash that are left after points have been spent on them.
    Soaked(Burst, CombatantId, u8),
    /// The burst is over, and its user becomes known.
    Cleared(Burst, Square),
    /// Somebody burns, PCT-BLAST-05.
    Burn(CombatantId),
}

/// Resolves a step of this chapter.
pub fn resolve(battle: &Battle, step: &BlastStep, context: &mut StepContext<'_>) {
    match step {
        BlastStep::Launch(burst) => launch(battle, burst, context),
        BlastStep::Hurl(burst) => hurl(battle, burst, context),
        BlastStep::Drift(burst) => drift(burst, context),
        BlastStep::DriftFar(burst, to) => drift_far(battle, burst, *to, context),
        BlastStep::Detonate(burst, at, hit) => detonate(battle, burst, *at, *hit, context),
        BlastStep::Scorch(burst, at, who, value, critical) => {
            scorch(battle, burst, *at, (*who, *value, *critical), context);
        }
        BlastStep::Scorched(burst, victim, value, whole) => {
            scorched(battle, burst, victim, (*value, *whole), context);
        }
        BlastStep::Soak(burst, who) => soak(battle, burst, *who, context),
        BlastStep::Soaked(burst, who, rounds) => soaked(battle, burst, *who, *rounds, context),
        BlastStep::Cleared(burst, at) => settle(battle, burst, *at, context),
        BlastStep::Burn(who) => burn(battle, *who, context),
    }
}

/// The use of the item that bursts.
pub fn usage<'a>(battle: &'a Battle, burst: &Burst) -> &'a Use {
    &arm(battle, burst.item).uses[usize::from(burst.usage)]
}

/// The verb of such a use.
pub const fn verb(of: &Use) -> &'static str {
    match of.emanates {
        Origin::Point => attack::verb(of.kind),
        Origin::Myself => "unleash",
    }
}

/// The burst that a choice means.
pub fn burst(battle: &Battle, by: CombatantId, choice: &Choice) -> Option<Burst> {
    let item = choice.item?;
    let fits = |of: &Use| of.is_area() && verb(of) == choice.verb;
    let usage = arm(battle, item).uses.iter().position(fits)?;
    let own = battle.combatant(by).placement.anchor();
    let aim = match arm(battle, item).uses[usage].emanates {
        Origin::Point => *choice.squares.first()?,
        Origin::Myself => own,
    };
    let luck = Luck { ignore: choice.value("luck", 0) == 1, ..Luck::default() };
    Some(Burst { by, item, usage: usage as u8, aim, number: 0, luck })
}

/// The squares that can be aimed at: seen and in range, PCT-BLAST-03.
fn aims(battle: &Battle, who: CombatantId, of: &Use) -> Vec<Square> {
    let one = battle.combatant(who);
    let extent = battle.scene.field.extent();
    let far = of.range[3].min(extent.width.max(extent.height) * 2);
    let ignore: Vec<CombatantId> = battle.combatants().map(|one| one.id).collect();
    let own = one.footprint().squares();
    own.chain(squares_in_reach(one.footprint(), far))
        .filter(|square| extent.contains(*square))
        .filter(|square| {
            let aim = Footprint::one(*square);
            cover::is_in_view_at(battle, one.footprint(), one.posture, aim, Posture::Standing, &ignore)
        })
        .filter(|_| !one.conditions.has(super::conditions::BLINDED))
        .collect()
}

/// The offers of all items that burst.
pub fn offer(battle: &Battle, who: CombatantId, item: Item<'_>, of: &Use) -> Offer {
    let refusal = attack::weapon_refusal(battle, item.id, of).or_else(|| offers::standard(battle, who));
    let rules: &[RuleId] = if of.has(Tag::Splash) {
        &[ids::BLAST_05, ids::BLAST_03, ids::RNG_04]
    } else {
        &[ids::BLAST_01, ids::BLAST_03, ids::RNG_04]
    };
    let mut found = Offer::new(menu::attack(of), rules, menu::LARGE).with(item.id);
    if refusal.is_none() && of.emanates == Origin::Point {
        let squares = aims(battle, who, of);
        let nowhere = squares.is_empty().then(|| Refusal::new(ids::BLAST_03, "No square in sight"));
        found = found.at(Target::Square(squares.into())).refused(nowhere);
        if let Some(ignore) = offers::ignore_parameter(battle, who, Luck::default()) {
            found = found.parameter(ignore);
        }
    }
    found.refused(refusal)
}

/// The number to land where aimed: range, point-blank and cover to the square count, size and posture do not,
/// PCT-BLAST-03.
pub fn target_number(battle: &Battle, burst: &Burst, tally: &mut impl Tally) -> i32 {
    let of = usage(battle, burst);
    let one = battle.combatant(burst.by);
    let numbers = sheet(one);
    let aim = Footprint::one(burst.aim);
    let metres = reach::distance(one.footprint(), aim);
    tally.add(ids::ATK_03, numbers.rating(of.skill), || {
        format!("{}, {}", crate::rules::capital(battle.item(burst.item).name), of.skill.name()).into()
    });
    if of.proficiency.is_some_and(|wanted| !numbers.has(of.skill, wanted)) {
        tally.add(ids::CHK_09, -20, || "No proficiency".into());
    }
    let off = matches!(battle.item(burst.item).at, Location::Off(_)) && !numbers.ambidextrous;
    tally.add(ids::MULTI_03, -10 * i32::from(off), || "Off hand".into());
    let unfit = off && !of.has(Tag::OffHand);
    tally.add(ids::MULTI_03, -10 * i32::from(unfit), || "Weapon not made for the off hand".into());
    add_hurried(one, tally);
    add_wounds(one, tally);
    strikes::add_eyes(one, tally);
    let (words, modifier) = attack::band(of.range, metres).unwrap_or(("out of range", -100));
    tally.add(ids::RNG_01, modifier, || format!("{}: {metres} m", crate::rules::capital(words)).into());
    tally.add(ids::RNG_03, -20 * i32::from(metres <= 1), || "Point-blank: adjacent square".into());
    let ignore: Vec<CombatantId> = battle.combatants().map(|one| one.id).collect();
    let visibility = cover::visibility_at(battle, one.footprint(), one.posture, aim, Posture::Standing, &ignore);
    let class = visibility.class;
    tally.add(ids::COV_01, class.modifier(), || format!("{} cover", crate::rules::capital(class.name())).into());
    let lies = one.posture == Posture::Prone && !of.has(Tag::Prone);
    tally.add(ids::PRN_04, -30 * i32::from(lies), || "Attacks while prone".into());
    let rides = mounts::mount_of(battle, burst.by).is_some() && !of.has(Tag::Cavalry);
    tally.add(ids::MNT_10, -20 * i32::from(rides), || "Not made for the saddle".into());
    close(tally, burst.luck)
}

/// Pays for a burst and puts it on the agenda.
///
/// # Errors
/// Why it cannot be chosen.
pub fn begin(battle: &Battle, mut burst: Burst, context: &mut StepContext<'_>) -> Result<(), Refusal> {
    if let Some(refusal) = attack::weapon_refusal(battle, burst.item, usage(battle, &burst)) {
        return Err(refusal);
    }
    spend(battle, burst.by, ActionType::Standard, context);
    if burst.luck.ignore {
        luck::spend_ignore(battle, burst.by, &mut burst.luck, context);
    }
    context.then(step(BlastStep::Launch(burst)));
    Ok(())
}

/// The item leaves the hand, or bursts from its user without any check, PCT-BLAST-03.
pub fn launch(battle: &Battle, burst: &Burst, context: &mut StepContext<'_>) {
    let of = usage(battle, burst);
    let (action, words) = match of.kind {
        Kind::Thrown => (Action::Throw, "throws"),
        Kind::Projectile => (Action::Shoot, "shoots"),
        _ => (Action::Act, "unleashes"),
    };
    context.log(|| Entry::Action {
        who: burst.by,
        action,
        words: words.into(),
        on: None,
        with: Some(burst.item),
        to: Some(burst.aim),
        rule: ids::BLAST_03,
    });
    if of.kind == Kind::Thrown {
        context.effect(Effect::Move(burst.item, Location::Gone));
    } else {
        if of.reload != crate::rules::percentile::sheet::Reload::PartOfAttack {
            context.effect(Effect::Load(burst.item, false));
        }
        if let Some(left) = battle.item(burst.item).count {
            context.effect(Effect::Count(burst.item, left.saturating_sub(1)));
        }
    }
    if of.emanates == Origin::Myself {
        context.then(step(BlastStep::Detonate(*burst, burst.aim, PLAIN)));
        return;
    }
    // The hand is judged as it threw, so the number is fixed before the thing is gone.
    let number = target_number(battle, burst, &mut Quick::default()) as u8;
    context.then(step(BlastStep::Hurl(Burst { number, ..*burst })));
}

/// The degree of a burst without a check, or of a scattered one.
pub const PLAIN: Hit = Hit { bonus: 0, exceptional: false, critical: false };

/// Rolls to land where aimed, unopposed.
pub fn hurl(battle: &Battle, burst: &Burst, context: &mut StepContext<'_>) {
    let target = i32::from(burst.number);
    let lucky = !context.is_forecast() && checks::has_luck(battle, burst.by, burst.luck);
    let (face, thrown) = checks::percent(context, &|face| {
        if lucky {
            u32::from(face)
        } else if i32::from(face) > target {
            1000
        } else {
            let hit = checks::hit(battle, face);
            2000 + u32::from(hit.bonus) * 4 + u32::from(hit.exceptional) * 2 + u32::from(hit.critical)
        }
    });
    context.log(|| {
        let mut verdict = Verdict::default();
        let told = Burst { luck: burst.luck, ..*burst };
        target_number(battle, &told, &mut verdict);
        let gap = target - verdict.value;
        verdict.add(ids::BLAST_03, "As thrown", gap);
        Entry::Roll(Roll {
            who: burst.by,
            words: "Attack".into(),
            rule: ids::BLAST_03,
            dice: Die::counted(&thrown.faces),
            value: i32::from(face),
            against: Some(verdict),
            success: Some(i32::from(face) <= target),
            upshot: checks::degree(face, target).into(),
        })
    });
    if lucky && luck::flip_helps(face, target) && !burst.luck.flip {
        context.then(prompt(burst.by, Prompt::FlipBurst(*burst, face)));
    } else {
        judge(battle, burst, face, context);
    }
}

/// Lands where aimed, or scatters; a success may be raised by Luck, PCT-CHK-12 (c).
pub fn judge(battle: &Battle, burst: &Burst, face: u8, context: &mut StepContext<'_>) {
    if face > burst.number {
        context.note(burst.by, ids::RNG_04, "misses the square: it scatters");
        context.then(step(BlastStep::Drift(*burst)));
        return;
    }
    let hit = checks::hit(battle, face);
    let lucky = !context.is_forecast() && checks::has_luck(battle, burst.by, burst.luck) && !burst.luck.upgrade;
    if lucky && !hit.critical && !usage(battle, burst).has(Tag::Splash) {
        context.then(prompt(burst.by, Prompt::UpgradeBurst(*burst, face)));
    } else {
        context.then(step(BlastStep::Detonate(*burst, burst.aim, hit)));
    }
}

/// Raising the degree of a landed burst, PCT-CHK-13.
pub fn upgrade(battle: &Battle, burst: &Burst, face: u8, pays: bool, context: &mut StepContext<'_>) {
    let mut hit = checks::hit(battle, face);
    if pays {
        checks::pay_luck(battle, burst.by, context);
        hit = checks::upgraded(hit);
        context.note(burst.by, ids::CHK_13, format_args!("raises the degree: {}", checks::worth(hit)));
    }
    context.then(step(BlastStep::Detonate(*burst, burst.aim, hit)));
}

/// Additions to the dice of a blast, PCT-BLAST-03: the margin counts only if it landed as aimed.
fn add_flat(battle: &Battle, burst: &Burst, hit: Hit, tally: &mut impl Tally) {
    let of = usage(battle, burst);
    tally.add(ids::DMG_01, of.dv.flat, || "Weapon".into());
    tally.add(ids::DMG_01, of.dv.bonus * sheet(battle.combatant(burst.by)).damage_bonus(), || "Damage bonus".into());
    tally.add(ids::DMG_02, i32::from(hit.bonus), || "Margin".into());
}

/// Everybody whom a burst could reach, in the order of resolution: initiative, mounts after their riders, loose mounts
/// and the fallen last, PCT-BLAST-01.
fn everybody(battle: &Battle) -> Vec<CombatantId> {
    let mut found: Vec<CombatantId> = Vec::with_capacity(battle.combatants().len());
    for who in &battle.scene.order {
        found.push(*who);
        found.extend(mounts::mount_of(battle, *who));
    }
    for one in battle.combatants() {
        if !found.contains(&one.id) {
            found.push(one.id);
        }
    }
    found.retain(|who| {
        !matches!(battle.combatant(*who).status, crate::rules::Status::Dead | crate::rules::Status::Fled)
    });
    found
}

/// The distance of a body from the square of a burst, in metres; `None` if a wall protects it, PCT-BLAST-04.
fn exposure(battle: &Battle, burst: &Burst, at: Square, who: CombatantId) -> Option<u16> {
    let one = battle.combatant(who);
    if usage(battle, burst).emanates == Origin::Myself && who == burst.by {
        return None;
    }
    let metres = reach::distance(Footprint::one(at), one.footprint());
    (metres == 0 || !is_walled(battle, at, one.footprint(), one.posture)).then_some(metres)
}

/// What shelters a body from a burst, in words, and how many metres away it is; `None` if nothing does. PCT-BLAST-04.
fn shelter(battle: &Battle, burst: &Burst, at: Square, who: CombatantId) -> Option<(u16, &'static str)> {
    let (from, one) = (Footprint::one(at), battle.combatant(who));
    let spares = usage(battle, burst).emanates == Origin::Myself && who == burst.by;
    if spares || !is_walled(battle, at, one.footprint(), one.posture) {
        return None;
    }
    let deep = cover::is_entrenched(battle, from, one.footprint());
    let words = if deep { "is sheltered from it by a trench" } else { "is sheltered from it by total cover" };
    Some((reach::distance(from, one.footprint()), words))
}

fn is_walled(battle: &Battle, at: Square, body: Footprint, posture: Posture) -> bool {
    if !super::settings::blast_walls(battle) || body.contains(at) {
        return false;
    }
    let visibility = cover::visibility_at(battle, Footprint::one(at), Posture::Standing, body, posture, &[]);
    visibility.class == cover::Class::Total
}

/// The damage to somebody before resistance: DV less twice the metres, then less armour, PCT-BLAST-01.
fn damage_at(battle: &Battle, burst: &Burst, who: CombatantId, value: i32, metres: u16) -> i32 {
    let value = value - 2 * i32::from(metres);
    if value <= 0 { 0 } else { damage::taken(value, sheet(battle.combatant(who)).av(), usage(battle, burst).ap) }
}
