//! What casters can choose in their turn, and how the choices are resolved. TOT-MAG-01, TOT-MAG-02, TOT-MAG-07,
//! TOT-HYB-01.

use super::{
    arms::Class,
    attack,
    cast::{self, Extra, spell_offer},
    catalogue as ids,
    conditions::{CONCENTRATES, PREPARED},
    counter, direct, drugs, menu, pool,
    reach::{self, distance, has_line},
    sheet::{arm, sheet},
    spell::{Energy, Spell, Structure},
    step::{AttackStep, Blow, Manner},
    stored,
};
use crate::rules::prelude::*;

pub fn describe(battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
    if let Some(structure) = cast::structure(offer.verb) {
        let dice = cast::dice_of(battle, who, structure);
        let harms = sheet(battle.combatant(who)).energies.iter().any(|energy| energy.is_damaging());
        let harm = if harms { cast::harm_in_words(battle, who) } else { String::new() };
        return wording.about(format!("{dice}d10 to hit{harm}"));
    }
    match (offer.verb, offer.item) {
        (verb, Some(item)) if verb == menu::CONDUCT.verb => {
            wording.titled(format!("Conduct into {}", words_of(battle, who, item).0))
        }
        (verb, Some(item)) if verb == menu::BESTOW.verb => {
            let (name, about) = words_of(battle, who, item);
            wording.titled(format!("Bestow on {name}")).about(about)
        }
        (verb, _) if verb == menu::UNLEASH.verb => {
            let Some(spell) = cast::prepared(battle, who) else { return wording };
            let wording = wording.titled(format!("Release {}", spell.words()));
            if spell.structure == Structure::Direct {
                return wording;
            }
            let dice = cast::dice_of(battle, who, spell.structure);
            let harm: u8 = spell.damage().map(|(_, dice)| dice).sum();
            wording.about(if harm > 0 {
                format!("{dice}d10 to hit, {harm}d10 damage")
            } else {
                format!("{dice}d10 to hit")
            })
        }
        _ => wording,
    }
}

/// Offers to conduct into one's own melee weapon and to bestow on an item held by oneself or a willing neighbour,
/// TOT-HYB-01.
pub fn storing(battle: &Battle, who: CombatantId, energies: &[Energy]) -> Vec<Offer> {
    let held = battle.items().filter(|item| item.at.holder().is_some() && arm(battle, item.id).class.is_some());
    held.filter(|item| is_willing(battle, who, *item)).flat_map(|item| store(battle, who, item, energies)).collect()
}

fn is_willing(battle: &Battle, who: CombatantId, item: Item<'_>) -> bool {
    let Some(holder) = item.at.holder() else { return false };
    let (fighter, other) = (battle.combatant(who), battle.combatant(holder));
    holder == who
        || other.team == fighter.team
            && other.fights()
            && distance(reach::body(battle, fighter.id), reach::body(battle, other.id)) <= 1
            && has_line(battle, fighter.id, other.id)
}

/// Words for an item that energy can be put into: its name, with its holder if that is another combatant; and where the
/// energy goes.
pub fn words_of(battle: &Battle, who: CombatantId, item: ItemId) -> (String, &'static str) {
    let object = battle.item(item);
    let whose =
        object.at.holder().filter(|holder| *holder != who).map(|holder| &battle.combatant(holder).identity.name);
    let name = whose.map_or_else(|| object.name.to_string(), |whose| format!("{}, {whose}", object.name));
    let is_melee = arm(battle, item).class.is_some_and(|class| !class.shoots());
    (name, if is_melee { "Stays in the weapon" } else { "In the missile of the next shot" })
}

