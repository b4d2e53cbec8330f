//! The living battle: combatants are entities, their components are the truth, and each kind of step has a system.
//!
//! [`install`] enables any world to hold one battle, and [`ArenaPlugin`] does so for an app. [`Arena`] is the interface
//! to such a world. It is implemented for [`World`] itself, so that the same calls play a battle in an app, in a bare
//! world in a thread, and in a test.
//!
//! ```text
//!  components --refresh--> Snapshot(Battle) --rules, pure--> outcome --apply, once--> components
//!      |                                                        |
//!      +--> Reach, Threat, Sees, Cover for overlays             +--> journal --> Moved, Attacked, Fell, ...
//! ```

mod components;
mod events;
mod refresh;
mod resolve;
mod side_view;

use std::sync::{Arc, OnceLock};

use bevy::{
    ecs::query::QueryState,
    prelude::{App, Entity, IntoSystem, Mut, Plugin, Resource, Schedule, System, World},
};
pub use components::{
    Agenda, CombatantEntities, Cover, Dice, Items, Journal, Keyframe, Reach, Scenery, Sees, Snapshot, Threat,
};
use components::{Answered, CombatantQuery, Perceived};
pub use events::{
    Arrived, Attacked, BattleOver, ChoiceQueue, ConditionBegan, ConditionEnded, Fell, Moved, Rewound, RoundBegan,
    TurnBegan, Wounded,
};
pub use side_view::SideView;

use self::events::EventQueue;
use crate::{
    dice::Rolled,
    rules::{
        Battle, Choice, CombatantRow, Decision, Entry, NoChoice, Offers, Team, Teams, concession, declarations,
        knowledge, play,
    },
};

/// The components of a living battle differ from its snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the snapshot differs from the components")]
pub struct SnapshotMismatch;

/// A saved point to return to.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    battle: Battle,
    dice: Dice,
    entries: usize,
}

/// A battle taken out of its world with its dice and journal, to be put back later.
#[derive(Debug)]
pub struct Suspended {
    battle: Battle,
    dice: Dice,
    journal: Vec<Entry>,
    perceived: Vec<Teams>,
    edits: u64,
}

/// Values derived for one revision and kept until the next.
#[derive(Resource, Default)]
struct DerivedOnce {
    offers: OnceLock<Arc<Offers>>,
    view: OnceLock<SideView>,
    /// The revision for which overlays were derived.
    derived: Option<u64>,
}

/// The query that gathers combatants, kept for reuse.
#[derive(Resource)]
struct Gathering(QueryState<CombatantQuery>);

/// The systems of the arena, kept ready because they run often. Each is run by itself, as only one ever has work to do.
#[derive(Resource)]
struct Systems {
    resolve: Option<Box<resolve::Resolvers>>,
    refresh: Option<Box<dyn System<In = (), Out = Option<refresh::Found>>>>,
    derive: Option<Box<Schedule>>,
}

/// Runs one of the fields of [`Systems`]. None of them may run inside itself.
fn with_systems<T, R>(
    world: &mut World,
    which: fn(&mut Systems) -> &mut Option<T>,
    run: impl FnOnce(&mut T, &mut World) -> R,
) -> R {
    let taken = which(&mut world.resource_mut::<Systems>()).take();
    let mut taken = taken.expect("no system of the arena runs the arena");
    let result = run(&mut taken, world);
    *which(&mut world.resource_mut::<Systems>()) = Some(taken);
    result
}

/// A system, ready to run in a world.
fn readied<M, Out>(world: &mut World, system: impl IntoSystem<(), Out, M>) -> Box<dyn System<In = (), Out = Out>>
where
    Out: 'static,
{
    let mut system = Box::new(IntoSystem::into_system(system));
    system.initialize(world);
    system
}

/// Enables an app's world to hold a battle, and sends events about it.
pub struct ArenaPlugin;

impl Plugin for ArenaPlugin {
    fn build(&self, app: &mut App) {
        install(app.world_mut());
        app.world_mut().listen(true);
    }
}

