//! What can be chosen right now, as data: all that panels, computer and fuzzer know.

use std::{borrow::Cow, ops::Deref, sync::Arc};

use serde::Serialize;

use super::{Choice, CombatantId, ItemId, RuleId};
use crate::geometry::Square;

/// Why something cannot be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{words}, {rule}")]
pub struct Refusal {
    /// The rule that forbids it.
    pub rule: RuleId,
    /// The reason, in at most five words.
    pub words: Cow<'static, str>,
}

impl Refusal {
    /// A refusal by a rule.
    pub fn new(rule: RuleId, words: impl Into<Cow<'static, str>>) -> Self {
        Self { rule, words: words.into() }
    }
}

/// The cost of a choice, as the panels show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Cost {
    /// Nothing.
    Free,
    /// A large action: Standard.
    Large,
    /// A small action: Quick.
    Small,
    /// The reaction.
    Reaction,
    /// A number of points: AP, Vigor.
    Points(u8),
}

/// A square that can be reached, with its cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Reachable {
    /// Where.
    pub square: Square,
    /// Cost in the ruleset's small unit.
    pub cost: u16,
    /// Whether it lies within the first band (base) or only in the second (full).
    pub base: bool,
}

/// A combatant that could be aimed at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Candidate {
    /// Who.
    pub who: CombatantId,
    /// The refusal, if it cannot be chosen.
    pub refusal: Option<Refusal>,
}

/// Squares that can be reached, shared by all offers that lead to the same squares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ways(Arc<[Reachable]>);

impl From<Vec<Reachable>> for Ways {
    fn from(ways: Vec<Reachable>) -> Self {
        Self(ways.into())
    }
}

impl Deref for Ways {
    type Target = [Reachable];

    fn deref(&self) -> &[Reachable] {
        &self.0
    }
}

impl Serialize for Ways {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter())
    }
}

/// The kind of target that an offer needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Target {
    /// Nothing.
    Nothing,
    /// A way to one of these squares; the way itself may be chosen too.
    Way(Ways),
    /// One of these squares.
    Square(Vec<Square>),
    /// One of these combatants, nearest first.
    Combatant(Vec<Candidate>),
}

/// One value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ParameterValue {
    /// The number.
    pub value: i32,
    /// The word in a choice's text: `luck=1`, `ready=approach`.
    pub word: Cow<'static, str>,
    /// The words on screen.
    pub label: Cow<'static, str>,
    /// What it counts in a [`Limit`]: the number itself, unless that is only an index.
    pub counts: i32,
    /// The refusal, if it cannot be chosen.
    pub refusal: Option<Refusal>,
}

impl ParameterValue {
    /// An open value.
    pub fn new(value: i32, word: impl Into<Cow<'static, str>>, label: impl Into<Cow<'static, str>>) -> Self {
        Self { value, word: word.into(), label: label.into(), counts: value, refusal: None }
    }
}

/// Something else to settle with a choice: AP, Luck, the kind of strike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Parameter {
    /// Its name in a choice's text.
    pub key: &'static str,
    /// Its name on screen.
    pub label: &'static str,
    /// Its values; the first is the default.
    pub values: Cow<'static, [ParameterValue]>,
}

/// A limit to what several parameters add up to: shared AP, or no more Luck dice than dice in the roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Limit {
    /// The weight of each parameter that counts.
    pub weights: Vec<(&'static str, i32)>,
    /// The most that the values may add up to, each times its weight.
    pub most: i32,
    /// The refusal, if they add up to more.
    pub refusal: Refusal,
}

/// One thing to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// The word that names it in a choice's text: `walk`, `strike`, `decline`.
    pub verb: &'static str,
    /// The item it is done with.
    pub item: Option<ItemId>,
    /// Its name on screen.
    pub title: Cow<'static, str>,
    /// A second line.
    pub about: Cow<'static, str>,
    /// The rules it follows, the most important first.
    pub rules: &'static [RuleId],
    /// What it costs.
    pub cost: Cost,
    /// What it is aimed at.
    pub target: Target,
    /// The parameters to settle.
    pub parameters: Vec<Parameter>,
    /// The limits of the parameters; their first values keep to all of them.
    pub limits: Vec<Limit>,
    /// Why it is refused right now.
    pub refusal: Option<Refusal>,
    /// The computer leaves it out: it only changes what a person will be asked, or is worth little.
    pub comfort: bool,
    /// It prepares for an enemy who charges, and is lost if none does.
    pub against_haste: bool,
}

