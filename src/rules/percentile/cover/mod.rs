//! Cover and sight between two bodies, determined for each attack: PCT-COV and PCT-VIS.

mod evidence;
mod known;
mod view;

use std::ops::ControlFlow;

pub use evidence::sight;
use known::{Pairs, Wanted};
use view::{Body, BodyPair, class_of, touches};

use crate::{
    geometry::{
        Direction, Edge, Footprint, Passing, Ray, Square, centre, corners, reach_chebyshev, sight_points, walk,
        ways_round,
    },
    rules::{Feature, Height, Touch, Traits, prelude::*},
};

/// The class of cover, PCT-COV-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// Nothing in the way.
    None,
    /// -10.
    Minimal,
    /// -30.
    Partial,
    /// No attack.
    Total,
}

impl Class {
    /// The name in the catalogue.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Minimal => "minimal",
            Self::Partial => "partial",
            Self::Total => "total",
        }
    }

    /// The modifier to an attack; total cover forbids the attack and has none.
    pub const fn modifier(self) -> i32 {
        match self {
            Self::None | Self::Total => 0,
            Self::Minimal => -10,
            Self::Partial => -30,
        }
    }

    /// The class of the four lines from one corner, PCT-COV-03.
    fn of_lines(mut lines: [Self; 4]) -> Self {
        lines.sort_unstable();
        match lines {
            [Self::Total, ..] => Self::Total,
            [_, _, Self::Partial | Self::Total, _] => Self::Partial,
            [_, _, _, Self::None] => Self::None,
            _ => Self::Minimal,
        }
    }
}

/// Cover and sight between an observer and a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visibility {
    /// The cover, PCT-COV-03.
    pub class: Class,
    /// Whether the target is seen, PCT-VIS-01.
    pub seen: bool,
}

/// The cover of `to` against `from`, and whether `to` is seen. Allocates nothing; [`sight`] gives the reasons.
pub fn visibility(battle: &Battle, from: CombatantId, to: CombatantId) -> Visibility {
    let visibility = judge(&BodyPair::between(battle, from, to));
    Visibility { seen: visibility.seen && !is_blind(battle, from), ..visibility }
}

/// A blinded combatant sees nobody, PCT-VIS-01.
pub fn is_blind(battle: &Battle, who: CombatantId) -> bool {
    battle.combatant(who).conditions.has(super::conditions::BLINDED)
}

/// Like [`visibility`] for hypothetical bodies. Combatants in `ignore` give no cover even where occupants do
/// (PCT-COV-06).
pub fn visibility_at(
    battle: &Battle,
    from: (Footprint, Posture),
    to: (Footprint, Posture),
    ignore: &[CombatantId],
) -> Visibility {
    judge(&BodyPair::new(battle, Body::new(from), Body::new(to), ignore))
}

/// Whether `from` sees `to`, PCT-VIS-01: the same answer as [`visibility`], mostly at the price of one line.
pub fn sees(battle: &Battle, from: CombatantId, to: CombatantId) -> bool {
    !is_blind(battle, from) && glimpse(&BodyPair::between(battle, from, to), Wanted::Seen)
}

/// Whether `to` is behind less than total cover against `from`, PCT-COV-01.
pub fn is_exposed(battle: &Battle, from: CombatantId, to: CombatantId) -> bool {
    glimpse(&BodyPair::between(battle, from, to), Wanted::Exposed)
}

/// Like [`is_exposed`] for hypothetical bodies.
pub fn is_exposed_at(battle: &Battle, from: (Footprint, Posture), to: (Footprint, Posture)) -> bool {
    glimpse(&BodyPair::new(battle, Body::new(from), Body::new(to), &[]), Wanted::Exposed)
}

/// Whether `from` sees `to`, and `to` is not behind total cover.
pub fn is_in_view(battle: &Battle, from: CombatantId, to: CombatantId) -> bool {
    !is_blind(battle, from) && glimpse(&BodyPair::between(battle, from, to), Wanted::Both)
}

/// Like [`is_in_view`] for hypothetical bodies.
pub fn is_in_view_at(
    battle: &Battle,
    from: (Footprint, Posture),
    to: (Footprint, Posture),
    ignore: &[CombatantId],
) -> bool {
    let view = BodyPair::new(battle, Body::new(from), Body::new(to), ignore);
    glimpse(&view, Wanted::Both)
}

/// Answers a question about sight and exposure.
fn glimpse(view: &BodyPair<'_>, wanted: Wanted) -> bool {
    if view.is_open() {
        return true;
    }
    let Some(pair) = view.pair() else { return draw_until(view, wanted) };
    let known = view.field.lines(Pairs);
    known.about(pair).is_met(wanted).unwrap_or_else(|| {
        let is_met = draw_until(view, wanted);
        known.note(pair, (wanted, is_met));
        is_met
    })
}