/// Enables a world to hold a battle: adds the systems and all resources except the battle itself.
pub fn install(world: &mut World) {
    world.init_resource::<Answered>();
    world.init_resource::<Perceived>();
    world.init_resource::<ChoiceQueue>();
    world.init_resource::<Journal>();
    world.init_resource::<DerivedOnce>();
    world.init_resource::<CombatantEntities>();
    world.init_resource::<EventQueue>();
    let gathering = Gathering(world.query());
    world.insert_resource(gathering);
    let systems = Systems {
        resolve: Some(Box::new(resolve::Resolvers::new(world))),
        refresh: Some(readied(world, refresh::gather)),
        derive: Some(Box::new(refresh::derive_schedule())),
    };
    world.insert_resource(systems);
}

/// A bare world with a battle at any point of its course. Many can play at a time, in threads and without an app.
pub fn bare_world(battle: Battle, dice: impl Into<Dice>) -> World {
    let mut world = World::new();
    install(&mut world);
    world.open(battle, dice);
    world
}

/// Edits the living battle from outside the rules, for editors, inspectors and extensions. A change raises the revision
/// and drops offers, the computer's thoughts and undo.
///
/// Call it only between decisions, like any write to components from outside the rules.
pub fn edit<T>(world: &mut World, change: impl FnOnce(&mut World) -> T) -> T {
    let result = change(world);
    world.refresh();
    result
}

/// A world that holds a battle. The battle consists of components and resources that any system may read. While a
/// choice is carried out, only effects write them; between decisions, [`edit`] may.
///
/// Methods that need the battle, its dice or a saved point panic in a world without a battle.
pub trait Arena {
    /// Puts a battle into the world, replacing any other. The journal starts empty.
    fn open(&mut self, battle: Battle, dice: impl Into<Dice>);
    /// Takes the battle out of the world.
    fn close(&mut self);
    /// Takes the battle, if any, out of the world; [`Arena::resume`] puts it back.
    fn suspend(&mut self) -> Option<Suspended>;
    /// Puts back a battle that was taken out, replacing any other.
    fn resume(&mut self, suspended: Suspended);
    /// Whether there is a battle in the world.
    fn is_open(&self) -> bool;
    /// Puts the first round on the agenda, unless it has already begun, and plays to the next decision.
    fn begin(&mut self);
    /// The decision waiting for an answer.
    fn decision(&self) -> Option<&Decision>;
    /// The offers for the decision; none without a decision. Edits from outside are taken in first.
    fn offers(&mut self) -> Arc<Offers>;
    /// Answers the decision and plays to the next. Edits from outside are taken in first.
    ///
    /// # Errors
    /// Why the choice cannot be taken; nothing has changed.
    fn submit(&mut self, choice: &Choice) -> Result<(), NoChoice>;
    /// The battle as rules read it.
    fn battle(&self) -> &Battle;
    /// The battle as a side sees it, or all of it without a side. Edits from outside are taken in first.
    fn side_view(&mut self, side: Option<Team>) -> SideView;
    /// The battle, gathered from entities and resources.
    fn capture(&self) -> Battle;
    /// Replaces the battle with another one, or with itself at another point. Dice and journal stay as they are.
    fn restore(&mut self, battle: &Battle);
    /// Takes edits from outside into the snapshot; true if there were any.
    fn refresh(&mut self) -> bool;
    /// What has happened so far.
    fn journal(&self) -> &[Entry];
    /// The sides that perceived each entry of the journal when it was written.
    fn perceived(&self) -> &[Teams];
    /// Puts earlier entries, with the sides that perceived each, in front of the journal when a battle is continued.
    fn remember(&mut self, before: Vec<Entry>, perceived: Vec<Teams>);
    /// Drops the journal so far.
    fn forget_journal(&mut self);
    /// Keeps no journal from now on, for battles whose journal nobody reads.
    fn leave_unread(&mut self);
    /// Grows with every change, even when the battle goes back to an earlier point or is edited from outside.
    fn revision(&self) -> u64;
    /// A hash of the battle that is the same on every machine.
    fn digest(&self) -> u64;
    /// Whether the battle is over.
    fn is_over(&self) -> bool;
    /// The dice in their present state.
    fn dice(&self) -> &Dice;
    /// Replaces the dice.
    fn set_dice(&mut self, dice: impl Into<Dice>);
    /// Takes the faces rolled since the last call, in order; none for scripted dice.
    fn take_faces(&mut self) -> Vec<u8>;
    /// Saves this point, dice included.
    fn checkpoint(&self) -> Checkpoint;
    /// Returns to a saved point of this battle, as if nothing had happened since.
    fn rewind(&mut self, to: Checkpoint);
    /// Checks that components and snapshot agree.
    ///
    /// # Errors
    /// They do not.
    fn validate(&self) -> Result<(), SnapshotMismatch>;
    /// Fills the components that overlays read, if anything has changed since the last call.
    fn derive(&mut self);
    /// Sets whether events are sent; a bare world sends none by default.
    fn listen(&mut self, listens: bool);
}

