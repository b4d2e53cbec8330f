//! Drawing in board units: shapes, inks and the sheet they land on. The only place that talks to the rasteriser.

use std::f32::consts::TAU;

use tiny_skia::{
    Color, FillRule, GradientStop, LineCap, LineJoin, Paint, Path, PathBuilder, PathSegment, Pixmap, PixmapPaint,
    Point, RadialGradient, Rect, SpreadMode, Stroke, StrokeDash, Transform,
};

use super::{Picture, palette::Rgb};

/// A place in board units.
pub(super) type At = (f32, f32);

/// The place at a distance from a centre; `turn` is 0 at north, a quarter at east, and so on clockwise.
pub(super) fn polar((x, y): At, radius: f32, turn: f32) -> At {
    let (sin, cos) = (turn * TAU).sin_cos();
    (x + radius * sin, y - radius * cos)
}

/// A colour with an opacity.
#[derive(Clone, Copy)]
pub(super) struct Ink {
    colour: Rgb,
    alpha: f32,
}

impl Ink {
    fn color(self) -> Color {
        let Rgb { r, g, b } = self.colour;
        Color::from_rgba8(r, g, b, (self.alpha * 255.0).round() as u8)
    }

    fn paint(self) -> Paint<'static> {
        let mut paint = Paint { anti_alias: true, ..Paint::default() };
        paint.set_color(self.color());
        paint
    }
}

impl From<Rgb> for Ink {
    fn from(colour: Rgb) -> Self {
        Self { colour, alpha: 1.0 }
    }
}

impl Rgb {
    /// The colour at an opacity, 0 to 1.
    pub(super) const fn at(self, alpha: f32) -> Ink {
        Ink { colour: self, alpha }
    }
}

/// Something to fill or stroke, put together by chaining.
#[derive(Clone, Default)]
pub(super) struct Shape(PathBuilder);

impl Shape {
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// A closed run of straight lines. Always laid clockwise, so that overlapping parts of one shape never cut holes.
    pub(super) fn polygon(self, corners: &[At]) -> Self {
        let turns = corners.iter().zip(corners.iter().cycle().skip(1));
        let area: f32 = turns.map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum();
        if area < 0.0 {
            let reversed: Vec<At> = corners.iter().rev().copied().collect();
            self.lines(&reversed).closed()
        } else {
            self.lines(corners).closed()
        }
    }

    /// What an upright rectangle and its copy, moved to the south-east, sweep over.
    pub(super) fn swept(self, (x0, y0): At, (x1, y1): At, (dx, dy): At) -> Self {
        self.polygon(&[(x0, y0), (x1, y0), (x1 + dx, y0 + dy), (x1 + dx, y1 + dy), (x0 + dx, y1 + dy), (x0, y1)])
    }

    /// An open run of straight lines.
    pub(super) fn lines(mut self, points: &[At]) -> Self {
        for (index, &(x, y)) in points.iter().enumerate() {
            if index == 0 { self.0.move_to(x, y) } else { self.0.line_to(x, y) }
        }
        self
    }

