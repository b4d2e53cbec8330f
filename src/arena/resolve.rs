//! The systems that resolve steps, one for each kind.

use bevy::{
    ecs::{query::QueryData, system::SystemParam},
    prelude::{DetectChangesMut as _, Mut, Query, Res, ResMut, System, World},
};

use super::{
    SideView,
    components::{Agenda, Answered, CombatantEntities, Dice, Items, Journal, Keyframe, Perceived, Scenery, Snapshot},
    events::EventQueue,
    readied,
};
use crate::{
    dice::Chance as _,
    rules::{
        AgendaItem, Awareness, Battle, Budget, Budgets, CombatantId, Conditions, Effect, EffectTarget, Entry, Facing,
        Hands, ItemId, ItemRow, Outcome, Placement, Posture, Scene, Sightings, StandingOrders, Status, Step,
        StepContext, StepKind, Vital, Vitals, apply, declarations, knowledge,
        play::{self, OutcomeTarget},
    },
};

/// The kind of step that comes next; `None` at a decision, at the end of the battle or after the dice have failed.
type Next = Option<StepKind>;

/// The system for the answer, and one for each kind of step.
pub(super) struct Resolvers {
    answer: Box<dyn System<In = (), Out = Next>>,
    steps: [Box<dyn System<In = (), Out = Next>>; 6],
}

impl Resolvers {
    pub(super) fn new(world: &mut World) -> Self {
        Self {
            answer: readied(world, answer),
            // In the order that `of` expects.
            steps: [
                readied(world, turn),
                readied(world, movement),
                readied(world, reaction),
                readied(world, attack),
                readied(world, defence),
                readied(world, damage),
            ],
        }
    }

    /// Plays from an answer, if there is one, to the next decision, the end of the battle or a failure of the dice.
    pub(super) fn run(&mut self, world: &mut World) {
        if let Some(check) = world.check_change_ticks() {
            self.steps.iter_mut().chain([&mut self.answer]).for_each(|system| system.check_change_tick(check));
        }
        let mut next = run(&mut self.answer, world);
        while let Some(kind) = next {
            next = run(self.of(kind), world);
        }
    }

    const fn of(&mut self, kind: StepKind) -> &mut Box<dyn System<In = (), Out = Next>> {
        let [turn, movement, reaction, attack, defence, damage] = &mut self.steps;
        match kind {
            StepKind::Turn => turn,
            StepKind::Movement => movement,
            StepKind::Reaction => reaction,
            StepKind::Attack => attack,
            StepKind::Defence => defence,
            StepKind::Damage => damage,
        }
    }
}

/// Runs a system of the arena. As long as there is a battle, it finds all that it needs.
pub(super) fn run<Out: 'static>(system: &mut Box<dyn System<In = (), Out = Out>>, world: &mut World) -> Out {
    system.run((), world).unwrap_or_else(|error| panic!("{}: {error:?}", system.name()))
}

/// Replaces the decision with the outcome of its answer, if there is one.
fn answer(mut resolving: Resolving<'_, '_>, mut answered: ResMut<'_, Answered>) -> Next {
    if let Some(outcome) = answered.0.take() {
        let decision = matches!(resolving.living.agenda.0.last(), Some(AgendaItem::Decision(_)));
        if decision {
            resolving.living.pop();
        }
        resolving.write(outcome);
    }
    resolving.next()
}

/// Initiative, rounds, starts and ends of turns.
fn turn(mut resolving: Resolving<'_, '_>) -> Next {
    resolving.steps(StepKind::Turn)
}

/// The squares of a move.
fn movement(mut resolving: Resolving<'_, '_>) -> Next {
    resolving.steps(StepKind::Movement)
}

/// Asks those who may react.
fn reaction(mut resolving: Resolving<'_, '_>) -> Next {
    resolving.steps(StepKind::Reaction)
}

/// Attacks up to their rolls.
fn attack(mut resolving: Resolving<'_, '_>) -> Next {
    resolving.steps(StepKind::Attack)
}

/// Defences.
fn defence(mut resolving: Resolving<'_, '_>) -> Next {
    resolving.steps(StepKind::Defence)
}

/// Damage and what follows from it.
fn damage(mut resolving: Resolving<'_, '_>) -> Next {
    resolving.steps(StepKind::Damage)
}

/// What a system needs to resolve a step.
#[derive(SystemParam)]
struct Resolving<'w, 's> {
    living: Living<'w, 's>,
    dice: ResMut<'w, Dice>,
    journal: ResMut<'w, Journal>,
}

