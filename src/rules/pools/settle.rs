//! What an action does once all is rolled, in the order of POO-ATK-08: in play and in forecasts alike.

use super::{
    act::{Act, Wrestling},
    catalogue as ids, charges,
    components::{Ailment, Change, Component, Energy},
    conditions::{
        BLEEDING, BURNING, CHARMED, Detail, FRIGHTENED, HOLDING, OFF_BALANCE, PREPARED, SHIELDED, SLOWED, STUNNED,
        WEAKENED, at_level, is_alive,
    },
    cover, defence,
    exchange::{Came, Critical, End, Stage},
    mounts, movement, reach, settings,
    sheet::{AP, BUFFER, VITALITY},
    step::{AttackStep, Exchange, Onward, Target},
    vitality::{self, hurt},
};
use crate::{
    geometry::{Footprint, Square},
    rules::{Setback, ground, prelude::*},
};

/// The result of a target so far, once the totals have been compared.
pub const fn result_so_far(stage: Stage) -> Option<Came> {
    match stage {
        Stage::Return(came, ..)
        | Stage::Mind(came, ..)
        | Stage::Resist(came, ..)
        | Stage::ResistLuck(came, ..)
        | Stage::Soak(came, _)
        | Stage::Back(came, _)
        | Stage::RiposteSoak(came, _)
        | Stage::Riposte(came, _)
        | Stage::Harm(came, _)
        | Stage::Energy(came)
        | Stage::Own(came)
        | Stage::Recoil(came)
        | Stage::Done(came) => Some(came),
        _ => None,
    }
}

/// Settles an action. POO-ATK-08.
pub fn settle(battle: &Battle, exchange: &Exchange, came: &[Came], context: &mut StepContext<'_>) {
    let act = &exchange.act;
    let all = || exchange.targets.iter().map(|target| target.on).zip(came);
    for (on, came) in all() {
        let damage = if came.end == End::Works { 0 } else { came.damage() };
        context.attack_result(AttackResult { by: act.by, on, fate: fate(act, came), damage });
    }
    for (place, (on, came)) in all().enumerate().filter(|(_, (_, came))| came.end == End::Returned) {
        context.note(act.by, ids::CRIT_09, "is struck by its own attack");
        strike_back(battle, act.by, on, came.back, context);
        // Cold puts out the flames of whoever it comes back to, POO-COND-15.
        if came.back > 0 && act.energies.has(Energy::Cold) {
            context.clear(battle, act.by, &[BURNING]);
        }
        let recharge = exchange.targets[place].situation.recharge;
        charges::released(battle, &act.toward(place), (act.by, came), recharge, context);
        if came.energy > 0 {
            lose_charm(battle, on, act.by, context);
        }
        if came.charmed > 0 {
            charm(battle, act.by, on, came.charmed.into(), context);
        }
    }
    for (place, (target, came)) in exchange.targets.iter().zip(came).enumerate() {
        harm(battle, &act.toward(place), target, came, context);
    }
    for (on, came) in all() {
        riders(battle, act, on, came, context);
        effects(battle, act, on, came, context);
    }
    for (on, came) in all() {
        defended(battle, act, on, came, context);
    }
    leave_weapons(battle, exchange, came, context);
    if !goes_on(battle, exchange, came, context) {
        fumbled(battle, act, came, context);
    }
}

/// How it ended, for log, board and numbers.
fn fate(act: &Act, came: &Came) -> Fate {
    let missile = act.is_missile();
    let is_will = matches!(act.base, Component::Influence | Component::Intimidate);
    match came.end {
        End::Evaded | End::Tied if is_will => Fate::Failed,
        End::Evaded if came.with.has(Component::Evade) || came.with.is_empty() => Fate::Averted(Averting::Dodge),
        End::Evaded => Fate::Averted(if missile { Averting::Block } else { Averting::Parry }),
        End::Blocked => Fate::Averted(Averting::Block),
        End::Caught => Fate::Averted(Averting::Catch),
        End::Countered => Fate::Averted(Averting::Counter),
        End::Returned => Fate::Averted(Averting::Return),
        End::Tied => Fate::Missed,
        End::Fails => Fate::Failed,
        End::Glanced | End::Reduced => Fate::Grazed,
        End::Killed => Fate::Critical,
        End::Works => Fate::Worked(Setback::Effect),
        End::Hit => match (act.base, act.instead()) {
            (_, Some(Change::Trip)) => Fate::Worked(Setback::Trip),
            (_, Some(Change::Disarm(least))) if came.margin >= least => Fate::Worked(Setback::Disarm),
            (_, Some(Change::Disarm(_))) => Fate::Glanced,
            (Component::Wrestle, _) if act.hold != Wrestling::Crush => Fate::Worked(Setback::Hold),
            (_, Some(_)) => Fate::Worked(Setback::Effect),
            _ if is_will => Fate::Worked(Setback::Effect),
            _ if came.attack == Critical::Success => Fate::Critical,
            _ => Fate::Hit,
        },
    }
}

