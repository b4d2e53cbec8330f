//! Events of the living battle, sent once an exchange is settled.
//!
//! Each event carries all of its data, because by then the components show the end of the exchange. Observers cannot
//! alter that exchange: what they write to components is an edit from outside, and choices they want made go into the
//! [`ChoiceQueue`].

use std::collections::VecDeque;

use bevy::prelude::{Entity, EntityEvent, Event, Resource, World};

use super::components::CombatantEntities;
use crate::rules::{
    AttackResult, Battle, Choice, CombatantId, Condition, Conditions, Effect, Entry, Fate, Placement, Status, Team,
};

/// A combatant has moved.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// Who.
    pub entity: Entity,
    /// Who.
    pub who: CombatantId,
    /// Where it was.
    pub from: Placement,
    /// Where it is now.
    pub to: Placement,
}

/// A combatant was the target of an attack or of another action that can fail.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attacked {
    /// The target.
    pub entity: Entity,
    /// The attacker.
    pub by: CombatantId,
    /// The target.
    pub on: CombatantId,
    /// How it ended.
    pub fate: Fate,
    /// Damage that got through, in the ruleset's points.
    pub damage: i16,
}

/// A combatant has lost health.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wounded {
    /// Who.
    pub entity: Entity,
    /// Who.
    pub who: CombatantId,
    /// How much, in points of the card's first bar; at least 1.
    pub loss: i32,
}

/// A later arrival comes onto the board.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrived {
    /// Who.
    pub entity: Entity,
    /// Who.
    pub who: CombatantId,
    /// Where.
    pub at: Placement,
}

/// A combatant is out of the fight.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fell {
    /// Who.
    pub entity: Entity,
    /// Who.
    pub who: CombatantId,
    /// Down, dead or fled.
    pub status: Status,
}

/// A combatant gets a condition.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConditionBegan {
    /// Who.
    pub entity: Entity,
    /// Who.
    pub who: CombatantId,
    /// Which.
    pub condition: Condition,
}

/// A combatant loses a condition.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConditionEnded {
    /// Who.
    pub entity: Entity,
    /// Who.
    pub who: CombatantId,
    /// Which.
    pub condition: Condition,
}

/// Somebody's turn begins.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnBegan {
    /// Who.
    pub entity: Entity,
    /// Who.
    pub who: CombatantId,
}

/// A round begins.
#[derive(Event, Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundBegan {
    /// Which, from 1.
    pub round: u16,
}

/// The battle is over.
#[derive(Event, Clone, Copy, Debug, PartialEq, Eq)]
pub struct BattleOver {
    /// The side that has won; `None` if nobody has.
    pub winner: Option<Team>,
}

/// The battle has jumped to another state or was replaced: after an undo, a load or an edit from outside.
#[derive(Event, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rewound;

/// Choices that observers want made, in order. The code that plays the battle submits them at the next decision, like
/// any other choice.
#[derive(Resource, Clone, Debug, Default)]
pub struct ChoiceQueue(pub VecDeque<Choice>);

/// An event that waits to be sent.
#[derive(Clone, Copy, Debug)]
enum Happening {
    Moved(Moved),
    Attacked(Attacked),
    Wounded(Wounded),
    Fell(Fell),
    Arrived(Arrived),
    ConditionBegan(ConditionBegan),
    ConditionEnded(ConditionEnded),
    TurnBegan(TurnBegan),
    RoundBegan(RoundBegan),
    BattleOver(BattleOver),
}

/// The events waiting to be sent. Without listeners none are kept.
#[derive(Resource, Default)]
pub(super) struct EventQueue {
    pub(super) listens: bool,
    waiting: Vec<Happening>,
    /// The health of the combatant whose total is about to change.
    health: i32,
}

impl EventQueue {
    /// Records the events of an entry, before it is written.
    pub(super) fn record(&mut self, entry: &Entry, battle: &Battle, entities: &CombatantEntities) {
        match entry {
            Entry::AttackResult(AttackResult { by, on, fate, damage }) => {
                let attacked =
                    Attacked { entity: entities.entity(*on), by: *by, on: *on, fate: *fate, damage: *damage };
                self.waiting.push(Happening::Attacked(attacked));
            }
            Entry::Effect(effect) => self.foresee(effect, battle, entities),
            Entry::Chosen(..) | Entry::Action { .. } | Entry::Roll(_) | Entry::Note { .. } => {}
        }
    }