impl Offer {
    /// An offer without item, target or parameters.
    pub fn new(verb: &'static str, title: impl Into<Cow<'static, str>>, rules: &'static [RuleId], cost: Cost) -> Self {
        Self {
            verb,
            item: None,
            title: title.into(),
            about: Cow::Borrowed(""),
            rules,
            cost,
            target: Target::Nothing,
            parameters: Vec::new(),
            limits: Vec::new(),
            refusal: None,
            comfort: false,
            against_haste: false,
        }
    }

    /// The same, left out by the computer.
    #[must_use]
    pub const fn for_comfort(mut self) -> Self {
        self.comfort = true;
        self
    }

    /// The same, prepared for an enemy who charges.
    #[must_use]
    pub const fn against_haste(mut self) -> Self {
        self.against_haste = true;
        self
    }

    /// The same with a second line.
    #[must_use]
    pub fn about(mut self, about: impl Into<Cow<'static, str>>) -> Self {
        self.about = about.into();
        self
    }

    /// The same, done with an item.
    #[must_use]
    pub fn with(mut self, item: ItemId) -> Self {
        self.item = Some(item);
        self
    }

    /// The same, with a target.
    #[must_use]
    pub fn at(mut self, target: Target) -> Self {
        self.target = target;
        self
    }

    /// The same with one more parameter.
    #[must_use]
    pub fn parameter(mut self, parameter: Parameter) -> Self {
        self.parameters.push(parameter);
        self
    }

    /// The same with a limit on several parameters.
    #[must_use]
    pub fn limited(mut self, weights: Vec<(&'static str, i32)>, most: i32, refusal: Refusal) -> Self {
        self.limits.push(Limit { weights, most, refusal });
        self
    }

    /// The value of a parameter in a choice; the first one if the choice does not set it.
    pub fn value(&self, choice: &Choice, key: &str) -> i32 {
        let first = || self.parameters.iter().find(|one| one.key == key).and_then(|one| one.values.first());
        choice.given(key).unwrap_or_else(|| first().map_or(0, |value| value.value))
    }

    /// The choice with a parameter set to a value. The first value is left out, so that equal choices compare equal.
    #[must_use]
    pub fn settle(&self, choice: &Choice, key: &'static str, value: i32) -> Choice {
        let first = self.parameters.iter().find(|one| one.key == key).and_then(|one| one.values.first());
        let mut settled = choice.clone().set(key, value);
        if first.is_some_and(|one| one.value == value) {
            settled.parameters.retain(|(known, _)| *known != key);
        }
        settled
    }

    /// What a value counts in a limit.
    fn counted(&self, choice: &Choice, key: &str) -> i32 {
        let value = self.value(choice, key);
        let values = self.parameters.iter().find(|one| one.key == key).map_or(&[][..], |one| &one.values);
        values.iter().find(|one| one.value == value).map_or(value, |one| one.counts)
    }

    /// The limit that the parameters of a choice exceed, if any.
    pub fn exceeded(&self, choice: &Choice) -> Option<&Limit> {
        let sum = |limit: &Limit| -> i32 {
            limit.weights.iter().map(|(key, weight)| weight * self.counted(choice, key)).sum()
        };
        self.limits.iter().find(|limit| sum(limit) > limit.most)
    }

    /// The same, refused if there is a refusal.
    #[must_use]
    pub fn refused(mut self, refusal: Option<Refusal>) -> Self {
        self.refusal = self.refusal.or(refusal);
        self
    }

    /// Whether it can be chosen: not refused, and there is something to aim at.
    pub fn is_open(&self) -> bool {
        self.refusal.is_none()
            && match &self.target {
                Target::Nothing => true,
                Target::Way(squares) => !squares.is_empty(),
                Target::Square(squares) => !squares.is_empty(),
                Target::Combatant(candidates) => candidates.iter().any(|one| one.refusal.is_none()),
            }
    }
}

/// Everything somebody can choose, refused ones included, in the order in which panels list it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Offers(pub Vec<Offer>);

impl Offers {
    /// The offer with a verb and an item.
    pub fn find(&self, verb: &str, item: Option<ItemId>) -> Option<&Offer> {
        self.0.iter().find(|offer| offer.verb == verb && offer.item == item)
    }
}
