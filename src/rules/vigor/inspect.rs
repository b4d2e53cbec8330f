//! Answers for panels and computer: reach, sight, journeys, cards, words.

use super::{
    AreaStrike, Delivery, Manner, Rules, With, area, assess, blows, card, catalogue as ids, conditions, movement,
    reach, reactions, settings,
    sheet::{self, DURABILITY, HEALTH, VIGOR},
    situation,
    space::{self, Aim, between, class, drawn, feet},
    turn,
};
use crate::{
    geometry::Square,
    rules::{
        Appraise, Area, Assessment, Attack, Battle, BoardMark, Card, Choice, CombatantId, Condition, Course, Fact,
        Inspect, Journey, Offer, OutcomeState, Reachable, Refusal, Sight, SituationKey, Step as AnyStep, Stock,
        Verdict, Vital,
    },
};

impl Inspect for Rules {
    fn number(&self, battle: &Battle, step: &AnyStep) -> Option<(CombatantId, Verdict)> {
        assess::step_of(step).and_then(|step| assess::number(battle, step))
    }

    fn journey(&self, battle: &Battle, who: CombatantId, verb: &str, course: Course<'_>) -> Result<Journey, Refusal> {
        movement::journey(battle, who, verb, course)
    }

    fn quiet_ends(&self, battle: &Battle, who: CombatantId, verb: &str, ends: &[Reachable]) -> Vec<Square> {
        movement::quiet_ends(&battle.seen_by(battle.combatant(who).team), who, verb, ends)
    }

    fn reach(&self, battle: &Battle, who: CombatantId) -> Vec<Square> {
        reach::squares(battle, who)
    }

    fn threat(&self, battle: &Battle, who: CombatantId) -> Vec<Square> {
        if reactions::threatens(battle, who) { reach::squares(battle, who) } else { Vec::new() }
    }

    fn sight(&self, battle: &Battle, from: CombatantId, to: CombatantId) -> Sight {
        sight(battle, from, to, true)
    }

    fn attacks(&self, battle: &Battle, who: CombatantId, whom: CombatantId) -> Vec<(Choice, Option<Refusal>)> {
        blows::attacks(battle, who, whom)
    }

    fn attack_of(&self, step: &AnyStep) -> Option<Attack> {
        assess::step_of(step).and_then(assess::attack_of)
    }

    fn assess(&self, battle: &Battle, step: &AnyStep) -> Option<Assessment> {
        assess::step_of(step).and_then(|step| assess::assess(battle, step))
    }

    fn situation(&self, battle: &Battle, step: &AnyStep) -> Option<SituationKey> {
        situation::of(battle, step.as_ref())
    }

    fn area(&self, battle: &Battle, who: CombatantId, choice: &Choice) -> Option<Area> {
        let (with, at) = (With::Used(choice.item?), *choice.squares.first()?);
        let strike = AreaStrike { by: who, with, at, manner: Manner::Action, gamble: blows::takes_chance(choice) };
        let seen = battle.seen_by(battle.combatant(who).team);
        let ability = strike.means(battle).ability?;
        matches!(ability.delivery, Delivery::Area(_)).then(|| area::shown(&seen, &strike))
    }

    fn marks(&self, battle: &Battle, who: CombatantId, offer: &Offer) -> Vec<(Square, BoardMark)> {
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

/// Distance, sight and cover between two combatants, for a ranged attack or another: only those suffer from bad
/// visibility. VIG-COV, VIG-VIS.
pub fn sight(battle: &Battle, from: CombatantId, to: CombatantId, is_ranged: bool) -> Sight {
    let (one, other) = (battle.combatant(from).footprint(), battle.combatant(to).footprint());
    let line = between(battle, one, other, Aim::Shot);
    let best = line.covers.iter().map(|one| one.category).max();
    let (guard, _) = space::worth(&line.covers, false, settings::best_of_each_cover(battle));
    let open = line.wall.is_none();
    let seen = space::is_seen(battle, one, other);
    Sight {
        distance: feet(one, other).into(),
        seen,
        cover: if open { best.map_or(0, class) } else { 3 },
        has_classes: true,
        cover_name: match best {
            _ if !open => "a wall",
            None => "no cover",
            Some(best) => best.name(),
        },
        modifier: guard + if is_ranged { line.grade.penalty(feet(one, other)) } else { 0 },
        rule: match best {
            None if open && !seen => ids::VIS_05,
            None if open && line.grade != space::Grade::Normal => line.grade.rule(),
            best => best.map_or(ids::COV_01, space::Category::rule),
        },
        lines: vec![drawn(&line)].into(),
    }
}

impl Appraise for Rules {
    fn attack_numbers(&self, battle: &Battle, step: &AnyStep) -> Option<SituationKey> {
        assess::attack_numbers(battle, assess::step_of(step)?)
    }

    fn is_health(&self, vital: Vital) -> bool {
        vital == DURABILITY || vital == HEALTH
    }

    /// Durability and Health are taken one after the other, VIG-HLTH-02.
    fn health(&self, battle: &Battle, who: CombatantId) -> (i32, i32) {
        let one = battle.combatant(who);
        let numbers = sheet::sheet(one);
        let (now, full) = (one.vitals.get(DURABILITY), numbers.durability);
        let has_health = numbers.kind.has_health();
        let (left, whole) = if has_health { (one.vitals.get(HEALTH), numbers.health) } else { (0, 0) };
        ((now.max(0) + left.max(0)).into(), (full + whole).into())
    }

    fn grade(&self, battle: &Battle, whom: CombatantId, ending: &OutcomeState) -> u8 {
        let left = || self.health(battle, whom).0;
        match ending.loss(battle, whom, [DURABILITY, HEALTH]) {
            None => 3,
            Some(..=0) => 0,
            Some(lost) if lost * 2 >= left() => 2,
            Some(_) => 1,
        }
    }

    fn stock(&self, battle: &Battle, who: CombatantId) -> Option<Stock> {
        let one = battle.combatant(who);
        let points = |points: i16| points.clamp(0, 255) as u8;
        let (left, of) = (points(one.vitals.get(VIGOR)), points(sheet::sheet(one).vigor));
        Some(Stock { left, of, back: points(turn::vigor_of(sheet::sheet(one))) })
    }

    fn hindrance(&self, condition: &Condition) -> i8 {
        conditions::hindrance(condition)
    }
}