impl Resolving<'_, '_> {
    fn next(&self) -> Next {
        play::next(&self.living.snapshot.0).map(Step::kind).filter(|_| !self.dice.has_failed())
    }

    /// Resolves steps from the top of the agenda while they are of this kind; returns the kind that comes next.
    fn steps(&mut self, kind: StepKind) -> Next {
        while self.next() == Some(kind) {
            let Some(AgendaItem::Step(step)) = self.living.pop() else { break };
            let battle = &self.living.snapshot.0;
            let unread = self.living.perceived.unread && !self.living.events.listens;
            let mut context = StepContext::new(&mut *self.dice, true).unread(unread);
            battle.ruleset.rules().resolve(battle, &step, &mut context);
            let outcome = context.into_outcome();
            self.write(outcome);
        }
        self.next()
    }

    /// Writes the outcome of a step or an answer.
    fn write(&mut self, outcome: Outcome) {
        let entries = play::write(&mut self.living, outcome);
        if self.living.perceived.unread {
            return;
        }
        self.journal.entries.extend(entries);
        self.journal.perceived.append(&mut self.living.perceived.by);
        debug_assert_eq!(self.journal.entries.len(), self.journal.perceived.len(), "each entry is written once");
        let Journal { entries, keyframes: Some(keyframes), .. } = &mut *self.journal else { return };
        let battle = SideView::new(self.living.snapshot.0.clone(), None);
        keyframes.push(Keyframe { entries: entries.len(), battle });
    }
}

/// The components that effects write.
#[derive(QueryData)]
#[query_data(mutable)]
struct Written {
    placement: &'static mut Placement,
    posture: &'static mut Posture,
    facing: &'static mut Facing,
    status: &'static mut Status,
    vitals: &'static mut Vitals,
    budgets: &'static mut Budgets,
    conditions: &'static mut Conditions,
    hands: &'static mut Hands,
    aware: &'static mut Awareness,
    sightings: &'static mut Sightings,
    orders: &'static mut StandingOrders,
}

/// The living battle as a target of effects. Each is written once, to the component it names; the snapshot copies it
/// from there.
#[derive(SystemParam)]
struct Living<'w, 's> {
    combatants: Query<'w, 's, Written>,
    entities: Res<'w, CombatantEntities>,
    items: ResMut<'w, Items>,
    scenery: ResMut<'w, Scenery>,
    agenda: ResMut<'w, Agenda>,
    snapshot: ResMut<'w, Snapshot>,
    events: ResMut<'w, EventQueue>,
    perceived: ResMut<'w, Perceived>,
}

impl<'s> Living<'_, 's> {
    /// Takes the top of the agenda.
    fn pop(&mut self) -> Option<AgendaItem> {
        let top = self.agenda.0.pop();
        self.snapshot.0.agenda.truncate(self.agenda.0.len());
        top
    }

    fn components(&mut self, who: CombatantId) -> (WrittenItem<'_, 's>, &mut Battle) {
        let written = self.combatants.get_mut(self.entities.0[who.index()]);
        (written.expect("combatants keep all their components until the battle is closed"), &mut self.snapshot.0)
    }

    /// Whether a placement newly puts a combatant on an enemy who bars the way. Only someone getting up beneath another
    /// may share squares so; anything else is a bug in a rule.
    fn clashes(&self, who: CombatantId, to: Placement) -> bool {
        let battle = &self.snapshot.0;
        let fighter = battle.combatant(who);
        let new = |other: &crate::rules::Combatant<'_>| {
            let covered = other.footprint().squares().find(|square| to.0.contains(*square));
            covered.is_some_and(|square| !fighter.footprint().contains(square))
        };
        let rules = battle.ruleset.rules();
        fighter.fights() && battle.enemies(who).filter(|other| rules.blocks(*other)).any(|other| new(&other))
    }
}

/// Writes a component and returns its value; an equal value is not marked as changed.
fn set<T: Copy + PartialEq + bevy::prelude::Component>(mut component: Mut<'_, T>, value: T) -> T {
    component.set_if_neq(value);
    *component
}

impl EffectTarget for Living<'_, '_> {
    fn set_placement(&mut self, who: CombatantId, placement: Placement) {
        debug_assert!(
            !self.clashes(who, placement),
            "{} is set down on an enemy",
            self.snapshot.0.combatant(who).identity.tag
        );
        let (written, battle) = self.components(who);
        battle.set_placement(who, set(written.placement, placement));
    }

