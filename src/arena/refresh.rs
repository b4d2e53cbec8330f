//! Looking for what something else than a rule has written, and deriving what overlays show.

use bevy::{
    ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor},
    prelude::{
        Changed, DetectChanges as _, DetectChangesMut as _, IntoScheduleConfigs as _, Or, Query, Res, ResMut, Schedule,
    },
};

use super::components::{Agenda, CombatantQuery, Cover, Items, Journal, Reach, Scenery, Sees, Snapshot, Threat};
use crate::rules::{Aware, Budgets, CombatantId, Conditions, Hands, Placement, Posture, Status, Vitals};

/// Brings the snapshot in line with components that something else than a rule has written.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Refresh;

/// Derives reach, threat, sight and cover for overlays.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Derive;

/// The schedule run at each door: before offers, before a choice is checked, before thinking starts.
pub(super) fn refresh_schedule() -> Schedule {
    let mut schedule = plain(Schedule::new(Refresh));
    schedule.add_systems(gather);
    schedule
}

/// The schedule that fills the components which overlays read.
pub(super) fn derive_schedule() -> Schedule {
    let mut schedule = plain(Schedule::new(Derive));
    schedule.add_systems((reach, threat, sight, cover).chain());
    schedule
}

fn plain(mut schedule: Schedule) -> Schedule {
    schedule.set_executor(SingleThreadedExecutor::new());
    schedule.set_build_settings(ScheduleBuildSettings { ambiguity_detection: LogLevel::Error, ..Default::default() });
    schedule
}

/// What changes of a combatant in a battle.
type AnyChange = Or<(
    Changed<Placement>,
    Changed<Posture>,
    Changed<Status>,
    Changed<Vitals>,
    Changed<Budgets>,
    Changed<Conditions>,
    Changed<Hands>,
    Changed<Aware>,
)>;

/// What rules have written has changed too, but the snapshot says the same already.
fn gather(
    changed: Query<'_, '_, CombatantQuery, AnyChange>,
    items: Res<'_, Items>,
    scenery: Res<'_, Scenery>,
    agenda: Res<'_, Agenda>,
    mut snapshot: ResMut<'_, Snapshot>,
    mut journal: ResMut<'_, Journal>,
) {
    let battle = &mut snapshot.bypass_change_detection().0;
    let mut edited = false;
    for one in &changed {
        if !one.is(&battle.rows()[one.id().index()]) {
            edited |= battle.set_row(one.gather());
        }
    }
    edited |= items.is_changed() && battle.set_item_rows(&items.0);
    edited |= scenery.is_changed() && battle.set_scene(&scenery.0);
    if agenda.is_changed() && battle.agenda != agenda.0 {
        battle.agenda.clone_from(&agenda.0);
        edited = true;
    }
    if edited {
        snapshot.set_changed();
        journal.edited();
    }
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
