//! What one walks on: the seven surfaces with their marks, kerbs, stains, and the grid.

use super::{
    chance::Chance,
    palette::{BRIDGE, CREAM, EARTH, FRAME, GRASS, GRID, INK, Rgb, SHADOW, SLAB, STREET, TIMBER, WATER, WOOD},
    pen::{At, Pen, Shape},
    terrain::{Scene, corner},
};
use crate::{
    geometry::{Direction, Square},
    rules::{Footing, Surface},
};

const COBBLE_EDGE: Rgb = Rgb::hex(0xBF_B193);
const PLANK_JOINT: Rgb = Rgb::hex(0xB5_925F);
const TUFT: Rgb = Rgb::hex(0x9A_A06B);
const SLAB_EDGE: Rgb = Rgb::hex(0xB3_AD9C);
const SPECK: Rgb = Rgb::hex(0x9C_8458);
const WAVE: Rgb = Rgb::hex(0x5F_8FA4);
const DEEP: Rgb = Rgb::hex(0x3E_6273);
const BOARD_GAP: Rgb = Rgb::hex(0x9C_7B4A);
const KERB_LIGHT: Rgb = Rgb::hex(0xF3_E9D2);
const KERB_DARK: Rgb = Rgb::hex(0x7C_6D4E);
const LIGHT: Rgb = Rgb::hex(0xFF_F3DA);

/// Ground colours, their marks, kerbs and stains.
pub(super) fn paint(scene: &Scene<'_>, pen: &mut Pen) {
    for (square, cell) in scene.squares() {
        let colour = match scene.surface(square) {
            None => FRAME,
            Some(Surface::Street) => STREET,
            Some(Surface::Wood) => WOOD,
            Some(Surface::Grass) => GRASS,
            Some(Surface::Slab) => SLAB,
            Some(Surface::Earth) => EARTH,
            Some(Surface::Bridge) => BRIDGE,
            Some(Surface::Water) if cell.footing == Footing::Water => WATER,
            Some(Surface::Water) => WATER.mixed(EARTH, 0.4),
        };
        let (x, y) = corner(square);
        pen.block((x, y), (x + 1.0, y + 1.0), colour);
    }
    for (square, cell) in scene.squares() {
        match scene.surface(square) {
            Some(Surface::Street) => cobbles(scene, pen, square),
            Some(Surface::Wood) => planks(pen, square),
            Some(Surface::Grass) => tufts(pen, square),
            Some(Surface::Slab) => slab(pen, square),
            Some(Surface::Earth) => specks(pen, square, 4),
            Some(Surface::Bridge) => boards(scene, pen, square),
            Some(Surface::Water) => water(scene, pen, square, cell.footing == Footing::Water),
            None => {}
        }
    }
    kerbs(scene, pen);
    stains(scene, pen);
}

/// One line between all squares.
pub(super) fn paint_grid(scene: &Scene<'_>, pen: &mut Pen) {
    let pixel = 1.0 / pen.scale();
    for (square, _) in scene.squares().filter(|(square, _)| scene.surface(*square).is_some()) {
        let (x, y) = corner(square);
        if square.x > 0 {
            pen.block((x, y), (x + pixel, y + 1.0), GRID.at(0.2));
        }
        if square.y > 0 {
            pen.block((x, y), (x + 1.0, y + pixel), GRID.at(0.2));
        }
    }
}

/// Three rows of rounded stones, each row shifted by its own amount, some stones left out.
fn cobbles(scene: &Scene<'_>, pen: &mut Pen, square: Square) {
    const PITCH: f32 = 1.0 / 3.0;
    let (x, _) = corner(square);
    let open = |side: Direction| scene.surface(square.step(side)) == Some(Surface::Street);
    let (west, east) = (open(Direction::West), open(Direction::East));
    let edge = pen.at_least(0.016, 0.8);
    for row in i64::from(square.y) * 3..i64::from(square.y) * 3 + 3 {
        let shift = Chance::at(0, row, 1).within(0.0, PITCH);
        let first = ((x - shift) / PITCH - 0.5).ceil() as i64;
        for column in first..first + 3 {
            let mut chance = Chance::at(column, row, 2);
            let centre = (column as f32 + 0.5) * PITCH + shift + chance.within(-0.015, 0.015);
            let half = chance.within(0.108, 0.135);
            let overhangs = centre - half < x + 0.02 && !west || centre + half > x + 0.98 && !east;
            if !chance.happens(0.62) || overhangs {
                continue;
            }
            let middle = (row as f32 + 0.5) * PITCH + chance.within(-0.015, 0.015);
            let tall = chance.within(0.098, 0.118);
            let stone = Shape::new().rounded((centre - half, middle - tall), (centre + half, middle + tall), 0.075);
            match chance.pick([0, 0, 1, 1, 2]) {
                0 => pen.fill(&stone, LIGHT.at(0.30)),
                1 => pen.fill(&stone, SHADOW.at(0.055)),
                _ => {}
            }
            pen.stroke(&stone, COBBLE_EDGE.at(0.9), edge);
        }
    }
}

