//! Where a combatant gets in a turn, and how many attacks it has left there: one that must walk up to an enemy strikes
//! less often than one that waits.

use std::sync::Arc;

use super::{
    fork::after_costs,
    options::passes,
    turn_context::{Memory, radius},
};
use crate::{
    geometry::{Extent, Footprint, Square, chebyshev, reach_chebyshev},
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
    attacks: AttacksLeft,
}

/// The attacks that a turn allows on an adjacent enemy, in per cent of the best one.
#[derive(Clone, Copy, Debug, Default)]
struct AttacksLeft {
    /// After the farthest movement.
    after_haste: i32,
    /// After a movement without hurry.
    after_walk: i32,
    /// Without moving.
    standing: i32,
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
            Within::Haste => self.attacks.after_haste * IN_HASTE / 100,
            Within::Walk => self.attacks.after_walk,
            Within::Here => self.attacks.standing,
        }
    }

    /// The attacks of a turn without a movement, in per cent of the best one.
    pub(super) const fn standing(&self) -> i32 {
        self.attacks.standing
    }
}

/// The end of a movement; the order is that of examination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct WayEnd {
    distance: u32,
    verb: &'static str,
    square: Square,
}

/// The squares of a board that a combatant can strike, while they are being found.
struct Marks {
    extent: Extent,
    reach: u16,
    within: Vec<Within>,
}

impl Marks {
    fn new(battle: &Battle, who: CombatantId) -> Self {
        let extent = battle.scene.field.extent();
        let within = vec![Within::Never; usize::from(extent.width) * usize::from(extent.height)];
        Self { extent, reach: radius(battle, battle.ruleset.rules(), who), within }
    }

    /// Marks the squares that are struck from a place.
    fn mark(&mut self, body: Footprint, how: Within) {
        for square in body.squares().chain(reach_chebyshev(body, self.reach)) {
            if let Some(index) = self.extent.index(square) {
                self.within[index] = self.within[index].max(how);
            }
        }
    }

    fn tempo(self, attacks: AttacksLeft) -> Tempo {
        Tempo { within: self.within.into(), width: self.extent.width as i16, attacks }
    }
}

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
        let tempo = self.measured_tempo(battle, who, foe);
        if self.tempos.len() >= MOST_TEMPOS {
            self.tempos.clear();
        }
        self.tempos.insert(key, tempo.clone());
        tempo
    }

    fn measured_tempo(&mut self, battle: &Battle, who: CombatantId, foe: CombatantId) -> Tempo {
        let fighter = battle.combatant(who);
        let mut marks = Marks::new(battle, who);
        marks.mark(fighter.footprint(), Within::Here);
        let mut fresh = battle.clone();
        // With a whole turn ahead, whatever is left of this one.
        fresh.scene.acting = None;
        give_turn(&mut fresh, who);
        if !is_asked(&fresh, who) {
            return marks.tempo(AttacksLeft::default());
        }
        let decision = battle.ruleset.rules().turn_question(who);
        let offers = battle.ruleset.rules().offers(&fresh, &decision);
        let standing = self.attacks_left(fresh.clone(), &decision, foe);
        let (mut walks, mut others): (Vec<WayEnd>, Vec<WayEnd>) = (Vec::new(), Vec::new());
        for (verb, end) in open_ways(&offers) {
            let (dx, dy) = fighter.placement.at(end.square).0.gap(fighter.footprint());
            let ends = if end.base { &mut walks } else { &mut others };
            ends.push(WayEnd { distance: chebyshev(dx, dy), verb, square: end.square });
        }
        walks.sort_unstable();
        let mut attacks_after = |end: &WayEnd| {
            let journey = fresh.journey(who, end.verb, Course::To(end.square)).ok();
            journey.map_or(0, |journey| self.attacks_left(journey.after, &decision, foe))
        };
        let (unhurried, after_walk) = farthest_with_attacks(&walks, &mut attacks_after);
        others.extend(walks.drain(unhurried..));
        let after_haste = others.iter().max().map_or(0, &mut attacks_after);
        let body_at = |end: &WayEnd| fighter.placement.at(end.square).0;
        others.iter().for_each(|end| marks.mark(body_at(end), Within::Haste));
        walks.iter().for_each(|end| marks.mark(body_at(end), Within::Walk));
        marks.tempo(AttacksLeft { after_haste, after_walk, standing })
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
            let Some(after) = after_costs(&at, &at, decision, &choice) else { break };
            at = after;
        }
        if most == 0 { 100 } else { sum * 100 / most }
    }
}

/// How far one can walk and still attack: how many of the walks, the shortest first, allow attacks, and the attacks
/// after the last of these.
fn farthest_with_attacks(walks: &[WayEnd], mut attacks_after: impl FnMut(&WayEnd) -> i32) -> (usize, i32) {
    let (mut low, mut high, mut attacks) = (0, walks.len(), 0);
    while low < high {
        let middle = (low + high).div_ceil(2);
        match attacks_after(&walks[middle - 1]) {
            0 => high = middle - 1,
            found => (low, attacks) = (middle, found),
        }
    }
    (low, attacks)
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
