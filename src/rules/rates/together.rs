//! The odds of several attacks whose damage is taken together: each is solved by itself, and what they bring is added up
//! before anything meets it, so that few outcomes are left. RAT-DISC-02, RAT-DMG-08, RAT-DMG-09.

use std::hash::Hash;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{
    attack_step::JointExchange,
    exchange::{Body, Came, Harm, rounded},
};
use crate::{
    dice::gcd,
    rules::exchange::{TogetherStage, solve, solve_from},
};

/// One way in which several attacks end: what has come of each, as far as it makes a difference, and of all together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct End {
    /// Of each in their order; what the shield has taken stands with the first.
    pub came: SmallVec<[Came; 2]>,
    /// Of all.
    pub harm: Harm,
}

/// Every end with its weight.
#[derive(Clone, Debug)]
pub struct Ends {
    /// Each once.
    pub ends: Vec<(End, u128)>,
    /// The sum of all weights.
    pub total: u128,
    /// A bound on the chance that is misplaced, in parts of [`WHOLE`](crate::dice::WHOLE).
    pub missing: u64,
}

/// What attacks have brought together so far: the sum, or the largest and the halves of all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Brought {
    came: SmallVec<[Came; 2]>,
    sum: i32,
    largest: i32,
}

/// Weights of distinct values.
#[derive(Debug)]
struct Weights<T>(FxHashMap<T, u128>);

impl<T: Hash + Eq> Weights<T> {
    fn add(&mut self, value: T, ways: u128) {
        *self.0.entry(value).or_default() += ways;
    }

    /// The same in lowest terms, and brought down to 60 bits; each weight that is rounded may be misplaced by one part.
    fn lowered(self, missing: &mut u64) -> Vec<(T, u128)> {
        let total: u128 = self.0.values().sum();
        let common = self.0.values().fold(total, |common, ways| gcd(common, *ways)).max(1);
        let bits = (u128::BITS - (total / common).leading_zeros()).saturating_sub(60);
        if bits > 0 {
            *missing += self.0.len() as u64 + 1;
        }
        let half = if bits > 0 { 1 << (bits - 1) } else { 0 };
        let all = self.0.into_iter().map(|(value, ways)| (value, (ways / common + half) >> bits));
        all.filter(|(_, ways)| *ways > 0).collect()
    }
}

impl<T> Default for Weights<T> {
    fn default() -> Self {
        Self(FxHashMap::default())
    }
}

/// What of an attack makes a difference once its damage has been added to that of others.
const fn fate(came: Came) -> Came {
    let reached = if came.reached() > 0 { 1 } else { 0 };
    let criticals = if came.criticals > 0 { 1 } else { 0 };
    Came { blows: reached, blocked: 0, criticals, total: 0, shield: 0, ..came }
}

impl Brought {
    /// The same with one more attack.
    fn with(&self, came: Came, older: bool) -> Self {
        let mut next = self.clone();
        next.came.push(fate(came));
        next.came[0].shield += came.shield;
        if came.reached() > 0 {
            next.sum += if older { rounded(came.total.into(), 2) } else { came.total };
            next.largest = if older { next.largest.max(came.total) } else { 0 };
        }
        next
    }

    /// What has reached the target, RAT-DMG-08, RAT-DMG-09.
    fn total(&self, older: bool) -> Option<i32> {
        let any = self.came.iter().any(|came| came.reached() > 0);
        let whole = if older { self.largest - rounded(self.largest.into(), 2) + self.sum } else { self.sum };
        any.then_some(whole)
    }
}

