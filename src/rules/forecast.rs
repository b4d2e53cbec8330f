//! Exact odds: the resolution code, run over every outcome of every throw, equal states merged.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{Battle, Choice, Decision, Effect, Entry, Mark, Moment, Outcome, Pending, Ruleset};
use crate::dice::{Enumerated, Odds};

/// How something can end: what is changed, and how each blow ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ending {
    /// How each blow ended, in order.
    pub marks: Vec<Mark>,
    /// What is changed against the start, later values in place of earlier ones.
    pub effects: Vec<Effect>,
}

/// The odds of something, and whether they are exact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// Every way it can end.
    pub odds: Odds<Ending>,
    /// False when the limit of states was hit and the rest was left as it stood: then say "about".
    pub exact: bool,
}

/// Who answers decisions in a forecast.
pub type Policy<'a> = &'a dyn Fn(&Battle, &Decision) -> Choice;

/// States after which a forecast gives up being exact.
pub const STATE_LIMIT: u32 = 400_000;

/// The odds of everything that follows from these entries of an agenda. What lay on the agenda of `battle` is left alone.
pub fn forecast(battle: &Battle, agenda: Vec<Pending>, policy: Policy<'_>) -> Forecast {
    Explorer::new(battle, policy, Enumerated::new()).run(battle, agenda)
}

/// As [`forecast`], but no values are merged in the throws: the oracle for the classes that rules give.
pub fn forecast_of_every_value(battle: &Battle, agenda: Vec<Pending>, policy: Policy<'_>) -> Forecast {
    Explorer::new(battle, policy, Enumerated::of_every_value()).run(battle, agenda)
}

/// The odds of everything that follows from a choice in answer to a decision.
///
/// # Errors
/// Why the rules refuse the choice.
pub fn forecast_choice(
    battle: &Battle,
    decision: &Decision,
    choice: &Choice,
    policy: Policy<'_>,
) -> Result<Forecast, super::Refusal> {
    let outcome = battle.ruleset.rules().answer(battle, decision, choice)?;
    let mut explorer = Explorer::new(battle, policy, Enumerated::new());
    let odds = explorer.after(battle, &[], &[], outcome);
    Ok(explorer.finish(&odds))
}

/// A state on the way: what is left to do, and what is changed already.
type State = (Vec<Pending>, Vec<Effect>);

/// A distribution over leaves by number, sorted; or over states further up that it runs into again.
#[derive(Clone, Debug, Default)]
struct Spread {
    leaves: Vec<(u32, u128)>,
    /// Depth in the stack of open states, and weight.
    loops: Vec<(usize, u128)>,
    total: u128,
}

struct Explorer<'a> {
    rules: &'static dyn Ruleset,
    policy: Policy<'a>,
    source: Enumerated,
    endings: Vec<Ending>,
    ending_index: FxHashMap<Ending, u32>,
    known: FxHashMap<State, Rc<Spread>>,
    open: Vec<State>,
    states: u32,
}

impl<'a> Explorer<'a> {
    fn new(battle: &Battle, policy: Policy<'a>, source: Enumerated) -> Self {
        Self {
            rules: battle.ruleset.rules(),
            policy,
            source,
            endings: Vec::new(),
            ending_index: FxHashMap::default(),
            known: FxHashMap::default(),
            open: Vec::new(),
            states: 0,
        }
    }

    fn run(mut self, battle: &Battle, mut agenda: Vec<Pending>) -> Forecast {
        agenda.reverse();
        let spread = self.explore(battle, (agenda, Vec::new()));
        self.finish(&spread)
    }

    fn finish(&self, spread: &Spread) -> Forecast {
        let leaves = spread.leaves.iter().map(|(leaf, weight)| (self.endings[*leaf as usize].clone(), *weight));
        Forecast { odds: Odds::new(leaves), exact: self.states < STATE_LIMIT }
    }

    /// The spread of a state; `battle` has its effects written already.
    fn explore(&mut self, battle: &Battle, state: State) -> Rc<Spread> {
        if let Some(known) = self.known.get(&state) {
            return Rc::clone(known);
        }
        if let Some(depth) = self.open.iter().rposition(|open| *open == state) {
            return Rc::new(Spread { leaves: Vec::new(), loops: vec![(depth, 1)], total: 1 });
        }
        self.states += 1;
        let Some(top) = state.0.last().filter(|_| self.states < STATE_LIMIT && battle.scene.over.is_none()) else {
            let leaf = self.leaf(Ending { marks: Vec::new(), effects: state.1 });
            return Rc::new(Spread { leaves: vec![(leaf, 1)], loops: Vec::new(), total: 1 });
        };
        let rest = &state.0[..state.0.len() - 1];
        let depth = self.open.len();
        let mut spread = match top {
            Pending::Decision(decision) => {
                let choice = (self.policy)(battle, decision);
                match self.rules.answer(battle, decision, &choice) {
                    Ok(outcome) => {
                        self.open.push(state.clone());
                        self.after(battle, rest, &state.1, outcome)
                    }
                    // A policy that answers against the rules ends the forecast there.
                    Err(_) => {
                        self.states = STATE_LIMIT;
                        self.open.push(state.clone());
                        Spread::default()
                    }
                }
            }
            Pending::Step(step) => {
                self.open.push(state.clone());
                let branches = self.branches(battle, step);
                self.mix(battle, rest, &state.1, branches)
            }
        };
        self.open.pop();
        // What runs into this very state again is rolled anew: its weight goes to the other ways in proportion.
        if let Some(index) = spread.loops.iter().position(|(to, _)| *to == depth) {
            let (_, weight) = spread.loops.swap_remove(index);
            spread.total -= weight;
        }
        spread.reduce();
        let spread = Rc::new(spread);
        if spread.loops.is_empty() {
            self.known.insert(state, Rc::clone(&spread));
        }
        spread
    }

