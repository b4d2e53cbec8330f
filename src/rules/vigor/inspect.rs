//! Answers for panels and computer players: reach, sight, journeys, cards, words.

use super::{
    Rules,
    ability::Delivery,
    area, assess, bearing, blows, card, conditions,
    cover::feet,
    defence, hazards, movement, reach, reactions,
    sheet::{self, DURABILITY, HEALTH, VIGOR},
    solved,
    step::{Manner, Mark, SpecialStep, Step, Strike, With},
    uses,
};
use crate::{
    geometry::Square,
    rules::{
        Appraise, Area, Assessment, Attack, BoardMark, BoardRules, Card, Explosive, Inspect, Known, Pending, Sight,
        SituationKey, Step as AnyStep, Stock, ground, prelude::*,
    },
};

impl Inspect for Rules {
    fn pending(&self, battle: &Battle, who: CombatantId) -> Option<Pending> {
        uses::pending(battle, who)
    }

    fn number(&self, battle: &Battle, step: &AnyStep) -> Option<(CombatantId, Verdict)> {
        assess::step_of(step).and_then(|step| assess::number(battle, step))
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

    fn quiet_ends(&self, battle: &Known<'_>, who: CombatantId, verb: &str, ends: &[Reachable]) -> Vec<Square> {
        movement::quiet_ends(battle, who, verb, ends)
    }

    fn reach(&self, battle: &Battle, who: CombatantId) -> Vec<Square> {
        reach::squares(battle, who)
    }

    fn threat(&self, battle: &Battle, who: CombatantId) -> Vec<Square> {
        let reached = if reactions::threatens(battle, who) { reach::squares(battle, who) } else { Vec::new() };
        ground::free_of_walls(&battle.scene.field, reached)
    }

    fn apart(&self, _: &Battle, one: Footprint, other: Footprint) -> u16 {
        feet(one, other)
    }

    fn sight(&self, battle: &Known<'_>, from: CombatantId, to: CombatantId) -> Sight {
        assess::sight(battle, from, to, true)
    }

    fn attacks(&self, battle: &Known<'_>, who: CombatantId, whom: CombatantId) -> Vec<(Choice, Option<Refusal>)> {
        let mut all = blows::attacks(battle, who, whom);
        all.extend(uses::attacks(battle, who, whom));
        all
    }

    fn attack_of(&self, step: &AnyStep) -> Option<Attack> {
        assess::step_of(step).and_then(assess::attack_of)
    }

    fn assess(&self, battle: &Battle, step: &AnyStep) -> Option<Assessment> {
        assess::step_of(step).and_then(|step| assess::assess(battle, step))
    }

    fn situation(&self, battle: &Battle, step: &AnyStep) -> Option<SituationKey> {
        solved::situation(battle, step.as_ref())
    }

    fn area(&self, battle: &Known<'_>, who: CombatantId, choice: &Choice) -> Option<Area> {
        if let Some(area) = hazards::area(battle, choice) {
            return Some(area);
        }
        let (with, at) = (With::Used(choice.item?), *choice.squares.first()?);
        let strike = Strike::new(who, Mark::Area(at), with, Manner::Action);
        let strike = Strike { gamble: blows::takes_chance(choice), ..strike };
        let ability = strike.means(battle).ability?;
        matches!(ability.delivery, Delivery::Area(_)).then(|| area::shown(battle, &strike, at))
    }

    fn board_rules(&self, battle: &Battle) -> BoardRules {
        hazards::board_rules(battle)
    }

    fn marks(&self, battle: &Known<'_>, who: CombatantId, offer: &Offer) -> Vec<(Square, BoardMark)> {
        blows::marks(battle, who, offer)
    }

    fn card(&self, battle: &Battle, who: CombatantId) -> Card {
        card::card(battle, who)
    }

    fn is_so(&self, battle: &Battle, who: CombatantId, state: usize) -> bool {
        state == conditions::WOUNDED && conditions::is_wounded(battle.combatant(who))
    }

    fn condition(&self, battle: &Battle, condition: &Condition) -> Fact {
        conditions::describe(battle, condition)
    }
}

impl Appraise for Rules {
    fn attack_numbers(&self, battle: &Battle, step: &AnyStep) -> Option<SituationKey> {
        match step.as_ref() {
            Step::Special(SpecialStep::Use(used)) => {
                uses::strike_of(battle, used).map(|strike| assess::numbers_of(battle, &strike))
            }
            _ => assess::attack_numbers(battle, assess::step_of(step)?),
        }
    }

    fn bearing(&self, battle: &Battle, by: CombatantId, on: CombatantId) -> Option<SituationKey> {
        bearing::bearing(battle, by, on)
    }

    fn farthest(&self, battle: &Battle, who: CombatantId) -> Option<u16> {
        Some(bearing::farthest(battle, who))
    }

    fn is_health(&self, vital: Vital) -> bool {
        vital == DURABILITY || vital == HEALTH
    }

    /// Durability and Health count together, since damage takes one after the other, VIG-HLTH-02.
    fn health(&self, battle: &Battle, who: CombatantId) -> (i32, i32) {
        let fighter = battle.combatant(who);
        let numbers = sheet::sheet(fighter);
        let (now, full) = (fighter.vitals.get(DURABILITY), numbers.durability);
        let has_health = numbers.kind.has_health();
        let (left, whole) = if has_health { (fighter.vitals.get(HEALTH), numbers.health) } else { (0, 0) };
        ((now.max(0) + left.max(0)).into(), (full + whole).into())
    }

    fn blast_cost(&self, battle: &Battle, at: Square, explosive: &Explosive, who: CombatantId) -> i32 {
        hazards::blast_cost(battle, at, explosive, who)
    }

    fn fire_cost(&self, battle: &Battle, who: CombatantId) -> i32 {
        hazards::fire_cost(battle, who)
    }

    fn stock(&self, battle: &Battle, who: CombatantId) -> Option<Stock> {
        let fighter = battle.combatant(who);
        let points = |points: i16| points.clamp(0, 255) as u8;
        let (left, of) = (points(fighter.vitals.get(VIGOR)), points(sheet::sheet(fighter).vigor));
        let back = points(sheet::vigor_of(sheet::sheet(fighter)));
        Some(Stock { left, of, back, price: defence::usual_price(battle, who), vital: VIGOR })
    }

    /// No reaction in one's own turn, VIG-REACT-02.
    fn defends_in_turn(&self) -> bool {
        false
    }

    fn hindrance(&self, condition: &Condition) -> i8 {
        conditions::hindrance(condition)
    }
}
