//! How one combatant stands to another: sight, cover, reach, threat, and every attack with its odds or with the rule
//! that forbids it.

use super::{Approach, AttackForecast, Strike, approach, attack_forecast, attacks_on_offer, put, thrifty};
use crate::{
    geometry::Square,
    rules::{Battle, ChanceOf, Choice, CombatantId, Cost, Offer, Refusal, Sight, capital, turn_given},
};

/// How one combatant stands to another.
#[derive(Clone, Debug, PartialEq)]
pub struct Relation {
    /// Who looks and strikes.
    pub by: CombatantId,
    /// Whom.
    pub on: CombatantId,
    /// The square it looks and strikes from, if not its own.
    pub from: Option<Square>,
    /// Distance, sight and cover.
    pub sight: Sight,
    /// The same the other way round.
    pub back: Sight,
    /// Whether the second stands within reach of what the first has ready.
    pub reaches: bool,
    /// The same the other way round.
    pub reached: bool,
    /// Whether the first threatens the second where it stands.
    pub threatens: bool,
    /// The same the other way round.
    pub threatened: bool,
    /// The attacks in a turn of the first from where it stands, the one that hurts most first, those refused last.
    pub attacks: Vec<Attempt>,
    /// A way in the same turn that leads to an attack, where there is none from here.
    pub approach: Option<Box<Approach>>,
    /// The best attack from the end of that way if it stood there already, as in fields.
    pub standing: Option<Box<AttackForecast>>,
    /// Whether the first has a turn at all.
    pub takes_turns: bool,
}

/// An attack that somebody could try.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    /// The choice.
    pub choice: Choice,
    /// Its text as trials and recordings have it: "shoot lysk crossbow".
    pub text: String,
    /// In words: "Shoot crossbow".
    pub title: String,
    /// What its chance is the chance of, if the offer says so.
    pub event: Option<ChanceOf>,
    /// The odds, or why it is refused.
    pub outcome: Result<AttackForecast, Refusal>,
}

/// How `by` stands to `on`, from its own square or from another one, in a turn of its own.
pub fn relation(battle: &Battle, by: CombatantId, on: CombatantId, from: Option<Square>) -> Relation {
    let rules = battle.ruleset.rules();
    let mut turn = turn_given(battle, by);
    let from = from.filter(|square| *square != battle.combatant(by).placement.anchor());
    if let Some(square) = from {
        put(&mut turn, by, battle.combatant(by).placement.at(square));
    }
    let covers = |squares: &[Square], who: CombatantId| {
        turn.combatant(who).footprint().squares().any(|square| squares.contains(&square))
    };
    let (own, other) = (turn.view_of(by), turn.view_of(on));
    let takes_turns = rules.takes_turns(battle.combatant(by)) && battle.combatant(by).fights();
    let attacks = if takes_turns { attempts(&turn, by, on) } else { Vec::new() };
    let is_open = attacks.iter().any(|attack| attack.outcome.is_ok());
    let approach = (takes_turns && !is_open && from.is_none() && battle.combatant(on).fights()).then(|| {
        let decision = rules.turn_question(by);
        let offers = rules.offers(&turn, &decision);
        approach(&turn, &decision, &offers, on, None).map(Box::new)
    });
    let approach = approach.flatten();
    let standing = approach.as_ref().and_then(|approach| {
        let mut there = turn.clone();
        put(&mut there, by, battle.combatant(by).placement.at(*approach.way.route.squares.last()?));
        best_thrifty(&there, by, on).map(Box::new)
    });
    Relation {
        by,
        on,
        from,
        sight: turn.sight(by, on),
        back: turn.sight(on, by),
        reaches: covers(&own.reach, on),
        reached: covers(&other.reach, by),
        threatens: covers(&own.threat, on),
        threatened: covers(&other.threat, by),
        attacks,
        approach,
        standing,
        takes_turns,
    }
}

/// The best attack in a turn that has been given to `by`, with the points for the usual defence kept back, as in
/// fields.
fn best_thrifty(turn: &Battle, by: CombatantId, on: CombatantId) -> Option<AttackForecast> {
    let rules = turn.ruleset.rules();
    let decision = rules.turn_question(by);
    let offers = rules.offers(turn, &decision);
    let forecast = |choice: Choice| {
        let paid = offers.find(choice.verb, choice.item).map(|offer| thrifty(turn, &decision, offer, choice.clone()));
        attack_forecast(turn, &decision, &paid.unwrap_or(choice))
    };
    let all = attacks_on_offer(turn, &decision, &offers, on).into_iter().filter_map(forecast);
    all.reduce(|best, next| if Strike::of(&next) > Strike::of(&best) { next } else { best })
}

/// All attacks in a turn that has been given to `by`.
fn attempts(turn: &Battle, by: CombatantId, on: CombatantId) -> Vec<Attempt> {
    let rules = turn.ruleset.rules();
    let decision = rules.turn_question(by);
    let offers = rules.offers(turn, &decision);
    let title = |choice: &Choice| {
        let told = |offer: &Offer| rules.describe(turn, &decision, offer).title.into_owned();
        if let Some(offer) = offers.find(choice.verb, choice.item) {
            return told(offer);
        }
        // What is not on offer now is called as it would be.
        let kind = rules.vocabulary().kinds.iter().copied().flatten().find(|kind| kind.verb == choice.verb);
        let told = |kind| told(&Offer::new(kind, &[], Cost::FREE).with(choice.item));
        kind.map_or_else(|| capital(choice.verb).into_owned(), told)
    };
    let attempt = |choice: Choice, outcome| Attempt {
        text: choice.text(turn, &offers).trim().to_string(),
        title: title(&choice),
        event: offers.find(choice.verb, choice.item).and_then(|offer| offer.event),
        choice,
        outcome,
    };
    let mut all: Vec<Attempt> = Vec::new();
    for choice in attacks_on_offer(turn, &decision, &offers, on) {
        let paid = offers.find(choice.verb, choice.item).map(|offer| thrifty(turn, &decision, offer, choice.clone()));
        let choice = paid.unwrap_or(choice);
        if let Some(forecast) = attack_forecast(turn, &decision, &choice) {
            all.push(attempt(choice, Ok(forecast)));
        }
    }
    let strike = |attempt: &Attempt| attempt.outcome.as_ref().map(Strike::of).ok();
    all.sort_by_key(|attempt| std::cmp::Reverse(strike(attempt)));
    for (choice, refusal) in turn.attacks(by, on) {
        let is_known = |attempt: &Attempt| (attempt.choice.verb, attempt.choice.item) == (choice.verb, choice.item);
        if let Some(refusal) = refusal.filter(|_| !all.iter().any(is_known)) {
            all.push(attempt(choice, Err(refusal)));
        }
    }
    all
}
