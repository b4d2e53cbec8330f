//! What is remembered of two combatants as they stand: the best attack of one on the other. It holds until something
//! changes that the attack can depend on.

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

/// For how many boards pairs are kept: with doors open and shut, smoke risen and gone.
const MOST_BOARDS: usize = 8;

/// After how many pairs all are forgotten.
const MOST_PAIRS: usize = 1 << 15;

/// A number for a value.
pub(super) fn hash(what: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    what.hash(&mut hasher);
    hasher.finish()
}

/// Whether somebody lies on the ground.
pub(super) const fn is_prone(one: Combatant<'_>) -> bool {
    matches!(one.posture, Posture::Prone)
}

/// A number for the parts of a combatant's state that matter when it is attacked. Its place in the order does not, nor
/// does Luck, which [`thrifty`] forecasts ignore.
pub(super) fn stamp(battle: &Battle, who: CombatantId) -> u64 {
    let one = battle.combatant(who);
    let mut vitals = *one.vitals;
    let roles = battle.ruleset.rules().roles();
    let aside = roles.order.into_iter().chain(roles.luck.map(|(luck, _)| luck));
    aside.for_each(|vital| vitals.set(vital, 0));
    hash(&(one.id, is_prone(one), one.status, vitals, one.aware))
}

/// A number for a combatant's whole state except its place and allowances.
pub(super) fn full_stamp(battle: &Battle, who: CombatantId) -> u64 {
    let mut hasher = FxHasher::default();
    let one = battle.combatant(who);
    (stamp(battle, who), one.posture, one.hands, &one.conditions).hash(&mut hasher);
    for item in battle.items().filter(|item| item.at.bearer() == Some(who)) {
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
    /// How many squares around them belong to it: nobody reaches farther.
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

/// Numbers for the two and for what is around them.
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

    /// Keeps it.
    pub(super) fn keep(&mut self, key: Key, best: Option<(Choice, Gain)>) {
        self.best.insert(key, best);
    }

    /// Numbers for all that an attack of one on another can depend on: both, and whoever is between or near them. A
    /// movement elsewhere leaves the pair as it was.
    pub(super) fn key(&mut self, battle: &Battle, by: CombatantId, on: CombatantId) -> Key {
        let scene = &battle.scene;
        let (one, other) = (battle.combatant(by), battle.combatant(on));
        let mut around = FxHasher::default();
        (self.board(&scene.field), scene.acting).hash(&mut around);
        let area = Area::of(one.footprint(), other.footprint());
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
        // In one's own turn what is left of it may count.
        let left = (scene.acting == Some(by)).then_some(one.budgets);
        let orders = (other.budgets, rules.reserve(battle, on));
        [hash(&(whole(by), left)), hash(&(whole(on), orders)), around.finish()]
    }

    /// A number for a board. One that is kept here is copied before it changes, so the same one is an unchanged one.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ai::evaluation::Appraiser,
        dice::{Rolled, Stream},
        levels::{Roster, builtin, deploy},
        rules::{Budget, Effect, Facing, Location, Placement, Ruleset, RulesetId, Settings, Status, Veil, play},
    };

    /// A level in full swing: everybody stands anywhere near the middle and knows of everybody.
    fn melee(ruleset: RulesetId, seed: u64, random: &mut Stream) -> Battle {
        let levels = builtin();
        let level = &levels[seed as usize % levels.len()];
        let mut battle = deploy(level, Roster::builtin(), ruleset, Settings::defaults(ruleset)).unwrap();
        play::begin(&mut battle, &mut Rolled::new(seed), &mut Vec::new());
        let all: Vec<CombatantId> = battle.combatants().map(|one| one.id).collect();
        for who in all.iter().copied() {
            all.iter().for_each(|other| battle.apply(&Effect::Awareness(who, *other, true)));
            let square = Square::new(5 + random.below(8) as i16, 3 + random.below(7) as i16);
            let free = battle.standing(square).next().is_none() && battle.rows()[who.index()].placement.0.side == 1;
            if free && rules_of(&battle).mount_of(&battle, who).is_none() {
                battle.apply(&Effect::Place(who, Placement::new(square, 1)));
            }
        }
        battle
    }

    fn rules_of(battle: &Battle) -> &'static dyn Ruleset {
        battle.ruleset.rules()
    }

    /// Something that could be otherwise.
    fn change(battle: &Battle, random: &mut Stream) -> Option<Effect> {
        let all: Vec<CombatantId> = battle.combatants().map(|one| one.id).collect();
        let mut any = || all[random.below(all.len() as u32) as usize];
        let (who, other) = (any(), any());
        let row = &battle.rows()[who.index()];
        let items = battle.item_rows();
        let item = items[random.below(items.len() as u32) as usize].id;
        let square = Square::new(random.below(18) as i16, random.below(12) as i16);
        let names = rules_of(battle).names();
        let amount = random.below(4) as i16;
        Some(match random.below(12) {
            0 => {
                let (vital, value) = row.vitals.all().nth(random.below(names.vitals.len() as u32) as usize)?;
                Effect::Vital(who, vital, (value + amount - 2).max(0))
            }
            1 if !names.budgets.is_empty() => {
                Effect::Budget(who, Budget(random.below(names.budgets.len() as u32) as u8), amount)
            }
            2 => Effect::Posture(who, Posture::Prone),
            3 if row.placement.0.side == 1 && battle.standing(square).next().is_none() => {
                Effect::Place(who, row.placement.at(square))
            }
            4 => Effect::Round(battle.scene.round + 1),
            5 => Effect::Acting(Some(other)),
            6 => Effect::Awareness(who, other, false),
            7 => Effect::Load(item, amount > 1),
            8 => Effect::Move(item, Location::Ground(square)),
            9 => Effect::Veil(square, Some(Veil::Smoke)),
            10 => Effect::Facing(who, Facing::default()),
            _ => Effect::Status(who, Status::Down),
        })
    }

    #[test]
    fn what_is_remembered_of_a_pair_is_what_would_be_found_afresh() {
        for ruleset in RulesetId::ALL.iter().copied().filter(|ruleset| ruleset.is_offered()) {
            let mut random = Stream::new(7, 7);
            let (mut same, mut others) = (0, 0);
            for seed in 0..24 {
                let battle = melee(ruleset, seed, &mut random);
                let mut pairs = Pairs::default();
                let all: Vec<CombatantId> = battle.combatants().map(|one| one.id).collect();
                for _ in 0..40 {
                    let Some(change) = change(&battle, &mut random) else { continue };
                    let mut after = battle.clone();
                    after.apply(&change);
                    let by = all[random.below(all.len() as u32) as usize];
                    let Some(on) = battle.enemies(by).next().map(|foe| foe.id) else { continue };
                    if pairs.key(&battle, by, on) != pairs.key(&after, by, on) {
                        others += 1;
                        continue;
                    }
                    let best = |battle: &Battle| Appraiser::default().best(battle, by, on);
                    assert_eq!(best(&battle), best(&after), "{change:?} matters to {by:?} against {on:?}");
                    same += 1;
                }
            }
            assert!(same > 300 && others > 100, "{ruleset}: {same} stayed, {others} did not");
        }
    }
}
