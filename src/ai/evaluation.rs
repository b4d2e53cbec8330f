//! The gains of attacks, taken from their forecasts and remembered.

use std::{
    borrow::Cow,
    hash::{Hash, Hasher as _},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;

use super::{
    POINT, Progress,
    pairs::{Pairs, full_stamp, hash, is_prone, stamp},
    turn_context::is_veiled,
};
use crate::{
    geometry::{Footprint, Square, chebyshev, reach_chebyshev},
    rules::{
        AgendaItem, Battle, Choice, CombatantId, Decision, Effect, Forecast, ForecastBudget, ItemId, Location,
        Placement, Policy, SituationKey, forecast_choice_within, forecast_outcome,
    },
};

/// The value of each item that is still at hand.
pub(super) const LEFT_BEHIND: i32 = 4 * POINT;

/// The expected gain of something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Gain {
    /// For the side that acts, in hundredths of a point.
    pub(super) value: i32,
    /// The chance that the target is put out, of 10 000.
    pub(super) out: i32,
    /// The value, in the same unit, of the points that the target spends on this defence and lacks for the next one.
    pub(super) drained: i32,
    /// Whether the attacker has most likely parted with the item afterwards.
    pub(super) parts: bool,
}

/// Everything on which the odds of an attack depend; places, allowances and conditions show in its numbers.
#[derive(PartialEq, Eq, Hash)]
struct Known {
    /// The rolls of both sides with all modifiers.
    numbers: SituationKey,
    /// A hash of the way of attacking and of the target's state.
    rest: u64,
}

impl Known {
    fn new(battle: &Battle, by: CombatantId, (choice, on): (&Choice, CombatantId), numbers: SituationKey) -> Self {
        let mut rest = FxHasher::default();
        (by, is_prone(battle.combatant(by)), choice.verb, choice.item, &choice.parameters).hash(&mut rest);
        // The condition of the item, such as stored energy.
        choice.item.and_then(|item| battle.item(item).condition).hash(&mut rest);
        (stamp(battle, on), &battle.combatant(on).conditions).hash(&mut rest);
        battle.ruleset.rules().reserve(battle, on).hash(&mut rest);
        choice.also.iter().for_each(|who| stamp(battle, *who).hash(&mut rest));
        Self { numbers, rest: rest.finish() }
    }
}

/// Roughly the most bytes that one forecast may take: a decision stays within 100 MB with all that it remembers,
/// including one forecast at its end.
const MOST_BYTES: u64 = 12 << 20;

/// Values outcomes and attacks, and remembers the results.
#[derive(Default)]
pub(super) struct Appraiser {
    attacks: FxHashMap<Known, Gain>,
    /// The best attack of each pair as it stands.
    pairs: Pairs,
    /// The last value of each way of attacking, by attacker and choice.
    gains: FxHashMap<u64, i32>,
    peaks: FxHashMap<(u64, u64), i32>,
    health: FxHashMap<u64, (i32, i32)>,
    /// Who can attack from afar.
    shooters: FxHashMap<u64, bool>,
    /// Set once nobody waits for the answer any more. Nothing is forecast or remembered then.
    cancelled: Arc<AtomicBool>,
}

/// Whether `by` has most likely parted with an item at the end.
pub(super) fn is_let_go(odds: &Forecast, by: CombatantId, item: ItemId) -> bool {
    let moved =
        |effect: &Effect| matches!(effect, Effect::Move(moved, to) if *moved == item && to.bearer() != Some(by));
    odds.odds.chance(|ending| ending.effects.iter().any(moved)).to_f64() > 0.5
}

/// How much of a possible attack from an adjacent square counts as a hope for next turn, in per cent.
pub(super) const HOPE: i32 = 60;

/// How much of that remains, in per cent, for each action it takes to load or recover a weapon first.
const LOADING: i32 = 75;

/// For each held weapon that must be loaded or recovered first: the battle in which that is done, and how much of the
/// harm done there counts, in per cent; less the more actions it takes.
fn made_ready(battle: &Battle, who: CombatantId) -> SmallVec<[(Battle, i32); 2]> {
    let rules = battle.ruleset.rules();
    let held = battle.items_of(who).filter(|item| item.at.holder() == Some(who) && item.count != Some(0));
    let waits = held.map(|item| (item.id, rules.until_ready(&item))).filter(|(_, actions)| *actions > 0);
    let ready = |(item, actions): (ItemId, u8)| {
        let mut after = battle.clone();
        rules.readied(item).iter().for_each(|effect| after.apply(effect));
        (after, (0..actions).fold(100, |left, _| left * LOADING / 100))
    };
    waits.map(ready).collect()
}

/// The battle with nobody's Luck left except that of `but`. Default answers spend none, and without it far more rolls
/// are alike.
pub(super) fn thrifty(battle: &Battle, but: Option<CombatantId>) -> Cow<'_, Battle> {
    let Some((luck, _)) = battle.ruleset.rules().roles().luck else { return Cow::Borrowed(battle) };
    if battle.combatants().all(|fighter| fighter.vitals.get(luck) <= 0 || Some(fighter.id) == but) {
        return Cow::Borrowed(battle);
    }
    let mut after = battle.clone();
    let others: Vec<CombatantId> = after.combatants().map(|fighter| fighter.id).filter(|id| Some(*id) != but).collect();
    for who in others {
        after.combatant_mut(who).vitals.set(luck, 0);
    }
    Cow::Owned(after)
}

