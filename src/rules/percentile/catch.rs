//! Catching a weapon with another that is made for it, and what follows. PCT-MAN-06, PCT-REA-07.

use super::{
    attack, catalogue as ids,
    checks::{self, Tally, add_hurried, add_wounds},
    conditions::{ActionType, CATCHING, CAUGHT, Detail, has_reaction, other_weapon, spend, spend_reaction},
    luck, menu, offers, reach,
    sheet::{Kind, Tag, arm, sheet},
    step::{Check, Exchange, Manner, Method, Prompt, prompt},
};
use crate::rules::{
    Battle, Combatant, CombatantId, Condition, ConditionKind, Cost, Effect, ItemId, Location, Offer, StepContext, Until,
};

/// The ways to catch the weapon of an attack: with each weapon made for it, by a reaction, PCT-REA-07.
pub fn methods<'a>(battle: &'a Battle, exchange: &'a Exchange) -> impl Iterator<Item = Method> + 'a {
    let held = battle.item(exchange.item).at.holder() == Some(exchange.by);
    let strikes = attack::usage(battle, exchange).kind == Kind::Melee && !exchange.manner.is_manoeuvre();
    let may = held && strikes && (exchange.catching || has_reaction(battle, exchange.on));
    let made_for_it = |item: &ItemId| {
        let thing = arm(battle, *item);
        thing.uses.iter().any(|of| of.kind == Kind::Melee && of.has(Tag::Catch))
            && reach::is_in_use(battle, *item)
            && !is_involved(battle, *item)
    };
    let own = battle.combatant(exchange.on).hands.held().filter(move |_| may);
    own.filter(made_for_it).map(Method::Catch)
}

/// -10 for catching, in addition to the modifiers of a parry with the weapon, PCT-DEF-07.
pub fn add(tally: &mut impl Tally) {
    tally.add(ids::MAN_06, -10, || "Catch".into());
}

/// Pays the reaction for a catch, once for all rolls of an exchange, PCT-MAN-06.
pub fn begin(battle: &Battle, exchange: &mut Exchange, context: &mut StepContext<'_>) {
    if !exchange.catching {
        exchange.catching = true;
        spend_reaction(battle, exchange.on, context);
    }
}

/// Whether a defence that has won catches the weapon: at least an exceptional success.
pub const fn succeeds(face: u8) -> bool {
    checks::is_double(face) || face >= 30
}

/// Resolves a successful defence by catching: the weapon may be caught, or Luck may raise the degree, PCT-CHK-12 (c).
pub fn won(battle: &Battle, exchange: &Exchange, with: ItemId, face: u8, context: &mut StepContext<'_>) {
    if succeeds(face) {
        seize(battle, exchange, with, context);
    } else if !context.is_forecast() && checks::has_luck(battle, exchange.on, exchange.guard_luck) {
        context.then(prompt(exchange.on, Prompt::UpgradeCatch(*exchange, with)));
    }
}

/// Answers whether Luck turns the defence into a catch.
pub fn upgraded(battle: &Battle, exchange: &Exchange, with: ItemId, spend: bool, context: &mut StepContext<'_>) {
    if spend {
        checks::pay_luck(battle, exchange.on, context);
        luck::log(exchange.on, ids::CHK_13, "raises the degree and catches the weapon", context);
        seize(battle, exchange, with, context);
    }
}

fn seize(battle: &Battle, exchange: &Exchange, with: ItemId, context: &mut StepContext<'_>) {
    let (by, on) = (exchange.by, exchange.on);
    if battle.item(exchange.item).at.holder() != Some(by) || is_involved(battle, exchange.item) {
        return;
    }
    let bond = |kind, whom, own, other: ItemId| Condition {
        whom: Some(whom),
        with: Some(own),
        detail: Detail::Weapon(other).into(),
        ..Condition::new(kind, Until::Indefinite)
    };
    context.effect(Effect::AddCondition(on, bond(CATCHING, by, with, exchange.item)));
    context.effect(Effect::AddCondition(by, bond(CAUGHT, on, exchange.item, with)));
    context.note(on, ids::MAN_06, format_args!("catches {}", battle.item(exchange.item).name));
}

fn bonds(one: Combatant<'_>, kind: ConditionKind) -> impl Iterator<Item = &Condition> {
    one.conditions.0.iter().filter(move |bond| bond.kind == kind)
}

/// Whether somebody's weapon is caught or has caught one; then neither may move.
pub fn is_bound(one: Combatant<'_>) -> bool {
    one.conditions.has(CATCHING) || one.conditions.has(CAUGHT)
}

/// Whether a weapon is caught or has caught one; then nobody can attack with it.
pub fn is_involved(battle: &Battle, item: ItemId) -> bool {
    let holder = battle.item(item).at.holder().map(|who| battle.combatant(who));
    holder.is_some_and(|one| bonds(one, CATCHING).chain(bonds(one, CAUGHT)).any(|bond| bond.with == Some(item)))
}

/// Whether somebody else has caught a weapon; its holder can only let go of it or wrench it free.
pub fn is_caught(battle: &Battle, item: ItemId) -> bool {
    let holder = battle.item(item).at.holder().map(|who| battle.combatant(who));
    holder.is_some_and(|one| bonds(one, CAUGHT).any(|bond| bond.with == Some(item)))
}

/// The weapon of somebody else that `item` has caught, and whose.
pub fn caught_by(battle: &Battle, item: ItemId) -> Option<(CombatantId, ItemId)> {
    let one = battle.combatant(battle.item(item).at.holder()?);
    let bond = bonds(one, CATCHING).find(|bond| bond.with == Some(item))?;
    Some((bond.whom?, other_weapon(bond)?))
}

