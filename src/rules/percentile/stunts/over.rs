//! Where vaults and diving rolls lead: over one low obstacle. PCT-STU-02, PCT-STU-03.

use std::sync::{Arc, OnceLock};

use crate::{
    geometry::{Flood, Square},
    rules::{
        Ends,
        percentile::{
            bonds::feet,
            ways::{self, Hurdle, Walks},
        },
        prelude::*,
    },
};

/// The squares beyond one low obstacle.
pub struct Beyond {
    /// The cost to every square beyond an obstacle.
    pub flood: Flood,
    /// Each obstacle that can be cleared, with the cost up to there.
    across: Vec<(Hurdle, u16)>,
}

impl Beyond {
    fn reachable(&self, walks: &Walks) -> Vec<Reachable> {
        walks.ends_among(self.flood.reached())
    }

    /// The shortest way to a square over one obstacle, from the start to the square itself.
    pub fn path_to(&self, walks: &Walks, to: Square) -> Option<Vec<Square>> {
        let beyond = self.flood.path_to(walks.map(), to)?;
        let landing = *beyond.first()?;
        let cost = self.flood.cost(landing)?;
        let cleared = |(hurdle, by_then): &&(Hurdle, u16)| hurdle.to() == landing && *by_then == cost;
        let (hurdle, _) = self.across.iter().find(cleared)?;
        let mut path = walks.path_to(hurdle.from)?;
        path.extend(hurdle.squares());
        path.extend(beyond.into_iter().skip(1));
        Some(path)
    }
}

/// The low obstacles near enough to vault; where they lead is worked out on first use.
pub struct Over {
    walks: Arc<Walks>,
    field: Arc<Battlefield>,
    side: u8,
    beyond: OnceLock<Option<Beyond>>,
    ends: OnceLock<Vec<Reachable>>,
}

impl Over {
    /// The obstacles near `who`, cached until something changes; `None` if no obstacle is near enough.
    pub fn of(battle: &Battle, who: CombatantId, walks: &Arc<Walks>) -> Option<Arc<Self>> {
        let find = || {
            let side = feet(battle, who).footprint().side;
            let field = &battle.scene.field;
            let mut hurdles = ways::hurdles(field, side).iter();
            hurdles.any(|hurdle| is_near(walks, hurdle)).then(|| {
                let (beyond, ends) = (OnceLock::new(), OnceLock::new());
                Arc::new(Self { walks: Arc::clone(walks), field: Arc::clone(field), side, beyond, ends })
            })
        };
        Option::clone(&battle.keep(who, 0, find))
    }

    /// Each crossing of an obstacle where no enemy stands.
    fn across(&self) -> impl Iterator<Item = &Hurdle> {
        let is_open = |hurdle: &&Hurdle| !hurdle.squares().any(|square| self.walks.is_closed(square));
        ways::hurdles(&self.field, self.side).iter().filter(is_open)
    }

    /// Where the obstacles lead; `None` if no walk reaches one.
    pub fn beyond(&self) -> Option<&Beyond> {
        let made = self.beyond.get_or_init(|| {
            let walks = &self.walks;
            let across = self.across().filter_map(|hurdle| {
                let cost = walks.flood().cost(hurdle.from)? + hurdle.cost;
                (cost <= walks.full).then_some((*hurdle, cost))
            });
            let across: Vec<(Hurdle, u16)> = across.collect();
            (!across.is_empty()).then(|| {
                let mut flood = Flood::new();
                let mut starts: Vec<(Square, u16)> = across.iter().map(|(hurdle, cost)| (hurdle.to(), *cost)).collect();
                flood.run_from(walks.map(), &mut starts, walks.full);
                Beyond { flood, across }
            })
        });
        made.as_ref()
    }

    /// Whether a plain walk to some obstacle leads over it to a free square.
    fn surely_leads(&self) -> bool {
        let walks = &self.walks;
        let fits = |hurdle: &Hurdle| {
            is_near(walks, hurdle) && walks.plain_cost(hurdle.from).is_some_and(|cost| cost + hurdle.cost <= walks.full)
        };
        self.across().any(|hurdle| fits(hurdle) && walks.has_nobody(hurdle.to()))
    }

    /// Where vaults lead.
    pub fn ways(self: Arc<Self>) -> Ways {
        Ways::of(self)
    }
}

impl Ends for Over {
    fn list(&self) -> &[Reachable] {
        let find = || self.beyond().map(|beyond| beyond.reachable(&self.walks)).unwrap_or_default();
        self.ends.get_or_init(find)
    }

    fn leads_nowhere(&self) -> bool {
        (self.ends.get().is_some() || !self.surely_leads()) && self.list().is_empty()
    }
}

/// Whether an obstacle may lie within the full rate: no step costs less than 1 m, no diagonal one less than 1.5 m.
fn is_near(walks: &Walks, hurdle: &Hurdle) -> bool {
    let from = hurdle.from;
    let away = |from: i16, to: i16| i32::from(from).abs_diff(to.into());
    let (x, y) = (away(from.x, walks.start.x), away(from.y, walks.start.y));
    2 * x.max(y) + x.min(y) + u32::from(hurdle.cost) <= u32::from(walks.full)
}

/// Where diving rolls lead: wherever the combatant can walk, and over an obstacle.
pub fn dives(ways: &Ways, over: &Option<Ways>) -> Ways {
    let Some(over) = over.clone() else { return ways.clone() };
    let (plain, known) = (ways.clone(), ways.clone());
    Ways::later(move || either(&plain, &over), move || !known.lead_nowhere())
}

/// All squares that can be reached by walking over at most one low obstacle.
fn either(ways: &[Reachable], over: &[Reachable]) -> Vec<Reachable> {
    // Both lists are sorted row by row.
    let row_by_row = |way: &Reachable| (way.square.y, way.square.x);
    let mut all: Vec<Reachable> = Vec::with_capacity(ways.len() + over.len());
    let (mut ways, mut over) = (ways.iter().peekable(), over.iter().peekable());
    while let Some(way) = match (ways.peek(), over.peek()) {
        (Some(way), Some(other)) if row_by_row(way) > row_by_row(other) => over.next(),
        (Some(way), Some(other)) if row_by_row(way) == row_by_row(other) => {
            let (way, other) = (ways.next(), over.next());
            if way.map(|way| way.cost) <= other.map(|way| way.cost) { way } else { other }
        }
        (Some(_), _) => ways.next(),
        (None, _) => over.next(),
    } {
        all.push(*way);
    }
    all
}
