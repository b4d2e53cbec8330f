//! The stage against battles that are really played.
