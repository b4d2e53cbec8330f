//! What hangs over squares: darkness, dim light, fog and leaves below the tokens, smoke above them.

use super::{
    Picture,
    chance::Chance,
    palette::{CREAM, FOLIAGE, FOLIAGE_EDGE, GLOOM, GLOOM_DOT, INK, Rgb, SHADOW, SMOKE, SMOKE_RIM},
    pen::{At, Pen, Shape},
    terrain::corner,
};
use crate::{
    geometry::{Direction, Square},
    rules::{Battlefield, Veil},
};

const FOG: Rgb = Rgb::hex(0xE6_E4DD);

/// Darkness, dim light, fog and foliage at `scale` pixels per square; transparent elsewhere, `None` if there are none.
pub fn below(field: &Battlefield, scale: u32) -> Option<Picture> {
    let squares = |veil: Veil| veiled(field, veil);
    let (dim, dark, fog, leaves) =
        (squares(Veil::Dim), squares(Veil::Dark), squares(Veil::Fog), squares(Veil::Foliage));
    let thin = [Veil::ThinSmoke, Veil::ThinFog, Veil::ThinFoliage].map(|veil| (veil, squares(veil)));
    let thinly = thin.iter().map(|(_, squares)| squares);
    if [&dim, &dark, &fog, &leaves].into_iter().chain(thinly).all(Vec::is_empty) {
        return None;
    }
    let mut pen = sheet(field, scale);
    gloom(&mut pen, &dim, 0.30, 3);
    gloom(&mut pen, &dark, 0.66, 8);
    if !fog.is_empty() {
        pen.fill(&cloud(field, &fog, Veil::Fog, 0.0), FOG.at(0.45));
        fog_strokes(&mut pen, &fog);
        outline(&mut pen, field, &fog, Veil::Fog);
    }
    for (veil, squares) in thin.iter().filter(|(_, squares)| !squares.is_empty()) {
        thin_veil(&mut pen, field, squares, *veil);
    }
    if !leaves.is_empty() {
        pen.fill(&cloud(field, &leaves, Veil::Foliage, 0.0), FOLIAGE.at(0.45));
        leaf_ticks(&mut pen, &leaves);
        outline(&mut pen, field, &leaves, Veil::Foliage);
    }
    Some(pen.picture())
}

/// A thin veil: a faint version of a dense one, with a dotted rim half as close.
fn thin_veil(pen: &mut Pen, field: &Battlefield, squares: &[Square], veil: Veil) {
    let (tone, alpha) = match veil {
        Veil::ThinSmoke => (SMOKE, 0.30),
        Veil::ThinFoliage => (FOLIAGE, 0.27),
        _ => (FOG, 0.28),
    };
    pen.fill(&cloud(field, squares, veil, 0.0), tone.at(alpha));
    thin_strokes(pen, squares, veil);
    dots(pen, field, squares, veil, 4);
}

/// The few strokes of a thin veil.
fn thin_strokes(pen: &mut Pen, squares: &[Square], veil: Veil) {
    for square in squares {
        let (x, y) = corner(*square);
        let mut chance = Chance::of(*square, 74);
        for half in [0.0, 0.5] {
            let at = (x + 0.5 + chance.within(-0.25, 0.25), y + half + chance.within(0.15, 0.35));
            match veil {
                Veil::ThinFoliage => {
                    let tick = Shape::new().lines(&[(at.0 - 0.05, at.1 - 0.05), at, (at.0 + 0.05, at.1 - 0.05)]);
                    pen.stroke(&tick, FOLIAGE_EDGE.at(0.7), pen.at_least(0.022, 1.0));
                }
                Veil::ThinSmoke => pen.stroke(&hump(at, 0.8), SMOKE_RIM.at(0.6), pen.at_least(0.02, 1.0)),
                _ => {
                    let stroke = Shape::new().lines(&[(at.0 - 0.16, at.1), (at.0 + 0.16, at.1)]);
                    pen.stroke(&stroke, SMOKE_RIM.at(0.4), pen.at_least(0.02, 1.0));
                }
            }
        }
    }
}

/// The veils of squares without their bodies, for boards under a field: strokes and rims, so that each square keeps its
/// colour. Transparent elsewhere, `None` if nothing is veiled.
pub fn signs(field: &Battlefield, scale: u32) -> Option<Picture> {
    let all = Veil::ALL.map(|veil| (veil, veiled(field, veil)));
    if all.iter().all(|(_, squares)| squares.is_empty()) {
        return None;
    }
    let mut pen = sheet(field, scale);
    for (veil, squares) in all.iter().filter(|(_, squares)| !squares.is_empty()) {
        match veil {
            Veil::Smoke => puffs(&mut pen, squares),
            Veil::Fog => fog_strokes(&mut pen, squares),
            Veil::Foliage => leaf_ticks(&mut pen, squares),
            Veil::Dim => stipple(&mut pen, squares, 3),
            Veil::Dark => stipple(&mut pen, squares, 8),
            Veil::ThinSmoke | Veil::ThinFog | Veil::ThinFoliage => thin_strokes(&mut pen, squares, *veil),
        }
        let count = if matches!(veil, Veil::Smoke | Veil::Fog | Veil::Foliage | Veil::Dark) { 8 } else { 4 };
        // On light and on dark steps alike.
        pen.fill(&dotted(field, squares, *veil, count, 0.045), CREAM);
        dots(&mut pen, field, squares, *veil, count);
    }
    Some(pen.picture())
}

