//! Actions as offers made of components: what goes together, what must go in, at whom. POO-COMP-02, POO-TIER, POO-MAG-01.

use super::{
    act::{Act, Wrestling},
    arms::{Ready, WeaponGroup, arm},
    attack, catalogue as ids,
    components::{Aim, BASES, Component, ENERGIES, Energies, Energy, INSTEAD, Kind, LADDER, TARGETS},
    conditions::{Affects, BERSERK, Detail, GRABBED, MEGINSERK, PREPARED, detail, drug, is_alive},
    defence::{self, luck},
    dice, menu, movement, reach, settings,
    sheet::{AP, CAST, Recipe, THREAT, USED, sheet},
    step::AttackStep,
};
use crate::{
    geometry::{Footprint, Square},
    rules::{
        Follows, Invested, NoChoice, PartAim, PartChange, PartSet, Parts, Spread, counts, ground, nearest_first,
        prelude::*,
    },
};

/// AP at hand in one's own turn.
pub fn at_hand(battle: &Battle, who: CombatantId) -> u8 {
    battle.combatant(who).budgets.get(AP).clamp(0, 100) as u8
}

/// Whether a component has been used in an action of this turn, POO-ATK-09.
pub fn is_used(battle: &Battle, who: CombatantId, component: Component) -> bool {
    let (place, bit) = (component as usize / 15, component as usize % 15);
    !settings::repeats(battle)
        && component.row().is_offensive()
        && battle.combatant(who).budgets.get(USED[place]) >> bit & 1 == 1
}

/// Notes the components of an action as used, POO-ATK-09.
fn use_up(battle: &Battle, act: &Act, context: &mut StepContext<'_>) {
    let mut used = USED.map(|budget| battle.combatant(act.by).budgets.get(budget));
    for component in act.with.iter().filter(|one| one.row().is_offensive()) {
        used[component as usize / 15] |= 1 << (component as usize % 15);
    }
    for (budget, value) in USED.into_iter().zip(used) {
        if battle.combatant(act.by).budgets.get(budget) != value {
            context.effect(Effect::Budget(act.by, budget, value));
        }
    }
}

/// Whether what somebody has swallowed lets it use a component, POO-BER-04, POO-BER-05.
fn drugged(battle: &Battle, who: CombatantId, component: Component) -> Option<Refusal> {
    let row = component.row();
    match drug(battle.combatant(who))?.0 {
        BERSERK => {
            let permitted = matches!(
                component,
                Component::Strike
                    | Component::Throw
                    | Component::Wrestle
                    | Component::DualThrow
                    | Component::MobileAttack
                    | Component::PiercingThrow
                    | Component::FollowThrough
                    | Component::Overwhelm
                    | Component::Whirlwind
            );
            (!permitted).then(|| Refusal::new(ids::BER_04, "Not while berserk"))
        }
        MEGINSERK => {
            let is_spell =
                matches!(row.kind, Kind::Structure) || matches!(component, Component::Prepare | Component::Selective);
            (!is_spell).then(|| Refusal::new(ids::BER_05, "Spells only"))
        }
        _ => None,
    }
}

/// Why a component cannot be used now.
fn refusal(battle: &Battle, who: CombatantId, component: Component) -> Option<Refusal> {
    let is_mobile = matches!(component, Component::MobileAttack | Component::MobileThrow | Component::MobileShot);
    let used = is_used(battle, who, component).then(|| Refusal::new(ids::ATK_09, "Used this turn"));
    let still =
        || (is_mobile && !movement::is_under_way(battle, who)).then(|| Refusal::new(ids::COMP_20, "Not while moving"));
    used.or_else(|| drugged(battle, who, component)).or_else(still)
}

/// A component that is in a choice or not; what is not possible is grey.
fn switch(battle: &Battle, who: CombatantId, component: Component) -> Parameter {
    let yes = ParameterValue { refusal: refusal(battle, who, component), ..ParameterValue::new(1, "yes", "Yes") };
    Parameter::new(component.kind(), vec![ParameterValue::new(0, "no", "No"), yes])
}

/// A component that is always in.
fn always(component: Component) -> Parameter {
    Parameter::new(component.kind(), vec![ParameterValue::new(1, "yes", "Yes")])
}

fn energy_switch(energy: Energy, is_on: bool) -> Parameter {
    let mut values = vec![ParameterValue::new(0, "no", "No"), ParameterValue::new(1, "yes", "Yes")];
    values.rotate_left(usize::from(is_on));
    Parameter::new(energy.kind(), values)
}

