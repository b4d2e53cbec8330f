//! `rates`: one roll decides how many blows are struck and whether they land; armour takes off a percentage, then an
//! amount.
//!
//! Start with `answer.rs` for the choices, `step.rs` for the entries of the agenda, `resolve.rs` for the chapter that
//! resolves each of them, and `exchange` for what an attack is. The rules of a chapter are in the file named after it.
//! `sheet.rs` and `arms.rs` hold all columns of the catalogue's tables, `cover.rs` what lies between two bodies.

mod answer;
mod arms;
mod assess;
mod attack;
mod attack_step;
mod bearing;
mod card;
mod catalogue;
mod charges;
mod conditions;
mod cover;
mod damage;
mod dealing;
mod declaring;
mod defence;
mod describe;
mod ends;
mod exchange;
mod gear;
mod health;
mod held;
mod initiative;
mod inspect;
mod joint;
mod magic;
mod menu;
mod mounts;
mod movement;
mod reach;
mod required;
mod resolve;
mod settings;
mod sheet;
mod solved;
mod spell;
mod step;
mod strike;
mod stunts;
mod turn;
mod waiting;
mod wounds;

pub use answer::{OwnTurn, Prompt};
pub use arms::Arm;
pub use conditions::{Detail, NAMES};
pub use sheet::Sheet;
pub use step::{Step, TurnStep};

use super::{
    AgendaItem, Battle, Combatant, CombatantId, ComesBack, Currency, Decision, Definition, Effect, Measure, Names,
    Outcome, Play, Roles, Rule, RuleId, RulesetId, Setting, SolvedStep, Step as AnyStep, StepContext, Vital,
    Vocabulary,
};

/// The combat system itself.
pub struct Rules;

impl Definition for Rules {
    super::ruleset::record::constants! {
        id: RulesetId = RulesetId::Rates;
        about: &'static str = "One move and one action a turn; one roll for all its blows";
        catalogue: &'static [Rule] = catalogue::RULES;
        settings: &'static [Setting] = settings::SETTINGS;
        measure: Measure = Measure::SQUARES;
        names: Names = NAMES;
        groups: &'static [crate::rules::Group] = &menu::GROUPS;
        vocabulary: Vocabulary = menu::VOCABULARY;
        roles: Roles = Roles { health: Some(sheet::HEALTH), luck: None, order: Some(sheet::SCORE) };
        declares_in_secret: bool = true;
        notes: &'static [Vital] = &[sheet::ROLL, sheet::LEVEL, sheet::PLACE];
    }

    fn comes_back(&self, _: &'static Currency) -> (ComesBack, RuleId) {
        (ComesBack::EachTurn, catalogue::TURN_01)
    }

    fn roll(&self, number: i32) -> (String, &'static str) {
        (format!("Rolls {number} or more"), "Rolls against")
    }

    fn takes_turns(&self, fighter: Combatant<'_>) -> bool {
        sheet::sheet(fighter).mount_data.is_none()
    }

    fn no_mount(&self, sheet: &super::Sheet) -> Option<&'static str> {
        let numbers: &Sheet = sheet.as_ref();
        numbers.mount_data.is_none().then_some("it has no mount_data")
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

    fn solved(&self, battle: &Battle, step: &AnyStep) -> Option<SolvedStep> {
        solved::step_of(step).and_then(|step| solved::solved(battle, step))
    }

    fn resolve(&self, battle: &Battle, step: &AnyStep, context: &mut StepContext<'_>) {
        resolve::resolve(battle, step.as_ref(), context);
    }

    fn asks_for_more(&self, step: &AnyStep) -> bool {
        matches!(step.as_ref(), Step::Turn(TurnStep::Act(_)))
    }

    fn left(&self, battle: &Battle, who: CombatantId) -> Vec<Effect> {
        held::effects_of_leaving(battle, who)
    }

    fn mount_of(&self, battle: &Battle, who: CombatantId) -> Option<CombatantId> {
        conditions::mount_of(battle, who)
    }

    fn saddled(&self, rider: CombatantId, mount: CombatantId) -> Vec<Effect> {
        mounts::saddled(rider, mount)
    }
}
