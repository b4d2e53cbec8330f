//! From a choice to the action that it stands for, which is paid for and begun. POO-ATK-01, POO-ATK-02.

use super::{
    act::{Act, Wrestling},
    arms::{Ready, WeaponGroup, arm},
    attack,
    build::{as_in_turn, nobody, offers_on, threatened, within},
    catalogue as ids,
    components::{Aim, BASES, Component, Components, Energy},
    conditions::{self, Affects, Detail, PREPARED},
    cover, defence,
    exchange::{Came, End},
    gear, menu, mounts, movement, reach,
    sheet::{CAST, LEFT, Recipe, THREAT, USED, sheet},
    spells::{self, prepared},
    step::AttackStep,
};
use crate::{
    dice::Odds,
    geometry::Footprint,
    rules::{Area, Caught, exchange::solve, prelude::*},
};

/// Notes the components of an action as used, POO-ATK-09.
fn use_up(battle: &Battle, act: &Act, context: &mut StepContext<'_>) {
    let mut used = USED.map(|budget| battle.combatant(act.by).budgets.get(budget));
    for component in act.with.iter().filter(|component| component.row().is_offensive()) {
        used[component as usize / 15] |= 1 << (component as usize % 15);
    }
    for (budget, value) in USED.into_iter().zip(used) {
        context.set_budget(battle, act.by, budget, value);
    }
}

/// The offer that a choice belongs to, without the targets and squares at which it is not aimed.
fn offer_of(battle: &Battle, who: CombatantId, choice: &Choice) -> Option<Offer> {
    offers_on(battle, who, Some(&[choice.verb]), Some(choice.on.unwrap_or(who)))
        .into_iter()
        .find(|offer| offer.verb == choice.verb && offer.item == choice.item)
}

/// The action of a choice and its targets. POO-ATK-01.
pub fn declared(battle: &Battle, who: CombatantId, choice: &Choice) -> Option<(Act, Vec<CombatantId>)> {
    let fresh = as_in_turn(battle, who);
    let battle = fresh.as_ref().unwrap_or(battle);
    let offer = offer_of(battle, who, choice)?;
    if choice.verb == menu::RELEASE.verb {
        let act = prepared(battle, who)?;
        return Some((act, choice.targets().collect()));
    }
    let taken = |key: &str| offer.counted(choice, key) > 0;
    let with = Component::ALL.into_iter().filter(|component| taken(component.key())).collect::<Components>();
    let implied = match choice.verb {
        "hold" | "throw-down" | "crush" | "escape" => Component::Wrestle,
        "intimidate" => Component::Intimidate,
        "aid" => Component::FirstAid,
        _ => with.iter().find(|component| component.row().set == BASES)?,
    };
    let hold = match choice.verb {
        "throw-down" => Wrestling::ThrowDown,
        "crush" => Wrestling::Crush,
        "escape" => Wrestling::Escape,
        _ => Wrestling::Hold,
    };
    let second =
        offer.parameters.iter().find(|parameter| parameter.key == Component::DualThrow.key()).and_then(|parameter| {
            let value = offer.value(choice, parameter.key);
            parameter.values.iter().find(|known| known.value == value)?.item
        });
    let selective = with.has(Component::Selective);
    let act = Act {
        with: with.with(implied),
        energies: Energy::ALL.into_iter().filter(|energy| taken(energy.key())).collect(),
        item: choice.item,
        second,
        ap: offer.value(choice, menu::INVESTED.key).max(0) as u8,
        luck: offer.value(choice, menu::LUCK_DICE.key).max(0) as u8,
        hold,
        fatigue: offer.value(choice, menu::HARMS.key) == 1,
        at: choice.squares.first().copied().filter(|_| choice.verb == menu::CAST.verb),
        affects: if selective { named(battle, who, offer.value(choice, menu::AFFECTS.key)) } else { Affects::All },
        ..Act::new(who, implied)
    };
    let mut act = threatened(battle, act);
    act.other_hand = act.has(Component::Disarm) && offer.value(choice, menu::KNOCKS.key) == 1;
    if let Some(on) = choice.on.filter(|_| act.has(Component::Disarm)) {
        let hands = battle.combatant(on).hands;
        act.second = if act.other_hand { hands.off.or(hands.main) } else { hands.main.or(hands.off) };
    }
    let targets = match (act.base.row().aim, act.at) {
        _ if act.has(Component::Whirlwind) => reach::in_order(battle, within(battle, &act, None)),
        (Aim::Area(_), Some(at)) => reach::caught(battle, &act, at),
        (Aim::Own, _) => vec![who],
        _ => choice.targets().collect(),
    };
    Some((act, targets))
}

/// Whom a selective spell is for, as a value of its parameter says: a side, a size, somebody. POO-COMP-77.
fn named(battle: &Battle, who: CombatantId, value: i32) -> Affects {
    let found = spells::affected(battle, who).into_iter().find(|(known, ..)| *known == value);
    found.map_or(Affects::All, |(_, affects, ..)| affects)
}

