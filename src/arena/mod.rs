//! The living battle: combatants as entities, one system for each kind of step, occupancy kept by hooks, the journal.

mod occupancy;
mod overlay;
mod parts;
mod stage;

use std::sync::{Arc, OnceLock};

use bevy::{
    ecs::query::QueryState,
    prelude::{Entity, Resource, Schedule, World},
};
pub use occupancy::{Clash, Misplaced, Occupancy};
use overlay::{InReach, Sees, Threatens};
pub use parts::Dice;
use parts::{Agenda, Answered, Journal, Plain, Roster, Scenery, Stock, Whole};

use crate::{
    dice::Rolled,
    geometry::Square,
    rules::{Aware, Battle, Choice, CombatantId, Decision, Entry, NoChoice, Offers, play},
};

/// What is wrong with an arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Broken {
    /// The index of who stands where.
    #[error(transparent)]
    Misplaced(#[from] Misplaced),
    /// Components and plain value have parted.
    #[error("the components no longer say what the plain battle says")]
    Parted,
}

/// A moment to come back to.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    battle: Battle,
    dice: Dice,
    entries: usize,
}

/// A battle that is being played.
///
/// It has a world of its own, not the app's: so it runs without a window, in threads, many at a time, and beside an
/// app whose world it cannot disturb. Effects are its only writers; from outside everything is read-only.
#[derive(Resource)]
pub struct Arena {
    world: World,
    resolve: Schedule,
    derive: Schedule,
    whole: QueryState<Whole>,
    /// What can be chosen now; empty until somebody asks.
    offers: OnceLock<Arc<Offers>>,
    /// The revision for which reach, threat and sight were derived.
    derived: Option<u64>,
}

impl Arena {
    /// Sets up a battle, at whatever moment it is.
    pub fn new(battle: Battle, dice: impl Into<Dice>) -> Self {
        let mut world = World::new();
        Occupancy::install(&mut world);
        world.insert_resource::<Dice>(dice.into());
        world.init_resource::<Answered>();
        world.init_resource::<Journal>();
        world.init_resource::<Roster>();
        world.insert_resource(Agenda(battle.agenda.clone()));
        world.insert_resource(Scenery(battle.scene.clone()));
        world.insert_resource(Stock(battle.items.clone()));
        let whole = world.query();
        world.insert_resource(Plain(battle));
        let mut arena = Self {
            world,
            resolve: stage::schedule(),
            derive: overlay::schedule(),
            whole,
            offers: OnceLock::new(),
            derived: None,
        };
        arena.set_up();
        arena
    }

    /// Puts the first round on the agenda unless that is done, and plays to the next decision.
    pub fn begin(&mut self) {
        let battle = self.battle();
        if battle.scene.round == 0 && battle.agenda.is_empty() {
            let outcome = battle.ruleset.rules().begin(battle);
            self.world.resource_mut::<Answered>().0 = Some(outcome);
        }
        self.play();
    }

    /// The decision to be answered now.
    pub fn decision(&self) -> Option<&Decision> {
        self.battle().decision()
    }

    /// What can be chosen in answer to the decision; nothing without one.
    pub fn offers(&self) -> Arc<Offers> {
        let offers = self.offers.get_or_init(|| {
            let battle = self.battle();
            let offers = battle.decision().map(|decision| battle.ruleset.rules().offers(battle, decision));
            Arc::new(offers.unwrap_or_default())
        });
        Arc::clone(offers)
    }

    /// Answers the decision and plays to the next.
    ///
    /// # Errors
    /// Why the choice cannot be taken; nothing has changed.
    pub fn submit(&mut self, choice: &Choice) -> Result<(), NoChoice> {
        let (who, outcome) = play::answer(self.battle(), &self.offers(), choice)?;
        self.world.resource_mut::<Journal>().entries.push(Entry::Chosen(who, choice.clone()));
        self.world.resource_mut::<Answered>().0 = Some(outcome);
        self.play();
        Ok(())
    }

    /// The battle as a plain value, as it is now.
    pub fn battle(&self) -> &Battle {
        &self.world.resource::<Plain>().0
    }

    /// The same, gathered anew from entities and resources.
    pub fn capture(&self) -> Battle {
        let plain = self.battle();
        let entities = &self.world.resource::<Roster>().0;
        let whole = self.whole.query_manual(&self.world);
        Battle {
            ruleset: plain.ruleset,
            settings: Arc::clone(&plain.settings),
            scene: self.world.resource::<Scenery>().0.clone(),
            combatants: entities.iter().flat_map(|entity| whole.get(*entity)).map(|one| one.gather()).collect(),
            items: self.world.resource::<Stock>().0.clone(),
            agenda: self.world.resource::<Agenda>().0.clone(),
        }
    }

    /// Makes the battle another one, or itself at another moment. Dice and journal stay as they are.
    pub fn restore(&mut self, battle: &Battle) {
        self.world.resource_mut::<Agenda>().0.clone_from(&battle.agenda);
        self.world.resource_mut::<Scenery>().0.clone_from(&battle.scene);
        self.world.resource_mut::<Stock>().0.clone_from(&battle.items);
        self.world.resource_mut::<Plain>().0.clone_from(battle);
        self.set_up();
    }

