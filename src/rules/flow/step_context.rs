//! The context in which a ruleset resolves a step: dice, effects, what comes next, and the log.

use std::{borrow::Cow, fmt};

use super::{AttackResult, Entry};
use crate::{
    dice::{Band, Chance, Reading, Throw, Thrown},
    rules::{
        account::RuleId,
        flow::SolvedStep,
        ids::CombatantId,
        state::{AgendaItem, Battle, Effect},
        table::{Prompt, Step},
    },
};

/// The outcome of a step or a choice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// What happened, including effects, in order.
    pub entries: Vec<Entry>,
    /// What comes next, the first entry first, before everything already on the agenda.
    pub then: Vec<AgendaItem>,
}

/// The context of one step while it is resolved.
pub struct StepContext<'a> {
    chance: Option<&'a mut dyn Chance>,
    logged: bool,
    unread: bool,
    /// Whether a forecast keeps its log, to tell which rolls succeed.
    told: bool,
    by_default: bool,
    outcome: Outcome,
    /// The part of the outcome that is written straight into the lists of a step being solved.
    solved: Option<Solved<'a>>,
}

/// The lists of a step being solved, and where the current outcome begins in them.
struct Solved<'a> {
    step: &'a mut SolvedStep,
    effects: usize,
    then: usize,
}

/// Something to make a remark of. It is only turned into words if they are read.
pub trait Remark {
    /// The words.
    fn words(self) -> Cow<'static, str>;
}

impl Remark for &'static str {
    fn words(self) -> Cow<'static, str> {
        self.into()
    }
}

impl Remark for String {
    fn words(self) -> Cow<'static, str> {
        self.into()
    }
}

impl Remark for Cow<'static, str> {
    fn words(self) -> Cow<'static, str> {
        self
    }
}

impl Remark for fmt::Arguments<'_> {
    fn words(self) -> Cow<'static, str> {
        self.to_string().into()
    }
}

impl<'a> StepContext<'a> {
    /// A context with dice. `logged` is true if the step really happens and its log is read, false in a forecast.
    pub fn new(chance: &'a mut dyn Chance, logged: bool) -> Self {
        Self { chance: Some(chance), ..Self::without_chance(logged) }
    }

    /// The same for a step that really happens but whose log nobody reads.
    #[must_use]
    pub const fn unread(mut self, unread: bool) -> Self {
        self.unread = unread;
        self
    }

    /// A context of a forecast whose log is read, to tell which rolls succeed.
    pub fn foretold(chance: &'a mut dyn Chance) -> Self {
        Self { told: true, ..Self::foreseen(chance, Outcome::default(), false) }
    }

    /// A context of a forecast, which explores many outcomes and reuses the allocations of `outcome`. `by_default` says
    /// whether everybody in it gives the default answer.
    pub fn foreseen(chance: &'a mut dyn Chance, mut outcome: Outcome, by_default: bool) -> Self {
        outcome.entries.clear();
        outcome.then.clear();
        Self { chance: Some(chance), logged: false, unread: false, told: false, by_default, outcome, solved: None }
    }

    /// A context for one outcome of a step being solved, written straight into its lists.
    pub fn solved(step: &'a mut SolvedStep) -> Self {
        let solved = Solved { effects: step.effects.len(), then: step.then.len(), step };
        let outcome = Outcome::default();
        Self {
            chance: None,
            logged: false,
            unread: false,
            told: false,
            by_default: true,
            outcome,
            solved: Some(solved),
        }
    }

    /// A context for an answer to a decision, without dice, since answers roll none.
    pub fn without_chance(logged: bool) -> Self {
        Self {
            chance: None,
            logged,
            unread: false,
            told: false,
            by_default: false,
            outcome: Outcome::default(),
            solved: None,
        }
    }

    /// Throws; see [`Chance::throw`] for what `class` promises.
    ///
    /// # Panics
    /// If an answer rolls dice, which is a bug in the ruleset.
    pub fn throw(&mut self, throw: Throw, class: &dyn Fn(Reading) -> u32) -> Thrown {
        let chance = self.chance.as_deref_mut();
        chance.expect("answers roll no dice: they put steps on the agenda").throw(throw, class)
    }

    /// Throws when every result may lead to a different outcome; see [`Chance::throw_apart`].
    ///
    /// # Panics
    /// As [`Self::throw`].
    pub fn throw_apart(&mut self, throw: Throw) -> Thrown {
        let chance = self.chance.as_deref_mut();
        chance.expect("answers roll no dice: they put steps on the agenda").throw_apart(throw)
    }

    /// Throws two d10 as a percentage: tens, then units, with a 10 counting as 0 and two of them as 100.
    ///
    /// # Panics
    /// As [`Self::throw`].
    pub fn throw_percent(&mut self) -> (i32, [Thrown; 2]) {
        let dice = [Throw::die(10), Throw::die(10)].map(|die| self.throw_apart(die));
        let [tens, units] = [0, 1].map(|place| dice[place].sum % 10);
        let number = if tens + units == 0 { 100 } else { 10 * tens + units };
        (number, dice)
    }

    /// Throws when only the band of the sum matters; see [`Chance::throw_in_bands`].
    ///
    /// # Panics
    /// As [`Self::throw`].
    pub fn throw_in_bands(&mut self, throw: Throw, bands: &[Band]) -> Thrown {
        let chance = self.chance.as_deref_mut();
        chance.expect("answers roll no dice: they put steps on the agenda").throw_in_bands(throw, bands)
    }

