//! Initiative order: rolls, ties, and those who hold back. VIG-INIT.

use serde::{Deserialize, Serialize};

use super::{
    catalogue as ids,
    conditions::{HOLDING_BACK, OVER_WATCH, can_act, is_target, is_unconscious, lasting},
    dice::{BonusDice, action, action_dice, told},
    menu, settings,
    sheet::{Kind, ORDER, RollKind, sheet},
    step::TurnStep,
};
use crate::{
    dice::Throw,
    rules::{Spread, Team, Tied, prelude::*, tell_ties},
};

/// The lasting order into which newcomers are inserted; empty if all roll. VIG-INIT-02.
fn held(battle: &Battle) -> &[CombatantId] {
    let holds = battle.scene.round > 1 && !settings::rolls_each_round(battle);
    if holds { &battle.scene.order } else { &[] }
}

/// Those of a side who could roll now: conscious, not objects, and without a place. VIG-INIT-04.
pub fn newcomers(battle: &Battle, side: Option<Team>) -> Vec<CombatantId> {
    let old = held(battle);
    let may = |fighter: &Combatant<'_>| {
        let awake = can_act(*fighter) || fighter.fights() && !is_unconscious(*fighter);
        awake && sheet(*fighter).kind != Kind::Object && !old.contains(&fighter.id)
    };
    let all = battle.combatants().filter(|fighter| side.is_none_or(|side| fighter.team == side));
    all.filter(may).map(|fighter| fighter.id).collect()
}

/// Asks the next side which of its newcomers hold back; after the last side, all others roll. VIG-INIT-04.
pub fn ask(battle: &Battle, from: u8, held: CombatantSet, context: &mut StepContext<'_>) {
    let sides = battle.teams().filter(|side| side.0 >= from);
    for side in sides {
        if let Some(first) = newcomers(battle, Some(side)).first() {
            return context.ask(*first, Join(side, held));
        }
    }
    for fighter in battle.combatants() {
        match (held.contains(fighter.id), fighter.conditions.has(HOLDING_BACK)) {
            (true, false) => context.effect(Effect::AddCondition(fighter.id, lasting(HOLDING_BACK))),
            (false, true) if newcomers(battle, None).contains(&fighter.id) => {
                context.effect(Effect::Clear(fighter.id, HOLDING_BACK));
            }
            _ => {}
        }
    }
    context.step(TurnStep::Roll(held, Vec::new()));
}

/// The question which combatants of a side hold back, VIG-INIT-04; with those of earlier sides who do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Join(pub Team, pub CombatantSet);

impl RulesetPrompt for Join {
    fn offers(&self, battle: &Battle, _: CombatantId) -> Vec<Offer> {
        let new = newcomers(battle, Some(self.0));
        let count = new.len().min(32) as u8;
        let all = new.into_iter().map(|who| Candidate { who, refusal: None }).collect();
        let several = Spread { least: 1, most: count, blows: count, repeats: false, together: true };
        let hold = Offer::new(&menu::HOLD, &[ids::INIT_04], Cost::FREE).at(Target::Combatant(all));
        let hold = if count > 1 { hold.spread(several) } else { hold };
        vec![Offer::new(&menu::ROLL, &[ids::INIT_01, ids::INIT_04], Cost::FREE), hold]
    }

    fn answer(&self, _: &Battle, _: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let back = if choice.verb == menu::HOLD.verb { choice.targets().collect() } else { <_>::default() };
        context.step(TurnStep::Ask(self.0.0 + 1, self.1.or(back)));
    }

    fn default_answer(&self, _: &Battle, _: CombatantId) -> Choice {
        Choice::new("roll")
    }

    fn told(&self, battle: &Battle, _: CombatantId) -> Told {
        let about = "Those who hold back have no turns and may join later";
        let told = Told::titled("Roll initiative, or hold some back".into(), about, ids::INIT_04).at(Window::Declare);
        if settings::rolls_each_round(battle) { told } else { told.once() }
    }
}

