//! Attacks from the declaration to the to-hit roll. TOT-ATK, TOT-SIZE, TOT-REACH.

use super::{
    arms::{Class, LOB, LOB_DICE, SHOT, THROW},
    catalogue as ids,
    conditions::{HELD, HOLDING, available, broke, pay},
    drugs, gear, menu, movement,
    pool::{self, Added},
    reach::{self, distance, has_line},
    sheet::{Component, arm, sheet},
    step::{AttackStep, Blow, Manner},
    stored::{self, laden},
};
use crate::rules::{counts, prelude::*};

/// The verb of an attack.
pub const fn verb(manner: Manner) -> &'static str {
    menu::attack(manner).verb
}

/// The manner of attack that a verb stands for with this item.
pub fn manner(battle: &Battle, item: ItemId, verb: &str) -> Option<Manner> {
    manners(battle, item).find(|manner| self::verb(*manner) == verb)
}

/// The ways to attack with an item.
pub fn manners(battle: &Battle, item: ItemId) -> impl Iterator<Item = Manner> {
    let numbers = *arm(battle, item);
    let first = numbers.class.map(|class| match class {
        Class::Unarmed => Manner::Punch,
        Class::Bow | Class::Crossbow => Manner::Shoot,
        _ => Manner::Strike,
    });
    let weapon = battle.item(item);
    let natural = matches!(weapon.at, Location::Natural(_));
    let wrestles = numbers.class == Some(Class::Unarmed)
        && weapon.at.bearer().is_some_and(|who| drugs::knows(battle, who, Component::Wrestling));
    let thrown = (numbers.can_be_thrown() && !natural).then_some(Manner::Throw);
    first.into_iter().chain(thrown).chain(wrestles.then_some(Manner::Wrestle))
}

/// The class whose training counts, and its weapon dice, TOT-ATK-02.
pub fn class(battle: &Battle, item: ItemId, manner: Manner) -> (Class, u8) {
    match (manner, arm(battle, item).class.unwrap_or(Class::Unarmed)) {
        (Manner::Throw, Class::Thrown) => (Class::Thrown, Class::Thrown.dice()),
        (Manner::Throw, _) => (Class::Thrown, LOB_DICE),
        // In melee a thrown weapon counts as a small one.
        (Manner::Strike, Class::Thrown) => (Class::Small, Class::Small.dice()),
        (_, class) => (class, class.dice()),
    }
}

/// Squares the attack reaches, TOT-REACH-01, TOT-REACH-02.
pub fn range(battle: &Battle, item: ItemId, manner: Manner) -> u16 {
    match (manner, arm(battle, item).class) {
        (Manner::Shoot, _) => SHOT,
        (Manner::Throw, Some(Class::Thrown)) => THROW,
        (Manner::Throw, _) => LOB,
        (_, class) => class.map_or(1, Class::reach),
    }
}

/// Why an item cannot be used in this way now.
pub fn weapon_refusal(battle: &Battle, item: ItemId, manner: Manner) -> Option<Refusal> {
    let weapon = battle.item(item);
    if matches!(weapon.at, Location::Stowed(_)) {
        return Some(Refusal::new(ids::TURN_02, "Not in hand"));
    }
    if !gear::is_ready(battle, item) {
        let bare = matches!(manner, Manner::Punch | Manner::Wrestle);
        let words = if bare { "No free hand" } else { "Needs both hands" };
        return Some(Refusal::new(ids::TURN_02, words));
    }
    if manner == Manner::Shoot && weapon.count == Some(0) && !weapon.loaded {
        return Some(Refusal::new(ids::AMMO_01, "No ammunition left"));
    }
    let words = if arm(battle, item).class == Some(Class::Bow) { "No arrow nocked" } else { "Not loaded" };
    let empty = (manner == Manner::Shoot && !weapon.loaded).then(|| Refusal::new(ids::TURN_02, words));
    let barred = weapon.at.bearer().and_then(|who| drugs::forbids_attack(battle, who, manner));
    barred.or(empty)
}

