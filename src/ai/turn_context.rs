//! The situation of a combatant in its turn: who can reach whom, which places count, and the value of standing
//! somewhere.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{
    Depth, POINT, Personality,
    breath::Breath,
    evaluation::{Appraiser, Gain, HOPE},
    foes::{Foe, gathered},
    fork,
    ground::Ground,
    hazards,
    places::{Place, holds_a_place},
    ranking::{Account, Reason},
    rescue::{fallen, helping},
    tempo::{Tempo, TempoKey},
};
use crate::{
    geometry::{Footprint, Square, chebyshev},
    rules::{Aim, Battle, Battlefield, Choice, CombatantId, Decision, Offers, Ruleset, Team},
};

/// How many times as fast haste grows with the rounds while nobody can reach anybody.
const STANDOFF: i32 = 3;

/// What the computer remembers from decision to decision.
#[derive(Default)]
pub(super) struct Memory {
    /// Values of attacks and outcomes.
    pub(super) appraiser: Appraiser,
    /// What turns allow.
    pub(super) tempos: FxHashMap<TempoKey, Tempo>,
    /// The board on which they were measured.
    pub(super) tempos_on: Option<Arc<Battlefield>>,
    pub(super) ground: Ground,
    /// How much haste a combatant needs in its turn of a round: combatant, round, haste.
    haste: Option<(CombatantId, u16, i32)>,
}

impl Memory {
    /// How much haste is needed, as of the start of the turn: otherwise a combatant that has drawn near would be in
    /// less of a hurry, and go back.
    fn haste_of(&mut self, battle: &Battle, me: CombatantId, foes: &[Foe]) -> i32 {
        let round = battle.scene.round;
        if let Some((_, _, known)) = self.haste.filter(|(who, when, _)| (*who, *when) == (me, round)) {
            return known;
        }
        let haste = haste(battle, self, me, foes);
        self.haste = Some((me, round, haste));
        haste
    }
}

/// An attack on an adjacent foe is in vain if it is worth less than one part in this many of what is possible from
/// another square beside it.
const VAIN: i32 = 4;

/// Everything about a decision that stays the same while options are compared.
pub(super) struct TurnContext<'a> {
    /// The current battle.
    pub(super) battle: &'a Battle,
    /// The decision.
    pub(super) decision: &'a Decision,
    /// The rules in play.
    pub(super) rules: &'static dyn Ruleset,
    /// Who decides.
    pub(super) me: CombatantId,
    /// The choice that ends the turn or declines.
    pub(super) stop: Choice,
    /// Enemies in the fight: those I am aware of, or all if I am aware of none.
    pub(super) foes: Vec<Foe>,
    /// Friends out of the fight.
    pub(super) fallen: Vec<CombatantId>,
    /// The verbs that may help them, if there are any.
    pub(super) helping: Vec<&'static str>,
    pub(super) places: Vec<Place>,
    /// The place of a weapon on the ground that is worth fetching.
    pub(super) arms: Option<Place>,
    /// The weight of danger, in per cent.
    pub(super) caution: i32,
    /// The value of being one [`STEP`](super::ground::STEP) unit nearer to an enemy.
    pub(super) eagerness: i32,
    /// The decider's reach, in squares.
    reach: u16,
    /// How thoroughly it thinks.
    pub(super) depth: Depth,
    /// Whether the board holds fire, kegs or charges.
    pub(super) has_hazards: bool,
}

/// What each enemy may do.
pub(super) type Dangers = Vec<(CombatantId, i32)>;

/// The value of standing somewhere.
pub(super) struct Standing {
    account: Account,
    dangers: Dangers,
    /// The enemy that can be harmed most next turn, and what is hoped for against it.
    next: Option<(i32, CombatantId)>,
    /// The best attack on each enemy that can be attacked.
    pub(super) attacks: Vec<(Choice, CombatantId, Gain)>,
}

impl Standing {
    /// The enemy that can be harmed most next turn.
    pub(super) fn target(&self) -> Option<CombatantId> {
        self.next.map(|(_, foe)| foe)
    }

    /// The account if an enemy may be put out first, with a chance out of 10 000.
    pub(super) fn account(&self, spared: Option<(CombatantId, i32)>) -> Account {
        self.account_in(None, spared)
    }

    /// The value with the best attack that is possible there.
    pub(super) fn worth(&self) -> i32 {
        let best = self.attacks.iter().map(|(_, _, gain)| gain.value).max().unwrap_or(0);
        self.account(None).total + best.max(0)
    }

