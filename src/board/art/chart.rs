//! Charts as pictures: lines over an axis, each with a pattern as well as a colour, drawn from the same values that the
//! panel shows.

use super::{
    Picture,
    letters::{GRID, written},
    palette::{CREAM, ODDS, PANEL, RULE, Rgb, SECOND, TABLE},
    pen::{At, Pen, Shape},
};

/// How a line is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineLook {
    /// What is shown.
    #[default]
    First,
    /// What it is compared with.
    Second,
    /// What is shown, at its best.
    Best,
    /// What is shown, at its worst.
    Worst,
}

impl LineLook {
    /// Its colour.
    pub const fn colour(self) -> Rgb {
        match self {
            Self::First => ODDS[1],
            Self::Second => ODDS[2],
            Self::Best | Self::Worst => CREAM,
        }
    }

    /// How long its strokes and its gaps are: in points on a panel, in eighths of a letter's height in a picture.
    /// `None` where it has no gaps.
    pub const fn dashes(self) -> Option<(f32, f32)> {
        match self {
            Self::First => None,
            Self::Second => Some((9.0, 4.0)),
            Self::Best => Some((2.0, 4.0)),
            Self::Worst => Some((5.0, 5.0)),
        }
    }
}

/// How a line goes from value to value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tread {
    /// Straight.
    #[default]
    Slope,
    /// A value holds back to the one before, as chances of "at least this much" do.
    Back,
    /// A value holds up to the next one, as chances of "at most this much" do.
    On,
    /// Each value is a bar of its own.
    Bar,
}

/// A line of a chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChartLine {
    /// A letter or two.
    pub letter: String,
    /// What it shows.
    pub name: String,
    /// Its values, from left to right.
    pub values: Vec<(f64, f64)>,
    /// Where it has no value: the line is broken there.
    pub gaps: Vec<f64>,
    /// How it is drawn.
    pub look: LineLook,
}

/// Lines over an axis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// What the axis to the right shows.
    pub across: String,
    /// What the axis upwards shows.
    pub up: String,
    /// The lines, those below first.
    pub lines: Vec<ChartLine>,
    /// How lines go from value to value.
    pub tread: Tread,
    /// The present value, which is marked on the axis.
    pub now: Option<f64>,
    /// Values on the axis from which on the result differs, each with words for it.
    pub thresholds: Vec<(f64, String)>,
}

/// The ends of a chart's axes, with how far apart their marks are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axes {
    /// Where the axis to the right begins and ends.
    pub across: (f64, f64),
    /// Where the axis upwards begins and ends; it begins at 0, or lower if a value is lower.
    pub up: (f64, f64),
    /// How far apart the marks of each are.
    pub steps: (f64, f64),
}

/// A round number not below another: 1, 2 or 5 times a power of ten.
fn round_up(least: f64) -> f64 {
    let power = 10_f64.powf(least.max(1e-6).log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|step| *step >= least * 0.999).unwrap_or(power)
}

impl Chart {
    /// The axes that hold all lines; `None` without values.
    pub fn axes(&self) -> Option<Axes> {
        let values = || self.lines.iter().flat_map(|line| &line.values);
        let (first, _) = values().next()?;
        let counts = self.tread != Tread::Slope;
        let start = if counts { 0.0 } else { *first };
        let places = values().map(|(x, _)| x).chain(self.lines.iter().flat_map(|line| &line.gaps));
        let across = places.fold((start, *first), |(low, high), x| (low.min(*x), high.max(*x)));
        let across = if across.1 > across.0 { across } else { (across.0 - 1.0, across.1 + 1.0) };
        let up = values().fold((0.0, 0.0_f64), |(low, high): (f64, f64), (_, y)| (low.min(*y), high.max(*y)));
        let rise = round_up(((up.1 - up.0) / 4.0).max(0.25));
        let up = ((up.0 / rise).floor() * rise, (up.1 / rise - 1e-9).ceil().max(1.0) * rise);
        let least = if counts { 1.0 } else { 1e-6 };
        Some(Axes { across, up, steps: (round_up(((across.1 - across.0) / 8.0).max(least)), rise) })
    }

    /// The pieces of a line between its gaps, each by its corners.
    pub fn pieces(&self, line: &ChartLine) -> Vec<Vec<(f64, f64)>> {
        let mut left = f64::NEG_INFINITY;
        let mut pieces: Vec<Vec<(f64, f64)>> = Vec::new();
        for corner in self.corners(line) {
            let is_broken = line.gaps.iter().any(|gap| left < *gap && *gap < corner.0);
            match pieces.last_mut() {
                Some(piece) if !is_broken => piece.push(corner),
                _ => pieces.push(vec![corner]),
            }
            left = corner.0;
        }
        pieces
    }

