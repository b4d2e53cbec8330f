//! Spells as offers made of a structure, energies and modifiers; charges, shields, prepared spells. POO-MAG-01,
//! POO-MAG-03.

use super::{
    act::Act,
    arms::{WeaponGroup, arm},
    build::{
        always, at_hand, at_one, based, has_used, invested, nobody, offers, refusal, release_refusal, spent, switch,
    },
    catalogue as ids,
    components::{Aim, BASES, Component, Components, ENERGIES, Energies, Energy},
    conditions::{Affects, Detail, MEGINSERK, PREPARED, detail, is_alive},
    cover, dice, menu, reach,
    sheet::{CAST, Size, sheet},
};
use crate::{
    geometry::{Footprint, Square},
    rules::{Follows, Group, PartAim, PartChange, PartSet, Parts, Spread, Team, ground, prelude::*},
};

fn energy_switch(energy: Energy, is_on: bool) -> Parameter {
    let mut values = vec![ParameterValue::new(0, "no", "No"), ParameterValue::new(1, "yes", "Yes")];
    values.rotate_left(usize::from(is_on));
    Parameter::new(energy.kind(), values)
}

/// Which of some energies somebody knows.
fn known(battle: &Battle, who: CombatantId, of: &[Energy]) -> Vec<Energy> {
    let numbers = sheet(battle.combatant(who));
    of.iter().copied().filter(|energy| numbers.energies.contains(energy)).collect()
}

const HARMING: [Energy; 5] = [Energy::Fire, Energy::Cold, Energy::Electricity, Energy::Charm, Energy::Death];

const STORED: [Energy; 4] = [Energy::Fire, Energy::Cold, Energy::Electricity, Energy::Charm];

/// The offer of a spell at others: structure, energies, modifiers. POO-MAG-01.
pub fn spell(battle: &Battle, who: CombatantId, helps: bool, alone: Option<CombatantId>) -> Option<Offer> {
    let energies = if helps { known(battle, who, &[Energy::Life]) } else { known(battle, who, &HARMING) };
    let numbers = sheet(battle.combatant(who));
    let all = [
        Component::Projected,
        Component::Touch,
        Component::Influence,
        Component::Burst,
        Component::Chain,
        Component::Storm,
    ];
    let fits = |component: &Component| {
        numbers.knows(*component) && (!helps || matches!(component, Component::Projected | Component::Touch))
    };
    let structures: Vec<Component> = all.into_iter().filter(fits).collect();
    if energies.is_empty() || structures.is_empty() {
        return None;
    }
    let (kind, rules): (_, &'static [RuleId]) = if helps {
        (&menu::HEAL, &[ids::MAG_12, ids::MAG_01, ids::TIER_04])
    } else {
        (&menu::CAST, &[ids::MAG_01, ids::MAG_03, ids::TIER_04])
    };
    let offer = Offer::new(kind, rules, Cost::of(&menu::AP, 2));
    // The first structure that can be used is the default.
    let reasons: Vec<Option<Refusal>> = structures.iter().map(|structure| refusal(battle, who, *structure)).collect();
    let first = reasons.iter().position(Option::is_none);
    let useless = reasons.into_iter().next().flatten().filter(|_| first.is_none());
    let left = at_hand(battle, who);
    let none = (left < 2).then(|| Refusal::new(ids::MAG_01, "Needs 2 AP"));
    let mut offer = offer.refused(useless).refused(none);
    if offer.refusal.is_some() {
        return Some(offer.at(Target::Combatant(Vec::new())));
    }
    let mut base_words = Verdict::default();
    // Training comes with each energy.
    let plain = Act::new(who, structures[0]);
    dice::own(battle, &plain, &mut base_words);
    dice::ailing(battle, &plain, None, &mut base_words);
    let just_one = |number, words| PartSet::just_one(number, Refusal::new(ids::MAG_01, words));
    let mut parts = Parts::new(ids::MAG_03)
        .set(just_one(BASES, "One structure"))
        .set(PartSet::at_least_one(ENERGIES, Refusal::new(ids::MAG_01, "Needs an energy")).by_the_fewest())
        .rolling(base_words);
    for (place, structure) in structures.iter().enumerate() {
        let act = Act { energies: energies.iter().copied().collect(), ..Act::new(who, *structure) };
        let act = if helps { act } else { Act { energies: Energies::default().with(energies[0]), ..act } };
        let mut parameter = switch(battle, who, *structure);
        if Some(place) == first {
            parameter.values.to_mut().rotate_left(1);
        }
        offer.parameters.push(parameter);
        let aim = structure_aim(battle, &act, alone);
        if Some(place) == first {
            offer.target = aim.target.clone();
        }
        parts = parts.changing(PartChange::of(structure.key()).aimed(aim));
    }
    for (place, energy) in energies.iter().enumerate() {
        offer.parameters.push(energy_switch(*energy, place == 0));
        let trained = numbers.energy_training(*energy);
        parts = parts.changing(PartChange::of(energy.key()).rolling(ids::ROLL_04, "Training", trained.into()));
    }
    if !helps && numbers.knows(Component::Selective) {
        selective(battle, who, &mut offer);
    }
    if numbers.knows(Component::Prepare) {
        offer.parameters.push(switch(battle, who, Component::Prepare));
        let nothing = Refusal::new(ids::COMP_76, "Nothing to prepare");
        parts = parts.changing(PartChange::of(Component::Prepare.key()).aimed(PartAim::at(Target::Nothing, nothing)));
    }
    Some(invested(battle, who, offer, parts))
}

