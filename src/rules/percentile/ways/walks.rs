//! Where movements can end, and the ways there. PCT-GRID, PCT-MOVE-01.

use std::{
    ops::Deref,
    sync::{Arc, OnceLock},
};

use super::{
    maps::{bare_map, ground_of, is_like_land, shared_map},
    notice::Watch,
};
use crate::{
    geometry::{Footprint, Square, StepMap},
    rules::{
        Battle, CombatantId, Course, Ends, Reachable, Refusal, Route, Ways, ground,
        percentile::{
            bonds::{self, feet, mount_of},
            catalogue as ids,
            menu::Gait,
        },
    },
};

/// Where the steps of a body with so many squares a side would meet an enemy, and the bodies that leave no room for it,
/// PCT-GRID-05.
fn in_the_way(battle: &Battle, who: CombatantId, side: u8) -> (Vec<Square>, Vec<Footprint>) {
    let (team, mount) = (battle.combatant(who).team, mount_of(battle, who));
    let is_paired = |one: CombatantId| mount == Some(one) || mount_of(battle, one) == Some(who);
    let many = battle.rows().len();
    let (mut closed, mut bodies) = (Vec::with_capacity(many), Vec::with_capacity(many));
    for one in battle.combatants().filter(|one| one.fights() && one.id != who) {
        if one.team != team {
            closed.extend(one.footprint().met_by(side));
        }
        if !is_paired(one.id) {
            bodies.push(one.footprint());
        }
    }
    (closed, bodies)
}

/// Whether a movement may end with the body there, PCT-GRID-05.
pub fn may_stand(battle: &Battle, who: CombatantId, anchor: Square) -> bool {
    let body = feet(battle, who).placement.at(anchor).0;
    let leaves_room = |other: CombatantId| other == who || bonds::are_pair(battle, other, who);
    ground::has_room(battle, body, leaves_room)
}

/// The part of a way up to the last square where the body may stand; `None` if that is where it began.
pub fn standing_room(battle: &Battle, who: CombatantId, way: &[Square]) -> Vec<Square> {
    let count = way.iter().rposition(|square| may_stand(battle, who, *square)).map_or(0, |step| step + 1);
    way[..count].to_vec()
}

/// Squares that a walk reaches, roughly.
const MANY: usize = 128;

/// Where a gait leads, worked out once for all questions about it.
pub struct Walks {
    all: ground::Walks,
    ends: OnceLock<Vec<Reachable>>,
    /// Base rate in half metres.
    pub base: u16,
    /// Full rate in half metres.
    pub full: u16,
}

impl Deref for Walks {
    type Target = ground::Walks;

    fn deref(&self) -> &ground::Walks {
        &self.all
    }
}

impl Walks {
    /// Of a gait from where somebody stands, PCT-GRID-05.
    pub fn of(battle: &Battle, who: CombatantId, gait: Gait) -> Arc<Self> {
        battle.keep(who, gait as u32, || {
            let one = feet(battle, who);
            let (base, full) = gait.rates(one);
            let body = one.footprint();
            let bare = shared_map(&battle.scene.field, ground_of(gait), body.side);
            let (closed, bodies) = in_the_way(battle, who, body.side);
            let all = ground::Walks::new(bare, closed, body, full, bodies);
            Self { all, ends: OnceLock::new(), base, full }
        })
    }

    /// Whether another gait leads nowhere else, as far as can be told without trying.
    pub fn cover(&self, battle: &Battle, who: CombatantId, gait: Gait) -> bool {
        let one = feet(battle, who);
        let full = gait.rates(one).1;
        let from = (self.start, one.footprint().side);
        full <= self.full && is_like_land(&battle.scene.field, ground_of(gait), from, full)
    }

    /// The squares where the movement can end.
    pub fn ends(self: &Arc<Self>) -> Ways {
        Ways::of(Arc::clone(self))
    }

    /// Those of some squares where a movement may end.
    pub fn ends_among(&self, costs: impl Iterator<Item = (Square, u16)>) -> Vec<Reachable> {
        ends(&self.all, costs, self.base)
    }
}

impl Ends for Walks {
    fn list(&self) -> &[Reachable] {
        self.ends.get_or_init(|| ends(&self.all, self.all.flood().reached(), self.base))
    }

    fn leads_nowhere(&self) -> bool {
        !self.all.surely_leads() && self.list().is_empty()
    }
}

fn ends(walks: &ground::Walks, costs: impl Iterator<Item = (Square, u16)>, base: u16) -> Vec<Reachable> {
    let mut ends = Vec::with_capacity(MANY);
    ends.extend(walks.free(costs).map(|(square, cost)| Reachable { square, cost, base: cost <= base }));
    ends
}

/// The way to a square that provokes the fewest attacks, and the shortest of those.
pub fn route(battle: &Battle, who: CombatantId, gait: Gait, to: Square) -> Option<Route> {
    if !may_stand(battle, who, to) {
        return None;
    }
    let walks = Walks::of(battle, who, gait);
    if to == walks.start {
        return None;
    }
    let watch = Watch::of(battle, who);
    // The shortest way of all is the best one if it provokes nobody, and is found far sooner.
    let shortest = walks.flood().path_to(walks.map(), to)?;
    let squares = if watch.lets_pass(battle, who, &shortest) {
        shortest
    } else {
        watch.careful_way(battle, who, (gait, &walks), to)?
    };
    // The route names the start too; a way begins with the first step.
    let squares: Vec<Square> = squares.into_iter().skip(1).collect();
    let cost = cost_of(walks.map(), walks.start, &squares)?;
    Some(Route { squares, cost, base: cost <= walks.base, words: words(gait, cost <= walks.base) })
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
        cost = u16::saturating_add(cost, map.step(at, at.direction_to(*square)?)?.into());
        at = *square;
    }
    Some(cost)
}

/// The cost of a way drawn by hand.
///
/// # Errors
/// The rule that forbids it.
pub fn way(battle: &Battle, who: CombatantId, gait: Gait, squares: &[Square]) -> Result<Route, Refusal> {
    let walks = Walks::of(battle, who, gait);
    let route = walks.course(Course::Along(squares)).map_err(|why| {
        let bare = || bare_map(&battle.scene.field, ground_of(gait), feet(battle, who).footprint().side);
        match why {
            ground::NoWalk::Nowhere => Refusal::new(ids::MOVE_01, "No steps"),
            ground::NoWalk::Blocked if cost_of(bare(), walks.start, squares).is_some() => {
                Refusal::new(ids::GRID_05, "An enemy stands in the way")
            }
            ground::NoWalk::Blocked | ground::NoWalk::NoWay => Refusal::new(ids::GRID_04, "A step is blocked"),
            ground::NoWalk::TooFar => Refusal::new(ids::MOVE_01, "Beyond the full rate"),
            ground::NoWalk::Taken => Refusal::new(ids::GRID_05, "Somebody stands there"),
        }
    })?;
    let base = route.cost <= walks.base;
    Ok(Route { base, words: words(gait, base), ..route })
}
