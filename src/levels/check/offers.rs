//! Expectations about offers, refusals and values of parameters.

use super::{Check, Held, list, truth};
use crate::{
    geometry::Square,
    levels::{
        Expect,
        run::{self, Unfit},
    },
    rules::{Choice, NoChoice, Offer, Offers, Parameter, Target, ValueChange, play},
};

/// The words of an offer, `A: strike B knife luck=3`, taken apart.
struct Asked<'t> {
    verb: &'t str,
    /// Target and item.
    names: Vec<&'t str>,
    /// Parameters with their values.
    settled: Vec<(&'t str, &'t str)>,
}

impl<'t> Asked<'t> {
    fn new(words: &'t str) -> Self {
        let mut words = words.split_whitespace();
        let verb = words.next().unwrap_or_default();
        let (settled, names): (Vec<&str>, Vec<&str>) = words.partition(|word| word.contains('='));
        Self { verb, names, settled: settled.into_iter().filter_map(|word| word.split_once('=')).collect() }
    }
}

/// Whether some words are on offer.
enum Answer {
    /// The offer is open with all its parameters; its title.
    Open(String),
    /// There is no such offer, or it is refused; the offers that are open.
    Closed(String),
    /// The offer is open, but not with these values; the reason.
    NotWith(String),
}

impl Check<'_> {
    /// Whether a choice could be taken.
    fn possible(&self, text: &str) -> Result<(), Unfit> {
        let (choice, offers) = run::parse(text, self.battle)?;
        play::answer(self.battle, &offers, &choice)?;
        Ok(())
    }

    pub(super) fn offer(&self, expect: &Expect) -> Held {
        match expect {
            Expect::Allowed(text) => self.possible(text).map_err(|unfit| unfit.to_string()),
            Expect::Refused(text, rule) => match self.possible(text) {
                Ok(()) => Err("it is allowed".into()),
                Err(Unfit::Choice(NoChoice::Refused(refusal))) => {
                    truth(refusal.rule.0 == rule, || format!("refused: {refusal}"))
                }
                Err(unfit) => Err(unfit.to_string()),
            },
            Expect::Offered(text) => match self.on_offer(text)? {
                Answer::Open(_) => Ok(()),
                Answer::Closed(came) | Answer::NotWith(came) => Err(came),
            },
            Expect::NotOffered(text) => {
                self.means_something(text)?;
                let settles = text.contains('=');
                match self.on_offer(text)? {
                    Answer::Open(title) => Err(format!("it is: {title}")),
                    // An offer that is not there proves nothing about one of its values.
                    Answer::Closed(came) if settles => Err(format!("it is not there with any other value: {came}")),
                    Answer::Closed(_) | Answer::NotWith(_) => Ok(()),
                }
            }
            Expect::Values { choice, of, open, refused } => self.values(choice, of, open, refused),
            Expect::OffersOnly(who, words) => {
                let mut came: Vec<&str> =
                    self.offers_to(who)?.0.iter().filter(|offer| offer.is_open()).map(|offer| offer.verb).collect();
                came.sort_unstable();
                came.dedup();
                let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
                words.sort_unstable();
                truth(came == words, || list(came))
            }
            _ => Ok(()),
        }
    }

    /// The offers to a combatant, who must be the one who is asked; without a name, to the one who is asked.
    fn offers_to(&self, seat: &str) -> Result<Offers, String> {
        let decision = self.battle.decision().ok_or("nobody is asked: the battle is over")?;
        let asked = &self.battle.combatant(decision.who).identity.tag;
        let is_seat = seat.trim().is_empty() || **asked == *seat.trim();
        truth(is_seat, || format!("it is {asked} who is asked"))?;
        Ok(self.battle.ruleset.rules().offers(self.battle, decision))
    }

    /// Checks that its combatant is asked, and that everything it names exists; verbs are checked when the file is
    /// read.
    fn means_something(&self, text: &str) -> Held {
        let (seat, words) = text.split_once(':').unwrap_or(("", text));
        let Asked { verb, names, .. } = Asked::new(words);
        truth(!verb.is_empty(), || "no offer is named".into())?;
        self.offers_to(seat)?;
        let is_thing = |word: &str| self.battle.items().any(|item| *item.tag == *word);
        let known = |word: &str| self.battle.tagged(word).is_some() || is_thing(word) || word.parse::<Square>().is_ok();
        match names.into_iter().find(|word| !known(word)) {
            None => Ok(()),
            Some(word) => Err(format!("`{word}` is not a combatant, an item or a square")),
        }
    }

    /// Whether an offer has this verb and all these names as its item and its targets, at the given values.
    fn fits(&self, offer: &Offer, Asked { verb, names, settled }: &Asked<'_>) -> bool {
        let settled = with(offer, settled).unwrap_or_else(|_| Choice::of(offer));
        let tag = offer.item.map(|item| self.battle.item(item).tag);
        let aims = |word: &str| match offer.built(&settled).target {
            Target::Combatant(list) => self.battle.tagged(word).is_some_and(|fighter| {
                list.iter().any(|candidate| candidate.who == fighter.id && candidate.refusal.is_none())
            }),
            Target::Square(list) => list.iter().any(|square| square.to_string() == word),
            Target::Way(list) => list.iter().any(|way| way.square.to_string() == word),
            Target::Nothing => false,
        };
        offer.verb == *verb && names.iter().all(|word| tag == Some(word) || aims(word))
    }

    /// The title of an offer to the combatant who is asked.
    fn title(&self, offer: &Offer) -> String {
        let rules = self.battle.ruleset.rules();
        let wording = self.battle.decision().map(|decision| rules.describe(self.battle, decision, offer));
        wording.unwrap_or_default().title.into_owned()
    }

    /// Whether an offer is open that begins with these words: verb, then item or target, then parameters.
    fn on_offer(&self, text: &str) -> Result<Answer, String> {
        let (seat, words) = text.split_once(':').unwrap_or(("", text));
        let offers = self.offers_to(seat)?;
        let asked = Asked::new(words);
        let open = || offers.0.iter().filter(|offer| offer.is_open());
        let mut found = open().filter(|offer| self.fits(offer, &asked)).peekable();
        if found.peek().is_none() {
            return Ok(Answer::Closed(format!("open are {}", list(open().map(|offer| offer.verb)))));
        }
        let mut why = String::new();
        for offer in found {
            match settle(offer, &asked.settled) {
                Ok(()) => return Ok(Answer::Open(self.title(offer))),
                Err(Unsettled::Value(words)) => why = words,
                Err(Unsettled::Key(words)) => return Err(words),
            }
        }
        Ok(Answer::NotWith(why))
    }

    /// Whether exactly these values of a parameter are open, and those refused are refused by their rules.
    fn values(&self, text: &str, key: &str, open: &[String], refused: &[(String, String)]) -> Held {
        self.means_something(text)?;
        let (seat, words) = text.split_once(':').unwrap_or(("", text));
        let asked = Asked::new(words);
        let offers = self.offers_to(seat)?;
        let found = offers.0.iter().find(|offer| offer.is_open() && self.fits(offer, &asked));
        let offer = found.ok_or("it is not on offer")?;
        let choice = with(offer, &asked.settled).map_err(|unsettled| unsettled.to_string())?;
        let parameter = offer.parameters.iter().find(|parameter| parameter.key == key);
        let values: Vec<ValueChange<'_>> =
            parameter.into_iter().flat_map(|parameter| offer.changes(&choice, parameter)).collect();
        let word = |change: &ValueChange<'_>| change.value.word.to_string();
        let came: Vec<String> = values.iter().filter(|change| change.refusal.is_none()).map(word).collect();
        truth(came == *open, || format!("open: {}", list(came.iter().map(String::as_str))))?;
        let refusals: Vec<(String, String)> = values
            .iter()
            .filter_map(|change| Some((word(change), change.refusal.as_ref()?.rule.0.to_string())))
            .collect();
        truth(refusals == *refused, || {
            format!("refused: {}", list(refusals.iter().map(|(value, rule)| format!("{value} by {rule}"))))
        })
    }
}

