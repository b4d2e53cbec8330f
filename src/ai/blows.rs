//! The attacks on offer from a position that planning examines: the best on each enemy, variants of it, and others.

use super::{
    evaluation::Gain,
    options::{aims, combined, passes, settled, several, thriftier},
    plan::{Planner, is_of},
    turn_context::Standing,
};
use crate::rules::{Battle, Choice, CombatantId, Offer, Role, Target};

impl Planner<'_> {
    /// The attacks on offer that gain something, with variants of the best one: other parts, or fewer points.
    pub(super) fn open_attacks(
        &mut self,
        offers: &[Offer],
        at: &Battle,
        here: &Standing,
    ) -> Vec<(Choice, CombatantId, Gain)> {
        let mut found: Vec<(Choice, CombatantId, Gain)> = here.attacks.clone();
        found.retain(|(choice, _, gain)| gain.value > 0 && passes(offers, choice));
        let combined = self.with_parts(offers, at, &found);
        found.extend(combined);
        let thriftier = self.with_less(offers, at, &found);
        found.extend(thriftier);
        if std::ptr::eq(at, self.context.battle) {
            found.extend(self.other_attacks(at, offers, here));
        }
        found
    }

    /// The best attack with other combinations of parts, if it is made of parts.
    fn with_parts(
        &mut self,
        offers: &[Offer],
        at: &Battle,
        found: &[(Choice, CombatantId, Gain)],
    ) -> Vec<(Choice, CombatantId, Gain)> {
        let best = found.iter().max_by_key(|(_, _, gain)| gain.value);
        let Some((choice, on, _)) = best else { return Vec::new() };
        let offer = offers.iter().find(|offer| is_of(choice, offer)).filter(|offer| offer.parts.is_some());
        let others = offer.into_iter().flat_map(|offer| combined(offer).map(move |other| (offer, other)));
        let aimed = others.filter_map(|(offer, other)| several(offer, &other, *on));
        let judge = &mut self.memory.appraiser;
        let weigh = |other: Choice| (other.clone(), *on, self.context.attack(judge, at, *on, &other));
        aimed.filter(|other| other != choice).map(weigh).collect()
    }

    /// The best attack with fewer points, which leaves some for the next attack and for defence.
    fn with_less(
        &mut self,
        offers: &[Offer],
        at: &Battle,
        found: &[(Choice, CombatantId, Gain)],
    ) -> Vec<(Choice, CombatantId, Gain)> {
        let best = found.iter().max_by_key(|(_, _, gain)| gain.value);
        let Some((choice, on, _)) = best else { return Vec::new() };
        let Some(offer) = offers.iter().find(|offer| is_of(choice, offer)) else { return Vec::new() };
        let judge = &mut self.memory.appraiser;
        let weigh = |less: Choice| (less.clone(), *on, self.context.attack(judge, at, *on, &less));
        thriftier(offer, choice).into_iter().map(weigh).collect()
    }

    /// Attacks on offer other than the best one on each enemy, such as an extra attack with the other hand: they may be
    /// possible when the best one is not. Those that a better attack outdoes at the same cost are left out: nobody uses
    /// fists where the sword costs no more.
    pub(super) fn other_attacks(
        &mut self,
        at: &Battle,
        offers: &[Offer],
        here: &Standing,
    ) -> Vec<(Choice, CombatantId, Gain)> {
        let me = self.context.me;
        let mut found = Vec::new();
        for offer in offers.iter().filter(|offer| offer.is_open() && offer.role == Role::Harm && offer.parts.is_none())
        {
            let Target::Combatant(candidates) = &offer.target else { continue };
            if here.attacks.iter().any(|(choice, ..)| is_of(choice, offer)) {
                continue;
            }
            for on in aims(at, me, candidates) {
                if !here.attacks.iter().any(|(_, foe, _)| *foe == on) {
                    continue;
                }
                let choice = offer.aim(settled(offer), on);
                let gain = self.context.attack(&mut self.memory.appraiser, at, on, &choice);
                if gain.value > 0 && !is_outdone((offers, here), offer, (on, gain)) {
                    found.push((choice, on, gain));
                }
            }
        }
        found
    }
}

/// Whether the best attack on an enemy is on offer, gains at least as much as another one at the same cost, and loses
/// no item.
pub(super) fn is_outdone(
    (offers, here): (&[Offer], &Standing),
    other: &Offer,
    (on, gain): (CombatantId, Gain),
) -> bool {
    here.attacks.iter().any(|(best, foe, known)| {
        let same = |offer: &&Offer| is_of(best, offer) && offer.cost == other.cost;
        (*foe, known.parts) == (on, false)
            && known.value >= gain.value
            && offers.iter().find(same).is_some_and(|offer| best.check(offer).is_ok())
    })
}
