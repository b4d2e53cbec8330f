//! Where a combatant gets in a turn, and how many attacks it has left there: one that must walk up to an enemy strikes
//! less often than one that waits.

use std::sync::Arc;

use super::{
    fork::paid,
    options::passes,
    turn_context::{Memory, radius},
};
use crate::{
    geometry::{Footprint, Square, chebyshev, reach_chebyshev},
    rules::{
        Battle, Battlefield, CombatantId, Conditions, Course, Decision, Effect, Hands, Offers, Placement, Posture,
        Reachable, Target, give_turn, is_asked,
    },
};

/// How likely an enemy is to come if it must hurry to get there, in per cent.
pub(super) const IN_HASTE: i32 = 75;

/// The most attacks of a turn that are counted.
const MOST: usize = 4;

/// How much of a turn it takes a combatant before it can strike a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Within {
    /// Not in one turn.
    Never,
    /// After the farthest movement.
    Haste,
    /// After a movement without hurry.
    Walk,
    /// From where it stands.
    Here,
}

/// What a turn allows a combatant: the squares it can strike, and the attacks it has left there.
#[derive(Clone, Debug)]
pub(super) struct Tempo {
    /// The squares of the board, row by row.
    within: Arc<[Within]>,
    width: i16,
    /// The attacks on an adjacent enemy, in per cent of the best one: after the farthest movement, after one without
    /// hurry, without moving.
    attacks: [i32; 3],
}

impl Tempo {
    fn within(&self, body: Footprint) -> Within {
        let at = |square: Square| {
            let is_in = square.x >= 0 && square.y >= 0 && square.x < self.width;
            let index = usize::from(square.y.unsigned_abs()) * usize::from(self.width.unsigned_abs())
                + usize::from(square.x.unsigned_abs());
            self.within.get(index).copied().filter(|_| is_in).unwrap_or(Within::Never)
        };
        body.squares().map(at).max().unwrap_or(Within::Never)
    }

    /// Whether it reaches a body from where it stands.
    pub(super) fn reaches(&self, body: Footprint) -> bool {
        self.within(body) == Within::Here
    }

    /// How likely it can be beside a body in its turn, in per cent; less if it must hurry.
    pub(super) fn comes(&self, body: Footprint) -> i32 {
        match self.within(body) {
            Within::Never => 0,
            Within::Haste => IN_HASTE,
            Within::Walk | Within::Here => 100,
        }
    }

    /// How much of the best attack a body must expect from it, in per cent.
    pub(super) fn upon(&self, body: Footprint) -> i32 {
        match self.within(body) {
            Within::Never => 0,
            Within::Haste => self.attacks[0] * IN_HASTE / 100,
            Within::Walk => self.attacks[1],
            Within::Here => self.attacks[2],
        }
    }

    /// The attacks of a turn without a movement, in per cent of the best one.
    pub(super) const fn standing(&self) -> i32 {
        self.attacks[2]
    }
}

