//! The ends of a forecast. If two exchanges make no difference to each other, their ends are only multiplied out when
//! read one by one. The ends of a solved step are only listed when they are to be kept.

use std::{
    ops::{Deref, Range},
    sync::{Arc, OnceLock},
};

use super::{
    Forecast,
    numbers::Numbers,
    spread::{LARGEST, Share},
};
use crate::{
    dice::{Fraction, Odds, gcd},
    rules::{
        flow::{EffectList, OutcomeState, SolvedStep},
        state::Effect,
    },
};

/// From this total on weights are reduced to lowest terms.
const LONG: u128 = 1 << 40;

/// Every end with its odds.
#[derive(Clone, Debug)]
pub struct Endings {
    listed: OnceLock<Odds<OutcomeState>>,
    product: Option<Product>,
    solved: Option<Solved>,
}

/// The outcomes of a solved step after what came before. No two are equal, and none changes that again.
#[derive(Clone, Debug)]
struct Solved {
    before: OutcomeState,
    step: SolvedStep,
}

/// The ends of an exchange, each with what follows it.
#[derive(Clone, Debug)]
pub struct Product {
    fronts: Vec<Front>,
    tails: Vec<Tail>,
    /// The sum of all weights.
    total: u128,
    /// Whether no two fronts have made the same changes.
    distinct: bool,
}

/// An end of the first exchange.
#[derive(Clone, Debug)]
struct Front {
    ending: OutcomeState,
    /// The tail that follows it; `None` if nothing does.
    tail: Option<usize>,
    /// The factor for the weights of the tail.
    scale: u128,
}

/// What follows some ends of the first exchange.
#[derive(Clone, Debug)]
struct Tail {
    forecast: Arc<Forecast>,
    /// The common divisor of all its weights.
    common: u128,
}

impl From<Odds<OutcomeState>> for Endings {
    fn from(odds: Odds<OutcomeState>) -> Self {
        Self { listed: odds.into(), product: None, solved: None }
    }
}

impl From<Product> for Endings {
    fn from(product: Product) -> Self {
        Self { listed: OnceLock::new(), product: Some(product), solved: None }
    }
}

impl Deref for Endings {
    type Target = Odds<OutcomeState>;

    /// All ends, one by one.
    fn deref(&self) -> &Self::Target {
        let list = || match (&self.product, &self.solved) {
            (Some(product), _) => product.list(),
            (None, Some(solved)) => Odds::of_distinct(solved.step.clone().after(&solved.before)),
            (None, None) => Odds::of_distinct([]),
        };
        self.listed.get_or_init(list)
    }
}

impl PartialEq for Endings {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Endings {}

impl Endings {
    /// Whether they are stored as a `Product`.
    pub const fn is_product(&self) -> bool {
        self.product.is_some()
    }

    /// The ends of a solved step after what came before. They are only listed on demand.
    pub fn solved(before: &OutcomeState, step: SolvedStep) -> Self {
        if step.changes_again(before) {
            return merged(step.after(before)).into();
        }
        Self { listed: OnceLock::new(), product: None, solved: Some(Solved { before: before.clone(), step }) }
    }

    /// The same as a list, to be kept.
    pub fn into_listed(self) -> Self {
        match self {
            Self { product: None, solved: Some(Solved { before, step }), .. } => {
                Odds::of_distinct(step.after(&before)).into()
            }
            listed => listed,
        }
    }

    /// The sum of all weights.
    pub fn total(&self) -> u128 {
        match (&self.product, &self.solved) {
            (Some(product), _) => product.total,
            (None, Some(solved)) => solved.step.ends().map(|end| end.ways).sum(),
            (None, None) => self.deref().total(),
        }
    }

    /// Reads all ends, each once, without listing those of a solved step.
    pub fn read(&self, mut read: impl FnMut(&OutcomeState, u128)) {
        match (self.listed.get(), &self.solved) {
            (None, Some(solved)) => solved.each(read),
            _ => self.iter().for_each(|(ending, weight)| read(ending, weight)),
        }
    }

