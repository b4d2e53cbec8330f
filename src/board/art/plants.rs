//! Young trees and bushes.

use super::{
    chance::Chance,
    palette::{FOLIAGE, FOLIAGE_EDGE, FOLIAGE_LIGHT, INK, Rgb},
    pen::{At, Pen, Shape, polar},
    terrain::{LOW, Run, Scene},
};
use crate::rules::Feature;

const LIT: Rgb = Rgb::hex(0xA9_B56C);
const TRUNK: Rgb = Rgb::hex(0x6B_4423);

const fn is_plant(feature: Feature) -> bool {
    matches!(feature, Feature::Tree | Feature::Bush)
}

/// How large a plant is: half as wide on an edge as in a square.
const fn size(run: &Run) -> f32 {
    if run.fills { 1.0 } else { 0.62 }
}

fn chance(run: &Run) -> Chance {
    Chance::of(run.square(), if run.upright { 51 } else { 50 })
}

/// Adds their shadows.
pub(super) fn shadow(scene: &Scene<'_>, _: &Pen, shadow: Shape) -> Shape {
    scene.runs(is_plant).iter().fold(shadow, |all, run| match run.feature {
        Feature::Tree => all.and(&crown(run.middle(), 0.44 * size(run), chance(run).unit(), 11).moved(0.07, 0.09)),
        _ => bush_discs(run).iter().fold(all, |all, &((x, y), radius)| all.disc((x + LOW.0, y + LOW.1), radius)),
    })
}

pub(super) fn paint(scene: &Scene<'_>, pen: &mut Pen) {
    for run in scene.runs(is_plant) {
        match run.feature {
            Feature::Tree => tree(pen, &run),
            _ => bush(pen, &run),
        }
    }
}

/// A scalloped outline: `lobes` half-round bulges whose tips lie on a circle.
fn crown(centre: At, radius: f32, turn: f32, lobes: u8) -> Shape {
    let step = 1.0 / f32::from(lobes);
    let inner = radius * 0.83;
    // A bulge is an arc of a small circle around a point between two valleys.
    let bulge = inner * (step * std::f32::consts::PI).sin() * 1.08;
    let start = polar(centre, inner, turn - step / 2.0);
    (0..lobes)
        .fold(Shape::new().lines(&[start]), |shape, lobe| {
            let middle = turn + f32::from(lobe) * step;
            let at = polar(centre, radius - bulge, middle);
            shape.arc_on(at, bulge, middle - 0.27, middle + 0.27)
        })
        .closed()
}

fn tree(pen: &mut Pen, run: &Run) {
    let (centre, size) = (run.middle(), size(run));
    let mut chance = chance(run);
    let turn = chance.unit();
    let edge = pen.at_least(0.028, 1.2);
    let outline = crown(centre, 0.44 * size, turn, 11);
    pen.fill(&outline, FOLIAGE.at(0.9));
    let lit = (centre.0 - 0.045 * size, centre.1 - 0.055 * size);
    pen.fill(&crown(lit, 0.30 * size, turn + 0.07, 9), LIT.at(0.42));
    let deeper = pen.at_least(0.02, 0.9);
    for (radius, from, length) in [(0.25, 0.80, 0.17), (0.27, 0.16, 0.12), (0.26, 0.42, 0.14), (0.17, 0.60, 0.15)] {
        let from = from + chance.within(-0.05, 0.05);
        pen.stroke(&Shape::new().arc(centre, radius * size, from, from + length), FOLIAGE_EDGE.at(0.45), deeper);
    }
    pen.stroke(&outline, FOLIAGE_EDGE, edge);
    let trunk = Shape::new().disc(centre, pen.at_least(0.07 * size, 1.6));
    pen.fill(&trunk, TRUNK);
    pen.stroke(&trunk, INK, pen.at_least(0.02, 0.9));
}

/// Three discs that touch, turned a little in every square.
fn bush_discs(run: &Run) -> [(At, f32); 3] {
    let mut chance = chance(run);
    let (x, y) = run.middle();
    let size = size(run);
    let tilt = chance.within(-0.06, 0.06);
    let centre = (x, y + 0.03 * size);
    [(0.0, 0.25), (0.36, 0.225), (0.64, 0.225)]
        .map(|(turn, radius)| (polar(centre, 0.185 * size, turn + tilt), radius * chance.within(0.97, 1.03) * size))
}

fn bush(pen: &mut Pen, run: &Run) {
    let discs = bush_discs(run);
    let edge = pen.at_least(0.026, 1.2);
    let grown = |by: f32| discs.iter().fold(Shape::new(), |all, &(at, radius)| all.disc(at, radius + by));
    pen.fill(&grown(edge / 2.0), FOLIAGE_EDGE);
    pen.fill(&grown(-edge / 2.0), FOLIAGE_LIGHT);
    let size = size(run);
    for (at, radius) in discs {
        pen.fill(&Shape::new().disc((at.0 - 0.035 * size, at.1 - 0.045 * size), radius * 0.62), LIT.at(0.5));
    }
    for (at, _) in discs {
        let tick = 0.042 * size;
        let leaf = Shape::new().lines(&[(at.0 - tick, at.1 - tick), at, (at.0 + tick, at.1 - tick)]);
        pen.stroke(&leaf, FOLIAGE_EDGE.at(0.85), pen.at_least(0.022, 1.0));
    }
}
