//! Maps made from a battlefield and kept with it: values that a ruleset derives once and asks for often.

use std::{any::TypeId, sync::Arc};

use super::{
    Battlefield,
    shelf::{AnyValue, Shelf},
};
use crate::geometry::{Direction, Square, StepMap};

/// A value derived from a board and kept with it: by [`Battlefield::map`] if it depends on features and footing only,
/// by [`Battlefield::lines`] if it also depends on veils. A ruleset has a type for each kind, with a value for each
/// map.
pub trait BoardMap: Copy + 'static {
    /// The value kept.
    type Value: Send + Sync + 'static;

    /// The number of this map within its type; no two have the same.
    fn number(self) -> u16;

    /// Makes it.
    fn make(self, field: &Battlefield) -> Self::Value;

    /// Makes it from the map before a change at some squares; an edge belongs to the squares on both its sides. The
    /// result equals a map made afresh.
    fn mend(self, field: &Battlefield, _before: &Self::Value, _changed: &[Square]) -> Self::Value {
        self.make(field)
    }
}

/// The costs of a body's steps on the bare board, from which a map of steps is made.
pub trait StepRule: Copy + 'static {
    /// The number of this rule within its type; no two have the same.
    fn number(self) -> u16;

    /// Squares along one side of the body.
    fn side(self) -> u8;

    /// The cost of a step of a body with its north-west square at `anchor`; `None` if it cannot be made. It may depend
    /// on the squares that the body covers before and after, those beside them, and the edges of all these.
    fn cost(self, field: &Battlefield, anchor: Square, direction: Direction) -> Option<u8>;
}

impl<R: StepRule> BoardMap for R {
    type Value = StepMap;

    fn number(self) -> u16 {
        StepRule::number(self)
    }

    fn make(self, field: &Battlefield) -> StepMap {
        StepMap::from_fn(field.extent(), |from, direction| self.cost(field, from, direction))
    }

    fn mend(self, field: &Battlefield, before: &StepMap, changed: &[Square]) -> StepMap {
        let mut map = before.clone();
        // A body extends south and east of its north-west square, moves by one, and looks one beyond.
        let far = i16::from(self.side()) + 1;
        for square in changed {
            for (y, x) in (-far..=2).flat_map(|y| (-far..=2).map(move |x| (y, x))) {
                let from = Square::new(square.x + x, square.y + y);
                for direction in Direction::ALL {
                    if field.cell(from).is_some() && field.cell(from.step(direction)).is_some() {
                        map.set(from, direction, self.cost(field, from, direction));
                    }
                }
            }
        }
        map.tightened()
    }
}

/// The type of a map and its number.
type Key = (TypeId, u16);

/// The maps of one board.
#[derive(Default)]
pub(in crate::rules) struct BoardMaps {
    made: Shelf<Key>,
    /// Maps of the board before some changes, each with the number of changes it includes.
    old: Vec<(Key, AnyValue, usize)>,
    /// The squares at which the board has changed since the oldest of these maps.
    changed: Vec<Square>,
}

impl BoardMaps {
    /// After more changes than this, all maps are made afresh.
    const MANY: usize = 64;

    fn kept<K: BoardMap>(&self, field: &Battlefield, map: K) -> &AnyValue {
        let key = (TypeId::of::<K>(), map.number());
        self.made.get_or_make(key, || self.renewed(field, map, key))
    }

    /// A map of the board, made or mended on first use.
    pub(in crate::rules) fn get<K: BoardMap>(&self, field: &Battlefield, map: K) -> &K::Value {
        self.kept(field, map).downcast_ref().expect("the type is part of the key")
    }

    /// Like [`Self::get`], as a value that can outlive the board.
    pub(in crate::rules) fn share<K: BoardMap>(&self, field: &Battlefield, map: K) -> Arc<K::Value> {
        Arc::clone(self.kept(field, map)).downcast().expect("the type is part of the key")
    }

    fn renewed<K: BoardMap>(&self, field: &Battlefield, map: K, key: Key) -> AnyValue {
        let old = self.old.iter().find(|(known, ..)| *known == key);
        match old.map(|(_, kept, known)| (kept, &self.changed[*known..])) {
            None => Arc::new(map.make(field)),
            Some((kept, [])) => Arc::clone(kept),
            Some((kept, changed)) => {
                let before = kept.downcast_ref().expect("the type is part of the key");
                Arc::new(map.mend(field, before, changed))
            }
        }
    }

    /// Records that the board has changed at some squares.
    pub(in crate::rules) fn changes(&mut self, squares: &[Square]) {
        let now = self.changed.len();
        if now + squares.len() > Self::MANY {
            *self = Self::default();
            return;
        }
        let made = std::mem::take(&mut self.made);
        self.shelve(&made, now);
        self.changed.extend_from_slice(squares);
    }

