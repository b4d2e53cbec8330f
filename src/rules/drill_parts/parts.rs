//! Strikes and spells as offers made of parts. DPT-PART, DPT-TIER, DPT-ROUND, DPT-PAIR, DPT-GANG, DPT-CHAIN, DPT-BURST.

use super::{
    attack::joining,
    catalogue::{
        ATK_01, BURST_01, CHAIN_01, DEF_01, ENERGY_01, GANG_01, PAIR_01, PART_01, RCH_01, ROUND_01, TIER_01, TURN_01,
    },
    menu,
    sheet::{POINTS, STRUCK, arm, sheet},
};
use crate::{
    geometry::Square,
    rules::{
        Follows, Invested, PartAim, PartChange, PartSet, Parts, Spread, Word, candidates, counts, ground, prelude::*,
    },
};

/// The range of a burst and of a chain's first target, in squares, DPT-RCH-01.
const FAR: u16 = 6;

/// The range to the next target of a chain, in squares, DPT-CHAIN-01.
const NEXT: u16 = 2;

/// The most targets of a chain, DPT-CHAIN-01.
const CHAINED: u8 = 3;

/// Why something with range `far` does not reach from one combatant to another, DPT-RCH-01.
pub fn out_of_reach(battle: &Battle, far: u16, by: CombatantId, on: CombatantId) -> Option<Refusal> {
    let [from, to] = [by, on].map(|who| battle.combatant(who).footprint());
    ground::too_far(&battle.scene.field, RCH_01, far, from, to)
}

/// The fighting enemies within range `far`, nearest first.
pub fn within(battle: &Battle, far: u16, by: CombatantId) -> Vec<CombatantId> {
    let all = candidates(battle, by, |on| out_of_reach(battle, far, by, on));
    all.into_iter().filter(|candidate| candidate.refusal.is_none()).map(|candidate| candidate.who).collect()
}

fn switch(kind: &'static ParameterKind, is_on: bool) -> Parameter {
    let mut values = vec![ParameterValue::new(0, "no", "No"), ParameterValue::new(1, "yes", "Yes")];
    values.rotate_left(usize::from(is_on));
    Parameter::new(kind, values)
}

fn nobody() -> Refusal {
    Refusal::new(RCH_01, "Nobody in reach")
}

/// The aim at one enemy.
fn at_one(battle: &Battle, far: u16, who: CombatantId) -> PartAim {
    let all = candidates(battle, who, |on| out_of_reach(battle, far, who, on));
    PartAim::at(Target::Combatant(all), nobody()).within(far)
}

/// The parts of an attack and the AP left for it; refused after an attack.
fn begun(battle: &Battle, who: CombatantId) -> Result<(Parts, u8), Refusal> {
    let fighter = battle.combatant(who);
    let left = fighter.budgets.get(POINTS).max(0) as u8;
    if fighter.budgets.get(STRUCK) == 1 {
        return Err(Refusal::new(TURN_01, "Has attacked"));
    }
    let dice = Verdict::base(ATK_01, "Skill", sheet(fighter).skill.into());
    Ok((Parts::new(PART_01).rolling(dice).investing(invested(Some(TIER_01))), left))
}

/// AP that go in, each a die if a rule is given, DPT-TIER-01.
const fn invested(die: Option<RuleId>) -> Invested {
    Invested { key: "ap", of: &menu::AP, ladder: &menu::LADDER, rule: TIER_01, die }
}

/// The offer to defend, DPT-DEF-01.
pub fn defence(battle: &Battle, who: CombatantId) -> Offer {
    let left = battle.combatant(who).budgets.get(POINTS).max(0) as u8;
    let parts = Parts::new(PART_01)
        .investing(invested(None))
        .set(PartSet::just_one(menu::STANCES, Refusal::new(PART_01, "A dodge or a block")));
    let mut offer = Offer::new(&menu::DEFEND, &[DEF_01, PART_01, TIER_01], Cost::of(&menu::AP, 1)).made_of(parts);
    offer.parameters = vec![switch(&menu::DODGE, true), switch(&menu::BLOCK, false), switch(&menu::BRACE, false)];
    offer.parameter(Parameter::new(&menu::WITH_AP, counts(1..=left)))
}

