//! The keys and what the mouse does, in one table: the help shows it, and whoever reads keys follows it.

use bevy_egui::egui::Ui;

use super::{
    theme::Sizes,
    widgets::{Phrase, frame::key_hint, section},
};

/// A group of keys: its name, then keys and what they do.
pub type Group = (&'static str, &'static [(&'static str, &'static str)]);

/// Every key and mouse action.
pub const GROUPS: [Group; 5] = [
    (
        "Choosing",
        &[
            ("Left", "Select; then do it"),
            ("Right", "One step back, never commits"),
            ("1 \u{2026} 9", "Choose an offer; twice to do it"),
            ("Q W E R", "Next value in the first to fourth row"),
            ("Shift Q \u{2026} R", "Value before"),
            ("Enter", "Do what is chosen"),
            ("Esc", "One step back; then the menu"),
            ("Space", "End the turn"),
        ],
    ),
    (
        "Pointing",
        &[
            ("Arrows", "Move the board's cursor"),
            ("Tab", "Next target or combatant"),
            ("Shift Tab", "The one before"),
            ("T", "Pin the cards beside a square"),
            ("F6", "Next control in the panels"),
            ("Shift F6", "The control before"),
        ],
    ),
    (
        "Looking",
        &[
            ("Wheel", "Zoom the board"),
            ("+ \u{2212}", "Zoom the board"),
            ("Middle drag", "Move the board"),
            ("Home", "Fit the board"),
            ("Alt", "All threat, while held"),
            ("Shift A", "All threat, until pressed again"),
            ("L", "Sight lines, while held"),
            ("Shift L", "Sight lines, until pressed again"),
        ],
    ),
    (
        "Time",
        &[("U", "Undo, until a die was rolled"), ("Ctrl Z", "The same"), ("Enter Esc", "Finish what is being played")],
    ),
    (
        "Panels",
        &[
            ("G", "The whole log"),
            ("F1", "This help"),
            ("Ctrl +", "Larger text"),
            ("Ctrl \u{2212}", "Smaller text"),
            ("Ctrl 0", "Normal text"),
            ("Click a rule", "What it says"),
        ],
    ),
];

/// Shows the table in two columns.
pub fn show(ui: &mut Ui) {
    ui.columns(2, |columns| {
        for (index, (name, keys)) in GROUPS.iter().enumerate() {
            let ui = &mut columns[usize::from(index > 1)];
            section(ui, name);
            for (key, words) in *keys {
                key_hint(ui, key, words);
            }
            ui.add_space(4.0);
        }
    });
    let sizes = Sizes::of(ui.ctx());
    let about = "Everything on the board can be done from the keyboard. Nothing needs to be held: with Shift it stays.";
    Phrase::words(about, sizes.second).second().show(ui);
}