/// Why a parameter cannot have a value.
#[derive(Debug, thiserror::Error)]
enum Unsettled {
    /// There is no such parameter.
    #[error("{0}")]
    Key(String),
    /// It has no such value, or not together with the others.
    #[error("{0}")]
    Value(String),
}

/// The choice of an offer with parameters set to values that are each open.
fn with(offer: &Offer, settled: &[(&str, &str)]) -> Result<Choice, Unsettled> {
    let mut choice = Choice::of(offer);
    for (key, word) in settled {
        let parameter: &Parameter =
            offer.parameters.iter().find(|parameter| parameter.key == *key).ok_or_else(|| {
                let keys = list(offer.parameters.iter().map(|parameter| parameter.key));
                Unsettled::Key(format!("`{key}` is not a parameter of `{}`; its parameters: {keys}", offer.verb))
            })?;
        let value = parameter.values.iter().find(|value| value.word == *word);
        let value = value.ok_or_else(|| {
            let words = list(parameter.values.iter().map(|value| &*value.word));
            Unsettled::Value(format!("`{key}` may be {words}"))
        })?;
        if let Some(refusal) = &value.refusal {
            return Err(Unsettled::Value(format!("{key}={word} is refused: {refusal}")));
        }
        choice = offer.settle(&choice, parameter.key, value.value);
    }
    Ok(choice)
}

/// Whether an offer is open with parameters at these values.
fn settle(offer: &Offer, settled: &[(&str, &str)]) -> Result<(), Unsettled> {
    let choice = with(offer, settled)?;
    let refusal = offer.misfit(&choice);
    refusal.map_or(Ok(()), |refusal| Err(Unsettled::Value(format!("together they are refused: {refusal}"))))
}
