//! Overlays as shapes: outlines, ways, lines of sight and signs, laid out for one camera.

use std::collections::BTreeSet;

use bevy_egui::egui::{Pos2, Rect, Shape, Vec2, pos2, vec2};

use super::{
    AreaShown, Camera, MarkShown, Overlays, PathShown,
    art::{
        field_sheet::{DOT, DOTS},
        palette::{CREAM, INK, RAY, TEAL_BASE, TEAL_FULL, THREAT, WARN, WHITE, of_side},
    },
    colours::{faint, solid},
    strokes::{Strokes, around},
};
use crate::{
    geometry::{Edge, EdgeSide, Point, Square, UNITS},
    rules::{Battlefield, Footing, Line, Site, Touch},
};

/// The middle of a body that is `body` squares wide and has its north-west square there.
pub(super) fn middle(camera: &Camera, square: Square, body: u8) -> Pos2 {
    let half = f32::from(body.max(1)) / 2.0;
    camera.at(f32::from(square.x) + half, f32::from(square.y) + half)
}

fn at(camera: &Camera, point: Point) -> Pos2 {
    camera.at(point.x as f32 / UNITS as f32, point.y as f32 / UNITS as f32)
}

/// Where a line begins and ends.
pub(super) fn ends(line: &Line, camera: &Camera) -> [Pos2; 2] {
    [line.from, line.to].map(|point| at(camera, point))
}

/// How far a place is from a line between two ends.
pub(super) fn distance([from, to]: [Pos2; 2], place: Pos2) -> f32 {
    let way = to - from;
    let along = if way.length_sq() > 0.0 { ((place - from).dot(way) / way.length_sq()).clamp(0.0, 1.0) } else { 0.0 };
    (place - (from + way * along)).length()
}

/// The edges of threat, of what fuses reach, of the places of goals, of reach and of aims, from the lowest to the
/// highest.
pub(super) fn outlines(overlays: &Overlays, camera: &Camera) -> Vec<Shape> {
    let mut strokes = Strokes::new(camera);
    let threat: BTreeSet<Square> = overlays.threat.iter().copied().collect();
    for corners in strokes.loops(&threat, 0.0) {
        strokes.line(&corners, true, 0.028, faint(THREAT, 0.85));
    }
    for (squares, _) in &overlays.fuses {
        let area = squares.iter().copied().collect();
        for corners in strokes.loops(&area, 0.03) {
            strokes.line(&corners, true, 0.065, faint(INK, 0.45));
            strokes.dashes(&around(&corners), 0.045, solid(WARN), 0.10, 0.10);
        }
    }
    if let Some(area) = &overlays.area {
        landings(area, &mut strokes);
    }
    for (team, squares, _) in &overlays.zones {
        let area = squares.iter().copied().collect();
        for corners in strokes.loops(&area, 0.07) {
            let closed = around(&corners);
            strokes.line(&corners, true, 0.065, faint(INK, 0.45));
            strokes.dashes(&closed, 0.045, solid(of_side(*team)), 0.16, 0.14);
        }
    }
    let base: BTreeSet<Square> = overlays.base.iter().copied().collect();
    if !overlays.full.is_empty() {
        let reach: BTreeSet<Square> = overlays.full.iter().copied().chain(base.iter().copied()).collect();
        for corners in strokes.loops(&reach, 0.0) {
            strokes.line(&corners, true, 0.075, faint(CREAM, 0.80));
            strokes.dashes(&around(&corners), 0.04, solid(TEAL_FULL), 0.16, 0.10);
        }
    }
    for corners in strokes.loops(&base, 0.0) {
        strokes.line(&corners, true, 0.125, faint(CREAM, 0.90));
        strokes.line(&corners, true, 0.07, solid(TEAL_BASE));
    }
    let aims: BTreeSet<Square> = overlays.aims.iter().copied().collect();
    for corners in strokes.loops(&aims, 0.0) {
        strokes.line(&corners, true, 0.075, faint(CREAM, 0.80));
        strokes.dashes(&around(&corners), 0.045, solid(TEAL_BASE), 0.16, 0.10);
    }
    let pointed = overlays.marked.as_ref().map(|(site, _)| *site);
    for site in overlays.marks.iter().filter(|site| Some(**site) != pointed) {
        strokes.frame(rect_of(camera, *site), (0.10, 0.05), solid(CREAM));
    }
    if let Some(site) = pointed {
        strokes.frame(rect_of(camera, site).expand(0.04 * camera.side()), (0.13, 0.075), solid(WARN));
    }
    strokes.shapes
}