/// The bonus dice of a combatant's initiative roll. VIG-INIT-01, VIG-SETUP-05.
pub fn dice(battle: &Battle, who: CombatantId) -> BonusDice {
    let fighter = battle.combatant(who);
    let dice = sheet(fighter).extra.initiative + u8::from(fighter.conditions.has(OVER_WATCH));
    action_dice(battle, who, RollKind::Initiative, dice, 0)
}

/// Rolls for the next combatant in roster order; after the last, puts all in order. VIG-INIT-01.
pub fn roll(battle: &Battle, back: CombatantSet, rolled: &[(CombatantId, i16)], context: &mut StepContext<'_>) {
    let mut rollers = newcomers(battle, None);
    rollers.retain(|who| !back.contains(*who));
    let Some(who) = rollers.get(rolled.len()).copied() else { return arrange(battle, rolled, context) };
    let thrown = context.throw_apart(action(battle, dice(battle, who)));
    context.log(|| told(who, "Initiative", ids::INIT_01, &thrown));
    let total = thrown.sum.min(30_000) as i16;
    context.effect(Effect::Vital(who, ORDER, total));
    let mut rolled = rolled.to_vec();
    rolled.push((who, total));
    context.step(TurnStep::Roll(back, rolled));
}

/// Orders by the highest total, then by the higher Speed, then by a roll-off. VIG-INIT-01, VIG-INIT-03.
fn arrange(battle: &Battle, rolled: &[(CombatantId, i16)], context: &mut StepContext<'_>) {
    // Nobody rolls off against the dead.
    let here = held(battle).iter().copied().filter(|who| is_target(battle.combatant(*who)));
    let old = here.map(|who| (who, battle.combatant(who).vitals.get(ORDER)));
    let tied = Tied::new(old.chain(rolled.iter().copied()), held(battle), |who, total| rank(battle, who, total));
    tie_break(battle, &tied, context);
}

/// The place in the order that a total gives, the lowest first: that of the highest total, then of the higher Speed.
fn rank(battle: &Battle, who: CombatantId, total: i16) -> (i16, i16) {
    (-total, -sheet(battle.combatant(who)).speed)
}

/// The order with those who are gone: their places still count for durations, VIG-TURN-05. They come after their
/// equals, but before those whom they have come before so far.
fn with_the_gone(battle: &Battle, mut order: Vec<CombatantId>) -> Vec<CombatantId> {
    let before = held(battle);
    let place = |who: CombatantId| before.iter().position(|known| *known == who);
    let rank = |who: CombatantId| rank(battle, who, battle.combatant(who).vitals.get(ORDER));
    for gone in before {
        if !order.contains(gone) {
            let comes_later = |who: &CombatantId| rank(*who) > rank(*gone) || place(*who) > place(*gone);
            let at = order.iter().position(comes_later).unwrap_or(order.len());
            order.insert(at, *gone);
        }
    }
    order
}

/// Rolls 1d20 for the next of the tied, again for those still equal; when nobody is left to roll, sets the order.
/// VIG-INIT-03.
pub fn tie_break(battle: &Battle, tied: &Tied, context: &mut StepContext<'_>) {
    let Some(who) = tied.next() else {
        let order = with_the_gone(battle, tied.clone().settled(held(battle)));
        context.effect(Effect::Order(order.clone()));
        let speed = |who| i32::from(sheet(battle.combatant(who)).speed);
        let total = |who| battle.combatant(who).vitals.get(ORDER);
        tell_ties(battle, (&order, held(battle)), (ids::INIT_03, ""), total, &[("the higher Speed", &speed)], context);
        return context.step(TurnStep::Turn(0));
    };
    let thrown = context.throw_apart(Throw::die(20));
    context.log(|| told(who, "Tie", ids::INIT_03, &thrown));
    context.step(TurnStep::TieBreak(tied.clone().rolled(thrown.sum as i16, held(battle))));
}
