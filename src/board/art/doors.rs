//! Doors closed, half open and open: jambs, leaf, threshold and the arc the leaf swings along.

use super::{
    palette::{COURSE, CREAM, INK, Rgb, TIMBER, WALL},
    pen::{At, Pen, Shape},
    terrain::{LOW, Run, Scene},
};
use crate::rules::{Feature, Surface};

const HINGE: f32 = 0.12;
const LEAF: f32 = 0.78;
const HALF: f32 = 0.05;
const JAMB: f32 = 0.11;
const THRESHOLD: Rgb = Rgb::hex(0xEA_D9B6);

const fn is_door(feature: Feature) -> bool {
    matches!(feature, Feature::DoorClosed | Feature::DoorHalf | Feature::DoorOpen)
}

/// How far the leaf is turned from the wall's line, in quarter turns.
fn turned(feature: Feature) -> f32 {
    match feature {
        Feature::DoorHalf => 0.5,
        Feature::DoorOpen => 1.0,
        _ => 0.0,
    }
}

/// Doors swing away from what fills a square, else away from floors, else to the south or east.
fn swing(scene: &Scene<'_>, run: &Run) -> f32 {
    let [back, front] = run.sides;
    let indoors = |square| scene.surface(square).is_none_or(|surface| surface == Surface::Wood);
    let filled = |square| scene.field.feature(square).is_some();
    let backwards = match (filled(back), filled(front)) {
        (false, true) => true,
        (true, false) => false,
        _ => indoors(front) && !indoors(back),
    };
    if backwards { -1.0 } else { 1.0 }
}

/// The leaf as a slanted rectangle, grown on all sides.
fn leaf(scene: &Scene<'_>, run: &Run, grow: f32) -> Shape {
    let side = swing(scene, run);
    let (sin, cos) = (turned(run.feature) * std::f32::consts::FRAC_PI_2).sin_cos();
    let at = |along: f32, across: f32| run.at(HINGE + along * cos - across * sin, side * (along * sin + across * cos));
    let (from, to, half) = (-grow, LEAF + grow, HALF + grow);
    Shape::new().polygon(&[at(from, -half), at(to, -half), at(to, half), at(from, half)])
}

/// The corners of the two posts.
fn jambs(run: &Run, half: f32) -> [(At, At); 2] {
    [0.0, 1.0].map(|end| run.rect((end - half, end + half), (-half, half)))
}

/// Adds the shadows of doors.
pub(super) fn shadow(scene: &Scene<'_>, pen: &Pen, shadow: Shape) -> Shape {
    let half = pen.whole(JAMB);
    scene.runs(is_door).iter().fold(shadow, |all, run| {
        let all = jambs(run, half).into_iter().fold(all, |all, (from, to)| all.swept(from, to, (0.08, 0.10)));
        let leaf = leaf(scene, run, 0.02);
        all.and(&leaf.moved(LOW.0, LOW.1)).and(&leaf.moved(0.09, 0.11))
    })
}

pub(super) fn paint(scene: &Scene<'_>, pen: &mut Pen) {
    let runs = scene.runs(is_door);
    for run in &runs {
        if run.feature != Feature::DoorClosed {
            threshold(pen, run);
            arc(scene, pen, run);
        }
        leaf_of_timber(scene, pen, run);
    }
    let (half, edge) = (pen.whole(JAMB), pen.whole(0.025));
    let posts = |inset: f32| {
        runs.iter().flat_map(|run| jambs(run, half - inset)).fold(Shape::new(), |all, (from, to)| all.rect(from, to))
    };
    pen.fill(&posts(0.0), INK);
    pen.fill(&posts(edge), COURSE);
    if half - edge * 2.0 > 0.03 {
        pen.fill(&posts(edge * 2.0), WALL.at(0.55));
    }
}

fn threshold(pen: &mut Pen, run: &Run) {
    let half = pen.whole(0.045);
    let (from, to) = run.rect((0.0, 1.0), (-half, half));
    pen.fill(&Shape::new().rect(from, to), THRESHOLD);
    let sides = Shape::new().lines(&[run.at(0.0, -half), run.at(1.0, -half)]);
    let sides = sides.lines(&[run.at(0.0, half), run.at(1.0, half)]);
    pen.stroke_sharp(&sides, COURSE.at(0.65), pen.at_least(0.014, 0.9));
}

/// The arc from the leaf's free end to where it meets the other jamb.
fn arc(scene: &Scene<'_>, pen: &mut Pen, run: &Run) {
    const STEPS: u8 = 24;
    let (side, open) = (swing(scene, run), turned(run.feature));
    let points: Vec<At> = (0..=STEPS)
        .map(|step| {
            let (sin, cos) = (open * f32::from(step) / f32::from(STEPS) * std::f32::consts::FRAC_PI_2).sin_cos();
            run.at(HINGE + LEAF * cos, side * LEAF * sin)
        })
        .collect();
    pen.stroke_dashed(&Shape::new().lines(&points), COURSE.at(0.85), pen.at_least(0.02, 1.0), 0.05, 0.045);
}

fn leaf_of_timber(scene: &Scene<'_>, pen: &mut Pen, run: &Run) {
    let edge = pen.at_least(0.024, 1.3);
    pen.fill(&leaf(scene, run, edge), INK);
    pen.fill(&leaf(scene, run, 0.0), TIMBER);
    if run.feature == Feature::DoorClosed {
        let boards = [0.36, 0.64]
            .iter()
            .fold(Shape::new(), |all, along| all.lines(&[run.at(*along, -HALF), run.at(*along, HALF)]));
        pen.stroke_sharp(&boards, INK.at(0.8), pen.at_least(0.016, 1.0));
        let gleam = Shape::new().lines(&[run.at(0.12, -HALF * 0.6), run.at(0.88, -HALF * 0.6)]);
        pen.stroke_sharp(&gleam, CREAM.at(0.25), pen.at_least(0.016, 0.6));
        pen.fill(&Shape::new().disc(run.at(0.82, 0.0), pen.at_least(0.03, 1.0)), INK);
    }
}
