//! The board in feet, octants and lines: features on a line, clear paths, cover, visibility. VIG-REACH, VIG-COV,
//! VIG-VIS.

use std::ops::ControlFlow;

use super::{catalogue as ids, settings};
use crate::{
    geometry::{Direction, Footprint, Passing, Ray, Square, Way, centre, walk, ways_round},
    rules::{
        Evidence, Feature, Line, SituationKey, StepRule, Touch, Veil,
        ground::{self, can_cross, can_step_past, is_wall},
        prelude::*,
    },
};

/// The side of a square in feet.
pub const FEET: u16 = 6;

/// Feet between two bodies: the larger of the horizontal and vertical distances between their nearest squares.
pub fn feet(a: Footprint, b: Footprint) -> u16 {
    ground::distance(a, b) * FEET
}

/// The octant from one body's centre to another's; `None` if the centres are the same. VIG-ATK-05.
pub fn octant(from: Footprint, to: Footprint) -> Option<Direction> {
    let middle = |body: Footprint| {
        let side = i32::from(body.side);
        (2 * i32::from(body.anchor.x) + side, 2 * i32::from(body.anchor.y) + side)
    };
    let (a, b) = (middle(from), middle(to));
    let (x, y) = (b.0 - a.0, b.1 - a.1);
    // Straight if the longer difference is more than 1 plus the square root of 2 times the shorter.
    let is_straight = |long: i32, short: i32| {
        let more = i64::from(long.abs()) - i64::from(short.abs());
        more > 0 && more * more > 2 * i64::from(short) * i64::from(short)
    };
    let step = match (is_straight(x, y), is_straight(y, x)) {
        (true, _) => (x.signum(), 0),
        (_, true) => (0, y.signum()),
        _ => (x.signum(), y.signum()),
    };
    Direction::ALL.into_iter().find(|direction| {
        let (dx, dy) = direction.delta();
        (i32::from(dx), i32::from(dy)) == step
    })
}

/// Eighths of a turn between two directions, 0 to 4.
pub const fn eighths(one: Direction, other: Direction) -> u8 {
    let apart = (one as u8 + 8 - other as u8) % 8;
    if apart > 4 { 8 - apart } else { apart }
}

/// Steps of a body with this many squares a side: a diagonal is barred if both ways round its corner are. VIG-MOVE-03.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps(pub u8);

impl StepRule for Steps {
    fn number(self) -> u16 {
        self.0.into()
    }

    fn side(self) -> u8 {
        self.0
    }

    fn cost(self, field: &Battlefield, anchor: Square, direction: Direction) -> Option<u8> {
        can_step_past(field, Footprint { anchor, side: self.0 }, direction, 1).then_some(1)
    }
}

/// Whether a body can step off the board: it is on an outermost row or column, with no wall on that side. VIG-MOVE-03,
/// VIG-MOVE-04.
pub fn is_at_rim(field: &Battlefield, body: Footprint) -> bool {
    let leads_out = |direction: Direction| {
        let mut outer = body.squares().filter(|square| !body.contains(square.step(direction)));
        outer.all(|square| {
            let beyond = square.step(direction);
            !field.extent().contains(beyond) && can_cross(field, square, beyond)
        })
    };
    let sides = [Direction::North, Direction::East, Direction::South, Direction::West];
    steps_to_rim(field, body) <= 0 && sides.into_iter().any(leads_out)
}

/// The fewest steps from a body to an outermost row or column, walls aside.
pub fn steps_to_rim(field: &Battlefield, body: Footprint) -> i32 {
    let Footprint { anchor, side } = body;
    let extent = field.extent();
    let beyond = |at: i16, length: u16| i32::from(length) - i32::from(at) - i32::from(side);
    let (east, south) = (beyond(anchor.x, extent.width), beyond(anchor.y, extent.height));
    east.min(south).min(anchor.x.into()).min(anchor.y.into())
}

