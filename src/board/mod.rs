//! What is drawn on the board.

pub mod art;
