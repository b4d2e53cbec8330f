//! Bad footing: rubble, trenches, pits and the void.

use super::{
    chance::Chance,
    palette::{FRAME, Rgb, SHADOW, STONE},
    pen::{At, Pen, Shape, polar},
    terrain::{Scene, corner},
};
use crate::{
    geometry::Square,
    rules::{Footing, Surface},
};

const SHALLOW: Rgb = Rgb::hex(0xA8_8D5F);
const DEEP: Rgb = Rgb::hex(0x7C_6440);
const LIP: Rgb = Rgb::hex(0x5B_4526);
const STONE_EDGE: Rgb = Rgb::hex(0x57_4C3C);
const STONE_LIT: Rgb = Rgb::hex(0xC9_C1AF);
/// Free ground on each side of a trench; the rest is the band.
const BANK: f32 = 0.12;

/// Everything that lies below or on the ground without being a feature.
pub(super) fn paint(scene: &Scene<'_>, pen: &mut Pen) {
    trenches(scene, pen);
    for (square, cell) in scene.squares() {
        match cell.footing {
            Footing::Difficult => rubble(scene, pen, square),
            Footing::Pit => pit(pen, square),
            Footing::Void => void(scene, pen, square),
            Footing::Firm | Footing::Water | Footing::ShallowTrench | Footing::DeepTrench => {}
        }
    }
}

/// Eight stones with five corners.
fn rubble(scene: &Scene<'_>, pen: &mut Pen, square: Square) {
    let (x, y) = corner(square);
    let mut chance = Chance::of(square, 20);
    let edge = pen.at_least(0.018, 0.7);
    let left_out = (chance.unit() * 9.0) as u8;
    let tone = if scene.surface(square) == Some(Surface::Earth) { Rgb::hex(0xA8_9A7F) } else { STONE };
    for place in (0..9u8).filter(|place| *place != left_out) {
        let (column, row) = (f32::from(place % 3), f32::from(place / 3));
        let at =
            (x + 0.20 + column * 0.30 + chance.within(-0.08, 0.08), y + 0.20 + row * 0.30 + chance.within(-0.08, 0.08));
        let radius = chance.within(0.07, 0.145);
        let turn = chance.unit();
        let corners: Vec<At> = (0..5u8)
            .map(|n| {
                let (dx, dy) = polar((0.0, 0.0), radius * chance.within(0.78, 1.08), turn + f32::from(n) / 5.0);
                (at.0 + dx, at.1 + dy * 0.86)
            })
            .collect();
        let toward = |share: f32, dx: f32, dy: f32| -> Vec<At> {
            corners.iter().map(|c| (at.0 + (c.0 - at.0) * share + dx, at.1 + (c.1 - at.1) * share + dy)).collect()
        };
        let stone = Shape::new().polygon(&corners);
        pen.fill(&stone.moved(0.03, 0.04), SHADOW.at(0.32));
        pen.fill(&stone, tone.mixed(chance.pick([STONE_LIT, STONE_EDGE, STONE]), 0.16));
        pen.fill(&Shape::new().polygon(&toward(0.56, -radius * 0.16, -radius * 0.18)), STONE_LIT.at(0.55));
        pen.stroke(&stone, STONE_EDGE, edge);
    }
}

fn is_trench(footing: Footing) -> bool {
    matches!(footing, Footing::ShallowTrench | Footing::DeepTrench)
}

/// Bands that run on from square to square; a lone trench lies east and west.
fn trenches(scene: &Scene<'_>, pen: &mut Pen) {
    let dug = |square: Square| scene.field.cell(square).is_some_and(|cell| is_trench(cell.footing));
    let all: Vec<_> = scene.squares().filter(|(_, cell)| is_trench(cell.footing)).collect();
    let edge = pen.whole(0.022);
    for &(square, cell) in &all {
        let (x, y) = corner(square);
        let joined = scene.around(square, dug);
        let arms = arms(joined);
        let deep = cell.footing == Footing::DeepTrench;
        let (floor, reach) = if deep { (DEEP, 0.30) } else { (SHALLOW, 0.16) };
        let shade = Rgb::hex(0x2E_2210).at(if deep { 0.42 } else { 0.30 });
        let (near, far) = (BANK, 1.0 - BANK);
        let [north, east, south, west] = arms;
        let cells = [
            (true, (near, near), (far, far), [!north, !east, !south, !west]),
            (north, (near, 0.0), (far, near), [!joined[0], true, false, true]),
            (east, (far, near), (1.0, far), [true, !joined[1], true, false]),
            (south, (near, far), (far, 1.0), [false, true, !joined[2], true]),
            (west, (0.0, near), (near, far), [true, false, true, !joined[3]]),
        ];
        let shown = || cells.iter().filter(|cell| cell.0).map(|(_, a, b, rims)| (*a, *b, *rims));
        for (a, b, _) in shown() {
            pen.block((x + a.0, y + a.1), (x + b.0, y + b.1), floor);
        }
        for (a, b, rims) in shown() {
            let (from, to) = ((x + a.0, y + a.1), (x + b.0, y + b.1));
            if rims[0] {
                pen.block(from, (to.0, (from.1 + reach).min(y + far)), shade);
            }
            if rims[3] {
                pen.block(from, ((from.0 + reach * 0.7).min(x + far), to.1), shade);
            }
        }
        for (a, b, rims) in shown() {
            let (from, to) = ((x + a.0, y + a.1), (x + b.0, y + b.1));
            let sides = [
                (from, (to.0, from.1), (0.0, -1.0)),
                ((to.0, from.1), to, (1.0, 0.0)),
                ((from.0, to.1), to, (0.0, 1.0)),
                (from, (from.0, to.1), (-1.0, 0.0)),
            ];
            for ((start, end, outward), _) in sides.into_iter().zip(rims).filter(|(_, rim)| *rim) {
                lip(pen, start, end, outward, edge);
            }
        }
        let step = |other: Square| dug(other) && scene.field.cell(other).is_some_and(|it| it.footing != cell.footing);
        let [north_step, _, _, west_step] = scene.around(square, step);
        if north_step {
            pen.block((x + near, y), (x + far, y + edge), LIP);
        }
        if west_step {
            pen.block((x, y + near), (x + edge, y + far), LIP);
        }
    }
}

