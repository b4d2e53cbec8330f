//! The systems that play: one for each kind of step, in one schedule, one after the other.

use bevy::{
    ecs::{
        query::QueryData,
        schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor},
        system::SystemParam,
    },
    prelude::{Commands, IntoScheduleConfigs as _, Query, Res, ResMut, Schedule},
};

use super::parts::{Agenda, Answered, Dice, Journal, Plain, Roster, Scenery, Stock};
use crate::rules::{
    Aware, BodyMut, Budgets, CombatantId, Conditions, Effect, Entry, Hands, Item, ItemId, Ledger, Placement, Posture,
    Scene, Status, StepKind, Vitals, apply, play,
};

/// Plays from an answer towards the next decision.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Resolve;

/// The schedule that plays. A run does at least the step on top of the agenda; further ones as their kinds come up.
pub(super) fn schedule() -> Schedule {
    let mut schedule = Schedule::new(Resolve);
    schedule.set_executor(SingleThreadedExecutor::new());
    schedule
        .set_build_settings(ScheduleBuildSettings { ambiguity_detection: LogLevel::Error, ..Default::default() })
        .add_systems(
            (
                answer.run_if(|answered: Res<'_, Answered>| answered.0.is_some()),
                turn.run_if(comes(StepKind::Turn)),
                walk.run_if(comes(StepKind::Movement)),
                react.run_if(comes(StepKind::Reaction)),
                attack.run_if(comes(StepKind::Attack)),
                defend.run_if(comes(StepKind::Defence)),
                wound.run_if(comes(StepKind::Damage)),
            )
                .chain(),
        );
    schedule
}

/// Whether a step of a kind is on top of the agenda.
fn comes(kind: StepKind) -> impl Fn(Res<'_, Plain>) -> bool + Clone {
    move |plain| play::next(&plain.0).is_some_and(|step| step.kind() == kind)
}

/// Writes what an answer has led to.
fn answer(mut stage: Stage<'_, '_>, mut answered: ResMut<'_, Answered>) {
    if let Some(outcome) = answered.0.take() {
        let kept = stage.plain.0.agenda.len().saturating_sub(1);
        stage.plain.0.agenda.truncate(kept);
        let entries = play::write(&mut stage.plain.0, outcome);
        stage.follow(kept, entries);
    }
}

/// Initiative, rounds, starts and ends of turns.
fn turn(mut stage: Stage<'_, '_>) {
    stage.resolve(StepKind::Turn);
}

/// Squares of a walk.
fn walk(mut stage: Stage<'_, '_>) {
    stage.resolve(StepKind::Movement);
}

/// Asks those who may react.
fn react(mut stage: Stage<'_, '_>) {
    stage.resolve(StepKind::Reaction);
}

/// Attacks up to their rolls.
fn attack(mut stage: Stage<'_, '_>) {
    stage.resolve(StepKind::Attack);
}

/// Defences.
fn defend(mut stage: Stage<'_, '_>) {
    stage.resolve(StepKind::Defence);
}

/// Damage and what follows from it.
fn wound(mut stage: Stage<'_, '_>) {
    stage.resolve(StepKind::Damage);
}

/// What a system needs to do a step.
#[derive(SystemParam)]
struct Stage<'w, 's> {
    plain: ResMut<'w, Plain>,
    dice: ResMut<'w, Dice>,
    journal: ResMut<'w, Journal>,
    agenda: ResMut<'w, Agenda>,
    living: Living<'w, 's>,
}

impl Stage<'_, '_> {
    /// Does the step on top of the agenda as long as it is of a kind.
    fn resolve(&mut self, kind: StepKind) {
        while play::next(&self.plain.0).is_some_and(|step| step.kind() == kind) {
            let kept = self.plain.0.agenda.len() - 1;
            let Some(entries) = play::resolve(&mut self.plain.0, &mut *self.dice) else { return };
            self.follow(kept, entries);
        }
    }

    /// Lets the living battle go the way the plain value has gone, of whose agenda so much lay there before.
    fn follow(&mut self, kept: usize, entries: Vec<Entry>) {
        let plain = &self.plain.0;
        for entry in &entries {
            let Entry::Effect(effect) = entry else { continue };
            apply(effect, &mut self.living);
            // Whoever falls or gets up is set down anew: the hooks of the placement ask for the status.
            if let Effect::Status(who, _) = effect {
                self.living.place(*who, plain.one(*who).placement);
            }
        }
        let agenda = &mut self.agenda.0;
        agenda.truncate(kept.min(plain.agenda.len()));
        agenda.extend_from_slice(&plain.agenda[agenda.len()..]);
        self.journal.entries.extend(entries);
    }
}

/// The components that effects write.
#[derive(QueryData)]
#[query_data(mutable)]
struct Written {
    posture: &'static mut Posture,
    status: &'static mut Status,
    vitals: &'static mut Vitals,
    budgets: &'static mut Budgets,
    conditions: &'static mut Conditions,
    hands: &'static mut Hands,
    aware: &'static mut Aware,
}

/// The living battle as effects see it.
#[derive(SystemParam)]
struct Living<'w, 's> {
    bodies: Query<'w, 's, Written>,
    roster: Res<'w, Roster>,
    stock: ResMut<'w, Stock>,
    scenery: ResMut<'w, Scenery>,
    commands: Commands<'w, 's>,
}

impl Ledger for Living<'_, '_> {
    fn body(&mut self, who: CombatantId) -> BodyMut<'_> {
        let parts = self.bodies.get_mut(self.roster.0[who.index()]);
        let parts = parts.expect("combatants stay in the arena with all their components until it goes");
        BodyMut {
            posture: parts.posture.into_inner(),
            status: parts.status.into_inner(),
            vitals: parts.vitals.into_inner(),
            budgets: parts.budgets.into_inner(),
            conditions: parts.conditions.into_inner(),
            hands: parts.hands.into_inner(),
            aware: parts.aware.into_inner(),
        }
    }

    fn place(&mut self, who: CombatantId, placement: Placement) {
        self.commands.entity(self.roster.0[who.index()]).insert(placement);
    }

    fn item(&mut self, item: ItemId) -> &mut Item {
        &mut self.stock.0[item.index()]
    }

    fn scene(&mut self) -> &mut Scene {
        &mut self.scenery.0
    }
}