    /// The corners of a line: its values, stairs through them, or bars.
    pub fn corners(&self, line: &ChartLine) -> Vec<(f64, f64)> {
        const HALF: f64 = 0.4;
        let mut corners = Vec::with_capacity(line.values.len() * 4 + 1);
        let mut before = (0.0, 0.0);
        for (x, y) in &line.values {
            match self.tread {
                Tread::Slope => corners.push((*x, *y)),
                Tread::Back => corners.extend([(before.0, *y), (*x, *y)]),
                Tread::On => corners.extend([(*x, before.1), (*x, *y)]),
                Tread::Bar => corners.extend([(x - HALF, 0.0), (x - HALF, *y), (x + HALF, *y), (x + HALF, 0.0)]),
            }
            before = (*x, *y);
        }
        if self.tread == Tread::Back {
            corners.extend(corners.last().map(|(x, _)| (*x, 0.0)));
        }
        corners
    }

    /// The present value, and words for it with the first line's value there: "now 40: 55".
    pub fn now_words(&self) -> Option<(f64, String)> {
        let now = self.now?;
        let first = self.lines.iter().find(|line| line.look == LineLook::First);
        let there = first.and_then(|line| line.values.iter().find(|(x, _)| (x - now).abs() < 1e-9));
        let unit = if self.up.ends_with('%') { " %" } else { "" };
        let value = there.map(|(_, y)| format!(": {}{unit}", figure((y * 10.0).round() / 10.0)));
        Some((now, format!("now {}{}", figure(now), value.unwrap_or_default())))
    }

    /// The chart as a picture of a size in pixels.
    pub fn picture(&self, width: u32, height: u32) -> Picture {
        let (wide, high) = (width as f32, height as f32);
        let mut pen = Pen::new(width, height, (0.0, 0.0), 1.0);
        pen.block((0.0, 0.0), (wide, high), PANEL);
        let letters = (high / 36.0).max(7.0);
        let rows = self.lines.len() as f32;
        let (left, right) = (letters * 7.0, wide - letters * 3.0);
        let heads = folded(&self.title, letters * 1.15, right - left);
        let top = letters * (2.9 + 1.8 * heads.len().max(1) as f32);
        let bottom = high - letters * (5.6 + 2.0 * rows);
        for (row, head) in heads.iter().enumerate() {
            let size = fitting(head, letters * 1.15, right - left);
            write(&mut pen, head, (left, letters * (1.4 + 1.8 * row as f32)), size, CREAM);
        }
        pen.block((left, top), (right, bottom), TABLE);
        let Some(axes) = self.axes() else { return pen.picture() };
        let place = |(x, y): (f64, f64)| -> At {
            let share = |value: f64, (from, to): (f64, f64)| ((value - from) / (to - from).max(1e-9)) as f32;
            (left + share(x, axes.across) * (right - left), bottom - share(y, axes.up) * (bottom - top))
        };
        self.marks(&mut pen, &axes, (left, right, top, bottom), letters, &place);
        // What lies beyond the axis has no place in the picture.
        let has_place = |value: f64| (axes.across.0..=axes.across.1).contains(&value);
        if let Some((now, words)) = self.now_words().filter(|(now, _)| has_place(*now)) {
            let (x, _) = place((now, 0.0));
            let line = Shape::new().lines(&[(x, top), (x, bottom)]);
            pen.stroke_dashed(&line, SECOND, letters * 0.1, letters * 0.5, letters * 0.5);
            let at = (x + letters * 0.4).min(right - length(&words, letters * 0.8)).max(left);
            write(&mut pen, &words, (at, bottom - letters * 1.3), letters * 0.8, CREAM);
        }
        for (row, (value, words)) in self.thresholds.iter().filter(|(value, _)| has_place(*value)).enumerate() {
            let (x, _) = place((*value, 0.0));
            let line = Shape::new().lines(&[(x, top), (x, bottom)]);
            pen.stroke_dashed(&line, SECOND, letters * 0.1, letters * 0.2, letters * 0.4);
            // One below the other: they may lie close together.
            let at = (x + letters * 0.4, top + letters * (0.4 + 1.4 * row as f32));
            write(&mut pen, words, (at.0.min(right - length(words, letters * 0.8)), at.1), letters * 0.8, SECOND);
        }
        for (row, line) in self.lines.iter().enumerate() {
            for piece in self.pieces(line) {
                let mut corners: Vec<At> = piece.into_iter().map(place).collect();
                if let [(x, y)] = corners[..] {
                    // A value alone is a short stroke.
                    corners = vec![(x - letters * 0.2, y), (x + letters * 0.2, y)];
                }
                draw(&mut pen, &corners, line.look, letters);
            }
            // Many values lie close together: then the line alone is enough.
            if line.values.len() <= MOST_SIGNS {
                line.values.iter().for_each(|value| signed(&mut pen, place(*value), line.look, letters * 0.34));
            }
            for gap in &line.gaps {
                let (x, y) = place((*gap, axes.up.0));
                let far = letters * 0.3;
                let cross = [[(x - far, y - far), (x + far, y + far)], [(x - far, y + far), (x + far, y - far)]];
                cross.iter().for_each(|stroke| pen.stroke(&Shape::new().lines(stroke), SECOND, letters * 0.14));
            }
            // What is shown comes first, and what it is compared with after it.
            let y = bottom + letters * (4.6 + 2.0 * (self.lines.len() - 1 - row) as f32);
            draw(&mut pen, &[(left, y), (left + letters * 4.0, y)], line.look, letters);
            signed(&mut pen, (left + letters * 2.0, y), line.look, letters * 0.34);
            let words = format!("{} {}", line.letter, line.name);
            let size = fitting(words.trim(), letters, right - left - letters * 5.2);
            write(&mut pen, words.trim(), (left + letters * 5.2, y - size * 0.5), size, CREAM);
        }
        pen.picture()
    }