/// Signs along the rims of squares whose ground is not plain: a field covers the ground itself, and its numbers stand
/// in the middle.
pub(super) fn grounds(field: &Battlefield, squares: impl Iterator<Item = Square>, camera: &Camera) -> Vec<Shape> {
    let mut strokes = Strokes::new(camera);
    for square in squares {
        let Some(cell) = field.cell(square) else { continue };
        let place = |x: f32, y: f32| camera.at(f32::from(square.x) + x, f32::from(square.y) + y);
        match cell.footing {
            Footing::Water => {
                for (left, y) in [(0.08, 0.14), (0.54, 0.86)] {
                    let wave =
                        |step: u8| place(left + 0.06 * f32::from(step), y + [-0.05, 0.05][usize::from(step % 2)]);
                    strokes.cased(&(0..7).map(wave).collect::<Vec<Pos2>>(), false, GROUND, solid(WHITE));
                }
            }
            Footing::Difficult => {
                for (x, y) in [(0.14, 0.15), (0.86, 0.17), (0.16, 0.86), (0.85, 0.85)] {
                    let stone = [place(x - 0.06, y + 0.05), place(x, y - 0.06), place(x + 0.06, y + 0.05)];
                    strokes.cased(&stone, true, GROUND, solid(WHITE));
                }
            }
            Footing::ShallowTrench | Footing::DeepTrench | Footing::Pit => {
                let rim = if cell.footing == Footing::ShallowTrench { 0.16 } else { 0.22 };
                for (far, y) in [(rim, 0.06), (-rim, 0.94)] {
                    for x in [0.14, 0.38, 0.62, 0.86] {
                        strokes.cased(&[place(x, y), place(x, y + far * 0.6)], false, GROUND, solid(WHITE));
                    }
                }
            }
            Footing::Firm | Footing::Void => {}
        }
    }
    strokes.shapes
}

/// How wide the signs of [`grounds`] are, casing and line.
const GROUND: (f32, f32) = (0.07, 0.03);

/// Dots in the corners of some squares, cream in ink, so that they hold on every step of a field.
pub(super) fn dots(squares: impl Iterator<Item = Square>, camera: &Camera) -> Vec<Shape> {
    let mut strokes = Strokes::new(camera);
    for square in squares {
        for (x, y) in DOTS {
            let at = camera.at(f32::from(square.x) + x, f32::from(square.y) + y);
            strokes.add(Shape::circle_filled(at, strokes.thick(DOT * 1.8), solid(INK)));
            strokes.add(Shape::circle_filled(at, strokes.thick(DOT), solid(CREAM)));
        }
    }
    strokes.shapes
}

/// The place of something that stands on the board, an edge as wide as what stands on it.
pub(super) fn rect_of(camera: &Camera, site: Site) -> Rect {
    match site {
        Site::Square(square) => camera.rect_of(square).shrink(0.02 * camera.side()),
        Site::Edge(edge) => {
            let (from, to) = ends_of(edge);
            let (from, to) = (camera.at(from.x, from.y), camera.at(to.x, to.y));
            Rect::from_two_pos(from, to).expand(0.10 * camera.side())
        }
    }
}

/// The edge of what an attack on a place reaches. It lies above smoke, where it is seen.
pub(super) fn area(overlays: &Overlays, camera: &Camera) -> Vec<Shape> {
    let mut strokes = Strokes::new(camera);
    let reached: BTreeSet<Square> = overlays.area.iter().flat_map(|area| area.squares.iter().copied()).collect();
    for corners in strokes.loops(&reached, 0.0) {
        strokes.line(&corners, true, 0.10, faint(INK, 0.55));
        strokes.line(&corners, true, 0.05, solid(WARN));
    }
    strokes.shapes
}

/// Where else an attack on a place may come down: the likelier, the larger.
fn landings(area: &AreaShown, strokes: &mut Strokes<'_>) {
    let camera = strokes.camera;
    for (square, percent) in &area.places {
        let radius = (0.10 + 0.03 * (*percent).min(6) as f32) * camera.side();
        strokes.add(Shape::circle_filled(middle(camera, *square, 1), radius + camera.pixel(), faint(INK, 0.7)));
        strokes.add(Shape::circle_filled(middle(camera, *square, 1), radius, faint(CREAM, 0.85)));
    }
}

/// The way to be walked by a body that is `body` squares wide, on top of the outlines of obstacles that lines of sight
/// touch.
pub(super) fn way(
    path: Option<&PathShown>,
    lines: &[Line],
    marked: &[MarkShown],
    body: u8,
    camera: &Camera,
) -> Vec<Shape> {
    let mut strokes = Strokes::new(camera);
    for line in lines {
        obstacle(&mut strokes, line);
    }
    if let Some(path) = path {
        walk(&mut strokes, path, body, marked);
    }
    strokes.shapes
}

/// Lines of sight, and what stands at their ends and at the corner they start from.
pub(super) fn sight(lines: &[Line], corner: Option<Point>, camera: &Camera) -> (Vec<Shape>, Vec<Shape>) {
    let (mut strokes, mut ends) = (Strokes::new(camera), Strokes::new(camera));
    for line in lines {
        line_of_sight(&mut strokes, &mut ends, line);
    }
    if let Some(corner) = corner {
        ends.block(at(camera, corner), 0.17 / 1.3, RAY, 0.03);
    }
    (strokes.shapes, ends.shapes)
}

