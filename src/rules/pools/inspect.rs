//! Answers to "what if" and "why": reach, sight, ways, numbers of attacks, cards.

use super::{Rules, assess, attack, build, card, cover, declare, menu, movement, objects, reach, step::Step};
use crate::{
    geometry::Square,
    rules::{
        Area, Assessment, Attack, BoardRules, Card, Inspect, Known, Sight, SituationKey, Step as AnyStep, prelude::*,
    },
};

impl Inspect for Rules {
    fn usual_defence(&self, battle: &Battle, who: CombatantId) -> u8 {
        super::defence::usual(battle, who)
    }

    fn number(&self, battle: &Battle, step: &AnyStep) -> Option<(CombatantId, Verdict)> {
        let Step::Attack(step) = step.as_ref() else { return None };
        assess::number(battle, step)
    }

    fn journey(
        &self,
        battle: &Known<'_>,
        who: CombatantId,
        verb: &str,
        course: Course<'_>,
    ) -> Result<Journey, Refusal> {
        movement::journey(battle, who, verb, course)
    }

    /// Others alter a way only by standing in it, POO-MOVE-04, unless they are feared, POO-COND-17.
    fn alters_ways_within(&self, battle: &Battle, who: CombatantId, _other: CombatantId) -> Option<u16> {
        movement::feared(battle, who).next().is_none().then_some(0)
    }

    fn reach(&self, battle: &Battle, who: CombatantId) -> Vec<Square> {
        let body = reach::body(battle, who);
        cover::around(&battle.scene.field, assess::farthest(battle, who), body).collect()
    }

    fn apart(&self, battle: &Battle, one: Footprint, other: Footprint) -> u16 {
        reach::squares(battle, one, other)
    }

    fn sight(&self, battle: &Known<'_>, from: CombatantId, to: CombatantId) -> Sight {
        cover::sight(battle, reach::body(battle, from), reach::body(battle, to))
    }

    fn attacks(&self, battle: &Known<'_>, who: CombatantId, whom: CombatantId) -> Vec<(Choice, Option<Refusal>)> {
        build::attacks(battle, who, whom)
    }

    fn attack_of(&self, step: &AnyStep) -> Option<Attack> {
        let Step::Attack(step) = step.as_ref() else { return None };
        assess::attack_of(step)
    }

    fn assess(&self, battle: &Battle, step: &AnyStep) -> Option<Assessment> {
        let Step::Attack(step) = step.as_ref() else { return None };
        assess::assess(battle, step)
    }

    fn situation(&self, battle: &Battle, step: &AnyStep) -> Option<SituationKey> {
        let Step::Attack(step) = step.as_ref() else { return None };
        attack::situation(battle, step)
    }

    fn area(&self, battle: &Known<'_>, who: CombatantId, choice: &Choice) -> Option<Area> {
        if choice.verb == menu::CAST.verb { declare::area(battle, who, choice) } else { objects::area(battle, choice) }
    }

    fn card(&self, battle: &Battle, who: CombatantId) -> Card {
        card::card(battle, who)
    }

    fn recipes(&self, battle: &Battle, who: CombatantId, offer: &Offer) -> Vec<(String, Choice)> {
        declare::recipes(battle, who, offer)
    }

    fn board_rules(&self, battle: &Battle) -> BoardRules {
        objects::board_rules(battle)
    }

    fn is_so(&self, battle: &Battle, who: CombatantId, state: usize) -> bool {
        let fighter = battle.combatant(who);
        match state {
            super::conditions::DYING_STATE => super::conditions::is_dying(fighter),
            _ => super::conditions::is_unconscious(fighter),
        }
    }

    fn condition(&self, battle: &Battle, condition: &Condition) -> Fact {
        card::condition(battle, condition)
    }
}
