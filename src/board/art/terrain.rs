//! The board itself as a picture: which squares are drawn, in which order, onto which sheet.

use super::{
    Picture, doors, fences, ground, hazards, hollows,
    palette::SHADOW,
    pen::{At, Pen, Shape},
    plants, props, walls,
};
use crate::{
    geometry::{Direction, Edge, EdgeSide, Square},
    rules::{Battlefield, Cell, Feature, Footing, Surface},
};

/// How far the shadow of a tall thing falls, in squares.
pub(super) const TALL: At = (0.10, 0.12);
/// How far the shadow of a low thing falls, in squares.
pub(super) const LOW: At = (0.05, 0.06);
/// Squares around the drawn ones whose marks may reach into them: the radius of the largest stain, rounded up.
const REACH: i16 = 2;
/// Squares around a changed one whose looks may change with it: its neighbours turn or join, and throw shadows.
const MARGIN: i16 = 2;

/// A rectangle of squares, both corners included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// North-west corner.
    pub first: Square,
    /// South-east corner.
    pub last: Square,
}

impl Area {
    /// The whole board.
    pub fn whole(field: &Battlefield) -> Self {
        let extent = field.extent();
        Self { first: Square::new(0, 0), last: Square::new(extent.width as i16 - 1, extent.height as i16 - 1) }
    }

    fn grown(self, by: i16, field: &Battlefield) -> Self {
        let board = Self::whole(field);
        Self {
            first: Square::new((self.first.x - by).max(0), (self.first.y - by).max(0)),
            last: Square::new((self.last.x + by).min(board.last.x), (self.last.y + by).min(board.last.y)),
        }
    }

    fn squares(self) -> impl Iterator<Item = Square> {
        (self.first.y..=self.last.y).flat_map(move |y| (self.first.x..=self.last.x).map(move |x| Square::new(x, y)))
    }
}

/// A redrawn piece of the board's picture.
#[derive(Clone, Debug)]
pub struct Part {
    /// The pixels.
    pub picture: Picture,
    /// Where they go: its upper left pixel is the upper left pixel of this square.
    pub first: Square,
}

/// The whole board at `scale` pixels per square, 24 to 96. Opaque everywhere. Where darkness or fog is to lie
/// below the walls, lay [`ground()`], the veil and [`standing()`] instead.
pub fn bake(field: &Battlefield, scale: u32) -> Picture {
    draw(field, scale, Area::whole(field), [paint_ground, paint_standing])
}

/// Only what lies flat, with the grid: tints that belong under walls and shadows go between this and [`standing()`].
/// Opaque everywhere.
pub fn ground(field: &Battlefield, scale: u32) -> Picture {
    draw(field, scale, Area::whole(field), [paint_ground])
}

/// Only what stands on the ground, with its shadows. Transparent elsewhere.
pub fn standing(field: &Battlefield, scale: u32) -> Picture {
    draw(field, scale, Area::whole(field), [paint_standing])
}

/// The squares of an area whose features have changed and those around them: [`Picture::replace`] these in an older
/// [`bake`].
pub fn bake_part(field: &Battlefield, scale: u32, changed: Area) -> Part {
    let area = changed.grown(MARGIN, field);
    Part { picture: draw(field, scale, area, [paint_ground, paint_standing]), first: area.first }
}

/// As [`bake_part`], for an older [`standing()`].
pub fn standing_part(field: &Battlefield, scale: u32, changed: Area) -> Part {
    let area = changed.grown(MARGIN, field);
    Part { picture: draw(field, scale, area, [paint_standing]), first: area.first }
}

