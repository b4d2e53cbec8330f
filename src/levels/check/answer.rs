//! Odds for given answers of the other side.

use std::sync::Arc;

use super::Check;
use crate::{
    lab,
    rules::{Battle, Choice, CombatantId, Forecast},
};

impl Check<'_> {
    /// The odds of everything that follows a choice if the other side answers as a trial says: in the way that is best or
    /// worst for it, or with choices of its own, `B: evade ap=1; B: block ap=2`.
    pub(super) fn answered(&self, battle: &Battle, choice: &Choice, answer: &str) -> Result<Arc<Forecast>, String> {
        let decision = battle.decision().ok_or("nobody is asked")?;
        if matches!(answer, "best" | "worst") {
            let answers = lab::answers(battle, decision, choice);
            let answers = answers.ok_or("there is no best answer: the other side has no choice, or too many")?;
            let found = if answer == "best" { answers.best } else { answers.worst };
            return Ok(found.ends.forecast);
        }
        let given: Result<Vec<(Option<CombatantId>, &str)>, String> =
            answer.split(';').map(|part| self.seated(part)).collect();
        lab::answered(battle, decision, choice, &given?)
    }

    /// Who gives an answer, if the text says so, and the answer.
    fn seated<'t>(&self, text: &'t str) -> Result<(Option<CombatantId>, &'t str), String> {
        match text.split_once(':') {
            Some((who, answer)) => Ok((Some(self.combatant(who.trim())?.id), answer.trim())),
            None => Ok((None, text.trim())),
        }
    }
}
