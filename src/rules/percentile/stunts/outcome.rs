//! The results of stunts: the way completed or cut short, falls into pits, holding on to edges. PCT-STU, PCT-DMG-08,
//! PCT-REA-06.

use super::{Feat, Stunt, leap, paths};
use crate::{
    dice::Throw,
    geometry::Square,
    rules::{
        Battle, Combatant, CombatantId, Condition, Cost, Die, Effect, Entry, Offer, Posture, Roll, StepContext, Until,
        Verdict,
        percentile::{
            catalogue as ids,
            checks::{Tally, add_wounds},
            conditions::{BEHIND, MOVED, MOVED_ENOUGH, ROLLED, add_condition, has_reaction, spend_reaction},
            damage, luck, menu, mounts,
            movement::{self, Gait},
            settings,
            sheet::sheet,
            step::{Check, DamageStep, End, Going, MovementStep, Notice, Prompt, Walk, prompt, step},
        },
    },
};

/// The movement of a successful stunt.
pub fn going(battle: &Battle, who: CombatantId, feat: &Feat) -> Going {
    let foe = || paths::passed(battle, who, feat.stunt, &feat.way);
    let (notice, end) = match feat.stunt {
        Stunt::Vault | Stunt::Jump | Stunt::Spring | Stunt::Climb => (Notice::Every, End::Stay),
        Stunt::Dive => (Notice::Never, End::Rolled(feat.prone)),
        Stunt::Swing => (Notice::Next, End::Stay),
        Stunt::Kick | Stunt::Flip => {
            foe().map_or((Notice::Every, End::Stay), |foe| (Notice::NotBy(foe), End::Behind(foe)))
        }
    };
    Going { charges: feat.charges, stunt: true, airborne: feat.stunt.leads_over_pits(), notice, end }
}

/// The movement of a failed stunt: a part of its way, and what happens at its end.
pub fn stumbling(battle: &Battle, who: CombatantId, feat: &Feat, badly: bool) -> (Vec<Square>, Going) {
    // What he does not know of does not change what he tries.
    let battle = &*battle.seen_by(battle.combatant(who).team);
    let before = leap(battle, who, feat.stunt, &feat.way).ok().and_then(|leap| leap.for_step);
    let so_far = || movement::standing_room(battle, who, &feat.way[..before.unwrap_or(feat.way.len())]);
    let (way, notice, end) = match feat.stunt {
        Stunt::Vault => (so_far(), Notice::Every, End::Stay),
        Stunt::Jump => {
            let gap = before.map(|step| feat.way[step]).filter(|_| badly);
            // Whoever falls does so from the last square before the gap, whoever else stands there.
            let way = if gap.is_some() { feat.way[..before.unwrap_or(0)].to_vec() } else { so_far() };
            (way, Notice::Every, gap.map_or(End::Stay, End::Falls))
        }
        Stunt::Dive => (so_far(), Notice::Every, End::Prone),
        Stunt::Swing => (paths::first_free(battle, who, &feat.way), Notice::Next, End::Prone),
        Stunt::Kick | Stunt::Flip | Stunt::Spring | Stunt::Climb => (Vec::new(), Notice::Every, End::Stay),
    };
    (way, Going { charges: feat.charges, stunt: true, airborne: feat.stunt.leads_over_pits(), notice, end })
}

/// Goes on after the check; `badly` means an exceptional failure or worse that Luck has not eased.
pub fn attempted(
    battle: &Battle,
    who: CombatantId,
    feat: &Feat,
    success: bool,
    badly: bool,
    context: &mut StepContext<'_>,
) {
    let (way, going) = if success {
        (feat.way.clone(), going(battle, who, feat))
    } else {
        if battle.combatant(who).budgets.get(MOVED) != MOVED_ENOUGH {
            // PCT-MOVE-04: after a failed stunt no movement follows.
            context.effect(Effect::Budget(who, MOVED, MOVED_ENOUGH));
        }
        context.note(who, feat.stunt.rule(), format_args!("fails the {}", feat.stunt.name().to_lowercase()));
        stumbling(battle, who, feat, badly)
    };
    context.then(if way.is_empty() {
        step(MovementStep::Arrive(who, going.end))
    } else {
        step(MovementStep::Leave(Walk { who, gait: Gait::Walk, way, going }))
    });
}

