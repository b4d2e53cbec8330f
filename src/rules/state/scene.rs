//! The state that belongs to no single combatant or item, and the changing part of a battle as a recording keeps it.
//! The fields are written once, for both and for the digest.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{AgendaItem, Battle, Battlefield, CombatantRow, Declaration, Goal, ItemRow, Wear, digest::digest};
use crate::rules::ids::{CombatantId, Team, Teams, read_within};

/// Makes [`Scene`], [`BattleState`] and the conversions between them from one list of fields. Fields after the `;` came
/// later: they count in a digest only if they are not empty, so that older battles keep their digests.
macro_rules! scene {
    ($($(#[$about:meta])* $field:ident: $kind:ty,)* ; $($(#[$more:meta])* $later:ident: $of:ty,)*) => {
        /// The state that belongs to no single combatant or item.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        pub struct Scene {
            /// The board.
            pub field: Arc<Battlefield>,
            $($(#[$about])* pub $field: $kind,)*
            $($(#[$more])* pub $later: $of,)*
        }

        /// The part of a battle that changes. A recording keeps one for each edit from outside the rules.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        pub struct BattleState {
            /// The board; `None` if it has not changed.
            pub field: Option<Arc<Battlefield>>,
            $($(#[$about])* pub $field: $kind,)*
            $($(#[$more])* pub $later: $of,)*
            /// The rows of all combatants, by id.
            pub combatants: Vec<CombatantRow>,
            /// The rows of all items, by id.
            pub items: Vec<ItemRow>,
            /// What is still to be done, as a stack: the last entry comes first.
            pub agenda: Vec<AgendaItem>,
        }

        impl BattleState {
            /// A scene without combatants and items, with its board or without.
            pub(crate) fn of_scene(scene: Scene, with_board: bool) -> Self {
                let Scene { field, $($field,)* $($later,)* } = scene;
                let (combatants, items, agenda) = (Vec::new(), Vec::new(), Vec::new());
                Self { field: with_board.then_some(field), $($field,)* $($later,)* combatants, items, agenda }
            }

            /// The scene, on this board if it has none of its own; and rows and agenda.
            fn apart(self, board: &Arc<Battlefield>) -> (Scene, Vec<CombatantRow>, Vec<ItemRow>, Vec<AgendaItem>) {
                let Self { field, $($field,)* $($later,)* combatants, items, agenda } = self;
                let field = field.unwrap_or_else(|| Arc::clone(board));
                (Scene { field, $($field,)* $($later,)* }, combatants, items, agenda)
            }
        }

        impl Scene {
            /// A digest of the parts of a battle before the scene, the scene, and the parts after it.
            pub(super) fn digest(&self, before: impl Serialize, after: impl Serialize) -> u64 {
                let all = digest(&(before, self.field.digest(), ($(&self.$field,)*), after));
                $(let all = if self.$later == <$of>::default() { all } else { digest(&(all, &self.$later)) };)*
                all
            }
        }
    };
}

scene! {
    /// The round, from 1; 0 before the first.
    round: u16,
    /// The last round: the battle is a draw if nobody has won by its end.
    last_round: u16,
    /// The initiative order, first to last.
    order: Vec<CombatantId>,
    /// Whose turn it is; with turns inside turns, the innermost.
    acting: Option<CombatantId>,
    /// Those whose turns are interrupted by the current one, the outermost first.
    interrupted: Vec<CombatantId>,
    /// Secret declarations not shown yet, by id.
    declared: Vec<Declaration>,
    /// The sides that people play; the computer plays the others. A ruleset may treat them differently.
    people: Teams,
    /// How much is left of damaged features.
    #[serde(default)]
    wear: Wear,
    /// The goals that win the battle.
    goals: Vec<Goal>,
    /// `None` while the battle goes on; then the winner, or `Some(None)` for a draw.
    #[serde(with = "crate::rules::state::nested")]
    over: Option<Option<Team>>,
    ;
    /// The sides that have conceded; they leave the field.
    #[serde(default)]
    conceded: Teams,
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

    /// The same battle in a state read from a file, as JSON.
    ///
    /// # Errors
    /// The reason, in words, if that is not a state of this battle: see [`Battle::in_state`]. All references are
    /// checked, including those in pending steps and questions.
    pub fn read_state(&self, json: &str) -> Result<Self, String> {
        let read = || serde_json::from_str(json);
        let state = read_within(self.rows().len(), self.item_rows().len(), read);
        self.in_state(state.map_err(|error| error.to_string())?)
    }

    /// The same battle in another state.
    ///
    /// # Errors
    /// The reason, in words, if that is not a state of this battle: it has other fighters, other items or another
    /// board, or it refers to somebody or something that does not exist.
    pub fn in_state(&self, state: BattleState) -> Result<Self, String> {
        let (scene, combatants, items, agenda) = state.apart(&self.scene.field);
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