/// Every end of several attacks from where they stand, if everybody gives the default answer.
pub fn ends(exchange: &JointExchange) -> Ends {
    let mut missing = 0;
    let mut all: Weights<End> = Weights::default();
    match exchange.stage {
        TogetherStage::Parts(stages) => {
            let older = exchange.joint.whole.older;
            let mut brought = vec![(Brought::default(), 1)];
            for (place, stage) in stages.into_iter().enumerate() {
                let Some(stage) = stage else { break };
                let solved = solve_from(exchange.part(place), stage);
                missing += solved.missing;
                let mut next = Weights::default();
                for (so_far, ways) in &brought {
                    solved.ends.iter().for_each(|(came, more)| next.add(so_far.with(*came, older), ways * more));
                }
                brought = next.lowered(&mut missing);
            }
            let mut harms = FxHashMap::default();
            for (brought, ways) in brought {
                let total = brought.total(older);
                let harm = harms.entry(total).or_insert_with(|| {
                    let whole = Body { brought: total, ..exchange.joint.whole };
                    solve(&whole)
                });
                missing = missing.max(harm.missing);
                // Wholes differ: each is brought to the same one.
                let whole = 1u128 << 60;
                let mut rest = whole;
                for (place, (came_to, parts)) in harm.ends.iter().enumerate() {
                    let is_last = place + 1 == harm.ends.len();
                    let share = if is_last {
                        rest
                    } else {
                        whole / harm.total * parts + whole % harm.total * parts / harm.total
                    };
                    rest -= share;
                    all.add(End { came: brought.came.clone(), harm: *came_to }, ways * share);
                }
            }
            missing += all.0.len() as u64;
        }
        TogetherStage::Whole(came, whole, stage) => {
            let kept: SmallVec<[Came; 2]> = came.iter().flatten().copied().collect();
            let solved = solve_from(&whole, stage);
            missing = solved.missing;
            solved.ends.iter().for_each(|(harm, ways)| all.add(End { came: kept.clone(), harm: *harm }, *ways));
        }
    }
    let ends = all.lowered(&mut missing);
    Ends { total: ends.iter().map(|(_, ways)| ways).sum::<u128>().max(1), ends, missing }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        dice::Dice,
        rules::{
            CombatantId, ItemId,
            exchange::Situation as _,
            rates::{
                attack_step::{Place, Strike},
                exchange::{Attack, Critical, DamageDice, Joint, Methods, Rate, Resistance, Rolls},
            },
        },
    };

    fn attack(flat: i16, older: bool) -> Attack {
        Attack {
            rolls: Rolls::Dice(3),
            rate: Rate { by: Some(6), slow: 2 },
            half_accuracy: false,
            base: 5,
            difficulty: 0,
            deals: false,
            chosen_first: false,
            methods: Methods { block: Some(30), dodge: 1, sidestep: true, ..Methods::default() },
            damage: DamageDice::new([Dice { count: 1, sides: 4 }], flat),
            critical: Some(Critical { range: if older { 18 } else { 3 }, halves: 4, added: 0 }),
            older,
            per_blow: false,
            spell: false,
            resistance: Resistance::default(),
        }
    }

    /// Solved apart and added up, they come to what one machine over all of them comes to.
    #[test]
    fn the_odds_are_those_of_the_machine_of_all_of_them() {
        for older in [false, true] {
            let parts = [attack(7, older), attack(4, older)];
            let whole = Body { older, reduction: 40, defence: 2, strength: 1, strength_share: 100, ..Body::default() };
            let joint = Joint::new(&parts, Body { health: 50, ..whole }).expect("they are few");
            let strike = Strike { by: CombatantId(0), item: ItemId(0), on: CombatantId(1), place: Place::Anywhere };
            let exchange = JointExchange { strikes: vec![strike; 2], joint, stage: joint.begin() };
            let found = ends(&exchange);
            let solved = solve(&joint);
            let mut expected: FxHashMap<End, f64> = FxHashMap::default();
            for ((came, harm), ways) in &solved.ends {
                let brought = came.iter().flatten().fold(Brought::default(), |so_far, came| so_far.with(*came, older));
                let end = End { came: brought.came, harm: *harm };
                *expected.entry(end).or_default() += *ways as f64 / solved.total as f64;
            }
            assert_eq!((found.ends.len(), found.missing < 100_000), (expected.len(), true));
            for (end, ways) in &found.ends {
                let chance = *ways as f64 / found.total as f64;
                assert!((chance - expected[end]).abs() < 1e-12, "{end:?}: {chance} and not {}", expected[end]);
            }
        }
    }
}
