//! The end of an attack: release of the energy in the weapon, resistance, and all losses as one sum. TOT-HYB-02 to
//! TOT-HYB-09, TOT-ATK-04 (E).
//!
//! Its steps, in order: [`release_energy`] and [`resist_charm`], where the attack carries energy or charm, then
//! [`inflict_losses`], and [`close_attack`] for every attack.

use super::{
    catalogue as ids,
    conditions::CAPTIVATED,
    flight, gear, life,
    pool::{self, Added, Pool},
    settings,
    sheet::{CARRIED, FRESH, LOCKED, sheet},
    spell::{Energy, Spell},
    step::{AttackStep, Blow, Contact, DamageStep, DefenceStep, Manner, Toll},
    stored, wrestling,
};
use crate::{
    dice::{Digits, Reading, Throw},
    rules::prelude::*,
};

/// Makes a combatant pay for a fumble, after everything else that is still to come. TOT-CRIT-03, TOT-CRIT-04.
pub fn charge_fumble(battle: &Battle, who: CombatantId, item: Option<ItemId>, context: &mut StepContext<'_>) {
    if context.is_solved() && !context.leads_on() {
        fumble(battle, who, item, context);
    } else {
        context.step(DefenceStep::Fumble(who, item));
    }
}

/// A fumble: the combatant loses all AP, and AP of the next round stay locked until its own turn. TOT-CRIT-03,
/// TOT-CRIT-04.
pub fn fumble(battle: &Battle, who: CombatantId, item: Option<ItemId>, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    for (budget, value) in [(FRESH, 0), (CARRIED, 0), (LOCKED, 1)] {
        context.set_budget(battle, who, budget, value);
    }
    context.note(who, ids::CRIT_03, "loses all AP");
    if let Some(item) = item.filter(|item| battle.item(*item).at.holder() == Some(who)) {
        stored::let_go(battle, item, context);
        context.effect(Effect::Move(item, Location::Ground(fighter.placement.anchor())));
        context.note(who, ids::CRIT_04, format_args!("drops {}", battle.item(item).name));
    }
}

/// Notes it where a critical rather than the totals decides a defence, TOT-CRIT-02.
pub fn note_critical(blow: &Blow, is_above: bool, digits: Digits, context: &mut StepContext<'_>) {
    match digits {
        Digits::Double if !blow.critical && !is_above => {
            context.note(blow.on, ids::CRIT_02, "defends with a critical, whatever the totals");
        }
        Digits::Plain if blow.critical && is_above && blow.dodged != Some(true) => {
            context.note(blow.on, ids::CRIT_02, "would need a critical against a critical");
        }
        _ => {}
    }
}

/// Adds the result of an attack.
pub fn attack_result(blow: &Blow, fate: Fate, damage: i32, context: &mut StepContext<'_>) {
    let damage = damage.clamp(0, i32::from(i16::MAX)) as i16;
    context.attack_result(AttackResult { by: blow.by, on: blow.on, fate, damage });
}

/// What follows every attack, whatever its result: a thrown weapon lands, a fumble costs AP and weapon. TOT-CRIT-04.
pub fn close_attack(battle: &Battle, blow: &Blow, context: &mut StepContext<'_>) {
    if blow.manner == Manner::Throw {
        if context.is_solved() && !context.leads_on() {
            land_thrown_weapon(battle, blow, context);
        } else {
            context.step(AttackStep::Settle(blow.decided()));
        }
    }
    if blow.fumbled {
        charge_attacker_fumble(battle, blow, context);
    }
}

/// Turns an attack back. A thrown weapon leaves the hand first, before the attacker can fall by it. TOT-CRIT-05.
pub fn come_back(blow: &Blow, context: &mut StepContext<'_>) {
    if blow.manner == Manner::Throw {
        context.step(AttackStep::Settle(blow.decided()));
    }
    context.step(DamageStep::Return(blow.decided()));
}

/// A thrown weapon lands in the target's square, TOT-AMMO-01; if the blow has thrown the target off its mount, in the
/// square where it now lies.
pub fn land_thrown_weapon(battle: &Battle, blow: &Blow, context: &mut StepContext<'_>) {
    let Some(item) = blow.item.filter(|item| battle.item(*item).at.holder() == Some(blow.by)) else { return };
    let falls = |effect: &Effect| match effect {
        Effect::Place(who, place) if *who == blow.on => Some(place.anchor()),
        _ => None,
    };
    let square = context.effects().filter_map(falls).last();
    let square = square.unwrap_or_else(|| battle.combatant(blow.on).placement.anchor());
    context.effect(Effect::Move(item, Location::Ground(square)));
}

