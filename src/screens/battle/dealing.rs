//! Blows dealt out among several targets: the way that is preset, and when there is nothing to deal out.

use super::{BattleScreen, answering::Alone};
use crate::{
    dice::Fraction,
    rules::{
        AttackResult, Battle, Choice, CombatantId, Decision, Offer, Offers, Policy, Role, Target, forecast_choice,
    },
};

/// The most ways to deal out blows that are weighed up.
pub(super) const MOST_DEALT: usize = 12;

impl BattleScreen {
    /// Presets the way to deal out blows that is worth most, the first among equals; returns its offer, or the offer to
    /// pass if no blow achieves anything. `None` if there are no blows to deal out.
    pub(super) fn deal_out(&mut self, decision: &Decision, offers: &Offers) -> Option<usize> {
        let mut ways: Vec<(usize, Choice)> = Vec::new();
        for (index, offer) in offers.0.iter().enumerate().filter(|(_, offer)| offer.is_open()) {
            ways.extend(dealt_ways(offer).into_iter().map(|choice| (index, choice)));
        }
        let battle = self.battle();
        let worth = |choice: &Choice| worth_of_blows(battle, decision, choice);
        let all: Vec<(usize, Choice, Fraction)> =
            ways.into_iter().filter_map(|(index, choice)| Some((index, choice.clone(), worth(&choice)?))).collect();
        let best = all.iter().reduce(|best, next| if next.2 > best.2 { next } else { best })?;
        let pass = offers.0.iter().position(|offer| offer.is_open() && offer.role == Role::Pass);
        let index = pass.filter(|_| best.2 == Fraction::ZERO).unwrap_or(best.0);
        let (best, choice) = (best.0, best.1.clone());
        self.settled.choices[best] = choice;
        self.listed.dealt = all.into_iter().map(|(_, choice, worth)| (choice, worth)).collect();
        Some(index)
    }
}

/// The first few ways to deal out an offer's blows; empty if it deals out none.
fn dealt_ways(offer: &Offer) -> Vec<Choice> {
    let Some(dealt) = offer.parameters.iter().find(|parameter| parameter.deals) else { return Vec::new() };
    let whom: Vec<Choice> = match &offer.target {
        Target::Combatant(all) => {
            let open = all.iter().filter(|candidate| candidate.refusal.is_none());
            open.map(|candidate| Choice::of(offer).on(candidate.who)).collect()
        }
        _ => vec![Choice::of(offer)],
    };
    let values = dealt.values.iter().filter(|value| value.refusal.is_none());
    let all = values.flat_map(|value| whom.iter().map(|at| offer.settle(at, dealt.key, value.value)));
    all.take(MOST_DEALT).collect()
}

/// The default answer, if the blows achieve nothing however they are dealt out and no way is on offer.
pub(super) fn missed(battle: &Battle, decision: &Decision, open: &[&Offer]) -> Option<Alone> {
    let goes_on = open.iter().any(|offer| matches!(offer.target, Target::Way(_)));
    let dealt = open.iter().filter(|offer| offer.parameters.iter().any(|parameter| parameter.deals));
    let mut all = dealt.flat_map(|offer| dealt_ways(offer));
    let is_idle = |choice: Choice| worth_of_blows(battle, decision, &choice) == Some(Fraction::ZERO);
    let title = || battle.ruleset.rules().question(battle, decision).title;
    let usual = || battle.ruleset.rules().default_answer(battle, decision);
    (!goes_on && all.all(is_idle)).then(|| Alone::told(usual(), &title(), "nothing would be hit".into()))
}

/// The target of an answer that deals out blows; `None` if it deals out none.
pub(super) fn dealt_to(battle: &Battle, decision: &Decision, choice: &Choice) -> Option<CombatantId> {
    let rules = battle.ruleset.rules();
    let offers = rules.offers(battle, decision);
    let deals = offers.find(choice.verb, choice.item)?.parameters.iter().any(|parameter| parameter.deals);
    choice.on.or_else(|| rules.question(battle, decision).on).filter(|_| deals)
}

/// The worth of an answer that deals out blows: its mean damage to all enemies, if everything else goes by default.
/// `None` if it deals out none.
pub(super) fn worth_of_blows(battle: &Battle, decision: &Decision, choice: &Choice) -> Option<Fraction> {
    dealt_to(battle, decision, choice)?;
    let forecast = forecast_choice(battle, decision, choice, Policy::DefaultAnswers).ok()?;
    let own = battle.combatant(decision.who).team;
    let is_foe = |result: &&AttackResult| result.by == decision.who && battle.combatant(result.on).team != own;
    let damage = |result: &AttackResult| u32::from(result.damage.max(0).unsigned_abs());
    Some(forecast.odds.mean(|ending| ending.results.iter().filter(is_foe).map(damage).sum()))
}
