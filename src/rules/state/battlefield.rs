//! The battlefield that rules read: ground, features on squares and edges, veils. It has no lengths and no numbers of
//! any ruleset.

use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use super::{
    board_maps::{BoardMap, BoardMaps},
    objects::{AtSquares, Explosive, ExplosiveKind, HarmDice},
};
use crate::geometry::{Edge, EdgeSide, Extent, Footprint, Square, SummedArea};

/// The surface of a square. This is only its look; [`Footing`] says how one moves and stands there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Surface {
    /// Cobbles.
    #[default]
    Street,
    /// Indoor planks.
    Wood,
    /// Grass.
    Grass,
    /// Stone slabs.
    Slab,
    /// Bare earth.
    Earth,
    /// Boards over water.
    Bridge,
    /// Water.
    Water,
}

/// How one stands in a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Footing {
    /// Ordinary ground.
    #[default]
    Firm,
    /// Rubble, mud, undergrowth: slow.
    Difficult,
    /// Water to swim in.
    Water,
    /// A trench that hides the legs.
    ShallowTrench,
    /// A trench that hides a standing body.
    DeepTrench,
    /// A hole to fall into.
    Pit,
    /// A void: cannot be entered and does not block lines.
    Void,
}

/// How much of a body a feature hides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Hides {
    /// A post, a young tree.
    Sliver,
    /// Waist high, or half a door.
    Half,
    /// All but a slit.
    Most,
    /// Everything.
    All,
}

/// How high a feature stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Height {
    /// A standing body can look over it.
    Low,
    /// A standing body cannot look over it.
    Tall,
}

/// Whether and how a feature can be passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Passage {
    /// Walk through.
    Open,
    /// Vault or climb over.
    Low,
    /// Climb.
    Climbable,
    /// Not at all.
    Blocked,
}

/// The properties of a feature, for every ruleset to interpret in its own way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Traits {
    /// How much of a body it hides.
    pub hides: Hides,
    /// Whether a missile is stopped by what it hides (foliage only hides).
    pub stops: bool,
    /// Low or tall.
    pub height: Height,
    /// How it can be passed.
    pub passage: Passage,
}

/// An obstacle that fills a square or stands on the edge between two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Feature {
    /// A solid wall.
    Wall,
    /// A wall, counter or solid fence, waist high.
    LowWall,
    /// Rails and posts.
    Fence,
    /// A closed door.
    DoorClosed,
    /// A half-opened door.
    DoorHalf,
    /// An open door.
    DoorOpen,
    /// A lattice one can climb.
    Trellis,
    /// A wall with a slit to shoot through.
    ArrowSlit,
    /// A slim support beam or pillar.
    Pillar,
    /// A young tree.
    Tree,
    /// A bush.
    Bush,
    /// Crates and beams, chest high.
    Barricade,
    /// A table, bench or counter filling a square.
    Table,
    /// A powder keg filling a square; its numbers are those of [`Battlefield::explosive`].
    Keg,
}

impl Feature {
    /// Every kind, in the order of the level legend.
    pub const ALL: [Self; 14] = [
        Self::Wall,
        Self::LowWall,
        Self::Fence,
        Self::DoorClosed,
        Self::DoorHalf,
        Self::DoorOpen,
        Self::Trellis,
        Self::ArrowSlit,
        Self::Pillar,
        Self::Tree,
        Self::Bush,
        Self::Barricade,
        Self::Table,
        Self::Keg,
    ];

