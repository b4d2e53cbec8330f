//! Attacks from the declaration to the to-hit roll. TOT-ATK, TOT-SIZE, TOT-REACH.

use serde::{Deserialize, Serialize};

use super::{
    arms::{Class, LOB, LOB_DICE, SHOT, THROW},
    catalogue as ids,
    components::Component,
    conditions::{self, HELD, HOLDING, is_helpless, lasting, pay},
    defence, drugs, gear, life,
    magic::{Spell, cast, contact, selective, stored},
    mounts, movement,
    pool::{self, Pool},
    reach::{distance, has_line},
    series, settings,
    sheet::{LUCK, arm, sheet},
    step::{Blow, Contact, DamageStep, Manner, Prompt, Toll, prompt, step},
    wrestling,
};
use crate::{
    dice::Digits,
    rules::{
        Action, AttackResult, Battle, Choice, CombatantId, Condition, Effect, Entry, Fate, ItemId, Location, Refusal,
        Status, StepContext, Verdict, capital,
    },
};

/// A step of an attack up to its roll, and the last one, after everything else. TOT-ATK.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum AttackStep {
    /// The to-hit roll.
    Strike(Blow),
    /// Life or death, TOT-ENG-02, TOT-ENG-03.
    Direct(CombatantId, CombatantId, Spell),
    /// The next attack of a series, TOT-COMP-08, TOT-COMP-10, TOT-COMP-12.
    Series(series::Series),
    /// A wrestler has got hold, TOT-COMP-06.
    Hold(Blow),
    /// The one held rolls against the holder to get free, TOT-COMP-06.
    Wrest(CombatantId),
    /// The holder's roll against a total, TOT-COMP-06.
    Wrested(CombatantId, i16),
    /// What follows an attack whatever its result: a thrown weapon lands.
    Settle(Blow),
}

/// Resolves a step of this chapter.
pub fn resolve(battle: &Battle, step: &AttackStep, context: &mut StepContext<'_>) {
    match step {
        AttackStep::Strike(blow) => strike(battle, blow, context),
        AttackStep::Direct(by, on, spell) => super::magic::direct::resolve(battle, *by, *on, *spell, context),
        AttackStep::Series(series) => series::next(battle, series, context),
        AttackStep::Hold(blow) => wrestling::hold(battle, blow, context),
        AttackStep::Wrest(who) => wrestling::wrest(battle, *who, context),
        AttackStep::Wrested(who, total) => wrestling::wrested(battle, *who, *total, context),
        AttackStep::Settle(blow) => settle(battle, blow, context),
    }
}

/// The verb of an attack.
pub const fn verb(manner: Manner) -> &'static str {
    match manner {
        Manner::Strike | Manner::Punch => "strike",
        Manner::Throw => "throw",
        Manner::Shoot => "shoot",
        Manner::Wrestle => "wrestle",
        Manner::Cast => "cast",
    }
}

/// The manner of attack that a verb means with an item.
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
    let thing = battle.item(item);
    let natural = matches!(thing.at, Location::Natural(_));
    let wrestles = numbers.class == Some(Class::Unarmed)
        && thing.at.bearer().is_some_and(|who| drugs::knows(battle, who, Component::Wrestling));
    let thrown = (numbers.can_be_thrown() && !natural).then_some(Manner::Throw);
    first.into_iter().chain(thrown).chain(wrestles.then_some(Manner::Wrestle))
}

/// The class whose training counts, and its dice, TOT-ATK-02.
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

/// Why an item cannot be used in this way right now.
pub fn weapon_refusal(battle: &Battle, item: ItemId, manner: Manner) -> Option<Refusal> {
    let thing = battle.item(item);
    if matches!(thing.at, Location::Stowed(_)) {
        return Some(Refusal::new(ids::TURN_02, "Not in hand"));
    }
    if !gear::is_ready(battle, item) {
        let bare = matches!(manner, Manner::Punch | Manner::Wrestle);
        let words = if bare { "No free hand" } else { "Needs both hands" };
        return Some(Refusal::new(ids::TURN_02, words));
    }
    if manner == Manner::Shoot && thing.count == Some(0) && !thing.loaded {
        return Some(Refusal::new(ids::AMMO_01, "No ammunition left"));
    }
    let words = if arm(battle, item).class == Some(Class::Bow) { "No arrow nocked" } else { "Not loaded" };
    let empty = (manner == Manner::Shoot && !thing.loaded).then(|| Refusal::new(ids::TURN_02, words));
    let barred = thing.at.bearer().and_then(|who| drugs::forbids_attack(battle, who, manner));
    barred.or(empty)
}

