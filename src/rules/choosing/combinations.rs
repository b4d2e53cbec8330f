//! The combinations of an offer's values that go together.

use std::{collections::VecDeque, mem};

use rustc_hash::FxHashSet;

use super::{Choice, Offer, Parameter};

/// The most combinations tried to find out whether there is one.
const ENOUGH: usize = 400;

impl Offer {
    /// The combinations of values that go together, without targets: the default first, then from few changes to many.
    /// Only the parameters that `of` accepts are varied. Each change tried takes 1 from the budget.
    pub fn combinations<F: Fn(&Parameter) -> bool>(&self, of: F, budget: usize) -> Combinations<'_, F> {
        let first = Choice::of(self);
        Combinations {
            offer: self,
            of,
            known: std::iter::once(first.clone()).collect(),
            sources: VecDeque::from([first]),
            next: (0, 0),
            begun: false,
            budget,
        }
    }

    /// The combinations of its parts, with nothing else varied.
    pub fn assemblies(&self, budget: usize) -> Combinations<'_, impl Fn(&Parameter) -> bool> {
        self.combinations(|parameter| parameter.part.is_some(), budget)
    }

    /// Whether some combination of parts goes together; true if it has no parts.
    pub(super) fn can_be_built(&self) -> bool {
        !self.has_nothing_to_aim_at() && self.assemblies(ENOUGH).next().is_some()
    }
}

/// The combinations of an offer, one by one: [`Offer::combinations`]. Each is only searched for when asked for, since
/// most callers want just the first.
pub struct Combinations<'a, F> {
    offer: &'a Offer,
    of: F,
    known: FxHashSet<Choice>,
    /// Combinations whose changes have not all been tried, in the order they were found.
    sources: VecDeque<Choice>,
    /// The next change to try on the first source: the places of a parameter and of one of its values.
    next: (usize, usize),
    /// Whether the default has been looked at. All others are checked before they are taken in.
    begun: bool,
    budget: usize,
}

impl<F: Fn(&Parameter) -> bool> Combinations<'_, F> {
    /// The next new combination that one change leads to, whether or not it has anything to aim at.
    fn follow(&mut self) -> Option<Choice> {
        loop {
            let source = self.sources.front()?;
            let Some(parameter) = self.offer.parameters.get(self.next.0) else {
                self.sources.pop_front();
                self.next = (0, 0);
                continue;
            };
            let value = Some(parameter).filter(|parameter| (self.of)(parameter));
            let Some(value) = value.and_then(|parameter| parameter.values.get(self.next.1)) else {
                self.next = (self.next.0 + 1, 0);
                continue;
            };
            self.next.1 += 1;
            if value.refusal.is_some() {
                continue;
            }
            self.budget = self.budget.checked_sub(1)?;
            let settled = self.offer.settle(source, parameter.key, value.value);
            // A combination whose only fault is that it has nothing to aim at may lead to one that has.
            let unfit = self.offer.parts.as_ref().and_then(|parts| self.offer.unfit(parts, &settled));
            if unfit.is_none() && self.known.insert(settled.clone()) {
                return Some(settled);
            }
        }
    }
}

impl<F: Fn(&Parameter) -> bool> Iterator for Combinations<'_, F> {
    type Item = Choice;

    fn next(&mut self) -> Option<Choice> {
        if !mem::replace(&mut self.begun, true)
            && let Some(first) = self.sources.front().filter(|first| self.offer.misfit(first).is_none())
        {
            return Some(first.clone());
        }
        loop {
            let choice = self.follow()?;
            self.sources.push_back(choice.clone());
            let is_made_of_parts = self.offer.parts.is_some();
            let misfit = if is_made_of_parts { self.offer.aimless(&choice) } else { self.offer.misfit(&choice) };
            if misfit.is_none() {
                return Some(choice);
            }
        }
    }
}
