//! What casters can choose in their turn, and what it leads to. TOT-MAG-01, TOT-MAG-02, TOT-MAG-07.

use super::{
    super::{
        attack, catalogue as ids,
        conditions::{CAST, CONCENTRATES, PREPARED, available, keeping, lasting, pay, spell_of},
        drugs::{self, Drug},
        menu, mounts, movement,
        offers::{candidates_by, most_luck_on},
        pool::{self, luck_parameter, number},
        sheet::sheet,
        step::{AttackStep, Blow, Manner, step},
    },
    Energy, Spell, Structure, counter, direct, selective, stored,
};
use crate::rules::{
    Battle, Choice, CombatantId, Cost, Effect, Lasts, Offer, OfferKind, Parameter, ParameterValue, Refusal, RuleId,
    StepContext, TakesEffect, Target, Values, Verdict, counts,
};

/// The structures with a roll to hit, by their verbs.
static ATTACKS: [(&OfferKind, Structure); 3] =
    [(&menu::TOUCH, Structure::Touch), (&menu::HURL, Structure::Thrown), (&menu::PROJECT, Structure::Projected)];

/// The structure that a word of an attack stands for.
pub fn structure(verb: &str) -> Option<Structure> {
    ATTACKS.iter().find(|(known, _)| known.verb == verb).map(|(_, structure)| *structure)
}

/// Energies of a list that somebody knows, in listed order.
pub fn known(battle: &Battle, who: CombatantId, list: &[Energy]) -> Vec<Energy> {
    let knows = |energy: &&Energy| sheet(battle.combatant(who)).energies.contains(energy);
    list.iter().filter(knows).copied().collect()
}

