//! Walls on edges and in squares, joined at their corners, and walls with an arrow slit.

use super::{
    chance::Chance,
    palette::{COURSE, CREAM, INK, WALL},
    pen::{At, Pen, Shape},
    terrain::{Run, Scene, TALL, corner},
};
use crate::{geometry::Square, rules::Feature};

/// Half the thickness of a wall on an edge, with its ink.
const HALF: f32 = 0.095;
const EDGE: f32 = 0.03;

const fn is_wall(feature: Feature) -> bool {
    matches!(feature, Feature::Wall | Feature::ArrowSlit)
}

/// One upright rectangle of masonry and which of its sides (north, east, south, west) show an ink edge.
struct Block {
    from: At,
    to: At,
    edged: [bool; 4],
}

impl Block {
    /// The corners, each edged side moved inwards.
    fn inset(&self, by: f32) -> (At, At) {
        let [north, east, south, west] = self.edged.map(|edged| if edged { by } else { 0.0 });
        ((self.from.0 + west, self.from.1 + north), (self.to.0 - east, self.to.1 - south))
    }
}

fn blocks(scene: &Scene<'_>, pen: &Pen) -> Vec<Block> {
    let half = pen.whole(HALF);
    let block = |run: Run| {
        if run.fills {
            let (x, y) = corner(run.square());
            let joined = scene.around(run.square(), |other| scene.holds(other, is_wall));
            Block { from: (x, y), to: (x + 1.0, y + 1.0), edged: joined.map(|joined| !joined) }
        } else {
            let (from, to) = run.rect((-half, 1.0 + half), (-half, half));
            Block { from, to, edged: [true; 4] }
        }
    };
    scene.runs(is_wall).into_iter().map(block).collect()
}

/// Adds the shadows of walls.
pub(super) fn shadow(scene: &Scene<'_>, pen: &Pen, shadow: Shape) -> Shape {
    blocks(scene, pen).iter().fold(shadow, |all, block| all.swept(block.from, block.to, TALL))
}

/// First all ink, then all tops, so that walls that meet become one.
pub(super) fn paint(scene: &Scene<'_>, pen: &mut Pen) {
    let blocks = blocks(scene, pen);
    if blocks.is_empty() {
        return;
    }
    let edge = pen.whole(EDGE);
    let gleam = if pen.scale() < 36.0 { 0.0 } else { pen.whole(0.018) };
    let all = |shape: &dyn Fn(&Block) -> (At, At)| {
        blocks.iter().fold(Shape::new(), |all, block| {
            let (from, to) = shape(block);
            all.rect(from, to)
        })
    };
    pen.fill(&all(&|block| (block.from, block.to)), INK);
    pen.fill(&all(&|block| block.inset(edge)), WALL.mixed(CREAM, 0.28));
    let lit = |block: &Block| {
        let (from, to) = block.inset(edge);
        let step = |edged: bool| if edged { gleam } else { 0.0 };
        ((from.0 + step(block.edged[3]), from.1 + step(block.edged[0])), to)
    };
    pen.fill(&all(&lit), WALL);
    for run in scene.runs(is_wall) {
        if run.fills {
            courses(scene, pen, run.square());
        }
        if run.feature == Feature::ArrowSlit {
            slit(pen, &run);
        }
    }
}

/// Three rows of cut stone on the top of a wall that fills its square.
fn courses(scene: &Scene<'_>, pen: &mut Pen, square: Square) {
    let (x, y) = corner(square);
    let edge = pen.whole(EDGE);
    let [north, east, south, west] = scene.around(square, |other| scene.holds(other, is_wall));
    let inner = |joined: bool| if joined { 0.0 } else { edge };
    let (left, right) = (x + inner(west), x + 1.0 - inner(east));
    let (top, bottom) = (y + inner(north), y + 1.0 - inner(south));
    let line = pen.whole(0.018);
    for row in 0..3u8 {
        let (from, to) = (y + f32::from(row) / 3.0, y + f32::from(row + 1) / 3.0);
        let (from, to) = (from.max(top), to.min(bottom));
        let joints: &[f32] = if (i32::from(square.y) * 3 + i32::from(row)) % 2 == 0 { &[0.25, 0.75] } else { &[0.5] };
        let mut start = left;
        for joint in joints.iter().map(|joint| x + joint).chain([right]) {
            let mut chance = Chance::at((start * 8.0) as i64, i64::from(square.y) * 3 + i64::from(row), 30);
            pen.block((start, from), (joint, to), chance.pick([CREAM.at(0.05), COURSE.at(0.0), COURSE.at(0.16)]));
            if joint < right {
                pen.block((joint, from), (joint + line, to), COURSE);
            }
            start = joint;
        }
        if row > 0 || north {
            pen.block((left, from), (right, from + line), COURSE);
        }
    }
}

/// A narrow opening across the wall, wider on its south or east side.
fn slit(pen: &mut Pen, run: &Run) {
    let (half, long) = if run.fills { (0.5 - EDGE, 0.40) } else { (HALF - EDGE, 0.15) };
    let splay = [
        run.at(0.47, -half),
        run.at(0.53, -half),
        run.at(0.53, 0.0),
        run.at(0.66, half),
        run.at(0.34, half),
        run.at(0.47, 0.0),
    ];
    pen.fill(&Shape::new().polygon(&splay), INK.at(0.7));
    let edge = pen.at_least(0.024, 1.0);
    let opening = |grow: f32| {
        let (from, to) = run.rect((0.47 - grow, 0.53 + grow), (-long - grow, long + grow));
        Shape::new().rect(from, to)
    };
    pen.fill(&opening(edge), INK);
    pen.fill(&opening(0.0), CREAM);
}
