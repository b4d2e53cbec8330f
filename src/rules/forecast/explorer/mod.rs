//! Explores everything that can follow. Two states are equal if the same is left to do and the same has changed.

mod apart;

use std::{collections::hash_map::Entry as MapEntry, hash::BuildHasher as _, mem, rc::Rc, sync::Arc};

use super::{
    Forecast, ForecastBudget, Policy,
    endings::Endings,
    memory::{Beside, Key, keep, recalled},
    numbers::Numbers,
    spread::{Flow, Share, Spread},
    undo::{self, Before},
};
use crate::{
    dice::{Enumerated, Odds, WHOLE},
    rules::{
        flow::{AttackResult, Entry, Outcome, OutcomeState, SolvedEnd, SolvedStep, StepContext},
        ruleset::Ruleset,
        state::{AgendaItem, Battle, Decision, Effect},
        table::Step,
    },
};
use rustc_hash::{FxBuildHasher, FxHashMap};

/// The most states open at once. A forecast that goes deeper gives up being exact before the stack overflows.
const DEPTH_LIMIT: usize = 250;

/// The bytes that an agenda entry counts for. These numbers are fixed, not measured, so that a budget is the same on
/// every machine.
const AGENDA_BYTES: u64 = 400;

/// The bytes that a state counts for, without its ends.
const STATE_BYTES: u64 = 200;

/// The bytes that an end of a state counts for.
const LEAF_BYTES: u64 = 32;

/// The bytes that an effect counts for.
const EFFECT_BYTES: u64 = 48;

/// How many single blows have their traces cached.
const FEW_BLOWS: usize = 6;

/// The whole forecast if nothing follows a solved step; `is_kept` says whether it will be kept.
pub fn conclude(before: &OutcomeState, solved: SolvedStep, is_kept: bool) -> Forecast {
    let missing = solved.missing().min(WHOLE);
    let odds = Endings::solved(before, solved);
    Forecast { odds: if is_kept { odds.into_listed() } else { odds }, missing }
}

/// A forecast, and the states and bytes it took.
pub struct Made {
    pub forecast: Arc<Forecast>,
    pub states: u32,
    pub bytes: u64,
}

/// What is left to do (the number of an agenda, 0 if empty) and what has changed (the number of an outcome).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State {
    agenda: u32,
    trace: u32,
}

/// A following state, with the effects written on the way to it.
struct Way {
    to: State,
    share: Share,
    effects: Vec<Effect>,
}

/// All states that follow a state, each once.
#[derive(Default)]
struct Fan {
    ways: Vec<Way>,
    places: FxHashMap<State, usize>,
    /// Bounds on what the throws that lead there leave out, in parts of [`WHOLE`]: the second for the step itself, the
    /// first for a step behind a decision if it is explored along with it.
    missing: [u64; 2],
    /// The chance that was given up.
    lost: u64,
}

/// A forecast in progress.
pub struct Explorer<'a> {
    rules: &'static dyn Ruleset,
    policy: Policy<'a>,
    /// The battle in the state being explored.
    battle: Battle,
    before: Vec<Before>,
    /// The second for a step, the first for a step that is explored behind a decision.
    sources: [Enumerated; 2],
    /// Whether exchanges are stepped through instead of taken as solved; for tests of the state machines.
    stepwise: bool,
    /// Entry 0 stands for the empty agenda, and so does `None`.
    agendas: Numbers<Rc<Option<(AgendaItem, u32)>>>,
    traces: Numbers<OutcomeState>,
    known: FxHashMap<State, Rc<Spread>>,
    open: Vec<State>,
    budget: ForecastBudget<'a>,
    states: u32,
    bytes: u64,
    sums: Vec<u128>,
    /// Allocations of finished outcomes, for reuse.
    rooms: Vec<Outcome>,
    /// Allocations of finished fans, for reuse.
    fans: Vec<Fan>,
    /// The key to keep the forecast under.
    key: Option<Key>,
    /// The forecast, if it had been made before.
    made: Option<Arc<Forecast>>,
    /// The whole forecast, if it was made in one piece.
    whole: Option<Forecast>,
    /// The next step, if it has been solved already.
    solved: Option<SolvedStep>,
    /// Traces of single blows: the trace before, the blow, the trace with it.
    blows: Vec<(u32, AttackResult, u32)>,
    /// Where forecasts are kept instead of in the memory that all copies of a battle share.
    beside: Option<&'a Beside>,
}

