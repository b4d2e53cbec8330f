//! The flat solver: every outcome of an exchange at once, level by level.

use std::{hash::BuildHasher as _, iter, mem, rc::Rc};

use rustc_hash::FxBuildHasher;

use super::{Next, Reads, Situation, Solved};
use crate::{
    dice::{Reading, SumWays, Throw, WHOLE, Ways, gcd},
    rules::flow::Places,
};

/// The most levels of a machine; beyond them it is given up, and the missing chance says so.
const MOST_LEVELS: usize = 200;

/// Weights beyond this are scaled down, so that they can be multiplied by those of one more throw.
const LARGEST: u128 = 1 << 120;

/// Initial room for ends.
const ENDS: usize = 128;

/// The odds of all results if everybody answers as assumed.
pub fn solve<S: Situation>(situation: &S) -> Solved<S::Result> {
    solve_from(situation, situation.begin())
}

/// Like [`solve`], but from a later stage.
pub fn solve_from<S: Situation>(situation: &S, stage: S::Stage) -> Solved<S::Result> {
    let mut open = Vec::new();
    let flow = Solver::new(situation, &mut open).run(stage);
    let result = |(end, ways)| if let End::Done(result) = end { Some((result, ways)) } else { None };
    let mut solved =
        Solved { ends: flow.ends.into_iter().filter_map(result).collect(), total: flow.whole, missing: flow.missing };
    // Proportions in lowest terms are exact where the throws are; totals above 60 bits are rounded.
    solved.total = solved.ends.iter().map(|(_, ways)| ways).sum::<u128>().max(1);
    let common = common_divisor(solved.total, solved.ends.iter().map(|(_, ways)| *ways));
    let bits = (u128::BITS - (solved.total / common).leading_zeros()).saturating_sub(60);
    if bits > 0 {
        solved.missing += solved.ends.len() as u64 + 1;
    }
    let divisor = ExactDivisor::new(common);
    solved.ends.iter_mut().for_each(|(_, ways)| *ways = shifted_down(divisor.divide(*ways), bits));
    solved.ends.retain(|(_, ways)| *ways > 0);
    solved.ends.shrink_to_fit();
    solved.total = solved.ends.iter().map(|(_, ways)| ways).sum::<u128>().max(1);
    solved
}

/// The greatest common divisor of all of them. The shared powers of two come first, as they cost least.
fn common_divisor(total: u128, all: impl Iterator<Item = u128> + Clone) -> u128 {
    let twos = all.clone().fold(total, |bits, ways| bits | ways).trailing_zeros();
    let mut odd = total >> total.trailing_zeros();
    let mut divisor = ExactDivisor::new(odd);
    let mut most = u128::MAX / odd;
    for ways in all.filter(|ways| *ways > 0) {
        if odd == 1 {
            break;
        }
        // Most are multiples of the divisor found so far.
        if divisor.divide(ways) > most {
            odd = gcd(odd, ways >> ways.trailing_zeros());
            (divisor, most) = (ExactDivisor::new(odd), u128::MAX / odd);
        }
    }
    odd << twos
}

/// Division by a number that is known to divide exactly: a multiplication by its inverse modulo 2^128, which costs a
/// tenth of a division.
#[derive(Clone, Copy, Debug)]
struct ExactDivisor {
    twos: u32,
    inverse: u128,
}

impl ExactDivisor {
    const fn new(number: u128) -> Self {
        let twos = number.trailing_zeros();
        let odd = number >> twos;
        // An odd number is its own inverse modulo 2^3; each step doubles the number of correct bits.
        let (mut inverse, mut bits) = (odd, 3);
        while bits < u128::BITS {
            inverse = inverse.wrapping_mul(2_u128.wrapping_sub(odd.wrapping_mul(inverse)));
            bits *= 2;
        }
        Self { twos, inverse }
    }

    const fn divide(self, number: u128) -> u128 {
        (number >> self.twos).wrapping_mul(self.inverse)
    }
}

