//! Nothing pressed is lost in a slow frame: within a frame a key or a button changes at most once, and the pointer stays
//! where it was pressed. What comes after that waits for the next frame.
//!
//! The panels read modifier keys as they are at the end of a frame, and a field reports losing focus in the frame of
//! the press. So a stroke pressed and released within one frame would be another key, or no press at all.

use std::collections::VecDeque;

use bevy::{
    ecs::message::{Message, MessageCursor, Messages},
    input::{
        ButtonState,
        keyboard::{KeyCode, KeyboardInput},
        mouse::{MouseButton, MouseButtonInput, MouseWheel},
    },
    prelude::{Local, MessageWriter, ResMut},
    window::{CursorMoved, RequestRedraw, WindowEvent},
};

/// What can be pressed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pressed {
    Key(KeyCode),
    Button(MouseButton),
}

/// What one frame has taken in so far.
#[derive(Default)]
struct Frame {
    changed: Vec<Pressed>,
}

impl Frame {
    /// Whether this frame can take in an event after those before it.
    fn takes(&mut self, event: &WindowEvent) -> bool {
        let pressed = match event {
            WindowEvent::KeyboardInput(key) if key.repeat && key.state == ButtonState::Pressed => return true,
            WindowEvent::KeyboardInput(key) => Pressed::Key(key.key_code),
            WindowEvent::MouseButtonInput(button) => Pressed::Button(button.button),
            WindowEvent::CursorMoved(_) => {
                return !self.changed.iter().any(|changed| matches!(changed, Pressed::Button(_)));
            }
            _ => return true,
        };
        let takes = !self.changed.contains(&pressed);
        self.changed.push(pressed);
        takes
    }
}

/// Whether an event is input that must keep its order.
const fn is_stroke(event: &WindowEvent) -> bool {
    matches!(
        event,
        WindowEvent::KeyboardInput(_)
            | WindowEvent::MouseButtonInput(_)
            | WindowEvent::CursorMoved(_)
            | WindowEvent::MouseWheel(_)
    )
}

/// Leaves in `waiting` what this frame can't take in, and returns what it can.
fn taken(waiting: &mut VecDeque<WindowEvent>, new: impl IntoIterator<Item = WindowEvent>) -> Vec<WindowEvent> {
    let mut frame = Frame::default();
    let mut taken = Vec::new();
    let all: Vec<WindowEvent> = waiting.drain(..).chain(new).collect();
    for event in all {
        if !is_stroke(&event) || waiting.is_empty() && frame.takes(&event) {
            taken.push(event);
        } else {
            waiting.push_back(event);
        }
    }
    taken
}

/// Replaces all messages of a kind.
fn rewrite<M: Message>(messages: &mut Messages<M>, with: impl IntoIterator<Item = M>) {
    messages.clear();
    messages.extend(with);
}

/// Runs before everything that reads input.
pub(super) fn spread_over_frames(
    mut waiting: Local<'_, VecDeque<WindowEvent>>,
    mut read: Local<'_, MessageCursor<WindowEvent>>,
    mut events: ResMut<'_, Messages<WindowEvent>>,
    mut keys: ResMut<'_, Messages<KeyboardInput>>,
    mut buttons: ResMut<'_, Messages<MouseButtonInput>>,
    mut moves: ResMut<'_, Messages<CursorMoved>>,
    mut wheel: ResMut<'_, Messages<MouseWheel>>,
    mut redraw: MessageWriter<'_, RequestRedraw>,
) {
    let new: Vec<WindowEvent> = read.read(&events).cloned().collect();
    if new.is_empty() && waiting.is_empty() {
        return;
    }
    let is_late = !waiting.is_empty();
    let taken = taken(&mut waiting, new);
    if !waiting.is_empty() {
        redraw.write(RequestRedraw);
    }
    if !is_late && waiting.is_empty() {
        return;
    }
    rewrite(
        &mut keys,
        taken
            .iter()
            .filter_map(|event| if let WindowEvent::KeyboardInput(key) = event { Some(key.clone()) } else { None }),
    );
    rewrite(
        &mut buttons,
        taken
            .iter()
            .filter_map(|event| if let WindowEvent::MouseButtonInput(button) = event { Some(*button) } else { None }),
    );
    rewrite(
        &mut moves,
        taken.iter().filter_map(|event| if let WindowEvent::CursorMoved(to) = event { Some(to.clone()) } else { None }),
    );
    rewrite(
        &mut wheel,
        taken.iter().filter_map(|event| if let WindowEvent::MouseWheel(by) = event { Some(*by) } else { None }),
    );
    rewrite(&mut events, taken);
    *read = events.get_cursor_current();
}

