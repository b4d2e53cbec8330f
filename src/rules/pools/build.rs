//! Actions as offers made of components: which go together, how much must go in, whom they are aimed at. POO-COMP-02,
//! POO-TIER, POO-MAG-01.

use super::{
    act::{Act, Wrestling},
    answer::OwnTurn,
    arms::{Ready, WeaponGroup, arm},
    catalogue as ids,
    components::{Aim, BASES, Component, INSTEAD, Kind, LADDER, TARGETS},
    conditions::{self, BERSERK, GRABBED, drug},
    defence::{self, own_luck},
    dice, menu, movement, reach, settings,
    sheet::{AP, THREAT, USED, sheet},
    spells, turn,
};
use crate::rules::{
    Drug, Follows, Invested, ItemGlyph, NoChoice, PartAim, PartChange, PartSet, Parts, Spread, Word, counts, prelude::*,
};

/// AP at hand in one's own turn.
pub fn at_hand(battle: &Battle, who: CombatantId) -> u8 {
    battle.combatant(who).budgets.get(AP).clamp(0, 100) as u8
}

/// Whether a component has been part of an action of this turn.
pub fn has_used(battle: &Battle, who: CombatantId, component: Component) -> bool {
    let (place, bit) = (component as usize / 15, component as usize % 15);
    battle.combatant(who).budgets.get(USED[place]) >> bit & 1 == 1
}

/// Whether a component cannot be used again in this turn, POO-ATK-09.
fn is_used(battle: &Battle, who: CombatantId, component: Component) -> bool {
    !settings::repeats(battle) && component.row().is_offensive() && has_used(battle, who, component)
}

