//! Evasion, block, their outcomes, and the chance to turn a fumble back. TOT-DEF, TOT-CRIT.

use std::cell::Cell;

use serde::{Deserialize, Serialize};

use super::{
    attack::{self, may_stake},
    catalogue as ids, catching,
    conditions::{ORDERS, STUPOR, available, is_green, is_helpless, pay, reacts},
    drugs,
    habit::{self, Habit},
    magic::{Energy, Spell, contact, counter, stored},
    pool::{self, Pool},
    settings,
    sheet::{Armour, CARRIED, FRESH, LOCKED, arm, sheet},
    step::{Blow, Contact, Guard, Prompt, Stake, Toll, prompt, step},
};
use crate::{
    dice::{Digits, Reading},
    rules::{AgendaItem, Averting, Battle, CombatantId, Effect, Entry, Fate, ItemId, Location, StepContext, Verdict},
};

/// A step of a defence. TOT-DEF.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum DefenceStep {
    /// The evasion roll.
    Evade(Blow, Stake),
    /// The armour/block roll.
    Block(Blow, Stake),
    /// No armour/block roll is made.
    Open(Blow),
    /// The counterspelling attack roll, TOT-CTR-02.
    Counter(Blow, Energy, Stake),
    /// An energy shield is raised against a spell, then the block is rolled, TOT-CTR-03.
    Ward(Blow, Spell, Stake),
    /// The roll to catch a missile, TOT-COMP-03.
    Catch(Blow, Stake),
    /// A defence roll against a fumble, TOT-DEF-06.
    Seize(Blow, Guard, Stake),
    /// The price of a fumble: AP and what is dropped, TOT-CRIT-03, TOT-CRIT-04.
    Fumble(CombatantId, Option<ItemId>),
}

/// Resolves a step of this chapter.
pub fn resolve(battle: &Battle, step: &DefenceStep, context: &mut StepContext<'_>) {
    match step {
        DefenceStep::Evade(blow, stake) => evade(battle, blow, *stake, context),
        DefenceStep::Block(blow, stake) => guard(battle, blow, *stake, context),
        DefenceStep::Open(blow) => unblocked(battle, blow, context),
        DefenceStep::Counter(blow, energy, stake) => counter::strike(battle, blow, *energy, *stake, context),
        DefenceStep::Ward(blow, spell, stake) => counter::ward(battle, blow, *spell, *stake, context),
        DefenceStep::Catch(blow, stake) => catching::roll(battle, blow, *stake, context),
        DefenceStep::Seize(blow, guard, stake) => seized(battle, blow, *guard, *stake, context),
        DefenceStep::Fumble(who, item) => fumble(battle, *who, *item, context),
    }
}

/// Whether the target rolls any defence, TOT-DEF-05, TOT-AP-04.
pub fn rolls(battle: &Battle, who: CombatantId) -> bool {
    let one = battle.combatant(who);
    let stands = one.fights() || one.conditions.has(STUPOR) && !is_helpless(battle, who);
    stands && !(settings::no_first_defence(battle) && is_green(battle, who)) && !undefended(battle, who)
}

/// Whether somebody is drugged and so rolls no defence, TOT-BERS-05.
fn undefended(battle: &Battle, who: CombatantId) -> bool {
    drugs::active(battle, who).is_some() && !settings::drugged_defend(battle)
}

/// How much easier somebody drugged is to hit: 10 a tier, in place of a defence roll or off the evasion rolled,
/// TOT-BERS-05.
pub fn exposure(battle: &Battle, who: CombatantId) -> i32 {
    let tier = i32::from(drugs::tier(battle, who));
    let is_open = tier > 0 && battle.combatant(who).fights();
    let evades = || rolls(battle, who) && sources(battle, who, Guard::Evasion) != [0, 0];
    let counts = is_open && (undefended(battle, who) || evades());
    if counts { 10 * tier } else { 0 }
}

/// Dice on a defence roll without AP, by training and by the lack of armour, or by armour and by shield. TOT-DEF-01,
/// TOT-DEF-02.
fn sources(battle: &Battle, who: CombatantId, guard: Guard) -> [u8; 2] {
    let numbers = sheet(battle.combatant(who));
    match guard {
        Guard::Evasion | Guard::Catch if numbers.armour == Armour::None => [numbers.evasion, numbers.unarmoured],
        Guard::Evasion | Guard::Catch => [numbers.evasion, 0],
        Guard::Counter => [counter::dice(battle, who), 0],
        Guard::Block => {
            let shield = shield(battle, who).and_then(|item| arm(battle, item).shield);
            [numbers.armour.block(), shield.map_or(0, super::arms::Shield::block)]
        }
    }
}