/// Smoke at `scale` pixels per square; transparent elsewhere, `None` if there is none.
pub fn above(field: &Battlefield, scale: u32) -> Option<Picture> {
    let smoke = veiled(field, Veil::Smoke);
    if smoke.is_empty() {
        return None;
    }
    let mut pen = sheet(field, scale);
    let rim = pen.at_least(0.03, 1.3);
    let body = cloud(field, &smoke, Veil::Smoke, 0.0);
    let rimmed = cloud(field, &smoke, Veil::Smoke, rim);
    pen.fill(&rimmed.moved(0.03, 0.05), SHADOW.at(0.18));
    let (from, to) = bounds(&smoke);
    pen.group(from, to, 0.84, |pen| {
        pen.fill(&rimmed, SMOKE_RIM);
        pen.fill(&body, SMOKE);
        puffs(pen, &smoke);
    });
    outline(&mut pen, field, &smoke, Veil::Smoke);
    Some(pen.picture())
}

/// An empty sheet over a whole field.
pub(super) fn sheet(field: &Battlefield, scale: u32) -> Pen {
    let extent = field.extent();
    Pen::new(u32::from(extent.width) * scale, u32::from(extent.height) * scale, (0.0, 0.0), scale as f32)
}

fn veiled(field: &Battlefield, veil: Veil) -> Vec<Square> {
    field.squares().filter(|square| is_veiled(field, *square, veil)).collect()
}

fn is_veiled(field: &Battlefield, square: Square, veil: Veil) -> bool {
    field.cell(square).is_some_and(|cell| cell.veil == Some(veil))
}

/// A box around squares and the billows on their rims.
fn bounds(squares: &[Square]) -> (At, At) {
    const BILLOW: f32 = 0.4;
    let start = (At::default(), (f32::INFINITY, f32::INFINITY));
    let (to, from) = squares
        .iter()
        .map(|square| corner(*square))
        .fold(start, |(most, least), (x, y)| ((most.0.max(x), most.1.max(y)), (least.0.min(x), least.1.min(y))));
    ((from.0 - BILLOW, from.1 - BILLOW), (to.0 + 1.0 + BILLOW, to.1 + 1.0 + BILLOW))
}

/// The rims of squares towards others without the veil, from left to right or top to bottom.
fn rims<'a>(
    field: &'a Battlefield,
    squares: &'a [Square],
    veil: Veil,
) -> impl Iterator<Item = (Direction, At, At)> + 'a {
    squares.iter().flat_map(move |square| {
        let (x, y) = corner(*square);
        [
            (Direction::North, (x, y), (x + 1.0, y)),
            (Direction::East, (x + 1.0, y), (x + 1.0, y + 1.0)),
            (Direction::South, (x, y + 1.0), (x + 1.0, y + 1.0)),
            (Direction::West, (x, y), (x, y + 1.0)),
        ]
        .into_iter()
        .filter(move |(side, ..)| !is_veiled(field, square.step(*side), veil))
    })
}

/// The squares themselves with billows along their rim, everything grown by an amount. Billows hardly reach beyond the
/// squares: otherwise they would hide those who stand beside them.
fn cloud(field: &Battlefield, squares: &[Square], veil: Veil, grow: f32) -> Shape {
    const WITHIN: f32 = 0.16;
    let body = squares.iter().fold(Shape::new(), |all, square| {
        let (x, y) = corner(*square);
        let inset = |side| if is_veiled(field, square.step(side), veil) { -grow } else { WITHIN - grow };
        let [left, top, right, bottom] =
            [Direction::West, Direction::North, Direction::East, Direction::South].map(inset);
        all.rect((x + left, y + top), (x + 1.0 - right, y + 1.0 - bottom))
    });
    rims(field, squares, veil).fold(body, |all, (side, from, to)| {
        let inwards = match side {
            Direction::North => (0.0, WITHIN),
            Direction::East => (-WITHIN, 0.0),
            Direction::South => (0.0, -WITHIN),
            _ => (WITHIN, 0.0),
        };
        let [from, to] = [from, to].map(|(x, y)| (x + inwards.0, y + inwards.1));
        let mut chance = Chance::at((from.0 * 2.0 + to.0) as i64, (from.1 * 2.0 + to.1) as i64, 70);
        [0.14, 0.38, 0.62, 0.86].into_iter().fold(all, |all, along| {
            let along = along + chance.within(-0.05, 0.05);
            let at = (from.0 + (to.0 - from.0) * along, from.1 + (to.1 - from.1) * along);
            all.disc(at, chance.within(0.13, 0.235) + grow)
        })
    })
}