#[cfg(test)]
mod tests {
    use bevy::{
        ecs::entity::Entity,
        input::keyboard::Key,
        math::Vec2,
        prelude::{App, MessageReader, PreUpdate, Resource},
    };

    use super::*;

    const PRESSED: ButtonState = ButtonState::Pressed;
    const RELEASED: ButtonState = ButtonState::Released;

    fn key(key_code: KeyCode, state: ButtonState, repeat: bool) -> WindowEvent {
        let window = Entity::PLACEHOLDER;
        KeyboardInput { key_code, logical_key: Key::Enter, state, text: None, repeat, window }.into()
    }

    fn button(state: ButtonState) -> WindowEvent {
        MouseButtonInput { button: MouseButton::Left, state, window: Entity::PLACEHOLDER }.into()
    }

    fn moved(x: f32) -> WindowEvent {
        CursorMoved { window: Entity::PLACEHOLDER, position: Vec2::new(x, 0.0), delta: None }.into()
    }

    /// How many events each frame takes in.
    fn frames(all: Vec<WindowEvent>) -> Vec<usize> {
        let mut waiting = VecDeque::new();
        let mut counts = vec![taken(&mut waiting, all).len()];
        while !waiting.is_empty() {
            counts.push(taken(&mut waiting, Vec::new()).len());
        }
        counts
    }

    #[test]
    fn a_key_is_let_go_in_a_later_frame_than_it_is_pressed() {
        let chord = [
            key(KeyCode::ControlLeft, PRESSED, false),
            key(KeyCode::KeyO, PRESSED, false),
            key(KeyCode::KeyO, RELEASED, false),
            key(KeyCode::ControlLeft, RELEASED, false),
        ];
        assert_eq!(frames(chord.to_vec()), [2, 2]);
        let repeated = [
            key(KeyCode::KeyO, PRESSED, false),
            key(KeyCode::KeyO, PRESSED, true),
            key(KeyCode::KeyO, PRESSED, true),
            key(KeyCode::KeyO, RELEASED, false),
        ];
        assert_eq!(frames(repeated.to_vec()), [3, 1]);
    }

    #[test]
    fn a_click_takes_two_frames_and_stays_where_it_was_pressed() {
        assert_eq!(frames(vec![moved(1.0), button(PRESSED), button(RELEASED)]), [2, 1]);
        assert_eq!(frames(vec![button(PRESSED), button(RELEASED), button(PRESSED), button(RELEASED)]), [1, 1, 1, 1]);
        assert_eq!(frames(vec![moved(1.0), button(PRESSED), moved(2.0), moved(3.0), button(RELEASED)]), [2, 3]);
        assert_eq!(frames(vec![moved(1.0), moved(2.0)]), [2]);
    }

    #[derive(Resource, Default)]
    struct Heard(Vec<(usize, ButtonState)>, usize);

    #[test]
    fn every_reader_hears_each_stroke_once_and_in_order() {
        let mut app = App::new();
        app.add_message::<WindowEvent>().add_message::<KeyboardInput>().add_message::<MouseButtonInput>();
        app.add_message::<CursorMoved>().add_message::<MouseWheel>().add_message::<RequestRedraw>();
        app.init_resource::<Heard>();
        let hear = |mut heard: ResMut<'_, Heard>, mut buttons: MessageReader<'_, '_, MouseButtonInput>| {
            heard.1 += 1;
            let frame = heard.1;
            heard.0.extend(buttons.read().map(|button| (frame, button.state)));
        };
        app.add_systems(PreUpdate, bevy::prelude::IntoScheduleConfigs::chain((spread_over_frames, hear)));
        for _ in 0..2 {
            for event in [button(PRESSED), button(RELEASED)] {
                if let WindowEvent::MouseButtonInput(button) = &event {
                    app.world_mut().write_message(*button);
                }
                app.world_mut().write_message(event);
            }
        }
        for _ in 0..6 {
            app.update();
        }
        let heard = &app.world().resource::<Heard>().0;
        assert_eq!(heard[..], [(1, PRESSED), (2, RELEASED), (3, PRESSED), (4, RELEASED)]);
    }
}