fn nobody() -> Refusal {
    Refusal::new(ids::REACH_01, "Nobody in reach")
}

/// Everybody at whom an action may be aimed, with the reason why not. Friends only where it helps.
fn aimed(battle: &Battle, act: &Act) -> Vec<Candidate> {
    let helps = !act.is_attack();
    let team = battle.combatant(act.by).team;
    let is_meant = |one: &Combatant<'_>| {
        let is_friend = one.team == team;
        let is_there = is_alive(*one) || act.energies.has(Energy::Life) && one.status == Status::Dead;
        is_there && if helps { is_friend } else { !is_friend }
    };
    let all = battle.combatants().filter(is_meant);
    nearest_first(battle, act.by, all, |one| one.status != Status::Fighting, |on| reach::refusal(battle, act, on))
}

/// The aim at one.
fn at_one(battle: &Battle, act: &Act) -> PartAim {
    let all = aimed(battle, act);
    // Where nobody can be aimed at, the nearest one's reason tells most.
    let why = all.iter().find_map(|one| one.refusal.clone()).unwrap_or_else(nobody);
    PartAim::at(Target::Combatant(all), why).within(reach::farthest(battle, act))
}

/// What goes into an action: AP, Luck.
fn invested(battle: &Battle, who: CombatantId, mut offer: Offer, parts: Parts) -> Offer {
    let left = at_hand(battle, who);
    let put = Invested {
        key: menu::INVESTED.key,
        of: &menu::AP,
        ladder: &LADDER,
        rule: ids::TIER_04,
        die: Some(ids::ROLL_05),
    };
    offer.parameters.push(Parameter::new(&menu::INVESTED, counts(1..=left.max(1))));
    offer.parameters.push(luck(battle, who));
    offer.made_of(parts.investing(put))
}

/// The sets of a martial action, POO-COMP-02.
fn sets(parts: Parts) -> Parts {
    let one = |number, words| PartSet::at_most_one(number, Refusal::new(ids::COMP_02, words));
    parts.set(one(TARGETS, "One that says whom")).set(one(INSTEAD, "One instead of damage"))
}

/// Why nothing can be done at all.
fn spent(battle: &Battle, who: CombatantId, base: Component) -> Option<Refusal> {
    let left = at_hand(battle, who);
    let none = (left == 0).then(|| Refusal::new(ids::TURN_07, "No AP left"));
    none.or_else(|| refusal(battle, who, base))
}

/// The offers to strike, throw and shoot. POO-COMP-10 to POO-COMP-12.
fn martial(battle: &Battle, who: CombatantId, item: &Item<'_>, base: Component) -> Offer {
    let (kind, rules): (_, &'static [RuleId]) = match base {
        Component::Throw => (&menu::THROW, &[ids::COMP_11, ids::ATK_03, ids::TIER_04]),
        Component::Shot => (&menu::SHOOT, &[ids::COMP_12, ids::ATK_03, ids::TIER_04]),
        _ => (&menu::STRIKE, &[ids::COMP_10, ids::ATK_03, ids::TIER_04]),
    };
    let offer = Offer::new(kind, rules, Cost::of(&menu::AP, 1)).with(item.id);
    let act = Act { item: Some(item.id), ..Act::new(who, base) };
    let offer = offer.refused(weapon_refusal(battle, who, item, base)).refused(spent(battle, who, base));
    if offer.refusal.is_some() {
        return offer.at(Target::Combatant(Vec::new()));
    }
    let aim = at_one(battle, &act);
    let target = aim.target.clone();
    let mut offer = offer.at(target).parameter(always(base));
    let mut words = Verdict::default();
    dice::own(battle, &threatened(battle, act), &mut words);
    dice::ailing(battle, &act, None, &mut words);
    let mut parts = sets(Parts::new(ids::COMP_02)).rolling(words).changing(PartChange::of(base.key()).aimed(aim));
    let numbers = sheet(battle.combatant(who));
    let fits = |one: &Component| {
        one.row().kind == Kind::Modifier && numbers.knows(*one) && one.row().needs.contains(&base.key())
    };
    for component in Component::ALL.into_iter().filter(fits) {
        match component.row().aim {
            Aim::AllInReach => {
                let aim = PartAim::at(Target::Nothing, nobody()).within(reach::farthest(battle, &act));
                parts = parts.changing(PartChange::of(component.key()).aimed(aim));
                offer.parameters.push(all_round(battle, &act, component));
            }
            Aim::Two => offer = dual(battle, &act, offer, &mut parts),
            _ => {
                offer.parameters.push(switch(battle, who, component));
                // Nobody much larger can be thrown down or pushed.
                if component.row().set == INSTEAD {
                    let act = Act { with: act.with.with(component), ..act };
                    parts = parts.changing(PartChange::of(component.key()).aimed(at_one(battle, &act)));
                }
            }
        }
    }
    if act.group(battle) == Some(WeaponGroup::Unarmed) {
        offer.parameters.push(harms());
    }
    invested(battle, who, offer, parts)
}

