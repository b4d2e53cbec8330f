//! Pointer and keys on the board: picking, dragging, painting, measuring.

use bevy_egui::egui::{InputState, Key, Modifiers, Ui, Vec2};

use super::{
    Drag, Intent, LabScreen, Tool,
    strokes::{edge_at, middle, square_at},
};
use crate::{
    board::BoardResponse,
    geometry::{Direction, Square},
    levels::draft::{Edit, Paint, Spot, TokenKey},
};

/// The input of a frame, carried out in the next.
#[derive(Default)]
pub(super) struct Heard {
    /// The intent of a panel.
    pub(super) intent: Option<Intent>,
    /// The input on the board, in order.
    pub(super) board: Vec<OnBoard>,
}

impl Heard {
    /// Whether there is anything to act on.
    pub(super) fn is_something(&self) -> bool {
        self.intent.is_some() || !self.board.is_empty()
    }
}

/// An input on the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum OnBoard {
    /// The pointer is over a square or over none, and where exactly.
    Point(Option<Square>, Option<(f32, f32)>),
    /// The primary button is held: where it went down, whether this is a drag by now, and the keys held.
    Hold((f32, f32), bool, Keys),
    /// It is released.
    LetGo(Keys),
    /// A square was clicked.
    Click(Square, Keys),
    /// The secondary button is held on the board.
    Second,
    /// A square was clicked with it.
    SecondClick,
    /// The cursor moves by a square.
    Cursor(Direction),
    /// A key presses the square under the cursor.
    Enter,
    /// The board is zoomed in or out.
    Zoom(i32),
    /// The board fits its room again.
    Fit,
}

/// The keys that change what the pointer does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Keys {
    /// Picks more; drags copies.
    pub(super) shift: bool,
    /// Picks more.
    pub(super) command: bool,
}

/// Reads the board's own keys and the pointer, unless a dialog is open over it (`response` is `None`).
pub(super) fn listen(ui: &Ui, response: Option<&BoardResponse>, intent: Option<Intent>) -> Heard {
    let mut board = Vec::new();
    if let Some(response) = response {
        let keys = ui.input(|input| Keys { shift: input.modifiers.shift, command: input.modifiers.command });
        if response.moved || response.held.is_some() {
            board.push(OnBoard::Point(response.hovered, response.spot));
        } else if response.hovered.is_none() && ui.input(|input| input.pointer.delta() != Vec2::ZERO) {
            board.push(OnBoard::Point(None, None));
        }
        board.extend(pressed_keys(ui));
        match (response.held, response.clicked) {
            (Some(origin), _) => board.push(OnBoard::Hold(origin, response.drags, keys)),
            (None, Some(square)) => {
                board.push(OnBoard::Click(square, keys));
                board.push(OnBoard::LetGo(keys));
            }
            (None, None) if ui.input(|input| input.pointer.any_released()) => board.push(OnBoard::LetGo(keys)),
            (None, None) => {}
        }
        if response.back {
            board.push(OnBoard::SecondClick);
        } else if response.second {
            board.push(OnBoard::Second);
        }
    }
    Heard { intent, board }
}

fn pressed_keys(ui: &Ui) -> Vec<OnBoard> {
    if ui.memory(|memory| memory.focused().is_some()) {
        return Vec::new();
    }
    let pressed = |key: Key| {
        ui.input(|input: &InputState| input.key_pressed(key) && input.modifiers.matches_exact(Modifiers::NONE))
    };
    let plain = [
        (Key::ArrowUp, OnBoard::Cursor(Direction::North)),
        (Key::ArrowRight, OnBoard::Cursor(Direction::East)),
        (Key::ArrowDown, OnBoard::Cursor(Direction::South)),
        (Key::ArrowLeft, OnBoard::Cursor(Direction::West)),
        (Key::Enter, OnBoard::Enter),
        (Key::Plus, OnBoard::Zoom(1)),
        (Key::Equals, OnBoard::Zoom(1)),
        (Key::Minus, OnBoard::Zoom(-1)),
        (Key::Num0, OnBoard::Fit),
        (Key::Home, OnBoard::Fit),
    ];
    plain.into_iter().filter(|(key, _)| pressed(*key)).map(|(_, what)| what).collect()
}

