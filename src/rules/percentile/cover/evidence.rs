//! The lines that decide cover and sight, and in words what they meet.

use std::{ops::ControlFlow, sync::Arc};

use super::{
    Class, judge,
    known::Pair,
    view::{BodyPair, Met, What, touches},
};
use crate::{
    geometry::{Ray, Square, centre, corners, euclidean_rounded, euclidean_squared, sight_points},
    rules::{
        Constants, Feature, Footing, Height, Line, Lines, Sight, Touch, Veil, percentile::catalogue as ids, prelude::*,
    },
};

/// Sight and cover between two combatants, with the lines from the corner that is best for the attacker.
pub fn sight(battle: &Battle, from: CombatantId, to: CombatantId) -> Sight {
    let view = BodyPair::between(battle, from, to);
    let visibility = judge(&view);
    let constants = battle.constants();
    // Only trenches change which rule decides; without them the lines are drawn on first use.
    let (lines, by_trench) = match view.pair().filter(|_| !view.any_trench()) {
        Some(pair) => (later(battle, &view, pair, (from, to)), false),
        None => {
            let lines = Witness { constants, view: &view, from, to }.lines();
            let by_trench = lines.iter().any(|line| line.rule == ids::COV_07);
            (lines.into(), by_trench)
        }
    };
    let rule = if by_trench {
        ids::COV_07
    } else if visibility.class == Class::None && !visibility.seen {
        ids::VIS_01
    } else {
        ids::COV_03
    };
    let (columns, rows) = view.from.footprint.gap(view.to.footprint);
    Sight {
        distance: euclidean_rounded(columns, rows).unsigned_abs(),
        seen: visibility.seen,
        cover: visibility.class as u8,
        has_classes: true,
        cover_name: visibility.class.name(),
        modifier: visibility.class.modifier(),
        armour: 0,
        rule,
        lines,
    }
}

/// The lines between two combatants, drawn on first use.
fn later(battle: &Battle, view: &BodyPair<'_>, pair: Pair, (from, to): (CombatantId, CombatantId)) -> Lines {
    let (field, constants) = (Arc::clone(&battle.scene.field), Arc::clone(battle.constants()));
    let BodyPair { from: start, to: aim, by_centres, low_anywhere, .. } = *view;
    // The lines keep their board alive, so its address identifies it.
    let board = Arc::as_ptr(&field) as usize as u64;
    let key = [pair.number(), u64::from(from.0), u64::from(to.0), board];
    Lines::later(key, move || {
        let view = BodyPair::bare(&field, start, aim, by_centres, low_anywhere);
        Witness { constants: &constants, view: &view, from, to }.lines()
    })
}

/// Lines drawn together from one square to another: four from a corner, or one between centres.
struct Bundle {
    start: Square,
    aim: Square,
    rays: Vec<Ray>,
}

/// The reason for a line's class.
struct Reason {
    class: Class,
    at: Option<Touch>,
    words: String,
    rule: RuleId,
}

/// Describes what the lines between two combatants meet.
struct Witness<'a> {
    constants: &'a Constants,
    view: &'a BodyPair<'a>,
    from: CombatantId,
    to: CombatantId,
}

