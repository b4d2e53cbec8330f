//! Friends who are out of the fight: whether they can be helped, and where one has to stand to help them.

use super::{
    options::settled,
    plan::{EFFORT, Planner},
    ranking::Reason,
    sequence::{Node, Plan},
    thrift,
    turn_context::{Memory, Standing},
};
use crate::{
    geometry::{Square, reach_chebyshev},
    rules::{Battle, Choice, CombatantId, Decision, Effect, Offer, Offers, Role, Status, Target},
};

/// Friends of somebody who are out of the fight and may be helped.
pub(super) fn fallen(battle: &Battle, who: CombatantId) -> Vec<CombatantId> {
    let team = battle.combatant(who).team;
    let down = battle
        .combatants()
        .filter(|fighter| fighter.team == team && fighter.id != who && fighter.status == Status::Down);
    down.map(|fighter| fighter.id).collect()
}

/// The verbs of a turn that help a friend.
pub(super) fn helping(offers: &Offers) -> Vec<&'static str> {
    let mut verbs: Vec<&'static str> = Vec::new();
    for offer in offers.0.iter().filter(|offer| offer.role == Role::Help) {
        if matches!(offer.target, Target::Combatant(_)) && !verbs.contains(&offer.verb) {
            verbs.push(offer.verb);
        }
    }
    verbs
}

/// The choices with these verbs that help fallen friends, with their offers.
fn helps(battle: &Battle, decision: &Decision, verbs: &[&str], fallen: &[CombatantId]) -> Vec<(Offer, Choice)> {
    let rules = battle.ruleset.rules();
    let aims = |offer: Offer| {
        let Target::Combatant(candidates) = &offer.target else { return Vec::new() };
        let open = candidates.iter().filter(|candidate| candidate.refusal.is_none() && fallen.contains(&candidate.who));
        open.map(|candidate| (offer.clone(), offer.aim(settled(&offer), candidate.who))).collect()
    };
    let offers = verbs.iter().flat_map(|verb| rules.offers_of(battle, decision, verb).0);
    offers.filter(Offer::is_open).flat_map(aims).collect()
}

/// The squares beside a fallen friend, and what helping from there is worth.
pub(super) type Rescue = (Vec<Square>, i32);

/// The rescue of a friend with these verbs; `None` if nothing worthwhile can be done.
pub(super) fn beside(
    (battle, decision): (&Battle, &Decision),
    verbs: &[&str],
    memory: &mut Memory,
    friend: CombatantId,
) -> Option<Rescue> {
    let me = battle.combatant(decision.who);
    let body = battle.combatant(friend).footprint();
    let is_free = |square: &Square| {
        let cell = battle.scene.field.cell(*square);
        cell.is_some_and(|cell| cell.feature.is_none()) && battle.standing(*square).all(|other| other == decision.who)
    };
    let squares: Vec<Square> = reach_chebyshev(body, 1).filter(is_free).collect();
    // A wall may stand between the friend and one of them, but not all of them.
    let mut there = battle.clone();
    let choices = squares.iter().find_map(|square| {
        there.apply(&Effect::Place(decision.who, me.placement.at(*square)));
        let choices = helps(&there, decision, verbs, &[friend]);
        (!choices.is_empty()).then_some(choices)
    })?;
    let worth = |(_, choice): (Offer, Choice)| memory.appraiser.outcome(&there, decision, &choice);
    let best = choices.into_iter().map(worth).max().unwrap_or(0);
    (best > EFFORT).then_some((squares, best))
}

impl Planner<'_> {
    /// Plans that help somebody at the end of a movement.
    pub(super) fn rescues(&mut self, node: &Node, there: &Standing) {
        let (context, at) = (self.context, &node.battle);
        if context.fallen.is_empty() {
            return;
        }
        // A walk opens no new verbs.
        let verbs = if node.first.squares.is_empty() {
            helping(&context.rules.offers(at, context.decision))
        } else {
            context.helping.clone()
        };
        for (offer, choice) in helps(at, context.decision, &verbs, &context.fallen) {
            let gain = self.memory.appraiser.outcome(at, context.decision, &choice);
            if gain > EFFORT {
                let mut account = there.account(None).plus(&node.account);
                account.add(Reason::Outcome, gain);
                account.add(Reason::Effort, -EFFORT);
                account.add(Reason::Price, -thrift::of_choice(at, context.me, &offer, &choice));
                let end = context.end_at(at, (gain, None));
                self.propose(Plan { first: node.first.clone(), account, end });
            }
        }
    }
}
