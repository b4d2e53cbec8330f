//! Plates: words on small dark boards that lie above everything and beside each other.

use std::sync::Arc;

use bevy_egui::egui::{
    Align2, FontId, Galley, Painter, Pos2, Rect, Stroke, StrokeKind, TextureHandle, Vec2, pos2, vec2,
};

use super::{
    art::palette::{INK, Rgb, SECOND, STRONG},
    colours::{faint, solid, veil},
    words::paint_words,
};

const PADDING: Vec2 = vec2(8.0, 4.0);
const BETWEEN: f32 = 5.0;
const RADIUS: f32 = 6.0;
const EDGE: f32 = 1.4;
/// Space between two plates, in points.
const APART: f32 = 3.0;

/// All of a texture.
const WHOLE: Rect = Rect { min: pos2(0.0, 0.0), max: pos2(1.0, 1.0) };

/// Something on a plate.
enum Piece {
    Words(Arc<Galley>),
    Icon(TextureHandle, f32),
}

impl Piece {
    fn size(&self) -> Vec2 {
        match self {
            Self::Words(galley) => galley.size(),
            Self::Icon(_, side) => Vec2::splat(*side),
        }
    }
}

/// A plate being put together, from left to right.
pub(super) struct Plate {
    pieces: Vec<(Piece, f32)>,
    /// A second line, at the left.
    below: Option<Arc<Galley>>,
    edge: Rgb,
    fill: Rgb,
    padding: Vec2,
}

impl Plate {
    pub(super) const fn new(edge: Rgb) -> Self {
        Self { pieces: Vec::new(), below: None, edge, fill: INK, padding: PADDING }
    }

    /// Less room around the words.
    pub(super) const fn tight(mut self) -> Self {
        self.padding = vec2(5.0, 1.0);
        self
    }

    /// Another fill; dark words on a light plate are up to the caller.
    pub(super) const fn filled(mut self, fill: Rgb) -> Self {
        self.fill = fill;
        self
    }

    /// Words, after the usual space.
    pub(super) fn words(self, painter: &Painter, words: &str, font: FontId, colour: Rgb) -> Self {
        self.piece(Piece::Words(painter.layout_no_wrap(words.into(), font, solid(colour))), BETWEEN)
    }

    /// A second line below, if it has words.
    pub(super) fn below(mut self, painter: &Painter, words: &str, font: FontId, colour: Rgb) -> Self {
        let galley = || painter.layout_no_wrap(words.into(), font, solid(colour));
        self.below = (!words.is_empty()).then(galley);
        self
    }

    /// A number as large as headlines on the board are, with its unit half as large.
    pub(super) fn percent(self, painter: &Painter, chance: &str, points: f32) -> Self {
        let number = painter.layout_no_wrap(chance.to_owned(), FontId::monospace(points), solid(STRONG));
        let unit = painter.layout_no_wrap("%".into(), FontId::monospace(points / 2.0), solid(SECOND));
        self.piece(Piece::Words(number), 0.0).piece(Piece::Words(unit), 2.0)
    }

    pub(super) fn icon(self, texture: TextureHandle, side: f32) -> Self {
        self.piece(Piece::Icon(texture, side), BETWEEN * 1.6)
    }

    fn piece(mut self, piece: Piece, before: f32) -> Self {
        let before = if self.pieces.is_empty() { 0.0 } else { before };
        self.pieces.push((piece, before));
        self
    }

    pub(super) fn size(&self) -> Vec2 {
        let wide: f32 = self.pieces.iter().map(|(piece, before)| piece.size().x + before).sum();
        let high = self.pieces.iter().map(|(piece, _)| piece.size().y).fold(0.0, f32::max);
        let below = self.below.as_ref().map_or(Vec2::ZERO, |galley| galley.size());
        vec2(wide.max(below.x), high + below.y) + self.padding * 2.0
    }

