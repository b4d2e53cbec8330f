//! Using abilities and items, within one turn or over several. VIG-ACT-03, VIG-ACT-04, VIG-TURN-04.

use super::{
    ability::{Ability, AbilityEffect, AbilityKind, Delivery, For, Resistance, Wounded, restores},
    afflict::{self, break_off, drop_off_hand, give, pool},
    area,
    arms::DamageType,
    attack,
    awareness::noticed,
    blows, catalogue as ids,
    conditions::{
        self, READIED, WINDED, WORKING, actions_left, actions_paid, is_incapacitated, is_target, is_unconscious,
        is_wounded, lasting,
    },
    cover::{self, feet},
    dice::{action, action_dice, check, declines, plain_vs, resistance_dice, score_dice, told},
    menu::{self, Price},
    ready, settings,
    sheet::{ACTIONS, FELLED, MANA, OFF_HAND, PAID, RollKind, VIGOR, ability, sheet},
    smoke,
    step::{AttackStep, Event, Manner, Mark, ReactionStep, SpecialStep, Strike, Use, Used, With},
};
use crate::{
    dice::Throw,
    rules::{Pending, nearest_first, prelude::*},
};

/// Everything a combatant could use: abilities and carried items. VIG-ACT-04.
pub fn mine(battle: &Battle, who: CombatantId) -> impl Iterator<Item = (Item<'_>, &Ability)> {
    let all = battle.items_of(who).filter(|item| item.count != Some(0));
    all.filter_map(|item| Some((item, ability(battle, item.id)?))).filter(|(_, ability)| !ability.reaction)
}

/// Whether an item stands for an ability of its bearer, and is not carried.
pub fn is_ability(battle: &Battle, item: ItemId) -> bool {
    matches!(battle.item(item).at, Location::Natural(_))
}

/// Actions that an ability still takes: all but those already paid. VIG-TURN-04.
fn remaining(battle: &Battle, who: CombatantId, item: ItemId, ability: &Ability) -> u8 {
    ability.actions.saturating_sub(actions_paid(battle, who, item))
}

/// The ability that a combatant has begun, or the act it has readied, VIG-TURN-04, VIG-ACT-02.
pub fn pending(battle: &Battle, who: CombatantId) -> Option<Pending> {
    let fighter = battle.combatant(who);
    let working = fighter.conditions.find(WORKING).and_then(|work| work.with);
    let begun = working.and_then(|with| mine(battle, who).find(|(item, _)| item.id == with));
    let begun = begun
        .map(|(item, ability)| Pending::Begun { paid: actions_paid(battle, who, item.id), needed: ability.actions });
    begun.or_else(|| fighter.conditions.has(READIED).then_some(Pending::Act))
}

/// Whether being incapacitated keeps a combatant from using something; the unconscious use nothing at all. VIG-COND-06.
fn is_unable(battle: &Battle, who: CombatantId, item: ItemId, ability: &Ability) -> bool {
    let (user, takes_movement) = (battle.combatant(who), ability.physical || !is_ability(battle, item));
    is_unconscious(user) || takes_movement && is_incapacitated(user)
}

/// Why an ability cannot be used at all now.
fn refusal(battle: &Battle, who: CombatantId, item: ItemId, ability: &Ability) -> Option<Refusal> {
    let fighter = battle.combatant(who);
    let begun = actions_paid(battle, who, item) > 0;
    if is_unable(battle, who, item, ability) {
        Some(Refusal::new(ids::COND_06, "Cannot move"))
    } else if !begun && fighter.vitals.get(VIGOR) < ability.vigor.into() {
        Some(Refusal::new(ids::ACT_03, "Not enough Vigor"))
    } else if !begun && fighter.vitals.get(MANA) < ability.mana.into() {
        Some(Refusal::new(ids::ACT_03, "Not enough Mana"))
    } else if ability.wounded == Wounded::User && !is_wounded(fighter) {
        Some(Refusal::new(ids::COND_01, "Only when wounded"))
    } else if ability.is_ranged() && ability.damage == DamageType::Sonic && settings::is_vacuum(battle) {
        Some(Refusal::new(ids::TYPE_08, "No sound in a vacuum"))
    } else {
        None
    }
}

