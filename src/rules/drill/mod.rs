//! `drill`: the smallest possible ruleset. It is the worked example of the README's recipe and is never offered to
//! players. Its rules are in `catalogue.rs`.
//!
//! Read `sheet.rs` for what a fighter is, `step.rs` for the agenda, `menu.rs` for what can be chosen; then `turn.rs`,
//! `movement.rs` and `attack.rs` for a turn from its start to a wound. A turn inside another one is in `waiting.rs`,
//! and `inspect.rs` answers the questions of panels and computer.

mod attack;
mod catalogue;
mod inspect;
mod menu;
mod movement;
mod sheet;
mod step;
mod turn;
mod waiting;

pub use crate::rules::NoDetail as Detail;
pub use sheet::{Arm, NAMES, Sheet};
pub use step::Step;

use super::{
    Appraise, ComesBack, Currency, Definition, Moment, Names, Outcome, Play, Roles, Rule, RulesetId, Setting,
    SolvedStep, Spending, Step as AnyStep, Vocabulary, exchange::solve_from, prelude::*, turns,
};

super::ruleset::prompt::prompts! {
    /// What to do in one's turn.
    Turn(turn::OwnTurn);
    /// Whether to parry, DRL-PAR-01.
    Parry(attack::Parry);
    /// Whether to cut in on somebody's turn, DRL-WAIT-01.
    CutIn(waiting::CutIn);
}

/// The combat system itself.
pub struct Rules;

impl Definition for Rules {
    super::ruleset::record::constants! {
        id: RulesetId = RulesetId::Drill;
        groups: &'static [crate::rules::Group] = &menu::GROUPS;
        about: &'static str = "strike, walk, parry";
        catalogue: &'static [Rule] = catalogue::RULES;
        settings: &'static [Setting] = catalogue::SETTINGS;
        names: Names = NAMES;
        vocabulary: Vocabulary = menu::VOCABULARY;
        roles: Roles = Roles { health: Some(sheet::HEALTH), ..Roles::default() };
        has_hiding: bool = true;
    }

    fn comes_back(&self, currency: &'static Currency) -> (ComesBack, RuleId) {
        let is_parry = currency.is == Spending::Reaction;
        (ComesBack::EachTurn, if is_parry { catalogue::PAR_01 } else { catalogue::TURN_01 })
    }

    fn roll(&self, number: i32) -> (String, &'static str) {
        (format!("Rolls {number} or less"), "Rolls against")
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
            Step::Act(who) => turns::ask(battle, *who, turn::OwnTurn, context),
            Step::Rest(who) => context.expire_conditions(battle, Moment::TurnEnds(*who)),
            Step::Round => turn::round(battle, context),
            Step::Resume => turns::resume(battle, context),
            Step::Walk(who, squares) => movement::go(battle, *who, squares, context),
            Step::Call(by, asked) => waiting::call(battle, *by, *asked, context),
            Step::Strike(strike) => attack::go_on(battle, strike, context),
        }
    }

    fn solved(&self, battle: &Battle, step: &AnyStep) -> Option<SolvedStep> {
        let Step::Strike(strike) = step.as_ref() else { return None };
        let solved = solve_from(&strike.situation, strike.stage);
        Some(solved.step(|result, context| attack::settle(battle, strike, *result, context)))
    }
}

impl Appraise for Rules {}
