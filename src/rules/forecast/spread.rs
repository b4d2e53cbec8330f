//! Weighted ends of a state, in whole numbers, and their mixtures.

use std::{collections::BTreeMap, rc::Rc};

use crate::dice::{WHOLE, gcd};

/// A distribution over outcomes, by number, and over returns to open states further up.
#[derive(Clone, Debug, Default)]
pub struct Spread {
    pub leaves: Vec<(u32, u128)>,
    /// The depth in the stack of open states, and the weight.
    pub loops: Vec<(usize, u128)>,
    pub total: u128,
    /// A bound on the chance left out or misplaced, in parts of [`WHOLE`].
    pub missing: u64,
}

/// What follows a state.
#[derive(Clone, Debug)]
pub enum Flow {
    /// One certain end, by number.
    End([(u32, u128); 1]),
    /// The outcome up to the point where exploring was given up, by number.
    Cut([(u32, u128); 1]),
    /// A certain return to the open state at that depth.
    Back(usize),
    /// Several ends or returns.
    Spread(Rc<Spread>),
}

impl Flow {
    /// One certain end.
    pub const fn end(leaf: u32) -> Self {
        Self::End([(leaf, 1)])
    }

    /// Given up, with the number of the outcome so far.
    pub const fn cut(leaf: u32) -> Self {
        Self::Cut([(leaf, 1)])
    }

    /// The ends with their weights.
    pub fn leaves(&self) -> &[(u32, u128)] {
        match self {
            Self::End(leaf) | Self::Cut(leaf) => leaf,
            Self::Back(_) => &[],
            Self::Spread(spread) => &spread.leaves,
        }
    }

    fn total(&self) -> u128 {
        match self {
            Self::Spread(spread) => spread.total.max(1),
            Self::End(_) | Self::Cut(_) | Self::Back(_) => 1,
        }
    }

    /// See [`Spread::missing`].
    pub fn missing(&self) -> u64 {
        match self {
            Self::Spread(spread) => spread.missing,
            Self::Cut(_) => WHOLE,
            Self::End(_) | Self::Back(_) => 0,
        }
    }
}

/// The total of rounded proportions, which keeps a dozen digits of a chance right.
const COARSE: u128 = 1 << 60;

/// Beyond this a mean over the weights might overflow.
pub const LARGEST: u128 = 1 << 108;

impl Spread {
    /// Merges several flows, each with its share of a whole. `sums` is scratch space, all zero before and after.
    ///
    /// `None` if the numbers would become too large.
    pub fn mix(parts: &[(Share, Flow)], sums: &mut Vec<u128>) -> Option<Self> {
        let total = parts.iter().try_fold(1u128, |all, (share, flow)| {
            let whole = share.of.checked_mul(flow.total())?;
            all.checked_mul(whole / gcd(all, whole)).filter(|total| *total < LARGEST)
        })?;
        let mut mixed = Self { total, ..Self::default() };
        for (share, flow) in parts {
            let scale = share.ways * (total / (share.of * flow.total()));
            for (leaf, ways) in flow.leaves() {
                let index = *leaf as usize;
                if sums.len() <= index {
                    sums.resize(index + 1, 0);
                }
                if sums[index] == 0 {
                    mixed.leaves.push((*leaf, 0));
                }
                sums[index] += ways * scale;
            }
            match flow {
                Flow::Back(depth) => mixed.loop_to(*depth, scale),
                Flow::Spread(spread) => {
                    spread.loops.iter().for_each(|(depth, ways)| mixed.loop_to(*depth, ways * scale));
                }
                Flow::End(_) | Flow::Cut(_) => {}
            }
            mixed.misses(share.of_chance(flow.missing()));
        }
        for (leaf, weight) in &mut mixed.leaves {
            *weight = std::mem::take(&mut sums[*leaf as usize]);
        }
        Some(mixed)
    }

