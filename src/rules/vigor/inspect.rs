//! Answers for panels and computer: reach, sight, journeys, cards, words.

use super::{
    AreaStrike, Delivery, Manner, Rules, With, answer, area, asked, assess, blows, briefing, card, catalogue as ids,
    conditions, movement, reach, settings,
    space::{self, between, class, drawn, feet},
};
use crate::{
    geometry::Square,
    rules::{
        Appraise, Area, Assessment, Attack, Battle, Briefing, Card, Choice, CombatantId, Condition, Course, Decision,
        Fact, Inspect, Journey, Question, Refusal, Sight, Step as AnyStep, Verdict,
    },
};

impl Inspect for Rules {
    fn question(&self, battle: &Battle, decision: &Decision) -> Question {
        card::question(battle, decision.who, asked(decision))
    }

    fn briefing(&self, battle: &Battle, decision: &Decision) -> Briefing {
        briefing::briefing(battle, decision, asked(decision))
    }

    fn number(&self, battle: &Battle, step: &AnyStep) -> Option<(CombatantId, Verdict)> {
        assess::step_of(step).and_then(|step| assess::number(battle, step))
    }

    fn journey(&self, battle: &Battle, who: CombatantId, verb: &str, course: Course<'_>) -> Result<Journey, Refusal> {
        let seen = battle.seen_by(battle.combatant(who).team);
        let journey = movement::journey(&seen, who, verb, course)?;
        Ok(Journey { provocations: journey.provocations, ..Journey::plain(battle, who, journey.route) })
    }

    fn reach(&self, battle: &Battle, who: CombatantId) -> Vec<Square> {
        reach::squares(battle, who)
    }

    fn sight(&self, battle: &Battle, from: CombatantId, to: CombatantId) -> Sight {
        sight(battle, from, to)
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

    fn area(&self, battle: &Battle, who: CombatantId, choice: &Choice) -> Option<Area> {
        let (with, at) = (With::Used(choice.item?), *choice.squares.first()?);
        let strike = AreaStrike { by: who, with, at, manner: Manner::Action };
        let ability = strike.means(battle).ability?;
        matches!(ability.delivery, Delivery::Area(_)).then(|| area::shown(battle, &strike))
    }

    fn card(&self, battle: &Battle, who: CombatantId) -> Card {
        card::card(battle, who)
    }

    fn condition(&self, battle: &Battle, condition: &Condition) -> Fact {
        conditions::describe(battle, condition)
    }
}

/// Distance, sight and cover between two combatants. VIG-COV, VIG-VIS.
fn sight(battle: &Battle, from: CombatantId, to: CombatantId) -> Sight {
    let (one, other) = (battle.combatant(from).footprint(), battle.combatant(to).footprint());
    let line = between(battle, one, other);
    let best = line.covers.iter().map(|one| one.category).max();
    let (guard, _) = space::worth(&line.covers, false, settings::best_of_each_cover(battle));
    let seen = line.wall.is_none();
    Sight {
        distance: feet(one, other).into(),
        seen,
        cover: if seen { best.map_or(0, class) } else { 3 },
        has_classes: true,
        cover_name: match best {
            _ if !seen => "a wall",
            None => "no cover",
            Some(best) => best.name(),
        },
        modifier: guard + line.grade.penalty(feet(one, other)),
        rule: best.map_or(ids::COV_01, space::Category::rule),
        lines: vec![drawn(&line)],
    }
}

impl Appraise for Rules {
    fn default_answer(&self, battle: &Battle, decision: &Decision) -> Choice {
        answer::default_answer(battle, decision.who, asked(decision))
    }

    fn hindrance(&self, condition: &Condition) -> i8 {
        conditions::hindrance(condition)
    }
}
