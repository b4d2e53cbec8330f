//! Attempts with a roll of one's own that are no attacks: each has a forecast chance, and trying it succeeds that
//! often.

use std::{
    collections::{BTreeMap, BTreeSet},
    iter,
};

use proving_ground::{
    dice::{Fraction, Rolled},
    levels::{Level, Roster, deploy},
    rules::{
        Attempt, Battle, Choice, Decision, Effect, Entry, Offer, Offers, Roll, RulesetId, Settings, Target, Window,
        attack_ahead, attempt_ahead, play,
    },
};

use crate::{boards, seat::rules};

/// Fighters with the most to try besides striking, at arm's length from ones who can oppose it and ones who are hard to
/// fell.
const YARD: &str = r#"(format: 1, name: "Yard", ruleset: percentile, size: "6x6", sides: [
    (units: [(archetype: "wrestler", at: "b2"), (archetype: "swordsman", at: "b3"), (archetype: "mage", at: "b4"),
        (archetype: "field-medic", at: "a3"), (archetype: "captain", at: "b5")]),
    (units: [(archetype: "field-medic", at: "c2"), (archetype: "swordsman", at: "c3"), (archetype: "spearman", at: "c4"),
        (archetype: "brute", at: "c5")])])"#;

/// How many battles are played in the yard, and how many choices in each.
const SEEDS: u64 = 4;
const CHOICES: usize = 120;

/// The fewest kinds of attempts there are: first aid, charm, find a weakness, intimidate.
const KINDS: usize = 4;

/// A battle in which each decision picks what was done least so far.
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

/// Whether it is somebody's own turn.
fn is_turn(battle: &Battle, decision: &Decision) -> bool {
    rules(battle).briefing(battle, decision).window == Window::Turn
}

/// The choices of an offer, one for each possible target; paths and squares are no attempts.
fn aimed(offer: &Offer) -> impl Iterator<Item = Choice> {
    let plain = Choice::of(offer);
    let all = match &offer.target {
        Target::Combatant(list) => {
            let open = list.iter().filter(|candidate| candidate.refusal.is_none());
            open.map(|candidate| plain.clone().on(candidate.who)).collect()
        }
        Target::Nothing => vec![plain],
        Target::Way(_) | Target::Square(_) => Vec::new(),
    };
    all.into_iter().filter(|choice| choice.check(offer).is_ok())
}

impl Course {
    fn new(ruleset: RulesetId, seed: u64) -> Self {
        let level = Level::parse("yard", "yard.ron", YARD, Roster::builtin()).unwrap();
        let mut battle = deploy(&level, Roster::builtin(), ruleset, Settings::defaults(ruleset)).unwrap();
        let mut dice = Rolled::new(seed);
        play::begin(&mut battle, &mut dice, &mut Vec::new());
        Self { battle, dice, done: BTreeMap::new() }
    }

    /// Makes the next choice and gives the turn in which it was made, if it was somebody's own turn. `None` once the
    /// battle is over.
    fn step(&mut self) -> Option<Option<Turn>> {
        let decision = self.battle.decision()?.clone();
        let rules = rules(&self.battle);
        let offers = rules.offers(&self.battle, &decision);
        let done = |offer: &Offer| self.done.get(offer.verb).copied().unwrap_or(0);
        let open = offers.0.iter().filter(|offer| offer.is_open());
        let least = open.filter_map(|offer| Some((done(offer), aimed(offer).next()?))).min_by_key(|(done, _)| *done);
        let choice = least.map_or_else(|| rules.default_answer(&self.battle, &decision), |(_, choice)| choice);
        *self.done.entry(choice.verb).or_default() += 1;
        let before = is_turn(&self.battle, &decision).then(|| self.battle.clone());
        play::submit(&mut self.battle, &offers, &choice, &mut self.dice, &mut Vec::new()).unwrap();
        Some(before.map(|battle| Turn { battle, decision, offers }))
    }

    /// The turns of some of these battles.
    fn turns(ruleset: RulesetId) -> impl Iterator<Item = Turn> {
        (0..SEEDS).flat_map(move |seed| {
            let mut course = Self::new(ruleset, seed);
            iter::from_fn(move || course.step()).take(CHOICES).flatten()
        })
    }
}

impl Turn {
    /// The choices of each open offer.
    fn choices(&self) -> impl Iterator<Item = Choice> {
        self.offers.0.iter().filter(|offer| offer.is_open()).flat_map(aimed)
    }

