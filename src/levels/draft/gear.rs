//! What is in hand and what is carried, as a list of gear that can be changed.

use super::Draft;
use crate::levels::{Carried, Gear, Roster};

/// One of the two hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    /// The main hand.
    Main,
    /// The off hand.
    Off,
}

/// Whether gear is in a hand.
const fn is_in(at: Carried, hand: Hand) -> bool {
    match hand {
        Hand::Main => matches!(at, Carried::Main | Carried::Both),
        Hand::Off => matches!(at, Carried::Off | Carried::Both),
    }
}

/// The place in the list of the item in a hand.
pub fn held(gear: &[Gear], hand: Hand) -> Option<usize> {
    gear.iter().position(|piece| is_in(piece.at, hand))
}

/// The list with one of its items in a hand, or with that hand empty. An item that needs both hands takes both;
/// anything held there before is put away.
pub fn with_held(gear: &[Gear], hand: Hand, place: Option<usize>, roster: &Roster) -> Vec<Gear> {
    let mut gear = gear.to_vec();
    let hands = |arm: &str| roster.arm(arm).and_then(crate::levels::Armament::hands).unwrap_or(1);
    let both = place.and_then(|place| gear.get(place)).is_some_and(|piece| hands(&piece.arm) >= 2);
    for (index, piece) in gear.iter_mut().enumerate() {
        let is_there =
            is_in(piece.at, hand) || both && matches!(piece.at, Carried::Main | Carried::Off | Carried::Both);
        if is_there && Some(index) != place {
            piece.at = Carried::Stowed;
        }
    }
    if let Some(piece) = place.and_then(|place| gear.get_mut(place)) {
        piece.at = match (both, hand) {
            (true, _) => Carried::Both,
            (false, Hand::Main) => Carried::Main,
            (false, Hand::Off) => Carried::Off,
        };
    }
    gear
}

impl Draft {
    /// A new item for a fighter: stowed and loaded, or part of the body if the arm is one.
    pub fn new_piece(&self, arm: &str) -> Option<Gear> {
        let found = self.roster.arm(arm)?;
        let at = if found.hands() == Some(0) { Carried::Natural } else { Carried::Stowed };
        Some(Gear { arm: arm.into(), at, count: None, loaded: true, state: Default::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gear(arm: &str, at: Carried) -> Gear {
        Gear { arm: arm.into(), at, count: None, loaded: true, state: Default::default() }
    }

    #[test]
    fn hands_hold_one_thing_and_what_needs_both_takes_both() {
        let roster = Roster::builtin();
        let all = [gear("sword", Carried::Main), gear("shield", Carried::Off), gear("halberd", Carried::Stowed)];
        let places = |gear: &[Gear]| gear.iter().map(|piece| piece.at).collect::<Vec<_>>();
        let halberd = with_held(&all, Hand::Off, Some(2), roster);
        assert_eq!(places(&halberd), [Carried::Stowed, Carried::Stowed, Carried::Both]);
        let sword = with_held(&halberd, Hand::Main, Some(0), roster);
        assert_eq!(places(&sword), [Carried::Main, Carried::Stowed, Carried::Stowed]);
        let empty = with_held(&all, Hand::Main, None, roster);
        assert_eq!(places(&empty), [Carried::Stowed, Carried::Off, Carried::Stowed]);
        assert_eq!(
            (held(&all, Hand::Main), held(&empty, Hand::Main), held(&halberd, Hand::Off)),
            (Some(0), None, Some(2))
        );
    }
}