/// The least common multiple of two numbers; `None` if it is too large.
fn common_multiple(one: u128, other: u128) -> Option<u128> {
    if one == other { Some(one) } else { (one / gcd(one, other)).checked_mul(other).filter(|all| *all <= LARGEST) }
}

/// A number without its lowest bits, rounded.
const fn shifted_down(number: u128, bits: u32) -> u128 {
    if bits == 0 { number } else { (number + (1 << (bits - 1))) >> bits }
}

/// Where a part of the chance ends up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum End<S: Situation> {
    Done(S::Result),
    /// Back at an open stage that is rolled again, by its depth.
    Back(usize),
}

/// Ends with their parts of a whole.
struct Flow<S: Situation> {
    ends: Vec<(End<S>, u128)>,
    whole: u128,
    missing: u64,
}

/// By how many bits weights are shifted up or down.
#[derive(Clone, Copy, Debug)]
enum Scale {
    Up(u32),
    Down(u32),
}

impl Scale {
    const fn apply(self, ways: u128) -> u128 {
        match self {
            Self::Up(bits) => ways << bits,
            Self::Down(bits) => shifted_down(ways, bits),
        }
    }
}

/// How the weights of a level become those of the next.
struct Conversion {
    /// A common multiple of the ways of all stages, by which all weights grow; `None`: each is divided by the ways of
    /// its own stage, and rounded.
    common: Option<u128>,
    /// What is done to each weight first.
    scale: Scale,
}

/// Solves all stages of one level at once: each throw moves on the whole chance that has reached its stage.
struct Solver<'a, S: Situation> {
    situation: &'a S,
    /// Earlier stages that are rolled again when the exchange returns to them.
    open: &'a mut Vec<S::Stage>,
    /// The stages of a level in the order in which they were reached, with their parts of the whole.
    level: Vec<(S::Stage, u128)>,
    /// Where a stage stands in the next level.
    places: Places,
    next: Vec<(S::Stage, u128)>,
    piles: Vec<Pile<S>>,
    /// Where a pile stands among the others.
    piled: Places,
    /// Where an end stands in the flow.
    done: Places,
    /// The place of the last end that was reached.
    last: usize,
    flow: Flow<S>,
}

/// How the chance at a stage is divided.
enum Division<S: Situation> {
    /// By whether a sum is above a number.
    Above(i32, Rc<[SumWays]>),
    /// By sums; with the stage that stands for all stages with the same successors.
    Sums(Rc<[SumWays]>, Option<S::Stage>),
    /// By readings.
    Readings(Rc<Ways>),
    Again(Flow<S>),
    Ends,
}

impl<S: Situation> Division<S> {
    /// How many ways it divides the chance into.
    fn whole(&self) -> u128 {
        match self {
            Self::Above(_, sums) | Self::Sums(sums, _) => sums.last().map_or(1, |last| last.upto.max(1)).into(),
            Self::Readings(ways) => ways.total().max(1).into(),
            Self::Again(flow) => flow.whole,
            Self::Ends => 1,
        }
    }

    /// How many parts it has at most.
    fn parts(&self) -> usize {
        match self {
            Self::Above(..) => 2,
            Self::Sums(sums, _) => sums.len(),
            Self::Readings(ways) => ways.len(),
            Self::Again(flow) => flow.ends.len(),
            Self::Ends => 0,
        }
    }
}

/// The chance, by sum, at stages from which equal sums lead to the same stage.
struct Pile<S: Situation> {
    stage: S::Stage,
    first: i32,
    ways: Vec<u128>,
}

impl<S: Situation> Pile<S> {
    /// Makes room for sums.
    fn widen(&mut self, sums: &[SumWays]) {
        let (Some(least), Some(most)) = (sums.first(), sums.last()) else { return };
        if least.sum < self.first {
            let more = (self.first - least.sum) as usize;
            self.ways.splice(0..0, iter::repeat_n(0, more));
            self.first = least.sum;
        }
        let room = (most.sum - self.first) as usize + 1;
        self.ways.resize(room.max(self.ways.len()), 0);
    }

