//! Every question, and what can be done in a turn. POO-TURN-07.

use super::{
    attack::Follow,
    build, catalogue as ids,
    conditions::HOLDING,
    declare,
    defence::{Defend, Resist, TurnBack},
    describe, gear, menu, mounts,
    movement::{self, Elude},
    sheet::AP,
    spells,
    step::TurnStep,
    turn::{Concentrate, Initiative, Steady},
};
use crate::rules::prelude::*;

crate::rules::ruleset::prompt::prompts! {
    /// What to do in one's turn.
    Turn(OwnTurn);
    /// A Luck die on initiative, POO-LUCK-05.
    Initiative(Initiative);
    /// How to defend, POO-ATK-04.
    Defend(Defend);
    /// Luck for a roll of the mind, POO-MAG-07.
    Resist(Resist);
    /// Whether an attack is turned back, POO-CRIT-09.
    TurnBack(TurnBack);
    /// Whom a Follow Through goes on to, POO-COMP-31.
    Follow(Follow);
    /// The step of Elusive Step, POO-COMP-51.
    Elude(Elude);
    /// Whether a lasting spell is kept, POO-MAG-11.
    Concentrate(Concentrate);
    /// Luck on stabilising, POO-VIT-05.
    Steady(Steady);
}

/// What to do in one's turn, POO-TURN-07.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct OwnTurn;

fn is_one_of(kinds: &[&OfferKind], verb: &str) -> bool {
    kinds.iter().any(|kind| kind.verb == verb)
}

/// What can be done in a turn; if `verbs` names some, other offers may be left out.
fn in_turn(battle: &Battle, who: CombatantId, verbs: Option<&[&str]>) -> Vec<Offer> {
    let wants = |kinds: &[&OfferKind]| verbs.is_none_or(|verbs| verbs.iter().any(|verb| is_one_of(kinds, verb)));
    let mut all = Vec::new();
    if wants(&[&menu::MOVE, &menu::GO_ON, &menu::STAND]) {
        all.extend(movement::offers(battle, who));
    }
    if wants(&[&menu::MOUNT, &menu::DISMOUNT]) {
        all.extend(mounts::offers(battle, who));
    }
    all.extend(build::offers(battle, who, verbs));
    if wants(&gear::VERBS) {
        all.extend(gear::offers(battle, who));
    }
    if wants(&[&menu::END_TURN]) {
        let finality = if battle.combatant(who).budgets.get(AP) > 0 { Finality::Ends } else { Finality::Nothing };
        let must = spells::must_cast(battle, who).then(|| Refusal::new(ids::BER_05, "Must use a spell"));
        all.push(Offer::new(&menu::END_TURN, &[ids::TURN_10], Cost::FREE).commits(finality).refused(must));
    }
    all
}

impl RulesetPrompt for OwnTurn {
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        in_turn(battle, who, None)
    }

    fn offers_of(&self, battle: &Battle, who: CombatantId, verbs: &[&str]) -> Vec<Offer> {
        in_turn(battle, who, Some(verbs))
    }

    fn try_answer(
        &self,
        battle: &Battle,
        who: CombatantId,
        choice: &Choice,
        context: &mut StepContext<'_>,
    ) -> Answered {
        match choice.verb {
            "end" => return Ok(()),
            "move" | "go-on" => movement::begin(battle, who, choice, context)?,
            "stand" => movement::stand(battle, who, context),
            "mount" | "dismount" => mounts::begin(battle, who, choice, context),
            "let-go" => {
                HOLDING.end(battle, who, context);
                context.note(who, ids::COND_11, "lets go");
            }
            verb if is_one_of(&gear::VERBS, verb) => gear::begin(battle, who, choice, context)?,
            _ => declare::begin(battle, who, choice, context)?,
        }
        context.step(TurnStep::Act(who));
        Ok(())
    }

    fn default_answer(&self, battle: &Battle, who: CombatantId) -> Choice {
        let offers = in_turn(battle, who, None);
        let end = offers.iter().find(|offer| offer.verb == menu::END_TURN.verb && offer.refusal.is_none());
        end.map_or_else(|| spells::first_spell(battle, who), Choice::of)
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        Told::new(battle, who, "to act", "", ids::TURN_07).at(Window::Turn)
    }

    fn describe(&self, battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        describe::act(battle, who, offer, wording)
    }
}
