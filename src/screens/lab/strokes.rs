//! Brush strokes: everything the pointer passes is painted once, however fast it moves.

use super::{LabScreen, Tool};
use crate::{
    geometry::{Direction, Edge, Square},
    levels::draft::{Edit, LevelEdit, Paint, Spot},
};

/// A place in the world, in squares to the east and south of the board's north-west corner.
type Place = (f32, f32);

/// The distance between the places sampled along a stroke, in squares.
const STEP: f32 = 0.2;

/// How far the pointer moves before it is clear which grid lines it follows, in squares.
const CLEAR: f32 = 0.35;

/// How much of each end of an edge does not count, in squares: a stroke that stops at a corner does not mean the edge
/// beyond it.
const CORNER: f32 = 0.15;

/// A stroke that is being drawn.
#[derive(Clone, Debug, Default)]
pub(super) struct Stroke {
    /// What it has painted so far, or added to a named place or taken from it.
    painted: Vec<Spot>,
    /// Where it has got to.
    pen: Option<Place>,
}

/// What a stroke draws.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ink {
    /// A paint.
    Paint(Paint),
    /// A named place of the level, by index: squares are added, or taken away if false.
    Zone(usize, bool),
}

/// The square that contains a place.
pub(super) fn square_at((x, y): Place) -> Square {
    Square::new(x.floor() as i16, y.floor() as i16)
}

/// The edge nearest to a place, of the square that contains it.
pub(super) fn edge_at((x, y): Place) -> Edge {
    let square = square_at((x, y));
    let (across, down) = (x - x.floor(), y - y.floor());
    let far = [down, 1.0 - down, across, 1.0 - across];
    let nearest = (0..4).min_by(|one, other| far[*one].total_cmp(&far[*other])).unwrap_or(0);
    match nearest {
        0 => Edge::north(square),
        1 => Edge::north(square.step(Direction::South)),
        2 => Edge::west(square),
        _ => Edge::west(square.step(Direction::East)),
    }
}

/// The middle of a square in the world.
pub(super) fn middle(square: Square) -> Place {
    (f32::from(square.x) + 0.5, f32::from(square.y) + 0.5)
}

/// Places sampled from one to another, both included.
fn along(from: Place, to: Place) -> impl Iterator<Item = Place> {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let steps = (x.hypot(y) / STEP).ceil().max(1.0) as u16;
    (0..=steps).map(move |step| {
        let share = f32::from(step) / f32::from(steps);
        (from.0 + x * share, from.1 + y * share)
    })
}

/// The edges that a pointer passes when it follows a grid line roughly.
fn edges_along(from: Place, to: Place) -> impl Iterator<Item = Edge> {
    let is_across = (to.0 - from.0).abs() >= (to.1 - from.1).abs();
    along(from, to).filter_map(move |(x, y)| {
        let part = if is_across { x - x.floor() } else { y - y.floor() };
        let is_meant = (CORNER..=1.0 - CORNER).contains(&part);
        is_meant.then(|| match is_across {
            true => Edge::north(Square::new(x.floor() as i16, y.round() as i16)),
            false => Edge::west(Square::new(x.round() as i16, y.floor() as i16)),
        })
    })
}

impl LabScreen {
    /// What the tool in hand draws.
    fn ink(&self) -> Option<Ink> {
        match self.tool {
            Tool::Brush(place) => self.brushes.get(place).map(|brush| Ink::Paint(brush.paint)),
            Tool::Erase => Some(Ink::Paint(Paint::Erase)),
            Tool::Zone(place) => Some(Ink::Zone(place, true)),
            Tool::Pick | Tool::Token | Tool::Measure => None,
        }
    }

    /// The edge that a press would draw on or clear; `None` if the press would go to a square, which the pointer
    /// frames.
    pub(super) fn aimed_edge(&self) -> Option<Edge> {
        let at = self.spot.unwrap_or(middle(self.hover?));
        match self.ink()? {
            Ink::Paint(Paint::Erase) => match self.nearest_thing(at) {
                Spot::Edge(edge) => Some(edge),
                Spot::Square(_) => None,
            },
            Ink::Paint(paint) => paint.is_for_edges().then(|| edge_at(at)),
            Ink::Zone(..) => None,
        }
    }

    /// Goes on drawing to the pointer while the primary button is held since `origin`. Things on edges wait until it is
    /// clear which way the pointer moves.
    pub(super) fn draw_on(&mut self, origin: Place, drags: bool) {
        let Some(ink) = self.ink() else { return };
        let waits = matches!(ink, Ink::Paint(paint) if paint.is_for_edges());
        if drags || !waits {
            self.stroke.pen.get_or_insert(origin);
            self.stroke(ink);
        }
    }

