//! Falling from the saddle and under the mount. PCT-MNT-07.

use super::{RIDING, mount_of, rider_of};
use crate::{
    dice::Throw,
    geometry::{Flood, Footprint, Square, reach_chebyshev},
    rules::{
        Battle, CombatantId, Condition, Die, Effect, Entry, Footing, Passage, Posture, Roll, RuleId, StepContext,
        Until, Verdict, ground,
        percentile::{
            catalogue as ids,
            checks::{Tally, add_wounds},
            conditions::{ActionType, MOUNTED, TRAPPED, spend},
            damage, luck,
            movement::{self, Ground},
            sheet::sheet,
            step::{Check, DamageStep, Prompt, prompt, step},
        },
    },
};

/// Level of the condition of one who is pinned as well as trapped.
const PINNED: i16 = 1;

/// Under which mount somebody lies.
pub fn trapped_under(battle: &Battle, who: CombatantId) -> Option<CombatantId> {
    battle.combatant(who).conditions.find(TRAPPED)?.whom
}

/// Whether somebody lies under a mount so that only strength helps.
pub fn is_pinned(battle: &Battle, who: CombatantId) -> bool {
    battle.combatant(who).conditions.find(TRAPPED).is_some_and(|one| one.level == PINNED)
}

/// The consequences of a step: riders who fell part from their mounts, and riders of fallen mounts roll.
///
/// It goes by the effects of the step, so code that throws somebody down need not know of saddles.
pub fn fallen(battle: &Battle, context: &mut StepContext<'_>) {
    let is_down = |effect: &Effect| match effect {
        Effect::Posture(who, Posture::Prone) => Some((*who, false)),
        Effect::Status(who, status) if status.is_out() => Some((*who, true)),
        _ => None,
    };
    if context.effects().all(|effect| is_down(effect).is_none()) {
        return;
    }
    let down: Vec<(CombatantId, bool)> = context.effects().filter_map(is_down).collect();
    let parted: Vec<CombatantId> = context
        .effects()
        .filter_map(|effect| match effect {
            Effect::ReplaceCondition(who, old, None) if old.kind == MOUNTED || old.kind == TRAPPED => Some(*who),
            _ => None,
        })
        .collect();
    for (place, (who, out)) in down.iter().enumerate() {
        if down[..place].iter().any(|(before, _)| before == who) {
            continue;
        }
        if mount_of(battle, *who).is_some() && !parted.contains(who) {
            throw_off(battle, *who, None, ids::MNT_07, context);
        } else if let Some(rider) = rider_of(battle, *who)
            && !parted.contains(&rider)
            && down.iter().all(|(other, _)| *other != rider)
        {
            context.at_once(luck::first_prompt(battle, rider, Check::Clear, context.is_forecast()));
        } else if let Some(under) = battle.combatant(*who).conditions.find(TRAPPED)
            && (*out || down.iter().any(|(other, gone)| other == who && *gone))
            && !parted.contains(who)
        {
            context.effect(Effect::ReplaceCondition(*who, *under, None));
        }
    }
}

/// Separates mount and rider.
fn part(battle: &Battle, rider: CombatantId, context: &mut StepContext<'_>) {
    RIDING.end(battle, rider, context);
    if let Some(under) = battle.combatant(rider).conditions.find(TRAPPED) {
        context.effect(Effect::ReplaceCondition(rider, *under, None));
    }
}

/// Takes the rider out of the saddle by a rule: prone in a square beside the mount, without a roll. That is the nearest
/// free one if none is named or the named one is taken.
pub fn throw_off(battle: &Battle, rider: CombatantId, to: Option<Square>, rule: RuleId, context: &mut StepContext<'_>) {
    let free = landings(battle, rider);
    let to = to.filter(|to| free.contains(to)).or(free.first().copied());
    part(battle, rider, context);
    if battle.combatant(rider).posture != Posture::Prone {
        context.effect(Effect::Posture(rider, Posture::Prone));
    }
    if let Some(to) = to {
        context.effect(Effect::Place(rider, battle.combatant(rider).placement.at(to)));
    }
    context.note(rider, rule, "is out of the saddle");
}

/// Moves somebody from the saddle or from under a mount to a square, in a posture.
pub fn lands(battle: &Battle, rider: CombatantId, to: Square, context: &mut StepContext<'_>) {
    part(battle, rider, context);
    context.effect(Effect::Place(rider, battle.combatant(rider).placement.at(to)));
}

/// Whether a body of one square finds room there.
fn has_room(battle: &Battle, who: CombatantId, square: Square) -> bool {
    let field = &battle.scene.field;
    let open = field.cell(square).is_some_and(|cell| {
        !matches!(cell.footing, Footing::Pit | Footing::Void | Footing::Water)
            && cell.feature.is_none_or(|feature| feature.traits().passage == Passage::Open)
    });
    open && ground::has_room(battle, Footprint::one(square), |other| other == who)
}

/// The free squares beside the mount that somebody is on or under; the nearest free ones if none is beside it.
pub fn landings(battle: &Battle, who: CombatantId) -> Vec<Square> {
    let mount = mount_of(battle, who).or_else(|| trapped_under(battle, who)).unwrap_or(who);
    let body = battle.combatant(mount).footprint();
    let near = beside(battle, who, body);
    if near.is_empty() { nearest(battle, who, body) } else { near }
}

