//! The odds of an attack, of the attacks that a way provokes, and of what enemies could do to somebody in a square.

use crate::{
    dice::Fraction,
    geometry::Square,
    rules::{
        Assessment, Battle, Choice, CombatantId, ConditionKind, Effect, Entry, Forecast, Gamble, Offers, OutcomeState,
        Policy, Provocation, Route, Sight, forecast, play,
    },
};

/// The numbers of an attack and its exact odds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackForecast {
    /// Target numbers with their terms.
    pub assessment: Assessment,
    /// All outcomes with their odds.
    pub forecast: Forecast,
    /// The chance that it lands.
    pub hits: Fraction,
    /// The chance that it lands and does damage or puts a condition on the target.
    pub harms: Fraction,
    /// The chance of each of the ruleset's grades, nothing first.
    pub grades: [Fraction; 4],
    /// Mean damage, misses counted as none.
    pub mean: Fraction,
    /// The conditions that the target may have afterwards while it still fights, each with its chance: "Captivated".
    pub conditions: Vec<(String, Fraction)>,
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
    pub refusal: Option<crate::rules::Refusal>,
}

/// The odds of an attack made now, whoever's turn it is; nothing if the choice is no attack.
pub fn attack_forecast(battle: &Battle, who: CombatantId, choice: &Choice) -> Option<AttackForecast> {
    let rules = battle.ruleset.rules();
    let assessment = rules.assess(battle, who, choice)?;
    let on = choice.on?;
    let agenda = rules.attack_agenda(battle, who, choice);
    let Ends { forecast, hits, harms, grades, mean, conditions } =
        Ends::new(battle, who, on, forecast(battle, agenda, Policy::DefaultAnswers));
    Some(AttackForecast { assessment, forecast, hits, harms, grades, mean, conditions })
}

/// The exact odds of the attacks of one combatant on another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ends {
    /// All outcomes with their odds.
    pub forecast: Forecast,
    /// The chance that one lands.
    pub hits: Fraction,
    /// The chance that one lands and does damage or puts a condition on the target.
    pub harms: Fraction,
    /// The chance of each of the ruleset's grades, nothing first.
    pub grades: [Fraction; 4],
    /// Mean damage, misses counted as none.
    pub mean: Fraction,
    /// The conditions that the target may have afterwards while it still fights, each with its chance.
    pub conditions: Vec<(String, Fraction)>,
}

impl Ends {
    /// Sums up a forecast.
    pub fn new(battle: &Battle, who: CombatantId, on: CombatantId, forecast: Forecast) -> Self {
        let rules = battle.ruleset.rules();
        let hits = forecast.odds.chance(|ending| ending.lands(who, on));
        let begins = |effect: &Effect| matches!(effect, Effect::AddCondition(whom, _) if *whom == on);
        let harms = forecast.odds.chance(|ending| {
            let through = ending.blows(who, on).any(|result| result.fate.lands() && result.damage > 0);
            through || ending.lands(who, on) && ending.effects.iter().any(begins)
        });
        let grades = forecast.odds.map(|ending| rules.grade(battle, on, ending));
        let grades = [0, 1, 2, 3].map(|grade| grades.chance(|one| *one == grade));
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
        let by = |effect: &Effect| matches!(effect, Effect::AddCondition(who, one) if *who == on && one.kind == kind);
        is_up(ending) && ending.effects.iter().any(by)
    };
    let mut found: Vec<(ConditionKind, Option<String>)> = Vec::new();
    for effect in forecast.odds.iter().filter(|(ending, _)| is_up(ending)).flat_map(|(ending, _)| &ending.effects) {
        if let Effect::AddCondition(who, one) = effect
            && *who == on
            && found.iter().all(|(kind, _)| *kind != one.kind)
        {
            let mut after = battle.clone();
            after.apply(effect);
            let before = told(battle);
            let new = told(&after).into_iter().find(|fact| before.iter().all(|known| known.label != fact.label));
            found.push((one.kind, new.map(|fact| fact.label.into_owned())));
        }
    }
    let chance = |kind| forecast.odds.chance(|ending| afflicted(ending, kind));
    found.into_iter().filter_map(|(kind, label)| Some((label?, chance(kind)))).collect()
}

