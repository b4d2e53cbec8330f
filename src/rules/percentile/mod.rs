//! `percentile`: D% roll-under, Standard and Quick actions, reach, threat, attacks of opportunity, cover by lines.
//!
//! Start with `offers.rs` for what can be chosen, `step.rs` for what lies on the agenda, and the file named after a
//! chapter of the catalogue for its rules.

mod answer;
mod appraise;
mod arms;
mod attack;
mod blast;
mod briefing;
mod card;
mod catalogue;
mod catch;
mod charge;
mod checks;
mod conditions;
mod cover;
mod damage;
mod defence;
mod describe;
mod foes;
mod gear;
mod grapple;
mod inspect;
mod luck;
mod manoeuvres;
mod menu;
mod mounts;
mod movement;
mod offers;
mod reach;
mod reactions;
mod resistance;
mod settings;
mod sheet;
mod situation;
mod solved;
mod splash;
mod step;
mod strikes;
mod stunts;
#[cfg(test)]
mod testing;
mod toss;
mod turn;
mod vocabulary;
mod volley;

pub use conditions::{Detail, NAMES, Trigger};
pub use sheet::{
    Affinity, Arm, Armour, DamageValue, Does, Kind, Mode, ModeName, Origin, Proficiency, Reload, Sheet, Size, Skill,
    Splash, Tag, Training, Use,
};
pub use step::{
    Aid, AttackStep, BlastStep, Burst, Check, CheckStep, DamageStep, DefenceStep, End, Event, Exchange, Going,
    GrappleContest, Hit, Luck, Manner, Method, MovementStep, Notice, Prompt, ReactionStep, Spot, Step, TurnStep,
    Victim, Walk,
};
pub use stunts::{Feat, Stunt};

use std::borrow::Cow;

use super::{
    AgendaItem, Battle, Combatant, CombatantId, ComesBack, Currency, Decision, Definition, Effect, Measure, Names,
    Outcome, Play, Roles, Rule, RuleId, RulesetId, Setting, Sheet as AnySheet, Spending, Step as AnyStep, StepContext,
    Veil, Vocabulary,
};
use crate::{geometry::Square, rules::SolvedStep};

/// Metres, counted in halves, PCT-GRID-03.
pub(super) const MEASURE: Measure = Measure { unit: "m", single: "m", per_square: 1, parts: 2 };

/// The combat system itself.
pub struct Rules;

/// A decision.
const fn question(who: CombatantId, prompt: Prompt) -> Decision {
    Decision { who, prompt: super::Prompt::Percentile(prompt) }
}

impl Definition for Rules {
    fn id(&self) -> RulesetId {
        RulesetId::Percentile
    }

    fn about(&self) -> &'static str {
        "d100 roll-under, reach, threat, cover"
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
        Roles { luck: Some((sheet::LUCK, &menu::LUCK)), ..Roles::default() }
    }

    fn comes_back(&self, currency: &'static Currency) -> (ComesBack, RuleId) {
        match currency.is {
            Spending::Luck => (ComesBack::Never, catalogue::CHK_11),
            Spending::Reaction => (ComesBack::EachTurn, catalogue::REA_01),
            _ => (ComesBack::EachTurn, catalogue::TURN_01),
        }
    }

    fn takes_turns(&self, one: Combatant<'_>) -> bool {
        mounts::takes_turns(one)
    }

    fn no_mount(&self, sheet: &AnySheet) -> Option<&'static str> {
        let sheet: &Sheet = sheet.as_ref();
        (!sheet.war_trained).then_some("is not trained for war, PCT-MNT-02")
    }

    fn roll(&self, number: i32) -> (String, &'static str) {
        (format!("Rolls {number} or less"), "Rolls against")
    }

    fn has_hiding(&self) -> bool {
        true
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
        question(who, Prompt::Turn)
    }

    fn solved(&self, battle: &Battle, step: &AnyStep) -> Option<SolvedStep> {
        solved::solved(battle, step.as_ref())
    }

    fn resolve(&self, battle: &Battle, step: &AnyStep, context: &mut StepContext<'_>) {
        match step.as_ref() {
            Step::Turn(step) => turn::resolve(battle, step, context),
            Step::Movement(step) => movement::resolve(battle, step, context),
            Step::Reaction(step) => reactions::resolve(battle, step, context),
            Step::Attack(step) => attack::resolve(battle, step, context),
            Step::Defence(step) => defence::resolve(battle, step, context),
            Step::Damage(step) => damage::resolve(battle, step, context),
            Step::Check(step) => luck::resolve(battle, step, context),
            Step::Blast(step) => blast::resolve(battle, step, context),
        }
        self.follow_up(battle, context);
    }

    fn follow_up(&self, battle: &Battle, context: &mut StepContext<'_>) {
        turn::follow_up(battle, context);
    }

    fn asks_for_more(&self, step: &AnyStep) -> bool {
        matches!(step.as_ref(), Step::Turn(TurnStep::Act(_)))
    }

    fn veil(&self, battle: &Battle, square: Square, by_level: Option<Veil>) -> Option<Veil> {
        blast::veil(battle, square, by_level)
    }
}

/// The battle as the side of `who` knows it.
fn seen_by(battle: &Battle, who: CombatantId) -> Cow<'_, Battle> {
    battle.seen_by(battle.combatant(who).team)
}
