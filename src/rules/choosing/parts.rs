//! Offers made of parts: which parts go together, what they need, and how they shape the offer: its aim, its tier, its
//! dice, and how much may and must go in. Each parameter whose kind has an [`super::OfferPart`] is a part. A choice
//! takes it if its value counts more than 0.

use serde::Serialize;

use super::{
    Choice, Currency, Offer, Parameter, ParameterValue, Refusal, Share, Spread, Target,
    taken::{Taken, excludes, taken},
};
use crate::rules::{
    account::{RuleId, Verdict},
    ids::{CombatantId, ItemId},
};

/// The most words of a refusal.
const MOST_WORDS: usize = 5;

/// How the parts of an offer go together and what they amount to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Parts {
    /// The rule by which parts need and exclude each other.
    pub rule: RuleId,
    /// The sets that [`super::OfferPart::set`] refers to.
    pub sets: Vec<PartSet>,
    /// What single parts change. If two change the same thing, the later one counts.
    pub changes: Vec<PartChange>,
    /// What goes into the whole, if the parts do not have amounts of their own.
    pub invested: Option<Invested>,
    /// Parameters that divide the amount that goes in among parts.
    pub shares: Vec<Share>,
    /// Dice that are rolled whatever the parts.
    pub dice: Verdict,
}

/// How many parts of a set are chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PartSet {
    /// Its number, from 1.
    pub number: u8,
    /// The fewest. If that is not 0, a newly chosen part replaces another one when there is no room.
    pub least: u8,
    /// The most.
    pub most: u8,
    /// The refusal for fewer or more.
    pub refusal: Refusal,
    /// Whether only the part with the fewest dice counts its dice.
    pub fewest: bool,
}

/// What a part changes when it is taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PartChange {
    /// The part, by its parameter.
    pub key: &'static str,
    /// The value of the parameter that causes the change; `None` for any value that counts.
    pub value: Option<i32>,
    /// What the offer is then aimed at.
    pub aim: Option<PartAim>,
    /// Dice that it adds or removes.
    pub dice: Verdict,
}

/// What an offer is aimed at with a certain part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PartAim {
    /// The target.
    pub target: Target,
    /// How many it is aimed at, if several.
    pub spread: Option<Spread>,
    /// Who may be named after whom, if that is limited.
    pub follows: Option<Follows>,
    /// Its range, in the ruleset's own measure.
    pub range: Option<u16>,
    /// The refusal, if there is nothing to aim at.
    pub nobody: Refusal,
}

/// Who may be named as a further target, depending on the one before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Follows {
    /// Pairs of a target and one who may be named next, whether or not the latter may be named first.
    pub pairs: Vec<(CombatantId, CombatantId)>,
    /// The refusal for all others.
    pub refusal: Refusal,
}

/// A tier of parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Tier {
    /// Its name.
    pub name: &'static str,
    /// The most that may go into a whole whose highest part has this tier.
    pub ceiling: u8,
}

/// What goes into the whole: at least the cost of all parts together, at most the ceiling of the highest part's tier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Invested {
    /// The parameter with the amount.
    pub key: &'static str,
    /// The currency of the amount.
    pub of: &'static Currency,
    /// The tiers, by [`super::OfferPart::tier`].
    pub ladder: &'static [Tier],
    /// The rule of both bounds.
    pub rule: RuleId,
    /// The rule by which each point that goes in is a die, if it is.
    pub die: Option<RuleId>,
}

/// What an offer is with the parts that a choice takes.
#[derive(Clone, Debug)]
pub struct Built<'a> {
    /// What it is aimed at.
    pub target: &'a Target,
    /// How many it is aimed at, if several.
    pub spread: Option<Spread>,
    /// Who may be named after whom, if that is limited.
    pub follows: Option<&'a Follows>,
    /// Its range, if the parts set one.
    pub range: Option<u16>,
    /// The tier in force and the part that governs it, if the parts have tiers.
    pub tier: Option<(Tier, &'static str)>,
    /// The least and the most that may go in. The most is the tier's ceiling, whatever is at hand.
    pub bounds: Option<(i32, i32)>,
    /// Its dice by source.
    pub dice: Verdict,
    /// All items it is done with.
    pub items: Vec<ItemId>,
}

/// What an offer is aimed at with the parts that a choice takes.
struct Aim<'a> {
    target: &'a Target,
    spread: Option<Spread>,
    follows: Option<&'a Follows>,
    range: Option<u16>,
    /// The refusal, if parts leave nothing to aim at.
    nobody: Option<&'a Refusal>,
}

