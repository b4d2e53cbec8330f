//! Values derived from a battle and cached because they are asked for often: who stands where, reach, threat and sight.
//!
//! They are not part of the battle's value: they are neither saved nor compared. Copies of a battle share them, and
//! each change drops those that may no longer be true.

use std::{
    any::{Any, TypeId},
    fmt,
    sync::{Arc, OnceLock},
};

use super::{Awareness, Battle, shelf::Shelf};
use crate::{
    geometry::{Footprint, Square},
    rules::{
        account::Sight,
        ids::{CombatantId, ItemId},
    },
};

/// The values derived so far.
#[derive(Clone, Default)]
pub(in crate::rules) struct Derived {
    standing: OnceLock<Arc<Standing>>,
    belongings: OnceLock<Arc<[(Option<CombatantId>, ItemId)]>>,
    views: OnceLock<Arc<[OnceLock<CombatantView>]>>,
    /// Values that rulesets keep, by type, combatant and number.
    answers: OnceLock<Arc<Shelf<(TypeId, CombatantId, u32)>>>,
}

impl Derived {
    /// Drops views and answers, but not who stands where.
    #[inline]
    pub(in crate::rules) fn forget_views(&mut self) {
        self.views.take();
        self.answers.take();
    }

    /// Drops everything that depends on where bodies stand.
    #[inline]
    pub(in crate::rules) fn forget_all(&mut self) {
        self.standing.take();
        self.forget_views();
    }

    /// Drops who has which items.
    #[inline]
    pub(in crate::rules) fn forget_belongings(&mut self) {
        self.belongings.take();
    }

    /// Updates the index as a body moves, or drops it if another battle shares it.
    #[inline]
    pub(in crate::rules) fn moves(&mut self, who: CombatantId, from: Footprint, to: Footprint) {
        self.forget_views();
        match self.standing.get_mut().map(Arc::get_mut) {
            Some(Some(standing)) => standing.moves(who, from, to),
            Some(None) => _ = self.standing.take(),
            None => {}
        }
    }

    pub(in crate::rules) fn standing(&self, battle: &Battle) -> &Standing {
        self.standing.get_or_init(|| Arc::new(Standing::new(battle)))
    }

    /// The items that a combatant has, or with `None` those that nobody has, by id.
    pub(in crate::rules) fn belongings(
        &self,
        battle: &Battle,
        who: Option<CombatantId>,
    ) -> impl Iterator<Item = ItemId> {
        let all = self.belongings.get_or_init(|| {
            let mut all: Vec<_> = battle.item_rows().iter().map(|row| (row.at.bearer(), row.id)).collect();
            all.sort_unstable();
            all.into()
        });
        let first = all.partition_point(|(bearer, _)| *bearer < who);
        all[first..].iter().take_while(move |(bearer, _)| *bearer == who).map(|(_, item)| *item)
    }

    pub(in crate::rules) fn view(&self, battle: &Battle, who: CombatantId) -> &CombatantView {
        let views = self.views.get_or_init(|| battle.rows().iter().map(|_| OnceLock::new()).collect());
        views[who.index()].get_or_init(|| CombatantView::new(battle, who))
    }

    pub(in crate::rules) fn keep<T: Any + Send + Sync>(
        &self,
        who: CombatantId,
        number: u32,
        make: impl FnOnce() -> T,
    ) -> Arc<T> {
        let answers = self.answers.get_or_init(Arc::default);
        let kept = answers.get_or_make((TypeId::of::<T>(), who, number), || Arc::new(make()));
        Arc::clone(kept).downcast().expect("the type is part of the key")
    }
}

impl fmt::Debug for Derived {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Derived")
    }
}

/// Which bodies on the board cover which squares, by square and then by id, and whether they are in the fight.
#[derive(Debug)]
pub(in crate::rules) struct Standing(Vec<(Square, CombatantId, bool)>);

impl Standing {
    fn new(battle: &Battle) -> Self {
        let mut all = Vec::with_capacity(battle.rows().len());
        for fighter in battle.combatants().filter(|fighter| !fighter.status.is_absent()) {
            all.extend(fighter.footprint().squares().map(|square| (square, fighter.id, fighter.fights())));
        }
        all.sort_unstable();
        Self(all)
    }

    /// Moves a body from its squares to others.
    fn moves(&mut self, who: CombatantId, from: Footprint, to: Footprint) {
        let mut fights = None;
        for square in from.squares() {
            let place = self.0.binary_search_by_key(&(square, who), |(square, who, _)| (*square, *who));
            // A combatant who has left the board covers nothing.
            if let Ok(place) = place {
                fights = Some(self.0.remove(place).2);
            }
        }
        for square in to.squares() {
            let place = self.0.partition_point(|(known, other, _)| (*known, *other) < (square, who));
            if let Some(fights) = fights {
                self.0.insert(place, (square, who, fights));
            }
        }
    }

