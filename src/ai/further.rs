//! Attacks that a turn still allows after a first one: more with what is left, and those that only an attack makes
//! possible. Without them a turn of two blows would be worth no more than a step back and one blow.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{
    evaluation::Gain,
    fork::after_costs,
    options::passes,
    pairs::hash,
    plan::Planner,
    ranking::{Account, Reason},
    turn_context::Standing,
};
use crate::rules::{Battle, Choice, CombatantId, ItemId};

/// The most further attacks that are counted.
const MOST: usize = 3;

/// The most positions kept at a time: attacks made of parts would lead to hundreds.
const MOST_SEQUELS: usize = 64;

/// A certain chance, in the unit of [`Gain::out`].
const SURE: i32 = 10_000;

/// An attack that may follow.
struct Blow {
    choice: Choice,
    on: CombatantId,
    gain: Gain,
    /// Its price: points that come back only in part, and an item that is lost by it.
    price: i32,
}

/// A position once an attack is paid for, and the attacks still on offer there.
struct AfterAttack {
    battle: Battle,
    blows: Vec<Blow>,
}

/// The positions after sequences of attacks, by their means: attacks by the same means on different targets lead to the
/// same. `None` where nothing may follow.
#[derive(Default)]
pub(super) struct Sequels(FxHashMap<u64, Option<Rc<AfterAttack>>>);

/// The likely results of the attacks made so far.
#[derive(Clone, Default)]
struct ResultsSoFar {
    /// The chance that somebody still stands.
    still_standing: SmallVec<[(CombatantId, i32); 4]>,
    /// Items that have most likely been lost.
    lost_items: SmallVec<[ItemId; 2]>,
}

/// Attacks that follow one another, with what each adds.
type Sequence = SmallVec<[(CombatantId, i32); MOST]>;

impl ResultsSoFar {
    fn chance_to_stand(&self, who: CombatantId) -> i32 {
        self.still_standing.iter().find(|(known, _)| *known == who).map_or(SURE, |(_, stands)| *stands)
    }

    fn with(&self, choice: &Choice, on: CombatantId, gain: Gain) -> Self {
        let mut after = self.clone();
        let left = self.chance_to_stand(on) * (SURE - gain.out) / SURE;
        after.still_standing.retain(|(who, _)| *who != on);
        after.still_standing.push((on, left));
        after.lost_items.extend(choice.item.filter(|_| gain.parts));
        after
    }

    fn worth(&self, blow: &Blow) -> i32 {
        let is_gone = blow.choice.item.is_some_and(|item| self.lost_items.contains(&item));
        let value = if is_gone { 0 } else { blow.gain.value * self.chance_to_stand(blow.on) / SURE };
        value - blow.price
    }
}

impl Planner<'_> {
    /// Adds to the account the best attacks still on offer after a first one, in the order in which they would be made.
    /// Their worth falls with the chance that the target is already out.
    pub(super) fn further(
        &mut self,
        sequels: &mut Sequels,
        (at, here): (&Battle, &Standing),
        (first, on, gain): (&Choice, CombatantId, Gain),
        account: &mut Account,
    ) {
        if sequels.0.len() >= MOST_SEQUELS {
            sequels.0.clear();
        }
        let results = ResultsSoFar::default().with(first, on, gain);
        let (_, sequence) = self.sequence(sequels, (at, here), (0, first), &results, MOST);
        sequence.into_iter().for_each(|(on, worth)| account.add(Reason::Further(on), worth));
    }

    /// The best attacks after `last`, at most `most` of them, with their total worth.
    fn sequence(
        &mut self,
        sequels: &mut Sequels,
        (at, here): (&Battle, &Standing),
        (key, last): (u64, &Choice),
        results: &ResultsSoFar,
        most: usize,
    ) -> (i32, Sequence) {
        let mut best = (0, Sequence::new());
        if most == 0 {
            return best;
        }
        let key = hash(&(key, last.verb, last.item, &last.parameters));
        let known = sequels.0.get(&key).cloned();
        let Some(sequel) = known.unwrap_or_else(|| {
            let sequel = self.after_attack(at, here, last).map(Rc::new);
            sequels.0.insert(key, sequel.clone());
            sequel
        }) else {
            return best;
        };
        let mut means: SmallVec<[(&'static str, Option<ItemId>); 4]> = SmallVec::new();
        let mut blows: Vec<(i32, &Blow)> = sequel.blows.iter().map(|blow| (results.worth(blow), blow)).collect();
        blows.sort_by_key(|(worth, _)| -worth);
        for (worth, blow) in blows.into_iter().filter(|(worth, _)| *worth > 0) {
            // For each means only the best target is examined.
            if means.contains(&(blow.choice.verb, blow.choice.item)) {
                continue;
            }
            means.push((blow.choice.verb, blow.choice.item));
            let then = results.with(&blow.choice, blow.on, blow.gain);
            let (more, sequence) = self.sequence(sequels, (&sequel.battle, here), (key, &blow.choice), &then, most - 1);
            if worth + more > best.0 {
                best = (worth + more, std::iter::once((blow.on, worth)).chain(sequence).collect());
            }
        }
        best
    }

    /// The position after an attack; `None` if the turn is over then, or no attack remains.
    fn after_attack(&mut self, at: &Battle, here: &Standing, attack: &Choice) -> Option<AfterAttack> {
        let context = self.context;
        let after = after_costs(at, at, context.decision, attack)?;
        let mut blows: Vec<Blow> = Vec::new();
        let offers = self.attack_offers(&after, here);
        for (choice, on, gain) in &here.attacks {
            if gain.value > 0 && passes(&offers, choice) {
                let price = self.thrift(&after, &offers, choice) + self.parting(&after, choice, *gain, here);
                blows.push(Blow { choice: choice.clone(), on: *on, gain: *gain, price });
            }
        }
        let all = context.rules.offers(&after, context.decision).0;
        for (choice, on, gain) in self.other_attacks(&after, &all, here) {
            let price = self.thrift(&after, &all, &choice) + self.parting(&after, &choice, gain, here);
            blows.push(Blow { choice, on, gain, price });
        }
        (!blows.is_empty()).then_some(AfterAttack { battle: after, blows })
    }
}