/// To harm Vitality or Fatigue, POO-DMG-07.
fn harms() -> Parameter {
    let values = vec![ParameterValue::new(0, "vitality", "Vitality"), ParameterValue::new(1, "fatigue", "Fatigue")];
    Parameter::new(&menu::HARMS, values)
}

/// Whirlwind, refused with nobody in reach, POO-COMP-40.
fn all_round(battle: &Battle, act: &Act, component: Component) -> Parameter {
    let mut parameter = switch(battle, act.by, component);
    if within(battle, act).is_empty() {
        parameter.values.to_mut()[1].refusal.get_or_insert_with(nobody);
    }
    parameter
}

/// The enemies in reach of an action.
fn within(battle: &Battle, act: &Act) -> Vec<CombatantId> {
    let all = aimed(battle, act).into_iter().filter(|one| one.refusal.is_none()).map(|one| one.who);
    all.filter(|who| battle.combatant(*who).fights()).collect()
}

/// A second weapon at a second target, POO-COMP-32.
fn dual(battle: &Battle, act: &Act, mut offer: Offer, parts: &mut Parts) -> Offer {
    let first = act.item;
    let held = battle.combatant(act.by).hands.held();
    let seconds: Vec<ItemId> =
        held.filter(|item| Some(*item) != first && arm(battle, *item).is(WeaponGroup::Thrown)).collect();
    let mut values = vec![ParameterValue::new(0, "no", "No")];
    for second in seconds {
        let other = Act { item: Some(second), ..*act };
        let (firsts, others) = (within(battle, act), within(battle, &other));
        let pairs = firsts
            .iter()
            .flat_map(|one| others.iter().filter(move |next| *next != one).map(move |next| (*one, *next)))
            .collect();
        let follows = Follows { pairs, refusal: Refusal::new(ids::COMP_32, "Not with the second") };
        let two = Spread { least: 2, most: 2, blows: 2, repeats: false, together: true };
        let aim = at_one(battle, act).spread(two, Some(follows));
        let value = i32::from(second.0) + 1;
        let known = battle.item(second);
        let word = format!("{}#{}", known.tag, second.0);
        let refusal = refusal(battle, act.by, Component::DualThrow);
        let value_of = ParameterValue::new(value, word, known.name.to_string()).of_item(second);
        values.push(ParameterValue { refusal, ..value_of });
        parts.changes.push(PartChange::of(Component::DualThrow.key()).at(value).aimed(aim));
    }
    if values.len() > 1 {
        offer.parameters.push(Parameter::new(Component::DualThrow.kind(), values));
    }
    offer
}

/// Why a weapon cannot be used so. POO-COND-11, POO-COMP-12.
fn weapon_refusal(battle: &Battle, who: CombatantId, item: &Item<'_>, base: Component) -> Option<Refusal> {
    let numbers = arm(battle, item.id);
    let held = battle.combatant(who).conditions.has(GRABBED);
    let close = numbers.close || numbers.is(WeaponGroup::Unarmed);
    if held && (!close || base == Component::Shot) {
        return Some(Refusal::new(ids::COND_11, "Held fast"));
    }
    if numbers.hands == 2 && !matches!(item.at, Location::Both(_)) {
        return Some(Refusal::new(ids::COMP_10, "Needs both hands"));
    }
    if base == Component::Shot && numbers.ready != Ready::Always && !item.loaded {
        return Some(Refusal::new(ids::COMP_12, "Not ready"));
    }
    (base == Component::Shot && item.count == Some(0)).then(|| Refusal::new(ids::AMMO_01, "No missile left"))
}

/// The action with the die of Double Threat, if it has one. POO-ROLL-07.
fn threatened(battle: &Battle, act: Act) -> Act {
    let fighter = battle.combatant(act.by);
    let seen = fighter.budgets.get(THREAT);
    let ranged = matches!(act.base, Component::Throw | Component::Shot);
    let berserk = drug(fighter).is_some_and(|(kind, _)| kind == BERSERK);
    let before = if ranged { 1 } else { 2 };
    let counts = act.is_martial() && seen & before != 0 && seen & 4 == 0;
    Act { threat: sheet(fighter).double_threat && counts && !(berserk && act.base == Component::Shot), ..act }
}