/// All offers of magic in one's own turn.
pub fn offers(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let mixed = known(battle, who, &Energy::MIXED);
    let mut offers: Vec<Offer> = release(battle, who).into_iter().collect();
    if !mixed.is_empty() {
        offers.extend(ATTACKS.iter().map(|attack| attack_offer(battle, who, *attack, &mixed)));
        offers.push(charge(battle, who, &mixed));
        offers.extend(stored::offers(battle, who, &mixed));
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

/// An offer with parameters for AP on energies and extras; without AP to spend it has none.
pub fn spell_offer(battle: &Battle, who: CombatantId, offer: Offer, energies: &[Energy], extras: &[Extra]) -> Offer {
    let ap = available(battle, who);
    if ap == 0 {
        return offer.refused(Some(Refusal::new(ids::TURN_02, "No AP left")));
    }
    let mut shared: Vec<(&'static str, i32)> = Vec::new();
    let mut offer = offer;
    for (index, energy) in energies.iter().enumerate() {
        let most = ap.min(Spell::MOST);
        // The first energy is the one taken if nothing is said.
        let parameter = |values: Values| Parameter::new(menu::of_energy(*energy), values);
        let parameter = parameter(match (index, energies.len()) {
            (0, 1) => counts(1..=most).into(),
            (0, _) => [counts(1..=most), counts(0..=0)].concat().into(),
            _ => counts(0..=most).into(),
        });
        offer = offer.parameter(parameter);
        shared.push((energy.name(), 1));
    }
    if energies.len() > 1 {
        let negative = shared.iter().map(|(key, _)| (*key, -1)).collect();
        offer = offer.limited(negative, -1, Refusal::new(ids::MAG_01, "A spell needs energy"));
    }
    for extra in extras {
        offer = extra.put(battle, offer, energies, ap, &mut shared);
    }
    if shared.len() > 1 {
        offer = offer.limited(shared, ap.into(), Refusal::new(ids::MAG_01, "Not enough AP"));
    }
    offer
}

/// Extras of a spell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extra {
    /// Turns, an AP each, TOT-MAG-08.
    Lasting,
    /// As long as it is held, for 1 AP instead, TOT-MAG-08.
    Concentration,
    /// Only for some targets, for 1 AP, TOT-HYB-09.
    Selective,
}

impl Extra {
    fn put(
        self,
        battle: &Battle,
        offer: Offer,
        energies: &[Energy],
        ap: u8,
        shared: &mut Vec<(&'static str, i32)>,
    ) -> Offer {
        // More than any AP that can be spent on a spell.
        const MANY: i32 = 40;
        if ap < 2 {
            return offer;
        }
        let harmless = energies.iter().any(|energy| !energy.is_damaging());
        let needs_harm = |offer: Offer, key: &'static str| {
            let damaging = energies.iter().filter(|energy| energy.is_damaging()).map(|one| (one.name(), -MANY));
            let weights = std::iter::once((key, 1)).chain(damaging).collect();
            let refusal = Refusal::new(ids::MAG_08, "Has no lasting energy");
            if harmless { offer.limited(weights, 0, refusal) } else { offer }
        };
        let (kind, values): (_, Values) = match self {
            Self::Lasting => (&menu::LASTING, counts(0..=ap - 1).into()),
            Self::Concentration => {
                (&menu::HELD, vec![number(0, "No".into()), number(1, "By concentration, 1 AP".into())].into())
            }
            Self::Selective => (&menu::ONLY, selective::values(battle).into()),
        };
        let offer = offer.parameter(Parameter::new(kind, values));
        shared.push((kind.key, 1));
        if self == Self::Selective {
            return offer;
        }
        let offer = needs_harm(offer, kind.key);
        if self == Self::Concentration && offer.parameters.iter().any(|one| one.key == "lasting") {
            let refusal = Refusal::new(ids::MAG_08, "Lasting or held, not both");
            return offer.limited(vec![("lasting", 1), ("held", MANY)], MANY, refusal);
        }
        offer
    }
}

/// The spell that a choice of such an offer makes.
pub fn spell(battle: &Battle, who: CombatantId, choice: &Choice, structure: Structure, energies: &[Energy]) -> Spell {
    let mut spell = Spell::new(structure);
    for (index, energy) in energies.iter().enumerate() {
        spell = spell.with(*energy, choice.value(energy.name(), i32::from(index == 0)) as u8);
    }
    let spell = spell
        .for_turns(choice.value("lasting", 0) as u8)
        .held(choice.value("held", 0) == 1)
        .only(selective::chosen(battle, choice.value("only", 0)));
    let drug = drugs::tier_of(battle, who, Drug::Meginserk);
    if spell.is_damaging() { spell.stronger(drug) } else { spell }
}

/// Dice on to-hit with their reasons, at least one: the structure's and training. TOT-MAG-02.
pub fn dice(battle: &Battle, who: CombatantId, structure: Structure) -> Verdict {
    let tier = sheet(battle.combatant(who)).magic;
    let mut verdict = Verdict::base(ids::MAG_02, format!("A {} spell", structure.name()), structure.dice().into());
    if tier == 0 {
        verdict.add(ids::MAG_02, "Untrained", -1);
    } else {
        verdict.add(ids::MAG_02, "Training in magic", tier.into());
    }
    verdict
}

/// The same as a number.
pub fn dice_of(battle: &Battle, who: CombatantId, structure: Structure) -> u8 {
    dice(battle, who, structure).value.max(1) as u8
}

fn at_enemies(battle: &Battle, who: CombatantId, structure: Structure, offer: Offer) -> Offer {
    let is_near = structure == Structure::Touch;
    let found = candidates_by(battle, who, |on| attack::out_of_range(battle, who, on, structure.range(), is_near));
    let open = found.iter().any(|one| one.refusal.is_none());
    let nobody = found.iter().find_map(|one| one.refusal.clone()).filter(|_| !open);
    let alone = found.is_empty().then(|| Refusal::new(ids::REACH_02, "Nobody to attack"));
    offer.at(Target::Combatant(found)).refused(nobody).refused(alone)
}

fn staking(battle: &Battle, who: CombatantId, dice: u8, offer: Offer) -> Offer {
    match luck_parameter(most_luck_on(battle, who, dice)) {
        Some(luck) => offer.parameter(luck),
        None => offer,
    }
}

fn attack_offer(
    battle: &Battle,
    who: CombatantId,
    (kind, structure): (&'static OfferKind, Structure),
    energies: &[Energy],
) -> Offer {
    const RULES: &[RuleId] = &[ids::MAG_01, ids::MAG_02, ids::MAG_03];
    let dice = dice_of(battle, who, structure);
    let offer = Offer::new(kind, RULES, menu::ap(1));
    let offer = at_enemies(battle, who, structure, offer);
    let offer = spell_offer(battle, who, offer, energies, &[Extra::Lasting, Extra::Concentration]);
    staking(battle, who, dice, offer)
}

fn charge(battle: &Battle, who: CombatantId, energies: &[Energy]) -> Offer {
    let offer = Offer::new(&menu::CHARGE, &[ids::HYB_01, ids::HYB_05, ids::MAG_01], menu::ap(1));
    spell_offer(battle, who, offer, energies, &[Extra::Lasting])
}

fn prepare(battle: &Battle, who: CombatantId, energies: &[Energy]) -> Offer {
    let offer = Offer::new(&menu::PREPARE, &[ids::MAG_07, ids::MAG_01], menu::ap(1));
    let shapes =
        (0..).zip(ATTACKS).map(|(index, (kind, structure))| ParameterValue::new(index, kind.verb, structure.name()));
    let offer = offer.lasting(Lasts { paid: 0, needed: 1, effect: TakesEffect::OnRelease });
    let offer = offer.parameter(Parameter::new(&menu::AS, shapes.collect::<Vec<_>>()));
    spell_offer(battle, who, offer, energies, &[Extra::Lasting, Extra::Concentration])
}

/// The spell prepared.
pub fn prepared(battle: &Battle, who: CombatantId) -> Option<Spell> {
    battle.combatant(who).conditions.find(PREPARED).and_then(spell_of)
}

/// Letting go of a prepared spell, also within a movement action, TOT-MAG-07, TOT-MOVE-07.
fn release(battle: &Battle, who: CombatantId) -> Option<Offer> {
    const RULES: &[RuleId] = &[ids::MAG_07, ids::MOVE_07];
    let spell = prepared(battle, who)?;
    let kind = if spell.share(Energy::Life) > 0 { &menu::UNLEASH_LIFE } else { &menu::UNLEASH };
    let offer = Offer::new(kind, RULES, Cost::FREE);
    let structure = spell.structure();
    if structure == Structure::Direct {
        return Some(direct::aimed(battle, who, spell, offer));
    }
    let dice = dice_of(battle, who, structure);
    Some(staking(battle, who, dice, at_enemies(battle, who, structure, offer)))
}

/// The spell with a roll to hit that a choice makes; `None` if it makes none.
pub fn blow(battle: &Battle, by: CombatantId, choice: &Choice) -> Option<Blow> {
    let on = choice.on?;
    let spell = match structure(choice.verb) {
        Some(structure) => spell(battle, by, choice, structure, &known(battle, by, &Energy::MIXED)),
        None if choice.verb == "unleash" => {
            prepared(battle, by).filter(|spell| spell.structure() != Structure::Direct)?
        }
        None => return None,
    };
    Some(spell_blow(battle, by, on, spell, choice.value("luck", 0) as u8))
}

fn spell_blow(battle: &Battle, by: CombatantId, on: CombatantId, spell: Spell, luck: u8) -> Blow {
    let dice = dice_of(battle, by, spell.structure());
    let ap = spell.damage().map(|(_, dice)| dice).sum();
    Blow { spell: Some(spell), dice, ap, luck, ..Blow::new(by, on, None, Manner::Cast) }
}

/// Casting ends a movement action, unless a spell is carried along, TOT-MOVE-07.
pub fn interrupt(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if mounts::mount_of(battle, who).is_none() {
        movement::end_action(battle, who, context);
    }
}

/// Notes that magic has been used this turn, TOT-BERS-07.
fn has_cast(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    // It counts also before the drug is taken, in the same turn.
    if !battle.combatant(who).conditions.has(CAST) {
        context.effect(Effect::AddCondition(who, lasting(CAST)));
    }
}

/// Pays for a spell that is cast.
pub fn spend(battle: &Battle, who: CombatantId, spell: Spell, context: &mut StepContext<'_>) {
    interrupt(battle, who, context);
    pay(battle, who, spell.cost(), context);
    has_cast(battle, who, context);
}

/// Resolves a choice; false if it is not magic.
pub fn choose(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) -> bool {
    let mixed = || known(battle, who, &Energy::MIXED);
    match choice.verb {
        "relax" => {
            stored::lose_concentration(battle, who, context);
            context.note(who, ids::MAG_08, "ends concentration");
        }
        "prepare" => {
            let (_, structure) = ATTACKS[choice.value("as", 0) as usize % ATTACKS.len()];
            ready(battle, who, spell(battle, who, choice, structure, &mixed()), context);
        }
        "prepare-life" | "prepare-death" | "heal" | "slay" => direct::choose(battle, who, choice, context),
        "unleash" => unleash(battle, who, choice, context),
        "charge" => {
            let spell = spell(battle, who, choice, Structure::Charge, &mixed());
            spend(battle, who, spell, context);
            stored::charge_hands(battle, who, spell, context);
        }
        "conduct" | "bestow" => {
            let structure = if choice.verb == "conduct" { Structure::Conduct } else { Structure::Bestow };
            let spell = spell(battle, who, choice, structure, &mixed());
            let Some(item) = choice.item else { return false };
            spend(battle, who, spell, context);
            stored::put_into(battle, who, item, spell, context);
        }
        "ward" => {
            let spell = spell(battle, who, choice, Structure::Shield, &known(battle, who, &counter::OPPOSING));
            let spell = spell.for_turns(choice.value("lasting", 1) as u8);
            spend(battle, who, spell, context);
            counter::raise(battle, who, spell, context);
        }
        _ => {
            let Some(blow) = blow(battle, who, choice) else { return false };
            let Some(spell) = blow.spell else { return false };
            spend(battle, who, spell, context);
            fly(battle, &blow, context);
        }
    }
    true
}

/// Prepares a spell, TOT-MAG-07.
pub fn ready(battle: &Battle, who: CombatantId, spell: Spell, context: &mut StepContext<'_>) {
    spend(battle, who, spell, context);
    if battle.combatant(who).conditions.has(PREPARED) {
        context.effect(Effect::Clear(who, PREPARED));
    }
    context.effect(Effect::AddCondition(who, keeping(PREPARED, spell)));
    context.note(who, ids::MAG_07, format_args!("prepares {}", spell.words()));
}

fn unleash(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
    let Some(spell) = prepared(battle, who) else { return };
    context.effect(Effect::Clear(who, PREPARED));
    has_cast(battle, who, context);
    let Some(on) = choice.on else { return };
    if spell.structure() == Structure::Direct {
        context.then(step(AttackStep::Direct(who, on, spell)));
    } else {
        fly(battle, &spell_blow(battle, who, on, spell, choice.value("luck", 0) as u8), context);
    }
}

/// Sends a spell on its way to its target.
fn fly(battle: &Battle, blow: &Blow, context: &mut StepContext<'_>) {
    pool::stake(battle, blow.by, blow.luck, context);
    context.log(|| attack::told(battle, blow, &blow.spell.map_or_else(String::new, Spell::words)));
    context.then(step(AttackStep::Strike(*blow)));
}