    /// Like [`Self::mix`] with rounded proportions, for numbers that would become too large.
    pub fn mix_coarsely(parts: &[(Share, Flow)]) -> Self {
        let mut mixed = Self { total: COARSE, ..Self::default() };
        let mut leaves: BTreeMap<u32, f64> = BTreeMap::new();
        let rounded = |part: f64| (part * COARSE as f64) as u128;
        for (share, flow) in parts {
            let part = share.ways as f64 / share.of as f64 / flow.total() as f64;
            for (leaf, ways) in flow.leaves() {
                *leaves.entry(*leaf).or_default() += part * *ways as f64;
            }
            match flow {
                Flow::Back(depth) => mixed.loop_to(*depth, rounded(part)),
                Flow::Spread(spread) => {
                    spread.loops.iter().for_each(|(depth, ways)| mixed.loop_to(*depth, rounded(part * *ways as f64)));
                }
                Flow::End(_) | Flow::Cut(_) => {}
            }
            mixed.misses(share.of_chance(flow.missing()));
        }
        // Each term of a sum is off by at most 2^-50 of itself, and each sum by one part of the whole.
        mixed.misses(((parts.len() as u64 + 1) << 10) + leaves.len() as u64);
        mixed.leaves = leaves.into_iter().map(|(leaf, part)| (leaf, rounded(part))).collect();
        let sum: u128 = mixed.leaves.iter().map(|(_, w)| w).chain(mixed.loops.iter().map(|(_, w)| w)).sum();
        // The likeliest end absorbs the rounding error.
        if let Some((_, most)) = mixed.leaves.iter_mut().max_by_key(|(_, weight)| *weight) {
            *most = (*most + COARSE).saturating_sub(sum);
        }
        mixed
    }

    /// Adds a chance left out or misplaced.
    pub fn misses(&mut self, chance: u64) {
        self.missing = self.missing.saturating_add(chance).min(WHOLE);
    }

    fn loop_to(&mut self, depth: usize, weight: u128) {
        match self.loops.iter_mut().find(|(known, _)| *known == depth) {
            Some((_, sum)) => *sum += weight,
            None => self.loops.push((depth, weight)),
        }
    }

    /// Resolves returns to the state at that depth: they are rolled again, so their weight goes to the other outcomes
    /// in proportion.
    pub fn close_loop(&mut self, depth: usize) {
        if let Some(index) = self.loops.iter().position(|(to, _)| *to == depth) {
            let (_, weight) = self.loops.swap_remove(index);
            let share = Share { ways: self.total, of: (self.total - weight).max(1) };
            self.missing = share.of_chance(self.missing);
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

/// A share: `ways` out of `of`.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    pub ways: u128,
    pub of: u128,
}

impl Share {
    /// All of it.
    pub const ALL: Self = Self { ways: 1, of: 1 };

    /// A part of this share; accurate to a dozen digits if the numbers would become too large.
    pub fn times(self, ways: u128, of: u128) -> Self {
        match (self.ways.checked_mul(ways), self.of.checked_mul(of)) {
            (Some(ways), Some(of)) => Self { ways, of },
            _ => self.small().joined(Self { ways, of }.small()),
        }
    }

    /// The same in lowest terms.
    pub const fn reduced(self) -> Self {
        let common = gcd(self.ways, self.of);
        Self { ways: self.ways / common, of: self.of / common }
    }

    const fn joined(self, other: Self) -> Self {
        Self { ways: self.ways * other.ways, of: self.of * other.of }
    }

    /// About the same share, in numbers of at most 52 bits.
    fn small(self) -> Self {
        let bits = (u128::BITS - self.of.leading_zeros()).saturating_sub(52);
        Self { ways: (self.ways >> bits).max(u128::from(self.ways > 0)), of: (self.of >> bits).max(1) }
    }

    /// Adds another share.
    pub fn add(&mut self, other: Self) {
        if self.of == other.of {
            self.ways += other.ways;
            return;
        }
        let common = gcd(self.of, other.of);
        let of = (self.of / common).checked_mul(other.of).filter(|of| *of < 1 << 120);
        *self = match of {
            Some(of) => Self { ways: self.ways * (of / self.of) + other.ways * (of / other.of), of },
            None => {
                let (one, other) = (self.small(), other.small());
                Self { ways: one.ways * other.of + other.ways * one.of, of: one.of * other.of }
            }
        };
    }

    /// This share of a chance, in parts of [`WHOLE`], rounded up.
    pub fn of_chance(self, chance: u64) -> u64 {
        if chance == 0 || self.ways == 0 {
            return 0;
        }
        let bits = (u128::BITS - self.ways.max(self.of).leading_zeros()).saturating_sub(60);
        let part = ((self.ways >> bits) + 1) * u128::from(chance) / (self.of >> bits).max(1) + 1;
        part.min(WHOLE.into()) as u64
    }
}
