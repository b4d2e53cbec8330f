//! The result of an act on the board: an arrow from rim to rim, and the way that was walked.

use bevy_egui::egui::{Painter, Pos2, Rect, Shape, Vec2, epaint::PathStroke, pos2};

use super::{
    Camera,
    art::palette::{CREAM, INK, Rgb, WARN},
    colours::solid,
};

/// Parts of which a bent line is made.
const PARTS: usize = 24;
/// Width of an arrow's line, and of its casing, in points.
const LINE: (f32, f32) = (2.0, 4.6);
/// Length of an arrow's head, in points.
const HEAD: f32 = 8.0;
/// How far a bent arrow leaves the straight line, as a part of its length.
const BEND: f32 = 0.25;
/// The same between neighbours, who leave little room between them.
const NEAR: f32 = 0.55;

/// Draws an arrow from one body to another, bent where it would otherwise cross somebody, and returns where it lies;
/// all in points.
pub(super) fn arrow(painter: &Painter, (from, to): (Rect, Rect), others: &[Rect]) -> Vec<Pos2> {
    // Between neighbours a straight arrow has no room to be seen.
    let gap = (to.center() - from.center()).length() - (from.width() + to.width()) / 2.0;
    let is_near = gap < 0.35 * from.width().min(to.width());
    let bend = if is_near { NEAR } else { BEND };
    let curves = [0.0, bend, -bend].map(|bend| curve(from, to, bend));
    let crosses = |points: &[Pos2]| points.iter().filter(|at| others.iter().any(|rect| rect.contains(**at))).count();
    let all = curves.iter().enumerate().filter(|(index, _)| !(is_near && *index == 0));
    let Some((_, points)) = all.min_by_key(|(index, points)| (crosses(points), *index)) else { return Vec::new() };
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return Vec::new() };
    let before = points[points.len().saturating_sub(4)];
    let along = (*last - before).normalized();
    let neck = *last - along * HEAD * 0.8;
    let shaft: Vec<Pos2> =
        points.iter().copied().filter(|at| (*at - *last).length() > HEAD * 0.8).chain([neck]).collect();
    cased(painter, &shaft, LINE, WARN);
    painter.circle_filled(*first, 3.6, solid(INK));
    painter.circle_filled(*first, 2.6, solid(WARN));
    let across = along.rot90() * HEAD * 0.55;
    let head = vec![*last, neck + across - along * HEAD * 0.2, neck - across - along * HEAD * 0.2];
    painter.add(Shape::convex_polygon(head, solid(WARN), PathStroke::new(1.3, solid(INK))));
    points.clone()
}

/// A line between two rims that leaves the straight one by `bend`, a part of its length: to the right if that is above
/// 0.
fn curve(from: Rect, to: Rect, bend: f32) -> Vec<Pos2> {
    let way = to.center() - from.center();
    let control = from.center() + way * 0.5 - way.rot90() * bend * 2.0;
    let (start, end) = (rim(from, control), rim(to, control));
    let at = |share: f32| {
        let (near, far) = (start.lerp(control, share), control.lerp(end, share));
        near.lerp(far, share)
    };
    (0..=PARTS).map(|part| at(part as f32 / PARTS as f32)).collect()
}

/// The point of a body's rim towards another point.
pub(super) fn rim(body: Rect, towards: Pos2) -> Pos2 {
    body.center() + (towards - body.center()).normalized() * (body.width() * 0.46)
}

/// A thin line from a plate to the rim of the body that it belongs to.
pub(super) fn tie(ends: &[Pos2; 2]) -> Shape {
    Shape::Vec(casing(ends, (1.2, 3.2), CREAM).into())
}

/// The way that was walked, through the middles of its squares, with a mark at each corner; it ends at the walker's rim.
pub(super) fn trail(painter: &Painter, camera: &Camera, middles: &[(f32, f32)], body: f32) {
    let mut points: Vec<Pos2> = middles.iter().map(|(x, y)| camera.at(*x, *y)).collect();
    let [.., before, last] = points[..] else { return };
    let step: Vec2 = last - before;
    let rim = body * camera.side() * 0.46;
    let end = last - step.normalized() * rim.min(step.length());
    points.pop();
    points.push(end);
    cased(painter, &points, LINE, CREAM);
    for (index, at) in points.iter().enumerate() {
        let turns = index == 0
            || index + 1 < points.len()
                && (*at - points[index - 1]).normalized().dot((points[index + 1] - *at).normalized()) < 0.99;
        if turns {
            let radius = if index == 0 { 3.6 } else { 2.4 };
            painter.circle_filled(*at, radius + 1.3, solid(INK));
            painter.circle_filled(*at, radius, solid(CREAM));
        }
    }
}

/// A line on an ink casing, both in points.
fn cased(painter: &Painter, points: &[Pos2], widths: (f32, f32), colour: Rgb) {
    painter.extend(casing(points, widths, colour));
}

fn casing(points: &[Pos2], (inner, outer): (f32, f32), colour: Rgb) -> [Shape; 2] {
    [(outer, INK), (inner, colour)]
        .map(|(width, colour)| Shape::line(points.to_vec(), PathStroke::new(width, solid(colour))))
}

/// The little plate with the letter at the foot of a token, which nothing may cross.
pub(super) fn letter_of(body: Rect) -> Rect {
    let side = body.width() * 0.34;
    Rect::from_min_max(pos2(body.right() - side, body.bottom() - side), body.max)
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::vec2;

    use super::*;

    fn body(x: f32, y: f32) -> Rect {
        Rect::from_center_size(pos2(x, y), vec2(40.0, 40.0))
    }

    #[test]
    fn an_arrow_goes_from_rim_to_rim() {
        let (from, to) = (body(0.0, 0.0), body(200.0, 0.0));
        for bend in [0.0, BEND, -BEND] {
            let points = curve(from, to, bend);
            let rim = |rect: Rect, at: Pos2| (at - rect.center()).length() / rect.width();
            assert!((rim(from, points[0]) - 0.46).abs() < 0.01 && (rim(to, points[PARTS]) - 0.46).abs() < 0.01);
        }
        let straight = curve(from, to, 0.0);
        assert!(straight.iter().all(|at| at.y.abs() < 0.01));
        let right = curve(from, to, BEND);
        let widest = right.iter().map(|at| at.y).fold(0.0, f32::max);
        assert!((30.0..60.0).contains(&widest), "{widest}");
    }
}
