//! The odds foretold for a choice, for its outcome's card: "expected 48 % hits".

use super::BattleScreen;
use crate::{
    panels::{battle::model::Prospect, number},
    rules::{Choice, Role},
    screens::battle::{insight::Attack, outcome::what_matters},
};

impl BattleScreen {
    /// The known odds of a choice about to be made here: "expected 48 % hits".
    fn foretold(&self, choice: &Choice) -> String {
        // From the end of a way only pointed at, the same blow has other odds.
        let is_here = |attack: &&Attack| attack.choice == *choice && attack.from.is_none();
        if let Some(attack) = self.insight.attack.as_ref().filter(is_here) {
            return self.foretold_of(attack);
        }
        let ahead = self.following.ahead.as_ref().filter(|(known, _)| known == choice);
        let listed = || self.listed.prospects.of(choice).filter(|_| choice.on.is_some()).map(in_words);
        ahead.map(|(_, words)| words.clone()).or_else(listed).unwrap_or_default()
    }

    /// The odds of an attack in view, wherever it is made from.
    fn foretold_of(&self, attack: &Attack) -> String {
        let (chance, matters) = what_matters(&attack.attack_forecast);
        let event = matters.event(self.settled.offers.find(attack.choice.verb, attack.choice.item));
        format!("expected {} {event}", number::percent(chance))
    }

    /// The blow in view and its odds, while the movement to it is about to be made.
    pub(in crate::screens::battle) fn foretold_ahead(&self) -> Option<(Choice, String)> {
        let attack = self.insight.attack.as_ref()?;
        Some((attack.choice.clone(), self.foretold_of(attack)))
    }

    /// Keeps the known odds of a choice about to be made in a turn; for one that deals out blows, on the card of the
    /// player's own act under way. A blow in others' act goes on no card, because its odds are not that act's.
    pub(in crate::screens::battle) fn foretell(&mut self, choice: &Choice, is_turn: bool) {
        if is_turn {
            self.following.expected = self.foretold(choice);
            return;
        }
        let (who, words) = (self.battle().decision().map(|decision| decision.who), self.foretold_of_dealt(choice));
        let own = self.following.act.as_mut().filter(|act| act.is_turn && Some(act.by) == who);
        if let (Some(act), Some(words)) = (own, words) {
            act.expected = words;
        }
    }

    /// The known odds of blows being dealt out now; `None` if none are.
    fn foretold_of_dealt(&self, choice: &Choice) -> Option<String> {
        let offer = self.settled.offers.find(choice.verb, choice.item)?;
        // The last blow goes to a target without a number to deal out.
        let is_last = offer.role == Role::Harm && choice.on.is_some();
        (is_last || offer.parameters.iter().any(|parameter| parameter.deals)).then_some(())?;
        Some(self.listed.prospects.of(choice).map_or_else(String::new, in_words))
    }
}

fn in_words(known: &Prospect) -> String {
    format!("expected {} {}", number::percent(known.chance), known.event)
}
