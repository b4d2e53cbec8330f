//! `totals`: sums of d10 against sums of d10, AP that cross the round, a defender who decides three times.
//!
//! Start with `offers.rs` for what can be chosen, `step.rs` for what lies on the agenda, and the file named after a
//! chapter of the catalogue for its rules; magic has a folder of its own, which begins with `magic/cast.rs`.

mod answer;
mod arms;
mod attack;
mod card;
mod catalogue;
mod catching;
mod components;
mod conditions;
mod damage;
mod defence;
mod drugs;
mod gear;
mod ground;
mod ids;
mod inspect;
mod knowledge;
mod life;
mod magic;
mod mounts;
mod offers;
mod pool;
mod recovery;
mod series;
mod settings;
mod sheet;
mod step;
mod turn;
mod wrestling;

pub use components::Component;
pub use drugs::{Dose, Drug};
pub use magic::{Energy, Spell, Structure};
pub use series::Series;
pub use sheet::{Arm, Armour, Class, Prepared, Sheet, Shield, Size, Training};
pub use step::{Ask, Blow, Contact, Damages, Guard, Manner, Stake, Step, Toll};

use magic::{contact, counter, direct};

use super::{
    Assessment, Battle, Card, Choice, Combatant, CombatantId, Condition, Decision, Effect, Ending, Fact, Gamble,
    InPassing, Measure, Moment, Names, Offers, Outcome, Pending, Provocation, Question, Refusal, Route, Rule, RuleId,
    Ruleset, RulesetId, Setting, Sheet as AnySheet, Sight, Step as AnyStep, Verdict,
};
use crate::{geometry::Square, rules::play::misplaced};

/// Squares, a diagonal counting one.
pub(super) const MEASURE: Measure = Measure { unit: "squares", single: "square", per_square: 1, parts: 1 };

/// The combat system itself.
pub struct Rules;

fn asked(decision: &Decision) -> &Ask {
    decision.ask.as_ref()
}

impl Ruleset for Rules {
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

    fn measure(&self) -> Measure {
        MEASURE
    }

    fn names(&self) -> Names {
        conditions::NAMES
    }

    fn takes_turns(&self, one: Combatant<'_>) -> bool {
        !sheet::sheet(one).mount
    }

