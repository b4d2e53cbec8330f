//! Which steps provoke whom. PCT-REA-02.

use crate::{
    geometry::{Footprint, Square, euclidean_squared},
    rules::{
        Battle, CombatantId, Provocation, StandingOrder,
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

/// The enemies who have a reaction, threaten at all and have not ordered to let everything pass, in initiative order,
/// PCT-REA-03. Whom a step provokes has the mover within reach.
pub fn watchers(battle: &Battle, mover: CombatantId) -> Vec<Watcher> {
    let asks = |who| battle.combatant(who).orders.of(REACTION) != StandingOrder::Never;
    battle
        .scene
        .order
        .iter()
        .filter(|who| {
            let one = battle.combatant(**who);
            one.team != battle.combatant(mover).team
                && one.aware.of(mover)
                && has_reaction(battle, **who)
                && asks(**who)
        })
        .filter_map(|who| reach::threat_range(battle, *who).map(|range| Watcher { who: *who, range }))
        .collect()
}

/// Whether a step of `mover` provokes the watcher, PCT-REA-02: threatened in the square left, and not nearer after.
pub fn provokes(battle: &Battle, mover: CombatantId, watcher: &Watcher, from: Square, to: Square) -> bool {
    let body = mounts::feet(battle, mover).placement;
    let watching = battle.combatant(watcher.who).footprint();
    let (left, entered) = (body.at(from).0, body.at(to).0);
    if reach::distance(watching, left) > watcher.range {
        return false;
    }
    let leaves = if settings::only_leaving_provokes(battle) {
        reach::distance(watching, entered) > watcher.range
    } else {
        between_centres(watching, entered) >= between_centres(watching, left)
    };
    leaves && reach::threatens_at(battle, watcher.who, watcher.range, (left, battle.combatant(mover).posture), mover)
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
    let watchers = watchers(battle, who);
    let mut found = Vec::new();
    let mut from = battle.combatant(who).placement.anchor();
    for (step, to) in squares.iter().enumerate() {
        for watcher in &watchers {
            if provokes(battle, who, watcher, from, *to) {
                let decision = question(watcher.who, Prompt::React(Event::Leaves(who, *to)));
                found.push(Provocation { step, by: watcher.who, rule: ids::REA_02, decision });
            }
        }
        from = *to;
    }
    found
}