    /// What has happened so far.
    pub fn journal(&self) -> &[Entry] {
        &self.world.resource::<Journal>().entries
    }

    /// Puts what happened before this arena was set up in front of the journal: for battles that are gone on with.
    pub fn remember(&mut self, mut before: Vec<Entry>) {
        let mut journal = self.world.resource_mut::<Journal>();
        before.append(&mut journal.entries);
        journal.entries = before;
    }

    /// Grows with every change, also when the battle goes back to an earlier moment.
    pub fn revision(&self) -> u64 {
        self.world.resource::<Journal>().revision
    }

    /// A number that equal battles share on every machine.
    pub fn digest(&self) -> u64 {
        self.battle().digest()
    }

    /// Whether the battle is over.
    pub fn is_over(&self) -> bool {
        self.battle().scene.over.is_some()
    }

    /// The dice as they are now.
    pub fn dice(&self) -> &Dice {
        self.world.resource::<Dice>()
    }

    /// Goes on with other dice.
    pub fn set_dice(&mut self, dice: impl Into<Dice>) {
        self.world.insert_resource::<Dice>(dice.into());
    }

    /// Takes the faces rolled since the last time, in order; of scripted dice nothing.
    pub fn take_faces(&mut self) -> Vec<u8> {
        match &mut *self.world.resource_mut::<Dice>() {
            Dice::Rolled(rolled) => Rolled::take_faces(rolled),
            Dice::Scripted(_) => Vec::new(),
        }
    }

    /// This moment, dice and all.
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint { battle: self.battle().clone(), dice: self.dice().clone(), entries: self.journal().len() }
    }

    /// Goes back to a moment of this very battle, as if nothing had happened since.
    pub fn rewind(&mut self, to: Checkpoint) {
        self.world.insert_resource(to.dice);
        self.world.resource_mut::<Journal>().entries.truncate(to.entries);
        self.restore(&to.battle);
    }

    /// Who stands where.
    pub fn occupancy(&self) -> &Occupancy {
        self.world.resource::<Occupancy>()
    }

    /// Checks what must hold between any two choices.
    ///
    /// # Errors
    /// The first thing that does not.
    pub fn validate(&self) -> Result<(), Broken> {
        self.occupancy().validate(&self.battle().combatants)?;
        if self.capture() == *self.battle() { Ok(()) } else { Err(Broken::Parted) }
    }

    /// Derives reach, threat and sight anew if anything has changed since the last time.
    pub fn derive(&mut self) {
        let now = Some(self.revision());
        if self.derived != now {
            self.derive.run(&mut self.world);
            self.derived = now;
        }
    }

    /// The squares within reach of what somebody has ready, as last derived.
    pub fn in_reach(&self, who: CombatantId) -> &[Square] {
        self.world.get::<InReach>(self.entity(who)).map_or(&[], |reach| &reach.0)
    }

    /// The squares in which somebody threatens an enemy, as last derived.
    pub fn threatens(&self, who: CombatantId) -> &[Square] {
        self.world.get::<Threatens>(self.entity(who)).map_or(&[], |threat| &threat.0)
    }

    /// Whom somebody sees, as last derived.
    pub fn sees(&self, who: CombatantId) -> Aware {
        self.world.get::<Sees>(self.entity(who)).map_or(Aware::default(), |sees| sees.0)
    }

    fn entity(&self, who: CombatantId) -> Entity {
        self.world.resource::<Roster>().0[who.index()]
    }

    /// Runs the schedule until somebody has to decide or the battle is over.
    fn play(&mut self) {
        loop {
            self.resolve.run(&mut self.world);
            if play::next(self.battle()).is_none() {
                break;
            }
        }
        self.touch();
        debug_assert_eq!(self.validate(), Ok(()), "the rules have broken the arena");
    }

    /// Brings the entities in line with the plain value.
    fn set_up(&mut self) {
        self.world.resource_mut::<Occupancy>().set_up(true);
        let combatants = std::mem::take(&mut self.world.resource_mut::<Plain>().0.combatants);
        let mut entities = std::mem::take(&mut self.world.resource_mut::<Roster>().0);
        for entity in entities.drain(combatants.len().min(entities.len())..) {
            self.world.despawn(entity);
        }
        for one in &combatants {
            match entities.get(one.id.index()) {
                Some(entity) => {
                    self.world.entity_mut(*entity).insert(parts::body(one));
                }
                None => entities.push(self.world.spawn(parts::body(one)).id()),
            }
        }
        self.world.resource_mut::<Roster>().0 = entities;
        self.world.resource_mut::<Plain>().0.combatants = combatants;
        self.world.resource_mut::<Occupancy>().set_up(false);
        self.whole.update_archetypes(&self.world);
        self.touch();
    }

    fn touch(&mut self) {
        self.world.resource_mut::<Journal>().revision += 1;
        self.offers = OnceLock::new();
    }
}