/// Dice on evasion without AP, TOT-DEF-01.
pub fn evasion(battle: &Battle, who: CombatantId) -> Verdict {
    let [trained, bare] = sources(battle, who, Guard::Evasion).map(i32::from);
    Verdict::base(ids::DEF_01, "Evasion training", trained).plus(ids::DEF_01, "Without armour", bare)
}

/// Dice on the armour/block roll without AP, TOT-DEF-02.
pub fn block(battle: &Battle, who: CombatantId) -> Verdict {
    let [armour, shield] = sources(battle, who, Guard::Block).map(i32::from);
    Verdict::base(ids::DEF_02, "Armour", armour).plus(ids::DEF_02, "Shield", shield)
}

/// Dice on a defence roll against an attack, without AP: none where no defence is rolled, fewer where the armour is
/// pierced, more where a shield of energy stands.
pub fn against(battle: &Battle, blow: &Blow, guard: Guard) -> Verdict {
    if !rolls(battle, blow.on) {
        return Verdict::default();
    }
    if guard != Guard::Block {
        return evasion(battle, blow.on);
    }
    let [armour, _] = sources(battle, blow.on, guard);
    let [left, _, energy] = blocking(battle, blow).map(i32::from);
    block(battle, blow.on).plus(ids::COMP_11, "Armour pierced", left - i32::from(armour)).plus(
        ids::CTR_03,
        "Energy shield",
        energy,
    )
}

/// The shield in hand.
fn shield(battle: &Battle, who: CombatantId) -> Option<ItemId> {
    battle.combatant(who).hands.held().find(|item| arm(battle, *item).shield.is_some())
}

/// Dice on the armour/block roll against an attack: of armour that is not pierced, of the shield, of a shield of energy.
fn blocking(battle: &Battle, blow: &Blow) -> [u8; 3] {
    let [armour, shield] = sources(battle, blow.on, Guard::Block);
    [armour.saturating_sub(blow.pierce), shield, counter::shield_dice(battle, blow)]
}

/// Dice of a defence roll without AP.
pub fn dice(battle: &Battle, blow: &Blow, guard: Guard) -> u8 {
    match guard {
        Guard::Block => blocking(battle, blow).into_iter().sum(),
        _ => sources(battle, blow.on, guard).into_iter().sum(),
    }
}

/// AP that can be spent on a defence roll; Block needs something to block with, TOT-DEF-02.
pub fn most_ap(battle: &Battle, blow: &Blow, guard: Guard) -> u8 {
    match guard {
        Guard::Block if dice(battle, blow, guard) == 0 => 0,
        _ => available(battle, blow.on),
    }
}

/// Whether there is a defence roll to be made at all.
pub fn is_possible(battle: &Battle, blow: &Blow, guard: Guard) -> bool {
    rolls(battle, blow.on) && dice(battle, blow, guard) + most_ap(battle, blow, guard) > 0
}

/// AP that a forecast assumes for the defence: by standing orders, otherwise the idle ones.
pub fn expected(battle: &Battle, blow: &Blow) -> Verdict {
    let who = blow.on;
    let mut ap = Verdict::default();
    match battle.combatant(who).conditions.find(ORDERS) {
        _ if !rolls(battle, who) => {}
        Some(orders) => ap.add(ids::DEF_04, "By standing orders", habit::ordered(battle, orders, who).into()),
        None => ap.add(ids::AP_02, "Not needed in its own turn", habit::idle(battle, who).into()),
    }
    ap
}

/// Whether somebody is asked how to defend: not with standing orders, nor in a drugged state or a stupor.
fn is_asked(battle: &Battle, who: CombatantId) -> bool {
    let one = battle.combatant(who);
    one.fights() && !one.conditions.has(ORDERS) && drugs::active(battle, who).is_none()
}