    /// Who covers a square, and whether each is in the fight.
    pub(in crate::rules) fn at(&self, square: Square) -> impl Iterator<Item = (CombatantId, bool)> + '_ {
        let first = self.0.partition_point(|(known, ..)| *known < square);
        self.0[first..].iter().take_while(move |(known, ..)| *known == square).map(|(_, who, fights)| (*who, *fights))
    }

    /// Squares that more than one fighting body covers.
    pub(in crate::rules) fn shared(&self) -> Vec<Square> {
        let fighting: Vec<Square> = self.0.iter().filter(|(.., fights)| *fights).map(|(square, ..)| *square).collect();
        fighting.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect()
    }
}

/// Reach, threat and sight of one combatant. A combatant out of the fight reaches, threatens and sees nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct CombatantView {
    /// The squares within reach of ready weapons.
    pub reach: Arc<[Square]>,
    /// The squares in which an enemy would be threatened.
    pub threat: Arc<[Square]>,
    /// Who is seen, oneself included.
    pub sees: Awareness,
    /// Sight and cover between this combatant and everybody else in the fight, by id; `None` for oneself and those out
    /// of the fight.
    pub sights: Arc<[Option<Sight>]>,
}

impl CombatantView {
    fn new(battle: &Battle, who: CombatantId) -> Self {
        let rules = battle.ruleset.rules();
        let fights = battle.combatant(who).fights();
        let sight = |other: CombatantId| {
            let meets = fights && other != who && battle.combatant(other).fights();
            meets.then(|| battle.sight(who, other))
        };
        let sights: Arc<[Option<Sight>]> = battle.rows().iter().map(|row| sight(row.id)).collect();
        let seen =
            (0..).map(CombatantId).zip(&*sights).filter(|(_, sight)| sight.as_ref().is_some_and(|sight| sight.seen));
        Self {
            reach: if fights { rules.reach(battle, who).into() } else { Arc::default() },
            threat: if fights { rules.threat(battle, who).into() } else { Arc::default() },
            sees: seen.fold(Awareness::default().with(who, true), |sees, (other, _)| sees.with(other, true)),
            sights,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Battlefield, Effect, Item, Location, testing::example};

    #[test]
    fn who_has_what_is_known_whatever_becomes_of_it() {
        let mut battle = example(Battlefield::new(9, 3), &[0, 2, 4, 6, 8].map(|x| Square::new(x, 0)));
        let agrees = |battle: &Battle| {
            for who in battle.combatants().map(|fighter| fighter.id) {
                let scanned = battle.items().filter(|item| item.at.bearer() == Some(who)).map(|item| item.id);
                assert!(battle.items_of(who).map(|item| item.id).eq(scanned), "{who:?}");
                let about = |item: &Item<'_>| {
                    item.at.bearer() == Some(who) || matches!(item.at, Location::Ground(square) if square.x > 3)
                };
                let scanned = battle.items().filter(about).map(|item| item.id);
                assert!(battle.items_about(who, |square| square.x > 3).map(|item| item.id).eq(scanned), "{who:?}");
            }
        };
        agrees(&battle);
        let items: Vec<ItemId> = battle.items().map(|item| item.id).collect();
        for (n, item) in (0i16..).zip(items) {
            let places = [
                Location::Ground(Square::new(n % 7, 2)),
                Location::Stowed(CombatantId(1)),
                Location::Gone,
                Location::Main(CombatantId(0)),
            ];
            let kept = battle.clone();
            battle.apply(&Effect::Load(item, false));
            battle.apply(&Effect::Move(item, places[n as usize % places.len()]));
            agrees(&battle);
            agrees(&kept);
        }
        battle.item_mut(ItemId(0)).at = Location::Stowed(CombatantId(2));
        agrees(&battle);
    }

    #[test]
    fn an_index_that_is_kept_up_is_the_one_made_anew() {
        let body = |x, side| Footprint { anchor: Square::new(x, 1), side };
        let covered =
            |who: u16, body: Footprint, fights| body.squares().map(move |square| (square, CombatantId(who), fights));
        let made = |first: Footprint, two: Footprint| {
            let mut all: Vec<_> = covered(0, first, true).chain(covered(1, two, false)).collect();
            all.sort_unstable();
            all
        };
        let mut kept = Standing(made(body(0, 2), body(4, 1)));
        for (x, side) in [(1, 2), (3, 2), (9, 2), (0, 2)] {
            let from = kept.0.iter().filter(|(_, who, _)| who.0 == 0).map(|(square, ..)| square.x).min().unwrap();
            kept.moves(CombatantId(0), body(from, 2), body(x, side));
            assert_eq!(kept.0, made(body(x, side), body(4, 1)));
        }
        kept.moves(CombatantId(1), body(4, 1), body(1, 1));
        assert_eq!(kept.0, made(body(0, 2), body(1, 1)));
        assert_eq!(kept.at(Square::new(1, 1)).collect::<Vec<_>>(), [(CombatantId(0), true), (CombatantId(1), false)]);
        assert!(kept.shared().is_empty(), "whoever lies there takes up no room");
        kept.moves(CombatantId(5), body(7, 1), body(8, 1));
        assert_eq!(kept.0.len(), 5, "whoever has left the board covers nothing");
    }
}