/// Charges the attacker's fumble; bare hands drop nothing, and a thrown weapon has already left the hand.
fn charge_attacker_fumble(battle: &Battle, blow: &Blow, context: &mut StepContext<'_>) {
    let drops = settings::fumbles_drop(battle) && matches!(blow.manner, Manner::Strike | Manner::Shoot);
    charge_fumble(battle, blow.by, blow.item.filter(|_| drops), context);
}

/// The Charisma rolls of caster and target.
pub fn throws(battle: &Battle, by: CombatantId, on: CombatantId) -> [Throw; 2] {
    [by, on].map(|who| pool::dice(sheet(battle.combatant(who)).charisma_rating()))
}

/// The caster rolls, then the target, which resists if it is strictly higher, TOT-ENG-04. True if the caster prevails.
pub fn prevails(battle: &Battle, by: CombatantId, on: CombatantId, context: &mut StepContext<'_>) -> bool {
    let [cast, resist] = throws(battle, by, on);
    let is_resisted =
        |cast: Reading, resist: Option<Reading>| u32::from(resist.is_some_and(|resist| resist.sum > cast.sum));
    let (cast, resist) = context.throw_then(cast, &|_| Some(resist), &is_resisted);
    let resisted = resist.as_ref().is_some_and(|resist| resist.sum > cast.sum);
    for (who, thrown) in [Some((by, cast)), resist.map(|resist| (on, resist))].into_iter().flatten() {
        context.log(|| Entry::Roll(Roll::new(who, "Charisma", ids::ENG_04, &thrown)));
    }
    if resisted {
        context.note(on, ids::ENG_04, "resists the charm");
    }
    !resisted
}

/// Captivates until the end of the target's next turn; a turn in progress does not count. TOT-ENG-04.
pub fn captivate(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    context.clear(battle, who, &[CAPTIVATED]);
    context.effect(Effect::AddCondition(who, Condition::new(CAPTIVATED, Until::NextTurnEnd)));
    context.note(who, ids::ENG_04, "is captivated");
    stored::lose_concentration(battle, who, context);
}

/// Whom the attack makes contact with: the attacker if it is turned back, otherwise the target.
pub const fn victim(blow: &Blow, contact: Contact) -> CombatantId {
    if matches!(contact, Contact::Returned) { blow.by } else { blow.on }
}

/// Whether the weapon carries energy that goes off on contact with `whom`, TOT-HYB-09.
pub fn goes_off(battle: &Battle, blow: &Blow, whom: CombatantId) -> bool {
    let concerns = |spell: Spell| stored::concerns(battle, spell.targets, whom);
    blow.manner != Manner::Cast && blow.spell.is_some_and(concerns)
}

/// How much of an energy's damage the rest of the mitigation stops, TOT-HYB-04.
pub fn stopped(energy: Energy, spare: i32, damage: i32) -> i32 {
    if energy.bypasses() { 0 } else { spare.min(damage) }
}

/// Who charms: the combatant that put the energy there.
pub fn charmer(blow: &Blow) -> CombatantId {
    blow.caster.unwrap_or(blow.by)
}

/// Whether the attack has charm in it and the victim is in a state to roll against it, TOT-MAG-05.
pub fn charms(battle: &Battle, blow: &Blow, whom: CombatantId) -> bool {
    blow.spell.is_some_and(|spell| spell.share(Energy::Charm) > 0) && battle.combatant(whom).fights()
}

/// Continues after the outcome of an attack: with the energy it carries, or with its end.
pub fn release_or_inflict(battle: &Battle, blow: &Blow, toll: Toll, context: &mut StepContext<'_>) {
    if goes_off(battle, blow, victim(blow, toll.contact)) {
        context.step(DamageStep::Release(*blow, toll));
    } else {
        inflict_losses(battle, blow, toll, false, context);
    }
}

/// The carried energy goes off: rolls its dice, less the rest of the mitigation unless it bypasses armour, TOT-HYB-03,
/// TOT-HYB-04.
pub fn release_energy(battle: &Battle, blow: &Blow, mut toll: Toll, context: &mut StepContext<'_>) {
    let Some(carried) = blow.spell else { return inflict_losses(battle, blow, toll, false, context) };
    if let Some(item) = blow.item {
        stored::empty(battle, item, context);
    }
    let whom = victim(blow, toll.contact);
    // A combatant that tries to catch a missile has no physical defence against its energy, TOT-COMP-03.
    let bare = whom == blow.on && (toll.contact == Contact::Caught || blow.caught);
    let spell = if toll.contact == Contact::Blocked && !bare { carried.past_a_block() } else { carried };
    if spell.power() == 0 {
        context.note(whom, ids::HYB_03, "blocks the energy too");
        return inflict_losses(battle, blow, toll, false, context);
    }
    let mut harm = 0;
    let mut spare = if bare { 0 } else { i32::from(toll.spare) };
    for (energy, dice) in spell.damage() {
        let pool = Pool { dice, luck: 0, marked: false };
        let rolled = pool::roll(battle, pool, &|sum, _| sum as u32, context);
        let stopped = stopped(energy, spare, rolled.total());
        let left: Added = (ids::HYB_04, "Left of the mitigation", -stopped);
        if !rolled.lain.is_empty() {
            context.log(|| Entry::Roll(pool::told(blow.by, energy.title(), ids::HYB_04, &rolled, &[left])));
        }
        if energy.bypasses() && spare > 0 {
            flight::passed_by(spell, whom, ids::HYB_04, context);
        }
        spare -= stopped;
        harm += rolled.total() - stopped;
    }
    toll.burns = harm > 0;
    toll.harm = harm.min(30_000) as i16;
    toll.spare = spare as i16;
    resist_or_inflict(battle, &Blow { spell: Some(spell), ..*blow }, toll, context);
}

