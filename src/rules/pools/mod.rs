//! `pools`: each side rolls one pool of d10 once, and the successes decide everything; actions are built of components.
//!
//! Start with `answer.rs` for the choices, `components.rs` for the library of components and energies as one table,
//! `build.rs` and `spells.rs` for how offers are made of them, `declare.rs` and `act.rs` for the action that a choice
//! stands for, `gather.rs` and `exchange/` for the machine that runs it, and `settle.rs` for its effects. The rules of
//! a chapter are in the file named after it.

mod act;
mod answer;
mod arms;
mod assess;
mod attack;
mod bearing;
mod build;
mod card;
mod catalogue;
mod charges;
mod components;
mod conditions;
mod cover;
mod declare;
mod defence;
mod describe;
mod dice;
mod drugs;
pub mod exchange;
mod gather;
mod gear;
mod inspect;
mod menu;
mod mounts;
mod movement;
mod objects;
mod reach;
mod resolve;
mod settings;
mod settle;
mod sheet;
mod spells;
mod step;
mod turn;
mod vitality;

pub use answer::{OwnTurn, Prompt};
pub use arms::Arm;
pub use conditions::{Detail, NAMES};
pub use sheet::Sheet;
pub use step::Step;

use super::{
    AgendaItem, Appraise, Battle, Combatant, CombatantId, ComesBack, Condition, Currency, Decision, Definition, Effect,
    Explosive, Group, Names, Outcome, Play, Roles, Rule, RuleId, RulesetId, Setting, Sheet as AnySheet, SituationKey,
    SolvedStep, Spending, Step as AnyStep, StepContext, Stock, Vital, Vocabulary,
};
use crate::geometry::Square;

/// The groups of a turn.
static GROUPS: [Group; 5] = [Group::Move, Group::Attack, Group::Manoeuvre, Group::Gear, Group::Magic];

/// The combat system itself.
pub struct Rules;

impl Definition for Rules {
    super::ruleset::record::constants! {
        id: RulesetId = RulesetId::Pools;
        about: &'static str = "Actions are built of parts; more successes on d10 win";
        mighty: &'static str = "Mighty fighters have Speed 45 instead of 15, so 9 AP a turn instead of 3, and parts of higher tiers";
        catalogue: &'static [Rule] = catalogue::RULES;
        settings: &'static [Setting] = settings::SETTINGS;
        names: Names = NAMES;
        groups: &'static [Group] = &GROUPS;
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
            _ => (ComesBack::EachTurn, catalogue::TURN_03),
        }
    }

    fn rule_of(&self, key: &str) -> Option<RuleId> {
        match key {
            "ap" => Some(catalogue::TIER_04),
            "luck" => Some(catalogue::LUCK_02),
            _ => None,
        }
    }

    fn roll(&self, number: i32) -> (String, &'static str) {
        (format!("Rolls {number}d10"), "Rolls")
    }

    fn takes_turns(&self, fighter: Combatant<'_>) -> bool {
        turn::takes_turns(fighter)
    }

    fn no_mount(&self, sheet: &AnySheet) -> Option<&'static str> {
        let own: &Sheet = sheet.as_ref();
        (!own.mount).then_some("it cannot be ridden")
    }
}

impl Play for Rules {
    fn begin(&self, _: &Battle) -> Outcome {
        Outcome { then: vec![AgendaItem::step(step::TurnStep::Day(0))], ..Outcome::default() }
    }

    fn turn_of(&self, battle: &Battle, who: CombatantId) -> Vec<AgendaItem> {
        turn::turn_of(battle, who)
    }

    fn turn_question(&self, who: CombatantId) -> Decision {
        Decision { who, prompt: OwnTurn.into() }
    }

    fn until_turn(&self, battle: &Battle, who: CombatantId) -> Vec<Effect> {
        turn::until_turn(battle, who)
    }

    fn resolve(&self, battle: &Battle, step: &AnyStep, context: &mut StepContext<'_>) {
        resolve::resolve(battle, step.as_ref(), context);
    }

    fn solved(&self, battle: &Battle, step: &AnyStep) -> Option<SolvedStep> {
        let Step::Attack(step) = step.as_ref() else { return None };
        attack::solved(battle, step)
    }

    fn after(&self, battle: &Battle) -> Vec<AgendaItem> {
        gear::after(battle)
    }

    fn left(&self, battle: &Battle, who: CombatantId) -> Vec<Effect> {
        turn::left(battle, who)
    }

    /// Asking for Luck on initiative counts as well: the forecast of an answer does not run on through whole rounds.
    fn asks_for_more(&self, step: &AnyStep) -> bool {
        matches!(step.as_ref(), Step::Turn(step::TurnStep::Act(_) | step::TurnStep::Ask(..)))
    }

    fn mount_of(&self, battle: &Battle, who: CombatantId) -> Option<CombatantId> {
        conditions::RIDING.second_of(battle, who)
    }

    fn saddled(&self, rider: CombatantId, mount: CombatantId) -> Vec<Effect> {
        conditions::RIDING.begin(rider, mount).into()
    }
}

impl Appraise for Rules {
    fn attack_numbers(&self, battle: &Battle, step: &AnyStep) -> Option<SituationKey> {
        let Step::Attack(step) = step.as_ref() else { return None };
        assess::attack_of(step)?;
        assess::attack_numbers(battle, step)
    }

    fn bearing(&self, battle: &Battle, by: CombatantId, on: CombatantId) -> Option<SituationKey> {
        Some(bearing::bearing(battle, by, on))
    }

    fn farthest(&self, battle: &Battle, who: CombatantId) -> Option<u16> {
        Some(bearing::farthest(battle, who))
    }

    fn is_health(&self, vital: Vital) -> bool {
        vital == sheet::VITALITY || vital == sheet::BUFFER
    }

    fn health(&self, battle: &Battle, who: CombatantId) -> (i32, i32) {
        card::health(battle, who)
    }

    fn stock(&self, battle: &Battle, who: CombatantId) -> Option<Stock> {
        let fighter = battle.combatant(who);
        let left = fighter.vitals.get(sheet::LUCK).clamp(0, 10) as u8;
        (left > 0).then_some(Stock { left, of: 10, back: 0, price: 0, vital: sheet::LUCK })
    }

    fn fading(&self, battle: &Battle, who: CombatantId) -> u8 {
        battle.combatant(who).budgets.get(sheet::AP).clamp(0, 100) as u8
    }

    fn blast_cost(&self, battle: &Battle, _: Square, explosive: &Explosive, who: CombatantId) -> i32 {
        objects::blast_cost(battle, explosive, who)
    }

    /// Roughly a burning die in this turn and one more.
    fn fire_cost(&self, _: &Battle, _: CombatantId) -> i32 {
        11
    }

    fn hindrance(&self, condition: &Condition) -> i8 {
        match condition.kind {
            conditions::STUNNED => 60,
            conditions::GRABBED => 30,
            conditions::CHARMED => 40,
            conditions::FRIGHTENED | conditions::OFF_BALANCE => 10,
            // It lasts until the end of the next turn, and half of that time is over by then.
            conditions::SLOWED => 5,
            conditions::WEAKENED => 8,
            conditions::BURNING | conditions::BLEEDING => 15,
            conditions::BLINDED => 35,
            conditions::BERSERK | conditions::MEGINSERK => -20,
            conditions::SHIELDED | conditions::CHARGED | conditions::PREPARED => -10,
            _ => 0,
        }
    }
}