impl Arena for World {
    fn open(&mut self, battle: Battle, dice: impl Into<Dice>) {
        self.close();
        self.insert_resource::<Dice>(dice.into());
        self.insert_resource(Agenda::default());
        self.insert_resource(Scenery(battle.scene.clone()));
        self.insert_resource(Items::default());
        self.insert_resource(Snapshot(battle.clone()));
        spread(self, &battle);
        events::emit_rewound(self);
    }

    fn close(&mut self) {
        for entity in std::mem::take(&mut self.resource_mut::<CombatantEntities>().0) {
            self.despawn(entity);
        }
        self.resource_mut::<Perceived>().unread = false;
        self.remove_resource::<Agenda>();
        self.remove_resource::<Scenery>();
        self.remove_resource::<Items>();
        self.remove_resource::<Snapshot>();
        self.remove_resource::<Dice>();
        self.resource_mut::<ChoiceQueue>().0.clear();
        self.resource_mut::<EventQueue>().forget();
        self.resource_mut::<Answered>().0 = None;
        self.forget_journal();
        changed(self);
    }

    fn suspend(&mut self) -> Option<Suspended> {
        let suspended = self.is_open().then(|| Suspended {
            battle: self.battle().clone(),
            dice: self.dice().clone(),
            journal: self.journal().to_vec(),
            perceived: self.perceived().to_vec(),
            edits: self.resource::<Journal>().edits,
        });
        self.close();
        suspended
    }

    fn resume(&mut self, Suspended { battle, dice, journal, perceived, edits }: Suspended) {
        self.open(battle, dice);
        self.remember(journal, perceived);
        self.resource_mut::<Journal>().edits = edits;
    }

    fn is_open(&self) -> bool {
        self.contains_resource::<Snapshot>()
    }

    fn begin(&mut self) {
        self.refresh();
        let battle = self.battle();
        if battle.scene.round == 0 && battle.agenda.is_empty() {
            let outcome = battle.ruleset.rules().begin(battle);
            self.resource_mut::<Answered>().0 = Some(outcome);
        }
        run(self);
    }

    fn decision(&self) -> Option<&Decision> {
        self.battle().decision()
    }

    fn offers(&mut self) -> Arc<Offers> {
        self.refresh();
        let offers = self.resource::<DerivedOnce>().offers.get_or_init(|| {
            let battle = self.battle();
            let offers = battle.decision().map(|decision| battle.ruleset.rules().offers(battle, decision));
            Arc::new(offers.unwrap_or_default())
        });
        Arc::clone(offers)
    }

    fn submit(&mut self, choice: &Choice) -> Result<(), NoChoice> {
        hand_in(self, choice)?;
        while let Some(choice) = concession::stand_in(self.battle()) {
            hand_in(self, &choice)?;
        }
        Ok(())
    }

    fn battle(&self) -> &Battle {
        self.resource::<Snapshot>().battle()
    }

    fn side_view(&mut self, side: Option<Team>) -> SideView {
        self.refresh();
        self.resource::<DerivedOnce>().view.get_or_init(|| SideView::new(self.battle().clone(), None)).of(side)
    }

