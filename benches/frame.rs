//! What a frame costs the processor, rendering aside: every panel, the board with its overlays, cut into triangles.

use divan::Bencher;
use proving_ground::{
    levels::{Level, builtin},
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
