//! Compares the numbers forecast at a decision with the numbers rolled against once the choice is made.

use std::{cmp::Ordering, sync::Arc};

use proving_ground::{
    dice::{Fraction, Rolled},
    lab::{self, Answers, Ends},
    rules::{
        Attack, AttackAhead, Battle, Choice, Decision, Effect, Entry, Forecast, ForecastBudget, Offers, Part, Policy,
        Refusal, Roll, RuleId, Verdict, attack_ahead, forecast_choice_within, number_ahead, play,
    },
};

use crate::seat::{Seat, rules};

/// How many sets of parameter values are tried with each offer.
const DRAWS: usize = 2;

/// The answers of the other side are compared for one attack in this many: that costs more than everything else.
const ANSWERED: usize = 60;

/// Like [`ANSWERED`], for battles beyond those of every run.
const SELDOM_ANSWERED: usize = 1_000;

/// One attack in this many is forecast both from memory and afresh.
const REMEMBERED: usize = 6;

/// After this many default answers the roll is given up.
const MOST_ANSWERS: usize = 40;

/// How often forecasts were compared with rolls.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compared {
    /// Attacks that came to their roll.
    pub attacks: u64,
    /// Of these, attacks in answer to a question outside a turn.
    pub prompts: u64,
    /// Attacks that never came to their roll.
    pub lost: u64,
    /// Other rolls of the one who chose.
    pub others: u64,
    /// Attacks whose answers were compared.
    pub answered: u64,
}

impl Compared {
    /// The sum of both.
    pub fn and(self, other: Self) -> Self {
        Self {
            attacks: self.attacks + other.attacks,
            prompts: self.prompts + other.prompts,
            lost: self.lost + other.lost,
            others: self.others + other.others,
            answered: self.answered + other.answered,
        }
    }
}

/// For every open offer the forecast number is the number rolled against once it is chosen, with default answers from
/// everybody. `game` is the battle's seed.
pub fn forecasts(game: u64, battle: &Battle, decision: &Decision, offers: &Offers, seat: &mut Seat) -> Compared {
    let answered = if game < crate::BATTLES { ANSWERED } else { SELDOM_ANSWERED };
    let mut compared = Compared::default();
    for offer in offers.0.iter().filter(|offer| offer.is_open()) {
        for _ in 0..DRAWS {
            let choice = seat.complete(battle, decision, offer);
            let dice = seat.below(1 << 30) as u64;
            match attack_ahead(battle, decision, &choice) {
                Some(ahead) => {
                    attack((battle, decision, offers), &choice, &ahead, dice, &mut compared);
                    if seat.once_in(REMEMBERED) {
                        remembered(battle, decision, &choice);
                    }
                    if seat.once_in(answered) {
                        compared.answered += u64::from(answers((battle, decision, offers), &choice, &ahead));
                    }
                }
                None => other((battle, decision, offers), &choice, dice, &mut compared),
            }
        }
    }
    compared
}

type Asked<'a> = (&'a Battle, &'a Decision, &'a Offers);

fn attack(asked: Asked<'_>, choice: &Choice, ahead: &AttackAhead, dice: u64, compared: &mut Compared) {
    let (battle, decision, _) = asked;
    let assessment = ahead.assessment();
    assessment.numbers.iter().for_each(|number| assert!(number.number.adds_up(), "{choice:?}: {number:?}"));
    if assessment.attack().by.is_none() {
        // Blows that go on to another target were decided by an earlier roll, RAT-RATE-05.
        compared.lost += 1;
        return;
    }
    let journal = played(asked, choice, dice, |journal| roll_of(journal, &ahead.attack).is_some());
    let Some((place, roll)) = roll_of(&journal, &ahead.attack) else {
        compared.lost += 1;
        return;
    };
    // Of several attacks declared together, later ones are forecast as if earlier ones had changed nothing.
    if !ahead.is_next && journal[..place].iter().any(changes) {
        return;
    }
    same(choice, roll, &assessment.attack().number, roll.counted().count());
    if let (Some(against), Some(_)) = (&roll.against, roll.success) {
        assert_eq!(terms(against), terms(&assessment.attack().number), "{choice:?}");
    }
    compared.attacks += 1;
    compared.prompts += u64::from(*decision != rules(battle).turn_question(decision.who));
}

/// A forecast from memory equals one made afresh.
fn remembered(battle: &Battle, decision: &Decision, choice: &Choice) {
    let [known, fresh] = [true, false].map(|remembers| {
        let budget = ForecastBudget { states: 20_000, remembers, ..ForecastBudget::default() };
        forecast_choice_within(battle, decision, choice, Policy::DefaultAnswers, budget)
    });
    let ends = |found: &Result<Arc<Forecast>, Refusal>| found.as_ref().map_or(0, |found| found.odds.len());
    assert!(known == fresh, "{choice:?}: remembered otherwise, with {} ends and {}", ends(&known), ends(&fresh));
}