    fn add(&mut self, sums: &[SumWays], share: impl Fn(u128) -> u128) {
        self.widen(sums);
        for sum in sums {
            self.ways[(sum.sum - self.first) as usize] += share(sum.ways.into());
        }
    }
}

/// Whether the ways of a throw are the few faces of one die, always exact.
const fn is_counted(throw: Throw) -> bool {
    matches!(throw, Throw::Percent | Throw::Sum { count: 1, .. })
}

impl<'a, S: Situation> Solver<'a, S> {
    fn new(situation: &'a S, open: &'a mut Vec<S::Stage>) -> Self {
        let flow = Flow { ends: Vec::new(), whole: 1, missing: 0 };
        let [places, piled] = [(); 2].map(|()| Places::default());
        let done = Places::with_room(ENDS);
        let (level, next, piles) = (Vec::new(), Vec::new(), Vec::new());
        Self { situation, open, level, places, next, piles, piled, done, last: 0, flow }
    }

    fn run(mut self, stage: S::Stage) -> Flow<S> {
        self.pass_on(stage, 1);
        for _ in 0..MOST_LEVELS {
            if self.next.is_empty() {
                return self.flow;
            }
            self.solve_level();
        }
        // Too long: the chance still under way counts as missing.
        let lost: u128 = self.next.iter().map(|(_, ways)| ways).sum();
        let bits = (u128::BITS - self.flow.whole.leading_zeros()).saturating_sub(60);
        let part = (lost >> bits) * u128::from(WHOLE) / (self.flow.whole >> bits).max(1) + 1;
        self.flow.missing = self.flow.missing.saturating_add(part.min(WHOLE.into()) as u64).min(WHOLE);
        self.flow
    }

    /// Moves the chance of every stage of a level on by one throw.
    fn solve_level(&mut self) {
        self.places.clear();
        mem::swap(&mut self.level, &mut self.next);
        let level = mem::take(&mut self.level);
        let divisions: Vec<(Division<S>, u64)> = level.iter().map(|(stage, _)| self.division(*stage)).collect();
        let common = divisions.iter().try_fold(1, |common, (division, _)| common_multiple(common, division.whole()));
        self.flow.missing += divisions.iter().map(|(_, missing)| *missing).max().unwrap_or(0);
        let Conversion { common, scale } = self.make_room(common, level.len());
        for ((stage, weight), (division, _)) in level.iter().zip(&divisions) {
            let (weight, whole) = (scale.apply(*weight), division.whole());
            if let Some(common) = common {
                let times = weight * (common / whole);
                self.divide(*stage, division, |ways| times * ways);
            } else {
                self.flow.missing += 2 * division.parts() as u64;
                self.divide(*stage, division, |ways| (weight * ways + whole / 2) / whole);
            }
        }
        self.empty_piles();
        self.level = level;
        self.level.clear();
    }

    /// The place of the pile of a stage, the last one most of the time; a new one if there is none.
    fn pile(&mut self, stage: S::Stage, sums: &[SumWays]) -> usize {
        let piles = &mut self.piles;
        if piles.last().is_some_and(|last| last.stage == stage) {
            return piles.len() - 1;
        }
        let (hash, is) = (FxBuildHasher.hash_one(stage), |place: usize| piles[place].stage == stage);
        let found = self.piled.find(hash, piles.len(), is, |place| FxBuildHasher.hash_one(piles[place].stage));
        found.unwrap_or_else(|| {
            let first = sums.first().map_or(0, |least| least.sum);
            piles.push(Pile { stage, first, ways: Vec::new() });
            piles.len() - 1
        })
    }

    /// Moves on the chance gathered in the piles.
    fn empty_piles(&mut self) {
        self.piled.clear();
        for Pile { stage, first, ways } in mem::take(&mut self.piles) {
            for (sum, ways) in (first..).zip(ways).filter(|(_, ways)| *ways > 0) {
                self.pass_on(self.situation.thrown(stage, Reading::of(sum)), ways);
            }
        }
    }

