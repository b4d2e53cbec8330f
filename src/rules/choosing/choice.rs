//! An answer to a decision, and its text form: `walk c3 d4`, `shoot lysk crossbow luck=1`, `decline`.

use serde::Serialize;

use super::{Built, Offer, Offers, Refusal, Target, Word};
use crate::{
    geometry::Square,
    rules::{
        account::RuleId,
        ids::{CombatantId, ItemId},
        state::Battle,
    },
};

/// The verb with which a side concedes. It is open to everybody at any decision, and no ruleset offers it.
pub const CONCEDE: &str = "concede";

/// An answer to a decision.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Choice {
    /// The offer's verb.
    pub verb: &'static str,
    /// The offer's item.
    pub item: Option<ItemId>,
    /// The combatant aimed at, or the first of several.
    pub on: Option<CombatantId>,
    /// Further combatants aimed at, in the order they were named, if one choice names several.
    pub also: Vec<CombatantId>,
    /// The square aimed at; or the way to walk, from the first step to the last.
    pub squares: Vec<Square>,
    /// The parameters that are not at their first value.
    pub parameters: Vec<(&'static str, i32)>,
}

/// Why a text or a choice is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoChoice {
    /// The first word is not the verb of an offer.
    #[error("nothing on offer is called `{word}`; on offer: {offered}")]
    Verb {
        /// The word.
        word: String,
        /// The verbs on offer.
        offered: String,
    },
    /// A word without a meaning here.
    #[error("`{word}` is not a combatant, square, item or parameter of `{verb}`; expected {expected}")]
    Word {
        /// The word.
        word: String,
        /// The offer.
        verb: String,
        /// What would be right.
        expected: String,
    },
    /// A parameter cannot have that value.
    #[error("`{key}` of `{verb}` cannot be `{value}` here, {rule}; it may be {allowed}")]
    Value {
        /// The offer.
        verb: String,
        /// The parameter.
        key: String,
        /// The value.
        value: String,
        /// The rule that limits it.
        rule: RuleId,
        /// The values it can have.
        allowed: String,
    },
    /// It is refused.
    #[error("refused: {0}")]
    Refused(#[from] Refusal),
    /// Something is missing.
    #[error("`{verb}` needs {missing}")]
    Missing {
        /// The offer.
        verb: String,
        /// What.
        missing: &'static str,
    },
}

impl Choice {
    /// A choice of just a verb.
    pub const fn new(verb: &'static str) -> Self {
        Self { verb, item: None, on: None, also: Vec::new(), squares: Vec::new(), parameters: Vec::new() }
    }

    /// A choice of an offer without target or parameters.
    pub const fn of(offer: &Offer) -> Self {
        let mut choice = Self::new(offer.kind.verb);
        choice.item = offer.item;
        choice
    }

    /// The same, done with an item.
    #[must_use]
    pub const fn with(mut self, item: ItemId) -> Self {
        self.item = Some(item);
        self
    }

    /// The same, aimed at a combatant.
    #[must_use]
    pub const fn on(mut self, who: CombatantId) -> Self {
        self.on = Some(who);
        self
    }

    /// The same, aimed at one more combatant.
    #[must_use]
    pub fn and(mut self, who: CombatantId) -> Self {
        match self.on {
            None => self.on = Some(who),
            Some(_) => self.also.push(who),
        }
        self
    }

    /// The combatants aimed at, in the order they were named.
    pub fn targets(&self) -> impl Iterator<Item = CombatantId> {
        self.on.into_iter().chain(self.also.iter().copied())
    }

    /// The same, with the square aimed at or the way to walk.
    #[must_use]
    pub fn to(mut self, squares: Vec<Square>) -> Self {
        self.squares = squares;
        self
    }

    /// The same with a parameter.
    #[must_use]
    pub fn set(mut self, key: &'static str, value: i32) -> Self {
        self.parameters.retain(|(known, _)| *known != key);
        self.parameters.push((key, value));
        self.parameters.sort_unstable();
        self
    }

    /// The value of a parameter, or `default` if it is not set. `default` must be the first of the offer's values.
    pub fn value(&self, key: &str, default: i32) -> i32 {
        self.given(key).unwrap_or(default)
    }

