//! Everything that an action against one target can depend on, gathered from the battle once. POO-ATK, POO-DEF,
//! POO-CHG.

use super::{
    act::{Act, Wrestling},
    arms::{WeaponGroup, arm},
    components::{Change, Component, Components, Energy},
    conditions::{Affects, CHARGED, STUNNED, Stored, defends_actively, drug, health, is_unconscious, stored},
    defence,
    dice::{self, by_size, meets_armour},
    exchange::{Aim, Asks, Charge, Guard, HarmDice, Plays, Pool, Situation, Total},
    settings,
    sheet::{sheet, sheet_of},
};
use crate::rules::{Dose, Drug, prelude::*};

/// A defence as it is chosen: AP by component, the blocking item, Luck. POO-DEF-03.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// AP in Evade, Catch, Counterspell or Steel Mind.
    pub evade: u8,
    /// AP in Block.
    pub block: u8,
    /// What blocks.
    pub item: Option<ItemId>,
    /// AP in Energy Ward.
    pub ward: u8,
    /// The components.
    pub with: Components,
    /// Luck dice.
    pub luck: u8,
    /// Whether strength meets wrestling, not evasion, POO-WRE-01.
    pub grips: bool,
}

impl Plan {
    /// Whether it has a component.
    pub const fn has(&self, component: Component) -> bool {
        self.with.has(component)
    }
}

fn sum(add: impl FnOnce(&mut Quick)) -> u8 {
    let mut quick = Quick::default();
    add(&mut quick);
    quick.sum().clamp(0, 100) as u8
}

/// The dice of somebody's defence against an action, POO-DEF, POO-ROLL-08.
pub fn guard(battle: &Battle, act: &Act, on: CombatantId, plan: &Plan) -> Guard {
    let target = battle.combatant(on);
    let tier = plan.with.tier();
    let passive = if tier == 0 && settings::passive_crits(battle) { 1 } else { tier };
    let base = Guard { luck: plan.luck, tier: passive, with: plan.with, ..Guard::default() };
    if is_unconscious(target) || is_open(battle, on) || !is_opposed(act) && !plan.has(Component::Counterspell) {
        return base;
    }
    if plan.has(Component::Counterspell) {
        return counterspell(battle, act, on, plan, base);
    }
    if act.is_mental() {
        return Guard { evasion: mind(battle, (on, plan.evade)), ..base };
    }
    if plan.has(Component::Catch) {
        let dice = sum(|out| dice::evasion(battle, act, (on, plan.evade), true, out));
        return Guard { evasion: dice.max(1), ..base };
    }
    let grips = act.base == Component::Wrestle && (plan.grips || dice::is_escape(act));
    let penalty = sum(|out| dice::defence_penalty(battle, act, on, grips, out));
    if grips {
        let grip = sum(|out| dice::grip(battle, act, (on, plan.evade), out));
        return entitled(target, less(Guard { evasion: grip.max(1), ..base }, penalty));
    }
    let evasion = sum(|out| dice::evasion(battle, act, (on, plan.evade), false, out));
    if act.base == Component::Wrestle {
        return entitled(target, less(Guard { evasion, ..base }, penalty));
    }
    let bypassed = act.is_spell() && act.energies.bypasses();
    let mut block = dice::shielded(battle, act, on);
    if plan.has(Component::Block) && !bypassed {
        block += plan.block + plan.item.map_or(0, |item| defence::block_dice(battle, on, item));
    }
    if plan.has(Component::EnergyWard) {
        let trained = dice::opposing(battle, act, on).map_or(0, |energy| sheet(target).energy_training(energy));
        block += plan.ward + trained;
    }
    let armour = sum(|out| dice::armour(battle, act, on, out));
    entitled(target, less(Guard { evasion, block, armour, ..base }, penalty))
}

/// Whether a drug leaves somebody no defence at all, POO-BER-03.
pub fn is_open(battle: &Battle, who: CombatantId) -> bool {
    settings::berserk_is_open(battle) && drug(battle.combatant(who)).is_some()
}

/// A target entitled to evasion dice keeps one whatever takes dice away, unless a drug does. POO-ROLL-08, POO-BER-03.
fn entitled(target: Combatant<'_>, guard: Guard) -> Guard {
    let is_emptied = guard.dice() == 0 && !target.conditions.has(STUNNED) && drug(target).is_none();
    if is_emptied { Guard { evasion: 1, ..guard } } else { guard }
}

