//! `totals`: sums of d10 against sums of d10, AP that carry over between rounds, and up to three decisions for the
//! defender.
//!
//! Start with `step.rs` for the steps on the agenda and `answer.rs` for the choices. An attack goes from `attack.rs`
//! through `strike.rs`, `defence.rs` and `damage.rs` to `contact.rs`, which ends it; `resolve.rs` dispatches each step.
//! For magic, start with `magic.rs` for the casters' choices and `cast.rs` for the parts of a spell.

mod answer;
mod arms;
mod attack;
mod bearing;
mod card;
mod cast;
mod catalogue;
mod catching;
mod conditions;
mod contact;
mod counter;
mod damage;
mod defence;
mod direct;
mod drugs;
mod flight;
mod gear;
mod guard;
mod inspect;
mod knowledge;
mod life;
mod magic;
mod menu;
mod mounts;
mod movement;
mod objects;
mod pool;
mod reach;
mod resolve;
mod series;
mod settings;
mod sheet;
mod solved;
mod spell;
mod step;
mod stored;
mod strike;
mod turn;
mod wrestling;

pub use answer::{OwnTurn, Prompt};
pub use arms::{Arm, Class, Shield};
pub use conditions::{Detail, NAMES};
pub use damage::{Damage, Mitigate};
pub use defence::{Block, Evade, Return, Seize};
pub use sheet::{Armour, Component, Prepared, Sheet, Size, Training};
pub use spell::{Energy, Spell, Structure, Targets};
pub use step::{
    AttackStep, Blow, Contact, DamageStep, Damages, DefenceStep, Guard, LifeStep, Manner, MovementStep, Series, Stake,
    Step, Toll, TurnStep,
};

use super::{
    Combatant, ComesBack, Currency, Definition, Names, Roles, Rule, RuleId, RulesetId, Setting, Spending, Vocabulary,
};

/// The combat system itself.
pub struct Rules;

impl Definition for Rules {
    super::ruleset::record::constants! {
        id: RulesetId = RulesetId::Totals;
        groups: &'static [crate::rules::Group] = &menu::GROUPS;
        about: &'static str = "Points pay for attack and defence; the higher sum of d10 wins";
        catalogue: &'static [Rule] = catalogue::RULES;
        settings: &'static [Setting] = settings::SETTINGS;
        names: Names = NAMES;
        vocabulary: Vocabulary = menu::VOCABULARY;
        roles: Roles = Roles {
            health: Some(sheet::VITALITY),
            luck: Some((sheet::LUCK, &menu::LUCK)),
            order: Some(sheet::ORDER),
        };
    }

    fn comes_back(&self, currency: &'static Currency) -> (ComesBack, RuleId) {
        match currency.is {
            Spending::Luck => (ComesBack::Never, catalogue::LUCK_01),
            Spending::Points => (ComesBack::EachRound, catalogue::AP_01),
            _ => (ComesBack::EachTurn, catalogue::TURN_02),
        }
    }

    fn takes_turns(&self, fighter: Combatant<'_>) -> bool {
        !sheet::sheet(fighter).mount
    }

    fn no_mount(&self, sheet: &crate::rules::Sheet) -> Option<&'static str> {
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