    fn foresee(&mut self, effect: &Effect, battle: &Battle, entities: &CombatantEntities) {
        let entity = |who: &CombatantId| entities.entity(*who);
        match effect {
            Effect::Place(who, to) => {
                let (entity, from) = (entity(who), battle.combatant(*who).placement);
                if from != *to {
                    self.waiting.push(Happening::Moved(Moved { entity, who: *who, from, to: *to }));
                }
            }
            Effect::Arrive(who, at) => {
                self.waiting.push(Happening::Arrived(Arrived { entity: entity(who), who: *who, at: *at }));
            }
            Effect::Status(who, status) if status.is_out() && battle.combatant(*who).status != *status => {
                self.waiting.push(Happening::Fell(Fell { entity: entity(who), who: *who, status: *status }));
            }
            Effect::Vital(who, ..) => self.health = health(battle, *who),
            Effect::AddCondition(who, condition) => self.begins(entity(who), *who, *condition),
            Effect::ReplaceCondition(who, old, new) if battle.combatant(*who).conditions.0.contains(old) => {
                self.ends(entity(who), *who, **old);
                if let Some(new) = new {
                    self.begins(entity(who), *who, **new);
                }
            }
            Effect::Clear(who, kind) => {
                let Conditions(all) = battle.combatant(*who).conditions;
                all.iter()
                    .filter(|condition| condition.kind == *kind)
                    .for_each(|condition| self.ends(entity(who), *who, *condition));
            }
            Effect::Acting(Some(who)) => {
                self.waiting.push(Happening::TurnBegan(TurnBegan { entity: entity(who), who: *who }));
            }
            Effect::Round(round) => self.waiting.push(Happening::RoundBegan(RoundBegan { round: *round })),
            Effect::Over(winner) => self.waiting.push(Happening::BattleOver(BattleOver { winner: *winner })),
            _ => {}
        }
    }

    fn begins(&mut self, entity: Entity, who: CombatantId, condition: Condition) {
        self.waiting.push(Happening::ConditionBegan(ConditionBegan { entity, who, condition }));
    }

    fn ends(&mut self, entity: Entity, who: CombatantId, condition: Condition) {
        self.waiting.push(Happening::ConditionEnded(ConditionEnded { entity, who, condition }));
    }

    /// Records how much health an effect has cost, after it is written.
    pub(super) fn weigh(&mut self, effect: &Effect, battle: &Battle, entities: &CombatantEntities) {
        let Effect::Vital(who, ..) = effect else { return };
        let loss = self.health - health(battle, *who);
        if loss > 0 {
            self.waiting.push(Happening::Wounded(Wounded { entity: entities.entity(*who), who: *who, loss }));
        }
    }

    /// Drops events that have not been sent, because the battle has jumped elsewhere.
    pub(super) fn forget(&mut self) {
        self.waiting.clear();
    }
}

/// The points left on the first bar of a combatant's card.
fn health(battle: &Battle, who: CombatantId) -> i32 {
    let card = battle.ruleset.rules().card(battle, who);
    card.bars.first().map_or(0, |bar| bar.now)
}

/// Sends all waiting events, in order.
pub(super) fn emit(world: &mut World) {
    let waiting = std::mem::take(&mut world.resource_mut::<EventQueue>().waiting);
    for happening in waiting {
        match happening {
            Happening::Moved(event) => world.trigger(event),
            Happening::Attacked(event) => world.trigger(event),
            Happening::Wounded(event) => world.trigger(event),
            Happening::Fell(event) => world.trigger(event),
            Happening::Arrived(event) => world.trigger(event),
            Happening::ConditionBegan(event) => world.trigger(event),
            Happening::ConditionEnded(event) => world.trigger(event),
            Happening::TurnBegan(event) => world.trigger(event),
            Happening::RoundBegan(event) => world.trigger(event),
            Happening::BattleOver(event) => world.trigger(event),
        }
    }
    world.flush();
}

/// Sends [`Rewound`], if anybody listens.
pub(super) fn emit_rewound(world: &mut World) {
    if world.resource::<EventQueue>().listens {
        world.trigger(Rewound);
        world.flush();
    }
}