    /// Like [`Self::account`], with other dangers if given.
    pub(super) fn account_in(&self, others: Option<&Dangers>, spared: Option<(CombatantId, i32)>) -> Account {
        let dangers = others.unwrap_or(&self.dangers);
        let spared = spared.map_or(0, |(who, out)| {
            let danger = dangers.iter().find(|(foe, _)| *foe == who).map_or(0, |(_, danger)| *danger);
            danger * out / 10_000
        });
        let mut account = self.account.clone();
        let worst = dangers.iter().max_by_key(|(_, danger)| *danger);
        if let Some((worst, _)) = worst {
            account.add(Reason::Danger(*worst), spared - dangers.iter().map(|(_, danger)| danger).sum::<i32>());
        }
        account
    }
}

impl<'a> TurnContext<'a> {
    /// Gathers the situation.
    pub(super) fn new(
        battle: &'a Battle,
        decision: &'a Decision,
        offers: &Offers,
        (personality, depth): (&Personality, Depth),
        memory: &mut Memory,
    ) -> Self {
        let rules = battle.ruleset.rules();
        let me = decision.who;
        let foes = gathered(battle, me, depth, memory);
        let haste = memory.haste_of(battle, me, &foes);
        // To a steady mind danger counts half.
        let caution = if depth == Depth::Steady { personality.caution / 2 } else { personality.caution };
        let mut context = Self {
            battle,
            decision,
            rules,
            me,
            stop: rules.default_answer(battle, decision),
            foes,
            fallen: fallen(battle, me),
            helping: helping(offers),
            places: Vec::new(),
            arms: None,
            caution: (caution - 5 * haste).max(caution / 4),
            eagerness: personality.eagerness + 6 * haste,
            reach: radius(battle, rules, me),
            depth,
            has_hazards: hazards::is_any(&battle.scene.field),
        };
        context.look_at_goals(&mut memory.ground);
        context.look_at_fallen(memory);
        context.look_at_arms(memory);
        if context.foes.is_empty() {
            context.search(&mut memory.ground);
        }
        context
    }

    /// What harm to an enemy counts: more if the enemy is more dangerous. At a quick depth the points it spends on
    /// defence count too; at others its [shortness of breath](Self::short_of_breath) does.
    pub(super) fn weighed(&self, foe: CombatantId, gain: Gain) -> Gain {
        let weight = self.foes.iter().find(|known| known.id == foe).map_or(100, |foe| foe.weight);
        let drained = if self.depth.is_single() && gain.value > 0 { gain.drained } else { 0 };
        Gain { value: (gain.value + drained) * weight / 100, ..gain }
    }

    /// The distance to the nearest enemy, in the unit of [`STEP`](super::ground::STEP).
    pub(super) fn nearest_foe(&self, at: &Battle) -> u16 {
        let body = at.combatant(self.me).footprint();
        self.foes.iter().map(|foe| foe.way.to(body)).min().unwrap_or(0)
    }

    /// What can be hoped for next turn against a foe `far` away, to whom `peak` harm is possible from an adjacent
    /// square.
    pub(super) fn hope(&self, peak: i32, far: u16) -> i32 {
        peak * HOPE / 100 - self.eagerness * i32::from(far)
    }

    /// Values a position as the end of the turn, and lists the attacks possible before that.
    pub(super) fn stand(&self, memory: &mut Memory, at: &Battle) -> Standing {
        let later = fork::ended(at, self.decision, &self.stop);
        let later = later.as_ref().unwrap_or(at);
        self.standing(memory, at, (later, later))
    }

    /// Like [`Self::stand`], as if nothing changed with the end of the turn.
    pub(super) fn glance(&self, memory: &mut Memory, at: &Battle) -> Standing {
        self.standing(memory, at, (at, at))
    }

    /// Like [`Self::glance`], where only the place lasts to the next turn: everybody's `state` in that turn is given
    /// separately.
    pub(super) fn glance_there(&self, memory: &mut Memory, at: &Battle, state: &Battle) -> Standing {
        self.standing(memory, at, (at, state))
    }

    /// Values a position `at` that becomes `after` once the turn has ended; what can be done next turn from elsewhere
    /// depends on everybody's `state`.
    fn standing(&self, memory: &mut Memory, at: &Battle, (after, state): (&Battle, &Battle)) -> Standing {
        let dangers = self.dangers(memory, (after, state));
        let mut attacks = Vec::new();
        let mut next: Option<(i32, CombatantId)> = None;
        for foe in self.foes.iter().filter(|foe| at.combatant(foe.id).fights()) {
            let (hope, now) = self.against(memory, foe, at, (after, state));
            next = next.max(Some((hope, foe.id)));
            attacks.extend(now.map(|(choice, gain)| (choice, foe.id, gain)));
        }
        self.summed(at, (dangers, next, attacks))
    }

