//! Built things that fill a square: pillars, barricades, tables, and the anchors one swings from.

use super::{
    chance::Chance,
    hazards::{KEG, keg},
    palette::{COURSE, CREAM, INK, Rgb, SHADOW, STONE, TIMBER, TIMBER_LIGHT, WALL},
    pen::{At, Pen, Shape},
    terrain::{LOW, Run, Scene, corner},
};
use crate::rules::Feature;

const PLANK: Rgb = Rgb::hex(0x7A_5526);
const BEAM: Rgb = Rgb::hex(0xCF_A265);
const ROPE: Rgb = Rgb::hex(0xE3_CC97);

/// Adds their shadows.
pub(super) fn shadow(scene: &Scene<'_>, _: &Pen, shadow: Shape) -> Shape {
    scene.runs(|_| true).iter().fold(shadow, |all, run| {
        let (sizes, fall): (Vec<(At, At)>, At) = match run.feature {
            Feature::Pillar => (vec![around(run.middle(), 0.21)], (0.08, 0.10)),
            Feature::Barricade => (crates(run).to_vec(), (0.06, 0.075)),
            Feature::Table => (vec![table_top(scene, run)], LOW),
            Feature::Keg => (vec![around(run.middle(), KEG)], (0.06, 0.075)),
            _ => return all,
        };
        sizes.into_iter().fold(all, |all, (from, to)| all.swept(from, to, fall))
    })
}

/// Barricades, tables and kegs.
pub(super) fn paint_low(scene: &Scene<'_>, pen: &mut Pen) {
    for run in scene.runs(|feature| matches!(feature, Feature::Barricade | Feature::Table | Feature::Keg)) {
        match run.feature {
            Feature::Barricade => barricade(pen, &run),
            Feature::Keg => keg(pen, run.middle()),
            _ => table(scene, pen, &run),
        }
    }
}

/// Pillars and anchors.
pub(super) fn paint_tall(scene: &Scene<'_>, pen: &mut Pen) {
    for run in scene.runs(|feature| feature == Feature::Pillar) {
        pillar(pen, run.middle());
    }
    for (square, _) in scene.squares().filter(|(_, cell)| cell.anchor) {
        anchor(pen, corner(square));
    }
}

fn around((x, y): At, half: f32) -> (At, At) {
    ((x - half, y - half), (x + half, y + half))
}

/// A square shaft with a smaller, lighter top.
fn pillar(pen: &mut Pen, middle: At) {
    let square = |half: f32, radius: f32| {
        let (from, to) = around(middle, half);
        Shape::new().rounded(from, to, radius)
    };
    let edge = pen.at_least(0.03, 1.2);
    pen.fill(&square(0.21, 0.04), WALL.mixed(CREAM, 0.12));
    let (from, to) = around(middle, 0.21);
    let shaded =
        [(to.0, from.1), to, (from.0, to.1), (middle.0 - 0.12, middle.1 + 0.12), (middle.0 + 0.12, middle.1 - 0.12)];
    pen.fill(&Shape::new().polygon(&shaded), COURSE.at(0.42));
    pen.stroke(&square(0.21, 0.04), INK, edge);
    pen.fill(&square(0.12, 0.02), STONE.mixed(CREAM, 0.28));
    pen.stroke(&square(0.12, 0.02), COURSE, pen.at_least(0.022, 1.0));
}

/// Two crates that lie across the run, so that neighbours make one line; on an edge, flat against it.
fn crates(run: &Run) -> [(At, At); 2] {
    let half = if run.fills { 0.44 } else { 0.14 };
    [(0.025, 0.49), (0.51, 0.975)].map(|along| run.rect(along, (-half, half)))
}