    /// An upright rectangle from one corner to the opposite one.
    pub(super) fn rect(self, (x0, y0): At, (x1, y1): At) -> Self {
        self.polygon(&[(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
    }

    /// An upright rectangle with round corners.
    pub(super) fn rounded(mut self, (x0, y0): At, (x1, y1): At, radius: f32) -> Self {
        let r = radius.min((x1 - x0) / 2.0).min((y1 - y0) / 2.0);
        let k = r * 0.447_7;
        let to = &mut self.0;
        to.move_to(x0 + r, y0);
        to.line_to(x1 - r, y0);
        to.cubic_to(x1 - k, y0, x1, y0 + k, x1, y0 + r);
        to.line_to(x1, y1 - r);
        to.cubic_to(x1, y1 - k, x1 - k, y1, x1 - r, y1);
        to.line_to(x0 + r, y1);
        to.cubic_to(x0 + k, y1, x0, y1 - k, x0, y1 - r);
        to.line_to(x0, y0 + r);
        to.cubic_to(x0, y0 + k, x0 + k, y0, x0 + r, y0);
        to.close();
        self
    }

    /// A full circle.
    pub(super) fn disc(mut self, (x, y): At, radius: f32) -> Self {
        self.0.push_circle(x, y, radius);
        self
    }

    /// An open piece of a circle from one turn to another.
    pub(super) fn arc(mut self, centre: At, radius: f32, from: f32, to: f32) -> Self {
        let (x, y) = polar(centre, radius, from);
        self.0.move_to(x, y);
        self.arc_on(centre, radius, from, to)
    }

    /// Goes on from the last point along a piece of a circle.
    pub(super) fn arc_on(mut self, centre: At, radius: f32, from: f32, to: f32) -> Self {
        let pieces = ((to - from).abs() * 4.0).ceil().max(1.0);
        let step = (to - from) / pieces;
        let handle = radius * 4.0 / 3.0 * (step * TAU / 4.0).tan();
        for piece in 0..pieces as u32 {
            let (start, end) = (from + step * piece as f32, from + step * (piece + 1) as f32);
            let (x1, y1) = polar(polar(centre, radius, start), handle, start + 0.25);
            let (x2, y2) = polar(polar(centre, radius, end), -handle, end + 0.25);
            let (x, y) = polar(centre, radius, end);
            self.0.cubic_to(x1, y1, x2, y2, x, y);
        }
        self
    }

    /// Joins the end to the beginning.
    pub(super) fn closed(mut self) -> Self {
        self.0.close();
        self
    }

    /// Adds the contours of another shape.
    pub(super) fn and(mut self, other: &Self) -> Self {
        if let Some(path) = other.path() {
            self.0.push_path(&path);
        }
        self
    }

    /// Reads a drawing: `M x y`, `L x y`, `H x`, `V y`, `Q x1 y1 x y`, `C x1 y1 x2 y2 x y`, `Z`, and `O x y r` for a
    /// circle, all absolute. What cannot be read ends the drawing.
    pub(super) fn drawn(text: &str) -> Self {
        let mut shape = Self::new();
        let mut verb = "";
        let mut words = text.split_ascii_whitespace().peekable();
        let (mut x, mut y) = (0.0, 0.0);
        while let Some(word) = words.peek() {
            if word.starts_with(|c: char| c.is_ascii_alphabetic()) {
                verb = words.next().unwrap_or_default();
            }
            let count = match verb {
                "M" | "L" => 2,
                "H" | "V" => 1,
                "O" => 3,
                "Q" => 4,
                "C" => 6,
                _ => 0,
            };
            let mut n = [0.0f32; 6];
            for slot in &mut n[..count] {
                match words.next().and_then(|word| word.parse().ok()) {
                    Some(number) => *slot = number,
                    None => return shape,
                }
            }
            let to = &mut shape.0;
            (x, y) = match verb {
                "H" => (n[0], y),
                "V" => (x, n[0]),
                "Q" => (n[2], n[3]),
                "C" => (n[4], n[5]),
                "Z" => (x, y),
                _ => (n[0], n[1]),
            };
            match verb {
                "M" => to.move_to(x, y),
                "L" | "H" | "V" => to.line_to(x, y),
                "Q" => to.quad_to(n[0], n[1], x, y),
                "C" => to.cubic_to(n[0], n[1], n[2], n[3], x, y),
                "O" => to.push_circle(x, y, n[2]),
                "Z" => to.close(),
                _ => return shape,
            }
            if verb == "Z" {
                verb = "";
                if words.peek().is_some_and(|word| !word.starts_with(|c: char| c.is_ascii_alphabetic())) {
                    return shape;
                }
            }
        }
        shape
    }

    /// The shape moved.
    pub(super) fn moved(&self, dx: f32, dy: f32) -> Self {
        self.placed(Transform::from_translate(dx, dy))
    }

    /// The shape turned, scaled or moved.
    pub(super) fn placed(&self, place: Transform) -> Self {
        let mut builder = PathBuilder::new();
        if let Some(path) = self.path().and_then(|path| path.transform(place)) {
            builder.push_path(&path);
        }
        Self(builder)
    }

    /// The points of its first contour, curves in twelve steps each.
    pub(super) fn points(&self) -> Vec<At> {
        let mut points: Vec<At> = Vec::new();
        let Some(path) = self.path() else { return points };
        for segment in path.segments() {
            let from = points.last().copied().unwrap_or_default();
            match segment {
                PathSegment::MoveTo(p) if points.is_empty() => points.push(xy(p)),
                PathSegment::MoveTo(_) | PathSegment::Close => break,
                PathSegment::LineTo(p) => points.push(xy(p)),
                PathSegment::QuadTo(a, p) => bend(&mut points, &[from, xy(a), xy(p)]),
                PathSegment::CubicTo(a, b, p) => bend(&mut points, &[from, xy(a), xy(b), xy(p)]),
            }
        }
        points
    }

    fn path(&self) -> Option<Path> {
        self.0.clone().finish()
    }
}

const fn xy(point: Point) -> At {
    (point.x, point.y)
}

/// Adds the points of a Bézier curve after its first one.
fn bend(points: &mut Vec<At>, handles: &[At]) {
    const STEPS: u8 = 12;
    for step in 1..=STEPS {
        let share = f32::from(step) / f32::from(STEPS);
        let mut row = handles.to_vec();
        while row.len() > 1 {
            row = row.windows(2).map(|pair| between(pair[0], pair[1], share)).collect();
        }
        points.extend(row);
    }
}

/// The place a share of the way from one place to another.
pub(super) fn between(a: At, b: At, share: f32) -> At {
    (a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share)
}

/// A sheet of pixels, drawn on in board units.
pub(super) struct Pen {
    sheet: Pixmap,
    origin: At,
    scale: f32,
    place: Transform,
}

impl Pen {
    /// An empty sheet of a size in pixels, at least one; `origin` is the place of its upper left corner, `scale` the
    /// pixels per unit.
    pub(super) fn new(width: u32, height: u32, origin: At, scale: f32) -> Self {
        let sheet = Pixmap::new(width.max(1), height.max(1)).expect("sides are at least one pixel and far below 2^29");
        let place = Transform::from_row(scale, 0.0, 0.0, scale, -origin.0 * scale, -origin.1 * scale);
        Self { sheet, origin, scale, place }
    }

    /// A thickness in units, but never thinner than a number of pixels.
    pub(super) fn at_least(&self, units: f32, pixels: f32) -> f32 {
        units.max(pixels / self.scale)
    }

    /// A thickness in units rounded to whole pixels, at least one, so that straight things stay crisp.
    pub(super) fn whole(&self, units: f32) -> f32 {
        (units * self.scale).round().max(1.0) / self.scale
    }

    /// Pixels per unit.
    pub(super) const fn scale(&self) -> f32 {
        self.scale
    }

    pub(super) fn fill(&mut self, shape: &Shape, ink: impl Into<Ink>) {
        if let Some(path) = shape.path() {
            self.sheet.fill_path(&path, &ink.into().paint(), FillRule::Winding, self.place, None);
        }
    }

    /// Fills what an odd number of the shape's contours surround: a contour inside another is a hole.
    pub(super) fn fill_odd(&mut self, shape: &Shape, ink: impl Into<Ink>) {
        if let Some(path) = shape.path() {
            self.sheet.fill_path(&path, &ink.into().paint(), FillRule::EvenOdd, self.place, None);
        }
    }

    /// Fills a rectangle whose corners lie on whole pixels.
    pub(super) fn block(&mut self, (x0, y0): At, (x1, y1): At, ink: impl Into<Ink>) {
        if let Some(rect) = Rect::from_ltrb(x0, y0, x1, y1) {
            let paint = Paint { anti_alias: false, ..ink.into().paint() };
            self.sheet.fill_rect(rect, &paint, self.place, None);
        }
    }

    /// A line with round ends and joints.
    pub(super) fn stroke(&mut self, shape: &Shape, ink: impl Into<Ink>, width: f32) {
        let stroke = Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
        self.line(shape, ink.into(), &stroke);
    }

    /// A line with blunt ends and sharp joints.
    pub(super) fn stroke_sharp(&mut self, shape: &Shape, ink: impl Into<Ink>, width: f32) {
        self.line(shape, ink.into(), &Stroke { width, ..Stroke::default() });
    }

    /// A line with blunt ends and round joints.
    pub(super) fn stroke_blunt(&mut self, shape: &Shape, ink: impl Into<Ink>, width: f32) {
        self.line(shape, ink.into(), &Stroke { width, line_join: LineJoin::Round, ..Stroke::default() });
    }

    /// A blunt line with gaps.
    pub(super) fn stroke_dashed(&mut self, shape: &Shape, ink: impl Into<Ink>, width: f32, on: f32, off: f32) {
        let dash = StrokeDash::new(vec![on, off], 0.0);
        self.line(shape, ink.into(), &Stroke { width, dash, line_join: LineJoin::Round, ..Stroke::default() });
    }

    fn line(&mut self, shape: &Shape, ink: Ink, stroke: &Stroke) {
        if let Some(path) = shape.path() {
            self.sheet.stroke_path(&path, &ink.paint(), stroke, self.place, None);
        }
    }

    /// A disc that fades out towards its rim.
    pub(super) fn stain(&mut self, (x, y): At, radius: f32, colour: Rgb, alpha: f32) {
        let stops = [(0.0, 1.0), (0.35, 0.78), (0.7, 0.25), (1.0, 0.0)]
            .map(|(at, share)| GradientStop::new(at, colour.at(alpha * share).color()));
        let centre = Point::from_xy(x, y);
        let shader =
            RadialGradient::new(centre, centre, radius, stops.to_vec(), SpreadMode::Pad, Transform::identity());
        let rect = Rect::from_ltrb(x - radius, y - radius, x + radius, y + radius);
        if let (Some(shader), Some(rect)) = (shader, rect) {
            let paint = Paint { shader, anti_alias: false, ..Paint::default() };
            self.sheet.fill_rect(rect, &paint, self.place, None);
        }
    }

    /// Draws the part between two places on a sheet of its own and lays that down at an opacity, so that its parts do
    /// not show through each other.
    pub(super) fn group(&mut self, (x0, y0): At, (x1, y1): At, alpha: f32, draw: impl FnOnce(&mut Self)) {
        let (left, top) = self.snapped((x0.max(self.origin.0), y0.max(self.origin.1)));
        let pixels = |from: f32, to: f32, most: u32| (((to - from) * self.scale).ceil().max(1.0) as u32).min(most);
        let (width, height) = (pixels(left, x1, self.sheet.width()), pixels(top, y1, self.sheet.height()));
        let mut aside = Self::new(width, height, (left, top), self.scale);
        draw(&mut aside);
        let paint = PixmapPaint { opacity: alpha, ..PixmapPaint::default() };
        let place = |value: f32, start: f32| ((value - start) * self.scale).round() as i32;
        let (x, y) = (place(left, self.origin.0), place(top, self.origin.1));
        self.sheet.draw_pixmap(x, y, aside.sheet.as_ref(), &paint, Transform::identity(), None);
    }

    /// Draws with everything turned, scaled or moved, line widths included.
    pub(super) fn within(&mut self, place: Transform, draw: impl FnOnce(&mut Self)) {
        let outside = self.place;
        self.place = outside.pre_concat(place);
        draw(self);
        self.place = outside;
    }

    /// The nearest place where four pixels meet.
    pub(super) fn snapped(&self, (x, y): At) -> At {
        let snap = |value: f32, start: f32| ((value - start) * self.scale).round() / self.scale + start;
        (snap(x, self.origin.0), snap(y, self.origin.1))
    }

    /// What has been drawn.
    pub(super) fn picture(self) -> Picture {
        let (width, height) = (self.sheet.width(), self.sheet.height());
        Picture { width, height, rgba: self.sheet.take() }
    }
}

/// Whether [`Shape::drawn`] reads a drawing to its end.
#[cfg(test)]
pub(super) fn is_readable(text: &str) -> bool {
    let mut left = 0;
    let mut step = 0;
    text.split_ascii_whitespace().all(|word| {
        if let Some(index) = ["Z", "H", "V", "M", "L", "O", "Q", "C"].iter().position(|verb| *verb == word) {
            let complete = left == 0;
            step = [0, 1, 1, 2, 2, 3, 4, 6][index];
            left = step;
            complete
        } else {
            left = if left == 0 { step } else { left } - usize::from(step > 0);
            step > 0 && word.parse::<f32>().is_ok()
        }
    }) && left == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_are_read_to_the_end() {
        assert_eq!(Shape::drawn("M 0 0 L 1 0 1 1 H 0 Z").points(), [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]);
        assert_eq!(Shape::drawn("M 0 0 Q 1 0 1 1").points().len(), 13);
        assert!(is_readable("M 0 0 L 1 0 1 1 H 0 Z O 1 1 1"));
        assert!(["M 0 L 1 1", "M 0 0 L 1", "M 0 0 Z 1", "M 0 0 X 1 1", "0 0"].iter().all(|text| !is_readable(text)));
        assert_eq!(Shape::drawn("M 0 0 L 1 0 nonsense 4").points(), [(0.0, 0.0), (1.0, 0.0)]);
    }

    #[test]
    fn a_turn_goes_clockwise_from_north() {
        let (x, y) = polar((0.0, 0.0), 1.0, 0.25);
        assert!((x - 1.0).abs() < 1e-6 && y.abs() < 1e-6);
    }
}