    /// See [`Odds::chance`].
    pub fn chance(&self, which: impl Fn(&OutcomeState) -> bool) -> Fraction {
        let mut ways = 0;
        self.each(|ending, weight| ways += if which(ending) { weight } else { 0 });
        Fraction::new(ways, self.total())
    }

    /// See [`Odds::mean`].
    pub fn mean(&self, value: impl Fn(&OutcomeState) -> u32) -> Fraction {
        let mut sum = 0;
        self.each(|ending, weight| sum += u128::from(value(ending)) * weight);
        Fraction::new(sum, self.total())
    }

    /// See [`Odds::map`].
    pub fn map<U: Ord>(&self, view: impl Fn(&OutcomeState) -> U) -> Odds<U> {
        let mut all = Vec::new();
        self.each(|ending, weight| all.push((view(ending), weight)));
        Odds::new(all)
    }

    /// Reads every end with its weight without a list; equal ends may come several times.
    fn each(&self, read: impl FnMut(&OutcomeState, u128)) {
        match (self.listed.get(), &self.product) {
            (None, Some(product)) => product.each(read),
            _ => self.read(read),
        }
    }
}

impl Solved {
    /// Reads every end with its weight, reusing one buffer.
    fn each(&self, mut read: impl FnMut(&OutcomeState, u128)) {
        let mut both = self.before.clone();
        for end in self.step.ends() {
            both.results.extend_from_slice(end.results);
            both.effects.to_mut().extend_from_slice(end.effects);
            read(&both, end.ways);
            both.results.truncate(self.before.results.len());
            both.effects.to_mut().truncate(self.before.effects.len());
        }
    }
}

impl Product {
    /// From ends with their shares of the whole and the numbers of their tails; `distinct` promises that no two have
    /// made the same changes. `None` if the numbers would become too large.
    pub fn new(
        fronts: Vec<(OutcomeState, Share, Option<usize>)>,
        tails: Vec<Arc<Forecast>>,
        distinct: bool,
    ) -> Option<Self> {
        let whole = |share: &Share, tail: Option<usize>| {
            let total = tail.map_or(1, |tail| tails[tail].odds.total());
            share.of.checked_mul(total.max(1))
        };
        let mut total = fronts.iter().try_fold(1u128, |all, (_, share, tail)| {
            let whole = whole(share, *tail)?;
            all.checked_mul(whole / gcd(all, whole)).filter(|total| *total < LARGEST)
        })?;
        let mut parts = Vec::with_capacity(fronts.len());
        for (ending, share, tail) in fronts {
            let scale = share.ways * (total / whole(&share, tail)?);
            parts.push(Front { ending, tail, scale });
        }
        let mut tails: Vec<Tail> = tails.into_iter().map(|forecast| Tail { forecast, common: 1 }).collect();
        if total >= LONG {
            tails.iter_mut().for_each(|tail| tail.common = tail.forecast.odds.common());
            for front in &mut parts {
                front.scale *= front.tail.map_or(1, |tail| tails[tail].common);
            }
            let common = parts.iter().fold(total, |common, front| gcd(common, front.scale));
            total /= common;
            parts.iter_mut().for_each(|front| front.scale /= common);
        }
        Some(Self { fronts: parts, tails, total, distinct })
    }

    /// Reads every end with its weight, reusing one buffer.
    fn each(&self, mut read: impl FnMut(&OutcomeState, u128)) {
        let apart = self.are_apart();
        let mut both = OutcomeState::default();
        for front in &self.fronts {
            let Some(tail) = front.tail else {
                read(&front.ending, front.scale);
                continue;
            };
            both.results.clone_from(&front.ending.results);
            both.effects.to_mut().clear();
            both.effects.to_mut().extend_from_slice(&front.ending.effects);
            for (ending, weight) in self.tails[tail].iter() {
                both.add(ending, apart);
                read(&both, front.scale * weight);
                both.results.truncate(front.ending.results.len());
                both.effects.to_mut().truncate(front.ending.effects.len());
                if !apart {
                    both.effects.to_mut().clone_from_slice(&front.ending.effects);
                }
            }
        }
    }

