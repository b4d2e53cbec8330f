//! Manoeuvres: attacks with an aim other than damage. PCT-MAN.

use std::sync::{Arc, LazyLock};

use super::{
    bonds::{self, mount_of},
    catalogue as ids,
    conditions::{self, ActionType, FEINTED, spend},
    cover, grapple, luck, menu,
    mounts::Unseat,
    reach, settings,
    sheet::{Kind, arm, sheet},
    step::{AttackStep, Exchange, Luck, Manner},
    targets, to_hit, wounds,
};
use crate::rules::{Setback, Values, Word, prelude::*};

/// All manoeuvres.
pub static MENU: [&OfferKind; 5] = [&menu::TRIP, &menu::DISARM, &menu::GRAB, &menu::DISMOUNT, &menu::FEINT];

/// A use of an item with which manoeuvres can be made.
struct MeleeAttack {
    /// The lowest is the best: a weapon before bare hands.
    rank: i32,
    item: ItemId,
    usage: u8,
    kind: Kind,
}

/// The melee attacks with which manoeuvres can be made.
struct MeleeAttacks(Vec<MeleeAttack>);

impl MeleeAttacks {
    fn of(battle: &Battle, who: CombatantId) -> Self {
        let numbers = sheet(battle.combatant(who));
        let mut found = Vec::new();
        for ready in reach::ready(battle, who).filter(|ready| ready.of.is_melee() && !ready.of.is_light()) {
            let lacks = to_hit::lacks_proficiency(numbers, arm(battle, ready.item), ready.of);
            let rating = numbers.rating(ready.of.skill) - if lacks { 20 } else { 0 };
            let kind = ready.of.kind;
            let merit = rating - if kind == Kind::Unarmed { 1000 } else { 0 };
            found.push(MeleeAttack { rank: -merit, item: ready.item, usage: ready.usage, kind });
        }
        Self(found)
    }

    /// Those that fit one manoeuvre, the best first: the first such use of each item.
    fn fitting(&self, battle: &Battle, who: CombatantId, verb: &str) -> Vec<(ItemId, u8)> {
        let bare = verb == "grab";
        let mut found: Vec<(i32, ItemId, u8)> = Vec::with_capacity(self.0.len() + 1);
        for MeleeAttack { rank, item, usage, kind } in &self.0 {
            if (!bare || *kind == Kind::Unarmed) && found.iter().all(|(_, known, _)| known != item) {
                found.push((*rank, *item, *usage));
            }
        }
        found.sort_unstable();
        let ready = found.into_iter().map(|(_, item, usage)| (item, usage));
        // A weapon that has caught another can only disarm its holder, PCT-MAN-06.
        let catching = battle.combatant(who).hands.held();
        let catching = catching.filter(|item| verb == "disarm" && bonds::caught_by(battle, *item).is_some());
        let melee =
            |item| arm(battle, item).uses.iter().position(|of| of.kind == Kind::Melee).unwrap_or_default() as u8;
        catching.map(|item| (item, melee(item))).chain(ready).collect()
    }
}

/// The offers of one's own turn, except those that reach nobody.
pub fn offers(battle: &Battle, who: CombatantId, found: &mut Vec<Offer>) {
    let reach = reach::ready(battle, who).filter(|ready| ready.of.is_melee()).map(|ready| ready.of.reach).max();
    let fighter = battle.combatant(who);
    let near = |foe: Combatant<'_>| {
        foe.fights() && reach.is_some_and(|reach| reach::distance(fighter.footprint(), foe.footprint()) <= reach)
    };
    // A weapon that has caught another is not ready, but it can disarm, so its foe counts as near.
    if bonds::is_bound(fighter) || battle.enemies(who).any(near) {
        let attacks = MeleeAttacks::of(battle, who);
        found.extend(MENU.iter().filter_map(|kind| offer(battle, who, kind, &attacks)));
    }
}