/// A category of cover, VIG-COV-02 to VIG-COV-04.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Category {
    /// +10 Guard against direct attacks.
    Light,
    /// +3 Guard, +5 AR.
    Partial,
    /// +5 Guard.
    Full,
    /// +5 Guard, +10 AR.
    Sturdy,
}

impl Category {
    /// The category of a feature; walls are no cover, and an open door covers nobody.
    pub const fn of(feature: Feature) -> Option<Self> {
        match feature {
            Feature::Bush | Feature::Fence => Some(Self::Light),
            Feature::LowWall
            | Feature::Barricade
            | Feature::Table
            | Feature::Keg
            | Feature::DoorHalf
            | Feature::Tree => Some(Self::Partial),
            Feature::Trellis => Some(Self::Full),
            Feature::Pillar | Feature::ArrowSlit => Some(Self::Sturdy),
            Feature::Wall | Feature::DoorClosed | Feature::DoorOpen => None,
        }
    }

    /// What it adds to Guard and to AR, its rule, its name, and its class for the board's colours.
    const fn row(self) -> (i32, i32, RuleId, &'static str, u8) {
        [
            (10, 0, ids::COV_02, "light cover", 1),
            (3, 5, ids::COV_03, "partial cover", 2),
            (5, 0, ids::COV_04, "full cover", 3),
            (5, 10, ids::COV_04, "sturdy full cover", 3),
        ][self as usize]
    }

    /// What it adds to Guard; light cover adds nothing against areas.
    pub const fn guard(self, area: bool) -> i32 {
        if area && matches!(self, Self::Light) { 0 } else { self.row().0 }
    }

    /// What it adds to AR.
    pub const fn ar(self) -> i32 {
        self.row().1
    }

    /// Its rule.
    pub const fn rule(self) -> RuleId {
        self.row().2
    }

    /// In words.
    pub const fn name(self) -> &'static str {
        self.row().3
    }

    /// The class of cover for the board's colours.
    pub const fn class(self) -> u8 {
        self.row().4
    }
}

crate::rules::ruleset::record::named! {
    /// A grade of visibility, VIG-VIS-01.
    #[derive(Default)]
    pub enum Grade {
        /// Nothing changes.
        #[default]
        Normal "normal visibility",
        /// VIG-VIS-02.
        Reduced "reduced visibility",
        /// VIG-VIS-03.
        Low "low visibility",
        /// VIG-VIS-04.
        Zero "zero visibility",
    }
}

impl Grade {
    /// The grade that a veil gives.
    pub const fn of(veil: Veil) -> Self {
        match veil {
            // Light foliage, light fog, thin smoke: VIG-VIS-02.
            Veil::Foliage | Veil::Dim | Veil::ThinSmoke | Veil::ThinFog | Veil::ThinFoliage => Self::Reduced,
            Veil::Fog | Veil::Smoke => Self::Low,
            Veil::Dark => Self::Zero,
        }
    }

    /// The penalty on the VS of a ranged attack over a distance, VIG-VIS-02 to VIG-VIS-04.
    pub const fn penalty(self, feet: u16) -> i32 {
        match self {
            Self::Normal => 0,
            Self::Reduced => 5,
            Self::Low => 10,
            Self::Zero if feet <= FEET => 0,
            Self::Zero => 15,
        }
    }

    /// The limit of ranged attacks in feet.
    pub const fn limit(self) -> u16 {
        [u16::MAX, 300, 150, 30][self as usize]
    }

    /// How far one sees in feet; `low_end` takes the lower of the printed spans, VIG-VIS-05.
    pub const fn vision(self, low_end: bool) -> u16 {
        let spans: [(u16, u16); 4] = [(800, 1200), (70, 100), (30, 50), (5, 10)];
        let (low, high) = spans[self as usize];
        if low_end { low } else { high }
    }

    /// Its rule.
    pub const fn rule(self) -> RuleId {
        [ids::VIS_01, ids::VIS_02, ids::VIS_03, ids::VIS_04][self as usize]
    }
}

/// A cover feature on a line that protects the target, VIG-COV-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Protection {
    /// Its category.
    pub category: Category,
    /// The feature.
    pub feature: Feature,
    /// Where it is.
    pub at: Touch,
}

