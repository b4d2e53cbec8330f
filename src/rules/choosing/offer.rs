//! What can be chosen right now, as data: all that panels, computer and fuzzer know of the rules.

use std::{borrow::Cow, ops::Deref};

use serde::Serialize;

use super::{
    Choice, Cost, Finality, Group, OfferKind, Parameter, Parts, Role, Spending, Squares, Ways, ground::distance,
};
use crate::geometry::Square;
use crate::rules::{
    account::RuleId,
    ids::{CombatantId, ItemId},
    state::{Battle, Combatant},
};

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
    #[inline]
    pub fn new(rule: RuleId, words: impl Into<Cow<'static, str>>) -> Self {
        Self { rule, words: words.into() }
    }
}

/// A combatant that could be aimed at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Candidate {
    /// Who.
    pub who: CombatantId,
    /// Why it cannot be chosen, if it cannot.
    pub refusal: Option<Refusal>,
}

/// The fighting enemies of `who`, nearest first, each with the reason why it cannot be aimed at, if any.
pub fn candidates(
    battle: &Battle,
    who: CombatantId,
    why_not: impl Fn(CombatantId) -> Option<Refusal>,
) -> Vec<Candidate> {
    nearest_first(battle, who, battle.enemies(who).filter(|foe| foe.fights()), |_| false, why_not)
}

/// These combatants, nearest first but with those that come last at the end, each with the reason why it cannot be
/// aimed at, if any.
pub fn nearest_first<'a>(
    battle: &'a Battle,
    who: CombatantId,
    all: impl Iterator<Item = Combatant<'a>>,
    comes_last: impl Fn(&Combatant<'a>) -> bool,
    why_not: impl Fn(CombatantId) -> Option<Refusal>,
) -> Vec<Candidate> {
    let from = battle.combatant(who).footprint();
    let place = |fighter: Combatant<'a>| (comes_last(&fighter), distance(from, fighter.footprint()), fighter.id);
    let mut all: Vec<(bool, u16, CombatantId)> = all.map(place).collect();
    all.sort_unstable();
    all.into_iter().map(|(.., who)| Candidate { who, refusal: why_not(who) }).collect()
}

/// The kind of target that an offer needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Target {
    /// Nothing.
    Nothing,
    /// A way to one of these squares. The way itself may be chosen too.
    Way(Ways),
    /// One of these squares.
    Square(Squares),
    /// One of these combatants, nearest first.
    Combatant(Vec<Candidate>),
}

impl Target {
    /// Whether there is anything to aim at.
    pub(super) fn is_there(&self) -> bool {
        match self {
            Self::Nothing => true,
            Self::Way(ways) => !ways.lead_nowhere(),
            Self::Square(squares) => !squares.is_empty(),
            Self::Combatant(candidates) => candidates.iter().any(|candidate| candidate.refusal.is_none()),
        }
    }
}

/// A limit on the sum of several parameters: shared AP, or no more Luck dice than dice in the roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Limit {
    /// The weight of each parameter that counts.
    pub weights: Vec<(&'static str, i32)>,
    /// The most that the values may add up to, each multiplied by its weight.
    pub most: i32,
    /// The refusal, if they add up to more.
    pub refusal: Refusal,
}

/// How many targets an offer is aimed at, and how its blows are divided among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Spread {
    /// The fewest targets.
    pub least: u8,
    /// The most targets.
    pub most: u8,
    /// Blows to deal.
    pub blows: u8,
    /// Whether one target may be chosen more than once.
    pub repeats: bool,
    /// Whether one choice names them all, in the order of [`Choice::targets`]. Otherwise each is asked for in turn.
    pub together: bool,
}

/// One thing to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// Its kind: verb, group, purpose and so on.
    pub kind: &'static OfferKind,
    /// The item it is done with.
    pub item: Option<ItemId>,
    /// The rules it follows, the most important first.
    pub rules: &'static [RuleId],
    /// What it costs.
    pub cost: Cost,
    /// Whether it is paid with something dearer than usual, because the usual is spent.
    pub dearer: bool,
    /// What it is aimed at.
    pub target: Target,
    /// The parameters to choose.
    pub parameters: Vec<Parameter>,
    /// The limits on the parameters. The first values respect all of them.
    pub limits: Vec<Limit>,
    /// How its parts go together, if it is made of parts. Its target may then depend on them: [`Offer::built`].
    pub parts: Option<Box<Parts>>,
    /// What about it cannot be taken back.
    pub finality: Finality,
    /// How many it is aimed at, if at several.
    pub spread: Option<Spread>,
    /// Why it is refused right now.
    pub refusal: Option<Refusal>,
}