    /// Its traits. Even an open door and a bush have some; a ruleset decides what they are worth as cover.
    pub const fn traits(self) -> Traits {
        use Height::{Low, Tall};
        use Hides::{All, Half, Most, Sliver};
        use Passage::{Blocked, Climbable, Open};
        let (hides, stops, height, passage) = match self {
            Self::Wall | Self::DoorClosed => (All, true, Tall, Blocked),
            Self::LowWall | Self::Barricade | Self::Table | Self::Keg => (Half, true, Low, Passage::Low),
            Self::Fence => (Sliver, true, Low, Passage::Low),
            Self::DoorHalf => (Half, true, Tall, Open),
            Self::DoorOpen => (Sliver, false, Tall, Open),
            Self::Trellis => (All, true, Tall, Climbable),
            Self::ArrowSlit => (Most, true, Tall, Blocked),
            Self::Pillar | Self::Tree => (Sliver, true, Tall, Open),
            Self::Bush => (Sliver, false, Low, Open),
        };
        Traits { hides, stops, height, passage }
    }

    /// The name shown to players.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wall => "wall",
            Self::LowWall => "low wall",
            Self::Fence => "fence",
            Self::DoorClosed => "closed door",
            Self::DoorHalf => "half-open door",
            Self::DoorOpen => "open door",
            Self::Trellis => "trellis",
            Self::ArrowSlit => "arrow slit",
            Self::Pillar => "pillar",
            Self::Tree => "young tree",
            Self::Bush => "bush",
            Self::Barricade => "barricade",
            Self::Table => "table",
            Self::Keg => "powder keg",
        }
    }
}

/// Something without a body that dims or blocks sight in a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Veil {
    /// Thick smoke.
    Smoke,
    /// Fog.
    Fog,
    /// Leaves.
    Foliage,
    /// Dim light.
    Dim,
    /// Darkness.
    Dark,
    /// Smoke that can be seen through.
    ThinSmoke,
    /// Mist.
    ThinFog,
    /// A few leaves.
    ThinFoliage,
}

impl Veil {
    /// Every kind.
    pub const ALL: [Self; 8] = [
        Self::Smoke,
        Self::Fog,
        Self::Foliage,
        Self::Dim,
        Self::Dark,
        Self::ThinSmoke,
        Self::ThinFog,
        Self::ThinFoliage,
    ];

    /// Whether it is a thin veil, which hides only a little; rules that only know dense veils ignore it. Dim light does
    /// not count as one.
    pub const fn is_thin(self) -> bool {
        matches!(self, Self::ThinSmoke | Self::ThinFog | Self::ThinFoliage)
    }

    /// The name shown to players.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Smoke => "smoke",
            Self::Fog => "fog",
            Self::Foliage => "foliage",
            Self::Dim => "dim light",
            Self::Dark => "darkness",
            Self::ThinSmoke => "thin smoke",
            Self::ThinFog => "thin fog",
            Self::ThinFoliage => "thin foliage",
        }
    }
}

/// One square of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cell {
    /// What it looks like.
    pub surface: Surface,
    /// The footing.
    pub footing: Footing,
    /// What fills it.
    pub feature: Option<Feature>,
    /// What veils it.
    pub veil: Option<Veil>,
    /// A rope, branch or beam to swing from.
    pub anchor: bool,
    /// Whether there is fire.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fire: bool,
}

impl Cell {
    /// Whether nothing in it keeps bodies out.
    pub fn has_room(&self) -> bool {
        self.feature.is_none_or(|feature| feature.traits().passage == Passage::Open)
    }
}

/// The names of a burning fuse and of fire.
const LIT: &str = "lit";
const FIRE: &str = "fire";

/// The board: squares, and features on the edges between them. Everything off the board is solid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Battlefield {
    extent: Extent,
    cells: Vec<Cell>,
    /// For each square its north edge, then its west edge; one row and one column more than squares.
    edges: Vec<[Option<Feature>; 2]>,
    /// Kegs and charges. Each keg is in a square with the feature [`Feature::Keg`].
    #[serde(default, skip_serializing_if = "AtSquares::is_empty")]
    explosives: AtSquares<Explosive>,
    /// The harm of pits that have their own.
    #[serde(default, skip_serializing_if = "AtSquares::is_empty")]
    pit_harms: AtSquares<HarmDice>,
    #[serde(skip)]
    maps: Maps,
}