/// What is on the line between two squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Between {
    /// From the attacker's square.
    pub from: Square,
    /// To the target's.
    pub to: Square,
    /// The first wall on the line.
    pub wall: Option<Touch>,
    /// Whether no wall and no cover is on it, except what fills one of the two squares, VIG-REACH-02.
    pub is_clear: bool,
    /// The features that protect the target.
    pub covers: Vec<Protection>,
    /// The worst visibility on the line.
    pub grade: Grade,
}

/// A feature on a line.
#[derive(Clone, Copy)]
struct Met {
    at: Touch,
    feature: Feature,
}

impl Met {
    /// Its weight when two ways go round a corner: a wall weighs most.
    fn weight(self) -> u8 {
        if is_wall(self.feature) { 9 } else { Category::of(self.feature).map_or(0, |category| category as u8 + 1) }
    }
}

/// The strongest feature on one way round a corner: in its square or on its two edges.
fn on_way(field: &Battlefield, way: Way) -> Option<Met> {
    let square = field.cell(way.middle).map_or(Some(Feature::Wall), |cell| cell.feature);
    let square = square.map(|feature| Met { at: Touch::Square(way.middle), feature });
    let edges =
        way.edges.into_iter().filter_map(|edge| Some(Met { at: Touch::Edge(edge), feature: field.edge(edge)? }));
    square.into_iter().chain(edges).filter(|met| met.weight() > 0).max_by_key(|met| met.weight())
}

/// Everything on the line between the centres of two squares.
pub fn trace(field: &Battlefield, from: Square, to: Square, base: Grade) -> Between {
    let mut between = Between { from, to, wall: None, is_clear: true, covers: Vec::new(), grade: base };
    let mut see = |met: Met| {
        if is_wall(met.feature) {
            between.wall.get_or_insert(met.at);
            between.is_clear = false;
        } else if let Some(category) = Category::of(met.feature) {
            let fills_end = matches!(met.at, Touch::Square(square) if square == from || square == to);
            between.is_clear &= fills_end;
            if protects(met.at, from, to) {
                between.covers.push(Protection { category, feature: met.feature, at: met.at });
            }
        }
    };
    let mut worst = base;
    let ray = Ray { from: centre(from), to: centre(to) };
    let _ = walk(ray, from, |passing| {
        match passing {
            Passing::Interior(square) => {
                let cell = field.cell(square).copied().unwrap_or_default();
                worst = worst.max(cell.veil.map_or(Grade::Normal, Grade::of));
                cell.feature.into_iter().for_each(|feature| see(Met { at: Touch::Square(square), feature }));
            }
            Passing::Edge(edge) => {
                field.edge(edge).into_iter().for_each(|feature| see(Met { at: Touch::Edge(edge), feature }));
            }
            Passing::Corner { from, to } => {
                let [one, other] = ways_round(from, to).map(|way| on_way(field, way));
                if let (Some(one), Some(other)) = (one, other) {
                    see(if other.weight() < one.weight() { other } else { one });
                }
            }
        }
        ControlFlow::Continue(())
    });
    between.grade = worst;
    between
}

/// Whether a feature on the line protects the target: it is in the target's square, on an edge of it, or in a square
/// next to it, but not in the attacker's own square. VIG-COV-01.
fn protects(at: Touch, from: Square, to: Square) -> bool {
    match at {
        Touch::Edge(edge) => edge.squares().contains(&to),
        Touch::Square(square) => square != from && (square.x - to.x).abs() <= 1 && (square.y - to.y).abs() <= 1,
    }
}

/// The visibility of the whole encounter.
pub fn base(battle: &Battle) -> Grade {
    Grade::ALL[settings::visibility(battle)]
}

/// The pairs of squares at which two bodies are nearest to each other.
fn nearest(from: Footprint, to: Footprint) -> Vec<(Square, Square)> {
    let apart = |(a, b): &(Square, Square)| ground::distance(Footprint::one(*a), Footprint::one(*b));
    let least = ground::distance(from, to);
    let pairs = from.squares().flat_map(|a| to.squares().map(move |b| (a, b)));
    pairs.filter(|pair| apart(pair) == least).collect()
}

