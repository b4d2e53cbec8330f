//! `totals`: sums of d10 against sums of d10, AP that carry over between rounds, up to three decisions of the defender.
//!
//! Start with `offers.rs` for what can be chosen, `step.rs` for what lies on the agenda, and the file named after a
//! chapter of the catalogue for its rules; magic has a folder of its own, which begins with `magic/cast.rs`.

mod answer;
mod appraise;
mod arms;
mod attack;
mod briefing;
mod card;
mod catalogue;
mod catching;
mod components;
mod conditions;
mod damage;
mod defence;
mod describe;
mod drugs;
mod gear;
mod habit;
mod inspect;
mod knowledge;
mod life;
mod magic;
mod menu;
mod mounts;
mod movement;
mod offers;
mod pool;
mod reach;
mod recovery;
mod series;
mod settings;
mod sheet;
mod situation;
mod solved;
mod step;
mod turn;
mod vocabulary;
mod wrestling;

pub use components::Component;
pub use conditions::{Detail, NAMES};
pub use drugs::{Dose, Drug};
pub use magic::{Energy, Spell, Structure, Targets};
pub use series::Series;
pub use sheet::{Arm, Armour, Class, Prepared, Sheet, Shield, Size, Training};
pub use step::{
    AttackStep, Blow, Contact, DamageStep, Damages, DefenceStep, Guard, LifeStep, Manner, MovementStep, Prompt, Stake,
    Step, Toll, TurnStep,
};

use super::{
    AgendaItem, Battle, Combatant, CombatantId, ComesBack, Currency, Decision, Definition, Effect, Names, Outcome,
    Play, Roles, Rule, RuleId, RulesetId, Setting, Sheet as AnySheet, Spending, Step as AnyStep, StepContext,
    Vocabulary,
};
use crate::rules::SolvedStep;

/// The combat system itself.
pub struct Rules;

fn asked(decision: &Decision) -> &Prompt {
    decision.prompt.as_ref()
}

impl Definition for Rules {
    fn id(&self) -> RulesetId {
        RulesetId::Totals
    }

    fn about(&self) -> &'static str {
        "sums of d10, action points, three defences"
    }

    fn catalogue(&self) -> &'static [Rule] {
        catalogue::RULES
    }

    fn settings(&self) -> &'static [Setting] {
        settings::SETTINGS
    }

    fn names(&self) -> Names {
        NAMES
    }

    fn vocabulary(&self) -> Vocabulary {
        vocabulary::VOCABULARY
    }

    fn roles(&self) -> Roles {
        let luck = Some((sheet::LUCK, &menu::LUCK));
        Roles { health: Some(sheet::VITALITY), luck, order: Some(conditions::ORDER) }
    }

    fn comes_back(&self, currency: &'static Currency) -> (ComesBack, RuleId) {
        match currency.is {
            Spending::Luck => (ComesBack::Never, catalogue::LUCK_01),
            Spending::Points => (ComesBack::EachRound, catalogue::AP_01),
            _ => (ComesBack::EachTurn, catalogue::TURN_02),
        }
    }

    fn takes_turns(&self, one: Combatant<'_>) -> bool {
        !sheet::sheet(one).mount
    }

    fn no_mount(&self, sheet: &AnySheet) -> Option<&'static str> {
        let sheet: &Sheet = sheet.as_ref();
        (!sheet.mount).then_some("is not a mount, TOT-MOVE-08")
    }

    fn rule_of(&self, key: &str) -> Option<RuleId> {
        match key {
            "luck" => Some(catalogue::LUCK_03),
            attack::OVERWHELM => Some(catalogue::COMP_07),
            attack::PIERCE => Some(catalogue::COMP_11),
            _ => None,
        }
    }

    fn roll(&self, number: i32) -> (String, &'static str) {
        (format!("Rolls {number}d10"), "Dice, a d10 each")
    }
}

impl Play for Rules {
    fn mount_of(&self, battle: &Battle, rider: CombatantId) -> Option<CombatantId> {
        mounts::mount_of(battle, rider)
    }

    fn saddled(&self, rider: CombatantId, mount: CombatantId) -> Vec<Effect> {
        mounts::RIDING.begin(rider, mount).into()
    }

    fn begin(&self, _: &Battle) -> Outcome {
        turn::begin()
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
        solved::solved(battle, step.as_ref())
    }

    fn after(&self, battle: &Battle) -> Vec<AgendaItem> {
        recovery::steps(battle)
    }

    fn resolve(&self, battle: &Battle, step: &AnyStep, context: &mut StepContext<'_>) {
        match step.as_ref() {
            Step::Turn(step) => turn::resolve(battle, step, context),
            Step::Movement(step) => movement::resolve(battle, step, context),
            Step::Attack(step) => attack::resolve(battle, step, context),
            Step::Defence(step) => defence::resolve(battle, step, context),
            Step::Damage(step) => damage::resolve(battle, step, context),
            Step::Life(step) => life::resolve(battle, step, context),
        }
    }

    fn asks_for_more(&self, step: &AnyStep) -> bool {
        matches!(step.as_ref(), Step::Turn(TurnStep::Act(_)))
    }

    fn guesses(&self, battle: &Battle, decision: &Decision) -> Vec<(Decision, u64)> {
        let guesses = knowledge::guesses(battle, asked(decision)).into_iter();
        guesses.map(|(prompt, ways)| (Decision { who: decision.who, prompt: prompt.into() }, ways)).collect()
    }
}
