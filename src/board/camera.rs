//! Where the board lies on screen and how large its squares are.

use bevy_egui::egui::{Pos2, Rect, Vec2, pos2, vec2};

use crate::geometry::{Extent, Footprint, Square};

/// Room for axis letters, row numbers and the scale bar around the board, in points.
const MARGIN: (Vec2, Vec2) = (vec2(28.0, 28.0), vec2(4.0, 16.0));
/// Room for the goals, which lie over the lower edge, and the scale bar above them, in points.
const BELOW: f32 = 56.0;
/// Pixels per square that can be chosen.
const SCALES: std::ops::RangeInclusive<u32> = 24..=96;
/// Fewest pixels per square that a huge board is shrunk to.
const LEAST: u32 = 6;

/// Where the board lies on screen: how squares become points. Squares are a whole number of pixels wide and start on
/// whole pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    scale: u32,
    origin: Pos2,
    extent: Extent,
    room: Rect,
    pixels_per_point: f32,
    fitted: bool,
}

impl Default for Camera {
    fn default() -> Self {
        let extent = Extent { width: 1, height: 1 };
        let room = Rect::from_min_size(Pos2::ZERO, vec2(100.0, 100.0));
        Self { scale: 48, origin: Pos2::ZERO, extent, room, pixels_per_point: 1.0, fitted: true }
    }
}

impl Camera {
    /// Shows the whole board in a rectangle, as large as it goes, and keeps doing so until it is moved by hand.
    pub fn fit(&mut self, extent: Extent, room: Rect) {
        (self.extent, self.room, self.fitted) = (extent, room, true);
        self.scale = self.whole();
        // In the middle, or higher where the goals would lie over the lowest row and there is room above.
        let spare = self.window().size() - self.size();
        let above = (spare.y / 2.0).min((spare.y - BELOW).max(0.0));
        self.set_origin(self.window().min + vec2(spare.x / 2.0, above));
    }

    /// Pixels of a square at which the whole board is seen, as far as it can be.
    fn whole(&self) -> u32 {
        let free = (self.room.size() - MARGIN.0 - MARGIN.1) * self.pixels_per_point;
        let across = free.x / f32::from(self.extent.width.max(1));
        let down = free.y / f32::from(self.extent.height.max(1));
        (across.min(down) as u32).clamp(LEAST, *SCALES.end())
    }

    /// Whether the whole board is shown: whether nobody has moved or zoomed it since.
    pub const fn is_fitted(&self) -> bool {
        self.fitted
    }

    /// Takes in the board's size, the room it is shown in and the pixels per point, as they are in this frame.
    pub(super) fn meet(&mut self, extent: Extent, room: Rect, pixels_per_point: f32) {
        let same = (extent, room, pixels_per_point) == (self.extent, self.room, self.pixels_per_point);
        if same {
            return;
        }
        self.pixels_per_point = pixels_per_point;
        if self.fitted || extent != self.extent {
            self.fit(extent, room);
        } else {
            let moved = room.center() - self.room.center();
            self.room = room;
            self.set_origin(self.origin + moved);
        }
    }

    /// Larger or smaller squares by a number of steps; what lies at `pos` stays there.
    pub fn zoom_at(&mut self, pos: Pos2, steps: i32) {
        let held = (pos - self.origin) / self.side();
        // If the whole board needs smaller squares than can be chosen, zooming back out to it stays possible.
        let least = (*SCALES.start()).min(self.whole()).min(self.scale);
        for _ in 0..steps.unsigned_abs() {
            let step = (self.scale / 8).max(2);
            let next = if steps > 0 { self.scale + step } else { self.scale.saturating_sub(step) };
            self.scale = next.clamp(least, *SCALES.end());
        }
        self.fitted = false;
        self.set_origin(pos - held * self.side());
    }

    /// Larger or smaller squares around the middle of the room.
    pub fn zoom(&mut self, steps: i32) {
        self.zoom_at(self.room.center(), steps);
    }

    /// Moves the board by points. A part of it always stays in the room.
    pub fn pan(&mut self, delta: Vec2) {
        self.fitted = false;
        self.set_origin(self.origin + delta);
    }

    /// Moves the board so that a square lies in the middle of the room.
    pub fn centre_on(&mut self, square: Square) {
        self.pan(self.room.center() - self.centre_of(square));
    }