/// The purpose of a line between two bodies, which decides the best of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A ranged attack: a possible one first, then the least sum of VS and AR of cover, since a point of either costs
    /// the attacker about the same, then the lowest VS.
    Shot,
    /// An area's effect on a target: the least cover; visibility counts only up to the centre, VIG-ATK-08.
    Burst,
    /// Sight: the clearest line.
    Look,
}

/// What is on the line between two bodies: among equally near pairs of squares, the line best for the attacker. Board
/// facts, VIG-COV-01.
pub fn between(battle: &Battle, from: Footprint, to: Footprint, aim: Aim) -> Between {
    let (field, base) = (&battle.scene.field, base(battle));
    let (far, mixed) = (feet(from, to), settings::best_of_each_cover(battle));
    let worth = |line: &Between| worth(&line.covers, aim == Aim::Burst, mixed);
    match aim {
        Aim::Shot => best_between(field, base, (from, to), |line| {
            let (guard, ar) = worth(line);
            let vs = guard + line.grade.penalty(far);
            (far > line.grade.limit(), vs + ar, vs)
        }),
        Aim::Burst => best_between(field, base, (from, to), |line| {
            let (guard, ar) = worth(line);
            (guard + ar, guard)
        }),
        Aim::Look => look(field, base, (from, to)),
    }
}

/// The clearest line between two bodies, where `base` is the visibility of the whole encounter.
pub fn look(field: &Battlefield, base: Grade, bodies: (Footprint, Footprint)) -> Between {
    best_between(field, base, bodies, |line| line.grade)
}

/// The line of a ranged attack that is best for the attacker, with `vs` as the VS over a line. The VS may depend on
/// more than cover and visibility: an unaware target's Guard is halved together with its cover, VIG-ATK-04.
pub fn best_shot(battle: &Battle, from: Footprint, to: Footprint, vs: impl Fn(&Between) -> i32) -> Between {
    let (far, mixed) = (feet(from, to), settings::best_of_each_cover(battle));
    best_between(&battle.scene.field, base(battle), (from, to), |line| {
        let vs = vs(line);
        (far > line.grade.limit(), vs + worth(&line.covers, false, mixed).1, vs)
    })
}

/// The line between two bodies with the least `worth`, lines with a wall last; the first of equals.
fn best_between<T: Ord>(
    field: &Battlefield,
    base: Grade,
    (from, to): (Footprint, Footprint),
    worth: impl Fn(&Between) -> T,
) -> Between {
    let pairs = nearest(from, to);
    if field.is_open_between(from, to) {
        let (from, to) = pairs[0];
        return Between { from, to, wall: None, is_clear: true, covers: Vec::new(), grade: base };
    }
    let traces = pairs.into_iter().map(|(a, b)| trace(field, a, b, base));
    let best = if from.side == 1 && to.side == 1 {
        traces.into_iter().next()
    } else {
        traces.min_by_key(|trace| (trace.wall.is_some(), worth(trace)))
    };
    best.expect("two bodies have at least one pair of squares")
}

/// The Guard and AR that covers give together, VIG-COV-05.
pub fn worth(covers: &[Protection], area: bool, best_of_each: bool) -> (i32, i32) {
    let all = || covers.iter().map(|cover| cover.category);
    if best_of_each {
        (all().map(|cover| cover.guard(area)).max().unwrap_or(0), all().map(Category::ar).max().unwrap_or(0))
    } else {
        all().max().map_or((0, 0), |cover| (cover.guard(area), cover.ar()))
    }
}