/// The free squares for `who` beside a body, with nothing between, PCT-MNT-01.
pub fn beside(battle: &Battle, who: CombatantId, body: Footprint) -> Vec<Square> {
    let field = &battle.scene.field;
    let is_open = |square: &Square| movement::adjoins(field, Ground::Land, body, Footprint::one(*square));
    reach_chebyshev(body, 1).filter(|square| has_room(battle, who, *square)).filter(is_open).collect()
}

/// The free squares for `who` that are nearest to a body: those to which a way leads, if there are any.
fn nearest(battle: &Battle, who: CombatantId, body: Footprint) -> Vec<Square> {
    let field = &battle.scene.field;
    let mut flood = Flood::new();
    let mut starts: Vec<(Square, u16)> = body.squares().map(|square| (square, 0)).collect();
    flood.run_from(movement::bare_map(field, Ground::Air, 1), &mut starts, Flood::MAX_LIMIT);
    let free: Vec<Square> = field.squares().filter(|square| has_room(battle, who, *square)).collect();
    let (reached, cut_off): (Vec<Square>, Vec<Square>) =
        free.into_iter().partition(|square| flood.cost(*square).is_some());
    let far = |square: &Square| {
        let (x, y) = body.gap(Footprint::one(*square));
        x.max(y)
    };
    let mut near = if reached.is_empty() { cut_off } else { reached };
    let least = near.iter().map(far).min();
    near.retain(|square| Some(far(square)) == least);
    near
}

/// The number to be thrown clear of a falling mount: COO + COO + SOM.
pub fn add_clear(battle: &Battle, who: CombatantId, tally: &mut impl Tally) {
    let one = battle.combatant(who);
    let numbers = sheet(one);
    tally.add(ids::MNT_07, numbers.coo * 2 + numbers.som, || "COO + COO + SOM".into());
    add_wounds(one, tally);
}

/// Resolves the fall with a mount: clear, trapped, or pinned on an exceptional failure or worse.
pub fn thrown_clear(battle: &Battle, who: CombatantId, success: bool, pinned: bool, context: &mut StepContext<'_>) {
    let Some(mount) = mount_of(battle, who) else { return };
    if success {
        let free = landings(battle, who);
        if free.len() > 1 && !context.is_forecast() {
            context.then(prompt(who, Prompt::Land));
        } else {
            land(battle, who, free.first().copied(), context);
        }
        return;
    }
    part(battle, who, context);
    context.effect(Effect::Posture(who, Posture::Prone));
    let level = if pinned { PINNED } else { 0 };
    let under = Condition { level, whom: Some(mount), ..Condition::new(TRAPPED, Until::Indefinite) };
    context.effect(Effect::AddCondition(who, under));
    context.note(who, ids::MNT_07, if pinned { "is pinned under the mount" } else { "is trapped under the mount" });
    if pinned {
        context.then(step(DamageStep::Crush(who)));
    }
}

/// Thrown clear: prone in the square chosen.
pub fn land(battle: &Battle, who: CombatantId, to: Option<Square>, context: &mut StepContext<'_>) {
    throw_off(battle, who, to, ids::MNT_07, context);
    context.note(who, ids::MNT_07, "is thrown clear");
}

/// A mount falls on its rider: 1d10 DV, no armour.
pub fn crush(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let thrown = context.throw_apart(Throw::die(10));
    context.log(|| {
        Entry::Roll(Roll {
            who,
            words: "Crushed".into(),
            rule: ids::MNT_07,
            dice: Die::counted(&thrown.faces),
            value: thrown.sum,
            against: Some(Verdict::base(ids::MNT_07, "Dice, no armour", thrown.sum)),
            success: None,
            upshot: "".into(),
        })
    });
    damage::harm(battle, who, thrown.sum, context);
}

/// The number to get out from under a mount: a feat of strength.
pub fn add_free(battle: &Battle, who: CombatantId, tally: &mut impl Tally) {
    let one = battle.combatant(who);
    let numbers = sheet(one);
    tally.add(ids::MNT_07, numbers.som + numbers.strength, || "Feat of strength".into());
    crate::rules::percentile::checks::add_hurried(one, tally);
    add_wounds(one, tally);
}

/// Free of the mount: prone beside it.
pub fn free_self(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if let Some(to) = landings(battle, who).first() {
        lands(battle, who, *to, context);
        context.note(who, ids::MNT_07, "gets out from under the mount");
    }
}

/// A fallen mount is made to stand by a Quick action; whoever is trapped under it is in the saddle again.
pub fn rouse(battle: &Battle, who: CombatantId, mount: CombatantId, context: &mut StepContext<'_>) {
    spend(battle, who, ActionType::Quick, context);
    context.effect(Effect::Posture(mount, Posture::Standing));
    context.note(mount, ids::MNT_07, "is made to stand");
    if let Some((rider, under)) = lying_under(battle, mount) {
        context.effect(Effect::ReplaceCondition(rider, *under, None));
        context.effect(Effect::Posture(rider, Posture::Standing));
        RIDING.begin(rider, mount).into_iter().for_each(|effect| context.effect(effect));
        context.note(rider, ids::MNT_07, "is in the saddle again");
    }
}

/// Who lies under a mount, and how.
pub fn lying_under(battle: &Battle, mount: CombatantId) -> Option<(CombatantId, &Condition)> {
    battle.combatants().find_map(|one| {
        let under = one.conditions.find(TRAPPED).filter(|under| under.whom == Some(mount))?;
        Some((one.id, under))
    })
}
