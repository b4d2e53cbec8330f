//! Friends who are out of the fight: whether one can do something for them, and where one has to stand for that.

use super::{
    options::settled,
    plan::{EFFORT, Node, Planner},
    ranking::Reason,
    turn_context::{Memory, Standing},
};
use crate::{
    geometry::{Square, reach_chebyshev},
    rules::{Battle, Choice, CombatantId, Decision, Effect, Offer, Offers, Status, Target},
};

/// From how many squares it is tried whether one can do something for somebody.
const TRIED: usize = 3;

/// Friends of somebody who are out of the fight and may be helped.
pub(super) fn fallen(battle: &Battle, who: CombatantId) -> Vec<CombatantId> {
    let team = battle.combatant(who).team;
    let down = battle.combatants().filter(|one| one.team == team && one.id != who && one.status == Status::Down);
    down.map(|one| one.id).collect()
}

/// What is on offer for one of them.
fn helps(offers: &Offers, fallen: &[CombatantId]) -> Vec<Choice> {
    let aims = |offer: &Offer| {
        let Target::Combatant(candidates) = &offer.target else { return Vec::new() };
        let open = candidates.iter().filter(|one| one.refusal.is_none() && fallen.contains(&one.who));
        open.map(|one| offer.aim(settled(offer), one.who)).collect()
    };
    offers.0.iter().filter(|offer| offer.is_open()).flat_map(aims).collect()
}

/// The squares beside a fallen friend, and what could be done for them from there.
pub(super) type Rescue = (Vec<Square>, i32);

/// The same for a friend; nothing if nothing can be done.
pub(super) fn beside(battle: &Battle, decision: &Decision, memory: &mut Memory, friend: CombatantId) -> Option<Rescue> {
    let key = memory.appraiser.pair(battle, decision.who, friend);
    if let Some(rescue) = memory.rescues.get(&key) {
        return rescue.clone();
    }
    let rescue = beside_afresh(battle, decision, memory, friend);
    memory.rescues.insert(key, rescue.clone());
    rescue
}

fn beside_afresh(battle: &Battle, decision: &Decision, memory: &mut Memory, friend: CombatantId) -> Option<Rescue> {
    let me = battle.combatant(decision.who);
    let body = battle.combatant(friend).footprint();
    let is_free = |square: &Square| {
        let cell = battle.scene.field.cell(*square);
        cell.is_some_and(|cell| cell.feature.is_none()) && battle.standing(*square).all(|other| other == decision.who)
    };
    let squares: Vec<Square> = reach_chebyshev(body, 1).filter(is_free).collect();
    // From one of them there may be a wall in between, but hardly from several round about.
    let mut there = battle.clone();
    let some = squares.iter().step_by(squares.len().div_ceil(TRIED).max(1));
    let choices = some.into_iter().find_map(|square| {
        there.apply(&Effect::Place(decision.who, me.placement.at(*square)));
        let choices = helps(&battle.ruleset.rules().offers(&there, decision), &[friend]);
        (!choices.is_empty()).then_some(choices)
    })?;
    let worth = |choice: Choice| memory.appraiser.outcome(&there, decision, &choice);
    let best = choices.into_iter().map(worth).max().unwrap_or(0);
    (best > EFFORT).then_some((squares, best))
}

impl Planner<'_> {
    /// Plans that help somebody at the end of a movement.
    pub(super) fn rescues(&mut self, node: &Node, there: &Standing) {
        let here = node.battle.combatant(self.context.me).placement.anchor();
        if !self.context.rescue.contains(&here) {
            return;
        }
        let offers = self.context.rules.offers(&node.battle, self.context.decision);
        for choice in helps(&offers, &self.context.fallen) {
            let gain = self.memory.appraiser.outcome(&node.battle, self.context.decision, &choice);
            if gain > EFFORT {
                let mut account = there.account(None).plus(&node.account);
                account.add(Reason::Outcome, gain);
                account.add(Reason::Effort, -EFFORT);
                account.add(Reason::Price, -self.thrift(&node.battle, &offers.0, &choice));
                self.propose_first(&node.first, account);
            }
        }
    }
}
