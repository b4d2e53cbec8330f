//! How long the computer thinks: about a turn at the start of a battle and in the thick of it, and about whole battles.

use divan::Bencher;
use proving_ground::{
    ai::{Mind, Progress},
    arena::SideView,
    dice::{Rolled, Stream},
    levels::{Level, Roster, builtin, deploy},
    rules::{Battle, Offers, Settings, play},
};

const LEVELS: [&str; 4] = ["earthworks", "meadow", "pillared-hall", "tanner-row"];

/// Choices after which a battle is in full swing.
const THICK: usize = 40;

fn main() {
    divan::main();
}

struct Table {
    battle: Battle,
    dice: Rolled,
    ties: Stream,
    mind: Mind,
}

impl Table {
    fn new(tag: &str) -> Self {
        let level: &Level = builtin().iter().find(|level| level.tag == tag).expect("a built-in level");
        let settings = Settings::defaults(level.ruleset);
        let mut battle = deploy(level, Roster::builtin(), level.ruleset, settings).expect("a level that deploys");
        let mut dice = Rolled::new(5);
        play::begin(&mut battle, &mut dice, &mut Vec::new());
        Self { battle, dice, ties: Stream::new(5, 2), mind: Mind::default() }
    }

    fn offers(&self) -> Option<Offers> {
        self.battle.decision().map(|decision| self.battle.ruleset.rules().offers(&self.battle, decision))
    }

    /// One choice; false once the battle is over.
    fn play(&mut self) -> bool {
        let Some(offers) = self.offers() else { return false };
        let choice = self
            .mind
            .decide(&SideView::new(self.battle.clone(), None), &offers, &mut self.ties, &Progress::default())
            .choice;
        play::submit(&mut self.battle, &offers, &choice, &mut self.dice, &mut Vec::new()).is_ok()
    }
}

#[divan::bench(args = LEVELS, sample_count = 20)]
fn first_thought(bencher: Bencher<'_, '_>, level: &str) {
    let table = Table::new(level);
    let offers = table.offers().expect("a first decision");
    let view = SideView::new(table.battle, None);
    bencher.bench_local(|| Mind::default().decide(&view, &offers, &mut Stream::new(1, 1), &Progress::default()));
}

#[divan::bench(args = LEVELS, sample_count = 40)]
fn next_choice(bencher: Bencher<'_, '_>, level: &str) {
    let mut table = Table::new(level);
    (0..THICK).for_each(|_| _ = table.play());
    bencher.bench_local(|| {
        if !table.play() {
            table = Table::new(level);
        }
    });
}

#[divan::bench(args = LEVELS, sample_count = 3, sample_size = 1)]
fn battle(bencher: Bencher<'_, '_>, level: &str) {
    bencher.bench_local(|| {
        let mut table = Table::new(level);
        while table.play() {}
        table.battle.scene.round
    });
}
