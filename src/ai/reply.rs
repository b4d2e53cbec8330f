//! Answers to everything that is not a turn: reactions, defences, points to spend.

use super::{
    POINT, Progress,
    opinion::{Account, Reason},
    options::{choices, points, variants},
    outlook::{Memory, price},
    plan::{Plan, outcome},
};
use crate::rules::{Battle, Choice, Cost, Decision, Offer, Offers};

/// What a reaction must be worth: another chance for it may come.
const REACTION: i32 = 2 * POINT;

/// The answers, each with what can be expected to come of it.
pub(super) fn replies(
    battle: &Battle,
    decision: &Decision,
    offers: &Offers,
    memory: &mut Memory,
    progress: &Progress,
) -> Vec<Plan> {
    let habit = battle.ruleset.rules().habit(battle, decision);
    let price = price(battle, decision.who);
    let mut plans = Vec::new();
    let open: Vec<&Offer> = offers.0.iter().filter(|offer| offer.is_open() && !offer.comfort).collect();
    progress.expect(open.len());
    let alone = open.len() == 1;
    for offer in open {
        if !progress.step() {
            break;
        }
        let plain = choices(battle, decision.who, offer);
        if alone && plain.len() == 1 && offer.parameters.is_empty() {
            return vec![Plan { first: habit, account: Account::default() }];
        }
        for choice in plain {
            let more = variants(offer, &choice);
            for choice in std::iter::once(choice).chain(more) {
                let mut account = Account::default();
                account.add(Reason::Outcome, outcome(battle, decision, &choice, memory));
                account.add(Reason::Price, -price * spent(offer, &choice));
                account.add(Reason::Effort, if offer.cost == Cost::Reaction { -REACTION } else { 0 });
                let plan = Plan { first: choice, account };
                // Among equals the habit comes first.
                if plan.first == habit { plans.insert(0, plan) } else { plans.push(plan) }
            }
        }
    }
    plans
}

fn spent(offer: &Offer, choice: &Choice) -> i32 {
    let own = if let Cost::Points(number) = offer.cost { i32::from(number) } else { 0 };
    own + points(offer, choice)
}