/// The offer to strike with a weapon.
pub fn strike(battle: &Battle, who: CombatantId, item: ItemId) -> Offer {
    let offer = Offer::new(&menu::STRIKE, &[ATK_01, PART_01, TIER_01, RCH_01], Cost::of(&menu::AP, 1)).with(item);
    let (parts, left) = match begun(battle, who) {
        Ok((_, 0)) => return offer.refused(Some(Refusal::new(TIER_01, "Needs 1 AP"))),
        Ok(begun) => begun,
        Err(why) => return offer.refused(Some(why)),
    };
    let far = arm(battle, item).reach;
    let aim = at_one(battle, far, who);
    let target = aim.target.clone();
    let at_most_one = |number, words| PartSet::at_most_one(number, Refusal::new(PART_01, words));
    let mut parts = parts
        .set(at_most_one(menu::TARGETS, "One part says whom"))
        .set(at_most_one(menu::INSTEAD, "One instead of harm"))
        .changing(PartChange::of("blow").aimed(aim));
    let mut round = switch(&menu::ROUND, false);
    if within(battle, far, who).is_empty() {
        round.values.to_mut()[1].refusal = Some(Refusal::new(ROUND_01, "Nobody in reach"));
    }
    parts = parts.changing(PartChange::of("round").aimed(PartAim::at(Target::Nothing, nobody()).within(far)));
    let mut offer = offer.parameter(Parameter::new(&menu::BLOW, vec![ParameterValue::new(1, "yes", "Yes")]));
    offer.parameters.push(round);
    let others = battle.ready_items(who).filter(|other| other.id != item && arm(battle, other.id).hands > 0);
    let mut values = vec![ParameterValue::new(0, "no", "No")];
    for other in others.filter(|_| arm(battle, item).hands > 0) {
        let value = i32::from(other.id.0) + 1;
        let word = Word::numbered(other.tag, other.id);
        values.push(ParameterValue::new(value, word, other.name.to_string()).of_item(other.id));
        parts = parts.changing(PartChange::of("pair").at(value).aimed(pair(battle, who, far, other.id)));
    }
    if values.len() > 1 {
        offer.parameters.push(Parameter::new(&menu::PAIR, values));
    }
    let parts = parts.changing(PartChange::of("gang").aimed(together(battle, who, far)));
    offer.parameters.extend([&menu::GANG, &menu::DAZE, &menu::SLOW].map(|kind| switch(kind, false)));
    offer.at(target).made_of(parts).parameter(Parameter::new(&menu::WITH_AP, counts(1..=left)))
}

/// The aim at one enemy whom friends reach too, DPT-GANG-01.
fn together(battle: &Battle, who: CombatantId, far: u16) -> PartAim {
    let alone = |on| joining(battle, who, on).is_empty().then(|| Refusal::new(GANG_01, "No friend reaches it"));
    let all = candidates(battle, who, |on| out_of_reach(battle, far, who, on).or_else(|| alone(on)));
    PartAim::at(Target::Combatant(all), Refusal::new(GANG_01, "No friend reaches anybody")).within(far)
}

/// The aim of a strike with two weapons at two enemies, the second in reach of the second weapon, DPT-PAIR-01.
fn pair(battle: &Battle, who: CombatantId, far: u16, second: ItemId) -> PartAim {
    let seconds = within(battle, arm(battle, second).reach, who);
    let firsts = within(battle, far, who);
    let pairs =
        firsts.iter().flat_map(|first| seconds.iter().filter(move |next| *next != first).map(|next| (*first, *next)));
    let follows = Follows { pairs: pairs.collect(), refusal: Refusal::new(PAIR_01, "Not with the second weapon") };
    let two = Spread { least: 2, most: 2, blows: 2, repeats: false, together: true };
    PartAim {
        nobody: Refusal::new(PAIR_01, "Only one in reach"),
        ..at_one(battle, far, who).spread(two, Some(follows))
    }
}

/// The offer to cast a spell.
pub fn cast(battle: &Battle, who: CombatantId) -> Offer {
    let offer = Offer::new(&menu::CAST, &[ATK_01, PART_01, TIER_01, RCH_01], Cost::of(&menu::AP, 2));
    let (parts, left) = match begun(battle, who) {
        Ok((_, 0 | 1)) => return offer.refused(Some(Refusal::new(TIER_01, "Needs 2 AP"))),
        Ok(begun) => begun,
        Err(why) => return offer.refused(Some(why)),
    };
    let foes: Vec<CombatantId> = battle.enemies(who).filter(|foe| foe.fights()).map(|foe| foe.id).collect();
    let near = |first: CombatantId| {
        foes.iter().filter(move |next| **next != first && out_of_reach(battle, NEXT, first, **next).is_none())
    };
    let pairs = foes.iter().flat_map(|first| near(*first).map(|next| (*first, *next))).collect();
    let follows = Follows { pairs, refusal: Refusal::new(CHAIN_01, "Too far from the last") };
    let chained = Spread { least: 1, most: CHAINED, blows: CHAINED, repeats: false, together: true };
    let body = battle.combatant(who).footprint();
    let squares: Vec<Square> = ground::around(&battle.scene.field, FAR, body).collect();
    let touch = at_one(battle, 1, who);
    let target = touch.target.clone();
    let parts = parts
        .set(PartSet::just_one(menu::BASES, Refusal::new(PART_01, "One base")))
        .set(PartSet::at_least_one(menu::ENERGIES, Refusal::new(PART_01, "Needs an energy")))
        .changing(PartChange::of("touch").aimed(touch))
        .changing(PartChange::of("chain").aimed(at_one(battle, FAR, who).spread(chained, Some(follows))))
        .changing(PartChange::of("burst").aimed(
            PartAim::at(Target::Square(squares.into()), Refusal::new(BURST_01, "No square in reach")).within(FAR),
        ))
        .changing(PartChange::of("cold").rolling(ENERGY_01, "Cold", 1));
    let mut offer = offer.at(target).made_of(parts);
    offer.parameters = vec![switch(&menu::TOUCH, true)];
    offer.parameters.extend([&menu::CHAIN, &menu::BURST].map(|kind| switch(kind, false)));
    offer.parameters.push(switch(&menu::FIRE, true));
    offer.parameters.extend([&menu::COLD, &menu::SPARE].map(|kind| switch(kind, false)));
    offer.parameter(Parameter::new(&menu::WITH_AP, counts(2..=left)))
}
