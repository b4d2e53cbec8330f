//! Holding somebody, getting free, and blows that follow through. TOT-COMP-06, TOT-COMP-09.

use super::{
    attack, catalogue as ids,
    components::Component,
    conditions::{HELD, HOLDING, available},
    drugs,
    magic::contact,
    menu,
    offers::{candidates, most_luck_on},
    pool::{self, Pool, luck_parameter},
    sheet::FOLLOWED,
    step::{AttackStep, Blow, Contact, Manner, Prompt, Toll, prompt, step},
};
use crate::rules::{
    Battle, Bond, Candidate, CombatantId, Cost, Effect, Entry, ItemId, Location, Offer, Refusal, StepContext, Target,
};

/// Held and holder, TOT-COMP-06.
pub const HOLD: Bond = Bond { first: HELD, second: HOLDING };

/// A wrestler has hit: no damage, the target is held, TOT-COMP-06.
pub fn hold(battle: &Battle, blow: &Blow, context: &mut StepContext<'_>) {
    HOLD.begin(blow.on, blow.by).into_iter().for_each(|half| context.effect(half));
    context.note(blow.on, ids::COMP_06, "is held");
    // A charge in the hands goes off by contact, whatever the contact is for, TOT-HYB-05.
    contact::made(battle, blow, Toll::new(Contact::Struck), context);
}

/// Getting free of a hold, and letting go.
pub fn offers(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let conditions = &battle.combatant(who).conditions;
    let mut offers = Vec::new();
    if conditions.has(HELD) {
        let broke = (available(battle, who) == 0).then(|| Refusal::new(ids::TURN_02, "No AP left"));
        let offer = Offer::new(&menu::WREST, &[ids::COMP_06, ids::TURN_02], menu::ap(1));
        offers.push(offer.refused(broke));
    }
    if conditions.has(HOLDING) {
        offers.push(Offer::new(&menu::RELEASE, &[ids::COMP_06], Cost::FREE));
    }
    offers
}

/// Dice of an unarmed attack with training.
pub fn unarmed_dice(battle: &Battle, who: CombatantId) -> u8 {
    let fists = battle.items_of(who).find(|item| matches!(item.at, Location::Natural(_)));
    fists.map_or(1, |item| attack::dice(battle, who, item.id, Manner::Punch).value.max(1) as u8)
}

fn roll(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) -> i32 {
    let pool = Pool { dice: unarmed_dice(battle, who), luck: 0, marked: false };
    let rolled = pool::roll(battle, pool, &|sum, _| sum as u32, context);
    context.log(|| Entry::Roll(pool::told(who, "Wrestling", ids::COMP_06, &rolled, &[])));
    rolled.total()
}

/// The one held rolls, TOT-COMP-06.
pub fn wrest(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let total = roll(battle, who, context) as i16;
    context.then(step(AttackStep::Wrested(who, total)));
}

/// The holder rolls: strictly more than that sets free, TOT-COMP-06.
pub fn wrested(battle: &Battle, who: CombatantId, total: i16, context: &mut StepContext<'_>) {
    let Some(holder) = HOLD.second_of(battle, who) else { return };
    if i32::from(total) > roll(battle, holder, context) {
        HOLD.end(battle, who, context);
        context.note(who, ids::COMP_06, "gets free");
    } else {
        context.note(who, ids::COMP_06, "is still held");
    }
}

/// Once a turn, whoever fells somebody in melee may strike another at once, TOT-COMP-09.
pub fn follow(battle: &Battle, blow: &Blow, context: &mut StepContext<'_>) {
    let one = battle.combatant(blow.by);
    // By default it is declined.
    let may = !context.answers_by_default()
        && blow.manner.is_melee()
        && !blow.fumbled
        && drugs::knows(battle, blow.by, Component::FollowThrough)
        && one.budgets.get(FOLLOWED) == 0
        && battle.scene.acting == Some(blow.by);
    let felled = |effect: &Effect| matches!(effect, Effect::Status(who, status) if *who == blow.on && status.is_out());
    let Some(item) = blow.item.filter(|_| may && context.effects().any(felled)) else { return };
    if others(battle, blow.by, item, blow.on).iter().any(|one| one.refusal.is_none()) {
        context.then(prompt(blow.by, Prompt::Follow(item, blow.on)));
    }
}

/// The possible targets, without the one felled.
fn others(battle: &Battle, who: CombatantId, item: ItemId, felled: CombatantId) -> Vec<Candidate> {
    let near = candidates(battle, who, battle.item(item), melee(battle, item)).into_iter();
    near.filter(|one| one.who != felled).collect()
}

pub fn melee(battle: &Battle, item: ItemId) -> Manner {
    attack::manner(battle, item, "strike").unwrap_or(Manner::Strike)
}

/// The offers of the extra attack, TOT-COMP-09.
pub fn follow_offers(battle: &Battle, who: CombatantId, item: ItemId, felled: CombatantId) -> Vec<Offer> {
    let near = others(battle, who, item, felled);
    let mut strike = Offer::new(&menu::NEXT_STRIKE, &[ids::COMP_09], Cost::FREE).with(item).at(Target::Combatant(near));
    let dice = attack::dice(battle, who, item, melee(battle, item)).value.max(1) as u8;
    strike.parameters.extend(luck_parameter(most_luck_on(battle, who, dice)));
    vec![strike, Offer::new(&menu::LET_BE, &[ids::COMP_09], Cost::FREE)]
}

/// The extra attack: no AP, one die of damage, TOT-COMP-09.
pub fn extra(battle: &Battle, by: CombatantId, on: CombatantId, item: ItemId, luck: u8) -> Blow {
    let manner = melee(battle, item);
    let dice = attack::dice(battle, by, item, manner).value.max(1) as u8;
    let blow = Blow { dice, luck, ..Blow::new(by, on, Some(item), manner) };
    contact::laden(battle, blow)
}
