//! Remembers the best attack of one combatant on another as they stand, until something changes that the attack can
//! depend on.

use std::{
    hash::{Hash, Hasher as _},
    sync::Arc,
};

use rustc_hash::{FxHashMap, FxHasher};

use super::evaluation::Gain;
use crate::{
    geometry::{Footprint, Square},
    rules::{Battle, Battlefield, Choice, Combatant, CombatantId, Posture},
};

/// How many boards pairs are kept for: with doors open and shut, smoke risen and gone.
const MOST_BOARDS: usize = 8;

/// All pairs are forgotten beyond this number.
const MOST_PAIRS: usize = 1 << 15;

/// The hash of a value.
pub(super) fn hash(what: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    what.hash(&mut hasher);
    hasher.finish()
}

/// Whether somebody lies on the ground.
pub(super) const fn is_prone(fighter: Combatant<'_>) -> bool {
    matches!(fighter.posture, Posture::Prone)
}

/// A hash of the parts of a combatant's state that matter when it is attacked. Its place in the order does not, nor
/// does its Luck, which [thrifty](super::evaluation::thrifty) forecasts ignore.
pub(super) fn stamp(battle: &Battle, who: CombatantId) -> u64 {
    let fighter = battle.combatant(who);
    let mut vitals = *fighter.vitals;
    let roles = battle.ruleset.rules().roles();
    let aside = roles.order.into_iter().chain(roles.luck.map(|(luck, _)| luck));
    aside.for_each(|vital| vitals.set(vital, 0));
    hash(&(fighter.id, is_prone(fighter), fighter.status, vitals, fighter.aware))
}

/// A hash of a combatant's whole state except its place and allowances.
pub(super) fn full_stamp(battle: &Battle, who: CombatantId) -> u64 {
    let mut hasher = FxHasher::default();
    let fighter = battle.combatant(who);
    (stamp(battle, who), fighter.posture, fighter.hands, &fighter.conditions, fighter.orders).hash(&mut hasher);
    for item in battle.items_of(who) {
        (item.id, item.loaded, item.count == Some(0), item.numbers, item.condition).hash(&mut hasher);
    }
    hasher.finish()
}

/// The squares between two bodies and around them.
struct Area {
    least: Square,
    most: Square,
}

impl Area {
    /// How many squares around the bodies belong to it: nobody reaches farther.
    const AROUND: i16 = 3;

    fn of(one: Footprint, other: Footprint) -> Self {
        let far = |body: Footprint| i16::from(body.side) - 1;
        let most = |x: fn(Square) -> i16| (x(one.anchor) + far(one)).max(x(other.anchor) + far(other)) + Self::AROUND;
        let least = |x: fn(Square) -> i16| x(one.anchor).min(x(other.anchor)) - Self::AROUND;
        Self {
            least: Square::new(least(|square| square.x), least(|square| square.y)),
            most: Square::new(most(|square| square.x), most(|square| square.y)),
        }
    }

    const fn touches(&self, body: Footprint) -> bool {
        let far = body.side as i16 - 1;
        let (x, y) = (body.anchor.x, body.anchor.y);
        x <= self.most.x && y <= self.most.y && x + far >= self.least.x && y + far >= self.least.y
    }
}

/// Hashes of attacker, target and surroundings.
pub(super) type Key = [u64; 3];

/// The best attack of each pair.
#[derive(Default)]
pub(super) struct Pairs {
    /// The boards for which pairs are kept.
    boards: Vec<Arc<Battlefield>>,
    best: FxHashMap<Key, Option<(Choice, Gain)>>,
}

impl Pairs {
    /// The best attack, if it is known; it may be known that there is none.
    pub(super) fn get(&self, key: &Key) -> Option<&Option<(Choice, Gain)>> {
        self.best.get(key)
    }

    /// Keeps the best attack of a pair.
    pub(super) fn keep(&mut self, key: Key, best: Option<(Choice, Gain)>) {
        self.best.insert(key, best);
    }

    /// Hashes of everything that an attack of one on another can depend on: both, and anybody between or near them. A
    /// movement elsewhere leaves the key unchanged.
    pub(super) fn key(&mut self, battle: &Battle, by: CombatantId, on: CombatantId) -> Key {
        let scene = &battle.scene;
        let (attacker, target) = (battle.combatant(by), battle.combatant(on));
        let mut around = FxHasher::default();
        (self.board(&scene.field), scene.acting).hash(&mut around);
        let area = Area::of(attacker.footprint(), target.footprint());
        for third in battle.combatants().filter(|third| third.id != by && third.id != on) {
            if area.touches(third.footprint()) {
                (third.id, third.placement, third.posture, third.status, third.hands).hash(&mut around);
            }
        }
        let rules = battle.ruleset.rules();
        let whole = |who: CombatantId| {
            let row = battle.combatant(who);
            let mount = rules.mount_of(battle, who).map(|mount| full_stamp(battle, mount));
            (full_stamp(battle, who), row.placement, row.facing, mount)
        };
        // In the attacker's own turn, what is left of it may count.
        let left = (scene.acting == Some(by)).then_some(attacker.budgets);
        let orders = (target.budgets, rules.reserve(battle, on));
        [hash(&(whole(by), left)), hash(&(whole(on), orders)), around.finish()]
    }

    /// A number for a board. A board kept here is copied before it changes, so the same pointer means an unchanged
    /// board.
    fn board(&mut self, field: &Arc<Battlefield>) -> usize {
        if self.best.len() > MOST_PAIRS {
            self.best.clear();
        }
        if let Some(index) = self.boards.iter().position(|board| Arc::ptr_eq(board, field)) {
            return index;
        }
        if self.boards.len() == MOST_BOARDS {
            self.boards.clear();
            self.best.clear();
        }
        self.boards.push(Arc::clone(field));
        self.boards.len() - 1
    }
}

/// For tests in modules that can set up whole battles: whether two battles with the same key for a pair also have the
/// same best attack when it is found afresh; `None` if their keys differ.
#[cfg(test)]
pub(crate) fn holds_for(battles: [&Battle; 2], by: CombatantId, on: CombatantId) -> Option<bool> {
    let mut pairs = Pairs::default();
    let [before, after] = battles.map(|battle| pairs.key(battle, by, on));
    let best = |battle: &Battle| super::evaluation::Appraiser::default().best(battle, by, on);
    (before == after).then(|| best(battles[0]) == best(battles[1]))
}