    fn set_posture(&mut self, who: CombatantId, posture: Posture) {
        let (written, battle) = self.components(who);
        battle.set_posture(who, set(written.posture, posture));
    }

    fn set_facing(&mut self, who: CombatantId, facing: Facing) {
        let (written, battle) = self.components(who);
        battle.set_facing(who, set(written.facing, facing));
    }

    fn set_status(&mut self, who: CombatantId, status: Status) {
        let (written, battle) = self.components(who);
        battle.set_status(who, set(written.status, status));
    }

    fn set_vital(&mut self, who: CombatantId, vital: Vital, value: i16) {
        let (mut written, battle) = self.components(who);
        if written.vitals.get(vital) != value {
            written.vitals.set(vital, value);
        }
        battle.set_vital(who, vital, written.vitals.get(vital));
    }

    fn set_budget(&mut self, who: CombatantId, budget: Budget, value: i16) {
        let (mut written, battle) = self.components(who);
        if written.budgets.get(budget) != value {
            written.budgets.set(budget, value);
        }
        battle.set_budget(who, budget, written.budgets.get(budget));
    }

    fn change_conditions(&mut self, who: CombatantId, change: impl FnOnce(&mut Conditions) -> bool) {
        let (mut written, battle) = self.components(who);
        if change(written.conditions.bypass_change_detection()) {
            written.conditions.set_changed();
            battle.change_conditions(who, |known| {
                known.0.clone_from(&written.conditions.0);
                true
            });
        }
    }

    fn change_hands(&mut self, who: CombatantId, change: impl FnOnce(Hands) -> Hands) {
        let (written, battle) = self.components(who);
        let hands = change(*written.hands);
        let now = set(written.hands, hands);
        battle.change_hands(who, |_| now);
    }

    fn change_awareness(&mut self, who: CombatantId, change: impl FnOnce(Awareness) -> Awareness) {
        let (written, battle) = self.components(who);
        let aware = change(*written.aware);
        let now = set(written.aware, aware);
        battle.change_awareness(who, |_| now);
    }

    fn change_sightings(&mut self, who: CombatantId, change: impl FnOnce(Sightings) -> Sightings) {
        let (written, battle) = self.components(who);
        let known = change(*written.sightings);
        let now = set(written.sightings, known);
        battle.change_sightings(who, |_| now);
    }

    fn change_orders(&mut self, who: CombatantId, change: impl FnOnce(StandingOrders) -> StandingOrders) {
        let (written, battle) = self.components(who);
        let orders = change(*written.orders);
        let now = set(written.orders, orders);
        battle.change_orders(who, |_| now);
    }

    fn change_item(&mut self, item: ItemId, change: impl FnOnce(&mut ItemRow)) -> ItemRow {
        let before = self.items.0[item.index()];
        let mut row = before;
        change(&mut row);
        if row != before {
            self.items.0[item.index()] = row;
        }
        self.snapshot.0.change_item(item, |known| *known = row);
        before
    }

    fn change_scene(&mut self, change: impl FnOnce(&mut Scene)) {
        change(&mut self.scenery.0);
        let scene = &self.scenery.0;
        self.snapshot.0.change_scene(|known| known.clone_from(scene));
    }
}

impl OutcomeTarget for Living<'_, '_> {
    fn battle(&self) -> &Battle {
        &self.snapshot.0
    }

    fn write(&mut self, entries: &[Entry]) {
        let secret = declarations::secret_among(&self.snapshot.0, entries);
        for entry in entries {
            if !self.perceived.unread {
                let perceivers = knowledge::perceivers(&self.snapshot.0, entry, secret);
                self.perceived.by.push(perceivers);
            }
            if self.events.listens {
                self.events.record(entry, &self.snapshot.0, &self.entities);
            }
            if let Entry::Effect(effect) = entry {
                apply(effect, self);
                if self.events.listens && matches!(effect, Effect::Vital(..)) {
                    self.events.weigh(effect, &self.snapshot.0, &self.entities);
                }
            }
        }
    }

    fn push(&mut self, pending: impl Iterator<Item = AgendaItem>) {
        self.agenda.0.extend(pending);
        let known = self.snapshot.0.agenda.len();
        self.snapshot.0.agenda.extend_from_slice(&self.agenda.0[known..]);
    }

    fn replace(&mut self, agenda: Vec<AgendaItem>) {
        self.snapshot.0.agenda.clone_from(&agenda);
        self.agenda.0 = agenda;
    }
}