/// Values derived from this board so far: maps of rulesets, and how much stands where. They are not part of the board's
/// value.
#[derive(Default)]
struct Maps {
    kept: BoardMaps,
    lines: BoardMaps,
    clutter: OnceLock<SummedArea>,
    survey: OnceLock<Survey>,
    digest: OnceLock<u64>,
}

impl Maps {
    /// Forgets what depends on veils.
    fn veils_change(&mut self) {
        self.lines = BoardMaps::default();
        self.clutter.take();
        self.digest.take();
    }

    /// Forgets, or mends on next use, what depends on features and footing.
    fn ground_changes(&mut self, squares: &[Square]) {
        self.kept.changes(squares);
        self.survey.take();
        self.veils_change();
    }
}

/// Which kinds of things occur on a board, so that most boards need not be searched for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// Something to vault over.
    pub low: bool,
    /// Something to climb.
    pub climbable: bool,
    /// Water.
    pub water: bool,
    /// Pits.
    pub pits: bool,
    /// Something to swing from.
    pub anchors: bool,
    /// Fire.
    pub fire: bool,
}

impl Clone for Maps {
    /// Leaves out what a change would drop, because a copy is made in order to change it.
    fn clone(&self) -> Self {
        Self { kept: self.kept.clone(), survey: self.survey.clone(), ..Self::default() }
    }
}

impl PartialEq for Maps {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Maps {}

impl std::fmt::Debug for Maps {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Maps")
    }
}

impl Battlefield {
    /// An empty battlefield of `width` by `height` squares.
    pub fn new(width: u16, height: u16) -> Self {
        let extent = Extent { width, height };
        Self {
            extent,
            cells: vec![Cell::default(); extent.len()],
            edges: vec![[None, None]; (usize::from(width) + 1) * (usize::from(height) + 1)],
            explosives: AtSquares::default(),
            pit_harms: AtSquares::default(),
            maps: Maps::default(),
        }
    }

    /// A hash of the board that is the same on every machine, computed on first use.
    pub fn digest(&self) -> u64 {
        *self.maps.digest.get_or_init(|| super::digest(self))
    }

    /// Whether the lists of squares, edges and objects fit its size. To be checked for boards read from a file.
    pub fn is_whole(&self) -> bool {
        let Extent { width, height } = self.extent;
        let edges = (usize::from(width) + 1) * (usize::from(height) + 1);
        let inside = |square| self.extent.contains(square);
        let kegs = || {
            self.explosives()
                .all(|(square, it)| it.kind.feature().is_none() || self.feature(square) == it.kind.feature())
        };
        (self.cells.len() == self.extent.len() && self.edges.len() == edges)
            && (self.explosives.is_sound(inside) && self.pit_harms.is_sound(inside) && kegs())
    }

    /// How many squares there are.
    pub const fn extent(&self) -> Extent {
        self.extent
    }

    /// The square; `None` off the board.
    pub fn cell(&self, square: Square) -> Option<&Cell> {
        self.extent.index(square).map(|index| &self.cells[index])
    }

    /// A map that a ruleset makes from the board, made on first use. When the board changes, the map is mended where it
    /// changed.
    pub fn map<K: BoardMap>(&self, map: K) -> &K::Value {
        self.maps.kept.get(self, map)
    }

    /// Like [`Self::map`], as a value that can outlive the board.
    pub fn shared_map<K: BoardMap>(&self, map: K) -> Arc<K::Value> {
        self.maps.kept.share(self, map)
    }

    /// A value that a ruleset keeps about lines across the board, made on first use. Any change of the board, including
    /// veils, drops it.
    pub fn lines<K: BoardMap>(&self, map: K) -> &K::Value {
        self.maps.lines.get(self, map)
    }

