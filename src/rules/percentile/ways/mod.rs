//! Where combatants can go: gaits and their rates, the ground, paths, and whom their steps provoke. PCT-MOVE, PCT-GRID,
//! PCT-REA-02.

mod maps;
mod notice;
mod walks;

pub use maps::{Ground, Hurdle, adjoins, bare_map, borders, can_stand, hurdles, is_firm, is_pit, is_whole, map};
pub use notice::{Watch, Watcher, provokes};
pub use walks::{Walks, come_upon, enemies_at, gaits, in_front, may_stand, route, standing_room, way};
