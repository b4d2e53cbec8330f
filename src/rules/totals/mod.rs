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
mod ids;
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
mod step;
mod turn;
mod wrestling;

pub use components::Component;
pub use conditions::{Detail, NAMES};
pub use drugs::{Dose, Drug};
pub use magic::{Energy, Spell, Structure, Targets};
pub use series::Series;
pub use sheet::{Arm, Armour, Class, Prepared, Sheet, Shield, Size, Training};
pub use step::{Blow, Contact, Damages, Guard, Manner, Prompt, Stake, Step, Toll};

use magic::{contact, counter, direct};

use super::{
    AgendaItem, Battle, Choice, Combatant, CombatantId, ComesBack, Currency, Decision, Definition, Effect, Names,
    Offers, Outcome, Play, Refusal, Roles, Rule, RuleId, RulesetId, Setting, Sheet as AnySheet, Spending,
    Step as AnyStep, StepContext,
};
use crate::rules::play::misplaced;

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

    fn roles(&self) -> Roles {
        let luck = Some((sheet::LUCK, &menu::LUCK));
        Roles { health: Some(sheet::VITALITY), luck, order: Some(conditions::ORDER) }
    }

    fn comes_back(&self, currency: &'static Currency) -> (ComesBack, RuleId) {
        match currency.is {
            Spending::Luck => (ComesBack::Never, ids::LUCK_01),
            Spending::Points => (ComesBack::EachRound, ids::AP_01),
            _ => (ComesBack::EachTurn, ids::TURN_02),
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
            "luck" => Some(ids::LUCK_03),
            attack::OVERWHELM => Some(ids::COMP_07),
            attack::PIERCE => Some(ids::COMP_11),
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
        mounts::saddled(rider, mount).into()
    }

    fn begin(&self, _: &Battle) -> Outcome {
        turn::begin()
    }

    fn offers(&self, battle: &Battle, decision: &Decision) -> Offers {
        offers::offers(battle, decision.who, asked(decision))
    }

    fn offers_of(&self, battle: &Battle, decision: &Decision, verb: &str) -> Offers {
        offers::offers_of(battle, decision.who, asked(decision), verb)
    }

    fn answer(&self, battle: &Battle, decision: &Decision, choice: &Choice) -> Result<Outcome, Refusal> {
        answer::answer(battle, decision.who, asked(decision), choice)
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
            Step::Luck(from) => turn::luck(battle, *from, context),
            Step::Ready => turn::ready(battle, context),
            Step::Round(number) => turn::round(battle, *number, context),
            Step::Stakes(stakes) => turn::stakes(battle, stakes.clone(), context),
            Step::Order(stakes, rolled) => turn::order(battle, stakes, rolled, context),
            Step::TieBreak { order, ties, rolls } => turn::tie_break(battle, order, ties, rolls, context),
            Step::Turn(place) => turn::turn(battle, *place, context),
            Step::Wake(who) => turn::wake(battle, *who, context),
            Step::Act(who) => turn::act(battle, *who, context),
            Step::Rest(who) => turn::rest(battle, *who, context),
            Step::Close(from) => turn::close(battle, *from, context),
            Step::Fade(who) => turn::fade(battle, *who, context),
            Step::Lapse(who) => turn::lapse(battle, *who, context),
            Step::Recover(who, item) => recovery::recover(battle, *who, *item, context),
            other => misplaced(other),
        }
    }

    fn movement(&self, battle: &Battle, step: &AnyStep, context: &mut StepContext<'_>) {
        match step.as_ref() {
            Step::Walk(who, squares) => movement::go(battle, *who, squares, context),
            other => misplaced(other),
        }
    }

    fn attack(&self, battle: &Battle, step: &AnyStep, context: &mut StepContext<'_>) {
        match step.as_ref() {
            Step::Strike(blow) => attack::strike(battle, blow, context),
            Step::Direct(by, on, spell) => direct::resolve(battle, *by, *on, *spell, context),
            Step::Series(series) => series::next(battle, series, context),
            Step::Hold(blow) => wrestling::hold(battle, blow, context),
            Step::Wrest(who) => wrestling::wrest(battle, *who, context),
            Step::Wrested(who, total) => wrestling::wrested(battle, *who, *total, context),
            other => misplaced(other),
        }
    }

    fn defence(&self, battle: &Battle, step: &AnyStep, context: &mut StepContext<'_>) {
        match step.as_ref() {
            Step::Evade(blow, stake) => defence::evade(battle, blow, *stake, context),
            Step::Block(blow, stake) => defence::guard(battle, blow, *stake, context),
            Step::Open(blow) => defence::unblocked(battle, blow, context),
            Step::Counter(blow, energy, stake) => counter::strike(battle, blow, *energy, *stake, context),
            Step::Ward(blow, spell, stake) => counter::ward(battle, blow, *spell, *stake, context),
            Step::Catch(blow, stake) => catching::roll(battle, blow, *stake, context),
            Step::Seize(blow, guard, stake) => defence::seized(battle, blow, *guard, *stake, context),
            other => misplaced(other),
        }
    }

    fn damage(&self, battle: &Battle, step: &AnyStep, context: &mut StepContext<'_>) {
        match step.as_ref() {
            Step::Suffer(who) => life::suffer(battle, *who, context),
            Step::Stabilise(who) => life::stabilise(battle, *who, context),
            Step::Bleed(who) => life::bleed(battle, *who, context),
            Step::Damage(blow, luck) => damage::strike(battle, blow, *luck, context),
            Step::Mitigate(blow, damage, luck) => damage::mitigate(battle, blow, *damage, *luck, context),
            Step::Return(blow) => damage::turn_back(battle, blow, context),
            Step::Suffered(blow, damage) => damage::turned_back(battle, blow, *damage, context),
            Step::Release(blow, toll) => contact::release(battle, blow, *toll, context),
            Step::Resist(blow, toll) => contact::resist(battle, blow, *toll, context),
            Step::Fumble(who, item) => defence::fumble(battle, *who, *item, context),
            Step::Settle(blow) => attack::settle(battle, blow, context),
            other => misplaced(other),
        }
    }

    fn after(&self, battle: &Battle) -> Vec<AgendaItem> {
        recovery::steps(battle)
    }

    fn asks_for_more(&self, step: &AnyStep) -> bool {
        matches!(step.as_ref(), Step::Act(_))
    }

    fn guesses(&self, battle: &Battle, decision: &Decision) -> Vec<(Decision, u64)> {
        let guesses = knowledge::guesses(battle, asked(decision)).into_iter();
        guesses.map(|(prompt, ways)| (Decision { who: decision.who, prompt: prompt.into() }, ways)).collect()
    }
}