    /// Moves the board just far enough to show a square with those around it.
    pub fn reveal(&mut self, square: Square) {
        let (wanted, seen) = (self.rect_of(square).expand(self.side()).intersect(self.board()), self.window());
        let axis = |low: f32, high: f32, from: f32, to: f32| (from - low).max(0.0) + (to - high).min(0.0);
        let delta = vec2(
            axis(wanted.left(), wanted.right(), seen.left(), seen.right()),
            axis(wanted.top(), wanted.bottom(), seen.top(), seen.bottom()),
        );
        if delta != Vec2::ZERO {
            self.pan(delta);
        }
    }

    /// Moves the board just far enough to show a body with the squares around it.
    pub fn reveal_body(&mut self, body: Footprint) {
        let last = i16::from(body.side) - 1;
        self.reveal(Square::new(body.anchor.x + last, body.anchor.y + last));
        self.reveal(body.anchor);
    }

    /// The square at a place on screen, if there is one and it is seen there.
    pub fn square_at(&self, pos: Pos2) -> Option<Square> {
        let at = (pos - self.origin) / self.side();
        let square = Square::new(at.x.floor() as i16, at.y.floor() as i16);
        (self.window().contains(pos) && self.extent.contains(square)).then_some(square)
    }

    /// A place on screen in squares to the east and south of the board's north-west corner.
    pub fn spot_at(&self, pos: Pos2) -> (f32, f32) {
        let at = (pos - self.origin) / self.side();
        (at.x, at.y)
    }

    /// The middle of a square on screen.
    pub fn centre_of(&self, square: Square) -> Pos2 {
        self.at(f32::from(square.x) + 0.5, f32::from(square.y) + 0.5)
    }

    /// A square on screen.
    pub fn rect_of(&self, square: Square) -> Rect {
        Rect::from_min_size(self.at(f32::from(square.x), f32::from(square.y)), Vec2::splat(self.side()))
    }

    /// A place in board units, squares from the north-west corner, on screen.
    pub fn at(&self, x: f32, y: f32) -> Pos2 {
        self.origin + vec2(x, y) * self.side()
    }

    /// The whole board on screen.
    pub fn board(&self) -> Rect {
        Rect::from_min_size(self.origin, self.size())
    }

    /// The same camera with the board's north-west corner in the screen's: layouts made with it stay valid while the
    /// board is moved.
    pub(super) fn cornered(&self) -> Self {
        Self { origin: Pos2::ZERO, ..*self }
    }

    /// Pixels per square and pixels per point: layouts are made anew when they change.
    pub(super) const fn grain(&self) -> (u32, f32) {
        (self.scale, self.pixels_per_point)
    }

    /// The room that the board may use, in points.
    pub(super) const fn room(&self) -> Rect {
        self.room
    }

    /// Pixels along the side of a square.
    pub const fn scale(&self) -> u32 {
        self.scale
    }

    /// Points along the side of a square.
    pub fn side(&self) -> f32 {
        self.scale as f32 / self.pixels_per_point
    }

    /// The size of a pixel in points.
    pub(super) fn pixel(&self) -> f32 {
        1.0 / self.pixels_per_point
    }

    /// The part of the room in which squares are seen; the rest is for letters and numbers.
    pub(super) fn window(&self) -> Rect {
        Rect::from_min_max(self.room.min + MARGIN.0, self.room.max - MARGIN.1)
    }

    fn size(&self) -> Vec2 {
        vec2(f32::from(self.extent.width), f32::from(self.extent.height)) * self.side()
    }

    /// Puts the north-west corner on a whole pixel, near enough that a part of the board stays in the room.
    fn set_origin(&mut self, origin: Pos2) {
        let (size, keep) = (self.size(), Vec2::splat(self.side() * 2.0).min(self.size()).min(self.room.size()));
        let axis = |at: f32, size: f32, keep: f32, from: f32, to: f32| {
            let at = at.clamp((from + keep - size).min(to - keep), (to - keep).max(from + keep - size));
            (at * self.pixels_per_point).round() / self.pixels_per_point
        };
        self.origin = pos2(
            axis(origin.x, size.x, keep.x, self.room.left(), self.room.right()),
            axis(origin.y, size.y, keep.y, self.room.top(), self.room.bottom()),
        );
    }
}