    /// The value of a parameter, if it is set: that is, not the first.
    pub fn given(&self, key: &str) -> Option<i32> {
        self.parameters.iter().find(|(known, _)| *known == key).map(|(_, value)| *value)
    }

    /// The text form.
    pub fn text(&self, battle: &Battle, offers: &Offers) -> String {
        let mut words = vec![self.verb.to_string()];
        words.extend(self.targets().map(|who| battle.combatant(who).identity.tag.to_string()));
        let offer = offers.find(self.verb, self.item);
        let plain = || self.item.map(|item| battle.item(item).tag.to_string());
        words.extend(offer.map_or_else(plain, |offer| item_word(offer, offers, battle)));
        words.extend(self.squares.iter().map(ToString::to_string));
        let parameters = offer.map_or(&[][..], |offer| &offer.parameters);
        for (key, value) in &self.parameters {
            let values = parameters
                .iter()
                .find(|parameter| parameter.key == *key)
                .map_or(&[][..], |parameter| &parameter.values);
            let word = values.iter().find(|known| known.value == *value).map(|known| known.word.to_string());
            words.push(format!("{key}={}", word.unwrap_or_else(|| value.to_string())));
        }
        words.join(" ")
    }

    /// Reads the text form. Whether a way can be walked is left to the rules.
    ///
    /// # Errors
    /// What is wrong, and what would be right.
    pub fn parse(text: &str, battle: &Battle, offers: &Offers) -> Result<Self, NoChoice> {
        let mut words = text.split_whitespace();
        let verb = words.next().unwrap_or_default();
        let words: Vec<&str> = words.collect();
        if verb == CONCEDE && words.is_empty() {
            return Ok(Self::new(CONCEDE));
        }
        let Some(offer) = offer_meant(verb, &words, battle, offers) else {
            let mut offered: Vec<&str> = offers.0.iter().map(|offer| offer.verb).collect();
            offered.dedup();
            return Err(NoChoice::Verb { word: verb.into(), offered: offered.join(", ") });
        };
        let mut choice = Self::of(offer);
        let named_item = item_word(offer, offers, battle);
        // The parts decide what can be aimed at, so they are read first.
        let (settled, named): (Vec<&str>, Vec<&str>) = words.iter().partition(|word| word.contains('='));
        for word in &settled {
            choice.read(word, offer, named_item.as_deref(), battle)?;
        }
        let keys: Vec<&str> = settled.iter().filter_map(|word| Some(word.split_once('=')?.0)).collect();
        choice = offer.give_way(choice, &keys);
        for word in named {
            choice.read(word, offer, named_item.as_deref(), battle)?;
        }
        choice.check(offer)?;
        Ok(choice)
    }

    fn read(&mut self, word: &str, offer: &Offer, item_word: Option<&str>, battle: &Battle) -> Result<(), NoChoice> {
        if let Some((key, value)) = word.split_once('=') {
            let parameter = offer.parameters.iter().find(|parameter| parameter.key == key);
            let value = parameter.and_then(|parameter| parameter.values.iter().find(|known| known.word == value));
            if let (Some(parameter), Some(value)) = (parameter, value) {
                if parameter.values[0].value != value.value {
                    *self = self.clone().set(parameter.key, value.value);
                }
                return Ok(());
            }
            if let Some(parameter) = parameter {
                let allowed: Vec<&str> = parameter.values.iter().map(|value| &*value.word).collect();
                let value = word.split_once('=').map_or("", |(_, value)| value).to_string();
                let limit = offer.limits.iter().find(|limit| limit.weights.iter().any(|(weighed, _)| *weighed == key));
                let own = battle.ruleset.rules().rule_of(key);
                let rule = own.or(limit.map(|limit| limit.refusal.rule)).or(offer.rules.first().copied());
                return Err(NoChoice::Value {
                    verb: offer.verb.into(),
                    key: key.into(),
                    value,
                    rule: rule.unwrap_or(RuleId("")),
                    allowed: allowed.join(", "),
                });
            }
        } else if let Some(who) = battle.tagged(word) {
            // How many may be named is checked once everything is read.
            if self.on.is_some() && offer.built(self).spread.is_some_and(|spread| spread.together) {
                self.also.push(who.id);
            } else {
                self.on = Some(who.id);
            }
            return Ok(());
        } else if item_word == Some(word) || offer.item.is_some_and(|item| battle.item(item).tag == word) {
            return Ok(());
        } else if let Ok(square) = word.parse() {
            self.squares.push(square);
            return Ok(());
        }
        let mut expected: Vec<String> = Vec::new();
        match offer.built(self).target {
            Target::Combatant(list) => {
                expected.extend(list.iter().map(|c| battle.combatant(c.who).identity.tag.to_string()));
            }
            Target::Way(_) | Target::Square(_) => expected.push("squares such as c3".into()),
            Target::Nothing => {}
        }
        for parameter in &offer.parameters {
            expected.extend(parameter.values.iter().map(|value| format!("{}={}", parameter.key, value.word)));
        }
        let expected = if expected.is_empty() { "nothing more".into() } else { expected.join(", ") };
        Err(NoChoice::Word { word: word.into(), verb: offer.verb.into(), expected })
    }