/// The offers to use abilities and items, with what they cost.
pub fn offers(battle: &Battle, who: CombatantId, price: Price) -> Vec<Offer> {
    let all = mine(battle, who);
    all.map(|(item, ability)| offer(battle, who, item.id, ability, price)).collect()
}

fn offer(battle: &Battle, who: CombatantId, item: ItemId, ability: &Ability, price: Price) -> Offer {
    let begun = actions_paid(battle, who, item);
    let needed = remaining(battle, who, item, ability);
    let left = if price == Price::Actions { actions_left(battle, who) } else { 1 };
    let now = needed.min(left.max(1));
    let (vigor, mana) = if begun == 0 { (ability.vigor, ability.mana) } else { (0, 0) };
    let cost = price.of(battle, now, vigor).and(&menu::MANA, mana);
    let offer = Offer::new(kind(battle, item), &[ids::ACT_03, ids::ACT_04, ids::TURN_04], cost).with(item);
    let offer = offer.refused(refusal(battle, who, item, ability));
    let too_long = price == Price::Ready && ability.actions > 1;
    let offer = offer.refused(too_long.then(|| Refusal::new(ids::ACT_02, "Takes more than one action")));
    if needed > now {
        return offer;
    }
    let offer = aimed(battle, who, item, ability, offer);
    if price == Price::Actions && ability.is_attack() { blows::chance(battle, offer) } else { offer }
}

/// The offer with its possible targets.
fn aimed(battle: &Battle, who: CombatantId, item: ItemId, ability: &Ability, offer: Offer) -> Offer {
    let nobody = || Refusal::new(ids::ACT_03, "Nobody to use it on");
    let strike = |on| Strike::new(who, on, With::Used(item), Manner::Action);
    match ability.delivery {
        Delivery::Area(_) => {
            let strike = strike(Mark::ANYTHING);
            let means = strike.means(battle);
            let unusable = attack::weapon_refusal(battle, &strike, &means);
            offer.at(Target::Square(area::aims(battle, who, &means))).refused(unusable)
        }
        Delivery::Aimed => {
            let refusal = |on| attack::refusal(battle, &strike(Mark::Combatant(on)));
            let all = blows::targets(battle, who, |on| refusal(on).or_else(|| unwounded(battle, on, ability)));
            offer.at_any_of(all, nobody)
        }
        Delivery::Direct if ability.on == For::Oneself => {
            offer.refused(useless(battle, who, ability)).refused(unwounded(battle, who, ability))
        }
        Delivery::Direct => offer.at_any_of(direct_targets(battle, who, ability), nobody),
    }
}

fn unwounded(battle: &Battle, on: CombatantId, ability: &Ability) -> Option<Refusal> {
    let wrong = ability.wounded == Wounded::Target && !is_wounded(battle.combatant(on));
    wrong.then(|| Refusal::new(ids::COND_01, "Only on the wounded"))
}

/// The candidates for a direct ability, which must be in range and seen, or adjacent.
fn direct_targets(battle: &Battle, who: CombatantId, ability: &Ability) -> Vec<Candidate> {
    let me = battle.combatant(who);
    let is_mine = |fighter: &Combatant<'_>| match ability.on {
        For::Oneself => fighter.id == who,
        For::Friends => fighter.team == me.team,
        For::Enemies => fighter.team != me.team,
    };
    let here = battle.combatants().filter(|fighter| is_target(*fighter)).filter(is_mine);
    let why = |on| direct_refusal(battle, who, on, ability).or_else(|| useless(battle, on, ability));
    nearest_first(battle, who, here, |_| false, why)
}

/// Why a direct ability cannot reach a combatant.
fn direct_refusal(battle: &Battle, who: CombatantId, on: CombatantId, ability: &Ability) -> Option<Refusal> {
    let (me, other) = (battle.combatant(who), battle.combatant(on));
    let foe = other.team != me.team;
    if !is_target(other) {
        return Some(Refusal::new(ids::DYING_04, "Out of the fight"));
    }
    let unknown = (foe && !me.aware.of(on)).then(|| Refusal::new(ids::SETUP_06, "Not aware of it"));
    let charmed =
        (foe && conditions::is_charmed_by(battle, who, on)).then(|| Refusal::new(ids::ACT_05, "Charmed by it"));
    let out = if on == who { None } else { out_of_range(battle, who, on, ability) };
    unknown.or(charmed).or(out).or_else(|| unwounded(battle, on, ability))
}

