//! What becomes of an attack, as shares of everything that can be rolled: how its numbers lead to its chance.

use super::AttackForecast;
use crate::{
    dice::Fraction,
    rules::{AttackNumber, Fate, NumberRole, OutcomeState, RuleId, capital, uncapital},
};

/// A share of everything that can be rolled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// What becomes of the attack there, with the number that decides: "Dodged, Fray 45".
    pub words: String,
    /// How large the share is.
    pub chance: Fraction,
    /// Whether the attack lands there.
    pub lands: bool,
    /// The rule by which that number is used.
    pub rule: Option<RuleId>,
}

/// What becomes of an attack, in the order in which it is decided. The shares do not overlap and add up to 1; those
/// that land add up to the chance that it lands.
pub fn shares(forecast: &AttackForecast) -> Vec<Share> {
    let fates = forecast.forecast.odds.map(|ending| fate_of(forecast, ending).map(|fate| (order(fate), fate)));
    let mut all: Vec<Option<(u8, Fate)>> = fates.iter().map(|(fate, _)| *fate).collect();
    all.sort_unstable();
    let share = |found: Option<(u8, Fate)>| {
        let fate = found.map(|(_, fate)| fate);
        let (words, rule) = words(forecast, fate);
        let chance = fates.chance(|other| *other == found);
        Share { words, chance, lands: fate.is_some_and(Fate::lands), rule }
    };
    all.into_iter().map(share).collect()
}

/// What becomes of it in an outcome; of several blows, the one that got farthest counts.
fn fate_of(forecast: &AttackForecast, ending: &OutcomeState) -> Option<Fate> {
    let of = forecast.attack.on;
    let all = ending.results.iter().filter(|result| result.on == of).map(|result| result.fate);
    all.max_by_key(|fate| order(*fate))
}

/// The order in which fates are decided.
const fn order(fate: Fate) -> u8 {
    match fate {
        Fate::Missed => 0,
        Fate::Failed => 1,
        Fate::Averted(_) => 2,
        Fate::Glanced => 3,
        Fate::Grazed => 4,
        Fate::Stopped => 5,
        Fate::Worked(_) => 6,
        Fate::Hit => 7,
        Fate::Critical => 8,
    }
}

/// A fate in words, with the numbers that decide it and the rule by which they are used.
fn words(forecast: &AttackForecast, fate: Option<Fate>) -> (String, Option<RuleId>) {
    let account = &forecast.assessment;
    let attack = account.attack();
    let used = |number: &AttackNumber| number.used.as_ref().map(|(_, rule)| *rule);
    match fate {
        None => ("No blow is struck".into(), None),
        Some(Fate::Missed | Fate::Failed) => {
            let how = attack.used.as_ref().map(|(how, _)| format!(", {}", uncapital(how))).unwrap_or_default();
            (format!("Misses: {} {}{how}", attack.label, attack.number.value), used(attack))
        }
        Some(Fate::Averted(averting)) => {
            let against = account.numbers.iter().filter(|number| number.role == NumberRole::Defence);
            let numbers: Vec<String> =
                against.clone().map(|number| format!(", {} {}", number.label, number.number.value)).collect();
            let rule = against.clone().find_map(used);
            (format!("{}{}", capital(averting.past()), numbers.concat()), rule)
        }
        Some(Fate::Glanced) => ("Touches without effect".into(), None),
        Some(Fate::Grazed) => ("Only grazes, which is not a hit".into(), None),
        Some(Fate::Stopped) => ("Armour stops all of it".into(), None),
        Some(Fate::Worked(setback)) => (format!("Lands: {}", setback.past()), None),
        Some(Fate::Hit) => ("Plain hit".into(), None),
        Some(Fate::Critical) => match &attack.critical {
            Some((how, rule)) => (format!("Critical: {}", uncapital(how)), Some(*rule)),
            None => ("Critical".into(), None),
        },
    }
}