/// Where the band of a trench reaches the square's rim: towards other trenches, else straight through.
fn arms(joined: [bool; 4]) -> [bool; 4] {
    match joined {
        [false, _, false, _] => [false, true, false, true],
        [_, false, _, false] => [true, false, true, false],
        both => both,
    }
}

/// A dark edge with short ticks on its outer side.
fn lip(pen: &mut Pen, from: At, to: At, outward: At, edge: f32) {
    let length = (to.0 - from.0) + (to.1 - from.1);
    let half = edge / 2.0;
    pen.fill(&Shape::new().rect((from.0 - half, from.1 - half), (to.0 + half, to.1 + half)), LIP);
    let count = (length / 0.115).round().max(1.0);
    let along = ((to.0 - from.0) / count, (to.1 - from.1) / count);
    let ticks = (0..count as u8).fold(Shape::new(), |all, n| {
        let n = f32::from(n) + 0.5;
        let foot = (from.0 + along.0 * n, from.1 + along.1 * n);
        all.lines(&[foot, (foot.0 + outward.0 * 0.055, foot.1 + outward.1 * 0.055)])
    });
    pen.stroke_sharp(&ticks, LIP.at(0.9), pen.at_least(0.02, 1.0));
}

/// A black hole with a lip.
fn pit(pen: &mut Pen, square: Square) {
    let (x, y) = corner(square);
    let middle = (x + 0.5, y + 0.5);
    let ticks = (0..12u8).fold(Shape::new(), |all, n| {
        let turn = f32::from(n) / 12.0 + 1.0 / 24.0;
        let (dx, dy) = polar((0.0, 0.0), 1.0, turn);
        let rim = 0.42 / dx.abs().max(dy.abs());
        let from = polar(middle, rim.min(0.5), turn);
        all.lines(&[from, polar(middle, rim.min(0.5) + 0.055, turn)])
    });
    pen.stroke_sharp(&ticks, LIP, pen.at_least(0.024, 1.0));
    let square_of = |half: f32, radius: f32| {
        Shape::new().rounded((middle.0 - half, middle.1 - half), (middle.0 + half, middle.1 + half), radius)
    };
    pen.fill(&square_of(0.42, 0.10), LIP);
    pen.fill(&square_of(0.42 - pen.at_least(0.03, 1.0), 0.08), Rgb::hex(0x33_281B));
    let hole = Shape::new().rounded((x + 0.17, y + 0.26), (x + 0.83, y + 0.85), 0.06);
    pen.fill(&hole, FRAME.mixed(Rgb::hex(0), 0.35));
    let steps = Shape::new().lines(&[(x + 0.20, y + 0.19), (x + 0.80, y + 0.19)]);
    pen.stroke(&steps, Rgb::hex(0x4A_3C29), pen.at_least(0.016, 0.8));
}

/// Nothing, with a broken lip towards every floor.
fn void(scene: &Scene<'_>, pen: &mut Pen, square: Square) {
    let (x, y) = corner(square);
    let floor = scene.around(square, |other| scene.surface(other).is_some());
    let mut chance = Chance::of(square, 21);
    for (depth, colour) in [(0.15, Rgb::hex(0x2A_231B)), (0.07, LIP)] {
        for (index, side) in floor.into_iter().enumerate() {
            if !side {
                continue;
            }
            let mut outline = vec![(0.0, 0.0)];
            outline.extend((0..=6u8).map(|n| (f32::from(n) / 6.0, depth * chance.within(0.65, 1.15))));
            outline.push((1.0, 0.0));
            let outline: Vec<At> = outline
                .into_iter()
                .map(|(along, across)| match index {
                    0 => (x + along, y + across),
                    1 => (x + 1.0 - across, y + along),
                    2 => (x + along, y + 1.0 - across),
                    _ => (x + across, y + along),
                })
                .collect();
            pen.fill(&Shape::new().polygon(&outline), colour);
        }
    }
}
