//! What the forecast says of the best defence: forecasts assume the usual one, which keeps points back, and whoever is struck
//! may do better. Worked out beside the frames.

use super::super::{
    BattleScreen,
    insight::Attack,
    models::{Matters, what_matters},
};
use crate::{
    geometry::Square,
    lab::{self, Answers},
    panels::number,
    rules::Choice,
    screens::beside::{Beside, Outlet},
};

/// The answers to the attack that is looked at: its revision, the square it is made from if not the present one, its choice.
pub type Defended = Beside<(u64, Option<Square>, Choice), Option<Answers>>;

impl BattleScreen {
    /// Has the answers to the attack that is looked at worked out.
    pub(super) fn work_on_defence(&mut self) {
        let attack = self.insight.attack.as_ref().filter(|_| self.is_asked() && self.is_turn());
        let asked = attack.map(|attack| self.asked_of(attack));
        let mut defended = std::mem::take(&mut self.listed.defended);
        let at = attack.and_then(|attack| attack.from).and(self.insight.way.as_ref()).map(|way| &way.after);
        let (battle, decision) = (at.unwrap_or(self.battle()), self.battle().decision().cloned());
        defended.ask(asked, |(.., choice)| {
            let (battle, decision, choice) = (battle.clone(), decision.clone(), choice.clone());
            move |outlet: &Outlet<Option<Answers>>| {
                let found =
                    decision.and_then(|decision| lab::answers_unless(&battle, &decision, &choice, outlet.stop()));
                outlet.hand_out(found);
            }
        });
        self.listed.defended = defended;
    }

    /// What is asked about an attack: the same from another square is another question.
    fn asked_of(&self, attack: &Attack) -> (u64, Option<Square>, Choice) {
        (self.settled.revision, attack.from, attack.choice.clone())
    }

    /// What the best defence makes of an attack, if that is less than what the forecast assumes: "90 % hits, mean 3.4 at the
    /// best defence, Grund: evade".
    pub(in crate::screens::battle) fn at_best_defence(&self, attack: &Attack) -> Option<String> {
        let known = self.listed.defended.answer(&self.asked_of(attack))?;
        let Answers { default, best, .. } = known.as_ref()?;
        if best.choice.is_none() || lab::harm(&best.ends) >= lab::harm(default) {
            return None;
        }
        let (_, matters) = what_matters(&attack.attack_forecast);
        let offer = self.settled.offers.find(attack.choice.verb, attack.choice.item);
        let event = matters.event(offer);
        let chance = if matches!(matters, Matters::Harm) { best.ends.harms } else { best.ends.hits };
        let (chance, mean) = (number::percent(chance), number::tenths(best.ends.mean));
        let answer = best.choice.as_ref().map(|choice| self.answer_words(choice, None)).unwrap_or_default();
        Some(format!("{chance} {event}, mean {mean} at the best defence: {}, {answer}", self.name(best.who)))
    }
}