/// Whom Selective Target can name, each with a value, a word and a label: the enemies' sides first, then one's own,
/// sizes, and everybody alive. POO-COMP-77, POO-CHG-06.
pub fn affected(battle: &Battle, who: CombatantId) -> Vec<(i32, Affects, String, String)> {
    let own = battle.combatant(who).team;
    let alive = || battle.combatants().filter(|fighter| is_alive(*fighter));
    let mut sides: Vec<Team> =
        battle.enemies(who).filter(|fighter| is_alive(*fighter)).map(|fighter| fighter.team).collect();
    sides.push(own);
    let mut all: Vec<(i32, Affects, String, String)> = Vec::new();
    for side in sides {
        if all.iter().all(|(_, affects, ..)| *affects != Affects::Side(side)) {
            let name = side.name();
            all.push((i32::from(side.0), Affects::Side(side), name.to_lowercase(), name.to_string()));
        }
    }
    for size in Size::ALL.iter().copied().filter(|size| alive().any(|fighter| sheet(fighter).size == *size)) {
        let label = capital(size.name()).to_string();
        all.push((10 + size as i32, Affects::Size(size), size.name().to_lowercase(), label));
    }
    all.extend(alive().map(|fighter| {
        let (tag, name) = (fighter.identity.tag.to_string(), fighter.identity.name.to_string());
        (100 + i32::from(fighter.id.0), Affects::One(fighter.id), tag, name)
    }));
    all
}

/// Selective Target and whom it names.
fn selective(battle: &Battle, who: CombatantId, offer: &mut Offer) {
    let named =
        affected(battle, who).into_iter().map(|(value, _, word, label)| ParameterValue::new(value, word, label));
    let values: Vec<ParameterValue> = named.collect();
    offer.parameters.push(switch(battle, who, Component::Selective));
    offer.parameters.push(Parameter::new(&menu::AFFECTS, values));
}

/// What a structure is aimed at. POO-COMP-70 to POO-COMP-80.
fn structure_aim(battle: &Battle, act: &Act, alone: Option<CombatantId>) -> PartAim {
    match act.base.row().aim {
        Aim::Area(_) => {
            let squares: Vec<Square> = if alone.is_none() { centres(battle, act).collect() } else { Vec::new() };
            PartAim::at(Target::Square(squares.into()), Refusal::new(ids::REACH_02, "No square in reach")).within(8)
        }
        Aim::Chain(more, far) => {
            let mut foes = within_sight(battle, act);
            foes.retain(|foe| alone.is_none_or(|alone| alone == *foe));
            let near = |who: CombatantId| {
                foes.iter().copied().filter(move |next| *next != who && links(battle, who, *next, far))
            };
            let pairs = foes.iter().flat_map(|foe| near(*foe).map(|next| (*foe, next))).collect();
            let follows = Follows { pairs, refusal: Refusal::new(ids::COMP_79, "Too far from the last") };
            let most = more + 1;
            let chained = Spread { least: 1, most, blows: most, repeats: false, together: true };
            at_one(battle, act, alone).spread(chained, Some(follows))
        }
        _ => at_one(battle, act, alone),
    }
}

