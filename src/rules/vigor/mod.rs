//! `vigor`: d20 and bursting bonus dice against Guard, reactions paid for in Vigor, Durability before Health.
//!
//! Start with `answer.rs` for the choices, `step.rs` for the steps on the agenda and `resolve.rs` for the chapter that
//! resolves each; the rules of a chapter of the catalogue are in the file named after it. `sheet.rs`, `arms.rs` and
//! `ability.rs` hold all columns of the catalogue's tables, `cover.rs` finds what is between two bodies.

mod ability;
mod act;
mod afflict;
mod answer;
mod area;
mod arms;
mod assess;
mod attack;
mod awareness;
mod bearing;
mod blows;
mod card;
mod catalogue;
mod conditions;
mod cover;
mod damage;
mod defence;
mod describe;
mod dice;
mod exchange;
mod faults;
mod gear;
mod guard;
mod hazards;
mod initiative;
mod inspect;
mod menu;
mod movement;
mod objects;
mod orders;
mod reach;
mod reactions;
mod ready;
mod readying;
mod resolve;
mod settings;
mod sheet;
mod skills;
mod smoke;
mod solved;
mod step;
mod strike;
mod turn;
mod uses;

pub use answer::{OwnTurn, Prompt};
pub use arms::Arm;
pub use conditions::{Detail, NAMES};
pub use exchange::Situation;
pub use sheet::{Kind, Sheet};
pub use step::{AttackStep, Exchange, Step, Strike, TurnStep};

use super::{
    AgendaItem, Battle, Combatant, CombatantId, ComesBack, Currency, Decision, Definition, Effect, Measure, Names,
    Outcome, Play, Roles, Rule, RuleId, RulesetId, Setting, SolvedStep, Spending, Step as AnyStep, StepContext, Veil,
    Vocabulary,
};
use crate::geometry::Square;

/// The combat system itself.
pub struct Rules;

impl Definition for Rules {
    super::ruleset::record::constants! {
        id: RulesetId = RulesetId::Vigor;
        about: &'static str = "Two actions a turn; d20 and bonus dice, defending costs Vigor";
        catalogue: &'static [Rule] = catalogue::RULES;
        settings: &'static [Setting] = settings::SETTINGS;
        // Distances are in feet; ways cost squares of six feet.
        measure: Measure = Measure { unit: "squares", single: "square", apart: "feet", per_square: 1, parts: 1 };
        names: Names = NAMES;
        groups: &'static [crate::rules::Group] = &menu::GROUPS;
        vocabulary: Vocabulary = menu::VOCABULARY;
        roles: Roles = Roles { health: Some(sheet::DURABILITY), luck: None, order: Some(sheet::ORDER) };
        has_hiding: bool = true;
    }

    fn comes_back(&self, currency: &'static Currency) -> (ComesBack, RuleId) {
        match currency.is {
            Spending::Points | Spending::Luck => (ComesBack::InPart, catalogue::END_02),
            _ => (ComesBack::EachTurn, catalogue::TURN_01),
        }
    }

    fn roll(&self, number: i32) -> (String, &'static str) {
        (format!("Rolls more than {number}"), "Rolls against")
    }

    fn takes_turns(&self, fighter: Combatant<'_>) -> bool {
        sheet::sheet(fighter).kind != Kind::Object
    }

    fn blocks(&self, fighter: Combatant<'_>) -> bool {
        conditions::blocks(fighter)
    }
}

impl Play for Rules {
    fn begin(&self, _: &Battle) -> Outcome {
        Outcome { then: vec![AgendaItem::step(TurnStep::Round(1))], ..Outcome::default() }
    }

    fn turn_of(&self, battle: &Battle, who: CombatantId) -> Vec<AgendaItem> {
        turn::turn_of(battle, who)
    }

    fn turn_question(&self, who: CombatantId) -> Decision {
        Decision { who, prompt: OwnTurn.into() }
    }

    fn brought(&self, battle: &Battle, who: CombatantId) -> Vec<Effect> {
        turn::brought(battle, who)
    }

    fn until_turn(&self, battle: &Battle, who: CombatantId) -> Vec<Effect> {
        turn::until_turn(battle, who)
    }

    fn solved(&self, battle: &Battle, step: &AnyStep) -> Option<SolvedStep> {
        assess::step_of(step).and_then(|step| solved::solved(battle, step))
    }

    fn resolve(&self, battle: &Battle, step: &AnyStep, context: &mut StepContext<'_>) {
        resolve::resolve(battle, step.as_ref(), context);
    }

    /// VIG-DYING-04: an act ends with everything that it sets off.
    fn explodes_as_one(&self) -> bool {
        true
    }

    fn asks_for_more(&self, step: &AnyStep) -> bool {
        matches!(step.as_ref(), Step::Turn(TurnStep::Act(_)))
    }

    fn veil(&self, battle: &Battle, square: Square, by_level: Option<Veil>) -> Option<Veil> {
        smoke::veil(battle, square, by_level)
    }
}