/// Damage to a target, then that of a charge. POO-DMG-06, POO-DMG-07, POO-CHG-04.
fn harm(battle: &Battle, act: &Act, target: &Target, came: &Came, context: &mut StepContext<'_>) {
    let (on, charge) = (target.on, target.situation.charge);
    match came.end {
        End::Killed => {
            // There is contact all the same, which uses up the charge without its dice. POO-CHG-03, POO-VIT-03.
            charges::released(battle, act, (on, came), charge, context);
            return vitality::kill(battle, on, ids::VIT_03, context);
        }
        End::Works | End::Returned => return,
        _ => {}
    }
    if came.harm > 0 {
        match act.fatigue {
            true => vitality::tire(battle, on, came.harm, context),
            false => hurt(battle, on, came.harm, context),
        }
    }
    // A counterspell that leaves something else of a spell has taken its cold away, POO-CNT-04.
    if act.energies.has(Energy::Cold) && came.harm > 0 && came.end != End::Reduced {
        context.clear(battle, on, &[BURNING]);
    }
    charges::released(battle, act, (on, came), charge, context);
    if came.damage() > 0 {
        lose_charm(battle, act.by, on, context);
    }
}

/// Damage that a defence does to the attacker, POO-CRIT-09, POO-COMP-43.
fn strike_back(battle: &Battle, attacker: CombatantId, by: CombatantId, damage: i16, context: &mut StepContext<'_>) {
    hurt(battle, attacker, damage, context);
    if damage > 0 {
        lose_charm(battle, by, attacker, context);
    }
}

/// Charm ends when the charmer's side does damage, POO-COND-20.
pub fn lose_charm(battle: &Battle, by: CombatantId, on: CombatantId, context: &mut StepContext<'_>) {
    let team = battle.combatant(by).team;
    let is_theirs = |condition: &&Condition| {
        condition.kind == CHARMED && condition.whom.is_some_and(|whom| battle.combatant(whom).team == team)
    };
    for charm in battle.combatant(on).conditions.0.iter().filter(is_theirs) {
        context.effect(Effect::replaced(on, *charm, None));
    }
}

/// What a hit brings besides damage, POO-DMG-08.
fn riders(battle: &Battle, act: &Act, on: CombatantId, came: &Came, context: &mut StepContext<'_>) {
    if came.end == End::Returned || context.status(battle, on) == Status::Dead {
        return;
    }
    if came.charmed > 0 {
        charm(battle, on, act.by, came.charmed.into(), context);
    }
    if came.end != End::Hit {
        return;
    }
    if let Some(change) = act.instead() {
        return instead(battle, act, on, (change, came.margin), context);
    }
    if came.harm == 0 {
        return;
    }
    let changes = act.with.changes().chain(act.energies.iter().map(|energy| energy.row().change));
    for change in changes {
        if let Change::Sets(ailment, least) = change
            && came.margin >= least
        {
            ail(battle, on, ailment, context);
        }
    }
}

