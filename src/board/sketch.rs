//! Overlays as shapes, made anew only when they or the camera change.

use std::collections::BTreeSet;

use bevy_egui::egui::{Mesh, Pos2, Rect, Shape, TextureId, Vec2, pos2, vec2};

use super::{
    Camera, Overlays, PathShown,
    album::HATCH,
    art::palette::{CREAM, HATCH as HATCHED, INK, RAY, SIDES, TEAL, TEAL_BASE, TEAL_FULL, THREAT, WARN, WHITE},
    colours::{faint, solid},
    strokes::{Strokes, around},
};
use crate::{
    geometry::{Edge, EdgeSide, Point, Square, UNITS},
    rules::{Line, Touch},
};

/// The shapes of all overlays but plates, by where they lie between the other things.
#[derive(Default)]
pub(super) struct Sketch {
    /// Tints, hatches and outlines, on the ground.
    pub(super) flat: Vec<Shape>,
    /// Touched obstacles and the path, below tokens.
    pub(super) path: Vec<Shape>,
    /// Lines of sight, above smoke.
    pub(super) lines: Vec<Shape>,
    /// Ends of lines and the corner used, above the target.
    pub(super) ends: Vec<Shape>,
    /// Triangles, below nothing but plates.
    pub(super) signs: Vec<Shape>,
}

impl Sketch {
    /// Everything that the overlays ask for. `body` is the width of the one who walks, in squares.
    pub(super) fn new(overlays: &Overlays, camera: &Camera, body: u8, hatch: TextureId) -> Self {
        let mut path = Strokes::new(camera);
        for line in &overlays.lines {
            obstacle(&mut path, line);
        }
        if let Some(way) = &overlays.path {
            walk(&mut path, way, body, overlays);
        }
        let (mut lines, mut ends) = (Strokes::new(camera), Strokes::new(camera));
        for line in &overlays.lines {
            sight(&mut lines, &mut ends, line);
        }
        if let Some(corner) = overlays.corner {
            ends.block(at(camera, corner), 0.17 / 1.3, RAY, 0.03);
        }
        let mut signs = Strokes::new(camera);
        for provoked in &overlays.provoked {
            signs.warning(middle(camera, provoked.square, body), 0.30, WARN);
        }
        for passing in &overlays.passing {
            signs.blow(middle(camera, passing.square, body), 0.34, CREAM);
        }
        Self {
            flat: flat(overlays, camera, hatch),
            path: path.shapes,
            lines: lines.shapes,
            ends: ends.shapes,
            signs: signs.shapes,
        }
    }
}

/// The middle of a body of so many squares that has its north-west square there.
pub(super) fn middle(camera: &Camera, square: Square, body: u8) -> Pos2 {
    let half = f32::from(body.max(1)) / 2.0;
    camera.at(f32::from(square.x) + half, f32::from(square.y) + half)
}

fn at(camera: &Camera, point: Point) -> Pos2 {
    camera.at(point.x as f32 / UNITS as f32, point.y as f32 / UNITS as f32)
}

