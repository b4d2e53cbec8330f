//! `vigor`: d20 and bonus dice that burst against Guard, reactions paid in Vigor, Durability before Health.
//!
//! Start with `offers.rs` for what can be chosen, `step.rs` for what lies on the agenda, and the file named after a
//! chapter of the catalogue for its rules. `sheet.rs`, `arms.rs` and `ability.rs` hold all columns of its tables, `space.rs`
//! what lies between two bodies.

mod ability;
mod afflict;
mod answer;
mod area;
mod armoury;
mod arms;
mod assess;
mod attack;
mod awareness;
mod blows;
mod briefing;
mod card;
mod catalogue;
mod checks;
mod conditions;
mod damage;
mod defence;
mod describe;
mod dice;
mod exchange;
mod facts;
mod faults;
mod guard;
mod initiative;
mod inspect;
mod menu;
mod movement;
mod objects;
mod offers;
mod orders;
mod reach;
mod reactions;
mod ready;
mod readying;
mod settings;
mod setup;
mod sheet;
mod situation;
mod skills;
mod smoke;
mod solved;
mod space;
mod special;
mod step;
mod strike;
mod told;
mod turn;
mod uses;
mod vocabulary;

pub use ability::{
    Ability, AbilityEffect, AbilityKind, Affliction, DamageBonus, Delivery, For, Pool, Resistance, Wounded,
};
pub use area::{AreaExchange, AreaStrike};
pub use arms::{Arm, Armour, Class, DamageType, Rank, Rider, Score, Steps};
pub use attack::{AttackStep, Exchange};
pub use conditions::{Detail, NAMES, Orders};
pub use exchange::{Area, Situation};
pub use movement::Gait;
pub use reactions::ReactionStep;
pub use ready::{Deed, Event, Trigger};
pub use sheet::{
    Against, Begins, Extra, Factor, Form, FormName, Kind, Natural, Needs, Recovery, RollKind, Sheet, Size, Skills,
    Standing, Training,
};
pub use skills::Skill;
pub use special::SpecialStep;
pub use step::{MovementStep, Prompt, Step, TurnStep};
pub use strike::{Manner, Mark, Strike, With};

use super::{
    AgendaItem, Battle, Combatant, CombatantId, ComesBack, Currency, Decision, Definition, Effect, Measure, Names,
    Outcome, Play, Roles, Rule, RuleId, RulesetId, Setting, SolvedStep, Spending, Step as AnyStep, StepContext, Veil,
    Vocabulary,
};
use crate::geometry::Square;

/// The combat system itself.
pub struct Rules;

fn asked(decision: &Decision) -> &Prompt {
    decision.prompt.as_ref()
}

/// Feet; a way costs squares, six feet each.
const MEASURE: Measure = Measure { unit: "squares", single: "square", per_square: 1, parts: 1 };

impl Definition for Rules {
    fn id(&self) -> RulesetId {
        RulesetId::Vigor
    }

    fn about(&self) -> &'static str {
        "d20 and bonus dice, reactions paid in Vigor"
    }

    fn catalogue(&self) -> &'static [Rule] {
        catalogue::RULES
    }

    fn settings(&self) -> &'static [Setting] {
        settings::SETTINGS
    }

    fn measure(&self) -> Measure {
        MEASURE
    }

    fn names(&self) -> Names {
        NAMES
    }

    fn vocabulary(&self) -> Vocabulary {
        vocabulary::VOCABULARY
    }

    fn roles(&self) -> Roles {
        Roles { health: Some(sheet::DURABILITY), luck: None, order: Some(sheet::ORDER) }
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

    fn takes_turns(&self, one: Combatant<'_>) -> bool {
        sheet::sheet(one).kind != Kind::Object
    }

    fn blocks(&self, one: Combatant<'_>) -> bool {
        conditions::blocks(one)
    }

    fn has_hiding(&self) -> bool {
        true
    }
}

impl Play for Rules {
    fn begin(&self, _: &Battle) -> Outcome {
        Outcome { then: vec![step::step(TurnStep::Round(1))], ..Outcome::default() }
    }

    fn turn_of(&self, battle: &Battle, who: CombatantId) -> Vec<AgendaItem> {
        turn::turn_of(battle, who)
    }

    fn turn_question(&self, who: CombatantId) -> Decision {
        Decision { who, prompt: Prompt::Turn.into() }
    }

    fn until_turn(&self, battle: &Battle, who: CombatantId) -> Vec<Effect> {
        turn::until_turn(battle, who)
    }

    fn solved(&self, battle: &Battle, step: &AnyStep) -> Option<SolvedStep> {
        assess::step_of(step).and_then(|step| solved::solved(battle, step))
    }

    fn resolve(&self, battle: &Battle, step: &AnyStep, context: &mut StepContext<'_>) {
        match step.as_ref() {
            Step::Turn(step) => turn::resolve(battle, step, context),
            Step::Movement(step) => movement::resolve(battle, step, context),
            Step::Reaction(step) => reactions::resolve(battle, step, context),
            Step::Attack(step) => attack::resolve(battle, step, context),
            Step::Special(step) => special::resolve(battle, step, context),
        }
    }

    fn asks_for_more(&self, step: &AnyStep) -> bool {
        matches!(step.as_ref(), Step::Turn(TurnStep::Act(_)))
    }

    fn veil(&self, battle: &Battle, square: Square, by_level: Option<Veil>) -> Option<Veil> {
        smoke::veil(battle, square, by_level)
    }
}