    /// Like [`Self::glance`], after an act aimed at one enemy that leaves everybody where they stood and so changes
    /// only what can be done to that enemy: all else is as `here`.
    pub(super) fn glance_at(&self, memory: &mut Memory, at: &Battle, on: CombatantId, here: &Standing) -> Standing {
        let mut next = here.next;
        let mut attacks: Vec<_> = here.attacks.iter().filter(|(_, foe, _)| *foe != on).cloned().collect();
        for foe in self.foes.iter().filter(|foe| foe.id == on && at.combatant(on).fights()) {
            let (hope, now) = self.against(memory, foe, at, (at, at));
            next = next.max(Some((hope, on)));
            attacks.extend(now.map(|(choice, gain)| (choice, on, gain)));
        }
        self.summed(at, (here.dangers.clone(), next, attacks))
    }

    /// What can be hoped for against a foe next turn, and the best attack on it now.
    fn against(
        &self,
        memory: &mut Memory,
        foe: &Foe,
        at: &Battle,
        (after, state): (&Battle, &Battle),
    ) -> (i32, Option<(Choice, Gain)>) {
        let judge = &mut memory.appraiser;
        let value = |best: &Option<(Choice, Gain)>| best.as_ref().map(|(_, gain)| gain.value);
        let fades = after.combatant(self.me).conditions != at.combatant(self.me).conditions;
        let promise = judge.promise(state, self.me, foe.id);
        let now = judge.best(at, self.me, foe.id);
        let then = if fades { value(&judge.best(after, self.me, foe.id)) } else { value(&now) };
        let then = judge.once_loaded(if fades { after } else { at }, (self.me, foe.id), then);
        let now = now.map(|(choice, gain)| {
            let short = self.short_of_breath(at, foe.id);
            let mut open =
                |breath: &Breath| judge.best(&breath.spent, self.me, foe.id).map_or(0, |(_, gain)| gain.value);
            let value = short.map_or(gain.value, |breath| breath.mean(gain.value, open(&breath)));
            (choice, Gain { value, ..gain })
        });
        let weighed = |(choice, gain): (Choice, Gain)| (choice, self.weighed(foe.id, gain));
        let of = |value: i32| value * foe.weight / 100;
        (self.next(after, foe, of(promise), then.map(of)), now.map(weighed))
    }

    /// A standing with its account.
    fn summed(
        &self,
        at: &Battle,
        (dangers, next, attacks): (Dangers, Option<(i32, CombatantId)>, Vec<(Choice, CombatantId, Gain)>),
    ) -> Standing {
        let mut account = Account::default();
        if let Some((hope, foe)) = next {
            account.add(Reason::Next(foe), hope);
        }
        let body = at.combatant(self.me).footprint();
        self.places_by_reason(body).for_each(|(why, value)| account.add(why, value));
        account.add(Reason::Arms, self.arms(at, body));
        account.add(Reason::Hazard, self.on_the_spot(at, body));
        account.add(Reason::Fuse, self.burning_fuses(at));
        Standing { account, dangers, next, attacks }
    }

    /// What can be hoped for next turn against a foe: `promise` from an adjacent square, `then` from here. Beside a foe
    /// who can hardly be harmed from here, as in smoke, waiting for something better is in vain; and a combatant that
    /// sees nothing in a veil will see no better next turn.
    fn next(&self, after: &Battle, foe: &Foe, promise: i32, then: Option<i32>) -> i32 {
        let here = then.map_or(i32::MIN, |value| value * HOPE / 100);
        let body = after.combatant(self.me).footprint();
        let (dx, dy) = body.gap(after.combatant(foe.id).footprint());
        let beside = chebyshev(dx, dy) <= u32::from(self.reach.max(1));
        if beside && then.is_some_and(|value| value * VAIN < promise) {
            return here;
        }
        let hope = self.hope(promise, foe.way.to(body));
        let lost = hope > 0 && is_veiled(after, body) && !after.sight(self.me, foe.id).seen;
        here.max(if lost { hope / 2 } else { hope })
    }

