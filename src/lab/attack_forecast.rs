//! The odds of an attack, of the attacks that a way provokes, and of what enemies could do to somebody in a square.

use std::{ops::Deref, sync::Arc};

use super::Strike;
use crate::{
    dice::Fraction,
    geometry::Square,
    rules::{
        Assessment, Attack, Battle, Choice, CombatantId, CombatantSet, ConditionKind, Course, Decision, Effect, Entry,
        Fate, Forecast, Gamble, Journey, Offer, Offers, OutcomeState, Parameter, Provocation, Refusal, Route, RuleId,
        Sight, Spending, Target, attack_ahead, objects, play, turn_given,
    },
};

/// The numbers of an attack and its exact odds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackForecast {
    /// The attacker, the target and the weapon.
    pub attack: Attack,
    /// Target numbers with their terms.
    pub assessment: Assessment,
    /// What it comes to.
    pub ends: Ends,
}

impl Deref for AttackForecast {
    type Target = Ends;

    fn deref(&self) -> &Ends {
        &self.ends
    }
}

/// A way with its consequences.
#[derive(Clone, Debug, PartialEq)]
pub struct WayAhead {
    /// The way.
    pub route: Route,
    /// The attacks it provokes, with the chance that each lands.
    pub provoked: Vec<(Provocation, Option<AttackForecast>)>,
    /// The battle after walking the way.
    pub after: Battle,
    /// The attacks that can be made in passing: after which step, on whom, and the chance that each lands.
    pub passing: Vec<(usize, CombatantId, Fraction)>,
    /// The roll that it needs before the first step.
    pub gamble: Option<Gamble>,
    /// The first of its squares that burns, with the rule by which fire affects whoever enters it.
    pub fire: Option<(Square, RuleId)>,
}

/// What an enemy could do to somebody in a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Danger {
    /// Who.
    pub by: CombatantId,
    /// The chance that its best attack lands.
    pub hits: Fraction,
    /// Sight and cover.
    pub sight: Sight,
    /// Why it cannot attack, if so.
    pub refusal: Option<Refusal>,
}

/// The odds of the attack that an answer to a decision leads to; `None` if it leads to none.
pub fn attack_forecast(battle: &Battle, decision: &Decision, choice: &Choice) -> Option<AttackForecast> {
    let ahead = attack_ahead(battle, decision, choice)?;
    let on = ahead.attack.on;
    let ends = Ends::new(battle, ahead.attackers(), on, ahead.forecast(battle, decision, choice));
    Some(AttackForecast { attack: ahead.attack, assessment: ahead.assessment(), ends })
}

/// The open offers to attack `on`, each with the parameters that [`Inspect::attacks`](crate::rules::Inspect::attacks)
/// fills in.
pub fn attacks_on_offer(battle: &Battle, decision: &Decision, offers: &Offers, on: CombatantId) -> Vec<Choice> {
    let listed = battle.attacks(decision.who, on);
    let choices = aimed(offers, &listed, on).map(|(_, choice)| choice);
    choices.filter(|choice| attack_ahead(battle, decision, choice).is_some()).collect()
}

/// The open offers that can be aimed at `on`, each with the parameters of its `listed` attack, if there is one.
pub(super) fn aimed<'a>(
    offers: &'a Offers,
    listed: &'a [(Choice, Option<Refusal>)],
    on: CombatantId,
) -> impl Iterator<Item = (&'a Offer, Choice)> {
    let aims = move |offer: &&Offer| match &offer.target {
        Target::Combatant(candidates) => {
            offer.is_open() && candidates.iter().any(|candidate| candidate.who == on && candidate.refusal.is_none())
        }
        _ => false,
    };
    offers.0.iter().filter(aims).map(move |offer| {
        let known = listed
            .iter()
            .map(|(choice, _)| choice)
            .filter(|choice| (choice.verb, choice.item) == (offer.verb, offer.item));
        let mut fit = known.filter(|choice| choice.check(offer).is_ok());
        (offer, fit.next().cloned().unwrap_or_else(|| Choice::of(offer).on(on)))
    })
}

/// The exact odds of the attacks of one combatant on another, or of several who attack it together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ends {
    /// All outcomes with their odds.
    pub forecast: Arc<Forecast>,
    /// The chance that one lands.
    pub hits: Fraction,
    /// The chance that one does damage, even by a graze, achieves what else it is for, or lands and puts a condition on
    /// the target.
    pub harms: Fraction,
    /// The chance of each of the ruleset's grades of harm, no harm first.
    pub grades: [Fraction; 4],
    /// Mean damage, misses counted as none.
    pub mean: Fraction,
    /// The conditions that the target may have afterwards while it still fights, each with its chance: "Captivated".
    pub conditions: Vec<(String, Fraction)>,
}