/// Four rows of planks that run through all squares of a floor, with staggered butt joints.
fn planks(pen: &mut Pen, square: Square) {
    const TONES: [Rgb; 5] = [WOOD, WOOD, Rgb::hex(0xDA_BD92), Rgb::hex(0xCD_AD7E), Rgb::hex(0xD6_B88C)];
    let (x, y) = corner(square);
    let gap = pen.whole(0.012);
    let fine = pen.scale() >= 40.0;
    for k in 0..4u8 {
        let row = i64::from(square.y) * 4 + i64::from(k);
        let (top, bottom) = (y + f32::from(k) / 4.0, y + f32::from(k + 1) / 4.0);
        let mut chance = Chance::at(1, row, 3);
        let length = chance.within(1.3, 2.4);
        let shift = chance.within(0.0, length);
        let first = ((x - shift) / length).floor() as i64;
        for plank in first..=((x + 1.0 - shift) / length).floor() as i64 {
            let start = plank as f32 * length + shift;
            let (west, east) = (start.max(x), (start + length).min(x + 1.0));
            let mut chance = Chance::at(plank, row, 4);
            pen.block((west, top), (east, bottom), chance.pick(TONES));
            if fine {
                let (from, to) = (chance.within(0.1, 0.5), chance.within(0.55, 0.95));
                let (from, to) = (start + from * length, start + to * length);
                let height = top + chance.within(0.08, 0.18);
                if from.max(west) < to.min(east) {
                    let grain = Shape::new().lines(&[(from.max(west), height), (to.min(east), height)]);
                    pen.stroke_sharp(&grain, PLANK_JOINT.at(0.22), 0.012);
                }
            }
            if start >= x {
                pen.block((start, top), (start + gap, bottom), PLANK_JOINT.at(0.75));
                if fine {
                    let nails = [(-0.035, 0.07), (-0.035, 0.18), (0.045, 0.07), (0.045, 0.18)];
                    let nails =
                        nails.iter().fold(Shape::new(), |all, (dx, dy)| all.disc((start + dx, top + dy), 0.009));
                    pen.fill(&nails, PLANK_JOINT);
                }
            }
        }
        pen.block((x, top), (x + 1.0, top + gap), PLANK_JOINT.at(0.55));
    }
}

/// Four tufts of three blades.
fn tufts(pen: &mut Pen, square: Square) {
    let (x, y) = corner(square);
    let mut chance = Chance::of(square, 5);
    let width = pen.at_least(0.017, 0.9);
    for quarter in 0..4u8 {
        let (column, row) = (f32::from(quarter % 2), f32::from(quarter / 2));
        let foot =
            (x + 0.10 + column * 0.46 + chance.within(0.0, 0.34), y + 0.16 + row * 0.46 + chance.within(0.0, 0.34));
        let tall = chance.within(0.09, 0.14);
        let lean = chance.within(-0.02, 0.02);
        let tuft = [(-0.052, 0.66), (0.0, 1.0), (0.048, 0.74)].iter().fold(Shape::new(), |all, &(dx, share)| {
            all.lines(&[(foot.0 + dx * 0.7, foot.1), (foot.0 + dx * 1.2 + lean, foot.1 - tall * share)])
        });
        pen.stroke(&tuft, chance.pick([TUFT, TUFT.mixed(INK, 0.14), TUFT.mixed(GRASS, 0.25)]), width);
    }
}

