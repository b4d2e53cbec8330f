//! `drill`: the least that a ruleset can be. It is the worked example of the README's recipe, and on no list of a
//! player's. Its whole catalogue:
//!
//! - `DRL-ORD-01` Order: Fighters take turns by nerve, the highest first; equal ones in the order of the roster.
//! - `DRL-TURN-01` A turn: One walk and one strike, in any order. Either may be left out. When neither is possible any more,
//!   the turn ends by itself.
//! - `DRL-WAIT-01` Waiting: Whoever has not struck may end the turn waiting with a weapon. When the walk of an enemy ends
//!   within its reach before the next turn of their own, what is left of the turn may be taken at once, in the middle of
//!   the enemy's.
//! - `DRL-WALK-01` Walking: As many squares as the pace says, a diagonal counting one. Walls, closed doors, pits and
//!   fighting enemies are in the way, no corner of a wall is cut, and nobody stops where somebody else fights.
//! - `DRL-RCH-01` Reach: A strike reaches as many squares as the weapon says, and through no wall.
//! - `DRL-STR-01` Striking: A d10; the skill or less is a hit.
//! - `DRL-SWEEP-01` Sweeping: A weapon that sweeps strikes several fighters in reach at once: one d10 for all of them, and
//!   each may parry.
//! - `DRL-PAR-01` Parrying: Whoever is hit may parry, once until the next turn of their own: a d10; the skill or less
//!   averts the strike.
//! - `DRL-PAR-02` Notches: A strike that is parried notches the weapon, unless it is part of a body. Three notches make it
//!   blunt: it does one point of damage less.
//! - `DRL-DMG-01` Damage: A strike that is not averted costs a d6 and the weapon's harm in Health. Nobody fights without
//!   Health.
//! - `DRL-REEL-01` Reeling: Whoever loses 5 Health or more to one strike reels until the end of the next turn of their own,
//!   and parries nothing meanwhile.
//!
//! Read `sheet.rs` for what a fighter is, `step.rs` for what lies on the agenda, `menu.rs` and `answer.rs` for what can be
//! chosen; then `turn.rs`, `movement.rs`, `attack.rs`, `defence.rs`, `damage.rs`: a turn from its start to a wound. A turn
//! inside another one is in `waiting.rs`.

mod answer;
mod attack;
mod card;
mod catalogue;
mod conditions;
mod damage;
mod defence;
mod inspect;
mod menu;
mod movement;
mod sheet;
mod step;
mod turn;
mod vocabulary;
mod waiting;

pub use crate::rules::NoDetail as Detail;
pub use answer::{OwnTurn, Prompt};
pub use conditions::NAMES;
pub use sheet::{Arm, Sheet};
pub use step::{Blow, Step};

use super::{
    AgendaItem, Appraise, Battle, CombatantId, ComesBack, Currency, Decision, Definition, Names, Outcome, Play, Roles,
    Rule, RuleId, RulesetId, Spending, Step as AnyStep, StepContext, Vocabulary, turns,
};

/// The combat system itself.
pub struct Rules;

impl Definition for Rules {
    fn id(&self) -> RulesetId {
        RulesetId::Drill
    }

    fn about(&self) -> &'static str {
        "strike, walk, parry"
    }

    fn catalogue(&self) -> &'static [Rule] {
        catalogue::RULES
    }

    fn names(&self) -> Names {
        NAMES
    }

    fn vocabulary(&self) -> Vocabulary {
        vocabulary::VOCABULARY
    }

    fn roles(&self) -> Roles {
        Roles { health: Some(sheet::HEALTH), ..Roles::default() }
    }

    fn comes_back(&self, currency: &'static Currency) -> (ComesBack, RuleId) {
        let is_parry = currency.is == Spending::Reaction;
        (ComesBack::EachTurn, if is_parry { catalogue::PAR_01 } else { catalogue::TURN_01 })
    }

    fn roll(&self, number: i32) -> (String, &'static str) {
        (format!("Rolls {number} or less"), "Rolls against")
    }
}

impl Play for Rules {
    fn begin(&self, _: &Battle) -> Outcome {
        Outcome { then: vec![AgendaItem::step(Step::Round(1))], ..Outcome::default() }
    }

    fn turn_of(&self, battle: &Battle, who: CombatantId) -> Vec<AgendaItem> {
        turn::turn_of(battle, who)
    }

    fn turn_question(&self, who: CombatantId) -> Decision {
        Decision { who, prompt: OwnTurn.into() }
    }

    fn asks_for_more(&self, step: &AnyStep) -> bool {
        matches!(step.as_ref(), Step::Act(_))
    }

    fn resolve(&self, battle: &Battle, step: &AnyStep, context: &mut StepContext<'_>) {
        match step.as_ref() {
            Step::Round(number) => turn::round(battle, *number, context),
            Step::Turn(place) => turn::turn(battle, *place, context),
            Step::Act(who) => turn::act(battle, *who, context),
            Step::Rest(who) => turn::rest(battle, *who, context),
            Step::Resume => turns::resume(battle, context),
            Step::Call(by) => waiting::call(battle, *by, context),
            Step::Claim(who, by) => waiting::claim(battle, *who, *by, context),
            Step::Walk(who, squares) => movement::go(battle, *who, squares, context),
            Step::Strike(blow, also) => attack::strike(battle, *blow, also, context),
            Step::Parry(blow) => defence::parry(battle, *blow, context),
            Step::Damage(blow) => damage::damage(battle, *blow, context),
        }
    }
}

impl Appraise for Rules {}