/// The attack of `who` on `whom` from where they stand with the highest mean damage, among those the rules allow.
pub fn best_attack(battle: &Battle, who: CombatantId, whom: CombatantId) -> Option<(Choice, AttackForecast)> {
    let attacks = battle.ruleset.rules().attacks(battle, who, whom);
    let open = attacks.into_iter().filter(|(_, refusal)| refusal.is_none());
    let judged = open.filter_map(|(choice, _)| {
        attack_forecast(battle, who, &choice).map(|attack_forecast| (choice, attack_forecast))
    });
    judged.reduce(|best, next| if next.1.mean > best.1.mean { next } else { best })
}

/// The way to a square with the attacks it provokes; `None` if there is no way.
pub fn way_ahead(battle: &Battle, who: CombatantId, verb: &str, to: Square) -> Option<WayAhead> {
    let rules = battle.ruleset.rules();
    let route = rules.route(battle, who, verb, to)?;
    let provoked = rules
        .provocations(battle, who, verb, &route)
        .into_iter()
        .map(|provocation| {
            let so_far = Route { squares: route.squares[..provocation.step].to_vec(), ..route.clone() };
            let mut then = rules.walked(battle, who, verb, &route);
            let at = so_far.squares.last().copied().unwrap_or(battle.combatant(who).placement.anchor());
            then.apply(&Effect::Place(who, battle.combatant(who).placement.at(at)));
            let strike = best_strike(&then, provocation.by, who);
            (provocation, strike)
        })
        .collect();
    let after = rules.walked(battle, who, verb, &route);
    let gamble = rules.gamble(battle, who, verb, &route);
    let passing = rules.passages(battle, who, verb, &route).into_iter().map(|passage| {
        let forecast = forecast(&passage.battle, passage.agenda, Policy::DefaultAnswers);
        (passage.step, passage.on, forecast.odds.chance(|ending| ending.lands(who, passage.on)))
    });
    let passing = passing.collect();
    Some(WayAhead { route, provoked, after, passing, gamble })
}

fn best_strike(battle: &Battle, by: CombatantId, on: CombatantId) -> Option<AttackForecast> {
    let strikes = battle.ruleset.rules().opportunities(battle, by, on).into_iter();
    let judged = strikes.filter_map(|choice| attack_forecast(battle, by, &choice));
    judged.reduce(|best, next| if next.hits > best.hits { next } else { best })
}

/// Who chooses, and the battle right after a choice, before any step it leads to; `None` if it cannot be chosen.
pub fn after_choice(battle: &Battle, offers: &Offers, choice: &Choice) -> Option<(CombatantId, Battle)> {
    let (who, outcome) = play::answer(battle, offers, choice).ok()?;
    let mut after = battle.clone();
    for entry in &outcome.entries {
        if let Entry::Effect(effect) = entry {
            after.apply(effect);
        }
    }
    Some((who, after))
}

/// What each enemy who is aware of `who` could do from where it stands, the most dangerous first.
pub fn danger(battle: &Battle, who: CombatantId) -> Vec<Danger> {
    let rules = battle.ruleset.rules();
    let knowing = battle.enemies(who).filter(|one| one.fights() && one.aware.of(who));
    let mut dangers: Vec<Danger> = knowing
        .map(|enemy| {
            let best = best_attack(battle, enemy.id, who);
            let refusal = rules.attacks(battle, enemy.id, who).into_iter().find_map(|(_, refusal)| refusal);
            Danger {
                by: enemy.id,
                hits: best.as_ref().map_or(Fraction::ZERO, |(_, attack_forecast)| attack_forecast.hits),
                sight: best.as_ref().map_or_else(
                    || rules.sight(battle, enemy.id, who),
                    |(_, attack_forecast)| attack_forecast.assessment.sight.clone(),
                ),
                refusal: if best.is_some() { None } else { refusal },
            }
        })
        .collect();
    dangers.sort_by(|a, b| b.hits.cmp(&a.hits).then(a.by.cmp(&b.by)));
    dangers
}
