//! The combinations of values of an offer that go together.

use std::{collections::VecDeque, mem};

use rustc_hash::FxHashSet;

use super::{Choice, Offer, Parameter};

/// The most combinations that are looked at to learn whether there is one.
const ENOUGH: usize = 400;

impl Offer {
    /// The combinations of values that go together, without targets: as they are if nothing is said, then from those with
    /// few changes to those with many. Only `of` are varied. Each change that is looked at uses up one of the budget.
    pub fn combinations<F: Fn(&Parameter) -> bool>(&self, of: F, budget: usize) -> Combinations<'_, F> {
        let first = Choice::of(self);
        Combinations {
            offer: self,
            of,
            known: std::iter::once(first.clone()).collect(),
            next: VecDeque::from([first]),
            begun: false,
            given: None,
            budget,
        }
    }

    /// Those of its parts, with nothing else varied.
    pub fn assemblies(&self, budget: usize) -> Combinations<'_, impl Fn(&Parameter) -> bool> {
        self.combinations(|parameter| parameter.part.is_some(), budget)
    }

    /// Whether some combination of parts goes together; where it has none, it does.
    pub(super) fn can_be_built(&self) -> bool {
        !self.is_aimless_anyhow() && self.assemblies(ENOUGH).next().is_some()
    }
}

/// The combinations of an offer, one after the other: [`Offer::combinations`].
pub struct Combinations<'a, F> {
    offer: &'a Offer,
    of: F,
    known: FxHashSet<Choice>,
    next: VecDeque<Choice>,
    /// Whether the first has been looked at. All others were fitted together before they were taken in.
    begun: bool,
    /// The last that was given; what follows from it is looked at once more are wanted.
    given: Option<Choice>,
    budget: usize,
}

impl<F: Fn(&Parameter) -> bool> Combinations<'_, F> {
    /// Takes in the combinations that one change leads to.
    fn follow(&mut self, choice: &Choice) {
        for parameter in self.offer.parameters.iter().filter(|parameter| (self.of)(parameter)) {
            for value in parameter.values.iter().filter(|value| value.refusal.is_none()) {
                if self.budget == 0 {
                    return;
                }
                self.budget -= 1;
                let settled = self.offer.settle(choice, parameter.key, value.value);
                // What only leaves nobody to aim at may lead on to what does not.
                let unfit = self.offer.parts.as_ref().and_then(|parts| self.offer.unfit(parts, &settled));
                if unfit.is_none() && self.known.insert(settled.clone()) {
                    self.next.push_back(settled);
                }
            }
        }
    }
}

impl<F: Fn(&Parameter) -> bool> Iterator for Combinations<'_, F> {
    type Item = Choice;

    fn next(&mut self) -> Option<Choice> {
        if let Some(given) = self.given.take() {
            self.follow(&given);
        }
        while let Some(choice) = self.next.pop_front() {
            let is_fitted = mem::replace(&mut self.begun, true) && self.offer.parts.is_some();
            let misfit = if is_fitted { self.offer.aimless(&choice) } else { self.offer.misfit(&choice) };
            if misfit.is_none() {
                self.given = Some(choice.clone());
                return Some(choice);
            }
            self.follow(&choice);
        }
        None
    }
}
