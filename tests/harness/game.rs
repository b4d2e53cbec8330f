//! One random battle, checked after every choice, with a plain battle played beside it.

use std::thread;

use bevy::prelude::World;
use proving_ground::{
    arena::{Arena as _, Dice, bare_world},
    dice::Rolled,
    geometry::Square,
    rules::{AgendaItem, Battle, CONCEDE, Choice, Entry, Offers, RulesetId, play},
};

use crate::{
    ahead, boards,
    checks::{self, Start},
    damages,
    seat::{Seat, rules},
    tally::Tally,
    turns::{self, Turn},
    unknown, ways,
};

/// A battle with more choices than this is stuck.
const MOST_CHOICES: usize = 20_000;

/// One battle in this many, beyond those of every run, may be checked thoroughly: that costs several times as much as
/// the battle.
const SELDOM: u64 = 8;

/// How a battle went, to be compared with its replay.
#[derive(Debug, PartialEq)]
pub struct Course {
    /// The digest after the start of each round, and at the end.
    pub digests: Vec<u64>,
    /// The dice at the end.
    pub dice: Dice,
}

/// A random battle being played.
pub struct Game {
    seed: u64,
    seat: Seat,
    /// Another seat, whose choices are only tried.
    other: Seat,
    start: Battle,
    facts: Start,
    arena: World,
    /// The same battle without entities, in some of the games.
    plain: Option<(Battle, Rolled)>,
    /// Whether every offer is tried, open or refused, and every word looked up, in some other games.
    thorough: bool,
    texts: Vec<String>,
    /// The addresses of this turn's offers.
    turn: Turn,
    course: Vec<u64>,
    round: u16,
    shared: Vec<Square>,
    /// What has been offered and taken.
    pub tally: Tally,
}

impl Game {
    /// The game of a seed.
    pub fn new(seed: u64) -> Self {
        let mut seat = Seat::new(seed);
        let start = boards::battle(seed, &mut seat);
        Self::of(seed, seat, start)
    }

    /// The game of a seed under a ruleset, with a seat that takes a verb, or a part of an offer, as soon as it is open.
    pub fn wanting(ruleset: RulesetId, verb: &'static str, seed: u64) -> Self {
        let mut seat = Seat::wanting(verb, seed);
        let start = boards::battle_of(ruleset, seed, &mut seat);
        Self::of(seed, seat, start)
    }

    fn of(seed: u64, mut seat: Seat, start: Battle) -> Self {
        let arena = bare_world(start.clone(), Rolled::new(seed));
        let plain = seat.once_in(4).then(|| (start.clone(), Rolled::new(seed)));
        let thorough = seat.once_in(8) && (seed < crate::BATTLES || seed.is_multiple_of(SELDOM));
        let facts = Start::of(&start);
        Self {
            seed,
            seat,
            other: Seat::new(!seed),
            start,
            facts,
            arena,
            plain,
            thorough,
            texts: Vec::new(),
            turn: Turn::default(),
            course: Vec::new(),
            round: 0,
            shared: Vec::new(),
            tally: Tally::default(),
        }
    }

    /// Plays the whole battle, then the same choices again.
    pub fn run(&mut self) {
        self.arena.begin();
        if let Some((battle, dice)) = &mut self.plain {
            play::begin(battle, dice, &mut Vec::new());
        }
        self.check(&[]);
        while !self.arena.is_over() {
            assert!(self.texts.len() < MOST_CHOICES, "the battle does not end");
            self.choose();
        }
        assert_eq!(self.arena.decision(), None, "somebody is asked after the end");
        self.tally.damages += damages::are_as_told(self.arena.journal());
        self.course.push(self.arena.digest());
        let course = Course { digests: self.course.clone(), dice: self.arena.dice().clone() };
        self.texts.push("(the same again)".into());
        assert_eq!(self.replay(), course, "the recorded choices lead elsewhere");
    }