fn store(battle: &Battle, who: CombatantId, item: Item<'_>, energies: &[Energy]) -> Vec<Offer> {
    let mine = item.at.holder() == Some(who);
    let class = arm(battle, item.id).class;
    // Weapons made to be thrown are bestowed on like missiles, TOT-HYB-01.
    let is_melee = class.is_some_and(|class| !class.shoots() && class != Class::Thrown);
    let mut offers = Vec::new();
    if mine && is_melee {
        let offer = Offer::new(&menu::CONDUCT, &[ids::HYB_01, ids::HYB_06], menu::ap(1));
        let offer = offer.with(item.id);
        offers.push(spell_offer(battle, who, offer, energies, &[Extra::Lasting]));
    }
    let rules = &[ids::HYB_01, ids::HYB_07, ids::HYB_08, ids::HYB_09];
    let bestow = Offer::new(&menu::BESTOW, rules, menu::ap(1));
    let bestow = bestow.with(item.id);
    offers.push(spell_offer(battle, who, bestow, energies, &[Extra::Lasting, Extra::Selective]));
    offers
}

/// All offers of magic in one's own turn.
pub fn offers(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let mixed = cast::known(battle, who, &Energy::MIXED);
    let mut offers: Vec<Offer> = release(battle, who).into_iter().collect();
    if !mixed.is_empty() {
        offers.extend(cast::ATTACKS.iter().map(|attack| attack_offer(battle, who, *attack, &mixed)));
        offers.push(charge(battle, who, &mixed));
        offers.extend(storing(battle, who, &mixed));
        offers.push(prepare(battle, who, &mixed));
    }
    offers.extend(counter::raise_offer(battle, who));
    offers.extend(direct::offers(battle, who));
    let barred = || drugs::forbids_magic(battle, who);
    let mut offers: Vec<Offer> = offers.into_iter().map(|offer| offer.refused(barred())).collect();
    if battle.combatant(who).conditions.has(CONCENTRATES) {
        offers.push(Offer::new(&menu::RELAX, &[ids::MAG_08, ids::TURN_02], Cost::FREE));
    }
    offers
}

/// Whether any magical action can be taken, TOT-BERS-07.
pub fn is_possible(battle: &Battle, who: CombatantId) -> bool {
    offers(battle, who).iter().any(|offer| offer.verb != "relax" && offer.is_open())
}

/// The first open offer of magic that needs no target, as a choice.
pub fn aimless(battle: &Battle, who: CombatantId) -> Option<Choice> {
    let is_aimless = |offer: &&Offer| matches!(offer.target, Target::Nothing) && offer.verb != menu::RELAX.verb;
    offers(battle, who).iter().filter(is_aimless).find(|offer| offer.is_open()).map(Choice::of)
}