    /// Throws marked dice when only the digits and one threshold matter; see [`Chance::throw_split`].
    ///
    /// # Panics
    /// As [`Self::throw`].
    pub fn throw_split(&mut self, throw: Throw, above: i32, classes: [[u32; 2]; 3]) -> Thrown {
        let chance = self.chance.as_deref_mut();
        chance.expect("answers roll no dice: they put steps on the agenda").throw_split(throw, above, classes)
    }

    /// Throws once and then again, depending on the result; see [`Chance::throw_then`].
    ///
    /// # Panics
    /// As [`Self::throw`].
    pub fn throw_then(
        &mut self,
        first: Throw,
        next: &dyn Fn(Reading) -> Option<Throw>,
        class: &dyn Fn(Reading, Option<Reading>) -> u32,
    ) -> (Thrown, Option<Thrown>) {
        let chance = self.chance.as_deref_mut();
        chance.expect("answers roll no dice: they put steps on the agenda").throw_then(first, next, class)
    }

    /// Adds an effect.
    pub fn effect(&mut self, effect: Effect) {
        if let Some(Solved { step, effects, .. }) = &mut self.solved {
            let last = step.effects.len();
            return effect.record(&mut step.effects, *effects..last);
        }
        self.outcome.entries.push(Entry::Effect(effect));
    }

    /// Adds the result of an attack.
    pub fn attack_result(&mut self, result: AttackResult) {
        match &mut self.solved {
            Some(solved) => solved.step.results.push(result),
            None => self.outcome.entries.push(Entry::AttackResult(result)),
        }
    }

    /// Puts an entry on the agenda, after those that this step has already put there.
    pub fn then(&mut self, pending: AgendaItem) {
        match &mut self.solved {
            Some(solved) => solved.step.then.push(pending),
            None => self.outcome.then.push(pending),
        }
    }

    /// Puts a step on the agenda, as [`Self::then`] does.
    pub fn step(&mut self, step: impl Into<Step>) {
        self.then(AgendaItem::step(step));
    }

    /// Puts a question to a combatant on the agenda, as [`Self::then`] does.
    pub fn ask(&mut self, who: CombatantId, prompt: impl Into<Prompt>) {
        self.then(AgendaItem::prompt(who, prompt));
    }

    /// Whether this is one outcome of a step being solved. What is certain to follow may then be done at once.
    pub const fn is_solved(&self) -> bool {
        self.solved.is_some()
    }

    /// Whether anything has been put on the agenda.
    pub fn leads_on(&self) -> bool {
        !self.pending().is_empty()
    }

    /// What has been put on the agenda, the first entry first.
    pub fn pending(&self) -> &[AgendaItem] {
        match &self.solved {
            Some(Solved { step, then, .. }) => &step.then[*then..],
            None => &self.outcome.then,
        }
    }

    /// Takes back what this step has put on the agenda.
    pub fn forget_pending(&mut self) {
        match &mut self.solved {
            Some(Solved { step, then, .. }) => step.then.truncate(*then),
            None => self.outcome.then.clear(),
        }
    }

    /// Puts an entry on the agenda, before everything that this step has put there.
    pub fn at_once(&mut self, pending: AgendaItem) {
        match &mut self.solved {
            Some(Solved { step, then, .. }) => step.then.insert(*then, pending),
            None => self.outcome.then.insert(0, pending),
        }
    }

    /// The effects so far.
    pub fn effects(&self) -> impl Iterator<Item = &Effect> {
        let solved = self.solved.as_ref().map_or([].as_slice(), |solved| &solved.step.effects[solved.effects..]);
        let written = self.outcome.entries.iter();
        let written = written.filter_map(|entry| if let Entry::Effect(effect) = entry { Some(effect) } else { None });
        written.chain(solved)
    }

    /// Whether this is a forecast. Forecasts assume that nobody spends points that do not come back, unless that has
    /// already been chosen. So a ruleset need not ask about them, nor distinguish what only such a choice would
    /// distinguish.
    pub const fn is_forecast(&self) -> bool {
        !self.logged
    }

    /// Whether this is a forecast in which everybody gives the default answer. A ruleset may then resolve such
    /// decisions at once, as long as the outcome is the same.
    pub const fn answers_by_default(&self) -> bool {
        self.by_default
    }

    /// The effects of something that needs neither dice nor answers.
    pub fn effects_of(does: impl FnOnce(&mut StepContext<'_>)) -> Vec<Effect> {
        let mut context = Self::without_chance(false);
        does(&mut context);
        context.effects().cloned().collect()
    }

    /// Adds an entry to the log, if it is read.
    pub fn log(&mut self, entry: impl FnOnce() -> Entry) {
        if self.told || self.logged && !self.unread {
            self.outcome.entries.push(entry());
        }
    }

    /// Adds a remark about somebody to the log, if it is read.
    pub fn note(&mut self, who: CombatantId, rule: RuleId, remark: impl Remark) {
        if self.told || self.logged && !self.unread {
            self.outcome.entries.push(Entry::Note { who, words: remark.words(), rule });
        }
    }

    /// The outcome.
    pub fn into_outcome(self) -> Outcome {
        self.outcome
    }
}

impl Battle {
    /// The battle after something that needs neither dice nor answers.
    pub(in crate::rules) fn after_doing(&self, does: impl FnOnce(&mut StepContext<'_>)) -> Self {
        let mut context = StepContext::without_chance(false);
        does(&mut context);
        self.after_written(&context)
    }

    /// The battle after the effects that a step has written so far.
    pub(in crate::rules) fn after_written(&self, context: &StepContext<'_>) -> Self {
        let mut after = self.clone();
        context.effects().for_each(|effect| after.apply(effect));
        after
    }
}