/// The defender's first decision, D1: asked, or answered by standing orders. TOT-ATK-04.
pub fn first(battle: &Battle, blow: Blow, context: &StepContext<'_>) -> AgendaItem {
    let who = blow.on;
    let can_evade = is_possible(battle, &blow, Guard::Evasion);
    let other = || catching::is_possible(battle, &blow) || !counter::means(battle, &blow).is_empty();
    if !can_evade && (context.answers_by_default() || !other()) {
        return second(battle, blow, context);
    }
    if is_asked(battle, who) && !context.answers_by_default() {
        return prompt(who, Prompt::Evade(blow));
    }
    match habit::usual(battle, &blow, Guard::Evasion) {
        Some(stake) => step(DefenceStep::Evade(blow, stake)),
        None => second(battle, blow, context),
    }
}

/// Carried and fresh AP once what this step takes is gone.
fn left(battle: &Battle, who: CombatantId, context: &StepContext<'_>) -> [i16; 2] {
    let mut left = habit::budgets(battle, who);
    for effect in context.effects() {
        match effect {
            Effect::Budget(one, CARRIED, now) if *one == who => left[0] = *now,
            Effect::Budget(one, FRESH, now) if *one == who => left[1] = *now,
            _ => {}
        }
    }
    left
}

/// The defender's second decision, D2, with the AP that the first has left.
pub fn second(battle: &Battle, blow: Blow, context: &StepContext<'_>) -> AgendaItem {
    let who = blow.on;
    let can_block = is_possible(battle, &blow, Guard::Block);
    let is_broke = || left(battle, who, context).iter().all(|ap| *ap <= 0);
    if !can_block && (context.answers_by_default() || is_broke() || counter::means(battle, &blow).is_empty()) {
        step(DefenceStep::Open(blow))
    } else if !is_asked(battle, who) || context.answers_by_default() {
        Habit::of(battle, &blow, Guard::Block, left(battle, who, context))
            .stake(blow.need.into())
            .map_or(step(DefenceStep::Open(blow)), |stake| step(DefenceStep::Block(blow, stake)))
    } else {
        prompt(who, Prompt::Block(blow))
    }
}

/// Pays for a defence before it is rolled, TOT-ATK-04.
pub fn commit(battle: &Battle, who: CombatantId, stake: Stake, context: &mut StepContext<'_>) {
    pay(battle, who, stake.ap, context);
    pool::stake(battle, who, stake.luck, context);
}

/// Whether an evasion roll averts the attack, TOT-DEF-03 (2 to 4).
pub fn is_evaded(blow: &Blow, total: i32, digits: Digits) -> bool {
    match digits {
        Digits::ZeroOne => false,
        Digits::Double if !blow.critical => true,
        _ => (digits == Digits::Double) == blow.critical && total > i32::from(blow.need),
    }
}

/// To-hit and evasion at once, for forecasts with default answers: only what they leave to be blocked counts.
pub fn strike_and_evade(battle: &Battle, blow: &Blow, flat: i32, context: &mut StepContext<'_>) {
    let to_hit = pool::throw(battle, blow.dice, true);
    let possible = is_possible(battle, blow, Guard::Evasion);
    let struck = |rolled: Reading| blow.struck(rolled.sum + flat, rolled.digits);
    let own = dice(battle, blow, Guard::Evasion);
    let evasion = |stake: Stake| pool::throw(battle, own + stake.ap, true);
    // What is put in hangs on the to-hit total, and is asked for with every total of the evasion.
    let known: Cell<Option<(Reading, Blow, Option<Stake>)>> = Cell::new(None);
    let answer = |rolled: Reading| match known.get() {
        Some((last, blow, stake)) if last == rolled => (blow, stake),
        _ => {
            let blow = struck(rolled);
            let stake = if possible && !blow.fumbled { habit::usual(battle, &blow, Guard::Evasion) } else { None };
            known.set(Some((rolled, blow, stake)));
            (blow, stake)
        }
    };
    let next = |rolled: Reading| answer(rolled).1.map(evasion);
    let is_open = settings::open_rolls(battle);
    let class = |rolled: Reading, against: Option<Reading>| {
        let (blow, stake) = answer(rolled);
        let ap = stake.map_or(0, |stake| u32::from(stake.ap));
        match against {
            _ if blow.fumbled && is_open => 1,
            _ if blow.fumbled => (i32::from(blow.need) + 1024) as u32 * 64 + 1,
            None => (i32::from(blow.need) + 1024) as u32 * 64 + 2 + u32::from(blow.critical),
            Some(Reading { sum: total, digits, .. }) => {
                if digits == Digits::ZeroOne {
                    4 + u32::from(blow.critical) + 64 * ap
                } else if is_evaded(&blow, total, digits) {
                    6 + 64 * ap
                } else {
                    let need = (i32::from(blow.need) - total + 4096) as u32;
                    (need * 64 + ap) * 64 + 8 + u32::from(blow.critical) * 2 + u32::from(digits == Digits::Double)
                }
            }
        }
    };
    let (first, second) = context.throw_then(to_hit, &next, &class);
    let (blow, stake) = answer(first.reading);
    match (second, stake) {
        (Some(second), Some(stake)) => {
            commit(battle, blow.on, stake, context);
            dodged(battle, &blow, stake, (second.sum, second.digits), context);
        }
        _ => attack::answered(battle, blow, context),
    }
}