    /// Checks the choice against the offer, as far as the offer can tell.
    ///
    /// # Errors
    /// The refusal, or what is missing.
    pub fn check(&self, offer: &Offer) -> Result<(), NoChoice> {
        if let Some(refusal) = &offer.refusal {
            return Err(refusal.clone().into());
        }
        if offer.parts.is_some() {
            // Which targets are right depends on the parts.
            self.check_values(offer)?;
            return self.check_aim(offer);
        }
        self.check_aim(offer)?;
        self.check_values(offer)
    }

    /// Checks the target.
    fn check_aim(&self, offer: &Offer) -> Result<(), NoChoice> {
        let missing = |missing| NoChoice::Missing { verb: offer.verb.into(), missing };
        let built = offer.built(self);
        match built.target {
            Target::Nothing => {}
            Target::Way(_) => {
                self.squares.last().ok_or_else(|| missing("a way: the squares from the first step to the last"))?;
            }
            Target::Square(squares) => {
                let [square] = self.squares[..] else { return Err(missing("one square")) };
                if !squares.contains(&square) {
                    return Err(missing("one of the squares on offer"));
                }
            }
            Target::Combatant(list) => {
                self.on.ok_or_else(|| missing("a combatant to aim at"))?;
                let mut before: Option<CombatantId> = None;
                for who in self.targets() {
                    if let (Some(follows), Some(last)) = (built.follows, before.replace(who)) {
                        if !follows.after(last).any(|next| next == who) {
                            return Err(follows.refusal.clone().into());
                        }
                        continue;
                    }
                    let candidate = list.iter().find(|candidate| candidate.who == who);
                    let candidate = candidate.ok_or_else(|| missing("one of the combatants on offer"))?;
                    if let Some(refusal) = &candidate.refusal {
                        return Err(refusal.clone().into());
                    }
                }
                self.check_spread(&built).map_err(missing)?;
            }
        }
        Ok(())
    }

    /// Checks the parameters, each by itself and together.
    fn check_values(&self, offer: &Offer) -> Result<(), NoChoice> {
        let missing = |missing| NoChoice::Missing { verb: offer.verb.into(), missing };
        for (key, value) in &self.parameters {
            let parameter = offer.parameter_named(key);
            let value = parameter.and_then(|parameter| parameter.values.iter().find(|known| known.value == *value));
            let value = value.ok_or_else(|| missing("parameter values that are on offer"))?;
            if let Some(refusal) = &value.refusal {
                return Err(refusal.clone().into());
            }
        }
        offer.misfit(self).map_or(Ok(()), |refusal| Err(refusal.into()))
    }