    pub(super) fn paint(&self, painter: &Painter, rect: Rect, opacity: f32) {
        painter.rect_filled(rect, RADIUS, faint(self.fill, opacity));
        painter.rect_stroke(rect, RADIUS, Stroke::new(EDGE, faint(self.edge, opacity)), StrokeKind::Inside);
        let mut x = rect.left() + self.padding.x;
        let high = self.pieces.iter().map(|(piece, _)| piece.size().y).fold(0.0, f32::max);
        let line = Rect::from_min_max(rect.min, pos2(rect.right(), rect.top() + high + self.padding.y * 2.0));
        let bottom = line.center().y + high / 2.0;
        if let Some(galley) = &self.below {
            let at = pos2(x, rect.bottom() - self.padding.y - galley.size().y);
            painter.galley_with_override_text_color(at, Arc::clone(galley), faint(SECOND, opacity));
        }
        for (piece, before) in &self.pieces {
            x += before;
            let size = piece.size();
            match piece {
                // Smaller words stand on the same line as the largest ones.
                Piece::Words(galley) => {
                    let lift = (high - size.y) * 0.22;
                    let at = if lift > 3.0 { bottom - size.y - lift } else { line.center().y - size.y / 2.0 };
                    let tint = veil(opacity);
                    if opacity < 1.0 {
                        painter.galley_with_override_text_color(pos2(x, at), Arc::clone(galley), tint);
                    } else {
                        paint_words(painter, pos2(x, at), Arc::clone(galley));
                    }
                }
                Piece::Icon(texture, side) => {
                    let place = Rect::from_center_size(pos2(x + side / 2.0, line.center().y), Vec2::splat(*side));
                    painter.image(texture.id(), place, WHOLE, veil(opacity));
                }
            }
            x += size.x;
        }
    }
}

/// The plates of a frame: none lies on another, on the target or on the path's end.
#[derive(Default)]
pub(super) struct Table {
    taken: Vec<Rect>,
    /// Arrows and ways, which a plate beside a body leaves free as long as another side is free.
    drawn: Vec<Rect>,
    /// Thin lines from plates to the bodies they belong to.
    ties: Vec<[Pos2; 2]>,
}

impl Table {
    /// Keeps a place free.
    pub(super) fn keep_free(&mut self, rect: Rect) {
        self.taken.push(rect);
    }

    /// Keeps a place free as long as plates can lie elsewhere.
    pub(super) fn draw(&mut self, rect: Rect) {
        self.drawn.push(rect);
    }

    /// Keeps the line that shows whose a plate is.
    pub(super) fn tie(&mut self, from: Pos2, to: Pos2) {
        self.ties.push([from, to]);
    }

    /// All such lines so far.
    pub(super) fn ties(&self) -> &[[Pos2; 2]] {
        &self.ties
    }

    /// Lays a plate that rises above a body, by where it begins, is now and ends; where it would pass over anybody else
    /// on its way, it lies `apart` from them beside the body.
    pub(super) fn lay_rising(&mut self, [from, now, to]: [Rect; 3], body: Rect, apart: f32, room: Rect) -> Rect {
        let way = within(from, room).union(within(to, room)).expand(apart);
        let is_other = |taken: &&Rect| !taken.contains(body.center());
        if self.taken.iter().filter(is_other).any(|taken| taken.intersects(way)) {
            return self.lay_beside(now.size(), body, apart, room);
        }
        within(now, room)
    }

    /// Lays a plate of a size: its `align` point at `at`, or to the right of that, or below, inside the room.
    pub(super) fn lay(&mut self, size: Vec2, at: Pos2, align: Align2, room: Rect) -> Rect {
        let wanted = within(align.anchor_size(at, size), room);
        let found = self.slide(wanted, room, 1.0).or_else(|| self.slide(wanted, room, -1.0)).unwrap_or(wanted);
        self.taken.push(found);
        found
    }

    /// Lays a plate of a size beside a body, `apart` from it: to the right, else to another side, else wherever it lies
    /// nearest. Far off it would seem to be somebody else's.
    pub(super) fn lay_beside(&mut self, size: Vec2, body: Rect, apart: f32, room: Rect) -> Rect {
        let sides = [
            (body.right_center() + vec2(apart, 0.0), Align2::LEFT_CENTER),
            (body.left_center() - vec2(apart, 0.0), Align2::RIGHT_CENTER),
            (body.center_bottom() + vec2(0.0, apart), Align2::CENTER_TOP),
            (body.center_top() - vec2(0.0, apart), Align2::CENTER_BOTTOM),
        ];
        let sides = sides.into_iter().map(|(at, align)| align.anchor_size(at, size));
        let free = |wanted: &Rect| {
            room.expand(0.5).contains_rect(*wanted) && self.taken.iter().all(|taken| !taken.intersects(*wanted))
        };
        let around = || around(size, body, apart).map(|wanted| within(wanted, room)).filter(|at| !at.intersects(body));
        // Nearer to another body it would seem to be about that one.
        let others = || self.taken.iter().filter(|taken| !taken.intersects(body));
        let seems_others = |at: &Rect| others().any(|other| gap(*at, *other) < gap(*at, body));
        let nearest = || {
            let far = |at: &Rect| {
                let near = body.distance_sq_to_pos(at.center()) + 4.0 * gap(*at, body).powi(2);
                if seems_others(at) { near * 2.0 } else { near }
            };
            around().filter(free).min_by(|at, than| far(at).total_cmp(&far(than)))
        };
        let is_bare = |wanted: &Rect| free(wanted) && self.drawn.iter().all(|drawn| !drawn.intersects(*wanted));
        match sides.clone().into_iter().find(is_bare).or_else(|| sides.into_iter().find(free)).or_else(nearest) {
            Some(found) => {
                self.taken.push(found);
                found
            }
            None => self.lay(size, body.right_center() + vec2(apart, 0.0), Align2::LEFT_CENTER, room),
        }
    }

