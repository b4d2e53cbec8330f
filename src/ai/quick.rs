//! Plans a turn at a quick depth: values every choice by what it does now and by where it leaves the combatant. The
//! only look ahead is at the attack still allowed at the end of a movement.

use super::{
    Progress, arms,
    candidate_squares::{CandidateSquare, candidate_squares},
    evaluation::Gain,
    fork::{Fork, fork},
    further::Sequels,
    options::{choices, is_enemy, passes, settled},
    pairs::full_stamp,
    plan::{EFFORT, Planner, is_of},
    ranking::{Account, Reason},
    sequence::Plan,
    turn_context::{Memory, Standing, TurnContext},
};
use crate::{
    geometry::Square,
    rules::{Battle, Choice, CombatantId, Journey, Offer, Offers, Posture, Reachable, Role, Target},
};

/// How many squares are examined for the plainest movement.
const SQUARES: usize = 4;

/// How many squares are examined for each other movement, or once an action has made moving possible.
const OTHER_SQUARES: usize = 1;

/// By how much more squares are tried where something burns.
const AROUND_FIRE: usize = 3;

/// The most actions with dice, other than attacks, that are forecast.
const MOST_GAMBLES: usize = 2;

/// The choices of a turn with their values; the first is to end it at once.
pub(super) fn plans(context: &TurnContext<'_>, memory: &mut Memory, offers: &Offers, progress: &Progress) -> Vec<Plan> {
    let mut planner = Planner::new(context, memory, progress);
    let here = context.glance(planner.memory, context.battle);
    planner.plans.push(Plan { first: context.stop.clone(), account: here.account(None), end: None });
    planner.attacks(&offers.0, (context.battle, &here), None);
    planner.moves(context.battle, offers, None, SQUARES);
    planner.single_acts(offers, &here);
    planner.plans
}