fn attack_offer(
    battle: &Battle,
    who: CombatantId,
    (kind, structure): (&'static OfferKind, Structure),
    energies: &[Energy],
) -> Offer {
    const RULES: &[RuleId] = &[ids::MAG_01, ids::MAG_02, ids::MAG_03];
    let dice = cast::dice_of(battle, who, structure);
    let offer = Offer::new(kind, RULES, menu::ap(1));
    let offer = cast::at_enemies(battle, who, structure, offer);
    let offer = spell_offer(battle, who, offer, energies, &[Extra::Lasting, Extra::Concentration]);
    pool::with_luck(battle, who, dice, offer)
}

fn charge(battle: &Battle, who: CombatantId, energies: &[Energy]) -> Offer {
    let offer = Offer::new(&menu::CHARGE, &[ids::HYB_01, ids::HYB_05, ids::MAG_01], menu::ap(1));
    spell_offer(battle, who, offer, energies, &[Extra::Lasting])
}

fn prepare(battle: &Battle, who: CombatantId, energies: &[Energy]) -> Offer {
    let offer = Offer::new(&menu::PREPARE, &[ids::MAG_07, ids::MAG_01], menu::ap(1));
    let shapes = (0..)
        .zip(cast::ATTACKS)
        .map(|(index, (kind, structure))| ParameterValue::new(index, kind.verb, structure.name()));
    let offer = offer.parameter(Parameter::new(&menu::AS, shapes.collect::<Vec<_>>()));
    spell_offer(battle, who, offer, energies, &[Extra::Lasting, Extra::Concentration])
}

/// The offer to release a prepared spell, also inside a movement action, TOT-MAG-07, TOT-MOVE-07.
fn release(battle: &Battle, who: CombatantId) -> Option<Offer> {
    const RULES: &[RuleId] = &[ids::MAG_07, ids::MOVE_07];
    let spell = cast::prepared(battle, who)?;
    let kind = if spell.share(Energy::Life) > 0 { &menu::UNLEASH_LIFE } else { &menu::UNLEASH };
    let offer = Offer::new(kind, RULES, Cost::FREE);
    let structure = spell.structure;
    if structure == Structure::Direct {
        return Some(direct::aimed(battle, who, spell, offer));
    }
    let dice = cast::dice_of(battle, who, structure);
    Some(pool::with_luck(battle, who, dice, cast::at_enemies(battle, who, structure, offer)))
}

/// The attack of a choice that casts a spell with a roll to hit; `None` for other choices.
pub fn blow(battle: &Battle, by: CombatantId, choice: &Choice) -> Option<Blow> {
    let on = choice.on?;
    let spell = match cast::structure(choice.verb) {
        Some(structure) => cast::spell(battle, by, choice, structure, &cast::known(battle, by, &Energy::MIXED)),
        None if choice.verb == "unleash" => {
            cast::prepared(battle, by).filter(|spell| spell.structure != Structure::Direct)?
        }
        None => return None,
    };
    Some(spell_blow(battle, by, on, spell, choice.value("luck", 0) as u8))
}

fn spell_blow(battle: &Battle, by: CombatantId, on: CombatantId, spell: Spell, luck: u8) -> Blow {
    let dice = cast::dice_of(battle, by, spell.structure);
    let ap = spell.damage().map(|(_, dice)| dice).sum();
    Blow { spell: Some(spell), dice, ap, luck, ..Blow::new(by, on, None, Manner::Cast) }
}

/// Resolves a choice; false if it is not magic.
pub fn choose(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) -> bool {
    let mixed = || cast::known(battle, who, &Energy::MIXED);
    match choice.verb {
        "relax" => {
            stored::lose_concentration(battle, who, context);
            context.note(who, ids::MAG_08, "ends concentration");
        }
        "prepare" => {
            let (_, structure) = cast::ATTACKS[choice.value("as", 0) as usize % cast::ATTACKS.len()];
            cast::ready(battle, who, cast::spell(battle, who, choice, structure, &mixed()), context);
        }
        "prepare-life" | "prepare-death" | "heal" | "slay" => direct::choose(battle, who, choice, context),
        "unleash" => unleash(battle, who, choice, context),
        "charge" | "conduct" | "bestow" => {
            let structure = match choice.verb {
                "charge" => Structure::Charge,
                "conduct" => Structure::Conduct,
                _ => Structure::Bestow,
            };
            let spell = cast::spell(battle, who, choice, structure, &mixed());
            cast::spend(battle, who, spell, context);
            let item = choice.item.or_else(|| stored::hands(battle, who));
            item.into_iter().for_each(|item| stored::put_into(battle, who, item, spell, context));
        }
        "ward" => {
            let spell =
                cast::spell(battle, who, choice, Structure::Shield, &cast::known(battle, who, &counter::OPPOSING));
            let spell = spell.for_turns(choice.value("lasting", 1) as u8);
            cast::spend(battle, who, spell, context);
            counter::raise(battle, who, spell, context);
        }
        _ => {
            let Some(blow) = blow(battle, who, choice) else { return false };
            let Some(spell) = blow.spell else { return false };
            cast::spend(battle, who, spell, context);
            fly(battle, &blow, context);
        }
    }
    true
}

fn unleash(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
    let Some(spell) = cast::prepared(battle, who) else { return };
    context.effect(Effect::Clear(who, PREPARED));
    cast::has_cast(battle, who, context);
    let Some(on) = choice.on else { return };
    if spell.structure == Structure::Direct {
        context.step(AttackStep::Direct(who, on, spell));
    } else {
        fly(battle, &spell_blow(battle, who, on, spell, choice.value("luck", 0) as u8), context);
    }
}

/// Sends a spell on its way to its target.
fn fly(battle: &Battle, blow: &Blow, context: &mut StepContext<'_>) {
    pool::stake(battle, blow.by, blow.luck, context);
    context.log(|| attack::told(battle, blow, &blow.spell.map_or_else(String::new, Spell::words)));
    context.step(AttackStep::Strike(*blow));
}
