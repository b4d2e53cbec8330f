//! Answers to all questions outside one's own turn: reactions, defences, points to spend.

use super::{
    Depth, POINT, Progress,
    options::{action_points, choices, points, variants},
    ranking::{Account, Reason},
    sequence::Plan,
    thrift,
    turn_context::{Memory, price},
};
use crate::rules::{Battle, Choice, Decision, Forecast, Offer, Offers, Spending, Stock};

/// The least value of a reaction, because a better chance for it may come.
const REACTION: i32 = 2 * POINT;

/// The value of an action point before one's own turn.
const BEFORE: i32 = 9 * POINT;

/// Its value after one's own turn, for defence against those still to act.
const AFTER: i32 = POINT;

/// The value of points that come back in part, in per cent of their value against an attack of one's own: points kept
/// now are kept for answers like this one, and most battles are over before they are missed.
const SAVED: i32 = 30;

/// A forecast with at least this many ends takes long.
const LONG: usize = 1_000;

/// The most ends of such forecasts in one decision; beyond that, only the default answer is still examined.
const MOST_ENDS: usize = 40_000;

/// The most forecasts in one decision that are given up before their end.
const MOST_CUT: usize = 8;

/// The answers with their expected values. At a quick depth, a default answer that costs something is taken as it is,
/// unless it may cost points that come back only in part, and the other answers are examined with their first values
/// only.
pub(super) fn replies(
    battle: &Battle,
    decision: &Decision,
    offers: &Offers,
    memory: &mut Memory,
    (depth, progress): (Depth, &Progress),
) -> Vec<Plan> {
    let default_answer = battle.ruleset.rules().default_answer(battle, decision);
    let default_costs =
        offers.find(default_answer.verb, default_answer.item).is_some_and(|offer| !offer.cost.is_free());
    let stock = battle.ruleset.rules().stock(battle, decision.who);
    if depth == Depth::Quick && default_costs && stock.is_none() {
        return vec![Plan { first: default_answer, account: Account::default(), end: None }];
    }
    let prices = PointPrices::of(battle, decision, stock);
    let mut plans = Vec::new();
    let open: Vec<&Offer> = offers.0.iter().filter(|offer| offer.is_open() && !offer.comfort).collect();
    progress.expect(open.len());
    let alone = open.len() == 1;
    let mut ends = 0;
    for offer in open {
        if !progress.step() {
            break;
        }
        let plain = choices(battle, decision.who, offer);
        if alone && plain.len() == 1 && offer.parameters.is_empty() {
            return vec![Plan { first: default_answer, account: Account::default(), end: None }];
        }
        for choice in plain {
            let more = if depth == Depth::Full { variants(offer, &choice) } else { Vec::new() };
            for choice in std::iter::once(choice).chain(more) {
                if ends > MOST_ENDS && choice != default_answer {
                    continue;
                }
                let (worth, long_ends) = outcome(battle, decision, &choice, memory);
                ends += long_ends;
                if progress.is_cancelled() {
                    // This outcome may be incomplete; those examined before stand.
                    return plans;
                }
                let mut account = Account::default();
                account.add(Reason::Outcome, worth);
                account.add(Reason::Price, -prices.lasting * points(offer, &choice));
                account.add(Reason::Price, -prices.of_action_points(action_points(offer, &choice)));
                account.add(Reason::Effort, if offer.cost.count(Spending::Reaction) > 0 { -REACTION } else { 0 });
                let plan = Plan { first: choice, account, end: None };
                // Among equals the default answer is listed first.
                if plan.first == default_answer { plans.insert(0, plan) } else { plans.push(plan) }
            }
        }
    }
    plans
}

/// The worth of what an answer leads to, and the ends that its forecast counts for.
fn outcome(battle: &Battle, decision: &Decision, choice: &Choice, memory: &mut Memory) -> (i32, usize) {
    if let Some(worth) = battle.ruleset.rules().worth(battle, decision, choice) {
        return (worth, 0);
    }
    let odds = memory.appraiser.forecast(battle, decision, choice);
    odds.map_or((0, 0), |odds| (memory.appraiser.worth(battle, decision.who, &odds), long_ends(&odds)))
}

/// What points are worth to the one who answers.
struct PointPrices {
    /// A point that does not come back.
    lasting: i32,
    /// A point that comes back each round.
    returning: i32,
    /// How many of those are lost if they are not spent now.
    fading: i32,
    /// Points that come back in part, which then stand in for those that come back each round.
    stock: Option<Stock>,
}

impl PointPrices {
    fn of(battle: &Battle, decision: &Decision, stock: Option<Stock>) -> Self {
        Self {
            lasting: price(battle, decision.who),
            returning: price_of_returning(battle, decision),
            fading: i32::from(battle.ruleset.rules().fading(battle, decision.who)),
            stock,
        }
    }

    /// The price of a number of points that come back, each round or in part.
    fn of_action_points(&self, paid: i32) -> i32 {
        match self.stock {
            Some(stock) if stock.back > 0 => thrift::of_points(stock, paid) * SAVED / 100,
            Some(stock) => thrift::of_points(stock, paid),
            None => {
                let kept = (paid - self.fading).max(0);
                self.returning * kept + AFTER.min(self.returning) * paid.min(self.fading)
            }
        }
    }
}

/// How many ends a forecast counts for, if it takes long. One that is not exact has used up its budget.
fn long_ends(odds: &Forecast) -> usize {
    match odds.odds.kept() {
        _ if !odds.is_exact() => MOST_ENDS / MOST_CUT,
        kept if kept >= LONG => kept,
        _ => 0,
    }
}

/// The value of a point that comes back each round: high before one's own turn, low after it. Where there are no such
/// points, the value of one that does not come back.
fn price_of_returning(battle: &Battle, decision: &Decision) -> i32 {
    let card = battle.ruleset.rules().card(battle, decision.who);
    if !card.allowances.iter().any(|allowance| allowance.currency.is == Spending::Points) {
        return price(battle, decision.who);
    }
    let place = |who| battle.scene.order.iter().position(|known| *known == who);
    let is_over = battle.scene.acting.and_then(place) > place(decision.who);
    if is_over { AFTER } else { BEFORE }
}
