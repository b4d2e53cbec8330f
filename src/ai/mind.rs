//! Decides: chooses how to think about a question, and makes sure that the answer is allowed.

use super::{
    Depth, Progress,
    greedy::Greedy,
    options::{choices, passes, settled},
    plan, playout, quick,
    ranking::{Account, Ranking, Reason, Scored},
    reply,
    sequence::Plan,
    turn_context::{Memory, TurnContext},
};
use crate::{
    arena::SideView,
    dice::Stream,
    rules::{Battle, Choice, CombatantId, Course, Decision, Offer, Offers, Target, Window, attack_ahead},
};

/// Plans whose scores differ by no more than this are equally good.
const CLOSE: i32 = 5;

/// How the computer likes to fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Personality {
    /// The weight of harm that enemies may do in their turns, in per cent of harm done to them now.
    pub caution: i32,
    /// The value of being half a square nearer to an enemy, in hundredths of a point.
    pub eagerness: i32,
}

impl Default for Personality {
    fn default() -> Self {
        Self { caution: 55, eagerness: 18 }
    }
}

/// The most free actions of one combatant in one turn: without a limit it could go on for ever, crouching and rising.
const FREE_ACTS: u8 = 2;

/// A computer opponent. It remembers the values of attacks, so one mind should play a whole battle. It remembers no
/// plans, so any mind can take over.
#[derive(Default)]
pub struct Mind {
    personality: Personality,
    depth: Depth,
    memory: Memory,
    /// The combatant whose turn it is, its round, and how many free actions it has taken in that turn.
    free: (Option<CombatantId>, u16, u8),
}

/// Decides with a fresh mind.
pub fn decide(view: &SideView, offers: &Offers, dice: &mut Stream, progress: &Progress) -> Ranking {
    Mind::default().decide(view, offers, dice, progress)
}

impl Mind {
    /// A mind with a personality.
    pub fn new(personality: Personality) -> Self {
        Self { personality, ..Self::default() }
    }

    /// How thoroughly it thinks from now on; [`Depth::Full`] at first.
    pub const fn set_depth(&mut self, depth: Depth) {
        self.depth = depth;
    }

    /// Answers the decision on top of the agenda with one of the offers, which must be those of that decision. `dice`,
    /// which must not be the battle's, choose among equally good answers. Ends early, with a worse answer, once
    /// `progress` is cancelled.
    pub fn decide(&mut self, view: &SideView, offers: &Offers, dice: &mut Stream, progress: &Progress) -> Ranking {
        let battle: &Battle = view;
        progress.start();
        self.memory.appraiser.heed(progress);
        let Some(decision) = battle.decision() else {
            return Ranking::without(offers.0.first().map_or(Choice::new(""), settled));
        };
        let fallback = fallback(battle, decision, offers);
        if let Depth::Greedy | Depth::Easy = self.depth {
            return self.greedy(battle, decision, offers, dice).unwrap_or_else(|| Ranking::without(fallback));
        }
        let mut plans = self.plans(battle, decision, offers, progress);
        // Equal plans stay in the order in which they were found.
        plans.sort_by_key(|plan| -plan.account.total);
        let turn = (battle.scene.acting, battle.scene.round);
        if (self.free.0, self.free.1) != turn {
            self.free = (turn.0, turn.1, 0);
        }
        let is_free = |choice: &Choice| {
            let offer = offers.find(choice.verb, choice.item);
            let idle = |offer: &Offer| offer.cost.is_free() && !matches!(offer.target, Target::Way(_));
            choice.verb != fallback.verb && offer.is_some_and(idle)
        };
        let own_turn = is_turn(battle, decision);
        let tired = own_turn && self.free.2 >= FREE_ACTS;
        let mut best: Vec<Plan> = Vec::new();
        for plan in plans {
            let is_new = best.iter().all(|known| known.first != plan.first);
            if is_new && !(tired && is_free(&plan.first)) && is_allowed(battle, decision, offers, &plan.first) {
                best.push(plan);
            }
            if best.len() == Ranking::MOST {
                break;
            }
        }
        let Some(top) = best.first().map(|plan| plan.account.total) else {
            return Ranking::without(fallback);
        };
        let close = best.iter().take_while(|plan| top - plan.account.total <= CLOSE).count();
        let equal = if own_turn { blows_first(battle, decision, &mut best[..close]) } else { close };
        let chosen = if equal > 1 { dice.below(equal as u32) as usize } else { 0 };
        best[..=chosen].rotate_right(1);
        let options: Vec<Scored> = best.into_iter().map(|plan| plan.account.scored(plan.first)).collect();
        let choice = options[0].choice.clone();
        self.free.2 += u8::from(own_turn && is_free(&choice));
        Ranking { choice, options }
    }