/// Wrestling, POO-WRE.
fn wrestling(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let held = battle.combatant(who).conditions.has(GRABBED);
    let holds = battle.combatant(who).conditions.has(super::conditions::GRABBING);
    let mut all = Vec::new();
    for (kind, hold) in [
        (&menu::HOLD, Wrestling::Hold),
        (&menu::THROW_DOWN, Wrestling::ThrowDown),
        (&menu::CRUSH, Wrestling::Crush),
        (&menu::ESCAPE, Wrestling::Escape),
    ] {
        let is_meant = match hold {
            Wrestling::Crush => holds,
            Wrestling::Escape => held,
            _ => true,
        };
        if !is_meant {
            continue;
        }
        let act = Act { hold, ..Act::new(who, Component::Wrestle) };
        let rules: &'static [RuleId] = &[ids::WRE_01, ids::WRE_02, ids::TIER_04];
        let needs_hand = hold != Wrestling::Escape && hold != Wrestling::Crush;
        let no_hand = (needs_hand && !defence::has_free_hand(battle, who))
            .then(|| Refusal::new(ids::WRE_01, "Needs a free hand"));
        let offer = Offer::new(kind, rules, Cost::of(&menu::AP, 1));
        let offer = offer.refused(no_hand).refused(spent(battle, who, Component::Wrestle));
        all.push(simple(battle, &act, offer, hold == Wrestling::Crush));
    }
    if holds {
        all.push(Offer::new(&menu::LET_GO, &[ids::COND_11], Cost::FREE));
    }
    all
}

/// An action of one component at one target.
fn simple(battle: &Battle, act: &Act, offer: Offer, may_tire: bool) -> Offer {
    if offer.refusal.is_some() {
        return offer.at(Target::Combatant(Vec::new()));
    }
    let aim = at_one(battle, act);
    let mut words = Verdict::default();
    dice::own(battle, act, &mut words);
    dice::ailing(battle, act, None, &mut words);
    let target = aim.target.clone();
    let parts = Parts::new(ids::COMP_02).rolling(words).changing(PartChange::of(act.base.key()).aimed(aim));
    let mut offer = offer.at(target).parameter(always(act.base));
    if may_tire {
        offer.parameters.push(harms());
    }
    invested(battle, act.by, offer, parts)
}

/// Intimidation and First Aid, POO-SKL.
fn skills(battle: &Battle, who: CombatantId) -> [Offer; 2] {
    let skill = |kind, rules, base| {
        let offer = Offer::new(kind, rules, Cost::of(&menu::AP, 1)).refused(spent(battle, who, base));
        simple(battle, &Act::new(who, base), offer, false)
    };
    [
        skill(&menu::INTIMIDATE, &[ids::SKL_02, ids::SKL_01, ids::TIER_04], Component::Intimidate),
        skill(&menu::AID, &[ids::SKL_03, ids::SKL_01, ids::TIER_04], Component::FirstAid),
    ]
}

/// The energies that somebody knows, of some.
fn known(battle: &Battle, who: CombatantId, of: &[Energy]) -> Vec<Energy> {
    let numbers = sheet(battle.combatant(who));
    of.iter().copied().filter(|energy| numbers.energies.contains(energy)).collect()
}

const HARMING: [Energy; 5] = [Energy::Fire, Energy::Cold, Energy::Electricity, Energy::Charm, Energy::Death];
const STORED: [Energy; 4] = [Energy::Fire, Energy::Cold, Energy::Electricity, Energy::Charm];