    /// Checks how many combatants are named, and how often; the error says what is missing.
    fn check_spread(&self, built: &Built<'_>) -> Result<(), &'static str> {
        let Some(spread) = built.spread.filter(|spread| spread.together) else {
            return if self.also.is_empty() { Ok(()) } else { Err("one combatant only") };
        };
        let mut named: Vec<CombatantId> = self.targets().collect();
        let blows = named.len();
        named.sort_unstable();
        named.dedup();
        match named.len() {
            few if few < usize::from(spread.least) => Err("more combatants to aim at"),
            many if many > usize::from(spread.most) || blows > built.most_targets() => Err("fewer combatants"),
            once if once < blows && !spread.repeats => Err("each combatant once"),
            _ => Ok(()),
        }
    }
}

/// How a text names the item of an offer: by its tag, followed by its number if the same can be done with another item
/// of that tag, as in `drop javelin#7`.
fn item_word(offer: &Offer, offers: &Offers, battle: &Battle) -> Option<String> {
    let item = offer.item?;
    let tag = battle.item(item).tag;
    let is_twin = |other: &Offer| {
        other.verb == offer.verb && other.item.is_some_and(|held| held != item && battle.item(held).tag == tag)
    };
    Some(if offers.0.iter().any(is_twin) { Word::numbered(tag, item).to_string() } else { tag.to_string() })
}

/// The offer of a verb that words mean: the one whose item is among them, otherwise an open one, preferably without an
/// item, otherwise the first.
fn offer_meant<'a>(verb: &str, words: &[&str], battle: &Battle, offers: &'a Offers) -> Option<&'a Offer> {
    let names_item = |offer: &Offer| item_word(offer, offers, battle).is_some_and(|word| words.contains(&&*word));
    let names_tag = |offer: &Offer| offer.item.is_some_and(|item| words.contains(&battle.item(item).tag));
    let is_bare = |offer: &Offer| offer.item.is_none() && offer.is_open();
    let of_verb = || offers.0.iter().filter(move |offer| offer.verb == verb);
    let first = |fits: &dyn Fn(&Offer) -> bool| of_verb().find(|offer| fits(offer));
    first(&names_item)
        .or_else(|| first(&names_tag))
        .or_else(|| first(&is_bare))
        .or_else(|| first(&Offer::is_open))
        .or_else(|| of_verb().next())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Candidate, Cost, Group, OfferKind, Role, Spread};

    static RAKE: OfferKind = OfferKind::new("rake", Group::Attack, 1, Role::Harm);

    fn aimed(spread: Spread) -> Offer {
        let candidate = |id| Candidate { who: CombatantId(id), refusal: None };
        let refused = Candidate { who: CombatantId(9), refusal: Some(Refusal::new(RuleId("X-01"), "Out of reach")) };
        let list = (1..=4).map(candidate).chain([refused]).collect();
        Offer::new(&RAKE, &[RuleId("X-01")], Cost::FREE).at(Target::Combatant(list)).spread(spread)
    }

    fn at(ids: &[u16]) -> Choice {
        let mut named = ids.iter().map(|id| CombatantId(*id));
        let mut choice = Choice::new("rake").on(named.next().expect("one at least"));
        choice.also = named.collect();
        choice
    }

    #[test]
    fn one_choice_names_as_many_as_the_offer_takes_in() {
        let offer = aimed(Spread { least: 2, most: 3, blows: 3, repeats: false, together: true });
        let fits = |ids: &[u16]| at(ids).check(&offer).is_ok();
        assert!(fits(&[1, 2]) && fits(&[3, 1, 2]));
        assert!(!fits(&[1]) && !fits(&[1, 2, 3, 4]) && !fits(&[1, 1]) && !fits(&[1, 7]));
        assert_eq!(at(&[1, 9]).check(&offer), Err(NoChoice::Refused(Refusal::new(RuleId("X-01"), "Out of reach"))));
    }

    #[test]
    fn blows_may_be_dealt_out_unevenly() {
        let offer = aimed(Spread { least: 1, most: 2, blows: 4, repeats: true, together: true });
        let fits = |ids: &[u16]| at(ids).check(&offer).is_ok();
        assert!(fits(&[1]) && fits(&[1, 1, 2, 1]));
        assert!(!fits(&[1, 2, 3]) && !fits(&[1, 1, 1, 1, 2]));
    }

    #[test]
    fn an_offer_asked_one_by_one_takes_one_target() {
        let offer = aimed(Spread { least: 1, most: 2, blows: 2, repeats: true, together: false });
        assert!(at(&[1]).check(&offer).is_ok() && at(&[1, 2]).check(&offer).is_err());
    }

    #[test]
    fn aiming_adds_a_target_while_there_is_room() {
        let offer = aimed(Spread { least: 1, most: 2, blows: 2, repeats: false, together: true });
        let aim = |choice, id| offer.aim(choice, CombatantId(id));
        let two = aim(aim(Choice::new("rake"), 3), 1);
        assert_eq!(two, at(&[3, 1]));
        assert_eq!(aim(two, 4), at(&[4]), "it begins again when it is full");
        assert_eq!(aim(at(&[3]), 3), at(&[3]));
    }
}
