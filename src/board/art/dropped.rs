//! The sign of things that lie on the ground.

use super::{
    Picture,
    icons::Icon,
    palette::{CREAM, INK},
    pen::{Pen, Shape},
};

/// A cream disc with a blade on it, in the upper left of a square, so that bodies leave it in view. The picture is one
/// square of `size` pixels.
pub fn bake(size: u32) -> Picture {
    const AT: f32 = 0.2;
    let mut pen = Pen::new(size, size, (0.0, 0.0), size as f32);
    let disc = Shape::new().disc((AT, AT), 0.15);
    pen.fill(&disc, CREAM);
    pen.stroke(&disc, INK, pen.at_least(0.03, 1.0));
    let mut picture = pen.picture();
    let blade = ((0.24 * size as f32).round() as u32).max(8);
    let corner = (AT * size as f32 - blade as f32 / 2.0).round() as i32;
    picture.lay(&Icon::Sword.picture(INK, blade), corner, corner);
    picture
}