/// The dice of a mental defence with that many AP: one at least. POO-ROLL-08.
fn mind(battle: &Battle, (who, ap): (CombatantId, u8)) -> u8 {
    sum(|out| dice::mind(battle, (who, ap), out)).max(1)
}

fn counterspell(battle: &Battle, act: &Act, on: CombatantId, plan: &Plan, base: Guard) -> Guard {
    let numbers = sheet_of(battle, on);
    let trained = dice::opposing(battle, act, on).map_or(0, |energy| numbers.energy_training(energy));
    let own = numbers.rating(super::sheet::Stat::Intellect) + trained + dice::implement(battle, on) + plan.evade;
    let is_left =
        act.energies.iter().any(|energy| !energy.opposed().is_some_and(|opposed| numbers.energies.contains(&opposed)));
    let penalty = sum(|out| dice::lying(battle, act, on, out));
    less(Guard { evasion: own, partly: is_left && settings::counters_in_part(battle), ..base }, penalty)
}

/// Penalty dice come off evasion, block, armour in this order; one die is left. POO-ROLL-08.
fn less(guard: Guard, penalty: u8) -> Guard {
    let mut left = penalty.min(guard.dice().saturating_sub(1));
    let mut take = |dice: u8| {
        let taken = dice.min(left);
        left -= taken;
        dice - taken
    };
    Guard { evasion: take(guard.evasion), block: take(guard.block), armour: take(guard.armour), ..guard }
}

/// Whether the target rolls against an action.
pub fn is_opposed(act: &Act) -> bool {
    let own = matches!(act.base.row().aim, super::components::Aim::Own) || act.base == Component::FirstAid;
    !own && !act.energies.has(Energy::Life) && !act.energies.has(Energy::Death)
}

/// What success brings.
fn aim(battle: &Battle, act: &Act, on: CombatantId) -> Aim {
    let target = battle.combatant(on);
    match act.base {
        Component::Charge | Component::Conduct | Component::Bestow | Component::EnergyShield => Aim::Store(act.ap),
        Component::FirstAid => Aim::Aid,
        Component::Wrestle if act.hold == Wrestling::Crush => Aim::Harm,
        Component::Influence | Component::Intimidate | Component::Wrestle => Aim::Contest,
        _ if act.energies.has(Energy::Life) && target.status == Status::Dead => {
            Aim::Raise((sheet(target).endurance / 10).max(1) as u8)
        }
        _ if act.energies.has(Energy::Life) => Aim::Heal,
        // Five points for each success, POO-MAG-09.
        _ if act.energies.has(Energy::Death) => Aim::Death(((health(target).max(1) + 4) / 5).min(200) as u8),
        _ if act.energies.has(Energy::Charm) => Aim::Charm,
        _ if act.instead().is_some() => Aim::Instead,
        _ => Aim::Harm,
    }
}

/// Damage dice besides those of the margin, POO-DMG-04.
fn harm(battle: &Battle, act: &Act, on: CombatantId) -> HarmDice {
    let attacker = battle.combatant(act.by);
    let more = match drug(attacker) {
        Some(Dose { drug: Drug::Berserk, tier }) if act.is_martial() || act.base == Component::Wrestle => tier,
        Some(Dose { drug: Drug::Meginserk, tier }) if act.is_spell() => tier,
        _ => 0,
    };
    let size = if act.minds_size() && settings::size_harms(battle) {
        -by_size(sheet(attacker), sheet_of(battle, on))
    } else {
        0
    };
    let soaks = settings::armour_soaks(battle) && meets_armour(act);
    HarmDice {
        more: more as i8,
        soaked: if soaks { sum(|out| dice::add_armour(battle, act, on, out)) } else { 0 },
        size: size as i8,
        stroke: act.has(Component::DeathStroke),
    }
}

