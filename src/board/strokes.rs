//! Lines with casings, dashes, outlines of areas and small signs, all measured in squares.

use std::collections::BTreeSet;

use bevy_egui::egui::{Color32, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, epaint::PathStroke, vec2};

use super::{
    Camera,
    art::palette::{INK, Rgb},
    colours::solid,
};
use crate::geometry::{self, Square, outline};

/// Shapes being put together in the units of one camera.
pub(super) struct Strokes<'a> {
    pub(super) camera: &'a Camera,
    pub(super) shapes: Vec<Shape>,
}

impl<'a> Strokes<'a> {
    pub(super) const fn new(camera: &'a Camera) -> Self {
        Self { camera, shapes: Vec::new() }
    }

    /// Squares as points, never less than a pixel.
    pub(super) fn thick(&self, squares: f32) -> f32 {
        (squares * self.camera.side()).max(self.camera.pixel())
    }

    /// The same for casings, which show at least 0.8 pixels on each side of the line they case.
    pub(super) fn casing(&self, squares: f32, inner: f32) -> f32 {
        (squares * self.camera.side()).max(self.thick(inner) + 2.0 * 0.8 * self.camera.pixel())
    }

    pub(super) fn add(&mut self, shape: impl Into<Shape>) {
        self.shapes.push(shape.into());
    }

    /// An open or closed line.
    pub(super) fn line(&mut self, points: &[Pos2], closed: bool, squares: f32, colour: Color32) {
        let stroke = PathStroke::new(self.thick(squares), colour);
        let points = points.to_vec();
        self.add(if closed { Shape::closed_line(points, stroke) } else { Shape::line(points, stroke) });
    }

    /// A line with gaps.
    pub(super) fn dashes(&mut self, points: &[Pos2], squares: f32, colour: Color32, on: f32, off: f32) {
        let side = self.camera.side();
        let stroke = Stroke::new(self.thick(squares), colour);
        Shape::dashed_line_many(points, stroke, on * side, off * side, &mut self.shapes);
    }

    /// A line on its ink casing.
    pub(super) fn cased(&mut self, points: &[Pos2], closed: bool, (outer, inner): (f32, f32), colour: Color32) {
        let casing = PathStroke::new(self.casing(outer, inner), solid(INK));
        let at = points.to_vec();
        self.add(if closed { Shape::closed_line(at, casing) } else { Shape::line(at, casing) });
        self.line(points, closed, inner, colour);
    }

    /// A filled polygon with an ink edge.
    pub(super) fn sign(&mut self, points: Vec<Pos2>, fill: Color32, edge: f32) {
        let stroke = PathStroke::new(self.thick(edge), solid(INK));
        self.add(Shape::convex_polygon(points, fill, stroke));
    }

    /// A disc with an ink edge.
    pub(super) fn disc(&mut self, at: Pos2, radius: f32, fill: Rgb, edge: f32) {
        let side = self.camera.side();
        self.add(Shape::circle_filled(at, radius * side + self.thick(edge), solid(INK)));
        self.add(Shape::circle_filled(at, (radius * side).max(1.2 * self.camera.pixel()), solid(fill)));
    }

    /// An upright square around a place, with an ink edge.
    pub(super) fn block(&mut self, at: Pos2, width: f32, fill: Rgb, edge: f32) {
        let half = (width * self.camera.side() / 2.0).max(1.5 * self.camera.pixel());
        let rect = Rect::from_center_size(at, Vec2::splat(half * 2.0));
        self.add(Shape::rect_filled(rect.expand(self.thick(edge)), 0.0, solid(INK)));
        self.add(Shape::rect_filled(rect, 0.0, solid(fill)));
    }

    /// A square frame in ink and a colour.
    pub(super) fn frame(&mut self, rect: Rect, (outer, inner): (f32, f32), colour: Color32) {
        let radius = (rect.width() * 0.06).min(5.0);
        let casing = Stroke::new(self.casing(outer, inner), solid(INK));
        self.add(Shape::rect_stroke(rect, radius, casing, StrokeKind::Middle));
        let line = Stroke::new(self.thick(inner), colour);
        self.add(Shape::rect_stroke(rect, radius, line, StrokeKind::Middle));
    }

