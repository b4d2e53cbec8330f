//! The end of an attack: discharge of energy in the weapon, resistance, and all losses as one sum. TOT-HYB-02 to
//! TOT-HYB-09, TOT-ATK-04 (E).

use super::{
    super::{
        attack, catalogue as ids, drugs, life,
        pool::{self, Pool},
        step::{Blow, Contact, DamageStep, Manner, Toll, step},
        wrestling,
    },
    Energy, Spell, Structure, charm, selective, stored,
};
use crate::rules::{Averting, Battle, CombatantId, Effect, Entry, Fate, Status, StepContext};

/// Whom the contact is with: an attack that is turned back or caught strikes somebody else or in another way.
pub const fn victim(blow: &Blow, contact: Contact) -> CombatantId {
    if matches!(contact, Contact::Returned) { blow.by } else { blow.on }
}

/// Whether a weapon carries energy that goes off on somebody, TOT-HYB-09.
pub fn goes_off(battle: &Battle, blow: &Blow, whom: CombatantId) -> bool {
    let concerns = |spell: Spell| selective::concerns(battle, spell.targets(), whom);
    blow.manner != Manner::Cast && blow.spell.is_some_and(concerns)
}

/// How much of what is left of the mitigation counts against so much damage of an energy, TOT-HYB-04.
pub fn stopped(energy: Energy, spare: i32, damage: i32) -> i32 {
    if energy.bypasses() { 0 } else { spare.min(damage) }
}

/// Who charmed: whoever put the energy there.
pub fn charmer(blow: &Blow) -> CombatantId {
    blow.caster.unwrap_or(blow.by)
}

/// Whether charm in an attack is resisted: by those who can, TOT-MAG-05.
pub fn charms(battle: &Battle, blow: &Blow, whom: CombatantId) -> bool {
    blow.spell.is_some_and(|spell| spell.share(Energy::Charm) > 0) && battle.combatant(whom).fights()
}

/// Goes on from the outcome of an attack: to the energy it carries, or to its end.
pub fn made(battle: &Battle, blow: &Blow, toll: Toll, context: &mut StepContext<'_>) {
    if goes_off(battle, blow, victim(blow, toll.contact)) {
        context.then(step(DamageStep::Release(*blow, toll)));
    } else {
        settle(battle, blow, toll, false, context);
    }
}

/// The energy goes off: its dice, less what is left of the mitigation unless it bypasses armour, TOT-HYB-03, TOT-HYB-04.
pub fn release(battle: &Battle, blow: &Blow, mut toll: Toll, context: &mut StepContext<'_>) {
    let Some(carried) = blow.spell else { return settle(battle, blow, toll, false, context) };
    if let Some(item) = blow.item {
        stored::empty(battle, item, context);
    }
    let whom = victim(blow, toll.contact);
    // Whoever tries to catch a missile has no physical defence against what it carries, TOT-COMP-03.
    let bare = whom == blow.on && (toll.contact == Contact::Caught || blow.caught);
    let spell = if toll.contact == Contact::Blocked && !bare { carried.past_a_block() } else { carried };
    if spell.power() == 0 {
        context.note(whom, ids::HYB_03, "blocks the energy too");
        return settle(battle, blow, toll, false, context);
    }
    let mut harm = 0;
    let mut spare = if bare { 0 } else { i32::from(toll.spare) };
    for (energy, dice) in spell.damage() {
        let pool = Pool { dice, luck: 0, marked: false };
        let rolled = pool::roll(battle, pool, &|sum, _| sum as u32, context);
        context.log(|| Entry::Roll(pool::told(blow.by, energy.title(), ids::HYB_04, &rolled, &[])));
        let stopped = stopped(energy, spare, rolled.total());
        spare -= stopped;
        harm += rolled.total() - stopped;
    }
    toll.burns = harm > 0;
    toll.harm = harm.min(30_000) as i16;
    toll.spare = spare as i16;
    resisted(battle, &Blow { spell: Some(spell), ..*blow }, toll, context);
}