/// The energy stored in what an action is done with, and where: the thing, or one's own body. POO-CHG-01.
pub fn charge_of(battle: &Battle, act: &Act) -> Option<(Option<ItemId>, Stored)> {
    if !act.is_martial() {
        return None;
    }
    let in_item = act.item.and_then(|item| Some((Some(item), stored(battle.item(item).condition.as_ref()?)?)));
    // A conducted charge is gone when the weapon leaves the hand, POO-CHG-05.
    let in_item = in_item.filter(|(_, stored)| !(stored.conducted && act.base == Component::Throw));
    let unarmed = act.group(battle) == Some(WeaponGroup::Unarmed);
    let in_body = || Some((None, stored(battle.combatant(act.by).conditions.find(CHARGED)?)?));
    in_item.or_else(|| unarmed.then(in_body).flatten())
}

fn charge(battle: &Battle, act: &Act, on: CombatantId) -> Charge {
    let Some((_, stored)) = charge_of(battle, act) else { return Charge::default() };
    let aims = match stored.affects {
        Affects::All => true,
        affects => super::reach::affects(battle, &Act { affects, ..*act }, on),
    };
    if !aims {
        return Charge::default();
    }
    let contact = stored.energies.acts_by_contact();
    Charge { dice: stored.dice, contact, charm: stored.energies.has(Energy::Charm) }
}

/// The margin beyond which a hit brings nothing more.
fn margins(act: &Act) -> u8 {
    let of = |change: Change| match change {
        Change::Push(most) => most,
        Change::Disarm(least) | Change::Sets(_, least) => least,
        Change::Trip => 1,
        _ => 0,
    };
    let all = act.with.changes().chain(act.energies.iter().map(|energy| energy.row().change));
    let most = all.map(of).max().unwrap_or(0);
    if act.base == Component::Influence { u8::MAX } else { most }
}

/// Everything that an action can depend on, with a pool that all its targets share.
pub fn situation(battle: &Battle, act: &Act, on: CombatantId, dice: u8, known: Option<Total>) -> Situation {
    let target = battle.combatant(on);
    let charge = charge(battle, act, on);
    // Only an attack that does damage is turned back, POO-CRIT-09.
    let turns = aim(battle, act, on) == Aim::Harm;
    let recharge = if turns { self::charge(battle, act, act.by) } else { Charge::default() };
    let charms = charge.charm || act.energies.has(Energy::Charm) && act.base != Component::Influence;
    let has_luck = |who: CombatantId| defence::has_luck(battle, who);
    let rolls = is_opposed(act) && !is_unconscious(target);
    let meets = is_opposed(act) || act.energies.has(Energy::Death);
    let active = meets && defends_actively(target) && defence::has_any(battle, act, on);
    Situation {
        pool: Pool { dice, luck: act.luck, tier: act.tier(), spell: act.is_spell() },
        known,
        aim: aim(battle, act, on),
        guard: guard(battle, act, on, &Plan { grips: defence::grips_better(battle, act, on), ..Plan::default() }),
        asks: Asks {
            defence: active || rolls && has_luck(on),
            mind: charms && has_luck(on),
            own_mind: recharge.charm && has_luck(act.by),
        },
        harm: harm(battle, act, on),
        charge,
        recharge,
        mind: if charms && !is_unconscious(target) { mind(battle, (on, 0)) } else { 0 },
        own_mind: if recharge.charm { mind(battle, (act.by, 0)) } else { 0 },
        soak: sheet_of(battle, act.by).best_armour().dice(),
        helpless: is_unconscious(target),
        margins: margins(act),
        follows: act.has(Component::FollowThrough) || act.has(Component::PiercingThrow),
        plays: Plays {
            zero_misses: settings::zero_misses(battle),
            criticals_decide: settings::criticals_decide(battle),
            luck_counts: settings::luck_counts(battle),
        },
    }
}

/// The dice that all targets share: those for the one that gives the fewest. POO-ATK-07.
pub fn shared_dice(battle: &Battle, act: &Act, targets: &[CombatantId]) -> u8 {
    let dice = |act: &Act, on: Option<CombatantId>| sum(|out| dice::pool(battle, act, on, out));
    let each = targets.iter().enumerate().map(|(place, on)| dice(&act.toward(place), Some(*on)));
    each.min().unwrap_or_else(|| dice(act, None))
}

/// Whether an item can block an action at all.
pub fn blocks(battle: &Battle, act: &Act, item: ItemId) -> bool {
    let numbers = arm(battle, item);
    numbers.block > 0 || numbers.parry > 0 && !act.is_missile()
}
