//! An attempt: a roll by the chooser that is not an attack, and its chance of success.

use std::borrow::Cow;

use super::ahead::{act_ahead, attack_ahead, without_dice};
use crate::{
    dice::{Enumerated, Fraction},
    rules::{
        account::Verdict,
        choosing::Choice,
        flow::{Entry, Outcome, Roll, StepContext, play},
        ids::CombatantId,
        ruleset::Ruleset,
        state::{AgendaItem, Battle, Decision},
        table::Step,
    },
};

/// The most steps and answers between a successful roll and one that may still avert the attempt.
const MOST_STEPS: usize = 8;

/// An attempt before it is rolled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The chance that the roll succeeds and that nobody who may oppose it averts it, if they give default answers.
    pub chance: Fraction,
    /// The chance that the roll itself succeeds.
    pub rolls: Fraction,
    /// The name of the roll, as in the log: "Menace".
    pub name: Cow<'static, str>,
    /// What it is compared with.
    pub number: Option<Verdict>,
}

/// The attempt that a choice makes, if its first dice are a roll by the chooser that can fail and it leads to no
/// attack. Every outcome of the dice is run through the rules that carry it out.
pub fn attempt_ahead(battle: &Battle, decision: &Decision, choice: &Choice) -> Option<Attempt> {
    if attack_ahead(battle, decision, choice).is_some() {
        return None;
    }
    let mut after = act_ahead(battle, decision, choice)?;
    // If the turn has ended, the dice belong to another turn.
    if after.scene.acting != battle.scene.acting || after.scene.round != battle.scene.round {
        return None;
    }
    let Some(AgendaItem::Step(step)) = after.agenda.pop() else { return None };
    let rules = after.ruleset.rules();
    if rules.asks_for_more(&step) {
        return None;
    }
    let (mut rolls, mut averted) = (Share::default(), Share::default());
    let mut first: Option<Roll> = None;
    each_outcome(rules, &after, &step, |outcome, ways| {
        let own = |entry: &Entry| matches!(entry, Entry::Roll(roll) if roll.who == decision.who);
        let any = || outcome.entries.iter().find(|entry| own(entry));
        let any = || any().and_then(|entry| if let Entry::Roll(roll) = entry { Some(roll) } else { None });
        let roll = roll_of(&outcome, |who| who == decision.who).or_else(any)?;
        first.get_or_insert_with(|| roll.clone());
        match roll.success {
            Some(true) => {
                rolls.add(ways, Share::PARTS);
                averted.add(ways, averted_by_others(rules, &after, decision.who, outcome));
            }
            Some(false) => {}
            // A sum is compared with another combatant's roll.
            None => {
                rolls.add(ways, Share::PARTS);
                averted.add(ways, withstood(rules, &after, decision.who, outcome)?);
            }
        }
        Some(())
    })?;
    let first = first?;
    let rolls = rolls.fraction();
    let lost = averted.fraction();
    let chance = if lost == Fraction::ZERO { rolls } else { Share::less(rolls, lost) };
    let rolls = if first.success.is_none() { chance } else { rolls };
    Some(Attempt { chance, rolls, name: first.words, number: first.against })
}

/// Resolves a step with every outcome of its dice; `None` as soon as `take` returns `None`.
fn each_outcome(
    rules: &dyn Ruleset,
    battle: &Battle,
    step: &Step,
    mut take: impl FnMut(Outcome, (u128, u128)) -> Option<()>,
) -> Option<()> {
    let mut dice = Enumerated::new();
    loop {
        let mut context = StepContext::foretold(&mut dice);
        rules.resolve(battle, step, &mut context);
        let outcome = context.into_outcome();
        take(outcome, dice.weight())?;
        if !dice.advance() {
            return Some(());
        }
    }
}

/// The first roll that can fail by a combatant for whom `whose` holds.
fn roll_of(outcome: &Outcome, whose: impl Fn(CombatantId) -> bool) -> Option<&Roll> {
    outcome.entries.iter().find_map(|entry| match entry {
        Entry::Roll(roll) if whose(roll.who) && roll.success.is_some() => Some(roll),
        _ => None,
    })
}