    /// The first free place to the right, row by row, downwards or upwards.
    fn slide(&self, wanted: Rect, room: Rect, down: f32) -> Option<Rect> {
        let blocking = |rect: Rect| self.taken.iter().find(|taken| taken.intersects(rect)).copied();
        let mut row = wanted;
        while room.expand(0.5).contains_rect(row) {
            let mut at = row;
            while room.expand(0.5).contains_rect(at) {
                match blocking(at) {
                    None => return Some(at),
                    Some(taken) => at = at.translate(vec2(taken.right() + APART - at.left(), 0.0)),
                }
            }
            let next = blocking(row)?;
            let by = if down > 0.0 { next.bottom() + APART - row.top() } else { next.top() - APART - row.bottom() };
            row = row.translate(vec2(0.0, by));
        }
        None
    }
}

/// A rectangle, moved as little as it takes to lie in a room.
pub(super) fn within(wanted: Rect, room: Rect) -> Rect {
    wanted.translate(vec2(
        (room.left() - wanted.left()).max(0.0) + (room.right() - wanted.right()).min(0.0),
        (room.top() - wanted.top()).max(0.0) + (room.bottom() - wanted.bottom()).min(0.0),
    ))
}

/// Places around a body, in rings that grow.
fn around(size: Vec2, body: Rect, apart: f32) -> impl Iterator<Item = Rect> {
    const RINGS: u8 = 10;
    const PLACES: u8 = 24;
    let ring = move |ring: u8| (0..PLACES).map(move |place| (ring, place));
    (0..RINGS).flat_map(ring).map(move |(ring, place)| {
        let turn = f32::from(place) / f32::from(PLACES) * std::f32::consts::TAU;
        let reach = (body.size() + size) / 2.0 + Vec2::splat(apart + 14.0 * f32::from(ring));
        Rect::from_center_size(body.center() + vec2(turn.cos() * reach.x, turn.sin() * reach.y), size)
    })
}

