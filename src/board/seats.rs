//! Where a body is drawn in squares that several share: a rider above the mount, the fallen at the feet of those who
//! stand, and several fallen each a little aside, so that all of them are seen.

use crate::{
    geometry::{Footprint, Square},
    rules::{Battle, Combatant, CombatantId},
};

/// Somebody who may share squares with others.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    /// The squares covered.
    pub at: Footprint,
    /// Whether this one still fights.
    pub fights: bool,
    /// The mount it rides.
    pub mount: Option<CombatantId>,
}

/// Where a body is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seat {
    /// How far from the middle, to the right and down, in sides of the body.
    pub aside: (f32, f32),
    /// How large, as a share of the whole.
    pub size: f32,
}

impl Seat {
    /// In the middle, as large as its squares.
    pub const WHOLE: Self = Self { aside: (0.0, 0.0), size: 1.0 };

    const fn new(right: f32, down: f32, size: f32) -> Self {
        Self { aside: (right, down), size }
    }

    /// Whether it is drawn small beside somebody else.
    pub fn is_aside(self) -> bool {
        self.size < 0.9
    }

    /// Whether a point in a body's squares, in squares from the board's north-west corner, lies on what is drawn there.
    pub fn holds(self, at: Footprint, (x, y): (f32, f32)) -> bool {
        let side = f32::from(at.side);
        let middle = |anchor: i16, aside: f32| f32::from(anchor) + side * (0.5 + aside);
        let (dx, dy) = (x - middle(at.anchor.x, self.aside.0), y - middle(at.anchor.y, self.aside.1));
        dx.hypot(dy) <= self.size * side / 2.0
    }
}

/// Places for those who lie in a square: each fills the lower half of its own room, with the letter at its lower right.
const CORNERS: [(f32, f32); 4] = [(-0.24, 0.20), (0.24, 0.20), (-0.24, -0.30), (0.24, -0.30)];
/// The same at the feet of somebody who stands there, whose letter stays free.
const FEET: [(f32, f32); 3] = [(-0.24, 0.24), (-0.24, -0.06), (-0.24, -0.36)];
/// The same for two.
const TWO: [(f32, f32); 2] = [(-0.14, -0.32), (0.14, 0.14)];

/// Where somebody is drawn among all who are seen.
pub fn of(who: CombatantId, all: &[(CombatantId, Body)]) -> Seat {
    let Some((_, own)) = all.iter().find(|(known, _)| *known == who) else { return Seat::WHOLE };
    if own.mount.is_some() {
        return Seat::new(0.20, -0.20, 0.60);
    }
    if all.iter().any(|(_, body)| body.mount == Some(who) && body.at.anchor == own.at.anchor) {
        return Seat::new(-0.06, 0.07, 0.94);
    }
    let shares = |body: &Body| body.mount.is_none() && body.at.squares().any(|square| own.at.contains(square));
    let mut here: Vec<CombatantId> =
        all.iter().filter(|(_, body)| body.fights == own.fights && shares(body)).map(|(who, _)| *who).collect();
    here.sort_unstable();
    let place = here.iter().position(|known| *known == who).unwrap_or(0);
    let others = all.iter().any(|(_, body)| body.fights != own.fights && shares(body));
    let place = |places: &[(f32, f32)], size| {
        let (right, down) = places[place % places.len()];
        Seat::new(right, down, size)
    };
    match (own.fights, others, here.len()) {
        (true, _, 1) | (false, false, 1) => Seat::WHOLE,
        (true, _, _) | (false, false, 2) => place(&TWO, 0.72),
        (false, true, _) => place(&FEET, 0.52),
        (false, false, _) => place(&CORNERS, 0.52),
    }
}

/// The key that sorts bodies from the lowest to the highest. A body that lies at somebody's feet is small, and seen in
/// front of them.
pub fn height(who: CombatantId, body: Body, seat: Seat) -> (bool, Square, bool, bool, CombatantId) {
    (body.fights || seat.is_aside(), body.at.anchor, body.mount.is_some(), !body.fights, who)
}

/// Who does the walking for a combatant: its mount, or itself.
pub fn goes(battle: &Battle, who: CombatantId) -> Combatant<'_> {
    battle.combatant(battle.ruleset.rules().mount_of(battle, who).unwrap_or(who))
}

/// Like [`of`], for one of several combatants who share squares in a battle.
pub fn among(battle: &Battle, who: CombatantId, here: &[CombatantId]) -> Seat {
    let rules = battle.ruleset.rules();
    let body = |who: &CombatantId| {
        let fighter = battle.combatant(*who);
        (*who, Body { at: fighter.footprint(), fights: fighter.fights(), mount: rules.mount_of(battle, *who) })
    };
    of(who, &here.iter().map(body).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(x: i16, fights: bool, mount: Option<u16>) -> Body {
        let at = Footprint::one(Square::new(x, 4));
        Body { at, fights, mount: mount.map(CombatantId) }
    }

    fn seats(bodies: &[Body]) -> Vec<Seat> {
        let all: Vec<(CombatantId, Body)> =
            bodies.iter().enumerate().map(|(who, body)| (CombatantId(who as u16), *body)).collect();
        all.iter().map(|(who, _)| of(*who, &all)).collect()
    }

    #[test]
    fn all_who_share_a_square_are_seen() {
        // Some lie at the feet of one who stands, others lie there alone: nobody covers anybody else.
        let cases = [
            vec![body(3, true, None), body(3, false, None)],
            vec![body(3, false, None), body(3, false, None)],
            vec![body(3, true, None), body(3, false, None), body(3, false, None)],
            vec![body(3, false, None); 4],
        ];
        for bodies in cases {
            let seats = seats(&bodies);
            for (index, seat) in seats.iter().enumerate() {
                assert!(seats[..index].iter().all(|other| other.aside != seat.aside), "{seats:?}");
                assert_eq!(seat.is_aside(), !bodies[index].fights, "{seats:?}");
            }
        }
        assert_eq!(seats(&[body(3, true, None), body(4, false, None)]), [Seat::WHOLE; 2], "each in its own square");
        let ridden = seats(&[body(3, true, None), body(3, true, Some(0))]);
        assert!(!ridden[0].is_aside() && ridden[1].is_aside());
    }

    #[test]
    fn the_pointer_is_on_what_is_drawn_there() {
        let [stands, lies] = seats(&[body(3, true, None), body(3, false, None)])[..] else { panic!("two") };
        let at = Footprint::one(Square::new(3, 4));
        assert!(lies.holds(at, (3.2, 4.8)) && !lies.holds(at, (3.7, 4.3)));
        assert!(stands.holds(at, (3.7, 4.3)));
    }
}