/// A spell at others: structure, energies, modifiers. POO-MAG-01.
fn spell(battle: &Battle, who: CombatantId, helps: bool) -> Option<Offer> {
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
    let fits =
        |one: &Component| numbers.knows(*one) && (!helps || matches!(one, Component::Projected | Component::Touch));
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
    let drugged = structures.iter().find_map(|one| drugged(battle, who, *one));
    let left = at_hand(battle, who);
    let none = (left < 2).then(|| Refusal::new(ids::MAG_01, "Needs 2 AP"));
    let mut offer = offer.refused(drugged).refused(none);
    if offer.refusal.is_some() {
        return Some(offer.at(Target::Combatant(Vec::new())));
    }
    let mut base_words = Verdict::default();
    // Training comes with each energy; of several the lowest counts, which only the forecast knows.
    let plain = Act::new(who, structures[0]);
    dice::own(battle, &plain, &mut base_words);
    dice::ailing(battle, &plain, None, &mut base_words);
    let one = |number, words| PartSet::just_one(number, Refusal::new(ids::MAG_01, words));
    let mut parts = Parts::new(ids::MAG_03)
        .set(one(BASES, "One structure"))
        .set(PartSet::at_least_one(ENERGIES, Refusal::new(ids::MAG_01, "Needs an energy")))
        .rolling(base_words);
    for (place, structure) in structures.iter().enumerate() {
        let act = Act { energies: energies.iter().copied().collect(), ..Act::new(who, *structure) };
        let act = if helps { act } else { Act { energies: Energies::default().with(energies[0]), ..act } };
        let mut parameter = switch(battle, who, *structure);
        if place == 0 {
            parameter.values.to_mut().rotate_left(1);
        }
        offer.parameters.push(parameter);
        let aim = structure_aim(battle, &act);
        if place == 0 {
            offer.target = aim.target.clone();
        }
        parts = parts.changing(PartChange::of(structure.key()).aimed(aim));
    }
    for (place, energy) in energies.iter().enumerate() {
        offer.parameters.push(energy_switch(*energy, place == 0));
        let trained = numbers.energy_training(*energy);
        parts = parts.changing(PartChange::of(energy.key()).rolling(ids::ROLL_04, "Training", trained.into()));
    }
    for component in [Component::Prepare, Component::Selective].into_iter().filter(|one| numbers.knows(*one) && !helps)
    {
        offer.parameters.push(switch(battle, who, component));
    }
    if !helps && numbers.knows(Component::Prepare) {
        let nothing = Refusal::new(ids::COMP_76, "Nothing to prepare");
        parts = parts.changing(PartChange::of(Component::Prepare.key()).aimed(PartAim::at(Target::Nothing, nothing)));
    }
    Some(invested(battle, who, offer, parts))
}

/// At what a structure is aimed. POO-COMP-70 to POO-COMP-80.
fn structure_aim(battle: &Battle, act: &Act) -> PartAim {
    match act.base.row().aim {
        Aim::Area(_) => {
            let squares: Vec<Square> = centres(battle, act).collect();
            PartAim::at(Target::Square(squares.into()), Refusal::new(ids::REACH_02, "No square in reach")).within(8)
        }
        Aim::Chain(more, far) => {
            let foes = within_sight(battle, act);
            let near = |one: CombatantId| {
                foes.iter().copied().filter(move |next| *next != one && links(battle, one, *next, far))
            };
            let pairs = foes.iter().flat_map(|one| near(*one).map(|next| (*one, next))).collect();
            let follows = Follows { pairs, refusal: Refusal::new(ids::COMP_79, "Too far from the last") };
            let most = more + 1;
            let chained = Spread { least: 1, most, blows: most, repeats: false, together: true };
            at_one(battle, act).spread(chained, Some(follows))
        }
        _ => at_one(battle, act),
    }
}

fn within_sight(battle: &Battle, act: &Act) -> Vec<CombatantId> {
    let team = battle.combatant(act.by).team;
    battle.combatants().filter(|one| one.team != team && is_alive(*one)).map(|one| one.id).collect()
}

/// Whether a chain leads from one to the next, POO-COMP-79, POO-COV-01.
fn links(battle: &Battle, one: CombatantId, next: CombatantId, far: u16) -> bool {
    reach::distance(battle, one, next) <= far && !reach::line(battle, one, next).is_stopped()
}

/// The squares around which an area may be. POO-REACH-02, POO-REACH-03.
pub fn centres<'a>(battle: &'a Battle, act: &Act) -> impl Iterator<Item = Square> + use<'a> {
    let (body, far) = (reach::body(battle, act.by), reach::range(battle, act));
    ground::around(&battle.scene.field, far, body).filter(move |square| {
        let line = super::cover::between(&battle.scene.field, body, Footprint::one(*square));
        !line.is_stopped()
    })
}