impl<'a> Explorer<'a> {
    /// An explorer that starts from `battle` and ignores its agenda.
    pub fn new(battle: Battle, policy: Policy<'a>, budget: ForecastBudget<'a>, source: Enumerated) -> Self {
        let (mut agendas, mut traces) = (Numbers::new(), Numbers::new());
        agendas.of(Rc::new(None));
        traces.of(OutcomeState::default());
        Self {
            rules: battle.ruleset.rules(),
            policy,
            battle,
            before: Vec::new(),
            stepwise: source.is_of_every_value(),
            sources: [source.another(), source],
            agendas,
            traces,
            known: FxHashMap::default(),
            open: Vec::new(),
            budget,
            states: 0,
            bytes: 0,
            sums: Vec::new(),
            rooms: Vec::new(),
            fans: Vec::new(),
            key: None,
            made: None,
            whole: None,
            solved: None,
            blows: Vec::new(),
            beside: None,
        }
    }

    /// The same, stepping through all exchanges instead of taking them as solved.
    pub const fn stepwise(mut self) -> Self {
        self.stepwise = true;
        self
    }

    /// The forecast of an agenda, given with its first entry first.
    pub fn run(mut self, agenda: Vec<AgendaItem>) -> Forecast {
        let agenda = self.push(0, agenda);
        let flow = self.explore(State { agenda, trace: 0 });
        Arc::unwrap_or_clone(self.finish(&flow))
    }

    /// The same, with the key to keep the forecast under, and where.
    pub fn keeping(mut self, key: Option<Key>, beside: Option<&'a Beside>) -> Self {
        (self.key, self.beside) = (key, beside);
        self
    }

    /// The forecast of an agenda after earlier changes; `solved` is its first step, if that is solved.
    pub fn go_on(mut self, changed: OutcomeState, agenda: Vec<AgendaItem>, solved: Option<SolvedStep>) -> Made {
        self.solved = solved;
        let (agenda, trace) = (self.push(0, agenda), self.traces.of(changed));
        let flow = self.explore(State { agenda, trace });
        let (states, bytes) = (self.states, self.bytes);
        Made { forecast: self.finish(&flow), states, bytes }
    }

    /// The forecast of what follows from an outcome.
    pub fn run_after(mut self, mut outcome: Outcome) -> Arc<Forecast> {
        let effects: Vec<Effect> = effects(&outcome).cloned().collect();
        let to = self.after(&mut outcome, State { agenda: 0, trace: 0 });
        let flow = self.enter(to, &effects);
        self.finish(&flow)
    }

    fn finish(self, flow: &Flow) -> Arc<Forecast> {
        if let Some(made) = self.made {
            return made;
        }
        let stopped = self.budget.is_stopped();
        let mut endings = self.traces.values;
        let forecast = Arc::new(self.whole.unwrap_or_else(|| {
            let leaves = flow.leaves().iter().map(|(leaf, ways)| (mem::take(&mut endings[*leaf as usize]), *ways));
            Forecast { odds: Odds::of_distinct(leaves).into(), missing: flow.missing() }
        }));
        if let Some(key) = self.key.filter(|_| !stopped) {
            keep(&self.battle, self.beside, key, &forecast);
        }
        forecast
    }

    /// Looks up whether the last step left has been forecast before, and otherwise notes the key to keep it under. Only
    /// for a last step, as several steps may change what the others depend on.
    fn recall(&mut self, state: State, step: &Step, below: u32) -> bool {
        let is_last = below == 0 && self.open.is_empty() && self.key.is_none();
        let keeps = self.budget.remembers || self.beside.is_some();
        if !is_last || !keeps || !matches!(self.policy, Policy::DefaultAnswers) {
            return false;
        }
        let Some(situation) = self.rules.situation(&self.battle, step) else { return false };
        let key = Key::new(self.traces.values[state.trace as usize].clone(), situation, self.budget);
        self.made = recalled(&self.battle, self.beside, &key);
        self.key = Some(key);
        self.made.is_some()
    }

    /// The number of the agenda with these entries on top, the first topmost.
    fn push(&mut self, below: u32, then: impl IntoIterator<Item = AgendaItem, IntoIter: DoubleEndedIterator>) -> u32 {
        then.into_iter().rev().fold(below, |below, pending| {
            let value = Some((pending, below));
            let hash = FxBuildHasher.hash_one(&value);
            let known = self.agendas.find(hash, |known| **known == value);
            known.unwrap_or_else(|| {
                self.bytes += AGENDA_BYTES;
                self.agendas.add(hash, Rc::new(value))
            })
        })
    }

