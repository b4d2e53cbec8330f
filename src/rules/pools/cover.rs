//! What lies on the line between two bodies: cover and light. Board facts, POO-COV.

use std::ops::ControlFlow;

use super::{catalogue as ids, reach};
use crate::{
    geometry::{Footprint, Passing, Ray, Square, centre, reach_chebyshev, walk, ways_round},
    rules::{
        Evidence, Feature, Hides, Line, Sight, Touch, Veil,
        ground::{distance, is_wall},
        prelude::*,
    },
};

/// How much of a body is hidden, POO-COV-01.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cover {
    /// Less than about half.
    #[default]
    None,
    /// About half.
    Light,
    /// Most.
    Heavy,
    /// All.
    Total,
}

/// How well a target is seen, POO-COV-02.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Light {
    /// Clearly.
    #[default]
    Clear,
    /// In dim light, or through something thin.
    Dim,
    /// Not at all.
    Unseen,
}

impl Cover {
    /// In words.
    pub const fn name(self) -> &'static str {
        ["no cover", "light cover", "heavy cover", "total cover"][self as usize]
    }

    /// Attack dice that it takes away.
    pub const fn dice(self) -> i32 {
        [0, 1, 2, 0][self as usize]
    }

    /// The cover that a feature gives.
    const fn of(feature: Feature) -> Self {
        let traits = feature.traits();
        if !traits.stops {
            return Self::None;
        }
        match traits.hides {
            Hides::Sliver => Self::None,
            Hides::Half => Self::Light,
            Hides::Most => Self::Heavy,
            Hides::All => Self::Total,
        }
    }
}

impl Light {
    /// In words.
    pub const fn name(self) -> &'static str {
        ["clear", "dim", "unseen"][self as usize]
    }

    /// Attack dice that it takes away.
    pub const fn dice(self) -> i32 {
        [0, 1, 3][self as usize]
    }

    /// How well a target is seen through a veil on the line; `is_target`: the veil lies on the target's own square.
    const fn of(veil: Veil, is_target: bool) -> Self {
        match veil {
            Veil::Smoke | Veil::Fog | Veil::Foliage => Self::Unseen,
            Veil::ThinSmoke | Veil::ThinFog | Veil::ThinFoliage => Self::Dim,
            Veil::Dim if is_target => Self::Dim,
            Veil::Dark if is_target => Self::Unseen,
            _ => Self::Clear,
        }
    }
}

/// What is on the line between two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Between {
    /// From the attacker's square.
    pub from: Square,
    /// To the target's.
    pub to: Square,
    /// The most cover on it.
    pub cover: Cover,
    /// What gives it.
    pub by: Option<Touch>,
    /// How well the target is seen.
    pub seen: Light,
}

impl Between {
    /// Whether a wall or total cover stops the line, POO-REACH-03.
    pub fn is_stopped(&self) -> bool {
        self.cover == Cover::Total
    }
}

/// The line between the centres of two squares.
fn along(field: &Battlefield, from: Square, to: Square) -> Between {
    let mut line = Between { from, to, cover: Cover::None, by: None, seen: Light::Clear };
    let veiled = |square: Square| {
        let veil = field.cell(square).and_then(|cell| cell.veil);
        veil.map_or(Light::Clear, |veil| Light::of(veil, square == to))
    };
    line.seen = veiled(from).max(veiled(to));
    if from == to {
        return line;
    }
    let _: ControlFlow<()> = walk(Ray { from: centre(from), to: centre(to) }, from, |passing| {
        if let Passing::Interior(square) = passing {
            line.seen = line.seen.max(veiled(square));
            if square == from || square == to {
                return ControlFlow::Continue(());
            }
        }
        if let Some((cover, touch)) = met(field, passing)
            && cover > line.cover
        {
            (line.cover, line.by) = (cover, Some(touch));
        }
        ControlFlow::Continue(())
    });
    line
}