fn out_of_range(battle: &Battle, who: CombatantId, on: CombatantId, ability: &Ability) -> Option<Refusal> {
    let (from, to) = (battle.combatant(who).footprint(), battle.combatant(on).footprint());
    if ability.range == 0 && !cover::is_adjacent(battle, from, to) {
        return Some(Refusal::new(ids::REACH_01, "Not adjacent"));
    }
    if ability.range > 0 && feet(from, to) > ability.range {
        return Some(Refusal::new(ids::ATK_06, "Out of range"));
    }
    (!cover::is_seen(battle, from, to)).then(|| Refusal::new(ids::VIS_05, "Not seen"))
}

/// Why an ability that only restores would do nothing for a combatant.
fn useless(battle: &Battle, on: CombatantId, ability: &Ability) -> Option<Refusal> {
    let restores = |effect: &AbilityEffect| match effect {
        AbilityEffect::Restore { of, .. } => {
            let (vital, most) = pool(battle, on, *of);
            battle.combatant(on).vitals.get(vital) < most
        }
        _ => true,
    };
    let nothing = ability.value == 0 && !ability.effects.is_empty() && !ability.effects.iter().any(restores);
    nothing.then(|| Refusal::new(ids::ACT_04, "Nothing to restore"))
}

/// Every attack with an aimed ability or item that takes one action, from where the combatant stands. Abilities that
/// create an opening are left out: more than the attack follows from them. VIG-ACT-03, VIG-ACT-04.
pub fn attacks(battle: &Battle, who: CombatantId, whom: CombatantId) -> Vec<(Choice, Option<Refusal>)> {
    let at_once = |(_, ability): &(Item<'_>, &Ability)| {
        ability.delivery == Delivery::Aimed && ability.actions == 1 && !ability.opening
    };
    let all = mine(battle, who).filter(at_once).map(|(item, ability)| {
        let strike = Strike::new(who, Mark::Combatant(whom), With::Used(item.id), Manner::Action);
        let why = refusal(battle, who, item.id, ability).or_else(|| attack::refusal(battle, &strike));
        let choice = Choice::new(kind(battle, item.id).verb).with(item.id).on(whom);
        (choice, why.or_else(|| unwounded(battle, whom, ability)))
    });
    all.collect()
}

/// The attack that an aimed ability in use makes on its target; `None` for other abilities.
pub fn strike_of(battle: &Battle, used: &Use) -> Option<Strike> {
    let is_aimed = ability(battle, used.item)?.delivery == Delivery::Aimed;
    let mark = Mark::Combatant(used.on.filter(|_| is_aimed)?);
    Some(Strike { gamble: used.gamble, ..Strike::new(used.by, mark, With::Used(used.item), used.manner) })
}

/// The kind of offer to use something.
fn kind(battle: &Battle, item: ItemId) -> &'static OfferKind {
    if is_ability(battle, item) { &menu::USE_ABILITY } else { &menu::USE_ITEM }
}

/// Whether a verb is one of these offers.
pub fn is_mine(verb: &str) -> bool {
    verb == menu::USE_ABILITY.verb || verb == menu::USE_ITEM.verb
}

/// Uses something: pays, and begins, continues or finishes it. VIG-TURN-04.
///
/// # Errors
/// The rule that forbids it.
pub fn begin(
    battle: &Battle,
    who: CombatantId,
    choice: &Choice,
    price: Price,
    context: &mut StepContext<'_>,
) -> Answered {
    let nothing = || Refusal::new(ids::ACT_03, "Nothing to use");
    let item = choice.item.ok_or_else(nothing)?;
    let ability = ability(battle, item).ok_or_else(nothing)?;
    let needed = remaining(battle, who, item, ability);
    let left = if price == Price::Actions { actions_left(battle, who) } else { 1 };
    let now = needed.min(left.max(1));
    let before = actions_paid(battle, who, item);
    price.pay(battle, who, now, if before == 0 { ability.vigor } else { 0 }, context);
    if before == 0 && ability.mana > 0 {
        let mana = battle.combatant(who).vitals.get(MANA) - i16::from(ability.mana);
        context.effect(Effect::Vital(who, MANA, mana.max(0)));
    }
    if needed > now {
        begin_work(battle, who, item, before + now, context);
        return Ok(());
    }
    if before > 0 {
        context.effect(Effect::Clear(who, WORKING));
        context.effect(Effect::Budget(who, PAID, 0));
    }
    use_up(battle, item, context);
    if ability.light && price == Price::Actions {
        // A light-weapon technique leaves the other hand free, VIG-ATK-07.
        context.effect(Effect::Budget(who, OFF_HAND, 1));
    }
    if ability.opening {
        context.step(ReactionStep::Opening(who));
    }
    let (on, at) = (choice.on, choice.squares.first().copied());
    context.step(SpecialStep::Use(Use {
        by: who,
        on,
        at,
        item,
        manner: if price == Price::Ready { Manner::Readied } else { Manner::Action },
        gamble: price == Price::Actions && blows::takes_chance(choice),
    }));
    Ok(())
}