fn flat(overlays: &Overlays, camera: &Camera, hatch: TextureId) -> Vec<Shape> {
    let mut strokes = Strokes::new(camera);
    let base: BTreeSet<Square> = overlays.base.iter().copied().collect();
    let reach: BTreeSet<Square> = overlays.full.iter().copied().chain(base.iter().copied()).collect();
    let threat: BTreeSet<Square> = overlays.threat.iter().copied().collect();
    let mut tint = Mesh::default();
    for square in &reach {
        let alpha = if base.contains(square) { 0.36 } else { 0.085 };
        tint.add_colored_rect(camera.rect_of(*square), faint(TEAL, alpha));
    }
    if !tint.is_empty() {
        strokes.add(tint);
    }
    if !threat.is_empty() {
        strokes.add(hatched(&threat, camera, hatch));
        for corners in strokes.loops(&threat, 0.0) {
            strokes.line(&corners, true, 0.028, faint(THREAT, 0.85));
        }
    }
    if let Some(area) = &overlays.area {
        let reached: BTreeSet<Square> = area.squares.iter().copied().collect();
        let mut tint = Mesh::default();
        for square in &reached {
            tint.add_colored_rect(camera.rect_of(*square), faint(WARN, 0.22));
        }
        strokes.add(tint);
        for corners in strokes.loops(&reached, 0.0) {
            strokes.line(&corners, true, 0.10, faint(INK, 0.55));
            strokes.line(&corners, true, 0.05, solid(WARN));
        }
        // Where it may come down instead: the likelier, the larger.
        for (square, percent) in &area.places {
            let radius = (0.10 + 0.03 * (*percent).min(6) as f32) * camera.side();
            strokes.add(Shape::circle_filled(middle(camera, *square, 1), radius + camera.pixel(), faint(INK, 0.7)));
            strokes.add(Shape::circle_filled(middle(camera, *square, 1), radius, faint(CREAM, 0.85)));
        }
    }
    for (team, squares, _) in &overlays.zones {
        let area = squares.iter().copied().collect();
        for corners in strokes.loops(&area, 0.07) {
            let closed = around(&corners);
            strokes.line(&corners, true, 0.065, faint(INK, 0.45));
            strokes.dashes(&closed, 0.045, solid(SIDES[usize::from(team.0.min(3))]), 0.16, 0.14);
        }
    }
    if !overlays.full.is_empty() {
        for corners in strokes.loops(&reach, 0.0) {
            strokes.line(&corners, true, 0.075, faint(CREAM, 0.80));
            strokes.dashes(&around(&corners), 0.04, solid(TEAL_FULL), 0.16, 0.10);
        }
    }
    for corners in strokes.loops(&base, 0.0) {
        strokes.line(&corners, true, 0.125, faint(CREAM, 0.90));
        strokes.line(&corners, true, 0.07, solid(TEAL_BASE));
    }
    strokes.shapes
}

/// Diagonal lines over squares, the same distance apart at any zoom.
fn hatched(squares: &BTreeSet<Square>, camera: &Camera, hatch: TextureId) -> Mesh {
    let mut mesh = Mesh::with_texture(hatch);
    let repeat = HATCH as f32 * camera.pixel();
    let north_west = camera.board().min;
    for square in squares {
        let rect = camera.rect_of(*square);
        let uv = |pos: Pos2| ((pos - north_west) / repeat).to_pos2();
        mesh.add_rect_with_uv(rect, Rect::from_min_max(uv(rect.min), uv(rect.max)), faint(HATCHED, 0.42));
    }
    mesh
}

fn walk(strokes: &mut Strokes<'_>, way: &PathShown, body: u8, overlays: &Overlays) {
    let camera = strokes.camera;
    let side = camera.side();
    let mut points: Vec<Pos2> =
        std::iter::once(&way.from).chain(&way.squares).map(|square| middle(camera, *square, body)).collect();
    let [.., before, last] = points.as_mut_slice() else { return };
    *last -= (*last - *before).normalized() * 0.38 * side;
    strokes.line(&points, false, 0.17, solid(INK));
    let run = way.run_from.unwrap_or(way.squares.len()).min(way.squares.len());
    let inner = 0.085;
    if run > 0 {
        strokes.line(&points[..=run], false, inner, solid(WHITE));
    }
    strokes.dashes(&points[run..], inner, solid(WHITE), 0.20, 0.13);
    let steps = way.squares.iter().zip(&points[1..]).take(way.squares.len().saturating_sub(1));
    for (square, point) in steps {
        if !overlays.provoked.iter().any(|provoked| provoked.square == *square) {
            strokes.disc(*point, 0.085, WHITE, 0.035);
        }
    }
}