    /// The marks of both axes with their numbers, and what the axes show.
    fn marks(
        &self,
        pen: &mut Pen,
        axes: &Axes,
        (left, right, top, bottom): (f32, f32, f32, f32),
        letters: f32,
        place: &dyn Fn((f64, f64)) -> At,
    ) {
        let hair = (letters / 10.0).max(1.0);
        for value in marks(axes.up, axes.steps.1) {
            let (_, y) = place((axes.across.0, value));
            pen.stroke_sharp(&Shape::new().lines(&[(left, y), (right, y)]), RULE, hair);
            let words = figure(value);
            write(pen, &words, (left - letters * 0.8 - length(&words, letters), y - letters / 2.0), letters, SECOND);
        }
        for value in marks(axes.across, axes.steps.0) {
            let (x, _) = place((value, 0.0));
            pen.stroke_sharp(&Shape::new().lines(&[(x, top), (x, bottom)]), RULE, hair);
            let words = figure(value);
            write(pen, &words, (x - length(&words, letters) / 2.0, bottom + letters * 0.7), letters, SECOND);
        }
        let end = right - length(&self.across, letters);
        write(pen, &self.across, (end, bottom + letters * 2.3), letters, SECOND);
        write(pen, &self.up, (left, top - letters * 1.5), letters, SECOND);
    }
}

/// The round values from one end of an axis to the other.
pub fn marks((from, to): (f64, f64), step: f64) -> impl Iterator<Item = f64> {
    let first = (from / step - 1e-9).ceil();
    (0..).map(move |place| (first + f64::from(place)) * step).take_while(move |value| *value <= to + step * 1e-6)
}

/// A number as an axis shows it.
pub fn figure(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    if rounded == 0.0 { "0".into() } else { rounded.to_string() }
}

fn draw(pen: &mut Pen, corners: &[At], look: LineLook, letters: f32) {
    let (shape, width) = (Shape::new().lines(corners), letters * 0.26);
    match look.dashes() {
        None => pen.stroke(&shape, look.colour(), width),
        Some((on, off)) => pen.stroke_dashed(&shape, look.colour(), width, on * letters / 8.0, off * letters / 8.0),
    }
}

/// The most values of a line for each of them to get a sign.
const MOST_SIGNS: usize = 60;

/// The sign of a line's values, as in the panel: a disc, a square, and triangles for what is best and worst.
fn signed(pen: &mut Pen, (x, y): At, look: LineLook, far: f32) {
    let triangle =
        |up: f32| Shape::new().polygon(&[(x - far, y + up * far), (x + far, y + up * far), (x, y - up * far)]);
    let shape = match look {
        LineLook::First => Shape::new().disc((x, y), far),
        LineLook::Second => Shape::new().rect((x - far, y - far), (x + far, y + far)),
        LineLook::Best => triangle(-1.0),
        LineLook::Worst => triangle(1.0),
    };
    pen.fill(&shape, look.colour());
}

