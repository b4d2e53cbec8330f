//! What else a turn allows once an attack has been made: more attacks with what that has left. Without them a turn of two
//! blows would be worth no more than a step back and one blow.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{
    evaluation::Gain,
    fork::paid,
    options::passes,
    pairs::hash,
    plan::Planner,
    ranking::{Account, Reason},
    turn_context::Standing,
};
use crate::rules::{Battle, Choice, CombatantId, ItemId};

/// The most further attacks that are counted.
const MOST: usize = 3;

/// The most positions that are kept at a time: attacks made of parts would leave hundreds.
const MOST_LEFT: usize = 64;

/// A certain chance, in the unit of [`Gain::out`].
const SURE: i32 = 10_000;

/// What attacks in order leave: the position once they are paid for, and which attacks are still on offer there, by their
/// places among those of the standing. Attacks on different targets with the same means leave the same.
pub(super) type Left = FxHashMap<u64, Option<(Battle, Vec<usize>)>>;

impl Planner<'_> {
    /// Adds the best attacks that are still on offer after one from a position, in the order in which they would be made.
    /// Whoever has been put out needs none.
    pub(super) fn further(
        &self,
        left: &mut Left,
        (at, here): (&Battle, &Standing),
        (first, on, gain): (&Choice, CombatantId, Gain),
        account: &mut Account,
    ) {
        let (mut last, mut key, mut before) = (first.clone(), 0, at.clone());
        let mut struck: SmallVec<[(CombatantId, i32); 4]> = SmallVec::from_slice(&[(on, SURE - gain.out)]);
        let mut gone: SmallVec<[ItemId; 2]> = last.item.filter(|_| gain.parts).into_iter().collect();
        if left.len() >= MOST_LEFT {
            left.clear();
        }
        for _ in 0..MOST {
            key = hash(&(key, last.verb, last.item, &last.parameters));
            let Some((after, open)) = left.entry(key).or_insert_with(|| self.left_by(&before, here, &last)) else {
                return;
            };
            let worth = |index: &usize| {
                let (choice, foe, gain) = &here.attacks[*index];
                let stands = struck.iter().find(|(who, _)| who == foe).map_or(SURE, |(_, stands)| *stands);
                let is_gone = choice.item.is_some_and(|item| gone.contains(&item));
                let value = if is_gone { 0 } else { gain.value * stands / SURE };
                (*index, value - self.thrift_of(after, choice))
            };
            let best = open.iter().map(worth).max_by_key(|(index, worth)| (*worth, usize::MAX - index));
            let Some((index, worth)) = best.filter(|(_, worth)| *worth > 0) else { return };
            let (choice, foe, gain) = &here.attacks[index];
            account.add(Reason::Further(*foe), worth);
            match struck.iter_mut().find(|(who, _)| who == foe) {
                Some((_, stands)) => *stands = *stands * (SURE - gain.out) / SURE,
                None => struck.push((*foe, SURE - gain.out)),
            }
            gone.extend(choice.item.filter(|_| gain.parts));
            before.clone_from(after);
            last.clone_from(choice);
        }
    }

    /// What an attack leaves; nothing if the turn is over then, or nothing is left to attack with.
    fn left_by(&self, at: &Battle, here: &Standing, attack: &Choice) -> Option<(Battle, Vec<usize>)> {
        let after = paid(at, at, self.context.decision, attack)?;
        let offers = self.attack_offers(&after, here);
        let attacks = here.attacks.iter().enumerate();
        let open = attacks.filter(|(_, (choice, _, gain))| gain.value > 0 && passes(&offers, choice));
        let open: Vec<usize> = open.map(|(index, _)| index).collect();
        (!open.is_empty()).then_some((after, open))
    }

    /// The price of an attack in points that come back only in part.
    fn thrift_of(&self, at: &Battle, choice: &Choice) -> i32 {
        let offers = self.context.rules.offers_of(at, self.context.decision, choice.verb).0;
        self.thrift(at, &offers, choice)
    }
}