    /// The entries of a choice with default answers from everybody, up to the next question of the turn or its end.
    fn tried(&self, choice: &Choice, seed: u64) -> Vec<Entry> {
        let (mut battle, mut entries, mut dice) = (self.battle.clone(), Vec::new(), Rolled::new(seed));
        play::submit(&mut battle, &self.offers, choice, &mut dice, &mut entries).unwrap();
        while let Some(asked) = battle.decision().filter(|asked| !is_turn(&battle, asked)).cloned() {
            let (answer, offers) =
                (rules(&battle).default_answer(&battle, &asked), rules(&battle).offers(&battle, &asked));
            play::submit(&mut battle, &offers, &answer, &mut dice, &mut entries).unwrap();
        }
        let ends = |entry: &Entry| matches!(entry, Entry::Effect(Effect::Acting(_) | Effect::Round(_)));
        let end = entries.iter().position(ends).unwrap_or(entries.len());
        entries.truncate(end);
        entries
    }

    /// Whether a roll of one's own that can fail succeeds, and whether a later one of somebody else does. A sum that
    /// somebody else's next roll is compared with succeeds if that roll fails and anything changes. `None` if the first
    /// roll is of neither kind.
    fn comes_off(&self, entries: &[Entry]) -> Option<(bool, bool)> {
        let mut rolls = entries.iter().enumerate().filter_map(|(place, entry)| match entry {
            Entry::Roll(roll) => Some((place, roll)),
            _ => None,
        });
        let (_, own) = rolls.next().filter(|(_, roll)| roll.who == self.decision.who)?;
        let averts = |roll: &Roll| roll.who != self.decision.who && roll.success == Some(true);
        let Some(own) = own.success else {
            let (place, other) = rolls.next().filter(|(_, roll)| roll.who != self.decision.who)?;
            let changes = entries[place..].iter().any(|entry| matches!(entry, Entry::Effect(_)));
            return Some((!other.success? && changes, false));
        };
        Some((own, rolls.any(|(_, roll)| averts(roll))))
    }
}

#[test]
fn whatever_begins_with_a_roll_of_ones_own_has_a_chance() {
    // How often each verb is tried.
    const LOOKS: u32 = 12;
    let (mut missing, mut known) = (BTreeSet::new(), BTreeSet::new());
    for ruleset in boards::offered() {
        let mut looks: BTreeMap<&str, u32> = BTreeMap::new();
        for turn in Course::turns(ruleset) {
            for choice in turn.choices() {
                let looked = looks.entry(choice.verb).or_default();
                *looked += 1;
                if *looked > LOOKS || turn.comes_off(&turn.tried(&choice, 1)).is_none() {
                    continue;
                }
                // Attacks have odds of their own.
                if attack_ahead(&turn.battle, &turn.decision, &choice).is_some() {
                    continue;
                }
                let has_chance = attempt_ahead(&turn.battle, &turn.decision, &choice).is_some();
                let kinds = if has_chance { &mut known } else { &mut missing };
                kinds.insert((ruleset, choice.verb));
            }
        }
    }
    assert!(missing.is_empty(), "no chance is known of {missing:?}");
    assert!(known.len() >= KINDS || !boards::offered().contains(&RulesetId::Vigor), "only {known:?} were tried");
}

#[test]
fn the_chance_of_what_is_tried_is_that_of_trying_it() {
    const TRIES: u64 = 200;
    // Correct odds are off by more than this once in 15,000 times.
    const DEVIATIONS: f64 = 4.0;
    let mut held = BTreeSet::new();
    for ruleset in boards::offered() {
        for turn in Course::turns(ruleset) {
            for choice in turn.choices() {
                if held.contains(&(ruleset, choice.verb)) {
                    continue;
                }
                let Some(attempt) = attempt_ahead(&turn.battle, &turn.decision, &choice) else { continue };
                let Attempt { chance, rolls, .. } = attempt;
                // Nobody is pushed where there is no room.
                if chance == Fraction::ZERO && rolls == chance {
                    continue;
                }
                held.insert((ruleset, choice.verb));
                let (mut rolled, mut worked) = (0, 0);
                for seed in 0..TRIES {
                    let (own, averted) = turn.comes_off(&turn.tried(&choice, seed)).expect("a roll that can fail");
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
                assert!(chance <= rolls && chance > Fraction::ZERO, "{ruleset} {}: {chance} of {rolls}", choice.verb);
            }
        }
    }
    assert!(held.len() >= KINDS || !boards::offered().contains(&RulesetId::Vigor), "only {held:?} were tried");
}