/// Draws lines only until enough is known about sight and exposure.
fn draw_until(view: &BodyPair<'_>, wanted: Wanted) -> bool {
    let (mut seen, mut exposed) = (false, false);
    for (start, aim) in view.pairs() {
        if view.trench(start, aim).1 == Class::Total {
            continue;
        }
        if view.by_centres {
            exposed |= view.look(Ray { from: centre(start), to: centre(aim) }, start).class < Class::Total;
        }
        for from in corners(start) {
            for to in sight_points(aim) {
                if wanted.is_met(seen, exposed) {
                    return true;
                }
                let look = view.look(Ray { from, to }, start);
                seen |= look.clear;
                exposed |= !view.by_centres && look.class < Class::Total;
            }
        }
    }
    wanted.is_met(seen, exposed)
}

/// The visibility from the best pair of squares and the best corner for the attacker.
fn judge(view: &BodyPair<'_>) -> Visibility {
    if view.is_open() {
        return Visibility { class: Class::None, seen: true };
    }
    let Some(pair) = view.pair() else { return draw_all(view) };
    let known = view.field.lines(Pairs);
    known.about(pair).whole().unwrap_or_else(|| {
        let whole = draw_all(view);
        known.note(pair, whole);
        whole
    })
}

fn draw_all(view: &BodyPair<'_>) -> Visibility {
    let mut best = Visibility { class: Class::Total, seen: false };
    for (start, aim) in view.pairs() {
        let (_, trench) = view.trench(start, aim);
        if trench == Class::Total {
            continue;
        }
        let mut least = trench;
        if view.by_centres {
            let line = view.look(Ray { from: centre(start), to: centre(aim) }, start);
            best.class = best.class.min(line.class.max(trench));
            least = best.class;
        }
        for from in corners(start) {
            // Lines count as clear until they are drawn.
            let (mut lines, mut class) = ([Class::None; 4], least);
            for (at, to) in sight_points(aim).into_iter().enumerate() {
                if best.seen && class >= best.class {
                    break;
                }
                let look = view.look(Ray { from, to }, start);
                best.seen |= look.clear;
                lines[at] = look.class;
                class = Class::of_lines(lines).max(least);
            }
            best.class = best.class.min(class);
        }
    }
    best
}

/// Whether a trench alone gives a body total cover, PCT-COV-07.
pub fn is_entrenched(battle: &Battle, from: Footprint, to: Footprint) -> bool {
    let [from, to] = [from, to].map(|footprint| Body::new((footprint, Posture::Standing)));
    let view = BodyPair::new(battle, from, to, &[]);
    view.pairs().all(|(start, aim)| view.trench(start, aim).1 == Class::Total)
}

/// Whether `who` crouches at a parapet that it can shoot across at `target`, PCT-COV-08. Does not check the weapon's
/// tag.
pub fn rests(battle: &Battle, who: CombatantId, target: CombatantId) -> bool {
    let view = BodyPair::between(battle, who, target);
    battle.combatant(who).posture == Posture::Crouching
        && view.pairs().any(|(start, aim)| lies_on_parapet(&view, start, aim))
}

/// Whether the line between two centres meets a low partial obstacle beside the attacker.
fn lies_on_parapet(view: &BodyPair<'_>, start: Square, aim: Square) -> bool {
    let holds = |feature: Option<Feature>, at: Touch| {
        feature.is_some_and(|feature| {
            class_of(feature) == Class::Partial
                && feature.traits().height == Height::Low
                && touches(at, view.from.footprint)
        })
    };
    let edge = |edge| holds(view.field.edge(edge), Touch::Edge(edge));
    let filling = |square| !view.is_own(square) && holds(view.field.feature(square), Touch::Square(square));
    let walked = walk(Ray { from: centre(start), to: centre(aim) }, start, |passing| {
        let rests = match passing {
            Passing::Interior(square) => filling(square),
            Passing::Edge(over) => edge(over),
            Passing::Corner { from, to } => {
                ways_round(from, to).into_iter().all(|way| filling(way.middle) || way.edges.into_iter().any(edge))
            }
        };
        if rests { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    walked.is_break()
}

/// Whether any wanted feature outside a body's squares shares at least a point with them.
pub fn anything_touches(field: &Battlefield, body: Footprint, wanted: fn(Traits) -> bool) -> bool {
    let is = |feature: Option<Feature>| feature.is_some_and(|feature| wanted(feature.traits()));
    let around = || reach_chebyshev(body, 1).chain(body.squares()).filter(|square| field.cell(*square).is_some());
    around().any(|square| !body.contains(square) && is(field.feature(square)))
        || field_edges(around()).any(|edge| touches(Touch::Edge(edge), body) && is(field.edge(edge)))
}

/// The four edges of each square.
fn field_edges(squares: impl Iterator<Item = Square>) -> impl Iterator<Item = Edge> {
    squares.flat_map(|square| {
        use Direction::{East, North, South, West};
        [North, East, South, West].into_iter().filter_map(move |side| Edge::between(square, square.step(side)))
    })
}

#[cfg(test)]
mod tests;
