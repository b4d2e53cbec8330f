//! Every question: what can be chosen, what that leads to, and the answer where nobody is asked. DRL-TURN, DRL-PAR, DRL-WAIT.

use super::{
    Rules, attack,
    catalogue::{DMG_01, PAR_01, STR_01, TURN_01, WAIT_01},
    menu, movement,
    sheet::{STRUCK, WALKED},
    step::{Prompt, Step},
    waiting,
};
use crate::rules::{
    AgendaItem, Appraise, Battle, Choice, CombatantId, Cost, Course, Decision, Finality, Offer, Offers, Outcome,
    Refusal, StepContext,
};

/// All offers in answer to a question.
pub fn offers(battle: &Battle, who: CombatantId, asked: &Prompt) -> Offers {
    Offers(match asked {
        Prompt::Turn => {
            let strikes = battle.ready_items(who).map(|item| attack::offer(battle, who, item));
            let waits = battle.ready_items(who).map(|item| waiting::offer(battle, who, item));
            let first = std::iter::once(movement::offer(battle, who));
            first.chain(strikes).chain(waits).chain([end(battle, who)]).collect()
        }
        Prompt::Parry(_) => vec![
            Offer::new(&menu::PARRY, &[PAR_01], Cost::of(&menu::ONE_PARRY, 1)),
            Offer::new(&menu::DECLINE, &[DMG_01], Cost::FREE),
        ],
        Prompt::CutIn(_) => {
            [&menu::CUT_IN, &menu::LET_GO_ON].map(|kind| Offer::new(kind, &[WAIT_01], Cost::FREE)).into()
        }
    })
}

/// The offer to end the turn, with or without something left to do, DRL-TURN-01.
fn end(battle: &Battle, who: CombatantId) -> Offer {
    let left = [WALKED, STRUCK].into_iter().any(|budget| battle.combatant(who).budgets.get(budget) == 0);
    let finality = if left { Finality::Ends } else { Finality::Nothing };
    Offer::new(&menu::END_TURN, &[TURN_01], Cost::FREE).commits(finality)
}

/// What a choice leads to.
///
/// # Errors
/// The rule that forbids it after all.
pub fn answer(battle: &Battle, who: CombatantId, asked: &Prompt, choice: &Choice) -> Result<Outcome, Refusal> {
    let mut context = StepContext::without_chance(true);
    let steps = match (asked, choice.verb) {
        (Prompt::Turn, "end") => vec![],
        (Prompt::Turn, "wait") => {
            waiting::wait(battle, who, choice.item, &mut context);
            vec![]
        }
        (Prompt::Turn, "walk") => {
            let route = movement::journey(battle, who, Course::Along(&choice.squares))?.route;
            vec![Step::Walk(who, route.squares), Step::Call(who), Step::Act(who)]
        }
        (Prompt::Turn, _) => {
            let blow = attack::blow(who, choice).ok_or_else(|| Refusal::new(STR_01, "No such strike"))?;
            vec![Step::Strike(blow, choice.also.clone()), Step::Act(who)]
        }
        (Prompt::Parry(blow), "parry") => vec![Step::Parry(*blow)],
        (Prompt::Parry(blow), _) => vec![Step::Damage(*blow)],
        (Prompt::CutIn(_), "cut-in") => waiting::cut_in(battle, who, &mut context),
        (Prompt::CutIn(_), _) => vec![],
    };
    steps.into_iter().for_each(|step| context.then(AgendaItem::step(step)));
    Ok(context.into_outcome())
}

impl Appraise for Rules {
    /// A parry comes back with the next turn, so it is taken.
    fn default_answer(&self, _: &Battle, decision: &Decision) -> Choice {
        Choice::new(match decision.prompt.as_ref() {
            Prompt::Turn => "end",
            Prompt::Parry(_) => "parry",
            Prompt::CutIn(_) => "decline",
        })
    }
}