/// Charges and shields, POO-CHG-01, POO-CNT-03.
fn stores(battle: &Battle, who: CombatantId) -> Vec<Offer> {
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
        let mut offer = offer.refused(none).refused(spent(battle, who, base));
        if offer.refusal.is_some() {
            return Some(offer);
        }
        offer.parameters.push(always(base));
        offer.parameters.extend(energies.iter().enumerate().map(|(place, energy)| energy_switch(*energy, place == 0)));
        if base == Component::Bestow && numbers.knows(Component::Selective) {
            offer.parameters.push(switch(battle, who, Component::Selective));
        }
        let mut words = Verdict::default();
        let act = Act { energies: [energies[0]].into_iter().collect(), item, ..Act::new(who, base) };
        dice::own(battle, &act, &mut words);
        let set = PartSet::at_least_one(ENERGIES, Refusal::new(ids::MAG_01, "Needs an energy"));
        Some(invested(battle, who, offer, Parts::new(ids::MAG_03).set(set).rolling(words)))
    };
    all.extend(offer(&menu::CHARGE, Component::Charge, &STORED, None));
    let is_melee = |item: &Item<'_>| arm(battle, item.id).is(WeaponGroup::Melee);
    for item in battle.combatant(who).hands.held().map(|item| battle.item(item)) {
        if is_melee(&item) {
            all.extend(offer(&menu::CONDUCT, Component::Conduct, &STORED, Some(item.id)));
        }
        if !arm(battle, item.id).groups.is_empty() {
            all.extend(offer(&menu::BESTOW, Component::Bestow, &STORED, Some(item.id)));
        }
    }
    all.extend(offer(&menu::SHIELD, Component::EnergyShield, &[Energy::Fire, Energy::Cold], None));
    all
}

/// The spell that somebody has prepared, POO-COMP-76.
fn prepared(battle: &Battle, who: CombatantId) -> Option<Act> {
    let condition = battle.combatant(who).conditions.find(PREPARED)?;
    let Some(Detail::Spell(with, energies, ap, luck)) = detail(condition) else { return None };
    let base = with.iter().find(|one| one.is_spell())?;
    Some(Act { with, energies, ap, luck, released: true, ..Act::new(who, base) })
}

fn release(battle: &Battle, who: CombatantId) -> Option<Offer> {
    let act = prepared(battle, who)?;
    let offer = Offer::new(&menu::RELEASE, &[ids::COMP_76], Cost::FREE);
    Some(offer.at_any_of(aimed(battle, &act), nobody))
}

/// All actions that can be built; of one verb only, others may be left out.
pub fn offers(battle: &Battle, who: CombatantId, verb: Option<&str>) -> Vec<Offer> {
    let wants = |kinds: &[&OfferKind]| verb.is_none_or(|verb| kinds.iter().any(|kind| kind.verb == verb));
    let mut all = Vec::new();
    if wants(&[&menu::STRIKE, &menu::SHOOT, &menu::THROW]) {
        for item in battle.ready_items(who) {
            let bases: Vec<Component> = arm(battle, item.id).bases().collect();
            all.extend(bases.into_iter().map(|base| martial(battle, who, &item, base)));
        }
    }
    if wants(&[&menu::HOLD, &menu::THROW_DOWN, &menu::CRUSH, &menu::ESCAPE, &menu::LET_GO]) {
        all.extend(wrestling(battle, who));
    }
    if wants(&[&menu::INTIMIDATE, &menu::AID]) {
        all.extend(skills(battle, who));
    }
    if wants(&[&menu::CAST]) {
        all.extend(spell(battle, who, false));
    }
    if wants(&[&menu::HEAL]) {
        all.extend(spell(battle, who, true));
    }
    if wants(&[&menu::RELEASE]) {
        all.extend(release(battle, who));
    }
    if wants(&[&menu::CHARGE, &menu::CONDUCT, &menu::BESTOW, &menu::SHIELD]) {
        all.extend(stores(battle, who));
    }
    all
}

/// The offer that a choice is of.
fn offer_of(battle: &Battle, who: CombatantId, choice: &Choice) -> Option<Offer> {
    offers(battle, who, Some(choice.verb)).into_iter().find(|one| one.verb == choice.verb && one.item == choice.item)
}