/// Pays for an action and begins it. POO-ATK-02.
///
/// # Errors
/// A Whirlwind, as it is built, reaches nobody.
pub fn begin(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) -> Answered {
    let Some((act, targets)) = declared(battle, who, choice) else { return Ok(()) };
    if targets.is_empty() && act.has(Component::Whirlwind) {
        return Err(nobody());
    }
    let mobile = [Component::MobileAttack, Component::MobileThrow, Component::MobileShot];
    // A prepared spell may be released inside a movement action, and a rider casts at any point. POO-MAG-10,
    // POO-MOVE-09.
    let is_inside = mobile.into_iter().any(|component| act.has(component))
        || act.released
        || act.is_spell() && mounts::is_mounted(battle, who);
    match is_inside && battle.combatant(who).budgets.get(LEFT) > 0 {
        true => movement::strike_inside(battle, who, context),
        false if act.released => {}
        false => movement::close(battle, who, context),
    }
    if act.released {
        context.clear(battle, who, &[PREPARED]);
    } else {
        defence::pay(battle, who, act.ap, act.luck, context);
        use_up(battle, &act, context);
    }
    remember(battle, &act, context);
    if act.has(Component::Prepare) && !act.released {
        prepare(battle, &act, context);
        return Ok(());
    }
    if act.base == Component::Shot
        && let Some(item) = act.item
    {
        shoot(battle, who, item, context);
    }
    context.step(AttackStep::Declare(act, targets));
    Ok(())
}

/// Notes what Double Threat and Meginserk look at, POO-ROLL-07, POO-BER-05.
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
    context.clear(battle, act.by, &[PREPARED]);
    let detail = Detail::Spell(act.base, act.energies, act.ap, act.luck).into();
    context.effect(Effect::AddCondition(act.by, Condition { detail, ..Condition::new(PREPARED, Until::Indefinite) }));
    context.note(act.by, ids::COMP_76, format_args!("prepares {}", act.name()));
}

/// Uses up a missile; the weapon is no longer ready, POO-COMP-12, POO-AMMO-01.
fn shoot(battle: &Battle, who: CombatantId, item: ItemId, context: &mut StepContext<'_>) {
    let known = battle.item(item);
    if arm(battle, item).ready != Ready::Always {
        context.effect(Effect::Load(item, false));
    }
    if let Some(count) = known.count {
        context.effect(Effect::Count(item, count.saturating_sub(1)));
    }
    gear::note_shot(battle, who, item, context);
}

/// What an action on an area would do, for the board.
pub fn area(battle: &Battle, who: CombatantId, choice: &Choice) -> Option<Area> {
    let (act, targets) = declared(battle, who, choice)?;
    let (at, Aim::Area(radius)) = (act.at?, act.base.row().aim) else { return None };
    let place = Footprint::one(at);
    let exchange = attack::exchange(battle, &act, &targets, None);
    let caught = exchange.targets.iter().map(|target| {
        let left = conditions::health(battle.combatant(target.on));
        let metres = reach::squares(battle, place, reach::body(battle, target.on));
        let ends = solve(&target.situation).odds().map(|came| grade(came, left));
        Caught { who: target.on, metres, spared: false, ends }
    });
    let squares = cover::around(&battle.scene.field, radius, place).chain([at]);
    let squares = squares.filter(|square| reach::squares(battle, place, Footprint::one(*square)) <= radius).collect();
    let caught = caught.collect();
    Some(Area { aim: at, squares, number: None, places: Odds::new([(at, 1)]), caught })
}

/// How badly an end hurts somebody with that much left, and the damage: what kills the helpless does none. POO-VIT-03.
const fn grade(came: &Came, left: i16) -> (u8, i16) {
    let damage = came.damage();
    let grade = match damage {
        _ if matches!(came.end, End::Killed) => 3,
        ..=0 => 0,
        _ if damage >= left => 3,
        _ if damage.saturating_mul(2) >= left => 2,
        _ => 1,
    };
    (grade, damage)
}

/// The recipes of a sheet that belong to an offer, also those not possible now. POO-COMP-02.
pub fn recipes(battle: &Battle, who: CombatantId, offer: &Offer) -> Vec<(String, Choice)> {
    let taken = |key: &str| {
        let parameter = offer.parameters.iter().find(|parameter| parameter.key == key)?;
        parameter.values.iter().find(|value| value.counts > 0).map(|value| (parameter.kind.key, value.value))
    };
    let build = |recipe: &Recipe| {
        let keys = recipe
            .with
            .iter()
            .map(|component| component.key())
            .chain(recipe.energies.iter().map(|energy| energy.key()));
        let mut choice = Choice::of(offer);
        for key in std::iter::once(recipe.base.key()).chain(keys) {
            let (key, value) = taken(key)?;
            choice = offer.settle(&choice, key, value);
        }
        // Energies that are taken by default are not meant.
        for energy in Energy::ALL.into_iter().filter(|energy| !recipe.energies.contains(energy)) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::pools::exchange::Guard;

    /// POO-VIT-03: what kills the helpless is the worst, what misses them is nothing, however little they have left.
    #[test]
    fn a_kill_is_the_worst_of_ends_and_a_miss_is_none() {
        let came = |end, harm| Came { harm, ..Came::new(end, &Guard::default()) };
        assert_eq!([12, -2].map(|left| grade(&came(End::Killed, 0), left)), [(3, 0), (3, 0)]);
        assert_eq!([12, -2].map(|left| grade(&came(End::Evaded, 0), left)), [(0, 0), (0, 0)]);
        assert_eq!([1, 5, 6, 11, 12].map(|harm| grade(&came(End::Hit, harm), 12).0), [1, 1, 2, 2, 3]);
    }
}
