//! What lies around the board: its frame, the letters and numbers of its squares, the scale bar.

use bevy_egui::egui::{Align2, Color32, FontId, Painter, Rect, Stroke, StrokeKind, pos2, vec2};

use super::{
    Camera,
    art::palette::{CREAM, FRAME, RULE_ID, SECOND, TABLE},
    colours::solid,
};
use crate::{
    geometry::{Extent, Square, column_name},
    rules::Measure,
};

/// Points of the frame around the board.
pub(super) const WIDTH: f32 = 3.0;

/// Draws the frame; `room` is all that the board may use. Where the board extends past its visible part, letters and
/// numbers stand on the table and not on squares.
pub(super) fn draw(painter: &Painter, camera: &Camera, extent: Extent, room: Rect, measure: Measure) {
    let board = camera.board();
    let inner = camera.window();
    cut(painter, board, room, inner.expand(WIDTH));
    painter.with_clip_rect(inner.expand(WIDTH)).rect_stroke(
        board,
        0.0,
        Stroke::new(WIDTH, solid(FRAME)),
        StrokeKind::Outside,
    );
    axes(painter, camera, extent, room, inner);
    scale_bar(painter, camera, room, measure);
}

/// Covers what lies outside `seen`, on the sides where the board extends past it.
fn cut(painter: &Painter, board: Rect, room: Rect, seen: Rect) {
    let sides = [
        (board.top() < seen.top(), Rect::from_min_max(room.left_top(), pos2(room.right(), seen.top()))),
        (board.bottom() > seen.bottom(), Rect::from_min_max(pos2(room.left(), seen.bottom()), room.right_bottom())),
        (board.left() < seen.left(), Rect::from_min_max(room.left_top(), pos2(seen.left(), room.bottom()))),
        (board.right() > seen.right(), Rect::from_min_max(pos2(seen.right(), room.top()), room.right_bottom())),
    ];
    for (_, strip) in sides.into_iter().filter(|(goes_on, _)| *goes_on) {
        painter.rect_filled(strip, 0.0, solid(TABLE));
    }
}

fn axes(painter: &Painter, camera: &Camera, extent: Extent, room: Rect, inner: Rect) {
    let (board, side) = (camera.board(), camera.side());
    let font = FontId::proportional((0.24 * side).clamp(12.0, 20.0));
    let write = |at, align, words: String| {
        painter.text(at, align, words, font.clone(), solid(RULE_ID));
    };
    // Every square has its letter while there is room for it.
    let every = (15.0 / side).ceil().max(1.0) as usize;
    let top = board.top().max(inner.top()) - WIDTH - 3.0;
    let left = board.left().max(inner.left()) - WIDTH - 5.0;
    for x in (0..extent.width as i16).step_by(every) {
        let at = camera.centre_of(Square::new(x, 0)).x;
        if (inner.left()..=inner.right()).contains(&at) && top > room.top() {
            write(pos2(at, top), Align2::CENTER_BOTTOM, column_name(x));
        }
    }
    for y in (0..extent.height as i16).step_by(every) {
        let at = camera.centre_of(Square::new(0, y)).y;
        if (inner.top()..=inner.bottom()).contains(&at) {
            write(pos2(left, at), Align2::RIGHT_CENTER, (y + 1).to_string());
        }
    }
}

/// Five squares in dark and light, with their length before them.
fn scale_bar(painter: &Painter, camera: &Camera, room: Rect, measure: Measure) {
    const HIGH: f32 = 5.0;
    let (board, side) = (camera.board(), camera.side());
    let right = board.right().min(camera.window().right());
    let top = (board.bottom() + WIDTH + 4.0).min(room.bottom() - HIGH - 3.0);
    let bar = Rect::from_min_max(pos2(right - 5.0 * side, top), pos2(right, top + HIGH));
    painter.rect_filled(bar, 0.0, solid(CREAM));
    for square in [1u8, 3] {
        let from = bar.left() + f32::from(square) * side;
        let dark = Rect::from_min_max(pos2(from, bar.top() + 1.0), pos2(from + side, bar.bottom() - 1.0));
        painter.rect_filled(dark, 0.0, solid(TABLE));
    }
    let words = measure.words(measure.per_square * measure.parts * 5);
    let font = FontId::proportional(13.0);
    let galley = painter.layout_no_wrap(words, font, solid(SECOND));
    let at = bar.left_center() - vec2(galley.size().x + 7.0, galley.size().y / 2.0);
    painter.galley(at, galley, Color32::PLACEHOLDER);
}
