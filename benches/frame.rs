//! What a frame costs the processor, rendering aside: every panel, the board with its overlays, cut into triangles.

use std::sync::Arc;

use bevy_egui::egui::{Event, Key, Modifiers, MouseWheelUnit, PointerButton, TouchPhase, pos2, vec2};
use divan::Bencher;
use proving_ground::{
    geometry::Square,
    levels::{Level, builtin},
    rules::{Battlefield, Feature},
    screens::HeadlessFrame,
};

const LEVELS: [&str; 4] = ["earthworks", "meadow", "pillared-hall", "tanner-row"];

fn main() {
    divan::main();
}

fn headless(tag: &str, size: (f32, f32)) -> HeadlessFrame {
    let level: &Level = builtin().iter().find(|level| level.tag == tag).expect("a built-in level");
    HeadlessFrame::new(level, size).expect("a built-in level can be played")
}

/// Nobody touches anything.
#[divan::bench(args = LEVELS, sample_count = 100)]
fn at_rest(bencher: Bencher<'_, '_>, tag: &str) {
    let mut screen = headless(tag, (1280.0, 720.0));
    bencher.bench_local(|| screen.frame(None));
}

/// The pointer wanders over the board: path preview, the odds from there.
#[divan::bench(args = LEVELS, sample_count = 100)]
fn pointing(bencher: Bencher<'_, '_>, tag: &str) {
    let mut screen = headless(tag, (1280.0, 720.0));
    let mut step = 0u16;
    bencher.bench_local(|| {
        step = (step + 1) % 400;
        screen.frame(Some((450.0 + f32::from(step), 200.0 + f32::from(step % 37) * 8.0)))
    });
}

/// Meadow's fighters again and again on a square board of that side, with a tree here and there.
fn large(side: u16, fighters: usize) -> Level {
    let mut level = builtin().iter().find(|level| level.tag == "meadow").expect("a built-in level").clone();
    let mut field = Battlefield::new(side, side);
    for square in (0..side as i16).step_by(7).flat_map(|y| (0..side as i16).step_by(9).map(move |x| Square::new(x, y)))
    {
        if let Some(cell) = field.cell_mut(square) {
            cell.feature = Some(Feature::Tree);
        }
    }
    level.field = Arc::new(field);
    level.zones.clear();
    for (team, side) in level.sides.iter_mut().enumerate() {
        let units = side.units.clone();
        side.units = (0..fighters / 2)
            .map(|index| {
                let mut unit = units[index % units.len()].clone();
                unit.name = unit.name.map(|name| format!("{name} {index}"));
                unit.at = Square::new(30 + 3 * (index % 8) as i16, 31 + 24 * team as i16 + 3 * (index / 8) as i16);
                unit
            })
            .collect();
    }
    level
}

/// Sixty-four fighters on 128 by 128 squares, in a large window; nobody touches anything.
#[divan::bench(sample_count = 100)]
fn crowd_at_rest(bencher: Bencher<'_, '_>) {
    let mut screen = HeadlessFrame::new(&large(128, 64), (1920.0, 1080.0)).expect("the level can be played");
    bencher.bench_local(|| screen.frame(None));
}

/// A board of 512 by 512 squares is dragged about.
#[divan::bench(sample_count = 100)]
fn huge_board_panned(bencher: Bencher<'_, '_>) {
    let mut screen = HeadlessFrame::new(&large(512, 8), (1280.0, 720.0)).expect("the level can be played");
    let modifiers = Modifiers::NONE;
    let wheel =
        Event::MouseWheel { unit: MouseWheelUnit::Line, delta: vec2(0.0, 3.0), phase: TouchPhase::Move, modifiers };
    let at = |step: u16| pos2(300.0 + f32::from(step % 200), 300.0 + f32::from(step % 57));
    let press = Event::PointerButton { pos: at(0), button: PointerButton::Middle, pressed: true, modifiers };
    screen.hear(vec![Event::PointerMoved(at(0)), wheel]);
    screen.hear(vec![press]);
    let mut step = 0;
    bencher.bench_local(|| {
        step += 1;
        screen.hear(vec![Event::PointerMoved(at(step))])
    });
}

/// A fighter is dragged about in the lab: sixty-four of them on 128 by 128 squares, one square further in each frame.
#[divan::bench(sample_count = 100)]
fn lab_fighter_dragged(bencher: Bencher<'_, '_>) {
    let mut screen = HeadlessFrame::lab(&large(128, 64), (1920.0, 1080.0)).expect("the level can be opened");
    let at = |x: i16| screen.place_of(Square::new(x, 31)).expect("the lab is open");
    let places: Vec<_> = (30..100).map(at).map(|(x, y)| pos2(x, y)).collect();
    let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
    screen.hear(vec![Event::PointerMoved(places[0])]);
    screen.hear(vec![Event::PointerButton { pos: places[0], button, pressed: true, modifiers }]);
    let mut step = 0;
    bencher.bench_local(|| {
        step += 1;
        screen.hear(vec![Event::PointerMoved(places[step % places.len()])])
    });
}

/// A field comes in while frames are drawn: what enemies could do once they have moved, sixty-four fighters on 128 by 128
/// squares.
#[divan::bench(sample_count = 200)]
fn lab_field_grows(bencher: Bencher<'_, '_>) {
    let mut screen = HeadlessFrame::lab(&large(128, 64), (1920.0, 1080.0)).expect("the level can be opened");
    let (x, y) = screen.place_of(Square::new(30, 31)).expect("the lab is open");
    let (pos, button, modifiers) = (pos2(x, y), PointerButton::Primary, Modifiers::NONE);
    screen.hear(vec![Event::PointerMoved(pos)]);
    for pressed in [true, false] {
        screen.hear(vec![Event::PointerButton { pos, button, pressed, modifiers }]);
    }
    // The sixth question.
    for _ in 0..6 {
        let key = |pressed| Event::Key { key: Key::N, physical_key: None, pressed, repeat: false, modifiers };
        screen.hear(vec![key(true)]);
        screen.hear(vec![key(false)]);
    }
    bencher.bench_local(|| screen.frame(None));
}
