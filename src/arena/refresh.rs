//! Finds edits from outside the rules, and derives the values that overlays show.

use std::mem::take;

use bevy::{
    ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor},
    prelude::{Changed, DetectChanges as _, DetectChangesMut as _, IntoScheduleConfigs as _, Or, Query, Res, Schedule},
};

use super::components::{Agenda, CombatantQuery, Cover, Items, Reach, Scenery, Sees, Snapshot, Threat};
use crate::rules::{
    Awareness, Battle, BattleState, Budgets, CombatantId, Conditions, Facing, Hands, Placement, Posture, Sightings,
    StandingOrders, Status, Vitals,
};

/// The battle as it was edited from outside the rules, or why that edit is impossible.
pub(super) type Found = Result<Battle, String>;

/// Derives reach, threat, sight and cover for overlays.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Derive;

/// The schedule that fills the components which overlays read.
pub(super) fn derive_schedule() -> Schedule {
    let mut schedule = Schedule::new(Derive);
    schedule.set_executor(SingleThreadedExecutor::new());
    schedule.set_build_settings(ScheduleBuildSettings { ambiguity_detection: LogLevel::Error, ..Default::default() });
    schedule.add_systems((reach, threat, sight, cover).chain());
    schedule
}

/// A filter for combatants with a changed component.
type AnyChange = Or<(
    Changed<Placement>,
    Changed<Posture>,
    Changed<Facing>,
    Changed<Status>,
    Changed<Vitals>,
    Changed<Budgets>,
    Changed<Conditions>,
    Changed<Hands>,
    Changed<Awareness>,
    Changed<Sightings>,
    Changed<StandingOrders>,
)>;

/// Looks for components edited from outside the rules, to be taken into the snapshot before offers are made, a choice
/// is checked or the computer thinks. Components written by rules have changed too, but already agree with the
/// snapshot.
pub(super) fn gather(
    changed: Query<'_, '_, CombatantQuery, AnyChange>,
    items: Res<'_, Items>,
    scenery: Res<'_, Scenery>,
    agenda: Res<'_, Agenda>,
    snapshot: Res<'_, Snapshot>,
) -> Option<Found> {
    let battle = &snapshot.0;
    let mut edited: Option<BattleState> = None;
    for combatant in &changed {
        let known = battle.rows().get(combatant.id().index());
        if known.is_none_or(|row| !combatant.is(row)) {
            let state = edited.get_or_insert_with(|| battle.state(&battle.scene.field));
            match state.combatants.get_mut(combatant.id().index()) {
                Some(row) => *row = combatant.gather(),
                None => state.combatants.push(combatant.gather()),
            }
        }
    }
    if items.is_changed() && items.0 != battle.item_rows() {
        edited.get_or_insert_with(|| battle.state(&battle.scene.field)).items.clone_from(&items.0);
    }
    if scenery.is_changed() && scenery.0 != battle.scene {
        let state = edited.get_or_insert_with(|| battle.state(&battle.scene.field));
        let (combatants, items, agenda) =
            (take(&mut state.combatants), take(&mut state.items), take(&mut state.agenda));
        *state = BattleState { combatants, items, agenda, ..BattleState::of_scene(scenery.0.clone(), true) };
    }
    if agenda.is_changed() && agenda.0 != battle.agenda {
        edited.get_or_insert_with(|| battle.state(&battle.scene.field)).agenda.clone_from(&agenda.0);
    }
    edited.map(|state| battle.in_state(state))
}

fn reach(snapshot: Res<'_, Snapshot>, mut all: Query<'_, '_, (&CombatantId, &mut Reach)>) {
    for (who, mut reach) in &mut all {
        reach.set_if_neq(Reach(snapshot.0.view_of(*who).reach.clone()));
    }
}

fn threat(snapshot: Res<'_, Snapshot>, mut all: Query<'_, '_, (&CombatantId, &mut Threat)>) {
    for (who, mut threat) in &mut all {
        threat.set_if_neq(Threat(snapshot.0.view_of(*who).threat.clone()));
    }
}

fn sight(snapshot: Res<'_, Snapshot>, mut all: Query<'_, '_, (&CombatantId, &mut Sees)>) {
    for (who, mut sees) in &mut all {
        sees.set_if_neq(Sees(snapshot.0.view_of(*who).sees));
    }
}

fn cover(snapshot: Res<'_, Snapshot>, mut all: Query<'_, '_, (&CombatantId, &mut Cover)>) {
    for (who, mut cover) in &mut all {
        cover.set_if_neq(Cover(snapshot.0.view_of(*who).sights.clone()));
    }
}
