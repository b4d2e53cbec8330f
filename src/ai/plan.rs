//! Plans a turn: tries out short sequences of choices and takes the first choice of the best one.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{
    POINT, Progress,
    blows::is_outdone,
    candidate_squares::{CandidateSquare, candidate_squares},
    evaluation::{Gain, LEFT_BEHIND, is_let_go},
    fork::{Fork, fork},
    further::Sequels,
    hazards::lights,
    options::{action_points, choices, has_aims, is_enemy, points, settled, variants},
    ranking::{Account, Reason},
    sequence::{Node, Plan, PlanEnd},
    tempo::IN_HASTE,
    thrift,
    turn_context::{Memory, Standing, TurnContext, price},
};
use crate::{
    geometry::Square,
    rules::{
        Battle, Budgets, Choice, CombatantId, Conditions, Cost, Course, Effect, Gamble, Journey, Offer, Offers,
        Posture, Provocation, Reachable, Role, Spending, Target, Vitals, WaitsFor, attack_ahead,
    },
};

/// How many squares are examined at first.
const SQUARES: usize = 12;

/// How many squares are examined once something else has made moving possible.
const LATER_SQUARES: usize = 5;

/// From how many squares a second movement is examined.
const STAGES: usize = 2;

/// The least gain of any action, so that nobody fidgets.
pub(super) const EFFORT: i32 = POINT;

/// The most actions with dice, other than attacks, that are forecast.
const MOST_GAMBLES: usize = 6;

/// All plans for a turn; the first is to end it at once.
pub(super) fn plans(context: &TurnContext<'_>, memory: &mut Memory, offers: &Offers, progress: &Progress) -> Vec<Plan> {
    let mut planner = Planner::new(context, memory, progress);
    planner.run(offers);
    planner.plans
}

/// Collects plans.
pub(super) struct Planner<'a> {
    /// The situation of the decision.
    pub(super) context: &'a TurnContext<'a>,
    /// What is remembered of attacks.
    pub(super) memory: &'a mut Memory,
    /// The progress of the decision, which can be cancelled.
    pub(super) progress: &'a Progress,
    /// The plans so far.
    pub(super) plans: Vec<Plan>,
    /// How many actions with dice, other than attacks, have been forecast.
    pub(super) gambles: usize,
    /// The same for those aimed at a place, which are counted separately.
    pub(super) aimed: usize,
    /// The best promise of the squares that can be walked to without provoking anybody, once they have been examined.
    pub(super) safe_promise: i32,
    /// What breaking things on the board is worth, as far as known.
    pub(super) broken: Vec<(Effect, i32)>,
}

impl<'a> Planner<'a> {
    /// A planner without plans.
    pub(super) const fn new(context: &'a TurnContext<'a>, memory: &'a mut Memory, progress: &'a Progress) -> Self {
        Self {
            context,
            memory,
            progress,
            plans: Vec::new(),
            gambles: 0,
            aimed: 0,
            safe_promise: i32::MIN,
            broken: Vec::new(),
        }
    }
}