/// The action of a choice and its targets. POO-ATK-01.
pub fn declared(battle: &Battle, who: CombatantId, choice: &Choice) -> Option<(Act, Vec<CombatantId>)> {
    let offer = offer_of(battle, who, choice)?;
    if choice.verb == menu::RELEASE.verb {
        let act = prepared(battle, who)?;
        return Some((act, choice.targets().collect()));
    }
    let taken = |key: &str| offer.counted(choice, key) > 0;
    let with = Component::ALL.into_iter().filter(|one| taken(one.key())).collect::<super::components::Components>();
    let implied = match choice.verb {
        "hold" | "throw-down" | "crush" | "escape" => Component::Wrestle,
        "intimidate" => Component::Intimidate,
        "aid" => Component::FirstAid,
        _ => with.iter().find(|one| one.row().set == BASES)?,
    };
    let hold = match choice.verb {
        "throw-down" => Wrestling::ThrowDown,
        "crush" => Wrestling::Crush,
        "escape" => Wrestling::Escape,
        _ => Wrestling::Hold,
    };
    let second = offer.parameters.iter().find(|one| one.key == Component::DualThrow.key()).and_then(|parameter| {
        let value = offer.value(choice, parameter.key);
        parameter.values.iter().find(|one| one.value == value)?.item
    });
    let selective = with.has(Component::Selective);
    let act = Act {
        with: with.with(implied),
        energies: Energy::ALL.into_iter().filter(|one| taken(one.key())).collect(),
        item: choice.item,
        second,
        ap: offer.value(choice, menu::INVESTED.key).max(0) as u8,
        luck: offer.value(choice, menu::LUCK_DICE.key).max(0) as u8,
        hold,
        fatigue: offer.value(choice, menu::HARMS.key) == 1,
        at: choice.squares.first().copied().filter(|_| choice.verb == menu::CAST.verb),
        // Enemies, of the two sides that there can be to name: those who are not one's own.
        affects: if selective { enemies(battle, who) } else { Affects::All },
        ..Act::new(who, implied)
    };
    let act = threatened(battle, act);
    let targets = match (act.base.row().aim, act.at) {
        _ if act.has(Component::Whirlwind) => reach::in_order(battle, within(battle, &act)),
        (Aim::Area(_), Some(at)) => reach::caught(battle, &act, at),
        (Aim::Own, _) => vec![who],
        _ => choice.targets().collect(),
    };
    Some((act, targets))
}

/// The side of the nearest enemies: whom a selective spell is for.
fn enemies(battle: &Battle, who: CombatantId) -> Affects {
    let first = battle.enemies(who).find(|one| is_alive(*one));
    first.map_or(Affects::All, |one| Affects::Side(one.team))
}

/// Pays for an action and begins it. POO-ATK-02.
pub fn begin(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
    let Some((act, targets)) = declared(battle, who, choice) else { return };
    let mobile = [Component::MobileAttack, Component::MobileThrow, Component::MobileShot];
    if mobile.into_iter().any(|one| act.has(one)) {
        movement::strike_inside(who, context);
    } else if !act.released {
        movement::close(battle, who, context);
    }
    if act.released {
        super::vitality::clear(battle, who, PREPARED, context);
    } else {
        defence::pay(battle, who, act.ap, act.luck, context);
        use_up(battle, &act, context);
    }
    remember(battle, &act, context);
    if act.has(Component::Prepare) && !act.released {
        return prepare(battle, &act, context);
    }
    if act.base == Component::Shot
        && let Some(item) = act.item
    {
        shoot(battle, who, item, context);
    }
    context.step(AttackStep::Declare(act, targets));
}

/// What Double Threat and Meginserk look at, POO-ROLL-07, POO-BER-05.
fn remember(battle: &Battle, act: &Act, context: &mut StepContext<'_>) {
    let budgets = &battle.combatant(act.by).budgets;
    let bit = match act.base {
        Component::Strike if act.group(battle) == Some(WeaponGroup::Melee) => 1,
        Component::Throw | Component::Shot => 2,
        _ => 0,
    };
    let seen = budgets.get(THREAT) | bit | if act.threat { 4 } else { 0 };
    if seen != budgets.get(THREAT) && sheet(battle.combatant(act.by)).double_threat {
        context.effect(Effect::Budget(act.by, THREAT, seen));
    }
    if act.is_spell() && budgets.get(CAST) == 0 {
        context.effect(Effect::Budget(act.by, CAST, 1));
    }
}

/// Puts a spell aside, POO-COMP-76.
fn prepare(battle: &Battle, act: &Act, context: &mut StepContext<'_>) {
    super::vitality::clear(battle, act.by, PREPARED, context);
    let detail = Detail::Spell(act.with, act.energies, act.ap, act.luck).into();
    context.effect(Effect::AddCondition(act.by, Condition { detail, ..Condition::new(PREPARED, Until::Indefinite) }));
    context.note(act.by, ids::COMP_76, format_args!("prepares {}", act.name()));
}

/// A missile is gone and the weapon is not ready, POO-COMP-12, POO-AMMO-01.
fn shoot(battle: &Battle, who: CombatantId, item: ItemId, context: &mut StepContext<'_>) {
    let known = battle.item(item);
    if arm(battle, item).ready != Ready::Always {
        context.effect(Effect::Load(item, false));
    }
    if let Some(count) = known.count {
        context.effect(Effect::Count(item, count.saturating_sub(1)));
    }
    super::gear::note_shot(battle, who, item, context);
}

