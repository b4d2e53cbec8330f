//! The emblem: four squares, a corner of wall, and a line from one side that the wall stops.

use super::{
    Picture,
    palette::{CREAM, FRAME, INK, Rgb, SIDES, WARN},
    pen::{Pen, Shape},
};

const PAPER: Rgb = Rgb::hex(0xF5_EEDC);
const LINE: Rgb = Rgb::hex(0xC6_B796);

/// The emblem, `size` pixels wide and high.
pub fn logo(size: u32) -> Picture {
    // Twenty units: a frame of one, two squares of nine.
    let mut pen = Pen::new(size, size, (0.0, 0.0), size as f32 / 20.0);
    let frame = pen.whole(0.9);
    pen.fill(&Shape::new().rounded((0.0, 0.0), (20.0, 20.0), 0.9), FRAME);
    pen.fill(&Shape::new().rect((frame, frame), (20.0 - frame, 20.0 - frame)), PAPER);
    let cross =
        Shape::new().lines(&[(10.0, frame), (10.0, 20.0 - frame)]).lines(&[(frame, 10.0), (20.0 - frame, 10.0)]);
    pen.stroke_sharp(&cross, LINE, pen.at_least(0.5, 1.0));
    let wall = Shape::new().lines(&[(10.0, frame), (10.0, 10.0), (20.0 - frame, 10.0)]);
    pen.stroke_sharp(&wall.moved(0.45, 0.5), INK.at(0.22), 2.0);
    pen.stroke_sharp(&wall, INK, 2.0);
    let ray = Shape::new().lines(&[(5.0, 15.0), (9.4, 10.6)]);
    pen.stroke(&ray, INK, 1.3);
    pen.stroke(&ray, WARN, 0.6);
    let stop = Shape::new().lines(&[(8.6, 9.8), (10.2, 11.4)]).lines(&[(8.6, 11.4), (10.2, 9.8)]);
    pen.stroke(&stop, INK, 1.3);
    pen.stroke(&stop, WARN, 0.62);
    for (token, colour) in [
        (Shape::new().disc((4.7, 15.3), 2.35), SIDES[0]),
        (
            Shape::drawn("M 12.9 3.3 L 17.3 3.3 17.3 5.3 C 17.3 6.9 16.2 7.6 15.1 8.2 C 14 7.6 12.9 6.9 12.9 5.3 Z"),
            SIDES[1],
        ),
    ] {
        pen.fill(&token.moved(0.2, 0.3), INK.at(0.25));
        pen.stroke(&token, INK, 1.55);
        pen.fill(&token, colour);
        pen.stroke(&token, CREAM, 0.6);
    }
    pen.picture()
}
