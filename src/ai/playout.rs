//! What everybody is likely to do in the next rounds, played out in expected values.
//!
//! After a plan everybody takes turns as the yardstick does: each attacks whom it can harm most from where it stands,
//! or else walks up to the nearest enemy. No dice are rolled. Each attack takes its expected value from its target
//! instead, and does the less the more has been taken from the attacker. So one playout stands in for the mean of very
//! many with dice, and shows what no single position does: who gets to strike whom first, who gangs up on whom, and
//! whose way is blocked. It takes everybody for a player who walks up and strikes; one who keeps back is misjudged.

use smallvec::SmallVec;

use super::{
    POINT, Progress,
    foes::known_foes,
    fork::{Fork, after_costs, fork},
    greedy::Greedy,
    options::passes,
    outcomes::OUT,
    ranking::Reason,
    sequence::{Plan, PlanEnd},
    turn_context::{Memory, TurnContext},
};
use crate::rules::{Battle, Choice, CombatantId, Decision, Offers, Team, give_turn, is_asked};

/// How far ahead it is played, in rounds.
const ROUNDS: usize = 2;

/// The most turns played out in one decision, and the least and the most plans among which they are shared.
const MOST_TURNS: usize = 480;
const PLANS: [usize; 2] = [4, 16];

/// Plans that at first are worth this much less than the best one are not played out.
const HOPELESS: i32 = 15 * POINT;

/// The most choices of one turn.
const MOST_CHOICES: usize = 5;

/// The strength of somebody from whom nothing has been taken.
const WHOLE: i32 = 10_000;

/// The value of attacks that take all strength. It is less than [`OUT`]: every attack is valued as if its target were as
/// healthy as when the playout began, so a second one is undervalued.
const LASTS: i32 = 75 * POINT;

/// Whoever has less strength counts as out of the fight.
const SPENT: i32 = WHOLE / 4;

/// What is left of everybody.
#[derive(Default)]
struct Strengths(SmallVec<[(CombatantId, i32); 16]>);

impl Strengths {
    fn of(&self, who: CombatantId) -> i32 {
        self.0.iter().find(|(known, _)| *known == who).map_or(WHOLE, |(_, left)| *left)
    }

    fn is_spent(&self, who: CombatantId) -> bool {
        self.of(who) < SPENT
    }

    /// An attack worth `value` in hundredths of a point, made with a strength.
    fn take(&mut self, on: CombatantId, value: i32, strength: i32) {
        let left = (self.of(on) - value * (strength / 100) / (LASTS / 100)).clamp(0, WHOLE);
        self.0.retain(|(who, _)| *who != on);
        self.0.push((on, left));
    }

    /// What has been taken from enemies of a side, less what has been taken from the side, in hundredths of a point.
    fn balance(&self, battle: &Battle, team: Team) -> i32 {
        let lost = |left: i32| (WHOLE - left) * (OUT / 100) / (WHOLE / 100);
        let signed = |who: CombatantId, lost: i32| if battle.combatant(who).team == team { -lost } else { lost };
        self.0.iter().map(|(who, left)| signed(*who, lost(*left))).sum()
    }
}

/// Adds to each plan what everybody is likely to do after it, compared with ending the turn at once. Only that, which
/// must be the first plan, and the most promising others are played out; the rest count like the worst of these. If the
/// decision is cancelled, nothing changes.
pub(super) fn look_ahead(context: &TurnContext<'_>, memory: &mut Memory, plans: &mut [Plan], progress: &Progress) {
    if plans.len() < 2 {
        return;
    }
    let turns = ROUNDS * context.battle.scene.order.len().max(1);
    let most = (MOST_TURNS / turns).clamp(PLANS[0], PLANS[1]);
    let mut promising: Vec<usize> = (0..plans.len()).collect();
    promising.sort_by_key(|index| -plans[*index].account.total);
    let least = plans[promising[0]].account.total - HOPELESS;
    promising.truncate(most);
    promising.retain(|index| plans[*index].account.total >= least);
    progress.expect(promising.len());
    // What a plan costs or brings besides blows comes to pass in its playout too.
    let mut playout = |plan: &Plan| {
        let fight = balance(context, memory, plan.end.as_ref()?, progress);
        Some(fight + plan.account.besides_blows())
    };
    let mut shown: Vec<Option<i32>> = vec![None; plans.len()];
    shown[0] = playout(&plans[0]);
    for index in promising {
        if !progress.step() {
            return;
        }
        if index > 0 {
            shown[index] = playout(&plans[index]);
        }
    }
    if progress.is_cancelled() {
        return;
    }
    for (plan, outlook) in plans.iter_mut().zip(outlooks(&shown)) {
        plan.account.add(Reason::Outlook, outlook);
        plan.end = None;
    }
}

/// What the playouts show, each compared with the first, which ends the turn. Plans that were not played out count like
/// the worst of those that were.
fn outlooks(shown: &[Option<i32>]) -> impl Iterator<Item = i32> + '_ {
    let stopped = shown[0].unwrap_or(0);
    let worst = shown.iter().flatten().min().copied().unwrap_or(stopped);
    shown.iter().map(move |shown| shown.unwrap_or(worst) - stopped)
}