/// The evasion roll, TOT-DEF-01.
pub fn evade(battle: &Battle, blow: &Blow, stake: Stake, context: &mut StepContext<'_>) {
    commit(battle, blow.on, stake, context);
    let pool = Pool { dice: dice(battle, blow, Guard::Evasion) + stake.ap, luck: stake.luck, marked: true };
    let class = |sum: i32, digits: Digits| match digits {
        Digits::ZeroOne => 1 << 20,
        _ if !blow.fumbled && is_evaded(blow, sum, digits) => 1 << 21,
        _ => (sum << 2) as u32 | digits as u32,
    };
    let rolled = pool::roll(battle, pool, &class, context);
    context.log(|| Entry::Roll(pool::told(blow.on, "Evasion", ids::DEF_01, &rolled, &[])));
    dodged(battle, blow, stake, (rolled.total(), rolled.digits), context);
}

/// Resolves an evasion roll, TOT-DEF-03 (2 to 4).
pub fn dodged(
    battle: &Battle,
    blow: &Blow,
    stake: Stake,
    (total, digits): (i32, Digits),
    context: &mut StepContext<'_>,
) {
    let need = i32::from(blow.need);
    let paid = if settings::only_block_mitigates(battle) { 0 } else { stake.ap };
    let next = Blow {
        need: (need - total) as i16,
        dodged: Some(digits == Digits::Double),
        evasion: if context.is_forecast() { 0 } else { total as i16 },
        spent: blow.spent + paid,
        ..*blow
    };
    if blow.fumbled {
        // Not knowing of the fumble one goes on to block what evasion has not averted, TOT-DEF-06.
        if digits == Digits::Plain && total <= need {
            context.then(second(battle, next, context));
        } else {
            missed(battle, &next, (Guard::Evasion, digits), context);
        }
        return;
    }
    if digits == Digits::ZeroOne {
        hit(battle, next, context);
        charge(battle, blow.on, None, context);
        return;
    }
    if is_evaded(blow, total, digits) && next.caught {
        return catching::caught(battle, &next, context);
    }
    if is_evaded(blow, total, digits) {
        evaded(battle, blow, context);
    } else {
        context.then(second(battle, next, context));
    }
}

/// The armour/block roll and the outcome, TOT-DEF-02, TOT-DEF-03 (5 to 9).
pub fn guard(battle: &Battle, blow: &Blow, stake: Stake, context: &mut StepContext<'_>) {
    commit(battle, blow.on, stake, context);
    let dice = dice(battle, blow, Guard::Block) + stake.ap;
    let need = i32::from(blow.need);
    let pool = Pool { dice, luck: stake.luck, marked: true };
    let classes = Digits::ALL.map(|digits| {
        [false, true].map(|is_above| match blocked(blow, is_above, digits) {
            _ if blow.fumbled => digits as u32,
            outcome => outcome as u32 * 4 + u32::from(digits == Digits::ZeroOne),
        })
    });
    let rolled = pool::roll_split(battle, pool, need, classes, context);
    context.log(|| Entry::Roll(pool::told(blow.on, "Block", ids::DEF_02, &rolled, &[])));
    if blow.fumbled {
        let next = Blow { spent: blow.spent + stake.ap, ..*blow };
        counter::after_block(battle, blow, false, context);
        return missed(battle, &next, (Guard::Block, rolled.digits), context);
    }
    guarded(battle, blow, stake.ap, (blocked(blow, rolled.total() > need, rolled.digits), rolled.digits), context);
}