/// The best answer of the other side is no worse than what forecasts assume, and the worst no better.
fn answers((battle, decision, _): Asked<'_>, choice: &Choice, ahead: &AttackAhead) -> bool {
    let Some(Answers { default, best, worst }) = lab::answers(battle, decision, choice) else { return false };
    let assumed = ahead.forecast(battle, decision, choice);
    if assumed.is_exact() && default.forecast.is_exact() {
        let assumed = Ends::new(battle, ahead.attackers(), ahead.attack.on, assumed);
        let same = compare(&default, &assumed) == Ordering::Equal;
        assert!(same, "{choice:?}: the default answers are others: {default:?} and {assumed:?}");
    }
    let harms = [&best.ends, &default, &worst.ends];
    let sorted = harms.is_sorted_by(|ends, next| compare(ends, next) != Ordering::Greater);
    assert!(sorted, "{choice:?}: {} and {} come to {:?}", best.text, worst.text, harms.map(lab::harm));
    true
}

/// Compares how much two forecasts hurt. With dice that can burst without end, a solved forecast and one stepped
/// through may be rounded differently.
fn compare(one: &Ends, other: &Ends) -> Ordering {
    const ROUNDED: f64 = 1e-10;
    let numbers = |ends: &Ends| {
        let (mean, harms, hits) = lab::harm(ends);
        [mean, harms, hits].map(Fraction::to_f64)
    };
    let apart = numbers(one).into_iter().zip(numbers(other)).find(|(one, other)| (one - other).abs() > ROUNDED);
    apart.map_or(Ordering::Equal, |(one, other)| one.total_cmp(&other))
}

fn other(asked: Asked<'_>, choice: &Choice, dice: u64, compared: &mut Compared) {
    let (battle, decision, _) = asked;
    let Some(number) = number_ahead(battle, decision, choice) else { return };
    assert!(number.adds_up(), "{choice:?}: {number:?}");
    // Dice at their maximum are logged, but not rolled, PCT-DMG-03.
    let is_rolled = |entry: &Entry| matches!(entry, Entry::Roll(roll) if !roll.dice.is_empty());
    let first = |journal: &[Entry]| journal.iter().position(is_rolled);
    let journal = played(asked, choice, dice, |journal| first(journal).is_some());
    let Some(Entry::Roll(roll)) = first(&journal).map(|place| &journal[place]) else {
        panic!("{choice:?} was to roll against {number:?}")
    };
    assert_eq!(roll.who, decision.who, "{choice:?}: somebody else rolls {}", roll.words);
    same(choice, roll, &number, roll.dice.iter().filter(|die| matches!(die.part, Part::Counted | Part::Luck)).count());
    compared.others += 1;
}

/// Checks the number of a roll: its target number, or its number of dice.
fn same(choice: &Choice, roll: &Roll, number: &Verdict, dice: usize) {
    match (&roll.against, roll.success) {
        (Some(against), Some(_)) => {
            assert_eq!(against.value, number.value, "{choice:?}: {} against {against:?}", roll.words);
        }
        _ => assert_eq!(dice as i32, number.value, "{choice:?}: {} with other dice than {number:?}", roll.words),
    }
}

fn terms(verdict: &Verdict) -> Vec<(RuleId, &str, i32)> {
    verdict.terms.iter().map(|term| (term.rule, &*term.words, term.amount)).collect()
}

/// The journal after a choice with default answers from everybody, until `done`.
fn played((battle, _, offers): Asked<'_>, choice: &Choice, dice: u64, done: impl Fn(&[Entry]) -> bool) -> Vec<Entry> {
    let (mut after, mut dice, mut journal) = (battle.clone(), Rolled::new(dice), Vec::new());
    play::submit(&mut after, offers, choice, &mut dice, &mut journal).expect("what is on offer can be chosen");
    let depth = battle.agenda.len();
    for _ in 0..MOST_ANSWERS {
        let Some(next) = after.decision().filter(|_| !done(&journal) && after.agenda.len() >= depth) else { break };
        if *next == rules(&after).turn_question(next.who) {
            break;
        }
        let (choice, offers) = (rules(&after).default_answer(&after, next), rules(&after).offers(&after, next));
        play::submit(&mut after, &offers, &choice, &mut dice, &mut journal).expect("the default can be chosen");
    }
    journal
}

/// The roll to hit of an attack: the attacker's first roll after the attack is logged.
fn roll_of<'a>(journal: &'a [Entry], attack: &Attack) -> Option<(usize, &'a Roll)> {
    let told = |entry: &Entry| matches!(entry, Entry::Action { who, on, with, .. } if (*who, *on, *with) == (attack.by, Some(attack.on), attack.item));
    let from = journal.iter().position(told)?;
    journal.iter().enumerate().skip(from).find_map(|(place, entry)| match entry {
        Entry::Roll(roll) if roll.who == attack.by => Some((place, roll)),
        _ => None,
    })
}

/// Whether an entry changes something that an attack can depend on.
fn changes(entry: &Entry) -> bool {
    matches!(entry, Entry::Effect(effect) if !matches!(effect, Effect::Budget(..) | Effect::Load(..) | Effect::Count(..)))
}
