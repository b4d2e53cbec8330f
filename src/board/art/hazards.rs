//! Things that do harm by themselves: fire on the ground, powder kegs and charges, with the sparks of a burning fuse.

use super::{
    chance::Chance,
    palette::{CREAM, GOLD, INK, Rgb, SHADOW, STONE, TIMBER, TIMBER_LIGHT, WARN},
    pen::{At, Pen, Shape, polar},
    terrain::{Scene, corner},
};
use crate::rules::ExplosiveKind;

const SCORCH: Rgb = Rgb::hex(0x3A_2A1C);
const FLAME: Rgb = Rgb::hex(0xE2_5A1C);
const FLAME_LIT: Rgb = Rgb::hex(0xFF_C24A);
const HOOP: Rgb = Rgb::hex(0x4E_4436);
const CANVAS: Rgb = Rgb::hex(0xB9_A57C);

/// Half the width of a keg, in squares.
pub(super) const KEG: f32 = 0.33;

/// Fire: scorched ground with flames, below those who stand there.
pub(super) fn paint_fire(scene: &Scene<'_>, pen: &mut Pen) {
    for (square, _) in scene.squares().filter(|(_, cell)| cell.fire) {
        let (x, y) = corner(square);
        let mut chance = Chance::of(square, 80);
        pen.fill(&Shape::new().rounded((x + 0.04, y + 0.04), (x + 0.96, y + 0.96), 0.16), SCORCH.at(0.55));
        for (dx, dy, size) in
            [(0.24, 0.46, 1.0), (0.73, 0.43, 1.1), (0.50, 0.70, 1.4), (0.19, 0.93, 1.05), (0.81, 0.94, 1.15)]
        {
            let foot = (x + dx + chance.within(-0.05, 0.05), y + dy + chance.within(-0.04, 0.04));
            flame(pen, foot, size * chance.within(0.85, 1.1), chance.within(-0.05, 0.05));
        }
    }
}

/// A flame above its foot, bent to a side: a tongue with a lighter one in it.
fn flame(pen: &mut Pen, foot: At, size: f32, bent: f32) {
    let tongue = |share: f32| {
        let at = |dx: f32, dy: f32| (foot.0 + (dx * share + bent * -dy * 4.0) * size, foot.1 + dy * share * size);
        let corners = [
            at(0.0, 0.04),
            at(-0.10, 0.01),
            at(-0.13, -0.08),
            at(-0.07, -0.17),
            at(-0.05, -0.24),
            at(0.01, -0.38),
            at(0.05, -0.26),
            at(0.11, -0.17),
            at(0.13, -0.07),
            at(0.09, 0.01),
        ];
        Shape::new().polygon(&corners)
    };
    pen.stroke(&tongue(1.0), INK.at(0.85), pen.at_least(0.026, 1.2));
    pen.fill(&tongue(1.0), FLAME);
    pen.fill(&tongue(0.62), FLAME_LIT);
    pen.fill(&tongue(0.30), CREAM);
}

/// Kegs and charges.
pub(super) fn paint_explosives(scene: &Scene<'_>, pen: &mut Pen) {
    for (square, _) in scene.squares() {
        let Some(explosive) = scene.field.explosive(square) else { continue };
        let (x, y) = corner(square);
        match explosive.kind {
            ExplosiveKind::Keg => fuse(pen, (x + 0.5, y + 0.5), (x + 0.80, y + 0.16), explosive.lit.is_some()),
            ExplosiveKind::Charge => {
                charge(pen, (x + 0.5, y + 0.55));
                fuse(pen, (x + 0.5, y + 0.44), (x + 0.70, y + 0.18), explosive.lit.is_some());
            }
        }
    }
}

