//! What the board shows while a question is asked.

use super::BattleScreen;
use crate::{
    board::ResultShown,
    panels::number,
    rules::{Battle, CombatantId, Decision, capital, uncapital},
};

impl BattleScreen {
    /// The plates on the board while a question is asked: the roll beside its roller, and beside the target the odds of
    /// the chosen answer.
    pub(super) fn asked_about(&self, decision: &Decision, from: CombatantId, to: CombatantId) -> Vec<ResultShown> {
        let briefing = self.battle().ruleset.rules().briefing(self.battle(), decision);
        let roll = briefing.cause.and_then(|cause| cause.rolls.first().copied());
        let rolled = roll.filter(|_| self.is_visible(from)).map(|roll| {
            let value = format!("{:0width$}", roll.value, width = usize::from(roll.figures));
            let against = roll.against.map_or_else(String::new, |against| format!(" against {against}"));
            ResultShown { on: from, words: format!("{value} {}{against}", uncapital(roll.words)), hurts: true }
        });
        let chosen = self.open_offer().and_then(|(offer, choice)| {
            let known = self.listed.prospects.of(choice)?;
            let index = self.settled.chosen?;
            let title = self.settled.wordings.get(index).map_or(offer.verb, |wording| &*wording.title);
            let words = format!("{title}, {} {}", number::percent(known.chance), known.event);
            (choice.on.unwrap_or(to) == to).then_some(ResultShown { on: to, words, hurts: false })
        });
        rolled.into_iter().chain(chosen).collect()
    }
}

/// The question, and what it is about as a separate sentence: "Sanna rolls. Stay standing: 34 against 51".
pub(super) fn asked_words(battle: &Battle, decision: &Decision) -> String {
    let asked = battle.ruleset.rules().question(battle, decision);
    with_about(asked.title, &asked.about)
}

fn with_about(title: String, about: &str) -> String {
    if about.is_empty() { title } else { format!("{title}. {}", capital(about)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_question_is_about_is_a_sentence_of_its_own() {
        let asked = |about| with_about("Ada may avoid it".into(), about);
        assert_eq!(asked("Hild with javelin: 21 against 20"), "Ada may avoid it. Hild with javelin: 21 against 20");
        assert_eq!(asked("stay standing: 34 against 51"), "Ada may avoid it. Stay standing: 34 against 51");
        assert_eq!(asked(""), "Ada may avoid it");
    }
}