/// What a line meets where it passes, with the cover that it gives.
fn met(field: &Battlefield, passing: Passing) -> Option<(Cover, Touch)> {
    let (feature, touch) = match passing {
        Passing::Interior(square) => (field.feature(square)?, Touch::Square(square)),
        Passing::Edge(edge) => (field.edge(edge)?, Touch::Edge(edge)),
        // Touching a corner gives no cover, but a wall that runs through the corner is crossed.
        Passing::Corner { from, to } => {
            let wall =
                |way: crate::geometry::Way| way.edges.into_iter().find(|edge| field.edge(*edge).is_some_and(is_wall));
            let [Some(edge), Some(_)] = ways_round(from, to).map(wall) else { return None };
            (field.edge(edge)?, Touch::Edge(edge))
        }
    };
    Some((Cover::of(feature), touch))
}

/// The squares that a line passes beyond `to`, nearest first, up to about that far on and before what stops it.
/// POO-COMP-41.
pub fn beyond(field: &Battlefield, from: Square, to: Square, far: u16) -> Vec<Square> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let longer = dx.unsigned_abs().max(dy.unsigned_abs());
    if longer == 0 {
        return Vec::new();
    }
    // The line is made longer by its own length, as many times as it takes to get that far.
    let times = far.min(200).div_ceil(longer) as i16;
    let end = Square::new(to.x.saturating_add(dx * times), to.y.saturating_add(dy * times));
    let mut squares = Vec::new();
    let _: ControlFlow<()> = walk(Ray { from: centre(to), to: centre(end) }, to, |passing| {
        let is_start = matches!(passing, Passing::Interior(square) if square == to);
        if !is_start && met(field, passing).is_some_and(|(cover, _)| cover == Cover::Total) {
            return ControlFlow::Break(());
        }
        if let Passing::Interior(square) = passing
            && !is_start
        {
            squares.push(square);
        }
        ControlFlow::Continue(())
    });
    squares
}

/// The line between two bodies: of the nearest pairs of squares the one with the least cover, then the best light.
pub fn between(field: &Battlefield, from: Footprint, to: Footprint) -> Between {
    let near = distance(from, to);
    let is_nearest = |(from, to): &(Square, Square)| distance(Footprint::one(*from), Footprint::one(*to)) == near;
    let pairs = from.squares().flat_map(|from| to.squares().map(move |to| (from, to)));
    let lines = pairs.filter(is_nearest).map(|(from, to)| along(field, from, to));
    lines.min_by_key(|line| (line.cover, line.seen)).expect("two bodies have a nearest pair of squares")
}

/// The squares within a distance of a body that a line from it reaches, without its own. POO-REACH-03.
pub fn around(field: &Battlefield, far: u16, from: Footprint) -> impl Iterator<Item = Square> + '_ {
    let near = reach_chebyshev(from, far).filter(|square| field.cell(*square).is_some());
    near.filter(move |square| !between(field, from, Footprint::one(*square)).is_stopped())
}

/// The line to draw.
fn drawn(field: &Battlefield, line: &Between) -> Line {
    let words = match line.by {
        Some(Touch::Square(at)) => {
            let name = field.feature(at).map_or("something", Feature::name);
            format!("{}: {name} {at}", line.cover.name())
        }
        Some(Touch::Edge(_)) => format!("{}: on an edge", line.cover.name()),
        None => "clear".into(),
    };
    let class = line.cover as u8;
    Line { from: centre(line.from), to: centre(line.to), class, touches: line.by, words, rule: ids::COV_01 }
}

/// The evidence of cover on the board.
pub fn evidence(battle: &Battle, line: &Between) -> Evidence {
    Evidence::Lines(vec![drawn(&battle.scene.field, line)].into())
}

/// Distance, sight and cover between two bodies, for panels.
pub fn sight(battle: &Battle, from: Footprint, to: Footprint) -> Sight {
    let line = between(&battle.scene.field, from, to);
    Sight {
        distance: reach::squares(battle, from, to).into(),
        seen: !line.is_stopped() && line.seen != Light::Unseen,
        cover: line.cover as u8,
        has_classes: true,
        cover_name: line.cover.name(),
        modifier: if line.is_stopped() { 0 } else { -line.cover.dice() - line.seen.dice() },
        armour: 0,
        rule: if line.cover == Cover::None && line.seen != Light::Clear { ids::COV_02 } else { ids::COV_01 },
        lines: vec![drawn(&battle.scene.field, &line)].into(),
    }
}
