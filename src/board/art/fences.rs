//! Fences, low walls and trellises, along edges and where they fill a square.

use super::{
    chance::Chance,
    palette::{CREAM, FOLIAGE, FOLIAGE_EDGE, INK, Rgb, STONE, TIMBER, TIMBER_LIGHT},
    pen::{At, Pen, Shape},
    terrain::{LOW, Run, Scene, TALL, corner},
};
use crate::rules::Feature;

const RAIL: Rgb = Rgb::hex(0x8A_5F2E);
const LATH: Rgb = Rgb::hex(0xD2_AA6B);
const TIMBER_EDGE: Rgb = Rgb::hex(0x3B_2A14);
const STONE_EDGE: Rgb = Rgb::hex(0x4A_4236);

fn is_low(feature: Feature) -> bool {
    matches!(feature, Feature::Fence | Feature::LowWall)
}

/// Adds their shadows.
pub(super) fn shadow(scene: &Scene<'_>, _: &Pen, shadow: Shape) -> Shape {
    scene.runs(|feature| is_low(feature) || feature == Feature::Trellis).iter().fold(shadow, |all, run| {
        match run.feature {
            Feature::Fence => {
                let (from, to) = run.rect((0.0, 1.0), (-0.075, 0.075));
                all.swept(from, to, LOW)
            }
            Feature::LowWall => stones(run).into_iter().fold(all, |all, (from, to)| all.swept(from, to, LOW)),
            _ => {
                let (from, to) = trellis_bounds(run);
                all.swept(from, to, TALL)
            }
        }
    })
}

/// Fences and low walls.
pub(super) fn paint_low(scene: &Scene<'_>, pen: &mut Pen) {
    for run in scene.runs(is_low) {
        match run.feature {
            Feature::Fence => fence(pen, &run),
            _ => low_wall(pen, &run),
        }
    }
    for (feature, at) in bends(scene) {
        let half = if feature == Feature::Fence { 0.075 } else { 0.085 };
        if feature == Feature::Fence {
            boxed(pen, (at.0 - half, at.1 - half), (at.0 + half, at.1 + half), TIMBER, TIMBER_EDGE);
        } else {
            stone(pen, (at.0 - half, at.1 - half), (at.0 + half, at.1 + half), STONE.mixed(CREAM, 0.1));
        }
    }
}

/// Where a run from north to south meets one of its kind from west to east.
fn bends(scene: &Scene<'_>) -> Vec<(Feature, At)> {
    let runs: Vec<Run> = scene.runs(is_low).into_iter().filter(|run| !run.fills).collect();
    let ends = |upright: bool, feature: Feature| {
        runs.iter()
            .filter(move |run| run.upright == upright && run.feature == feature)
            .flat_map(|run| [run.at(0.0, 0.0), run.at(1.0, 0.0)])
    };
    let mut bends = Vec::new();
    for feature in [Feature::Fence, Feature::LowWall] {
        let standing: Vec<At> = ends(true, feature).collect();
        let mut met: Vec<At> = ends(false, feature).filter(|end| standing.contains(end)).collect();
        met.dedup();
        bends.extend(met.into_iter().map(|at| (feature, at)));
    }
    bends
}

/// A filled rectangle with slightly round corners and an edge.
fn boxed(pen: &mut Pen, from: At, to: At, fill: Rgb, edge: Rgb) {
    let shape = Shape::new().rounded(from, to, 0.025);
    pen.fill(&shape, fill);
    pen.stroke(&shape, edge, pen.at_least(0.02, 1.0));
}

/// Two rails and four posts.
fn fence(pen: &mut Pen, run: &Run) {
    let edge = pen.at_least(0.016, 0.8);
    for across in [-0.042, 0.042] {
        let half = 0.0225;
        let (from, to) = run.rect((-0.01, 1.01), (across - half - edge, across + half + edge));
        pen.fill(&Shape::new().rect(from, to), TIMBER_EDGE);
        let (from, to) = run.rect((-0.01, 1.01), (across - half, across + half));
        pen.fill(&Shape::new().rect(from, to), RAIL);
    }
    for post in 0..4u8 {
        let along = (f32::from(post) + 0.5) / 4.0;
        let (from, to) = run.rect((along - 0.045, along + 0.045), (-0.1, 0.1));
        boxed(pen, from, to, TIMBER_LIGHT, TIMBER_EDGE);
        let (from, to) = run.rect((along - 0.02, along), (-0.07, 0.05));
        pen.fill(&Shape::new().rect(from, to), CREAM.at(0.22));
    }
}