/// Crates with boards and one beam across both.
fn barricade(pen: &mut Pen, run: &Run) {
    let edge = pen.at_least(0.026, 1.2);
    let mut chance = Chance::of(run.square(), if run.upright { 61 } else { 60 });
    for (from, to) in crates(run) {
        let shape = Shape::new().rounded(from, to, 0.03);
        let tone = chance.pick([TIMBER, TIMBER_LIGHT, TIMBER.mixed(TIMBER_LIGHT, 0.5)]);
        pen.fill(&shape, tone);
        let level = to.0 - from.0 > to.1 - from.1;
        let lines = [1.0, 2.0].iter().fold(Shape::new(), |all, third| {
            if level {
                let y = from.1 + (to.1 - from.1) * third / 3.0;
                all.lines(&[(from.0, y), (to.0, y)])
            } else {
                let x = from.0 + (to.0 - from.0) * third / 3.0;
                all.lines(&[(x, from.1), (x, to.1)])
            }
        });
        pen.stroke_sharp(&lines, PLANK, pen.at_least(0.016, 1.0));
        let inner = ((from.0 + 0.03, from.1 + 0.03), (to.0 - 0.03, to.1 - 0.03));
        let gleam = Shape::new().lines(&[(inner.0.0, inner.1.1), inner.0, (inner.1.0, inner.0.1)]);
        pen.stroke(&gleam, CREAM.at(0.22), pen.at_least(0.02, 0.8));
        pen.stroke(&shape, INK, edge);
    }
    let reach = if run.fills { 0.38 } else { 0.10 };
    let flip = if chance.happens(0.3) { -1.0 } else { 1.0 };
    let beam = Shape::new().lines(&[run.at(0.08, reach * flip), run.at(0.92, -reach * flip)]);
    let wide = if run.fills { 0.085 } else { 0.05 };
    pen.stroke(&beam.moved(0.022, 0.03), INK.at(0.35), wide + edge);
    pen.stroke(&beam, INK, wide + edge * 1.6);
    pen.stroke(&beam, BEAM, wide);
    let nails =
        Shape::new().disc(run.at(0.11, reach * flip * 0.93), 0.014).disc(run.at(0.89, -reach * flip * 0.93), 0.014);
    pen.fill(&nails, INK.at(0.8));
}

/// The top of a table: as far as the next table, else with a gap to the square's rim.
fn table_top(scene: &Scene<'_>, run: &Run) -> (At, At) {
    if !run.fills {
        return run.rect((0.02, 0.98), (-0.16, 0.16));
    }
    let (x, y) = corner(run.square());
    let joined = scene.around(run.square(), |other| scene.holds(other, |it| it == Feature::Table));
    let [north, east, south, west] = joined.map(|joined| if joined { 0.0 } else { 0.10 });
    ((x + west, y + north), (x + 1.0 - east, y + 1.0 - south))
}

fn table(scene: &Scene<'_>, pen: &mut Pen, run: &Run) {
    let (from, to) = table_top(scene, run);
    let joined = |other: usize| {
        run.fills && scene.around(run.square(), |it| scene.holds(it, |feature| feature == Feature::Table))[other]
    };
    let edge = pen.whole(0.026);
    pen.fill(&Shape::new().rect(from, to), INK);
    let inset = |side: usize| if joined(side) { 0.0 } else { edge };
    let (from, to) = ((from.0 + inset(3), from.1 + inset(0)), (to.0 - inset(1), to.1 - inset(2)));
    pen.fill(&Shape::new().rect(from, to), TIMBER_LIGHT);
    let line = pen.whole(0.014);
    let mut chance = Chance::of(run.square(), 62);
    for n in 0..4u8 {
        let share = |n: u8| f32::from(n) / 4.0;
        let (top, bottom) = if run.upright {
            ((from.0 + (to.0 - from.0) * share(n), from.1), (from.0 + (to.0 - from.0) * share(n + 1), to.1))
        } else {
            ((from.0, from.1 + (to.1 - from.1) * share(n)), (to.0, from.1 + (to.1 - from.1) * share(n + 1)))
        };
        pen.block(top, bottom, chance.pick([CREAM.at(0.10), INK.at(0.06), CREAM.at(0.03)]));
        if n > 0 {
            let end = if run.upright { (top.0 + line, bottom.1) } else { (bottom.0, top.1 + line) };
            pen.block(top, end, PLANK.at(0.7));
        }
    }
    let thin = pen.whole(0.016);
    if !joined(0) {
        pen.block(from, (to.0, from.1 + thin), CREAM.at(0.35));
    }
    if !joined(3) {
        pen.block(from, (from.0 + thin, to.1), CREAM.at(0.35));
    }
}

/// A coil of rope with a hook, in the upper left corner.
fn anchor(pen: &mut Pen, (x, y): At) {
    let edge = pen.at_least(0.018, 1.0);
    let wide = pen.at_least(0.036, 1.0);
    let coil = (x + 0.24, y + 0.24);
    let tail = Shape::new().arc(coil, 0.15, 0.25, 0.5).arc_on((coil.0, coil.1 + 0.23), 0.08, 0.0, 0.25);
    let hook = Shape::new().arc((coil.0 + 0.08, coil.1 + 0.33), 0.06, 0.0, 0.62);
    let rings = Shape::new().disc(coil, 0.075).disc(coil, 0.15).and(&tail);
    let all = rings.clone().and(&hook);
    pen.stroke(&all.moved(LOW.0 / 2.0, LOW.1 / 2.0), SHADOW.at(0.28), wide + edge * 2.0);
    pen.stroke(&all, INK, wide + edge * 2.0);
    pen.stroke(&rings, ROPE, wide);
    pen.stroke(&hook, STONE, wide);
}
