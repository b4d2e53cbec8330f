//! What lies between two bodies, and how well one sees the other: obstacles and light. Board facts, RAT-ACC-06,
//! RAT-ACC-07.

use std::ops::ControlFlow;

use super::{
    catalogue as ids,
    conditions::{BLINDED, body},
    exchange::rounded,
    reach, settings,
};
use crate::{
    geometry::{Footprint, Passing, Ray, Square, Way, centre, walk, ways_round},
    rules::{
        Feature, Line, Sight, Touch, Veil,
        ground::{distance, is_wall},
        prelude::*,
    },
};

/// The class of an obstacle, RAT-ACC-07.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Obstacle {
    /// Nothing.
    #[default]
    None,
    /// Hides up to a half.
    Light,
    /// Hides more than a half.
    Heavy,
    /// No line goes through.
    Total,
}

/// How well a target is seen, RAT-ACC-06.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Light {
    /// Well.
    #[default]
    Clear,
    /// Dusk, thin fog or smoke.
    Dim,
    /// Darkness, dense fog or smoke.
    Dark,
}

impl Obstacle {
    /// In words.
    pub const fn name(self) -> &'static str {
        ["no obstacle", "a light obstacle", "a heavy obstacle", "a wall"][self as usize]
    }

    /// The class of a feature on a line.
    pub const fn of(feature: Feature) -> Self {
        match feature {
            Feature::Wall | Feature::DoorClosed => Self::Total,
            Feature::ArrowSlit | Feature::Trellis => Self::Heavy,
            Feature::DoorOpen => Self::None,
            _ => Self::Light,
        }
    }

    /// What it adds to the required roll: in full for missiles and spells, for blows only half of a heavy one.
    /// RAT-ACC-07.
    pub fn difficulty(self, battle: &Battle, is_melee: bool) -> i32 {
        match (self, is_melee) {
            (Self::None, _) | (Self::Light, true) => 0,
            (Self::Light, false) => settings::light_obstacle(battle),
            (_, false) => settings::heavy_obstacle(battle),
            (_, true) => rounded(settings::heavy_obstacle(battle).into(), 2),
        }
    }
}

impl Light {
    /// In words.
    pub const fn name(self) -> &'static str {
        ["clear", "dim light", "darkness"][self as usize]
    }

    const fn of(veil: Veil) -> Self {
        match veil {
            Veil::Foliage | Veil::Dim | Veil::ThinSmoke | Veil::ThinFog | Veil::ThinFoliage => Self::Dim,
            Veil::Fog | Veil::Smoke | Veil::Dark => Self::Dark,
        }
    }

    /// What it adds to the required roll, RAT-ACC-06.
    pub fn difficulty(self, battle: &Battle) -> i32 {
        match self {
            Self::Clear => 0,
            Self::Dim => settings::dim(battle),
            Self::Dark => settings::dark(battle),
        }
    }
}

/// The line between two squares that is best for the attacker, and what is on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Between {
    /// From the attacker's square.
    pub from: Square,
    /// To the target's.
    pub to: Square,
    /// The worst obstacle on it.
    pub obstacle: Obstacle,
    /// The feature that is that obstacle, and where it stands.
    pub what: Option<(Feature, Touch)>,
}

impl Between {
    /// In words: "a light obstacle: low wall".
    pub fn words(&self) -> String {
        match self.what {
            Some((feature, Touch::Square(square))) => format!("{}: {} {square}", self.obstacle.name(), feature.name()),
            Some((feature, Touch::Edge(_))) => format!("{}: {}", self.obstacle.name(), feature.name()),
            None => self.obstacle.name().into(),
        }
    }

    /// The line to draw.
    pub fn line(&self) -> Line {
        let (class, rule) =
            (self.obstacle as u8, if self.obstacle == Obstacle::Total { ids::REACH_01 } else { ids::ACC_07 });
        let touches = self.what.map(|(_, touch)| touch);
        Line { from: centre(self.from), to: centre(self.to), class, touches, words: self.words(), rule }
    }
}

/// A feature on a line, with its class there.
type Met = (Obstacle, Feature, Touch);

/// The worst feature on one way round a corner, of a square and two edges.
fn on_way(field: &Battlefield, way: Way) -> Option<Met> {
    let square = field.feature(way.middle).map(|feature| (feature, Touch::Square(way.middle)));
    let edges = way.edges.into_iter().filter_map(|edge| Some((field.edge(edge)?, Touch::Edge(edge))));
    let all = square.into_iter().chain(edges).map(|(feature, touch)| (Obstacle::of(feature), feature, touch));
    all.max_by_key(|(obstacle, ..)| *obstacle)
}

/// What a line through a grid corner meets: the lesser of the two ways round it; a wall on one of them still hides more
/// than half.
fn at_corner(field: &Battlefield, from: Square, to: Square) -> Option<Met> {
    let [one, other] = ways_round(from, to).map(|way| on_way(field, way));
    let class = |met: &Option<Met>| met.map_or(Obstacle::None, |(obstacle, ..)| obstacle);
    let (least, most) = if class(&one) <= class(&other) { (one, other) } else { (other, one) };
    match most {
        Some((Obstacle::Total, feature, touch)) if class(&least) < Obstacle::Heavy => {
            is_wall(feature).then_some((Obstacle::Heavy, feature, touch))
        }
        _ => least,
    }
}