    /// All ends multiplied out.
    fn list(&self) -> Odds<OutcomeState> {
        let apart = self.are_apart();
        let mut list: Vec<Effect> = Vec::new();
        let mut ends = Vec::with_capacity(self.len());
        for front in &self.fronts {
            let mut add = |ending: &OutcomeState, weight: u128| {
                let first = list.len();
                list.extend_from_slice(&front.ending.effects);
                if apart {
                    list.extend_from_slice(&ending.effects);
                } else {
                    let known = first..list.len();
                    ending.effects.iter().for_each(|effect| effect.clone().record(&mut list, known.clone()));
                }
                let mut results = front.ending.results.clone();
                results.extend_from_slice(&ending.results);
                ends.push((results, first..list.len(), front.scale * weight));
            };
            match front.tail {
                None => add(&OutcomeState::default(), 1),
                Some(tail) => self.tails[tail].iter().for_each(|(ending, weight)| add(ending, weight)),
            }
        }
        let list = Arc::new(list);
        let part = |range: Range<usize>| EffectList::part(&list, range.start, range.end);
        let all = ends.into_iter();
        let all = all.map(|(results, range, weight)| (OutcomeState { results, effects: part(range) }, weight));
        let all: Vec<(OutcomeState, u128)> = all.collect();
        // If this holds, an end's changes tell which exchange made which, so no two ends are equal.
        let mut counts = self.fronts.iter().map(|front| front.ending.results.len());
        let first = counts.next();
        if apart && self.distinct && counts.all(|count| Some(count) == first) {
            return Odds::of_distinct(all);
        }
        merged(all)
    }

    /// How many ends there are, with equal ones counted separately.
    pub fn len(&self) -> usize {
        self.fronts.iter().map(|front| front.tail.map_or(1, |tail| self.tails[tail].forecast.odds.at_most())).sum()
    }

    /// Whether what follows never changes again what an end of the first exchange has changed.
    fn are_apart(&self) -> bool {
        let firsts = kinds(self.fronts.iter().map(|front| &front.ending));
        let others = kinds(self.tails.iter().flat_map(|tail| tail.forecast.odds.iter().map(|(ending, _)| ending)));
        let meets = |effect: &Effect, other: &Effect| effect == other || effect.replaces(other);
        !firsts.iter().any(|effect| others.iter().any(|other| meets(effect, other)))
    }
}

impl Tail {
    /// Its ends with their weights in lowest terms.
    fn iter(&self) -> impl Iterator<Item = (&OutcomeState, u128)> {
        let lowest = |weight: u128| match (u64::try_from(weight), u64::try_from(self.common)) {
            (Ok(weight), Ok(common)) => u128::from(weight / common),
            _ => weight / self.common,
        };
        self.forecast.odds.iter().map(move |(ending, weight)| (ending, lowest(weight)))
    }
}

impl Endings {
    /// The common divisor of all weights.
    fn common(&self) -> u128 {
        self.iter().map(|(_, weight)| weight).fold(self.total(), gcd)
    }

    /// How many ends are stored: for a `Product`, the fronts plus the ends of the tails.
    pub fn kept(&self) -> usize {
        let of_tails = |product: &Product| product.tails.iter().map(|tail| tail.forecast.odds.kept()).sum::<usize>();
        self.product.as_ref().map_or_else(|| self.at_most(), |product| product.fronts.len() + of_tails(product))
    }