    /// Draws where the pointer is.
    pub(super) fn dab(&mut self) {
        if let Some(ink) = self.ink() {
            self.stroke(ink);
        }
    }

    /// Erases what the tool draws, up to the pointer.
    pub(super) fn wipe(&mut self) {
        match self.tool {
            Tool::Brush(_) | Tool::Erase => self.stroke(Ink::Paint(Paint::Erase)),
            Tool::Zone(place) => self.stroke(Ink::Zone(place, false)),
            Tool::Pick | Tool::Token | Tool::Measure => {}
        }
    }

    /// Ends the stroke: the next one is another step of undo.
    pub(super) fn end_stroke(&mut self) {
        // A stroke too short to show which way it goes draws where it began.
        if let (true, Some(pen), Some(Ink::Paint(paint))) =
            (self.stroke.painted.is_empty(), self.stroke.pen, self.ink())
            && paint.is_for_edges()
        {
            self.put(Ink::Paint(paint), vec![Spot::Edge(edge_at(pen))]);
        }
        if !std::mem::take(&mut self.stroke).painted.is_empty() {
            self.history.lift();
        }
    }

    fn stroke(&mut self, ink: Ink) {
        let Some(now) = self.spot.or_else(|| self.hover.map(middle)) else {
            // Off the board: it goes on where the pointer comes back.
            self.stroke.pen = None;
            return;
        };
        let spots: Vec<Spot> = match (ink, self.stroke.pen) {
            (Ink::Paint(Paint::Erase), pen) => {
                along(pen.unwrap_or(now), now).map(|place| self.nearest_thing(place)).collect()
            }
            (Ink::Paint(paint), None) if paint.is_for_edges() => vec![Spot::Edge(edge_at(now))],
            (Ink::Paint(paint), Some(pen)) if paint.is_for_edges() => {
                if (now.0 - pen.0).hypot(now.1 - pen.1) < CLEAR {
                    return;
                }
                edges_along(pen, now).map(Spot::Edge).collect()
            }
            (_, pen) => along(pen.unwrap_or(now), now).map(|place| Spot::Square(square_at(place))).collect(),
        };
        self.stroke.pen = Some(now);
        self.put(ink, spots);
    }

    /// Draws in those spots where the stroke has not drawn yet.
    fn put(&mut self, ink: Ink, spots: Vec<Spot>) {
        let mut fresh: Vec<Spot> = Vec::new();
        for spot in spots {
            if !self.stroke.painted.contains(&spot) && !fresh.contains(&spot) {
                fresh.push(spot);
            }
        }
        if fresh.is_empty() {
            return;
        }
        self.stroke.painted.extend_from_slice(&fresh);
        let edit = match ink {
            Ink::Paint(paint) => Edit::Paint(paint, fresh),
            Ink::Zone(place, belongs) => {
                let square = |spot: Spot| match spot {
                    Spot::Square(square) => Some(square),
                    Spot::Edge(_) => None,
                };
                let extent = self.draft().battle().scene.field.extent();
                let squares = fresh.into_iter().filter_map(square).filter(|square| extent.contains(*square)).collect();
                Edit::Level(LevelEdit::Zone(place, squares, belongs))
            }
        };
        if let Err(no) = self.history.draw(&edit) {
            self.say(no.to_string(), None);
        }
    }

    /// What an eraser removes at a place: the thing on an edge, if the place is near it, or what is in the square.
    fn nearest_thing(&self, at: Place) -> Spot {
        const NEAR: f32 = 0.22;
        let (edge, square) = (edge_at(at), square_at(at));
        let far = [at.1 - at.1.floor(), at.1.ceil() - at.1, at.0 - at.0.floor(), at.0.ceil() - at.0];
        let is_near = far.into_iter().any(|far| far < NEAR);
        let field = &self.draft().battle().scene.field;
        if is_near && field.edge(edge).is_some() { Spot::Edge(edge) } else { Spot::Square(square) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_drawn_along_lines_and_stop_at_corners() {
        let across: Vec<Edge> = edges_along((1.9, 3.1), (5.1, 2.95)).collect();
        let mut lines = across.clone();
        lines.dedup();
        assert_eq!(lines, [2, 3, 4].map(|x| Edge::north(Square::new(x, 3))), "{across:?}");
        let down: Vec<Edge> = edges_along((2.05, 0.0), (1.9, 2.0)).collect();
        assert!(down.iter().all(|edge| [0, 1].map(|y| Edge::west(Square::new(2, y))).contains(edge)), "{down:?}");
        assert!(down.contains(&Edge::west(Square::new(2, 0))) && down.contains(&Edge::west(Square::new(2, 1))));
    }
}