    /// The odds from the state that these effects lead to.
    fn enter(&mut self, state: State, effects: &[Effect]) -> Flow {
        if let Some(known) = self.known.get(&state) {
            return Flow::Spread(Rc::clone(known));
        }
        if state.agenda == 0 {
            return Flow::end(state.trace);
        }
        let length = self.before.len();
        self.write(effects);
        let flow = self.explore(state);
        undo::take_back(&mut self.battle, &mut self.before, length);
        flow
    }

    fn write(&mut self, effects: &[Effect]) {
        for effect in effects {
            undo::write(&mut self.battle, effect, &mut self.before);
        }
    }

    /// The odds from a state whose effects are already written to the battle.
    fn explore(&mut self, mut state: State) -> Flow {
        let depth = self.open.len();
        loop {
            if let Some(depth) = self.open.iter().rposition(|open| *open == state) {
                return Flow::Back(depth);
            }
            self.states += 1;
            if depth >= DEPTH_LIMIT {
                self.states = self.budget.states;
            }
            let top = Rc::clone(&self.agendas.values[state.agenda as usize]);
            let Some((top, below)) = top.as_ref().as_ref().filter(|_| self.battle.scene.over.is_none()) else {
                return Flow::end(state.trace);
            };
            if matches!(top, AgendaItem::Step(step) if self.is_next_act(step)) {
                return Flow::end(state.trace);
            }
            if self.is_spent() {
                return Flow::cut(state.trace);
            }
            let rest = State { agenda: *below, trace: state.trace };
            if matches!(top, AgendaItem::Step(step) if self.recall(state, step, *below)) {
                return Flow::end(state.trace);
            }
            let mut fan = self.fans.pop().unwrap_or_default();
            match top {
                AgendaItem::Decision(decision) => self.answer(decision, rest, Share::ALL, false, &mut fan),
                AgendaItem::Step(step) => match self.solve(step) {
                    Some(solved) if *below == 0 && self.open.is_empty() && solved.is_final() => {
                        self.whole =
                            Some(conclude(&self.traces.values[rest.trace as usize], solved, self.key.is_some()));
                        return Flow::end(state.trace);
                    }
                    Some(solved) => self.take(&solved, rest, Share::ALL, 1, &mut fan),
                    None => self.resolve(step, rest, Share::ALL, true, &mut fan),
                },
            }
            // A certain outcome is simply followed; its effects are taken back with those before it.
            let next = if let ([only], 0) = (&fan.ways[..], fan.lost) {
                let to = only.to;
                if to == state {
                    Err(Flow::end(state.trace))
                } else if let Some(known) = self.known.get(&to) {
                    Err(Flow::Spread(Rc::clone(known)))
                } else {
                    self.write(&only.effects);
                    Ok(to)
                }
            } else {
                Err(self.mix(state, &fan))
            };
            fan.clear();
            self.fans.push(fan);
            match next {
                Ok(to) => state = to,
                Err(flow) => return flow,
            }
        }
    }

    /// The weighted mixture of the odds from all states that can follow.
    fn mix(&mut self, state: State, fan: &Fan) -> Flow {
        if let Some(whole) = self.multiply(state, fan) {
            self.whole = Some(whole);
            return Flow::end(state.trace);
        }
        let depth = self.open.len();
        self.open.push(state);
        let parts: Vec<(Share, Flow)> =
            fan.ways.iter().map(|way| (way.share, self.enter(way.to, &way.effects))).collect();
        self.open.pop();
        let mut spread = Spread::mix(&parts, &mut self.sums).unwrap_or_else(|| Spread::mix_coarsely(&parts));
        spread.misses(fan.missing[0] + fan.missing[1] + fan.lost);
        spread.close_loop(depth);
        spread.reduce();
        let spread = Rc::new(spread);
        if spread.loops.is_empty() {
            self.bytes += STATE_BYTES + LEAF_BYTES * spread.leaves.len() as u64;
            self.known.insert(state, Rc::clone(&spread));
        }
        Flow::Spread(spread)
    }

    /// Whether the budget is spent or the forecast has been stopped.
    fn is_spent(&self) -> bool {
        self.states >= self.budget.states || self.bytes >= self.budget.bytes || self.budget.is_stopped()
    }

