//! The yardstick that other players are measured against, and a variant that makes mistakes.
//!
//! In its turn a greedy player makes the attack with the greatest expected grade of harm to its target, by exact odds
//! with default answers. If none does any harm, it walks to where the way to the nearest enemy is shortest, provided
//! that is nearer than here; otherwise it gives the default answer. It also gives the default answer to every other
//! question: reactions, defences, declarations. It looks at each offer once per enemy: every part and parameter at its
//! first open value, with as much invested as that takes. Of equals, the first on offer is taken. It knows what its
//! side knows.
//!
//! This never changes, however much the computer improves: `tests/minds/yardstick.rs` pins what it chooses.

use super::{
    POINT,
    foes::known_foes,
    ground::Ground,
    options::{invested, is_enemy, passes, settled, several},
    ranking::{Ranking, Reason, Scored},
};
use crate::{
    dice::Stream,
    geometry::Footprint,
    rules::{
        Battle, Choice, CombatantId, Course, Decision, Offer, Offers, Policy, Reachable, Target, attack_ahead,
        forecast_choice,
    },
};

/// One in this many choices in a turn is a mistake, for a player that makes mistakes.
const MISTAKES: u32 = 3;

/// A greedy player's turn.
pub(super) struct Greedy<'a> {
    pub(super) battle: &'a Battle,
    pub(super) decision: &'a Decision,
    pub(super) offers: &'a Offers,
    pub(super) ground: &'a mut Ground,
}

impl Greedy<'_> {
    /// Its choice; `None` if that is the default answer.
    pub(super) fn choice(&mut self) -> Option<Ranking> {
        let mut best: Option<(i64, Choice)> = None;
        for choice in self.attacks() {
            let harm = self.harm(&choice);
            if harm > best.as_ref().map_or(0, |(known, _)| *known) {
                best = Some((harm, choice));
            }
        }
        let attack = best.map(|(harm, choice)| {
            let reasons = choice.on.map(|on| (Reason::Harm(on), harm as i32)).into_iter().collect();
            Ranking::of(Scored { choice, score: harm as i32, reasons })
        });
        attack.or_else(|| self.walk().map(|choice| Ranking::of(Scored { choice, score: 0, reasons: Vec::new() })))
    }

    /// Like [`Self::choice`], but now and then a random one of the attacks on offer, the walk and the default answer,
    /// all equally likely.
    pub(super) fn choice_with_mistakes(&mut self, dice: &mut Stream) -> Option<Ranking> {
        if dice.below(MISTAKES) > 0 {
            return self.choice();
        }
        let mut all = self.attacks();
        all.extend(self.walk());
        let any = dice.below(all.len() as u32 + 1) as usize;
        let choice = (any < all.len()).then(|| all.swap_remove(any))?;
        Some(Ranking::of(Scored { choice, score: 0, reasons: Vec::new() }))
    }

    /// Every attack on offer on every enemy in the fight.
    fn attacks(&self) -> Vec<Choice> {
        let Self { battle, decision, offers, .. } = *self;
        let mut all = Vec::new();
        for offer in offers.0.iter().filter(|offer| offer.is_open()) {
            let plain = invested(offer, settled(offer));
            let Target::Combatant(candidates) = &offer.built(&plain).target else { continue };
            let foes = candidates.iter().filter(|candidate| candidate.refusal.is_none()).map(|candidate| candidate.who);
            for foe in foes.filter(|foe| is_enemy(battle, decision.who, *foe) && battle.combatant(*foe).fights()) {
                let aimed = if offer.parts.is_some() {
                    several(offer, &plain, foe)
                } else {
                    Some(offer.aim(plain.clone(), foe))
                };
                let fits =
                    |choice: &Choice| passes(&offers.0, choice) && attack_ahead(battle, decision, choice).is_some();
                all.extend(aimed.filter(fits));
            }
        }
        all
    }

    /// The mean grade of harm to the target of a choice, times [`POINT`].
    fn harm(&self, choice: &Choice) -> i64 {
        let Some(on) = choice.on else { return 0 };
        let Ok(odds) = forecast_choice(self.battle, self.decision, choice, Policy::DefaultAnswers) else { return 0 };
        let rules = self.battle.ruleset.rules();
        let share = |weight: u128| (weight as f64 / odds.odds.total().max(1) as f64 * 1e9) as i64;
        let graded =
            odds.odds.iter().map(|(ending, weight)| i64::from(rules.grade(self.battle, on, ending)) * share(weight));
        graded.sum::<i64>() * i64::from(POINT) / 1_000_000_000
    }

    /// The movement that leaves the shortest way to the nearest enemy, if that is shorter than from here.
    pub(super) fn walk(&mut self) -> Option<Choice> {
        let Self { battle, decision, offers, ground } = self;
        let me = battle.combatant(decision.who);
        let mut way =
            |foe: CombatantId| ground.distances(&battle.scene.field, battle.combatant(foe).footprint().anchor);
        let ways: Vec<_> = known_foes(battle, me.id, |_| true).into_iter().map(&mut way).collect();
        let far = |body: Footprint| ways.iter().map(|way| way.to(body)).min();
        let here = far(me.footprint())?;
        let mut ends: Vec<(u16, bool, usize, &Offer, Reachable)> = Vec::new();
        for (place, offer) in offers.0.iter().enumerate().filter(|(_, offer)| offer.is_open()) {
            let Target::Way(reachable) = &offer.target else { continue };
            let end = |end: &Reachable| Some((far(me.placement.at(end.square).0)?, !end.base, place, offer, *end));
            ends.extend(reachable.iter().filter_map(end).filter(|(far, ..)| *far < here));
        }
        ends.sort_by_key(|(far, is_full, place, _, end)| (*far, *is_full, *place, end.cost, end.square));
        ends.into_iter().find_map(|(_, _, _, offer, end)| {
            let journey = battle.journey(decision.who, offer.verb, Course::To(end.square)).ok()?;
            let choice = settled(offer).to(journey.route.squares);
            passes(&offers.0, &choice).then_some(choice)
        })
    }
}
