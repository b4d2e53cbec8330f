//! What the forecast says about the best defence. Forecasts assume the usual defence, which keeps points back; the
//! target may do better. Worked out beside the frames.

use super::super::{
    BattleScreen,
    insight::Attack,
    outcome::{Matters, what_matters},
};
use crate::{
    geometry::Square,
    lab::{self, Answer, Answers},
    panels::number,
    rules::{Choice, CombatantId},
    screens::beside::{Beside, Outlet},
};

/// The answers to the attack in view, keyed by revision, the square it is made from if not the present one, and its
/// choice.
pub type Defended = Beside<(u64, Option<Square>, Choice), Option<Answers>>;

impl BattleScreen {
    /// Has the answers to the attack in view, or to the blows being dealt out, worked out.
    pub(super) fn work_on_defence(&mut self) {
        let attack = self.insight.attack.as_ref().filter(|_| self.is_asked() && self.is_turn());
        let dealt = self.dealt();
        let blows = || dealt.as_ref().map(|(choice, _)| (self.settled.revision, None, choice.clone()));
        let asked = attack.map(|attack| self.asked_of(attack)).or_else(blows);
        let dealt_to = dealt.as_ref().map(|(_, on)| *on);
        let mut defended = std::mem::take(&mut self.listed.defended);
        let at = attack.and_then(|attack| attack.from).and(self.insight.way.as_ref()).map(|way| &way.after);
        let (battle, decision) = (at.unwrap_or(self.battle()), self.battle().decision().cloned());
        defended.ask(asked, |(.., choice)| {
            let (battle, decision, choice) = (battle.clone(), decision.clone(), choice.clone());
            move |outlet: &Outlet<Option<Answers>>| {
                let found = decision.and_then(|decision| match dealt_to {
                    Some(on) => lab::answers_to_blows(&battle, &decision, &choice, on, outlet.stop()),
                    None => lab::answers_unless(&battle, &decision, &choice, outlet.stop()),
                });
                outlet.hand_out(found);
            }
        });
        self.listed.defended = defended;
    }

    /// The open answer that deals out blows, and its target.
    fn dealt(&self) -> Option<(Choice, CombatantId)> {
        let (offer, choice) = self.open_offer().filter(|_| self.is_asked() && !self.is_turn())?;
        let battle = self.battle();
        let asked = || battle.ruleset.rules().question(battle, battle.decision()?).on;
        let deals = offer.is_open() && offer.parameters.iter().any(|parameter| parameter.deals);
        let on = deals.then(|| choice.on.or_else(asked)).flatten()?;
        Some((choice.clone(), on))
    }

    /// The question about an attack; from another square it is another question.
    fn asked_of(&self, attack: &Attack) -> (u64, Option<Square>, Choice) {
        (self.settled.revision, attack.from, attack.choice.clone())
    }

    /// What an attack comes to at the best defence, if that is less than the forecast assumes: "90 % hits, mean 3.4 at
    /// the best defence, Grund: evade".
    pub(in crate::screens::battle) fn at_best_defence(&self, attack: &Attack) -> Option<String> {
        let known = self.listed.defended.answer(&self.asked_of(attack))?;
        let best = better(known.as_ref()?)?;
        let (_, matters) = what_matters(&attack.attack_forecast);
        let offer = self.settled.offers.find(attack.choice.verb, attack.choice.item);
        let event = matters.event(offer);
        let chance = if matches!(matters, Matters::Harm) { best.ends.harms } else { best.ends.hits };
        Some(self.best_defence_words(best, &format!("{} {event}", number::percent(chance))))
    }

    /// The same for blows being dealt out: their target may pay for more than the usual defence.
    pub(in crate::screens::battle) fn blows_at_best_defence(&self) -> Option<String> {
        let (choice, _) = self.dealt()?;
        let known = self.listed.defended.answer(&(self.settled.revision, None, choice))?;
        let best = better(known.as_ref()?)?;
        Some(self.best_defence_words(best, &format!("{} hits", number::percent(best.ends.hits))))
    }

    fn best_defence_words(&self, best: &Answer, chance: &str) -> String {
        let answer = best.choice.as_ref().map(|choice| self.answer_words(choice, None)).unwrap_or_default();
        let mean = number::tenths(best.ends.mean);
        format!("{chance}, mean {mean} at the best defence: {}, {answer}", self.name(best.who))
    }
}

/// The best answer, if it is better than the one forecasts assume.
fn better(answers: &Answers) -> Option<&Answer> {
    let Answers { default, best, .. } = answers;
    (best.choice.is_some() && lab::harm(&best.ends) < lab::harm(default)).then_some(best)
}
