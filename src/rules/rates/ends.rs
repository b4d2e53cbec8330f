//! The odds of attacks on one target, by one weapon or by several whose damage is combined: each attack is solved by
//! itself, what they bring is added up, and only the sum meets what stops it. Whatever makes no difference is left out
//! on the way, so that few ends are left. RAT-ARM-04, RAT-DISC-02, RAT-DMG-08, RAT-DMG-09.

use std::hash::Hash;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{
    attack_step::{Exchange, JointExchange},
    exchange::{Attack, Body, BodyStage, Came, Ended, Harm, Method, Stage, rounded},
};
use crate::{
    dice::gcd,
    rules::exchange::{FollowedStage, Solved, TogetherStage, several::MOST_TARGETS, solve, solve_from},
};

/// Weights are reduced to this many bits before they are multiplied.
const BITS: u32 = 60;

/// Attacks on one target as far as they have come: everything that their odds depend on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Course {
    stand: Stand,
    /// The target, which their damage meets.
    whole: Body,
    /// What the target's shield takes before it breaks; 0 if it takes nothing.
    shield: i32,
}

/// The stage attacks are at.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Stand {
    /// Each is under way.
    Parts(SmallVec<[(Attack, Stage); 2]>),
    /// They have ended like this, and the target's own rolls are under way.
    Whole(SmallVec<[Came; 2]>, BodyStage),
}

/// One way in which they end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct End {
    /// The result of each in their order, as far as it makes a difference: whether it reached the target and whether
    /// with a critical blow, but not how often. The shield takes nothing, or, with the first result, just what breaks
    /// it.
    pub came: SmallVec<[Came; 2]>,
    /// The harm they do together.
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

impl Course {
    /// The course of an attack with one weapon on a target whose shield takes that much.
    pub fn of_single(exchange: &Exchange, shield: i32) -> Self {
        let single = &exchange.single;
        match exchange.stage {
            FollowedStage::Part(stage) => {
                Self::new(Stand::Parts([(single.part, stage)].into_iter().collect()), single.whole, shield)
            }
            FollowedStage::Whole(came, stage) => {
                Self::new(Stand::Whole([came].into_iter().collect(), stage), single.whole(came), shield)
            }
        }
    }

    /// The course of several attacks.
    pub fn of_joint(exchange: &JointExchange, shield: i32) -> Self {
        match exchange.stage {
            TogetherStage::Parts(stages) => {
                let parts = stages.into_iter().flatten().enumerate();
                let parts = parts.map(|(place, stage)| (*exchange.part(place), stage)).collect();
                Self::new(Stand::Parts(parts), exchange.joint.whole, shield)
            }
            TogetherStage::Whole(came, whole, stage) => {
                Self::new(Stand::Whole(came.into_iter().flatten().collect(), stage), whole, shield)
            }
        }
    }

    /// Leaves out what makes no difference: Health counts only where concentration can be ruined, RAT-ARM-04 (7).
    fn new(stand: Stand, whole: Body, shield: i32) -> Self {
        let blocks = match &stand {
            Stand::Parts(parts) => parts.iter().any(|(attack, _)| attack.methods.block.is_some()),
            Stand::Whole(came, _) => came.iter().any(|came| came.shield > 0),
        };
        let (health, spares) = if whole.willpower.is_some() { (whole.health, whole.spares) } else { (0, false) };
        Self { stand, whole: Body { health, spares, ..whole }, shield: if blocks { shield } else { 0 } }
    }

    /// Every end, if everybody gives the default answer.
    pub fn ends(&self) -> Ends {
        match &self.stand {
            Stand::Parts(parts) => self.of_parts(parts),
            Stand::Whole(came, stage) => {
                let Solved { ends, total, missing } = solve_from(&self.whole, *stage);
                let ends = ends.into_iter().map(|(harm, ways)| (End { came: came.clone(), harm }, ways));
                Ends { ends: ends.collect(), total, missing }
            }
        }
    }