    /// Makes room for one more product, with the number of ways that the stages of a level have in common, if any:
    /// scales all weights down where they would become too large, and multiplies those that have ended already.
    fn make_room(&mut self, common: Option<u128>, stages: usize) -> Conversion {
        let fits = |whole: u128, times: u128| whole.checked_mul(times).is_some_and(|product| product <= LARGEST);
        let bits = match common {
            Some(common) if fits(self.flow.whole, common) => 0,
            _ => (u128::BITS - self.flow.whole.leading_zeros()).saturating_sub(60),
        };
        if bits > 0 {
            self.flow.ends.iter_mut().for_each(|(_, ways)| *ways = shifted_down(*ways, bits));
            self.flow.whole = shifted_down(self.flow.whole, bits).max(1);
            self.flow.missing += 2 * ((self.flow.ends.len() + stages) as u64 + 1);
        }
        let common = common.filter(|common| fits(self.flow.whole, *common));
        if common.is_none() && bits == 0 {
            // Weights that are divided and rounded must be large.
            let up = self.flow.whole.leading_zeros().saturating_sub(u128::BITS - 60);
            self.flow.ends.iter_mut().for_each(|(_, ways)| *ways <<= up);
            self.flow.whole <<= up;
            return Conversion { common, scale: Scale::Up(up) };
        }
        if let Some(common) = common {
            self.flow.ends.iter_mut().for_each(|(_, ways)| *ways *= common);
            self.flow.whole *= common;
        }
        Conversion { common, scale: Scale::Down(bits) }
    }

    /// Divides the chance of a stage; `share` gives the weight of a number of ways.
    fn divide(&mut self, stage: S::Stage, division: &Division<S>, share: impl Fn(u128) -> u128) {
        match division {
            Division::Above(number, sums) => {
                let first = sums.partition_point(|sum| sum.sum <= *number);
                let upto = if first > 0 { sums[first - 1].upto } else { 0 };
                let all = sums.last().map_or(0, |last| last.upto);
                if first > 0 {
                    self.pass_on(self.situation.thrown(stage, Reading::of(sums[0].sum)), share(upto.into()));
                }
                if all > upto {
                    let next = self.situation.thrown(stage, Reading::of(sums[first].sum));
                    self.pass_on(next, share(u128::from(all - upto)));
                }
            }
            Division::Sums(sums, Some(alike)) => {
                let place = self.pile(*alike, sums);
                self.piles[place].add(sums, share);
            }
            Division::Sums(sums, None) => {
                for sum in sums.iter() {
                    self.pass_on(self.situation.thrown(stage, Reading::of(sum.sum)), share(sum.ways.into()));
                }
            }
            Division::Readings(all) => {
                for (reading, ways) in all.iter() {
                    self.pass_on(self.situation.thrown(stage, *reading), share((*ways).into()));
                }
            }
            Division::Again(flow) => flow.ends.iter().for_each(|(end, ways)| self.add_to_end(*end, share(*ways))),
            Division::Ends => {}
        }
    }

    /// How the chance at a stage is divided, and a bound on the chance that this leaves out.
    fn division(&mut self, stage: S::Stage) -> (Division<S>, u64) {
        let is_open = self.open.last() == Some(&stage);
        if self.situation.may_return(stage) && !is_open {
            let flow = self.solve_returning(stage);
            let missing = flow.missing;
            return (Division::Again(flow), missing);
        }
        let Next::Throw(throw, reads) = self.situation.next(stage) else { return (Division::Ends, 0) };
        let missing = || if is_counted(throw) { 0 } else { throw.ways().missing() };
        let readings = |ways: Rc<Ways>| {
            let missing = ways.missing();
            (Division::Readings(ways), missing)
        };
        match reads {
            Reads::Above(number) => (Division::Above(number, throw.sums()), missing()),
            Reads::Sum => (Division::Sums(throw.sums(), self.situation.alike(stage)), missing()),
            Reads::Criticals(count) => readings(throw.criticals(count, None)),
            Reads::CriticalsFirst(count, first) => readings(throw.criticals(count, Some(first))),
            Reads::All => readings(throw.ways()),
        }
    }