fn draw<const N: usize>(field: &Battlefield, scale: u32, area: Area, layers: [fn(&Scene<'_>, &mut Pen); N]) -> Picture {
    let side = |first: i16, last: i16| (last - first + 1).max(0) as u32 * scale;
    let (width, height) = (side(area.first.x, area.last.x), side(area.first.y, area.last.y));
    let mut pen = Pen::new(width, height, corner(area.first), scale as f32);
    let scene = Scene { field, area: area.grown(REACH, field) };
    for layer in layers {
        layer(&scene, &mut pen);
    }
    pen.picture()
}

fn paint_ground(scene: &Scene<'_>, pen: &mut Pen) {
    ground::paint(scene, pen);
    hollows::paint(scene, pen);
    ground::paint_grid(scene, pen);
    hazards::paint_fire(scene, pen);
}

fn paint_standing(scene: &Scene<'_>, pen: &mut Pen) {
    let shadow = [fences::shadow, walls::shadow, doors::shadow, plants::shadow, props::shadow]
        .iter()
        .fold(Shape::new(), |all, part| part(scene, pen, all));
    pen.fill(&shadow, SHADOW.at(0.28));
    fences::paint_low(scene, pen);
    props::paint_low(scene, pen);
    hazards::paint_explosives(scene, pen);
    walls::paint(scene, pen);
    fences::paint_trellis(scene, pen);
    doors::paint(scene, pen);
    props::paint_tall(scene, pen);
    plants::paint(scene, pen);
}

/// The upper left corner of a square in board units.
pub(super) fn corner(square: Square) -> At {
    (f32::from(square.x), f32::from(square.y))
}

/// The part of a board that is being drawn.
pub(super) struct Scene<'a> {
    pub(super) field: &'a Battlefield,
    area: Area,
}

impl Scene<'_> {
    /// The squares to draw, row by row.
    pub(super) fn squares(&self) -> impl Iterator<Item = (Square, Cell)> {
        self.area.squares().filter_map(|square| self.field.cell(square).map(|cell| (square, *cell)))
    }

    /// The ground one sees; `None` for a void and off the board.
    pub(super) fn surface(&self, square: Square) -> Option<Surface> {
        let cell = self.field.cell(square)?;
        match (cell.footing, cell.surface) {
            (Footing::Void, _) => None,
            (Footing::Water, surface) if surface != Surface::Bridge => Some(Surface::Water),
            (_, surface) => Some(surface),
        }
    }

    /// Whether a square of the board is filled by a kind of thing.
    pub(super) fn holds(&self, square: Square, wanted: impl Fn(Feature) -> bool) -> bool {
        self.field.cell(square).and_then(|cell| cell.feature).is_some_and(wanted)
    }

    /// Whether the neighbours to the north, east, south and west pass a test.
    pub(super) fn around(&self, square: Square, test: impl Fn(Square) -> bool) -> [bool; 4] {
        [Direction::North, Direction::East, Direction::South, Direction::West].map(|side| test(square.step(side)))
    }

    /// Everything that stands on an edge or fills a square and passes a test, with the line it stands along.
    pub(super) fn runs(&self, wanted: impl Fn(Feature) -> bool) -> Vec<Run> {
        let Area { first, last } = self.area;
        let beyond = Area { first, last: Square::new(last.x + 1, last.y + 1) };
        let on_edges = beyond.squares().flat_map(|square| {
            EdgeSide::ALL.into_iter().filter_map(move |side| {
                let edge = Edge { square, side };
                let upright = side == EdgeSide::West;
                let feature = self.field.edge(edge)?;
                Some(Run { feature, origin: corner(square), upright, sides: edge.squares(), fills: false })
            })
        });
        let in_squares = self.squares().filter_map(|(square, cell)| {
            let feature = cell.feature?;
            let [north, east, south, west] = self.around(square, |other| self.holds(other, joins(feature)));
            let upright = (north || south) && !(east || west);
            let (x, y) = corner(square);
            let origin = if upright { (x + 0.5, y) } else { (x, y + 0.5) };
            Some(Run { feature, origin, upright, sides: [square; 2], fills: true })
        });
        on_edges.chain(in_squares).filter(|run| wanted(run.feature)).collect()
    }
}

/// Whether a thing in the next square continues one of this kind.
fn joins(feature: Feature) -> impl Fn(Feature) -> bool {
    let built = |of: Feature| {
        matches!(of, Feature::Wall | Feature::ArrowSlit | Feature::DoorClosed | Feature::DoorHalf | Feature::DoorOpen)
    };
    move |other| other == feature || built(feature) && built(other)
}

/// A thing that stands along a line one square long: an edge, or the middle of the square it fills.
pub(super) struct Run {
    pub(super) feature: Feature,
    origin: At,
    /// Whether it runs from north to south.
    pub(super) upright: bool,
    /// The squares north and south of it, or west and east; twice the same when it fills one.
    pub(super) sides: [Square; 2],
    /// Whether it fills a square.
    pub(super) fills: bool,
}

impl Run {
    /// The place `along` the line from its north or west end and `across` it, towards south or east.
    pub(super) fn at(&self, along: f32, across: f32) -> At {
        let (x, y) = self.origin;
        if self.upright { (x + across, y + along) } else { (x + along, y + across) }
    }

    /// The corners of an upright rectangle on the line.
    pub(super) fn rect(&self, along: (f32, f32), across: (f32, f32)) -> (At, At) {
        (self.at(along.0, across.0), self.at(along.1, across.1))
    }

    /// The square that is filled, or the one south or east of the edge.
    pub(super) const fn square(&self) -> Square {
        self.sides[1]
    }

    /// The middle of the line.
    pub(super) fn middle(&self) -> At {
        self.at(0.5, 0.0)
    }
}