/// The outline of what a line has touched.
fn obstacle(strokes: &mut Strokes<'_>, line: &Line) {
    let Some(touch) = line.touches else { return };
    let rect = match touch {
        Touch::Square(square) => strokes.camera.rect_of(square).shrink(0.02 * strokes.camera.side()),
        Touch::Edge(edge) => {
            let (from, to) = ends_of(edge);
            let (from, to) = (strokes.camera.at(from.x, from.y), strokes.camera.at(to.x, to.y));
            Rect::from_two_pos(from, to).expand(0.10 * strokes.camera.side())
        }
    };
    strokes.frame(rect, (0.09, 0.045), solid(WARN));
}

/// The two ends of an edge in board units.
fn ends_of(edge: Edge) -> (Vec2, Vec2) {
    let from = vec2(f32::from(edge.square.x), f32::from(edge.square.y));
    match edge.side {
        EdgeSide::North => (from, from + vec2(1.0, 0.0)),
        EdgeSide::West => (from, from + vec2(0.0, 1.0)),
    }
}

/// How far along a line, 0 to 1, it meets what it touches.
fn meets(line: &Line) -> Option<f32> {
    let point = |at: Point| vec2(at.x as f32, at.y as f32) / UNITS as f32;
    let (from, to) = (point(line.from), point(line.to));
    let way = to - from;
    let (low, high) = match line.touches? {
        Touch::Square(square) => {
            let low = vec2(f32::from(square.x), f32::from(square.y));
            (low, low + Vec2::splat(1.0))
        }
        Touch::Edge(edge) => ends_of(edge),
    };
    let mut share = 0.0_f32;
    for (from, way, low, high) in [(from.x, way.x, low.x, high.x), (from.y, way.y, low.y, high.y)] {
        if way.abs() > f32::EPSILON {
            share = share.max(((low - from) / way).min((high - from) / way));
        }
    }
    Some(share.clamp(0.0, 1.0))
}

/// One line of sight, and what stands at its end.
fn sight(strokes: &mut Strokes<'_>, ends: &mut Strokes<'_>, line: &Line) {
    let (from, to) = (at(strokes.camera, line.from), at(strokes.camera, line.to));
    if line.class == 0 {
        strokes.cased(&[from, to], false, (0.08, 0.04), solid(RAY));
        ends.disc(to, 0.066, RAY, 0.03);
        return;
    }
    let stop = from + (to - from) * meets(line).unwrap_or(1.0);
    strokes.dashes(&[stop, to], 0.045, solid(INK), 0.07, 0.07);
    strokes.cased(&[from, stop], false, (0.08, 0.04), solid(WARN));
    ends.block(to, 0.11, WARN, 0.03);
    if line.touches.is_some() {
        let (ink, on) = if line.class >= 3 { (INK, WARN) } else { (WARN, INK) };
        ends.cross(stop, 0.21, (0.11, 0.055), solid(ink), solid(on));
    }
}

/// A frame's notches: the square was chosen by keys.
pub(super) fn notches(rect: Rect, length: f32) -> [[Pos2; 3]; 4] {
    let (half, c) = (length / 2.0, rect.center());
    [
        [pos2(c.x - half, rect.top()), pos2(c.x + half, rect.top()), pos2(c.x, rect.top() + half)],
        [pos2(rect.right(), c.y - half), pos2(rect.right(), c.y + half), pos2(rect.right() - half, c.y)],
        [pos2(c.x + half, rect.bottom()), pos2(c.x - half, rect.bottom()), pos2(c.x, rect.bottom() - half)],
        [pos2(rect.left(), c.y + half), pos2(rect.left(), c.y - half), pos2(rect.left() + half, c.y)],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RuleId;

    #[test]
    fn a_line_is_stopped_where_it_meets_the_obstacle() {
        let line = |touches| Line {
            from: Point::new(0, 4),
            to: Point::new(32, 4),
            class: 1,
            touches: Some(touches),
            words: String::new(),
            rule: RuleId("X"),
        };
        assert_eq!(meets(&line(Touch::Square(Square::new(2, 0)))), Some(0.5));
        assert_eq!(meets(&line(Touch::Edge(Edge::west(Square::new(1, 0))))), Some(0.25));
    }
}