    /// One choice.
    fn choose(&mut self) {
        let offers = self.arena.offers();
        let decision = self.arena.decision().expect("a battle that goes on asks somebody").clone();
        self.turn.offers(self.arena.battle(), &decision, &offers);
        if self.thorough {
            checks::offers(self.arena.battle(), &offers);
            checks::every_offer(self.arena.battle(), &decision, &offers, &mut self.seat);
            turns::briefing(self.arena.battle(), &decision);
            turns::recovery(&offers);
            turns::of_one_verb(self.arena.battle(), &decision, &offers);
            turns::wording(self.arena.battle(), &decision, &offers, &mut self.seat);
            turns::price(self.arena.battle(), &decision, &offers, &mut self.seat);
            turns::finality(self.arena.battle(), &decision, &offers, &mut self.seat);
            if !unknown::is_any(self.arena.battle(), &decision) {
                let compared = ahead::forecasts(self.seed, self.arena.battle(), &decision, &offers, &mut self.other);
                self.tally.compared = self.tally.compared.and(compared);
            }
            let gone = ways::gone_as_promised(self.arena.battle(), &decision, &offers, &mut self.other);
            self.tally.gone = self.tally.gone.and(gone);
        }
        let tried = unknown::makes_no_difference(self.arena.battle(), &decision, &offers, &mut self.other);
        self.tally.unknown += u64::from(tried);
        let battle = self.arena.battle();
        let offer = self.seat.offer(&offers);
        self.tally.count(battle, &offers, offer);
        let choice = self.seat.complete(battle, &decision, offer);
        self.tally.count_parts(battle.ruleset, offer, &choice);
        let choice = if self.other.once_in(2_000) { Choice::new(CONCEDE) } else { choice };
        let text = choice.text(battle, &offers);
        let read = Choice::parse(&text, battle, &offers);
        self.texts.push(text);
        assert_eq!(read.as_ref(), Ok(&choice), "the text form says something else");

        let under_way = battle.agenda.iter().filter(|item| matches!(item, AgendaItem::Step(_))).count() > 2;
        if self.seat.once_in(if under_way { 8 } else { 64 }) {
            self.save_and_load();
        }
        if self.seat.once_in(32) {
            self.go_and_come_back(&offers);
        }
        let before = self.arena.journal().len();
        self.arena.submit(&choice).expect("what an open offer allows is accepted");
        self.beside(&offers, &choice, before);
        let told = self.arena.journal()[before..].to_vec();
        self.check(&told);
    }

    /// Checks the invariants between any two choices.
    fn check(&mut self, told: &[Entry]) {
        checks::battle(self.arena.battle(), &self.facts);
        self.shared = checks::shared(self.arena.battle(), &self.shared);
        if self.thorough {
            // The arena of a debug build validates by itself.
            assert_eq!(self.arena.validate(), Ok(()));
            checks::words(self.arena.battle(), told);
        }
        let round = self.arena.battle().scene.round;
        if round != self.round {
            self.round = round;
            self.course.push(self.arena.digest());
        }
    }

    /// Plays the choice on the plain battle too and compares everything.
    fn beside(&mut self, offers: &Offers, choice: &Choice, before: usize) {
        let Some((battle, dice)) = &mut self.plain else { return };
        let mut journal = Vec::new();
        play::submit(battle, offers, choice, dice, &mut journal).expect("the plain battle allows the same");
        assert_eq!(battle, self.arena.battle());
        assert_eq!(self.arena.dice(), &Dice::Rolled(dice.clone()));
        assert_eq!(self.arena.journal()[before..], journal);
    }

    /// Writes the battle as a file would hold it, reads it back, and goes on in a new arena.
    fn save_and_load(&mut self) {
        let (battle, dice) = (self.arena.capture(), self.arena.dice().clone());
        let text = serde_json::to_string(&battle).unwrap();
        let read: Battle = serde_json::from_str(&text).unwrap();
        assert_eq!(read, battle, "the file says something else");
        self.arena = bare_world(read, dice);
        self.arena.begin();
        assert_eq!(*self.arena.battle(), battle, "taking up a battle changes it");
    }

