//! What is drawn, without a window.