    /// Puts maps that are up to date among those that may have to be mended.
    fn shelve(&mut self, made: &Shelf<Key>, now: usize) {
        for (key, kept) in made.all() {
            self.old.retain(|(known, ..)| known != key);
            self.old.push((*key, Arc::clone(kept), now));
        }
    }
}

impl Clone for BoardMaps {
    /// A copy is made in order to change it; until then it shares the maps.
    fn clone(&self) -> Self {
        let mut copy = Self { made: Shelf::default(), old: self.old.clone(), changed: self.changed.clone() };
        copy.shelve(&self.made, self.changed.len());
        copy
    }
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;
    use crate::rules::{Feature, Footing, Veil, ground::Bare};

    /// A change of the board in play.
    #[derive(Clone, Debug)]
    enum Alteration {
        Feature(Square, Option<Feature>),
        Edge(Square, Direction, Option<Feature>),
        Footing(Square, Footing),
        Veil(Square, Option<Veil>),
    }

    fn any_change() -> impl Strategy<Value = Alteration> {
        let square = || (0i16..9, 0i16..7).prop_map(|(x, y)| Square::new(x, y));
        let feature = || proptest::option::of(proptest::sample::select(Feature::ALL.as_slice()));
        let footing = proptest::sample::select(vec![Footing::Firm, Footing::Difficult, Footing::Pit, Footing::Void]);
        let side = proptest::sample::select(vec![Direction::North, Direction::East, Direction::South, Direction::West]);
        prop_oneof![
            (square(), feature()).prop_map(|(at, feature)| Alteration::Feature(at, feature)),
            (square(), side, feature()).prop_map(|(at, side, feature)| Alteration::Edge(at, side, feature)),
            (square(), footing).prop_map(|(at, footing)| Alteration::Footing(at, footing)),
            square().prop_map(|at| Alteration::Veil(at, Some(Veil::Smoke))),
        ]
    }

    fn alter(field: &mut Battlefield, change: &Alteration) {
        match *change {
            Alteration::Feature(at, feature) => field.set_feature(at, feature),
            Alteration::Edge(at, side, feature) => {
                if let Some(edge) = crate::geometry::Edge::between(at, at.step(side)) {
                    field.set_edge(edge, feature);
                }
            }
            Alteration::Footing(at, footing) => field.set_footing(at, footing),
            Alteration::Veil(at, veil) => field.set_veil(at, veil),
        }
    }

    /// The same board without derived maps.
    fn fresh(field: &Battlefield) -> Battlefield {
        serde_json::from_str(&serde_json::to_string(field).unwrap()).unwrap()
    }

    proptest! {
        #[test]
        fn a_mended_map_equals_one_made_afresh(
            changes in vec((any_change(), any::<bool>(), any::<bool>()), 1..40),
        ) {
            let mut field = Battlefield::new(9, 7);
            let sides = [1, 2, 4];
            let ask = |field: &Battlefield| sides.iter().for_each(|side| _ = field.map(Bare(*side)));
            ask(&field);
            for (change, copied, asked) in &changes {
                if *copied {
                    field = field.clone();
                }
                alter(&mut field, change);
                if *asked {
                    ask(&field);
                }
            }
            let anew = fresh(&field);
            for side in sides {
                prop_assert_eq!(field.map(Bare(side)), anew.map(Bare(side)));
            }
            prop_assert_eq!(field.survey(), anew.survey());
            prop_assert_eq!(field.digest(), anew.digest());
        }
    }

    #[derive(Clone, Copy)]
    struct Counted<'a>(u16, &'a std::sync::atomic::AtomicUsize);

    impl BoardMap for Counted<'static> {
        type Value = usize;

        fn number(self) -> u16 {
            self.0
        }

        fn make(self, _: &Battlefield) -> usize {
            self.1.fetch_add(1, std::sync::atomic::Ordering::Relaxed)
        }
    }

    #[test]
    fn a_veil_makes_nothing_anew_and_there_are_as_many_maps_as_are_asked_for() {
        static MADE: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
        let mut field = Battlefield::new(3, 3);
        let ask = |field: &Battlefield| (0..100).map(|number| *field.map(Counted(number, &MADE))).collect::<Vec<_>>();
        let first = ask(&field);
        assert_eq!(first, (0..100).collect::<Vec<_>>());
        field.set_veil(Square::new(1, 1), Some(Veil::Fog));
        assert_eq!(ask(&field), first);
        let mut copy = field.clone();
        copy.set_veil(Square::new(1, 1), None);
        assert_eq!(ask(&copy), first);
        copy.set_feature(Square::new(1, 1), Some(Feature::Wall));
        assert_eq!(ask(&copy), (100..200).collect::<Vec<_>>());
        assert_eq!(ask(&field), first);
    }
}