/// One slab with a lit edge, some with a crack.
fn slab(pen: &mut Pen, square: Square) {
    let (x, y) = corner(square);
    let mut chance = Chance::of(square, 6);
    let inset = pen.whole(0.03);
    let thin = pen.whole(0.014);
    let (from, to) = ((x + inset, y + inset), (x + 1.0 - inset, y + 1.0 - inset));
    pen.block((x, y), (x + 1.0, y + 1.0), SLAB_EDGE.at(0.55));
    pen.block(from, to, SLAB.mixed(chance.pick([LIGHT, SLAB_EDGE, SLAB]), chance.within(0.0, 0.3)));
    pen.block(from, (to.0, from.1 + thin), LIGHT.at(0.35));
    pen.block(from, (from.0 + thin, to.1), LIGHT.at(0.35));
    pen.block((from.0, to.1 - thin), to, SLAB_EDGE.at(0.8));
    pen.block((to.0 - thin, from.1), to, SLAB_EDGE.at(0.8));
    if chance.happens(0.28) {
        let (mut at, side) = ((to.0 - chance.within(0.1, 0.7), from.1), chance.pick([-1.0, 1.0]));
        let mut crack = vec![at];
        for _ in 0..3 {
            at = (at.0 + side * chance.within(-0.03, 0.10), at.1 + chance.within(0.06, 0.14));
            crack.push(at);
        }
        pen.stroke(&Shape::new().lines(&crack), SLAB_EDGE, pen.at_least(0.016, 0.9));
    }
}

/// Specks and now and then a pebble.
fn specks(pen: &mut Pen, square: Square, count: usize) {
    let (x, y) = corner(square);
    let mut chance = Chance::of(square, 7);
    for _ in 0..count {
        let at = (x + chance.within(0.08, 0.92), y + chance.within(0.08, 0.92));
        let radius = pen.at_least(chance.within(0.014, 0.026), 0.55);
        pen.fill(&Shape::new().disc(at, radius), SPECK.at(0.75));
    }
    if chance.happens(0.4) {
        let at = (x + chance.within(0.15, 0.85), y + chance.within(0.15, 0.85));
        pen.fill(&Shape::new().disc((at.0 + 0.012, at.1 + 0.016), 0.038), SHADOW.at(0.22));
        pen.fill(&Shape::new().disc(at, 0.036), EARTH.mixed(LIGHT, 0.35));
    }
}

/// Two waves, and the shade of the banks to the north and west.
fn water(scene: &Scene<'_>, pen: &mut Pen, square: Square, deep: bool) {
    let (x, y) = corner(square);
    let mut chance = Chance::of(square, 8);
    let bank = |side: Direction| {
        !matches!(scene.surface(square.step(side)), Some(Surface::Water))
            && scene.field.cell(square.step(side)).is_some()
    };
    if bank(Direction::North) {
        pen.block((x, y), (x + 1.0, y + pen.whole(0.16)), DEEP.at(0.45));
    }
    if bank(Direction::West) {
        pen.block((x, y), (x + pen.whole(0.10), y + 1.0), DEEP.at(0.28));
    }
    if !deep {
        specks(pen, square, 6);
    }
    for row in 0..2u8 {
        let from = (x + chance.within(0.08, 0.58), y + 0.28 + f32::from(row) * 0.44 + chance.within(-0.08, 0.10));
        let wave = ripple(from, 0.32, 0.075);
        pen.stroke(&wave.moved(0.0, 0.028), LIGHT.at(0.16), pen.at_least(0.022, 1.0));
        pen.stroke(&wave, if deep { WAVE.into() } else { WAVE.at(0.6) }, pen.at_least(0.024, 1.0));
    }
}

/// A crest and a trough.
fn ripple((x, y): At, length: f32, height: f32) -> Shape {
    let at = |share: f32, up: f32| format!("{} {} ", x + length * share, y - height * up);
    let path = ["M ", &at(0.0, 0.0), "Q ", &at(0.25, 1.0), &at(0.5, 0.0), "Q ", &at(0.75, -1.0), &at(1.0, 0.0)];
    Shape::drawn(&path.concat())
}

/// Five boards across the way one walks, beams along the water.
fn boards(scene: &Scene<'_>, pen: &mut Pen, square: Square) {
    let (x, y) = corner(square);
    let upright = !walked_north(scene, square);
    let at = |along: f32, across: f32| if upright { (x + across, y + along) } else { (x + along, y + across) };
    let gap = pen.whole(0.02);
    let mut chance = Chance::of(square, 9);
    for board in 0..5u8 {
        let (top, bottom) = (f32::from(board) / 5.0, f32::from(board + 1) / 5.0);
        let tone = chance.pick([BRIDGE, BRIDGE.mixed(LIGHT, 0.16), BRIDGE.mixed(BOARD_GAP, 0.18)]);
        pen.block(at(0.0, top), at(1.0, bottom), tone);
        pen.block(at(0.0, top), at(1.0, top + gap), BOARD_GAP.at(0.9));
        if pen.scale() >= 40.0 {
            let (start, height) = (chance.within(0.1, 0.5), top + chance.within(0.08, 0.14));
            let grain = Shape::new().lines(&[at(start, height), at(start + 0.35, height)]);
            pen.stroke_sharp(&grain, BOARD_GAP.at(0.35), 0.012);
        }
    }
    for end in [0.07, 0.93] {
        let nails = (0..5u8).fold(Shape::new(), |all, n| all.disc(at(end, f32::from(n) / 5.0 + 0.11), 0.011));
        pen.fill(&nails, KERB_DARK.at(0.8));
    }
}