/// Why an attack or spell cannot reach a target: it is dead, too far away, or behind a wall. TOT-REACH-01,
/// TOT-REACH-02.
pub fn out_of_range(battle: &Battle, by: CombatantId, on: CombatantId, range: u16, is_near: bool) -> Option<Refusal> {
    if battle.combatant(on).status == Status::Dead || battle.combatant(on).status.is_absent() {
        return Some(Refusal::new(ids::DYING_06, "Already dead"));
    }
    let (rule, far) = if is_near { (ids::REACH_01, "Out of reach") } else { (ids::REACH_02, "Out of range") };
    if distance(reach::body(battle, by), reach::body(battle, on)) > range {
        return Some(Refusal::new(rule, far));
    }
    (!has_line(battle, by, on)).then(|| Refusal::new(rule, "A wall in between"))
}

/// Why a target cannot be attacked, AP aside.
pub fn refusal(battle: &Battle, by: CombatantId, on: CombatantId, item: ItemId, manner: Manner) -> Option<Refusal> {
    let (fighter, other) = (battle.combatant(by), battle.combatant(on));
    if let Some(refusal) = out_of_range(battle, by, on, range(battle, item, manner), manner.is_melee()) {
        return Some(refusal);
    }
    if manner == Manner::Wrestle {
        if fighter.conditions.has(HOLDING) {
            return Some(Refusal::new(ids::COMP_06, "Holds somebody"));
        }
        if other.conditions.has(HELD) {
            return Some(Refusal::new(ids::COMP_06, "Already held"));
        }
        if sheet(other).size.steps() > sheet(fighter).size.steps() + 1 {
            return Some(Refusal::new(ids::COMP_06, "Too large to hold"));
        }
    }
    weapon_refusal(battle, item, manner)
}

/// Dice on to-hit with their reasons: weapon and training, at least one. TOT-ATK-02, TOT-ATK-03.
pub fn dice(battle: &Battle, by: CombatantId, item: ItemId, manner: Manner) -> Verdict {
    let (class, dice) = class(battle, item, manner);
    let tier = sheet(battle.combatant(by)).tier(class);
    let name = capital(battle.item(item).name);
    let mut verdict = Verdict::base(ids::ATK_02, format!("{name}, dice"), dice.into());
    if tier == 0 {
        verdict.add(ids::ATK_03, "Untrained", -1);
    } else {
        verdict.add(ids::ATK_03, format!("Training with {}", class.name()), tier.into());
    }
    verdict
}

/// Additions to the to-hit dice: the weapon's modifier and the difference in size, TOT-SIZE-01.
pub fn bonus(battle: &Battle, by: CombatantId, on: CombatantId, item: Option<ItemId>) -> [Added; 2] {
    let size = sheet(battle.combatant(by)).size.against(sheet(battle.combatant(on)).size);
    let weapon = item.map_or(0, |item| arm(battle, item).hit_mod);
    [(ids::ATK_02, "Weapon", weapon), (ids::SIZE_01, "Difference in size", size)]
}

/// Key of the AP spent on more to-hit dice, TOT-COMP-07.
pub const OVERWHELM: &str = "overwhelm";

/// Key of the AP spent on ignoring armour dice, TOT-COMP-11.
pub const PIERCE: &str = "pierce";

/// The journal entry of an attack.
pub fn told(battle: &Battle, blow: &Blow, with: &str) -> Entry {
    let (action, words) = match blow.manner {
        Manner::Shoot => (Action::Shoot, "shoots"),
        Manner::Throw => (Action::Throw, "throws at"),
        Manner::Strike | Manner::Punch => (Action::Strike, "strikes"),
        Manner::Wrestle => (Action::Strike, "wrestles with"),
        Manner::Cast => (Action::Throw, "casts"),
    };
    let is_spell = blow.manner == Manner::Cast;
    let words = if is_spell { format!("{words} {with} at") } else { format!("{words} ({with})") };
    let words = words.into();
    let to = Some(battle.combatant(blow.on).placement.anchor());
    let rule = if is_spell { ids::MAG_01 } else { ids::ATK_01 };
    Entry::Action { who: blow.by, action, words, on: Some(blow.on), with: blow.item, to, rule }
}