/// Adds the cover that counts for a number of a ranged attack as a term, with the line as evidence. `amount` gives the
/// number for a category; the term says where the feature stands and why it counts.
pub fn add_cover(tally: &mut impl Tally, battle: &Battle, between: &Between, amount: impl Fn(Category) -> i32) {
    let all = between.covers.iter();
    let best = if settings::best_of_each_cover(battle) {
        all.max_by_key(|cover| amount(cover.category))
    } else {
        all.max_by_key(|cover| cover.category)
    };
    let Some(best) = best.filter(|cover| amount(cover.category) != 0) else { return };
    tally.add(best.category.rule(), amount(best.category), || describe(best, between.to).into());
    tally.show(|| Evidence::Lines(vec![drawn(between)].into()));
}

/// A feature and why it counts: "partial cover: barricade c4, next to the target and on the line".
fn describe(cover: &Protection, target: Square) -> String {
    let name = cover.feature.name();
    match cover.at {
        Touch::Square(square) if square == target => {
            format!("{}: {name} {square}, the target's own square", cover.category.name())
        }
        Touch::Square(square) => {
            format!("{}: {name} {square}, next to the target and on the line", cover.category.name())
        }
        Touch::Edge(_) => format!("{}: {name} on an edge of {target} and on the line", cover.category.name()),
    }
}

/// The line to draw.
pub fn drawn(between: &Between) -> Line {
    let best = between.covers.iter().max_by_key(|cover| cover.category);
    let (class, touches, words, rule) = match (between.wall, best) {
        (Some(wall), _) => (3, Some(wall), "a wall is on the line".to_string(), ids::ATK_06),
        (None, Some(best)) => (best.category.class(), Some(best.at), describe(best, between.to), best.category.rule()),
        (None, None) if between.grade != Grade::Normal => {
            (0, None, format!("no cover, {}", between.grade.name()), between.grade.rule())
        }
        (None, None) => (0, None, "clear".into(), ids::COV_01),
    };
    Line { from: centre(between.from), to: centre(between.to), class, touches, words, rule }
}

/// Everything about the lines between two bodies that attacks can depend on, as a key.
pub fn lines(battle: &Battle, from: Footprint, to: Footprint) -> SituationKey {
    let field = &battle.scene.field;
    if field.is_open_between(from, to) {
        return SituationKey::of(&true);
    }
    nearest(from, to).into_iter().fold(SituationKey::of(&false), |key, (start, end)| {
        let line = trace(field, start, end, base(battle));
        let covers = line.covers.iter().map(|cover| cover.category);
        covers.fold(key.with(&(line.wall.is_some(), line.is_clear, line.grade as u8)), |key, cover| key.with(&cover))
    })
}

/// Whether a melee attack can reach from one body to another: a clear path between any pair of nearest squares.
/// VIG-REACH-02.
pub fn has_clear_path(battle: &Battle, from: Footprint, to: Footprint) -> bool {
    let field = &battle.scene.field;
    let is_clear = |(a, b): (Square, Square)| trace(field, a, b, Grade::Normal).is_clear;
    field.is_open_between(from, to) || nearest(from, to).into_iter().any(is_clear)
}

/// Whether two bodies are adjacent, VIG-REACH-01.
pub fn is_adjacent(battle: &Battle, from: Footprint, to: Footprint) -> bool {
    feet(from, to) <= FEET && has_clear_path(battle, from, to)
}

/// Whether one body sees another: no wall is between, and it is within vision. VIG-VIS-05.
pub fn is_seen(battle: &Battle, from: Footprint, to: Footprint) -> bool {
    let line = between(battle, from, to, Aim::Look);
    line.wall.is_none() && feet(from, to) <= line.grade.vision(settings::sees_little(battle))
}

