//! Answers for panels and computer: reach, sight, journeys, cards, words.

use smallvec::{SmallVec, smallvec};

use super::{
    Prompt, Rules, arms::RECOVERY, assess, attack, bearing, card, charges, conditions, cover, declaring, gear,
    movement, reach, sheet::HEALTH, solved, spell, strike, turn,
};
use crate::{
    geometry::Square,
    rules::{
        Appraise, Area, Assessment, Attack, BoardRules, Card, Explosive, Inspect, Known, Pending, Sight, SituationKey,
        Step as AnyStep, prelude::*,
    },
};

impl Inspect for Rules {
    fn number(&self, battle: &Battle, step: &AnyStep) -> Option<(CombatantId, Verdict)> {
        solved::step_of(step).and_then(|step| assess::number(battle, step))
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

    /// No movement lets enemies react, RAT-MOVE-03.
    fn quiet_ends(&self, _: &Known<'_>, _: CombatantId, _: &str, ends: &[Reachable]) -> Vec<Square> {
        ends.iter().map(|end| end.square).collect()
    }

    fn length(&self, battle: &Battle, who: CombatantId, squares: &[Square]) -> u16 {
        movement::length(battle, who, squares)
    }

    /// Others alter a way only by standing in it, RAT-MOVE-03.
    fn alters_ways_within(&self, _: &Battle, _who: CombatantId, _other: CombatantId) -> Option<u16> {
        Some(0)
    }

    fn reach(&self, battle: &Battle, who: CombatantId) -> Vec<Square> {
        reach::reached(battle, who)
    }

    fn apart(&self, _: &Battle, one: Footprint, other: Footprint) -> u16 {
        reach::squares_apart(one, other)
    }

    fn sight(&self, battle: &Known<'_>, from: CombatantId, to: CombatantId) -> Sight {
        cover::sight(battle, (from, to), false)
    }

    fn attacks(&self, battle: &Known<'_>, who: CombatantId, whom: CombatantId) -> Vec<(Choice, Option<Refusal>)> {
        strike::attacks(battle, who, whom)
    }

    fn attack_of(&self, step: &AnyStep) -> Option<Attack> {
        solved::step_of(step).and_then(assess::attack_of)
    }

    fn pending(&self, battle: &Battle, who: CombatantId) -> Option<Pending> {
        battle.combatant(who).conditions.has(conditions::WAITING).then_some(Pending::Turn)
    }

    fn next_place(&self, battle: &Battle) -> Option<usize> {
        turn::next_place(battle)
    }

    fn joined(&self, _: &Battle, step: &AnyStep) -> CombatantSet {
        solved::step_of(step).map(attack::joined).unwrap_or_default()
    }

    fn assess(&self, battle: &Battle, step: &AnyStep) -> Option<Assessment> {
        solved::step_of(step).and_then(|step| assess::assess(battle, step))
    }

    fn situation(&self, battle: &Battle, step: &AnyStep) -> Option<SituationKey> {
        solved::situation(battle, step.as_ref())
    }

    fn area(&self, battle: &Known<'_>, who: CombatantId, choice: &Choice) -> Option<Area> {
        charges::area(battle, who, choice).or_else(|| spell::area(battle, who, choice))
    }

    fn board_rules(&self, battle: &Battle) -> BoardRules {
        charges::board_rules(battle)
    }

    fn explosion(&self, battle: &Battle, at: Square, radius: u8) -> Vec<Square> {
        spell::squares_around(battle, at, radius)
    }

    fn card(&self, battle: &Battle, who: CombatantId) -> Card {
        card::card(battle, who)
    }

    fn condition(&self, battle: &Battle, condition: &Condition) -> Fact {
        conditions::describe(battle, condition)
    }
}

impl Appraise for Rules {
    fn attack_numbers(&self, battle: &Battle, step: &AnyStep) -> Option<SituationKey> {
        assess::attack_numbers(battle, solved::step_of(step)?)
    }

    fn bearing(&self, battle: &Battle, by: CombatantId, on: CombatantId) -> Option<SituationKey> {
        bearing::bearing(battle, by, on)
    }

    fn farthest(&self, battle: &Battle, who: CombatantId) -> Option<u16> {
        Some(bearing::farthest(battle, who))
    }

    fn health(&self, battle: &Battle, who: CombatantId) -> (i32, i32) {
        let fighter = battle.combatant(who);
        let full = super::sheet::sheet(fighter).health_max;
        (fighter.vitals.get(HEALTH).max(0).into(), full.into())
    }

    fn blast_cost(&self, battle: &Battle, at: Square, explosive: &Explosive, who: CombatantId) -> i32 {
        charges::cost(battle, at, explosive, who)
    }

    fn worth(&self, battle: &Battle, decision: &Decision, choice: &Choice) -> Option<i32> {
        match decision.prompt.as_ref() {
            Prompt::Declare(_) => Some(declaring::worth(&battle.known_in(decision), decision.who, choice)),
            _ => None,
        }
    }

    fn until_ready(&self, item: &Item<'_>) -> u8 {
        gear::until_ready(item)
    }

    fn readied(&self, item: ItemId) -> SmallVec<[Effect; 2]> {
        smallvec![Effect::ItemNumber(item, RECOVERY, 0), Effect::Load(item, true)]
    }

    fn hindrance(&self, condition: &Condition) -> i8 {
        conditions::hindrance(condition)
    }
}