/// Why a target is too far away for an attack or a spell, or hidden by a wall. TOT-REACH-01, TOT-REACH-02.
pub fn out_of_range(battle: &Battle, by: CombatantId, on: CombatantId, range: u16, is_near: bool) -> Option<Refusal> {
    if matches!(battle.combatant(on).status, Status::Dead | Status::Fled) {
        return Some(Refusal::new(ids::DYING_06, "Already dead"));
    }
    if distance(mounts::body(battle, by), mounts::body(battle, on)) > range {
        let rule = if is_near { ids::REACH_01 } else { ids::REACH_02 };
        let words = if is_near { "Out of reach" } else { "Out of range" };
        return Some(Refusal::new(rule, words));
    }
    (!has_line(battle, by, on)).then(|| Refusal::new(ids::REACH_02, "A wall in between"))
}

/// Why a target cannot be attacked, whatever AP are left.
pub fn refusal(battle: &Battle, by: CombatantId, on: CombatantId, item: ItemId, manner: Manner) -> Option<Refusal> {
    let (one, other) = (battle.combatant(by), battle.combatant(on));
    if let Some(refusal) = out_of_range(battle, by, on, range(battle, item, manner), manner.is_melee()) {
        return Some(refusal);
    }
    if manner == Manner::Wrestle {
        let held = other.conditions.has(HELD) || one.conditions.has(HOLDING);
        if held {
            return Some(Refusal::new(ids::COMP_06, "Already held"));
        }
        if sheet(other).size.steps() > sheet(one).size.steps() + 1 {
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

/// Additions to the to-hit dice: the weapon's own and for size, TOT-SIZE-01.
pub fn bonus(
    battle: &Battle,
    by: CombatantId,
    on: CombatantId,
    item: Option<ItemId>,
) -> [(crate::rules::RuleId, &'static str, i32); 2] {
    let size = sheet(battle.combatant(by)).size.against(sheet(battle.combatant(on)).size);
    let weapon = item.map_or(0, |item| arm(battle, item).hit_mod);
    [(ids::ATK_02, "Weapon", weapon), (ids::SIZE_01, "Size of the target", size)]
}

/// The attack that a choice declares; `None` if it is not an attack.
pub fn blow(battle: &Battle, by: CombatantId, choice: &Choice) -> Option<Blow> {
    if let Some(spell) = cast::blow(battle, by, choice) {
        return Some(spell);
    }
    let (item, on) = (choice.item?, choice.on?);
    let (manner, fewer) = match series::manner(battle, item, choice.verb) {
        Some(manner) => (manner, 1),
        None => (manner(battle, item, choice.verb)?, 0),
    };
    let count = |key, default| choice.value(key, default) as u8;
    let dice = ((dice(battle, by, item, manner).value - fewer).max(1) as u8) + count(OVERWHELM, 0);
    let blow = Blow::new(by, on, Some(item), manner);
    let blow = Blow { dice, ap: count("ap", 1), pierce: count(PIERCE, 0), luck: count("luck", 0), ..blow };
    Some(contact::laden(battle, blow))
}

/// AP on more to-hit dice, TOT-COMP-07.
pub const OVERWHELM: &str = "overwhelm";
/// AP on armour that does not count, TOT-COMP-11.
pub const PIERCE: &str = "pierce";

/// AP an attack takes: damage and surcharges, TOT-ATK-01.
pub fn cost(choice: &Choice) -> u8 {
    let surcharge = i32::from(series::is_series(choice.verb));
    (choice.value("ap", 1) + choice.value(OVERWHELM, 0) + choice.value(PIERCE, 0) + surcharge) as u8
}

/// An attack for the journal.
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
            // What was conducted into it does not fly along, TOT-HYB-06.
            Manner::Throw => stored::let_go(battle, item, context),
            _ => {}
        }
    }
    context.then(step(AttackStep::Strike(*blow)));
}

/// A missile leaves the weapon, with the energy that was bestowed on it. TOT-AMMO-01, TOT-HYB-08.
fn spend_missile(battle: &Battle, who: CombatantId, item: ItemId, context: &mut StepContext<'_>) {
    context.effect(Effect::Load(item, false));
    stored::empty(battle, item, context);
    let Some(left) = battle.item(item).count else { return };
    context.effect(Effect::Count(item, left.saturating_sub(1)));
    let shot =
        battle.combatant(who).conditions.0.iter().find(|one| one.kind == conditions::SHOT && one.with == Some(item));
    let more =
        Condition { level: shot.map_or(0, |shot| shot.level) + 1, with: Some(item), ..lasting(conditions::SHOT) };
    context
        .effect(shot.map_or(Effect::AddCondition(who, more), |shot| Effect::ReplaceCondition(who, *shot, Some(more))));
}

/// The to-hit roll, A1.
pub fn strike(battle: &Battle, blow: &Blow, context: &mut StepContext<'_>) {
    let more = bonus(battle, blow.by, blow.on, blow.item);
    let flat: i32 = more.iter().map(|(.., amount)| amount).sum();
    let pool = Pool { dice: blow.dice, luck: blow.luck, marked: true };
    let helpless = is_helpless(battle, blow.on);
    // The drugged are easier to hit: what the defence must exceed is raised, TOT-BERS-05.
    let exposed = defence::exposure(battle, blow.on);
    let class = |sum: i32, digits: Digits| match digits {
        // A fumble fails whatever its total, TOT-CRIT-03; where it is covered, evasion goes by that, TOT-DEF-06.
        Digits::ZeroOne if helpless || settings::open_rolls(battle) => 1 << 20,
        _ if helpless && digits == Digits::Double => 2,
        _ if helpless => u32::from(sum + flat >= 0),
        _ => (sum << 2) as u32 | digits as u32,
    };
    if context.answers_by_default() && blow.luck == 0 && !helpless {
        return defence::strike_and_evade(battle, blow, flat + exposed, context);
    }
    let rolled = pool::roll(battle, pool, &class, context);
    context.log(|| Entry::Roll(pool::told(blow.by, "To hit", ids::ATK_02, &rolled, &more)));
    let total = rolled.total() + flat;
    if helpless {
        let fumbled = rolled.digits == Digits::ZeroOne;
        let critical = rolled.digits == Digits::Double;
        let hits = !fumbled && (critical || total >= 0);
        return finish_off(battle, &Blow { critical, fumbled, ..*blow }, hits, context);
    }
    answered(battle, blow.struck(total + exposed, rolled.digits), context);
}

/// Goes on to the defence against a to-hit roll.
pub fn answered(battle: &Battle, blow: Blow, context: &mut StepContext<'_>) {
    if blow.fumbled && settings::open_rolls(battle) {
        context.note(blow.by, ids::CRIT_03, "fumbles");
        context.then(defence::seize(battle, blow, context));
    } else {
        context.then(defence::first(battle, blow, context));
    }
}

/// An attack on somebody unconscious kills, TOT-DYING-02.
fn finish_off(battle: &Battle, blow: &Blow, hits: bool, context: &mut StepContext<'_>) {
    // A spell that takes no Vitality does nothing to the unconscious.
    let kills = blow.manner != Manner::Cast || blow.spell.is_some_and(Spell::is_damaging);
    let hits = hits && kills;
    let fate = match hits {
        true if blow.critical => Fate::Critical,
        true => Fate::Hit,
        false => Fate::Missed,
    };
    attack_result(blow, fate, 0, context);
    if hits {
        context.note(blow.on, ids::DYING_02, "is killed where it lies");
        life::kill(battle, blow.on, context);
        // A carried energy goes off with it, without dice.
        let goes_off = blow.spell.is_some_and(|spell| selective::concerns(battle, spell.targets(), blow.on));
        blow.item.filter(|_| goes_off).into_iter().for_each(|item| stored::empty(battle, item, context));
    }
    end(battle, blow, context);
    wrestling::follow(battle, blow, context);
}

/// Adds the result of an attack.
pub fn attack_result(blow: &Blow, fate: Fate, damage: i32, context: &mut StepContext<'_>) {
    let damage = damage.clamp(0, i32::from(i16::MAX)) as i16;
    context.attack_result(AttackResult { by: blow.by, on: blow.on, fate, damage });
}

/// What follows an attack whatever its result: thrown weapons land, a fumble costs AP and weapon. TOT-CRIT-04.
pub fn end(battle: &Battle, blow: &Blow, context: &mut StepContext<'_>) {
    if blow.manner == Manner::Throw {
        if context.is_solved() && !context.leads_on() {
            settle(battle, blow, context);
        } else {
            context.then(step(AttackStep::Settle(blow.decided())));
        }
    }
    if blow.fumbled {
        fumble(battle, blow, context);
    }
}

/// An attack turned back: what was thrown has left the hand before anybody can fall by it. TOT-CRIT-05.
pub fn come_back(blow: &Blow, context: &mut StepContext<'_>) {
    if blow.manner == Manner::Throw {
        context.then(step(AttackStep::Settle(blow.decided())));
    }
    context.then(step(DamageStep::Return(blow.decided())));
}

/// A thrown weapon lands in the target's square, TOT-AMMO-01.
pub fn settle(battle: &Battle, blow: &Blow, context: &mut StepContext<'_>) {
    let Some(item) = blow.item.filter(|item| battle.item(*item).at.holder() == Some(blow.by)) else { return };
    let square = battle.combatant(blow.on).placement.anchor();
    context.effect(Effect::Move(item, Location::Ground(square)));
}

/// What the attacker's fumble costs; bare hands drop nothing and a thrown weapon is thrown already.
fn fumble(battle: &Battle, blow: &Blow, context: &mut StepContext<'_>) {
    let drops = settings::fumbles_drop(battle) && matches!(blow.manner, Manner::Strike | Manner::Shoot);
    defence::charge(battle, blow.by, blow.item.filter(|_| drops), context);
}

/// Whether somebody may stake Luck on a roll; the unconscious may not.
pub fn may_stake(battle: &Battle, who: CombatantId) -> bool {
    let one = battle.combatant(who);
    one.fights() && one.vitals.get(LUCK) > 0 && !sheet(one).mount
}

/// What follows a hit: the question about Luck on damage before it is rolled, A2; charm alone does no damage.
pub fn before_damage(battle: &Battle, blow: Blow, context: &mut StepContext<'_>) {
    if blow.manner == Manner::Cast && !blow.spell.is_some_and(Spell::is_damaging) {
        return contact::resisted(battle, &blow, Toll::new(Contact::Struck), context);
    }
    context.then(if blow.manner == Manner::Wrestle {
        step(AttackStep::Hold(blow))
    } else if !context.is_forecast() && may_stake(battle, blow.by) {
        prompt(blow.by, Prompt::Damage(blow))
    } else {
        step(DamageStep::Damage(blow, 0))
    });
}

/// Closes the movement action under way, unless the attack may be part of it and is the first one that is,
/// TOT-MOVE-06, TOT-COMP-04.
pub fn interrupt(battle: &Battle, who: CombatantId, manner: Manner, context: &mut StepContext<'_>) {
    if manner == Manner::Cast {
        return cast::interrupt(battle, who, context);
    }
    if !movement::is_moving(battle, who) {
        return;
    }
    if is_mobile(battle, who, manner) && !movement::has_had(battle, who, movement::ATTACK) {
        movement::note_had(battle, who, movement::ATTACK, context);
    } else {
        movement::end_action(battle, who, context);
    }
}

/// Whether somebody can attack like that within a movement action, TOT-COMP-04.
pub fn is_mobile(battle: &Battle, who: CombatantId, manner: Manner) -> bool {
    use super::components::Component::{MobileAttack, MobileShot, MobileThrow};
    let component = match manner {
        Manner::Strike | Manner::Punch | Manner::Wrestle => MobileAttack,
        Manner::Shoot => MobileShot,
        Manner::Throw => MobileThrow,
        Manner::Cast => return false,
    };
    drugs::knows(battle, who, component)
}
