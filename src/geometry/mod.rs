//! Squares, distances, footprints, edges, lines, areas and paths. Integers only; no Bevy, no rules.

mod area;
mod better;
mod distance;
mod flood;
mod ray;
mod route;
mod square;
mod states;
mod steps;
mod summed;
mod template;

pub use area::{inset, outline};
pub use distance::{chebyshev, euclidean_rounded, euclidean_squared, reach, reach_chebyshev};
pub use flood::Flood;
pub use ray::{Passing, Point, Ray, UNITS, Way, centre, corners, sight_points, walk, ways_round};
pub use route::{Avoiding, Route, penalties_from, route, search};
pub use square::{Direction, Edge, EdgeSide, Extent, Footprint, NoSquare, Square, column_name};
pub use states::{Alternating, FirstAlways, Layers, Steps, Without};
pub use steps::StepMap;
pub use summed::SummedArea;
pub use template::{Template, covered};
