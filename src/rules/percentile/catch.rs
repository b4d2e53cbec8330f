//! Catching a weapon with a Catch weapon, and what follows. PCT-MAN-06, PCT-REA-07.

use super::{
    bonds, catalogue as ids,
    checks::{self},
    conditions::{self, ActionType, CATCHING, CAUGHT, Detail, has_reaction, other_weapon, spend, spend_reaction},
    luck::{self, Funds},
    menu, reach,
    sheet::{Kind, Tag, arm},
    step::{Check, Exchange, Method},
};
use crate::rules::prelude::*;

/// The ways to catch the weapon of an attack: one for each Catch weapon, as a reaction, PCT-REA-07.
pub fn methods<'a>(battle: &'a Battle, exchange: &'a Exchange) -> impl Iterator<Item = Method> + 'a {
    let held = battle.item(exchange.item).at.holder() == Some(exchange.by);
    let strikes = exchange.used(battle).kind == Kind::Melee && !exchange.manner.is_manoeuvre();
    let may = held && strikes && (exchange.catching || has_reaction(battle, exchange.on));
    let made_for_it = |item: &ItemId| {
        let weapon = arm(battle, *item);
        weapon.uses.iter().any(|of| of.kind == Kind::Melee && of.has(Tag::Catch))
            && reach::is_in_use(battle, *item)
            && !bonds::is_involved(battle, *item)
    };
    let own = battle.combatant(exchange.on).hands.held().filter(move |_| may);
    own.filter(made_for_it).map(Method::Catch)
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

/// Resolves a successful defence by a catch: the weapon is caught, or Luck may raise the degree, PCT-CHK-12 (c).
pub fn won(battle: &Battle, exchange: &Exchange, with: ItemId, face: u8, context: &mut StepContext<'_>) {
    if succeeds(face) {
        seize(battle, exchange, with, context);
    } else if !context.is_forecast() && funds(battle, exchange).any() {
        context.ask(exchange.on, UpgradeCatch(*exchange, with));
    }
}

/// What can pay for raising the degree: Luck, or a point of resistance, PCT-RES-03.
fn funds(battle: &Battle, exchange: &Exchange) -> Funds {
    Funds::of(battle, exchange.on, exchange.guard_luck, exchange.points)
}

fn seize(battle: &Battle, exchange: &Exchange, with: ItemId, context: &mut StepContext<'_>) {
    let (by, on) = (exchange.by, exchange.on);
    if battle.item(exchange.item).at.holder() != Some(by) || bonds::is_involved(battle, exchange.item) {
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

/// The offers that a catch gives in one's own turn: release, let go, wrench free.
pub fn offers(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let combatant = battle.combatant(who);
    let items = |kind| bonds::bonds(combatant, kind).filter_map(|bond| bond.with);
    let free = |kind, item: ItemId| Offer::new(kind, &[ids::MAN_06, ids::TURN_02], Cost::FREE).with(item);
    let mut found: Vec<Offer> = items(CATCHING).map(|item| free(&menu::UNCATCH, item)).collect();
    for item in items(CAUGHT) {
        let wrench = Offer::new(&menu::WRENCH, &[ids::MAN_06], menu::SMALL).with(item);
        found.extend([wrench.refused(conditions::quick(battle, who)), free(&menu::LET_GO, item)]);
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
    let combatant = battle.combatant(who);
    let bond = |kind| item.and_then(|item| bonds::bonds(combatant, kind).find(|bond| bond.with == Some(item)));
    match (verb, bond(CATCHING), bond(CAUGHT)) {
        ("uncatch", Some(bond), _) => {
            end(battle, who, bond, context);
            if let Some(caught) = other_weapon(bond) {
                context.note(who, ids::MAN_06, format_args!("releases {}", battle.item(caught).name));
            }
        }
        ("let-go", _, Some(bond)) => {
            let square = bond.whom.map_or(combatant.placement, |whom| battle.combatant(whom).placement).anchor();
            if let Some(item) = bond.with {
                context.effect(Effect::Move(item, Location::Ground(square)));
                context.note(who, ids::MAN_06, format_args!("lets go of {}", battle.item(item).name));
            }
        }
        ("wrench", _, Some(bond)) => {
            spend(battle, who, ActionType::Quick, context);
            let wrench = bond.with.map(|item| luck::first_prompt(battle, who, Check::Wrench(item), context));
            wrench.into_iter().for_each(|wrench| context.then(wrench));
        }
        _ => return false,
    }
    true
}

/// Resolves the check to wrench a weapon free.
pub fn wrenched(battle: &Battle, who: CombatantId, item: ItemId, success: bool, context: &mut StepContext<'_>) {
    let bond = bonds::bonds(battle.combatant(who), CAUGHT).find(|bond| bond.with == Some(item)).filter(|_| success);
    if let Some(bond) = bond {
        end(battle, who, bond, context);
        context.note(who, ids::MAN_06, format_args!("wrenches {} free", battle.item(item).name));
    } else {
        context.note(who, ids::MAN_06, "does not get free");
    }
}

/// Removes a bond and its other half.
fn end(battle: &Battle, who: CombatantId, bond: &Condition, context: &mut StepContext<'_>) {
    context.effect(Effect::replaced(who, *bond, None));
    let Some(other) = bond.whom else { return };
    let half = |back: &&Condition| back.whom == Some(who) && back.with.is_some() && back.with == other_weapon(bond);
    let kind = if bond.kind == CAUGHT { CATCHING } else { CAUGHT };
    if let Some(back) = bonds::bonds(battle.combatant(other), kind).find(half) {
        context.effect(Effect::replaced(other, *back, None));
    }
}

/// Ends all bonds of somebody.
pub fn end_all(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let combatant = battle.combatant(who);
    for bond in bonds::bonds(combatant, CATCHING).chain(bonds::bonds(combatant, CAUGHT)) {
        end(battle, who, bond, context);
    }
}

/// Ends the bonds of those who are disabled, leave their square or lose one of the weapons, PCT-MAN-06.
pub fn loosen(battle: &Battle, context: &mut StepContext<'_>) {
    if !battle.combatants().any(bonds::is_bound) {
        return;
    }
    let touched = |bond: &Condition, who: CombatantId, effect: &Effect| match effect {
        Effect::Status(whose, status) => status.is_out() && *whose == who,
        Effect::Place(whose, _) => *whose == who,
        Effect::Move(item, _) => bond.with == Some(*item),
        _ => false,
    };
    let mut ended: Vec<(CombatantId, Condition)> = Vec::new();
    for combatant in battle.combatants() {
        for bond in bonds::bonds(combatant, CATCHING).chain(bonds::bonds(combatant, CAUGHT)) {
            // Only one of the two halves is ended here: it takes the other with it.
            let other_half =
                ended.iter().any(|(who, other)| bond.whom == Some(*who) && other.whom == Some(combatant.id));
            let is_new = !context
                .effects()
                .any(|effect| matches!(effect, Effect::ReplaceCondition(_, gone, None) if **gone == *bond));
            if is_new && !other_half && context.effects().any(|effect| touched(bond, combatant.id, effect)) {
                ended.push((combatant.id, *bond));
            }
        }
    }
    for (who, bond) in ended {
        end(battle, who, &bond, context);
    }
}

crate::rules::ruleset::prompt::asks! {
    /// Whether to make a defence a catch by raising its degree, PCT-CHK-12 (c).
    UpgradeCatch(Exchange, ItemId);
}

impl RulesetPrompt for UpgradeCatch {
    fn offers(&self, battle: &Battle, _: CombatantId) -> Vec<Offer> {
        let upgrade = Offer::new(&menu::UPGRADE_TO_CATCH, &[ids::MAN_06, ids::CHK_12], menu::LUCKY);
        vec![Offer::new(&menu::KEEP_DEFENCE, &[ids::CHK_12], Cost::FREE), funds(battle, &self.0).price(upgrade)]
    }

    fn answer(&self, battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        if choice.verb == menu::UPGRADE_TO_CATCH.verb {
            if !funds(battle, &self.0).takes_points(choice) {
                checks::pay_luck(battle, who, context);
            }
            context.note(who, ids::CHK_13, "raises the degree and catches the weapon");
            seize(battle, &self.0, self.1, context);
        }
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let exchange = &self.0;
        let about = format!("{} is caught if the degree is raised", battle.item(exchange.item).name);
        let told = Told::new(battle, who, "has defended", about, ids::MAN_06);
        told.on(exchange.by).by(exchange.by, Some(exchange.item))
    }
}
