//! The account of an action before any die is rolled: every number with its terms. POO-ROLL-02.

use super::{
    act::Act,
    arms::arm,
    attack::{self, dice_of},
    catalogue as ids,
    components::{Component, LADDER},
    cover, dice,
    exchange::{Aim, Guard, Situation, Stage},
    gather, reach,
    step::{AttackStep, Exchange, Target},
};
use crate::rules::{Assessment, Attack, AttackNumber, NumberRole, SituationKey, prelude::*};

/// An action before its dice, with its targets.
fn begun(battle: &Battle, step: &AttackStep) -> Option<Exchange> {
    match step {
        AttackStep::Declare(act, targets) if !targets.is_empty() => Some(attack::exchange(battle, act, targets, None)),
        AttackStep::Exchange(exchange) => {
            let is_open = |target: &Target| matches!(target.stage, Stage::Decide | Stage::Attack(_));
            exchange.targets.iter().all(is_open).then(|| exchange.as_ref().clone())
        }
        _ => None,
    }
}

/// The attack that a step makes, if its dice have not been rolled yet.
pub fn attack_of(step: &AttackStep) -> Option<Attack> {
    let of = |act: &Act, on: CombatantId| {
        let is_attack = act.is_attack() && on != act.by;
        is_attack.then_some(Attack { by: act.by, on, item: act.item.filter(|_| act.is_martial()) })
    };
    match step {
        AttackStep::Declare(act, targets) => of(act, *targets.first()?),
        AttackStep::Exchange(exchange) => {
            let first = exchange.targets.first()?;
            let is_open = matches!(first.stage, Stage::Decide | Stage::Attack(_));
            is_open.then(|| of(&exchange.act, first.on))?
        }
        AttackStep::Onward(_) => None,
    }
}

/// Who rolls next, and with how many dice; `None` where an attack goes on with the total that it has, POO-COMP-31.
pub fn number(battle: &Battle, step: &AttackStep) -> Option<(CombatantId, Verdict)> {
    let exchange = begun(battle, step)?;
    let first = exchange.targets.first().filter(|first| first.situation.known.is_none())?;
    Some((exchange.act.by, rolled(battle, &exchange, first)))
}

/// The dice of an action under way. Off-balance still counts, although it has ended with the declaration: POO-COND-19.
fn rolled(battle: &Battle, exchange: &Exchange, first: &Target) -> Verdict {
    let mut dice = dice_of(battle, &exchange.act, Some(worst(battle, exchange, first.on)));
    dice.add(ids::COND_19, "Off balance", i32::from(first.situation.pool.dice) - dice.value);
    dice
}

/// The target that gives the fewest dice, POO-ATK-07.
fn worst(battle: &Battle, exchange: &Exchange, first: CombatantId) -> CombatantId {
    let dice = |(place, on): &(usize, CombatantId)| {
        let mut quick = Quick::default();
        dice::pool(battle, &exchange.act.toward(*place), Some(*on), &mut quick);
        quick.sum()
    };
    let all = exchange.targets.iter().map(|target| target.on).enumerate();
    all.min_by_key(dice).map_or(first, |(_, on)| on)
}

/// All numbers of an attack as one value.
pub fn attack_numbers(battle: &Battle, step: &AttackStep) -> Option<SituationKey> {
    let exchange = begun(battle, step)?;
    let all: Vec<(Situation, u64)> = exchange.targets.iter().map(|target| (target.situation, 0)).collect();
    Some(SituationKey::of(&(all, exchange.act.with, exchange.act.energies, exchange.act.fatigue)))
}

/// The numbers of the attack that a step makes.
pub fn assess(battle: &Battle, step: &AttackStep) -> Option<Assessment> {
    attack_of(step)?;
    let exchange = begun(battle, step)?;
    let (act, first) = (&exchange.act, exchange.targets.first()?);
    let pool = rolled(battle, &exchange, first);
    let tier = LADDER[usize::from(act.tier().clamp(1, 5)) - 1].name;
    let guard = first.situation.guard.dice();
    let about = match first.situation.known {
        Some(known) => format!("Total {} against {guard} dice, {tier}", known.total),
        None => format!("{} dice against {guard}, {tier}", pool.value),
    };
    let attack = AttackNumber::attack(act.by, pool);
    let attack = match first.situation.known {
        // It has been rolled: nobody rolls again.
        Some(known) => AttackNumber { by: None, ..attack }.used(format!("a total of {}", known.total), ids::ATK_07),
        None => attack
            .used("6 or more is a success", ids::ROLL_01)
            .critical(format!("{} tens and a majority", act.tier()), ids::CRIT_01),
    };
    let sight = cover::sight(battle, reach::body(battle, act.by), reach::body(battle, first.on));
    let mut account = Assessment::new(title(battle, act), about, attack, sight);
    if act.luck > 0 {
        let luck = Verdict::base(ids::LUCK_02, "Luck", act.luck.into());
        account = account.with([AttackNumber::besides("Luck dice", luck).rolled_by(act.by)]);
    }
    let mut all = account.with(target_numbers(battle, act, first));
    for target in exchange.targets.iter().skip(1) {
        let more = target_numbers(battle, act, target).into_iter().map(|mut number| {
            (number.on, number.role) = (Some(target.on), NumberRole::Besides);
            number
        });
        all = all.with(more);
    }
    Some(all)
}