impl Ends {
    /// Sums up a forecast.
    pub fn new(battle: &Battle, who: impl Into<CombatantSet>, on: CombatantId, forecast: Arc<Forecast>) -> Self {
        let who = who.into();
        let rules = battle.ruleset.rules();
        let hits = forecast.odds.chance(|ending| ending.lands(who, on));
        let begins = |effect: &Effect| matches!(effect, Effect::AddCondition(whom, _) if *whom == on);
        let harms = forecast.odds.chance(|ending| {
            let gets_through = |fate: Fate| matches!(fate, Fate::Worked(_));
            let through = ending.blows(who, on).any(|result| result.damage > 0 || gets_through(result.fate));
            through || ending.lands(who, on) && ending.effects.iter().any(begins)
        });
        let grades = forecast.odds.map(|ending| rules.grade(battle, on, ending));
        let grades = [0, 1, 2, 3].map(|grade| grades.chance(|other| *other == grade));
        let damage =
            |ending: &OutcomeState| ending.blows(who, on).map(|result| u32::from(result.damage.unsigned_abs())).sum();
        let mean = forecast.odds.mean(damage);
        let conditions = conditions(battle, on, &forecast);
        Self { forecast, hits, harms, grades, mean, conditions }
    }
}

/// The conditions that outcomes may leave on somebody who is not out, in the words of the card.
fn conditions(battle: &Battle, on: CombatantId, forecast: &Forecast) -> Vec<(String, Fraction)> {
    let told = |battle: &Battle| battle.ruleset.rules().card(battle, on).conditions;
    let is_up = |ending: &OutcomeState| {
        let falls = |effect: &Effect| matches!(effect, Effect::Status(who, status) if *who == on && status.is_out());
        !ending.effects.iter().any(falls)
    };
    let afflicted = |ending: &OutcomeState, kind: ConditionKind| {
        let by = |effect: &Effect| matches!(effect, Effect::AddCondition(who, condition) if *who == on && condition.kind == kind);
        is_up(ending) && ending.effects.iter().any(by)
    };
    let mut found: Vec<(ConditionKind, Option<String>)> = Vec::new();
    for effect in forecast.odds.iter().filter(|(ending, _)| is_up(ending)).flat_map(|(ending, _)| &ending.effects) {
        if let Effect::AddCondition(who, condition) = effect
            && *who == on
            && found.iter().all(|(kind, _)| *kind != condition.kind)
        {
            let mut after = battle.clone();
            after.apply(effect);
            let before = told(battle);
            let new = told(&after).into_iter().find(|fact| before.iter().all(|known| known.label != fact.label));
            found.push((condition.kind, new.map(|fact| fact.label.into_owned())));
        }
    }
    let chance = |kind| forecast.odds.chance(|ending| afflicted(ending, kind));
    found.into_iter().filter_map(|(kind, label)| Some((label?, chance(kind)))).collect()
}

/// The open offer to attack `on` with the highest mean damage, of equals the likeliest to hit.
pub fn best_attack(
    battle: &Battle,
    decision: &Decision,
    offers: &Offers,
    on: CombatantId,
) -> Option<(Choice, AttackForecast)> {
    let open = attacks_on_offer(battle, decision, offers, on).into_iter();
    let judged = open.filter_map(|choice| {
        attack_forecast(battle, decision, &choice).map(|attack_forecast| (choice, attack_forecast))
    });
    judged.reduce(|best, next| if Strike::of(&next.1) > Strike::of(&best.1) { next } else { best })
}

/// A way with the attacks it provokes; `None` if there is no such way.
pub fn way_ahead(battle: &Battle, who: CombatantId, verb: &str, course: Course<'_>) -> Option<WayAhead> {
    Some(expected_on(battle, who, battle.journey(who, verb, course).ok()?))
}

/// The way that a choice declares with its squares and parameters, with the attacks it provokes; `None` if there is no
/// such way.
pub fn way_of(battle: &Battle, who: CombatantId, choice: &Choice) -> Option<WayAhead> {
    Some(expected_on(battle, who, battle.journey_of(who, choice).ok()?))
}