    /// How many ends there are at most.
    pub fn at_most(&self) -> usize {
        match (&self.product, &self.solved) {
            (Some(product), _) => product.len(),
            (None, Some(solved)) => solved.step.ends().len(),
            (None, None) => self.deref().len(),
        }
    }
}

/// Ends with equal ones merged, in order of first appearance.
pub fn merged(all: Vec<(OutcomeState, u128)>) -> Odds<OutcomeState> {
    let (mut endings, mut sums): (_, Vec<u128>) = (Numbers::new(), Vec::with_capacity(all.len()));
    for (ending, weight) in all {
        let number = endings.of(ending) as usize;
        match sums.get_mut(number) {
            Some(sum) => *sum += weight,
            None => sums.push(weight),
        }
    }
    Odds::of_distinct(endings.values.into_iter().zip(sums))
}

/// The effects of these ends, one for each group that replace each other.
fn kinds<'e>(endings: impl Iterator<Item = &'e OutcomeState>) -> Vec<&'e Effect> {
    let mut all: Vec<&Effect> = Vec::new();
    for effect in endings.flat_map(|ending| &ending.effects) {
        if !all.iter().any(|known| *known == effect || effect.replaces(known)) {
            all.push(effect);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{CombatantId, Posture, Vital};

    fn end(effects: Vec<Effect>) -> OutcomeState {
        OutcomeState { effects: effects.into(), ..OutcomeState::default() }
    }

    fn harm(who: u16, value: i16) -> Effect {
        Effect::Vital(CombatantId(who), Vital(0), value)
    }

    /// Two equally likely ends of a first exchange, with the same tail.
    fn product(fronts: [Vec<Effect>; 2], tail: Vec<(Vec<Effect>, u128)>) -> Endings {
        let odds = Odds::of_distinct(tail.into_iter().map(|(effects, ways)| (end(effects), ways)));
        let tail = Arc::new(Forecast { odds: odds.into(), missing: 0 });
        let half = Share { ways: 1, of: 2 };
        let fronts = fronts.map(|effects| (end(effects), half, Some(0))).into();
        Product::new(fronts, vec![tail], true).expect("the numbers are small").into()
    }

    #[track_caller]
    fn comes_to(found: &Endings, expected: &[(Vec<Effect>, u128)]) {
        let prone = |ending: &OutcomeState| ending.effects.contains(&harm(1, 5));
        // Before the list is made.
        let chance = found.chance(prone);
        assert_eq!(found.total(), expected.iter().map(|(_, ways)| ways).sum());
        let expected: Vec<(OutcomeState, u128)> =
            expected.iter().map(|(effects, ways)| (end(effects.clone()), *ways)).collect();
        let listed: Vec<(OutcomeState, u128)> = found.iter().map(|(ending, ways)| (ending.clone(), ways)).collect();
        assert_eq!(listed, expected);
        assert_eq!(chance, found.chance(prone));
    }

    #[test]
    fn ends_are_multiplied_out() {
        let prone = Effect::Posture(CombatantId(2), Posture::Prone);
        let found = product([vec![harm(1, 5)], vec![]], vec![(vec![prone.clone()], 1), (vec![], 3)]);
        let expected = [(vec![harm(1, 5), prone.clone()], 1), (vec![harm(1, 5)], 3), (vec![prone], 1), (vec![], 3)];
        comes_to(&found, &expected);
    }

    #[test]
    fn what_is_changed_again_takes_the_place_of_what_was() {
        let found = product([vec![harm(1, 2)], vec![harm(1, 3)]], vec![(vec![harm(1, 5)], 1), (vec![], 3)]);
        comes_to(&found, &[(vec![harm(1, 5)], 2), (vec![harm(1, 2)], 3), (vec![harm(1, 3)], 3)]);
    }

    #[test]
    fn equal_ends_of_different_exchanges_are_one() {
        let found = product([vec![harm(1, 5)], vec![]], vec![(vec![harm(1, 5)], 1), (vec![], 1)]);
        comes_to(&found, &[(vec![harm(1, 5)], 3), (vec![], 1)]);
    }
}
