//! The results of stunts: the way completed or cut short, falls into pits, holding on to edges. PCT-STU, PCT-DMG-08,
//! PCT-REA-06.

use super::paths::{self, leap};
use crate::{
    geometry::Square,
    rules::{
        AgendaItem, Battle, Choice, CombatantId, Condition, Cost, Effect, Offer, Posture, RuleId, StepContext, Until,
        percentile::{
            asking::{Asking, Told, asks},
            bonds::mount_of,
            catalogue as ids,
            conditions::{BEHIND, MOVED, MOVED_ENOUGH, ROLLED, add_condition, has_reaction, spend_reaction},
            luck,
            menu::{self, Gait, Stunt},
            settings,
            step::{Check, DamageStep, End, Feat, Going, MovementStep, Notice, Walk},
            ways,
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
    let before = leap(battle, who, feat.stunt, &feat.way).ok().and_then(|judged| judged.for_step);
    let so_far = || ways::standing_room(battle, who, &feat.way[..before.unwrap_or(feat.way.len())]);
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
        context.note(who, feat.stunt.rule(), format_args!("fails the {}", feat.stunt.kind().title.to_lowercase()));
        stumbling(battle, who, feat, badly)
    };
    context.then(if way.is_empty() {
        AgendaItem::step(MovementStep::Arrive(who, going.end))
    } else {
        AgendaItem::step(MovementStep::Leave(Walk { who, gait: Gait::Walk, way, going }))
    });
}

/// What happens where a stunt ends.
pub fn arrive(battle: &Battle, who: CombatantId, end: End, context: &mut StepContext<'_>) {
    if !battle.combatant(who).fights() {
        return;
    }
    let End::Falls(pit) = end else { return settle(battle, who, end, context) };
    // A rider has a horse under him, and no edge within reach: a decision of ours.
    let holds = mount_of(battle, who).is_none() && has_reaction(battle, who) && !context.is_forecast();
    if holds {
        context.ask(who, HoldOn(pit));
        // Until it is known whether he falls he is on the move: a friend may stand where he teeters.
        context.step(MovementStep::Arrive(who, End::Stay));
    } else {
        context.step(MovementStep::Plunge(who, pit));
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

fn down(battle: &Battle, who: CombatantId, rule: RuleId, context: &mut StepContext<'_>) {
    if battle.combatant(who).posture != Posture::Prone {
        context.effect(Effect::Posture(who, Posture::Prone));
        context.note(who, rule, "ends prone");
    }
}

/// Resolves the check: prone at the edge, or a fall.
pub fn held_on(battle: &Battle, who: CombatantId, pit: Square, success: bool, context: &mut StepContext<'_>) {
    if success {
        context.note(who, ids::REA_06, "holds on to the edge");
        down(battle, who, ids::REA_06, context);
    } else {
        context.step(MovementStep::Plunge(who, pit));
    }
}

/// Falls into a pit: prone, 1d10 DV that no armour stops, for the mount under a rider too. PCT-DMG-08.
pub fn plunge(battle: &Battle, who: CombatantId, pit: Square, context: &mut StepContext<'_>) {
    let below: Vec<CombatantId> = ways::enemies_at(battle, who, pit).collect();
    if !below.is_empty() {
        // He catches himself on whoever is down there, PCT-GRID-05.
        return ways::come_upon(battle, who, &below, context);
    }
    let mount = mount_of(battle, who);
    for one in [Some(who), mount].into_iter().flatten() {
        context.effect(Effect::Place(one, battle.combatant(one).placement.at(pit)));
    }
    let falls = mount.unwrap_or(who);
    context.note(falls, ids::DMG_08, "falls into the pit");
    if battle.combatant(falls).posture != Posture::Prone {
        context.effect(Effect::Posture(falls, Posture::Prone));
    }
    for one in [Some(who), mount].into_iter().flatten() {
        context.step(DamageStep::Impact(one));
    }
}

asks! {
    /// Whether to hold on to the edge of the pit, PCT-REA-06.
    HoldOn(Square);
}

impl Asking for HoldOn {
    const DEFAULT: &'static str = "hold-on";

    fn offers(&self, _: &Battle, _: CombatantId) -> Vec<Offer> {
        vec![
            Offer::new(&menu::HOLD_ON, &[ids::REA_06, ids::REA_01], menu::REACTS),
            Offer::new(&menu::FALL, &[ids::REA_06, ids::DMG_08], Cost::FREE),
        ]
    }

    fn answer(&self, battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        if choice.verb == menu::HOLD_ON.verb {
            spend_reaction(battle, who, context);
            context.then(luck::first_prompt(battle, who, Check::HoldOn(self.0), false));
        } else {
            context.step(MovementStep::Plunge(who, self.0));
        }
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        Told::new(battle, who, "falls into the pit", "Holding on costs the reaction", ids::REA_06)
    }
}