/// How the sides stand to each other after a plan, for the decider's side: the mean over everybody's turns. What happens
/// early is better known, since a little more harm now may send everybody somewhere else later, and so counts in more of
/// the moments than what happens late.
fn balance(context: &TurnContext<'_>, memory: &mut Memory, end: &PlanEnd, progress: &Progress) -> i32 {
    let mut playout = Playout { battle: end.battle.clone(), strengths: Strengths::default(), memory };
    let gain = match end.from {
        Some(from) => {
            playout.strengths.take(from, context.unweighed(from, end.gain), WHOLE);
            0
        }
        None => end.gain,
    };
    let me = context.me;
    if end.goes_on {
        playout.acts(me, false);
    }
    let order = playout.battle.scene.order.clone();
    let mine = order.iter().position(|who| *who == me).unwrap_or(0);
    let turns = (ROUNDS * order.len()).saturating_sub(1);
    let team = playout.battle.combatant(me).team;
    let (mut sum, mut moments) = (playout.strengths.balance(&playout.battle, team), 1);
    for who in order.iter().cycle().skip(mine + 1).take(turns) {
        if progress.is_cancelled() {
            break;
        }
        playout.turn(*who);
        sum += playout.strengths.balance(&playout.battle, team);
        moments += 1;
    }
    gain + sum / moments
}

/// A battle played on without dice.
struct Playout<'a> {
    battle: Battle,
    strengths: Strengths,
    memory: &'a mut Memory,
}

impl Playout<'_> {
    /// A whole turn.
    fn turn(&mut self, who: CombatantId) {
        if !self.battle.combatant(who).fights() || self.strengths.is_spent(who) {
            return;
        }
        self.battle.scene.acting = None;
        give_turn(&mut self.battle, who);
        if is_asked(&self.battle, who) {
            self.acts(who, true);
        }
    }

    /// What remains of a turn: attacks, and walks where none is possible.
    fn acts(&mut self, who: CombatantId, walks: bool) {
        let decision = self.battle.ruleset.rules().turn_question(who);
        for _ in 0..MOST_CHOICES {
            let offers = self.battle.ruleset.rules().offers(&self.battle, &decision);
            let goes_on = self.attack(&decision, &offers) || walks && self.walk(&decision, &offers);
            if !goes_on {
                return;
            }
        }
    }

    /// The most harmful attack on offer on those still in the fight; false if there is none.
    fn attack(&mut self, decision: &Decision, offers: &Offers) -> bool {
        let (battle, who) = (&self.battle, decision.who);
        let mut best: Option<(i32, CombatantId, Choice)> = None;
        for foe in known_foes(battle, who, |foe| !self.strengths.is_spent(foe)) {
            let Some((choice, gain)) = self.memory.appraiser.best(battle, who, foe) else { continue };
            let least = best.as_ref().map_or(POINT, |(value, ..)| *value);
            if gain.value > least && passes(&offers.0, &choice) {
                best = Some((gain.value, foe, choice));
            }
        }
        let Some((value, foe, choice)) = best else { return false };
        let Some(after) = after_costs(battle, battle, decision, &choice) else { return false };
        self.battle = after;
        self.strengths.take(foe, value, self.strengths.of(who));
        true
    }

    /// A walk towards the nearest enemy; false if the turn is over then.
    fn walk(&mut self, decision: &Decision, offers: &Offers) -> bool {
        let battle = &self.battle;
        let mut greedy = Greedy { battle, decision, offers, ground: &mut self.memory.ground };
        let Some(choice) = greedy.walk() else { return false };
        match fork(battle, decision, &choice) {
            Some(Fork::Again(after)) => {
                self.battle = after;
                true
            }
            Some(Fork::Away(after)) => {
                self.battle = after;
                false
            }
            Some(Fork::Dice) | None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn to_end_the_turn_is_what_all_else_is_compared_with() {
        let all = |shown: &[Option<i32>]| outlooks(shown).collect::<Vec<_>>();
        assert_eq!(all(&[Some(10), Some(-50), None]), [0, -60, -60], "none played out is better");
        assert_eq!(all(&[Some(-10), Some(50), None, Some(0)]), [0, 60, 0, 10]);
    }

    #[test]
    fn the_weakened_do_less_harm() {
        let (one, other) = (CombatantId(0), CombatantId(1));
        let mut strengths = Strengths::default();
        strengths.take(one, LASTS / 2, WHOLE);
        assert_eq!((strengths.of(one), strengths.of(other)), (WHOLE / 2, WHOLE));
        strengths.take(other, LASTS / 2, strengths.of(one));
        assert_eq!(strengths.of(other), WHOLE * 3 / 4);
        assert!(!strengths.is_spent(one));
        strengths.take(one, LASTS, WHOLE);
        assert_eq!(strengths.of(one), 0);
        assert!(strengths.is_spent(one));
    }
}