/// +10 for disarming a weapon that one has caught.
pub fn add_hold(battle: &Battle, exchange: &Exchange, tally: &mut impl Tally) {
    let holds = matches!(exchange.manner, Manner::Disarm(item)
        if caught_by(battle, exchange.item) == Some((exchange.on, item)));
    tally.add(ids::MAN_06, 10 * i32::from(holds), || "Caught".into());
}

/// The offers for it in one's own turn: release, let go, wrench free.
pub fn offers(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let one = battle.combatant(who);
    let mut found = Vec::new();
    for bond in bonds(one, CATCHING) {
        let offer = Offer::new(&menu::UNCATCH, &[ids::MAN_06, ids::TURN_02], Cost::FREE);
        found.extend(bond.with.map(|item| offer.clone().with(item)));
    }
    for bond in bonds(one, CAUGHT) {
        let Some(item) = bond.with else { continue };
        let wrench = Offer::new(&menu::WRENCH, &[ids::MAN_06], menu::SMALL);
        found.push(wrench.with(item).refused(offers::quick(battle, who)));
        let let_go = Offer::new(&menu::LET_GO, &[ids::MAN_06, ids::TURN_02], Cost::FREE);
        found.push(let_go.with(item));
    }
    found
}

/// Resolves a choice; false if it is not one of these.
pub fn choose(
    battle: &Battle,
    who: CombatantId,
    verb: &str,
    item: Option<ItemId>,
    context: &mut StepContext<'_>,
) -> bool {
    let one = battle.combatant(who);
    let bond = |kind| item.and_then(|item| bonds(one, kind).find(|bond| bond.with == Some(item)));
    match (verb, bond(CATCHING), bond(CAUGHT)) {
        ("uncatch", Some(bond), _) => {
            end(battle, who, bond, context);
            if let Some(caught) = other_weapon(bond) {
                context.note(who, ids::MAN_06, format_args!("releases {}", battle.item(caught).name));
            }
        }
        ("let-go", _, Some(bond)) => {
            let square = bond.whom.map_or(one.placement, |whom| battle.combatant(whom).placement).anchor();
            if let Some(item) = bond.with {
                context.effect(Effect::Move(item, Location::Ground(square)));
                context.note(who, ids::MAN_06, format_args!("lets go of {}", battle.item(item).name));
            }
        }
        ("wrench", _, Some(bond)) => {
            spend(battle, who, ActionType::Quick, context);
            let wrench = bond.with.map(|item| luck::first_prompt(battle, who, Check::Wrench(item), false));
            wrench.into_iter().for_each(|wrench| context.then(wrench));
        }
        _ => return false,
    }
    true
}

/// The number to wrench a weapon free: a feat of strength.
pub fn add_wrench(one: Combatant<'_>, tally: &mut impl Tally) {
    let numbers = sheet(one);
    tally.add(ids::MAN_06, numbers.som + numbers.strength, || "Feat of strength".into());
    add_hurried(one, tally);
    add_wounds(one, tally);
}

/// Resolves the check to wrench a weapon free.
pub fn wrenched(battle: &Battle, who: CombatantId, item: ItemId, success: bool, context: &mut StepContext<'_>) {
    let bond = bonds(battle.combatant(who), CAUGHT).find(|bond| bond.with == Some(item)).filter(|_| success);
    if let Some(bond) = bond {
        end(battle, who, bond, context);
        context.note(who, ids::MAN_06, format_args!("wrenches {} free", battle.item(item).name));
    } else {
        context.note(who, ids::MAN_06, "does not get free");
    }
}

/// Removes a bond and its other half.
fn end(battle: &Battle, who: CombatantId, bond: &Condition, context: &mut StepContext<'_>) {
    context.effect(Effect::ReplaceCondition(who, *bond, None));
    let Some(other) = bond.whom else { return };
    let half = |back: &&Condition| back.whom == Some(who) && back.with.is_some() && back.with == other_weapon(bond);
    let kind = if bond.kind == CAUGHT { CATCHING } else { CAUGHT };
    if let Some(back) = bonds(battle.combatant(other), kind).find(half) {
        context.effect(Effect::ReplaceCondition(other, *back, None));
    }
}

/// Ends the bonds of those who are disabled, leave their square or lose one of the weapons, PCT-MAN-06.
pub fn loosen(battle: &Battle, context: &mut StepContext<'_>) {
    if !battle.combatants().any(is_bound) {
        return;
    }
    let touched = |bond: &Condition, who: CombatantId, effect: &Effect| match effect {
        Effect::Status(one, status) => status.is_out() && *one == who,
        Effect::Place(one, _) => *one == who,
        Effect::Move(item, _) => bond.with == Some(*item),
        _ => false,
    };
    let mut ended: Vec<(CombatantId, Condition)> = Vec::new();
    for one in battle.combatants() {
        for bond in bonds(one, CATCHING).chain(bonds(one, CAUGHT)) {
            // Of the two halves one goes: the other goes with it.
            let other_half = ended.iter().any(|(who, other)| bond.whom == Some(*who) && other.whom == Some(one.id));
            let is_new = !context
                .effects()
                .any(|effect| matches!(effect, Effect::ReplaceCondition(_, gone, None) if gone == bond));
            if is_new && !other_half && context.effects().any(|effect| touched(bond, one.id, effect)) {
                ended.push((one.id, *bond));
            }
        }
    }
    for (who, bond) in ended {
        end(battle, who, &bond, context);
    }
}