/// Why a drug rules a component out, POO-BER-04, POO-BER-05.
fn drugged(battle: &Battle, who: CombatantId, component: Component) -> Option<Refusal> {
    let row = component.row();
    match drug(battle.combatant(who))?.drug {
        Drug::Berserk => {
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
        Drug::Meginserk => {
            let is_spell =
                matches!(row.kind, Kind::Structure) || matches!(component, Component::Prepare | Component::Selective);
            (!is_spell).then(|| Refusal::new(ids::BER_05, "Spells only"))
        }
    }
}

/// Why a prepared spell cannot be released, POO-BER-04.
pub fn release_refusal(battle: &Battle, who: CombatantId, base: Component) -> Option<Refusal> {
    drugged(battle, who, base)
}

/// Why a component cannot be used now.
pub fn refusal(battle: &Battle, who: CombatantId, component: Component) -> Option<Refusal> {
    let is_mobile = matches!(component, Component::MobileAttack | Component::MobileThrow | Component::MobileShot);
    let used = is_used(battle, who, component).then(|| Refusal::new(ids::ATK_09, "Used this turn"));
    let still =
        || (is_mobile && !movement::is_under_way(battle, who)).then(|| Refusal::new(ids::COMP_20, "Not while moving"));
    used.or_else(|| drugged(battle, who, component)).or_else(still)
}

/// A component that a choice may take or leave; greyed out where it is not possible.
pub fn switch(battle: &Battle, who: CombatantId, component: Component) -> Parameter {
    let yes = ParameterValue { refusal: refusal(battle, who, component), ..ParameterValue::new(1, "yes", "Yes") };
    Parameter::new(component.kind(), vec![ParameterValue::new(0, "no", "No"), yes])
}

/// A component that every choice takes.
pub fn always(component: Component) -> Parameter {
    Parameter::new(component.kind(), vec![ParameterValue::new(1, "yes", "Yes")])
}

pub fn nobody() -> Refusal {
    Refusal::new(ids::REACH_01, "Nobody in reach")
}

/// The aim of an action at one target.
pub fn at_one(battle: &Battle, act: &Act, alone: Option<CombatantId>) -> PartAim {
    let all = reach::aimed(battle, act, alone);
    // If nobody can be aimed at, the reason of the nearest one says most.
    let why = all.iter().find_map(|candidate| candidate.refusal.clone()).unwrap_or_else(nobody);
    PartAim::at(Target::Combatant(all), why).within(reach::farthest(battle, act))
}

/// Adds what goes into an action: AP, Luck.
pub fn invested(battle: &Battle, who: CombatantId, mut offer: Offer, parts: Parts) -> Offer {
    let left = at_hand(battle, who);
    let put = Invested {
        key: menu::INVESTED.key,
        of: &menu::AP,
        ladder: &LADDER,
        rule: ids::TIER_04,
        die: Some(ids::ROLL_05),
    };
    offer.parameters.push(Parameter::new(&menu::INVESTED, counts(1..=left.max(1))));
    offer.parameters.push(own_luck(battle, who));
    offer.made_of(parts.investing(put))
}

/// The sets of a martial action, POO-COMP-02.
fn sets(parts: Parts) -> Parts {
    let at_most_one = |number, words| PartSet::at_most_one(number, Refusal::new(ids::COMP_02, words));
    based(parts).set(at_most_one(TARGETS, "One that says whom")).set(at_most_one(INSTEAD, "One instead of damage"))
}

/// Adds the set of the base, of which there is always one. POO-COMP-02.
pub fn based(parts: Parts) -> Parts {
    parts.set(PartSet::just_one(BASES, Refusal::new(ids::COMP_02, "One base")))
}

/// Why nothing can be done with a base at all.
pub fn spent(battle: &Battle, who: CombatantId, base: Component) -> Option<Refusal> {
    let left = at_hand(battle, who);
    let none = (left == 0).then(|| Refusal::new(ids::TURN_07, "No AP left"));
    none.or_else(|| refusal(battle, who, base))
}

/// The offers to strike, throw and shoot. POO-COMP-10 to POO-COMP-12.
fn martial(
    battle: &Battle,
    who: CombatantId,
    (item, base): (&Item<'_>, Component),
    alone: Option<CombatantId>,
) -> Offer {
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
    let aim = at_one(battle, &act, alone);
    let target = aim.target.clone();
    let mut offer = offer.at(target).parameter(always(base));
    let mut words = Verdict::default();
    dice::own(battle, &threatened(battle, act), &mut words);
    dice::ailing(battle, &act, None, &mut words);
    let mut parts = sets(Parts::new(ids::COMP_02)).rolling(words).changing(PartChange::of(base.key()).aimed(aim));
    let numbers = sheet(battle.combatant(who));
    let fits = |component: &Component| {
        component.row().kind == Kind::Modifier
            && numbers.knows(*component)
            && component.row().needs.contains(&base.key())
            // Bare hands do not cut, POO-COMP-34.
            && !(*component == Component::BleedingCut && item.glyph == ItemGlyph::Fist)
    };
    for component in Component::ALL.into_iter().filter(fits) {
        match component.row().aim {
            Aim::AllInReach => {
                let aim = PartAim::at(Target::Nothing, nobody()).within(reach::farthest(battle, &act));
                parts = parts.changing(PartChange::of(component.key()).aimed(aim));
                offer.parameters.push(all_round(battle, &act, component, alone));
            }
            Aim::Two => offer = dual(battle, &act, offer, &mut parts, alone),
            _ => {
                offer.parameters.push(switch(battle, who, component));
                // A target that is much larger can be neither thrown down nor pushed.
                if component.row().set == INSTEAD {
                    let act = Act { with: act.with.with(component), ..act };
                    parts = parts.changing(PartChange::of(component.key()).aimed(at_one(battle, &act, alone)));
                }
            }
        }
    }
    if act.group(battle) == Some(WeaponGroup::Unarmed) {
        offer.parameters.push(harms());
    }
    if offer.parameters.iter().any(|parameter| parameter.key == Component::Disarm.key()) {
        offer.parameters.push(knocks());
    }
    invested(battle, who, offer, parts)
}

/// What Disarm knocks away: what is in the main hand, or in the other one. POO-COMP-35.
fn knocks() -> Parameter {
    let values = vec![ParameterValue::new(0, "main", "Main hand"), ParameterValue::new(1, "off", "Other hand")];
    Parameter::new(&menu::KNOCKS, values)
}

/// Whether to harm Vitality or Fatigue, POO-DMG-07.
fn harms() -> Parameter {
    let values = vec![ParameterValue::new(0, "vitality", "Vitality"), ParameterValue::new(1, "fatigue", "Fatigue")];
    Parameter::new(&menu::HARMS, values)
}

/// Whirlwind, refused with nobody in reach, POO-COMP-40.
fn all_round(battle: &Battle, act: &Act, component: Component, alone: Option<CombatantId>) -> Parameter {
    let mut parameter = switch(battle, act.by, component);
    if within(battle, act, alone).is_empty() {
        parameter.values.to_mut()[1].refusal.get_or_insert_with(nobody);
    }
    parameter
}

/// The enemies in reach of an action, including those who are down. POO-COMP-40.
pub fn within(battle: &Battle, act: &Act, alone: Option<CombatantId>) -> Vec<CombatantId> {
    reach::aimed(battle, act, alone)
        .into_iter()
        .filter(|candidate| candidate.refusal.is_none())
        .map(|candidate| candidate.who)
        .collect()
}

/// A second weapon at a second target, POO-COMP-32.
fn dual(battle: &Battle, act: &Act, mut offer: Offer, parts: &mut Parts, alone: Option<CombatantId>) -> Offer {
    let first = act.item;
    let held = battle.combatant(act.by).hands.held();
    let can_throw = |item: ItemId| {
        let refusal = weapon_refusal(battle, act.by, &battle.item(item), Component::Throw);
        arm(battle, item).is(WeaponGroup::Thrown) && refusal.is_none()
    };
    let seconds: Vec<ItemId> = held.filter(|item| Some(*item) != first && can_throw(*item)).collect();
    let mut values = vec![ParameterValue::new(0, "no", "No")];
    for second in seconds {
        let other = Act { item: Some(second), ..*act };
        let (firsts, others) = (within(battle, act, alone), within(battle, &other, alone));
        let pairs = firsts
            .iter()
            .flat_map(|first| others.iter().filter(move |next| *next != first).map(move |next| (*first, *next)))
            .collect();
        let follows = Follows { pairs, refusal: Refusal::new(ids::COMP_32, "Not with the second") };
        let two = Spread { least: 2, most: 2, blows: 2, repeats: false, together: true };
        let aim = at_one(battle, act, alone).spread(two, Some(follows));
        let value = i32::from(second.0) + 1;
        let known = battle.item(second);
        let word = Word::numbered(known.tag, second);
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

/// Why a weapon cannot be used in this way. POO-COND-11, POO-COMP-12.
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
pub fn threatened(battle: &Battle, act: Act) -> Act {
    let fighter = battle.combatant(act.by);
    let seen = fighter.budgets.get(THREAT);
    let ranged = matches!(act.base, Component::Throw | Component::Shot);
    let berserk = fighter.conditions.has(BERSERK);
    let before = if ranged { 1 } else { 2 };
    // Bare hands do not count as a melee weapon.
    let is_armed = act.is_martial() && act.group(battle) != Some(WeaponGroup::Unarmed);
    let counts = is_armed && seen & before != 0 && seen & 4 == 0;
    Act { threat: sheet(fighter).double_threat && counts && !(berserk && act.base == Component::Shot), ..act }
}

/// Wrestling, POO-WRE.
fn wrestling(battle: &Battle, who: CombatantId, alone: Option<CombatantId>) -> Vec<Offer> {
    let held = battle.combatant(who).conditions.has(GRABBED);
    let holds = battle.combatant(who).conditions.has(conditions::GRABBING);
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
        all.push(simple(battle, &act, offer, (hold == Wrestling::Crush, alone)));
    }
    if holds {
        all.push(Offer::new(&menu::LET_GO, &[ids::COND_11], Cost::FREE));
    }
    all
}

/// An action of one component at one target.
fn simple(battle: &Battle, act: &Act, offer: Offer, (may_tire, alone): (bool, Option<CombatantId>)) -> Offer {
    if offer.refusal.is_some() {
        return offer.at(Target::Combatant(Vec::new()));
    }
    let aim = at_one(battle, act, alone);
    let mut words = Verdict::default();
    dice::own(battle, act, &mut words);
    dice::ailing(battle, act, None, &mut words);
    let target = aim.target.clone();
    let parts = based(Parts::new(ids::COMP_02)).rolling(words);
    let parts = parts.changing(PartChange::of(act.base.key()).aimed(aim));
    let mut offer = offer.at(target).parameter(always(act.base));
    if may_tire {
        offer.parameters.push(harms());
    }
    invested(battle, act.by, offer, parts)
}

/// Intimidation and First Aid, POO-SKL.
fn skills(battle: &Battle, who: CombatantId, alone: Option<CombatantId>) -> [Offer; 2] {
    let skill = |kind, rules, base| {
        let offer = Offer::new(kind, rules, Cost::of(&menu::AP, 1)).refused(spent(battle, who, base));
        simple(battle, &Act::new(who, base), offer, (false, alone))
    };
    [
        skill(&menu::INTIMIDATE, &[ids::SKL_02, ids::SKL_01, ids::TIER_04], Component::Intimidate),
        skill(&menu::AID, &[ids::SKL_03, ids::SKL_01, ids::TIER_04], Component::FirstAid),
    ]
}

/// All actions that can be built; if `verbs` names some, others may be left out.
pub fn offers(battle: &Battle, who: CombatantId, verbs: Option<&[&str]>) -> Vec<Offer> {
    offers_on(battle, who, verbs, None)
}

/// The same; with one target `alone`, other targets and squares may be left out.
pub fn offers_on(battle: &Battle, who: CombatantId, verbs: Option<&[&str]>, alone: Option<CombatantId>) -> Vec<Offer> {
    let wants = |kinds: &[&OfferKind]| verbs.is_none_or(|verbs| kinds.iter().any(|kind| verbs.contains(&kind.verb)));
    let mut all = Vec::new();
    if wants(&[&menu::STRIKE, &menu::SHOOT, &menu::THROW]) {
        for item in battle.ready_items(who) {
            let bases: Vec<Component> = arm(battle, item.id).bases().collect();
            all.extend(bases.into_iter().map(|base| martial(battle, who, (&item, base), alone)));
        }
    }
    if wants(&[&menu::HOLD, &menu::THROW_DOWN, &menu::CRUSH, &menu::ESCAPE, &menu::LET_GO]) {
        all.extend(wrestling(battle, who, alone));
    }
    if wants(&[&menu::INTIMIDATE, &menu::AID]) {
        all.extend(skills(battle, who, alone));
    }
    if wants(&[&menu::CAST]) {
        all.extend(spells::spell(battle, who, false, alone));
    }
    if wants(&[&menu::HEAL]) {
        all.extend(spells::spell(battle, who, true, alone));
    }
    if wants(&[&menu::RELEASE]) {
        all.extend(spells::release(battle, who));
    }
    if wants(&[&menu::CHARGE, &menu::CONDUCT, &menu::BESTOW, &menu::SHIELD]) {
        all.extend(spells::stores(battle, who));
    }
    all
}

/// The battle as it will be when somebody's next turn begins, if it is not in turn and has spent its AP or used
/// components: what-ifs are about that turn.
pub fn as_in_turn(battle: &Battle, who: CombatantId) -> Option<Battle> {
    let is_spent = at_hand(battle, who) == 0 || USED.iter().any(|used| battle.combatant(who).budgets.get(*used) != 0);
    let asked = battle.decision().is_some_and(|decision| decision.who == who && decision.prompt == OwnTurn.into());
    (is_spent && !asked).then(|| {
        let mut fresh = battle.clone();
        turn::until_turn(battle, who).iter().for_each(|effect| fresh.apply(effect));
        fresh
    })
}

/// Plain attacks of one combatant on another with all AP that may go in, for the computer and for what-ifs.
pub fn attacks(battle: &Battle, who: CombatantId, whom: CombatantId) -> Vec<(Choice, Option<Refusal>)> {
    let mut all = Vec::new();
    let fresh = as_in_turn(battle, who);
    let battle = fresh.as_ref().unwrap_or(battle);
    let left = i32::from(at_hand(battle, who).max(1));
    let verbs = [&menu::STRIKE, &menu::CAST].map(|kind| offers_on(battle, who, Some(&[kind.verb]), Some(whom)));
    for offer in verbs.into_iter().flatten() {
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