/// The stones of a low wall: three on an edge, rows of them in a square.
fn stones(run: &Run) -> Vec<(At, At)> {
    let third = 1.0 / 3.0;
    if !run.fills {
        return (0..3u8).map(|n| run.rect((f32::from(n) * third, f32::from(n + 1) * third), (-0.075, 0.075))).collect();
    }
    let (x, y) = corner(run.square());
    let rows = [(0.0, [0.0, 0.42, 1.0]), (0.25, [0.0, 0.6, 1.0]), (0.5, [0.0, 0.34, 1.0]), (0.75, [0.0, 0.52, 1.0])];
    rows.into_iter()
        .flat_map(|(top, joints)| {
            [(joints[0], joints[1]), (joints[1], joints[2])]
                .map(|(from, to)| ((x + from, y + top), (x + to, y + top + 0.25)))
        })
        .collect()
}

fn low_wall(pen: &mut Pen, run: &Run) {
    let mut chance = Chance::of(run.square(), if run.upright { 41 } else { 40 });
    for (from, to) in stones(run) {
        let tone = chance.pick([STONE, STONE.mixed(CREAM, 0.22), STONE.mixed(INK, 0.10), STONE.mixed(CREAM, 0.1)]);
        stone(pen, from, to, tone);
    }
}

fn stone(pen: &mut Pen, from: At, to: At, tone: Rgb) {
    let gap = 0.006;
    let (from, to) = ((from.0 + gap, from.1 + gap), (to.0 - gap, to.1 - gap));
    let edge = pen.at_least(0.022, 1.0);
    let shape = Shape::new().rounded(from, to, 0.035);
    pen.fill(&shape, tone);
    if pen.scale() >= 36.0 {
        let (left, top) = (from.0 + 0.03, from.1 + 0.03);
        pen.stroke(
            &Shape::new().lines(&[(left, to.1 - 0.04), (left, top), (to.0 - 0.04, top)]),
            CREAM.at(0.35),
            pen.at_least(0.02, 0.8),
        );
    }
    pen.stroke(&shape, STONE_EDGE, edge);
}

/// The ground a trellis takes up.
fn trellis_bounds(run: &Run) -> (At, At) {
    if run.fills {
        let (x, y) = corner(run.square());
        ((x + 0.04, y + 0.04), (x + 0.96, y + 0.96))
    } else {
        run.rect((0.0, 1.0), (-0.08, 0.08))
    }
}

/// Trellises: crossing strokes between posts, with some leaves.
pub(super) fn paint_trellis(scene: &Scene<'_>, pen: &mut Pen) {
    for run in scene.runs(|feature| feature == Feature::Trellis) {
        let (from, to) = trellis_bounds(&run);
        let bounds = Shape::new().rect(from, to);
        pen.fill(&bounds, INK.at(0.45));
        let lattice = lattice(&run);
        let lath = pen.at_least(0.024, 0.9);
        let edge = pen.at_least(0.03, 1.2);
        if pen.scale() >= 36.0 {
            pen.stroke_sharp(&lattice, TIMBER_EDGE, lath + edge * 0.7);
        }
        pen.stroke_sharp(&lattice, LATH, lath);
        pen.stroke_sharp(&bounds, TIMBER_EDGE, lath + edge);
        pen.stroke_sharp(&bounds, LATH, lath);
        if !run.fills {
            for along in [0.0, 1.0] {
                let (from, to) = run.rect((along - 0.06, along + 0.06), (-0.10, 0.10));
                boxed(pen, from, to, TIMBER, TIMBER_EDGE);
            }
        }
        let mut chance = Chance::of(run.square(), if run.upright { 43 } else { 42 });
        for _ in 0..if run.fills { 9 } else { 3 } {
            let spread = if run.fills { 0.36 } else { 0.07 };
            let at = run.at(chance.within(0.1, 0.9), chance.within(-spread, spread));
            let leaf = Shape::new().disc(at, chance.within(0.035, 0.055));
            pen.fill(&leaf, FOLIAGE);
            pen.stroke(&leaf, FOLIAGE_EDGE, pen.at_least(0.014, 0.7));
        }
    }
}

fn lattice(run: &Run) -> Shape {
    let crosses = |shape: Shape, along: (f32, f32), across: (f32, f32)| {
        shape
            .lines(&[run.at(along.0, across.0), run.at(along.1, across.1)])
            .lines(&[run.at(along.0, across.1), run.at(along.1, across.0)])
    };
    let mut shape = Shape::new();
    if run.fills {
        for step in 0..16u8 {
            let (column, row) = (f32::from(step % 4), f32::from(step / 4));
            let along = (0.04 + column * 0.23, 0.04 + (column + 1.0) * 0.23);
            shape = crosses(shape, along, (-0.46 + row * 0.23, -0.46 + (row + 1.0) * 0.23));
        }
    } else {
        for step in 0..5u8 {
            let from = f32::from(step) / 5.0;
            shape = crosses(shape, (from, from + 0.2), (-0.08, 0.08));
        }
    }
    shape
}
