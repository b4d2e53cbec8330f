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
    AgendaItem, Battle, Choice, Combatant, CombatantId, ComesBack, Currency, Decision, Definition, Effect, Measure,
    Names, Offers, Outcome, Play, Refusal, Roles, Rule, RuleId, RulesetId, Setting, Spending, Step as AnyStep,
    StepContext, Veil, exchange::SolvedStep, play::misplaced,
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

    fn offers(&self, battle: &Battle, decision: &Decision) -> Offers {
        offers::offers(&battle.seen_in(decision), decision.who, asked(decision))
    }

    fn offers_of(&self, battle: &Battle, decision: &Decision, verb: &str) -> Offers {
        offers::offers_of(&battle.seen_in(decision), decision.who, asked(decision), verb)
    }

    fn answer(&self, battle: &Battle, decision: &Decision, choice: &Choice) -> Result<Outcome, Refusal> {
        let resolved = answer::answer(battle, decision.who, asked(decision), choice);
        // What is refused because of somebody unknown begins as if nobody were there: its steps find out.
        resolved.or_else(|_| answer::answer(&battle.seen_in(decision), decision.who, asked(decision), choice))
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

    fn turn(&self, battle: &Battle, step: &AnyStep, context: &mut StepContext<'_>) {
        match step.as_ref() {
            Step::Turn(step) => turn::resolve(battle, step, context),
            other => misplaced(other),
        }
    }

    fn movement(&self, battle: &Battle, step: &AnyStep, context: &mut StepContext<'_>) {
        match step.as_ref() {
            Step::Movement(step) => movement::resolve(battle, step, context),
            other => misplaced(other),
        }
    }

    fn reaction(&self, battle: &Battle, step: &AnyStep, context: &mut StepContext<'_>) {
        match step.as_ref() {
            Step::Reaction(step) => reactions::resolve(battle, step, context),
            other => misplaced(other),
        }
    }

    fn attack(&self, battle: &Battle, step: &AnyStep, context: &mut StepContext<'_>) {
        match step.as_ref() {
            Step::Attack(step) => attack::resolve(battle, step, context),
            other => misplaced(other),
        }
    }

    fn defence(&self, battle: &Battle, step: &AnyStep, context: &mut StepContext<'_>) {
        self.attack(battle, step, context);
    }

    fn damage(&self, battle: &Battle, step: &AnyStep, context: &mut StepContext<'_>) {
        match step.as_ref() {
            Step::Special(step) => special::resolve(battle, step, context),
            _ => self.attack(battle, step, context),
        }
    }

    fn solved(&self, battle: &Battle, step: &AnyStep) -> Option<SolvedStep> {
        assess::step_of(step).and_then(|step| solved::solved(battle, step))
    }

    fn asks_for_more(&self, step: &AnyStep) -> bool {
        matches!(step.as_ref(), Step::Turn(TurnStep::Act(_)))
    }

    fn veil(&self, battle: &Battle, square: Square, by_level: Option<Veil>) -> Option<Veil> {
        smoke::veil(battle, square, by_level)
    }
}
