//! What the lines between two bodies meet, and its class of cover. PCT-COV-02, and 04 to 07.

use std::{cell::OnceCell, ops::ControlFlow};

use super::{Class, known::Pair};

use crate::{
    geometry::{Edge, EdgeSide, Footprint, Passing, Ray, Square, Way, walk, ways_round},
    rules::{
        BoardMap, Cell, Feature, Footing, Height, Hides, Touch, Veil,
        percentile::{
            bonds::{mount_of, rider_of},
            settings,
        },
        prelude::*,
    },
};

/// One of the two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Body {
    pub(super) footprint: Footprint,
    pub(super) prone: bool,
}

impl Body {
    pub(super) const fn new((footprint, posture): (Footprint, Posture)) -> Self {
        Self { footprint, prone: matches!(posture, Posture::Prone) }
    }
}

/// Two bodies and the board between them.
pub(super) struct BodyPair<'a> {
    pub(super) field: &'a Battlefield,
    /// Who looks and attacks.
    pub(super) from: Body,
    /// Who is looked at and attacked.
    pub(super) to: Body,
    /// Cover goes by the line between the centres, PCT-COV-03.
    pub(super) by_centres: bool,
    /// Low obstacles count wherever they stand, PCT-COV-04.
    pub(super) low_anywhere: bool,
    /// The battle whose combatants give cover, PCT-COV-06: `None` unless the setting says so.
    occupants: Option<&'a Battle>,
    ignore: &'a [CombatantId],
    /// The mounts or riders of the two: they share squares with them, so they are not in between, PCT-COV-06,
    /// PCT-MNT-01.
    saddled: [Option<CombatantId>; 2],
    /// Where the board has anything, looked up with the first line.
    marks: OnceCell<&'a Marks>,
}

/// Something a line meets.
#[derive(Clone, Copy)]
pub(super) struct Met {
    /// Its class; [`Class::None`] for veils and for low obstacles that do not count.
    pub(super) class: Class,
    pub(super) what: What,
}

#[derive(Clone, Copy)]
pub(super) enum What {
    Obstacle(Feature, Touch),
    Occupant(CombatantId, Square),
    /// An opaque square.
    Veil(Veil, Square),
}

/// The result of a line.
#[derive(Clone, Copy)]
pub(super) struct Look {
    /// The highest class met.
    pub(super) class: Class,
    /// Whether one sees along it, PCT-VIS-01.
    pub(super) clear: bool,
}

/// An obstacle's own class; [`Class::None`] for leaves and open doors, which stop nothing.
pub(super) const fn class_of(feature: Feature) -> Class {
    let traits = feature.traits();
    match traits.hides {
        _ if !traits.stops => Class::None,
        Hides::Sliver => Class::Minimal,
        Hides::Half | Hides::Most => Class::Partial,
        Hides::All => Class::Total,
    }
}

/// Whether something shares at least a point with any square of a body.
pub(super) fn touches(at: Touch, body: Footprint) -> bool {
    let (Touch::Square(first) | Touch::Edge(Edge { square: first, .. })) = at;
    let (width, height) = match at {
        Touch::Square(_) => (1, 1),
        Touch::Edge(Edge { side: EdgeSide::North, .. }) => (1, 0),
        Touch::Edge(Edge { side: EdgeSide::West, .. }) => (0, 1),
    };
    let side = i16::from(body.side);
    let meets = |from: i16, length: i16, body: i16| from + length >= body && from <= body + side;
    meets(first.x, width, body.anchor.x) && meets(first.y, height, body.anchor.y)
}

/// How much a square's footing hides, PCT-COV-07. The bottom of a pit counts as a deep trench.
const fn depth(footing: Footing) -> Class {
    match footing {
        Footing::ShallowTrench => Class::Partial,
        Footing::DeepTrench | Footing::Pit => Class::Total,
        Footing::Firm | Footing::Difficult | Footing::Water | Footing::Void => Class::None,
    }
}

/// The obstacle with the higher class, the first if they are equal.
fn higher(first: Met, other: Met) -> Met {
    if other.class > first.class { other } else { first }
}

impl<'a> BodyPair<'a> {
    pub(super) fn new(battle: &'a Battle, from: Body, to: Body, ignore: &'a [CombatantId]) -> Self {
        Self {
            field: &battle.scene.field,
            from,
            to,
            by_centres: settings::cover_lines_centre(battle),
            low_anywhere: settings::low_cover_any(battle),
            occupants: settings::occupant_cover(battle).then_some(battle),
            ignore,
            saddled: [None; 2],
            marks: OnceCell::new(),
        }
    }

    /// Two bodies on a board where occupants give no cover.
    pub(super) const fn bare(
        field: &'a Battlefield,
        from: Body,
        to: Body,
        by_centres: bool,
        low_anywhere: bool,
    ) -> Self {
        let (occupants, saddled) = (None, [None; 2]);
        Self { field, from, to, by_centres, low_anywhere, occupants, ignore: &[], saddled, marks: OnceCell::new() }
    }