impl LabScreen {
    /// Carries out the input on the board.
    pub(super) fn hear(&mut self, heard: OnBoard) {
        match heard {
            OnBoard::Point(square, spot) => {
                (self.spot, self.by_keys) = (spot, self.by_keys && square.is_none());
                if square.is_some() || !self.by_keys {
                    self.hover = square;
                }
            }
            OnBoard::Hold(origin, drags, keys) => self.hold_down(origin, drags, keys),
            OnBoard::LetGo(_) => self.let_go(),
            OnBoard::Click(square, keys) => self.click(square, keys),
            OnBoard::Second => self.wipe(),
            OnBoard::SecondClick => self.second_click(),
            OnBoard::Cursor(direction) => self.move_cursor(direction),
            OnBoard::Enter => {
                if let Some(square) = self.hover {
                    self.click(square, Keys::default());
                    self.let_go();
                }
            }
            OnBoard::Zoom(steps) => self.view.camera.zoom(steps),
            OnBoard::Fit => self.fitted = None,
        }
    }

    fn move_cursor(&mut self, direction: Direction) {
        let extent = self.draft().battle().scene.field.extent();
        let start = || {
            self.picked.first().and_then(|key| self.draft().combatant(*key)).map(|fighter| fighter.placement.anchor())
        };
        let to = self.hover.or_else(start).unwrap_or_default().step(direction);
        if extent.contains(to) {
            (self.hover, self.by_keys, self.spot) = (Some(to), true, None);
            self.view.camera.reveal(to);
        }
    }

    fn hold_down(&mut self, origin: (f32, f32), drags: bool, keys: Keys) {
        match self.tool {
            Tool::Pick if drags => self.drag_on(square_at(origin), keys),
            Tool::Brush(_) | Tool::Erase | Tool::Zone(_) => self.draw_on(origin, drags),
            Tool::Measure if drags && self.ruler.is_none() => self.ruler = Some(square_at(origin)),
            Tool::Pick | Tool::Token | Tool::Measure => {}
        }
    }

    /// Drags the picked fighters, or spans a rectangle in which everybody gets picked.
    fn drag_on(&mut self, from: Square, keys: Keys) {
        let Some(to) = self.hover else { return };
        if self.drag.is_none() && self.band.is_none() {
            match self.history.draft().at(from).first().copied() {
                Some(key) => {
                    // The target is moved without being picked, so that the question stays the same.
                    let is_target = self.target == Some(key) && !self.picked.is_empty();
                    if !self.picked.contains(&key) && !is_target {
                        self.picked = vec![key];
                    }
                    let who = if self.picked.contains(&key) { self.picked.clone() } else { vec![key] };
                    self.drag = Some(Drag { from, to: from, shown: from, copies: keys.shift, who });
                }
                None => self.band = Some((from, to)),
            }
        }
        if let Some(band) = &mut self.band {
            band.1 = to;
        }
        let Some(drag) = self.drag.as_mut().filter(|drag| drag.to != to) else { return };
        drag.to = to;
        let drag = drag.clone();
        self.preview_drag(&drag);
    }

    /// Shows the position as if the fighters were put down here.
    fn preview_drag(&mut self, drag: &Drag) {
        let mut draft = self.history.draft().clone();
        self.previews += 1;
        self.preview = match draft.change(&self.dragged(drag)) {
            Ok(_) => Some(draft),
            // Off the board: they stay where they could last be put down.
            Err(_) => return,
        };
        if let Some(drag) = &mut self.drag {
            drag.shown = drag.to;
        }
    }

    /// The edit that puts the dragged fighters down.
    fn dragged(&self, drag: &Drag) -> Edit {
        let draft = self.history.draft();
        let (x, y) = (drag.to.x - drag.from.x, drag.to.y - drag.from.y);
        let moved = |key: &TokenKey| {
            let at = draft.combatant(*key)?.placement.anchor();
            Some((*key, Square::new(at.x + x, at.y + y)))
        };
        let moves: Vec<(TokenKey, Square)> = drag.who.iter().filter_map(moved).collect();
        if drag.copies { Edit::Copy(moves) } else { Edit::Move(moves) }
    }