    /// What each enemy may do between this turn and the next one.
    fn dangers(&self, memory: &mut Memory, (after, state): (&Battle, &Battle)) -> Dangers {
        let body = after.combatant(self.me).footprint();
        let judge = &mut memory.appraiser;
        // What a foe may do, and with how many attacks, in per cent of one.
        let mut danger = |foe: &Foe, (after, state): (&Battle, &Battle)| {
            // At a quick depth, a foe that is sure to come strikes from an adjacent square.
            let is_beside = self.depth.is_single() && foe.comes(body) == 100 && !foe.shoots;
            let here = if is_beside { None } else { judge.best(after, foe.id, self.me) };
            let here = here.map_or(0, |(_, gain)| gain.value) * foe.tempo.standing() / 100;
            let upon = foe.tempo.upon(body);
            let there = if upon > 0 { judge.peak(state, foe.id, self.me) * upon / 100 } else { 0 };
            (here.max(there), if here > 0 { foe.tempo.standing() } else { upon })
        };
        let foes: Vec<&Foe> = self.foes.iter().filter(|foe| after.combatant(foe.id).fights()).collect();
        let mut all: Vec<(i32, i32)> = foes.iter().map(|foe| danger(foe, (after, state))).collect();
        let attacks = foes.iter().zip(&all).map(|(foe, (_, attacks))| foe.share(*attacks)).sum();
        if let Some(breath) = self.short_after(after, self.me, attacks) {
            for (foe, (harm, _)) in foes.iter().zip(&mut all) {
                *harm = breath.mean(*harm, danger(foe, (&breath.spent, &breath.spent)).0);
            }
        }
        let weighed = |(foe, (harm, _)): (&Foe, (i32, i32))| (foe.id, foe.weighed(harm) * self.caution / 100);
        foes.into_iter().zip(all).map(weighed).collect()
    }

    /// Like [`Self::dangers`], after an attack made `from` one position has been paid for in the position `at`; the
    /// points it took are not left for defence.
    pub(super) fn dangers_after(
        &self,
        memory: &mut Memory,
        (from, at): (&Battle, &Battle),
        attack: &Choice,
    ) -> Option<Dangers> {
        let paid = fork::after_costs(from, at, self.decision, attack)?;
        let later = fork::ended(&paid, self.decision, &self.stop);
        let later = later.as_ref().unwrap_or(&paid);
        Some(self.dangers(memory, (later, later)))
    }
}

/// Whether a veil lies on any square of a body.
pub(super) fn is_veiled(battle: &Battle, body: Footprint) -> bool {
    body.squares().any(|square| battle.scene.field.cell(square).is_some_and(|cell| cell.veil.is_some()))
}

/// How much haste is needed, in rounds waited. A combatant that is shot at and cannot shoot back should not stand
/// about, and time works for a side that only has to survive.
fn haste(battle: &Battle, memory: &mut Memory, me: CombatantId, foes: &[Foe]) -> i32 {
    let team = battle.combatant(me).team;
    let judge = &mut memory.appraiser;
    let helpless = foes.iter().all(|foe| judge.best(battle, me, foe.id).is_none_or(|(_, gain)| gain.value < POINT));
    let mut is_target = |foe: &Foe| judge.best(battle, foe.id, me).is_some_and(|(_, gain)| gain.value >= POINT);
    let outranged = helpless && foes.iter().any(&mut is_target);
    let survivors = |mine: bool| {
        let goals = battle.scene.goals.iter().filter(|goal| matches!(goal.aim, Aim::Survive { .. }));
        goals.filter(|goal| (goal.team == team) == mine).count() > 0
    };
    let waited = if survivors(true) || holds_a_place(battle, me) { 0 } else { i32::from(battle.scene.round) };
    let waited = if are_apart(battle, team, foes) { waited * STANDOFF } else { waited };
    waited + 5 * i32::from(outranged) + 3 * i32::from(survivors(false))
}

/// Whether nobody of a side stands within an enemy's reach: then both sides would wait for each other for ever. Whether
/// an enemy could come makes no difference: otherwise a combatant that has drawn near would be in no hurry any more,
/// and go back.
fn are_apart(battle: &Battle, team: Team, foes: &[Foe]) -> bool {
    let mut friends = battle.combatants().filter(|fighter| fighter.team == team && fighter.fights());
    friends.all(|friend| foes.iter().all(|foe| !foe.tempo.reaches(friend.footprint())))
}

/// How many squares away somebody can strike.
pub(super) fn radius(battle: &Battle, rules: &dyn Ruleset, who: CombatantId) -> u16 {
    let body = battle.combatant(who).footprint();
    let away = |square: Square| {
        let (dx, dy) = body.gap(Footprint::one(square));
        chebyshev(dx, dy) as u16
    };
    rules.reach(battle, who).into_iter().map(away).max().unwrap_or(0)
}

/// The value of a point that does not come back: the last one counts more than the others, and all count less as the
/// battle goes on.
pub(super) fn price(battle: &Battle, who: CombatantId) -> i32 {
    let left = battle.ruleset.rules().card(battle, who).luck.map_or(0, |(left, _)| left);
    let full = if left > 1 { 5 * POINT } else { 8 * POINT };
    (full - i32::from(battle.scene.round) * POINT / 2).max(POINT)
}