fn title(battle: &Battle, act: &Act) -> String {
    match act.item {
        Some(item) if act.is_martial() => capital(battle.item(item).name).to_string(),
        _ => act.name(),
    }
}

/// The numbers of one target: what it rolls passively, and what damage comes to besides the margin.
fn target_numbers(battle: &Battle, act: &Act, target: &Target) -> Vec<AttackNumber> {
    let (on, situation) = (target.on, &target.situation);
    let mut all = Vec::new();
    if situation.is_opposed() && !situation.helpless {
        all.extend(guard_numbers(battle, act, on, &situation.guard));
    }
    if situation.mind > 0 {
        let mut mind = Verdict::default();
        dice::mind(battle, (on, 0), &mut mind);
        mind.add(ids::ROLL_08, "At least one die", i32::from(situation.mind) - mind.value);
        all.push(
            AttackNumber::besides("Mind dice", mind.pruned())
                .rolled_by(on)
                .used("against the attack's total", ids::MAG_07),
        );
    }
    if situation.aim == Aim::Harm {
        let harm = &situation.harm;
        let mut more = Verdict::base(ids::DMG_01, "Margin", 0);
        more.add(ids::BER_02, "Drug", harm.more.into());
        more.add(ids::ARM_01, "Armour", -i32::from(harm.soaked));
        more.add(ids::SIZE_02, "Size", harm.size.into());
        if more.terms.len() > 1 {
            let number = AttackNumber::besides("Damage dice", more);
            all.push(number.used("added to those of the margin", ids::DMG_04));
        }
    }
    if situation.charge.dice > 0 {
        let stored = Verdict::base(ids::CHG_04, "Charge", situation.charge.dice.into());
        all.push(AttackNumber::besides("Stored dice", stored).used("with contact", ids::CHG_03));
    }
    all
}

fn guard_numbers(battle: &Battle, act: &Act, on: CombatantId, guard: &Guard) -> Vec<AttackNumber> {
    if gather::is_open(battle, on) {
        let label = if act.is_mental() { "Mind dice" } else { "Evasion dice" };
        let none = Verdict::base(ids::BER_03, "No defence", 0);
        return vec![AttackNumber::defence(on, label, none).used("6 or more is a success", ids::DEF_02)];
    }
    if act.is_mental() {
        let mut mind = Verdict::default();
        dice::mind(battle, (on, 0), &mut mind);
        mind.add(ids::ROLL_08, "At least one die", i32::from(guard.evasion) - mind.value);
        return vec![
            AttackNumber::defence(on, "Mind dice", mind.pruned()).used("6 or more is a success", ids::ROLL_10),
        ];
    }
    let mut evasion = Verdict::default();
    let grips =
        act.base == Component::Wrestle && (super::defence::grips_better(battle, act, on) || dice::is_escape(act));
    if grips {
        dice::grip(battle, act, (on, 0), &mut evasion);
    } else {
        dice::evasion(battle, act, (on, 0), false, &mut evasion);
    }
    let mut taken = Verdict::default();
    dice::defence_penalty(battle, act, on, grips, &mut taken);
    let (rule, words) = taken
        .terms
        .iter()
        .find(|term| term.amount > 0)
        .map_or((ids::COND_10, "Prone".into()), |term| (term.rule, term.words.clone()));
    let lost = i32::from(guard.evasion) - evasion.value;
    match lost {
        1.. => evasion.add(ids::ROLL_08, "At least one die", lost),
        _ => evasion.add(rule, words.clone(), lost),
    }
    let mut all =
        vec![AttackNumber::defence(on, "Evasion dice", evasion.pruned()).used("6 or more is a success", ids::DEF_02)];
    if guard.block > 0 {
        let shield = Verdict::base(ids::CNT_03, "Energy Shield", guard.block.into());
        all.push(AttackNumber::defence(on, "Block dice", shield).used("with evasion", ids::CNT_03));
    }
    if guard.armour > 0 {
        let mut armour = Verdict::default();
        dice::armour(battle, act, on, &mut armour);
        let lost = i32::from(guard.armour) - armour.value;
        armour.add(rule, words, lost);
        all.push(AttackNumber::defence(on, "Armour dice", armour.pruned()).used("with evasion", ids::ARM_01));
    }
    all
}

/// How far somebody reaches with what is ready.
pub fn farthest(battle: &Battle, who: CombatantId) -> u16 {
    let far = battle.ready_items(who).map(|item| {
        let numbers = arm(battle, item.id);
        numbers.reach.max(numbers.range.saturating_mul(2))
    });
    let casts = super::sheet::sheet_of(battle, who);
    let spell = if casts.knows(Component::Projected) && !casts.energies.is_empty() { 16 } else { 0 };
    far.max().unwrap_or(1).max(spell)
}
