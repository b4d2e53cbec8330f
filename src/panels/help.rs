//! The keys and mouse actions in one table, shown by the help. Code that reads keys follows it.

use bevy_egui::egui::{Align2, Rect, Sense, Ui, pos2, vec2};

use super::{
    theme::Sizes,
    widgets::{Phrase, offer::key_cap, phrase, section},
};

/// A group of keys: its name, then keys and what they do.
pub type Group = (&'static str, &'static [(&'static str, &'static str)]);

/// Every key and mouse action.
pub const GROUPS: [Group; 5] = [
    (
        "Choosing",
        &[
            ("Left", "Do what the label says; rolls are shown first"),
            ("Right", "One step back; never confirms"),
            ("Q W E R", "Move, attack, manoeuvre, stunt"),
            ("A S D F", "Stance, gear, magic, wait, if the rules have it"),
            ("1 \u{2026} 9", "Choose a row; press again to do it"),
            ("0 \u{2026} 9", "Answer a question; 0 lets it pass"),
            ("Shift 1 \u{2026} 9", "Set a value of the choice"),
            (", .", "Less, more"),
            ("B", "Keep the parts chosen as a favourite, and name it"),
            ("F2", "What is refused, and why"),
            ("/", "Type a choice: strike nib sword"),
            ("H", "What the computer would do; a digit picks, again does it"),
            ("N", "Ask a question for every square"),
            ("Enter", "Do what the button says"),
            ("Esc", "One step back; then the menu"),
            ("Space", "End the turn; \u{d7}2: press twice"),
        ],
    ),
    (
        "Pointing",
        &[
            ("Arrows", "Move the board's cursor"),
            ("Ctrl Up Down", "Previous, next row or answer"),
            ("Tab", "Next target or combatant"),
            ("Shift Tab", "Previous target or combatant"),
            ("T", "The whole card, and all terms"),
            ("F6", "Next region of the window; arrows move in it"),
            ("Shift F6", "Previous region"),
        ],
    ),
    (
        "Looking",
        &[
            ("Wheel", "Zoom the board"),
            ("+ \u{2212}", "Zoom the board"),
            ("Middle drag", "Move the board"),
            ("Home", "Fit the board"),
            ("Alt", "Show all threat while held"),
            ("Shift A", "Show all threat until pressed again"),
            ("L", "Show sight lines while held"),
            ("Shift L", "Show sight lines until pressed again"),
        ],
    ),
    (
        "Time",
        &[
            ("U", "Undo, until a die is rolled"),
            ("Ctrl Z", "Undo"),
            ("Enter Esc", "Skip the animation"),
            ("Y", "Show the last result again"),
            ("P", "Pause others' turns, resume"),
            (".", "One step on in others' turns"),
            ("K", "Wait after each enemy turn, or not"),
            ("[ ]", "Previous, next round of a recording"),
        ],
    ),
    (
        "Panels",
        &[
            ("G", "The whole log"),
            ("F1", "This help, then the board symbols"),
            ("Ctrl +", "Larger text"),
            ("Ctrl \u{2212}", "Smaller text"),
            ("Ctrl 0", "Normal text"),
            ("Click a rule", "Read the rule"),
        ],
    ),
];

/// The keys and mouse actions of the lab.
pub const LAB: [Group; 4] = [
    (
        "Fighters",
        &[
            ("Left", "Pick; again: the next one there"),
            ("Shift Left", "Pick more, or unpick"),
            ("Left drag", "Move the picked ones anywhere"),
            ("Shift drag", "Drag copies"),
            ("Left drag", "From an empty square: pick several"),
            ("Right", "Aim at somebody: odds both ways"),
            ("Shift Arrows", "Move the picked ones one square"),
            (", .", "Turn left, turn right"),
            ("O", "Change to the next side"),
            ("Ctrl D", "Copy beside"),
            ("Del", "Remove"),
            ("Ctrl A", "Pick everybody"),
        ],
    ),
    (
        "Pages",
        &[
            ("1 to 5", "Fighter, odds, squares, level, rules"),
            ("N", "The next field: one question, every square"),
            ("Q", "Swap striker and target"),
            ("I", "What if it were rolled: die by die"),
            ("P", "Pin the figure: a trial expects it"),
            ("Tab", "Next fighter"),
            ("Shift Tab", "Previous fighter"),
            ("F6", "Into the panels: there Tab goes on, Esc leaves"),
        ],
    ),
    (
        "Tools",
        &[
            ("V", "Pick, drag, open doors"),
            ("T", "Place fighters"),
            ("W E D F R B", "Wall, edge, door, fence, tree, barricade"),
            ("G A H S K", "Rough, water, trench, smoke, dark"),
            ("M", "Measure: ruler, blast, cone, line"),
            ("X", "Erase"),
            ("Right", "Erase, while painting"),
            ("Enter", "Click where the cursor is"),
        ],
    ),
    (
        "Work",
        &[
            ("Ctrl Z", "Undo anything"),
            ("Ctrl Y", "Redo"),
            ("Ctrl O", "Open a level, trial or recording"),
            ("Ctrl S", "Save"),
            ("F5", "Play a battle from here"),
            ("Esc", "One step back; then the menu"),
            ("Wheel", "Zoom the board"),
            ("F1", "This help"),
        ],
    ),
];

/// Shows the keys of the lab in two columns.
pub fn lab(ui: &mut Ui) {
    columns(ui, &LAB, 2);
}

/// Shows the table in two columns.
pub fn show(ui: &mut Ui) {
    columns(ui, &GROUPS, 2);
    let sizes = Sizes::of(ui.ctx());
    let about =
        "Everything on the board works from the keyboard. No key has to be held: with Shift, the display stays on.";
    Phrase::words(about, sizes.second).second().show(ui);
}

/// The least width in points for two columns.
const TWO_FROM: f32 = 700.0;

/// A key and what it does, in as many lines as the column needs.
fn row(ui: &mut Ui, key: &str, words: &str) {
    let sizes = Sizes::of(ui.ctx());
    let line = sizes.second + 8.0;
    let cap = Phrase::figures(key, sizes.rule + 0.5).line(ui).size();
    let cap = (cap.x + 10.0).max(cap.y + 4.0);
    let galley = Phrase::words(words, sizes.second).second().lay(ui, ui.available_width() - cap - 12.0);
    let height = line.max(galley.size().y + 4.0);
    let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    key_cap(ui, key, Rect::from_min_size(at.min, vec2(at.width(), line)));
    let place = Rect::from_min_max(pos2(at.left() + cap + 8.0, at.top()), at.max);
    phrase::paint(ui, galley, Align2::LEFT_CENTER, place);
    phrase::name(&response, &format!("{key}: {words}"));
}

/// Groups in two columns, `first` of them in the first one; a single column if there is no room for two.
fn columns(ui: &mut Ui, groups: &[Group], first: usize) {
    let count = if ui.available_width() < TWO_FROM { 1 } else { 2 };
    ui.columns(count, |columns| {
        for (index, (name, keys)) in groups.iter().enumerate() {
            let ui = &mut columns[usize::from(index >= first).min(count - 1)];
            section(ui, name);
            for (key, words) in *keys {
                row(ui, key, words);
            }
            ui.add_space(4.0);
        }
    });
}