    fn let_go(&mut self) {
        self.end_stroke();
        self.preview = None;
        if let Some(drag) = self.drag.take() {
            self.previews += 1;
            let drag = Drag { to: drag.shown, ..drag };
            if drag.from != drag.to {
                let made = self.edit(&self.dragged(&drag));
                if !made.is_empty() {
                    self.picked = made;
                }
            }
        }
        if let Some((from, to)) = self.band.take() {
            let inside = |square: Square| {
                (from.x.min(to.x)..=from.x.max(to.x)).contains(&square.x)
                    && (from.y.min(to.y)..=from.y.max(to.y)).contains(&square.y)
            };
            let draft = self.history.draft();
            // Fighters not on the board cannot be picked.
            let bodies = draft.battle().combatants().filter(|fighter| !fighter.status.is_absent());
            let bodies = bodies.filter(|fighter| fighter.footprint().squares().any(inside));
            self.picked = bodies.map(|body| draft.key(body.id)).collect();
            self.target = None;
        }
    }

    fn click(&mut self, square: Square, keys: Keys) {
        match self.tool {
            Tool::Pick => self.pick_at(square, keys),
            Tool::Token => {
                let edit = Edit::Add { archetype: self.kind.clone(), team: self.team, at: square };
                let made = self.edit(&edit);
                if !made.is_empty() {
                    self.picked = made;
                }
            }
            Tool::Brush(_) | Tool::Erase | Tool::Zone(_) => self.dab(),
            Tool::Measure => self.ruler = Some(square),
        }
    }

    /// Picks the fighter there; another click picks the next fighter in the square; bare ground clears the pick.
    fn pick_at(&mut self, square: Square, keys: Keys) {
        let there = self.draft().at(square);
        let Some(first) = there.first().copied() else {
            let swung = self.swing(square);
            if !keys.shift && !keys.command && !swung {
                (self.picked, self.target) = (Vec::new(), None);
            }
            return;
        };
        if keys.shift || keys.command {
            match self.picked.iter().position(|key| *key == first) {
                Some(place) => drop(self.picked.remove(place)),
                None => self.picked.push(first),
            }
            return;
        }
        let next = match self.picked.as_slice() {
            [only] => there.iter().position(|key| key == only).map(|place| there[(place + 1) % there.len()]),
            _ => None,
        };
        let next = next.unwrap_or(first);
        if self.target == Some(next) {
            self.target = None;
        }
        self.picked = vec![next];
        self.attempt = 0;
    }

    /// Opens or closes the door under the pointer; false if there is none.
    fn swing(&mut self, square: Square) -> bool {
        let at = self.spot.unwrap_or_else(|| middle(square));
        let field = &self.draft().battle().scene.field;
        let edge = edge_at(at);
        let is_door = |feature: crate::rules::Feature| {
            use crate::rules::Feature::{DoorClosed, DoorHalf, DoorOpen};
            matches!(feature, DoorClosed | DoorHalf | DoorOpen)
        };
        let spot = if field.edge(edge).is_some_and(is_door) {
            Spot::Edge(edge)
        } else if field.feature(square).is_some_and(is_door) {
            Spot::Square(square)
        } else {
            return false;
        };
        self.edit(&Edit::Paint(Paint::Swing, vec![spot]));
        true
    }

    /// The secondary button: aims at the fighter there, or removes what the tool places.
    fn second_click(&mut self) {
        let Some(square) = self.hover else { return };
        let there = self.draft().at(square);
        match self.tool {
            Tool::Pick => {
                let other = there.into_iter().find(|key| !self.picked.contains(key));
                self.aim(other.filter(|key| self.target != Some(*key)));
            }
            Tool::Token => {
                if let Some(key) = there.first() {
                    self.edit(&Edit::Remove(vec![*key]));
                }
            }
            Tool::Brush(_) | Tool::Erase | Tool::Zone(_) => {
                self.wipe();
                self.end_stroke();
            }
            Tool::Measure => self.ruler = None,
        }
    }

    /// Aims at somebody, or at nobody; opens the Odds page, unless the Fields page is open.
    pub(super) fn aim(&mut self, target: Option<TokenKey>) {
        self.target = target;
        self.attempt = 0;
        if target.is_some() && !self.picked.is_empty() {
            self.picked.truncate(1);
            // A field takes the new target and stays in view.
            if self.page != super::Page::Fields {
                self.page = super::Page::Odds;
            }
        }
    }
}
