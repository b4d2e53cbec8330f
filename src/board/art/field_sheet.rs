//! A field as it is saved: shades and numbers over the board, its squares named along the rims, headings above and the legend
//! below.

use super::{
    Picture,
    chart::{length, write},
    palette::{CREAM, INK, LESS, MORE, NO_VALUE, PANEL, PAPER, RAMP, Rgb, SAFE, SECOND, STREET, WHITE},
    pen::{At, Pen, Shape},
};
use crate::{
    board::FieldShown,
    geometry::Square,
    lab::fields::{Patterns, Shade, Step},
};

/// What a swatch of the legend stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetKey {
    /// Its step; `None` for a pattern on a value.
    pub step: Option<Step>,
    /// Whether it is hatched.
    pub hatched: bool,
    /// Whether it is dotted.
    pub dotted: bool,
    /// In words.
    pub words: String,
}

/// All swatches of a legend: its steps, then the patterns that occur.
pub fn keys(legend: &[(Step, String)], patterns: Patterns) -> Vec<SheetKey> {
    let key = |step, (hatched, dotted), words: &str| SheetKey { step, hatched, dotted, words: words.to_owned() };
    let steps = legend.iter().map(|(step, words)| key(Some(*step), (false, false), words));
    let patterns = [
        key(None, (false, true), patterns.dotted),
        key(None, (true, false), patterns.hatched),
        key(Some(Step::Without), (true, false), patterns.without),
    ];
    steps.chain(patterns.into_iter().filter(|key| !key.words.is_empty())).collect()
}

/// The colour of a step.
pub const fn colour_of(step: Step) -> Rgb {
    match step {
        Step::Of(step) => RAMP[if (step as usize) < RAMP.len() { step as usize } else { RAMP.len() - 1 }],
        Step::Change(step) => {
            let place = step.unsigned_abs() as usize;
            let place = if place == 0 {
                0
            } else if place > LESS.len() {
                LESS.len() - 1
            } else {
                place - 1
            };
            if step < 0 { LESS[place] } else { MORE[place] }
        }
        Step::Without => NO_VALUE,
        Step::Free => SAFE,
        Step::Bare => PAPER,
    }
}

/// How much a step covers of the ground at full strength.
pub const fn strength_of(step: Step) -> f32 {
    match step {
        Step::Of(_) | Step::Change(_) | Step::Free => 0.93,
        Step::Without => 0.72,
        Step::Bare => 0.0,
    }
}

/// The colour of a step as it is seen on a street at an opacity in per cent: what a legend shows, so that a square has the
/// colour of its own entry and not of another.
pub fn seen_colour(step: Step, opacity: u8) -> Rgb {
    STREET.mixed(colour_of(step), strength_of(step) * f32::from(opacity.min(100)) / 100.0)
}

/// Every square with its shade, and where its upper left corner lies.
fn squares(shown: &FieldShown, (columns, rows): (u32, u32), scale: u32) -> impl Iterator<Item = (Square, At, &Shade)> {
    let places = (0..rows).flat_map(move |y| (0..columns).map(move |x| (x, y)));
    places.filter_map(move |(x, y)| {
        let square = Square::new(x as i16, y as i16);
        Some((square, ((x * scale) as f32, (y * scale) as f32), shown.at(square)?))
    })
}

/// Strokes across a rectangle from its lower left to its upper right.
fn hatch(pen: &mut Pen, (left, top): At, (wide, high): (f32, f32)) {
    let apart = (high / 4.0).max(4.0);
    let mut along = apart / 2.0;
    while along < wide + high {
        let from = (left + (along - high).max(0.0), top + along.min(high));
        let to = (left + along.min(wide), top + (along - wide).max(0.0));
        pen.stroke(&Shape::new().lines(&[from, to]), INK.at(0.5), (high / 24.0).max(1.0));
        along += apart;
    }
}

/// Where dots lie in a square that has them, in shares of its side: out of the way of its number.
pub const DOTS: [(f32, f32); 2] = [(0.14, 0.14), (0.86, 0.86)];

/// How large a dot is, in shares of a square's side.
pub const DOT: f32 = 0.05;

/// Dots in the corners of a rectangle.
fn dots(pen: &mut Pen, (left, top): At, (wide, high): (f32, f32)) {
    for (x, y) in DOTS {
        let (at, radius) = ((left + x * wide, top + y * high), (high * DOT).max(1.0));
        pen.fill(&Shape::new().disc(at, radius * 1.8), INK);
        pen.fill(&Shape::new().disc(at, radius), CREAM);
    }
}

/// The shades alone, as large as the board.
pub(in crate::board) fn shades(shown: &FieldShown, size: (u32, u32), scale: u32) -> Picture {
    let mut pen = Pen::new(size.0 * scale, size.1 * scale, (0.0, 0.0), 1.0);
    let (side, strength) = (scale as f32, f32::from(shown.opacity) / 100.0);
    for (_, (x, y), shade) in squares(shown, size, scale) {
        if shade.step != Step::Bare {
            pen.block((x, y), (x + side, y + side), colour_of(shade.step).at(strength_of(shade.step) * strength));
        }
        if shade.hatched || shade.step == Step::Without {
            hatch(&mut pen, (x, y), (side, side));
        }
        if shade.dotted {
            dots(&mut pen, (x, y), (side, side));
        }
        pen.stroke_sharp(&Shape::new().rect((x, y), (x + side, y + side)), INK.at(0.35), 1.0);
    }
    pen.picture()
}