impl Planner<'_> {
    fn run(&mut self, offers: &Offers) {
        let root = self.context.battle;
        let here = self.context.stand(self.memory, root);
        let end = self.context.end_at(root, (0, None));
        self.plans.push(Plan { first: self.context.stop.clone(), account: here.account(None), end });
        self.attacks(&offers.0, (root, &here), None);
        let walks = self.walks(root, offers, None, SQUARES);
        self.strike_and_walk(offers, &here, &walks);
        self.sallies(&here, &walks);
        self.go_on(offers, &here, &walks);
        self.acts(offers, &here);
    }

    /// Keeps a plan, unless the decision has been cancelled meanwhile: the account may then be incomplete.
    pub(super) fn propose(&mut self, plan: Plan) {
        if !self.progress.is_cancelled() {
            self.plans.push(plan);
        }
    }

    /// Proposes plans that end with an attack from a position; `before` is the first choice and the account of what led
    /// there.
    pub(super) fn attacks(
        &mut self,
        offers: &[Offer],
        (at, here): (&Battle, &Standing),
        before: Option<(&Choice, &Account)>,
    ) {
        let (mut dangers, mut sequels) = (FxHashMap::default(), Sequels::default());
        for (choice, on, gain) in self.open_attacks(offers, at, here) {
            let spent = spent(offers, &choice);
            let after = || self.context.dangers_after(self.memory, (at, at), &choice);
            let others = if spent > 0 { dangers.entry(spent).or_insert_with(after).as_ref() } else { None };
            let mut account = here.account_in(others, Some((on, gain.out)));
            account.add(Reason::Harm(on), gain.value);
            account.add(Reason::Parting, -self.parting(at, &choice, gain, here));
            account.add(Reason::Price, -self.thrift(at, offers, &choice));
            self.further(&mut sequels, (at, here), (&choice, on, gain), &mut account);
            let end = self.context.end_after((at, at), &choice, (on, gain));
            let end = end.map(|end| PlanEnd { goes_on: true, ..end });
            let (first, account) = match before {
                Some((first, before)) => (first.clone(), account.plus(before)),
                None => (choice, account),
            };
            self.propose(Plan { first, account, end });
        }
    }

    /// The price of losing the item with which an attack is made.
    pub(super) fn parting(&mut self, at: &Battle, choice: &Choice, gain: Gain, here: &Standing) -> i32 {
        match (choice.item, here.target()) {
            (Some(item), Some(target)) if gain.parts => {
                self.memory.appraiser.parting(at, self.context.me, target, item)
            }
            _ => 0,
        }
    }

    /// Examines promising squares; `before` is what made moving possible. Returns the positions with their standings.
    fn walks(&mut self, at: &Battle, offers: &Offers, before: Option<&Node>, most: usize) -> Vec<(Node, Standing)> {
        let mut found = Vec::new();
        let mut safe: Vec<Square> = Vec::new();
        let mut known: Vec<WalkResult> = Vec::new();
        for offer in offers.0.iter().filter(|offer| offer.is_open()) {
            let Target::Way(ways) = &offer.target else { continue };
            let gambles = self.is_gamble(at, offer, ways);
            let squares = if gambles {
                // Rolls are only for squares that a safe walk does not reach.
                let rest: Vec<Reachable> = ways.iter().filter(|way| !safe.contains(&way.square)).copied().collect();
                candidate_squares(self.context, self.memory, at, &rest, most.div_ceil(4))
            } else {
                candidate_squares(self.context, self.memory, at, ways, most)
            };
            self.progress.expect(squares.len());
            if safe.is_empty() && !gambles {
                safe = self.safe_squares(at, offer, ways);
            }
            if before.is_none() && !gambles {
                self.raise_safe_promise(&squares, &safe);
            }
            let spent = before.map_or(0, |before| before.account.total + self.context.lit_since(&before.battle));
            for CandidateSquare { square, promise } in squares {
                if !self.progress.step() {
                    return found;
                }
                // A movement that needs dice, or a walk that needs something else first, must promise more than a walk
                // that provokes nobody. The estimate knows only where a movement ends.
                let is_detour = gambles || before.is_some() && offer.role == Role::Approach;
                if is_detour && promise + spent <= self.safe_promise {
                    continue;
                }
                let Some((walk, after, way)) = self.walk(at, offer, square) else { continue };
                let walker = WalkerState::of(&after, self.context.me);
                let result = WalkResult { to: square, cost: offer.cost, total: way.total, walker };
                // Of two ways with the same result, the first on offer is the plainer one.
                if known.iter().any(|earlier| earlier.is_as_good_as(&result)) {
                    continue;
                }
                known.push(result);
                let first = before.map_or(walk, |before| before.first.clone());
                let account = before.map_or(way.clone(), |before| way.plus(&before.account));
                let node = Node { battle: after, first, account };
                let there = self.look(&node);
                found.push((node, there));
            }
        }
        found
    }

    /// Counts the squares among these that can be walked to without provoking anybody.
    fn raise_safe_promise(&mut self, squares: &[CandidateSquare], safe: &[Square]) {
        let quiet = squares.iter().filter(|way| safe.contains(&way.square));
        self.safe_promise = quiet.map(|way| way.promise).fold(self.safe_promise, i32::max);
    }

    /// Whether the ways of an offer need a roll before the first step.
    fn is_gamble(&self, at: &Battle, offer: &Offer, ways: &[Reachable]) -> bool {
        let me = self.context.me;
        let journey = ways.first().and_then(|way| at.journey(me, offer.verb, Course::To(way.square)).ok());
        journey.is_some_and(|journey| journey.gamble.is_some())
    }

    /// The squares that a plain movement reaches without provoking anybody: all of them, if nobody threatens where it
    /// starts.
    fn safe_squares(&self, at: &Battle, offer: &Offer, ways: &[Reachable]) -> Vec<Square> {
        let (me, rules) = (self.context.me, self.context.rules);
        let threatened = self.context.foes.iter().any(|foe| {
            let body = at.combatant(me).footprint();
            rules.threat(at, foe.id).iter().any(|square| body.contains(*square))
        });
        if threatened {
            return at.quiet_ends(me, offer.verb, ways);
        }
        ways.iter().map(|way| way.square).collect()
    }

    /// The average loss from a roll for a way that may fail.
    fn risk(&mut self, gamble: Option<Gamble>, after: &Battle) -> i32 {
        let Some(gamble) = gamble else { return 0 };
        let mut value = |battle: &Battle| self.context.glance(self.memory, battle).worth();
        let lost = (value(after) - value(&gamble.failed)).max(0);
        lost * (100 - gamble.chance.percent() as i32) / 100
    }

    /// The way to a square, the position there, and the price.
    fn walk(&mut self, at: &Battle, offer: &Offer, square: Square) -> Option<(Choice, Battle, Account)> {
        let Journey { route, gamble, provocations, after: walked, .. } = self.context.way(at, offer.verb, square)?;
        let mut account = Account::default();
        // Of two ways to a square, the one that takes no action leaves the action for something else.
        account.add(Reason::Effort, if offer.cost.count(Spending::Large) > 0 { -2 * EFFORT } else { -EFFORT });
        account.add(Reason::Hazard, self.context.through_fire(at, &route.squares));
        let choice = settled(offer).to(route.squares);
        let after = if offer.cost.count(Spending::Small) > 0 {
            walked
        } else {
            match fork(at, self.context.decision, &choice)? {
                Fork::Again(after) | Fork::Away(after) => after,
                Fork::Dice => {
                    account.add(Reason::Risk, -3 * POINT);
                    walked
                }
            }
        };
        account.add(Reason::Risk, -self.risk(gamble, &after));
        self.provoke(at, &provocations, &mut account);
        Some((choice, after, account))
    }

    /// Adds the price of attacks provoked on a way.
    pub(super) fn provoke(&mut self, at: &Battle, provocations: &[Provocation], account: &mut Account) {
        let mut struck: Vec<CombatantId> = Vec::new();
        for provocation in provocations {
            if !struck.contains(&provocation.by) {
                struck.push(provocation.by);
                let peak = self.context.provoked(&mut self.memory.appraiser, at, provocation.by);
                account.add(Reason::Provoked(provocation.by), -peak);
            }
        }
    }

    /// Proposes plans that end in a position or attack from it.
    fn look(&mut self, node: &Node) -> Standing {
        let there = self.context.stand(self.memory, &node.battle);
        // Dropping an item for nothing can wait until it is in the way.
        if self.left_behind(&node.battle) <= 0 {
            let end = self.context.end_at(&node.battle, (0, None));
            self.propose(Plan { first: node.first.clone(), account: there.account(None).plus(&node.account), end });
        }
        if there.attacks.iter().any(|(_, _, gain)| gain.value > 0) {
            let offers = self.attack_offers(&node.battle, &there);
            self.attacks(&offers, (&node.battle, &there), Some((&node.first, &node.account)));
        }
        self.rescues(node, &there);
        there
    }

    /// The offers of the attacks that gain something.
    pub(super) fn attack_offers(&self, at: &Battle, there: &Standing) -> Vec<Offer> {
        let mut verbs: SmallVec<[&'static str; 4]> = SmallVec::new();
        for (choice, _, gain) in &there.attacks {
            if gain.value > 0 && !verbs.contains(&choice.verb) {
                verbs.push(choice.verb);
            }
        }
        let of = |verb: &'static str| self.context.rules.offers_of(at, self.context.decision, verb).0;
        verbs.into_iter().flat_map(of).collect()
    }

    /// The price of a choice in points that come back only in part.
    pub(super) fn thrift(&self, at: &Battle, offers: &[Offer], choice: &Choice) -> i32 {
        let offer = offers.iter().find(|offer| is_of(choice, offer));
        offer.map_or(0, |offer| thrift::of_choice(at, self.context.me, offer, choice))
    }

    /// A second movement, where one alone brings nobody within reach.
    fn go_on(&mut self, offers: &Offers, here: &Standing, walks: &[(Node, Standing)]) {
        let can_strike = |standing: &Standing| standing.attacks.iter().any(|(_, _, gain)| gain.value > 0);
        if can_strike(here) || walks.iter().any(|(_, there)| can_strike(there)) {
            return;
        }
        let mut nearest: Vec<&Node> = walks.iter().map(|(node, _)| node).collect();
        nearest.sort_by_key(|node| self.context.nearest_foe(&node.battle));
        for node in nearest.into_iter().take(STAGES) {
            self.opened(offers, node, here);
        }
    }

    /// Everything else on offer: it may help by itself, or make something else possible.
    fn acts(&mut self, offers: &Offers, here: &Standing) {
        let mut targets: Vec<_> = here.attacks.iter().collect();
        targets.sort_by_key(|(_, on, gain)| (-gain.value, *on));
        let targets: Vec<CombatantId> = targets.into_iter().take(2).map(|(_, on, _)| *on).collect();
        let open: Vec<&Offer> = offers.0.iter().filter(|offer| offer.is_open() && !offer.comfort).collect();
        self.progress.expect(open.len());
        for offer in open {
            if !self.progress.step() {
                return;
            }
            for choice in choices(self.context.battle, self.context.me, offer) {
                let enemy = choice.on.filter(|on| is_enemy(self.context.battle, self.context.me, *on));
                let off_target = enemy.is_some_and(|on| !targets.is_empty() && !targets.contains(&on));
                let is_known = here.attacks.iter().any(|(known, ..)| is_of(known, offer));
                // Attacks have been weighed with what follows them.
                let is_weighed = self.plans.iter().any(|plan| plan.first == choice);
                if choice == self.context.stop
                    || off_target
                    || is_weighed
                    || is_known && (offer.parts.is_none() || choice.on.is_some())
                {
                    continue;
                }
                if self.is_outdone(&offers.0, here, offer, &choice) {
                    continue;
                }
                if offer.waits.is_some() {
                    self.hold(offer, choice, here);
                } else {
                    self.act(offers, choice, here);
                }
            }
        }
    }

    /// Whether a choice is an attack, and a better one on the same enemy is on offer at the same cost.
    fn is_outdone(&mut self, offers: &[Offer], here: &Standing, offer: &Offer, choice: &Choice) -> bool {
        let enemy = choice.on.filter(|_| offer.role == Role::Harm && offer.parts.is_none());
        enemy.is_some_and(|on| {
            let gain = self.context.attack(&mut self.memory.appraiser, self.context.battle, on, choice);
            gain.value > 0 && is_outdone((offers, here), offer, (on, gain))
        })
    }

    /// An action prepared for an enemy who comes.
    fn hold(&mut self, offer: &Offer, choice: Choice, here: &Standing) {
        let context = self.context;
        if choice.item.is_none() {
            return;
        }
        let body = context.battle.combatant(context.me).footprint();
        let mut best = 0;
        for foe in &context.foes {
            let peak = self.memory.appraiser.peak(context.battle, context.me, foe.id);
            // An action that waits for haste is worth more than one that waits for anybody, but only against those who
            // must hurry.
            let chance = match (offer.waits == Some(WaitsFor::Haste), foe.comes(body)) {
                (true, IN_HASTE) => 95,
                (true, _) => 0,
                (false, chance) => chance,
            };
            best = best.max(peak * chance / 400);
        }
        if best == 0 {
            return;
        }
        let mut account = here.account(None);
        account.add(Reason::Held, best);
        account.add(Reason::Effort, -EFFORT);
        let end = context.end_at(context.battle, (best, None));
        self.propose(Plan { first: choice, account, end });
    }

    fn act(&mut self, offers: &Offers, choice: Choice, here: &Standing) {
        let context = self.context;
        let mut account = Account::default();
        account.add(Reason::Effort, -EFFORT);
        account.add(Reason::Price, -self.thrift(context.battle, &offers.0, &choice));
        match fork(context.battle, context.decision, &choice) {
            Some(Fork::Again(battle)) => {
                account.add(Reason::Parting, -self.left_behind(&battle));
                let done = self.certain(&choice);
                account.add(Reason::Outcome, done);
                let node = Node { battle, first: choice, account };
                if done > 0 || self.promises(&node.battle, here) {
                    self.look(&node);
                }
                // After lighting a fuse one had better be elsewhere, so every offer counts as new.
                let none = Offers(Vec::new());
                self.opened(if lights(context.battle, &node.battle) { &none } else { offers }, &node, here);
            }
            Some(away) => self.act_and_wait(&away, choice, account, (here, MOST_GAMBLES)),
            None => {}
        }
    }

    /// Proposes an action after which others or dice decide; at most `most` of those with dice are forecast.
    pub(super) fn act_and_wait(
        &mut self,
        fork: &Fork,
        choice: Choice,
        mut account: Account,
        (here, most): (&Standing, usize),
    ) {
        let is_dice = self.is_rolled(fork, &choice);
        let is_place = choice.on.is_none() && !choice.squares.is_empty();
        let count = if is_place { &mut self.aimed } else { &mut self.gambles };
        if is_dice && *count >= if is_place { 2 * most } else { most } {
            return;
        }
        *count += usize::from(is_dice);
        let gain = if is_dice {
            let odds = self.memory.appraiser.forecast(self.context.battle, self.context.decision, &choice);
            odds.map_or(0, |odds| {
                let parts = choice.item.is_some_and(|item| is_let_go(&odds, self.context.me, item));
                let parting = self.parting(self.context.battle, &choice, Gain { parts, ..Gain::default() }, here);
                account.add(Reason::Parting, -parting);
                let clearing = if is_place { self.clearing(&odds) } else { 0 };
                let worth = self.memory.appraiser.worth(self.context.battle, self.context.me, &odds);
                let mine = if choice.on.is_none() && !is_place { self.left_of_me(&odds, here) } else { 0 };
                mine + clearing + self.weighed_outcome(&choice, worth)
            })
        } else {
            self.certain(&choice)
        };
        account.add(Reason::Outcome, gain);
        let end = self.context.end_of_act(fork, &choice, gain);
        self.propose(Plan { first: choice, account: here.account(None).plus(&account), end });
    }

    /// Weighs what is done to an enemy as in an attack: it counts more if the enemy is more dangerous than others.
    fn weighed_outcome(&self, choice: &Choice, gain: i32) -> i32 {
        let enemy = choice.on.filter(|on| is_enemy(self.context.battle, self.context.me, *on));
        enemy.map_or(gain, |on| self.context.weighed(on, Gain { value: gain, ..Gain::default() }).value)
    }

    /// The gain from what an action without dice does to its target.
    pub(super) fn certain(&mut self, choice: &Choice) -> i32 {
        let (battle, decision) = (self.context.battle, self.context.decision);
        choice.on.map_or(0, |_| {
            let gain = self.memory.appraiser.outcome(battle, decision, choice);
            self.weighed_outcome(choice, gain)
        })
    }

    /// The price of items that are gone compared with now.
    pub(super) fn left_behind(&self, after: &Battle) -> i32 {
        let mine = |battle: &Battle| battle.items_of(self.context.me).count();
        (mine(self.context.battle) as i32 - mine(after) as i32) * LEFT_BEHIND
    }

    /// Whether a position differs in a way that may matter: in my own state, in a fuse, or in what I can do to the
    /// likeliest enemy.
    pub(super) fn promises(&mut self, after: &Battle, here: &Standing) -> bool {
        let (me, root) = (self.context.me, self.context.battle);
        let (then, now) = (after.combatant(me), root.combatant(me));
        if (then.posture, &then.conditions, then.placement) != (now.posture, &now.conditions, now.placement) {
            return true;
        }
        if lights(root, after) {
            return true;
        }
        let Some(target) = here.target() else { return false };
        let judge = &mut self.memory.appraiser;
        let mut most = |battle: &Battle| {
            judge.best(battle, me, target).map_or(0, |(_, gain)| gain.value).max(judge.promise(battle, me, target))
        };
        most(after) > most(root) + EFFORT
    }

    /// Examines the offers that an action has opened.
    fn opened(&mut self, before: &Offers, node: &Node, here: &Standing) {
        let after = self.context.rules.offers(&node.battle, self.context.decision);
        let was_open = |offer: &Offer| before.find(offer.verb, offer.item).is_some_and(has_aims);
        let new: Vec<Offer> = after.0.into_iter().filter(|offer| has_aims(offer) && !was_open(offer)).collect();
        let new = Offers(new);
        if new.0.is_empty() {
            return;
        }
        self.walks(&node.battle, &new, Some(node), LATER_SQUARES);
        for offer in &new.0 {
            for choice in choices(&node.battle, self.context.me, offer).into_iter().take(2) {
                let attack = attack_ahead(&node.battle, self.context.decision, &choice).is_some();
                if attack || offer.waits == Some(WaitsFor::Trigger) || !self.progress.step() {
                    continue;
                }
                if let Some(Fork::Again(battle)) = fork(&node.battle, self.context.decision, &choice) {
                    if !self.promises(&battle, here) {
                        continue;
                    }
                    let mut account = node.account.clone();
                    account.add(Reason::Effort, -EFFORT);
                    account.add(Reason::Parting, self.left_behind(&node.battle) - self.left_behind(&battle));
                    self.look(&Node { battle, first: node.first.clone(), account });
                }
            }
        }
    }
}