    /// Whether nothing lies between two bodies or beside them: no feature, veil, trench or pit in the rectangle around
    /// both or within one square of it. Then nothing can hide one from the other.
    pub fn is_open_between(&self, a: Footprint, b: Footprint) -> bool {
        let clutter = self.maps.clutter.get_or_init(|| SummedArea::from_fn(self.extent, |square| self.clutter(square)));
        let end =
            |body: Footprint| Square::new(body.anchor.x + i16::from(body.side), body.anchor.y + i16::from(body.side));
        let (first, last) = ((a.anchor, b.anchor), (end(a), end(b)));
        let north_west = Square::new(first.0.x.min(first.1.x) - 1, first.0.y.min(first.1.y) - 1);
        clutter.sum(north_west, Square::new(last.0.x.max(last.1.x), last.0.y.max(last.1.y))) == 0
    }

    fn clutter(&self, square: Square) -> u32 {
        let cell = self.extent.index(square).map(|index| self.cells[index]).unwrap_or_default();
        let deep = matches!(cell.footing, Footing::ShallowTrench | Footing::DeepTrench | Footing::Pit);
        let edges = EdgeSide::ALL.map(|side| self.edge(Edge { square, side }).is_some());
        u32::from(cell.feature.is_some() || cell.veil.is_some() || deep || edges.contains(&true))
    }

    /// Which kinds occur on this board.
    pub fn survey(&self) -> Survey {
        *self.maps.survey.get_or_init(|| {
            let features =
                || self.cells.iter().filter_map(|cell| cell.feature).chain(self.edges().map(|(_, feature)| feature));
            let has = |passage| features().any(|feature| feature.traits().passage == passage);
            Survey {
                low: has(Passage::Low),
                climbable: has(Passage::Climbable),
                water: self.cells.iter().any(|cell| cell.footing == Footing::Water),
                pits: self.cells.iter().any(|cell| cell.footing == Footing::Pit),
                anchors: self.cells.iter().any(|cell| cell.anchor),
                fire: self.cells.iter().any(|cell| cell.fire),
            }
        })
    }

    /// Fills a square with a feature, or clears it.
    pub fn set_feature(&mut self, square: Square, feature: Option<Feature>) {
        if let Some(index) = self.extent.index(square) {
            self.maps.ground_changes(&[square]);
            self.cells[index].feature = feature;
            if feature != Some(Feature::Keg) && self.explosive(square).is_some_and(|it| it.kind.feature().is_some()) {
                self.explosives.set(square, None);
            }
        }
    }

    /// The keg or charge in a square. A keg without numbers is a crate that does not explode.
    pub fn explosive(&self, square: Square) -> Option<Explosive> {
        self.explosives.get(square)
    }

