//! `totals`: sums of d10 against sums of d10, AP that carry over between rounds, up to three decisions of the defender.
//!
//! Start with `offers.rs` for what can be chosen, `step.rs` for what lies on the agenda, and the file named after a
//! chapter of the catalogue for its rules; magic has a folder of its own, which begins with `magic/cast.rs`.

mod answer;
mod arms;
mod attack;
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
pub use arms::{Arm, Class, Dose, Drug, Shield};
pub use conditions::{Detail, NAMES};
pub use damage::{Damage, Mitigate};
pub use defence::{Block, Evade, Return, Seize};
pub use sheet::{Armour, Component, Prepared, Sheet, Size, Training};
pub use spell::{Energy, Spell, Structure, Targets};
pub use step::{
    AttackStep, Blow, Contact, DamageStep, Damages, DefenceStep, Guard, LifeStep, Manner, MovementStep, Series, Stake,
    Step, Toll, TurnStep,
};

use super::{Combatant, ComesBack, Currency, Definition, Names, Roles, Rule, RuleId, RulesetId, Setting, Spending};

/// The combat system itself.
pub struct Rules;

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

    fn roles(&self) -> Roles {
        let luck = Some((sheet::LUCK, &menu::LUCK));
        Roles { health: Some(sheet::VITALITY), luck, order: Some(sheet::ORDER) }
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