/// What an action that is aimed at nobody in particular would do, for the board.
pub fn area(battle: &Battle, who: CombatantId, choice: &Choice) -> Option<crate::rules::Area> {
    use crate::{
        dice::Odds,
        rules::{Area, Caught, exchange::solve},
    };
    let (act, targets) = declared(battle, who, choice)?;
    let (at, Aim::Area(radius)) = (act.at?, act.base.row().aim) else { return None };
    let place = Footprint::one(at);
    let exchange = attack::exchange(battle, &act, &targets, None);
    let caught = exchange.targets.iter().map(|target| {
        let left = super::conditions::health(battle.combatant(target.on));
        let grade = |came: &super::exchange::Came| match came.damage() {
            damage if damage >= left => (3, damage),
            damage if damage * 2 >= left => (2, damage),
            damage => (u8::from(damage > 0), damage),
        };
        let metres = reach::squares(battle, place, reach::body(battle, target.on));
        let ends = solve(&target.situation).odds().map(grade);
        Caught { who: target.on, metres, spared: false, ends }
    });
    let squares = ground::around(&battle.scene.field, radius, place).chain([at]).collect();
    let caught = caught.collect();
    Some(Area { aim: at, squares, number: None, places: Odds::new([(at, 1)]), caught })
}

/// Plain attacks of somebody on somebody with all AP that may go in, for the computer and for what-ifs.
pub fn attacks(battle: &Battle, who: CombatantId, whom: CombatantId) -> Vec<(Choice, Option<Refusal>)> {
    let mut all = Vec::new();
    let left = i32::from(at_hand(battle, who).max(1));
    for offer in offers(battle, who, None) {
        let is_meant =
            [&menu::STRIKE, &menu::SHOOT, &menu::THROW, &menu::CAST].iter().any(|kind| kind.verb == offer.verb);
        if !is_meant {
            continue;
        }
        let plain = Choice::of(&offer);
        if let Some(refusal) = &offer.refusal {
            all.push((plain.on(whom), Some(refusal.clone())));
            continue;
        }
        let bounds = offer.built(&plain).bounds.unwrap_or((1, 3));
        let ap = left.min(bounds.1).max(bounds.0);
        let choice = offer.settle(&plain, menu::INVESTED.key, ap).on(whom);
        let refusal = choice.check(&offer).err().map(|why| match why {
            NoChoice::Refused(refusal) => refusal,
            _ => nobody(),
        });
        all.push((choice, refusal));
    }
    all
}

/// Whether somebody who must use a spell in this turn still has to, POO-BER-05.
pub fn must_cast(battle: &Battle, who: CombatantId) -> bool {
    let fighter = battle.combatant(who);
    let is_meginserk = drug(fighter).is_some_and(|(kind, _)| kind == MEGINSERK);
    is_meginserk
        && fighter.budgets.get(CAST) == 0
        && offers(battle, who, None).iter().any(|offer| offer.group == crate::rules::Group::Magic && offer.is_open())
}

/// The first spell that can be cast, for those who must. POO-BER-05.
pub fn first_spell(battle: &Battle, who: CombatantId) -> Choice {
    for offer in
        offers(battle, who, None).iter().filter(|offer| offer.group == crate::rules::Group::Magic && offer.is_open())
    {
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

/// The recipes of a sheet that are of an offer, POO-COMP-02. One that is not possible now is among them.
pub fn recipes(battle: &Battle, who: CombatantId, offer: &Offer) -> Vec<(String, Choice)> {
    let taken = |key: &str| {
        let parameter = offer.parameters.iter().find(|one| one.key == key)?;
        parameter.values.iter().find(|value| value.counts > 0).map(|value| (parameter.kind.key, value.value))
    };
    let build = |recipe: &Recipe| {
        let keys = recipe.with.iter().map(|one| one.key()).chain(recipe.energies.iter().map(|one| one.key()));
        let mut choice = Choice::of(offer);
        for key in std::iter::once(recipe.base.key()).chain(keys) {
            let (key, value) = taken(key)?;
            choice = offer.settle(&choice, key, value);
        }
        // Energies that are taken where nothing is said are not meant.
        for energy in Energy::ALL.into_iter().filter(|one| !recipe.energies.contains(one)) {
            if offer.counted(&choice, energy.key()) > 0 {
                choice = offer.settle(&choice, energy.key(), 0);
            }
        }
        let ap = i32::from(recipe.ap);
        let choice = if ap > 0 { offer.settle(&choice, menu::INVESTED.key, ap) } else { choice };
        Some((recipe.name.clone(), choice))
    };
    sheet(battle.combatant(who)).recipes.iter().filter_map(build).collect()
}