    /// Four corner brackets along a rectangle, each arm `arm` squares long.
    pub(super) fn brackets(&mut self, rect: Rect, arm: f32, (outer, inner): (f32, f32), colour: Color32) {
        let arm = arm * self.camera.side();
        let corners = [
            (rect.left_top(), vec2(1.0, 1.0)),
            (rect.right_top(), vec2(-1.0, 1.0)),
            (rect.right_bottom(), vec2(-1.0, -1.0)),
            (rect.left_bottom(), vec2(1.0, -1.0)),
        ];
        let (casing, thick) = (self.casing(outer, inner), self.thick(inner));
        for (corner, into) in corners {
            for (wide, colour) in [(casing, solid(INK)), (thick, colour)] {
                let half = wide / 2.0;
                let out = |along: Vec2, across: Vec2| {
                    let from = corner - (along + across) * half;
                    let to = corner + along * (arm + half) + across * half;
                    Shape::rect_filled(Rect::from_two_pos(from, to), 0.0, colour)
                };
                let (x, y) = (vec2(into.x, 0.0), vec2(0.0, into.y));
                self.add(out(x, y));
                self.add(out(y, x));
            }
        }
    }

    /// A triangle with an exclamation mark around a place: it hurts.
    pub(super) fn warning(&mut self, at: Pos2, squares: f32, fill: Rgb) {
        let side = self.camera.side();
        let half = (squares * side).max(6.0) / 2.0;
        let place = |x: f32, y: f32| at + vec2(x, y) * half;
        let triangle = vec![place(0.0, -1.0), place(1.12, 0.92), place(-1.12, 0.92)];
        self.sign(triangle, solid(fill), 0.03);
        let wide = (half * 0.26).max(1.1);
        self.add(Shape::line_segment([place(0.0, -0.34), place(0.0, 0.32)], Stroke::new(wide, solid(INK))));
        self.add(Shape::circle_filled(place(0.0, 0.64), wide * 0.56, solid(INK)));
    }

    /// A disc with a sword in it: here one can strike.
    pub(super) fn blow(&mut self, at: Pos2, squares: f32, fill: Rgb) {
        let half = (squares * self.camera.side()).max(8.0) / 2.0;
        let place = |x: f32, y: f32| at + vec2(x, y) * half;
        let wide = (half * 0.24).max(1.1);
        self.add(Shape::circle_filled(at, half, solid(fill)));
        self.add(Shape::circle_stroke(at, half, Stroke::new((half * 0.16).max(1.0), solid(INK))));
        self.add(Shape::line_segment([place(-0.5, 0.5), place(0.56, -0.56)], Stroke::new(wide, solid(INK))));
        self.add(Shape::line_segment([place(-0.48, -0.04), place(0.04, 0.48)], Stroke::new(wide, solid(INK))));
    }

    /// An X around a place.
    pub(super) fn cross(&mut self, at: Pos2, squares: f32, (outer, inner): (f32, f32), ink: Color32, on: Color32) {
        let half = squares * self.camera.side() / 2.0;
        for (wide, colour, reach) in [(self.casing(outer, inner), on, 1.16), (self.thick(inner), ink, 1.0)] {
            let d = half * reach;
            let stroke = Stroke::new(wide, colour);
            self.add(Shape::line_segment([at + vec2(-d, -d), at + vec2(d, d)], stroke));
            self.add(Shape::line_segment([at + vec2(d, -d), at + vec2(-d, d)], stroke));
        }
    }

    /// The outlines of an area as closed loops, moved inwards by `inset` squares.
    pub(super) fn loops(&self, squares: &BTreeSet<Square>, inset: f32) -> Vec<Vec<Pos2>> {
        let placed =
            |corners: &Vec<_>| geometry::inset(corners, inset).into_iter().map(|(x, y)| self.camera.at(x, y)).collect();
        outline(squares).iter().map(placed).collect()
    }
}

/// A closed loop as an open line that ends where it begins.
pub(super) fn around(points: &[Pos2]) -> Vec<Pos2> {
    points.iter().chain(points.first()).copied().collect()
}
