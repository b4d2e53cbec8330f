//! The plain battle: one value that is the save, the undo step, the computer's fork and the forecast's input.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{
    Ask, BodyMut, Combatant, CombatantId, Effect, Field, Goal, Item, ItemId, Ledger, Placement, RulesetId, Settings,
    Step, Team, Teams, apply,
};
use crate::geometry::Square;

/// What belongs to nobody in particular.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scene {
    /// The board.
    pub field: Arc<Field>,
    /// The round, from 1; 0 before the first.
    pub round: u16,
    /// After this round nobody has won.
    pub last_round: u16,
    /// Who takes turns, first to last.
    pub order: Vec<CombatantId>,
    /// Whose turn it is.
    pub acting: Option<CombatantId>,
    /// The sides that people play; the others are the computer's. A ruleset may tell them apart.
    pub people: Teams,
    /// What wins.
    pub goals: Vec<Goal>,
    /// Once over: the winner, or nobody.
    #[serde(with = "super::nested")]
    pub over: Option<Option<Team>>,
}

/// Somebody has to answer before the battle goes on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Decision {
    /// Whose seat answers.
    pub who: CombatantId,
    /// What is asked.
    pub ask: Ask,
}

/// What lies on the agenda.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Pending {
    /// Something the rules do.
    Step(Step),
    /// Something somebody decides.
    Decision(Decision),
}

/// A battle, whole: sorted by id, free of ECS, comparable and serialisable at any moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Battle {
    /// The rules in play.
    pub ruleset: RulesetId,
    /// Their settings.
    pub settings: Arc<Settings>,
    /// Board, round, order, goals.
    pub scene: Scene,
    /// Everybody, by id.
    pub combatants: Vec<Combatant>,
    /// Everything held, carried or dropped, by id.
    pub items: Vec<Item>,
    /// What is still to be done: the last entry comes first.
    pub agenda: Vec<Pending>,
}

impl Battle {
    /// The combatant with an id.
    pub fn one(&self, who: CombatantId) -> &Combatant {
        &self.combatants[who.index()]
    }

    /// The thing with an id.
    pub fn thing(&self, item: ItemId) -> &Item {
        &self.items[item.index()]
    }

    /// The sides that take part, in order.
    pub fn teams(&self) -> impl Iterator<Item = Team> + '_ {
        (0..Team::MOST as u8).map(Team).filter(|team| self.combatants.iter().any(|one| one.team == *team))
    }

    /// Everybody on another side than `who`, in the fight or not.
    pub fn enemies(&self, who: CombatantId) -> impl Iterator<Item = &Combatant> + '_ {
        let team = self.one(who).team;
        self.combatants.iter().filter(move |one| one.team != team)
    }

    /// Who covers the square and is still in the fight.
    pub fn occupant(&self, square: Square) -> Option<&Combatant> {
        self.combatants.iter().find(|one| one.fights() && one.footprint().contains(square))
    }

    /// The combatant with a tag.
    pub fn tagged(&self, tag: &str) -> Option<&Combatant> {
        self.combatants.iter().find(|one| &*one.identity.tag == tag)
    }

    /// The decision to be answered now.
    pub fn decision(&self) -> Option<&Decision> {
        match self.agenda.last() {
            Some(Pending::Decision(decision)) if self.scene.over.is_none() => Some(decision),
            _ => None,
        }
    }

    /// Writes an effect.
    pub fn apply(&mut self, effect: &Effect) {
        apply(effect, self);
    }

    /// A number that equal battles share on every machine.
    pub fn digest(&self) -> u64 {
        let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
        // Writing into a hash cannot fail, and a battle holds nothing that JSON cannot say.
        serde_json::to_writer(&mut hash, self).map_or(0, |()| hash.0)
    }
}

impl Ledger for Battle {
    fn body(&mut self, who: CombatantId) -> BodyMut<'_> {
        let one = &mut self.combatants[who.index()];
        BodyMut {
            posture: &mut one.posture,
            status: &mut one.status,
            vitals: &mut one.vitals,
            budgets: &mut one.budgets,
            conditions: &mut one.conditions,
            hands: &mut one.hands,
            aware: &mut one.aware,
        }
    }

    fn place(&mut self, who: CombatantId, placement: Placement) {
        self.combatants[who.index()].placement = placement;
    }

    fn item(&mut self, item: ItemId) -> &mut Item {
        &mut self.items[item.index()]
    }

    fn scene(&mut self) -> &mut Scene {
        &mut self.scene
    }
}

/// FNV-1a, 64 bits: small, portable and good enough to tell battles apart.
struct Fnv(u64);

impl std::io::Write for Fnv {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
