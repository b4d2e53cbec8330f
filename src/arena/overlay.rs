//! What the view draws over the board, derived from the battle when somebody asks. No rule reads it.

use bevy::{
    ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor},
    prelude::{Component, IntoScheduleConfigs as _, Query, Res, Schedule},
};

use super::parts::Plain;
use crate::{
    geometry::Square,
    rules::{Aware, CombatantId},
};

/// The squares within reach of what a combatant has ready.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct InReach(pub(super) Vec<Square>);

/// The squares in which a combatant threatens an enemy.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Threatens(pub(super) Vec<Square>);

/// Whom a combatant sees.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sees(pub(super) Aware);

/// Derives reach, threat and sight.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Derive;

/// The schedule that derives everything an overlay shows.
pub(super) fn schedule() -> Schedule {
    let mut schedule = Schedule::new(Derive);
    schedule.set_executor(SingleThreadedExecutor::new());
    schedule
        .set_build_settings(ScheduleBuildSettings { ambiguity_detection: LogLevel::Error, ..Default::default() })
        .add_systems((reach, threat, sight).chain());
    schedule
}

fn reach(plain: Res<'_, Plain>, mut bodies: Query<'_, '_, (&CombatantId, &mut InReach)>) {
    let rules = plain.0.ruleset.rules();
    for (who, mut reach) in &mut bodies {
        reach.0 = if plain.0.one(*who).fights() { rules.reach(&plain.0, *who) } else { Vec::new() };
    }
}

fn threat(plain: Res<'_, Plain>, mut bodies: Query<'_, '_, (&CombatantId, &mut Threatens)>) {
    let rules = plain.0.ruleset.rules();
    for (who, mut threat) in &mut bodies {
        threat.0 = if plain.0.one(*who).fights() { rules.threat(&plain.0, *who) } else { Vec::new() };
    }
}

fn sight(plain: Res<'_, Plain>, mut bodies: Query<'_, '_, (&CombatantId, &mut Sees)>) {
    let battle = &plain.0;
    let rules = battle.ruleset.rules();
    for (who, mut sees) in &mut bodies {
        let mut seen = Aware::default().with(*who, true);
        if battle.one(*who).fights() {
            for other in battle.combatants.iter().filter(|one| one.id != *who && one.fights()) {
                seen = seen.with(other.id, rules.sight(battle, *who, other.id).seen);
            }
        }
        sees.0 = seen;
    }
}