fn within_sight(battle: &Battle, act: &Act) -> Vec<CombatantId> {
    let team = battle.combatant(act.by).team;
    let foes = battle.combatants().filter(|fighter| fighter.team != team && is_alive(*fighter));
    foes.filter(|foe| !reach::is_charmed_by(battle, act.by, foe.id)).map(|foe| foe.id).collect()
}

/// Whether a chain leads from one to the next, POO-COMP-79, POO-COV-01.
fn links(battle: &Battle, last: CombatantId, next: CombatantId, far: u16) -> bool {
    reach::distance(battle, last, next) <= far && !reach::line(battle, last, next).is_stopped()
}

/// The squares that can be the centre of an area, one's own last. POO-REACH-02, POO-REACH-03.
pub fn centres<'a>(battle: &'a Battle, act: &Act) -> impl Iterator<Item = Square> + use<'a> {
    let (body, far) = (reach::body(battle, act.by), reach::range(battle, act));
    let is_near = move |square: &Square| reach::squares(battle, body, Footprint::one(*square)) <= far;
    cover::around(&battle.scene.field, far, body).chain(body.squares()).filter(is_near)
}

/// Charges and shields, POO-CHG-01, POO-CNT-03.
pub fn stores(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let numbers = sheet(battle.combatant(who));
    let mut all = Vec::new();
    let offer = |kind: &'static OfferKind, base: Component, energies: &[Energy], item: Option<ItemId>| {
        let rules: &'static [RuleId] =
            if base == Component::EnergyShield { &[ids::CNT_03, ids::MAG_01] } else { &[ids::CHG_01, ids::MAG_01] };
        let energies = known(battle, who, energies);
        if !numbers.knows(base) || energies.is_empty() {
            return None;
        }
        let offer = Offer::new(kind, rules, Cost::of(&menu::AP, base.row().price + 1)).with(item);
        let none = (at_hand(battle, who) <= base.row().price).then(|| Refusal::new(ids::MAG_01, "Not enough AP"));
        let empty = item.and_then(|item| no_missile(battle, item));
        let mut offer = offer.refused(empty).refused(none).refused(spent(battle, who, base));
        if offer.refusal.is_some() {
            return Some(offer);
        }
        offer.parameters.push(always(base));
        offer.parameters.extend(energies.iter().enumerate().map(|(place, energy)| energy_switch(*energy, place == 0)));
        if base == Component::Bestow && numbers.knows(Component::Selective) {
            selective(battle, who, &mut offer);
        }
        let mut words = Verdict::default();
        dice::own(battle, &Act { item, ..Act::new(who, base) }, &mut words);
        let set = PartSet::at_least_one(ENERGIES, Refusal::new(ids::MAG_01, "Needs an energy")).by_the_fewest();
        let mut parts = based(Parts::new(ids::MAG_03)).set(set).rolling(words);
        for energy in &energies {
            let trained = numbers.energy_training(*energy);
            parts = parts.changing(PartChange::of(energy.key()).rolling(ids::ROLL_04, "Training", trained.into()));
        }
        Some(invested(battle, who, offer, parts))
    };
    all.extend(offer(&menu::CHARGE, Component::Charge, &STORED, None));
    let is_melee = |item: &Item<'_>| arm(battle, item.id).is(WeaponGroup::Melee);
    for item in battle.combatant(who).hands.held().map(|item| battle.item(item)) {
        if is_melee(&item) {
            all.extend(offer(&menu::CONDUCT, Component::Conduct, &STORED, Some(item.id)));
        }
    }
    if numbers.knows(Component::Bestow) {
        let items = chargeable(battle, who);
        all.extend(items.into_iter().filter_map(|item| offer(&menu::BESTOW, Component::Bestow, &STORED, Some(item))));
    }
    all.extend(offer(&menu::SHIELD, Component::EnergyShield, &[Energy::Fire, Energy::Cold], None));
    all
}

