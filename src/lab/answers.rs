//! What the side under attack can do about it: an attack answered by default, in the best way and in the worst.

use std::{
    cell::RefCell,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use super::Ends;
use crate::{
    dice::Fraction,
    rules::{
        Attack, Battle, Choice, CombatantId, Decision, Forecast, Offer, Offers, Policy, Target, Team, Verdict,
        attack_ahead, forecast_choice, number_ahead, uncapital,
    },
};

/// The text of the default answers, where no other answer is better, or worse.
pub const BY_DEFAULT: &str = "by default";

/// The most answers that are compared.
const MOST: usize = 200;

/// The most changes of parts that are examined to find some that go together.
const MOST_CHANGES: usize = 160;

/// An answer to an attack, and what the attack then comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Who answers.
    pub who: CombatantId,
    /// The answer in its text form: "parry sword", "evade ap=3".
    pub text: String,
    /// The same in words: "Parry with sword", "Evade, 3 AP".
    pub words: String,
    /// The choice; `None` where everything is answered by default.
    pub choice: Option<Choice>,
    /// The attack if this answer is given wherever it is on offer, and default answers otherwise.
    pub ends: Ends,
}

impl Answer {
    /// The number of the roll that the answer leads to, in an attack by `choice`; `None` if it leads to none of its own, or
    /// not always to the same.
    pub fn number(&self, battle: &Battle, decision: &Decision, choice: &Choice) -> Option<Verdict> {
        let answer = self.choice.as_ref()?;
        let ahead = attack_ahead(battle, decision, choice)?;
        let team = battle.combatant(ahead.attack.by).team;
        let found: RefCell<Vec<Option<Verdict>>> = RefCell::default();
        let noting = |at: &Battle, asked: &Decision| {
            let given = given(answer, self.who, team, at, asked)?;
            let number = number_ahead(at, asked, &given);
            let mut found = found.borrow_mut();
            if !found.contains(&number) {
                found.push(number);
            }
            Some(given)
        };
        ahead.forecast_with(battle, decision, choice, Policy::Except(&noting));
        let mut found = found.into_inner();
        if found.len() == 1 { found.pop()? } else { None }
    }
}

/// An answer, if `who` is asked and can give it.
fn given(answer: &Choice, who: CombatantId, team: Team, at: &Battle, asked: &Decision) -> Option<Choice> {
    let fits = || {
        let offers = at.ruleset.rules().offers_of(at, asked, answer.verb);
        let offer = offers.find(answer.verb, answer.item);
        offer.is_some_and(|offer| offer.is_open() && answer.check(offer).is_ok())
    };
    (asked.who == who && at.combatant(who).team != team && fits()).then(|| answer.clone())
}

/// An attack with its answers. For the side under attack the best answer is the one with the least mean damage; among
/// equals, the one with the least chance of harm, then the one with the least chance that the attack lands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answers {
    /// The attack, answered as forecasts assume.
    pub default: Ends,
    /// The best answer.
    pub best: Answer,
    /// The worst answer.
    pub worst: Answer,
}

/// An answer that is possible somewhere in the exchange.
struct Possible {
    who: CombatantId,
    choice: Choice,
    text: String,
    words: String,
}

/// How much an attack hurts: mean damage, the chance to do harm, the chance to land.
pub fn harm(ends: &Ends) -> (Fraction, Fraction, Fraction) {
    (ends.mean, ends.harms, ends.hits)
}

/// An attack with its default, best and worst answers, each explored to the end; `None` if the choice leads to no attack,
/// nobody on the other side has a choice, or one of the forecasts is only approximate.
pub fn answers(battle: &Battle, decision: &Decision, choice: &Choice) -> Option<Answers> {
    answers_unless(battle, decision, choice, &AtomicBool::new(false))
}