/// Sets the condition that a hit causes, POO-COND-02.
pub fn ail(battle: &Battle, on: CombatantId, ailment: Ailment, context: &mut StepContext<'_>) {
    if context.status(battle, on) == Status::Dead {
        return;
    }
    let until = Until::NextTurnEnd;
    match ailment {
        Ailment::Bleeding(more) => {
            let old = context.condition(battle, on, |condition| condition.kind == BLEEDING);
            let level = old.map_or(0, |condition| condition.level).saturating_add(more.into()).min(10);
            let new = at_level(BLEEDING, level, Until::Indefinite);
            match old {
                Some(old) => context.effect(Effect::replaced(on, old, Some(new))),
                None => context.effect(Effect::AddCondition(on, new)),
            }
            context.note(on, ids::COND_14, format_args!("bleeds {level}"));
        }
        Ailment::Stunned => {
            stun(battle, on, until, context);
            context.note(on, ids::COND_12, "is stunned");
        }
        Ailment::Crippled => {
            suffer(battle, on, Condition::new(SLOWED, until), context);
            suffer(battle, on, Condition::new(WEAKENED, until), context);
            context.note(on, ids::COMP_50, "is crippled");
        }
        Ailment::Burning => {
            suffer(battle, on, Condition::new(BURNING, Until::Indefinite), context);
            context.note(on, ids::COND_15, "is on fire");
        }
        Ailment::Slowed => {
            suffer(battle, on, Condition::new(SLOWED, until), context);
            context.clear(battle, on, &[BURNING]);
            context.note(on, ids::COND_13, "is slowed");
        }
    }
}

/// Stuns somebody, which ends what takes a clear head: a shield, a prepared spell, a hold. POO-COND-11, POO-MAG-11,
/// POO-COMP-76.
pub fn stun(battle: &Battle, on: CombatantId, until: Until, context: &mut StepContext<'_>) {
    suffer(battle, on, Condition::new(STUNNED, until), context);
    context.clear(battle, on, &[SHIELDED]);
    context.clear(battle, on, &[PREPARED]);
    HOLDING.end(battle, on, context);
}

/// Begins a condition; the same one twice is one, with the higher value and the later end. POO-COND-02.
pub fn suffer(battle: &Battle, on: CombatantId, new: Condition, context: &mut StepContext<'_>) {
    let same = |condition: &Condition| condition.kind == new.kind && condition.whom == new.whom;
    let Some(old) = context.condition(battle, on, same) else {
        return context.effect(Effect::AddCondition(on, new));
    };
    // Any other end, as set-ups may give, is later than the end of the next turn, except the end of this very round.
    let until = match old.until {
        Until::TurnStart | Until::TurnEnd | Until::NextTurnEnd | Until::Turns(..=1) => new.until,
        Until::RoundEnd(round) if round <= battle.scene.round => new.until,
        _ if new.until == Until::Indefinite => new.until,
        _ => old.until,
    };
    let both = Condition { level: old.level.max(new.level), until, ..new };
    if both != old {
        context.effect(Effect::replaced(on, old, Some(both)));
    }
}

/// Charms somebody for that many turns, POO-COND-20.
fn charm(battle: &Battle, on: CombatantId, by: CombatantId, turns: i16, context: &mut StepContext<'_>) {
    let condition = Condition { whom: Some(by), ..at_level(CHARMED, turns, Until::NextTurnEnd) };
    suffer(battle, on, condition, context);
    context.note(on, ids::COND_20, format_args!("is charmed for {turns} turns"));
}

/// What a hit does in place of damage. POO-COMP-22, POO-COMP-23, POO-COMP-35.
fn instead(battle: &Battle, act: &Act, on: CombatantId, (change, margin): (Change, u8), context: &mut StepContext<'_>) {
    match change {
        Change::Trip => vitality::fell(battle, on, ids::COMP_22, context),
        Change::Push(most) => {
            // Each of several targets is pushed from where the earlier ones have ended up, and whoever the charge has
            // felled in the saddle from where that fall ends, without the mount. POO-ATK-08, POO-MOVE-09.
            let rides = mounts::is_mounted(battle, on) || mounts::rider_of(battle, on).is_some();
            let now = (act.has(Component::Whirlwind) || rides).then(|| battle.after_written(context));
            movement::push(now.as_ref().unwrap_or(battle), (act.by, on), margin.min(most), context);
        }
        Change::Disarm(least) if margin >= least => {
            let hands = battle.combatant(on).hands;
            let named = if act.other_hand { hands.off.or(hands.main) } else { hands.main.or(hands.off) };
            // The item that was named is in the hand of the first of several targets.
            let held = act.second.filter(|item| hands.held().any(|held| held == *item)).or(named);
            if let Some(item) = held {
                let at = battle.combatant(on).placement.anchor();
                vitality::drop_item(battle, item, at, context);
                context.note(on, ids::COMP_35, format_args!("loses the {}", battle.item(item).name));
            }
        }
        _ => {}
    }
}

