//! What is tried with a roll of one's own shows its chance, under every ruleset; and what the end of a round brings is told.

use std::{
    collections::{BTreeMap, BTreeSet},
    iter,
};

use bevy::prelude::World;

use super::{insight, listing::is_turn, prospects::Prospects, rounds::round_ends};
use crate::{
    ai::Depth,
    arena::{Arena as _, install},
    dice::{Fraction, Rolled},
    levels::{Level, Roster, builtin, deploy},
    rules::{
        Attempt, Battle, Choice, CombatantId, Decision, Effect, Entry, Offer, Offers, Roll, RulesetId, Settings,
        Target, Team, attack_ahead, attempt_ahead, play,
    },
    seats::{Game, Seat},
};

fn level(tag: &str) -> Level {
    builtin().iter().find(|level| level.tag == tag).expect("a built-in level").clone()
}

fn offered() -> impl Iterator<Item = RulesetId> {
    RulesetId::ALL.iter().copied().filter(|ruleset| ruleset.is_offered())
}

/// The battle at each turn that is asked about while the computer plays so many rounds.
fn turns(tag: &str, ruleset: RulesetId, rounds: u16) -> Vec<Battle> {
    let mut world = World::new();
    install(&mut world);
    let seats = [Seat::Computer(Depth::Quick); Team::MOST];
    let (level, settings) = (level(tag), Settings::defaults(ruleset));
    let mut game = Game::new(&mut world, &level, Roster::builtin(), ruleset, settings, 5, seats).expect("fits");
    let mut all = Vec::new();
    while !world.is_over() && world.battle().scene.round <= rounds {
        let battle = world.battle().clone();
        if battle.decision().is_some_and(|decision| is_turn(&battle, decision)) {
            all.push(battle);
        }
        game.think(&mut world);
    }
    all
}

/// An offer at everybody it can be aimed at; a way or a square is pointed at, and shows its odds there.
fn aimed(offer: &Offer) -> Vec<Choice> {
    let plain = Choice::of(offer);
    match &offer.target {
        Target::Combatant(list) => {
            let open = list.iter().filter(|candidate| candidate.refusal.is_none());
            open.map(|candidate| plain.clone().on(candidate.who)).collect()
        }
        Target::Nothing => vec![plain],
        Target::Way(_) | Target::Square(_) => Vec::new(),
    }
}

/// Those who try most besides striking, at arm's length from those who can oppose it and those who are hard to fell.
const YARD: &str = r#"(format: 1, name: "Yard", ruleset: percentile, size: "6x6", sides: [
    (units: [(archetype: "wrestler", at: "b2"), (archetype: "swordsman", at: "b3"), (archetype: "mage", at: "b4"),
        (archetype: "field-medic", at: "a3"), (archetype: "captain", at: "b5")]),
    (units: [(archetype: "field-medic", at: "c2"), (archetype: "swordsman", at: "c3"), (archetype: "spearman", at: "c4"),
        (archetype: "brute", at: "c5")])])"#;

/// What is chosen in a yard if at each decision what was done least so far is done.
struct Course {
    battle: Battle,
    dice: Rolled,
    done: BTreeMap<&'static str, u32>,
}

/// A decision of somebody's own turn.
struct Turn {
    battle: Battle,
    decision: Decision,
    offers: Offers,
}

impl Course {
    fn new(ruleset: RulesetId, seed: u64) -> Self {
        let level = Level::parse("yard", "yard.ron", YARD, Roster::builtin()).expect("a level");
        let mut battle = deploy(&level, Roster::builtin(), ruleset, Settings::defaults(ruleset)).expect("fits");
        let mut dice = Rolled::new(seed);
        play::begin(&mut battle, &mut dice, &mut Vec::new());
        Self { battle, dice, done: BTreeMap::new() }
    }