    fn capture(&self) -> Battle {
        let gathering = self.resource::<Gathering>().0.query_manual(self);
        let mut rows: Vec<CombatantRow> = Vec::with_capacity(self.battle().rows().len());
        // Bevy walks its tables faster from within than when asked for combatants one by one.
        gathering.iter_inner().for_each(|combatant| rows.push(combatant.gather()));
        let entities = &self.resource::<CombatantEntities>().0;
        if rows.len() != entities.len() {
            // Components have been added to some entities since the query last looked for new tables.
            rows = entities.iter().map(|entity| components::gather(self, *entity)).collect();
        }
        if !rows.is_sorted_by_key(|row| row.id) {
            rows.sort_unstable_by_key(|row| row.id);
        }
        let constants = Arc::clone(self.battle().constants());
        let scene = self.resource::<Scenery>().0.clone();
        let mut battle = Battle::new(constants, scene, rows, self.resource::<Items>().0.clone());
        battle.agenda.clone_from(&self.resource::<Agenda>().0);
        battle
    }

    fn restore(&mut self, battle: &Battle) {
        self.resource_mut::<Snapshot>().0.clone_from(battle);
        self.resource_mut::<EventQueue>().forget();
        self.resource_mut::<ChoiceQueue>().0.clear();
        self.resource_mut::<Journal>().keyframes.iter_mut().for_each(Vec::clear);
        spread(self, battle);
        events::emit_rewound(self);
    }

    fn refresh(&mut self) -> bool {
        let Some(found) = with_systems(self, |systems| &mut systems.refresh, resolve::run) else { return false };
        match found {
            Ok(battle) => {
                self.resource_mut::<Snapshot>().0 = battle;
                self.resource_mut::<Journal>().edits += 1;
                changed(self);
            }
            // An impossible edit is undone.
            Err(fault) => {
                let battle = self.battle().clone();
                spread(self, &battle);
                self.resource_mut::<Journal>().refused = Some(fault);
            }
        }
        events::emit_rewound(self);
        true
    }

    fn journal(&self) -> &[Entry] {
        &self.resource::<Journal>().entries
    }

    fn perceived(&self) -> &[Teams] {
        self.resource::<Journal>().perceived()
    }

    fn remember(&mut self, mut before: Vec<Entry>, mut perceived: Vec<Teams>) {
        let mut journal = self.resource_mut::<Journal>();
        before.append(&mut journal.entries);
        perceived.append(&mut journal.perceived);
        (journal.entries, journal.perceived) = (before, perceived);
    }

    fn forget_journal(&mut self) {
        let mut journal = self.resource_mut::<Journal>();
        journal.truncate(0);
        journal.keyframes.iter_mut().for_each(Vec::clear);
    }

    fn leave_unread(&mut self) {
        self.forget_journal();
        self.resource_mut::<Perceived>().unread = true;
    }

    fn revision(&self) -> u64 {
        self.resource::<Journal>().revision
    }

    fn digest(&self) -> u64 {
        self.battle().digest()
    }

    fn is_over(&self) -> bool {
        self.battle().scene.over.is_some()
    }

    fn dice(&self) -> &Dice {
        self.resource::<Dice>()
    }

    fn set_dice(&mut self, dice: impl Into<Dice>) {
        self.insert_resource::<Dice>(dice.into());
    }

    fn take_faces(&mut self) -> Vec<u8> {
        match &mut *self.resource_mut::<Dice>() {
            Dice::Rolled(rolled) => Rolled::take_faces(rolled),
            Dice::Scripted(_) => Vec::new(),
        }
    }

    fn checkpoint(&self) -> Checkpoint {
        Checkpoint { battle: self.battle().clone(), dice: self.dice().clone(), entries: self.journal().len() }
    }

    fn rewind(&mut self, to: Checkpoint) {
        self.insert_resource(to.dice);
        self.resource_mut::<Journal>().truncate(to.entries);
        self.restore(&to.battle);
    }