    fn of_parts(&self, parts: &[(Attack, Stage)]) -> Ends {
        let (mut missing, mut fates) = (0, Fates::default());
        let parts: SmallVec<[Part; 2]> = parts
            .iter()
            .map(|(attack, stage)| {
                let solved = solve_from(attack, *stage);
                missing += solved.missing;
                Part::new(&solved, &mut fates, self.shield)
            })
            .collect();
        let mut brought = vec![(Brought::default(), 1)];
        for (place, part) in parts.iter().enumerate() {
            let most: i32 = parts[place..].iter().map(|part| part.most).sum();
            let mut next = Weights::default();
            for (so_far, ways) in brought {
                let is_safe = so_far.shield + most < self.shield;
                let so_far = Brought { shield: if is_safe { 0 } else { so_far.shield }, ..so_far };
                for (bit, more) in if is_safe { &part.safe } else { &part.all } {
                    next.add(so_far.with(place, *bit, self), ways * more);
                }
            }
            brought = next.lowered(&mut missing);
        }
        self.harmed(&brought, &fates, parts.len(), missing)
    }

    /// The ends, once the damage brought meets what stops it.
    fn harmed(&self, brought: &[(Brought, u128)], fates: &Fates, count: usize, mut missing: u64) -> Ends {
        let total = |brought: &Brought| {
            let any = brought.fates[..count].iter().any(|fate| fates.0[usize::from(*fate)].reached() > 0);
            any.then(|| brought.total(self.whole.older))
        };
        let mut harms: FxHashMap<Option<i32>, Solved<Harm>> = FxHashMap::default();
        let mut whole = 1u128;
        for (brought, _) in brought {
            let brought = total(brought);
            let harm = harms.entry(brought).or_insert_with(|| solve(&Body { brought, ..self.whole }));
            whole = whole / gcd(whole, harm.total) * harm.total;
            // Without a common whole of that size, shares are rounded.
            whole = if whole >> BITS > 0 { 1 << BITS } else { whole };
            missing = missing.max(harm.missing);
        }
        let mut all = Weights::default();
        for (brought, ways) in brought {
            let harm = &harms[&total(brought)];
            let breaks = self.shield > 0 && brought.shield >= self.shield;
            let mut rest = whole;
            for (place, (came_to, parts)) in harm.ends.iter().enumerate() {
                let share = whole / harm.total * parts + whole % harm.total * parts / harm.total;
                let share = if place + 1 == harm.ends.len() { rest } else { share };
                rest -= share;
                all.add((brought.fates, breaks, *came_to), ways * share);
            }
        }
        if whole == 1 << BITS {
            missing += all.list.len() as u64;
        }
        let ends = all.lowered(&mut missing).into_iter().map(|((places, breaks, harm), ways)| {
            let mut came: SmallVec<[Came; 2]> =
                places[..count].iter().map(|place| fates.0[usize::from(*place)]).collect();
            came[0].shield = if breaks { self.shield } else { 0 };
            (End { came, harm }, ways)
        });
        let ends: Vec<_> = ends.collect();
        Ends { total: ends.iter().map(|(_, ways)| ways).sum::<u128>().max(1), ends, missing }
    }
}

/// The results that attacks can have, as far as they make a difference, each once.
#[derive(Debug, Default)]
struct Fates(Vec<Came>);

impl Fates {
    /// The place of a result, reduced to what makes a difference.
    fn of(&mut self, came: Came) -> u16 {
        let count = |is: bool| u8::from(is);
        let method = came.method.filter(|method| came.ended == Ended::Averted || *method == Method::ThrowAside);
        let (blows, criticals) = (count(came.reached() > 0), count(came.reached() > 0 && came.criticals > 0));
        let fate = Came { method, blows, criticals, blocked: 0, total: 0, shield: 0, ..came };
        let known = self.0.iter().position(|known| *known == fate);
        known.unwrap_or_else(|| {
            self.0.push(fate);
            self.0.len() - 1
        }) as u16
    }
}

/// The result of one attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Bit {
    fate: u16,
    total: i32,
    shield: i32,
}

/// One attack, solved.
struct Part {
    /// All its results.
    all: Vec<(Bit, u128)>,
    /// The same where the shield does not break, whatever it takes.
    safe: Vec<(Bit, u128)>,
    /// The most that the shield takes from it.
    most: i32,
}

impl Part {
    fn new(solved: &Solved<Came>, fates: &mut Fates, shield: i32) -> Self {
        let (mut all, mut safe, mut most, mut none) = (Weights::default(), Weights::default(), 0, 0);
        for (came, ways) in &solved.ends {
            let taken = came.shield.min(shield);
            let bit = Bit { fate: fates.of(*came), total: came.total, shield: taken };
            most = most.max(taken);
            all.add(bit, *ways);
            safe.add(Bit { shield: 0, ..bit }, *ways);
        }
        Self { all: all.lowered(&mut none), safe: safe.lowered(&mut none), most }
    }
}

