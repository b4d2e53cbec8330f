//! The places of goals, for pictures of a level: dashed outlines in the colours of the sides.

use std::collections::BTreeSet;

use super::{
    Picture,
    palette::{INK, of_side},
    pen::Shape,
    veils::sheet,
};
use crate::{
    geometry::{Square, inset, outline},
    rules::{Battlefield, Goal, Team},
};

/// How far inside the place the first outline runs, and how much farther in that of each further side with a goal
/// there, in squares.
const INSET: [f32; 2] = [0.10, 0.16];

/// The outlines of all places of goals, at `scale` pixels per square; transparent elsewhere, `None` if there are none.
pub fn outlines(goals: &[Goal], field: &Battlefield, scale: u32) -> Option<Picture> {
    let places: Vec<(Team, &[Square])> = goals.iter().filter_map(|goal| Some((goal.team, goal.place()?))).collect();
    if places.is_empty() {
        return None;
    }
    let mut pen = sheet(field, scale);
    for (index, (team, squares)) in places.iter().enumerate() {
        let others = places[..index].iter().filter(|(_, known)| known == squares).count();
        let by = INSET[1].mul_add(others as f32, INSET[0]);
        let area: BTreeSet<Square> = squares.iter().copied().collect();
        for corners in outline(&area) {
            let line = Shape::new().lines(&inset(&corners, by)).closed();
            let (wide, thin) = (pen.at_least(0.15, 3.0), pen.at_least(0.10, 2.0));
            pen.stroke_sharp(&line, INK.at(0.45), wide);
            pen.stroke_dashed(&line, of_side(*team), thin, 0.34, 0.20);
        }
    }
    Some(pen.picture())
}
