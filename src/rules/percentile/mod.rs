//! `percentile`: D% roll-under, Standard and Quick actions, reach, threat, attacks of opportunity, cover by lines.
//!
//! From the bottom up: `step.rs` holds the data of all steps; `conditions.rs`, `bonds.rs`, `cover`, `reach.rs`,
//! `targets.rs` and `to_hit.rs` answer questions about a position; then come files named after the chapters of the
//! catalogue. Chapters push steps; only `resolve.rs` knows which chapter resolves which. A question is a type in its
//! chapter (`asks!`), and `answer.rs` lists them all.

mod answer;
mod arms;
mod attack;
mod bearing;
mod blast;
mod bonds;
mod card;
mod catalogue;
mod catch;
mod charge;
mod checks;
mod conditions;
mod cover;
mod damage;
mod defence;
mod gear;
mod grapple;
mod inspect;
mod luck;
mod manoeuvres;
mod menu;
mod mounts;
mod movement;
mod objects;
mod offers;
mod reach;
mod reactions;
mod readying;
mod resistance;
mod resolve;
mod settings;
mod sheet;
mod solved;
mod step;
mod strikes;
mod stunts;
mod targets;
#[cfg(test)]
mod testing;
mod to_hit;
mod turn;
mod volley;
mod ways;
mod wounds;

pub use answer::Prompt;
pub use conditions::{Detail, NAMES, Trigger};
pub use sheet::{
    Affinity, Arm, Armour, DamageValue, Does, Kind, Mode, ModeName, Origin, Proficiency, Reload, Sheet, Size, Skill,
    Splash, Tag, Training, Use,
};
pub use step::{BlastStep, Burst, Hit, Luck, Step};

use super::{
    AgendaItem, Battle, Combatant, CombatantId, ComesBack, Currency, Decision, Definition, Effect, Measure, Names,
    Outcome, Play, Roles, Rule, RuleId, RulesetId, Setting, Sheet as AnySheet, Spending, Step as AnyStep, StepContext,
    Veil, Vocabulary,
};
use crate::{geometry::Square, rules::SolvedStep};

/// The combat system itself.
pub struct Rules;

impl Definition for Rules {
    super::ruleset::record::constants! {
        id: RulesetId = RulesetId::Percentile;
        groups: &'static [crate::rules::Group] = &menu::GROUPS;
        about: &'static str = "Roll d100 under a skill; much depends on reach and cover";
        catalogue: &'static [Rule] = catalogue::RULES;
        settings: &'static [Setting] = settings::SETTINGS;
        measure: Measure = sheet::MEASURE;
        names: Names = NAMES;
        vocabulary: Vocabulary = menu::VOCABULARY;
        roles: Roles = Roles { luck: Some((sheet::LUCK, &menu::LUCK)), ..Roles::default() };
        has_hiding: bool = true;
    }

    fn comes_back(&self, currency: &'static Currency) -> (ComesBack, RuleId) {
        match currency.is {
            Spending::Luck => (ComesBack::Never, catalogue::CHK_11),
            Spending::Reaction => (ComesBack::EachTurn, catalogue::REA_01),
            _ => (ComesBack::EachTurn, catalogue::TURN_01),
        }
    }

    fn takes_turns(&self, fighter: Combatant<'_>) -> bool {
        bonds::takes_turns(fighter)
    }

    fn no_mount(&self, sheet: &AnySheet) -> Option<&'static str> {
        let sheet: &Sheet = sheet.as_ref();
        (!sheet.war_trained).then_some("is not trained for war, PCT-MNT-02")
    }

    fn roll(&self, number: i32) -> (String, &'static str) {
        (format!("Rolls {number} or less"), "Rolls against")
    }
}

impl Play for Rules {
    fn mount_of(&self, battle: &Battle, rider: CombatantId) -> Option<CombatantId> {
        bonds::mount_of(battle, rider)
    }

    fn saddled(&self, rider: CombatantId, mount: CombatantId) -> Vec<Effect> {
        bonds::RIDING.begin(rider, mount).into()
    }

    fn begin(&self, _: &Battle) -> Outcome {
        turn::begin()
    }

    fn turn_of(&self, battle: &Battle, who: CombatantId) -> Vec<AgendaItem> {
        turn::turn_of(battle, who)
    }

    fn turn_question(&self, who: CombatantId) -> Decision {
        Decision { who, prompt: answer::OwnTurn.into() }
    }

    fn solved(&self, battle: &Battle, step: &AnyStep) -> Option<SolvedStep> {
        solved::solved(battle, step.as_ref())
    }

    fn resolve(&self, battle: &Battle, step: &AnyStep, context: &mut StepContext<'_>) {
        resolve::resolve(battle, step.as_ref(), context);
    }

    fn follow_up(&self, battle: &Battle, context: &mut StepContext<'_>) {
        turn::follow_up(battle, context);
    }

    fn left(&self, battle: &Battle, who: CombatantId) -> Vec<Effect> {
        turn::left(battle, who)
    }

    fn asks_for_more(&self, step: &AnyStep) -> bool {
        matches!(step.as_ref(), Step::Turn(step::TurnStep::Act(_)))
    }

    fn veil(&self, battle: &Battle, square: Square, by_level: Option<Veil>) -> Option<Veil> {
        blast::veil(battle, square, by_level)
    }
}
