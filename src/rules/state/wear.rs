//! How much is left of damaged features: doors, barricades, pillars.

use serde::{Deserialize, Serialize};

use super::Effect;
use crate::geometry::{Edge, Square};

/// Where a feature stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Site {
    /// In a square.
    Square(Square),
    /// On an edge.
    Edge(Edge),
}

impl Site {
    /// The effect of removing what stands there.
    pub const fn cleared(self) -> Effect {
        match self {
            Self::Square(square) => Effect::Feature(square, None),
            Self::Edge(edge) => Effect::Edge(edge, None),
        }
    }
}

/// How much damaged features can still take, by site; all others are as new. How much a new feature can take is up to
/// the ruleset.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Wear(Vec<(Site, u16)>);

impl Wear {
    /// Everything is as new.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// How much is left of a feature; `None` if it is as new.
    pub fn left(&self, site: Site) -> Option<u16> {
        self.0.binary_search_by_key(&site, |(known, _)| *known).ok().map(|place| self.0[place].1)
    }

    /// Sets how much is left of a feature; `None` if it is as new.
    pub fn set(&mut self, site: Site, left: Option<u16>) {
        match (self.0.binary_search_by_key(&site, |(known, _)| *known), left) {
            (Ok(place), Some(left)) => self.0[place].1 = left,
            (Ok(place), None) => _ = self.0.remove(place),
            (Err(place), Some(left)) => self.0.insert(place, (site, left)),
            (Err(_), None) => {}
        }
    }

    /// All damaged features, by site.
    pub fn all(&self) -> impl Iterator<Item = (Site, u16)> + '_ {
        self.0.iter().copied()
    }

    /// Whether the sites are in order, each once. To be checked for values read from a file.
    pub fn is_sorted(&self) -> bool {
        self.0.is_sorted_by(|entry, next| entry.0 < next.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::{Direction, Square},
        rules::{Battlefield, Effect, Feature, Footing, ground::can_step, testing::example},
    };

    #[test]
    fn a_door_is_broken_and_leaves_rubble() {
        let (west, east) = (Square::new(1, 0), Square::new(2, 0));
        let mut field = Battlefield::new(4, 1);
        let door = Edge::between(west, east).unwrap();
        field.set_edge(door, Some(Feature::DoorClosed));
        let mut battle = example(field, &[Square::new(0, 0), Square::new(3, 0)]);
        let passes = |battle: &crate::rules::Battle| {
            let body = crate::geometry::Footprint::one(west);
            let steps = crate::rules::ground::steps(&battle.scene.field, 1);
            assert_eq!(
                steps.step(west, Direction::East).is_some(),
                can_step(&battle.scene.field, body, Direction::East)
            );
            steps.step(west, Direction::East).is_some()
        };
        let before = battle.clone();
        assert!(!passes(&battle));
        battle.apply(&Effect::Wear(Site::Edge(door), Some(3)));
        assert_eq!(battle.scene.wear.left(Site::Edge(door)), Some(3));
        assert_ne!(battle.digest(), before.digest());
        battle.apply(&Effect::Edge(door, None));
        battle.apply(&Effect::Footing(east, Footing::Difficult));
        assert_eq!(battle.scene.wear, Wear::default(), "what comes there is new");
        assert!(passes(&battle));
        assert!(!passes(&before), "copies from before are as they were");
    }

    #[test]
    fn a_barricade_that_is_moved_hides_elsewhere() {
        let field = Battlefield::new(5, 1);
        let mut battle = example(field, &[Square::new(0, 0), Square::new(4, 0)]);
        let sees = |battle: &crate::rules::Battle| battle.view_of(crate::rules::CombatantId(0)).sights[1].clone();
        assert!(sees(&battle).unwrap().seen);
        battle.apply(&Effect::Feature(Square::new(2, 0), Some(Feature::Wall)));
        assert!(!sees(&battle).unwrap().seen);
        battle.apply(&Effect::Feature(Square::new(2, 0), None));
        assert!(sees(&battle).unwrap().seen);
    }

    #[test]
    fn what_is_left_is_kept_in_order() {
        let mut wear = Wear::default();
        let sites = [5, 1, 3].map(|x| Site::Square(Square::new(x, 0)));
        sites.into_iter().zip(1..).for_each(|(site, left)| wear.set(site, Some(left)));
        assert!(wear.is_sorted());
        assert_eq!(sites.map(|site| wear.left(site)), [Some(1), Some(2), Some(3)]);
        wear.set(sites[1], None);
        assert_eq!(wear.all().collect::<Vec<_>>(), [(sites[2], 3), (sites[0], 1)]);
        assert!(!Wear(vec![(sites[0], 1), (sites[1], 1)]).is_sorted());
    }
}