/// The numbers of squares in which nobody stands, each on a plate.
pub(in crate::board) fn numbers(
    shown: &FieldShown,
    size: (u32, u32),
    scale: u32,
    is_free: impl Fn(&Square) -> bool,
) -> Picture {
    let mut pen = Pen::new(size.0 * scale, size.1 * scale, (0.0, 0.0), 1.0);
    let (side, height) = (scale as f32, scale as f32 * 0.26);
    for (_, (x, y), shade) in
        squares(shown, size, scale).filter(|(square, _, shade)| is_free(square) && !shade.words.is_empty())
    {
        // Longer words are smaller: what is beside them stays in sight.
        let height = height * (0.72 * side / length(&shade.words, height)).min(1.0);
        let wide = length(&shade.words, height);
        let (left, top) = (x + (side - wide) / 2.0, y + (side - height) / 2.0);
        let is_dark = matches!(shade.step, Step::Of(4..) | Step::Change(..=-3 | 3..)) && shown.opacity >= 80;
        let (ink, plate) = if is_dark { (WHITE, colour_of(shade.step)) } else { (INK, CREAM) };
        let room = height * 0.3;
        pen.fill(
            &Shape::new().rounded((left - room, top - room), (left + wide, top + height + room), room),
            plate.at(0.85),
        );
        write(&mut pen, &shade.words, (left, top), height, ink);
    }
    pen.picture()
}

/// The board with the names of its squares along the rims, headings above and the legend below.
pub(in crate::board) fn framed(
    board: &Picture,
    (columns, rows): (u32, u32),
    scale: u32,
    heads: &[String],
    (legend, opacity): (&[SheetKey], u8),
) -> Picture {
    let letters = (board.height as f32 / 46.0).clamp(9.0, 20.0);
    let (side, line) = (scale as f32, letters * 2.0);
    let longest = heads.iter().map(|head| length(head, letters)).fold(0.0, f32::max);
    let (left, top) = (letters * 4.0, line * (heads.len() as f32 + 1.6));
    let wide = (left * 2.0 + board.width as f32).max(left + longest + letters * 2.0);
    let room = wide - left - letters;
    let places = flowed(legend, letters, room);
    let lines = places.last().map_or(0.0, |(_, row)| *row as f32 + 1.0);
    let bottom = top + board.height as f32;
    let high = bottom + line * (lines + 1.0);
    let mut pen = Pen::new(wide.ceil() as u32, high.ceil() as u32, (0.0, 0.0), 1.0);
    pen.block((0.0, 0.0), (wide.ceil(), high.ceil()), PANEL);
    for (row, head) in heads.iter().enumerate() {
        let ink = if row == 0 { CREAM } else { SECOND };
        write(&mut pen, head, (left, letters * 0.8 + line * row as f32), letters, ink);
    }
    for x in 0..columns {
        let name = Square::new(x as i16, 0).to_string();
        let name = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let at = left + (x as f32 + 0.5) * side - length(name, letters) / 2.0;
        write(&mut pen, name, (at, top - letters * 1.5), letters, SECOND);
    }
    for y in 0..rows {
        let name = (y + 1).to_string();
        let at = top + (y as f32 + 0.5) * side - letters / 2.0;
        write(&mut pen, &name, (left - letters * 0.6 - length(&name, letters), at), letters, SECOND);
    }
    for (key, (x, row)) in legend.iter().zip(places) {
        let (x, y) = (left + x, bottom + line * (row as f32 + 0.7));
        let swatch = (letters * 2.0, letters * 1.2);
        pen.block((x, y), (x + swatch.0, y + swatch.1), seen_colour(key.step.unwrap_or(Step::Of(1)), opacity));
        if key.hatched {
            hatch(&mut pen, (x, y), swatch);
        }
        if key.dotted {
            dots(&mut pen, (x, y), swatch);
        }
        write(&mut pen, &key.words, (x + letters * 2.6, y), letters, CREAM);
    }
    let mut whole = pen.picture();
    whole.lay(board, left as i32, top as i32);
    whole
}

