//! Offers of attacks with weapons, and the attacks that they lead to. RAT-RATE-01, RAT-AIM-01, RAT-DISC-02.

use std::sync::LazyLock;

use super::{
    arms::{RECOVERY, Skill, Stat},
    attack_step::{Assault, AttackStep, Place, Strike},
    catalogue as ids,
    conditions::{is_mounted, is_target, stat},
    menu, reach,
    sheet::{Discipline, arm, sheet_of},
};
use crate::rules::{nearest_first, prelude::*};

/// Dice of an attack or a parry with a weapon, and the name of what gives them: the subskill, or the combat base
/// without the proficiency. RAT-RATE-01.
pub fn skill(battle: &Battle, who: CombatantId, item: ItemId) -> (u8, &'static str) {
    let weapon = arm(battle, item);
    let is_proficient = weapon.group.is_none_or(|group| sheet_of(battle, who).proficiencies.contains(&group));
    let rolls = match weapon.skill {
        _ if !is_proficient => Stat::CombatBase,
        Skill::Melee => Stat::Melee,
        Skill::Missile => Stat::Missile,
        Skill::Brawling => Stat::Brawling,
    };
    (stat(battle, battle.combatant(who), rolls).clamp(0, 255) as u8, rolls.name())
}

/// Dice of an attack or a parry with a weapon.
pub fn dice(battle: &Battle, who: CombatantId, item: ItemId) -> u8 {
    skill(battle, who, item).0
}

/// Why a weapon cannot attack or parry now, RAT-RATE-03.
pub fn unready(battle: &Battle, item: ItemId) -> Option<Refusal> {
    let words = if arm(battle, item).is_missile() { "Needs reloading" } else { "Off balance" };
    (battle.item(item).numbers.get(RECOVERY) > 0).then(|| Refusal::new(ids::RATE_03, words))
}

/// Why a target cannot be attacked with a weapon from where the attacker stands.
pub fn refusal(battle: &Battle, by: CombatantId, item: ItemId, on: CombatantId) -> Option<Refusal> {
    let gone = (!is_target(battle.combatant(on))).then(|| Refusal::new(ids::HP_03, "Out of the fight"));
    gone.or_else(|| unready(battle, item)).or_else(|| reach::refusal(battle, by, on, item))
}

/// The kind of an attack with a weapon.
pub fn kind(battle: &Battle, item: ItemId) -> &'static OfferKind {
    if arm(battle, item).is_missile() { &menu::SHOOT } else { &menu::STRIKE }
}

/// The two one-handed melee weapons that the ambidextrous strike with together, the main one first. RAT-DISC-02.
pub fn pair(battle: &Battle, who: CombatantId) -> Option<[ItemId; 2]> {
    let hands = battle.combatant(who).hands;
    let (main, off) = hands.main.zip(hands.off).filter(|(main, off)| main != off)?;
    let serves = |item: ItemId| {
        let weapon = arm(battle, item);
        weapon.is_weapon() && weapon.hands == 1 && weapon.skill == Skill::Melee
    };
    (serves(main) && serves(off)).then_some([main, off])
}

/// Those who can be aimed at: enemies who fight, nearest first, then those who are down.
pub fn targets(battle: &Battle, who: CombatantId, why_not: impl Fn(CombatantId) -> Option<Refusal>) -> Vec<Candidate> {
    let foes = battle.enemies(who).filter(|fighter| is_target(*fighter));
    nearest_first(battle, who, foes, |fighter| !fighter.fights(), why_not)
}

/// The places that an attack can be aimed at, RAT-AIM-01.
static PLACES: LazyLock<Vec<ParameterValue>> = LazyLock::new(|| {
    let value = |(number, place): (i32, Place)| {
        let words = place.words();
        let word = words.replace("joint of the ", "joint-").replace(' ', "-");
        let harder = place.part().map_or(0, super::arms::Part::difficulty);
        let label = if harder > 0 { format!("{} +{harder}", capital(&words)) } else { capital(&words).into_owned() };
        ParameterValue::new(number, word, label)
    };
    (0..).zip(Place::ALL).map(value).collect()
});