    /// Every outcome of a step with its weight.
    fn branches(&mut self, battle: &Battle, step: &super::Step) -> Vec<(u64, u64, Outcome)> {
        let mut source = std::mem::take(&mut self.source);
        let mut branches = Vec::new();
        loop {
            let mut moment = Moment::new(&mut source, false);
            self.rules.resolve(battle, step, &mut moment);
            let outcome = moment.into_outcome();
            let (weight, total) = source.weight();
            branches.push((weight, total, outcome));
            if !source.advance() {
                break;
            }
        }
        self.source = source;
        branches
    }

    fn mix(
        &mut self,
        battle: &Battle,
        rest: &[Pending],
        effects: &[Effect],
        branches: Vec<(u64, u64, Outcome)>,
    ) -> Spread {
        let parts: Vec<(u64, u64, Spread)> = branches
            .into_iter()
            .map(|(weight, total, outcome)| (weight, total, self.after(battle, rest, effects, outcome)))
            .collect();
        Spread::mix(&parts)
    }

    /// The spread after an outcome has been written.
    fn after(&mut self, battle: &Battle, rest: &[Pending], effects: &[Effect], outcome: Outcome) -> Spread {
        let mut agenda = rest.to_vec();
        let mut changed = effects.to_vec();
        let mut marks = Vec::new();
        let mut next: Option<Battle> = None;
        for entry in outcome.entries {
            match entry {
                Entry::Effect(effect) => {
                    next.get_or_insert_with(|| battle.clone()).apply(&effect);
                    record(&mut changed, effect);
                }
                Entry::Mark(mark) => marks.push(mark),
                _ => {}
            }
        }
        agenda.extend(outcome.then.into_iter().rev());
        let spread = self.explore(next.as_ref().unwrap_or(battle), (agenda, changed));
        if marks.is_empty() { (*spread).clone() } else { self.marked(&spread, &marks) }
    }

    /// The same spread with marks before those of each ending.
    fn marked(&mut self, spread: &Spread, marks: &[Mark]) -> Spread {
        let mut leaves: Vec<(u32, u128)> = Vec::with_capacity(spread.leaves.len());
        for (leaf, weight) in &spread.leaves {
            let mut ending = self.endings[*leaf as usize].clone();
            ending.marks.splice(0..0, marks.iter().copied());
            leaves.push((self.leaf(ending), *weight));
        }
        leaves.sort_unstable();
        Spread { leaves, loops: spread.loops.clone(), total: spread.total }
    }

    fn leaf(&mut self, ending: Ending) -> u32 {
        if let Some(leaf) = self.ending_index.get(&ending) {
            return *leaf;
        }
        let leaf = self.endings.len() as u32;
        self.endings.push(ending.clone());
        self.ending_index.insert(ending, leaf);
        leaf
    }
}

impl Spread {
    /// Branches (weight, of how many, spread) in one.
    fn mix(parts: &[(u64, u64, Self)]) -> Self {
        use crate::dice::lcm;
        let total = parts.iter().fold(1, |all, (_, of, spread)| lcm(all, u128::from(*of) * spread.total.max(1)));
        let size = parts.iter().flat_map(|(_, _, spread)| spread.leaves.last()).map(|(leaf, _)| *leaf as usize + 1);
        let mut dense = vec![0u128; size.max().unwrap_or(0)];
        let mut loops: Vec<(usize, u128)> = Vec::new();
        for (weight, of, spread) in parts {
            let scale = u128::from(*weight) * (total / (u128::from(*of) * spread.total.max(1)));
            for (leaf, ways) in &spread.leaves {
                dense[*leaf as usize] += ways * scale;
            }
            for (to, ways) in &spread.loops {
                match loops.iter_mut().find(|(known, _)| known == to) {
                    Some((_, sum)) => *sum += ways * scale,
                    None => loops.push((*to, ways * scale)),
                }
            }
        }
        let leaves = (0..).zip(dense).filter(|(_, weight)| *weight > 0).collect();
        Self { leaves, loops, total }
    }

    /// Keeps the numbers small enough for the next product.
    fn reduce(&mut self) {
        use crate::dice::gcd;
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

/// Adds an effect to those before, in place of an older one that wrote the same thing.
fn record(effects: &mut Vec<Effect>, new: Effect) {
    let same = |old: &Effect| match (old, &new) {
        (Effect::Place(a, _), Effect::Place(b, _))
        | (Effect::Posture(a, _), Effect::Posture(b, _))
        | (Effect::Status(a, _), Effect::Status(b, _)) => a == b,
        (Effect::Vital(a, x, _), Effect::Vital(b, y, _)) => a == b && x == y,
        (Effect::Budget(a, x, _), Effect::Budget(b, y, _)) => a == b && x == y,
        (Effect::Move(a, _), Effect::Move(b, _))
        | (Effect::Load(a, _), Effect::Load(b, _))
        | (Effect::Count(a, _), Effect::Count(b, _)) => a == b,
        _ => false,
    };
    match effects.iter().position(same) {
        Some(index) => effects[index] = new,
        None => effects.push(new),
    }
}
