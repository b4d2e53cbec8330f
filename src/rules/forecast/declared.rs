//! Several attacks with one action: all are declared first, and only the last choice leads to dice.

use crate::{
    dice::Scripted,
    rules::{choosing::Choice, flow::play, ids::CombatantId, state::Battle},
};

/// A choice about to be made, after those before it have been made.
#[derive(Clone, Debug)]
pub struct Declared {
    /// The battle in which the choice is made.
    pub battle: Battle,
    /// The choice.
    pub choice: Choice,
    /// The last target aimed at.
    pub on: Option<CombatantId>,
}

/// Makes all but the last of a list of choices in text form. Only the last one may lead to dice.
///
/// # Errors
/// Which choice cannot be made, and why.
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
            return Err(wrong("it leads to dice, which only the last choice may".into()));
        }
    }
    let decision = battle.decision().ok_or("nobody is asked")?;
    let choice = Choice::parse(last, &battle, &rules.offers(&battle, decision));
    let choice = choice.map_err(|error| format!("`{}` cannot be chosen: {error}", last.trim()))?;
    Ok(Declared { on: choice.on.or(on), choice, battle })
}
