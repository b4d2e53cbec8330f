//! The characters of a map: what each means on a square and on the edge between two squares.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::rules::{Cell, Feature, Footing, Surface, Veil};

/// What a character in a square stands for. A file can define its own:
/// `legend: (squares: {'m': (surface: Earth, footing: Difficult, feature: Bush)})`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Plot {
    /// What the ground looks like; by default as in the square to the west.
    pub surface: Option<Surface>,
    /// The footing there.
    pub footing: Footing,
    /// What fills it.
    pub feature: Option<Feature>,
    /// What veils it.
    pub veil: Option<Veil>,
    /// A rope, branch or beam to swing from.
    pub anchor: bool,
    /// Whether it is on fire.
    pub fire: bool,
}

impl Plot {
    const fn ground(surface: Surface, footing: Footing) -> Self {
        Self { surface: Some(surface), footing, feature: None, veil: None, anchor: false, fire: false }
    }

    const fn footing(footing: Footing) -> Self {
        Self { surface: None, footing, feature: None, veil: None, anchor: false, fire: false }
    }

    const fn feature(feature: Feature) -> Self {
        Self { surface: None, footing: Footing::Firm, feature: Some(feature), veil: None, anchor: false, fire: false }
    }

    const fn fire() -> Self {
        Self { surface: None, footing: Footing::Firm, feature: None, veil: None, anchor: false, fire: true }
    }

    /// The square that it makes on ground of that surface.
    pub const fn on(self, ground: Surface) -> Cell {
        let surface = match self.surface {
            Some(surface) => surface,
            None => ground,
        };
        let Self { footing, feature, veil, anchor, fire, .. } = self;
        Cell { surface, footing, feature, veil, anchor, fire }
    }
}

/// The characters of squares that need no legend, with their meaning in words.
pub const SQUARES: [(char, Plot, &str); 20] = [
    ('.', Plot::ground(Surface::Street, Footing::Firm), "street"),
    (',', Plot::ground(Surface::Grass, Footing::Firm), "grass"),
    ('_', Plot::ground(Surface::Wood, Footing::Firm), "wooden floor"),
    ('\'', Plot::ground(Surface::Slab, Footing::Firm), "stone slabs"),
    (';', Plot::ground(Surface::Earth, Footing::Firm), "bare earth"),
    ('=', Plot::ground(Surface::Bridge, Footing::Firm), "bridge"),
    ('~', Plot::ground(Surface::Water, Footing::Water), "water"),
    ('*', Plot::footing(Footing::Difficult), "rubble"),
    ('u', Plot::footing(Footing::ShallowTrench), "shallow trench"),
    ('U', Plot::footing(Footing::DeepTrench), "deep trench"),
    ('O', Plot::footing(Footing::Pit), "pit"),
    ('V', Plot::footing(Footing::Void), "void"),
    ('#', Plot::feature(Feature::Wall), "wall"),
    ('o', Plot::feature(Feature::Pillar), "pillar"),
    ('T', Plot::feature(Feature::Tree), "young tree"),
    ('B', Plot::feature(Feature::Bush), "bush"),
    ('X', Plot::feature(Feature::Barricade), "barricade"),
    ('n', Plot::feature(Feature::Table), "table"),
    ('K', Plot::feature(Feature::Keg), "powder keg"),
    ('^', Plot::fire(), "fire"),
];

/// The characters of edges that need no legend: `-` only between a square and the one below it, `|` only between
/// squares side by side, the others in both places.
pub const EDGES: [(char, Feature); 10] = [
    ('-', Feature::Wall),
    ('|', Feature::Wall),
    ('=', Feature::LowWall),
    (':', Feature::Fence),
    ('D', Feature::DoorClosed),
    ('H', Feature::DoorHalf),
    ('/', Feature::DoorOpen),
    ('%', Feature::Trellis),
    ('!', Feature::ArrowSlit),
    ('X', Feature::Barricade),
];

/// The characters that may stand where four squares meet. They mean nothing but make walls look whole.
pub const CORNERS: [char; 6] = ['+', ' ', '-', '|', '=', ':'];

/// All characters of a map: those that need no legend, and the file's own, which come first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Legend {
    /// The file's own for squares.
    pub squares: BTreeMap<char, Plot>,
    /// The file's own for edges.
    pub edges: BTreeMap<char, Feature>,
}

impl Legend {
    /// What a character in a square means.
    pub fn square(&self, sign: char) -> Option<Plot> {
        let known = || SQUARES.iter().find(|(known, ..)| *known == sign).map(|(_, plot, _)| *plot);
        self.squares.get(&sign).copied().or_else(known)
    }

    /// What a character on an edge means: nothing, a feature, or `None` if it is not known. `level` is for edges drawn
    /// as horizontal lines.
    pub fn edge(&self, sign: char, level: bool) -> Option<Option<Feature>> {
        if sign == ' ' {
            return Some(None);
        }
        let fits = |known: char| known == sign && known != if level { '|' } else { '-' };
        let known = || EDGES.iter().find(|(known, _)| fits(*known)).map(|(_, feature)| *feature);
        self.edges.get(&sign).copied().or_else(known).map(Some)
    }

    /// All characters of squares, for an error message.
    pub(super) fn squares_in_words(&self) -> String {
        let own = self.squares.keys().map(|sign| format!("{sign} (of this file)"));
        let known = SQUARES.iter().filter(|(sign, ..)| !self.squares.contains_key(sign));
        let known = known.map(|(sign, _, words)| format!("{sign} {words}"));
        format!("squares are {}", own.chain(known).collect::<Vec<_>>().join(", "))
    }

    /// All characters of edges, for an error message.
    pub(super) fn edges_in_words(&self, level: bool) -> String {
        let own = self.edges.iter().map(|(sign, feature)| format!("{sign} {}", feature.name()));
        let known =
            EDGES.iter().filter(|(sign, _)| !self.edges.contains_key(sign) && *sign != if level { '|' } else { '-' });
        let known = known.map(|(sign, feature)| format!("{sign} {}", feature.name()));
        let place = if level { "above and below squares" } else { "left and right of squares" };
        format!("edges {place} are blank, {}", own.chain(known).collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_is_there_once_and_every_feature_can_be_drawn() {
        for (index, (sign, ..)) in SQUARES.iter().enumerate() {
            assert!(SQUARES[..index].iter().all(|(before, ..)| before != sign), "{sign}");
        }
        let drawn = |wanted: &Feature| {
            EDGES.iter().any(|(_, feature)| feature == wanted)
                || SQUARES.iter().any(|(_, plot, _)| plot.feature == Some(*wanted))
        };
        assert!(Feature::ALL.iter().all(drawn));
    }

    #[test]
    fn lines_lie_or_stand() {
        let legend = Legend::default();
        assert_eq!(legend.edge('-', true), Some(Some(Feature::Wall)));
        assert_eq!(legend.edge('-', false), None);
        assert_eq!(legend.edge(':', false), Some(Some(Feature::Fence)));
        assert_eq!(legend.edge(' ', true), Some(None));
        let own = Legend { edges: [('w', Feature::Trellis)].into(), ..Legend::default() };
        assert_eq!(own.edge('w', true), Some(Some(Feature::Trellis)));
        assert_eq!(legend.edge('w', true), None);
    }
}
