//! The value of breaking something on the board: cover gone, a way opened.

use super::{foes::Foe, ground::Ground, plan::Planner, turn_context::TurnContext};
use crate::{
    dice::Fraction,
    rules::{Battle, Effect, Forecast},
};

/// How much of the gain counts, in per cent: it helps only from the next attack on, though friends may profit too.
const LATER: i32 = 60;

/// The value of damaging something, in per cent of the value of breaking it.
const DAMAGED: i32 = 25;

/// The most that a shortened way can count, in the unit of [`super::ground::STEP`].
const SHORTER: i32 = 60;

impl Planner<'_> {
    /// The value of what an act may break or damage on the board.
    pub(super) fn clearing(&mut self, odds: &Forecast) -> i32 {
        let all = || odds.odds.iter().flat_map(|(ending, _)| &ending.effects);
        let Some(broken) = all().find_map(broken) else { return 0 };
        let breaks = odds.odds.chance(|ending| ending.effects.contains(&broken));
        let wears = odds.odds.chance(|ending| ending.effects.iter().any(|effect| matches!(effect, Effect::Wear(..))));
        let percent = |chance: Fraction| chance.percent() as i32;
        let likely = percent(breaks) + percent(wears) * DAMAGED / 100;
        self.worth_breaking(&broken).max(0) * likely.min(100) / 100 * LATER / 100
    }

    /// How much better the position is once something is gone.
    fn worth_breaking(&mut self, broken: &Effect) -> i32 {
        if let Some((_, worth)) = self.broken.iter().find(|(known, _)| known == broken) {
            return *worth;
        }
        let mut after = self.context.battle.clone();
        after.apply(broken);
        let here = self.context.glance(self.memory, self.context.battle);
        let there = self.context.glance(self.memory, &after);
        let worth = there.worth() - here.worth() + self.context.eagerness * shorter(self.context, &after);
        self.broken.push((broken.clone(), worth));
        worth
    }
}

/// The effect that removes something, if `effect` breaks or damages it.
fn broken(effect: &Effect) -> Option<Effect> {
    match effect {
        Effect::Edge(_, None) | Effect::Feature(_, None) => Some(effect.clone()),
        Effect::Wear(site, Some(_)) => Some(site.cleared()),
        _ => None,
    }
}

/// How much shorter the way to the nearest enemy becomes, at most [`SHORTER`].
fn shorter(context: &TurnContext<'_>, after: &Battle) -> i32 {
    let mut ground = Ground::default();
    let body = after.combatant(context.me).footprint();
    let mut to = |foe: &Foe| {
        let from = after.combatant(foe.id).footprint().anchor;
        i32::from(ground.distances(&after.scene.field, from).to(body))
    };
    let now = context.foes.iter().map(&mut to).min().unwrap_or(0);
    (i32::from(context.nearest_foe(context.battle)) - now).clamp(0, SHORTER)
}