/// The signs of steps that give somebody an attack, or after which somebody can be struck in passing.
pub(super) fn signs(provoked: &[MarkShown], passing: &[MarkShown], body: u8, camera: &Camera) -> Vec<Shape> {
    let mut strokes = Strokes::new(camera);
    for provoked in provoked {
        strokes.warning(middle(camera, provoked.square, body), 0.30, WARN);
    }
    for passing in passing {
        strokes.blow(middle(camera, passing.square, body), 0.34, CREAM);
    }
    strokes.shapes
}

/// The frame of a square that is pointed at; with notches if it was chosen by keys.
pub(super) fn hover(square: Square, by_keys: bool, camera: &Camera) -> Vec<Shape> {
    let rect = camera.rect_of(square).shrink(0.5 + 2.0 * camera.pixel());
    let mut strokes = Strokes::new(camera);
    strokes.frame(rect, (0.085, 0.04), solid(CREAM));
    if by_keys {
        for notch in notches(rect, 0.34 * camera.side()) {
            strokes.sign(notch.to_vec(), solid(CREAM), 0.03);
        }
    }
    strokes.shapes
}

fn walk(strokes: &mut Strokes<'_>, way: &PathShown, body: u8, marked: &[MarkShown]) {
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
        if !marked.iter().any(|provoked| provoked.square == *square) {
            strokes.disc(*point, 0.085, WHITE, 0.035);
        }
    }
}

/// The outline of what a line has touched.
fn obstacle(strokes: &mut Strokes<'_>, line: &Line) {
    let Some(touch) = line.touches else { return };
    let site = match touch {
        Touch::Square(square) => Site::Square(square),
        Touch::Edge(edge) => Site::Edge(edge),
    };
    let (casing, line) = (0.09, 0.045);
    let mut rect = rect_of(strokes.camera, site);
    if matches!(site, Site::Edge(_)) {
        // The frame goes around the thing on the edge, which is as wide as the frame itself, so that both are seen.
        rect = rect.expand(strokes.casing(casing, line) * 0.5);
    }
    strokes.frame(rect, (casing, line), solid(WARN));
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
fn line_of_sight(strokes: &mut Strokes<'_>, ends: &mut Strokes<'_>, line: &Line) {
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
fn notches(rect: Rect, length: f32) -> [[Pos2; 3]; 4] {
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
    fn a_place_is_as_far_from_a_line_as_from_its_nearest_point() {
        let line = [pos2(0.0, 0.0), pos2(10.0, 0.0)];
        assert_eq!(
            [pos2(5.0, 3.0), pos2(13.0, 4.0), pos2(-2.0, 0.0)].map(|place| distance(line, place)),
            [3.0, 5.0, 2.0]
        );
        assert_eq!(distance([pos2(1.0, 1.0); 2], pos2(1.0, 4.0)), 3.0);
    }

    #[test]
    fn grounds_that_hinder_have_signs_and_plain_ones_none() {
        let mut field = Battlefield::new(4, 1);
        let all = [Footing::Firm, Footing::Water, Footing::Difficult, Footing::DeepTrench];
        for (x, footing) in (0..).zip(all) {
            field.cell_mut(Square::new(x, 0)).unwrap().footing = footing;
        }
        let signs = |x: i16| {
            let shapes = grounds(&field, std::iter::once(Square::new(x, 0)), &Camera::default());
            let at = Camera::default().rect_of(Square::new(x, 0));
            assert!(shapes.iter().all(|shape| at.expand(1.0).contains_rect(shape.visual_bounding_rect())), "{x}");
            shapes.len()
        };
        assert_eq!(signs(0), 0);
        let counts = [signs(1), signs(2), signs(3)];
        assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
    }

    #[test]
    fn an_area_has_its_edge_apart_from_what_lies_under_smoke() {
        let squares = vec![Square::new(1, 1), Square::new(2, 1)];
        let area = AreaShown { aim: squares[0], squares, plate: String::new(), places: Vec::new(), caught: Vec::new() };
        let overlays = Overlays { area: Some(area), ..Overlays::default() };
        assert_eq!(super::area(&overlays, &Camera::default()).len(), 2);
        assert!(outlines(&overlays, &Camera::default()).is_empty());
    }

    #[test]
    fn what_stands_on_an_edge_is_seen_within_its_outline() {
        let edge = Edge::west(Square::new(1, 0));
        let line = Line {
            from: Point::new(0, 4),
            to: Point::new(32, 4),
            class: 1,
            touches: Some(Touch::Edge(edge)),
            words: String::new(),
            rule: RuleId("X"),
        };
        let camera = Camera::default();
        let stands = rect_of(&camera, Site::Edge(edge));
        let drawn = way(None, &[line], &[], 1, &camera);
        let free = drawn.iter().map(|shape| match shape {
            Shape::Rect(shape) => shape.rect.shrink(shape.stroke.width * 0.5),
            other => panic!("{other:?}"),
        });
        let free: Vec<Rect> = free.collect();
        assert!(free.iter().all(|free| free.expand(0.01).contains_rect(stands)), "{free:?} covers {stands:?}");
    }

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