/// What happens where a stunt ends.
pub fn arrive(battle: &Battle, who: CombatantId, end: End, context: &mut StepContext<'_>) {
    if !battle.combatant(who).fights() {
        return;
    }
    let End::Falls(pit) = end else { return settle(battle, who, end, context) };
    // A rider has a horse under him, and no edge within reach: a decision of ours.
    let holds = mounts::mount_of(battle, who).is_none() && has_reaction(battle, who) && !context.is_forecast();
    if holds {
        context.then(prompt(who, Prompt::HoldOn(pit)));
        // Until it is known whether he falls he is on the move: a friend may stand where he teeters.
        context.then(step(MovementStep::Arrive(who, End::Stay)));
    } else {
        context.then(step(MovementStep::Plunge(who, pit)));
    }
}

/// The immediate effects: falling prone, and conditions.
pub fn settle(battle: &Battle, who: CombatantId, end: End, context: &mut StepContext<'_>) {
    match end {
        End::Prone => down(battle, who, ids::STU_01, context),
        End::Rolled(prone) => {
            add_condition(battle, who, Condition::new(ROLLED, Until::TurnStart), context);
            if prone {
                down(battle, who, ids::STU_03, context);
            }
        }
        End::Behind(foe) if settings::behind_counts(battle) => {
            let behind = Condition { whom: Some(foe), ..Condition::new(BEHIND, Until::TurnEnd) };
            context.effect(Effect::AddCondition(who, behind));
            context.note(who, ids::STU_04, format_args!("is behind {}", battle.combatant(foe).identity.name));
        }
        End::Stay | End::Behind(_) | End::Falls(_) => {}
    }
}

fn down(battle: &Battle, who: CombatantId, rule: crate::rules::RuleId, context: &mut StepContext<'_>) {
    if battle.combatant(who).posture != Posture::Prone {
        context.effect(Effect::Posture(who, Posture::Prone));
        context.note(who, rule, "ends prone");
    }
}

/// The offers at the edge of a pit.
pub fn answers() -> Vec<Offer> {
    vec![
        Offer::new(&menu::HOLD_ON, &[ids::REA_06, ids::REA_01], menu::REACTS),
        Offer::new(&menu::FALL, &[ids::REA_06, ids::DMG_08], Cost::FREE),
    ]
}

/// Tries to hold on, which costs the reaction.
pub fn hold_on(battle: &Battle, who: CombatantId, pit: Square, tries: bool, context: &mut StepContext<'_>) {
    if tries {
        spend_reaction(battle, who, context);
        context.then(luck::first_prompt(battle, who, Check::HoldOn(pit), false));
    } else {
        context.then(step(MovementStep::Plunge(who, pit)));
    }
}

/// The number to hold on: COO × 3.
pub fn add_hold(one: Combatant<'_>, tally: &mut impl Tally) {
    tally.add(ids::REA_06, sheet(one).coo * 3, || "COO \u{d7} 3".into());
    add_wounds(one, tally);
}

/// Resolves the check: prone at the edge, or a fall.
pub fn held_on(battle: &Battle, who: CombatantId, pit: Square, success: bool, context: &mut StepContext<'_>) {
    if success {
        context.note(who, ids::REA_06, "holds on to the edge");
        down(battle, who, ids::REA_06, context);
    } else {
        context.then(step(MovementStep::Plunge(who, pit)));
    }
}

/// Falls into a pit: prone, 1d10 DV that no armour stops, for the mount under a rider too. PCT-DMG-08.
pub fn plunge(battle: &Battle, who: CombatantId, pit: Square, context: &mut StepContext<'_>) {
    let below: Vec<CombatantId> = movement::enemies_at(battle, who, pit).collect();
    if !below.is_empty() {
        // He catches himself on whoever is down there, PCT-GRID-05.
        return movement::come_upon(battle, who, &below, context);
    }
    let mount = mounts::mount_of(battle, who);
    for one in [Some(who), mount].into_iter().flatten() {
        context.effect(Effect::Place(one, battle.combatant(one).placement.at(pit)));
    }
    let falls = mount.unwrap_or(who);
    context.note(falls, ids::DMG_08, "falls into the pit");
    if battle.combatant(falls).posture != Posture::Prone {
        context.effect(Effect::Posture(falls, Posture::Prone));
    }
    for one in [Some(who), mount].into_iter().flatten() {
        context.then(step(DamageStep::Impact(one)));
    }
}

/// The damage of a fall.
pub fn impact(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let thrown = context.throw_apart(Throw::die(10));
    context.log(|| {
        Entry::Roll(Roll {
            who,
            words: "Fall".into(),
            rule: ids::DMG_08,
            dice: Die::counted(&thrown.faces),
            value: thrown.sum,
            against: Some(Verdict::base(ids::DMG_08, "Dice, no armour", thrown.sum)),
            success: None,
            upshot: "".into(),
        })
    });
    damage::harm(battle, who, thrown.sum, context);
}