/// Whether a square of the board holds neither a feature nor a veil.
fn is_clear(battle: &Battle, square: Square) -> bool {
    battle.scene.field.cell(square).is_some_and(|cell| cell.feature.is_none() && cell.veil.is_none())
}

/// The nearest unveiled place for a combatant that stands in a veil; `None` for others, and for riders and mounts.
fn out_of_veils(battle: &Battle, who: CombatantId) -> Option<Placement> {
    let fighter = battle.combatant(who);
    let shares = battle.standing(fighter.placement.anchor()).any(|other| other != who);
    if !is_veiled(battle, fighter.footprint()) || shares {
        return None;
    }
    let fits = |place: &Placement| {
        place.0.squares().all(|square| is_clear(battle, square) && battle.standing(square).all(|other| other == who))
            && reach_chebyshev(place.0, 1).any(|square| is_clear(battle, square))
    };
    let far = |place: &Placement| {
        let (dx, dy) = place.0.gap(fighter.footprint());
        (dx * dx + dy * dy, place.anchor())
    };
    battle.scene.field.squares().map(|square| fighter.placement.at(square)).filter(fits).min_by_key(far)
}

/// The battle as if everybody had a whole turn ahead, whatever is left of this one, with `who` out of any veil.
fn afresh(battle: &Battle, who: CombatantId) -> Battle {
    let mut afresh = battle.clone();
    afresh.scene.acting = None;
    if let Some(place) = out_of_veils(battle, who) {
        afresh.apply(&Effect::Place(who, place));
    }
    afresh
}