/// The worst obstacle on the line between the centres of two squares. What fills the attacker's own square does not
/// count.
fn trace(field: &Battlefield, from: Square, to: Square) -> Between {
    let mut worst: Option<Met> = None;
    let ray = Ray { from: centre(from), to: centre(to) };
    let _ = walk(ray, from, |passing| {
        let met = match passing {
            Passing::Interior(square) if square != from => {
                field.feature(square).map(|feature| (Obstacle::of(feature), feature, Touch::Square(square)))
            }
            Passing::Interior(_) => None,
            Passing::Edge(edge) => field.edge(edge).map(|feature| (Obstacle::of(feature), feature, Touch::Edge(edge))),
            Passing::Corner { from, to } => at_corner(field, from, to),
        };
        if met.is_some_and(|met| worst.is_none_or(|worst| met.0 > worst.0)) {
            worst = met;
        }
        if worst.is_some_and(|worst| worst.0 == Obstacle::Total) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    let worst = worst.filter(|(obstacle, ..)| *obstacle != Obstacle::None);
    let (obstacle, what) =
        worst.map_or((Obstacle::None, None), |(obstacle, feature, touch)| (obstacle, Some((feature, touch))));
    Between { from, to, obstacle, what }
}

/// What lies between two bodies: of the lines between any two of their squares the best for the attacker, of equals the
/// shortest.
pub fn between(field: &Battlefield, from: Footprint, to: Footprint) -> Between {
    if field.is_open_between(from, to) {
        let (from, to) = nearest(from, to);
        return Between { from, to, obstacle: Obstacle::None, what: None };
    }
    let pairs = from.squares().flat_map(|square| to.squares().map(move |other| (square, other)));
    let lines = pairs.map(|(one, other)| trace(field, one, other));
    let far = |line: &Between| distance(Footprint::one(line.from), Footprint::one(line.to));
    lines.min_by_key(|line| (line.obstacle, far(line))).expect("two bodies have at least one pair of squares")
}

/// The nearest squares of two bodies.
fn nearest(from: Footprint, to: Footprint) -> (Square, Square) {
    let end = |body: Footprint| i32::from(body.side) - 1;
    let near = |at: i16, side: i32, other: i16| other.clamp(at, at + side as i16);
    let a = Square::new(near(from.anchor.x, end(from), to.anchor.x), near(from.anchor.y, end(from), to.anchor.y));
    (a, Square::new(near(to.anchor.x, end(to), a.x), near(to.anchor.y, end(to), a.y)))
}

/// Whether no wall is between two bodies.
pub fn has_line(battle: &Battle, from: Footprint, to: Footprint) -> bool {
    between(&battle.scene.field, from, to).obstacle != Obstacle::Total
}

/// How well a body is seen: its best lit square counts. A blinded attacker sees everything as if it were dark.
/// RAT-ACC-06, RAT-AIM-12.
pub fn light(battle: &Battle, by: CombatantId, target: Footprint) -> Light {
    if battle.combatant(by).conditions.has(BLINDED) {
        return Light::Dark;
    }
    let veil = |square: Square| battle.scene.field.cell(square).and_then(|cell| cell.veil);
    target.squares().map(|square| veil(square).map_or(Light::Clear, Light::of)).min().unwrap_or_default()
}

/// The line between two combatants that is best for the first one, and who obstructs it, if that counts; a line between
/// other squares with nobody on it is preferred. RAT-ACC-07.
pub fn shot(battle: &Battle, by: CombatantId, on: CombatantId, flies: bool) -> (Between, Option<CombatantId>) {
    let (from, to) = (body(battle, by), body(battle, on));
    let line = between(&battle.scene.field, from, to);
    if !flies || line.obstacle != Obstacle::None || !settings::creatures_obstruct(battle) {
        return (line, None);
    }
    let Some(other) = creature_on(battle, &line, by, on) else { return (line, None) };
    let pairs = from.squares().flat_map(|square| to.squares().map(move |other| (square, other)));
    let lines = pairs.map(|(from, to)| trace(&battle.scene.field, from, to));
    let is_free = |line: &Between| line.obstacle == Obstacle::None && creature_on(battle, line, by, on).is_none();
    let far = |line: &Between| distance(Footprint::one(line.from), Footprint::one(line.to));
    lines.filter(is_free).min_by_key(far).map_or((line, Some(other)), |free| (free, None))
}

/// Somebody else who stands on a line, RAT-ACC-07.
fn creature_on(battle: &Battle, line: &Between, by: CombatantId, on: CombatantId) -> Option<CombatantId> {
    let (mine, theirs) = (body(battle, by), body(battle, on));
    let mut met = None;
    let _ = walk(Ray { from: centre(line.from), to: centre(line.to) }, line.from, |passing| {
        if let Passing::Interior(square) = passing
            && !mine.contains(square)
            && !theirs.contains(square)
        {
            met = battle.standing(square).next();
        }
        if met.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    met
}

/// Distance, sight and obstacles between two combatants, and what these add to the required roll of a shot or a blow.
pub fn sight(battle: &Battle, (by, on): (CombatantId, CombatantId), is_melee: bool) -> Sight {
    let (from, to) = (body(battle, by), body(battle, on));
    let line = between(&battle.scene.field, from, to);
    let light = light(battle, by, to);
    Sight {
        distance: reach::squares_apart(from, to).into(),
        seen: line.obstacle != Obstacle::Total,
        cover: line.obstacle as u8,
        has_classes: true,
        cover_name: line.obstacle.name(),
        modifier: match line.obstacle {
            Obstacle::Total => 0,
            obstacle => obstacle.difficulty(battle, is_melee) + light.difficulty(battle),
        },
        armour: 0,
        rule: match line.obstacle {
            Obstacle::None if light != Light::Clear => ids::ACC_06,
            Obstacle::Total => ids::REACH_02,
            _ => ids::ACC_07,
        },
        lines: vec![line.line()].into(),
    }
}
