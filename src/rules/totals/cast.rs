//! Spells: their parts, their dice and their cost. TOT-MAG-01, TOT-MAG-02.

use super::{
    attack::{self, candidates_by},
    catalogue as ids,
    conditions::{self, CAST, PREPARED, available, broke, keeping, lasting, pay, spell_of},
    menu, movement,
    pool::number,
    reach,
    sheet::sheet,
    spell::{Energy, Spell, Structure},
    stored,
};
use crate::rules::{Drug, Values, counts, prelude::*};

/// The structures with a roll to hit, by their verbs.
pub static ATTACKS: [(&OfferKind, Structure); 3] =
    [(&menu::TOUCH, Structure::Touch), (&menu::HURL, Structure::Thrown), (&menu::PROJECT, Structure::Projected)];

/// The structure that an attack verb stands for.
pub fn structure(verb: &str) -> Option<Structure> {
    ATTACKS.iter().find(|(known, _)| known.verb == verb).map(|(_, structure)| *structure)
}

/// The energies of a list that a combatant knows, in the order of the list.
pub fn known(battle: &Battle, who: CombatantId, list: &[Energy]) -> Vec<Energy> {
    let knows = |energy: &&Energy| sheet(battle.combatant(who)).energies.contains(energy);
    list.iter().filter(knows).copied().collect()
}

/// An offer with parameters for AP on energies and extras; refused, without parameters, if there are no AP.
pub fn spell_offer(battle: &Battle, who: CombatantId, offer: Offer, energies: &[Energy], extras: &[Extra]) -> Offer {
    let ap = available(battle, who);
    if ap == 0 {
        return offer.refused(broke(battle, who));
    }
    let mut shared: Vec<(&'static str, i32)> = Vec::new();
    let mut offer = offer;
    for (index, energy) in energies.iter().enumerate() {
        let most = ap.min(Spell::MOST);
        // The first energy is the default, so its values begin with 1.
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
    /// The spell lasts for turns, at 1 AP each, TOT-MAG-08.
    Lasting,
    /// It lasts while it is held by concentration, for 1 AP instead, TOT-MAG-08.
    Concentration,
    /// It works on some targets only, for 1 AP, TOT-HYB-09.
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
        // More than the AP that can be spent on a spell.
        const MANY: i32 = 40;
        if ap < 2 {
            return offer;
        }
        let harmless = energies.iter().any(|energy| !energy.is_damaging());
        let needs_harm = |offer: Offer, key: &'static str| {
            let damaging = energies.iter().filter(|energy| energy.is_damaging()).map(|energy| (energy.name(), -MANY));
            let weights = std::iter::once((key, 1)).chain(damaging).collect();
            let refusal = Refusal::new(ids::MAG_08, "Has no lasting energy");
            if harmless { offer.limited(weights, 0, refusal) } else { offer }
        };
        let (kind, values): (_, Values) = match self {
            Self::Lasting => (&menu::LASTING, counts(0..=ap - 1).into()),
            Self::Concentration => (&menu::HELD, held_or_not().into()),
            Self::Selective => (&menu::ONLY, stored::target_values(battle).into()),
        };
        let offer = offer.parameter(Parameter::new(kind, values));
        shared.push((kind.key, 1));
        if self == Self::Selective {
            return offer;
        }
        let offer = needs_harm(offer, kind.key);
        if self == Self::Concentration && offer.parameters.iter().any(|parameter| parameter.key == "lasting") {
            let refusal = Refusal::new(ids::MAG_08, "Lasting or held, not both");
            return offer.limited(vec![("lasting", 1), ("held", MANY)], MANY, refusal);
        }
        offer
    }
}

/// The values of the choice whether to hold a spell by concentration, TOT-MAG-08.
pub fn held_or_not() -> Vec<ParameterValue> {
    vec![number(0, "No".into()), number(1, "By concentration, 1 AP".into())]
}

/// The spell that a choice of a [`spell_offer`] makes.
pub fn spell(battle: &Battle, who: CombatantId, choice: &Choice, structure: Structure, energies: &[Energy]) -> Spell {
    let mut spell = Spell::new(structure);
    for (index, energy) in energies.iter().enumerate() {
        spell = spell.with(*energy, choice.value(energy.name(), i32::from(index == 0)) as u8);
    }
    let spell = spell
        .for_turns(choice.value("lasting", 0) as u8)
        .held(choice.value("held", 0) == 1)
        .only(stored::chosen_targets(battle, choice.value("only", 0)));
    driven(battle, who, spell)
}

/// A spell with the damage dice of meginserk added, if it does damage and the drug is working. TOT-BERS-04.
fn driven(battle: &Battle, who: CombatantId, spell: Spell) -> Spell {
    if spell.is_damaging() { spell.stronger(conditions::tier_of(battle, who, Drug::Meginserk)) } else { spell }
}

/// The damage of a spell for its AP in words, with the dice of meginserk. TOT-MAG-04, TOT-BERS-04.
pub fn harm_in_words(battle: &Battle, who: CombatantId) -> String {
    let drug = match conditions::tier_of(battle, who, Drug::Meginserk) {
        0 => String::new(),
        more => format!(" and {more}d10"),
    };
    format!(", 1d10 damage for each AP{drug}")
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

/// The [`dice`] as a number.
pub fn dice_of(battle: &Battle, who: CombatantId, structure: Structure) -> u8 {
    dice(battle, who, structure).value.max(1) as u8
}

pub fn at_enemies(battle: &Battle, who: CombatantId, structure: Structure, offer: Offer) -> Offer {
    let is_near = structure == Structure::Touch;
    let found = candidates_by(battle, who, |on| attack::out_of_range(battle, who, on, structure.range(), is_near));
    let rule = if is_near { ids::REACH_01 } else { ids::REACH_02 };
    attack::aimed(offer, found, rule, "Nobody to attack")
}

/// The prepared spell as it would be released now: unlike a stored energy it gets the dice of the drug that works at
/// its release, TOT-BERS-04.
pub fn prepared(battle: &Battle, who: CombatantId) -> Option<Spell> {
    let spell = battle.combatant(who).conditions.find(PREPARED).and_then(spell_of)?;
    Some(driven(battle, who, spell))
}

/// Casting ends a movement action, except for a rider, TOT-MOVE-07.
pub fn interrupt(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if reach::mount_of(battle, who).is_none() {
        movement::end_action(battle, who, context);
    }
}

/// Notes that magic has been used this turn, TOT-BERS-07.
pub fn has_cast(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    // Magic used before the drug is taken, but in the same turn, counts too.
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

/// Prepares a spell, TOT-MAG-07.
pub fn ready(battle: &Battle, who: CombatantId, spell: Spell, context: &mut StepContext<'_>) {
    spend(battle, who, spell, context);
    context.clear(battle, who, &[PREPARED]);
    context.effect(Effect::AddCondition(who, keeping(PREPARED, spell)));
    context.note(who, ids::MAG_07, format_args!("prepares {}", spell.words()));
}