    /// A greedy player's choice, if it is allowed and not the default answer.
    fn greedy(&mut self, battle: &Battle, decision: &Decision, offers: &Offers, dice: &mut Stream) -> Option<Ranking> {
        if !is_turn(battle, decision) {
            return None;
        }
        let mut greedy = Greedy { battle, decision, offers, ground: &mut self.memory.ground };
        let ranking = if self.depth == Depth::Easy { greedy.choice_with_mistakes(dice) } else { greedy.choice() };
        ranking.filter(|ranking| is_allowed(battle, decision, offers, &ranking.choice))
    }

    fn plans(&mut self, battle: &Battle, decision: &Decision, offers: &Offers, progress: &Progress) -> Vec<Plan> {
        let memory = &mut self.memory;
        if !is_turn(battle, decision) {
            if self.depth == Depth::Steady {
                return vec![Plan {
                    first: fallback(battle, decision, offers),
                    account: Account::default(),
                    end: None,
                }];
            }
            return reply::replies(battle, decision, offers, memory, (self.depth, progress));
        }
        let context = TurnContext::new(battle, decision, offers, (&self.personality, self.depth), memory);
        if self.depth.is_single() {
            return quick::plans(&context, memory, offers, progress);
        }
        let mut plans = plan::plans(&context, memory, offers, progress);
        playout::look_ahead(&context, memory, &mut plans, progress);
        let best = plans.iter().enumerate().max_by_key(|(index, plan)| (plan.account.total, usize::MAX - index));
        let Some(best) = best.map(|(index, _)| index) else { return plans };
        let first = plans[best].first.clone();
        let offer = offers.find(first.verb, first.item).filter(|offer| !offer.parameters.is_empty());
        if let Some(offer) = offer.filter(|_| first.on.is_some() && !progress.is_cancelled()) {
            let (sharper, more) = plan::sharpened(&context, memory, offer, &first);
            if more > 0 {
                let mut account = plans[best].account.clone();
                account.add(Reason::Settled, more);
                plans.push(Plan { first: sharper, account, end: None });
            }
        }
        plans
    }
}

/// Whether the question is what to do in one's own turn, and not how to continue something in the middle of it, where
/// ways may be on offer too.
fn is_turn(battle: &Battle, decision: &Decision) -> bool {
    battle.ruleset.rules().briefing(battle, decision).window == Window::Turn
}

/// Puts those of equally good plans first that begin with an attack from where one stands: what the dice show can change
/// the rest of the turn. Returns how many plans remain to choose from.
fn blows_first(battle: &Battle, decision: &Decision, equal: &mut [Plan]) -> usize {
    let is_blow = |plan: &Plan| plan.first.squares.is_empty() && attack_ahead(battle, decision, &plan.first).is_some();
    equal.sort_by_key(|plan| !is_blow(plan));
    match equal.iter().filter(|plan| is_blow(plan)).count() {
        0 => equal.len(),
        blows => blows,
    }
}

fn is_allowed(battle: &Battle, decision: &Decision, offers: &Offers, choice: &Choice) -> bool {
    passes(&offers.0, choice) && battle.ruleset.rules().answer(battle, decision, choice).is_ok()
}

/// The default answer, or the first allowed one.
fn fallback(battle: &Battle, decision: &Decision, offers: &Offers) -> Choice {
    let default_answer = battle.ruleset.rules().default_answer(battle, decision);
    if is_allowed(battle, decision, offers, &default_answer) {
        return default_answer;
    }
    let open = || offers.0.iter().filter(|offer| offer.is_open());
    let others = open().flat_map(|offer| choices(battle, decision.who, offer));
    let walks = open().filter_map(|offer| walk(battle, decision, offer));
    let found = others.chain(walks).find(|choice| is_allowed(battle, decision, offers, choice));
    found.unwrap_or(default_answer)
}

fn walk(battle: &Battle, decision: &Decision, offer: &Offer) -> Option<Choice> {
    let Target::Way(ways) = &offer.target else { return None };
    let course = Course::To(ways.first()?.square);
    let journey = battle.journey(decision.who, offer.verb, course).ok()?;
    Some(settled(offer).to(journey.route.squares))
}
