//! What is open before the player has chosen anything.

use super::{BattleScreen, answering::outcome, insight::index_of};
use crate::{
    dice::Fraction,
    lab::{best_attack, thrifty},
    rules::{Battle, Choice, CombatantId, Decision, Finality, Group, Offer, Offers, Role, Spending, Target},
};

/// Whether an offer is open and of some consequence, so that the turn is not over while it is there.
pub(super) fn counts(battle: &Battle, offer: &Offer) -> bool {
    let does = matches!(offer.role, Role::Harm | Role::Hinder | Role::Approach) || !offer.cost.is_free();
    offer.is_open() && offer.group != Group::End && !offer.idle && does && is_at_fighters(battle, offer)
}

/// Whether an offer that harms or hinders has a target that still fights: a blow at somebody who is out does not keep a
/// turn going. True for all other offers.
pub(super) fn is_at_fighters(battle: &Battle, offer: &Offer) -> bool {
    let Target::Combatant(list) = &offer.target else { return true };
    let fights = |who: CombatantId| battle.combatant(who).fights();
    !matches!(offer.role, Role::Harm | Role::Hinder)
        || list.iter().any(|candidate| candidate.refusal.is_none() && fights(candidate.who))
}

/// Whether an answer takes nothing, neither from a budget nor from a turn to come.
pub(super) fn is_free(offer: &Offer) -> bool {
    offer.cost.is_free() && offer.forfeits.is_empty()
}

/// Whether an answer takes only points that are lost anyway if not spent before the fighter's next turn.
fn takes_what_fades(battle: &Battle, decision: &Decision, offer: &Offer) -> bool {
    let fades = battle.scene.acting != Some(decision.who) && battle.ruleset.rules().fading(battle, decision.who) > 0;
    fades && offer.forfeits.is_empty() && offer.cost.amounts().all(|amount| amount.of.is == Spending::Points)
}

/// The answer with the least mean loss among those that cost nothing lasting; `None` if no odds are known.
pub(super) fn cheapest(battle: &Battle, decision: &Decision, offers: &Offers) -> Option<usize> {
    let is_cheap = |offer: &Offer| is_free(offer) || takes_what_fades(battle, decision, offer);
    let free = |(_, offer): &(usize, &Offer)| offer.is_open() && is_cheap(offer) && offer.target == Target::Nothing;
    let judged =
        offers.0.iter().enumerate().filter(free).filter(|(_, offer)| matches!(offer.role, Role::Protect | Role::Pass));
    let judged = judged.filter_map(|(index, offer)| Some((index, outcome(battle, decision, &Choice::of(offer))?)));
    // Among equal losses the one more likely to avert, then the first.
    let best = judged.reduce(|best, next| {
        let (before, now) = (best.1, next.1);
        if now.mean < before.mean || now.mean == before.mean && now.chance > before.chance { next } else { best }
    });
    best.map(|(index, _)| index)
}

impl BattleScreen {
    /// Whether a turn is over except for what points buy beyond its actions.
    pub(super) fn is_acted_out(&self, offers: &Offers) -> bool {
        let battle = self.battle();
        let Some(decision) = battle.decision() else { return false };
        let all = battle.ruleset.rules().card(battle, decision.who).allowances;
        let mut actions = all.iter().filter(|allowance| allowance.currency.is == Spending::Large).peekable();
        let is_done = actions.peek().is_some() && actions.all(|allowance| allowance.left == 0);
        let is_extra = |offer: &Offer| {
            is_done && !offer.cost.is_free() && offer.cost.amounts().all(|amount| amount.of.is == Spending::Points)
        };
        !offers.0.iter().any(|offer| counts(battle, offer) && !is_extra(offer))
    }

