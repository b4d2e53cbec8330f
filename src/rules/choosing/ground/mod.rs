//! The ground under everybody's feet: the board as it is read where a catalogue says nothing else, and walks over it.

mod board;
mod walks;

pub use board::{
    Bare, around, around_foes, can_cross, can_stand, can_step, can_step_past, closed_by_foes, distance, drawn_line,
    free_of_walls, has_line, has_room, is_nearer, is_wall, line, sight, sight_between, steps, too_far, until_met,
};
pub use walks::{NoWalk, Walks};