    /// Whether either stands in a trench or a pit.
    pub(super) fn any_trench(&self) -> bool {
        self.pairs().any(|(start, aim)| self.trench(start, aim).1 > Class::None)
    }

    /// Whether there is nothing that any line could meet.
    pub(super) fn is_open(&self) -> bool {
        self.occupants.is_none() && self.field.is_open_between(self.from.footprint, self.to.footprint)
    }

    /// The key under which answers about the two are cached; `None` where other bodies count as well.
    pub(super) fn pair(&self) -> Option<Pair> {
        let Self { from, to, by_centres, low_anywhere, .. } = *self;
        if self.occupants.is_none() { Pair::new(from, to, by_centres, low_anywhere) } else { None }
    }

    pub(super) fn between(battle: &'a Battle, from: CombatantId, to: CombatantId) -> Self {
        let [start, aim] = [from, to]
            .map(|who| battle.combatant(who))
            .map(|fighter| Body::new((fighter.footprint(), fighter.posture)));
        let view = Self::new(battle, start, aim, &[]);
        if view.occupants.is_none() {
            return view;
        }
        let saddled = [from, to].map(|who| mount_of(battle, who).or_else(|| rider_of(battle, who)));
        Self { saddled, ..view }
    }

    /// All pairs of a square of one body and a square of the other.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (Square, Square)> + use<> {
        let (from, to) = (self.from.footprint, self.to.footprint);
        from.squares().flat_map(move |start| to.squares().map(move |aim| (start, aim)))
    }

    /// Whether the square belongs to one of the two bodies; obstacles that fill it do not count.
    pub(super) const fn is_own(&self, square: Square) -> bool {
        self.from.footprint.contains(square) || self.to.footprint.contains(square)
    }

    /// The cover a trench gives, and the square of the body that stands in it: PCT-COV-07.
    pub(super) fn trench(&self, start: Square, aim: Square) -> (Square, Class) {
        let depth = |square| self.field.cell(square).map_or(Class::None, |cell| depth(cell.footing));
        let (gap_x, gap_y) = self.from.footprint.gap(self.to.footprint);
        match (depth(start), depth(aim)) {
            _ if gap_x.max(gap_y) <= 1 => (aim, Class::None),
            (Class::None, class) => (aim, class),
            (Class::Total, Class::None) => (start, Class::Total),
            _ => (aim, Class::None),
        }
    }

    /// Whether a low obstacle there counts: PCT-COV-04.
    pub(super) fn low_counts(&self, at: Touch) -> bool {
        self.low_anywhere || touches(at, self.to.footprint) || self.from.prone && touches(at, self.from.footprint)
    }

    /// The prone body that a low obstacle touches, PCT-COV-05.
    pub(super) fn lying_at(&self, at: Touch) -> Option<&Body> {
        [&self.to, &self.from].into_iter().find(|body| body.prone && touches(at, body.footprint))
    }

    /// The class of an obstacle for these two, PCT-COV-04 and 05.
    fn class(&self, feature: Feature, at: Touch) -> Class {
        let class = class_of(feature);
        if feature.traits().height == Height::Tall {
            class
        } else if class == Class::Partial && self.lying_at(at).is_some() {
            Class::Total
        } else if self.low_counts(at) {
            class
        } else {
            Class::None
        }
    }

    fn obstacle(&self, feature: Option<Feature>, at: Touch) -> Option<Met> {
        let feature = feature.filter(|feature| feature.traits().stops)?;
        Some(Met { class: self.class(feature, at), what: What::Obstacle(feature, at) })
    }

    fn on_edge(&self, edge: Edge) -> Option<Met> {
        self.obstacle(self.field.edge(edge), Touch::Edge(edge))
    }

    fn filling(&self, square: Square) -> Option<Met> {
        if self.is_own(square) { None } else { self.obstacle(self.field.feature(square), Touch::Square(square)) }
    }

    /// What makes a square opaque; the squares of the two bodies are no exception, PCT-VIS-01.
    pub(super) fn opaque(&self, square: Square) -> Option<Veil> {
        self.field.cell(square)?.veil.filter(|veil| matches!(veil, Veil::Smoke | Veil::Dark))
    }

    fn veil(&self, square: Square) -> Option<Met> {
        self.opaque(square).map(|veil| Met { class: Class::None, what: What::Veil(veil, square) })
    }

    /// Somebody upright in between, PCT-COV-06.
    fn occupant(&self, square: Square) -> Option<Met> {
        let battle = self.occupants?;
        let counts = |who: CombatantId| !self.ignore.contains(&who) && !self.saddled.contains(&Some(who));
        let upright = |fighter: &Combatant<'_>| fighter.posture != Posture::Prone && counts(fighter.id);
        let mut here = battle.standing(square).map(|who| battle.combatant(who));
        let fighter = here.find(upright).filter(|_| !self.is_own(square))?;
        Some(Met { class: Class::Minimal, what: What::Occupant(fighter.id, square) })
    }

    /// What counts at a grid corner: the highest class on the easier way round, PCT-COV-02 c.
    fn at_corner(&self, from: Square, to: Square) -> Option<Met> {
        let hardest = |Way { middle, edges: [a, b] }| {
            [self.on_edge(a), self.filling(middle), self.on_edge(b)].into_iter().flatten().reduce(higher)
        };
        let [first, other] = ways_round(from, to);
        let (first, other) = (hardest(first)?, hardest(other)?);
        Some(if other.class < first.class { other } else { first })
    }

    /// Visits everything a line meets, in order, until the visitor stops it.
    pub(super) fn trace(&self, ray: Ray, start: Square, mut meet: impl FnMut(Met) -> ControlFlow<()>) {
        let marks = *self.marks.get_or_init(|| self.field.lines(Marked));
        let inside = |square: Square| self.occupants.is_some() || marks.has(square, INSIDE);
        let _ = walk(ray, start, |passing| match passing {
            Passing::Interior(square) if !inside(square) => ControlFlow::Continue(()),
            Passing::Interior(square) => self.meet_inside(square, &mut meet),
            Passing::Edge(edge) if !marks.has(edge.square, on(edge.side)) => ControlFlow::Continue(()),
            Passing::Edge(edge) => self.meet_on(edge, &mut meet),
            Passing::Corner { from, to } => self.meet_at_corner(from, to, &mut meet),
        });
    }

    // Most of a line passes through nothing: the rest stays out of the hot loop.

    #[inline(never)]
    fn meet_inside(&self, square: Square, meet: &mut impl FnMut(Met) -> ControlFlow<()>) -> ControlFlow<()> {
        let met = [self.veil(square), self.filling(square).or_else(|| self.occupant(square))];
        met.into_iter().flatten().try_for_each(meet)
    }

    #[inline(never)]
    fn meet_on(&self, edge: Edge, meet: &mut impl FnMut(Met) -> ControlFlow<()>) -> ControlFlow<()> {
        self.on_edge(edge).map_or(ControlFlow::Continue(()), meet)
    }

    #[inline(never)]
    fn meet_at_corner(
        &self,
        from: Square,
        to: Square,
        meet: &mut impl FnMut(Met) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.at_corner(from, to).map_or(ControlFlow::Continue(()), meet)
    }

    /// The result of a line. As it begins in a corner it may never pass through its own square, but an opaque own
    /// square counts all the same, PCT-VIS-01.
    pub(super) fn look(&self, ray: Ray, start: Square) -> Look {
        let mut look = Look { class: Class::None, clear: self.opaque(start).is_none() };
        self.trace(ray, start, |met| {
            look.class = look.class.max(met.class);
            look.clear &= met.class != Class::Total && !matches!(met.what, What::Veil(..));
            if met.class == Class::Total { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        look
    }
}

/// Where a line can meet anything at all, one byte per square: most of a line passes through nothing.
pub(super) struct Marks {
    columns: usize,
    signs: Vec<u8>,
}

/// Something fills the square or veils it.
const INSIDE: u8 = 1;

/// Something stands on an edge of the square.
const fn on(side: EdgeSide) -> u8 {
    match side {
        EdgeSide::North => 2,
        EdgeSide::West => 4,
    }
}

impl Marks {
    /// The marks of a board, with one more row and column, whose edges are the board's rim.
    fn of(field: &Battlefield) -> Self {
        let extent = field.extent();
        let sign = |x: u16, y: u16| {
            let square = Square::new(x as i16, y as i16);
            let is_bare = |cell: &Cell| cell.feature.is_none() && cell.veil.is_none();
            let inside = if field.cell(square).is_some_and(is_bare) { 0 } else { INSIDE };
            let edges = EdgeSide::ALL.into_iter().filter(|side| field.edge(Edge { square, side: *side }).is_some());
            edges.fold(inside, |sign, side| sign | on(side))
        };
        let signs = (0..=extent.height).flat_map(|y| (0..=extent.width).map(move |x| (x, y)));
        Self { columns: usize::from(extent.width) + 1, signs: signs.map(|(x, y)| sign(x, y)).collect() }
    }

    /// Whether anything can be met there. Squares off the board count as full.
    fn has(&self, square: Square, sign: u8) -> bool {
        let (x, y) = (usize::from(square.x.cast_unsigned()), usize::from(square.y.cast_unsigned()));
        let known = if x < self.columns { self.signs.get(y * self.columns + x) } else { None };
        known.copied().unwrap_or(INSIDE) & sign != 0
    }
}

/// The key of a board's marks.
#[derive(Clone, Copy)]
struct Marked;

impl BoardMap for Marked {
    type Value = Marks;

    fn number(self) -> u16 {
        0
    }

    fn make(self, field: &Battlefield) -> Marks {
        Marks::of(field)
    }
}