/// Where the entries of a legend lie: from the left, and in which row.
fn flowed(legend: &[SheetKey], letters: f32, room: f32) -> Vec<(f32, usize)> {
    let (mut x, mut row) = (0.0, 0);
    let place = |key: &SheetKey| {
        let wide = letters * 4.2 + length(&key.words, letters);
        if x > 0.0 && x + wide > room {
            (x, row) = (0.0, row + 1);
        }
        let at = (x, row);
        x += wide;
        at
    };
    legend.iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        board::art::veils,
        rules::{Battlefield, Veil},
    };

    #[test]
    fn a_field_is_saved_with_its_shades_its_numbers_and_a_legend_that_fits() {
        let shade = |step, words: &str| Some(Shade { step, hatched: false, dotted: false, words: words.into() });
        let shades = vec![shade(Step::Of(1), "15"), shade(Step::Of(6), "64"), shade(Step::Bare, ""), None];
        let shown = FieldShown { shades: Arc::new(shades), width: 2, opacity: 100 };
        let tints = super::shades(&shown, (2, 2), 40);
        let near = |picture: &Picture, x: u32, y: u32, of: Rgb| {
            let pixel = picture.pixel(x, y);
            // A little of the ground shows through.
            [of.r, of.g, of.b].iter().zip(pixel).all(|(a, b)| (f32::from(*a) * 0.93 - f32::from(b)).abs() < 3.0)
        };
        assert!(near(&tints, 10, 10, RAMP[1]) && near(&tints, 50, 10, RAMP[6]));
        assert_eq!(tints.pixel(60, 60)[3], 0, "nothing lies where there is no shade");
        let written = numbers(&shown, (2, 2), 40, |square| square.x == 0);
        assert!(written.rgba.chunks_exact(4).any(|pixel| pixel[3] > 0));
        let long = FieldShown { shades: Arc::new(vec![shade(Step::Free, "safe")]), width: 1, opacity: 100 };
        let written = [numbers(&long, (1, 1), 40, |_| true), written];
        assert!(
            (0..40).all(|y| [1, 38].iter().all(|x| written[0].pixel(*x, y)[3] == 0)),
            "a plate is within its square"
        );
        let [_, written] = written;
        assert!((40..80).all(|x| (0..40).all(|y| written.pixel(x, y)[3] == 0)), "somebody stands there");
        let key = |words: &str| SheetKey { step: Some(Step::Of(2)), hatched: true, dotted: false, words: words.into() };
        let legend = [key("20\u{2013}29"), key("nobody can attack there at all, whatever they do")];
        let whole = framed(&tints, (2, 2), 40, &["Chance to hit".into()], (&legend, 100));
        assert!(whole.width > tints.width && whole.height > tints.height);
        let rows: Vec<usize> = flowed(&legend, 10.0, 300.0).into_iter().map(|(_, row)| row).collect();
        assert_eq!(rows, [0, 1]);
    }

    #[test]
    fn what_veils_a_square_keeps_the_colour_that_its_field_has_there() {
        for (veil, step) in Veil::ALL.into_iter().flat_map(|veil| (0..7).map(move |step| (veil, step))) {
            let mut field = Battlefield::new(1, 1);
            field.cell_mut(Square::new(0, 0)).unwrap().veil = Some(veil);
            let signs = veils::signs(&field, 40).unwrap();
            assert!(signs.rgba.chunks_exact(4).any(|pixel| pixel[3] > 0), "{veil:?} is told");
            let shade = Shade { step: Step::Of(step), hatched: false, dotted: false, words: String::new() };
            let shown = FieldShown { shades: Arc::new(vec![Some(shade)]), width: 1, opacity: 100 };
            let mut board = Pen::new(40, 40, (0.0, 0.0), 1.0);
            board.block((0.0, 0.0), (40.0, 40.0), STREET);
            let mut board = board.picture();
            board.lay(&shades(&shown, (1, 1), 40), 0, 0);
            board.lay(&signs, 0, 0);
            let own = seen_colour(Step::Of(step), 100);
            let is_own = |pixel: &&[u8]| [own.r, own.g, own.b].iter().zip(*pixel).all(|(a, b)| a.abs_diff(*b) < 4);
            let kept = board.rgba.chunks_exact(4).filter(is_own).count();
            assert!(kept > 40 * 40 / 2, "{veil:?}, step {step}: {kept} pixels are left of it");
        }
    }

    #[test]
    fn the_legend_has_the_colour_that_its_squares_have_at_every_opacity() {
        let far = |one: Rgb, other: Rgb| {
            let parts = [(one.r, other.r), (one.g, other.g), (one.b, other.b)];
            parts.iter().map(|(a, b)| i32::from(a.abs_diff(*b)).pow(2)).sum::<i32>()
        };
        for opacity in [40, 60, 80, 100] {
            let entries = (0..7).map(|step| seen_colour(Step::Of(step), opacity));
            let entries: Vec<Rgb> = entries.collect();
            for step in 0..7 {
                let shade = Some(Shade { step: Step::Of(step), hatched: false, dotted: false, words: String::new() });
                let shown = FieldShown { shades: Arc::new(vec![shade]), width: 1, opacity };
                let mut ground = Pen::new(40, 40, (0.0, 0.0), 1.0);
                ground.block((0.0, 0.0), (40.0, 40.0), STREET);
                let mut ground = ground.picture();
                ground.lay(&shades(&shown, (1, 1), 40), 0, 0);
                let [r, g, b, _] = ground.pixel(20, 20);
                let nearest = (0..7).min_by_key(|place| far(entries[*place], Rgb { r, g, b }));
                assert_eq!(nearest, Some(usize::from(step)), "{opacity} %");
            }
        }
    }
}