/// The end of a movement: how far away it is, the verb that leads there, and its square.
type End = (u32, &'static str, Square);

/// What a tempo depends on, besides the board. Others in the way are left out: they will have moved.
pub(super) type TempoKey = (CombatantId, Placement, Posture, Conditions, Hands);

impl Memory {
    /// What a turn allows a combatant, measured against `foe`.
    pub(super) fn tempo(&mut self, battle: &Battle, who: CombatantId, foe: CombatantId) -> Tempo {
        let field = &battle.scene.field;
        let is_same = |known: &Arc<Battlefield>| Arc::ptr_eq(known, field) || **known == **field;
        if !self.tempos_on.as_ref().is_some_and(is_same) {
            // A broken door lets those behind it come through.
            self.tempos.clear();
            self.tempos_on = Some(Arc::clone(field));
        }
        let fighter = battle.combatant(who);
        let key = (who, fighter.placement, fighter.posture, fighter.conditions.clone(), fighter.hands);
        if let Some(tempo) = self.tempos.get(&key) {
            return tempo.clone();
        }
        let extent = battle.scene.field.extent();
        let mut within = vec![Within::Never; usize::from(extent.width) * usize::from(extent.height)];
        let reach = radius(battle, battle.ruleset.rules(), who);
        let mut mark = |body: Footprint, how: Within| {
            for square in body.squares().chain(reach_chebyshev(body, reach)) {
                if square.x >= 0 && square.y >= 0 && square.x < extent.width as i16 && square.y < extent.height as i16 {
                    let index = square.y as usize * usize::from(extent.width) + square.x as usize;
                    within[index] = within[index].max(how);
                }
            }
        };
        mark(fighter.footprint(), Within::Here);
        let mut fresh = battle.clone();
        // With a whole turn ahead, whatever is left of this one.
        fresh.scene.acting = None;
        give_turn(&mut fresh, who);
        let mut attacks = [0; 3];
        if is_asked(&fresh, who) {
            let decision = battle.ruleset.rules().turn_question(who);
            let offers = battle.ruleset.rules().offers(&fresh, &decision);
            attacks[2] = self.attacks_left(fresh.clone(), &decision, foe);
            let (mut walks, mut others): (Vec<End>, Vec<End>) = (Vec::new(), Vec::new());
            for (verb, end) in open_ways(&offers) {
                let (dx, dy) = fighter.placement.at(end.square).0.gap(fighter.footprint());
                let ends = if end.base { &mut walks } else { &mut others };
                ends.push((chebyshev(dx, dy), verb, end.square));
            }
            walks.sort_unstable();
            let mut left = |end: &End| {
                let journey = fresh.journey(who, end.1, Course::To(end.2)).ok();
                journey.map_or(0, |journey| self.attacks_left(journey.after, &decision, foe))
            };
            // How far one can walk and still attack.
            let (mut low, mut high) = (0, walks.len());
            while low < high {
                let middle = (low + high).div_ceil(2);
                match left(&walks[middle - 1]) {
                    0 => high = middle - 1,
                    found => (low, attacks[1]) = (middle, found),
                }
            }
            others.extend(walks.drain(low..));
            attacks[0] = others.iter().max().map_or(0, &mut left);
            let at = |end: &End| fighter.placement.at(end.2).0;
            others.iter().for_each(|end| mark(at(end), Within::Haste));
            walks.iter().for_each(|end| mark(at(end), Within::Walk));
        }
        let tempo = Tempo { within: within.into(), width: extent.width as i16, attacks };
        if self.tempos.len() >= MOST_TEMPOS {
            self.tempos.clear();
        }
        self.tempos.insert(key, tempo.clone());
        tempo
    }

    /// The attacks that a turn still allows on an adjacent enemy, in per cent of the best one.
    fn attacks_left(&mut self, mut at: Battle, decision: &Decision, foe: CombatantId) -> i32 {
        let who = decision.who;
        let body = at.combatant(who).footprint();
        let is_free = |square: &Square| {
            let cell = at.scene.field.cell(*square);
            cell.is_some_and(|cell| cell.feature.is_none() && cell.veil.is_none())
                && at.standing(*square).all(|other| other == foe)
        };
        let beside = reach_chebyshev(body, 1).find(is_free);
        let Some(beside) = beside else { return 100 };
        let side = at.combatant(foe).footprint().side;
        at.apply(&Effect::Place(foe, Placement::new(beside, side)));
        let (mut sum, mut most) = (0, 0);
        for _ in 0..MOST {
            let Some((choice, gain)) = self.appraiser.best(&at, who, foe) else { break };
            most = most.max(gain.value);
            let offers = at.ruleset.rules().offers_of(&at, decision, choice.verb);
            if gain.value <= 0 || !passes(&offers.0, &choice) {
                break;
            }
            sum += gain.value;
            let Some(after) = paid(&at, &at, decision, &choice) else { break };
            at = after;
        }
        if most == 0 { 100 } else { sum * 100 / most }
    }
}

/// All tempos are forgotten beyond this number.
const MOST_TEMPOS: usize = 1 << 8;

/// All places that movements on offer lead to.
fn open_ways(offers: &Offers) -> impl Iterator<Item = (&'static str, Reachable)> + '_ {
    let ways = offers.0.iter().filter(|offer| offer.is_open()).filter_map(|offer| match &offer.target {
        Target::Way(ways) => Some((offer.verb, ways)),
        _ => None,
    });
    ways.flat_map(|(verb, ways)| ways.iter().map(move |reachable| (verb, *reachable)))
}