/// The place that a choice aims at.
pub fn place(choice: &Choice) -> Place {
    let number = usize::try_from(choice.value(menu::LOCATION.key, 0)).unwrap_or_default();
    Place::ALL.get(number).copied().unwrap_or_default()
}

/// All attacks with weapons that somebody can be offered in a turn.
pub fn offers(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let single = reach::weapons(battle, who).map(|item| {
        let why = unready(battle, item.id);
        let all = targets(battle, who, |on| refusal(battle, who, item.id, on));
        offer(kind(battle, item.id), RULES, why, all).with(item.id)
    });
    let mut all: Vec<Offer> = single.collect();
    all.extend(both(battle, who));
    all
}

const RULES: &[RuleId] = &[ids::RATE_01, ids::ACC_01, ids::AIM_01, ids::DMG_01];
const BOTH_RULES: &[RuleId] = &[ids::DISC_02, ids::RATE_01, ids::AIM_01];

fn offer(kind: &'static OfferKind, rules: &'static [RuleId], unready: Option<Refusal>, all: Vec<Candidate>) -> Offer {
    let first = all.first().and_then(|candidate| candidate.refusal.clone());
    let why = first.filter(|_| all.len() == 1).unwrap_or_else(|| Refusal::new(ids::REACH_01, "Nobody in reach"));
    let offer = Offer::new(kind, rules, menu::AN_ACTION).refused(unready).at_any_of(all, || why);
    offer.parameter(Parameter::new(&menu::LOCATION, PLACES.as_slice()))
}

/// The attack with both weapons, RAT-DISC-02.
fn both(battle: &Battle, who: CombatantId) -> Option<Offer> {
    let pair = pair(battle, who).filter(|_| sheet_of(battle, who).has(Discipline::Ambidextrous))?;
    let why = |on| pair.iter().find_map(|item| refusal(battle, who, *item, on));
    let unready = pair.iter().find_map(|item| unready(battle, *item));
    Some(offer(&menu::BOTH, BOTH_RULES, unready, targets(battle, who, why)))
}

/// The kinds of these offers.
pub const KINDS: &[&OfferKind] = &[&menu::STRIKE, &menu::SHOOT, &menu::BOTH];

/// Declares the attack that a choice stands for; its price is paid already.
///
/// # Errors
/// The rule that forbids it after all.
pub fn begin(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) -> Answered {
    let on = choice.on.ok_or_else(|| Refusal::new(ids::RATE_05, "Nobody is aimed at"))?;
    let nothing = || Refusal::new(ids::RATE_01, "Nothing to attack with");
    let items = if choice.verb == menu::BOTH.verb {
        pair(battle, who).ok_or_else(nothing)?.to_vec()
    } else {
        vec![choice.item.ok_or_else(nothing)?]
    };
    let place = place(choice);
    let strikes: Vec<Strike> = items.into_iter().map(|item| Strike { by: who, item, on, place }).collect();
    let why = strikes.iter().find_map(|strike| refusal(battle, who, strike.item, on));
    why.map_or(Ok(()), Err)?;
    context.step(AttackStep::Declare(Assault { strikes, asked: CombatantSet::default() }));
    Ok(())
}

/// Every attack that somebody could make on a target in its turn, from where it stands.
pub fn attacks(battle: &Battle, who: CombatantId, whom: CombatantId) -> Vec<(Choice, Option<Refusal>)> {
    let single = reach::weapons(battle, who).map(|item| {
        let choice = Choice::new(kind(battle, item.id).verb).with(item.id).on(whom);
        (choice, refusal(battle, who, item.id, whom))
    });
    let pair = pair(battle, who).filter(|_| sheet_of(battle, who).has(Discipline::Ambidextrous));
    let both = pair.map(|pair| {
        let why = pair.iter().find_map(|item| refusal(battle, who, *item, whom));
        (Choice::new(menu::BOTH.verb).on(whom), why)
    });
    single.chain(both).collect()
}

/// Whether only half of a roll counts for accuracy: for shots from the saddle. RAT-MNT-03, RAT-MNT-05.
pub fn has_half_accuracy(battle: &Battle, by: CombatantId, item: ItemId) -> bool {
    arm(battle, item).is_missile() && is_mounted(battle, by) && !sheet_of(battle, by).has(Discipline::MountedArchery)
}