    /// Solves a stage that is rolled again when the exchange returns to it.
    fn solve_returning(&mut self, stage: S::Stage) -> Flow<S> {
        self.open.push(stage);
        let depth = self.open.len() - 1;
        let mut solver = Solver::new(self.situation, self.open);
        solver.next.push((stage, 1));
        let mut flow = solver.run_open();
        self.open.pop();
        let back: u128 = flow.ends.iter().filter(|(end, _)| *end == End::Back(depth)).map(|(_, ways)| ways).sum();
        flow.ends.retain(|(end, _)| *end != End::Back(depth));
        let whole = flow.whole;
        flow.whole = (whole - back).max(1);
        // The missing chance is now part of a smaller whole.
        let bits = (u128::BITS - whole.leading_zeros()).saturating_sub(60);
        let grown = u128::from(flow.missing) * ((whole >> bits) + 1) / (flow.whole >> bits).max(1);
        flow.missing = grown.min(WHOLE.into()) as u64;
        flow
    }

    /// Like [`Self::run`], but from an open stage that is in the next level already.
    fn run_open(mut self) -> Flow<S> {
        self.solve_level();
        for _ in 0..MOST_LEVELS {
            if self.next.is_empty() {
                return self.flow;
            }
            self.solve_level();
        }
        self.flow.missing = WHOLE;
        self.flow
    }

    /// Passes a part of the chance on to a stage, or to an end.
    fn pass_on(&mut self, mut stage: S::Stage, ways: u128) {
        loop {
            if let Some(depth) = self.open.iter().rposition(|open| *open == stage) {
                return self.add_to_end(End::Back(depth), ways);
            }
            match self.situation.next(stage) {
                Next::Ask(_) => stage = self.situation.answered(stage, self.situation.assumed(stage)),
                Next::Done(result) => return self.add_to_end(End::Done(result), ways),
                Next::Throw(..) => break,
            }
        }
        let stage = self.situation.merged(stage);
        // Neighbouring sums mostly lead to the same stage.
        if let Some((_, sum)) = self.next.last_mut().filter(|(last, _)| *last == stage) {
            *sum += ways;
            return;
        }
        let (hash, next) = (FxBuildHasher.hash_one(stage), &mut self.next);
        let is = |place: usize| next[place].0 == stage;
        match self.places.find(hash, next.len(), is, |place| FxBuildHasher.hash_one(next[place].0)) {
            Some(place) => next[place].1 += ways,
            None => next.push((stage, ways)),
        }
    }

    fn add_to_end(&mut self, end: End<S>, ways: u128) {
        // Neighbouring sums mostly lead to the same end.
        if let Some((_, sum)) = self.flow.ends.get_mut(self.last).filter(|(last, _)| *last == end) {
            *sum += ways;
            return;
        }
        let (hash, ends) = (FxBuildHasher.hash_one(end), &mut self.flow.ends);
        let is = |place: usize| ends[place].0 == end;
        let known = self.done.find(hash, ends.len(), is, |place| FxBuildHasher.hash_one(ends[place].0));
        self.last = known.unwrap_or(ends.len());
        match known {
            Some(place) => ends[place].1 += ways,
            None => ends.push((end, ways)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_parts_are_those_of_a_division() {
        let numbers = [1, 2, 3, 6, 10, 24, 1_000_003, 3_u128.pow(40), 10_u128.pow(15) << 7];
        for number in numbers {
            for times in [0, 1, 2, 7, 1 << 20, 5_u128.pow(20)] {
                assert_eq!(ExactDivisor::new(number).divide(number * times), times, "{number} times {times}");
            }
        }
    }
}