/// The effects of an action whose aim is not damage.
fn effects(battle: &Battle, act: &Act, on: CombatantId, came: &Came, context: &mut StepContext<'_>) {
    match (came.end, act.base) {
        (End::Hit, Component::Wrestle) => wrestled(battle, act, on, came, context),
        (End::Hit, Component::Intimidate) => {
            let turns = if came.attack == Critical::Success { 2 } else { 1 };
            let fear = Condition { whom: Some(act.by), ..at_level(FRIGHTENED, turns, Until::NextTurnEnd) };
            suffer(battle, on, fear, context);
            context.note(on, ids::COND_17, "is frightened");
        }
        (End::Hit, Component::Influence) => charm(battle, on, act.by, came.margin.into(), context),
        (End::Works, Component::FirstAid) => {
            vitality::heal(battle, on, came.harm.max(0), ids::SKL_03, context);
        }
        (End::Works, Component::Charge | Component::Conduct | Component::Bestow) => {
            charges::store(battle, act, came.margin, context);
        }
        (End::Works, Component::EnergyShield) => {
            let energy = act.energies.iter().next().unwrap_or(Energy::Fire);
            context.clear(battle, act.by, &[SHIELDED]);
            let shield = at_level(SHIELDED, came.margin.into(), Until::Indefinite);
            let detail = Detail::Energy(energy).into();
            context.effect(Effect::AddCondition(act.by, Condition { detail, ..shield }));
            context.note(act.by, ids::CNT_03, format_args!("holds a shield of {} dice", came.margin));
        }
        (End::Works, _) if act.energies.has(Energy::Death) => death(battle, on, context),
        (End::Works, _) if battle.combatant(on).status == Status::Dead => {
            vitality::raise(battle, on, came.harm, context);
        }
        (End::Works, _) => vitality::heal(battle, on, came.harm, ids::MAG_12, context),
        _ => {}
    }
}

/// The effect of a Death spell, POO-MAG-09.
fn death(battle: &Battle, on: CombatantId, context: &mut StepContext<'_>) {
    if battle.combatant(on).status == Status::Down {
        return vitality::kill(battle, on, ids::MAG_09, context);
    }
    for which in [BUFFER, VITALITY] {
        if context.vital(battle, on, which) > 0 {
            context.effect(Effect::Vital(on, which, 0));
        }
    }
    vitality::sink(battle, on, context);
}

/// What wrestling brings, POO-WRE-02 to POO-WRE-04.
fn wrestled(battle: &Battle, act: &Act, on: CombatantId, came: &Came, context: &mut StepContext<'_>) {
    let both = came.attack == Critical::Success;
    // A target that falls out of the saddle, beyond the reach of a hand, is not held, POO-COND-11.
    let falls = both && mounts::is_mounted(battle, on) && battle.combatant(on).posture != Posture::Prone;
    let stays = !falls || ground::distance(mounts::lands(battle, on), reach::body(battle, act.by)) <= 1;
    let hold = |context: &mut StepContext<'_>| {
        if !HOLDING.joins(battle, act.by, on) {
            HOLDING.begin(act.by, on).into_iter().for_each(|effect| context.effect(effect));
            context.note(on, ids::WRE_02, "is grabbed");
        }
    };
    match act.hold {
        Wrestling::Escape => {
            HOLDING.end_with(battle, on, act.by, context);
            context.note(act.by, ids::WRE_04, "gets free");
        }
        Wrestling::Hold => {
            if stays {
                hold(context);
            }
            if both {
                vitality::fell(battle, on, ids::WRE_03, context);
            }
        }
        Wrestling::ThrowDown => {
            vitality::fell(battle, on, ids::WRE_02, context);
            if both && stays {
                hold(context);
            }
        }
        Wrestling::Crush => {}
    }
}

