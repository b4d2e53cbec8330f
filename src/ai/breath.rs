//! How many defences a fighter can still pay for, under rules where a defence costs points that come back only in part.
//! Attacks beyond that meet no defence.

use super::{
    evaluation::{Appraiser, Gain},
    turn_context::TurnContext,
};
use crate::{
    geometry::chebyshev,
    rules::{Battle, Choice, CombatantId, Effect, Stock},
};

/// Roughly how many attacks my side makes on an enemy in a round: my own, those of a friend beside it, those of a
/// friend who must walk up; the latter two each with how many squares away such a friend may be.
const MINE: i32 = 2;
const BESIDE: (u32, i32) = (2, 2);
const NEAR: (u32, i32) = (6, 1);

/// A fighter who will run out of points to defend with.
pub(super) struct Breath {
    /// The attacks it can still defend against, and all attacks expected (`of`), in per cent of an attack.
    defended: i32,
    of: i32,
    /// The battle with too few points left for a defence.
    pub(super) spent: Battle,
}

impl Breath {
    /// `None` if the points last for `attacks`, in per cent of one, or do not pay for a single defence even now.
    fn short(battle: &Battle, who: CombatantId, attacks: i32) -> Option<Self> {
        let stock = battle.ruleset.rules().stock(battle, who).filter(|stock| stock.price > 0)?;
        // Default answers leave one point: a fighter with none cannot act.
        let defended = i32::from(stock.left.saturating_sub(1) / stock.price) * 100;
        if defended == 0 || defended >= attacks {
            return None;
        }
        Some(Self { defended, of: attacks, spent: spent(battle, who, stock) })
    }

    /// The mean of an attack's harm: `defended` while the points last, `open` after that.
    pub(super) fn mean(&self, defended: i32, open: i32) -> i32 {
        mean(defended, open, (self.defended, self.of))
    }
}

/// The battle in which `who` has one point left, too few to defend with.
fn spent(battle: &Battle, who: CombatantId, stock: Stock) -> Battle {
    let mut spent = battle.clone();
    spent.apply(&Effect::Vital(who, stock.vital, 1));
    spent
}

fn mean(defended: i32, open: i32, (first, of): (i32, i32)) -> i32 {
    defended + (open - defended).max(0) * (of - first) / of
}

impl TurnContext<'_> {
    /// Whether a fighter runs out of breath after `attacks`, in per cent of one. At a quick depth nobody ever does.
    pub(super) fn short_after(&self, at: &Battle, who: CombatantId, attacks: i32) -> Option<Breath> {
        if self.depth.is_single() { None } else { Breath::short(at, who, attacks) }
    }

    /// Whether the attacks of my side will leave an enemy out of breath.
    pub(super) fn short_of_breath(&self, at: &Battle, on: CombatantId) -> Option<Breath> {
        if self.depth.is_single() || self.rules.stock(at, on).is_none_or(|stock| stock.price == 0) {
            return None;
        }
        self.short_after(at, on, self.attacks_on(at, on) * 100)
    }

    /// The weighed gain of an attack on an enemy, allowing for its running out of defences.
    pub(super) fn attack(&self, judge: &mut Appraiser, at: &Battle, on: CombatantId, choice: &Choice) -> Gain {
        let gain = judge.attack(at, self.me, choice);
        let Some(breath) = self.short_of_breath(at, on) else { return self.weighed(on, gain) };
        let open = judge.attack(&breath.spent, self.me, choice).value;
        self.weighed(on, Gain { value: breath.mean(gain.value, open), ..gain })
    }

    /// The harm that an enemy can do when I give it an opportunity in my own turn.
    pub(super) fn provoked(&self, judge: &mut Appraiser, at: &Battle, by: CombatantId) -> i32 {
        let stock = if self.rules.defends_in_turn() { None } else { self.rules.stock(at, self.me) };
        let Some(stock) = stock else { return judge.peak(at, by, self.me) };
        judge.peak(&spent(at, self.me, stock), by, self.me)
    }

    /// Roughly how many attacks my side makes on an enemy in a round.
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
