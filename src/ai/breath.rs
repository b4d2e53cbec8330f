//! How often somebody can still defend where that is paid for with points that come back only in part: whoever is attacked more
//! often than that meets the rest with nothing.

use super::{
    evaluation::{Appraiser, Gain},
    turn_context::TurnContext,
};
use crate::{
    geometry::chebyshev,
    rules::{Battle, Choice, CombatantId, Effect, Stock},
};

/// The attacks that my side makes on somebody in a round, roughly: my own, those of a friend beside, those of one who must
/// walk up; and how many squares away such friends are.
const MINE: i32 = 2;
const BESIDE: (u32, i32) = (2, 2);
const NEAR: (u32, i32) = (6, 1);

/// Somebody who will run out of breath.
pub(super) struct Breath {
    /// The attacks against which there is still a defence, and all that are expected, in per cent of an attack.
    defended: i32,
    of: i32,
    /// The battle in which nothing is left for one.
    pub(super) spent: Battle,
}

impl Breath {
    /// Nothing if there is enough for so many attacks, in per cent of an attack, or none even now.
    fn short(battle: &Battle, who: CombatantId, attacks: i32) -> Option<Self> {
        let stock = battle.ruleset.rules().stock(battle, who).filter(|stock| stock.price > 0)?;
        // Default answers leave a point: whoever has none cannot act.
        let defended = i32::from(stock.left.saturating_sub(1) / stock.price) * 100;
        if defended == 0 || defended >= attacks {
            return None;
        }
        Some(Self { defended, of: attacks, spent: spent(battle, who, stock) })
    }

    /// The mean of what an attack does before and after.
    pub(super) fn mean(&self, defended: i32, open: i32) -> i32 {
        mean(defended, open, (self.defended, self.of))
    }
}

/// The battle in which somebody has one point left, too few to defend with.
fn spent(battle: &Battle, who: CombatantId, stock: Stock) -> Battle {
    let mut spent = battle.clone();
    spent.apply(&Effect::Vital(who, stock.vital, 1));
    spent
}

fn mean(defended: i32, open: i32, (first, of): (i32, i32)) -> i32 {
    defended + (open - defended).max(0) * (of - first) / of
}

impl TurnContext<'_> {
    /// Whether somebody will run out of breath after so many attacks, in per cent of one; at a quick depth nobody ever does.
    pub(super) fn short_after(&self, at: &Battle, who: CombatantId, attacks: i32) -> Option<Breath> {
        if self.depth.is_single() { None } else { Breath::short(at, who, attacks) }
    }

    /// Whether an enemy will run out of breath by what my side does to it.
    pub(super) fn short_of_breath(&self, at: &Battle, on: CombatantId) -> Option<Breath> {
        if self.depth.is_single() || self.rules.stock(at, on).is_none_or(|stock| stock.price == 0) {
            return None;
        }
        self.short_after(at, on, self.attacks_on(at, on) * 100)
    }

    /// What an attack on an enemy comes to, weighed; with the defences that it uses up.
    pub(super) fn attack(&self, judge: &mut Appraiser, at: &Battle, on: CombatantId, choice: &Choice) -> Gain {
        let gain = judge.attack(at, self.me, choice);
        let Some(breath) = self.short_of_breath(at, on) else { return self.weighed(on, gain) };
        let open = judge.attack(&breath.spent, self.me, choice).value;
        self.weighed(on, Gain { value: breath.mean(gain.value, open), ..gain })
    }

    /// What somebody does to me whom I give an opportunity in my own turn.
    pub(super) fn provoked(&self, judge: &mut Appraiser, at: &Battle, by: CombatantId) -> i32 {
        let stock = if self.rules.defends_in_turn() { None } else { self.rules.stock(at, self.me) };
        let Some(stock) = stock else { return judge.peak(at, by, self.me) };
        judge.peak(&spent(at, self.me, stock), by, self.me)
    }

    /// The attacks that my side makes on an enemy in a round, roughly.
    fn attacks_on(&self, at: &Battle, on: CombatantId) -> i32 {
        let (me, body) = (at.combatant(self.me), at.combatant(on).footprint());
        let friends = at.combatants().filter(|friend| friend.team == me.team && friend.id != me.id && friend.fights());
        let far = friends.map(|friend| {
            let (dx, dy) = friend.footprint().gap(body);
            chebyshev(dx, dy)
        });
        let attacks =
            far.map(|far| [BESIDE, NEAR].iter().find(|(within, _)| far <= *within).map_or(0, |(_, many)| *many));
        MINE + attacks.sum::<i32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_more_attacks_the_fewer_meet_a_defence() {
        assert_eq!([200, 400, 800].map(|of| mean(1_000, 5_000, (200, of))), [1_000, 3_000, 4_000]);
    }
}