/// Declares an attack: AP, Luck and ammunition are spent, TOT-ATK-01.
pub fn declare(battle: &Battle, blow: &Blow, ap: u8, context: &mut StepContext<'_>) {
    pay(battle, blow.by, ap, context);
    pool::stake(battle, blow.by, blow.luck, context);
    context.log(|| told(battle, blow, &format!("{ap} AP")));
    if let Some(item) = blow.item {
        match blow.manner {
            Manner::Shoot => spend_missile(battle, blow.by, item, context),
            // Conducted energy does not stay with a thrown weapon, TOT-HYB-06.
            Manner::Throw => stored::let_go(battle, item, context),
            _ => {}
        }
    }
    context.step(AttackStep::Strike(*blow));
}

/// A missile leaves the weapon and takes bestowed energy with it. TOT-AMMO-01, TOT-HYB-08.
fn spend_missile(battle: &Battle, who: CombatantId, item: ItemId, context: &mut StepContext<'_>) {
    context.effect(Effect::Load(item, false));
    stored::empty(battle, item, context);
    let Some(left) = battle.item(item).count else { return };
    context.effect(Effect::Count(item, left.saturating_sub(1)));
    gear::count_shot(battle, who, item, None, context);
}

/// Ends the movement action under way, unless this attack may be made inside it and is the first one there,
/// TOT-MOVE-06, TOT-COMP-04.
pub fn interrupt(battle: &Battle, who: CombatantId, manner: Manner, context: &mut StepContext<'_>) {
    if !movement::is_moving(battle, who) {
        return;
    }
    if is_mobile(battle, who, manner) && !movement::has_had(battle, who, movement::ATTACK) {
        movement::note_had(battle, who, movement::ATTACK, context);
    } else {
        movement::end_action(battle, who, context);
    }
}

/// Whether a combatant can make such an attack inside a movement action, TOT-COMP-04.
pub fn is_mobile(battle: &Battle, who: CombatantId, manner: Manner) -> bool {
    use Component::{MobileAttack, MobileShot, MobileThrow};
    let component = match manner {
        Manner::Strike | Manner::Punch | Manner::Wrestle => MobileAttack,
        Manner::Shoot => MobileShot,
        Manner::Throw => MobileThrow,
        Manner::Cast => return false,
    };
    drugs::knows(battle, who, component)
}

/// One offer for each way of attacking with each weapon carried.
pub fn offers(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let mine = battle.items_of(who);
    mine.flat_map(|item| manners(battle, item.id).map(move |manner| (item, manner)))
        .filter_map(|(item, manner)| offer(battle, who, item, manner))
        .collect()
}

fn offer(battle: &Battle, who: CombatantId, item: Item<'_>, manner: Manner) -> Option<Offer> {
    let refusal = weapon_refusal(battle, item.id, manner);
    let rules: &[RuleId] = match manner {
        Manner::Strike => &[ids::ATK_01, ids::REACH_01],
        Manner::Punch => &[ids::ATK_01, ids::ATK_03],
        Manner::Throw | Manner::Shoot => &[ids::ATK_01, ids::REACH_02],
        Manner::Wrestle => &[ids::COMP_06, ids::ATK_01],
        Manner::Cast => return None,
    };
    let candidates = if refusal.is_none() { candidates(battle, who, item, manner) } else { Vec::new() };
    let in_reach = candidates.iter().any(|candidate| candidate.refusal.is_none());
    // Unarmed attacks are listed only if somebody is in reach, throws only if the weapon is not stowed.
    if matches!(manner, Manner::Punch | Manner::Wrestle) && !in_reach
        || manner == Manner::Throw && matches!(item.at, Location::Stowed(_))
    {
        return None;
    }
    let nobody = candidates.iter().find_map(|candidate| candidate.refusal.clone()).filter(|_| !in_reach);
    let alone = (refusal.is_none() && candidates.is_empty()).then(|| Refusal::new(ids::REACH_01, "Nobody to attack"));
    let ap = available(battle, who);
    let dice = dice(battle, who, item.id, manner).value.max(1) as u8;
    let mut offer = Offer::new(menu::attack(manner), rules, menu::ap(1)).with(item.id);
    if refusal.is_none() && ap > 0 {
        offer = offer.at(Target::Combatant(candidates));
        offer = pool::staked(battle, who, points(battle, who, manner, ap, offer), dice, &[OVERWHELM]);
    }
    Some(offer.refused(refusal).refused(broke(battle, who)).refused(nobody).refused(alone))
}

