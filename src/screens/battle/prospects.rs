//! The odds beside the rows of the list: of every attack on every possible target, of every answer, of every step of an
//! amount. Each frame works out as many as there is time for, the pinned target's first, until all are known.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use super::{
    answers::{self, Answered},
    outcome::{Matters, what_matters},
    workbench::{flips, is_made_of_parts},
};
use crate::{
    dice::Fraction,
    lab::{AttackForecast, attack_forecast},
    panels::battle::model::Prospect,
    rules::{Battle, Choice, CombatantId, Decision, Group, ItemId, Offer, Offers, Parameter, Role, Spending, Target},
};

/// The most targets of one offer whose odds are worked out, besides the pinned and the chosen one.
const MOST_TARGETS: usize = 4;
/// The most steps of an amount that stand side by side.
pub const MOST_STEPS: usize = 6;

/// What the list of wanted odds depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Key {
    revision: u64,
    pin: Option<CombatantId>,
    chosen: Option<usize>,
    choices: Vec<Choice>,
}

/// All odds known, and those still to be worked out.
#[derive(Default)]
pub struct Prospects {
    key: Option<Key>,
    known: Vec<(Choice, Option<Prospect>)>,
    wanted: VecDeque<Choice>,
    /// The revision for which all odds first wanted have been worked out.
    complete: Option<u64>,
    /// The last known odds of each offer against each target, however it was settled.
    last: Vec<(OfferAt, Prospect)>,
}

