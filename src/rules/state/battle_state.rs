//! The part of a battle that changes, as a recording keeps it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{AgendaItem, Battle, Battlefield, CombatantRow, Declaration, Goal, ItemRow, Scene, Wear};
use crate::rules::ids::{CombatantId, Team, Teams};

/// The part of a battle that changes. A recording keeps one for each edit that was made from outside the rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BattleState {
    /// The board; `None` if it has not changed.
    pub field: Option<Arc<Battlefield>>,
    /// See [`Scene::round`].
    pub round: u16,
    /// See [`Scene::last_round`].
    pub last_round: u16,
    /// See [`Scene::order`].
    pub order: Vec<CombatantId>,
    /// See [`Scene::acting`].
    pub acting: Option<CombatantId>,
    /// See [`Scene::interrupted`].
    pub interrupted: Vec<CombatantId>,
    /// See [`Scene::declared`].
    pub declared: Vec<Declaration>,
    /// See [`Scene::people`].
    pub people: Teams,
    /// See [`Scene::wear`].
    #[serde(default)]
    pub wear: Wear,
    /// See [`Scene::goals`].
    pub goals: Vec<Goal>,
    /// See [`Scene::conceded`].
    #[serde(default)]
    pub conceded: Teams,
    /// See [`Scene::over`].
    #[serde(with = "crate::rules::state::nested")]
    pub over: Option<Option<Team>>,
    /// The rows of all combatants, by id.
    pub combatants: Vec<CombatantRow>,
    /// The rows of all items, by id.
    pub items: Vec<ItemRow>,
    /// What is still to be done; the last entry comes first.
    pub agenda: Vec<AgendaItem>,
}

impl BattleState {
    /// A scene without anybody in it, with its board or without.
    pub(crate) fn of_scene(scene: Scene, with_board: bool) -> Self {
        let Scene {
            field,
            round,
            last_round,
            order,
            acting,
            interrupted,
            declared,
            people,
            wear,
            goals,
            conceded,
            over,
        } = scene;
        Self {
            field: with_board.then_some(field),
            round,
            last_round,
            order,
            acting,
            interrupted,
            declared,
            people,
            wear,
            goals,
            conceded,
            over,
            combatants: Vec::new(),
            items: Vec::new(),
            agenda: Vec::new(),
        }
    }
}

impl Battle {
    /// The part that changes; the board is included only if it differs from `before`.
    pub fn state(&self, before: &Arc<Battlefield>) -> BattleState {
        let is_new = self.scene.field != *before;
        let (combatants, items) = (self.rows().to_vec(), self.item_rows().to_vec());
        BattleState {
            combatants,
            items,
            agenda: self.agenda.clone(),
            ..BattleState::of_scene(self.scene.clone(), is_new)
        }
    }

    /// The same battle in another state.
    ///
    /// # Errors
    /// The reason, in words, if that is not a state of this battle: it has other fighters, other items or another
    /// board, or it refers to somebody or something that does not exist.
    pub fn in_state(&self, state: BattleState) -> Result<Self, String> {
        let BattleState {
            field,
            round,
            last_round,
            order,
            acting,
            declared,
            interrupted,
            people,
            wear,
            goals,
            conceded,
            over,
            combatants,
            items,
            agenda,
        } = state;
        let field = field.unwrap_or_else(|| Arc::clone(&self.scene.field));
        let scene = Scene {
            field,
            round,
            last_round,
            order,
            acting,
            interrupted,
            declared,
            people,
            wear,
            goals,
            conceded,
            over,
        };
        if !combatants.iter().map(|row| row.id).eq(self.rows().iter().map(|row| row.id)) {
            return Err("it has other fighters".into());
        }
        if !items.iter().map(|row| row.id).eq(self.item_rows().iter().map(|row| row.id)) {
            return Err("it has other items".into());
        }
        let mut battle = Self::new(Arc::clone(self.constants()), scene, combatants, items);
        battle.agenda = agenda;
        match battle.fault(&self.scene.field) {
            None => Ok(battle),
            Some(fault) => Err(fault),
        }
    }
}