    /// Makes the next choice; the turn in which it was made, if it was somebody's own.
    fn step(&mut self) -> Option<Option<Turn>> {
        let decision = self.battle.decision()?.clone();
        let rules = self.battle.ruleset.rules();
        let offers = rules.offers(&self.battle, &decision);
        let fits = |offer: &Offer| aimed(offer).into_iter().find(|choice| choice.check(offer).is_ok());
        let open = offers.0.iter().filter(|offer| offer.is_open());
        let least = open
            .filter_map(|offer| Some((self.done.get(offer.verb).copied().unwrap_or(0), fits(offer)?)))
            .min_by_key(|(done, _)| *done);
        let choice = least.map_or_else(|| rules.default_answer(&self.battle, &decision), |(_, choice)| choice);
        *self.done.entry(choice.verb).or_default() += 1;
        let turn = is_turn(&self.battle, &decision).then(|| Turn {
            battle: self.battle.clone(),
            decision,
            offers: offers.clone(),
        });
        play::submit(&mut self.battle, &offers, &choice, &mut self.dice, &mut Vec::new()).expect("it is open");
        Some(turn)
    }

    /// The turns of some such battles.
    fn turns(ruleset: RulesetId) -> impl Iterator<Item = Turn> {
        (0..SEEDS).flat_map(move |seed| {
            let mut course = Self::new(ruleset, seed);
            iter::from_fn(move || course.step()).take(CHOICES).flatten()
        })
    }
}

/// The battles in a yard, and the choices in each.
const SEEDS: u64 = 4;
const CHOICES: usize = 120;

/// The kinds of attempts there are at least: first aid, charm, find a weakness, intimidate.
const KINDS: usize = 4;

impl Turn {
    /// The choices of each open offer that are carried out.
    fn choices(&self) -> impl Iterator<Item = Choice> {
        let open = self.offers.0.iter().filter(|offer| offer.is_open());
        open.flat_map(|offer| aimed(offer).into_iter().filter(|choice| choice.check(offer).is_ok()))
    }

    /// What is told while a choice is carried out with some dice and all are answered by default, up to the end of the turn
    /// or to what is asked next in it.
    fn tried(&self, choice: &Choice, seed: u64) -> Vec<Entry> {
        let (mut battle, mut entries, mut dice) = (self.battle.clone(), Vec::new(), Rolled::new(seed));
        let rules = battle.ruleset.rules();
        play::submit(&mut battle, &self.offers, choice, &mut dice, &mut entries).expect("it is open");
        while let Some(asked) = battle.decision().filter(|asked| !is_turn(&battle, asked)).cloned() {
            let (answer, offers) = (rules.default_answer(&battle, &asked), rules.offers(&battle, &asked));
            play::submit(&mut battle, &offers, &answer, &mut dice, &mut entries).expect("a default answer");
        }
        let ends = |entry: &Entry| matches!(entry, Entry::Effect(Effect::Acting(_) | Effect::Round(_)));
        let end = entries.iter().position(ends).unwrap_or(entries.len());
        entries.truncate(end);
        entries
    }

    /// Whether a roll that can fail comes off, of whoever is asked, or of others after it.
    fn comes_off(&self, entries: &[Entry]) -> Option<(bool, bool)> {
        let mut rolls = entries.iter().filter_map(|entry| match entry {
            Entry::Roll(roll) => Some(roll),
            _ => None,
        });
        let own = rolls.next().filter(|roll| roll.who == self.decision.who)?.success?;
        let averts = |roll: &Roll| roll.who != self.decision.who && roll.success == Some(true);
        Some((own, rolls.any(averts)))
    }
}

#[test]
fn whatever_begins_with_a_roll_of_ones_own_shows_its_chance() {
    // How often each verb is looked at.
    const LOOKS: u32 = 12;
    let (mut missing, mut shown) = (BTreeSet::new(), BTreeSet::new());
    for ruleset in offered() {
        let mut looks: BTreeMap<&str, u32> = BTreeMap::new();
        for turn in Course::turns(ruleset) {
            let Turn { battle, decision, .. } = &turn;
            for choice in turn.choices() {
                let looked = looks.entry(choice.verb).or_default();
                *looked += 1;
                if *looked > LOOKS {
                    continue;
                }
                // Attacks have odds of their own.
                if turn.comes_off(&turn.tried(&choice, 1)).is_none()
                    || attack_ahead(battle, decision, &choice).is_some()
                {
                    continue;
                }
                let words = format!("{ruleset} {}", choice.verb);
                if insight::answer(battle, decision, &choice).is_some() {
                    shown.insert(words);
                } else {
                    missing.insert(words);
                }
            }
        }
    }
    assert!(missing.is_empty(), "no chance is shown of {missing:?}");
    assert!(shown.len() >= KINDS, "only {shown:?} were tried");
}