/// What the defence brings: POO-CRIT-04, POO-CRIT-07, POO-CRIT-10, POO-COMP-43, POO-COMP-51, POO-CNT-03.
fn defended(battle: &Battle, act: &Act, on: CombatantId, came: &Came, context: &mut StepContext<'_>) {
    if came.defence == Critical::Success && came.tier > 0 {
        let level = i16::from(came.tier);
        suffer(battle, act.by, at_level(OFF_BALANCE, level, Until::NextTurnEnd), context);
        context.note(act.by, ids::CRIT_04, format_args!("is off balance by {level}"));
    }
    let is_spell = came.with.has(Component::Counterspell) || came.with.has(Component::EnergyWard);
    if came.defence == Critical::Failure && came.tier > 0 && !is_spell {
        lost_footing(battle, on, came.tier, context);
    }
    hurt(battle, on, came.own, context);
    // A defender that has fallen meanwhile neither strikes back nor steps away, POO-ATK-08.
    let is_up = context.status(battle, on) == Status::Fighting;
    if is_up {
        strike_back(battle, act.by, on, came.riposte, context);
    }
    // A counterattack is a defence that has succeeded in all its parts, POO-CRIT-09.
    let is_returned = came.end == End::Returned;
    // A counterspell, one's own or another's in the area, rolls no dice of a shield. POO-CNT-01, POO-CNT-03.
    let is_met = !came.with.has(Component::Counterspell) && came.end != End::Countered;
    if is_met && (came.end.is_stopped() || is_returned) && dice_of_shield(battle, act, on) {
        context.clear(battle, on, &[SHIELDED]);
        context.note(on, ids::CNT_03, "loses the shield with the spell");
    }
    if came.with.has(Component::ElusiveStep) && is_up && (is_returned || came.end.is_stopped() && came.margin > 0) {
        context.ask(on, movement::Elude);
    }
}

fn dice_of_shield(battle: &Battle, act: &Act, on: CombatantId) -> bool {
    super::dice::shielded(battle, act, on) > 0
}

fn lost_footing(battle: &Battle, who: CombatantId, tier: u8, context: &mut StepContext<'_>) {
    if settings::only_staggers(battle) {
        return suffer(battle, who, at_level(OFF_BALANCE, tier.into(), Until::NextTurnEnd), context);
    }
    vitality::stumble(battle, who, context);
}

/// The attacker's critical failure, POO-CRIT-07, POO-CRIT-08, POO-CRIT-10, POO-CRIT-11.
fn fumbled(battle: &Battle, act: &Act, came: &[Came], context: &mut StepContext<'_>) {
    let recoil = came.iter().map(|came| came.recoil).max().unwrap_or(0);
    hurt(battle, act.by, recoil, context);
    let is_replaced = came.iter().any(|came| came.end == End::Returned);
    if !is_replaced && came.iter().any(|came| came.attack == Critical::Failure) {
        fumble(battle, act, context);
    }
}

/// What a critical failure costs the acting combatant, besides backlash.
pub fn fumble(battle: &Battle, act: &Act, context: &mut StepContext<'_>) {
    match act.base {
        Component::Strike | Component::Wrestle => lost_footing(battle, act.by, act.tier(), context),
        Component::Throw | Component::Shot => {
            context.set_budget(battle, act.by, AP, 0);
            context.note(act.by, ids::CRIT_08, "fumbles and loses all AP");
        }
        Component::Intimidate | Component::FirstAid => {
            context.set_budget(battle, act.by, AP, 0);
            context.note(act.by, ids::CRIT_11, "fails badly and loses all AP");
        }
        _ => {}
    }
}

/// Leaves thrown weapons with their targets, or in the hand that has caught them; a missile that still carries a charge
/// lies with its target as well. POO-COMP-11, POO-COMP-12, POO-COMP-36.
fn leave_weapons(battle: &Battle, exchange: &Exchange, came: &[Came], context: &mut StepContext<'_>) {
    let act = &exchange.act;
    if act.base == Component::Shot {
        if let ([target], [came]) = (&exchange.targets[..], came) {
            charges::lose_missile(battle, act, target.on, came, context);
        }
        return;
    }
    if act.base != Component::Throw || act.has(Component::PiercingThrow) {
        return;
    }
    let items = [act.item, act.second.filter(|_| act.has(Component::DualThrow))];
    for ((item, target), came) in items.into_iter().flatten().zip(&exchange.targets).zip(came) {
        match came.end {
            End::Caught => catch(battle, item, target.on, context),
            _ => lie(battle, act, item, target.on, context),
        }
    }
}

/// Leaves a weapon in the target's square nearest to the thrower.
fn lie(battle: &Battle, act: &Act, item: ItemId, on: CombatantId, context: &mut StepContext<'_>) {
    vitality::drop_item(battle, item, nearest_square(battle, act.by, on), context);
}