/// What a walk comes to.
struct WalkResult {
    to: Square,
    cost: Cost,
    /// The value of the way itself.
    total: i32,
    walker: WalkerState,
}

impl WalkResult {
    /// Whether it comes to the same as another one, with a way of no less value.
    fn is_as_good_as(&self, other: &Self) -> bool {
        (self.to, self.cost) == (other.to, other.cost) && self.walker == other.walker && self.total >= other.total
    }
}

/// The state in which a way leaves the walker, apart from the place.
#[derive(PartialEq)]
struct WalkerState(Posture, Conditions, Vitals, Budgets);

impl WalkerState {
    fn of(battle: &Battle, who: CombatantId) -> Self {
        let fighter = battle.combatant(who);
        Self(fighter.posture, fighter.conditions.clone(), *fighter.vitals, *fighter.budgets)
    }
}

/// The points that a choice spends and that come back each round, going by its offer.
pub(super) fn spent(offers: &[Offer], choice: &Choice) -> i32 {
    offers.iter().find(|offer| is_of(choice, offer)).map_or(0, |offer| action_points(offer, choice))
}

/// Whether a choice belongs to an offer.
pub(super) fn is_of(choice: &Choice, offer: &Offer) -> bool {
    offer.verb == choice.verb && offer.item == choice.item
}

/// The attack with its best parameters, and how much they add.
pub(super) fn sharpened(
    context: &TurnContext<'_>,
    memory: &mut Memory,
    offer: &Offer,
    choice: &Choice,
) -> (Choice, i32) {
    let price = price(context.battle, context.me);
    let net = |choice: &Choice, memory: &mut Memory| {
        memory.appraiser.attack(context.battle, context.me, choice).value - price * points(offer, choice)
    };
    let plain = net(choice, memory);
    // How many of the points that come back each round to spend has been weighed against defence already.
    let dear = |other: &Choice| action_points(offer, other) > action_points(offer, choice);
    let others = variants(offer, choice).into_iter().filter(|other| !dear(other));
    let best = others.map(|choice| (net(&choice, memory), choice)).max_by_key(|(net, _)| *net);
    match best {
        Some((net, best)) if net > plain => (best, net - plain),
        _ => (choice.clone(), 0),
    }
}