fn offer(battle: &Battle, who: CombatantId, kind: &'static OfferKind, attacks: &MeleeAttacks) -> Option<Offer> {
    let verb = kind.verb;
    if verb == "dismount" && !settings::dismount(battle) {
        return None;
    }
    let means = attacks.fitting(battle, who, verb);
    let candidates = candidates(battle, who, verb, &means);
    if candidates.iter().all(|candidate| candidate.refusal.is_some()) {
        return None;
    }
    let (cost, action) = match verb {
        "feint" => (menu::SMALL, conditions::quick(battle, who)),
        _ => (menu::LARGE, conditions::standard(battle, who)),
    };
    let rules: &'static [RuleId] = match verb {
        "trip" => &[ids::MAN_05, ids::MAN_01],
        "disarm" => &[ids::MAN_02, ids::MAN_01],
        "grab" => &[ids::MAN_04, ids::MAN_01],
        "dismount" => &[ids::MAN_07, ids::MAN_01],
        _ => &[ids::MAN_03, ids::MAN_01],
    };
    let mut offer = Offer::new(kind, rules, cost).at(Target::Combatant(candidates));
    if means.len() > 1 && verb != "feint" {
        offer = offer.parameter(Parameter::new(&menu::WITH, named(battle, means)));
    }
    if verb == "disarm" {
        offer = offer.parameter(Parameter::new(&menu::OUT_OF, HANDS.as_slice()));
    }
    offer.parameters.extend(luck::ignore_parameter(battle, who));
    let hand = (verb == "grab").then(|| grapple::refusal(battle, who)).flatten();
    Some(offer.refused(action).refused(hand))
}

/// Which hand an item is struck out of.
static HANDS: LazyLock<[ParameterValue; 2]> =
    LazyLock::new(|| [ParameterValue::new(0, "main", "Main hand"), ParameterValue::new(1, "off", "Off hand")]);

/// Items as the values of a parameter. An item that was picked up may have the same name as another.
fn named(battle: &Battle, means: Vec<(ItemId, u8)>) -> Values {
    let constants = Arc::clone(battle.constants());
    Values::later(move || {
        let of = |item: ItemId| &constants.item_profiles[item.index()];
        let value = |(item, _): &(ItemId, u8)| {
            let weapon = of(*item);
            let tags = means.iter().map(|(other, _)| (*other, &*of(*other).tag));
            ParameterValue::new(item.0.into(), Word::among(*item, &weapon.tag, tags), capital(&weapon.name))
        };
        means.iter().map(value).collect()
    })
}

/// Enemies in the fight that any of the means reaches.
fn candidates(battle: &Battle, who: CombatantId, verb: &str, means: &[(ItemId, u8)]) -> Vec<Candidate> {
    let fits =
        |on: CombatantId| means.iter().any(|(item, usage)| refusal(battle, who, on, verb, (*item, *usage)).is_none());
    let foes =
        battle.enemies(who).filter(|foe| foe.status == Status::Fighting && battle.combatant(who).aware.of(foe.id));
    foes.filter(|foe| fits(foe.id)).map(|foe| Candidate { who: foe.id, refusal: None }).collect()
}

/// Why a manoeuvre cannot be made against somebody, actions aside.
fn refusal(
    battle: &Battle,
    who: CombatantId,
    on: CombatantId,
    verb: &str,
    (item, usage): (ItemId, u8),
) -> Option<Refusal> {
    let of = &arm(battle, item).uses[usize::from(usage)];
    let other = battle.combatant(on);
    match bonds::caught_by(battle, item) {
        Some((foe, _)) if foe == on => return None,
        Some(_) => return Some(Refusal::new(ids::MAN_06, "Locked in a catch")),
        None => {}
    }
    // A feint is no strike, so the untrained can make it too.
    let refusal = if verb == "feint" { targets::feint_refusal } else { targets::attack_refusal };
    if let Some(refusal) = refusal(battle, who, on, item, of) {
        return Some(refusal);
    }
    match verb {
        "trip" if other.posture == Posture::Prone => Some(Refusal::new(ids::MAN_05, "Already prone")),
        "disarm" if other.hands.held().next().is_none() => Some(Refusal::new(ids::MAN_02, "Holds nothing")),
        "grab" if bonds::holder(battle, on).is_some() => Some(Refusal::new(ids::MAN_04, "Already grabbed")),
        "dismount" if mount_of(battle, on).is_none() => Some(Refusal::new(ids::MAN_07, "Is not riding")),
        "feint" if !other.aware.of(who) || !cover::sees(battle, on, who) => {
            Some(Refusal::new(ids::MAN_03, "Does not see it"))
        }
        "feint" if other.conditions.has(FEINTED) => Some(Refusal::new(ids::CHK_08, "Already feinted")),
        _ => None,
    }
}