/// How much may go into a whole, with the tier in force and the part that governs it.
pub(super) struct Bounds {
    pub(super) least: i32,
    pub(super) most: i32,
    pub(super) tier: Option<(Tier, &'static str)>,
}

/// A value of a parameter and what the choice becomes with it.
#[derive(Clone, Debug)]
pub struct ValueChange<'a> {
    /// The value.
    pub value: &'a ParameterValue,
    /// The choice with the value, and with everything adjusted that conflicts with it.
    pub choice: Choice,
    /// Why it cannot be chosen, if it cannot.
    pub refusal: Option<Refusal>,
}

impl PartSet {
    /// At most one part.
    pub const fn at_most_one(number: u8, refusal: Refusal) -> Self {
        Self { number, least: 0, most: 1, refusal, fewest: false }
    }

    /// Exactly one part.
    pub const fn just_one(number: u8, refusal: Refusal) -> Self {
        Self { number, least: 1, most: 1, refusal, fewest: false }
    }

    /// At least one part.
    pub const fn at_least_one(number: u8, refusal: Refusal) -> Self {
        Self { number, least: 1, most: u8::MAX, refusal, fewest: false }
    }

    /// The same, counting only the dice of the part with the fewest.
    #[must_use]
    pub fn by_the_fewest(mut self) -> Self {
        self.fewest = true;
        self
    }
}

impl PartChange {
    /// A change by a part that changes nothing yet.
    pub const fn of(key: &'static str) -> Self {
        Self { key, value: None, aim: None, dice: Verdict { value: 0, terms: Vec::new() } }
    }

    /// The same for one value of the part only.
    #[must_use]
    pub const fn at(mut self, value: i32) -> Self {
        self.value = Some(value);
        self
    }

    /// The same with something else to aim at.
    #[must_use]
    pub fn aimed(mut self, aim: PartAim) -> Self {
        self.aim = Some(aim);
        self
    }

    /// The same with more dice, or fewer.
    #[must_use]
    pub fn rolling(mut self, rule: RuleId, words: &'static str, dice: i32) -> Self {
        self.dice.add(rule, words, dice);
        self
    }
}

impl PartAim {
    /// Aimed at one target; refused with `nobody` if there is none.
    pub const fn at(target: Target, nobody: Refusal) -> Self {
        Self { target, spread: None, follows: None, range: None, nobody }
    }

    /// The same within a range.
    #[must_use]
    pub const fn within(mut self, range: u16) -> Self {
        self.range = Some(range);
        self
    }

    /// The same at several targets. `follows` limits which may be named after which.
    #[must_use]
    pub fn spread(mut self, spread: Spread, follows: Option<Follows>) -> Self {
        (self.spread, self.follows) = (Some(spread), follows);
        self
    }
}

impl Parts {
    /// Parts that need and exclude each other by a rule.
    pub fn new(rule: RuleId) -> Self {
        Self {
            rule,
            sets: Vec::new(),
            changes: Vec::new(),
            invested: None,
            shares: Vec::new(),
            dice: Verdict::default(),
        }
    }

    /// The same with one more set.
    #[must_use]
    pub fn set(mut self, set: PartSet) -> Self {
        self.sets.push(set);
        self
    }

    /// The same with one more change by a part.
    #[must_use]
    pub fn changing(mut self, change: PartChange) -> Self {
        self.changes.push(change);
        self
    }

    /// The same with an amount that goes into the whole.
    #[must_use]
    pub const fn investing(mut self, invested: Invested) -> Self {
        self.invested = Some(invested);
        self
    }

    /// The same with dice that are always there.
    #[must_use]
    pub fn rolling(mut self, dice: Verdict) -> Self {
        self.dice = dice;
        self
    }
}

/// The parts that are needed, in words, as far as [`MOST_WORDS`] allows.
fn needs(offer: &Offer, keys: &[&str]) -> String {
    let label = |key: &&str| offer.parameter_named(key).map(|parameter| parameter.label);
    let labels: Vec<&str> = keys.iter().filter_map(label).collect();
    let words = match labels.split_last() {
        Some((last, [])) => format!("Needs {last}"),
        Some((last, others)) => format!("Needs {} or {last}", others.join(", ")),
        None => "Needs what is not here".into(),
    };
    if words.split_whitespace().count() > MOST_WORDS { "Needs another part".into() } else { words }
}