/// An offer's verb, item and target.
type OfferAt = (&'static str, Option<ItemId>, Option<CombatantId>);

/// The time for odds in each frame; at least one is worked out.
const IN_A_FRAME: Duration = Duration::from_millis(4);

impl Prospects {
    /// The known odds of a choice.
    pub fn of(&self, choice: &Choice) -> Option<&Prospect> {
        self.known.iter().find(|(known, _)| known == choice).and_then(|(_, prospect)| prospect.as_ref())
    }

    /// The known odds of an offer as settled, against every possible target.
    pub fn of_offer(&self, offer: &Offer, settled: &Choice) -> Vec<Prospect> {
        aimed(offer, settled, None).iter().filter_map(|choice| self.of(choice)).cloned().collect()
    }

    /// The odds of an offer while some are being worked out again after a change: the new ones where known, else the
    /// last ones. Empty once all are known.
    pub fn before(&self, offer: &Offer, settled: &Choice) -> Vec<Prospect> {
        let all = aimed(offer, settled, None);
        let last = |choice: &Choice| {
            let known = self.last.iter().find(|(at, _)| *at == (choice.verb, choice.item, choice.on));
            self.of(choice).or(known.map(|(_, prospect)| prospect)).cloned()
        };
        if all.iter().all(|choice| self.is_known(choice)) { Vec::new() } else { all.iter().filter_map(last).collect() }
    }

    /// Whether the odds that order the rows are still being worked out: those against the pinned target or, without
    /// one, all of them for the first time.
    pub fn is_counting(&self, pin: Option<CombatantId>) -> bool {
        match pin {
            Some(pin) => self.wanted.iter().any(|choice| choice.on == Some(pin)),
            None => self.key.as_ref().is_some_and(|key| self.complete != Some(key.revision)),
        }
    }

    /// Whether there are odds still to be worked out.
    pub fn is_busy(&self) -> bool {
        !self.wanted.is_empty()
    }

    /// Works out the next odds for the rows.
    #[allow(clippy::disallowed_methods, reason = "how many odds fit into a frame is no matter of the rules")]
    pub fn look(
        &mut self,
        battle: &Battle,
        decision: &Decision,
        (offers, choices): (&Offers, &[Choice]),
        (revision, pin, chosen): (u64, Option<CombatantId>, Option<usize>),
    ) {
        let key = Key { revision, pin, chosen, choices: choices.to_vec() };
        if self.key.as_ref() != Some(&key) {
            if self.key.as_ref().is_none_or(|known| known.revision != revision) {
                self.known.clear();
                self.last.clear();
            }
            self.wanted =
                wanted(offers, choices, pin, chosen).into_iter().filter(|choice| !self.is_known(choice)).collect();
            self.key = Some(key);
        }
        let begun = Instant::now();
        while let Some(choice) = self.wanted.pop_front() {
            let offer = offers.0.iter().find(|offer| (offer.verb, offer.item) == (choice.verb, choice.item));
            let prospect = offer.and_then(|offer| prospect(battle, decision, offer, &choice));
            if let Some(prospect) = &prospect {
                let at = (choice.verb, choice.item, choice.on);
                self.last.retain(|(known, _)| *known != at);
                self.last.push((at, prospect.clone()));
            }
            self.known.push((choice, prospect));
            if begun.elapsed() > IN_A_FRAME {
                break;
            }
        }
        if self.wanted.is_empty() {
            self.complete = Some(revision);
        }
    }

    fn is_known(&self, choice: &Choice) -> bool {
        self.known.iter().any(|(known, _)| known == choice)
    }
}

/// An offer's choices, one for each possible target.
fn aimed(offer: &Offer, settled: &Choice, pin: Option<CombatantId>) -> Vec<Choice> {
    let Target::Combatant(list) = &offer.target else { return vec![settled.clone()] };
    let open = || list.iter().filter(|candidate| candidate.refusal.is_none()).map(|candidate| candidate.who);
    let mut whom: Vec<CombatantId> = open().filter(|who| Some(*who) == pin || settled.on == Some(*who)).collect();
    whom.extend(open().take(MOST_TARGETS).filter(|who| Some(*who) != pin && settled.on != Some(*who)));
    let at = |who: CombatantId| {
        let mut choice = settled.clone();
        choice.also.clear();
        choice.on(who)
    };
    whom.into_iter().map(at).collect()
}

/// All choices whose odds the rows show: those against the pinned target first, otherwise the chosen one first.
fn wanted(offers: &Offers, choices: &[Choice], pin: Option<CombatantId>, chosen: Option<usize>) -> Vec<Choice> {
    let has_odds =
        |offer: &Offer| offer.is_open() && (offer.event.is_some() || offer.role == Role::Harm) && !offer.comfort;
    let is_question = offers.0.iter().any(|offer| offer.group == Group::Answer);
    let mut all: Vec<Choice> = Vec::new();
    let settled = || offers.0.iter().zip(choices).enumerate();
    for (_, (offer, choice)) in settled().filter(|(index, (offer, _))| Some(*index) == chosen && offer.is_open()) {
        all.extend(aimed(offer, choice, pin));
        if is_question {
            all.extend(steps(offer, choice).into_iter().map(|(_, choice)| choice));
        }
        if is_made_of_parts(offer) {
            all.extend(flips(offer, choice).into_iter().filter_map(|flip| flip.choice));
        }
    }
    for (_, (offer, choice)) in settled().filter(|(_, (offer, _))| has_odds(offer) || is_question && offer.is_open()) {
        all.extend(aimed(offer, choice, pin));
    }
    all.sort_by_key(|choice| pin.is_some() && choice.on != pin);
    let mut unique: Vec<Choice> = Vec::new();
    all.into_iter().for_each(|choice| {
        if !unique.contains(&choice) {
            unique.push(choice);
        }
    });
    unique
}

/// The amount that an offer is paid with or deals out; points come before Luck.
pub fn amount(offer: &Offer) -> Option<&Parameter> {
    let counts = |parameter: &Parameter| parameter.pays.is_some() || parameter.deals;
    let is_one = |parameter: &&Parameter| counts(parameter) && parameter.part.is_none() && parameter.values.len() > 1;
    let all = || offer.parameters.iter().filter(is_one);
    all().find(|parameter| parameter.pays == Some(Spending::Points)).or_else(|| all().next())
}

/// The steps of an offer's amount, if they are few: value and choice.
pub fn steps(offer: &Offer, settled: &Choice) -> Vec<(i32, Choice)> {
    let Some(amount) = amount(offer) else { return Vec::new() };
    let open = amount.values.iter().filter(|value| value.refusal.is_none());
    let set = open.map(|value| (value.value, offer.settle(settled, amount.key, value.value)));
    let mut steps: Vec<(i32, Choice)> = set.filter(|(_, choice)| offer.exceeded(choice).is_none()).collect();
    steps.sort_by_key(|(value, _)| *value);
    if steps.len() > MOST_STEPS { Vec::new() } else { steps }
}

fn prospect(battle: &Battle, decision: &Decision, offer: &Offer, choice: &Choice) -> Option<Prospect> {
    let name = |who: CombatantId| battle.combatant(who).identity.name.to_string();
    if let Some(on) = choice.on
        && let Some(attack) = attack_forecast(battle, decision, choice)
    {
        return Some(of_attack(battle, &attack, offer, on, name(on)));
    }
    // Blows already rolled for are no separate attack.
    let is_free = *decision == battle.ruleset.rules().turn_question(decision.who);
    if choice.on.is_some() && offer.group != Group::Answer && !is_free {
        return None;
    }
    let answered = answers::answer(battle, decision, choice)?;
    let needs = answered.number.as_ref().map(|number| battle.ruleset.rules().roll(number.value).0);
    let prospect = of_answer(&answered, offer, needs.unwrap_or_default());
    let Some(on) = choice.on else {
        return Some(Prospect { name: answered.at.map_or_else(String::new, name), ..prospect });
    };
    let title = crate::rules::Wording::of(battle, offer).title;
    let words = if is_free { offer.said_at(&title, &name(on)) } else { String::new() };
    Some(Prospect { on: Some(on), name: name(on), words, ..prospect })
}

/// The odds of an attack in a row.
pub(super) fn of_attack(
    battle: &Battle,
    attack: &AttackForecast,
    offer: &Offer,
    on: CombatantId,
    name: String,
) -> Prospect {
    let (chance, matters) = what_matters(attack);
    let harmless = matches!(matters, Matters::Condition(_) | Matters::Success);
    let event = matters.event(Some(offer));
    let grades = if harmless { Vec::new() } else { attack.grades.to_vec() };
    let title = crate::rules::Wording::of(battle, offer).title;
    let words = offer.said_at(&title, &name);
    Prospect { on: Some(on), name, words, chance, event, needs: String::new(), grades, mean: attack.mean }
}

/// The odds of an answer in a row.
fn of_answer(answered: &Answered, offer: &Offer, needs: String) -> Prospect {
    let (chance, event) = match (answered.averts, offer.event) {
        (true, Some(event)) => (answered.chance, event.word()),
        (true, None) => (answered.chance, "averted"),
        // If it certainly lands, what counts is the damage and whether anybody is out.
        (false, _) if answered.settled => (answered.grades[3], "out"),
        (false, Some(event)) if answered.event == "succeeds" => (answered.chance, event.word()),
        (false, _) => (answered.chance, answered.event),
    };
    let graded = answered.grades[0] != Fraction::ONE || answered.averts;
    let grades = if graded { answered.grades.to_vec() } else { Vec::new() };
    Prospect {
        on: None,
        name: String::new(),
        words: String::new(),
        chance,
        event: event.into(),
        needs,
        grades,
        mean: answered.mean,
    }
}
