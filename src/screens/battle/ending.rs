//! The end of a battle: who has won, why, and what became of everybody.

use std::path::Path;

use bevy::prelude::World;

use super::{BattleScreen, Leave, tally::attack_tally};
use crate::{
    arena::Arena as _,
    board::{self, token_look},
    levels::{Recording, Roster},
    panels::battle::model::{ResultModel, ResultRow},
    rules::{Aim, Team},
    screens::app,
    seats::{Game, Seat, Watching},
};

impl BattleScreen {
    /// The end of the battle, once it has been shown: by then everybody is as they are, hidden or not.
    pub(super) fn result(&self, world: &World) -> Option<ResultModel> {
        if self.stage.is_busy() || self.watching.is_some() || self.result_closed {
            return None;
        }
        let battle = self.battle();
        let winner = battle.scene.over?;
        let journal = world.journal();
        let rules = battle.ruleset.rules();
        let rows = battle.combatants().map(|one| {
            let card = rules.card(battle, one.id);
            let attack_tally = attack_tally(journal, one.id);
            let state = match (card.out, card.bars.first()) {
                ("", Some(bar)) => format!("{} of {}", bar.now, bar.full),
                (out, _) => out.to_string(),
            };
            ResultRow {
                name: one.identity.name.to_string(),
                look: token_look(battle, one.id, &card),
                team: one.team,
                hits: (attack_tally.landed, attack_tally.blows),
                dealt: attack_tally.dealt,
                taken: attack_tally.taken,
                state,
            }
        });
        // As the goals count: a mount without its rider keeps nobody in the fight.
        let is_left =
            |team: &Team| battle.combatants().any(|one| one.team == *team && one.fights() && rules.takes_turns(one));
        let left = battle.teams().filter(is_left);
        let goal =
            winner.and_then(|team| battle.scene.goals.iter().find(|goal| goal.team == team && goal.aim != Aim::Defeat));
        let why = match (winner, left.count(), goal) {
            (None, 0, _) => "Nobody is left in the fight".into(),
            (None, ..) => "Nobody has won within the rounds of this level".into(),
            (Some(_), 0 | 1, _) | (_, _, None) => "Every enemy is out of the fight".into(),
            (_, _, Some(goal)) => goal.words(),
        };
        let mut own = battle.teams().filter(|team| self.game.seat(*team) == Seat::Person);
        let own = own.next().filter(|_| own.next().is_none());
        Some(ResultModel {
            winner,
            own,
            why,
            rounds: battle.scene.round,
            seed: self.game.header.seed.to_string(),
            rows: rows.collect(),
            recorded: self.game.recording().is_some(),
        })
    }

    /// The same battle once more, with these dice.
    pub(super) fn again(&mut self, seed: u64, world: &mut World) -> Option<Leave> {
        let header = &self.game.header;
        let mut seats = [Seat::default(); Team::MOST];
        for (seat, word) in seats.iter_mut().zip(&header.seats) {
            *seat = Seat::of(word).unwrap_or_default();
        }
        let settings = header.settings.clone();
        match Game::new(world, &header.level, Roster::builtin(), header.ruleset, settings, seed, seats) {
            Ok(mut game) => {
                app::record(world, &mut game);
                Some(Leave::Into(Box::new(game)))
            }
            Err(faults) => {
                self.say(faults.to_string(), None);
                None
            }
        }
    }

    /// Shows the battle's own recording from its start.
    pub(super) fn watch(&mut self, world: &mut World) {
        let Some(path) = self.game.recording().map(Path::to_path_buf) else { return };
        let outcome = Recording::load(&path, Roster::builtin())
            .and_then(|recording| Watching::start(world, &recording, Roster::builtin()));
        match outcome {
            Ok(watching) => {
                self.watching = Some(watching);
                board::reset(world);
            }
            Err(faults) => self.say(faults.to_string(), None),
        }
    }
}
