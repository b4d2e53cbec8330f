//! Weighted ends of a state, in whole numbers, and their mixture.

use std::rc::Rc;

use crate::dice::{gcd, lcm};

/// A distribution over ends by number, ascending; or over states further up that it runs into again.
#[derive(Clone, Debug, Default)]
pub struct Spread {
    pub leaves: Vec<(u32, u128)>,
    /// Depth in the stack of open states, and weight.
    pub loops: Vec<(usize, u128)>,
    pub total: u128,
}

impl Spread {
    /// One certain end.
    pub fn leaf(leaf: u32) -> Rc<Self> {
        Rc::new(Self { leaves: vec![(leaf, 1)], loops: Vec::new(), total: 1 })
    }

    /// Certainly back at an open state.
    pub fn back_to(depth: usize) -> Rc<Self> {
        Rc::new(Self { leaves: Vec::new(), loops: vec![(depth, 1)], total: 1 })
    }

    /// Several spreads in one, each with its share of a whole. `sums` is scratch, all zero before and after.
    pub fn mix(parts: &[(Share, Rc<Self>)], sums: &mut Vec<u128>) -> Self {
        let total = parts.iter().fold(1, |all, (share, spread)| lcm(all, share.of * spread.total.max(1)));
        let mut mixed = Self { total, ..Self::default() };
        for (share, spread) in parts {
            let scale = share.ways * (total / (share.of * spread.total.max(1)));
            for (leaf, ways) in &spread.leaves {
                let leaf_index = *leaf as usize;
                if sums.len() <= leaf_index {
                    sums.resize(leaf_index + 1, 0);
                }
                if sums[leaf_index] == 0 {
                    mixed.leaves.push((*leaf, 0));
                }
                sums[leaf_index] += ways * scale;
            }
            for (to, ways) in &spread.loops {
                match mixed.loops.iter_mut().find(|(known, _)| known == to) {
                    Some((_, sum)) => *sum += ways * scale,
                    None => mixed.loops.push((*to, ways * scale)),
                }
            }
        }
        for (leaf, weight) in &mut mixed.leaves {
            *weight = std::mem::take(&mut sums[*leaf as usize]);
        }
        mixed
    }

    /// What runs into the state of that depth again is rolled anew: its weight goes to the other ways in proportion.
    pub fn close_loop(&mut self, depth: usize) {
        if let Some(index) = self.loops.iter().position(|(to, _)| *to == depth) {
            let (_, weight) = self.loops.swap_remove(index);
            self.total -= weight;
        }
    }

    /// Keeps the numbers small enough for the next product.
    pub fn reduce(&mut self) {
        if self.total < 1 << 40 {
            return;
        }
        let weights = self.leaves.iter().map(|(_, w)| *w).chain(self.loops.iter().map(|(_, w)| *w));
        let common = weights.fold(self.total, gcd);
        if common > 1 {
            self.total /= common;
            self.leaves.iter_mut().for_each(|(_, weight)| *weight /= common);
            self.loops.iter_mut().for_each(|(_, weight)| *weight /= common);
        }
    }
}

/// So many ways of so many.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    pub ways: u128,
    pub of: u128,
}

impl Share {
    /// All of it.
    pub const ALL: Self = Self { ways: 1, of: 1 };

    /// That part of this one.
    pub fn times(self, ways: u64, of: u64) -> Self {
        Self { ways: self.ways * u128::from(ways), of: self.of * u128::from(of) }
    }

    /// Both together.
    pub fn add(&mut self, other: Self) {
        if self.of == other.of {
            self.ways += other.ways;
            return;
        }
        let of = lcm(self.of, other.of);
        *self = Self { ways: self.ways * (of / self.of) + other.ways * (of / other.of), of };
    }
}