    /// All kegs and charges, by square.
    pub fn explosives(&self) -> impl Iterator<Item = (Square, Explosive)> + '_ {
        self.explosives.all()
    }

    /// Puts a keg or a charge into a square, changes it, or takes it away; a keg's feature comes and goes with it.
    pub fn set_explosive(&mut self, square: Square, explosive: Option<Explosive>) {
        if !self.extent.contains(square) {
            return;
        }
        let fills = |it: Option<Explosive>| it.and_then(|it| it.kind.feature());
        let (before, after) = (fills(self.explosive(square)), fills(explosive));
        self.explosives.set(square, explosive);
        self.maps.digest.take();
        if before != after {
            self.set_feature(square, after);
        }
    }

    /// The harm of falling into the pit in a square, for rules that use it; `None` if there is no pit.
    pub fn pit_harm(&self, square: Square) -> Option<HarmDice> {
        let is_pit = self.cell(square)?.footing == Footing::Pit;
        is_pit.then(|| self.pit_harms.get(square).unwrap_or(HarmDice::PIT))
    }

    /// The pits that have their own harm, by square.
    pub fn pit_harms(&self) -> impl Iterator<Item = (Square, HarmDice)> + '_ {
        self.pit_harms.all()
    }

    /// Gives a pit its own harm, or the usual one.
    pub fn set_pit_harm(&mut self, square: Square, harm: Option<HarmDice>) {
        self.maps.digest.take();
        self.pit_harms.set(square, harm.filter(|_| self.extent.contains(square)));
    }

    /// The names of what is in a square: feature, charge, a burning fuse, veil, fire.
    pub fn names_at(&self, square: Square) -> Vec<&'static str> {
        let Some(cell) = self.cell(square) else { return Vec::new() };
        let explosive = self.explosive(square);
        let charge =
            explosive.filter(|explosive| explosive.kind.feature().is_none()).map(|explosive| explosive.kind.name());
        let lit = explosive.and_then(|explosive| explosive.lit).map(|_| LIT);
        let fire = cell.fire.then_some(FIRE);
        [cell.feature.map(Feature::name), charge, lit, cell.veil.map(Veil::name), fire].into_iter().flatten().collect()
    }

    /// All names that [`Self::names_at`] can return.
    pub fn all_names() -> impl Iterator<Item = &'static str> {
        let features = Feature::ALL.into_iter().map(Feature::name);
        features.chain(Veil::ALL.into_iter().map(Veil::name)).chain([ExplosiveKind::Charge.name(), LIT, FIRE])
    }

    /// Whether there is fire in a square.
    pub fn burns(&self, square: Square) -> bool {
        self.cell(square).is_some_and(|cell| cell.fire)
    }

    /// Lights a fire in a square, or puts it out. Fire changes neither ways nor lines.
    pub fn set_fire(&mut self, square: Square, fire: bool) {
        if let Some(index) = self.extent.index(square) {
            self.maps.survey.take();
            self.maps.digest.take();
            self.cells[index].fire = fire;
        }
    }

    /// Changes the footing of a square.
    pub fn set_footing(&mut self, square: Square, footing: Footing) {
        if let Some(index) = self.extent.index(square) {
            self.maps.ground_changes(&[square]);
            self.cells[index].footing = footing;
        }
    }

    /// Veils a square, or clears it.
    pub fn set_veil(&mut self, square: Square, veil: Option<Veil>) {
        if let Some(index) = self.extent.index(square) {
            self.maps.veils_change();
            self.cells[index].veil = veil;
        }
    }

    /// The square, to be edited; `None` off the board. Drops everything derived from the board.
    pub fn cell_mut(&mut self, square: Square) -> Option<&mut Cell> {
        self.maps = Maps::default();
        self.extent.index(square).map(|index| &mut self.cells[index])
    }

    /// What fills the square; a wall off the board.
    pub fn feature(&self, square: Square) -> Option<Feature> {
        self.extent.index(square).map_or(Some(Feature::Wall), |index| self.cells[index].feature)
    }

    /// What stands on the edge. Edges of the rim without a feature are open but lead nowhere.
    pub fn edge(&self, edge: Edge) -> Option<Feature> {
        self.edge_index(edge).and_then(|index| self.edges[index][edge.side as usize])
    }

    /// Puts something on an edge, or clears it.
    pub fn set_edge(&mut self, edge: Edge, feature: Option<Feature>) {
        if let Some(index) = self.edge_index(edge) {
            self.maps.ground_changes(&edge.squares());
            self.edges[index][edge.side as usize] = feature;
        }
    }

    /// All squares, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        self.extent.squares()
    }

    /// All edges with a feature.
    pub fn edges(&self) -> impl Iterator<Item = (Edge, Feature)> + '_ {
        let row = usize::from(self.extent.width) + 1;
        self.edges.iter().enumerate().flat_map(move |(index, pair)| {
            let square = Square::new((index % row) as i16, (index / row) as i16);
            pair.iter()
                .zip(EdgeSide::ALL)
                .filter_map(move |(feature, side)| feature.map(|feature| (Edge { square, side }, feature)))
        })
    }

    fn edge_index(&self, edge: Edge) -> Option<usize> {
        let (x, y) = (usize::try_from(edge.square.x).ok()?, usize::try_from(edge.square.y).ok()?);
        let row = usize::from(self.extent.width) + 1;
        (x < row && y <= usize::from(self.extent.height)).then_some(y * row + x)
    }
}