impl Offer {
    /// What it is with the parts that a choice takes.
    pub fn built(&self, choice: &Choice) -> Built<'_> {
        let Aim { target, spread, follows, range, .. } = self.aimed_at(choice);
        let mut built = Built {
            target,
            spread,
            follows,
            range,
            tier: None,
            bounds: None,
            dice: Verdict::default(),
            items: self.item.into_iter().collect(),
        };
        let Some(parts) = &self.parts else { return built };
        built.dice = parts.dice.clone();
        for parameter in &self.parameters {
            let value = parameter.value(choice);
            built.items.extend(parameter.values.iter().find(|known| known.value == value).and_then(|known| known.item));
        }
        for change in self.changed(choice).filter(|change| !self.has_fewer(parts, choice, change)) {
            change.dice.terms.iter().for_each(|term| built.dice.add(term.rule, term.words.clone(), term.amount));
        }
        if let (Some(invested), Some(Bounds { least, most, tier })) = (&parts.invested, self.bounds(choice)) {
            (built.tier, built.bounds) = (tier, Some((least, most)));
            if let Some(rule) = invested.die {
                built.dice.add(rule, invested.of.name, self.value(choice, invested.key));
            }
        }
        built
    }

    /// The changes by the parts that a choice takes.
    fn changed<'a>(&'a self, choice: &Choice) -> impl Iterator<Item = &'a PartChange> {
        self.parts.iter().flat_map(|parts| &parts.changes).filter(|change| self.takes(choice, change))
    }

    /// Whether a choice takes the part that changes something, with the value that does.
    fn takes(&self, choice: &Choice, change: &PartChange) -> bool {
        let is_meant = change.value.is_none_or(|value| value == self.value(choice, change.key));
        is_meant && self.counted(choice, change.key) > 0
    }

    /// What it is aimed at with the parts that a choice takes.
    fn aimed_at<'a>(&'a self, choice: &Choice) -> Aim<'a> {
        let aiming =
            self.parts.iter().flat_map(|parts| parts.changes.iter().rev()).filter(|change| change.aim.is_some());
        let last = aiming.filter(|change| self.takes(choice, change)).find_map(|change| change.aim.as_ref());
        match last {
            None => Aim { target: &self.target, spread: self.spread, follows: None, range: None, nobody: None },
            Some(PartAim { target, spread, follows, range, nobody }) => {
                Aim { target, spread: *spread, follows: follows.as_ref(), range: *range, nobody: Some(nobody) }
            }
        }
    }

    /// How much may go into the whole with the parts that a choice takes, if an amount goes in.
    pub(super) fn bounds(&self, choice: &Choice) -> Option<Bounds> {
        let invested = self.parts.as_ref()?.invested.as_ref()?;
        Some(invested.bounds(&taken(self, choice)))
    }

    /// Whether a change's dice do not count, because its set counts only the fewest and another part of it has fewer,
    /// or as many and comes first.
    fn has_fewer(&self, parts: &Parts, choice: &Choice, change: &PartChange) -> bool {
        let set_of =
            |key: &str| self.parameter_named(key).and_then(|parameter| parameter.part).map_or(0, |part| part.set);
        let set = set_of(change.key);
        if !parts.sets.iter().any(|known| known.number == set && known.fewest) {
            return false;
        }
        let dice = |key: &str| {
            let own = parts.changes.iter().find(|change| change.key == key);
            own.map_or(0, |change| change.dice.value)
        };
        let taken = taken(self, choice);
        let keys = taken.iter().filter(|taken| taken.part.set == set).map(|taken| taken.parameter.key);
        keys.min_by_key(|key| dice(key)).is_some_and(|fewest| fewest != change.key)
    }

    /// Why the values of a choice do not go together, apart from its targets; `None` if they do. Parts that leave
    /// nothing to aim at do not go together.
    pub fn misfit(&self, choice: &Choice) -> Option<Refusal> {
        let Some(parts) = &self.parts else { return self.exceeded(choice).map(|limit| limit.refusal.clone()) };
        self.unfit(parts, choice).or_else(|| self.aimless(choice))
    }

    /// Why parts and amounts do not go together.
    pub(super) fn unfit(&self, parts: &Parts, choice: &Choice) -> Option<Refusal> {
        let taken = taken(self, choice);
        for set in &parts.sets {
            let count = taken.iter().filter(|taken| taken.part.set == set.number).count();
            if !(usize::from(set.least)..=set.most.into()).contains(&count) {
                return Some(set.refusal.clone());
            }
        }
        for one in &taken {
            let needed = one.part.needs;
            if !needed.is_empty() && !taken.iter().any(|other| needed.contains(&other.parameter.key)) {
                return Some(Refusal::new(parts.rule, needs(self, needed)));
            }
            if let Some(other) = taken.iter().find(|other| excludes(one, other)) {
                return Some(Refusal::new(parts.rule, format!("Not with {}", other.parameter.label)));
            }
        }
        let limit = || self.exceeded(choice).map(|limit| limit.refusal.clone());
        parts.invested.as_ref().and_then(|invested| self.outside(invested, &taken, choice)).or_else(limit)
    }

    /// Why an amount is outside its bounds.
    fn outside(&self, invested: &Invested, taken: &[Taken<'_>], choice: &Choice) -> Option<Refusal> {
        let Bounds { least, most, tier } = invested.bounds(taken);
        let (tier, _) = tier?;
        let (amount, of) = (self.value(choice, invested.key), invested.of.name);
        let words = match () {
            () if least > most => format!("Costs {least} {of}, {}: {most}", tier.name),
            () if amount < least => format!("Needs {least} {of}"),
            () if amount > most => format!("{}: {most} {of} at most", tier.name),
            () => return None,
        };
        Some(Refusal::new(invested.rule, words))
    }

    /// Why there is nothing to aim at with the parts of a choice.
    pub(super) fn aimless(&self, choice: &Choice) -> Option<Refusal> {
        let aim = self.aimed_at(choice);
        let nobody = aim.nobody?;
        let is_possible = match aim.target {
            Target::Combatant(_) => !self.aims(choice, 1).is_empty(),
            target => target.is_there(),
        };
        (!is_possible).then(|| nobody.clone())
    }

    /// Whether no combination of parts has anything to aim at: every part of a required set determines the target, and
    /// none of the parts' targets is there. Most offers that cannot be built fail this quick test.
    pub(super) fn has_nothing_to_aim_at(&self) -> bool {
        let Some(parts) = &self.parts else { return false };
        let aims = || parts.changes.iter().filter_map(|change| Some((change, change.aim.as_ref()?)));
        let says_at_what =
            |parameter: &Parameter| aims().any(|(change, _)| change.key == parameter.key && change.value.is_none());
        let is_set = |set: &PartSet, parameter: &Parameter| parameter.part.is_some_and(|part| part.set == set.number);
        let mut needed = parts.sets.iter().filter(|set| set.least > 0);
        needed.any(|set| self.parameters.iter().filter(|parameter| is_set(set, parameter)).all(says_at_what))
            && !aims().any(|(_, aim)| aim.target.is_there())
    }

    /// Each value of a parameter with what the choice becomes: the only way from one choice to the next.
    pub fn changes<'a>(
        &'a self,
        choice: &'a Choice,
        parameter: &'a Parameter,
    ) -> impl Iterator<Item = ValueChange<'a>> + use<'a> {
        parameter.values.iter().map(move |value| {
            let settled = self.settle(choice, parameter.key, value.value);
            let refusal = value.refusal.clone().or_else(|| self.misfit(&settled));
            ValueChange { value, choice: settled, refusal }
        })
    }

    /// Who may be named next in a choice aimed at combatants.
    pub fn further(&self, choice: &Choice) -> Vec<CombatantId> {
        let aim = self.aimed_at(choice);
        let Target::Combatant(list) = aim.target else { return Vec::new() };
        let named: Vec<CombatantId> = choice.targets().collect();
        let open = || list.iter().filter(|candidate| candidate.refusal.is_none()).map(|candidate| candidate.who);
        let Some(last) = named.last() else { return open().collect() };
        let Some(spread) = aim.spread.filter(|_| named.len() < aim.most_targets()) else { return Vec::new() };
        let mut once = named.clone();
        once.sort_unstable();
        once.dedup();
        let fits = |who: &CombatantId| match once.binary_search(who) {
            Ok(_) => spread.repeats,
            Err(_) => once.len() < usize::from(spread.most),
        };
        match aim.follows {
            None => open().filter(fits).collect(),
            Some(follows) => follows.after(*last).filter(fits).collect(),
        }
    }

    /// The choice aimed at as many combatants as it takes and there are, in at most `most` different ways. Empty if it
    /// is aimed at something else or there are too few combatants.
    pub fn aims(&self, choice: &Choice, most: usize) -> Vec<Choice> {
        let mut bare = choice.clone();
        (bare.on, bare.also) = (None, Vec::new());
        let least =
            self.aimed_at(choice).spread.filter(|spread| spread.together).map_or(1, |spread| spread.least.max(1));
        let (mut found, mut open) = (Vec::new(), vec![bare]);
        // Depth first, so that ways with the first candidate come first.
        while let Some(choice) = open.pop().filter(|_| found.len() < most) {
            let next = self.further(&choice);
            if next.is_empty() {
                let mut named: Vec<CombatantId> = choice.targets().collect();
                named.sort_unstable();
                named.dedup();
                found.extend((named.len() >= usize::from(least)).then_some(choice));
                continue;
            }
            open.extend(next.into_iter().rev().map(|who| choice.clone().and(who)));
        }
        found
    }

    /// The choice adjusted to values that have just been set: other parts of a required set make room, and an amount
    /// too small or too large for the parts is corrected.
    pub(super) fn give_way(&self, choice: Choice, said: &[&str]) -> Choice {
        self.fit_amount(self.make_room_in_sets(choice, said), said)
    }

    /// The choice without other parts of a required set for which the parts just set leave no room.
    pub(super) fn make_room_in_sets(&self, mut choice: Choice, said: &[&str]) -> Choice {
        let Some(parts) = &self.parts else { return choice };
        let is_said = |set: &PartSet| {
            let mut named = said.iter().filter_map(|key| self.parameter_named(key)?.part);
            named.any(|part| part.set == set.number)
        };
        for set in parts.sets.iter().filter(|set| set.least > 0 && is_said(set)) {
            for key in self.crowded_out(set, &choice, said) {
                let off = self.parameter_named(key).into_iter().flat_map(|parameter| &parameter.values);
                let off = off.filter(|value| value.counts == 0).map(|value| value.value).next();
                choice = off.map_or(choice.clone(), |off| self.put(&choice, key, off));
            }
        }
        choice
    }

    /// The parts of a set for which the parts just set leave no room: those they exclude, then the last of the others.
    fn crowded_out(&self, set: &PartSet, choice: &Choice, said: &[&str]) -> Vec<&'static str> {
        let all = taken(self, choice).into_iter().filter(|taken| taken.part.set == set.number);
        let (kept, others): (Vec<_>, Vec<_>) = all.partition(|taken| said.contains(&taken.parameter.key));
        if kept.is_empty() {
            return Vec::new();
        }
        let room = usize::from(set.most).saturating_sub(kept.len());
        let is_excluded = |other: &Taken<'_>| kept.iter().any(|part| excludes(part, other));
        let (excluded, others): (Vec<_>, Vec<_>) = others.into_iter().partition(is_excluded);
        excluded.iter().chain(others.iter().skip(room)).map(|other| other.parameter.key).collect()
    }

    /// The choice with an amount that its parts need and allow, unless the amount itself has just been set.
    pub(super) fn fit_amount(&self, choice: Choice, said: &[&str]) -> Choice {
        let invested = self.parts.as_ref().and_then(|parts| parts.invested.as_ref());
        let Some(invested) = invested.filter(|invested| !said.contains(&invested.key)) else { return choice };
        let Some(Bounds { least, most, .. }) = self.bounds(&choice) else { return choice };
        let (now, amount) = (self.value(&choice, invested.key), least.max(0));
        let amount = if now < least { amount } else { now.min(most).max(amount) };
        if amount == now {
            return choice;
        }
        let amounts = self.parameter_named(invested.key).into_iter().flat_map(|parameter| &parameter.values);
        let at_hand = amounts.map(|value| value.value).max().unwrap_or(0);
        self.put(&choice, invested.key, amount.min(at_hand))
    }

    /// The choice without targets that its parts cannot be aimed at.
    pub(super) fn without_stray_aims(&self, mut choice: Choice) -> Choice {
        let aim = self.aimed_at(&choice);
        if !matches!(aim.target, Target::Combatant(_)) {
            choice.on = None;
        }
        if choice.on.is_none() || aim.most_targets() <= choice.also.len() || aim.follows.is_some() {
            choice.also.clear();
        }
        if matches!(aim.target, Target::Nothing | Target::Combatant(_)) {
            choice.squares.clear();
        }
        choice
    }
}

impl Built<'_> {
    /// How many targets one choice may name; a target named again counts each time.
    pub fn most_targets(&self) -> usize {
        most_targets(self.spread)
    }
}

impl Aim<'_> {
    fn most_targets(&self) -> usize {
        most_targets(self.spread)
    }
}

fn most_targets(spread: Option<Spread>) -> usize {
    let together = spread.filter(|spread| spread.together);
    together.map_or(1, |spread| usize::from(if spread.repeats { spread.blows } else { spread.most }))
}

impl Follows {
    /// Those who may be named after `who`.
    pub fn after(&self, who: CombatantId) -> impl Iterator<Item = CombatantId> + '_ {
        self.pairs.iter().filter(move |(first, _)| *first == who).map(|(_, next)| *next)
    }
}
