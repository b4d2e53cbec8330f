//! When somebody is asked, and why. VIG-REACT-05, VIG-REACT-07.

use super::{attack::Exchange, exchange::Stage, step::Prompt};
use crate::rules::{Battle, Briefing, Cause, CombatantId, Decision, ItemId, Window};

/// The briefing of a decision.
pub fn briefing(battle: &Battle, decision: &Decision, asked: &Prompt) -> Briefing {
    let (window, doer) = match asked {
        Prompt::Defend(exchange) => (Window::Answer, doer(exchange)),
        Prompt::DefendArea(area, place) => (Window::Answer, doer(&area.targets[usize::from(*place)])),
        Prompt::Opening(by) => (Window::Claim, Some((*by, None))),
        Prompt::Oppose(_, by, _) => (Window::Answer, Some((*by, None))),
        Prompt::Readied(event) => (Window::Claim, Some((event.whose(), None))),
        _ if battle.scene.acting == Some(decision.who) => (Window::Turn, None),
        _ => (Window::Declare, None),
    };
    let cause = doer.map(|(by, with)| Cause::by(battle, by, with, decision.who));
    let cause = cause.map(|cause| rolled(asked, cause));
    Briefing::new(battle, decision, window, doer.map(|(by, _)| by)).because(cause)
}

const fn doer(exchange: &Exchange) -> Option<(CombatantId, Option<ItemId>)> {
    Some((exchange.strike.by, exchange.strike.with.item()))
}

/// The attack's total, which is open to all, VIG-ATK-01.
fn rolled(asked: &Prompt, cause: Cause) -> Cause {
    let exchange = match asked {
        Prompt::Defend(exchange) => exchange.as_ref(),
        Prompt::DefendArea(area, place) => &area.targets[usize::from(*place)],
        _ => return cause,
    };
    match exchange.stage {
        Stage::Decide(total) => cause.rolled("To hit", total.into(), Some(exchange.situation.vs.into())),
        _ => cause,
    }
}