/// The chance that another combatant's roll right after this one withstands it, or that it changes nothing, in
/// [parts](Share::PARTS); `None` if nobody rolls against it.
fn withstood(rules: &dyn Ruleset, battle: &Battle, by: CombatantId, outcome: Outcome) -> Option<u128> {
    let mut after = battle.clone();
    after.agenda.clear();
    play::write(&mut after, outcome);
    let Some(AgendaItem::Step(step)) = after.agenda.pop() else { return None };
    if rules.asks_for_more(&step) {
        return None;
    }
    let mut holds = Share::default();
    each_outcome(rules, &after, &step, |outcome, ways| {
        let is_held = roll_of(&outcome, |who| who != by)?.success?;
        // The changes may come in a later step.
        let changes = !outcome.then.is_empty() || outcome.entries.iter().any(|entry| matches!(entry, Entry::Effect(_)));
        holds.add(ways, if is_held || !changes { Share::PARTS } else { 0 });
        Some(())
    })?;
    Some(holds.parts())
}

/// The chance that a combatant who is asked because of a roll averts its outcome with a roll of their own, in
/// [parts](Share::PARTS).
fn averted_by_others(rules: &dyn Ruleset, battle: &Battle, by: CombatantId, outcome: Outcome) -> u128 {
    let is_asked = |pending: &AgendaItem| matches!(pending, AgendaItem::Decision(next) if next.who != by);
    if !outcome.then.first().is_some_and(is_asked) {
        return 0;
    }
    let mut after = battle.clone();
    after.agenda.clear();
    play::write(&mut after, outcome);
    for _ in 0..MOST_STEPS {
        let outcome = match after.agenda.pop() {
            Some(AgendaItem::Decision(next)) if next.who != by => {
                rules.answer(&after, &next, &rules.default_answer(&after, &next)).ok()
            }
            Some(AgendaItem::Step(step)) if !rules.asks_for_more(&step) => match without_dice(rules, &after, &step) {
                None => return averted_by_roll(rules, &after, by, &step),
                outcome => outcome,
            },
            _ => None,
        };
        let Some(outcome) = outcome else { break };
        play::write(&mut after, outcome);
    }
    0
}

/// The chance that another combatant's roll succeeds, in [parts](Share::PARTS).
fn averted_by_roll(rules: &dyn Ruleset, battle: &Battle, by: CombatantId, step: &Step) -> u128 {
    let mut averts = Share::default();
    let found = each_outcome(rules, battle, step, |outcome, ways| {
        if roll_of(&outcome, |who| who != by)?.success? {
            averts.add(ways, Share::PARTS);
        }
        Some(())
    });
    if found.is_some() { averts.parts() } else { 0 }
}

/// A sum of chances: exact while all are out of the same total and count in full, otherwise counted in parts.
#[derive(Clone, Copy, Default)]
struct Share {
    ways: u128,
    all: u128,
    parts: u128,
    is_rough: bool,
}

impl Share {
    /// The number of parts of a whole.
    const PARTS: u128 = 1 << 40;

    /// Adds `ways` out of `all`, of which `count` parts count.
    fn add(&mut self, (ways, all): (u128, u128), count: u128) {
        self.is_rough |= count != Self::PARTS && count != 0 || self.all != 0 && self.all != all;
        self.all = all;
        // Weights with more bits than this are shifted, which keeps their proportions.
        let shift = (u128::BITS - all.leading_zeros()).saturating_sub(u128::BITS / 2);
        let share = ((ways >> shift) * Self::PARTS) / (all >> shift).max(1);
        self.parts += share * count / Self::PARTS;
        if count == Self::PARTS {
            self.ways += ways;
        }
    }

    /// The sum in [parts](Self::PARTS).
    fn parts(self) -> u128 {
        self.parts.min(Self::PARTS)
    }

    /// The sum.
    fn fraction(self) -> Fraction {
        if self.is_rough {
            Fraction::new(self.parts.min(Self::PARTS), Self::PARTS)
        } else {
            Fraction::new(self.ways, self.all)
        }
    }

    /// One chance minus another.
    fn less(whole: Fraction, lost: Fraction) -> Fraction {
        let in_parts = |share: Fraction| {
            let mut sum = Self::default();
            sum.add((share.numerator(), share.denominator()), Self::PARTS);
            sum.parts
        };
        Fraction::new(in_parts(whole).saturating_sub(in_parts(lost)), Self::PARTS)
    }
}