/// Continues with the resistance against charm, if the attack has any, TOT-MAG-05.
pub fn resist_or_inflict(battle: &Battle, blow: &Blow, toll: Toll, context: &mut StepContext<'_>) {
    if charms(battle, blow, victim(blow, toll.contact)) {
        context.step(DamageStep::Resist(*blow, toll));
    } else {
        inflict_losses(battle, blow, toll, false, context);
    }
}

/// The opposed roll against charm, TOT-ENG-04.
pub fn resist_charm(battle: &Battle, blow: &Blow, toll: Toll, context: &mut StepContext<'_>) {
    let captivated = prevails(battle, charmer(blow), victim(blow, toll.contact), context);
    inflict_losses(battle, blow, toll, captivated, context);
}

/// The end of an attack: losses as one sum, then conditions, then what follows, TOT-ATK-04 (E).
pub fn inflict_losses(battle: &Battle, blow: &Blow, toll: Toll, captivated: bool, context: &mut StepContext<'_>) {
    let whom = victim(blow, toll.contact);
    let loss = i32::from(toll.loss) + i32::from(toll.harm);
    if toll.contact != Contact::Returned {
        attack_result(blow, fate(blow, &toll, captivated), loss, context);
    }
    log(blow, whom, &toll, captivated, context);
    life::lose(battle, whom, loss, context);
    let out = context.effects().any(|effect| matches!(effect, Effect::Status(who, Status::Dead) if *who == whom));
    // A caster captivated by its own spell turned back does not concentrate, TOT-MAG-08.
    let distracted = |spell: &Spell| captivated && whom == blow.by && spell.held;
    if let Some(spell) = blow.spell.filter(|spell| toll.burns && !out && !distracted(spell)) {
        stored::burning(battle, blow.by, whom, spell, context);
    }
    if captivated && !out {
        captivate(battle, whom, context);
    }
    close_attack(battle, blow, context);
    if toll.contact == Contact::Struck {
        gear::lodge(battle, blow, context);
    }
    if matches!(toll.contact, Contact::Struck | Contact::Blocked) {
        wrestling::follow(battle, blow, context);
    }
}

/// The result of the attack itself, apart from its energy, TOT-DEF-03, TOT-DMG-03, TOT-COMP-03.
fn fate(blow: &Blow, toll: &Toll, captivated: bool) -> Fate {
    match toll.contact {
        Contact::Blocked => Fate::Glanced,
        Contact::Caught => Fate::Averted(Averting::Catch),
        // In a charm spell the charm is the attack itself.
        Contact::Struck if toll.stopped && !(captivated && blow.manner == Manner::Cast) => Fate::Stopped,
        Contact::Struck | Contact::Returned if blow.critical => Fate::Critical,
        Contact::Struck | Contact::Returned => Fate::Hit,
    }
}

/// Logs the result of the attack and of the energy it carried.
fn log(blow: &Blow, whom: CombatantId, toll: &Toll, captivated: bool, context: &mut StepContext<'_>) {
    match fate(blow, toll, captivated) {
        Fate::Stopped => context.note(whom, ids::DMG_03, "mitigates all of it"),
        Fate::Glanced => context.note(whom, ids::DEF_03, "turns it aside"),
        Fate::Hit | Fate::Critical if toll.loss > 0 => {
            let words = || format!("loses {} Vitality", toll.loss).into();
            context.log(|| Entry::Note { who: whom, words: words(), rule: ids::DMG_03 });
        }
        Fate::Hit | Fate::Critical if toll.contact == Contact::Struck && !captivated && toll.harm == 0 => {
            context.note(whom, ids::DMG_03, "is hit but loses nothing");
        }
        _ => {}
    }
    if let Some(spell) = blow.spell.filter(|_| toll.harm > 0) {
        let names = and_list(spell.damage().map(|(energy, _)| energy.name()));
        context.note(whom, ids::HYB_04, format_args!("loses {} Vitality to {names}", toll.harm));
    }
}