/// What attacks have brought together so far: the sum or, in the older edition, the largest and the halves of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Brought {
    /// The result of each.
    fates: [u16; MOST_TARGETS],
    sum: i32,
    largest: i32,
    shield: i32,
}

impl Brought {
    /// The same with the attack at a place.
    fn with(mut self, place: usize, bit: Bit, course: &Course) -> Self {
        self.fates[place] = bit.fate;
        self.shield = (self.shield + bit.shield).min(course.shield);
        if course.whole.older {
            self.sum += rounded(bit.total.into(), 2);
            self.largest = self.largest.max(bit.total);
        } else {
            self.sum += bit.total;
        }
        self
    }

    /// The damage it comes to, RAT-DMG-08, RAT-DMG-09.
    const fn total(&self, older: bool) -> i32 {
        if older { self.largest - rounded(self.largest as i64, 2) + self.sum } else { self.sum }
    }
}

/// Weights of distinct values, in the order in which they come first.
#[derive(Debug)]
struct Weights<T> {
    list: Vec<(T, u128)>,
    places: FxHashMap<T, usize>,
}

impl<T: Copy + Hash + Eq> Weights<T> {
    fn add(&mut self, value: T, ways: u128) {
        let place = *self.places.entry(value).or_insert(self.list.len());
        match self.list.get_mut(place) {
            Some((_, sum)) => *sum += ways,
            None => self.list.push((value, ways)),
        }
    }

    /// The same in lowest terms, with few enough bits; each weight that is rounded may be misplaced by one part.
    fn lowered(self, missing: &mut u64) -> Vec<(T, u128)> {
        let mut all = self.list;
        let total: u128 = all.iter().map(|(_, ways)| ways).sum();
        let common = all.iter().fold(total, |common, (_, ways)| gcd(common, *ways)).max(1);
        let bits = (u128::BITS - (total / common).leading_zeros()).saturating_sub(BITS);
        let half = if bits > 0 { 1 << (bits - 1) } else { 0 };
        *missing += if bits > 0 { all.len() as u64 + 1 } else { 0 };
        all.iter_mut().for_each(|(_, ways)| *ways = (*ways / common + half) >> bits);
        all.retain(|(_, ways)| *ways > 0);
        all
    }
}

impl<T> Default for Weights<T> {
    fn default() -> Self {
        Self { list: Vec::new(), places: FxHashMap::default() }
    }
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
                exchange::{Critical, DamageDice, Joint, Methods, Rate, Resistance, Rolls},
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
            helps: false,
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
        for (older, shield) in [(false, 200), (true, 200), (false, 25)] {
            let parts = [attack(7, older), attack(4, older)];
            let whole = Body { older, reduction: 40, defence: 2, strength: 1, strength_share: 100, ..Body::default() };
            let joint = Joint::new(&parts, Body { health: 50, ..whole }).expect("they are few");
            let strike = Strike { by: CombatantId(0), item: ItemId(0), on: CombatantId(1), place: Place::Anywhere };
            let exchange = JointExchange { strikes: vec![strike; 2], joint, stage: joint.begin() };
            let found = Course::of_joint(&exchange, shield).ends();
            let solved = solve(&joint);
            let mut expected: FxHashMap<End, f64> = FxHashMap::default();
            for ((came, harm), ways) in &solved.ends {
                let (mut fates, came) = (Fates::default(), came.iter().flatten());
                let taken: i32 = came.clone().map(|came| came.shield).sum();
                let places: Vec<u16> = came.map(|came| fates.of(*came)).collect();
                let mut came: SmallVec<[Came; 2]> =
                    places.into_iter().map(|place| fates.0[usize::from(place)]).collect();
                came[0].shield = if taken >= shield { shield } else { 0 };
                *expected.entry(End { came, harm: *harm }).or_default() += *ways as f64 / solved.total as f64;
            }
            assert_eq!((found.ends.len(), found.missing < 100_000), (expected.len(), true), "{shield}");
            for (end, ways) in &found.ends {
                let chance = *ways as f64 / found.total as f64;
                assert!((chance - expected[end]).abs() < 1e-12, "{end:?}: {chance} and not {}", expected[end]);
            }
        }
    }
}