/// The offer aimed at these candidates. With none it is refused as `nobody`; if all are refused, for the first one's
/// reason.
pub fn aimed(offer: Offer, found: Vec<Candidate>, rule: RuleId, nobody: &'static str) -> Offer {
    let alone = found.is_empty().then(|| Refusal::new(rule, nobody));
    offer.at_whom(found).refused(alone)
}

/// Adds the parameter for AP on damage and, with the component, one for AP on to-hit dice or on piercing armour.
/// TOT-COMP-07, TOT-COMP-11.
fn points(battle: &Battle, who: CombatantId, manner: Manner, ap: u8, offer: Offer) -> Offer {
    let offer = offer.parameter(Parameter::new(&menu::WITH_AP, counts(1..=ap)));
    let knows = |component| drugs::knows(battle, who, component);
    let (kind, most) = match manner {
        Manner::Strike | Manner::Punch if knows(Component::Overwhelm) => (&menu::OVERWHELMS, ap - 1),
        // No armour has more than four dice.
        Manner::Throw if knows(Component::PiercingThrow) => (&menu::PIERCES, (ap - 1).min(4)),
        _ => return offer,
    };
    if most == 0 {
        return offer;
    }
    let offer = offer.parameter(Parameter::new(kind, counts(0..=most)));
    offer.limited(vec![("ap", 1), (kind.key, 1)], ap.into(), Refusal::new(ids::TURN_02, "Not enough AP"))
}

/// The enemies to attack with an item, nearest first, those who are down last; the dead are left out.
pub fn candidates(battle: &Battle, who: CombatantId, item: Item<'_>, manner: Manner) -> Vec<Candidate> {
    candidates_by(battle, who, |on| refusal(battle, who, on, item.id, manner))
}

/// Like [`candidates`], with `why_not` to say why an enemy cannot be aimed at.
pub fn candidates_by(
    battle: &Battle,
    who: CombatantId,
    why_not: impl Fn(CombatantId) -> Option<Refusal>,
) -> Vec<Candidate> {
    let from = reach::body(battle, who);
    let foes = battle.enemies(who).filter(|fighter| fighter.status != Status::Dead && !fighter.status.is_absent());
    let place =
        |fighter: Combatant<'_>| (!fighter.fights(), distance(from, reach::body(battle, fighter.id)), fighter.id);
    let mut found: Vec<(bool, u16, CombatantId)> = foes.map(place).collect();
    found.sort_unstable();
    found.into_iter().map(|(.., who)| Candidate { who, refusal: why_not(who) }).collect()
}

/// Makes an attack.
///
/// # Errors
/// If the choice is no attack that exists.
pub fn choose(battle: &Battle, by: CombatantId, choice: &Choice, context: &mut StepContext<'_>) -> Answered {
    let item = choice.item.and_then(|item| Some((item, manner(battle, item, choice.verb)?)));
    let (Some(on), Some((item, manner))) = (choice.on, item) else {
        return Err(Refusal::new(ids::ATK_01, "No such attack"));
    };
    let count = |key, default| choice.value(key, default) as u8;
    let [ap, overwhelm, pierce, luck] =
        [("ap", 1), (OVERWHELM, 0), (PIERCE, 0), ("luck", 0)].map(|(key, default)| count(key, default));
    let dice = dice(battle, by, item, manner).value.max(1) as u8 + overwhelm;
    let blow = Blow { dice, ap, pierce, luck, ..Blow::new(by, on, Some(item), manner) };
    interrupt(battle, by, manner, context);
    declare(battle, &laden(battle, blow), ap + overwhelm + pierce, context);
    Ok(())
}

/// Describes an offered attack.
pub fn describe(battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
    let Some((item, manner)) = offer.item.and_then(|item| Some((item, manner(battle, item, offer.verb)?))) else {
        return wording;
    };
    let wording = if manner == Manner::Punch { wording.titled("Strike unarmed") } else { wording };
    if offer.parameters.is_empty() {
        return wording;
    }
    let dice = dice(battle, who, item, manner).value.max(1);
    wording.about(match manner {
        Manner::Wrestle => format!("{dice}d10 to hit and hold, no damage"),
        _ => format!("{dice}d10 to hit, 1d10 damage for each AP{}", drugs::extra_dice(battle, who)),
    })
}