/// What a block comes to, whose total is above what it must exceed or not, TOT-DEF-03 (5 to 9).
pub fn blocked(blow: &Blow, is_above: bool, digits: Digits) -> Outcome {
    match digits {
        Digits::ZeroOne => Outcome::Hit,
        Digits::Double if !blow.critical => Outcome::Glancing,
        Digits::Plain if blow.critical && blow.dodged != Some(true) => Outcome::Hit,
        Digits::Double if blow.dodged == Some(false) && blow.need < 0 => Outcome::Evaded,
        _ if is_above => Outcome::Glancing,
        _ => Outcome::Hit,
    }
}

/// What follows a block that took so many AP.
pub fn guarded(
    battle: &Battle,
    blow: &Blow,
    ap: u8,
    (outcome, digits): (Outcome, Digits),
    context: &mut StepContext<'_>,
) {
    let next = Blow { spent: blow.spent + ap, ..*blow };
    match outcome {
        Outcome::Hit => {
            counter::after_block(battle, blow, false, context);
            hit(battle, next, context);
            if digits == Digits::ZeroOne {
                charge(battle, blow.on, price(battle, blow.on, Guard::Block), context);
            }
        }
        Outcome::Glancing if counter::negated_by_shield(battle, &next, context) => {}
        Outcome::Glancing => {
            contact::made(battle, blow, Toll::new(Contact::Blocked), context);
        }
        Outcome::Evaded if blow.caught => catching::caught(battle, &next, context),
        Outcome::Evaded => {
            counter::after_block(battle, blow, true, context);
            evaded(battle, blow, context);
        }
    }
}

/// The attack is evaded.
pub fn evaded(battle: &Battle, blow: &Blow, context: &mut StepContext<'_>) {
    attack::attack_result(blow, Fate::Averted(Averting::Dodge), 0, context);
    context.note(blow.on, ids::DEF_03, "evades");
    attack::end(battle, blow, context);
}

/// Resolves an attack after its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It hits.
    Hit,
    /// Armour or shield turns it aside.
    Glancing,
    /// The critical block of a critical attack whose evasion was enough.
    Evaded,
}

/// No block is rolled: what the evasion came to decides, or the bare to-hit total, TOT-DEF-03.
pub fn unblocked(battle: &Battle, blow: &Blow, context: &mut StepContext<'_>) {
    if blow.fumbled {
        return missed(battle, blow, (Guard::Block, Digits::Plain), context);
    }
    if hits_unblocked(blow) {
        hit(battle, *blow, context);
    } else {
        attack::attack_result(blow, Fate::Missed, 0, context);
        attack::end(battle, blow, context);
    }
}

/// Whether an attack hits if no block is rolled. With evasion rolled, X is E alone: what evades has been sorted out, but
/// for a critical to-hit against a plain one.
pub const fn hits_unblocked(blow: &Blow) -> bool {
    blow.critical || blow.dodged.is_some() || blow.need >= 0
}

/// The attack hits.
pub fn hit(battle: &Battle, blow: Blow, context: &mut StepContext<'_>) {
    attack::before_damage(battle, Blow { critical: blow.critical, ..blow.decided() }, context);
}

/// The defender's chance against a fumble: one defence roll for a counterattack, TOT-DEF-06.
pub fn seize(battle: &Battle, blow: Blow, context: &StepContext<'_>) -> AgendaItem {
    let who = blow.on;
    let open = [Guard::Evasion, Guard::Block].map(|guard| is_possible(battle, &blow, guard));
    let other = || catching::is_possible(battle, &blow) || !counter::means(battle, &blow).is_empty();
    if open == [false, false] && (context.answers_by_default() || !other()) {
        step(DefenceStep::Seize(blow, Guard::Block, Stake::default()))
    } else if !is_asked(battle, who) || context.answers_by_default() {
        let (guard, stake) = unasked_seize(battle, &blow);
        step(DefenceStep::Seize(blow, guard, stake))
    } else {
        prompt(who, Prompt::Seize(blow))
    }
}

/// The roll against a fumble of whoever is not asked.
pub fn unasked_seize(battle: &Battle, blow: &Blow) -> (Guard, Stake) {
    usual_seize(battle, blow).unwrap_or((Guard::Block, Stake::default()))
}

/// Dice of the roll against a fumble: none for the drugged, who have no reaction of any kind. TOT-DEF-06, TOT-BERS-05.
pub fn seizing(battle: &Battle, blow: &Blow, guard: Guard, stake: Stake) -> u8 {
    // The AP of a counterspell are no dice of its roll.
    let ap = if guard == Guard::Counter { 0 } else { stake.ap };
    let may = rolls(battle, blow.on) && drugs::active(battle, blow.on).is_none();
    if may { dice(battle, blow, guard) + ap } else { 0 }
}