fn expected_on(battle: &Battle, who: CombatantId, journey: Journey) -> WayAhead {
    let Journey { route, gamble, provocations, passages, after } = journey;
    let place = battle.combatant(who).placement;
    let provoked = provocations.into_iter().map(|provocation| {
        let at = route.squares[..provocation.step].last().copied().unwrap_or(place.anchor());
        let mut then = after.clone();
        then.apply(&Effect::Place(who, place.at(at)));
        // Where only the mount is within reach, it is struck.
        let mount = then.ruleset.rules().mount_of(&then, who);
        if let Some(mount) = mount {
            then.apply(&Effect::Place(mount, then.combatant(mount).placement.at(at)));
        }
        let struck = std::iter::once(who).chain(mount);
        let strike = struck.filter_map(|on| best_strike(&then, &provocation.decision, on)).next();
        (provocation, strike)
    });
    let passing = passages.into_iter().filter_map(|passage| {
        let strike = best_strike(&passage.battle, &passage.decision, passage.on)?;
        Some((passage.step, passage.on, strike.hits))
    });
    let (provoked, passing) = (provoked.collect(), passing.collect());
    let fire = objects::fire_on_way(battle, who, &route.squares);
    WayAhead { route, provoked, after, passing, gamble, fire }
}

/// The open offer to attack `on` that is most likely to hit.
fn best_strike(battle: &Battle, decision: &Decision, on: CombatantId) -> Option<AttackForecast> {
    let offers = battle.ruleset.rules().offers(battle, decision);
    let strikes = attacks_on_offer(battle, decision, &offers, on).into_iter();
    let judged = strikes.filter_map(|choice| attack_forecast(battle, decision, &choice));
    judged.reduce(|best, next| if next.hits > best.hits { next } else { best })
}

/// Who chooses, and the battle right after a choice, before any step it leads to; `None` if it cannot be chosen.
pub fn after_choice(battle: &Battle, offers: &Offers, choice: &Choice) -> Option<(CombatantId, Battle)> {
    let (who, outcome) = play::answer(battle, offers, choice).ok()?;
    Some((who, after_entries(battle, &outcome.entries)))
}

/// The battle after some entries of its journal.
pub fn after_entries(battle: &Battle, entries: &[Entry]) -> Battle {
    let mut after = battle.clone();
    for entry in entries {
        if let Entry::Effect(effect) = entry {
            after.apply(effect);
        }
    }
    after
}

/// What each enemy who is aware of `who` could do in its own turn from where it stands, the most dangerous first.
pub fn danger(battle: &Battle, who: CombatantId) -> Vec<Danger> {
    let knowing = battle.enemies(who).filter(|fighter| fighter.fights() && fighter.aware.of(who));
    let mut dangers: Vec<Danger> = knowing.map(|enemy| danger_of(battle, enemy.id, who)).collect();
    dangers.sort_by(|a, b| b.hits.cmp(&a.hits).then(a.by.cmp(&b.by)));
    dangers
}

fn danger_of(battle: &Battle, by: CombatantId, who: CombatantId) -> Danger {
    let rules = battle.ruleset.rules();
    let turn = turn_given(battle, by);
    let decision = rules.turn_question(by);
    let offers = rules.offers(&turn, &decision);
    let Some((_, best)) = best_attack(&turn, &decision, &offers, who) else {
        let refusal = turn.attacks(by, who).into_iter().find_map(|(_, refusal)| refusal);
        return Danger { by, hits: Fraction::ZERO, sight: turn.sight(by, who), refusal };
    };
    Danger { by, hits: best.hits, sight: best.assessment.sight, refusal: None }
}

/// The choice of an attack with as many points as possible while enough are left for the usual defence; with the fewest
/// if none leave enough.
pub fn thrifty(battle: &Battle, decision: &Decision, offer: &Offer, choice: Choice) -> Choice {
    let paid = |parameter: &&Parameter| parameter.pays == Some(Spending::Points) && parameter.part.is_none();
    let Some(amount) = offer.parameters.iter().find(paid) else { return choice };
    let rules = battle.ruleset.rules();
    let card = rules.card(battle, decision.who);
    let left = card
        .allowances
        .iter()
        .find(|allowance| allowance.currency.is == Spending::Points)
        .map_or(0, |allowance| i32::from(allowance.left));
    let most = left - i32::from(rules.usual_defence(battle, decision.who));
    let open = amount.values.iter().filter(|value| value.refusal.is_none()).map(|value| value.value);
    let all = open.map(|value| offer.settle(&choice, amount.key, value)).filter(|choice| choice.check(offer).is_ok());
    let price = |choice: &Choice| offer.price(choice, Spending::Points);
    let fits = |choice: &Choice| price(choice) <= most;
    // The most points that fit, or else the fewest of all.
    let best = all.reduce(|best, next| match (fits(&best), fits(&next)) {
        (true, true) if price(&next) > price(&best) => next,
        (false, true) => next,
        (false, false) if price(&next) < price(&best) => next,
        _ => best,
    });
    best.unwrap_or(choice)
}