/// How far apart two rectangles are.
pub(super) fn gap(plate: Rect, body: Rect) -> f32 {
    let between = |(from, to): (f32, f32), (start, end): (f32, f32)| (start - to).max(from - end).max(0.0);
    let across = between((plate.left(), plate.right()), (body.left(), body.right()));
    let down = between((plate.top(), plate.bottom()), (body.top(), body.bottom()));
    across.hypot(down)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ROOM: Rect = Rect { min: pos2(0.0, 0.0), max: pos2(900.0, 700.0) };

    proptest! {
        #[test]
        fn plates_never_lie_on_each_other(
            wanted in prop::collection::vec((0.0f32..900.0, 0.0f32..700.0, 40.0f32..140.0), 1..9),
        ) {
            let mut table = Table::default();
            let target = Rect::from_center_size(pos2(450.0, 350.0), Vec2::splat(40.0));
            table.keep_free(target);
            let mut laid: Vec<Rect> = vec![target];
            for (x, y, width) in wanted {
                let rect = table.lay(vec2(width, 24.0), pos2(x, y), Align2::CENTER_TOP, ROOM);
                prop_assert!(ROOM.expand(0.5).contains_rect(rect), "{:?}", rect);
                prop_assert!(laid.iter().all(|other| !other.intersects(rect)), "{:?} on {:?}", rect, laid);
                laid.push(rect);
            }
        }
    }

    /// A neighbour to the right pushes a plate to the other side, not past itself: there the plate would seem to be the
    /// neighbour's.
    #[test]
    fn a_plate_beside_a_body_stays_beside_it() {
        let mut table = Table::default();
        let square = |x: f32| Rect::from_min_size(pos2(x, 100.0), Vec2::splat(40.0));
        let (body, neighbour) = (square(300.0), square(380.0));
        table.keep_free(body);
        table.keep_free(neighbour);
        let short = table.lay_beside(vec2(30.0, 20.0), body, 4.0, ROOM);
        assert_eq!(short.min.x, body.right() + 4.0);
        let long = table.lay_beside(vec2(120.0, 20.0), body, 4.0, ROOM);
        assert_eq!(long.max.x, body.left() - 4.0);
        let below = table.lay_beside(vec2(120.0, 20.0), body, 4.0, ROOM);
        assert_eq!((below.center().x, below.min.y), (body.center().x, body.bottom() + 4.0));
    }

    /// In a corner, with somebody at the only free side, it still stays nearer to its body than to anybody else.
    #[test]
    fn a_plate_of_a_body_in_a_corner_is_not_laid_beside_another() {
        let mut table = Table::default();
        let square = |x: f32, y: f32| Rect::from_min_size(pos2(x, y), Vec2::splat(40.0));
        let (body, near, far) = (square(0.0, 100.0), square(50.0, 100.0), square(180.0, 100.0));
        [body, near, far].into_iter().for_each(|taken| table.keep_free(taken));
        for _ in 0..3 {
            let laid = table.lay_beside(vec2(120.0, 20.0), body, 4.0, ROOM);
            assert!(gap(laid, body) < gap(laid, far) && gap(laid, body) < 60.0, "{laid:?}");
            assert!(ROOM.contains_rect(laid) && !laid.intersects(body) && !laid.intersects(near), "{laid:?}");
        }
    }

    /// Free room nearer to somebody else than to its own body is taken last.
    #[test]
    fn a_plate_is_not_laid_nearer_to_another_body_than_to_its_own() {
        let mut table = Table::default();
        let square = |x: f32, y: f32| Rect::from_min_size(pos2(x, y), Vec2::splat(40.0));
        let body = square(0.0, 120.0);
        let others = [square(40.0, 120.0), square(40.0, 160.0), square(0.0, 160.0), square(170.0, 130.0)];
        [body].into_iter().chain(others).for_each(|taken| table.keep_free(taken));
        for _ in 0..3 {
            let laid = table.lay_beside(vec2(110.0, 20.0), body, 4.0, ROOM);
            assert!(gap(laid, body) <= gap(laid, others[3]), "{laid:?} seems to be about somebody else");
        }
    }

    #[test]
    fn a_plate_leaves_an_arrow_in_view_where_another_side_is_free() {
        let mut table = Table::default();
        let body = Rect::from_min_size(pos2(300.0, 100.0), Vec2::splat(40.0));
        table.keep_free(body);
        table.draw(Rect::from_center_size(pos2(360.0, 120.0), Vec2::splat(6.0)));
        let laid = table.lay_beside(vec2(60.0, 20.0), body, 4.0, ROOM);
        assert_eq!(laid.max.x, body.left() - 4.0);
    }

    #[test]
    fn a_number_that_rises_passes_over_nobody_else() {
        let mut table = Table::default();
        let square = |x: f32, y: f32| Rect::from_min_size(pos2(x, y), Vec2::splat(40.0));
        let (body, north) = (square(300.0, 140.0), square(300.0, 100.0));
        let from = Rect::from_center_size(pos2(320.0, 152.0), vec2(30.0, 20.0));
        let [now, to] = [10.0, 20.0].map(|up| from.translate(vec2(0.0, -up)));
        table.keep_free(body);
        assert_eq!(table.lay_rising([from, now, to], body, 4.0, ROOM), now, "it rises over its own body");
        table.keep_free(north);
        let laid = table.lay_rising([from, now, to], body, 4.0, ROOM);
        assert!(gap(laid, north) >= 4.0 && gap(laid, body) == 4.0, "{laid:?}");
    }

    #[test]
    fn a_plate_slides_right_first() {
        let mut table = Table::default();
        let first = table.lay(vec2(80.0, 20.0), pos2(100.0, 100.0), Align2::LEFT_TOP, ROOM);
        let second = table.lay(vec2(80.0, 20.0), pos2(120.0, 100.0), Align2::LEFT_TOP, ROOM);
        assert_eq!(first.min, pos2(100.0, 100.0));
        assert_eq!(second.min, pos2(first.right() + APART, 100.0));
    }
}