/// The exchange that a choice stands for.
///
/// # Errors
/// Why it cannot be done.
pub fn exchange(battle: &Battle, who: CombatantId, choice: &Choice) -> Result<Exchange, Refusal> {
    let missing = || Refusal::new(ids::MAN_01, "Needs a target in reach");
    let on = choice.on.ok_or_else(missing)?;
    let means = MeleeAttacks::of(battle, who).fitting(battle, who, choice.verb);
    let first = means.first().map_or(-1, |(item, _)| i32::from(item.0));
    let with = choice.value("with", first);
    // Means that do not reach the target give way to those that do.
    let mut fit = means.iter().filter(|way| refusal(battle, who, on, choice.verb, **way).is_none());
    let named = fit.clone().find(|(item, _)| i32::from(item.0) == with);
    let Some((item, usage)) = named.or_else(|| fit.next()).copied() else {
        let refusal = means.first().and_then(|way| refusal(battle, who, on, choice.verb, *way));
        return Err(refusal.unwrap_or_else(missing));
    };
    let hands = battle.combatant(on).hands;
    let manner = match choice.verb {
        "trip" => Manner::Trip,
        "grab" => Manner::Grab,
        "dismount" => Manner::Dismount,
        "feint" => Manner::Feint,
        _ if bonds::caught_by(battle, item).is_some_and(|(foe, _)| foe == on) => {
            Manner::Disarm(bonds::caught_by(battle, item).map_or(item, |(_, caught)| caught))
        }
        _ => {
            let held = if choice.value("what", 0) == 1 { hands.off.or(hands.main) } else { hands.main.or(hands.off) };
            Manner::Disarm(held.ok_or_else(|| Refusal::new(ids::MAN_02, "Holds nothing"))?)
        }
    };
    let luck = Luck::chosen(choice);
    let aware = battle.combatant(on).aware.of(who);
    Ok(Exchange { manner, luck, aware, ..Exchange::new(who, on, item, usage) })
}

/// Whether a choice is a manoeuvre.
pub fn is_one(choice: &Choice) -> bool {
    MENU.iter().any(|kind| kind.verb == choice.verb)
}

/// Begins a manoeuvre; false if the choice is not one.
///
/// # Errors
/// Why it cannot be done.
pub fn begin(
    battle: &Battle,
    who: CombatantId,
    choice: &Choice,
    context: &mut StepContext<'_>,
) -> Result<bool, Refusal> {
    if !is_one(choice) {
        return Ok(false);
    }
    let exchange = exchange(battle, who, choice)?;
    spend(battle, who, if choice.verb == "feint" { ActionType::Quick } else { ActionType::Standard }, context);
    luck::pay_ignore(battle, who, exchange.luck, context);
    context.step(AttackStep::Declare(exchange));
    Ok(true)
}

/// Resolves a successful manoeuvre.
pub fn won(battle: &Battle, exchange: &Exchange, context: &mut StepContext<'_>) {
    let other = battle.combatant(exchange.on);
    match exchange.manner {
        Manner::Trip if other.posture != Posture::Prone => wounds::fall(exchange.on, ids::MAN_05, context),
        Manner::Disarm(item) if battle.item(item).at.holder() == Some(exchange.on) => {
            context.effect(Effect::Move(item, Location::Ground(other.placement.anchor())));
            context.note(exchange.on, ids::MAN_02, format_args!("loses {}", battle.item(item).name));
        }
        Manner::Feint if !other.conditions.has(FEINTED) => {
            let feint = Condition { whom: Some(exchange.by), ..Condition::new(FEINTED, Until::TurnStart) };
            context.effect(Effect::AddCondition(exchange.on, feint));
            context.note(exchange.on, ids::MAN_03, "falls for the feint");
        }
        Manner::Grab => grapple::seize(battle, exchange, context),
        Manner::Dismount if mount_of(battle, exchange.on).is_some() => {
            context.ask(exchange.by, Unseat(exchange.on));
        }
        _ => {}
    }
}

/// What a successful manoeuvre does.
pub const fn setback(manner: Manner) -> Setback {
    match manner {
        Manner::Trip => Setback::Trip,
        Manner::Disarm(_) => Setback::Disarm,
        Manner::Feint => Setback::Feint,
        Manner::Grab => Setback::Hold,
        Manner::Dismount => Setback::Unseat,
        _ => Setback::Effect,
    }
}
