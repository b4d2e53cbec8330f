//! The odds of several attacks made with one action: all are declared first, then the dice fall.

use super::{Forecast, Policy, forecast_choice};
use crate::{
    dice::Scripted,
    rules::{Battle, Choice, CombatantId, play},
};

/// The result once everything is declared.
#[derive(Clone, Debug)]
pub struct Declared {
    /// The battle before the choice that leads to dice.
    pub battle: Battle,
    /// Who was aimed at last.
    pub on: Option<CombatantId>,
    /// The odds of that choice.
    pub forecast: Forecast,
}

/// The odds of choices that follow each other, in their text form: only the last may lead to dice.
///
/// # Errors
/// Which of them cannot be made, and why.
pub fn declared(turn: &Battle, choices: &[&str]) -> Result<Declared, String> {
    let (last, before) = choices.split_last().ok_or("no choice is named")?;
    let mut battle = turn.clone();
    let rules = battle.ruleset.rules();
    let mut on = None;
    for words in before {
        let wrong = |why: String| format!("`{}` cannot be chosen: {why}", words.trim());
        let decision = battle.decision().ok_or("nobody is asked")?;
        let offers = rules.offers(&battle, decision);
        let choice = Choice::parse(words, &battle, &offers).map_err(|error| wrong(error.to_string()))?;
        on = choice.on.or(on);
        let mut script = Scripted::new(Vec::new());
        let done = play::submit(&mut battle, &offers, &choice, &mut script, &mut Vec::new());
        done.map_err(|error| wrong(error.to_string()))?;
        if script.fault().is_some() {
            return Err(wrong("it leads to dice, and only the last one may".into()));
        }
    }
    let wrong = |why: String| format!("`{}` cannot be chosen: {why}", last.trim());
    let decision = battle.decision().ok_or("nobody is asked")?;
    let offers = rules.offers(&battle, decision);
    let choice = Choice::parse(last, &battle, &offers).map_err(|error| wrong(error.to_string()))?;
    let forecast = forecast_choice(&battle, decision, &choice, Policy::DefaultAnswers);
    let forecast = forecast.map_err(|refusal| wrong(refusal.to_string()))?;
    Ok(Declared { on: choice.on.or(on), forecast, battle })
}
