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
mod gear;
mod grapple;
mod ids;
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
mod splash;
mod step;
mod strikes;
mod stunts;
#[cfg(test)]
mod testing;
mod toss;
mod turn;
mod volley;

pub use conditions::{Detail, NAMES, Trigger};
pub use sheet::{
    Affinity, Arm, Armour, DamageValue, Does, Kind, Mode, ModeName, Origin, Proficiency, Reload, Sheet, Size, Skill,
    Splash, Tag, Training, Use,
};
pub use step::{
    Aid, Burst, Check, End, Event, Exchange, Going, GrappleContest, Hit, Luck, Manner, Method, Notice, Prompt, Spot,
    Step, Victim, Walk,
};
pub use stunts::{Feat, Stunt};

use std::borrow::Cow;

use super::{
    AgendaItem, Battle, Choice, Combatant, CombatantId, ComesBack, Currency, Decision, Definition, Effect, Measure,
    Names, Offers, Outcome, Play, Refusal, Roles, Rule, RuleId, RulesetId, Setting, Sheet as AnySheet, Spending,
    Step as AnyStep, StepContext,
};
use crate::rules::play::misplaced;

/// Metres, counted in halves, PCT-GRID-03.
pub(super) const MEASURE: Measure = Measure { unit: "m", single: "m", per_square: 1, parts: 2 };

/// The combat system itself.
pub struct Rules;

fn asked(decision: &Decision) -> &Prompt {
    decision.prompt.as_ref()
}

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

    fn roles(&self) -> Roles {
        Roles { luck: Some((sheet::LUCK, &menu::LUCK)), ..Roles::default() }
    }

    fn comes_back(&self, currency: &'static Currency) -> (ComesBack, RuleId) {
        match currency.is {
            Spending::Luck => (ComesBack::Never, ids::CHK_11),
            Spending::Reaction => (ComesBack::EachTurn, ids::REA_01),
            _ => (ComesBack::EachTurn, ids::TURN_01),
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
        mounts::saddled(rider, mount).into()
    }

    fn begin(&self, _: &Battle) -> Outcome {
        turn::begin()
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
        question(who, Prompt::Turn)
    }

    fn turn(&self, battle: &Battle, step: &AnyStep, context: &mut StepContext<'_>) {
        match step.as_ref() {
            Step::Initiative(rolled) => turn::initiative(battle, rolled, context),
            Step::TieBreak { order, ties, rolls } => turn::tie_break(order, ties, rolls, context),
            Step::Round(number) => turn::round(battle, *number, context),
            Step::Turn(place) => turn::turn(battle, *place, context),
            Step::Wake(who) => turn::wake(battle, *who, context),
            Step::Act(who) => turn::act(battle, *who, context),
            Step::Rest(who) => turn::rest(battle, *who, context),
            other => misplaced(other),
        }
        turn::follow_up(battle, context);
    }

    fn movement(&self, battle: &Battle, step: &AnyStep, context: &mut StepContext<'_>) {
        match step.as_ref() {
            Step::Leave(walk) => movement::leave(battle, walk, context),
            Step::Enter(walk) => movement::enter(battle, walk, context),
            Step::Arrive(who, end) => stunts::arrive(battle, *who, *end, context),
            Step::Plunge(who, pit) => stunts::plunge(battle, *who, *pit, context),
            Step::Passing(who, last) => mounts::ride_by::passing(battle, *who, *last, context),
            other => misplaced(other),
        }
        turn::follow_up(battle, context);
    }

    fn reaction(&self, battle: &Battle, step: &AnyStep, context: &mut StepContext<'_>) {
        match step.as_ref() {
            Step::React(who, event) => reactions::offer(battle, *who, *event, context),
            Step::Call(event) => reactions::call(battle, *event, context),
            other => misplaced(other),
        }
        turn::follow_up(battle, context);
    }

    fn attack(&self, battle: &Battle, step: &AnyStep, context: &mut StepContext<'_>) {
        match step.as_ref() {
            Step::Declare(exchange) => attack::declare(battle, exchange, context),
            Step::Notice(exchange) => attack::notice(battle, exchange, context),
            Step::Roll(exchange) => attack::roll(battle, exchange, context),
            Step::Judge(exchange, face) => attack::judge(battle, exchange, *face, context),
            Step::Launch(burst) => blast::launch(battle, burst, context),
            Step::Hurl(burst) => blast::hurl(battle, burst, context),
            Step::Drift(burst) => blast::drift(burst, context),
            Step::DriftFar(burst, to) => blast::drift_far(battle, burst, *to, context),
            other => misplaced(other),
        }
        turn::follow_up(battle, context);
    }

    fn defence(&self, battle: &Battle, step: &AnyStep, context: &mut StepContext<'_>) {
        match step.as_ref() {
            Step::Guard(exchange, margin, method, number) => {
                defence::guard(battle, exchange, *margin, (*method, *number), context);
            }
            Step::Compare(exchange, margin, method, face) => {
                defence::compare(battle, exchange, *margin, *method, *face, context);
            }
            other => misplaced(other),
        }
        turn::follow_up(battle, context);
    }

    fn damage(&self, battle: &Battle, step: &AnyStep, context: &mut StepContext<'_>) {
        match step.as_ref() {
            Step::Impact(who) => stunts::impact(battle, *who, context),
            Step::Won(exchange, margin) => damage::won(battle, exchange, *margin, context),
            Step::Damage(exchange, hit) => damage::strike(battle, exchange, *hit, context),
            Step::Inflict(exchange, hit, value, whole) => {
                damage::inflict(battle, exchange, *hit, (i32::from(*value), *whole), context);
            }
            Step::Bruise(who) => damage::bruise(battle, *who, context),
            Step::Result(exchange) => strikes::result(battle, exchange, context),
            Step::Settle(exchange) => attack::settle(battle, exchange, context),
            Step::Try(who, check, luck) => luck::attempt(battle, *who, check, *luck, context),
            Step::Tried(who, check, luck, face) => luck::attempted(battle, *who, check, *luck, *face, context),
            Step::Crush(who) => mounts::crush(battle, *who, context),
            Step::Detonate(burst, at, hit) => blast::detonate(battle, burst, *at, *hit, context),
            Step::Scorch(burst, at, who, value, critical) => {
                blast::scorch(battle, burst, *at, (*who, *value, *critical), context);
            }
            Step::Scorched(burst, victim, value, whole) => {
                blast::scorched(battle, burst, victim, (*value, *whole), context);
            }
            Step::Soak(burst, who) => blast::soak(battle, burst, *who, context),
            Step::Soaked(burst, who, rounds) => blast::soaked(battle, burst, *who, *rounds, context),
            Step::Cleared(burst, at) => blast::settle(battle, burst, *at, context),
            Step::Burn(who) => blast::burn(battle, *who, context),
            other => misplaced(other),
        }
        turn::follow_up(battle, context);
    }

    fn asks_for_more(&self, step: &AnyStep) -> bool {
        matches!(step.as_ref(), Step::Act(_))
    }
}

/// The battle as the side of `who` knows it.
fn seen_by(battle: &Battle, who: CombatantId) -> Cow<'_, Battle> {
    battle.seen_by(battle.combatant(who).team)
}