    /// Makes another choice, then undoes it.
    fn go_and_come_back(&mut self, offers: &Offers) {
        let battle = self.arena.capture();
        let entries = self.arena.journal().len();
        let dice = self.arena.dice().clone();
        let checkpoint = self.arena.checkpoint();
        let decision = self.arena.decision().expect("asked before").clone();
        let offer = self.seat.offer(offers);
        let other = self.seat.complete(&battle, &decision, offer);
        self.arena.submit(&other).expect("what an open offer allows is accepted");
        self.arena.rewind(checkpoint);
        assert_eq!(self.arena.validate(), Ok(()));
        assert_eq!(self.arena.capture(), battle, "undoing leaves a trace");
        assert_eq!((self.arena.journal().len(), self.arena.dice()), (entries, &dice));
        assert_eq!(*self.arena.offers(), *offers);
    }

    /// Replays the recorded texts from the start: without entities, unless the game was compared with such a battle all
    /// along.
    fn replay(&self) -> Course {
        let mut again = Again::of(self.start.clone(), Rolled::new(self.seed), self.plain.is_some());
        let (mut digests, mut round) = (Vec::new(), 0);
        let mut note = |battle: &Battle| {
            if battle.scene.round != round {
                round = battle.scene.round;
                digests.push(battle.digest());
            }
        };
        note(again.battle());
        for text in &self.texts[..self.texts.len() - 1] {
            again.choose(text);
            note(again.battle());
        }
        digests.push(again.battle().digest());
        Course { digests, dice: again.dice() }
    }
}

/// A battle that is played again.
enum Again {
    Living(Box<World>),
    Plain(Box<(Battle, Rolled)>),
}

impl Again {
    fn of(start: Battle, dice: Rolled, is_living: bool) -> Self {
        if is_living {
            let mut arena = bare_world(start, dice);
            arena.begin();
            return Self::Living(Box::new(arena));
        }
        let mut plain = Box::new((start, dice));
        let (battle, dice) = &mut *plain;
        play::begin(battle, dice, &mut Vec::new());
        Self::Plain(plain)
    }

    fn battle(&self) -> &Battle {
        match self {
            Self::Living(arena) => arena.battle(),
            Self::Plain(plain) => &plain.0,
        }
    }

    fn dice(&self) -> Dice {
        match self {
            Self::Living(arena) => arena.dice().clone(),
            Self::Plain(plain) => Dice::Rolled(plain.1.clone()),
        }
    }

    fn choose(&mut self, text: &str) {
        let known = "what was chosen can be chosen again";
        match self {
            Self::Living(arena) => {
                let offers = arena.offers();
                let choice = Choice::parse(text, arena.battle(), &offers).expect(known);
                arena.submit(&choice).expect(known);
            }
            Self::Plain(plain) => {
                let (battle, dice) = &mut **plain;
                let offers = rules(battle).offers(battle, battle.decision().expect(known));
                let choice = Choice::parse(text, battle, &offers).expect(known);
                play::submit(battle, &offers, &choice, dice, &mut Vec::new()).expect(known);
            }
        }
    }
}

impl Drop for Game {
    /// A game that fails says how to reproduce it.
    fn drop(&mut self) {
        if thread::panicking() {
            let last = &self.texts[self.texts.len().saturating_sub(12)..];
            eprintln!(
                "seed {} on {:?} after {} choices, the last of them:\n  {}\nagain: PROVING_GROUND_SEED={} cargo test --test harness",
                self.seed,
                self.arena.battle().decision(),
                self.texts.len(),
                last.join("\n  "),
                self.seed,
            );
        }
    }
}
