//! Where a movement can end, and the way there. PCT-GRID, PCT-MOVE-01.

use super::{
    Gait,
    ground::{bare_map, ground, map},
    provokes, watchers,
};
use crate::{
    geometry::{Flood, Footprint, Square, StepMap, route_avoiding},
    rules::{
        Battle, Combatant, CombatantId, Reachable, Refusal, Route,
        percentile::{ids, mounts},
    },
};

/// The bodies in the fight that leave no room for another, PCT-GRID-05.
pub fn in_the_way(battle: &Battle, who: CombatantId) -> Vec<Footprint> {
    let others = battle.combatants.iter().filter(|one| one.id != who && one.fights());
    others.filter(|one| !mounts::are_pair(battle, one.id, who)).map(Combatant::footprint).collect()
}

/// Whether a movement may end with the body there, PCT-GRID-05.
pub fn may_stand(battle: &Battle, who: CombatantId, anchor: Square) -> bool {
    let body = mounts::feet(battle, who).placement.at(anchor).0;
    in_the_way(battle, who).into_iter().all(|other| other.gap(body) != (0, 0))
}

/// The part of a way up to the last square where the body may stand; nothing if that is where it began.
pub fn standing_room(battle: &Battle, who: CombatantId, way: &[Square]) -> Vec<Square> {
    let count = way.iter().rposition(|square| may_stand(battle, who, *square)).map_or(0, |step| step + 1);
    way[..count].to_vec()
}

/// The squares where a movement of this kind can end.
pub fn reachable(battle: &Battle, who: CombatantId, gait: Gait) -> Vec<Reachable> {
    let one = mounts::feet(battle, who);
    let (base, full) = gait.rates(one);
    let start = one.placement.anchor();
    let mut flood = Flood::new();
    flood.run(&map(battle, who, ground(gait)), start, full);
    let others = in_the_way(battle, who);
    let body = one.placement;
    let free = |square: Square| others.iter().all(|other| other.gap(body.at(square).0) != (0, 0));
    flood
        .reached()
        .filter(|(square, _)| *square != start && free(*square))
        .map(|(square, cost)| Reachable { square, cost, base: cost <= base })
        .collect()
}

/// The way to a square that provokes least and is shortest among those.
pub fn route(battle: &Battle, who: CombatantId, gait: Gait, to: Square) -> Option<Route> {
    let one = mounts::feet(battle, who);
    let (base, full) = gait.rates(one);
    let start = one.placement.anchor();
    if to == start || !may_stand(battle, who, to) {
        return None;
    }
    let watchers = watchers(battle, who);
    let penalty = |from: Square, next: Square| {
        watchers.iter().filter(|watcher| provokes(battle, who, watcher, from, next)).count() as u32
    };
    let map = map(battle, who, ground(gait));
    let found = route_avoiding(&map, start, to, full, penalty)?;
    // The route names the start too; a way begins with the first step.
    let (squares, cost) = (found.squares.into_iter().skip(1).collect(), found.cost as u16);
    Some(Route { squares, cost, base: cost <= base, words: words(gait, cost <= base) })
}

const fn words(gait: Gait, base: bool) -> &'static str {
    match gait {
        Gait::Walk if base => "walk",
        Gait::Walk => "run",
        Gait::Creep => "crouched",
        Gait::Crawl => "crawl",
        Gait::Swim => "swim",
        Gait::Climb => "climb",
    }
}

pub fn cost_of(map: &StepMap, start: Square, squares: &[Square]) -> Option<u16> {
    let mut at = start;
    let mut cost = 0;
    for square in squares {
        cost += u16::from(map.step(at, at.direction_to(*square)?)?);
        at = *square;
    }
    Some(cost)
}

/// What a way drawn by hand costs.
///
/// # Errors
/// The rule that forbids it.
pub fn way(battle: &Battle, who: CombatantId, gait: Gait, squares: &[Square]) -> Result<Route, Refusal> {
    let one = mounts::feet(battle, who);
    let (base, full) = gait.rates(one);
    let start = one.placement.anchor();
    let cost = cost_of(&map(battle, who, ground(gait)), start, squares).ok_or_else(|| {
        let bare = bare_map(&battle.scene.field, ground(gait), one.footprint().side);
        match cost_of(bare, start, squares) {
            Some(_) => Refusal::new(ids::GRID_05, "An enemy stands in the way"),
            None => Refusal::new(ids::GRID_04, "A step is blocked"),
        }
    })?;
    let last = *squares.last().ok_or_else(|| Refusal::new(ids::MOVE_01, "No step at all"))?;
    if cost > full {
        return Err(Refusal::new(ids::MOVE_01, "Farther than the full rate"));
    }
    if !may_stand(battle, who, last) {
        return Err(Refusal::new(ids::GRID_05, "Somebody stands there"));
    }
    Ok(Route { squares: squares.to_vec(), cost, base: cost <= base, words: words(gait, cost <= base) })
}