/// The squares of an area: within its radius, with no wall on the line from the centre.
pub fn squares(battle: &Battle, at: Square, radius: u16) -> Vec<Square> {
    let centre = Footprint::one(at);
    let field = &battle.scene.field;
    let near = crate::geometry::reach_chebyshev(centre, radius / FEET).chain([at]);
    let near = near.filter(|square| field.extent().contains(*square));
    near.filter(|square| between(battle, centre, Footprint::one(*square), Aim::Burst).wall.is_none()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Edge;

    fn towards(x: i16, y: i16) -> Option<Direction> {
        octant(Footprint::one(Square::new(20, 20)), Footprint::one(Square::new(20 + x, 20 + y)))
    }

    /// VIG-SETUP-05.
    #[test]
    fn octants_are_exact() {
        assert_eq!(towards(5, -2), Some(Direction::East));
        assert_eq!(towards(5, -3), Some(Direction::NorthEast));
        assert_eq!(towards(12, 5), Some(Direction::SouthEast), "22.62 degrees");
        assert_eq!(towards(29, 12), Some(Direction::East), "22.48 degrees");
        assert_eq!(towards(0, -1), Some(Direction::North));
        assert_eq!(towards(0, 0), None);
        assert_eq!(eighths(Direction::North, Direction::SouthEast), 3);
        assert_eq!(eighths(Direction::NorthWest, Direction::North), 1);
    }

    fn wall(field: &mut Battlefield, a: (i16, i16), b: (i16, i16), feature: Feature) {
        let edge = Edge::between(Square::new(a.0, a.1), Square::new(b.0, b.1)).unwrap();
        field.set_edge(edge, Some(feature));
    }

    /// VIG-REACH-02: a wall on one way round the corner does not block, walls on both ways do.
    #[test]
    fn a_corner_needs_something_on_both_ways_round() {
        let mut field = Battlefield::new(3, 3);
        let path = |field: &Battlefield| trace(field, Square::new(0, 0), Square::new(1, 1), Grade::Normal).is_clear;
        assert!(path(&field));
        wall(&mut field, (0, 0), (1, 0), Feature::Wall);
        assert!(path(&field));
        wall(&mut field, (0, 0), (0, 1), Feature::Wall);
        assert!(!path(&field));
        assert_eq!(Steps(1).cost(&field, Square::new(0, 0), Direction::SouthEast), None);
        field.set_edge(Edge::between(Square::new(0, 0), Square::new(0, 1)).unwrap(), None);
        assert_eq!(Steps(1).cost(&field, Square::new(0, 0), Direction::SouthEast), Some(1), "VIG-MOVE-03");
    }

    /// Board facts: if both ways hold something, the weaker of the two counts.
    #[test]
    fn of_two_ways_round_the_weaker_one_counts() {
        let mut field = Battlefield::new(3, 3);
        field.set_feature(Square::new(1, 0), Some(Feature::Pillar));
        field.set_feature(Square::new(0, 1), Some(Feature::Bush));
        let line = trace(&field, Square::new(0, 0), Square::new(1, 1), Grade::Normal);
        assert_eq!(line.covers.iter().map(|cover| cover.category).collect::<Vec<_>>(), [Category::Light]);
    }

    /// VIG-COV-01: next to the target counts, next to the shooter does not.
    #[test]
    fn cover_counts_beside_the_target() {
        let mut field = Battlefield::new(8, 1);
        field.set_feature(Square::new(1, 0), Some(Feature::Barricade));
        let covers = |field: &Battlefield, from: i16, to: i16| {
            trace(field, Square::new(from, 0), Square::new(to, 0), Grade::Normal).covers.len()
        };
        assert_eq!(covers(&field, 0, 7), 0);
        assert_eq!(covers(&field, 7, 0), 1);
        assert_eq!(covers(&field, 7, 1), 1, "the target's own square");
        assert_eq!(covers(&field, 1, 2), 0, "the shooter's own square");
    }

    /// VIG-VIS-04, VIG-VIS-05.
    #[test]
    fn grades_have_their_printed_numbers() {
        assert_eq!([6, 12, 30].map(|feet| Grade::Zero.penalty(feet)), [0, 15, 15]);
        assert_eq!(Grade::ALL.map(|grade| grade.vision(false) / FEET), [200, 16, 8, 1]);
        assert_eq!(Grade::ALL.map(|grade| grade.vision(true) / FEET), [133, 11, 5, 0]);
        assert_eq!(Grade::ALL[1..].iter().map(|grade| grade.limit() / FEET).collect::<Vec<_>>(), [50, 25, 5]);
    }
}