impl Planner<'_> {
    /// Movements on offer, each valued with the best attack that is still allowed at its end. `before` is the choice
    /// that made moving possible.
    fn moves(&mut self, at: &Battle, offers: &Offers, before: Option<(&Choice, &Account)>, mut most: usize) {
        let mut known: Vec<Square> = Vec::new();
        let spent = before.map_or(0, |(_, account)| account.total);
        let mut is_plainest = before.is_none();
        for offer in offers.0.iter().filter(|offer| offer.is_open()) {
            let Target::Way(ways) = &offer.target else { continue };
            // A fighter that can attack without a risky movement does not risk one.
            if offer.event.is_some() && self.strikes() {
                continue;
            }
            let new: Vec<Reachable> = ways.iter().filter(|way| !known.contains(&way.square)).copied().collect();
            // Where squares are reached only through fire, others are examined as well.
            let burns = at.scene.field.survey().fire;
            let looks = if burns { most * AROUND_FIRE } else { most };
            let squares = candidate_squares(self.context, self.memory, at, &new, looks);
            let mut calm = 0;
            self.progress.expect(squares.len());
            for CandidateSquare { square, promise } in squares {
                if !self.progress.step() {
                    return;
                }
                if calm == most {
                    break;
                }
                let Some(journey) = self.context.way(at, offer.verb, square) else { continue };
                calm += usize::from(!burns || self.context.through_fire(at, &journey.route.squares) == 0);
                // The estimate knows only where a movement ends.
                let is_known = !is_plainest && promise + spent <= self.safe_promise;
                if self.single_move(at, (offer, journey, is_known), before) {
                    known.push(square);
                    self.safe_promise = self.safe_promise.max(promise);
                }
            }
            is_plainest = false;
            most = OTHER_SQUARES;
        }
    }

    /// Whether an attack has been found that gains something.
    fn strikes(&self) -> bool {
        self.plans.iter().any(|plan| plan.account.harms())
    }

    /// Values a movement, unless it needs a roll and another one promises as much. True if it neither needs a roll nor
    /// provokes anybody, so that no other way is worth a look.
    fn single_move(
        &mut self,
        at: &Battle,
        (offer, journey, is_known): (&Offer, Journey, bool),
        before: Option<(&Choice, &Account)>,
    ) -> bool {
        let context = self.context;
        let Journey { route, gamble, provocations, after, .. } = journey;
        if is_known && (gamble.is_some() || before.is_some()) {
            return false;
        }
        let is_plain = gamble.is_none() && provocations.is_empty();
        let mut account = before.map_or_else(Account::default, |(_, account)| account.clone());
        account.add(Reason::Effort, -EFFORT);
        self.provoke(at, &provocations, &mut account);
        account.add(Reason::Hazard, context.through_fire(at, &route.squares));
        let there = context.glance_there(self.memory, &after, at);
        if let Some(gamble) = gamble {
            let failed = context.glance_there(self.memory, &gamble.failed, at);
            let lost = (there.worth() - failed.worth()).max(0);
            account.add(Reason::Risk, -lost * (100 - gamble.chance.percent() as i32) / 100);
        }
        let account = self.with_attack(&after, &there).plus(&account);
        let first = before.map_or_else(|| settled(offer).to(route.squares), |(first, _)| first.clone());
        self.propose(Plan { first, account, end: None });
        is_plain
    }

    /// The value of a position with the best attack that its combatant may still make there.
    fn with_attack(&mut self, at: &Battle, there: &Standing) -> Account {
        let best = there.attacks.iter().filter(|(.., gain)| gain.value > 0).max_by_key(|(.., gain)| gain.value);
        let Some((choice, on, gain)) = best else { return there.account(None) };
        let offers = self.context.rules.offers_of(at, self.context.decision, choice.verb);
        if !passes(&offers.0, choice) {
            return there.account(None);
        }
        let mut account = there.account(Some((*on, gain.out)));
        account.add(Reason::Harm(*on), gain.value);
        account.add(Reason::Parting, -self.parting(at, choice, *gain, there));
        account.add(Reason::Price, -self.thrift(at, &offers.0, choice));
        self.further(&mut Sequels::default(), (at, there), (choice, *on, *gain), &mut account);
        account
    }

    /// Examines everything that is neither an attack nor a movement. A fighter that stands and can attack examines only
    /// acts aimed at somebody and, with empty hands, items to take in hand.
    fn single_acts(&mut self, offers: &Offers, here: &Standing) {
        let context = self.context;
        let best = here.attacks.iter().max_by_key(|(.., gain)| gain.value).map(|(_, on, _)| *on);
        let can_attack = |(choice, _, gain): &(Choice, _, Gain)| gain.value > 0 && passes(&offers.0, choice);
        let stands = context.battle.combatant(context.me).posture != Posture::Prone;
        let is_busy = stands && here.attacks.iter().any(can_attack);
        let is_worth_a_look = |offer: &&Offer| {
            let is_known = here.attacks.iter().any(|(known, ..)| is_of(known, offer));
            let aimed = matches!(offer.target, Target::Combatant(_));
            let arms = offer.role == Role::Prepare
                && offer.item.is_some()
                && arms::has_empty_hands(context.battle, context.me);
            offer.is_open() && !offer.comfort && offer.waits.is_none() && !is_known && (aimed || arms || !is_busy)
        };
        let open: Vec<&Offer> = offers.0.iter().filter(is_worth_a_look).collect();
        self.progress.expect(open.len());
        for offer in open {
            if !self.progress.step() {
                return;
            }
            for choice in choices(context.battle, context.me, offer) {
                let enemy = choice.on.filter(|on| is_enemy(context.battle, context.me, *on));
                let off_target = best.is_some_and(|best| enemy.is_some_and(|on| on != best));
                if choice != context.stop && !off_target {
                    self.single_act(offers, choice, here);
                }
            }
        }
    }

    fn single_act(&mut self, offers: &Offers, choice: Choice, here: &Standing) {
        let context = self.context;
        let mut account = Account::default();
        account.add(Reason::Effort, -EFFORT);
        account.add(Reason::Price, -self.thrift(context.battle, &offers.0, &choice));
        match fork(context.battle, context.decision, &choice) {
            Some(Fork::Again(after)) => {
                account.add(Reason::Parting, -self.left_behind(&after));
                let done = self.certain(&choice);
                account.add(Reason::Outcome, done);
                if done <= 0 && !self.promises(&after, here) {
                    return;
                }
                let enemy = choice.on.filter(|on| is_enemy(context.battle, context.me, *on));
                let there = self.there_after(&after, enemy, here);
                let value = self.with_attack(&after, &there).plus(&account);
                self.propose(Plan { first: choice.clone(), account: value, end: None });
                // An act aimed at an enemy lets nobody walk farther.
                if enemy.is_none() {
                    let opened = self.opened_ways(offers, &after);
                    self.moves(&after, &opened, Some((&choice, &account)), OTHER_SQUARES);
                }
            }
            Some(away) => self.act_and_wait(&away, choice, account, (here, MOST_GAMBLES)),
            None => {}
        }
    }

    /// The position after an action without dice, perhaps one aimed at an enemy.
    fn there_after(&mut self, after: &Battle, enemy: Option<CombatantId>, here: &Standing) -> Standing {
        let context = self.context;
        if let Some(enemy) = enemy.filter(|enemy| self.is_only_aimed(after, *enemy)) {
            return context.glance_at(self.memory, after, enemy, here);
        }
        // A fighter that ducks can be up again when the next turn comes.
        let posture = |battle: &Battle| battle.combatant(context.me).posture;
        let ducks = posture(after) > posture(context.battle);
        context.glance_there(self.memory, after, if ducks { context.battle } else { after })
    }

    /// Whether an action has left the enemy unchanged, and me in the same place and posture with the same reserve.
    fn is_only_aimed(&self, after: &Battle, enemy: CombatantId) -> bool {
        let TurnContext { battle: root, me, rules, .. } = *self.context;
        let mine = |battle: &Battle| {
            let fighter = battle.combatant(me);
            (fighter.placement, fighter.posture, rules.reserve(battle, me))
        };
        mine(root) == mine(after) && full_stamp(root, enemy) == full_stamp(after, enemy)
    }

    /// Movements that an action has made possible.
    fn opened_ways(&self, before: &Offers, after: &Battle) -> Offers {
        let is_way = |offer: &Offer| matches!(offer.target, Target::Way(_));
        let was_open = |offer: &Offer| before.find(offer.verb, offer.item).is_some_and(Offer::is_open);
        let mut offers = self.context.rules.offers(after, self.context.decision);
        offers.0.retain(|offer| is_way(offer) && offer.is_open() && !was_open(offer));
        offers
    }
}