/// The target's square nearest to the one who throws or shoots.
pub fn nearest_square(battle: &Battle, by: CombatantId, on: CombatantId) -> Square {
    let (from, body) = (reach::body(battle, by), reach::body(battle, on));
    let near = |square: &Square| (ground::distance(from, Footprint::one(*square)), *square);
    body.squares().min_by_key(near).unwrap_or(body.anchor)
}

/// Leaves the weapon of a Piercing Throw with its last target, POO-COMP-41.
pub fn land(battle: &Battle, act: &Act, last: CombatantId, context: &mut StepContext<'_>) {
    if let Some(item) = act.item {
        lie(battle, act, item, last, context);
    }
}

fn catch(battle: &Battle, item: ItemId, who: CombatantId, context: &mut StepContext<'_>) {
    let hands = battle.combatant(who).hands;
    let to = if hands.main.is_none() { Location::Main(who) } else { Location::Off(who) };
    // A catcher felled by its charge drops it at once, POO-VIT-01.
    if context.status(battle, who) != Status::Fighting {
        vitality::drop_item(battle, item, battle.combatant(who).placement.anchor(), context);
    } else if defence::has_free_hand(battle, who) {
        vitality::leave_hand(battle, item, context);
        context.effect(Effect::Move(item, to));
        context.note(who, ids::COMP_36, format_args!("catches the {}", battle.item(item).name));
    }
}

/// Whether the same roll goes on to another target: if so, that step is on the agenda. POO-COMP-31, POO-COMP-41.
fn goes_on(battle: &Battle, exchange: &Exchange, came: &[Came], context: &mut StepContext<'_>) -> bool {
    let ([target], [came], act) = (&exchange.targets[..], came, &exchange.act) else { return false };
    let before = target.situation.known;
    let status = context.status(battle, target.on);
    // A blow that fells by Fatigue alone does not go on.
    let left = [battle.combatant(target.on).vitals.get(VITALITY), context.vital(battle, target.on, VITALITY)];
    let drops =
        came.end == End::Killed || came.end == End::Hit && (status == Status::Dead || left[0] > 0 && left[1] <= 0);
    let follows = act.has(Component::FollowThrough) && before.is_none() && drops;
    let pierces = act.has(Component::PiercingThrow);
    if pierces && came.end == End::Caught {
        if let Some(item) = act.item {
            catch(battle, item, target.on, context);
        }
        return false;
    }
    let hits = matches!(came.end, End::Hit | End::Killed);
    if pierces && !hits {
        land(battle, act, target.on, context);
        return false;
    }
    if !follows && !pierces {
        return false;
    }
    let struck = CombatantSet::default().with(target.on).with(act.by);
    // A throw flies on along its first line.
    let at = act.at.or_else(|| Some(reach::line(battle, act.by, target.on).to)).filter(|_| pierces);
    let act = Act { at, ..*act };
    context.step(AttackStep::Onward(Onward { act, last: target.on, struck, total: came.rolled }));
    true
}

/// The next combatant along the line of a throw, within three squares of the last, POO-COMP-41.
pub fn flies_on(battle: &Battle, onward: &Onward) -> Option<CombatantId> {
    let act = &onward.act;
    let (field, far) = (&battle.scene.field, reach::farthest(battle, act));
    let (to, last) = (act.at?, reach::body(battle, onward.last));
    let from = cover::between(field, reach::body(battle, act.by), Footprint::one(to)).from;
    let is_next = |fighter: &Combatant<'_>, square: Square| {
        let body = reach::body(battle, fighter.id);
        let is_near = reach::squares(battle, last, body) <= 3 && reach::distance(battle, act.by, fighter.id) <= far;
        // A throw passes those who have charmed the thrower: they may not be attacked. POO-COND-20.
        let is_barred = onward.struck.contains(fighter.id) || reach::is_charmed_by(battle, act.by, fighter.id);
        is_alive(*fighter) && !is_barred && body.contains(square) && is_near
    };
    let on_the_way =
        |square: Square| battle.combatants().find(|fighter| is_next(fighter, square)).map(|fighter| fighter.id);
    let squares = cover::beyond(field, from, to, far);
    let past = squares.iter().rposition(|square| last.contains(*square)).map_or(0, |place| place + 1);
    squares.into_iter().skip(past).find_map(on_the_way)
}