    /// Whether a step asks for a combatant's next action. Forecasts end before it unless the policy answers that too.
    fn is_next_act(&self, step: &Step) -> bool {
        !matches!(self.policy, Policy::Asked(_)) && self.rules.asks_for_more(step)
    }

    /// All outcomes of a step at once, if its ruleset has solved it.
    fn solve(&mut self, step: &Step) -> Option<SolvedStep> {
        let takes = matches!(self.policy, Policy::DefaultAnswers) && !self.stepwise;
        if takes { self.solved.take().or_else(|| self.rules.solved(&self.battle, step)) } else { None }
    }

    /// Adds what follows from every outcome of a solved step; `level` is the bound that its error counts towards.
    fn take(&mut self, solved: &SolvedStep, rest: State, share: Share, level: usize, fan: &mut Fan) {
        fan.missing[level] = solved.missing().max(fan.missing[level]);
        // Many outcomes in a row often have the same agenda.
        let mut next: (&[AgendaItem], u32) = (&[], rest.agenda);
        for end in solved.ends() {
            if end.then != next.0 {
                next = (end.then, self.push(rest.agenda, end.then.iter().cloned()));
            }
            let agenda = next.1;
            let trace = if end.results.is_empty() && end.effects.is_empty() {
                rest.trace
            } else {
                let ending = self.traces.values[rest.trace as usize].and(&end);
                self.trace(ending)
            };
            let mut share = share.times(end.ways, solved.total());
            if agenda != 0 {
                // It will be multiplied by what follows.
                share = share.reduced();
            }
            self.lead(State { agenda, trace }, share, fan, || end.effects.to_vec());
        }
    }

    /// Adds what follows from every outcome of a step. If `through` is set and a throw leads straight to a decision,
    /// that decision and the step it leads to are explored along with it: the states of a throw's many values, such as
    /// the margins that a defence has to beat, never occur twice, so storing them would be a waste.
    fn resolve(&mut self, step: &Step, rest: State, share: Share, through: bool, fan: &mut Fan) {
        let mut source = mem::take(&mut self.sources[usize::from(through)]);
        let mut outcome = self.rooms.pop().unwrap_or_default();
        let by_default = matches!(self.policy, Policy::DefaultAnswers);
        loop {
            let mut context = StepContext::foreseen(&mut source, outcome, by_default);
            self.rules.resolve(&self.battle, step, &mut context);
            outcome = context.into_outcome();
            let (ways, of) = source.weight();
            let missing = &mut fan.missing[usize::from(through)];
            *missing = source.missing().max(*missing);
            let share = share.times(ways, of);
            match &outcome.then[..] {
                [AgendaItem::Decision(decision), more @ ..] if through && outcome.entries.is_empty() => {
                    let agenda = self.push(rest.agenda, more.iter().cloned());
                    self.answer(decision, State { agenda, ..rest }, share, true, fan);
                }
                _ => self.add(&mut outcome, rest, share, fan),
            }
            if !source.advance() {
                break;
            }
        }
        self.rooms.push(outcome);
        self.sources[usize::from(through)] = source;
    }

    /// Adds what follows from the answer to a decision.
    fn answer(&mut self, decision: &Decision, rest: State, share: Share, through: bool, fan: &mut Fan) {
        let choice = match self.policy {
            Policy::DefaultAnswers => self.rules.default_answer(&self.battle, decision),
            Policy::Asked(answer) => answer(&self.battle, decision),
            Policy::Except(answer) => {
                answer(&self.battle, decision).unwrap_or_else(|| self.rules.default_answer(&self.battle, decision))
            }
        };
        let Ok(mut outcome) = self.rules.answer(&self.battle, decision, &choice) else {
            // If the policy gives an illegal answer, the forecast ends here.
            fan.lost += share.of_chance(WHOLE);
            return self.add(&mut Outcome::default(), State { agenda: 0, ..rest }, share, fan);
        };
        match &outcome.then[..] {
            [AgendaItem::Step(step), more @ ..] if through && effects(&outcome).next().is_none() => {
                let agenda = self.push(rest.agenda, more.iter().cloned());
                let rest = State { agenda, ..rest };
                match self.solve(step) {
                    Some(solved) => self.take(&solved, rest, share, 0, fan),
                    None => self.resolve(step, rest, share, false, fan),
                }
            }
            _ => self.add(&mut outcome, rest, share, fan),
        }
    }

