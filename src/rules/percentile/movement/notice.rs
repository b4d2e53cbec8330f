//! Which steps provoke whom. PCT-REA-02.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use super::{Gait, Walks};
use crate::{
    geometry::{Direction, Flood, Footprint, Square, StepMap, euclidean_squared},
    rules::{
        Battle, CombatantId, CombatantSet, Provocation, StandingOrder,
        percentile::{
            conditions::has_reaction,
            ids, mounts, question, reach,
            reactions::REACTION,
            settings,
            step::{Event, Prompt},
        },
    },
};

/// An enemy who could strike at a mover.
#[derive(Clone, Copy, Debug)]
pub struct Watcher {
    /// Who.
    pub who: CombatantId,
    /// How far, in metres.
    pub range: u16,
}

/// The enemies who could strike at a mover, with what is known about his steps: worked out when first asked for and kept
/// until something changes.
pub struct Watch {
    /// Who had not ordered to let everything pass.
    asks: CombatantSet,
    /// In initiative order, PCT-REA-03.
    watchers: Vec<Watcher>,
    risks: OnceLock<FxHashMap<Square, [u8; 8]>>,
    /// By gait.
    quiet: [OnceLock<Quiet>; Gait::ALL.len()],
}

/// Everywhere that a gait leads without provoking anybody.
pub struct Quiet {
    map: StepMap,
    /// What it costs to get there.
    pub flood: Flood,
}

impl Watch {
    /// The enemies who have a reaction, threaten at all and have not ordered to let everything pass. Whom a step
    /// provokes has the mover within reach.
    pub fn of(battle: &Battle, mover: CombatantId) -> Arc<Self> {
        let order = battle.scene.order.iter().copied();
        let asks = order.filter(|who| battle.combatant(*who).orders.of(REACTION) != StandingOrder::Never).collect();
        let make = || Self {
            asks,
            watchers: watchers(battle, mover, asks),
            risks: OnceLock::new(),
            quiet: [const { OnceLock::new() }; Gait::ALL.len()],
        };
        let kept = battle.keep(mover, 0, make);
        // Orders change without anything else.
        if kept.asks == asks { kept } else { Arc::new(make()) }
    }

    /// Whether a way, from where it begins, provokes nobody.
    pub fn lets_pass(&self, battle: &Battle, who: CombatantId, way: &[Square]) -> bool {
        let provokes = |pair: &[Square]| self.watchers.iter().any(|one| provokes(battle, who, one, pair[0], pair[1]));
        self.watchers.is_empty() || !way.windows(2).any(provokes)
    }

    /// How many attacks a step provokes.
    pub fn risk(&self, battle: &Battle, who: CombatantId, from: Square, direction: Direction) -> u32 {
        let all = self.risks.get_or_init(|| risks(battle, who, &self.watchers));
        all.get(&from).map_or(0, |risks| risks[direction as usize].into())
    }

    /// Everywhere that a gait leads without provoking anybody; `walks` is where it leads at all.
    pub fn quiet(&self, battle: &Battle, who: CombatantId, gait: Gait, walks: &Walks) -> &Quiet {
        self.quiet[gait as usize].get_or_init(|| {
            let mut map = walks.map().clone();
            for (from, _) in walks.flood().reached() {
                for direction in Direction::ALL {
                    if map.step(from, direction).is_some() && self.risk(battle, who, from, direction) > 0 {
                        map.set(from, direction, None);
                    }
                }
            }
            let mut flood = Flood::new();
            flood.run(&map, walks.start, walks.full);
            Quiet { map, flood }
        })
    }
}

impl Quiet {
    /// The shortest way to a square, from where it begins.
    pub fn path_to(&self, to: Square) -> Option<Vec<Square>> {
        self.flood.path_to(&self.map, to)
    }
}

fn watchers(battle: &Battle, mover: CombatantId, asks: CombatantSet) -> Vec<Watcher> {
    let team = battle.combatant(mover).team;
    let watches = |who: &CombatantId| {
        let one = battle.combatant(*who);
        one.team != team && one.aware.of(mover) && has_reaction(battle, *who) && asks.contains(*who)
    };
    let ranged = |who| reach::threat_range(battle, who).map(|range| Watcher { who, range });
    battle.scene.order.iter().copied().filter(watches).filter_map(ranged).collect()
}

/// How many attacks each step provokes, by the square it leaves and its direction; squares out of everybody's reach are
/// left out.
fn risks(battle: &Battle, mover: CombatantId, watchers: &[Watcher]) -> FxHashMap<Square, [u8; 8]> {
    let mut all: FxHashMap<Square, [u8; 8]> = FxHashMap::default();
    let body = mounts::feet(battle, mover).placement;
    let extent = battle.scene.field.extent();
    for watcher in watchers {
        let far = watcher.range as i16;
        let watching = battle.combatant(watcher.who).footprint();
        let around = Footprint {
            anchor: Square::new(watching.anchor.x - far, watching.anchor.y - far),
            side: watching.side + 2 * watcher.range as u8,
        };
        let is_on_board = |from: &Square| body.at(*from).0.squares().all(|square| extent.contains(square));
        for from in around.met_by(body.0.side).filter(is_on_board) {
            if !threatened(battle, mover, watcher, from) {
                continue;
            }
            let risks = all.entry(from).or_default();
            for direction in Direction::ALL {
                risks[direction as usize] += u8::from(leaves(battle, mover, watcher, from, from.step(direction)));
            }
        }
    }
    all
}

/// Whether a step of `mover` provokes the watcher, PCT-REA-02: threatened in the square left, and not nearer after.
pub fn provokes(battle: &Battle, mover: CombatantId, watcher: &Watcher, from: Square, to: Square) -> bool {
    let left = mounts::feet(battle, mover).placement.at(from).0;
    reach::distance(battle.combatant(watcher.who).footprint(), left) <= watcher.range
        && leaves(battle, mover, watcher, from, to)
        && threatened(battle, mover, watcher, from)
}

/// Whether the watcher threatens the mover in a square.
fn threatened(battle: &Battle, mover: CombatantId, watcher: &Watcher, at: Square) -> bool {
    let body = (mounts::feet(battle, mover).placement.at(at).0, battle.combatant(mover).posture);
    reach::threatens_at(battle, watcher.who, watcher.range, body, mover)
}

/// Whether a step leads away from the watcher, or at least not nearer.
fn leaves(battle: &Battle, mover: CombatantId, watcher: &Watcher, from: Square, to: Square) -> bool {
    let body = mounts::feet(battle, mover).placement;
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

/// The steps of a way that provoke.
pub fn provocations(battle: &Battle, who: CombatantId, squares: &[Square]) -> Vec<Provocation> {
    let watch = Watch::of(battle, who);
    let mut found = Vec::new();
    let mut from = battle.combatant(who).placement.anchor();
    for (step, to) in squares.iter().enumerate() {
        for watcher in &watch.watchers {
            if provokes(battle, who, watcher, from, *to) {
                let decision = question(watcher.who, Prompt::React(Event::Leaves(who, *to)));
                found.push(Provocation { step, by: watcher.who, rule: ids::REA_02, decision });
            }
        }
        from = *to;
    }
    found
}