#[test]
fn the_chance_of_what_is_tried_is_that_of_trying_it() {
    const TRIES: u64 = 200;
    // What is off by more comes of right odds once in 15,000 times.
    const DEVIATIONS: f64 = 4.0;
    let (mut held, mut opposed) = (BTreeSet::new(), 0);
    for ruleset in offered() {
        for turn in Course::turns(ruleset) {
            for choice in turn.choices() {
                let Some(attempt) = attempt_ahead(&turn.battle, &turn.decision, &choice) else { continue };
                let Attempt { chance, rolls, .. } = attempt;
                if !held.insert((ruleset, choice.verb, chance != rolls)) {
                    continue;
                }
                opposed += u32::from(chance != rolls);
                let tries = (0..TRIES)
                    .map(|seed| turn.comes_off(&turn.tried(&choice, seed)).expect("a roll of one's own that can fail"));
                let (mut rolled, mut worked) = (0, 0);
                for (own, averted) in tries {
                    rolled += u32::from(own);
                    worked += u32::from(own && !averted);
                }
                for (count, foretold) in [(rolled, rolls), (worked, chance)] {
                    let (all, foretold) = (TRIES as f64, foretold.to_f64());
                    let spread = (all * foretold * (1.0 - foretold)).sqrt().max(1.0);
                    let off = (f64::from(count) - foretold * all).abs();
                    assert!(
                        off <= DEVIATIONS * spread,
                        "{ruleset} {}: {count} of {all}, {foretold} foretold",
                        choice.verb
                    );
                }
                assert!(chance <= rolls && chance > Fraction::ZERO);
            }
        }
    }
    assert!(held.len() >= KINDS && opposed >= 2, "only {held:?} were tried, {opposed} of them opposed");
}

#[test]
fn rows_know_the_chance_of_what_is_tried() {
    let rulesets = RulesetId::ALL.iter().copied().filter(|ruleset| ruleset.is_offered());
    let found = rulesets.flat_map(|ruleset| turns("broken-priory", ruleset, 1)).find_map(|battle| {
        let decision = battle.decision()?.clone();
        let offers = battle.ruleset.rules().offers(&battle, &decision);
        let is_tried = |choice: &Choice| choice.on.is_some() && attempt_ahead(&battle, &decision, choice).is_some();
        let choice = offers.0.iter().filter(|offer| offer.is_open()).flat_map(aimed).find(is_tried)?;
        Some((battle, decision, offers, choice))
    });
    let (battle, decision, offers, choice) = found.expect("something is tried at somebody");
    let choices: Vec<Choice> = offers.0.iter().map(Choice::of).collect();
    let mut prospects = Prospects::default();
    for _ in 0..5_000 {
        prospects.look(&battle, &decision, (&offers, &choices), (1, choice.on, None));
        if !prospects.is_busy() {
            break;
        }
    }
    let prospect = prospects.of(&choice).expect("its odds are known");
    let attempt = attempt_ahead(&battle, &decision, &choice).expect("it is tried");
    assert_eq!((prospect.chance, prospect.on), (attempt.chance, choice.on));
    assert!(prospect.needs.contains(&attempt.number.expect("it is held against a number").value.to_string()));
}

#[test]
fn what_comes_back_between_rounds_is_told() {
    let battle = turns("broken-priory", RulesetId::ALL[0], 1).swap_remove(0);
    let rules = battle.ruleset.rules();
    let names = rules.names().vitals;
    let vital = (0..names.len() as u8).map(crate::rules::Vital).find(|vital| rules.is_told(*vital)).expect("a total");
    let who = CombatantId(0);
    let set = |now| Entry::Effect(Effect::Vital(who, vital, now));
    let entries = [
        Entry::Effect(Effect::Acting(Some(who))),
        set(9),
        Entry::Effect(Effect::Acting(None)),
        set(13),
        Entry::Effect(Effect::Round(2)),
        set(20),
    ];
    let ends = round_ends(&battle, entries.iter().enumerate(), |_| "The watch".into());
    let name = &battle.combatant(who).identity.name;
    let words = format!("{name} recovers 4 {}", crate::rules::capital(names[usize::from(vital.0)]));
    assert_eq!(
        ends.iter().map(|end| (end.place, end.round, end.words.as_str())).collect::<Vec<_>>(),
        [(4, 2, &*words)]
    );
}
