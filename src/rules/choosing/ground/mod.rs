//! The ground: how the board is read unless a ruleset says otherwise, and walks over it.

mod board;
mod walks;

pub use board::{
    Bare, EvenDiagonals, around, around_foes, can_cross, can_stand, can_step, can_step_past, closed_by_foes, distance,
    drawn_line, free_of_walls, has_line, has_room, is_nearer, is_step_away, is_wall, leads_over, line, sight,
    sight_between, steps, too_far, until_met,
};
pub use walks::{NoWalk, Walks};
