//! Where nobody can attack a combatant, and whether it can get there in its turn.

use std::{collections::BTreeSet, sync::atomic::AtomicBool};

use super::{Field, FieldKind, FieldQuestion, Reading};
use crate::{
    geometry::Square,
    rules::{Battle, CombatantId},
};

/// The squares of a danger field on which nobody can attack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Safety {
    /// All of them, the nearest first.
    pub free: Vec<Square>,
    /// Those of them to which a plain way leads in one turn, the nearest first, including the square where one already
    /// stands.
    pub within: Vec<Square>,
    /// The squares with the least danger, if none is free of it, the nearest first.
    pub least: Vec<Square>,
    /// Of the squares within a turn, the one with the least danger, if none of them is free of it.
    pub near: Option<Square>,
}

/// The squares that a combatant can get to in its turn, including where it stands; none if it takes no turns.
pub fn within_a_turn(battle: &Battle, by: CombatantId) -> BTreeSet<Square> {
    let moves = FieldQuestion { kind: FieldKind::Moves, by, on: None, with: Vec::new() };
    let Ok(mut moves) = Field::new(battle, moves) else { return BTreeSet::new() };
    moves.work(usize::MAX, &AtomicBool::new(false));
    let is_end = |square: &&Square| matches!(moves.at(**square), Some(Reading::Cost { .. }));
    moves.order().iter().filter(is_end).copied().collect()
}

impl Field {
    /// Where nobody can attack; `None` for other questions, and while squares are missing.
    pub fn safety(&self) -> Option<Safety> {
        let FieldQuestion { kind, by, .. } = self.question;
        if !kind.is_danger() || self.next < self.order.len() {
            return None;
        }
        let all = || self.order.iter().filter_map(|square| Some((*square, self.at(*square)?)));
        let is_free = |reading: &Reading| matches!(reading, Reading::Danger { count: 0, .. } | Reading::Refused(_));
        let free: Vec<Square> = all().filter(|(_, reading)| is_free(reading)).map(|(square, _)| square).collect();
        let ends = within_a_turn(&self.battle, by);
        let within: Vec<Square> = free.iter().filter(|square| ends.contains(square)).copied().collect();
        let amount = |(square, reading): (Square, &Reading)| match reading {
            Reading::Danger { hits, mean, .. } if kind.is_harm() => Some(((*mean, *hits), square)),
            Reading::Danger { hits, mean, .. } => Some(((*hits, *mean), square)),
            _ => None,
        };
        let amounts: Vec<_> = all().filter_map(amount).collect();
        let lowest = amounts.iter().map(|(amount, _)| *amount).min().filter(|_| free.is_empty());
        let least = amounts.iter().filter(|(amount, _)| Some(*amount) == lowest).map(|(_, square)| *square).collect();
        let reached = amounts.iter().filter(|(_, square)| within.is_empty() && ends.contains(square));
        // The first of equals.
        let near = reached.reduce(|best, next| if next.0 < best.0 { next } else { best }).map(|(_, square)| *square);
        Some(Safety { free, within, least, near })
    }
}