    /// What is open before anything is chosen: recovery from a condition; after a walk, the blow at the pinned target;
    /// the end of the turn once nothing else is left; else nothing.
    pub(super) fn opened_at_first(&mut self, offers: &Offers, choices: &mut [Choice]) -> Option<usize> {
        let walked = self.after_movement.take();
        // An offer that would help only enemies is not preset.
        let own = self.asked().map(|(_, team, _)| team);
        let is_own = |who: CombatantId| Some(self.battle().combatant(who).team) == own;
        let helps = |index: &usize| match &offers.0[*index].target {
            Target::Combatant(list) => {
                list.iter().any(|candidate| candidate.refusal.is_none() && is_own(candidate.who))
            }
            _ => true,
        };
        if let Some(index) = offers.recovery().filter(helps) {
            return Some(index);
        }
        if let Some((index, choice)) = walked.and_then(|kept| self.after_walk(offers, kept.as_ref())) {
            choices[index] = choice;
            return Some(index);
        }
        let is_end = |offer: &Offer| offer.group == Group::End && offer.is_open();
        if self.is_acted_out(offers) { offers.0.iter().position(is_end) } else { None }
    }

    /// The answer worth most, where the rules know; else the next blow of an attack under way; else the first open
    /// answer, or the default once answers that cost something cannot be paid.
    pub(super) fn likeliest(&self, offers: &Offers) -> Option<usize> {
        let decision = self.battle().decision();
        if let Some(index) = decision.and_then(|decision| self.worthiest(decision, &offers.0)) {
            return Some(index);
        }
        let open = |wanted: &dyn Fn(&Offer) -> bool| offers.0.iter().position(|offer| offer.is_open() && wanted(offer));
        // After choosing an attack of several blows, the player wants the next blow.
        let adds = |offer: &Offer| offer.role == Role::Harm && offer.finality == Finality::Nothing;
        let next = decision.map(|decision| self.battle().ruleset.rules().default_answer(self.battle(), decision));
        if let Some(index) =
            next.and_then(|next| open(&|offer| adds(offer) && (offer.verb, offer.item) == (next.verb, next.item)))
        {
            return Some(index);
        }
        let spent = offers.0.iter().any(|offer| !offer.is_open() && !offer.cost.is_free());
        let first = open(&|_| true);
        if !spent || first.is_some_and(|index| !offers.0[index].cost.is_free()) {
            return first;
        }
        let battle = self.battle();
        let default_answer =
            battle.decision().map(|decision| battle.ruleset.rules().default_answer(battle, decision).verb);
        open(&|offer| Some(offer.verb) == default_answer).or(first)
    }

    /// The answer worth most, where the rules can tell before any roll, as for declarations.
    pub(super) fn worthiest(&self, decision: &Decision, offers: &[Offer]) -> Option<usize> {
        let battle = self.battle();
        let worth = |offer: &Offer| battle.ruleset.rules().worth(battle, decision, &Choice::of(offer));
        let open = offers.iter().enumerate().filter(|(_, offer)| offer.is_open());
        let all = open.filter_map(|(index, offer)| Some((worth(offer)?, std::cmp::Reverse(index))));
        all.max().map(|(_, std::cmp::Reverse(index))| index)
    }

    /// Presets passing in place of a defence that turns out to have no chance, unless the player has chosen it: passing
    /// comes to the same and costs nothing.
    pub(super) fn leave_useless(&mut self) {
        let is_pass = |offer: &Offer| offer.is_open() && offer.role == Role::Pass;
        let open = self.open_offer().filter(|(offer, _)| offer.role == Role::Protect && !self.settled.by_hand);
        let known = open.and_then(|(_, choice)| self.listed.prospects.of(choice));
        if known.is_some_and(|known| known.chance == Fraction::ZERO) && !self.is_turn() {
            let pass = self.settled.offers.0.iter().position(is_pass);
            self.settled.chosen = pass.or(self.settled.chosen);
        }
    }

    /// The choice that stays open after a walk: the blow at the pinned target.
    fn after_walk(&self, offers: &Offers, kept: Option<&Choice>) -> Option<(usize, Choice)> {
        let target = self.target()?;
        let battle = self.battle();
        let decision = battle.decision()?;
        let kept = kept.filter(|choice| choice.targets().any(|on| on == target));
        if let Some(choice) = kept
            && let Some(index) = index_of(offers, choice)
        {
            return Some((index, choice.clone()));
        }
        let (choice, _) = best_attack(battle, decision, offers, target)?;
        let index = index_of(offers, &choice)?;
        Some((index, thrifty(battle, decision, &offers.0[index], choice)))
    }
}