    fn validate(&self) -> Result<(), SnapshotMismatch> {
        let battle = self.battle();
        let gathering = self.resource::<Gathering>().0.query_manual(self);
        let (mut known, mut agree) = (0, true);
        gathering.iter_inner().for_each(|combatant| {
            known += 1;
            agree &= battle.rows().get(combatant.id().index()).is_some_and(|row| combatant.is(row));
        });
        if known != battle.rows().len() {
            // Components have been added to some entities since the query last looked for new tables.
            return if self.capture() == *battle { Ok(()) } else { Err(SnapshotMismatch) };
        }
        let [scene, now] = [&self.resource::<Scenery>().0, &battle.scene];
        let same = agree
            && scene == now
            && self.resource::<Items>().0 == battle.item_rows()
            && self.resource::<Agenda>().0 == battle.agenda;
        if same { Ok(()) } else { Err(SnapshotMismatch) }
    }

    fn derive(&mut self) {
        self.refresh();
        let now = Some(self.revision());
        if self.resource::<DerivedOnce>().derived != now {
            with_systems(self, |systems| &mut systems.derive, |derive, world| derive.run(world));
            self.resource_mut::<DerivedOnce>().derived = now;
        }
    }

    fn listen(&mut self, listens: bool) {
        self.resource_mut::<EventQueue>().listens = listens;
    }
}

/// Answers the decision with a choice and plays to the next. Edits from outside are taken in first.
fn hand_in(world: &mut World, choice: &Choice) -> Result<(), NoChoice> {
    world.refresh();
    // If the offers have not been worked out, those with the choice's verb are enough.
    let kept = world.resource::<DerivedOnce>().offers.get().map(Arc::clone);
    let (who, outcome) = match kept {
        Some(offers) => play::answer(world.battle(), &offers, choice)?,
        None => play::answer_alone(world.battle(), choice)?,
    };
    if !world.resource::<Perceived>().unread {
        let chosen = Entry::Chosen(who, choice.clone());
        let secret = declarations::secret_of(world.battle(), &outcome);
        let perceivers = knowledge::perceivers(world.battle(), &chosen, secret);
        let mut journal = world.resource_mut::<Journal>();
        journal.entries.push(chosen);
        journal.perceived.push(perceivers);
    }
    world.resource_mut::<Answered>().0 = Some(outcome);
    run(world);
    Ok(())
}

/// Runs step systems one after another until there is a decision, the battle is over or the dice fail, then sends the
/// events.
fn run(world: &mut World) {
    with_systems(world, |systems| &mut systems.resolve, |resolvers, world| resolvers.run(world));
    changed(world);
    debug_assert_eq!(world.validate(), Ok(()), "something has written in the middle of a resolution");
    if world.resource::<EventQueue>().listens {
        events::emit(world);
    }
}

/// Brings entities and resources in line with a battle.
fn spread(world: &mut World, battle: &Battle) {
    world.resource_mut::<Agenda>().0.clone_from(&battle.agenda);
    world.resource_mut::<Scenery>().0.clone_from(&battle.scene);
    world.resource_mut::<Items>().0 = battle.item_rows().to_vec();
    world.resource_scope(|world: &mut World, mut entities: Mut<'_, CombatantEntities>| {
        let CombatantEntities(entities) = &mut *entities;
        for entity in entities.drain(battle.rows().len().min(entities.len())..) {
            world.despawn(entity);
        }
        for (row, profile) in battle.rows().iter().zip(&battle.profiles) {
            let known: Option<Entity> = entities.get(row.id.index()).copied();
            match known {
                Some(entity) => {
                    world.entity_mut(entity).insert(components::bundle(row, profile.team));
                }
                None => entities.push(world.spawn(components::bundle(row, profile.team)).id()),
            }
        }
    });
    world.resource_scope(|world: &mut World, mut gathering: Mut<'_, Gathering>| gathering.0.update_archetypes(world));
    changed(world);
}

/// Drops all derived values.
fn changed(world: &mut World) {
    world.resource_mut::<Journal>().revision += 1;
    *world.resource_mut::<DerivedOnce>() = DerivedOnce::default();
}