impl Appraiser {
    /// Watches from now on for the cancellation of this decision.
    pub(super) fn heed(&mut self, progress: &Progress) {
        self.cancelled = progress.signal();
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Relaxed)
    }

    /// The limits of one forecast.
    fn budget(&self) -> ForecastBudget<'_> {
        ForecastBudget { stop: Some(&self.cancelled), bytes: MOST_BYTES, ..ForecastBudget::default() }
    }

    /// The expected value of a choice with dice for the decider's side.
    pub(super) fn outcome(&mut self, battle: &Battle, decision: &Decision, choice: &Choice) -> i32 {
        let odds = self.forecast(battle, decision, choice);
        odds.map_or(0, |odds| self.worth(battle, decision.who, &odds))
    }

    /// The expected value of a forecast for a combatant's side.
    pub(super) fn worth(&mut self, battle: &Battle, who: CombatantId, odds: &Forecast) -> i32 {
        self.expect(battle, battle.combatant(who).team, odds, None).value
    }

    /// The forecast of a choice.
    pub(super) fn forecast(&self, battle: &Battle, decision: &Decision, choice: &Choice) -> Option<Arc<Forecast>> {
        let thrifty = thrifty(battle, Some(decision.who));
        let budget = self.budget();
        forecast_choice_within(&thrifty, decision, choice, Policy::DefaultAnswers, budget).ok()
    }

    /// Current and full health.
    pub(super) fn health(&mut self, battle: &Battle, who: CombatantId) -> (i32, i32) {
        *self.health.entry(stamp(battle, who)).or_insert_with(|| {
            let (now, full) = battle.ruleset.rules().health(battle, who);
            (now.max(1), full.max(1))
        })
    }

    /// The expected gain of an attack made by `by` as if it were its turn now.
    pub(super) fn attack(&mut self, battle: &Battle, by: CombatantId, choice: &Choice) -> Gain {
        let rules = battle.ruleset.rules();
        let Ok(outcome) = rules.answer(battle, &rules.turn_question(by), choice) else { return Gain::default() };
        let mut steps = outcome.then.iter().filter_map(|pending| match pending {
            AgendaItem::Step(step) => rules.attack_numbers(battle, step),
            AgendaItem::Decision(_) => None,
        });
        let (Some(numbers), Some(on)) = (steps.next(), choice.on) else { return Gain::default() };
        let known = Known::new(battle, by, (choice, on), numbers);
        if let Some(gain) = self.attacks.get(&known) {
            return *gain;
        }
        // The gain is kept here, so the forecast need not be.
        let budget = ForecastBudget { remembers: false, ..self.budget() };
        let odds = forecast_outcome(&thrifty(battle, None), outcome, Policy::DefaultAnswers, budget);
        if self.is_cancelled() {
            return Gain::default();
        }
        let mut gain = self.expect(battle, battle.combatant(by).team, &odds, Some(on));
        gain.parts = choice.item.is_some_and(|item| is_let_go(&odds, by, item));
        self.attacks.insert(known, gain);
        gain
    }

    /// How much less harm `by` can do to `on` without an item in all turns to come, each discounted against the one
    /// before.
    pub(super) fn parting(&mut self, battle: &Battle, by: CombatantId, on: CombatantId, item: ItemId) -> i32 {
        let mut without = battle.clone();
        without.apply(&Effect::Move(item, Location::Gone));
        (self.peak(battle, by, on) - self.peak(&without, by, on)).max(0) * HOPE / (100 - HOPE)
    }

    /// What could be done from an adjacent square, less if a weapon must be loaded or recovered first.
    pub(super) fn promise(&mut self, battle: &Battle, by: CombatantId, on: CombatantId) -> i32 {
        let now = self.peak(battle, by, on);
        let then = made_ready(battle, by);
        then.iter().fold(now, |most, (ready, left)| most.max(self.peak(ready, by, on) * left / 100))
    }

    /// The most that can be done from here: `now`, or a little less than what could be done with weapons loaded first.
    pub(super) fn once_loaded(
        &mut self,
        battle: &Battle,
        (by, on): (CombatantId, CombatantId),
        now: Option<i32>,
    ) -> Option<i32> {
        let then = made_ready(battle, by);
        then.iter().fold(now, |most, (ready, left)| {
            most.max(self.best(ready, by, on).map(|(_, gain)| gain.value * left / 100))
        })
    }

    /// The best attack that `by` could make on `on` from where they stand, whatever actions are left.
    pub(super) fn best(&mut self, battle: &Battle, by: CombatantId, on: CombatantId) -> Option<(Choice, Gain)> {
        let key = self.pairs.key(battle, by, on);
        if let Some(best) = self.pairs.get(&key) {
            return best.clone();
        }
        let best = self.best_afresh(battle, by, on);
        if !self.is_cancelled() {
            self.pairs.keep(key, best.clone());
        }
        best
    }

    /// [`Self::best`] worked out anew. Ways of attacking that were far worse than another last time are skipped.
    fn best_afresh(&mut self, battle: &Battle, by: CombatantId, on: CombatantId) -> Option<(Choice, Gain)> {
        let attacks = battle.attacks(by, on).into_iter();
        let mut open: Vec<(Option<i32>, Choice)> = attacks
            .filter(|(_, refusal)| refusal.is_none())
            .map(|(choice, _)| (self.gains.get(&hash(&(by, &choice))).copied(), choice))
            .collect();
        let usual = open.iter().filter_map(|(usual, _)| *usual).max().unwrap_or(0);
        open.retain(|(known, _)| known.is_none_or(|known| known * 2 >= usual));
        let mut best: Option<(Choice, Gain)> = None;
        for (_, choice) in open {
            let gain = self.attack(battle, by, &choice);
            if self.is_cancelled() {
                break;
            }
            self.gains.insert(hash(&(by, &choice)), gain.value);
            let rank = |gain: &Gain| gain.value - if gain.parts { LEFT_BEHIND } else { 0 };
            if best.as_ref().is_none_or(|(_, known)| rank(&gain) > rank(known)) {
                best = Some((choice, gain));
            }
        }
        best
    }

    /// What `by` could do to `on` from an adjacent square if it stood out of any veil.
    pub(super) fn peak(&mut self, battle: &Battle, by: CombatantId, on: CombatantId) -> i32 {
        let key = (full_stamp(battle, by), hash(&(full_stamp(battle, on), battle.ruleset.rules().reserve(battle, on))));
        if let Some(peak) = self.peaks.get(&key) {
            return *peak;
        }
        let mut beside = afresh(battle, by);
        let (body, side) = (beside.combatant(by).footprint(), battle.combatant(on).footprint().side);
        let around = || reach_chebyshev(body, 1);
        let veiled = |square: &Square| {
            battle.scene.field.cell(*square).is_some_and(|cell| cell.feature.is_none() && cell.veil.is_some())
        };
        let free = around().filter(|square| is_clear(battle, *square)).chain(around().filter(veiled));
        let mut peak = 0;
        for square in free {
            beside.apply(&Effect::Place(on, Placement::new(square, side)));
            if let Some((_, gain)) = self.best(&beside, by, on) {
                peak = gain.value.max(0);
                break;
            }
        }
        if !self.is_cancelled() {
            self.peaks.insert(key, peak);
        }
        peak
    }

    /// Whether `by` could attack from `far` squares away if it stood out of any veil.
    pub(super) fn shoots(&mut self, battle: &Battle, (by, on): (CombatantId, CombatantId), far: u16) -> bool {
        let key = full_stamp(battle, by);
        *self.shooters.entry(key).or_insert_with(|| {
            let mut away = afresh(battle, by);
            let (body, side) = (away.combatant(by).footprint(), battle.combatant(on).footprint().side);
            let is_so_far = |square: &Square| {
                let (dx, dy) = body.gap(Footprint::one(*square));
                chebyshev(dx, dy) == u32::from(far)
            };
            reach_chebyshev(body, far).filter(is_so_far).filter(|square| is_clear(battle, *square)).any(|square| {
                away.apply(&Effect::Place(on, Placement::new(square, side)));
                away.attacks(by, on).iter().any(|(_, refusal)| refusal.is_none())
            })
        })
    }
}
