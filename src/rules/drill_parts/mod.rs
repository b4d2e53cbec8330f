//! `drill_parts`: attacks as offers made of parts, never offered to players. To start a ruleset, copy
//! [`drill`](super::drill) instead; this one plays what `drill` does not need. Its rules are in `catalogue.rs`, its
//! parts in `parts.rs`.

mod attack;
mod blow;
mod catalogue;
mod defence;
mod inspect;
mod menu;
mod movement;
mod parts;
mod sheet;
mod step;
mod turn;

pub use crate::rules::NoDetail as Detail;
pub use sheet::{Arm, NAMES, Sheet};
pub use step::Step;

use super::{
    AgendaItem, Appraise, Battle, CombatantId, ComesBack, Currency, Decision, Definition, Moment, Names, Outcome, Play,
    Roles, Rule, RuleId, RulesetId, Setting, SolvedStep, Step as AnyStep, StepContext, Vocabulary,
    exchange::solve_from, turns,
};

super::ruleset::prompt::prompts! {
    /// What to do in one's turn.
    Turn(turn::OwnTurn);
    /// How to defend against an attack, DPT-DEF-01.
    Defend(defence::Defend);
}

/// The combat system itself.
pub struct Rules;

impl Definition for Rules {
    super::ruleset::record::constants! {
        id: RulesetId = RulesetId::DrillParts;
        about: &'static str = "attacks made of parts";
        catalogue: &'static [Rule] = catalogue::RULES;
        settings: &'static [Setting] = &[];
        names: Names = NAMES;
        vocabulary: Vocabulary = menu::VOCABULARY;
        roles: Roles = Roles { health: Some(sheet::HEALTH), ..Roles::default() };
    }

    fn comes_back(&self, _: &'static Currency) -> (ComesBack, RuleId) {
        (ComesBack::EachTurn, catalogue::TURN_01)
    }

    fn roll(&self, number: i32) -> (String, &'static str) {
        (format!("Rolls {number}d10"), "Rolls")
    }
}

impl Play for Rules {
    fn begin(&self, _: &Battle) -> Outcome {
        Outcome { then: vec![AgendaItem::step(Step::Turn(0))], ..Outcome::default() }
    }

    fn turn_of(&self, battle: &Battle, who: CombatantId) -> Vec<AgendaItem> {
        super::turn_of(battle, who, |next| turn::steps(who, next).map(AgendaItem::step))
    }

    fn turn_question(&self, who: CombatantId) -> Decision {
        Decision { who, prompt: turn::OwnTurn.into() }
    }

    fn asks_for_more(&self, step: &AnyStep) -> bool {
        matches!(step.as_ref(), Step::Act(_))
    }

    fn resolve(&self, battle: &Battle, step: &AnyStep, context: &mut StepContext<'_>) {
        match step.as_ref() {
            Step::Turn(place) => turn::turn(battle, *place, context),
            Step::Act(who) => turns::ask_past(battle, *who, turn::OwnTurn, &[menu::WALK.verb], context),
            Step::Rest(who) => context.expire_conditions(battle, Moment::TurnEnds(*who)),
            Step::Walk(who, squares, cost) => movement::go(battle, *who, (squares, *cost), context),
            Step::Strike(strike) => attack::go_on(battle, strike, context),
        }
    }

    fn solved(&self, battle: &Battle, step: &AnyStep) -> Option<SolvedStep> {
        let Step::Strike(strike) = step.as_ref() else { return None };
        let solved = solve_from(&strike.attack, strike.stage);
        Some(solved.step(|result, context| attack::settle(battle, strike, *result, context)))
    }
}

impl Appraise for Rules {}