/// The default roll against a fumble: evasion if it has dice, otherwise block; AP only by standing orders.
pub fn usual_seize(battle: &Battle, blow: &Blow) -> Option<(Guard, Stake)> {
    let ordered = battle.combatant(blow.on).conditions.has(ORDERS);
    [Guard::Evasion, Guard::Block].into_iter().find_map(|guard| {
        let stake = if ordered { habit::usual(battle, blow, guard)? } else { Stake::default() };
        (dice(battle, blow, guard) + stake.ap > 0).then_some((guard, stake))
    })
}

/// The roll against a fumble, TOT-DEF-06.
pub fn seized(battle: &Battle, blow: &Blow, guard: Guard, stake: Stake, context: &mut StepContext<'_>) {
    commit(battle, blow.on, stake, context);
    let dice = seizing(battle, blow, guard, stake);
    if dice == 0 {
        return missed(battle, blow, (guard, Digits::Plain), context);
    }
    let pool = Pool { dice, luck: stake.luck, marked: true };
    let rolled = pool::roll(battle, pool, &|_, digits| digits as u32, context);
    let words = match guard {
        Guard::Evasion => "Evasion",
        Guard::Block => "Block",
        Guard::Catch => "Catch",
        Guard::Counter => "Counterspell",
    };
    context.log(|| Entry::Roll(pool::told(blow.on, words, ids::DEF_06, &rolled, &[])));
    let tried = Blow { caught: blow.caught || guard == Guard::Catch, ..*blow };
    missed(battle, &tried, (guard, rolled.digits), context);
}

/// A fumbled attack misses; a critical defence may turn it back, a fumbled one costs its AP. TOT-CRIT-05.
pub fn missed(battle: &Battle, blow: &Blow, (guard, digits): (Guard, Digits), context: &mut StepContext<'_>) {
    match digits {
        Digits::Double if drugs::active(battle, blow.on).is_none() => {
            if context.answers_by_default() {
                attack::come_back(blow, context);
            } else {
                context.then(prompt(blow.on, Prompt::Return(*blow)));
            }
        }
        digits => {
            attack::attack_result(blow, Fate::Missed, 0, context);
            attack::end(battle, blow, context);
            if digits == Digits::ZeroOne {
                charge(battle, blow.on, price(battle, blow.on, guard), context);
            }
        }
    }
}

/// What a fumbled defence costs besides AP: of a block the shield, TOT-CRIT-04.
pub fn price(battle: &Battle, who: CombatantId, guard: Guard) -> Option<ItemId> {
    shield(battle, who).filter(|_| guard == Guard::Block && settings::fumbles_drop(battle))
}

/// Somebody pays for a fumble, after all else that is to come. TOT-CRIT-03, TOT-CRIT-04.
pub fn charge(battle: &Battle, who: CombatantId, item: Option<ItemId>, context: &mut StepContext<'_>) {
    if context.is_solved() && !context.leads_on() {
        fumble(battle, who, item, context);
    } else {
        context.then(step(DefenceStep::Fumble(who, item)));
    }
}

/// A fumble: all AP are lost, and those of the next round are locked until one's own turn. TOT-CRIT-03, TOT-CRIT-04.
pub fn fumble(battle: &Battle, who: CombatantId, item: Option<ItemId>, context: &mut StepContext<'_>) {
    let one = battle.combatant(who);
    for budget in [FRESH, CARRIED] {
        if one.budgets.get(budget) != 0 {
            context.effect(Effect::Budget(who, budget, 0));
        }
    }
    if one.budgets.get(LOCKED) == 0 {
        context.effect(Effect::Budget(who, LOCKED, 1));
    }
    context.note(who, ids::CRIT_03, "loses all AP");
    if let Some(item) = item.filter(|item| battle.item(*item).at.holder() == Some(who)) {
        stored::let_go(battle, item, context);
        context.effect(Effect::Move(item, Location::Ground(one.placement.anchor())));
        context.note(who, ids::CRIT_04, format_args!("drops {}", battle.item(item).name));
    }
}

/// Whether the defender may stake Luck on a roll.
pub fn luck(battle: &Battle, who: CombatantId, dice: u8) -> u8 {
    if may_stake(battle, who) && reacts(battle, who) { pool::most_luck(battle, who, dice) } else { 0 }
}