/// A keg from above: staves in two hoops around a lid.
pub(super) fn keg(pen: &mut Pen, middle: At) {
    let edge = pen.at_least(0.028, 1.2);
    let disc = |radius: f32| Shape::new().disc(middle, radius);
    pen.fill(&disc(KEG), TIMBER);
    let staves = (0..14u8).fold(Shape::new(), |all, n| {
        let turn = f32::from(n) / 14.0;
        all.lines(&[polar(middle, 0.22, turn), polar(middle, KEG, turn)])
    });
    pen.stroke(&staves, SCORCH.at(0.7), pen.at_least(0.014, 0.8));
    pen.stroke(&disc(KEG), INK, edge);
    pen.stroke(&disc(0.275), HOOP, pen.at_least(0.045, 1.6));
    pen.fill(&disc(0.22), TIMBER_LIGHT);
    let boards = [-0.11f32, 0.0, 0.11].into_iter().fold(Shape::new(), |all, off| {
        let half = (0.22f32 * 0.22 - off * off).sqrt();
        all.lines(&[(middle.0 + off, middle.1 - half), (middle.0 + off, middle.1 + half)])
    });
    pen.stroke(&boards, SCORCH.at(0.55), pen.at_least(0.014, 0.8));
    pen.stroke(&disc(0.22), INK.at(0.8), pen.at_least(0.02, 1.0));
    // The sign of powder: a black diamond.
    let at = |dx: f32, dy: f32| (middle.0 + dx, middle.1 + dy);
    let sign = Shape::new().polygon(&[at(0.0, -0.12), at(0.10, 0.0), at(0.0, 0.12), at(-0.10, 0.0)]);
    pen.fill(&sign, INK);
    pen.stroke(&sign, WARN, pen.at_least(0.018, 0.9));
}

/// A satchel tied up with cord.
fn charge(pen: &mut Pen, middle: At) {
    let at = |dx: f32, dy: f32| (middle.0 + dx, middle.1 + dy);
    let bag = Shape::new().rounded(at(-0.20, -0.13), at(0.20, 0.16), 0.06);
    pen.fill(&bag.moved(0.04, 0.05), SHADOW.at(0.32));
    pen.fill(&bag, CANVAS);
    pen.stroke(&bag, INK, pen.at_least(0.028, 1.2));
    let cord = Shape::new().lines(&[at(-0.07, -0.13), at(-0.07, 0.16)]).lines(&[at(0.07, -0.13), at(0.07, 0.16)]);
    pen.stroke(&cord, SCORCH, pen.at_least(0.03, 1.2));
    let sign = Shape::new().polygon(&[at(0.0, -0.06), at(0.05, 0.01), at(0.0, 0.08), at(-0.05, 0.01)]);
    pen.fill(&sign, INK);
    pen.stroke(&sign, WARN, pen.at_least(0.014, 0.8));
}

/// A fuse from a keg or charge; lit, it sparks.
fn fuse(pen: &mut Pen, from: At, to: At, lit: bool) {
    let knee = (from.0 + (to.0 - from.0) * 0.75, from.1 + (to.1 - from.1) * 0.35);
    let cord = Shape::new().lines(&[from, knee, to]);
    pen.stroke(&cord, INK, pen.at_least(0.055, 2.2));
    pen.stroke(&cord, STONE.mixed(CREAM, 0.4), pen.at_least(0.03, 1.2));
    if lit {
        let rays = (0..8u8).fold(Shape::new(), |all, n| {
            let long = if n % 2 == 0 { 0.15 } else { 0.10 };
            let turn = f32::from(n) / 8.0;
            all.lines(&[polar(to, 0.05, turn), polar(to, long, turn)])
        });
        pen.stroke(&rays, INK, pen.at_least(0.05, 2.0));
        pen.stroke(&rays, GOLD, pen.at_least(0.026, 1.2));
        pen.fill(&Shape::new().disc(to, 0.075), INK);
        pen.fill(&Shape::new().disc(to, 0.058), WARN);
        pen.fill(&Shape::new().disc(to, 0.028), CREAM);
    }
}
