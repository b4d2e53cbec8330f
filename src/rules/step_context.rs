//! What a ruleset's code works with while it resolves a step: dice, effects, what comes next, and the tale.

use std::borrow::Cow;

use super::{AgendaItem, AttackResult, CombatantId, Effect, Entry, RuleId};
use crate::dice::{Against, Band, Chance, Throw, Thrown};

/// What a step or a choice leads to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// What happened, effects among it, in order.
    pub entries: Vec<Entry>,
    /// What comes next, the first entry first, before all that lies on the agenda already.
    pub then: Vec<AgendaItem>,
}

/// A step being resolved.
pub struct StepContext<'a> {
    chance: Option<&'a mut dyn Chance>,
    logged: bool,
    by_default: bool,
    outcome: Outcome,
}

impl<'a> StepContext<'a> {
    /// A step with a source of chance; `logged` says whether it really happens and its tale is read, or is a forecast.
    pub fn new(chance: &'a mut dyn Chance, logged: bool) -> Self {
        Self { chance: Some(chance), logged, by_default: false, outcome: Outcome::default() }
    }

    /// The same for a forecast, which walks many outcomes and uses the room of the last one again; `by_default` says
    /// whether everybody in it answers by habit.
    pub fn foreseen(chance: &'a mut dyn Chance, mut outcome: Outcome, by_default: bool) -> Self {
        outcome.entries.clear();
        outcome.then.clear();
        Self { chance: Some(chance), logged: false, by_default, outcome }
    }

    /// An answer to a decision: no dice are rolled while answering.
    pub fn without_chance(logged: bool) -> Self {
        Self { chance: None, logged, by_default: false, outcome: Outcome::default() }
    }

    /// Throws; see [`Chance::throw`] for what `class` promises.
    ///
    /// # Panics
    /// When an answer rolls dice: that is a fault of the ruleset.
    pub fn throw(&mut self, throw: Throw, class: &dyn Fn(i32) -> u32) -> Thrown {
        let chance = self.chance.as_deref_mut();
        chance.expect("answers roll no dice: they put steps on the agenda").throw(throw, class)
    }

    /// Throws where only the band of the value matters; see [`Chance::throw_in_bands`].
    ///
    /// # Panics
    /// As [`Self::throw`].
    pub fn throw_in_bands(&mut self, throw: Throw, bands: &[Band]) -> Thrown {
        let chance = self.chance.as_deref_mut();
        chance.expect("answers roll no dice: they put steps on the agenda").throw_in_bands(throw, bands)
    }

    /// Throws marked dice of which only the digits and one threshold matter; see [`Chance::throw_split`].
    ///
    /// # Panics
    /// As [`Self::throw`].
    pub fn throw_split(&mut self, throw: Throw, above: i32, classes: [[u32; 2]; 3]) -> Thrown {
        let chance = self.chance.as_deref_mut();
        chance.expect("answers roll no dice: they put steps on the agenda").throw_split(throw, above, classes)
    }

    /// Throws one throw and, where its value has something against it, a second; see [`Chance::throw_against`].
    ///
    /// # Panics
    /// As [`Self::throw`].
    pub fn throw_against(&mut self, throws: [Throw; 2], plan: &dyn Fn(i32) -> Against) -> (Thrown, Option<Thrown>) {
        let chance = self.chance.as_deref_mut();
        chance.expect("answers roll no dice: they put steps on the agenda").throw_against(throws, plan)
    }

    /// Throws one throw and then the one named for its value; see [`Chance::throw_then`].
    ///
    /// # Panics
    /// As [`Self::throw`].
    pub fn throw_then(
        &mut self,
        first: Throw,
        next: &dyn Fn(i32) -> Option<Throw>,
        class: &dyn Fn(i32, Option<i32>) -> u32,
    ) -> (Thrown, Option<Thrown>) {
        let chance = self.chance.as_deref_mut();
        chance.expect("answers roll no dice: they put steps on the agenda").throw_then(first, next, class)
    }

    /// Changes something.
    pub fn effect(&mut self, effect: Effect) {
        self.outcome.entries.push(Entry::Effect(effect));
    }

    /// Says how a blow ended.
    pub fn attack_result(&mut self, result: AttackResult) {
        self.outcome.entries.push(Entry::AttackResult(result));
    }

    /// Puts something on the agenda, after what this step has put there already.
    pub fn then(&mut self, pending: AgendaItem) {
        self.outcome.then.push(pending);
    }

    /// Puts something on the agenda before everything this step has put there.
    pub fn at_once(&mut self, pending: AgendaItem) {
        self.outcome.then.insert(0, pending);
    }

    /// What has been changed so far.
    pub fn effects(&self) -> impl Iterator<Item = &Effect> {
        self.outcome
            .entries
            .iter()
            .filter_map(|entry| if let Entry::Effect(effect) = entry { Some(effect) } else { None })
    }

    /// Whether this is a forecast. Forecasts assume that nobody spends what does not come back beyond what has been
    /// chosen, so a ruleset need not ask about it then, nor keep apart what only such a choice would tell apart.
    pub const fn is_forecast(&self) -> bool {
        !self.logged
    }

    /// Whether this is a forecast in which everybody answers by habit. A ruleset may then go at once through what
    /// habit decides, as long as it comes to the same.
    pub const fn answers_by_default(&self) -> bool {
        self.by_default
    }

    /// Tells something, if anybody reads it.
    pub fn log(&mut self, entry: impl FnOnce() -> Entry) {
        if self.logged {
            self.outcome.entries.push(entry());
        }
    }

    /// Tells something about somebody.
    pub fn note(&mut self, who: CombatantId, rule: RuleId, words: impl Into<Cow<'static, str>>) {
        if self.logged {
            self.outcome.entries.push(Entry::Note { who, words: words.into(), rule });
        }
    }

    /// What it all leads to.
    pub fn into_outcome(self) -> Outcome {
        self.outcome
    }
}
