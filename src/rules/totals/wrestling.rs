//! Breaking and releasing holds, and Follow Through. TOT-COMP-06, TOT-COMP-09.

use serde::{Deserialize, Serialize};

use super::{
    attack::{self, candidates},
    catalogue as ids,
    conditions::{HELD, HOLD, HOLDING, broke, pay},
    drugs, menu, movement,
    pool::{self, Pool},
    sheet::{Component, FOLLOWED},
    step::{AttackStep, Blow, Manner},
    stored::laden,
};
use crate::rules::prelude::*;

/// Offers to wrestle free of a hold, and to let go.
pub fn offers(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let conditions = &battle.combatant(who).conditions;
    let mut offers = Vec::new();
    if conditions.has(HELD) {
        let offer = Offer::new(&menu::WREST, &[ids::COMP_06, ids::TURN_02], menu::ap(1));
        offers.push(offer.refused(broke(battle, who)));
    }
    if conditions.has(HOLDING) {
        offers.push(Offer::new(&menu::RELEASE, &[ids::COMP_06], Cost::FREE));
    }
    offers
}

/// Tries to get free, or lets go.
pub fn choose(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
    if choice.verb == "wrest" {
        movement::end_action(battle, who, context);
        pay(battle, who, 1, context);
        context.step(AttackStep::Wrest(who));
    } else {
        HOLD.reversed().end(battle, who, context);
        context.note(who, ids::COMP_06, "lets go");
    }
}

/// Dice of an unarmed attack with training.
pub fn unarmed_dice(battle: &Battle, who: CombatantId) -> u8 {
    let fists = battle.items_of(who).find(|item| matches!(item.at, Location::Natural(_)));
    fists.map_or(1, |item| attack::dice(battle, who, item.id, Manner::Punch).value.max(1) as u8)
}

fn roll(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) -> i32 {
    let pool = Pool { dice: unarmed_dice(battle, who), luck: 0, marked: false };
    let rolled = pool::roll_for(battle, (who, "Wrestling", ids::COMP_06), pool, &|sum, _| sum as u32, &[], context);
    rolled.total()
}

/// The held combatant rolls to get free, TOT-COMP-06.
pub fn wrest(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let total = roll(battle, who, context) as i16;
    context.step(AttackStep::Wrested(who, total));
}

/// The holder rolls: the held combatant gets free if its `total` is strictly higher, TOT-COMP-06.
pub fn wrested(battle: &Battle, who: CombatantId, total: i16, context: &mut StepContext<'_>) {
    let Some(holder) = HOLD.second_of(battle, who) else { return };
    if i32::from(total) > roll(battle, holder, context) {
        HOLD.end(battle, who, context);
        context.note(who, ids::COMP_06, "gets free");
    } else {
        context.note(who, ids::COMP_06, "is still held");
    }
}

/// Once per turn, a combatant that fells its target in melee may at once strike another, TOT-COMP-09.
pub fn follow(battle: &Battle, blow: &Blow, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(blow.by);
    // The default answer declines.
    let may = !context.answers_by_default()
        && blow.manner.is_melee()
        && !blow.fumbled
        && drugs::knows(battle, blow.by, Component::FollowThrough)
        && fighter.budgets.get(FOLLOWED) == 0
        && battle.scene.acting == Some(blow.by);
    let felled = |effect: &Effect| matches!(effect, Effect::Status(who, status) if *who == blow.on && status.is_out());
    let Some(item) = blow.item.filter(|_| may && context.effects().any(felled)) else { return };
    if others(battle, blow.by, item, blow.on).iter().any(|candidate| candidate.refusal.is_none()) {
        context.ask(blow.by, Follow(item, blow.on));
    }
}

/// The possible targets other than the one felled.
fn others(battle: &Battle, who: CombatantId, item: ItemId, felled: CombatantId) -> Vec<Candidate> {
    let near = candidates(battle, who, battle.item(item), melee(battle, item)).into_iter();
    near.filter(|candidate| candidate.who != felled).collect()
}

fn melee(battle: &Battle, item: ItemId) -> Manner {
    attack::manner(battle, item, "strike").unwrap_or(Manner::Strike)
}

/// The question whom to strike once more with this weapon, other than the one felled, TOT-COMP-09.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Follow(ItemId, CombatantId);

impl RulesetPrompt for Follow {
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        let strike = Offer::new(&menu::NEXT_STRIKE, &[ids::COMP_09], Cost::FREE).with(self.0);
        let strike = strike.at(Target::Combatant(others(battle, who, self.0, self.1)));
        let strike = pool::with_luck(battle, who, dice(battle, who, self.0), strike);
        vec![strike, Offer::new(&menu::LET_BE, &[ids::COMP_09], Cost::FREE)]
    }

    /// Makes the extra attack: no AP, one damage die, TOT-COMP-09.
    fn answer(&self, battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        if let Some(on) = choice.on.filter(|_| choice.verb == "strike") {
            let blow = Blow::new(who, on, Some(self.0), melee(battle, self.0));
            let blow = Blow { dice: dice(battle, who, self.0), luck: choice.value("luck", 0) as u8, ..blow };
            context.effect(Effect::Budget(who, FOLLOWED, 1));
            attack::declare(battle, &laden(battle, blow), 0, context);
        }
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let (name, dice) = (battle.item(self.0).name, drugs::martial_dice(battle, who, 1));
        let about = format!("Once more with the {name}, {dice}d10 damage");
        Told::new(battle, who, "may follow through", about, ids::COMP_09).at(Window::Declare)
    }

    fn describe(&self, battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        if offer.verb == menu::LET_BE.verb {
            return wording;
        }
        wording.about(format!("{}d10 damage", drugs::martial_dice(battle, who, 1)))
    }
}

/// To-hit dice of the extra attack.
fn dice(battle: &Battle, who: CombatantId, item: ItemId) -> u8 {
    attack::dice(battle, who, item, melee(battle, item)).value.max(1) as u8
}
