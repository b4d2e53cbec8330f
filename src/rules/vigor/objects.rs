//! Features of the board as targets: doors, barricades, pillars. VIG-OBJ-01.

use std::sync::Arc;

use super::{
    afflict::begin_condition,
    arms::DamageType,
    catalogue as ids,
    conditions::{CHILLED, Detail, HEATED},
    cover::{FEET, feet, trace},
    exchange::{Body, Harm},
    ready, settings,
    sheet::Factor,
    step::Strike,
    strike::{Means, Span},
};
use crate::{
    geometry::{Edge, Footprint, Square},
    rules::{Aims, BoardMap, Feature, Site, Touch, Wear, ground, prelude::*, rounds_from_now},
};

/// AR and Durability of a new feature; `None` if it cannot be broken.
pub const fn numbers(feature: Feature) -> Option<(i16, i16)> {
    match feature {
        Feature::DoorClosed | Feature::DoorHalf | Feature::DoorOpen => Some((2, 10)),
        Feature::Bush => Some((0, 6)),
        Feature::Fence | Feature::Trellis => Some((1, 8)),
        Feature::Table => Some((1, 12)),
        Feature::Barricade | Feature::Keg => Some((2, 18)),
        Feature::Tree => Some((3, 30)),
        Feature::LowWall => Some((6, 30)),
        Feature::Pillar => Some((6, 40)),
        Feature::Wall | Feature::ArrowSlit => None,
    }
}

/// The feature at a site.
pub fn feature(battle: &Battle, site: Site) -> Option<Feature> {
    match site {
        Site::Square(square) => battle.scene.field.feature(square),
        Site::Edge(edge) => battle.scene.field.edge(edge),
    }
}

/// The Durability left of a feature; 0 if there is none that can be broken.
pub fn left(battle: &Battle, site: Site) -> i16 {
    let full = feature(battle, site).and_then(numbers).map_or(0, |(_, durability)| durability);
    battle.scene.wear.left(site).map_or(full, |left| left.min(i16::MAX as u16) as i16)
}

/// A feature's AR, which is simply subtracted, after the effects of cold and heat, VIG-TYPE-09.
pub fn armor_rank(battle: &Battle, site: Site, damage: DamageType) -> i16 {
    let full = feature(battle, site).and_then(numbers).map_or(0, |(rank, _)| rank);
    if !settings::material_effects(battle) {
        return full;
    }
    let rank = (full - i16::from(is_marked(battle, site, HEATED))).max(0);
    if damage == DamageType::Impact && is_marked(battle, site, CHILLED) { rank / 2 } else { rank }
}

/// Whether a feature is brittle or weakened; its attacker bears the condition that times this, VIG-TYPE-09.
fn is_marked(battle: &Battle, site: Site, kind: ConditionKind) -> bool {
    let at = Detail::Feature(site).into();
    let marks = |condition: &Condition| condition.kind == kind && condition.detail == at;
    battle.rows().iter().any(|row| row.conditions.0.iter().any(marks))
}

/// Cold makes a feature brittle, heat weakens it, for a round. VIG-TYPE-09.
fn mark(battle: &Battle, strike: &Strike, site: Site, context: &mut StepContext<'_>) {
    let kind = match strike.means(battle).damage {
        DamageType::Cold => CHILLED,
        DamageType::Thermal => HEATED,
        _ => return,
    };
    let detail = Detail::Feature(site).into();
    let until = rounds_from_now(battle, 1);
    begin_condition(battle, strike.by, Condition { detail, ..Condition::new(kind, until) }, context);
}

/// A feature as a body that takes damage, with Durability alone.
pub fn target(battle: &Battle, site: Site, damage: DamageType) -> Body {
    let factor = if damage == DamageType::Toxic { Factor::Immune } else { Factor::Normal };
    Body { durability: left(battle, site), breaks: true, factor, overflows: true, ..Body::default() }
}

/// The square of a site nearest to a body; for an edge, the one on the body's side, or the first of two equally near
/// ones.
pub fn square(from: Footprint, site: Site) -> Square {
    match site {
        Site::Square(square) => square,
        Site::Edge(edge) => {
            let [first, other] = edge.squares();
            let far = |square: Square| feet(from, Footprint::one(square));
            if far(other) < far(first) { other } else { first }
        }
    }
}

/// All the nearest squares of a site: both sides of an edge that leads away from the body.
fn nearest(from: Footprint, site: Site) -> impl Iterator<Item = Square> {
    let near = square(from, site);
    let far = move |square: Square| feet(from, Footprint::one(square));
    let all = match site {
        Site::Square(square) => [square; 2],
        Site::Edge(edge) => edge.squares(),
    };
    let others = all.into_iter().filter(move |other| *other != near && far(*other) == far(near));
    std::iter::once(near).chain(others)
}

/// The body of a site.
pub fn body(from: Footprint, site: Site) -> Footprint {
    Footprint::one(square(from, site))
}

/// The features that an attack from the attacker's place can break, found only on demand. VIG-OBJ-01.
pub struct Targets {
    field: Arc<Battlefield>,
    wear: Wear,
    span: Span,
}

impl Targets {
    /// The features within an attack's span.
    pub fn of(battle: &Battle, by: CombatantId, means: &Means<'_>) -> Self {
        Self {
            field: Arc::clone(&battle.scene.field),
            wear: battle.scene.wear.clone(),
            span: Span::of(battle, by, means),
        }
    }