/// Begins or continues an ability; a user Winded by its price loses it, VIG-TURN-04.
fn begin_work(battle: &Battle, who: CombatantId, item: ItemId, paid: u8, context: &mut StepContext<'_>) {
    let winded = context.effects().any(
        |effect| matches!(effect, Effect::AddCondition(bearer, condition) if *bearer == who && condition.kind == WINDED),
    );
    if winded {
        return;
    }
    let goes_on = battle.combatant(who).conditions.find(WORKING).is_some_and(|work| work.with == Some(item));
    if !goes_on {
        let work = Condition { with: Some(item), ..lasting(WORKING) };
        context.effect(Effect::AddCondition(who, work));
    }
    context.effect(Effect::Budget(who, PAID, paid.into()));
    let does = if goes_on { "goes on with" } else { "begins" };
    context.note(who, ids::TURN_04, format_args!("{does} {}", battle.item(item).name));
}

/// Uses up one of a counted item, or an item that works only once, such as a potion.
fn use_up(battle: &Battle, item: ItemId, context: &mut StepContext<'_>) {
    let once = ability(battle, item).is_some_and(|ability| ability.kind == AbilityKind::Item);
    match battle.item(item).count {
        None if once => context.effect(Effect::Move(item, Location::Gone)),
        Some(left) if left > 1 => context.effect(Effect::Count(item, left - 1)),
        Some(_) => {
            context.effect(Effect::Count(item, 0));
            context.effect(Effect::Move(item, Location::Gone));
        }
        None => {}
    }
}

/// An ability takes effect if its user can still use it after the opening. VIG-ACT-03.
pub fn take_effect(battle: &Battle, act: Use, context: &mut StepContext<'_>) {
    let Use { by, on, at, item, manner, gamble } = act;
    let fighter = battle.combatant(by);
    let Some(ability) = ability(battle, item) else { return };
    if !fighter.fights() || is_unable(battle, by, item, ability) || fighter.budgets.get(FELLED) != 0 {
        return end_act(battle, by, context);
    }
    let on = on.unwrap_or(by);
    let mark = match (ability.delivery, at) {
        (Delivery::Area(_), Some(at)) => Mark::Area(at),
        _ => Mark::Combatant(on),
    };
    let strike = Strike { gamble, ..Strike::new(by, mark, With::Used(item), manner) };
    // The opening may have made the ability impossible, VIG-REACH-06.
    let late = match (mark, ability.delivery) {
        (Mark::Area(_), _) => attack::refusal(battle, &strike),
        (_, Delivery::Aimed) => attack::refusal(battle, &strike).or_else(|| unwounded(battle, on, ability)),
        _ => direct_refusal(battle, by, on, ability),
    };
    if let Some(late) = late {
        let (name, words) = (battle.item(item).name, late.words.to_lowercase());
        context.note(by, late.rule, format_args!("uses {name} in vain: {words}"));
        return ready::announce(battle, Event::Uses(by), context);
    }
    // An attack is announced after it has been settled, to those who have not defended against it, VIG-REACT-02.
    match (mark, ability.delivery) {
        (Mark::Area(at), _) => {
            if !smoke::is_all(ability) {
                return context.step(AttackStep::Declare(strike));
            }
            context.step(SpecialStep::Smoke(by, at, item));
            return ready::announce(battle, Event::Uses(by), context);
        }
        (_, Delivery::Aimed) => return context.step(AttackStep::Declare(strike)),
        _ => {}
    }
    if ability.strikes() {
        return context.step(AttackStep::Declare(strike));
    }
    context.log(|| {
        let words = format!("uses {}", battle.item(item).name).into();
        let on = (on != by).then_some(on);
        Entry::Action { who: by, action: Action::Act, words, on, with: None, to: None, rule: ids::ACT_03 }
    });
    let used = Used { by, on, item };
    context.step(match ability.resist.filter(|_| !declines(battle, on, by, Some(ability))) {
        Some(Resistance { vs: Some(vs), .. }) => SpecialStep::Resist(used, vs, false),
        Some(_) => SpecialStep::Force(used),
        None => SpecialStep::Affect(used),
    });
    ready::announce(battle, Event::Uses(by), context);
}