impl Witness<'_> {
    fn lines(&self) -> Vec<Line> {
        let best = self.bundles().into_iter().min_by_key(|bundle| self.rank(bundle));
        best.map_or_else(Vec::new, |bundle| {
            bundle.rays.iter().map(|ray| self.line(*ray, bundle.start, bundle.aim)).collect()
        })
    }

    fn bundles(&self) -> Vec<Bundle> {
        let mut bundles = Vec::new();
        for (start, aim) in self.view.pairs() {
            if self.view.by_centres {
                bundles.push(Bundle { start, aim, rays: vec![Ray { from: centre(start), to: centre(aim) }] });
            } else {
                bundles.extend(corners(start).map(|from| Bundle {
                    start,
                    aim,
                    rays: sight_points(aim).map(|to| Ray { from, to }).into(),
                }));
            }
        }
        bundles
    }

    /// The rank of a pair of squares, lower is better: by cover, by sight, then by obstacles and distance.
    fn rank(&self, Bundle { start, aim, rays }: &Bundle) -> (Class, bool, usize, usize, u64) {
        let looks: Vec<_> = rays.iter().map(|ray| self.view.look(*ray, *start)).collect();
        let class = match looks[..] {
            [a, b, c, d] => Class::of_lines([a, b, c, d].map(|look| look.class)),
            _ => looks.iter().map(|look| look.class).max().unwrap_or(Class::None),
        };
        let (_, trench) = self.view.trench(*start, *aim);
        let met = looks.iter().filter(|look| look.class > Class::None).count();
        let blocked = looks.iter().filter(|look| !look.clear).count();
        let away = centre(*aim);
        let length = rays.first().map_or(0, |ray| euclidean_squared(away.x - ray.from.x, away.y - ray.from.y));
        (class.max(trench), blocked == rays.len(), met, blocked, length)
    }

    fn line(&self, ray: Ray, start: Square, aim: Square) -> Line {
        let mut cover: Option<Met> = None;
        let mut veil: Option<(Veil, Square)> = self.view.opaque(start).map(|veil| (veil, start));
        self.view.trace(ray, start, |met| {
            match met.what {
                What::Veil(kind, square) => veil = veil.or(Some((kind, square))),
                _ if cover.is_none_or(|before| met.class > before.class) => cover = Some(met),
                _ => {}
            }
            ControlFlow::Continue(())
        });
        let cover = match self.view.trench(start, aim) {
            (square, depth) if depth > cover.map_or(Class::None, |met| met.class) => self.trench(square, depth),
            _ => cover.map_or_else(Reason::clear, |met| self.met(met)),
        };
        let Reason { class, at, words, rule } = match veil {
            Some((veil, square)) if cover.class < Class::Total => cover.behind(veil, square),
            _ => cover,
        };
        Line { from: ray.from, to: ray.to, class: class as u8, touches: at, words, rule }
    }

    /// Who stands in the trench, and the cover it gives.
    fn trench(&self, square: Square, class: Class) -> Reason {
        let footing = self.view.field.cell(square).map(|cell| cell.footing);
        let name = match footing {
            Some(Footing::ShallowTrench) => "shallow trench",
            Some(Footing::Pit) => "pit",
            _ => "deep trench",
        };
        let who = if self.view.to.footprint.contains(square) { self.to } else { self.from };
        let words = format!("{}: {name} {square}, {} in it", class.name(), self.name(who));
        Reason { class, at: Some(Touch::Square(square)), words, rule: ids::COV_07 }
    }

    fn met(&self, Met { class, what }: Met) -> Reason {
        let name = if class == Class::None { "clear" } else { class.name() };
        match what {
            What::Occupant(who, square) => Reason {
                class,
                at: Some(Touch::Square(square)),
                words: format!("{name}: {} {square}, in between", self.name(who)),
                rule: ids::COV_06,
            },
            What::Veil(veil, square) => Reason::clear().behind(veil, square),
            What::Obstacle(feature, at) => {
                let (why, rule) = self.why(feature, at, class);
                let words = format!("{name}: {} {}{why}", feature.name(), place(at));
                Reason { class, at: (class > Class::None).then_some(at), words, rule }
            }
        }
    }

    /// Why a low obstacle counts or not, and the rule.
    fn why(&self, feature: Feature, at: Touch, class: Class) -> (String, RuleId) {
        let view = self.view;
        let (at_to, at_from) = (touches(at, view.to.footprint), touches(at, view.from.footprint));
        let (to, from) = (self.name(self.to), self.name(self.from));
        match feature.traits().height {
            Height::Tall => (String::new(), ids::COV_02),
            Height::Low if class == Class::Total && at_to && view.to.prone => {
                (format!(", low, {to} prone"), ids::COV_05)
            }
            Height::Low if class == Class::Total => (format!(", low, {from} prone"), ids::COV_05),
            Height::Low if class == Class::None => (format!(", low, and not beside {to}"), ids::COV_04),
            Height::Low if at_to => (format!(", low, touches {to}"), ids::COV_04),
            Height::Low if at_from && view.from.prone => (format!(", low, touches {from}"), ids::COV_04),
            Height::Low => (", low".into(), ids::COV_04),
        }
    }

    fn name(&self, who: CombatantId) -> &str {
        &self.constants.profiles[who.index()].identity.name
    }
}

impl Reason {
    fn clear() -> Self {
        Self { class: Class::None, at: None, words: "clear".into(), rule: ids::COV_02 }
    }

    /// The same reason if an opaque square blocks sight as well, PCT-VIS-01.
    fn behind(self, veil: Veil, square: Square) -> Self {
        let unseen = format!("no sight: {} {square}", veil.name());
        if self.class == Class::None {
            return Self { class: Class::None, at: Some(Touch::Square(square)), words: unseen, rule: ids::VIS_01 };
        }
        Self { words: format!("{}; {unseen}", self.words), ..self }
    }
}

/// The name of a place: `l7`, or `k7|l7` for an edge.
fn place(at: Touch) -> String {
    match at {
        Touch::Square(square) => square.to_string(),
        Touch::Edge(edge) => {
            let [first, other] = edge.squares();
            format!("{first}|{other}")
        }
    }
}