/// Goes on to the resistance against charm, if there is any in it, TOT-MAG-05.
pub fn resisted(battle: &Battle, blow: &Blow, toll: Toll, context: &mut StepContext<'_>) {
    if charms(battle, blow, victim(blow, toll.contact)) {
        context.then(step(DamageStep::Resist(*blow, toll)));
    } else {
        settle(battle, blow, toll, false, context);
    }
}

/// The opposed roll against charm, TOT-ENG-04.
pub fn resist(battle: &Battle, blow: &Blow, toll: Toll, context: &mut StepContext<'_>) {
    let captivated = charm::prevails(battle, charmer(blow), victim(blow, toll.contact), context);
    settle(battle, blow, toll, captivated, context);
}

/// The end of an attack: losses as one sum, then conditions, then what follows, TOT-ATK-04 (E).
pub fn settle(battle: &Battle, blow: &Blow, toll: Toll, captivated: bool, context: &mut StepContext<'_>) {
    let whom = victim(blow, toll.contact);
    let loss = i32::from(toll.loss) + i32::from(toll.harm);
    if toll.contact != Contact::Returned {
        attack::attack_result(blow, fate(blow, &toll, captivated), loss, context);
    }
    log(blow, whom, &toll, captivated, context);
    life::lose(battle, whom, loss, context);
    let out = context.effects().any(|effect| matches!(effect, Effect::Status(who, Status::Dead) if *who == whom));
    // Nobody concentrates who is captivated, by the own spell turned back, TOT-MAG-08.
    let distracted = |spell: &Spell| captivated && whom == blow.by && spell.concentrates();
    if let Some(spell) = blow.spell.filter(|spell| toll.burns && !out && !distracted(spell)) {
        stored::burning(battle, blow.by, whom, spell, context);
    }
    if captivated && !out {
        charm::captivate(battle, whom, context);
    }
    attack::end(battle, blow, context);
    if matches!(toll.contact, Contact::Struck | Contact::Blocked) {
        wrestling::follow(battle, blow, context);
    }
}

/// The result of the attack itself, whatever its energy did, TOT-DEF-03, TOT-DMG-03, TOT-COMP-03.
fn fate(blow: &Blow, toll: &Toll, captivated: bool) -> Fate {
    match toll.contact {
        Contact::Blocked => Fate::Glanced,
        Contact::Caught => Fate::Averted(Averting::Catch),
        // Charm in a spell is the spell itself.
        Contact::Struck if toll.stopped && !(captivated && blow.manner == Manner::Cast) => Fate::Stopped,
        Contact::Struck | Contact::Returned if blow.critical => Fate::Critical,
        Contact::Struck | Contact::Returned => Fate::Hit,
    }
}

/// Logs the result of the attack and of the energy it carried.
fn log(blow: &Blow, whom: CombatantId, toll: &Toll, captivated: bool, context: &mut StepContext<'_>) {
    match fate(blow, toll, captivated) {
        Fate::Stopped => context.note(whom, ids::DMG_03, "is saved by armour"),
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
        let names: Vec<&str> = spell.damage().map(|(energy, _)| energy.name()).collect();
        context.note(whom, ids::HYB_04, format_args!("loses {} Vitality to {}", toll.harm, names.join(" and ")));
    }
}

/// The attack with the energy of its weapon, and who put that there.
pub fn laden(battle: &Battle, blow: Blow) -> Blow {
    let spell = carried(battle, &blow);
    let giver = blow.item.filter(|_| spell.is_some()).and_then(|item| stored::giver(battle, item));
    Blow { spell, caster: giver.filter(|who| *who != blow.by), ..blow }
}

/// The energy that a weapon brings into an attack on somebody, if it affects that target. A conducted charge does not
/// work in a thrown weapon. TOT-HYB-01, TOT-HYB-06.
fn carried(battle: &Battle, blow: &Blow) -> Option<Spell> {
    let spell = stored::in_thing(battle, blow.item?)?;
    match (blow.manner, spell.structure()) {
        (Manner::Throw, Structure::Conduct) => None,
        _ => Some(spell),
    }
}

/// Damage dice of a martial attack: AP, and those of berserk, TOT-DMG-01, TOT-BERS-04.
pub fn martial_dice(battle: &Battle, by: CombatantId, ap: u8) -> u8 {
    ap + drugs::tier_of(battle, by, drugs::Drug::Berserk)
}