/// Why nothing can be bestowed on a bow or a crossbow: there is no missile left to shoot next. POO-CHG-01.
fn no_missile(battle: &Battle, item: ItemId) -> Option<Refusal> {
    let is_empty = arm(battle, item).is(WeaponGroup::Projectile) && battle.item(item).count == Some(0);
    is_empty.then(|| Refusal::new(ids::AMMO_01, "No missile left"))
}

/// The weapons that a charge can be bestowed on: those in one's own hands, in the hands of adjacent friends, and lying
/// in one's own square or beside it. POO-CHG-01.
fn chargeable(battle: &Battle, who: CombatantId) -> Vec<ItemId> {
    let (body, team) = (reach::body(battle, who), battle.combatant(who).team);
    let is_near = |square: Square| ground::distance(body, Footprint::one(square)) <= 1;
    let is_weapon = |item: &ItemId| arm(battle, *item).groups.iter().any(|group| *group != WeaponGroup::Unarmed);
    let beside = |fighter: &Combatant<'_>| {
        fighter.id != who && fighter.team == team && is_alive(*fighter) && reach::is_adjacent(battle, who, fighter.id)
    };
    let own = battle.combatant(who).hands.held();
    let theirs = battle.combatants().filter(beside).flat_map(|fighter| fighter.hands.held());
    let lying = battle.lying_items().filter(|item| matches!(item.at, Location::Ground(at) if is_near(at)));
    own.chain(theirs).chain(lying.map(|item| item.id)).filter(is_weapon).collect()
}

/// The spell that somebody has prepared, POO-COMP-76.
pub fn prepared(battle: &Battle, who: CombatantId) -> Option<Act> {
    let condition = battle.combatant(who).conditions.find(PREPARED)?;
    let Some(Detail::Spell(base, energies, ap, luck)) = detail(condition) else { return None };
    // Its tier is that of the components it was built of, POO-TIER-03.
    let with = Components::default().with(base).with(Component::Prepare);
    Some(Act { with, energies, ap, luck, released: true, ..Act::new(who, base) })
}

pub fn release(battle: &Battle, who: CombatantId) -> Option<Offer> {
    let act = prepared(battle, who)?;
    let early = has_used(battle, who, Component::Prepare).then(|| Refusal::new(ids::COMP_76, "In a later turn"));
    let offer = Offer::new(&menu::RELEASE, &[ids::COMP_76], Cost::FREE).refused(early);
    let offer = offer.refused(release_refusal(battle, who, act.base));
    Some(offer.at_any_of(reach::aimed(battle, &act, None), nobody))
}

/// Whether somebody must still use a spell in this turn, POO-BER-05.
pub fn must_cast(battle: &Battle, who: CombatantId) -> bool {
    let fighter = battle.combatant(who);
    fighter.conditions.has(MEGINSERK)
        && fighter.budgets.get(CAST) == 0
        && offers(battle, who, None).iter().any(|offer| offer.group == Group::Magic && offer.is_open())
}

/// The first spell that can be cast, for those who must. POO-BER-05.
pub fn first_spell(battle: &Battle, who: CombatantId) -> Choice {
    for offer in offers(battle, who, None).iter().filter(|offer| offer.group == Group::Magic && offer.is_open()) {
        for choice in offer.assemblies(200) {
            let target = offer.built(&choice).target;
            let aimed = match target {
                Target::Combatant(_) => offer.aims(&choice, 1).into_iter().next(),
                Target::Square(squares) => squares.iter().next().map(|square| choice.clone().to(vec![*square])),
                _ => Some(choice.clone()),
            };
            if let Some(choice) = aimed {
                return choice;
            }
        }
    }
    Choice::new(menu::END_TURN.verb)
}