impl Deref for Offer {
    type Target = OfferKind;

    fn deref(&self) -> &OfferKind {
        self.kind
    }
}

impl Offer {
    /// An offer without item, target or parameters.
    #[inline]
    pub fn new(kind: &'static OfferKind, rules: &'static [RuleId], cost: Cost) -> Self {
        Self {
            kind,
            item: None,
            rules,
            cost,
            target: Target::Nothing,
            parameters: Vec::new(),
            limits: Vec::new(),
            parts: None,
            finality: kind.finality,
            dearer: false,
            spread: None,
            refusal: None,
        }
    }

    /// The same, with another consequence that cannot be taken back.
    #[must_use]
    #[inline]
    pub const fn commits(mut self, finality: Finality) -> Self {
        self.finality = finality;
        self
    }

    /// The same, aimed at several.
    #[must_use]
    #[inline]
    pub const fn spread(mut self, spread: Spread) -> Self {
        self.spread = Some(spread);
        self
    }

    /// The same, made of parts.
    #[must_use]
    pub fn made_of(mut self, parts: Parts) -> Self {
        self.parts = Some(Box::new(parts));
        self
    }

    /// The choice aimed at one more combatant if it may name several and there is room; otherwise at that one alone.
    #[must_use]
    pub fn aim(&self, mut choice: Choice, who: CombatantId) -> Choice {
        if choice.on.is_none() || !self.further(&choice).contains(&who) {
            choice.also.clear();
            return choice.on(who);
        }
        choice.and(who)
    }

    /// Its name with its target: "Strike Nib with sword", "Trip Nib", "Shoot crossbow at Nib".
    pub fn said_at(&self, title: &str, name: &str) -> String {
        const BEFORE: [&str; 3] = [" with ", " from ", " out of "];
        if let Some(at) = BEFORE.iter().find_map(|word| title.find(word)) {
            let (verb, rest) = title.split_at(at);
            return format!("{verb} {name}{rest}");
        }
        let takes_at = self.role == Role::Prepare || title.contains(' ') || self.toward;
        format!("{title}{} {name}", if takes_at { " at" } else { "" })
    }

    /// Its name with a square: "Move to e5" for a way, "Light a fuse at e5" for anything else.
    pub fn said_there(&self, choice: &Choice, words: &str, square: Square) -> String {
        let leads = matches!(self.built(choice).target, Target::Way(_));
        format!("{words} {} {square}", if leads { "to" } else { "at" })
    }

    /// The same, done with an item, if there is one.
    #[must_use]
    #[inline]
    pub fn with(mut self, item: impl Into<Option<ItemId>>) -> Self {
        self.item = item.into();
        self
    }

    /// The same, with a target.
    #[must_use]
    #[inline]
    pub fn at(mut self, target: Target) -> Self {
        self.target = target;
        self
    }

    /// The same, aimed at one of these combatants; refused with `nobody` if none can be aimed at.
    #[must_use]
    pub fn at_any_of(self, all: Vec<Candidate>, nobody: impl FnOnce() -> Refusal) -> Self {
        let is_none = all.iter().all(|candidate| candidate.refusal.is_some());
        self.at(Target::Combatant(all)).refused(is_none.then(nobody))
    }

    /// The same, aimed at one of these combatants; if none can be aimed at, refused for the first one's reason.
    #[must_use]
    pub fn at_whom(self, all: Vec<Candidate>) -> Self {
        let is_some = all.iter().any(|candidate| candidate.refusal.is_none());
        let first = all.iter().find_map(|candidate| candidate.refusal.clone()).filter(|_| !is_some);
        self.at(Target::Combatant(all)).refused(first)
    }

    /// The same, aimed at a way to one of these squares; refused with `nowhere` if there is none, or for the reason
    /// given.
    #[must_use]
    pub fn along(self, ends: Result<Ways, Refusal>, nowhere: impl FnOnce() -> Refusal) -> Self {
        let refusal = ends.as_ref().map_or_else(|why| Some(why.clone()), |ends| ends.lead_nowhere().then(nowhere));
        self.at(Target::Way(ends.unwrap_or_default())).refused(refusal)
    }

    /// The same with one more parameter.
    #[must_use]
    #[inline]
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

    /// The parameter with a key.
    pub fn parameter_named(&self, key: &str) -> Option<&Parameter> {
        self.parameters.iter().find(|parameter| parameter.key == key)
    }

