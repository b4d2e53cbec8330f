//! What enemies could do to a combatant who stands in a square.

use super::{Reading, Strike, any_of, striker::Striker, sum_of};
use crate::rules::{Battle, CombatantId, CombatantSet, Placement};

/// The enemies, each in a turn of its own.
#[derive(Clone)]
pub(super) struct Danger {
    enemies: Vec<Striker>,
    who: CombatantId,
    /// Whether they may walk first.
    moves: bool,
}

impl Danger {
    /// What the enemy `from` could do, or all enemies who fight and know of `who`.
    pub(super) fn new(battle: &Battle, who: CombatantId, from: Option<CombatantId>, moves: bool) -> Self {
        let rules = battle.ruleset.rules();
        let counts = |enemy: CombatantId| match from {
            Some(from) => from == enemy,
            None => {
                let enemy = battle.combatant(enemy);
                enemy.fights() && enemy.aware.of(who) && rules.takes_turns(enemy)
            }
        };
        let enemies = battle.enemies(who).map(|enemy| enemy.id).filter(|enemy| counts(*enemy));
        Self { enemies: enemies.map(|enemy| Striker::new(battle, enemy, who)).collect(), who, moves }
    }

    pub(super) fn strikers(&self) -> impl Iterator<Item = &Striker> {
        self.enemies.iter()
    }

    /// What they could do there, and who could.
    pub(super) fn at(&mut self, there: Placement) -> (Reading, CombatantSet) {
        let (who, moves) = (self.who, self.moves);
        let mut by = CombatantSet::default();
        let mut refusal = None;
        let mut strikes: Vec<Strike> = Vec::new();
        for enemy in &mut self.enemies {
            enemy.put(who, there);
            match if moves { enemy.best_moved() } else { enemy.best() } {
                Ok(strike) => {
                    strikes.push(strike);
                    by = by.with(enemy.by());
                }
                Err(why) => refusal = refusal.or(why),
            }
        }
        let reading = Reading::Danger {
            hits: any_of(strikes.iter().map(|strike| strike.hits)),
            mean: sum_of(strikes.iter().map(|strike| strike.mean)),
            count: strikes.len() as u16,
        }
        .unless_none(refusal);
        (reading, by)
    }
}