/// Like [`answers`], but can be stopped: it then returns `None` as soon as the answer under way has been explored.
pub fn answers_unless(battle: &Battle, decision: &Decision, choice: &Choice, stop: &AtomicBool) -> Option<Answers> {
    let ahead = attack_ahead(battle, decision, choice)?;
    let Attack { by, on, .. } = ahead.attack;
    let attackers = ahead.attackers();
    let ends = |policy: Policy<'_>| {
        Some(Ends::new(battle, attackers, on, ahead.forecast_with(battle, decision, choice, policy)))
    };
    compared(battle.combatant(by).team, ends, stop)
}

/// Like [`answers_unless`], for a choice that deals out the blows of a roll already made: what the blows at `on` come
/// to.
pub fn answers_to_blows(
    battle: &Battle,
    decision: &Decision,
    choice: &Choice,
    on: CombatantId,
    stop: &AtomicBool,
) -> Option<Answers> {
    let ends = |policy: Policy<'_>| {
        Some(Ends::new(battle, decision.who, on, forecast_choice(battle, decision, choice, policy).ok()?))
    };
    compared(battle.combatant(decision.who).team, ends, stop)
}

/// A side's attack with its default, best and worst answers; `ends` says what it comes to under a policy.
fn compared(team: Team, ends: impl Fn(Policy<'_>) -> Option<Ends>, stop: &AtomicBool) -> Option<Answers> {
    let is_asked = |at: &Battle, asked: &Decision| at.combatant(asked.who).team != team;
    let found: RefCell<Vec<Possible>> = RefCell::default();
    let default = ends(Policy::Except(&|at, asked| {
        if is_asked(at, asked) {
            note(at, asked, &mut found.borrow_mut());
        }
        None
    }))?;
    let mut options = found.into_inner();
    options.truncate(MOST);
    let answered = options.into_iter().map(|option| {
        if stop.load(Relaxed) {
            return None;
        }
        let same = |at: &Battle, asked: &Decision| given(&option.choice, option.who, team, at, asked);
        let ends = ends(Policy::Except(&same))?;
        Some(Answer {
            who: option.who,
            text: option.text.clone(),
            words: option.words.clone(),
            choice: Some(option.choice),
            ends,
        })
    });
    let mut all = answered.collect::<Option<Vec<Answer>>>()?;
    if all.len() < 2 {
        return None;
    }
    // Forecasts that were cut short cannot say which answer is better.
    if default.forecast.doubt().is_some() || all.iter().any(|answer| answer.ends.forecast.doubt().is_some()) {
        return None;
    }
    // Default answers may depend on what has been rolled, and so be better or worse than any fixed answer.
    all.push(Answer {
        who: all[0].who,
        text: BY_DEFAULT.into(),
        words: BY_DEFAULT.into(),
        choice: None,
        ends: default.clone(),
    });
    let best = all.iter().min_by_key(|answer| harm(&answer.ends))?.clone();
    let worst = all.iter().rev().max_by_key(|answer| harm(&answer.ends))?.clone();
    Some(Answers { default, best, worst })
}

/// The odds of everything that follows a choice if the other side gives these answers wherever they are on offer (the
/// first of several) and default answers otherwise. Each is the text of a choice, `parry sword`, with the combatant who
/// is to give it, or `None` for everybody.
///
/// # Errors
/// The first answer that is nowhere on offer, and all that are: `B: parry sword`.
pub fn answered(
    battle: &Battle,
    decision: &Decision,
    choice: &Choice,
    given: &[(Option<CombatantId>, &str)],
) -> Result<Arc<Forecast>, String> {
    let ahead = attack_ahead(battle, decision, choice);
    let team = battle.combatant(ahead.as_ref().map_or(decision.who, |ahead| ahead.attack.by)).team;
    let (found, used) = (RefCell::<Vec<Possible>>::default(), RefCell::new(vec![false; given.len()]));
    let answer = |at: &Battle, asked: &Decision| {
        if at.combatant(asked.who).team == team {
            return None;
        }
        note(at, asked, &mut found.borrow_mut());
        let offers = at.ruleset.rules().offers(at, asked);
        let mut own = given.iter().enumerate().filter(|(_, (who, _))| who.is_none_or(|who| who == asked.who));
        own.find_map(|(index, (_, text))| {
            let choice = open_choice(text, at, &offers)?;
            used.borrow_mut()[index] = true;
            Some(choice)
        })
    };
    let policy = Policy::Except(&answer);
    let forecast = match &ahead {
        Some(ahead) => ahead.forecast_with(battle, decision, choice, policy),
        None => forecast_choice(battle, decision, choice, policy).map_err(|refusal| refusal.to_string())?,
    };
    let Some(unused) = used.into_inner().iter().position(|used| !used) else { return Ok(forecast) };
    let tag = |who: CombatantId| &*battle.combatant(who).identity.tag;
    let known: Vec<String> =
        found.into_inner().iter().map(|answer| format!("{}: {}", tag(answer.who), answer.text.trim())).collect();
    let known = if known.is_empty() { "nobody on the other side is asked".into() } else { known.join(", ") };
    Err(format!("`{}` is no answer to it; there are: {known}", given[unused].1.trim()))
}

/// The choice that a text names among offers, if it is open with all its settings.
fn open_choice(text: &str, battle: &Battle, offers: &Offers) -> Option<Choice> {
    let choice = Choice::parse(text, battle, offers).ok()?;
    let offer = offers.find(choice.verb, choice.item)?;
    (offer.is_open() && choice.check(offer).is_ok()).then_some(choice)
}

/// Notes the new open answers to a decision: with their parameters as they are, and with each of these at every other
/// value.
fn note(battle: &Battle, decision: &Decision, found: &mut Vec<Possible>) {
    let offers = battle.ruleset.rules().offers(battle, decision);
    for offer in offers.0.iter().filter(|offer| offer.is_open()) {
        for choice in targeted(offer).into_iter().flat_map(|choice| varied(offer, choice)) {
            let is_known = |known: &Possible| known.who == decision.who && known.choice == choice;
            if found.len() < MOST && choice.check(offer).is_ok() && !found.iter().any(is_known) {
                let text = choice.text(battle, &Offers(vec![offer.clone()]));
                let words = words_of(battle, decision, offer, &choice);
                found.push(Possible { who: decision.who, choice, text, words });
            }
        }
    }
}

/// An answer in words: its title, then each parameter that is not at its usual value.
fn words_of(battle: &Battle, decision: &Decision, offer: &Offer, choice: &Choice) -> String {
    let mut words = battle.ruleset.rules().describe(battle, decision, offer).title.to_string();
    for parameter in &offer.parameters {
        let value = offer.value(choice, parameter.key);
        let is_usual = parameter.values.first().is_none_or(|first| first.value == value);
        let Some(shown) = parameter.values.iter().find(|known| known.value == value && !is_usual) else { continue };
        let is_number = *shown.label == *value.to_string();
        words += &if is_number {
            format!(", {value} {}", parameter.label)
        } else {
            format!(", {}", uncapital(&shown.label))
        };
    }
    words
}

/// The choices of an offer, one for each target.
fn targeted(offer: &Offer) -> Vec<Choice> {
    let choice = offer.assemblies(MOST_CHANGES).next().unwrap_or_else(|| Choice::of(offer));
    match offer.built(&choice).target {
        Target::Nothing => vec![choice],
        Target::Combatant(candidates) => {
            let open = candidates.iter().filter(|candidate| candidate.refusal.is_none());
            open.map(|candidate| choice.clone().on(candidate.who)).collect()
        }
        Target::Square(_) | Target::Way(_) => Vec::new(),
    }
}

/// A choice, and the same with one parameter at each of its other open values.
fn varied(offer: &Offer, choice: Choice) -> Vec<Choice> {
    let mut all = vec![choice.clone()];
    for parameter in &offer.parameters {
        let now = offer.value(&choice, parameter.key);
        let open = offer.changes(&choice, parameter).filter(|change| change.refusal.is_none());
        all.extend(open.filter(|change| change.value.value != now).map(|change| change.choice));
    }
    all
}