    /// The value of a parameter in a choice; the first one if the choice does not set it.
    pub fn value(&self, choice: &Choice, key: &str) -> i32 {
        let given = choice.given(key);
        given.unwrap_or_else(|| self.parameter_named(key).map_or(0, |parameter| parameter.value(choice)))
    }

    /// The choice with a parameter set to a value and everything adjusted that conflicts with a part: other parts of
    /// its set, the amount that goes in, targets. First values are left out, so that equal choices compare equal.
    #[must_use]
    pub fn settle(&self, choice: &Choice, key: &'static str, value: i32) -> Choice {
        let settled = self.put(choice, key, value);
        let Some(parts) = &self.parts else { return settled };
        let settled = self.make_room_in_sets(settled, &[key]);
        // An amount that was no more than needed goes down with the need.
        let amount = parts.invested.as_ref().filter(|invested| invested.key != key).map(|invested| invested.key);
        let least = |choice: &Choice| self.bounds(choice).map(|bounds| bounds.least);
        let was_least = amount.filter(|amount| least(choice) == Some(self.value(choice, amount)));
        let lower = was_least.zip(least(&settled)).filter(|(amount, least)| *least < self.value(&settled, amount));
        let settled = match lower {
            Some((amount, least)) => self.put(&settled, amount, least),
            None => settled,
        };
        self.without_stray_aims(self.fit_amount(settled, &[key]))
    }

    /// The choice with a parameter set to a value and nothing else changed.
    pub(super) fn put(&self, choice: &Choice, key: &'static str, value: i32) -> Choice {
        let first = self.parameter_named(key).and_then(|parameter| parameter.values.first());
        let mut settled = choice.clone().set(key, value);
        if first.is_some_and(|known| known.value == value) {
            settled.parameters.retain(|(known, _)| *known != key);
        }
        settled
    }

    /// How much the value of a parameter in a choice counts.
    pub fn counted(&self, choice: &Choice, key: &str) -> i32 {
        let unnamed = || choice.given(key).unwrap_or(0);
        self.parameter_named(key).map_or_else(unnamed, |parameter| parameter.counted(choice))
    }

    /// How much of a currency the parameters of a choice put in.
    pub fn put_in(&self, choice: &Choice, pays: Spending) -> i32 {
        let paying = self.parameters.iter().filter(|parameter| parameter.pays == Some(pays));
        let price = |parameter: &Parameter| parameter.part.map_or(1, |part| i32::from(part.price));
        paying.map(|parameter| parameter.counted(choice).max(0) * price(parameter)).sum()
    }

    /// What a choice costs in a currency: what its parameters put in, if any of them is paid in it, else the offer's
    /// cost.
    pub fn price(&self, choice: &Choice, pays: Spending) -> i32 {
        let settled =
            self.parameters.iter().any(|parameter| parameter.pays == Some(pays) && !parameter.values.is_empty());
        if settled { self.put_in(choice, pays) } else { self.cost.count(pays).into() }
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
    #[inline]
    pub fn refused(mut self, refusal: Option<Refusal>) -> Self {
        if self.refusal.is_none() {
            self.refusal = refusal;
        }
        self
    }

    /// Whether it can be chosen: it is not refused, its parts go together, and there is something to aim at.
    pub fn is_open(&self) -> bool {
        self.refusal.is_none() && if self.parts.is_some() { self.can_be_built() } else { self.target.is_there() }
    }
}

/// Everything a fighter can choose, refused offers included, in the order panels list them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Offers(pub Vec<Offer>);

impl Offers {
    /// The offer with a verb and an item.
    pub fn find(&self, verb: &str, item: Option<ItemId>) -> Option<&Offer> {
        self.0.iter().find(|offer| offer.verb == verb && offer.item == item)
    }

    /// The place of the open offer that ends what is wrong with a fighter, if any: of several, the first of the highest
    /// rank.
    pub fn recovery(&self) -> Option<usize> {
        let open = self.0.iter().enumerate().filter(|(_, offer)| offer.role == Role::Recover && offer.is_open());
        open.max_by_key(|(index, offer)| (offer.rank, usize::MAX - index)).map(|(index, _)| index)
    }

    /// The offers with a verb.
    #[must_use]
    pub fn of_verb(mut self, verb: &str) -> Self {
        self.0.retain(|offer| offer.verb == verb);
        self
    }

    /// The offers of a group.
    pub fn of_group(&self, group: Group) -> impl Iterator<Item = &Offer> {
        self.0.iter().filter(move |offer| offer.group == group)
    }
}
