//! Enemies in the fight, as a combatant sees them at the start of its turn: where they can get, what they may do to its
//! friends instead, and how much harm to each of them counts.

use std::{borrow::Cow, sync::Arc};

use smallvec::SmallVec;

use super::{
    Depth,
    evaluation::Appraiser,
    ground::Distances,
    pairs::is_prone,
    tempo::Tempo,
    turn_context::{Memory, radius},
};
use crate::{
    geometry::Footprint,
    rules::{Battle, Combatant, CombatantId, Effect, Posture},
};

/// How much of a danger counts, in per cent, where a friend must expect as much: somebody is struck in any case, but it
/// should not always be the same one.
const SHARED: i32 = 30;

/// The least and the most that harm to an enemy can count, in per cent, by how dangerous it is.
const WEIGHTS: [i32; 2] = [30, 250];

/// How much of an enemy's harm counts, in per cent, if it cannot attack in its next turn.
const IDLE: i32 = 50;

/// The least share of a foe's attacks that is expected, in per cent.
const LEAST_ATTENTION: i32 = 50;

/// An enemy in the fight.
pub(super) struct Foe {
    /// Who.
    pub(super) id: CombatantId,
    /// Distances from where it stands.
    pub(super) way: Arc<Distances>,
    /// What its turn allows.
    pub(super) tempo: Tempo,
    /// How much harm to it counts, in per cent: more if it is more dangerous than others.
    pub(super) weight: i32,
    /// Whether it can attack from beyond its reach. Determined only at a quick depth, which weighs an enemy that
    /// cannot, and is sure to come, by what it does from an adjacent square.
    pub(super) shoots: bool,
    /// How likely it is to attack me and not a friend, in per cent.
    attention: i32,
    /// The most harm that it may do to a friend of mine, in the unit of scores.
    elsewhere: i32,
}

impl Foe {
    /// How likely the foe can be beside a body next turn, in per cent; less if it must hurry.
    pub(super) fn comes(&self, body: Footprint) -> i32 {
        self.tempo.comes(body)
    }

    /// How much of a danger counts: chiefly what the foe does to me beyond what it would do to a friend instead.
    pub(super) fn weighed(&self, danger: i32) -> i32 {
        let more = (danger - self.elsewhere).max(0);
        (more * (100 - SHARED) + danger * self.attention / 100 * SHARED) / 100
    }

    /// How many of its attacks I must expect, in per cent of one; the others may fall on my friends.
    pub(super) fn share(&self, attacks: i32) -> i32 {
        attacks * self.attention.max(LEAST_ATTENTION) / 100
    }

    /// The harm it may do to `on` in its turn, from where it stands or from an adjacent square.
    fn upon(&self, judge: &mut Appraiser, battle: &Battle, on: Combatant<'_>) -> i32 {
        let here = judge.best(battle, self.id, on.id).map_or(0, |(_, gain)| gain.value) * self.tempo.standing() / 100;
        let upon = self.tempo.upon(on.footprint());
        let there = if upon > 0 { judge.peak(battle, self.id, on.id) * upon / 100 } else { 0 };
        here.max(there)
    }
}

/// The enemies in the fight that `me` is aware of, or all of them if it is aware of none; only those that `counts`
/// accepts.
pub(super) fn known_foes(
    battle: &Battle,
    me: CombatantId,
    counts: impl Fn(CombatantId) -> bool,
) -> SmallVec<[CombatantId; 16]> {
    let foes = battle.enemies(me).filter(|foe| foe.fights() && counts(foe.id));
    let mut foes: SmallVec<[CombatantId; 16]> = foes.map(|foe| foe.id).collect();
    let aware = battle.combatant(me).aware;
    if foes.iter().any(|foe| aware.of(*foe)) {
        foes.retain(|foe| aware.of(*foe));
    }
    foes
}

/// The [known](known_foes) enemies.
pub(super) fn gathered(battle: &Battle, me: CombatantId, depth: Depth, memory: &mut Memory) -> Vec<Foe> {
    let known = known_foes(battle, me, |_| true);
    let mut foes: Vec<Foe> = known.into_iter().map(|id| foe(battle, (id, me), depth, memory)).collect();
    let team = battle.combatant(me).team;
    let friends: Vec<Combatant<'_>> =
        battle.combatants().filter(|fighter| fighter.team == team && fighter.fights() && fighter.id != me).collect();
    for foe in &mut foes {
        let others = friends.iter().filter(|friend| foe.comes(friend.footprint()) > 0).count() as i32;
        foe.attention = 200 / (2 + others);
        foe.elsewhere =
            friends.iter().map(|friend| foe.upon(&mut memory.appraiser, battle, *friend)).max().unwrap_or(0);
    }
    let all: Vec<CombatantId> = friends.iter().map(|friend| friend.id).chain([me]).collect();
    if depth != Depth::Steady {
        weigh(&mut foes, battle, &all, &mut memory.appraiser);
    }
    foes
}

fn foe(battle: &Battle, (id, me): (CombatantId, CombatantId), depth: Depth, memory: &mut Memory) -> Foe {
    let way = memory.ground.distances(&battle.scene.field, battle.combatant(id).footprint().anchor);
    let tempo = memory.tempo(battle, id, me);
    let far = radius(battle, battle.ruleset.rules(), id) + 1;
    let shoots = depth.is_single() && memory.appraiser.shoots(battle, (id, me), far);
    Foe { id, way, tempo, weight: 100, shoots, attention: 100, elsewhere: 0 }
}

/// Weighs each foe by the harm it may do to my side: of two that take equally long to put out, the more harmful one
/// should go first.
fn weigh(foes: &mut [Foe], battle: &Battle, all: &[CombatantId], judge: &mut Appraiser) {
    let mut does = |foe: &Foe| {
        // A prone foe gets up again.
        let lies = is_prone(battle.combatant(foe.id));
        let mut up = Cow::Borrowed(battle);
        if lies {
            up.to_mut().apply(&Effect::Posture(foe.id, Posture::Standing));
        }
        let mut harm = |on: CombatantId| {
            let here = judge.best(&up, foe.id, on).map_or(0, |(_, gain)| gain.value);
            here.max(judge.promise(&up, foe.id, on))
        };
        let sum: i32 = all.iter().map(|on| harm(*on)).sum();
        let attacks = if lies { 100 } else { foe.tempo.standing().max(IDLE) };
        sum / all.len().max(1) as i32 * attacks / 100
    };
    let threats: Vec<i32> = foes.iter().map(&mut does).collect();
    let mean = threats.iter().sum::<i32>() / threats.len().max(1) as i32;
    if mean > 0 {
        for (foe, threat) in foes.iter_mut().zip(threats) {
            foe.weight = (threat * 100 / mean).clamp(WEIGHTS[0], WEIGHTS[1]);
        }
    }
}