    /// Why the attack cannot reach a site. VIG-REACH-03.
    pub fn out_of_reach(&self, site: Site) -> Option<Refusal> {
        let Span { from, is_ranged, base, .. } = self.span;
        let to = body(from, site);
        if let Some(refusal) = self.span.too_far(to) {
            return Some(refusal);
        }
        let stops =
            |wall: Touch| !matches!((wall, site), (Touch::Square(first), Site::Square(other)) if first == other);
        // A feature on an edge can be struck on either side that is near.
        let lines = nearest(from, site)
            .flat_map(|end| from.squares().map(move |square| (square, end)))
            .map(|(square, end)| trace(&self.field, square, end, base));
        let open = lines.filter(|line| {
            line.wall.is_none_or(|wall| !stops(wall)) && (is_ranged || line.is_clear || line.wall.is_some())
        });
        let Some(clearest) = open.map(|line| line.grade).min() else {
            return Some(Refusal::new(ids::REACH_02, "No clear path"));
        };
        // Visibility limits shots at features as it does shots at combatants, VIG-VIS-02 to VIG-VIS-04.
        self.span.unseen(to, clearest)
    }

    fn admits(&self, site: Site) -> bool {
        self.wear.left(site) != Some(0) && self.out_of_reach(site).is_none()
    }

    /// The sites in squares and on edges within the distance.
    fn near(&self) -> (impl Iterator<Item = Square>, impl Iterator<Item = Edge>) {
        let reach = self.span.most / FEET;
        let is_near = move |square: &Square| ground::distance(self.span.from, Footprint::one(*square)) <= reach;
        let Breakables { squares, edges } = self.field.map(AllBreakables);
        let edges = edges.iter().copied().filter(move |edge| edge.squares().iter().any(is_near));
        (squares.iter().copied().filter(is_near), edges)
    }

    /// All sites, each with the square that names it: a feature's own or, for an edge, the square on its far side, or
    /// the near one if the far one names another edge already.
    pub fn named(&self) -> Vec<(Square, Site)> {
        let (squares, edges) = self.near();
        let mut named: Vec<(Square, Site)> =
            squares.map(|square| (square, Site::Square(square))).filter(|(_, site)| self.admits(*site)).collect();
        for edge in edges.filter(|edge| self.admits(Site::Edge(*edge))) {
            let near = square(self.span.from, Site::Edge(edge));
            let [first, other] = edge.squares();
            let far = if first == near { other } else { first };
            let free = |square: &Square| named.iter().all(|(known, _)| known != square);
            if let Some(name) = [far, near].into_iter().find(free) {
                named.push((name, Site::Edge(edge)));
            }
        }
        named.sort_unstable();
        named
    }

    /// The site that a square names.
    pub fn find(&self, name: Square) -> Option<Site> {
        let own = Site::Square(name);
        // The feature in a square comes before those on its edges.
        if self.field.feature(name).and_then(numbers).is_some() && self.admits(own) {
            return Some(own);
        }
        self.named().into_iter().find(|(square, _)| *square == name).map(|(_, site)| site)
    }
}

impl Aims for Targets {
    fn all(&self) -> Vec<Square> {
        self.named().into_iter().map(|(square, _)| square).collect()
    }

    fn foremost(&self) -> Vec<Square> {
        let is_near = |square: &Square| feet(self.span.from, Footprint::one(*square)) <= NEAR_FEET;
        self.all().into_iter().filter(is_near).collect()
    }

    fn admit(&self, square: Square) -> bool {
        self.find(square).is_some()
    }

    fn are_none(&self) -> bool {
        let (squares, edges) = self.near();
        !squares.map(Site::Square).chain(edges.map(Site::Edge)).any(|site| self.admits(site))
    }
}

/// The distance in feet within which features are looked at when only a few are wanted.
const NEAR_FEET: u16 = 60;

/// The breakable features of a board: squares and edges, each in order.
struct Breakables {
    squares: Vec<Square>,
    edges: Vec<Edge>,
}

#[derive(Clone, Copy)]
struct AllBreakables;

impl BoardMap for AllBreakables {
    type Value = Breakables;

    fn number(self) -> u16 {
        0
    }

    fn make(self, field: &Battlefield) -> Breakables {
        let is_one = |feature: Option<Feature>| feature.and_then(numbers).is_some();
        let mut edges: Vec<Edge> =
            field.edges().filter(|(_, feature)| is_one(Some(*feature))).map(|(edge, _)| edge).collect();
        edges.sort_unstable();
        Breakables { squares: field.squares().filter(|square| is_one(field.feature(*square))).collect(), edges }
    }
}

/// Damages a feature, which breaks at 0 and so changes ways and lines. VIG-OBJ-01.
pub fn struck(battle: &Battle, strike: &Strike, site: Site, harm: &Harm, context: &mut StepContext<'_>) {
    let Some(name) = feature(battle, site).map(Feature::name) else { return };
    let (by, durability) = (strike.by, harm.durability);
    if durability > 0 {
        if settings::material_effects(battle) && harm.past_cover > 0 {
            mark(battle, strike, site, context);
        }
        if durability != left(battle, site) {
            context.effect(Effect::Wear(site, Some(durability as u16)));
            context.note(by, ids::OBJ_01, format_args!("damages the {name}: Durability {durability} left"));
        }
        return;
    }
    ready::before_change(battle, context);
    context.effect(site.cleared());
    context.note(by, ids::OBJ_01, format_args!("breaks the {name}"));
}