    fn add(&mut self, outcome: &mut Outcome, rest: State, share: Share, fan: &mut Fan) {
        let to = self.after(outcome, rest);
        self.lead(to, share, fan, || effects(outcome).cloned().collect());
    }

    /// Adds a state that follows, with the effects written on the way to it.
    fn lead(&self, to: State, share: Share, fan: &mut Fan, effects: impl FnOnce() -> Vec<Effect>) {
        match fan.place(to) {
            Some(place) => fan.ways[place].share.add(share),
            // An end needs no effects written.
            None if to.agenda == 0 => fan.ways.push(Way { to, share, effects: Vec::new() }),
            None => fan.ways.push(Way { to, share, effects: effects() }),
        }
    }

    /// The state after an outcome; takes the outcome's agenda.
    fn after(&mut self, outcome: &mut Outcome, rest: State) -> State {
        let agenda = self.push(rest.agenda, outcome.then.drain(..));
        let counts = |entry: &Entry| matches!(entry, Entry::Effect(_) | Entry::AttackResult(_));
        if !outcome.entries.iter().any(counts) {
            return State { agenda, trace: rest.trace };
        }
        // Most outcomes are a single blow without effect, and the same blow always has the same trace.
        if let [Entry::AttackResult(result)] = outcome.entries[..] {
            if let Some((.., trace)) =
                self.blows.iter().find(|(from, known, _)| (*from, known) == (rest.trace, &result))
            {
                return State { agenda, trace: *trace };
            }
            let mut ending = self.traces.values[rest.trace as usize].with_room(1, 0);
            ending.results.push(result);
            let trace = self.trace(ending);
            if self.blows.len() < FEW_BLOWS {
                self.blows.push((rest.trace, result, trace));
            }
            return State { agenda, trace };
        }
        let results = outcome.entries.iter().filter(|entry| matches!(entry, Entry::AttackResult(_))).count();
        let mut ending = self.traces.values[rest.trace as usize].with_room(results, outcome.entries.len() - results);
        for entry in &outcome.entries {
            match entry {
                Entry::Effect(effect) => {
                    let last = ending.effects.len();
                    effect.clone().record(ending.effects.to_mut(), 0..last);
                }
                Entry::AttackResult(result) => ending.results.push(*result),
                _ => {}
            }
        }
        State { agenda, trace: self.trace(ending) }
    }

    /// The number of an outcome.
    fn trace(&mut self, ending: OutcomeState) -> u32 {
        let (length, before) = (ending.results.len() + ending.effects.len(), self.traces.values.len());
        let trace = self.traces.of(ending);
        if self.traces.values.len() > before {
            self.bytes += STATE_BYTES + EFFECT_BYTES * length as u64;
        }
        trace
    }
}

impl OutcomeState {
    /// The same with an outcome after it.
    fn and(&self, end: &SolvedEnd<'_>) -> Self {
        let mut ending = self.with_room(end.results.len(), end.effects.len());
        ending.results.extend_from_slice(end.results);
        let list = ending.effects.to_mut();
        if self.effects.is_empty() {
            list.extend_from_slice(end.effects);
        } else {
            // The effects of one outcome write different things, so only earlier ones can be replaced.
            let before = self.effects.len();
            end.effects.iter().for_each(|effect| effect.clone().record(list, 0..before));
        }
        ending
    }
}

impl Fan {
    /// Empties it but keeps the memory.
    fn clear(&mut self) {
        self.ways.clear();
        self.places.clear();
        self.missing = [0; 2];
        self.lost = 0;
    }

    /// The place of a following state, if it is known; otherwise notes the next place for it.
    fn place(&mut self, to: State) -> Option<usize> {
        const FEW: usize = 40;
        if self.ways.len() < FEW {
            return self.ways.iter().position(|way| way.to == to);
        }
        if self.places.is_empty() {
            self.places.extend(self.ways.iter().enumerate().map(|(place, way)| (way.to, place)));
        }
        let next = self.ways.len();
        match self.places.entry(to) {
            MapEntry::Occupied(known) => Some(*known.get()),
            MapEntry::Vacant(free) => {
                free.insert(next);
                None
            }
        }
    }
}

fn effects(outcome: &Outcome) -> impl Iterator<Item = &Effect> {
    outcome.entries.iter().filter_map(|entry| match entry {
        Entry::Effect(effect) => Some(effect),
        _ => None,
    })
}
