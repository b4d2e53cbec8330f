//! Which steps provoke whom. PCT-REA-02.

use std::sync::{Arc, OnceLock};

use super::walks::Walks;
use crate::{
    geometry::{Avoiding, Direction, Footprint, Square, euclidean_squared, penalties_from},
    rules::{
        StandingOrder,
        percentile::{
            bonds::feet,
            conditions::{REACTIONS, has_reaction},
            menu::Gait,
            reach, settings,
        },
        prelude::*,
    },
};

/// An enemy who could strike at a mover.
#[derive(Clone, Copy, Debug)]
pub struct Watcher {
    /// Who.
    pub who: CombatantId,
    /// The range it threatens, in metres.
    pub range: u16,
}

/// The enemies who could strike at a mover, and a cache of which of the mover's steps provoke them: worked out on first
/// use and kept until something changes.
pub struct Watch {
    /// Who has no standing order to let everything pass.
    asks: CombatantSet,
    /// The watchers in initiative order, PCT-REA-03.
    pub watchers: Vec<Watcher>,
    risks: OnceLock<Vec<(Square, [u8; 8])>>,
    /// By gait, the paths that provoke the fewest attacks.
    careful: [OnceLock<Avoiding>; Gait::ALL.len()],
}

impl Watch {
    /// The enemies who have a reaction, threaten at all and have no standing order to let everything pass. Only a
    /// watcher with the mover in reach can be provoked.
    pub fn of(battle: &Battle, mover: CombatantId) -> Arc<Self> {
        let order = battle.scene.order.iter().copied();
        let asks = order.filter(|who| battle.combatant(*who).orders.of(REACTIONS) != StandingOrder::Never).collect();
        let make = || Self {
            asks,
            watchers: watchers(battle, mover, asks),
            risks: OnceLock::new(),
            careful: [const { OnceLock::new() }; Gait::ALL.len()],
        };
        let kept = battle.keep(mover, 0, make);
        // Standing orders can change while everything else stays the same.
        if kept.asks == asks { kept } else { Arc::new(make()) }
    }

    /// Whether a path, its start included, provokes nobody.
    pub fn lets_pass(&self, battle: &Battle, who: CombatantId, way: &[Square]) -> bool {
        let provokes =
            |pair: &[Square]| self.watchers.iter().any(|watcher| provokes(battle, who, watcher, pair[0], pair[1]));
        self.watchers.is_empty() || !way.windows(2).any(provokes)
    }

    /// How many attacks each step provokes: the squares that provoking steps leave, in order, with counts by direction.
    fn risks(&self, battle: &Battle, who: CombatantId) -> &[(Square, [u8; 8])] {
        self.risks.get_or_init(|| risks(battle, who, &self.watchers))
    }

    /// How many attacks the steps out of a square provoke, by direction.
    pub fn risks_from(&self, battle: &Battle, who: CombatantId, from: Square) -> [u8; 8] {
        penalties_from(self.risks(battle, who), from)
    }

    /// The paths of a gait that provoke the fewest attacks; `walks` is where the gait leads at all.
    fn careful(&self, battle: &Battle, who: CombatantId, gait: Gait, walks: &Walks) -> &Avoiding {
        self.careful[gait as usize].get_or_init(|| walks.avoiding(self.risks(battle, who)))
    }

    /// Whether a gait leads to a square without provoking anybody.
    pub fn leads_quietly(&self, battle: &Battle, who: CombatantId, (gait, walks): (Gait, &Walks), to: Square) -> bool {
        self.careful(battle, who, gait, walks).is_free(to)
    }

    /// The path of a gait to a square that provokes the fewest attacks, and of those the cheapest; it includes the
    /// start.
    pub fn careful_way(
        &self,
        battle: &Battle,
        who: CombatantId,
        (gait, walks): (Gait, &Walks),
        to: Square,
    ) -> Option<Vec<Square>> {
        walks.careful_path_to(self.careful(battle, who, gait, walks), self.risks(battle, who), to)
    }
}

fn watchers(battle: &Battle, mover: CombatantId, asks: CombatantSet) -> Vec<Watcher> {
    let team = battle.combatant(mover).team;
    let watches = |who: &CombatantId| {
        let watcher = battle.combatant(*who);
        watcher.team != team && watcher.aware.of(mover) && has_reaction(battle, *who) && asks.contains(*who)
    };
    let ranged = |who| reach::threat_range(battle, who).map(|range| Watcher { who, range });
    battle.scene.order.iter().copied().filter(watches).filter_map(ranged).collect()
}

/// How many attacks each step provokes: the squares that provoking steps leave, in order, with counts by direction.
fn risks(battle: &Battle, mover: CombatantId, watchers: &[Watcher]) -> Vec<(Square, [u8; 8])> {
    let mut all: Vec<(Square, [u8; 8])> = Vec::new();
    let body = feet(battle, mover).placement;
    let extent = battle.scene.field.extent();
    for watcher in watchers {
        let far = watcher.range as i16;
        let watching = battle.combatant(watcher.who).footprint();
        let around = Footprint {
            anchor: Square::new(watching.anchor.x - far, watching.anchor.y - far),
            side: watching.side + 2 * watcher.range as u8,
        };
        let is_on_board = |from: &Square| body.at(*from).0.squares().all(|square| extent.contains(square));
        let held = around.met_by(body.0.side).filter(is_on_board);
        all.extend(held.filter(|from| threatened(battle, mover, watcher, *from)).map(|from| {
            (from, Direction::ALL.map(|to| u8::from(leaves(battle, mover, watcher, from, from.step(to)))))
        }));
    }
    all.sort_unstable_by_key(|(from, _)| *from);
    all.dedup_by(|(from, more), (known, risks)| {
        let same = from == known;
        if same {
            risks.iter_mut().zip(more).for_each(|(risk, more_risk)| *risk += *more_risk);
        }
        same
    });
    all
}

/// Whether a step of `mover` provokes the watcher, PCT-REA-02: threatened in the square left, and not nearer after.
pub fn provokes(battle: &Battle, mover: CombatantId, watcher: &Watcher, from: Square, to: Square) -> bool {
    let left = feet(battle, mover).placement.at(from).0;
    reach::distance(battle.combatant(watcher.who).footprint(), left) <= watcher.range
        && leaves(battle, mover, watcher, from, to)
        && threatened(battle, mover, watcher, from)
}

/// Whether the watcher threatens the mover in a square.
fn threatened(battle: &Battle, mover: CombatantId, watcher: &Watcher, at: Square) -> bool {
    let body = (feet(battle, mover).placement.at(at).0, battle.combatant(mover).posture);
    reach::threatens_at(battle, watcher.who, watcher.range, body, mover)
}

/// Whether a step leads no nearer to the watcher.
fn leaves(battle: &Battle, mover: CombatantId, watcher: &Watcher, from: Square, to: Square) -> bool {
    let body = feet(battle, mover).placement;
    let watching = battle.combatant(watcher.who).footprint();
    let (left, entered) = (body.at(from).0, body.at(to).0);
    if settings::only_leaving_provokes(battle) {
        reach::distance(watching, entered) > watcher.range
    } else {
        between_centres(watching, entered) >= between_centres(watching, left)
    }
}

/// Twice the distance between the centres of two bodies, squared.
fn between_centres(a: Footprint, b: Footprint) -> u64 {
    let centre = |at: i16, side: u8| i32::from(at) * 2 + i32::from(side);
    euclidean_squared(
        centre(a.anchor.x, a.side) - centre(b.anchor.x, b.side),
        centre(a.anchor.y, a.side) - centre(b.anchor.y, b.side),
    )
}