/// Rolls for the acting side of an opposed effect, VIG-RES-02.
pub fn force(battle: &Battle, used: Used, context: &mut StepContext<'_>) {
    let Used { by, item, .. } = used;
    let Some(ability) = ability(battle, item) else { return };
    let count = score_dice(battle, by, ability.attack_score()) + sheet(battle.combatant(by)).extra.attack;
    let dice = action_dice(battle, by, RollKind::Attack, count, ability.attack.net());
    let thrown = context.throw_apart(action(battle, dice));
    context.log(|| told(by, "Force", ids::RES_02, &thrown));
    let vs = thrown.sum.min(30_000) as i16;
    context.step(SpecialStep::Resist(used, vs, true));
}

/// The target resists, and is spared if it beats the VS. Ties of a contest go to the acting side. VIG-RES-02.
pub fn resist(battle: &Battle, used: Used, (vs, contest): (i16, bool), context: &mut StepContext<'_>) {
    let Used { by, on, item } = used;
    let Some(resist) = ability(battle, item).and_then(|ability| ability.resist) else { return };
    let dice = resistance_dice(battle, on, resist.score);
    let above = if contest { vs.into() } else { plain_vs(battle, ids::RES_02, vs.into()).1 };
    let number = Verdict::base(ids::RES_02, "To beat", vs.into());
    let spared = check(battle, (on, "Resistance", ids::RES_01), dice, (number, above), context);
    if spared {
        noticed(battle, by, on, context);
    } else {
        context.step(SpecialStep::Affect(used));
    }
}

/// Applies an ability to a combatant: conditions at once, then the points it restores, each effect with its dice.
pub fn affect(battle: &Battle, used: Used, context: &mut StepContext<'_>) {
    let Used { by, on, item } = used;
    let Some(ability) = ability(battle, item) else { return };
    afflict::affect(battle, by, on, ability, context);
    restores(ability).for_each(|index| context.step(SpecialStep::Restore(on, item, index)));
    noticed(battle, by, on, context);
}

/// Restores points up to the maximum, with dice that neither burst nor change size. VIG-ACT-04.
pub fn restore(battle: &Battle, on: CombatantId, item: ItemId, index: u8, context: &mut StepContext<'_>) {
    let effect = ability(battle, item).and_then(|ability| ability.effects.get(usize::from(index)));
    let Some(AbilityEffect::Restore { of, dice, sides, flat }) = effect else { return };
    let rolled = if *dice > 0 && *sides > 0 {
        let thrown = context.throw_apart(Throw::Sum { count: *dice, sides: *sides });
        context.log(|| told(on, "Restored", ids::ACT_04, &thrown));
        thrown.sum.min(30_000) as i16
    } else {
        0
    };
    give(battle, on, *of, rolled.saturating_add(*flat), ids::ACT_04, context);
}

/// Begins another act in one's turn, which clears what it ends: being knocked down costs only the act in progress,
/// VIG-COND-05; an Off-Hand attack belongs to the last action, VIG-ATK-07; and an ability begun must be continued
/// without interruption, VIG-TURN-04.
pub fn begin_act(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    end_act(battle, who, context);
    drop_off_hand(battle, who, context);
    break_off(battle, who, context);
}

/// Ends an act that could be interrupted: being knocked down in it no longer counts. VIG-COND-05.
pub fn end_act(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    context.set_budget(battle, who, FELLED, 0);
}

/// Whether actions are left at the end of a turn that an ability begun could have used, VIG-TURN-04.
pub fn is_neglected(battle: &Battle, who: CombatantId) -> bool {
    let fighter = battle.combatant(who);
    fighter.conditions.has(WORKING) && fighter.budgets.get(ACTIONS) > 0
}