/// Words in one line if they fit into a room, otherwise in two.
fn folded(words: &str, height: f32, room: f32) -> Vec<String> {
    if length(words, height) <= room {
        return vec![words.to_owned()];
    }
    let fits = |end: &usize| length(&words[..*end], height) <= room;
    let breaks = || words.char_indices().filter(|(_, letter)| *letter == ' ').map(|(place, _)| place);
    // The break comes after a punctuation mark, if that fits.
    let after = |end: &usize| words[..*end].ends_with([';', ':', ',']);
    let place = breaks().rfind(|end| fits(end) && after(end)).or_else(|| breaks().rfind(fits));
    match place {
        Some(place) => vec![words[..place].to_owned(), words[place..].trim_start().to_owned()],
        None => vec![words.to_owned()],
    }
}

/// The height of letters, at most `most`, at which words fit into a room.
fn fitting(words: &str, most: f32, room: f32) -> f32 {
    most * (room / length(words, most).max(1.0)).min(1.0)
}

/// How wide words are in letters of a height.
pub(super) fn length(words: &str, height: f32) -> f32 {
    words.chars().count() as f32 * advance(height)
}

fn advance(height: f32) -> f32 {
    (GRID.0 + 3.0) * height / GRID.1
}

/// Writes words, their upper left corner at a place.
pub(super) fn write(pen: &mut Pen, words: &str, (x, y): At, height: f32, colour: Rgb) {
    let scale = height / GRID.1;
    for (place, sign) in words.chars().enumerate().filter(|(_, sign)| !sign.is_whitespace()) {
        let at = tiny_skia::Transform::from_row(scale, 0.0, 0.0, scale, x + place as f32 * advance(height), y);
        pen.stroke(&written(sign).placed(at), colour, height * 0.11);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_too_long_are_written_smaller_and_none_is_cut() {
        assert_eq!(fitting("Cale at Lysk", 20.0, 1000.0), 20.0);
        let long = "A percentile, Tanner Row: Cale, shoot crossbow from k8 at Lysk";
        let size = fitting(long, 20.0, 700.0);
        assert!(size < 20.0 && length(long, size) <= 700.5, "{size}");
    }

    #[test]
    fn a_long_title_is_in_two_lines_as_large_as_a_short_one() {
        let long = "Hits by Cale: Ranged weapons: Cale at Lysk, percentile; Tanner Row: Cale at e7, Lysk at m7";
        let lines = folded(long, 24.0, 1000.0);
        assert_eq!(
            lines,
            ["Hits by Cale: Ranged weapons: Cale at Lysk,", "percentile; Tanner Row: Cale at e7, Lysk at m7"]
        );
        assert!(lines.iter().all(|line| fitting(line, 24.0, 1000.0) == 24.0));
        assert_eq!(folded("Cale", 24.0, 1000.0), ["Cale"]);
        assert_eq!(folded("Averylongword", 24.0, 20.0), ["Averylongword"]);
    }

    #[test]
    fn the_picture_has_the_grid_and_the_signs_that_the_window_has() {
        let chart = Chart { tread: Tread::Slope, ..chart() };
        let picture = chart.picture(800, 500);
        let is = |x: u32, y: u32, colour: Rgb| picture.pixel(x, y)[..3] == [colour.r, colour.g, colour.b];
        let upright = (0..800).filter(|x| (100..300).filter(|y| is(*x, *y, RULE)).count() > 120).count();
        let level = (0..500).filter(|y| (110..750).filter(|x| is(*x, *y, RULE)).count() > 400).count();
        assert!(upright >= 3 && level >= 3, "{upright} and {level} lines");
    }

    fn chart() -> Chart {
        let line = |look, values: &[(f64, f64)]| ChartLine {
            letter: "A".into(),
            name: "Cale at Lysk".into(),
            values: values.to_vec(),
            gaps: Vec::new(),
            look,
        };
        let lines = vec![
            line(LineLook::First, &[(1.0, 60.0), (2.0, 40.0), (3.0, 5.0)]),
            line(LineLook::Second, &[(1.0, 80.0)]),
        ];
        Chart {
            title: "At least".into(),
            across: "damage".into(),
            up: "%".into(),
            lines,
            tread: Tread::Back,
            ..Chart::default()
        }
    }

    #[test]
    fn what_is_there_now_is_written_with_its_value() {
        let chart = |now, up: &str| Chart { now: Some(now), up: up.into(), ..chart() };
        assert_eq!(chart(2.0, "Hits, %").now_words(), Some((2.0, "now 2: 40 %".into())));
        assert_eq!(chart(2.0, "Mean damage").now_words(), Some((2.0, "now 2: 40".into())));
        assert_eq!(chart(2.5, "%").now_words(), Some((2.5, "now 2.5".into())));
    }

    #[test]
    fn what_lies_beyond_the_axis_is_not_drawn_beside_it() {
        let plain = chart().picture(400, 300);
        let now = |now| Chart { now: Some(now), ..chart() }.picture(400, 300);
        assert!(now(2.0) != plain && now(9.0) == plain && now(-1.0) == plain);
        let threshold = |value| Chart { thresholds: vec![(value, "out".into())], ..chart() }.picture(400, 300);
        assert!(threshold(2.0) != plain && threshold(3.3) == plain);
    }

    #[test]
    fn axes_end_at_round_numbers_and_hold_everything() {
        let axes = chart().axes().unwrap();
        assert_eq!((axes.across, axes.up, axes.steps), ((0.0, 3.0), (0.0, 80.0), (1.0, 20.0)));
        assert_eq!(marks(axes.up, axes.steps.1).collect::<Vec<_>>(), [0.0, 20.0, 40.0, 60.0, 80.0]);
        assert_eq!([0.3, 1.0, 2.1, 6.0, 11.0, 21.0].map(round_up), [0.5, 1.0, 5.0, 10.0, 20.0, 50.0]);
        assert_eq!(Chart::default().axes(), None);
        assert_eq!([0.0, -0.001, 2.5, 30.0].map(figure), ["0", "0", "2.5", "30"]);
    }

    #[test]
    fn stairs_hold_back_to_the_value_before_and_come_down_at_the_end() {
        let chart = chart();
        let corners = chart.corners(&chart.lines[0]);
        assert_eq!(corners[..4], [(0.0, 60.0), (1.0, 60.0), (1.0, 40.0), (2.0, 40.0)]);
        assert_eq!(corners.last(), Some(&(3.0, 0.0)));
    }

    #[test]
    fn chances_of_at_most_so_much_hold_on_and_single_values_are_bars() {
        let line = &chart().lines[0];
        let corners = |tread| Chart { tread, ..chart() }.corners(line);
        assert_eq!(corners(Tread::On)[..4], [(1.0, 0.0), (1.0, 60.0), (2.0, 60.0), (2.0, 40.0)]);
        assert_eq!(corners(Tread::Bar)[..4], [(0.6, 0.0), (0.6, 60.0), (1.4, 60.0), (1.4, 0.0)]);
        assert_eq!(corners(Tread::Slope), line.values);
    }

    #[test]
    fn a_line_is_broken_where_it_has_no_value() {
        let values = vec![(1.0, 5.0), (2.0, 6.0), (4.0, 7.0)];
        let line = ChartLine { values, gaps: vec![3.0, 5.0], ..ChartLine::default() };
        let chart = Chart { lines: vec![line], ..Chart::default() };
        assert_eq!(chart.pieces(&chart.lines[0]), [vec![(1.0, 5.0), (2.0, 6.0)], vec![(4.0, 7.0)]]);
        assert_eq!(chart.axes().unwrap().across, (1.0, 5.0), "what has no value has its place");
    }

    #[test]
    fn a_picture_has_each_line_in_its_colour_where_its_values_are() {
        let (chart, picture) = (chart(), chart().picture(800, 500));
        let is = |x: u32, y: u32, colour: Rgb| picture.pixel(x, y)[..3] == [colour.r, colour.g, colour.b];
        let rows = |x: u32, colour: Rgb| (60..400).filter(|y| is(x, *y, colour)).count();
        // The first step is as wide as a third of the axis: a line crosses it once.
        for line in &chart.lines {
            let columns = (110..250).filter(|x| (1..14).contains(&rows(*x, line.look.colour()))).count();
            assert!(columns > 40, "{:?}: {columns}", line.look);
        }
        let high = |colour| (60..400).find(|y| [200, 206, 212].iter().any(|x| is(*x, *y, colour))).unwrap();
        assert!(high(LineLook::Second.colour()) < high(LineLook::First.colour()), "80 lies above 60");
        assert!(Chart::default().picture(300, 200).rgba.chunks_exact(4).all(|pixel| pixel[3] == 255));
    }
}