/// Whether a bridge is walked from north to south: it ends in water, or nothing, to the east and west.
fn walked_north(scene: &Scene<'_>, square: Square) -> bool {
    let ends = |side: Direction| {
        let mut at = square.step(side);
        while scene.surface(at) == Some(Surface::Bridge) {
            at = at.step(side);
        }
        matches!(scene.surface(at), Some(Surface::Water) | None)
    };
    let across = ends(Direction::East) && ends(Direction::West);
    across || !(ends(Direction::North) && ends(Direction::South))
}

/// Where a line between two squares is drawn, and as what.
#[derive(Clone, Copy, PartialEq)]
enum Border {
    /// Two outdoor grounds.
    Kerb,
    /// A bridge and the water under it.
    Beam,
    /// A floor and the open.
    Sill,
}

fn border(a: Surface, b: Surface) -> Option<Border> {
    use Surface::{Bridge, Water, Wood};
    match (a, b) {
        (a, b) if a == b => None,
        (Bridge, Water) | (Water, Bridge) => Some(Border::Beam),
        (Wood, _) | (_, Wood) => Some(Border::Sill),
        _ => Some(Border::Kerb),
    }
}

fn kerbs(scene: &Scene<'_>, pen: &mut Pen) {
    let mut lines: Vec<(Border, Square, bool)> = Vec::new();
    for (square, _) in scene.squares() {
        let Some(here) = scene.surface(square) else { continue };
        for (side, upright) in [(Direction::North, false), (Direction::West, true)] {
            let there = scene.surface(square.step(side));
            if let Some(border) = there.and_then(|there| border(here, there)) {
                lines.push((border, square, upright));
            }
        }
    }
    let strips = |wanted: Border, half: f32, shift: At| {
        lines.iter().filter(|(border, ..)| *border == wanted).fold(Shape::new(), |all, &(_, square, upright)| {
            let (x, y) = corner(square);
            let (x, y) = (x + shift.0, y + shift.1);
            let (along_x, along_y) = if upright { (0.0, 1.0) } else { (1.0, 0.0) };
            all.rect((x - half, y - half), (x + along_x + half, y + along_y + half))
        })
    };
    let (wide, thin) = (pen.whole(0.0375), pen.at_least(0.03, 1.0) / 2.0);
    pen.fill(&strips(Border::Kerb, wide, (0.0, 0.0)), KERB_LIGHT);
    pen.fill(&strips(Border::Kerb, thin, (0.0, 0.0)), KERB_DARK);
    pen.fill(&strips(Border::Sill, wide, (0.0, 0.0)), PLANK_JOINT);
    pen.fill(&strips(Border::Sill, thin, (0.0, 0.0)), KERB_DARK);
    let edge = pen.at_least(0.02, 1.0);
    pen.fill(&strips(Border::Beam, 0.045 + edge, (0.05, 0.06)), DEEP.at(0.35));
    pen.fill(&strips(Border::Beam, 0.045 + edge, (0.0, 0.0)), INK.at(0.75));
    pen.fill(&strips(Border::Beam, 0.045, (0.0, 0.0)), TIMBER.mixed(BRIDGE, 0.35));
    pen.fill(&strips(Border::Beam, 0.012, (-0.015, -0.015)), CREAM.at(0.25));
}

/// About one soft stain in twelve squares.
fn stains(scene: &Scene<'_>, pen: &mut Pen) {
    for (square, _) in scene.squares() {
        let mut chance = Chance::of(square, 10);
        if chance.happens(1.0 / 12.0) {
            let (x, y) = corner(square);
            let at = (x + chance.unit(), y + chance.unit());
            let radius = chance.within(0.7, 1.9);
            let dark = chance.happens(0.55) && scene.surface(square) != Some(Surface::Water);
            let (colour, alpha) = if dark { (SHADOW, 0.12) } else { (LIGHT, 0.22) };
            pen.stain(at, radius, colour, alpha);
        }
    }
}