/// The true area as a dotted line.
fn outline(pen: &mut Pen, field: &Battlefield, squares: &[Square], veil: Veil) {
    dots(pen, field, squares, veil, 8);
}

/// The same with `count` dots a square.
fn dots(pen: &mut Pen, field: &Battlefield, squares: &[Square], veil: Veil, count: u8) {
    pen.fill(&dotted(field, squares, veil, count, 0.022), INK.at(0.85));
}

fn dotted(field: &Battlefield, squares: &[Square], veil: Veil, count: u8, radius: f32) -> Shape {
    rims(field, squares, veil).fold(Shape::new(), |all, (_, from, to)| {
        (0..count).fold(all, |all, n| {
            let along = (f32::from(n) + 0.5) / f32::from(count);
            all.disc((from.0 + (to.0 - from.0) * along, from.1 + (to.1 - from.1) * along), radius)
        })
    })
}

/// A cloud stroke: three humps of one line.
fn hump((x, y): At, size: f32) -> Shape {
    let at = |dx: f32, dy: f32| (x + dx * size, y + dy * size);
    Shape::new()
        .lines(&[at(-0.16, 0.04)])
        .arc_on(at(-0.10, 0.04), 0.06 * size, 0.75, 1.0)
        .arc_on(at(-0.01, 0.0), 0.09 * size, 0.80, 1.20)
        .arc_on(at(0.11, 0.045), 0.06 * size, 0.95, 1.25)
}

fn puffs(pen: &mut Pen, squares: &[Square]) {
    for square in squares {
        let (x, y) = corner(*square);
        let mut chance = Chance::of(*square, 71);
        for half in [0.0, 0.5] {
            let at = (x + half + chance.within(0.12, 0.38), y + chance.within(0.15, 0.85));
            let size = chance.within(0.85, 1.25);
            let radius = 0.17 * size;
            pen.fill(&Shape::new().disc((at.0, at.1 + 0.05), radius), CREAM.at(0.16));
            pen.stroke(&hump((at.0, at.1 + 0.025), size), CREAM.at(0.55), pen.at_least(0.03, 1.2));
            pen.stroke(&hump(at, size), SMOKE_RIM.at(0.8), pen.at_least(0.024, 1.0));
        }
    }
}

fn fog_strokes(pen: &mut Pen, squares: &[Square]) {
    for square in squares {
        let (x, y) = corner(*square);
        let mut chance = Chance::of(*square, 72);
        for row in 0..4u8 {
            let (from, length) = (chance.within(0.02, 0.5), chance.within(0.25, 0.48));
            let height = y + 0.14 + f32::from(row) * 0.24 + chance.within(-0.04, 0.04);
            let stroke = Shape::new().lines(&[(x + from, height), (x + from + length, height)]);
            let ink = if row % 2 == 0 { CREAM.at(0.8) } else { SMOKE_RIM.at(0.45) };
            pen.stroke(&stroke, ink, pen.at_least(0.024, 1.0));
        }
    }
}

fn leaf_ticks(pen: &mut Pen, squares: &[Square]) {
    for square in squares {
        let (x, y) = corner(*square);
        let mut chance = Chance::of(*square, 73);
        let ticks = (0..9u8).fold(Shape::new(), |all, n| {
            let (column, row) = (f32::from(n % 3), f32::from(n / 3));
            let (x, y) = (
                x + 0.17 + column * 0.33 + chance.within(-0.08, 0.08),
                y + 0.19 + row * 0.33 + chance.within(-0.08, 0.08),
            );
            all.lines(&[(x - 0.05, y - 0.05), (x, y), (x + 0.05, y - 0.05)])
        });
        pen.stroke(&ticks, FOLIAGE_EDGE.at(0.8), pen.at_least(0.022, 1.0));
    }
}

/// Flat shade and an even stipple that runs on from square to square.
fn gloom(pen: &mut Pen, squares: &[Square], alpha: f32, dots: u8) {
    for square in squares {
        let (x, y) = corner(*square);
        pen.block((x, y), (x + 1.0, y + 1.0), GLOOM.at(alpha));
    }
    stipple(pen, squares, dots);
}

fn stipple(pen: &mut Pen, squares: &[Square], dots: u8) {
    let radius = pen.at_least(0.017, 0.7);
    for square in squares {
        let (x, y) = corner(*square);
        let places: &[At] = if dots == 8 {
            &[
                (0.125, 0.125),
                (0.625, 0.125),
                (0.375, 0.375),
                (0.875, 0.375),
                (0.125, 0.625),
                (0.625, 0.625),
                (0.375, 0.875),
                (0.875, 0.875),
            ]
        } else {
            &[(0.25, 0.25), (0.75, 0.75)]
        };
        let stipple = places.iter().fold(Shape::new(), |all, (dx, dy)| all.disc((x + dx, y + dy), radius));
        pen.fill(&stipple, GLOOM_DOT.at(if dots == 8 { 0.8 } else { 0.7 }));
    }
}