    fn no_mount(&self, sheet: &AnySheet) -> Option<&'static str> {
        let sheet: &Sheet = sheet.as_ref();
        (!sheet.mount).then_some("is no mount, TOT-MOVE-08")
    }

    fn rule_of(&self, key: &str) -> Option<RuleId> {
        match key {
            "luck" => Some(ids::LUCK_03),
            attack::OVERWHELM => Some(ids::COMP_07),
            attack::PIERCE => Some(ids::COMP_11),
            _ => None,
        }
    }

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

    fn answer(&self, battle: &Battle, decision: &Decision, choice: &Choice) -> Result<Outcome, Refusal> {
        answer::answer(battle, decision.who, asked(decision), choice)
    }

    fn turn_of(&self, battle: &Battle, who: CombatantId) -> Vec<Pending> {
        turn::turn_of(battle, who)
    }

    fn turn(&self, battle: &Battle, step: &AnyStep, moment: &mut Moment<'_>) {
        match step.as_ref() {
            Step::Luck(from) => turn::luck(battle, *from, moment),
            Step::Ready => turn::ready(battle, moment),
            Step::Round(number) => turn::round(battle, *number, moment),
            Step::Stakes(stakes) => turn::stakes(battle, stakes.clone(), moment),
            Step::Order(stakes, rolled) => turn::order(battle, stakes, rolled, moment),
            Step::TieBreak { order, ties, rolls } => turn::tie_break(battle, order, ties, rolls, moment),
            Step::Turn(place) => turn::turn(battle, *place, moment),
            Step::Wake(who) => turn::wake(battle, *who, moment),
            Step::Act(who) => turn::act(battle, *who, moment),
            Step::Rest(who) => turn::rest(battle, *who, moment),
            Step::Close(from) => turn::close(battle, *from, moment),
            Step::Fade(who) => counter::fade(battle, *who, moment),
            Step::Lapse(who) => turn::lapse(battle, *who, moment),
            Step::Recover(who, item) => recovery::recover(battle, *who, *item, moment),
            other => misplaced(other),
        }
    }

    fn movement(&self, battle: &Battle, step: &AnyStep, moment: &mut Moment<'_>) {
        match step.as_ref() {
            Step::Walk(who, squares) => ground::go(battle, *who, squares, moment),
            other => misplaced(other),
        }
    }

    fn attack(&self, battle: &Battle, step: &AnyStep, moment: &mut Moment<'_>) {
        match step.as_ref() {
            Step::Strike(blow) => attack::strike(battle, blow, moment),
            Step::Direct(by, on, spell) => direct::resolve(battle, *by, *on, *spell, moment),
            Step::Series(series) => series::next(battle, series, moment),
            Step::Hold(blow) => wrestling::hold(battle, blow, moment),
            Step::Wrest(who) => wrestling::wrest(battle, *who, moment),
            Step::Wrested(who, total) => wrestling::wrested(battle, *who, *total, moment),
            other => misplaced(other),
        }
    }

    fn defence(&self, battle: &Battle, step: &AnyStep, moment: &mut Moment<'_>) {
        match step.as_ref() {
            Step::Evade(blow, stake) => defence::evade(battle, blow, *stake, moment),
            Step::Block(blow, stake) => defence::guard(battle, blow, *stake, moment),
            Step::Open(blow) => defence::unblocked(battle, blow, moment),
            Step::Counter(blow, energy, stake) => counter::strike(battle, blow, *energy, *stake, moment),
            Step::Ward(blow, spell, stake) => counter::ward(battle, blow, *spell, *stake, moment),
            Step::Catch(blow, stake) => catching::roll(battle, blow, *stake, moment),
            Step::Seize(blow, guard, stake) => defence::seized(battle, blow, *guard, *stake, moment),
            other => misplaced(other),
        }
    }

    fn damage(&self, battle: &Battle, step: &AnyStep, moment: &mut Moment<'_>) {
        match step.as_ref() {
            Step::Suffer(who) => life::suffer(battle, *who, moment),
            Step::Stabilise(who) => life::stabilise(battle, *who, moment),
            Step::Bleed(who) => life::bleed(battle, *who, moment),
            Step::Damage(blow, luck) => damage::strike(battle, blow, *luck, moment),
            Step::Mitigate(blow, damage, luck) => damage::mitigate(battle, blow, *damage, *luck, moment),
            Step::Return(blow) => damage::turn_back(battle, blow, moment),
            Step::Suffered(blow, damage) => damage::turned_back(battle, blow, *damage, moment),
            Step::Release(blow, toll) => contact::release(battle, blow, *toll, moment),
            Step::Resist(blow, toll) => contact::resist(battle, blow, *toll, moment),
            Step::Fumble(who, item) => defence::fumble(battle, *who, *item, moment),
            Step::Settle(blow) => attack::settle(battle, blow, moment),
            other => misplaced(other),
        }
    }

    fn after(&self, battle: &Battle) -> Vec<Pending> {
        recovery::steps(battle)
    }

    fn asks_for_more(&self, step: &AnyStep) -> bool {
        matches!(step.as_ref(), Step::Act(_))
    }

    fn guesses(&self, battle: &Battle, decision: &Decision) -> Vec<(Decision, u64)> {
        let guesses = knowledge::guesses(battle, asked(decision)).into_iter();
        guesses.map(|(ask, ways)| (Decision { who: decision.who, ask: ask.into() }, ways)).collect()
    }

    fn habit(&self, battle: &Battle, decision: &Decision) -> Choice {
        answer::habit(battle, asked(decision))
    }

    fn question(&self, battle: &Battle, decision: &Decision) -> Question {
        card::question(battle, decision.who, asked(decision))
    }

    fn roll(&self, number: i32) -> (String, &'static str) {
        (format!("Rolls {number}d10"), "Dice, a d10 each")
    }

    fn explain(&self, battle: &Battle, decision: &Decision, choice: &Choice) -> Option<Verdict> {
        inspect::explain(battle, decision.who, asked(decision), choice)
    }

    fn route(&self, battle: &Battle, who: CombatantId, verb: &str, to: Square) -> Option<Route> {
        ground::route(battle, who, verb, to)
    }

    fn way(&self, battle: &Battle, who: CombatantId, verb: &str, squares: &[Square]) -> Result<Route, Refusal> {
        ground::way(battle, who, verb, squares)
    }

    /// Nothing does, TOT-MOVE-04.
    fn provocations(&self, _: &Battle, _: CombatantId, _: &str, _: &Route) -> Vec<Provocation> {
        Vec::new()
    }

    fn walked(&self, battle: &Battle, who: CombatantId, verb: &str, route: &Route) -> Battle {
        ground::walked(battle, who, verb, route)
    }

    fn gamble(&self, _: &Battle, _: CombatantId, _: &str, _: &Route) -> Option<Gamble> {
        None
    }

    fn passages(&self, _: &Battle, _: CombatantId, _: &str, _: &Route) -> Vec<InPassing> {
        Vec::new()
    }

    fn reach(&self, battle: &Battle, who: CombatantId) -> Vec<Square> {
        inspect::reach(battle, who)
    }

    fn threat(&self, battle: &Battle, who: CombatantId) -> Vec<Square> {
        if battle.one(who).fights() { inspect::reach(battle, who) } else { Vec::new() }
    }

    fn sight(&self, battle: &Battle, from: CombatantId, to: CombatantId) -> Sight {
        inspect::sight(battle, from, to)
    }

    fn attacks(&self, battle: &Battle, who: CombatantId, whom: CombatantId) -> Vec<(Choice, Option<Refusal>)> {
        inspect::attacks(battle, who, whom)
    }

    fn assess(&self, battle: &Battle, who: CombatantId, choice: &Choice) -> Option<Assessment> {
        inspect::assess(battle, who, choice)
    }

    fn attack_agenda(&self, battle: &Battle, who: CombatantId, choice: &Choice) -> Vec<Pending> {
        inspect::attack_agenda(battle, who, choice)
    }

    fn grade(&self, battle: &Battle, whom: CombatantId, ending: &Ending) -> u8 {
        inspect::grade(battle, whom, ending)
    }

    fn reserve(&self, battle: &Battle, who: CombatantId) -> u8 {
        defence::idle(battle, who)
    }

    fn fading(&self, battle: &Battle, who: CombatantId) -> u8 {
        conditions::carried(battle, who)
    }

    fn hindrance(&self, condition: &Condition) -> i8 {
        conditions::hindrance(condition)
    }

    fn grades(&self) -> [&'static str; 4] {
        ["nothing lost", "less than half", "half or more", "out"]
    }

    fn card(&self, battle: &Battle, who: CombatantId) -> Card {
        card::card(battle, who)
    }

    fn condition(&self, battle: &Battle, condition: &Condition) -> Fact {
        conditions::describe(battle, condition)
    }
}
